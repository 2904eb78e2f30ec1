//! The content of a record, to be compared with that of another: its fields, its operations in order
//! with typed operands, and the text that belongs to nothing.

use super::lex::Shape;
use super::record::{LineKind, Operand, OperandForm, Operation, Record, unquoted};
use super::token::TokenKind;
use super::{Dialect, Value};
use shakmaty::{Bitboard, Board, Chess, Color, Square};
use std::borrow::Cow;

/// See the module. Two contents are equal where a reader can't tell the records apart, but for
/// blanks and semicolons.
#[derive(Clone, Debug, PartialEq)]
pub struct Content<'a> {
    /// The kind of the line.
    pub kind: LineKind,
    /// The kind of file it is read as a line of.
    pub dialect: Dialect,
    /// The fields.
    pub fields: FieldsContent<'a>,
    /// The operations, as written.
    pub operations: Vec<OperationContent<'a>>,
    /// Words that belong to nothing, as written.
    pub stray: Vec<&'a [u8]>,
    /// All that stands behind the last word: blanks, marks and the line's end.
    pub behind: &'a [u8],
}

/// The fields of a record: their text, and what was read of it.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldsContent<'a> {
    /// Placement, side to move, castling rights, en-passant square; `None` where missing.
    pub texts: [Option<&'a [u8]>; 4],
    /// FEN's half-move clock and move number.
    pub clocks: [Option<&'a [u8]>; 2],
    /// The pieces.
    pub board: Option<Board>,
    /// The side to move.
    pub side: Option<Color>,
    /// The castling letters, and the rooks they stand for.
    pub castling: (Option<String>, Bitboard),
    /// The en-passant square.
    pub en_passant: Option<Square>,
    /// The position, where it is legal.
    pub position: Option<Chess>,
}

/// An operation.
#[derive(Clone, Debug, PartialEq)]
pub struct OperationContent<'a> {
    /// Its opcode; `D1` and so on for a bare perft count.
    pub opcode: Cow<'a, str>,
    /// Everything from the first operand to the last, as written, a sole string without quotes.
    pub text: &'a [u8],
    /// The operands.
    pub operands: Vec<OperandContent<'a>>,
}

/// An operand: its text, a string without quotes, and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct OperandContent<'a> {
    /// As written.
    pub text: &'a [u8],
    /// Its meaning.
    pub value: Value,
}

impl<'a> Content<'a> {
    /// Returns the content of a record.
    pub fn of(record: &Record<'a>) -> Self {
        let line = record.line;
        let stray = record.lexemes.iter();
        let stray = stray.filter(|l| l.role == TokenKind::Stray && l.shape != Shape::Semicolon);
        let operations = record.operations.iter();
        Self {
            kind: record.kind,
            dialect: record.options.dialect,
            fields: FieldsContent::of(record),
            operations: operations
                .map(|operation| OperationContent::of(record, operation))
                .collect(),
            stray: stray.map(|lexeme| lexeme.span.of(line)).collect(),
            behind: line.get(record.parts.body.end..).unwrap_or_default(),
        }
    }
}

impl<'a> FieldsContent<'a> {
    fn of(record: &Record<'a>) -> Self {
        let text = |span: Option<super::Span>| span.map(|span| span.of(record.line));
        let spans = record.fields;
        Self {
            texts: [
                text(spans.placement),
                text(spans.side),
                text(spans.castling),
                text(spans.en_passant),
            ],
            clocks: [text(spans.half_move), text(spans.full_move)],
            board: record.board().cloned(),
            side: record.side,
            castling: (
                record.castling().map(str::to_owned),
                record.castling_rooks(),
            ),
            en_passant: record.en_passant,
            position: record.position.clone(),
        }
    }
}

impl<'a> OperationContent<'a> {
    fn of(record: &Record<'a>, operation: &Operation) -> Self {
        let operands = record.operands_of(operation);
        let text = match operands {
            [only] => text_of(record, only),
            _ => record.operands_span(operation).of(record.line),
        };
        Self {
            opcode: record.opcode(operation),
            text,
            operands: operands
                .iter()
                .map(|operand| OperandContent {
                    text: text_of(record, operand),
                    value: operand.value.clone(),
                })
                .collect(),
        }
    }
}

/// Returns the bytes of an operand that mean something: without quotes, a plus sign, a comma of a list.
fn text_of<'a>(record: &Record<'a>, operand: &Operand) -> &'a [u8] {
    match operand.form {
        OperandForm::Part(part) => part.of(record.line),
        _ => unquoted(operand.span.of(record.line)),
    }
}
