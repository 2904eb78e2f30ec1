//! Bulk changes are stored by their recipes.

use super::*;
use crate::epd::{CanonicalOptions, Code};
use crate::suite::DuplicateKey;
use crate::suite::arrange::Keep;
use crate::suite::edit::{BulkChange, Edit, Existing, Filling};
use crate::suite::testing::{dedupe, sample, sort};
use proptest::prelude::*;

#[test]
fn bulk_changes_cost_a_few_words_whatever_their_size() {
    let record = |n: usize| {
        format!(
            "4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4; ce {}; id \"{n}\";\n",
            n % 7
        )
    };
    let text: String = (0..5_000).map(record).collect();
    let case = Case::new(&text);
    let mut suite = case.open();
    let job = Job::new();
    let small = |suite: &Suite| {
        suite
            .unsaved(Vec::new())
            .unwrap()
            .write(&case.journal())
            .unwrap();
        let len = fs::metadata(case.journal()).unwrap().len();
        assert!(len < 1500, "{len}");
        assert_eq!(whole(&case.recovered()), whole(suite));
    };
    suite.replace_line(3, b"# by hand", Grouping::Step, "edit");
    let change = shuffle(&suite.snapshot(), 7, &Selection::All, &job).unwrap();
    suite.apply(change).unwrap();
    small(&suite);
    suite.delete_lines(10..20, "delete");
    let set = Edit::Set(Filling::parse("c0 \"set\"").unwrap(), Existing::Replace);
    let some = Selection::Lines((100..4_900).collect());
    let change = set.plan(&suite.snapshot(), &some, &job).unwrap();
    suite.apply(change).unwrap();
    suite.insert_lines(2, &[b"# new".to_vec()], "insert");
    small(&suite);
    let keys = "ce".parse().unwrap();
    let change = sort(&suite.snapshot(), &keys, true, &Selection::All, &job).unwrap();
    suite.apply(change).unwrap();
    let options = CanonicalOptions::default();
    let policy = save::SavePolicy::All;
    let made = save::make_canonical(&suite.snapshot(), policy, &options, &job).unwrap();
    suite.apply(made.change).unwrap();
    suite.replace_line(5, b"# the last", Grouping::Step, "edit");
    small(&suite);
    let journal = Journal::read(&case.journal()).unwrap().unwrap();
    let bulk = [
        "shuffle with seed 7",
        "set c0",
        "sort by ce",
        "make canonical",
    ];
    assert_eq!(journal.bulk_changes(), bulk);
    // After a recovery, the changes and later edits are stored as briefly.
    let mut next = case.recovered();
    let told = fs::metadata(case.journal()).unwrap().len();
    small(&next);
    assert!(fs::metadata(case.journal()).unwrap().len() <= told);
    next.replace_line(9, b"# after the recovery", Grouping::Step, "edit");
    let change = shuffle(&next.snapshot(), 8, &Selection::All, &job).unwrap();
    next.apply(change).unwrap();
    small(&next);
    let mut third = case.recovered();
    small(&third);
    third.undo();
    assert_eq!(whole(&third), text);
    assert!(!third.is_modified());
    // After a save, texts typed meanwhile apply to the saved state.
    save_all(&mut suite);
    suite.replace_line(6, b"# after", Grouping::Step, "edit");
    small(&suite);
    // After undo to before the save, the lines themselves are stored.
    while suite.undo().is_some() {}
    suite
        .unsaved(Vec::new())
        .unwrap()
        .write(&case.journal())
        .unwrap();
    assert_eq!(whole(&case.recovered()), text);
}

#[test]
fn removals_new_ids_and_fixes_of_one_kind_cost_a_few_words() {
    let record = |n: usize| format!("4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4; id \"{n}\";\n");
    let records = |from: usize| (from..from + 5_000).map(record);
    let text: String = records(0).chain(records(2_000)).collect();
    let job = Job::new();
    type Make = fn(&Snapshot, &Selection, &Job) -> BulkChange;
    let changes: [(&str, Make); 6] = [
        ("remove duplicate ids", |at, of, job| {
            dedupe(at, DuplicateKey::Id, Keep::Last, of, job).unwrap()
        }),
        ("remove duplicate positions", |at, of, job| {
            dedupe(at, DuplicateKey::Position, Keep::First, of, job).unwrap()
        }),
        ("remove duplicate records", |at, of, job| {
            dedupe(at, DuplicateKey::Record, Keep::Merged, of, job).unwrap()
        }),
        ("renumber", |at, of, job| {
            let ids = Filling::ids("T.{n:05}", 7).unwrap();
            Edit::Renumber(ids).plan(at, of, job).unwrap()
        }),
        ("sample of 1000 with seed 5", |at, of, job| {
            sample(at, 1_000, 5, of, job).unwrap()
        }),
        ("fix move-not-san", |at, of, job| {
            let fix = Edit::Fix(Some(Code::MoveNotSan));
            fix.plan(at, of, job).unwrap()
        }),
    ];
    for some in [Selection::All, Selection::Lines((100..9_000).collect())] {
        for (words, make) in changes {
            let case = Case::new(&text);
            let mut suite = case.open();
            suite.replace_line(3, b"# by hand", Grouping::Step, "edit");
            let change = make(&suite.snapshot(), &some, &job);
            assert!(change.changed > 2_000, "{words}: {}", change.changed);
            suite.apply(change).unwrap();
            suite.replace_line(1, b"# after", Grouping::Step, "edit");
            suite
                .unsaved(Vec::new())
                .unwrap()
                .write(&case.journal())
                .unwrap();
            let len = fs::metadata(case.journal()).unwrap().len();
            assert!(len < 1500, "{words}: {len}");
            let journal = Journal::read(&case.journal()).unwrap().unwrap();
            assert_eq!(journal.bulk_changes(), [words]);
            assert_eq!(whole(&case.recovered()), whole(&suite), "{words}");
        }
    }
}

#[test]
fn an_order_saved_and_undone_is_stored_as_numbers() {
    let text: String = (0..20_000).map(|n| format!("id \"{n}\";\n")).collect();
    let case = Case::new(&text);
    let mut suite = case.open();
    let change = shuffle(&suite.snapshot(), 1, &Selection::All, &Job::new()).unwrap();
    suite.apply(change).unwrap();
    save_all(&mut suite);
    suite.replace_line(7, b"edited", Grouping::Step, "edit");
    suite
        .unsaved(Vec::new())
        .unwrap()
        .write(&case.journal())
        .unwrap();
    assert!(fs::metadata(case.journal()).unwrap().len() < 300);
    assert_eq!(whole(&case.recovered()), whole(&suite));
    suite.undo();
    suite.undo();
    suite
        .unsaved(Vec::new())
        .unwrap()
        .write(&case.journal())
        .unwrap();
    assert!(fs::metadata(case.journal()).unwrap().len() < 20_000 * 6);
    assert_eq!(whole(&case.recovered()), whole(&suite));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_journal_restores_any_edits_and_saves(
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
                    let change = shuffle(&suite.snapshot(), nth as u64, &Selection::All, &Job::new());
                    suite.apply(change.unwrap()).unwrap()
                }
                _ => {
                    save_all(&mut suite);
                    true
                }
            };
        }
        if let Some(unsaved) = suite.unsaved(Vec::new()) {
            unsaved.write(&case.journal()).unwrap();
            prop_assert_eq!(whole(&case.recovered()), whole(&suite));
        }
    }
}
