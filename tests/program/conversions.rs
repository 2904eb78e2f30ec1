//! `import`, `convert` and `diagram` refuse or report everything that they can't write.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const RECORD: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n";

/// Runs the program in a folder; `input` is the file that standard input is redirected from.
fn run(folder: &Path, arguments: &[&str], input: Option<&str>) -> (i32, String, String) {
    let stdin = match input {
        Some(name) => fs::File::open(folder.join(name)).expect("a file").into(),
        None => Stdio::null(),
    };
    let output = Command::new(env!("CARGO_BIN_EXE_epdit"))
        .args(arguments)
        .current_dir(folder)
        .stdin(stdin)
        .output()
        .expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    let status = output.status.code().expect("an exit status");
    (status, text(output.stdout), text(output.stderr))
}

/// Runs the program on one file; checks its status, output and errors.
#[track_caller]
fn check(name: &str, text: &str, arguments: &[&str], expected: (i32, &str, &str)) {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join(name), text).expect("a file");
    let (status, out, err) = run(folder.path(), arguments, None);
    assert_eq!((status, out.as_str(), err.as_str()), expected);
}

#[cfg(unix)]
#[test]
fn import_refuses_to_write_over_its_input_under_any_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let games = "[White \"A\"]\n\n1. e4 {x} e5 $1 *\n";
    fs::write(path("g.pgn"), games).expect("a file");
    fs::write(path("k.epd"), format!("# c\n{RECORD}")).expect("a file");
    std::os::unix::fs::symlink("g.pgn", path("link.pgn")).expect("a link");
    fs::hard_link(path("g.pgn"), path("hard.pgn")).expect("a link");
    for (arguments, input) in [
        (&["import", "g.pgn", "-o", "g.pgn"][..], None),
        (&["import", "g.pgn", "-o", "./link.pgn"], None),
        (&["import", "link.pgn", "-o", "g.pgn"], None),
        (&["import", "g.pgn", "-o", "hard.pgn"], None),
        (&["import", "k.epd", "g.pgn", "-o", "g.pgn"], None),
        (&["import", ".", "-o", "g.pgn"], None),
        (&["import", "-", "-o", "hard.pgn"], Some("g.pgn")),
        (&["import", "k.epd", "-o", "k.epd"], None),
        (
            &["convert", "--to", "json", "-", "-o", "k.epd"],
            Some("k.epd"),
        ),
        (
            &[
                "convert", "--to", "epd", "--where", "bm", "k.epd", "-o", "k.epd",
            ],
            None,
        ),
    ] {
        let (status, _, err) = run(folder.path(), arguments, input);
        assert_eq!(status, 2, "{arguments:?}: {err}");
        assert!(err.contains("is also an input"), "{err}");
        let content = fs::read_to_string(path("g.pgn")).expect("a file");
        assert_eq!(content, games, "{arguments:?}");
        let content = fs::read_to_string(path("k.epd")).expect("a file");
        assert!(content.starts_with("# c\n"), "{arguments:?}");
    }
    let (status, _, err) = run(folder.path(), &["import", "g.pgn", "-o", "new.epd"], None);
    assert_eq!(status, 0, "{err}");
}

#[test]
fn a_suite_that_begins_with_a_comment_is_imported_and_its_comments_are_counted() {
    let text = format!("# c\n; d\n\n{RECORD}");
    let expected = (0, RECORD, "1 record · 2 comment lines left out\n");
    check("k.epd", &text, &["import", "k.epd"], expected);
    check("k.txt", &text, &["import", "k.txt"], expected);
}

#[test]
fn converting_to_epd_keeps_all_lines_and_other_formats_count_comments_left_out() {
    let text = format!("# c\r\n\n; d\n{RECORD}# e");
    let all = format!("# c\r\n\n; d\n{RECORD}# e\n");
    check(
        "k.epd",
        &text,
        &["convert", "--to", "epd", "k.epd"],
        (0, &all, ""),
    );
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n";
    let report = "1 record written · 3 comment lines left out\n";
    check(
        "k.epd",
        &text,
        &["convert", "--to", "fen", "k.epd"],
        (0, fen, report),
    );
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("k.epd"), &text).expect("a file");
    let in_place = ["convert", "--to", "epd", "k.epd", "-o", "k.epd"];
    assert_eq!(run(folder.path(), &in_place, None).0, 0);
    let content = fs::read_to_string(folder.path().join("k.epd")).expect("a file");
    assert_eq!(content, all);
}

#[test]
fn a_line_of_moves_ends_before_an_illegal_move_which_is_reported() {
    let report =
        "epdit: 1 record cut before a move that can't be read or played (first: a.epd:1)\n";
    for (line, game, command) in [
        ("pv e4 Kd7 Zz9 e5;", "1. e4 Kd7 *", ""),
        ("sv e4 Ke9;", "1. e4 *", " moves e2e4"),
        ("pv e4 Kd7 e4 Kd7;", "1. e4 Kd7 *", ""),
    ] {
        let text = format!("4k3/8/8/8/8/8/4P3/4K3 w - - {line}\n");
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("a.epd"), &text).expect("a file");
        let (status, out, err) = run(folder.path(), &["convert", "--to", "pgn", "a.epd"], None);
        assert_eq!((status, err.as_str()), (1, report), "{line}");
        assert!(out.ends_with(&format!("\n\n{game}\n\n")), "{out}");
        if command.is_empty() {
            continue;
        }
        let (status, out, err) = run(folder.path(), &["convert", "--to", "uci", "a.epd"], None);
        assert_eq!((status, err.as_str()), (1, report), "{line}");
        assert!(out.ends_with(&format!(" 0 1{command}\n")), "{out}");
    }
}

#[test]
fn uci_moves_after_a_position_are_reported_by_formats_that_leave_them_out() {
    let line = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8d7\n";
    let report = "epdit: 1 record with UCI `moves` left out: \
                only the starting position was written (first: a.epd:1)\n";
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n";
    let convert = |format| ["convert", "--to", format, "a.epd"];
    check("a.epd", line, &convert("fen"), (1, fen, report));
    // A format with moves includes them.
    let played = "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8d7\n";
    check("a.epd", line, &convert("uci"), (0, played, ""));
    let after = "8/3k4/8/8/4P3/8/8/4K3 w - - fmvn 2; hmvc 1;\n";
    check(
        "a.epd",
        line,
        &["import", "a.epd"],
        (0, after, "1 record\n"),
    );
    let cut = line.replace("e8d7", "e8e5");
    let report = "`a.epd`: line 1: ";
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.epd"), cut).expect("a file");
    let (status, out, err) = run(folder.path(), &["import", "a.epd"], None);
    assert_eq!((status, out.as_str()), (1, ""));
    assert!(err.contains(report) && err.contains("e8e5"), "{err}");
    let kept = "0 of 1 record changed · 1 left unchanged: uci-moves (first: a.epd:1)\n";
    check("a.epd", line, &["fmt", "a.epd"], (1, line, kept));
}

#[test]
fn a_long_comment_survives_pgn_and_a_replaced_brace_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let comment = "word ".repeat(120);
    let game = format!("1. e4 {{{}}} *\n", comment.trim());
    fs::write(folder.path().join("a.pgn"), game).expect("a file");
    let import = ["import", "--plies", "0", "a.pgn", "-o", "a.epd"];
    assert_eq!(run(folder.path(), &import, None).0, 0);
    let convert = ["convert", "--to", "pgn", "a.epd", "-o", "b.pgn"];
    assert_eq!(run(folder.path(), &convert, None).0, 0);
    let (_, out, _) = run(
        folder.path(),
        &["import", "--plies", "0", "--tags", "none", "b.pgn"],
        None,
    );
    let before = fs::read_to_string(folder.path().join("a.epd")).expect("a file");
    assert_eq!(out.matches("word").count(), 120);
    assert_eq!(out, before);

    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - c0 \"a } b\";\n";
    fs::write(folder.path().join("c.epd"), text).expect("a file");
    let (status, out, err) = run(folder.path(), &["convert", "--to", "pgn", "c.epd"], None);
    assert!(out.contains("{a ) b} *"), "{out}");
    assert_eq!(
        (status, err.as_str()),
        (0, "1 record written · 1 comment with `)` in place of `}`\n")
    );
}

#[test]
fn a_caption_shows_hidden_characters_by_their_marks_in_every_format() {
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - id \"a\u{202e}b\u{1b}[31m\u{200b}\";\n";
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.epd"), text).expect("a file");
    for format in ["text", "unicode", "markdown", "latex", "html", "svg"] {
        let (status, out, err) = run(
            folder.path(),
            &["diagram", "--format", format, "a.epd"],
            None,
        );
        assert_eq!(status, 0, "{err}");
        assert!(!out.contains(['\u{202e}', '\u{1b}', '\u{200b}']), "{out:?}");
        assert!(out.contains("202E") && out.contains("31m"), "{out}");
        assert_eq!(format == "latex", !out.contains('␛'), "{out}");
    }
}

const KING: &str = "8/8/4k3/8/8/4K3/4P3/8";

#[test]
fn an_unclosed_quote_skips_only_its_row() {
    let text = format!("fen,bm\n{KING} w - - 0 1,\"Kd4\n{KING} w - - 0 1,Kd3\n");
    let record = format!("{KING} w - - bm Kd3; hmvc 0; fmvn 1;\n");
    let report = "epdit: `a.csv`: line 2: a quote in this row is not closed; skipped\n\
                1 record · 1 line skipped\n";
    check("a.csv", &text, &["import", "a.csv"], (1, &record, report));
}

#[test]
fn columns_and_keys_that_contradict_a_fen_are_reported() {
    let report = "epdit: `a.csv`: line 2: `fen` and `side` contradict each other; remove one of them; \
                skipped\n0 records · 1 line skipped\n";
    let text = format!("fen,side\n{KING} w - -,b\n");
    check("a.csv", &text, &["import", "a.csv"], (1, "", report));
    let report = "epdit: `a.csv`: line 2: the columns `fen` contradict each other; remove one of them; \
                skipped\n0 records · 1 line skipped\n";
    let text = format!("fen,FEN\n{KING} w - -,{KING} b - -\n");
    check("a.csv", &text, &["import", "a.csv"], (1, "", report));
}

#[test]
fn json_is_read_across_lines_in_arrays_and_with_a_fen() {
    let record = format!("{KING} w - -\n");
    let report = (0, record.as_str(), "1 record\n");
    let pretty = format!("{{\n  \"placement\": \"{KING}\",\n  \"side\": \"w\"\n}}\n");
    check("a.json", &pretty, &["import", "a.json"], report);
    let array = format!("[{{\"fen\":\"{KING} w - -\"}}]");
    check("a.json", &array, &["import", "a.json"], report);
    let line = format!("{{\"fen\":\"{KING} w - - 3 9\",\"id\":\"a b\",\"dm\":2}}\n");
    let record = format!("{KING} w - - dm 2; id \"a b\"; hmvc 3; fmvn 9;\n");
    let report = (0, record.as_str(), "1 record\n");
    check("a.jsonl", &line, &["import", "a.jsonl"], report);
    let marked = format!("\u{feff}{line}{line}");
    let report = (0, &*record.repeat(2), "2 records\n");
    check("a.jsonl", &marked, &["import", "a.jsonl"], report);
    let broken = format!("[{{\"fen\":\"{KING} w\n- -\"}},\n{{\"fen\":\"{KING} w - -\"}}]");
    let record = format!("{KING} w - -\n");
    let report = "epdit: `a.json`: line 1: expected `\"` at the end of a string, found the end of the \
                line; skipped\n1 record · 1 line skipped\n";
    check(
        "a.json",
        &broken,
        &["import", "a.json"],
        (1, &record, report),
    );
}

#[test]
fn uci_positions_and_links_are_imported_and_an_invalid_start_is_a_usage_error() {
    let text = "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4\n\
                https://lichess.org/analysis/standard/4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1\n";
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.txt"), text).expect("a file");
    let (status, out, err) = run(folder.path(), &["import", "a.txt"], None);
    assert_eq!((status, err.as_str()), (0, "2 records\n"));
    let starts: Vec<&str> = out
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert_eq!(starts, ["4k3/8/8/8/4P3/8/8/4K3", "4k3/8/8/8/8/8/4P3/4K3"]);
    let (status, _, err) = run(folder.path(), &["import", "--start", "xx", "a.txt"], None);
    assert_eq!(status, 2, "{err}");
    assert!(err.contains("expected a legal position"), "{err}");
}

#[test]
fn overwritten_pictures_and_captions_that_cannot_be_drawn_are_counted() {
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - id \"M\u{fc}ller\";\n\
                4k3/8/8/8/8/8/4P3/4K3 w - - id \"\u{416}\u{438}\";\n";
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.epd"), text).expect("a file");
    let into = ["diagram", "--format", "png", "--into", "d", "a.epd"];
    let warning = "epdit: 1 caption has letters that PNG can't draw; svg and html show them\n";
    let (status, _, err) = run(folder.path(), &into, None);
    let report = "wrote 2 files into `d`\n";
    assert_eq!((status, err), (0, format!("{warning}{report}")));
    fs::remove_file(folder.path().join("d/a-0002.png")).expect("a file");
    let (_, _, err) = run(folder.path(), &into, None);
    let report = "wrote 2 files into `d` · 1 file replaced\n";
    assert_eq!(err, format!("{warning}{report}"));
}
