//! What a query says of itself: errors with their place, tests that can never be true, and what was probably meant.

use super::*;

#[test]
fn an_operation_that_may_be_hidden_in_another_is_said_whatever_else_matches() {
    const HIDDEN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; acd 3;\n\
                          4k3/8/8/8/8/8/4P3/4K3 w - - id A.09 acd 30; bm e4;\n";
    let check = |text: &str, found: usize, missed: &str| {
        let suite = Suite::from_bytes("test.epd", HIDDEN.as_bytes().to_vec());
        let query = Query::parse(text).unwrap().watched();
        let job = Job::new();
        let lines = query_lines(&suite.snapshot(), &query, &job, &FoundSoFar::default()).unwrap();
        assert_eq!(lines.len(), found, "{text}");
        assert_eq!(query.missed().join(" · "), missed, "{text}");
        assert!(
            query.why_none().is_empty(),
            "{text}: {:?}",
            query.why_none()
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
fn a_query_that_can_never_match_says_so() {
    let doubts = |text: &str| Query::parse(text).unwrap().doubts().join(" · ");
    let in_pawns = "`material` counts a pawn as 100: for 3 pawns, compare with 300";
    for text in [
        "material(own) - material(other) >= 3",
        "-3 < material(w)",
        "not abs(material(w)) = 3",
    ] {
        assert_eq!(doubts(text), in_pawns, "{text}");
    }
    for text in [
        "material = 300",
        "material(w) > 0",
        "material/100 > 3",
        "material(w) > material(b)",
    ] {
        assert_eq!(doubts(text), "", "{text}");
    }
    for (text, said) in [
        ("bm > 3", "`bm` holds moves, and only numbers compare"),
        ("ptp < 5", "`ptp` holds text"),
        ("bm has queen", "`queen` is not a move"),
        ("bm = Qx", "`Qx` is not a move"),
        ("dm = \"three\"", "`dm` holds a whole number"),
        ("ep = e4", "rank 3 or 6"),
        ("text = WAC", "try `text ~"),
        (
            "c1 = v1",
            "`v1` is compared as text; for the operation, try `c1 = op(v1)`",
        ),
        ("id != c0", "try `id != op(c0)`"),
        ("c0 in (x, c1)", "try `c0 = op(c1)`"),
        ("first(c0) = bm", "try `first(c0) = op(bm)`"),
        ("c0 has id", "try `c0 has op(id)`"),
        ("c0 = null", "for records without `c0`, try `not c0`"),
        ("c0 != NULL", "for records with `c0`, try `c0`"),
        ("c4 = P", "for the square, try `at(c4) = P`"),
        (
            "bm = 'Qxg6'",
            "for the move in any notation, try `bm = Qxg6`",
        ),
        ("bm != \"Qxg6\"", "try `bm != Qxg6`"),
        ("bm = Best", "for an operation, try `op(Best)`"),
        ("bm = op(ce)", "`bm` holds moves, and only numbers compare"),
        ("bm = piece(pv)", "this never matches"),
        ("opening.eco = eco", "try `opening.eco = op(eco)`"),
        ("bm = Nf3 or Nd5", "for the move, try `bm has Nd5`"),
    ] {
        assert!(doubts(text).contains(said), "{text}: {}", doubts(text));
    }
    for text in [
        "bm has Nf3",
        "bm = e8=Q",
        "ce > 3",
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
        "eco = opening.eco",
    ] {
        assert_eq!(doubts(text), "", "{text}");
    }
    let why = |text: &str| {
        let suite = Suite::from_bytes("test.epd", SUITE.as_bytes().to_vec());
        let query = Query::parse(text).unwrap().watched();
        let job = Job::new();
        query_lines(&suite.snapshot(), &query, &job, &FoundSoFar::default()).unwrap();
        query.why_none().join(" · ")
    };
    assert_eq!(why("BM and id"), "no record has `BM`; did you mean `bm`?");
    assert_eq!(why("acs > 3"), "no record has `acs`");
    assert_eq!(why("op(Solver)"), "no record has `Solver`");
    assert!(why("id ~ PLAN").contains("capital letter"));
    assert_eq!(
        why("id ~ '^X.*1'"),
        "`^X.*1` is sought as it is written; for an expression, try `~ /^X.*1/`"
    );
    assert!(why("id ~ \"X%\"").contains("anywhere: `~ \"X\"`"));
    assert_eq!(why("Nf3"), "");
    assert_eq!(
        why("id = A*"),
        "`=` compares all of the text as it is written; try `id ~ /^A/`"
    );
    assert!(why("id = %.1%").contains("try `id ~ /\\.1/`"));
    assert!(why("c0 = op(ce) * 2").contains("no record has a number in `c0`"));
    let case =
        "records have `a.1` in other upper or lower case; for any case, try `id ~ /^a\\.1$/i`";
    assert_eq!(why("id = 'a.1'"), case);
    assert_eq!(why("id = a.1 or id = zz"), case);
    assert_eq!(
        why("id.prefix = b"),
        "records have `b` in other upper or lower case; for any case, try `id.prefix ~ /^b$/i`"
    );
    for query in [
        "id = a.11",
        "id = semicolon",
        "id = 1",
        "id = a.1 and bm",
        "c0 = A.1",
    ] {
        assert!(!why(query).contains("case"), "{query}");
    }
    assert_eq!(
        why("c0 > 3"),
        "no record has a number in `c0`, and only numbers compare; for text, try `c0 ~ \"text\"`"
    );
    assert!(why("100 > id and ce > 0").contains("number in `id`"));
    assert!(why("op(Private) > 9").is_empty() && why("c0 = x").is_empty());
    assert_eq!(why("bm"), "");
    assert_eq!(why("ce > 1000"), "");
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
        ("first(pv)", "", "a kind of move"),
        ("first() = e4", ")", "an opcode"),
        ("piece(bm) = X", "X", "piece letters"),
        ("length(bmm) > 3", "bmm", "did you mean `bm`"),
        (
            "problem(move-illegl)",
            "move-illegl",
            "did you mean `move-illegal`",
        ),
        ("mate in 4", "4", "try `dm = 4`"),
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
        ("moves", "", "a comparison"),
        ("duplicate(move)", "move", "`position`"),
        ("id in A.1", "A", "`(`"),
        ("ce between 1", "", "`and`"),
        ("bm to queen", "queen", "a square"),
        ("krpkr", "krpkr", "in capitals: `KRPKR`"),
        ("position in", "", "the path of a file"),
        ("attacks(w)", ")", "`,`"),
        ("id like \"x\"", "like", "try `id ~"),
        ("bm = (Kd7, Kf7)", "(Kd7, Kf7)", "try `in (Kd7, Kf7)`"),
        ("id != (a, b) and bm", "(a, b)", "try `not in (a, b)`"),
        ("ce = (1, 2)", "(1, 2)", "try `in (1, 2)`"),
        ("side = (w, b)", "(w, b)", "try `in (w, b)`"),
        ("first(bm) = (\"a)\", b)", "(\"a)\", b)", "try `in"),
        ("piece(bm) = (R, Q)", "(R, Q)", "try `in"),
        ("opening = (a, b)", "(a, b)", "try `in"),
        ("duplicate", "", "`duplicate(position)`, `duplicate(id)`"),
        ("not duplicate and bm", "", "`duplicate` of what?"),
        ("problem != move-illegal", "!=", "try `not problem("),
        ("mate(2)", "(2)", "try `mate in 2`"),
        ("mate <= 3 and bm", "<= 3", "try `mate in <= 3`"),
        ("mate 7", "7", "try `dm = 7`"),
        ("e4 = P", "e4", "try `at(e4) = P`"),
        ("e4", "e4", "try `at(e4) = P`"),
        ("abs(ce, 3) > 3", ",", "expected `)`"),
        ("max() > 3", ")", "a number"),
        ("fen ~ 8/8", "fen", "try `text ~"),
        ("ce != null", "null", "try `ce`"),
        ("ce = NULL", "NULL", "try `not ce`"),
        ("bm != null", "null", "try `bm`"),
        ("acd exists", "exists", "try `acd`"),
        ("exists(id)", "exists", "try `id`"),
        ("missing(ce)", "missing", "try `not ce`"),
        ("ce is missing", "is", "try `not ce`"),
        ("ce is not missing", "is", "try `ce`"),
        ("ce = None", "None", "try `not ce`"),
        ("isnull(ce)", "isnull", "try `not ce`"),
        ("bm is not Nf3", "is", "try `bm != Nf3`"),
        ("bm = Nf3 or d4", "d4", "try `bm in (Nf3, d4)`"),
        ("bm = Nf3, d4", ",", "try `bm in (Nf3, d4)`"),
        ("Nf3 in bm", "bm", "try `bm has Nf3`"),
        ("WAC in id", "id", "try `id ~ WAC`"),
        ("ce > 1 and < 5", "<", "try `ce > 1 and ce < 5`"),
        ("1 < ce < 5", "<", "try `1 < ce and ce < 5`"),
        ("len(id) > 3", "len", "try `length(id) > 3`"),
        ("ce > avg(ce)", "avg", "--stats ce"),
        ("distinct id", "distinct", "--count-by id"),
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
