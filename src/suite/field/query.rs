//! The inverse of a field: the query that finds exactly the records with a given value.

use super::{BARE, EXACT_MATERIAL, Field};
use crate::epd::opcode;
use crate::epd::operand::read_number;
use crate::suite::query::WORDS;

/// The largest size of a value in a query.
const LONGEST: usize = 2000;

impl Field {
    /// Returns the query that matches exactly the records with this value ([`Field::of`], as text); for an empty one
    /// those without a value. It applies to one file.
    ///
    /// ```
    /// use epdit::suite::field::Field;
    ///
    /// let field: Field = "count(bm)".parse()?;
    /// assert_eq!(field.query(b"2").as_deref(), Ok("count(bm) = 2"));
    /// # Ok::<(), epdit::suite::field::FieldError>(())
    /// ```
    ///
    /// # Errors
    /// The reason why no query can express it.
    pub fn query(&self, value: &[u8]) -> Result<String, &'static str> {
        if value.len() > LONGEST {
            return Err("the value is too long for a query");
        }
        let found = match (self, value) {
            (Self::Fen, [_, ..]) => {
                return Err("a query can't compare a whole FEN; `placement` can be asked for");
            }
            (Self::Problems, [_, ..]) => {
                return Err("a query can't ask for these problems and no others");
            }
            (_, b"") => self.query_of_none(),
            (Self::Operation(opcode), value) => self.operands_query(opcode, value),
            (Self::Prefix(opcode), value) => {
                text_query(&format!("{}.prefix", query_word(opcode)), value)
            }
            (Self::Opening, value) => text_query("opening", value),
            (Self::Calculated(calculation, name), value) => calculation.query(name, Some(value)),
            (Self::Text, value) => of_line(value),
            (_, value) => str::from_utf8(value)
                .ok()
                .and_then(|value| self.word_query(value)),
        };
        found.ok_or("a query can't tell this value from others")
    }

    /// Returns the query for records without a value.
    fn query_of_none(&self) -> Option<String> {
        Some(match self {
            Self::Side => "not side = w and not side = b".to_owned(),
            Self::Castling => "not castling and not castling = -".to_owned(),
            Self::EnPassant => "not ep and not ep = -".to_owned(),
            Self::Pieces | Self::Material | Self::Placement => "not pieces >= 0".to_owned(),
            Self::Moves => "not moves >= 0".to_owned(),
            Self::Phase => "not phase in (opening, middlegame, endgame)".to_owned(),
            Self::Opening | Self::OpeningEco => "not opening".to_owned(),
            Self::Severity | Self::Problems => "not problem and not problem(hint)".to_owned(),
            Self::Fen | Self::Position => "not (pieces >= 0 and side in (w, b))".to_owned(),
            Self::Path => "all".to_owned(),
            Self::Prefix(opcode) => format!("not {}.prefix ~ /./", query_word(opcode)),
            Self::Operation(opcode) => format!("not {}", query_word(opcode)),
            Self::Calculated(calculation, name) => return calculation.query(name, None),
            Self::Line | Self::Text => return None,
        })
    }

    /// Returns the query for a value that is a word.
    fn word_query(&self, value: &str) -> Option<String> {
        Some(match (self, value) {
            (Self::Path, _) => "all".to_owned(),
            (Self::Placement, placement) => format!("board ~ \"{placement}\""),
            (Self::Position, position) => {
                let [placement, side, ep] = fields_of(position)?;
                format!("board ~ \"{placement}\" and side = {side} and castling = - and ep = {ep}")
            }
            (Self::Material, value) => match value.split_once('-') {
                Some((white, black)) => format!(
                    "pieces > {EXACT_MATERIAL} and material(w) = {white}00 and material(b) = {black}00"
                ),
                // The language knows only sides with one king.
                None => match value.split('v').all(|side| side.matches('K').count() == 1) {
                    true => value.to_owned(),
                    false => return None,
                },
            },
            (Self::Severity, "warning") => "problem(warning) and not problem(error)".to_owned(),
            (Self::Severity, "hint") => "problem(hint) and not problem".to_owned(),
            (Self::Severity, severity) => format!("problem({severity})"),
            (field, value) => format!("{} = {value}", field.name()),
        })
    }

    fn operands_query(&self, opcode: &str, value: &[u8]) -> Option<String> {
        let word = query_word(opcode);
        if self.is_counted_as_number() && read_number(value).is_some() {
            let value = str::from_utf8(value).ok()?;
            return Some(match opcode::find(opcode.as_bytes()) {
                Some(_) => format!("{word} = {value}"),
                // Of several operands the first is compared.
                None => format!("{word} = {value} and count({word}) = 1"),
            });
        }
        match value {
            BARE => Some(format!("{word} = \"\" and count({word}) = 0")),
            b"\"\"" => Some(format!("{word} = \"\" and count({word}) = 1")),
            b"\";\"" => Some(format!("{word} = \";\"")),
            value => text_query(&word, value),
        }
    }
}

/// Returns placement, side and en-passant square of a position without castling rights: to a query `HA` and `KQ` are
/// equal.
fn fields_of(position: &str) -> Option<[&str; 3]> {
    let mut fields = position.split(' ');
    let (placement, side) = (fields.next()?, fields.next()?);
    (fields.next()? == "-").then_some([placement, side, fields.next()?])
}

/// Returns the test for a whole line.
fn of_line(value: &[u8]) -> Option<String> {
    // In an expression, letters in UTF-8 and in Latin-1 are equal.
    let is_plain = value.is_ascii() || str::from_utf8(value).is_err();
    is_plain.then(|| format!("text ~ /{}/", expression_of(value)))
}

/// Returns the test that finds exactly these bytes in a text, if the language can express it.
pub(crate) fn text_query(what: &str, value: &[u8]) -> Option<String> {
    let is_plain = value.is_ascii();
    match str::from_utf8(value) {
        Ok(text) if !text.contains('"') => Some(format!("{what} = \"{text}\"")),
        Ok(text) if !text.contains('\'') => Some(format!("{what} = '{text}'")),
        // In an expression, letters in UTF-8 and in Latin-1 are equal.
        Ok(_) if !is_plain => None,
        _ => Some(format!("{what} ~ /{}/", expression_of(value))),
    }
}

/// Returns an expression that matches exactly these bytes, which are ASCII or not UTF-8.
pub(crate) fn expression_of(value: &[u8]) -> String {
    let mut text = "(?-i)^".to_owned();
    for part in value.utf8_chunks() {
        text += &regex::escape(part.valid()).replace('/', "\\/");
        for byte in part.invalid() {
            text += &format!("(?-u:\\x{byte:02X})");
        }
    }
    text + "$"
}

/// Returns an opcode as written in a query: an unknown one is marked as an opcode.
pub(crate) fn query_word(name: &str) -> String {
    let is_word = name != "id" && WORDS.iter().any(|word| word.name == name);
    let is_known = opcode::find(name.as_bytes()).is_some() && !is_word;
    if is_known {
        name.to_owned()
    } else {
        format!("op({name})")
    }
}
