//! Arranging a stream of records, read once or twice, into a new text.

use crate::epd::ReadOptions;
use crate::suite::arrange::{Arrangement, DuplicateRemoval, sampled, shuffle};
use crate::suite::edit::Skipped;
use crate::suite::external::{Order, Sorter, SpooledTexts, TextSpool};
use crate::suite::field::{Field, Keys};
use crate::suite::lines::text_of;
use crate::suite::query::LazyRecord;
use crate::suite::records::{Block, Note, PassSummary, Records, Sink};
use crate::suite::scan::JobError;
use rustc_hash::FxHasher;
use std::hash::{BuildHasher, BuildHasherDefault};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

/// A receiver of lines.
pub type Out<'a, E> = dyn FnMut(&[u8]) -> Result<(), E> + 'a;

/// Records with access to their text and to the lines between them.
pub trait TextRecords: Records {
    /// Passes the whole text to a sink: each chosen record as a block with its note.
    ///
    /// # Errors
    /// The text can't be read, or the sink fails.
    fn pass(
        &self,
        note: &Note<'_>,
        sink: &mut impl Sink<Self::Error>,
    ) -> Result<PassSummary, Self::Error>;
}

/// The outcome of an arrangement.
#[derive(Clone, Debug, Default)]
pub struct ArrangementResult {
    /// The number of chosen records.
    pub records: usize,
    /// The number of records that were moved, removed or kept.
    pub changed: usize,
    /// Whether the text differs although no record was moved or removed.
    pub is_changed: bool,
    /// The records left unchanged, by line number in the whole text.
    pub left: Skipped,
    /// For each sort key, whether a record has it.
    pub keys_found: Vec<bool>,
}

/// The lines outside records to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutsideLines {
    All,
    /// Only the lines before the first record.
    Head,
}

impl Arrangement {
    /// Writes the arranged records. With a `limit`, a sort or shuffle writes only that many records, and of the lines
    /// outside records only those before the first.
    ///
    /// # Errors
    ///
    /// The text can't be read, or `out` fails.
    pub fn write<R: TextRecords>(
        &self,
        on: &R,
        limit: Option<usize>,
        out: &mut Out<'_, R::Error>,
    ) -> Result<ArrangementResult, R::Error> {
        match self {
            Self::Sort { keys, reverse } => sort(on, keys, *reverse, limit, out),
            Self::Shuffle { seed } => {
                let count = u32::try_from(on.lines()?.len());
                let count = count.map_err(|_| io::Error::other(JobError::TooManyLines))?;
                let mut order: Vec<u32> = (0..count).collect();
                shuffle(&mut order, *seed);
                let mut places = super::tree::ranks(&order).into_iter();
                drop(order);
                let push = |block: &Block<'_>, sorter: &mut Sorter| {
                    let place = places.next().unwrap_or(u32::MAX).to_be_bytes();
                    sorter.push(&place, &[block.above, block.text])
                };
                reorder(on, (Order::Rising, limit), &|_, _, _| (), push, out)
            }
            Self::Sample { count, seed } => {
                let all = on.lines()?;
                let kept = sampled(&all, *count, *seed);
                keep(on, |line| kept.contains(line), OutsideLines::Head, out)?;
                Ok(ArrangementResult {
                    records: all.len(),
                    changed: kept.len(),
                    ..ArrangementResult::default()
                })
            }
            Self::Dedupe { by, keep } => {
                let DuplicateRemoval {
                    removed,
                    texts,
                    left,
                } = DuplicateRemoval::of(on, by, *keep)?;
                let texts = texts.read()?;
                let stays = |line| !removed.contains(line);
                Ok(ArrangementResult {
                    records: write(on, stays, OutsideLines::All, texts, out)?,
                    changed: removed.len(),
                    left,
                    ..ArrangementResult::default()
                })
            }
        }
    }
}

/// Writes the records whose line satisfies `stays`; returns the number of chosen records.
///
/// # Errors
///
/// The text can't be read, or `out` fails.
pub fn keep<R: TextRecords>(
    on: &R,
    stays: impl Fn(usize) -> bool,
    loose: OutsideLines,
    out: &mut Out<'_, R::Error>,
) -> Result<usize, R::Error> {
    write(on, stays, loose, TextSpool::default().read()?, out)
}

/// Writes the records that stay, with `texts` replacing some.
fn write<R: TextRecords>(
    on: &R,
    stays: impl Fn(usize) -> bool,
    loose: OutsideLines,
    texts: SpooledTexts,
    out: &mut Out<'_, R::Error>,
) -> Result<usize, R::Error> {
    let mut staying = KeptRecordSink {
        stays,
        loose,
        texts,
        out: Writer::new(out),
    };
    let passed = on.pass(&|_, _, _| (), &mut staying)?;
    staying.out.finish(passed.is_endless)?;
    Ok(passed.records)
}

struct KeptRecordSink<'o, 'f, S, E> {
    stays: S,
    loose: OutsideLines,
    texts: SpooledTexts,
    out: Writer<'o, 'f, E>,
}

impl<S: Fn(usize) -> bool, E: From<io::Error>> Sink<E> for KeptRecordSink<'_, '_, S, E> {
    fn block(&mut self, block: Block<'_>) -> Result<(), E> {
        if !(self.stays)(block.line) {
            return Ok(());
        }
        let out = &mut self.out;
        out.lines(block.above)?;
        let mut is_new = false;
        self.texts.up_to(block.line as u64, |_, text| {
            is_new = true;
            out.lines(block.comments())?;
            out.lines(text)
        })?;
        match is_new {
            true => Ok(()),
            false => out.lines(block.text),
        }
    }

    fn loose(&mut self, text: &[u8], is_head: bool) -> Result<(), E> {
        match is_head || self.loose == OutsideLines::All {
            true => self.out.lines(text),
            false => Ok(()),
        }
    }
}

fn sort<R: TextRecords>(
    on: &R,
    keys: &Keys,
    reverse: bool,
    limit: Option<usize>,
    out: &mut Out<'_, R::Error>,
) -> Result<ArrangementResult, R::Error> {
    // A text that is its own key is stored once.
    let falls = keys.only_text().map(|falls| falls != reverse);
    let order = match falls {
        Some(true) => Order::Falling,
        _ => Order::Rising,
    };
    let found: Vec<AtomicBool> = keys.0.iter().map(|_| AtomicBool::new(false)).collect();
    let ready = keys.ready(reverse);
    let asks_rules = keys.asks_rules();
    let note = |number: usize, line: &[u8], key: &mut Vec<u8>| {
        for (key, found) in keys.0.iter().zip(&found) {
            if !found.load(Ordering::Relaxed) && is_in(line, &key.field) {
                found.store(true, Ordering::Relaxed);
            }
        }
        if falls.is_none() {
            ready.push((line, number), on.options(asks_rules), key);
        }
    };
    let push = |block: &Block<'_>, sorter: &mut Sorter| match falls {
        None => sorter.push(block.key, &[block.above, block.text]),
        Some(_) => {
            let key = block.record..block.record + text_of(block.record()).len();
            sorter.push_with(block.above, block.text, key)
        }
    };
    let done = reorder(on, (order, limit), &note, push, out)?;
    Ok(ArrangementResult {
        keys_found: found.into_iter().map(AtomicBool::into_inner).collect(),
        ..done
    })
}

/// Returns true if a line has the sort field; every record has all fields except operations.
fn is_in(line: &[u8], field: &Field) -> bool {
    let options = ReadOptions::default();
    match field {
        Field::Operation(opcode) => LazyRecord::new(line, 0, &options).has(opcode),
        _ => true,
    }
}

/// Writes the records in the order in which `push` adds them to the sorter.
fn reorder<R: TextRecords>(
    on: &R,
    (order, limit): (Order, Option<usize>),
    note: &Note<'_>,
    push: impl FnMut(&Block<'_>, &mut Sorter) -> io::Result<()>,
    out: &mut Out<'_, R::Error>,
) -> Result<ArrangementResult, R::Error> {
    let mut places = Places {
        sorter: Sorter::new(order),
        between: TextSpool::default(),
        before: Vec::new(),
        limit,
        push,
    };
    let passed = on.pass(note, &mut places)?;
    let Places {
        sorter,
        between,
        before,
        ..
    } = places;
    let mut out = Writer::new(out);
    let (mut between, mut sorted) = (between.read()?, sorter.sorted()?);
    let (mut before, mut place, mut moved) = (before.into_iter(), 0, 0);
    while let Some(block) = sorted.next_text()? {
        between.up_to(place as u64, |_, text| out.lines(text))?;
        if limit.is_none_or(|most| place < most) {
            let (_, lines) = block.split_last().unwrap_or((&0, block));
            let record = memchr::memrchr(passed.terminator, lines).map_or(0, |at| at + 1);
            let now = number(block.get(record..).unwrap_or_default());
            moved += usize::from(before.next() != Some(now));
            out.lines(block)?;
        }
        place += 1;
    }
    between.up_to(u64::MAX, |_, text| out.lines(text))?;
    out.finish(passed.is_endless)?;
    Ok(ArrangementResult {
        records: passed.records,
        changed: limit.map_or(moved, |most| passed.records.min(most)),
        is_changed: limit.is_some(),
        ..ArrangementResult::default()
    })
}

/// A sink that collects the records to be sorted and the lines between them.
struct Places<P> {
    sorter: Sorter,
    /// The lines outside records, by the number of records before them.
    between: TextSpool,
    /// The hash of each record's text in the original order: 8 bytes a record.
    before: Vec<u64>,
    limit: Option<usize>,
    push: P,
}

impl<P, E> Sink<E> for Places<P>
where
    P: FnMut(&Block<'_>, &mut Sorter) -> io::Result<()>,
    E: From<io::Error>,
{
    fn block(&mut self, block: Block<'_>) -> Result<(), E> {
        self.before.push(number(block.record()));
        Ok((self.push)(&block, &mut self.sorter)?)
    }

    fn loose(&mut self, text: &[u8], is_head: bool) -> Result<(), E> {
        match self.limit.is_none() || is_head {
            true => Ok(self.between.push(self.before.len() as u64, text)?),
            false => Ok(()),
        }
    }
}

fn number(line: &[u8]) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(line)
}

/// A writer of lines. If the input has no final line end, neither has the output, whichever line becomes the last.
struct Writer<'o, 'f, E> {
    out: &'o mut Out<'f, E>,
    /// The end of the last line, not yet written.
    end: Vec<u8>,
    /// Whether the last line is blank.
    is_blank: bool,
}

impl<'o, 'f, E> Writer<'o, 'f, E> {
    fn new(out: &'o mut Out<'f, E>) -> Self {
        Self {
            out,
            end: Vec::new(),
            is_blank: false,
        }
    }

    /// Writes whole lines.
    fn lines(&mut self, lines: &[u8]) -> Result<(), E> {
        let Some((last, before)) = lines.split_last() else {
            return Ok(());
        };
        let start = match last {
            b'\r' => memchr::memrchr2(b'\r', b'\n', before),
            _ => memchr::memrchr(b'\n', before),
        };
        let start = start.map_or(0, |at| at + 1);
        let text = text_of(lines.get(start..).unwrap_or_default());
        let (lines, end) = lines
            .split_at_checked(start + text.len())
            .unwrap_or((lines, &[]));
        (self.out)(&self.end)?;
        (self.out)(lines)?;
        self.end.clear();
        self.end.extend_from_slice(end);
        self.is_blank = text.is_empty();
        Ok(())
    }

    fn finish(self, is_endless: bool) -> Result<(), E> {
        match is_endless && !self.is_blank {
            true => Ok(()),
            false => (self.out)(&self.end),
        }
    }
}
