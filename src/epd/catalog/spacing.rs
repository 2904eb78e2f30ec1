//! Diagnostics of blanks between words.

use super::{Context, Entry, Proof, entries};
use crate::epd::counted::thousands_of;
use crate::epd::diagnostic::Fix;
use crate::epd::span::Span;

entries! {
    ExtraSpace "extra-space" Hint Fixed
        "an unexpected space"
        "The canonical form has one space between words, none before a semicolon and none at the ends of the line."
        "4k3/8/8/8/8/8/8/4K2R w K -  bm Kd2;"
        message: |d| {
            let inner = if d.is_between_words() { "one" } else { "no" };
            format!("expected {inner} space, found {}", thousands_of(d.span().len(), "space", "spaces"))
        },
        fix: |d| d.safe(if d.is_between_words() { b" " } else { b"" }),
        proof: Proof::Operation;
    Tab "tab" Warning Fixed
        "a tab between two words"
        "The standard separates words by spaces; some readers do not know tabs. It becomes one space."
        "4k3/8/8/8/8/8/8/4K2R w K -\tbm Kd2;"
        message: |d| match d.text().iter().find(|b| **b != b' ') == Some(&b'\r') {
            true => "expected one space, found a carriage return",
            false => "expected one space, found a tab",
        }
        .to_owned(),
        fix: |d| d.safe(if d.is_between_words() { b" " } else { b"" }),
        proof: Proof::Operation;
    NoSpaceAfterSemicolon "no-space-after-semicolon" Hint Fixed
        "no space after a semicolon"
        "One space separates an operation from the one before."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2;id \"x\";"
        message: |_| "expected a space after `;`".to_owned(),
        fix: |d| d.safe(b" ");
    MissingSpace "missing-space" Warning Fixed
        "no space between an opcode and its operand"
        "One space separates an opcode from its first operand: `id\"x\"` and `bm:Kd2` are written `id \"x\"` and `bm Kd2`."
        "4k3/8/8/8/8/8/8/4K2R w K - bm:Kd2;"
        message: |d| format!("no space after the opcode in {}, expected one", d.value()),
        fix: missing_space;
}

impl Context<'_, '_> {
    /// Returns true for a gap between two words, where one space is expected.
    fn is_between_words(&self) -> bool {
        let (gap, body) = (self.span(), self.record.parts.body);
        let next = self.record.line.get(gap.end);
        gap.start > body.start && gap.end < body.end && next != Some(&b';')
    }
}

fn missing_space(d: &Context<'_, '_>) -> Option<Fix> {
    if d.record.is_wrong_inside(d.span()) {
        return None;
    }
    // The span includes the colon of `bm:`, after the opcode.
    let colon = usize::from(d.text().ends_with(b":"));
    let end = d.span().end;
    Fix::safe(Span::new(end - colon, end), b" ")
}
