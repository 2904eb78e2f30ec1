use super::*;
use crate::engine::search::Line;
use crate::epd::{ReadOptions, moves};

#[test]
fn any_engine_name_becomes_a_valid_string() {
    let by = |name: &str| Analysis {
        engine: name.to_owned(),
        options: "Hash=256".to_owned(),
        ..Analysis::default()
    };
    let check = |name: &str, expected: Option<&str>| {
        let [(opcode, operand), ..] = made(&by(name), "");
        assert_eq!((opcode.as_str(), operand.as_deref()), ("Ae", expected));
    };
    check("Stockfish 17", Some("\"Stockfish 17\""));
    check("a \"b\"; c\u{1b}[2J ü\t", Some("\"a 'b'; c?[2J ??\""));
    check("", None);
    let [(_, long), ..] = made(&by(&"x".repeat(999)), "");
    assert_eq!(long.map(|long| long.len()), Some(257));
    let [_, (opcode, run), old @ ..] = made(&by("Lc0"), "nodes 20000, multipv 2");
    let expected = Some("\"nodes 20000, multipv 2, Hash=256\"");
    assert_eq!((opcode.as_str(), run.as_deref()), ("Run", expected));
    assert_eq!(
        old,
        [("Engine".to_owned(), None), ("Limit".to_owned(), None)]
    );
}

const PAWN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

fn solution(depth: u32) -> Solution {
    Solution {
        depth,
        nodes: u64::from(depth) * 100,
        time: Duration::from_millis(depth.into()),
    }
}

#[test]
fn a_solution_is_in_bm_if_there_is_one_and_not_in_am() {
    let check = |operations: &str, expected: Option<bool>| {
        let line = format!("{PAWN} {operations}");
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let verdict = Target::judge(&record);
        assert_eq!(
            verdict.map(|verdict| verdict.is_solved),
            expected,
            "{operations}"
        );
    };
    check("bm e4; pm e4;", Some(true));
    check("bm e3 e4; pm e4;", Some(true));
    check("bm e4; pm e3;", Some(false));
    check("am e4; pm e3;", Some(true));
    check("am e4; pm e4;", Some(false));
    check("am e3; bm e4; pm Kd2;", Some(false));
    check("bm; am; pm e4;", None);
    check("bm e4;", None);
    check("pm e4;", None);
    check("bm e4 Qh5; pm e4;", None);
    // Of two moves played none is the one.
    check("bm e4; pm e4; pm e3;", None);
    check("bm e4; pm e4 e3;", None);
    check("bm e4; pm e4; pm e2e4;", Some(true));
}

#[test]
fn results_of_an_earlier_search_are_removed() {
    let position = Record::read(PAWN.as_bytes(), &ReadOptions::default());
    let position = position.position().expect("it can be read").clone();
    let best = moves::read(&position, b"e4").result.expect("legal");
    let mut analysis = Analysis {
        lines: vec![Line {
            moves: vec![best],
            score: Score::Centipawns(31),
            bound: None,
            depth: 5,
            selective_depth: 5,
        }],
        ..Analysis::default()
    };
    let ce = |record: &str, analysis: &Analysis| {
        let record = Record::read(record.as_bytes(), &ReadOptions::default());
        let operations = operations(&record, &position, analysis, &Verdict::default());
        let mut found = operations.into_iter().filter(|(opcode, _)| opcode == "ce");
        found.next().map(|(_, operands)| operands)
    };
    let old = format!("{PAWN} ce 515; pm e3; pv e3 Kd8;");
    assert_eq!(ce(&old, &analysis), Some(Some("31".into())));
    assert_eq!(ce(PAWN, &analysis), None);
    // A score that no run wrote is the suite's.
    for own in ["ce 515;", "ce 515; pm e3;", "ce 515; pv e3 Kd8;"] {
        assert_eq!(ce(&format!("{PAWN} {own}"), &analysis), None, "{own}");
    }
    analysis.is_unscored = true;
    assert_eq!(ce(&old, &analysis), Some(None));
}

#[test]
fn a_solution_counts_from_where_it_was_held_to_the_end() {
    let mut held = SolutionStreak::default();
    for (depth, is_met) in [(1, true), (2, false), (3, true), (3, true), (4, true)] {
        held.note(is_met, solution(depth));
    }
    assert_eq!((held.since, held.iterations), (Some(solution(3)), 2));
    held.note(false, solution(5));
    assert_eq!((held.since, held.iterations), (None, 0));
}

#[test]
fn points_are_read_from_any_list_of_scored_moves() {
    let check = |operations: &str, word: &str, expected: Option<(i64, i64)>| {
        let line = format!("{PAWN} bm e4; {operations}");
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let position = record.position().expect("legal");
        let played = moves::read(position, word.as_bytes())
            .result
            .expect("a move");
        assert_eq!(points_of(&record, played), expected, "{operations} {word}");
    };
    let scored = "c0 \"e4=10, e3=7, Kd2=1\";";
    check(scored, "e4", Some((10, 10)));
    check(scored, "e3", Some((7, 10)));
    check(scored, "Kf2", Some((0, 10)));
    check("c7 \"e4 e3\"; c8 \"10 4\";", "e3", Some((4, 10)));
    check("c8 \"100 64\"; c9 \"e2e4 e2e3\";", "e3", Some((64, 100)));
    check("c0 \"e4=10 e3=7\";", "e3", Some((7, 10)));
    check("c0 \"a pawn\";", "e4", None);
}

#[test]
fn a_mate_is_solved_if_it_is_as_short_as_stated() {
    let check = |operations: &str, expected: Option<bool>| {
        let line = format!("7k/8/5K2/8/8/8/8/R7 w - - {operations}");
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let verdict = Target::judge(&record);
        let is_solved = verdict.map(|verdict| verdict.is_solved);
        assert_eq!(is_solved, expected, "{operations}");
    };
    check("FoundMate 2; dm 2; pm Kg6;", Some(true));
    check("FoundMate 1; dm 2; pm Kg6;", Some(true));
    check("FoundMate 3; dm 2; pm Kg6;", Some(false));
    check("FoundMate 0; dm 2; pm Kg6;", Some(false));
    check("FoundMate -2; dm 2; pm Kg6;", Some(false));
    check("FoundMate \"its line does not mate\"; dm 2;", Some(false));
    check("FoundMate 2; bm #2; pm Kg6;", Some(true));
    check("FoundMate -2; bm #-2; pm Kg6;", Some(true));
    check("FoundMate -3; bm #-2; pm Kg6;", Some(false));
    check("FoundMate 2; ce 32764; pm Kg6;", Some(true));
    // A move of bm passes, whatever the mate; and an analysis is not a test.
    check("FoundMate 9; bm Kg6; dm 2; pm Kg6;", Some(true));
    check("ce 32764; pm Kg6;", None);
    check("dm 0; FoundMate 2; pm Kg6;", None);
    // A record that states two mates is not a test either.
    for stated in [
        "dm 2; dm 3;",
        "dm 2 3;",
        "dm 2; bm #3;",
        "bm #2; bm #3;",
        "ce 32764; dm 3;",
        "ce -32764; dm 2;",
        "ce 32764; ce 32762;",
    ] {
        check(&format!("FoundMate 2; {stated} pm Kg6;"), None);
    }
    check("FoundMate 2; FoundMate 3; dm 2; pm Kg6;", None);
    check("FoundMate 2 3; dm 2; pm Kg6;", None);
    check("FoundMate 2; dm 2; pm Kg6; pm Ra5;", None);
    check(
        "FoundMate 2; bm #2; ce 32764; dm 2; dm 2; pm Kg6;",
        Some(true),
    );
    check("FoundMate 2; ce 500; dm 2; pm Kg6;", Some(true));
}
