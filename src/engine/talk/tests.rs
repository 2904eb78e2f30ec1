use super::*;
use crate::epd::score::Score;

#[test]
fn deadlines_move_by_the_time_that_the_process_did_not_run() {
    let mut awake = SleepDetector::new();
    assert_eq!(awake.slept(), Duration::ZERO);
    let long = ASLEEP + Duration::from_millis(50);
    std::thread::sleep(long);
    assert!(awake.slept() >= long);
    assert_eq!(awake.slept(), Duration::ZERO);
    let limits = Limits {
        movetime: Some(100),
        ..Limits::default()
    };
    let mut watch = Watch::new(&limits, ASLEEP, ASLEEP);
    let begun = watch.begun;
    watch.postpone(long);
    assert_eq!(watch.begun, begun + long);
}

#[test]
fn a_search_may_run_until_its_reports_exceed_the_limit() {
    let seconds = Duration::from_secs;
    let check = |limits: Limits, told: &[(u64, u32, u64, u64)], expected: u64| {
        let mut watch = Watch::new(&limits, seconds(10), ASLEEP);
        for &(nodes, depth, speed, took) in told {
            watch.note((nodes, depth), Some(speed), seconds(took));
        }
        assert_eq!(watch.longest, Some(seconds(expected)), "{told:?}");
    };
    let nodes = Limits {
        nodes: Some(1_000_000),
        ..Limits::default()
    };
    check(nodes, &[], 10);
    check(nodes, &[(100, 1, 10_000, 1)], 1_000);
    check(nodes, &[(100, 1, 10_000, 1), (90_000, 9, 50_000, 2)], 200);
    let beyond = (1_000_001, 12, 50_000, 20);
    check(nodes, &[beyond, (2_000_000, 13, 100, 30)], 200);
    let depth = Limits {
        depth: Some(9),
        ..Limits::default()
    };
    check(depth, &[(100, 1, 10_000, 1)], 10);
    // The same depth for a long time is not progress.
    check(depth, &[(100, 7, 1, 3), (9_000_000, 7, 1, 29)], 30);
    check(depth, &[(100, 10, 1, 3), (200, 11, 1, 29)], 30);
}

#[test]
fn a_score_or_a_mate_ends_a_search() {
    let check = |limits: Limits, score: Score, expected: bool| {
        assert_eq!(
            limits.ends_at(Some(score)),
            expected,
            "{limits:?} {score:?}"
        );
    };
    let none = Limits::default();
    let score = Limits {
        until_score: Some(300),
        ..none
    };
    let mate = Limits {
        until_mate: true,
        ..none
    };
    let both = Limits {
        until_mate: true,
        ..score
    };
    for (given, ended) in [
        (Score::Centipawns(299), [false; 4]),
        (Score::Centipawns(300), [false, true, false, true]),
        (Score::Centipawns(-900), [false; 4]),
        (Score::Mate(4), [false, true, true, true]),
        (Score::Mate(-4), [false, false, true, true]),
    ] {
        for (limits, ended) in [none, score, mate, both].into_iter().zip(ended) {
            check(limits, given, ended);
        }
    }
    assert!(!both.ends_at(None));
    assert_eq!(both.in_words(), "until-score 300, until-mate");
}
