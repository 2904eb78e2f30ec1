//! Which columns of a table had something: of an opcode that no record has, that is said.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::cli::output::say;
use crate::epd::Record;
use crate::exchange::Place;
use crate::exchange::table::Field;
use crate::suite::query::{nobody_has, none_of_these_has};

/// Whether a record has had something in each column.
pub(in super::super::super) struct Seen<'a> {
    fields: &'a [Field],
    seen: Vec<AtomicBool>,
}

impl<'a> Seen<'a> {
    /// Of no record yet. What is of no opcode is never missing.
    pub(in super::super::super) fn of(fields: &'a [Field]) -> Self {
        let is_other = |field: &Field| AtomicBool::new(field.opcode().is_none());
        Self {
            fields,
            seen: fields.iter().map(is_other).collect(),
        }
    }

    /// Takes note of what a record has.
    pub(in super::super::super) fn see(&self, record: &Record<'_>, place: Place<'_>) {
        for (field, seen) in self.fields.iter().zip(&self.seen) {
            if !seen.load(Ordering::Relaxed) && !field.cell(record, place).is_empty() {
                seen.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Says which columns stayed empty because no record has the opcode; `all`: all records were looked at.
    pub(in super::super::super) fn said(&self, all: bool) {
        let none = if all { nobody_has } else { none_of_these_has };
        let unseen = self.fields.iter().zip(&self.seen);
        for (field, _) in unseen.filter(|(_, seen)| !seen.load(Ordering::Relaxed)) {
            say(&none(field.opcode().unwrap_or_default()));
        }
    }
}
