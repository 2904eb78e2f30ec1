//! The permissions and attributes of a file before and after a save.
#![cfg(unix)]

use super::*;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

fn with_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_file_keeps_its_permissions_except_setuid_and_setgid() {
    for (before, after) in [
        (0o600, 0o600),
        (0o640, 0o640),
        (0o644, 0o644),
        (0o666, 0o666),
        (0o777, 0o777),
        (0o4755, 0o755),
        (0o2755, 0o755),
    ] {
        let folder = folder();
        let path = file(&folder, "a.epd", b"old\n");
        with_mode(&path, before);
        replace_file(&path, None, |out| out.write_all(b"new\n")).unwrap();
        assert_eq!(mode(&path), after, "from {before:o}");
    }
}

#[test]
fn nobody_else_can_read_a_file_before_it_is_finished() {
    let folder = folder();
    for old in [None, Some(0o644), Some(0o666)] {
        let path = folder.path().join("a.epd");
        if let Some(old) = old {
            fs::write(&path, "old").unwrap();
            with_mode(&path, old);
        }
        replace_file(&path, None, |out| {
            let names = names(&folder);
            let temporary = names.iter().find(|name| name.ends_with(".saving")).unwrap();
            assert_eq!(mode(&folder.path().join(temporary)), 0o600);
            out.write_all(b"new\n")
        })
        .unwrap();
    }
}

#[test]
fn a_new_file_has_the_permissions_of_any_new_file() {
    let folder = folder();
    let any = file(&folder, "any", b"");
    let path = folder.path().join("a.epd");
    replace_file(&path, None, |out| out.write_all(b"new\n")).unwrap();
    assert_eq!(mode(&path), mode(&any));
}

#[test]
fn owner_and_group_are_kept_if_allowed() {
    let folder = folder();
    let path = file(&folder, "a.epd", b"old\n");
    if chown(&path, Some(1234), Some(99)).is_err() {
        eprintln!("skipped: this user may not give files away");
        return;
    }
    with_mode(&path, 0o640);
    replace_file(&path, None, |out| out.write_all(b"new\n")).unwrap();
    let now = fs::metadata(&path).unwrap();
    assert_eq!((now.uid(), now.gid(), mode(&path)), (1234, 99, 0o640));
}

#[cfg(target_os = "linux")]
#[test]
fn attributes_and_access_lists_stay() {
    use rustix::fs::{XattrFlags, getxattr, setxattr};
    let folder = folder();
    let path = file(&folder, "a.epd", b"old\n");
    let get = |name: &str| {
        let mut value = [0; 256];
        let length = getxattr(&path, name, &mut value[..]).ok()?;
        Some(value[..length].to_vec())
    };
    let set = |name: &str, value: &[u8]| setxattr(&path, name, value, XattrFlags::empty());
    if set("user.origin", b"a book").is_err() {
        eprintln!("skipped: this file system has no attributes");
        return;
    }
    // Read access for user 7 besides the owner, in the system's binary form.
    let entry = |tag: u8, permissions: u8, id: u32| {
        let id = id.to_le_bytes();
        [[tag, 0, permissions, 0], id].concat()
    };
    let none = u32::MAX;
    let entries = [
        entry(0x01, 6, none),
        entry(0x02, 4, 7),
        entry(0x04, 0, none),
        entry(0x10, 4, none),
        entry(0x20, 0, none),
    ];
    let list = [&[2, 0, 0, 0][..], &entries.concat()].concat();
    let has_lists = set("system.posix_acl_access", &list).is_ok();
    let before = mode(&path);
    replace_file(&path, None, |out| out.write_all(b"new\n")).unwrap();
    assert_eq!(get("user.origin").as_deref(), Some(&b"a book"[..]));
    if has_lists {
        assert_eq!(get("system.posix_acl_access"), Some(list));
    }
    assert_eq!(mode(&path), before);
}

#[test]
fn a_file_with_hard_links_is_refused_and_keeps_them_when_written_in_place() {
    let folder = folder();
    let path = file(&folder, "a.epd", b"the old text\n");
    let other = folder.path().join("b.epd");
    fs::hard_link(&path, &other).unwrap();
    with_mode(&path, 0o4755);
    let fill = |out: &mut dyn Write| out.write_all(b"new\n");
    let refused = Replace::new(&path, None, ReplaceFallback::Refuse)
        .write(fill)
        .unwrap_err();
    assert!(
        matches!(refused, SaveError::Linked { names: 2, .. }),
        "{refused}"
    );
    assert_eq!(fs::read(&path).unwrap(), b"the old text\n");
    let (_, written) = Replace::new(&path, None, ReplaceFallback::InPlace)
        .write(fill)
        .unwrap();
    assert_eq!(written, WriteMethod::IntoLinked(2));
    assert_eq!(fs::read(&other).unwrap(), b"new\n");
    assert_eq!(mode(&path), 0o755);
    assert_eq!(names(&folder), ["a.epd", "b.epd"]);
    // A new file under this name leaves the text of the other unchanged.
    let replace = Replace::new(&path, None, ReplaceFallback::Replace);
    replace.write(|out| out.write_all(b"newer\n")).unwrap();
    assert_eq!(fs::read(&other).unwrap(), b"new\n");
    assert_eq!(fs::read(&path).unwrap(), b"newer\n");
}

#[test]
fn a_file_in_a_folder_without_write_access_is_written_in_place() {
    use crate::suite::writing::faults;
    let folder = folder();
    let path = file(&folder, "a.epd", b"old\n");
    let fill = |out: &mut dyn Write| out.write_all(b"new\n");
    let denied = io::ErrorKind::PermissionDenied;
    let write = |otherwise| {
        let replace = Replace::new(&path, None, otherwise);
        faults::with(Some(0), false, denied, || replace.write(fill)).0
    };
    let refused = write(ReplaceFallback::Refuse).unwrap_err();
    assert!(matches!(refused, SaveError::Folder { .. }), "{refused}");
    let (_, written) = write(ReplaceFallback::InPlace).unwrap();
    assert_eq!(written, WriteMethod::IntoFile);
    assert_eq!(fs::read(&path).unwrap(), b"new\n");
    assert_eq!(names(&folder), ["a.epd"]);
}

#[test]
fn a_backup_is_the_old_file_next_to_the_new_one() {
    let folder = folder();
    let path = file(&folder, "a.epd", b"old\n");
    with_mode(&path, 0o640);
    for text in ["new\n", "newer\n"] {
        let mut replace = Replace::new(&path, None, ReplaceFallback::Refuse);
        replace.backup = true;
        replace.write(|out| out.write_all(text.as_bytes())).unwrap();
    }
    assert_eq!(fs::read(&path).unwrap(), b"newer\n");
    let backup = folder.path().join("a.epd~");
    assert_eq!(fs::read(&backup).unwrap(), b"new\n");
    assert_eq!(mode(&backup), 0o640);
    assert_eq!(names(&folder), ["a.epd", "a.epd~"]);
}
