//! Engine processes, with the same functions on each operating system. Every process that an engine starts ends
//! with it, and the engine with the program.

mod pipes;
#[cfg(unix)]
mod unix;
#[cfg(all(unix, feature = "cli"))]
mod watch;
#[cfg(windows)]
mod windows;

use std::process::ExitStatus;

pub(super) use pipes::{PipeRead, Pipes};
#[cfg(unix)]
pub(super) use unix::{Group, command_of, has_ended};
#[cfg(all(unix, feature = "cli"))]
pub(crate) use watch::serve;
#[cfg(all(windows, feature = "cli"))]
pub(crate) use windows::serve;
#[cfg(windows)]
pub(super) use windows::{Group, command_of, has_ended};

/// Returns the exit status or signal in words.
pub(super) fn how(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("signal {signal}");
    }
    match status.code() {
        Some(code) => format!("exit status {code}"),
        None => "ended".to_owned(),
    }
}
