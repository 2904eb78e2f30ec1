//! What is counted together: the values of some fields, as one text.

use super::{told, value};
use crate::cli::json;
use crate::suite::field::{Field, cells};
use crate::suite::query::{nobody_has, none_of_these_has};

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
