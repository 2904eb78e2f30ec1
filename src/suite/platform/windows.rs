//! Files on Windows. A lock prevents others from reading, and a new file has the permissions of its folder.

use std::fs::{self, DirBuilder, File, Metadata, OpenOptions, Permissions};
use std::hash::BuildHasher;
use std::io;
use std::ops::Deref;
use std::os::windows::fs::{FileExt, OpenOptionsExt};
use std::os::windows::io::AsHandle;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use rustc_hash::FxBuildHasher;
use winapi_util::HandleRef;

use super::LockAttempt;
use crate::suite::archive::on_disk;

/// The variable that names the folder for temporary files.
pub(super) const TEMPORARY: &str = "TMP";
/// A new file has the permissions of its folder.
pub(crate) const PRIVATE: u32 = 0;

/// `FILE_FLAG_BACKUP_SEMANTICS`: opens folders like files.
const FOLDERS_TOO: u32 = 0x0200_0000;
/// `FILE_FLAG_DELETE_ON_CLOSE`: the file is deleted when it is closed or the process ends.
const DELETED_ON_CLOSE: u32 = 0x0400_0000;
/// `ERROR_SHARING_VIOLATION`: another process has the file open without sharing it.
const OPENED_BY_ANOTHER: i32 = 32;

/// The metadata and identity of a file.
#[derive(Clone, Debug)]
pub struct FileInfo {
    metadata: Metadata,
    number: (u64, u64),
    names: u64,
}

impl FileInfo {
    /// Returns the metadata of the file at `path`, through links; for a member, of its archive.
    ///
    /// # Errors
    /// The metadata can't be read.
    pub fn at(path: &Path) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        options.access_mode(0).custom_flags(FOLDERS_TOO);
        Self::of(&options.open(on_disk(path)?)?)
    }

    /// Returns the metadata of an open file.
    ///
    /// # Errors
    /// The metadata can't be read.
    pub fn of(file: &File) -> io::Result<Self> {
        let info = winapi_util::file::information(HandleRef::from_file(file))?;
        Ok(Self {
            metadata: file.metadata()?,
            number: (info.volume_serial_number(), info.file_index()),
            names: info.number_of_links(),
        })
    }

    /// Returns the metadata of the file behind a stream such as standard input.
    ///
    /// # Errors
    /// The stream is closed, or not a file.
    pub fn of_stream(stream: &impl AsHandle) -> io::Result<Self> {
        Self::of(&stream.as_handle().try_clone_to_owned()?.into())
    }

    /// Returns the volume, and the number of the file on it.
    pub(crate) fn number(&self) -> (u64, u64) {
        self.number
    }

    /// Returns zeros: Windows reports no such time.
    pub(in crate::suite) fn changed(&self) -> (i64, i64) {
        (0, 0)
    }

    /// Returns the number of names (hard links) of the file.
    pub(in crate::suite) fn names(&self) -> u64 {
        self.names
    }
}

impl Deref for FileInfo {
    type Target = Metadata;

    fn deref(&self) -> &Metadata {
        &self.metadata
    }
}

/// Opens a folder, to read its metadata or to sync its names to the disk.
pub(in crate::suite) fn open_folder(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).custom_flags(FOLDERS_TOO).open(path)
}

/// The number of attempts to rename, and the pause between two: a virus scanner has a file open for a moment.
const ATTEMPTS: (u32, Duration) = (20, Duration::from_millis(10));

/// Renames a file, replacing another.
///
/// # Errors
/// The system refuses, or another program has the other file open such that it can't be replaced.
pub(in crate::suite) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    for _ in 0..ATTEMPTS.0 {
        match replace(from, to) {
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => sleep(ATTEMPTS.1),
            done => return done,
        }
    }
    let alone = OpenOptions::new().read(true).share_mode(0).open(to);
    Err(match alone {
        Err(error) if error.raw_os_error() == Some(OPENED_BY_ANOTHER) => io::Error::new(
            io::ErrorKind::ResourceBusy,
            "another program has the file open",
        ),
        _ => io::ErrorKind::PermissionDenied.into(),
    })
}

/// Renames a file. If an open file can't be replaced, as on network drives, it is first renamed and then
/// removed, provided that those who have it open allow that.
fn replace(from: &Path, to: &Path) -> io::Result<()> {
    let Err(refusal) = fs::rename(from, to) else {
        return Ok(());
    };
    let is_free = |path: &Path| {
        let found = fs::symlink_metadata(path);
        found.is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
    };
    let mut asides = (1..100).map(|nth| to.with_added_extension(format!("before-saving-{nth}")));
    let Some(aside) = asides.find(|path| is_free(path)).filter(|_| to.is_file()) else {
        return Err(refusal);
    };
    fs::rename(to, &aside)?;
    if let Err(error) = fs::rename(from, to) {
        let _ = fs::rename(&aside, to);
        return Err(error);
    }
    let _ = fs::remove_file(aside);
    Ok(())
}

pub(super) fn read_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
    file.seek_read(bytes, offset)
}

pub(in crate::suite) fn write_at(file: &File, bytes: &[u8], offset: u64) -> io::Result<()> {
    let mut done = 0;
    while let Some(rest) = bytes.get(done..).filter(|rest| !rest.is_empty()) {
        done += file.seek_write(rest, offset + done as u64)?;
    }
    Ok(())
}

pub(crate) fn make_with(_: &mut OpenOptions, _: u32) {}

pub(crate) fn make_private(_: &mut DirBuilder) {}

pub(super) fn large_folder() -> Option<&'static Path> {
    None
}

pub(in crate::suite) fn less_owners_rights(_: &Metadata) -> Option<Permissions> {
    None
}

pub(in crate::suite) fn creation_mode(_: &Path, _: Option<&Metadata>) -> u32 {
    PRIVATE
}

pub(in crate::suite) fn as_any_new_file(_: &File, _: u32) -> io::Result<()> {
    Ok(())
}

pub(in crate::suite) fn take_after(_: &File, _: &Path, _: &Metadata) -> io::Result<()> {
    Ok(())
}

/// Locks a file or folder by exclusively opening a file that represents it in the folder for temporary files
/// and is deleted when closed. A lock of the file itself would prevent others from reading it.
pub(crate) fn try_lock(path: &Path) -> io::Result<LockAttempt> {
    let path = match dunce::canonicalize(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(LockAttempt::Moved),
        whole => whole?,
    };
    let name = format!("epdit-{:016x}.lock", FxBuildHasher.hash_one(path));
    let mut options = OpenOptions::new();
    let options = options.write(true).create(true).share_mode(0);
    let opened = options
        .custom_flags(DELETED_ON_CLOSE)
        .open(std::env::temp_dir().join(name));
    Ok(match opened {
        Ok(file) => LockAttempt::Locked(Some(file)),
        Err(error) if error.raw_os_error() == Some(OPENED_BY_ANOTHER) => LockAttempt::Busy,
        // No file can be created in that folder.
        Err(_) => LockAttempt::Locked(None),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::save::{Replace, ReplaceFallback};

    #[test]
    fn an_open_file_is_replaced_if_its_users_allow_that_and_unchanged_otherwise() {
        const READ: u32 = 1;
        const WRITE: u32 = 2;
        const DELETE: u32 = 4;
        for (share, is_replaced) in [
            (READ | WRITE | DELETE, true),
            (READ | WRITE, false),
            (READ, false),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("a.epd");
            fs::write(&path, "old").unwrap();
            let opened = OpenOptions::new().read(true).share_mode(share).open(&path);
            let saved = Replace::new(&path, None, ReplaceFallback::Refuse)
                .write(|out| out.write_all(b"new"));
            assert_eq!(saved.is_ok(), is_replaced, "{share}: {saved:?}");
            if let Err(error) = saved {
                let said = error.to_string();
                assert!(said.ends_with("the file is unchanged"), "{said}");
            }
            drop(opened);
            let text = fs::read_to_string(&path).unwrap();
            assert_eq!(text, if is_replaced { "new" } else { "old" }, "{share}");
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{share}");
        }
    }

    #[test]
    fn long_paths_and_names_of_any_alphabet_are_saved() {
        let folder = tempfile::tempdir().unwrap();
        let deep = (0..12).fold(folder.path().to_owned(), |path, nth| {
            path.join(format!("{nth} шахматы 象棋 ♞ {}", "x".repeat(20)))
        });
        fs::create_dir_all(&deep).unwrap();
        let path = deep.join("позиция.epd");
        assert!(path.as_os_str().len() > 400);
        for text in [b"one", b"two"] {
            let saved =
                Replace::new(&path, None, ReplaceFallback::Refuse).write(|out| out.write_all(text));
            assert!(saved.is_ok(), "{saved:?}");
            assert_eq!(fs::read(&path).unwrap(), text);
        }
    }
}
