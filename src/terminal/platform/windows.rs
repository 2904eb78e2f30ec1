//! Ctrl-C and the closing of a console on Windows, which has no signals.

use std::io;

use crate::terminal::effects::Happening;

/// The number of `SIGINT`, for the exit status 130 that scripts expect.
const INTERRUPTED: i32 = 2;

/// Calls `take` with the number of a signal on Ctrl-C, Ctrl-Break and the closing of the console, on a thread.
pub(super) fn watch(take: impl Fn(Result<Happening, i32>) + Send + 'static) -> io::Result<()> {
    watch_ends(move |signal| take(Err(signal)))
}

pub(super) fn watch_ends(end: impl Fn(i32) + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(move || end(INTERRUPTED)).map_err(io::Error::other)
}

#[expect(
    clippy::exit,
    reason = "something is stuck, or nothing else is to be done"
)]
pub(super) fn exit(status: i32) {
    std::process::exit(status);
}

pub(super) fn end_by(signal: i32) {
    exit(128 + signal);
}

/// Returns an error: Windows has no suspending.
///
/// # Errors
///
/// Always.
pub fn suspend_group() -> io::Result<()> {
    Err(io::Error::new(
        io::ErrorKind::Unsupported,
        "not available on Windows",
    ))
}

/// Returns an error; see [`suspend_group`].
///
/// # Errors
///
/// Always.
pub fn stop() -> io::Result<()> {
    suspend_group()
}

/// Does nothing: Windows has no thread priority that is safe to set.
pub fn step_aside() {}

/// Does nothing: there is no limit to the size of a file.
///
/// # Errors
///
/// Never.
pub fn take_too_large_as_an_error() -> io::Result<()> {
    Ok(())
}
