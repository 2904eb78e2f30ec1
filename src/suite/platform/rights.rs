//! The permissions of a file that replaces another: nobody gains access.

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

#[cfg(unix)]
pub(crate) use unix::{as_any_new_file, creation_mode, take_after};

/// The permissions of a file that only its owner can read.
pub(crate) const PRIVATE: u32 = 0o600;

#[cfg(not(unix))]
pub(crate) fn creation_mode(_: &Path, _: Option<&Metadata>) -> u32 {
    PRIVATE
}

#[cfg(not(unix))]
pub(crate) fn as_any_new_file(_: &File, _: u32) -> io::Result<()> {
    Ok(())
}

#[cfg(not(unix))]
pub(crate) fn take_after(new: &File, _: &Path, old: &Metadata) -> io::Result<()> {
    crate::suite::writing::permit(new, old.permissions())
}

#[cfg(unix)]
mod unix {
    use std::ffi::OsStr;
    use std::fs::Permissions;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    use std::sync::OnceLock;

    use super::{File, Metadata, PRIVATE, Path, io};
    use crate::suite::writing;

    /// The permissions of a new file, before the user's umask applies.
    const ANY: u32 = 0o666;
    /// The permissions to keep: read, write and run for all three, and the sticky bit. A newly written text is not
    /// run with its owner's rights.
    const KEPT: u32 = 0o1777;

    /// The attribute with the access list of a file.
    const ACCESS: &str = "system.posix_acl_access";
    const DEFAULT: &str = "system.posix_acl_default";

    /// Returns the permissions for creating a temporary file in this folder: private, except where only the system
    /// knows the permissions of a new file. That is so where the folder has an access list for new files, and where
    /// the umask can't be read.
    pub(crate) fn creation_mode(folder: &Path, old: Option<&Metadata>) -> u32 {
        let unknown = || attribute(folder, OsStr::new(DEFAULT)).is_some() || mask().is_none();
        if old.is_none() && unknown() {
            ANY
        } else {
            PRIVATE
        }
    }

    /// Gives a new file, made by [`creation_mode`], the permissions of any new file.
    pub(crate) fn as_any_new_file(new: &File, made: u32) -> io::Result<()> {
        match mask() {
            Some(mask) if made == PRIVATE => permit(new, ANY & !mask),
            _ => Ok(()),
        }
    }

    /// Gives a file the owner, group, permissions, access list and attributes of the one it replaces, as far as
    /// allowed. If the group can't be kept, another group gains nothing.
    pub(crate) fn take_after(new: &File, path: &Path, old: &Metadata) -> io::Result<()> {
        let here = new.metadata()?;
        let mut has_group = here.gid() == old.gid();
        if here.uid() != old.uid() || !has_group {
            // Only root may give files away; a file may be given to one of the user's groups. Otherwise it stays the
            // user's.
            let give = |user| writing::own(|| fchown(new, user, Some(old.gid())));
            let given = give(Some(old.uid())).or_else(|_| give(None));
            has_group |= given.is_ok();
        }
        let mut access = None;
        for name in attributes(path) {
            let Some(value) = attribute(path, &name) else {
                continue;
            };
            match name.to_str() {
                Some(ACCESS) => access = Some(value),
                // Rights to run, like the setuid bit.
                Some("security.capability") => {}
                Some(known) if known.starts_with("user.") => {
                    set_attribute(new, &name, &value)?;
                }
                // Labels set by the system or its administrator, kept if allowed.
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
                // A list that the folder gives to new files; the old file had none.
                #[cfg(target_os = "linux")]
                let _ = rustix::fs::fremovexattr(new, ACCESS);
                permit(new, mode)
            }
        }
    }

    fn permit(file: &File, mode: u32) -> io::Result<()> {
        // Some file systems have no permissions, and refuse changes.
        if file.metadata()?.mode() & 0o7777 == mode {
            return Ok(());
        }
        writing::permit(file, Permissions::from_mode(mode))
    }

    /// Returns the permissions for a file whose group has changed: the new group had the access of all others, and
    /// the old group now belongs to these.
    pub(super) fn without_group(mode: u32) -> u32 {
        let both = mode >> 3 & mode & 0o7;
        mode & !0o77 | both << 3 | both
    }

    /// Limits an access list in the same way as [`without_group`]: a version, then entries of a tag, permissions and
    /// an id.
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

    #[cfg(any(target_os = "linux", target_os = "macos"))]
    fn attributes(path: &Path) -> Vec<std::ffi::OsString> {
        use std::os::unix::ffi::OsStringExt;
        let mut names = vec![0; 1 << 16];
        let Ok(length) = rustix::fs::listxattr(path, names.as_mut_slice()) else {
            return Vec::new();
        };
        names.truncate(length);
        let names = names
            .split(|byte| *byte == 0)
            .filter(|name| !name.is_empty());
        names
            .map(|name| std::ffi::OsString::from_vec(name.to_vec()))
            .collect()
    }

    #[cfg(any(target_os = "linux", target_os = "macos"))]
    fn attribute(path: &Path, name: &OsStr) -> Option<Vec<u8>> {
        let mut value = vec![0; 1 << 16];
        let length = rustix::fs::getxattr(path, name, value.as_mut_slice()).ok()?;
        value.truncate(length);
        Some(value)
    }

    #[cfg(any(target_os = "linux", target_os = "macos"))]
    fn set_attribute(file: &File, name: &OsStr, value: &[u8]) -> io::Result<()> {
        let flags = rustix::fs::XattrFlags::empty();
        writing::attribute(|| Ok(rustix::fs::fsetxattr(file, name, value, flags)?))
    }

    #[cfg(not(any(target_os = "linux", target_os = "macos")))]
    fn set_attribute(_: &File, _: &OsStr, _: &[u8]) -> io::Result<()> {
        writing::attribute(|| Ok(()))
    }

    #[cfg(not(any(target_os = "linux", target_os = "macos")))]
    fn attributes(_: &Path) -> Vec<std::ffi::OsString> {
        Vec::new()
    }

    #[cfg(not(any(target_os = "linux", target_os = "macos")))]
    fn attribute(_: &Path, _: &OsStr) -> Option<Vec<u8>> {
        None
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::unix::{narrow, without_group};

    #[test]
    fn another_group_gets_nothing_that_all_others_had_not() {
        let check = |old: u32, new: u32| {
            let found = without_group(old);
            assert_eq!(found, new, "{old:o} became {found:o}, not {new:o}");
        };
        check(0o640, 0o600);
        check(0o660, 0o600);
        check(0o644, 0o644);
        check(0o664, 0o644);
        // The old group is among all others now.
        check(0o604, 0o600);
        check(0o600, 0o600);
        check(0o1750, 0o1700);
    }

    #[test]
    fn an_access_list_gives_another_group_nothing_either() {
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
