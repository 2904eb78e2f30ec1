//! System-dependent file operations: access by position, identity, names. [`rights`] covers the attributes that a
//! replacement takes over, and private files have no name and go with the process. The rest of this room is portable.
//!
//! Messages for system errors.

pub(super) mod rights;

use std::fs::{DirBuilder, File, Metadata, OpenOptions, Permissions};
use std::io::{self, Write};
use std::ops::Deref;
use std::path::{Path, PathBuf};

/// The device, the file number and the time of the last change of either.
pub(super) type FileIdentity = (u64, u64, i64, i64);

/// Returns the identity of the file described by its metadata, if the system has one.
#[cfg(unix)]
pub(super) fn identity(metadata: &Metadata) -> Option<FileIdentity> {
    use std::os::unix::fs::MetadataExt;
    Some((
        metadata.dev(),
        metadata.ino(),
        metadata.ctime(),
        metadata.ctime_nsec(),
    ))
}

#[cfg(not(unix))]
pub(super) fn identity(_: &Metadata) -> Option<FileIdentity> {
    None
}

/// Reads some bytes at `offset`, independent of the file's own position.
#[cfg(unix)]
pub(super) fn read_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, bytes, offset)
}

#[cfg(windows)]
pub(super) fn read_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, bytes, offset)
}

/// Reads bytes at `offset` until all are there or the file ends; returns their number.
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

/// Writes all bytes at `offset`.
#[cfg(unix)]
pub(super) fn write_at(file: &File, bytes: &[u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, offset)
}

#[cfg(windows)]
pub(super) fn write_at(file: &File, bytes: &[u8], offset: u64) -> io::Result<()> {
    let mut done = 0;
    while let Some(rest) = bytes.get(done..).filter(|rest| !rest.is_empty()) {
        done += std::os::windows::fs::FileExt::seek_write(file, rest, offset + done as u64)?;
    }
    Ok(())
}

/// Returns true if a file is not on a disk but a view of the running system (`/proc`, `/sys`).
pub(super) fn is_of_the_kernel(path: &Path) -> bool {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{PROC_SUPER_MAGIC, statfs};
        // The numbers of sysfs, cgroups (both kinds), debugfs, tracefs and securityfs have no names there.
        const OTHERS: [i128; 6] = [
            0x6265_6572,
            0x0027_e0eb,
            0x6367_7270,
            0x6462_6720,
            0x7472_6163,
            0x7363_6673,
        ];
        let kind = statfs(path).map(|found| i128::from(found.f_type));
        kind.is_ok_and(|kind| kind == i128::from(PROC_SUPER_MAGIC) || OTHERS.contains(&kind))
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _none_known = path;
        false
    }
}

/// Returns the number of names (hard links) of a file.
pub(super) fn names_of(metadata: &Metadata) -> u64 {
    #[cfg(unix)]
    return std::os::unix::fs::MetadataExt::nlink(metadata);
    #[cfg(not(unix))]
    {
        let _ = metadata;
        1
    }
}

/// Creates a file that nobody else can read; it must not exist.
pub(super) fn new_private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    make_with(&mut options, rights::PRIVATE);
    options.open(path)
}

/// Opens a regular file for reading. Pipes, devices and folders are refused: opening a pipe would wait, and a device
/// may have no end.
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

/// Returns true if both are the same file.
pub(super) fn is_same(one: &Metadata, other: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        (one.dev(), one.ino()) == (other.dev(), other.ino())
    }
    #[cfg(not(unix))]
    {
        let _ = (one, other);
        true
    }
}

/// Whether a lock still lets others replace the file.
pub(super) const LOCKS_ARE_ADVICE: bool = cfg!(unix);

/// Sets the permissions of a new file, before the user's umask applies.
pub(super) fn make_with(options: &mut OpenOptions, mode: u32) {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, mode);
    #[cfg(not(unix))]
    let _ = (options, mode);
}

/// Makes new folders accessible to their owner only.
pub(super) fn make_private(builder: &mut DirBuilder) {
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(builder, 0o700);
    #[cfg(not(unix))]
    let _ = builder;
}

/// Returns the permissions of a file without those to run as its owner or group, if it has these.
pub(super) fn less_owners_rights(file: &Metadata) -> Option<Permissions> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = file.permissions().mode();
        (mode & 0o6000 != 0).then(|| Permissions::from_mode(mode & 0o1777))
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        None
    }
}

/// Renames a file to a name that must be free; `None` if the system has no such step.
pub(super) fn rename_to_free(from: &Path, to: &Path) -> Option<io::Result<()>> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;
        match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
            Err(Errno::INVAL | Errno::NOSYS) => None,
            done => Some(done.map_err(io::Error::from)),
        }
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = (from, to);
        None
    }
}

/// Exchanges the names of two files in one step; `None` if the system has no such step.
pub(super) fn exchange(one: &Path, other: &Path) -> Option<io::Result<()>> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;
        match renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE) {
            Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => None,
            done => Some(done.map_err(io::Error::from)),
        }
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = (one, other);
        None
    }
}

/// Returns a helpful message for an error.
pub(crate) fn explain(error: &io::Error) -> String {
    // An error made by the program says more than its kind.
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
        write_at(&self.0, bytes, offset).map_err(Self::unwritten)
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
        let read = super::read_full_at(&file, &mut text, 0);
        assert_eq!((read.ok(), &text), (Some(9), b"some text"));
    }
}
