//! Diagnostics: a stable code, a severity, the exact bytes, and details for the message.
//!
//! ```
//! use epdit::epd::{Code, ReadOptions, Record, Severity};
//!
//! let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - bm Qh5; ce 35";
//! let record = Record::read(line, &ReadOptions::default());
//! let [illegal, missing] = record.diagnostics() else {
//!     panic!("two problems");
//! };
//! assert_eq!((illegal.code, illegal.severity), (Code::MoveIllegal, Severity::Error));
//! assert_eq!(illegal.span.of(line), b"Qh5");
//! assert!(illegal.blocks(), "canonical writing leaves the record unchanged");
//! assert_eq!(missing.code.name(), "missing-last-semicolon");
//! let fix = record.fix(missing).expect("there is one");
//! assert_eq!(fix.apply(line), b"4k3/8/8/8/8/8/4P3/4K3 w - - bm Qh5; ce 35;");
//! ```

mod code;
mod fix;
mod words;

pub use code::Code;
pub use fix::Fix;
pub(super) use words::{list, quoted};

use super::span::Span;
use shakmaty::{Bitboard, Color};
use std::borrow::Cow;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// A matter of form only.
    Hint,
    /// The meaning is certain, but suspicious, or rejected by some reader.
    Warning,
    /// Wrong, or of uncertain meaning.
    Error,
}

impl Severity {
    /// Returns `hint`, `warning` or `error`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hint => "hint",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// The effect of a diagnostic on the writing of its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// None: canonical writing keeps the text.
    None,
    /// Canonical writing fixes it.
    Fixed,
    /// As an error, it leaves the record unchanged; as a warning it is fixed.
    Blocks,
    /// As an error, it makes the bounds of fields and operations uncertain, too.
    Doubts,
}

/// The details of a message that the text of its span does not give.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Detail {
    /// No details.
    #[default]
    None,
    /// Words: a reason, an expectation, an opcode.
    Words(Cow<'static, str>),
    /// A number: of bytes, of nodes, of a move in its line, the score that would be right.
    Number(i64),
    /// A range of whole numbers, both ends included.
    Range(i64, i64),
    /// Another place in the line.
    Place(Span),
    /// The side whose king is concerned.
    Side(Color),
}

/// A diagnostic in one record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of diagnostic.
    pub code: Code,
    /// The severity in this case (a few codes have two grades).
    pub severity: Severity,
    /// The bytes at fault; empty where something is missing.
    pub span: Span,
    /// The squares concerned, if any.
    pub squares: Bitboard,
    /// The details for the message.
    pub detail: Detail,
}

impl Diagnostic {
    /// Returns a diagnostic of the code's usual severity, without squares or details.
    pub fn new(code: Code, span: Span) -> Self {
        Self {
            code,
            severity: code.severity(),
            span,
            squares: Bitboard::EMPTY,
            detail: Detail::None,
        }
    }

    /// Adds details.
    pub fn with(mut self, detail: Detail) -> Self {
        self.detail = detail;
        self
    }

    /// Adds the squares concerned.
    pub fn on(mut self, squares: Bitboard) -> Self {
        self.squares = squares;
        self
    }

    /// Makes it an error.
    pub(crate) fn into_error(mut self) -> Self {
        self.severity = Severity::Error;
        self
    }

    /// Returns true if it keeps the record from being rewritten.
    pub fn blocks(&self) -> bool {
        self.severity == Severity::Error
            && matches!(self.code.effect(), Effect::Blocks | Effect::Doubts)
    }

    /// Returns true if it makes the structure of the record ambiguous: the bounds of its fields and operations are
    /// uncertain, so nothing in it is changed without the user.
    pub fn doubts_structure(&self) -> bool {
        self.severity == Severity::Error && self.code.effect() == Effect::Doubts
    }
}

/// Another place in the line, with its relation to a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The bytes of the line.
    pub span: Span,
    /// A few words, safe for a terminal: "the first move of `pv`".
    pub label: String,
}

impl Related {
    pub(super) fn new(span: Span, label: impl Into<String>) -> Self {
        Self {
            span,
            label: label.into(),
        }
    }
}
