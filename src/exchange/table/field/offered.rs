//! What is offered where fields are typed.

use super::{Field, FieldError, Fields};
use crate::suite::query::in_list;
use std::ops::Range;

/// Fields that are no opcodes, with what they are; of calculations some to start from.
pub const OFFERED: [(&str, &str); 27] = [
    ("side", "side to move"),
    ("id.prefix", "id without the number at its end"),
    ("material", "KRPvKR; of more than 7 pieces their worth"),
    ("phase", "opening, middlegame or endgame"),
    ("pieces", "number of pieces"),
    ("moves", "number of legal moves"),
    ("castling", "castling rights"),
    ("ep", "en-passant square"),
    ("opening", "name of the opening"),
    ("opening.eco", "ECO code of the opening"),
    ("severity", "worst problem: error, warning or hint"),
    ("problems", "codes of all problems"),
    ("placement", "the pieces, as in a FEN"),
    ("fen", "the position, as a FEN"),
    ("line", "line number"),
    ("path", "path of the file"),
    ("text", "the whole line"),
    ("count(bm)", "number of operands of an opcode"),
    ("first(bm)", "first move or word of an operation"),
    ("piece(bm)", "piece that makes the first move"),
    ("ce/100", "a calculation with + - * / ( )"),
    ("count(Q)", "number of pieces of some kinds"),
    ("material(w)", "worth of a side's pieces"),
    ("passed(own)", "passed pawns; also isolated, doubled"),
    ("operations", "number of operations"),
    ("length", "bytes of the line"),
    ("length(id)", "bytes of an operation's text"),
];

impl Fields {
    /// Reads fields as [`str::parse`] does; of an error it gives the place, too.
    ///
    /// ```
    /// use epdit::exchange::table::Fields;
    ///
    /// let (place, _) = Fields::typed("side, problmes").expect_err("a slip");
    /// assert_eq!(place, 6..14);
    /// ```
    ///
    /// # Errors
    /// One of them is no field, or probably another was meant.
    pub fn typed(text: &str) -> Result<Self, (Range<usize>, FieldError)> {
        let mut start = 0;
        let mut fields = Vec::new();
        for part in in_list(text) {
            let before = part.len() - part.trim_start().len();
            let place = start + before..start + before + part.trim().len();
            fields.push(Field::typed(part).map_err(|error| (place, error))?);
            start += part.len() + 1;
        }
        Ok(Self(fields))
    }

    /// Their names, as they are typed.
    pub fn names(&self) -> Vec<&str> {
        self.0.iter().map(Field::name).collect()
    }
}

impl FieldError {
    /// The same in few words, where there is no room for all names.
    pub fn in_short(&self) -> String {
        match (self.text.as_str(), self.hint.as_str()) {
            ("", _) => "expected a field, as `side`, `id.prefix` or `count(bm)`".to_owned(),
            (text, "") => {
                format!(
                    "`{text}` is not a field; expected one as `side`, `id.prefix` or `count(bm)`"
                )
            }
            (text, hint) => format!("`{text}` is not a field{hint}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::names;
    use super::*;

    #[test]
    fn all_that_is_offered_is_a_field_and_all_names_are_offered() {
        for (name, about) in OFFERED {
            let field = Field::typed(name).unwrap();
            assert_eq!(field.name(), name);
            assert!(!field.is_operation() && about.len() < 45, "{name}");
        }
        for name in names() {
            assert!(
                OFFERED.iter().any(|(offered, _)| *offered == name),
                "{name}"
            );
        }
    }

    #[test]
    fn an_error_has_its_place_and_says_what_was_meant() {
        for (text, place, said) in [
            (
                "problmes",
                0..8,
                "`problmes` is not a field; did you mean `problems`?",
            ),
            (
                "id,  sid",
                5..8,
                "`sid` is not a field; did you mean `side`?",
            ),
            (
                "id,9x",
                3..5,
                "`9x` is not a field; expected one as `side`, `id.prefix` or `count(bm)`",
            ),
            (
                "attacks(w,e4),",
                14..14,
                "expected a field, as `side`, `id.prefix` or `count(bm)`",
            ),
        ] {
            let (found, error) = Fields::typed(text).unwrap_err();
            assert_eq!(
                (found, error.in_short()),
                (place, said.to_owned()),
                "{text}"
            );
        }
    }
}
