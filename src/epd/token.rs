//! The tokens of a line. They tile it: joined they equal the line, byte for byte.
//!
//! ```
//! use epdit::epd::{ReadOptions, Record, TokenKind};
//!
//! let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 Kd2; ce 35;";
//! let tokens = Record::read(line, &ReadOptions::default()).tokens();
//! let moves = tokens.iter().filter(|token| token.kind == TokenKind::Move);
//! let moves: Vec<_> = moves.map(|token| token.span.of(line)).collect();
//! assert_eq!(moves, [&b"e4"[..], b"Kd2"]);
//! assert_eq!(tokens.iter().map(|token| token.span.len()).sum::<usize>(), line.len());
//! ```

use super::span::Span;

/// The kind of a token, judged by the record's structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TokenKind {
    /// Spaces and tabs between other tokens.
    Blank,
    /// The piece placement field.
    Placement,
    /// The side to move field.
    Side,
    /// The castling rights field.
    Castling,
    /// The en-passant square field.
    EnPassant,
    /// A FEN clock: half-move clock or full-move number before the operations.
    Clock,
    /// An operation's opcode.
    Opcode,
    /// An operand that reads as a move.
    Move,
    /// An operand that reads as a number, a date, a time or a clock.
    Number,
    /// A quoted string, quotes included.
    Text,
    /// Any other operand.
    Word,
    /// `;`
    Semicolon,
    /// Stray text: it is kept and reported.
    Stray,
    /// A comment line's text.
    Comment,
    /// A byte-order mark, NUL bytes or Ctrl-Z.
    Mark,
    /// The line's end: LF, CR LF, CR, CR CR LF.
    LineEnd,
}

/// One token of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Token {
    pub kind: TokenKind,
    /// The bytes; never empty.
    pub span: Span,
}
