//! The editor with a real engine process: live analysis, and records analysed in the background.

use std::fs;

use crate::fake_engine;
use crate::terminal::{Terminal, folder_with};

const CTRL_Q: &str = "\x11";
const CTRL_S: &str = "\x13";

/// Four records; the third makes an engine crash.
const FOUR: &str = "\
4k3/8/8/8/8/8/4P3/4K3 w - - id \"one\";
4k3/8/8/8/8/8/3P4/4K3 w - - id \"two\";
4k3/8/8/8/8/8/2P5/4K3 w - - id \"three\";
4k3/8/8/8/8/8/1P6/4K3 w - - id \"four\";
";

/// Starts the editor on a file, with one engine in the settings that behaves as `way` says.
fn start(text: &str, way: &str) -> (tempfile::TempDir, std::path::PathBuf, Terminal) {
    start_marked(text, way, "")
}

/// Starts the same editor, with a word added to the engine's arguments by which its process is found.
fn start_marked(
    text: &str,
    way: &str,
    mark: &str,
) -> (tempfile::TempDir, std::path::PathBuf, Terminal) {
    let (folder, path) = folder_with("suite.epd", text);
    let settings = folder.path().join("epdit");
    fs::create_dir(&settings).expect("a folder");
    let mut words = fake_engine::words(way);
    words.extend((!mark.is_empty()).then(|| mark.to_owned()));
    let quoted = |word: &String| format!("{word:?}");
    let arguments: Vec<String> = words[1..].iter().map(quoted).collect();
    let settings_text = format!(
        "save = \"edited\"\nanalysis-limit = \"nodes 100\"\n[engines.fake]\ncommand = {:?}\nargs = [{}]\n",
        words[0],
        arguments.join(", ")
    );
    fs::write(settings.join("config.toml"), settings_text).expect("a file");
    let terminal = Terminal::start(&folder, &["suite.epd"]);
    terminal.expect("4 records");
    (folder, path, terminal)
}

#[test]
fn records_are_analysed_in_the_background_and_saved() {
    let (_folder, path, mut terminal) = start(FOUR, "well");
    terminal.keys("W");
    terminal.expect("nodes a record");
    terminal.keys("w");
    terminal.expect("analysed 4 records");
    terminal.expect("4 edited");
    terminal.keys(CTRL_S);
    terminal.expect("saved");
    let text = fs::read_to_string(path).expect("the file");
    assert_eq!(text.lines().count(), 4);
    for (line, id) in text.lines().zip(["one", "two", "three", "four"]) {
        assert!(line.contains(&format!("id \"{id}\"")), "{line}");
        assert!(line.contains(" pv ") && line.contains(" acn "), "{line}");
    }
    terminal.keys(CTRL_Q);
    assert_eq!(terminal.end().0, 0);
}

#[test]
fn best_moves_are_proposed_by_a_real_process() {
    let (_folder, _, mut terminal) = start(FOUR, "well");
    terminal.keys("Wp");
    terminal.expect("4 proposals");
    terminal.keys(":proposals\r");
    terminal.expect("no bm · the engine says");
    terminal.keys("\r");
    terminal.expect("accepted the engine's move in one");
    terminal.expect("1 edited");
    terminal.keys("\x1b");
    terminal.gone("the engine says");
    terminal.keys(":q!\r");
    assert_eq!(terminal.end().0, 0);
}

#[test]
fn lines_of_a_real_process_follow_the_board() {
    let (_folder, _, mut terminal) = start(FOUR, "well");
    terminal.keys("A");
    terminal.expect("depth");
    terminal.keys("A");
    terminal.expect("analysis stopped");
    terminal.keys(CTRL_Q);
    assert_eq!(terminal.end().0, 0);
}

#[test]
fn an_engine_that_stops_twice_shows_no_line_of_another_position() {
    let men = ["PP4", "PPP3", "PPPP2", "PPPPP1"];
    let record = |pawns: &str| format!("4k3/8/8/8/8/8/1{pawns}1/4K3 w - - id \"{pawns}\";\n");
    let text: String = men.iter().map(|pawns| record(pawns)).collect();
    let (_folder, _, mut terminal) = start(&text, "twice");
    terminal.keys("A");
    terminal.expect("+4.00");
    for score in ["+5.00", "+6.00", "+7.00"] {
        terminal.keys("j");
        terminal.expect(score);
    }
    terminal.keys(CTRL_Q);
    assert_eq!(terminal.end().0, 0);
}

#[test]
fn an_engine_that_sends_one_line_only_is_shown_with_it() {
    let (_folder, _, mut terminal) = start(FOUR, "one-line");
    terminal.keys("A");
    terminal.expect("depth");
    terminal.keys(CTRL_Q);
    assert_eq!(terminal.end().0, 0);
}

#[test]
fn an_engine_that_crashes_costs_its_record_and_not_the_queue() {
    let (_folder, _, mut terminal) = start(FOUR, "crashes:2");
    terminal.keys("Ww");
    terminal.expect("without a result");
    terminal.keys("Wq");
    terminal.expect("Without a result");
    terminal.expect("ended");
    terminal.keys("\x1b");
    terminal.gone("Without a result");
    terminal.keys(":q!\r");
    assert_eq!(terminal.end().0, 0);
}

/// Returns the nice values of the processes whose arguments contain this word.
#[cfg(target_os = "linux")]
fn niceness(mark: &str) -> Vec<i32> {
    let processes = fs::read_dir("/proc").expect("the processes").flatten();
    let marked = processes.filter(|process| {
        let words = fs::read(process.path().join("cmdline")).unwrap_or_default();
        words
            .split(|byte| *byte == 0)
            .any(|word| word == mark.as_bytes())
    });
    let nice = marked.filter_map(|process| {
        let stat = fs::read_to_string(process.path().join("stat")).ok()?;
        // After the name, which may hold anything, the state is the third field and the nice value the
        // nineteenth.
        let (_, fields) = stat.rsplit_once(')')?;
        fields.split_whitespace().nth(16)?.parse().ok()
    });
    nice.collect()
}

#[test]
#[cfg(target_os = "linux")]
fn engines_have_the_lowest_priority_beside_the_editor_and_no_other_than_ours_on_the_command_line() {
    let mark = format!("aside-{}", std::process::id());
    let (_folder, _, mut terminal) = start_marked(FOUR, "well", &mark);
    terminal.keys("A");
    terminal.expect("depth");
    assert_eq!(niceness(&mark), [19]);
    terminal.keys("A");
    terminal.keys(CTRL_Q);
    assert_eq!(terminal.end().0, 0);
    let run = |aside: &str| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_epdit"))
            .args(["--run-engine-in-place", &std::process::id().to_string()])
            .args([aside, "nice"])
            .output()
            .expect("it runs");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    };
    let ours = std::process::Command::new("nice")
        .output()
        .expect("it runs");
    assert_eq!(run("aside"), "19");
    assert_eq!(run(""), String::from_utf8_lossy(&ours.stdout).trim());
}
