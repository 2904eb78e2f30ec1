//! What the program asks of the system, and only Unix has in this form: signals and suspending, the
//! priority of a thread, folders that are private, a display that may not be there. All else in this
//! room is for every system: a port gives these functions a second body, here.
//!
//! Signals come as values: the editor ends in good order when it is told to, and steps aside when it is
//! suspended.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::os::fd::AsFd;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::time::Duration;
use std::{io, thread};

use rustix::process;
use signal_hook::consts::{
    SIGABRT, SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2,
    SIGXCPU, SIGXFSZ,
};
use signal_hook::iterator::Signals;

use super::effects::Happening;
use crate::suite::save::end_of_process;

/// The signals that end the editor in good order: those that end a program which does not answer them; the key
/// Ctrl-C is a key, and `SIGINT` is sent from outside. What can't be answered (`SIGKILL`, a fault of the processor)
/// leaves the terminal to the shell, as with any other program.
const ENDS: [i32; 9] = [
    SIGHUP, SIGINT, SIGTERM, SIGQUIT, SIGABRT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU,
];

/// The time the editor has to end in good order once it is told to.
const GRACE: Duration = Duration::from_millis(900);
/// The time for all that is done at the end: journals are written there.
const LAST_GRACE: Duration = Duration::from_secs(6);
/// The time a terminal has to take what gives it back, if nothing else went on.
const FAREWELL: Duration = Duration::from_millis(100);

/// The signal that ends the editor; 0 for none so far.
static ENDED: AtomicI32 = AtomicI32::new(0);

/// Set once the editor has heard of its end.
static LEAVING: AtomicBool = AtomicBool::new(false);

/// Returns what the system knows of the file behind a stream, as standard input is.
///
/// # Errors
///
/// The stream is closed.
pub fn metadata_of(stream: impl AsFd) -> io::Result<fs::Metadata> {
    let stream = stream.as_fd().try_clone_to_owned()?;
    File::from(stream).metadata()
}

/// Returns whether two files are the same one.
pub fn is_same(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Tells that the editor ends in good order from here on.
pub fn leaving() {
    LEAVING.store(true, Ordering::SeqCst);
}

/// The signal that ends the editor, as soon as it came: whatever waits to be done before it.
pub fn ended() -> Option<i32> {
    Some(ENDED.load(Ordering::SeqCst)).filter(|number| *number != 0)
}

/// Gives the program time to end by itself after the first signal to end; `end` ends it after that, and at a second
/// signal.
fn end_soon(signal: i32, wait: impl FnOnce() + Send + 'static, end: fn(i32)) {
    if ENDED.swap(signal, Ordering::SeqCst) != 0 {
        return end(signal);
    }
    // Without a thread to look after it, a second signal does.
    let _ = thread::Builder::new().spawn(move || {
        wait();
        end(signal);
    });
}

/// Ends the process from outside the loop that is stuck: in a terminal that takes nothing, in a file
/// that is none. Unfinished files go, and the terminal is given back as far as it lets us.
fn end_at_once(signal: i32) {
    let ends = thread::Builder::new().spawn(move || {
        super::session::give_back();
        end_of_process(|| signal_hook::low_level::exit(128 + signal));
    });
    if ends.is_ok() {
        thread::sleep(FAREWELL);
    }
    // One that takes no more output would keep us waiting.
    let _ = crossterm::terminal::disable_raw_mode();
    signal_hook::low_level::exit(128 + signal);
}

/// Hands on signals from now on, from a thread of their own. A second signal to end ends the process at
/// once, and so does the first after a moment: then something got stuck.
///
/// # Errors
///
/// Where the system gives no handler or no thread.
pub fn watch(tell: impl Fn(Happening) + Send + 'static) -> io::Result<()> {
    let signals = ENDS.into_iter().chain([SIGTSTP, SIGCONT]);
    on_signals(signals, move |signal| match signal {
        SIGTSTP => tell(Happening::Suspend),
        // Whoever stopped us without a word (`SIGSTOP`) may have used the terminal.
        SIGCONT => tell(Happening::Continue),
        _ => {
            let wait = || {
                thread::sleep(GRACE);
                if LEAVING.load(Ordering::SeqCst) {
                    // What is done at the end has deadlines of its own.
                    thread::sleep(LAST_GRACE);
                }
            };
            end_soon(signal, wait, end_at_once);
            tell(Happening::End);
        }
    })
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
/// by [`watch`].
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

/// Set if the command at hand ends by itself when it is told to.
static ORDERLY: AtomicBool = AtomicBool::new(false);

/// The time that a command that ends by itself has for that.
const TO_END: Duration = Duration::from_secs(3);

/// From now on the first signal to end is for the command to hear of ([`ended`]): it ends by itself, with
/// all that is done. It is ended where it takes too long, and by a second signal.
pub fn end_in_good_order() {
    ORDERLY.store(true, Ordering::SeqCst);
}

/// From now on a signal that ends a command takes its unfinished files with it.
///
/// # Errors
///
/// Where the system gives no handler or no thread.
pub fn leave_nothing_behind() -> io::Result<()> {
    let ignored = ignored_signals();
    let ends = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU];
    // What is ignored stays so: a command started by `nohup` goes on.
    let ends = ends
        .into_iter()
        .filter(move |signal| ignored & (1 << (signal - 1)) == 0);
    on_signals(ends, |signal| {
        let end = |signal| {
            end_of_process(|| {
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            });
        };
        match ORDERLY.load(Ordering::SeqCst) {
            true => end_soon(signal, || thread::sleep(TO_END), end),
            false => end(signal),
        }
    })
}

/// From now on a file that gets too large for the limit of the system (`ulimit -f`) is an error where it is
/// written, no end of the process.
///
/// # Errors
///
/// Where the system gives no handler.
pub fn take_too_large_as_an_error() -> io::Result<()> {
    let asked = Arc::new(AtomicBool::new(false));
    signal_hook::flag::register(SIGXFSZ, asked).map(drop)
}

/// The signals that whoever started this process wants ignored, a bit each; none where the system does
/// not tell.
fn ignored_signals() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or_default()
}

/// Makes a folder, and those above it that are missing, which nobody else can look into.
///
/// # Errors
///
/// Where it can't be made.
pub fn make_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Opens a file to write that nobody else can read; makes it where none is.
///
/// # Errors
///
/// Where it can't be opened.
pub fn open_private(path: &Path) -> io::Result<File> {
    // A pipe in its place would be waited for, and a link may lead anywhere.
    if std::fs::symlink_metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Whether whoever sits at the machine has a display, and a clipboard with it, without a word of that
/// in the environment.
pub const ALWAYS_HAS_A_DISPLAY: bool = cfg!(any(windows, target_os = "macos"));

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
