//! Undo past a save: after any sequence of edits, saves, undo and redo every state comes back byte for
//! byte, and a save writes the text that is shown.

use epdit::epd::CanonicalOptions;
use epdit::suite::save::{SavePolicy, make_canonical, write};
use epdit::suite::{Grouping, Job, OpenOptions, RevisionId, Suite};
use proptest::prelude::*;
use std::collections::HashMap;
use std::fs;
use std::path::Path;

/// Records as found: UCI moves, unquoted strings, blanks; comments, and a last line without a line end. A
/// save would change each line.
const FOUND: &str = "# by hand  \n\
    4k3/8/8/8/8/8/4P3/4K3 w - - id pawn.1; bm e2e4;\n\
    4k3/8/8/8/8/8/4P3/4K3  w  - -  bm e4 ; c0 \"x\"\r\n\
    7k/8/5K2/8/8/8/8/6Q1 w - - bm g1g6; id two;\n\
    \n\
    7k/8/5K2/8/8/8/8/6Q1 w - - id \"three\"; bm Qg6";

const TYPED: [&str; 4] = [
    "7k/8/5K2/8/8/8/8/6Q1 w - - bm g1g7; id typed",
    "7k/8/5K2/8/8/8/8/6Q1 w - - bm Qg6; id \"canonical\";",
    "# a comment  ",
    "8/8/8/8 no record",
];

#[derive(Clone, Debug)]
enum Act {
    Edit(usize, usize),
    Insert(usize, usize),
    Delete(usize),
    Undo,
    Redo,
    Save(SavePolicy),
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let at = 0..8usize;
    let typed = 0..TYPED.len();
    let act = prop_oneof![
        3 => (at.clone(), typed.clone()).prop_map(|(at, nth)| Act::Edit(at, nth)),
        1 => (at.clone(), typed).prop_map(|(at, nth)| Act::Insert(at, nth)),
        1 => at.prop_map(Act::Delete),
        4 => Just(Act::Undo),
        2 => Just(Act::Redo),
        2 => Just(Act::Save(SavePolicy::Edited)),
        1 => Just(Act::Save(SavePolicy::All)),
    ];
    prop::collection::vec(act, 1..30)
}

fn text(suite: &Suite) -> Vec<u8> {
    let snapshot = suite.snapshot();
    let runs = snapshot.runs(0..suite.line_count());
    runs.flat_map(|run| run.bytes.into_owned()).collect()
}

/// Saves as the editor does, and checks the file.
fn save(suite: &mut Suite, policy: SavePolicy, path: &Path) {
    let (options, job) = (CanonicalOptions::default(), Job::new());
    let made = make_canonical(&suite.snapshot(), policy, &options, &job).expect("worked out");
    suite.apply(made.change).expect("nothing came between");
    let target = suite.save_target().expect("it has a file");
    let saved = write(&suite.snapshot(), &target, &job, &|_| {}).expect("written");
    suite.mark_saved(saved);
    assert!(!suite.is_modified());
    assert_eq!(fs::read(path).expect("the file"), text(suite));
}

fn open(path: &Path, memory_limit: u64) -> Suite {
    let options = OpenOptions {
        background: false,
        memory_limit,
        ..OpenOptions::default()
    };
    Suite::open(path, &options).expect("it opens")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn undo_to_the_start_restores_every_byte_whatever_was_saved_in_between(
        acts in acts(),
        on_disk in any::<bool>(),
    ) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.epd");
        fs::write(&path, FOUND).expect("a file");
        let mut suite = open(&path, if on_disk { 0 } else { 1 << 20 });
        let mut texts: HashMap<RevisionId, Vec<u8>> = HashMap::new();
        for act in acts {
            let label = "edit";
            match act {
                Act::Edit(at, nth) => {
                    suite.replace_line(at, TYPED[nth].as_bytes(), Grouping::Step, label);
                }
                Act::Insert(at, nth) => {
                    suite.insert_lines(at, &[TYPED[nth].as_bytes().to_vec()], label);
                }
                Act::Delete(at) => {
                    suite.delete_lines(at..at + 1, label);
                }
                Act::Undo => drop(suite.undo()),
                Act::Redo => drop(suite.redo()),
                Act::Save(policy) => save(&mut suite, policy, &path),
            }
            let now = text(&suite);
            let before = texts.entry(suite.revision()).or_insert_with(|| now.clone());
            prop_assert_eq!(&now, before, "undo or redo restored another text");
        }
        while suite.undo().is_some() {}
        prop_assert_eq!(String::from_utf8(text(&suite)).expect("text"), FOUND);
        // With `SavePolicy::Edited`, records restored by undo are written as they were.
        save(&mut suite, SavePolicy::Edited, &path);
        prop_assert_eq!(fs::read_to_string(&path).expect("the file"), FOUND);
    }
}
