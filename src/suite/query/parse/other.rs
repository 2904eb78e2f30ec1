//! What a value is compared with, where that is another value of the record and not a word.

use super::Parser;
use crate::epd::opcode::Shape;
use crate::epd::{holds_moves, moves, opcode};
use crate::suite::facet::query_word;
use crate::suite::query::ast::{Amount, Comparison, Likeness, Node, TextOf};
use crate::suite::query::cursor::{Fail, Parsed};
use crate::suite::query::meaning;
use shakmaty::Piece;

impl Parser<'_> {
    /// A value that is like another, where one stands here, and not a word, a number or a calculation.
    pub(super) fn alike(&mut self, of: &TextOf, how: Likeness) -> Parsed<Option<Node>> {
        let Some(other) = self.other(of)? else {
            self.may_mean_other(of, how)?;
            return Ok(None);
        };
        let sign = match how {
            Likeness::Is => Comparison::Equal,
            Likeness::IsNot => Comparison::NotEqual,
            Likeness::Shares => return Ok(Some(Node::Alike(of.clone(), how, other))),
        };
        Ok(Some(match (of, &other) {
            (TextOf::Operation(one), TextOf::Operation(two))
                if holds_only_numbers(one) || holds_only_numbers(two) =>
            {
                let number = |opcode: &String| Amount::Operand(opcode.clone());
                Node::Compare(number(one), sign, number(two))
            }
            _ => Node::Alike(of.clone(), how, other),
        }))
    }

    /// ```text
    /// other = ( "op" | "first" | "piece" ) "(" opcode ")" | "opening.eco"
    ///       | opcode        where moves are compared, and it is none
    /// ```
    ///
    /// `None` where none is here, or a calculation begins with it.
    fn other(&mut self, of: &TextOf) -> Parsed<Option<TextOf>> {
        let place = self.cursor.place();
        let word = self.cursor.peek_word();
        let rest = self.cursor.rest();
        let behind = rest.get(word.len()..).unwrap_or_default();
        let made: fn(String) -> TextOf = match (word, behind.starts_with('(')) {
            _ if matches!(of, TextOf::Line | TextOf::File) => return Ok(None),
            ("op", true) => TextOf::Operation,
            ("first", true) => TextOf::First,
            ("piece", true) => TextOf::Piece,
            _ if self.cursor.peek_run() == ECO => {
                self.cursor.take(ECO.len());
                return Ok(Some(TextOf::OpeningEco));
            }
            (word, false) if word == self.cursor.peek_run() && names_operation(of, word) => {
                self.cursor.take(word.len());
                return Ok(self.unless_calculated(place, TextOf::Operation(word.to_owned())));
            }
            _ => return Ok(None),
        };
        let opcode = match word {
            // Taken with its parentheses.
            "op" => self.opcode()?,
            word => {
                self.cursor.take(word.len());
                self.opcode_in_parentheses()?
            }
        };
        Ok(self.unless_calculated(place, made(opcode)))
    }

    /// `None`, back at its place, where it is the beginning of a calculation.
    fn unless_calculated(&mut self, place: usize, other: TextOf) -> Option<TextOf> {
        if self.cursor.rest().starts_with(['+', '-', '*', '/']) {
            self.cursor.back_to(place);
            return None;
        }
        Some(other)
    }

    /// Says of a word that is compared as text what else may have been meant: an operation, a value that is
    /// missing, a piece on a square.
    fn may_mean_other(&mut self, of: &TextOf, how: Likeness) -> Parsed<()> {
        let word = self.cursor.peek_run();
        let name = match of {
            TextOf::Operation(name) | TextOf::First(name) => name,
            TextOf::OpeningEco | TextOf::Opening if is_known(word) => {
                let left = match of {
                    TextOf::Opening => "opening",
                    _ => ECO,
                };
                self.hint(as_text(left, how, word));
                return Ok(());
            }
            _ => return Ok(()),
        };
        let shape = opcode::find(name.as_bytes()).map(|info| info.shape);
        let is_text = !holds_moves(name) && !matches!(shape, Some(Shape::Integer { .. }));
        let nulls: &[&str] = match is_text {
            true => &["null"],
            false => &["null", "none", "nil"],
        };
        if nulls.iter().any(|null| word.eq_ignore_ascii_case(null)) {
            let (what, query) = match how {
                Likeness::IsNot => ("with", query_word(name)),
                _ => ("without", format!("not {}", query_word(name))),
            };
            let meant = format!("for records {what} `{name}`, try `{query}`");
            if !is_text {
                let said = format!("`{word}` is not a value; {meant}");
                return Err(Fail::Wrong(self.cursor.take(word.len()), said));
            }
            self.hint(format!("`{word}` is compared as text; {meant}"));
            return Ok(());
        }
        let left = match of {
            TextOf::First(name) => format!("first({name})"),
            _ => query_word(name),
        };
        // What is of an opcode that nobody knows is compared with the number of one that is known.
        let is_compared = is_text && (shape.is_some() || matches!(of, TextOf::First(_)));
        if is_compared && is_known(word) {
            self.hint(as_text(&left, how, word));
        } else if is_compared && meaning::is_square(name) && are_pieces(word) {
            let sign = sign_of(how);
            self.hint(format!(
                "`{name}` is compared as an operation; for the square, try `at({name}) {sign} {word}`"
            ));
        }
        Ok(())
    }

    /// Says of a list behind a sign that compares with one value what compares with several.
    pub(super) fn no_list(&mut self, negated: bool) -> Parsed<()> {
        let rest = self.cursor.rest();
        let Some(inside) = rest.strip_prefix('(') else {
            return Ok(());
        };
        let (mut depth, mut quote, mut has_comma) = (0_usize, None, false);
        for (at, letter) in inside.char_indices() {
            match (letter, quote) {
                (letter, Some(open)) => quote = Some(open).filter(|open| *open != letter),
                ('"' | '\'', None) => quote = Some(letter),
                ('(', None) => depth += 1,
                (')', None) if depth > 0 => depth -= 1,
                (')', None) if has_comma => {
                    let (list, signs) = match negated {
                        false => ("in", "`=` compares"),
                        true => ("not in", "`!=` compares"),
                    };
                    let inside = inside.get(..at).unwrap_or_default();
                    let said =
                        format!("{signs} with one value; for several, try `{list} ({inside})`");
                    return Err(Fail::Wrong(self.cursor.take(at + 2), said));
                }
                (')', None) => return Ok(()),
                (',', None) if depth == 0 => has_comma = true,
                _ => {}
            }
        }
        Ok(())
    }
}

fn sign_of(how: Likeness) -> &'static str {
    match how {
        Likeness::Is => "=",
        Likeness::IsNot => "!=",
        Likeness::Shares => "has",
    }
}

/// What is said of an opcode that is compared as the word that it is.
fn as_text(left: &str, how: Likeness, word: &str) -> String {
    let sign = sign_of(how);
    format!("`{word}` is compared as text; for the operation, try `{left} {sign} op({word})`")
}

/// Whether a word may name pieces on a square.
fn are_pieces(word: &str) -> bool {
    word == "-" || !word.is_empty() && word.chars().all(|c| Piece::from_char(c).is_some())
}

/// The code of the opening that has the position.
const ECO: &str = "opening.eco";

/// Whether a word without parentheses is an operation that is compared, and can't be what a word there is.
fn names_operation(of: &TextOf, word: &str) -> bool {
    let (TextOf::Operation(name) | TextOf::First(name)) = of else {
        return false;
    };
    match opcode::find(name.as_bytes()) {
        Some(_) => is_known(word) && holds_moves(name) && !moves::looks_like_move(word.as_bytes()),
        None => holds_moves(word) && matches!(of, TextOf::Operation(_)),
    }
}

fn is_known(word: &str) -> bool {
    opcode::find(word.as_bytes()).is_some() || opcode::well_known(word.as_bytes()).is_some()
}

fn holds_only_numbers(opcode: &str) -> bool {
    opcode::find(opcode.as_bytes()).is_some_and(|info| matches!(info.shape, Shape::Integer { .. }))
}
