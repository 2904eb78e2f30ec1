//! Benchmarks of import, export and diagrams, compared with other programs on the same file.
//!
//! `cargo bench --bench exchange` makes games and records in a temporary folder and prints figures with
//! their goals; `cargo bench --bench exchange -- 50000` makes that many games. Times are the least of
//! several rounds. Other programs (pgn-extract; python3 with the package chess) are measured if they
//! are installed; `PYTHON` names another Python.

#![allow(
    clippy::expect_used,
    clippy::get_unwrap,
    clippy::panic,
    clippy::unreachable,
    clippy::unwrap_used
)]

#[path = "exchange/games.rs"]
mod games;

use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use epdit::epd::{ReadOptions, Record, moves};
use epdit::exchange::diagram::{Drawing, Orientation, Style, svg};
use epdit::exchange::import::{Import, Lines, write_position};
use epdit::exchange::json::{self, RecordLocation};
use epdit::exchange::lichess::Table;
use epdit::exchange::pgn::{Games, in_order};
use games::Maker;
use shakmaty::{Chess, Position};

const ROUNDS: usize = 3;

/// Returns the least time of some rounds.
fn least(mut work: impl FnMut()) -> Duration {
    let rounds = (0..ROUNDS).map(|_| {
        let begin = Instant::now();
        work();
        begin.elapsed()
    });
    rounds.min().expect("a round")
}

/// Returns the time of a program, whose output is discarded; `None` if there is no such program.
fn run(program: &str, arguments: &[&str], threads: Option<&str>) -> Option<Duration> {
    let command = || {
        let mut command = match threads {
            // On one core, reading and writing included.
            Some("1") => {
                let mut command = Command::new("taskset");
                command.args(["-c", "0", program]);
                command
            }
            _ => Command::new(program),
        };
        command
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    };
    let begin = Instant::now();
    let first = command().status().ok().filter(|status| status.success());
    first?;
    let first = begin.elapsed();
    Some(first.min(least(|| {
        command().status().expect("it ran before");
    })))
}

fn rate(count: usize, time: Duration) -> f64 {
    // Counts are far below the largest exact integer of a float.
    #[allow(clippy::cast_precision_loss)]
    let count = count as f64;
    count / time.as_secs_f64()
}

/// Runs a task, in a process that another one measures.
fn alone(task: &str, path: &str) {
    let file = File::open(path).expect("a file");
    let mut out = BufWriter::new(std::io::stdout().lock());
    match task {
        "import" => in_order(
            Games::of(file),
            |games| {
                let (import, mut lines) = (Import::default(), Lines::default());
                for game in games {
                    import.game(*game, &mut lines);
                }
                lines
            },
            |lines| out.write_all(&lines.text),
        )
        .expect("games"),
        "lichess" => {
            let mut source = BufReader::new(File::open(path).expect("a file"));
            let mut first = String::new();
            source.read_line(&mut first).expect("a line");
            let table = Table::of(first.as_bytes()).expect("a table");
            in_order(
                Games::of_lines(file),
                |games| {
                    let mut lines = Lines::default();
                    for game in games {
                        table.line(game.line, game.bytes, &mut lines);
                    }
                    assert!(lines.broken.is_empty(), "{:?}", lines.broken.first());
                    lines
                },
                |lines| out.write_all(&lines.text),
            )
            .expect("lines");
        }
        _ => {
            let mut text = Vec::new();
            for (line, number) in BufReader::new(file).split(b'\n').zip(1..) {
                let line = line.expect("a line");
                let record = Record::read(&line, &ReadOptions::default());
                text.clear();
                json::write(&record, RecordLocation { path, line: number }, &mut text);
                out.write_all(&text).expect("somewhere to write");
            }
        }
    }
}

fn main() {
    let tasks: Vec<String> = std::env::args().skip(1).collect();
    if let [task, path] = tasks.as_slice()
        && let Some(task) = task.strip_prefix("task=")
    {
        return alone(task, path);
    }
    let mut arguments = std::env::args()
        .skip(1)
        .filter_map(|argument| argument.parse().ok());
    let count: usize = arguments.next().unwrap_or(20_000);
    let folder = tempfile::tempdir().expect("a folder");
    let (pgn, epd) = (
        folder.path().join("made.pgn"),
        folder.path().join("made.epd"),
    );
    let positions = make(count, &pgn, &epd);
    let megabytes = fs::metadata(&pgn).expect("a file").len() / 1_000_000;
    println!("{count} games, {positions} positions, {megabytes} MB of PGN");
    let (pgn, epd) = (pgn.to_str().expect("a path"), epd.to_str().expect("a path"));
    let own = std::env::current_exe().expect("this program");
    let own = own.to_str().expect("a path");

    let one = run(own, &["task=import", pgn], Some("1")).expect("it runs");
    let all = run(own, &["task=import", pgn], None).expect("it runs");
    println!(
        "import, one core        {:>12.0} positions/s",
        rate(positions, one)
    );
    println!(
        "import, all cores       {:>12.0} positions/s",
        rate(positions, all)
    );
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    println!(
        "  on {cores} cores            {:>12.2} x one (goal: 1.6 x on two)",
        one.as_secs_f64() / all.as_secs_f64()
    );
    let extract = ["pgn-extract", "/usr/games/pgn-extract"];
    let theirs = extract
        .iter()
        .find_map(|program| run(program, &["-s", "-Wepd", pgn], Some("1")));
    match theirs {
        Some(theirs) => println!(
            "pgn-extract -Wepd       {:>12.0} positions/s: import is {:.1} times as fast (goal: 2)",
            rate(positions, theirs),
            theirs.as_secs_f64() / one.as_secs_f64()
        ),
        None => println!("pgn-extract             not there"),
    }

    let json = run(own, &["task=json", epd], Some("1")).expect("it runs");
    println!(
        "convert --to json       {:>12.0} records/s on one core",
        rate(positions, json)
    );
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let read = "import chess, sys\nfor line in open(sys.argv[1]):\n    chess.Board().set_epd(line.strip())";
    match run(&python, &["-c", read, epd], Some("1")) {
        Some(theirs) => println!(
            "python-chess set_epd    {:>12.0} records/s: JSON is {:.0} times as fast (goal: 20)",
            rate(positions, theirs),
            theirs.as_secs_f64() / json.as_secs_f64()
        ),
        None => println!("python-chess            not there"),
    }
    lichess(count, own, &python, folder.path());
    diagrams(epd);
}

/// A simple script for the puzzles; it writes the same as `import`, except for the order of operations.
const PUZZLES: &str = r#"
import chess, csv, sys
for row in csv.DictReader(open(sys.argv[1])):
    board = chess.Board(row["FEN"])
    first, *rest = row["Moves"].split()
    board.push_uci(first)
    line = [chess.Move.from_uci(word) for word in rest]
    print(board.epd(id=row["PuzzleId"], bm=line[:1], pv=line, Rating=int(row["Rating"]), Themes=row["Themes"]))
"#;

/// A simple script for the evaluations.
const EVALUATIONS: &str = r#"
import chess, json, sys
for line in open(sys.argv[1]):
    read = json.loads(line)
    board = chess.Board(read["fen"] + " 0 1")
    best = max(read["evals"], key=lambda search: search["depth"])
    said = {"acd": best["depth"], "acn": best["knodes"] * 1000}
    for number, variation in enumerate(best["pvs"], 1):
        moves = [chess.Move.from_uci(word) for word in variation["line"].split()]
        score = variation["cp"] * (1 if board.turn else -1)
        if number == 1:
            said |= {"ce": score, "pv": moves}
        else:
            words, after = [], board.copy(stack=False)
            for move in moves:
                words.append(after.san(move))
                after.push(move)
            said |= {f"Ce{number}": score, f"Pv{number}": " ".join(words)}
    print(board.epd(**said))
"#;

/// Measures puzzles and evaluations as lichess.org publishes them, compared with a script.
fn lichess(count: usize, own: &str, python: &str, folder: &Path) {
    let (csv, jsonl) = (folder.join("puzzles.csv"), folder.join("evaluations.jsonl"));
    let mut puzzles = BufWriter::new(File::create(&csv).expect("a file"));
    let mut evaluations = BufWriter::new(File::create(&jsonl).expect("a file"));
    writeln!(
        puzzles,
        "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags"
    )
    .expect("a file");
    let (mut maker, mut made) = (Maker::new(15), 0);
    while made < count {
        for position in maker.game(&mut String::new()) {
            let lines = [6, 10, 9, 8].map(|plies| walk(&position, made, plies));
            let [Some(moves), Some(first), Some(second), Some(third)] = lines else {
                continue;
            };
            made += 1;
            let mut fields = Vec::new();
            write_position(&position, &mut fields);
            let fen = String::from_utf8(fields).expect("letters");
            writeln!(
                puzzles,
                "{made:05x},{fen} 3 {},{moves},{},77,95,{made},crushing long middlegame,\
                 https://lichess.org/{made:08x}#48,Kings_Pawn_Game",
                9 + made % 40,
                900 + made % 1500
            )
            .expect("a file");
            writeln!(
                evaluations,
                "{{\"fen\":\"{fen}\",\"evals\":[{{\"pvs\":[{{\"cp\":31,\"line\":\"{first}\"}},\
                 {{\"cp\":-4,\"line\":\"{second}\"}},{{\"cp\":-18,\"line\":\"{third}\"}}],\"knodes\":92958,\
                 \"depth\":36}},{{\"pvs\":[{{\"cp\":44,\"line\":\"{second}\"}}],\"knodes\":2065,\"depth\":22}}]}}"
            )
            .expect("a file");
        }
    }
    drop((puzzles, evaluations));
    for (what, path, script) in [
        ("puzzles", &csv, PUZZLES),
        ("evaluations", &jsonl, EVALUATIONS),
    ] {
        let path = path.to_str().expect("a path");
        let one = run(own, &["task=lichess", path], Some("1")).expect("it runs");
        let all = run(own, &["task=lichess", path], None).expect("it runs");
        println!(
            "{what:<23} {:>12.0} a second on one core, {:.0} on all",
            rate(made, one),
            rate(made, all)
        );
        match run(python, &["-c", script, path], Some("1")) {
            Some(theirs) => println!(
                "  python-chess          {:>12.0} a second: {:.0} times as fast on one core, {:.0} on all \
                 (goal: 50)",
                rate(made, theirs),
                theirs.as_secs_f64() / one.as_secs_f64(),
                theirs.as_secs_f64() / all.as_secs_f64()
            ),
            None => println!("  python-chess          not there"),
        }
    }
}

/// Returns some legal moves in UCI, which the seed determines; `None` if the game ends before.
fn walk(position: &Chess, seed: usize, plies: usize) -> Option<String> {
    let (mut position, mut words) = (position.clone(), Vec::new());
    for ply in 0..plies {
        let legal = position.legal_moves();
        let played = *legal.get((seed * 31 + ply * 17) % legal.len().max(1))?;
        words.push(moves::uci(&position, played));
        position.play_unchecked(played);
    }
    Some(words.join(" "))
}

/// Makes games, and a record for each of their positions; returns the number of records.
fn make(count: usize, pgn: &Path, epd: &Path) -> usize {
    let mut maker = Maker::new(14);
    let mut games = BufWriter::new(File::create(pgn).expect("a file"));
    let mut records = BufWriter::new(File::create(epd).expect("a file"));
    let (mut text, mut positions) = (String::new(), 0);
    for _ in 0..count {
        text.clear();
        for position in maker.game(&mut text) {
            positions += 1;
            let mut line = Vec::new();
            write_position(&position, &mut line);
            line.extend_from_slice(
                format!(" ce {}; id \"M.{positions}\";\n", positions % 300).as_bytes(),
            );
            records.write_all(&line).expect("a file");
        }
        games.write_all(text.as_bytes()).expect("a file");
    }
    positions
}

fn diagrams(epd: &str) {
    let text = fs::read_to_string(epd).expect("a file");
    let lines: Vec<_> = text.lines().step_by(17).take(1000).collect();
    let mut size = 0;
    let time = least(|| {
        let drawings: Vec<Drawing> = lines
            .iter()
            .filter_map(|line| {
                let record = Record::read(line.as_bytes(), &ReadOptions::default());
                Drawing::of(&record, Orientation::White, true, "")
            })
            .collect();
        size = svg(&drawings, Style::default(), 10).len();
    });
    println!(
        "a sheet of {} diagrams  {:>9.1} ms, {} KB of SVG (goal: below 1000 ms)",
        lines.len(),
        time.as_secs_f64() * 1000.0,
        size / 1000
    );
}
