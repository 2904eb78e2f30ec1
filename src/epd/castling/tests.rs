use super::*;
use crate::epd::{ReadOptions, Record};

fn check(placement: &str, word: &str, canonical: &str) -> Castling {
    let board: Board = placement.parse::<Board>().unwrap();
    let castling = read(word.as_bytes(), Some(&board), Rules::Chess960);
    assert_eq!(castling.letters.as_str(), canonical);
    castling
}

const CORNERS: &str = "r3k2r/8/8/8/8/8/8/R3K2R";

#[test]
fn letters_are_ordered_and_made_unique_but_never_translated() {
    assert!(check(CORNERS, "qkQK", "KQkq").disordered);
    assert!(check(CORNERS, "KKkq", "Kkq").repeated);
    assert!(check(CORNERS, "AHah", "HAha").shredder);
    assert_eq!(check(CORNERS, "-", "-").rooks, Bitboard::EMPTY);
    check("4k1r1/8/8/8/8/8/8/R3K2R", "KQAb", "KQAb");
}

#[test]
fn castling_letters_mean_the_same_in_any_order() {
    for placement in [
        CORNERS,
        "4k3/8/8/8/8/8/8/4K2R",
        "1rk2r2/8/8/8/8/8/8/RR2K3",
        "8/8/8/8/8/8/8/8",
    ] {
        let board: Board = placement.parse().unwrap();
        for (ordered, other) in [("KQkq", "qkQK"), ("Kq", "qK"), ("Qkq", "kqQ"), ("k", "kk")] {
            for rules in [Rules::Classical, Rules::Chess960] {
                let (one, two) = (
                    read(ordered.as_bytes(), Some(&board), rules),
                    read(other.as_bytes(), Some(&board), rules),
                );
                assert_eq!(one.letters, two.letters, "{placement} {ordered}");
                assert_eq!(one.rooks, two.rooks, "{placement} {ordered}");
                assert_eq!(one.impossible, two.impossible, "{placement} {ordered}");
                assert_eq!(one.needs_chess960, two.needs_chess960);
                assert!(!one.disordered && !one.repeated && !one.shredder);
            }
        }
    }
}

#[test]
fn the_side_of_a_file_letter_is_that_of_its_king() {
    check("1k1r4/8/8/8/8/8/8/RK1R4", "ADd", "DAd");
}

#[test]
fn a_right_without_king_or_rook_is_impossible() {
    let castling = check("4k3/8/8/8/8/8/8/4K2R", "KQkq", "KQkq");
    assert_eq!(castling.impossible.as_str(), "Qkq");
    assert_eq!(castling.rooks, Bitboard::from_square(Square::H1));
    assert!(!castling.needs_chess960);
}

#[test]
fn a_letter_that_is_not_a_file_is_not_a_right() {
    let board: Board = CORNERS.parse().unwrap();
    for (letter, is_right) in [(b'H', true), (b'h', true), (b'I', false), (b'z', false)] {
        assert_eq!(
            right(&board, letter, Rules::Chess960).is_some(),
            is_right,
            "{letter}"
        );
    }
    assert!(right(&board, b'-', Rules::Chess960).is_none());
}

#[test]
fn a_king_off_the_e_file_needs_chess960() {
    let castling = check("4k3/8/8/8/8/8/8/3K3R", "K", "K");
    assert!(castling.needs_chess960);
    assert_eq!(castling.impossible.as_str(), "-");
    let board: Board = "4k3/8/8/8/8/8/8/3K3R".parse().unwrap();
    let castling = read(b"K", Some(&board), Rules::Classical);
    assert!(!castling.needs_chess960 && castling.rooks.is_empty());
    assert_eq!(castling.impossible.as_str(), "K");
}

#[test]
fn file_letters_are_read_by_the_rules_of_chess960_whatever_the_file() {
    let board: Board = "4k3/8/8/8/8/8/8/RR1K1R1R".parse().unwrap();
    let castling = read(b"HB", Some(&board), Rules::Classical);
    assert_eq!(
        castling.rooks,
        Bitboard::from(Square::H1) | Bitboard::from(Square::B1)
    );
    assert_eq!(castling.rules, Rules::Chess960);
    // Beside a file letter, `K` means the outermost rook.
    let castling = read(b"KB", Some(&board), Rules::Classical);
    assert_eq!(
        castling.rooks,
        Bitboard::from(Square::H1) | Bitboard::from(Square::B1)
    );
    assert!(castling.needs_chess960);
}

#[test]
fn rights_are_written_so_that_they_are_read_back() {
    let write = |placement: &str, files: &str, rules| {
        let line = format!("{placement} w {files} -");
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let board = record.board().unwrap();
        let position = record.position().unwrap();
        let text = text_of(position, |right| right.is_meant(board, rules));
        let again = read(text.as_bytes(), Some(board), rules);
        assert_eq!(
            again.rooks,
            record.castling_rooks(),
            "{text} on {placement}"
        );
        text
    };
    assert_eq!(write(CORNERS, "HA", Rules::Classical), "KQ");
    let placement = "4k3/8/8/8/8/8/8/R2K2RR";
    assert_eq!(write(placement, "HA", Rules::Chess960), "KQ");
    assert_eq!(write(placement, "HA", Rules::Classical), "HA");
    assert_eq!(write(placement, "GA", Rules::Chess960), "GQ");
    assert_eq!(write(placement, "-", Rules::Chess960), "-");
}
