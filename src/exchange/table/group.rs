//! What records are counted by: the values of some fields, together.

use super::{Field, Fields};
use crate::epd::Record;
use crate::epd::operand::read_number;
use crate::exchange::Place;
use crate::suite::{CountedBy, Rank};

/// What stands between the values of a group. No value holds it.
const BETWEEN: u8 = b'\n';

/// The values of some fields in a record, as one text.
///
/// ```
/// use epdit::epd::{ReadOptions, Record};
/// use epdit::exchange::Place;
/// use epdit::exchange::table::{Fields, cells, group_of};
///
/// let fields: Fields = "side,bm".parse()?;
/// let record = Record::read(b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;", &ReadOptions::default());
/// let group = group_of(&fields.0, &record, Place::default());
/// assert_eq!(cells(&group).collect::<Vec<_>>(), [b"w", &b"e4"[..]]);
/// # Ok::<(), epdit::exchange::table::FieldError>(())
/// ```
pub fn group_of(fields: &[Field], record: &Record<'_>, place: Place<'_>) -> Vec<u8> {
    let mut values = fields.iter().map(|field| field.counted(record, place));
    let mut group = values.next().unwrap_or_default();
    for value in values {
        group.push(BETWEEN);
        group.extend(value);
    }
    group
}

/// The values of a group one by one, as [`Field::counted`] gives them.
pub fn cells(group: &[u8]) -> impl Iterator<Item = &[u8]> {
    group.split(|byte| *byte == BETWEEN)
}

/// The fields that the records of one file are counted by.
#[derive(Clone, Debug, PartialEq)]
pub struct Grouping {
    fields: Fields,
    path: String,
}

impl Grouping {
    /// By these fields, in a file of this path.
    pub fn new(fields: Fields, path: impl Into<String>) -> Self {
        Self {
            fields,
            path: path.into(),
        }
    }

    /// The fields.
    pub fn fields(&self) -> &[Field] {
        &self.fields.0
    }

    /// The query that matches the records of a group and no others.
    ///
    /// ```
    /// use epdit::exchange::table::Grouping;
    ///
    /// let grouping = Grouping::new("side,id.prefix,count(bm)".parse()?, "a.epd");
    /// let query = grouping.query(b"w\nWAC\n2");
    /// assert_eq!(query.as_deref(), Ok("side = w and id.prefix = \"WAC\" and count(bm) = 2"));
    /// # Ok::<(), epdit::exchange::table::FieldError>(())
    /// ```
    ///
    /// # Errors
    /// The language can't ask for that: why.
    pub fn query(&self, group: &[u8]) -> Result<String, &'static str> {
        const ALL: &str = "all";
        let mut parts = Vec::new();
        for (field, cell) in self.fields().iter().zip(cells(group)) {
            let part = field.query(cell)?;
            if part != ALL && !parts.contains(&part) {
                parts.push(part);
            }
        }
        if parts.is_empty() {
            parts.push(ALL.to_owned());
        }
        Ok(parts.join(" and "))
    }
}

impl CountedBy for Grouping {
    fn of(&self, record: &Record<'_>, line: usize) -> Vec<u8> {
        let place = Place {
            path: &self.path,
            line: line as u64 + 1,
        };
        group_of(self.fields(), record, place)
    }

    fn is_missing(&self, value: &[u8]) -> bool {
        value.iter().all(|byte| *byte == BETWEEN)
    }

    fn ranks(&self, value: &[u8]) -> Vec<Option<Rank>> {
        let rank = |(field, cell): (&Field, &[u8])| {
            let number = field.is_sorted_as_number().then(|| read_number(cell));
            match number.flatten() {
                Some(number) => Some(Rank::Number(number)),
                None => (!cell.is_empty()).then(|| Rank::Text(cell.to_vec())),
            }
        };
        self.fields().iter().zip(cells(value)).map(rank).collect()
    }
}

#[cfg(test)]
mod tests;
