//! What is odd about a query that can be read: tests that can never be true, and why nothing matched.

use std::sync::Arc;

use super::Query;
use super::ast::{Amount, EnPassant, Node, TextOf, TextTest};
use super::witness::{Spelling, Witness};
use crate::epd::opcode::{self, Shape};
use crate::epd::{moves, spelling};
use crate::suite::facet::query_word;
use crate::suite::search::Pattern;
use shakmaty::Rank;

impl Query {
    /// The same query, which remembers what it meets: [`Self::why_none`] tells of it.
    #[must_use]
    pub fn watched(mut self) -> Self {
        let (opcodes, compared) = (self.opcodes(), self.compared());
        let witness = Witness::of(opcodes, &compared, self.spellings());
        self.witness = Some(Arc::new(witness));
        self
    }

    /// The amounts that it compares, with those they are made of.
    fn each_amount(&self, visit: &mut impl FnMut(&Amount)) {
        self.node.each(&mut |node| match node {
            Node::Compare(first, _, second) => {
                first.each(&mut *visit);
                second.each(&mut *visit);
            }
            Node::Among(amount, ..) => amount.each(&mut *visit),
            _ => {}
        });
    }

    /// The opcodes whose numbers it compares.
    fn compared(&self) -> Vec<String> {
        let mut all = Vec::new();
        self.each_amount(&mut |amount| {
            if let Amount::Operand(name) = amount {
                all.push(name.clone());
            }
        });
        all
    }

    /// The texts of operations that it compares, where none of several tests may be the reason for no match.
    fn spellings(&self) -> Vec<Spelling> {
        let mut all = Vec::new();
        if !matches!(self.node, Node::And(_)) {
            self.node.each(&mut |node| {
                if let Node::Text(
                    of @ (TextOf::Operation(_) | TextOf::Prefix(_)),
                    TextTest::Is(word),
                ) = node
                {
                    all.extend(Spelling::of(of, word));
                }
            });
        }
        all
    }

    /// The opcodes it names, each once.
    pub fn opcodes(&self) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        let mut add = |name: &str| {
            if !all.iter().any(|known| known == name) {
                all.push(name.to_owned());
            }
        };
        self.node.each(&mut |node| match node {
            Node::Has(name)
            | Node::Operand(_, name, _)
            | Node::Move(_, name, _)
            | Node::Text(
                TextOf::Operation(name)
                | TextOf::Prefix(name)
                | TextOf::First(name)
                | TextOf::Piece(name),
                _,
            ) => add(name),
            Node::Alike(one, _, other) => {
                let both = [one, other].into_iter().filter_map(TextOf::opcode);
                both.for_each(&mut add);
            }
            _ => {}
        });
        self.each_amount(&mut |amount| match amount {
            Amount::Operand(name) | Amount::Operands(name) | Amount::LengthOf(name) => add(name),
            _ => {}
        });
        all
    }

    /// The tests in it that can never be true, and words that may have been meant in another way, each in a
    /// sentence.
    pub fn doubts(&self) -> Vec<String> {
        let mut said = self.hints.clone();
        self.node.each(&mut |node| {
            if let Some(doubt) = doubt(node)
                .or_else(|| in_pawns(node))
                .filter(|doubt| !said.contains(doubt))
            {
                said.push(doubt);
            }
        });
        said
    }

    /// What a watched query missed: operations that it names and that records may have among the operands of
    /// others, each in a sentence.
    pub fn missed(&self) -> Vec<String> {
        let witness = self.witness.iter();
        witness.flat_map(|met| met.hidden().map(hidden)).collect()
    }

    /// Where a watched query met records and none matched: what may be the reason, besides
    /// [`Self::doubts`].
    pub fn why_none(&self) -> Vec<String> {
        let Some(witness) = self.witness.as_ref().filter(|found| found.found_none()) else {
            return Vec::new();
        };
        let unseen = witness.unseen().filter(|name| !is_a_move(name));
        let mut said: Vec<String> = unseen.map(nobody_has).collect();
        said.extend(witness.without_number().map(|name| {
            format!(
                "no record has a number in `{name}`, and only numbers compare; \
                 for text, try `{} ~ \"text\"`",
                query_word(name)
            )
        }));
        said.extend(witness.in_other_letters().map(|(of, word)| {
            let name = match of {
                TextOf::Prefix(name) => format!("{}.prefix", query_word(name)),
                of => query_word(of.opcode().unwrap_or_default()),
            };
            let escaped = regex::escape(word).replace('/', "\\/");
            format!(
                "records have `{word}` in other upper or lower case; for any case, try `{name} ~ /^{escaped}$/i`"
            )
        }));
        let is_and = matches!(self.node, Node::And(_));
        self.node.each(&mut |node| {
            // Where other opcodes are numbers, this one was perhaps meant as one.
            if let Node::Text(TextOf::Operation(name), TextTest::Is(word)) = node
                && opcode::find(name.as_bytes()).is_none()
                && opcode::is_opcode(word.as_bytes())
                && word.starts_with(|c: char| c.is_ascii_uppercase())
                && !is_and
            {
                let name = query_word(name);
                said.push(format!(
                    "`{word}` is compared as text; for the operation, try `{name} = op({word})`"
                ));
            }
        });
        self.node.each(&mut |node| {
            // Of several tests that must all hold, nobody knows that this one is the reason.
            if let Node::Text(of @ TextOf::Operation(_), TextTest::Is(word)) = node
                && !is_and
            {
                said.extend(why_not_equal(of, word));
            }
            if let Node::Text(_, TextTest::Holds(pattern)) = node
                && !is_and
            {
                said.extend(why_not_held(pattern));
            }
        });
        said
    }
}

/// Whether an opcode that nobody knows is a move.
fn is_a_move(name: &str) -> bool {
    opcode::find(name.as_bytes()).is_none() && moves::looks_like_move(name.as_bytes())
}

/// Why no text is one that has signs which stand for any text elsewhere: `WAC*`.
fn why_not_equal(of: &TextOf, word: &str) -> Option<String> {
    const ANY: [char; 2] = ['*', '%'];
    let name = query_word(of.opcode()?);
    let inner = word.trim_matches(ANY);
    if inner.len() == word.len() || inner.is_empty() {
        return None;
    }
    let escaped = regex::escape(inner).replace('/', "\\/");
    let start = if word.starts_with(ANY) { "" } else { "^" };
    let end = if word.ends_with(ANY) { "" } else { "$" };
    Some(format!(
        "`=` compares all of the text as it is written; try `{name} ~ /{start}{escaped}{end}/`"
    ))
}

/// Why no text holds what is sought as it is written.
fn why_not_held(pattern: &Pattern) -> Option<String> {
    let text = pattern.text();
    if !pattern.is_literal() {
        return None;
    }
    let inner = text.trim_matches('%');
    if inner.len() < text.len() && !inner.is_empty() {
        return Some(format!(
            "`%` is sought as it is written; `~` finds a text anywhere: `~ \"{inner}\"`"
        ));
    }
    let is_expression = text.starts_with('^')
        || text.ends_with('$')
        || [".*", ".+", "[", "|", "\\d", "\\w", "\\s", "\\b"]
            .iter()
            .any(|sign| text.contains(sign));
    if is_expression && !text.contains('/') {
        return Some(format!(
            "`{text}` is sought as it is written; for an expression, try `~ /{text}/`"
        ));
    }
    counts_case(pattern).then(|| {
        format!(
            "`{text}` has a capital letter, so upper and lower case differ; in lower case both match"
        )
    })
}

fn counts_case(pattern: &Pattern) -> bool {
    pattern.is_literal() && pattern.text().chars().any(char::is_uppercase)
}

/// What is said where no record has an opcode.
pub fn nobody_has(name: &str) -> String {
    let lower = name.to_ascii_lowercase();
    let near: Vec<&str> = match opcode::find(lower.as_bytes()) {
        Some(info) if info.name != name => vec![info.name],
        // What is known is no slip.
        Some(_) => Vec::new(),
        None if opcode::well_known(name.as_bytes()).is_some() => Vec::new(),
        None => {
            let names = opcode::all().iter().map(|info| info.name);
            spelling::nearest(name.as_bytes(), names, spelling::slips(name.as_bytes()))
        }
    };
    match near.first() {
        None if name == "eco" => {
            "no record has `eco`; for the code by position, try `opening.eco`".to_owned()
        }
        Some(near) => format!("no record has `{name}`; did you mean `{near}`?"),
        None => format!("no record has `{name}`"),
    }
}

/// What is said where records may have an operation among the operands of another.
pub fn hidden(name: &str) -> String {
    format!(
        "some records may hide `{name}` among other operands; `problem(swallowed-operation)` finds them"
    )
}

/// The same where not all records were looked at, but those that match, or the first so many.
pub fn none_of_these_has(name: &str) -> String {
    nobody_has(name).replacen("no record has", "none of these records has", 1)
}

/// What an opcode holds besides numbers.
fn holds(name: &str) -> Option<&'static str> {
    match opcode::find(name.as_bytes())?.shape {
        Shape::Moves | Shape::OneMove | Shape::Line => Some("moves"),
        // A single text may be a number.
        Shape::TwoTexts | Shape::TagPairs | Shape::OneOf(_) => Some("text"),
        Shape::TwoClocks => Some("clocks"),
        Shape::DateTime => Some("a date"),
        Shape::Nothing => Some("no operand"),
        _ => None,
    }
}

/// What is said of material that is compared with a number of pawns.
fn in_pawns(node: &Node) -> Option<String> {
    let Node::Compare(first, _, second) = node else {
        return None;
    };
    let number = |amount: &Amount| match amount {
        Amount::Literal(number) => Some(number.float().abs()),
        Amount::Negative(inner) => match &**inner {
            Amount::Literal(number) => Some(number.float().abs()),
            _ => None,
        },
        _ => None,
    };
    let pawns = match (number(first), number(second)) {
        (None, Some(pawns)) if is_of_material(first) => pawns,
        (Some(pawns), None) if is_of_material(second) => pawns,
        _ => return None,
    };
    let few = pawns > 0.0 && pawns < 100.0;
    few.then(|| {
        let hundreds = pawns * 100.0;
        format!("`material` counts a pawn as 100: for {pawns} pawns, compare with {hundreds}")
    })
}

/// Whether it is the worth of pieces, and what is added or taken away is that, too.
fn is_of_material(amount: &Amount) -> bool {
    match amount {
        Amount::Material(_) => true,
        Amount::Negative(inner) | Amount::Absolute(inner) => is_of_material(inner),
        Amount::Sum(first, second) | Amount::Difference(first, second) => {
            is_of_material(first) && is_of_material(second)
        }
        _ => false,
    }
}

fn doubt(node: &Node) -> Option<String> {
    match node {
        Node::Compare(..) | Node::Among(..) => {
            let mut found = None;
            let amounts = match node {
                Node::Compare(first, _, second) => vec![first, second],
                Node::Among(amount, ..) => vec![amount],
                _ => Vec::new(),
            };
            for amount in amounts {
                amount.each(&mut |amount| {
                    if let Amount::Operand(name) = amount
                        && let Some(what) = holds(name)
                    {
                        found.get_or_insert((name.clone(), what));
                    }
                });
            }
            let (name, what) = found?;
            let instead = match what {
                "moves" => format!("; try `{name} has Nf3` or `count({name}) > 1`"),
                "no operand" => format!("; try `{name}`"),
                _ => format!("; try `{name} ~ \"text\"`"),
            };
            Some(format!(
                "`{name}` holds {what}, and only numbers compare: this never matches{instead}"
            ))
        }
        Node::Has(name) if is_a_move(name) => Some(format!(
            "`{name}` is an opcode here; for the move, try `bm has {name}`"
        )),
        Node::Operand(_, name, word)
            if holds(name) == Some("moves")
                && !moves::looks_like_move(word.as_bytes())
                && !word.starts_with('#') =>
        {
            let instead = match opcode::is_opcode(word.as_bytes()) {
                true => format!("; for an operation, try `op({word})`"),
                false => String::new(),
            };
            Some(format!(
                "`{word}` is not a move, and `{name}` holds moves{instead}"
            ))
        }
        Node::Text(TextOf::Operation(name), TextTest::Is(word)) if is_number(name) => {
            let wrong = crate::epd::operand::read_integer(word.as_bytes()).is_none();
            wrong.then(|| format!("`{name}` holds a whole number, and `{word}` is not one"))
        }
        Node::Text(TextOf::Operation(name), TextTest::Is(word) | TextTest::IsNot(word))
            if holds(name) == Some("moves") && moves::looks_like_move(word.as_bytes()) =>
        {
            let sign = match node {
                Node::Text(_, TextTest::Is(_)) => "=",
                _ => "!=",
            };
            Some(format!(
                "in quotes `{word}` is the text as it is written; for the move in any notation, try `{name} {sign} {word}`"
            ))
        }
        Node::Alike(one, _, other) => {
            let is_part = |of: &TextOf| !matches!(of, TextOf::Operation(_) | TextOf::First(_));
            let moves = [one, other].into_iter().find_map(|of| match of {
                TextOf::Operation(name) | TextOf::First(name) => {
                    (holds(name) == Some("moves")).then_some(name)
                }
                _ => None,
            })?;
            (is_part(one) || is_part(other)).then(|| {
                format!(
                    "`{moves}` holds moves, and is compared with moves only: this never matches"
                )
            })
        }
        Node::Text(TextOf::Line, TextTest::Is(word)) if !word.contains(' ') => {
            Some(format!("`text` is the whole line; try `text ~ \"{word}\"`"))
        }
        Node::EnPassant(EnPassant::Is(square))
            if !matches!(square.rank(), Rank::Third | Rank::Sixth) =>
        {
            Some(format!(
                "`ep = {square}` never matches: an en-passant square is on rank 3 or 6"
            ))
        }
        _ => None,
    }
}

fn is_number(name: &str) -> bool {
    let info = opcode::find(name.as_bytes());
    info.is_some_and(|info| matches!(info.shape, Shape::Integer { .. }))
}

impl Node {
    /// It and all nodes in it.
    pub(super) fn each(&self, visit: &mut impl FnMut(&Self)) {
        visit(self);
        match self {
            Self::And(nodes) | Self::Or(nodes) => {
                nodes.iter().for_each(|node| node.each(&mut *visit));
            }
            Self::Not(node) => node.each(visit),
            _ => {}
        }
    }

    /// Whether it, or a node in it, is one of these.
    pub(super) fn any(&self, is_one: &impl Fn(&Self) -> bool) -> bool {
        let mut found = false;
        self.each(&mut |node| found |= is_one(node));
        found
    }
}

impl Amount {
    /// It and all amounts in it.
    pub(super) fn each(&self, visit: &mut impl FnMut(&Self)) {
        visit(self);
        match self {
            Self::Negative(inner) | Self::Absolute(inner) | Self::Rounded(inner) => {
                inner.each(visit);
            }
            Self::Least(all) | Self::Greatest(all) => {
                all.iter().for_each(|one| one.each(&mut *visit));
            }
            Self::Sum(first, second)
            | Self::Difference(first, second)
            | Self::Product(first, second)
            | Self::Quotient(first, second) => {
                first.each(&mut *visit);
                second.each(visit);
            }
            _ => {}
        }
    }
}
