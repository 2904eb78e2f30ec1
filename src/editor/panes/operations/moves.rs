//! Operands that are moves: one, a set, a line, or moves with points. All legal moves are offered, those that
//! match the typed text first. Moves may be typed in SAN, UCI and every other spelling that the reader
//! accepts; moves made on the board are added to the text.
//!
//! Suites that score several moves have `c0 "f5=10, Be5+=2"`, with the moves in SAN in `c7`, the points in
//! `c8` and the moves in UCI in `c9`. One text is edited, the other operations follow.

use crate::editor::command::Id;
use crate::editor::doc::draft::{self, moves_typed, target};
use crate::editor::layout::Spot;
use crate::editor::model::Model;
use crate::editor::panes::board;
use crate::editor::panes::board::dropped;
use crate::editor::panes::board::play::move_to;
use crate::editor::panes::operations::{assist, editing_of, no_record, set, type_in};
use crate::editor::state::OperationText;
use crate::editor::state::editing::{Note, Offer, OperandEditing, Preview, Row};
use crate::editor::state::view::HeldPiece;
use crate::editor::widgets::glyph;
use crate::editor::widgets::line_editor::LineEditor;
use crate::epd::opcode::Shape;
use crate::epd::{Record, Span, Value, moves, points};
use shakmaty::{Chess, Move, Position, Square};

/// The maximum number of similar moves named for an illegal one.
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
        let before = text.text().get(..offer.word.start).unwrap_or_default();
        let (played, stop) = moves::follow(&mut shown.position, before);
        (shown.plies, shown.played) = (played.len(), played.last().copied());
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
    let accept = model.key(Id::Accept);
    offer.note = match shape {
        _ if count == 0 => Some(Note::plain("no legal move: the game is over")),
        Shape::Moves => Some(Note::plain(format!("{chosen} of {count} chosen"))),
        Shape::Line => Some(Note::plain(format!("{count} moves · {accept} continues"))),
        _ => None,
    };
    // A complete move of a set narrows nothing, since others can be added to it.
    let is_whole = read.is_some() && shape == Shape::Moves;
    if !written.is_empty() && !is_whole {
        let found = ranked(&rows, &String::from_utf8_lossy(written), read);
        rows = match found.is_empty() {
            false => found,
            true => {
                let near = moves::nearest(&shown.position, written).into_iter();
                let row = |played| rows.iter().find(|row| row.played == Some(played)).cloned();
                let near: Vec<Row> = near.filter_map(row).take(NEAR).collect();
                let similar = match near.is_empty() {
                    true => "",
                    false => "; similar ones:",
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

/// Returns rows of all legal moves, the forcing ones first.
fn legal(position: &Chess) -> Vec<Row> {
    let mode = moves::uci_mode(position);
    let row = |(played, san): (Move, String)| Row {
        played: Some(played),
        ..Row::of((&san, &played.to_uci(mode).to_string()))
    };
    moves::by_force(position).into_iter().map(row).collect()
}

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

/// Returns the rows that match the typed SAN or UCI, best first.
fn ranked(rows: &[Row], typed: &str, read: Option<Move>) -> Vec<Row> {
    let lower = typed.to_ascii_lowercase();
    assist::ranked_by(rows.iter().cloned(), |row| {
        let uci = row.detail.split(' ').next().unwrap_or_default();
        match assist::matches(&row.label, typed) {
            san if read.is_some() && row.played == read => Some((0, san.unwrap_or_default().1)),
            Some((rank, marks)) => Some((rank * 2 + 1, marks)),
            None => uci.starts_with(&lower).then_some((4, Vec::new())),
        }
    })
}

fn words(text: &[u8]) -> impl Iterator<Item = Span> {
    let words = Span::new(0, text.len()).split(text, |byte| byte.is_ascii_whitespace());
    words.filter(|word| !word.is_empty())
}

fn named(position: &Chess, text: &[u8]) -> Vec<Move> {
    let read = |word: Span| moves::read(position, word.of(text)).result.ok();
    words(text).filter_map(read).collect()
}

/// Returns the text of a set with a move added, or removed if it is in the set; an unfinished word is dropped.
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

/// Returns the moves of a text in SAN; `None` if one is illegal or annotated.
pub(super) fn as_san(position: &Chess, shape: Shape, text: &[u8]) -> Option<Vec<u8>> {
    let mut position = position.clone();
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

pub(super) fn are_points(record: &Record<'_>, text: &[u8]) -> bool {
    let position = record.position();
    position.is_some_and(|position| points::typed(position, text).is_ok())
}

pub(crate) fn no_points(model: &Model) -> Option<String> {
    no_record(model).or_else(|| {
        let record = model.record();
        let illegal = "moves are not checked: the position is illegal";
        let other = "c0 holds another comment, which points would replace";
        model
            .when(record.position().is_none(), illegal)
            .or_else(|| model.when(has_other_comment(&record), other))
    })
}

fn has_other_comment(record: &Record<'_>) -> bool {
    text_of_c0(record).is_some_and(|text| !text.is_empty() && !are_points(record, &text))
}

fn text_of_c0(record: &Record<'_>) -> Option<Vec<u8>> {
    let operation = record.operation("c0")?;
    let operand = record.operands_of(operation).first();
    Some(operand.map_or_else(Vec::new, |operand| record.string(operand).to_vec()))
}

/// Edits the points of moves: those of `c0`, else those of `c7` and `c8`, else 10 for each best move.
pub(crate) fn edit_points(model: &mut Model) {
    let record = model.record();
    let original = text_of_c0(&record).unwrap_or_default();
    let text = match record.position() {
        Some(position) if original.is_empty() => {
            let best = || record.moves("bm").map(|played| (played, 10)).collect();
            points::written(position, &points::scored(&record).unwrap_or_else(best))
        }
        _ => original,
    };
    let editing = record.index_of("c0").and_then(|at| editing_of(&record, at));
    let editing = editing.unwrap_or_else(|| OperandEditing::added(&record, "c0"));
    let editing = OperandEditing {
        points: true,
        text: LineEditor::new(text),
        ..editing
    };
    type_in(model, editing)
}

/// Returns true if an operation of this record is derived from points, which are then edited instead.
pub(super) fn points_lead(model: &Model, opcode: &str) -> bool {
    matches!(opcode, "c7" | "c8" | "c9")
        && no_points(model).is_none()
        && points::scored(&model.record()).is_some()
}

pub(crate) fn nothing_to_spread(model: &Model) -> Option<String> {
    let reason = "neither c0 nor c7 and c8 have points of moves · {points} adds them";
    no_record(model).or_else(|| model.when(points::scored(&model.record()).is_none(), reason))
}

/// Writes the points of the record to `c0`, `c7`, `c8` and `c9`. Another comment in `c0` stays.
pub(crate) fn spread(model: &mut Model) {
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
    let message = match made.as_slice() {
        [] => "synchronised the points".to_owned(),
        made => format!("wrote {} from the points", made.join(", ")),
    };
    set(model, &all, None, message);
}

/// Returns the spans of the entry at the cursor and of its move.
fn entry_at(text: &LineEditor) -> (Span, Span) {
    let (bytes, cursor) = (text.text(), text.cursor());
    let mut entries = Span::new(0, bytes.len()).split(bytes, |byte| byte == b',');
    let entry = entries.find(|entry| cursor <= entry.end);
    let entry = entry.unwrap_or_default();
    let start = entry.end - entry.of(bytes).trim_ascii_start().len();
    let entry = Span::new(start, entry.end);
    let name = entry.of(bytes).iter().rposition(|byte| *byte == b'=');
    let end = name.map_or(entry.end, |at| start + at);
    (entry, Span::new(start, end))
}

/// Returns the complete entries of a text.
fn whole(position: &Chess, text: &[u8]) -> Vec<points::MovePoints> {
    let entries = text.split(|byte| *byte == b',');
    entries
        .filter_map(|entry| points::typed(position, entry).ok()?.pop())
        .collect()
}

pub(super) fn offer_points(model: &Model, record: &Record<'_>, text: &LineEditor) -> Offer {
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
    offer.rows = legal(position);
    for row in &mut offer.rows {
        let points = points_of(row);
        (row.on, row.after) = (Some(points.is_some()), "=");
        if let Some(points) = points {
            row.detail = format!("{points} points");
        }
    }
    if !typed.is_empty() && here.is_none() {
        offer.rows = assist::ranked(offer.rows, typed);
    } else {
        // Moves with points come first, the best at the top.
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
    // The `=` after the move is replaced, too.
    offer.word = Span::new(word.start, (word.end + 1).min(entry.end));
    offer
}

/// Returns the text with a move's points changed by `by`; without `by`, with the move added (1 point) or removed.
pub(super) fn changed_points(
    position: &Chess,
    text: &[u8],
    played: Move,
    by: Option<i64>,
) -> Vec<u8> {
    let mut scored = whole(position, text);
    let at = scored.iter_mut().find(|(other, _)| *other == played);
    match (at, by) {
        (Some((_, points)), Some(by)) => *points = points.saturating_add(by),
        (None, by) => scored.push((played, by.unwrap_or(1).max(1))),
        (Some(_), None) => scored.retain(|(other, _)| *other != played),
    }
    points::written(position, &scored)
}

/// Picks up the piece at the mouse while moves are typed, or plays the held one. Returns false elsewhere.
pub(crate) fn press_board(model: &mut Model, at: &Spot) -> bool {
    let Some(square) = at.square().filter(|_| moves_typed(model).is_some()) else {
        return false;
    };
    if let Some(held) = model.document.view.held.filter(|held| held.from != square) {
        drop_at(model, held, square);
        return true;
    }
    let shown = draft::position(model).map(|position| position.board().clone());
    let Some(shown) = shown.or_else(|| model.record().board().cloned()) else {
        return false;
    };
    let Some(piece) = shown.piece_at(square) else {
        model.refused(format!(
            "{square} is empty · drag a piece to enter its move"
        ));
        return true;
    };
    let target = target(model, piece.color);
    if target.is_some_and(|(position, _)| moves::targets(&position, square).any()) {
        let view = &mut model.document.view;
        view.cursor = square;
        view.held = Some(HeldPiece {
            from: square,
            piece,
            by_mouse: true,
        });
    } else {
        let piece = board::named(piece);
        model.refused(format!("the {piece} on {square} has no legal move here"));
    }
    true
}

/// Drops a dragged piece while moves are typed.
pub(crate) fn release_piece(model: &mut Model, at: &Spot) {
    let held = model.document.view.held;
    if let Some(held) = held.filter(|_| moves_typed(model).is_some())
        && let Some((_, to)) = dropped(model, at)
    {
        drop_at(model, held, to)
    }
}

fn drop_at(model: &mut Model, held: HeldPiece, to: Square) {
    let Some((position, behind)) = target(model, held.piece.color) else {
        model.document.view.held = None;
        return;
    };
    let from = position.clone();
    let enters = move |model: &mut Model, played| enter(model, &position, behind, played);
    move_to(model, &from, (held.from, to), enters)
}

/// Enters a move into the text: `behind` the word at the cursor, else in its place.
fn enter(model: &mut Model, position: &Chess, behind: bool, played: Move) {
    let Some(operand) = moves_typed(model) else {
        return;
    };
    let (name, text) = (operand.opcode.clone(), operand.text.text().to_vec());
    let san = moves::san(position, played);
    let value = san.clone().into_bytes();
    let new = match operand.shape() {
        _ if operand.points => changed_points(position, &text, played, Some(0)),
        Some(Shape::Moves) if named(position, &text).contains(&played) => {
            return model.done(format!("{name} already has {san}"));
        }
        // Added to the set; an unfinished word is dropped.
        Some(Shape::Moves) => switched(position, &operand.text, model.assist.word, played),
        Some(Shape::Line) if behind => [text.trim_ascii_end(), &value, b""].join(&b' '),
        Some(Shape::Line) => {
            let row = Row {
                value,
                after: " ",
                ..Row::default()
            };
            assist::take(model, &row);
            return model.done(format!("entered {san}"));
        }
        _ => value,
    };
    assist::replace_text(model, new);
    model.done(format!("entered {san}"));
}
