//! The real editor on a file that commands write at the same time, and two editors on one file.
//!
//! The long run takes minutes and needs `EPDIT_LONG`.

use crate::terminal::Terminal;
use std::fs;
use std::process::Command;
use std::time::Duration;

const RECORD: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - id \"a\";\n";

/// Saves a record in the editor while commands set one operation each, for some rounds. Everything reported
/// as done must be in the file.
fn check(rounds: u64) {
    let (mut saved, mut asked, mut done) = (0, 0, 0);
    for round in 0..rounds {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.epd");
        fs::write(&path, RECORD).expect("a file");
        let mut terminal = Terminal::start(&folder, &["--save", "edited", "a.epd"]);
        terminal.expect("4P3");
        terminal.keys("\x1b[200~7k/8/5K2/8/8/8/8/6Q1 w - - id \"mine\";\x1b[201~");
        terminal.expect("mine");
        let place = folder.path().to_owned();
        let commands = std::thread::spawn(move || {
            let mut set = Vec::new();
            for nth in 0..3 {
                let operation = format!("c{nth} \"{round}\"");
                let output = Command::new(env!("CARGO_BIN_EXE_epdit"))
                    .args(["set", "-i", &operation, "a.epd"])
                    .current_dir(&place)
                    .output()
                    .expect("it runs");
                let message = String::from_utf8_lossy(&output.stderr).into_owned();
                assert!(
                    output.status.success() || message.contains("another"),
                    "{message}"
                );
                if output.status.success() {
                    set.push(operation);
                }
            }
            set
        });
        // The delay differs in each round.
        std::thread::sleep(Duration::from_millis(round * 7 % 60));
        terminal.keys("\x13");
        let asks = |screen: &vt100::Screen| {
            let text = screen.contents();
            text.contains("Another program has changed") || text.contains("is writing")
        };
        terminal.wait("end of the save", |screen| {
            asks(screen) || screen.contents().contains("saved a.epd")
        });
        let mut is_asked = false;
        terminal.look(|screen| is_asked = asks(screen));
        let set = commands.join().expect("the commands end");
        let text = fs::read_to_string(&path).expect("the file");
        for operation in &set {
            assert!(
                text.contains(operation),
                "round {round}: {operation} in {text}"
            );
        }
        assert!(
            is_asked || text.contains("mine"),
            "round {round}: saved, and not in {text}"
        );
        done += set.len();
        if is_asked {
            asked += 1;
        } else {
            saved += 1;
        }
        terminal.signal("KILL");
        terminal.end();
    }
    eprintln!("{rounds} rounds: {saved} saves, {asked} questions, {done} commands in the file");
    assert!(saved + asked == rounds && done > 0);
}

#[test]
fn edits_of_the_editor_and_of_commands_are_all_in_the_file() {
    check(match std::env::var_os("EPDIT_LONG") {
        Some(_) => 200,
        None => 6,
    });
}

#[test]
fn a_second_editor_on_the_same_file_shows_a_warning() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.epd"), RECORD).expect("a file");
    let mut first = Terminal::start(&folder, &["a.epd"]);
    first.expect("4P3");
    let mut second = Terminal::start(&folder, &["a.epd"]);
    second.expect("a.epd is also open in another epdit (process ");
    second.keys("q");
    assert_eq!(second.end().0, 0);
    first.gone("also open");
    first.keys("q");
    assert_eq!(first.end().0, 0);
    // The first editor is closed: the third shows no warning.
    let mut third = Terminal::start(&folder, &["a.epd"]);
    third.expect("4P3");
    std::thread::sleep(Duration::from_millis(300));
    third.gone("also open");
    third.keys("q");
    assert_eq!(third.end().0, 0);
}

// A save in place that is killed half-way leaves a copy of the old text. The next commands report the
// copy, the editor offers it, and nothing removes it unasked.
#[test]
fn the_copy_left_by_an_interrupted_save_is_offered() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.epd");
    let copy = folder.path().join("a.epd.before-saving-1");
    let whole: String = (0..60_000)
        .map(|nth| RECORD.replace("\"a\"", &format!("\"whole {nth}\"")))
        .collect();
    let epdit = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_epdit"));
        command.args(arguments).current_dir(folder.path());
        command.stdout(std::process::Stdio::null());
        command.stderr(std::process::Stdio::piped());
        command
    };
    fs::write(&path, &whole).expect("a file");
    // A file with a second name (a hard link) is written in place.
    fs::hard_link(&path, folder.path().join("b.epd")).expect("a link");
    let mut child = epdit(&["set", "-i", "c0 \"x\"", "a.epd"])
        .spawn()
        .expect("it starts");
    while child.try_wait().expect("known").is_none() {
        // The copy is whole, and the file has grown: the command is writing.
        let is_copied = fs::metadata(&copy).is_ok_and(|found| found.len() == whole.len() as u64);
        if is_copied && fs::metadata(&path).is_ok_and(|now| now.len() > whole.len() as u64) {
            break;
        }
    }
    child.kill().expect("killed");
    child.wait().expect("it ends");
    if !copy.exists() {
        // The command ended before the kill: fake the interrupted state.
        fs::write(&copy, &whole).expect("a copy");
        fs::write(&path, &whole[..whole.len() / 2]).expect("half of it");
    }
    for arguments in [
        &["stats", "a.epd"][..],
        &["set", "-i", "c1 \"y\"", "a.epd"],
        &["query", "--count", "bm", "a.epd"],
    ] {
        let output = epdit(arguments).output().expect("it runs");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            message.contains("its text before that is in")
                && message.contains("a.epd.before-saving-1"),
            "{message}"
        );
        assert!(
            fs::read_to_string(&copy).expect("the copy") == whole,
            "{arguments:?}"
        );
    }
    let mut terminal = Terminal::start(&folder, &["a.epd"]);
    terminal.expect("Interrupted save");
    terminal.keys("o");
    terminal.expect("a.epd │ a.epd.before-saving-1");
    terminal.expect("whole 0");
    terminal.keys("q");
    assert_eq!(terminal.end().0, 0);
    assert!(fs::read_to_string(&copy).expect("the copy") == whole);
    // The copy is restored, saved and removed: the next start offers nothing.
    let mut terminal = Terminal::start(&folder, &["--save", "edited", "a.epd"]);
    terminal.expect("Interrupted save");
    terminal.keys("r");
    terminal.expect("restored the copy");
    terminal.keys(":remove-copy\r");
    terminal.expect("Remove the copy?");
    terminal.expect("The file has unsaved changes");
    terminal.keys("k\x13");
    // The save is in place, since the file has two names.
    terminal.expect("It has 2 names");
    terminal.keys("w");
    terminal.expect("saved a.epd");
    // A file cut off in the middle of a line keeps a last line without a line end.
    let held = fs::read_to_string(&path).expect("the file");
    let other = held
        .lines()
        .zip(whole.lines())
        .find(|(one, other)| one != other);
    let is_whole = held.trim_end_matches('\n') == whole.trim_end_matches('\n');
    assert!(
        is_whole,
        "{} of {} bytes, {other:?}",
        held.len(),
        whole.len()
    );
    terminal.keys(":remove-copy\r");
    terminal.expect("Remove the copy?");
    terminal.keys("d");
    terminal.expect("removed the copy");
    assert!(!copy.exists());
    terminal.keys("q");
    assert_eq!(terminal.end().0, 0);
    let mut terminal = Terminal::start(&folder, &["a.epd"]);
    terminal.expect("1 of 6");
    std::thread::sleep(Duration::from_millis(300));
    terminal.gone("Interrupted save");
    terminal.keys("q");
    assert_eq!(terminal.end().0, 0);
}

// A packed file that unpacks far beyond the usual ratio stops at the limit, and is read to its end on
// request.
#[test]
fn a_packed_file_beyond_the_limit_is_asked_about_and_read_to_its_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.epd.gz");
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - -\n".repeat(1 << 10);
    let count = (140 << 20) / text.len() + 1;
    let mut packed = Vec::new();
    epdit::suite::pack(
        &mut packed,
        std::path::Path::new("a"),
        epdit::suite::Compression::Gzip,
        |out| (0..count).try_for_each(|_| std::io::Write::write_all(out, text.as_bytes())),
    )
    .expect("packed");
    fs::write(&path, &packed).expect("a file");
    let all = (count << 10).to_string();
    let shown = format!("{},{},{}", &all[..1], &all[1..4], &all[4..]);
    let mut terminal = Terminal::start(&folder, &["--save", "edited", "a.epd.gz"]);
    terminal.expect("Unpack the whole file?");
    terminal.keys("l");
    terminal.gone("Unpack the whole file?");
    // A part of the file is not saved over the whole of it.
    terminal.keys("dd\x13");
    terminal.expect("Part of the file can no longer be read");
    assert!(fs::read(&path).expect("the file") == packed);
    // The prompt names the changed line before it is lost.
    terminal.keys("c");
    terminal.gone("Part of the file can no longer be read");
    terminal.keys(":unpack-all\r");
    terminal.expect("Unpacking it reloads the file: 1 line removed.");
    terminal.keys("u");
    terminal.expect(&format!("of {shown} "));
    terminal.keys("q");
    assert_eq!(terminal.end().0, 0);
    let mut terminal = Terminal::start(&folder, &["--unpack-all", "a.epd.gz"]);
    terminal.expect(&format!("of {shown} "));
    terminal.gone("Unpack the whole file?");
    terminal.keys("q");
    assert_eq!(terminal.end().0, 0);
}
