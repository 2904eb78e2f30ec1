//! The meaning of a record as typed values: equal for two records that mean the same.

use epdit::epd::{Dialect, Operand, Operation, Record, Span, Value, operand};
use shakmaty::{Board, Chess, Color, Move, Square};

#[derive(Debug, PartialEq)]
pub struct Meaning {
    board: Option<Board>,
    side: Option<Color>,
    castling: String,
    en_passant: Option<Square>,
    position: Option<Chess>,
    half_move: Option<String>,
    full_move: Option<String>,
    operations: Vec<Statement>,
}

#[derive(Debug, PartialEq)]
struct Statement {
    opcode: String,
    operands: Vec<TypedOperand>,
}

#[derive(Debug, PartialEq)]
enum TypedOperand {
    Move(Move),
    Integer(i64),
    /// A text without its quotes.
    Text(Vec<u8>),
    /// Any other value, with its text.
    Spelt(Value, Vec<u8>),
}

impl Meaning {
    /// Returns the first difference from another meaning.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let differ = |what: &str, same: bool| (!same).then(|| what.to_owned());
        let said = || {
            let (mine, yours) = (&self.operations, &other.operations);
            let lost = mine.iter().find(|said| !yours.contains(said));
            let new = yours.iter().find(|said| !mine.contains(said));
            let counts = (mine.len(), yours.len());
            (mine != yours).then(|| format!("{lost:?} became {new:?} {counts:?}"))
        };
        differ("another board", self.board == other.board)
            .or(differ("another side to move", self.side == other.side))
            .or(differ(
                "other castling rights",
                self.castling == other.castling,
            ))
            .or(differ(
                "another en-passant square",
                self.en_passant == other.en_passant,
            ))
            .or(differ("another position", self.position == other.position))
            .or(differ(
                "another half-move clock",
                self.half_move == other.half_move,
            ))
            .or(differ(
                "another move number",
                self.full_move == other.full_move,
            ))
            .or_else(said)
            .or(differ("another meaning", self == other))
    }

    pub fn of(record: &Record<'_>) -> Self {
        let is_clock = |operation: &&Operation| {
            let name = record.opcode(operation);
            matches!(&*name, "hmvc" | "fmvn") && clock_of(record, operation).is_some()
        };
        let mut operations: Vec<Statement> = record
            .operations()
            .iter()
            .filter(|operation| !is_clock(operation))
            .map(|operation| statement_of(record, operation))
            .collect();
        // Any order will do, as long as both records are sorted by it.
        operations.sort_by_cached_key(|said| format!("{said:?}"));
        operations.dedup_by(|a, b| a == b && matches!(&*a.opcode, "dm" | "ce"));
        let (half_move, full_move) = clocks(record);
        Self {
            board: record.board().cloned(),
            side: record.side(),
            castling: record.castling().unwrap_or("-").to_owned(),
            en_passant: record.en_passant(),
            position: record.position().cloned(),
            half_move,
            full_move,
            operations,
        }
    }
}

/// Returns the clocks, from operations or FEN's fields. FEN's move number 0 means 1, and in a FEN file
/// absent clocks are `0 1`.
fn clocks(record: &Record<'_>) -> (Option<String>, Option<String>) {
    let fields = record.field_spans();
    let clock = |opcode: &str, field: Option<Span>, absent: &str| {
        let said = record
            .operation(opcode)
            .and_then(|operation| clock_of(record, operation));
        let field = field.map(|span| number_text(span.of(record.line())));
        let field = field.map(|text| {
            if opcode == "fmvn" && text == "0" {
                "1".to_owned()
            } else {
                text
            }
        });
        let is_fen = record.options().dialect == Dialect::Fen;
        said.or(field).or(is_fen.then(|| absent.to_owned()))
    };
    (
        clock("hmvc", fields.half_move, "0"),
        clock("fmvn", fields.full_move, "1"),
    )
}

/// Returns the number of a clock operation, if its operand is one.
fn clock_of(record: &Record<'_>, operation: &Operation) -> Option<String> {
    match record.operands_of(operation) {
        [operand] => {
            let text = record.string(operand);
            operand::is_integer(text).then(|| number_text(text))
        }
        _ => None,
    }
}

/// Returns a number without its sign and leading zeros, where it can be read.
fn number_text(text: &[u8]) -> String {
    match operand::read_integer(text) {
        Some(number) => number.to_string(),
        None => String::from_utf8_lossy(text).into_owned(),
    }
}

fn statement_of(record: &Record<'_>, operation: &Operation) -> Statement {
    let opcode = record.opcode(operation).into_owned();
    let is_of_moves = matches!(&*opcode, "am" | "bm" | "pm" | "sm" | "pv" | "sv");
    if let ("bm", [only]) = (&*opcode, record.operands_of(operation))
        && let Some(moves) = mate_in(only.span.of(record.line()))
    {
        return mate(moves);
    }
    let mut operands: Vec<TypedOperand> = record
        .operands_of(operation)
        .iter()
        .filter(|operand| !is_of_moves || says_something(record, operand))
        .map(|operand| typed(record, operand))
        .collect();
    if matches!(&*opcode, "am" | "bm") {
        operands.sort_by_cached_key(|operand| format!("{operand:?}"));
        operands.dedup();
    }
    Statement { opcode, operands }
}

fn typed(record: &Record<'_>, operand: &Operand) -> TypedOperand {
    match &operand.value {
        Value::Move(played) => TypedOperand::Move(*played),
        Value::Integer(number) => TypedOperand::Integer(*number),
        Value::Text => TypedOperand::Text(record.string(operand).to_vec()),
        value => TypedOperand::Spelt(value.clone(), operand.span.of(record.line()).to_vec()),
    }
}

/// Returns false for move numbers, lone commas and `e.p.` between moves, which have no meaning by
/// themselves.
fn says_something(record: &Record<'_>, operand: &Operand) -> bool {
    let text = operand.span.of(record.line());
    let is_number = {
        let digits = text.iter().take_while(|b| b.is_ascii_digit()).count();
        let dots = &text[digits..];
        !dots.is_empty() && dots.len() <= 3 && dots.iter().all(|b| *b == b'.')
    };
    !(operand.value == Value::Raw && (is_number || matches!(text, b"," | b"e.p." | b"ep")))
}

/// Returns n of `#n`: `#5`, `#-3`.
fn mate_in(text: &[u8]) -> Option<i64> {
    std::str::from_utf8(text)
        .ok()?
        .strip_prefix('#')?
        .parse()
        .ok()
}

/// Returns the statement of a mate: `bm #5` means `dm 5`, `bm #-3` a score.
fn mate(moves: i64) -> Statement {
    let (opcode, number) = match moves > 0 {
        true => ("dm", moves),
        false => ("ce", -32767 - 2 * moves),
    };
    Statement {
        opcode: opcode.to_owned(),
        operands: vec![TypedOperand::Integer(number)],
    }
}
