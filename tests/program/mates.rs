//! `epdit mates` and `epdit report`, run as processes.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::engines::began_into;
use crate::folder::Folder;

const SUITE: &str = "# a comment\n\
    7k/8/5K2/8/8/8/8/R7 w - - id \"two\";\n\
    7k/5K2/8/8/8/8/8/R7 w - - dm 4; id \"one\";\n\
    k7/8/8/8/8/8/8/K7 w - - id \"none\";\n\
    7k/5K2/8/8/8/8/8/R7 w - - dm 1; bm Rh1#;\n\
    6k1/5ppp/8/8/8/8/8/R3R1K1 w - - bm Ra8#; dm 1;\n";

const RUN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"A.1\"; pm e4;\n\
    4k3/8/8/8/8/8/4P3/4K3 b - - am Kf8; id \"A.2\"; pm Kf8;\n";

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_epdit"));
    let command = command.args(arguments).current_dir(folder);
    command
        .stdin(std::process::Stdio::null())
        .output()
        .expect("the program runs")
}

/// Returns exit status, standard output and standard error.
fn run_on_suite(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    fs::write(folder.join("a.epd"), SUITE).expect("a file");
    fs::write(folder.join("run.epd"), RUN).expect("a file");
    let output = run(folder, arguments);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (
        output.status.code().expect("a status"),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn mates_are_written_into_their_records_and_all_else_is_unchanged() {
    let folder = tempfile::tempdir().expect("a folder");
    let (status, out, err) = run_on_suite(folder.path(), &["mates", "3", "a.epd"]);
    let expected = SUITE
        .replace("- - id \"two\";", "- - dm 2; id \"two\"; pm Kg6;")
        .replace("dm 4; id \"one\";", "dm 1; id \"one\"; pm Rh1#;");
    assert_eq!(out, expected);
    assert_eq!(status, 0, "{err}");
    assert!(
        err.contains("2 mates in at most 3 moves · 2 had a dm in range · 1 without"),
        "{err}"
    );
}

#[test]
fn a_run_that_was_killed_continues_to_the_same_bytes_and_counts() {
    let records = SUITE.lines().skip(1).cycle().take(1000);
    let hard = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq -";
    let suite: String = records
        .flat_map(|line| [line, "\n", hard, "\n# between\n"])
        .collect();
    let folder = Folder::new(&[("a.epd", &suite)]);
    let whole = folder.run(&["mates", "2", "a.epd"]);
    let arguments = ["mates", "2", "-o", "b.epd", "a.epd"];
    let mut child = began_into(&folder, "b.epd", &arguments, 3);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let done = folder.read("b.epd");
    assert!(whole.out.starts_with(&done) && done.len() < whole.out.len());
    fs::write(folder.path("b.epd"), done + "7k/5K2/8/").expect("a file");
    let rest = folder.run(&[&arguments[..], &["--resume"]].concat());
    assert!(folder.read("b.epd") == whole.out);
    assert_eq!((rest.status, rest.last()), (whole.status, whole.last()));
}

#[test]
fn a_dm_is_verified_and_what_is_wrong_is_reported_by_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let (status, out, err) = run_on_suite(folder.path(), &["mates", "4", "--verify", "a.epd"]);
    assert_eq!(out, "a.epd:3: dm 4, but Rh1# mates in 1 · one\n");
    assert_eq!(status, 1);
    assert!(err.contains("2 with a right dm · 1 finding"), "{err}");
    let cooks = ["mates", "4", "--verify", "--cooks", "a.epd"];
    let (_, out, _) = run_on_suite(folder.path(), &cooks);
    assert!(out.contains("a.epd:6: dm 1: also by Re8#\n"), "{out}");
    let json = ["mates", "4", "--verify", "--format", "json", "a.epd"];
    let (_, out, _) = run_on_suite(folder.path(), &json);
    let first: serde_json::Value =
        serde_json::from_str(out.lines().next().expect("a line")).expect("JSON");
    assert_eq!(first["result"], "shorter");
    assert_eq!((&first["line"], &first["dm"]), (&3.into(), &4.into()));
}

#[test]
fn a_mate_with_two_readings_is_reported_and_not_tested() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = |operations: &str| format!("7k/5K2/8/8/8/8/8/R7 w - - {operations}\n");
    let stated = ["dm 1; dm 2;", "dm 1 2;", "dm 1; bm #3;", "ce -32766; dm 1;"];
    let text: String = stated.map(line).concat();
    fs::write(folder.path().join("two.epd"), &text).expect("a file");
    let (status, out, _) = run_on_suite(folder.path(), &["mates", "2", "--verify", "two.epd"]);
    assert_eq!(status, 1);
    let words = "dm 1 2: expected a number of moves, 1 or more\n";
    let expected = format!("two.epd:1: {words}two.epd:2: {words}two.epd:3: dm 1, but bm #3: ");
    assert!(out.starts_with(&expected), "{out}");
    let engine = crate::fake_engine::command("mates");
    let words = ["test", "--engine", &engine, "--depth", "3", "two.epd"];
    let (status, out, err) = run_on_suite(folder.path(), &words);
    assert_eq!((status, out.as_str()), (1, text.as_str()));
    let words = "0 of 4 records tested · 4 left unchanged: different mates are stated (dm, bm or ce) (first: two.epd:1)";
    assert!(err.contains(words), "{err}");
}

#[test]
fn a_suite_without_dm_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(
        folder.path().join("none.epd"),
        "7k/8/5K2/8/8/8/8/R7 w - - id \"x\";\n",
    )
    .expect("a file");
    let (_, _, err) = run_on_suite(folder.path(), &["mates", "2", "--verify", "none.epd"]);
    let expected = "0 checked: 0 with a right dm · 0 findings · 1 without a dm · \
                    `epdit mates 2` without --verify finds mates";
    assert!(err.contains(expected), "{err}");
}

#[test]
fn mates_that_were_given_up_are_reported_and_left_unchanged() {
    let folder = tempfile::tempdir().expect("a folder");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"start\";\n";
    fs::write(folder.path().join("s.epd"), start).expect("a file");
    let (status, out, err) =
        run_on_suite(folder.path(), &["mates", "9", "--nodes", "5000", "s.epd"]);
    assert_eq!((status, out.as_str()), (1, start));
    assert!(err.contains("1 given up"), "{err}");
    let (status, _, err) = run_on_suite(folder.path(), &["mates", "0", "s.epd"]);
    assert_eq!(status, 2);
    assert!(err.contains("1..=40"), "{err}");
}

#[test]
fn a_report_is_written_in_each_format() {
    let folder = tempfile::tempdir().expect("a folder");
    let (status, out, err) = run_on_suite(folder.path(), &["report", "run.epd"]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(
        out.starts_with("run.epd: 1 of 2 solved (50.0 %)\n"),
        "{out}"
    );
    assert!(out.contains("A.2  am Kf8  Kf8"), "{out}");
    let (_, out, _) = run_on_suite(
        folder.path(),
        &["report", "--format", "json", "run.epd", "run.epd"],
    );
    let report: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(report["pairs"][0]["chance"], 1.0);
    assert_eq!(report["records"].as_array().map(Vec::len), Some(2));
    let (_, out, _) = run_on_suite(folder.path(), &["report", "--format", "csv", "run.epd"]);
    assert_eq!(out.lines().count(), 3);
    let page = ["report", "--format", "html", "-o", "r.html", "run.epd"];
    assert_eq!(run_on_suite(folder.path(), &page).0, 0);
    let page = fs::read_to_string(folder.path().join("r.html")).expect("a page");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<h2>Missed (1)</h2>"));
}

#[test]
fn a_file_without_results_is_not_a_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let (status, _, err) = run_on_suite(folder.path(), &["report", "a.epd"]);
    assert_eq!(status, 1);
    assert!(err.contains("no record can be judged"), "{err}");
}
