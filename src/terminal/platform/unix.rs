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

/// The signals that end the editor in good order: those that end a program which does not answer them; the key
/// Ctrl-C is a key, and `SIGINT` is sent from outside. What can't be answered (`SIGKILL`, a fault of the processor)
/// leaves the terminal to the shell, as with any other program.
const ENDS: [i32; 9] = [
    SIGHUP, SIGINT, SIGTERM, SIGQUIT, SIGABRT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU,
];

/// Calls `take` with each signal for the editor, or the number of one that ends it, on a thread of its own.
pub(super) fn watch(take: impl Fn(Result<Happening, i32>) + Send + 'static) -> io::Result<()> {
    let signals = ENDS.into_iter().chain([SIGTSTP, SIGCONT]);
    on_signals(signals, move |signal| {
        take(match signal {
            SIGTSTP => Ok(Happening::Suspend),
            // Whoever stopped us without a word (`SIGSTOP`) may have used the terminal.
            SIGCONT => Ok(Happening::Continue),
            _ => Err(signal),
        });
    })
}

/// Calls `end` with each signal that ends a command, on a thread of its own.
pub(super) fn watch_ends(end: impl Fn(i32) + Send + 'static) -> io::Result<()> {
    let ignored = ignored_signals();
    let ends = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU];
    // What is ignored stays so: a command started by `nohup` goes on.
    let ends = ends
        .into_iter()
        .filter(move |signal| ignored & (1 << (signal - 1)) == 0);
    on_signals(ends, end)
}

/// Ends the process as this signal does by itself.
pub(super) fn end_by(signal: i32) {
    let _ = signal_hook::low_level::emulate_default_handler(signal);
}

/// Calls `take` with each of these signals, on a thread of its own.
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

/// Stops this process until it is continued. To be called with the terminal given back.
///
/// # Errors
///
/// Where the process can't be stopped.
pub fn stop() -> io::Result<()> {
    signal_hook::low_level::emulate_default_handler(SIGTSTP)
}

/// Suspends all of the process group, as Ctrl-Z does where the terminal reads it: a `cargo run`
/// around the editor must stop, too, or the shell would wait for it. We are told like the others,
/// by `watch`.
///
/// # Errors
///
/// Where there is no shell that could continue us: the process leads its session.
pub fn suspend_group() -> io::Result<()> {
    if process::getsid(None)? == process::getpid() {
        return Err(io::Error::other("no shell to return to"));
    }
    Ok(process::kill_current_process_group(process::Signal::TSTP)?)
}

/// The niceness of background work: it has what nobody else wants.
#[cfg(target_os = "linux")]
const ASIDE: i32 = 10;

/// Lets other threads come before the one at hand. Only Linux has a priority for each thread;
/// elsewhere this does nothing.
pub fn step_aside() {
    #[cfg(target_os = "linux")]
    {
        // Without the right to, the work goes on as it is; so it does where it is aside already.
        let _ = process::getpriority_process(None)
            .and_then(|now| process::setpriority_process(None, now.max(ASIDE)));
    }
}

/// Turns a file beyond the system's limit (`ulimit -f`) into an error of the write instead of the end of the process.
///
/// # Errors
///
/// Where the system gives no handler.
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
    fn a_thread_steps_aside_alone() {
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
