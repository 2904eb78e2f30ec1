//! Engine processes on Windows: a job object, whose processes the system ends with the program.

use std::io;
use std::os::windows::io::AsRawHandle;
use std::os::windows::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command};

use win32job::{ExtendedLimitInfo, Job};

use crate::engine::EngineCommand;

/// `CREATE_NO_WINDOW`: detached from the console, whose Ctrl-C is for the program.
const APART: u32 = 0x0800_0000;
/// `IDLE_PRIORITY_CLASS`: the lowest priority.
const ASIDE: u32 = 0x0000_0040;

/// Returns the command that runs an engine's program, without its arguments, detached from the console.
pub(in crate::engine) fn command_of(engine: &EngineCommand, program: PathBuf) -> Command {
    let mut command = Command::new(program);
    command.creation_flags(APART | if engine.is_aside { ASIDE } else { 0 });
    command
}

/// A process and all that it starts. They end when this is dropped.
#[derive(Debug)]
pub(in crate::engine) struct Group(#[expect(dead_code, reason = "its drop is what counts")] Job);

impl Group {
    /// Returns the group of a process just started.
    pub(in crate::engine) fn of(child: &Child) -> io::Result<Self> {
        let mut limits = ExtendedLimitInfo::new();
        limits.limit_kill_on_job_close();
        let job = Job::create_with_limit_info(&limits).map_err(io::Error::other)?;
        job.assign_process(child.as_raw_handle() as isize)
            .map_err(io::Error::other)?;
        Ok(Self(job))
    }
}

pub(in crate::engine) fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

/// Returns `None`: this program does not start itself on Windows.
#[cfg(feature = "cli")]
pub(crate) fn serve(_: &[std::ffi::OsString]) -> Option<std::process::ExitCode> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Stdio;

    #[test]
    fn child_processes_end_with_their_group() {
        // The inner process has the pipe, too.
        let engine = EngineCommand::of("cmd", &[]);
        let mut command = command_of(&engine, "cmd".into());
        let command = command.args(["/c", "cmd /k"]).stdin(Stdio::piped());
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let _stdin = child.stdin.take();
        let group = Group::of(&child).unwrap();
        assert!(!has_ended(&mut child));
        drop(group);
        assert!(child.wait_with_output().is_ok());
    }
}
