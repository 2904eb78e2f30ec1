//! Writing a journal.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;

use rustc_hash::FxBuildHasher;

use super::{CHECK_START, END, KEPT, MAGIC, TEXT, Unsaved, check};
use crate::suite::save::replace_file;
use crate::suite::text::{LineRef, Place};
use crate::suite::tree::Tree;

impl Unsaved {
    /// Writes the journal at `journal`, whole or not at all.
    ///
    /// # Errors
    /// Those of writing, and lines that can't be read any more.
    pub fn write(&self, journal: &Path) -> io::Result<()> {
        replace_file(journal, None, |out| {
            let mut out = Checked {
                out,
                check: CHECK_START,
                held: Vec::with_capacity(1 << 16),
            };
            self.fill(&mut out)?;
            out.finish()
        })
        .map(drop)
        .map_err(io::Error::other)
    }

    fn fill(&self, out: &mut Checked<'_>) -> io::Result<()> {
        out.bytes(MAGIC)?;
        let name = self.path.to_string_lossy();
        out.number(name.len() as u64)?;
        out.bytes(name.as_bytes())?;
        match self.on_disk.file_stamp() {
            None => out.number(0)?,
            Some((len, seconds, nanoseconds)) => {
                for number in [1, len, seconds, u64::from(nanoseconds)] {
                    out.number(number)?;
                }
            }
        }
        let held = self
            .held
            .as_ref()
            .map_or_else(Held::default, |held| Held::of(&held.tree));
        let mut kept = Kept::default();
        for piece in self.now.tree.pieces(0..self.now.tree.lines()) {
            let mut at = 0;
            while at < piece.len() {
                let place = piece.place(at);
                let most = if piece.is_together() {
                    piece.len() - at
                } else {
                    1
                };
                match held.find(place, most) {
                    Found::Lines(lines) => {
                        at += lines.len();
                        kept.add(lines, out)?;
                    }
                    Found::None(count) => {
                        kept.flush(out)?;
                        for nth in at..at + count {
                            self.text(piece.place(nth), &held, out)?;
                        }
                        at += count;
                    }
                }
            }
        }
        kept.flush(out)?;
        out.number(END)?;
        match self.now.trouble() {
            Some(trouble) => Err(io::Error::other(trouble)),
            None => Ok(()),
        }
    }

    /// A line that the file does not hold.
    fn text(&self, place: Place, held: &Held, out: &mut Checked<'_>) -> io::Result<()> {
        let origin = match place {
            Place::Text(id) => match held.find(self.now.texts.origin(id).place(), 1) {
                Found::Lines(lines) => lines.start as u64 + 1,
                Found::None(_) => 0,
            },
            _ => 0,
        };
        let bytes = self.now.raw(place);
        out.number(TEXT)?;
        out.number(origin)?;
        out.number(bytes.len() as u64)?;
        out.bytes(&bytes)
    }
}

/// The lines of the file, by where their bytes are.
#[derive(Default)]
pub(in crate::suite) struct Held {
    /// First line of the source, number of lines, first line of the file.
    source: BTreeMap<usize, (usize, usize)>,
    text: BTreeMap<usize, (usize, usize)>,
    /// Lines that lie apart, as after a sort.
    apart: HashMap<LineRef, u32, FxBuildHasher>,
}

pub(in crate::suite) enum Found {
    /// These lines of the file.
    Lines(Range<usize>),
    /// So many that the file does not hold, one at least.
    None(usize),
}

impl Held {
    pub(crate) fn of(tree: &Tree) -> Self {
        let mut held = Self::default();
        let mut line = 0;
        for piece in tree.pieces(0..tree.lines()) {
            match piece.place(0) {
                Place::Source(start) if piece.is_together() => {
                    held.source.insert(start, (piece.len(), line));
                }
                Place::Text(start) if piece.is_together() => {
                    held.text.insert(start, (piece.len(), line));
                }
                _ => {
                    for at in 0..piece.len() {
                        if let (Some(key), Ok(line)) =
                            (key(piece.place(at)), u32::try_from(line + at))
                        {
                            held.apart.insert(key, line);
                        }
                    }
                }
            }
            line += piece.len();
        }
        held
    }

    /// What the file holds of up to `most` lines from a place on.
    pub(crate) fn find(&self, place: Place, most: usize) -> Found {
        let (table, start) = match place {
            Place::Source(start) => (&self.source, start),
            Place::Text(start) => (&self.text, start),
            Place::Nowhere => return Found::None(1),
        };
        if let Some((first, (len, line))) = table.range(..=start).next_back()
            && start < first + len
        {
            let from = line + (start - first);
            return Found::Lines(from..from + most.min(first + len - start));
        }
        if let Some(&line) = key(place).and_then(|key| self.apart.get(&key)) {
            return Found::Lines(line as usize..line as usize + 1);
        }
        if !self.apart.is_empty() {
            return Found::None(1);
        }
        let next = table
            .range(start..)
            .next()
            .map_or(usize::MAX, |(&next, _)| next);
        Found::None(most.min(next - start).max(1))
    }
}

fn key(place: Place) -> Option<LineRef> {
    match place {
        Place::Source(line) => LineRef::source(line),
        Place::Text(id) => LineRef::text(id),
        Place::Nowhere => None,
    }
}

/// Lines of the file that follow one another, put together.
#[derive(Default)]
struct Kept {
    lines: Range<usize>,
    /// The line after those written last.
    next: usize,
}

impl Kept {
    fn add(&mut self, lines: Range<usize>, out: &mut Checked<'_>) -> io::Result<()> {
        if !self.lines.is_empty() && self.lines.end == lines.start {
            self.lines.end = lines.end;
            return Ok(());
        }
        self.flush(out)?;
        self.lines = lines;
        Ok(())
    }

    fn flush(&mut self, out: &mut Checked<'_>) -> io::Result<()> {
        if self.lines.is_empty() {
            return Ok(());
        }
        let back = self.lines.start < self.next;
        let step = self.lines.start.abs_diff(self.next) as u64;
        out.number(KEPT)?;
        out.number(step << 1 | u64::from(back))?;
        out.number(self.lines.len() as u64)?;
        self.next = self.lines.end;
        self.lines = 0..0;
        Ok(())
    }
}

/// Counts the check while it writes.
struct Checked<'a> {
    out: &'a mut dyn Write,
    check: u64,
    held: Vec<u8>,
}

impl Checked<'_> {
    fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.held.extend_from_slice(bytes);
        if self.held.len() >= 1 << 16 {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.check = check(&self.held, self.check);
        self.out.write_all(&self.held)?;
        self.held.clear();
        Ok(())
    }

    fn number(&mut self, mut number: u64) -> io::Result<()> {
        while number >= 0x80 {
            self.held.push((number & 0x7f) as u8 | 0x80);
            number >>= 7;
        }
        self.held.push((number & 0x7f) as u8);
        if self.held.len() >= 1 << 16 {
            self.flush()?;
        }
        Ok(())
    }

    fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        self.out.write_all(&self.check.to_le_bytes())
    }
}
