//! Completions beside a text of the record while it is typed (legal moves, the words of a closed list,
//! opcodes, tags), and notes on what is allowed (a range, a number of bytes).
//!
//! The text stays an ordinary line that can be typed without looking at them. [`Assist`] is computed from it
//! after every key, and stores only which row is chosen.

use crate::editor::command::Id;
use crate::editor::doc::draft;
use crate::editor::key::Key;
use crate::editor::layout::layout;
use crate::editor::model::Model;
use crate::editor::panes::operations::{moves, opcodes};
use crate::editor::state::editing::{
    Assist, Editing, Note, Offer, OperandEditing, Row, is_of_moves, is_stepped,
};
use crate::editor::widgets::glyph;
use crate::editor::widgets::line_editor::LineEditor;
use crate::epd::opcode::{self, Shape};
use crate::epd::operand::read_integer;
use crate::epd::score::Score;
use crate::epd::{Record, Severity, Span, meaning, points};

/// Updates [`Model::assist`] for the typed text.
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
            opcodes::offer(model, &record, text)
        }
        Editing::Raw(_) => Offer::default(),
        Editing::Operand(operand) => of_operand(model, &record, operand),
    };
    model.assist.take(offer);
    let rows = rows_on_screen(model);
    model.assist.scroll(rows);
}

fn rows_on_screen(model: &Model) -> usize {
    let popup = layout(model).popup;
    popup.map_or(1, |popup| usize::from(popup.list.height).max(1))
}

pub(super) fn of_operand(model: &Model, record: &Record<'_>, operand: &OperandEditing) -> Offer {
    let text = &operand.text;
    let mut offer = match operand.shape() {
        _ if operand.points => moves::offer_points(model, record, text),
        Some(shape) if is_of_moves(shape) => {
            moves::offer(model, record, shape, &operand.opcode, text)
        }
        Some(Shape::OneOf(list)) => of_list(list, text),
        Some(Shape::TagPairs) => of_tags(text),
        Some(Shape::Integer { min, max }) => of_integer(&operand.opcode, min, max),
        Some(Shape::DateTime) => Offer::titled("date and time, YYYY.MM.DD HH:MM:SS"),
        Some(Shape::TwoClocks) => Offer::titled("White's and Black's clock, DDD:HH:MM:SS each"),
        Some(Shape::Text { .. }) => Offer {
            note: Some(count_bytes(text.text())),
            ..Offer::titled("string, at most 255 bytes")
        },
        Some(Shape::TwoTexts) => of_strings(text),
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

/// Returns the error of an operation, which should not be accepted unnoticed.
fn verdict(record: &Record<'_>, index: usize) -> Option<String> {
    let operation = record.operations().get(index)?;
    let found = record.diagnostics().iter().find(|found| {
        found.severity == Severity::Error
            && operation.span.start <= found.span.start
            && found.span.end <= operation.span.end.max(operation.span.start + 1)
    })?;
    Some(record.message(found))
}

/// Returns why the operands should not be accepted as they are; the second call in a row accepts them.
pub(crate) fn objection(model: &mut Model) -> Option<String> {
    if model.assist.insisted {
        return None;
    }
    draft::refresh(model);
    let operand = model.document.view.operand()?;
    let record = model.record();
    let position = record.position().filter(|_| operand.points);
    let wrong = position.and_then(|position| points::typed(position, operand.text.text()).err());
    let wrong = wrong.or_else(|| verdict(&record, operand.index))?;
    let near = model.assist.rows.iter().take(3);
    let near: Vec<&str> = near.map(|row| row.label.as_str()).collect();
    let near = match operand.takes_moves() && !operand.points && !near.is_empty() {
        true => format!(" · did you mean {}?", near.join(", ")),
        false => String::new(),
    };
    model.assist.insisted = true;
    Some(format!(
        "{wrong}{near} · {} again keeps it",
        model.key(Id::Accept)
    ))
}

/// Moves the choice by `by` rows, or steps the typed number; above the first row nothing is chosen.
pub(crate) fn choose(model: &mut Model, by: isize) {
    let is_stepped = match &mut model.document.view.editing {
        Some(Editing::Operand(operand)) => step(operand, -by),
        _ => false,
    };
    match is_stepped {
        true => typed(model),
        false => model.assist.choose(by),
    }
}

/// Returns the number of rows in a page of the completions.
pub(crate) fn page(model: &Model) -> isize {
    if model.document.view.shape().is_some_and(is_stepped) {
        return 10;
    }
    let rows = rows_on_screen(model).saturating_sub(1).max(1);
    isize::try_from(rows).unwrap_or(1)
}

pub(crate) fn nothing_to_choose(model: &Model) -> Option<String> {
    let view = &model.document.view;
    let is_none = model.assist.rows.is_empty() && !view.shape().is_some_and(is_stepped);
    model
        .when(view.editing.is_none(), "nothing is being typed")
        .or_else(|| model.when(is_none, "nothing to choose from here"))
}

/// Resets the choice and the insistence after the typed text has changed.
pub(crate) fn typed(model: &mut Model) {
    let assist = &mut model.assist;
    (assist.chosen, assist.insisted, assist.typed) = (None, false, true);
    assist.wheeled = false;
}

/// Replaces the word at the cursor by a row.
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
    // One blank is enough before the text that follows.
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

/// Adds a move to a set or removes it, and drops an unfinished word.
pub(crate) fn switch(model: &mut Model, row: &Row) {
    let Some(played) = row.played else { return };
    let record = model.record();
    let Some((position, text)) = record.position().cloned().zip(model.document.view.text()) else {
        return;
    };
    let operand = model.document.view.operand();
    let new = match operand.is_some_and(|operand| operand.points) {
        true => moves::changed_points(&position, text.text(), played, None),
        false => moves::switched(&position, text, model.assist.word, played),
    };
    replace_text(model, new);
}

/// Handles `+` and `-` on a list of points: changes the points of the chosen row by one. Returns false elsewhere.
pub(crate) fn step_points(model: &mut Model, key: Key) -> bool {
    let by = match key.typed() {
        Some('+') => 1,
        Some('-') => -1,
        _ => return false,
    };
    let Some(operand) = model.document.view.operand() else {
        return false;
    };
    let row = model.assist.row().filter(|_| operand.points).cloned();
    let played = row.as_ref().and_then(|row| row.played);
    let Some((played, position)) = played.zip(model.record().position().cloned()) else {
        return false;
    };
    let new = moves::changed_points(&position, operand.text.text(), played, Some(by));
    replace_text(model, new);
    model.assist.switched = true;
    model.assist.chosen = row.map(|row| row.value);
    true
}

/// Returns the operands as written to the record: moves in SAN, points in canonical form.
pub(crate) fn finished(record: &Record<'_>, operand: &OperandEditing) -> Option<Vec<u8>> {
    let (position, text) = (record.position()?, operand.text.text());
    if operand.points {
        return Some(points::written(
            position,
            &points::typed(position, text).ok()?,
        ));
    }
    let shape = operand.shape().filter(|shape| is_of_moves(*shape))?;
    moves::as_san(position, shape, text)
}

const ENDS: &str = "`;` ends an operation · put it in quotes to use it as text";

/// Returns why a character can't be typed in these operands, with the allowed ones.
pub(crate) fn refuses(operand: &OperandEditing, c: char) -> Option<String> {
    let inside = operand.quoted || is_in_quotes(&operand.text);
    match c {
        '"' if operand.quoted => {
            return Some(
                "a string can't contain a quote: EPD has no escapes · type ' instead".into(),
            );
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

pub(crate) fn refusal(operand: &OperandEditing) -> Option<&'static str> {
    if operand.quoted {
        return None;
    }
    let (mut open, mut ends) = (false, false);
    for &byte in operand.text.text() {
        open ^= byte == b'"';
        ends |= byte == b';' && !open;
    }
    if open {
        return Some("unclosed quote: close it, else it swallows the operations after it");
    }
    ends.then_some(ENDS)
}

/// Returns the rank of `name` for `typed`, the lowest being best, and the indices of the matching characters:
/// first the name itself, then names that begin with the text, in its case and in any, then those that
/// contain its characters in order.
pub(super) fn matches(name: &str, typed: &str) -> Option<(u32, Vec<usize>)> {
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
    // The closer the characters, the better.
    let spread = match (marks.first(), marks.last()) {
        (Some(first), Some(last)) => last - first,
        _ => 0,
    };
    Some((4 + u32::try_from(spread).unwrap_or(u32::MAX / 2), marks))
}

pub(super) fn ranked(rows: impl IntoIterator<Item = Row>, typed: &str) -> Vec<Row> {
    ranked_by(rows, |row| matches(&row.label, typed))
}

/// Returns the matching rows, the lowest rank first, with their matching characters.
pub(super) fn ranked_by(
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

fn of_integer(opcode: &str, min: i64, max: i64) -> Offer {
    let range = match (min, max) {
        (min, i64::MAX) => format!("{min} or more"),
        (min, max) => format!("{min} to {max}"),
    };
    Offer::titled(match opcode {
        "ce" => "centipawns for the side to move; 0.30 pawns, #5, #-3".to_owned(),
        "acs" => format!("seconds, {range}"),
        _ => format!("integer, {range}"),
    })
}

/// Steps the number of an operand up by `by`. Returns false for other operands.
fn step(operand: &mut OperandEditing, by: isize) -> bool {
    let by = i64::try_from(by).unwrap_or(0);
    let Some(Shape::Integer { min, max }) = operand.shape() else {
        return false;
    };
    let text = stepped(&operand.opcode, operand.text.text(), by, min, max);
    if text.as_bytes() != operand.text.text() {
        operand.text.set_text(text);
    }
    true
}

/// Returns the text of a number increased by `by`, within its range. A mate stays a mate, in more or fewer moves.
fn stepped(opcode: &str, text: &[u8], by: i64, min: i64, max: i64) -> String {
    let typed = Score::typed(text).filter(|_| opcode == "ce");
    let value = match typed {
        Some(Score::Mate(moves)) => {
            let next = moves.saturating_add(by);
            let next = if next == 0 { by.signum() } else { next };
            return format!("#{}", next.clamp(-383, 383));
        }
        Some(Score::Centipawns(value)) => Some(value),
        None => read_integer(text.trim_ascii()),
    };
    match value {
        Some(value) => value.saturating_add(by).clamp(min, max).to_string(),
        // Without a number, 0 or the nearest number of the range.
        None => 0.clamp(min, max).to_string(),
    }
}

/// The maximum length of a string in bytes: fewer than 256.
const MOST: usize = 255;

fn count_bytes(text: &[u8]) -> Note {
    let bytes = text.len();
    if bytes > MOST {
        let more = bytes - MOST;
        return Note::wrong(format!(
            "{bytes} of {MOST} bytes: {more} too many for some programs"
        ));
    }
    let odd = glyph::glyphs(text).find(|glyph| !glyph.span.of(text).is_ascii());
    let warning = match odd.map(|odd| odd.text) {
        Some(odd) => format!(" · `{odd}` is not ASCII: some programs can't read it"),
        None if text.iter().any(u8::is_ascii_control) => {
            " · contains a control character: better use a space".to_owned()
        }
        None => String::new(),
    };
    Note::plain(format!("{bytes} of {MOST} bytes{warning}"))
}

fn of_strings(text: &LineEditor) -> Offer {
    Offer {
        note: string_at(text).map(|span| count_bytes(span.of(text.text()))),
        ..Offer::titled("two strings in quotes: \"address\" \"name\"")
    }
}

fn string_at(text: &LineEditor) -> Option<Span> {
    let (before, after) = text.text().split_at_checked(text.cursor())?;
    let quote = before.iter().rposition(|&byte| byte == b'"');
    let start = quote.filter(|_| is_in_quotes(text))? + 1;
    let length = after.iter().position(|&byte| byte == b'"');
    let length = length.unwrap_or(after.len());
    Some(Span::new(start, before.len() + length))
}

fn is_in_quotes(text: &LineEditor) -> bool {
    let before = text.text().iter().take(text.cursor());
    before.filter(|&&byte| byte == b'"').count() % 2 == 1
}

/// Moves the cursor past a closing quote if a quote is typed at it. Returns false otherwise.
pub(crate) fn closes(text: &mut LineEditor, key: Key) -> bool {
    let closes = key.typed() == Some('"')
        && is_in_quotes(text)
        && text.text().get(text.cursor()) == Some(&b'"');
    if closes {
        text.set_cursor(text.cursor() + 1);
    }
    closes
}

const TAGS: [(&str, &str); 24] = [
    ("Event", "name of the event"),
    ("Site", "place of the event"),
    ("Date", "date played, YYYY.MM.DD"),
    ("Round", "round of the event"),
    ("White", "player of White"),
    ("Black", "player of Black"),
    ("Result", "1-0, 0-1, 1/2-1/2 or *"),
    ("WhiteTitle", "White's title"),
    ("BlackTitle", "Black's title"),
    ("WhiteElo", "White's rating"),
    ("BlackElo", "Black's rating"),
    ("WhiteType", "human or program"),
    ("BlackType", "human or program"),
    ("EventDate", "first day of the event"),
    ("EventSponsor", "sponsor of the event"),
    ("Section", "section of the event"),
    ("Board", "number of the board"),
    ("Opening", "name of the opening"),
    ("Variation", "name of the variation"),
    ("ECO", "opening code"),
    ("UTCDate", "day in UTC"),
    ("UTCTime", "time in UTC"),
    ("TimeControl", "seconds and moves"),
    ("Annotator", "author of the notes"),
];

fn of_list(list: &[&str], text: &LineEditor) -> Offer {
    let written = String::from_utf8_lossy(text.text()).trim().to_owned();
    let is_one = list.contains(&written.as_str());
    let all = || list.iter().map(|word| Row::of((word, "")));
    let mut rows = ranked(all(), &written);
    let words = list.join(", ");
    let note = match rows.is_empty() && !is_one {
        false => Note::plain(format!("one of {words}")),
        true => {
            let shown = glyph::cut(&glyph::safe(written.as_bytes()), 16);
            Note::wrong(format!("expected one of {words}, found `{shown}`"))
        }
    };
    if rows.is_empty() || is_one {
        rows = ranked(all(), "");
    }
    for row in &mut rows {
        row.on = Some(row.label == written);
    }
    Offer {
        rows,
        note: Some(note),
        word: Span::new(0, text.text().len()),
        ..Offer::titled("one of a list")
    }
}

/// Completes the names of tags outside of quotes.
fn of_tags(text: &LineEditor) -> Offer {
    let mut offer = of_strings(text);
    offer.title = "pairs of a tag and its value: White \"Anna\"".into();
    let word = text.word();
    let written = String::from_utf8_lossy(word.of(text.text())).into_owned();
    if is_in_quotes(text) || written.contains('"') {
        return offer;
    }
    let present: Vec<&[u8]> = text.text().split(u8::is_ascii_whitespace).collect();
    let free = TAGS
        .into_iter()
        .filter(|(name, _)| *name == written || !present.contains(&name.as_bytes()));
    offer.rows = ranked(free.map(Row::of), &written);
    for row in &mut offer.rows {
        (row.after, row.back) = (" \"\"", 1);
    }
    offer.word = word;
    offer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_begins_with_the_text_ranks_above_scattered_characters() {
        let rank = |name, typed| matches(name, typed).map(|(rank, _)| rank);
        assert_eq!(rank("Qg6", "Qg6"), Some(0));
        assert!(rank("Qg6", "Q") < rank("Qg6", "q"));
        assert!(rank("Qg6", "q") < rank("Qxg6", "qg"));
        assert!(rank("Qxg6", "qg") < rank("Qa1xg6", "qg"));
        assert_eq!(rank("Qg6", "h"), None);
        assert_eq!(matches("Qxg6", "Qg"), Some((6, vec![0, 2])));
    }

    #[test]
    fn steps_stop_at_the_ends_of_the_range() {
        assert_eq!(stepped("dm", b"1", -1, 1, i64::MAX), "1");
        assert_eq!(stepped("dm", b"", 1, 1, i64::MAX), "1");
        assert_eq!(stepped("ce", b"", -1, -32768, 32766), "0");
        assert_eq!(stepped("ce", b"0.30", 10, -32768, 32766), "40");
        assert_eq!(stepped("ce", b"#2", -1, -32768, 32766), "#1");
        assert_eq!(stepped("ce", b"#1", -1, -32768, 32766), "#-1");
        assert_eq!(stepped("ce", b"#-1", 1, -32768, 32766), "#1");
        assert_eq!(
            stepped("acn", b"9223372036854775807", 1, 0, i64::MAX),
            "9223372036854775807"
        );
    }
}
