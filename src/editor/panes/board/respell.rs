//! What a change of the board does to the rest of the record: moves that are still the same get
//! their new spelling (disambiguation, captures, check marks), and what has become illegal or
//! impossible is said. Nothing is dropped.

use crate::editor::model::Model;
use crate::editor::panes::board::{Map, impossible_rights};
use crate::editor::state::meant::Meant;
use crate::epd::moves;
use crate::epd::opcode::Shape;
use crate::epd::{Fix, Operation, Record, Span, Value, points};
use rustc_hash::FxHashMap;
use shakmaty::{Chess, Move, Position, Square};

/// What changed beside the board, or is no longer right.
#[derive(Debug, Default)]
pub(super) struct Respelled {
    /// The texts in place of moves that are still the same move.
    respelled: Vec<Fix>,
    /// `bm Kd2`: moves that were legal and are not any more.
    illegal: Vec<String>,
    /// `bm O-O`: moves whose words mean another legal move now.
    other: Vec<String>,
    /// Moves with points that are not legal any more.
    stale: Vec<String>,
    /// Castling rights and the en-passant square that have become impossible.
    leftover: Vec<String>,
    /// Castling rights that went with their king or rook.
    removed: String,
}

impl Respelled {
    /// The same, with castling rights that went with their king or rook.
    pub(super) fn without_rights(self, removed: String) -> Self {
        Self { removed, ..self }
    }

    /// For the status line, with the key that removes impossible rights; `None` where there is nothing to say.
    pub(super) fn in_words(&self, remove: &str) -> Option<String> {
        let mut words = Vec::new();
        match self.removed.len() {
            0 => {}
            1 => words.push(format!("castling right {} removed", self.removed)),
            _ => words.push(format!("castling rights {} removed", self.removed)),
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
        match self.respelled.len() {
            0 => {}
            1 => words.push("1 move respelled".into()),
            n => words.push(format!("{n} moves respelled")),
        }
        (!words.is_empty()).then(|| words.join(" · "))
    }
}

/// What is said of some moves: of the first alone, or of how many more.
fn several(moves: &[String], is: &str, are: &str) -> Option<String> {
    match moves {
        [] => None,
        [only] => Some(format!("{only} {is}")),
        [first, rest @ ..] => Some(format!("{first} and {} more {are}", rest.len())),
    }
}

/// The new line with its moves respelled, and what there is to say. `map` says where the pieces of
/// each square went.
pub(super) fn follow(
    model: &mut Model,
    before: &Record<'_>,
    new: Vec<u8>,
    map: Map<'_>,
) -> (Vec<u8>, Respelled) {
    let options = *before.options();
    let after = Record::read(&new, &options);
    let mut out = Respelled::default();
    note_impossible_rights(before, &after, &mut out);
    let remembered = model.document.view.meant.take();
    let remembered = remembered.filter(|meant| {
        let old = Record::read(&meant.line, &options);
        meant.selected == model.document.selected && operations(&old) == operations(before)
    });
    let reference = match (before.position(), &remembered) {
        (Some(_), _) => Some(before.clone()),
        (None, Some(meant)) => Some(Record::read(&meant.line, &options)),
        (None, None) => None,
    };
    if let Some(reference) = &reference {
        respell(reference, &after, map, &mut out);
    }
    let kept = reference.filter(|_| after.position().is_none());
    model.document.view.meant = kept.map(|reference| Meant {
        selected: model.document.selected,
        line: reference.line().to_vec(),
    });
    let mut line = new;
    // From the end, so that the places of those before stay right.
    for fix in out.respelled.iter().rev() {
        line = fix.apply(&line);
    }
    (line, out)
}

/// Whether two lines have the same operations, byte for byte, and other fields.
pub(super) fn only_fields_differ(before: &Record<'_>, new: &[u8]) -> bool {
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

fn note_impossible_rights(before: &Record<'_>, after: &Record<'_>, out: &mut Respelled) {
    let was = before.impossible_castling();
    let rights: String = after
        .impossible_castling()
        .chars()
        .filter(|letter| !was.contains(*letter))
        .collect();
    if !rights.is_empty() {
        out.leftover.push(format!("castling {rights}"));
    }
    if let Some(square) = impossible_rights::impossible_en_passant(after)
        && impossible_rights::impossible_en_passant(before) != Some(square)
    {
        out.leftover.push(format!("en passant {square}"));
    }
}

/// Respells the moves that are still the same move, in order of their place.
fn respell(reference: &Record<'_>, after: &Record<'_>, map: Map<'_>, out: &mut Respelled) {
    let (Some(old), Some(new)) = (reference.position(), after.position()) else {
        return;
    };
    let from_end = |record: &Record<'_>, operation: &Operation| {
        record.body().end.abs_diff(operation.span.start)
    };
    let places = after.operations().iter();
    let places: FxHashMap<usize, &Operation> = places.map(|is| (from_end(after, is), is)).collect();
    for was in reference.operations() {
        let is_line = match was.shape() {
            Some(Shape::Line) => true,
            Some(Shape::Moves | Shape::OneMove) => false,
            _ => continue,
        };
        // Beside another position a line may read otherwise: only the same operation, in the same
        // place behind the fields, is followed.
        let there = places.get(&from_end(reference, was)).copied();
        if let Some(is) = there.filter(|is| is_same_operation(reference, was, after, is)) {
            let mut both = (old.clone(), new.clone());
            let pair = (reference, was, after, is);
            respell_operation(pair, &mut both, is_line, map, out);
        }
    }
    respell_points((reference, old), (after, new), map, out);
    out.respelled.sort_by_key(|fix| fix.span.start);
}

/// Whether an operation of the new line is that of the old one, byte for byte and in its place.
fn is_same_operation(
    reference: &Record<'_>,
    was: &Operation,
    after: &Record<'_>,
    is: &Operation,
) -> bool {
    let spans = |record: &Record<'_>, operation: &Operation| -> Vec<usize> {
        let operands = record.operands_of(operation).iter();
        operands
            .flat_map(|operand| [operand.span.start, operand.span.end])
            .chain([operation.span.start, operation.span.end])
            .map(|at| record.body().end.abs_diff(at))
            .collect()
    };
    spans(reference, was) == spans(after, is)
        && was.span.of(reference.line()) == is.span.of(after.line())
}

/// The points of moves (`c0`, `c7`, `c9`) follow as the moves of operations do; those of moves that are
/// not legal any more are said to be stale.
fn respell_points(
    (reference, old): (&Record<'_>, &Chess),
    (after, new): (&Record<'_>, &Chess),
    map: Map<'_>,
    out: &mut Respelled,
) {
    let Some(points) = points::of(reference) else {
        return;
    };
    let moved = map(Square::E4) != Some(Square::E4);
    for named in points.moves() {
        let Some(played) = named.played else { continue };
        let text = named.span.of(reference.line());
        let place = |at: usize| {
            let from_end = reference.body().end.checked_sub(at)?;
            after.body().end.checked_sub(from_end)
        };
        let (Some(start), Some(end)) = (place(named.span.start), place(named.span.end)) else {
            continue;
        };
        let span = Span::new(start, end);
        if span.of(after.line()) != text {
            continue;
        }
        let Some(same) = carried(new, played, map) else {
            let name = moves::san(old, played);
            if !out.stale.contains(&name) {
                out.stale.push(name);
            }
            continue;
        };
        let is_uci = text == moves::uci(old, played).as_bytes();
        let right = match is_uci {
            true => moves::uci(new, same),
            false => moves::san(new, same),
        };
        if text != right.as_bytes()
            && (is_uci || moved || text == moves::san(old, played).as_bytes())
        {
            out.respelled.push(Fix {
                safe: true,
                span,
                replacement: right.into_bytes(),
            });
        }
    }
}

type Pair<'a, 'l> = (&'a Record<'l>, &'a Operation, &'a Record<'l>, &'a Operation);

fn respell_operation(
    (reference, was, after, is): Pair<'_, '_>,
    (old, new): &mut (Chess, Chess),
    is_line: bool,
    map: Map<'_>,
    out: &mut Respelled,
) {
    let pairs = reference.operands_of(was).iter().zip(after.operands_of(is));
    for (before, now) in pairs {
        let Value::Move(played) = before.value else {
            continue;
        };
        if !old.is_legal(played) {
            continue;
        }
        let text = now.span.of(after.line());
        let spelled = moves::san(old, played);
        let Some(same) = carried(new, played, map) else {
            let (opcode, text) = (reference.opcode(was), String::from_utf8_lossy(text));
            let said = format!("{opcode} {text}");
            match now.value {
                Value::Move(_) => out.other.push(said),
                _ => out.illegal.push(said),
            }
            if is_line {
                return;
            }
            continue;
        };
        let moved = map(Square::E4) != Some(Square::E4);
        let right = moves::san(new, same);
        // A move in another dialect (`e2e4`) says what it says; only SAN depends on the others.
        if text != right.as_bytes() && (text == spelled.as_bytes() || moved) {
            out.respelled.push(Fix {
                safe: true,
                span: now.span,
                replacement: right.into_bytes(),
            });
        }
        if is_line {
            old.play_unchecked(played);
            new.play_unchecked(same);
        }
    }
}

/// The legal move of the same piece between the squares that its squares became.
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
