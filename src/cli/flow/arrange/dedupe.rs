//! Without records that are the same as others.

use std::io;

use super::keep::Loose;
use super::pass::{Block, Passed, Sink};
use super::{Arranged, Arrangement, Out, Whole};
use crate::cli::flow::{Fault, Verb};
use crate::suite::bulk::{Keep, operation_count};
use crate::suite::query::Facts;
use crate::suite::{Alike, Glance, Glances, Marks, Query, Sameness, Streamed, Which};

/// One of the records that are the same stays.
pub(crate) struct Dedupe {
    pub by: Sameness,
    pub keep: Keep,
}

impl Arrangement for Dedupe {
    const VERB: Verb = Verb::Remove;

    fn asks_rules(&self) -> bool {
        true
    }

    fn arrange(&self, whole: &Whole<'_>, out: &mut Out<'_>) -> Result<Arranged, Fault> {
        if self.keep == Keep::Merged {
            return whole.merge(self.by, out);
        }
        let (same, passed) = whole.marked(self.by, self.keep == Keep::Richest)?;
        let gone = same.numbers(match self.keep {
            Keep::Last => Which::ButLast,
            Keep::Richest => Which::ButHighest,
            Keep::First | Keep::Merged => Which::ButFirst,
        })?;
        let changed = gone.len();
        whole.keep(passed, |nth| !gone.contains(nth), Loose::All, out)?;
        Ok(Arranged {
            records: passed.records,
            changed,
            ..Arranged::default()
        })
    }
}

impl Whole<'_> {
    /// The marks of all records that are asked for, each with the number of its line. Of those that no
    /// other can be the same as, there may be none. With `counts` each has the number of its operations, too.
    fn marks(&self, by: Sameness, counts: bool, take: &mut Take<'_>) -> Result<Passed, Fault> {
        let (source, marks) = (self.source(), Marks::default());
        let alike = match by {
            Sameness::Record => {
                let (alike, passed) = self.alike()?;
                if alike.is_none() {
                    return Ok(passed);
                }
                Some(alike)
            }
            _ => None,
        };
        let mark_of = |line: usize, text: &[u8]| match &alike {
            None => marks.of(text, source.options(), by),
            Some(alike) if alike.of_one_text.contains(line) => Some(marks.of_text(text)),
            Some(alike) if alike.of_several.contains(line) => marks.of(text, source.options(), by),
            Some(_) => None,
        };
        let note = |line: usize, text: &[u8], note: &mut Vec<u8>| {
            if let Some(mark) = mark_of(line, text) {
                let count = match counts {
                    true => operation_count(text, source.options_where(false)),
                    false => 0,
                };
                note.extend_from_slice(&mark.to_be_bytes());
                note.extend_from_slice(&(line as u64).to_be_bytes());
                note.extend_from_slice(&u16::try_from(count).unwrap_or(u16::MAX).to_be_bytes());
            }
        };
        self.pass(&note, &mut Marking { take, nth: 0 })
    }

    /// The lines of records that may be the same as others, told without reading a move.
    fn alike(&self) -> Result<(Alike, Passed), Fault> {
        let source = self.source();
        let note = |line: usize, text: &[u8], note: &mut Vec<u8>| {
            // The rules of the file need not be found for that.
            let glance = Glance::of(text, source.options_where(false));
            note.extend_from_slice(&(line as u64).to_be_bytes());
            note.extend_from_slice(&glance.bytes());
        };
        let mut looking = Looking(Glances::default());
        let passed = self.pass(&note, &mut looking)?;
        Ok((looking.0.alike()?, passed))
    }

    /// The same by their number among these, from 0, and what there was.
    ///
    /// # Errors
    ///
    /// Those of reading.
    pub(super) fn marked(&self, by: Sameness, counts: bool) -> Result<(Streamed, Passed), Fault> {
        let mut same = Streamed::default();
        let passed = self.marks(by, counts, &mut |mark, place| {
            same.push_ranked(mark, place.nth, place.operations)
        })?;
        Ok((same, passed))
    }

    /// What a query needs to know of all of it.
    ///
    /// # Errors
    ///
    /// Those of reading.
    pub(crate) fn facts(&self, query: &Query) -> Result<Facts, Fault> {
        let mut known = Vec::new();
        for by in query.whole_file() {
            let mut same = Streamed::default();
            self.marks(by, false, &mut |mark, place| same.push(mark, place.line))?;
            known.push((by, same.numbers(Which::All)?));
        }
        Ok(Facts::of_duplicates(known))
    }
}

/// Takes what records show at a glance, each behind the number of its line.
struct Looking(Glances);

impl Sink for Looking {
    fn block(&mut self, block: Block<'_>) -> Result<(), Fault> {
        if let Some((line, glance)) = block.key.split_first_chunk() {
            let line = usize::try_from(u64::from_be_bytes(*line)).unwrap_or(usize::MAX);
            self.0.push(glance, line)?;
        }
        Ok(())
    }

    fn loose(&mut self, _: &[u8], _: bool) -> Result<(), Fault> {
        Ok(())
    }
}

/// Whose mark it is.
struct Place {
    /// The number of the record.
    nth: usize,
    line: usize,
    /// How many operations it has, where that was asked for.
    operations: u16,
}

/// Takes marks.
type Take<'t> = dyn FnMut(u128, Place) -> io::Result<()> + 't;

struct Marking<'t, 's> {
    take: &'s mut Take<'t>,
    nth: usize,
}

impl Sink for Marking<'_, '_> {
    fn block(&mut self, block: Block<'_>) -> Result<(), Fault> {
        if let Some((mark, rest)) = block.key.split_first_chunk()
            && let Some((line, rest)) = rest.split_first_chunk()
            && let Some((operations, _)) = rest.split_first_chunk()
        {
            let line = usize::try_from(u64::from_be_bytes(*line)).unwrap_or(usize::MAX);
            let place = Place {
                nth: self.nth,
                line,
                operations: u16::from_be_bytes(*operations),
            };
            (self.take)(u128::from_be_bytes(*mark), place)?;
        }
        self.nth += 1;
        Ok(())
    }

    fn loose(&mut self, _: &[u8], _: bool) -> Result<(), Fault> {
        Ok(())
    }
}
