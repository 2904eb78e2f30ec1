//! Diagnostics: stable codes in one table, with severity, exact bytes, message and fix.

mod code;
mod message;
mod related;

pub use code::Code;
pub use related::Related;

use super::span::Span;
use shakmaty::Bitboard;

/// How serious a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Form only.
    Hint,
    /// The meaning is sure, but some reader rejects it, or it is suspicious.
    Warning,
    /// Wrong, or its meaning is unsure.
    Error,
}

impl Severity {
    /// `hint`, `warning` or `error`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hint => "hint",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// What keeps a record with a diagnostic from being rewritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocks {
    /// Nothing: canonical writing fixes or keeps what it is about.
    Never,
    /// The diagnostic always does.
    Always,
    /// It does where it is an error; the same code as a warning is fixed.
    WhenError,
}

/// What a message needs beside the text of its span.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Detail {
    /// Nothing.
    #[default]
    None,
    /// A text: the canonical spelling, the nearest opcode, what was expected.
    Text(Box<str>),
    /// A fixed text.
    Static(&'static str),
    /// A number.
    Number(i64),
    /// A range of whole numbers, both ends included.
    Range(i64, i64),
    /// Another place of the same line.
    Place(Span),
}

/// A diagnostic in one record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which diagnostic.
    pub code: Code,
    /// How serious it is here (a few codes have two grades).
    pub severity: Severity,
    /// The bytes of the line it is about; empty where something is missing.
    pub span: Span,
    /// The squares of the board it is about, if any.
    pub squares: Bitboard,
    /// What the message needs beside the span's own text.
    pub detail: Detail,
}

impl Diagnostic {
    /// A diagnostic of the code's usual severity, without squares or detail.
    pub fn new(code: Code, span: Span) -> Self {
        Self {
            code,
            severity: code.severity(),
            span,
            squares: Bitboard::EMPTY,
            detail: Detail::None,
        }
    }

    /// The same with a detail.
    pub fn with(mut self, detail: Detail) -> Self {
        self.detail = detail;
        self
    }

    /// The same about these squares.
    pub fn on(mut self, squares: Bitboard) -> Self {
        self.squares = squares;
        self
    }

    /// The same as an error.
    pub fn as_error(mut self) -> Self {
        self.severity = Severity::Error;
        self
    }

    /// Whether it keeps the record from being rewritten: the record is then left unchanged.
    pub fn blocks(&self) -> bool {
        match self.code.blocks() {
            Blocks::Never => false,
            Blocks::Always => true,
            Blocks::WhenError => self.severity == Severity::Error,
        }
    }
}

/// A change of a line's bytes that fixes a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// Whether it keeps the meaning for certain: canonical writing would do the same.
    pub safe: bool,
    /// The bytes to replace; empty where something is put in.
    pub span: Span,
    /// What to put there; empty where something is taken out.
    pub replacement: Vec<u8>,
}

impl Fix {
    /// What the fix does, in a few words: "write `Kd2` for `e1d2`", "remove `;`", "insert `;`".
    pub fn title(&self, line: &[u8]) -> String {
        let (old, new) = (self.span.of(line), self.replacement.as_slice());
        let quoted = |text: &[u8]| message::quoted(text.trim_ascii());
        match (old.trim_ascii(), new.trim_ascii()) {
            (b"", b"") if new.is_empty() && old.len() == 1 => "remove the space".to_owned(),
            (b"", b"") if new.is_empty() => "remove the spaces".to_owned(),
            (b"", b"") if old.is_empty() => "insert a space".to_owned(),
            (b"", b"") => "write one space".to_owned(),
            (_, b"") => format!("remove {}", quoted(old)),
            (b"", _) => format!("insert {}", quoted(new)),
            // A sign that keeps two words apart goes, and the words stay.
            (whole, kept) if whole.strip_suffix(kept).is_some_and(is_only_signs) => {
                let gone = whole.strip_suffix(kept).unwrap_or_default();
                format!("remove {}", quoted(gone))
            }
            _ => format!("write {} for {}", quoted(new), quoted(old)),
        }
    }
}

/// Punctuation and blanks, and nothing else.
fn is_only_signs(text: &[u8]) -> bool {
    text.iter()
        .all(|byte| matches!(byte, b';' | b':' | b',' | b' '))
}
