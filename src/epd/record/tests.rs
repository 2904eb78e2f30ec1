use super::*;

/// The moves of an opcode, from square to square.
fn check(operations: &str, opcode: &str, expected: &str) {
    let line = format!("4k3/8/8/8/8/8/4P3/4K3 w - - {operations}");
    let record = Record::read(line.as_bytes(), &ReadOptions::default());
    let found: Vec<String> = record
        .moves(opcode)
        .map(|played| played.to_uci(shakmaty::CastlingMode::Standard).to_string())
        .collect();
    assert_eq!(found.join(" "), expected, "{operations}");
}

#[test]
fn the_moves_of_an_opcode_are_those_that_can_be_played() {
    check("bm e4 e2e3;", "bm", "e2e4 e2e3");
    check("bm e4 Nf3 e5;", "bm", "e2e4");
    check("bm e4;", "am", "");
    check("id \"bm e4\"; ce 30;", "id", "");
}

#[test]
fn the_moves_of_a_line_follow_one_another() {
    check("pv e4 Kd7 e5;", "pv", "e2e4 e8d7 e4e5");
}

#[test]
fn several_operations_of_an_opcode_give_all_their_moves() {
    check("bm e4; id \"x\"; bm Kd1;", "bm", "e2e4 e1d1");
}
