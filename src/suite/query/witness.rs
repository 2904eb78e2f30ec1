//! What was met while a query was asked, so that one without a match can say why.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::evaluate::written;
use super::subject::Subject;
use crate::epd::LineKind;
use crate::suite::search::Pattern;

/// See the module. Asked from several threads.
#[derive(Debug)]
pub(super) struct Witness {
    opcodes: Vec<Opcode>,
    /// Opcodes that no record has had yet.
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
}

/// What was met is no part of the query.
impl PartialEq for Witness {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Witness {
    pub(super) fn of(opcodes: Vec<String>) -> Self {
        let opcodes: Vec<Opcode> = opcodes
            .into_iter()
            .map(|name| Opcode {
                needle: written(&name),
                seen: AtomicBool::new(false),
                name,
            })
            .collect();
        Self {
            left: AtomicUsize::new(opcodes.len()),
            opcodes,
            matched: AtomicBool::new(false),
            records: AtomicBool::new(false),
        }
    }

    /// A line was asked, and matched or not.
    pub(super) fn see(&self, subject: &Subject<'_>, found: bool) {
        if found {
            self.matched.store(true, Ordering::Relaxed);
        }
        // Nothing more is to be said.
        if self.matched.load(Ordering::Relaxed) {
            return;
        }
        if !self.records.load(Ordering::Relaxed) && subject.skim().kind() == LineKind::Record {
            self.records.store(true, Ordering::Relaxed);
        }
        if self.left.load(Ordering::Relaxed) == 0 {
            return;
        }
        for opcode in &self.opcodes {
            let may_be = || {
                let needle = opcode.needle.as_ref();
                needle.is_none_or(|needle| needle.is_in(subject.line))
            };
            if !opcode.seen.load(Ordering::Relaxed)
                && may_be()
                && subject.skim().kind() == LineKind::Record
                && subject.has(&opcode.name)
                && !opcode.seen.swap(true, Ordering::Relaxed)
            {
                self.left.fetch_sub(1, Ordering::Relaxed);
            }
        }
    }

    /// Whether records were asked, and none matched.
    pub(super) fn found_none(&self) -> bool {
        self.records.load(Ordering::Relaxed) && !self.matched.load(Ordering::Relaxed)
    }

    /// The opcodes that no record has.
    pub(super) fn unseen(&self) -> impl Iterator<Item = &str> {
        let unseen = self
            .opcodes
            .iter()
            .filter(|opcode| !opcode.seen.load(Ordering::Relaxed));
        unseen.map(|opcode| opcode.name.as_str())
    }
}
