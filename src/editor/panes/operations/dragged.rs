//! Moves made on the board while operands of moves are typed: a drag, or a click on each of two squares,
//! puts the move into the text.

use crate::editor::layout::Spot;
use crate::editor::model::Model;
use crate::editor::panes::board::mouse::dropped;
use crate::editor::panes::board::{ask_promotion, named};
use crate::editor::panes::operations::{moves, points, replace_text, take};
use crate::editor::state::assist::Row;
use crate::editor::state::editing::{OperandEditing, shape_of};
use crate::editor::state::play::{between, targets as targets_in};
use crate::editor::state::view::Held;
use crate::epd::opcode::Shape;
use shakmaty::{Bitboard, Chess, Color, Move, Position, Square};

/// Where a move is put.
#[derive(Clone, Debug)]
struct Target {
    position: Chess,
    /// Behind the word at the cursor, which is a whole move of a line; else in its place.
    behind: bool,
}

/// The operands being typed, where they are moves.
fn operand(model: &Model) -> Option<&OperandEditing> {
    let takes_moves = |operand: &&OperandEditing| {
        let shape = shape_of(operand);
        operand.points || matches!(shape, Some(Shape::Moves | Shape::OneMove | Shape::Line))
    };
    model.document.view.operand().filter(takes_moves)
}

/// Where a move of this side would go: the position that the board shows, or in a line the one after
/// the move that the cursor is at.
fn target(model: &Model, side: Color) -> Option<Target> {
    let is_line = shape_of(operand(model)?) == Some(Shape::Line);
    let preview = model.assist.preview.as_ref();
    let shown = match preview {
        Some(preview) => preview.position.clone(),
        None => model.record().position()?.clone(),
    };
    if shown.turn() == side {
        return Some(Target {
            position: shown,
            behind: false,
        });
    }
    let played = preview?.played.filter(|_| is_line && has_word(model))?;
    let mut position = shown;
    if !position.is_legal(played) {
        return None;
    }
    position.play_unchecked(played);
    Some(Target {
        position,
        behind: true,
    })
}

/// Whether the cursor is at a word.
fn has_word(model: &Model) -> bool {
    let word = model.assist.word;
    word.end > word.start
}

/// A press on the board: picks a piece up, or plays the one picked up before. `false` where no moves
/// are typed, or the mouse is elsewhere.
pub(crate) fn press(model: &mut Model, at: &Spot) -> bool {
    let Some(square) = at.square().filter(|_| operand(model).is_some()) else {
        return false;
    };
    if let Some(held) = model.document.view.held.filter(|held| held.from != square) {
        drop_at(model, held, square);
        return true;
    }
    let board = match &model.assist.preview {
        Some(preview) => Some(preview.position.board().clone()),
        None => model.record().board().cloned(),
    };
    let Some(board) = board else {
        return false;
    };
    let Some(piece) = board.piece_at(square) else {
        model.refused(format!(
            "{square} is empty · drag a piece to enter its move"
        ));
        return true;
    };
    let target = target(model, piece.color);
    if target.is_some_and(|target| targets_in(&target.position, square).any()) {
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

/// The release of what was dragged. `false` where no moves are typed or nothing is held.
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

/// Squares to which the piece in the hand can go, for the board.
pub fn targets(model: &Model) -> Bitboard {
    let held = model.document.view.held;
    let target = held.and_then(|held| Some((held.from, target(model, held.piece.color)?)));
    let Some((from, target)) = target else {
        return Bitboard::EMPTY;
    };
    targets_in(&target.position, from)
}

fn drop_at(model: &mut Model, held: Held, to: Square) {
    model.document.view.held = None;
    let Some(target) = target(model, held.piece.color) else {
        return;
    };
    let fitting = between(&target.position, held.from, to);
    match fitting.as_slice() {
        [] => model.refused(format!("{} to {to} is not legal here", held.from)),
        [only] => enter(model, &target, *only),
        several => ask_promotion(model, several, move |model, played| {
            enter(model, &target, played)
        }),
    }
}

/// Puts a move into the text.
fn enter(model: &mut Model, target: &Target, played: Move) {
    let rows = moves::legal(&target.position);
    let Some(row) = rows.into_iter().find(|row| row.played == Some(played)) else {
        return;
    };
    let Some(operand) = operand(model) else {
        return;
    };
    let (name, text) = (operand.opcode.clone(), operand.text.text().to_vec());
    let label = row.label.clone();
    match shape_of(operand) {
        _ if operand.points => {
            let text = points::changed(&target.position, &text, played, Some(0));
            replace_text(model, text);
        }
        Some(Shape::Moves) if moves::is_in(&target.position, &text, played) => {
            model.done(format!("{name} already has {label}"));
            return;
        }
        // Beside those that are there; a word half typed goes.
        Some(Shape::Moves) => {
            let text = moves::switched(&target.position, &operand.text, model.assist.word, played);
            replace_text(model, text);
        }
        Some(Shape::Line) if target.behind => {
            let text = [text.trim_ascii_end(), &row.value, b""].join(&b' ');
            replace_text(model, text);
        }
        Some(Shape::Line) => take(model, &Row { after: " ", ..row }),
        _ => replace_text(model, row.value),
    }
    model.done(format!("entered {label}"));
}
