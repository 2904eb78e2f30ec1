//! A value of a record: the text of an operation, or a calculated number.

use super::ast::{Amount, Calculated, Number, TextOf};
use super::lazy_record::LazyRecord;
use super::parse;
use crate::epd::holds_moves;
use crate::epd::operand::read_number;
use crate::suite::field::{Answer, expression_of, query_word, text_query};
use crate::suite::query::QueryError;

/// A parsed value: `id`, `ce/100`, `moves`, `first(pv)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Calculation(Calculated);

/// Splits a list of values at its commas, except at those inside parentheses.
///
/// ```
/// use epdit::suite::query::in_list;
///
/// let values: Vec<&str> = in_list("id,attacks(w,e4),ce").collect();
/// assert_eq!(values, ["id", "attacks(w,e4)", "ce"]);
/// ```
pub fn in_list(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    text.split(move |letter| {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == ',' && depth == 0
    })
}

impl Calculation {
    /// Parses a value.
    ///
    /// # Errors
    /// The text is not a value: the error has the position and the expected words.
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        parse::value(text).map(Self)
    }

    /// Returns the opcode, if the value is a bare one.
    pub fn opcode(&self) -> Option<&str> {
        match &self.0 {
            Calculated::Number(Amount::Operand(opcode)) => Some(opcode),
            _ => None,
        }
    }

    /// Returns true if the value is the same number for all records.
    pub fn is_constant(&self) -> bool {
        let Calculated::Number(amount) = &self.0 else {
            return false;
        };
        let mut asks = false;
        amount.each(&mut |amount| {
            asks |= !matches!(amount, Amount::Literal(_) | Amount::Calculated(..));
        });
        !asks
    }

    /// Returns true if the value is a number, not a text.
    pub fn is_number(&self) -> bool {
        matches!(self.0, Calculated::Number(_))
    }

    /// Returns the value in a record: a number, else a text.
    pub(in crate::suite) fn answer<'r>(&self, record: &'r LazyRecord<'_>) -> Answer<'r> {
        let text = match &self.0 {
            Calculated::Number(Amount::Operand(opcode)) => record.text_of(opcode),
            Calculated::Text(of) => of.of(record),
            Calculated::Number(amount) => {
                let number = amount.of(record).map(Number::rounded);
                return number.map_or(Answer::Absent, Answer::Number);
            }
        };
        text.map_or(Answer::Absent, Answer::Text)
    }

    /// Returns true if the value depends on the meaning of the castling letters, so on the rules of the file.
    pub fn asks_rules(&self) -> bool {
        match &self.0 {
            Calculated::Number(amount) => amount.cost() >= 3,
            Calculated::Text(_) => true,
        }
    }

    /// Returns the query that matches the records with this value as text, or with `None` those without a value or
    /// with an empty one. `typed` is the source of this value.
    ///
    /// ```
    /// use epdit::suite::query::Calculation;
    ///
    /// let value = Calculation::parse("ce/100")?;
    /// assert_eq!(value.query("ce/100", Some(b"1.5")).as_deref(), Some("ce/100 = 1.5"));
    /// # Ok::<(), epdit::suite::QueryError>(())
    /// ```
    pub fn query(&self, typed: &str, value: Option<&[u8]>) -> Option<String> {
        let of = match &self.0 {
            Calculated::Number(Amount::Operand(_)) => return None,
            Calculated::Number(_) => {
                let Some(value) = value else {
                    return Some(format!("not {typed} <= 0 and not {typed} > 0"));
                };
                let value = str::from_utf8(value).ok()?;
                read_number(value.as_bytes())?;
                return Some(format!("{typed} = {value}"));
            }
            Calculated::Text(of) => of,
        };
        let (what, value) = match (of, value) {
            (TextOf::Piece(opcode), None) => {
                let word = query_word(opcode);
                return Some(format!("not piece({word}) in (P, N, B, R, Q, K)"));
            }
            (TextOf::Piece(opcode), Some(value)) => {
                let letter = str::from_utf8(value).ok()?;
                return Some(format!("piece({}) = {letter}", query_word(opcode)));
            }
            (TextOf::First(opcode), value) => {
                let what = format!("first({})", query_word(opcode));
                // A move in any notation follows `=`.
                if let Some(value) = value.filter(|value| value.is_ascii() && holds_moves(opcode)) {
                    return Some(format!("{what} ~ /{}/", expression_of(value)));
                }
                (what, value)
            }
            (TextOf::Prefix(opcode), value) => (format!("{}.prefix", query_word(opcode)), value),
            _ => return None,
        };
        match value {
            None => Some(format!("not {what} ~ /./")),
            Some(value) => text_query(&what, value),
        }
    }
}
