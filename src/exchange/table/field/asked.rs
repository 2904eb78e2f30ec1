//! What a query asks to find the records with a value of a column.

use super::{BARE, Field, What};
use crate::epd::operand::read_number;
use crate::suite::Facet;
use crate::suite::facet::{query_word, text_query};

/// Bytes of a value that a query still holds.
const LONGEST: usize = 2000;

impl Field {
    /// The query that matches the records with this value, as [`Self::counted`] gives it and no others; of an
    /// empty one those that have none. What it finds is of one file.
    ///
    /// ```
    /// use epdit::exchange::table::Field;
    ///
    /// let field: Field = "count(bm)".parse()?;
    /// assert_eq!(field.query(b"2").as_deref(), Ok("count(bm) = 2"));
    /// # Ok::<(), epdit::exchange::table::FieldError>(())
    /// ```
    ///
    /// # Errors
    /// The language can't ask for that: why.
    pub fn query(&self, value: &[u8]) -> Result<String, &'static str> {
        if value.len() > LONGEST {
            return Err("the value is too long for a query");
        }
        let given = Some(value).filter(|value| !value.is_empty());
        let found = match (&self.what, given) {
            (What::Path, _) => Some("all".to_owned()),
            (What::Line, Some(value)) => str::from_utf8(value).ok().map(|n| format!("line = {n}")),
            (What::Placement, Some(value)) => {
                let placement = str::from_utf8(value).ok();
                placement.map(|placement| format!("board ~ \"{placement}\""))
            }
            (What::Placement, None) => Some("not pieces >= 0".to_owned()),
            (What::Fen, Some(_)) => {
                return Err("a query can't compare a whole FEN; `placement` can be asked for");
            }
            (What::Fen, None) => Some("not (pieces >= 0 and side in (w, b))".to_owned()),
            (What::Problems, Some(_)) => {
                return Err("a query can't ask for these problems and no others");
            }
            (What::Problems, None) => Facet::Worst.query(None),
            (What::Text, Some(value)) => of_line(value),
            (What::Facet(Facet::Prefix(opcode)), None) => {
                Some(format!("not {}.prefix ~ /./", query_word(opcode)))
            }
            (What::Facet(facet), value) => facet.query(value),
            (What::Value(calculation), value) => calculation.query(&self.name, value),
            (What::Operation, value) => self.operands_query(value),
            (What::Line | What::Text, None) => None,
        };
        found.ok_or("a query can't tell this value from others")
    }

    fn operands_query(&self, value: Option<&[u8]>) -> Option<String> {
        let word = query_word(&self.name);
        let Some(value) = value else {
            return Some(format!("not {word}"));
        };
        if self.is_counted_as_number() && read_number(value).is_some() {
            return Facet::Opcode(self.name.clone()).query(Some(value));
        }
        match value {
            BARE => Some(format!("{word} = \"\" and count({word}) = 0")),
            b"\"\"" => Some(format!("{word} = \"\" and count({word}) = 1")),
            b"\";\"" => Some(format!("{word} = \";\"")),
            value => text_query(&word, value),
        }
    }
}

/// The test of a whole line.
fn of_line(value: &[u8]) -> Option<String> {
    // To an expression letters in UTF-8 and in Latin-1 are the same.
    let is_plain = value.is_ascii() || str::from_utf8(value).is_err();
    is_plain.then(|| format!("text ~ /{}/", crate::suite::facet::expression_of(value)))
}
