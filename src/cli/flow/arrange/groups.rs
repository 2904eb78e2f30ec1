//! Records that are the same as others, group by group, in the order of the first of each. Their marks are
//! put in order first; the records of groups, and no others, are then brought together, on disk where they
//! are many.

use std::ops::Range;

use rayon::prelude::*;

use super::Whole;
use super::pass::{Block, Sink};
use crate::cli::flow::Fault;
use crate::epd::ReadOptions;
use crate::suite::external::{Order, Sorter};
use crate::suite::{Firsts, Sameness, Streamed};

/// Bytes of records that are looked at together, on all cores.
const TOGETHER: usize = 1 << 20;

/// A record that is the same as others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member<'a> {
    /// Its number among all that are asked for, from 0.
    pub nth: usize,
    /// Its line in the whole, from 0.
    pub line: usize,
    /// The comments directly above it.
    pub above: &'a [u8],
    /// The record with its line end.
    pub record: &'a [u8],
}

/// What is to be known of records that are the same. They come a few at a time, in their order.
pub(crate) trait Group: Send + Sized {
    /// That of the first of them.
    fn begin(first: Member<'_>, options: &ReadOptions) -> Self;

    /// Takes more of them.
    fn add(&mut self, others: &[Member<'_>], options: &ReadOptions);
}

/// Where a record lies among those that are held.
struct Held {
    group: usize,
    nth: usize,
    line: usize,
    record: usize,
    text: Range<usize>,
}

/// Records on their way, group after group.
struct Groups<'o, G, T> {
    options: &'o ReadOptions,
    take: T,
    text: Vec<u8>,
    held: Vec<Held>,
    /// The group that the last records were of: more of it may come.
    open: Option<(usize, G)>,
}

impl<G: Group, T: FnMut(G) -> Result<(), Fault>> Groups<'_, G, T> {
    fn push(&mut self, stored: &[u8]) -> Result<(), Fault> {
        let Some((numbers, text)) = stored.split_at_checked(4 * size_of::<u64>()) else {
            return Ok(());
        };
        let (numbers, _) = numbers.as_chunks::<8>();
        let mut numbers = numbers
            .iter()
            .map(|bytes| usize::try_from(u64::from_be_bytes(*bytes)).unwrap_or(usize::MAX));
        let mut next = || numbers.next().unwrap_or_default();
        let start = self.text.len();
        self.text.extend_from_slice(text);
        self.held.push(Held {
            group: next(),
            nth: next(),
            line: next(),
            record: start + next(),
            text: start..self.text.len(),
        });
        match self.text.len() > TOGETHER {
            true => self.look(),
            false => Ok(()),
        }
    }

    /// Looks at what is held, and hands on the groups that are whole.
    fn look(&mut self) -> Result<(), Fault> {
        let text = &self.text;
        let member = |held: &Held| Member {
            nth: held.nth,
            line: held.line,
            above: text.get(held.text.start..held.record).unwrap_or_default(),
            record: text.get(held.record..held.text.end).unwrap_or_default(),
        };
        let mut open = self.open.take();
        let options = self.options;
        let runs: Vec<(Option<G>, &[Held])> = self
            .held
            .chunk_by(|one, other| one.group == other.group)
            .map(|run| {
                let group = run.first().map(|held| held.group);
                let begun = open.take_if(|(known, _)| Some(*known) == group);
                (begun.map(|(_, begun)| begun), run)
            })
            .collect();
        // None of it came: it is whole.
        if let Some((_, whole)) = open {
            (self.take)(whole)?;
        }
        let mut found: Vec<(usize, G)> = runs
            .into_par_iter()
            .filter_map(|(begun, run)| {
                let members: Vec<Member<'_>> = run.iter().map(member).collect();
                let (first, others) = members.split_first()?;
                let (mut group, more) = match begun {
                    Some(begun) => (begun, &members[..]),
                    None => (G::begin(*first, options), others),
                };
                group.add(more, options);
                Some((run.first()?.group, group))
            })
            .collect();
        self.open = found.pop();
        self.text.clear();
        self.held.clear();
        for (_, group) in found {
            (self.take)(group)?;
        }
        Ok(())
    }

    fn finish(mut self) -> Result<(), Fault> {
        self.look()?;
        match self.open.take() {
            Some((_, last)) => (self.take)(last),
            None => Ok(()),
        }
    }
}

/// Brings the records of groups together.
struct Gathering {
    firsts: Firsts,
    sorter: Sorter,
    nth: usize,
    text: Vec<u8>,
}

impl Sink for Gathering {
    fn block(&mut self, block: Block<'_>) -> Result<(), Fault> {
        let nth = self.nth;
        self.nth += 1;
        let Some(first) = self.firsts.next_record()? else {
            return Ok(());
        };
        let first = (first as u64).to_be_bytes();
        self.text.clear();
        self.text.extend_from_slice(&first);
        self.text.extend_from_slice(&(nth as u64).to_be_bytes());
        self.text.extend_from_slice(block.key);
        let record = (block.above.len() + block.record) as u64;
        self.text.extend_from_slice(&record.to_be_bytes());
        self.text.extend_from_slice(block.above);
        self.text.extend_from_slice(block.text);
        let key = 0..first.len();
        Ok(self.sorter.push_with(&[], &self.text, key)?)
    }

    fn loose(&mut self, _: &[u8], _: bool) -> Result<(), Fault> {
        Ok(())
    }
}

impl Whole<'_> {
    /// Gives `take` each group of records that are the same, in the order of their first ones.
    ///
    /// # Errors
    ///
    /// Those of reading, and of `take`.
    pub(crate) fn each_group<G: Group>(
        &self,
        by: Sameness,
        take: impl FnMut(G) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let (same, _) = self.marked(by, false)?;
        self.groups(same, take)
    }

    /// The same of those with these marks ([`Whole::marked`]).
    ///
    /// # Errors
    ///
    /// Those of reading, and of `take`.
    pub(super) fn groups<G: Group>(
        &self,
        same: Streamed,
        take: impl FnMut(G) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let mut gathering = Gathering {
            firsts: same.firsts()?,
            sorter: Sorter::new(Order::Rising),
            nth: 0,
            text: Vec::new(),
        };
        let note = |line: usize, _: &[u8], note: &mut Vec<u8>| {
            note.extend_from_slice(&(line as u64).to_be_bytes());
        };
        self.pass(&note, &mut gathering)?;
        let source = self.source();
        let mut groups = Groups {
            options: source.options(),
            take,
            text: Vec::new(),
            held: Vec::new(),
            open: None,
        };
        gathering.sorter.sorted()?.each(|text| groups.push(text))?;
        groups.finish()
    }
}
