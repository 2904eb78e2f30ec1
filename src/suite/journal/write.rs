//! The body of a record of a journal.

use super::{Base, COPY, END, FileLines, KEPT, Lookup, REST, TEXT, Unsaved};
use crate::suite::edit::{Chosen, MadeStep, Told, runs_of, sample_of};
use crate::suite::journal::Body;
use crate::suite::snapshot::Snapshot;
use crate::suite::text::{LineRef, Place};
use crate::suite::tree::Tree;
use std::io;
use std::ops::Range;

/// Appends a number, 7 bits a byte, the lowest first.
pub(super) fn push_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    bytes.push((number & 0x7f) as u8);
}

impl Unsaved {
    /// Writes the body of a record.
    pub(super) fn fill(&self, out: &mut Body<'_>) -> io::Result<()> {
        out.text(self.path.to_string_lossy().as_bytes())?;
        out.number(self.typed.len() as u64)?;
        for typed in &self.typed {
            out.text(typed.what.as_bytes())?;
            out.number(typed.line.map_or(0, |line| line as u64 + 1))?;
            out.number(u64::from(typed.is_line))?;
            out.text(&typed.text)?;
        }
        out.number(1 + u64::from(self.saving.is_some()))?;
        self.state(self.base, self.held.as_ref(), &self.steps, out)?;
        if let Some((held, content)) = &self.saving {
            self.state(Base::Whole(*content), Some(held), &[], out)?;
        }
        // A file that was not fully read lacks lines, but those it has are right.
        match self.now.trouble() {
            Some(trouble) if !self.now.can_trust_lines() => Err(io::Error::other(trouble)),
            _ => Ok(()),
        }
    }

    fn state(
        &self,
        base: Base,
        held: Option<&Snapshot>,
        steps: &[MadeStep],
        out: &mut Body<'_>,
    ) -> io::Result<()> {
        match base {
            Base::None => out.number(0)?,
            Base::Whole(content) => {
                for number in [1, content.len, content.hash] {
                    out.number(number)?;
                }
            }
            Base::Begins { head, file } => {
                for number in [2, head.len, head.hash, file] {
                    out.number(number)?;
                }
            }
        }
        out.number(steps.len() as u64)?;
        let at = |tree: &Tree| Snapshot {
            tree: tree.clone(),
            ..self.now.clone()
        };
        let mut held = held.cloned();
        for step in steps {
            if let Some(held) = &held {
                let mut entries = Entries::new(out);
                over(held, &at(&step.before), &mut entries)?;
                entries.end()?;
            }
            recipe(&step.told, held.insert(at(&step.after)), out)?;
        }
        let mut entries = Entries::new(out);
        match &held {
            Some(held) => over(held, &self.now, &mut entries)?,
            None => {
                let nothing = FileLines::default();
                for line in 0..self.now.line_count() {
                    let place = self.now.tree.place(line);
                    entries.text(&self.now, place, &nothing)?;
                }
            }
        }
        // Lines read only another time come after all lines read this time.
        if matches!(base, Base::Begins { .. }) {
            let lines = held.as_ref().map_or(0, Snapshot::line_count);
            entries.flush()?;
            entries.out.number(REST)?;
            entries.out.number(lines as u64)?;
        }
        entries.end()
    }
}

/// Writes the recipe of a bulk change, and a sample of the result.
fn recipe(recipe: &Told, after: &Snapshot, out: &mut Body<'_>) -> io::Result<()> {
    out.number(recipe.words.len() as u64)?;
    for word in &recipe.words {
        out.text(word.as_bytes())?;
    }
    match &recipe.chosen {
        Chosen::All => out.number(0)?,
        Chosen::Lines(lines) => {
            let runs = runs_of(lines);
            out.number(1)?;
            out.number(runs.len() as u64)?;
            for run in runs {
                out.number(run)?;
            }
        }
    }
    let sample = sample_of(after);
    out.number(sample.len)?;
    out.number(sample.hash)
}

/// Writes the current lines relative to those of the file; only differing parts are examined line by line.
fn over(held: &Snapshot, now: &Snapshot, entries: &mut Entries<'_, '_>) -> io::Result<()> {
    let (there, here) = held.tree.differing(&now.tree);
    let all = held.line_count();
    entries.kept(0..there.start)?;
    let table = FileLines::part(&held.tree, there.clone());
    for piece in now.tree.pieces(here) {
        let mut at = 0;
        while at < piece.len() {
            match table.find_in(&piece, at) {
                Lookup::Lines(lines) => {
                    at += lines.len();
                    entries.kept(lines)?;
                }
                Lookup::None(count) => {
                    for nth in at..at + count {
                        entries.text(now, piece.place(nth), &table)?;
                    }
                    at += count;
                }
            }
        }
    }
    entries.kept(there.end..all)
}

/// A writer of entries that joins consecutive lines of the file.
struct Entries<'o, 'f> {
    out: &'o mut Body<'f>,
    lines: Range<usize>,
    /// The line after those written last.
    next: usize,
}

impl<'o, 'f> Entries<'o, 'f> {
    fn new(out: &'o mut Body<'f>) -> Self {
        Self {
            out,
            lines: 0..0,
            next: 0,
        }
    }

    fn end(mut self) -> io::Result<()> {
        self.flush()?;
        self.out.number(END)
    }

    fn kept(&mut self, lines: Range<usize>) -> io::Result<()> {
        if lines.is_empty() {
            return Ok(());
        }
        if !self.lines.is_empty() && self.lines.end == lines.start {
            self.lines.end = lines.end;
            return Ok(());
        }
        self.flush()?;
        self.lines = lines;
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.lines.is_empty() {
            return Ok(());
        }
        let back = self.lines.start < self.next;
        let step = self.lines.start.abs_diff(self.next) as u64;
        self.out.number(KEPT)?;
        self.out.number(step << 1 | u64::from(back))?;
        self.out.number(self.lines.len() as u64)?;
        self.next = self.lines.end;
        self.lines = 0..0;
        Ok(())
    }

    /// Writes a line that the file lacks.
    fn text(&mut self, now: &Snapshot, place: Place, held: &FileLines) -> io::Result<()> {
        self.flush()?;
        let origin = match place {
            Place::Text(id) => now.texts.origin(id),
            _ => LineRef::NONE,
        };
        if origin == LineRef::COPIED {
            self.out.number(COPY)?;
        } else {
            let origin = match held.find_seldom(origin.place(), 1) {
                Lookup::Lines(lines) => lines.start as u64 + 1,
                Lookup::None(_) => 0,
            };
            self.out.number(TEXT)?;
            self.out.number(origin)?;
        }
        // The source's last line may lack its end without being the last line here.
        self.out.text(&now.ended(now.raw(place)))
    }
}
