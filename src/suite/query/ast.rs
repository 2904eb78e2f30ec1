//! A query, as values: what the parser makes and the evaluation walks.

pub use crate::epd::operand::Number;
use crate::epd::{Code, Severity};
use crate::suite::duplicates::Sameness;
use crate::suite::search::Pattern;
use shakmaty::{Color, Role, Square};
use std::collections::BTreeSet;

use super::pawns::PawnKind;
use super::positions::Positions;
use super::shapes::{BoardPattern, Phase, PieceSet, Signature};

/// A condition on a record.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// All hold.
    And(Vec<Self>),
    /// One holds at least.
    Or(Vec<Self>),
    /// It does not hold.
    Not(Box<Self>),
    /// There is an operation with this opcode.
    Has(String),
    /// Two amounts compared; false where one of them is not there.
    Compare(Amount, Comparison, Amount),
    /// An amount that is one of some numbers, these from the least to the greatest, or (`true`) none of them;
    /// false where it is not there.
    Among(Amount, Vec<Number>, bool),
    /// A text of which this holds, or (`true`) does not; false where it is not there.
    Text(TextOf, TextTest, bool),
    /// Two values that are not calculated; false where one of them is not there.
    Alike(TextOf, Likeness, TextOf),
    /// An operand is this move or word.
    Operand(Which, String, String),
    /// A move is of this kind.
    Move(Which, String, MoveKind),
    /// The side to move.
    Side(Color),
    /// Castling rights.
    Castling(Castling),
    /// The en-passant square.
    EnPassant(EnPassant),
    /// What the rules or the reader say.
    State(State),
    /// The material of both sides, either of them White.
    Material(Signature),
    /// What stands on a square.
    At(Square, PieceSet),
    /// A pattern of the whole board.
    Board(BoardPattern),
    /// How far the game is.
    Phase(Phase),
    /// A diagnostic.
    Problem(Problem),
    /// The side to move can force mate in exactly so many moves.
    MateIn(u8),
    /// A record of another file has the position.
    PositionIn(Positions),
    /// What the line does not tell.
    Known(Known),
}

impl Node {
    /// Visits this node and all nodes in it.
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

    /// Returns whether this node, or a node in it, is one of these.
    pub(super) fn any(&self, is_one: impl Fn(&Self) -> bool) -> bool {
        let mut found = false;
        self.each(&mut |node| found |= is_one(node));
        found
    }

    /// Returns the amounts that it compares.
    pub(super) fn amounts(&self) -> impl Iterator<Item = &Amount> {
        let (first, second) = match self {
            Self::Compare(first, _, second) => (Some(first), Some(second)),
            Self::Among(amount, ..) => (Some(amount), None),
            _ => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// Returns the opcodes of the operations that it looks at, but for those of its amounts.
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

/// Which operands of an operation are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// One of them will do.
    Any,
    /// The only one.
    Only,
    /// The first.
    First,
}

/// A number of a record.
#[derive(Clone, Debug, PartialEq)]
pub enum Amount {
    /// As written.
    Literal(Number),
    /// The first operand of an operation.
    Operand(String),
    /// Pawn 100, knight and bishop 300, rook 500, queen 900.
    Material(Whose),
    /// Pieces of some kinds.
    Count(PieceSet),
    /// Operands of an operation; 0 where it is not there.
    Operands(String),
    /// Pawns of a kind.
    Pawns(PawnKind, Whose),
    /// Attacks of pieces on squares or pieces.
    Attacks(Squares, Squares),
    /// All pieces, kings and pawns among them.
    Pieces(Whose),
    /// Legal moves.
    Moves,
    /// Bytes of the line without its end.
    Length,
    /// Bytes of an operation's text ([`TextOf::Operation`]).
    LengthOf(String),
    /// The number of the line, from 1.
    Line,
    /// Operations.
    Operations,
    /// A calculation with others; none where one of them is not there.
    Calculated(Operator, Vec<Self>),
}

/// A calculation with one number, with two, or with many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Plus,
    Minus,
    Times,
    /// None where the second is 0.
    Over,
    /// The number without its sign.
    Absolute,
    /// The nearest whole number; of two the one that is farther from 0.
    Rounded,
    Least,
    Greatest,
}

impl Amount {
    /// The number that is written, where it is one and nothing else.
    pub(super) fn literal(&self) -> Option<f64> {
        match self {
            Self::Literal(number) => Some(number.float()),
            _ => None,
        }
    }

    /// Visits this amount and all amounts in it.
    pub(super) fn each<'a>(&'a self, visit: &mut impl FnMut(&'a Self)) {
        visit(self);
        if let Self::Calculated(_, all) = self {
            all.iter().for_each(|one| one.each(&mut *visit));
        }
    }

    /// Returns the opcode of the operation that it is of.
    pub(super) fn opcode(&self) -> Option<&str> {
        match self {
            Self::Operand(opcode) | Self::Operands(opcode) | Self::LengthOf(opcode) => Some(opcode),
            _ => None,
        }
    }
}

/// A value of a record that is shown, counted or sorted by.
#[derive(Clone, Debug, PartialEq)]
pub enum Calculated {
    /// A number; an opcode by itself stands for its operands.
    Number(Amount),
    /// A text.
    Text(TextOf),
}

/// A side, by colour or by whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Both.
    Both,
    /// One colour.
    Of(Color),
    /// The side to move.
    Own,
    /// The side that has just moved.
    Other,
}

/// How two amounts are compared.
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

/// How two values are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// All of the one is all of the other.
    Is,
    /// It is not.
    IsNot,
    /// One move or word of the first is one of the second.
    Shares,
}

impl Likeness {
    /// `=`, or with `negated` `!=`.
    pub(super) fn of(negated: bool) -> Self {
        match negated {
            false => Self::Is,
            true => Self::IsNot,
        }
    }
}

/// Whose text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextOf {
    /// The operands of the first operation with this opcode, a single string without its quotes.
    Operation(String),
    /// What that begins with, without the number at its end.
    Prefix(String),
    /// The first of its operands: a move as SAN has it, a string without its quotes.
    First(String),
    /// The letter of the piece that makes the first of its moves.
    Piece(String),
    /// The whole line.
    Line,
    /// The path of the file; for `=` its name will do.
    File,
    /// The name of the opening that has the position.
    Opening,
    /// Its ECO code.
    OpeningEco,
}

impl TextOf {
    /// The opcode of the operation that it is of.
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

/// What is asked of a text.
#[derive(Clone, Debug, PartialEq)]
pub enum TextTest {
    /// `=` and `in`
    OneOf(BTreeSet<Vec<u8>>),
    /// `~`
    Holds(Pattern),
}

/// What is asked of the castling rights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Castling {
    /// There are any.
    Any,
    /// Exactly these, by the side of the king (`KQkq`) or the file of the rook; `-` for none.
    Are(String),
    /// These are among them.
    Hold(String),
}

/// What is asked of the en-passant square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnPassant {
    /// One is given.
    Given,
    /// None is given.
    None,
    /// It is this one.
    Is(Square),
    /// A legal capture uses it.
    Legal,
}

/// What the rules or the reader say of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Chess allows the position.
    Legal,
    /// The side to move is in check.
    Check,
    /// And has no move.
    Mate,
    /// It has no move, and is not in check.
    Stalemate,
    /// It is left unchanged, because something in it is doubtful.
    Kept,
    /// It is written as canonical writing would write it.
    Canonical,
    /// The position has the name of an opening.
    Opening,
}

/// What is asked of the diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// An error or a warning.
    Any,
    /// This code.
    Code(Code),
    /// This severity.
    Severity(Severity),
}

/// A kind of move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// It takes something, en passant too.
    Captures,
    /// It gives check, or mates.
    Checks,
    /// It mates.
    Mates,
    /// It promotes a pawn.
    Promotes,
    /// It castles.
    Castles,
    /// It ends here: of castling, where the king goes.
    To(Square),
    /// It begins here.
    From(Square),
    /// This kind of piece moves; the king, where it castles.
    Piece(Role),
}

/// What attacks, or is attacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Squares {
    /// A square.
    Square(Square),
    /// All pieces of a side, or of both.
    Side(Whose),
    /// All pieces of these kinds.
    Kinds(PieceSet),
}

/// What is known of a record that its line does not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Another record is the same in this way.
    Duplicate(Sameness),
    /// It is marked in the editor.
    Marked,
    /// It was changed in the editor since the file was read or saved.
    Edited,
}
