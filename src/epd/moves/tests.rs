//! Each dialect, as sentences.

mod laws;

use super::*;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Position};

/// Returns the position of a FEN or an EPD's four fields (with Chess960 rules of castling).
fn position(fen: &str) -> Chess {
    let fen: Fen = fen.parse().expect("a test's FEN");
    fen.into_position(CastlingMode::Chess960)
        .expect("a test's legal position")
}

/// Reads `text` and compares in short: `Nf3`, `Nf3 not-san`, `Nf3 spelling annotation`,
/// `illegal`, `ambiguous Nbd2 Nfd2`, `unreadable`.
#[track_caller]
fn check(fen: &str, text: &str, expected: &str) {
    check_bytes(fen, text.as_bytes(), expected);
}

#[track_caller]
fn check_bytes(fen: &str, text: &[u8], expected: &str) {
    let position = position(fen);
    let Reading { result, form } = read(&position, text);
    let san = |played: Move| {
        let mut out = Vec::new();
        write_san(&position, played, &mut out);
        String::from_utf8(out).expect("SAN is ASCII")
    };
    let short = match result {
        Ok(played) => {
            let mut short = san(played);
            for (set, name) in [
                (form.not_san, "not-san"),
                (form.spelling, "spelling"),
                (form.false_mate, "false-mate"),
                (form.annotation, "annotation"),
            ] {
                if set {
                    short = format!("{short} {name}");
                }
            }
            short
        }
        Err(Fault::Illegal) => "illegal".into(),
        Err(Fault::Unreadable) => "unreadable".into(),
        Err(Fault::Ambiguous(moves)) => {
            let mut moves: Vec<String> = moves.into_iter().map(san).collect();
            moves.sort();
            format!("ambiguous {}", moves.join(" "))
        }
    };
    assert_eq!(short, expected, "{} in {fen}", text.escape_ascii());
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
/// White castles either way; pawns on e5 and b5 can take on d6 (en passant) and a6, c6.
const CASTLE: &str = "r3k2r/5ppp/n1b5/1P1pP3/8/8/5PPP/R3K2R w KQkq d6";
/// Pawns about to promote: b7 (takes a8 or c8 too), knights and rooks that need disambiguation.
const PROMOTE: &str = "n1r5/1P4k1/8/8/8/8/8/R3K2R w KQ -";
/// Two knights to d2, two rooks on the a-file, a bishop and a b-pawn that both reach c4.
const TWO: &str = "7k/8/8/R7/2n5/1P1B1N2/8/RN4K1 w - -";

#[test]
fn plain_san_is_canonical() {
    check(START, "e4", "e4");
    check(START, "Nf3", "Nf3");
    check(CASTLE, "O-O", "O-O");
    check(CASTLE, "O-O-O", "O-O-O");
    check(CASTLE, "exd6", "exd6");
    check(CASTLE, "bxc6", "bxc6");
    check(PROMOTE, "bxa8=Q", "bxa8=Q");
    check(PROMOTE, "b8=N", "b8=N");
    check("6k1/5ppp/8/8/8/8/8/R5K1 w - -", "Ra8#", "Ra8#");
    check("6k1/5pp1/8/8/8/8/8/R5K1 w - -", "Ra8+", "Ra8+");
}

#[test]
fn a_missing_or_needless_check_sign_is_a_matter_of_spelling() {
    check("6k1/5ppp/8/8/8/8/8/R5K1 w - -", "Ra8", "Ra8# spelling");
    check("6k1/5ppp/8/8/8/8/8/R5K1 w - -", "Ra8+", "Ra8# spelling");
    check("6k1/5pp1/8/8/8/8/8/R5K1 w - -", "Ra8", "Ra8+ spelling");
    check(START, "e4+", "e4 spelling");
    check("7k/8/8/8/8/8/5PPP/4K2R w K -", "O-O+", "O-O spelling");
}

#[test]
fn a_mate_sign_without_mate_is_false() {
    check(START, "e4#", "e4 false-mate");
    check("6k1/5pp1/8/8/8/8/8/R5K1 w - -", "Ra8#", "Ra8+ false-mate");
}

#[test]
fn two_plus_signs_are_not_san() {
    check("6k1/5ppp/8/8/8/8/8/R5K1 w - -", "Ra8++", "Ra8# not-san");
    check("7k/8/8/8/3N4/8/1B6/6K1 w - -", "Nf5++", "Nf5+ not-san");
    check(
        "7k/8/8/8/3N4/8/1B6/6K1 w - -",
        "Ne6++!",
        "Ne6+ not-san annotation",
    );
}

#[test]
fn more_or_other_disambiguation_than_needed_is_a_matter_of_spelling() {
    check(START, "Ngf3", "Nf3 spelling");
    check(START, "Ng1f3", "Nf3 spelling");
    check(TWO, "Nbd2", "Nbd2");
    check(TWO, "N1d2", "Nbd2 spelling");
    check(TWO, "R1a3", "R1a3");
    check(TWO, "Ra1a3", "R1a3 spelling");
}

#[test]
fn too_little_disambiguation_is_ambiguous() {
    check(TWO, "Nd2", "ambiguous Nbd2 Nfd2");
    check(TWO, "Ra3", "ambiguous R1a3 R5a3");
    check(TWO, "Raa3", "ambiguous R1a3 R5a3");
}

#[test]
fn a_pinned_piece_needs_no_disambiguation() {
    let pinned = "k3r3/8/8/8/8/4N3/8/N3K3 w - -";
    check(pinned, "Nc2", "Nc2");
    check(pinned, "Nac2", "Nc2 spelling");
    check(pinned, "Nec2", "illegal");
}

#[test]
fn uci_is_not_san() {
    check(START, "e2e4", "e4 not-san");
    check(START, "g1f3", "Nf3 not-san");
    check(CASTLE, "e5d6", "exd6 not-san");
    check(PROMOTE, "b7b8q", "b8=Q not-san");
    check(PROMOTE, "b7a8n", "bxa8=N not-san");
    check(PROMOTE, "b7b8b", "b8=B not-san");
    check(PROMOTE, "b7c8Q", "bxc8=Q not-san");
    check(START, "e2e4+", "e4 not-san spelling");
    check(START, "e7e5", "illegal");
    check(START, "e4e5", "illegal");
    check(START, "g1f3q", "illegal");
    check(START, "e2e4q", "illegal");
}

#[test]
fn uci_castling_is_read_in_both_styles() {
    check(CASTLE, "e1g1", "O-O not-san");
    check(CASTLE, "e1h1", "O-O not-san");
    check(CASTLE, "e1c1", "O-O-O not-san");
    check(CASTLE, "e1a1", "O-O-O not-san");
    check(CASTLE, "e1f1", "Kf1 not-san");
    check(CASTLE, "e1b1", "illegal");
    check("4k3/8/8/8/8/8/8/4K2R w - -", "e1g1", "illegal");
}

#[test]
fn castling_of_chess960_is_written_as_the_king_taking_the_rook() {
    let written = |fen: &str| {
        let position = position(fen);
        let mut moves = position.legal_moves().into_iter();
        let castling = moves
            .find(|played| matches!(played.castling_side(), Some(side) if side.is_king_side()));
        super::uci(&position, castling.expect("it can castle"))
    };
    assert_eq!(written("4k3/8/8/8/8/8/8/4K2R w K -"), "e1g1");
    // The king on its usual file does not make it classical, nor does the other side's rook.
    assert_eq!(written("4k3/8/8/8/8/8/8/4KR2 w F -"), "e1f1");
    assert_eq!(written("4k3/8/8/8/8/8/8/1R2K2R w HB -"), "e1h1");
    assert_eq!(written("4k3/8/8/8/8/8/8/3K3R w H -"), "d1h1");
}

#[test]
fn in_chess960_one_step_of_the_king_is_not_castling() {
    let chess960 = "4k3/8/8/8/8/8/8/1R3K1R w HB -";
    check(chess960, "f1g1", "Kg1 not-san");
    check(chess960, "f1h1", "O-O not-san");
    check(chess960, "f1b1", "O-O-O not-san");
    check(chess960, "f1c1", "O-O-O not-san");
    check(chess960, "O-O", "O-O");
}

#[test]
fn long_algebraic_is_not_san() {
    check(START, "Ng1-f3", "Nf3 not-san");
    check(START, "e2-e4", "e4 not-san");
    check(START, "g1-f3", "Nf3 not-san");
    check(CASTLE, "e5xd6", "exd6 not-san");
    check(CASTLE, "Ke1-g1", "O-O not-san");
    check(CASTLE, "Ke1-d2", "Kd2 not-san");
    check(PROMOTE, "b7-b8Q", "b8=Q not-san");
    check(PROMOTE, "b7xc8=N", "bxc8=N not-san");
    check("7k/8/8/8/8/8/8/R5K1 w - -", "Ra1-a8+", "Ra8+ not-san");
    check(START, "N-f3", "Nf3 not-san");
    check(START, "Nb1-f3", "illegal");
}

#[test]
fn a_pawn_named_as_such_is_not_san() {
    check(START, "Pe4", "e4 not-san");
    check(START, "Pe2-e4", "e4 not-san");
    check(CASTLE, "pexd6", "exd6 not-san");
    check(START, "Pg1f3", "illegal");
}

#[test]
fn pieces_in_lower_case_are_read_but_for_the_bishop() {
    check(START, "nf3", "Nf3 not-san");
    check(TWO, "kh1", "Kh1 not-san");
    check(TWO, "rd5", "Rd5 not-san");
    check(TWO, "bxc4", "bxc4");
    check(TWO, "be4", "illegal");
    check(TWO, "bxf5", "illegal");
}

#[test]
fn a_lower_case_b_may_be_a_pawn_or_a_bishop() {
    check(TWO, "bc4", "ambiguous Bxc4 bxc4");
    check("6k1/8/8/8/2n5/1P6/8/6K1 w - -", "bc4", "bxc4 not-san");
    check("6k1/8/8/8/2n5/3B4/8/6K1 w - -", "bc4", "illegal");
    check("6k1/8/8/8/2n5/3B4/8/6K1 w - -", "bxc4", "illegal");
}

#[test]
fn a_missing_or_wrong_x_is_not_san() {
    check(TWO, "Bc4", "Bxc4 not-san");
    check(START, "Nxf3", "Nf3 not-san");
    check(CASTLE, "ed6", "exd6 not-san");
    check(CASTLE, "e:d6", "exd6 not-san");
    check(TWO, "BXc4", "Bxc4 not-san");
    check(CASTLE, "bc6", "bxc6 not-san");
    check(START, "e2xe4", "e4 not-san");
}

#[test]
fn a_pawn_capture_needs_its_file() {
    check(CASTLE, "d6", "illegal");
    check(CASTLE, "xd6", "unreadable");
}

#[test]
fn promotion_is_read_however_it_is_written() {
    for text in [
        "b8Q", "b8q", "b8=q", "b8/Q", "b8(Q)", "b8=(Q)", "Pb8=Q", "b7b8=Q",
    ] {
        check(PROMOTE, text, "b8=Q not-san");
    }
    check(PROMOTE, "b8b", "b8=B not-san");
    check(PROMOTE, "b8=b", "b8=B not-san");
    check(PROMOTE, "bxa8r", "bxa8=R not-san");
    check(PROMOTE, "bc8N", "bxc8=N not-san");
}

#[test]
fn a_promotion_without_its_piece_is_ambiguous() {
    check(PROMOTE, "b8", "ambiguous b8=B b8=N b8=Q b8=R");
    check(PROMOTE, "b7b8", "ambiguous b8=B b8=N b8=Q b8=R");
}

#[test]
fn promotions_to_king_or_pawn_or_too_early_are_illegal() {
    check(PROMOTE, "b8=K", "unreadable");
    check(PROMOTE, "b8=P", "unreadable");
    check(START, "e4=Q", "illegal");
    check(START, "Nf3=Q", "unreadable");
}

#[test]
fn castling_is_read_with_zeros_and_small_letters() {
    for text in ["0-0", "o-o", "OO", "oo", "O-0"] {
        check(CASTLE, text, "O-O not-san");
    }
    for text in ["0-0-0", "o-o-o", "OOO"] {
        check(CASTLE, text, "O-O-O not-san");
    }
    check(CASTLE, "0-0+", "O-O not-san spelling");
    check(START, "0-0", "illegal");
    check(CASTLE, "00", "unreadable");
    check(CASTLE, "000", "unreadable");
}

#[test]
fn annotations_do_not_change_the_move() {
    check(START, "e4!", "e4 annotation");
    check(START, "Nf3?!", "Nf3 annotation");
    check(START, "Nf3??", "Nf3 annotation");
    check(START, "Nf3$14", "Nf3 annotation");
    check(START, "Nf3{168}", "Nf3 annotation");
    check("6k1/5pp1/8/8/8/8/8/R5K1 w - -", "Ra8+!", "Ra8+ annotation");
    check(
        "6k1/5pp1/8/8/8/8/8/R5K1 w - -",
        "Ra8!",
        "Ra8+ spelling annotation",
    );
    check(START, "Ke2!", "illegal");
}

#[test]
fn commas_and_move_numbers_are_not_san() {
    check(START, "e4,", "e4 not-san");
    check(START, "Nf3,", "Nf3 not-san");
    check(START, "1.e4", "e4 not-san");
    check(START, "1.e4!,", "e4 not-san annotation");
    check(
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -",
        "1...e5",
        "e5 not-san",
    );
    check(
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -",
        "12...Nf6",
        "Nf6 not-san",
    );
    check(
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -",
        "...Nf6",
        "Nf6 not-san",
    );
    check(
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -",
        "1.e5",
        "e5 not-san",
    );
}

#[test]
fn a_move_number_of_black_is_illegal_for_white() {
    check(START, "1...Nf3", "illegal");
}

#[test]
fn the_en_passant_mark_is_only_for_en_passant() {
    check(CASTLE, "exd6e.p.", "exd6 not-san");
    check(CASTLE, "exd6ep", "exd6 not-san");
    check(CASTLE, "e5xd6/ep", "exd6 not-san");
    check(CASTLE, "exd6ep+", "exd6 not-san spelling");
    check(CASTLE, "bxc6ep", "illegal");
    check(START, "e4e.p.", "illegal");
}

#[test]
fn text_unlike_a_move_is_unreadable() {
    for text in [
        "", "-", "--", "Z0", "0000", "#5", "#-5", "{35}", "e9", "i4", "Nf", "N", "x", "draw",
        "bad", "Bcx3", "Sf3", "Q@f7", "0-1", "1-0", "1/2-1/2", "1.", "1...", "...", "12", "6.00",
        "+", "!", "e4e5e6", "Nf3f4f5", "\"e4\"", "e4;", "e 4", "4e5", "(e4)", "e4#+", "e4+#",
        "♘f3", "$1", "{e4}",
    ] {
        check(START, text, "unreadable");
        assert!(!looks_like_move(text.as_bytes()), "{text}");
    }
    check_bytes(START, b"e4\0", "unreadable");
    check_bytes(START, b"\xff\xfe", "unreadable");
}

#[test]
fn a_square_that_no_piece_reaches_is_illegal() {
    for text in [
        "e5", "Nd4", "Qh5", "exd3", "a1", "O-O", "Bxc4", "Ke2", "e7e8q",
    ] {
        check(START, text, "illegal");
        assert!(looks_like_move(text.as_bytes()), "{text}");
    }
}

#[test]
fn move_numbers_stand_alone() {
    for text in ["1.", "12.", "1...", "104..", "..."] {
        assert!(is_move_number(text.as_bytes()), "{text}");
    }
    for text in ["", ".", "1", "1.e4", "1....", "e4", "a.", "1.5", "-1."] {
        assert!(!is_move_number(text.as_bytes()), "{text}");
    }
}

#[test]
fn an_illegal_move_is_written_without_check_sign() {
    let position = position(START);
    let elsewhere = UciMove::from_ascii(b"e7e8q").expect("UCI");
    assert!(elsewhere.to_move(&position).is_err());
    let played = Move::Normal {
        role: shakmaty::Role::Queen,
        from: shakmaty::Square::A4,
        capture: None,
        to: shakmaty::Square::A6,
        promotion: None,
    };
    assert!(!position.is_legal(played));
    let mut out = Vec::new();
    write_san(&position, played, &mut out);
    assert_eq!(out, b"Qa6");
}
