//! Moves: one, a set, a line. Every legal move is offered, those that match what is typed first;
//! SAN, UCI and every other spelling that the reader takes may be typed.

use crate::editor::command::Id;
use crate::editor::doc::draft;
use crate::editor::model::Model;
use crate::editor::panes::operations;
use crate::editor::state::editing::{Note, Offer, Preview, Row};
use crate::editor::widgets::glyph;
use crate::editor::widgets::line_editor::LineEditor;
use crate::epd::opcode::Shape;
use crate::epd::{Record, Span, Value, moves};
use shakmaty::{Chess, Move, Position};

/// The number of moves named as near to one that is not legal.
const NEAR: usize = 6;

pub(super) fn offer(
    model: &Model,
    record: &Record<'_>,
    shape: Shape,
    opcode: &str,
    text: &LineEditor,
) -> Offer {
    let Some(start) = record.position() else {
        return Offer {
            note: Some(Note::plain(
                "moves are not checked: the position is illegal",
            )),
            ..Offer::titled("moves")
        };
    };
    let mut offer = Offer {
        word: text.word(),
        ..Offer::titled(match shape {
            Shape::Moves => "set of moves",
            Shape::Line => "line of moves",
            _ => "one move",
        })
    };
    let mut shown = Preview {
        position: start.clone(),
        plies: 0,
        played: None,
    };
    if shape == Shape::Line {
        let stop = words(text.text())
            .take_while(|span| span.start < offer.word.start)
            .map(|span| span.of(text.text()))
            .find(|written| !moves::is_move_number(written) && !play(&mut shown, written));
        if let Some(written) = stop {
            offer.note = Some(Note::wrong(format!(
                "the line stops at `{}`: not a legal move there",
                glyph::safe(written)
            )));
            offer.preview = Some(shown);
            return offer;
        }
    }
    let written = offer.word.of(text.text());
    let read = moves::read(&shown.position, written).result.ok();
    let mut rows = legal(&shown.position);
    let set = match shape {
        Shape::Moves => named(start, text.text()),
        _ => Vec::new(),
    };
    let (count, chosen) = (rows.len(), set.len());
    for row in &mut rows {
        match shape {
            Shape::Moves => row.on = row.played.map(|played| set.contains(&played)),
            Shape::Line => row.after = " ",
            _ => {}
        }
        let here = row.played.filter(|_| shown.plies == 0);
        if let Some(others) = here.and_then(|played| named_by(record, opcode, played)) {
            row.detail = format!("{} · {others}", row.detail);
        }
    }
    let (toggle, accept) = (model.key(Id::ToggleMove), model.key(Id::Accept));
    offer.note = match shape {
        _ if count == 0 => Some(Note::plain("no legal move: the game is over")),
        Shape::Moves => Some(Note::plain(format!(
            "{chosen} of {count} · {toggle} toggles"
        ))),
        Shape::Line => Some(Note::plain(format!("{count} moves · {accept} continues"))),
        _ => None,
    };
    // A whole move in the text narrows nothing: all others can be chosen beside it.
    let is_whole = read.is_some() && shape == Shape::Moves;
    if !written.is_empty() && !is_whole {
        let found = ranked(&rows, &String::from_utf8_lossy(written), read);
        rows = match found.is_empty() {
            false => found,
            true => {
                let near = nearest(&shown.position, &rows, written);
                let similar = if near.is_empty() {
                    ""
                } else {
                    "; similar ones:"
                };
                let typed = glyph::cut(&glyph::safe(written), 12);
                let wrong = format!("`{typed}` is not a legal move{similar}");
                offer.note = Some(Note::wrong(wrong));
                near
            }
        };
    }
    offer.rows = rows;
    shown.played = read.or(shown.played);
    offer.preview = Some(shown);
    offer
}

/// Plays a move of a line in the position that is shown; `false` where it is not legal there.
fn play(shown: &mut Preview, written: &[u8]) -> bool {
    let read = moves::read(&shown.position, written).result;
    if let Ok(played) = read {
        shown.position.play_unchecked(played);
        shown.plies += 1;
        shown.played = Some(played);
    }
    read.is_ok()
}

/// Returns all legal moves: first those that force matters, then the others, by their names.
pub(super) fn legal(position: &Chess) -> Vec<Row> {
    let mode = moves::uci_mode(position);
    let mut rows: Vec<(bool, Row)> = position
        .legal_moves()
        .into_iter()
        .map(|played| {
            let san = moves::san(position, played);
            let forces = played.is_capture() || played.is_promotion() || san.ends_with(['+', '#']);
            let row = Row {
                detail: played.to_uci(mode).to_string(),
                played: Some(played),
                value: san.clone().into_bytes(),
                label: san,
                ..Row::default()
            };
            (!forces, row)
        })
        .collect();
    rows.sort_by(|(a_calm, a), (b_calm, b)| (a_calm, &a.label).cmp(&(b_calm, &b.label)));
    rows.into_iter().map(|(_, row)| row).collect()
}

/// Returns which other operations of the record name a move, as `in pv`.
fn named_by(record: &Record<'_>, opcode: &str, played: Move) -> Option<String> {
    let mut names = Vec::new();
    for operation in record.operations() {
        let Some(info) = operation.info.filter(|info| info.name != opcode) else {
            continue;
        };
        let operands = record.operands_of(operation);
        let looked_at = match info.shape {
            Shape::Moves => operands,
            Shape::OneMove | Shape::Line => operands.get(..1).unwrap_or_default(),
            _ => continue,
        };
        if looked_at.iter().any(|o| o.value == Value::Move(played)) {
            names.push(info.name);
        }
    }
    (!names.is_empty()).then(|| format!("in {}", names.join(", ")))
}

/// Returns the rows that match what is typed, best first.
fn ranked(rows: &[Row], typed: &str, read: Option<Move>) -> Vec<Row> {
    let lower = typed.to_ascii_lowercase();
    operations::ranked_by(rows.iter().cloned(), |row| {
        let uci = row.detail.split(' ').next().unwrap_or_default();
        match operations::matches(&row.label, typed) {
            san if read.is_some() && row.played == read => Some((0, san.unwrap_or_default().1)),
            Some((rank, marks)) => Some((rank * 2 + 1, marks)),
            None => uci.starts_with(&lower).then_some((4, Vec::new())),
        }
    })
}

/// Returns legal moves near to a text that is none.
fn nearest(position: &Chess, rows: &[Row], written: &[u8]) -> Vec<Row> {
    let near = moves::nearest(position, written).into_iter();
    let row = |played| rows.iter().find(|row| row.played == Some(played)).cloned();
    near.filter_map(row).take(NEAR).collect()
}

/// Returns what would do instead of a move that is none, for a sentence.
pub(super) fn near(rows: &[Row]) -> String {
    let names: Vec<&str> = rows.iter().take(3).map(|row| row.label.as_str()).collect();
    match names.as_slice() {
        [] => String::new(),
        names => format!(" · did you mean {}?", names.join(", ")),
    }
}

/// Returns the words of a text.
fn words(text: &[u8]) -> impl Iterator<Item = Span> {
    let words = Span::new(0, text.len()).split(text, |byte| byte.is_ascii_whitespace());
    words.filter(|word| !word.is_empty())
}

/// Returns the moves that a text names.
pub(super) fn named(position: &Chess, text: &[u8]) -> Vec<Move> {
    let read = |word: Span| moves::read(position, word.of(text)).result.ok();
    words(text).filter_map(read).collect()
}

/// Returns the text of a set with a move put in or taken out. The word being typed goes, unless it is a whole
/// move.
pub(super) fn switched(position: &Chess, text: &LineEditor, word: Span, played: Move) -> Vec<u8> {
    let mut kept: Vec<Vec<u8>> = Vec::new();
    let mut was_in = false;
    for span in words(text.text()) {
        let written = span.of(text.text());
        match moves::read(position, written).result {
            Ok(read) if read == played => was_in = true,
            Err(_) if span == word => {}
            _ => kept.push(written.to_vec()),
        }
    }
    if !was_in {
        kept = draft::with_move(kept, moves::san(position, played).into_bytes());
    }
    kept.join(&b' ')
}

/// Returns the moves of a text as SAN, where all of them are legal; what is spelled otherwise than SAN changes,
/// nothing else does.
pub(super) fn as_san(record: &Record<'_>, shape: Shape, text: &[u8]) -> Option<Vec<u8>> {
    let mut position = record.position()?.clone();
    let mut sans: Vec<Vec<u8>> = Vec::new();
    for written in words(text).map(|word| word.of(text)) {
        if moves::is_move_number(written) {
            continue;
        }
        let reading = moves::read(&position, written);
        let played = reading.result.ok()?;
        if reading.form.annotation {
            return None;
        }
        sans.push(moves::san(&position, played).into_bytes());
        if shape == Shape::Line {
            position.play_unchecked(played);
        }
    }
    Some(sans.join(&b' '))
}
