//! Saving, against a real folder.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::*;

mod faults;
mod rights;
use crate::suite::{Grouping, OpenOptions, Suite};

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder for the test")
}

fn open(path: &Path) -> Suite {
    let mut suite = Suite::open(path, &OpenOptions::default()).expect("the file opens");
    suite.wait_until_loaded();
    suite
}

fn file(folder: &TempDir, name: &str, text: &[u8]) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, text).expect("the test's file");
    path
}

fn save(suite: &mut Suite) -> Result<CompletedSave, SaveError> {
    let target = suite.save_target().expect("it has a file");
    let saved = write(&suite.snapshot(), &target, &Job::new(), &|_| {})?;
    suite.mark_saved(saved.clone());
    Ok(saved)
}

fn replace_file(
    path: &Path,
    expected: Option<&FileState>,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<FileState, SaveError> {
    let replace = Replace::new(path, expected, ReplaceFallback::Refuse);
    replace.write(fill).map(|(state, _)| state)
}

/// Returns the sorted names of all files in a folder, temporary ones included.
fn names(folder: &TempDir) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn an_edited_suite_is_written_whole_and_is_then_unmodified() {
    for (text, expected) in [
        (&b"a\nb\n"[..], &b"a\nx\n"[..]),
        (b"a\r\nb", b"a\r\nx"),
        (b"a\rb\rc", b"a\rx\rc"),
        (b"\xef\xbb\xbfa\nb\n\0\xff", b"\xef\xbb\xbfa\nx\n\0\xff"),
    ] {
        let folder = folder();
        let path = file(&folder, "a.epd", text);
        let mut suite = open(&path);
        assert!(suite.replace_line(1, b"x", Grouping::Step, "edit"));
        assert!(suite.is_modified());
        let saved = save(&mut suite).unwrap();
        assert!(saved.written.is_some());
        assert_eq!(saved.bytes, expected.len() as u64);
        assert_eq!(fs::read(&path).unwrap(), expected);
        assert!(!suite.is_modified());
        assert_eq!(suite.edited_count(), 0);
        assert_eq!(names(&folder), ["a.epd"]);
    }
}

#[test]
fn a_save_of_many_chunks_loses_nothing() {
    let folder = folder();
    let text: String = (0..300_000).map(|n| format!("record {n}\n")).collect();
    let path = file(&folder, "a.epd", text.as_bytes());
    let mut suite = open(&path);
    assert!(suite.delete_lines(150_000..150_001, "delete"));
    save(&mut suite).unwrap();
    assert_eq!(
        fs::read(&path).unwrap(),
        text.replace("record 150000\n", "").into_bytes()
    );
}

#[test]
fn undo_after_a_save_is_a_change_again_and_the_line_counts_as_edited() {
    let folder = folder();
    let path = file(&folder, "a.epd", b"a\nb\n");
    let mut suite = open(&path);
    assert!(suite.replace_line(0, b"x", Grouping::Typing, "edit"));
    save(&mut suite).unwrap();
    // Typing continues, but not in the step that is on disk.
    assert!(suite.replace_line(0, b"xy", Grouping::Typing, "edit"));
    assert_eq!(suite.edited_count(), 1);
    assert!(suite.undo().is_some());
    assert!(!suite.is_modified());
    assert!(suite.undo().is_some());
    assert!(suite.is_modified());
    assert_eq!(suite.edited_count(), 1);
    save(&mut suite).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"a\nb\n");
    assert_eq!(suite.edited_count(), 0);
}

#[test]
fn saving_with_no_changes_writes_nothing() {
    let folder = folder();
    let path = file(&folder, "a.epd", b"a\nb\n");
    let before = FileState::of(&path).unwrap();
    let mut suite = open(&path);
    assert!(save(&mut suite).unwrap().written.is_none());
    assert!(suite.replace_line(0, b"x", Grouping::Step, "edit"));
    assert!(suite.undo().is_some());
    assert!(save(&mut suite).unwrap().written.is_none());
    assert_eq!(FileState::of(&path).unwrap(), before);
}

#[test]
fn a_missing_file_is_created_by_the_first_save() {
    let folder = folder();
    let path = folder.path().join("new.fen");
    let mut suite = open(&path);
    assert_eq!((suite.line_count(), suite.name()), (0, "new.fen"));
    assert_eq!(suite.dialect(), crate::epd::Dialect::Fen);
    assert!(suite.insert_lines(0, &[b"a".to_vec()], "insert"));
    save(&mut suite).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"a\n");
    assert!(save(&mut suite).unwrap().written.is_none());
}

#[test]
fn a_file_that_appeared_meanwhile_is_not_overwritten() {
    let folder = folder();
    let path = folder.path().join("new.epd");
    let mut suite = open(&path);
    assert!(suite.insert_lines(0, &[b"a".to_vec()], "insert"));
    fs::write(&path, b"other").unwrap();
    assert!(matches!(save(&mut suite), Err(SaveError::Exists { .. })));
    assert_eq!(fs::read(&path).unwrap(), b"other");
}

#[test]
fn a_file_changed_by_another_program_is_a_conflict_until_it_is_accepted() {
    let folder = folder();
    let path = file(&folder, "a.epd", b"a\nb\n");
    let mut suite = open(&path);
    assert!(suite.replace_line(0, b"x", Grouping::Step, "edit"));
    // The length is equal: only the times and the text differ.
    fs::write(&path, b"A\nb\n").unwrap();
    let file = fs::File::options().write(true).open(&path).unwrap();
    file.set_modified(std::time::SystemTime::UNIX_EPOCH)
        .unwrap();
    let target = suite.save_target().unwrap();
    assert!(matches!(target.look().unwrap(), TargetFile::Changed(_)));
    assert!(matches!(save(&mut suite), Err(SaveError::Conflict { .. })));
    assert_eq!(fs::read(&path).unwrap(), b"A\nb\n");
    let saved = write(&suite.snapshot(), &target.over(), &Job::new(), &|_| {}).unwrap();
    suite.mark_saved(saved);
    assert_eq!(fs::read(&path).unwrap(), b"x\nb\n");
    assert!(!suite.is_modified());
}

#[test]
fn a_file_with_other_times_but_the_same_text_is_not_a_conflict() {
    let folder = folder();
    let path = file(&folder, "a.epd", b"a\nb\n");
    let mut suite = open(&path);
    fs::remove_file(&path).unwrap();
    fs::write(&path, b"a\nb\n").unwrap();
    assert!(suite.replace_line(0, b"x", Grouping::Step, "edit"));
    assert!(save(&mut suite).unwrap().written.is_some());
    assert_eq!(fs::read(&path).unwrap(), b"x\nb\n");
}

#[test]
fn a_file_removed_meanwhile_is_written_again() {
    let folder = folder();
    let path = file(&folder, "a.epd", b"a\n");
    let mut suite = open(&path);
    fs::remove_file(&path).unwrap();
    assert_eq!(
        suite.save_target().unwrap().look().unwrap(),
        TargetFile::Gone
    );
    assert!(save(&mut suite).unwrap().written.is_some());
    assert_eq!(fs::read(&path).unwrap(), b"a\n");
}

#[test]
fn a_suite_without_a_file_saves_under_a_new_name_only() {
    let folder = folder();
    let mut suite = Suite::from_bytes("sample", b"a\n".to_vec());
    assert!(suite.save_target().is_none());
    let target = SaveTarget::new_file(folder.path().join("b.fen"));
    let saved = write(&suite.snapshot(), &target, &Job::new(), &|_| {}).unwrap();
    suite.mark_saved(saved);
    assert_eq!(suite.name(), "b.fen");
    assert_eq!(suite.dialect(), crate::epd::Dialect::Fen);
    assert_eq!(suite.path(), Some(folder.path().join("b.fen").as_path()));
    assert!(suite.replace_line(0, b"x", Grouping::Step, "edit"));
    save(&mut suite).unwrap();
    assert_eq!(fs::read(folder.path().join("b.fen")).unwrap(), b"x\n");
    assert!(matches!(
        write(&suite.snapshot(), &target, &Job::new(), &|_| {}),
        Err(SaveError::Exists { .. })
    ));
}

#[test]
fn an_edit_made_while_a_save_runs_stays_an_edit() {
    let folder = folder();
    let path = file(&folder, "a.epd", b"a\n");
    let mut suite = open(&path);
    assert!(suite.replace_line(0, b"x", Grouping::Typing, "edit"));
    let saved = write(
        &suite.snapshot(),
        &suite.save_target().unwrap(),
        &Job::new(),
        &|_| {},
    )
    .unwrap();
    assert!(suite.insert_lines(1, &[b"y".to_vec()], "insert"));
    suite.mark_saved(saved);
    assert!(suite.is_modified());
    assert_eq!(suite.edited_count(), 1);
    assert!(suite.undo().is_some());
    assert!(!suite.is_modified());
}

#[test]
fn after_a_save_the_edited_count_agrees_with_the_line_states() {
    let folder = folder();
    let text: String = (0..500).map(|n| format!("record {n}\n")).collect();
    let path = file(&folder, "a.epd", text.as_bytes());
    let mut suite = open(&path);
    let check = |suite: &Suite, expected: usize| {
        let edited = (0..suite.line_count())
            .filter(|&line| suite.line_state(line) != crate::suite::LineState::Untouched)
            .count();
        assert_eq!((suite.edited_count(), edited), (expected, expected));
    };
    assert!(suite.replace_line(100, b"x", Grouping::Step, "edit"));
    assert!(suite.insert_lines(200, &[b"y".to_vec(), b"z".to_vec()], "insert"));
    check(&suite, 3);
    save(&mut suite).unwrap();
    check(&suite, 0);
    assert!(suite.replace_line(201, b"new", Grouping::Typing, "edit"));
    assert_eq!(suite.line_state(201), crate::suite::LineState::Edited);
    assert!(suite.replace_line(201, b"newer", Grouping::Typing, "edit"));
    check(&suite, 1);
    assert!(suite.move_lines(90..110, 300, "move"));
    check(&suite, 1);
    assert!(suite.delete_lines(150..250, "delete"));
    check(&suite, 0);
    while suite.undo().is_some() {}
    // The original line differs from the one on disk.
    check(&suite, 1);
}

#[cfg(unix)]
#[test]
fn permissions_stay_and_links_are_followed() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder();
    fs::create_dir(folder.path().join("real")).unwrap();
    let path = file(&folder, "real/a.epd", b"a\n");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("real/a.epd", folder.path().join("one.epd")).unwrap();
    symlink("one.epd", folder.path().join("two.epd")).unwrap();
    let mut suite = open(&folder.path().join("two.epd"));
    assert!(suite.replace_line(0, b"x", Grouping::Step, "edit"));
    save(&mut suite).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"x\n");
    assert_eq!(
        fs::metadata(&path).unwrap().permissions().mode() & 0o777,
        0o640
    );
    assert!(folder.path().join("two.epd").is_symlink());
    assert!(folder.path().join("one.epd").is_symlink());
    // A dangling link is saved through.
    symlink("real/new.epd", folder.path().join("three.epd")).unwrap();
    let mut suite = open(&folder.path().join("three.epd"));
    save(&mut suite).unwrap();
    assert!(folder.path().join("three.epd").is_symlink());
    assert_eq!(fs::read(folder.path().join("real/new.epd")).unwrap(), b"");
}

#[cfg(unix)]
#[test]
fn a_protected_file_or_folder_is_explained_and_left_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let path = file(&folder, "a.epd", b"a\n");
    let mut suite = open(&path);
    assert!(suite.replace_line(0, b"x", Grouping::Step, "edit"));
    let with_mode = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    with_mode(folder.path(), 0o555);
    if fs::write(folder.path().join("probe"), b"").is_ok() {
        eprintln!("skipped: this user may write anywhere");
        return;
    }
    let error = save(&mut suite).unwrap_err();
    assert!(matches!(error, SaveError::Folder { .. }), "{error}");
    assert!(error.to_string().contains("permission denied"), "{error}");
    with_mode(folder.path(), 0o755);
    with_mode(&path, 0o444);
    // The times differ now, but not the text: this is not a conflict.
    let error = save(&mut suite).unwrap_err();
    assert!(matches!(error, SaveError::Protected { .. }), "{error}");
    assert_eq!(fs::read(&path).unwrap(), b"a\n");
}

#[test]
fn a_write_that_fails_half_way_leaves_the_old_file_and_nothing_else() {
    let folder = folder();
    let path = file(&folder, "a.epd", b"old\n");
    let error = replace_file(&path, None, |out| {
        out.write_all(&vec![b'x'; 1 << 20])?;
        Err(io::Error::from(io::ErrorKind::StorageFull))
    })
    .unwrap_err();
    assert!(error.to_string().contains("the disk is full"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), b"old\n");
    assert_eq!(names(&folder), ["a.epd"]);
}

#[test]
fn a_cancelled_save_leaves_the_old_file() {
    let folder = folder();
    let path = file(&folder, "a.epd", b"old\n");
    let mut suite = open(&path);
    assert!(suite.replace_line(0, b"x", Grouping::Step, "edit"));
    let job = Job::new();
    job.cancel();
    let saved = write(
        &suite.snapshot(),
        &suite.save_target().unwrap(),
        &job,
        &|_| {},
    );
    assert!(matches!(saved, Err(SaveError::Cancelled)));
    assert_eq!(fs::read(&path).unwrap(), b"old\n");
    assert_eq!(names(&folder), ["a.epd"]);
}

#[test]
fn a_change_while_the_new_file_is_written_is_a_conflict() {
    let folder = folder();
    let path = file(&folder, "a.epd", b"old\n");
    let before = FileState::of(&path).unwrap();
    let result = replace_file(&path, Some(&before), |out| {
        fs::write(&path, b"longer than before\n")?;
        out.write_all(b"new\n")
    });
    assert!(matches!(result, Err(SaveError::Conflict { .. })));
    assert_eq!(fs::read(&path).unwrap(), b"longer than before\n");
    assert_eq!(names(&folder), ["a.epd"]);
}

#[test]
fn invalid_save_targets_are_reported() {
    let folder = folder();
    let error = |path: PathBuf| replace_file(&path, None, |_| Ok(())).unwrap_err();
    assert!(matches!(
        error(folder.path().to_owned()),
        SaveError::NotAFile { .. }
    ));
    let missing = error(folder.path().join("no/such/a.epd"));
    assert!(matches!(missing, SaveError::MissingFolder { .. }));
    assert!(missing.to_string().contains("create it"), "{missing}");
}

#[test]
fn a_file_with_the_longest_name_can_be_saved() {
    let folder = folder();
    let path = file(&folder, &format!("{}.epd", "n".repeat(250)), b"old\n");
    replace_file(&path, None, |out| out.write_all(b"new\n")).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new\n");
}
