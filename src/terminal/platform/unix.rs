//! Signals, suspending and priorities on Unix.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::{fs, io, thread};

use rustix::process;
use signal_hook::consts::{
    SIGABRT, SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2,
    SIGXCPU, SIGXFSZ,
};
use signal_hook::iterator::Signals;
pub(super) use signal_hook::low_level::exit;

use crate::terminal::effects::Happening;

/// The signals that end the editor in good order: those that by default end a program. Ctrl-C is a key, so
/// `SIGINT` comes from outside. A signal that can't be handled (`SIGKILL`, a processor fault) leaves the
/// terminal modes set, as with any other program.
const ENDS: [i32; 9] = [
    SIGHUP, SIGINT, SIGTERM, SIGQUIT, SIGABRT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU,
];

/// Calls `take` with each signal for the editor, or the number of one that ends it, on a thread.
pub(super) fn watch(take: impl Fn(Result<Happening, i32>) + Send + 'static) -> io::Result<()> {
    let signals = ENDS.into_iter().chain([SIGTSTP, SIGCONT]);
    on_signals(signals, move |signal| {
        take(match signal {
            SIGTSTP => Ok(Happening::Suspend),
            // After a stop without notice (`SIGSTOP`) another program may have used the terminal.
            SIGCONT => Ok(Happening::Continue),
            _ => Err(signal),
        });
    })
}

/// Calls `end` with each signal that ends a command, on a thread.
pub(super) fn watch_ends(end: impl Fn(i32) + Send + 'static) -> io::Result<()> {
    let ignored = ignored_signals();
    let ends = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU];
    // Ignored signals stay ignored: a command started by `nohup` continues.
    let ends = ends
        .into_iter()
        .filter(move |signal| ignored & (1 << (signal - 1)) == 0);
    on_signals(ends, end)
}

/// Ends the process with the default action of a signal.
pub(super) fn end_by(signal: i32) {
    let _ = signal_hook::low_level::emulate_default_handler(signal);
}

/// Calls `take` with each of these signals, on a thread.
fn on_signals(
    signals: impl Iterator<Item = i32>,
    take: impl Fn(i32) + Send + 'static,
) -> io::Result<()> {
    let mut signals = Signals::new(signals)?;
    thread::Builder::new()
        .name("signals".into())
        .spawn(move || signals.forever().for_each(take))?;
    Ok(())
}

/// Stops this process until it is continued. The caller restores the terminal first.
///
/// # Errors
///
/// The process can't be stopped.
pub fn stop() -> io::Result<()> {
    signal_hook::low_level::emulate_default_handler(SIGTSTP)
}

/// Suspends the whole process group, as the terminal does at Ctrl-Z: a `cargo run` around the editor must stop
/// too, or the shell would wait for it. The signal also reaches this process, through `watch`.
///
/// # Errors
///
/// The process leads its session, so no shell could continue it.
pub fn suspend_group() -> io::Result<()> {
    if process::getsid(None)? == process::getpid() {
        return Err(io::Error::other("no shell to return to"));
    }
    Ok(process::kill_current_process_group(process::Signal::TSTP)?)
}

/// The niceness of background work: it runs only when nothing else does.
#[cfg(target_os = "linux")]
const ASIDE: i32 = 10;

/// Gives the current thread a lower priority, on Linux alone: elsewhere threads have no priority of their own.
pub fn step_aside() {
    #[cfg(target_os = "linux")]
    {
        // Without permission, or at this priority already, the thread continues unchanged.
        let _ = process::getpriority_process(None)
            .and_then(|now| process::setpriority_process(None, now.max(ASIDE)));
    }
}

/// Turns a file beyond the system's limit (`ulimit -f`) into an error of the write instead of the end of the process.
///
/// # Errors
///
/// The system has no handler to spare.
pub fn take_too_large_as_an_error() -> io::Result<()> {
    let asked = Arc::new(AtomicBool::new(false));
    signal_hook::flag::register(SIGXFSZ, asked).map(drop)
}

/// Returns the signals that the parent process had ignored, a bit each; none if unknown.
fn ignored_signals() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or_default()
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;

    #[test]
    fn only_one_thread_gets_a_lower_priority() {
        let mine = || process::getpriority_process(None).expect("the system tells");
        let before = mine();
        let theirs = thread::spawn(move || {
            step_aside();
            mine()
        });
        assert_eq!(theirs.join().expect("the thread ends"), ASIDE.max(before));
        assert_eq!(mine(), before);
    }
}
