use super::*;
use crate::epd::record::ReadOptions;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

#[track_caller]
fn check(operation: &str, expected: Option<&str>) {
    check_in(START, operation, expected);
}

#[track_caller]
fn check_in(fields: &str, operation: &str, expected: Option<&str>) {
    let line = format!("{fields} {operation}");
    let record = Record::read(line.as_bytes(), &ReadOptions::default());
    let [only] = record.operations() else {
        panic!("one operation in {line}")
    };
    assert_eq!(of(&record, only).as_deref(), expected, "{operation}");
}

#[test]
fn an_evaluation_is_in_pawns_or_counts_moves_to_mate() {
    check("ce 125;", Some("+1.25 for the side to move"));
    check("ce -30;", Some("-0.30 for the side to move"));
    check("ce 0;", Some("even, or a draw"));
    check("ce 32758;", Some("mates in 5"));
    check("ce 32760;", Some("mates in 4"));
    check("ce 32766;", Some("mates in 1"));
    check("ce 32000;", Some("+320.00 for the side to move"));
    check("ce -32765;", Some("is mated in 1"));
    check("ce -32759;", Some("is mated in 4"));
    check("ce -32767;", Some("checkmated"));
    check("ce -32768;", Some("illegal position"));
    check("ce 32767;", None);
}

#[test]
fn effort_has_separators_and_units() {
    check("acn 1;", Some("1 node"));
    check("acn 125000;", Some("125,000 nodes"));
    check("acs 125;", Some("2 min 5 s"));
    check("acs 7325;", Some("2 h 2 min 5 s"));
    check("acs -1;", None);
}

#[test]
fn sets_of_moves_are_counted() {
    check("bm e4;", Some("best move"));
    check("bm d4 e4 Nf3;", Some("3 best moves"));
    check("am f3 g4;", Some("2 moves to avoid"));
    check("am;", Some("no move to avoid"));
    check("bm #5;", None);
    check("am e4 {35};", Some("move to avoid"));
    check("bm Qh5;", Some("best move, not legal here"));
    check("bm Qh5 e4;", Some("2 best moves, 1 not legal here"));
}

#[test]
fn lines_have_a_length_and_perhaps_an_end() {
    check("pv e4 e5 Nf3;", Some("3 plies"));
    check("pv;", Some("no moves"));
    check("pv 1. e4 e5 2. Nf3;", Some("3 plies"));
    check("pv e4 e5 Nf6 Nc6;", Some("4 plies"));
    check("sv f3 e5 g4 Qh4#;", Some("4 plies, ends in mate"));
}

#[test]
fn counters_of_the_game_are_described_in_sentences() {
    check("dm 4;", Some("mates in 4"));
    check("fmvn 12;", Some("move 12"));
    check("hmvc 3;", Some("3 plies without capture or pawn move"));
    check("hmvc 0;", Some("a capture or pawn move was just played"));
    check(
        "hmvc 100;",
        Some("100 plies without capture or pawn move: a draw can be claimed"),
    );
    check("rc 1;", Some("has occurred once"));
    check("rc 3;", Some("has occurred 3 times: a draw can be claimed"));
    check("tcgs 2;", Some("game 2"));
}

#[test]
fn clocks_and_stamps_are_spelled_out() {
    check(
        "cc 000:01:12:05 001:00:00:30;",
        Some("White 1 h 12 min 5 s, Black 1 d 30 s"),
    );
    check(
        "ts 1995.11.26 18:30:05;",
        Some("26 November 1995, 18:30:05 UTC"),
    );
    check("ts 1995.13.26 18:30:05;", None);
}

#[test]
fn a_register_without_operand_is_cleared() {
    check("c3;", Some("clears comments 3 to 9"));
    check("c9;", Some("clears comment 9"));
    check("v0;", Some("clears names 0 to 9"));
    check("eco;", Some("clears the ECO opening code"));
    check("nic;", Some("clears the NIC opening code"));
    check("c0 \"some words\";", None);
}

#[test]
fn strings_with_a_meaning_are_described() {
    check("eco \"C92\";", Some("open games and the French"));
    check("eco \"none\";", None);
    check("c9 \"1-0\";", Some("White won"));
    check("c9 \"1/2-1/2\";", Some("drawn"));
    check("c0 \"f4=10, Nf3=2\";", Some("points for 2 moves"));
    check("c0 \"a=1\";", None);
}

#[test]
fn flags_name_the_side() {
    check("resign;", Some("White resigns"));
    check_in(
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3",
        "draw_accept;",
        Some("Black accepts the draw"),
    );
}

#[test]
fn messages_of_referee_and_client_are_described() {
    check("refcom reset;", Some("a new game begins"));
    check("refreq sign_on;", Some("the client wants to play"));
    check("refcom bogus;", None);
    check("ptp White \"Anna\" Black \"Boris\";", Some("2 tags"));
}

#[test]
fn every_value_of_the_closed_lists_is_described() {
    for row in opcode::all() {
        if let Shape::OneOf(list) = row.shape {
            for value in list {
                assert!(
                    of_listed(row, value.as_bytes()).is_some(),
                    "{} {value}",
                    row.name
                );
            }
        }
    }
}

#[test]
fn operations_outside_the_standard_are_described_as_unchanged() {
    check("acd 12;", Some("searched 12 plies deep"));
    check("acd 1;", Some("searched 1 ply deep"));
    check("acd deep;", Some("depth reached by the analysis, in plies"));
    check("D4 197281;", Some("perft 4: 197,281 leaf nodes"));
    check("Zz 1 2;", Some("private; left unchanged"));
    check("zz 1 2;", Some("unknown; left unchanged"));
}

#[test]
fn some_operations_add_nothing_to_their_title() {
    check("id \"A.1\";", None);
    check("pm e4;", None);
    check("noop whatever;", None);
    check("tcri \"a@example.org\" \"Anna\";", None);
}

#[test]
fn a_duration_leaves_out_what_is_zero() {
    assert_eq!(duration(125), "2 min 5 s");
    assert_eq!(duration(0), "0 s");
    assert_eq!(duration(3600), "1 h");
    assert_eq!(duration(86_400 * 2 + 61), "2 d 1 min 1 s");
}
