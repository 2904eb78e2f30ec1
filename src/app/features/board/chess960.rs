//! The 960 starting positions, by number or by chance.

use crate::app::effect::Effect;
use crate::app::features::board::set_up;
use crate::app::line_editor::LineEditor;
use crate::app::model::Model;
use crate::app::overlay::{Overlay, Prompt, PromptKind};
use shakmaty::{Board, Color, File, Rank, Role, Square};
use std::hash::{BuildHasher, Hasher, RandomState};

/// Asks for the number.
pub fn ask(model: &mut Model) -> Vec<Effect> {
    model.overlays.push(Overlay::Prompt(Prompt {
        kind: PromptKind::Chess960,
        label: "Chess960 position 0-959 (518 is chess; nothing: by chance)",
        input: LineEditor::default(),
        message: None,
    }));
    Vec::new()
}

/// Sets up the position that the prompt says.
pub(crate) fn named(model: &mut Model, text: &str) -> Vec<Effect> {
    let number = match text.trim() {
        "" => return random(model),
        text => text.parse::<u32>().ok().filter(|number| *number < 960),
    };
    let Some(number) = number else {
        if let Some(Overlay::Prompt(prompt)) = model.overlays.last_mut() {
            prompt.message = Some("a number from 0 to 959".into());
        }
        return Vec::new();
    };
    model.overlays.pop();
    start(model, number)
}

/// Sets up one of the 960 by chance, and says which.
pub fn random(model: &mut Model) -> Vec<Effect> {
    model.overlays.clear();
    // The standard library's own source of chance: its hash maps are seeded by it.
    let chance = RandomState::new().build_hasher().finish();
    start(model, u32::try_from(chance % 960).unwrap_or(518))
}

fn start(model: &mut Model, number: u32) -> Vec<Effect> {
    let board = Board::chess960(number);
    let said = format!("set up Chess960 position {number}");
    set_up(model, &said, &board, &rights(&board), Some(Color::White))
}

/// All four rights: by `KQkq` for the array of chess, else by the files of the rooks.
fn rights(board: &Board) -> String {
    let files: Vec<char> = File::ALL
        .into_iter()
        .rev()
        .filter(|&file| {
            let square = Square::from_coords(file, Rank::First);
            board.piece_at(square) == Some(Role::Rook.of(Color::White))
        })
        .map(File::char)
        .collect();
    let is_chess = board.piece_at(Square::E1) == Some(Role::King.of(Color::White));
    if is_chess && files == ['h', 'a'] {
        return "KQkq".into();
    }
    let white = files.iter().map(char::to_ascii_uppercase);
    white.chain(files.iter().copied()).collect()
}
