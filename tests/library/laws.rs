//! The laws of reading and writing one record, on lines put together at random from pieces of every
//! dialect, and on any bytes. The fuzz targets check the same laws.

pub mod law;
mod pieces;

use epdit::epd::{Code, Dialect, ReadOptions, Record, Rules};
use pieces::{CLOCKS, EN_PASSANTS, MOVES, OPERATIONS, PIECES, PLACEMENTS, RIGHTS, SIDES, one_line};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

fn line() -> impl Strategy<Value = Vec<u8>> {
    let pieces = prop::collection::vec(
        (prop::sample::select(PIECES), prop::bool::weighted(0.7)),
        0..24,
    );
    let glued = |pieces: Vec<(&str, bool)>, head: bool| {
        let mut out = String::new();
        if head {
            out.push_str("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - ");
        }
        for (piece, space) in pieces {
            out.push_str(piece);
            if space {
                out.push(' ');
            }
        }
        one_line(out.into_bytes())
    };
    prop_oneof![
        2 => (pieces, prop::bool::weighted(0.7)).prop_map(move |(pieces, head)| glued(pieces, head)),
        3 => record(),
        1 => prop::collection::vec(any::<u8>(), 0..80).prop_map(one_line),
    ]
}

/// Generates a nearly valid record: most of its fields, and operations with suitable operands, most of them
/// ended by a semicolon.
fn record() -> impl Strategy<Value = Vec<u8>> {
    let operation = prop::sample::select(OPERATIONS).prop_flat_map(|(opcode, operands)| {
        let several = if operands == MOVES { 1..4 } else { 1..2 };
        let operands = prop::collection::vec(prop::sample::select(operands), several);
        let end = prop_oneof![20 => Just("; "), 2 => Just(";"), 1 => Just(" "), 1 => Just(" ; ")];
        (Just(opcode), operands, end)
    });
    let fields = [PLACEMENTS, SIDES, RIGHTS, EN_PASSANTS, CLOCKS].map(prop::sample::select);
    let operations = prop::collection::vec(operation, 0..5);
    let end = prop_oneof![8 => Just("\n"), 1 => Just(""), 1 => Just("\r\n"), 1 => Just(" \n")];
    (fields, operations, end).prop_map(|(fields, operations, end)| {
        let mut words: Vec<&str> = fields.to_vec();
        words.retain(|word| !word.is_empty());
        let mut line = words.join(" ");
        for (opcode, operands, end) in operations {
            line.push_str(&format!(" {opcode} {}", operands.join(" ")).replace(" ; ", "; "));
            line = line.trim_end().to_owned() + end.trim_end();
        }
        line.push_str(end);
        one_line(line.into_bytes())
    })
}

fn options() -> impl Strategy<Value = ReadOptions> {
    prop_oneof![
        3 => Just(ReadOptions::of(Dialect::Epd)),
        1 => Just(ReadOptions::of(Dialect::Fen)),
        1 => Just(ReadOptions { rules: Rules::Chess960, ..ReadOptions::default() }),
    ]
}

fn broken(broken: String) -> TestCaseError {
    TestCaseError::fail(broken)
}

/// Returns more cases than usual, as a line takes microseconds; `PROPTEST_CASES` overrides the number.
fn config() -> ProptestConfig {
    match std::env::var_os("PROPTEST_CASES") {
        Some(_) => ProptestConfig::default(),
        None => ProptestConfig::with_cases(4000),
    }
}

/// Guards the other laws against being vacuous: the generated lines include ones that are rewritten, moves
/// of other dialects, conversions, and missing fields.
#[test]
fn the_laws_are_tried_on_lines_that_can_break_them() {
    let mut runner = TestRunner::deterministic();
    let lines = record();
    let sample = (0..3000).map(|_| lines.new_tree(&mut runner).expect("a line").current());
    let sample: Vec<Vec<u8>> = sample.collect();
    let options = ReadOptions::default();
    let count = |says: &dyn Fn(&Record<'_>) -> bool| {
        let records = sample.iter().map(|line| Record::read(line, &options));
        records.filter(|record| says(record)).count()
    };
    let written = |record: &Record<'_>| record.canonical(&Default::default()).is_some();
    let has =
        |record: &Record<'_>, code| record.diagnostics().iter().any(|found| found.code == code);
    assert!(count(&written) > 600, "{} written", count(&written));
    for (code, least) in [
        (Code::MoveNotSan, 20),
        (Code::MoveSpelling, 1),
        (Code::MateInBm, 1),
        (Code::MateInCe, 5),
        (Code::MissingCastling, 3),
        (Code::MissingEnPassant, 10),
        (Code::EpPawnSquare, 10),
        (Code::MissingSemicolon, 5),
        (Code::FenClocks, 100),
    ] {
        let found = count(&|record| written(record) && has(record, code));
        assert!(found >= least, "{found} written with {}", code.name());
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn tokens_tile_the_line(line in line(), options in options()) {
        law::tokens_tile_the_line(&line, &options).map_err(broken)?;
    }

    #[test]
    fn spans_lie_inside_the_line(line in line(), options in options()) {
        law::spans_lie_inside_the_line(&line, &options).map_err(broken)?;
    }

    #[test]
    fn canonical_is_a_fixed_point(line in line(), options in options()) {
        law::canonical_is_a_fixed_point(&line, &options).map_err(broken)?;
    }

    #[test]
    fn canonical_means_the_same(line in line(), options in options()) {
        law::canonical_means_the_same(&line, &options).map_err(broken)?;
    }

    #[test]
    fn safe_fixes_fix_it(line in line(), options in options()) {
        law::safe_fixes_fix_it(&line, &options).map_err(broken)?;
    }

    #[test]
    fn one_pass_fixes_all(line in line(), options in options()) {
        law::one_pass_fixes_all(&line, &options).map_err(broken)?;
    }

    #[test]
    fn edits_are_read_back(line in line(), options in options()) {
        law::edits_are_read_back(&line, &options).map_err(broken)?;
    }
}
