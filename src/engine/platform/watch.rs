//! The watchdog of an engine. When the program ends, the system can end the process that it started, but not that
//! process's children. So for each engine another process waits for the program's end, and kills the engine's group.

use std::ffi::OsString;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use rustix::process::{
    Pid, Signal, getpgrp, getpid, kill_process_group, setpriority_process, test_kill_process,
};

use super::unix::{ASIDE, RUN_ENGINE};

/// The first argument with which this program is the watchdog of an engine's group.
const WATCH: &str = "--end-engine-with";

/// Runs as engine or watchdog if the arguments are those with which the program starts itself; else returns `None`.
pub(crate) fn serve(arguments: &[OsString]) -> Option<ExitCode> {
    let (first, rest) = arguments.get(1..)?.split_first()?;
    match first.to_str()? {
        RUN_ENGINE => Some(run_in_place(rest.iter())),
        WATCH => Some(watch(rest.iter())),
        _ => None,
    }
}

/// The lowest priority. At a higher one, a thread that wakes up waits for the end of the engine's time slice: 1 of
/// 100 waits took 6 ms then, and 2 ms with this.
const LOWEST: i32 = 19;

/// Replaces this process by the engine after [`RUN_ENGINE`], which ends with the process that started it. Returns
/// only on failure.
fn run_in_place<'w>(mut words: impl Iterator<Item = &'w OsString>) -> ExitCode {
    let parent = words.next().and_then(|word| word.to_str());
    let is_aside = words.next().is_some_and(|word| word == ASIDE);
    let Some(program) = words.next() else {
        return ExitCode::from(2);
    };
    // Without the permission, the engine runs at normal priority.
    if is_aside {
        let _ = setpriority_process(None, LOWEST);
    }
    if let Some(parent) = parent {
        begin_watch(parent);
    }
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{getppid, set_parent_process_death_signal};
        let _ = set_parent_process_death_signal(Some(Signal::KILL));
        // The parent may have ended before the request.
        let now = getppid().map(|now| now.as_raw_nonzero().get());
        let parent = parent.and_then(|word| word.parse().ok());
        if parent.is_some() && now != parent {
            return ExitCode::from(2);
        }
    }
    let error = Command::new(program).args(words).exec();
    let _ = writeln!(std::io::stderr(), "{error}");
    ExitCode::from(127)
}

/// The time between two checks, where the system does not report the end of a process.
const BEAT: Duration = Duration::from_millis(200);

/// Starts the watchdog that ends the group of this process when `parent` ends without having done so itself. A group
/// that this process does not lead must not be ended.
fn begin_watch(parent: &str) {
    let group = getpgrp();
    let Ok(program) = std::env::current_exe() else {
        return;
    };
    if group != getpid() {
        return;
    }
    // The watchdog must not inherit the engine's pipes: their end signals the engine's end.
    let _ = Command::new(program)
        .args([WATCH, parent, &group.as_raw_nonzero().to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
}

/// Waits for the end of the process whose number is the first word, and kills the group whose number is the second,
/// which must be that of this process.
fn watch<'w>(mut words: impl Iterator<Item = &'w OsString>) -> ExitCode {
    let mut process = || {
        let word = words.next()?;
        Pid::from_raw(word.to_str()?.parse().ok()?)
    };
    let (Some(parent), Some(group)) = (process(), process()) else {
        return ExitCode::from(2);
    };
    if group != getpgrp() {
        return ExitCode::from(2);
    }
    wait_for(parent);
    // This process belongs to the group.
    let _ = kill_process_group(group, Signal::KILL);
    ExitCode::SUCCESS
}

fn wait_for(process: Pid) {
    #[cfg(target_os = "linux")]
    {
        use rustix::event::{PollFd, PollFlags, poll};
        use rustix::io::Errno;
        use rustix::process::{PidfdFlags, pidfd_open};
        match pidfd_open(process, PidfdFlags::empty()) {
            Ok(end) => {
                let mut ends = [PollFd::new(&end, PollFlags::IN)];
                while matches!(poll(&mut ends, None), Err(Errno::INTR)) {}
                return;
            }
            Err(Errno::SRCH) => return,
            // An older system.
            Err(_) => {}
        }
    }
    while test_kill_process(process).is_ok() {
        std::thread::sleep(BEAT);
    }
}
