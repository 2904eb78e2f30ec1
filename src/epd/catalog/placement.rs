//! Diagnostics of the first two fields: the pieces and the side to move.

use super::{Context, Entry, entries};
use crate::epd::diagnostic::Fix;
use crate::epd::placement;
use crate::epd::record::unquoted;
use crate::epd::span::Span;

entries! {
    VariantPlacement "variant-placement" Error Doubts
        "a position of another variant"
        "Pockets in brackets, `~` for promoted pieces, a check counter such as `3+3`, or a board that is not 8x8 belong to other games than standard chess. The record is left unchanged."
        "4k3/8/8/8/8/8/8/4K2R[Qp] w K - bm Kd2;"
        message: |d| format!("not a position of standard chess: {}", d.reason());
    QuotedPosition "quoted-position" Warning Fixed
        "the position in quotes"
        "The four fields are plain words; the quotes are removed."
        "\"4k3/8/8/8/8/8/8/4K2R w K -\" bm Kd2;"
        message: |d| format!("the position {} is in quotes, expected none", d.value()),
        fix: |d| d.safe(unquoted(d.text()).trim_ascii());
    BadPlacement "bad-placement" Error Doubts
        "an unreadable piece placement"
        "The placement is eight ranks from the 8th to the 1st, joined by `/`; each has exactly eight squares, written as piece letters (PNBRQK white, pnbrqk black) and digits 1-8 for runs of empty squares."
        "4k3/8/8/8/8/8/4K2R w K - bm Kd2;"
        message: |d| match d.span().is_empty() {
            true => format!("no piece placement: {}", d.reason()),
            false => format!("bad piece placement {}: {}", d.value(), d.reason()),
        };
    CraftyPlacement "crafty-placement" Warning Fixed
        "an eighth slash after the ranks (Crafty's form)"
        "Crafty and HIARCS close every rank with `/` and leave out empty squares at the end of a rank. The ranks are written in full."
        "4k/8/8/8/8/8/8/4K2R/ w K - bm Kd2;"
        message: |d| format!("the placement ends with an eighth `/` (Crafty's form), expected {}", d.expected("ranks in full")),
        fix: whole_placement;
    UnmergedDigits "unmerged-digits" Hint Fixed
        "neighbouring digits in a rank"
        "A run of empty squares is one digit: `44` and `35` are written `8`."
        "4k3/44/8/8/8/8/8/4K2R w K - bm Kd2;"
        message: unmerged_digits,
        fix: |d| match d.unmerged()[..] {
            [(_, digit)] => d.safe(&[digit]),
            _ => whole_placement(d),
        };
    ColourCase "colour-case" Warning Fixed
        "the side to move in upper case"
        "The side to move is `w` or `b`."
        "4k3/8/8/8/8/8/8/4K2R W K - bm Kd2;"
        message: |d| format!("side to move {}, expected {}", d.value(), d.expected("lower case")),
        fix: |d| d.safe(&d.text().to_ascii_lowercase());
    BadColour "bad-colour" Error Doubts
        "a side to move that is neither `w` nor `b`"
        "After the placement comes the side to move: `w` or `b`."
        "4k3/8/8/8/8/8/8/4K2R x K - bm Kd2;"
        message: |d| match d.span().is_empty() {
            true => "no side to move, expected `w` or `b`".to_owned(),
            false => format!("{} is not a side to move, expected `w` or `b`", d.value()),
        };
}

impl Context<'_, '_> {
    /// Returns the runs of neighbouring digits in the placement, with the digit for each.
    fn unmerged(&self) -> Vec<(Span, u8)> {
        let field = self.record.fields.placement.unwrap_or(self.span());
        placement::unmerged(field.of(self.record.line))
    }
}

/// Returns the message about the first run of digits, its correct digit, and the number of further runs.
fn unmerged_digits(d: &Context<'_, '_>) -> String {
    let runs = d.unmerged();
    let digit = runs.first().map_or(b'8', |(_, digit)| *digit);
    let more = match runs.len() {
        0 | 1 => String::new(),
        2 => ", and once more".to_owned(),
        many => format!(", and {} times more", many - 1),
    };
    let (value, digit) = (d.value(), char::from(digit));
    format!("neighbouring digits {value} in the placement, expected `{digit}`{more}")
}

fn whole_placement(d: &Context<'_, '_>) -> Option<Fix> {
    let mut text = Vec::new();
    placement::write(d.record.board()?, &mut text);
    Fix::safe(d.record.fields.placement?, text)
}
