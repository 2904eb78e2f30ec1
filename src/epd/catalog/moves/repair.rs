//! Repairs of a move that can't be played, from which the user chooses.

use super::Context;
use crate::epd::diagnostic::{Code, Diagnostic, Fix};
use crate::epd::moves;
use crate::epd::opcode::Shape;
use crate::epd::record::{Record, unquoted};
use shakmaty::Position;

/// The number of legal moves offered for an illegal one.
const NEAR: usize = 3;

/// Returns the fix that changes the side to move, if all moves of the record are legal then; else the move's removal.
pub(super) fn illegal(d: &Context<'_, '_>) -> Option<Fix> {
    match flipped(d) {
        Some(fix) => Some(fix),
        None => Fix::not_safe(d.record.without_move(d.span())?, b""),
    }
}

/// Returns the other fixes: legal moves nearby, the missing castling right, and the removal of the move.
pub(super) fn others(d: &Context<'_, '_>) -> Vec<Fix> {
    let mut fixes: Vec<Fix> = near_moves(d)
        .iter()
        .filter_map(|san| d.not_safe(san.as_bytes()))
        .collect();
    fixes.extend(given_right(d));
    let without = d.record.without_move(d.span());
    fixes.extend(without.and_then(|span| Fix::not_safe(span, b"")));
    fixes
}

/// Ranks the fixes of an illegal move by the size of the change: the missing castling right, a legal move to the same
/// square, the other side to move, a legal move to a square nearby, and the removal of the move.
pub(super) fn rank(d: &Context<'_, '_>, fix: &Fix) -> u8 {
    let fields = &d.record.fields;
    if Some(fix.span) == fields.castling {
        return 0;
    }
    if Some(fix.span) == fields.side {
        return 2;
    }
    if fix.replacement.is_empty() {
        return 4;
    }
    let start = d.record.position_before(d.span());
    let is_there = start.is_some_and(|start| {
        let read = moves::read(&start, &fix.replacement).result;
        read.is_ok_and(|played| moves::ends_there(&start, unquoted(d.text()), played))
    });
    if is_there { 1 } else { 3 }
}

/// Returns the fix that adds the missing castling right, if the move is legal then.
fn given_right(d: &Context<'_, '_>) -> Option<Fix> {
    let (record, span) = (d.record, d.span());
    let wing = moves::castling_side(unquoted(d.text()))?;
    let side = record.position_before(span)?.turn();
    let (white, black) = if wing.is_king_side() {
        ('K', 'k')
    } else {
        ('Q', 'q')
    };
    let missing = side.fold_wb(white, black);
    let field = record.fields.castling?;
    let rights = record.castling()?;
    if rights.contains(missing) || !rights.bytes().all(|b| b"-KQkq".contains(&b)) {
        return None;
    }
    let given = |letter: &char| *letter == missing || rights.contains(*letter);
    let fix = Fix::not_safe(field, "KQkq".chars().filter(given).collect::<String>())?;
    let line = fix.apply(record.line);
    let after = Record::read(&line, &record.options);
    let moved = span.start - field.len() + fix.replacement.len();
    let wrong = |d: &Diagnostic| d.code == Code::MoveIllegal && d.span.start == moved;
    let is_legal = after.position().is_some() && !after.diagnostics.iter().any(wrong);
    is_legal.then_some(fix)
}

/// Returns the legal moves near an illegal one, or those that an ambiguous one fits, as SAN.
pub(super) fn near_moves(d: &Context<'_, '_>) -> Vec<String> {
    let Some(position) = d.record.position_before(d.span()) else {
        return Vec::new();
    };
    let text = unquoted(d.text());
    let near = match moves::read(&position, text).result {
        Err(moves::Fault::Ambiguous(fitting)) => fitting,
        _ => moves::near(&position, text, NEAR),
    };
    near.into_iter()
        .map(|played| moves::san(&position, played))
        .collect()
}

/// Returns the fix that changes the side to move, if all moves of the record are legal then and nothing is worse.
fn flipped(d: &Context<'_, '_>) -> Option<Fix> {
    let record = d.record;
    if record.is_too_long_to_try() || !is_about_the_side(d) {
        return None;
    }
    let position = record.position()?.clone().swap_turn().ok()?;
    let operation = record.operation_around(d.span())?;
    let first = record.operands_of(operation).first()?;
    // A cheap first check: most flips fail already here.
    let is_line = operation.info?.shape == Shape::Line;
    let looked_at = if is_line { first.span } else { d.span() };
    let text = unquoted(looked_at.of(record.line));
    moves::read(&position, text).result.ok()?;
    let side: &[u8] = record.side?.fold_wb(b"b", b"w");
    let fix = Fix::not_safe(record.fields.side?, side)?;
    let line = fix.apply(record.line);
    let after = Record::read(&line, &record.options);
    let wrong = |d: &Diagnostic| {
        matches!(
            d.code,
            Code::MoveIllegal | Code::MoveAmbiguous | Code::MoveUnreadable | Code::MovesUnchecked
        )
    };
    let all_legal = !after.diagnostics.iter().any(wrong);
    (all_legal && after.is_no_worse_than(record)).then_some(fix)
}

/// Returns true if an illegal move is evidence of the side to move; castling is not, as both sides write it alike.
fn is_about_the_side(d: &Context<'_, '_>) -> bool {
    let castles = |found: &Diagnostic| {
        let text = unquoted(found.span.of(d.record.line));
        moves::castling_side(text).is_some()
    };
    let mut others = d.record.diagnostics.iter();
    !castles(d.diagnostic) || others.any(|d| d.code == Code::MoveIllegal && !castles(d))
}
