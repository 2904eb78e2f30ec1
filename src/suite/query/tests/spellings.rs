//! Equivalent spellings, and the right sides of comparisons.

use super::{Query, lines};

#[track_caller]
fn same(one: &str, other: &str) {
    assert_eq!(lines(one), lines(other), "{one} · {other}");
    assert!(!lines(one).is_empty(), "{one} matches nothing");
}

#[test]
fn words_for_numbers_are_valid_after_every_operator() {
    same("acd = pieces + 8", "pieces + 8 = acd");
    same("acd != pieces", "pieces != acd");
    same("acd in (pieces, 12)", "acd = 12");
    same("Private != material", "op(Private) > 1");
    same("acd != attacks(w, own)", "acd");
    same("acd != passed(own)", "acd");
    same("acd in (attacks(w, e4), isolated, doubled, 12)", "acd = 12");
    same("acd = acd", "acd");
}

#[test]
fn a_sum_in_parentheses_may_precede_any_comparison() {
    same("(ce + 50) between 0 and 60", "ce + 50 between 0 and 60");
    same("(ce+50) in (60, 300)", "ce in (10, 250)");
    same("((ce + 100) / 10) NOT between 1 and 12", "ce > 20");
    same("(ce + 50) not in (60, 300)", "ce = -30");
    same("(bm) and not id", "bm and not id");
}

#[test]
fn a_letter_of_a_character_class_is_not_a_capital() {
    same("id ~ /b\\S1/", "id ~ /b.1/");
    same("id ~ /\\pL\\.\\D?1$/", "id ~ /\\.1$/");
    same("id ~ /(?P<Name>a)\\x2E1/", "id ~ /a\\.1/");
    same("id ~ /(?x) a \\. 1/", "id = A.1");
    // A capital letter that stands for itself does.
    assert!(lines("id ~ /B\\S1/").len() == 2 && lines("c0 ~ /P\\S+/").is_empty());
}

#[test]
fn fields_match_lists() {
    same("side in (w, b)", "side = w or side = b");
    same("side == w", "white");
    same("phase == endgame", "phase = endgame");
    same("castling == KQkq", "castling = KQkq");
    same("ep == e3", "ep = e3");
    same("piece(bm) == R", "piece(bm) = R");
    same("first(bm) == e4", "first(bm) = e4");
    same("side not in (b)", "white");
    same("castling in (Q, KQkq)", "castling = Q or castling = KQkq");
    same("castling not in (-)", "castling");
    same("ep in (e3, d3)", "ep = e3");
    same("ep not in (-, d3)", "ep = e3");
    same("at(e4) in (P, p)", "at(e4) = Pp");
    same("at(e2) not in (-)", "at(e2)");
    same("phase not in (endgame)", "phase = opening");
    same("piece(bm) = \"R\"", "piece(bm) = R");
    same("piece(bm) in ('R', K)", "piece(bm) = R or piece(bm) = K");
    assert!(Query::parse("file in (a.epd, b.epd)").is_ok());
}

#[test]
fn operations_are_compared_with_operations() {
    same("op(bm) = op(bm)", "bm");
    same("bm = first(bm)", "bm and count(bm) = 1");
    same("first(pv) = first(bm)", "pv");
    same("bm has pv and bm", "pv");
    same("pv != bm or pv = bm", "pv");
    same("piece(bm) = piece(pv)", "pv");
    same("length(bm) < length(pv)", "pv");
    same("count(bm) + 2 = count(pv)", "pv");
    same("abs(ce) = max(ce, -ce)", "ce");
    same("min(ce, 30) = 30", "ce = 250");
    same("round(ce / 100) = 3", "ce = 250");
    same("op(ce) = op(ce)", "ce");
    assert!(lines("bm has am").is_empty() && lines("bm = am").is_empty());
    let opening =
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - eco \"B20\"; c0 \"B21\";";
    for (text, expected) in [
        ("eco = opening.eco", true),
        ("opening.eco = op(eco)", true),
        ("opening.eco != op(c0)", true),
        ("opening.eco in (op(c0), B20)", true),
        ("opening.eco in (op(c0), first(c0))", false),
        ("eco.prefix = op(eco)", false),
        ("id = opening.eco or id != opening.eco", false),
    ] {
        let query = Query::parse(text).unwrap_or_else(|error| panic!("{}", error.marked(text)));
        let (options, facts) = Default::default();
        let found = query.matches(opening.as_bytes(), 0, &options, &facts);
        assert_eq!(found, expected, "{text}");
    }
}
