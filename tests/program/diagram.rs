//! `epdit diagram` and `epdit openings`, run as processes.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const TWO: &str = "# a comment\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"a\";\nbroken\n\
                   4k3/8/8/8/8/8/4P3/4K3 b - - bm Ke7;\n";

fn run(folder: &Path, arguments: &[&str]) -> Output {
    fs::write(folder.join("a.epd"), TWO).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_epdit"));
    let command = command.args(arguments).current_dir(folder);
    command
        .stdin(std::process::Stdio::null())
        .output()
        .expect("the program runs")
}

/// Returns exit status, standard output and standard error.
fn run_in_new_folder(arguments: &[&str]) -> (i32, String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let output = run(folder.path(), arguments);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (
        output.status.code().expect("a status"),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn one_record_is_drawn_by_its_line() {
    let (status, out, err) = run_in_new_folder(&["diagram", "--no-border", "a.epd:2"]);
    let rows = "8  . . . . k . . .\n7  . . . . . . . .\n6  . . . . . . . .\n5  . . . . . . . .\n\
                4  . . . . . . . .\n3  . . . . . . . .\n2  . . . . P . . .\n1  . . . . K . . .\n\n";
    assert_eq!(out, format!("{rows}   a b c d e f g h\na\nWhite to move\n"));
    assert_eq!((status, err.as_str()), (0, ""));
    let (status, out, err) = run_in_new_folder(&["diagram", "a.epd:1"]);
    assert_eq!((status, out.as_str()), (1, ""));
    assert!(
        err.contains("`a.epd:1`: there is no record on this line"),
        "{err}"
    );
    let (_, _, err) = run_in_new_folder(&["diagram", "a.epd:99"]);
    assert!(err.contains("`a.epd:99`: there is no such line"), "{err}");
}

#[test]
fn records_without_a_placement_are_counted_and_the_others_drawn() {
    let (status, out, err) = run_in_new_folder(&["diagram", "--format", "unicode", "a.epd"]);
    assert_eq!((status, out.matches(" to move").count()), (1, 2));
    let skipped = "epdit: 1 record skipped: no placement that can be read (first: a.epd:3)\n";
    assert_eq!(err, skipped);
}

#[test]
fn a_suite_is_not_replaced_by_a_diagram() {
    for arguments in [
        &["diagram", "--format", "png", "-o", "a.epd", "a.epd:2"][..],
        &["diagram", "-o", "./a.epd", "a.epd"],
        &["convert", "--to", "uci", "-o", "a.epd", "a.epd"],
        &["report", "-o", "a.epd", "a.epd"],
        &["query", "bm", "--count", "-o", "a.epd", "a.epd"],
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let output = run(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(err.contains("is also an input"), "{err}");
        let held = fs::read_to_string(folder.path().join("a.epd")).expect("read");
        assert_eq!(held, TWO, "{arguments:?}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let same = ["convert", "--to", "epd", "-o", "a.epd", "a.epd"];
    assert_ne!(run(folder.path(), &same).status.code(), Some(2));
}

#[test]
fn several_pictures_need_a_sheet_or_a_folder() {
    let (status, _, err) = run_in_new_folder(&["diagram", "--format", "svg", "a.epd"]);
    assert_eq!(status, 2);
    assert!(
        err.contains("use --sheet, --into DIR or PATH:LINE"),
        "{err}"
    );
    let folder = tempfile::tempdir().expect("a folder");
    let output = run(
        folder.path(),
        &["diagram", "--format", "png", "--into", "pics", "a.epd"],
    );
    assert!(String::from_utf8_lossy(&output.stderr).ends_with("wrote 2 files into `pics`\n"));
    for name in ["a-0002.png", "a-0004.png"] {
        let bytes = fs::read(folder.path().join("pics").join(name)).expect("a picture");
        assert!(bytes.starts_with(b"\x89PNG\r\n"));
    }
    let (_, out, _) = run_in_new_folder(&["diagram", "--format", "svg", "--sheet", "a.epd"]);
    assert_eq!(out.matches("<use href=\"#board\"/>").count(), 2);
    assert!(out.contains(">a.epd:4</text>"), "{out}");
}

#[test]
fn openings_are_named_where_they_are_not_yet() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6";
    let text =
        format!("{record} id \"a\";\n{record} eco \"X\"; v0 \"Y\";\n4k3/8/8/8/8/8/8/4K3 w - -\n");
    fs::write(folder.path().join("b.epd"), text).expect("a file");
    let lines = |arguments: &[&str]| {
        let output = run(folder.path(), arguments);
        let text = String::from_utf8(output.stdout).expect("text");
        text.lines()
            .map(|line| line.replace(record, "R"))
            .collect::<Vec<_>>()
    };
    let named = |id: &str| format!("R eco \"B20\"; {id}v0 \"Sicilian Defense\";");
    assert_eq!(
        lines(&["openings", "b.epd"]),
        [
            named("id \"a\"; ").as_str(),
            "R eco \"X\"; v0 \"Y\";",
            "4k3/8/8/8/8/8/8/4K3 w - -"
        ]
    );
    assert_eq!(lines(&["openings", "--replace", "b.epd"])[1], named(""));
}
