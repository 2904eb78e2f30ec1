//! A parsed record (1994 standard section 16.2): its tokens, fields, operations with typed operands, and diagnostics.
//!
//! ```
//! use epdit::epd::shakmaty::Square;
//! use epdit::epd::{LineKind, ReadOptions, Record};
//!
//! let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"pawn.1\";\r\n";
//! let record = Record::read(line, &ReadOptions::default());
//! assert_eq!((record.kind(), record.line_end()), (LineKind::Record, &b"\r\n"[..]));
//! assert_eq!(record.moves("bm").map(|best| best.to()).collect::<Vec<_>>(), [Square::E4]);
//! for operation in record.operations() {
//!     println!("{}: {}", record.opcode(operation), record.operands_text(operation));
//! }
//! let joined: Vec<u8> = record.tokens().iter().flat_map(|token| token.span.of(line).to_vec()).collect();
//! assert_eq!(joined, line);
//! ```

mod operations;

pub(super) use operations::mark;
pub use operations::{
    Fit, IMPLIED, TypedPart, UNRANKED, fit_of_file, holds_integer, holds_line, holds_moves,
    holds_name, holds_numbers, holds_text,
};

use crate::epd::castling::{Castling, Rules};
use crate::epd::diagnostic::{Code, Diagnostic, Severity};
use crate::epd::lex::{self, Lexeme, Parts};
use crate::epd::opcode::{OpcodeInfo, Shape};
use crate::epd::operand::Value;
use crate::epd::placement::Placement;
use crate::epd::span::Span;
use crate::epd::tablebase::Tables;
use crate::epd::token::{Token, TokenKind};
use shakmaty::{Board, Chess, Color, Square};

/// The kind of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LineKind {
    /// Only blanks.
    #[default]
    Blank,
    /// A line with `#` or `%` as first non-blank byte, or with `//` or `;` at the start.
    Comment,
    /// Any other line: a record, however broken.
    Record,
}

/// The form in which canonical writing prints an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OperationForm {
    /// Under its own opcode.
    AsIs,
    /// A bare perft count: under the opcode `D` with this depth.
    Perft(u8),
    /// `PV:` as `pv`.
    PvLabel,
    /// `bm #N` as `dm N`.
    MateIn(i64),
    /// `bm #-N` as `ce` with this value.
    MatedScore(i64),
    /// Omitted, because another operation states the same.
    Dropped,
}

/// The form in which canonical writing prints an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OperandForm {
    AsIs,
    Part(Span),
    San,
    Quoted,
    Integer(i64),
    /// Omitted (a move number).
    Dropped,
}

impl OperandForm {
    /// Returns the form of an operand of which only `part` is written.
    pub(super) fn part(part: Span, operand: Span) -> Self {
        match part == operand {
            true => Self::AsIs,
            false => Self::Part(part),
        }
    }
}

/// One operation of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The span from the opcode's first byte to the semicolon, if any, included.
    pub span: Span,
    /// The opcode's bytes; empty for a bare perft count (see [`Record::opcode`]).
    pub opcode: Span,
    /// The row of the opcode table; `None` for private and unknown opcodes.
    pub info: Option<&'static OpcodeInfo>,
    /// The operands, as indices into [`Record::operands`].
    pub operands: std::ops::Range<usize>,
    pub(super) form: OperationForm,
}

impl Operation {
    /// Returns the operands that the opcode accepts; `None` for private and unknown opcodes.
    pub fn shape(&self) -> Option<Shape> {
        self.info.map(|info| info.shape)
    }
}

/// One operand of an operation.
#[derive(Clone, Debug, PartialEq)]
pub struct Operand {
    /// The bytes, quotes included.
    pub span: Span,
    /// The typed value.
    pub value: Value,
    pub(super) form: OperandForm,
}

/// The spans of the fields, as far as the line has them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FieldSpans {
    /// The piece placement (1994 standard section 16.2.3.1).
    pub placement: Option<Span>,
    /// The side to move (section 16.2.3.2).
    pub side: Option<Span>,
    /// The castling rights (section 16.2.3.3).
    pub castling: Option<Span>,
    /// The en-passant square (section 16.2.3.4).
    pub en_passant: Option<Span>,
    /// FEN's half-move clock, before the operations.
    pub half_move: Option<Span>,
    /// FEN's full-move number, before the operations.
    pub full_move: Option<Span>,
}

impl FieldSpans {
    pub(super) fn all(self) -> [Option<Span>; 6] {
        [
            self.placement,
            self.side,
            self.castling,
            self.en_passant,
            self.half_move,
            self.full_move,
        ]
    }
}

/// A parsed line.
#[derive(Clone, Debug, Default)]
pub struct Record<'a> {
    pub(super) line: &'a [u8],
    pub(super) options: ReadOptions,
    pub(super) kind: LineKind,
    pub(super) parts: Parts,
    pub(super) lexemes: Vec<Lexeme>,
    pub(super) fields: FieldSpans,
    pub(super) placement: Option<Placement>,
    pub(super) side: Option<Color>,
    pub(super) castling: Option<Castling>,
    pub(super) en_passant: Option<Square>,
    pub(super) en_passant_is_possible: bool,
    pub(super) position: Option<Chess>,
    pub(super) operations: Vec<Operation>,
    /// The marks of the opcodes: see [`mark`].
    pub(super) opcodes_met: u64,
    pub(super) operands: Vec<Operand>,
    /// The positions before some operands of long lines, by the index of the operand.
    pub(super) places: Vec<(usize, Chess)>,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) structure_is_sound: bool,
    pub(super) is_kept: bool,
    pub(super) is_beginning: bool,
}

/// The longest line that is read as a record, in bytes without its end; a longer one is not EPD and left unchanged.
/// The standard expects readers to accept 4096. Reading takes up to 40 times the line in memory.
pub const LONGEST_RECORD: usize = 2 << 20;

impl<'a> Record<'a> {
    /// Removes the line, so that the record can be stored without it; [`Self::with_line`] restores it.
    pub fn without_line(self) -> Record<'static> {
        Record {
            line: &[],
            options: self.options,
            kind: self.kind,
            parts: self.parts,
            lexemes: self.lexemes,
            fields: self.fields,
            placement: self.placement,
            side: self.side,
            castling: self.castling,
            en_passant: self.en_passant,
            en_passant_is_possible: self.en_passant_is_possible,
            position: self.position,
            operations: self.operations,
            opcodes_met: self.opcodes_met,
            operands: self.operands,
            places: self.places,
            diagnostics: self.diagnostics,
            structure_is_sound: self.structure_is_sound,
            is_kept: self.is_kept,
            is_beginning: self.is_beginning,
        }
    }

    /// Restores the line that was removed; it must be the same.
    #[must_use]
    pub fn with_line(mut self, line: &'a [u8]) -> Self {
        self.line = line;
        self
    }

    /// Returns the line as given.
    pub fn line(&self) -> &'a [u8] {
        self.line
    }

    /// Returns the kind of the line.
    pub fn kind(&self) -> LineKind {
        self.kind
    }

    /// Returns the options that the record was read with.
    pub fn options(&self) -> &ReadOptions {
        &self.options
    }

    /// Returns the span of the line without byte-order mark, trailing blanks and marks, and line end.
    pub fn body(&self) -> Span {
        self.parts.body
    }

    /// Returns the line's end: LF, CR LF, CR CR LF, CR or empty.
    pub fn line_end(&self) -> &'a [u8] {
        self.parts.end.of(self.line)
    }

    /// Returns tokens that tile the line: joined, they equal the line.
    pub fn tokens(&self) -> Vec<Token> {
        let mut tokens = Vec::with_capacity(self.lexemes.len() * 2 + 2);
        let words = self.lexemes.iter().map(|lexeme| (lexeme.role, lexeme.span));
        let comment =
            (self.kind == LineKind::Comment).then_some((TokenKind::Comment, self.parts.body));
        let end = (TokenKind::LineEnd, self.parts.end);
        let mut at = 0;
        for (kind, span) in words.chain(comment).chain([end]) {
            fill(self.line, Span::new(at, span.start), &mut tokens);
            if !span.is_empty() {
                tokens.push(Token { kind, span });
            }
            at = span.end;
        }
        tokens
    }

    /// Returns the diagnostics, in order of their place.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Returns true if the record has no canonical text: a diagnostic blocks it, or only its fields were read.
    pub fn is_kept(&self) -> bool {
        self.is_kept
    }

    /// Returns true if only the fields were read, because the line is longer than [`ReadOptions::longest_whole`]. Such
    /// a record has no operations here, and is changed only as text.
    pub fn is_beginning(&self) -> bool {
        self.is_beginning
    }

    /// Returns true if the bounds of the fields and operations are certain; see [`Diagnostic::doubts_structure`]. Only
    /// then may a part of the record be changed alone. Comments and blank lines have no structure.
    pub fn is_structure_sound(&self) -> bool {
        self.structure_is_sound
    }

    /// Returns the pieces, if the placement can be read; the position may be illegal.
    pub fn board(&self) -> Option<&Board> {
        self.placement.as_ref().map(|placement| &placement.board)
    }

    /// Returns the side to move, if it can be read.
    pub fn side(&self) -> Option<Color> {
        self.side
    }

    /// Returns the canonical text of the castling field (`-`, `KQkq`, `HAha`), if it can be read.
    pub fn castling(&self) -> Option<&str> {
        self.castling
            .as_ref()
            .map(|castling| castling.letters.as_str())
    }

    /// Returns the castling rules of the record: those of [`ReadOptions::rules`], or Chess960 if its castling letters
    /// are rook files.
    pub fn rules(&self) -> Rules {
        self.castling
            .as_ref()
            .map_or(self.options.rules, |castling| castling.rules)
    }

    /// Returns true if the record may read differently by the other castling rules: a letter has no king and rook by
    /// these, or no letters could be read.
    pub fn asks_rules(&self) -> bool {
        match &self.castling {
            Some(_) => !self.impossible_castling().is_empty(),
            None => self.placement.is_some(),
        }
    }

    /// Returns the rooks that may still castle: those of the rights that the placement confirms.
    pub fn castling_rooks(&self) -> shakmaty::Bitboard {
        self.castling
            .as_ref()
            .map_or(shakmaty::Bitboard::EMPTY, |castling| castling.rooks)
    }

    /// Returns the castling letters without king and rook by [`Self::rules`]; empty for none.
    pub fn impossible_castling(&self) -> &str {
        match self.castling.as_ref().map(|c| c.impossible.as_str()) {
            Some("-") | None => "",
            Some(letters) => letters,
        }
    }

    /// Returns the en-passant square (the one passed over), if one is given, possible or not.
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Returns the position, if it is legal. Its clocks are not set: see [`Record::half_move_clock`].
    pub fn position(&self) -> Option<&Chess> {
        self.position.as_ref()
    }

    /// Returns the half-moves since the last capture or pawn move, 0 and more: `hmvc`, else FEN's field.
    pub fn half_move_clock(&self) -> Option<u32> {
        self.clock("hmvc", self.fields.half_move)
    }

    /// Returns the number of the full move, 1 and more: `fmvn`, else FEN's field.
    pub fn full_move_number(&self) -> Option<u32> {
        self.clock("fmvn", self.fields.full_move)
    }

    fn clock(&self, opcode: &str, field: Option<Span>) -> Option<u32> {
        let value = self
            .integer(opcode)
            .and_then(|number| number.try_into().ok());
        value.or_else(|| std::str::from_utf8(field?.of(self.line)).ok()?.parse().ok())
    }

    pub(super) fn field_texts(&self) -> [Option<&'a [u8]>; 6] {
        self.fields.all().map(|span| Some(span?.of(self.line)))
    }

    /// Returns the spans of the fields, if present.
    pub fn field_spans(&self) -> FieldSpans {
        self.fields
    }
}

/// Returns a string's text without its quotes; other text as written.
pub(super) fn unquoted(text: &[u8]) -> &[u8] {
    match text {
        [b'"', inner @ .., b'"'] => inner,
        _ => text,
    }
}

/// Adds tokens for bytes that no lexeme covers: blanks and marks.
fn fill(line: &[u8], span: Span, tokens: &mut Vec<Token>) {
    let mut at = span.start;
    let alike = |one: &u8, next: &u8| lex::is_blank(*one) == lex::is_blank(*next);
    for run in span.of(line).chunk_by(alike) {
        let start = at;
        at += run.len();
        let kind = match run.first().is_some_and(|byte| lex::is_blank(*byte)) {
            true => TokenKind::Blank,
            false => TokenKind::Mark,
        };
        let span = Span::new(start, at);
        tokens.push(Token { kind, span });
    }
}

/// The kind of a record's file, which decides the canonical form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// `*.epd`: four fields, then operations.
    #[default]
    Epd,
    /// `*.fen`: six fields, then operations.
    Fen,
}

/// The options of reading: the properties of a file that its lines do not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReadOptions {
    /// The kind of file.
    pub dialect: Dialect,
    /// The castling rules of the file. A record with rook files as castling letters is always Chess960.
    pub rules: Rules,
    /// The length above which [`Code::LineTooLong`] is reported, in bytes without the line end; 4095 by default.
    pub longest_line: usize,
    /// The longest line that is read whole, in bytes without its end; [`LONGEST_RECORD`] by default. Of a longer one
    /// only the fields are read ([`Record::is_beginning`]), for callers that read a record at each key press.
    pub longest_whole: usize,
    /// The tablebases that `bm`, `ce` and `dm` are checked against.
    pub tables: Option<Tables>,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            dialect: Dialect::Epd,
            rules: Rules::Classical,
            longest_line: 4095,
            longest_whole: LONGEST_RECORD,
            tables: None,
        }
    }
}

impl ReadOptions {
    /// Returns the options for a kind of file.
    pub fn of(dialect: Dialect) -> Self {
        Self {
            dialect,
            ..Self::default()
        }
    }
}

/// The length above which a line is not tried in several ways, each of which costs another reading.
pub(super) const LONGEST_TRIED: usize = 8 << 10;
/// The number of diagnostics above which a line is not tried, either.
const MOST_TRIED: usize = 32;

impl Record<'_> {
    /// Returns true if trying several changes of the line would cost too much.
    pub(in crate::epd) fn is_too_long_to_try(&self) -> bool {
        self.line.len() > LONGEST_TRIED || self.diagnostics.len() > MOST_TRIED
    }

    /// Returns true if the record has no error that the other lacks: at most as many of each code.
    pub(in crate::epd) fn is_no_worse_than(&self, before: &Self) -> bool {
        let mut pairs = self.errors().into_iter().zip(before.errors());
        pairs.all(|(after, before)| after <= before)
    }

    /// Returns the number of errors of each code, in the order of the table.
    pub(in crate::epd) fn errors(&self) -> Vec<u32> {
        let mut counts = vec![0; Code::all().len()];
        let errors = self.diagnostics.iter();
        for error in errors.filter(|d| d.severity == Severity::Error) {
            if let Some(count) = counts.get_mut(error.code as usize) {
                *count += 1;
            }
        }
        counts
    }
}

#[cfg(test)]
mod tests;
