//! The watchdog of engine processes. The system can end the process started directly, but not its children, when the
//! program ends. So beside each engine a process waits for the program's end, and then kills the engine's group.

use std::ffi::OsString;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, getpgrp, getpid, kill_process_group};

use super::WATCH;

/// The time between two checks, where the system does not report the end of a process.
const BEAT: Duration = Duration::from_millis(200);

/// Starts the watchdog that ends the group of this process when `parent` ends. Otherwise `parent` ends the group, and
/// the watchdog with it. A group that this process does not lead must not be ended.
pub(super) fn begin(parent: &str) {
    let group = getpgrp();
    let Ok(program) = std::env::current_exe() else {
        return;
    };
    if group != getpid() {
        return;
    }
    // The watchdog holds none of the engine's pipes, because their end shows the engine's end.
    let _ = Command::new(program)
        .args([WATCH, parent, &group.as_raw_nonzero().to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
}

/// Waits until the process whose number is the next word ends, and kills the group whose number follows, which must
/// be that of this process.
pub(crate) fn watch(mut words: impl Iterator<Item = OsString>) -> ExitCode {
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
    // This process is one of them.
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
    while rustix::process::test_kill_process(process).is_ok() {
        std::thread::sleep(BEAT);
    }
}
