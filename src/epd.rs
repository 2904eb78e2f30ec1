//! One EPD record: lossless syntax, the four position fields, operations, diagnostics, edits, canonical text.
//!
//! "The standard" is the PGN standard of 1994, section 16.2, with the EPD specification of 1995-11-26. Lines are
//! bytes; places in them are byte ranges ([`Span`]).
//!
//! | to | use |
//! |---|---|
//! | read a line | [`Record::read`], [`ReadOptions`] |
//! | find fields and operations in millions of lines | [`Skim`] |
//! | get typed operands | [`Record::moves`], [`Record::number`], [`Record::operands_of`] |
//! | report and fix problems | [`Record::diagnostics`], [`Record::message`], [`Record::fix_choices`] |
//! | change a line | [`edit`] |
//! | write the normal form | [`Record::canonical`] |
//! | look up an opcode | [`opcode`] |
//!
//! # Quick start
//!
//! Reading never fails; diagnostics report the problems of a line.
//!
//! ```
//! use epdit::epd::shakmaty::{Color, Square, san::San};
//! use epdit::epd::{CanonicalOptions, Code, ReadOptions, Record};
//! use epdit::epd::edit::{self, Change};
//!
// A line as some programs write it: the move in coordinates, the id without quotes.
//! let line = b"7k/5K2/8/8/8/8/8/R7 w - - bm a1h1; id mate.1;\n";
//! let options = ReadOptions::default();
//! let record = Record::read(line, &options);
//!
//! // The position, the best moves, the id.
//! let position = record.position().expect("a position that chess allows");
//! assert_eq!(record.side(), Some(Color::White));
//! let best: Vec<_> = record.moves("bm").collect();
//! assert_eq!(best[0].to(), Square::H1);
//! assert_eq!(San::from_move(position, best[0]).to_string(), "Rh1");
//! let id = record.operation("id").map(|id| record.operands_text(id));
//! assert_eq!(id.as_deref(), Some("mate.1"));
//!
// The first diagnostic: its code, its bytes and its fix.
//! let first = &record.diagnostics()[0];
//! assert_eq!(first.code, Code::MoveNotSan);
//! assert_eq!(first.span.of(line), b"a1h1");
//! let fix = record.fix(first).expect("this one has a fix");
//! assert!(fix.safe);
//! assert_eq!(fix.title(line), "write `Rh1#` for `a1h1`");
//!
// An edit returns the new line and changes no other byte; it is refused unless that is proved.
//! let edited = edit::by_hand(&record, &[Change::Add(b"dm", b"1")])?;
//! assert_eq!(edited, b"7k/5K2/8/8/8/8/8/R7 w - - bm a1h1; dm 1; id mate.1;\n");
//!
// Canonical text; `None` for a record of doubtful meaning, which is never rewritten.
//! let edited = Record::read(&edited, &options);
//! let canonical = edited.canonical(&CanonicalOptions::default());
//! let expected = b"7k/5K2/8/8/8/8/8/R7 w - - bm Rh1#; dm 1; id \"mate.1\";\n";
//! assert_eq!(canonical.as_deref(), Some(&expected[..]));
//! # Ok::<(), edit::Refusal>(())
//! ```
//!
//! Positions, squares and moves are types of [`shakmaty`], re-exported in the version that this crate uses.

pub mod canonical;
pub mod castling;
mod catalog;
pub mod counted;
pub mod diagnostic;
pub mod edit;
mod fix;
mod lex;
pub mod mate;
pub mod meaning;
pub mod moves;
pub mod opcode;
pub mod openings;
pub mod operand;
pub mod perft;
pub mod placement;
pub mod points;
pub mod position;
mod reader;
pub mod record;
pub mod registers;
pub mod rules;
pub mod score;
pub mod skim;
pub mod span;
pub mod spelling;
pub mod tablebase;
pub mod timestamp;
pub mod token;
pub mod visible;

pub use shakmaty;

pub use canonical::{CanonicalOptions, EnPassantPolicy};
pub use diagnostic::{Code, Diagnostic, Fix, Severity};
pub use opcode::OpcodeInfo;
pub use operand::Value;
pub use record::{
    Dialect, IMPLIED, LineKind, Operand, Operation, ReadOptions, Record, holds_integer, holds_line,
    holds_moves, holds_name, holds_numbers, holds_text,
};
pub use rules::Rules;
pub use skim::{OperationSpans, Skim};
pub use span::Span;
pub use token::{Token, TokenKind};
