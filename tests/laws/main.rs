//! The laws of reading and writing one record, tried on lines put together at random from pieces of
//! every dialect, and on any bytes at all. The fuzz targets hold the same laws.

mod law;
mod pieces;

use epdit::epd::{Dialect, ReadOptions};
use pieces::{PIECES, one_line};
use proptest::prelude::*;

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
        4 => (pieces, prop::bool::weighted(0.7)).prop_map(move |(pieces, head)| glued(pieces, head)),
        1 => prop::collection::vec(any::<u8>(), 0..80).prop_map(one_line),
    ]
}

fn options() -> impl Strategy<Value = ReadOptions> {
    prop_oneof![
        3 => Just(ReadOptions::of(Dialect::Epd)),
        1 => Just(ReadOptions::of(Dialect::Fen)),
    ]
}

fn broken(broken: String) -> TestCaseError {
    TestCaseError::fail(broken)
}

/// More than usual, since a line takes microseconds; as many as `PROPTEST_CASES` says, if set.
fn config() -> ProptestConfig {
    match std::env::var_os("PROPTEST_CASES") {
        Some(_) => ProptestConfig::default(),
        None => ProptestConfig::with_cases(4000),
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
    fn safe_fixes_mend(line in line(), options in options()) {
        law::safe_fixes_mend(&line, &options).map_err(broken)?;
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
