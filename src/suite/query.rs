//! Queries about records: `bm and not id`, `ce > 200 and side = w`, `KRPvKR and duplicate(id)`.
//!
//! A query is about records only; comment and blank lines are never among the matches. What
//! compares something that a record does not have is false of it, so `ce != 0` wants a `ce`. The
//! grammar stands above each parse function in `parse`; [`WORDS`] lists all words.
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

pub(crate) mod ast;
mod complete;
mod cursor;
mod error;
mod evaluate;
mod facts;
mod meaning;
mod parse;
pub(super) mod shapes;
mod subject;
mod words;

use super::duplicates::Sameness;
use super::line_set::{LineSet, Part};
use super::progress::Job;
use super::scan::{JobError, scan};
use super::search::{FoundSoFar, Pattern};
use super::snapshot::Snapshot;
use crate::epd::{LineKind, ReadOptions};
use ast::Node;
pub(super) use subject::Subject;

pub use complete::{Completions, complete};
pub use error::QueryError;
pub use facts::Facts;
pub use shapes::Phase;
pub use words::{WORDS, Word};

/// A query, read and ready to be asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    text: String,
    node: Node,
    /// What stands in every line that matches, the longest first.
    needles: Vec<Pattern>,
}

impl Query {
    /// Reads a query.
    ///
    /// # Errors
    /// It is none: the error has the place and what was expected there.
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
        })
    }

    /// As typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What must be gathered from the whole file before it can be asked of one line.
    pub fn whole_file(&self) -> Vec<Sameness> {
        let mut kinds = Vec::new();
        gather(&self.node, &mut kinds);
        kinds
    }

    /// What it needs of the whole file; nothing is read where it needs nothing.
    ///
    /// # Errors
    /// Cancelled, or lines can't be read any more.
    pub fn facts(&self, snapshot: &Snapshot, job: &Job) -> Result<Facts, JobError> {
        Facts::gather(snapshot, &self.whole_file(), job)
    }

    /// Whether a line (number from 0) matches. `facts` are those of [`Self::facts`], or
    /// [`Facts::default`] where [`Self::whole_file`] is empty.
    pub fn matches(
        &self,
        line: &[u8],
        number: usize,
        options: &ReadOptions,
        facts: &Facts,
    ) -> bool {
        self.ask(&Subject::new(line, number, options, facts))
    }

    fn ask(&self, subject: &Subject<'_>) -> bool {
        self.needles.iter().all(|needle| needle.is_in(subject.line))
            && subject.skim().kind() == LineKind::Record
            && self.node.holds(subject)
    }
}

fn gather(node: &Node, kinds: &mut Vec<Sameness>) {
    match node {
        Node::And(nodes) | Node::Or(nodes) => nodes.iter().for_each(|node| gather(node, kinds)),
        Node::Not(node) => gather(node, kinds),
        Node::Duplicate(kind) if !kinds.contains(kind) => kinds.push(*kind),
        _ => {}
    }
}

/// Asks every line, on several threads. `so_far` counts the matches while it runs; progress is in
/// lines. Moves are read only where the query needs them.
///
/// # Errors
/// Cancelled, or lines can't be read any more.
pub fn query_lines(
    snapshot: &Snapshot,
    query: &Query,
    job: &Job,
    so_far: &FoundSoFar,
) -> Result<LineSet, JobError> {
    let facts = query.facts(snapshot, job)?;
    let found = scan(snapshot, 0..snapshot.line_count(), job, |range| {
        let (mut lines, mut found, mut parsed) = (Part::of(&range), 0, 0);
        snapshot.each_line(range, |line, bytes| {
            let subject = Subject::new(bytes, line, snapshot.read_options(), &facts);
            if query.ask(&subject) {
                lines.insert(line);
                found += 1;
            }
            parsed += usize::from(subject.is_read_whole());
            true
        });
        snapshot.work.parsed_lines(parsed);
        so_far.add(found, found);
        lines
    })?;
    Ok(found.into_iter().collect())
}

#[cfg(test)]
mod tests;
