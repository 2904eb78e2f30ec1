//! Another program appends to the open file, writes over its middle, shortens, replaces or deletes it,
//! while the editor shows it, is typed in, counts or saves; for a file in memory and one read from disk on
//! demand. The editor keeps running, a save never silently overwrites the other program's text, and none of
//! that text gets into what is saved here.

use crate::terminal::Terminal;
use std::fs::{self, File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

const FOREIGN: &str = "7k/8/5K2/8/8/8/8/6Q1 w - - id \"foreign\";\n";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Deed {
    Append,
    Truncate,
    Replace,
    Delete,
    /// In place, with the old modification time restored.
    ChangeInPlace,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum While {
    Looking,
    Typing,
    Counting,
    Saving,
}

fn records() -> String {
    let record = |n: usize| format!("7k/8/5K2/8/8/8/8/6Q1 w - - bm Qg6; id \"base.{n:05}\";\n");
    (0..8000).map(record).collect()
}

fn marked(name: &str) -> String {
    format!("7k/8/5K2/8/8/8/8/6Q1 w - - id \"mine {name}\";")
}

impl Deed {
    /// Returns true when bytes of the opened file are lost.
    fn spoils(self) -> bool {
        matches!(self, Self::Truncate | Self::ChangeInPlace)
    }

    fn does(self, path: &Path) {
        let open = || OpenOptions::new().write(true).open(path).expect("it opens");
        let time = |file: &File| {
            let metadata = file.metadata().expect("its times");
            metadata.modified().expect("a time")
        };
        match self {
            Self::Append => {
                let mut file = open();
                file.seek(SeekFrom::End(0)).expect("its end");
                file.write_all(FOREIGN.as_bytes()).expect("written");
            }
            Self::Truncate => open().set_len(200_000).expect("cut"),
            Self::Replace => {
                let other = path.with_extension("other");
                fs::write(&other, FOREIGN.repeat(100)).expect("written");
                fs::rename(&other, path).expect("in its place");
            }
            Self::Delete => fs::remove_file(path).expect("removed"),
            Self::ChangeInPlace => {
                let mut file = open();
                let before = time(&file);
                // Over whole records, so that the text is read as records.
                let line = records().find('\n').expect("a line") as u64 + 1;
                file.seek(SeekFrom::Start(line * 4000)).expect("its middle");
                let foreign = format!(
                    "{:<width$}\n",
                    FOREIGN.trim_end(),
                    width = line as usize - 1
                );
                file.write_all(foreign.repeat(20).as_bytes())
                    .expect("written");
                file.set_modified(before).expect("the time");
            }
        }
    }
}

struct Case {
    folder: tempfile::TempDir,
    path: PathBuf,
    terminal: Terminal,
}

impl Case {
    fn new(in_memory: bool) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.epd");
        fs::write(&path, records()).expect("a file");
        let config = folder.path().join("epdit");
        fs::create_dir(&config).expect("a folder");
        let settings = if in_memory { "" } else { "memory = \"none\"\n" };
        fs::write(config.join("config.toml"), settings).expect("settings");
        let terminal = Terminal::start(&folder, &["--save", "edited", "a.epd"]);
        terminal.expect("base.00000");
        Self {
            folder,
            path,
            terminal,
        }
    }

    fn paste(&mut self, name: &str) {
        let record = marked(name);
        self.terminal.keys(&format!("\x1b[200~{record}\x1b[201~"));
        self.terminal.expect(&format!("mine {name}"));
    }

    /// Scrolls over the file: a screen at the end, the start, and by line number.
    fn look_around(&mut self) {
        for keys in ["G", "g", "\x07" /* Ctrl-G */] {
            self.terminal.keys(keys);
        }
        self.terminal.keys("50%\r");
        self.terminal.keys("\x1b[6~\x1b[6~\x1b[5~");
    }
}

/// Returns true when the file holds the other program's text and nothing else.
fn is_theirs(deed: Deed, path: &Path) -> bool {
    let Ok(text) = fs::read_to_string(path) else {
        return deed == Deed::Delete;
    };
    match deed {
        Deed::Append => text == format!("{}{FOREIGN}", records()),
        Deed::Truncate => text.len() == 200_000,
        Deed::Replace => text == FOREIGN.repeat(100),
        Deed::ChangeInPlace => text.len() == records().len() && text.contains("foreign"),
        Deed::Delete => false,
    }
}

fn check(in_memory: bool, deed: Deed, at: While) {
    let what = format!("{deed:?} while {at:?}, in memory: {in_memory}");
    let mut case = Case::new(in_memory);
    let mut saved_before = false;
    match at {
        While::Looking => {
            case.look_around();
            deed.does(&case.path);
        }
        While::Typing => {
            case.paste("one");
            deed.does(&case.path);
        }
        While::Counting => deed.does(&case.path),
        While::Saving => {
            case.paste("one");
            case.terminal.keys("\x13");
            std::thread::sleep(Duration::from_millis(20));
            saved_before = true;
            deed.does(&case.path);
            // The change came before the save looked at the file, or after the save.
            if case.is_asked_by_a_save(&what) {
                return case.has_a_copy(&what, in_memory, deed, "mine one");
            }
        }
    }
    case.look_around();
    case.terminal.keys("g");
    case.paste("two");
    case.terminal.keys("\x13");
    if !case.is_asked_by_a_save(&what) {
        // Saved without a question: the other program wrote to the file that the save replaced.
        assert!(
            saved_before || deed == Deed::Delete,
            "{what}: saved without a question"
        );
        let text = fs::read_to_string(&case.path).expect("the file");
        assert!(!text.contains("foreign"), "{what}: foreign bytes saved");
        assert!(text.contains("mine two"), "{what}");
        return;
    }
    if !saved_before {
        assert!(
            is_theirs(deed, &case.path),
            "{what}: the other's file is another"
        );
    }
    case.has_a_copy(&what, in_memory, deed, "mine two");
}

impl Case {
    /// Waits for the end of a save; returns true when it asks. The screen never shows foreign text.
    fn is_asked_by_a_save(&self, what: &str) -> bool {
        let asks = |screen: &vt100::Screen| {
            let text = screen.contents();
            text.contains("Another program has changed") || text.contains("can no longer be read")
        };
        self.terminal
            .wait(&format!("end of the save: {what}"), |screen| {
                asks(screen) || screen.contents().contains("saved a.epd")
            });
        let mut asked = false;
        self.terminal.look(|screen| {
            asked = asks(screen);
            let shown = screen.contents();
            assert!(!shown.contains("foreign"), "{what}: foreign bytes shown");
        });
        asked
    }

    /// Saves the text here under another name: all of it, or the undamaged records.
    fn has_a_copy(mut self, what: &str, in_memory: bool, deed: Deed, mine: &str) {
        let name_it = |terminal: &mut Terminal| {
            terminal.keys("n");
            terminal.expect("save as");
            terminal.keys("\x15\x0bcopy.epd\r");
        };
        let copy = self.folder.path().join("copy.epd");
        // The watch of the file may be late, and its message replace that of the save.
        let is_saved = |screen: &vt100::Screen| {
            let text = screen.contents();
            text.contains("to copy.epd") || text.contains("saved copy.epd") || copy.exists()
        };
        name_it(&mut self.terminal);
        let offers = |screen: &vt100::Screen| screen.contents().contains("what is whole as");
        self.terminal.wait(&format!("a copy: {what}"), |screen| {
            is_saved(screen) || offers(screen)
        });
        let mut is_offered = false;
        self.terminal.look(|screen| is_offered = offers(screen));
        if is_offered {
            name_it(&mut self.terminal);
            self.terminal
                .wait(&format!("what is whole: {what}"), is_saved);
        }
        let copy = fs::read_to_string(copy).expect("the copy");
        assert_copy(what, &copy, mine, !in_memory && deed.spoils());
    }
}

fn assert_copy(what: &str, copy: &str, mine: &str, is_cut: bool) {
    assert!(copy.contains(mine), "{what}");
    assert!(!copy.contains("foreign"), "{what}: foreign bytes saved");
    let records = records();
    let mut base = records.lines();
    let mut kept = 0;
    for line in copy.lines().filter(|line| !line.contains("mine ")) {
        assert!(
            base.any(|record| record == line),
            "{what}: not of the file: {line}"
        );
        kept += 1;
    }
    match is_cut {
        // Only a few blocks or the part that was cut off are lost. After a save by the editor, the other
        // program wrote to the new file: then nothing is lost.
        true => assert!((3000..=8000).contains(&kept), "{what}: {kept} records kept"),
        false => assert_eq!(kept, 8000, "{what}"),
    }
}

fn check_all(in_memory: bool, at: While) {
    use Deed::{Append, ChangeInPlace, Delete, Replace, Truncate};
    for deed in [Append, Truncate, Replace, Delete, ChangeInPlace] {
        check(in_memory, deed, at);
    }
}

#[test]
fn another_program_may_write_while_the_editor_is_idle() {
    check_all(true, While::Looking);
    check_all(false, While::Looking);
}

#[test]
fn another_program_may_write_while_someone_types() {
    check_all(true, While::Typing);
    check_all(false, While::Typing);
}

#[test]
fn another_program_may_write_while_the_editor_counts() {
    check_all(true, While::Counting);
    check_all(false, While::Counting);
}

#[test]
fn another_program_may_write_while_the_editor_saves() {
    check_all(true, While::Saving);
    check_all(false, While::Saving);
}
