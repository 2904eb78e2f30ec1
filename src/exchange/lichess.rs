//! The tables that lichess.org publishes: its puzzles (CSV), and its evaluations of positions (one JSON object per
//! line).
//!
//! A puzzle begins with the opponent's move: its record has the position after that move. The scores of
//! evaluations are for White; their records have them for the side to move.
//!
//! ```
//! use epdit::exchange::import::Lines;
//! use epdit::exchange::lichess::Table;
//!
//! let header = b"PuzzleId,FEN,Moves,Rating,Themes";
//! let row = b"000Vc,8/8/4k1p1/2KpP2p/5PP1/8/8/8 w - - 0 53,g4h5 g6h5 f4f5 e6e5,1575,endgame short";
//! let (table, mut lines) = (Table::of(header).expect("puzzles"), Lines::default());
//! table.line(2, row, &mut lines);
//! assert_eq!(
//!     String::from_utf8_lossy(&lines.text),
//!     "8/8/4k1p1/2KpP2P/5P2/8/8/8 b - - Rating 1575; Themes endgame short; bm gxh5; fmvn 53; \
//!      hmvc 0; id \"000Vc\"; pv gxh5 f5+ Kxe5;\n"
//! );
//! ```

use crate::epd::moves::{MOST_LINES, line_as_string, write_san};
use crate::epd::opcode::is_opcode;
use crate::epd::operand::LONGEST_STRING;
use crate::epd::score::Score;
use crate::epd::{ReadOptions, Skim};
use crate::exchange::FormatError;
use crate::exchange::import::{Lines, write_position};
use crate::exchange::table::{RowReader, Separator};
use serde::Deserialize;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Color, Position};
use std::borrow::Cow;
use std::fmt::Display;
use std::io::Write;

const NO_SOLUTION: FormatError =
    FormatError::Syntax("expected the opponent's move and the solution as `Moves`");
const NO_LINE: FormatError = FormatError::Syntax("expected a line in `pvs`");

/// A table of lichess.org, recognized by its first line.
#[derive(Debug)]
pub enum Table {
    Puzzles(Puzzles),
    Evaluations,
}

impl Table {
    /// Returns the table that begins with this line; `None` if it is another kind of file.
    pub fn of(first: &[u8]) -> Option<Self> {
        if first.starts_with(b"{") {
            let read = serde_json::from_slice::<Evaluations<'_>>(first);
            return read.is_ok().then_some(Self::Evaluations);
        }
        Puzzles::of(first).map(Self::Puzzles)
    }

    /// Adds the record of a line, or the reason why it has none.
    pub fn line(&self, at: u64, line: &[u8], lines: &mut Lines) {
        match self {
            // Concatenated files have a header in the middle.
            Self::Puzzles(puzzles) if unmarked(line) == puzzles.header => {}
            Self::Puzzles(puzzles) => lines.built(at, |out| puzzles.record(line, out)),
            Self::Evaluations => {
                let mut left_out = 0;
                lines.built(at, |out| evaluation(line, out, &mut left_out));
                lines.left_out.evaluations += left_out;
            }
        }
    }

    /// Returns the columns that are left out because their names are not private opcodes.
    pub fn left_out(&self) -> &[String] {
        match self {
            Self::Puzzles(puzzles) => &puzzles.left_out,
            Self::Evaluations => &[],
        }
    }
}

/// The columns of a table of puzzles.
#[derive(Debug)]
pub struct Puzzles {
    header: Vec<u8>,
    /// The indices of the columns [`REQUIRED`].
    required: [usize; 3],
    /// The other columns, by name, with their indices: each becomes a private operation.
    others: Vec<(String, usize)>,
    left_out: Vec<String>,
    count: usize,
}

/// The columns that a table of puzzles must have.
const REQUIRED: [&str; 3] = ["PuzzleId", "FEN", "Moves"];

/// Returns a line without a byte-order mark and blanks around it.
fn unmarked(line: &[u8]) -> &[u8] {
    let text = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
    text.trim_ascii()
}

impl Puzzles {
    fn of(header: &[u8]) -> Option<Self> {
        let row = row_of(header).ok()?;
        let names = row.cells().map(String::from_utf8_lossy);
        let names: Vec<Cow<'_, str>> = names.collect();
        let index_of = |name: &str| names.iter().position(|found| found == name);
        let [Some(id), Some(fen), Some(moves)] = REQUIRED.map(index_of) else {
            return None;
        };
        let (mut others, mut left_out) = (Vec::new(), Vec::new());
        for (at, name) in names.iter().enumerate() {
            let is_private = name.starts_with(|first: char| first.is_ascii_uppercase());
            match is_private && is_opcode(name.as_bytes()) {
                _ if REQUIRED.contains(&name.as_ref()) => {}
                true => others.push((name.to_string(), at)),
                false => left_out.push(name.to_string()),
            }
        }
        others.sort();
        others.dedup_by(|(later, _), (earlier, _)| later == earlier);
        Some(Self {
            header: unmarked(header).to_owned(),
            required: [id, fen, moves],
            others,
            left_out,
            count: names.len(),
        })
    }

    /// Appends the record of a row, without its line feed.
    fn record(&self, row: &[u8], out: &mut Vec<u8>) -> Result<Chess, FormatError> {
        let row = row_of(row)?;
        let cells: Vec<&[u8]> = row.cells().collect();
        if cells.len() != self.count {
            return Err(FormatError::Columns {
                expected: self.count,
                found: cells.len(),
            });
        }
        let cell = |at: usize| cells.get(at).copied().unwrap_or_default();
        let [id, fen, moves] = self.required.map(cell);
        let mut begin = Start::of(fen)?;
        let (first, solution) = match moves.iter().position(u8::is_ascii_whitespace) {
            Some(at) => moves.split_at(at),
            None => return Err(NO_SOLUTION),
        };
        begin.play(first)?;
        let position = begin.position;
        write_position(&position, out);
        for (name, at) in &self.others {
            operation(name, cell(*at), out)?;
        }
        let mut line = Vec::new();
        write_line(&position, solution, "Moves", &mut line)?;
        let best = line.split(|byte| *byte == b' ').next();
        out.extend_from_slice(b" bm ");
        out.extend_from_slice(best.unwrap_or_default());
        out.push(b';');
        write_clocks(begin.clocks, out);
        if id.contains(&b'"') || id.len() > LONGEST_STRING || id.iter().any(u8::is_ascii_control) {
            return Err(FormatError::Operand(lossy(id), "id".to_owned()));
        }
        for part in [&b" id \""[..], id, b"\"; pv ", &line, b";"] {
            out.extend_from_slice(part);
        }
        Ok(position)
    }
}

/// Appends a private operation with the words of a cell; nothing for an empty cell.
fn operation(name: &str, cell: &[u8], out: &mut Vec<u8>) -> Result<(), FormatError> {
    let words = cell.split(u8::is_ascii_whitespace);
    let mut words = words.filter(|word| !word.is_empty()).peekable();
    if words.peek().is_none() {
        return Ok(());
    }
    out.push(b' ');
    out.extend_from_slice(name.as_bytes());
    for word in words {
        let is_invalid = |byte: &u8| matches!(byte, b'"' | b';') || byte.is_ascii_control();
        if word.iter().any(is_invalid) {
            return Err(FormatError::Operand(lossy(word), name.to_owned()));
        }
        out.push(b' ');
        out.extend_from_slice(word);
    }
    out.push(b';');
    Ok(())
}

/// The position of a FEN, with its clocks if it has them.
struct Start {
    position: Chess,
    clocks: Option<[u32; 2]>,
}

impl Start {
    fn of(fen: &[u8]) -> Result<Self, FormatError> {
        let fen = fen.trim_ascii();
        let wrong = || FormatError::Position(lossy(fen));
        let fourth_blank = memchr::memchr_iter(b' ', fen).nth(3);
        let (fields, clocks) = fen
            .split_at_checked(fourth_blank.unwrap_or(fen.len()))
            .ok_or_else(wrong)?;
        let read = Skim::read(fields, &ReadOptions::default());
        let position = read.position().cloned().ok_or_else(wrong)?;
        let mut numbers = clocks.split(|byte| *byte == b' ').skip(1).map(|word| {
            let word = std::str::from_utf8(word).ok();
            word.and_then(|word| word.parse().ok()).ok_or_else(wrong)
        });
        let clocks = match (numbers.next(), numbers.next(), numbers.next()) {
            (None, None, None) => None,
            (Some(half_moves), Some(number), None) => Some([half_moves?, number?]),
            _ => return Err(wrong()),
        };
        Ok(Self { position, clocks })
    }

    /// Plays a move, and advances the clocks.
    fn play(&mut self, word: &[u8]) -> Result<(), FormatError> {
        let played = UciMove::from_ascii(word).ok();
        let played = played.and_then(|played| played.to_move(&self.position).ok());
        let played = played.ok_or_else(|| FormatError::Move("Moves", lossy(word)))?;
        if let Some([half_moves, number]) = &mut self.clocks {
            *half_moves = match played.is_zeroing() {
                true => 0,
                false => half_moves.saturating_add(1),
            };
            let is_black = self.position.turn() == Color::Black;
            *number = number.saturating_add(is_black.into());
        }
        self.position.play_unchecked(played);
        Ok(())
    }
}

fn write_line(
    position: &Chess,
    words: &[u8],
    name: &'static str,
    out: &mut Vec<u8>,
) -> Result<(), FormatError> {
    let mut position = position.clone();
    let words = words.split(u8::is_ascii_whitespace);
    for (at, word) in words.filter(|word| !word.is_empty()).enumerate() {
        let played = UciMove::from_ascii(word).ok();
        let played = played.and_then(|played| played.to_move(&position).ok());
        let played = played.ok_or_else(|| FormatError::Move(name, lossy(word)))?;
        if at > 0 {
            out.push(b' ');
        }
        write_san(&position, played, out);
        position.play_unchecked(played);
    }
    match out.is_empty() {
        true => Err(NO_LINE),
        false => Ok(()),
    }
}

fn write_clocks(clocks: Option<[u32; 2]>, out: &mut Vec<u8>) {
    let [half_moves, number] = clocks.map_or([None; 2], |clocks| clocks.map(Some));
    write("fmvn", number, out);
    write("hmvc", half_moves, out);
}

fn write(opcode: &str, value: Option<impl Display>, out: &mut Vec<u8>) {
    if let Some(value) = value {
        // Writing to memory can't fail.
        let _ = write!(out, " {opcode} {value};");
    }
}

#[derive(Deserialize)]
struct Evaluations<'a> {
    #[serde(borrow)]
    fen: Cow<'a, str>,
    #[serde(borrow)]
    evals: Vec<Evaluation<'a>>,
}

#[derive(Deserialize)]
struct Evaluation<'a> {
    #[serde(borrow, default)]
    pvs: Vec<Variation<'a>>,
    knodes: Option<u64>,
    depth: Option<u32>,
}

/// A line of a search, with its score for White: centipawns, or full moves to mate.
#[derive(Deserialize)]
struct Variation<'a> {
    cp: Option<i32>,
    mate: Option<i32>,
    #[serde(borrow)]
    line: Cow<'a, str>,
}

impl Variation<'_> {
    fn score(&self, side: Color) -> Result<Score, FormatError> {
        let for_side = |value: i32| i64::from(value) * side.fold_wb(1, -1);
        match (self.cp, self.mate) {
            (Some(value), None) => Ok(Score::Centipawns(for_side(value))),
            (None, Some(moves)) if moves != 0 => Ok(Score::Mate(for_side(moves))),
            _ => Err(FormatError::Syntax(
                "expected either `cp` or `mate` beside each `line`",
            )),
        }
    }
}

/// Appends the record of an object, with its deepest search and without a line feed. Counts the other searches.
fn evaluation(line: &[u8], out: &mut Vec<u8>, left_out: &mut u64) -> Result<Chess, FormatError> {
    let read: Evaluations<'_> = serde_json::from_slice(line)?;
    let Start { position, clocks } = Start::of(read.fen.as_bytes())?;
    let searches = read.evals.iter().filter(|search| !search.pvs.is_empty());
    // The deepest search; of equally deep ones that with more nodes, then with more lines.
    let best = searches.max_by_key(|search| (search.depth, search.knodes, search.pvs.len()));
    let best = best.ok_or(NO_LINE)?;
    write_position(&position, out);
    let most = usize::from(MOST_LINES);
    let mut scores = Vec::new();
    let mut lines = Vec::new();
    for variation in best.pvs.iter().take(most) {
        let mut san = Vec::new();
        write_line(&position, variation.line.as_bytes(), "line", &mut san)?;
        scores.push(variation.score(position.turn())?);
        lines.push(lossy(&san));
    }
    let ce = |score: &Score| {
        let too_far = FormatError::Syntax("expected a mate in 383 moves or fewer");
        score.ce().ok_or(too_far)
    };
    for (number, score) in (1..).zip(&scores).skip(1) {
        write(&format!("Ce{number}"), Some(ce(score)?), out);
    }
    for (number, line) in (1..).zip(&lines).skip(1) {
        write(&format!("Pv{number}"), Some(line_as_string(line)), out);
    }
    write("acd", best.depth, out);
    write(
        "acn",
        best.knodes.and_then(|nodes| nodes.checked_mul(1000)),
        out,
    );
    let (ce, dm) = match scores.first() {
        Some(Score::Mate(moves)) if *moves > 0 => (None, Some(moves)),
        score => (score.map(ce).transpose()?, None),
    };
    write("ce", ce, out);
    write("dm", dm, out);
    write_clocks(clocks, out);
    write("pv", lines.first(), out);
    *left_out = read.evals.len() as u64 - 1;
    Ok(position)
}

/// Reads a line, without its byte-order mark, as a row of CSV.
fn row_of(row: &[u8]) -> Result<RowReader<&[u8]>, FormatError> {
    let row = row.strip_prefix(b"\xef\xbb\xbf").unwrap_or(row);
    let mut reader = RowReader::of(row, Separator::Comma.byte());
    match reader.next_row()? {
        Some(false) => Err(FormatError::OPEN_QUOTE),
        _ => Ok(reader),
    }
}

fn lossy(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}
