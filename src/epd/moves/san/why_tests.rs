use crate::epd::moves::san::*;
use shakmaty::CastlingMode;
use shakmaty::fen::Fen;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

fn position(fields: &str) -> Chess {
    let fen: Fen = fields.parse().expect("a test's FEN");
    let mode = CastlingMode::Chess960;
    fen.into_position(mode).expect("a test's legal position")
}

#[track_caller]
fn why(fields: &str, text: &str, expected: &str) {
    let found = why_illegal(&position(fields), text.as_bytes());
    assert_eq!(found.as_deref(), Some(expected), "{text} in {fields}");
}

#[track_caller]
fn check(fields: &str, text: &str, expected: &[&str]) {
    let position = position(fields);
    let names: Vec<String> = near(&position, text.as_bytes(), 3)
        .into_iter()
        .map(|played| {
            let mut san = Vec::new();
            write_san(&position, played, &mut san);
            String::from_utf8(san).expect("SAN is ASCII")
        })
        .collect();
    assert_eq!(names, expected, "{text} in {fields}");
}

#[test]
fn an_illegal_move_has_a_reason() {
    let black = format!("{START} b KQkq -");
    let white = format!("{START} w KQkq -");
    why(
        &black,
        "e4",
        "Black is to move, and only White could play it",
    );
    why(&white, "Nc4", "no white knight can reach c4");
    why(&white, "Nd2", "White has a piece on d2 already");
    why(&white, "e4e5", "e4 is empty");
    why(
        &white,
        "e7e6",
        "White is to move, and only Black could play it",
    );
    why(&white, "O-O", "a piece stands between king and rook");
    why(
        "4k3/8/8/8/8/8/8/4K2R w - -",
        "O-O",
        "White has no right to castle on the king side",
    );
    why(
        "r3k2r/8/8/8/8/8/8/R3K2R w kq -",
        "O-O",
        "White has no right to castle on the king side",
    );
    why(
        "r3k2r/8/8/8/8/8/8/R4K1R w kq -",
        "0-0-0",
        "White has no right to castle on the queen side",
    );
    why(
        "4kr2/8/8/8/8/8/8/4K2R w K -",
        "O-O",
        "the king would pass through check",
    );
    why(
        "4k3/4r3/8/8/8/8/4N3/4K3 w - -",
        "Nc3",
        "White would be in check",
    );
    why(
        "4k3/4r3/8/8/8/8/8/N3K3 w - -",
        "Nb3",
        "White is in check, and still would be",
    );
    why(
        "4k3/8/8/8/8/8/8/4K3 w - -",
        "Qd2",
        "there is no white queen",
    );
    why(
        "4k3/8/8/8/8/8/8/R3K3 w - -",
        "a1c2",
        "the white rook on a1 can't reach c2",
    );
    why("4k3/8/8/8/8/8/8/R3K3 w - -", "Pa1c2", "a1 holds a rook");
}

#[test]
fn a_reason_is_about_the_pieces_that_the_text_names() {
    let knight = "4k3/7N/8/8/8/8/8/4K3 w - -";
    why(knight, "Nd5-f6", "d5 is empty");
    why(knight, "Ndf6", "no white knight on d can reach f6");
    why(
        knight,
        "N3f6",
        "no white knight on the 3rd rank can reach f6",
    );
    why(knight, "Nh7-f7", "the white knight on h7 can't reach f7");
    why(knight, "Ne8-f6", "the piece on e8 is Black's");
    why(knight, "Ne1-f3", "e1 holds a king");
    let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -";
    why(after_e4, "exd5", "no black pawn on e can capture on d5");
    why(after_e4, "e3", "no black pawn can reach e3");
    let pawns = "4k3/8/8/2pp4/8/8/8/4K3 b - -";
    why(pawns, "d5c4", "the black pawn on d5 can't reach c4");
    why(pawns, "dxc4", "no black pawn on d can capture on c4");
    // The capture from d is legal, but not meant by `c6`.
    let capture = "4k3/8/2n5/3P4/8/8/8/4K3 w - -";
    why(capture, "c6", "no white pawn on c can reach c6");
}

#[test]
fn the_reason_about_a_king_mentions_castling() {
    let castles = "4k3/8/8/8/8/8/8/R3K2R w KQ -";
    why(
        castles,
        "Kg1",
        "the king goes to g1 only by castling, `O-O`",
    );
    why(
        castles,
        "Kc1",
        "the king goes to c1 only by castling, `O-O-O`",
    );
    why(castles, "Kb1", "no white king can reach b1");
}

#[test]
fn a_missing_promotion_is_not_reported_as_a_check() {
    let check = "4k3/8/8/8/8/8/4q3/4K2B w - -";
    why(check, "Kf1", "White is in check, and still would be");
    let saved = "4k3/8/8/8/4q3/3P4/8/4K3 w - -";
    why(
        saved,
        "dxe4=Q",
        "a white pawn can reach e4, but not with this promotion, number or mark",
    );
}

#[test]
fn moves_to_the_same_square_come_first_then_the_same_piece_close_by() {
    let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
    check(after, "e4", &["e5", "d3", "d4"]);
    check("4k3/8/8/8/8/2N5/8/4K3 w - -", "e4", &["Ne4"]);
    check("4k3/8/8/8/8/8/P7/4K3 w - -", "e4", &[]);
    check("4k3/8/8/8/8/8/8/R3K3 w Q -", "O-O", &["Kf1", "Kf2", "Ke2"]);
    check("4k3/8/8/8/8/8/8/4K3 w - -", "best", &[]);
}
