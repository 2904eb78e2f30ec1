//! The 960 starting positions, by number or by chance.

use crate::editor::model::Model;
use crate::editor::overlay::{self, Answer, Prompt};
use crate::editor::panes::board::set_up;
use shakmaty::{Board, Color, Role, Square};
use std::hash::{BuildHasher, Hasher, RandomState};

/// Asks for the number of one of the 960 starting positions; nothing is one by chance.
pub fn ask(model: &mut Model) {
    let label = "Chess960 position 0-959 (518 is chess; empty: random)";
    let asks = Answer::number("set up", "a number", 0..=959, 518, |model, number| {
        match number {
            Some(number) => start(model, number),
            None => random(model),
        }
        Some(())
    });
    overlay::open(model, Prompt::new(label, "", asks))
}

/// Sets up one of the 960 by chance, and says which.
pub fn random(model: &mut Model) {
    overlay::close_all(model);
    // The standard library's own source of chance: its hash maps are seeded by it.
    let chance = RandomState::new().build_hasher().finish();
    start(model, u32::try_from(chance % 960).unwrap_or(518));
}

fn start(model: &mut Model, number: u32) {
    let board = Board::chess960(number);
    let said = format!("set up Chess960 position {number}");
    set_up(model, &said, &board, &rights(&board), Some(Color::White))
}

/// All four rights: by `KQkq` for the array of chess, else by the files of the rooks.
fn rights(board: &Board) -> String {
    let rooks = board.by_piece(Role::Rook.of(Color::White)).into_iter();
    let mut files: Vec<char> = rooks.map(|rook| rook.file().char()).collect();
    files.reverse();
    let is_chess = board.piece_at(Square::E1) == Some(Role::King.of(Color::White));
    if is_chess && files == ['h', 'a'] {
        return "KQkq".into();
    }
    let white = files.iter().map(char::to_ascii_uppercase);
    white.chain(files.iter().copied()).collect()
}
