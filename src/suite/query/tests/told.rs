//! The messages of queries: errors with their place, tests that never match, and opcodes that no record has.

use super::*;

#[test]
fn a_possibly_hidden_operation_is_reported_whatever_matches() {
    const HIDDEN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; acd 3;\n\
                          4k3/8/8/8/8/8/4P3/4K3 w - - id A.09 acd 30; bm e4;\n";
    let check = |text: &str, found: usize, missed: &str| {
        let suite = Suite::from_bytes("test.epd", HIDDEN.as_bytes().to_vec());
        let query = Query::parse(text).unwrap().watched();
        let job = Job::new();
        let lines = query_lines(&suite.snapshot(), &query, &job, &FoundSoFar::default()).unwrap();
        assert_eq!(lines.len(), found, "{text}");
        assert_eq!(query.hidden_opcodes().join(" · "), missed, "{text}");
        assert!(
            query.missing_opcodes().is_empty(),
            "{text}: {:?}",
            query.missing_opcodes()
        );
    };
    let words = "some records may hide `acd` among other operands; `problem(swallowed-operation)` finds them";
    check("acd", 1, words);
    check("acd = 30", 0, words);
    check("not acd", 1, words);
    check("bm", 2, "");
    check("problem(swallowed-operation)", 1, "");
}

#[test]
fn a_query_that_can_never_match_has_a_warning() {
    let warnings = |text: &str| Query::parse(text).unwrap().warnings().join(" · ");
    for (text, said) in [
        (
            "bm > 3",
            "`bm` holds moves, not numbers: this never matches; see `epdit explain bm`",
        ),
        ("ce + pv between 3 and 4", "`pv` holds moves, not numbers"),
        ("ptp < 5", "`ptp` holds text, not numbers"),
        ("bm has queen", "`bm` holds moves, not `queen`"),
        ("bm = Qx", "`bm` holds moves, not `Qx`"),
        ("dm = \"three\"", "`dm` holds a whole number, not `three`"),
        ("bm = Best", "`bm` holds moves, not `Best`"),
        ("bm != null", "`bm` holds moves, not `null`"),
        ("bm = op(ce)", "`bm` holds moves, not numbers"),
        ("bm = piece(pv)", "`bm` holds moves, not text"),
    ] {
        assert!(warnings(text).contains(said), "{text}: {}", warnings(text));
    }
    for text in [
        "material = 300",
        "bm has Nf3",
        "bm = e8=Q",
        "ce > 3",
        "ce has 3",
        "id = 5",
        "id < 5",
        "c0 > 3",
        "X > 3",
        "ep = e6",
        "bm has #3",
        "c1 = op(v1)",
        "c1 = \"v1\"",
        "bm = am",
        "bm = c4",
        "bm has first(pv)",
        "piece(bm) = piece(pv)",
        "eco = opening.eco",
    ] {
        assert_eq!(warnings(text), "", "{text}");
    }
}

#[test]
fn a_query_without_a_match_names_the_opcodes_that_no_record_has() {
    for (text, said) in [
        ("BM and id", "no record has `BM`; did you mean `bm`?"),
        ("acs > 3", "no record has `acs`"),
        ("op(Solver)", "no record has `Solver`"),
        ("c9 or ptp", "no record has `c9` · no record has `ptp`"),
        ("Nf3", "no record has `Nf3`"),
        ("op(Private) > 9", ""),
        ("c0 = x", ""),
        ("id ~ PLAN", ""),
        ("id = 'a.1'", ""),
        ("bm", ""),
        ("ce > 1000", ""),
    ] {
        let suite = Suite::from_bytes("test.epd", SUITE.as_bytes().to_vec());
        let query = Query::parse(text).unwrap().watched();
        let job = Job::new();
        query_lines(&suite.snapshot(), &query, &job, &FoundSoFar::default()).unwrap();
        assert_eq!(query.missing_opcodes().join(" · "), said, "{text}");
    }
}

#[test]
fn errors_say_where_and_what_was_expected() {
    for (text, marked, said) in [
        ("", "", "ends too early"),
        ("bm and", "", "ends too early"),
        ("ce >", "", "a number"),
        ("ce > >", ">", "a number"),
        ("(bm", "", "`)`"),
        ("bm)", ")", "the end"),
        ("side = x", "x", "`w` or `b`"),
        ("sied = w", "sied", "did you mean `side`"),
        ("id ~ \"open", "\"open", "closing quote"),
        ("id = 'a", "'a", "closing quote; text with an apostrophe"),
        ("bm and id ~ 's", "'s", "closing quote"),
        ("id in ('a, b)", "'a, b)", "closing quote"),
        ("first(pv", "", "`)`"),
        ("first(pv)", "", "`captures`"),
        ("first() = e4", ")", "an opcode"),
        ("piece(bm) = X", "X", "piece letters"),
        ("length(bmm) > 3", "bmm", "did you mean `bm`"),
        (
            "problem(move-illegl)",
            "move-illegl",
            "did you mean `move-illegal`",
        ),
        ("mate in 4", "4", "expected `1`, `2` or `3`"),
        ("mate in 0", "0", "expected `1`, `2` or `3`"),
        (
            "ce between 50 and -50",
            "50 and -50",
            "try `between -50 and 50`",
        ),
        ("id ~ /(/", "/(/", "unclosed"),
        ("problem(no-such)", "no-such", "a problem code"),
        ("phase = late", "late", "`endgame`"),
        ("board ~ \"8/8\"", "8", "eight ranks"),
        (
            "board ~ \"8/8/8/9/8/8/8/8\"",
            "9",
            "expected a piece letter",
        ),
        ("material(x) > 3", "x", "`own`"),
        ("ep = e9", "e9", "a square"),
        ("bm has", "", "a move"),
        ("not", "", "ends too early"),
        ("moves", "", "`>=`"),
        ("duplicate(move)", "move", "`position`"),
        ("id in A.1", "A", "`(`"),
        ("ce between 1", "", "`and`"),
        ("bm to queen", "queen", "a square"),
        ("krpkr", "krpkr", "neither a query word nor a known opcode"),
        ("position in", "", "the path of a file"),
        ("attacks(w)", ")", "`,`"),
        (
            "id like \"x\"",
            "like",
            "unexpected `like`; expected the end, `has`, `!~`, `~`",
        ),
        ("bm = (Kd7, Kf7)", ",", "expected `)`"),
        ("id != (a, b) and bm", "a", "neither a query word"),
        ("ce = (1, 2)", ",", "expected `)`"),
        ("side = (w, b)", "(", "expected `w` or `b`"),
        ("first(bm) = (\"a)\", b)", "(", "a move"),
        ("piece(bm) = (R, Q)", "(", "piece letters"),
        ("opening = (a, b)", "(", "text in double quotes"),
        ("side = W", "W", "expected `w` or `b`"),
        ("phase = end", "end", "unexpected `end`; expected `opening`"),
        ("at(e4) = pawn", "pawn", "expected piece letters (`Qq`)"),
        (
            "piece(bm) = queen",
            "queen",
            "expected piece letters (`Qq`)",
        ),
        ("count(QQ) > 1", "QQ", "try `count(Q) >= 2`"),
        ("material = KRvKP", "KRvKP", "try `KRvKP`"),
        (
            "material = \"39-33\"",
            "\"39-33\"",
            "and material(b) = 3300`",
        ),
        ("duplicate", "", "expected `(`"),
        ("not duplicate and bm", "and", "expected `(`"),
        ("problem != move-illegal", "!=", "try `not problem("),
        ("mate(2)", "(", "expected the end, `in`"),
        ("mate <= 3 and bm", "<", "expected the end, `in`"),
        ("e4 = P", "e4", "(`op(e4)` matches it anyway)"),
        ("abs(ce, 3) > 3", ",", "expected `)`"),
        ("max() > 3", ")", "a number"),
        (
            "fen ~ 8/8",
            "fen",
            "neither a query word nor a known opcode",
        ),
        ("id < \"WAC.010\"", "\"", "expected a number"),
        (
            "ce != null",
            "null",
            "neither a query word nor a known opcode",
        ),
        ("acd exists", "exists", "expected the end, `has`"),
        ("bm is not Nf3", "is", "unexpected `is`"),
        (
            "bm = Nf3 or d4",
            "d4",
            "neither a query word nor a known opcode",
        ),
        ("bm = Nf3, d4", ",", "expected the end"),
        ("Nf3 in bm", "bm", "expected `(`"),
        ("1 < ce < 5", "<", "expected the end"),
        (
            "bm capture",
            "capture",
            "did you mean `captures`?; expected the end",
        ),
        ("bm hass Nf3", "hass", "did you mean `has`?"),
        (
            "bm order by ce",
            "order",
            "unexpected `order`; expected the end",
        ),
        ("select * from a.epd", "select", "neither a query word"),
    ] {
        let error = Query::parse(text).expect_err(text);
        assert_eq!(
            text.get(error.span.range()),
            Some(marked),
            "{text}: {error:?}"
        );
        assert!(error.message.contains(said), "{text}: {}", error.message);
    }
    let deep = "(".repeat(100_000);
    assert!(Query::parse(&deep).is_err_and(|error| error.message.contains("nested")));
    for deep in ["-", "(ce + ", "ce = (", "! "] {
        assert!(Query::parse(&deep.repeat(100_000)).is_err(), "{deep}");
    }
    let long = format!("ce{} = 3", " + 1".repeat(100_000));
    assert!(Query::parse(&long).is_err_and(|error| error.message.contains("too much")));
    let error = Query::parse("bm and sied = w").unwrap_err();
    assert!(
        error
            .marked("bm and sied = w")
            .starts_with("bm and sied = w\n       ^^^^ ")
    );
}
