use super::*;
use crate::engine::search::Limits;
use crate::engine::uci::{Message, read as read_line};
use crate::epd::{ReadOptions, Record};

const ENDING: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

/// Returns the result of an engine's lines: the moves of each line with its score, or the failure.
fn finished(record: &str, lines: u32, said: &[&str], best: Option<&str>) -> String {
    let record = Record::read(record.as_bytes(), &ReadOptions::default());
    let mut request = Request::of(&record, Limits::default()).expect("a legal position");
    request.lines = lines;
    let mut gathered = SearchResults::new(&request);
    for line in said {
        match read_line(line.as_bytes()) {
            Message::Info(info) => {
                gathered.take(info);
            }
            other => panic!("{line}: {other:?}"),
        }
    }
    match gathered.finish(best) {
        Err(failure) => failure.to_string(),
        Ok(analysis) => {
            let line = |line: &Line| {
                let moves: Vec<String> =
                    line.moves.iter().map(|played| played.to_string()).collect();
                format!("{} {}", line.score.text(), moves.join(" "))
            };
            let lines: Vec<String> = analysis.lines.iter().map(line).collect();
            lines.join(", ")
        }
    }
}

#[test]
fn the_last_exact_line_counts() {
    let said = [
        "info depth 1 score cp 20 pv e2e4",
        "info depth 2 score cp 31 pv e2e4 e8e7",
        "info depth 3 score cp 90 lowerbound pv e2e4 e8d7",
    ];
    assert_eq!(
        finished(ENDING, 1, &said, Some("e2e4")),
        "+0.31 e2-e4 Ke8-e7"
    );
}

#[test]
fn a_move_chosen_in_an_unfinished_iteration_has_the_line_of_its_bound() {
    let said = [
        "info depth 2 score cp 31 pv e2e4 e8e7",
        "info depth 3 score cp 90 lowerbound pv e1d2 e8d7",
    ];
    assert_eq!(
        finished(ENDING, 1, &said, Some("e1d2")),
        "+0.90 Ke1-d2 Ke8-d7"
    );
    assert_eq!(finished(ENDING, 1, &said, Some("e1f2")), "+0.90 Ke1-f2");
}

#[test]
fn a_bound_is_not_an_exact_score() {
    let record = Record::read(ENDING.as_bytes(), &ReadOptions::default());
    let request = Request::of(&record, Limits::default()).expect("a legal position");
    let check = |said: &[&str], best: &str, expected: Option<i64>, note: &str| {
        let mut gathered = SearchResults::new(&request);
        for line in said {
            if let Message::Info(info) = read_line(line.as_bytes()) {
                gathered.take(info);
            }
        }
        let found = gathered.finish(Some(best)).expect("an analysis");
        assert_eq!(found.score().and_then(Score::ce), expected);
        assert_eq!(found.notes.join(""), note);
    };
    let exact = "info depth 2 score cp 31 pv e2e4 e8e7";
    let bound = "info depth 3 score cp 90 lowerbound pv e1d2 e8d7";
    check(&[exact, bound], "e1d2", None, BOUND_ONLY);
    check(&[exact, bound], "e1f2", None, OF_ANOTHER);
    check(&[exact, bound], "e2e4", Some(31), "");
    check(&[bound], "e1d2", None, BOUND_ONLY);
}

#[test]
fn a_score_without_a_line_belongs_to_the_chosen_move() {
    let said = [
        "info depth 1 score cp 20",
        "info depth 2 multipv 2 score cp 12",
        "info depth 2 score cp 31 nodes 9",
        "info depth 3 score cp 90 lowerbound",
    ];
    assert_eq!(finished(ENDING, 1, &said, Some("e2e4")), "+0.31 e2-e4");
    assert_eq!(finished(ENDING, 2, &said, Some("e2e4")), "+0.31 e2-e4");
    assert_eq!(
        finished(ENDING, 1, &said[3..], Some("e2e4")),
        "the engine gave no score"
    );
    assert_eq!(
        finished(ENDING, 1, &["info depth 1 score mate 1"], Some("e2e4")),
        "the engine claims mate in 1, but its line does not mate"
    );
    // An engine that reports lines must report one for its move.
    let both = [
        "info depth 1 score cp 20",
        "info depth 1 score cp 9 pv e1d2",
    ];
    assert_eq!(finished(ENDING, 1, &both, Some("e1d2")), "+0.09 Ke1-d2");
}

#[test]
fn a_mate_reported_as_a_bound_is_checked() {
    let said = ["info depth 1 score mate 1 lowerbound pv e1d1"];
    assert_eq!(
        finished(ENDING, 1, &said, Some("e1d1")),
        "the engine claims mate in 1, but its line does not mate"
    );
    // The bound proves no mate, or the line is too short to show it.
    for score in ["mate 1 upperbound", "mate 2 lowerbound"] {
        let said = format!("info depth 1 score {score} pv e1d1");
        let found = finished(ENDING, 1, &[&said], Some("e1d1"));
        assert!(found.starts_with('#'), "{found}");
    }
}

#[test]
fn lines_keep_their_order_after_that_of_the_best_move() {
    let said = [
        "info depth 2 multipv 1 score cp 31 pv e2e4",
        "info depth 2 multipv 2 score cp 12 pv e1d2",
        "info depth 2 multipv 3 score cp 2 pv e2e3",
        "info depth 2 multipv 0 score cp 2 pv e2e3",
    ];
    let both = "+0.31 e2-e4, +0.12 Ke1-d2";
    assert_eq!(finished(ENDING, 2, &said, Some("e2e4")), both);
    let other = "+0.12 Ke1-d2, +0.31 e2-e4";
    assert_eq!(finished(ENDING, 2, &said, Some("e1d2")), other);
}

#[test]
fn a_bound_keeps_the_exact_line_of_the_depth_before() {
    let depth_1 = [
        "info depth 1 multipv 1 score cp 50 pv e2e4",
        "info depth 1 multipv 2 score cp 42 pv e1d2",
        "info depth 1 multipv 3 score cp 30 pv e2e3",
    ];
    let check = |more: &[&str], best: &str, expected: &str| {
        let said: Vec<&str> = depth_1.iter().chain(more).copied().collect();
        assert_eq!(finished(ENDING, 3, &said, Some(best)), expected, "{more:?}");
    };
    let second = "info depth 2 multipv 1 score cp 44 lowerbound pv e1d2";
    let first = "info depth 2 multipv 2 score cp 26 pv e2e4";
    check(
        &[second, first],
        "e1d2",
        "+0.42 Ke1-d2, +0.26 e2-e4, +0.30 e2-e3",
    );
    // With and without a bound, for a move that has no exact line.
    let third = "info depth 2 multipv 1 score cp 60 pv e2e3";
    check(&[third], "e2e3", "+0.60 e2-e3, +0.50 e2-e4, +0.42 Ke1-d2");
    let other = "info depth 2 multipv 1 score cp 44 lowerbound pv e1f1";
    check(
        &[other, first],
        "e1f1",
        "+0.44 Ke1-f1, +0.42 Ke1-d2, +0.26 e2-e4",
    );
}

#[test]
fn false_claims_of_an_engine_are_reported() {
    let check = |said: &[&str], best: Option<&str>, expected: &str| {
        assert_eq!(finished(ENDING, 1, said, best), expected);
    };
    let fine = ["info depth 1 score cp 20 pv e2e4"];
    check(
        &fine,
        Some("e2e5"),
        "the engine's best move `e2e5` is illegal here",
    );
    check(
        &fine,
        Some("\u{fffd}"),
        "the engine's best move `\u{fffd}` is illegal here",
    );
    check(
        &fine,
        Some("(none)"),
        "the engine gave no best move (`(none)`)",
    );
    check(&fine, None, "the engine gave no best move (`nothing`)");
    check(&[], Some("e2e4"), "the engine gave no score");
    check(
        &["info depth 1 score cp 20 pv e2e4 e7e5"],
        Some("e2e4"),
        "the engine's line has an illegal move: `e7e5`",
    );
    check(
        &["info depth 1 score mate 1 pv e2e4"],
        Some("e2e4"),
        "the engine claims mate in 1, but its line does not mate",
    );
    check(
        &["info depth 1 score mate 0 pv e2e4"],
        Some("e2e4"),
        "the engine claims mate in 0, but its line does not mate",
    );
    check(
        &["info depth 1 score mate 4000 pv e2e4"],
        Some("e2e4"),
        "the engine claims mate in 4000, which is out of range",
    );
}

#[test]
fn claimed_mates_are_checked_by_their_lines() {
    let mate = "6k1/5ppp/8/8/8/8/8/K2R4 w - -";
    let said = ["info depth 3 score mate 1 pv d1d8"];
    assert_eq!(finished(mate, 1, &said, Some("d1d8")), "#1 Rd1-d8");
    // A shorter mate is another one, and so is one of the other side.
    let said = ["info depth 3 score mate 2 pv d1d8"];
    assert_eq!(
        finished(mate, 1, &said, Some("d1d8")),
        "the engine claims mate in 2, but its line is mate in 1"
    );
    let said = ["info depth 3 score mate -2 pv d1d8"];
    assert_eq!(
        finished(mate, 1, &said, Some("d1d8")),
        "the engine claims mate in -2, but its line is mate in 1"
    );
    // At least as good as a mate in two includes a mate in one.
    let said = ["info depth 3 score mate 2 lowerbound pv d1d8"];
    assert_eq!(finished(mate, 1, &said, Some("d1d8")), "#2 Rd1-d8");
    // The line may be cut short.
    let said = ["info depth 9 score mate 12 pv e2e4 e8e7"];
    assert_eq!(finished(ENDING, 1, &said, Some("e2e4")), "#12 e2-e4 Ke8-e7");
    let mated = "7k/5K2/8/8/8/8/8/6R1 b - -";
    let said = ["info depth 3 score mate -1 pv h8h7 g1h1"];
    assert_eq!(finished(mated, 1, &said, Some("h8h7")), "#-1 Kh8-h7 Rg1-h1");
}

#[test]
fn a_score_without_a_line_is_reported_until_there_is_a_line() {
    let record = Record::read(ENDING.as_bytes(), &ReadOptions::default());
    let request = Request::of(&record, Limits::default()).expect("a legal position");
    let mut gathered = SearchResults::new(&request);
    let mut say = |line: &str| match read_line(line.as_bytes()) {
        Message::Info(info) => (gathered.take(info), gathered.so_far()),
        other => panic!("{line}: {other:?}"),
    };
    let (told, so_far) = say("info depth 7 score cp 20");
    assert_eq!((told, so_far.is_lineless, so_far.depth), (Some(1), true, 7));
    assert_eq!(so_far.lines[0].moves, []);
    let (told, so_far) = say("info depth 8 score cp 25 pv e2e4");
    assert_eq!((told, so_far.is_lineless), (Some(1), false));
    let (told, so_far) = say("info depth 9 score cp 30");
    assert_eq!((told, so_far.lines[0].moves.len()), (None, 1));
}
