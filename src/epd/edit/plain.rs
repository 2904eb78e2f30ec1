//! Operations taken out of a line that has nothing odd, without any move being read.
//!
//! The proof is one of the pieces: the line without the operations is read as far as its fields and the
//! places of its operations, and these are byte for byte those of the old line, in their order. What an
//! operation means depends on the fields and on its own bytes, but for a few, of which the line must have
//! none: with them, as with anything odd, only [`checked`](super::checked) can tell.

use crate::epd::opcode::{self, Shape};
use crate::epd::record::ReadOptions;
use crate::epd::skim::{Place, Skim};
use crate::epd::span::Span;
use crate::epd::{lex, record::LineKind};

/// Longer lines go the long way.
const LONGEST: usize = 1 << 14;

/// The line without all operations with these opcodes: what [`checked`](super::checked) makes of it. `None`
/// where only that can tell, or where there are none.
pub(crate) fn without(line: &[u8], options: &ReadOptions, opcodes: &[String]) -> Option<Vec<u8>> {
    if line.len() > LONGEST
        || opcodes
            .iter()
            .any(|opcode| reaches_further(opcode.as_bytes()))
    {
        return None;
    }
    let skim = Skim::read(line, options);
    let places = plain_places(&skim)?;
    let goes = |place: &Place| {
        let name = place.opcode.of(line);
        opcodes.iter().any(|opcode| opcode.as_bytes() == name)
    };
    let mut new = Vec::with_capacity(line.len());
    let mut at = 0;
    for place in places.iter().filter(|place| goes(place)) {
        let region = region(line, place)?;
        new.extend_from_slice(line.get(at..region.start)?);
        at = region.end;
    }
    if at == 0 {
        return None;
    }
    new.extend_from_slice(line.get(at..)?);
    let fields = places.first()?.opcode.start;
    let stay = places.iter().filter(|place| !goes(place));
    is_rest(&new, options, line.get(..fields)?, line, stay).then_some(new)
}

/// Whether other operations, or errors, may depend on one with this opcode.
fn reaches_further(opcode: &[u8]) -> bool {
    // A draw is offered with a move; clocks may stand as fields.
    matches!(opcode, b"sm" | b"hmvc" | b"fmvn") || opcode::perft_depth(opcode).is_some()
}

/// Where the operations are, if each is by itself.
fn plain_places<'s>(skim: &'s Skim<'_>) -> Option<&'s [Place]> {
    let line = skim.line();
    let body = lex::parts(line).body.of(line);
    // Signs that act belong to no word.
    let is_shown = body.iter().all(|byte| *byte >= b' ' && *byte != 0x7F);
    let places = skim.operations().filter(|_| is_shown && skim.is_plain())?;
    let is_by_itself = |place: &Place| {
        let name = place.opcode.of(line);
        let is_known = opcode::find(name).is_some() || opcode::well_known(name).is_some();
        // Others may be moves, or the beginning of a sentence.
        let is_private = name.first().is_some_and(u8::is_ascii_uppercase)
            && !name.iter().any(u8::is_ascii_digit);
        let operands = place.operands.of(line);
        // Text without quotes may be none of it.
        let is_text =
            opcode::find(name).is_some_and(|info| matches!(info.shape, Shape::Text { .. }));
        let is_whole =
            !is_text || place.words == 0 || place.words == 1 && operands.starts_with(b"\"");
        let mut words = operands.split(|byte| lex::is_blank(*byte));
        // `#3` is a distance that `dm` may give, too.
        let is_distance = words.any(|word| word.starts_with(b"#"));
        (is_known || is_private) && is_whole && opcode::perft_depth(name).is_none() && !is_distance
    };
    places.iter().all(is_by_itself).then_some(places)
}

/// An operation with its semicolon, and the blanks before it where no word follows directly.
fn region(line: &[u8], place: &Place) -> Option<Span> {
    let ends = place.operands.end.max(place.opcode.end);
    let end = ends + 1;
    let body = lex::parts(line).body;
    if line.get(ends) != Some(&b';') || end > body.end {
        return None;
    }
    let before = line.get(..place.opcode.start)?;
    let blanks = before
        .iter()
        .rev()
        .take_while(|byte| lex::is_blank(**byte))
        .count();
    let next = line.get(end..body.end).and_then(<[u8]>::first);
    match next.is_some_and(|byte| !lex::is_blank(*byte)) {
        true => Some(Span::new(place.opcode.start, end)),
        false => Some(Span::new(place.opcode.start - blanks, end)),
    }
}

/// Whether a line is these fields with these operations of the old line, and nothing else.
fn is_rest<'p>(
    new: &[u8],
    options: &ReadOptions,
    fields: &[u8],
    line: &[u8],
    stay: impl Iterator<Item = &'p Place>,
) -> bool {
    let skim = Skim::read(new, options);
    if skim.kind() != LineKind::Record || !skim.is_plain() {
        return false;
    }
    let Some(places) = skim.operations() else {
        return false;
    };
    let start = places.first().map_or(new.len(), |place| place.opcode.start);
    let mine = new.get(..start).unwrap_or_default();
    let mut found = places.iter();
    let are_same = stay.into_iter().all(|old| {
        found.next().is_some_and(|new_one| {
            new_one.words == old.words
                && new_one.opcode.of(new) == old.opcode.of(line)
                && new_one.operands.of(new) == old.operands.of(line)
        })
    });
    are_same
        && found.next().is_none()
        && mine.trim_ascii_end() == fields.trim_ascii_end()
        && behind(new) == behind(line)
}

/// What stands behind the last word.
fn behind(line: &[u8]) -> &[u8] {
    line.get(lex::parts(line).body.end..).unwrap_or_default()
}
