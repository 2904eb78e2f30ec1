//! The board as a whole: mirrored, turned, shifted, or one of the 960 starting positions. Moves of the record go
//! with the pieces where they stay legal.

use crate::editor::command::Id;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Answer, Menu, MenuItem, Prompt};
use crate::editor::panes::board::{named, set, set_up};
use crate::epd::castling::{Right, Rules, right};
use crate::epd::edit::{Map, PositionEdit};
use shakmaty::{Board, Color, Square};
use std::hash::{BuildHasher, Hasher, RandomState};

/// Opens the menu of what can be done with all pieces at once.
pub fn open(model: &mut Model) {
    let rows = [
        ('m', Id::Mirror),
        ('c', Id::SwapColours),
        ('r', Id::Rotate),
        ('h', Id::ShiftLeft),
        ('j', Id::ShiftDown),
        ('k', Id::ShiftUp),
        ('l', Id::ShiftRight),
        ('f', Id::Flip),
        ('e', Id::ClearBoard),
        ('s', Id::StartingPosition),
        ('9', Id::NumberedStart),
        ('0', Id::RandomStart),
    ];
    let items = rows
        .into_iter()
        .map(|(key, id)| MenuItem::of_command(model, key, id))
        .collect();
    overlay::open(model, Menu::new("Transform the board", items))
}

/// Takes all pieces to the squares that lie opposite, where it swaps as pieces of the other colour: then the position is
/// the same for the other side.
pub(crate) fn turn(model: &mut Model, said: &str, opposite: fn(Square) -> Square, swaps: bool) {
    carry(model, said, &|square| Some(opposite(square)), swaps)
}

/// Moves all pieces by files to the right and ranks up, as the board is drawn.
pub fn shift(model: &mut Model, right: i32, up: i32) {
    let sign = if model.board.flipped { -1 } else { 1 };
    let map = |square: Square| {
        let file = square.file().offset(right * sign)?;
        let rank = square.rank().offset(up * sign)?;
        Some(Square::from_coords(file, rank))
    };
    let way = match (right, up) {
        (1, _) => "right",
        (-1, _) => "left",
        (_, 1) => "up",
        _ => "down",
    };
    carry(model, &format!("shifted the pieces {way}"), &map, false)
}

/// Takes all pieces to other squares, where it swaps as pieces of the other colour; the en-passant square, the
/// moves and the castling rights go with them.
fn carry(model: &mut Model, said: &str, map: Map<'_>, swaps: bool) {
    let record = model.record();
    let impossible = record.impossible_castling();
    if !impossible.is_empty() {
        // A letter without its rook could mean another one afterwards.
        return model.refused(format!(
            "left unchanged: castling {impossible} is impossible · {} removes it",
            model.key(Id::RemoveImpossible)
        ));
    }
    let mut board = Board::empty();
    for (square, piece) in record.board().cloned().into_iter().flatten() {
        let Some(to) = map(square) else {
            let piece = named(piece);
            return model.refused(format!("{piece} on {square} would leave the board"));
        };
        let colour = if swaps { !piece.color } else { piece.color };
        board.set_piece_at(to, piece.role.of(colour));
    }
    let fields = PositionEdit {
        board: Some(board),
        side: record.side().filter(|_| swaps).map(|side| !side),
        en_passant: record.en_passant().map(map),
        ..PositionEdit::default()
    };
    set(model, said.into(), &fields, Some(map))
}

/// Asks for the number of one of the 960 starting positions; nothing is one by chance.
pub fn ask_start(model: &mut Model) {
    let label = "Chess960 position 0-959 (518 is chess; empty: random)";
    let asks = Answer::number("set up", "a number", 0..=959, 518, |model, number| {
        match number {
            Some(number) => start(model, number),
            None => random_start(model),
        }
        Some(())
    });
    overlay::open(model, Prompt::new(label, "", asks))
}

/// Sets up one of the 960 by chance, and says which.
pub fn random_start(model: &mut Model) {
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

/// Returns all four rights: by `KQkq` for the array of chess, else by the files of the rooks.
fn rights(board: &Board) -> String {
    let letters = b"KQkq".iter();
    let rights = letters.filter_map(|letter| right(board, *letter, Rules::Chess960));
    let rights: Vec<Right> = rights.collect();
    let letter = match rights.iter().all(Right::is_classical) {
        true => Right::letter,
        false => Right::file_letter,
    };
    rights.iter().map(letter).collect()
}
