//! Moves made on the board while operands of moves are typed: a drag, or a click on each of two squares,
//! puts the move into the text.

use crate::editor::features::board::named;
use crate::editor::features::inspect::{moves, points, replace_text, take};
use crate::editor::features::typing;
use crate::editor::layout::Spot;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::state::assist::Row;
use crate::editor::state::editing::{Editing, OperandEditing, shape_of};
use crate::editor::state::play::ends;
use crate::editor::state::view::Held;
use crate::epd::opcode::Shape;
use shakmaty::{Chess, Color, Move, Position, Role, Square};

/// Where a move is put.
#[derive(Clone, Debug)]
struct Target {
    position: Chess,
    /// Behind the word at the cursor, which is a whole move of a line; else in its place.
    behind: bool,
}

/// The operands being typed, where they are moves.
fn operand(model: &Model) -> Option<&OperandEditing> {
    match &model.document.view.editing {
        Some(Editing::Operand(operand)) if takes_moves(operand) => Some(operand),
        _ => None,
    }
}

fn takes_moves(operand: &OperandEditing) -> bool {
    let shape = shape_of(operand);
    operand.points || matches!(shape, Some(Shape::Moves | Shape::OneMove | Shape::Line))
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
    let can_move = target(model, piece.color).is_some_and(|target| {
        let moves = target.position.legal_moves();
        moves.iter().any(|m| m.from() == Some(square))
    });
    if can_move {
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
    let held = model
        .document
        .view
        .held
        .filter(|_| operand(model).is_some());
    let Some(held) = held else {
        return false;
    };
    match at.square() {
        // A piece clicked stays in the hand: the next click enters its move.
        Some(square) if square == held.from => {
            if let Some(held) = &mut model.document.view.held {
                held.by_mouse = false;
            }
        }
        Some(square) if held.by_mouse => drop_at(model, held, square),
        Some(_) => {}
        None => model.document.view.held = None,
    }
    true
}

/// Squares to which the piece in the hand can go, for the board.
pub fn targets(model: &Model) -> shakmaty::Bitboard {
    let held = model.document.view.held;
    let target = held.and_then(|held| Some((held.from, target(model, held.piece.color)?)));
    let Some((from, target)) = target else {
        return shakmaty::Bitboard::EMPTY;
    };
    let moves = target.position.legal_moves();
    let from_there = moves
        .iter()
        .filter_map(ends)
        .filter(|(start, _)| *start == from);
    from_there.map(|(_, to)| to).collect()
}

fn drop_at(model: &mut Model, held: Held, to: Square) {
    model.document.view.held = None;
    let Some(target) = target(model, held.piece.color) else {
        return;
    };
    let moves = target.position.legal_moves();
    let goes = |m: &&Move| {
        m.from() == Some(held.from) && (ends(m).is_some_and(|(_, end)| end == to) || m.to() == to)
    };
    let fitting: Vec<Move> = moves.iter().filter(goes).copied().collect();
    match fitting.as_slice() {
        [] => {
            model.refused(format!("{} to {to} is not legal here", held.from));
        }
        [only] => enter(model, &target, *only),
        several => {
            let items = several
                .iter()
                .filter_map(|&m| promotion(&target, m))
                .collect();
            overlay::open(model, Menu::new("Promote to", items))
        }
    }
}

fn promotion(target: &Target, played: Move) -> Option<MenuItem> {
    let role = played.promotion().filter(|role| *role != Role::King)?;
    let name = named(role.of(target.position.turn()));
    let target = target.clone();
    Some(MenuItem::new(Some(role.char()), name, "", move |model| {
        enter(model, &target, played)
    }))
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
        Some(Shape::Moves) => add(model, target, played),
        Some(Shape::Line) if target.behind => {
            let text = [text.trim_ascii_end(), &row.value, b""].join(&b' ');
            replace_text(model, text);
        }
        Some(Shape::Line) => take(model, &Row { after: " ", ..row }),
        _ => replace_text(model, row.value),
    }
    model.done(format!("entered {label}"));
}

/// Puts a move beside those of a set; a word half typed goes.
fn add(model: &mut Model, target: &Target, played: Move) {
    let word = model.assist.word;
    let new = typing::text(model).map(|text| moves::switched(&target.position, text, word, played));
    if let Some(new) = new {
        replace_text(model, new);
    }
}
