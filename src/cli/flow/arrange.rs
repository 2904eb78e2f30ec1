//! Changes of a whole suite, or of several as one: records are moved or removed ([`Arrangement`]).
//!
//! ```text
//! inputs as one ─▶ one or more passes ─▶ output
//! ```

use crate::cli::diff::diff_texts;
use crate::cli::flow::lines::{JoinedInput, Places};
use crate::cli::flow::summary::{Summary, Verb};
use crate::cli::flow::text::MARK;
use crate::cli::flow::{
    ChangeDestination, Changes, Fault, Input, Kind, Outcome, Paths, Piece, Source, Status, Text,
    all_inputs, each_file, each_file_alone, ready, say_why_none, with_output,
};
use crate::cli::output::{Color, Output, say};
use crate::epd::{ReadOptions, Record, Rules, counted};
use crate::suite::arrange::{Arrangement, ArrangementResult, Out, OutsideLines, TextRecords, keep};
use crate::suite::external::SpooledStream;
use crate::suite::query::{Facts, nobody_has};
use crate::suite::records::{Block, BlockJoiner, Note, PassSummary, Records, ScannedPiece, Sink};
use crate::suite::{LONGEST_LINE, LineSet, Query};
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

pub(crate) enum WholeChange<'a> {
    /// Arranges the records; with a number keeps only the first ones.
    Arrange(&'a Arrangement, Option<usize>),
    /// Keeps only the matching records. A suite without a match is left unchanged: emptying it is hardly intended.
    Matching(&'a Query),
}

impl WholeChange<'_> {
    fn verb(&self) -> Verb {
        match self {
            Self::Arrange(Arrangement::Sample { .. }, _) | Self::Arrange(_, Some(_)) => Verb::Keep,
            Self::Arrange(Arrangement::Dedupe { .. }, _) | Self::Matching(_) => Verb::Remove,
            Self::Arrange(..) => Verb::Move,
        }
    }

    /// Returns true if the change depends on the meaning of the castling letters.
    fn asks_rules(&self) -> bool {
        match self {
            Self::Arrange(arrangement, _) => arrangement.asks_rules(),
            Self::Matching(query) => query.asks_rules(),
        }
    }

    fn write(
        &self,
        whole: &ArrangeInput<'_>,
        out: &mut Out<'_, Fault>,
    ) -> Result<ArrangementResult, Fault> {
        match self {
            Self::Arrange(arrangement, most) => arrangement.write(&whole.reading(), *most, out),
            Self::Matching(query) => keep_matching(whole, query, out),
        }
    }
}

/// Writes the matching records, each with the comments directly above it, and the head of the file.
fn keep_matching(
    whole: &ArrangeInput<'_>,
    query: &Query,
    out: &mut Out<'_, Fault>,
) -> Result<ArrangementResult, Fault> {
    let (on, source) = (whole.reading(), whole.source_for(query)?);
    let mut matching = LineSet::default();
    let of = |line: usize, text: &[u8]| source.has(line as u64 + 1, text).then_some(line);
    on.records(None, of, |line| {
        matching.insert(line);
        Ok(())
    })?;
    if matching.is_empty() {
        let records = keep(&on, |_| true, OutsideLines::All, out)?;
        return Ok(ArrangementResult {
            records,
            ..ArrangementResult::default()
        });
    }
    let records = keep(&on, |line| matching.contains(line), OutsideLines::Head, out)?;
    Ok(ArrangementResult {
        records,
        changed: records - matching.len(),
        // Loose comments are removed, too.
        is_changed: true,
        ..ArrangementResult::default()
    })
}

/// Notes printed after all suites were changed.
#[derive(Default)]
struct FinalNotes {
    /// For each sort key, whether a record has it.
    keys: Vec<bool>,
    without_match: u64,
}

impl FinalNotes {
    fn take(&mut self, done: &ArrangementResult) {
        self.without_match += u64::from(!done.is_changed);
        self.keys.resize(done.keys_found.len(), false);
        for (found, found_here) in self.keys.iter_mut().zip(&done.keys_found) {
            *found |= found_here;
        }
    }

    /// Prints the notes before the summary; returns the adjusted status of the files.
    fn say(&self, change: &WholeChange<'_>, records: usize, status: Status) -> Status {
        match change {
            WholeChange::Arrange(Arrangement::Sort { keys, .. }, _)
                if status != Status::Trouble && records > 0 =>
            {
                let missing = keys.0.iter().zip(&self.keys).filter(|(_, found)| !**found);
                missing.for_each(|(key, _)| say(&nobody_has(&key.field.name())));
                status
            }
            WholeChange::Matching(query) => {
                if status != Status::Trouble {
                    say_why_none(Some(query));
                }
                if self.without_match == 0 {
                    return status;
                }
                let files = counted::thousands_of(self.without_match, "file", "files");
                say(&format!("{files} without a matching record left unchanged"));
                status.max(Status::Findings)
            }
            _ => status,
        }
    }
}

/// Changes each file, or all as one if there is a single result. Prints a summary of the changed records.
pub(crate) fn arrange(changes: &Changes, color: Color, change: &WholeChange<'_>) -> Outcome {
    let Changes { records, target } = changes;
    let to = target.of(&records.paths)?;
    let query = records.chosen.as_ref();
    ready(&records.paths, query)?;
    let mut summary = Summary::new(query.is_some());
    let mut found = FinalNotes::default();
    let mut note = |whole: &ArrangeInput<'_>, done: ArrangementResult| {
        found.take(&done);
        summary.records += done.records;
        summary.changed += done.changed;
        summary.take(&done.left, |line| whole.place(line));
    };
    let status = with_output(to.file(), |out| {
        let look = |whole: &ArrangeInput<'_>, out: &mut Output<'_>| match to {
            ChangeDestination::Diff { .. } => show(whole, change, color, out),
            _ => change.write(whole, &mut |_| Ok(())),
        };
        match to {
            ChangeDestination::InPlace => {
                each_file_alone(&records.paths, None, true, |source, text| {
                    let Some(path) = source.input.file() else {
                        return Err(Fault::usage("no files to write in place"));
                    };
                    let mut replaced = None;
                    text.replace(source.input, path, |_, file| {
                        let whole =
                            ArrangeInput::of_one(source.input.clone()).restricted_to(query)?;
                        let mut put = |lines: &[u8]| file.write_all(lines).map_err(Fault::Output);
                        let done = change.write(&whole, &mut put)?;
                        let is_changed = done.is_changed || done.changed > 0;
                        replaced = Some((whole, done));
                        Ok(is_changed)
                    })?;
                    if let Some((whole, done)) = replaced {
                        note(&whole, done);
                    }
                    Ok(Status::Clean)
                })
            }
            _ if to.is_in_place() => each_file(&records.paths, None, |source, text| {
                let whole = ArrangeInput::of_one(source.input.kept(text)?).restricted_to(query)?;
                let done = look(&whole, out)?;
                note(&whole, done);
                Ok(Status::Clean)
            }),
            _ => {
                let (status, parts) = all_inputs(&records.paths)?;
                let asks_rules = change.asks_rules() || query.is_some_and(Query::asks_rules);
                let whole = ArrangeInput::of_all(&records.paths, parts, asks_rules)?
                    .restricted_to(query)?;
                let done = match to.only_looks() {
                    true => look(&whole, out)?,
                    false => change.write(&whole, &mut |lines| out.lines(lines))?,
                };
                note(&whole, done);
                Ok(status)
            }
        }
    })?;
    say_why_none(query);
    let status = found.say(change, summary.records, status);
    Ok(summary.end(status, change.verb(), to.writes_nothing(status)))
}

/// Shows the changes to a suite. The result is spooled, as the place of a record is known only when all were read.
fn show(
    whole: &ArrangeInput<'_>,
    change: &WholeChange<'_>,
    color: Color,
    out: &mut Output<'_>,
) -> Result<ArrangementResult, Fault> {
    let mut done = ArrangementResult::default();
    let after = SpooledStream::written(|file| {
        let mut put = |lines: &[u8]| file.write_all(lines).map_err(Fault::Input);
        done = change.write(whole, &mut put)?;
        Ok::<(), Fault>(())
    })?;
    let end = whole.text().line_end()?.terminator();
    let before = || whole.text();
    let after = || Text::from_read(Box::new(after.read()));
    diff_texts(
        &whole.name(),
        color.on_stdout(),
        end,
        (&before, &after),
        out,
    )?;
    Ok(done)
}

/// One or several inputs, read as one suite.
pub(crate) struct ArrangeInput<'q> {
    /// The input that decides how lines are read.
    input: Input,
    query: Option<&'q Query>,
    /// The facts that the query needs besides the lines.
    facts: Facts,
    parts: Vec<Input>,
    /// The origins of the lines that the last reading has reached.
    places: Mutex<Places>,
}

impl<'q> ArrangeInput<'q> {
    /// Returns a suite of one input, which must be readable repeatedly.
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
    fn restricted_to(mut self, query: Option<&'q Query>) -> Result<Self, Fault> {
        if let Some(query) = query {
            self.facts = self.facts_of(query)?;
            self.query = Some(query);
        }
        Ok(self)
    }

    fn source_for<'a>(&'a self, query: &'a Query) -> Result<Source<'a>, Fault> {
        Ok(self.input.source(Some(query), self.facts_of(query)?))
    }

    /// Returns the facts that a query needs besides the lines.
    fn facts_of(&self, query: &Query) -> Result<Facts, Fault> {
        let facts = self.facts(query)?;
        if !query.asks_file() {
            return Ok(facts);
        }
        if self.starts().len() < self.parts.len() {
            // The first line of each file is known only once all were read.
            self.lines(|_| (), |_, ()| Ok(()))?;
        }
        let names = self.parts.iter().map(|input| input.name.clone());
        let files: Vec<(usize, String)> = self.starts().into_iter().zip(names).collect();
        Ok(facts.of_files(files.into()))
    }

    pub(crate) fn text(&self) -> Text {
        let joined = JoinedInput::new(self.parts.clone());
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

    pub(crate) fn name(&self) -> String {
        let names: Vec<&str> = self.parts.iter().map(|input| &*input.name).collect();
        names.join(" + ")
    }

    /// Returns the facts that a query needs from the whole suite.
    pub(crate) fn facts(&self, query: &Query) -> Result<Facts, Fault> {
        Facts::gather(&self.reading(), &query.whole_file())
    }

    /// Returns a reading, which stores the options that it finds.
    pub(crate) fn reading(&self) -> Reading<'_, 'q> {
        Reading {
            whole: self,
            source: self.source(),
        }
    }

    /// Runs `work` on pieces of whole lines, on all cores, and calls `take` with the results in order. A leading
    /// byte-order mark is skipped.
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

/// A suite that is read, once or repeatedly.
pub(crate) struct Reading<'w, 'q> {
    whole: &'w ArrangeInput<'q>,
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
    fn pass(&self, note: &Note<'_>, sink: &mut impl Sink<Fault>) -> Result<PassSummary, Fault> {
        let mut text = self.whole.text();
        let end = text.line_end()?;
        if text.skip_mark()? {
            // The mark stays before all lines.
            sink.loose(MARK, true)?;
        }
        drop(text);
        let mut joining = BlockJoiner::new(sink, Some(end));
        self.whole.lines(
            |piece| ScannedPiece::of(piece, self.source.records(piece), note),
            |piece, cut| joining.take(piece, cut),
        )?;
        Ok(PassSummary {
            terminator: end.terminator(),
            ..joining.finish()?
        })
    }
}

/// A sink that passes on only the blocks of these lines.
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
