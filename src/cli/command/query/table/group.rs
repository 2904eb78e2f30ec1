//! What is counted together: the values of some fields, as one text. No value holds the line feed that
//! stands between them.

use super::{told, value};
use crate::cli::json;
use crate::epd::Record;
use crate::exchange::Place;
use crate::exchange::table::Field;
use crate::suite::query::{nobody_has, none_of_these_has};

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
fn cells(group: &[u8]) -> impl Iterator<Item = &[u8]> {
    group.split(|byte| *byte == b'\n')
}

/// What the values of a group tell.
pub(super) fn values<'g>(
    fields: &[Field],
    group: &'g [u8],
) -> impl Iterator<Item = Option<&'g [u8]>> {
    fields
        .iter()
        .zip(cells(group))
        .map(|(field, cell)| told(field, cell))
}

/// The fields that no group has a value of.
pub(in super::super) struct Unseen(Vec<bool>);

impl Unseen {
    /// Of none yet.
    pub(super) fn of(fields: &[Field]) -> Self {
        Self(vec![true; fields.len()])
    }

    /// Takes note of the values of a group.
    pub(super) fn see(&mut self, group: &[u8]) {
        for (unseen, cell) in self.0.iter_mut().zip(cells(group)) {
            *unseen &= cell.is_empty();
        }
    }

    /// What is said of opcodes that no record has; `all`: all records were looked at.
    pub(in super::super) fn said(&self, fields: &[Field], all: bool) -> Vec<String> {
        let none = if all { nobody_has } else { none_of_these_has };
        let unseen = fields.iter().zip(&self.0).filter(|(_, unseen)| **unseen);
        unseen
            .filter_map(|(field, _)| field.opcode().map(none))
            .collect()
    }
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
