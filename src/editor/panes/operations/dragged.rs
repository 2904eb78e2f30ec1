//! Moves made on the board while operands of moves are typed: a drag, or a click on each of two squares,
//! puts the move into the text.

use crate::editor::layout::Spot;
use crate::editor::model::Model;
use crate::editor::panes::board::mouse::dropped;
use crate::editor::panes::board::named;
use crate::editor::panes::board::play::move_to;
use crate::editor::panes::operations::{moves, points, replace_text, take};
use crate::editor::state::assist::Row;
use crate::editor::state::editing::{OperandEditing, is_of_moves, shape_of};
use crate::editor::state::view::Held;
use crate::epd::moves::{san, targets as targets_in};
use crate::epd::opcode::Shape;
use shakmaty::{Bitboard, Chess, Color, Move, Position, Square};

/// Returns the operands being typed, where they are moves.
fn operand(model: &Model) -> Option<&OperandEditing> {
    let takes_moves =
        |operand: &&OperandEditing| operand.points || shape_of(operand).is_some_and(is_of_moves);
    model.document.view.operand().filter(takes_moves)
}

/// Returns the position that the board shows while operands are typed.
fn shown(model: &Model) -> Option<Chess> {
    match &model.assist.preview {
        Some(preview) => Some(preview.position.clone()),
        None => model.record().position().cloned(),
    }
}

/// Returns the position in which a move of this side would be played: the one that the board shows, or in a
/// line the one after the move that the cursor is at; then the move goes behind that one.
fn target(model: &Model, side: Color) -> Option<(Chess, bool)> {
    let is_line = shape_of(operand(model)?) == Some(Shape::Line);
    let mut position = shown(model)?;
    if position.turn() == side {
        return Some((position, false));
    }
    let has_word = !model.assist.word.is_empty();
    let preview = model.assist.preview.as_ref()?;
    let played = preview.played.filter(|_| is_line && has_word)?;
    if !position.is_legal(played) {
        return None;
    }
    position.play_unchecked(played);
    Some((position, true))
}

/// Takes a press on the board: picks a piece up, or plays the one picked up before. `false` where no moves
/// are typed, or the mouse is elsewhere.
pub(crate) fn press(model: &mut Model, at: &Spot) -> bool {
    let Some(square) = at.square().filter(|_| operand(model).is_some()) else {
        return false;
    };
    if let Some(held) = model.document.view.held.filter(|held| held.from != square) {
        drop_at(model, held, square);
        return true;
    }
    let board = shown(model).map(|position| position.board().clone());
    let Some(board) = board.or_else(|| model.record().board().cloned()) else {
        return false;
    };
    let Some(piece) = board.piece_at(square) else {
        model.refused(format!(
            "{square} is empty · drag a piece to enter its move"
        ));
        return true;
    };
    let target = target(model, piece.color);
    if target.is_some_and(|(position, _)| targets_in(&position, square).any()) {
        let view = &mut model.document.view;
        view.cursor = square;
        view.held = Some(Held {
            from: square,
            piece,
            by_mouse: true,
        });
    } else {
        let piece = named(piece);
        model.refused(format!("the {piece} on {square} has no legal move here"));
    }
    true
}

/// Takes the release of what was dragged. `false` where no moves are typed or nothing is held.
pub(crate) fn release(model: &mut Model, at: &Spot) -> bool {
    let held = model.document.view.held;
    let Some(held) = held.filter(|_| operand(model).is_some()) else {
        return false;
    };
    if let Some((_, to)) = dropped(model, at) {
        drop_at(model, held, to)
    }
    true
}

/// Returns squares to which the piece in the hand can go, for the board.
pub fn targets(model: &Model) -> Bitboard {
    let held = model.document.view.held;
    let target = held.and_then(|held| Some((held.from, target(model, held.piece.color)?)));
    target.map_or(Bitboard::EMPTY, |(from, (position, _))| {
        targets_in(&position, from)
    })
}

fn drop_at(model: &mut Model, held: Held, to: Square) {
    let Some((position, behind)) = target(model, held.piece.color) else {
        model.document.view.held = None;
        return;
    };
    move_to(
        model,
        &position.clone(),
        (held.from, to),
        move |model, played| enter(model, &position, behind, played),
    )
}

/// Puts a move into the text: `behind` the word at the cursor, else in its place.
fn enter(model: &mut Model, position: &Chess, behind: bool, played: Move) {
    let Some(operand) = operand(model) else {
        return;
    };
    let (name, text) = (operand.opcode.clone(), operand.text.text().to_vec());
    let san = san(position, played);
    let value = san.clone().into_bytes();
    match shape_of(operand) {
        _ if operand.points => {
            let text = points::changed(position, &text, played, Some(0));
            replace_text(model, text);
        }
        Some(Shape::Moves) if moves::named(position, &text).contains(&played) => {
            return model.done(format!("{name} already has {san}"));
        }
        // Beside those that are there; a word half typed goes.
        Some(Shape::Moves) => {
            let text = moves::switched(position, &operand.text, model.assist.word, played);
            replace_text(model, text);
        }
        Some(Shape::Line) if behind => {
            let text = [text.trim_ascii_end(), &value, b""].join(&b' ');
            replace_text(model, text);
        }
        Some(Shape::Line) => {
            let row = Row {
                value,
                after: " ",
                ..Row::default()
            };
            take(model, &row);
        }
        _ => replace_text(model, value),
    }
    model.done(format!("entered {san}"));
}
