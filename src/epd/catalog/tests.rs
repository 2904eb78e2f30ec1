//! The laws of the catalogue, and each message: the value found, and the expected one.

use super::TABLE;
use crate::epd::diagnostic::{Code, Effect, Severity};
use crate::epd::record::Dialect;
use crate::epd::{ReadOptions, Record, Rules};

#[test]
fn entries_are_in_the_order_of_the_codes_and_names_are_unique() {
    for (index, entry) in TABLE.iter().enumerate() {
        assert_eq!(entry.code as usize, index, "{}", entry.name);
        assert_eq!(Code::from_name(entry.name), Some(entry.code));
        let is_of_names = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        assert!(entry.name.bytes().all(is_of_names), "{}", entry.name);
    }
}

#[test]
fn diagnostics_that_always_block_are_errors_and_not_fixed_by_writing() {
    for code in Code::all() {
        if matches!(code.effect(), Effect::Blocks | Effect::Doubts)
            && code.severity() == Severity::Error
        {
            assert!(!code.is_fixed_by_writing(), "{}", code.name());
        }
    }
}

#[test]
fn every_example_has_its_diagnostic_and_a_message() {
    for entry in TABLE {
        // These need other lines of the file, or tablebases.
        let needs_more = matches!(
            entry.code,
            Code::DuplicateId
                | Code::DuplicatePosition
                | Code::GameBreak
                | Code::ClockRunsBack
                | Code::WrongReply
                | Code::TablebaseBm
                | Code::TablebaseCe
                | Code::TablebaseDm
        );
        if needs_more || entry.example.contains('…') {
            continue;
        }
        let record = entry.code.example();
        let found = record.diagnostics().iter().find(|d| d.code == entry.code);
        let found = found.unwrap_or_else(|| panic!("{}: {record:?}", entry.name));
        assert!(!record.message(found).is_empty(), "{}", entry.name);
    }
}

#[track_caller]
fn check(line: &str, code: &str, expected: &str) {
    check_with(line, &ReadOptions::default(), code, expected);
}

#[track_caller]
fn check_with(line: &str, options: &ReadOptions, code: &str, expected: &str) {
    let record = Record::read(line.as_bytes(), options);
    let found = record.diagnostics().iter().find(|d| d.code.name() == code);
    let found = found.unwrap_or_else(|| panic!("{code} in {line}: {:?}", record.diagnostics()));
    assert_eq!(record.message(found), expected, "{line}");
}

/// White: king e1, rook h1, to move.
const FIELDS: &str = "4k3/8/8/8/8/8/8/4K2R w K -";

#[track_caller]
fn operation(text: &str, code: &str, expected: &str) {
    check(&format!("{FIELDS} {text}"), code, expected);
}

#[test]
fn the_message_about_a_move_has_the_expected_spelling() {
    operation("bm e1d2;", "move-not-san", "`e1d2` should be `Kd2`");
    operation(
        "pv Kd2 Kd7 h1h7;",
        "move-not-san",
        "`h1h7` should be `Rh7+`",
    );
    operation(
        "pv 1. Kd2;",
        "move-not-san",
        "`1.` is not part of a move in SAN",
    );
    operation(
        "bm Rh8;",
        "move-spelling",
        "`Rh8` gives check, expected `Rh8+`",
    );
    operation(
        "bm Kd2+;",
        "move-spelling",
        "`Kd2+` does not give check, expected `Kd2`",
    );
    operation(
        "bm Rhg1;",
        "move-spelling",
        "`Rhg1` names more than it needs, expected `Rg1`",
    );
    operation(
        "bm Rh8#;",
        "false-mate-sign",
        "`Rh8#` is not mate, expected `Rh8+`",
    );
    operation(
        "bm \"Kd2\";",
        "quoted-move",
        "move `\"Kd2\"` is in quotes, expected `Kd2`",
    );
    operation(
        "bm Kd2!;",
        "move-annotation",
        "annotation in `Kd2!`, expected `Kd2`",
    );
    operation(
        "bm Kf2 Kd2;",
        "unsorted-operands",
        "moves `Kf2 Kd2` out of order, expected `Kd2 Kf2`",
    );
    operation(
        "bm best;",
        "move-unreadable",
        "`best` is not a move, expected SAN such as `Nf3` or `O-O`",
    );
}

#[test]
fn the_message_distinguishes_mate_from_check() {
    let line = "7k/5K2/8/8/8/8/8/R7 w - - bm Rh1;";
    check(line, "move-spelling", "`Rh1` is mate, expected `Rh1#`");
}

#[test]
fn the_message_about_an_illegal_move_has_the_reason() {
    operation(
        "bm Qd2;",
        "move-illegal",
        "`Qd2` is illegal: there is no white queen",
    );
    operation(
        "pv Kd2 Kd8 Ke7;",
        "move-illegal",
        "`Ke7` is illegal as move 3 of the line: White is to move, and only Black could play it",
    );
    check(
        "4k3/8/8/8/8/8/R7/4K2R w K - bm Rh2;",
        "move-ambiguous",
        "`Rh2` is ambiguous, expected `Rhh2` or `Rah2`",
    );
}

#[test]
fn messages_about_operands_name_the_opcode() {
    operation(
        "ce 1 2;",
        "operand-count",
        "`ce` has 2 operands, expected one whole number",
    );
    operation(
        "ce;",
        "operand-count",
        "`ce` has no operand, expected one whole number",
    );
    operation(
        "ce good;",
        "operand-type",
        "`good` is a word, expected one whole number for `ce`",
    );
    operation(
        "ce 1.5;",
        "operand-type",
        "`1.5` is a decimal number, expected one whole number for `ce`",
    );
    operation(
        "dm -1;",
        "operand-range",
        "`-1` is out of range for `dm`, expected 1 or more",
    );
    operation(
        "ce 40000;",
        "operand-range",
        "`40000` is out of range for `ce`, expected -32768 to 32766",
    );
    operation(
        "acn 99999999999999999999;",
        "operand-range",
        "`99999999999999999999` is out of range for `acn`, expected at most 9223372036854775807 (64 bits)",
    );
    operation(
        "refcom bogus;",
        "operand-range",
        "`bogus` is out of range for `refcom`, expected conclude, disconnect, execute, fault, inform, reset or respond",
    );
}

#[test]
fn the_longest_line_is_that_of_the_options() {
    let line = format!("{FIELDS} c0 \"{}\";", "x".repeat(1100));
    let options = ReadOptions {
        longest_line: 1023,
        ..ReadOptions::default()
    };
    let length = line.len();
    let expected = format!(
        "the line has {length} bytes, expected at most 1023 (the limit of the 1994 standard)"
    );
    check_with(&line, &options, "line-too-long", &expected);
}

#[test]
fn messages_about_castling_rights_name_the_side_and_the_missing_piece() {
    let check = |fields: &str, expected: &str| {
        check(&format!("{fields} -"), "castling-impossible", expected)
    };
    check(
        "4k3/8/8/8/8/8/8/4K3 w KQ",
        "castling rights `KQ` are impossible: no white rook on h1 and no white rook on a1",
    );
    check(
        "r3k2r/8/8/8/8/4K3/8/7R w Kkq",
        "castling right `K` is impossible: White's king is on e3, expected e1",
    );
    check(
        "3k4/8/8/8/8/8/8/4K3 b k",
        "castling right `k` is impossible: Black's king is on d8, expected e8",
    );
    check(
        "2r1k3/8/8/8/8/8/8/4K3 w q",
        "castling right `q` is impossible: no black rook on a8; Chess960 would allow it",
    );
    check(
        "1r1k1r2/8/8/8/8/8/8/4K3 w kq",
        "castling rights `kq` are impossible: Black's king is on d8, expected e8; Chess960 would allow them",
    );
    check(
        "4k3/8/8/8/8/8/8/4K1RR w HG",
        "castling right `G` is impossible: White has another right on the side of g1",
    );
    check(
        "4k3/8/8/8/8/8/8/4K1R1 w H",
        "castling right `H` is impossible: no white rook on h1",
    );
}

#[test]
fn in_chess960_a_right_needs_a_king_on_its_first_rank_and_a_rook_on_that_side() {
    let options = ReadOptions {
        rules: Rules::Chess960,
        ..ReadOptions::default()
    };
    let check = |fields: &str, expected: &str| {
        check_with(
            &format!("{fields} -"),
            &options,
            "castling-impossible",
            expected,
        );
    };
    check(
        "3k4/8/8/8/8/8/8/4K3 b k",
        "castling right `k` is impossible: no black rook on the king side of d8",
    );
    check(
        "r3k2r/8/8/8/8/4K3/8/7R w Kkq",
        "castling right `K` is impossible: White's king is on e3, expected rank 1",
    );
}

#[test]
fn messages_about_fields_have_the_expected_text() {
    check(
        "r3k2r/8/8/8/8/8/8/R3K2R w kqKQ -",
        "castling-order",
        "castling rights `kqKQ` out of order, expected `KQkq`",
    );
    check(
        "4k3/8/35/8/8/8/8/4K3 w - -",
        "unmerged-digits",
        "neighbouring digits `35` in the placement, expected `8`",
    );
    check(
        "4k3/44/8/53/1111p3/8/8/4K3 w - -",
        "unmerged-digits",
        "neighbouring digits `44` in the placement, expected `8`, and 2 times more",
    );
    check(
        "4k3/8/8/8/8/8/8/4K3 W - -",
        "colour-case",
        "side to move `W`, expected `w`",
    );
    check(
        "4k3/8/8/8/8/8/8/4K3 w - - 3 9",
        "fen-clocks",
        "FEN clocks `3 9`, expected `hmvc 3; fmvn 9;`",
    );
    check(
        "4k3/8/8/8/8/8/8/4K3 w - - 3 hmvc 4;",
        "clocks-conflict",
        "half-move clock `3` contradicts `hmvc 4;`",
    );
    check_with(
        "4k3/8/8/8/8/8/8/4K3 w - -",
        &ReadOptions::of(Dialect::Fen),
        "missing-clocks",
        "no clocks in a FEN record, expected `0 1`",
    );
}

#[test]
fn messages_about_positions_name_sides_squares_and_numbers() {
    check(
        "4k3/8/8/8/4R3/8/8/4K3 w - -",
        "opposite-check",
        "Black is in check from e4, but White is to move",
    );
    check(
        "4k3/8/8/8/4Q3/8/4r3/4K3 w - -",
        "both-in-check",
        "both kings are in check: White's from e2, Black's from e4",
    );
    check(
        "4k2k/8/8/8/8/8/8/4K3 w - -",
        "too-many-kings",
        "Black has 2 kings (e8 and h8), expected 1",
    );
    check(
        "4k2P/8/8/8/8/8/8/4K3 w - -",
        "pawn-on-edge",
        "a pawn on h8, expected none on the first and last rank",
    );
    check(
        "qqqqkqqq/pppppppp/8/8/8/8/8/4K3 w - -",
        "too-much-material",
        "Black has 6 promoted pieces besides 8 pawns, expected at most 8 together",
    );
    check(
        "rnbqkbnr/pppppppp/pp6/8/8/8/8/4K3 w - -",
        "too-much-material",
        "Black has 18 pieces, expected at most 16",
    );
}

#[test]
fn messages_about_scores_name_the_mated_side() {
    check(
        "7k/6Q1/5K2/8/8/8/8/8 b - - ce -250;",
        "ce-position",
        "`ce` `-250` contradicts the position: Black is checkmated, expected -32767",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - ce 12; dm 3;",
        "ce-dm",
        "`ce` `12` contradicts `dm 3`, expected 32762",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - ce 32761;",
        "ce-mate-parity",
        "`ce` `32761` is a mate by the side to move in 6 plies, expected an odd number",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R b K - ce -32766;",
        "ce-mate-parity",
        "`ce` `-32766` is a mate by the other side in 1 ply, expected an even number",
    );
    check(
        "k7/1Q6/1K6/8/8/8/8/8 b - - dm 3;",
        "dm-position",
        "`dm` `3` contradicts the position: Black is checkmated",
    );
}

#[test]
fn messages_about_contradictions_name_both_operations() {
    operation(
        "pm Kd2; pv Ke2;",
        "pm-pv",
        "`pm` is `Kd2`, but `pv` begins with `Ke2`",
    );
    operation(
        "bm Kd1 Kd2; pv Ke2;",
        "bm-pv",
        "`pv` begins with `Ke2`, but `bm` is `Kd1 Kd2`",
    );
    operation(
        "id \"a\"; id \"b\";",
        "duplicate-opcode",
        "`id` occurs twice, expected once",
    );
    operation(
        "id \"a\"; bm Kd2;",
        "unsorted-operations",
        "operation `bm` out of order, expected before `id`",
    );
}

#[test]
fn perft_lists_show_their_own_counts() {
    operation(
        ";D1 15 ;D2 60",
        "perft-list",
        "perft counts `;D1 15 ;D2 60`, expected `D1 15; D2 60;`",
    );
}
