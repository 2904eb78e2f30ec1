use super::*;
use crate::suite::bulk::{Chosen, shuffle};
use crate::suite::{Grouping, Job, LineState, OpenOptions, save};
use proptest::prelude::*;
use std::fs;
use std::sync::Arc;

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

    /// What the next start makes of the journal that was written.
    fn recovered(&self) -> Suite {
        let mut suite = self.open();
        let journal = Journal::read(&self.journal()).unwrap().unwrap();
        let change = suite.recover(&Arc::new(journal)).unwrap();
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
    let saved = save::write(&suite.snapshot(), &target, &Job::new()).unwrap();
    suite.mark_saved(saved);
}

#[test]
fn unsaved_edits_come_back_and_can_be_undone() {
    let case = Case::new("a\nb\nc\nd\n");
    let mut suite = case.open();
    assert!(suite.unsaved().is_none());
    suite.replace_line(1, b"B", Grouping::Step, "edit");
    suite.insert_lines(3, &[b"new".to_vec()], "insert");
    suite.delete_lines(0..1, "delete");
    suite.unsaved().unwrap().write(&case.journal()).unwrap();
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
fn a_journal_is_about_the_file_as_saved_last() {
    let case = Case::new("a\nb\nc\n");
    let mut suite = case.open();
    suite.insert_lines(0, &[b"first".to_vec()], "insert");
    suite.move_lines(0..1, 3, "move");
    save_all(&mut suite);
    assert!(suite.unsaved().is_none());
    suite.undo();
    suite.replace_line(2, b"B", Grouping::Step, "edit");
    let expected = whole(&suite);
    suite.unsaved().unwrap().write(&case.journal()).unwrap();
    assert_eq!(whole(&case.recovered()), expected);
}

#[test]
fn the_texts_of_a_journal_can_be_looked_at_with_what_they_were_made_from() {
    let case = Case::new("a\nb\nc\n");
    let mut suite = case.open();
    suite.replace_line(1, b"B", Grouping::Step, "edit");
    suite.insert_lines(3, &[b"new".to_vec()], "insert");
    suite.unsaved().unwrap().write(&case.journal()).unwrap();
    let journal = Journal::read(&case.journal()).unwrap().unwrap();
    let expected: [(Option<usize>, &[u8]); 2] = [(Some(1), b"B\n"), (None, b"new\n")];
    assert_eq!(journal.texts(9), expected);
    assert_eq!(journal.texts(1), expected[..1]);
}

#[test]
fn a_suite_without_a_file_is_kept_whole() {
    let case = Case::new("");
    let mut suite = Suite::from_bytes("sample.epd", b"a\nb\n".to_vec());
    suite.delete_lines(0..1, "delete");
    suite.unsaved().unwrap().write(&case.journal()).unwrap();
    let mut next = Suite::from_bytes("sample.epd", b"a\nb\n".to_vec());
    let journal = Arc::new(Journal::read(&case.journal()).unwrap().unwrap());
    let change = next.recover(&journal).unwrap();
    assert_eq!(next.apply(change), Ok(true));
    assert_eq!(whole(&next), "b\n");
}

#[test]
fn a_change_of_the_order_costs_a_few_bytes_a_line() {
    let text: String = (0..20_000)
        .map(|n| format!("4k3/8/8/8/8/8/8/4K3 w - - id \"{n}\";\n"))
        .collect();
    let case = Case::new(&text);
    let mut suite = case.open();
    let change = shuffle(&suite.snapshot(), 1, &Chosen::All, &Job::new()).unwrap();
    suite.apply(change).unwrap();
    suite.unsaved().unwrap().write(&case.journal()).unwrap();
    assert!(fs::metadata(case.journal()).unwrap().len() < 20_000 * 6);
    assert_eq!(whole(&case.recovered()), whole(&suite));
}

#[test]
fn a_journal_of_another_state_of_the_file_is_not_used() {
    let case = Case::new("a\nb\n");
    let mut suite = case.open();
    suite.delete_lines(0..1, "delete");
    suite.unsaved().unwrap().write(&case.journal()).unwrap();
    fs::write(case.file(), "another\nfile\n").unwrap();
    let next = case.open();
    let journal = Journal::read(&case.journal()).unwrap().unwrap();
    assert!(!journal.fits(&next));
    let recovered = next.recover(&Arc::new(journal));
    assert!(matches!(recovered, Err(RecoverError::Changed)));
}

#[test]
fn a_damaged_journal_is_refused_wherever_it_is_cut_or_changed() {
    let case = Case::new("a\nb\n");
    let mut suite = case.open();
    suite.replace_line(0, b"long enough to be cut", Grouping::Step, "edit");
    suite.unsaved().unwrap().write(&case.journal()).unwrap();
    let bytes = fs::read(case.journal()).unwrap();
    let refused = |bytes: &[u8]| {
        fs::write(case.journal(), bytes).unwrap();
        matches!(Journal::read(&case.journal()), Err(RecoverError::Damaged))
    };
    for cut in 0..bytes.len() {
        assert!(refused(&bytes[..cut]));
        let mut changed = bytes.clone();
        changed[cut] ^= 1;
        assert!(refused(&changed));
    }
    fs::remove_file(case.journal()).unwrap();
    assert!(Journal::read(&case.journal()).unwrap().is_none());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn whatever_was_done_and_saved_the_journal_gives_it_back(
        end in any::<bool>(),
        edits in prop::collection::vec((0u8..8, any::<u8>(), 1usize..5), 1..20),
    ) {
        let text: String = (0..12).map(|n| format!("line {n}\n")).collect();
        let case = Case::new(if end { &text } else { text.trim_end() });
        let mut suite = case.open();
        for (nth, (kind, at, count)) in edits.into_iter().enumerate() {
            let lines = suite.line_count();
            let at = usize::from(at) % (lines + 1);
            let _ = match kind {
                0 => suite.insert_lines(at, &vec![format!("new {nth}").into_bytes(); count], "insert"),
                1 => suite.delete_lines(at..at + count, "delete"),
                2 => suite.replace_line(at, format!("edited {nth}").as_bytes(), Grouping::Step, "edit"),
                3 => suite.move_lines(at..(at + count).min(lines), 0, "move"),
                4 => suite.duplicate_line(at, "duplicate"),
                5 => suite.undo().is_some(),
                6 => {
                    let change = shuffle(&suite.snapshot(), nth as u64, &Chosen::All, &Job::new());
                    suite.apply(change.unwrap()).unwrap()
                }
                _ => {
                    save_all(&mut suite);
                    true
                }
            };
        }
        if let Some(unsaved) = suite.unsaved() {
            unsaved.write(&case.journal()).unwrap();
            prop_assert_eq!(whole(&case.recovered()), whole(&suite));
        }
    }
}
