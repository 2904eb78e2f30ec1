//! Access to files by the functions of each operating system, with one interface. All other modules of this
//! room are portable. Private files have no name and are deleted when the process ends.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

#[cfg(not(target_os = "linux"))]
pub(super) use elsewhere::{exchange, is_of_the_kernel, rename_to_free};
pub use system::FileInfo;
use system::read_at;
pub(crate) use system::{PRIVATE, make_private, make_with, try_lock};
pub(super) use system::{
    as_any_new_file, creation_mode, less_owners_rights, open_folder, rename, take_after, write_at,
};
#[cfg(target_os = "linux")]
pub(super) use system::{exchange, is_of_the_kernel, rename_to_free};

/// The operations that only Linux has.
#[cfg(not(target_os = "linux"))]
mod elsewhere {
    use super::{Path, io};

    pub(in crate::suite) fn is_of_the_kernel(_: &Path) -> bool {
        false
    }

    pub(in crate::suite) fn rename_to_free(_: &Path, _: &Path) -> Option<io::Result<()>> {
        None
    }

    pub(in crate::suite) fn exchange(_: &Path, _: &Path) -> Option<io::Result<()>> {
        None
    }
}

pub(crate) enum LockAttempt {
    /// Locked; `None` if the system has no locks.
    Locked(Option<File>),
    Busy,
    /// The name now belongs to another file.
    Moved,
}

impl FileInfo {
    /// Returns true if both are the same file.
    pub fn is_same(&self, other: &Self) -> bool {
        self.number() == other.number()
    }
}

/// The length, times and identity of a file.
#[derive(Clone, Debug)]
pub struct Stamp {
    pub(super) len: u64,
    pub(super) modified: Option<SystemTime>,
    /// The device, and the number of the file on it.
    pub(super) number: (u64, u64),
    /// The time of the last change of the file or of its metadata.
    changed: (i64, i64),
    /// Whether the file was written to just before this stamp was taken.
    pub(super) is_young: bool,
}

impl PartialEq for Stamp {
    fn eq(&self, other: &Self) -> bool {
        let identity = |stamp: &Self| (stamp.len, stamp.modified, stamp.number, stamp.changed);
        identity(self) == identity(other)
    }
}

impl Eq for Stamp {}

/// The age of a file below which a further write may leave its times unchanged: the clock of a file system
/// ticks as seldom as 100 times a second, and two ticks are needed.
pub(super) const YOUNG: Duration = Duration::from_millis(20);

impl Stamp {
    pub(super) fn of(file: &FileInfo) -> Self {
        let modified = file.modified().ok();
        let age = modified.and_then(|modified| SystemTime::now().duration_since(modified).ok());
        Self {
            len: file.len(),
            modified,
            number: file.number(),
            changed: file.changed(),
            is_young: age.is_some_and(|age| age < YOUNG),
        }
    }
}

/// A reader of a file that does not move the file's own position, which all its handles share.
pub(super) struct FileReader {
    file: Arc<File>,
    at: u64,
}

impl FileReader {
    /// Returns a reader from the start of the file.
    pub(super) fn new(file: impl Into<Arc<File>>) -> Self {
        Self::from(file, 0)
    }

    /// Returns a reader from an offset in the file.
    pub(super) fn from(file: impl Into<Arc<File>>, at: u64) -> Self {
        let file = file.into();
        Self { file, at }
    }
}

impl Read for FileReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = read_at(&self.file, buffer, self.at)?;
        self.at += count as u64;
        Ok(count)
    }
}

/// Reads bytes at `offset` until the buffer is full or the file ends; returns their number.
pub(super) fn read_full_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
    let mut done = 0;
    while let Some(rest) = bytes.get_mut(done..).filter(|rest| !rest.is_empty()) {
        match read_at(file, rest, offset + done as u64) {
            Ok(0) => break,
            Ok(count) => done += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(done)
}

/// Creates a file that only its owner can read; it must not exist.
pub(super) fn new_private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    make_with(&mut options, PRIVATE);
    options.open(path)
}

/// Opens a regular file for reading. Fails for pipes, devices and folders: opening a pipe would wait, and a
/// device may have no end.
///
/// # Errors
/// The path is not a regular file, or can't be opened.
pub fn open_regular(path: &Path) -> io::Result<File> {
    // Checked before opening: opening a pipe already waits.
    match std::fs::metadata(path)?.is_file() {
        true => File::open(path),
        false => Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "expected a regular file, found a folder, a pipe or a device",
        )),
    }
}

/// Returns a message for an error in plain words.
pub(crate) fn explain(error: &io::Error) -> String {
    // An error made by this program says more than its kind.
    if error.get_ref().is_some() {
        return error.to_string();
    }
    match error.kind() {
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::NotFound => "no such file or folder".to_owned(),
        io::ErrorKind::NotADirectory => "part of the path is not a folder".to_owned(),
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        io::ErrorKind::QuotaExceeded => "the disk quota is exceeded".to_owned(),
        io::ErrorKind::ReadOnlyFilesystem => "the file system is read-only".to_owned(),
        _ => error.to_string(),
    }
}

/// A private file. Its write errors name the folder, since it is not one of the user's files.
#[derive(Debug)]
pub(crate) struct PrivateFile(File);

/// Creates a private file.
///
/// # Errors
/// No file can be created in the folder for temporary files; the error names it.
pub(crate) fn private_file() -> io::Result<PrivateFile> {
    let made = tempfile::tempfile_in(spool_folder());
    made.map(PrivateFile)
        .map_err(|error| named("make", &error.to_string(), &error))
}

/// Returns the folder for large temporary files: the user's choice, otherwise one that is not usually kept in
/// memory.
pub(in crate::suite) fn spool_folder() -> PathBuf {
    system::large_folder().map_or_else(std::env::temp_dir, Path::to_owned)
}

/// Returns an error with the folder in its message.
fn named(what: &str, why: &str, error: &io::Error) -> io::Error {
    let folder = spool_folder();
    let folder = folder.display();
    let see = system::TEMPORARY;
    let words = format!("can't {what} a temporary file in `{folder}` (see {see}): {why}");
    io::Error::new(error.kind(), words)
}

impl PrivateFile {
    pub(in crate::suite) fn write_at(&self, bytes: &[u8], offset: u64) -> io::Result<()> {
        write_at(&self.0, bytes, offset).map_err(Self::unwritten)
    }

    pub(in crate::suite) fn into_file(self) -> File {
        self.0
    }

    /// Adds the folder to a write error.
    pub(in crate::suite) fn unwritten(error: io::Error) -> io::Error {
        match error.kind() {
            // The caller repeats the write.
            io::ErrorKind::Interrupted => error,
            _ => named("write", &explain(&error), &error),
        }
    }
}

/// Read access; all writing uses [`Write`] and [`PrivateFile::write_at`].
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
    fn written_text_is_read_back_unchanged() {
        let mut file = private_file().expect("a file");
        file.write_all(b"some").expect("room");
        file.write_at(b" text", 4).expect("room");
        let mut text = [0; 9];
        let read = super::read_full_at(&file, &mut text, 0);
        assert_eq!((read.ok(), &text), (Some(9), b"some text"));
    }
}
