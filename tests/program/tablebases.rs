//! Records checked against endgame tablebases by the real program. The tables lie next to the corpus;
//! without them these tests print that they are skipped.

use std::fs;
use std::path::{Path, PathBuf};

use crate::folder::Folder;

/// Returns the folder of tables, or prints that there is none.
fn tables(test: &str) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/syzygy");
    match folder.is_dir() {
        true => Some(folder),
        false => {
            eprintln!("skipped: {test}: there is no ../shared/syzygy");
            None
        }
    }
}

// The fake engine is a script.
#[cfg(unix)]
#[test]
fn verify_trusts_tablebase_results_before_scores() {
    let Some(tables) = tables("verify") else {
        return;
    };
    let tables = tables.to_str().expect("a path");
    // The engine scores moves in the order of their names.
    let engine = crate::fake_engine::command("well");
    let check = |record: &str, expected: &str| {
        let folder = Folder::new(&[("a.epd", &format!("{record}\n"))]);
        let words = ["--all", "--syzygy", tables, "a.epd"];
        let run = folder.run(&crate::engines::with("verify", &engine, &words));
        assert!(run.out.contains(expected), "{record}: {run:?}");
    };
    // Only Rc6 wins.
    let rook = |operations: &str| format!("8/5K2/6R1/8/2n5/8/8/2k5 w - - {operations}");
    check(&rook("bm Ke8;"), "wrong: bm Ke8 +1.00, other Rc6 ");
    check(&rook("bm Ke7 Ke8;"), "wrong: bm Ke7 +0.90, other Rc6 ");
    check(&rook("bm Rc6 Ke8;"), "wrong: bm Ke8 +1.00, other Rc6 ");
    check(&rook("bm Rc6;"), "confirmed: bm Rc6 ");
    check(&rook("am Ke8;"), "confirmed: other Rc6 ");
    check(&rook("am Rc6;"), "wrong: other Ke6 +1.00, am Rc6 ");
    // Only winning moves are compared by score; Kd5 has the best score, and doesn't win.
    let pawn = "4k3/8/4K3/4P3/8/8/8/8 w - - bm Kd6;";
    check(pawn, "cooked: bm Kd6 +0.90, other Kf6 +1.00");
}

/// Returns the path of Stockfish, or prints that there is none.
fn stockfish(test: &str) -> Option<String> {
    let found = ["/usr/games/stockfish", "/usr/bin/stockfish"].into_iter();
    let mut found = found.filter(|_| cfg!(unix));
    let found = found.find(|path| Path::new(path).is_file());
    if found.is_none() {
        eprintln!("skipped: {test}: there is no stockfish");
    }
    found.map(str::to_owned)
}

fn copied(from: &Path, to: &Folder, names: &[&str]) {
    fs::create_dir_all(to.path("tables")).expect("a folder");
    for name in names {
        let table = fs::read(from.join(name)).expect("a table");
        fs::write(to.path("tables").join(name), table).expect("a table");
    }
}

#[test]
fn check_reports_moves_scores_and_mates_that_contradict_tablebases() {
    let Some(tables) = tables("check") else {
        return;
    };
    let tables = tables.to_str().expect("a path");
    for (record, expected) in [
        // The king must go in front of its pawn to win.
        ("4k3/8/4K3/4P3/8/8/8/8 w - - bm Kd6 Kf6;", ""),
        (
            "4k3/8/4K3/4P3/8/8/8/8 w - - bm Kd6 Kd5;",
            "tablebase-bm]: `Kd5` throws the win away, expected `Kd6` or `Kf6`",
        ),
        // Losing a drawn position is an error, too.
        ("8/3k4/8/3PK3/8/8/8/8 b - - bm Ke7;", ""),
        (
            "8/3k4/8/3PK3/8/8/8/8 b - - bm Kc7;",
            "tablebase-bm]: `Kc7` throws the draw away, expected `Ke7`",
        ),
        ("8/8/8/8/8/4k3/4p3/4K3 w - - ce 0;", ""),
        // Scores are for the side to move.
        (
            "8/8/8/4k3/8/8/8/R3K3 b - - ce 500;",
            "tablebase-ce]: `ce` `500` contradicts the tablebase: the position is lost",
        ),
        ("8/8/8/4k3/8/8/8/R3K3 b - - ce -500;", ""),
        (
            "8/8/8/4k3/8/8/8/R3K3 b - - dm 12;",
            "tablebase-dm]: `dm` `12` contradicts the tablebase: the position is lost",
        ),
        ("8/8/8/4k3/8/8/8/R3K3 w - - dm 12; ce 32744;", ""),
        // No table has castling rights, or this many men.
        ("4k3/8/8/8/8/8/8/R3K3 w Q - ce -500;", ""),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm a3;",
            "",
        ),
    ] {
        let folder = Folder::new(&[("a.epd", &format!("{record}\n"))]);
        let run = folder.run(&["check", "--syzygy", tables, "a.epd"]);
        match expected {
            "" => assert!(!run.out.contains("tablebase"), "{record}: {}", run.out),
            expected => assert!(run.out.contains(expected), "{record}: {}", run.out),
        }
        let without = folder.run(&["check", "a.epd"]);
        assert!(
            !without.out.contains("tablebase"),
            "{record}: {}",
            without.out
        );
    }
}

#[test]
fn queries_find_records_that_tablebases_contradict() {
    let Some(tables) = tables("query") else {
        return;
    };
    let folder = Folder::new(&[(
        "a.epd",
        "4k3/8/4K3/4P3/8/8/8/8 w - - bm Kd5; id \"wrong\";\n4k3/8/4K3/4P3/8/8/8/8 w - - bm Kd6; id \"right\";\n",
    )]);
    let tables = tables.to_str().expect("a path");
    let run = folder.run(&[
        "query",
        "problem = tablebase-bm",
        "--ids",
        "--syzygy",
        tables,
        "a.epd",
    ]);
    assert_eq!(
        (run.status, run.out.as_str()),
        (0, "wrong\n"),
        "{}",
        run.err
    );
}

#[test]
fn tables_that_are_missing_short_or_corrupt_are_named_and_nothing_is_guessed() {
    let Some(tables) = tables("faults") else {
        return;
    };
    let record = "4k3/8/4K3/4P3/8/8/8/8 w - - bm Kd5;\n";
    let all = [
        "KPvK.rtbw",
        "KPvK.rtbz",
        "KQvK.rtbw",
        "KRvK.rtbw",
        "KBvK.rtbw",
        "KNvK.rtbw",
    ];
    for (damage, message) in [
        (
            "missing",
            "epdit: tablebase skipped: KPvK.rtbw: not in the folder\n",
        ),
        (
            "short",
            "epdit: tablebase skipped: KPvK.rtbw: unexpected file size\n",
        ),
        (
            "magic",
            "epdit: tablebase skipped: KPvK.rtbw: invalid magic header bytes",
        ),
        (
            "cut",
            "epdit: tablebase skipped: KPvK.rtbw: corrupted table\n",
        ),
    ] {
        let folder = Folder::new(&[("a.epd", record)]);
        copied(&tables, &folder, &all);
        let table = folder.path("tables").join("KPvK.rtbw");
        let mut bytes = fs::read(&table).expect("a table");
        match damage {
            "missing" => fs::remove_file(&table).expect("removed"),
            "short" => fs::write(&table, &bytes[..100]).expect("written"),
            "magic" => {
                bytes[0] ^= 0xff;
                fs::write(&table, bytes).expect("written");
            }
            _ => fs::write(&table, &bytes[..80]).expect("written"),
        }
        // The library adds a backtrace to its error when this variable is set.
        let mut command = folder.command(&["check", "--syzygy", "tables", "a.epd"]);
        let run = command
            .env("RUST_BACKTRACE", "1")
            .output()
            .expect("it runs");
        let err = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(0), "{damage}: {run:?}");
        assert!(err.contains(message), "{damage}: {err}");
        assert!(
            !err.contains("\n\n") && !err.contains("unknown"),
            "{damage}: {err}"
        );
    }
}

#[test]
fn a_folder_without_tables_is_refused() {
    let folder = Folder::new(&[("a.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n")]);
    fs::create_dir(folder.path("empty")).expect("a folder");
    for (given, why) in [
        (
            "empty",
            "can't read the tablebases: no tables in it, expected files such as KQvK.rtbw",
        ),
        ("nowhere", "can't read the tablebases: "),
    ] {
        let run = folder.run(&["check", "--syzygy", given, "a.epd"]);
        assert_eq!(run.status, 2, "{}", run.out);
        assert!(run.err.contains(why), "{}", run.err);
    }
}

#[test]
fn a_mate_where_there_is_no_win_is_refuted_without_a_search() {
    let Some(tables) = tables("mates") else {
        return;
    };
    let tables = tables.to_str().expect("a path");
    let folder = Folder::new(&[(
        "a.epd",
        "8/3k4/8/3PK3/8/8/8/8 b - - dm 200; id \"drawn\";\n",
    )]);
    let run = folder.run(&["mates", "5", "--verify", "--syzygy", tables, "a.epd"]);
    assert!(
        run.out.contains("dm 200, but there is no mate in 200"),
        "{}",
        run.out
    );
    assert_eq!(run.status, 1, "{}", run.err);
    // Without tables the mate is longer than the limit of the search.
    let run = folder.run(&["mates", "5", "--verify", "a.epd"]);
    assert!(run.err.contains("1 with a dm above 5"), "{}", run.err);
}

#[test]
fn engine_runs_use_the_tablebases() {
    let Some(tables) = tables("engine runs") else {
        return;
    };
    let tables = tables.to_str().expect("a path");
    let Some(engine) = stockfish("engine runs") else {
        return;
    };
    let wrong = "4k3/8/4K3/4P3/8/8/8/8 w - - bm Kd5; id \"wrong\";\n";
    let right = "4k3/8/4K3/4P3/8/8/8/8 w - - bm Kd6 Kf6; id \"right\";\n";
    let folder = Folder::new(&[("a.epd", &format!("{wrong}{right}"))]);
    let run = [
        "--engine", &engine, "--nodes", "100", "--syzygy", tables, "a.epd",
    ];
    let verified = folder.run(&[&["verify", "--all"], &run[..]].concat());
    assert!(
        verified.out.contains("a.epd:1: wrong: bm Kd5"),
        "{}",
        verified.out
    );
    assert!(
        verified.out.contains("a.epd:2: confirmed: bm K"),
        "{}",
        verified.out
    );
    let tested = folder.run(&[&["test"], &run[..]].concat());
    assert!(
        tested
            .err
            .contains("bm is wrong by the tablebases (tablebase-bm)"),
        "{}",
        tested.err
    );
    assert!(tested.err.contains("solved 1 of 1"), "{}", tested.err);
}
