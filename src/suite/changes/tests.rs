//! The differences of a suite from its file.

use super::*;
use crate::suite::edit::{Rewrite, Selection, rewrite_lines};
use crate::suite::testing::shuffle;
use crate::suite::{Grouping, LineState, OpenOptions, save, text_of};
use proptest::prelude::*;

fn suite() -> Suite {
    Suite::from_bytes("a.epd", b"a\nb\nc\nd\ne\n".to_vec())
}

fn changes(suite: &Suite) -> Changes {
    suite.review().unwrap().find(&Job::new()).unwrap()
}

fn whole(snapshot: &Snapshot) -> Vec<u8> {
    let runs = snapshot.runs(0..snapshot.line_count());
    runs.flat_map(|run| run.bytes.into_owned()).collect()
}

#[test]
fn each_kind_of_change_is_reported_with_its_lines() {
    let mut suite = suite();
    suite.replace_line(1, b"B", Grouping::Step, "edit");
    suite.insert_lines(3, &[b"new".to_vec()], "insert");
    suite.delete_lines(0..1, "delete");
    let found = changes(&suite);
    assert_eq!(
        found.list,
        [
            LineChange::Removed { held: 0, at: 0 },
            LineChange::Edited { line: 0, held: 1 },
            LineChange::New { line: 2 },
        ]
    );
}

#[test]
fn a_line_that_moved_is_not_another_line() {
    let mut suite = suite();
    suite.move_lines(0..1, 5, "move");
    let found = changes(&suite);
    let (line, held, at) = (4, 0, 0);
    assert_eq!(found.list, [LineChange::Moved { line, held, at }]);
    suite.replace_line(4, b"A", Grouping::Step, "edit");
    assert_eq!(
        changes(&suite).list,
        [LineChange::Edited { line: 4, held: 0 }]
    );
}

#[test]
fn undo_past_a_save_keeps_the_identity_of_a_record() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.epd");
    std::fs::write(&path, "a\nb\nc\n").unwrap();
    let mut suite = Suite::open(&path, &OpenOptions::default()).unwrap();
    suite.wait_until_loaded();
    suite.replace_line(0, b"A", Grouping::Step, "edit");
    suite.insert_lines(1, &[b"new".to_vec()], "insert");
    let target = suite.save_target().unwrap();
    let saved = save::write(&suite.snapshot(), &target, &Job::new(), &|_| {}).unwrap();
    suite.mark_saved(saved);
    suite.undo();
    suite.undo();
    assert_eq!(
        changes(&suite).list,
        [
            LineChange::Edited { line: 0, held: 0 },
            LineChange::Removed { held: 1, at: 1 },
        ]
    );
    assert!(suite.restore(LineChange::Edited { line: 0, held: 0 }, "restore"));
    assert_eq!(whole(&suite.snapshot()), b"A\nb\nc\n");
}

#[test]
fn a_restored_line_is_the_line_of_the_file_again() {
    let mut suite = suite();
    suite.replace_line(1, b"B", Grouping::Step, "edit");
    suite.delete_lines(3..4, "delete");
    for _ in 0..2 {
        let change = changes(&suite).list[0];
        assert!(suite.restore(change, "restore"));
    }
    assert_eq!(whole(&suite.snapshot()), b"a\nb\nc\nd\ne\n");
    assert_eq!(suite.line_state(1), LineState::Untouched);
    assert_eq!(suite.edited_count(), 0);
    assert!(changes(&suite).list.is_empty());
    assert!(!suite.is_modified());
}

#[test]
fn as_few_lines_as_possible_count_as_moved_and_each_can_be_restored() {
    let mut suite = suite();
    // d e a b c: two lines have passed three.
    suite.move_lines(0..3, 5, "move");
    let moved = |line, held, at| LineChange::Moved { line, held, at };
    assert_eq!(changes(&suite).list, [moved(0, 3, 5), moved(1, 4, 5)]);
    assert_eq!(suite.edited_count(), 0);
    // The later line is restored first: the other is still placed before it.
    assert!(suite.restore(moved(1, 4, 5), "restore"));
    assert_eq!(changes(&suite).list, [moved(0, 3, 4)]);
    assert!(suite.is_modified());
    assert!(suite.restore(moved(0, 3, 4), "restore"));
    assert_eq!(whole(&suite.snapshot()), b"a\nb\nc\nd\ne\n");
    assert!(changes(&suite).list.is_empty());
    assert!(!suite.is_modified());
}

#[test]
fn a_moved_line_is_found_among_new_edited_and_removed_ones() {
    let mut suite = suite();
    suite.move_lines(1..2, 5, "move");
    suite.insert_lines(1, &[b"new".to_vec()], "insert");
    suite.replace_line(0, b"A", Grouping::Step, "edit");
    suite.delete_lines(2..3, "delete");
    // A new d e b
    let found = changes(&suite).list;
    assert_eq!(
        found,
        [
            LineChange::Edited { line: 0, held: 0 },
            LineChange::Removed { held: 2, at: 1 },
            LineChange::New { line: 1 },
            LineChange::Moved {
                line: 4,
                held: 1,
                at: 1
            },
        ]
    );
    assert!(suite.restore(found[3], "restore"));
    assert_eq!(whole(&suite.snapshot()), b"A\nb\nnew\nd\ne\n");
}

#[test]
fn a_state_equal_to_the_saved_one_has_no_unsaved_changes() {
    let mut suite = suite();
    suite.move_lines(0..2, 4, "move");
    assert!(suite.is_modified());
    suite.move_lines(2..4, 0, "move");
    assert!(!suite.is_modified());
    suite.undo();
    assert!(suite.is_modified());
    suite.redo();
    assert!(!suite.is_modified());
    // The same text typed again is a change, because the line was edited.
    suite.delete_lines(0..1, "delete");
    suite.insert_lines(0, &[b"a".to_vec()], "insert");
    assert!(suite.is_modified());
}

#[test]
fn a_record_changed_back_is_not_edited() {
    let mut suite = suite();
    for text in [b"B".as_slice(), b"BB", b"b"] {
        suite.replace_line(1, text, Grouping::Step, "edit");
    }
    assert_eq!((suite.edited_count(), suite.is_modified()), (0, false));
    assert_eq!(suite.line_state(1), LineState::Untouched);
    assert!(changes(&suite).list.is_empty());
    // It is an ordinary undo step.
    suite.undo();
    assert_eq!(whole(&suite.snapshot()), b"a\nBB\nc\nd\ne\n");
    assert_eq!((suite.edited_count(), suite.is_modified()), (1, true));
    suite.redo();
    assert_eq!((suite.edited_count(), suite.is_modified()), (0, false));
    // Of many lines at once, and of one that has moved meanwhile.
    suite.move_lines(0..1, 5, "move");
    let turned = |suite: &Suite| {
        let turn = |_: usize, _: LineState, bytes: &[u8]| {
            Rewrite::Replace(
                bytes
                    .iter()
                    .map(|byte| byte ^ (0x20 * u8::from(*byte > b' ')))
                    .collect(),
            )
        };
        rewrite_lines(&suite.snapshot(), "turn", &Job::new(), |_, _| true, turn).unwrap()
    };
    let moved = changes(&suite).list;
    for edited in [5, 0] {
        let change = turned(&suite);
        assert_eq!(change.changed, 5);
        suite.apply(change).unwrap();
        assert_eq!(suite.edited_count(), edited);
    }
    assert_eq!(changes(&suite).list, moved);
    suite.move_lines(4..5, 0, "move");
    assert!(!suite.is_modified());
}

/// A suite that is saved into a file now and then.
struct OnDisk {
    suite: Suite,
    path: std::path::PathBuf,
    _folder: tempfile::TempDir,
}

impl OnDisk {
    fn new(text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.epd");
        std::fs::write(&path, text).unwrap();
        let mut suite = Suite::open(&path, &OpenOptions::default()).unwrap();
        suite.wait_until_loaded();
        Self {
            suite,
            path,
            _folder: folder,
        }
    }

    fn save(&mut self) {
        let target = self.suite.save_target().unwrap();
        let saved = save::write(&self.suite.snapshot(), &target, &Job::new(), &|_| {}).unwrap();
        self.suite.mark_saved(saved);
    }

    /// Checks that the suite reports exactly the lines that differ from the file as edited. If undo went past a save
    /// (`behind`), it may also report a line whose text was made twice, before the save and after it.
    fn check(&self, behind: bool) -> Result<(), TestCaseError> {
        let (text, suite) = (std::fs::read(&self.path).unwrap(), &self.suite);
        let held: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
        prop_assert_eq!(held.len(), suite.line_count());
        let lines = 0..suite.line_count();
        let edited: Vec<usize> = lines
            .clone()
            .filter(|&line| suite.line(line).as_ref() != held[line])
            .collect();
        let states: Vec<usize> = lines
            .filter(|&line| suite.line_state(line) != LineState::Untouched)
            .collect();
        prop_assert!(edited.iter().all(|line| states.contains(line)));
        prop_assert!(behind || states == edited, "{:?} {:?}", states, edited);
        prop_assert_eq!(suite.edited_count(), states.len());
        prop_assert_eq!(suite.is_modified(), !states.is_empty());
        let told: Vec<usize> = changes(suite)
            .list
            .into_iter()
            .map(|change| match change {
                LineChange::Edited { line, held } if line == held => line,
                other => panic!("no edit in place: {other:?}"),
            })
            .collect();
        prop_assert_eq!(&told, &states);
        for &line in &states {
            let now = suite.snapshot();
            let in_file = now.line_in_file(line);
            prop_assert_eq!(in_file.as_deref().map(text_of), Some(text_of(held[line])));
        }
        Ok(())
    }
}

proptest! {
    #[test]
    fn a_line_counts_as_edited_if_its_text_differs_from_the_file(
        end in any::<bool>(),
        steps in prop::collection::vec((0u8..6, 0usize..4, 0u8..3), 1..24),
    ) {
        let mut file = OnDisk::new(if end { "0\n1\n2\n3\n" } else { "0\r\n1\n2\n3" });
        let (mut is_saved, mut behind) = (false, false);
        for (kind, line, text) in steps {
            let suite = &mut file.suite;
            is_saved |= kind == 5;
            behind |= is_saved && (kind == 3 || kind == 4);
            match kind {
                0 | 1 => drop(suite.replace_line(line, &[b'0' + text], Grouping::Step, "edit")),
                2 => {
                    let all = |_: usize, _: LineState, bytes: &[u8]| {
                        let end = bytes.get(1..).unwrap_or_default();
                        Rewrite::Replace([&[b'0' + text], end].concat())
                    };
                    let change = rewrite_lines(&suite.snapshot(), "all", &Job::new(), |_, _| true, all);
                    suite.apply(change.unwrap()).unwrap();
                }
                3 => drop(suite.undo()),
                4 => drop(suite.redo()),
                _ => file.save(),
            }
            file.check(behind)?;
        }
    }

    #[test]
    fn restoring_all_changes_and_the_order_restores_the_file(
        end in any::<bool>(),
        edits in prop::collection::vec((0u8..6, any::<u8>(), 1usize..4), 1..20),
    ) {
        let text: String = (0..10).map(|n| format!("line {n}\n")).collect();
        let text = if end { text.as_str() } else { text.trim_end() };
        let mut suite = Suite::from_bytes("a.epd", text.as_bytes().to_vec());
        for (nth, (kind, at, count)) in edits.into_iter().enumerate() {
            let lines = suite.line_count();
            let at = usize::from(at) % (lines + 1);
            let _ = match kind {
                0 => suite.insert_lines(at, &vec![format!("new {nth}").into_bytes(); count], "insert"),
                1 => suite.delete_lines(at..at + count, "delete"),
                2 => suite.replace_line(at, format!("edited {nth}").as_bytes(), Grouping::Step, "edit"),
                3 => suite.move_lines(at..(at + count).min(lines), 0, "move"),
                4 => suite.undo().is_some(),
                _ => {
                    let change = shuffle(&suite.snapshot(), nth as u64, &Selection::All, &Job::new());
                    suite.apply(change.unwrap()).unwrap()
                }
            };
        }
        // A line that was edited and moved is restored in two steps.
        let steps = 2 * changes(&suite).list.len();
        for _ in 0..steps {
            let list = changes(&suite).list;
            let Some(&change) = list.get(list.len() / 2) else { break };
            prop_assert!(suite.restore(change, "restore"));
        }
        prop_assert!(changes(&suite).list.is_empty());
        prop_assert_eq!(whole(&suite.snapshot()), text.as_bytes());
        prop_assert!(!suite.is_modified());
    }
}
