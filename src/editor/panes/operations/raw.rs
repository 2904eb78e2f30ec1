//! Completion in the raw line: the opcode, the move or the word of a list at the cursor.

use crate::editor::model::Model;
use crate::editor::panes::operations::{fuzzy, moves, opcodes, text, words};
use crate::editor::state::assist::{Offer, Row};
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
    let before = |operation: &&Operation| operation.opcode.end < cursor;
    let Some(operation) = record.operations().iter().rfind(before) else {
        return Offer::default();
    };
    of_operands(model, record, operation, text).unwrap_or_default()
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
    let official = opcode::all().iter().map(|info| {
        let (after, back) = match info.shape {
            _ if !at_end => ("", 0),
            Shape::Nothing => (";", 0),
            Shape::Text { .. } => (" \"\";", 2),
            _ => (" ", 0),
        };
        (info.name, info.title, after, back)
    });
    let private = &model.assist.private;
    let private = private.get_or_init(|| opcodes::private(model)).iter();
    let private = private.map(|name| {
        let words = opcode::well_known(name.as_bytes());
        let after = if at_end { " " } else { "" };
        (
            name.as_str(),
            words.unwrap_or("used in this file"),
            after,
            0,
        )
    });
    let found = official
        .chain(private)
        .filter(|(name, ..)| !present(name) && *name != typed)
        .filter_map(|(name, detail, after, back)| {
            let (rank, marks) = fuzzy::matches(name, &typed)?;
            let row = Row {
                label: name.into(),
                detail: detail.into(),
                marks,
                value: name.into(),
                after,
                back,
                ..Row::default()
            };
            (rank <= 2).then_some((rank, row))
        });
    let mut rows = fuzzy::best_first(found);
    rows.truncate(MOST);
    Offer {
        rows,
        word,
        ..Offer::titled("opcodes")
    }
}

fn of_operands(
    model: &Model,
    record: &Record<'_>,
    operation: &Operation,
    text: &LineEditor,
) -> Option<Offer> {
    let shape = operation.info?.shape;
    let (bytes, cursor) = (text.text(), text.cursor());
    let start = operation.opcode.end + 1;
    let typed = bytes.get(start..cursor)?;
    let last = *typed.last()?;
    // Only at the end of a word: moving about in the line brings nothing up.
    let goes_on = bytes
        .get(cursor)
        .is_some_and(|byte| !matches!(byte, b' ' | b';'));
    if goes_on || last == b' ' {
        return None;
    }
    let here = LineEditor::new(typed);
    let is_text = typed.contains(&b';') || typed.contains(&b'"');
    let mut offer = match shape {
        Shape::TagPairs if text::is_in_quotes(&here) => return None,
        Shape::TagPairs => Offer {
            title: "tags".into(),
            ..words::of_tags(&here)
        },
        _ if is_text => return None,
        Shape::Moves | Shape::OneMove | Shape::Line => {
            moves::offer(model, record, shape, operation.info?.name, &here)
        }
        Shape::OneOf(list) => words::of_list(list, &here),
        _ => return None,
    };
    let word = offer.word.of(typed);
    if word.is_empty() || offer.rows.iter().any(|row| row.value == word) {
        return None;
    }
    offer.rows.truncate(MOST);
    if shape != Shape::TagPairs {
        for row in &mut offer.rows {
            (row.on, row.after) = (None, "");
        }
    }
    offer.word = Span::new(start + offer.word.start, start + offer.word.end);
    offer.note = None;
    Some(offer)
}
