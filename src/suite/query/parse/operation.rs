//! Tests of operations: presence, operands as numbers, text or moves.

use super::Parser;
use crate::epd::{Span, opcode};
use crate::suite::query::ast::{Amount, Node, TextOf, TextTest};
use crate::suite::query::cursor::{Expected, Fail, Parsed};
use crate::suite::query::{meaning, words};
use crate::suite::search::{Case, Pattern};

impl Parser<'_> {
    /// ```text
    /// operation = opcode [ "has" operand | text-test | comparison ]
    /// ```
    pub(super) fn operation(&mut self) -> Parsed<Node> {
        let opcode = self.opcode()?;
        if self.cursor.word("has") {
            let operand = self.operand()?;
            return Ok(Node::Operand(opcode, operand));
        }
        if let Some(test) = self.text_test(TextOf::Operation(opcode.clone()))? {
            return Ok(test);
        }
        let place = self.cursor.place();
        let is_compared = self.comparator().is_some();
        self.cursor.back_to(place);
        if is_compared || self.cursor.rest().starts_with(['+', '-']) {
            return self.comparison(Amount::Operand(opcode));
        }
        Ok(Node::Has(opcode))
    }

    /// ```text
    /// opcode = known opcode | upper-case letter { letter | digit | "_" } | "op" "(" opcode ")"
    /// ```
    pub(super) fn opcode(&mut self) -> Parsed<String> {
        if self.cursor.word("op") {
            self.cursor.must("(")?;
            self.cursor.note(Expected::Opcode);
            let name = self.cursor.peek_word().to_owned();
            if !opcode::is_opcode(name.as_bytes()) {
                return Err(Fail::Expected);
            }
            self.cursor.take(name.len());
            self.cursor.must(")")?;
            return Ok(name);
        }
        self.cursor.note(Expected::Opcode);
        let name = self.cursor.peek_word().to_owned();
        if !opcode::is_opcode(name.as_bytes()) || words::find(&name).is_some() && name != "id" {
            return Err(Fail::Expected);
        }
        let is_known = opcode::find(name.as_bytes()).is_some()
            || opcode::well_known(name.as_bytes()).is_some()
            || name.starts_with(|c: char| c.is_ascii_uppercase());
        let place = self.cursor.place();
        if !is_known {
            let span = Span::new(place, place + name.len());
            return Err(Fail::Wrong(span, unknown(&name, self.cursor.rest())));
        }
        self.cursor.take(name.len());
        Ok(name)
    }

    /// ```text
    /// operand = quoted | any bytes but blanks and parentheses
    /// ```
    fn operand(&mut self) -> Parsed<String> {
        self.cursor.note(Expected::Move);
        if self.cursor.rest().starts_with('"') {
            return self.quoted();
        }
        // A parenthesis that closes more than was opened in the word closes the query's own.
        let run = self.cursor.peek_run();
        if run.is_empty() {
            return Err(Fail::Expected);
        }
        self.cursor.take(run.len());
        Ok(run.to_owned())
    }

    /// ```text
    /// text-test = ( "~" | "!~" ) ( quoted | expression ) | ( "=" | "!=" ) quoted
    /// ```
    ///
    /// `None` where none begins here: `=` may be followed by a number as well.
    pub(super) fn text_test(&mut self, text: TextOf) -> Parsed<Option<Node>> {
        let negated = self.cursor.sign("!~");
        if negated || self.cursor.sign("~") {
            let pattern = self.pattern()?;
            let test = if negated {
                TextTest::HoldsNot(pattern)
            } else {
                TextTest::Holds(pattern)
            };
            return Ok(Some(Node::Text(text, test)));
        }
        let place = self.cursor.place();
        let negated = self.cursor.sign("!=");
        if negated || self.cursor.sign("=") {
            if self.cursor.rest().starts_with('=') {
                self.cursor.take(1);
            }
            self.cursor.note(Expected::Text);
            if self.cursor.rest().starts_with('"') {
                let wanted = self.quoted()?;
                let test = if negated {
                    TextTest::IsNot(wanted)
                } else {
                    TextTest::Is(wanted)
                };
                return Ok(Some(Node::Text(text, test)));
            }
        }
        self.cursor.back_to(place);
        Ok(None)
    }

    /// ```text
    /// quoted = '"' { any byte but '"' } '"'
    /// ```
    pub(super) fn quoted(&mut self) -> Parsed<String> {
        self.cursor.note(Expected::Text);
        let Some(inside) = self.cursor.rest().strip_prefix('"') else {
            return Err(Fail::Expected);
        };
        let Some(len) = inside.find('"') else {
            let span = self.cursor.take(inside.len() + 1);
            return Err(Fail::Wrong(span, "missing closing quote".to_owned()));
        };
        self.cursor.take(len + 2);
        Ok(inside.get(..len).unwrap_or_default().to_owned())
    }

    /// ```text
    /// pattern    = quoted | expression
    /// expression = "/" { "\/" | any byte but "/" } "/"
    /// ```
    ///
    /// Case counts where the pattern holds a capital letter.
    fn pattern(&mut self) -> Parsed<Pattern> {
        self.cursor.note(Expected::Text);
        self.cursor.note(Expected::Expression);
        let start = self.cursor.place();
        if let Some(inside) = self.cursor.rest().strip_prefix('/') {
            let Some(len) = expression_len(inside) else {
                let span = self.cursor.take(inside.len() + 1);
                let message = "missing closing slash".to_owned();
                return Err(Fail::Wrong(span, message));
            };
            let span = self.cursor.take(len + 2);
            let text = inside.get(..len).unwrap_or_default().replace("\\/", "/");
            return Pattern::expression(&text, Case::Smart)
                .map_err(|error| Fail::Wrong(span, error.message));
        }
        let text = self.quoted()?;
        let span = Span::new(start, self.cursor.place());
        Pattern::literal(&text, Case::Smart).ok_or_else(|| {
            let message = "expected text between the quotes".to_owned();
            Fail::Wrong(span, message)
        })
    }
}

/// Bytes up to the closing slash.
fn expression_len(inside: &str) -> Option<usize> {
    let mut escaped = false;
    inside.bytes().position(|byte| {
        let closes = byte == b'/' && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes
    })
}

/// What to say of a word that is neither of the language nor an opcode.
fn unknown(name: &str, from: &str) -> String {
    if let Some(query) = meaning::of(name, from.get(name.len()..).unwrap_or_default()) {
        return format!("`{name}` is not a query word; try `{query}`");
    }
    let near = meaning::nearest_word(name)
        .or_else(|| opcode::nearest(name.as_bytes()).map(|row| row.name));
    let hint = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    format!(
        "`{name}` is neither a query word nor a known opcode{hint} (`op({name})` matches it anyway)"
    )
}
