//! Benchmark of `epdit lsp`: the time from a change to its problems, with 100,000 records open.
//!
//! `cargo bench --bench lsp` makes its own records; `cargo bench --bench lsp -- FILE` uses those of a file. It
//! measures the program of this build, or the one named by `EPDIT`. For comparison it measures the full check of the
//! same records, by the server when a file is opened and by `epdit check`: a server that reads everything again would
//! need that for each key.

#![allow(
    clippy::expect_used,
    clippy::get_unwrap,
    clippy::panic,
    clippy::unreachable,
    clippy::unwrap_used
)]

#[path = "suite/generate.rs"]
#[allow(dead_code, reason = "the bench of suites uses all of it")]
mod generate;

use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

const RECORDS: usize = 100_000;
/// The number of keys measured.
const KEYS: usize = 200;
/// The goal for each key.
const GOAL: Duration = Duration::from_millis(100);
const URI: &str = "file:///bench.epd";

struct Client {
    server: Child,
    output: BufReader<ChildStdout>,
}

impl Client {
    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        let input = self.server.stdin.as_mut().expect("a pipe");
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("written");
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "method": method, "params": params }));
    }

    /// Waits for the problems of the file; returns their number.
    fn problems(&mut self) -> usize {
        loop {
            let mut length = 0;
            loop {
                let mut line = String::new();
                self.output.read_line(&mut line).expect("a head");
                match line.trim().strip_prefix("Content-Length: ") {
                    Some(number) => length = number.parse().expect("a number"),
                    None => break,
                }
            }
            let mut body = vec![0; length];
            self.output.read_exact(&mut body).expect("a body");
            let message: Value = serde_json::from_slice(&body).expect("JSON");
            if let Some(problems) = message["params"]["diagnostics"].as_array() {
                return problems.len();
            }
        }
    }
}

fn main() {
    let given = std::env::args()
        .skip(1)
        .find(|argument| !argument.starts_with('-'));
    let text = match given {
        Some(path) => String::from_utf8_lossy(&fs::read(path).expect("a file")).into_owned(),
        None => {
            let (mut generator, mut text) = (generate::Generator::new(1), Vec::new());
            (0..RECORDS).for_each(|_| generator.record(&mut text));
            String::from_utf8(text).expect("text")
        }
    };
    let program = std::env::var_os("EPDIT").unwrap_or(env!("CARGO_BIN_EXE_epdit").into());
    let lines = text.lines().count();
    println!("{lines} lines, {} bytes", text.len());

    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.epd"), &text).expect("a file");
    let begun = Instant::now();
    let checked = Command::new(&program)
        .args(["check", "--format", "json", "a.epd"])
        .current_dir(folder.path())
        .output()
        .expect("it runs");
    let all = checked.stdout.iter().filter(|byte| **byte == b'\n').count();
    println!(
        "epdit check, {all} problems    {:>8.1} ms",
        millis(begun.elapsed())
    );

    let mut server = Command::new(&program)
        .arg("lsp")
        .env("XDG_STATE_HOME", folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let output = BufReader::new(server.stdout.take().expect("a pipe"));
    let mut client = Client { server, output };
    client.send(&json!({ "id": 1, "method": "initialize", "params": { "capabilities": {} } }));
    let document = json!({ "uri": URI, "languageId": "epd", "version": 1, "text": text });
    let begun = Instant::now();
    client.tell("textDocument/didOpen", json!({ "textDocument": document }));
    let shown = client.problems();
    println!(
        "opened, {shown} shown    {:>8.1} ms",
        millis(begun.elapsed())
    );

    // Keys at the ends of records all over the file; each third one adds a line, and the next removes it.
    let mut times = Vec::new();
    for key in 0..KEYS {
        let line = key * 7919 % lines;
        let (from, to, new) = match key % 3 {
            0 => ((line, 0), (line, 0), "\n"),
            1 => ((line, 0), (line, 1), ""),
            _ => ((line, 40), (line, 41), "x"),
        };
        let at =
            |(line, character): (usize, usize)| json!({ "line": line, "character": character });
        let change = json!({ "range": { "start": at(from), "end": at(to) }, "text": new });
        let document = json!({ "uri": URI, "version": key + 2 });
        let begun = Instant::now();
        client.tell(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": [change] }),
        );
        client.problems();
        times.push(begun.elapsed());
    }
    times.sort_unstable();
    let most = times.last().copied().unwrap_or_default();
    let middle = times.get(times.len() / 2).copied().unwrap_or_default();
    println!(
        "a key    {:>8.1} ms, the slowest of {KEYS} {:.1} ms (goal {} ms) {}",
        millis(middle),
        millis(most),
        GOAL.as_millis(),
        if most > GOAL { "WIDE OF THE GOAL" } else { "" }
    );
    drop(client.server.stdin.take());
    client.server.wait().expect("it ends");
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
