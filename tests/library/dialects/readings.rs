//! Two readings, no rewrite: text with two explanations is left unchanged and reported, and text with only
//! one is corrected.

use super::{KEPT, check, check_fen};
use epdit::epd::{Code, Dialect, ReadOptions, Record, edit};

const ITALIAN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R";

#[test]
fn a_move_that_is_also_an_opcode_is_read_as_a_move() {
    for opcode in ["am", "bm", "pm", "sm", "pv", "sv"] {
        check(
            &format!("{ITALIAN} w KQkq - {opcode} c5;"),
            KEPT,
            "move-illegal",
        );
    }
    check(
        &format!("{ITALIAN} w KQkq - bm c1 c8;"),
        KEPT,
        "move-illegal",
    );
    check(
        &format!("{ITALIAN} w KQkq - bm c4 c3;"),
        &format!("{ITALIAN} w KQkq - bm c3 c4;"),
        "unsorted-operands",
    );
    check(
        &format!("{ITALIAN} w KQkq - pv c4 c5;"),
        KEPT,
        "move-illegal",
    );
    check(
        &format!("{ITALIAN} w KQkq - pv c4 a6 c6;"),
        KEPT,
        "move-illegal",
    );
}

#[test]
fn a_register_followed_by_a_string_is_an_opcode() {
    check(
        &format!("{ITALIAN} w KQkq - bm c4 c5 \"a comment\";"),
        &format!("{ITALIAN} w KQkq - bm c4; c5 \"a comment\";"),
        "missing-semicolon",
    );
    check(
        &format!("{ITALIAN} w KQkq - pv c4 a6 c3 \"a pawn has gone from there\";"),
        &format!("{ITALIAN} w KQkq - c3 \"a pawn has gone from there\"; pv c4 a6;"),
        "missing-semicolon unsorted-operations",
    );
    // `c3` would be a legal move here, too.
    check(
        &format!("{ITALIAN} w KQkq - bm Bb5 c3 \"a comment\";"),
        &format!("{ITALIAN} w KQkq - bm Bb5; c3 \"a comment\";"),
        "missing-semicolon",
    );
}

#[test]
fn a_promotion_split_by_blanks_is_one_move() {
    check(
        "8/2P1k3/8/8/8/8/8/4K3 w - - bm c8 = N;",
        "8/2P1k3/8/8/8/8/8/4K3 w - - bm c8=N+;",
        "move-not-san",
    );
    check(
        "8/2P1k3/8/8/8/8/8/4K3 w - - bm c8 = Q;",
        "8/2P1k3/8/8/8/8/8/4K3 w - - bm c8=Q;",
        "move-not-san",
    );
}

#[test]
fn an_en_passant_square_is_not_read_as_an_opcode() {
    check(
        "4k3/8/8/2p5/8/8/8/4K3 w - c6 ; cdb eval: 83",
        "4k3/8/8/2p5/8/8/8/4K3 w - c6 cdb eval: 83;",
        "stray-semicolon unknown-opcode missing-last-semicolon",
    );
    check(
        "4k3/8/8/8/4P3/8/8/4K3 b - E3 bm Kd7;",
        "4k3/8/8/8/4P3/8/8/4K3 b - e3 bm Kd7;",
        "en-passant-case",
    );
    check(
        "4k3/8/8/8/4P3/8/8/4K3 b - E3",
        "4k3/8/8/8/4P3/8/8/4K3 b - e3",
        "en-passant-case",
    );
    check(
        "4k3/8/8/8/4P3/8/8/4K3 b - E4 id \"x\";",
        "4k3/8/8/8/4P3/8/8/4K3 b - e3 id \"x\";",
        "en-passant-case ep-pawn-square",
    );
    check(
        "4k3/8/8/8/8/8/8/4K3 w - E6 bm Kd2;",
        "4k3/8/8/8/8/8/8/4K3 w - e6 bm Kd2;",
        "en-passant-case ep-impossible",
    );
    check("4k3/8/8/2p5/8/8/8/4K3 w - c6;", KEPT, "unread-fields");
    check("4k3/8/8/3p4/8/8/8/4K3 w - D6 0 1;", KEPT, "unread-fields");
    check(
        "4k3/8/8/8/8/8/8/4K3 w - D6 14;",
        "4k3/8/8/8/8/8/8/4K3 w - - D6 14;",
        "missing-en-passant",
    );
    check(
        "4k3/8/8/8/8/8/8/4K3 w - c5 good for White; bm Kd2;",
        KEPT,
        "unread-fields",
    );
}

#[test]
fn fields_that_could_be_several_things_are_not_guessed() {
    for fields in [
        "w 9 HFhf - 0 9",
        "w w HFhf - 0 9",
        "w 4 - bm g4;",
        "w c0 - - 16;",
        "w b KQkq - bm Kd2;",
        "w b - bm Kd2;",
        "w - - - 16;",
        "w KQkq 0 1 bm Kd2;",
        "w 0 1",
        "w head 5;",
        "w e3 KQkq dm 3;",
        "b c6 w bm e4; id \"a\";",
        "w c6 - - bm Kd2;",
        "w D1 - - bm Kd2;",
        "b - xx bm Kd7;",
        "b - none bm Kd7; id \"a\";",
        "w ; KQ d5 bm Kd2",
        "w - c1 - wdl 2;",
        "w - c1 bm Kd2; abc 5;",
        "w - C1 - foo 2;",
        "w startpos;",
    ] {
        let line = format!("4k3/8/8/8/8/8/8/4K3 {fields}");
        let record = epdit::epd::Record::read(line.as_bytes(), &Default::default());
        let codes: Vec<&str> = record.diagnostics().iter().map(|d| d.code.name()).collect();
        assert!(codes.contains(&"unread-fields"), "{line}: {codes:?}");
        assert!(record.canonical(&Default::default()).is_none(), "{line}");
        assert!(!record.is_structure_sound(), "{line}");
    }
}

#[test]
fn a_doubled_field_is_left_unchanged_and_an_unsafe_fix_removes_the_second() {
    let check = |board: &str, fields: &str, fixed: &str| {
        let line = format!("{board} {fields}");
        let options = ReadOptions::default();
        let record = Record::read(line.as_bytes(), &options);
        let found = record.diagnostics().iter();
        let found: Vec<_> = found.filter(|found| found.blocks()).collect();
        assert_eq!(found.len(), 1, "{line}: {found:?}");
        assert_eq!(found[0].code, Code::UnreadFields, "{line}");
        assert_eq!(record.canonical(&Default::default()), None, "{line}");
        assert_eq!(record.moves("bm").count(), 1, "{line}");
        let safe = edit::apply_safe_fixes(line.as_bytes(), &options);
        assert_eq!(String::from_utf8_lossy(&safe), line);
        let fix = record.fix(found[0]).expect("an unsafe one");
        assert!(!fix.safe, "{line}");
        let text = fix.apply(line.as_bytes());
        assert_eq!(String::from_utf8_lossy(&text), format!("{board} {fixed}"));
    };
    let rights = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R";
    check(rights, "w KQkq - - h6 bm e4;", "w KQkq - - bm e4;");
    check(rights, "w KQkq - e3 bm e4;", "w KQkq - bm e4;");
    check(rights, "w KQkq e3 e3 bm e4;", "w KQkq e3 bm e4;");
    check(rights, "w KQkq - c3 bm e4;", "w KQkq - bm e4;");
    check(rights, "w KQkq - w bm e4;", "w KQkq - bm e4;");
    check(rights, "w KQkq - kq bm e4;", "w KQkq - bm e4;");
    check(rights, "w KQkq - KQkq 0 1 bm e4;", "w KQkq - 0 1 bm e4;");
    check(rights, "w KQkq - 0 1 h6 bm e4;", "w KQkq - 0 1 bm e4;");
    check(rights, "w KQkq - ha bm e4;", "w KQkq - bm e4;");
    let doubled = format!("w KQkq - {rights} bm e4;");
    check(rights, &doubled, "w KQkq - bm e4;");
    check("1r2k3/8/8/8/8/8/8/4K3", "b b - - bm Rb7;", "b - - bm Rb7;");
}

#[test]
fn opcodes_after_the_fields_are_not_read_as_fields() {
    let board = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    for (operations, codes) in [
        ("ce 5;", ""),
        ("acd 5;", ""),
        ("De 5;", ""),
        ("D6 5;", ""),
        // Neither king nor rook is on that file, and a string makes any word an opcode.
        ("ha 5;", "unknown-opcode"),
        ("kq \"text\";", "unknown-opcode"),
        ("c3 \"text\";", ""),
        ("c3;", ""),
    ] {
        let line = format!("{board} {operations}");
        check(&line, &line, codes);
    }
    // Sorted, this operation would directly follow the fields.
    for operations in ["; h6 5;", "bm e4; b 5;"] {
        let record = format!("{board} {operations}");
        let record = Record::read(record.as_bytes(), &ReadOptions::default());
        let mut found = record.diagnostics().iter();
        assert!(
            found.any(|found| found.code == Code::UnreadFields),
            "{operations}"
        );
    }
    // A record that is left unchanged for another reason is not sorted.
    check(
        &format!("{board}; f8=Q; 200; B - P;"),
        KEPT,
        "stray-semicolon stray-text bad-opcode short-opcode",
    );
    check(
        &format!("{board} bm e4; k 5;"),
        &format!("{board} bm e4; k 5;"),
        "short-opcode unknown-opcode",
    );
    check(
        &format!("{board} - id \"x\";"),
        &format!("{board} id \"x\";"),
        "stray-dash",
    );
}

#[test]
fn a_single_dash_is_two_fields_only_where_nobody_can_castle() {
    check(
        "4k3/8/8/8/8/8/8/4K3 w - bm Kd2;",
        "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;",
        "missing-en-passant",
    );
    check("4k3/8/8/8/8/8/8/4K2R w - bm Kd2;", KEPT, "unread-fields");
    // A rook in its corner without its king at home can't castle.
    check(
        "4k3/8/8/8/8/8/8/3K3R w - bm Kd2;",
        "4k3/8/8/8/8/8/8/3K3R w - - bm Kd2;",
        "missing-en-passant",
    );
    // The second field is wrong here, not missing.
    check(
        "4k3/8/8/8/8/8/8/4K2R w - e9 bm Kd2;",
        KEPT,
        "bad-en-passant",
    );
}

#[test]
fn a_letter_of_the_b_file_is_a_right_where_its_rook_stands() {
    check(
        "1r2k3/8/8/8/8/8/8/4K3 w b - bm Kd2;",
        "1r2k3/8/8/8/8/8/8/4K3 w b - bm Kd2;",
        "castling-shredder",
    );
}

#[test]
fn a_missing_field_is_added_when_an_operation_follows() {
    check(
        "4k3/8/8/8/8/8/8/4K3 w De 12;",
        "4k3/8/8/8/8/8/8/4K3 w - - De 12;",
        "missing-castling missing-en-passant",
    );
    check(
        "4k3/8/8/8/8/8/8/4K3 w ce 0;",
        "4k3/8/8/8/8/8/8/4K3 w - - ce 0;",
        "missing-castling missing-en-passant",
    );
    check(
        "4k3/8/8/8/8/8/8/4K3 w Foo 12;",
        "4k3/8/8/8/8/8/8/4K3 w - - Foo 12;",
        "missing-castling missing-en-passant",
    );
    for operation in ["A2 \"text\";", "A2;"] {
        check(
            &format!("4k3/8/8/8/8/8/8/4K3 w - {operation}"),
            &format!("4k3/8/8/8/8/8/8/4K3 w - - {operation}"),
            "missing-en-passant",
        );
    }
}

#[test]
fn uci_moves_after_the_position_are_left_unchanged() {
    let position = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    for (moves, codes) in [
        (" moves e2e4 e8d7", "uci-moves"),
        (" moves e2e4", "uci-moves"),
        (" 0 1 moves e2e4", "fen-clocks uci-moves"),
        // As the fix of the clocks leaves it.
        (
            " hmvc 0; fmvn 1; moves e2e4",
            "unsorted-operations uci-moves",
        ),
    ] {
        check(&format!("{position}{moves}"), KEPT, codes);
    }
    // Ended by a semicolon, or with other words, it is an operation.
    for operation in [" moves e2e4;", " moves e4;", " moves;"] {
        let line = format!("{position}{operation}");
        check(&line, &line, "unknown-opcode");
    }
}

#[test]
fn moves_that_look_like_opcodes_are_left_unchanged() {
    let position = "4k3/8/8/8/8/8/4B3/4K3 w - -";
    check(
        &format!("{position} bm Bf3; Bd3; Bc4;"),
        KEPT,
        "move-as-opcode unsorted-operations move-as-opcode",
    );
    check(&format!("{position} Kd2;"), KEPT, "move-as-opcode");
    check(
        &format!("{position} bm Bf3; Ke7;"),
        KEPT,
        "move-as-opcode unsorted-operations",
    );
    check(
        &format!("{position} Bh8; acd 5;"),
        &format!("{position} Bh8; acd 5;"),
        "",
    );
    // A cleared register is a well-known opcode.
    check(
        "4k3/8/8/8/8/8/2P5/4K3 w - - c3; bm Kd2;",
        "4k3/8/8/8/8/8/2P5/4K3 w - - bm Kd2; c3;",
        "unsorted-operations",
    );
    // Sorting would move it behind `bm`.
    check(
        "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"x\"; e4;",
        KEPT,
        "move-as-opcode unsorted-operations",
    );
    check(
        "4k3/8/8/8/8/8/8/4K3 w - - e4; am Kd2;",
        KEPT,
        "move-as-opcode unsorted-operations",
    );
    // After the first such move the next one counts as a move too, legal or not.
    check(
        &format!("{position} bm Bf3; Bd3; Bh8;"),
        KEPT,
        "move-as-opcode unsorted-operations move-as-opcode",
    );
    check(
        "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd2; e3; h6;",
        KEPT,
        "move-as-opcode",
    );
    // A legal move with words behind it is not mere prose.
    check(
        "4k3/8/8/8/8/8/4P3/4K3 w - - e4 wins the game at once;",
        KEPT,
        "move-as-opcode",
    );
}

#[test]
fn an_operation_that_sorting_would_put_behind_moves_may_be_a_move() {
    let position = "4k3/8/8/8/8/8/2P5/4K3 w - -";
    // A register without operands is cleared: a well-known opcode.
    for operations in ["bm Kd2; c4;", "c4; bm Kd2;"] {
        let line = format!("{position} {operations}");
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        assert!(!record.is_kept(), "{line}");
    }
    // An unknown opcode needs only the form of a move.
    check(
        &format!("{position} bm Kd2; id \"x\"; e5;"),
        KEPT,
        "move-as-opcode unsorted-operations",
    );
    check(
        &format!("{position} bm Kd2; id \"x\"; c3 \"x\"; c4;"),
        &format!("{position} bm Kd2; c3 \"x\"; c4; id \"x\";"),
        "unsorted-operations",
    );
}

#[test]
fn a_register_without_text_is_an_operation_unless_next_to_moves() {
    let position = "4k3/8/8/8/8/8/2P5/4K3 w - -";
    for operations in ["c4;", "c4; id \"x\";", "bm Kd2; c3 \"x\"; c4;"] {
        let line = format!("{position} {operations}");
        check(&line, &line, "");
    }
}

#[test]
fn prose_is_not_read_as_an_operation() {
    let position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    check(
        &format!("{position} startpos ; should be OK, all below"),
        KEPT,
        "unknown-opcode extra-space stray-text",
    );
    check(
        &format!("{position} white to play;"),
        &format!("{position} white to play;"),
        "unknown-opcode",
    );
    check(&format!("{position} what now?;"), KEPT, "stray-text");
    check(
        &format!("{position} one two three four;"),
        KEPT,
        "stray-text",
    );
    check(
        &format!("{position} cdb eval: 21;"),
        &format!("{position} cdb eval: 21;"),
        "unknown-opcode",
    );
    check(
        &format!("{position} note \"one two three four, five.\";"),
        &format!("{position} note \"one two three four, five.\";"),
        "unknown-opcode",
    );
}

#[test]
fn a_label_before_legal_moves_is_the_predicted_variation() {
    let position = "4k3/8/8/8/8/8/8/4K2R w K -";
    check(
        &format!("{position} bm Kd2; PV: e1d2 e8d7;"),
        &format!("{position} bm Kd2; pv Kd2 Kd7;"),
        "pv-label move-not-san",
    );
    check(
        &format!("{position} bm Kd2; pv: Kd2 Kd7"),
        &format!("{position} bm Kd2; pv Kd2 Kd7;"),
        "pv-label missing-last-semicolon",
    );
    check(&format!("{position} PV: Kd2 Kd2;"), KEPT, "stray-text");
    check(&format!("{position} PV: Kd2!;"), KEPT, "stray-text");
    check(&format!("{position} PV:;"), KEPT, "stray-text");
    check(&format!("{position} PV: Kd2; pv Kd2;"), KEPT, "stray-text");
    check(&format!("{position} pv Kd2; PV: Kd2;"), KEPT, "stray-text");
    check(
        &format!("{position} PV: Kd2; PV: Kd1;"),
        KEPT,
        "pv-label stray-text",
    );
}

#[test]
fn an_opcode_without_a_move_is_reported() {
    let position = "4k3/8/8/8/8/8/8/4K2R w K -";
    check(
        &format!("{position} am; bm;"),
        &format!("{position} am; bm;"),
        "empty-moves",
    );
    check(&format!("{position} pv;"), &format!("{position} pv;"), "");
}

#[test]
fn a_missing_blank_after_an_opcode_is_inserted() {
    let position = "4k3/8/8/8/8/8/8/4K2R w K -";
    check(
        &format!("{position} bm:Kd2; id\"a; b\";"),
        &format!("{position} bm Kd2; id \"a; b\";"),
        "missing-space",
    );
    check(
        &format!("{position} bm Kd2;id:\"x\";"),
        &format!("{position} bm Kd2; id \"x\";"),
        "no-space-after-semicolon missing-space",
    );
    check(
        &format!("{position} bm:Ke5;"),
        KEPT,
        "missing-space move-illegal",
    );
    check(
        &format!("{position} id\"x;"),
        KEPT,
        "missing-space broken-quote",
    );
    check(&format!("{position} Foo\"x\";"), KEPT, "stray-text");
    check(&format!("{position} noop a id\"x\";"), KEPT, "broken-quote");
}

#[test]
fn moves_in_one_word_or_string_are_several_moves() {
    let position = "4k3/8/8/8/8/8/8/4K2R w K -";
    check(
        &format!("{position} bm Ke2,Kd2;"),
        &format!("{position} bm Kd2 Ke2;"),
        "move-not-san unsorted-operands",
    );
    check(
        &format!("{position} bm \"Kd2 Ke2\"; pv \"Kd2, Kd7\";"),
        &format!("{position} bm Kd2 Ke2; pv Kd2 Kd7;"),
        "move-not-san",
    );
    check(&format!("{position} bm Ke2,Kd5;"), KEPT, "move-unreadable");
    check(
        &format!("{position} bm \"Kd2 or Ke2\";"),
        KEPT,
        "move-unreadable",
    );
    // The annotation of one of them would be lost.
    check(&format!("{position} bm Kd2!,Ke2;"), KEPT, "move-unreadable");
    check(
        &format!("{position} bm \"Kd2 Ke2?\";"),
        KEPT,
        "move-unreadable",
    );
    // This opcode accepts only one move.
    check(&format!("{position} pm Kd2,Ke2;"), KEPT, "move-unreadable");
}

#[test]
fn a_semicolon_is_inserted_only_after_complete_operands() {
    let position = "4k3/8/8/8/8/8/8/4K2R w K -";
    check(
        &format!("{position} bm Kd2 dm 20;"),
        &format!("{position} bm Kd2; dm 20;"),
        "missing-semicolon",
    );
    for (operations, codes) in [
        ("pm Kd2 {516} pv Kd2;", "move-annotation move-unreadable"),
        ("bm Kd5 dm 20;", "move-illegal move-unreadable"),
        ("ce high bm Kd2;", "operand-type"),
        ("pv Kd2 ce Kd7 Kd2;", "move-unreadable"),
        ("bm Kd2 resign Ke2;", "move-unreadable"),
        ("bm Kd2 eco Ke2;", "move-unreadable"),
        ("pv Kd2 id Kd7;", "move-unreadable"),
        ("noop x bm Kd2;", ""),
        ("Foo x bm Kd2;", "swallowed-operation"),
    ] {
        let line = format!("{position} {operations}");
        let kept = if codes.is_empty() {
            line.as_str()
        } else {
            KEPT
        };
        check(&line, kept, codes);
    }
}

#[test]
fn no_fix_is_safe_among_words_that_may_belong_elsewhere() {
    let position = "7k/8/8/8/8/4K3/6R1/R7 w - -";
    for operations in [
        "bm #9 PV: g2g1 h8h7 a1b1;",
        "pv Rg1 dm 5 Kh7;",
        "bm Rg1 Rb1 xx Rb1;",
    ] {
        let line = format!("{position} {operations}");
        let fixed = epdit::epd::edit::apply_safe_fixes(line.as_bytes(), &Default::default());
        assert_eq!(String::from_utf8_lossy(&fixed), line);
    }
}

#[test]
fn words_that_are_not_moves_are_not_sorted_where_moves_are_unchecked() {
    check(
        "8/8/8/8/8/8/8/4K3 w - - am c8 = N;",
        "8/8/8/8/8/8/8/4K3 w - - am c8 = N;",
        "missing-king moves-unchecked",
    );
    check(
        "8/8/8/8/8/8/8/4K3 w - - bm Kf2 Kd2 e7e8q;",
        "8/8/8/8/8/8/8/4K3 w - - bm Kd2 Kf2 e7e8q;",
        "missing-king moves-unchecked unsorted-operands",
    );
}

#[test]
fn unquoted_text_that_may_contain_an_operation_is_left_unchanged() {
    let position = "4k3/8/8/8/8/8/8/4K2R w K -";
    check(
        &format!("{position} c0 good bm Kd2;"),
        KEPT,
        "unquoted-string swallowed-operation",
    );
    check(
        &format!("{position} id mate dm 5;"),
        KEPT,
        "unquoted-string swallowed-operation",
    );
    check(
        &format!("{position} c0 I am sure;"),
        &format!("{position} c0 \"I am sure\";"),
        "unquoted-string",
    );
}

#[test]
fn unquoted_text_with_a_carriage_return_is_left_unchanged() {
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - eco 2019\r am D4 2;",
        KEPT,
        "swallowed-operation unquoted-string",
    );
}

#[test]
fn a_move_number_of_zero_is_corrected_in_a_fen_file() {
    check_fen(
        "4k3/8/8/8/8/8/8/4K2R w K - 0 0",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "fen-clocks",
    );
}

#[test]
fn safe_fixes_leave_what_only_a_person_can_decide() {
    let check = |line: &str, dialect: Dialect, expected: &str| {
        let fixed = edit::apply_safe_fixes(line.as_bytes(), &ReadOptions::of(dialect));
        assert_eq!(String::from_utf8_lossy(&fixed), expected);
    };
    let position = "4k3/8/8/8/8/8/8/4K2R w K -";
    for operations in [
        // An annotation would be lost with the spelling.
        "bm Rh8!;",
        "bm e1d2? Rh8+;",
        // The second move may belong to another operation.
        "bm Kd2 Nd5 Kd2;",
        "bm:Kd2 pm: Kd2;",
    ] {
        let line = format!("{position} {operations}");
        check(&line, Dialect::Epd, &line);
    }
    let clocks = format!("{position} hmvc 3; fmvn bm Kd2;");
    check(&clocks, Dialect::Fen, &clocks);
}

#[test]
fn a_missing_blank_and_quotes_around_a_number_are_fixed_separately() {
    let line = b"4k3/8/8/8/8/8/8/4K2R w K - ce\"125\";";
    let record = Record::read(line, &ReadOptions::default());
    for found in record.diagnostics() {
        let fix = record.fix(found).expect("a fix");
        let fixed = fix.apply(line);
        let expected = match found.code {
            Code::QuotedNumber => "4k3/8/8/8/8/8/8/4K2R w K - ce 125;",
            _ => "4k3/8/8/8/8/8/8/4K2R w K - ce \"125\";",
        };
        assert_eq!(String::from_utf8_lossy(&fixed), expected);
    }
}

#[test]
fn moves_of_a_line_are_spelled_for_the_positions_that_it_reaches() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    check(
        &format!("{start} pv e2e4 f7f6 g1f3 g7g5 f3g5 f6g5 d1h5;"),
        &format!("{start} pv e4 f6 Nf3 g5 Nxg5 fxg5 Qh5#;"),
        "move-not-san",
    );
    check(
        &format!("{start} pv g1f3 a7a6 b1c3 a6a5 f3d4 a5a4 d4b5 a4a3 c3d5;"),
        &format!("{start} pv Nf3 a6 Nc3 a5 Nd4 a4 Ndb5 a3 Nd5;"),
        "move-not-san",
    );
}
