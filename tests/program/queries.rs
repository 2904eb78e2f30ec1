//! Queries on the command line: registers as numbers, positions from standard input, and the messages
//! where nothing can match.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const SUITE: &[u8] = b"\
4k3/8/8/8/8/8/4P3/4K3 w - - id \"1\"; c0 \"10\"; c1 \"250\";
4k3/8/8/8/8/8/4P3/4K3 b - - id \"2\"; c0 \"Nf6=10, Nd5=3\"; c1 \"+30\";
4k3/8/8/8/8/8/3P4/4K3 w - - id \"10\"; c0 \"9.5\"; ce 5;
4k3/8/8/8/8/8/2P5/4K3 w - - id \"3\"; c0 \"100\"; c1 \"30\"; c2 \"J\xe1se\";
4k3/8/8/8/8/8/1P6/4K3 w - - id \"4\"; c2 \"J\xe9se\";
";

/// Runs in a folder with the suite as `a.epd`; returns status, output and errors.
fn run(arguments: &[&str], input: Option<&str>) -> (i32, String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.epd"), SUITE).expect("a file");
    run_in(folder.path(), arguments, input)
}

fn run_in(folder: &Path, arguments: &[&str], input: Option<&str>) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_epdit"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program that doesn't read its input closes the pipe.
    let _ = stdin.write_all(input.unwrap_or_default().as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let status = output.status.code().expect("ended by itself");
    (status, text(output.stdout), text(output.stderr))
}

#[track_caller]
fn check(arguments: &[&str], out: &str, err: &str) {
    let (_, printed, message) = run(arguments, None);
    assert_eq!(
        (printed.as_str(), message.as_str()),
        (out, err),
        "{arguments:?}"
    );
}

#[track_caller]
fn ids(query: &str, expected: &str) {
    let (_, out, err) = run(&["query", "--ids", query, "a.epd"], None);
    let found: Vec<&str> = out.lines().collect();
    assert_eq!(
        (found.join(" ").as_str(), err.as_str()),
        (expected, ""),
        "{query}"
    );
}

#[test]
fn an_operation_that_may_be_hidden_in_another_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = "4k3/8/8/8/8/8/4P3/4K3 w - - id A.09 acd 30; bm e4;\n";
    std::fs::write(folder.path().join("h.epd"), line).expect("a file");
    let message = "epdit: some records may hide `acd` among other operands; `problem(swallowed-operation)` finds them\n";
    for (arguments, status, out) in [
        (&["query", "--count", "acd", "h.epd"][..], 1, "0\n"),
        (
            &["query", "--fields", "acd,bm", "all", "h.epd"],
            0,
            "acd\tbm\n\te4\n",
        ),
    ] {
        let found = run_in(folder.path(), arguments, None);
        assert_eq!(
            found,
            (status, out.to_owned(), message.to_owned()),
            "{arguments:?}"
        );
    }
}

#[test]
fn numeric_registers_can_be_compared_sorted_counted_and_used_in_calculations() {
    ids("c0 > 9", "1 10 3");
    ids("c0 = 10", "1");
    ids("c0 = \"10\"", "1");
    ids("c1 = 30", "2 3");
    ids("c1 = \"30\"", "3");
    ids("c1 between 30 and 249", "2 3");
    ids("c0 != 10", "10 3");
    ids("c0 in (10, 100)", "1 3");
    ids("c0 + c1 > 200", "1");
    ids("id > 2 and id < 10", "3 4");
    ids("c0 ~ 10", "1 2 3");
    let sorted = "query --ids all -";
    let (_, out, _) = run(&["sort", "--by", "-c0", "a.epd"], None);
    let words: Vec<&str> = sorted.split(' ').collect();
    let (_, out, _) = run(&words, Some(&out.replace('\u{fffd}', "a")));
    // Numbers sort before texts, and both before missing values.
    assert_eq!(out, "3\n1\n10\n2\n4\n");
    check(
        &["query", "--stats", "c0", "c0", "a.epd"],
        "field\tcount\tmissing\tmin\tmedian\tmax\tmean\tsum\nc0\t3\t1\t9.5\t10\t100\t39.8333333333333\t119.5\n",
        "epdit: `c0` holds text: 1 value that is not a number counts as missing (first: a.epd:2)\n",
    );
    check(
        &["query", "--count-by", "c1", "c1", "a.epd"],
        "c1\tcount\n30\t2\n250\t1\n",
        "",
    );
    check(
        &[
            "query",
            "--fields",
            "c1,c1/10,c1*2",
            "--to",
            "json",
            "c1 < 100",
            "a.epd",
        ],
        "{\"c1\":\"+30\",\"c1/10\":3,\"c1*2\":60}\n{\"c1\":\"30\",\"c1/10\":3,\"c1*2\":60}\n",
        "",
    );
    let (_, out, err) = run(
        &["set", "--where", "id = 1", "c3 \"{c1/100}\"", "a.epd"],
        None,
    );
    assert!(out.contains("c3 \"2.5\""), "{out} {err}");
}

#[test]
fn a_query_of_numbers_that_no_record_has_says_so() {
    check(&["query", "c2 > 5", "a.epd"], "", "");
    check(&["query", "c0 > 5000", "a.epd"], "", "");
    check(
        &["query", "c9 > 5", "a.epd"],
        "",
        "epdit: no record has `c9`\n",
    );
}

#[test]
fn texts_that_are_not_utf_8_are_counted_separately() {
    let (_, out, _) = run(&["query", "--count-by", "first(c2)", "c2", "a.epd"], None);
    assert_eq!(out.lines().count(), 3, "{out}");
    let (_, out, _) = run(&["query", "--count-by", "c2.prefix", "c2", "a.epd"], None);
    assert_eq!(out.lines().count(), 3, "{out}");
    ids("c2 ~ /^J(?-u:\\xE9)se$/", "4");
}

#[test]
fn positions_come_from_standard_input() {
    let list =
        "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1\n# a comment\n4k3/8/8/8/8/8/4P3/4K3 b - - id \"x\";\n";
    for (query, expected) in [
        ("position in -", "2\n10\n"),
        ("position not in -", "1\n3\n4\n"),
        (
            "position in - and id > 5 or position in - and black",
            "2\n10\n",
        ),
    ] {
        let found = run(&["query", "--ids", query, "a.epd"], Some(list));
        assert_eq!(found, (0, expected.to_owned(), String::new()), "{query}");
    }
    for arguments in [
        &["sort", "--by", "-id", "--where", "position in -", "a.epd"][..],
        &["merge", "--where", "position in -", "a.epd"],
        &["query", "-i", "position in -", "a.epd"],
        &["diagram", "--where", "position in -", "a.epd"],
        &["stats", "--where", "position in -", "a.epd"],
    ] {
        let (status, _, err) = run(arguments, Some(list));
        assert_eq!(status, 0, "{arguments:?}: {err}");
        assert!(!err.contains("can't"), "{arguments:?}: {err}");
    }
    let message = "epdit: `position in -` and the path `-` both read standard input; save one of them to a file first\n";
    for arguments in [
        &["query", "position in -", "-"][..],
        &["query", "position in -", "a.epd", "-"],
        &["sort", "--by", "id", "--where", "position in -", "-"],
        &["set", "--where", "position in -", "c0 \"x\"", "-"],
        &["diagram", "--where", "position in -", "-"],
    ] {
        let found = run(arguments, Some(list));
        assert_eq!(
            found,
            (2, String::new(), message.to_owned()),
            "{arguments:?}"
        );
    }
}

#[test]
fn a_file_of_other_text_holds_no_positions_and_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &[u8]| {
        std::fs::write(folder.path().join(name), text).expect("a file");
    };
    write("a.epd", SUITE);
    write("other.csv", b"id,ce\n1,2\n");
    write(
        "pointer.epd",
        b"version https://git-lfs.github.com/spec/v1\noid sha256:00\n",
    );
    write("none.epd", b"# nothing found\n");
    let asked = |query: &str| run_in(folder.path(), &["query", "--count", query, "a.epd"], None);
    let (status, out, err) = asked("position not in other.csv");
    assert_eq!((status, out.as_str()), (2, ""), "{err}");
    assert!(
        err.contains("none of its lines has a position (first: line 1)"),
        "{err}"
    );
    let (status, _, err) = asked("position in pointer.epd");
    assert_eq!(status, 2, "{err}");
    assert!(err.contains("git lfs pull"), "{err}");
    // A suite without records is an empty set of positions, and no mistake.
    let (status, out, err) = asked("position not in none.epd");
    assert_eq!((status, out.trim()), (0, asked("all").1.trim()), "{err}");
}

#[test]
fn a_sort_direction_written_as_in_sql_is_corrected() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.epd");
    std::fs::write(&path, SUITE).expect("a file");
    for (arguments, message) in [
        (
            &["sort", "-i", "--by", "ce", "desc", "a.epd"][..],
            "`desc` is not a file; for descending order, try `--by -ce`",
        ),
        (
            &["sort", "-i", "--by", "ce,side", "a.epd", "DESC"],
            "`DESC` is not a file; for descending order, try `--by ce,-side`",
        ),
        (
            &["sort", "-i", "--by", "ce", "asc", "a.epd"],
            "`asc` is not a file; leave it out",
        ),
    ] {
        let (status, _, err) = run_in(folder.path(), arguments, None);
        assert_eq!(status, 2, "{err}");
        assert!(err.contains(message), "{err}");
        assert_eq!(
            std::fs::read(&path).expect("a file"),
            SUITE,
            "{arguments:?}"
        );
    }
    // A file with that name is read as a file.
    std::fs::write(folder.path().join("desc"), SUITE).expect("a file");
    let (status, _, err) = run_in(folder.path(), &["sort", "--by", "ce", "desc"], None);
    assert_eq!(status, 0, "{err}");
}
