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

use crate::epd::span::Span;
use crate::epd::visible::is_hidden;
use shakmaty::{Bitboard, Color};
use std::borrow::Cow;
use std::fmt::Write as _;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// A matter of form only.
    Hint,
    /// The meaning is certain, but suspicious, or rejected by some programs.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Canonical writing keeps the text.
    None,
    /// Canonical writing fixes it.
    Fixed,
    /// As an error, it blocks canonical writing; as a warning, canonical writing fixes it.
    Blocks,
    /// As an error, it blocks and also makes the bounds of fields and operations uncertain.
    Doubts,
}

/// The details of a message beyond the bytes of the span.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Detail {
    /// No details.
    #[default]
    None,
    /// Words: a reason, an expectation, an opcode.
    Words(Cow<'static, str>),
    /// A number: a count of bytes or nodes, the place of a move in its line, or the right score.
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
    /// The severity of this one; a few codes have two.
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

    pub(crate) fn into_error(mut self) -> Self {
        self.severity = Severity::Error;
        self
    }

    /// Returns true if it keeps the record from being rewritten as canonical text.
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
pub struct RelatedPlace {
    /// The bytes of the place.
    pub span: Span,
    /// A few words, safe for a terminal: "the first move of `pv`".
    pub label: String,
}

impl RelatedPlace {
    pub(super) fn new(span: Span, label: impl Into<String>) -> Self {
        Self {
            span,
            label: label.into(),
        }
    }
}

/// The longest part of a line that a message repeats, in characters.
const LONGEST: usize = 40;

/// Quotes text of a file in backquotes, with hidden characters and invalid bytes escaped, cut when long.
pub(in crate::epd) fn quoted(text: &[u8]) -> String {
    let mut out = String::from("`");
    // A character has at most four bytes, so the rest is cut anyway.
    let text = text.get(..LONGEST * 4 + 4).unwrap_or(text);
    for (count, character) in String::from_utf8_lossy(text).chars().enumerate() {
        if count == LONGEST {
            out.push('…');
            break;
        }
        if is_hidden(character) {
            let _ = write!(out, "{}", character.escape_unicode());
        } else {
            out.push(character);
        }
    }
    out.push('`');
    out
}

/// Returns `a`, `a and b`, `a, b and c`.
pub(in crate::epd) fn list(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [front @ .., end] => format!("{} {last} {end}", front.join(", ")),
    }
}

/// A change of a line's bytes that corrects a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// Whether it certainly keeps the meaning: canonical writing would do the same.
    pub safe: bool,
    /// The bytes to replace; empty for an insertion.
    pub span: Span,
    /// The new bytes; empty for a removal.
    pub replacement: Vec<u8>,
}

impl Fix {
    pub(in crate::epd) fn safe(span: Span, replacement: impl Into<Vec<u8>>) -> Option<Self> {
        Some(Self {
            safe: true,
            span,
            replacement: replacement.into(),
        })
    }

    /// Returns a fix that may change the meaning, so a user has to choose it.
    pub(in crate::epd) fn not_safe(span: Span, replacement: impl Into<Vec<u8>>) -> Option<Self> {
        Some(Self {
            safe: false,
            span,
            replacement: replacement.into(),
        })
    }

    /// Returns the line with this fix applied; `line` is the line that the fix was made for.
    pub fn apply(&self, line: &[u8]) -> Vec<u8> {
        let before = line.get(..self.span.start).unwrap_or(line);
        let behind = line.get(self.span.end..).unwrap_or_default();
        [before, &self.replacement, behind].concat()
    }

    /// Returns a short title: "write `Kd2` for `e1d2`", "remove `;`", "insert `;`".
    pub fn title(&self, line: &[u8]) -> String {
        let (old, new) = (self.span.of(line), self.replacement.as_slice());
        let quoted = |text: &[u8]| quoted(text.trim_ascii());
        match (old.trim_ascii(), new.trim_ascii()) {
            (b"", b"") if new.is_empty() && old.len() == 1 => "remove the space".to_owned(),
            (b"", b"") if new.is_empty() => "remove the spaces".to_owned(),
            (b"", b"") if old.is_empty() => "insert a space".to_owned(),
            (b"", b"") => "write one space".to_owned(),
            (_, b"") => format!("remove {}", quoted(old)),
            (b"", _) => format!("insert {}", quoted(new)),
            // A separator between two words is removed, and the words stay.
            (whole, kept) => match whole.strip_suffix(kept) {
                Some(gone) if gone.iter().all(|byte| b";:, ".contains(byte)) => {
                    format!("remove {}", quoted(gone))
                }
                _ => format!("write {} for {}", quoted(new), quoted(old)),
            },
        }
    }
}

macro_rules! codes {
    ($($code:ident)*) => {
        /// A kind of diagnostic; [`Code::name`] is stable, since scripts and configurations rely on it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code { $($code,)* }

        const ALL: &[Code] = &[$(Code::$code,)*];
    };
}

codes! {
    NotEpd VariantPlacement ByteOrderMark NulByte CtrlZ CrCrLf ExtraSpace Tab NoSpaceAfterSemicolon
    LineTooLong QuotedPosition BadPlacement CraftyPlacement UnmergedDigits ColourCase BadColour
    MissingCastling BadCastling CastlingOrder CastlingRepeat CastlingShredder CastlingNeedsChess960
    CastlingImpossible MissingEnPassant UnreadFields BadEnPassant EnPassantCase EpPawnSquare
    EpImpossible FenClocks FenHalfMoveOnly MissingClocks ClockOperations ClocksConflict EmptyBoard
    MissingKing TooManyKings PawnOnEdge OppositeCheck BothInCheck MovesUnchecked ImpossibleCheck
    TooMuchMaterial MissingLastSemicolon MissingSemicolon StraySemicolon StrayDash MissingSpace
    StrayText BrokenQuote BadOpcode ShortOpcode UnknownOpcode UciMoves MoveAsOpcode
    SwallowedOperation PvLabel DuplicateOpcode UnsortedOperations UnsortedOperands DuplicateMove
    PlusSign UnquotedString QuotedNumber QuotedMove EmptyMoves OperandCount OperandType OperandRange
    MoveIllegal MoveAmbiguous MoveUnreadable MoveNotSan MoveSpelling DetachedCheck FalseMateSign
    MoveAnnotation MateInBm MateInCe PerftList WrongPerft StringTooLong NonAscii ControlCharacter
    AmAndBm PmPv BmPv SmSv AcceptAndReject ClaimAndOffer DrawWithoutSm ResignWithDraw RefcomAndRefreq
    PtpTagTwice CeDm CePosition CeMateParity DmPosition HmvcEnPassant PointsDisagree TablebaseBm
    TablebaseCe TablebaseDm DuplicateId DuplicatePosition GameBreak ClockRunsBack WrongReply
}

impl Code {
    /// Returns all codes, in the order in which they are listed.
    pub const fn all() -> &'static [Self] {
        ALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_a_file_is_cut_and_made_safe() {
        assert_eq!(quoted(b"Nf3"), "`Nf3`");
        assert_eq!(quoted(b"a\x1Bb"), "`a\\u{1b}b`");
        let long = quoted("ü".repeat(5000).as_bytes());
        assert_eq!(long, format!("`{}…`", "ü".repeat(40)));
        assert_eq!(quoted(&[b'x'; 40]).chars().count(), 42);
        assert_eq!(quoted(&[b'x'; 41]).chars().count(), 43);
    }

    #[test]
    fn lists_read_as_sentences_do() {
        let words = |n: usize| {
            ["a", "b", "c"][..n]
                .iter()
                .map(|w| (*w).to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(list(&words(1), "and"), "a");
        assert_eq!(list(&words(2), "or"), "a or b");
        assert_eq!(list(&words(3), "and"), "a, b and c");
    }
}
