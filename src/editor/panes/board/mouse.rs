//! The mouse on the board and its palette: pieces are taken up, dragged and dropped.

use crate::editor::command::Id;
use crate::editor::layout::Spot;
use crate::editor::model::Model;
use crate::editor::panes::board::{board, drop_at, piece_palette, remove_from};
use crate::editor::state::view::Held;
use crate::epd::moves::between;
use shakmaty::{Piece, Square};

/// Takes up the piece at the mouse, of the palette or the board; one of the palette is put down.
pub(crate) fn press(model: &mut Model, at: &Spot) {
    let palette = at.layout.palette;
    if let Some(piece) = palette.and_then(|palette| palette.piece_at(at.column, at.row)) {
        return piece_palette::take(model, piece);
    }
    let Some(square) = at.square() else {
        return;
    };
    model.document.view.cursor = square;
    if let Some(piece) = model.board.brush {
        return piece_palette::put(model, square, piece);
    }
    let piece = board(model).and_then(|board| board.piece_at(square));
    model.document.view.held = piece.filter(|_| !model.is_read_only()).map(|piece| Held {
        from: square,
        piece,
        by_mouse: true,
    });
}

/// The cursor goes with the piece that is dragged.
pub(crate) fn drag(model: &mut Model, at: &Spot) {
    let is_held = model.document.view.held.is_some_and(|held| held.by_mouse);
    if let Some(square) = at.square()
        && (is_held || pressed_palette(model, at).is_some())
    {
        model.document.view.cursor = square;
    }
}

/// Returns the piece of the palette on which the button was pressed.
fn pressed_palette(model: &Model, at: &Spot) -> Option<Piece> {
    let (column, row, _) = model.pressed?;
    model.board.brush?;
    at.layout.palette?.piece_at(column, row)
}

/// Drops what was dragged; outside the board it is removed.
pub(crate) fn release(model: &mut Model, at: &Spot) {
    // Dragged from the palette onto a square: placed there once, and not taken into the hand.
    if let Some(piece) = pressed_palette(model, at)
        && let Some(square) = at.square()
    {
        model.pressed = None;
        model.board.brush = None;
        return piece_palette::put(model, square, piece);
    }
    let Some(held) = model.document.view.held.filter(|held| held.by_mouse) else {
        return;
    };
    match at.square() {
        Some(square) if square == held.from => {
            model.document.view.held = None;
        }
        Some(square) => {
            model.document.view.cursor = square;
            let record = model.record();
            let moves = record.position().map(|now| between(now, held.from, square));
            let is_move = moves.is_some_and(|moves| !moves.is_empty());
            drop_at(model, square);
            // Who drags a piece as in a game may have meant a move.
            let play = model.key(Id::Play);
            if let Some(said) = model.status.as_mut().filter(|_| is_move) {
                said.text.push_str(&format!(" · {play} plays moves"));
            }
        }
        None => remove_from(model, held.from),
    }
}

/// Returns the squares between which a piece was dragged. One that was only clicked stays in the hand, for the
/// next click; one dropped outside the board is put back.
pub(crate) fn dropped(model: &mut Model, at: &Spot) -> Option<(Square, Square)> {
    let held = &mut model.document.view.held;
    let from = held.filter(|held| held.by_mouse)?.from;
    match at.square() {
        Some(to) if to != from => return Some((from, to)),
        Some(_) => {
            *held = held.map(|held| Held {
                by_mouse: false,
                ..held
            })
        }
        None => *held = None,
    }
    None
}
