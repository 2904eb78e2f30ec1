//! Private files without a name, gone with the process: what memory should not hold waits in them.

use std::fs::File;
use std::io::{self, Write};
use std::ops::Deref;
use std::path::{Path, PathBuf};

use super::words::explain;

/// See the module. What goes wrong when it is written names the folder: that is none of the user's files.
#[derive(Debug)]
pub(crate) struct PrivateFile(File);

/// A private file.
///
/// # Errors
/// There can be none in the folder for such files, which is named.
pub(crate) fn private_file() -> io::Result<PrivateFile> {
    let made = tempfile::tempfile_in(spool_folder());
    made.map(PrivateFile)
        .map_err(|error| named("make", &error.to_string(), &error))
}

/// Where large temporary files belong: what the user chose, else not the folder that is often kept
/// in memory.
pub(in crate::suite) fn spool_folder() -> PathBuf {
    let large = Path::new("/var/tmp");
    if std::env::var_os("TMPDIR").is_none() && large.is_dir() {
        large.to_owned()
    } else {
        std::env::temp_dir()
    }
}

/// The same error with the folder in its words.
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

    /// The file alone.
    pub(in crate::suite) fn into_file(self) -> File {
        self.0
    }

    /// What went wrong when it was written, with the folder.
    pub(in crate::suite) fn unwritten(error: io::Error) -> io::Error {
        match error.kind() {
            // It is tried again.
            io::ErrorKind::Interrupted => error,
            _ => named("write", &explain(&error), &error),
        }
    }
}

/// To be read: what is written goes through [`Write`] and [`PrivateFile::write_at`].
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
