use super::*;
use crate::epd::edit::{self, Change};

/// Checks the moves of an opcode, from square to square.
fn check(operations: &str, opcode: &str, expected: &str) {
    let line = format!("4k3/8/8/8/8/8/4P3/4K3 w - - {operations}");
    let record = Record::read(line.as_bytes(), &ReadOptions::default());
    let found: Vec<String> = record
        .moves(opcode)
        .map(|played| played.to_uci(shakmaty::CastlingMode::Standard).to_string())
        .collect();
    assert_eq!(found.join(" "), expected, "{operations}");
}

#[test]
fn the_moves_of_an_opcode_are_those_that_can_be_played() {
    check("bm e4 e2e3;", "bm", "e2e4 e2e3");
    check("bm e4 Nf3 e5;", "bm", "e2e4");
    check("bm e4;", "am", "");
    check("id \"bm e4\"; ce 30;", "id", "");
}

#[test]
fn the_moves_of_a_line_follow_one_another() {
    check("pv e4 Kd7 e5;", "pv", "e2e4 e8d7 e4e5");
}

#[test]
fn the_moves_of_repeated_opcodes_are_joined() {
    check("bm e4; id \"x\"; bm Kd1;", "bm", "e2e4 e1d1");
}

fn long(bytes: usize) -> Vec<u8> {
    let mut line = b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; c0 \"".to_vec();
    line.resize(bytes - 2, b'x');
    line.extend_from_slice(b"\";\n");
    line
}

#[test]
fn only_the_fields_of_a_very_long_line_are_read() {
    let options = ReadOptions {
        longest_whole: 5000,
        ..ReadOptions::default()
    };
    let line = long(9000);
    let record = Record::read(&line, &options);
    assert!(record.is_beginning() && record.is_kept() && !record.is_structure_sound());
    assert!(record.position().is_some() && record.operations().is_empty());
    assert_eq!(record.canonical(&Default::default()), None);
    let joined: Vec<u8> = record
        .tokens()
        .iter()
        .flat_map(|t| t.span.of(&line).to_vec())
        .collect();
    assert_eq!(joined, line);
    let all = record.diagnostics();
    let messages: Vec<_> = all.iter().map(|found| record.message(found)).collect();
    assert_eq!(
        messages,
        ["the line has 9,000 bytes, too long to show its operations"]
    );
    // Only its text can be changed.
    for refused in [
        edit::by_hand(&record, &[Change::Add(b"dm", b"1")]),
        edit::by_hand(&record, &[Change::Side(shakmaty::Color::Black)]),
        edit::checked(&record, &[]),
    ] {
        assert_eq!(refused, Err(edit::Refusal::TooLong));
    }
    let whole = Record::read(&line, &ReadOptions::default());
    assert!(!whole.is_beginning() && whole.operations().len() == 2);
    let short = long(4000);
    assert!(!Record::read(&short, &options).is_beginning());
}

#[test]
fn the_tokens_of_a_very_long_line_tile_it() {
    let options = ReadOptions {
        longest_whole: 10,
        ..ReadOptions::default()
    };
    for line in [
        &b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;\r\n"[..],
        b"xxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        b";;;;;;;;;;;;;;;;;;;;; x y z",
        b"x ; \"  ; ;;; ;;;;; ;;;; ;;;; ",
        b"\"4k3/8/8/8/8/8/8/4K3 w - -\" bm Kd2;",
        b"8/8 \0\0\0\0\0\0\0\0\0\0\0\0\0\0 x",
    ] {
        let record = Record::read(line, &options);
        let mut at = 0;
        for token in record.tokens() {
            assert_eq!(token.span.start, at, "{line:?}");
            at = token.span.end;
        }
        assert_eq!(at, line.len());
    }
}

#[test]
fn a_record_stored_without_its_line_is_restored_with_it() {
    let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4; id x; ce q;\n";
    let record = Record::read(line, &ReadOptions::default());
    let kept = record.clone().without_line();
    assert_eq!(format!("{:?}", kept.with_line(line)), format!("{record:?}"));
}
