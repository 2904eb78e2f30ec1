//! The board as a whole: mirrored, turned, shifted. Moves of the record go with the pieces where
//! they stay legal.

use crate::editor::command::Id;
use crate::editor::features::board::{self, Fields, edit_mapped, named};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use shakmaty::{Board, Square};

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

/// Left becomes right: the a-file and the h-file change places.
pub(crate) fn mirror(model: &mut Model) {
    change(
        model,
        "mirrored the board",
        |square| Some(square.flip_horizontal()),
        |board| board.flip_horizontal(),
        |letter| match letter {
            'K' => 'Q',
            'Q' => 'K',
            'k' => 'q',
            'q' => 'k',
            file => mirrored(file),
        },
        false,
    )
}

/// White becomes Black: colours, ranks and the side to move change places, so that the position
/// is the same with the other colour.
pub(crate) fn swap_colours(model: &mut Model) {
    change(
        model,
        "swapped the colours",
        |square| Some(square.flip_vertical()),
        Board::mirror,
        |letter| {
            if letter.is_ascii_uppercase() {
                letter.to_ascii_lowercase()
            } else {
                letter.to_ascii_uppercase()
            }
        },
        true,
    )
}

/// Turns the board by half: a1 becomes h8. Rights and squares that are impossible then are
/// offered for removal.
pub fn rotate(model: &mut Model) {
    edit_mapped(
        model,
        "rotated the board by 180°".into(),
        |square| Some(square.rotate_180()),
        |record| {
            let mut board = record.board().cloned().unwrap_or_else(Board::empty);
            board.rotate_180();
            let fields = Fields {
                board: Some(board),
                ..Fields::default()
            };
            fields.put_into(record)
        },
    )
}

fn mirrored(file: char) -> char {
    let turn = |first: u8, byte: u8| char::from(first + 7 - (byte - first).min(7));
    match file {
        'A'..='H' => turn(b'A', file as u8),
        'a'..='h' => turn(b'a', file as u8),
        other => other,
    }
}

fn change(
    model: &mut Model,
    said: &str,
    map: fn(Square) -> Option<Square>,
    turn: fn(&mut Board),
    letter: fn(char) -> char,
    sides: bool,
) {
    model.document.view.held = None;
    edit_mapped(model, said.into(), map, |record| {
        let mut board = record.board().cloned().unwrap_or_else(Board::empty);
        turn(&mut board);
        let castling = record.castling().map(|letters| {
            let turned: String = letters.chars().map(letter).collect();
            in_order(&turned)
        });
        let fields = Fields {
            board: Some(board),
            side: record.side().filter(|_| sides).map(|side| !side),
            castling,
            en_passant: record.en_passant().map(map),
        };
        fields.put_into(record)
    })
}

/// White's letters first, the king's side first.
fn in_order(letters: &str) -> String {
    let mut letters: Vec<char> = letters.chars().collect();
    letters.sort_by_key(|letter| {
        let place = match letter.to_ascii_uppercase() {
            'K' => 0,
            'Q' => 1,
            file => u32::from('Z') - u32::from(file),
        };
        (letter.is_ascii_lowercase(), place)
    });
    letters.into_iter().collect()
}

/// Moves all pieces by files to the right and ranks up, as the board is drawn.
pub fn shift(model: &mut Model, right: i32, up: i32) {
    let sign = if model.board.flipped { -1 } else { 1 };
    let (files, ranks) = (right * sign, up * sign);
    let moved = |square: Square| {
        let file = square.file().offset(files)?;
        let rank = square.rank().offset(ranks)?;
        Some(Square::from_coords(file, rank))
    };
    let Some(before) = board::board(model) else {
        return;
    };
    let mut after = Board::empty();
    for (square, piece) in before {
        let Some(to) = moved(square) else {
            model.refused(format!(
                "{} on {square} would leave the board",
                named(piece)
            ));
            return;
        };
        after.set_piece_at(to, piece);
    }
    let map: fn(Square) -> Option<Square> = match (files, ranks) {
        (1, _) => |s| Some(Square::from_coords(s.file().offset(1)?, s.rank())),
        (-1, _) => |s| Some(Square::from_coords(s.file().offset(-1)?, s.rank())),
        (_, 1) => |s| Some(Square::from_coords(s.file(), s.rank().offset(1)?)),
        _ => |s| Some(Square::from_coords(s.file(), s.rank().offset(-1)?)),
    };
    model.document.view.held = None;
    let where_to = match (right, up) {
        (1, _) => "move right",
        (-1, _) => "move left",
        (_, 1) => "up",
        _ => "down",
    };
    edit_mapped(
        model,
        format!("shifted the pieces {where_to}"),
        map,
        |record| {
            let fields = Fields {
                board: Some(after),
                ..Fields::default()
            };
            fields.put_into(record)
        },
    )
}
