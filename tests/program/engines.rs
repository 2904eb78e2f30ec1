//! Runs of engines over records: what goes wrong with an engine costs one record, what is done is on the
//! disk, and a run that was ended goes on as if it had not been.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::fake_engine;
use crate::folder::{Folder, Run};

/// The first moves by name of the records are Kd1 (e1d1 is the least).
fn records(count: usize) -> String {
    let record = |n: usize| format!("4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd1; id \"r.{n}\";\n");
    (1..=count).map(record).collect()
}

fn analysed(n: usize) -> String {
    format!(
        "4k3/8/8/8/8/8/4P3/4K3 w - - acd 3; acn 300; acs 0; bm Kd1; ce 100; id \"r.{n}\"; pm Kd1; pv Kd1 Kd7 Kc1;"
    )
}

/// The commands that search, with an engine that behaves in this way.
fn with<'a>(command: &'a str, engine: &'a str, rest: &[&'a str]) -> Vec<&'a str> {
    let mut words = vec![command, "--engine", engine, "--depth", "3"];
    words.extend(rest);
    words
}

#[test]
fn results_come_in_the_order_of_the_file_whatever_the_jobs() {
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
fn each_misbehaviour_costs_its_record_a_clear_word_and_not_the_run() {
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
fn each_misbehaviour_costs_a_made_suite_its_record_and_not_the_run() {
    // Four positions, each another.
    let position = |file: char| format!("4k3/8/8/8/8/8/4P3/{file}K6 w - -\n");
    let text: String = "QRBN".chars().map(position).collect();
    let folder = Folder::new(&[("a.epd", &text)]);
    let made_within = |way: &str, seconds: &str| {
        let engine = fake_engine::command(way);
        let rest = ["--margin", "10", "--timeout", seconds, "a.epd"];
        folder.run(&with("make", &engine, &rest))
    };
    let made = |way: &str| made_within(way, "2");
    let whole = made_within("well", "60");
    assert_eq!((whole.status, whole.last()), (0, "4 of 4 positions taken"));
    let whole: Vec<&str> = whole.out.lines().collect();
    for way in [
        "crashes",
        "leaves",
        "mute",
        "chatters",
        "illegal-best",
        "illegal-line",
        "no-best",
        "no-score",
        "false-mate",
    ] {
        let run = made(&format!("{way}:2"));
        assert_eq!(run.status, 1, "{way}: {run:?}");
        assert!(run.err.contains("`a.epd:2`: the engine"), "{way}: {run:?}");
        assert!(run.last().ends_with("failed"), "{way}: {run:?}");
        let lines: Vec<&str> = run.out.lines().collect();
        // A fresh engine goes wrong in its second search again.
        assert_eq!(lines.first(), whole.first(), "{way}");
        assert!(lines.iter().all(|line| whole.contains(line)), "{way}");
        assert!(
            !lines.contains(&whole[1]) && lines.contains(&whole[2]),
            "{way}"
        );
    }
    for way in ["floods", "breaks-lines", "endless-line", "slow:300"] {
        let run = made_within(way, "60");
        assert_eq!(run.out.lines().collect::<Vec<_>>(), whole, "{way}");
    }
}

#[test]
fn an_engine_without_multipv_searches_the_other_moves() {
    let folder = Folder::new(&[("a.epd", &records(3))]);
    let engine = fake_engine::command("one-line");
    let once = |run: &Run| run.err.matches("the engine has no MultiPV").count();
    let run = folder.run(&with("verify", &engine, &["--all", "a.epd"]));
    // The best of the others has the same score: each search stands for itself.
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
        "4k3/8/8/8/8/8/4P3/4K3 w - - Ce2 100; Ce3 100; Pv2 \"Kd2 Kd7 Kc1\"; Pv3 \"Kf1 Kd7 e3\"; acd 3; acn 900; acs 0; bm Kd1; ce 100; id \"r.1\"; pm Kd1; pv Kd1 Kd7 Kc1;"
    );
}

#[test]
fn an_engine_that_tells_no_lines_has_its_move_and_score() {
    let folder = Folder::new(&[("a.epd", &records(3))]);
    let engine = fake_engine::command("no-pv");
    let once = |run: &Run| run.err.matches("scores without lines (no `pv`)").count();
    let run = folder.run(&with("analyse", &engine, &["a.epd"]));
    assert_eq!((run.status, once(&run)), (0, 1), "{}", run.err);
    let lines = (1..=3).map(|n| analysed(n).replace("pv Kd1 Kd7 Kc1", "pv Kd1") + "\n");
    assert_eq!(run.out, lines.collect::<String>());
    let run = folder.run(&with("test", &engine, &["a.epd"]));
    assert_eq!((run.status, run.last()), (0, "solved 3 of 3"), "{run:?}");
    // Several lines that are none are searched for one after another.
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
fn what_an_earlier_run_found_is_no_result_of_an_engine_that_fails() {
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
        let run = folder.run(&with("analyse", &engine, &["a.epd"]));
        assert_eq!(run.status, 0, "{way}: {run:?}");
        assert_eq!(
            run.out,
            format!("{}\n{}\n", analysed(1), analysed(2)),
            "{way}"
        );
    }
}

#[test]
fn a_run_without_an_engine_is_over_at_once() {
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
fn what_cannot_be_searched_passes_through_and_is_told() {
    let text = "8/8/8/8/8/8/8/4K3 w - - bm Kd1;\n\
                4k3/8/8/8/8/8/4P3/4K3 w - - id \"no target\";\n\
                k7/2Q5/8/8/8/8/8/K7 b - - bm Kb8;\n\
                4k3/8/8/8/8/8/4P3/4K3 w - - bm Qh5;\n\
                4k3/8/8/8/8/8/4P3/4K3 w - - am Kd1;\n";
    let folder = Folder::new(&[("a.epd", text)]);
    let engine = fake_engine::command("well");
    let run = folder.run(&with("test", &engine, &["a.epd"]));
    assert_eq!(run.status, 1);
    let lines: Vec<&str> = run.out.lines().collect();
    let before: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..4], before[..4]);
    assert_eq!(
        lines[4],
        "4k3/8/8/8/8/8/4P3/4K3 w - - acd 3; acn 300; acs 0; am Kd1; pm Kd1;"
    );
    for words in [
        "the position is illegal (first: a.epd:1)",
        "there is no bm or am (first: a.epd:2)",
        "there is no legal move (first: a.epd:3)",
        "a move of bm is illegal or can't be read (first: a.epd:4)",
    ] {
        assert!(run.err.contains(words), "{words}: {}", run.err);
    }
    assert_eq!(run.last(), "solved 0 of 1");
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
        "4k3/8/8/8/8/8/4P3/4K3 w - - SolvedDepth 1; SolvedMs 1; SolvedNodes 100; acd 3; acn 300; acs 0; bm Kd1; c0 \"Kd1=10, e4=3\"; pm Kd1; pv Kd1 Kd7 Kc1;"
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
}

#[test]
fn where_no_record_scores_moves_that_is_said() {
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
fn two_machines_with_a_part_each_come_to_the_results_of_one() {
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
    // Both at once, as two machines would.
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
            // A run is called by its file.
            run.out.replace(result.trim_end_matches(".epd"), "run")
        };
        assert_eq!(report("merged.epd"), report("whole.epd"), "{format}");
    }
}

#[test]
fn verify_says_what_is_not_best() {
    // The engine gives its moves 100, 90, 80 in order of their names: e1d1, e1d2, e1f1.
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
fn a_stream_is_answered_record_by_record() {
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
        // The answer comes while the stream is open.
        assert_eq!(from.next().expect("a line").expect("text"), analysed(n));
    }
    drop(to);
    assert!(from.next().is_none());
    assert!(child.wait().expect("it ends").success());
}

/// Waits until a file has so many lines.
fn wait_for_lines(path: &PathBuf, count: usize) {
    let begun = Instant::now();
    while fs::read_to_string(path).unwrap_or_default().lines().count() < count {
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "nothing is written"
        );
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn began(folder: &Folder, arguments: &[&str], lines: usize) -> Child {
    began_into(folder, "out.epd", arguments, lines)
}

fn began_into(folder: &Folder, name: &str, arguments: &[&str], lines: usize) -> Child {
    let child = folder.command(arguments).spawn().expect("the program runs");
    wait_for_lines(&folder.path(name), lines);
    child
}

#[test]
fn a_killed_run_goes_on_to_the_bytes_of_one_that_was_not() {
    let folder = Folder::new(&[("a.epd", &format!("# head\n{}", records(30)))]);
    let slow = fake_engine::command("slow:1");
    let well = fake_engine::command("well");
    let whole = folder.run(&with("test", &well, &["a.epd"]));
    let to_file = ["--jobs", "2", "-o", "out.epd", "a.epd"];
    let mut child = began(&folder, &with("test", &slow, &to_file), 4);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let done = folder.read("out.epd");
    assert!(done.lines().count() < 30 && whole.out.starts_with(&done));
    // A line that was half written when it was killed is written again.
    fs::write(
        folder.path("out.epd"),
        format!("{done}4k3/8/8/8/8/8/4P3/4K3 w - - ac"),
    )
    .expect("written");
    let mut words = with("test", &slow, &to_file);
    words.push("--resume");
    let rest = folder.run(&words);
    assert_eq!(rest.status, 0, "{rest:?}");
    assert_eq!(folder.read("out.epd"), whole.out);
    assert_eq!(rest.last(), "solved 30 of 30");
    // All of it is done: nothing is left to do.
    let again = folder.run(&words);
    assert_eq!(
        (folder.read("out.epd"), again.last()),
        (whole.out, "solved 30 of 30")
    );
}

/// Records as real suites have them: what a run writes can't be read in some, what it leaves is spelled oddly in others.
const ODD: &str = "\
# head
4k3/8/8/8/8/8/4P3/4K3 w - - pv Zz9; bm e1d1;Foo \"a\"
4k3/8/8/8/8/8/4P3/4K3 w - - 3 9 bm e1d1;  Tag 5 ; ce ; pm ;
4k3/8/8/8/8/8/4P3/4K3 w - - acd  5 ; bm Zz9; id \"r.3\";
nothing that is read
4k3/8/8/8/8/8/4P3/4K3 w - - bm e1d1; PV: e1d1 e8d7; id \"r.4\";

4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd1; id \"r.5\";
";

#[test]
fn wherever_a_run_was_cut_off_it_goes_on_to_the_same_bytes() {
    let well = fake_engine::command("well");
    for (command, end) in [("test", "\n"), ("analyse", "\r\n"), ("test", "\r")] {
        let suite = ODD.replace('\n', end);
        let folder = Folder::new(&[("a.epd", &suite)]);
        let whole = folder.run(&with(command, &well, &["a.epd"])).out;
        assert_ne!(whole, suite);
        let lines = whole.split_inclusive('\n').scan(0, |at, line| {
            *at += line.len();
            Some(*at)
        });
        // In a line, before its end, in its end, behind it.
        let cuts = lines.flat_map(|at| [at.saturating_sub(9), at - 2, at - 1, at]);
        for cut in cuts {
            let half = whole.get(..cut).expect("no character is cut");
            fs::write(folder.path("out.epd"), half).expect("written");
            let rest = folder.run(&with(
                command,
                &well,
                &["-o", "out.epd", "--resume", "a.epd"],
            ));
            assert_eq!(folder.read("out.epd"), whole, "{command} {cut} {rest:?}");
        }
    }
}

#[test]
fn a_line_that_comes_in_parts_is_there_once_when_a_run_goes_on() {
    let well = fake_engine::command("well");
    let long = format!(
        "4k3/8/8/8/8/8/4P3/4K3 w - - c1 \"{}\";\n",
        "x".repeat(5 << 20)
    );
    for long in [long, format!("# {}\n", "y".repeat(9 << 20))] {
        let suite = format!("{}{long}{}", records(2), records(3));
        let folder = Folder::new(&[("a.epd", &suite)]);
        let whole = folder.run(&with("test", &well, &["a.epd"])).out;
        let behind = whole.len() - 300;
        for cut in [behind, 250 + (2 << 20), 250 + (4 << 20), 700] {
            fs::write(folder.path("out.epd"), whole.get(..cut).expect("bytes")).expect("written");
            let rest = folder.run(&with(
                "test",
                &well,
                &["-o", "out.epd", "--resume", "a.epd"],
            ));
            assert!(folder.read("out.epd") == whole, "{cut}: {rest:?}");
        }
    }
}

#[test]
fn a_run_that_is_stopped_before_its_first_result_leaves_what_was_there() {
    let folder = Folder::new(&[("a.epd", &records(3))]);
    let (well, mute) = (fake_engine::command("well"), fake_engine::command("mute"));
    let to_file = ["-o", "out.epd", "a.epd"];
    assert_eq!(folder.run(&with("test", &well, &to_file)).status, 0);
    let before = folder.read("out.epd");
    let mut run = folder
        .command(&with("test", &mute, &to_file))
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    // The engine is asked by then, and will never answer.
    std::thread::sleep(Duration::from_millis(800));
    let process = rustix::process::Pid::from_child(&run);
    rustix::process::kill_process(process, rustix::process::Signal::TERM).expect("it runs");
    run.wait().expect("it ends");
    assert_eq!(folder.read("out.epd"), before);
    assert!(!folder.path("out.epd.run").exists());
}

#[test]
fn what_is_beside_results_and_not_ours_costs_them_nothing() {
    let files = [
        ("a.epd", &*records(2)),
        ("out.epd", "old\n"),
        ("out.epd.run", "mine\n"),
    ];
    let folder = Folder::new(&files);
    let run = folder.run(&with(
        "test",
        &fake_engine::command("well"),
        &["-o", "out.epd", "a.epd"],
    ));
    assert_eq!(run.status, 2, "{run:?}");
    assert!(run.err.contains("of something else"), "{run:?}");
    assert_eq!(folder.read("out.epd"), "old\n");
    assert_eq!(folder.read("out.epd.run"), "mine\n");
}

#[test]
fn a_run_whose_first_record_needs_no_engine_is_known_by_its_engine_too() {
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - bm Kg8;\n";
    let folder = Folder::new(&[("a.epd", &format!("{stalemate}{}", records(20)))]);
    let slow = fake_engine::command("slow:1");
    let mut child = began(
        &folder,
        &with("analyse", &slow, &["-o", "out.epd", "a.epd"]),
        3,
    );
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let beside = folder.read("out.epd.run");
    assert_eq!(beside.matches("\nname: Fake\n").count(), 1, "{beside}");
}

#[test]
fn results_of_files_with_other_ends_of_lines_are_lines_of_one_file() {
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
    // Alone it keeps its ends.
    assert_eq!(folder.run(&["query", "bm", "a.epd"]).out, cr);
}

#[test]
fn a_run_goes_on_only_as_it_was_begun_and_what_it_replaces_is_told() {
    let folder = Folder::new(&[("a.epd", &records(20))]);
    let (slow, well) = (fake_engine::command("slow:1"), fake_engine::command("well"));
    let to_file = ["-o", "out.epd", "a.epd"];
    let mut child = began(&folder, &with("test", &slow, &to_file), 4);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let done = folder.read("out.epd");
    let said = folder.read("out.epd.run");
    for words in ["command: test\n", "limit: depth 3\n", "\nname: Fake\n"] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let refused = |arguments: &[&str], words: &str| {
        let run = folder.run(arguments);
        assert_eq!(run.status, 2, "{arguments:?}: {run:?}");
        assert!(run.err.contains(words), "{arguments:?}: {}", run.err);
        assert_eq!(folder.read("out.epd"), done);
    };
    let again = |command, engine, rest: &[&'static str]| -> Vec<String> {
        let all = [&to_file[..], &["--resume"], rest].concat();
        with(command, engine, &all)
            .into_iter()
            .map(str::to_owned)
            .collect()
    };
    let words = |words: &[String]| -> Vec<String> { words.to_vec() };
    let other_limit = words(&again("test", &slow, &["--nodes", "7"]));
    let other_command = words(&again("analyse", &slow, &[]));
    let other_engine = words(&again("test", &well, &[]));
    let other_option = words(&again("test", &slow, &["--option", "Threads=2"]));
    for (arguments, words) in [
        (
            other_limit,
            "was made with limit depth 3, now depth 3, nodes 7",
        ),
        (other_command, "was made with command test, now analyse"),
        (other_engine, "was made with engine "),
        (other_option, "was made with options none, now Threads=2"),
    ] {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        refused(&arguments, words);
    }
    // Nor is it written over without a word.
    refused(&with("test", &slow, &to_file), "`--resume` goes on there");
    let same = words(&again("test", &slow, &[]));
    let same: Vec<&str> = same.iter().map(String::as_str).collect();
    let rest = folder.run(&same);
    assert_eq!(
        (rest.status, rest.last()),
        (0, "solved 20 of 20"),
        "{rest:?}"
    );
    assert!(!folder.path("out.epd.run").exists());
    // It is complete: a new run takes its place, and says so.
    let anew = folder.run(&with("test", &well, &to_file));
    assert!(
        anew.err
            .contains("replacing `out.epd`, which held 20 lines"),
        "{anew:?}"
    );
    // How an older file was made nobody wrote down.
    let some: String = folder
        .read("out.epd")
        .split_inclusive('\n')
        .take(3)
        .collect();
    fs::write(folder.path("out.epd"), some).expect("written");
    let rest = folder.run(&same);
    assert_eq!(rest.last(), "solved 20 of 20");
    assert!(
        rest.err.contains("how `out.epd` was made is not known"),
        "{rest:?}"
    );
}

#[test]
fn a_run_that_does_not_write_each_record_goes_on_where_it_was_stopped() {
    // Every other best move is not the engine's.
    let record = |n: usize| {
        let best = if n.is_multiple_of(2) { "Kd2" } else { "Kd1" };
        format!("4k3/8/8/8/8/8/4P3/4K3 w - - bm {best}; id \"r.{n}\";\n")
    };
    let text: String = (1..=20).map(record).collect();
    let folder = Folder::new(&[("a.epd", &text)]);
    let (slow, well) = (fake_engine::command("slow:1"), fake_engine::command("well"));
    for format in ["human", "json"] {
        let rest = ["--margin", "10", "--format", format];
        let words = |engine, more: &[&'static str]| -> Vec<String> {
            let all = [&rest[..], more, &["a.epd"]].concat();
            let all = with("verify", engine, &all);
            all.into_iter().map(str::to_owned).collect()
        };
        let run = |words: &[String]| {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            folder.run(&words)
        };
        let whole = run(&words(&well, &[]));
        assert_eq!(
            (whole.status, whole.last()),
            (1, "10 confirmed · 0 ambiguous · 0 cooked · 10 wrong")
        );
        let to_file = words(&slow, &["-o", "out.epd"]);
        let to_file: Vec<&str> = to_file.iter().map(String::as_str).collect();
        let mut child = began(&folder, &to_file, 3);
        child.kill().expect("it runs");
        child.wait().expect("it ends");
        let done = folder.read("out.epd");
        assert!(whole.out.starts_with(&done) && done != whole.out);
        // What was written without being noted is written again.
        fs::write(folder.path("out.epd"), format!("{done}a.epd:99: wro")).expect("written");
        let refused = run(&words(&slow, &["-o", "out.epd"]));
        assert_eq!(refused.status, 2, "{refused:?}");
        let other = run(&words(
            &slow,
            &["-o", "out.epd", "--resume", "--where", "bm"],
        ));
        assert_eq!(other.status, 2, "{other:?}");
        assert!(other.err.contains("where none, now bm"), "{other:?}");
        let resumed = run(&words(&slow, &["-o", "out.epd", "--resume"]));
        assert_eq!(
            (resumed.status, resumed.last()),
            (1, whole.last()),
            "{resumed:?}"
        );
        assert_eq!(folder.read("out.epd"), whole.out);
        assert!(!folder.path("out.epd.run").exists());
        let again = run(&words(&slow, &["-o", "out.epd", "--resume"]));
        assert_eq!(
            (again.status, again.last()),
            (0, "`out.epd` is complete: nothing left to do")
        );
        assert_eq!(folder.read("out.epd"), whole.out);
        fs::remove_file(folder.path("out.epd")).expect("removed");
    }
}

#[test]
fn a_run_whose_records_are_others_now_does_not_go_on() {
    let folder = Folder::new(&[("a.epd", &records(20))]);
    let slow = fake_engine::command("slow:1");
    let to_file = ["--format", "json", "-o", "out.epd", "a.epd"];
    let mut child = began(&folder, &with("verify", &slow, &to_file), 3);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let done = folder.read("out.epd");
    for other in [records(20).replace("r.1\"", "mine\""), records(1)] {
        fs::write(folder.path("a.epd"), other).expect("written");
        let mut words = with("verify", &slow, &to_file);
        words.push("--resume");
        let run = folder.run(&words);
        assert_eq!(run.status, 2, "{run:?}");
        assert!(run.err.contains("than the input has now"), "{run:?}");
        assert_eq!(folder.read("out.epd"), done);
    }
}

/// Runs until so many lines are written, kills it, and runs it to its end.
fn killed_and_resumed(folder: &Folder, arguments: &[&str], lines: usize) -> Run {
    let mut child = began(folder, arguments, lines);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    folder.run(&[arguments, &["--resume"]].concat())
}

#[test]
fn what_is_no_plain_line_comes_out_as_of_a_run_that_was_not_killed() {
    let (slow, well) = (fake_engine::command("slow:1"), fake_engine::command("well"));
    // A line that is too long to be held comes in parts.
    let long = format!("# {}\n", "x".repeat(5 << 20));
    let windows = records(8).replace('\n', "\r\n");
    let unclear = records(8).replace("bm Kd1", "bm e1d1; pv Zz9");
    for text in [
        format!("{}{long}{}", records(2), records(6)),
        windows,
        unclear,
    ] {
        let folder = Folder::new(&[("a.epd", &text)]);
        let whole = folder.run(&with("analyse", &well, &["a.epd"]));
        let run = killed_and_resumed(
            &folder,
            &with("analyse", &slow, &["-o", "out.epd", "a.epd"]),
            4,
        );
        assert_eq!(run.status, 0, "{}", run.err);
        assert!(folder.read("out.epd") == whole.out);
        // Without a note of how far it was: by its lines, the last of which is half a one.
        let cut = whole.out.len() - 1;
        fs::write(folder.path("out.epd"), &whole.out[..cut]).expect("written");
        let run = folder.run(&with(
            "analyse",
            &well,
            &["-o", "out.epd", "--resume", "a.epd"],
        ));
        assert_eq!(run.status, 0, "{}", run.err);
        assert!(folder.read("out.epd") == whole.out);
    }
}

#[test]
fn what_was_edited_since_a_run_was_stopped_is_told() {
    let text = records(20).replace("w - -", "w - - hmvc 0;");
    let folder = Folder::new(&[("a.epd", &text)]);
    let slow = fake_engine::command("slow:1");
    let arguments = with("analyse", &slow, &["-o", "out.epd", "a.epd"]);
    let mut child = began(&folder, &arguments, 3);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let done = folder.read("out.epd");
    fs::write(folder.path("a.epd"), text.replacen("hmvc 0", "hmvc 9", 1)).expect("written");
    let run = folder.run(&[&arguments[..], &["--resume"]].concat());
    assert_eq!(run.status, 2, "{run:?}");
    assert!(
        run.err.contains("it was edited, or is another"),
        "{}",
        run.err
    );
    assert_eq!(folder.read("out.epd"), done);
}

#[test]
fn a_run_that_goes_on_counts_what_the_one_before_counted() {
    // Only every other record is asked for; the others have the result of an earlier run.
    let record = |n: usize| {
        format!(
            "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd1; id \"{}\"; pm e4;\n",
            n % 2
        )
    };
    let text: String = (0..16).map(record).collect();
    let folder = Folder::new(&[("a.epd", &text)]);
    let slow = fake_engine::command("slow:1");
    let asked = ["--where", "id = 1", "-o", "out.epd", "a.epd"];
    let run = killed_and_resumed(&folder, &with("test", &slow, &asked), 3);
    assert_eq!((run.status, run.last()), (0, "solved 8 of 8"), "{run:?}");
    assert!(run.err.contains("from the run before"), "{run:?}");
    fs::remove_file(folder.path("out.epd")).expect("removed");
    // What an engine failed at counts, too.
    let fails = fake_engine::command("no-best:3");
    let folder = Folder::new(&[("a.epd", &records(4))]);
    let arguments = with("analyse", &fails, &["-o", "out.epd", "a.epd"]);
    assert_eq!(folder.run(&arguments).status, 1);
    let again = folder.run(&[&arguments[..], &["--resume"]].concat());
    assert_eq!(again.status, 1, "{again:?}");
    assert!(again.last().starts_with("nothing left to do"), "{again:?}");
}

#[test]
fn what_a_full_disk_left_is_nothing_to_go_on_with() {
    let folder = Folder::new(&[("a.epd", &records(2)), ("out.epd", ""), ("out.epd.run", "")]);
    let well = fake_engine::command("well");
    let run = folder.run(&with("test", &well, &["-o", "out.epd", "a.epd"]));
    assert_eq!((run.status, run.last()), (0, "solved 2 of 2"), "{run:?}");
    assert!(!folder.path("out.epd.run").exists());
}

#[test]
fn a_run_whose_engine_does_not_stop_is_ended_in_good_order() {
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
fn of_positions_that_are_there_twice_a_suite_has_the_one_that_is_asked_for() {
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - id \"a\";\n4k3/8/8/8/8/8/4P3/4K3 w - - id \"b\";\n";
    let folder = Folder::new(&[("a.epd", text)]);
    let well = fake_engine::command("well");
    let asked = ["--margin", "10", "--where", "id = \"b\"", "a.epd"];
    let run = folder.run(&with("make", &well, &asked));
    assert_eq!(run.last(), "1 of 1 position taken", "{run:?}");
    assert!(run.out.contains("id \"b\""), "{run:?}");
}

#[test]
fn a_suite_that_is_made_goes_on_behind_the_last_position_that_was_searched() {
    // Six positions, each another; of the first five no move is best by the margin.
    let text: String = "QRBNP"
        .chars()
        .map(|piece| format!("4k3/8/8/{piece}7/8/8/4P3/4K3 w - -\n"))
        .collect();
    let folder = Folder::new(&[("a.epd", &text)]);
    let slow = fake_engine::command("slow:1");
    let words = |more: &[&'static str]| {
        let rest = [&["--margin", "11", "-o", "s.epd"], more, &["a.epd"]].concat();
        let words = with("make", &slow, &rest);
        words.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let begun = words(&[]);
    let begun: Vec<&str> = begun.iter().map(String::as_str).collect();
    let mut child = folder.command(&begun).spawn().expect("the program runs");
    // Nothing is taken, so nothing is written but how far the run is.
    let run = folder.path("s.epd.run");
    let started = Instant::now();
    while !fs::read_to_string(&run)
        .unwrap_or_default()
        .contains("\ndone: 2 ")
    {
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "nothing is noted"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let rest = words(&["--resume"]);
    let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
    let rest = folder.run(&rest);
    assert_eq!(
        (rest.status, rest.last()),
        (
            0,
            "0 of 5 positions taken · 2 of them by the run before · 5 no move best by the margin"
        ),
        "{rest:?}"
    );
}

#[test]
fn records_that_have_no_result_are_told_of_when_a_run_goes_on() {
    let folder = Folder::new(&[("a.epd", &records(3))]);
    let mute = fake_engine::command("no-best:2");
    let to_file = ["-o", "out.epd", "a.epd"];
    assert_eq!(folder.run(&with("analyse", &mute, &to_file)).status, 1);
    let well = fake_engine::command("well");
    let rest = folder.run(&with(
        "analyse",
        &well,
        &["-o", "out.epd", "--resume", "a.epd"],
    ));
    assert!(
        rest.err
            .contains("1 record of the run before without a result: `--where 'not pv' -i`"),
        "{rest:?}"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn what_a_script_has_started_ends_with_the_run() {
    let folder = Folder::new(&[("a.epd", &records(2))]);
    let mut words = fake_engine::words("never-quits");
    let mark = format!("script-{}", std::process::id());
    words.push(mark.clone());
    let engine = words.join(" ");
    // The script ends, and what it has started goes on.
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
    // Each third search never ends, and the engine does not when its input does.
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

#[test]
fn in_place_the_old_file_stays_until_all_is_done_and_a_killed_run_goes_on() {
    let text = format!("# head\n{}", records(30));
    let folder = Folder::new(&[("a.epd", &text)]);
    let slow = fake_engine::command("slow:1");
    let well = fake_engine::command("well");
    let whole = folder.run(&with("test", &well, &["a.epd"])).out;
    let in_place = ["--jobs", "2", "-i", "a.epd"];
    let grows = "a.epd.unfinished";
    let mut child = began_into(&folder, grows, &with("test", &slow, &in_place), 5);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    assert_eq!(folder.read("a.epd"), text);
    // What was found is not written over.
    let anew = folder.run(&with("test", &well, &in_place));
    assert_eq!(anew.status, 2, "{anew:?}");
    assert!(anew.err.contains("`--resume` goes on there"), "{anew:?}");
    let mut words = with("test", &slow, &in_place);
    words.push("--resume");
    let rest = folder.run(&words);
    assert_eq!(
        (rest.status, rest.last()),
        (0, "solved 30 of 30"),
        "{rest:?}"
    );
    assert_eq!(folder.read("a.epd"), whole);
    assert!(!folder.path(grows).exists());
    // Without a kill it is the same, and the second time nothing changes.
    let again = folder.run(&with("test", &well, &in_place));
    assert_eq!((again.status, folder.read("a.epd")), (0, whole));
}

#[test]
fn in_place_nothing_that_was_edited_meanwhile_is_lost() {
    let folder = Folder::new(&[("a.epd", &records(30))]);
    let (slow, well) = (fake_engine::command("slow:1"), fake_engine::command("well"));
    let in_place = ["-i", "a.epd"];
    let grows = "a.epd.unfinished";
    let mut child = began_into(&folder, grows, &with("analyse", &slow, &in_place), 3);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let edited = records(30).replace("r.1\"", "mine\"");
    fs::write(folder.path("a.epd"), &edited).expect("written");
    let rest = folder.run(&with("analyse", &well, &["-i", "--resume", "a.epd"]));
    assert_eq!(rest.status, 2, "{rest:?}");
    assert!(rest.err.contains("was changed since"), "{rest:?}");
    assert_eq!(folder.read("a.epd"), edited);
    // It is edited while the run goes on.
    fs::remove_file(folder.path(grows)).expect("removed");
    let child = began_into(&folder, grows, &with("analyse", &slow, &in_place), 3);
    let edited = edited.replace("r.2\"", "mine, too\"");
    fs::write(folder.path("a.epd"), &edited).expect("written");
    let output = child.wait_with_output().expect("it ends");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(
        err.contains("the results are in `a.epd.unfinished`"),
        "{err}"
    );
    assert_eq!(folder.read("a.epd"), edited);
    assert_eq!(folder.read(grows).lines().count(), 31);
}

#[test]
fn of_two_runs_that_write_one_file_the_second_waits() {
    let (slow, well) = (fake_engine::command("slow:1"), fake_engine::command("well"));
    for (place, grows) in [
        (&["-i", "--resume", "a.epd"][..], "a.epd.unfinished"),
        (&["-o", "b.epd", "--resume", "a.epd"], "b.epd"),
    ] {
        let folder = Folder::new(&[("a.epd", &records(20))]);
        let whole = folder.run(&with("test", &well, &["a.epd"])).out;
        let words = with("test", &slow, place);
        let first = began_into(&folder, grows, &words, 3);
        let second = folder.run(&words);
        let first = first.wait_with_output().expect("it ends");
        assert_eq!(first.status.code(), Some(0), "{first:?}");
        assert_eq!(second.status, 0, "{second:?}");
        assert!(
            second.err.contains("waiting for another epdit"),
            "{second:?}"
        );
        let result = place[1..].iter().find(|word| word.ends_with(".epd"));
        assert_eq!(folder.read(result.expect("a name")), whole, "{second:?}");
    }
}

#[test]
fn results_are_not_written_to_another_name_of_the_input() {
    let folder = Folder::new(&[("a.epd", &records(3))]);
    fs::hard_link(folder.path("a.epd"), folder.path("b.epd")).expect("a link");
    let well = fake_engine::command("well");
    let run = folder.run(&with("analyse", &well, &["-o", "b.epd", "a.epd"]));
    assert_eq!(run.status, 2, "{run:?}");
    assert!(
        run.err.contains("is one of the files that are read"),
        "{run:?}"
    );
    assert_eq!(folder.read("a.epd"), records(3));
}

#[test]
fn in_place_is_for_one_file_that_can_grow() {
    let folder = Folder::new(&[("a.epd", &records(1)), ("b.epd", &records(1))]);
    let well = fake_engine::command("well");
    for (rest, why) in [
        (&["-i", "a.epd", "b.epd"][..], "takes one file at a time"),
        (&["-i", "."], "takes one file at a time"),
        (&["-i", "-"], "can't be used with standard input"),
        (&["-i", "a.epd.gz"], "can't be packed"),
        (&["-i", "-o", "b.epd", "a.epd"], "cannot be used with"),
        (&["--resume", "a.epd"], "required"),
        (&["-i", "none.epd"], "none.epd"),
    ] {
        let run = folder.run(&with("analyse", &well, rest));
        assert_eq!(run.status, 2, "{run:?}");
        assert!(run.err.contains(why), "{rest:?}: {}", run.err);
    }
    // An engine that is not there leaves nothing behind.
    let run = folder.run(&["analyse", "--engine", "no-such-engine", "-i", "a.epd"]);
    assert_eq!(run.status, 2);
    assert!(!folder.path("a.epd.unfinished").exists());
    let run = folder.run(&["mates", "1", "-i", "a.epd"]);
    assert_eq!((run.status, folder.read("a.epd")), (0, records(1)));
    assert!(!folder.path("a.epd.unfinished").exists());
}

#[test]
fn a_file_of_other_records_is_not_gone_on_with() {
    let other = "4k3/8/8/8/8/8/4P3/4K3 b - - ce 4;\n";
    let folder = Folder::new(&[("a.epd", &records(3)), ("out.epd", other)]);
    let engine = fake_engine::command("well");
    let run = folder.run(&with(
        "analyse",
        &engine,
        &["--resume", "-o", "out.epd", "a.epd"],
    ));
    assert_eq!(run.status, 2, "{run:?}");
    assert!(
        run.err
            .contains("`a.epd:1`: line 1 of the file to go on with is of another record"),
        "{}",
        run.err
    );
    assert_eq!(folder.read("out.epd"), other);
    let long = folder.run(&with("analyse", &engine, &["-o", "out.epd", "a.epd"]));
    assert_eq!(long.status, 0);
    fs::write(folder.path("a.epd"), records(2)).expect("written");
    let run = folder.run(&with(
        "analyse",
        &engine,
        &["--resume", "-o", "out.epd", "a.epd"],
    ));
    assert!(
        run.err.contains("holds 3 lines, the input 2"),
        "{}",
        run.err
    );
    let run = folder.run(&with("analyse", &engine, &["-o", "a.epd", "a.epd"]));
    assert_eq!(run.status, 2);
    assert_eq!(folder.read("a.epd"), records(2));
}

/// Processes whose command line holds this word.
fn running(word: &str) -> usize {
    let all = fs::read_dir("/proc").expect("processes").flatten();
    let lines = all.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    lines
        .filter(|line| String::from_utf8_lossy(line).contains(word))
        .count()
}

fn wait_until_gone(word: &str) {
    let begun = Instant::now();
    while running(word) > 0 {
        assert!(
            begun.elapsed() < Duration::from_secs(30),
            "an engine is left"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn no_engine_outlives_a_run_that_is_killed_even_one_that_never_quits() {
    let folder = Folder::new(&[("a.epd", &records(100))]);
    // Its searches take long, and it does not end when its input does.
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
fn a_run_that_is_told_to_end_ends_with_what_is_done() {
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
fn engines_are_listed_with_whether_they_start() {
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
    // A name of the settings stands for its engine.
    fs::write(folder.path("a.epd"), records(1)).expect("written");
    let run = folder.run(&with("analyse", "fake", &["a.epd"]));
    assert_eq!(run.out, analysed(1) + "\n");
}

#[test]
fn an_engine_of_the_settings_that_is_broken_is_no_other_one() {
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
    // One that is named is asked, whatever the others are.
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

const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 *\n";

#[test]
fn a_suite_is_made_of_the_positions_of_games() {
    let folder = Folder::new(&[("g.pgn", GAME)]);
    let engine = fake_engine::command("well");
    // The best move is better than the next by ten in every position.
    let made = |margin: &str, rest: &[&str]| {
        let rest: Vec<&str> = [&["--margin", margin], rest, &["g.pgn"]].concat();
        folder.run(&with("make", &engine, &rest))
    };
    let run = made("10", &[]);
    assert_eq!((run.status, run.last()), (0, "6 of 6 positions taken"));
    assert_eq!(
        run.out.lines().nth(1),
        Some(
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 acd 3; acn 300; acs 0; bm a5; \
             ce 100; fmvn 1; hmvc 0; id \"A-B.1\";"
        )
    );
    let run = made("11", &[]);
    assert_eq!(run.out, "");
    assert_eq!(
        run.last(),
        "0 of 6 positions taken · 6 no move best by the margin"
    );
    let run = made("10", &["--phase", "endgame"]);
    assert_eq!(run.last(), "0 of 6 positions taken · 6 another phase");
    let run = made("10", &["--points", "--balance", "50"]);
    assert!(run.last().contains("decided"), "{}", run.err);
}

#[test]
fn games_that_cannot_be_read_are_told() {
    let broken = format!("{GAME}\n[White \"C\"]\n\n1. e4 Zz9 *\n");
    let folder = Folder::new(&[("g.pgn", &broken)]);
    let engine = fake_engine::command("well");
    let run = folder.run(&with("make", &engine, &["--margin", "10", "g.pgn"]));
    assert_eq!(
        (run.status, run.last()),
        (1, "6 of 6 positions taken"),
        "{run:?}"
    );
    assert!(run.err.contains("`g.pgn`: line "), "{}", run.err);
    assert!(run.err.contains("Zz9"), "{}", run.err);
}

#[test]
fn a_suite_that_was_half_made_is_gone_on_with() {
    // The same game twice: each position is taken once.
    let twice = format!("{GAME}\n{GAME}");
    let folder = Folder::new(&[("g.pgn", &twice)]);
    let engine = fake_engine::command("well");
    let rest = ["--margin", "10", "-o", "s.epd", "--resume", "g.pgn"];
    let run = |folder: &Folder| folder.run(&with("make", &engine, &rest));
    assert_eq!(run(&folder).last(), "6 of 6 positions taken");
    let whole = folder.read("s.epd");
    for cut in [0, 40, 150, 300, whole.len() - 3, whole.len()] {
        fs::write(folder.path("s.epd"), &whole[..cut]).expect("a file");
        assert_eq!(run(&folder).status, 0);
        assert_eq!(folder.read("s.epd"), whole, "cut at {cut}");
    }
    fs::write(folder.path("s.epd"), "8/8/8/8/8/8/k7/2K5 w - - bm Kd1;\n").expect("a file");
    let run = run(&folder);
    assert_eq!(run.status, 2, "{}", run.err);
    assert!(
        run.err.contains("a position that the input has not"),
        "{}",
        run.err
    );
}
