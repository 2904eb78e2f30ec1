//! How far a run is, noted beside its results with each of them: not every piece of work becomes a line, and a line
//! does not tell what it was made of. So a run that goes on neither repeats nor loses a piece, and knows when what it
//! is made of was edited since.

use std::fs::{File, OpenOptions};
use std::hash::{BuildHasher, BuildHasherDefault};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use rustc_hash::FxHasher;

use super::super::Fault;
use crate::epd::counted::thousands_of;

/// What the line begins with.
pub(super) const DONE: &str = "done";
/// Its length with its end: it is written over in its place, at once.
const LENGTH: usize = 400;
/// What a line begins with that says why records were left unchanged.
pub(super) const LEFT: &str = "left";
/// Reasons that are noted: the counts of more would not fit into the line.
const REASONS: usize = 12;

/// Why records were left unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reason {
    pub words: String,
    /// Where the first of them stands: `a.epd:17`.
    pub first: String,
}

impl Reason {
    /// Its line, which is written once; of two with one number the later holds.
    fn line(&self, number: usize) -> String {
        let one_line = |words: &str| words.replace(['\n', '\r', '\t'], " ");
        let (words, first) = (one_line(&self.words), one_line(&self.first));
        format!("{LEFT} {number}: {words}\t{first}\n")
    }
}

/// The reasons that a file says, in the order of their counts.
fn reasons(text: &str) -> Vec<Reason> {
    let mut all = Vec::new();
    for line in text.lines().filter_map(|line| line.strip_prefix(LEFT)) {
        let Some((number, reason)) = line.trim_start().split_once(": ") else {
            continue;
        };
        // One that was half written has no count.
        let Some((words, first)) = reason.split_once('\t') else {
            continue;
        };
        let Ok(number) = number.parse::<usize>() else {
            continue;
        };
        if number <= all.len() {
            all.truncate(number);
            all.push(Reason {
                words: words.to_owned(),
                first: first.to_owned(),
            });
        }
    }
    all
}

/// A place among the pieces of work of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Step {
    /// How many there are up to it.
    pub count: u64,
    /// Records among them that are worked on.
    pub records: u64,
    /// What they are, all together.
    mark: u64,
}

impl Step {
    fn then(self, key: u64) -> Self {
        Self {
            count: self.count + 1,
            records: self.records,
            mark: BuildHasherDefault::<FxHasher>::default().hash_one((self.mark, key)),
        }
    }
}

/// Counts the pieces of work of a run, and knows which of them the run before has done.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Steps {
    now: Step,
    before: Step,
}

impl Steps {
    /// From the first piece, of which those up to `before` are done.
    pub(crate) fn after(before: Option<Step>) -> Self {
        Self {
            now: Step::default(),
            before: before.unwrap_or_default(),
        }
    }

    /// Goes past a piece, which `key` tells from others; gives its place where it is still to be done.
    ///
    /// # Errors
    ///
    /// The pieces that were done are others.
    pub(crate) fn pass(&mut self, key: u64) -> Result<Option<Step>, Fault> {
        self.now = self.now.then(key);
        if self.now.count == self.before.count && self.now.mark != self.before.mark {
            return Err(Fault::usage(
                "the results to go on with are of other records than the input has now: it was edited, or is \
                 another; write to another file to begin anew",
            ));
        }
        if self.now.count == self.before.count {
            self.now.records = self.before.records;
        }
        Ok((self.now.count > self.before.count).then_some(self.now))
    }

    /// The piece at hand is a record that is worked on; gives its place.
    pub(crate) fn record(&mut self) -> Step {
        self.now.records += 1;
        self.now
    }

    /// All of the input went past.
    ///
    /// # Errors
    ///
    /// It was more when the run began.
    pub(crate) fn end(&self) -> Result<(), Fault> {
        match self.before.count.saturating_sub(self.now.count) {
            0 => Ok(()),
            more => {
                let more = thousands_of(more, "line", "lines");
                Err(Fault::usage(&format!(
                    "the results to go on with are of {more} more than the input has now"
                )))
            }
        }
    }
}

/// How far a run is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Noted {
    pub step: Step,
    /// What became of them, as the command counts.
    pub counts: Vec<u64>,
    /// Why records were left unchanged, and how many.
    pub left: Vec<(Reason, u64)>,
    /// Bytes of the results.
    pub(super) bytes: u64,
}

impl Noted {
    /// Counts a record that was left unchanged.
    pub(super) fn leave(&mut self, reason: Reason) {
        let at = self
            .left
            .iter()
            .position(|(known, _)| known.words == reason.words);
        match at {
            None if self.left.len() < REASONS => self.left.push((reason, 1)),
            // The last stands for all that there is no place for.
            at => {
                let last = self.left.len() - 1;
                if let Some((_, count)) = self.left.get_mut(at.unwrap_or(last)) {
                    *count += 1;
                }
            }
        }
    }

    /// Its line, which is always as long.
    pub(super) fn line(&self) -> String {
        let Step {
            count,
            records,
            mark,
        } = self.step;
        let mut text = format!("{DONE}: {count} {mark:016x} {} {records}", self.bytes);
        for count in &self.counts {
            text += &format!(" {count}");
        }
        if !self.left.is_empty() {
            text += &format!(" {LEFT}");
        }
        for (_, count) in &self.left {
            text += &format!(" {count}");
        }
        format!("{text:<width$}\n", width = LENGTH - 1)
    }

    /// What the line of a file says, where it has one.
    pub(super) fn of(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let words = lines.find_map(|line| line.strip_prefix(DONE)?.strip_prefix(": "))?;
        let mut words = words.split_ascii_whitespace();
        let count = words.next()?.parse().ok()?;
        let mark = u64::from_str_radix(words.next()?, 16).ok()?;
        let bytes = words.next()?.parse().ok()?;
        let records = words.next()?.parse().ok()?;
        let mut counts = words.by_ref().map(str::parse);
        let of_command: Vec<u64> = counts.by_ref().map_while(Result::ok).collect();
        // Behind the word that is no number.
        let of_left = counts.map_while(Result::ok);
        let left = reasons(text).into_iter().zip(of_left).collect();
        Some(Self {
            step: Step {
                count,
                records,
                mark,
            },
            bytes,
            counts: of_command,
            left,
        })
    }
}

/// The line in a file, open to be written over.
#[derive(Debug)]
pub(super) struct Note {
    file: File,
    /// Where it is; `None` before it was written.
    at: Option<u64>,
    /// Why records were left unchanged, as the file says.
    reasons: Vec<Reason>,
}

impl Note {
    /// The line of the file at `path`; behind its text where it has none.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let mut file = OpenOptions::new().read(true).write(true).open(path)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        // A line of it was half written when the disk was full.
        if !text.is_empty() && !text.ends_with(b"\n") {
            file.write_all(b"\n")?;
        }
        let line = format!("\n{DONE}: ");
        let at = memchr::memmem::find(&text, line.as_bytes()).map(|at| at as u64 + 1);
        Ok(Self {
            file,
            at,
            reasons: reasons(&String::from_utf8_lossy(&text)),
        })
    }

    /// Writes how far the run is; a reason that is new before, so that its count is never of none.
    pub(super) fn write(&mut self, noted: &Noted) -> io::Result<()> {
        for (at, (reason, _)) in noted.left.iter().enumerate() {
            if self.reasons.get(at) != Some(reason) {
                self.file.seek(SeekFrom::End(0))?;
                self.file.write_all(reason.line(at).as_bytes())?;
                self.reasons.truncate(at);
                self.reasons.push(reason.clone());
            }
        }
        let at = match self.at {
            Some(at) => self.file.seek(SeekFrom::Start(at))?,
            None => self.file.seek(SeekFrom::End(0))?,
        };
        self.at = Some(at);
        self.file.write_all(noted.line().as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_note_is_written_over_and_read_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("out.run");
        fs::write(&path, "# head\ncommand: make\n").expect("written");
        assert_eq!(Noted::of(&fs::read_to_string(&path).expect("read")), None);
        let mut noted = Noted {
            step: Step::default().then(7),
            counts: vec![1, 0, 22],
            bytes: 345,
            left: Vec::new(),
        };
        Note::open(&path)
            .and_then(|mut note| note.write(&noted))
            .expect("written");
        noted.step = noted.step.then(8);
        noted.bytes = u64::MAX;
        let mut note = Note::open(&path).expect("open");
        note.write(&noted).expect("written");
        note.write(&noted).expect("written");
        let text = fs::read_to_string(&path).expect("read");
        assert_eq!(Noted::of(&text), Some(noted));
        assert_eq!(text.lines().count(), 3);
        assert_eq!(Noted::of("done: x\n"), None);
    }

    #[test]
    fn why_records_were_left_is_written_once_and_counted_in_the_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("out.run");
        fs::write(&path, "# head\ncommand: mates 2\nleft 0: half a li").expect("written");
        let reason = |words: &str, first: &str| Reason {
            words: words.to_owned(),
            first: first.to_owned(),
        };
        let mut noted = Noted {
            counts: vec![7],
            ..Noted::default()
        };
        let read = || Noted::of(&fs::read_to_string(&path).expect("read"));
        for (words, first) in [("illegal", "a: b.epd:3"), ("over", "a.epd:4")] {
            for _ in 0..2 {
                noted.leave(reason(words, first));
                let mut note = Note::open(&path).expect("open");
                note.write(&noted).expect("written");
                note.write(&noted).expect("written");
                assert_eq!(read(), Some(noted.clone()));
            }
        }
        let text = fs::read_to_string(&path).expect("read");
        assert_eq!(text.lines().count(), 6, "{text}");
        // A kill between the two lines leaves a reason without a count: that of the record that is met again holds.
        let killed = format!("{text}left 2: failed\ta.epd:5\n");
        fs::write(&path, killed).expect("written");
        assert_eq!(read(), Some(noted.clone()));
        noted.leave(reason("failed", "a.epd:6"));
        Note::open(&path)
            .and_then(|mut note| note.write(&noted))
            .expect("written");
        assert_eq!(read(), Some(noted));
    }

    #[test]
    fn pieces_that_were_done_are_passed_and_others_are_told() {
        let before = Step::default().then(1).then(2);
        let passed = |keys: &[u64]| {
            let mut steps = Steps::after(Some(before));
            let places: Result<Vec<_>, _> = keys.iter().map(|key| steps.pass(*key)).collect();
            (places.map_err(drop), steps.end().is_ok())
        };
        let third = before.then(3);
        assert_eq!(
            passed(&[1, 2, 3]),
            (Ok(vec![None, None, Some(third)]), true)
        );
        assert_eq!(passed(&[1]), (Ok(vec![None]), false));
        assert_eq!(passed(&[2, 1, 3]).0, Err(()));
        let mut steps = Steps::after(None);
        assert_eq!(steps.pass(1).ok().flatten().map(|step| step.count), Some(1));
    }
}
