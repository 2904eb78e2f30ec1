//! Benchmarks of checking and canonical writing of records, compared with the bare chess work.
//!
//! In one run and on the same records: (a) shakmaty alone: the four fields, legality, each move
//! operand to a legal move; (b) our whole check of the record; (c) shakmaty's SAN of every move
//! operand; (d) our canonical line. Only records for which (a) succeeds throughout are used.
//!
//! `cargo bench --bench epd` makes its own records; `cargo bench --bench epd -- FILE ...`
//! measures files as well. The goals are ratios (b at most 1.5 a, d at most 1.5 c); times are the
//! least of several rounds. Last are lines of a megabyte full of errors, whose times should grow
//! linearly with their length.

#![allow(
    clippy::expect_used,
    clippy::get_unwrap,
    clippy::panic,
    clippy::unreachable,
    clippy::unwrap_used
)]

#[path = "epd/floor.rs"]
mod floor;
#[path = "epd/lines.rs"]
mod lines;

use epdit::epd::{CanonicalOptions, ReadOptions, Record, moves};
use floor::{Job, floor};
use shakmaty::fen::Epd;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, EnPassantMode, Move, Position};
use std::hint::black_box;
use std::time::{Duration, Instant};

const ROUNDS: usize = 40;
const GENERATED: usize = 4000;
/// The largest number of records of a file, evenly spread over it.
const MOST: usize = 20_000;

fn main() {
    let files = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'));
    measure("made records", &generate(GENERATED));
    for file in files {
        match std::fs::read(&file) {
            Ok(bytes) => measure(&file, &sample(&bytes)),
            Err(error) => eprintln!("{file}: {error}"),
        }
    }
    lines::measure();
}

/// Returns lines for which (a) succeeds, evenly spread over the file, as the text of a file.
fn sample(bytes: &[u8]) -> Vec<u8> {
    let lines = bytes.split_inclusive(|&byte| byte == b'\n');
    let fit: Vec<&[u8]> = lines.filter(|line| prepare(line).is_some()).collect();
    fit.iter()
        .step_by(fit.len() / MOST + 1)
        .flat_map(|line| line.iter().copied())
        .collect()
}

fn measure(name: &str, text: &[u8]) {
    let lines = text.split_inclusive(|&byte| byte == b'\n');
    let jobs: Vec<Job<'_>> = lines.filter_map(prepare).collect();
    if jobs.is_empty() {
        println!("{name}: no record in which every move is plain SAN and legal");
        return;
    }
    let options = ReadOptions::default();
    let canonical = CanonicalOptions::default();
    let played: Vec<Vec<(Chess, Move)>> = jobs.iter().filter_map(floor_moves).collect();
    let words: Vec<&[u8]> = jobs.iter().flat_map(Job::words).collect();
    let (mut theirs, mut ours) = (Vec::new(), Vec::new());
    let mut works: [Box<dyn FnMut() -> Duration + '_>; 6] = [
        Box::new(|| {
            timed(|| {
                jobs.iter()
                    .for_each(|job| _ = black_box(floor(black_box(job))))
            })
        }),
        Box::new(|| {
            timed(|| {
                for job in &jobs {
                    black_box(Record::read(black_box(job.line), &options));
                }
            })
        }),
        Box::new(|| {
            timed(|| {
                for (position, played) in played.iter().flatten() {
                    theirs.clear();
                    SanPlus::from_move(black_box(position).clone(), *played)
                        .append_ascii_to(&mut theirs);
                    black_box(&theirs);
                }
            })
        }),
        Box::new(|| {
            // Written right after they are read, like those of a file, but timed without reading.
            let few = jobs.chunks(32).map(|jobs| {
                let records: Vec<Record<'_>> = jobs
                    .iter()
                    .map(|job| Record::read(job.line, &options))
                    .collect();
                timed(|| {
                    for record in &records {
                        black_box(black_box(record).canonical(&canonical));
                    }
                })
            });
            few.sum()
        }),
        Box::new(|| {
            timed(|| {
                for (position, played) in played.iter().flatten() {
                    ours.clear();
                    moves::write_san(black_box(position), *played, &mut ours);
                    black_box(&ours);
                }
            })
        }),
        Box::new(|| {
            timed(|| {
                for ((position, _), word) in played.iter().flatten().zip(&words) {
                    black_box(moves::read(black_box(position), black_box(word)).form);
                }
            })
        }),
    ];
    let mut best = [Duration::MAX; 6];
    for _ in 0..ROUNDS {
        for (least, work) in best.iter_mut().zip(&mut works) {
            *least = work().min(*least);
        }
    }
    let [floor, check, their_san, line, our_san, our_reading] =
        best.map(|time| time.as_nanos() as f64 / jobs.len() as f64);
    let moves = words.len();
    println!(
        "{name}: {} records, {moves} moves; nanoseconds a record",
        jobs.len()
    );
    println!("  (a) shakmaty: fields, legality, moves {floor:8.0}");
    println!(
        "  (b) our whole check                   {check:8.0}   b/a {:.2}",
        check / floor
    );
    println!("  (c) shakmaty: SAN of every move       {their_san:8.0}");
    println!(
        "  (d) our canonical line                {line:8.0}   d/c {:.2}",
        line / their_san
    );
    println!(
        "      our SAN of every move alone       {our_san:8.0}   to c {:.2}",
        our_san / their_san
    );
    println!(
        "      our reading of every move alone   {our_reading:8.0}   to a {:.2}",
        our_reading / floor
    );
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// Returns the moves that (a) finds, each with the position it is played in.
fn floor_moves(job: &Job<'_>) -> Option<Vec<(Chess, Move)>> {
    let start = job.position()?;
    let mut found = Vec::new();
    for operation in &job.operations {
        let mut position = start.clone();
        for word in &operation.words {
            let played = floor::read(&position, job.line.get(word.clone())?)?;
            found.push((position.clone(), played));
            if operation.in_sequence {
                position.play_unchecked(played);
            }
        }
    }
    Some(found)
}

/// Cuts the moves out of a line; `None` if (a) does not succeed throughout.
fn prepare(line: &[u8]) -> Option<Job<'_>> {
    let job = Job::cut(line)?;
    // Records without a move would only measure the fields.
    floor(&job).filter(|moves| *moves > 0).map(|_| job)
}

/// Returns records like those of suites: positions of random games with best moves, a line, an
/// evaluation and a name.
fn generate(count: usize) -> Vec<u8> {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut text = String::new();
    let mut made = 0;
    while made < count {
        let mut position = Chess::default();
        for _ in 0..8 + random.below(70) {
            let moves = position.legal_moves();
            let Some(&played) = moves.get(random.below(moves.len())) else {
                break;
            };
            position.play_unchecked(played);
        }
        if position.legal_moves().is_empty() {
            continue;
        }
        made += 1;
        text.push_str(&Epd::from_position(&position, EnPassantMode::Always).to_string());
        let (best, expected) = (san(&position, &mut random), line_of(&position, &mut random));
        let ce = random.below(600) as i64 - 300;
        text.push_str(&match made % 4 {
            0 => format!(" bm {best}; id \"made.{made:04}\";\n"),
            1 => format!(" bm {best}; ce {ce}; id \"made.{made:04}\"; pv {expected};\n"),
            2 => format!(" acd 20; acn 1250000; acs 12; bm {best}; ce {ce}; pv {expected};\n"),
            _ => format!(" am {best}; c0 \"a remark on it\"; id \"made.{made:04}\";\n"),
        });
    }
    text.into_bytes()
}

fn san(position: &Chess, random: &mut Random) -> String {
    let moves = position.legal_moves();
    let played = moves.get(random.below(moves.len()));
    played
        .map(|played| SanPlus::from_move(position.clone(), *played).to_string())
        .unwrap_or_default()
}

fn line_of(position: &Chess, random: &mut Random) -> String {
    let mut position = position.clone();
    let mut line = Vec::new();
    for _ in 0..3 + random.below(9) {
        let moves = position.legal_moves();
        let Some(&played) = moves.get(random.below(moves.len())) else {
            break;
        };
        line.push(SanPlus::from_move_and_play_unchecked(&mut position, played).to_string());
    }
    line.join(" ")
}

/// Pseudo-random numbers that are equal in every run (xorshift).
struct Random(u64);

impl Random {
    /// Returns a number below `limit`, or 0.
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33)
            .unwrap_or(0)
            .checked_rem(limit)
            .unwrap_or(0)
    }
}
