//! The one line that a test prints when it needs something that this machine does not have.

use std::io::Write;

/// Prints that the running test is skipped, and what it lacks, past the test runner's capture of output.
pub fn skipped(missing: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    let line = format!("skipped: {test}: {missing}\n");
    // A closed standard error takes nothing away from the tests.
    let _ = std::io::stderr().write_all(line.as_bytes());
}
