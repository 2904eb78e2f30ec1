//! Benchmarks of very long lines full of errors, at two sizes: whatever the content, a line of four times
//! the length should take about four times as long. The floor is one look at each byte.

use epdit::epd::{CanonicalOptions, Diagnostic, ReadOptions, Record, edit};
use std::hint::black_box;
use std::time::{Duration, Instant};

const SMALL: usize = 250_000;
const LARGE: usize = 4 * SMALL;
const ROUNDS: usize = 3;
const POSITION: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

/// A name, the text before, the repeated text (`#` is a number), and the text after.
const LINES: [(&str, &str, &str, &str); 14] = [
    ("semicolons", " ", ";", ""),
    ("stray text", " ", "?x;", ""),
    ("illegal moves", " bm", " Ke9", ";"),
    ("opcodes, no `;`", "", " c0", ""),
    ("one opcode", "", " c0;", ""),
    ("no blanks", "", "c0;", ""),
    ("tags", " ptp", " T# \"x\"", ";"),
    ("dashes", " ", "- ", ""),
    ("unknown opcodes", "", " x# 1;", ""),
    ("sets of moves", "", " bm Ke2 Ke3;", ""),
    ("a line in UCI", " pv", " g1f3 g8f6 f3g1 f6g8", ";"),
    ("mate distances", "", " bm #5;", " dm 4;"),
    ("counts", "", ";20;x;", ""),
    ("tabs", "", "\tA\t1;", ""),
];

/// Returns a line of about `length` bytes.
fn line(length: usize, (_, before, unit, behind): (&str, &str, &str, &str)) -> Vec<u8> {
    let mut text = format!("{POSITION}{before}");
    for number in 0.. {
        if text.len() + behind.len() >= length {
            break;
        }
        text.push_str(&unit.replace('#', &number.to_string()));
    }
    text.push_str(behind);
    text.push('\n');
    text.into_bytes()
}

fn least(mut work: impl FnMut()) -> Duration {
    let timed = |work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    let rounds = (0..ROUNDS).map(|_| timed(&mut work));
    rounds.min().unwrap_or_default()
}

/// Returns the times of the floor and of each job.
fn times(line: &[u8]) -> [Duration; 5] {
    let options = ReadOptions::default();
    let record = Record::read(line, &options);
    let findings: Vec<&Diagnostic> = record.diagnostics().iter().collect();
    [
        least(|| {
            let mut quoted = false;
            let ends = line.iter().filter(|byte| {
                quoted ^= **byte == b'"';
                **byte == b';' && !quoted
            });
            black_box(ends.count());
        }),
        least(|| _ = black_box(Record::read(black_box(line), &options))),
        least(|| _ = black_box(record.fixes(black_box(&findings)))),
        least(|| _ = black_box(edit::apply_safe_fixes(black_box(line), &options))),
        least(|| _ = black_box(record.canonical(&CanonicalOptions::default()))),
    ]
}

/// Prints milliseconds for the larger size, and the ratio to the smaller one.
pub fn measure() {
    println!("bad lines of 1 MB: milliseconds (times as long as for 250 kB)");
    println!(
        "  {:<16} {:>14} {:>14} {:>14} {:>14} {:>14}",
        "", "floor", "read", "all fixes", "safe fixes", "canonical"
    );
    for made in LINES {
        let (small, large) = (times(&line(SMALL, made)), times(&line(LARGE, made)));
        let cells = small.iter().zip(large).map(|(small, large)| {
            let ratio = large.as_secs_f64() / small.as_secs_f64().max(1e-9);
            format!("{:>7.1} ({ratio:>4.1})", large.as_secs_f64() * 1e3)
        });
        println!("  {:<16} {}", made.0, cells.collect::<Vec<_>>().join(" "));
    }
}
