//! The mouse on the board and its palette: pieces are taken up, dragged and dropped, by one who sets a position up
//! and by one who plays.

use crate::editor::command::Id;
use crate::editor::key::Button;
use crate::editor::layout::Spot;
use crate::editor::model::Model;
use crate::editor::panes::board::play::{pick_up, play_to};
use crate::editor::panes::board::{drop_at, named, no_board, piece_at, put_at, remove_from};
use crate::editor::state::view::Held;
use crate::epd::moves::between;
use shakmaty::{Piece, Role, Square};

/// Takes up the piece at the mouse, of the palette or the board; one that is in the hand is played or put down.
pub(crate) fn press(model: &mut Model, at: &Spot) {
    let is_playing = model.play().is_some();
    let palette = at.layout.palette.filter(|_| !is_playing);
    if let Some(piece) = palette.and_then(|palette| palette.piece_at(at.column, at.row)) {
        return take(model, piece);
    }
    let Some(square) = at.square() else {
        return;
    };
    let view = &mut model.document.view;
    view.cursor = square;
    if is_playing {
        return match view.held.filter(|held| held.from != square) {
            Some(held) => play_to(model, held.from, square),
            None => pick_up(model, square, true),
        };
    }
    if let Some(piece) = model.board.brush {
        return put(model, square, piece);
    }
    let piece = piece_at(model, square).ok();
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

/// Plays or drops what was dragged; who sets a position up removes it outside the board.
pub(crate) fn release(model: &mut Model, at: &Spot) {
    if model.play().is_some() {
        if let Some((from, to)) = dropped(model, at) {
            play_to(model, from, to);
        }
        return;
    }
    // Dragged from the palette onto a square: placed there once, and not taken into the hand.
    if let Some(piece) = pressed_palette(model, at)
        && let Some(square) = at.square()
    {
        model.pressed = None;
        model.board.brush = None;
        return put(model, square, piece);
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

/// Takes a piece of the palette for the mouse; the same once more puts it away.
fn take(model: &mut Model, piece: Piece) {
    if refuses(model) {
        return;
    }
    if model.board.brush == Some(piece) {
        model.board.brush = None;
        return model.done("put the piece back");
    }
    model.board.brush = Some(piece);
    let (piece, close) = (named(piece), model.key(Id::Close));
    model.done(format!(
        "placing {piece}: click squares · right button: other colour · {close} ends"
    ));
}

/// Returns whether the board can't be changed, and says why.
fn refuses(model: &mut Model) -> bool {
    let reason = model.why_read_only().or_else(|| no_board(model));
    let refuses = reason.is_some();
    if let Some(reason) = reason {
        model.refused(reason);
    }
    refuses
}

/// Puts a piece of the palette on a square.
fn put(model: &mut Model, at: Square, piece: Piece) {
    if !refuses(model) {
        put_at(model, at, piece);
    }
}

/// Another button on a square: the right one puts the piece of the palette there in the other colour, the middle one
/// empties it. With no piece in the hand the right one changes nothing: that would be by accident.
pub(crate) fn other_button(model: &mut Model, at: Square, button: Button) {
    if model.play().is_some() {
        let stop = model.key(Id::StopPlaying);
        return model.refused(format!(
            "only legal moves while playing · {stop} stops playing"
        ));
    }
    model.document.view.cursor = at;
    if refuses(model) {
        return;
    }
    match (button, model.board.brush) {
        (Button::Right, Some(piece)) => put_at(model, at, piece.role.of(!piece.color)),
        (Button::Right, None) => {
            let change = model.key(Id::ChangeColour);
            let told = piece_at(model, at)
                .map(|_| format!("{change} changes the colour of the piece on {at}"));
            model.told(told.unwrap_or_else(|empty| empty));
        }
        _ => remove_from(model, at),
    }
}

/// The wheel over the board: steps through the moves while playing, or gives the hand the next piece of the palette,
/// where one is in it. The board itself changes by no wheel: it has nothing to scroll, and is easily turned over.
pub(crate) fn wheel(model: &mut Model, by: isize) -> Option<Id> {
    let is_down = by > 0;
    if model.play().is_some() {
        let step = if is_down {
            Id::StepForward
        } else {
            Id::TakeBack
        };
        return Some(step);
    }
    model.status = None;
    let piece = model.board.brush?;
    let by = if is_down { 1 } else { Role::ALL.len() - 1 };
    let mut roles = Role::ALL.into_iter().cycle();
    let next = roles.nth(usize::from(piece.role) - 1 + by)?.of(piece.color);
    model.board.brush = Some(next);
    model.done(format!("placing {}: click squares", named(next)));
    None
}
