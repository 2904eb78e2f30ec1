//! What the program asks of the system: signals and suspending, the priority of a thread, folders that are private, a
//! display that may not be there. `unix` and `windows` have the same functions.
//!
//! Signals come as values: the editor ends in good order when it is told to, and steps aside when it is
//! suspended.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::time::Duration;
use std::{io, thread};

#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

use super::effects::Happening;
use crate::suite::save::end_of_process;
use crate::suite::{PRIVATE, make_private, make_with};
pub use system::{step_aside, stop, suspend_group, take_too_large_as_an_error};

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

/// Tells that the editor ends in good order from here on.
pub fn leaving() {
    LEAVING.store(true, Ordering::SeqCst);
}

/// Returns the signal that ends the editor, once received.
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
        end_of_process(|| system::exit(128 + signal));
    });
    if ends.is_ok() {
        thread::sleep(FAREWELL);
    }
    // One that takes no more output would keep us waiting.
    let _ = crossterm::terminal::disable_raw_mode();
    system::exit(128 + signal);
}

/// Hands on signals from now on, from a thread of their own. A second signal to end ends the process at
/// once, and so does the first after a moment: then something got stuck.
///
/// # Errors
///
/// Where the system gives no handler or no thread.
pub fn watch(tell: impl Fn(Happening) + Send + 'static) -> io::Result<()> {
    let end = |signal| {
        let wait = || {
            thread::sleep(GRACE);
            if LEAVING.load(Ordering::SeqCst) {
                // What is done at the end has deadlines of its own.
                thread::sleep(LAST_GRACE);
            }
        };
        end_soon(signal, wait, end_at_once);
        Happening::End
    };
    system::watch(move |signal| tell(signal.unwrap_or_else(end)))
}

/// Set if the command at hand ends by itself when it is told to.
static ORDERLY: AtomicBool = AtomicBool::new(false);

/// The time that a command that ends by itself has for that.
const TO_END: Duration = Duration::from_secs(3);

/// Lets the command end by itself on the first signal ([`ended`]). A second signal or a delay ends the process.
pub fn end_in_good_order() {
    ORDERLY.store(true, Ordering::SeqCst);
}

/// Removes unfinished files when a signal ends the command.
///
/// # Errors
///
/// Where the system gives no handler or no thread.
pub fn leave_nothing_behind() -> io::Result<()> {
    system::watch_ends(|signal| match ORDERLY.load(Ordering::SeqCst) {
        true => end_soon(signal, || thread::sleep(TO_END), end_by),
        false => end_by(signal),
    })
}

/// Ends the process as the signal would have, without unfinished files.
fn end_by(signal: i32) {
    end_of_process(|| system::end_by(signal));
}

/// Makes a folder, and those above it that are missing, which nobody else can look into.
///
/// # Errors
///
/// Where it can't be made.
pub fn make_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    make_private(&mut builder);
    builder.create(folder)
}

/// Opens a file to write that nobody else can read; makes it where none is.
///
/// # Errors
///
/// Where it can't be opened.
pub fn open_private(path: &Path) -> io::Result<File> {
    // A pipe in its place would be waited for, and a link may lead anywhere.
    if fs::symlink_metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    make_with(&mut options, PRIVATE);
    options.open(path)
}

/// Whether whoever sits at the machine has a display, and a clipboard with it, without a word of that
/// in the environment.
pub const ALWAYS_HAS_A_DISPLAY: bool = cfg!(any(windows, target_os = "macos"));
