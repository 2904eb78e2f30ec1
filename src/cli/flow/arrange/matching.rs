//! Only the records that match a query.

use std::sync::atomic::{AtomicU64, Ordering};

use super::keep::Loose;
use super::pass::{Block, Sink};
use super::{Arranged, Arrangement, Out, Whole};
use crate::cli::flow::{Fault, Status, Verb, say_why_none};
use crate::cli::output::say;
use crate::epd::counted;
use crate::suite::{LineSet, Query};

/// Keeps the records that match, each with the comments directly above it, and the head of the file. A
/// suite of which nothing would be left was not meant: it stays as it is.
pub(crate) struct KeepMatching<'q> {
    query: &'q Query,
    /// Suites without a match.
    without: AtomicU64,
}

impl<'q> KeepMatching<'q> {
    pub(crate) fn new(query: &'q Query) -> Self {
        Self {
            query,
            without: AtomicU64::new(0),
        }
    }
}

impl Arrangement for KeepMatching<'_> {
    const VERB: Verb = Verb::Remove;

    fn asks_rules(&self) -> bool {
        self.query.asks_rules()
    }

    fn arrange(&self, whole: &Whole<'_>, out: &mut Out<'_>) -> Result<Arranged, Fault> {
        let source = whole.source_asked(self.query)?;
        let note = |line: usize, text: &[u8], note: &mut Vec<u8>| {
            if source.has(line as u64 + 1, text) {
                note.push(1);
            }
        };
        let mut noted = Noted::default();
        let passed = whole.pass(&note, &mut noted)?;
        let matching = noted.records;
        if matching.is_empty() {
            self.without.fetch_add(1, Ordering::Relaxed);
            whole.keep(passed, |_| true, Loose::All, out)?;
            return Ok(Arranged {
                records: passed.records,
                ..Arranged::default()
            });
        }
        let gone = passed.records - matching.len();
        whole.keep(passed, |nth| matching.contains(nth), Loose::Head, out)?;
        Ok(Arranged {
            records: passed.records,
            changed: gone,
            // Loose comments go, too.
            is_changed: true,
            ..Arranged::default()
        })
    }

    fn before_end(&self, status: Status) -> Status {
        if status != Status::Trouble {
            say_why_none(Some(self.query));
        }
        match self.without.load(Ordering::Relaxed) {
            0 => status,
            count => {
                let files = counted::thousands_of(count, "file", "files");
                say(&format!("{files} without a matching record left unchanged"));
                status.max(Status::Findings)
            }
        }
    }
}

/// The records that something was noted of, by their number.
#[derive(Default)]
struct Noted {
    records: LineSet,
    nth: usize,
}

impl Sink for Noted {
    fn block(&mut self, block: Block<'_>) -> Result<(), Fault> {
        if !block.key.is_empty() {
            self.records.insert(self.nth);
        }
        self.nth += 1;
        Ok(())
    }

    fn loose(&mut self, _: &[u8], _: bool) -> Result<(), Fault> {
        Ok(())
    }
}
