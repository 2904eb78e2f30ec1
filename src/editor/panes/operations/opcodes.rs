//! The palette of all opcodes, those that suit the record first and those that it has last; and completion in
//! the raw line, of the opcode, the move or the word of a list at the cursor.

use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem, Own, menu};
use crate::editor::panes::operations::assist;
use crate::editor::state::editing::{Offer, OperandEditing, Row};
use crate::editor::widgets::line_editor::LineEditor;
use crate::epd::counted::thousands_of;
use crate::epd::opcode::{self, Shape};
use crate::epd::record::{Fit, TypedPart, UNRANKED, fit_of_file};
use crate::epd::{Record, Span};
use crate::suite::private_opcodes;
use std::rc::Rc;

/// Opens the palette of opcodes: those of the file first, with the number of records that have them.
pub(crate) fn choose(
    model: &mut Model,
    title: impl Into<String>,
    picked: impl Fn(&mut Model, &str) + 'static,
) {
    let fit = |name: &str, records| (fit_of_file(name, records), String::new());
    open(model, title.into(), Vec::new(), fit, picked)
}

/// Opens the palette of opcodes for an operation of the selected record, with `more` rows: first those that
/// other records of the file have, last those that can't be in this record.
pub(crate) fn choose_for_record(
    model: &mut Model,
    title: impl Into<String>,
    more: Vec<MenuItem>,
    picked: impl Fn(&mut Model, &str) + 'static,
) {
    let line = model.line();
    let record = model.read(&line);
    let fit = |name: &str, records| record.fit(name, records);
    open(model, title.into(), more, fit, picked)
}

fn open(
    model: &mut Model,
    title: String,
    more: Vec<MenuItem>,
    fit: impl Fn(&str, usize) -> (Fit, String),
    picked: impl Fn(&mut Model, &str) + 'static,
) {
    let picked = Rc::new(picked);
    let item = move |name: &str, title: &str| {
        let (picked, opcode) = (Rc::clone(&picked), name.to_owned());
        let does = move |model: &mut Model| picked(model, &opcode);
        MenuItem::new(None, name, title, does).called(name)
    };
    let counts = &model.document.scan.counts.by_opcode;
    let private = private_opcodes(counts.keys());
    let opcodes = opcode::offered(&private).map(|(name, title)| {
        let records = counts.get(name).copied().unwrap_or(0);
        let (fit, why) = fit(name, records);
        let why = match records {
            1.. if why.is_empty() => thousands_of(records, "record", "records"),
            _ => why,
        };
        (fit, item(name, title).keyed(why))
    });
    let more = more.into_iter().map(|item| (UNRANKED, item));
    let mut rows: Vec<(Fit, MenuItem)> = opcodes.chain(more).collect();
    rows.sort_by_key(|(fit, _)| *fit);
    let rows = rows.into_iter().map(|(_, item)| item).collect();
    // An unknown opcode can be used as typed. It comes last, unless it begins with a capital, as private opcodes do.
    let own = move |typed: &str| {
        let own = match typed.starts_with(|c: char| c.is_ascii_uppercase()) {
            true => Own::First,
            false => Own::Last,
        };
        opcode::is_opcode(typed.as_bytes()).then(|| MenuItem {
            own: Some(own),
            ..item(typed, "your own opcode").keyed("private")
        })
    };
    let menu = Menu::narrowed(title, rows).making(own);
    overlay::open(model, menu.typing(choose_at_blank))
}

/// Chooses an opcode that is known, or that the file has, when a blank is typed after it, as in a record.
fn choose_at_blank(model: &mut Model) {
    menu::narrow(model);
    let Some(menu) = overlay::top_mut::<Menu>(model) else {
        return;
    };
    let text = menu.text().into_owned();
    let Some(name) = text.strip_suffix(' ') else {
        return;
    };
    let is_meant = |item: &MenuItem| {
        let is_known = item.own.is_none() || opcode::well_known(name.as_bytes()).is_some();
        item.value == name && is_known
    };
    let rows = 0..menu.count();
    let mut meant = rows.filter(|row| menu.row(*row).is_some_and(|(item, _)| is_meant(item)));
    if let Some(row) = meant.next() {
        menu.list.cursor = row;
        menu::choose(model);
    }
}

/// The maximum number of completions in the raw line, which should not cover too much.
const MOST: usize = 8;

/// Returns the completions of the word before the cursor; none if it is complete.
pub(super) fn offer(model: &Model, record: &Record<'_>, text: &LineEditor) -> Offer {
    match record.typed_at(text.cursor()) {
        Some(TypedPart::Opcode(word)) if !word.is_empty() => of_opcodes(model, record, word, text),
        Some(TypedPart::Operands(index, typed)) => {
            of_operands(model, record, (index, typed), text).unwrap_or_default()
        }
        _ => Offer::default(),
    }
}

fn of_opcodes(model: &Model, record: &Record<'_>, word: Span, text: &LineEditor) -> Offer {
    let typed = String::from_utf8_lossy(word.of(text.text())).into_owned();
    if opcode::find(typed.as_bytes()).is_some() {
        return Offer::default();
    }
    let present = |name: &str| record.has_beside(name, word.start);
    let at_end = text.cursor() == text.text().len();
    let counts = &model.document.scan.counts.by_opcode;
    let private = private_opcodes(counts.keys());
    let others = opcode::offered(&private).filter(|(name, _)| !present(name) && *name != typed);
    let mut others: Vec<_> = others.collect();
    // Opcodes of the file come first.
    others.sort_by_key(|(name, _)| !counts.contains_key(*name));
    let others = others.into_iter();
    let others = others.map(|(name, detail)| {
        let (after, back) = match at_end {
            true => opcode::completed(name.as_bytes()),
            false => ("", 0),
        };
        Row {
            after,
            back,
            ..Row::of((name, detail))
        }
    });
    let mut rows = assist::ranked_by(others, |row| {
        assist::matches(&row.label, &typed).filter(|(rank, _)| *rank <= 2)
    });
    rows.truncate(MOST);
    Offer {
        rows,
        word,
        ..Offer::titled("opcodes")
    }
}

/// Returns the completions of an operation's operands, as if they alone were typed up to the cursor.
fn of_operands(
    model: &Model,
    record: &Record<'_>,
    (index, span): (usize, Span),
    text: &LineEditor,
) -> Option<Offer> {
    let info = record.operations().get(index)?.info?;
    let (bytes, cursor) = (text.text(), text.cursor());
    let (start, typed) = (span.start, bytes.get(span.range())?);
    // Only at the end of a word, so that moving the cursor through the line opens nothing.
    let goes_on = bytes
        .get(cursor)
        .is_some_and(|byte| !matches!(byte, b' ' | b';'));
    let has_tags = info.shape == Shape::TagPairs;
    let is_text = !has_tags && (typed.contains(&b';') || typed.contains(&b'"'));
    if goes_on || is_text || typed.ends_with(b" ") {
        return None;
    }
    let operand = OperandEditing::new(index, info.name, typed, false);
    let mut offer = assist::of_operand(model, record, &operand);
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
