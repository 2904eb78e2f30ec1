//! Private files without a name, gone with the process, for data that would not fit memory.

use std::fs::File;
use std::io::{self, Write};
use std::ops::Deref;
use std::path::{Path, PathBuf};

use super::words::explain;

/// A private file. Its write errors name the folder, since it is not one of the user's files.
#[derive(Debug)]
pub(crate) struct PrivateFile(File);

/// Creates a private file.
///
/// # Errors
/// The folder for such files takes none; the error names it.
pub(crate) fn private_file() -> io::Result<PrivateFile> {
    let made = tempfile::tempfile_in(spool_folder());
    made.map(PrivateFile)
        .map_err(|error| named("make", &error.to_string(), &error))
}

/// Returns the folder for large temporary files: the user's choice, else not the folder that is often kept in memory.
pub(in crate::suite) fn spool_folder() -> PathBuf {
    let large = Path::new("/var/tmp");
    if std::env::var_os("TMPDIR").is_none() && large.is_dir() {
        large.to_owned()
    } else {
        std::env::temp_dir()
    }
}

/// Returns an error with the folder in its message.
fn named(what: &str, why: &str, error: &io::Error) -> io::Error {
    let folder = spool_folder();
    let folder = folder.display();
    let words = format!("can't {what} a temporary file in `{folder}` (see TMPDIR): {why}");
    io::Error::new(error.kind(), words)
}

impl PrivateFile {
    /// Writes all bytes at `offset`.
    pub(in crate::suite) fn write_at(&self, bytes: &[u8], offset: u64) -> io::Result<()> {
        super::write_at(&self.0, bytes, offset).map_err(Self::unwritten)
    }

    /// Returns the plain file.
    pub(in crate::suite) fn into_file(self) -> File {
        self.0
    }

    /// Adds the folder to a write error.
    pub(in crate::suite) fn unwritten(error: io::Error) -> io::Error {
        match error.kind() {
            // The write is repeated.
            io::ErrorKind::Interrupted => error,
            _ => named("write", &explain(&error), &error),
        }
    }
}

/// Read access; all writing goes through [`Write`] and [`PrivateFile::write_at`].
impl Deref for PrivateFile {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

impl Write for PrivateFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(Self::unwritten)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(Self::unwritten)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_names_the_folder_of_the_file() {
        let full = File::options().write(true).open("/dev/full");
        let mut file = PrivateFile(full.expect("a device"));
        let folder = spool_folder().display().to_string();
        let expected =
            format!("can't write a temporary file in `{folder}` (see TMPDIR): the disk is full");
        let said = |error: io::Error| (error.kind(), explain(&error));
        let kind = io::ErrorKind::StorageFull;
        let written = file.write_all(b"x").map_err(said);
        assert_eq!(written, Err((kind, expected.clone())));
        assert_eq!(file.write_at(b"x", 9).map_err(said), Err((kind, expected)));
    }

    #[test]
    fn what_is_written_is_read_again() {
        let mut file = private_file().expect("a file");
        file.write_all(b"some").expect("room");
        file.write_at(b" text", 4).expect("room");
        let mut text = [0; 9];
        let read = super::super::read_full_at(&file, &mut text, 0);
        assert_eq!((read.ok(), &text), (Some(9), b"some text"));
    }
}
