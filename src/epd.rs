//! One record: lossless syntax, the four fields, operations, diagnostics, edits, canonical text.

pub mod canonical;
pub mod castling;
pub mod content;
pub mod diagnostic;
pub mod edit;
mod fix;
mod lex;
pub mod meaning;
pub mod moment;
pub mod moves;
pub mod opcode;
pub mod operand;
pub mod perft;
pub mod placement;
pub mod points;
pub mod position;
mod reader;
pub mod record;
pub mod registers;
pub mod rules;
pub mod skim;
pub mod span;
pub mod token;

pub use canonical::{CanonicalOptions, EnPassantPolicy};
pub use diagnostic::{Code, Diagnostic, Fix, Severity};
pub use opcode::OpcodeInfo;
pub use operand::Value;
pub use record::{Dialect, LineKind, Operand, Operation, ReadOptions, Record};
pub use rules::Rules;
pub use skim::Skim;
pub use span::Span;
pub use token::{Token, TokenKind};
