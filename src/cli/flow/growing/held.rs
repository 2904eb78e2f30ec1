//! What results hold already, line by line, and of which records.

use std::fs::File;
use std::hash::{BuildHasher, BuildHasherDefault};
use std::io;
use std::path::Path;

use rustc_hash::FxHasher;

use super::super::Fault;
use super::made::MadeWith;
use super::noted::Noted;
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
    /// How far the run is that wrote it, where its lines do not tell.
    noted: Option<Noted>,
}

/// What a run never writes, by which it is known that a result is of the record as it is now.
const GIVEN: [&str; 13] = [
    "id", "bm", "am", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9",
];

/// What a line is of, the results in it apart: the position of a record and what the suite says of it,
/// however that is spelled; all of another line.
pub(crate) fn key(line: &[u8]) -> u64 {
    let hasher = BuildHasherDefault::<FxHasher>::default();
    if Skim::kind_of(line) != LineKind::Record {
        return hasher.hash_one(line.trim_ascii_end());
    }
    let options = ReadOptions::default();
    let record = Record::read(line, &options);
    let canonical = record.canonical(&CanonicalOptions::default());
    let canonical = canonical.as_deref().unwrap_or(line);
    let words = line.split(u8::is_ascii_whitespace);
    let words: Vec<&[u8]> = words.filter(|word| !word.is_empty()).take(4).collect();
    let record = Record::read(canonical, &options);
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

impl Held {
    /// Whether line `at` of the input, from 0, is in it; an error where it has another there.
    pub(crate) fn has(&self, at: usize, line: &[u8]) -> Result<bool, Other> {
        match self.lines.get(at) {
            None => Ok(false),
            Some(held) if *held == key(line) => Ok(true),
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
            .map_or(self.records, |noted| noted.step.count)
    }

    /// How far the run is that wrote it, where its lines do not tell.
    pub(crate) fn noted(&self) -> Option<&Noted> {
        self.noted.as_ref()
    }

    /// Whether nothing is done yet.
    pub(super) fn is_nothing(&self) -> bool {
        self.bytes == 0 && self.noted.is_none()
    }

    /// The same of results that do not tell how far their run is: what is noted beside them.
    pub(super) fn read_noted(path: &Path, see: impl FnMut(&[u8])) -> Result<Self, Fault> {
        let Some(noted) = MadeWith::noted(path)? else {
            return Ok(Self::read(path, see)?);
        };
        let length = std::fs::metadata(path)?.len();
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

    /// What the file at `path` holds; `see` gets its lines.
    pub(super) fn read(path: &Path, mut see: impl FnMut(&[u8])) -> io::Result<Self> {
        let mut held = Self::default();
        let file = match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(held),
            file => file?,
        };
        let (mut waiting, mut length) = (None::<Vec<u8>>, 0);
        Pieces::new(file).each::<_, io::Error>(
            |_| (),
            |piece, ()| {
                length += piece.bytes.len() as u64;
                let is_whole = matches!(piece.bytes.last(), Some(b'\n' | b'\r'));
                for (_, line) in piece.lines() {
                    if let Some(line) = waiting.replace(line.to_vec()) {
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
                } else if let Some(open) = &waiting {
                    held.bytes = length - open.len() as u64;
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
        assert_eq!(all.has(0, b"# a\n").ok(), Some(true));
        assert_eq!(
            all.has(1, b"4k3/8/8/8/8/8/8/4K3 w  - - ce 7;\n").ok(),
            Some(true)
        );
        assert!(all.has(1, b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd1;\n").is_err());
        assert_eq!(all.has(2, b"\n").ok(), Some(true));
        assert_eq!(all.has(3, b"4k3/8/8/8/8/8/8/4K3 b - -\n").ok(), Some(false));
        let (none, _) = held("4k3/8");
        assert_eq!((none.len(), none.bytes), (0, 0));
    }

    #[test]
    fn another_line_is_told_by_its_number() {
        let (all, _) = held("4k3/8/8/8/8/8/8/4K3 w - - ce 5;\n");
        let other = all
            .has(0, b"4k3/8/8/8/8/8/8/4K3 b - -\n")
            .expect_err("another");
        assert_eq!(other.line, 1);
    }
}
