//! The right side of a comparison, where it is another value of the record and not a word.

use super::Parser;
use crate::epd::{holds_integer, holds_moves, moves, opcode};
use crate::suite::query::ast::{Amount, Comparison, Likeness, Node, TextOf};
use crate::suite::query::cursor::Parsed;

impl Parser<'_> {
    /// Parses a comparison with another value, if one is here, and not a word, a number or a calculation.
    pub(super) fn alike(&mut self, of: &TextOf, how: Likeness) -> Parsed<Option<Node>> {
        let Some(other) = self.other(of)? else {
            return Ok(None);
        };
        let sign = match how {
            Likeness::Is => Comparison::Equal,
            Likeness::IsNot => Comparison::NotEqual,
            Likeness::Shares => return Ok(Some(Node::Alike(of.clone(), how, other))),
        };
        Ok(Some(match (of, &other) {
            (TextOf::Operation(one), TextOf::Operation(two))
                if holds_integer(one) || holds_integer(two) =>
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
    /// `None` if there is none, or if it begins a calculation.
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

    /// Returns the value; `None`, back at its place, if it begins a calculation.
    fn unless_calculated(&mut self, place: usize, other: TextOf) -> Option<TextOf> {
        if self.cursor.rest().starts_with(['+', '-', '*', '/']) {
            self.cursor.back_to(place);
            return None;
        }
        Some(other)
    }
}

/// The word for the ECO code of the position's opening.
const ECO: &str = "opening.eco";

/// Returns true if a bare word names an operation to compare with, and can't be an operand.
fn names_operation(of: &TextOf, word: &str) -> bool {
    let (TextOf::Operation(name) | TextOf::First(name)) = of else {
        return false;
    };
    match opcode::find(name.as_bytes()) {
        Some(_) => is_known(word) && holds_moves(name) && !moves::looks_like_move(word.as_bytes()),
        None => holds_moves(word) && matches!(of, TextOf::Operation(_)),
    }
}

/// Returns true for an opcode of the standard, or one in use.
pub(super) fn is_known(word: &str) -> bool {
    opcode::find(word.as_bytes()).is_some() || opcode::well_known(word.as_bytes()).is_some()
}
