//! The effect of each change on a line, and the parts left unchanged.

use super::*;
use shakmaty::{Board, Color};

mod proofs;

const FIELDS: &str = "4k3/8/8/8/8/8/4P3/4K2R w K -";

/// Changes operations of a record, given and returned without its fields.
fn changed(rest: &str, changes: &[Change<'_>]) -> Result<String, Refusal> {
    let line = format!("{FIELDS}{rest}\n");
    let record = Record::read(line.as_bytes(), &ReadOptions::default());
    let new = checked(&record, changes)?;
    let new = String::from_utf8(new).expect("text");
    let rest = new.strip_prefix(FIELDS).expect("the fields stay");
    Ok(rest.strip_suffix('\n').expect("the line end stays").into())
}

fn at(rest: &str, opcode: &str) -> usize {
    let line = format!("{FIELDS}{rest}\n");
    let record = Record::read(line.as_bytes(), &ReadOptions::default());
    let mut all = record.operations().iter();
    all.position(|operation| record.opcode(operation) == opcode)
        .expect("it is there")
}

fn removed(rest: &str, opcode: &str) -> Result<String, Refusal> {
    changed(rest, &[Change::Remove(at(rest, opcode))])
}

fn renamed(rest: &str, old: &str, new: &str) -> Result<String, Refusal> {
    changed(rest, &[Change::Rename(at(rest, old), new.as_bytes())])
}

#[test]
fn the_words_around_a_removed_operation_stay_separate() {
    for (rest, opcode, expected) in [
        (" bm Kd1;id \"x\";", "bm", " id \"x\";"),
        (" bm Kd1; id \"x\";", "bm", " id \"x\";"),
        (" bm Kd1;id \"x\";", "id", " bm Kd1;"),
        (" bm Kd1; ce 5;id \"x\";", "ce", " bm Kd1; id \"x\";"),
        (" bm Kd1;ce 5;id \"x\";", "ce", " bm Kd1;id \"x\";"),
        (" bm Kd1;", "bm", ""),
        (" bm Kd1", "bm", ""),
        (" bm Kd1; id \"x\"", "id", " bm Kd1;"),
        (" bm Kd1 ; id \"x\"  ;", "id", " bm Kd1 ;"),
    ] {
        assert_eq!(removed(rest, opcode).as_deref(), Ok(expected), "{rest}");
    }
}

#[test]
fn neighbouring_operations_are_removed_together() {
    let both = [Change::Remove(0), Change::Remove(1)];
    for (rest, expected) in [
        (" bm Kd1;ce 5;id \"x\";", " id \"x\";"),
        (" bm Kd1; ce 5;id \"x\";", " id \"x\";"),
        (" bm Kd1;ce 5; id \"x\";", " id \"x\";"),
        (" bm Kd1; ce 5", ""),
    ] {
        assert_eq!(changed(rest, &both).as_deref(), Ok(expected), "{rest}");
    }
}

#[test]
fn a_list_of_counts_keeps_its_form_or_gets_opcodes() {
    for (rest, opcode, expected) in [
        (" ;D1 15 ;D2 66", "D1", " ;D2 66"),
        (" ;D1 15 ;D2 66", "D2", " ;D1 15 ;"),
        (" ;D1 15 ;D2 66 ;D3 7", "D2", " ;D1 15 ;D3 7"),
        (" ;D1 15; id \"x\";", "D1", " id \"x\";"),
        (" id \"x\"; ;D1 15 ;", "D1", " id \"x\";"),
    ] {
        assert_eq!(removed(rest, opcode).as_deref(), Ok(expected), "{rest}");
    }
    let count = {
        use shakmaty::Position;
        let record = format!("{FIELDS}\n");
        let record = Record::read(record.as_bytes(), &ReadOptions::default());
        record.position().expect("a position").legal_moves().len()
    };
    let bare = format!(" ;{count};66;1234");
    let left = removed(&bare, "D1");
    assert_eq!(left.as_deref(), Ok(" D2 66; D3 1234;"));
    assert_eq!(
        renamed(&bare, "D1", "perft1"),
        Ok(format!(" perft1 {count}; D2 66; D3 1234;"))
    );
    let comma = format!(",{count},66,1234");
    assert_eq!(removed(&comma, "D3"), Ok(format!(" D1 {count}; D2 66;")));
}

#[test]
fn an_operation_ended_only_by_the_next_opcode_gets_its_semicolon() {
    for (old, new, expected) in [
        ("bm", "Best", " Best Kd1; dm 26;"),
        ("dm", "Mate", " bm Kd1; Mate 26;"),
    ] {
        let rest = " bm Kd1 dm 26;";
        assert_eq!(renamed(rest, old, new).as_deref(), Ok(expected), "{old}");
    }
    assert_eq!(removed(" bm Kd1 dm 26;", "dm").as_deref(), Ok(" bm Kd1;"));
    assert_eq!(removed(" bm Kd1 dm 26;", "bm").as_deref(), Ok(" dm 26;"));
    assert_eq!(
        removed(" bm Kd1 dm 26 id \"x\";", "dm").as_deref(),
        Ok(" bm Kd1; id \"x\";")
    );
    let both = [Change::Rename(0, b"Best"), Change::Rename(1, b"Mate")];
    assert_eq!(
        changed(" bm Kd1 dm 26", &both).as_deref(),
        Ok(" Best Kd1; Mate 26")
    );
    let set = [Change::Operands(0, b"Ke1-d1"), Change::Remove(1)];
    assert_eq!(
        changed(" bm Kd1 dm 26;", &set).as_deref(),
        Ok(" bm Ke1-d1;")
    );
    let more = [Change::Remove(1), Change::Add(b"id", b"\"x\"")];
    for rest in [" bm Kd1 dm 26;", " bm Kd1 dm 26", " bm Kd1; dm 26;"] {
        let expected = " bm Kd1; id \"x\";";
        assert_eq!(changed(rest, &more).as_deref(), Ok(expected), "{rest}");
    }
}

#[test]
fn a_new_operation_is_inserted_in_canonical_order() {
    let ce: &[Change<'_>] = &[Change::Add(b"ce", b"5")];
    let several: &[Change<'_>] = &[
        Change::Add(b"pv", b"Kd1"),
        Change::Add(b"acd", b"9"),
        Change::Add(b"ce", b"5"),
    ];
    for (rest, changes, expected) in [
        ("", ce, " ce 5;"),
        (" bm Kd1; id \"x\";", ce, " bm Kd1; ce 5; id \"x\";"),
        (" bm Kd1;id \"x\";", ce, " bm Kd1;ce 5; id \"x\";"),
        (" bm  Kd1;  id \"x\" ;", ce, " bm  Kd1;  ce 5; id \"x\" ;"),
        (" dm 3 id \"x\"", ce, " ce 5; dm 3 id \"x\""),
        // An operation ended only by the next opcode gets its semicolon.
        (" acd 3 id \"x\"", ce, " acd 3; ce 5; id \"x\""),
        (
            " bm Kd1; id \"x\";",
            several,
            " acd 9; bm Kd1; ce 5; id \"x\"; pv Kd1;",
        ),
        // In another order, and among counts of a list: last.
        (" id \"x\"; bm Kd1;", ce, " id \"x\"; bm Kd1; ce 5;"),
        (" id \"x\"; ;D1 15 ;", ce, " id \"x\"; ;D1 15 ; ce 5;"),
    ] {
        assert_eq!(changed(rest, changes).as_deref(), Ok(expected), "{rest}");
    }
    let of = |rest, changes: &[Change<'_>]| changed(rest, changes);
    let rest = " bm Kd1; ce 5; id \"x\";";
    let replaced = [Change::Remove(1), Change::Add(b"dm", b"3")];
    assert_eq!(
        of(rest, &replaced).as_deref(),
        Ok(" bm Kd1; dm 3; id \"x\";")
    );
    let renamed = [Change::Rename(2, b"c0"), Change::Add(b"acd", b"3")];
    let expected = " bm Kd1; ce 5; c0 \"x\"; acd 3;";
    assert_eq!(of(rest, &renamed).as_deref(), Ok(expected));
}

#[test]
fn moves_in_one_word_end_where_the_word_ends() {
    let added = |rest: &str| changed(rest, &[Change::Add(b"id", b"\"zz\"")]);
    for moves in ["\"Kd1, Kd2\"", "Kd1,Kd2", "\"Kd1 Kd2\"", "Kd1 \"Kd2\""] {
        let ended = format!(" bm {moves};");
        let expected = format!(" bm {moves}; id \"zz\";");
        for rest in [format!(" bm {moves}"), ended.clone()] {
            assert_eq!(added(&rest), Ok(expected.clone()), "{rest}");
            let other = renamed(&rest, "bm", "am");
            assert_eq!(other, Ok(rest.replace("bm", "am")), "{rest}");
            let set = changed(&rest, &[Change::Operands(0, b"Kf1")]);
            assert_eq!(set, Ok(rest.replace(moves, "Kf1")), "{rest}");
            assert_eq!(removed(&rest, "bm").as_deref(), Ok(""), "{rest}");
        }
        let both = format!(" bm {moves}; ce 5");
        assert_eq!(removed(&both, "ce"), Ok(ended), "{both}");
        let before = format!(" acd 7; bm {moves}");
        assert_eq!(removed(&before, "bm").as_deref(), Ok(" acd 7;"));
        assert_eq!(removed(&before, "acd"), Ok(format!(" bm {moves}")));
    }
}

#[test]
fn an_unquoted_string_gets_quotes_if_the_new_opcode_accepts_words() {
    assert_eq!(
        renamed(" c0 two words;", "c0", "Note").as_deref(),
        Ok(" Note \"two words\";")
    );
    assert_eq!(
        renamed(" c0 two words;", "c0", "c1").as_deref(),
        Ok(" c1 two words;")
    );
}

#[test]
fn a_record_of_ambiguous_structure_is_left_unchanged() {
    for (line, code) in [
        (
            format!("{FIELDS} e9 bm Kd1; ??? what\n").replace(" - e9", " e9"),
            Code::BadEnPassant,
        ),
        (format!("{FIELDS} bm Kd1; c0 \"open\n"), Code::BrokenQuote),
        ("4k3/8 w - - bm Kd1;\n".to_owned(), Code::BadPlacement),
        (FIELDS.replace(" w ", " x ") + " bm Kd1;\n", Code::BadColour),
    ] {
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let refusal = checked(&record, &[Change::Add(b"id", b"\"x\"")]);
        assert_eq!(refusal, Err(Refusal::Doubt(code)), "{line}");
    }
}

#[test]
fn a_change_that_causes_an_error_is_refused() {
    assert_eq!(
        renamed(" id \"x\";", "id", "bm"),
        Err(Refusal::Error(Code::MoveUnreadable))
    );
    assert_eq!(
        renamed(" am Kd1; bm Kd2;", "am", "bm"),
        Err(Refusal::Taken("bm".into()))
    );
    let set = |rest: &str, operands: &[u8]| changed(rest, &[Change::Operands(0, operands)]);
    assert_eq!(
        set(" ce 5;", b"abc"),
        Err(Refusal::Error(Code::OperandType))
    );
    // Also if the operation had such an error before.
    assert_eq!(
        set(" bm Kd8;", b"Kd7"),
        Err(Refusal::Error(Code::MoveIllegal))
    );
    assert_eq!(
        set(" bm Kd1; am Kd2;", b"Kd2"),
        Err(Refusal::Error(Code::AmAndBm))
    );
    assert_eq!(
        removed(" draw_offer; sm Kd1;", "sm"),
        Err(Refusal::Error(Code::DrawWithoutSm))
    );
}

#[test]
fn an_error_elsewhere_does_not_prevent_an_edit() {
    assert_eq!(removed(" bm Kd8; ce 5;", "ce").as_deref(), Ok(" bm Kd8;"));
    assert_eq!(removed(" ce 5; ce 6;", "ce").as_deref(), Ok(" ce 6;"));
    assert_eq!(renamed(" bm Kd8;", "bm", "am").as_deref(), Ok(" am Kd8;"));
}

#[test]
fn a_semicolon_in_an_operand_is_refused() {
    let line = format!("{FIELDS} ce 5; bm Kd1;\n");
    let record = Record::read(line.as_bytes(), &ReadOptions::default());
    for operands in ["5; dm 3", "5 dm 3", "\"5"] {
        assert_eq!(
            by_hand(&record, &[Change::Operands(0, operands.as_bytes())]),
            Err(Refusal::ReadsDifferently),
            "{operands}"
        );
    }
    let wrong =
        by_hand(&record, &[Change::Operands(1, b"Kd8")]).expect("an error is a person's to make");
    assert!(wrong.ends_with(b" ce 5; bm Kd8;\n"));
}

#[test]
fn fields_change_together_and_missing_ones_are_inserted() {
    let board = Board::new();
    let all = [
        Change::Board(&board),
        Change::Side(Color::Black),
        Change::Castling("KQkq"),
        Change::EnPassant(None),
    ];
    for line in [
        "4k3/8/8/8/8/8/8/4K3 w - e3 id \"x\";\n",
        "4k3/8/8/8/8/8/8/4K3 w id \"x\";\n",
        "4k3/8/8/8/8/8/8/4K3 w - id \"x\";\n",
    ] {
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let new = by_hand(&record, &all).expect("it can be");
        assert_eq!(
            String::from_utf8_lossy(&new),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - id \"x\";\n"
        );
    }
}

#[test]
fn edits_of_glued_fields_are_refused() {
    // An older version did this to thirty records of a suite.
    let line = format!("{FIELDS} bm Kd1;id \"x\";\n");
    let record = Record::read(line.as_bytes(), &ReadOptions::default());
    let glued = format!("{FIELDS}id \"x\";\n");
    let glued = Record::read(glued.as_bytes(), &ReadOptions::default());
    assert_eq!(
        prove(&record, &[Change::Remove(0)], &glued),
        Err(Refusal::ReadsDifferently)
    );
    let right = format!("{FIELDS} id \"x\";\n");
    let right = Record::read(right.as_bytes(), &ReadOptions::default());
    assert_eq!(prove(&record, &[Change::Remove(0)], &right), Ok(()));
    for other in [" id \"y\";", "", " id \"x\"; ce 5;", " bm Kd1; id \"x\";"] {
        let other = format!("{FIELDS}{other}\n");
        let other = Record::read(other.as_bytes(), &ReadOptions::default());
        let proof = prove(&record, &[Change::Remove(0)], &other);
        assert_eq!(proof, Err(Refusal::ReadsDifferently));
    }
}

#[test]
fn a_board_set_by_hand_keeps_the_bytes_after_the_words() {
    let line = |board: &str, end: &str| format!("{board} w - - id \"x\";{end}");
    let old = line("4k3/8/8/8/8/8/8/4K3", " \r\n");
    let options = ReadOptions::default();
    let old = Record::read(old.as_bytes(), &options);
    let board: Board = "4k3/8/8/8/8/8/8/R3K3".parse().expect("a placement");
    for (end, expected) in [
        (" \r\n", Ok(())),
        (" \n", Err(Refusal::ReadsDifferently)),
        ("\r\n", Err(Refusal::ReadsDifferently)),
    ] {
        let new = line("4k3/8/8/8/8/8/8/R3K3", end);
        let new = Record::read(new.as_bytes(), &options);
        let proof = proof::prove_fields(&old, &[Change::Board(&board)], &new);
        assert_eq!(proof, expected, "{end:?}");
    }
}

#[test]
fn the_square_is_added_to_a_lone_dash_before_castling_becomes_possible() {
    let line = "4k3/8/8/8/8/8/8/4K3 w - id \"x\";\n";
    let record = Record::read(line.as_bytes(), &ReadOptions::default());
    let board: Board = "4k3/8/8/8/8/8/8/R3K3".parse().expect("a placement");
    let new = by_hand(&record, &[Change::Board(&board)]).expect("it can be");
    let expected = "4k3/8/8/8/8/8/8/R3K3 w - - id \"x\";\n";
    assert_eq!(String::from_utf8_lossy(&new), expected);
}

#[test]
fn a_square_in_upper_case_becomes_lower_case_when_other_fields_change() {
    let line = "4k3/8/8/8/4P3/8/8/4K3 b - E3 bm Kd7;\n";
    let record = Record::read(line.as_bytes(), &ReadOptions::default());
    let new = by_hand(&record, &[Change::Side(Color::White)]).expect("it can be");
    let expected = "4k3/8/8/8/4P3/8/8/4K3 w - e3 bm Kd7;\n";
    assert_eq!(String::from_utf8_lossy(&new), expected);
}

#[test]
fn a_comment_line_gets_no_operation() {
    for line in [
        "# a comment\n",
        "; a comment",
        "  # 4k3/8/8/8/8/8/8/4K3 w - -;\n",
    ] {
        let options = ReadOptions::default();
        let record = Record::read(line.as_bytes(), &options);
        let refused = Err(Refusal::Comment);
        assert_eq!(
            by_hand(&record, &[Change::Add(b"acd", b"12")]),
            refused,
            "{line:?}"
        );
        let change = [Change::Add(b"acd", b"12")];
        assert_eq!(checked(&record, &change), refused, "{line:?}");
    }
}

#[test]
fn a_refusal_states_the_reason() {
    for (refusal, words) in [
        (
            Refusal::Several {
                opcode: "ce".into(),
                count: 2,
            },
            "the record has two ce",
        ),
        (Refusal::Taken("bm".into()), "the record already has bm"),
        (
            Refusal::Comment,
            "a comment line has no operations · put the operation in a record",
        ),
        (
            Refusal::ReadsDifferently,
            "the result would be read differently",
        ),
    ] {
        assert_eq!(refusal.to_string(), words);
    }
}
