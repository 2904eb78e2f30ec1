//! The editor's page of values counts, field by field, the same as `query --count-by`.

use epdit::exchange::table::{Separator, write_values};
use epdit::suite::edit::Selection;
use epdit::suite::field::{Field, Fields, Grouping, cells, offered};
use epdit::suite::{Frequency, Job, Suite, ValueSelection, frequency};
use std::cmp::Reverse;
use std::process::Command;

/// Returns some thousand records, odd ones among them.
fn text() -> Vec<u8> {
    let positions = [
        "r3k2r/8/8/8/8/8/8/R3K2R w HAha -",
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq -",
        "4k3/8/8/8/3pP3/8/8/4K3 b - e3",
        "4k3/8/8/8/8/8/8/4K3 w - - 3 4",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "4k3/8/8/8/8/8/8/4K3 x - -",
    ];
    let operations: [&[u8]; 14] = [
        b" bm Ke2;",
        b" bm e1e2;",
        b" bm \"Ke2\";",
        b" bm Kd1 Ke2; am Rb1;",
        b" bm;",
        b" ce 30;",
        b" ce +30.0;",
        b" ce \"30\"; X say \"so\";",
        b" ce good; X 7 8;",
        b" c0 \"\"; X \"7\";",
        b" c0 \"a b\"; X 7.0;",
        b" c0 a b; X \"a b\";",
        b" c0 \"\xe9\"; X \xc3\xa9;",
        b" c0 \";\"; X;",
    ];
    let mut text = b"# a comment\n".to_vec();
    for n in 0..4000_usize {
        text.extend(positions[n % 7 % positions.len()].as_bytes());
        text.extend(operations[n % 17 % operations.len()]);
        if n % 5 > 0 {
            text.extend(format!(" id \"T{}.{n}\";", n % 11).as_bytes());
        }
        text.extend(match n % 23 {
            0 => &b"\r\n"[..],
            _ => b"\n",
        });
    }
    text
}

/// Returns the counts as the table that the command line writes.
fn table(grouping: &Grouping, found: &Frequency) -> String {
    let mut out = Vec::new();
    let fields = grouping.fields();
    let none = vec![b'\n'; fields.len() - 1];
    let without = (found.without > 0).then_some((none.as_slice(), found.without));
    let values = found.values.iter().map(|value| (&*value.text, value.count));
    let mut rows: Vec<(&[u8], usize)> = values.chain(without).collect();
    rows.sort_by_key(|&(group, count)| (Reverse(count), group));
    let names: Vec<_> = fields.iter().map(Field::name).collect();
    let names = names.iter().map(|name| Some(name.as_bytes()));
    let head: Vec<Option<&[u8]>> = names.chain([Some(&b"count"[..])]).collect();
    write_values(head.into_iter(), Separator::Tab, &mut out);
    for (group, count) in rows {
        let count = count.to_string();
        let report = fields
            .iter()
            .zip(cells(group))
            .map(|(field, cell)| match cell {
                b"" => None,
                b"\"\"" if field.holds_text() => Some(&b""[..]),
                cell => Some(cell),
            });
        let row: Vec<Option<&[u8]>> = report.chain([Some(count.as_bytes())]).collect();
        write_values(row.into_iter(), Separator::Tab, &mut out);
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[test]
fn the_page_of_values_has_the_same_counts_as_count_by() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = text();
    std::fs::write(folder.path().join("a.epd"), &text).expect("a file");
    let suite = Suite::from_bytes("a.epd", text);
    let others = [
        "bm",
        "ce",
        "c0",
        "X",
        "id",
        "X.prefix",
        "first(X)",
        "ce/7",
        "side,bm",
        "ce,c0,X",
        "id.prefix,count(bm),piece(bm)",
        "severity,phase",
    ];
    let names = offered().map(|(name, _)| name);
    for typed in names.chain(others) {
        let fields: Fields = typed.parse().expect("fields");
        let grouping = Grouping::new(fields, "a.epd");
        let listed = ValueSelection::first(usize::MAX);
        let found = frequency(
            &suite.snapshot(),
            &grouping,
            &listed,
            &Selection::All,
            &Job::new(),
        );
        let found = found.expect("counted");
        assert_eq!(found.records, 4000);
        let output = Command::new(env!("CARGO_BIN_EXE_epdit"))
            .args(["query", "--count-by", typed, "all", "a.epd"])
            .current_dir(folder.path())
            .output()
            .expect("the program runs");
        let out = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(table(&grouping, &found), out, "{typed}");
    }
}
