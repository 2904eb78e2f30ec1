//! Exported records read back unchanged, or canonical when built from their parts.

use super::*;
use crate::epd::CanonicalOptions;
use crate::exchange::json::{self, RecordLocation};
use crate::exchange::table::{self, Rows, Separator};
use crate::suite::field::Field;
use crate::suite::query::LazyRecord;
use serde_json::Value;

const PLACE: RecordLocation<'static> = RecordLocation {
    path: "a.epd",
    line: 3,
};

fn record(line: &[u8]) -> Record<'_> {
    Record::read(line, &ReadOptions::default())
}

/// Passes a record through JSON, with its text or without.
fn json_of(line: &str, with_text: bool) -> Result<String, String> {
    let mut out = Vec::new();
    json::write(&record(line.as_bytes()), PLACE, &mut out);
    let mut object: Value = serde_json::from_slice(&out).expect("JSON");
    let object = object.as_object_mut().expect("an object");
    if !with_text {
        object.remove("text");
    }
    let text = serde_json::to_vec(&object).expect("JSON");
    let back = json::read(&text).map_err(|error| error.to_string())?;
    Ok(String::from_utf8(back).expect("text"))
}

/// Passes a record through a table of these columns.
fn table_of(line: &str, columns: &[&str], separator: Separator) -> Result<String, String> {
    let fields: Vec<Field> = columns
        .iter()
        .map(|name| name.parse().expect("a field"))
        .collect();
    let mut out = Vec::new();
    table::write_header(&fields, separator, &mut out);
    let record = record(line.as_bytes());
    let record = LazyRecord::of(&record, 2).of_file("a.epd");
    table::write_row(&fields, separator, &record, &mut out);
    let mut rows = Rows::of(&out[..], separator).map_err(|error| error.to_string())?;
    let (at, back) = rows.next_record().expect("a text").expect("a row");
    assert_eq!(at, 2);
    let back = back.map_err(|error| error.to_string())?;
    Ok(String::from_utf8(back).expect("text"))
}

/// Passes a record through all formats; when built from its parts it is canonical.
#[track_caller]
fn check(line: &str) {
    let canonical = record(line.as_bytes()).canonical(&CanonicalOptions::default());
    let canonical = String::from_utf8(canonical.expect("a sound record")).expect("text");
    assert_eq!(json_of(line, true), Ok(format!("{line}\n")));
    assert_eq!(json_of(&canonical, false), Ok(format!("{canonical}\n")));
    let read = record(canonical.as_bytes());
    let opcodes: Vec<_> = read.operations().iter().map(|o| read.opcode(o)).collect();
    let mut columns = vec!["placement", "side", "castling", "ep"];
    columns.extend(opcodes.iter().map(|opcode| &**opcode));
    for separator in [Separator::Comma, Separator::Tab] {
        assert_eq!(
            table_of(line, &["id", "bm", "text"], separator),
            Ok(format!("{line}\n"))
        );
        assert_eq!(
            table_of(&canonical, &columns, separator),
            Ok(format!("{canonical}\n"))
        );
    }
}

#[test]
fn exports_read_back_unchanged() {
    check("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; ce +30; id \"a, 'b'\tc\";");
    check("4k3/8/8/8/8/8/4P3/4K3 w - - id loose; bm e2e4");
    check("4k3/8/8/8/8/8/4P3/4K3 w - - 7 40");
    check("4k3/8/8/8/8/8/4P3/4K3 w - - c0 \"\"; draw_offer; sm e4;");
    check("4k3/8/8/8/8/8/4P3/4K3 w - - Ae \"An Engine\"; D1 6; noop a \"b c\" d; Opn x y;");
    check("4k3/8/8/8/8/8/4P3/4K3 w - - ptp White \"A B\" Black \"C\"; pv e4 Ke7 e5;");
    check("4k3/8/8/8/8/8/4P3/4K3 w - - id \"tab\there, ünï \\ back\";");
    check("4k3/8/8/8/8/8/4P3/4K3 w - - c0 \";\"; c1; id \"=1+1\";");
    check("r3k2r/8/8/8/8/8/8/R3K2R w HAha - bm O-O;");
}

#[test]
fn bytes_that_are_not_utf_8_read_back_unchanged() {
    let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - id \"caf\xe9\";";
    let mut out = Vec::new();
    json::write(&record(line), PLACE, &mut out);
    assert!(!out.windows(6).any(|part| part == b"\"text\":"));
    assert_eq!(
        json::read(&out).expect("a record"),
        [&line[..], b"\n"].concat()
    );
    for broken in ["garbage", "4k3/8 w bm Qh9;", "\u{7f}\\\"\u{1}"] {
        assert_eq!(json_of(broken, true), Ok(format!("{broken}\n")));
    }
}

#[test]
fn a_column_that_contradicts_the_text_is_reported() {
    let line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;";
    let mut out = Vec::new();
    json::write(&record(line.as_bytes()), PLACE, &mut out);
    let text = String::from_utf8(out).expect("text");
    let error = |text: &str| {
        json::read(text.as_bytes())
            .expect_err("refused")
            .to_string()
    };
    assert_eq!(
        error(&text.replace("\"text\":\"e4\"", "\"text\":\"e3\"")),
        "`text` and `operations` contradict each other; remove one of them"
    );
    assert_eq!(
        error(&text.replace("\"side\":\"w\"", "\"side\":\"b\"")),
        "`text` and `side` contradict each other; remove one of them"
    );
    let rows = b"bm,text\r\ne3,4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\r\n";
    let mut rows = Rows::of(&rows[..], Separator::Comma).expect("a table");
    let (_, row) = rows.next_record().expect("a text").expect("a row");
    let error = row.expect_err("refused").to_string();
    assert_eq!(
        error,
        "`text` and `bm` contradict each other; remove one of them"
    );
}

#[test]
fn values_that_would_be_misread_are_refused() {
    let error = |text: &str| {
        json::read(text.as_bytes())
            .expect_err("refused")
            .to_string()
    };
    let object = |operations: &str| {
        format!(
            "{{\"placement\":\"4k3/8/8/8/8/8/8/4K3\",\"side\":\"w\",\"operations\":{operations}}}"
        )
    };
    assert_eq!(
        error(&object(
            r#"[{"opcode":"id","operands":[{"type":"text","text":"a; bm e4"}]}]"#
        )),
        "`a; bm e4` can't be an operand of id"
    );
    assert_eq!(
        error(&object(
            r#"[{"opcode":"id","operands":[{"type":"string","text":"a\"b"}]}]"#
        )),
        "`a\"b` can't be an operand of id"
    );
    assert_eq!(
        error(&object(r#"[{"opcode":"1d"}]"#)),
        "expected an opcode, found `1d`"
    );
    assert_eq!(error(r#"{"side":"w"}"#), "`placement` is missing");
    assert_eq!(
        error(r#"{"placement":"8/8 8","side":"w"}"#),
        "expected one word as `placement`, found `8/8 8`"
    );
    assert!(error("[1]").starts_with("expected a JSON object: "));
}

#[test]
fn a_list_of_fens_is_a_table_too() {
    let rows = b"fen,id\n4k3/8/8/8/8/8/4P3/4K3 w - - 3 9,a\n";
    let mut rows = Rows::of(&rows[..], Separator::Comma).expect("a table");
    let (_, row) = rows.next_record().expect("a text").expect("a row");
    let line = row.expect("a record");
    assert_eq!(
        line,
        b"4k3/8/8/8/8/8/4P3/4K3 w - - id \"a\"; hmvc 3; fmvn 9;\n"
    );
    assert!(Rows::of(&b"id,bm\n"[..], Separator::Comma).is_err());
}

#[test]
fn tables_of_other_programs_are_read() {
    let check = |text: &str, separator, expected: &[Result<&str, &str>]| {
        let mut rows = Rows::of(text.as_bytes(), separator).expect("a table");
        let read = std::iter::from_fn(|| rows.next_record().expect("a text"));
        let read: Vec<_> = read
            .map(|(_, row)| match row {
                Ok(line) => Ok(String::from_utf8(line).expect("text")),
                Err(error) => Err(error.to_string()),
            })
            .collect();
        let expected: Vec<_> = expected
            .iter()
            .map(|row| row.map(|line| format!("{line}\n")).map_err(str::to_owned))
            .collect();
        assert_eq!(read, expected, "{text}");
    };
    // Puzzles; a spreadsheet's table with semicolons, and a row that was cut off.
    check(
        "PuzzleId,FEN,Moves\n00sHx,q3k1nr/1pp1nQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 b k - 0 17,e8d7 a2e6\n",
        Separator::Comma,
        &[Ok(
            "q3k1nr/1pp1nQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 b k - PuzzleId 00sHx; Moves e8d7 a2e6; \
             hmvc 0; fmvn 17;",
        )],
    );
    check(
        "\u{feff}fen;id;bm\r\n4k3/8/8/8/8/8/4P3/4K3 w - -;\"a, b\";e4\r\n4k3/8/8/8/8/8/4P3/4K3 w - -;a\r\n",
        Separator::Semicolon,
        &[
            Ok("4k3/8/8/8/8/8/4P3/4K3 w - - id \"a, b\"; bm e4;"),
            Err("expected 3 columns, found 2"),
        ],
    );
}

proptest::proptest! {
    #[test]
    fn any_field_values_read_back(
        text in "[ -!#-~\u{e9}\t]{0,40}",
        other in "[ -!#-~]{0,20}",
        word in "[A-Z][A-Za-z0-9_]{0,12}",
        number in proptest::num::i64::ANY,
        bare in "[!#-:<-~]{1,12}",
    ) {
        let line = format!(
            "4k3/8/8/8/8/8/4P3/4K3 w - - {word} \"{other}\" {bare}; acn {}; c0 \"{text}\"; pv e4 Ke7;",
            number.unsigned_abs() >> 1
        );
        // Some words after an opcode make a record ambiguous: not `//`, but a move number.
        if record(line.as_bytes()).canonical(&CanonicalOptions::default()).is_some() {
            check(&line);
        }
    }
}

#[test]
fn operands_have_the_types_that_check_reports_and_earlier_exports_read_back() {
    for (operations, expected) in [
        ("bm #39;", "mate #39"),
        ("bm e4 #39;", "move e4, mate #39"),
        ("ce +M5;", "mate +M5"),
        ("bm e4 e2e4;", "move e4, move e2e4 repeated"),
        ("am #3;", "text #3"),
        ("eval #5;", "text #5"),
    ] {
        let line = format!("4k3/8/8/8/8/8/4P3/4K3 w - - {operations}");
        let mut out = Vec::new();
        json::write(&record(line.as_bytes()), PLACE, &mut out);
        let object: Value = serde_json::from_slice(&out).expect("JSON");
        let operands = object["operations"][0]["operands"]
            .as_array()
            .expect("an array");
        let types = operands.iter().map(|operand| {
            let again = if operand["repeated"] == true {
                " repeated"
            } else {
                ""
            };
            let of = |key: &str| operand[key].as_str().expect("a string").to_owned();
            format!("{} {}{again}", of("type"), of("text"))
        });
        assert_eq!(types.collect::<Vec<_>>().join(", "), expected);
        let before = String::from_utf8(out).expect("text");
        for (now, before_now) in [("mate", "text"), ("mate", "integer")] {
            let text = before.replace(
                &format!("\"type\":\"{now}\""),
                &format!("\"type\":\"{before_now}\""),
            );
            let text = text.replace(",\"repeated\":true", "");
            let back = json::read(text.as_bytes()).expect("a record");
            assert_eq!(back, format!("{line}\n").as_bytes());
        }
    }
}

#[test]
fn a_missing_value_is_an_empty_cell_and_an_empty_text_is_quoted() {
    let mut out = Vec::new();
    let values = [Some(&b"a"[..]), None, Some(b"")];
    table::write_values(values.into_iter(), Separator::Comma, &mut out);
    assert_eq!(out, b"a,,\"\"\r\n");
}
