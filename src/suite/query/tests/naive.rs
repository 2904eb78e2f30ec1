//! The query language against evaluations that read every record in full and look at characters, one family of
//! queries at a time.

mod alike;
mod by_hand;
mod facts;
mod forms;
mod generate;
mod print;
mod registers;
mod whole;

use crate::epd::{Dialect, LineKind, ReadOptions, Record};
use crate::suite::query::{Facts, Query};
use proptest::prelude::*;

const LINES: &[&str] = &[
    "r3k2r/8/8/8/8/8/8/R3K2R w HAha - ce 1.5; id \"A.17\"; X \"7\"; acd 99999999999999999999;",
    "4k3/8/8/8/8/8/8/R2K2RR w GA - ce -0.25; id \"plan 3\"; X 7 8;",
    "8/8/8/8/8/4k3/4p3/4K2R w - - bm Rh3+; id \"A.1\"; ce 250;",
    "8/8/8/8/4k3/8/4P3/R3K3 w Q - id \"A.2\"; c0 \"plan\"; acd 12;",
    "8/8/8/8/4k3/8/4P3/R3K3 w Q - id \"5\"; c0 \"250\"; acd 12;",
    "8/8/8/8/4k3/8/4P3/R3K3 w Q - id 5; c0 +12.5;",
    "8/8/8/8/4k3/8/4P3/R3K3 w Q - bm Rd1 Kd2; c0 5 7;",
    "8/8/8/8/4k3/8/4P3/R3K3 w Q - c0 \"7.25\" \"5\"; id \"05\"",
    "7k/5K2/8/8/8/8/8/R7 w - - bm Rh1#; dm 1; id B.1",
    "7k/6Q1/5K2/8/8/8/8/8 b - - id \"B.2\"; D1 0;",
    "7k/5Q2/5K2/8/8/8/8/8 b - - 0 1",
    "7k/8/5K2/8/8/8/8/Q7 w - - 12 40 bm #2; id \"m\";",
    "7k/8/5K2/8/8/8/8/Q7 b - - bm #-2; dm x;",
    "4k3/2P5/8/8/8/8/1p6/R3K2R w KQ - bm O-O c8=Q+; am Rxh8; pv O-O Kd7 c8=Q+ Kxc8; sm O-O-O;",
    "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - bm Bxc6 Ba4 O-O; id \"a b\"; ce 33;",
    "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; pv 1. Ra8#; hmvc 5;",
    "4k3/8/8/8/3pP3/8/8/4K3 b - e3 bm Kd7 Kf7; ce -30; X 1.5;",
    "4k3/8/8/8/3pP3/8/8/4K3 b - e3 bm Kd8 id \"no semicolon\"; ce 10;",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e2e4; ce \"5\";",
    "8/8/8/8/8/8/8/4K3 w - - bm Kd2; id 5;",
    "4k3/8/8/8/8/8/8/R3K3 w A - ;2;3",
    "no record at all",
    "# a comment",
    "",
    "4k3/8/8/8/8/8/8/4K3 x - - bm Kd2; id \"open",
    "4k3/8/8/8/8/8/8/4K3 w - - id \"a\" \"b\"; ce 1 2; ce 3; bm;",
    // No pawn can capture there, so the opening is the same with the square and without.
    "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 id \"A\";",
    "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - eco \"B\";",
    "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQ - id \"A\";",
];

/// Compares the matches of a query in all lines with `expected`.
fn compare(text: &str, expected: impl Fn(&Record<'_>, usize) -> bool) -> Result<(), TestCaseError> {
    let query = match Query::parse(text) {
        Ok(query) => query,
        Err(error) => panic!("{}", error.marked(text)),
    };
    let options = ReadOptions::of(Dialect::Epd);
    for (number, line) in LINES.iter().enumerate() {
        let record = Record::read(line.as_bytes(), &options);
        let expected = record.kind() == LineKind::Record && expected(&record, number);
        let found = query.matches(line.as_bytes(), number, &options, &Facts::default());
        prop_assert_eq!(found, expected, "{} of {}", text, line);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn queries_agree_with_a_naive_evaluation(node in generate::node()) {
        compare(&print::print(&node), |record, number| whole::holds(&node, record, number))?;
    }

    #[test]
    fn any_text_is_a_query_or_an_error_with_its_place(text in "[a-zA-Z0-9 =<>~!()\"/+*.-]{0,40}|\\PC{0,20}") {
        if let Err(error) = Query::parse(&text) {
            prop_assert!(text.get(error.span.range()).is_some(), "{:?}", error);
            prop_assert!(!error.message.is_empty());
        }
        for cursor in 0..=text.len() {
            if text.is_char_boundary(cursor) {
                let found = super::super::complete(&text, cursor);
                prop_assert!(found.span.end == cursor && found.span.start <= cursor);
            }
        }
    }
}
