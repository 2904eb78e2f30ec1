//! Where a record stands: what tables and objects tell beside what it says.

/// A line of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place<'a> {
    /// The file, as it was given.
    pub path: &'a str,
    /// The line, from 1.
    pub line: u64,
}
