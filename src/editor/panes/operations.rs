//! What stands beside a text of the record while it is typed: what could be meant (legal moves,
//! the words of a closed list, opcodes, tags), what may stand here (range, count of bytes), and what
//! the board shows meanwhile.
//!
//! The text itself stays an ordinary line that a person can type blind. Everything here follows
//! from it: [`Assist`] is made anew after every key, and only remembers which row was chosen.
//!
//! How well a short name matches what is typed.

pub(crate) mod clipboard;
pub mod commands;
pub mod dragged;
pub(crate) mod draw;
mod moves;
mod number;
pub(crate) mod opcodes;
pub mod perft;
pub(crate) mod points;
mod raw;
pub(crate) mod registers;
pub mod rows;
pub(crate) mod text;
pub mod timestamp;
mod words;

use crate::editor::command::Id;
use crate::editor::doc::draft;
use crate::editor::key::Key;
use crate::editor::layout::layout;
use crate::editor::model::Model;
use crate::editor::state::editing::{
    Assist, Editing, Note, Offer, OperandEditing, Row, is_of_moves, is_stepped,
};
use crate::editor::widgets::glyph;
use crate::epd::opcode::{self, Shape};
use crate::epd::{Record, Severity, meaning};

/// Brings [`Model::assist`] up to date with what is typed.
pub(crate) fn refresh(model: &mut Model) {
    let Some(editing) = &model.document.view.editing else {
        if model.assist != Assist::default() {
            model.assist = Assist::default();
        }
        return;
    };
    let record = model.record();
    let offer = match editing {
        Editing::Raw(text) if model.assist.typed && !record.is_beginning() => {
            raw::offer(model, &record, text)
        }
        Editing::Raw(_) => Offer::default(),
        Editing::Operand(operand) => of_operand(model, &record, operand),
    };
    model.assist.take(offer);
    let rows = layout(model).popup.map_or(1, |popup| popup.list.height);
    model.assist.scroll(usize::from(rows).max(1));
}

fn of_operand(model: &Model, record: &Record<'_>, operand: &OperandEditing) -> Offer {
    let text = &operand.text;
    let mut offer = match operand.shape() {
        _ if operand.points => points::offer(model, record, text),
        Some(shape) if is_of_moves(shape) => {
            moves::offer(model, record, shape, &operand.opcode, text)
        }
        Some(Shape::OneOf(list)) => words::of_list(list, text),
        Some(Shape::TagPairs) => words::of_tags(text),
        Some(Shape::Integer { min, max }) => number::offer(&operand.opcode, min, max),
        Some(Shape::DateTime) => Offer::titled("date and time, YYYY.MM.DD HH:MM:SS"),
        Some(Shape::TwoClocks) => Offer::titled("White's and Black's clock, DDD:HH:MM:SS each"),
        Some(Shape::Text { .. }) => text::of_string(text.text()),
        Some(Shape::TwoTexts) => text::of_strings(text),
        Some(Shape::Nothing) => Offer::titled("has no operands"),
        _ => Offer::titled(match opcode::of_use(operand.opcode.as_bytes()) {
            Some(known) => format!("{}, as in {}", known.takes, known.example),
            None => "any operands".to_owned(),
        }),
    };
    if offer.note.is_none() && !text.text().is_empty() {
        let operation = record.operations().get(operand.index);
        offer.note = verdict(record, operand.index)
            .map(Note::wrong)
            .or_else(|| meaning::of(record, operation?).map(Note::plain));
    }
    offer
}

/// Returns what is wrong with the operands of an operation, so that they should not go into the record
/// unnoticed.
fn verdict(record: &Record<'_>, index: usize) -> Option<String> {
    let operation = record.operations().get(index)?;
    let found = record.diagnostics().iter().find(|found| {
        found.severity == Severity::Error
            && operation.span.start <= found.span.start
            && found.span.end <= operation.span.end.max(operation.span.start + 1)
    })?;
    Some(record.message(found))
}

/// Returns why the operands should not go into the record as they are, where nobody insisted yet: what is
/// wrong, and what would do. Asking a second time insists.
pub(crate) fn objection(model: &mut Model) -> Option<String> {
    if model.assist.insisted {
        return None;
    }
    draft::refresh(model);
    let operand = model.document.view.operand()?;
    let record = model.record();
    let wrong = match operand.points {
        true => points::wrong(&record, operand.text.text()),
        false => None,
    };
    let wrong = wrong.or_else(|| verdict(&record, operand.index))?;
    let near = match operand.takes_moves() && !operand.points {
        true => moves::near(&model.assist.rows),
        false => String::new(),
    };
    model.assist.insisted = true;
    Some(format!(
        "{wrong}{near} · {} again keeps it",
        model.key(Id::Accept)
    ))
}

/// Moves the choice among the rows by `by`; above the first row nothing is chosen.
pub(crate) fn choose(model: &mut Model, by: isize) {
    let is_stepped = match &mut model.document.view.editing {
        Some(Editing::Operand(operand)) => number::step(operand, -by),
        _ => false,
    };
    match is_stepped {
        true => typed(model),
        false => model.assist.choose(by),
    }
}

/// Returns rows of a page of the list that is offered.
pub(crate) fn page(model: &Model) -> isize {
    if model.document.view.shape().is_some_and(is_stepped) {
        return 10;
    }
    let rows = layout(model).popup.map_or(1, |popup| popup.list.height);
    isize::try_from(rows.saturating_sub(1).max(1)).unwrap_or(1)
}

/// Returns why there is nothing to choose from or to step.
pub(crate) fn nothing_to_choose(model: &Model) -> Option<String> {
    let view = &model.document.view;
    if view.editing.is_none() {
        return Some("nothing is being typed".into());
    }
    let none = model.assist.rows.is_empty() && !view.shape().is_some_and(is_stepped);
    none.then(|| "nothing to choose from here".into())
}

/// The text being typed changed: nothing is chosen any more, and nobody insists on it.
pub(crate) fn typed(model: &mut Model) {
    let assist = &mut model.assist;
    (assist.chosen, assist.insisted, assist.typed) = (None, false, true);
    assist.wheeled = false;
}

/// Puts a row in the place of the word at the cursor.
pub(crate) fn take(model: &mut Model, row: &Row) {
    let word = model.assist.word;
    let Some(text) = model.document.view.text_mut() else {
        return;
    };
    let (all, back) = (text.text(), row.back);
    let mut new = all.get(..word.start).unwrap_or_default().to_vec();
    new.extend_from_slice(&row.value);
    new.extend_from_slice(row.after.as_bytes());
    let at = new.len().saturating_sub(back);
    let rest = all.get(word.end..).unwrap_or_default();
    // One blank is enough between what is put in and what follows.
    let doubled = row.after.ends_with(' ') && rest.starts_with(b" ");
    new.extend_from_slice(rest.get(usize::from(doubled)..).unwrap_or_default());
    text.set_text(new);
    text.set_cursor(at);
    typed(model);
}

pub(crate) fn replace_text(model: &mut Model, new: Vec<u8>) {
    if let Some(text) = model.document.view.text_mut() {
        text.set_text(new);
    }
    typed(model);
}

/// Puts a move into a set, or takes it out; a word half typed goes.
pub(crate) fn switch(model: &mut Model, row: &Row) {
    let Some(played) = row.played else { return };
    let record = model.record();
    let Some((position, text)) = record.position().cloned().zip(model.document.view.text()) else {
        return;
    };
    let operand = model.document.view.operand();
    let new = match operand.is_some_and(|operand| operand.points) {
        true => points::changed(&position, text.text(), played, None),
        false => moves::switched(&position, text, model.assist.word, played),
    };
    replace_text(model, new);
}

/// `+` and `-` on the chosen row of a list of points: one more, one less. Gives whether it was one.
pub(crate) fn step_points(model: &mut Model, key: Key) -> bool {
    let by = match key.typed() {
        Some('+') => 1,
        Some('-') => -1,
        _ => return false,
    };
    let Some(operand) = model.document.view.operand() else {
        return false;
    };
    let row = model.assist.row().filter(|_| operand.points);
    let Some((row, position)) = row.cloned().zip(model.record().position().cloned()) else {
        return false;
    };
    let Some(played) = row.played else {
        return false;
    };
    let new = points::changed(&position, operand.text.text(), played, Some(by));
    replace_text(model, new);
    model.assist.switched = true;
    model.assist.chosen = Some(row.value);
    true
}

/// Returns the operands as they go into the record: moves as SAN, a score as a number.
pub(crate) fn finished(record: &Record<'_>, operand: &OperandEditing) -> Option<Vec<u8>> {
    if operand.points {
        return points::finished(record, operand.text.text());
    }
    let shape = operand.shape().filter(|shape| is_of_moves(*shape))?;
    moves::as_san(record, shape, operand.text.text())
}

/// Returns why a character can't be typed in these operands, and what would do.
pub(crate) fn refuses(operand: &OperandEditing, c: char) -> Option<String> {
    let inside = operand.quoted || text::is_in_quotes(&operand.text);
    match c {
        '"' if operand.quoted => {
            return Some("a string can't contain a quote: EPD has no escapes".into());
        }
        ';' if !inside => return Some(ENDS.into()),
        c if c.is_control() => {
            return Some("operands can't hold a control character · use a space".into());
        }
        _ => {}
    }
    let digit = c.is_ascii_digit();
    let (fits, expected) = match operand.shape()? {
        Shape::Integer { .. } if operand.opcode == "ce" => (
            digit || "+- #Mm.".contains(c),
            "centipawns (-30), pawns (0.30) or a mate (#5)",
        ),
        Shape::Integer { .. } => (digit || "+- ".contains(c), "a whole number"),
        Shape::DateTime | Shape::TwoClocks => (digit || ".: ".contains(c), "a digit"),
        Shape::OneOf(_) => (
            c.is_ascii_alphanumeric() || c == '_',
            "a letter, digit or `_`",
        ),
        shape if is_of_moves(shape) => (c != '"', "a move without quotes"),
        _ => return None,
    };
    let found = glyph::safe(c.encode_utf8(&mut [0; 4]).as_bytes());
    (!fits).then(|| format!("expected {expected}, found `{found}`"))
}

/// The reason why a semicolon can't stand outside quotes.
const ENDS: &str = "`;` ends an operation · put it in quotes to use it as text";

/// Returns why the text of operands can't be put into the record.
pub(crate) fn why_not(operand: &OperandEditing) -> Option<&'static str> {
    if operand.quoted {
        return None;
    }
    let (mut open, mut ends) = (false, false);
    for &byte in operand.text.text() {
        open ^= byte == b'"';
        ends |= byte == b';' && !open;
    }
    if open {
        return Some("unclosed quote: it would swallow the operations after it");
    }
    ends.then_some(ENDS)
}

/// Returns how well `typed` matches `name`, less being better, and which characters of the name match (by
/// index); `None` where it does not.
///
/// First the name itself, then names that begin with it, in the case typed and in any, then those
/// that hold its characters in order.
fn matches(name: &str, typed: &str) -> Option<(u32, Vec<usize>)> {
    let length = typed.chars().count();
    if name.starts_with(typed) {
        let rank = if name.len() == typed.len() { 0 } else { 1 };
        return Some((rank, (0..length).collect()));
    }
    let same = |(a, b): (char, char)| a.eq_ignore_ascii_case(&b);
    if name.chars().count() >= length && name.chars().zip(typed.chars()).all(same) {
        return Some((2, (0..length).collect()));
    }
    let mut marks = Vec::with_capacity(length);
    let mut rest = name.chars().enumerate();
    for wanted in typed.chars() {
        let (at, _) = rest.find(|(_, c)| same((*c, wanted)))?;
        marks.push(at);
    }
    // The less lies between the characters, the better.
    let spread = match (marks.first(), marks.last()) {
        (Some(first), Some(last)) => last - first,
        _ => 0,
    };
    Some((4 + u32::try_from(spread).unwrap_or(u32::MAX / 2), marks))
}

/// Returns the rows whose names match what is typed, best first.
fn ranked(rows: impl IntoIterator<Item = Row>, typed: &str) -> Vec<Row> {
    ranked_by(rows, |row| matches(&row.label, typed))
}

/// Returns the rows that match, the least rank first, with the characters that do.
fn ranked_by(
    rows: impl IntoIterator<Item = Row>,
    matches: impl Fn(&Row) -> Option<(u32, Vec<usize>)>,
) -> Vec<Row> {
    let matching = rows.into_iter().filter_map(|row| {
        let (rank, marks) = matches(&row)?;
        Some((rank, Row { marks, ..row }))
    });
    let mut rows: Vec<_> = matching.collect();
    rows.sort_by_key(|(rank, _)| *rank);
    rows.into_iter().map(|(_, row)| row).collect()
}

#[cfg(test)]
mod tests {
    use crate::editor::panes::operations::matches;

    #[test]
    fn a_beginning_is_better_than_characters_in_between() {
        let rank = |name, typed| matches(name, typed).map(|(rank, _)| rank);
        assert_eq!(rank("Qg6", "Qg6"), Some(0));
        assert!(rank("Qg6", "Q") < rank("Qg6", "q"));
        assert!(rank("Qg6", "q") < rank("Qxg6", "qg"));
        assert!(rank("Qxg6", "qg") < rank("Qa1xg6", "qg"));
        assert_eq!(rank("Qg6", "h"), None);
        assert_eq!(matches("Qxg6", "Qg"), Some((6, vec![0, 2])));
    }
}
