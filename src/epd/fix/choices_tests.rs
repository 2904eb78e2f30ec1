//! Tests of the choices.

use crate::epd::ReadOptions;
use crate::epd::fix::*;

/// Checks the lines that the choices for the first problem of a code lead to.
#[track_caller]
fn check(line: &str, code: Code, expected: &[&str]) {
    let record = Record::read(line.as_bytes(), &ReadOptions::default());
    let found = record.diagnostics().iter().find(|d| d.code == code);
    let found = found.unwrap_or_else(|| panic!("{}: {:?}", code.name(), record.diagnostics()));
    let fields = line.split_inclusive(' ').take(4).collect::<String>();
    let lines: Vec<String> = record
        .fix_choices(found)
        .iter()
        .map(|fix| {
            assert!(!fix.safe, "{}", record.fix_title(fix));
            let line = fix.apply(line.as_bytes());
            let line = String::from_utf8(line).expect("text");
            match line.strip_prefix(&fields) {
                Some(operations) => operations.to_owned(),
                None if line == fields.trim_end() => String::new(),
                None => line,
            }
        })
        .collect();
    assert_eq!(lines, expected, "{line}");
}

const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";

#[test]
fn an_illegal_move_is_removed_or_replaced_by_a_near_one() {
    check(
        &format!("{AFTER_E4} bm Nf3 e4; id \"x\";"),
        Code::MoveIllegal,
        &[
            "bm Nf3 e5; id \"x\";",
            "bm Nf3 d3; id \"x\";",
            "bm Nf3 d4; id \"x\";",
            "bm Nf3; id \"x\";",
        ],
    );
}

#[test]
fn the_side_to_move_changes_if_all_moves_are_those_of_the_other_side() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let line = format!("{start} b KQkq - bm e4; pv e4 e5;");
    let flipped = format!("{start} w KQkq - bm e4; pv e4 e5;");
    check(
        &line,
        Code::MoveIllegal,
        &[
            &flipped,
            "bm e5; pv e4 e5;",
            "bm d5; pv e4 e5;",
            "bm f5; pv e4 e5;",
            "pv e4 e5;",
        ],
    );
    let record = Record::read(line.as_bytes(), &ReadOptions::default());
    let fix = record.fix(&record.diagnostics()[0]).expect("a fix");
    assert_eq!(record.fix_title(&fix), "make White the side to move");
    // Nf6 is legal for Black, so the side stays.
    check(
        &format!("{start} b KQkq - bm e4 Nf6;"),
        Code::MoveIllegal,
        &["bm e5 Nf6;", "bm d5 Nf6;", "bm f5 Nf6;", "bm Nf6;"],
    );
}

#[test]
fn the_only_move_is_removed_with_its_operation_and_a_line_is_cut_at_its_fault() {
    check(
        "4k3/8/8/8/8/8/8/4K3 w - - bm Qd2; ce 0;",
        Code::MoveIllegal,
        &["bm Kd2; ce 0;", "ce 0;"],
    );
    check(
        "4k3/8/8/8/8/8/8/4K3 w - - pv Kd2 Kd7 Ra1 Kc7; ce 0;",
        Code::MoveIllegal,
        &["pv Kd2 Kd7; ce 0;"],
    );
}

#[test]
fn castling_without_its_right_may_get_it_and_never_changes_the_side() {
    let line = "r3k2r/8/8/8/8/8/8/R3K2R w kq - bm O-O; ce 0;";
    check(
        line,
        Code::MoveIllegal,
        &[
            "r3k2r/8/8/8/8/8/8/R3K2R w Kkq - bm O-O; ce 0;",
            "bm Rg1; ce 0;",
            "bm Kf1; ce 0;",
            "bm Kf2; ce 0;",
            "ce 0;",
        ],
    );
    let record = Record::read(line.as_bytes(), &ReadOptions::default());
    let found = &record.diagnostics()[0];
    let titles = record.fix_choices(found);
    assert_eq!(
        record.fix_title(&titles[0]),
        "add the castling right K for White",
        "{found:?}"
    );
    // The king has moved, so no right can be added, and this castling is not evidence for the other side.
    check(
        "r3k2r/8/8/8/8/8/8/R4K1R w kq - bm O-O-O;",
        Code::MoveIllegal,
        &["bm Rc1;", "bm Ke1;", "bm Ke2;", ""],
    );
    // In a line the right belongs to the side that castles there.
    check(
        "r3k2r/8/8/8/8/8/8/4K3 w q - pv Kd2 O-O;",
        Code::MoveIllegal,
        &[
            "r3k2r/8/8/8/8/8/8/4K3 w kq - pv Kd2 O-O;",
            "pv Kd2 Rg8;",
            "pv Kd2 Kf7;",
            "pv Kd2 Kf8;",
            "pv Kd2;",
        ],
    );
}

#[test]
fn fixes_that_lead_to_the_same_line_are_one() {
    let line = "4k3/8/8/8/8/8/8/4K3 w - - hmvc 3; hmvc 3;";
    let record = Record::read(line.as_bytes(), &ReadOptions::default());
    let choices = record.fix_choices(&record.diagnostics()[0]);
    assert_eq!(choices.len(), 1, "{choices:?}");
    assert!(choices[0].safe);
}

#[test]
fn an_ambiguous_move_becomes_one_of_those_it_fits() {
    check(
        "4k3/8/8/8/8/8/R7/4K2R w K - bm Rh2;",
        Code::MoveAmbiguous,
        &["bm Rhh2;", "bm Rah2;", ""],
    );
}

#[test]
fn either_of_two_contradicting_operations_can_be_removed() {
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - pm Kd2; pv Ke2;",
        Code::PmPv,
        &["pm Ke2; pv Ke2;", "pv Ke2;"],
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - am Kd2; bm Kd2 Ke2;",
        Code::AmAndBm,
        &["bm Kd2 Ke2;", "am Kd2; bm Ke2;"],
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - id \"a\"; id \"b\";",
        Code::DuplicateOpcode,
        &["id \"a\";", "id \"b\";"],
    );
}

#[test]
fn text_that_may_contain_an_operation_is_quoted_or_split() {
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - c0 good bm Kd2;",
        Code::SwallowedOperation,
        &["c0 good; bm Kd2;"],
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - c0 good bm Kd2;",
        Code::UnquotedString,
        &["c0 \"good bm Kd2\";"],
    );
}

#[test]
fn the_semicolon_that_makes_a_move_an_opcode_is_removed() {
    let line = b"4k3/8/8/8/8/8/8/4K2R w K - bm Kd2; Ke2;";
    let record = Record::read(line, &ReadOptions::default());
    let found = record
        .diagnostics()
        .iter()
        .find(|d| d.code == Code::MoveAsOpcode);
    let fix = record.fix(found.expect("the problem")).expect("a fix");
    assert_eq!(record.fix_title(&fix), "remove `;`");
}

#[test]
fn removing_an_operation_keeps_its_neighbours_separate() {
    let pawn = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    check(
        &format!("{pawn} bm Qd5;id \"x\";"),
        Code::MoveIllegal,
        &["id \"x\";"],
    );
    check(
        &format!("{pawn} bm;id \"x\";"),
        Code::EmptyMoves,
        &["id \"x\";"],
    );
    check(
        &format!("{pawn} ce 5;ce 6;id \"x\";"),
        Code::DuplicateOpcode,
        &["ce 5;id \"x\";", "ce 6;id \"x\";"],
    );
    check(
        &format!("{pawn} v=-328;id \"x\";"),
        Code::StrayText,
        &["c0 \"v=-328\";id \"x\";", "id \"x\";"],
    );
    check(
        &format!("{pawn} c0 \"a\"; Hector-So, Malmo 2011"),
        Code::StrayText,
        &["c0 \"a\"; c1 \"Hector-So, Malmo 2011\";", "c0 \"a\";"],
    );
}

/// Returns the bytes that a fix makes adjacent, if both are parts of words.
fn glued(line: &[u8], fix: &Fix) -> Option<(u8, u8)> {
    let before = *line.get(fix.span.start.checked_sub(1)?)?;
    let after = *line.get(fix.span.end)?;
    let is_word = |byte: u8| !b" ;\t\r\n".contains(&byte);
    let were_apart = !fix.span.is_empty() && fix.replacement.is_empty();
    (were_apart && is_word(before) && is_word(after)).then_some((before, after))
}

#[test]
fn no_removal_joins_two_words() {
    let operations = [
        "bm c5",
        "bm",
        "bm Kd2 c5 Kd2",
        "am Kd2",
        "pv Kd2 Kd7 Ra1",
        "id \"x\"",
        "id \"y\"",
        "v=-328",
        "dm -1 2",
        "ce 5",
        "hmvc 3",
        "draw_accept",
        "draw_reject",
        "refcom inform",
        "refreq reply",
        "bm #3",
        "dm 3",
        "pm Ke2",
        "bm Kd2!",
        "bm Kd2 {x}",
    ];
    let mut removals = 0;
    for fields in ["w - -", "w - - 0 1", "w - - ;"] {
        for first in operations {
            for second in operations {
                for third in ["id \"z\";", "noop"] {
                    let line = format!("4k3/8/8/8/8/8/4P3/4K3 {fields} {first};{second};{third}");
                    let record = Record::read(line.as_bytes(), &ReadOptions::default());
                    for found in record.diagnostics() {
                        for fix in record.fix_choices(found) {
                            removals += usize::from(fix.replacement.is_empty());
                            let glued = glued(line.as_bytes(), &fix);
                            assert_eq!(glued, None, "{line}: {}", record.fix_title(&fix));
                        }
                    }
                }
            }
        }
    }
    assert!(removals > 1000, "{removals} removals were looked at");
}

#[test]
fn no_choice_removes_the_end_of_an_operation() {
    // Without its last semicolon the operation before would swallow the next one.
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - c0 a; dm -1 2; noop",
        Code::OperandCount,
        &["c0 a; dm -1; noop", "c0 a; noop"],
    );
}

#[test]
fn the_first_choice_leaves_the_fewest_errors() {
    // All moves are White's; Black's pawn could go to the same square, and one error would remain.
    let line = "6k1/6p1/8/8/8/8/8/4K1Q1 b - - bm Qg6; pv Qg6; id \"x\";";
    let record = Record::read(line.as_bytes(), &ReadOptions::default());
    let found = record
        .diagnostics()
        .iter()
        .find(|found| found.code == Code::MoveIllegal)
        .expect("it is illegal");
    let choices = record.fix_choices(found);
    let fixed = String::from_utf8(choices[0].apply(line.as_bytes())).expect("text");
    assert_eq!(fixed, line.replace(" b ", " w "));
}
