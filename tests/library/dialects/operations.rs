//! Dialects in real files: perft counts, mate distances, and operations that contradict each other.

use super::{KEPT, check, check_operations};
use epdit::epd::{Dialect, ReadOptions, Record};

#[test]
fn perft_counts() {
    check(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - D1 20; D2 400; D3 8902; fmvn 1; hmvc 0;",
        "fen-clocks perft-list",
    );
    check(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ;D1 20;D2 400;",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - D1 20; D2 400;",
        "perft-list",
    );
    check(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;20;400;8902",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - D1 20; D2 400; D3 8902; fmvn 1; hmvc 0;",
        "fen-clocks perft-list",
    );
    check(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -,20,400",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - D1 20; D2 400;",
        "perft-list",
    );
    check(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1,20,400",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - D1 20; D2 400; fmvn 1; hmvc 0;",
        "fen-clocks perft-list",
    );
    check(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;21;400",
        KEPT,
        "fen-clocks stray-semicolon bad-opcode",
    );
    check(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - D4 197281,",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - D4 197281;",
        "perft-list",
    );
    check(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - D1 20; D2 400;",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - D1 20; D2 400;",
        "",
    );
}

#[test]
fn mate_distances_and_scores() {
    check_operations("bm #5;", "dm 5;", "mate-in-bm");
    check_operations("bm #-5;", "ce -32757;", "mate-in-bm");
    check_operations("bm #5; dm 5;", "dm 5;", "mate-in-bm");
    check_operations("bm #5; dm 4;", KEPT, "mate-in-bm");
    check_operations("bm #-5; ce -32757;", "ce -32757;", "mate-in-bm");
    check_operations("bm #-5; ce 3;", KEPT, "mate-in-bm");
    check_operations("bm Kd2 #5;", KEPT, "mate-in-bm");
    check_operations("dm -5;", "dm -5;", "operand-range");
    check_operations("ce +M1;", "ce 32766;", "mate-in-ce");
    check_operations("ce -M3;", "ce -32761;", "mate-in-ce");
    check_operations("ce \"125\";", "ce 125;", "quoted-number");
    check_operations("ce +30;", "ce 30;", "plus-sign");
    check_operations("ce \"+30\";", "ce 30;", "quoted-number");
    check_operations("ce 0.3;", KEPT, "operand-type");
    check_operations(
        "acn +99999999999999999999;",
        "acn +99999999999999999999;",
        "operand-range",
    );
    check_operations("ce 1 2;", KEPT, "operand-count");
    check_operations(
        "acn 007; Cov 0.413970;",
        "Cov 0.413970; acn 007;",
        "unsorted-operations",
    );
}

#[test]
fn a_resignation_beside_draws_is_reported_once_at_what_came_last() {
    let line = b"4k3/8/8/8/8/8/8/4K2R w K - draw_accept; draw_offer; resign; sm Kd2;";
    let record = Record::read(line, &ReadOptions::of(Dialect::Epd));
    let said: Vec<String> = record
        .diagnostics()
        .iter()
        .map(|found| record.message(found))
        .collect();
    let [said] = said.as_slice() else {
        panic!("{said:?}");
    };
    assert!(
        said.starts_with("`resign` can't stand beside `draw_accept`"),
        "{said}"
    );
}

/// Checks the diagnostics of a record that is left unchanged.
#[track_caller]
fn check_unchanged(record: &str, codes: &str) {
    check(record, record, codes);
}

#[test]
fn a_mate_takes_an_odd_number_of_plies_and_being_mated_an_even_one() {
    let parity = "ce-mate-parity";
    check_unchanged("4k3/8/8/8/8/8/8/4K2R w K - ce 32761;", parity);
    check_unchanged("4k3/8/8/8/8/8/8/4K2R w K - ce -32762;", parity);
    check_unchanged("4k3/8/8/8/8/8/8/4K2R w K - ce 32762;", "");
    check_unchanged("4k3/8/8/8/8/8/8/4K2R w K - ce -32761;", "");
    check_unchanged("4k3/8/8/8/8/8/8/4K2R w K - ce 32000;", "");
    check_unchanged("4k3/8/8/8/8/8/8/4K2R w K - ce -32768;", "ce-position");
    check_unchanged("4k3/8/8/8/8/8/8/4K2R w K - ce 32767;", "operand-range");
    check_unchanged("k7/1Q6/1K6/8/8/8/8/8 b - - ce -32767;", "");
    // Both are reported, as each is a fact by itself.
    check_unchanged(
        "4k3/8/8/8/8/8/8/4K2R w K - ce 32761; dm 3;",
        "ce-dm ce-mate-parity",
    );
}

#[test]
fn a_finished_game_has_no_mate() {
    check_unchanged("k7/1Q6/1K6/8/8/8/8/8 b - - dm 3;", "dm-position");
    check_unchanged("k7/2Q5/1K6/8/8/8/8/8 b - - dm 1;", "dm-position");
    check_unchanged("k7/8/8/8/8/8/8/4K3 b - - dm 3;", "dm-position");
    check_unchanged("k7/2Q5/1K6/8/8/8/8/8 w - - dm 1;", "");
    check_unchanged("k7/1Q6/1K6/8/8/8/8/8 b - - dm 0;", "operand-range");
    // In an illegal position it is unknown whether the game has ended.
    check_unchanged("8/1Q6/1K6/8/8/8/8/8 b - - dm 3;", "missing-king");
}

#[test]
fn operations_that_contradict_one_another() {
    check_operations("am Kd2; bm Kd2;", "am Kd2; bm Kd2;", "am-and-bm");
    check_operations("pm Kd2; pv Ke2;", "pm Kd2; pv Ke2;", "pm-pv");
    for (rest, code) in [
        ("bm Kd2; pv Ke2 Kd7;", "bm-pv"),
        ("bm Kd2 Ke2; pv Ke2 Kd7;", ""),
        ("bm Kd2; pv;", ""),
        ("am Kd2; pv Kd2;", ""),
        // The line of a search may differ from the best move.
        ("bm Kd2; pm Ke2; pv Ke2 Kd7;", ""),
    ] {
        let line = format!("4k3/8/8/8/8/8/8/4K2R w K - {rest}");
        check(&line, &line, code);
    }
    check_operations("pm Kd2; pv;", "pm Kd2; pv;", "");
    check_operations("sm Kd2; sv Ke2 Kd7;", "sm Kd2; sv Ke2 Kd7;", "sm-sv");
    check_operations("draw_offer;", "draw_offer;", "draw-without-sm");
    check_operations(
        "draw_accept; draw_reject; resign;",
        "draw_accept; draw_reject; resign;",
        "accept-and-reject resign-with-draw",
    );
    check_operations(
        "draw_claim; draw_offer; sm Kd2;",
        "draw_claim; draw_offer; sm Kd2;",
        "claim-and-offer",
    );
    check_operations(
        "refcom inform; refreq reply;",
        "refcom inform; refreq reply;",
        "refcom-and-refreq",
    );
    check_operations("refcom bogus;", "refcom bogus;", "operand-range");
    check_operations(
        "ptp White \"A\" White \"B\";",
        "ptp White \"A\" White \"B\";",
        "ptp-tag-twice",
    );
    check_operations("ptp White \"A\" Black;", KEPT, "operand-count");
    check_operations(
        "ptp White \"A\" bm Kd2;",
        "bm Kd2; ptp White \"A\";",
        "missing-semicolon unsorted-operations",
    );
    check_operations("ce 12; dm 3;", "ce 12; dm 3;", "ce-dm");
    check(
        "8/8/8/8/8/4k3/8/4K3 w - - ce 250;",
        "8/8/8/8/8/4k3/8/4K3 w - - ce 250;",
        "ce-position",
    );
    check(
        "8/8/8/8/8/5kq1/8/7K w - - ce 0;",
        "8/8/8/8/8/5kq1/8/7K w - - ce 0;",
        "",
    );
    check_operations("id \"a\"; id \"a\";", KEPT, "duplicate-opcode");
    check_operations("id \"a\"; id \"b\";", KEPT, "duplicate-opcode");
    check_operations(
        "ts 2024.13.01 10:00:00;",
        "ts 2024.13.01 10:00:00;",
        "operand-range",
    );
    check_operations("ts 2024-01-31 10:00:00;", KEPT, "operand-type");
    check_operations("ts 2024.01.31;", KEPT, "operand-count");
    check_operations(
        "cc 000:01:02:03 000:25:00:00;",
        "cc 000:01:02:03 000:25:00:00;",
        "operand-range",
    );
    check_operations("tcri \"a\" \"b\";", "tcri \"a\" \"b\";", "");
    check_operations("tcsi \"a\";", KEPT, "operand-count");
    check_operations("dm;", KEPT, "operand-count");
    check_operations("resign now;", KEPT, "operand-count");
    check_operations("pm Kd2 Ke2;", KEPT, "operand-count");
}
