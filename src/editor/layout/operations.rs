//! The columns of the operations' pane, and where a text being typed in them stands.

use crate::editor::glyph::{self, cells};
use crate::editor::layout::geometry::Rect;
use crate::editor::state::editing::OperandEditing;
use crate::epd::{Operation, Record, Span};

/// Columns that are worth saying what an operation means in.
const MEANING: u16 = 9;

/// Where the columns of the pane begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperationColumns {
    pub opcode: u16,
    pub operands: u16,
    /// What the operation means.
    pub meaning: u16,
    /// The column of the sign, after all of them.
    pub end: u16,
}

impl OperationColumns {
    /// Those of a record's operations; `inner` is the pane without its border.
    pub fn of(inner: Rect, record: &Record<'_>) -> Self {
        let operations = record.operations().iter();
        let longest = operations.map(|o| record.opcode(o).len()).max();
        let opcode = inner.x + 2;
        let longest = longest.unwrap_or(4).clamp(4, 15);
        let operands = opcode + cells(longest) + 1;
        let end = inner.right().saturating_sub(1);
        let room = end.saturating_sub(operands);
        // Operands come first: what an operation means stands beside those that leave it room, in one
        // column.
        let most = room.saturating_sub(MEANING + 2);
        let operations = record.operations().iter();
        let share = operations
            .map(|o| cells(glyph::width(record.operands_span(o).of(record.line()))))
            .filter(|width| *width <= most)
            .max()
            .unwrap_or(0)
            .max(8);
        Self {
            opcode,
            operands,
            meaning: operands + share + 2,
            end,
        }
    }

    /// The rows that an operation's operands take, where all of them are shown.
    pub fn rows_of(&self, record: &Record<'_>, operation: &Operation) -> Vec<Span> {
        let text = record.operands_span(operation).of(record.line());
        let room = usize::from(self.end.saturating_sub(self.operands + 1));
        glyph::wrap(text, room)
    }

    /// The first column of a text being typed, and the one after its last.
    pub fn field(&self, editing: &OperandEditing) -> (u16, u16) {
        let quote = u16::from(editing.quoted);
        let end = self.end.saturating_add(1).saturating_sub(quote);
        (self.operands + quote, end)
    }

    /// The byte of a text being typed that stands at a column of the screen.
    pub fn byte_at(&self, editing: &OperandEditing, column: u16) -> usize {
        let (x, end) = self.field(editing);
        let text = &editing.text;
        let first = text.first_column(usize::from(end.saturating_sub(x)));
        let column = first + usize::from(column.saturating_sub(x));
        glyph::byte_at(text.text(), column)
    }
}
