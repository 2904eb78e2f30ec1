//! Benchmarks of keys typed into a record, without the terminal.
//!
//! For each kind of input, keys are typed into a long record; the slowest key and the mean are
//! printed (goal: no key above 1 ms). `cargo bench --bench typing` makes its own long record;
//! `cargo bench --bench typing -- FILE ...` uses the longest record of these files.
//! `cargo bench --bench typing -- --hostile [PART OF A NAME]` measures records made to be slow.

#![allow(
    clippy::expect_used,
    clippy::get_unwrap,
    clippy::panic,
    clippy::unreachable,
    clippy::unwrap_used
)]

#[path = "typing/hostile.rs"]
mod hostile;

use epdit::editor::key::Key;
use epdit::editor::message::Msg;
use epdit::editor::state::document::Document;
use epdit::editor::update;
use epdit::suite::Suite;
use std::time::{Duration, Instant};

/// Rounds of each case: a key's time is the least of all.
const ROUNDS: usize = 7;

fn main() -> std::process::ExitCode {
    let mut arguments = std::env::args().skip_while(|argument| argument != "--hostile");
    if arguments.next().is_some() {
        let only = arguments.find(|argument| !argument.starts_with('-'));
        return match hostile::measure(only.as_deref()) {
            true => std::process::ExitCode::SUCCESS,
            false => std::process::ExitCode::FAILURE,
        };
    }
    let files: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .collect();
    let mut longest = made();
    for file in &files {
        match std::fs::read(file) {
            Ok(bytes) => {
                let lines = bytes.split_inclusive(|&byte| byte == b'\n');
                let most = lines.max_by_key(|line| line.len()).unwrap_or_default();
                if files.len() == 1 || most.len() > longest.len() {
                    longest = most.to_vec();
                }
            }
            Err(error) => println!("{file}: {error}"),
        }
    }
    println!("a record of {} bytes", longest.len());
    for (what, keys) in [
        (
            "raw line, at its end",
            "F2 End   i d space q u o t e Backspace ;",
        ),
        (
            "raw line, in its middle",
            "F2 Home Right Right x Backspace Delete p",
        ),
        (
            "set of moves",
            "Tab Tab a b m Enter Q Backspace N Down Down Space Up e 2 e",
        ),
        (
            "line of moves",
            "Tab Tab a p v Enter N Down Enter b Down Enter x",
        ),
        ("score", "Tab Tab a c e Enter # 5 Up Down Backspace"),
        ("string", "Tab Tab a c 4 Enter w o r d Backspace"),
        ("palette of opcodes", "Tab Tab a d r a w Backspace"),
    ] {
        measure(what, &longest, keys);
    }
    std::process::ExitCode::SUCCESS
}

fn measure(what: &str, line: &[u8], keys: &str) {
    let keys: Vec<Key> = keys
        .split_whitespace()
        .map(|key| match key {
            "space" => Key::char(' '),
            key => key.parse().unwrap_or_else(|error| panic!("{key}: {error}")),
        })
        .collect();
    let mut best = vec![Duration::MAX; keys.len()];
    for _ in 0..ROUNDS {
        let suite = Suite::from_bytes("bench.epd", line.to_vec());
        let mut model = epdit::editor::editor(Document::new(suite));
        update(
            &mut model,
            Msg::Resize {
                cols: 120,
                rows: 36,
            },
        );
        for (key, best) in keys.iter().zip(&mut best) {
            let begun = Instant::now();
            update(&mut model, Msg::Key(*key));
            *best = begun.elapsed().min(*best);
        }
    }
    let most = best.iter().max().copied().unwrap_or_default();
    let all: Duration = best.iter().sum();
    let count = u32::try_from(best.len()).unwrap_or(1).max(1);
    let slowest = best.iter().position(|time| *time == most);
    let slowest = slowest.and_then(|at| keys.get(at));
    println!(
        "{what:24} mean {:>7.1} µs, most {:>7.1} µs ({}) {}",
        micros(all / count),
        micros(most),
        slowest.map(ToString::to_string).unwrap_or_default(),
        if most > Duration::from_millis(1) {
            "ABOVE 1 ms"
        } else {
            ""
        }
    );
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

/// Returns a record of the longest line that software must accept: a long variation, comments, numbers.
fn made() -> Vec<u8> {
    let mut line =
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - acn 1; acs 2; am f3; ".to_owned();
    for number in 5..10 {
        line.push_str(&format!("c{number} \"{}\"; ", "a word or two ".repeat(16)));
    }
    line.push_str("sv");
    for _ in 0..180 {
        line.push_str(" Nf3 Nf6 Ng1 Ng8");
    }
    line.push_str("; tcgs 1;\n");
    line.into_bytes()
}
