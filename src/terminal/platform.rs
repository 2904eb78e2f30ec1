//! System services: signals and suspending, the priority of a thread, private folders, the presence of a
//! display. `unix` and `windows` have the same functions.
//!
//! Signals arrive as values: the editor ends in good order on a signal to end, and restores the terminal when
//! it is suspended.

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

/// The time the editor has to end in good order after a signal.
const GRACE: Duration = Duration::from_millis(900);
/// The time for the work at the end, which includes writing the journals.
const LAST_GRACE: Duration = Duration::from_secs(6);
/// The time a terminal has to accept the sequences that restore it, if it is stuck.
const FAREWELL: Duration = Duration::from_millis(100);

/// The signal that ends the editor; 0 for none so far.
static ENDED: AtomicI32 = AtomicI32::new(0);

/// Set once the editor has begun to end.
static LEAVING: AtomicBool = AtomicBool::new(false);

/// Records that the editor has begun to end in good order.
pub fn leaving() {
    LEAVING.store(true, Ordering::SeqCst);
}

/// Returns the signal that ends the editor, once received.
pub fn ended() -> Option<i32> {
    Some(ENDED.load(Ordering::SeqCst)).filter(|number| *number != 0)
}

/// Lets the program end by itself after the first signal; `end` ends it after `wait`, and at a second signal.
fn end_soon(signal: i32, wait: impl FnOnce() + Send + 'static, end: fn(i32)) {
    if ENDED.swap(signal, Ordering::SeqCst) != 0 {
        return end(signal);
    }
    // If no thread can be started, only a second signal ends it.
    let _ = thread::Builder::new().spawn(move || {
        wait();
        end(signal);
    });
}

/// Ends the process when the event loop is stuck: in a terminal that accepts no output, or in a file that is
/// not a regular file. Unfinished files are removed, and the terminal is restored as far as possible.
fn end_at_once(signal: i32) {
    let ends = thread::Builder::new().spawn(move || {
        super::session::give_back();
        end_of_process(|| system::exit(128 + signal));
    });
    if ends.is_ok() {
        thread::sleep(FAREWELL);
    }
    // A terminal that accepts no more output would block.
    let _ = crossterm::terminal::disable_raw_mode();
    system::exit(128 + signal);
}

/// Passes on signals from now on, on a thread. A second signal to end ends the process at once, and so does
/// the first after a moment, when the editor must be stuck.
///
/// # Errors
///
/// The system has no handler or thread to spare.
pub fn watch(tell: impl Fn(Happening) + Send + 'static) -> io::Result<()> {
    let end = |signal| {
        let wait = || {
            thread::sleep(GRACE);
            if LEAVING.load(Ordering::SeqCst) {
                // The work at the end has its own deadlines.
                thread::sleep(LAST_GRACE);
            }
        };
        end_soon(signal, wait, end_at_once);
        Happening::End
    };
    system::watch(move |signal| tell(signal.unwrap_or_else(end)))
}

/// Set if the running command ends by itself on a signal.
static ORDERLY: AtomicBool = AtomicBool::new(false);

const TO_END: Duration = Duration::from_secs(3);

/// Lets the command end by itself on the first signal ([`ended`]). A second signal or a delay ends the process.
pub fn end_in_good_order() {
    ORDERLY.store(true, Ordering::SeqCst);
}

/// Removes unfinished files when a signal ends the command.
///
/// # Errors
///
/// The system has no handler or thread to spare.
pub fn leave_nothing_behind() -> io::Result<()> {
    system::watch_ends(|signal| match ORDERLY.load(Ordering::SeqCst) {
        true => end_soon(signal, || thread::sleep(TO_END), end_by),
        false => end_by(signal),
    })
}

/// Ends the process as the signal would have, and removes unfinished files.
fn end_by(signal: i32) {
    end_of_process(|| system::end_by(signal));
}

/// Makes a folder, and missing ones above it, with access for this user only.
///
/// # Errors
///
/// It can't be made.
pub fn make_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    make_private(&mut builder);
    builder.create(folder)
}

/// Opens a file for writing with access for this user only; creates it if it does not exist.
///
/// # Errors
///
/// It can't be opened, or is not a regular file.
pub fn open_private(path: &Path) -> io::Result<File> {
    // Opening a pipe would block, and a link may lead anywhere.
    if fs::symlink_metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    make_with(&mut options, PRIVATE);
    options.open(path)
}

/// Whether the user of the machine always has a display and a clipboard, even if no environment variable is set.
pub const ALWAYS_HAS_A_DISPLAY: bool = cfg!(any(windows, target_os = "macos"));
