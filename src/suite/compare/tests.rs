use super::*;
use crate::suite::Suite;
use proptest::prelude::*;

fn compared(first: &str, second: &str) -> Comparison {
    let open = |text: &str| Suite::from_bytes("a.epd", text.as_bytes().to_vec()).snapshot();
    compare(
        &open(first),
        &open(second),
        &DuplicateKey::Position,
        &Job::new(),
    )
    .unwrap()
}

fn only(found: &Comparison) -> [Vec<usize>; 2] {
    found.only.each_ref().map(|lines| lines.iter().collect())
}

const A: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";
const B: &str = "4k3/8/8/8/8/8/8/R3K2R w KQ -";

#[test]
fn records_are_matched_by_position_in_any_order() {
    let found = compared(
        &format!("# head\n{A} bm e4;\n{B} id \"b\";\n"),
        &format!("{B} id \"b\";\n\n{A} bm e3;\n8/8/8/8/8/4k3/8/4K3 w - -\n"),
    );
    assert_eq!(found.changed, [(1, 2)]);
    assert_eq!(only(&found), [vec![], vec![3]]);
    assert_eq!((found.same, &found.identical[..]), (1, &[(2, 0)][..]));
}

#[test]
fn equal_records_are_matched_before_others_of_the_same_position() {
    let found = compared(
        &format!("{A} bm e3;\n{A} bm e4;\n{A} bm Kd1;\n"),
        &format!("{A} bm e2e4;\n{A} am e4;\n"),
    );
    assert_eq!((found.same, &found.changed[..]), (1, &[(0, 1)][..]));
    assert_eq!(only(&found), [vec![2], vec![]]);
}

#[test]
fn records_without_a_position_are_matched_by_their_text() {
    let found = compared("no position\nother words\n", "other words\r\n");
    assert_eq!((found.same, only(&found)), (1, [vec![0], vec![]]));
}

#[test]
fn only_differing_lines_are_parsed() {
    let text: String = (0..9000).map(|n| format!("{A} ce {n};\n")).collect();
    let other = text.replace("ce 7777;", "ce 99999;");
    let open = |text: &str| Suite::from_bytes("a.epd", text.as_bytes().to_vec());
    let (one, two) = (open(&text), open(&other));
    let found = compare(
        &one.snapshot(),
        &two.snapshot(),
        &DuplicateKey::Position,
        &Job::new(),
    )
    .unwrap();
    assert_eq!(
        (found.same, &found.changed[..]),
        (8999, &[(7777, 7777)][..])
    );
    assert!(one.work().lines_parsed <= 1 && two.work().lines_parsed <= 1);
}

/// Returns the comparison of two streamed suites.
fn gone_by(first: &Snapshot, second: &Snapshot) -> Comparison {
    let (all, job) = (Selection::All, Job::new());
    let on = [first, second].map(|file| ChosenRecords::of(file, &all, &job));
    let [one, other] = on.each_ref();
    let found = SuiteComparison::of(one, other, &DuplicateKey::Position).unwrap();
    let mut changed = Vec::new();
    let taken = found.pairs.each(|(one, before), (other, after)| {
        assert_eq!(before, &*first.line(one));
        assert_eq!(after, &*second.line(other));
        changed.push((one, other));
        Ok::<(), io::Error>(())
    });
    taken.unwrap();
    assert_eq!(found.changed, changed.len());
    Comparison {
        changed,
        only: found.only,
        same: found.same,
        identical: Vec::new(),
    }
}

proptest! {
    #[test]
    fn streamed_suites_compare_like_open_ones(
        first in prop::collection::vec(0u8..12, 0..30),
        second in prop::collection::vec(0u8..12, 0..30),
    ) {
        let text = |records: &[u8]| -> String {
            let spelt = |n: &u8| match n % 3 {
                0 => format!("bm Kd1; ce {};", n / 6),
                1 => format!("ce {}; bm Ke1d1;", n / 6),
                _ => format!("ce {};", n / 6),
            };
            let line = |n: &u8| format!("{} {}\n", if n.is_multiple_of(2) { A } else { B }, spelt(n));
            records.iter().map(line).collect()
        };
        let open = |records: &[u8]| Suite::from_bytes("a.epd", text(records).into_bytes()).snapshot();
        let (first, second) = (open(&first), open(&second));
        let held = compare(&first, &second, &DuplicateKey::Position, &Job::new()).unwrap();
        let held = Comparison { identical: Vec::new(), ..held };
        prop_assert_eq!(gone_by(&first, &second), held);
    }

    #[test]
    fn every_record_is_in_exactly_one_result(
        first in prop::collection::vec(0u8..6, 0..12),
        second in prop::collection::vec(0u8..6, 0..12),
    ) {
        let text = |records: &[u8]| -> String {
            records
                .iter()
                .map(|n| format!("{} ce {};\n", if n % 2 == 0 { A } else { B }, n / 2))
                .collect()
        };
        let found = compared(&text(&first), &text(&second));
        let both = found.same + found.changed.len();
        prop_assert_eq!(found.identical.len(), found.same);
        prop_assert!(found.identical.is_sorted_by_key(|(line, _)| *line));
        prop_assert_eq!(both + found.only[0].len(), first.len());
        prop_assert_eq!(both + found.only[1].len(), second.len());
        let back = compared(&text(&second), &text(&first));
        prop_assert_eq!(back.same, found.same);
        prop_assert_eq!(back.changed.len(), found.changed.len());
    }
}
