//! Splitting a file into many: by a number of records, or by the value of a field.

use crate::epd::{LineKind, ReadOptions, Skim};
use crate::suite::field::{Answer, Field};
use crate::suite::platform::explain;
use crate::suite::query::LazyRecord;
use crate::suite::writing::{self, Temporary, undisturbed};
use std::collections::{BTreeSet, HashMap};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The permissions of a new file, before the user's umask applies.
const ANY: u32 = 0o666;

/// The rule by which a file is split.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SplitBy {
    /// A number of records per file: STEM-001, STEM-002 …
    Count(u64),
    /// One file per value of a field: STEM-VALUE, and STEM-none for records without a value.
    Field(Field),
}

impl SplitBy {
    /// Parses the name of a field to split by.
    ///
    /// # Errors
    /// The text is not a field, or no two records can share its value.
    pub fn typed(text: &str) -> Result<Self, String> {
        match Field::typed(text).map_err(|error| error.in_short())? {
            Field::Line | Field::Path | Field::Text => Err(format!(
                "`{text}` differs in each record; expected a field that records share, as `eco`, \
                 `id.prefix` or `side`"
            )),
            field => Ok(Self::Field(field)),
        }
    }
}

/// The number of bytes to buffer when records alternate between many files.
const BUFFER_OF_MANY: usize = 32 << 20;
/// The number of bytes to buffer when files are written one after another; a larger buffer is no faster.
const BUFFER_OF_ONE: usize = 256 << 10;
/// The size from which bytes are written immediately.
const MANY: usize = 64 << 10;

/// Writes each line into its part. Parts are written in a temporary folder and get their final names when all
/// are complete: no existing file is changed, and if one part fails no file is made.
pub struct Splitter {
    by: SplitBy,
    folder: PathBuf,
    stem: String,
    suffix: String,
    pub records: u64,
    /// Whether any record had a value; if none had, all records are in one file.
    pub has_value: bool,
    /// The comments and blank lines to be written before the next record.
    waiting: Vec<u8>,
    /// The offset in `waiting` of the comments directly above the next record.
    block: usize,
    /// The part of the last record; lines after the last record are added to it.
    last: Option<String>,
    /// The part that was written last, kept open. It is closed before its folder is removed.
    open: Option<(String, File)>,
    /// The temporary folder of the parts; `None` in a dry run.
    unfinished: Option<Temporary>,
    buffers: HashMap<String, Vec<u8>>,
    /// The number of buffered bytes in all parts.
    buffered: usize,
    /// The error that ended writing; no file is made after it.
    broken: Option<(io::ErrorKind, String)>,
    created: BTreeSet<String>,
    /// The name part for each value; two values never share one.
    parts: HashMap<Vec<u8>, String>,
    names: HashMap<String, usize>,
}

impl Splitter {
    /// Splits a file with this name into files in `folder`, which is created if missing.
    ///
    /// # Errors
    /// The folder can't be made.
    pub fn new(by: SplitBy, folder: &Path, name: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder).map_err(|error| at(folder, error))?;
        let unfinished = Temporary::folder(folder, name.file_name().unwrap_or_default());
        let unfinished = unfinished.map_err(|error| at(folder, error))?;
        Ok(Self::of(by, folder, name, Some(unfinished)))
    }

    /// Splits as a dry run: writes nothing, but determines the files that would be made.
    pub fn only_looking(by: SplitBy, folder: &Path, name: &Path) -> Self {
        Self::of(by, folder, name, None)
    }

    fn of(by: SplitBy, folder: &Path, name: &Path, unfinished: Option<Temporary>) -> Self {
        let text = |part: Option<&std::ffi::OsStr>, other: &str| {
            part.map_or(other.to_owned(), |part| part.to_string_lossy().into_owned())
        };
        Self {
            by,
            folder: folder.to_owned(),
            stem: text(name.file_stem(), "suite"),
            suffix: text(name.extension(), "epd"),
            records: 0,
            has_value: false,
            waiting: Vec::new(),
            block: 0,
            last: None,
            unfinished,
            buffers: HashMap::new(),
            open: None,
            buffered: 0,
            broken: None,
            created: BTreeSet::new(),
            parts: HashMap::new(),
            names: HashMap::new(),
        }
    }

    /// Adds the next line, with its end. Comments and blank lines are written to the part of the next record.
    ///
    /// # Errors
    /// Writing failed, or a file already exists.
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
            SplitBy::Field(field) => {
                let record = LazyRecord::new(line, 0, options);
                let value = match field.of(&record) {
                    Answer::Absent => None,
                    value => Some(value.into_text().into_owned()),
                };
                self.has_value |= value.is_some();
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

    /// Returns true if records are split by count, so that [`Self::lines`] can be used.
    pub fn counts(&self) -> bool {
        matches!(self.by, SplitBy::Count(_))
    }

    /// Adds many lines at once when splitting by count; `records` are the ends of the records in `text`.
    /// Other lines are treated as in [`Self::line`].
    ///
    /// # Errors
    /// Writing failed, or a file already exists.
    pub fn lines(&mut self, text: &[u8], records: &[usize]) -> io::Result<()> {
        let SplitBy::Count(every) = self.by else {
            return Ok(());
        };
        let every = every.max(1);
        // The range of text for the current part, up to its last record.
        let (mut from, mut to) = (0, 0);
        for end in records {
            if self.records.is_multiple_of(every) {
                self.write_to_last(text.get(from..to).unwrap_or_default())?;
                from = to;
                self.last = Some(format!("{:03}", self.records / every + 1));
            }
            if !self.waiting.is_empty() {
                let waiting = std::mem::take(&mut self.waiting);
                self.write_to_last(&waiting)?;
            }
            self.records += 1;
            to = *end;
        }
        self.write_to_last(text.get(from..to).unwrap_or_default())?;
        self.waiting
            .extend_from_slice(text.get(to..).unwrap_or_default());
        Ok(())
    }

    /// Adds text to the part of the last record.
    fn write_to_last(&mut self, text: &[u8]) -> io::Result<()> {
        match self.last.clone().filter(|_| !text.is_empty()) {
            Some(part) => self.write(part, text),
            None => Ok(()),
        }
    }

    /// Adds more bytes of a line that was too long to be added at once.
    ///
    /// # Errors
    /// Writing failed.
    pub fn more(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self.last.clone().filter(|_| self.waiting.is_empty()) {
            Some(part) => self.write(part, bytes),
            None => {
                self.waiting.extend_from_slice(bytes);
                Ok(())
            }
        }
    }

    /// Drops the comments directly above a record that is left out.
    pub fn leave_out(&mut self) {
        self.waiting.truncate(self.block);
    }

    /// Returns the part of a file name that represents a value.
    fn part_of(&mut self, value: Option<Vec<u8>>) -> String {
        let Some(value) = value else {
            return "none".to_owned();
        };
        if let Some(part) = self.parts.get(&value) {
            return part.clone();
        }
        let plain: String = String::from_utf8_lossy(&value)
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
        // Some systems treat `A` and `a` as the same file name.
        let mut name = plain.clone();
        while let Some(nth) = self.names.get_mut(&name.to_lowercase()) {
            *nth += 1;
            name = format!("{plain}_{nth}");
        }
        self.names.insert(name.to_lowercase(), 1);
        self.parts.insert(value, name.clone());
        name
    }

    fn write(&mut self, part: String, text: &[u8]) -> io::Result<()> {
        if self.counts() && text.len() >= MANY {
            self.flush()?;
            return self.append(&part, text);
        }
        self.buffers
            .entry(part)
            .or_default()
            .extend_from_slice(text);
        self.buffered += text.len();
        let most = match self.counts() {
            true => BUFFER_OF_ONE,
            false => BUFFER_OF_MANY,
        };
        if self.buffered >= most {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.buffered = 0;
        for (part, text) in std::mem::take(&mut self.buffers) {
            if !text.is_empty() {
                self.append(&part, &text)?;
            }
        }
        Ok(())
    }

    fn append(&mut self, part: &str, text: &[u8]) -> io::Result<()> {
        if let Some((kind, words)) = &self.broken {
            return Err(io::Error::new(*kind, words.clone()));
        }
        let appended = self.append_to(part, text);
        appended.map_err(|error| {
            let error = at(&self.path(part), error);
            self.broken = Some((error.kind(), error.to_string()));
            error
        })
    }

    fn append_to(&mut self, part: &str, text: &[u8]) -> io::Result<()> {
        if let Some((_, file)) = self.open.as_ref().filter(|(name, _)| name == part) {
            return writing::Writer(file).write_all(text);
        }
        let is_new = self.created.insert(part.to_owned());
        // Fails before the work, not after it.
        if is_new && self.path(part).symlink_metadata().is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let Some(unfinished) = &self.unfinished else {
            return Ok(());
        };
        let path = unfinished.path.join(self.name(part));
        let file = if is_new {
            writing::create_new(&path, ANY)?
        } else {
            writing::append(&path)?
        };
        writing::Writer(&file).write_all(text)?;
        self.open = Some((part.to_owned(), file));
        Ok(())
    }

    fn name(&self, part: &str) -> String {
        format!("{}-{part}.{}", self.stem, self.suffix)
    }

    fn path(&self, part: &str) -> PathBuf {
        self.folder.join(self.name(part))
    }

    /// Writes the buffered bytes and gives the parts their final names. Returns the new files by name.
    ///
    /// # Errors
    /// Writing failed; no file is made then.
    pub fn finish(mut self) -> io::Result<Vec<PathBuf>> {
        let waiting = std::mem::take(&mut self.waiting);
        if let Some(last) = self.last.take() {
            self.write(last, &waiting)?;
        }
        self.flush()?;
        if let Some((kind, words)) = self.broken.take() {
            return Err(io::Error::new(kind, words));
        }
        self.open = None;
        let Some(unfinished) = &self.unfinished else {
            return Ok(self.created.iter().map(|part| self.path(part)).collect());
        };
        // Without a sync: nothing is replaced, and all text is also in the files that were split, so a power
        // loss costs nothing that can't be made again. Signals are blocked until all parts are renamed.
        let _undisturbed = undisturbed();
        let mut named: Vec<PathBuf> = Vec::with_capacity(self.created.len());
        for part in &self.created {
            let (from, to) = (unfinished.path.join(self.name(part)), self.path(part));
            if let Err(error) = writing::rename_to_free(&from, &to) {
                for path in named {
                    let _ = fs::remove_file(path);
                }
                return Err(at(&to, error));
            }
            named.push(to);
        }
        Ok(named)
    }
}

/// Returns an error that names the file.
fn at(path: &Path, error: io::Error) -> io::Error {
    let path = path.display();
    let words = match error.kind() {
        io::ErrorKind::AlreadyExists => {
            format!(
                "{path} already exists; existing files are not overwritten, and no file was made"
            )
        }
        _ => format!("can't write {path}: {}; no file was made", explain(&error)),
    };
    io::Error::new(error.kind(), words)
}

#[cfg(test)]
mod tests;
