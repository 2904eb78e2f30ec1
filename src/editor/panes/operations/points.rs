//! Suites that score several moves: `c0 "f5=10, Be5+=2"`, and beside it the moves in SAN (`c7`), the
//! points (`c8`) and the moves in UCI (`c9`). One text is edited, the others follow.

use crate::editor::command::Id;
use crate::editor::model::Model;
use crate::editor::panes::operations::{self, moves as legal, rows};
use crate::editor::state::OperationText;
use crate::editor::state::editing::{Note, Offer, OperandEditing, Preview, Row};
use crate::editor::widgets::line_editor::LineEditor;
use crate::epd::{Record, Span, moves, points};
use shakmaty::{Chess, Move};

/// Returns the moves with points that a text is, where it is some.
pub(super) fn read(record: &Record<'_>, text: &[u8]) -> Option<Vec<points::Scored>> {
    points::typed(record.position()?, text).ok()
}

/// Returns the text as it goes into the record: SAN, one form of separator.
pub(super) fn finished(record: &Record<'_>, text: &[u8]) -> Option<Vec<u8>> {
    Some(points::written(record.position()?, &read(record, text)?))
}

/// Returns why moves can't be given points here.
pub(crate) fn no_points(model: &Model) -> Option<String> {
    rows::no_record(model).or_else(|| {
        let record = model.record();
        if record.position().is_none() {
            return Some("moves are not checked: the position is illegal".into());
        }
        has_other_comment(&record)
            .then(|| "c0 holds another comment, which points would replace".into())
    })
}

/// Returns true if `c0` holds a text that is no moves with points.
fn has_other_comment(record: &Record<'_>) -> bool {
    text_of(record).is_some_and(|text| !text.is_empty() && read(record, &text).is_none())
}

/// Returns the text of `c0`, where it is there.
fn text_of(record: &Record<'_>) -> Option<Vec<u8>> {
    let operation = record.operation("c0")?;
    let operand = record.operands_of(operation).first();
    Some(operand.map_or_else(Vec::new, |operand| record.string(operand).to_vec()))
}

/// Edits the points of moves: those of `c0`, else those that `c7` and `c8` give, else of the best
/// moves.
pub(crate) fn edit_points(model: &mut Model) {
    let record = model.record();
    let original = text_of(&record).unwrap_or_default();
    let text = match record.position() {
        Some(position) if original.is_empty() => {
            let best = || record.moves("bm").map(|played| (played, 10)).collect();
            points::written(position, &points::scored(&record).unwrap_or_else(best))
        }
        _ => original,
    };
    let (at, count) = (record.index_of("c0"), record.operations().len());
    let editing = at.and_then(|at| rows::editing_of(&record, at));
    let editing = editing.unwrap_or_else(|| OperandEditing::new(count, "c0", b"", true));
    let editing = OperandEditing {
        points: true,
        text: LineEditor::new(text),
        ..editing
    };
    rows::type_in(model, editing)
}

/// Returns whether an operation is one of the fields that points fill, in a record that has points: then they
/// are what is edited.
pub(crate) fn leads(model: &Model, opcode: &str) -> bool {
    matches!(opcode, "c7" | "c8" | "c9")
        && no_points(model).is_none()
        && points::scored(&model.record()).is_some()
}

/// Returns why there are no points to put into the four fields.
pub(crate) fn nothing_to_spread(model: &Model) -> Option<String> {
    rows::no_record(model).or_else(|| {
        points::scored(&model.record()).is_none().then(|| {
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
    let record = model.record();
    let (Some(scored), Some(position)) = (points::scored(&record), record.position()) else {
        return;
    };
    let text = points::written(position, &scored);
    let others = points::lists(position, &scored);
    let c0 = (!has_other_comment(&record))
        .then(|| ("c0", format!("\"{}\"", String::from_utf8_lossy(&text))));
    let all = c0.into_iter().chain(others);
    let all: Vec<OperationText> = all
        .map(|(opcode, text)| OperationText::new(opcode, text))
        .collect();
    let mut made: Vec<&str> = all.iter().map(|one| one.opcode.as_str()).collect();
    made.retain(|opcode| record.operation(opcode).is_none());
    let said = match made.as_slice() {
        [] => "synchronised the points".to_owned(),
        made => format!("wrote {} from the points", made.join(", ")),
    };
    rows::set(model, &all, None, said);
}

/// Returns the entry at the cursor, and its move's part.
fn entry_at(text: &LineEditor) -> (Span, Span) {
    let (bytes, cursor) = (text.text(), text.cursor());
    let mut entries = Span::new(0, bytes.len()).split(bytes, |byte| byte == b',');
    let entry = entries
        .find(|entry| cursor <= entry.end)
        .unwrap_or_default();
    let entry = Span::new(
        entry.end - entry.of(bytes).trim_ascii_start().len(),
        entry.end,
    );
    let name = entry.of(bytes).iter().rposition(|byte| *byte == b'=');
    let end = name.map_or(entry.end, |at| entry.start + at);
    (entry, Span::new(entry.start, end))
}

/// Returns the entries of a text that are whole.
fn whole(position: &Chess, text: &[u8]) -> Vec<points::Scored> {
    let entries = text.split(|byte| *byte == b',');
    entries
        .filter_map(|entry| points::typed(position, entry).ok()?.pop())
        .collect()
}

pub(super) fn offer(model: &Model, record: &Record<'_>, text: &LineEditor) -> Offer {
    let mut offer = Offer::titled("points: f5=10, Be5+=2");
    let Some(position) = record.position() else {
        return offer;
    };
    let (entry, word) = entry_at(text);
    let typed = String::from_utf8_lossy(word.of(text.text()));
    let typed = typed.trim();
    let scored = whole(position, text.text());
    let points_of = |row: &Row| {
        let mut scored = scored.iter();
        let found = scored.find(|(played, _)| row.played == Some(*played));
        found.map(|(_, points)| *points)
    };
    let here = moves::read(position, typed.as_bytes()).result.ok();
    offer.rows = legal::legal(position);
    for row in &mut offer.rows {
        let points = points_of(row);
        (row.on, row.after) = (Some(points.is_some()), "=");
        if let Some(points) = points {
            row.detail = format!("{points} points");
        }
    }
    if !typed.is_empty() && here.is_none() {
        offer.rows = operations::ranked(offer.rows, typed);
    } else {
        // Those with points first, the best at the top.
        let order =
            |row: &Row| points_of(row).map_or((true, 0), |points| (false, points.saturating_neg()));
        offer.rows.sort_by_key(order);
    }
    offer.note = Some(match points::typed(position, text.text()) {
        Ok(scored) => {
            let points = scored.iter().map(|(_, points)| *points);
            let (count, all) = (scored.len(), points.fold(0, i64::saturating_add));
            let toggle = model.key(Id::ToggleMove);
            Note::plain(format!("{count} moves, {all} points · {toggle} + -"))
        }
        Err(_) if text.text().is_empty() => Note::plain("a legal move, `=`, its points"),
        Err(wrong) => Note::wrong(wrong),
    });
    offer.preview = Some(Preview {
        position: position.clone(),
        plies: 0,
        played: here,
    });
    // With the `=` behind it.
    offer.word = Span::new(word.start, (word.end + 1).min(entry.end));
    offer
}

/// Returns what is wrong with a text of points.
pub(super) fn wrong(record: &Record<'_>, text: &[u8]) -> Option<String> {
    points::typed(record.position()?, text).err()
}

/// Returns the text with a move's points changed by `by`; with none, switched on (1 point) or off.
pub(super) fn changed(position: &Chess, text: &[u8], played: Move, by: Option<i64>) -> Vec<u8> {
    let mut scored = whole(position, text);
    let at = scored.iter_mut().find(|(other, _)| *other == played);
    match (at, by) {
        (Some((_, points)), Some(by)) => *points = points.saturating_add(by),
        (None, by) => scored.push((played, by.unwrap_or(1).max(1))),
        (Some(_), None) => scored.retain(|(other, _)| *other != played),
    }
    points::written(position, &scored)
}
