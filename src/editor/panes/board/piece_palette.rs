//! Pieces for the mouse: the palette beside the board, and what the buttons do on squares.

use crate::editor::command::Id;
use crate::editor::key::Button;
use crate::editor::model::Model;
use crate::editor::panes::board::{board, named, no_board, put_at, remove_from};
use crate::editor::state::pieces::ROLES;
use shakmaty::{Piece, Square};

/// Takes a piece of the palette for the mouse; the same once more puts it away.
pub(crate) fn take(model: &mut Model, piece: Piece) {
    if let Some(reason) = refused(model) {
        model.refused(reason);
    } else if model.board.brush == Some(piece) {
        model.board.brush = None;
        model.done("put the piece back");
    } else {
        model.board.brush = Some(piece);
        model.done(format!(
            "placing {}: click squares · right button: other colour · {} ends",
            named(piece),
            model.key(Id::Close)
        ));
    }
}

fn refused(model: &Model) -> Option<String> {
    model.why_read_only().or_else(|| no_board(model))
}

/// Puts a piece of the palette on a square.
pub(crate) fn put(model: &mut Model, at: Square, piece: Piece) {
    match refused(model) {
        Some(reason) => model.refused(reason),
        None => put_at(model, at, piece),
    }
}

/// Another button on a square: the right one puts the piece of the palette there in the other colour, the middle one
/// empties it. With no piece in the hand the right one changes nothing: that would be by accident.
pub(crate) fn other_button(model: &mut Model, at: Square, button: Button) {
    model.document.view.cursor = at;
    if let Some(reason) = refused(model) {
        return model.refused(reason);
    }
    match (button, model.board.brush) {
        (Button::Right, Some(piece)) => put_at(model, at, piece.role.of(!piece.color)),
        (Button::Right, None) => {
            let is_taken = board(model).is_some_and(|board| board.piece_at(at).is_some());
            let change = model.key(Id::ChangeColour);
            model.told(match is_taken {
                true => format!("{change} changes the colour of the piece on {at}"),
                false => format!("{at} is empty · PNBRQK pnbrqk place a piece"),
            });
        }
        _ => remove_from(model, at),
    }
}

/// The wheel over the board: the next piece of the palette for the hand, where one is in it. The
/// board itself changes by no wheel: it has nothing to scroll, and is easily turned over.
pub(crate) fn wheel(model: &mut Model, down: bool) {
    model.status = None;
    let Some(piece) = model.board.brush else {
        return;
    };
    let by = if down { ROLES.len() - 1 } else { 1 };
    let mut roles = ROLES.into_iter().cycle();
    roles.find(|role| *role == piece.role);
    let next = roles.nth(by - 1).unwrap_or(piece.role).of(piece.color);
    model.board.brush = Some(next);
    model.done(format!("placing {}: click squares", named(next)));
}
