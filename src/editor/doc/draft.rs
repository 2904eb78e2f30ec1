//! The selected line as shown: with the text being typed, or with the fix being previewed.

use crate::editor::model::Model;
use crate::editor::overlay::menu;
use crate::editor::state::editing::{Editing, OperandEditing};
use crate::epd::edit::{self, Refusal};
use crate::epd::moves::targets as targets_in;
use crate::epd::opcode::Shape;
use crate::epd::{Record, points};
use shakmaty::{Bitboard, Chess, Color, Position};

/// Updates [`Model::shown_line`].
pub(crate) fn refresh(model: &mut Model) {
    // A record that the filter hides is not shown in any pane.
    let line = match model.document.shows_nothing() {
        true => Vec::new(),
        false => model.line(),
    };
    model.shown = match &model.document.view.editing {
        None => match menu::looked_at(model) {
            Some(fix) => fix.apply(&line),
            None => line,
        },
        Some(editing) => with_typed(model, &line, editing),
    };
}

pub(crate) fn with_typed(model: &Model, line: &[u8], editing: &Editing) -> Vec<u8> {
    let record = Record::read(line, &model.document.read_options());
    match editing {
        Editing::Raw(text) => edit::set_text(&record, text.text()),
        Editing::Operand(operand) => {
            let operands = operand.operands();
            let new = edit::preview(&record, operand.change(&operands));
            with_points(model, new, operand)
        }
    }
}

/// Returns the line with typed operands put in, proved by [`edit::by_hand`].
pub(crate) fn with_operands(
    model: &Model,
    line: &[u8],
    operand: &OperandEditing,
) -> Result<Vec<u8>, Refusal> {
    let record = Record::read(line, &model.document.read_options());
    let operands = operand.operands();
    let new = edit::by_hand(&record, &[operand.change(&operands)])?;
    Ok(with_points(model, new, operand))
}

/// Returns the line with `c7`, `c8` and `c9` updated to the points typed in `c0`, if they are valid.
fn with_points(model: &Model, line: Vec<u8>, operand: &OperandEditing) -> Vec<u8> {
    if !operand.points {
        return line;
    }
    let options = model.document.read_options();
    let record = Record::read(&line, &options);
    let Some(position) = record.position() else {
        return line;
    };
    let Ok(scored) = points::typed(position, operand.text.text()) else {
        return line;
    };
    let others = points::lists(position, &scored);
    let present = others
        .iter()
        .filter(|(opcode, _)| record.operation(opcode).is_some());
    let texts = present.map(|(opcode, text)| (*opcode, text.as_bytes()));
    edit::set_each(&record, texts).unwrap_or(line)
}

pub(crate) fn moves_typed(model: &Model) -> Option<&OperandEditing> {
    let operand = model.document.view.operand();
    operand.filter(|operand| operand.takes_moves())
}

/// Returns the position that the board shows while operands are typed.
pub(crate) fn position(model: &Model) -> Option<Chess> {
    match &model.assist.preview {
        Some(preview) => Some(preview.position.clone()),
        None => model.record().position().cloned(),
    }
}

/// Returns the position for a move of this side, and whether that follows the move at the cursor in a line of moves.
pub(crate) fn target(model: &Model, side: Color) -> Option<(Chess, bool)> {
    let is_line = moves_typed(model)?.shape() == Some(Shape::Line);
    let mut position = position(model)?;
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

/// Returns the squares to which the held piece can go.
pub(crate) fn targets(model: &Model) -> Bitboard {
    let held = model.document.view.held;
    let target = held.and_then(|held| Some((held.from, target(model, held.piece.color)?)));
    target.map_or(Bitboard::EMPTY, |(from, (position, _))| {
        targets_in(&position, from)
    })
}

/// Adds a move to a set: in canonical order if the set has it, else at the end.
pub(crate) fn with_move<T: Ord>(mut words: Vec<T>, new: T) -> Vec<T> {
    let at = match words.is_sorted() {
        true => words.partition_point(|word| *word < new),
        false => words.len(),
    };
    words.insert(at, new);
    words
}
