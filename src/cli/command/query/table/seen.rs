//! Which columns of a table had something: of an opcode that no record has, that is said.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::cli::output::say;
use crate::suite::field::Field;
use crate::suite::query::{LazyRecord, may_be_hidden, nobody_has, none_of_these_has};

/// Whether a record has had something in each column.
pub(in super::super::super) struct Seen<'a> {
    fields: &'a [Field],
    seen: Vec<AtomicBool>,
    /// Whether a record may have it among the operands of another operation.
    hidden: Vec<AtomicBool>,
}

impl<'a> Seen<'a> {
    /// Of no record yet. What is of no opcode is never missing.
    pub(in super::super::super) fn of(fields: &'a [Field]) -> Self {
        let is_other = |field: &Field| AtomicBool::new(field.opcode().is_none());
        Self {
            fields,
            seen: fields.iter().map(is_other).collect(),
            hidden: fields.iter().map(|_| AtomicBool::new(false)).collect(),
        }
    }

    /// Takes note of what a record has.
    pub(in super::super::super) fn see(&self, record: &LazyRecord<'_>) {
        for (field, seen) in self.fields.iter().zip(&self.seen) {
            if !seen.load(Ordering::Relaxed) && !field.cell(record).is_empty() {
                seen.store(true, Ordering::Relaxed);
            }
        }
        for opcode in record.record().hidden_opcodes() {
            let named = self.fields.iter().zip(&self.hidden);
            let named = named.filter(|(field, _)| field.opcode() == Some(opcode));
            named.for_each(|(_, hidden)| hidden.store(true, Ordering::Relaxed));
        }
    }

    /// Says which columns stayed empty because no record has the opcode, and of which records may hide one;
    /// `all`: all records were looked at.
    pub(in super::super::super) fn said(&self, all: bool) {
        let none = if all { nobody_has } else { none_of_these_has };
        let columns = self.fields.iter().zip(&self.seen).zip(&self.hidden);
        for ((field, seen), is_hidden) in columns {
            let opcode = field.opcode().unwrap_or_default();
            if is_hidden.load(Ordering::Relaxed) {
                say(&may_be_hidden(opcode));
            } else if !seen.load(Ordering::Relaxed) {
                say(&none(opcode));
            }
        }
    }
}
