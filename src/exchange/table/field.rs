//! The columns of a table.

mod asked;
mod offered;

pub use offered::OFFERED;
use std::str::FromStr;

use crate::epd::opcode::{find, is_opcode, well_known};
use crate::epd::operand::{Number, read_number};
use crate::epd::{Record, edit, holds_name, holds_numbers, holds_text, placement, spelling};
use crate::exchange::place::Place;
use crate::suite::query::{Calculation, WORDS};
use crate::suite::{Facet, OF_POSITION};

/// A column: a field of the record, something about it, the operands of an opcode, or what is calculated.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    name: String,
    what: What,
}

#[derive(Clone, Debug, PartialEq)]
enum What {
    Path,
    Line,
    Placement,
    Fen,
    Problems,
    Text,
    /// A property of the position, or what an operation begins with.
    Facet(Facet),
    Operation,
    /// `ce/100`, `count(bm)`, `length`.
    Value(Box<Calculation>),
}

/// What is no field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected an opcode, OPCODE.prefix, a calculation, or {}; found `{text}`{hint}", names().join(", ")
)]
pub struct FieldError {
    text: String,
    hint: String,
}

/// The fields that are neither opcodes nor properties of the position.
const NAMED: [(&str, What); 7] = [
    ("path", What::Path),
    ("line", What::Line),
    ("placement", What::Placement),
    ("fen", What::Fen),
    ("problems", What::Problems),
    ("severity", What::Facet(Facet::Worst)),
    ("text", What::Text),
];

/// The names of all fields that are no opcodes.
fn names() -> Vec<&'static str> {
    let named = NAMED.iter().map(|(name, _)| *name);
    named
        .chain(OF_POSITION.iter().map(|(name, _)| *name))
        .collect()
}

impl FieldError {
    /// Of a word that queries have and tables do not.
    fn of_a_query(word: &str) -> Self {
        let hint = match word {
            "file" => "; did you mean `path`?".to_owned(),
            "position" | "board" => "; did you mean `placement` or `fen`?".to_owned(),
            _ => format!(
                ": that is a word of queries, and no column; \
                 for an opcode of that name write `op({word})`"
            ),
        };
        Self {
            text: word.to_owned(),
            hint,
        }
    }

    fn of(name: &str) -> Self {
        let near = spelling::nearest(name.as_bytes(), names(), spelling::slips(name.as_bytes()));
        let hint = near
            .first()
            .map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        Self {
            text: name.to_owned(),
            hint,
        }
    }
}

/// Fields as a person lists them, separated by commas; those in parentheses are a field's own.
///
/// ```
/// use epdit::exchange::table::Fields;
///
/// let fields: Fields = "id,ce/100,attacks(w,e4)".parse()?;
/// assert_eq!(fields.0.len(), 3);
/// assert!("problmes".parse::<Fields>().is_err());
/// # Ok::<(), epdit::exchange::table::FieldError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Fields(pub Vec<Field>);

impl FromStr for Fields {
    type Err = FieldError;

    fn from_str(text: &str) -> Result<Self, FieldError> {
        Self::typed(text).map_err(|(_, error)| error)
    }
}

/// What stands for an operation without operands, that is there all the same.
pub(in crate::exchange) const BARE: &[u8] = b";";

impl FromStr for Field {
    type Err = FieldError;

    fn from_str(text: &str) -> Result<Self, FieldError> {
        let of = |name: &str, what: What| Self {
            name: name.to_owned(),
            what,
        };
        let name = text.trim();
        if let Some((_, what)) = NAMED.iter().find(|(known, _)| *known == name) {
            return Ok(of(name, what.clone()));
        }
        if let Some(facet) = Facet::named(name) {
            return Ok(of(name, What::Facet(facet)));
        }
        match Calculation::parse(name) {
            // `op(line)` is the operation.
            Ok(value) => Ok(match value.opcode() {
                Some(opcode) => of(opcode, What::Operation),
                None => of(name, What::Value(Box::new(value))),
            }),
            Err(_) if is_opcode(name.as_bytes()) => Ok(of(name, What::Operation)),
            Err(error) if name.contains(['(', '+', '*', '/']) => Err(FieldError {
                text: name.to_owned(),
                hint: format!(": {}", error.message),
            }),
            Err(_) => Err(FieldError::of(name)),
        }
    }
}

impl Field {
    /// As a person names one: a slip of a name is not taken for an opcode that nobody knows.
    ///
    /// # Errors
    /// It is none, or probably another was meant.
    pub fn typed(text: &str) -> Result<Self, FieldError> {
        let field: Self = text.parse()?;
        let name = field.name().as_bytes();
        let is_known = find(name).is_some() || well_known(name).is_some();
        if field.is_operation() && !is_known && text.trim() == field.name() {
            let text = text.trim();
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

    /// The operands of an opcode, also where a field that is none has its name.
    pub fn of_opcode(opcode: &str) -> Self {
        Self {
            name: opcode.to_owned(),
            what: What::Operation,
        }
    }

    /// A property of a record.
    pub fn of_facet(facet: Facet) -> Self {
        match facet {
            Facet::Opcode(opcode) => Self::of_opcode(&opcode),
            facet => Self {
                name: facet.name(),
                what: What::Facet(facet),
            },
        }
    }

    /// Its name: the header of the column.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is the operands of an opcode.
    pub fn is_operation(&self) -> bool {
        self.what == What::Operation
    }

    /// Whether it tells something that a record does not say of itself, and no record is made of it.
    #[cfg(feature = "tables")]
    pub(in crate::exchange) fn is_told(&self) -> bool {
        match &self.what {
            What::Path | What::Line | What::Problems | What::Value(_) => true,
            What::Facet(facet) => !matches!(
                facet,
                Facet::Side | Facet::Castling | Facet::EnPassant | Facet::Pieces
            ),
            _ => false,
        }
    }

    /// The opcode whose operands it is or begins with.
    pub fn opcode(&self) -> Option<&str> {
        match &self.what {
            What::Operation => Some(&self.name),
            What::Facet(Facet::Prefix(opcode)) => Some(opcode),
            _ => None,
        }
    }

    /// Whether what it holds may be a number, and no text that is one ([`Self::may_be_number`]).
    pub fn holds_numbers(&self) -> bool {
        match &self.what {
            What::Line | What::Facet(Facet::Pieces | Facet::Moves) => true,
            What::Value(value) => value.is_number(),
            What::Operation => holds_numbers(&self.name) && !holds_text(&self.name),
            _ => false,
        }
    }

    /// Whether it may be compared as a number: also a text that is one as a whole.
    pub fn may_be_number(&self) -> bool {
        self.holds_numbers() || self.holds_text()
    }

    /// Whether it is the one string of an opcode that takes one.
    pub fn holds_text(&self) -> bool {
        self.what == What::Operation && holds_text(&self.name)
    }

    /// The number that a record has in this column.
    pub fn number(&self, record: &Record<'_>, place: Place<'_>) -> Option<Number> {
        match &self.what {
            What::Operation => record.number(&self.name),
            What::Value(value) => {
                let number = value.value(record.line(), place.index(), record.options());
                number.map(Number::rounded)
            }
            // As a query has it: the worth of all pieces.
            What::Facet(Facet::Material) => {
                let worth = Calculation::parse("material").ok()?;
                worth.value(record.line(), place.index(), record.options())
            }
            _ if self.holds_numbers() => read_number(&self.cell(record, place)),
            _ => None,
        }
    }

    /// What a record has in this column, as it is counted: what a query compares as equal is one value. So
    /// numbers count by their value, castling rights by the side of the king, a single operand without its
    /// quotes, and all else as in a cell.
    pub fn counted(&self, record: &Record<'_>, place: Place<'_>) -> Vec<u8> {
        match &self.what {
            What::Facet(facet) => facet.of(record).unwrap_or_default(),
            What::Operation => {
                if self.is_counted_as_number() {
                    let value = Facet::Opcode(self.name.clone()).of(record);
                    if let Some(number) = value.filter(|value| read_number(value).is_some()) {
                        return number;
                    }
                }
                match record.operation(&self.name) {
                    Some(operation) if record.operands_of(operation).len() == 1 => {
                        told_apart(record.operands_bytes(operation))
                    }
                    _ => self.operands(record),
                }
            }
            _ => self.cell(record, place),
        }
    }

    /// Whether it is an operation whose numbers count by their value.
    fn is_counted_as_number(&self) -> bool {
        self.what == What::Operation && holds_numbers(&self.name) && !holds_name(&self.name)
    }

    /// Whether values that are numbers stand in their order, before texts.
    pub(in crate::exchange) fn is_sorted_as_number(&self) -> bool {
        self.is_counted_as_number() || self.holds_numbers()
    }

    /// What a record has in this column; empty where it has nothing.
    pub fn cell(&self, record: &Record<'_>, place: Place<'_>) -> Vec<u8> {
        let text = |text: Option<String>| text.unwrap_or_default().into_bytes();
        match &self.what {
            What::Path => place.path.as_bytes().to_vec(),
            What::Line => place.line.to_string().into_bytes(),
            What::Placement => {
                let mut out = Vec::new();
                if let Some(board) = record.board() {
                    placement::write(board, &mut out);
                }
                out
            }
            // As the field has it.
            What::Facet(Facet::Castling) => text(record.castling().map(str::to_owned)),
            What::Facet(facet) => facet.of(record).unwrap_or_default(),
            What::Fen => text(edit::fen(record)),
            What::Value(value) => {
                let found = value.of(record.line(), place.index(), record.options());
                found.unwrap_or_default()
            }
            What::Problems => {
                let mut codes: Vec<_> = record
                    .diagnostics()
                    .iter()
                    .map(|found| found.code.name())
                    .collect();
                codes.dedup();
                codes.join(" ").into_bytes()
            }
            What::Text => {
                let end = record.line().len() - record.line_end().len();
                record.line().get(..end).unwrap_or_default().to_vec()
            }
            What::Operation => self.operands(record),
        }
    }

    /// The operands as written; a string of an opcode that takes one, without its quotes.
    fn operands(&self, record: &Record<'_>) -> Vec<u8> {
        let Some(operation) = record.operation(&self.name) else {
            let implied = record.implied(&self.name);
            return implied
                .map(|number| number.to_string())
                .unwrap_or_default()
                .into_bytes();
        };
        match record.operands_of(operation) {
            [] => BARE.to_vec(),
            [only] if holds_text(&self.name) => told_apart(record.string(only)),
            _ => record.operands_span(operation).of(record.line()).to_vec(),
        }
    }
}

/// A text without its quotes, but where it means something else without them: no operation, and one without
/// operand.
fn told_apart(text: &[u8]) -> Vec<u8> {
    match text {
        b"" | BARE => [b"\"", text, b"\""].concat(),
        text => text.to_vec(),
    }
}
