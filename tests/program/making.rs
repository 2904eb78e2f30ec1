//! Suites that an engine makes from games and from other suites.

use std::fs;
use std::time::{Duration, Instant};

use crate::engines::{began_into, with};
use crate::fake_engine;
use crate::folder::Folder;

#[test]
fn each_misbehaviour_of_an_engine_costs_one_position_and_not_the_run() {
    // Four different positions.
    let position = |file: char| format!("4k3/8/8/8/8/8/4P3/{file}K6 w - -\n");
    let text: String = "QRBN".chars().map(position).collect();
    let folder = Folder::new(&[("a.epd", &text)]);
    let made_within = |way: &str, seconds: &str| {
        let engine = fake_engine::command(way);
        let rest = ["--margin", "10", "--timeout", seconds, "a.epd"];
        folder.run(&with("make", &engine, &rest))
    };
    let made = |way: &str| made_within(way, "2");
    let whole = made_within("well", "60");
    assert_eq!((whole.status, whole.last()), (0, "4 of 4 positions taken"));
    let whole: Vec<&str> = whole.out.lines().collect();
    for way in [
        "crashes",
        "leaves",
        "mute",
        "chatters",
        "illegal-best",
        "illegal-line",
        "no-best",
        "no-score",
        "false-mate",
    ] {
        let run = made(&format!("{way}:2"));
        assert_eq!(run.status, 1, "{way}: {run:?}");
        assert!(run.err.contains("`a.epd:2`: the engine"), "{way}: {run:?}");
        assert!(run.last().ends_with("failed"), "{way}: {run:?}");
        let lines: Vec<&str> = run.out.lines().collect();
        // The restarted engine fails in its second search again.
        assert_eq!(lines.first(), whole.first(), "{way}");
        assert!(lines.iter().all(|line| whole.contains(line)), "{way}");
        assert!(
            !lines.contains(&whole[1]) && lines.contains(&whole[2]),
            "{way}"
        );
    }
    for way in ["floods", "breaks-lines", "endless-line", "slow:300"] {
        let run = made_within(way, "60");
        assert_eq!(run.out.lines().collect::<Vec<_>>(), whole, "{way}");
    }
}

#[test]
fn a_made_suite_has_the_matching_one_of_two_equal_positions() {
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - id \"a\";\n4k3/8/8/8/8/8/4P3/4K3 w - - id \"b\";\n";
    let folder = Folder::new(&[("a.epd", text)]);
    let well = fake_engine::command("well");
    let asked = ["--margin", "10", "--where", "id = \"b\"", "a.epd"];
    let run = folder.run(&with("make", &well, &asked));
    assert_eq!(run.last(), "1 of 1 position taken", "{run:?}");
    assert!(run.out.contains("id \"b\""), "{run:?}");
}

#[test]
fn making_a_suite_resumes_after_the_last_searched_position() {
    // Six different positions; in the first five no move is best by the margin.
    let text: String = "QRBNP"
        .chars()
        .map(|piece| format!("4k3/8/8/{piece}7/8/8/4P3/4K3 w - -\n"))
        .collect();
    let folder = Folder::new(&[("a.epd", &text)]);
    let slow = fake_engine::command("slow");
    let words = |more: &[&'static str]| {
        let rest = [&["--margin", "11", "-o", "s.epd"], more, &["a.epd"]].concat();
        let words = with("make", &slow, &rest);
        words.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let begun = words(&[]);
    let begun: Vec<&str> = begun.iter().map(String::as_str).collect();
    let mut child = folder.command(&begun).spawn().expect("the program runs");
    // No position qualifies, so the run writes nothing but its progress.
    let run = folder.path("s.epd.run");
    let started = Instant::now();
    while !fs::read_to_string(&run)
        .unwrap_or_default()
        .contains("\"count\": 2,")
    {
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "the run writes no progress"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let rest = words(&["--resume"]);
    let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
    let rest = folder.run(&rest);
    assert_eq!(
        (rest.status, rest.last()),
        (
            0,
            "0 of 5 positions taken · 2 of them by the run before · 5 no move best by the margin"
        ),
        "{rest:?}"
    );
}

const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 *\n";

#[test]
fn a_suite_is_made_of_the_positions_of_games() {
    let folder = Folder::new(&[("g.pgn", GAME)]);
    let engine = fake_engine::command("well");
    // The best move is better than the next by ten in every position.
    let made = |margin: &str, rest: &[&str]| {
        let rest: Vec<&str> = [&["--margin", margin], rest, &["g.pgn"]].concat();
        folder.run(&with("make", &engine, &rest))
    };
    let run = made("10", &[]);
    assert_eq!((run.status, run.last()), (0, "6 of 6 positions taken"));
    assert_eq!(
        run.out.lines().nth(1),
        Some(
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 acd 3; acn 300; acs 0; bm a5; \
             ce 100; fmvn 1; hmvc 0; id \"A-B.1.1\";"
        )
    );
    let run = made("11", &[]);
    assert_eq!(run.out, "");
    assert_eq!(
        run.last(),
        "0 of 6 positions taken · 6 no move best by the margin"
    );
    let run = made("10", &["--phase", "endgame"]);
    assert_eq!(run.last(), "0 of 6 positions taken · 6 another phase");
    let run = made("10", &["--points", "--balance", "50"]);
    assert!(run.last().contains("decided"), "{}", run.err);
}

#[test]
fn games_are_detected_by_their_first_bytes_and_each_id_is_unique() {
    let again = GAME.replace("1. e4", "1. c4 c5 2. e4");
    let both = format!("{GAME}\n{again}");
    let folder = Folder::new(&[
        ("both.txt", &both),
        ("more.a.pgn", GAME),
        ("b.pgn", &again),
        ("none.md", "# of no interest"),
    ]);
    let engine = fake_engine::command("well");
    let ids = |path: &str, input: &str| -> Vec<String> {
        let rest = with("make", &engine, &["--margin", "10", path]);
        let run = folder.run_with(&rest, input);
        assert_eq!(run.status, 0, "{run:?}");
        let id = |line: &str| line.split('"').nth(1).unwrap_or_default().to_owned();
        run.out.lines().map(id).collect()
    };
    let found = ids("both.txt", "");
    let expected = ["A-B.1.0", "A-B.1.1", "A-B.1.2"];
    assert_eq!(found.get(..3), Some(&expected.map(String::from)[..]));
    assert_eq!(found.get(6).map(String::as_str), Some("A-B.2.1"));
    assert_eq!(ids("-", &both), found);
    let found = ids(".", "");
    assert_eq!(found.first().map(String::as_str), Some("b:A-B.1.0"));
    assert_eq!(found.last().map(String::as_str), Some("more.a:A-B.1.5"));
}

#[test]
fn games_that_cannot_be_read_are_reported() {
    let broken = format!("{GAME}\n[White \"C\"]\n\n1. e4 Zz9 *\n");
    let folder = Folder::new(&[("g.pgn", &broken)]);
    let engine = fake_engine::command("well");
    let run = folder.run(&with("make", &engine, &["--margin", "10", "g.pgn"]));
    assert_eq!(
        (run.status, run.last()),
        (1, "6 of 6 positions taken"),
        "{run:?}"
    );
    assert!(run.err.contains("`g.pgn`: line "), "{}", run.err);
    assert!(run.err.contains("Zz9"), "{}", run.err);
}

#[test]
fn an_unfinished_suite_is_resumed() {
    // The same game twice: each position is used once.
    let twice = format!("{GAME}\n{GAME}");
    let folder = Folder::new(&[("g.pgn", &twice)]);
    let (slow, well) = (fake_engine::command("slow:1"), fake_engine::command("well"));
    let whole = folder.run(&with("make", &well, &["--margin", "10", "g.pgn"]));
    assert_eq!(whole.last(), "6 of 6 positions taken");
    let rest = ["--margin", "10", "-o", "s.epd", "g.pgn"];
    let words = with("make", &slow, &rest);
    for lines in 1..4 {
        let mut child = began_into(&folder, "s.epd", &words, lines);
        child.kill().expect("it runs");
        child.wait().expect("it ends");
        let done = folder.read("s.epd");
        assert!(whole.out.starts_with(&done));
        fs::write(folder.path("s.epd"), done + "4k3/8").expect("a file");
        let run = folder.run(&[&words[..], &["--resume"]].concat());
        assert_eq!(run.status, 0, "{run:?}");
        assert_eq!(folder.read("s.epd"), whole.out, "{lines}");
        fs::remove_file(folder.path("s.epd")).expect("removed");
    }
}
