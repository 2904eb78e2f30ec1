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

    /// What a comparison with the operation of an opcode compares.
    pub fn of_opcode(name: &str) -> Self {
        Self(Amount::Operand(name.to_owned()))
    }

    /// The number that a comparison compares, for a line (number from 0).
    pub fn number(&self, line: &[u8], number: usize, options: &ReadOptions) -> Option<f64> {
        let facts = Facts::default();
        let subject = Subject::new(line, number, options, &facts);
        Some(match self.0.of(&subject)? {
            // What a float rounds is beyond any value of a record.
            #[expect(clippy::cast_precision_loss, reason = "see above")]
            Number::Whole(number) => number as f64,
            Number::Broken(number) => number,
        })
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
