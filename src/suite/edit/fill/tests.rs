use super::*;
use crate::epd::ReadOptions;

fn check(text: &str, line: &str, expected: &str) {
    let record = Record::read(line.as_bytes(), &ReadOptions::default());
    let options = ReadOptions::default();
    let asked = EditTarget {
        path: "suites/wac.v2.epd",
        ..EditTarget::of_line(&options, line.as_bytes(), 6, 4)
    };
    let found = Filling::parse(text).and_then(|filling| {
        let set = filling.of(&record, &asked).map_err(|e| e.to_string())?;
        Ok(format!("{} {}", set.opcode, set.operands))
    });
    assert_eq!(found.unwrap_or_else(|error| error), expected, "{text}");
}

#[test]
fn invalid_utf_8_is_never_replaced() {
    let line = b"4k3/8/8/8/8/8/8/4K3 w - - c0 \"J\xe1se\"; id \"a\";";
    let record = Record::read(line, &ReadOptions::default());
    let filled = |text: &str| {
        let filling = Filling::parse(text).expect("a filling");
        let asked = EditTarget::of_line(record.options(), line, 0, 0);
        let set = filling.of(&record, &asked).map_err(|e| e.to_string());
        set.map(|set| set.operands.clone())
    };
    let said = filled("c1 \"{c0} 1\"");
    assert_eq!(
        said.err().as_deref(),
        Some("`c0` has bytes that are not UTF-8, and can't be copied")
    );
    assert!(filled("c1 \"{id}\"").is_ok());
}

#[test]
fn values_in_braces_are_filled_in_from_the_record() {
    let line = "4k3/8/8/8/8/8/4P3/4K2R w K - bm e4 Kd2; ce -250; id \"BK.07\"; Own 1.5;";
    check("id \"{file}.{n:03}\"", line, "id \"wac.005\"");
    check("acd {line}", line, "acd 7");
    check("id \"{line:04}\"", line, "id \"0007\"");
    check("c0 \"{ce:06} {Own}\"", line, "c0 \"-000250 1.5\"");
    check("c1 {ce/100}", line, "c1 \"-2.5\"");
    check(
        "c1 {id.prefix} {side} {castling} {phase} {pieces}",
        line,
        "c1 \"BK w K endgame 4\"",
    );
    check("c1 {fen}", line, "c1 \"4k3/8/8/8/8/8/4P3/4K2R w K - 0 1\"");
    check("c1 {placement}", line, "c1 \"4k3/8/8/8/8/8/4P3/4K2R\"");
    check("c1 {count(bm)} {{n}}", line, "c1 \"2 {n}\"");
    check("c1 {material}", line, "c1 \"600\"");
    let bare = "4k3/8/8/8/8/8/4P3/4K2R w K - bm e4; ce 3\r\n";
    check(
        "c1 {text}",
        bare,
        "c1 \"4k3/8/8/8/8/8/4P3/4K2R w K - bm e4; ce 3\"",
    );
    check("c1 {problems}", bare, "c1 \"missing-last-semicolon\"");
}

#[test]
fn missing_and_wrong_words_are_reported() {
    let line = "4k3/8/8/8/8/8/4P3/4K3 w - - id \"x\";";
    check("c1 {dm}", line, "the record has no `dm`");
    check(
        "c1 {opening}",
        line,
        "the position is not the end of a named opening",
    );
    check(
        "c1 {id:03}",
        line,
        "`id` is `x`, and only whole numbers can be padded with zeros",
    );
    check(
        "c1 {n:x}",
        line,
        "expected the number of digits as in `{n:03}`, found `{n:x}`",
    );
    check("c1 {n", line, "missing `}` in `c1 {n`");
    check(
        "1c {n}",
        line,
        "`1c` is not an opcode: expected a letter, then up to 14 letters, digits or `_`",
    );
}

#[test]
fn ids_are_numbered_with_the_requested_digits() {
    let id = |template: &str, number| Filling::ids(template, number).unwrap().first_id();
    assert_eq!(id("WAC.{n:03}", 7), "WAC.007");
    assert_eq!(id("WAC.{n:03}", 1234), "WAC.1234");
    assert_eq!(id("{n}", 0), "0");
    assert_eq!(id("a {n:2} {1}", 5), "a 05 {1}");
    assert_eq!(
        Filling::ids("{file}.{n}", 1),
        Err(TemplateError::Field("file".into()))
    );
}

#[test]
fn a_template_without_exactly_one_valid_number_is_refused() {
    for text in ["WAC", "{n", "{n:x}", "{n:99}", "{n} {n}", "\"{n}", "{m}"] {
        assert!(Filling::ids(text, 1).is_err(), "{text}");
    }
}
