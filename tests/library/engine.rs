//! Engines as processes: an engine that misbehaves costs one record and its process.

use super::skipped::skipped;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use epdit::engine::{
    Analyse, Engine, EngineCommand, Failure, Limits, ProcessedRecord, Reason, Request, Starts,
    Trouble, Verify, Worker,
};
use epdit::epd::{ReadOptions, Record};

use crate::fake_engine;

const PAWN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - id \"pawn\";";
/// A timeout for answers where timing is not tested: other processes use the same processors.
const ANSWER: Duration = Duration::from_secs(20);
const SHORT: Duration = Duration::from_millis(400);

fn fake(way: &str) -> EngineCommand {
    let words = fake_engine::words(way);
    EngineCommand::of(&words[0], &words[1..])
}

fn limits() -> Limits {
    Limits {
        depth: Some(3),
        ..Limits::default()
    }
}

fn never() -> bool {
    false
}

fn request(line: &str, limits: Limits) -> Request {
    let record = Record::read(line.as_bytes(), &ReadOptions::default());
    Request::of(&record, limits).expect("a legal position")
}

#[test]
fn starting_an_engine_can_be_cancelled_at_once() {
    for way in ["silent", "crashes-at-start"] {
        let begun = Instant::now();
        let stop = || way == "silent" && begun.elapsed() > Duration::from_millis(100);
        let failure = Engine::start(&fake(way), ANSWER, &stop).err();
        match way {
            "silent" => assert_eq!(failure, Some(Failure::Stopped)),
            _ => assert!(
                matches!(failure, Some(Failure::Ended { .. })),
                "{failure:?}"
            ),
        }
        assert!(begun.elapsed() < ANSWER / 2, "{way}");
    }
}

fn searched(way: &str, answer: Duration, limits: Limits) -> String {
    let mut engine = match Engine::start(&fake(way), ANSWER, &never) {
        Ok(engine) => engine,
        Err(failure) => return failure.to_string(),
    };
    engine.patience(answer);
    match engine.search(&request(PAWN, limits), &never, &never, &mut |_, _| true) {
        Err(failure) => failure.to_string(),
        Ok(analysis) => {
            let best = analysis.best().expect("a line");
            let notes = analysis.notes.join(", ");
            format!("{} {} {notes}", best.moves[0], best.score.text())
        }
    }
}

#[test]
fn a_good_engine_identifies_itself_and_searches() {
    let mut engine = Engine::start(&fake("well"), ANSWER, &never).expect("it starts");
    assert_eq!(engine.identity().name, "Fake");
    assert_eq!(engine.identity().author, "Nobody");
    assert_eq!(engine.identity().options.len(), 3);
    let mut request = request(PAWN, limits());
    request.lines = 3;
    let mut seen = Vec::new();
    let found = engine.search(&request, &never, &never, &mut |gathered, line| {
        seen.push((line, gathered.depth(), gathered.nodes()));
        true
    });
    let analysis = found.expect("a result");
    assert_eq!(seen.len(), 9);
    assert_eq!(seen[8], (3, 3, 300));
    let firsts: Vec<String> = analysis
        .lines
        .iter()
        .map(|line| line.moves[0].to_string())
        .collect();
    assert_eq!(firsts, ["Ke1-d1", "Ke1-d2", "Ke1-f1"]);
    assert_eq!(
        (
            analysis.depth,
            analysis.nodes,
            analysis.best().expect("a line").moves.len()
        ),
        (3, 300, 3)
    );
}

#[test]
fn each_false_claim_of_an_engine_is_reported() {
    let check = |way: &str, expected: &str| {
        assert_eq!(searched(way, ANSWER, limits()), expected, "{way}");
    };
    check("well", "Ke1-d1 +1.00 ");
    check(
        "illegal-best",
        "the engine's best move `a1a1` is illegal here",
    );
    check(
        "illegal-line",
        "the engine's line has an illegal move: `a1a1`",
    );
    check("no-best", "the engine gave no best move (`(none)`)");
    check("no-score", "the engine gave no score");
    check(
        "false-mate",
        "the engine claims mate in 1, but its line does not mate",
    );
}

#[test]
fn broken_lines_floods_and_a_missing_newline_do_no_harm() {
    let check = |way: &str, expected: &str| {
        assert_eq!(searched(way, ANSWER, limits()), expected, "{way}");
    };
    check("breaks-lines", "Ke1-d1 +1.00 ");
    check("floods", "Ke1-d1 +1.00 ");
    check(
        "endless-line",
        "Ke1-d1 +1.00 a line of more than 64 KiB was cut",
    );
    check("ends-without-newline", "Ke1-d1 +0.10 ");
}

#[test]
fn the_last_output_of_a_crashed_engine_is_reported() {
    let check = |way: &str, expected: &str| {
        assert_eq!(searched(way, ANSWER, limits()), expected, "{way}");
    };
    check("crashes", "the engine ended during `go` (signal 6)");
    check(
        "leaves",
        "the engine ended during `go` (exit status 7): out of memory",
    );
    check(
        "crashes-at-start",
        "the engine ended during `uci` (exit status 3): a library is missing",
    );
}

#[test]
fn a_silent_engine_times_out() {
    let begun = Instant::now();
    let late = Engine::start(&fake("silent"), SHORT, &never).err();
    assert_eq!(
        late.map(|failure| failure.to_string()).as_deref(),
        Some("the engine did not answer `uci` within 400 ms")
    );
    // The engine no longer reads, so it doesn't answer `isready`.
    let stuck = searched("mute", SHORT, Limits::default());
    assert_eq!(
        stuck,
        "the engine made no progress and stopped answering for 1 s"
    );
    let timed = Limits {
        movetime: Some(20),
        ..Limits::default()
    };
    let counted = Limits {
        nodes: Some(1_000_000),
        ..Limits::default()
    };
    for limits in [timed, counted, limits()] {
        assert_eq!(
            searched("mute", SHORT, limits),
            "the engine did not answer `go` within 400 ms"
        );
    }
    assert!(begun.elapsed() < Duration::from_secs(20));
}

#[test]
fn an_engine_that_searches_beyond_its_limit_times_out() {
    let limits = |depth, nodes| Limits {
        depth,
        nodes,
        ..Limits::default()
    };
    let check = |limits: Limits, limit: &str| {
        assert_eq!(
            searched("goes-on", SHORT, limits),
            format!("the engine ignores its limit `{limit}`: it did not stop within 400 ms")
        );
    };
    check(limits(None, Some(100)), "nodes 100");
    check(limits(Some(3), None), "depth 3");
}

#[test]
fn chatter_does_not_extend_the_deadline() {
    let timed = Limits {
        timeout: Some(Duration::from_millis(600)),
        ..limits()
    };
    assert_eq!(
        searched("chatters", SHORT, timed),
        "the engine did not answer `go` within 600 ms"
    );
}

#[test]
fn a_search_ends_when_it_is_stopped() {
    let mut engine = Engine::start(&fake("mute"), ANSWER, &never).expect("it starts");
    engine.patience(SHORT);
    let failure = engine.search(
        &request(PAWN, Limits::default()),
        &|| true,
        &never,
        &mut |_, _| true,
    );
    assert_eq!(
        failure
            .map_err(|failure| failure.to_string())
            .err()
            .as_deref(),
        Some("the engine did not answer `stop` within 400 ms")
    );
}

#[test]
fn options_are_checked_against_those_the_engine_offers() {
    let check = |name: &str, value: &str, expected: Option<&str>| {
        let mut command = fake("well");
        command.set(name, value);
        let failure = Engine::start(&command, ANSWER, &never).err();
        let words = failure.as_ref().map(ToString::to_string);
        assert_eq!(words.as_deref(), expected, "{name}={value}");
        assert!(failure.is_none_or(|failure| failure.is_for_good()));
    };
    check("threads", "2", None);
    check(
        "Thread",
        "2",
        Some("the engine has no option `Thread`; did you mean `Threads`?"),
    );
    check(
        "Threads",
        "9",
        Some("option `Threads`: expected a number from 1 to 4, found `9`"),
    );
}

#[test]
fn a_missing_program_is_named() {
    let failure = Engine::start(&EngineCommand::of("no-such-engine", &[]), ANSWER, &never).err();
    let words = failure.map(|failure| failure.to_string());
    assert_eq!(
        words.as_deref(),
        Some("can't start `no-such-engine`: no such program")
    );
}

#[test]
fn an_engine_that_never_quits_is_ended_and_no_zombie_stays() {
    // Other tests start engines at the same time: this one is found by its argument.
    let engine = Engine::start(&fake("never-quits"), ANSWER, &never).expect("it starts");
    let started = children_told("never-quits");
    assert_eq!(started.len(), 1, "{started:?}");
    let begun = Instant::now();
    drop(engine);
    assert!(begun.elapsed() < Duration::from_secs(10));
    // A zombie is still listed in /proc.
    for process in started {
        assert!(!process.exists(), "{}", process.display());
    }
}

/// Returns this process's children that have a word in their environment or command line.
fn children_told(word: &str) -> Vec<PathBuf> {
    let me = std::process::id().to_string();
    let all = std::fs::read_dir("/proc").expect("processes").flatten();
    let own = all.map(|entry| entry.path()).filter(|process| {
        // PID (NAME) STATE PARENT
        let stat = std::fs::read_to_string(process.join("stat")).unwrap_or_default();
        let behind = stat.rsplit_once(')').map_or("", |(_, behind)| behind);
        behind.split_whitespace().nth(1) == Some(&me)
    });
    own.filter(|process| {
        ["environ", "cmdline"].iter().any(|part| {
            let text = std::fs::read(process.join(part)).unwrap_or_default();
            String::from_utf8_lossy(&text).contains(word)
        })
    })
    .collect()
}

#[test]
fn a_failure_costs_one_record_and_the_next_has_a_fresh_engine() {
    let (command, starts) = (fake("crashes:2"), Starts::default());
    let mut worker = Worker::new(&command, ANSWER, &starts, &never);
    let record = Record::read(PAWN.as_bytes(), &ReadOptions::default());
    let analyse = Analyse {
        limits: limits(),
        lines: 1,
    };
    let mut words = Vec::new();
    for _ in 0..4 {
        let done =
            ProcessedRecord::of(analyse.record(&record, &mut worker)).expect("the run goes on");
        words.push(match done.result {
            Ok(()) => String::from_utf8(done.line.expect("a new line")).expect("text"),
            Err(why) => why.to_string(),
        });
    }
    let fine = "4k3/8/8/8/8/8/4P3/4K3 w - - Ae \"Fake\"; Run \"depth 3\"; acd 3; acn 300; acs 0; ce 100; id \"pawn\"; pm Kd1; pv Kd1 Kd7 Kc1;";
    let crash = "the engine ended during `go` (signal 6)";
    assert_eq!(words, [fine, crash, fine, crash]);
}

#[test]
fn the_run_ends_after_three_failures_to_start() {
    let (command, starts) = (fake("crashes-at-start"), Starts::default());
    let mut worker = Worker::new(&command, ANSWER, &starts, &never);
    let begun = worker.search_anew(&request(PAWN, limits()), &mut |_, _| true);
    assert!(
        matches!(begun, Err(Trouble::Run(Failure::Ended { .. }))),
        "{begun:?}"
    );
}

#[test]
fn a_chess960_record_needs_an_engine_that_plays_it() {
    let line = "4k3/8/8/8/8/8/8/1R2K3 w B -";
    let search = |way: &str| {
        let mut engine = Engine::start(&fake(way), ANSWER, &never).expect("it starts");
        let found = engine.search(&request(line, limits()), &never, &never, &mut |_, _| true);
        found.map(|_| ()).map_err(|failure| failure.to_string())
    };
    assert_eq!(search("well"), Ok(()));
    let words = "the engine does not play Chess960: it has no option `UCI_Chess960`".to_owned();
    assert_eq!(search("no-960"), Err(words));
    // The failure costs one record, and the engine keeps running.
    let (command, starts) = (fake("no-960"), Starts::default());
    let mut worker = Worker::new(&command, ANSWER, &starts, &never);
    let analyse = Analyse {
        limits: limits(),
        lines: 1,
    };
    for (line, is_done) in [(PAWN, true), (line, false), (PAWN, true)] {
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let done = ProcessedRecord::of(analyse.record(&record, &mut worker)).expect("it goes on");
        assert_eq!(done.result.is_ok(), is_done, "{:?}", done.result);
    }
}

#[test]
fn records_without_a_position_start_no_engine() {
    let (command, starts) = (EngineCommand::of("no-such-engine", &[]), Starts::default());
    let mut worker = Worker::new(&command, ANSWER, &starts, &never);
    let analyse = Analyse {
        limits: limits(),
        lines: 1,
    };
    let illegal = Record::read(b"8/8/8/8/8/8/8/4K3 w - -", &ReadOptions::default());
    let done =
        ProcessedRecord::of(analyse.record(&illegal, &mut worker)).expect("no engine is needed");
    assert_eq!(done.result, Err(Reason::Position));
}

/// Returns the distribution's Stockfish; prints that it is missing if there is none.
fn stockfish() -> Option<EngineCommand> {
    let places = ["/usr/games/stockfish", "/usr/bin/stockfish"];
    let found = places
        .iter()
        .map(PathBuf::from)
        .find(|place| place.is_file());
    let found = found.or_else(|| EngineCommand::of("stockfish", &[]).found());
    if found.is_none() {
        skipped("there is no stockfish");
    }
    Some(EngineCommand::of(found?, &[]))
}

#[test]
fn stockfish_finds_mates_and_castles_by_chess960() {
    let Some(command) = stockfish() else { return };
    let mut engine = Engine::start(&command, ANSWER, &never).expect("it starts");
    assert!(engine.identity().name.starts_with("Stockfish"));
    let mut best = |line: &str| {
        engine.new_game(&never).expect("ready");
        let request = request(
            line,
            Limits {
                depth: Some(8),
                ..Limits::default()
            },
        );
        let analysis = engine
            .search(&request, &never, &never, &mut |_, _| true)
            .expect("a result");
        let best = analysis.best().expect("a line").clone();
        (best.moves[0].to_string(), best.score.ce())
    };
    assert_eq!(
        best("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -"),
        ("Qg3-g6".to_owned(), Some(32_764))
    );
    // Castling rights that exist only in Chess960.
    let (_, ce) = best("4k3/8/8/8/8/8/8/R3KR2 w FA -");
    assert!(ce.is_some_and(|ce| ce > 300));
}

#[test]
fn stockfish_confirms_a_sound_record_and_not_a_wrong_one() {
    let Some(command) = stockfish() else { return };
    let starts = Starts::default();
    let mut worker = Worker::new(&command, ANSWER, &starts, &never);
    let verify = Verify {
        limits: Limits {
            depth: Some(10),
            ..Limits::default()
        },
        lines: 2,
        margin: 50,
    };
    let mut judged = |line: &str| {
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let done = verify
            .record(&record, &mut worker)
            .expect("the run goes on");
        done.result.expect("a finding").judgement.name()
    };
    let wac = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -";
    assert_eq!(judged(&format!("{wac} bm Qg6;")), "confirmed");
    assert_eq!(judged(&format!("{wac} bm Qg4;")), "wrong");
    assert_eq!(judged(&format!("{wac} am Qg6;")), "wrong");
    assert_eq!(
        judged("4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd1 Kd2 Kf1 Kf2 e3 e4;"),
        "confirmed"
    );
}
