//! Dialects in real files, by field: castling, placement, en passant, side to move, clocks; positions that
//! chess forbids, and FEN files.

use super::{KEPT, check, check_960, check_fen, check_operations};

#[test]
fn castling_by_a_right_off_its_squares_is_legal_in_chess960_only() {
    let line = "4k3/8/8/8/8/8/8/1K5R w K - bm O-O;";
    check(line, KEPT, "castling-impossible move-illegal");
    check_960(line, line, "castling-needs-chess960");
    // A record whose castling rights are file letters is Chess960 in any file.
    let by_file = "4k3/8/8/8/8/8/8/1K5R w H - bm O-O;";
    check(by_file, by_file, "castling-shredder");
    let line = "4k3/8/8/8/8/8/8/4K2R w K - bm e1g1 e1h1;";
    let written = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O;";
    check(line, written, "move-not-san duplicate-move");
    check_960(line, written, "move-not-san duplicate-move");
}

#[test]
fn castling_rights() {
    check(
        "r3k2r/8/8/8/8/8/8/R3K2R w qkQK - bm Kd2;",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm Kd2;",
        "castling-order",
    );
    check(
        "r3k2r/8/8/8/8/8/8/R3K2R w KKQ - bm Kd2;",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQ - bm Kd2;",
        "castling-repeat",
    );
    check(
        "r3k2r/8/8/8/8/8/8/R3K2R w AHah - bm Kd2;",
        "r3k2r/8/8/8/8/8/8/R3K2R w HAha - bm Kd2;",
        "castling-order castling-shredder",
    );
    check(
        "r3k2r/8/8/8/8/8/8/R3K2R w HAha - bm O-O;",
        "r3k2r/8/8/8/8/8/8/R3K2R w HAha - bm O-O;",
        "castling-shredder",
    );
    check(
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9 ;D1 21 ;D2 528",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - D1 21; D2 528; fmvn 9; hmvc 2;",
        "castling-shredder fen-clocks perft-list",
    );
    for line in [
        "4k3/8/8/8/8/8/8/3K3R w K - bm Kd2;",
        "4k3/8/8/8/8/8/8/4K1R1 w K - bm Kd2;",
    ] {
        check(line, line, "castling-impossible");
        check_960(line, line, "castling-needs-chess960");
    }
    check(
        "4k3/8/8/8/8/8/8/4K3 w KQ - bm Kd2;",
        "4k3/8/8/8/8/8/8/4K3 w KQ - bm Kd2;",
        "castling-impossible",
    );
    check_960(
        "4k3/8/8/8/8/8/8/4K3 w KQ - bm Kd2;",
        "4k3/8/8/8/8/8/8/4K3 w KQ - bm Kd2;",
        "castling-impossible",
    );
    check(
        "r3k2r/8/8/8/8/8/8/R3K2R w KQxq - bm Kd2;",
        KEPT,
        "bad-castling",
    );
    check(
        "4k3/8/8/8/8/8/8/4K3 w bm Kd2;",
        "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;",
        "missing-castling missing-en-passant",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R w bm Kd2;",
        KEPT,
        "missing-castling missing-en-passant",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R w K bm Kd2;",
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2;",
        "missing-en-passant",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R w K",
        "4k3/8/8/8/8/8/8/4K2R w K -",
        "missing-en-passant",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R w",
        KEPT,
        "missing-castling missing-en-passant",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R",
        KEPT,
        "bad-colour missing-castling missing-en-passant",
    );
}

#[test]
fn placements() {
    check(
        "k2r/ppp5/8/8/8/Q/5PPP/7K/ b -",
        "k2r4/ppp5/8/8/8/Q7/5PPP/7K b - -",
        "crafty-placement missing-en-passant",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R/ w K e5 -",
        "4k3/8/8/8/8/8/8/4K2R w K e5",
        "crafty-placement ep-impossible stray-dash",
    );
    check(
        "4k/8/8/8/4P/8/8/4K2R/ b e4 -",
        "4k3/8/8/8/4P3/8/8/4K2R b - e3",
        "crafty-placement missing-castling ep-pawn-square stray-dash",
    );
    check(
        "4k3/8/8/8/4P3/8/8/4K2R b e4 -",
        "4k3/8/8/8/4P3/8/8/4K2R b - e3",
        "missing-castling ep-pawn-square stray-dash",
    );
    check(
        "4k3/44/8/8/8/8/8/4K2R w K -",
        "4k3/8/8/8/8/8/8/4K2R w K -",
        "unmerged-digits",
    );
    check("4k/8/8/8/8/8/8/4K2R w K -", KEPT, "bad-placement");
    check("4k3/8/8/8/8/8/4K2R w K -", KEPT, "bad-placement");
    check(
        "4k3/8/8/8/8/8/8/4K2R[Qp] w K - bm Kd2;",
        KEPT,
        "variant-placement",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2Q~ w - - bm Kd2;",
        KEPT,
        "variant-placement",
    );
    check_operations("3+3 0 1", KEPT, "variant-placement");
    check("5/5/5/5/5 w - -", KEPT, "variant-placement");
    check(
        "\"4k3/8/8/8/8/8/8/4K2R w K -\" bm Kd2;",
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2;",
        "quoted-position",
    );
    check(
        "\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"",
        "4k3/8/8/8/8/8/8/4K2R w K - fmvn 1; hmvc 0;",
        "quoted-position fen-clocks",
    );
}

#[test]
fn en_passant_squares() {
    check(
        "4k3/8/8/8/4P3/8/8/4K3 b - e3 bm Kd7;",
        "4k3/8/8/8/4P3/8/8/4K3 b - e3 bm Kd7;",
        "",
    );
    check(
        "4k3/8/8/8/4P3/8/8/4K3 b - e4 bm Kd7;",
        "4k3/8/8/8/4P3/8/8/4K3 b - e3 bm Kd7;",
        "ep-pawn-square",
    );
    check(
        "4k3/8/8/4p3/8/8/8/4K3 w - e5",
        "4k3/8/8/4p3/8/8/8/4K3 w - e6",
        "ep-pawn-square",
    );
    check(
        "4k3/8/8/8/8/8/8/4K3 w - e6 bm Kd2;",
        "4k3/8/8/8/8/8/8/4K3 w - e6 bm Kd2;",
        "ep-impossible",
    );
    check(
        "4k3/8/8/8/4P3/8/8/4K3 w - e3 bm Kd2;",
        "4k3/8/8/8/4P3/8/8/4K3 w - e3 bm Kd2;",
        "ep-impossible",
    );
    check("4k3/8/8/8/8/8/8/4K3 w - e9 bm Kd2;", KEPT, "bad-en-passant");
    check(
        "4k3/8/8/8/8/8/8/4K3 w - -0 1 bm Kd2;",
        KEPT,
        "bad-en-passant fen-half-move-only",
    );
    check(
        "4k3/8/8/2p5/8/8/8/4K3 w - c6 bm Kd2;",
        "4k3/8/8/2p5/8/8/8/4K3 w - c6 bm Kd2;",
        "",
    );
    check(
        "4k3/8/8/2p5/8/8/8/4K3 w - c6 \"comment\"; bm Kd2;",
        "4k3/8/8/2p5/8/8/8/4K3 w - - bm Kd2; c6 \"comment\";",
        "missing-en-passant unsorted-operations",
    );
    check(
        "4k3/8/8/2p5/8/8/8/4K3 w - c3;",
        "4k3/8/8/2p5/8/8/8/4K3 w - - c3;",
        "missing-en-passant",
    );
    check(
        "4k3/8/8/8/4P3/8/8/4K3 b - e3 hmvc 5;",
        "4k3/8/8/8/4P3/8/8/4K3 b - e3 hmvc 5;",
        "hmvc-en-passant",
    );
}

#[test]
fn the_side_to_move() {
    check(
        "4k3/8/8/8/8/8/8/4K2R W K - bm Kd2;",
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2;",
        "colour-case",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R B - -",
        "4k3/8/8/8/8/8/8/4K2R b - -",
        "colour-case",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R x K - bm Kd2;",
        KEPT,
        "bad-colour moves-unchecked",
    );
}

#[test]
fn fen_clocks() {
    check_operations("0 1 bm Kd2;", "bm Kd2; fmvn 1; hmvc 0;", "fen-clocks");
    check_operations("0 1", "fmvn 1; hmvc 0;", "fen-clocks");
    check_operations(
        "007 0; id \"x\";",
        "fmvn 1; hmvc 007; id \"x\";",
        "fen-clocks stray-semicolon",
    );
    check_operations("45", "hmvc 45;", "fen-half-move-only");
    check_operations("12 bm Kd2;", "bm Kd2; hmvc 12;", "fen-half-move-only");
    check_operations("5 9 fmvn 9; hmvc 05;", "fmvn 9; hmvc 05;", "fen-clocks");
    check_operations("5 9 hmvc 3;", KEPT, "clocks-conflict fen-clocks");
}

#[test]
fn positions_chess_does_not_allow() {
    check(
        "8/8/8/8/8/8/8/4K3 w - - bm Kf2 Kd2;",
        "8/8/8/8/8/8/8/4K3 w - - bm Kd2 Kf2;",
        "missing-king moves-unchecked unsorted-operands",
    );
    check(
        "4k2k/8/8/8/8/8/8/4K3 w - - id \"x\";",
        "4k2k/8/8/8/8/8/8/4K3 w - - id \"x\";",
        "too-many-kings",
    );
    check(
        "4k3/8/8/8/4R3/8/8/4K3 w - - bm Rxe8;",
        "4k3/8/8/8/4R3/8/8/4K3 w - - bm Rxe8;",
        "opposite-check moves-unchecked",
    );
    check(
        "4k2P/8/8/8/8/8/8/4K3 w - -",
        "4k2P/8/8/8/8/8/8/4K3 w - -",
        "pawn-on-edge",
    );
    check(
        "qqqqkqqq/pppppppp/8/8/8/8/8/4K3 w - -",
        "qqqqkqqq/pppppppp/8/8/8/8/8/4K3 w - -",
        "too-much-material",
    );
    check(
        "8/8/8/8/8/8/8/8 w - -",
        "8/8/8/8/8/8/8/8 w - -",
        "empty-board",
    );
}

#[test]
fn fen_files() {
    check_fen(
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "",
    );
    check_fen(
        "4k3/8/8/8/8/8/8/4K2R w K -",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "missing-clocks",
    );
    check_fen(
        "4k3/8/8/8/8/8/8/4K2R w K - 5",
        "4k3/8/8/8/8/8/8/4K2R w K - 5 1",
        "missing-clocks",
    );
    check_fen(
        "4k3/8/8/8/8/8/8/4K2R w K - hmvc 3; fmvn 9; id \"x\";",
        "4k3/8/8/8/8/8/8/4K2R w K - 3 9 id \"x\";",
        "missing-clocks clock-operations unsorted-operations clock-operations",
    );
    check_fen(
        "4k3/8/8/8/8/8/8/4K2R w K - 3 9 hmvc 3; bm e1d2",
        "4k3/8/8/8/8/8/8/4K2R w K - 3 9 bm Kd2;",
        "clock-operations unsorted-operations move-not-san missing-last-semicolon",
    );
    check_fen(
        "4k3/8/8/8/8/8/8/4K2R w K - 5 9 hmvc 3;",
        KEPT,
        "clocks-conflict clock-operations",
    );
}

#[test]
fn an_operation_that_can_be_no_clock_field_contradicts_the_field() {
    let check = |rest: &str, codes: &str| {
        check_fen(&format!("4k3/8/8/8/8/8/8/4K2R w K - {rest}"), KEPT, codes);
    };
    check("hmvc -1;", "missing-clocks clocks-conflict operand-range");
    check("fmvn 0;", "missing-clocks clocks-conflict operand-range");
    check("3 fmvn 0;", "missing-clocks clocks-conflict operand-range");
    check(
        "hmvc 3; fmvn abc;",
        "missing-clocks clock-operations unsorted-operations clocks-conflict operand-type",
    );
    check("0 1 hmvc -1;", "clocks-conflict operand-range");
    check("0 1 fmvn abc;", "clocks-conflict operand-type");
    check("0 1 fmvn 0;", "clocks-conflict operand-range");
    check("0 0 fmvn 0;", "fen-clocks clocks-conflict operand-range");
}
