//! A value of a record: the text of an operation, or a number that is calculated.

use super::ast::{Amount, Number};
use super::error::QueryError;
use super::facts::Facts;
use super::parse;
use super::subject::Subject;
use crate::epd::ReadOptions;

/// See the module: `id`, `ce/100`, `moves`.
#[derive(Clone, Debug, PartialEq)]
pub struct Calculation(Amount);

impl Calculation {
    /// Reads one.
    ///
    /// # Errors
    /// It is none: the error has the place and what was expected there.
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        parse::amount(text).map(Self)
    }

    /// The opcode, where it is one and nothing is calculated.
    pub fn opcode(&self) -> Option<&str> {
        match &self.0 {
            Amount::Operand(opcode) => Some(opcode),
            _ => None,
        }
    }

    /// The number that a comparison compares, for a line (number from 0).
    pub fn value(&self, line: &[u8], number: usize, options: &ReadOptions) -> Option<Number> {
        let facts = Facts::default();
        self.0.of(&Subject::new(line, number, options, &facts))
    }

    /// Its value for a line (number from 0); `None` where the record does not have it.
    pub fn of(&self, line: &[u8], number: usize, options: &ReadOptions) -> Option<String> {
        let facts = Facts::default();
        let subject = Subject::new(line, number, options, &facts);
        if let Amount::Operand(opcode) = &self.0 {
            let text = subject.text_of(opcode)?;
            return Some(String::from_utf8_lossy(&text).into_owned());
        }
        Some(match self.0.of(&subject)? {
            Number::Whole(number) => number.to_string(),
            Number::Broken(number) => {
                let text = format!("{number:.3}");
                text.trim_end_matches('0').trim_end_matches('.').to_owned()
            }
        })
    }
}
