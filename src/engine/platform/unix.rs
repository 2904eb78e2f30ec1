//! Engine processes on Unix. Each engine has a process group, so that only the program receives Ctrl-C, and every
//! process started by the engine ends with it.

use std::io;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use crate::engine::EngineCommand;

/// The first argument with which this program replaces itself by an engine.
pub(super) const RUN_ENGINE: &str = "--run-engine-in-place";
/// The argument after [`RUN_ENGINE`] for an engine at the lowest priority.
pub(super) const ASIDE: &str = "aside";

/// Returns the command that runs an engine's program, without its arguments, shielded from the terminal's signals.
pub(in crate::engine) fn command_of(engine: &EngineCommand, program: PathBuf) -> Command {
    let mut command = match &engine.launcher {
        Some(launcher) => {
            let mut command = Command::new(launcher);
            let aside = if engine.is_aside { ASIDE } else { "" };
            let parent = std::process::id().to_string();
            command.args([RUN_ENGINE, &parent, aside]).arg(program);
            command
        }
        None => Command::new(program),
    };
    command.process_group(0);
    command
}

/// A process and all that it starts. They end when this is dropped, which must be before the process is waited for:
/// after that, its number may belong to another.
#[derive(Debug)]
pub(in crate::engine) struct Group(Option<Pid>);

impl Group {
    /// Returns the group of a process just started.
    pub(in crate::engine) fn of(child: &Child) -> io::Result<Self> {
        Ok(Self(pid_of(child)))
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if let Some(group) = self.0 {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

fn pid_of(child: &Child) -> Option<Pid> {
    i32::try_from(child.id()).ok().and_then(Pid::from_raw)
}

/// Returns true if a process has ended. It is not yet waited for, so its number stays reserved.
pub(in crate::engine) fn has_ended(child: &mut Child) -> bool {
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    // A process that can't be waited for does not exist.
    pid_of(child).is_none_or(|id| !matches!(waitid(WaitId::Pid(id), look), Ok(None)))
}
