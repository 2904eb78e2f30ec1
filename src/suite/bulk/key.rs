//! What records are sorted by.

mod bytes;
mod of_line;

use crate::epd::{opcode, spelling};
use crate::suite::query::Calculation;

pub(crate) use bytes::ranked;
pub(super) use of_line::Keys;
pub use of_line::sort_key;

/// What records are sorted by.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SortKey {
    /// The operands of an operation: numbers by their value and before texts, these in natural order
    /// (`WAC.2` before `WAC.10`).
    Opcode(String),
    /// Placement, side, castling rights and en-passant square, as text.
    Position,
    /// The worth of all pieces (pawn 1, knight and bishop 3, rook 5, queen 9), then their kinds.
    Material,
    /// How many pieces there are.
    Pieces,
    /// White to move before Black.
    Side,
    /// The castling rights, as letters.
    Castling,
    /// The en-passant square.
    EnPassant,
    /// Opening, middlegame, endgame.
    Phase,
    /// The worst diagnostic: errors before warnings before hints.
    Worst,
    /// The whole line.
    Text,
    /// How many legal moves there are.
    Moves,
    /// The bytes of the line without its end.
    Length,
    /// The line's number.
    Line,
    /// The name of the opening that has the position.
    Opening,
    /// Its ECO code.
    OpeningEco,
    /// What is calculated, or stands in an operation: `ce/100`, `length(id)`, `first(pv)`, `id.prefix`; with its
    /// name, which has no blanks.
    Value(Box<Calculation>, String),
    /// The same the other way round, named with a `-`; texts come behind numbers, and what is missing behind both,
    /// all the same.
    Descending(Box<Self>, String),
}

/// What is calculated is told by its name.
impl Eq for SortKey {}

/// A text is no sort key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a sort key ({}), found `{text}`{hint}", KEYS)]
pub struct SortKeyError {
    text: String,
    hint: String,
}

/// What records can be sorted by, in words.
const KEYS: &str = "an opcode, or position, material, pieces, moves, side, castling, ep, phase, length, problems, opening, opening.eco, line or text, or a value (ce/100, length(id), first(pv), id.prefix); \
     `-` in front for descending order";

/// Keys that are no opcodes, by name.
const NAMED: [(&str, SortKey); 14] = [
    ("position", SortKey::Position),
    ("material", SortKey::Material),
    ("pieces", SortKey::Pieces),
    ("moves", SortKey::Moves),
    ("side", SortKey::Side),
    ("castling", SortKey::Castling),
    ("ep", SortKey::EnPassant),
    ("phase", SortKey::Phase),
    ("length", SortKey::Length),
    ("problems", SortKey::Worst),
    ("line", SortKey::Line),
    ("text", SortKey::Text),
    ("opening", SortKey::Opening),
    ("opening.eco", SortKey::OpeningEco),
];

impl SortKey {
    /// ```text
    /// key = [ "-" ] ( "position" | "material" | "pieces" | "moves" | "side" | "castling" | "ep"
    ///               | "phase" | "length" | "problems" | "opening" | "opening.eco" | "line" | "text" | opcode | "op(" opcode ")" | value )
    /// ```
    ///
    /// # Errors
    /// It is none of them.
    pub fn parse(text: &str) -> Result<Self, SortKeyError> {
        // Twice would be upwards by what is less than nothing, which nobody means.
        if text.starts_with("--") {
            return Err(SortKeyError::of(text));
        }
        if let Some(key) = text.strip_prefix('-') {
            let key = Self::parse(key)?;
            return Ok(Self::Descending(Box::new(key), text.to_owned()));
        }
        if let Some((_, key)) = NAMED.iter().find(|(name, _)| *name == text) {
            return Ok(key.clone());
        }
        let inner = text
            .strip_prefix("op(")
            .and_then(|text| text.strip_suffix(')'));
        // `operations`: a word of queries that is a number, and no opcode.
        if inner.is_none()
            && let Ok(value) = Calculation::parse(text)
            && value.opcode().is_none()
            && !value.is_constant()
        {
            let name = text.split_whitespace().collect();
            return Ok(Self::Value(Box::new(value), name));
        }
        let opcode = inner.unwrap_or(text);
        if opcode::is_opcode(opcode.as_bytes()) {
            return Ok(Self::Opcode(opcode.to_owned()));
        }
        match Calculation::parse(text) {
            Ok(value) if !value.is_constant() => {
                let name = text.split_whitespace().collect();
                Ok(Self::Value(Box::new(value), name))
            }
            Ok(_) => Err(SortKeyError::of(text)),
            Err(error) if text.contains(['(', '+', '*', '/']) => Err(SortKeyError {
                text: text.to_owned(),
                hint: format!(": {}", error.message),
            }),
            Err(_) => Err(SortKeyError::of(text)),
        }
    }

    /// The same of what a person types: an opcode in lower case that nobody knows is none, but for
    /// `op(NAME)`.
    ///
    /// # Errors
    /// It is none of them.
    pub fn typed(text: &str) -> Result<Self, SortKeyError> {
        let text = text.trim();
        let key = Self::parse(text)?;
        let name = text.strip_prefix('-').unwrap_or(text);
        let is_known = !matches!(key.plain(), Self::Opcode(_))
            || name.starts_with("op(")
            || name.starts_with(|c: char| c.is_ascii_uppercase())
            || opcode::find(name.as_bytes()).is_some()
            || opcode::well_known(name.as_bytes()).is_some();
        match is_known {
            true => Ok(key),
            false => Err(SortKeyError::of(name)),
        }
    }

    /// The key without its direction.
    pub fn plain(&self) -> &Self {
        match self {
            Self::Descending(key, _) => key.plain(),
            key => key,
        }
    }

    /// The same key the other way round, where asked for.
    #[must_use]
    pub fn turned(self, reverse: bool) -> Self {
        match self {
            key if !reverse => key,
            Self::Descending(key, _) => *key,
            key => {
                let name = format!("-{}", key.name());
                Self::Descending(Box::new(key), name)
            }
        }
    }

    /// Its name, as it is parsed.
    pub fn name(&self) -> &str {
        match self {
            Self::Opcode(opcode) => opcode,
            Self::Position => "position",
            Self::Material => "material",
            Self::Pieces => "pieces",
            Self::Side => "side to move",
            Self::Castling => "castling",
            Self::EnPassant => "ep",
            Self::Phase => "phase",
            Self::Worst => "problems",
            Self::Text => "text",
            Self::Moves => "moves",
            Self::Length => "length",
            Self::Line => "line",
            Self::Opening => "opening",
            Self::OpeningEco => "opening.eco",
            Self::Value(_, name) | Self::Descending(_, name) => name,
        }
    }
}

impl SortKeyError {
    fn of(text: &str) -> Self {
        let names = NAMED.iter().map(|(name, _)| *name);
        let names = names.chain(opcode::all().iter().map(|info| info.name));
        let near = spelling::nearest(text.as_bytes(), names, spelling::slips(text.as_bytes()));
        Self {
            text: text.to_owned(),
            hint: near
                .first()
                .map_or(String::new(), |near| format!("; did you mean `{near}`?")),
        }
    }
}

impl SortKey {
    /// Whether the whole text is the only key, and then whether it falls.
    pub fn only_text(keys: &[Self]) -> Option<bool> {
        match keys {
            [Self::Text] => Some(false),
            [Self::Descending(key, _)] => {
                Self::only_text(std::slice::from_ref(key)).map(|falls| !falls)
            }
            _ => None,
        }
    }

    /// Whether it depends on what the letters of the castling field mean, so on the rules of the file.
    pub fn asks_rules(&self) -> bool {
        match self.plain() {
            Self::Position | Self::Moves | Self::Worst => true,
            Self::Value(value, _) => value.asks_rules(),
            _ => false,
        }
    }
}
