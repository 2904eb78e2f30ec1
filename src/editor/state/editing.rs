//! A text of the record being edited in its place.

use crate::editor::widgets::line_editor::LineEditor;
use crate::epd::edit::Change;
use crate::epd::opcode::{self, Shape};
use crate::epd::score::Score;

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
    /// Whether the text is moves with points, which other operations follow.
    pub points: bool,
    /// The text as it was.
    pub(crate) original: Vec<u8>,
    pub text: LineEditor,
}

impl OperandEditing {
    /// Returns the operands of an operation to be edited; a string is edited without its quotes.
    pub(crate) fn new(index: usize, opcode: &str, operands: &[u8], adding: bool) -> Self {
        let shape = opcode::find(opcode.as_bytes()).map(|info| info.shape);
        let is_text = matches!(shape, Some(Shape::Text { .. }));
        let inside = operands
            .strip_prefix(b"\"")
            .and_then(|rest| rest.strip_suffix(b"\""));
        let inside = inside.unwrap_or(operands);
        let quoted = is_text && !inside.contains(&b'"');
        let original = if quoted { inside } else { operands };
        Self {
            index,
            opcode: opcode.to_owned(),
            adding,
            quoted,
            points: false,
            original: original.to_vec(),
            text: LineEditor::new(original),
        }
    }

    /// Returns the change that it asks of the record.
    pub(crate) fn change<'c>(&'c self, operands: &'c [u8]) -> Change<'c> {
        if self.adding {
            Change::Append(self.opcode.as_bytes(), operands)
        } else {
            Change::Operands(self.index, operands)
        }
    }

    /// Returns what operands are expected.
    pub(crate) fn shape(&self) -> Option<Shape> {
        opcode::find(self.opcode.as_bytes()).map(|info| info.shape)
    }

    /// Returns whether moves are expected.
    pub(crate) fn takes_moves(&self) -> bool {
        self.points || self.shape().is_some_and(is_of_moves)
    }

    /// Returns a score typed as a mate or in pawns, in centipawns as the file has it.
    pub(crate) fn score(&self) -> Option<i64> {
        match Score::typed(self.text.text()).filter(|_| self.opcode == "ce")? {
            Score::Centipawns(value) => Some(value),
            mate => mate.ce(),
        }
    }

    /// Returns the operands as they go into the line: a score as a number, the digits of a date or of clocks
    /// with their signs.
    pub fn operands(&self) -> Vec<u8> {
        if !self.quoted {
            let text = self.text.text().trim_ascii();
            let whole = match self.shape() {
                Some(Shape::DateTime) => with_signs(b"0000.00.00 00:00:00", text),
                Some(Shape::TwoClocks) => with_signs(b"000:00:00:00 000:00:00:00", text),
                _ => self.score().map(|score| score.to_string().into_bytes()),
            };
            return whole.unwrap_or_else(|| text.to_vec());
        }
        let may_be_bare = self.shape() == Some(Shape::Text { optional: true }) && !self.points;
        if may_be_bare && self.text.text().is_empty() {
            return Vec::new();
        }
        let mut out = Vec::with_capacity(self.text.text().len() + 2);
        out.push(b'"');
        out.extend_from_slice(self.text.text());
        out.push(b'"');
        out
    }
}

/// Returns the digits of a text with the signs of a form, in which `0` stands for a digit; `None` where they are not
/// as many.
fn with_signs(form: &[u8], text: &[u8]) -> Option<Vec<u8>> {
    let digits = form.iter().filter(|sign| **sign == b'0').count();
    let is_whole = text.len() == digits && text.iter().all(u8::is_ascii_digit);
    let mut typed = text.iter().copied();
    let filled = form.iter().filter_map(|sign| match sign {
        b'0' => typed.next(),
        sign => Some(*sign),
    });
    is_whole.then(|| filled.collect())
}

/// Returns whether operands of this shape are numbers that can be stepped.
pub(crate) const fn is_stepped(shape: Shape) -> bool {
    matches!(shape, Shape::Integer { .. })
}

/// Returns whether operands of this shape are moves.
pub(crate) const fn is_of_moves(shape: Shape) -> bool {
    matches!(shape, Shape::Moves | Shape::OneMove | Shape::Line)
}
