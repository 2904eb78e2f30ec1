//! The line that a test prints when this machine lacks something it needs.

use std::io::Write;

/// Prints that the running test is skipped and why, past the test runner's capture of output.
pub fn skipped(missing: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    let line = format!("skipped: {test}: {missing}\n");
    // A closed standard error doesn't matter to the tests.
    let _ = std::io::stderr().write_all(line.as_bytes());
}
