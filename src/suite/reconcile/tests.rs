use super::*;
use crate::suite::{Grouping, OpenOptions, save};
use proptest::prelude::*;
use std::fs;

const K: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

struct Case {
    _folder: tempfile::TempDir,
    suite: Suite,
}

/// Returns a file of `base`, opened and edited, after another program wrote `disk`.
fn case(base: &str, disk: &str, edit: impl FnOnce(&mut Suite)) -> Case {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.epd");
    fs::write(&path, base).unwrap();
    let mut suite = Suite::open(&path, &OpenOptions::default()).unwrap();
    suite.wait_until_loaded();
    edit(&mut suite);
    fs::write(&path, disk).unwrap();
    Case {
        _folder: folder,
        suite,
    }
}

impl Case {
    fn made(&self) -> Reconciliation {
        let (review, target) = (self.suite.review(), self.suite.save_target());
        reconcile(&review.unwrap(), &target.unwrap(), &Job::new()).unwrap()
    }

    fn text(&self) -> String {
        let lines = (0..self.suite.line_count()).flat_map(|at| self.suite.line(at).into_owned());
        String::from_utf8(lines.collect()).unwrap()
    }

    fn save(&self) -> Result<save::CompletedSave, save::SaveError> {
        let target = self.suite.save_target().unwrap();
        save::write(&self.suite.snapshot(), &target, &Job::new(), &|_| {})
    }

    fn on_disk(&self) -> String {
        fs::read_to_string(self.suite.path().unwrap()).unwrap()
    }
}

fn edit(suite: &mut Suite, line: usize, text: &str) {
    suite.replace_line(line, text.as_bytes(), Grouping::Step, "edit");
}

#[test]
fn changes_of_different_records_are_merged_and_the_save_has_no_conflict() {
    let base = format!("{K} id \"a\";\n{K} id \"b\";\n# end\n");
    let disk = format!("{K} id \"a\"; ce 1;\n{K} id \"b\";\n{K} id \"new\";\n# end\n");
    let mut case = case(&base, &disk, |suite| {
        edit(suite, 1, &format!("{K} bm e4; id \"b\";"));
    });
    assert!(matches!(case.save(), Err(save::SaveError::Conflict { .. })));
    let made = case.made();
    assert_eq!(
        (made.meetings.as_slice(), made.on_disk_is.changed),
        (&[][..], 2)
    );
    let before = case.text();
    case.suite.take_in(&made, &[], "merge").unwrap();
    let both = format!("{K} id \"a\"; ce 1;\n{K} bm e4; id \"b\";\n{K} id \"new\";\n# end\n");
    assert_eq!(case.text(), both);
    assert_eq!(case.suite.edited_count(), 1);
    assert!(case.suite.is_modified());
    // After undo, the file on disk differs from the expected state again.
    case.suite.undo();
    assert_eq!(case.text(), before);
    assert!(matches!(case.save(), Err(save::SaveError::Conflict { .. })));
    case.suite.redo();
    assert_eq!(case.text(), both);
    let saved = case.save().unwrap();
    case.suite.mark_saved(saved);
    assert_eq!(case.on_disk(), both);
    assert!(!case.suite.is_modified());
    // Undo past a save is an edit of the file as saved.
    case.suite.undo();
    case.save().unwrap();
    assert_eq!(case.on_disk(), before);
}

#[test]
fn a_record_changed_on_both_sides_is_a_conflict() {
    let base = format!("{K} id \"a\";\n{K} id \"b\";\n{K} id \"c\";\n");
    let disk = format!("{K} ce 1; id \"a\";\n{K} id \"c\"; ce 3;\n");
    let start = || {
        case(&base, &disk, |suite| {
            edit(suite, 0, &format!("{K} bm e4; id \"a\";"));
            edit(suite, 1, &format!("{K} bm e4; id \"b\";"));
            suite.delete_lines(2..3, "delete");
        })
    };
    let meets = [
        MergeConflict::Line {
            base: 0,
            mine: Some(0),
            disk: Some(0),
        },
        MergeConflict::Line {
            base: 1,
            mine: Some(1),
            disk: None,
        },
        MergeConflict::Line {
            base: 2,
            mine: None,
            disk: Some(1),
        },
    ];
    let taken = |chosen: [Side; 3]| {
        let mut case = start();
        let made = case.made();
        assert_eq!(made.meetings, meets);
        case.suite.take_in(&made, &chosen, "merge").unwrap();
        case.text()
    };
    assert_eq!(taken([Side::Disk; 3]), disk);
    assert_eq!(
        taken([Side::Mine; 3]),
        format!("{K} bm e4; id \"a\";\n{K} bm e4; id \"b\";\n")
    );
    assert_eq!(
        taken([Side::Disk, Side::Mine, Side::Disk]),
        format!("{K} ce 1; id \"a\";\n{K} bm e4; id \"b\";\n{K} id \"c\"; ce 3;\n")
    );
}

#[test]
fn the_same_change_on_both_sides_is_made_once() {
    let base = format!("{K} id \"a\";\n{K} id \"b\";\n");
    let disk = format!("{K} id \"a\";\n{K} ce 2; id \"b\";\n# new\n");
    let mut case = case(&base, &disk, |suite| {
        edit(suite, 1, &format!("{K} ce 2; id \"b\";"));
        suite.insert_lines(2, &[b"# new".to_vec()], "insert");
    });
    let made = case.made();
    assert!(made.meetings.is_empty());
    case.suite.take_in(&made, &[], "merge").unwrap();
    assert_eq!(case.text(), disk);
}

#[test]
fn the_order_of_one_side_is_kept_and_two_orders_are_a_conflict() {
    let line = |id: &str| format!("{K} id \"{id}\";\n");
    let text = |ids: &[&str]| ids.iter().map(|id| line(id)).collect::<String>();
    let base = text(&["a", "b", "c", "d"]);
    let mut one = case(&base, &text(&["a", "b", "x", "c", "d"]), |suite| {
        suite.move_lines(3..4, 0, "move");
    });
    let made = one.made();
    one.suite.take_in(&made, &[], "merge").unwrap();
    assert_eq!(one.text(), text(&["d", "a", "b", "x", "c"]));
    let mut two = case(&base, &text(&["b", "a", "c", "d"]), |suite| {
        suite.move_lines(3..4, 0, "move");
    });
    let made = two.made();
    assert_eq!(made.meetings, [MergeConflict::Order]);
    two.suite.take_in(&made, &[Side::Disk], "merge").unwrap();
    assert_eq!(two.text(), text(&["b", "a", "c", "d"]));
}

#[test]
fn equal_lines_are_not_paired_by_guessing() {
    let base = "# x\n# a\n# x\n# end\n";
    let case = case(base, "# a\n# x\n# end\n", |suite| edit(suite, 0, "# mine"));
    assert_eq!(case.made().meetings.len(), 1);
}

#[test]
fn a_removed_file_and_an_edit_meanwhile_are_refused() {
    let mut case = case("# a\n", "# b\n", |suite| {
        suite.insert_lines(1, &[b"# mine".to_vec()], "insert");
    });
    let made = case.made();
    edit(&mut case.suite, 0, "# later");
    assert!(case.suite.take_in(&made, &[], "merge").is_err());
    fs::remove_file(case.suite.path().unwrap()).unwrap();
    let (review, target) = (
        case.suite.review().unwrap(),
        case.suite.save_target().unwrap(),
    );
    let error = reconcile(&review, &target, &Job::new()).unwrap_err();
    assert!(matches!(error, ReconcileError::Gone));
}

#[test]
fn the_file_on_disk_is_read_within_the_same_memory_limit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.epd");
    let line = format!("{K} id \"a\";\n");
    for (limit, by_position) in [(100, true), (1 << 20, false)] {
        fs::write(&path, line.repeat(50)).unwrap();
        let options = OpenOptions {
            memory_limit: limit,
            ..OpenOptions::default()
        };
        let mut suite = Suite::open(&path, &options).unwrap();
        suite.wait_until_loaded();
        let longer = path.with_extension("longer");
        fs::write(&longer, line.repeat(51)).unwrap();
        crate::suite::platform::rename(&longer, &path).unwrap();
        let (review, target) = (suite.review().unwrap(), suite.save_target().unwrap());
        let made = reconcile(&review, &target, &Job::new()).unwrap();
        assert_eq!(made.disk.line_count(), 51);
        assert_eq!(made.disk.source.is_by_position(), by_position, "{limit}");
    }
}

#[test]
fn an_overwritten_file_read_by_position_is_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.epd");
    let line = format!("{K} id \"a\";\n");
    fs::write(&path, line.repeat(5000)).unwrap();
    let options = OpenOptions {
        memory_limit: 100,
        ..OpenOptions::default()
    };
    let mut suite = Suite::open(&path, &options).unwrap();
    suite.wait_until_loaded();
    suite.insert_lines(0, &[b"# mine".to_vec()], "insert");
    fs::write(&path, "# short now\n").unwrap();
    let (review, target) = (suite.review().unwrap(), suite.save_target().unwrap());
    let error = reconcile(&review, &target, &Job::new()).unwrap_err();
    assert!(matches!(error, ReconcileError::NoBase(_)), "{error}");
}

/// Returns the line after one side's change; `2` adds a new one after it.
fn changed(side: &str, kind: u8, nth: usize) -> Vec<String> {
    let line = format!("{K} id \"{nth}\";\n");
    match kind {
        0 => vec![format!("{K} c0 \"{side}\"; id \"{nth}\";\n")],
        1 => Vec::new(),
        2 => vec![line, format!("# new of {side} {nth}\n")],
        _ => vec![line],
    }
}

/// Sorts consecutive new lines, whose order is undefined.
fn settled(lines: &[String]) -> Vec<String> {
    let is_new = |line: &String| line.starts_with('#');
    let runs = lines.chunk_by(|a, b| is_new(a) == is_new(b));
    runs.flat_map(|run| {
        let mut run = run.to_vec();
        if run.first().is_some_and(is_new) {
            run.sort();
        }
        run
    })
    .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn changes_without_conflicts_are_all_merged(
        of in prop::collection::vec((any::<bool>(), 0u8..5), 1..24),
    ) {
        let (mut base, mut disk, mut both) = (String::new(), String::new(), Vec::new());
        for (nth, &(mine, kind)) in of.iter().enumerate() {
            base.push_str(&format!("{K} id \"{nth}\";\n"));
            let kind_of = |is_side: bool| if is_side { kind } else { 9 };
            disk.extend(changed("disk", kind_of(!mine), nth));
            both.extend(changed(if mine { "mine" } else { "disk" }, kind, nth));
        }
        let mut case = case(&base, &disk, |suite| {
            for (nth, &(mine, kind)) in of.iter().enumerate().rev() {
                if !mine {
                    continue;
                }
                let lines = changed("mine", kind, nth);
                match kind {
                    0 => edit(suite, nth, &lines[0]),
                    1 => drop(suite.delete_lines(nth..nth + 1, "delete")),
                    2 => drop(suite.insert_lines(nth + 1, &[lines[1].clone().into_bytes()], "insert")),
                    _ => {}
                }
            }
        });
        let mine = case.text();
        let made = case.made();
        prop_assert_eq!(made.meetings.as_slice(), &[][..]);
        case.suite.take_in(&made, &[], "merge").unwrap();
        let text = case.text();
        let merged: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
        prop_assert_eq!(settled(&merged), settled(&both));
        case.suite.undo();
        prop_assert_eq!(case.text(), mine);
        case.suite.redo();
        case.save().unwrap();
        prop_assert_eq!(case.on_disk(), text);
    }
}
