//! One suite, or several as one, that can be read repeatedly.

use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::super::joined::{Joined, Places};
use super::super::text::MARK;
use super::super::{Fault, Input, Kind, Paths, Piece, Source, Text};
use crate::epd::{ReadOptions, Record, Rules};
use crate::suite::arrange::TextRecords;
use crate::suite::query::Facts;
use crate::suite::records::{Block, Cut, Joining, Note, Passed, Records, Sink};
use crate::suite::{LONGEST_LINE, LineSet, Query};

/// One or several inputs, read as one suite.
pub(crate) struct Whole<'q> {
    /// The input that decides how lines are read.
    input: Input,
    query: Option<&'q Query>,
    /// The facts that the query needs besides the lines.
    facts: Facts,
    /// The inputs that it is made of.
    parts: Vec<Input>,
    /// The origins of its lines, as far as it was read last.
    places: Mutex<Places>,
}

impl<'q> Whole<'q> {
    /// Returns one input that can be read again.
    pub(crate) fn of_one(input: Input) -> Self {
        Self {
            facts: Facts::default().of_file(&input.name),
            parts: vec![input.clone()],
            input,
            query: None,
            places: Mutex::default(),
        }
    }

    /// Joins all inputs; with `asks_rules`, the castling rules are those implied by all of them.
    pub(crate) fn of_all(paths: &Paths, all: Vec<Input>, asks_rules: bool) -> io::Result<Self> {
        // The rules of a single file are found on first use.
        if let [input] = &all[..]
            && input.file().is_some()
        {
            let mut whole = Self::of_one(input.clone());
            whole.facts = Facts::default();
            return Ok(whole);
        }
        let name = all.first().map_or("-", |input| input.name.as_str());
        let path = PathBuf::from(name);
        let mut whole = Self {
            input: Input::new(name.to_owned(), Some(path), Kind::default()),
            query: None,
            facts: Facts::default(),
            parts: all,
            places: Mutex::default(),
        };
        let rules = match paths.kind.rules() {
            Some(rules) => rules,
            None if asks_rules => whole.text().rules()?,
            None => Rules::default(),
        };
        whole.input.rules = rules.into();
        Ok(whole)
    }

    /// Restricts it to the records that match, and gathers the facts that the query needs.
    pub(super) fn asked(mut self, query: Option<&'q Query>) -> Result<Self, Fault> {
        if let Some(query) = query {
            self.facts = self.facts_of(query)?;
            self.query = Some(query);
        }
        Ok(self)
    }

    /// Returns the context for reading its lines with this query.
    pub(super) fn source_asked<'a>(&'a self, query: &'a Query) -> Result<Source<'a>, Fault> {
        Ok(self.input.source(Some(query), self.facts_of(query)?))
    }

    /// Returns the facts that a query needs besides the lines.
    fn facts_of(&self, query: &Query) -> Result<Facts, Fault> {
        let facts = self.facts(query)?;
        if !query.asks_file() {
            return Ok(facts);
        }
        if self.starts().len() < self.parts.len() {
            // Its files are found as they are read.
            self.lines(|_| (), |_, ()| Ok(()))?;
        }
        let names = self.parts.iter().map(|input| input.name.clone());
        let files: Vec<(usize, String)> = self.starts().into_iter().zip(names).collect();
        Ok(facts.of_files(files.into()))
    }

    /// Returns its text from the first byte.
    pub(crate) fn text(&self) -> Text {
        let joined = Joined::new(self.parts.clone());
        *self.places() = joined.places.clone();
        Text::from_read(Box::new(joined))
    }

    fn places(&self) -> MutexGuard<'_, Places> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the first line of each part (0-based), once it was read.
    pub(crate) fn starts(&self) -> Vec<usize> {
        self.places().starts()
    }

    /// Returns the place of a line (0-based), once it was read: `a.epd:17`.
    pub(crate) fn place(&self, line: usize) -> String {
        self.places().of(line)
    }

    /// Returns the file of a line (0-based), and the line there, once it was read.
    pub(crate) fn file_and_line(&self, line: usize) -> (String, usize) {
        let found = self.places().file_and_line(line);
        found.unwrap_or_else(|| (self.name(), line))
    }

    /// Returns the context for reading its lines.
    pub(crate) fn source(&self) -> Source<'_> {
        self.input.source(self.query, self.facts.clone())
    }

    /// Returns the names of all its inputs.
    pub(crate) fn name(&self) -> String {
        let names: Vec<&str> = self.parts.iter().map(|input| &*input.name).collect();
        names.join(" + ")
    }

    /// Returns the facts that a query needs from all of it.
    pub(crate) fn facts(&self, query: &Query) -> Result<Facts, Fault> {
        Facts::gather(&self.reading(), &query.whole_file())
    }

    /// Returns a reading of it, which keeps facts found on the way.
    pub(crate) fn reading(&self) -> Reading<'_, 'q> {
        Reading {
            whole: self,
            source: self.source(),
        }
    }

    /// Runs `work` on its pieces, on all cores, and calls `take` with the results in order: no line is split, and a
    /// leading byte-order mark is skipped.
    fn lines<R: Send>(
        &self,
        work: impl Fn(Piece<'_>) -> R + Sync,
        take: impl for<'p> FnMut(Piece<'p>, R) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let mut text = self.text();
        text.skip_mark()?;
        text.whole_lines(|line| self.too_long(line), work, take)
    }

    /// Returns the message that a line (1-based) is too long.
    fn too_long(&self, line: u64) -> String {
        let most = LONGEST_LINE >> 20;
        let line = usize::try_from(line).unwrap_or(usize::MAX);
        let place = match self.places().file_and_line(line.saturating_sub(1)) {
            Some((name, line)) => format!("`{name}`: line {}", line + 1),
            None => format!("line {line}"),
        };
        format!("{place} is longer than {most} MiB: not a file of records")
    }
}

/// A reading of a whole, once or repeatedly.
pub(crate) struct Reading<'w, 'q> {
    whole: &'w Whole<'q>,
    source: Source<'w>,
}

impl Records for Reading<'_, '_> {
    type Error = Fault;

    fn options(&self, asks_rules: bool) -> &ReadOptions {
        self.source.options_where(asks_rules)
    }

    fn read<'l>(&self, line: &'l [u8]) -> Record<'l> {
        self.source.read(line)
    }

    fn records<R: Send>(
        &self,
        only: Option<&LineSet>,
        of: impl Fn(usize, &[u8]) -> Option<R> + Sync,
        mut take: impl FnMut(R) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let look = |(number, line): (u64, &[u8])| {
            let at = usize::try_from(number).unwrap_or(usize::MAX);
            let at = at.saturating_sub(1);
            match only.is_none_or(|only| only.contains(at)) {
                true => of(at, line),
                false => None,
            }
        };
        self.whole.lines(
            |piece| {
                let records = self.source.records(piece);
                records.filter_map(look).collect::<Vec<R>>()
            },
            |_, found| found.into_iter().try_for_each(&mut take),
        )
    }

    fn blocks(
        &self,
        lines: &LineSet,
        take: impl FnMut(Block<'_>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        self.pass(&|_, _, _| (), &mut Blocks(lines, take)).map(drop)
    }
}

impl TextRecords for Reading<'_, '_> {
    fn pass(&self, note: &Note<'_>, sink: &mut impl Sink<Fault>) -> Result<Passed, Fault> {
        let mut text = self.whole.text();
        let end = text.line_end()?;
        if text.skip_mark()? {
            // The mark stays before all lines.
            sink.loose(MARK, true)?;
        }
        drop(text);
        let mut joining = Joining::new(sink, Some(end));
        self.whole.lines(
            |piece| Cut::of(piece, self.source.records(piece), note),
            |piece, cut| joining.take(piece, cut),
        )?;
        Ok(Passed {
            terminator: end.terminator(),
            ..joining.finish()?
        })
    }
}

/// A sink that takes the blocks of these lines.
struct Blocks<'l, T>(&'l LineSet, T);

impl<T: FnMut(Block<'_>) -> Result<(), Fault>> Sink<Fault> for Blocks<'_, T> {
    fn block(&mut self, block: Block<'_>) -> Result<(), Fault> {
        match self.0.contains(block.line) {
            true => (self.1)(block),
            false => Ok(()),
        }
    }

    fn loose(&mut self, _: &[u8], _: bool) -> Result<(), Fault> {
        Ok(())
    }
}
