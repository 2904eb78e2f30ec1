//! Suites that score several moves: `c0 "f5=10, Be5+=2"`, and beside it the moves in SAN (`c7`), the
//! points (`c8`) and the moves in UCI (`c9`). One text is edited, the others follow.

use crate::editor::command::Id;
use crate::editor::doc::change::edit_line;
use crate::editor::model::Model;
use crate::editor::panes::operations::rows;
use crate::editor::panes::operations::{fuzzy, moves as legal};
use crate::editor::state::assist::{Note, Offer, Preview, Row};
use crate::editor::state::editing::{Editing, OperandEditing};
use crate::editor::state::view::Pane;
use crate::editor::widgets::glyph;
use crate::editor::widgets::line_editor::LineEditor;
use crate::epd::edit::{self, Refusal};
use crate::epd::{Record, Span, Value, moves};
use shakmaty::{Chess, Move};

/// A move and its points.
type Scored = (Move, i64);

/// Reads `f5=10, Be5+=2`.
///
/// # Errors
///
/// What is wrong, in a sentence.
fn read(position: &Chess, text: &[u8]) -> Result<Vec<Scored>, String> {
    let mut scored: Vec<Scored> = Vec::new();
    for entry in text.split(|byte| *byte == b',') {
        let entry = entry.trim_ascii();
        let shown = glyph::cut(&glyph::safe(entry), 16);
        let parts = entry.iter().rposition(|byte| *byte == b'=');
        let parts = parts.and_then(|at| Some((entry.get(..at)?, entry.get(at + 1..)?)));
        let Some((name, points)) = parts else {
            return Err(format!("expected points after `{shown}`, as in f5=10"));
        };
        let Some(points) = crate::epd::operand::read_integer(points.trim_ascii()) else {
            return Err(format!(
                "expected a number of points in `{shown}`, as in f5=10"
            ));
        };
        let Ok(played) = moves::read(position, name.trim_ascii()).result else {
            return Err(format!("expected a legal move before the `=` in `{shown}`"));
        };
        if scored.iter().any(|(other, _)| *other == played) {
            return Err(format!("the move of `{shown}` already has points"));
        }
        scored.push((played, points));
    }
    Ok(scored)
}

/// Whether a text is moves with points.
pub(crate) fn is_points(record: &Record<'_>, text: &[u8]) -> bool {
    let position = record.position();
    text.contains(&b'=') && position.is_some_and(|position| read(position, text).is_ok())
}

/// Moves with points as the suites write them.
fn write(position: &Chess, scored: &[Scored]) -> Vec<u8> {
    let entries = scored
        .iter()
        .map(|(played, points)| format!("{}={points}", moves::san(position, *played)));
    entries.collect::<Vec<_>>().join(", ").into_bytes()
}

/// The text as it goes into the record: SAN, one form of separator.
pub(super) fn finished(record: &Record<'_>, text: &[u8]) -> Option<Vec<u8>> {
    let position = record.position()?;
    Some(write(position, &read(position, text).ok()?))
}

/// The line with `c7`, `c8` and `c9`, where they are there, in step with a text of points. Where
/// it is none yet, they stay.
pub(crate) fn in_step(line: Vec<u8>, model: &Model, text: &[u8]) -> Vec<u8> {
    let options = model.document.read_options();
    let record = Record::read(&line, &options);
    let others = others(&record, text).into_iter().flatten();
    let there: Vec<_> = others
        .filter(|(opcode, _)| record.operation(opcode).is_some())
        .collect();
    set(&record, &there).unwrap_or(line)
}

/// The line with strings in some operations.
fn set(record: &Record<'_>, texts: &[(&str, String)]) -> Result<Vec<u8>, Refusal> {
    let texts = texts.iter();
    let texts: Vec<_> = texts
        .map(|(opcode, text)| (*opcode, format!("\"{text}\"")))
        .collect();
    let texts = texts
        .iter()
        .map(|(opcode, text)| (*opcode, text.as_bytes()));
    edit::set_in_order(record, texts)
}

/// What `c7`, `c8` and `c9` say for a text of points.
fn others(record: &Record<'_>, text: &[u8]) -> Option<[(&'static str, String); 3]> {
    let position = record.position()?;
    let scored = read(position, text).ok()?;
    let join = |words: Vec<String>| words.join(" ");
    let names = scored
        .iter()
        .map(|(played, _)| moves::san(position, *played));
    let points = scored.iter().map(|(_, points)| points.to_string());
    let uci = scored
        .iter()
        .map(|(played, _)| moves::uci(position, *played));
    Some([
        ("c7", join(names.collect())),
        ("c8", join(points.collect())),
        ("c9", join(uci.collect())),
    ])
}

/// Why moves can't be given points here.
pub(crate) fn no_points(model: &Model) -> Option<String> {
    rows::no_record(model).or_else(|| {
        let record = model.record();
        if record.position().is_none() {
            return Some("moves are not checked: the position is illegal".into());
        }
        let text = text_of(&record)?;
        (!text.is_empty() && !is_points(&record, &text))
            .then(|| "c0 holds another comment, which points would replace".into())
    })
}

/// The text of `c0`, where it is there.
fn text_of(record: &Record<'_>) -> Option<Vec<u8>> {
    let operation = record.operation("c0")?;
    let operand = record.operands_of(operation).first();
    Some(operand.map_or_else(Vec::new, |operand| record.string(operand).to_vec()))
}

/// Edits the points of moves: those of `c0`, else those that `c7` and `c8` give, else of the best
/// moves.
pub(crate) fn edit_points(model: &mut Model) {
    let record = model.record();
    let at = record.index_of("c0");
    let original = text_of(&record).unwrap_or_default();
    let text = match original.is_empty() {
        true => first_text(&record),
        false => original.clone(),
    };
    let index = at.unwrap_or(record.operations().len());
    model.document.view.operations.cursor = index;
    let editing = OperandEditing {
        index,
        opcode: "c0".into(),
        adding: at.is_none(),
        quoted: true,
        optional: false,
        points: true,
        original,
        text: LineEditor::new(text),
    };
    let view = &mut model.document.view;
    view.type_in(Pane::Operations, Editing::Operand(editing));
}

/// What is edited first where `c0` has no points.
fn first_text(record: &Record<'_>) -> Vec<u8> {
    let Some(position) = record.position() else {
        return Vec::new();
    };
    if let Some(scored) = of_parallel(record) {
        return write(position, &scored);
    }
    let best = record
        .operation("bm")
        .map(|operation| record.operands_of(operation));
    let best: Vec<Scored> = best
        .unwrap_or_default()
        .iter()
        .filter_map(|operand| match operand.value {
            Value::Move(played) => Some((played, 10)),
            _ => None,
        })
        .collect();
    write(position, &best)
}

/// The moves of `c7` (else of `c9`) with the points of `c8`, where there are as many of both.
fn of_parallel(record: &Record<'_>) -> Option<Vec<Scored>> {
    let position = record.position()?;
    let words = |opcode: &str| -> Vec<String> {
        let operation = record.operation(opcode);
        let text = operation.map(|operation| record.operands_text(operation));
        let words = text.unwrap_or_default();
        words.split_whitespace().map(str::to_owned).collect()
    };
    let points = words("c8");
    ["c7", "c9"].into_iter().find_map(|opcode| {
        let names = words(opcode);
        if names.is_empty() || names.len() != points.len() {
            return None;
        }
        let both = names.iter().zip(&points);
        let entries: Vec<String> = both
            .map(|(name, points)| format!("{name}={points}"))
            .collect();
        read(position, entries.join(",").as_bytes()).ok()
    })
}

/// The points of a record: those of `c0`, else those that `c7` (or `c9`) and `c8` give.
fn of_record(record: &Record<'_>) -> Option<Vec<Scored>> {
    let text = text_of(record).unwrap_or_default();
    let position = record.position()?;
    let of_c0 = text.contains(&b'=').then(|| read(position, &text).ok());
    of_c0.flatten().or_else(|| of_parallel(record))
}

/// Whether an operation is one of the fields that points fill, in a record that has points: then
/// they are what is edited.
pub(crate) fn leads(model: &Model, opcode: &str) -> bool {
    matches!(opcode, "c7" | "c8" | "c9")
        && no_points(model).is_none()
        && of_record(&model.record()).is_some()
}

/// Why there are no points to put into the four fields.
pub(crate) fn nothing_to_spread(model: &Model) -> Option<String> {
    rows::no_record(model).or_else(|| {
        of_record(&model.record()).is_none().then(|| {
            format!(
                "neither c0 nor c7 and c8 have points of moves · {} adds them",
                model.key(Id::Points)
            )
        })
    })
}

/// Puts the points of the record into `c0`, `c7`, `c8` and `c9`; those that are missing are made.
/// Another comment in `c0` stays.
pub fn spread(model: &mut Model) {
    let line = model.line();
    let record = model.read(&line);
    let (Some(scored), Some(position)) = (of_record(&record), record.position()) else {
        return;
    };
    let text = write(position, &scored);
    let taken = text_of(&record).is_some_and(|text| !text.is_empty() && !is_points(&record, &text));
    let Some(others) = others(&record, &text) else {
        return;
    };
    let c0 = (!taken).then(|| ("c0", String::from_utf8_lossy(&text).into_owned()));
    let all: Vec<_> = c0.into_iter().chain(others).collect();
    let opcodes = all.iter().map(|(opcode, _)| *opcode);
    let made: Vec<&str> = opcodes
        .filter(|opcode| record.operation(opcode).is_none())
        .collect();
    let said = match made.as_slice() {
        [] => "synchronised the points".to_owned(),
        made => format!("wrote {} from the points", made.join(", ")),
    };
    edit_line(model, set(&record, &all), said)
}

/// The entry at the cursor, and its move's part.
fn entry_at(text: &LineEditor) -> (Span, Span) {
    let (bytes, cursor) = (text.text(), text.cursor());
    let before = bytes.get(..cursor).unwrap_or_default();
    let mut start = before
        .iter()
        .rposition(|byte| *byte == b',')
        .map_or(0, |at| at + 1);
    let after = bytes.get(cursor..).unwrap_or_default();
    let end = cursor
        + after
            .iter()
            .position(|byte| *byte == b',')
            .unwrap_or(after.len());
    while start < end && bytes.get(start) == Some(&b' ') {
        start += 1;
    }
    let entry = Span::new(start, end);
    let name = entry.of(bytes).iter().rposition(|byte| *byte == b'=');
    (entry, Span::new(start, name.map_or(end, |at| start + at)))
}

pub(super) fn offer(model: &Model, record: &Record<'_>, text: &LineEditor) -> Offer {
    let title = "points: f5=10, Be5+=2";
    let Some(position) = record.position() else {
        return Offer::titled(title);
    };
    let (entry, word) = entry_at(text);
    let typed = String::from_utf8_lossy(word.of(text.text()))
        .trim()
        .to_owned();
    let scored: Vec<Scored> = text
        .text()
        .split(|byte| *byte == b',')
        .filter_map(|entry| read(position, entry).ok()?.pop())
        .collect();
    let here = moves::read(position, typed.as_bytes()).result.ok();
    let mut rows: Vec<Row> = legal::legal(position);
    for row in &mut rows {
        let points = scored
            .iter()
            .find(|(played, _)| row.played == Some(*played));
        row.on = Some(points.is_some());
        row.after = "=";
        if let Some((_, points)) = points {
            row.detail = format!("{points} points");
        }
    }
    if !typed.is_empty() && here.is_none() {
        rows = fuzzy::ranked(rows, &typed);
    } else {
        // Those with points first, the best at the top.
        rows.sort_by_key(|row| {
            let points = scored
                .iter()
                .find(|(played, _)| row.played == Some(*played));
            points.map_or((true, 0), |(_, points)| (false, points.saturating_neg()))
        });
    }
    let note = match read(position, text.text()) {
        Ok(scored) => {
            let all: i64 = scored
                .iter()
                .map(|(_, points)| *points)
                .fold(0, i64::saturating_add);
            Note::plain(format!(
                "{} moves, {all} points · {} + -",
                scored.len(),
                model.key(Id::ToggleMove)
            ))
        }
        Err(_) if text.text().is_empty() => Note::plain("a legal move, `=`, its points"),
        Err(wrong) => Note::wrong(wrong),
    };
    Offer {
        title: title.into(),
        rows,
        note: Some(note),
        preview: Some(Preview {
            position: position.clone(),
            plies: 0,
            played: here,
        }),
        word: if word.end < entry.end {
            Span::new(word.start, word.end + 1)
        } else {
            word
        },
    }
}

/// What is wrong with a text of points.
pub(super) fn wrong(record: &Record<'_>, text: &[u8]) -> Option<String> {
    read(record.position()?, text).err()
}

/// The text with a move's points changed by `by`; with none, switched on (1 point) or off.
pub(super) fn changed(position: &Chess, text: &[u8], played: Move, by: Option<i64>) -> Vec<u8> {
    let mut scored: Vec<Scored> = text
        .split(|byte| *byte == b',')
        .filter_map(|entry| read(position, entry).ok()?.pop())
        .collect();
    let at = scored.iter().position(|(other, _)| *other == played);
    match (at.and_then(|at| scored.get_mut(at)), by) {
        (Some((_, points)), Some(by)) => *points = points.saturating_add(by),
        (None, Some(by)) => scored.push((played, by.max(1))),
        (None, None) => scored.push((played, 1)),
        (Some(_), None) => scored.retain(|(other, _)| *other != played),
    }
    write(position, &scored)
}
