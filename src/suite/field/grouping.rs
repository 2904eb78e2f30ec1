//! The combination of fields by which records are counted.

use super::{Field, Fields};
use crate::epd::ReadOptions;
use crate::suite::query::LazyRecord;

/// The separator between the values of a group, which no value contains.
const BETWEEN: u8 = b'\n';

/// The fields by which the records of one file are counted: records with equal values form a group.
///
/// ```
/// use epdit::epd::ReadOptions;
/// use epdit::suite::field::{Grouping, cells};
///
/// let grouping = Grouping::new("side,id.prefix,count(bm)".parse()?, "a.epd");
/// let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e3 e4; id \"WAC.7\";";
/// let group = grouping.of_line((line, 0), &ReadOptions::default());
/// assert_eq!(cells(&group).collect::<Vec<_>>(), [b"w", &b"WAC"[..], b"2"]);
/// let query = grouping.query(&group);
/// assert_eq!(query.as_deref(), Ok("side = w and id.prefix = \"WAC\" and count(bm) = 2"));
/// # Ok::<(), epdit::suite::field::FieldError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Grouping {
    fields: Fields,
    path: String,
}

/// Returns the values of a group, as text.
pub fn cells(group: &[u8]) -> impl Iterator<Item = &[u8]> {
    group.split(|byte| *byte == BETWEEN)
}

impl Fields {
    /// Returns the values of a record as one text, which is unique to its group.
    pub fn group_of(&self, record: &LazyRecord<'_>) -> Vec<u8> {
        let mut values = self.0.iter().map(|field| field.of(record).into_text());
        let mut group = values.next().unwrap_or_default().into_owned();
        for value in values {
            group.push(BETWEEN);
            group.extend_from_slice(&value);
        }
        group
    }
}

impl Grouping {
    /// Groups by these fields, in a file of this path.
    pub fn new(fields: Fields, path: impl Into<String>) -> Self {
        Self {
            fields,
            path: path.into(),
        }
    }

    /// Returns the fields.
    pub fn fields(&self) -> &[Field] {
        &self.fields.0
    }

    /// Returns the group of a record in a line with this number (0-based).
    pub fn of_line(&self, line: (&[u8], usize), options: &ReadOptions) -> Vec<u8> {
        self.with(line, options, |record| self.fields.group_of(record))
    }

    /// Returns the group of a record with its sort key.
    pub(crate) fn with_key(
        &self,
        line: (&[u8], usize),
        options: &ReadOptions,
    ) -> (Vec<u8>, Vec<u8>) {
        self.with(line, options, |record| {
            let mut key = Vec::new();
            for field in self.fields() {
                field.push_key(record, false, &mut key);
            }
            (self.fields.group_of(record), key)
        })
    }

    fn with<T>(
        &self,
        (line, number): (&[u8], usize),
        options: &ReadOptions,
        then: impl FnOnce(&LazyRecord<'_>) -> T,
    ) -> T {
        then(&LazyRecord::new(line, number, options).of_file(&self.path))
    }

    /// Returns true if a group has no value.
    pub(crate) fn is_missing(group: &[u8]) -> bool {
        group.iter().all(|byte| *byte == BETWEEN)
    }

    /// Returns the query that matches exactly the records of a group.
    ///
    /// # Errors
    /// The reason why no query can express it.
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
