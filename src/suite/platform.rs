//! System-dependent file operations: access by position, identity, names. [`rights`] covers the attributes that a
//! replacement takes over, and [`private`] private files. The rest of this room is portable.

pub(crate) mod private;
pub(super) mod rights;
pub(crate) mod words;

use std::fs::{DirBuilder, File, Metadata, OpenOptions, Permissions};
use std::io;
use std::path::Path;

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
