//! DuckDB reads the exports and counts as many records, and as many with a best move.

use super::skipped::skipped;
use std::fs;
use std::process::Command;

fn epdit(folder: &std::path::Path, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_epdit"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("it runs");
    String::from_utf8(output.stdout).expect("text")
}

const COUNTS: &str = "\
import duckdb
count = 'select count(*), count(bm) from read_csv(\"a.csv\", header=true, all_varchar=true)'
rows = duckdb.connect().execute(count.replace('\"', chr(39))).fetchall()
json = 'select count(*) from read_json_auto(\"a.jsonl\")'
rows += duckdb.connect().execute(json.replace('\"', chr(39))).fetchall()
best = 'select count(*) from read_json_auto(\"a.jsonl\") where list_contains([o.opcode for o in operations], \"bm\")'
rows += duckdb.connect().execute(best.replace('\"', chr(39))).fetchall()
print(rows)
";

#[test]
fn duckdb_counts_the_same_records_and_best_moves() {
    let there = Command::new("python3")
        .args(["-c", "import duckdb"])
        .output();
    if !there.is_ok_and(|output| output.status.success()) {
        skipped("there is no python3 with duckdb here");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut text = String::new();
    for at in 0..3000 {
        let best = if at % 3 == 0 { " bm e4;" } else { "" };
        text.push_str(&format!(
            "4k3/8/8/8/8/8/4P3/4K3 w - -{best} id \"a, {at} 'b'\";\n"
        ));
    }
    fs::write(folder.path().join("a.epd"), text).expect("a file");
    for (format, name) in [("csv", "a.csv"), ("json", "a.jsonl")] {
        let made = epdit(folder.path(), &["convert", "--to", format, "a.epd"]);
        fs::write(folder.path().join(name), made).expect("a file");
    }
    let best = epdit(folder.path(), &["query", "--count", "bm", "a.epd"]);
    assert_eq!(best.trim(), "1000");
    let counted = Command::new("python3")
        .args(["-c", COUNTS])
        .current_dir(folder.path())
        .output()
        .expect("python runs");
    let errors = String::from_utf8_lossy(&counted.stderr);
    assert_eq!(
        String::from_utf8_lossy(&counted.stdout).trim(),
        "[(3000, 1000), (3000,), (1000,)]",
        "{errors}"
    );
}
