use super::*;
use crate::suite::{Grouping, Suite};

mod naive;
mod spellings;
mod told;

const SUITE: &str = "\
# rook endings
8/8/8/8/8/4k3/4p3/4K2R w - - bm Rh3+; id \"A.1\"; ce 250;
8/8/8/8/4k3/8/4P3/R3K3 w Q - id \"A.2\"; c0 \"plan: castle\"; acd 12;
7k/5K2/8/8/8/8/8/R7 w - - bm Rh1#; dm 1; id \"B.1\";
7k/6Q1/5K2/8/8/8/8/8 b - - id \"B.2\"; D1 0; c1 \"it's \"mate\"\";
7k/5Q2/5K2/8/8/8/8/8 b - - id \"B.1\";
4k3/8/8/8/3pP3/8/8/4K3 b - e3 am dxe3; bm Kd7 Kf7; ce -30; Private 1.5;
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; pv e4 e5 Nf3; hmvc 0; fmvn 1;
4k3/8/8/8/3pP3/8/8/4K3 b - e3 bm Kd8 id \"no semicolon\"; ce 10;

8/8/8/8/8/8/8/4K3 w - - bm Kd2;
";

/// Returns the numbers (from 1, comment and blank lines counted) of the matching lines.
fn lines(text: &str) -> Vec<usize> {
    let suite = Suite::from_bytes("test.epd", SUITE.as_bytes().to_vec());
    let query = Query::parse(text).unwrap_or_else(|error| panic!("{}", error.marked(text)));
    let found = query_lines(
        &suite.snapshot(),
        &query,
        &Job::new(),
        &FoundSoFar::default(),
    );
    found.unwrap().iter().map(|line| line + 1).collect()
}

#[test]
fn operations_match_by_presence_number_text_and_move() {
    assert_eq!(lines("bm"), [2, 4, 7, 8, 9, 11]);
    assert_eq!(lines("bm and not id"), [7, 8, 11]);
    assert_eq!(lines("am or dm"), [4, 7]);
    assert_eq!(lines("ce > 200"), [2]);
    assert_eq!(lines("ce <= -30"), [7]);
    assert_eq!(lines("ce != 250"), [7, 9]);
    assert_eq!(lines("dm <= 3"), [4]);
    assert_eq!(lines("acd + 1 = 13"), [3]);
    assert_eq!(lines("Private > 1 and Private < 1.6"), [7]);
    assert_eq!(lines("id ~ \"b.\""), [4, 5, 6]);
    assert_eq!(lines("id ~ /^[ab]\\.1$/"), [2, 4, 6]);
    assert_eq!(lines("id = \"B.1\""), [4, 6]);
    assert_eq!(lines("id != \"B.1\" and id !~ \"A\""), [5, 9]);
    assert_eq!(lines("c0 ~ \"castle\""), [3]);
    assert_eq!(lines("bm has Kf7"), [7]);
    assert_eq!(lines("bm has e8f7"), [7]);
    assert_eq!(lines("pv has Nf3"), [8]);
    assert_eq!(lines("pv has e2e4"), [8]);
    assert_eq!(lines("operations = 0"), Vec::<usize>::new());
    assert_eq!(lines("op(Private)"), [7]);
    assert_eq!(lines("D1 = 0"), [5]);
    assert_eq!(lines("text ~ \"semicolon\""), [9]);
}

#[test]
fn a_label_read_as_pv_matches_pv() {
    let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - ce 3; PV: e2e4 e8d7;";
    for text in [
        "pv",
        "pv has e4",
        "count(pv) = 2",
        "not (not pv)",
        "pv to d7",
    ] {
        let query = Query::parse(text).unwrap();
        let options = ReadOptions::default();
        assert!(
            query.matches(line, 0, &options, &Facts::default()),
            "{text}"
        );
    }
}

#[test]
fn sql_spellings_mean_the_same_in_queries() {
    let check = |typed: &str, same: &str| assert_eq!(lines(typed), lines(same), "{typed}");
    check("id = 'B.1'", "id = \"B.1\"");
    check("id = 'B.1' and ce is null", "id = B.1");
    check("id in ('A.1', 'B.2')", "id in (A.1, B.2)");
    check("id ~ 'no semicolon'", "id ~ \"no semicolon\"");
    check("id != 'B.1'", "id != B.1");
    check("(id = 'B.1')||(id='A.1')", "id in (A.1, B.1)");
    // An apostrophe is not a quote.
    check("c1 ~ it's", "c1 ~ \"it's\"");
    check("c1 ~ 'it's'", "c1 ~ \"it's\"");
    check("ce <> 250", "ce != 250");
    check("id <> 'B.1'", "id != B.1");
    check("side <> w", "side = b");
    check("bm is null", "not bm");
    check("id IS NOT NULL and bm is null", "id and not bm");
    check("id ~ /^B/i", "id ~ /^b/");
    check("id ~ /^B/i and bm", "id ~ /^b/ and bm");
    assert_eq!(lines("id ~ /^B/i"), [4, 5, 6]);
    assert_eq!(lines("c1 ~ \"'s\""), [5]);
    for wrong in [
        "id ~ /^B/x",
        "bm is",
        "bm is 3",
        "id ~ /^B/in",
        "id = \"B.1",
    ] {
        assert!(Query::parse(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn positions_match_by_fields_rules_and_material() {
    assert_eq!(lines("side = b"), [5, 6, 7, 9]);
    assert_eq!(lines("side != b and castling"), [3, 8]);
    assert_eq!(lines("castling = Q"), [3]);
    assert_eq!(lines("castling has Kk"), [8]);
    assert_eq!(lines("castling = - and ep"), [7, 9]);
    assert_eq!(lines("ep = legal"), [7, 9]);
    assert_eq!(lines("ep = e3 and ep != -"), [7, 9]);
    assert_eq!(lines("not legal"), [11]);
    assert_eq!(lines("check"), [5]);
    assert_eq!(lines("mate"), [5]);
    assert_eq!(lines("stalemate"), [6]);
    assert_eq!(lines("moves = 20"), [4, 8]);
    assert_eq!(lines("KRvKP"), [2]);
    assert_eq!(lines("KRP*vKP*"), [2, 3, 4]);
    assert_eq!(lines("KR+vK"), [4]);
    assert_eq!(lines("KPvK"), Vec::<usize>::new());
    assert_eq!(lines("material(w) - material(b) >= 500"), [3, 4, 5, 6]);
    assert_eq!(lines("material(own) < material(other)"), [5, 6]);
    assert_eq!(lines("count(Qq) = 1"), [5, 6]);
    assert_eq!(lines("pieces = 3 and pieces(w) = 2"), [4, 5, 6]);
    assert_eq!(lines("at(e2) = pP"), [2, 3, 8]);
    assert_eq!(lines("at(e4) = - and at(e2)"), [2, 8]);
    assert_eq!(lines("board ~ \"*/*/*/*/???pP3/*/*/*\""), [7, 9]);
    assert_eq!(lines("phase = opening"), [8]);
    assert_eq!(lines("phase = endgame and not KvK").len(), 8);
}

#[test]
fn openings_match_by_position_and_not_by_operations() {
    let line = |text: &str| {
        let line = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - eco \"A00\";";
        let query = Query::parse(text).unwrap_or_else(|error| panic!("{}", error.marked(text)));
        query.matches(
            line.as_bytes(),
            0,
            &ReadOptions::default(),
            &Facts::default(),
        )
    };
    for text in [
        "opening",
        "opening ~ sicilian",
        "opening = \"Sicilian Defense\"",
        "opening ~ /^Sicilian/ and not phase = endgame",
        "opening.eco = B20",
        "opening.eco ~ /^B2/",
        "opening.eco in (B20, B90) and eco = A00",
        "opening.eco != B21",
    ] {
        assert!(line(text), "{text}");
    }
    for text in [
        "opening ~ french",
        "opening.eco not in (B20)",
        "not opening",
    ] {
        assert!(!line(text), "{text}");
    }
    // The starting position has no opening name.
    assert_eq!(lines("opening or opening != x"), Vec::<usize>::new());
    let error = Query::parse("opening = B90").unwrap_err();
    assert!(
        error.message.contains("try `opening.eco = B90`"),
        "{}",
        error.message
    );
}

#[test]
fn spellings_of_other_languages_mean_what_they_look_like() {
    assert_eq!(lines("bm = Kd8"), [9]);
    assert_eq!(lines("bm = e8d8"), [9]);
    assert_eq!(lines("bm != Kd8"), [2, 4, 7, 8, 11]);
    assert_eq!(lines("id = B.1"), [4, 6]);
    assert_eq!(lines("id in (A.1, B.2)"), [2, 5]);
    assert_eq!(lines("id not in (A.1, B.2)"), [3, 4, 6, 9]);
    assert_eq!(lines("id ~ b. AND NOT id = B.2"), [4, 6]);
    assert_eq!(lines("bm && !id || am"), [7, 8, 11]);
    assert_eq!(lines("ce between -30 and 10"), [7, 9]);
    assert_eq!(lines("ce not between -30 and 10"), [2]);
    assert_eq!(lines("ce in (250, 10)"), [2, 9]);
    assert_eq!(lines("ce * 2 / 100 = 5"), [2]);
    assert_eq!(lines("(ce + 50) * 2 = 600"), [2]);
    assert_eq!(lines("ce / 0 = 1"), Vec::<usize>::new());
    assert_eq!(lines("black"), lines("side = b"));
    assert_eq!(lines("side = black and c1 =~ mate"), [5]);
    assert_eq!(lines("ce > +100.5"), [2]);
    assert_eq!(lines("phase in (opening, middlegame)"), [8]);
    assert_eq!(lines("count(bm) > 1"), [7]);
    assert_eq!(lines("count(bm) = 0 and white"), [3]);
    assert_eq!(lines("KRKP"), lines("KRvKP"));
    assert_eq!(lines("castling = qkQK"), lines("castling = KQkq"));
    assert_eq!(lines("bm mates"), [4]);
    assert_eq!(lines("bm checks"), [2, 4]);
    assert_eq!(lines("am captures"), [7]);
    assert_eq!(lines("bm to f7"), [7]);
    assert_eq!(lines("bm piece R"), [2, 4]);
    assert_eq!(lines("mate in 1"), [4]);
    assert_eq!(lines("passed(b)"), [2, 7, 9]);
    assert_eq!(
        lines("attacks(own, h8) > 0 and mate in 1"),
        Vec::<usize>::new()
    );
}

#[test]
fn implied_values_are_numbers_too() {
    let text = "\
4k3/8/8/8/8/8/4P3/4K3 w - - 99 50
7k/8/5K2/8/8/8/8/Q7 w - - bm #2;
7k/8/5K2/8/8/8/8/Q7 b - - bm #-2;
4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 3; dm 4;
";
    let suite = Suite::from_bytes("test.epd", text.as_bytes().to_vec());
    let lines = |text: &str| -> Vec<usize> {
        let query = Query::parse(text).unwrap();
        let job = Job::new();
        let found = query_lines(&suite.snapshot(), &query, &job, &FoundSoFar::default());
        found.unwrap().iter().map(|line| line + 1).collect()
    };
    assert_eq!(lines("hmvc > 50"), [1]);
    assert_eq!(lines("hmvc"), [1, 4]);
    assert_eq!(lines("fmvn = 50"), [1]);
    assert_eq!(lines("dm <= 3"), [2]);
    assert_eq!(lines("not dm"), [1, 3]);
    assert_eq!(lines("ce < -32000"), [3]);
}

#[test]
fn positions_of_another_file_its_name_marks_and_edits_match() {
    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("other.epd");
    std::fs::write(&other, "7k/5Q2/5K2/8/8/8/8/8 b - - c0 \"another\";\n").unwrap();
    let mut suite = Suite::from_bytes("test.epd", SUITE.as_bytes().to_vec());
    let marks: LineSet = [3, 4].into_iter().collect();
    let lines = |suite: &Suite, text: &str| -> Vec<usize> {
        let query = Query::parse(text)
            .unwrap()
            .in_editor("suites/test.epd", Some(&marks));
        query.load().unwrap();
        let job = Job::new();
        let found = query_lines(&suite.snapshot(), &query, &job, &FoundSoFar::default());
        found.unwrap().iter().map(|line| line + 1).collect()
    };
    let asked = format!("position in \"{}\"", other.display());
    assert_eq!(lines(&suite, &asked), [6]);
    assert_eq!(lines(&suite, "marked"), [4, 5]);
    assert_eq!(lines(&suite, "file = test.epd and marked"), [4, 5]);
    assert_eq!(lines(&suite, "file ~ suites/ and am"), [7]);
    assert_eq!(lines(&suite, "file != test.epd"), Vec::<usize>::new());
    assert_eq!(lines(&suite, "edited"), Vec::<usize>::new());
    suite.replace_line(6, b"4k3/8/8/8/8/8/8/4K3 w - -", Grouping::Step, "edit");
    assert_eq!(lines(&suite, "edited"), [7]);
    std::fs::create_dir(folder.path().join("more")).unwrap();
    std::fs::write(folder.path().join("notes.txt"), "no suite\n").unwrap();
    let below = |text: &[u8]| {
        std::fs::write(folder.path().join("more/third.fen"), text).unwrap();
        format!("position in \"{}\"", folder.path().display())
    };
    assert_eq!(lines(&suite, &below(b"8/8/8/8/8/8/8/4K3 w - -\n")), [6, 11]);
    assert_eq!(lines(&suite, &below(b"some other text\n")), [6]);
    let empty = tempfile::tempdir().unwrap();
    let asked = format!("position in \"{}\"", empty.path().display());
    let why = Query::parse(&asked).unwrap().load().unwrap_err();
    assert!(why.contains("no *.epd or *.fen file below"), "{why}");
    let missing = Query::parse("position in /no/such/file.epd").unwrap();
    assert!(missing.load().unwrap_err().contains("/no/such/file.epd"));
}

#[test]
fn problems_and_duplicates_match() {
    assert_eq!(lines("problem = missing-semicolon"), [9]);
    assert_eq!(lines("problem in (missing-semicolon, error)"), [5, 9, 11]);
    assert_eq!(lines("problem has 'missing-semicolon'"), [9]);
    assert_eq!(lines("problem(missing-semicolon)"), [9]);
    assert_eq!(lines("problem(error) and bm"), [11]);
    assert_eq!(lines("duplicate(id)"), [4, 6]);
    assert_eq!(lines("duplicate(position)"), [7, 9]);
    assert_eq!(lines("duplicate(record)"), Vec::<usize>::new());
    assert_eq!(lines("line > 8 and line <= 10"), [9]);
    assert!(!lines("canonical").contains(&9));
}

#[test]
fn every_word_has_an_example_query_that_uses_it() {
    for word in WORDS {
        if !word.example.is_empty() {
            let query = Query::parse(word.example);
            assert!(query.is_ok(), "{}: {query:?}", word.name);
            // N stands for a number.
            let name = word.name.trim_end_matches('N');
            assert!(word.example.contains(name), "{}", word.name);
        }
    }
}

#[test]
fn completion_suggests_what_the_grammar_allows() {
    let choices = |text: &str| -> Vec<String> {
        complete(text, text.len())
            .choices
            .into_iter()
            .map(|(name, _)| name)
            .collect()
    };
    assert_eq!(
        choices("ca"),
        ["castling", "canonical"]
            .map(String::from)
            .into_iter()
            .rev()
            .collect::<Vec<_>>()
    );
    assert_eq!(choices("side = "), ["w", "b"]);
    assert_eq!(choices("phase = mid"), ["middlegame"]);
    assert_eq!(choices("duplicate(p"), ["position"]);
    assert_eq!(choices("problem(move-ill"), ["move-illegal"]);
    assert_eq!(choices("problem = move-ill"), ["move-illegal"]);
    assert_eq!(choices("problem in (error, move-ill"), ["move-illegal"]);
    assert_eq!(choices("bm a"), ["and"]);
    assert!(choices("bm ").contains(&"has".to_owned()));
    assert!(choices("").contains(&"bm".to_owned()));
    assert!(choices("not (mat").contains(&"material".to_owned()));
    assert!(choices("at(e").contains(&"e4".to_owned()));
    assert_eq!(choices("side = w x"), Vec::<String>::new());
    let found = complete("bm and si or am", 9);
    assert_eq!((found.span.start, found.span.end), (7, 9));
    assert_eq!(found.choices[0].0, "side");
    assert!(!found.choices[0].1.is_empty());
}

#[test]
fn moves_are_parsed_only_if_the_query_needs_them() {
    let lines = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"x\"; ce 3;\n".repeat(1000);
    let read = |text: &str| {
        let suite = Suite::from_bytes("test.epd", lines.clone().into_bytes());
        let query = Query::parse(text).unwrap();
        query_lines(
            &suite.snapshot(),
            &query,
            &Job::new(),
            &FoundSoFar::default(),
        )
        .unwrap();
        suite.work().lines_parsed
    };
    assert_eq!(
        read("bm and id = \"x\" and ce > 2 and c0 or check or KvK or moves > 90"),
        0
    );
    assert_eq!(read("problem and side = b"), 0);
    assert_eq!(read("bm has e4 and side = w"), 1000);
}

#[test]
fn texts_may_have_either_quotes_and_all_matches_every_record() {
    let queries = [
        ("id = 'WAC.001'", true),
        ("id in ('WAC.001', \"x\")", true),
        ("id ~ 'wac'", true),
        ("bm = 'Qg6'", true),
        ("id ~ O'Brien", false),
        ("all", true),
        ("not all", false),
        ("all and id ~ x", false),
    ];
    let line = b"4k3/8/8/8/8/8/8/1Q2K3 w - - bm Qg6; id \"WAC.001\";";
    for (text, expected) in queries {
        let query = Query::parse(text).expect("a query");
        let found = query.matches(line, 0, &ReadOptions::default(), &Facts::default());
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn calculations_are_compared_by_their_significant_digits() {
    let line = b"4k3/8/8/8/8/8/8/4K3 w - - ce 0.1; acd 3; X 0.30000000000000004;";
    let found = |text: &str| {
        let query = Query::parse(text).unwrap();
        query.matches(line, 0, &ReadOptions::default(), &Facts::default())
    };
    for text in [
        "ce + 0.2 = 0.3",
        "0.3 = ce + 0.2",
        "not ce + 0.2 > 0.3",
        "ce + 0.2 between 0.3 and 0.3",
        "ce + 0.2 in (0.1, 0.3)",
        "ce / acd * 3 = 0.1",
        // Written numbers are compared exactly.
        "X > 0.3",
        "not X in (0.3, 0.4)",
    ] {
        assert!(found(text), "{text}");
    }
}
