//! A diagnostic with its record: the subject of the catalogue.

use crate::epd::diagnostic::{Detail, Diagnostic, Fix, Related, quoted};
use crate::epd::record::Record;
use crate::epd::span::Span;

/// A diagnostic with its record.
pub(super) struct Context<'r, 'l> {
    pub record: &'r Record<'l>,
    pub diagnostic: &'r Diagnostic,
}

impl<'r, 'l> Context<'r, 'l> {
    pub(super) fn new(record: &'r Record<'l>, diagnostic: &'r Diagnostic) -> Self {
        Self { record, diagnostic }
    }

    pub(super) fn span(&self) -> Span {
        self.diagnostic.span
    }

    /// Returns the bytes at fault.
    pub(super) fn text(&self) -> &'l [u8] {
        self.span().of(self.record.line)
    }

    /// Returns the bytes quoted for a message.
    pub(super) fn value(&self) -> String {
        quoted(self.text())
    }

    /// Returns the opcode of the operation at fault, for the start of a sentence.
    pub(super) fn opcode_name(&self) -> String {
        match self.record.operation_around(self.span()) {
            Some(operation) => quoted(self.record.opcode(operation).as_bytes()),
            None => self.value(),
        }
    }
}

/// The details beside the code.
impl<'r> Context<'r, '_> {
    pub(super) fn words(&self) -> Option<&'r str> {
        match &self.diagnostic.detail {
            Detail::Words(words) => Some(words),
            _ => None,
        }
    }

    pub(super) fn reason(&self) -> &'r str {
        self.words().unwrap_or_default()
    }

    pub(super) fn number(&self) -> i64 {
        match self.diagnostic.detail {
            Detail::Number(number) => number,
            _ => 0,
        }
    }

    pub(super) fn place(&self) -> Option<Span> {
        match self.diagnostic.detail {
            Detail::Place(place) => Some(place),
            _ => None,
        }
    }

    pub(super) fn place_text(&self) -> String {
        let place = self.place();
        place.map_or_else(String::new, |place| quoted(place.of(self.record.line)))
    }
}

/// The fixes of a diagnostic; see [`Fix::safe`].
impl Context<'_, '_> {
    /// Returns a safe fix that replaces the bytes of the diagnostic.
    pub(super) fn safe(&self, text: &[u8]) -> Option<Fix> {
        Fix::safe(self.span(), text)
    }

    /// Returns a fix, left to the user, that replaces the bytes of the diagnostic.
    pub(super) fn not_safe(&self, text: &[u8]) -> Option<Fix> {
        Fix::not_safe(self.span(), text)
    }

    /// Returns a fix that writes the true number in place of a wrong one.
    pub(super) fn expected_number(&self) -> Option<Fix> {
        match self.diagnostic.detail {
            Detail::Number(number) => self.not_safe(number.to_string().as_bytes()),
            _ => None,
        }
    }

    /// Returns a safe fix that removes the bytes of the diagnostic.
    pub(super) fn remove(&self) -> Option<Fix> {
        Fix::safe(self.record.taken_out(self.span()), b"")
    }

    /// Returns a fix for each span, left to the user, that removes it.
    pub(super) fn removals<const N: usize>(&self, spans: [Option<Span>; N]) -> Vec<Fix> {
        let spans = spans.into_iter().flatten();
        spans
            .filter_map(|span| Fix::not_safe(self.record.taken_out(span), b""))
            .collect()
    }

    /// Returns the text that a fix would write in place of the diagnostic's bytes, whether or not it is safe there.
    pub(super) fn expected_text(&self) -> Option<Vec<u8>> {
        let fix = self.record.proposed_fix(self.diagnostic)?;
        (fix.span == self.span()).then_some(fix.replacement)
    }

    /// Returns that text quoted for the end of a sentence; `unknown` if there is none.
    pub(super) fn expected(&self, unknown: &str) -> String {
        match self.expected_text() {
            Some(text) => quoted(&text),
            None => unknown.to_owned(),
        }
    }
}

/// Related places.
impl Context<'_, '_> {
    pub(super) fn span_of(&self, opcode: &str) -> Option<Span> {
        Some(self.record.operation(opcode)?.span)
    }

    pub(super) fn related(&self, span: Option<Span>, label: &str) -> Vec<Related> {
        span.map(|span| Related::new(span, label))
            .into_iter()
            .collect()
    }

    pub(super) fn related_place(&self, label: &str) -> Vec<Related> {
        self.related(self.place(), label)
    }
}
