//! Records that form a game: each leads to the next by its supplied move (1995).
//!
//! [`pair()`] finds the relation of two consecutive records, and [`Games`] whether a file is one of games: then a
//! record that the move before does not lead to is a problem, which it is not in an ordinary suite. [`Game`] is the
//! game around a record.
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

mod flaws;
mod pair;
#[cfg(test)]
mod tests;

pub use flaws::time;
pub use pair::{Flaw, Games, Joint, Pair, is_of_a_game, pair};

use super::progress::Job;
use super::scan::JobError;
use super::snapshot::Snapshot;
use crate::epd::registers::{RegisterValue, Registers};
use crate::epd::{LineKind, Record, Value, moves};

/// The largest number of records of a game on either side of the given one.
const LONGEST: usize = 600;

/// A game made of consecutive records.
#[derive(Clone, Debug, Default)]
pub struct Game {
    /// The records, in order.
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
    /// The move number before the move: as written, else counted from the first.
    pub number: u32,
    /// Whether White is to move.
    pub is_white: bool,
    /// The move in SAN.
    pub played: Option<String>,
    /// The time used by White and by Black, in seconds.
    pub clocks: Option<[u32; 2]>,
    /// The registers that change at this record, by opcode: comments, variation names, opening codes.
    pub set: Vec<(String, String)>,
    /// The other statements: `draw_offer`, `resign`, `refcom`, `refreq` with their operands.
    pub said: Vec<String>,
    /// The flaws between the previous record and this one.
    pub flaws: Vec<Flaw>,
}

impl Game {
    /// Returns the game around a line (0-based); `None` if the records there do not follow from one another.
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
            clocks: pair::clocks(record),
            set: set
                .map(|(opcode, held)| (opcode, String::from_utf8_lossy(&held.text).into_owned()))
                .collect(),
            said: said(record),
            flaws,
        }
    }
}

/// Returns the supplied move in SAN.
fn played(record: &Record<'_>) -> Option<String> {
    let played = crate::epd::registers::supplied_move(record)?;
    Some(moves::san(record.position()?, played))
}

/// Returns the statements of a record other than its move.
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
