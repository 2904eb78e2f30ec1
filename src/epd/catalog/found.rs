//! A diagnostic beside its record: what the entries of the catalogue speak of.

use crate::epd::diagnostic::{Detail, Diagnostic, Fix, Related, quoted};
use crate::epd::record::Record;
use crate::epd::span::Span;

/// A diagnostic of a record.
pub(super) struct Found<'r, 'l> {
    pub record: &'r Record<'l>,
    pub diagnostic: &'r Diagnostic,
}

impl<'r, 'l> Found<'r, 'l> {
    pub fn new(record: &'r Record<'l>, diagnostic: &'r Diagnostic) -> Self {
        Self { record, diagnostic }
    }

    pub fn span(&self) -> Span {
        self.diagnostic.span
    }

    /// The bytes it is about.
    pub fn text(&self) -> &'l [u8] {
        self.span().of(self.record.line)
    }

    /// The same for a message.
    pub fn value(&self) -> String {
        quoted(self.text())
    }

    /// The opcode of the operation it is about, for the start of a sentence.
    pub fn opcode_name(&self) -> String {
        match self.record.operation_around(self.span()) {
            Some(operation) => quoted(self.record.opcode(operation).as_bytes()),
            None => self.value(),
        }
    }
}

/// What the reader said beside the code.
impl<'r> Found<'r, '_> {
    pub fn reason(&self) -> &'r str {
        match &self.diagnostic.detail {
            Detail::Reason(reason) => reason,
            _ => "",
        }
    }

    pub fn wanted(&self) -> &'r str {
        match &self.diagnostic.detail {
            Detail::Expected(expected) => expected,
            _ => "another value",
        }
    }

    pub fn number(&self) -> i64 {
        match self.diagnostic.detail {
            Detail::Number(number) => number,
            _ => 0,
        }
    }

    pub fn opcode(&self) -> Option<&'static str> {
        match self.diagnostic.detail {
            Detail::Opcode(opcode) => Some(opcode),
            _ => None,
        }
    }

    pub fn place(&self) -> Option<Span> {
        match self.diagnostic.detail {
            Detail::Place(place) => Some(place),
            _ => None,
        }
    }

    pub fn place_text(&self) -> String {
        self.place()
            .map_or_else(String::new, |place| quoted(place.of(self.record.line)))
    }
}

/// Fixes: see [`Fix::safe`].
impl Found<'_, '_> {
    /// Puts a text where the diagnostic is.
    pub fn safe(&self, text: &[u8]) -> Option<Fix> {
        Fix::safe(self.span(), text)
    }

    /// The same for a person to decide.
    pub fn not_safe(&self, text: &[u8]) -> Option<Fix> {
        Fix::not_safe(self.span(), text)
    }

    /// Puts the true number where a wrong one is.
    pub fn expected_number(&self) -> Option<Fix> {
        match self.diagnostic.detail {
            Detail::Number(number) => self.not_safe(number.to_string().as_bytes()),
            _ => None,
        }
    }

    /// Takes out what the diagnostic is about.
    pub fn remove(&self) -> Option<Fix> {
        Fix::safe(self.record.taken_out(self.span()), b"")
    }

    /// One of these goes, whichever a person chooses.
    pub fn removals<const N: usize>(&self, spans: [Option<Span>; N]) -> Vec<Fix> {
        let spans = spans.into_iter().flatten();
        let fixes = spans.filter_map(|span| Fix::not_safe(self.record.taken_out(span), b""));
        fixes.collect()
    }

    /// What a fix would write in the place of the diagnostic's bytes, whether or not it is safe there.
    pub fn expected_text(&self) -> Option<Vec<u8>> {
        let fix = self.record.proposed_fix(self.diagnostic)?;
        (fix.span == self.span()).then_some(fix.replacement)
    }

    /// The same for the end of a sentence; `unknown` where it is not known.
    pub fn expected(&self, unknown: &str) -> String {
        match self.expected_text() {
            Some(text) => quoted(&text),
            None => unknown.to_owned(),
        }
    }
}

/// Other places.
impl Found<'_, '_> {
    pub fn span_of(&self, opcode: &str) -> Option<Span> {
        self.record
            .operation(opcode)
            .map(|operation| operation.span)
    }

    pub fn related(&self, span: Option<Span>, label: &str) -> Vec<Related> {
        let related = span.map(|span| Related::new(span, label));
        related.into_iter().collect()
    }

    pub fn related_place(&self, label: &str) -> Vec<Related> {
        self.related(self.place(), label)
    }
}
