//! The syntax tree of a query and of values calculated from a record. The parser makes it, and the evaluation
//! walks it.

pub use crate::epd::operand::Number;

use crate::epd::operand::read_number;
use crate::epd::{Code, Severity, holds_moves};
use crate::suite::duplicates::DuplicateKey;
use crate::suite::field::{Answer, expression_of, query_word, text_query};
use crate::suite::query::lazy_record::{LazyRecord, Positions};
use crate::suite::query::shapes::{BoardPattern, PawnKind, Phase, PieceSet, Signature};
use crate::suite::query::{QueryError, parse};
use crate::suite::search::Pattern;
use shakmaty::{Color, Role, Square};
use std::collections::BTreeSet;

/// A condition on a record.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    And(Vec<Self>),
    Or(Vec<Self>),
    Not(Box<Self>),
    /// The record has an operation with this opcode.
    Has(String),
    /// Two numbers compared; false if one of them is missing.
    Compare(Amount, Comparison, Amount),
    /// A number that is in this ascending list or, with `true`, is not; false if the number is missing.
    Among(Amount, Vec<Number>, bool),
    /// A text that passes a test or, with `true`, fails it; false if the text is missing.
    Text(TextOf, TextTest, bool),
    /// Two texts compared; false if one of them is missing.
    Alike(TextOf, Likeness, TextOf),
    /// An operand of an operation is this move or word.
    Operand(OperandChoice, String, String),
    /// A move of an operation is of this kind.
    Move(OperandChoice, String, MoveKind),
    Side(Color),
    Castling(Castling),
    EnPassant(EnPassant),
    /// A fact about the position or the record.
    State(State),
    /// The material of both sides, either of which may be White.
    Material(Signature),
    At(Square, PieceSet),
    Board(BoardPattern),
    Phase(Phase),
    Problem(Problem),
    /// The side to move can force mate in exactly this number of moves.
    MateIn(u8),
    /// A record of another file has the same position.
    PositionIn(Positions),
    /// A fact that the line alone does not determine.
    Known(ExternalFact),
}

impl Node {
    pub(super) fn each<'a>(&'a self, visit: &mut impl FnMut(&'a Self)) {
        visit(self);
        match self {
            Self::And(nodes) | Self::Or(nodes) => {
                nodes.iter().for_each(|node| node.each(&mut *visit));
            }
            Self::Not(node) => node.each(visit),
            _ => {}
        }
    }

    /// Returns true if the predicate holds for this node or one of its descendants.
    pub(super) fn any(&self, is_one: impl Fn(&Self) -> bool) -> bool {
        let mut found = false;
        self.each(&mut |node| found |= is_one(node));
        found
    }

    /// Returns the amounts that this node compares.
    pub(super) fn amounts(&self) -> impl Iterator<Item = &Amount> {
        let (first, second) = match self {
            Self::Compare(first, _, second) => (Some(first), Some(second)),
            Self::Among(amount, ..) => (Some(amount), None),
            _ => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// Returns the opcodes of the operations that this node reads, without those of its amounts.
    pub(super) fn opcodes(&self) -> impl Iterator<Item = &str> {
        let (first, second) = match self {
            Self::Has(opcode) | Self::Operand(_, opcode, _) | Self::Move(_, opcode, _) => {
                (Some(opcode.as_str()), None)
            }
            Self::Text(of, ..) => (of.opcode(), None),
            Self::Alike(one, _, other) => (one.opcode(), other.opcode()),
            _ => (None, None),
        };
        first.into_iter().chain(second)
    }
}

/// The operands of an operation to which a test applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandChoice {
    Any,
    /// The only operand; false if there are several.
    Only,
    First,
}

/// A number of a record.
#[derive(Clone, Debug, PartialEq)]
pub enum Amount {
    /// A number written in the query.
    Literal(Number),
    /// The number in the first operand of an operation.
    Operand(String),
    /// The value of the pieces: pawn 100, knight and bishop 300, rook 500, queen 900.
    Material(SideChoice),
    /// The number of pieces of some kinds.
    Count(PieceSet),
    /// The number of operands of an operation; 0 if it is missing.
    Operands(String),
    Pawns(PawnKind, SideChoice),
    /// The number of attacks by some pieces on squares or on other pieces.
    Attacks(Squares, Squares),
    /// The number of pieces, including kings and pawns.
    Pieces(SideChoice),
    Moves,
    /// The length of the line in bytes, without its end.
    Length,
    /// The length of an operation's text in bytes ([`TextOf::Operation`]).
    LengthOf(String),
    /// The line number, counted from 1.
    Line,
    Operations,
    /// A calculation; missing if one of its amounts is missing.
    Calculated(Operator, Vec<Self>),
}

/// An arithmetic operator, applied to one, two or more numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Plus,
    Minus,
    Times,
    /// Division; missing if the divisor is 0.
    Over,
    Absolute,
    /// The nearest whole number; a half is rounded away from 0.
    Rounded,
    Least,
    Greatest,
}

impl Amount {
    pub(super) fn literal(&self) -> Option<f64> {
        match self {
            Self::Literal(number) => Some(number.float()),
            _ => None,
        }
    }

    pub(super) fn each<'a>(&'a self, visit: &mut impl FnMut(&'a Self)) {
        visit(self);
        if let Self::Calculated(_, all) = self {
            all.iter().for_each(|one| one.each(&mut *visit));
        }
    }

    /// Returns the opcode of the operation that this amount reads.
    pub(super) fn opcode(&self) -> Option<&str> {
        match self {
            Self::Operand(opcode) | Self::Operands(opcode) | Self::LengthOf(opcode) => Some(opcode),
            _ => None,
        }
    }
}

/// A value by which records are shown, counted or sorted.
#[derive(Clone, Debug, PartialEq)]
pub enum CalculatedValue {
    /// A number; for a bare opcode, its operands.
    Number(Amount),
    Text(TextOf),
}

/// A side, by colour or relative to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideChoice {
    Both,
    Of(Color),
    Own,
    /// The side that has just moved.
    Other,
}

/// A comparison of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

/// A comparison of two texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeness {
    Is,
    IsNot,
    /// A move or word of the first text occurs in the second.
    Shares,
}

impl Likeness {
    pub(super) fn of(negated: bool) -> Self {
        match negated {
            false => Self::Is,
            true => Self::IsNot,
        }
    }
}

/// A text of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextOf {
    /// The operands of the first operation with this opcode; a single string is without its quotes.
    Operation(String),
    /// The start of this text, without the number at its end.
    Prefix(String),
    /// The first operand: a move as SAN, a string without its quotes.
    First(String),
    /// The letter of the piece that makes the first move.
    Piece(String),
    Line,
    /// The path of the file; `=` also accepts its name.
    File,
    /// The name of the position's opening.
    Opening,
    /// The ECO code of the position's opening.
    OpeningEco,
}

impl TextOf {
    /// Returns the opcode of the operation from which the text is taken.
    pub(super) fn opcode(&self) -> Option<&str> {
        match self {
            Self::Operation(opcode)
            | Self::Prefix(opcode)
            | Self::First(opcode)
            | Self::Piece(opcode) => Some(opcode),
            Self::Line | Self::File | Self::Opening | Self::OpeningEco => None,
        }
    }
}

/// A test of a text.
#[derive(Clone, Debug, PartialEq)]
pub enum TextTest {
    /// `=` and `in`
    OneOf(BTreeSet<Vec<u8>>),
    /// `~`
    Holds(Pattern),
}

/// A test of the castling rights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Castling {
    /// There is any castling right.
    Any,
    /// Exactly these rights, by the side of the king (`KQkq`) or the file of the rook; `-` for none.
    Are(String),
    /// These rights, perhaps among others.
    Hold(String),
}

/// A test of the en-passant square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnPassant {
    /// The field has a square.
    Given,
    /// The field is `-`.
    None,
    Is(Square),
    /// A legal capture uses the square.
    Legal,
}

/// A fact about the position or the record that its line determines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Legal,
    Check,
    Mate,
    Stalemate,
    /// The record is ambiguous, so that saving leaves it unchanged.
    Kept,
    Canonical,
    /// The position has a named opening.
    Opening,
}

/// A test of a record's diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The record has an error or a warning.
    Any,
    Code(Code),
    Severity(Severity),
}

/// A kind of move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// A capture, including en passant.
    Captures,
    /// A check or mate.
    Checks,
    Mates,
    Promotes,
    Castles,
    /// A move to this square; for castling, the king's target.
    To(Square),
    From(Square),
    /// A move of this piece; castling is a move of the king.
    Piece(Role),
}

/// The attackers, or what they attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Squares {
    Square(Square),
    /// All pieces of a side, or of both sides.
    Side(SideChoice),
    /// All pieces of these kinds.
    Kinds(PieceSet),
}

/// A fact about a record that its line alone does not determine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExternalFact {
    /// Another record has the same key of this kind.
    Duplicate(DuplicateKey),
    /// The record is marked in the editor.
    Marked,
    /// The record was edited since the file was last read or saved.
    Edited,
}

/// A value to calculate from a record: `id`, `ce/100`, `moves`, `first(pv)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Calculation(CalculatedValue);

/// Splits a list of values at its commas, except those inside parentheses.
///
/// ```
/// use epdit::suite::query::in_list;
///
/// let values: Vec<&str> = in_list("id,attacks(w,e4),ce").collect();
/// assert_eq!(values, ["id", "attacks(w,e4)", "ce"]);
/// ```
pub fn in_list(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    text.split(move |letter| {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == ',' && depth == 0
    })
}

impl Calculation {
    /// Parses a value.
    ///
    /// # Errors
    /// The text is not a value; the error has the span and the expected words.
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        parse::value(text).map(Self)
    }

    /// Returns the opcode if the value is just an opcode.
    pub fn opcode(&self) -> Option<&str> {
        match &self.0 {
            CalculatedValue::Number(Amount::Operand(opcode)) => Some(opcode),
            _ => None,
        }
    }

    /// Returns true if the value is the same number for all records.
    pub fn is_constant(&self) -> bool {
        self.is_number()
            && !self.any(|amount| !matches!(amount, Amount::Literal(_) | Amount::Calculated(..)))
    }

    /// Returns true if the value depends on the line number.
    pub fn asks_line(&self) -> bool {
        self.any(|amount| matches!(amount, Amount::Line))
    }

    /// Returns true if the predicate holds for one of the amounts in the value.
    fn any(&self, is_one: impl Fn(&Amount) -> bool) -> bool {
        let mut found = false;
        if let CalculatedValue::Number(amount) = &self.0 {
            amount.each(&mut |amount| found |= is_one(amount));
        }
        found
    }

    /// Returns true if the value is a number, not a text.
    pub fn is_number(&self) -> bool {
        matches!(self.0, CalculatedValue::Number(_))
    }

    /// Returns the value in a record, as a number or a text.
    pub(in crate::suite) fn answer<'r>(&self, record: &'r LazyRecord<'_>) -> Answer<'r> {
        let text = match &self.0 {
            CalculatedValue::Number(Amount::Operand(opcode)) => record.text_of(opcode),
            CalculatedValue::Text(of) => of.of(record),
            CalculatedValue::Number(amount) => {
                let number = amount.of(record).map(Number::rounded);
                return number.map_or(Answer::Absent, Answer::Number);
            }
        };
        text.map_or(Answer::Absent, Answer::Text)
    }

    /// Returns true if the value depends on the castling rules.
    pub fn asks_rules(&self) -> bool {
        match &self.0 {
            CalculatedValue::Number(amount) => amount.cost() >= 3,
            CalculatedValue::Text(_) => true,
        }
    }

    /// Returns the query that matches the records with this value as text; for `None`, those without a value
    /// or with an empty one. `typed` is the source text of the calculation.
    ///
    /// ```
    /// use epdit::suite::query::Calculation;
    ///
    /// let value = Calculation::parse("ce/100")?;
    /// assert_eq!(value.query("ce/100", Some(b"1.5")).as_deref(), Some("ce/100 = 1.5"));
    /// # Ok::<(), epdit::suite::QueryError>(())
    /// ```
    pub fn query(&self, typed: &str, value: Option<&[u8]>) -> Option<String> {
        let of = match &self.0 {
            CalculatedValue::Number(Amount::Operand(_)) => return None,
            CalculatedValue::Number(_) => {
                let Some(value) = value else {
                    return Some(format!("not {typed} <= 0 and not {typed} > 0"));
                };
                let value = str::from_utf8(value).ok()?;
                read_number(value.as_bytes())?;
                return Some(format!("{typed} = {value}"));
            }
            CalculatedValue::Text(of) => of,
        };
        let (what, value) = match (of, value) {
            (TextOf::Piece(opcode), None) => {
                let word = query_word(opcode);
                return Some(format!("not piece({word}) in (P, N, B, R, Q, K)"));
            }
            (TextOf::Piece(opcode), Some(value)) => {
                let letter = str::from_utf8(value).ok()?;
                return Some(format!("piece({}) = {letter}", query_word(opcode)));
            }
            (TextOf::First(opcode), value) => {
                let what = format!("first({})", query_word(opcode));
                // After `=`, a move matches in any notation.
                if let Some(value) = value.filter(|value| value.is_ascii() && holds_moves(opcode)) {
                    return Some(format!("{what} ~ /{}/", expression_of(value)));
                }
                (what, value)
            }
            (TextOf::Prefix(opcode), value) => (format!("{}.prefix", query_word(opcode)), value),
            _ => return None,
        };
        match value {
            None => Some(format!("not {what} ~ /./")),
            Some(value) => text_query(&what, value),
        }
    }
}
