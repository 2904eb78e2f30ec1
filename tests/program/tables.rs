//! Query results as tables, and the commands that read several files as one.

use std::process::Command;

/// Splits a command line at blanks. Text in single quotes is one word, as in a shell.
fn words(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() {
        let (word, behind) = match rest.strip_prefix('\'') {
            Some(quoted) => quoted.split_once('\'').expect("a closing quote"),
            None => rest.split_once(' ').unwrap_or((rest, "")),
        };
        words.push(word);
        rest = behind.trim_start();
    }
    words
}

/// Runs a command line in a folder with these files; returns status, output, errors and the folder.
fn run_in(files: &[(&str, &str)], line: &str) -> (i32, String, String, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_epdit"))
        .args(words(line))
        .current_dir(folder.path())
        .output()
        .expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    let status = output.status.code().expect("ended by itself");
    (status, text(output.stdout), text(output.stderr), folder)
}

const SUITE: &str = "\
# head
4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; ce 30; id \"a, b\";
4k3/8/8/8/8/8/4P3/4K3 b - - bm Kd7; ce -15; id \"say \"hi\"\";
4k3/8/8/8/8/8/4P3/4K3 w - - ce 200;
4k3/8/8/8/8/8/8/4K3 w - - 7 30
";

#[track_caller]
fn check(line: &str, status: i32, out: &str) {
    let (found, printed, err, _folder) = run_in(&[("a.epd", SUITE)], line);
    assert_eq!((found, printed.as_str()), (status, out), "{line}: {err}");
}

#[test]
fn fields_are_columns_of_a_table() {
    let fields = "query --fields line,id,ce ce a.epd";
    check(
        fields,
        0,
        "line\tid\tce\n2\ta, b\t30\n3\t\"say \"\"hi\"\"\"\t-15\n4\t\t200\n",
    );
    let csv = format!("{fields} --to csv");
    check(
        &csv,
        0,
        "line,id,ce\r\n2,\"a, b\",30\r\n3,\"say \"\"hi\"\"\",-15\r\n4,,200\r\n",
    );
    let json = "query --fields line,bm,ce,problems,hmvc --to json white a.epd";
    check(
        json,
        0,
        "{\"line\":2,\"bm\":\"e4\",\"ce\":30,\"problems\":[],\"hmvc\":null}\n\
         {\"line\":4,\"bm\":null,\"ce\":200,\"problems\":[],\"hmvc\":null}\n\
         {\"line\":5,\"bm\":null,\"ce\":null,\"problems\":[\"fen-clocks\"],\"hmvc\":7}\n",
    );
}

#[test]
fn a_table_reads_back_as_the_same_cells() {
    let arguments = "query --fields id,text --to csv legal a.epd";
    let (_, out, _, _folder) = run_in(&[("a.epd", SUITE)], arguments);
    let mut rows = csv::Reader::from_reader(out.as_bytes());
    let cells: Vec<(String, String)> = rows
        .records()
        .map(|row| row.expect("a row"))
        .map(|row| (row[0].to_owned(), row[1].to_owned()))
        .collect();
    let lines: Vec<&str> = SUITE.lines().skip(1).collect();
    let texts: Vec<&str> = cells.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(texts, lines);
    let ids: Vec<&str> = cells.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(ids, ["a, b", "say \"hi\"", "", ""]);
}

#[test]
fn matches_are_counted_by_a_field_and_measured() {
    check(
        "query --count-by side legal a.epd",
        0,
        "side\tcount\nw\t3\nb\t1\n",
    );
    check(
        "query --count-by bm --to json legal a.epd",
        0,
        "{\"bm\":null,\"count\":2}\n{\"bm\":\"Kd7\",\"count\":1}\n{\"bm\":\"e4\",\"count\":1}\n",
    );
    check(
        "query --count-by pieces --limit 1 legal a.epd",
        0,
        "pieces\tcount\n3\t3\n",
    );
    check(
        "query --stats ce legal a.epd a.epd",
        0,
        "field\tcount\tmissing\tmin\tmedian\tmax\tmean\tsum\nce\t6\t2\t-15\t30\t200\t71.6666666666667\t430\n",
    );
    check(
        "query --stats ce --to json 'white and bm' a.epd",
        0,
        "{\"field\":\"ce\",\"count\":1,\"missing\":0,\"min\":30,\"median\":30,\"max\":30,\"mean\":30,\"sum\":30}\n",
    );
}

const GROUPED: &str = "\
4k3/8/8/8/8/8/4P3/4K3 w - - ce 30; id \"A.1\";
4k3/8/8/8/8/8/4P3/4K3 b - - ce +30; id \"A.2\"; bm Kd7 Kf7;
4k3/8/8/8/8/8/4P3/4K3 w - - ce \"10\"; id \"B 7\";
4k3/8/8/8/8/8/4P3/4K2R w K - ce 1.5; id \"A.3\"; Own 0.50;
4k3/8/8/8/8/8/4P3/4K2R w H - ce good; id \"none\"; Own \"0.5\";
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"17\";
";

#[track_caller]
fn check_grouped(line: &str, status: i32, out: &str) {
    let (found, printed, err, _folder) = run_in(&[("g.epd", GROUPED)], line);
    let expected = (status, out);
    assert_eq!((found, printed.as_str()), expected, "{line}: {err}");
}

#[test]
fn numbers_are_summarized_for_each_value_of_other_fields() {
    check_grouped(
        "query --stats ce --by side g.epd",
        0,
        "side\tfield\tcount\tmissing\tmin\tmedian\tmax\tmean\tsum\n\
         w\tce\t3\t2\t1.5\t10\t30\t13.8333333333333\t41.5\n\
         b\tce\t1\t0\t30\t30\t30\t30\t30\n",
    );
    check_grouped(
        "query --stats ce/10 --count-by id.prefix,pieces --limit 2 --to csv g.epd",
        0,
        "id.prefix,pieces,field,count,missing,min,median,max,mean,sum\r\n\
         A,3,ce/10,2,0,3,3,3,3,6\r\n\
         ,32,ce/10,0,1,,,,,\r\n",
    );
    check_grouped(
        "query --stats ce --by castling --to json castling g.epd",
        0,
        "{\"castling\":\"K\",\"field\":\"ce\",\"count\":1,\"missing\":1,\"min\":1.5,\"median\":1.5,\"max\":1.5,\"mean\":1.5,\"sum\":1.5}\n\
         {\"castling\":\"KQkq\",\"field\":\"ce\",\"count\":0,\"missing\":1,\"min\":null,\"median\":null,\"max\":null,\"mean\":null,\"sum\":null}\n",
    );
}

#[test]
fn several_fields_are_measured_at_once() {
    check_grouped(
        "query --stats ce,Own,acd g.epd",
        0,
        "field\tcount\tmissing\tmin\tmedian\tmax\tmean\tsum\n\
         ce\t4\t2\t1.5\t20\t30\t17.875\t71.5\n\
         Own\t2\t4\t0.5\t0.5\t0.5\t0.5\t1\n\
         acd\t0\t6\t\t\t\t\t\n",
    );
    // The limit is one of values, and each value has a row for each field.
    check_grouped(
        "query --stats ce,count(bm) --by side --limit 1 --to csv g.epd",
        0,
        "side,field,count,missing,min,median,max,mean,sum\r\n\
         w,ce,3,2,1.5,10,30,13.8333333333333,41.5\r\n\
         w,count(bm),5,0,0,0,0,0,0\r\n",
    );
    let (_, _, err, _folder) = run_in(&[("g.epd", GROUPED)], "query --stats ce,acd g.epd");
    assert!(
        err.contains("no matching record has a number in `acd`"),
        "{err}"
    );
    assert!(!err.contains("number in `ce`"), "{err}");
}

#[test]
fn scores_that_a_mate_implies_are_reported() {
    let text = "7k/8/5K2/8/8/8/8/Q7 b - - bm #-2;\n7k/8/5K2/8/8/8/8/Q7 w - - bm #2;\n\
                4k3/8/8/8/8/8/4P3/4K3 w - - ce 30; dm 5;\n";
    for (field, message) in [
        (
            "ce",
            "epdit: `ce`: 1 value is not written but implied, as by `bm #-3` (first: a.epd:1)\n",
        ),
        (
            "dm",
            "epdit: `dm`: 1 value is not written but implied, as by `bm #3` (first: a.epd:2)\n",
        ),
        ("ce+1", ""),
    ] {
        let (_, _, err, _folder) =
            run_in(&[("a.epd", text)], &format!("query --stats {field} a.epd"));
        assert_eq!(err, message, "{field}");
        let by = format!("query --stats {field} --by side a.epd");
        let (_, _, err, _folder) = run_in(&[("a.epd", text)], &by);
        assert_eq!(err, message, "{field}");
    }
}

#[test]
fn options_that_do_not_fit_an_edit_are_named() {
    for (option, name) in [
        (
            "--limit 1",
            "`--limit` can't be combined with `--in-place`, `--dry-run` or `--diff`, which remove records; to write the first matches, try `-o FILE`",
        ),
        ("--ids", "`--ids` can't be combined with `--in-place`"),
        (
            "--stats ce",
            "`--stats` can't be combined with `--in-place`",
        ),
    ] {
        for change in ["-i", "--dry-run"] {
            let arguments = format!("query {change} {option} ce g.epd");
            let (status, out, err, _folder) = run_in(&[("g.epd", GROUPED)], &arguments);
            assert!(
                status == 2 && out.is_empty() && err.contains(name),
                "{arguments}: {err}"
            );
        }
    }
    let arguments = "query --limit 1 -o - ce g.epd";
    let (status, out, _, _folder) = run_in(&[("g.epd", GROUPED)], arguments);
    assert_eq!((status, out.lines().count()), (0, 1));
}

#[test]
fn values_that_are_not_numbers_count_as_missing_and_are_reported() {
    let record = |rest: &str| format!("4k3/8/8/8/8/8/4P3/4K3 w - - {rest}\n");
    let records = [
        "acd 12;",
        "acd deep;",
        "acd 13.5;",
        "acd x;",
        "ce good;",
        "id \"\";",
    ];
    let text: String = records.iter().map(|rest| record(rest)).collect();
    let stats = |line: &str| {
        let (status, out, err, _folder) = run_in(&[("a.epd", &text)], line);
        assert_eq!(status, 0, "{err}");
        (out, err)
    };
    let message =
        "epdit: `acd` holds numbers: 2 values of another kind count as missing (first: a.epd:2)\n";
    let (out, err) = stats("query --stats acd a.epd");
    assert_eq!(
        out.lines().nth(1),
        Some("acd\t2\t4\t12\t12.75\t13.5\t12.75\t25.5")
    );
    assert_eq!(err, message);
    let (_, err) = stats("query --stats acd --by side a.epd");
    assert_eq!(err, message);
    let (_, err) = stats("query --stats ce a.epd");
    assert_eq!(
        err,
        "epdit: `ce` holds numbers: 1 value of another kind counts as missing (first: a.epd:5)\n\
         epdit: no matching record has a number in `ce`\n"
    );
}

#[test]
fn numbers_keep_all_their_digits() {
    let record = |rest: &str| format!("4k3/8/8/8/8/8/4P3/4K3 w - - {rest}\n");
    let records = [
        "ce 0.0001; acn 9223372036854775807;",
        "ce 0.0002; acn 9223372036854775808;",
        "ce 1.23456; acn 9223372036854775810;",
    ];
    let text: String = records.iter().map(|rest| record(rest)).collect();
    let check = |line: &str, expected: &str| {
        let (_, out, err, _folder) = run_in(&[("a.epd", &text)], line);
        assert_eq!(out, expected, "{err}");
    };
    let stats = |field: &str, rest: &str| {
        let head = "field\tcount\tmissing\tmin\tmedian\tmax\tmean\tsum\n";
        check(
            &format!("query --stats {field} a.epd"),
            &format!("{head}{field}\t3\t0\t{rest}\n"),
        );
    };
    stats("ce", "0.0001\t0.0002\t1.23456\t0.41162\t1.23486");
    stats(
        "ce/100",
        "0.000001\t0.000002\t0.0123456\t0.0041162\t0.0123486",
    );
    stats(
        "acn",
        "9223372036854775807\t9223372036854775808\t9223372036854775810\t9223372036854775808\t27670116110564327425",
    );
    check(
        "query --stats ce --to json a.epd",
        "{\"field\":\"ce\",\"count\":3,\"missing\":0,\"min\":0.0001,\"median\":0.0002,\"max\":1.23456,\"mean\":0.41162,\"sum\":1.23486}\n",
    );
    check(
        "query --fields ce,ce/3,ce*0.1,acn,acn+1 --limit 2 a.epd",
        "ce\tce/3\tce*0.1\tacn\tacn+1\n\
         0.0001\t0.0000333333333333333\t0.00001\t9223372036854775807\t9223372036854775808\n\
         0.0002\t0.0000666666666666667\t0.00002\t9223372036854775808\t9223372036854775809\n",
    );
    check(
        "query --fields acn --to json 'ce < 1' a.epd",
        "{\"acn\":9223372036854775807}\n{\"acn\":9223372036854775808}\n",
    );
    check("query --count 'acn+1 > 9223372036854775807' a.epd", "3\n");
    check("query --count 'acn >= 9223372036854775808' a.epd", "2\n");
    check("query --count 'acn = 9223372036854775809 - 1' a.epd", "1\n");
    check(
        "set 'c0 \"{ce/3} {acn}\"' --where 'line = 2' a.epd",
        &text.replace(
            "775808;",
            "775808; c0 \"0.0000666666666666667 9223372036854775808\";",
        ),
    );
}

#[test]
fn an_empty_text_is_an_empty_string() {
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - id \"\"; c0 \"\";\n4k3/8/8/8/8/8/4P3/4K3 w - -\n";
    let check = |line: &str, expected: &str| {
        let (_, out, err, _folder) = run_in(&[("a.epd", text)], line);
        assert_eq!(out, expected, "{err}");
    };
    check(
        "query --fields id,c0 --to json a.epd",
        "{\"id\":\"\",\"c0\":\"\"}\n{\"id\":null,\"c0\":null}\n",
    );
    check(
        "query --count-by id --to json a.epd",
        "{\"id\":null,\"count\":1}\n{\"id\":\"\",\"count\":1}\n",
    );
    // Other tables quote an empty text; a missing value is an empty cell.
    check(
        "query --fields line,id,c0 a.epd",
        "line\tid\tc0\n1\t\"\"\t\"\"\n2\t\t\n",
    );
    check(
        "query --fields line,id,c0 --to csv a.epd",
        "line,id,c0\r\n1,\"\",\"\"\r\n2,,\r\n",
    );
    check("query --count-by id a.epd", "id\tcount\n\t1\n\"\"\t1\n");
    check(
        "query --stats line --by id a.epd",
        "id\tfield\tcount\tmissing\tmin\tmedian\tmax\tmean\tsum\n\
         \tline\t1\t0\t2\t2\t2\t2\t2\n\"\"\tline\t1\t0\t1\t1\t1\t1\t1\n",
    );
}

#[test]
fn the_first_operand_can_be_shown_and_counted() {
    let text = "4k3/8/8/8/8/8/4P3/R3K3 w Q - bm e2e4; id \"one\"; pv 1. Rd1 Kf8;\n\
                4k3/8/8/8/8/8/4P3/R3K3 w Q - bm Rb1 e4; id two;\n\
                4k3/8/8/8/8/8/4P3/R3K3 w Q - bm Qh8;\n";
    let check = |line: &str, expected: &str| {
        let (_, out, err, _folder) = run_in(&[("a.epd", text)], line);
        assert_eq!(out, expected, "{err}");
    };
    check(
        "query --fields first(bm),piece(bm),first(pv),length(id) a.epd",
        "first(bm)\tpiece(bm)\tfirst(pv)\tlength(id)\ne4\tP\tRd1\t3\nRb1\tR\t\t3\nQh8\t\t\t\n",
    );
    check(
        "query --count-by piece(bm) a.epd",
        "piece(bm)\tcount\n\t1\nP\t1\nR\t1\n",
    );
    check(
        "query --count-by length(id) --to json a.epd",
        "{\"length(id)\":3,\"count\":2}\n{\"length(id)\":null,\"count\":1}\n",
    );
    check("query --count 'first(bm) = e4' a.epd", "1\n");
    check("query --count 'first(pv) piece R' a.epd", "1\n");
    check(
        "set 'c0 \"{first(pv)}\"' --where pv a.epd",
        &text.replace("id \"one\";", "c0 \"Rd1\"; id \"one\";"),
    );
}

#[test]
fn a_number_has_one_value_in_queries_tables_and_sorting() {
    check_grouped("query --count 'ce > 1 and ce < 2' g.epd", 0, "1\n");
    check_grouped(
        "query --count-by ce g.epd",
        0,
        "ce\tcount\n30\t2\n\t1\n1.5\t1\n10\t1\ngood\t1\n",
    );
    check_grouped("query --count-by Own Own g.epd", 0, "Own\tcount\n0.5\t2\n");
    check_grouped(
        "query --fields ce,Own,ce*2 --to json 'castling = K' g.epd",
        0,
        "{\"ce\":1.5,\"Own\":0.5,\"ce*2\":3}\n{\"ce\":\"good\",\"Own\":0.5,\"ce*2\":null}\n",
    );
    let (_, sorted, _, _folder) = run_in(&[("g.epd", GROUPED)], "sort --by ce g.epd");
    let numbers = sorted.lines().filter_map(|line| {
        let (_, behind) = line.split_once("ce ")?;
        behind.split(';').next()
    });
    let numbers: Vec<&str> = numbers.collect();
    assert_eq!(numbers, ["1.5", "\"10\"", "30", "+30", "good"]);
}

#[test]
fn tables_have_columns_for_calculations_and_fields_of_the_position() {
    check_grouped(
        "query --fields 'id, ce/100,count(bm),material(w),material,attacks(w,d3)' black g.epd",
        0,
        "id\tce/100\tcount(bm)\tmaterial(w)\tmaterial\tattacks(w,d3)\nA.2\t0.3\t2\t100\tKPvK\t1\n",
    );
    check_grouped(
        "query --count-by phase,side g.epd",
        0,
        "phase\tside\tcount\nendgame\tw\t4\nendgame\tb\t1\nopening\tw\t1\n",
    );
    check_grouped(
        "query --stats material g.epd",
        0,
        "field\tcount\tmissing\tmin\tmedian\tmax\tmean\tsum\nmaterial\t6\t0\t100\t350\t7800\t1550\t9300\n",
    );
    for (field, message) in [
        ("pieecs", "did you mean `pieces`?"),
        ("ce/", "found `ce/`"),
        ("count(bm", "found `count(bm`"),
    ] {
        let (status, out, err, _folder) = run_in(
            &[("g.epd", GROUPED)],
            &format!("query --fields '{field}' g.epd"),
        );
        assert_eq!((status, out.as_str()), (2, ""), "{field}");
        assert!(err.contains(message), "{field}: {err}");
    }
}

#[test]
fn words_of_the_editor_are_refused_with_the_reason() {
    for (query, word) in [("marked", "`marked`"), ("bm and not edited", "`edited`")] {
        let (status, out, err, _folder) =
            run_in(&[("a.epd", SUITE)], &format!("query '{query}' a.epd"));
        assert_eq!((status, out.as_str()), (2, ""));
        assert!(
            err.contains(word) && err.contains("are not in the file"),
            "{err}"
        );
    }
}

#[test]
fn query_can_print_line_numbers_invert_and_limit_its_matches() {
    let lines: Vec<&str> = SUITE.lines().collect();
    check(
        "query --lines 'not bm' a.epd",
        0,
        &format!("a.epd:4: {}\na.epd:5: {}\n", lines[3], lines[4]),
    );
    check(
        "query --invert bm a.epd",
        0,
        &format!("{}\n{}\n", lines[3], lines[4]),
    );
    check("query --invert --count bm a.epd a.epd", 0, "4\n");
    check("query --limit 1 --ids legal a.epd a.epd", 0, "a, b\n");
    check("query --limit 3 --count legal a.epd", 0, "3\n");
    check(
        "query --limit 1 'ce < 0' a.epd",
        0,
        &format!("{}\n", lines[2]),
    );
}

#[test]
fn query_in_place_keeps_only_matches_and_a_dry_run_changes_nothing() {
    let (status, out, err, folder) = run_in(&[("a.epd", SUITE)], "query -i bm a.epd");
    assert_eq!(
        (status, out.as_str(), err.as_str()),
        (0, "", "2 of 4 records removed\n")
    );
    let kept = std::fs::read_to_string(folder.path().join("a.epd")).expect("the file");
    let expected: Vec<&str> = SUITE.lines().take(3).collect();
    assert_eq!(kept, expected.join("\n") + "\n");
    let look = "query --dry-run bm a.epd";
    let (_, _, err, folder) = run_in(&[("a.epd", SUITE)], look);
    assert_eq!(err, "2 of 4 records would be removed\n");
    let same = std::fs::read_to_string(folder.path().join("a.epd")).expect("the file");
    assert_eq!(same, SUITE);
}

#[test]
fn sort_keys_may_follow_blanks_and_fen_clocks_are_fields() {
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - 9 3\n4k3/8/8/8/8/8/3P4/4K3 w - - 4 7\n";
    let (status, out, err, _folder) = run_in(&[("a.epd", text)], "sort --by 'hmvc, -fmvn' a.epd");
    assert!(status == 0 && out.starts_with("4k3/8/8/8/8/8/3P4"), "{out}");
    assert_eq!(err, "2 of 2 records moved\n");
}

#[test]
fn a_byte_order_mark_is_written_first_or_not_at_all() {
    const MARK: &str = "\u{feff}";
    let second = "4k3/8/8/8/8/8/3P4/4K3 w - - id \"b\";\n";
    let first = "4k3/8/8/8/8/8/4P3/4K3 w - - id \"a\";\n";
    // The record that comes first in the file is to come last.
    let text = format!("{MARK}{second}{first}");
    let files = [("a.epd", text.as_str()), ("b.epd", text.as_str())];
    for (arguments, expected) in [
        ("sort --by id a.epd", format!("{MARK}{first}{second}")),
        (
            "sort --by -id a.epd b.epd",
            format!("{MARK}{second}{second}{first}{first}"),
        ),
        ("dedupe --keep last b.epd a.epd", text.clone()),
        (
            "merge a.epd b.epd",
            format!("{MARK}{second}{first}{second}{first}"),
        ),
        (
            "merge --where id a.epd b.epd",
            format!("{MARK}{second}{first}{second}{first}"),
        ),
        (
            "query 'id = \"b\"' a.epd b.epd",
            format!("{MARK}{second}{second}"),
        ),
        (
            "query --limit 3 all a.epd b.epd",
            format!("{MARK}{second}{first}{second}"),
        ),
        (
            "query --lines all a.epd",
            format!("a.epd:1: {second}a.epd:2: {first}"),
        ),
        ("query 'id = \"a\"' a.epd", first.to_owned()),
        (
            "set 'id \"c\"' a.epd b.epd",
            format!("{MARK}{second}{first}{second}{first}")
                .replace("\"a\"", "\"c\"")
                .replace("\"b\"", "\"c\""),
        ),
    ] {
        let (status, out, err, _folder) = run_in(&files, arguments);
        assert_eq!((status, out), (0, expected), "{arguments}: {err}");
    }
    let (_, _, err, folder) = run_in(&files, "sort --by id -i a.epd");
    assert_eq!(err, "2 of 2 records moved\n");
    let sorted = std::fs::read_to_string(folder.path().join("a.epd")).expect("the file");
    assert_eq!(sorted, format!("{MARK}{first}{second}"));
}

#[test]
fn unknown_fields_and_columns_without_values_are_reported() {
    let (status, _, err, _folder) = run_in(&[("a.epd", SUITE)], "query --fields id,bmm bm a.epd");
    assert_eq!(
        (status, err.as_str()),
        (
            0,
            "epdit: none of these records has `bmm`; did you mean `bm`?\n"
        )
    );
    let (status, _, err, _folder) = run_in(&[("a.epd", SUITE)], "query --to csv bm a.epd");
    assert!(status == 2 && err.contains("`--fields`"), "{err}");
}

#[test]
fn records_are_sorted_by_several_keys_each_in_its_direction() {
    let text = "\
4k3/8/8/8/8/8/4P3/4K3 w - - ce 5; id \"x.10\";
4k3/8/8/8/8/8/4P3/4K3 b - - ce 7; id \"x.2\";
4k3/8/8/8/8/8/8/4K3 w - - ce 7; id \"x.1\";
4k3/8/8/8/8/8/8/4K3 b - - id \"x.3\";
";
    let check = |by: &str, ids: &[&str]| {
        let (status, out, err, _folder) =
            run_in(&[("a.epd", text)], &format!("sort --by {by} a.epd"));
        assert_eq!(status, 0, "{err}");
        let found: Vec<&str> = out
            .lines()
            .filter_map(|line| line.split('"').nth(1))
            .collect();
        assert_eq!(found, ids, "{by}");
    };
    check("-ce,id", &["x.1", "x.2", "x.10", "x.3"]);
    check("ce,-id", &["x.10", "x.2", "x.1", "x.3"]);
    check("-id", &["x.10", "x.3", "x.2", "x.1"]);
    check("-line", &["x.3", "x.1", "x.2", "x.10"]);
    check("side,pieces,id", &["x.1", "x.10", "x.3", "x.2"]);
    check("-moves", &["x.10", "x.2", "x.1", "x.3"]);
    check("-length,id", &["x.10", "x.2", "x.1", "x.3"]);
    let (status, out, err, _folder) = run_in(&[("a.epd", text)], "sort --by sied a.epd");
    assert!(
        status == 2 && out.is_empty() && err.contains("did you mean `side`?"),
        "{err}"
    );
}

#[test]
fn records_are_duplicates_by_the_value_of_any_field() {
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - ce 120; id \"a.1\";\n4k3/8/8/8/8/8/4P3/4K3 b - - ce 180; id \"a.2\";\n\
                4k3/8/8/8/8/8/8/4K3 w - - id \"b.1\";\n4k3/8/8/8/8/8/8/4K3 b - -\n";
    let check = |by: &str, kept: &[usize]| {
        let (status, out, err, _folder) =
            run_in(&[("a.epd", text)], &format!("dedupe --by {by} a.epd"));
        assert_eq!(status, 0, "{err}");
        let all: Vec<&str> = text.lines().collect();
        let kept: Vec<&str> = kept.iter().map(|at| all[*at]).collect();
        assert_eq!(out.lines().collect::<Vec<_>>(), kept, "{by}");
    };
    check("placement", &[0, 2]);
    check("side", &[0, 1]);
    // Records without the field are not duplicates.
    check("id.prefix", &[0, 2, 3]);
    check("ce", &[0, 1, 2, 3]);
    check("phase", &[0]);
    check("position", &[0, 1, 2, 3]);
    for by in ["line", "line+0", "ce - abs(line)", "path", "-ce", "sied"] {
        for line in [
            format!("dedupe '--by={by}' a.epd"),
            format!("compare '--by={by}' a.epd a.epd"),
        ] {
            let (status, out, err, _folder) = run_in(&[("a.epd", text)], &line);
            assert!(status == 2 && out.is_empty(), "{line}: {err}");
        }
    }
}

#[test]
fn suites_are_compared_by_id_and_then_positions_may_differ() {
    let old = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"a\";\n4k3/8/8/8/8/8/8/4K3 w - - id \"b\";\n";
    let new = "4k3/8/8/8/8/8/4P3/4K3 b - - id \"a\";\n4k3/8/8/8/8/8/8/4K3 w - - id \"c\";\n";
    let files = [("a.epd", old), ("b.epd", new)];
    let (status, out, err, _folder) = run_in(&files, "compare --by id a.epd b.epd");
    assert_eq!(status, 1);
    assert_eq!(
        out,
        "- a.epd:2: 4k3/8/8/8/8/8/8/4K3 w - - id \"b\";\n\
         ~ a.epd:1 b.epd:1: position 4k3/8/8/8/8/8/4P3/4K3 w - - -> 4k3/8/8/8/8/8/4P3/4K3 b - -; bm e4 -> none\n\
         + b.epd:2: 4k3/8/8/8/8/8/8/4K3 w - - id \"c\";\n"
    );
    assert!(
        err.starts_with("0 records the same · 1 changed · 1 only in `a.epd`"),
        "{err}"
    );
    let arguments = "compare --by id --format json a.epd b.epd";
    let (_, out, _, _folder) = run_in(&files, arguments);
    let changed = "\"position\":{\"first\":\"4k3/8/8/8/8/8/4P3/4K3 w - -\",\"second\":";
    assert!(out.contains(changed), "{out}");
}

#[test]
fn no_two_games_of_records_have_the_same_seven_tags() {
    let tagged = "ptp Event \"x\" Round \"3\"";
    let text = format!(
        "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e3;\n\
         4k3/8/8/8/8/8/4P3/4K3 w - - {tagged};\n4k3/8/8/8/8/8/4P3/4K3 b - - {tagged};\n\
         4k3/8/8/8/8/8/4P3/4K3 w - - ptp Event \"x\" Round \"3.2\";\n4k3/8/8/8/8/8/8/4K3 b - - {tagged};\n"
    );
    let (status, out, err, _folder) = run_in(&[("a.epd", &text)], "convert --to pgn a.epd");
    assert_eq!(status, 0, "{err}");
    let rounds = out.lines().filter(|line| line.starts_with("[Round"));
    let rounds: Vec<&str> = rounds.filter_map(|line| line.split('"').nth(1)).collect();
    assert_eq!(rounds, ["1", "2", "3", "3.2", "3.2.2", "3.3"]);
}

#[test]
fn several_files_are_split_as_one() {
    let two = "4k3/8/8/8/8/8/4P3/4K3 w - - id \"1\";\n4k3/8/8/8/8/8/4P3/4K3 b - - id \"2\";";
    let one = "4k3/8/8/8/8/8/8/4K3 w - - id \"3\";\n";
    let arguments = "split --every 2 --into parts a.epd b.epd";
    let (status, out, err, folder) = run_in(&[("a.epd", two), ("b.epd", one)], arguments);
    assert_eq!((status, out.lines().count()), (0, 2), "{err}");
    let part = |name: &str| std::fs::read_to_string(folder.path().join("parts").join(name));
    assert_eq!(part("a-001.epd").expect("a part"), format!("{two}\n"));
    assert_eq!(part("a-002.epd").expect("a part"), one);
}

#[test]
fn fmt_with_a_query_changes_only_matching_records() {
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4; id \"a\";\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e3; id \"b\";\n";
    let arguments = "fmt --where 'id = b' -o - a.epd";
    let (status, out, err, _folder) = run_in(&[("a.epd", text)], arguments);
    assert_eq!(
        (status, err.as_str()),
        (0, "1 of 1 matching record changed\n")
    );
    assert_eq!(out, text.replace("e2e3", "e3"));
}

#[test]
fn positions_are_mirrored_by_colours_and_by_files() {
    let text = "4k3/8/8/8/8/8/3P4/4K3 w - - bm d4; id \"a\";\n";
    for (option, expected) in [
        (
            "--colours",
            "4k3/3p4/8/8/8/8/8/4K3 b - - bm d5; id \"a\";\n",
        ),
        ("--files", "3k4/8/8/8/8/8/4P3/3K4 w - - bm e4; id \"a\";\n"),
    ] {
        let (status, out, err, _folder) =
            run_in(&[("a.epd", text)], &format!("mirror {option} a.epd"));
        assert_eq!((status, out.as_str()), (0, expected), "{err}");
        assert_eq!(err, "1 of 1 record changed\n");
    }
}

#[test]
fn the_placeholder_n_counts_through_all_files_or_in_each_named_one() {
    let one = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n";
    let two = one.repeat(2);
    let check = |operation: &str, expected: [&str; 3]| {
        let files = [("a.epd", two.as_str()), ("b.epd", one)];
        let line = format!("set '{operation}' a.epd b.epd");
        let (_, stream, err, _folder) = run_in(&files, &line);
        assert_eq!(err, "3 of 3 records changed\n");
        for (line, part) in stream.lines().zip(expected) {
            assert!(line.contains(part), "{operation}: {line}");
        }
        let (_, _, err, folder) = run_in(&files, &format!("{line} -i"));
        assert_eq!(err, "3 of 3 records changed\n");
        let read = |name| std::fs::read_to_string(folder.path().join(name)).expect("a file");
        assert_eq!(read("a.epd") + &read("b.epd"), stream, "{operation}");
    };
    check("v0 \"{n}\"", ["v0 \"1\"", "v0 \"2\"", "v0 \"3\""]);
    let by_file = ["v0 \"a.1\"", "v0 \"a.2\"", "v0 \"b.1\""];
    check("v0 \"{file}.{n}\"", by_file);
    let by_path = ["v0 \"a.epd 1\"", "v0 \"a.epd 2\"", "v0 \"b.epd 1\""];
    check("v0 \"{path} {n}\"", by_path);
}

#[test]
fn append_does_not_exceed_the_operands_of_an_opcode() {
    let check = |operation: &str, reason: &str| {
        let line = format!("set --append '{operation}' a.epd");
        let (status, out, err, _folder) = run_in(&[("a.epd", SUITE)], &line);
        assert_eq!((status, out.as_str()), (2, ""), "{operation}");
        assert!(err.contains(reason), "{err}");
    };
    let ce = "nothing can be appended to `ce`, which takes a whole number";
    check("ce 5", ce);
    check("ce {line}", ce);
    check("bm", "expected operands to append to `bm`");
}

#[test]
fn operations_are_set_from_values_of_the_record() {
    let text = "\
4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; ce 35; id \"a\";
4k3/8/8/8/8/8/3P4/4K3 w - - c0 \"old\"; ce 100;
4k3/8/8/8/8/8/2P5/4K3 w - - bm c4;
";
    let check = |arguments: &str, status: i32, set: [&str; 3], message: &str| {
        let (found, out, err, _folder) =
            run_in(&[("a.epd", text)], &format!("set {arguments} a.epd"));
        assert_eq!((found, err.as_str()), (status, message), "{arguments}");
        for (line, part) in out.lines().zip(set) {
            assert!(line.contains(part), "{arguments}: {line}");
        }
    };
    check(
        "'id \"{file}.{n:03}\"'",
        0,
        ["id \"a.001\"", "id \"a.002\"", "id \"a.003\""],
        "3 of 3 records changed\n",
    );
    check(
        "'c1 \"{ce/100} of {id}\"'",
        1,
        ["c1 \"0.35 of a\"", "ce 100;", "bm c4;"],
        "1 of 3 records changed · 1 left unchanged: the record has no `ce/100` (first: a.epd:3) \
         · 1 left unchanged: the record has no `id` (first: a.epd:2)\n",
    );
    check(
        "--only-missing 'id x{line}'",
        0,
        ["id \"a\"", "id \"x2\"", "id \"x3\""],
        "2 of 3 records changed\n",
    );
    check(
        "--append 'c0 new'",
        0,
        ["c0 \"new\"", "c0 \"old new\"", "c0 \"new\""],
        "3 of 3 records changed\n",
    );
    check(
        "--append --where bm 'bm Ke1d2'",
        0,
        ["bm Kd2 e4", "ce 100;", "bm Kd2 c4"],
        "2 of 2 matching records changed\n",
    );
    // An existing move is not added again, however it is written.
    check(
        "--append 'bm e2e4 Kd2 Ke1d2'",
        1,
        ["bm Kd2 e4", "ce 100;", "bm c4;"],
        "1 of 3 records changed · 2 left unchanged: an illegal move (move-illegal) (first: a.epd:2)\n",
    );
    check(
        "--append --where 'line = 1' 'bm e2e4'",
        0,
        ["bm e4", "", ""],
        "0 of 1 matching record changed\n",
    );
    check(
        "'id \"{id.prefix}{line:04} {side} {phase}\"' --where id",
        0,
        ["id \"a0001 w endgame\"", "", ""],
        "1 of 1 matching record changed\n",
    );
    let sicilian = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
    let opening = format!(
        "{sicilian} id \"a\";\n{}",
        text.lines().next().unwrap_or_default()
    );
    let arguments = "set 'v0 \"{opening} ({opening.eco})\"' a.epd";
    let (status, out, err, _folder) = run_in(&[("a.epd", &opening)], arguments);
    assert_eq!(status, 1);
    assert!(out.contains(" v0 \"Sicilian Defense (B20)\";\n"), "{out}");
    assert!(
        err.ends_with(
            "1 left unchanged: the position is not the end of a named opening (first: a.epd:2)\n"
        ),
        "{err}"
    );
    let (status, _, err, _folder) = run_in(&[("a.epd", text)], "set 'id {cee}' a.epd");
    assert!(status == 2 && err.contains("did you mean `ce`?"), "{err}");
}

#[test]
fn opcodes_that_no_record_has_are_reported_before_the_count() {
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; c0 \"White plays e4\";\n";
    for (arguments, expected) in [
        (
            "rename foo bar",
            "epdit: no record has `foo`\n0 of 1 record changed\n",
        ),
        (
            "purge acdd",
            "epdit: no record has `acdd`\n0 of 1 record changed\n",
        ),
        (
            "purge c0,foo",
            "epdit: no record has `foo`\n1 of 1 record changed\n",
        ),
        (
            "mirror",
            "epdit: comments are left unchanged: squares and colours named in them are not mirrored\n\
             1 of 1 record changed\n",
        ),
        (
            "mirror --where am",
            "epdit: no record has `am`\n0 of 0 matching records changed\n",
        ),
    ] {
        let line = format!("{arguments} a.epd");
        let (status, _, err, _folder) = run_in(&[("a.epd", text)], &line);
        assert_eq!((status, err.as_str()), (0, expected), "{line}");
    }
}

#[test]
fn an_ambiguous_sample_in_place_is_refused() {
    let (status, _, err, folder) = run_in(&[("a.epd", SUITE)], "sample 1 -i --where bm a.epd");
    assert_eq!(status, 2);
    assert!(
        err.contains("keep the other records or remove them"),
        "{err}"
    );
    let unchanged = std::fs::read_to_string(folder.path().join("a.epd")).expect("the file");
    assert_eq!(unchanged, SUITE);
    for (number, message) in [
        ("0", "expected 1 or more"),
        ("10%", "expected a number of records"),
    ] {
        let (status, _, err, _folder) =
            run_in(&[("a.epd", SUITE)], &format!("sample {number} a.epd"));
        assert!(status == 2 && err.contains(message), "{err}");
    }
    let (status, out, err, _folder) = run_in(&[("a.epd", SUITE)], "sample 1 --where bm a.epd");
    assert_eq!(
        (status, err.as_str()),
        (0, "1 of 2 matching records kept\n")
    );
    assert_eq!(out.lines().count(), 1, "{out}");
}

#[test]
fn files_are_split_by_the_values_of_a_field() {
    for (by, files) in [
        ("side", "parts/g-w.epd\nparts/g-b.epd\n"),
        (
            "id.prefix",
            "parts/g-A.epd\nparts/g-B.epd\nparts/g-none_.epd\nparts/g-_.epd\n",
        ),
        ("phase", "parts/g-endgame.epd\nparts/g-opening.epd\n"),
        ("opening.eco", "parts/g-none.epd\n"),
    ] {
        let arguments = format!("split --by {by} --into parts g.epd");
        let (status, out, err, folder) = run_in(&[("g.epd", GROUPED)], &arguments);
        assert_eq!(status, 0, "{err}");
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(sorted(&super::slashes(&out)), sorted(files), "{by}");
        let all: usize = out
            .lines()
            .map(|name| std::fs::read_to_string(folder.path().join(name)).expect("a file"))
            .map(|text| text.lines().count())
            .sum();
        assert_eq!(all, 6);
        assert_eq!(err.contains("no record has"), by == "opening.eco", "{err}");
    }
}

#[test]
fn set_without_quotes_around_an_operation_changes_nothing() {
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; c0 \"old\";\n";
    for operation in ["c0 hello", "bm Kd2", "acd 5", "Own x"] {
        let line = format!("set -i {operation} a.epd");
        let (status, out, err, folder) = run_in(&[("a.epd", text)], &line);
        assert_eq!((status, out.as_str()), (2, ""), "{operation}");
        let quoted = format!("epdit set '{operation}'");
        assert!(err.contains(&quoted), "{err}");
        let after = std::fs::read_to_string(folder.path().join("a.epd")).expect("the file");
        assert_eq!(after, text, "{operation}");
    }
    let (status, out, _, _folder) = run_in(&[("a.epd", text)], "set c0 a.epd");
    assert_eq!(
        (status, out.as_str()),
        (0, "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; c0;\n")
    );
}

#[test]
fn a_file_in_place_of_a_query_is_reported() {
    let (status, out, err, _folder) = run_in(&[("a.epd", SUITE)], "query a.epd");
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(
        err.contains("`a.epd` is a file") && err.contains("`all` matches"),
        "{err}"
    );
}

#[test]
fn suites_are_compared_by_position() {
    let old = "\
4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; ce 3;
4k3/8/8/8/8/8/3P4/4K3 w - - id \"gone\";
4k3/8/8/8/8/8/2P5/4K3 w - - id \"same\";
";
    let new = "\
4k3/8/8/8/8/8/2P5/4K3 w - - id \"same\";
4k3/8/8/8/8/8/1P6/4K3 w - - id \"new\";
4k3/8/8/8/8/8/4P3/4K3 w - - bm e3; id \"x\";
";
    let files = [("a.epd", old), ("b.epd", new)];
    let (status, out, err, _folder) = run_in(&files, "compare a.epd b.epd");
    assert_eq!(status, 1);
    assert_eq!(
        out,
        "- a.epd:2: 4k3/8/8/8/8/8/3P4/4K3 w - - id \"gone\";\n\
         ~ a.epd:1 b.epd:3: bm e4 -> e3; ce 3 -> none; id none -> \"x\"\n\
         + b.epd:2: 4k3/8/8/8/8/8/1P6/4K3 w - - id \"new\";\n"
    );
    assert_eq!(
        err,
        "1 record the same · 1 with other operations · 1 only in `a.epd` · 1 only in `b.epd`\n"
    );
    let (status, out, _, _folder) = run_in(&files, "compare a.epd a.epd");
    assert_eq!((status, out.as_str()), (0, ""));
    let (status, _, err, _folder) = run_in(&files, "compare a.epd");
    assert!(status == 2 && err.contains("two files"), "{err}");
    let (status, _, err, _folder) = run_in(&files, "compare a.epd b.epd a.epd");
    assert!(status == 2 && err.contains("found 3"), "{err}");
    // A folder is compared as one suite, whatever its files are called.
    let (one, two) = new.split_at(new.find('\n').expect("a line") + 1);
    let files = [
        ("old/a.epd", old),
        ("new/x.epd", one),
        ("new/deep/y.epd", two),
        ("a.epd", old),
    ];
    for first in ["old", "a.epd"] {
        let (status, out, err, _folder) = run_in(&files, &format!("compare {first} new"));
        let path = if first == "old" { "old/a.epd" } else { first };
        assert_eq!(
            (status, super::slashes(&out)),
            (
                1,
                format!(
                    "- {path}:2: 4k3/8/8/8/8/8/3P4/4K3 w - - id \"gone\";\n\
                     ~ {path}:1 new/deep/y.epd:2: bm e4 -> e3; ce 3 -> none; id none -> \"x\"\n\
                     + new/deep/y.epd:1: 4k3/8/8/8/8/8/1P6/4K3 w - - id \"new\";\n"
                )
            )
        );
        assert_eq!(
            err,
            format!(
                "1 record the same · 1 with other operations · 1 only in `{first}` · 1 only in `new`\n"
            )
        );
        let (_, out, _, _folder) = run_in(&files, &format!("compare --format json {first} new"));
        let out = super::slashes(&out.replace(r"\\", r"\"));
        assert!(
            out.contains("{\"line\":2,\"path\":\"new/deep/y.epd\"}"),
            "{out}"
        );
    }
    let files = [("a.epd", old), ("b.epd", new)];
    let json = "compare --format json a.epd b.epd";
    let (_, out, _, _folder) = run_in(&files, json);
    let kinds: Vec<String> = out
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"))
        .map(|object| object["kind"].as_str().expect("a kind").to_owned())
        .collect();
    assert_eq!(kinds, ["only_first", "changed", "only_second"]);
}

#[test]
fn contradictions_are_found_over_all_files_as_one() {
    let files = [
        (
            "a.epd",
            "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n4k3/8/8/8/8/8/3P4/4K3 w - - bm #7;\n",
        ),
        (
            "b.epd",
            "4k3/8/8/8/8/8/3P4/4K3 w - - bm d4;\n4k3/8/8/8/8/8/4P3/4K3 w - - am e4;\n",
        ),
    ];
    let (status, out, err, _folder) = run_in(&files, "contradictions a.epd b.epd");
    assert_eq!(
        (status, out.as_str()),
        (1, "a.epd:1: bm e4;\nb.epd:2: am e4;\n")
    );
    assert_eq!(err, "1 contradiction in 2 records\n");
    let arguments = "contradictions --format json a.epd b.epd";
    let (status, out, _, _folder) = run_in(&files, arguments);
    assert_eq!(
        (status, out.as_str()),
        (
            1,
            "{\"records\":[{\"bm\":[\"e4\"],\"line\":1,\"path\":\"a.epd\"},\
             {\"am\":[\"e4\"],\"line\":2,\"path\":\"b.epd\"}]}\n"
        )
    );
    let (status, out, _, _folder) = run_in(&files, "contradictions a.epd");
    assert_eq!((status, out.as_str()), (0, ""));
}

#[test]
fn a_path_without_a_suite_is_an_error_in_every_command() {
    let commands = [
        "check",
        "fmt",
        "query bm",
        "purge bm",
        "set 'ce 1'",
        "rename bm am",
        "renumber x{n}",
        "mirror",
        "sort --by id",
        "dedupe",
        "split --every 2 --into parts",
        "merge",
        "sample 2",
        "shuffle",
        "compare a.epd",
        "contradictions",
        "stats",
        "convert --to fen",
        "openings",
    ];
    for command in commands {
        for path in ["nosuch.epd", "", "empty"] {
            let folder = tempfile::tempdir().expect("a folder");
            std::fs::create_dir(folder.path().join("empty")).expect("a folder");
            std::fs::write(folder.path().join("a.epd"), SUITE).expect("a file");
            let status = Command::new(env!("CARGO_BIN_EXE_epdit"))
                .args(words(command))
                .arg(path)
                .current_dir(folder.path())
                .output()
                .expect("the program runs")
                .status
                .code();
            assert_eq!(status, Some(2), "{command} {path:?}");
        }
    }
}

#[test]
fn the_help_of_every_command_fits_in_80_columns() {
    let (_, list, _, _folder) = run_in(&[], "--help");
    let commands: Vec<&str> = list
        .lines()
        .skip_while(|line| !line.starts_with("Commands:"))
        .skip(1)
        .take_while(|line| line.starts_with("  "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|command| *command != "help")
        .collect();
    assert!(commands.len() > 20, "{list}");
    let mut all = String::new();
    for command in commands {
        let (status, help, _, _folder) = run_in(&[], &format!("{command} --help"));
        assert_eq!(status, 0, "{command}");
        for line in help.lines() {
            assert!(line.chars().count() <= 80, "{command}: {line}");
        }
        all += &format!("===== {command}\n{help}\n");
    }
    insta::assert_snapshot!("help", all);
}

#[test]
fn a_table_without_a_query_has_all_records() {
    check(
        "query --fields line,ce a.epd",
        0,
        "line\tce\n2\t30\n3\t-15\n4\t200\n5\t\n",
    );
    check("query --count a.epd", 0, "4\n");
    check("query --count all a.epd", 0, "4\n");
    check("query --count a.epd a.epd", 0, "8\n");
    let (status, out, err, _folder) = run_in(&[("a.epd", SUITE)], "query a.epd a.epd");
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(err.contains("the query comes before it"), "{err}");
    let (status, _, err, _folder) = run_in(&[("a.epd", SUITE)], "query --count bm");
    assert!(status == 2 && err.contains("which files?"), "{err}");
}

#[test]
fn a_query_that_matches_nothing_empties_no_file() {
    for arguments in [
        "query -i 'id = nobody' a.epd",
        "query 'id = nobody' a.epd -o a.epd",
    ] {
        let (status, _, err, folder) = run_in(&[("a.epd", SUITE)], arguments);
        assert!(status > 0 && err.contains("left unchanged"), "{err}");
        let left = std::fs::read_to_string(folder.path().join("a.epd"));
        assert_eq!(left.expect("the file"), SUITE);
    }
    let some = "query -i white a.epd";
    let (status, _, _, folder) = run_in(&[("a.epd", SUITE)], some);
    let left = std::fs::read_to_string(folder.path().join("a.epd"));
    assert_eq!((status, left.expect("the file").lines().count()), (0, 4));
}

#[test]
fn statistics_use_the_same_numbers_as_queries() {
    let text = "4k3/8/8/8/8/8/8/4K2R w K - ce +M3;\n4k3/8/8/8/8/8/8/4K2R w K - ce \"178\";\n\
                4k3/8/8/8/8/8/8/4K2R w K - ce -20;\n4k3/8/8/8/8/8/8/4K2R w K - id \"x\";\n";
    let stats = "query --stats ce all a.epd";
    let (_, out, _, _folder) = run_in(&[("a.epd", text)], stats);
    let row: Vec<&str> = out.lines().nth(1).expect("a row").split('\t').collect();
    assert!(
        row.contains(&"3") && row.contains(&"32762") && row.contains(&"-20"),
        "{out}"
    );
    let (_, count, _, _folder) = run_in(&[("a.epd", text)], "query --count 'ce > -99999' a.epd");
    assert_eq!(count, "3\n");
}

#[test]
fn a_file_that_is_named_twice_is_not_changed_twice() {
    let twice = "set -i 'c9 \"x\"' a.epd ./a.epd";
    let (status, _, err, folder) = run_in(&[("a.epd", SUITE)], twice);
    assert_eq!(status, 2, "{err}");
    assert!(err.contains("are one file"), "{err}");
    let left = std::fs::read_to_string(folder.path().join("a.epd"));
    assert_eq!(left.expect("the file"), SUITE);
}

#[test]
fn a_sample_says_how_many_of_the_matching_records_are_kept() {
    let (_, out, err, _folder) = run_in(&[("a.epd", SUITE)], "sample 1 --where ce a.epd");
    assert!(out.contains(" ce "), "{out}");
    assert_eq!(err, "1 of 3 matching records kept\n");
}

#[test]
fn splitting_by_a_field_that_no_record_has_writes_nothing() {
    for (by, expected, message) in [
        ("sied", 2, "did you mean `side`?"),
        ("idd", 1, "did you mean `id`?; nothing is written"),
        ("idd.prefix", 1, "no record has `idd`"),
    ] {
        let line = format!("split --by {by} --into parts a.epd");
        let (status, out, err, folder) = run_in(&[("a.epd", SUITE)], &line);
        assert_eq!((status, out.as_str()), (expected, ""), "{err}");
        assert!(err.contains(message), "{err}");
        assert!(!folder.path().join("parts").exists());
    }
    let none = "split --by id --into parts --where 'line < 0' a.epd";
    let (status, _, err, _folder) = run_in(&[("a.epd", SUITE)], none);
    assert_eq!(status, 1);
    assert!(
        err.contains("no record matches; nothing is written"),
        "{err}"
    );
    for (options, message) in [
        ("--into parts", "expected `--every N`"),
        ("--every 2 --into a.epd", "`a.epd` is a file"),
        ("--every 0 --into p", "1 or more records"),
        ("--every 1e3 --into p", "a whole number"),
        ("--by id,ce --into p", "`id,ce` is not a field"),
    ] {
        let line = format!("split {options} a.epd");
        let (status, _, err, _folder) = run_in(&[("a.epd", SUITE)], &line);
        assert!(status == 2 && err.contains(message), "{line}: {err}");
    }
}

#[test]
fn notes_on_a_column_concern_the_records_read() {
    let errors = |line: &str| run_in(&[("a.epd", SUITE)], &format!("{line} a.epd")).2;
    let of_these = "epdit: none of these records has `ce`\n";
    assert_eq!(errors("query --fields side,ce 'line = 5'"), of_these);
    assert_eq!(errors("query --count-by ce 'line = 5'"), of_these);
    let first = errors("query --fields id,am --limit 1 all");
    assert_eq!(first, "epdit: none of these records has `am`\n");
    let none = "epdit: no record has `am`\n";
    assert_eq!(errors("query --fields id,am"), none);
    assert_eq!(errors("query --count-by am"), none);
}

#[test]
fn records_with_the_same_number_are_split_together() {
    let line = |ce: &str| format!("4k3/8/8/8/8/8/4P3/4K3 w - - ce {ce};\n");
    let text: String = ["7", "+7", "07", "8", "+M3", "deep"].map(line).concat();
    let words = "split --by ce --into p a.epd";
    let (status, out, err, _folder) = run_in(&[("a.epd", &text)], words);
    assert_eq!(status, 0, "{err}");
    let files = "p/a-32762.epd\np/a-7.epd\np/a-8.epd\np/a-deep.epd\n";
    assert_eq!(super::slashes(&out), files);
}

#[test]
fn a_column_that_no_record_has_is_reported_by_every_option() {
    for command in [
        "query --count-by idd",
        "query --stats ce --by idd",
        "query --fields idd",
        "convert --to csv --fields idd",
    ] {
        let line = format!("{command} a.epd");
        let (status, _, err, _folder) = run_in(&[("a.epd", SUITE)], &line);
        assert_eq!(status, 0, "{line}: {err}");
        let message = "no record has `idd`; did you mean `id`?";
        assert_eq!(err.matches(message).count(), 1, "{line}: {err}");
    }
    for (field, message) in [
        ("legal", "a query word, not a column"),
        ("file", "did you mean `path`?"),
        ("board", "did you mean `placement` or `fen`?"),
    ] {
        let line = format!("query --fields {field} a.epd");
        let (status, _, err, _folder) = run_in(&[("a.epd", SUITE)], &line);
        assert!(status == 2 && err.contains(message), "{field} {err}");
        let own = format!("op({field})");
        let line = format!("query --fields {own} a.epd");
        assert_eq!(run_in(&[("a.epd", SUITE)], &line).0, 0, "{own}");
    }
}

#[test]
fn tables_in_every_format_have_the_same_numbers_as_queries() {
    let text = "4k3/8/8/8/8/8/8/4K2R w K - ce +M3; Rating \"1500\"; c0 \"007\";\n\
                4k3/8/8/8/8/8/8/4K2R w K - ce +1.5; acd \"30\"; id \"1\";\n";
    for (to, out) in [
        (
            "csv",
            "ce,Rating,acd,c0,id\r\n32762,1500,,007,\r\n1.5,,30,,1\r\n",
        ),
        (
            "tsv",
            "ce\tRating\tacd\tc0\tid\n32762\t1500\t\t007\t\n1.5\t\t30\t\t1\n",
        ),
        (
            "json",
            "{\"ce\":32762,\"Rating\":1500,\"acd\":null,\"c0\":\"007\",\"id\":null}\n\
             {\"ce\":1.5,\"Rating\":null,\"acd\":30,\"c0\":null,\"id\":\"1\"}\n",
        ),
    ] {
        let line = format!("query --fields ce,Rating,acd,c0,id --to {to} a.epd");
        let (_, found, err, _folder) = run_in(&[("a.epd", text)], &line);
        assert_eq!(found, out, "{err}");
    }
}

#[test]
fn a_file_of_results_is_not_emptied_where_nothing_matches() {
    for command in [
        "query dm",
        "query --fields id dm",
        "query --count-by id dm",
        "query --ids dm",
    ] {
        let line = format!("{command} a.epd -o q.epd");
        let files = [("a.epd", SUITE), ("q.epd", "old\n")];
        let (status, _, err, folder) = run_in(&files, &line);
        assert_eq!(status, 1, "{line}: {err}");
        assert!(
            err.contains("`q.epd` is left unchanged: no record matches"),
            "{err}"
        );
        let left = std::fs::read_to_string(folder.path().join("q.epd"));
        assert_eq!(left.expect("the file"), "old\n", "{line}");
        // A new file is written, with no record in it.
        let (status, _, err, folder) = run_in(&files[..1], &line);
        assert_eq!(status, 1, "{line}: {err}");
        assert!(folder.path().join("q.epd").exists(), "{line}");
    }
}

#[test]
fn misplaced_arguments_are_reported_before_any_change() {
    for (command, message) in [
        ("rename -i ce ce", "`ce` is already its name"),
        ("purge -i ce bm", "with commas: `ce,bm`"),
        ("purge -i ce, bm", "quote a list with blanks"),
        ("query --fileds id all", "did you mean `--fields`?"),
        ("query --where bm", "without `--where`"),
        ("compare - -", "can be read once"),
        ("shuffle --seed abc", "a whole number"),
        ("renumber x.{n} --start x", "a whole number"),
    ] {
        let line = format!("{command} a.epd");
        let (status, _, err, folder) = run_in(&[("a.epd", SUITE)], &line);
        assert!(status == 2 && err.contains(message), "{line}: {err}");
        let left = std::fs::read_to_string(folder.path().join("a.epd"));
        assert_eq!(left.expect("the file"), SUITE, "{line}");
    }
    let words = "purge 'ce, bm' a.epd";
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; ce 30; id \"a\";\n";
    let (_, out, _, _folder) = run_in(&[("a.epd", text)], words);
    assert_eq!(out, "4k3/8/8/8/8/8/4P3/4K3 w - - id \"a\";\n");
    let words = "purge ce";
    let (_, _, err, _folder) = run_in(&[("a.epd", SUITE)], words);
    assert!(err.contains("`-` is standard input"), "{err}");
}

#[test]
fn nothing_is_added_to_a_text_that_is_not_utf_8() {
    let folder = crate::folder::Folder::new(&[]);
    let line = b"4k3/8/8/8/8/8/8/4K3 w - - c0 \"J\xe1se\";\n";
    std::fs::write(folder.path("a.epd"), line).expect("written");
    for command in [
        "set -i --append 'c0 \"x\"' a.epd",
        "set -i 'c1 \"{c0}\"' a.epd",
    ] {
        let run = folder.run(&words(command));
        assert_eq!(run.status, 1, "{run:?}");
        assert!(run.err.contains("bytes that are not UTF-8"), "{run:?}");
        assert_eq!(std::fs::read(folder.path("a.epd")).expect("a file"), line);
    }
}

#[test]
fn a_sort_key_with_two_signs_is_refused() {
    let words = "sort --by --ce a.epd";
    let (status, out, err, _folder) = run_in(&[("a.epd", SUITE)], words);
    assert_eq!((status, out.as_str()), (2, ""), "{err}");
    assert!(err.contains("for descending order"), "{err}");
}

#[test]
fn statistics_refuse_a_limit_on_records() {
    let words = "query --stats ce --limit 1 a.epd";
    let (status, out, err, _folder) = run_in(&[("a.epd", SUITE)], words);
    assert_eq!((status, out.as_str()), (2, ""), "{err}");
    assert!(err.contains("'line <= 1'"), "{err}");
    let words = "query --stats ce --count-by side --limit 1 a.epd";
    let (status, _, err, _folder) = run_in(&[("a.epd", SUITE)], words);
    assert_eq!(status, 0, "{err}");
}

#[test]
fn each_opcode_to_be_removed_that_no_record_has_is_reported() {
    let words = "purge ce,nope a.epd";
    let (_, out, err, _folder) = run_in(&[("a.epd", SUITE)], words);
    assert!(!out.contains(" ce 200"), "{out}");
    assert!(
        err.contains("no record has `nope`") && !err.contains("has `ce`"),
        "{err}"
    );
}

#[test]
fn arithmetic_outside_the_braces_of_a_placeholder_is_refused() {
    let refused = |text: &str| {
        let (status, out, err, _folder) =
            run_in(&[("a.epd", SUITE)], &format!("set '{text}' a.epd"));
        assert_eq!((status, out.as_str()), (2, ""), "{err}");
        err
    };
    let message = refused("acd {acd}+1");
    assert!(
        message.contains("inside the braces, as in `{acd+1}`"),
        "{message}"
    );
    refused("ce 2 * {ce}");
    for text in ["id \"{line}-1\"", "id {file}-1", "c0 {acd}+1", "ce {acd}"] {
        let (status, _, err, _folder) = run_in(&[("a.epd", SUITE)], &format!("set '{text}' a.epd"));
        assert!(status < 2, "{text}: {err}");
    }
}

#[test]
fn a_record_with_two_ids_is_not_a_duplicate_by_id() {
    let text = "8/8/8/8/8/8/8/K1k5 w - - id \"a\";\n8/8/8/8/8/8/8/K2k4 w - - id \"a\"; id \"b\";\n";
    let (status, out, err, _folder) = run_in(&[("a.epd", text)], "dedupe --by id a.epd");
    assert_eq!((status, out.as_str()), (0, text), "{err}");
}
