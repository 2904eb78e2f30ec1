//! Making a small file canonical.

use super::*;
use crate::suite::edit::merge_lines;
use crate::suite::line_set::LineSet;
use crate::suite::save::write;
use crate::suite::{Grouping, OpenOptions, Suite};

const TEXT: &str = "\
# a comment;
4k3/8/8/8/8/8/8/4K2R w - - bm Rh8+; id \"canonical\";
4k3/8/8/8/8/8/8/4K2R w - - id \"not in order\"; bm Rh8+;
4k3/8/8/8/8/8/8/4K2R w - - bm Qh8; am Qh8

4k3/8/8/8/8/8/8/4K2R  w  -  -";

fn suite() -> Suite {
    Suite::from_bytes("test.epd", TEXT.as_bytes().to_vec())
}

fn made(suite: &Suite, policy: SavePolicy) -> MadeCanonical {
    make_canonical(
        &suite.snapshot(),
        policy,
        &CanonicalOptions::default(),
        &Job::new(),
    )
    .unwrap()
}

#[test]
fn all_possible_records_become_canonical_in_one_undoable_step() {
    let mut suite = suite();
    let MadeCanonical { change, counts } = made(&suite, SavePolicy::All);
    let expected = CanonicalCounts {
        records: 4,
        changed: 2,
        changed_untouched: 2,
        kept: 1,
    };
    assert_eq!(counts, expected);
    assert_eq!(change.label, "make 2 records canonical");
    assert_eq!(suite.apply(change), Ok(true));
    let moved = b"4k3/8/8/8/8/8/8/4K2R w - - bm Rh8+; id \"not in order\";\n";
    assert_eq!(suite.line(2).as_ref(), moved);
    // Unchanged; and the missing last line end stays missing.
    assert_eq!(
        suite.line(3).as_ref(),
        b"4k3/8/8/8/8/8/8/4K2R w - - bm Qh8; am Qh8\n"
    );
    assert_eq!(suite.line(5).as_ref(), b"4k3/8/8/8/8/8/8/4K2R w - -");
    assert_eq!(made(&suite, SavePolicy::All).counts.changed, 0);
    assert_eq!(suite.undo().map(|step| step.line), Some(2));
    assert!(!suite.is_modified());
}

#[test]
fn with_the_policy_edited_only_edited_records_become_canonical() {
    let mut suite = suite();
    assert!(suite.replace_line(
        1,
        b"4k3/8/8/8/8/8/8/4K2R w - - dm 3; ce 1;",
        Grouping::Step,
        "edit"
    ));
    let before = suite.work().lines_parsed;
    let MadeCanonical { change, counts } = made(&suite, SavePolicy::Edited);
    assert_eq!(suite.work().lines_parsed - before, 1);
    let expected = CanonicalCounts {
        records: 1,
        changed: 1,
        changed_untouched: 0,
        kept: 0,
    };
    assert_eq!(counts, expected);
    assert_eq!(suite.apply(change), Ok(true));
    assert_eq!(
        suite.line(1).as_ref(),
        b"4k3/8/8/8/8/8/8/4K2R w - - ce 1; dm 3;\n"
    );
    assert_eq!(suite.source_line(1), Some(1));
    // With all records, the untouched ones are counted separately.
    assert_eq!(made(&suite, SavePolicy::All).counts.changed_untouched, 2);
}

#[test]
fn lines_restored_by_undo_after_a_save_are_not_rewritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.epd");
    let text = b"4k3/8/8/8/8/8/8/4K2R w - - dm 3; ce 1;\n4k3/8/8/8/8/8/8/4K2R b - - dm 1;\n";
    std::fs::write(&path, text).unwrap();
    let mut suite = Suite::open(&path, &OpenOptions::default()).unwrap();
    suite.wait_until_loaded();
    let save = |suite: &mut Suite| {
        let target = suite.save_target().unwrap();
        let saved = write(&suite.snapshot(), &target, &Job::new(), &|_| {}).unwrap();
        suite.mark_saved(saved);
    };
    assert!(suite.delete_lines(0..1, "delete"));
    save(&mut suite);
    assert!(suite.undo().is_some());
    assert_eq!(suite.line_state(0), LineState::Edited);
    assert_eq!(
        made(&suite, SavePolicy::Edited).counts,
        CanonicalCounts::default()
    );
    save(&mut suite);
    assert_eq!(std::fs::read(&path).unwrap(), text);

    // A change counts as an edit, but not once it is reversed.
    for (side, records) in [("b", 1), ("w", 0)] {
        let line = format!("4k3/8/8/8/8/8/8/4K2R {side} - - dm 3; ce 1;");
        assert!(suite.replace_line(0, line.as_bytes(), Grouping::Step, "side"));
        let counts = made(&suite, SavePolicy::Edited).counts;
        assert_eq!(
            (counts.records, counts.changed),
            (records, records),
            "{side}"
        );
    }
}

#[test]
fn moved_and_copied_lines_are_not_edited_lines() {
    let cut = |suite: &mut Suite, line: usize| {
        let from = suite.snapshot();
        assert!(suite.delete_lines(line..line + 1, "cut"));
        from
    };
    let paste = |suite: &mut Suite, from: &Snapshot, line: usize, at: usize| {
        let lines: LineSet = [line].into_iter().collect();
        let change = merge_lines(&suite.snapshot(), from, &lines.into(), at, &Job::new());
        assert_eq!(suite.apply(change.unwrap()), Ok(true));
    };
    let edited = |suite: &Suite| made(suite, SavePolicy::Edited).counts.records;
    let mut suite = suite();
    // Moved to another place, it is still the same line.
    let from = cut(&mut suite, 2);
    paste(&mut suite, &from, 2, 0);
    assert_eq!(suite.line_state(0), LineState::Untouched);
    assert_eq!((suite.edited_count(), edited(&suite)), (0, 0));
    // The second time it is a copy: new, but not written by anyone.
    paste(&mut suite, &from, 2, 3);
    assert_eq!(suite.line_state(3), LineState::New);
    assert_eq!((suite.edited_count(), edited(&suite)), (1, 0));
    suite.duplicate_line(0, "duplicate");
    assert_eq!((suite.edited_count(), edited(&suite)), (2, 0));
    // A line written here before it moved to another place or file must still be made canonical.
    let text = b"4k3/8/8/8/8/8/8/4K2R w - - dm 3; ce 1;";
    assert!(suite.replace_line(3, text, Grouping::Step, "edit"));
    assert_eq!(edited(&suite), 1);
    let from = cut(&mut suite, 3);
    assert_eq!(edited(&suite), 0);
    paste(&mut suite, &from, 3, 1);
    assert_eq!(edited(&suite), 1);
    let mut other = Suite::from_bytes("other.epd", Vec::new());
    paste(&mut other, &suite.snapshot(), 1, 0);
    assert_eq!((other.line_state(0), edited(&other)), (LineState::New, 1));
    paste(&mut other, &suite.snapshot(), 0, 1);
    assert_eq!((other.line_state(1), edited(&other)), (LineState::New, 1));
    // After an edit in its new file it counts as edited.
    assert!(other.replace_line(1, text, Grouping::Step, "edit"));
    assert_eq!(edited(&other), 2);
}

#[test]
fn the_differences_are_those_that_the_change_would_make() {
    let suite = suite();
    let options = CanonicalOptions::default();
    let found = |most| {
        differences(
            &suite.snapshot(),
            SavePolicy::All,
            &options,
            most,
            &Job::new(),
        )
        .unwrap()
    };
    let all = found(10);
    assert_eq!(
        all.iter().map(|found| found.line).collect::<Vec<_>>(),
        [2, 5]
    );
    assert!(all.iter().all(|found| found.state == LineState::Untouched));
    assert_eq!(
        all.first().map(|found| found.before.as_slice()),
        Some(suite.line(2).as_ref())
    );
    assert_eq!(found(1).len(), 1);
}

#[test]
fn byte_order_marks_outside_records_are_removed_as_by_safe_fixes() {
    let record = "4k3/8/8/8/8/8/8/4K2R w - -\r\n";
    for line in [
        "\u{feff}# a comment\r\n",
        "\u{feff}\r\n",
        "\0\r\n",
        " \u{1a}\r\n",
        "\u{1a}",
    ] {
        let (before, after) = match line.ends_with('\n') {
            true => ("", record),
            false => (record, ""),
        };
        let text = format!("{before}{line}{after}");
        let mut suite = Suite::from_bytes("test.epd", text.into_bytes());
        let MadeCanonical { change, counts } = made(&suite, SavePolicy::All);
        assert_eq!((counts.records, counts.changed), (1, 1), "{line:?}");
        assert_eq!(change.label, "make 1 line canonical");
        let fixed = crate::epd::edit::apply_safe_fixes(line.as_bytes(), &Default::default());
        let fixed = String::from_utf8(fixed).unwrap();
        // An end-of-file mark is removed completely, and the end of the file is unchanged.
        assert_eq!(fixed.is_empty(), line.contains('\u{1a}'), "{line:?}");
        assert_eq!(suite.apply(change), Ok(true));
        let lines = (0..suite.line_count()).map(|line| suite.line(line).into_owned());
        let text = String::from_utf8(lines.collect::<Vec<_>>().concat()).unwrap();
        assert_eq!(text, format!("{before}{fixed}{after}"), "{line:?}");
        assert_eq!(made(&suite, SavePolicy::All).counts.changed, 0);
    }
    // Comments stay unchanged, including a NUL and a Ctrl-Z.
    let text = b"# a comment \x1a\n; \0\n\n".to_vec();
    let suite = Suite::from_bytes("test.epd", text);
    assert_eq!(made(&suite, SavePolicy::All).counts.changed, 0);
}
