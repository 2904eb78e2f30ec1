//! The opcodes that a query or a table met, so that those that no record has can be named.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::evaluate::written;
use super::lazy_record::LazyRecord;
use super::warnings::{may_be_hidden, nobody_has, none_of_these_has};
use crate::epd::{LineKind, ReadOptions};
use crate::suite::search::{Candidates, Pattern};

/// The opcodes of a query or a table, and which of them records have. Several threads report to it.
#[derive(Debug)]
pub struct SeenOpcodes {
    opcodes: Vec<Opcode>,
    /// The number of opcodes that were not seen yet.
    left: AtomicUsize,
    matched: AtomicBool,
    records: AtomicBool,
}

/// An opcode of the query, and whether a record has it.
#[derive(Debug)]
struct Opcode {
    name: String,
    needle: Option<Pattern>,
    seen: AtomicBool,
    /// Whether a record may have it among the operands of another.
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

/// Two queries are equal whatever they met.
impl PartialEq for SeenOpcodes {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl SeenOpcodes {
    /// Begins with none of these seen.
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

    /// Notes a record; one that matched is an answer by itself, and no opcode is missing any more.
    pub fn see(&self, subject: &LazyRecord<'_>, found: bool) {
        self.see_match(subject, found);
        // Where an operation may be hidden, nothing less than the whole record tells.
        if subject.is_read_whole() {
            for hidden in subject.record().hidden_opcodes() {
                let named = self.opcodes.iter().filter(|opcode| opcode.name == hidden);
                named.for_each(|opcode| opcode.hidden.store(true, Ordering::Relaxed));
            }
        }
    }

    fn see_match(&self, subject: &LazyRecord<'_>, found: bool) {
        // Nothing more is to be said.
        if self.matched.load(Ordering::Relaxed) {
            return;
        }
        // Written once: threads that write one place wait for one another.
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

    /// Notes lines that were passed over without a look at each.
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

    /// Returns the opcodes that records may hide and those that none has, each in a sentence; where there are other
    /// records, `all` is false.
    pub fn sentences(&self, all: bool) -> Vec<String> {
        let none = if all { nobody_has } else { none_of_these_has };
        let hidden = self.hidden().map(may_be_hidden);
        hidden.chain(self.missing().map(none)).collect()
    }

    /// Returns the opcodes that no record has, not even hidden, where there were records and none matched.
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
