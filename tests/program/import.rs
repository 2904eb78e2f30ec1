//! `epdit import`: the positions of games, compared with those of playing the moves and with those of
//! another program. Broken games are reported and skipped.

#[path = "../../benches/exchange/games.rs"]
mod games;

use super::skipped::skipped;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use epdit::exchange::import::write_position;
use games::Maker;

struct Run {
    status: i32,
    out: String,
    err: String,
}

fn run(arguments: &[&str], input: &str) -> Run {
    run_in(Path::new("."), arguments, input.as_bytes())
}

fn run_in(folder: &Path, arguments: &[&str], input: &[u8]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_epdit"))
        .arg("import")
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("the program ends");
    // The program may end before it has read everything.
    let _ = writer.join();
    Run {
        status: output.status.code().expect("an exit status"),
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
    }
}

/// Returns the four fields of each line.
fn fields(lines: &str) -> Vec<String> {
    let lines = lines.lines().filter(|line| !line.is_empty());
    lines
        .map(|line| line.split(' ').take(4).collect::<Vec<_>>().join(" "))
        .collect()
}

#[test]
fn ten_thousand_games_import_as_the_positions_of_playing_them() {
    let mut maker = Maker::new(14);
    let (mut text, mut expected) = (String::new(), Vec::new());
    for _ in 0..10_000 {
        for position in maker.game(&mut text) {
            let mut line = Vec::new();
            write_position(&position, &mut line);
            expected.push(String::from_utf8(line).expect("text"));
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("made.pgn");
    fs::write(&path, &text).expect("a file");
    let path = path.to_str().expect("a path");
    let read = run(&["--variations", path], "");
    assert_eq!(read.status, 0, "{}", read.err);
    assert!(read.err.contains("from 10,000 games"), "{}", read.err);
    let found = fields(&read.out);
    assert!(
        found == expected,
        "{} records of {}",
        found.len(),
        expected.len()
    );

    // Debian installs games in a folder outside `PATH`.
    let extract = |program: &str| Command::new(program).args(["-s", "-Wepd", path]).output();
    match extract("pgn-extract").or_else(|_| extract("/usr/games/pgn-extract")) {
        Ok(output) => {
            let theirs = fields(&String::from_utf8_lossy(&output.stdout));
            assert!(
                found == theirs,
                "{} records, theirs {}",
                found.len(),
                theirs.len()
            );
        }
        Err(_) => skipped("there is no pgn-extract to compare with"),
    }
}

const TWO: &str = "[White \"A\"]\n\n1. e4 {x} e5 $1 *\n\n[White \"B\"]\n\n1. e4 Ke4 *\n";

#[test]
fn a_broken_game_is_reported_with_its_line_and_read_up_to_there() {
    let read = run(&["-"], TWO);
    assert_eq!((read.status, read.out.lines().count()), (1, 5));
    let expected = "epdit: `-`: line 7: `Ke4` is not a legal move for Black; the game ends there\n\
                    5 records from 2 games · 1 game ends at a fault · 1 NAG left out\n";
    assert_eq!(read.err, expected);
    let read = run(&["--final", "-"], TWO);
    assert_eq!((read.status, read.out.lines().count()), (1, 1));
    assert!(
        read.err
            .contains("for Black; skipped\n1 record from 1 of 2 games"),
        "{}",
        read.err
    );
}

#[test]
fn games_from_web_sites_are_read_as_utf_8() {
    let frame = |games: &[u8]| [b"[pgn]\n", games, b"\n[/pgn]\n"].concat();
    let game = frame(b"[White \"J\xf6rg\"]\n\n[Black \"B\"]\n\n1. e4\xb1 e5 2. \xe2\x99\x98f3 -- 1/2\x961/2\n\n{bye}");
    let here = Path::new(".");
    let read = run_in(here, &["-"], &game);
    assert_eq!(
        read.err,
        "5 records from 1 game · 1 NAG left out · 1 game read as Latin-1 and written as UTF-8\n"
    );
    let first = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ptp White \"Jörg\" Black \"B\"; sm e4;\n";
    assert!(read.out.starts_with(first), "{}", read.out);
    assert!(read.out.contains(" sm Nf3;\n"), "{}", read.out);
    assert_eq!(read.status, 0);
    let read = run_in(
        here,
        &["--encoding", "latin-1", "--plies", "0", "-"],
        "[White \"ö\"]\n\n*".as_bytes(),
    );
    assert!(read.out.contains("White \"Ã¶\""), "{}", read.out);
}

#[test]
fn positions_are_chosen_and_named() {
    let read = run(
        &[
            "--with-comment",
            "--id",
            "{White}.{ply:02}",
            "--tags",
            "none",
            "-",
        ],
        TWO,
    );
    assert_eq!(
        read.out,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - c0 \"x\"; id \"A.00\"; sm e4;\n"
    );
    let read = run(&["--with-nag", "-"], TWO);
    assert_eq!(
        fields(&read.out),
        ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3"]
    );
    let read = run(&["--with-nag=2,3", "-"], TWO);
    assert_eq!(read.out, "");
    let read = run(&["--plies", "-1", "--every", "2", "-"], TWO);
    assert_eq!(read.out.lines().count(), 2);
}

#[test]
fn lists_of_moves_are_read_from_any_start() {
    let read = run(&["--final", "-"], "e4 e5 Nf3\nd2d4\n");
    let expected = [
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq -",
        "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3",
    ];
    assert_eq!(fields(&read.out), expected);
    let start = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let read = run(
        &["--start", start, "--squares", "--final", "--plies=0-1", "-"],
        "e4 Ke7\n",
    );
    assert_eq!(read.out, "");
    let read = run(
        &["--start", start, "--squares", "--plies", "0", "-"],
        "e4 Ke7\n",
    );
    assert_eq!(read.out, "4k3/8/8/8/8/8/4P3/4K3 w - - Uci e2e4; sm e4;\n");
    let read = run(&["--start", "nonsense", "-"], "e4 Ke7\n");
    assert_eq!(read.status, 2);
    assert!(
        read.err.contains("expected a legal position"),
        "{}",
        read.err
    );
}

#[test]
fn each_position_is_imported_once_on_request() {
    let read = run(
        &["--unique", "--tags", "none", "-"],
        "1. d4 Nf6 2. c4 *\n\n1. c4 Nf6 2. d4 *\n",
    );
    let lines: Vec<_> = read.out.lines().collect();
    assert_eq!(lines.len(), 6);
    assert!(lines[0].ends_with(" sm d4;"), "{}", lines[0]);
    assert!(
        read.err.contains("2 repeated positions left out"),
        "{}",
        read.err
    );
}

#[test]
fn packed_files_are_read_and_a_missing_file_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(b"1. e4 *\n").expect("memory");
    fs::write(
        folder.path().join("a.pgn.gz"),
        packed.finish().expect("memory"),
    )
    .expect("a file");
    // An unreadable file is reported, and the others are imported; no output file is made of a part.
    let read = run_in(folder.path(), &["none.pgn", "a.pgn.gz"], b"");
    assert_eq!((read.status, read.out.lines().count()), (2, 2));
    assert!(read.err.contains("`none.pgn`: "), "{}", read.err);
    let read = run_in(folder.path(), &["none.pgn", "a.pgn.gz", "-o", "a.epd"], b"");
    assert_eq!((read.status, read.out.as_str()), (2, ""));
    assert!(
        read.err
            .contains("`a.epd` was not written: an input can't be read"),
        "{}",
        read.err
    );
    assert!(!folder.path().join("a.epd").exists());
    let read = run_in(folder.path(), &["a.pgn.gz", "-o", "a.epd"], b"");
    assert_eq!((read.status, read.out.as_str()), (0, ""));
    assert!(
        read.err.contains("wrote `a.epd`\n2 records from 1 game\n"),
        "{}",
        read.err
    );
    let written = fs::read_to_string(folder.path().join("a.epd")).expect("a file");
    assert_eq!(written.lines().count(), 2);
}

/// Converts the lines, and imports the result.
fn export_and_import(format: &str, lines: &str) -> Run {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.epd"), lines).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_epdit"))
        .args(["convert", "--to", format, "a.epd"])
        .current_dir(folder.path())
        .output()
        .expect("the program runs");
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    run_in(folder.path(), &["-"], &output.stdout)
}

#[test]
fn exported_json_and_tables_import_as_the_same_records() {
    let sample = fs::read_to_string("assets/sample.epd").expect("the sample");
    for format in ["json", "csv", "tsv"] {
        let read = export_and_import(format, &sample);
        let records = sample
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty());
        let expected: Vec<_> = records.collect();
        assert!(
            read.out.lines().eq(expected.iter().copied()),
            "{format}: {}",
            read.err
        );
        assert_eq!(read.status, 0, "{}", read.err);
    }
}

#[test]
fn exported_games_import_as_the_positions_of_their_lines() {
    let line = "4k3/8/8/8/8/8/4P3/4K3 w - - fmvn 9; hmvc 2; id \"a\"; pv e4 Ke7 e5;\n";
    let read = export_and_import("pgn", line);
    let expected = ["w - -", "b - e3", "w - -", "b - -"];
    let found = fields(&read.out);
    assert_eq!(found[0], "4k3/8/8/8/8/8/4P3/4K3 w - -");
    assert!(
        found
            .iter()
            .zip(expected)
            .all(|(found, end)| found.ends_with(end)),
        "{found:?}"
    );
    assert!(read.out.contains("ptp Event \"a\""), "{}", read.out);
}

#[test]
fn lists_of_fens_are_read_and_other_lines_are_reported() {
    let read = run(
        &["-"],
        "4k3/8/8/8/8/8/4P3/4K3 w - - 3 9\n# a comment\n4k3/8/8/8/8/8/9/4K3 w - - 0 1\n",
    );
    assert_eq!(read.out, "4k3/8/8/8/8/8/4P3/4K3 w - - fmvn 9; hmvc 3;\n");
    assert_eq!(read.status, 1);
    assert!(read.err.contains("`-`: line 3: "), "{}", read.err);
    assert!(
        read.err
            .ends_with("1 record · 1 line skipped · 1 comment line left out\n"),
        "{}",
        read.err
    );
}

#[test]
fn invalid_json_and_an_unclosed_array_are_reported() {
    for (text, records, report) in [
        ("[[[[", 0, "`-`: line 1: expected a JSON object; skipped"),
        (
            "[{\"fen\":\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"}",
            1,
            "`-`: line 1: expected `]`, found the end of the file; skipped",
        ),
    ] {
        let read = run(&["--from", "json", "-"], text);
        assert_eq!((read.status, read.out.lines().count()), (1, records));
        assert!(read.err.contains(report), "{}", read.err);
    }
}

#[test]
fn a_folder_includes_the_games_below_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    fs::create_dir_all(path("in/below")).expect("a folder");
    for (name, text) in [
        ("in/b.pgn", "[White \"B\"]\n\n1. e4 *\n"),
        ("in/below/c.PGN", "[White \"C\"]\n\n1. d4 *\n"),
        ("in/a.pgn", "[White \"A\"]\n\n1. c4 *\n"),
        ("in/notes.txt", "no games"),
        ("in/.hidden.pgn", "1. e4 *\n"),
    ] {
        fs::write(path(name), text).expect("a file");
    }
    let read = run_in(folder.path(), &["--final", "in"], b"");
    assert_eq!(read.status, 0, "{}", read.err);
    let names: Vec<&str> = read
        .out
        .lines()
        .filter_map(|line| line.split('"').nth(1))
        .collect();
    assert_eq!(names, ["A", "B", "C"]);
    fs::create_dir(path("empty")).expect("a folder");
    let read = run_in(folder.path(), &["empty"], b"");
    assert_eq!((read.status, read.out.as_str()), (2, ""));
    assert!(
        read.err.contains("found a folder without *.pgn"),
        "{}",
        read.err
    );
}

const PUZZLES: &str = "\
PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags
000Vc,8/8/4k1p1/2KpP2p/5PP1/8/8/8 w - - 0 53,g4h5 g6h5 f4f5,1572,87,83,115,endgame short,https://lichess.org/l6AejDMO#105,\n";

#[test]
fn puzzles_are_records_of_the_position_to_solve_packed_or_not() {
    let expected = "8/8/4k1p1/2KpP2P/5P2/8/8/8 b - - GameUrl https://lichess.org/l6AejDMO#105; NbPlays 115; \
                    Popularity 83; Rating 1572; RatingDeviation 87; Themes endgame short; bm gxh5; fmvn 53; \
                    hmvc 0; id \"000Vc\"; pv gxh5 f5+;\n";
    let packed = zstd::encode_all(PUZZLES.as_bytes(), 3).expect("memory");
    let folder = tempfile::tempdir().expect("a folder");
    for text in [PUZZLES.as_bytes(), &packed] {
        let read = run_in(folder.path(), &["-"], text);
        assert_eq!((read.out.as_str(), read.status), (expected, 0));
        assert_eq!(read.err, "1 record\n");
    }
    // Byte-order marks occur in concatenated files, and alone.
    let marked = format!("\u{feff}{PUZZLES}");
    for text in [
        format!("{PUZZLES}{PUZZLES}"),
        format!("{marked}{PUZZLES}"),
        format!("{PUZZLES}{marked}"),
    ] {
        let twice = run(&["--unique", "-"], &text);
        assert_eq!(twice.out, expected);
        assert_eq!(twice.err, "1 record · 1 repeated position left out\n");
    }
}

#[test]
fn a_puzzle_that_cannot_be_played_is_reported_with_its_line_and_no_other_suffers() {
    let good = PUZZLES.lines().nth(1).expect("a row");
    for (row, report) in [
        (
            good.replace("g6h5", "g6h4"),
            "expected a legal move in `Moves`, found `g6h4`",
        ),
        (
            good.replace(" g6h5 f4f5", ""),
            "expected the opponent's move and the solution as `Moves`",
        ),
        (good[..60].to_owned(), "expected 10 columns, found 4"),
        (
            good.replace("8/8/4k1p1", "8/4k1p1"),
            "expected a legal position, found `8/4k1p1/",
        ),
        (
            good.replace(",115,", ",\"115,"),
            "a quote in this row is not closed",
        ),
        (
            good.replace("endgame short", "a;b"),
            "`a;b` can't be an operand of Themes",
        ),
    ] {
        let read = run(&["-"], &format!("{PUZZLES}{row}\n{good}\n"));
        assert_eq!((read.out.lines().count(), read.status), (2, 1), "{report}");
        let line = format!("`-`: line 3: {report}");
        assert!(read.err.contains(&line), "{line}: {}", read.err);
        assert!(
            read.err.ends_with("2 records · 1 line skipped\n"),
            "{}",
            read.err
        );
    }
}

#[test]
fn evaluations_are_scores_for_the_side_to_move_with_their_lines() {
    let fen = "7k/8/8/8/8/5K2/6Q1/8";
    let text = format!(
        "{{\"fen\":\"{fen} w - -\",\"evals\":[{{\"pvs\":[{{\"cp\":5,\"line\":\"g2g5\"}}],\"knodes\":9,\"depth\":20}},\
         {{\"pvs\":[{{\"mate\":9,\"line\":\"g2g6\"}},{{\"mate\":12,\"line\":\"g2g5 h8h7\"}},{{\"cp\":900,\"line\":\"f3e4\"}}],\
         \"knodes\":2,\"depth\":30}}]}}\n\
         {{\"fen\":\"{fen} b - -\",\"evals\":[{{\"pvs\":[{{\"mate\":9,\"line\":\"h8h7\"}}],\"depth\":9}}]}}\n\
         {{\"fen\":\"{fen} b - - 7 30\",\"evals\":[{{\"pvs\":[{{\"cp\":880,\"line\":\"h8h7 f3e4\"}}],\"depth\":9}}]}}\n\
         {{\"fen\":\"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -\",\"evals\":[{{\"pvs\":[{{\"cp\":0,\"line\":\"e1h1 e8a8\"}}]}}]}}\n"
    );
    let read = run(&["-"], &text);
    let expected = format!(
        "{fen} w - - Ce2 32744; Ce3 900; Pv2 \"Qg5 Kh7\"; Pv3 \"Ke4\"; acd 30; acn 2000; dm 9; pv Qg6;\n\
         {fen} b - - acd 9; ce -32749; pv Kh7;\n\
         {fen} b - - acd 9; ce -880; fmvn 30; hmvc 7; pv Kh7 Ke4;\n\
         r3k2r/8/8/8/8/8/8/R3K2R w KQkq - ce 0; pv O-O O-O-O;\n"
    );
    assert_eq!((read.out, read.status), (expected, 0));
    assert_eq!(read.err, "4 records · 1 shallower evaluation left out\n");
}

#[test]
fn an_evaluation_without_a_line_is_reported_and_skipped() {
    let of =
        |evals: &str| format!("{{\"fen\":\"7k/8/8/8/8/5K2/6Q1/8 w - -\",\"evals\":[{evals}]}}\n");
    let good = of("{\"pvs\":[{\"cp\":1,\"line\":\"g2g6\"}]}");
    for (evals, report) in [
        ("", "expected a line in `pvs`"),
        ("{\"pvs\":[],\"depth\":9}", "expected a line in `pvs`"),
        ("{\"depth\":9}", "expected a line in `pvs`"),
        (
            "{\"pvs\":[{\"cp\":1,\"line\":\"\"}]}",
            "expected a line in `pvs`",
        ),
        (
            "{\"pvs\":[{\"cp\":1,\"line\":\"g2g9\"}]}",
            "expected a legal move in `line`, found `g2g9`",
        ),
        (
            "{\"pvs\":[{\"line\":\"g2g6\"}]}",
            "expected either `cp` or `mate` beside each `line`",
        ),
        (
            "{\"pvs\":[{\"mate\":-999,\"line\":\"g2g6\"}]}",
            "expected a mate in 383 moves or fewer",
        ),
        ("{\"pvs\":[{\"cp\":1,", "expected a JSON object: "),
    ] {
        let read = run(&["-"], &format!("{good}{}{good}", of(evals)));
        assert_eq!((read.out.lines().count(), read.status), (2, 1), "{evals}");
        let line = format!("`-`: line 2: {report}");
        assert!(read.err.contains(&line), "{line}: {}", read.err);
    }
}
