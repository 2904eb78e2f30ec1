//! Commands that change records make the requested change and no other, or leave the record unchanged and
//! count it.

use std::fs;

use epdit::epd::Code;
use epdit::epd::edit::Refusal;

use crate::folder::Folder;

const GOOD: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; ce 30; id \"a\";\n";
/// A record without a blank behind its first semicolon.
const GLUED: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e3;id \"b\";\n";
const TWICE: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - ce 1; ce 2; id \"c\";\n";
const OPEN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"d\"; c0 \"what\n";
const STRAY: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"d\"; ??? what\n";

/// Runs a command on one file; checks its output, the last line of its errors, and its exit status.
fn check(arguments: &[&str], text: &str, expected: &str, last: &str, status: i32) {
    let folder = Folder::new(&[("a.epd", text)]);
    let run = folder.run(&[arguments, &["a.epd"]].concat());
    assert_eq!(run.out, expected, "{arguments:?}: {}", run.err);
    assert_eq!(run.last(), last, "{arguments:?}");
    assert_eq!(run.status, status, "{arguments:?}");
}

#[test]
fn purging_the_first_operation_keeps_the_blank_before_the_next() {
    let purged = "4k3/8/8/8/8/8/4P3/4K3 w - - id \"b\";\n";
    check(&["purge", "bm"], GLUED, purged, "1 of 1 record changed", 0);
    check(&["purge", "bm"], purged, purged, "0 of 1 record changed", 0);
}

#[test]
fn renaming_does_not_merge_with_the_next_operation() {
    check(
        &["rename", "bm", "Best"],
        "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 dm 26;\n",
        "4k3/8/8/8/8/8/4P3/4K3 w - - Best e4; dm 26;\n",
        "1 of 1 record changed",
        0,
    );
}

#[test]
fn purging_a_count_leaves_no_empty_operation() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    for (list, left) in [
        (" ;D1 20 ;D2 400", " ;D2 400"),
        (" ;20;400", " D2 400;"),
        (",20,400", " D2 400;"),
    ] {
        check(
            &["purge", "D1"],
            &format!("{start}{list}\n"),
            &format!("{start}{left}\n"),
            "1 of 1 record changed",
            0,
        );
    }
}

#[test]
fn text_that_is_not_an_operation_stays_byte_for_byte_next_to_an_edit() {
    let record = |operations: &str| format!("4k3/8/8/8/8/8/4P3/4K3 w - - {operations}\n");
    for (command, expected) in [
        (
            &["set", "c0 checked"][..],
            "bm e4; id \"d\"; c0 \"checked\"; ??? what",
        ),
        (&["renumber", "X.{n}"], "bm e4; id \"X.1\"; ??? what"),
        (&["purge", "bm"], "id \"d\"; ??? what"),
        (&["rename", "bm", "am"], "am e4; id \"d\"; ??? what"),
    ] {
        let folder = Folder::new(&[("a.epd", STRAY)]);
        let run = folder.run(&[command, &["-i", "a.epd"]].concat());
        assert_eq!(run.status, 0, "{command:?}: {}", run.err);
        assert_eq!(folder.read("a.epd"), record(expected), "{command:?}");
        let again = folder.run(&["fmt", "a.epd"]);
        assert_eq!(
            (again.status, again.out),
            (1, record(expected)),
            "{command:?}"
        );
    }
}

#[test]
fn nothing_is_written_after_an_unclosed_quote() {
    let last = format!(
        "0 of 1 record changed · 1 left unchanged: {} (first: a.epd:1)",
        Refusal::Doubt(Code::BrokenQuote)
    );
    for command in [
        &["set", "c1 checked"][..],
        &["renumber", "X.{n}"],
        &["purge", "bm"],
        &["rename", "bm", "am"],
    ] {
        let folder = Folder::new(&[("a.epd", OPEN)]);
        for _ in 0..2 {
            let run = folder.run(&[command, &["-i", "a.epd"]].concat());
            assert_eq!((run.status, run.last()), (1, &*last), "{command:?}");
            assert_eq!(folder.read("a.epd"), OPEN);
        }
    }
}

#[test]
fn records_left_unchanged_are_counted_by_reason_with_the_first_place() {
    let folder = Folder::new(&[
        ("a.epd", &["# a comment\n", GOOD, TWICE].concat()),
        ("b.epd", &[OPEN, TWICE, GOOD].concat()),
    ]);
    let last = format!(
        "2 of 5 records changed · 2 left unchanged: the record has two ce (first: a.epd:3) \
         · 1 left unchanged: {} (first: b.epd:1)",
        Refusal::Doubt(Code::BrokenQuote)
    );
    let run = folder.run(&["set", "ce 5", "a.epd", "b.epd"]);
    assert_eq!((run.status, run.last()), (1, &*last));
    assert_eq!(run.out.matches("ce 5;").count(), 2);
    assert!(run.out.contains(TWICE) && run.out.contains(OPEN));
    // A command that reads all files as one reports the first place too.
    let run = folder.run(&["renumber", "X.{n}", "a.epd", "b.epd"]);
    assert_eq!(run.status, 1);
    assert!(
        run.last().starts_with("4 of 5 records changed"),
        "{}",
        run.err
    );
    assert!(run.last().ends_with("(first: b.epd:1)"), "{}", run.err);
    // Only matching records are counted.
    let run = folder.run(&["set", "--where", "bm", "ce 5", "a.epd"]);
    assert_eq!(
        (run.status, run.last()),
        (0, "1 of 1 matching record changed")
    );
}

#[test]
fn a_change_that_would_write_an_error_is_not_made() {
    for (command, text, reason) in [
        (&["rename", "id", "am"][..], GOOD, "(move-unreadable)"),
        (&["rename", "id", "bm"], GOOD, "the record already has bm"),
        (&["set", "bm Kd8"], GOOD, "(move-illegal)"),
    ] {
        let run = Folder::new(&[("a.epd", text)]);
        let run = run.run(&[command, &["a.epd"]].concat());
        assert_eq!((run.status, run.out.as_str()), (1, text), "{command:?}");
        assert!(run.last().contains(reason), "{command:?}: {}", run.err);
    }
}

#[test]
fn an_operation_that_is_wrong_in_any_record_is_an_error_of_usage() {
    for operation in ["ce abc", "dm -1", "bm", "bm e4; d4", "id", "5 x"] {
        let folder = Folder::new(&[("a.epd", GOOD)]);
        let run = folder.run(&["set", "-i", operation, "a.epd"]);
        let expected = if operation == "bm" { 0 } else { 2 };
        assert_eq!(run.status, expected, "{operation}: {}", run.err);
        if expected == 2 {
            assert_eq!(folder.read("a.epd"), GOOD, "{operation}");
        }
    }
}

#[test]
fn a_dry_run_says_what_would_change_and_writes_nothing() {
    for (command, last, status) in [
        (&["purge", "bm"][..], "2 of 3 records would change", 0),
        (
            &["set", "ce 5"],
            "2 of 3 records would change · 1 left unchanged: the record has two ce \
             (first: a.epd:3)",
            1,
        ),
        (&["rename", "bm", "Best"], "2 of 3 records would change", 0),
        (&["renumber", "{n}"], "3 of 3 records would change", 0),
        (
            &["sort", "--by", "id", "--reverse"],
            "2 of 3 records would move",
            0,
        ),
        (
            &["dedupe", "--by", "id"],
            "0 of 3 records would be removed",
            0,
        ),
        (&["sample", "1"], "1 of 3 records would be kept", 0),
    ] {
        let text = [GOOD, GLUED, TWICE].concat();
        let folder = Folder::new(&[("a.epd", &text)]);
        for target in [
            &["--dry-run"][..],
            &["--dry-run", "-i"],
            &["--dry-run", "-o", "b.epd"],
        ] {
            let run = folder.run(&[command, target, &["a.epd"]].concat());
            assert_eq!((run.status, run.last()), (status, last), "{command:?}");
            assert_eq!(run.out, "", "{command:?}");
            assert_eq!(folder.read("a.epd"), text, "{command:?}");
            assert!(!folder.path("b.epd").exists(), "{command:?}");
        }
    }
}

#[test]
fn a_diff_shows_the_lines_and_applies() {
    let text: String = (0..20)
        .map(|n| GOOD.replace("\"a\"", &format!("\"a{n:02}\"")))
        .collect();
    for command in [
        &["set", "--where", "id ~ \"13\"", "ce 5"][..],
        &["sort", "--by", "id", "--reverse"],
        &["sample", "5"],
        &["renumber", "R{n}"],
        &["purge", "bm,ce"],
    ] {
        let folder = Folder::new(&[("a.epd", &text)]);
        let run = folder.run(&[command, &["--diff", "a.epd"]].concat());
        assert_eq!(run.status, 0, "{command:?}: {}", run.err);
        assert!(
            run.out.starts_with("--- a.epd\n+++ a.epd\n@@ -"),
            "{}",
            run.out
        );
        assert!(run.last().contains(" would "), "{}", run.err);
        assert_eq!(folder.read("a.epd"), text, "{command:?}");
        let written = folder.run(&[command, &["a.epd"]].concat());
        assert_eq!(applied(&text, &run.out), written.out, "{command:?}");
    }
}

fn applied(text: &str, diff: &str) -> String {
    let old: Vec<&str> = text.split_inclusive('\n').collect();
    let (mut out, mut at) = (String::new(), 0);
    for line in diff.split_inclusive('\n').skip(2) {
        if let Some(range) = line.strip_prefix("@@ -") {
            let (start, rest) = range.split_once(',').expect("a count");
            let (count, _) = rest.split_once(' ').expect("the new range");
            let start: usize = start.parse().expect("a number");
            let start = if count == "0" { start } else { start - 1 };
            out.extend(old[at..start].iter().copied());
            at = start;
            continue;
        }
        let (sign, body) = line.split_at(1);
        if sign != "+" {
            assert_eq!(old[at], body, "the diff doesn't fit the text");
            at += 1;
        }
        if sign != "-" {
            out.push_str(body);
        }
    }
    out.extend(old[at..].iter().copied());
    out
}

#[test]
fn clocks_written_as_fen_fields_are_left_unchanged_and_reported() {
    let record = "4k3/8/8/8/8/8/4P3/4K3 w - - 3 7";
    let both = format!("{record}\n{record} hmvc 3;\n");
    let half = "4k3/8/8/8/8/8/4P3/4K3 w - - 3\n";
    let folder = Folder::new(&[("a.epd", &both), ("b.epd", half), ("c.fen", &both)]);
    let in_epd = "the clocks are fields; `epdit fmt` turns them into operations";
    let in_fen = "the clocks are fields, as a FEN file has them";
    for (verb, arguments) in [
        ("purge", &["hmvc"][..]),
        ("purge", &["acd,fmvn"]),
        ("rename", &["hmvc", "X"]),
        ("set", &["hmvc 4"]),
    ] {
        for (file, why) in [("a.epd", in_epd), ("c.fen", in_fen)] {
            let run = folder.run(&[&[verb][..], arguments, &[file]].concat());
            assert_eq!(
                (run.status, run.out.as_str()),
                (1, &*both),
                "{verb}: {}",
                run.err
            );
            assert!(
                run.last().contains("2 left unchanged"),
                "{verb}: {}",
                run.err
            );
            assert!(run.err.contains(why), "{verb}: {}", run.err);
        }
    }
    let run = folder.run(&["purge", "hmvc", "b.epd"]);
    assert_eq!((run.status, run.out.as_str()), (1, half), "{}", run.err);
    let run = folder.run(&["purge", "fmvn", "b.epd"]);
    assert_eq!((run.status, run.out.as_str()), (0, half), "{}", run.err);
    let renamed = folder.run(&["fmt", "-i", "a.epd"]);
    assert_eq!(renamed.status, 0, "{}", renamed.err);
    let run = folder.run(&["purge", "hmvc", "a.epd"]);
    let left = "4k3/8/8/8/8/8/4P3/4K3 w - - fmvn 7;\n".repeat(2);
    assert_eq!((run.status, run.out), (0, left), "{}", run.err);
}

#[test]
fn an_operation_glued_to_the_moves_is_separated() {
    let record = "4k3/8/8/8/8/8/4P3/4K3 w - - bm \"e4, Kd2\"";
    let folder = Folder::new(&[("a.epd", &format!("{record}\n"))]);
    let run = folder.run(&["set", "id \"zz\"", "a.epd"]);
    assert_eq!(run.out, format!("{record}; id \"zz\";\n"), "{}", run.err);
}

#[test]
fn a_line_of_many_mebibytes_is_a_finding_and_passes_through_unchanged() {
    let odd = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4;\n";
    let fixed = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n";
    let long = format!(
        "4k3/8/8/8/8/8/4P3/4K3 w - - id \"{}\";\n",
        "x".repeat(20 << 20)
    );
    let remark = format!("# {}\n", "x".repeat(10 << 20));
    let text = [odd, &long, &remark, odd].concat();
    let folder = Folder::new(&[("a.epd", &text), ("b.epd", &text)]);
    let found = folder.run(&["check", "--format", "json", "a.epd"]);
    let of_line = |line: usize| found.out.matches(&format!("\"line\":{line},")).count();
    assert_eq!(
        [of_line(1), of_line(2), of_line(3), of_line(4), of_line(5)],
        [1, 1, 0, 1, 0]
    );
    assert!(
        found.out.contains("not-epd") && found.status == 1,
        "{}",
        found.out
    );
    let changed = [fixed, &long, &remark, fixed].concat();
    let run = folder.run(&["fmt", "a.epd"]);
    assert!(run.out == changed, "{}", run.err);
    assert!(
        run.last().contains(" · 1 left unchanged: not-epd (first: "),
        "{}",
        run.err
    );
    assert_eq!(folder.run(&["check", "--fix", "b.epd"]).status, 1);
    assert!(folder.read("b.epd") == changed);
    let diff = folder.run(&["fmt", "--diff", "a.epd"]).out;
    assert!(
        diff.len() < 1000 && diff.contains("@@ -4,1 +4,1 @@"),
        "{diff:.1000}"
    );
    let matching = |query: &str| folder.run(&["query", query, "a.epd"]).out;
    assert!(matching("problem(not-epd)") == long);
    assert!(
        matching("bm") == odd.repeat(2),
        "the remark is too long to go with its record"
    );
    let by_one = folder.run(&["split", "--every", "1", "--into", "parts", "a.epd"]);
    assert_eq!(by_one.status, 0, "{}", by_one.err);
    let parts: Vec<_> = by_one.out.lines().map(|part| folder.read(part)).collect();
    assert!(parts.concat() == text);
}

#[test]
fn a_packed_file_that_gets_very_large_is_read_to_its_end_when_asked() {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let remark = format!("# {}\n", "x".repeat(1 << 20));
    for _ in 0..200 {
        std::io::Write::write_all(&mut packer, remark.as_bytes()).expect("packed in memory");
    }
    std::io::Write::write_all(&mut packer, GOOD.as_bytes()).expect("packed in memory");
    let folder = Folder::new(&[]);
    fs::write(
        folder.path("a.epd.gz"),
        packer.finish().expect("packed in memory"),
    )
    .expect("a file");
    let stopped = folder.run(&["query", "--ids", "bm", "a.epd.gz"]);
    assert_eq!(stopped.status, 2, "{}", stopped.err);
    assert!(
        stopped.err.contains("use `--unpack-all`"),
        "{}",
        stopped.err
    );
    let read = folder.run(&["query", "--unpack-all", "--ids", "bm", "a.epd.gz"]);
    assert_eq!((read.out.as_str(), read.status), ("a\n", 0), "{}", read.err);
}
