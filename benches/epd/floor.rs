//! The bare chess work of a record, by shakmaty alone: the four fields, legality, and each move operand
//! to a legal move. Fields and moves are cut out of the line beforehand.

use shakmaty::fen::Epd;
use shakmaty::san::San;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, FromSetup, Move, Position};
use std::hint::black_box;
use std::ops::Range;

/// A record prepared for the work.
pub struct Job<'t> {
    pub line: &'t [u8],
    /// The length of the four fields in bytes.
    fields: usize,
    pub operations: Vec<Moves>,
}

/// The moves of one operation, as byte ranges of the line.
pub struct Moves {
    pub in_sequence: bool,
    pub words: Vec<Range<usize>>,
}

impl<'t> Job<'t> {
    /// Cuts the fields and the moves out of a line; `None` if it has fewer than four words.
    pub fn cut(line: &'t [u8]) -> Option<Self> {
        let end = line.trim_ascii_end().len();
        let mut spaces = memchr::memchr_iter(b' ', line.get(..end)?);
        let fields = spaces.nth(3).unwrap_or(end);
        let mut operations = Vec::new();
        let mut at = fields;
        while at < end {
            let rest = line.get(at..end)?;
            let mut quoted = false;
            let length = rest.iter().position(|&byte| {
                quoted ^= byte == b'"';
                byte == b';' && !quoted
            });
            let length = length.unwrap_or(rest.len());
            let mut words = words(line, at, at + length);
            let opcode = words.next().and_then(|word| line.get(word));
            if let Some(b"bm" | b"am" | b"pm" | b"sm" | b"pv" | b"sv" | b"PV:") = opcode {
                let in_sequence = matches!(opcode, Some(b"pv" | b"sv" | b"PV:"));
                operations.push(Moves {
                    in_sequence,
                    words: words.collect(),
                });
            }
            at += length + 1;
        }
        Some(Self {
            line,
            fields,
            operations,
        })
    }

    /// Returns the words to be read as moves.
    pub fn words(&self) -> impl Iterator<Item = &[u8]> {
        let ranges = self.operations.iter().flat_map(|moves| &moves.words);
        ranges.filter_map(|range| self.line.get(range.clone()))
    }

    /// Returns the position of the fields.
    pub fn position(&self) -> Option<Chess> {
        let setup = Epd::from_ascii(self.line.get(..self.fields)?)
            .ok()?
            .into_setup();
        Chess::from_setup(setup, CastlingMode::Standard).ok()
    }
}

/// Does the work, and returns the number of moves; `None` as soon as something is illegal.
pub fn floor(job: &Job<'_>) -> Option<usize> {
    let start = job.position()?;
    let mut moves = 0;
    for operation in &job.operations {
        if operation.in_sequence {
            let mut position = start.clone();
            for word in &operation.words {
                position.play_unchecked(read(&position, job.line.get(word.clone())?)?);
                moves += 1;
            }
        } else {
            for word in &operation.words {
                black_box(read(&start, job.line.get(word.clone())?)?);
                moves += 1;
            }
        }
    }
    Some(moves)
}

/// Returns the legal move of a word in SAN or UCI.
pub fn read(position: &Chess, word: &[u8]) -> Option<Move> {
    match San::from_ascii(word) {
        Ok(san) => san.to_move(position).ok(),
        Err(_) => UciMove::from_ascii(word).ok()?.to_move(position).ok(),
    }
}

fn words(line: &[u8], start: usize, end: usize) -> impl Iterator<Item = Range<usize>> {
    let mut at = start;
    std::iter::from_fn(move || {
        let text = line.get(at..end)?;
        let begin = at + text.iter().position(|byte| *byte != b' ')?;
        let length = line.get(begin..end)?.iter().position(|byte| *byte == b' ');
        at = length.map_or(end, |length| begin + length);
        Some(begin..at)
    })
}
