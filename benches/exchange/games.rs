//! Random games, which a seed determines: legal moves with tags, comments, evaluations, clocks, NAGs and
//! variations, in lines of 80 characters. For benchmarks and tests.

#[path = "../../src/suite/arrange/dice.rs"]
#[allow(dead_code, unused_imports)] // Its tests, and what shuffles and samples need beside.
mod dice;

use shakmaty::{Chess, Position};

use dice::Dice;
use epdit::epd::moves;

/// The largest number of half-moves in a game.
const LONGEST: usize = 60;

/// A generator of games.
pub struct Maker {
    dice: Dice,
    made: u64,
}

impl Maker {
    /// Returns the generator of a seed.
    pub fn new(seed: u64) -> Self {
        Self {
            dice: Dice::new(seed),
            made: 0,
        }
    }

    /// Appends a game, and returns its positions, including the first and the last.
    pub fn game(&mut self, out: &mut String) -> Vec<Chess> {
        self.made += 1;
        let number = self.made;
        out.push_str(&format!(
            "[Event \"Made {number}\"]\n[Site \"?\"]\n[Date \"2024.01.01\"]\n[Round \"{number}\"]\n\
             [White \"White, {}\"]\n[Black \"Black, {}\"]\n[Result \"*\"]\n[TimeControl \"600+5\"]\n\n",
            number % 97,
            number % 89
        ));
        let plies = 4 + self.dice.below(LONGEST - 4);
        let mut positions = vec![Chess::default()];
        let mut words = Vec::new();
        while let Some(position) = positions.last().filter(|_| positions.len() <= plies) {
            let position = position.clone();
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let ply = positions.len() - 1;
            let number = ply / 2 + 1;
            if ply.is_multiple_of(2) {
                words.push(format!("{number}."));
            }
            let played = legal[self.dice.below(legal.len())];
            words.push(san(&position, played));
            match self.dice.below(20) {
                0 => words.push(format!("${}", 1 + self.dice.below(20))),
                1 => words.push(format!("{{ [%eval {}.{:02}] }}", ply % 7, ply)),
                2 => words.push("{ [%clk 0:09:12] [%eval #-3] a word }".into()),
                3 => words.push("{ said of the move (and of no other) }".into()),
                4 => {
                    let dots = if ply.is_multiple_of(2) { "." } else { "..." };
                    let other = legal[self.dice.below(legal.len())];
                    let mut after = position.clone();
                    after.play_unchecked(other);
                    let mut line = format!("({number}{dots} {}", san(&position, other));
                    let answers = after.legal_moves();
                    if !answers.is_empty() {
                        let answer = answers[self.dice.below(answers.len())];
                        line.push_str(&format!(" {} {{ or not }}", san(&after, answer)));
                    }
                    words.extend(format!("{line})").split(' ').map(str::to_owned));
                    if ply.is_multiple_of(2) {
                        words.push(format!("{number}..."));
                    }
                }
                _ => {}
            }
            let mut after = position;
            after.play_unchecked(played);
            positions.push(after);
        }
        words.push("*".into());
        let mut width = 0;
        for word in words {
            if width + word.len() > 79 {
                out.push('\n');
                width = 0;
            } else if width > 0 {
                out.push(' ');
                width += 1;
            }
            out.push_str(&word);
            width += word.len();
        }
        out.push_str("\n\n");
        positions
    }
}

fn san(position: &Chess, played: shakmaty::Move) -> String {
    let mut san = Vec::new();
    moves::write_san(position, played, &mut san);
    String::from_utf8(san).expect("letters")
}
