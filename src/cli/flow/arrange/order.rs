//! Records in another order. They share out the places of all that are asked for; what is loose stays
//! between the same places.

use std::hash::{BuildHasher, BuildHasherDefault};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHasher;

use super::pass::{Block, Ending, Passed, Sink};
use super::{Arranged, Arrangement, Out, Whole};
use crate::cli::flow::{Fault, Status, Verb};
use crate::cli::output::say;
use crate::epd::ReadOptions;
use crate::suite::bulk::shuffled_places;
use crate::suite::external::{Between, Order, Sorter};
use crate::suite::field::{Field, Keys};
use crate::suite::query::{Facts, LazyRecord, nobody_has};
use crate::suite::text_of;

/// Sorts by keys.
pub(crate) struct SortRecords<'k> {
    keys: &'k Keys,
    reverse: bool,
    /// Whether a record has each key.
    found: Vec<AtomicBool>,
    /// Whether there was one.
    seen: AtomicBool,
}

impl<'k> SortRecords<'k> {
    pub(crate) fn new(keys: &'k Keys, reverse: bool) -> Self {
        Self {
            keys,
            reverse,
            found: keys.0.iter().map(|_| AtomicBool::new(false)).collect(),
            seen: AtomicBool::new(false),
        }
    }

    /// Takes note of the keys that a record has.
    fn see(&self, line: &[u8]) {
        self.seen.store(true, Ordering::Relaxed);
        for (key, found) in self.keys.0.iter().zip(&self.found) {
            if !found.load(Ordering::Relaxed) && is_in(line, &key.field) {
                found.store(true, Ordering::Relaxed);
            }
        }
    }
}

/// Returns whether a line has what is sorted by; every record has all but an operation.
fn is_in(line: &[u8], field: &Field) -> bool {
    let (options, facts) = (ReadOptions::default(), Facts::default());
    match field {
        Field::Operation(opcode) => LazyRecord::new(line, 0, &options, &facts).has(opcode),
        _ => true,
    }
}

impl Arrangement for SortRecords<'_> {
    const VERB: Verb = Verb::Move;

    fn asks_rules(&self) -> bool {
        self.keys.asks_rules()
    }

    fn arrange(&self, whole: &Whole<'_>, out: &mut Out<'_>) -> Result<Arranged, Fault> {
        self.sorted(whole, None, out)
    }

    fn before_end(&self, status: Status) -> Status {
        if status == Status::Trouble || !self.seen.load(Ordering::Relaxed) {
            return status;
        }
        for (key, found) in self.keys.0.iter().zip(&self.found) {
            if !found.load(Ordering::Relaxed) {
                say(&nobody_has(&key.field.name()));
            }
        }
        status
    }
}

impl SortRecords<'_> {
    /// Hands on all records in order, or so many and the head of the suite.
    fn sorted(
        &self,
        whole: &Whole<'_>,
        most: Option<usize>,
        out: &mut Out<'_>,
    ) -> Result<Arranged, Fault> {
        let falls = self.keys.only_text().map(|falls| falls != self.reverse);
        let order = match falls {
            Some(true) => Order::Falling,
            _ => Order::Rising,
        };
        let source = whole.source();
        let asks_rules = self.asks_rules();
        let keys = self.keys.ready(self.reverse);
        let note = |number: usize, line: &[u8], key: &mut Vec<u8>| {
            self.see(line);
            if falls.is_none() {
                let options = source.options_where(asks_rules);
                keys.push((line, number), options, key);
            }
        };
        let mut places =
            Places::new(
                order,
                most,
                |block: &Block<'_>, sorter: &mut Sorter| match falls {
                    None => sorter.push_joined(block.key, block.above, block.text),
                    Some(_) => {
                        let line = block.text.get(block.record..).unwrap_or_default();
                        let key = block.record..block.record + text_of(line).len();
                        sorter.push_with(block.above, block.text, key)
                    }
                },
            );
        let passed = whole.pass(&note, &mut places)?;
        places.put(passed, out)
    }
}

/// The first of them, sorted, and no others.
pub(crate) struct FirstRecords<'k> {
    pub task: SortRecords<'k>,
    pub most: usize,
}

impl Arrangement for FirstRecords<'_> {
    const VERB: Verb = Verb::Keep;

    fn asks_rules(&self) -> bool {
        self.task.asks_rules()
    }

    fn arrange(&self, whole: &Whole<'_>, out: &mut Out<'_>) -> Result<Arranged, Fault> {
        let done = self.task.sorted(whole, Some(self.most), out)?;
        Ok(Arranged {
            changed: done.records.min(self.most),
            is_changed: true,
            ..done
        })
    }

    fn before_end(&self, status: Status) -> Status {
        self.task.before_end(status)
    }
}

/// Shuffles.
pub(crate) struct ShuffleRecords(pub u64);

impl Arrangement for ShuffleRecords {
    const VERB: Verb = Verb::Move;

    fn arrange(&self, whole: &Whole<'_>, out: &mut Out<'_>) -> Result<Arranged, Fault> {
        let count = whole.counted()?.records;
        let mut to = shuffled_places(count, self.0)
            .map_err(io::Error::other)?
            .into_iter();
        let push = |block: &Block<'_>, sorter: &mut Sorter| {
            let place = to.next().unwrap_or(u32::MAX).to_be_bytes();
            sorter.push_joined(&place, block.above, block.text)
        };
        let mut places = Places::new(Order::Rising, None, push);
        let passed = whole.pass(&|_, _, _| (), &mut places)?;
        places.put(passed, out)
    }
}

/// The places of records, and what stands between them.
struct Places<P> {
    sorter: Sorter,
    between: Between,
    /// The text of the record at each place, as a number: 8 bytes a record.
    before: Vec<u64>,
    /// So many records are handed on; then of what stands between them only the head of the suite.
    most: Option<usize>,
    push: P,
}

impl<P: FnMut(&Block<'_>, &mut Sorter) -> io::Result<()>> Places<P> {
    fn new(order: Order, most: Option<usize>, push: P) -> Self {
        Self {
            sorter: Sorter::new(order),
            between: Between::default(),
            before: Vec::new(),
            most,
            push,
        }
    }

    /// Puts the records into their places.
    fn put(self, passed: Passed, out: &mut Out<'_>) -> Result<Arranged, Fault> {
        let Self {
            sorter,
            between,
            before,
            most,
            push,
        } = self;
        drop(push);
        let mut left = most.unwrap_or(usize::MAX);
        let mut out = Ending::new(out, passed);
        let mut between = between.read()?;
        let (mut before, mut changed) = (before.into_iter(), 0);
        sorter.sorted()?.each(|block| {
            between.before_place(|text| out.lines(text))?;
            if left == 0 {
                return Ok(());
            }
            left -= 1;
            let lines = block
                .get(..block.len().saturating_sub(1))
                .unwrap_or_default();
            let record = memchr::memrchr(passed.terminator, lines).map_or(0, |at| at + 1);
            let now = number(block.get(record..).unwrap_or_default());
            changed += usize::from(before.next() != Some(now));
            out.lines(block)
        })?;
        between.before_place(|text| out.lines(text))?;
        out.finish()?;
        Ok(Arranged {
            records: passed.records,
            changed,
            ..Arranged::default()
        })
    }
}

fn number(line: &[u8]) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(line)
}

impl<P: FnMut(&Block<'_>, &mut Sorter) -> io::Result<()>> Sink for Places<P> {
    fn block(&mut self, block: Block<'_>) -> Result<(), Fault> {
        self.between.place();
        let record = block.text.get(block.record..).unwrap_or_default();
        self.before.push(number(record));
        (self.push)(&block, &mut self.sorter)?;
        Ok(())
    }

    fn loose(&mut self, text: &[u8], is_head: bool) -> Result<(), Fault> {
        match self.most.is_none() || is_head {
            true => Ok(self.between.text(text)?),
            false => Ok(()),
        }
    }
}
