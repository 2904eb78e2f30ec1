//! Diagnostics of moves: the reason why one is illegal, its proper spelling, and the repairs for a user to choose.

use crate::epd::catalog::operands::rewritten;
use crate::epd::catalog::{Context, Entry, Proof, entries};
use crate::epd::diagnostic::{Code, Diagnostic, Fix, list, quoted};
use crate::epd::moves;
use crate::epd::opcode::Shape;
use crate::epd::operand::Value;
use crate::epd::record::{Record, unquoted};
use shakmaty::Position;

entries! {
    MoveIllegal "move-illegal" Error Blocks
        "an illegal move"
        "The text has the form of a move, but no piece can play it here. Perhaps the side to move or the position is wrong."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Qd2;"
        message: illegal,
        fix: flipped_or_removed,
        choices: repairs,
        rank: repair_rank;
    MoveAmbiguous "move-ambiguous" Error Blocks
        "an ambiguous move"
        "Name the file or rank the piece comes from, as in `Rhh2`."
        "4k3/8/8/8/8/8/R7/4K2R w - - bm Rh2;"
        message: ambiguous,
        choices: repairs;
    MoveUnreadable "move-unreadable" Error Blocks
        "a word that is not a move"
        "Moves are written in SAN: `Nf3`, `exd5`, `O-O`, `e8=Q+`. UCI and long algebraic moves are understood too."
        "4k3/8/8/8/8/8/8/4K2R w K - bm best;"
        message: |d| format!("{} is not a move, expected SAN such as `Nf3` or `O-O`", d.value()),
        choices: repairs,
        unsettles: true;
    MoveNotSan "move-not-san" Warning Fixed
        "a move not in SAN"
        "UCI (`g1f3`), long algebraic (`Ng1-f3`), `0-0`, `a8Q` and the like are understood, and written in SAN, the standard's notation."
        "4k3/8/8/8/8/8/8/4K2R w K - bm e1d2;"
        message: |d| match d.expected_text() {
            Some(text) if !text.is_empty() => format!("{} should be {}", d.value(), quoted(&text)),
            _ => format!("{} is not part of a move in SAN", d.value()),
        },
        fix: rewritten,
        proof: Proof::Operation;
    MoveSpelling "move-spelling" Hint Fixed
        "SAN not spelled as in PGN export"
        "Export SAN has the least disambiguation that is needed, and `+` or `#` exactly where the move gives check or mate."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8;"
        message: |d| match d.expected_text() {
            Some(text) => spelling(d.text(), &text),
            None => format!("{} is not spelled as in PGN export", d.value()),
        },
        fix: rewritten,
        proof: Proof::Operation;
    DetachedCheck "detached-check" Hint Fixed
        "a check sign apart from its move"
        "`Qd1 +` is one move, written `Qd1+`."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8 +;"
        message: |d| format!("the check sign is apart from its move in {}, expected {}", d.value(), d.expected("none")),
        fix: rewritten,
        proof: Proof::Operation;
    FalseMateSign "false-mate-sign" Warning Fixed
        "`#` on a move that does not mate"
        "The move is legal but not mate; the sign is corrected. Make sure that the position is the right one."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8#;"
        message: |d| format!("{} is not mate, expected {}", d.value(), d.expected("another sign")),
        fix: rewritten,
        proof: Proof::Operation;
    MoveAnnotation "move-annotation" Error Blocks
        "an annotation among the moves"
        "Glyphs (`!`, `?`) and text in braces have no place in EPD. Dropping them loses what they say, so the record is left unchanged; an unsafe fix drops them."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2!;"
        message: |d| format!("annotation in {}, expected {}", d.value(), d.expected("none")),
        fix: annotation;
}

fn illegal(d: &Context<'_, '_>) -> String {
    let text = unquoted(d.text());
    let value = quoted(text);
    let reached = d.record.position_before(d.span());
    let why = reached.and_then(|position| moves::why_illegal(&position, text));
    let place = match (d.number(), &why) {
        (number @ 1.., _) => format!(" as move {number} of the line"),
        (_, Some(_)) => String::new(),
        (_, None) => " in this position".to_owned(),
    };
    let why = why.map_or_else(String::new, |why| format!(": {why}"));
    format!("{value} is illegal{place}{why}")
}

/// Names the legal moves that a text fits, in their proper spelling.
fn ambiguous(d: &Context<'_, '_>) -> String {
    let names = near_moves(d);
    let names: Vec<String> = names.iter().map(|name| quoted(name.as_bytes())).collect();
    format!(
        "{} is ambiguous, expected {}",
        d.value(),
        list(&names, "or")
    )
}

/// Names the difference of a spelling from PGN export SAN.
fn spelling(value: &[u8], expected: &[u8]) -> String {
    let (written, should) = (quoted(value), quoted(expected));
    let is_of_body = |b: &&u8| !matches!(b, b'+' | b'#');
    let bare = |text: &[u8]| text.iter().take_while(is_of_body).count();
    let (body, sign) = value.split_at(bare(value));
    let (expected_body, right) = expected.split_at(bare(expected));
    if body != expected_body {
        let why = match body.len() > expected_body.len() {
            true => "names more than it needs",
            false => "is not the usual way to tell the pieces apart",
        };
        return format!("{written} {why}, expected {should}");
    }
    match (sign, right) {
        (_, b"#") => format!("{written} is mate, expected {should}"),
        (_, b"+") => format!("{written} gives check, expected {should}"),
        _ => format!("{written} does not give check, expected {should}"),
    }
}

fn annotation(d: &Context<'_, '_>) -> Option<Fix> {
    let operand = d.record.operand_at(d.span()).map(|(_, index)| index);
    let is_move = |index: &usize| {
        let operand = d.record.operands.get(*index);
        operand.is_some_and(|o| matches!(o.value, Value::Move(_)))
    };
    match operand.filter(is_move) {
        Some(index) => d.not_safe(&d.record.canonical_operand(index)?),
        None => Fix::not_safe(d.record.removal_span(d.span()), b""),
    }
}

/// The number of legal moves offered for an illegal one.
const NEAR: usize = 3;

/// Returns the fix that changes the side to move, if all moves of the record are legal then; else the move's removal.
fn flipped_or_removed(d: &Context<'_, '_>) -> Option<Fix> {
    match flipped(d) {
        Some(fix) => Some(fix),
        None => Fix::not_safe(d.record.without_move(d.span())?, b""),
    }
}

/// Returns the other fixes: legal moves nearby, the missing castling right, and the removal of the move.
fn repairs(d: &Context<'_, '_>) -> Vec<Fix> {
    let mut fixes: Vec<Fix> = near_moves(d)
        .iter()
        .filter_map(|san| d.not_safe(san.as_bytes()))
        .collect();
    fixes.extend(missing_right_added(d));
    let without = d.record.without_move(d.span());
    fixes.extend(without.and_then(|span| Fix::not_safe(span, b"")));
    fixes
}

/// Ranks the fixes of an illegal move by the size of the change: the missing castling right, a legal move to the same
/// square, the other side to move, a legal move to a square nearby, and the removal of the move.
fn repair_rank(d: &Context<'_, '_>, fix: &Fix) -> u8 {
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

fn missing_right_added(d: &Context<'_, '_>) -> Option<Fix> {
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
fn near_moves(d: &Context<'_, '_>) -> Vec<String> {
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
    let mut repairs = d.record.diagnostics.iter();
    !castles(d.diagnostic) || repairs.any(|d| d.code == Code::MoveIllegal && !castles(d))
}
