//! The opcodes met by a query or a table, so that those that no record has can be named.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::evaluate::written;
use super::lazy_record::LazyRecord;
use super::warnings::{may_be_hidden, nobody_has, none_of_these_has};
use crate::epd::{LineKind, ReadOptions};
use crate::suite::search::{Candidates, Pattern};

/// The opcodes of a query or a table, and whether records have them. Shared by several threads.
#[derive(Debug)]
pub struct SeenOpcodes {
    opcodes: Vec<Opcode>,
    /// The number of opcodes not yet seen.
    left: AtomicUsize,
    matched: AtomicBool,
    records: AtomicBool,
}

/// An opcode, and whether a record has it.
#[derive(Debug)]
struct Opcode {
    name: String,
    needle: Option<Pattern>,
    seen: AtomicBool,
    /// Set when a record may have it hidden among the operands of another.
    hidden: AtomicBool,
}

impl Opcode {
    fn is_open(&self) -> bool {
        !self.seen.load(Ordering::Relaxed)
    }

    fn may_be_in(&self, line: &[u8]) -> bool {
        let needle = self.needle.as_ref();
        needle.is_none_or(|needle| needle.is_in(line))
    }
}

/// Queries are equal regardless of the opcodes they met.
impl PartialEq for SeenOpcodes {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl SeenOpcodes {
    /// Returns a set of opcodes, none of which is seen yet.
    pub fn of<'a>(opcodes: impl IntoIterator<Item = &'a str>) -> Self {
        let opcode = |name: &str| Opcode {
            needle: written(name),
            seen: AtomicBool::new(false),
            hidden: AtomicBool::new(false),
            name: name.to_owned(),
        };
        let opcodes: Vec<Opcode> = opcodes.into_iter().map(opcode).collect();
        Self {
            left: AtomicUsize::new(opcodes.len()),
            opcodes,
            matched: AtomicBool::new(false),
            records: AtomicBool::new(false),
        }
    }

    /// Records the opcodes of a record. After a match no opcode counts as missing.
    pub fn see(&self, subject: &LazyRecord<'_>, found: bool) {
        self.see_match(subject, found);
        // Only the full record tells if an operation is hidden.
        if subject.is_read_whole() {
            for hidden in subject.record().hidden_opcodes() {
                let named = self.opcodes.iter().filter(|opcode| opcode.name == hidden);
                named.for_each(|opcode| opcode.hidden.store(true, Ordering::Relaxed));
            }
        }
    }

    fn see_match(&self, subject: &LazyRecord<'_>, found: bool) {
        // After a match nothing will be reported.
        if self.matched.load(Ordering::Relaxed) {
            return;
        }
        // Written once, as threads that write to one place wait for each other.
        if found {
            self.matched.store(true, Ordering::Relaxed);
            return;
        }
        let is_record = || subject.skim().kind() == LineKind::Record;
        if !self.records.load(Ordering::Relaxed) && is_record() {
            self.records.store(true, Ordering::Relaxed);
        }
        if self.left.load(Ordering::Relaxed) == 0 {
            return;
        }
        for opcode in self.opcodes.iter().filter(|opcode| opcode.is_open()) {
            if opcode.may_be_in(subject.line)
                && is_record()
                && subject.has(&opcode.name)
                && !opcode.seen.swap(true, Ordering::Relaxed)
            {
                self.left.fetch_sub(1, Ordering::Relaxed);
            }
        }
    }

    /// Records lines that were skipped without a look at each.
    pub(super) fn pass(&self, text: &[u8], terminator: u8, options: &ReadOptions) {
        if self.matched.load(Ordering::Relaxed) {
            return;
        }
        let see = |(_, line)| self.see(&LazyRecord::new(line, 0, options), false);
        let lines = |needle| Candidates::of(needle, text, terminator, 0);
        lines(None)
            .take_while(|_| !self.records.load(Ordering::Relaxed))
            .for_each(see);
        for opcode in self.opcodes.iter().filter(|opcode| opcode.is_open()) {
            let needle = opcode.needle.as_ref().filter(|needle| needle.is_literal());
            lines(needle).take_while(|_| opcode.is_open()).for_each(see);
        }
    }

    /// Returns a sentence for each opcode that records may hide or that none has; `all` is false if there are other
    /// records.
    pub fn sentences(&self, all: bool) -> Vec<String> {
        let none = if all { nobody_has } else { none_of_these_has };
        let hidden = self.hidden().map(may_be_hidden);
        hidden.chain(self.missing().map(none)).collect()
    }

    /// Returns the opcodes that no record has, not even hidden, if there were records and none matched.
    pub(super) fn missing(&self) -> impl Iterator<Item = &str> {
        let found_none =
            self.records.load(Ordering::Relaxed) && !self.matched.load(Ordering::Relaxed);
        let missing = self.opcodes.iter().filter(move |opcode| {
            found_none && opcode.is_open() && !opcode.hidden.load(Ordering::Relaxed)
        });
        missing.map(|opcode| opcode.name.as_str())
    }

    /// Returns the opcodes that a record may have among the operands of another.
    pub(super) fn hidden(&self) -> impl Iterator<Item = &str> {
        let opcodes = self.opcodes.iter();
        let hidden = opcodes.filter(|opcode| opcode.hidden.load(Ordering::Relaxed));
        hidden.map(|opcode| opcode.name.as_str())
    }
}
