//! What was met while a query was asked, so that one without a match can say why.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::Facts;
use super::ast::TextOf;
use super::evaluate::written;
use super::subject::Subject;
use crate::epd::{LineKind, ReadOptions, holds_numbers};
use crate::suite::search::{Case, Pattern};

/// Bytes that are looked through for texts in other letters: a hint, which must not make a query of a large file
/// slow.
const MOST_LOOKED: usize = 8 << 20;

/// See the module. Asked from several threads.
#[derive(Debug)]
pub(super) struct Witness {
    opcodes: Vec<Opcode>,
    /// Opcodes of which something is not known yet.
    left: AtomicUsize,
    spellings: Vec<Spelling>,
    /// Bytes that were looked through for them.
    looked: AtomicUsize,
    matched: AtomicBool,
    records: AtomicBool,
}

/// An opcode of the query, whether a record has it, and, where numbers of it are compared, whether a record
/// has a number there.
#[derive(Debug)]
struct Opcode {
    name: String,
    needle: Option<Pattern>,
    seen: AtomicBool,
    number: Option<AtomicBool>,
    /// Both are known.
    done: AtomicBool,
    /// Whether a record may have it among the operands of another.
    hidden: AtomicBool,
}

/// A text that is compared with `=`, and whether a record has it in other letters: `wac.001`, `WAC.001`.
#[derive(Debug)]
pub(super) struct Spelling {
    of: TextOf,
    word: String,
    pattern: Pattern,
    seen: AtomicBool,
}

impl Spelling {
    /// Of a text with letters.
    pub(super) fn of(of: &TextOf, word: &str) -> Option<Self> {
        let has_letters = word.bytes().any(|byte| byte.is_ascii_alphabetic());
        let pattern = Pattern::literal(word, Case::Insensitive).filter(|_| has_letters)?;
        Some(Self {
            of: of.clone(),
            word: word.to_owned(),
            pattern,
            seen: AtomicBool::new(false),
        })
    }

    fn is_open(&self) -> bool {
        !self.seen.load(Ordering::Relaxed)
    }

    /// Takes note of a line that holds it in some letters.
    fn see(&self, subject: &Subject<'_>) {
        if subject.skim().kind() == LineKind::Record
            && let Some(text) = self.of.of(subject)
            && text.eq_ignore_ascii_case(self.word.as_bytes())
        {
            self.seen.store(true, Ordering::Relaxed);
        }
    }
}

impl Opcode {
    fn is_open(&self) -> bool {
        !self.done.load(Ordering::Relaxed)
    }

    /// Takes note of what a record has; whether that was the last there was to know.
    fn see(&self, subject: &Subject<'_>) -> bool {
        if !subject.has(&self.name) {
            return false;
        }
        self.seen.store(true, Ordering::Relaxed);
        if let Some(number) = &self.number {
            if subject.number_of(&self.name).is_none() {
                return false;
            }
            number.store(true, Ordering::Relaxed);
        }
        !self.done.swap(true, Ordering::Relaxed)
    }
}

/// What was met is no part of the query.
impl PartialEq for Witness {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Witness {
    /// Of some opcodes, of `compared` of which numbers are compared, and of some texts.
    pub(super) fn of(opcodes: Vec<String>, compared: &[String], spellings: Vec<Spelling>) -> Self {
        let unknown = || AtomicBool::new(false);
        let opcodes: Vec<Opcode> = opcodes
            .into_iter()
            .map(|name| Opcode {
                needle: written(&name),
                seen: unknown(),
                // Of others it is said before anything is looked at.
                number: (holds_numbers(&name) && compared.contains(&name)).then(unknown),
                done: unknown(),
                hidden: unknown(),
                name,
            })
            .collect();
        Self {
            left: AtomicUsize::new(opcodes.len()),
            opcodes,
            spellings,
            looked: AtomicUsize::new(0),
            matched: AtomicBool::new(false),
            records: AtomicBool::new(false),
        }
    }

    /// A line was asked, and matched or not.
    pub(super) fn see(&self, subject: &Subject<'_>, found: bool) {
        self.see_match(subject, found);
        // Where an operation may be hidden, nothing less than the whole record tells.
        if subject.is_read_whole() {
            for hidden in subject.record().hidden_opcodes() {
                let named = self.opcodes.iter().filter(|opcode| opcode.name == hidden);
                named.for_each(|opcode| opcode.hidden.store(true, Ordering::Relaxed));
            }
        }
    }

    fn see_match(&self, subject: &Subject<'_>, found: bool) {
        // Nothing more is to be said.
        if self.matched.load(Ordering::Relaxed) {
            return;
        }
        // Written once: threads that write one place wait for one another.
        if found {
            self.matched.store(true, Ordering::Relaxed);
            return;
        }
        if !self.records.load(Ordering::Relaxed) && subject.skim().kind() == LineKind::Record {
            self.records.store(true, Ordering::Relaxed);
        }
        for spelling in self.looked_for(subject.line.len()) {
            if spelling.pattern.is_in(subject.line) {
                spelling.see(subject);
            }
        }
        if self.left.load(Ordering::Relaxed) == 0 {
            return;
        }
        for opcode in &self.opcodes {
            let may_be = || {
                let needle = opcode.needle.as_ref();
                needle.is_none_or(|needle| needle.is_in(subject.line))
            };
            if opcode.is_open()
                && may_be()
                && subject.skim().kind() == LineKind::Record
                && opcode.see(subject)
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
            match &opcode.needle {
                _ if !opcode.is_open() => {}
                Some(needle) if needle.is_literal() => {
                    lines_with(needle, text, terminator)
                        .take_while(|_| opcode.is_open())
                        .for_each(see);
                }
                _ => lines().take_while(|_| opcode.is_open()).for_each(see),
            }
        }
        for spelling in self.looked_for(text.len()) {
            lines_with(&spelling.pattern, text, terminator)
                .take_while(|_| spelling.is_open())
                .for_each(|line| spelling.see(&Subject::new(line, 0, options, &facts)));
        }
    }

    /// The texts that are looked for in so many more bytes.
    fn looked_for(&self, bytes: usize) -> impl Iterator<Item = &Spelling> {
        let is_open = self.spellings.iter().any(Spelling::is_open);
        let may = is_open && self.looked.fetch_add(bytes, Ordering::Relaxed) < MOST_LOOKED;
        let all = if may { &*self.spellings } else { &[] };
        all.iter().filter(|spelling| spelling.is_open())
    }

    /// Whether records were asked, and none matched.
    pub(super) fn found_none(&self) -> bool {
        self.records.load(Ordering::Relaxed) && !self.matched.load(Ordering::Relaxed)
    }

    /// The opcodes that no record has, not even hidden.
    pub(super) fn unseen(&self) -> impl Iterator<Item = &str> {
        let unseen = self.opcodes.iter().filter(|opcode| {
            !opcode.seen.load(Ordering::Relaxed) && !opcode.hidden.load(Ordering::Relaxed)
        });
        unseen.map(|opcode| opcode.name.as_str())
    }

    /// The opcodes that a record may have among the operands of another.
    pub(super) fn hidden(&self) -> impl Iterator<Item = &str> {
        let opcodes = self.opcodes.iter();
        let hidden = opcodes.filter(|opcode| opcode.hidden.load(Ordering::Relaxed));
        hidden.map(|opcode| opcode.name.as_str())
    }

    /// The texts that records have in other letters: of what, and as they are compared.
    pub(super) fn in_other_letters(&self) -> impl Iterator<Item = (&TextOf, &str)> {
        let seen = self.spellings.iter().filter(|spelling| !spelling.is_open());
        seen.map(|spelling| (&spelling.of, spelling.word.as_str()))
    }

    /// The opcodes that are compared as numbers, and that records have, none of them with a number.
    pub(super) fn without_number(&self) -> impl Iterator<Item = &str> {
        let is_one = |opcode: &&Opcode| {
            let number = opcode.number.as_ref();
            opcode.seen.load(Ordering::Relaxed)
                && number.is_some_and(|number| !number.load(Ordering::Relaxed))
        };
        self.opcodes
            .iter()
            .filter(is_one)
            .map(|opcode| opcode.name.as_str())
    }
}

/// The lines of a text that hold a literal, found in all of them at once.
fn lines_with<'t>(
    needle: &Pattern,
    text: &'t [u8],
    terminator: u8,
) -> impl Iterator<Item = &'t [u8]> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let found = needle.first_in(rest)?;
        let before = rest.get(..found).unwrap_or_default();
        let start = memchr::memrchr(terminator, before).map_or(0, |at| at + 1);
        let tail = rest.get(start..).unwrap_or_default();
        let length = memchr::memchr(terminator, tail);
        let (line, after) = tail.split_at(length.map_or(tail.len(), |at| at + 1));
        rest = after;
        Some(line)
    })
}
