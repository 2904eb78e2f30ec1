//! Warnings about a valid query: conditions that never match, and opcodes that no record has.

use crate::epd::opcode::{self, Shape};
use crate::epd::{LineKind, ReadOptions, holds_integer, holds_moves, moves, operand, spelling};
use crate::suite::query::Query;
use crate::suite::query::ast::{Amount, Node, TextOf, TextTest};
use crate::suite::query::evaluate::written;
use crate::suite::query::lazy_record::LazyRecord;
use crate::suite::search::{Candidates, Pattern};
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

impl Query {
    /// Returns the query with a record of the opcodes that it sees, for [`Self::missing_opcodes`].
    #[must_use]
    pub fn watched(mut self) -> Self {
        self.seen = Some(Arc::new(SeenOpcodes::of(self.opcodes())));
        self
    }

    /// Returns the opcodes in the query, each once.
    fn opcodes(&self) -> Vec<&str> {
        let mut all = Vec::new();
        self.node.each(&mut |node| {
            all.extend(node.opcodes());
            for amount in node.amounts() {
                amount.each(&mut |amount| all.extend(amount.opcode()));
            }
        });
        let mut known = HashSet::new();
        all.retain(|name| known.insert(*name));
        all
    }

    /// Returns a sentence for each condition that never matches because the opcode has other values.
    pub fn warnings(&self) -> Vec<String> {
        let mut said = Vec::new();
        self.node.each(&mut |node| {
            if let Some(warning) = never_matches(node).filter(|warning| !said.contains(warning)) {
                said.push(warning);
            }
        });
        said
    }

    /// Returns a sentence for each opcode that no record has, if a watched query saw records and none matched.
    pub fn missing_opcodes(&self) -> Vec<String> {
        let missing = self.seen.iter().flat_map(|seen| seen.missing());
        missing.map(nobody_has).collect()
    }

    /// Returns a sentence for each opcode of a watched query that records may hide among the operands of others.
    pub fn hidden_opcodes(&self) -> Vec<String> {
        let hidden = self.seen.iter().flat_map(|seen| seen.hidden());
        hidden.map(may_be_hidden).collect()
    }
}

fn may_be_hidden(name: &str) -> String {
    format!(
        "some records may hide `{name}` among other operands; `problem(swallowed-operation)` finds them"
    )
}

/// Returns the sentence about an opcode that no record has, with the opcode that was probably intended.
pub fn nobody_has(name: &str) -> String {
    let lower = name.to_ascii_lowercase();
    let near: Vec<&str> = match opcode::find(lower.as_bytes()) {
        Some(info) if info.name != name => vec![info.name],
        // A known opcode is not a misspelling.
        Some(_) => Vec::new(),
        None if opcode::well_known(name.as_bytes()).is_some() => Vec::new(),
        None => {
            let names = opcode::all().iter().map(|info| info.name);
            spelling::nearest(name.as_bytes(), names, spelling::slips(name.as_bytes()))
        }
    };
    match near.first() {
        Some(near) => format!("no record has `{name}`; did you mean `{near}`?"),
        None => format!("no record has `{name}`"),
    }
}

/// Returns the sentence about an opcode that none of the examined records has, if there are others.
pub fn none_of_these_has(name: &str) -> String {
    nobody_has(name).replacen("no record has", "none of these records has", 1)
}

/// Returns the sentence about a condition that no operand of its opcode can meet.
fn never_matches(node: &Node) -> Option<String> {
    let (name, other) = match node {
        Node::Compare(..) | Node::Among(..) => {
            let name = node.amounts().find_map(without_numbers);
            (name?.to_owned(), "numbers".to_owned())
        }
        Node::Operand(_, name, word)
            if holds_moves(name)
                && !moves::looks_like_move(word.as_bytes())
                && !word.starts_with('#') =>
        {
            (name.clone(), format!("`{word}`"))
        }
        Node::Text(TextOf::Operation(name), TextTest::OneOf(words), false)
            if holds_integer(name)
                && words
                    .iter()
                    .all(|word| operand::read_integer(word).is_none()) =>
        {
            let word = String::from_utf8_lossy(words.first()?);
            (name.clone(), format!("`{word}`"))
        }
        Node::Alike(one, _, other) if !is_operation(one) || !is_operation(other) => {
            let mut whole = [one, other].into_iter().filter(|of| is_operation(of));
            let name = whole.find_map(|of| of.opcode().filter(|name| holds_moves(name)))?;
            (name.to_owned(), "text".to_owned())
        }
        _ => return None,
    };
    let holds = holds(&name)?;
    Some(format!(
        "`{name}` holds {holds}, not {other}: this never matches; see `epdit explain {name}`"
    ))
}

/// Returns the opcode of an amount if its operands are never numbers.
fn without_numbers(amount: &Amount) -> Option<&str> {
    let mut found = None;
    amount.each(&mut |amount| match amount {
        Amount::Operand(name) if holds(name).is_some() && !holds_integer(name) => {
            found.get_or_insert(name.as_str());
        }
        _ => {}
    });
    found
}

/// Returns the only kind of operand that an opcode takes; `None` if it takes any text.
fn holds(name: &str) -> Option<&'static str> {
    match opcode::find(name.as_bytes())?.shape {
        Shape::Moves | Shape::OneMove | Shape::Line => Some("moves"),
        Shape::Integer { .. } => Some("a whole number"),
        // A single text may be a number.
        Shape::TwoTexts | Shape::TagPairs | Shape::OneOf(_) => Some("text"),
        Shape::TwoClocks => Some("clocks"),
        Shape::DateTime => Some("a date"),
        Shape::Nothing => Some("no operand"),
        _ => None,
    }
}

/// Returns true if a text is an operation or its first operand, and not derived from these.
fn is_operation(of: &TextOf) -> bool {
    matches!(of, TextOf::Operation(_) | TextOf::First(_))
}

/// The opcodes of a query or a table, and whether records have them. Shared by several threads.
#[derive(Debug)]
pub struct SeenOpcodes {
    opcodes: Vec<Opcode>,
    left: AtomicUsize,
    matched: AtomicBool,
    records: AtomicBool,
}

#[derive(Debug)]
struct Opcode {
    name: String,
    needle: Option<Pattern>,
    seen: AtomicBool,
    /// Set if a record may have the opcode hidden among the operands of another.
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

/// Queries are equal regardless of the opcodes that they saw.
impl PartialEq for SeenOpcodes {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl SeenOpcodes {
    /// Returns a set of opcodes, none of which has been seen.
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
        // Whether an operation is hidden shows only in the full record.
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
        // Written only once, because threads that write to one place wait for each other.
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

    /// Records the opcodes of lines that were skipped without being evaluated.
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

    /// Returns a sentence for each opcode that records may hide and each that none has; `all` is false if
    /// there are other records.
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
