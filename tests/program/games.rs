//! `epdit check` on files that record games, and on suites that don't.

use std::fs;
use std::process::Command;

/// Returns the line and code of each problem that `check` reports.
fn found(text: &str) -> Vec<(u64, String)> {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.epd"), text).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_epdit"))
        .args(["check", "--format", "json", "a.epd"])
        .current_dir(folder.path())
        .output()
        .expect("the program runs");
    let lines = String::from_utf8(output.stdout).expect("text");
    let problems = lines.lines().map(|line| {
        let problem: serde_json::Value = serde_json::from_str(line).expect("an object");
        let code = problem["code"].as_str().expect("a code").to_owned();
        (problem["line"].as_u64().expect("a line"), code)
    });
    problems
        .filter(|(_, code)| ["game-break", "clock-runs-back", "wrong-reply"].contains(&&**code))
        .collect()
}

/// Kings that move to and fro: the positions of an endless game.
const WALK: [&str; 4] = [
    "4k3/8/8/8/8/8/8/4K3 w - - sm Ke2;",
    "4k3/8/8/8/8/8/4K3/8 b - - sm Ke7;",
    "8/4k3/8/8/8/8/4K3/8 w - - sm Ke1;",
    "8/4k3/8/8/8/8/8/4K3 b - - sm Ke8;",
];

#[test]
fn a_missing_record_is_a_break_only_in_a_file_of_games() {
    let walk: Vec<&str> = WALK.into_iter().cycle().take(12).collect();
    let whole = walk.join("\n");
    assert_eq!(found(&whole), []);
    let mut broken = walk.clone();
    broken.remove(6);
    let text = broken.join("\n");
    assert_eq!(found(&text), [(7, "game-break".to_owned())]);
    // The same two records in a suite of unrelated records.
    let suite: Vec<String> = walk
        .iter()
        .step_by(2)
        .chain([&broken[5], &broken[6]])
        .map(|line| (*line).to_owned())
        .collect();
    assert_eq!(found(&suite.join("\n")), []);
}

#[test]
fn breaks_are_found_across_the_pieces_in_which_a_file_is_read() {
    const COUNT: usize = 3000;
    let comment = "x".repeat(250);
    let text: String = (0..COUNT)
        .map(|nth| {
            // The clocks run down to zero.
            let left = COUNT - nth;
            let (minutes, seconds) = (left / 60, left % 60);
            let clock = format!("000:{:02}:{:02}:{seconds:02}", minutes / 60, minutes % 60);
            let comments: String = (0..8)
                .map(|rank| format!(" c{rank} \"{comment}\";"))
                .collect();
            let (fields, played) =
                WALK[nth % 4].split_at(WALK[nth % 4].find(" sm").expect("a move"));
            format!("{fields}{comments} cc {clock} 000:00:00:00;{played}\n")
        })
        .collect();
    assert!(text.len() > 6 << 20);
    let problems = found(&text);
    let lines: Vec<u64> = problems.iter().map(|(line, _)| *line).collect();
    let expected: Vec<u64> = (2..=COUNT as u64).collect();
    assert_eq!(lines, expected);
}

#[test]
fn an_unexpected_reply_is_reported_in_any_file() {
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - refcom execute; sm e4;\n\
                4k3/8/8/8/4P3/8/8/4K3 b - e3 refreq reply; sm Ke7;\n";
    assert_eq!(found(text), [(2, "wrong-reply".to_owned())]);
}

/// Runs `epdit reply` on a file; returns exit status, standard output and standard error.
fn run_reply(text: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.epd"), text).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_epdit"))
        .arg("reply")
        .args(arguments)
        .arg("a.epd")
        .current_dir(folder.path())
        .output()
        .expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn a_reply_is_the_next_record_to_be_sent_back() {
    let game = "# between two\n\
        4k3/8/8/8/8/8/4P3/4K3 w - - fmvn 1; hmvc 0; refcom respond; sm e4; tcgs 2; tcri \"b\" \"B\"; tcsi \"a\" \"A\";\r\n\
        4k3/8/8/8/4P3/8/8/4K3 b - e3 sm Ke7;";
    let (first, second) = (
        "4k3/8/8/8/4P3/8/8/4K3 b - e3 fmvn 1; hmvc 0; refreq reply; tcgs 2; tcri \"a\" \"A\"; tcsi \"b\" \"B\";\n",
        "8/4k3/8/8/4P3/8/8/4K3 w - -\n",
    );
    let both = format!("{first}{second}");
    assert_eq!(run_reply(game, &[]), (Some(0), both, String::new()));
    let one = run_reply(game, &["--where", "line = 3"]);
    assert_eq!(one, (Some(0), second.to_owned(), String::new()));
}

#[test]
fn records_that_have_no_reply_are_reported_by_their_reason() {
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - sm e5;\n\
        4k3/8/8/8/8/8/4P3/4K3 w - - refcom execute; sm e4;\n\
        4k3/8/8/8/8/8/4P3/4K3 w - - sm e3;\n\
        4k3/8/8/8/8/8/4P3/4K3 w - -\n";
    let (status, out, err) = run_reply(text, &[]);
    assert_eq!((status, &*out), (Some(1), "4k3/8/8/8/8/4P3/8/4K3 b - -\n"));
    assert_eq!(
        err,
        "epdit: 2 records without a reply: expected one legal supplied move (sm) (first: a.epd:1)\n\
         epdit: 1 record without a reply: only a record with `refcom respond` has a reply (first: a.epd:2)\n"
    );
}

#[test]
fn a_reply_of_the_command_line_continues_the_game() {
    let begun = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - fmvn 1; hmvc 0; sm e4;\n";
    let (_, next, _) = run_reply(begun, &[]);
    let played = next.replace("hmvc 0;", "hmvc 0; sm c5;");
    assert_eq!(found(&format!("{begun}{played}")), []);
    let (_, third, _) = run_reply(&played, &[]);
    assert_eq!(
        third,
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 fmvn 2; hmvc 0;\n"
    );
}
