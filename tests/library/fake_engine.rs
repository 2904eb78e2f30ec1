//! An engine that follows a script: well behaved, or wrong in a named way. The test program is its own
//! engine: when started with the name of the one test below and `FAKE_ENGINE=WAY` in its environment, it
//! speaks UCI.
//!
//! It lists the legal moves in order of their names, and scores depend on the position alone, so two runs
//! have the same output whatever was searched before.

#![allow(dead_code, reason = "each program of tests uses a part")]
#![allow(clippy::exit, reason = "an engine ends as it is told")]

use std::fmt::Write as _;
use std::io::{self, BufRead, Write};
use std::time::Duration;

use epdit::epd::shakmaty::fen::Fen;
use epdit::epd::shakmaty::uci::UciMove;
use epdit::epd::shakmaty::{CastlingMode, Chess, Position};

/// The environment variable with the engine's way to behave.
const WAY: &str = "FAKE_ENGINE";

/// Returns the words that start an engine which behaves in this way.
pub fn words(way: &str) -> Vec<String> {
    let program = std::env::current_exe().expect("the test program");
    let test = "fake_engine::the_test_program_runs_as_a_fake_engine_on_request";
    let words = [
        "env",
        &format!("{WAY}={way}"),
        &program.display().to_string(),
        "--exact",
        test,
        "--nocapture",
        "--test-threads=1",
    ];
    words.map(str::to_owned).to_vec()
}

/// Returns these words as one quoted text, for a command line.
pub fn command(way: &str) -> String {
    let words = words(way);
    let words: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    words.join(" ")
}

#[test]
fn the_test_program_runs_as_a_fake_engine_on_request() {
    let Ok(way) = std::env::var(WAY) else {
        let words = words("well");
        assert_eq!(
            words[3..5],
            [
                "--exact",
                "fake_engine::the_test_program_runs_as_a_fake_engine_on_request"
            ]
        );
        return;
    };
    // The test runner's banner has not ended its line yet.
    say("");
    Script::of(&way).run();
    std::process::exit(0);
}

fn say(line: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

fn raw(bytes: &[u8]) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(bytes).and_then(|()| out.flush());
}

struct Script {
    /// The way to behave; in the environment a number may follow after a colon.
    way: String,
    number: u64,
    position: Chess,
    lines: usize,
    searches: u64,
    chess960: bool,
    /// Set while it searches until it is stopped, ignoring all other commands.
    is_busy: bool,
}

impl Script {
    fn of(way: &str) -> Self {
        let (way, number) = way.split_once(':').unwrap_or((way, "0"));
        Self {
            way: way.to_owned(),
            number: number.parse().expect("a number"),
            position: Chess::default(),
            lines: 1,
            searches: 0,
            chess960: false,
            is_busy: false,
        }
    }

    fn run(&mut self) {
        if self.way == "crashes-at-start" {
            eprintln!("a library is missing");
            std::process::exit(3);
        }
        for line in io::stdin().lock().lines() {
            let Ok(line) = line else { return };
            if !self.answer(&line) {
                return;
            }
        }
        if self.way == "never-quits" {
            wait();
        }
    }

    fn answer(&mut self, line: &str) -> bool {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["uci"] if self.way == "silent" => wait(),
            ["uci"] => {
                say("id name Fake\nid author Nobody");
                say("option name Threads type spin default 1 min 1 max 4");
                if !["one-line", "deaf"].contains(&self.way.as_str()) {
                    say("option name MultiPV type spin default 1 min 1 max 9");
                }
                if self.way != "no-960" {
                    say("option name UCI_Chess960 type check default false");
                }
                say("uciok");
            }
            ["isready"] => say("readyok"),
            ["setoption", "name", "MultiPV", "value", lines] => {
                self.lines = lines.parse().expect("a number");
            }
            ["setoption", "name", "UCI_Chess960", "value", on] => self.chess960 = *on == "true",
            ["position", "fen", fen @ ..] => {
                let fen: Fen = fen.join(" ").parse().expect("a FEN");
                let mode = CastlingMode::from_chess960(self.chess960);
                self.position = fen.into_position(mode).expect("a position");
            }
            ["go", ..] if self.way == "twice" => self.say_men(),
            ["stop"] if self.is_busy => {
                self.is_busy = false;
                let played = self.position.legal_moves()[0].to_uci(CastlingMode::Standard);
                say(&format!("bestmove {played}\nbestmove {played}"));
            }
            ["go", limits @ ..] => self.go(limits),
            ["quit"] if self.way == "never-quits" => wait(),
            ["quit"] => return false,
            _ => {}
        }
        true
    }

    /// Scores the position by the number of men, and searches until it is stopped.
    fn say_men(&mut self) {
        if std::mem::replace(&mut self.is_busy, true) {
            return;
        }
        let men = self.position.board().occupied().count();
        let played = self.position.legal_moves()[0].to_uci(CastlingMode::Standard);
        say(&format!(
            "info depth 1 score cp {}00 nodes 9 pv {played}",
            men
        ));
    }

    fn go(&mut self, limits: &[&str]) {
        self.searches += 1;
        let alone = limits.iter().position(|word| *word == "searchmoves");
        let mut moves: Vec<String> = match alone.filter(|_| self.way != "deaf") {
            Some(at) => limits[at + 1..]
                .iter()
                .map(|word| (*word).to_owned())
                .collect(),
            None => {
                let mode = CastlingMode::from_chess960(self.chess960);
                let legal = self.position.legal_moves();
                legal
                    .iter()
                    .map(|played| played.to_uci(mode).to_string())
                    .collect()
            }
        };
        moves.sort();
        match self.way.as_str() {
            // With a number n, only every nth search misbehaves.
            _ if self.number > 0 && !self.searches.is_multiple_of(self.number) => self.well(&moves),
            "slow" => {
                // Long enough that a run can be killed in the middle, short enough for many of them.
                let millis = match self.number {
                    0 => 300,
                    number => number.max(60),
                };
                std::thread::sleep(Duration::from_millis(millis));
                self.well(&moves);
            }
            "mute" => wait(),
            "crashes" => std::process::abort(),
            "leaves" => {
                eprintln!("out of memory");
                std::process::exit(7);
            }
            "chatters" => loop {
                say("info depth 1 score cp 10 nodes 1 pv e2e4");
            },
            "goes-on" => {
                for step in 1_u32.. {
                    let far = step * 1000;
                    say(&format!(
                        "info depth {step} score cp 10 nodes {far} pv {}",
                        moves[0]
                    ));
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
            "stops-short" => {
                self.info(1, &moves[0], "");
                say(&format!("bestmove {}", moves[0]));
            }
            // It changes its mind to its second move, or to a move without a line, and ends before it says
            // more.
            "second-thoughts" | "new-thoughts" if alone.is_none() => {
                let other = if self.way == "new-thoughts" { 2 } else { 1 };
                let tell = |depth, line, score, at: usize| {
                    say(&format!(
                        "info depth {depth} multipv {line} score cp {score} nodes 100 pv {}",
                        moves[at]
                    ));
                };
                tell(1, 1, "100", 0);
                tell(1, 2, "90", 1);
                tell(2, 1, "95 lowerbound", other);
                tell(2, 2, "20", 0);
                say(&format!("bestmove {}", moves[other]));
            }
            "floods" => {
                let line = "info string so much to say about so little that matters\n".repeat(1000);
                for _ in 0..200 {
                    raw(line.as_bytes());
                }
                self.well(&moves);
            }
            "endless-line" => {
                for _ in 0..200 {
                    raw(&[b'x'; 1 << 16]);
                }
                say("");
                self.well(&moves);
            }
            "illegal-best" => {
                self.info(1, &moves[0], "");
                say("bestmove a1a1");
            }
            "illegal-line" => {
                self.info(1, &moves[0], " a1a1 a1a1");
                say(&format!("bestmove {}", moves[0]));
            }
            "no-best" => say("bestmove (none)"),
            "no-score" => say(&format!("bestmove {}", moves[0])),
            "breaks-lines" => {
                raw(b"info depth \xff\xfe score cp\ninfo score cp nonsense pv\n\0\0\nbestmov\ninfo pv\n");
                self.well(&moves);
            }
            "ends-without-newline" => {
                self.info(1, &moves[0], "");
                raw(format!("bestmove {}", moves[0]).as_bytes());
                std::process::exit(0);
            }
            "false-mate" => {
                say(&format!(
                    "info depth 5 score mate 1 nodes 9 pv {}",
                    moves[0]
                ));
                say(&format!("bestmove {}", moves[0]));
            }
            // It plays a mate in one if there is one; else it claims a mate in three and shows only its
            // first move.
            "mates" => {
                let mates = |word: &&String| {
                    let read: UciMove = word.parse().expect("a move");
                    let played = read.to_move(&self.position).expect("a legal move");
                    let mut after = self.position.clone();
                    after.play_unchecked(played);
                    after.is_checkmate()
                };
                let mating = moves.iter().find(mates);
                let (distance, played) = mating.map_or((3, &moves[0]), |played| (1, played));
                say(&format!(
                    "info depth 5 score mate {distance} nodes 500 time 5 pv {played}"
                ));
                say(&format!("bestmove {played}"));
            }
            _ => self.well(&moves),
        }
    }

    /// Searches as a good engine does, with three depths.
    fn well(&self, moves: &[String]) {
        if moves.is_empty() {
            return say("bestmove (none)");
        }
        for depth in 1..=3 {
            for (at, played) in moves.iter().take(self.lines).enumerate() {
                let score = match self.way.as_str() {
                    "deaf" => 10 * moves.len(),
                    _ => 100 - 10 * at,
                };
                let line = match self.way.as_str() {
                    "no-pv" => String::new(),
                    _ => format!(" pv {}", self.line(played, depth)),
                };
                say(&format!(
                    "info depth {depth} multipv {} score cp {score} nodes {} time {depth}{line}",
                    at + 1,
                    depth * 100,
                ));
            }
        }
        say(&format!("bestmove {}", moves[0]));
    }

    fn info(&self, depth: usize, played: &str, more: &str) {
        say(&format!(
            "info depth {depth} score cp 10 nodes 9 pv {played}{more}"
        ));
    }

    /// Returns the move and its continuation, up to this depth.
    fn line(&self, played: &str, depth: usize) -> String {
        let mut position = self.position.clone();
        let (mut text, mut next) = (String::new(), Some(played.to_owned()));
        for _ in 0..depth {
            let Some(word) = next else { break };
            let read: UciMove = word.parse().expect("a move");
            let Ok(played) = read.to_move(&position) else {
                break;
            };
            let _ = write!(text, "{word} ");
            position.play_unchecked(played);
            let legal = position.legal_moves();
            let mode = CastlingMode::from_chess960(self.chess960);
            next = legal
                .iter()
                .map(|played| played.to_uci(mode).to_string())
                .min();
        }
        text
    }
}

/// Sleeps forever, whatever is sent to it.
fn wait() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}
