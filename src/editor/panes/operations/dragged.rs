//! Moves made on the board while operands of moves are typed: a drag, or a click on each of two squares,
//! puts the move into the text.

use crate::editor::doc::draft::{self, moves_typed, target};
use crate::editor::layout::Spot;
use crate::editor::model::Model;
use crate::editor::panes::board::play::move_to;
use crate::editor::panes::board::{dropped, named};
use crate::editor::panes::operations::{moves, points, replace_text, take};
use crate::editor::state::editing::Row;
use crate::editor::state::view::HeldPiece;
use crate::epd::moves::{san, targets as targets_in};
use crate::epd::opcode::Shape;
use shakmaty::{Chess, Move, Position, Square};

/// Takes a press on the board: picks a piece up, or plays the one picked up before. `false` where no moves
/// are typed, or the mouse is elsewhere.
pub(crate) fn press(model: &mut Model, at: &Spot) -> bool {
    let Some(square) = at.square().filter(|_| moves_typed(model).is_some()) else {
        return false;
    };
    if let Some(held) = model.document.view.held.filter(|held| held.from != square) {
        drop_at(model, held, square);
        return true;
    }
    let board = draft::position(model).map(|position| position.board().clone());
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
        view.held = Some(HeldPiece {
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
    let Some(held) = held.filter(|_| moves_typed(model).is_some()) else {
        return false;
    };
    if let Some((_, to)) = dropped(model, at) {
        drop_at(model, held, to)
    }
    true
}

fn drop_at(model: &mut Model, held: HeldPiece, to: Square) {
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
    let Some(operand) = moves_typed(model) else {
        return;
    };
    let (name, text) = (operand.opcode.clone(), operand.text.text().to_vec());
    let san = san(position, played);
    let value = san.clone().into_bytes();
    let new = match operand.shape() {
        _ if operand.points => points::changed(position, &text, played, Some(0)),
        Some(Shape::Moves) if moves::named(position, &text).contains(&played) => {
            return model.done(format!("{name} already has {san}"));
        }
        // Beside those that are there; a word half typed goes.
        Some(Shape::Moves) => moves::switched(position, &operand.text, model.assist.word, played),
        Some(Shape::Line) if behind => [text.trim_ascii_end(), &value, b""].join(&b' '),
        Some(Shape::Line) => {
            let row = Row {
                value,
                after: " ",
                ..Row::default()
            };
            take(model, &row);
            return model.done(format!("entered {san}"));
        }
        _ => value,
    };
    replace_text(model, new);
    model.done(format!("entered {san}"));
}
