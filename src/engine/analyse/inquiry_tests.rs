use super::*;
use crate::engine::analyse::ScoredMove;
use crate::epd::ReadOptions;
use crate::epd::score::Score;
use crate::suite::edit::set_operations;

fn check(
    operations: &str,
    judgement: Judgement,
    ours: (&str, i64),
    theirs: (&str, i64),
    expected: &str,
) {
    let line = format!("4k3/8/8/8/8/8/4P3/4K3 w - - {operations}");
    let record = Record::read(line.as_bytes(), &ReadOptions::default());
    let scored = |(san, score): (&str, i64)| ScoredMove {
        san: san.to_owned(),
        score: Score::Centipawns(score),
    };
    let answer = proposal(
        &record,
        &Finding {
            judgement,
            ours: scored(ours),
            theirs: Some(scored(theirs)),
            depth: 9,
        },
    )
    .expect("moves that can be read");
    let new = set_operations(&record, &answer.operations).expect("written");
    let new = new.map_or_else(|| line.clone(), |new| String::from_utf8(new).expect("text"));
    let expected = format!("4k3/8/8/8/8/8/4P3/4K3 w - - {expected}");
    assert_eq!(format!("{new} {}", answer.words), expected);
}

#[test]
fn of_lines_of_two_iterations_the_one_with_the_higher_score_is_proposed() {
    use crate::engine::search::Line;
    let line = |score: Score, depth: u32| Line {
        moves: Vec::new(),
        score,
        bound: None,
        depth,
        selective_depth: 0,
    };
    let mut analysis = Analysis {
        lines: vec![
            line(Score::Centipawns(10), 9),
            line(Score::Centipawns(40), 8),
            line(Score::Mate(-3), 9),
            line(Score::Mate(2), 8),
        ],
        depth: 9,
        ..Analysis::default()
    };
    rank(&mut analysis);
    let scores: Vec<_> = analysis.lines.iter().map(|line| line.score).collect();
    let expected = [
        Score::Mate(2),
        Score::Centipawns(40),
        Score::Centipawns(10),
        Score::Mate(-3),
    ];
    assert_eq!(scores, expected);
}

#[test]
fn a_wrong_bm_is_replaced_and_an_equal_move_is_added() {
    use Judgement::*;
    check(
        "bm e4; id \"x\";",
        Wrong,
        ("e4", 40),
        ("Kd2", 320),
        "bm Kd2; id \"x\"; Kd2 +3.20, e4 +0.40",
    );
    check(
        "bm e4;",
        Cooked,
        ("e4", 39),
        ("Kd2", 40),
        "bm Kd2 e4; Kd2 +0.40, e4 +0.39",
    );
    for judgement in [Ambiguous, Confirmed] {
        check(
            "bm e4;",
            judgement,
            ("e4", 320),
            ("Kd2", 300),
            "bm e4; e4 +3.20, Kd2 +3.00",
        );
    }
}

#[test]
fn an_am_that_is_the_best_move_is_removed() {
    use Judgement::*;
    check(
        "am e4;",
        Wrong,
        ("Kd2", 0),
        ("e4", 90),
        "e4 +0.90, Kd2 +0.00",
    );
    check(
        "am Kd1 e4;",
        Cooked,
        ("Kd2", 88),
        ("e4", 90),
        "am Kd1; e4 +0.90, Kd2 +0.88",
    );
    check(
        "am e4; bm Kd2;",
        Wrong,
        ("Kd2", 0),
        ("e4", 90),
        "bm e4; e4 +0.90, Kd2 +0.00",
    );
}
