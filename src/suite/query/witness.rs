//! What was met while a query was asked, so that one without a match can say why.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::Facts;
use super::evaluate::written;
use super::subject::Subject;
use crate::epd::{LineKind, ReadOptions};
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

    /// Lines that were passed over: what a query without a match says of the opcodes is of them too.
    pub(super) fn pass(&self, text: &[u8], terminator: u8, options: &ReadOptions) {
        if self.matched.load(Ordering::Relaxed) {
            return;
        }
        let facts = Facts::default();
        let see = |line: &[u8]| self.see(&Subject::new(line, 0, options, &facts), false);
        let lines = || text.split_inclusive(|byte| *byte == terminator);
        if !self.records.load(Ordering::Relaxed) {
            let is_open = |_: &&[u8]| !self.records.load(Ordering::Relaxed);
            lines().take_while(is_open).for_each(see);
        }
        for opcode in &self.opcodes {
            let is_unseen = || !opcode.seen.load(Ordering::Relaxed);
            match &opcode.needle {
                _ if !is_unseen() => {}
                Some(needle) if needle.is_literal() => {
                    let mut rest = text;
                    while is_unseen()
                        && let Some(found) = needle.first_in(rest)
                    {
                        let before = rest.get(..found).unwrap_or_default();
                        let start = memchr::memrchr(terminator, before).map_or(0, |at| at + 1);
                        let tail = rest.get(start..).unwrap_or_default();
                        let length = memchr::memchr(terminator, tail);
                        let (line, after) = tail.split_at(length.map_or(tail.len(), |at| at + 1));
                        see(line);
                        rest = after;
                    }
                }
                _ => lines().take_while(|_| is_unseen()).for_each(see),
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
