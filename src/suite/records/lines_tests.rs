use std::collections::BTreeMap;

use crate::suite::arrange::Keep;
use crate::suite::edit::{BulkChange, SplitBy, Splitter, gather};
use crate::suite::field::Keys;
use crate::suite::records::*;
use crate::suite::testing::{dedupe, sample, shuffle, sort};
use crate::suite::{DuplicateKey, Job, Suite};
use proptest::prelude::*;

fn suite(text: &str) -> Suite {
    Suite::from_bytes("test.epd", text.as_bytes().to_vec())
}

fn whole(suite: &Suite) -> String {
    let snapshot = suite.snapshot();
    let runs = snapshot.runs(0..suite.line_count());
    let bytes: Vec<u8> = runs.flat_map(|run| run.bytes.into_owned()).collect();
    String::from_utf8(bytes).unwrap()
}

fn changed(text: &str, change: impl FnOnce(&Snapshot) -> Result<BulkChange, JobError>) -> String {
    let mut suite = suite(text);
    let change = change(&suite.snapshot()).unwrap();
    suite.apply(change).unwrap();
    let after = whole(&suite);
    if suite.undo().is_some() {
        assert_eq!(whole(&suite), text);
    }
    after
}

const K: &str = "4k3/8/8/8/8/8/8/4K3 w - -";

/// Returns a file of lines by number: `r` and `s` are records (`s` of another position), `c` is a comment and `b` a
/// blank line. Every other line ends with CR LF.
fn file(kinds: &str, ended: bool, mixed: bool) -> String {
    let mut text: String = kinds
        .chars()
        .enumerate()
        .map(|(n, kind)| {
            let end = if mixed && n % 2 == 1 { "\r\n" } else { "\n" };
            // Sorting by ce changes the order of the records.
            let ce = n * 7 % 5;
            match kind {
                'r' => format!("{K} ce {ce}; id \"{n}\";{end}"),
                's' => format!("4k3/8/8/8/8/8/8/4K2R w - - ce {ce}; id \"{n}\";{end}"),
                'c' => format!("# {n}{end}"),
                _ => format!("{}{end}", " ".repeat(n)),
            }
        })
        .collect();
    if !ended && !kinds.ends_with('b') {
        text.truncate(text.trim_end().len());
    }
    text
}

fn is_record(line: &str) -> bool {
    line.contains("id \"")
}

/// Returns each record with the comments directly above it, without line ends.
fn blocks(text: &str) -> BTreeMap<String, Vec<String>> {
    let (mut all, mut block) = (BTreeMap::new(), Vec::new());
    for line in text.lines() {
        if line.starts_with('#') {
            block.push(line.to_owned());
        } else if is_record(line) {
            all.insert(line.to_owned(), std::mem::take(&mut block));
        } else {
            block.clear();
        }
    }
    all
}

/// Returns the lines that belong to no record, without line ends.
fn loose(text: &str) -> Vec<String> {
    let (mut all, mut block) = (Vec::new(), Vec::new());
    for line in text.lines() {
        if is_record(line) {
            block.clear();
        } else {
            block.push(line.to_owned());
            if !line.starts_with('#') {
                all.append(&mut block);
            }
        }
    }
    all.append(&mut block);
    all
}

/// Returns the lines before the first record and its comments.
fn head(text: &str) -> Vec<String> {
    let before: Vec<&str> = text.lines().take_while(|line| !is_record(line)).collect();
    let end = before
        .iter()
        .rposition(|line| !line.starts_with('#'))
        .map_or(0, |blank| blank + 1);
    before
        .iter()
        .take(end)
        .map(|line| (*line).to_owned())
        .collect()
}

/// Returns the lines with their ends, sorted. The line that had no end because it was the last is compared without
/// one, and so is the new last line.
fn lines(text: &str, without_end: &[&str]) -> Vec<String> {
    let mut lines: Vec<String> = text
        .split_inclusive('\n')
        .map(|line| {
            let bare = line.trim_end_matches(['\r', '\n']);
            let is_last = without_end.contains(&bare);
            if is_last {
                bare.to_owned()
            } else {
                line.to_owned()
            }
        })
        .collect();
    lines.sort();
    lines
}

fn last(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

/// Checks the laws of every change of order.
fn reordered(before: &str, after: &str) {
    assert_eq!(
        before.ends_with('\n'),
        after.ends_with('\n'),
        "{before:?} {after:?}"
    );
    let (was, is) = (last(before), last(after));
    let ends: &[&str] = if before.ends_with('\n') {
        &[]
    } else {
        &[was, is]
    };
    assert_eq!(
        lines(before, ends),
        lines(after, ends),
        "{before:?} {after:?}"
    );
    assert_eq!(blocks(before), blocks(after), "{before:?} {after:?}");
    assert_eq!(head(before), head(after), "{before:?} {after:?}");
    assert_eq!(loose(before), loose(after), "{before:?} {after:?}");
}

/// Checks the laws of every change that removes records.
fn fewer(before: &str, after: &str) {
    let (all, left) = (blocks(before), blocks(after));
    for (record, comments) in &left {
        assert_eq!(all.get(record), Some(comments), "{before:?} {after:?}");
    }
    if !blocks(before).is_empty() {
        // If the first record is removed, the loose lines below it join the head.
        assert!(
            head(after).starts_with(&head(before)),
            "{before:?} {after:?}"
        );
    }
    let gone: Vec<&String> = all
        .iter()
        .filter(|(record, _)| !left.contains_key(*record))
        .flat_map(|(_, comments)| comments)
        .collect();
    assert!(
        gone.iter()
            .all(|gone| !after.contains(&format!("{gone}\n")))
    );
}

fn by_ce() -> Keys {
    "ce".parse().unwrap()
}

#[test]
fn a_record_moves_with_the_comments_above_it_and_a_header_stays_first() {
    let text = format!(
        "# head\n\n# of three\n{K} ce 3;\n{K} ce 2;\n\n# loose\n\n# of one\n# more\n{K} ce 1;\n# tail\n"
    );
    let after = format!(
        "# head\n\n# of one\n# more\n{K} ce 1;\n{K} ce 2;\n\n# loose\n\n# of three\n{K} ce 3;\n# tail\n"
    );
    let sorted = changed(&text, |snapshot| {
        sort(snapshot, &by_ce(), false, &Selection::All, &Job::new())
    });
    assert_eq!(sorted, after);
}

#[test]
fn comments_above_records_that_are_not_chosen_stay_with_them() {
    let text = format!("# three\n{K} ce 3;\n# two\n{K} ce 2;\n# one\n{K} ce 1;\n");
    let after = format!("# one\n{K} ce 1;\n# two\n{K} ce 2;\n# three\n{K} ce 3;\n");
    let chosen = Selection::Lines([1, 5].into_iter().collect());
    let sorted = changed(&text, |snapshot| {
        sort(snapshot, &by_ce(), false, &chosen, &Job::new())
    });
    assert_eq!(sorted, after);
}

#[test]
fn a_last_line_without_an_end_gets_one_when_another_becomes_last() {
    let text = format!("{K} ce 2;\r\n# one\r\n{K} ce 1;");
    let after = format!("# one\r\n{K} ce 1;\r\n{K} ce 2;");
    let sorted = changed(&text, |snapshot| {
        sort(snapshot, &by_ce(), false, &Selection::All, &Job::new())
    });
    assert_eq!(sorted, after);
}

#[test]
fn removing_a_record_removes_its_comments() {
    let text = file("cbcrcsbcbcr", true, false);
    let deduped = changed(&text, |snapshot| {
        dedupe(
            snapshot,
            DuplicateKey::Position,
            Keep::First,
            &Selection::All,
            &Job::new(),
        )
    });
    let kept: String = text.split_inclusive('\n').take(9).collect();
    assert_eq!(deduped, kept);
}

#[test]
fn a_record_that_others_are_merged_into_gets_their_comments() {
    let text = format!("# one\n{K} ce 1;\n\n# two\r\n{K} id \"x\";\n{K} ce 2;\n# end\n");
    let mut suite = suite(&text);
    let by = DuplicateKey::Position;
    let change = dedupe(
        &suite.snapshot(),
        by,
        Keep::Merged,
        &Selection::All,
        &Job::new(),
    )
    .unwrap();
    assert_eq!(
        (change.left.conflicts(), change.left.count()),
        (Some((1, 1)), 0)
    );
    suite.apply(change).unwrap();
    let after = format!("# one\n# two\r\n{K} ce 1; id \"x\";\n\n# end\n");
    assert_eq!(whole(&suite), after);
    // The merged record is still the first of them.
    assert_eq!(suite.source_line(2), Some(1));
}

#[test]
fn records_of_another_position_are_not_merged_by_their_id_but_counted() {
    let other = "4k3/8/8/8/8/8/8/4K2R w - - ce 2; id \"x\";\n";
    let text = format!("{K} id \"x\";\n# why\n{other}{K} ce 3; id \"x\";\n{K} id \"x\"; v=-3;\n");
    let mut suite = suite(&text);
    let change = dedupe(
        &suite.snapshot(),
        DuplicateKey::Id,
        Keep::Merged,
        &Selection::All,
        &Job::new(),
    );
    let change = change.unwrap();
    let reasons = change.left.reasons();
    assert_eq!(reasons.len(), 2, "{reasons:?}");
    assert_eq!(reasons[0], ("the position differs", 1, 2));
    assert!(reasons[1].0.contains("stray-text") && reasons[1].2 == 4);
    suite.apply(change).unwrap();
    let after = format!("{K} ce 3; id \"x\";\n# why\n{other}{K} id \"x\"; v=-3;\n");
    assert_eq!(whole(&suite), after);
}

#[test]
fn gathered_records_bring_their_comments_and_separate_no_others() {
    let text = file("crcrbcr", true, false);
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    // The last record, to before line 3, which has a comment above it.
    let marked: LineSet = [6].into_iter().collect();
    let gathered = changed(&text, |snapshot| gather(snapshot, &marked, 3));
    let order = [0, 1, 5, 6, 2, 3, 4];
    assert_eq!(gathered, order.map(|line| lines[line]).concat());
}

proptest! {
    #[test]
    fn every_order_keeps_all_lines_and_every_comment_above_its_record(
        kinds in "[rscb]{0,24}",
        ended in any::<bool>(),
        mixed in any::<bool>(),
        seed in 0u64..1000,
    ) {
        let text = file(&kinds, ended, mixed);
        let chosen: LineSet = (0..24usize).filter(|n| (seed >> (n % 10)) & 1 == 1).collect();
        for chosen in [Selection::All, Selection::Lines(chosen)] {
            reordered(&text, &changed(&text, |snapshot| {
                sort(snapshot, &by_ce(), seed % 2 == 0, &chosen, &Job::new())
            }));
            reordered(&text, &changed(&text, |snapshot| {
                shuffle(snapshot, seed, &chosen, &Job::new())
            }));
        }
    }

    #[test]
    fn moving_records_keeps_all_lines_and_every_comment_above_its_record(
        kinds in "[rscb]{1,24}",
        ended in any::<bool>(),
        marks in proptest::collection::btree_set(0usize..24, 1..6),
        to in 0usize..26,
    ) {
        let text = file(&kinds, ended, true);
        let marked: LineSet = marks
            .into_iter()
            .filter(|line| matches!(kinds.as_bytes().get(*line), Some(b'r' | b's')))
            .collect();
        let after = changed(&text, |snapshot| gather(snapshot, &marked, to));
        let ends = [last(&text), last(&after)];
        prop_assert_eq!(lines(&text, &ends), lines(&after, &ends));
        prop_assert_eq!(blocks(&text), blocks(&after));
        prop_assert_eq!(text.ends_with('\n'), after.ends_with('\n'));
    }

    #[test]
    fn leaving_out_a_record_removes_only_it_and_its_comments(
        kinds in "[rscb]{0,24}",
        ended in any::<bool>(),
        mixed in any::<bool>(),
        count in 0usize..6,
    ) {
        let text = file(&kinds, ended, mixed);
        let of = |snapshot: &Snapshot| sample(snapshot, count, 7, &Selection::All, &Job::new());
        let after = changed(&text, of);
        fewer(&text, &after);
        prop_assert_eq!(blocks(&after).len(), count.min(blocks(&text).len()));
        for change in [
            |snapshot: &Snapshot, count: usize| {
                let all = Selection::Lines(LineSet::of_range(0..snapshot.line_count()));
                sample(snapshot, count, 7, &all, &Job::new())
            },
            |snapshot: &Snapshot, _: usize| {
                dedupe(snapshot, DuplicateKey::Position, Keep::First, &Selection::All, &Job::new())
            },
            |snapshot: &Snapshot, _: usize| {
                dedupe(snapshot, DuplicateKey::Position, Keep::Last, &Selection::All, &Job::new())
            },
        ] {
            let after = changed(&text, |snapshot| change(snapshot, count));
            fewer(&text, &after);
            prop_assert_eq!(loose(&text), loose(&after));
        }
    }

    #[test]
    fn a_split_keeps_all_lines_and_every_comment_above_its_record(
        kinds in "[rscb]{0,24}",
        ended in any::<bool>(),
        left_out in 0u32..1 << 24,
    ) {
        let text = file(&kinds, ended, true);
        for (by, left_out) in [
            (SplitBy::Count(2), 0),
            (SplitBy::typed("ce").unwrap(), 0),
            (SplitBy::typed("ce").unwrap(), left_out),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let mut splitter = Splitter::new(by, folder.path(), "x.epd".as_ref()).unwrap();
            for (n, line) in text.split_inclusive('\n').enumerate() {
                if is_record(line) && left_out >> n & 1 == 1 {
                    splitter.leave_out();
                } else {
                    splitter.line(line.as_bytes(), &Default::default()).unwrap();
                }
            }
            let made = splitter.finish().unwrap();
            let texts: Vec<String> = made.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
            let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
            for text in &texts {
                found.extend(blocks(text));
            }
            let (all, first) = (blocks(&text), text.lines().find(|line| is_record(line)));
            let kept = all.iter().filter(|(record, _)| {
                let n: usize = record.split('"').nth(1).unwrap().parse().unwrap();
                left_out >> n & 1 == 0
            });
            prop_assert_eq!(found, kept.map(|(a, b)| (a.clone(), b.clone())).collect::<BTreeMap<_, _>>());
            if left_out == 0 && first.is_some() {
                let mut parts: Vec<String> = texts.iter().flat_map(|text| lines(text, &[])).collect();
                parts.sort();
                prop_assert_eq!(parts, lines(&text, &[]));
                let head = head(&text).concat();
                prop_assert!(texts.iter().any(|text| text.replace(['\r', '\n'], "").starts_with(&head)));
            }
        }
    }
}
