//! Large random suites, which a seed determines, with records like those of engine developers. For
//! benchmarks and tests that need more than anybody should have to download.
//!
//! Positions are from random games; each record has a few operations in canonical order. About one in
//! fifty has a spelling that canonical writing fixes, and one in a hundred the position of an earlier
//! record.

#[path = "../../src/suite/arrange/dice.rs"]
#[allow(dead_code, unused_imports)] // Its tests, and what shuffles and samples need beside.
mod dice;

use std::io::{self, Write};

use shakmaty::{Chess, Move, Position};

use dice::Dice;
use epdit::epd::{Rules, castling, moves, position};

/// The number of games played in parallel: the records of one game are this far apart.
const GAMES: usize = 64;
/// The number of half-moves after which a game begins anew.
const LONGEST: usize = 120;

/// A generator of records; see the module.
pub struct Generator {
    dice: Dice,
    games: Vec<(Chess, usize)>,
    made: u64,
    /// Some positions of earlier records, to be repeated.
    earlier: Vec<Vec<u8>>,
}

impl Generator {
    /// Returns the generator of a seed.
    pub fn new(seed: u64) -> Self {
        Self {
            dice: Dice::new(seed),
            games: vec![(Chess::default(), 0); GAMES],
            made: 0,
            earlier: Vec::new(),
        }
    }

    /// Appends the next record, with its line feed.
    pub fn record(&mut self, out: &mut Vec<u8>) {
        let (position, ply) = self.play();
        self.made += 1;
        let start = out.len();
        fields(&position, out);
        let same = self.dice.below(100) == 0;
        if same && !self.earlier.is_empty() {
            let at = self.dice.below(self.earlier.len());
            if let Some(text) = self.earlier.get(at) {
                out.truncate(start);
                out.extend_from_slice(text);
                out.extend_from_slice(format!("ce 0; id \"G.{:08}\";\n", self.made).as_bytes());
                return;
            }
        }
        if self.earlier.len() < 1000 {
            self.earlier
                .push(out.get(start..).unwrap_or_default().to_vec());
        }
        let loose = self.dice.below(50) == 0;
        self.operations(&position, ply, loose, out);
        out.push(b'\n');
    }

    /// Plays a move in one of the games.
    fn play(&mut self) -> (Chess, usize) {
        let at = self.dice.below(GAMES);
        let longest = 8 + self.dice.below(LONGEST);
        let Some((position, ply)) = self.games.get_mut(at) else {
            return (Chess::default(), 0);
        };
        let legal = position.legal_moves();
        if legal.is_empty() || *ply > longest || position.is_insufficient_material() {
            (*position, *ply) = (Chess::default(), 0);
        } else if let Some(&played) = legal.get(self.dice.below(legal.len())) {
            position.play_unchecked(played);
            *ply += 1;
        }
        if position.legal_moves().is_empty() {
            (*position, *ply) = (Chess::default(), 0);
        }
        (position.clone(), *ply)
    }

    fn operations(&mut self, position: &Chess, ply: usize, loose: bool, out: &mut Vec<u8>) {
        let kinds = self.dice.below(8);
        if kinds & 1 == 1 {
            let depth = 10 + self.dice.below(30);
            let nodes = 1000 + self.dice.below(9_000_000);
            let seconds = self.dice.below(60);
            out.extend_from_slice(format!("acd {depth}; acn {nodes}; acs {seconds}; ").as_bytes());
        }
        let best = self.line(position, 1);
        if loose && let Some((played, _)) = best.first() {
            let uci = played.to_uci(shakmaty::CastlingMode::Standard);
            out.extend_from_slice(format!("bm {uci}; ").as_bytes());
        } else {
            write_line(b"bm", &best, out);
        }
        if kinds & 2 == 2 {
            out.extend_from_slice(b"c0 \"played by chance, and looked at by nobody\"; ");
        }
        let score = self.dice.below(1200);
        out.extend_from_slice(format!("ce {}; ", score as i64 - 600).as_bytes());
        let id = self.made;
        out.extend_from_slice(format!("fmvn {}; id \"G.{id:08}\"; ", ply / 2 + 1).as_bytes());
        if kinds & 4 == 4 {
            let pv = self.line(position, 6);
            write_line(b"pv", &pv, out);
        }
        // No blank after the last semicolon.
        out.pop();
    }

    /// Returns some random moves, each with the position before it.
    fn line(&mut self, position: &Chess, most: usize) -> Vec<(Move, Chess)> {
        let mut reached = position.clone();
        let mut line = Vec::new();
        for _ in 0..most {
            let legal = reached.legal_moves();
            let Some(&played) = legal.get(self.dice.below(legal.len())) else {
                break;
            };
            line.push((played, reached.clone()));
            reached.play_unchecked(played);
        }
        line
    }
}

fn write_line(opcode: &[u8], line: &[(Move, Chess)], out: &mut Vec<u8>) {
    out.extend_from_slice(opcode);
    for (played, position) in line {
        out.push(b' ');
        moves::write_san(position, *played, out);
    }
    out.extend_from_slice(b"; ");
}

fn fields(position: &Chess, out: &mut Vec<u8>) {
    let rights = castling::text_of(position, |right| {
        right.is_meant(position.board(), Rules::Classical)
    });
    position::write(position, &rights, out);
    out.push(b' ');
}

/// Writes this number of records.
///
/// # Errors
/// Writing to `out` fails.
pub fn generate(records: u64, seed: u64, out: &mut dyn Write) -> io::Result<()> {
    let mut generator = Generator::new(seed);
    let mut text = Vec::with_capacity(1 << 17);
    for _ in 0..records {
        generator.record(&mut text);
        if text.len() > 1 << 16 {
            out.write_all(&text)?;
            text.clear();
        }
    }
    out.write_all(&text)
}
