//! One file into many: so many records each, or by the value of an operation.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::epd::{LineKind, ReadOptions, Skim};
use crate::suite::query::{Facts, Subject};

/// How a file is split.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SplitBy {
    /// So many records a file: STEM-001, STEM-002 …
    Count(u64),
    /// By the operands of this opcode: STEM-VALUE, and STEM-none for records without it.
    Opcode(String),
}

/// Bytes of a file that are held back before they are written.
const HELD: usize = 64 << 10;

/// Takes lines one after another and writes each into its file. No file that is there already is
/// touched.
pub struct Splitter {
    by: SplitBy,
    folder: PathBuf,
    stem: String,
    suffix: String,
    records: u64,
    /// Comments and blank lines that go before the next record.
    waiting: Vec<u8>,
    /// Where the comments directly above the next record begin in them.
    block: usize,
    /// The part that the last record went to: what follows it goes there, too.
    last: Option<String>,
    held: BTreeMap<String, Vec<u8>>,
    made: BTreeSet<String>,
    /// The value that a file name stands for: two values never share one.
    names: BTreeMap<String, String>,
}

impl Splitter {
    /// Splits a file of this name into files in `folder` (which is made where it is not there).
    ///
    /// # Errors
    /// The folder can't be made.
    pub fn new(by: SplitBy, folder: &Path, name: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let text = |part: Option<&std::ffi::OsStr>, other: &str| {
            part.map_or(other.to_owned(), |part| part.to_string_lossy().into_owned())
        };
        Ok(Self {
            by,
            folder: folder.to_owned(),
            stem: text(name.file_stem(), "suite"),
            suffix: text(name.extension(), "epd"),
            records: 0,
            waiting: Vec::new(),
            block: 0,
            last: None,
            held: BTreeMap::new(),
            made: BTreeSet::new(),
            names: BTreeMap::new(),
        })
    }

    /// Takes the next line, with its end. Comments directly above a record go where it goes; other
    /// comments, those at the head of the file among them, and blank lines go with the next record.
    ///
    /// # Errors
    /// Those of writing, and a file that is there already.
    pub fn line(&mut self, line: &[u8], options: &ReadOptions) -> io::Result<()> {
        match Skim::kind_of(line) {
            LineKind::Record => {}
            kind => {
                self.waiting.extend_from_slice(line);
                if kind == LineKind::Blank {
                    self.block = self.waiting.len();
                }
                return Ok(());
            }
        }
        let part = match &self.by {
            SplitBy::Count(every) => format!("{:03}", self.records / (*every).max(1) + 1),
            SplitBy::Opcode(opcode) => {
                let facts = Facts::default();
                let subject = Subject::new(line, 0, options, &facts);
                let value = subject
                    .text_of(opcode)
                    .map(|text| String::from_utf8_lossy(&text).into_owned());
                self.part_of(value)
            }
        };
        self.records += 1;
        let mut text = std::mem::take(&mut self.waiting);
        text.extend_from_slice(line);
        self.block = 0;
        self.last = Some(part.clone());
        self.write(part, &text)
    }

    /// Leaves the next record out, and the comments directly above it with it.
    pub fn leave_out(&mut self) {
        self.waiting.truncate(self.block);
    }

    /// The part of a file's name that stands for a value.
    fn part_of(&mut self, value: Option<String>) -> String {
        let Some(value) = value else {
            return "none".to_owned();
        };
        let plain: String = value
            .chars()
            .take(80)
            .map(|c| match c {
                'a'..='z' | 'A'..='Z' | '0'..='9' | '.' | '_' | '-' | '+' => c,
                _ => '_',
            })
            .collect();
        let plain = match plain.as_str() {
            "" | "none" => format!("{plain}_"),
            _ => plain,
        };
        let mut name = plain.clone();
        let mut nth = 2;
        // Some systems take `A` and `a` for the same file.
        while self
            .names
            .get(&name.to_lowercase())
            .is_some_and(|known| *known != value)
        {
            name = format!("{plain}_{nth}");
            nth += 1;
        }
        self.names.insert(name.to_lowercase(), value);
        name
    }

    fn write(&mut self, part: String, text: &[u8]) -> io::Result<()> {
        let all: usize = self.held.values().map(Vec::len).sum();
        let held = self.held.entry(part.clone()).or_default();
        held.extend_from_slice(text);
        if held.len() >= HELD {
            let text = std::mem::take(held);
            self.flush(&part, &text)?;
        } else if all > HELD * 256 {
            // So many files that even a little of each is much.
            for (part, text) in std::mem::take(&mut self.held) {
                self.flush(&part, &text)?;
            }
        }
        Ok(())
    }

    fn flush(&mut self, part: &str, text: &[u8]) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        let path = self.path(part);
        let mut file = if self.made.insert(part.to_owned()) {
            File::create_new(&path)
        } else {
            OpenOptions::new().append(true).open(&path)
        }
        .map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => io::Error::new(
                error.kind(),
                format!(
                    "{} already exists; existing files are not overwritten",
                    path.display()
                ),
            ),
            kind => io::Error::new(kind, format!("{}: {error}", path.display())),
        })?;
        file.write_all(text)
    }

    fn path(&self, part: &str) -> PathBuf {
        self.folder
            .join(format!("{}-{part}.{}", self.stem, self.suffix))
    }

    /// Writes what is held back; gives the files that were made, in order of name.
    ///
    /// # Errors
    /// Those of writing.
    pub fn finish(mut self) -> io::Result<Vec<PathBuf>> {
        let waiting = std::mem::take(&mut self.waiting);
        if let Some(last) = self.last.take() {
            self.write(last, &waiting)?;
        }
        for (part, text) in std::mem::take(&mut self.held) {
            self.flush(&part, &text)?;
        }
        Ok(self.made.iter().map(|part| self.path(part)).collect())
    }
}
