//! What files have that is another on each system: reading and writing by position, identity, owner and
//! permissions, a folder for large temporary files. All else in this room is for every system.

use std::fs::{File, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// Device, file number and time of the last change of either.
pub(super) type FileIdentity = (u64, u64, i64, i64);

/// What tells the file from another under its name, where the system tells it.
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

/// Reads some bytes at `offset`, wherever the file's own position is.
#[cfg(unix)]
pub(super) fn read_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, bytes, offset)
}

#[cfg(windows)]
pub(super) fn read_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, bytes, offset)
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

/// Gives a temporary file the permissions of any new file, where its own are those of a secret.
#[cfg(unix)]
pub(super) fn permit_as_any_new_file(builder: &mut tempfile::Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt;
    // The system takes away what the user's mask says.
    builder.permissions(std::fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
pub(super) fn permit_as_any_new_file(_: &mut tempfile::Builder<'_, '_>) {}

/// Makes a file that nobody else can read, where none is.
pub(super) fn new_private_file(path: &Path) -> io::Result<File> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Gives the new file the old one's owner, as far as allowed, and its permissions.
pub(super) fn take_after(new: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let here = new.metadata()?;
        if (here.uid(), here.gid()) != (old.uid(), old.gid()) {
            // Only root may give files away; a group one is in may be given. Else it stays ours.
            let _ = fchown(new, Some(old.uid()), Some(old.gid()))
                .or_else(|_| fchown(new, None, Some(old.gid())));
        }
    }
    new.set_permissions(old.permissions())
}

/// Where large temporary files belong: what the user chose, else not the folder that is often kept
/// in memory.
pub(super) fn spool_folder() -> PathBuf {
    let large = Path::new("/var/tmp");
    if std::env::var_os("TMPDIR").is_none() && large.is_dir() {
        large.to_owned()
    } else {
        std::env::temp_dir()
    }
}
