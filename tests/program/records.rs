//! The commands on records, run as processes: their output, the files they write, and their exit status.

use std::fs;

use crate::folder::Folder;

const A: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; ce 30; id \"a\";\n";
const B: &str = "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+; ce 500; id \"b\";\n";
const C: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - ce 10; id \"c\";\n";

const CHANGING: &[&str] = &[
    "purge", "set", "rename", "renumber", "mirror", "sort", "dedupe", "sample", "shuffle", "merge",
];

impl Folder {
    /// Runs a command and checks status and output. Standard error may only have the line that counts the
    /// changed records.
    fn check(&self, arguments: &[&str], status: i32, out: &str) {
        let run = self.run(arguments);
        let mut said: Vec<&str> = run.err.lines().collect();
        if CHANGING.contains(&arguments[0]) {
            let last = said.pop().expect("a last line");
            assert!(last.contains(" of ") && last.contains(" record"), "{last}");
        }
        assert_eq!(
            (run.status, run.out.as_str(), said.as_slice()),
            (status, out, &[][..]),
            "{arguments:?}"
        );
    }
}

fn suite() -> Folder {
    let text = ["# head\n", A, B, C].concat();
    Folder::new(&[("a.epd", &text)])
}

#[test]
fn a_query_without_a_match_says_why_where_it_is_known() {
    let folder = suite();
    for (arguments, said) in [
        (&["query", "dm", "a.epd"][..], "epdit: no record has `dm`\n"),
        (
            &["query", "BM and bm", "a.epd", "a.epd"],
            "epdit: no record has `BM`; did you mean `bm`?\n",
        ),
        (
            &["merge", "--where", "acd > 3", "a.epd"],
            "epdit: no record has `acd`\n0 records of 1 file written\n",
        ),
        (
            &["query", "bm > 3 and duplicate(position)", "a.epd", "a.epd"],
            "epdit: `bm` holds moves, not numbers: this never matches; see `epdit explain bm`\n",
        ),
    ] {
        let run = folder.run(arguments);
        assert_eq!(
            (run.out.as_str(), run.err.as_str()),
            ("", said),
            "{arguments:?}"
        );
    }
    let run = folder.run(&["query", "marked", "a.epd"]);
    assert!(
        run.status == 2 && run.err.contains("only in the editor"),
        "{}",
        run.err
    );
    let run = folder.run(&["query", "position in none.epd", "a.epd"]);
    assert!(
        run.status == 2 && run.err.contains("none.epd"),
        "{}",
        run.err
    );
    let run = folder.run(&[
        "query",
        "--count",
        "position in a.epd and file = a",
        "a.epd",
    ]);
    assert_eq!((run.status, run.out.as_str()), (0, "3\n"));
}

#[test]
fn query_prints_matching_records() {
    let folder = suite();
    // Comments directly above a matching record are printed, and no others.
    let both = ["# head\n", A, B].concat();
    folder.check(&["query", "ce > 20 and bm", "a.epd"], 0, &both);
    folder.check(&["merge", "--where", "ce > 20", "a.epd"], 0, &both);
    folder.check(&["query", "ce > 30", "a.epd"], 0, B);
    folder.check(
        &["query", "--count", "ce <= 30", "a.epd", "a.epd"],
        0,
        "4\n",
    );
    folder.check(&["query", "--ids", "bm has e2e4", "a.epd"], 0, "a\n");
    folder.check(
        &["query", "duplicate(position)", "a.epd"],
        0,
        &["# head\n", A, C].concat(),
    );
    folder.check(&["query", "ce > 3000", "a.epd"], 1, "");
    folder.check(&["query", "--count", "ce > 3000", "a.epd"], 1, "0\n");
    let run = folder.run_with(&["query", "duplicate(position)", "-"], &[A, B, C].concat());
    assert_eq!((run.status, run.out), (0, [A, C].concat()));
}

#[test]
fn a_query_finds_duplicates_over_all_files_that_are_given() {
    // Line numbers of the second file continue those of the first, whose last line has no line end.
    let folder = Folder::new(&[
        ("a.epd", ["# head\n", A.trim_end()].concat().as_str()),
        ("b.epd", &[B, C].concat()),
    ]);
    let all = ["query", "duplicate(position)"];
    let query = |paths: &[&'static str]| [&all[..], paths].concat();
    folder.check(&query(&["--count", "a.epd"]), 1, "0\n");
    folder.check(&query(&["--count", "b.epd"]), 1, "0\n");
    folder.check(&query(&["--count", "a.epd", "b.epd"]), 0, "2\n");
    folder.check(&query(&["--count", "."]), 0, "2\n");
    folder.check(&query(&["--ids", "b.epd", "a.epd"]), 0, "c\na\n");
    folder.check(
        &[
            "query",
            "--ids",
            "duplicate(position) and line = 2",
            "a.epd",
            "b.epd",
        ],
        0,
        "a\nc\n",
    );
    let run = folder.run_with(&query(&["--ids", "a.epd", "-"]), &[B, C].concat());
    assert_eq!((run.status, run.out.as_str()), (0, "a\nc\n"), "{}", run.err);
    // An unreadable file is reported, and the others are still read as one.
    let run = folder.run(&query(&["--ids", "a.epd", "none.epd", "b.epd"]));
    assert_eq!((run.status, run.out.as_str()), (2, "a\nc\n"));
    assert_eq!(run.err, "epdit: `none.epd`: no such file or folder\n");
    // In place each file is searched by itself.
    let set = [
        "set",
        "--where",
        "duplicate(position)",
        "c0 \"x\"",
        "a.epd",
        "b.epd",
    ];
    let run = folder.run(&[&set[..], &["-i"]].concat());
    assert!(!folder.read("b.epd").contains("c0"), "{}", run.err);
    let run = folder.run(&set);
    assert_eq!(run.out.matches("c0 ").count(), 2, "{}{}", run.out, run.err);
}

#[test]
fn query_marks_the_place_of_an_error() {
    let run = suite().run(&["query", "bm and sied = w", "a.epd"]);
    assert_eq!(run.status, 2);
    assert!(
        run.err.contains("bm and sied = w\n       ^^^^ "),
        "{}",
        run.err
    );
    assert!(run.err.contains("did you mean `side`"), "{}", run.err);
    let run = suite().run(&["query", "--help"]);
    assert!(
        run.status == 0 && run.out.contains("stalemate"),
        "{}",
        run.out
    );
}

#[test]
fn purge_set_and_rename_change_only_matching_records() {
    let folder = suite();
    let run = folder.run(&["purge", "ce,id", "a.epd"]);
    assert_eq!(
        run.out.lines().nth(1),
        Some("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;")
    );
    let run = folder.run(&["set", "--where", "not bm", "c0 \"to do\"", "a.epd"]);
    let changed = C.replace("ce 10", "c0 \"to do\"; ce 10");
    assert_eq!(run.out, ["# head\n", A, B, &changed].concat());
    let run = folder.run(&["rename", "ce", "Eval", "-", "-o", "new.epd"]);
    assert_eq!((run.status, run.out.as_str()), (0, ""));
    let run = folder.run_with(&["rename", "ce", "Eval", "-"], A);
    assert!(run.out.contains("Eval 30;"), "{}", run.out);
    folder.check(
        &["purge", "-i", "--where", "id = \"b\"", "bm", "a.epd"],
        0,
        "",
    );
    assert_eq!(
        folder.read("a.epd"),
        ["# head\n", A, &B.replace("bm Rh8+; ", ""), C].concat()
    );
    let run = folder.run(&["set", "c0 \"open", "a.epd"]);
    assert_eq!(run.status, 2);
    let run = folder.run(&["purge", "-i", "bm", "-"]);
    assert!(
        run.status == 2 && run.err.contains("standard input"),
        "{}",
        run.err
    );
}

#[test]
fn renumber_counts_through_all_files_in_a_stream_and_in_place() {
    let folder = Folder::new(&[("a.epd", A), ("b.epd", B)]);
    let run = folder.run(&["renumber", "T.{n:03}", "--start", "9", "a.epd", "b.epd"]);
    let expected = [
        A.replace("\"a\"", "\"T.009\""),
        B.replace("\"b\"", "\"T.010\""),
    ]
    .concat();
    assert_eq!(run.out, expected);
    folder.check(&["renumber", "-i", "T.{n}", "a.epd", "b.epd"], 0, "");
    assert!(folder.read("b.epd").contains("\"T.2\""));
    assert_eq!(folder.run(&["renumber", "T", "a.epd"]).status, 2);
}

#[test]
fn sort_is_by_number_and_text_and_moves_comments_with_their_records() {
    let text = ["# head\n\n", "# of a\n", A, B, C, "# end\n"].concat();
    let folder = Folder::new(&[("a.epd", &text)]);
    folder.check(
        &["sort", "--by", "ce", "a.epd"],
        0,
        &["# head\n\n", C, "# of a\n", A, B, "# end\n"].concat(),
    );
    let sorted = ["# head\n\n", B, "# of a\n", A, C, "# end\n"].concat();
    folder.check(&["sort", "--by", "ce", "--reverse", "-i", "a.epd"], 0, "");
    assert_eq!(folder.read("a.epd"), sorted);
    folder.check(
        &["sort", "--by", "material,id", "a.epd"],
        0,
        &["# head\n\n", "# of a\n", A, C, B, "# end\n"].concat(),
    );
    assert_eq!(folder.run(&["sort", "--by", "5", "a.epd"]).status, 2);
}

#[test]
fn dedupe_keeps_the_first_the_last_or_all_operations() {
    let folder = Folder::new(&[("a.epd", &[A, B].concat()), ("b.epd", C.trim_end())]);
    folder.check(&["dedupe", "a.epd", "b.epd"], 0, [A, B].concat().trim_end());
    folder.check(
        &["dedupe", "--keep", "last", "a.epd", "b.epd"],
        0,
        &[B, C.trim_end()].concat(),
    );
    let run = folder.run(&["dedupe", "--by", "id", "a.epd", "b.epd"]);
    assert_eq!(run.out, [A, B, C.trim_end()].concat());
    // A has more operations than C; among equals the first stays.
    for [first, second] in [["a.epd", "b.epd"], ["b.epd", "a.epd"]] {
        let run = folder.run(&["dedupe", "--keep", "richest", first, second]);
        assert_eq!(
            (run.out.contains(A), run.out.contains("\"c\"")),
            (true, false)
        );
        assert_eq!(run.err, "1 of 3 records removed\n");
    }
    let same = ["4k3/8/8/8/8/8/4P3/4K3 w - - ce 1; id \"d\";\n", C].concat();
    std::fs::write(folder.path("d.epd"), &same).expect("a file");
    let run = folder.run(&["dedupe", "--keep", "richest", "d.epd"]);
    assert_eq!(
        run.out,
        same.split_inclusive('\n').next().unwrap_or_default()
    );
    let run = folder.run(&["dedupe", "--keep", "merge", "b.epd", "a.epd"]);
    assert_eq!(run.out, [&C.replace("ce 10", "bm e4; ce 10"), B].concat());
}

#[test]
fn dedupe_merges_only_equal_positions_and_counts_records_left_unchanged() {
    let other = C.replace("4P3", "8");
    let other = other.replace("\"c\"", "\"a\"");
    let text = [A, B, &other].concat();
    let folder = Folder::new(&[("a.epd", &text)]);
    let run = folder.run(&["dedupe", "--by", "id", "--keep", "merge", "a.epd"]);
    assert_eq!((run.status, run.out.as_str()), (1, text.as_str()));
    assert_eq!(
        run.err,
        "0 of 3 records removed · 1 left unchanged: the position differs (first: a.epd:3)\n"
    );
    let folder = Folder::new(&[("a.epd", &[A, "# why\n", C].concat())]);
    let run = folder.run(&["dedupe", "--keep", "merge", "a.epd"]);
    assert_eq!((run.status, run.out), (0, ["# why\n", A].concat()));
    assert_eq!(
        run.err,
        "1 of 2 records removed · 2 conflicts: the values of the first record kept (first: a.epd:1)\n"
    );
}

#[test]
fn dedupe_neither_merges_an_ambiguous_record_nor_into_one() {
    let at = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    for other in ["c3 \"x\"; c3 \"y\";", "bm Zz9;", "bm e4!;", "bm Qh8;"] {
        for [first, second] in [["bm e4;", other], [other, "bm e4;"]] {
            let text = format!("{at} {first}\n{at} {second}\n");
            let folder = Folder::new(&[("a.epd", &text)]);
            let run = folder.run(&["dedupe", "--keep", "merge", "a.epd"]);
            assert_eq!((run.status, run.out), (1, text), "{}", run.err);
            let said = "0 of 2 records removed · 1 left unchanged: ";
            assert!(run.err.starts_with(said), "{}", run.err);
        }
    }
}

#[test]
fn joined_files_keep_their_line_ends() {
    let crlf = [A, B].concat().replace('\n', "\r\n");
    let files = [
        ("a.epd", crlf.trim_end()),
        ("b.epd", C),
        ("mark.epd", "\u{feff}"),
    ];
    let folder = Folder::new(&files);
    let joined = [crlf.as_str(), C].concat();
    for command in [
        &["merge"][..],
        &["fmt"],
        &["query", "all"],
        &["dedupe", "--by", "record"],
    ] {
        let run = folder.run(&[command, &["a.epd", "b.epd"]].concat());
        assert_eq!((run.status, &run.out), (0, &joined), "{command:?}");
    }
    folder.run(&["split", "--every", "9", "--into", "parts", "a.epd", "b.epd"]);
    assert_eq!(folder.read("parts/a-001.epd"), joined);
    // A file of a byte-order mark alone has no line to end.
    let run = folder.run(&["merge", "mark.epd", "b.epd"]);
    assert_eq!(run.out, ["\u{feff}", C].concat());
}

#[test]
fn merging_the_parts_of_a_split_restores_the_file() {
    let folder = suite();
    let run = folder.run(&["split", "--every", "2", "--into", "parts", "a.epd"]);
    let names: Vec<_> = run.out.lines().map(str::to_owned).collect();
    assert_eq!((run.status, names.len()), (0, 2), "{}", run.err);
    let merged = folder.run(&["merge", &names[0], &names[1]]);
    assert_eq!(merged.out, folder.read("a.epd"));
    let again = folder.run(&["split", "--every", "2", "--into", "parts", "a.epd"]);
    assert!(
        again.status == 2 && again.err.contains("already exists"),
        "{}",
        again.err
    );
    let run = folder.run(&[
        "split", "--by", "id", "--into", "values", "--where", "bm", "a.epd",
    ]);
    assert!(
        run.out.contains("a-b.epd") && !run.out.contains("a-c.epd"),
        "{}",
        run.out
    );
    let look = [
        "split",
        "--every",
        "2",
        "--into",
        "looked",
        "--dry-run",
        "a.epd",
    ];
    let run = folder.run(&look);
    assert_eq!(
        (super::slashes(&run.out).as_str(), run.err.as_str()),
        (
            "looked/a-001.epd\nlooked/a-002.epd\n",
            "3 records would be written to 2 files\n"
        )
    );
    assert!(!folder.path("looked").exists());
    assert_eq!(folder.run(&["split", "--into", "x", "a.epd"]).status, 2);
}

#[test]
fn files_that_are_merged_are_one_text() {
    let with_mark = format!("\u{feff}{A}");
    let folder = Folder::new(&[
        ("a.epd", A),
        ("mark.epd", &with_mark),
        ("cr.epd", &[A, B].concat().replace('\n', "\r")),
    ]);
    // A byte-order mark is written at the start of the output or not at all.
    let run = folder.run(&["merge", "mark.epd", "mark.epd"]);
    assert_eq!(run.out, [&with_mark, A].concat());
    // Lines ended by CR alone would become one line among others.
    for paths in [["a.epd", "cr.epd"], ["cr.epd", "a.epd"]] {
        let run = folder.run(&["merge", paths[0], paths[1]]);
        assert_eq!(run.out.lines().count(), 3, "{:?}", run.out);
    }
    let alone = folder.run(&["merge", "cr.epd"]);
    assert_eq!(alone.out, folder.read("cr.epd"));
}

#[test]
fn sample_and_shuffle_are_the_same_for_the_same_seed() {
    let text: String = (0..100)
        .map(|n| A.replace("\"a\"", &format!("\"{n}\"")))
        .collect();
    let folder = Folder::new(&[("a.epd", &text)]);
    let one = folder.run(&["sample", "10", "--seed", "5", "a.epd"]);
    assert_eq!(one.out.lines().count(), 10);
    assert_eq!(
        one.out,
        folder.run(&["sample", "10", "--seed", "5", "a.epd"]).out
    );
    assert_ne!(one.out, folder.run(&["sample", "10", "a.epd"]).out);
    assert_eq!(folder.run(&["sample", "1000", "a.epd"]).out, text);
    let shuffled = folder.run(&["shuffle", "--seed", "5", "a.epd"]);
    assert_ne!(shuffled.out, text);
    assert_eq!(
        shuffled.out,
        folder.run(&["shuffle", "--seed", "5", "a.epd"]).out
    );
}

#[test]
fn a_file_of_another_kind_is_left_alone_and_a_missing_one_exits_with_2() {
    let folder = Folder::new(&[("a.epd", A), ("x.epd", "PK\u{3}\u{4}zip")]);
    for command in [
        &["purge", "-i", "ce"][..],
        &["sort", "-i", "--by", "ce"],
        &["merge"],
    ] {
        let run = folder.run(&[command, &["x.epd", "a.epd"]].concat());
        assert!(
            run.status == 1 && run.err.contains("zip archive"),
            "{command:?} {}",
            run.err
        );
        assert_eq!(folder.read("x.epd"), "PK\u{3}\u{4}zip");
    }
    let run = folder.run(&["purge", "ce", "none.epd", "a.epd"]);
    assert_eq!(run.status, 2);
    assert!(run.out.contains("bm e4"));
    let run = folder.run(&["sort", "--by", "ce", "-o", "none/a.epd", "a.epd"]);
    assert_eq!(run.status, 2);
}

#[test]
fn stats_count_as_a_table_or_as_json() {
    let folder = suite();
    let run = folder.run(&["stats", "a.epd"]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.out.starts_with("3 records, 1 comment, "), "{}", run.out);
    assert!(
        run.out
            .contains("\nmaterial (of 3 records with at most 7 pieces)\n  KPvK      2   66.7 %\n"),
        "{}",
        run.out
    );
    let run = folder.run(&[
        "stats", "--format", "json", "--where", "bm", "a.epd", "a.epd",
    ]);
    let json: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(
        (&json["records"], &json["opcodes"]["ce"]),
        (&4.into(), &4.into())
    );
    assert_eq!(json["sides"]["w"], 4);
}

#[test]
fn stats_say_which_records_each_figure_counts() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e5;\n";
    let folder = Folder::new(&[("a.epd", &[A, start, "what is this\n"].concat())]);
    let run = folder.run(&["stats", "a.epd"]);
    let titles = [
        "side to move (of 2 records with a side to move)",
        "phase (of 2 records with a board)",
        "opcode (of 3 records, each counted once for each of its opcodes)",
        "material (of 1 record with at most 7 pieces)",
        "pieces (of 2 records with a board)",
        "length in bytes (of 3 records)",
        "problem (of 2 problems)",
    ];
    for title in titles {
        assert!(
            run.out.contains(&format!("\n{title}\n")),
            "{title}: {}",
            run.out
        );
    }
    // The percentages of each section add up to 100, except for opcodes: a record has several.
    for section in run
        .out
        .split("\n\n")
        .skip(1)
        .filter(|text| !text.starts_with("opcode"))
    {
        let percent = section.lines().filter_map(|line| {
            let number = line.strip_suffix(" %")?.split(' ').next_back()?;
            number.parse::<f64>().ok()
        });
        let whole: f64 = percent.sum();
        assert!((99.8..100.2).contains(&whole), "{section}");
    }
}

#[test]
fn records_are_sorted_by_calculations_and_by_first_operands() {
    let record =
        |id: &str, rest: &str| format!("4k3/8/8/8/8/8/4P3/R3K3 w Q - {rest}id \"{id}\";\n");
    let (a, b, c) = (
        record("long one", "bm e4; ce 30; pv Rd1 Kf8; "),
        record("b", "bm Rb1; ce 1.5; pv e3; "),
        record("cc", "bm Kd2; ce -5; "),
    );
    let folder = Folder::new(&[("a.epd", &[&a[..], &b, &c].concat())]);
    for (by, expected) in [
        ("length(id)", [&b, &c, &a]),
        ("-length(id)", [&a, &c, &b]),
        ("ce/100", [&c, &b, &a]),
        ("-ce+1", [&a, &b, &c]),
        ("first(pv)", [&a, &b, &c]),
        ("-first(pv)", [&b, &a, &c]),
        ("piece(bm)", [&c, &a, &b]),
        ("count(pv),attacks(w, e3)", [&c, &b, &a]),
        ("id.prefix", [&b, &c, &a]),
    ] {
        let expected: String = expected.iter().map(|line| line.as_str()).collect();
        folder.check(&["sort", "--by", by, "a.epd"], 0, &expected);
    }
    let run = folder.run(&["sort", "--by", "first(pv", "a.epd"]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("found `first(pv`: "), "{}", run.err);
}

#[test]
fn sort_with_a_limit_writes_only_the_first_records() {
    let text = format!("# head\n\n{A}# loose\n\n# above b\n{B}");
    let folder = Folder::new(&[("a.epd", &text)]);
    let first = |limit: &str, expected: &str, last: &str| {
        let run = folder.run(&["sort", "--by", "-id", "--limit", limit, "a.epd"]);
        assert_eq!((run.status, run.out.as_str()), (0, expected), "{}", run.err);
        assert_eq!(run.last(), last);
    };
    let one = format!("# head\n\n# above b\n{B}");
    first("1", &one, "1 of 2 records kept");
    first("0", "# head\n\n", "0 of 2 records kept");
    first("9", &format!("{one}{A}"), "2 of 2 records kept");
    // In place the other records would be lost, so it is refused.
    let run = folder.run(&["sort", "--by", "id", "--limit", "1", "-i", "a.epd"]);
    assert_eq!(run.status, 2, "{}", run.err);
    assert_eq!(folder.read("a.epd"), text);
}

#[test]
fn a_sort_key_that_no_record_has_is_reported_before_the_count() {
    let check = |by: &str, said: &str| {
        let folder = Folder::new(&[("a.epd", &format!("{A}{B}"))]);
        let run = folder.run(&["sort", "--by", by, "a.epd"]);
        assert_eq!(run.status, 0, "{}", run.err);
        assert_eq!(run.err, format!("{said}0 of 2 records moved\n"));
    };
    check("-op(zzz)", "epdit: no record has `zzz`\n");
    check(
        "op(cee)",
        "epdit: no record has `cee`; did you mean `ce`?\n",
    );
    check("dm,id,position", "epdit: no record has `dm`\n");
    check("id,material", "");
}

#[test]
fn written_and_replaced_files_are_named() {
    let folder = Folder::new(&[("a.epd", A), ("b.epd", B)]);
    let run = folder.run(&["merge", "a.epd", "b.epd", "-o", "all.epd"]);
    let said = "wrote `all.epd`\n2 records of 2 files written\n";
    assert_eq!((run.status, run.err.as_str()), (0, said));
    assert_eq!(folder.read("all.epd"), format!("{A}{B}"));
    let run = folder.run(&["merge", "b.epd", "-o", "all.epd"]);
    let said = "replaced `all.epd`\n1 record of 1 file written\n";
    assert_eq!((run.status, run.err.as_str()), (0, said));
    assert_eq!(folder.read("all.epd"), B);
    let run = folder.run(&["merge", "-i", "a.epd", "b.epd"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.contains("`-o all.epd`"), "{}", run.err);
    let run = folder.run(&["sort", "--by", "id", "b.epd", "-o", "all.epd"]);
    assert_eq!(run.err, "replaced `all.epd`\n0 of 1 record moved\n");
}

#[test]
fn the_size_of_a_written_file_is_reported() {
    let folder = Folder::new(&[("a.epd", &format!("# head\n\n{A}{B}"))]);
    let check = |arguments: &[&str], expected: &str| {
        let run = folder.run(&[arguments, &["a.epd", "-o", "out"]].concat());
        assert_eq!(run.err, expected, "{arguments:?}");
    };
    check(
        &["query", "ce < 99"],
        "wrote `out`\n1 matching record written\n",
    );
    let two = "replaced `out`\n2 matching records written\n";
    check(&["query", "--fields", "id", "all"], two);
    check(&["query", "--ids", "all"], two);
    let one = "replaced `out`\n1 matching record written\n";
    check(&["query", "--limit", "1", "all"], one);
    let counted = "replaced `out`\n2 matching records counted\n";
    check(&["query", "--count-by", "side"], counted);
    check(&["query", "--count", "all"], counted);
    let none = "`out` is left unchanged: no record matches\n";
    let run = folder.run(&["query", "pieces = 9", "a.epd", "-o", "out"]);
    assert!(run.err.ends_with(none), "{}", run.err);
    check(
        &["convert", "--to", "fen"],
        "replaced `out`\n2 records written · 1 comment line left out\n",
    );
    let all = "replaced `out`\n2 records written\n";
    check(&["convert", "--to", "epd"], all);
    // Only what is left out is reported when writing to standard output.
    let run = folder.run(&["query", "ce < 99", "a.epd", "-o", "-"]);
    assert_eq!((run.out.contains(A), run.err.as_str()), (true, ""));
    let run = folder.run(&["convert", "--to", "epd", "a.epd"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
}

#[test]
fn merging_counts_the_records_and_a_dry_run_writes_none() {
    let folder = Folder::new(&[("a.epd", &format!("# head\n\n{A}{B}")), ("b.epd", B)]);
    for (arguments, last) in [
        (
            &["merge", "a.epd", "b.epd"][..],
            "3 records of 2 files written",
        ),
        (
            &["merge", "--where", "id = \"a\"", "a.epd", "b.epd"],
            "1 record of 2 files written",
        ),
    ] {
        let run = folder.run(arguments);
        assert_eq!((run.status, run.last()), (0, last), "{}", run.err);
        let run = folder.run(&[arguments, &["--dry-run", "-o", "all.epd"]].concat());
        let would = last.replace("written", "would be written");
        assert_eq!((run.status, run.out.as_str(), run.last()), (0, "", &*would));
        assert!(!folder.path("all.epd").exists());
    }
}

#[test]
fn an_output_inside_the_input_folder_is_not_read_again() {
    let folder = Folder::new(&[]);
    fs::create_dir(folder.path("fx")).expect("a folder");
    fs::write(folder.path("fx/a.epd"), A).expect("a file");
    fs::write(folder.path("fx/b.epd"), B).expect("a file");
    let both = format!("{A}{B}");
    let first = folder.run(&["merge", "fx", "-o", "fx/all.epd"]);
    assert_eq!(first.status, 0, "{}", first.err);
    assert_eq!(folder.read("fx/all.epd"), both);
    for arguments in [
        &["merge", "fx"][..],
        &["sort", "--by", "id", "fx"],
        &["dedupe", "fx"],
        &["set", "ce 1", "fx"],
        &["fmt", "fx"],
        &["query", "bm", "fx"],
        &["convert", "--to", "epd", "fx"],
    ] {
        let run = folder.run(&[arguments, &["-o", "fx/all.epd"]].concat());
        assert_eq!(run.status, 2, "{arguments:?}: {}", run.err);
        assert!(run.err.contains("`fx/all.epd` is in `fx`"), "{}", run.err);
        assert_eq!(folder.read("fx/all.epd"), both, "{arguments:?}");
    }
    // A file that is named explicitly is read.
    let run = folder.run(&["merge", "fx/all.epd", "fx/a.epd", "-o", "fx/all.epd"]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert_eq!(folder.read("fx/all.epd"), format!("{both}{A}"));
}

#[test]
fn bytes_that_a_format_cannot_hold_are_reported() {
    let text = b"4k3/8/8/8/8/8/4P3/4K3 w - - c0 \"Jos\xe9\"; id \"a\";\n\
                 4k3/8/8/8/8/8/4P3/4K3 w - - c0 \"\xef\xbf\xbd\"; id \"b\";\n";
    let folder = Folder::new(&[]);
    fs::write(folder.path("a.epd"), text).expect("a file");
    for (format, said) in [
        (
            "json",
            "U+FFFD stands for them, and `bytes_hex` has the line (first: a.epd:1)",
        ),
        ("pgn", "U+FFFD stands for them (first: a.epd:1)"),
    ] {
        let run = folder.run(&["convert", "--to", format, "a.epd"]);
        let said = format!("epdit: 1 record with bytes that are not UTF-8: {said}\n");
        assert_eq!((run.status, run.err), (1, said), "{format}");
    }
    // Tables keep the bytes.
    let run = folder.run(&["convert", "--to", "csv", "a.epd"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
}

#[test]
fn the_name_that_other_programs_use_suggests_the_command() {
    let folder = Folder::new(&[("a.epd", A), ("b.epd", B)]);
    for (name, command) in [("diff", "compare"), ("grep", "query"), ("uniq", "dedupe")] {
        let run = folder.run(&[name, "a.epd", "b.epd"]);
        assert_eq!(run.status, 2, "{}", run.err);
        let said = format!("`{name}` is neither a file nor a command; did you mean `{command}`?");
        assert!(run.err.contains(&said), "{}", run.err);
        assert!(!folder.path(name).exists());
    }
}

#[test]
fn statistics_of_missing_files_are_not_printed_as_zeros() {
    let folder = Folder::new(&[("a.epd", A)]);
    let run = folder.run(&["stats", "nosuch"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""), "{}", run.err);
    let run = folder.run(&["stats", "nosuch", "a.epd"]);
    assert_eq!(run.status, 2);
    assert!(run.out.starts_with("1 record"), "{}", run.out);
}

#[test]
fn a_name_is_explained_whatever_its_case() {
    let folder = Folder::new(&[]);
    for (typed, name) in [
        ("BM", "bm"),
        ("Move-Illegal", "move-illegal"),
        ("ACD", "acd"),
    ] {
        let run = folder.run(&["explain", typed]);
        assert_eq!(run.status, 0, "{typed}: {}", run.err);
        assert_eq!(run.out, folder.run(&["explain", name]).out, "{typed}");
    }
}
