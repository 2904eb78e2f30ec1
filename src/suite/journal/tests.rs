use super::*;
use crate::suite::edit::Selection;
use crate::suite::testing::shuffle;
use crate::suite::{Grouping, Job, LineState, OpenOptions, save};
use std::fs;
use std::sync::Arc;

mod told;

struct Case {
    folder: tempfile::TempDir,
}

impl Case {
    fn new(text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.epd"), text).unwrap();
        Self { folder }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("a.epd")
    }

    fn journal(&self) -> PathBuf {
        journal_path(self.folder.path(), &self.file())
    }

    fn open(&self) -> Suite {
        let options = OpenOptions {
            background: false,
            ..OpenOptions::default()
        };
        Suite::open(&self.file(), &options).unwrap()
    }

    /// Returns the suite that the next start recovers from the journal.
    fn recovered(&self) -> Suite {
        let mut suite = self.open();
        let journal = Journal::read(&self.journal()).unwrap().unwrap();
        let change = suite
            .recovery(&Arc::new(journal))
            .and_then(|edits| edits.make())
            .unwrap();
        assert_eq!(suite.apply(change), Ok(true));
        suite
    }
}

fn whole(suite: &Suite) -> String {
    let snapshot = suite.snapshot();
    let bytes: Vec<u8> = snapshot
        .runs(0..suite.line_count())
        .flat_map(|run| run.bytes.into_owned())
        .collect();
    String::from_utf8(bytes).unwrap()
}

fn save_all(suite: &mut Suite) {
    let target = suite.save_target().unwrap();
    let saved = save::write(&suite.snapshot(), &target, &Job::new(), &|_| {}).unwrap();
    suite.mark_saved(saved);
}

#[test]
fn a_copied_line_does_not_count_as_written_even_after_a_recovery() {
    let case = Case::new("a\nb\n");
    let mut suite = case.open();
    suite.duplicate_line(0, "duplicate");
    suite.insert_lines(0, &[b"written".to_vec()], "insert");
    suite
        .unsaved(Vec::new())
        .unwrap()
        .write(&case.journal())
        .unwrap();
    let next = case.recovered();
    assert_eq!(whole(&next), "written\na\na\nb\n");
    for suite in [&suite, &next] {
        let written: Vec<bool> = (0..4)
            .map(|line| suite.snapshot().is_written_anew(line))
            .collect();
        assert_eq!(written, [true, false, false, false]);
    }
    // Once more, from the recovered state.
    next.unsaved(Vec::new())
        .unwrap()
        .write(&case.journal())
        .unwrap();
    let last = case.recovered();
    assert!(!last.snapshot().is_written_anew(2));
}

#[test]
fn recovered_edits_can_be_undone() {
    let case = Case::new("a\nb\nc\nd\n");
    let mut suite = case.open();
    assert!(suite.unsaved(Vec::new()).is_none());
    suite.replace_line(1, b"B", Grouping::Step, "edit");
    suite.insert_lines(3, &[b"new".to_vec()], "insert");
    suite.delete_lines(0..1, "delete");
    suite
        .unsaved(Vec::new())
        .unwrap()
        .write(&case.journal())
        .unwrap();
    let mut next = case.recovered();
    assert_eq!(whole(&next), "B\nc\nnew\nd\n");
    assert_eq!(next.line_state(0), LineState::Edited);
    assert_eq!(next.source_line(0), Some(1));
    assert_eq!(next.line_state(2), LineState::New);
    assert!(next.is_modified());
    next.undo();
    assert_eq!(whole(&next), "a\nb\nc\nd\n");
    assert!(!next.is_modified());
}

#[test]
fn a_journal_is_relative_to_the_last_save() {
    let case = Case::new("a\nb\nc\n");
    let mut suite = case.open();
    suite.insert_lines(0, &[b"first".to_vec()], "insert");
    suite.move_lines(0..1, 3, "move");
    save_all(&mut suite);
    assert!(suite.unsaved(Vec::new()).is_none());
    suite.undo();
    suite.replace_line(2, b"B", Grouping::Step, "edit");
    let expected = whole(&suite);
    suite
        .unsaved(Vec::new())
        .unwrap()
        .write(&case.journal())
        .unwrap();
    assert_eq!(whole(&case.recovered()), expected);
}

#[test]
fn journal_texts_can_be_previewed_with_their_originals() {
    let case = Case::new("a\nb\nc\n");
    let mut suite = case.open();
    suite.replace_line(1, b"B", Grouping::Step, "edit");
    suite.insert_lines(3, &[b"new".to_vec()], "insert");
    suite
        .unsaved(Vec::new())
        .unwrap()
        .write(&case.journal())
        .unwrap();
    let journal = Journal::read(&case.journal()).unwrap().unwrap();
    let expected: [(Option<usize>, &[u8]); 2] = [(Some(1), b"B\n"), (None, b"new\n")];
    assert_eq!(journal.texts(9), expected);
    assert_eq!(journal.texts(1), expected[..1]);
}

#[test]
fn a_suite_without_a_file_is_stored_completely() {
    let case = Case::new("");
    let mut suite = Suite::from_bytes("sample.epd", b"a\nb\n".to_vec());
    suite.delete_lines(0..1, "delete");
    suite
        .unsaved(Vec::new())
        .unwrap()
        .write(&case.journal())
        .unwrap();
    let mut next = Suite::from_bytes("sample.epd", b"a\nb\n".to_vec());
    let journal = Arc::new(Journal::read(&case.journal()).unwrap().unwrap());
    let change = next
        .recovery(&journal)
        .and_then(|edits| edits.make())
        .unwrap();
    assert_eq!(next.apply(change), Ok(true));
    assert_eq!(whole(&next), "b\n");
}

#[test]
fn reordering_costs_a_few_bytes_a_line() {
    let text: String = (0..20_000)
        .map(|n| format!("4k3/8/8/8/8/8/8/4K3 w - - id \"{n}\";\n"))
        .collect();
    let case = Case::new(&text);
    let mut suite = case.open();
    let change = shuffle(&suite.snapshot(), 1, &Selection::All, &Job::new()).unwrap();
    suite.apply(change).unwrap();
    suite
        .unsaved(Vec::new())
        .unwrap()
        .write(&case.journal())
        .unwrap();
    assert!(fs::metadata(case.journal()).unwrap().len() < 20_000 * 6);
    assert_eq!(whole(&case.recovered()), whole(&suite));
}

#[test]
fn a_journal_of_another_state_of_the_file_is_not_used() {
    let case = Case::new("a\nb\n");
    let mut suite = case.open();
    suite.delete_lines(0..1, "delete");
    suite
        .unsaved(Vec::new())
        .unwrap()
        .write(&case.journal())
        .unwrap();
    fs::write(case.file(), "another\nfile\n").unwrap();
    let next = case.open();
    let journal = Journal::read(&case.journal()).unwrap().unwrap();
    assert!(!journal.fits(&next));
    let recovered = next
        .recovery(&Arc::new(journal))
        .and_then(|edits| edits.make());
    assert!(matches!(recovered, Err(RecoverError::Changed)));
}

#[test]
fn a_truncated_record_leaves_the_previous_one_valid() {
    let case = Case::new("a\nb\n");
    let mut suite = case.open();
    let mut journal = JournalFile::new(case.journal());
    suite.replace_line(0, b"long enough to be cut", Grouping::Step, "edit");
    journal.write(&suite.unsaved(Vec::new()).unwrap()).unwrap();
    let first = fs::read(case.journal()).unwrap();
    suite.replace_line(1, b"the second", Grouping::Step, "edit");
    journal.write(&suite.unsaved(Vec::new()).unwrap()).unwrap();
    let both = fs::read(case.journal()).unwrap();
    let texts = |bytes: &[u8]| {
        let journal = Journal::parse(bytes).map_err(|error| error.to_string());
        journal.map(|journal| journal.map_or(0, |journal| journal.changed_lines()))
    };
    assert_eq!(texts(&both), Ok(2));
    for cut in first.len()..both.len() {
        assert_eq!(texts(&both[..cut]), Ok(1), "{cut}");
        // The state after a kill: the length is written last.
        let mut half = both[..cut].to_vec();
        let head = first.len()..cut.min(first.len() + HEAD);
        half[head].fill(0);
        assert_eq!(texts(&half), Ok(1), "{cut}");
    }
    for at in 0..both.len() {
        let mut changed = both.clone();
        changed[at] ^= 1;
        let read = texts(&changed);
        assert!(read != Ok(2), "{at}: {read:?}");
    }
}

#[test]
fn a_journal_without_a_complete_record_is_none_and_a_damaged_one_is_refused() {
    let case = Case::new("a\nb\n");
    let mut suite = case.open();
    suite.replace_line(0, b"edited", Grouping::Step, "edit");
    suite
        .unsaved(Vec::new())
        .unwrap()
        .write(&case.journal())
        .unwrap();
    let bytes = fs::read(case.journal()).unwrap();
    for cut in 0..MAGIC.len() + HEAD {
        assert!(matches!(Journal::parse(&bytes[..cut]), Ok(None)), "{cut}");
    }
    for at in MAGIC.len() + HEAD..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        let read = Journal::parse(&changed);
        assert!(matches!(read, Err(RecoverError::Damaged)), "{at}");
    }
    assert!(matches!(
        Journal::parse(b"no journal"),
        Err(RecoverError::Damaged)
    ));
    fs::remove_file(case.journal()).unwrap();
    assert!(Journal::read(&case.journal()).unwrap().is_none());
}

#[test]
fn a_journal_stays_small_however_often_it_is_written() {
    let case = Case::new("a\nb\n");
    let mut suite = case.open();
    let mut journal = JournalFile::new(case.journal());
    for n in 0..300u32 {
        suite.replace_line(
            0,
            &vec![b'0' + (n % 10) as u8; 20_000],
            Grouping::Step,
            "edit",
        );
        journal.write(&suite.unsaved(Vec::new()).unwrap()).unwrap();
        let len = fs::metadata(case.journal()).unwrap().len();
        assert!(len < (1 << 20) + 6 * 20_100, "{len}");
    }
    assert_eq!(whole(&case.recovered()), whole(&suite));
}

#[test]
fn a_journal_identifies_the_file_by_its_text_and_not_its_times() {
    let case = Case::new("a\nb\n");
    let mut suite = case.open();
    suite.replace_line(0, b"A", Grouping::Step, "edit");
    suite
        .unsaved(Vec::new())
        .unwrap()
        .write(&case.journal())
        .unwrap();
    // Touched, and replaced by a copy.
    let copy = case.folder.path().join("copy");
    fs::copy(case.file(), &copy).unwrap();
    fs::rename(&copy, case.file()).unwrap();
    let late = std::time::SystemTime::now() + std::time::Duration::from_secs(60);
    fs::File::open(case.file())
        .unwrap()
        .set_modified(late)
        .unwrap();
    assert_eq!(whole(&case.recovered()), "A\nb\n");
}

#[test]
fn saved_edits_are_not_recovered_again() {
    let case = Case::new("a\nb\n");
    let mut suite = case.open();
    suite.replace_line(0, b"A", Grouping::Step, "edit");
    let mut unsaved = suite.unsaved(Vec::new()).unwrap();
    unsaved.while_saving(&suite.snapshot(), Content::of(b"A\nb\n"));
    unsaved.write(&case.journal()).unwrap();
    assert_eq!(whole(&case.recovered()), "A\nb\n");
    save_all(&mut suite);
    let next = case.open();
    let journal = Journal::read(&case.journal()).unwrap().unwrap();
    let journal = journal.of(&next).expect("it fits");
    assert!(journal.changes_nothing(next.line_count()));
}

#[test]
fn edits_made_while_the_file_is_being_read_are_kept() {
    let text: String = (0..200_000).map(|n| format!("line {n}\n")).collect();
    let case = Case::new(&text);
    let mut suite = case.open();
    suite.replace_line(1, b"edited", Grouping::Step, "edit");
    // As if only half had been read: the journal covers only that part of the file.
    let mut unsaved = suite.unsaved(Vec::new()).unwrap();
    let half = text.len() / 2;
    let half = half + text[half..].find('\n').unwrap() + 1;
    let lines = text[..half].lines().count();
    unsaved.base = Base::Begins {
        head: Content::of(&text.as_bytes()[..half]),
        file: text.len() as u64,
    };
    let cut = |snapshot: &mut Snapshot| {
        snapshot.tree = snapshot.tree.part(0..lines);
        snapshot.complete = false;
    };
    cut(&mut unsaved.now);
    unsaved.held.iter_mut().for_each(cut);
    unsaved.write(&case.journal()).unwrap();
    let mut journal = Journal::read(&case.journal()).unwrap().unwrap();
    let mut next = case.open();
    assert!(!journal.fits(&next), "it was not looked at");
    journal.look_at(&case.file());
    let change = next
        .recovery(&Arc::new(journal.clone()))
        .and_then(|edits| edits.make())
        .unwrap();
    assert_eq!(next.apply(change), Ok(true));
    assert_eq!(whole(&next), whole(&suite));
    fs::write(case.file(), text.replace("line 5\n", "LINE 5\n")).unwrap();
    journal.look_at(&case.file());
    assert!(!journal.fits(&case.open()));
}

// A compressed file that is damaged, or unpacks to too much.
#[cfg(feature = "packed")]
#[test]
fn edits_of_a_partly_read_file_cost_a_few_bytes() {
    let text: String = (0..400_000).map(|n| format!("line {n}\n")).collect();
    let mut packed = Vec::new();
    crate::suite::pack(
        &mut packed,
        std::path::Path::new("a"),
        crate::suite::Compression::Gzip,
        |out| std::io::Write::write_all(out, text.as_bytes()),
    )
    .unwrap();
    packed.truncate(packed.len() - 9);
    let case = Case::new("");
    fs::write(case.file(), &packed).unwrap();
    let mut suite = case.open();
    assert!(suite.trouble().is_some() && suite.line_count() > 1000);
    suite.replace_line(1, b"edited", Grouping::Step, "edit");
    suite
        .unsaved(Vec::new())
        .unwrap()
        .write(&case.journal())
        .unwrap();
    assert!(fs::metadata(case.journal()).unwrap().len() < 500);
    let mut journal = Journal::read(&case.journal()).unwrap().unwrap();
    journal.look_at(&case.file());
    let mut next = case.open();
    let change = next
        .recovery(&Arc::new(journal))
        .and_then(|edits| edits.make())
        .unwrap();
    assert_eq!(next.apply(change), Ok(true));
    assert_eq!(whole(&next), whole(&suite));
}

#[test]
fn unfinished_text_is_kept_in_the_journal() {
    let case = Case::new("a\nb\n");
    let suite = case.open();
    let typed = PendingText {
        what: "line 2".into(),
        line: Some(1),
        is_line: true,
        text: b"half a li".to_vec(),
    };
    let unsaved = suite.unsaved(vec![typed.clone()]).unwrap();
    unsaved.write(&case.journal()).unwrap();
    let journal = Journal::read(&case.journal()).unwrap().unwrap();
    assert_eq!(*journal.typed, [typed]);
    assert!(journal.changes_nothing(2));
}
