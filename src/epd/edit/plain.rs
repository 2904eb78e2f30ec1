//! Removing operations from a line without peculiarities, without reading any move.
//!
//! The pieces are proved: the new line is read up to its fields and the places of its operations, which must equal
//! those of the old line byte for byte, in order. The meaning of an operation depends on the fields and its own
//! bytes, with a few exceptions; a line that has one, or anything odd, is left to [`checked`](super::checked).

use crate::epd::opcode::{self, Shape};
use crate::epd::skim::{self, Place};
use crate::epd::span::Span;
use crate::epd::{lex, placement};

/// The length above which a line is left to the full proof.
const LONGEST: usize = 1 << 14;

/// Returns the line without all operations with these opcodes, as [`checked`](super::checked) would. `None` if only
/// that can tell, or if there are none.
pub(crate) fn without(line: &[u8], opcodes: &[String]) -> Option<Vec<u8>> {
    let names = opcodes.iter().map(String::as_bytes);
    if line.len() > LONGEST || names.clone().any(reaches_further) {
        return None;
    }
    let (fields, places) = plain_pieces(line)?;
    let mut goes = |place: &&Place| names.clone().any(|name| name == place.opcode.of(line));
    let mut new = Vec::with_capacity(line.len());
    let mut at = 0;
    for place in places.iter().filter(&mut goes) {
        let region = region(line, place)?;
        new.extend_from_slice(line.get(at..region.start)?);
        at = region.end;
    }
    if at == 0 {
        return None;
    }
    new.extend_from_slice(line.get(at..)?);
    let (left, mut found) = skim::pieces_of(&new)?;
    let mut stay = places.iter().filter(|place| !goes(place));
    let are_same = stay.all(|old| {
        found.next().flatten().is_some_and(|place| {
            place.words == old.words
                && place.opcode.of(&new) == old.opcode.of(line)
                && place.operands.of(&new) == old.operands.of(line)
        })
    });
    let is_rest =
        are_same && found.next().is_none() && left == fields && behind(&new) == behind(line);
    is_rest.then_some(new)
}

/// Returns true if other operations, or errors, may depend on one with this opcode.
fn reaches_further(opcode: &[u8]) -> bool {
    // A draw is offered with a move; clocks may be fields.
    matches!(opcode, b"sm" | b"hmvc" | b"fmvn") || opcode::perft_depth(opcode).is_some()
}

/// Returns the fields and the places of the operations, if each is plain.
fn plain_pieces(line: &[u8]) -> Option<([&[u8]; 4], Vec<Place>)> {
    let (fields, places) = skim::pieces_of(line)?;
    let body = lex::parts(line).body.of(line);
    // Control characters belong to no word.
    let is_shown = body.iter().all(|byte| *byte >= b' ' && *byte != 0x7F);
    if !is_shown || !placement::is_canonical(fields[0]) {
        return None;
    }
    let places = places.collect::<Option<Vec<Place>>>()?;
    let is_by_itself = |place: &Place| {
        let name = place.opcode.of(line);
        let is_known = opcode::find(name).is_some() || opcode::well_known(name).is_some();
        // Others may be moves, or the beginning of a sentence.
        let is_private = name.first().is_some_and(u8::is_ascii_uppercase)
            && !name.iter().any(u8::is_ascii_digit);
        let operands = place.operands.of(line);
        // Unquoted text may be ambiguous.
        let is_text =
            opcode::find(name).is_some_and(|info| matches!(info.shape, Shape::Text { .. }));
        let is_whole =
            !is_text || place.words == 0 || place.words == 1 && operands.starts_with(b"\"");
        let mut words = operands.split(|byte| lex::is_blank(*byte));
        // `#3` is a distance that `dm` may also state.
        let is_distance = words.any(|word| word.starts_with(b"#"));
        (is_known || is_private) && is_whole && opcode::perft_depth(name).is_none() && !is_distance
    };
    let are_plain = places.iter().all(is_by_itself);
    are_plain.then_some((fields, places))
}

/// Returns the span of an operation with its semicolon, and the blanks before it unless a word follows directly.
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

/// Returns the text after the last word.
fn behind(line: &[u8]) -> &[u8] {
    line.get(lex::parts(line).body.end..).unwrap_or_default()
}
