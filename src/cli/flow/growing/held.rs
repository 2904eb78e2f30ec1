//! What results hold already, line by line, and of which records.

use std::fs::File;
use std::hash::{BuildHasher, BuildHasherDefault};
use std::io;
use std::path::Path;

use rustc_hash::FxHasher;

use super::super::Fault;
use super::made::MadeWith;
use super::noted::Noted;
use crate::cli::output::say;
use crate::epd::{CanonicalOptions, LineKind, ReadOptions, Record, Skim};
use crate::suite::scan::{Flow, Pieces};

/// What a file of results holds already.
#[derive(Debug, Default)]
pub(crate) struct Held {
    /// What its lines are of, in order.
    pub(super) lines: Vec<u64>,
    /// Bytes of its whole lines; one that was half written is behind them.
    pub(super) bytes: u64,
    /// Records among them.
    records: u64,
    /// How far the run is that wrote it, where it was stopped; no line is kept then.
    noted: Option<Noted>,
}

/// Of a line that is longer, what is kept to know it by: it comes in parts.
const OF_LONG: usize = 1024;

/// What a run never writes, by which it is known that a result is of the record as it is now.
const GIVEN: [&str; 13] = [
    "id", "bm", "am", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9",
];

/// What a line is of, the results in it apart: the position of a record and what the suite says of it,
/// however that is spelled; all of another line.
fn key(line: &[u8]) -> u64 {
    let hasher = BuildHasherDefault::<FxHasher>::default();
    if Skim::kind_of(line) != LineKind::Record {
        return hasher.hash_one(line.trim_ascii_end());
    }
    let options = ReadOptions::default();
    let record = Record::read(line, &options);
    let words = line.split(u8::is_ascii_whitespace);
    let words: Vec<&[u8]> = words.filter(|word| !word.is_empty()).take(4).collect();
    // Without what a run writes, which may be what has no canonical form.
    let mut alone = words.join(&b' ');
    for operation in record.operations() {
        let opcode = record.opcode(operation);
        if GIVEN.contains(&opcode.as_ref()) {
            let operands = record.operands_span(operation).of(line);
            alone.extend([b" ", opcode.as_bytes(), b" ", operands, b";"].concat());
        }
    }
    let alone = Record::read(&alone, &options);
    let canonical = alone.canonical(&CanonicalOptions::default());
    let record = canonical
        .as_deref()
        .map_or(alone.clone(), |line| Record::read(line, &options));
    let given: Vec<Option<String>> = GIVEN
        .iter()
        .map(|opcode| {
            record
                .operation(opcode)
                .map(|own| record.operands_text(own))
        })
        .collect();
    hasher.hash_one((words, given))
}

/// What a line is known by, of which this is the first part where it is open.
fn known(line: &[u8], is_open: bool) -> &[u8] {
    match is_open {
        true => line.get(..OF_LONG).unwrap_or(line),
        false => line,
    }
}

impl Held {
    /// Whether line `at` of the input, from 0, is in it; an error where it has another there. `is_open`: it goes on
    /// in another part.
    pub(crate) fn has(&self, at: usize, line: &[u8], is_open: bool) -> Result<bool, Other> {
        match self.lines.get(at) {
            None => Ok(false),
            Some(held) if *held == key(known(line, is_open)) => Ok(true),
            Some(_) => Err(Other { line: at + 1 }),
        }
    }

    /// How many lines it holds.
    pub(crate) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Records that are done: those that it holds, or that are noted.
    pub(crate) fn records(&self) -> u64 {
        self.noted
            .as_ref()
            .map_or(self.records, |noted| noted.step.records)
    }

    /// How far the run is that wrote it, where it was stopped.
    pub(crate) fn noted(&self) -> Option<&Noted> {
        self.noted.as_ref()
    }

    /// Whether nothing is done yet.
    pub(super) fn is_nothing(&self) -> bool {
        self.bytes == 0 && self.noted.is_none()
    }

    /// What is done of the results at `path`: as it is noted beside them, else line by line; `see` gets the lines
    /// of results that have no note.
    pub(super) fn of(path: &Path, see: impl FnMut(&[u8])) -> Result<Self, Fault> {
        let Some(noted) = MadeWith::noted(path)? else {
            return Ok(Self::read(path, see)?);
        };
        let length = match std::fs::metadata(path) {
            // There is nothing to go on with, and nothing to be lost.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                say(&format!(
                    "`{}` is gone, which a run was writing that was stopped: it begins anew",
                    path.display()
                ));
                return Ok(Self::default());
            }
            there => there?.len(),
        };
        if length < noted.bytes {
            return Err(Fault::usage(&format!(
                "`{}` was cut: it holds {length} bytes, and held {}; remove it to begin anew",
                path.display(),
                noted.bytes
            )));
        }
        Ok(Self {
            bytes: noted.bytes,
            noted: Some(noted),
            ..Self::default()
        })
    }

    fn take(&mut self, line: &[u8]) {
        self.lines.push(key(line));
        self.records += u64::from(Skim::kind_of(line) == LineKind::Record);
    }

    fn read(path: &Path, mut see: impl FnMut(&[u8])) -> io::Result<Self> {
        let mut held = Self::default();
        let file = match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(held),
            file => file?,
        };
        let (mut waiting, mut begun, mut length) = (None::<Vec<u8>>, 0, 0);
        Pieces::new(file).each::<_, io::Error>(
            |_| (),
            |piece, ()| {
                let mut at = length;
                length += piece.bytes.len() as u64;
                // Behind a `\r` there may have been more.
                let is_whole = piece.bytes.last() == Some(&b'\n');
                for (_, line) in piece.lines() {
                    begun = at;
                    at += line.len() as u64;
                    if let Some(line) = waiting.replace(known(line, piece.is_open).to_vec()) {
                        held.take(&line);
                        see(&line);
                    }
                }
                if is_whole {
                    if let Some(line) = waiting.take() {
                        held.take(&line);
                        see(&line);
                    }
                    held.bytes = length;
                } else if waiting.is_some() {
                    held.bytes = begun;
                }
                Ok(Flow::On)
            },
        )?;
        Ok(held)
    }
}

/// A file of results holds another line where the input has this one, from 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Other {
    pub line: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn held(text: &str) -> (Held, Vec<String>) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("out.epd");
        fs::write(&path, text).expect("written");
        let mut seen = Vec::new();
        let held = Held::read(&path, |line| {
            seen.push(String::from_utf8_lossy(line).trim_end().to_owned());
        });
        (held.expect("read"), seen)
    }

    #[test]
    fn whole_lines_are_held_and_a_half_written_one_is_not() {
        let (all, seen) =
            held("# a\n4k3/8/8/8/8/8/8/4K3 w - - ce 5;\n\n4k3/8/8/8/8/8/8/4K3 b - - pv");
        assert_eq!((all.len(), all.bytes), (3, 37));
        assert_eq!(seen, ["# a", "4k3/8/8/8/8/8/8/4K3 w - - ce 5;", ""]);
        assert_eq!(all.has(0, b"# a\n", false).ok(), Some(true));
        assert_eq!(
            all.has(1, b"4k3/8/8/8/8/8/8/4K3 w  - - ce 7;\n", false)
                .ok(),
            Some(true)
        );
        assert!(
            all.has(1, b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd1;\n", false)
                .is_err()
        );
        assert_eq!(all.has(2, b"\n", false).ok(), Some(true));
        assert_eq!(
            all.has(3, b"4k3/8/8/8/8/8/8/4K3 b - -\n", false).ok(),
            Some(false)
        );
        let (none, _) = held("4k3/8");
        assert_eq!((none.len(), none.bytes), (0, 0));
    }

    #[test]
    fn a_result_is_known_by_what_no_run_writes() {
        let known = |line: &str| key(line.as_bytes());
        // A line that can't be read has no canonical form, and the result has: a run replaced it.
        let before = known("4k3/8/8/8/8/8/4P3/4K3 w - - pv Zz9; bm e2e4;\n");
        let after = known("4k3/8/8/8/8/8/4P3/4K3 w - - acd 3; bm e4; pm e4; pv e4;\n");
        assert_eq!(before, after);
        assert_ne!(before, known("4k3/8/8/8/8/8/4P3/4K3 w - - bm e3;\n"));
    }

    #[test]
    fn a_line_that_was_cut_between_its_two_ends_is_not_whole() {
        let (cut, _) = held("4k3/8/8/8/8/8/8/4K3 w - - ce 5;\r\n4k3/8/8/8/8/8/8/4K3 b - -\r");
        assert_eq!((cut.len(), cut.bytes), (1, 33));
    }

    #[test]
    fn another_line_is_told_by_its_number() {
        let (all, _) = held("4k3/8/8/8/8/8/8/4K3 w - - ce 5;\n");
        let other = all
            .has(0, b"4k3/8/8/8/8/8/8/4K3 b - -\n", false)
            .expect_err("another");
        assert_eq!(other.line, 1);
    }
}
