//! Records that form a game: the supplied move (1995) of each leads to the next.
//!
//! [`pair()`] determines the relation of two consecutive records, and [`Games`] whether a file consists of
//! games. If it does, a record that the previous move does not lead to is a problem; in an ordinary suite it
//! is not. [`Game`] is the game around a record.
//!
//! ```
//! use epdit::suite::game::Game;
//! use epdit::suite::{Job, Suite};
//!
//! let text = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - sm e4;\n\
//!     rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 c0 \"a reply\"; sm c5;\n";
//! let suite = Suite::from_bytes("game.epd", text.to_vec());
//! let game = Game::around(&suite.snapshot(), 1, &Job::new())?.expect("they follow from one another");
//! let moves: Vec<_> = game.turns.iter().map(|turn| turn.played.as_deref()).collect();
//! assert_eq!(moves, [Some("e4"), Some("c5")]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(test)]
mod tests;

use crate::epd::registers::{RegisterValue, Registers, is_same, starts_a_game, supplied_move};
use crate::epd::{Code, LineKind, Operation, Record, Span, Value, moves};
use crate::suite::progress::Job;
use crate::suite::scan::JobError;
use crate::suite::snapshot::Snapshot;
use shakmaty::{Board, Chess, EnPassantMode, Piece, Position, Square};

/// The largest number of records of a game before and after the given one.
const LONGEST: usize = 600;

/// A game made of consecutive records.
#[derive(Clone, Debug, Default)]
pub struct Game {
    pub turns: Vec<Turn>,
    /// The tag pairs of the first record that has any, without quotes.
    pub tags: Vec<(String, String)>,
    /// Whether the game continues beyond these records.
    pub is_cut: bool,
}

/// A record of a game.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The line number (0-based).
    pub line: usize,
    /// The move number before the move: as written, otherwise counted from the first record.
    pub number: u32,
    /// Whether White is to move.
    pub is_white: bool,
    pub played: Option<String>,
    /// The time used by White and by Black, in seconds.
    pub clocks: Option<[u32; 2]>,
    /// The registers that change at this record, by opcode: comments, variation names, opening codes.
    pub set: Vec<(String, String)>,
    /// The operations `draw_offer`, `resign`, `refcom`, `refreq` and the like, with their operands.
    pub said: Vec<String>,
    pub flaws: Vec<Flaw>,
}

impl Game {
    /// Returns the game around a line (0-based); `None` if the records there do not follow one another.
    ///
    /// # Errors
    /// Cancelled, or lines can no longer be read.
    pub fn around(snapshot: &Snapshot, line: usize, job: &Job) -> Result<Option<Self>, JobError> {
        let options = *snapshot.read_options();
        let first = line.saturating_sub(LONGEST);
        let last = line.saturating_add(LONGEST).min(snapshot.line_count());
        let mut lines: Vec<(usize, Vec<u8>)> = Vec::new();
        snapshot.each_line(first..last, |number, bytes| {
            lines.push((number, bytes.to_vec()));
            !job.is_cancelled()
        });
        job.check()?;
        let records: Vec<(usize, Record<'_>)> = lines
            .iter()
            .map(|(number, bytes)| (*number, Record::read(bytes, &options)))
            .filter(|(_, record)| record.kind() == LineKind::Record)
            .collect();
        let pairs: Vec<Pair> = records
            .iter()
            .zip(records.iter().skip(1))
            .map(|((number, before), (_, after))| pair(before, *number as u64 + 1, after))
            .collect();
        let Some(here) = records.iter().position(|(number, _)| *number == line) else {
            return Ok(None);
        };
        let joint = |at: usize| pairs.get(at).and_then(|pair| pair.joint);
        let is_joined = |at: &usize| joint(*at).is_some_and(Joint::goes_on);
        let apart = (0..here).rev().find(|at| !is_joined(at));
        let begin = apart.map_or(0, |at| at + 1);
        let end = (here..records.len()).find(|at| !is_joined(at));
        let end = end.unwrap_or(here);
        let joints = pairs.get(begin..end).unwrap_or_default();
        if !joints.iter().any(|pair| pair.joint == Some(Joint::Leads)) {
            return Ok(None);
        }
        let mut game = Self {
            is_cut: begin == 0 && first > 0
                || end + 1 == records.len() && last < snapshot.line_count(),
            ..Self::default()
        };
        let mut registers = Registers::default();
        for (at, (number, record)) in records.iter().enumerate().take(end + 1).skip(begin) {
            let pair = at.checked_sub(1).filter(|_| at > begin);
            let pair = pair.and_then(|at| pairs.get(at));
            let flaws = pair.map(|pair| pair.flaws.clone());
            if game.tags.is_empty() {
                game.tags = tags(record);
            }
            let turn = game.turn(*number, record, &mut registers, flaws.unwrap_or_default());
            game.turns.push(turn);
        }
        Ok(Some(game))
    }

    fn turn(
        &self,
        line: usize,
        record: &Record<'_>,
        registers: &mut Registers,
        flaws: Vec<Flaw>,
    ) -> Turn {
        let is_white = record.side().is_none_or(shakmaty::Color::is_white);
        let counted = self.turns.last().map_or(1, |before| {
            before.number.saturating_add(u32::from(!before.is_white))
        });
        let before = registers.clone();
        registers.apply(record, line);
        let set = registers.held().into_iter().filter(|(opcode, held)| {
            let is_new = |(other, known): &(String, &RegisterValue)| {
                other != opcode || known.text != held.text
            };
            held.since == line && before.held().iter().all(is_new)
        });
        Turn {
            line,
            number: record.full_move_number().unwrap_or(counted),
            is_white,
            played: played(record),
            clocks: clocks(record),
            set: set
                .map(|(opcode, held)| (opcode, String::from_utf8_lossy(&held.text).into_owned()))
                .collect(),
            said: said(record),
            flaws,
        }
    }
}

fn played(record: &Record<'_>) -> Option<String> {
    let played = crate::epd::registers::supplied_move(record)?;
    Some(moves::san(record.position()?, played))
}

/// Returns the operations for draws, resignation and the referee, with their operands.
fn said(record: &Record<'_>) -> Vec<String> {
    const WORDS: [&str; 7] = [
        "refcom",
        "refreq",
        "draw_offer",
        "draw_accept",
        "draw_reject",
        "draw_claim",
        "resign",
    ];
    let all = WORDS.iter().filter_map(|opcode| {
        let operands = record.operands_text(record.operation(opcode)?);
        Some(format!("{opcode} {operands}").trim_end().to_owned())
    });
    all.collect()
}

fn tags(record: &Record<'_>) -> Vec<(String, String)> {
    let Some(operation) = record.operation("ptp") else {
        return Vec::new();
    };
    let operands = record.operands_of(operation);
    let text = |operand| String::from_utf8_lossy(record.string(operand)).into_owned();
    let pairs = operands.chunks_exact(2).filter_map(|pair| match pair {
        [name, value] if value.value == Value::Text => Some((text(name), text(value))),
        _ => None,
    });
    pairs.collect()
}

/// The largest number of differing squares between boards of one game, a move or two apart.
const NEAR: usize = 6;
/// The number of records that lead to the next one from which a file consists of games.
const ENOUGH: u64 = 3;

/// The connection between a record and the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joint {
    /// The supplied move leads to the next position.
    Leads,
    /// The supplied move leads to another, similar position.
    Breaks,
    /// The next record belongs to another game.
    Apart,
}

impl Joint {
    /// Returns true if both records are of one game.
    pub fn goes_on(self) -> bool {
        self != Self::Apart
    }
}

/// A problem between two records, reported for the second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    pub code: Code,
    /// The place in the second line.
    pub span: Span,
    pub message: String,
}

impl Flaw {
    /// Returns true if the problem does not depend on other records of the file. Clocks are compared only if
    /// the move leads exactly from one record to the other.
    pub fn is_sure(&self) -> bool {
        matches!(self.code, Code::WrongReply | Code::ClockRunsBack)
    }
}

/// The relation of two records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pair {
    /// The connection; `None` if the first record has no supplied move, or one of the positions is illegal.
    pub joint: Option<Joint>,
    /// The problems, if both are of one game.
    pub flaws: Vec<Flaw>,
}

/// Returns true if a record has operations of a game; otherwise the next record need not be examined.
pub fn is_of_a_game(record: &Record<'_>) -> bool {
    ["sm", "sv", "refcom", "refreq"]
        .iter()
        .any(|opcode| record.operation(opcode).is_some())
}

/// Compares a record on `line` (1-based) with the next one.
pub fn pair(before: &Record<'_>, line: u64, after: &Record<'_>) -> Pair {
    let mut found = Pair {
        joint: joint(before, after),
        flaws: Vec::new(),
    };
    let flaws = &mut found.flaws;
    match found.joint {
        Some(Joint::Breaks) => flaws.extend(break_flaws(before, line, after)),
        Some(Joint::Leads) => add_clock_flaws(before, line, after, flaws),
        _ => {}
    }
    flaws.extend(reply_flaws(before, line, after, found.joint));
    found
}

fn joint(before: &Record<'_>, after: &Record<'_>) -> Option<Joint> {
    let (start, end) = (before.position()?, after.position()?);
    let reached = reached(before)?;
    let others = || {
        let tags = after.operation("ptp").map(|ptp| after.operands_bytes(ptp));
        let before = before
            .operation("ptp")
            .map(|ptp| before.operands_bytes(ptp));
        tags.is_some() && tags != before
    };
    // A record that a referee passes on to the other player is repeated.
    if start == end
        && (before.operation("refreq").is_some() || before.operation("refcom").is_some())
    {
        return None;
    }
    Some(if starts_a_game(after) || others() {
        Joint::Apart
    } else if is_same(&reached, end) {
        Joint::Leads
    } else if differing(reached.board(), end.board()) <= NEAR {
        Joint::Breaks
    } else {
        Joint::Apart
    })
}

/// Returns the position after the supplied move.
fn reached(record: &Record<'_>) -> Option<Chess> {
    let mut position = record.position()?.clone();
    position.play_unchecked(supplied_move(record)?);
    Some(position)
}

fn differing(one: &Board, other: &Board) -> usize {
    let differs = |square: &&Square| one.piece_at(**square) != other.piece_at(**square);
    Square::ALL.iter().filter(differs).count()
}

/// Returns the time used by White and by Black, in seconds.
fn clocks(record: &Record<'_>) -> Option<[u32; 2]> {
    match record.operands_of(record.operation("cc")?) {
        [white, black] => Some([white.value.seconds()?, black.value.seconds()?]),
        _ => None,
    }
}

/// Returns the en-passant square if a legal capture uses it.
fn en_passant(position: &Chess) -> Option<Square> {
    position.ep_square(EnPassantMode::Legal)
}

/// The pairs counted so far, to decide whether a file consists of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Games {
    leads: u64,
    others: u64,
}

impl Games {
    /// Adds the next pair; returns true if its flaws are problems of the file. In a suite of unrelated
    /// records, a supplied move may happen to lead to a position similar to the next record's.
    pub fn take(&mut self, pair: &Pair) -> bool {
        let is_one = self.leads >= ENOUGH && self.leads > self.others;
        match pair.joint {
            Some(Joint::Leads) => self.leads += 1,
            Some(Joint::Breaks) => self.others += 1,
            Some(Joint::Apart) | None => {}
        }
        is_one
    }
}

/// Returns the flaw of a record that the previous move does not lead to.
fn break_flaws(before: &Record<'_>, line: u64, after: &Record<'_>) -> Option<Flaw> {
    let (reached, found) = (reached(before)?, after.position()?);
    let fields = after.field_spans();
    let piece = |piece: Option<Piece>| {
        piece.map_or("nothing".to_owned(), |piece| format!("`{}`", piece.char()))
    };
    let side = |position: &Chess| position.turn().fold_wb("White", "Black");
    let at = |position: &Chess, square| position.board().piece_at(square);
    let mut squares = Square::ALL.into_iter();
    let square = squares.find(|square| at(&reached, *square) != at(found, *square));
    let (span, what) = if let Some(square) = square {
        let (wanted, there) = (piece(at(&reached, square)), piece(at(found, square)));
        let what = format!("expected {wanted} on {square}, found {there}");
        (fields.placement, what)
    } else if reached.turn() != found.turn() {
        let (wanted, there) = (side(&reached), side(found));
        let what = format!("expected {wanted} to move, found {there}");
        (fields.side, what)
    } else if en_passant(&reached) != en_passant(found) {
        let name = |position: &Chess| {
            let square = en_passant(position);
            square.map_or("-".to_owned(), |square| square.to_string())
        };
        let (wanted, there) = (name(&reached), name(found));
        let what = format!("expected the en-passant square `{wanted}`, found `{there}`");
        (fields.en_passant, what)
    } else {
        let rights = |position: &Chess| position.castles().castling_rights().count();
        let what = match rights(&reached) > rights(found) {
            true => "castling rights were lost",
            false => "castling rights came back",
        };
        (fields.castling, what.to_owned())
    };
    Some(Flaw {
        code: Code::GameBreak,
        span: span.unwrap_or_default(),
        message: format!("the move on line {line} does not lead here: {what}"),
    })
}

/// Adds flaws if the time used or the move number decreases.
fn add_clock_flaws(before: &Record<'_>, line: u64, after: &Record<'_>, flaws: &mut Vec<Flaw>) {
    let span = |opcode: &str| {
        let operation = after.operation(opcode)?;
        Some(after.operands_span(operation))
    };
    if let (Some(one), Some(other), Some(span)) = (clocks(before), clocks(after), span("cc")) {
        for (side, (one, other)) in ["White", "Black"].iter().zip(one.into_iter().zip(other)) {
            if other < one {
                let (one, other) = (time(one), time(other));
                flaws.push(Flaw {
                    code: Code::ClockRunsBack,
                    span,
                    message: format!("{side} has used {other}, less than the {one} on line {line}"),
                });
            }
        }
    }
    let numbers = before.full_move_number().zip(after.full_move_number());
    if let Some((one, other)) = numbers.filter(|(one, other)| other < one) {
        flaws.push(Flaw {
            code: Code::ClockRunsBack,
            span: span("fmvn").unwrap_or_default(),
            message: format!("the move number is {other}, less than the {one} on line {line}"),
        });
    }
}

/// Returns a time as `1:02:05`, with days in front if there are any.
pub fn time(seconds: u32) -> String {
    let (minutes, second) = (seconds / 60, seconds % 60);
    let (hours, minute) = (minutes / 60, minutes % 60);
    match (hours / 24, hours % 24) {
        (0, hour) => format!("{hour}:{minute:02}:{second:02}"),
        (days, hour) => format!("{days}d {hour}:{minute:02}:{second:02}"),
    }
}

/// Checks the reply to a referee's command. Only `respond` expects a reply, which has the position after the
/// move and the addresses exchanged.
fn reply_flaws(
    before: &Record<'_>,
    line: u64,
    after: &Record<'_>,
    joint: Option<Joint>,
) -> Option<Flaw> {
    let command = before.operands_text(before.operation("refcom")?);
    let request = after.operation("refreq")?;
    let reply = after.operands_text(request);
    let wrong = |operation: &Operation, message: String| {
        Some(Flaw {
            code: Code::WrongReply,
            span: operation.opcode.cover(after.operands_span(operation)),
            message,
        })
    };
    match (command.as_str(), reply.as_str()) {
        ("respond", "sign_on") => wrong(
            request,
            format!("`refcom respond` on line {line} takes `refreq reply`, found `refreq sign_on`"),
        ),
        ("respond", "reply") => {
            if joint.is_some_and(|joint| joint != Joint::Leads) && joint != Some(Joint::Breaks) {
                return wrong(
                    request,
                    format!("the reply is not from the position after the move on line {line}"),
                );
            }
            let mut both = [("tcri", "tcsi"), ("tcsi", "tcri")].into_iter();
            both.find_map(|(here, there)| {
                let (operation, other) = (after.operation(here)?, before.operation(there)?);
                if after.operands_bytes(operation) == before.operands_bytes(other) {
                    return None;
                }
                let why = format!("the `{here}` of a reply is the `{there}` of line {line}");
                wrong(operation, why)
            })
        }
        (command, "reply") => wrong(
            request,
            format!("`refcom {command}` on line {line} takes no reply"),
        ),
        _ => None,
    }
}
