//! Moves: one, a set, a line. Every legal move is offered, those that match what is typed first;
//! SAN, UCI and every other spelling that the reader takes may be typed.

use crate::editor::command::Id;
use crate::editor::model::Model;
use crate::editor::panes::operations::fuzzy;
use crate::editor::state::assist::{Note, Offer, Preview, Row};
use crate::editor::widgets::glyph;
use crate::editor::widgets::line_editor::LineEditor;
use crate::epd::opcode::Shape;
use crate::epd::{Record, Span, Value, moves};
use shakmaty::{Chess, Move, Position, Role};

/// How many moves are named as near to one that is not legal.
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
    let word = text.word();
    if shape != Shape::Line {
        return in_position(model, start, 0, None, record, (shape, opcode), (text, word));
    }
    let mut position = start.clone();
    let (mut plies, mut last) = (0, None);
    for span in spans(text.text()) {
        if span.start >= word.start {
            break;
        }
        let written = span.of(text.text());
        if moves::is_move_number(written) {
            continue;
        }
        match moves::read(&position, written).result {
            Ok(played) => {
                position.play_unchecked(played);
                plies += 1;
                last = Some(played);
            }
            Err(_) => {
                let note = format!(
                    "the line stops at `{}`: not a legal move there",
                    glyph::safe(written)
                );
                return Offer {
                    note: Some(Note::wrong(note)),
                    preview: Some(Preview {
                        position,
                        plies,
                        played: last,
                    }),
                    word,
                    ..Offer::titled("line of moves")
                };
            }
        }
    }
    in_position(
        model,
        &position,
        plies,
        last,
        record,
        (shape, opcode),
        (text, word),
    )
}

fn in_position(
    model: &Model,
    position: &Chess,
    plies: usize,
    last: Option<Move>,
    record: &Record<'_>,
    (shape, opcode): (Shape, &str),
    (text, word): (&LineEditor, Span),
) -> Offer {
    let written = word.of(text.text());
    let read = moves::read(position, written).result.ok();
    let in_set: Vec<Move> = if shape == Shape::Line {
        Vec::new()
    } else {
        let readings = spans(text.text()).into_iter();
        readings
            .filter_map(|span| moves::read(position, span.of(text.text())).result.ok())
            .collect()
    };
    let mut rows = legal(position);
    for row in &mut rows {
        if shape == Shape::Moves {
            row.on = row.played.map(|played| in_set.contains(&played));
        } else {
            row.after = if shape == Shape::Line { " " } else { "" };
        }
        if plies == 0
            && let Some(others) = row
                .played
                .and_then(|played| named_by(record, opcode, played))
        {
            row.detail.push_str(" · ");
            row.detail.push_str(&others);
        }
    }
    let count = rows.len();
    let (mut note, mut near) = (None, false);
    // A whole move in the text narrows nothing: all others can be chosen beside it.
    let whole = read.is_some() && shape == Shape::Moves;
    if !written.is_empty() && !whole {
        let typed = String::from_utf8_lossy(written);
        let found = ranked(&rows, &typed, read);
        near = found.is_empty();
        rows = if near {
            nearest(position, &rows, written)
        } else {
            found
        };
    }
    if near {
        let shown = glyph::cut(&glyph::safe(written), 12);
        note = Some(Note::wrong(if rows.is_empty() {
            format!("`{shown}` is not a legal move")
        } else {
            format!("`{shown}` is not a legal move; similar ones:")
        }));
    } else if count == 0 {
        note = Some(Note::plain("no legal move: the game is over"));
    } else if shape == Shape::Moves && !rows.is_empty() {
        note = Some(Note::plain(format!(
            "{} of {count} · {} toggles",
            in_set.len(),
            model.key(Id::ToggleMove)
        )));
    } else if shape == Shape::Line {
        note = Some(Note::plain(format!(
            "{count} moves · {} continues",
            model.key(Id::Accept)
        )));
    }
    let title = match shape {
        Shape::Moves => "set of moves",
        Shape::Line => "line of moves",
        _ => "one move",
    };
    Offer {
        title: title.into(),
        rows,
        note,
        preview: Some(Preview {
            position: position.clone(),
            plies,
            played: read.or(last),
        }),
        word,
    }
}

/// All legal moves: first those that force matters, then the others, by their names.
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

/// Which other operations of the record name a move, as `in pv`.
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

/// The rows that match what is typed, best first.
fn ranked(rows: &[Row], typed: &str, read: Option<Move>) -> Vec<Row> {
    let lower = typed.to_ascii_lowercase();
    let found = rows.iter().filter_map(|row| {
        let uci = row.detail.split(' ').next().unwrap_or_default();
        let san = fuzzy::matches(&row.label, typed);
        let rank = match &san {
            _ if read.is_some() && row.played == read => 0,
            Some((rank, _)) => *rank * 2 + 1,
            None if uci.starts_with(&lower) => 4,
            None => return None,
        };
        let marks = san.map(|(_, marks)| marks).unwrap_or_default();
        let row = row.clone();
        Some((rank, Row { marks, ..row }))
    });
    fuzzy::best_first(found)
}

/// Legal moves near to a text that is none; of a text that is no move at all, those of the piece or
/// to the square that it names.
fn nearest(position: &Chess, rows: &[Row], written: &[u8]) -> Vec<Row> {
    if moves::looks_like_move(written) {
        let near = moves::nearest(position, written).into_iter();
        let row = |played| rows.iter().find(|row| row.played == Some(played)).cloned();
        return near.filter_map(row).take(NEAR).collect();
    }
    let is_square = |pair: &&[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    let to = written.windows(2).rfind(is_square);
    let role = written.first().and_then(|first| match first {
        b'a'..=b'h' => Some(Role::Pawn),
        first if first.is_ascii_uppercase() => Role::from_char(char::from(*first)),
        _ => None,
    });
    let fits = |row: &Row, by_square: bool| {
        row.played.is_some_and(|played| match (by_square, to) {
            (true, Some(to)) => played.to().to_string().as_bytes() == to,
            (true, None) => false,
            (false, _) => role == Some(played.role()),
        })
    };
    let mut near: Vec<Row> = rows.iter().filter(|row| fits(row, true)).cloned().collect();
    let mut others: Vec<Row> = rows
        .iter()
        .filter(|row| fits(row, false) && !fits(row, true))
        .cloned()
        .collect();
    // Of pawns, those of the same file first.
    others.sort_by_key(|row| row.label.as_bytes().first() != written.first());
    near.extend(others);
    near.truncate(NEAR);
    near
}

/// What would do instead of a move that is none, for a sentence.
pub(super) fn near(rows: &[Row]) -> String {
    let names: Vec<&str> = rows.iter().take(3).map(|row| row.label.as_str()).collect();
    match names.as_slice() {
        [] => String::new(),
        names => format!(" · did you mean {}?", names.join(", ")),
    }
}

/// The words of a text.
fn spans(text: &[u8]) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut at = 0;
    for word in text.split(u8::is_ascii_whitespace) {
        if !word.is_empty() {
            spans.push(Span::new(at, at + word.len()));
        }
        at += word.len() + 1;
    }
    spans
}

/// Whether a text names a move.
pub(super) fn is_in(position: &Chess, text: &[u8], played: Move) -> bool {
    let spans = spans(text).into_iter();
    spans
        .filter_map(|span| moves::read(position, span.of(text)).result.ok())
        .any(|read| read == played)
}

/// The text of a set with a move put in or taken out. The word being typed goes, unless it is a
/// whole move.
pub(super) fn switched(position: &Chess, text: &LineEditor, word: Span, played: Move) -> Vec<u8> {
    let mut words: Vec<Vec<u8>> = Vec::new();
    let mut was_in = false;
    for span in spans(text.text()) {
        let written = span.of(text.text());
        match moves::read(position, written).result {
            Ok(read) if read == played => was_in = true,
            Err(_) if span == word => {}
            _ => words.push(written.to_vec()),
        }
    }
    if !was_in {
        words = with_move(words, moves::san(position, played).into_bytes());
    }
    words.join(&b' ')
}

/// The moves of a set with one more: in its place where they stand in the canonical order, else last.
pub(crate) fn with_move<T: Ord>(mut words: Vec<T>, new: T) -> Vec<T> {
    let at = match words.is_sorted() {
        true => words.partition_point(|word| *word < new),
        false => words.len(),
    };
    words.insert(at, new);
    words
}

/// The moves of a text as SAN, where all of them are legal; what is spelled otherwise than SAN
/// changes, nothing else does.
pub(super) fn as_san(record: &Record<'_>, shape: Shape, text: &[u8]) -> Option<Vec<u8>> {
    let mut position = record.position()?.clone();
    let mut words: Vec<Vec<u8>> = Vec::new();
    for span in spans(text) {
        let written = span.of(text);
        if moves::is_move_number(written) {
            continue;
        }
        let reading = moves::read(&position, written);
        let played = reading.result.ok()?;
        if reading.form.annotation {
            return None;
        }
        words.push(moves::san(&position, played).into_bytes());
        if shape == Shape::Line {
            position.play_unchecked(played);
        }
    }
    Some(words.join(&b' '))
}

pub(super) fn refuses(c: char) -> Option<String> {
    (c == '"').then(|| "expected a move without quotes".into())
}
