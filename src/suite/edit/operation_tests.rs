use crate::epd::ReadOptions;
use crate::suite::edit::AssignmentError;
use crate::suite::edit::*;
use crate::suite::edit::{Assignment, Edit, EditTarget, Existing, Filling, Rewrite};
use proptest::prelude::*;

fn applied(change: &Edit, line: &str) -> Result<Option<Vec<u8>>, Refusal> {
    change.of(&EditTarget::of_line(
        &ReadOptions::default(),
        line.as_bytes(),
        0,
        0,
    ))
}

fn changed(change: &Edit, line: &str) -> Option<String> {
    let line = applied(change, line).expect("nothing is refused")?;
    Some(String::from_utf8(line).unwrap())
}

fn set(text: &str) -> Edit {
    setting(text, Existing::Replace)
}

fn setting(text: &str, existing: Existing) -> Edit {
    Edit::Set(Filling::parse(text).unwrap(), existing)
}

const CANONICAL: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"x\";\n";
const LOOSE: &str = "4k3/8/8/8/8/8/4P3/4K3  w - - id \"x\"; bm e4; c0 \"a;b\"\r\n";

#[test]
fn setting_changes_one_operation_and_keeps_a_canonical_record_canonical() {
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; ce 5; id \"x\";\n";
    assert_eq!(changed(&set("ce 5"), CANONICAL).as_deref(), Some(text));
    assert_eq!(changed(&set("id x"), CANONICAL), None);
    let text = "4k3/8/8/8/8/8/4P3/4K3  w - - id \"new one\"; bm e4; c0 \"a;b\"\r\n";
    assert_eq!(changed(&set("id new one"), LOOSE).as_deref(), Some(text));
    let text = "4k3/8/8/8/8/8/4P3/4K3  w - - id \"x\"; bm e4; c0 \"a;b\"; ce 5;\r\n";
    assert_eq!(changed(&set("ce 5;"), LOOSE).as_deref(), Some(text));
}

#[test]
fn removing_and_renaming_reach_every_operation_with_the_opcode() {
    let line = "4k3/8/8/8/8/8/4P3/4K3 w - - ce 1; bm e4; ce 2; D1 3;\n";
    let remove = Edit::Remove(vec!["ce".to_owned(), "D1".to_owned()]);
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n";
    assert_eq!(changed(&remove, line).as_deref(), Some(text));
    assert_eq!(changed(&remove, text), None);
    let label = "4k3/8/8/8/8/8/4P3/4K3 w - - ce 3; PV: e4 Kd7;\n";
    let remove = Edit::Remove(vec!["pv".to_owned()]);
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - ce 3;\n";
    let options = ReadOptions::default();
    let asked = EditTarget::of_line(&options, label.as_bytes(), 0, 0);
    let rewritten = remove.ready().rewrite(&asked);
    assert_eq!(rewritten, Rewrite::Replace(text.into()));
    let rename = Edit::Rename("ce".to_owned(), "Ce".to_owned());
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - Ce 1; bm e4; Ce 2; D1 3;\n";
    assert_eq!(changed(&rename, line).as_deref(), Some(text));
}

#[test]
fn an_unreadable_line_has_no_known_operations() {
    let line = format!(
        "4k3/8/8/8/8/8/4P3/4K3 w - - c0 \"{}\";",
        "x".repeat(3 << 20)
    );
    for change in [
        Edit::Remove(vec!["c0".to_owned()]),
        Edit::Rename("c0".to_owned(), "c1".to_owned()),
    ] {
        assert_eq!(refused(&change, &line), "not EPD (not-epd)");
        let options = ReadOptions::default();
        let rewritten =
            change
                .ready()
                .rewrite(&EditTarget::of_line(&options, line.as_bytes(), 0, 0));
        assert_eq!(rewritten, Rewrite::Leave("not EPD (not-epd)".into()));
    }
}

#[test]
fn comments_and_blank_lines_are_left_alone() {
    for change in [
        set("ce 5"),
        Edit::Remove(vec!["bm".to_owned()]),
        Edit::Fix(None),
    ] {
        assert_eq!(changed(&change, "# bm e4;\n"), None);
        assert_eq!(changed(&change, "\n"), None);
    }
}

#[test]
fn edits_that_would_break_a_record_are_refused() {
    for text in [
        "",
        "5 x",
        "ce 1; bm e4",
        "c0 \"open",
        "c0 a\"b",
        "bm e4\nd4",
        "c0 \"a\"b",
    ] {
        assert!(Assignment::parse(text).is_err(), "{text}");
    }
    assert_eq!(Assignment::parse("c0 \"a;b\"").unwrap().operands, "\"a;b\"");
    assert_eq!(Assignment::parse("c0 a;b;").unwrap().operands, "\"a;b\"");
    for text in ["id x; ce 3", "c0 a;bm Nf3;", "c0 a; b; c1 c"] {
        let refused = Assignment::parse(text).map_err(|error| error.to_string());
        let words = refused.expect_err(text);
        assert!(
            words.contains("may be a text or several operations"),
            "{words}"
        );
        assert!(crate::suite::edit::Filling::parse(&text.replacen(' ', " {n}", 1)).is_err());
    }
}

#[test]
fn an_operation_invalid_in_every_record_is_refused() {
    for (text, code) in [
        ("ce abc", Code::OperandType),
        ("ce", Code::OperandCount),
        ("dm -1", Code::OperandRange),
        ("bm xyz", Code::MoveUnreadable),
        ("bm e4!", Code::MoveAnnotation),
        ("refcom bogus", Code::OperandRange),
    ] {
        match Assignment::parse(text) {
            Err(AssignmentError::Wrong { code: found, .. }) => {
                assert_eq!(found, code, "{text}")
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    // Their validity depends on the record.
    for text in ["bm Qh8", "bm #3", "draw_offer", "bm f8 = Q", "foo bar"] {
        assert!(Assignment::parse(text).is_ok(), "{text}");
    }
}

fn refused(change: &Edit, line: &str) -> String {
    let result = applied(change, line);
    result.expect_err("it is refused").to_string()
}

#[test]
fn a_record_that_can_not_be_changed_is_left_with_a_reason() {
    let two = "4k3/8/8/8/8/8/4P3/4K3 w - - ce 1; ce 2;\n";
    assert_eq!(refused(&set("ce 5"), two), "the record has two ce");
    let open = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; c0 \"what\n";
    assert!(refused(&set("id x"), open).contains("(broken-quote)"));
    assert!(refused(&set("bm Qh8"), CANONICAL).contains("(move-illegal)"));
    let rename = |old: &str, new: &str| Edit::Rename(old.into(), new.into());
    assert!(refused(&rename("id", "am"), CANONICAL).contains("(move-unreadable)"));
    assert_eq!(
        refused(&rename("bm", "id"), CANONICAL),
        "the record already has id"
    );
    assert_eq!(changed(&rename("pv", "bm"), CANONICAL), None);
}

#[test]
fn text_outside_operations_is_kept_byte_for_byte() {
    let position = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    let check = |change: &Edit, operations: &str, expected: &str| {
        let line = format!("{position} {operations}\n");
        let changed = changed(change, &line);
        assert_eq!(changed, Some(format!("{position} {expected}\n")));
    };
    let purge = Edit::Remove(vec!["bm".to_owned()]);
    let rename = Edit::Rename("bm".to_owned(), "am".to_owned());
    let matetrack = "bm #10;  00:00 @ C2/R2; cdb eval: M13;";
    let rest = " 00:00 @ C2/R2; cdb eval: M13;";
    check(&set("id x"), matetrack, &format!("{matetrack} id \"x\";"));
    check(&set("bm e4"), matetrack, &format!("bm e4; {rest}"));
    check(&purge, matetrack, rest);
    check(&rename, "bm e4; v=-429", "am e4; v=-429");
    check(&set("id x"), "bm e4; v=-429", "bm e4; id \"x\"; v=-429");
}

proptest! {
    #[test]
    fn an_operation_that_was_set_is_read_back(operands in "[ -~]{0,20}") {
        // A canonical record stays canonical, with single blanks.
        let operands = operands.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Ok(assignment) = Assignment::new("Private", &operands) {
            for line in [CANONICAL, LOOSE] {
                let line = changed(&Edit::Set(assignment.clone().into(), Existing::Replace), line).unwrap();
                let record = Record::read(line.as_bytes(), &ReadOptions::default());
                let found = record.operation("Private").unwrap();
                prop_assert_eq!(
                    record.operands_span(found).of(line.as_bytes()),
                    assignment.operands.as_bytes()
                );
            }
        }
    }
}

/// The words of records, valid and broken.
const WORDS: &[&str] = &[
    "bm",
    "e4",
    "Nxe6",
    ";",
    ";",
    ";",
    ";",
    "; ",
    "id",
    "\"a b\"",
    "\"x",
    "\"#3\"",
    "ce",
    "+12",
    "dm",
    "2",
    "#2",
    "D1",
    "20",
    "20,",
    "c0",
    "c3",
    "pv",
    "Kd2",
    "acd",
    "sm",
    "draw_offer",
    "Private",
    "hmvc",
    "Nxe6",
    "what",
    "\t",
    "\u{1a}",
    "-",
    "0",
    "1",
    "am",
    "resign",
    "Bd2",
    "rc",
];

/// Checks that the fast removal agrees with the full one; returns true if it was possible.
fn both_ways_agree(line: &str, opcodes: &[&str]) -> bool {
    let opcodes: Vec<String> = opcodes.iter().map(|&name| name.to_owned()).collect();
    let options = ReadOptions::default();
    let short = edit::without(line.as_bytes(), &opcodes);
    let record = Record::read(line.as_bytes(), &options);
    let asked = EditTarget::of_line(&options, line.as_bytes(), 0, 0);
    let whole = Edit::Remove(opcodes.clone()).of_record(&record, &asked);
    if let Some(short) = &short {
        assert_eq!(
            Ok(Some(short)),
            whole.as_ref().map(Option::as_ref),
            "{line:?} {opcodes:?}"
        );
    }
    short.is_some()
}

proptest! {
    #[test]
    fn the_fast_and_the_full_removal_of_operations_agree(
        words in prop::collection::vec(0..WORDS.len(), 0..16),
        operations in prop::collection::vec(0..9_usize, 0..6),
        glued in any::<bool>(),
        end in prop::sample::select(vec!["", "\n", "\r\n", " \n", "\u{1a}"]),
    ) {
        let odd = words.iter().map(|at| WORDS[*at]).collect::<Vec<_>>().join(" ");
        let whole = [
            "acd 3;", "bm e4;", "ce 12;", "id \"x; y\";", "pv e4;", "rc 2;", "resign;", "Foo bar;", "dm 3;",
        ];
        let between = if glued { "" } else { " " };
        let whole = operations.iter().map(|at| whole[*at]).collect::<Vec<_>>().join(between);
        for operations in [&odd, &whole, &format!("{whole} {odd}")] {
            let line = format!("4k3/8/8/8/8/8/4P3/4K3 w - - {operations}{end}");
            for opcodes in [&["id"][..], &["acd", "bm"], &["ce", "dm", "pv"], &["Foo", "resign"], &["rc", "sm"]] {
                both_ways_agree(&line, opcodes);
            }
        }
    }
}

#[test]
fn most_removals_take_the_fast_path() {
    for (line, opcodes, is_short) in [
        ("w - - bm e4; id \"x\";\n", &["id"][..], true),
        ("w - - bm e4;id \"x\";\n", &["id"], true),
        ("w - - bm e4;id \"x\";ce 1;\n", &["id", "bm"], true),
        ("w - - id \"x\";", &["id"], true),
        ("w - - bm Qh8; acd 12;\r\n", &["acd"], true),
        // The last semicolon is missing; the opcode may be a move; a distance; a draw needs its move.
        ("w - - bm e4; id \"x\"\n", &["id"], false),
        ("w - - bm e4; Nxe6; id \"x\";\n", &["id"], false),
        ("w - - bm #2; dm 3;\n", &["dm"], false),
        ("w - - draw_offer; sm e4;\n", &["sm"], false),
        ("w - -  id \"x\";\n", &["id"], false),
        ("w - - 0 1 id \"x\";\n", &["id"], false),
    ] {
        let line = format!("4k3/8/8/8/8/8/4P3/4K3 {line}");
        assert_eq!(both_ways_agree(&line, opcodes), is_short, "{line}");
    }
}
