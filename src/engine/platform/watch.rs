//! That nothing of an engine outlives us, however we end: the system ends the process that we started, where it can,
//! but not what that has started. So beside each engine a process of ours waits for our end, and ends the engine's
//! group then.

use std::ffi::OsString;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, getpgrp, getpid, kill_process_group};

use super::WATCH;

/// Between two looks, where the system does not tell of the end of a process.
const BEAT: Duration = Duration::from_millis(200);

/// Starts what ends the group of this process when `parent` ends. The group is ended by `parent` itself else, and
/// the watch with it. One that this process does not lead is of others, and none of ours to end.
pub(super) fn begin(parent: &str) {
    let group = getpgrp();
    let Ok(program) = std::env::current_exe() else {
        return;
    };
    if group != getpid() {
        return;
    }
    // It holds none of the engine's pipes: their end is how the engine's end is known.
    let _ = Command::new(program)
        .args([WATCH, parent, &group.as_raw_nonzero().to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
}

/// Waits until the process whose number is the next word ends, and ends the group whose number follows, which must
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
