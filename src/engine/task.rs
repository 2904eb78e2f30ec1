//! The result of processing one record.

use shakmaty::{Chess, Move, Position};

use super::failure::Failure;
use super::mates::distance;
use super::search::{Analysis, Limits, Request};
use super::worker::Trouble;
use crate::epd::edit::Refusal;
use crate::epd::{Record, moves};
use crate::suite::edit::refused;

/// The length limit of a string, in bytes.
pub(super) const LONGEST_STRING: usize = 255;

/// A processed record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done<T> {
    /// The new line; `None` if the record is left unchanged.
    pub line: Option<Vec<u8>>,
    /// The result, or the reason why there is none.
    pub result: Result<T, Why>,
    /// The harmless oddities met.
    pub notes: Vec<&'static str>,
}

impl<T> Done<T> {
    /// Returns a result, with the new line if there is one.
    pub(crate) fn found(line: Option<Vec<u8>>, found: T) -> Self {
        Self {
            line,
            result: Ok(found),
            notes: Vec::new(),
        }
    }

    /// Turns the trouble of a single record into an unchanged record with the reason; any other ends the run.
    ///
    /// # Errors
    /// The trouble ends the run.
    pub fn of(done: Result<Self, Trouble>) -> Result<Self, Trouble> {
        match done {
            Err(Trouble::Record(why)) => Ok(Self {
                line: None,
                result: Err(why),
                notes: Vec::new(),
            }),
            done => done,
        }
    }
}

/// An engine's answer about a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The operations that the record should have; none if it is right.
    pub operations: Operations,
    /// The answer in words: `Rd7 +3.20, Qg6 +0.40`.
    pub words: String,
}

/// Opcodes with their operands as written, or `None` to remove the operation.
pub type Operations = Vec<(String, Option<String>)>;

/// Returns an operation with these operands.
pub(super) fn set(opcode: impl Into<String>, operands: impl ToString) -> (String, Option<String>) {
    (opcode.into(), Some(operands.to_string()))
}

/// Returns the first moves of the lines with their scores.
pub(super) fn in_words(position: &Chess, analysis: &Analysis) -> String {
    let lines = analysis.lines.iter().map(|line| {
        let first = line.moves.get(..1).unwrap_or_default();
        format!("{} {}", line_in_san(position, first), line.score.text())
    });
    lines.collect::<Vec<_>>().join(", ")
}

/// The reason why a record has no result. Records with one reason share its text, except for engine failures.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Why {
    /// The record has no legal position.
    #[error("the position is illegal")]
    Position,
    #[error("there is no bm or am")]
    NoMoves,
    #[error("a move of {0} is illegal or can't be read")]
    Moves(&'static str),
    /// bm holds the distance of a mate, as `bm #3`.
    #[error("{0} has the distance of a mate, not a move")]
    Distance(&'static str),
    /// bm or am may stand among the operands of another operation.
    #[error("{0} may be hidden among other operands (swallowed-operation)")]
    Hidden(&'static str),
    #[error("am names every legal move")]
    AllAvoided,
    /// The side to move is mated or stalemated.
    #[error("there is no legal move")]
    Over,
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error(transparent)]
    Engine(#[from] Failure),
}

/// Returns the search of a record for `lines` lines.
pub(super) fn request(record: &Record<'_>, limits: Limits, lines: u32) -> Result<Request, Why> {
    let mut request = Request::of(record, limits).ok_or(Why::Position)?;
    // Some engines count lines beyond the number of legal moves.
    let moves = u32::try_from(request.position.legal_moves().len()).unwrap_or(u32::MAX);
    request.lines = lines.clamp(1, moves.max(1));
    Ok(request)
}

/// Checks before a search that its result can be written into the record.
pub(super) fn is_writable(record: &Record<'_>, opcodes: &[&str]) -> Result<(), Why> {
    refused(record, opcodes).map_or(Ok(()), |refusal| Err(Why::Refused(refusal)))
}

/// Returns the moves of an operation if all can be read; `None` if the record lacks the operation, or has it without
/// a move.
pub(super) fn moves_of(
    record: &Record<'_>,
    opcode: &'static str,
) -> Result<Option<Vec<Move>>, Why> {
    if record.hidden_opcodes().any(|hidden| hidden == opcode) {
        return Err(Why::Hidden(opcode));
    }
    let operations = record.operations().iter();
    let operations = operations.filter(|operation| record.opcode(operation) == opcode);
    let words: usize = operations
        .map(|operation| record.operands_of(operation).len())
        .sum();
    let moves: Vec<Move> = record.moves(opcode).collect();
    match moves.len() == words {
        true => Ok((!moves.is_empty()).then_some(moves)),
        false if opcode == "bm" && distance(record).is_some() => Err(Why::Distance(opcode)),
        false => Err(Why::Moves(opcode)),
    }
}

/// The best moves of a record, and the moves to avoid.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    pub best: Option<Vec<Move>>,
    pub avoid: Option<Vec<Move>>,
}

impl Goal {
    pub(super) fn of(record: &Record<'_>) -> Result<Self, Why> {
        let goal = Self {
            best: moves_of(record, "bm")?,
            avoid: moves_of(record, "am")?,
        };
        match (&goal.best, &goal.avoid) {
            (None, None) => Err(Why::NoMoves),
            _ => Ok(goal),
        }
    }

    pub(super) fn is_met(&self, played: Move) -> bool {
        let is_in = |moves: &Vec<Move>| moves.contains(&played);
        self.best.as_ref().is_none_or(is_in) && !self.avoid.as_ref().is_some_and(is_in)
    }
}

/// Returns consecutive moves in SAN.
pub fn line_in_san(position: &Chess, line: &[Move]) -> String {
    moves::line(position, line, moves::san)
}

/// The private operations for the engine and the limit of a search.
pub const MADE: [&str; 2] = ["Engine", "Limit"];

/// Returns the engine and the limit as operations. An unknown value removes the operation, which would belong to
/// another search.
pub(super) fn made(engine: &str, limit: &str) -> [(String, Option<String>); 2] {
    let [by, within] = MADE;
    [(by, engine), (within, limit)].map(|(opcode, words)| {
        let operand = (!words.is_empty()).then(|| quoted(words));
        (opcode.to_owned(), operand)
    })
}

/// Returns words as a string that every reader accepts: printable ASCII without quotes, cut to the longest string
/// allowed.
fn quoted(words: &str) -> String {
    let words = words.chars().map(|c| match c {
        '"' => '\'',
        ' '..='~' => c,
        _ => '?',
    });
    format!("\"{}\"", words.take(LONGEST_STRING).collect::<String>())
}

/// Returns depth, nodes and seconds as operations; a value that the engine did not report removes its operation. The
/// standard has whole seconds: a search of less than half a second took 0.
pub(super) fn effort(analysis: &Analysis) -> [(String, Option<String>); 3] {
    let seconds = (analysis.time.as_millis() + 500) / 1000;
    let operation = |opcode: &str, number: Option<u128>| {
        let number = number.map(|number| number.min(i64::MAX as u128).to_string());
        (opcode.to_owned(), number)
    };
    let told = |number: u128| (number > 0).then_some(number);
    [
        operation("acd", told(analysis.depth.into())),
        operation("acn", told(analysis.nodes.into())),
        operation("acs", Some(seconds)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_an_engine_calls_itself_is_a_string() {
        let check = |name: &str, expected: Option<&str>| {
            let [(opcode, operand), _] = made(name, "");
            assert_eq!((opcode.as_str(), operand.as_deref()), ("Engine", expected));
        };
        check("Stockfish 17", Some("\"Stockfish 17\""));
        check("a \"b\"; c\u{1b}[2J ü\t", Some("\"a 'b'; c?[2J ??\""));
        check("", None);
        let [(_, long), _] = made(&"x".repeat(999), "");
        assert_eq!(long.map(|long| long.len()), Some(257));
    }
}
