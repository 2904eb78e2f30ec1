//! Completion in the raw line: the opcode, the move or the word of a list at the cursor.

use crate::editor::model::Model;
use crate::editor::panes::operations::{self, of_operand, opcodes};
use crate::editor::state::editing::{Offer, OperandEditing, Row};
use crate::editor::widgets::line_editor::LineEditor;
use crate::epd::opcode::{self, Shape};
use crate::epd::{Operation, Record, Span};

/// Rows at most: the line should stay in sight.
const MOST: usize = 8;

/// Offers what could be meant by the word before the cursor; nothing where it is whole already.
pub(super) fn offer(model: &Model, record: &Record<'_>, text: &LineEditor) -> Offer {
    let cursor = text.cursor();
    let at_opcode =
        |operation: &&Operation| operation.opcode.start < cursor && cursor <= operation.opcode.end;
    if let Some(operation) = record.operations().iter().find(at_opcode) {
        return of_opcodes(model, record, operation, text);
    }
    let before = |operation: &Operation| operation.opcode.end < cursor;
    let index = record.operations().iter().rposition(before);
    let offer = index.and_then(|index| of_operands(model, record, index, text));
    offer.unwrap_or_default()
}

fn of_opcodes(model: &Model, record: &Record<'_>, here: &Operation, text: &LineEditor) -> Offer {
    let word = Span::new(here.opcode.start, text.cursor());
    let typed = String::from_utf8_lossy(word.of(text.text())).into_owned();
    if opcode::find(typed.as_bytes()).is_some() {
        return Offer::default();
    }
    let present = |name: &str| {
        let mut others = record.operations().iter().filter(|other| *other != here);
        others.any(|other| other.opcode.of(record.line()) == name.as_bytes())
    };
    let at_end = text.cursor() == text.text().len();
    let private = &model.assist.private;
    let private = private.get_or_init(|| opcodes::private(model));
    let others = opcodes::all(private).filter(|(name, _)| !present(name) && *name != typed);
    let others = others.map(|(name, detail)| {
        let (after, back) = match opcode::find(name.as_bytes()).map(|info| info.shape) {
            _ if !at_end => ("", 0),
            Some(Shape::Nothing) => (";", 0),
            Some(Shape::Text { .. }) => (" \"\";", 2),
            _ => (" ", 0),
        };
        Row {
            after,
            back,
            ..Row::of((name, detail))
        }
    });
    let mut rows = operations::ranked_by(others, |row| {
        operations::matches(&row.label, &typed).filter(|(rank, _)| *rank <= 2)
    });
    rows.truncate(MOST);
    Offer {
        rows,
        word,
        ..Offer::titled("opcodes")
    }
}

/// Offers what the operation would offer where its operands alone were typed, up to the cursor.
fn of_operands(
    model: &Model,
    record: &Record<'_>,
    index: usize,
    text: &LineEditor,
) -> Option<Offer> {
    let operation = record.operations().get(index)?;
    let info = operation.info?;
    let (bytes, cursor) = (text.text(), text.cursor());
    let start = operation.opcode.end + 1;
    let typed = bytes.get(start..cursor)?;
    // Only at the end of a word: moving about in the line brings nothing up.
    let goes_on = bytes
        .get(cursor)
        .is_some_and(|byte| !matches!(byte, b' ' | b';'));
    let has_tags = info.shape == Shape::TagPairs;
    let is_text = !has_tags && (typed.contains(&b';') || typed.contains(&b'"'));
    if goes_on || is_text || typed.ends_with(b" ") {
        return None;
    }
    let operand = OperandEditing::new(index, info.name, typed, false);
    let mut offer = of_operand(model, record, &operand);
    let word = offer.word.of(typed);
    if word.is_empty() || offer.rows.iter().any(|row| row.value == word) {
        return None;
    }
    offer.rows.truncate(MOST);
    if !has_tags {
        for row in &mut offer.rows {
            (row.on, row.after) = (None, "");
        }
    }
    offer.word = Span::new(start + offer.word.start, start + offer.word.end);
    offer.note = None;
    Some(offer)
}
