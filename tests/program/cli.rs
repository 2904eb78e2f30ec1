//! The program as a process: exit status, standard output, standard error, files.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const CLEAN: &str = "7k/8/5K2/8/8/8/8/6Q1 w - - am Qg6; bm Qg7#; id \"clean\";\n";
/// UCI move, unquoted id, no last semicolon: all fixes are safe.
const LOOSE: &str = "7k/5K2/8/8/8/8/8/R7 w - - bm a1h1; id loose\n";
const FIXED: &str = "7k/5K2/8/8/8/8/8/R7 w - - bm Rh1#; id \"loose\";\n";
/// An illegal move: the king on f7 can't reach d1.
const WRONG: &str = "7k/5K2/8/8/8/8/8/R7 w - - bm Kd1; id \"wrong\";\n";
/// An illegal move that resembles no legal one.
const LOST: &str = "7k/5K2/8/8/8/8/8/R7 w - - bm Qb2; id \"lost\";\n";

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    fn file(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(&path, text).expect("a file");
        path
    }

    fn epdit(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_epdit"));
        command
            .args(arguments)
            .current_dir(self.0.path())
            .stdin(Stdio::null())
            .env_remove("NO_COLOR");
        command
    }

    fn run(&self, arguments: &[&str]) -> Run {
        self.epdit(arguments)
            .output()
            .expect("the program starts")
            .into()
    }

    fn run_with_input(&self, arguments: &[&str], input: &[u8]) -> Run {
        let mut child = self
            .epdit(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let input = input.to_vec();
        let writer = std::thread::spawn(move || stdin.write_all(&input));
        let output = child.wait_with_output().expect("the program ends");
        writer
            .join()
            .expect("the writer")
            .expect("the program reads all of its input");
        output.into()
    }
}

#[derive(Debug)]
struct Run {
    status: i32,
    out: String,
    err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            status: output.status.code().expect("ended by itself"),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

fn read(path: &Path) -> String {
    String::from_utf8(fs::read(path).expect("the file is there")).expect("UTF-8")
}

#[test]
fn check_of_a_clean_file_says_so_and_exits_with_0() {
    let folder = Folder::new();
    folder.file("a.epd", CLEAN);
    let run = folder.run(&["check", "a.epd"]);
    assert_eq!(
        (run.status, run.out.as_str(), run.err.as_str()),
        (0, "1 record: no problems\n", ""),
        "{run:?}"
    );
}

#[test]
fn check_marks_the_place_of_an_error_and_exits_with_1() {
    let folder = Folder::new();
    folder.file("a.epd", [CLEAN, WRONG].concat());
    let run = folder.run(&["check", "a.epd"]);
    assert_eq!(run.status, 1, "{run:?}");
    assert!(run.out.contains("error[move-illegal]"), "{}", run.out);
    assert!(run.out.contains("a.epd:2:30"), "{}", run.out);
    let lines: Vec<_> = run.out.lines().collect();
    let source = lines
        .iter()
        .position(|line| line.contains("bm Kd1;"))
        .expect("the line is shown");
    let (line, mark) = (lines[source], lines[source + 1]);
    assert_eq!(line.find("Kd1"), mark.find("^^^"), "{}", run.out);
    assert!(run.out.contains("2 records: 1 error"), "{}", run.out);
}

#[test]
fn the_longest_allowed_line_can_be_set() {
    let folder = Folder::new();
    let long = CLEAN.trim_end().to_owned() + &format!(" c0 \"{}\";", "x".repeat(200));
    folder.file("a.epd", format!("{long}\n"));
    let codes = |more: &[&str]| {
        let run = folder.run(&[&["check", "--format", "json", "a.epd"], more].concat());
        run.out.contains("line-too-long")
    };
    assert!(!codes(&[]));
    assert!(codes(&["--longest-line", "200"]));
    assert!(!codes(&["--longest-line", "1023"]));
}

#[test]
fn deny_sets_the_lowest_severity_that_exits_with_1() {
    let folder = Folder::new();
    folder.file("hint.epd", CLEAN.replace("Qg7#", "Qg7"));
    folder.file("warning.epd", LOOSE);
    for (file, level, status) in [
        ("hint.epd", "error", 0),
        ("hint.epd", "warning", 0),
        ("hint.epd", "hint", 1),
        ("warning.epd", "error", 0),
        ("warning.epd", "warning", 1),
        ("warning.epd", "hint", 1),
    ] {
        let run = folder.run(&["check", "--deny", level, file]);
        assert_eq!(run.status, status, "{file} with --deny {level}: {run:?}");
    }
}

#[test]
fn json_has_one_object_a_line_with_byte_columns() {
    let folder = Folder::new();
    folder.file("a.epd", ["# caf\u{e9}\n", LOOSE].concat());
    let run = folder.run(&["check", "--format", "json", "a.epd"]);
    assert_eq!(run.status, 0, "{run:?}");
    let objects: Vec<serde_json::Value> = run
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object a line"))
        .collect();
    let object = objects
        .iter()
        .find(|object| object["code"] == "move-not-san")
        .expect("the UCI move");
    assert_eq!(object["path"], "a.epd");
    assert_eq!(object["line"], 2);
    assert_eq!(
        (object["column"].as_u64(), object["end_column"].as_u64()),
        (Some(30), Some(34))
    );
    assert_eq!(object["severity"], "warning");
    assert!(
        object["message"]
            .as_str()
            .is_some_and(|message| message.contains("a1h1"))
    );
    assert_eq!(
        object["fix"],
        serde_json::json!({"safe": true, "replacement": "Rh1#", "column": 30, "end_column": 34})
    );
    let keys: Vec<_> = object
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect();
    let mut sorted = [
        "path",
        "line",
        "column",
        "end_column",
        "severity",
        "code",
        "message",
        "fix",
    ];
    sorted.sort_unstable();
    let mut found = keys;
    found.sort_unstable();
    assert_eq!(found, sorted);
}

#[test]
fn github_annotations_name_file_line_and_column() {
    let folder = Folder::new();
    folder.file("a.epd", WRONG);
    // The checked folder is not part of a file's path in the repository.
    for path in ["a.epd", "./a.epd", "."] {
        let run = folder.run(&["check", "--format", "github", path]);
        assert_eq!(run.status, 1);
        let expected = "::error file=a.epd,line=1,col=30,endColumn=33,title=move-illegal::";
        assert!(run.out.starts_with(expected), "{path}: {}", run.out);
        assert_eq!(run.out.lines().count(), 1);
    }
}

#[test]
fn human_output_shows_five_problems_of_a_code_and_counts_all() {
    let folder = Folder::new();
    folder.file("a.epd", WRONG.replace("; id \"wrong\"", "").repeat(9));
    let run = folder.run(&["check", "a.epd"]);
    assert_eq!(
        run.out.matches("error[move-illegal]").count(),
        5,
        "{}",
        run.out
    );
    assert!(
        run.out.contains("9 errors") && run.out.contains("--all"),
        "{}",
        run.out
    );
    let run = folder.run(&["check", "--all", "a.epd"]);
    assert_eq!(run.out.matches("error[move-illegal]").count(), 9);
}

#[test]
fn duplicate_ids_are_always_reported_and_positions_when_asked() {
    let folder = Folder::new();
    let filler =
        "# a comment line that is long enough to fill some room in the file\n".repeat(2000);
    folder.file("a.epd", [CLEAN, &filler, CLEAN].concat());
    let run = folder.run(&["check", "--format", "json", "a.epd"]);
    assert_eq!(run.out.lines().count(), 1, "{}", run.out);
    assert!(
        run.out.contains("duplicate-id") && run.out.contains("line 1 "),
        "{}",
        run.out
    );
    let run = folder.run(&["check", "--duplicates", "--format", "json", "a.epd"]);
    assert_eq!(run.out.lines().count(), 2, "{}", run.out);
    assert!(run.out.contains("duplicate-position"));
    // Ids of another file are not compared.
    folder.file("b.epd", CLEAN);
    folder.file("c.epd", CLEAN);
    assert_eq!(
        folder
            .run(&["check", "--format", "json", "b.epd", "c.epd"])
            .out,
        ""
    );
}

#[test]
fn perft_counts_are_verified_when_asked_up_to_a_depth() {
    let folder = Folder::new();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    folder.file(
        "a.epd",
        format!("{start} D1 20; D2 401; D3 8902; D5 1;\n{start} id \"x\";\n"),
    );
    assert_eq!(folder.run(&["check", "a.epd"]).status, 0);
    let run = folder.run(&["check", "--perft", "a.epd"]);
    assert_eq!(run.status, 1, "{}", run.out);
    for words in [
        "wrong-perft",
        "perft count `401` is wrong: there are 400 leaf nodes",
        "unsafe fix: write `400` for `401`",
        "3 perft counts verified, 1 skipped: too deep",
    ] {
        assert!(run.out.contains(words), "{words}: {}", run.out);
    }
    assert_eq!(folder.run(&["check", "--perft=1", "a.epd"]).status, 0);
    let json = folder.run(&["check", "--perft=2", "--format", "json", "a.epd"]);
    assert!(
        json.out.contains("\"code\":\"wrong-perft\""),
        "{}",
        json.out
    );
    for wrong in ["--perft=0", "--perft=10", "--perft=x"] {
        assert_eq!(folder.run(&["check", wrong, "a.epd"]).status, 2, "{wrong}");
    }
}

#[test]
fn check_fix_works_in_place_and_reports_remaining_problems() {
    let folder = Folder::new();
    let path = folder.file("a.epd", ["# kept\n", LOOSE, WRONG].concat());
    let run = folder.run(&["check", "--fix", "a.epd"]);
    assert_eq!(run.status, 1, "{run:?}");
    assert_eq!(read(&path), ["# kept\n", FIXED, WRONG].concat());
    assert!(
        run.out.contains("error[move-illegal]") && !run.out.contains("move-not-san"),
        "{}",
        run.out
    );
    let run = folder.run(&["check", "--fix", "-"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.contains("epdit fmt -"), "{}", run.err);
}

#[test]
fn a_dry_run_of_fixes_reports_remaining_problems_and_changes_nothing() {
    let folder = Folder::new();
    let text = ["# kept\n", LOOSE, WRONG].concat();
    let path = folder.file("a.epd", &text);
    let look = folder.run(&["check", "--fix", "--dry-run", "a.epd"]);
    assert_eq!(read(&path), text);
    let diff = folder.run(&["check", "--fix", "--diff", "a.epd"]);
    assert_eq!(read(&path), text);
    let (old, new) = (format!("-{LOOSE}"), format!("+{FIXED}"));
    assert!(
        diff.out.contains(&old) && diff.out.contains(&new),
        "{}",
        diff.out
    );
    assert_eq!(
        (diff.status, diff.err.as_str()),
        (0, "1 line would be fixed\n")
    );
    let fixed = folder.run(&["check", "--fix", "a.epd"]);
    let would = fixed.out.replace("fixed in place", "would be fixed");
    assert_eq!((look.status, look.out), (fixed.status, would));
    for alone in ["--dry-run", "--diff"] {
        assert_eq!(folder.run(&["check", alone, "a.epd"]).status, 2);
    }
}

#[test]
fn check_says_how_many_problems_fixes_would_correct() {
    let folder = Folder::new();
    folder.file("a.epd", [LOOSE, LOST].concat());
    let run = folder.run(&["check", "a.epd"]);
    let said = "4 problems in 1 file · 3 fixable with `--fix`, 1 more with `--unsafe-fixes`\n";
    assert!(run.out.contains(said), "{}", run.out);
    folder.file("b.epd", LOOSE);
    let run = folder.run(&["check", "b.epd"]);
    let said = "3 problems in 1 file · 3 fixable with `--fix`\n";
    assert!(run.out.contains(said), "{}", run.out);
    folder.file("c.epd", LOST);
    let run = folder.run(&["check", "c.epd"]);
    let said = "1 problem in 1 file · 1 fixable with `--fix --unsafe-fixes`\n";
    assert!(run.out.contains(said), "{}", run.out);
    // With several fixes a person must choose.
    folder.file("d.epd", WRONG);
    let run = folder.run(&["check", "d.epd"]);
    assert!(run.out.contains("1 problem in 1 file\n"), "{}", run.out);
    let note = "note: not applied by `--unsafe-fixes`: choose one yourself";
    assert!(run.out.contains(note), "{}", run.out);
    // Unsafe fixes are tried out one by one, so the count stops at 1000.
    folder.file("e.epd", LOST.repeat(1200));
    let run = folder.run(&["check", "e.epd"]);
    let said = " · 1000+ fixable with `--fix --unsafe-fixes`\n";
    assert!(run.out.contains(said), "{}", run.out);
}

#[test]
fn unsafe_fixes_are_only_applied_on_request_and_never_add_an_error() {
    let folder = Folder::new();
    // Two different ids need a choice.
    let choice = CLEAN.replace(" id", " id \"other\"; id");
    let path = folder.file("a.epd", [LOOSE, WRONG, LOST, &choice].concat());
    assert_eq!(folder.run(&["check", "--fix", "a.epd"]).status, 1);
    assert_eq!(read(&path), [FIXED, WRONG, LOST, &choice].concat());
    let run = folder.run(&["check", "--fix", "--unsafe-fixes", "a.epd"]);
    let fixed = "7k/5K2/8/8/8/8/8/R7 w - - id \"lost\";\n";
    assert_eq!(read(&path), [FIXED, WRONG, fixed, &choice].concat());
    assert_eq!(run.err, "a.epd:3: removed `bm Qb2;` (move-illegal)\n");
    assert_eq!(run.status, 1, "{run:?}");
    assert!(run.out.contains("error[duplicate-opcode]"), "{}", run.out);
    // The option alone is a usage error.
    let run = folder.run(&["check", "--unsafe-fixes", "a.epd"]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("--fix"), "{}", run.err);
}

#[test]
fn a_fix_is_shown_with_the_resulting_line() {
    let folder = Folder::new();
    folder.file("a.epd", LOOSE);
    let run = folder.run(&["check", "a.epd"]);
    let expected = "\
warning[move-not-san]: `a1h1` should be `Rh1#`
 --> a.epd:1:30
  |
1 | 7k/5K2/8/8/8/8/8/R7 w - - bm a1h1; id loose
  |                              ^^^^
  |
safe fix: write `Rh1#` for `a1h1`
  |
1 | 7k/5K2/8/8/8/8/8/R7 w - - bm Rh1#; id loose
  |                              ^^^^
";
    assert!(run.out.starts_with(expected), "{}", run.out);
}

#[test]
fn a_path_without_a_suite_is_reported_and_never_called_clean() {
    let folder = Folder::new();
    folder.file("empty/notes.txt", "no suite");
    for (path, why) in [
        ("none.epd", "`none.epd`: "),
        ("empty", "`empty`: no *.epd or *.fen file"),
        ("", "a value is required for '<PATH>...'"),
    ] {
        let run = folder.run(&["check", path]);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{path}: {run:?}");
        assert!(run.err.contains(why), "{path}: {}", run.err);
    }
    // The other paths are still checked.
    folder.file("a.epd", CLEAN);
    let run = folder.run(&["check", "empty", "a.epd"]);
    assert_eq!(
        (run.status, run.out.as_str()),
        (2, "1 record: no problems\n")
    );
    // A file without records is not reported as clean.
    folder.file("nothing.epd", "");
    let run = folder.run(&["check", "nothing.epd"]);
    assert_eq!(
        (run.status, run.out.as_str()),
        (0, "0 records: nothing to check\n")
    );
}

#[test]
fn json_offers_no_fix_that_it_cannot_express_exactly() {
    let folder = Folder::new();
    let fields = "7k/5K2/8/8/8/8/8/R7 w - -";
    folder.file(
        "a.epd",
        [fields.as_bytes(), b" id caf\xE9; bm Rh1#;\n"].concat(),
    );
    let run = folder.run(&["check", "--format", "json", "a.epd"]);
    let fix = |code: &str| {
        let mut objects = run
            .out
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("an object a line"));
        let found = objects.find(|object| object["code"] == code);
        found.expect("the problem")["fix"].clone()
    };
    assert_eq!(fix("unquoted-string"), serde_json::Value::Null);
    assert_eq!(fix("unsorted-operations"), serde_json::Value::Null);
}

#[test]
fn fmt_writes_canonical_text_and_leaves_the_file_alone() {
    let folder = Folder::new();
    let path = folder.file("a.epd", ["# kept\n\n", LOOSE].concat());
    let run = folder.run(&["fmt", "a.epd"]);
    assert_eq!(
        (run.status, run.out, run.err.as_str()),
        (0, ["# kept\n\n", FIXED].concat(), "1 of 1 record changed\n")
    );
    assert_eq!(read(&path), ["# kept\n\n", LOOSE].concat());
}

#[test]
fn fmt_and_fix_agree_on_byte_order_marks_and_control_characters() {
    let folder = Folder::new();
    for (text, expected) in [
        (
            ["\u{feff}# kept\n", FIXED].concat(),
            ["# kept\n", FIXED].concat(),
        ),
        (["\u{feff}\n", FIXED].concat(), ["\n", FIXED].concat()),
        (["\0\n", FIXED].concat(), ["\n", FIXED].concat()),
        ([FIXED, "\u{1a}\n"].concat(), FIXED.to_owned()),
        ([FIXED, "\u{1a}"].concat(), FIXED.to_owned()),
    ] {
        let path = folder.file("a.epd", &text);
        assert_eq!(folder.run(&["fmt", "a.epd"]).out, expected, "{text:?}");
        assert_eq!(
            folder.run(&["fmt", "--check", "a.epd"]).status,
            1,
            "{text:?}"
        );
        let diff = folder.run(&["fmt", "--diff", "a.epd"]).out;
        assert!(diff.starts_with("--- "), "{text:?}: {diff}");
        assert_eq!(folder.run(&["fmt", "-i", "a.epd"]).status, 0, "{text:?}");
        assert_eq!(read(&path), expected, "{text:?}");
        assert_eq!(
            folder.run(&["fmt", "--check", "a.epd"]).status,
            0,
            "{text:?}"
        );
        let path = folder.file("a.epd", &text);
        assert_eq!(
            folder.run(&["check", "--fix", "a.epd"]).status,
            0,
            "{text:?}"
        );
        assert_eq!(read(&path), expected, "{text:?}");
    }
}

#[test]
fn fmt_leaves_ambiguous_records_unchanged_and_exits_with_1() {
    let folder = Folder::new();
    folder.file("a.epd", [WRONG, LOOSE].concat());
    let run = folder.run(&["fmt", "a.epd"]);
    assert_eq!((run.status, run.out), (1, [WRONG, FIXED].concat()));
    assert!(
        run.err.ends_with(
            "1 of 2 records changed · 1 left unchanged: move-illegal (first: a.epd:1)\n"
        ),
        "{}",
        run.err
    );
    // Comments have a canonical form, but are not counted as records.
    folder.file("b.epd", ["\u{feff}# kept\n", LOOSE, WRONG].concat());
    for (arguments, status, words) in [
        (&["fmt", "--dry-run", "b.epd"][..], 1, "would change"),
        (&["fmt", "--dry-run", "-i", "b.epd"], 1, "would change"),
        (&["fmt", "--diff", "b.epd"], 1, "would change"),
        (&["fmt", "--check", "b.epd"], 1, "would change"),
        (&["fmt", "-i", "b.epd"], 1, "changed"),
        (&["fmt", "--where", "bm", "-i", "b.epd"], 1, "changed"),
    ] {
        let run = folder.run(arguments);
        let matching = match arguments.contains(&"--where") {
            true => "0 of 2 matching records",
            false => "1 of 2 records",
        };
        let line =
            format!("{matching} {words} · 1 left unchanged: move-illegal (first: b.epd:3)\n");
        assert_eq!(
            (run.status, run.err.as_str()),
            (status, line.as_str()),
            "{arguments:?}"
        );
    }
}

#[test]
fn fmt_reads_standard_input_and_joins_several_files_to_one_stream() {
    let folder = Folder::new();
    let run = folder.run_with_input(&["fmt", "-"], LOOSE.as_bytes());
    assert_eq!((run.status, run.out.as_str()), (0, FIXED));
    // The first file has no final line end: the second must start a new line.
    folder.file("a.epd", CLEAN.trim_end());
    folder.file("b.epd", LOOSE);
    let run = folder.run(&["fmt", "a.epd", "b.epd"]);
    assert_eq!((run.status, run.out), (0, [CLEAN, FIXED].concat()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_named_pipe_is_read_after_its_writer_has_ended() {
    let folder = Folder::new();
    let run = folder.run_with_input(&["fmt", "/dev/stdin"], LOOSE.as_bytes());
    assert_eq!((run.status, run.out.as_str()), (0, FIXED), "{run:?}");
    for command in [
        &["sort", "--by", "id", "/dev/stdin"][..],
        &["query", "duplicate(position)", "/dev/stdin", "--count"],
    ] {
        let twice = [LOOSE, LOOSE].concat();
        let run = folder.run_with_input(command, twice.as_bytes());
        let expected = if command[0] == "sort" { &twice } else { "2\n" };
        assert_eq!((run.status, run.out.as_str()), (0, expected), "{run:?}");
    }
    let text = [WRONG, CLEAN].concat();
    let run = folder.run_with_input(&["sort", "-i", "--by", "id", "/dev/stdin"], text.as_bytes());
    assert_eq!(run.status, 2, "there is no file to write: {run:?}");
}

#[test]
fn fmt_writes_to_the_named_output_file() {
    let folder = Folder::new();
    let path = folder.file("a.epd", LOOSE);
    let run = folder.run(&["fmt", "a.epd", "-o", "b.epd"]);
    assert_eq!((run.status, run.out.as_str()), (0, ""), "{run:?}");
    assert_eq!(read(&folder.0.path().join("b.epd")), FIXED);
    assert_eq!(read(&path), LOOSE);
    assert_eq!(folder.run(&["fmt", "-i", "a.epd", "-o", "b.epd"]).status, 2);
}

#[test]
fn fmt_in_place_writes_only_what_changes() {
    let folder = Folder::new();
    let loose = folder.file("deep/loose.epd", LOOSE);
    let clean = folder.file("deep/clean.epd", CLEAN);
    let before = fs::metadata(&clean)
        .and_then(|metadata| metadata.modified())
        .expect("a time");
    let run = folder.run(&["fmt", "-i", "deep"]);
    assert_eq!(
        (run.status, run.out.as_str(), run.err.as_str()),
        (0, "", "1 of 2 records changed\n")
    );
    assert_eq!(read(&loose), FIXED);
    let after = fs::metadata(&clean)
        .and_then(|metadata| metadata.modified())
        .expect("a time");
    assert_eq!(before, after, "a file that is canonical is not touched");
    let names: Vec<_> = fs::read_dir(loose.parent().expect("a parent"))
        .expect("a folder")
        .collect();
    assert_eq!(names.len(), 2, "no temporary file is left");
}

#[cfg(unix)]
#[test]
fn fmt_in_place_keeps_permissions_and_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new();
    let path = folder.file("real.epd", LOOSE);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("permissions");
    symlink("real.epd", folder.0.path().join("link.epd")).expect("a link");
    assert_eq!(folder.run(&["fmt", "-i", "link.epd"]).status, 0);
    assert!(folder.0.path().join("link.epd").is_symlink());
    assert_eq!(read(&path), FIXED);
    assert_eq!(
        fs::metadata(&path).expect("the file").permissions().mode() & 0o777,
        0o640
    );
}

#[test]
fn fmt_check_names_the_files_that_differ() {
    let folder = Folder::new();
    folder.file("clean.epd", CLEAN);
    let loose = folder.file("loose.epd", LOOSE);
    let run = folder.run(&["fmt", "--check", "."]);
    assert_eq!((run.status, run.out.lines().count()), (1, 1), "{run:?}");
    assert!(run.out.contains("loose.epd"), "{}", run.out);
    assert_eq!(read(&loose), LOOSE);
    assert_eq!(folder.run(&["fmt", "--check", "clean.epd"]).status, 0);
}

#[test]
fn fmt_diff_is_a_unified_diff_and_ends_as_the_change_would() {
    let folder = Folder::new();
    let comments = "# one\n# two\n# three\n# four\n# five\n# six\n# seven\n# eight\n";
    folder.file(
        "a.epd",
        [comments, LOOSE, comments, WRONG, LOOSE.trim_end()].concat(),
    );
    let run = folder.run(&["fmt", "--diff", "a.epd"]);
    // One record is left unchanged.
    assert_eq!(run.status, 1, "{run:?}");
    let expected = [
        "--- a.epd\n+++ a.epd\n@@ -6,7 +6,7 @@\n # six\n # seven\n # eight\n-",
        LOOSE,
        "+",
        FIXED,
        " # one\n # two\n # three\n@@ -16,4 +16,4 @@\n # seven\n # eight\n ",
        WRONG,
        "-",
        LOOSE,
        "\\ No newline at end of file\n+",
        FIXED,
        "\\ No newline at end of file\n",
    ]
    .concat();
    assert_eq!(run.out, expected);
    folder.file("b.epd", LOOSE);
    assert_eq!(folder.run(&["fmt", "--diff", "b.epd"]).status, 0);
    assert_eq!(folder.run(&["fmt", "--diff", "--check", "b.epd"]).status, 1);
}

#[test]
fn fmt_can_drop_useless_en_passant_squares_and_adds_none() {
    let folder = Folder::new();
    let useless = "4k3/8/8/8/4P3/8/8/4K3 b - e3 id \"a\";\n";
    let used = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 id \"b\";\n";
    let none = "4k3/8/8/8/3pP3/8/8/4K3 b - - id \"c\";\n";
    folder.file("a.epd", [useless, used, none].concat());
    assert_eq!(
        folder.run(&["fmt", "a.epd"]).out,
        [useless, used, none].concat()
    );
    let run = folder.run(&["fmt", "--en-passant", "legal", "a.epd"]);
    assert_eq!(
        run.out,
        [&useless.replace("e3 id", "- id"), used, none].concat()
    );
}

#[test]
fn six_fields_are_canonical_in_a_fen_file() {
    let folder = Folder::new();
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 3 17\n";
    folder.file("a.fen", fen);
    let run = folder.run(&["fmt", "a.fen"]);
    assert_eq!((run.status, run.out.as_str()), (0, fen));
    folder.file("a.epd", fen);
    assert_eq!(
        folder.run(&["fmt", "a.epd"]).out,
        "4k3/8/8/8/8/8/4P3/4K3 w - - fmvn 17; hmvc 3;\n"
    );
}

/// Chess960: kings and rooks on other files than in classical chess, and a move that castles with them.
const OFF: &str = "1r2k1r1/6p1/8/8/8/8/6P1/1R2K1R1 w KQkq - bm O-O; id \"960\";\n";
/// A castling right without its rook.
const LEFT_OVER: &str = "4k3/8/8/8/8/8/8/4K3 w K - bm Kd2; id \"left\";\n";

#[test]
fn a_file_is_chess960_where_a_record_needs_it_and_none_contradicts() {
    let folder = Folder::new();
    folder.file("needs.epd", OFF);
    let run = folder.run(&["check", "--format", "json", "needs.epd"]);
    assert_eq!(run.status, 0);
    assert!(run.out.contains("castling-needs-chess960"), "{}", run.out);
    folder.file("both.epd", [OFF, LEFT_OVER].concat());
    let run = folder.run(&["check", "both.epd"]);
    assert_eq!(run.status, 1);
    assert!(
        run.out.contains("castling rights `KQkq` are impossible: no white rook on h1, no white rook on a1, no black rook on h8 and no black rook on a8; Chess960 would allow them"),
        "{}",
        run.out
    );
    assert!(run.out.contains("`O-O` is illegal"), "{}", run.out);
    // An option takes precedence over the records.
    let run = folder.run(&["check", "--chess960", "--format", "json", "both.epd"]);
    assert!(!run.out.contains("move-illegal"), "{}", run.out);
    assert!(run.out.contains("castling-needs-chess960"), "{}", run.out);
}

#[test]
fn a_stream_is_classical_unless_the_command_says_chess960() {
    let folder = Folder::new();
    let line = OFF.replace("O-O", "e1g1");
    assert_eq!(
        folder.run_with_input(&["fmt", "-"], line.as_bytes()).status,
        1
    );
    let run = folder.run_with_input(&["fmt", "--chess960", "-"], line.as_bytes());
    assert_eq!((run.status, run.out.as_str()), (0, OFF));
    // A record whose castling rights are file letters is Chess960 in any file.
    let line = line.replace("KQkq", "GBgb");
    let run = folder.run_with_input(&["fmt", "-"], line.as_bytes());
    assert_eq!(run.out, OFF.replace("KQkq", "GBgb"));
}

#[test]
fn every_command_that_reads_records_has_the_chess960_option() {
    let folder = Folder::new();
    folder.file("a.epd", [OFF, LEFT_OVER].concat());
    let expr = "problem(move-illegal)";
    for (arguments, expected) in [
        (&["query", "--count", expr, "a.epd"][..], "1\n"),
        (&["query", "--count", "--chess960", expr, "a.epd"], "0\n"),
        (
            &["sort", "--by", "id", "--where", expr, "a.epd", "--chess960"],
            "",
        ),
        (&["merge", "--where", expr, "a.epd", "--chess960"], ""),
    ] {
        let run = folder.run(arguments);
        if arguments.contains(&"sort") {
            assert_eq!(run.out, [OFF, LEFT_OVER].concat(), "{arguments:?}");
        } else {
            assert_eq!(run.out, expected, "{arguments:?}");
        }
    }
    for command in [
        "check", "fmt", "query", "purge", "set", "rename", "renumber", "sort", "dedupe", "split",
        "merge", "sample", "shuffle", "stats",
    ] {
        let help = folder.run(&[command, "--help"]).out;
        assert!(help.contains("--chess960"), "{command}");
    }
}

#[test]
fn a_missing_file_exits_with_2_and_other_files_are_processed() {
    let folder = Folder::new();
    folder.file("a.epd", LOOSE);
    let run = folder.run(&["fmt", "none.epd", "a.epd"]);
    assert_eq!((run.status, run.out.as_str()), (2, FIXED));
    assert!(
        run.err.starts_with("epdit: `none.epd`: ")
            && run.err.ends_with("\n1 of 1 record changed\n"),
        "{}",
        run.err
    );
}

#[test]
fn a_file_of_another_kind_is_reported_in_one_line_and_left_unchanged() {
    let folder = Folder::new();
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0123\nsize 12\n";
    let utf16: Vec<u8> = format!("\u{feff}{CLEAN}")
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    for (name, bytes, word) in [
        ("lfs.epd", pointer.as_bytes(), "git-lfs"),
        ("wide.epd", &utf16, "UTF-16"),
    ] {
        let path = folder.file(name, bytes);
        let run = folder.run(&["check", "--format", "github", name]);
        assert_eq!((run.status, run.out.lines().count()), (1, 1), "{run:?}");
        assert!(
            run.out.contains("not-epd") && run.out.contains(word),
            "{}",
            run.out
        );
        let run = folder.run(&["fmt", "-i", name]);
        assert_eq!(run.status, 1, "{run:?}");
        assert!(run.err.contains(word), "{}", run.err);
        assert_eq!(fs::read(&path).expect("the file"), bytes);
    }
}

#[test]
fn a_closed_output_pipe_is_not_an_error() {
    let folder = Folder::new();
    folder.file("a.epd", LOOSE.repeat(50_000));
    let commands: [&[&str]; 3] = [
        &["fmt", "a.epd"],
        &["check", "--format", "json", "a.epd"],
        &["check", "--all", "a.epd"],
    ];
    for arguments in commands {
        let mut child = folder
            .epdit(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut some = [0; 64];
        let mut out = child.stdout.take().expect("a pipe");
        out.read_exact(&mut some).expect("it writes");
        drop(out);
        let run: Run = child.wait_with_output().expect("the program ends").into();
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{arguments:?}");
    }
}

#[test]
fn colours_are_only_for_terminals_unless_requested() {
    let folder = Folder::new();
    folder.file("a.epd", WRONG);
    assert!(!folder.run(&["check", "a.epd"]).out.contains('\u{1b}'));
    assert!(
        folder
            .run(&["check", "--color", "always", "a.epd"])
            .out
            .contains("\u{1b}[")
    );
    assert!(
        !folder
            .run(&["check", "--color", "never", "a.epd"])
            .out
            .contains('\u{1b}')
    );
}

#[test]
fn control_characters_in_a_file_never_reach_the_terminal() {
    let folder = Folder::new();
    folder.file(
        "a.epd",
        "7k/5K2/8/8/8/8/8/R7 w - - bm Kd1; c0 \"\u{1b}]0;title\u{7}\u{202e}\u{9b}2J\";\n",
    );
    let run = folder.run(&["check", "--color", "never", "a.epd"]);
    assert!(run.out.contains("move-illegal"));
    let bad: Vec<char> = run
        .out
        .chars()
        .filter(|c| (c.is_control() && *c != '\n') || *c == '\u{202e}')
        .collect();
    assert!(bad.is_empty(), "{bad:?}");
}

#[test]
fn wrong_usage_exits_with_2_and_points_to_help() {
    let folder = Folder::new();
    for arguments in [
        &["check"][..],
        &["fmt", "--bogus", "a.epd"],
        &["fmt", "-i", "--check", "a.epd"],
    ] {
        let run = folder.run(arguments);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(run.err.contains("--help"), "{}", run.err);
    }
}

#[test]
fn help_and_version_are_written_to_standard_output() {
    let folder = Folder::new();
    let run = folder.run(&["--help"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    for command in ["check", "fmt", "explain"] {
        assert!(run.out.contains(command), "{}", run.out);
    }
    assert!(folder.run(&["--version"]).out.starts_with("epdit "));
}

#[test]
fn explain_shows_codes_of_fen_files_in_a_fen_file_and_has_common_opcodes() {
    let folder = Folder::new();
    for (name, words) in [
        ("clock-operations", "example.fen:1:28"),
        ("clock-operations", "4k3/8/8/8/8/8/8/4K2R w K - 3 9"),
        ("missing-clocks", "expected `0 1`"),
        ("resign", "Since: the 1994 standard"),
        ("acd", "acd: depth reached by the analysis"),
        ("D1", "leaf nodes at depth 1"),
        ("perft1", "leaf nodes at depth 1"),
        ("D12", "leaf nodes at depth 12"),
    ] {
        let run = folder.run(&["explain", name]);
        assert_eq!(run.status, 0, "{name}: {}", run.err);
        assert!(run.out.contains(words), "{name}: {}", run.out);
    }
    assert!(folder.run(&["explain"]).out.contains("  acd "));
    assert_eq!(folder.run(&["explain", "Zz"]).status, 2);
}

#[test]
fn explain_describes_codes_and_opcodes_and_corrects_misspelt_names() {
    let folder = Folder::new();
    let run = folder.run(&["explain", "move-illegal"]);
    assert_eq!(run.status, 0);
    assert!(
        run.out.contains("move-illegal") && run.out.contains("error"),
        "{}",
        run.out
    );
    let run = folder.run(&["explain", "hmvc"]);
    assert!(
        run.status == 0 && run.out.contains("half-move"),
        "{}",
        run.out
    );
    let run = folder.run(&["explain", "move-ilegal"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.contains("`move-illegal`"), "{}", run.err);
    let all = folder.run(&["explain"]).out;
    assert!(
        all.contains("unsorted-operations") && all.contains("tcri"),
        "{all}"
    );
}

#[test]
fn packed_files_are_checked_and_written_like_any_other() {
    use flate2::read::MultiGzDecoder;
    let folder = Folder::new();
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer
        .write_all(LOOSE.as_bytes())
        .expect("packing in memory");
    let path = folder.file("a.epd.gz", packer.finish().expect("packing in memory"));
    let run = folder.run(&["check", "--format", "json", "a.epd.gz"]);
    assert!(run.out.contains("move-not-san"), "{run:?}");
    assert_eq!(folder.run(&["fmt", "a.epd.gz"]).out, FIXED);
    assert_eq!(folder.run(&["fmt", "-i", "a.epd.gz"]).status, 0);
    let packed = fs::read(&path).expect("the file");
    let mut text = String::new();
    MultiGzDecoder::new(&packed[..])
        .read_to_string(&mut text)
        .expect("gzip still");
    assert_eq!(text, FIXED);
}
#[test]
fn the_editor_refuses_to_write_its_screen_into_a_file() {
    let folder = Folder::new();
    folder.file("a.epd", CLEAN);
    let run = folder.run(&["a.epd"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.contains("terminal"), "{}", run.err);
}

#[test]
fn a_settings_file_that_is_named_must_be_there() {
    let folder = Folder::new();
    folder.file("a.epd", CLEAN);
    for arguments in [
        ["--config", "none.toml", "a.epd"].as_slice(),
        &["config", "--config", "none.toml"],
    ] {
        let run = folder.run(arguments);
        assert_eq!((run.status, run.out.as_str()), (2, ""));
        assert!(run.err.contains("none.toml"), "{}", run.err);
    }
}

#[test]
fn config_shows_each_setting_with_where_it_came_from() {
    let folder = Folder::new();
    let text = "theme = \"light\"\n[templates]\nstudy = 'id \"\"; bm;'\n";
    folder.file("my.toml", text);
    let options = ["--config", "my.toml", "--chess960", "--columns", "id,ce"];
    let run = folder.run(&[&["config"], options.as_slice()].concat());
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], "# my.toml");
    for (name, line) in [
        ("save", "save = \"ask\" # default"),
        ("theme", "theme = \"light\" # my.toml:1"),
        ("chess960", "chess960 = true # command line"),
        ("columns", "columns = [\"id\", \"ce\"] # command line"),
        ("[templates]", "[templates] # my.toml:2"),
        ("study", "study = 'id \"\"; bm;'"),
    ] {
        let mut found = lines.iter().filter(|line| line.starts_with(name));
        let words: Vec<&str> = found.next().expect(name).split_whitespace().collect();
        assert_eq!(words.join(" "), line);
    }
    // The output is itself a valid settings file.
    folder.file("shown.toml", &run.out);
    let again = folder.run(&["config", "--config", "shown.toml"]);
    assert_eq!((again.status, again.err.as_str()), (0, ""));
    assert!(again.out.contains("# shown.toml:3"), "{}", again.out);
}

#[test]
fn config_reports_each_mistake_with_its_place_and_shows_the_valid_settings() {
    let folder = Folder::new();
    let text = "save = \"al\"\nmose = false\ntheme = \"light\"\n";
    folder.file("wrong.toml", text);
    let run = folder.run(&["config", "--config", "wrong.toml"]);
    assert_eq!(run.status, 1);
    assert_eq!(
        run.err,
        "epdit: wrong.toml:1:8: `save`: expected \"ask\", \"all\" or \"edited\", found \"al\"\n\
         epdit: wrong.toml:2:1: unknown setting `mose`; did you mean `mouse`?\n"
    );
    assert!(run.out.contains("theme = \"light\""), "{}", run.out);
}

#[test]
fn an_invalid_value_of_an_option_is_refused_with_the_expected_form() {
    let folder = Folder::new();
    for (arguments, expected) in [
        (["--theme", "blue"], "dark"),
        (
            ["--columns", "id,a b"],
            "OPCODE.prefix or a calculation, found a b",
        ),
        (["--mouse=maybe", "a.epd"], "false"),
    ] {
        let run = folder.run(&arguments);
        assert_eq!((run.status, run.out.as_str()), (2, ""));
        assert!(run.err.contains(expected), "{}", run.err);
    }
}

#[test]
fn every_command_reports_a_file_that_is_not_epd_and_processes_the_others() {
    let folder = Folder::new();
    folder.file(
        "bin.epd",
        [b"\x7FELF\x02\x01\x01\x03".as_slice(), &[4; 60]].concat(),
    );
    folder.file("a.epd", CLEAN);
    let commands: [(&[&str], &str); 18] = [
        (&["check"], "bin.epd"),
        (&["check", "--duplicates"], "bin.epd"),
        (&["fmt"], CLEAN),
        (&["fmt", "--check"], "bin.epd"),
        (&["fmt", "--diff"], "bin.epd"),
        (&["query", "bm"], CLEAN),
        (&["query", "--count", "bm"], "1\n"),
        (&["query", "--ids", "bm"], "clean\n"),
        (&["purge", "ce"], CLEAN),
        (&["set", "id \"clean\""], CLEAN),
        (&["rename", "ce", "c1"], CLEAN),
        (&["renumber", "a.{n}"], "id \"a.1\""),
        (&["sort", "--by", "id"], CLEAN),
        (&["dedupe"], CLEAN),
        (&["merge"], CLEAN),
        (&["sample", "1"], CLEAN),
        (&["shuffle"], CLEAN),
        (&["stats"], "records"),
    ];
    let binary = fs::read(folder.0.path().join("bin.epd")).expect("the file");
    for (command, expected) in commands {
        for paths in [["bin.epd", "a.epd"], ["a.epd", "bin.epd"]] {
            let run = folder.run(&[command, &paths].concat());
            assert_eq!(run.status, 1, "{command:?} {paths:?}: {run:?}");
            let report = [run.out.as_str(), &run.err].concat();
            assert!(report.contains("bin.epd"), "{command:?}: {run:?}");
            assert!(report.contains(expected), "{command:?}: {run:?}");
            assert!(!run.out.contains('\u{7F}'), "{command:?}: {run:?}");
        }
        let run = folder.run_with_input(&[command, &["-"]].concat(), &binary);
        assert_eq!(run.status, 1, "{command:?} -: {run:?}");
    }
}

#[test]
fn a_folder_includes_its_packed_suites_and_no_hidden_ones() {
    let folder = Folder::new();
    folder.file("suites/b.epd", CLEAN);
    folder.file("suites/.hidden.epd", WRONG);
    folder.file("suites/.cache/c.epd", WRONG);
    let pack = folder.run(&["merge", "suites", "-o", "a.epd.gz"]);
    assert_eq!(pack.status, 0, "{pack:?}");
    let (from, to) = ("a.epd.gz", "suites/a.epd.gz");
    fs::rename(folder.0.path().join(from), folder.0.path().join(to)).expect("the packed file");
    let run = folder.run(&["query", "--count", "bm", "suites"]);
    assert_eq!((run.status, run.out.as_str()), (0, "2\n"), "{run:?}");
    let run = folder.run(&[
        "query",
        "--count",
        "bm",
        "suites/.hidden.epd",
        "suites/.cache",
    ]);
    assert_eq!((run.status, run.out.as_str()), (0, "2\n"), "{run:?}");
}
