//! A text of the record being edited in its place.

use crate::editor::state::score::score;
use crate::editor::widgets::line_editor::LineEditor;
use crate::epd::edit::Change;
use crate::epd::opcode::{self, Shape};

/// A text of the record being edited in its place.
#[derive(Clone, Debug, PartialEq)]
pub enum Editing {
    /// The raw line, without its end.
    Raw(LineEditor),
    Operand(OperandEditing),
}

/// The operands of one operation being edited.
#[derive(Clone, Debug, PartialEq)]
pub struct OperandEditing {
    /// Index of the operation; one past the last where it is being added.
    pub index: usize,
    /// Its opcode.
    pub opcode: String,
    /// Whether the operation is new.
    pub adding: bool,
    /// Whether the text is the inside of one quoted string.
    pub quoted: bool,
    /// Whether the opcode may stand without operands.
    pub(crate) optional: bool,
    /// Whether the text is moves with points, which other operations follow.
    pub points: bool,
    /// The text as it was.
    pub(crate) original: Vec<u8>,
    pub text: LineEditor,
}

impl OperandEditing {
    /// What it asks of the record.
    pub(crate) fn change<'c>(&'c self, operands: &'c [u8]) -> Change<'c> {
        if self.adding {
            Change::Append(self.opcode.as_bytes(), operands)
        } else {
            Change::Operands(self.index, operands)
        }
    }

    /// A score typed as a mate or in pawns, in centipawns as the file has it.
    pub(crate) fn score(&self) -> Option<i64> {
        (self.opcode == "ce")
            .then(|| score(self.text.text()))
            .flatten()
    }

    /// The operands as they go into the line.
    pub fn operands(&self) -> Vec<u8> {
        if let Some(score) = self.score() {
            return score.to_string().into_bytes();
        }
        if !self.quoted {
            return self.text.text().trim_ascii().to_vec();
        }
        if self.optional && self.text.text().is_empty() {
            return Vec::new();
        }
        let mut out = Vec::with_capacity(self.text.text().len() + 2);
        out.push(b'"');
        out.extend_from_slice(self.text.text());
        out.push(b'"');
        out
    }
}

/// What operands are expected in an operation being edited.
pub(crate) fn shape_of(operand: &OperandEditing) -> Option<Shape> {
    opcode::find(operand.opcode.as_bytes()).map(|info| info.shape)
}

/// Whether operands are chosen from a list, switched, stepped or set to this moment, rather than only typed.
pub(crate) fn has_own_keys(operand: &OperandEditing) -> bool {
    let has = |shape| {
        let is_chosen = matches!(
            shape,
            Shape::Moves | Shape::OneMove | Shape::Line | Shape::OneOf(_) | Shape::TagPairs
        );
        is_chosen || is_stepped(shape) || shape == Shape::DateTime
    };
    operand.points || shape_of(operand).is_some_and(has)
}

/// Whether operands of this shape are numbers that can be stepped.
pub(crate) const fn is_stepped(shape: Shape) -> bool {
    matches!(shape, Shape::Integer { .. })
}
