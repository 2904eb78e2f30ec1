//! Moves played, put into the record or made a new one.

use crate::editor::command::Id;
use crate::editor::doc::change::{around, edit_line, said_with_undo};
use crate::editor::doc::draft;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::panes::board::play::start;
use crate::editor::widgets::glyph;
use crate::epd::moves::{self, san};
use crate::epd::opcode::{self, Shape};
use crate::epd::{Record, edit};
use bstr::ByteSlice;
use shakmaty::Move;

/// Opcodes that take moves, each by its first letter but for the second of lines, with what it is.
const PLACES: [(char, &str, &str); 6] = [
    ('b', "bm", "best move"),
    ('a', "am", "move to avoid"),
    ('p', "pm", "predicted move"),
    ('s', "sm", "supplied move"),
    ('v', "pv", "predicted variation"),
    ('l', "sv", "supplied variation"),
];

/// Opens the menu of what can be done with the moves played. Where something is there already, its
/// rows say what becomes of it.
pub fn open(model: &mut Model) {
    let Some(play) = model.play() else {
        return;
    };
    let typed = glyph::safe(play.typed.as_bytes());
    if !typed.is_empty() {
        let clear = model.key(Id::Close);
        return model.refused(format!(
            "`{typed}` is not a whole move yet · type the rest, or {clear} clears it"
        ));
    }
    let Some(&played) = play.played().first() else {
        return model.refused("no move played yet");
    };
    let line = moves::line(&play.start, play.played(), san);
    let first = san(&play.start, played);
    let record = model.record();
    let mut items = Vec::new();
    for (key, opcode, what) in PLACES {
        let shape = opcode::find(opcode.as_bytes()).map(|info| info.shape);
        let new = if shape == Some(Shape::Line) {
            &line
        } else {
            &first
        }
        .clone();
        let operation = record.operation(opcode);
        let there = operation.map_or_else(String::new, |is| record.operands_text(is));
        let replaces = !there.is_empty() && there != new;
        let mut label = format!("{opcode}: {what}");
        let mut detail = new.clone();
        if replaces {
            label += ", replace";
            detail += &format!("   (replaces {there})");
        }
        let only = move |model: &mut Model| put(model, opcode, new.clone().into_bytes(), &new);
        // A capital, which adds where it has a row, must not replace.
        items.push(MenuItem {
            cased: replaces,
            ..MenuItem::new(Some(key), label, detail, only)
        });
        if replaces && shape == Some(Shape::Moves) {
            let label = format!("{opcode}+: {what}, add");
            let (first, both) = (first.clone(), beside(&record, opcode, played, &first));
            let detail = match &both {
                Some(both) => String::from_utf8_lossy(both).into_owned(),
                None => format!("{first} is there already"),
            };
            let add = move |model: &mut Model| match &both {
                Some(both) => put(model, opcode, both.clone(), &first),
                None => model.done(format!("{opcode} already has {first}")),
            };
            let key = key.to_ascii_uppercase();
            items.push(MenuItem::new(Some(key), label, detail, add));
        }
    }
    let label = "new record of the final position";
    items.push(MenuItem::new(Some('n'), label, line, new_record));
    overlay::open(model, Menu::new("Record the moves", items))
}

/// Returns the operands of an operation with one more move; `None` where it is there already.
fn beside(record: &Record<'_>, opcode: &str, played: Move, text: &str) -> Option<Vec<u8>> {
    if record.moves(opcode).any(|there| there == played) {
        return None;
    }
    let there = record.operation(opcode).map(|is| record.operands_span(is));
    let there = there.unwrap_or_default().of(record.line());
    Some(draft::with_move(there.fields().collect(), text.as_bytes()).join(&b' '))
}

/// Puts moves into an operation, which then has these operands.
fn put(model: &mut Model, opcode: &str, operands: Vec<u8>, text: &str) {
    let line = model.line();
    let record = model.read(&line);
    let there = record.operation(opcode);
    if there.is_some_and(|is| *record.operands_span(is).of(&line) == *operands) {
        return model.done(format!("{opcode} already has {text}"));
    }
    let new = edit::set_in_order(&record, [(opcode, operands.as_slice())]);
    let revision = model.document.suite.revision();
    edit_line(model, new, format!("recorded {opcode} {text}"));
    if model.document.suite.revision() != revision
        && let Some(play) = &mut model.document.view.play
    {
        play.recorded = true;
        // The board still shows the moves: the way back to the record's own position.
        let close = model.key(Id::Close);
        if let Some(status) = &mut model.status {
            status.text.push_str(&format!(" · {close} ends play"));
        }
    }
}

/// A record of the position after the moves, below the selected one; play goes on from it.
fn new_record(model: &mut Model) {
    let Some(play) = model.document.view.play.clone() else {
        return;
    };
    let line = model.line();
    let Some(new) = edit::after_moves(&model.read(&line), play.played()) else {
        return;
    };
    let at = model.document.selected + 1;
    let line = moves::line(&play.start, play.played(), san);
    let said = format!("new record after {line}");
    let label = said.clone();
    around(model, at..at, at..at + 1, |model| {
        model.document.suite.insert_lines(at, &[new], label);
    });
    model.select(at);
    draft::refresh(model);
    model.document.view.play = None;
    start(model);
    said_with_undo(model, &said);
}
