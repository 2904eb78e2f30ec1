//! Pieces for the mouse: the palette beside the board, and what buttons and wheel do on squares.

use crate::app::command::Id;
use crate::app::effect::Effect;
use crate::app::features::board::{board, named, no_board, put_at, remove_from, swap_colour_at};
use crate::app::model::Model;
use crate::app::state::pieces::ROLES;
use shakmaty::{Color, Piece, Role, Square};

/// Takes a piece of the palette for the mouse; the same once more puts it away.
pub(crate) fn take(model: &mut Model, piece: Piece) -> Vec<Effect> {
    if let Some(reason) = refused(model) {
        model.refused(reason);
    } else if model.board.brush == Some(piece) {
        model.board.brush = None;
        model.done("piece put back");
    } else {
        model.board.brush = Some(piece);
        model.done(format!(
            "{}: click squares to place it · right button the other colour · {} puts it away",
            named(piece),
            model.key(Id::Close)
        ));
    }
    Vec::new()
}

fn refused(model: &Model) -> Option<String> {
    if model.read_only {
        return Some("the file is open read-only".into());
    }
    no_board(model)
}

/// Puts a piece of the palette on a square.
pub(crate) fn put(model: &mut Model, at: Square, piece: Piece) -> Vec<Effect> {
    if let Some(reason) = refused(model) {
        model.refused(reason);
        return Vec::new();
    }
    put_at(model, at, piece)
}

/// The right button on a square: the piece of the palette in the other colour, else the other
/// colour for the piece there.
pub(crate) fn right_button(model: &mut Model, at: Square) -> Vec<Effect> {
    model.document.view.cursor = at;
    if let Some(reason) = refused(model) {
        model.refused(reason);
        return Vec::new();
    }
    match model.board.brush {
        Some(piece) => put_at(model, at, piece.role.of(!piece.color)),
        None => swap_colour_at(model, at),
    }
}

/// The middle button on a square: empties it.
pub(crate) fn middle_button(model: &mut Model, at: Square) -> Vec<Effect> {
    model.document.view.cursor = at;
    match refused(model) {
        Some(reason) => {
            model.refused(reason);
            Vec::new()
        }
        None => remove_from(model, at),
    }
}

/// The wheel on a square: the next piece of the palette, else another piece on that square, from
/// the pawn to the king and then none.
pub(crate) fn wheel(model: &mut Model, at: Square, down: bool) -> Vec<Effect> {
    if let Some(reason) = refused(model) {
        model.refused(reason);
        return Vec::new();
    }
    if let Some(piece) = model.board.brush {
        let next = next_role(Some(piece.role), down).or_else(|| next_role(None, down));
        let next = next.unwrap_or(Role::Pawn).of(piece.color);
        model.board.brush = Some(next);
        model.done(format!("{}: click squares to place it", named(next)));
        return Vec::new();
    }
    let there = board(model).and_then(|board| board.piece_at(at));
    let color = there.map_or(Color::White, |piece| piece.color);
    model.document.view.cursor = at;
    match next_role(there.map(|piece| piece.role), down) {
        Some(role) => put_at(model, at, role.of(color)),
        None => remove_from(model, at),
    }
}

/// After a king comes nothing, after nothing a pawn; the other way round with the wheel up.
fn next_role(role: Option<Role>, down: bool) -> Option<Role> {
    let at = role.and_then(|role| ROLES.iter().position(|&other| other == role));
    let next = match (at, down) {
        (None, true) => ROLES.len().checked_sub(1),
        (None, false) => Some(0),
        (Some(at), true) => at.checked_sub(1),
        (Some(at), false) => Some(at + 1),
    };
    next.and_then(|at| ROLES.get(at).copied())
}
