//! Files on Unix: identity, permissions, locks, renames. A file that replaces another gets its owner,
//! permissions and attributes such that nobody gains access.

use std::ffi::OsStr;
use std::fs::{DirBuilder, File, Metadata, OpenOptions, Permissions, TryLockError};
use std::io;
use std::ops::Deref;
use std::os::fd::AsFd;
use std::os::unix::fs::{
    DirBuilderExt, FileExt, MetadataExt, OpenOptionsExt, PermissionsExt, fchown,
};
use std::path::Path;
use std::sync::OnceLock;

use xattr::FileExt as _;

use super::LockAttempt;
use crate::suite::archive::on_disk;
use crate::suite::writing::{self, Step};

/// The variable that names the folder for temporary files.
pub(super) const TEMPORARY: &str = "TMPDIR";

/// The metadata and identity of a file.
#[derive(Clone, Debug)]
pub struct FileInfo(Metadata);

impl FileInfo {
    /// Returns the metadata of the file at `path`, through links; for a member, of its archive.
    ///
    /// # Errors
    /// The metadata can't be read.
    pub fn at(path: &Path) -> io::Result<Self> {
        std::fs::metadata(on_disk(path)?).map(Self)
    }

    /// Returns the metadata of an open file.
    ///
    /// # Errors
    /// The metadata can't be read.
    pub fn of(file: &File) -> io::Result<Self> {
        file.metadata().map(Self)
    }

    /// Returns the metadata of the file behind a stream such as standard input.
    ///
    /// # Errors
    /// The stream is closed.
    pub fn of_stream(stream: &impl AsFd) -> io::Result<Self> {
        Self::of(&stream.as_fd().try_clone_to_owned()?.into())
    }

    /// Returns the device, and the number of the file on it.
    pub(crate) fn number(&self) -> (u64, u64) {
        (self.0.dev(), self.0.ino())
    }

    /// Returns the time of the last change of the file or of its metadata.
    pub(in crate::suite) fn changed(&self) -> (i64, i64) {
        (self.0.ctime(), self.0.ctime_nsec())
    }

    /// Returns the number of names (hard links) of the file.
    pub(in crate::suite) fn names(&self) -> u64 {
        self.0.nlink()
    }
}

impl Deref for FileInfo {
    type Target = Metadata;

    fn deref(&self) -> &Metadata {
        &self.0
    }
}

pub(in crate::suite) use std::fs::rename;

/// Opens a folder, to read its metadata or to sync its names to the disk.
pub(in crate::suite) fn open_folder(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// Reads some bytes at `offset`, independent of the file's own position.
pub(super) fn read_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
    file.read_at(bytes, offset)
}

pub(in crate::suite) fn write_at(file: &File, bytes: &[u8], offset: u64) -> io::Result<()> {
    file.write_all_at(bytes, offset)
}

/// Sets the permissions of a new file, before the user's umask applies.
pub(crate) fn make_with(options: &mut OpenOptions, mode: u32) {
    options.mode(mode);
}

/// Makes new folders accessible to their owner only.
pub(crate) fn make_private(builder: &mut DirBuilder) {
    builder.mode(0o700);
}

/// Returns a folder for large temporary files that is not kept in memory; `None` if the user names one.
pub(super) fn large_folder() -> Option<&'static Path> {
    let large = Path::new("/var/tmp");
    (std::env::var_os(TEMPORARY).is_none() && large.is_dir()).then_some(large)
}

/// Returns the permissions of a file without the setuid and setgid bits, if it has any of these.
pub(in crate::suite) fn less_owners_rights(file: &Metadata) -> Option<Permissions> {
    let mode = file.mode();
    (mode & 0o6000 != 0).then(|| Permissions::from_mode(mode & KEPT))
}

/// Returns true if a file is not on a disk but a view of the running system (`/proc`, `/sys`).
#[cfg(target_os = "linux")]
pub(in crate::suite) fn is_of_the_kernel(path: &Path) -> bool {
    use rustix::fs::{PROC_SUPER_MAGIC, statfs};
    // Those of sysfs, cgroups (both versions), debugfs, tracefs and securityfs have no names in `rustix`.
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

/// Renames a file to a name that must be free; `None` if the system can't do that atomically.
#[cfg(target_os = "linux")]
pub(in crate::suite) fn rename_to_free(from: &Path, to: &Path) -> Option<io::Result<()>> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
        Err(Errno::INVAL | Errno::NOSYS) => None,
        done => Some(done.map_err(io::Error::from)),
    }
}

/// Exchanges the names of two files atomically; `None` if the system can't do that.
#[cfg(target_os = "linux")]
pub(in crate::suite) fn exchange(one: &Path, other: &Path) -> Option<io::Result<()>> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    match renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE) {
        Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => None,
        done => Some(done.map_err(io::Error::from)),
    }
}

/// Locks a file or folder. The lock does not prevent its replacement.
pub(crate) fn try_lock(path: &Path) -> io::Result<LockAttempt> {
    // A network file system locks only files opened for writing.
    let opened = OpenOptions::new().read(true).write(true).open(path);
    let file = match opened.or_else(|_| File::open(path)) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(LockAttempt::Moved),
        // The file can't be read; the writer will report the cause.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            return Ok(LockAttempt::Locked(None));
        }
        Err(error) => return Err(error),
    };
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Ok(LockAttempt::Busy),
        Err(TryLockError::Error(_)) => return Ok(LockAttempt::Locked(None)),
    }
    Ok(match FileInfo::at(path) {
        Ok(there) if there.number() == FileInfo::of(&file)?.number() => {
            LockAttempt::Locked(Some(file))
        }
        Ok(_) => LockAttempt::Moved,
        Err(error) if error.kind() == io::ErrorKind::NotFound => LockAttempt::Moved,
        Err(error) => return Err(error),
    })
}

/// The permissions of a file that only its owner can read.
pub(crate) const PRIVATE: u32 = 0o600;
/// The permissions of a new file, before the user's umask applies.
const ANY: u32 = 0o666;
/// The permissions to keep: read, write and execute for all, and the sticky bit. A newly written text must
/// not run with its owner's rights.
const KEPT: u32 = 0o1777;

/// The attribute with the access list of a file.
const ACCESS: &str = "system.posix_acl_access";
const DEFAULT: &str = "system.posix_acl_default";

/// Returns the permissions for creating a temporary file in this folder: private, unless only the system
/// knows the permissions of a new file. That is so if the folder has an access list for new files, or if the
/// umask can't be read.
pub(crate) fn creation_mode(folder: &Path, old: Option<&Metadata>) -> u32 {
    let has_list = || matches!(xattr::get_deref(folder, DEFAULT), Ok(Some(_)));
    if old.is_none() && (has_list() || mask().is_none()) {
        ANY
    } else {
        PRIVATE
    }
}

/// Gives a new file, made with the mode of [`creation_mode`], the permissions of any new file.
pub(crate) fn as_any_new_file(new: &File, made: u32) -> io::Result<()> {
    match mask() {
        Some(mask) if made == PRIVATE => permit(new, ANY & !mask),
        _ => Ok(()),
    }
}

/// Gives a file the owner, group, permissions, access list and attributes of the one it replaces, as far as
/// allowed. If the group can't be kept, the file's actual group gains no access.
pub(crate) fn take_after(new: &File, path: &Path, old: &Metadata) -> io::Result<()> {
    let here = new.metadata()?;
    let mut has_group = here.gid() == old.gid();
    if here.uid() != old.uid() || !has_group {
        // Only root may change the owner; the user may choose one of the user's own groups. Otherwise the
        // file keeps the user and group that it has.
        let give = |user| writing::with(Step::Own, || fchown(new, user, Some(old.gid())));
        let given = give(Some(old.uid())).or_else(|_| give(None));
        has_group |= given.is_ok();
    }
    let mut access = None;
    for name in xattr::list_deref(path).into_iter().flatten() {
        let Ok(Some(value)) = xattr::get_deref(path, &name) else {
            continue;
        };
        match name.to_str() {
            Some(ACCESS) => access = Some(value),
            // Rights for execution, like the setuid bit.
            Some("security.capability") => {}
            Some(known) if known.starts_with("user.") => {
                set_attribute(new, &name, &value)?;
            }
            // Labels set by the system or its administrator; kept if allowed.
            _ => drop(set_attribute(new, &name, &value)),
        }
    }
    let mode = match has_group {
        true => old.mode() & KEPT,
        false => without_group(old.mode() & KEPT),
    };
    match access {
        // The group bits are the maximum that the list allows.
        Some(mut list) => {
            if !has_group {
                narrow(&mut list);
            }
            set_attribute(new, OsStr::new(ACCESS), &list)
        }
        None => {
            // A list that new files inherit from the folder; the old file had none.
            let _ = new.remove_xattr(ACCESS);
            permit(new, mode)
        }
    }
}

fn permit(file: &File, mode: u32) -> io::Result<()> {
    // Some file systems have no permissions, and refuse changes.
    if file.metadata()?.mode() & 0o7777 == mode {
        return Ok(());
    }
    writing::with(Step::Permit, || {
        file.set_permissions(Permissions::from_mode(mode))
    })
}

/// Returns the permissions for a file whose group has changed: the new group belonged to all others before,
/// and the old group belongs to them now, so both get only what both had.
pub(super) fn without_group(mode: u32) -> u32 {
    let both = mode >> 3 & mode & 0o7;
    mode & !0o77 | both << 3 | both
}

/// Limits an access list like [`without_group`]. A list is a version (4 bytes), then entries with a tag,
/// permissions and an id (8 bytes each).
pub(super) fn narrow(list: &mut [u8]) {
    const GROUP: u8 = 0x04;
    const OTHER: u8 = 0x20;
    let Some(entries) = list.get_mut(4..) else {
        return;
    };
    let permissions = |entries: &[u8], wanted: u8| {
        let mut all = entries.chunks_exact(8);
        all.find_map(|entry| match entry {
            [tag, 0, permissions, ..] if *tag == wanted => Some(*permissions),
            _ => None,
        })
    };
    let group = permissions(entries, GROUP).unwrap_or_default();
    let both = group & permissions(entries, OTHER).unwrap_or_default();
    for entry in entries.chunks_exact_mut(8) {
        if let [GROUP | OTHER, 0, permissions, ..] = entry {
            *permissions = both;
        }
    }
}

/// Returns the user's umask. Only Linux reports it; elsewhere reading it means setting it, for all threads.
fn mask() -> Option<u32> {
    static MASK: OnceLock<Option<u32>> = OnceLock::new();
    *MASK.get_or_init(|| {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("Umask:"))?;
        u32::from_str_radix(line.trim(), 8).ok()
    })
}

fn set_attribute(file: &File, name: &OsStr, value: &[u8]) -> io::Result<()> {
    writing::with(Step::Attribute, || file.set_xattr(name, value))
}

#[cfg(test)]
mod tests {
    use super::{narrow, without_group};

    #[test]
    fn another_group_gains_no_access() {
        let check = |old: u32, new: u32| {
            let found = without_group(old);
            assert_eq!(found, new, "{old:o} became {found:o}, not {new:o}");
        };
        check(0o640, 0o600);
        check(0o660, 0o600);
        check(0o644, 0o644);
        check(0o664, 0o644);
        // The old group belongs to all others now.
        check(0o604, 0o600);
        check(0o600, 0o600);
        check(0o1750, 0o1700);
    }

    #[test]
    fn an_access_list_gives_another_group_no_access_either() {
        let entry = |tag: u8, permissions: u8, id: u8| [tag, 0, permissions, 0, id, 0, 0, 0];
        let list = |group: u8, other: u8| {
            let entries = [
                entry(0x01, 6, 255),
                entry(0x02, 6, 7),
                entry(0x04, group, 255),
                entry(0x10, 6, 255),
                entry(0x20, other, 255),
            ];
            [&[2, 0, 0, 0][..], &entries.concat()].concat()
        };
        let check = |old: (u8, u8), new: (u8, u8)| {
            let mut found = list(old.0, old.1);
            narrow(&mut found);
            assert_eq!(found, list(new.0, new.1));
        };
        check((6, 0), (0, 0));
        check((6, 4), (4, 4));
        check((0, 4), (0, 0));
        narrow(&mut [2, 0]);
    }
}
