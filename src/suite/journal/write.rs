//! The body of a record of a journal.

use crate::suite::edit::{RebuildStep, RecordedEdit, Selection, runs_of, sample_of};
use crate::suite::journal::{Base, Body, COPY, END, KEPT, REST, TEXT, UnsavedChanges};
use crate::suite::snapshot::Snapshot;
use crate::suite::text::{LineRef, TextLocation};
use crate::suite::tree::{Piece, Tree};
use rustc_hash::FxBuildHasher;
use std::cell::{Cell, OnceCell};
use std::collections::{BTreeMap, HashMap};
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

impl UnsavedChanges {
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
        // A file that was not fully read lacks lines, but those that were read are correct.
        match self.now.trouble() {
            Some(trouble) if !self.now.can_trust_lines() => Err(io::Error::other(trouble)),
            _ => Ok(()),
        }
    }

    fn state(
        &self,
        base: Base,
        held: Option<&Snapshot>,
        steps: &[RebuildStep],
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
            recipe(&step.recorded, held.insert(at(&step.after)), out)?;
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
        // Lines that are read only next time come after all lines read this time.
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
fn recipe(recipe: &RecordedEdit, after: &Snapshot, out: &mut Body<'_>) -> io::Result<()> {
    out.number(recipe.words.len() as u64)?;
    for word in &recipe.words {
        out.text(word.as_bytes())?;
    }
    match &recipe.chosen {
        Selection::All => out.number(0)?,
        Selection::Lines(lines) => {
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

/// Writes the current lines relative to those of the file; only differing parts are compared line by line.
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
    /// The line after the last lines written.
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
    fn text(&mut self, now: &Snapshot, place: TextLocation, held: &FileLines) -> io::Result<()> {
        self.flush()?;
        let origin = match place {
            TextLocation::Text(id) => now.texts.origin(id),
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
        // The last line of the source may lack its end although it is not the last line now.
        self.out.text(&now.ended(now.raw(place)))
    }
}

/// The number of failed lookups after which separate lines are indexed.
const PATIENCE: usize = 2000;

/// The lines of a file, by the places of their bytes.
#[derive(Default)]
pub(in crate::suite) struct FileLines {
    /// Runs of source lines by their first line, each with the number of lines and the first line of the file.
    source: BTreeMap<usize, (usize, usize)>,
    text: BTreeMap<usize, (usize, usize)>,
    /// The pieces of separate lines, for example after a sort, by list; each with its first line of the file.
    lists: HashMap<usize, Vec<(Piece, usize)>, FxBuildHasher>,
    /// An index of the separate lines, made when it is needed.
    apart: OnceCell<HashMap<LineRef, u32, FxBuildHasher>>,
    missed: Cell<usize>,
}

pub(in crate::suite) enum Lookup {
    Lines(Range<usize>),
    /// The number of lines that the file lacks, at least one.
    None(usize),
}

impl FileLines {
    pub(crate) fn of(tree: &Tree) -> Self {
        Self::part(tree, 0..tree.lines())
    }

    /// Returns the index of the lines of `range` only.
    pub(super) fn part(tree: &Tree, range: Range<usize>) -> Self {
        let mut held = Self::default();
        let mut line = range.start;
        for piece in tree.pieces(range) {
            let lines = piece.len();
            match piece.place(0) {
                _ if let Some(list) = piece.list() => {
                    held.lists.entry(list).or_default().push((piece, line));
                }
                TextLocation::Source(start) => drop(held.source.insert(start, (lines, line))),
                TextLocation::Text(start) => drop(held.text.insert(start, (lines, line))),
                TextLocation::Nowhere => {}
            }
            line += lines;
        }
        held
    }

    /// Looks up a piece from its line `at` on. Some separate lines of the file may be missed.
    fn find_in(&self, piece: &Piece, at: usize) -> Lookup {
        let place = piece.place(at);
        let Some(list) = piece.list() else {
            return self.find_seldom(place, piece.len() - at);
        };
        for (held, line) in self.lists.get(&list).into_iter().flatten() {
            if let Some(lines) = held.same_list(piece, at) {
                return Lookup::Lines(line + lines.start..line + lines.end);
            }
        }
        self.find_seldom(place, 1)
    }

    /// Looks up at most `most` lines from a place on. Some separate lines of the file may be missed.
    fn find_seldom(&self, place: TextLocation, most: usize) -> Lookup {
        match self.together(place, most) {
            Lookup::None(count) if !self.lists.is_empty() => {
                // The index of separate lines is made only after many misses.
                self.missed.set(self.missed.get() + 1);
                match self.missed.get() < PATIENCE && count < PATIENCE {
                    true => Lookup::None(1),
                    false => self.one(place),
                }
            }
            found => found,
        }
    }

    /// Looks up at most `most` lines from a place on.
    pub(crate) fn find(&self, place: TextLocation, most: usize) -> Lookup {
        match self.together(place, most) {
            Lookup::None(_) if !self.lists.is_empty() => self.one(place),
            found => found,
        }
    }

    fn together(&self, place: TextLocation, most: usize) -> Lookup {
        let (table, start) = match place {
            TextLocation::Source(start) => (&self.source, start),
            TextLocation::Text(start) => (&self.text, start),
            TextLocation::Nowhere => return Lookup::None(1),
        };
        if let Some((first, (len, line))) = table.range(..=start).next_back()
            && start < first + len
        {
            let from = line + (start - first);
            return Lookup::Lines(from..from + most.min(first + len - start));
        }
        let next = table.range(start..).next();
        let next = next.map_or(usize::MAX, |(&next, _)| next);
        Lookup::None(most.min(next - start).max(1))
    }

    fn one(&self, place: TextLocation) -> Lookup {
        let apart = self.apart.get_or_init(|| {
            let mut apart = HashMap::default();
            for (piece, line) in self.lists.values().flatten() {
                for at in 0..piece.len() {
                    let line = u32::try_from(line + at);
                    if let (Some(key), Ok(line)) = (LineRef::of(piece.place(at)), line) {
                        apart.insert(key, line);
                    }
                }
            }
            apart
        });
        match LineRef::of(place).and_then(|key| apart.get(&key)) {
            Some(&line) => Lookup::Lines(line as usize..line as usize + 1),
            None => Lookup::None(1),
        }
    }
}
