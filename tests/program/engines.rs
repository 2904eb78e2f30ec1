//! Runs of engines over records: an engine that misbehaves costs one record, finished results are on disk,
//! and a run that was ended continues to the same result.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::fake_engine;
use crate::folder::{Folder, Run};

/// Returns records whose first legal move by name is Kd1 (`e1d1`).
pub(crate) fn records(count: usize) -> String {
    let record = |n: usize| format!("4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd1; id \"r.{n}\";\n");
    (1..=count).map(record).collect()
}

pub(crate) fn analysed(n: usize) -> String {
    format!(
        "4k3/8/8/8/8/8/4P3/4K3 w - - Ae \"Fake\"; Run \"depth 3\"; acd 3; acn 300; acs 0; bm Kd1; ce 100; id \"r.{n}\"; pm Kd1; pv Kd1 Kd7 Kc1;"
    )
}

/// Returns the arguments of a command that searches with this engine.
pub(crate) fn with<'a>(command: &'a str, engine: &'a str, rest: &[&'a str]) -> Vec<&'a str> {
    let mut words = vec![command, "--engine", engine, "--depth", "3"];
    words.extend(rest);
    words
}

#[test]
fn results_are_written_in_file_order_for_any_number_of_jobs() {
    let text = format!("# head\n\n{}# a comment\n", records(40));
    let folder = Folder::new(&[("a.epd", &text)]);
    let engine = fake_engine::command("well");
    let one = folder.run(&with("analyse", &engine, &["a.epd"]));
    assert_eq!(
        (one.status, one.last()),
        (0, "40 of 40 records analysed"),
        "{one:?}"
    );
    let lines: Vec<String> = (1..=40).map(|n| analysed(n) + "\n").collect();
    assert_eq!(
        one.out,
        format!("# head\n\n{}# a comment\n", lines.concat())
    );
    let three = folder.run(&with("analyse", &engine, &["--jobs", "3", "a.epd"]));
    assert_eq!(three.out, one.out);
}

#[test]
fn each_misbehaviour_of_an_engine_is_reported_for_its_record_and_does_not_end_the_run() {
    let folder = Folder::new(&[("a.epd", &records(4))]);
    let check = |way: &str, words: &str| {
        let engine = fake_engine::command(&format!("{way}:2"));
        let run = folder.run(&with("analyse", &engine, &["--timeout", "2", "a.epd"]));
        assert_eq!(run.status, 1, "{way}: {run:?}");
        assert!(
            run.err.contains(&format!("`a.epd:2`: {words}")),
            "{way}: {}",
            run.err
        );
        let lines: Vec<&str> = run.out.lines().collect();
        assert_eq!(lines.len(), 4, "{way}");
        assert_eq!(lines[0], analysed(1), "{way}");
        assert_eq!(
            lines[1],
            records(2).lines().nth(1).expect("a record"),
            "{way}"
        );
        assert_eq!(lines[2], analysed(3), "{way}");
        let left = "left unchanged: the engine failed (first: a.epd:2)";
        assert!(run.last().ends_with(left), "{way}: {}", run.last());
    };
    check("crashes", "the engine ended during `go` (signal 6)");
    check(
        "leaves",
        "the engine ended during `go` (exit status 7): out of memory",
    );
    check("mute", "the engine did not answer `go` within 2 s");
    check("chatters", "the engine did not answer `go` within 2 s");
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
fn an_engine_without_multipv_searches_the_other_moves() {
    let folder = Folder::new(&[("a.epd", &records(3))]);
    let engine = fake_engine::command("one-line");
    let once = |run: &Run| run.err.matches("the engine has no MultiPV").count();
    let run = folder.run(&with("verify", &engine, &["--all", "a.epd"]));
    // The best of the other moves has the same score, as each search scores its position alone.
    let line =
        |n: usize| format!("a.epd:{n}: cooked: bm Kd1 +1.00, other Kd2 +1.00 · depth 3 · r.{n}\n");
    assert_eq!(run.out, (1..=3).map(line).collect::<String>(), "{run:?}");
    assert_eq!((run.status, once(&run)), (1, 1), "{}", run.err);
    let run = folder.run(&with("make", &engine, &["--margin", "10", "a.epd"]));
    assert_eq!((run.status, once(&run)), (0, 1), "{}", run.err);
    assert_eq!(
        run.last(),
        "0 of 1 position taken · 1 no move best by the margin"
    );
    let run = folder.run(&with("analyse", &engine, &["--multipv", "3", "a.epd"]));
    assert_eq!((run.status, once(&run)), (0, 1), "{}", run.err);
    let first = run.out.lines().next().expect("a line");
    assert_eq!(
        first,
        "4k3/8/8/8/8/8/4P3/4K3 w - - Ae \"Fake\"; Ce2 100; Ce3 100; Pv2 \"Kd2 Kd7 Kc1\"; Pv3 \"Kf1 Kd7 e3\"; Run \"depth 3, multipv 3\"; acd 3; acn 900; acs 0; bm Kd1; ce 100; id \"r.1\"; pm Kd1; pv Kd1 Kd7 Kc1;"
    );
}

#[test]
fn an_engine_that_ignores_searchmoves_is_asked_about_the_position_after_each_move() {
    // It scores by the number of legal moves: White has 16, of which a1a2 is the first by name.
    let mates = "6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#;\n";
    let folder = Folder::new(&[("a.epd", &[mates, mates].concat())]);
    let engine = fake_engine::command("deaf");
    let once = |run: &Run, words: &str| run.err.matches(words).count();
    let told = "the engine ignores `searchmoves`";
    let run = folder.run(&with("verify", &engine, &["--all", "a.epd"]));
    assert_eq!(
        (run.status, run.out.lines().count(), once(&run, told)),
        (0, 2, 1),
        "{run:?}"
    );
    assert_eq!(
        run.out.lines().next(),
        Some("a.epd:1: confirmed: bm Rd8# #1, other Ka2 +1.60 · depth 3")
    );
    let run = folder.run(&with("analyse", &engine, &["--multipv", "3", "a.epd"]));
    let first = run.out.lines().next().expect("a line");
    for words in ["Ce2 32766;", "Pv2 \"Rd8#\";", "Ce3 -"] {
        assert!(first.contains(words), "{words}: {first}");
    }
}

#[test]
fn a_best_move_with_only_a_bound_uses_its_exact_score_or_is_searched_again() {
    let folder = Folder::new(&[("a.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd2 Kf1;\n")]);
    let check = |way: &str, ours: &str, depth: u32| {
        let engine = fake_engine::command(way);
        let run = folder.run(&with("verify", &engine, &["--all", "a.epd"]));
        let line = format!("a.epd:1: confirmed: bm {ours}, other Kd1 +0.20 · depth {depth}\n");
        assert_eq!((run.status, run.out), (0, line), "{way}: {}", run.err);
    };
    check("second-thoughts", "Kd2 +0.90", 1);
    check("new-thoughts", "Kf1 +1.00", 3);
}

#[test]
fn an_engine_that_ignores_its_limit_is_reported_once_and_results_say_what_was_searched() {
    let folder = Folder::new(&[("a.epd", &records(3))]);
    let engine = fake_engine::command("stops-short");
    let search = |limit: &str| {
        let words = ["analyse", "--engine", &engine, "--nodes", limit, "a.epd"];
        let run = folder.run(&words);
        let told = run.err.matches("did not stop near its limit").count();
        let lines = run.out.matches("acd 1; acn 9;").count();
        (run.status, told, lines)
    };
    assert_eq!(search("10000"), (0, 1, 3));
    assert_eq!(search("90"), (0, 0, 3));
    assert_eq!(search("1"), (0, 0, 3));
}

#[test]
fn an_engine_without_lines_still_has_a_move_and_a_score() {
    let folder = Folder::new(&[("a.epd", &records(3))]);
    let engine = fake_engine::command("no-pv");
    let once = |run: &Run| run.err.matches("scores without lines (no `pv`)").count();
    let run = folder.run(&with("analyse", &engine, &["a.epd"]));
    assert_eq!((run.status, once(&run)), (0, 1), "{}", run.err);
    let lines = (1..=3).map(|n| analysed(n).replace("pv Kd1 Kd7 Kc1", "pv Kd1") + "\n");
    assert_eq!(run.out, lines.collect::<String>());
    let run = folder.run(&with("test", &engine, &["a.epd"]));
    assert_eq!((run.status, run.last()), (0, "solved 3 of 3"), "{run:?}");
    // Several best moves without lines are searched one after another.
    let run = folder.run(&with("verify", &engine, &["--all", "a.epd"]));
    let line =
        |n: usize| format!("a.epd:{n}: cooked: bm Kd1 +1.00, other Kd2 +1.00 · depth 3 · r.{n}\n");
    assert_eq!(run.out, (1..=3).map(line).collect::<String>(), "{run:?}");
    let run = folder.run(&with("make", &engine, &["--margin", "10", "a.epd"]));
    assert_eq!(
        run.last(),
        "0 of 1 position taken · 1 no move best by the margin"
    );
}

#[test]
fn earlier_results_are_not_reported_for_a_failing_engine() {
    let folder = Folder::new(&[("a.epd", &records(4))]);
    let well = fake_engine::command("well");
    let run = folder.run(&with("test", &well, &["-o", "b.epd", "a.epd"]));
    assert_eq!(run.last(), "solved 4 of 4");
    let crashes = fake_engine::command("crashes:2");
    let run = folder.run(&with("test", &crashes, &["-o", "c.epd", "b.epd"]));
    assert_eq!(run.last(), "solved 2 of 2", "{}", run.err);
    assert!(
        run.err
            .contains("`b.epd:2`: the result of an earlier run was removed"),
        "{run:?}"
    );
    assert_eq!(
        folder.read("c.epd").lines().nth(1),
        records(2).lines().nth(1)
    );
    let report = folder.run(&["report", "c.epd"]);
    assert!(
        report.out.starts_with("c.epd: 2 of 2 solved"),
        "{}",
        report.out
    );
    // Without the move played there is no result; with it, the whole result is removed.
    let check = |operations: &str, expected: &str| {
        let line = |operations: &str| format!("4k3/8/8/8/8/8/4P3/4K3 w - - {operations}\n");
        fs::write(folder.path("a.epd"), line(operations)).expect("written");
        let crashes = fake_engine::command("crashes");
        let run = folder.run(&with("test", &crashes, &["a.epd"]));
        assert_eq!(run.out, line(expected), "{}", run.err);
    };
    let own = "acd 20; acn 9; bm Kd1; ce 5; pv Kd1;";
    check(own, own);
    check(
        "Ce2 4; Engine \"E\"; Limit \"depth 9\"; Pv2 \"Kd2\"; SolvedDepth 1; acd 2; acn 9; acs 0; bm Kd1; ce 5; id \"x\"; pm Kd1; pv Kd1;",
        "bm Kd1; id \"x\";",
    );
}

#[test]
fn floods_and_broken_lines_cost_nothing() {
    let folder = Folder::new(&[("a.epd", &records(2))]);
    for way in [
        "floods",
        "breaks-lines",
        "slow:300",
        "ends-without-newline:3",
    ] {
        let engine = fake_engine::command(way);
        let run = folder.run(&with("analyse", &engine, &["--timeout", "60", "a.epd"]));
        assert_eq!(run.status, 0, "{way}: {run:?}");
        assert_eq!(
            run.out,
            format!("{}\n{}\n", analysed(1), analysed(2)),
            "{way}"
        );
    }
}

#[test]
fn a_run_with_a_missing_engine_ends_at_once() {
    let folder = Folder::new(&[("a.epd", &records(3)), ("out.epd", "old\n")]);
    let check = |engine: &str, words: &str| {
        let run = folder.run(&with("analyse", engine, &["-o", "out.epd", "a.epd"]));
        assert_eq!(run.status, 2, "{run:?}");
        assert!(run.err.contains(words), "{}", run.err);
        assert_eq!(folder.read("out.epd"), "old\n");
    };
    check("no-such-engine", "there is no engine `no-such-engine`");
    check("'open", "a quote is not closed");
    let crashes = fake_engine::command("crashes-at-start");
    check(
        &crashes,
        "the engine ended during `uci` (exit status 3): a library is missing",
    );
    let fake = fake_engine::command("well");
    let mut words = with("analyse", &fake, &["--option", "Hassh=3", "a.epd"]);
    let run = folder.run(&words);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(
        run.err.contains("the engine has no option `Hassh`"),
        "{}",
        run.err
    );
    words[6] = "Threads=9";
    let run = folder.run(&words);
    assert!(
        run.err
            .contains("option `Threads`: expected a number from 1 to 4, found `9`"),
        "{}",
        run.err
    );
}

#[test]
fn records_that_cannot_be_searched_pass_through_and_are_reported() {
    let text = "8/8/8/8/8/8/8/4K3 w - - bm Kd1;\n\
                4k3/8/8/8/8/8/4P3/4K3 w - - id \"no target\";\n\
                k7/2Q5/8/8/8/8/8/K7 b - - bm Kb8;\n\
                4k3/8/8/8/8/8/4P3/4K3 w - - bm Qh5;\n\
                4k3/8/8/8/8/8/4P3/4K3 w - - am Kf1; Foo 3 bm Kd1;\n\
                4k3/8/8/8/8/8/4P3/4K3 w - - am Kd1;\n";
    let folder = Folder::new(&[("a.epd", text)]);
    let engine = fake_engine::command("well");
    let run = folder.run(&with("test", &engine, &["a.epd"]));
    assert_eq!(run.status, 1);
    let lines: Vec<&str> = run.out.lines().collect();
    let before: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..5], before[..5]);
    assert_eq!(
        lines[5],
        "4k3/8/8/8/8/8/4P3/4K3 w - - Ae \"Fake\"; Run \"depth 3\"; acd 3; acn 300; acs 0; am Kd1; pm Kd1;"
    );
    for words in [
        "the position is illegal (first: a.epd:1)",
        "there is no bm, no am and no mate to find (first: a.epd:2)",
        "there is no legal move (first: a.epd:3)",
        "a move of bm is illegal or can't be read (first: a.epd:4)",
        "bm may be hidden among other operands (swallowed-operation) (first: a.epd:5)",
    ] {
        assert!(run.err.contains(words), "{words}: {}", run.err);
    }
    assert_eq!(run.last(), "solved 0 of 1");
}

#[test]
fn a_mate_distance_as_best_move_is_not_verified() {
    let folder = Folder::new(&[("a.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - bm #10;\n")]);
    let engine = fake_engine::command("well");
    let run = folder.run(&with("verify", &engine, &["a.epd"]));
    assert_eq!(run.status, 1);
    let said = "bm is a mate distance, not a move (first: a.epd:1)";
    assert!(run.err.contains(said), "{}", run.err);
}

/// A mate in one, which the fake engine sees, and a position in which it claims a mate in three.
const ONE: &str = "6k1/5ppp/8/8/8/8/8/K2R4 w - -";
const NONE: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

#[test]
fn a_mate_is_reported_as_found_shorter_longer_or_missed() {
    let records = [
        (ONE, "dm 1; id \"as stated\";"),
        (ONE, "dm 2; id \"too long\";"),
        (NONE, "bm #2; id \"too short\";"),
        (ONE, "ce 32766; id \"by ce\";"),
        (NONE, "bm #-3; id \"other side\";"),
        (NONE, "dm 0; id \"none\";"),
        (ONE, "bm Ka2; dm 1; id \"a move counts\";"),
    ];
    let text: String = records
        .iter()
        .map(|(position, operations)| format!("{position} {operations}\n"))
        .collect();
    let folder = Folder::new(&[("a.epd", &text)]);
    let engine = fake_engine::command("mates");
    let run = folder.run(&with("test", &engine, &["-o", "run.epd", "a.epd"]));
    assert_eq!(run.status, 1, "{run:?}");
    let said: Vec<&str> = run.err.lines().rev().take(3).collect();
    assert_eq!(
        said,
        [
            "solved 3 of 6",
            "mates: 2 as stated · 1 shorter · 1 longer · 1 not found",
            "6 of 7 records tested · 1 left unchanged: there is no bm, no am and no mate to find (first: a.epd:6)",
        ]
    );
    let shorter = "`a.epd:2`: mate in 2, but the engine's line is mate in 1 · too long";
    assert!(run.err.contains(shorter), "{}", run.err);
    let found = folder.read("run.epd");
    let found: Vec<&str> = found.lines().collect();
    for (line, words) in [
        (0, "FoundMate 1; "),
        (0, "pm Rd8#; pv Rd8#;"),
        (0, "SolvedDepth 5; "),
        (1, "FoundMate 1; "),
        (2, "FoundMate 3; "),
        (3, "FoundMate 1; "),
        (3, "ce 32766; "),
        (4, "FoundMate 3; "),
    ] {
        assert!(found[line].contains(words), "{words}: {}", found[line]);
    }
    assert!(!found[6].contains("FoundMate"), "{}", found[6]);
    let report = folder.run(&["report", "run.epd", "run.epd"]);
    let row = |words: &str| {
        let mut rows = report.out.lines().map(str::trim);
        let row = rows.find(|row| row.starts_with(words));
        row.map(|row| row.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    assert_eq!(row("mate in 1").as_deref(), Some("mate in 1 run.epd 2 2"));
    assert_eq!(
        row("run.epd: shorter").as_deref(),
        Some("run.epd: shorter than stated (1)")
    );
    let csv = folder.run(&["report", "--format", "csv", "run.epd"]);
    assert!(csv.out.contains("too long,too long,mate in 2,,"), "{csv:?}");
    // A second run still looks for the same mate.
    let again = folder.run(&with("test", &engine, &["-o", "again.epd", "run.epd"]));
    assert_eq!(again.last(), "solved 3 of 6");
    assert_eq!(folder.read("again.epd"), folder.read("run.epd"));
}

#[test]
fn a_mate_that_the_engines_line_does_not_prove_is_wrong_and_not_failed() {
    let text = format!("{NONE} dm 1; id \"a\";\n{NONE} ce 32766; id \"b\";\n");
    let folder = Folder::new(&[("a.epd", &text)]);
    let engine = fake_engine::command("false-mate");
    let run = folder.run(&with("test", &engine, &["-o", "run.epd", "a.epd"]));
    assert_eq!((run.status, run.last()), (0, "solved 0 of 2"), "{run:?}");
    let words = "the engine claims mate in 1, but its line does not mate";
    assert!(
        run.err.contains(&format!("`a.epd:1`: {words} · a")),
        "{run:?}"
    );
    assert!(run.err.contains("\nmates: 2 wrong\n"), "{run:?}");
    let found = folder.read("run.epd");
    assert_eq!(found.matches(&format!("FoundMate \"{words}\";")).count(), 2);
    assert!(found.contains("ce 32766;"), "{found}");
    let report = folder.run(&["report", "run.epd"]);
    assert!(report.out.contains(words), "{report:?}");
    // A crashed engine has no result and removes that of the earlier run; the operation that states the
    // mate stays.
    let crashes = fake_engine::command("crashes");
    let run = folder.run(&with("test", &crashes, &["-o", "none.epd", "run.epd"]));
    assert_eq!(run.status, 1, "{run:?}");
    assert_eq!(folder.read("none.epd"), text);
}

#[test]
fn a_line_and_score_of_the_suite_stay_unless_the_engines_line_is_the_mate() {
    let check = |way: &str, position: &str, operations: &str, expected: &str| {
        let line = |operations: &str| format!("{position} {operations}\n");
        let folder = Folder::new(&[("a.epd", &line(operations))]);
        // The second run starts from the operations written by the first.
        for _ in 0..2 {
            let engine = fake_engine::command(way);
            let run = folder.run(&with("test", &engine, &["-i", "a.epd"]));
            assert_eq!(run.status, 0, "{run:?}");
            let text = folder.read("a.epd");
            assert!(text.contains(expected), "{way}: {text}");
        }
        // Without an answer the record gets its old text back.
        let crashes = fake_engine::command("crashes");
        folder.run(&with("test", &crashes, &["-i", "a.epd"]));
        folder.read("a.epd") == line(operations)
    };
    let own = "bm #1; c0 \"author's\"; pv Ke2 Kd7;";
    assert!(check("false-mate", NONE, own, "pv Ke2 Kd7;"));
    assert!(check(
        "false-mate",
        NONE,
        "bm #1; c0 \"x\"; PV: Ke2 Kd7;",
        "PV: Ke2 Kd7"
    ));
    for way in ["well", "mates"] {
        assert!(check(way, NONE, own, " pv Ke2 Kd7;"), "{way}");
    }
    for own in ["bm Kd1; ce 77;", "am Kd1; ce 77;"] {
        assert!(check("well", NONE, own, " ce 77;"), "{own}");
    }
    // A variation that agrees with the engine's play still belongs to the suite.
    assert!(check("well", NONE, "bm #2; pv Kd1 Kd7;", "pv Kd1 Kd7;"));
    assert!(!check("mates", ONE, "dm 1; pv Ka2 h6;", "pv Rd8#;"));
}

#[test]
fn a_test_counts_what_is_solved_and_the_points() {
    let line = |bm: &str, more: &str| format!("4k3/8/8/8/8/8/4P3/4K3 w - - bm {bm};{more}\n");
    let text = line("Kd1", " c0 \"Kd1=10, e4=3\"; pv e4;") + &line("e4", " c0 \"e4=10, Kd1=7\";");
    let folder = Folder::new(&[("a.epd", &text)]);
    let engine = fake_engine::command("well");
    let run = folder.run(&with("test", &engine, &["--points", "a.epd"]));
    assert_eq!(run.status, 0);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(
        lines[0],
        "4k3/8/8/8/8/8/4P3/4K3 w - - Ae \"Fake\"; Run \"depth 3\"; SolvedDepth 1; SolvedMs 1; SolvedNodes 100; acd 3; acn 300; acs 0; bm Kd1; c0 \"Kd1=10, e4=3\"; pm Kd1; pv Kd1 Kd7 Kc1;"
    );
    assert!(
        lines[1].contains("pm Kd1;") && !lines[1].contains("Solved"),
        "{}",
        lines[1]
    );
    let last: Vec<&str> = run.err.lines().rev().take(2).collect();
    assert_eq!(last, ["solved 1 of 2", "points 17 of 20 (85.0 %)"]);
    let held = folder.run(&with("test", &engine, &["--hold", "2", "a.epd"]));
    assert_eq!(held.last(), "solved 1 of 2");
    // A missing comma costs no points, and records without points are reported.
    let text = line("Kd1", " c0 \"Kd1=10 e4=3\";") + &line("Kd1", " c0 \"Kd1=10, e4\";");
    fs::write(folder.path("a.epd"), text).expect("written");
    let run = folder.run(&with("test", &engine, &["--points", "a.epd"]));
    let points = "points 10 of 10 (100.0 %) in 1 of 2 records";
    assert_eq!(run.err.lines().rev().nth(1), Some(points));
}

#[test]
fn a_search_ends_when_the_score_is_enough() {
    let folder = Folder::new(&[("a.epd", &records(2))]);
    // It searches until it is stopped, and scores 100 for each man.
    let engine = fake_engine::command("twice");
    let words = |score| {
        let mut words = vec!["test", "--engine", &engine, "--movetime", "3600000"];
        words.extend(["--until-score", score, "--timeout", "3", "a.epd"]);
        words
    };
    let run = folder.run(&words("300"));
    assert_eq!(
        (run.status, run.out.matches("pm ").count()),
        (0, 2),
        "{run:?}"
    );
    let limit = "movetime 3600000, until-score 300";
    assert_eq!(run.out.matches(limit).count(), 2, "{run:?}");
    let run = folder.run(&words("301"));
    assert_eq!(
        (run.status, run.out.matches("pm ").count()),
        (1, 0),
        "{run:?}"
    );
}

#[test]
fn searches_that_end_at_a_score_are_not_compared() {
    let folder = Folder::new(&[("a.epd", &records(1))]);
    let engine = fake_engine::command("well");
    for until in [&["--until-score", "300"][..], &["--until-mate"]] {
        let words = [until, &["a.epd"]].concat();
        let run = folder.run(&with("verify", &engine, &words));
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{run:?}");
        assert!(
            run.err
                .contains("can't compare moves of searches that end at a score"),
            "{run:?}"
        );
    }
    let help = folder.run(&["verify", "--help"]);
    assert!(!help.out.contains("--until-"), "{}", help.out);
}

/// Returns the lines of a log without their times.
fn logged(folder: &Folder, name: &str) -> Vec<String> {
    let text = folder.read(name);
    let lines = text.lines().map(|line| {
        let (time, rest) = line.split_once('\t').expect("a time");
        let shape: String = time
            .chars()
            .map(|c| if c.is_ascii_digit() { '0' } else { c })
            .collect();
        assert_eq!(shape, "0000-00-00 00:00:00.000", "{line}");
        rest.to_owned()
    });
    lines.collect()
}

#[test]
fn a_log_has_every_line_to_and_from_the_engine_with_its_record() {
    let folder = Folder::new(&[("a.epd", &records(3))]);
    let engine = fake_engine::command("leaves:2");
    let run = folder.run(&with("test", &engine, &["--log", "x.log", "a.epd"]));
    assert_eq!(run.status, 1, "{run:?}");
    let lines = logged(&folder, "x.log");
    let has = |line: &str| {
        assert!(
            lines.iter().any(|other| other == line),
            "{line}: {lines:#?}"
        )
    };
    has("1\ta.epd:1\t> uci");
    has("1\ta.epd:1\t< id name Fake");
    has("1\ta.epd:1\t> position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    has("1\ta.epd:1\t> go depth 3");
    has("1\ta.epd:1\t< info depth 3 multipv 1 score cp 100 nodes 300 time 3 pv e1d1 e8d7 d1c1 ");
    has("1\ta.epd:1\t< bestmove e1d1");
    has("1\ta.epd:2\t> go depth 3");
    has("1\ta.epd:2\t! out of memory");
    has("1\ta.epd:2\t= ended (exit status 7)");
    has("2\ta.epd:3\t> uci");
    has("2\ta.epd:3\t< bestmove e1d1");
    // The next run appends to the log.
    let first = folder.read("x.log");
    let run = folder.run(&with("analyse", &engine, &["--log", "x.log", "a.epd"]));
    assert_eq!(run.status, 1, "{run:?}");
    assert!(folder.read("x.log").starts_with(&first));
    assert!(logged(&folder, "x.log").len() > lines.len());
}

#[test]
fn a_log_that_cannot_be_written_is_reported() {
    let folder = Folder::new(&[("a.epd", &records(1))]);
    let engine = fake_engine::command("well");
    let check = |log: &str, words: &str| {
        let arguments = with("test", &engine, &["--log", log, "-o", "b.epd", "a.epd"]);
        let run = folder.run(&arguments);
        assert_eq!(run.status, 2, "{run:?}");
        assert!(run.err.contains(words), "{run:?}");
    };
    check("none/x.log", "can't write `none/x.log`: ");
    let other = "give `--log` another name";
    check("a.epd", other);
    check("b.epd", other);
    // Other names of these files, and the run's own files.
    fs::create_dir(folder.path("sub")).expect("a folder");
    std::os::unix::fs::symlink("b.epd", folder.path("link.log")).expect("a link");
    fs::hard_link(folder.path("a.epd"), folder.path("hard.log")).expect("a link");
    for log in [
        "./b.epd",
        "sub/../b.epd",
        "link.log",
        "./a.epd",
        "hard.log",
        "b.epd.run",
        "a.epd.unfinished",
        "a.epd.unfinished.run",
    ] {
        check(log, other);
    }
    fs::remove_file(folder.path("link.log")).expect("it stays");
    let mut there: Vec<_> = fs::read_dir(folder.path(""))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    there.sort();
    assert_eq!(there, ["a.epd", "hard.log", "sub"]);
    assert_eq!(folder.read("a.epd"), records(1));
    // The results are complete even if the log isn't.
    check("/dev/full", "it is not complete, the results are");
    assert!(folder.read("b.epd").contains("pm Kd1;"));
}

#[test]
fn points_without_scored_moves_are_reported() {
    let folder = Folder::new(&[("a.epd", "4k3/8/8/8/8/8/8/4K3 w - - bm Kd1;\n")]);
    let engine = fake_engine::command("well");
    let run = folder.run(&with("test", &engine, &["--points", "a.epd"]));
    assert_eq!(
        run.err.lines().rev().take(2).collect::<Vec<_>>(),
        [
            "solved 1 of 1",
            "no record scores moves (c0, or c7 or c9 with c8)"
        ]
    );
}

#[test]
fn two_machines_with_a_part_each_have_the_results_of_one() {
    let folder = Folder::new(&[("suite.epd", &records(9))]);
    let engine = fake_engine::command("well");
    let split = folder.run(&["split", "--every", "5", "--into", "parts", "suite.epd"]);
    assert_eq!(split.status, 0, "{split:?}");
    let tested = |from: &str, to: &str| {
        let arguments = with("test", &engine, &["--nodes", "100", "-o", to, from]);
        let arguments: Vec<String> = arguments.into_iter().map(str::to_owned).collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let child = folder.command(&arguments).spawn();
        child.expect("the program runs")
    };
    // Both at once, as on two machines.
    let parts = [
        tested("parts/suite-001.epd", "one.epd"),
        tested("parts/suite-002.epd", "two.epd"),
    ];
    for part in parts {
        let output = part.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{output:?}");
    }
    let whole = tested("suite.epd", "whole.epd");
    assert!(whole.wait_with_output().expect("it ends").status.success());
    let merged = folder.run(&["merge", "-o", "merged.epd", "one.epd", "two.epd"]);
    assert_eq!(merged.status, 0, "{merged:?}");
    assert_eq!(folder.read("merged.epd"), folder.read("whole.epd"));
    for format in ["human", "json", "csv", "markdown"] {
        let report = |result: &str| {
            let run = folder.run(&["report", "--format", format, result]);
            assert_eq!(run.status, 0, "{run:?}");
            // A report names a run by its file.
            run.out.replace(result.trim_end_matches(".epd"), "run")
        };
        assert_eq!(report("merged.epd"), report("whole.epd"), "{format}");
    }
}

#[test]
fn verify_says_what_is_not_best() {
    // The engine scores its moves 100, 90, 80 in order of their names: e1d1, e1d2, e1f1.
    let line = |operations: &str| format!("4k3/8/8/8/8/8/4P3/4K3 w - - {operations}\n");
    let text = line("bm Kd1; id \"sound\";")
        + &line("bm Kd2;")
        + &line("am Kd1;")
        + &line("id \"none\";")
        + &line("am Kd1 Kd2 Kf1 Kf2 e3 e4;");
    let folder = Folder::new(&[("a.epd", &text)]);
    let engine = fake_engine::command("well");
    let verify =
        |margin: &str| folder.run(&with("verify", &engine, &["--margin", margin, "a.epd"]));
    let run = verify("10");
    assert_eq!(
        run.out,
        "a.epd:2: wrong: bm Kd2 +0.90, other Kd1 +1.00 · depth 3\n\
         a.epd:3: wrong: other Kd2 +0.90, am Kd1 +1.00 · depth 3\n"
    );
    assert_eq!(
        (run.status, run.last()),
        (1, "1 confirmed · 0 ambiguous · 0 cooked · 2 wrong")
    );
    let run = verify("50");
    assert_eq!(run.last(), "0 confirmed · 1 ambiguous · 2 cooked · 0 wrong");
    let run = folder.run(&with(
        "verify",
        &engine,
        &["--format", "json", "--margin", "10", "a.epd"],
    ));
    let objects: Vec<serde_json::Value> = run
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(objects[0]["judgement"], "confirmed");
    assert_eq!(
        (&objects[0]["best"]["ce"], &objects[0]["id"]),
        (&100.into(), &"sound".into())
    );
    assert_eq!(objects[3]["reason"], "there is no bm or am");
    assert_eq!(objects[4]["reason"], "am names every legal move");
    let sound = folder.run(&with(
        "verify",
        &engine,
        &["--margin", "10", "--where", "id = \"sound\"", "a.epd"],
    ));
    assert_eq!((sound.status, sound.out.as_str()), (0, ""));
}

#[test]
fn results_of_a_stream_are_written_record_by_record() {
    let folder = Folder::new(&[]);
    let engine = fake_engine::command("well");
    let mut child = folder
        .command(&with("analyse", &engine, &["-"]))
        .stdin(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut to = child.stdin.take().expect("a pipe");
    let mut from = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    for n in 1..=3 {
        let record = records(n).lines().last().expect("a record").to_owned();
        writeln!(to, "{record}").expect("it reads");
        // The answer arrives while the stream is still open.
        assert_eq!(from.next().expect("a line").expect("text"), analysed(n));
    }
    drop(to);
    assert!(from.next().is_none());
    assert!(child.wait().expect("it ends").success());
}

/// Waits until a file has this many lines.
pub(crate) fn wait_for_lines(path: &PathBuf, count: usize) {
    let begun = Instant::now();
    let lines = || {
        let text = fs::read_to_string(path).unwrap_or_default();
        let lines = text.split(['\r', '\n']);
        lines.filter(|line| !line.is_empty()).count()
    };
    while lines() < count {
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "nothing is written"
        );
        std::thread::sleep(Duration::from_millis(10));
    }
}

pub(crate) fn began(folder: &Folder, arguments: &[&str], lines: usize) -> Child {
    began_into(folder, "out.epd", arguments, lines)
}

pub(crate) fn began_into(folder: &Folder, name: &str, arguments: &[&str], lines: usize) -> Child {
    let child = folder.command(arguments).spawn().expect("the program runs");
    wait_for_lines(&folder.path(name), lines);
    child
}

#[test]
fn files_with_different_line_ends_are_written_with_one_kind() {
    let cr = records(3).replace('\n', "\r");
    let folder = Folder::new(&[("a.epd", &cr), ("b.epd", &records(2))]);
    let well = fake_engine::command("well");
    let run = folder.run(&with("test", &well, &["-o", "out.epd", "a.epd", "b.epd"]));
    assert_eq!(run.last(), "solved 5 of 5");
    assert_eq!(folder.read("out.epd").lines().count(), 5);
    for words in [
        &["fmt", "a.epd", "b.epd"][..],
        &["query", "bm", "a.epd", "b.epd"],
    ] {
        let run = folder.run(words);
        assert_eq!(
            (run.out.lines().count(), run.out.contains('\r')),
            (5, false)
        );
    }
    // A single file keeps its line ends.
    assert_eq!(folder.run(&["query", "bm", "a.epd"]).out, cr);
}

#[test]
fn a_run_whose_engine_does_not_stop_ends_cleanly() {
    let folder = Folder::new(&[("a.epd", &records(9))]);
    let mute = fake_engine::command("mute:3");
    let arguments = with("analyse", &mute, &["-o", "out.epd", "a.epd"]);
    let child = began(&folder, &arguments, 2);
    let told = Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .status();
    assert!(told.is_ok_and(|status| status.success()));
    let output = child.wait_with_output().expect("it ends");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(143), "{err}");
    assert!(
        err.contains("stopped after 2 records; `--resume` goes on"),
        "{err}"
    );
    assert!(
        err.contains("2 of 2 records analysed before the stop"),
        "{err}"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn processes_started_by_an_engine_script_end_with_the_run() {
    let folder = Folder::new(&[("a.epd", &records(2))]);
    let mut words = fake_engine::words("never-quits");
    let mark = format!("script-{}", std::process::id());
    words.push(mark.clone());
    let engine = words.join(" ");
    // The script ends, and the engine that it started keeps running.
    let script = format!("#!/bin/sh\nexec 3<&0\n{engine} <&3 &\nwait\n");
    fs::write(folder.path("engine.sh"), script).expect("written");
    let run = folder.run(&with("analyse", "sh engine.sh", &["a.epd"]));
    assert_eq!(run.status, 0, "{run:?}");
    wait_until_gone(&mark);
    let leaves = format!("#!/bin/sh\nexec 3<&0\n{engine} <&3 &\nexit 3\n");
    fs::write(folder.path("engine.sh"), leaves).expect("written");
    let _ = folder.run(&with("analyse", "sh engine.sh", &["a.epd"]));
    wait_until_gone(&mark);
}

#[test]
#[cfg(target_os = "linux")]
fn what_a_script_has_started_ends_with_a_run_that_is_killed_also_where_it_never_quits() {
    let folder = Folder::new(&[("a.epd", &records(100))]);
    // Each third search never ends, and the engine doesn't stop when its input is closed.
    let mut words = fake_engine::words("mute:3");
    let mark = format!("killed-{}", std::process::id());
    words.push(mark.clone());
    let engine = words.join(" ");
    let script = format!("#!/bin/sh\nexec 3<&0\n{engine} <&3 &\nwait\n");
    fs::write(folder.path("engine.sh"), script).expect("written");
    let arguments = with("analyse", "sh engine.sh", &["-o", "out.epd", "a.epd"]);
    let mut child = began(&folder, &arguments, 2);
    assert!(running(&mark) > 0);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    wait_until_gone(&mark);
}

/// Returns the number of processes whose command line contains this word.
pub(crate) fn running(word: &str) -> usize {
    let all = fs::read_dir("/proc").expect("processes").flatten();
    let lines = all.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    lines
        .filter(|line| String::from_utf8_lossy(line).contains(word))
        .count()
}

pub(crate) fn wait_until_gone(word: &str) {
    let begun = Instant::now();
    while running(word) > 0 {
        assert!(
            begun.elapsed() < Duration::from_secs(30),
            "an engine is still running"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_run_in_another_process_group_ends_none_of_its_members() {
    let folder = Folder::new(&[]);
    let program = env!("CARGO_BIN_EXE_epdit");
    // The shell ends at once, and its background process stays in its group.
    let script = format!(
        "'{program}' --run-engine-in-place $$ not true; (sleep 1; echo alive > alive.txt) & exit 0"
    );
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).current_dir(folder.path("."));
    std::os::unix::process::CommandExt::process_group(&mut shell, 0);
    assert!(shell.status().expect("a shell").success());
    wait_for_lines(&folder.path("alive.txt"), 1);
}

#[test]
#[cfg(target_os = "linux")]
fn no_engine_outlives_a_run_that_is_killed_even_one_that_never_quits() {
    let folder = Folder::new(&[("a.epd", &records(100))]);
    // Its searches are long, and it doesn't stop when its input is closed.
    let mut words = fake_engine::words("mute:3");
    let mark = format!("outlives-{}", std::process::id());
    words.push(mark.clone());
    let engine = words
        .iter()
        .map(|word| format!("'{word}'"))
        .collect::<Vec<_>>()
        .join(" ");
    let mut child = began(
        &folder,
        &with("analyse", &engine, &["-o", "out.epd", "a.epd"]),
        2,
    );
    assert!(running(&mark) > 0);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    wait_until_gone(&mark);
}

#[test]
fn a_signalled_run_ends_and_keeps_finished_results() {
    let folder = Folder::new(&[("a.epd", &records(100))]);
    let engine = fake_engine::command("slow:1");
    let arguments = with("analyse", &engine, &["-o", "out.epd", "a.epd"]);
    let child = began(&folder, &arguments, 3);
    let pid = child.id().to_string();
    let told = Command::new("kill").args(["-TERM", &pid]).status();
    assert!(told.is_ok_and(|status| status.success()));
    let output = child.wait_with_output().expect("it ends");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        (output.status.code(), output.status.signal()),
        (Some(143), None),
        "{err}"
    );
    assert!(err.contains("; `--resume` goes on"), "{err}");
    let done = folder.read("out.epd");
    assert!(done.ends_with('\n') && done.lines().count() >= 3);
    for (at, line) in done.lines().enumerate() {
        assert_eq!(line, analysed(at + 1));
    }
}

#[test]
fn engines_are_listed_and_tried_out() {
    let settings = format!(
        "[engines]\nbroken = \"no-such-engine\"\nfake = {}\n",
        toml_of(&fake_engine::words("well"))
    );
    let folder = Folder::new(&[]);
    fs::create_dir(folder.path("epdit")).expect("a folder");
    fs::write(folder.path("epdit/config.toml"), settings).expect("written");
    let run = folder.run(&["engines"]);
    assert_eq!(run.status, 1, "{run:?}");
    for words in [
        "broken  no-such-engine  (settings)\n  does not start: can't start `no-such-engine`: no such program\n",
        "  Fake\n  by Nobody\n  3 options\n",
    ] {
        assert!(run.out.contains(words), "{words}: {}", run.out);
    }
    let one = folder.run(&["engines", "fake"]);
    assert_eq!(one.status, 0);
    assert!(
        one.out.contains("    Threads       1 to 4, default 1\n"),
        "{}",
        one.out
    );
    // The name of an engine in the settings stands for its command.
    fs::write(folder.path("a.epd"), records(1)).expect("written");
    let run = folder.run(&with("analyse", "fake", &["a.epd"]));
    assert_eq!(run.out, analysed(1) + "\n");
}

#[test]
fn a_broken_engine_in_the_settings_is_not_replaced_by_another() {
    let settings = format!(
        "[engines]\nbroken = \"program '\"\nfake = {}\n",
        toml_of(&fake_engine::words("well"))
    );
    let folder = Folder::new(&[]);
    fs::create_dir(folder.path("epdit")).expect("a folder");
    fs::write(folder.path("epdit/config.toml"), settings).expect("written");
    fs::write(folder.path("a.epd"), records(1)).expect("written");
    let run = folder.run(&["analyse", "a.epd"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(
        run.err.contains("engine `broken`: a quote is not closed"),
        "{run:?}"
    );
    // A working engine is used by its name, though others in the settings are broken.
    let run = folder.run(&with("analyse", "fake", &["a.epd"]));
    assert_eq!(run.out, analysed(1) + "\n");
}

fn toml_of(words: &[String]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    format!(
        "{{ command = {}, args = [{}] }}",
        words[0],
        words[1..].join(", ")
    )
}
