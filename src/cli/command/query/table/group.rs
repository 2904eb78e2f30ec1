//! What is counted together: the values of some fields, as one text. No value holds the line feed that
//! stands between them.

use super::value;
use crate::cli::json;
use crate::epd::Record;
use crate::exchange::Place;
use crate::exchange::table::Field;

/// The values of a record.
pub(in super::super) fn of(fields: &[Field], record: &Record<'_>, place: Place<'_>) -> Vec<u8> {
    let mut values = fields.iter().map(|field| field.counted(record, place));
    let mut group = values.next().unwrap_or_default();
    for value in values {
        group.push(b'\n');
        group.extend(value);
    }
    group
}

/// The values one by one.
pub(super) fn cells(group: &[u8]) -> impl Iterator<Item = &[u8]> {
    group.split(|byte| *byte == b'\n')
}

/// The values as members of an object.
pub(super) fn members(fields: &[Field], group: &[u8], out: &mut Vec<u8>) {
    for (nth, (field, cell)) in fields.iter().zip(cells(group)).enumerate() {
        if nth > 0 {
            out.push(b',');
        }
        json::write(&field.name(), out);
        out.push(b':');
        value(field, cell, out);
    }
}
