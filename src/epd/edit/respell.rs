//! The effects of a board change on the rest of the record: moves that are still the same are respelled
//! (disambiguation, captures, check signs), and what became illegal or impossible is reported. Nothing is dropped.

use super::Map;
use crate::epd::counted::{noun, thousands_of};
use crate::epd::opcode::Shape;
use crate::epd::position::en_passant_fault;
use crate::epd::{Fix, Operand, Record, Span, Value, moves, points};
use shakmaty::{Chess, Move, Position, Square};

/// The effects of a board change: respelled moves, and moves and rights that are no longer valid.
#[derive(Clone, Debug, Default)]
pub struct RespellResult {
    /// The new spellings of moves that are still the same.
    respelled: Vec<Fix>,
    /// Moves that are no longer legal, with their opcodes: `bm Kd2`.
    illegal: Vec<String>,
    /// Moves whose text now means another legal move: `bm O-O`.
    other: Vec<String>,
    stale: Vec<String>,
    /// Castling rights and the en-passant square that have become impossible.
    leftover: Vec<String>,
    /// Castling rights removed with their king or rook.
    pub(super) removed: String,
    /// The last line with a legal position, from which the moves of the edited line are read while it has none. Pass
    /// it to the next [`PositionEdit::make`](super::PositionEdit::make).
    pub meant: Option<Vec<u8>>,
}

impl RespellResult {
    /// Returns a sentence for display; `remove` is the key that removes impossible rights. `None` if it is empty.
    pub fn in_words(&self, remove: &str) -> Option<String> {
        let mut words = Vec::new();
        if !self.removed.is_empty() {
            let rights = noun(self.removed.len(), "right", "rights");
            words.push(format!("castling {rights} {} removed", self.removed));
        }
        if !self.leftover.is_empty() {
            let what = self.leftover.join(" and ");
            words.push(format!("{what} became impossible · {remove} removes"));
        }
        let are_illegal = match self.illegal.len() {
            2 => "move are no longer legal",
            _ => "moves are no longer legal",
        };
        words.extend(several(&self.illegal, "is no longer legal", are_illegal));
        let mean_others = "now mean other moves";
        words.extend(several(&self.other, "now means another move", mean_others));
        let has_points = "has points and is no longer legal";
        let have_points = "with points are no longer legal";
        words.extend(several(&self.stale, has_points, have_points));
        if !self.respelled.is_empty() {
            let moves = thousands_of(self.respelled.len(), "move", "moves");
            words.push(format!("{moves} respelled"));
        }
        (!words.is_empty()).then(|| words.join(" · "))
    }
}

/// Returns a clause about some moves: the first alone, or the first and the number of the others.
fn several(moves: &[String], is: &str, are: &str) -> Option<String> {
    match moves {
        [] => None,
        [only] => Some(format!("{only} {is}")),
        [first, rest @ ..] => Some(format!("{first} and {} more {are}", rest.len())),
    }
}

/// Respells the moves of an edited position that are still the same; returns the line and the effects. While `before`
/// has no legal position, its moves are read from the line `meant`. `map` is the move of the pieces.
pub(super) fn follow(
    before: &Record<'_>,
    new: Vec<u8>,
    map: Map<'_>,
    meant: Option<&[u8]>,
) -> (Vec<u8>, RespellResult) {
    let after = Record::read(&new, before.options());
    let mut out = RespellResult::default();
    note_impossible_rights(before, &after, &mut out);
    let reference = match meant {
        Some(line) if before.position().is_none() => Record::read(line, before.options()),
        _ => before.clone(),
    };
    let is_known = operations(&reference) == operations(before);
    if is_known && reference.position().is_some() {
        respell(&reference, &after, map, &mut out);
        let line = || reference.line().to_vec();
        out.meant = after.position().is_none().then(line);
    }
    let mut line = new;
    // From the end, so that the spans of earlier fixes stay valid.
    for fix in out.respelled.iter().rev() {
        line = fix.apply(&line);
    }
    (line, out)
}

/// Returns an edited line with its moves respelled, as after an edit of the position, if only its fields differ from
/// those of `before`; else the line unchanged. `meant` is as in [`PositionEdit::make`](super::PositionEdit::make).
pub fn follow_fields(
    before: &Record<'_>,
    new: Vec<u8>,
    meant: Option<&[u8]>,
) -> (Vec<u8>, RespellResult) {
    match only_fields_differ(before, &new) {
        true => follow(before, new, &Some, meant),
        false => (new, RespellResult::default()),
    }
}

fn only_fields_differ(before: &Record<'_>, new: &[u8]) -> bool {
    let after = Record::read(new, before.options());
    before.line() != new
        && !before.operations().is_empty()
        && operations(before) == operations(&after)
}

fn operations<'a>(record: &Record<'a>) -> &'a [u8] {
    let line: &'a [u8] = record.line();
    record.operations().first().map_or(&[], |first| {
        line.get(first.span.start..record.body().end)
            .unwrap_or_default()
    })
}

/// Returns the en-passant square of the field if no pawn can have passed over it; `None` if it is possible or absent.
pub fn impossible_en_passant(record: &Record<'_>) -> Option<Square> {
    let square = record.en_passant()?;
    en_passant_fault(record.board()?, record.side()?, square).map(|_| square)
}

fn note_impossible_rights(before: &Record<'_>, after: &Record<'_>, out: &mut RespellResult) {
    let was = before.impossible_castling();
    let rights: String = after
        .impossible_castling()
        .chars()
        .filter(|letter| !was.contains(*letter))
        .collect();
    if !rights.is_empty() {
        out.leftover.push(format!("castling {rights}"));
    }
    if let Some(square) = impossible_en_passant(after)
        && impossible_en_passant(before) != Some(square)
    {
        out.leftover.push(format!("en passant {square}"));
    }
}

/// Respells the moves that are still the same, in order of their place.
fn respell(reference: &Record<'_>, after: &Record<'_>, map: Map<'_>, out: &mut RespellResult) {
    let (Some(old), Some(new)) = (reference.position(), after.position()) else {
        return;
    };
    // The same text at the same distance from the end of the line.
    let span_after = |span: Span| {
        let from_end = |at: usize| reference.body().end.checked_sub(at);
        let place = |at: usize| after.body().end.checked_sub(from_end(at)?);
        let span_there = Span::new(place(span.start)?, place(span.end)?);
        (span_there.of(after.line()) == span.of(reference.line())).then_some(span_there)
    };
    for was in reference.operations() {
        let is_line = match was.shape() {
            Some(Shape::Line) => true,
            Some(Shape::Moves | Shape::OneMove) => false,
            _ => continue,
        };
        // In another position the words may be read as other operands.
        let here = |operand: &Operand| match operand.value {
            Value::Move(played) => Some((span_after(operand.span)?, played)),
            _ => None,
        };
        let moves = reference.operands_of(was).iter().filter_map(here);
        let moves = moves.filter(|(span, _)| operand_at(after, *span).is_some());
        for (span, _) in respell_moves(moves, is_line, (old, new), after, map, out) {
            let text = String::from_utf8_lossy(span.of(after.line()));
            let name = format!("{} {text}", reference.opcode(was));
            match operand_at(after, span).map(|now| &now.value) {
                Some(Value::Move(_)) => out.other.push(name),
                _ => out.illegal.push(name),
            }
        }
    }
    // The moves that have points are respelled like those of operations.
    if let Some(points) = points::of(reference) {
        let moves = points.moves();
        let moves = moves.filter_map(|named| Some((span_after(named.span)?, named.played?)));
        for (_, name) in respell_moves(moves, false, (old, new), after, map, out) {
            if !out.stale.contains(&name) {
                out.stale.push(name);
            }
        }
    }
    out.respelled.sort_by_key(|fix| fix.span.start);
}

/// Returns the operand at exactly this span.
fn operand_at<'r>(record: &'r Record<'_>, span: Span) -> Option<&'r Operand> {
    let operands = record.operands();
    let at = operands.partition_point(|operand| operand.span.start < span.start);
    operands.get(at).filter(|operand| operand.span == span)
}

/// Respells moves that are the same in both positions; returns the others with their names, of a line only the first.
fn respell_moves(
    moves: impl Iterator<Item = (Span, Move)>,
    is_line: bool,
    (old, new): (&Chess, &Chess),
    after: &Record<'_>,
    map: Map<'_>,
    out: &mut RespellResult,
) -> Vec<(Span, String)> {
    let (mut old, mut new) = (old.clone(), new.clone());
    let moved = map(Square::E4) != Some(Square::E4);
    let mut gone = Vec::new();
    for (span, played) in moves {
        if !old.is_legal(played) {
            continue;
        }
        let (text, name) = (span.of(after.line()), moves::san(&old, played));
        let Some(same) = carried(&new, played, map) else {
            gone.push((span, name));
            if is_line {
                break;
            }
            continue;
        };
        let is_uci = text == moves::uci(&old, played).as_bytes();
        let right = match is_uci {
            true => moves::uci(&new, same),
            false => moves::san(&new, same),
        };
        // A move in another notation (`e2-e4`) keeps its text; only SAN depends on other pieces.
        if text != right.as_bytes() && (is_uci || moved || text == name.as_bytes()) {
            out.respelled.push(Fix {
                safe: true,
                span,
                replacement: right.into_bytes(),
            });
        }
        if is_line {
            old.play_unchecked(played);
            new.play_unchecked(same);
        }
    }
    gone
}

/// Returns the legal move of the same piece between the mapped squares.
fn carried(position: &Chess, played: Move, map: Map<'_>) -> Option<Move> {
    let from = map(played.from()?)?;
    let to = map(played.to())?;
    position.legal_moves().into_iter().find(|other| {
        other.from() == Some(from)
            && other.to() == to
            && other.role() == played.role()
            && other.promotion() == played.promotion()
            && other.is_castle() == played.is_castle()
    })
}
