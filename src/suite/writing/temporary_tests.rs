use crate::suite::writing::*;

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.collect()
}

#[test]
fn an_unnamed_temporary_file_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    let one = Temporary::new(folder.path(), OsStr::new("a.epd"), 0o600).unwrap();
    assert!(
        is_ours(&names(folder.path())[0]),
        "{:?}",
        names(folder.path())
    );
    drop(one);
    assert!(names(folder.path()).is_empty());
}

#[test]
fn only_files_left_by_killed_processes_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str| fs::write(folder.path().join(name), "").unwrap();
    for name in [".a.epd.x1Y2z3.saving", ".b.epd.abcdef.saving"] {
        write(name);
    }
    let others = [
        ".a.epd.saving",
        ".a.epd.abc.saving",
        "a.epd.abcdef.saving",
        ".a.epd.abc-ef.saving",
        "a.epd",
    ];
    others.iter().for_each(|name| write(name));
    // A file that is being written.
    let alive = folder.path().join(".c.epd.abcdef.saving");
    File::create(&alive).unwrap();
    let lock = try_lock(&alive);
    assert!(matches!(lock, Ok(LockAttempt::Locked(Some(_)))));
    sweep(folder.path());
    let mut left = names(folder.path());
    left.sort();
    let mut expected: Vec<_> = others.iter().map(ToString::to_string).collect();
    expected.push(".c.epd.abcdef.saving".into());
    expected.sort();
    assert_eq!(left, expected);
}
