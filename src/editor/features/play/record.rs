//! Moves played, put into the record or made a new one.

use crate::editor::command::Id;
use crate::editor::features::board::clocks::{self, Clock};
use crate::editor::features::change::{around, edit_line, said_with_undo};
use crate::editor::features::inspect::{shown_line, with_move};
use crate::editor::glyph;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::state::play::Play;
use crate::epd::edit::{self, Change};
use crate::epd::moves::san;
use crate::epd::{Dialect, Record, Rules, Value, castling, position};
use shakmaty::{Chess, Color, Position};

/// Where the moves go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Destination {
    /// The first move, alone: `bm`, `am`, `pm`, `sm`.
    Only(&'static str),
    /// The first move, beside those that are there: `bm`, `am`.
    Beside(&'static str),
    /// All moves: `pv`, `sv`.
    Line(&'static str),
    /// A record of its own, after the moves.
    NewRecord,
}

/// A place for the moves: its key, the operation, what it is, and whether it takes several moves.
type Place = (char, &'static str, &'static str, Takes);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    Set,
    One,
    Line,
}

const PLACES: [Place; 6] = [
    ('b', "bm", "best move", Takes::Set),
    ('a', "am", "move to avoid", Takes::Set),
    ('p', "pm", "predicted move", Takes::One),
    ('s', "sm", "supplied move", Takes::One),
    ('v', "pv", "predicted variation", Takes::Line),
    ('l', "sv", "supplied variation", Takes::Line),
];

/// Opens the menu of what can be done with the moves played. Where something is there already, its
/// rows say what becomes of it.
pub fn open(model: &mut Model) {
    let Some(play) = &model.document.view.play else {
        return;
    };
    let typed = glyph::safe(play.typed.as_bytes());
    if !typed.is_empty() {
        let clear = model.key(Id::Close);
        model.refused(format!(
            "`{typed}` is not a whole move yet · type the rest, or {clear} clears it"
        ));
        return;
    }
    if play.played().is_empty() {
        model.refused("no move played yet");
        return;
    }
    let line = words(play).join(" ");
    let first = words(play).into_iter().next().unwrap_or_default();
    let mut rows = Vec::new();
    for place in PLACES {
        let (_, opcode, _, takes) = place;
        let new = if takes == Takes::Line { &line } else { &first };
        rows.extend(rows_of(place, new, there(model, opcode)));
    }
    rows.push((
        'n',
        "new record of the final position".to_owned(),
        line,
        Destination::NewRecord,
        false,
    ));
    let items = rows
        .into_iter()
        .map(|(key, label, detail, what, replaces)| {
            MenuItem::new(Some(key), label, detail, move |model| put(model, what)).cased(replaces)
        })
        .collect();
    overlay::open(model, Menu::new("Record the moves", items))
}

/// The operands that an operation of the selected record has.
fn there(model: &Model, opcode: &str) -> Option<String> {
    let record = model.record();
    let operation = record.operation(opcode)?;
    let text = record.operands_text(operation);
    (!text.is_empty()).then_some(text)
}

/// Key, label, detail, what it does, and whether that replaces something: a capital, which adds where it
/// has a row, must not do that.
type MenuRow = (char, String, String, Destination, bool);

/// The rows of a place: one, and where a set of moves is there already, one more with the capital
/// letter, which adds to it.
fn rows_of((key, opcode, what, takes): Place, new: &str, there: Option<String>) -> Vec<MenuRow> {
    let only = match takes {
        Takes::Line => Destination::Line(opcode),
        Takes::Set | Takes::One => Destination::Only(opcode),
    };
    let Some(there) = there.filter(|there| there != new) else {
        return vec![(
            key,
            format!("{opcode}: {what}"),
            new.to_owned(),
            only,
            false,
        )];
    };
    let replaced = format!("{new}   (replaces {there})");
    let mut rows = vec![(
        key,
        format!("{opcode}: {what}, replace"),
        replaced,
        only,
        true,
    )];
    if takes == Takes::Set {
        rows.push((
            key.to_ascii_uppercase(),
            format!("{opcode}+: {what}, add"),
            match there.split(' ').any(|one| one == new) {
                true => format!("{new} is there already"),
                false => with_move(there.split(' ').collect(), new).join(" "),
            },
            Destination::Beside(opcode),
            false,
        ));
    }
    rows
}

fn words(play: &Play) -> Vec<String> {
    play.in_words()
        .into_iter()
        .filter(|(_, played)| *played)
        .map(|(text, _)| text)
        .collect()
}

/// Puts the moves where the menu says.
fn put(model: &mut Model, what: Destination) {
    let Some(play) = model.document.view.play.clone() else {
        return;
    };
    let Some(&first) = play.played().first() else {
        return;
    };
    let text = san(&play.start, first);
    let revision = model.document.suite.revision();
    match what {
        Destination::Beside(opcode) => put_operation(
            model,
            opcode,
            |record| {
                let operation = record.operation(opcode)?;
                let operands = record.operands_of(operation);
                if operands.iter().any(|o| o.value == Value::Move(first)) {
                    return None;
                }
                let there = record.operands_span(operation).of(record.line());
                let there = there.split(u8::is_ascii_whitespace);
                let there = there.filter(|word| !word.is_empty()).collect();
                Some(with_move(there, text.as_bytes()).join(&b' '))
            },
            &text,
        ),
        Destination::Only(opcode) => put_only(model, opcode, &text),
        Destination::Line(opcode) => put_only(model, opcode, &words(&play).join(" ")),
        Destination::NewRecord => return new_record(model, &play),
    };
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

/// Sets an operation to this text, or adds it.
fn put_only(model: &mut Model, opcode: &str, text: &str) {
    let beside = |record: &Record<'_>| {
        let operation = record.operation(opcode)?;
        let there = record.operands_span(operation).of(record.line());
        (there != text.as_bytes()).then(|| text.as_bytes().to_vec())
    };
    put_operation(model, opcode, beside, text)
}

/// Sets an operation to what `beside` makes of the one that is there, or adds it with `text`.
fn put_operation(
    model: &mut Model,
    opcode: &str,
    beside: impl FnOnce(&Record<'_>) -> Option<Vec<u8>>,
    text: &str,
) {
    let line = model.line();
    let record = Record::read(&line, &model.document.read_options());
    let at = record
        .operations()
        .iter()
        .position(|operation| record.opcode(operation) == opcode);
    let new = match at {
        None => edit::add_in_order(&record, opcode.as_bytes(), text.as_bytes()),
        Some(at) => match beside(&record) {
            Some(operands) => edit::by_hand(&record, &[Change::Operands(at, &operands)]),
            None => {
                model.done(format!("{opcode} already has {text}"));
                return;
            }
        },
    };
    edit_line(model, new, format!("recorded {opcode} {text}"))
}

/// A record of the position after the moves, below the selected one; play goes on from it.
fn new_record(model: &mut Model, play: &Play) {
    let line = model.line();
    let options = model.document.read_options();
    let record = Record::read(&line, &options);
    let new = line_after(&record, play);
    let at = model.document.selected + 1;
    let said = format!("new record after {}", words(play).join(" "));
    let label = said.clone();
    around(model, at..at, at..at + 1, |model| {
        model.document.suite.insert_lines(at, &[new], label);
    });
    model.select(at);
    shown_line::refresh(model);
    let start = model.record().position().cloned();
    model.document.view.play = start.map(|start| Play::new(at, start));
    said_with_undo(model, &said);
}

/// The line of the position after the moves: clocks carried on where the record has any, or where
/// its kind of file needs them.
fn line_after(record: &Record<'_>, play: &Play) -> Vec<u8> {
    let position = play.position();
    let by_file = record
        .castling()
        .is_some_and(|text| text.chars().any(|c| !"KQkq-".contains(c)));
    let mut line = Vec::with_capacity(96);
    position::write(position, &rights(position, by_file), &mut line);
    let (half, full) = clocks_after(record, play);
    let options = *record.options();
    if options.dialect == Dialect::Fen {
        let (half, full) = (half.unwrap_or(0), full.unwrap_or(1));
        line.extend_from_slice(format!(" {half} {full}").as_bytes());
        return line;
    }
    for (clock, count) in [(Clock::HalfMoves, half), (Clock::MoveNumber, full)] {
        if count.is_some() {
            // The record is of our own making: there is nothing that could read otherwise.
            line = clocks::put(&Record::read(&line, &options), clock, count).unwrap_or(line);
        }
    }
    line
}

fn clocks_after(record: &Record<'_>, play: &Play) -> (Option<u32>, Option<u32>) {
    let mut half = record.half_move_clock();
    let mut full = record.full_move_number();
    let mut side = play.start.turn();
    for played in play.played() {
        half = half.map(|count| {
            if played.is_zeroing() {
                0
            } else {
                count.saturating_add(1)
            }
        });
        if side == Color::Black {
            full = full.map(|count| count.saturating_add(1));
        }
        side = !side;
    }
    (half, full)
}

/// The castling field: `KQkq`, with the rook's file where it is not the outermost one or the
/// record writes files.
fn rights(position: &Chess, by_file: bool) -> String {
    castling::text_of(position, |right| {
        !by_file && right.is_meant(position.board(), Rules::Chess960)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rights_are_written_as_the_record_writes_them() {
        let position: Chess = "1r2k1r1/8/8/8/8/8/8/RR2K1R1 w Bg - 0 1"
            .parse::<shakmaty::fen::Fen>()
            .ok()
            .and_then(|fen| fen.into_position(shakmaty::CastlingMode::Chess960).ok())
            .expect("a position");
        assert_eq!(rights(&position, false), "Bk");
        assert_eq!(rights(&position, true), "Bg");
    }
}
