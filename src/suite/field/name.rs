//! The names of fields, and the inverse of a field: the query that matches exactly the records with a given value.

use crate::epd::opcode::{self, find, is_opcode, well_known};
use crate::epd::operand::read_number;
use crate::epd::spelling;
use crate::suite::field::{BARE, EXACT_MATERIAL, Field};
use crate::suite::query::{Calculation, WORDS, in_list};
use std::ops::Range;
use std::str::FromStr;

/// Makes a table of fields: name, field and description.
macro_rules! fields {
    ($($name:literal $field:ident $about:literal;)*) => {
        [$(($name, Field::$field, $about)),*]
    };
}

/// The fields that are not opcodes, by name, with their descriptions.
const NAMED: [(&str, Field, &str); 17] = fields! {
    "side" Side "side to move";
    "material" Material "KRPvKR; of more than 7 pieces their worth";
    "phase" Phase "opening, middlegame or endgame";
    "pieces" Pieces "number of pieces";
    "moves" Moves "number of legal moves";
    "castling" Castling "castling rights";
    "ep" EnPassant "en-passant square";
    "opening" Opening "name of the opening, by position";
    "opening.eco" OpeningEco "ECO code of the opening, by position";
    "severity" Severity "worst problem: error, warning or hint";
    "problems" Problems "codes of all problems";
    "position" Position "placement, side, castling, en passant";
    "placement" Placement "the pieces, as in a FEN";
    "fen" Fen "the position, as a FEN";
    "line" Line "line number";
    "path" Path "path of the file";
    "text" Text "the whole line";
};

const EXAMPLES: [(&str, &str); 11] = [
    ("id.prefix", "id without the number at its end"),
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

/// Returns the field names to suggest, with descriptions; prefixes and calculations are examples.
pub fn offered() -> impl Iterator<Item = (&'static str, &'static str)> {
    let named = NAMED.iter().map(|(name, _, about)| (*name, *about));
    named.chain(EXAMPLES)
}

/// The error for a text that is not a field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected an opcode, OPCODE.prefix, a calculation, or {}; found `{text}`{hint}", names().join(", ")
)]
pub struct FieldError {
    text: String,
    hint: String,
}

fn names() -> Vec<&'static str> {
    NAMED.iter().map(|(name, ..)| *name).collect()
}

impl FieldError {
    /// Returns the error for a word that is valid only in queries.
    fn of_a_query(word: &str) -> Self {
        let hint = match word {
            "file" => "; did you mean `path`?".to_owned(),
            "board" => "; did you mean `placement` or `fen`?".to_owned(),
            _ => format!(
                ": that is a query word, not a column; \
                 for an opcode of that name write `op({word})`"
            ),
        };
        Self {
            text: word.to_owned(),
            hint,
        }
    }

    pub(super) fn signed(key: &str) -> Self {
        Self {
            text: key.to_owned(),
            hint: ": one `-` in front is for descending order".to_owned(),
        }
    }

    /// Returns the error for a field that can't identify equal records.
    pub(crate) fn no_key(name: &str) -> Self {
        Self {
            text: name.to_owned(),
            hint: ": it can't tell which records are the same".to_owned(),
        }
    }

    pub(super) fn of(name: &str) -> Self {
        let near = spelling::nearest(name.as_bytes(), names(), spelling::slips(name.as_bytes()));
        let hint = near
            .first()
            .map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        Self {
            text: name.to_owned(),
            hint,
        }
    }

    /// Returns a message without the names of all fields.
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

impl FromStr for Field {
    type Err = FieldError;

    fn from_str(text: &str) -> Result<Self, FieldError> {
        let name = text.trim();
        if let Some((_, field, _)) = NAMED.iter().find(|(known, ..)| *known == name) {
            return Ok(field.clone());
        }
        if let Some(opcode) = name.strip_suffix(".prefix")
            && is_opcode(opcode.as_bytes())
        {
            return Ok(Self::Prefix(opcode.to_owned()));
        }
        match Calculation::parse(name) {
            // `op(line)` means the operation.
            Ok(value) => Ok(match value.opcode() {
                Some(opcode) => Self::Operation(opcode.to_owned()),
                None => Self::Calculated(Box::new(value), name.to_owned()),
            }),
            Err(_) if is_opcode(name.as_bytes()) => Ok(Self::Operation(name.to_owned())),
            Err(error) if name.contains(['(', '+', '*', '/']) => Err(FieldError {
                text: name.to_owned(),
                hint: format!(": {}", error.message),
            }),
            Err(_) => Err(FieldError::of(name)),
        }
    }
}

impl Field {
    /// Parses a field as typed: a misspelled name is an error and not an unknown opcode.
    ///
    /// # Errors
    /// The text is not a field, or is probably misspelled.
    pub fn typed(text: &str) -> Result<Self, FieldError> {
        let field: Self = text.parse()?;
        let text = text.trim();
        let name = text.as_bytes();
        // The form `op(x)` is deliberate.
        if matches!(&field, Self::Operation(opcode) if opcode == text)
            && find(name).is_none()
            && well_known(name).is_none()
        {
            let error = match WORDS.iter().any(|word| word.name == text) {
                true => FieldError::of_a_query(text),
                false => FieldError::of(text),
            };
            if !error.hint.is_empty() {
                return Err(error);
            }
        }
        Ok(field)
    }

    /// Returns the name, which is the header of the field's column.
    pub fn name(&self) -> std::borrow::Cow<'_, str> {
        match self {
            Self::Operation(opcode) => opcode.into(),
            Self::Prefix(opcode) => format!("{opcode}.prefix").into(),
            Self::Calculated(_, name) => name.into(),
            field => {
                let mut named = NAMED.iter();
                let named = named.find(|(_, known, _)| known == field);
                named.map_or("", |(name, ..)| *name).into()
            }
        }
    }

    /// Returns a short description; empty for operations and calculations.
    pub fn about(&self) -> &'static str {
        let mut named = NAMED.iter();
        let named = named.find(|(_, known, _)| known == self);
        named.map_or("", |(_, _, about)| *about)
    }
}

/// A list of fields, separated by commas outside parentheses.
///
/// ```
/// use epdit::suite::field::Fields;
///
/// let fields: Fields = "id,ce/100,attacks(w,e4)".parse()?;
/// assert_eq!(fields.0.len(), 3);
/// assert!("problmes".parse::<Fields>().is_err());
/// # Ok::<(), epdit::suite::field::FieldError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Fields(pub Vec<Field>);

impl FromStr for Fields {
    type Err = FieldError;

    fn from_str(text: &str) -> Result<Self, FieldError> {
        Self::typed(text).map_err(|(_, error)| error)
    }
}

impl Fields {
    /// Parses fields like [`str::parse`], but an error includes its byte range in the text.
    ///
    /// ```
    /// use epdit::suite::field::Fields;
    ///
    /// let (range, _) = Fields::typed("side, problmes").expect_err("a slip");
    /// assert_eq!(range, 6..14);
    /// ```
    ///
    /// # Errors
    /// A part of the list is not a field, or is probably misspelled.
    pub fn typed(text: &str) -> Result<Self, (Range<usize>, FieldError)> {
        let mut start = 0;
        let mut fields = Vec::new();
        for part in in_list(text) {
            let before = part.len() - part.trim_start().len();
            let range = start + before..start + before + part.trim().len();
            fields.push(Field::typed(part).map_err(|error| (range, error))?);
            start += part.len() + 1;
        }
        Ok(Self(fields))
    }

    /// Returns the names as they can be typed.
    pub fn names(&self) -> Vec<String> {
        let names = self.0.iter().map(Field::name);
        names.map(std::borrow::Cow::into_owned).collect()
    }
}

/// The maximum length in bytes of a value in a query.
const LONGEST: usize = 2000;

impl Field {
    /// Returns the query that matches exactly the records with this value ([`Field::of`], as text); for an
    /// empty value, those without one. The query is for a single file.
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
    /// The reason why no query can express the value.
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
        found.ok_or("no query can match exactly this value")
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
                // The query language supports only sides with one king.
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
                // A query compares the first of several operands.
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

/// Returns placement, side and en-passant square of a position without castling rights. With rights there is
/// no query: to a query `HA` and `KQ` are equal.
fn fields_of(position: &str) -> Option<[&str; 3]> {
    let mut fields = position.split(' ');
    let (placement, side) = (fields.next()?, fields.next()?);
    (fields.next()? == "-").then_some([placement, side, fields.next()?])
}

/// Returns the condition that a whole line equals `value`.
fn of_line(value: &[u8]) -> Option<String> {
    // In an expression, letters in UTF-8 and in Latin-1 are equal.
    let is_plain = value.is_ascii() || str::from_utf8(value).is_err();
    is_plain.then(|| format!("text ~ /{}/", expression_of(value)))
}

/// Returns the condition that a text equals these bytes, if the query language can express it.
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

/// Returns an opcode as written in a query; an unknown one is marked with `op()`.
pub(crate) fn query_word(name: &str) -> String {
    let is_word = name != "id" && WORDS.iter().any(|word| word.name == name);
    let is_known = opcode::find(name.as_bytes()).is_some() && !is_word;
    if is_known {
        name.to_owned()
    } else {
        format!("op({name})")
    }
}
