//! The menu of en-passant squares: those that a pawn can just have passed over.

use crate::editor::command::Id;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::panes::board::{self, board, no_board};
use crate::epd::edit::PositionEdit;
use crate::epd::position::en_passant_squares;
use shakmaty::{Board, Color, Rank, Role, Square, attacks};

fn choices(model: &Model) -> (Vec<Square>, Option<Square>) {
    let record = model.record();
    let squares = match (record.board(), record.side()) {
        (Some(board), Some(side)) => en_passant_squares(board, side),
        _ => Vec::new(),
    };
    (squares, record.en_passant())
}

/// Returns why there is nothing to choose.
pub(crate) fn no_en_passant(model: &Model) -> Option<String> {
    if let Some(reason) = no_board(model) {
        return Some(reason);
    }
    let Some(side) = model.record().side() else {
        let sets = model.key(Id::Side);
        return Some(format!("can't read the side to move · {sets} sets it"));
    };
    let (them, (squares, now)) = (!side, choices(model));
    let is_none = squares.is_empty() && now.is_none();
    is_none.then(|| format!("no {them} pawn can just have moved two squares"))
}

/// Opens the menu.
pub(crate) fn open_en_passant(model: &mut Model) {
    let (mut squares, now) = choices(model);
    let possible = squares.clone();
    // One that is given but can't be is shown, so that what there is can be seen and left.
    squares.extend(now.filter(|square| !possible.contains(square)));
    let board = board(model).unwrap_or_else(Board::empty);
    let row = |square: Square| {
        let detail = match possible.contains(&square) {
            true => takers(&board, square),
            false => "no pawn can have passed it".into(),
        };
        let (key, label) = (square.file().char(), square.to_string());
        let does = move |model: &mut Model| set(model, Some(square));
        MenuItem::new(Some(key), label, detail, does).checked(now == Some(square))
    };
    let mut items: Vec<MenuItem> = squares.into_iter().map(row).collect();
    let none = "the last move was not a double step";
    let none = MenuItem::new(Some('-'), "none", none, |model| set(model, None));
    items.push(none.checked(now.is_none()));
    let cursor = items.iter().position(|item| item.checked == Some(true));
    let menu = Menu::new("En-passant square", items).at(cursor.unwrap_or(0));
    overlay::open(model, menu)
}

/// Returns which pawns stand ready to take on a square.
fn takers(board: &Board, over: Square) -> String {
    let us = Color::from_white(over.rank() == Rank::Sixth);
    let pawns = attacks::pawn_attacks(!us, over) & board.by_piece(Role::Pawn.of(us));
    let pawns: Vec<String> = pawns.into_iter().map(|square| square.to_string()).collect();
    match pawns.as_slice() {
        [] => "no pawn can capture there".into(),
        pawns => format!("the pawn on {} can capture", pawns.join(" or ")),
    }
}

/// Sets the field.
fn set(model: &mut Model, square: Option<Square>) {
    let said = match square {
        Some(square) => format!("en-passant square {square}"),
        None => "no en-passant square".to_owned(),
    };
    let fields = PositionEdit {
        en_passant: Some(square),
        ..PositionEdit::default()
    };
    board::set(model, said, &fields, None)
}
