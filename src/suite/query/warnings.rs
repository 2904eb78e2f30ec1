//! The warnings about a valid query: tests that never match, and opcodes that no record has.

use std::collections::HashSet;
use std::sync::Arc;

use super::Query;
use super::ast::{Amount, Node, TextOf, TextTest};
use super::seen::SeenOpcodes;
use crate::epd::opcode::{self, Shape};
use crate::epd::{holds_integer, holds_moves, moves, operand, spelling};

impl Query {
    /// Returns the query in a form that records the opcodes it meets, for [`Self::missing_opcodes`].
    #[must_use]
    pub fn watched(mut self) -> Self {
        self.seen = Some(Arc::new(SeenOpcodes::of(self.opcodes())));
        self
    }

    /// Returns the opcodes that the query names, each once.
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

    /// Returns the tests that never match, because the opcode holds other values, each in a sentence.
    pub fn warnings(&self) -> Vec<String> {
        let mut said = Vec::new();
        self.node.each(&mut |node| {
            if let Some(warning) = never_matches(node).filter(|warning| !said.contains(warning)) {
                said.push(warning);
            }
        });
        said
    }

    /// Returns the opcodes that no record has, each in a sentence, if a watched query met records and none matched.
    pub fn missing_opcodes(&self) -> Vec<String> {
        let missing = self.seen.iter().flat_map(|seen| seen.missing());
        missing.map(nobody_has).collect()
    }

    /// Returns the opcodes of a watched query that records may hide among the operands of others, each in a sentence.
    pub fn hidden_opcodes(&self) -> Vec<String> {
        let hidden = self.seen.iter().flat_map(|seen| seen.hidden());
        hidden.map(may_be_hidden).collect()
    }
}

/// Returns the sentence about an opcode that records may hide among the operands of another.
pub(super) fn may_be_hidden(name: &str) -> String {
    format!(
        "some records may hide `{name}` among other operands; `problem(swallowed-operation)` finds them"
    )
}

/// Returns the sentence about an opcode that no record has, with the opcode that was probably meant.
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

/// Returns the sentence about a test that no operand of its opcode can pass.
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

/// Returns the opcode of an amount, if its operands are never numbers.
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

/// Returns true if a text is an operation or its first move, not derived from it.
fn is_operation(of: &TextOf) -> bool {
    matches!(of, TextOf::Operation(_) | TextOf::First(_))
}
