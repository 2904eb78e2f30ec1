//! How often each value of a column occurs.
//!
//! While all are counted a record is a mark and a line number, 16 bytes; only of the values that are
//! given is the text read again.

use rayon::prelude::*;

use super::bulk::Chosen;
use super::duplicates::{Keyed, Marks};
use super::facet::Facet;
use super::progress::Job;
use super::scan::{JobError, scan_lines};
use super::snapshot::Snapshot;
use crate::epd::{LineKind, Record};

/// A value and how many records have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// As [`Facet::of`] gives it.
    pub text: Vec<u8>,
    /// Records with it.
    pub count: usize,
    /// The first line (0-based) with it.
    pub first: usize,
}

/// What [`frequency`] found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frequency {
    /// The values that most records have, the most frequent first; of equals the one met first.
    pub values: Vec<Value>,
    /// How many values there are in all.
    pub distinct: usize,
    /// Records looked at.
    pub records: usize,
    /// Records without a value.
    pub without: usize,
}

/// What is found in some lines.
#[derive(Default)]
struct Part {
    parsed: usize,
    records: usize,
    /// The records with a value.
    keyed: Vec<Keyed>,
}

/// Counts the values of a column in the chosen records, and gives the `most` frequent ones.
/// Progress is in lines.
///
/// # Errors
/// Cancelled, lines can't be read any more, or there are more than 2^32.
pub fn frequency(
    snapshot: &Snapshot,
    facet: &Facet,
    chosen: &Chosen,
    most: usize,
    job: &Job,
) -> Result<Frequency, JobError> {
    let lines = snapshot.line_count();
    if u32::try_from(lines).is_err() {
        return Err(JobError::TooManyLines);
    }
    let (mut records, mut keyed) = (0, Vec::new());
    // Values are counted by these alone: two that differ never meet by chance.
    let marks = Marks::default();
    let each = |part: &mut Part, line: usize, bytes: &[u8]| {
        part.parsed += 1;
        let record = Record::read(bytes, snapshot.read_options());
        if record.kind() != LineKind::Record {
            return;
        }
        part.records += 1;
        let keyed = facet.of(&record).and_then(|text| marks.keyed(&text, line));
        part.keyed.extend(keyed);
    };
    let begin = |_: &_| Part::default();
    scan_lines(snapshot, chosen.lines(), job, begin, each, |part| {
        snapshot.work.parsed_lines(part.parsed);
        records += part.records;
        keyed.extend(part.keyed);
        Ok(())
    })?;
    keyed.par_sort_unstable();
    let mut groups: Vec<(usize, u32)> = keyed
        .chunk_by(Keyed::is_like)
        .filter_map(|group| Some((group.len(), group.first()?.line())))
        .collect();
    let (distinct, with) = (groups.len(), keyed.len());
    drop(keyed);
    groups.par_sort_unstable_by_key(|&(count, first)| (std::cmp::Reverse(count), first));
    groups.truncate(most);
    let values = groups.into_iter().filter_map(|(count, first)| {
        let first = first as usize;
        let line = snapshot.line(first);
        let text = facet.of(&Record::read(&line, snapshot.read_options()))?;
        Some(Value { text, count, first })
    });
    Ok(Frequency {
        values: values.collect(),
        distinct,
        records,
        without: records - with,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::Suite;

    #[test]
    fn values_are_counted_with_the_most_frequent_first() {
        let mut text = String::from("# a comment\n");
        for n in 0..10_000 {
            let id = n % 7;
            let side = if n % 3 == 0 { "w" } else { "b" };
            let ce = if n % 2 == 0 {
                format!("ce {};", n % 5)
            } else {
                String::new()
            };
            text += &format!("4k3/8/8/8/8/8/8/4K3 {side} - - id \"{id}\"; {ce}\n");
        }
        let suite = Suite::from_bytes("test.epd", text.into_bytes());
        let of = |facet: &Facet, most| {
            frequency(&suite.snapshot(), facet, &Chosen::All, most, &Job::new()).unwrap()
        };
        let side = of(&Facet::Side, 10);
        let values: Vec<(&[u8], usize, usize)> = side
            .values
            .iter()
            .map(|value| (&*value.text, value.count, value.first))
            .collect();
        assert_eq!(values, [(&b"b"[..], 6666, 2), (b"w", 3334, 1)]);
        let ce = of(&Facet::Opcode("ce".to_owned()), 2);
        assert_eq!((ce.values.len(), ce.distinct), (2, 5));
        assert_eq!((ce.records, ce.without), (10_000, 5000));
        assert_eq!(
            ce.values[0],
            Value {
                text: b"0".to_vec(),
                count: 1000,
                first: 1
            }
        );
        let chosen = Chosen::Lines([1, 2, 3].into_iter().collect());
        let some = frequency(&suite.snapshot(), &Facet::Side, &chosen, 9, &Job::new()).unwrap();
        assert_eq!((some.records, some.distinct), (3, 2));
        let none = frequency(
            &Suite::from_bytes("empty.epd", Vec::new()).snapshot(),
            &Facet::Side,
            &Chosen::All,
            9,
            &Job::new(),
        );
        assert_eq!(none.unwrap(), Frequency::default());
    }
}
