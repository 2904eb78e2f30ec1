//! Tests of the first operand: the move or word, and the piece that makes the move.

use super::{Parser, listed};
use crate::epd::holds_moves;
use crate::suite::query::ast::{Calculated, Likeness, Node, TextOf, Which};
use crate::suite::query::cursor::{Expected, Fail, Parsed};
use shakmaty::Role;

/// The suffix of an opcode for the prefix of its text.
const PREFIX: &str = ".prefix";

impl Parser<'_> {
    /// ```text
    /// first = "first" "(" opcode ")" ( move-kind | words )
    /// ```
    pub(super) fn first(&mut self) -> Parsed<Node> {
        let opcode = self.opcode_in_parentheses()?;
        if holds_moves(&opcode)
            && let Some(kind) = self.move_kind()?
        {
            return Ok(Node::Move(Which::First, opcode, kind));
        }
        self.words_of(TextOf::First(opcode))?.ok_or(Fail::Expected)
    }

    /// ```text
    /// piece  = "piece" "(" opcode ")" ( ( "=" | "!=" ) ( letter | other ) | [ "not" ] "in" "(" letter { "," letter } ")" )
    /// letter = "P" | "N" | "B" | "R" | "Q" | "K"
    /// ```
    pub(super) fn piece(&mut self) -> Parsed<Node> {
        let of = TextOf::Piece(self.opcode_in_parentheses()?);
        let one = |parser: &mut Self, negated| {
            let letter = parser.role()?.upper_char().to_string();
            Ok(Node::is(of.clone(), letter, negated))
        };
        if let Some(negated) = self.list_begins() {
            let nodes = self.list(|parser| one(parser, negated))?;
            return Ok(listed(nodes, negated));
        }
        let negated = self.is_or_is_not()?;
        match self.alike(&of, Likeness::of(negated))? {
            Some(node) => Ok(node),
            None => one(self, negated),
        }
    }

    /// Parses the letter of a piece, of either colour.
    pub(super) fn role(&mut self) -> Parsed<Role> {
        self.cursor.note(Expected::Pieces);
        let run = self.cursor.peek_run();
        let role = role_of(run.trim_matches(['"', '\''])).ok_or(Fail::Expected)?;
        self.cursor.take(run.len());
        Ok(role)
    }

    /// Parses a value of a record that is a text.
    ///
    /// ```text
    /// text-value = "first" "(" opcode ")" | "piece" "(" opcode ")" | opcode ".prefix"
    /// ```
    pub(super) fn text_value(&mut self) -> Parsed<Option<Calculated>> {
        let word = self.cursor.peek_word();
        let behind = self.cursor.rest().get(word.len()..).unwrap_or_default();
        if behind.starts_with(PREFIX) {
            let opcode = self.opcode()?;
            self.cursor.take(PREFIX.len());
            return Ok(Some(Calculated::Text(TextOf::Prefix(opcode))));
        }
        let of = if self.cursor.word("first") {
            TextOf::First
        } else if self.cursor.word("piece") {
            TextOf::Piece
        } else {
            return Ok(None);
        };
        let opcode = self.opcode_in_parentheses()?;
        Ok(Some(Calculated::Text(of(opcode))))
    }

    pub(super) fn opcode_in_parentheses(&mut self) -> Parsed<String> {
        self.within(Self::opcode)
    }
}

/// Returns the piece that one letter names.
fn role_of(word: &str) -> Option<Role> {
    let mut letters = word.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => Role::from_char(letter),
        _ => None,
    }
}
