use super::*;
use proptest::prelude::*;

/// Checks a full placement against shakmaty, and against its Crafty form.
fn ways_agree(text: &str) {
    if let Some(full) = read_full(text.as_bytes()) {
        let crafty = read(format!("{text}/").as_bytes()).expect("the Crafty form");
        assert!(crafty.crafty && !full.crafty);
        assert_eq!(full.board, crafty.board, "{text}");
        let board: Board = text.parse().expect("shakmaty reads it");
        assert_eq!(full.board, board);
        let mut canonical = Vec::new();
        write(&board, &mut canonical);
        assert_eq!(is_canonical(text.as_bytes()), canonical == text.as_bytes());
        assert_eq!(full.unmerged, canonical != text.as_bytes(), "{text}");
    }
}

#[test]
fn only_full_placements_are_read_without_the_crafty_form() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    assert!(read_full(start.as_bytes()).is_some());
    ways_agree(start);
    for text in [
        "",
        "8",
        "8/8/8/8/8/8/8/8/",
        "8/8/8/8/8/8/8/7",
        "8/8/8/8/8/8/8/9",
        "8/8/8/8/8/8/88/",
        "7p1/7/8/8/8/8/8/8",
        "88888888///////",
        "8/8/8/8/8/8/8/8p",
    ] {
        assert!(read_full(text.as_bytes()).is_none(), "{text}");
    }
}

proptest! {
    #[test]
    fn full_and_crafty_reading_agree(ranks in prop::collection::vec("[pnbrqkPNBRQK12345678]{1,8}", 8)) {
        ways_agree(&ranks.join("/"));
    }

    #[test]
    fn full_and_crafty_reading_agree_on_boards(
        pieces in prop::collection::vec(prop::sample::select(&b"pnbrqkPNBRQK1111111"[..]), 64),
        merged: bool,
    ) {
        let ranks: Vec<String> =
            pieces.chunks(8).map(|rank| String::from_utf8_lossy(rank).into_owned()).collect();
        let mut text = ranks.join("/");
        if merged {
            for run in (2..=8).rev() {
                text = text.replace(&"1".repeat(run), &run.to_string());
            }
        }
        prop_assert!(read_full(text.as_bytes()).is_some());
        ways_agree(&text);
    }
}

fn check(text: &str, expected: &str) {
    let placement = read(text.as_bytes()).unwrap();
    let mut out = Vec::new();
    write(&placement.board, &mut out);
    assert_eq!(String::from_utf8(out).unwrap(), expected);
}

fn check_bad(text: &str, expected: &str, bytes: &str) {
    match read(text.as_bytes()) {
        Err(Fault::Bad(why, span)) => {
            assert!(why.contains(expected), "{why}");
            assert_eq!(&text[span.range()], bytes);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn digits_are_merged() {
    check("4k3/44/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3");
}

#[test]
fn the_crafty_form_is_padded_only_with_its_eighth_slash() {
    check("k2r/ppp5/8/8/8/Q/5PPP/7K/", "k2r4/ppp5/8/8/8/Q7/5PPP/7K");
    check_bad("k2r/ppp5/8/8/8/Q/5PPP/7K", "rank 8 has 4 squares", "k2r");
}

#[test]
fn faults_name_the_bytes() {
    check_bad("rnbqkbnr/ppppippp/8/8/8/8/8/4K3", "piece letters", "i");
    check_bad("8/8/8/6/8/8/8/8", "rank 5 has 6 squares", "6");
    check_bad("N7/8/2KQ2rp/6k1/4p3p/8/8/8", "rank 4 has 9 squares", "4p3p");
    check_bad(
        "8/8/8/8/8/8/8",
        "eight ranks joined by `/`, found 7",
        "8/8/8/8/8/8/8",
    );
    check_bad("hello", "piece letters", "h");
    check_bad("8/8/8/8/8/8/8/8/8", "found 9", "8/8/8/8/8/8/8/8/8");
    check_bad("é/8/8/8/8/8/8/8", "piece letters", "é");
}

#[test]
fn other_variants_are_named() {
    for text in [
        "r6k/pppq2pp/3pp3/4p3/3nP1BP/2NPK1P1/PPP5/3R4[RBBNNPqrb]",
        "4k3/8/8/8/8/8/8/4K2Q~",
        "4k3/8/8/8/8/8/8/4K3/QNPp",
        "rnbqkbnrxy/10/10/10/10/10/10/RNBQKBNRXY",
        "5/5/5/5/5",
    ] {
        assert!(
            matches!(read(text.as_bytes()), Err(Fault::Variant(_))),
            "{text}"
        );
    }
}
