//! Queries about records: `bm and not id`, `ce > 200 and side = w`, `KRPvKR and duplicate(id)`.
//!
//! A query is about records only; comment and blank lines are never among the matches. Comparisons with a missing
//! value are false, so `ce != 0` wants a `ce`. The grammar is above each parse function in `parse`; [`WORDS`]
//! lists all words.
//!
//! ```
//! use epdit::suite::{FoundSoFar, Job, Query, Suite, query_lines};
//!
//! let text = b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n4k3/8/8/8/8/8/4P3/4K3 b - - bm Kd7; id \"a\";\n";
//! let suite = Suite::from_bytes("ends.epd", text.to_vec());
//! let query = Query::parse("KPvK and side = b and not ce")?;
//! let found = query_lines(&suite.snapshot(), &query, &Job::new(), &FoundSoFar::default())?;
//! assert_eq!(found.iter().collect::<Vec<_>>(), [1]);
//!
//! let error = Query::parse("side = x").expect_err("nobody moves x");
//! assert_eq!(error.span.range(), 7..8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Errors of queries, with their place.

pub(crate) mod ast;
mod calculation;
mod complete;
mod cursor;
mod evaluate;
mod facts;
mod lazy_record;
mod parse;
mod pawns;
mod positions;
mod seen;
pub(super) mod shapes;
mod warnings;
mod words;

use super::duplicates::Sameness;
use super::edit::Chosen;
use super::line_set::{Gathered, LineSet, Part};
use super::progress::Job;
use super::records::ChosenRecords;
use super::scan::{JobError, scan};
use super::search::{FoundSoFar, Pattern};
use super::snapshot::Snapshot;
use crate::epd::{LineKind, ReadOptions, Skim, Span};
use ast::{Known, Node};
pub use lazy_record::LazyRecord;
use positions::Positions;
use std::io::Read;
use std::sync::Arc;

pub use super::search::Candidates;
pub use calculation::{Calculation, in_list};
pub use complete::{Completions, complete};
pub(super) use evaluate::written;
pub use facts::Facts;
pub use seen::SeenOpcodes;
pub use shapes::{Phase, material};
pub use warnings::{nobody_has, none_of_these_has};
pub use words::{FORMS, WORDS, Word};

/// A parsed query.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    text: String,
    node: Node,
    /// The literal texts that every matching line contains, the longest first.
    needles: Vec<Pattern>,
    /// A collector of the opcodes met while the query runs.
    seen: Option<Arc<SeenOpcodes>>,
    /// The lines marked in the editor.
    marked: Option<LineSet>,
    /// The paths of the queried files, each with its first line.
    files: Arc<[(usize, String)]>,
}

impl Query {
    /// Parses a query.
    ///
    /// # Errors
    /// The text is not a query: the error has the position and the expected words.
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        let mut node = parse::query(text)?;
        node.order();
        let mut needles = Vec::new();
        node.needles(&mut needles);
        needles.sort_by_key(|needle| std::cmp::Reverse(needle.text().len()));
        Ok(Self {
            text: text.to_owned(),
            node,
            needles,
            seen: None,
            marked: None,
            files: Arc::default(),
        })
    }

    /// Returns the query that matches all other records. Context such as marks and files carries over.
    #[must_use]
    pub fn inverted(mut self) -> Self {
        self.needles.clear();
        self.node = Node::Not(Box::new(self.node));
        self
    }

    /// Returns the query as typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the kinds of duplicates to find in the whole file before a line can be matched.
    pub fn whole_file(&self) -> Vec<Sameness> {
        let mut kinds = Vec::new();
        self.node.each(&mut |node| match node {
            Node::Known(Known::Duplicate(kind)) if !kinds.contains(kind) => kinds.push(*kind),
            _ => {}
        });
        kinds
    }

    /// Returns this query for a file in the editor, with its displayed path and marked lines.
    #[must_use]
    pub fn in_editor(mut self, path: &str, marked: Option<&LineSet>) -> Self {
        self.marked = marked.filter(|_| self.asks(Known::Marked)).cloned();
        self.of_files(vec![(0, path.to_owned())])
    }

    /// Returns this query for files that are read as one: their paths, each with its first line (0-based).
    #[must_use]
    pub fn of_files(mut self, files: Vec<(usize, String)>) -> Self {
        self.files = files.into();
        self
    }

    /// Returns the word of the query that only the editor knows: `marked` or `edited`.
    pub fn word_of_the_editor(&self) -> Option<&'static str> {
        let words = [(Known::Marked, "marked"), (Known::Edited, "edited")];
        let found = words.into_iter().find(|(known, _)| self.asks(*known));
        found.map(|(_, word)| word)
    }

    fn asks(&self, wanted: Known) -> bool {
        self.node.any(|node| *node == Node::Known(wanted))
    }

    /// Returns the files of `position in FILE`.
    fn positions(&self) -> Vec<&Positions> {
        let mut all = Vec::new();
        self.node.each(&mut |node| {
            if let Node::PositionIn(positions) = node {
                all.push(positions);
            }
        });
        all
    }

    /// Reads the files of `position in FILE`. Until then no position matches.
    ///
    /// # Errors
    /// A file can't be read; the text names the reason.
    pub fn load(&self) -> Result<(), String> {
        self.positions().into_iter().try_for_each(Positions::load)
    }

    /// Returns true if the query needs positions from standard input (`position in -`) that are not read yet.
    pub fn waits_for_stream(&self) -> bool {
        let all = self.positions();
        all.iter().any(|positions| positions.waits_for_stream())
    }

    /// Reads the positions of `position in -` from a stream, to its end.
    ///
    /// # Errors
    /// The stream can't be read or does not end; the text names the reason.
    pub fn load_stream(&self, stream: impl Read + Send + 'static) -> Result<(), String> {
        let known = positions::of_stream(stream)?;
        let all = self.positions().into_iter();
        let waiting = all.filter(|positions| positions.waits_for_stream());
        waiting.for_each(|positions| positions.take(&known));
        Ok(())
    }

    /// Gathers the facts that the query needs from the whole file; reads nothing if it needs none.
    ///
    /// # Errors
    /// Cancelled, or lines can no longer be read.
    pub fn facts(&self, snapshot: &Snapshot, job: &Job) -> Result<Facts, JobError> {
        let kinds = self.whole_file();
        let on = ChosenRecords::of(snapshot, &Chosen::All, job);
        on.begin(kinds.iter().map(|kind| kind.passes()).sum());
        let facts = Facts::gather(&on, &kinds)?;
        let mut more = Vec::new();
        more.extend(self.marked.clone().map(|lines| (Known::Marked, lines)));
        if self.asks(Known::Edited) {
            more.push((Known::Edited, snapshot.edited_lines()));
        }
        Ok(facts.and(more).of_files(self.files.clone()))
    }

    /// Returns true if a line (number 0-based) matches. `facts` come from [`Self::facts`], or are [`Facts::default`]
    /// if [`Self::whole_file`] is empty.
    pub fn matches(
        &self,
        line: &[u8],
        number: usize,
        options: &ReadOptions,
        facts: &Facts,
    ) -> bool {
        self.ask(&LazyRecord::new(line, number, options).knowing(facts), None)
    }

    /// Returns true if a line given by [`Self::candidates`] matches, without searching it for the same text again.
    pub fn matches_candidate(
        &self,
        line: &[u8],
        number: usize,
        options: &ReadOptions,
        facts: &Facts,
    ) -> bool {
        let subject = LazyRecord::new(line, number, options).knowing(facts);
        self.ask(&subject, self.looked_for())
    }

    /// Returns true if the query depends on the file's name.
    pub fn asks_file(&self) -> bool {
        self.node
            .any(|node| matches!(node, Node::Text(ast::TextOf::File, ..)))
    }

    /// Returns true if the query depends on the meaning of the castling letters, so on the rules of the file.
    pub fn asks_rules(&self) -> bool {
        self.node.any(|node| node.asks_rules())
    }

    /// Returns the lines of `text`, which begins with line `first`, that may match, each with its number and end.
    /// [`Self::matches`] is false for all others; they count for the hint shown when nothing matches.
    pub fn candidates<'q, 't>(
        &'q self,
        text: &'t [u8],
        terminator: u8,
        first: usize,
        options: &ReadOptions,
    ) -> Candidates<'q, 't> {
        let needle = self.looked_for().and_then(|nth| self.needles.get(nth));
        if let (Some(seen), Some(_)) = (&self.seen, needle) {
            seen.pass(text, terminator, options);
        }
        Candidates::of(needle, text, terminator, first)
    }

    /// Returns the index of the longest needle that can be searched for without knowing the line ends.
    fn looked_for(&self) -> Option<usize> {
        self.needles.iter().position(Pattern::is_literal)
    }

    /// Returns true if the query holds for a record; `known` is the needle already found in the line.
    fn ask(&self, subject: &LazyRecord<'_>, known: Option<usize>) -> bool {
        let mut needles = self.needles.iter().enumerate();
        let found = needles.all(|(nth, needle)| known == Some(nth) || needle.is_in(subject.line))
            && Skim::kind_of(subject.line) == LineKind::Record
            && self.node.holds(subject);
        if let Some(seen) = &self.seen {
            seen.see(subject, found);
        }
        found
    }
}

/// Runs a query over all lines, on several threads. `so_far` has the matches while it runs; progress is in lines.
/// Moves are read only if the query needs them.
///
/// # Errors
/// Cancelled, or lines can no longer be read.
pub fn query_lines(
    snapshot: &Snapshot,
    query: &Query,
    job: &Job,
    so_far: &FoundSoFar,
) -> Result<LineSet, JobError> {
    let facts = query.facts(snapshot, job)?;
    let task = |range| {
        let (mut lines, mut found, mut parsed) = (Part::of(&range), 0, 0);
        let terminator = snapshot.line_end().terminator();
        for run in snapshot.runs(range) {
            let options = snapshot.read_options();
            for (line, bytes) in query.candidates(&run.bytes, terminator, run.first, options) {
                let subject = LazyRecord::new(bytes, line, options).knowing(&facts);
                if query.ask(&subject, query.looked_for()) {
                    lines.insert(line);
                    found += 1;
                }
                parsed += usize::from(subject.is_read_whole());
            }
        }
        snapshot.work.parsed_lines(parsed);
        so_far.add(found, found);
        lines
    };
    let mut found = Gathered::default();
    scan(snapshot, job, task, |lines| {
        found.add(&lines);
        so_far.gather(&lines);
        Ok(())
    })?;
    Ok(found.lines())
}

#[cfg(test)]
mod tests;

/// The error of a query: its place, and the tokens valid there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct QueryError {
    /// The bytes at fault; empty where something is missing.
    pub span: Span,
    /// The message, with the expected tokens.
    pub message: String,
    /// The tokens valid at that place.
    pub expected: Vec<String>,
}

impl QueryError {
    /// Returns the query with a mark below the place, for display.
    pub fn marked(&self, text: &str) -> String {
        let before = text.get(..self.span.start).unwrap_or(text);
        let wrong = text.get(self.span.range()).unwrap_or_default();
        let columns = |text: &str| text.chars().count();
        format!(
            "{text}\n{}{} {}",
            " ".repeat(columns(before)),
            "^".repeat(columns(wrong).max(1)),
            self.message
        )
    }
}
