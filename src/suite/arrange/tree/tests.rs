use super::*;
use crate::epd::{LineKind, Record, Value};
use crate::suite::arrange::Keep;
use crate::suite::duplicates::DuplicateKey;
use crate::suite::edit::{Edit, Filling, SplitBy, Splitter, merge_lines};
use crate::suite::field::Keys;
use crate::suite::testing::{dedupe, sample, shuffle, sort};
use crate::suite::{Grouping, Suite};
use proptest::prelude::*;

fn suite(text: &str) -> Suite {
    Suite::from_bytes("test.epd", text.as_bytes().to_vec())
}

fn whole(suite: &Suite) -> String {
    let snapshot = suite.snapshot();
    let bytes: Vec<u8> = snapshot
        .runs(0..suite.line_count())
        .flat_map(|run| run.bytes.into_owned())
        .collect();
    String::from_utf8(bytes).unwrap()
}

fn sorted(text: &str, keys: &[&str], reverse: bool) -> String {
    let mut suite = suite(text);
    let keys: Keys = keys.join(",").parse().unwrap();
    let change = sort(
        &suite.snapshot(),
        &keys,
        reverse,
        &Selection::All,
        &Job::new(),
    )
    .unwrap();
    suite.apply(change).unwrap();
    let after = whole(&suite);
    if suite.undo().is_some() {
        assert_eq!(whole(&suite), text);
        suite.redo();
        assert_eq!(whole(&suite), after);
    }
    after
}

const K: &str = "4k3/8/8/8/8/8/8/4K3 w - -";

fn records(operations: &[&str]) -> String {
    operations
        .iter()
        .map(|text| format!("{K} {text}\n"))
        .collect()
}

#[test]
fn numbers_sort_before_texts_and_missing_values_last() {
    let before = records(&["ce 10;", "ce -5;", "id \"x\";", "ce 9;", "c0 \"\"; ce 9;"]);
    let after = records(&["ce -5;", "ce 9;", "c0 \"\"; ce 9;", "ce 10;", "id \"x\";"]);
    assert_eq!(sorted(&before, &["ce"], false), after);
    let after = records(&["ce 10;", "ce 9;", "c0 \"\"; ce 9;", "ce -5;", "id \"x\";"]);
    assert_eq!(sorted(&before, &["ce"], true), after);
    let before = records(&[
        "X b;", "X 2.75;", "X 2;", "X 2.5;", "X a;", "X -2.5;", "X -2;",
    ]);
    let after = records(&[
        "X -2.5;", "X -2;", "X 2;", "X 2.5;", "X 2.75;", "X a;", "X b;",
    ]);
    assert_eq!(sorted(&before, &["X"], false), after);
}

#[test]
fn the_next_key_breaks_ties_of_the_first() {
    let before = records(&["acd 2; id \"b\";", "acd 1; id \"b\";", "acd 1; id \"a\";"]);
    let after = records(&["acd 1; id \"a\";", "acd 2; id \"b\";", "acd 1; id \"b\";"]);
    assert_eq!(sorted(&before, &["id"], false), after);
    let after = records(&["acd 1; id \"a\";", "acd 1; id \"b\";", "acd 2; id \"b\";"]);
    assert_eq!(sorted(&before, &["id", "acd"], false), after);
}

#[test]
fn long_texts_with_a_common_prefix_are_ordered() {
    let long = "the same long beginning of a text, again and again and again ";
    let before = records(&[
        &format!("id \"{long}b\";"),
        &format!("id \"{long}\";"),
        &format!("id \"{long}a\";"),
    ]);
    let after = records(&[
        &format!("id \"{long}\";"),
        &format!("id \"{long}a\";"),
        &format!("id \"{long}b\";"),
    ]);
    assert_eq!(sorted(&before, &["id"], false), after);
}

#[test]
fn loose_comments_and_unchosen_records_keep_their_places() {
    let text = format!("# head\n\n{K} ce 3;\n{K} ce 2;\n\n# middle\n\n{K} ce 1;\n");
    let after = format!("# head\n\n{K} ce 1;\n{K} ce 2;\n\n# middle\n\n{K} ce 3;\n");
    assert_eq!(sorted(&text, &["ce"], false), after);
    let mut suite = suite(&text);
    let chosen = Selection::Lines([3, 7].into_iter().collect());
    let keys: Keys = "ce".parse().unwrap();
    let change = sort(&suite.snapshot(), &keys, false, &chosen, &Job::new()).unwrap();
    assert_eq!(change.changed, 2);
    suite.apply(change).unwrap();
    assert_eq!(
        whole(&suite),
        format!("# head\n\n{K} ce 3;\n{K} ce 1;\n\n# middle\n\n{K} ce 2;\n")
    );
}

#[test]
fn records_of_one_tablebase_are_kept_together() {
    let both = "4k3/8/8/8/8/4p3/4P3/4K3 w - -\n";
    let white = "4k3/8/8/8/8/8/4PP2/4K3 w - -\n";
    let black = "4k3/8/8/8/8/4pp2/8/4K3 w - -\n";
    let text = [white, both, black].concat();
    let after = [white, black, both].concat();
    assert_eq!(sorted(&text, &["material"], false), after);
}

#[test]
fn words_for_numbers_in_queries_are_sort_keys() {
    let (one, two) = (
        "4k3/8/8/8/8/8/8/4K3 w - - id 1;\n",
        "4k3/8/8/8/8/8/8/4K3 w - - ce 1; id 2;\n",
    );
    assert_eq!(
        sorted(&[two, one].concat(), &["operations"], false),
        [one, two].concat()
    );
    assert_eq!(
        sorted(&[one, two].concat(), &["-operations"], false),
        [two, one].concat()
    );
}

#[test]
fn material_is_sorted_by_its_value() {
    let text =
        "4k3/8/8/8/8/8/8/Q3K3 w - -\n4k3/8/8/8/8/8/8/4K3 w - -\n4k3/p7/8/8/8/8/8/R3K3 w - -\n";
    let after =
        "4k3/8/8/8/8/8/8/4K3 w - -\n4k3/p7/8/8/8/8/8/R3K3 w - -\n4k3/8/8/8/8/8/8/Q3K3 w - -\n";
    assert_eq!(sorted(text, &["material"], false), after);
}

proptest! {
    #[test]
    fn sorting_matches_a_stable_sort_of_a_vector(
        values in prop::collection::vec((0usize..5, -3i64..4, "[ab]{0,14}", 0u8..4), 0..60),
        reverse in any::<bool>(),
    ) {
        let lines: Vec<String> = values.iter().enumerate().map(|(n, (_, ce, id, form))| match form {
            0 => format!("{K} Nth {n};\n"),
            1 => format!("{K} ce {ce}; Nth {n};\n"),
            2 => format!("{K} id \"{id}\"; Nth {n};\n"),
            _ => format!("{K} ce {ce}; id \"{id}\"; Nth {n};\n"),
        }).collect();
        let key = |line: &String| {
            let options = crate::epd::ReadOptions::default();
            let record = Record::read(line.as_bytes(), &options);
            let id = record.operation("id").map(|id| record.operands_text(id));
            let ce = record.operation("ce").map(|ce| match record.operands_of(ce)[0].value {
                Value::Integer(number) => number,
                _ => unreachable!(),
            });
            (id, ce)
        };
        let mut expected = lines.clone();
        fn order<T: Ord>(one: &Option<T>, two: &Option<T>, reverse: bool) -> std::cmp::Ordering {
            match (one, two) {
                (Some(one), Some(two)) if reverse => two.cmp(one),
                (Some(one), Some(two)) => one.cmp(two),
                (None, None) => std::cmp::Ordering::Equal,
                (None, _) => std::cmp::Ordering::Greater,
                (_, None) => std::cmp::Ordering::Less,
            }
        }
        expected.sort_by(|one, two| {
            let (one, two) = (key(one), key(two));
            order(&one.0, &two.0, reverse).then_with(|| order(&one.1, &two.1, reverse))
        });
        prop_assert_eq!(sorted(&lines.concat(), &["id", "ce"], reverse), expected.concat());
    }
}

#[test]
fn a_shuffle_keeps_every_line_and_is_the_same_for_the_same_seed() {
    let text = records(
        &(0..500)
            .map(|n| format!("id \"{n}\";"))
            .collect::<Vec<_>>()
            .iter()
            .map(String::as_str)
            .collect::<Vec<_>>(),
    );
    let shuffled = |seed| {
        let mut suite = suite(&text);
        let change = shuffle(&suite.snapshot(), seed, &Selection::All, &Job::new()).unwrap();
        suite.apply(change).unwrap();
        whole(&suite)
    };
    let one = shuffled(7);
    assert_eq!(one, shuffled(7));
    assert_ne!(one, shuffled(8));
    assert_ne!(one, text);
    let lines = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(lines(&one), lines(&text));
}

#[test]
fn a_sample_keeps_the_order_and_every_record_is_equally_likely() {
    let text = format!(
        "# loose\n\n{}\n# tail\n",
        records(
            &(0..50)
                .map(|n| format!("id \"{n}\";"))
                .collect::<Vec<_>>()
                .iter()
                .map(String::as_str)
                .collect::<Vec<_>>()
        )
    );
    let mut met = [0u32; 50];
    for seed in 0..400 {
        let mut suite = suite(&text);
        let change = sample(&suite.snapshot(), 10, seed, &Selection::All, &Job::new()).unwrap();
        suite.apply(change).unwrap();
        let after = whole(&suite);
        // The head stays.
        let kept = after.strip_prefix("# loose\n\n").unwrap();
        let ids: Vec<usize> = kept
            .lines()
            .map(|line| line.split('"').nth(1).unwrap().parse().unwrap())
            .collect();
        assert_eq!(ids.len(), 10);
        assert!(ids.is_sorted());
        ids.iter().for_each(|id| met[*id] += 1);
    }
    // 80 of each are expected; equal seeds give equal numbers everywhere.
    assert!(met.iter().all(|met| (45..120).contains(met)), "{met:?}");
    let mut suite = suite(&text);
    let change = sample(&suite.snapshot(), 99, 1, &Selection::All, &Job::new()).unwrap();
    suite.apply(change).unwrap();
    assert_eq!(suite.line_count(), 52);
}

#[test]
fn removing_duplicates_keeps_the_first_the_last_or_a_merged_record() {
    let text = "\
4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"a\";
4k3/8/8/8/8/8/8/4K3 w - - id \"b\";
4k3/8/8/8/8/8/4P3/4K3 w - - ce 5;
4k3/8/8/8/8/8/4P3/4K3 w - - bm e3 e4; id \"c\";
";
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let deduped = |keep, chosen: &Selection| {
        let mut suite = suite(text);
        let by = DuplicateKey::Position;
        let change = dedupe(&suite.snapshot(), by, keep, chosen, &Job::new()).unwrap();
        suite.apply(change).unwrap();
        whole(&suite)
    };
    assert_eq!(
        deduped(Keep::First, &Selection::All),
        [lines[0], lines[1]].concat()
    );
    assert_eq!(
        deduped(Keep::Last, &Selection::All),
        [lines[1], lines[3]].concat()
    );
    let merged = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e3 e4; ce 5; id \"a\";\n";
    assert_eq!(
        deduped(Keep::Merged, &Selection::All),
        [merged, lines[1]].concat()
    );
    let chosen = Selection::Lines([1, 2, 3].into_iter().collect());
    assert_eq!(
        deduped(Keep::First, &chosen),
        [lines[0], lines[1], lines[2]].concat()
    );
}

#[test]
fn ids_are_numbered_over_the_chosen_records() {
    let text = format!("# head\n{K} id \"x\";\n\n{K}\n{K} id \"y\";\n");
    let mut suite = suite(&text);
    let edit = Edit::Renumber(Filling::ids("T.{n:02}", 9).unwrap());
    let chosen = Selection::Lines([0, 3, 4].into_iter().collect());
    let change = edit.plan(&suite.snapshot(), &chosen, &Job::new()).unwrap();
    suite.apply(change).unwrap();
    let after = format!("# head\n{K} id \"x\";\n\n{K} id \"T.09\";\n{K} id \"T.10\";\n");
    assert_eq!(whole(&suite), after);
}

#[test]
fn merged_lines_get_the_line_ends_of_this_file() {
    let mut one = suite("a\r\nb\r\n");
    let two = suite("c\nd");
    let change = merge_lines(
        &one.snapshot(),
        &two.snapshot(),
        &Selection::All,
        1,
        &Job::new(),
    )
    .unwrap();
    one.apply(change).unwrap();
    assert_eq!(whole(&one), "a\r\nc\r\nd\r\nb\r\n");
    one.undo();
    assert_eq!(whole(&one), "a\r\nb\r\n");
}

#[test]
fn a_split_loses_no_line_and_overwrites_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let text =
        format!("# head\n{K} eco \"A1\";\n{K} eco \"a1\";\n{K}\n# tail\n{K} eco \"A1\";\n# end");
    let split = |by: SplitBy, into: &str| {
        let path = folder.path().join(into);
        let mut splitter = Splitter::new(by, &path, "wac.epd".as_ref()).unwrap();
        for line in text.split_inclusive('\n') {
            splitter.line(line.as_bytes(), &Default::default())?;
        }
        splitter.finish()
    };
    let read = |path: &std::path::PathBuf| std::fs::read_to_string(path).unwrap();
    let made = split(SplitBy::Count(2), "count").unwrap();
    let names: Vec<_> = made
        .iter()
        .map(|path| path.file_name().unwrap().to_owned())
        .collect();
    assert_eq!(names, ["wac-001.epd", "wac-002.epd"]);
    assert_eq!(made.iter().map(read).collect::<String>(), text);
    let made = split(SplitBy::typed("eco").unwrap(), "value").unwrap();
    assert_eq!(made.len(), 3);
    assert_eq!(
        read(&made[0]),
        format!("# head\n{K} eco \"A1\";\n# tail\n{K} eco \"A1\";\n# end")
    );
    let again = split(SplitBy::Count(2), "count").unwrap_err();
    assert!(again.to_string().contains("already exists"), "{again}");
}

#[test]
fn a_sort_of_edited_lines_moves_the_edits_with_them() {
    let mut suite = suite(&records(&["ce 3;", "ce 2;"]));
    suite.replace_line(0, format!("{K} ce 1;").as_bytes(), Grouping::Step, "edit");
    suite.insert_lines(0, &[format!("{K} ce 9;").into_bytes()], "insert");
    let keys: Keys = "ce".parse().unwrap();
    let change = sort(
        &suite.snapshot(),
        &keys,
        false,
        &Selection::All,
        &Job::new(),
    )
    .unwrap();
    suite.apply(change).unwrap();
    assert_eq!(whole(&suite), records(&["ce 1;", "ce 2;", "ce 9;"]));
    assert_eq!(suite.edited_count(), 2);
    assert_eq!(suite.source_line(0), Some(0));
    assert_eq!(crate::epd::Skim::kind_of(&suite.line(0)), LineKind::Record);
}

#[test]
fn ids_are_sorted_in_natural_order_and_by_the_number_of_pieces() {
    let before = records(&[
        "id \"a.10\";",
        "id \"a.2\";",
        "id \"a.010\";",
        "id \"a.1\";",
    ]);
    let after = records(&[
        "id \"a.1\";",
        "id \"a.2\";",
        "id \"a.10\";",
        "id \"a.010\";",
    ]);
    assert_eq!(sorted(&before, &["id"], false), after);
    let text =
        "4k3/p7/8/8/8/8/8/R3K3 w - -\n4k3/8/8/8/8/8/8/Q3K3 w - -\n4k3/8/8/8/8/8/8/4K3 w - -\n";
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    assert_eq!(
        sorted(text, &["pieces"], false),
        [lines[2], lines[1], lines[0]].concat()
    );
}

proptest! {
    #[test]
    fn sorted_lines_are_a_permutation_and_equal_the_result_of_the_sort(
        kinds in prop::collection::vec((0u8..6, 0i64..40), 0..60),
        reverse in any::<bool>(),
    ) {
        let text: String = kinds.iter().map(|(kind, n)| match kind {
            0 => "\n".to_owned(),
            1 => format!("# {n}\n"),
            2 => format!("{K} ce {n};\n"),
            _ => format!("{K} id \"x.{n}\";\n"),
        }).collect();
        let suite = suite(&text);
        let keys: Keys = "id".parse().unwrap();
        let lines = sorted_lines(&suite.snapshot(), &keys, reverse, None, &Job::new()).unwrap();
        let mut each = lines.clone();
        each.sort_unstable();
        prop_assert!(each.iter().map(|line| *line as usize).eq(0..suite.line_count()));
        let shown: String = lines
            .iter()
            .map(|line| String::from_utf8(suite.line(*line as usize).into_owned()).unwrap())
            .collect();
        prop_assert_eq!(shown, sorted(&text, &["id"], reverse));
    }
}
