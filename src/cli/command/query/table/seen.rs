//! Which columns of a table had something: of an opcode that no record has, that is said.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::cli::output::say;
use crate::suite::field::{Field, cells};
use crate::suite::query::{LazyRecord, may_be_hidden, nobody_has, none_of_these_has};

/// A field, and what was seen of it.
struct SeenField<'a> {
    field: &'a Field,
    /// Whether a record has had something there.
    seen: AtomicBool,
    /// Whether a record may have it among the operands of another operation.
    hidden: AtomicBool,
}

/// The fields of a table, with what was seen of each.
pub(in super::super::super) struct Seen<'a>(Vec<SeenField<'a>>);

impl<'a> Seen<'a> {
    /// Of no record yet. What is of no opcode is never missing.
    pub(in super::super::super) fn of(fields: &'a [Field]) -> Self {
        let seen = |field: &'a Field| SeenField {
            field,
            seen: AtomicBool::new(field.opcode().is_none()),
            hidden: AtomicBool::new(false),
        };
        Self(fields.iter().map(seen).collect())
    }

    /// Takes note of what a record has.
    pub(in super::super::super) fn see(&self, record: &LazyRecord<'_>) {
        for of in &self.0 {
            if !of.seen.load(Ordering::Relaxed) && !of.field.cell(record).is_empty() {
                of.seen.store(true, Ordering::Relaxed);
            }
        }
        for opcode in record.record().hidden_opcodes() {
            let named = self.0.iter().filter(|of| of.field.opcode() == Some(opcode));
            named.for_each(|of| of.hidden.store(true, Ordering::Relaxed));
        }
    }

    /// Takes note of the values of a group.
    pub(super) fn see_group(&self, group: &[u8]) {
        for (of, cell) in self.0.iter().zip(cells(group)) {
            of.seen.fetch_or(!cell.is_empty(), Ordering::Relaxed);
        }
    }

    /// Says which columns stayed empty because no record has the opcode, and of which records may hide one;
    /// `all`: all records were looked at.
    pub(in super::super::super) fn said(&self, all: bool) {
        let none = if all { nobody_has } else { none_of_these_has };
        for of in &self.0 {
            let opcode = of.field.opcode().unwrap_or_default();
            if of.hidden.load(Ordering::Relaxed) {
                say(&may_be_hidden(opcode));
            } else if !of.seen.load(Ordering::Relaxed) {
                say(&none(opcode));
            }
        }
    }
}
