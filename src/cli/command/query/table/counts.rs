//! How many matches have each value of a field, or of several together. Values that memory should not hold wait on disk.

use std::collections::HashMap;
use std::io;

use super::Table;
use crate::cli::flow::Fault;
use crate::cli::output::{Output, Written};
use crate::suite::external::{Order, Sorter};

/// Bytes of values that are held.
const HELD: usize = 24 << 20;
/// Bytes that a value takes beside its own.
const BESIDE: usize = 64;

/// The values of some lines, counted.
pub(in super::super) type Part = HashMap<Vec<u8>, u64>;

/// The values of all lines, counted.
pub(in super::super) struct Counts {
    most: usize,
    held: Part,
    /// Bytes that those take.
    bytes: usize,
    /// Those before them, some of them more than once.
    before: Option<Sorter>,
}

impl Default for Counts {
    fn default() -> Self {
        Self::holding(HELD)
    }
}

/// A number and a text in one.
fn joined(number: u64, text: &[u8]) -> Vec<u8> {
    [&number.to_be_bytes(), text].concat()
}

fn parted(joined: &[u8]) -> (u64, &[u8]) {
    match joined.split_first_chunk() {
        Some((number, text)) => (u64::from_be_bytes(*number), text),
        None => (0, &[]),
    }
}

impl Counts {
    fn holding(most: usize) -> Self {
        Self {
            most,
            held: Part::new(),
            bytes: 0,
            before: None,
        }
    }

    /// Adds those of more lines.
    pub(in super::super) fn join(&mut self, part: Part) -> io::Result<()> {
        for (value, count) in part {
            let length = value.len();
            let known = self.held.entry(value).or_insert_with(|| {
                self.bytes += length + BESIDE;
                0
            });
            *known += count;
        }
        match self.bytes > self.most {
            true => self.spill(),
            false => Ok(()),
        }
    }

    fn spill(&mut self) -> io::Result<()> {
        self.bytes = 0;
        let before = self
            .before
            .get_or_insert_with(|| Sorter::new(Order::Rising));
        for (value, count) in self.held.drain() {
            let text = joined(count, &value);
            before.push_with(&[], &text, size_of::<u64>()..text.len())?;
        }
        Ok(())
    }

    /// Gives `take` each value with its count, the most frequent first, then by value.
    fn each<E: From<io::Error>>(
        mut self,
        mut take: impl FnMut(&[u8], u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut order = Sorter::new(Order::Rising);
        // The highest count is the lowest of these.
        let mut put = |value: &[u8], count: u64| {
            let text = joined(u64::MAX - count, value);
            order.push_with(&[], &text, 0..text.len())
        };
        if self.before.is_some() {
            self.spill()?;
        }
        match self.before {
            None => {
                for (value, count) in &self.held {
                    put(value, *count)?;
                }
            }
            Some(before) => {
                let mut last: Option<(Vec<u8>, u64)> = None;
                before.sorted()?.each(|text| {
                    let (count, value) = parted(text);
                    match &mut last {
                        Some((known, all)) if known == value => *all += count,
                        _ => {
                            let done = last.replace((value.to_vec(), count));
                            if let Some((value, count)) = done {
                                put(&value, count)?;
                            }
                        }
                    }
                    Ok::<(), io::Error>(())
                })?;
                if let Some((value, count)) = last {
                    put(&value, count)?;
                }
            }
        }
        order.sorted()?.each(|text| {
            let (rest, value) = parted(text);
            take(value, u64::MAX - rest)
        })
    }

    /// Writes them, the most frequent first, then by value: at most so many.
    pub(in super::super) fn write(
        self,
        table: &Table<'_>,
        limit: Option<u64>,
        out: &mut Output<'_>,
    ) -> Written {
        let mut left = limit.unwrap_or(u64::MAX);
        table.header(out)?;
        self.each::<Fault>(|values, count| {
            table.seen.see_group(values);
            if left == 0 {
                return Ok(());
            }
            left -= 1;
            table.group(values, [count.to_string()], out)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_alike_however_few_are_held() {
        let all = |most| {
            let mut counts = Counts::holding(most);
            for piece in 0..50_u32 {
                let mut part = Part::new();
                for number in 0..200 {
                    let value = (piece * number) % 97 + number % 3;
                    *part
                        .entry(format!("value {value}").into_bytes())
                        .or_default() += 1;
                }
                counts.join(part).unwrap();
            }
            let mut found = Vec::new();
            counts
                .each::<io::Error>(|value, count| {
                    found.push((String::from_utf8_lossy(value).into_owned(), count));
                    Ok(())
                })
                .unwrap();
            found
        };
        let held = all(HELD);
        assert_eq!(held.iter().map(|(_, count)| count).sum::<u64>(), 10_000);
        let falls = |pair: &[(String, u64)]| (pair[1].1, &pair[0].0) < (pair[0].1, &pair[1].0);
        assert!(held.windows(2).all(falls), "{held:?}");
        for most in [1, 500, 5000] {
            assert_eq!(all(most), held);
        }
    }
}
