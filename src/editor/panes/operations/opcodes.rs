//! Opcodes: the palette of all of them, what fits the record first, what it has last; and completion in the raw
//! line, of the opcode, the move or the word of a list at the cursor.

use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem, Own, menu};
use crate::editor::panes::operations::assist;
use crate::editor::state::editing::{Offer, OperandEditing, Row};
use crate::editor::widgets::line_editor::LineEditor;
use crate::epd::opcode::{self, Shape};
use crate::epd::record::{Fit, Typed, UNRANKED};
use crate::epd::{Record, Span};
use crate::suite::{opcodes_around, private_opcodes};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Opens the palette of opcodes, `more` rows among them; `picked` does something with the opcode of one.
pub(crate) fn choose(
    model: &mut Model,
    title: impl Into<String>,
    more: Vec<MenuItem>,
    picked: impl Fn(&mut Model, &str) + 'static,
) {
    let picked = Rc::new(picked);
    let item = move |name: &str, title: &str| {
        let (picked, opcode) = (Rc::clone(&picked), name.to_owned());
        let does = move |model: &mut Model| picked(model, &opcode);
        MenuItem::new(None, name, title, does).called(name)
    };
    let (record, around) = (model.record(), around(model));
    let private = private_opcodes(&around);
    let opcodes = opcode::offered(&private).map(|(name, title)| {
        let (fit, why) = record.fit(name, around.get(name).copied().unwrap_or(0));
        (fit, item(name, title).keyed(why))
    });
    let more = more.into_iter().map(|item| (UNRANKED, item));
    let mut rows: Vec<(Fit, MenuItem)> = opcodes.chain(more).collect();
    rows.sort_by_key(|(fit, _)| *fit);
    let rows = rows.into_iter().map(|(_, item)| item).collect();
    // An opcode that is in no table can be used all the same, as it is typed. It stands last, but a capital
    // first is how private opcodes begin, and no other does.
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

/// Chooses an opcode that is known, or that the file has, as soon as a blank is typed behind it, as in a record.
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

fn around(model: &Model) -> FxHashMap<String, usize> {
    let document = &model.document;
    opcodes_around(&document.suite, document.selected, &document.read_options())
}

/// Rows of completions in the raw line at most: it should stay in sight.
const MOST: usize = 8;

/// Offers what could be meant by the word before the cursor; nothing where it is whole already.
pub(super) fn offer(model: &Model, record: &Record<'_>, text: &LineEditor) -> Offer {
    match record.typed_at(text.cursor()) {
        Some(Typed::Opcode(word)) if !word.is_empty() => of_opcodes(model, record, word, text),
        Some(Typed::Operands(index, typed)) => {
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
    let private = &model.assist.private;
    let private = private.get_or_init(|| private_opcodes(&around(model)));
    let others = opcode::offered(private).filter(|(name, _)| !present(name) && *name != typed);
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

/// Offers what the operation would offer where its operands alone were typed, up to the cursor.
fn of_operands(
    model: &Model,
    record: &Record<'_>,
    (index, span): (usize, Span),
    text: &LineEditor,
) -> Option<Offer> {
    let info = record.operations().get(index)?.info?;
    let (bytes, cursor) = (text.text(), text.cursor());
    let (start, typed) = (span.start, bytes.get(span.range())?);
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
