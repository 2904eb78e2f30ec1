//! The columns of a table.

use std::str::FromStr;

use shakmaty::Position;

use crate::epd::opcode::{Shape, find, is_opcode};
use crate::epd::openings::{self, Opening};
use crate::epd::{Record, edit, placement, spelling};
use crate::exchange::place::Place;

/// A column: a field of the record, something about it, or the operands of an opcode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    name: String,
    what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Path,
    Line,
    Placement,
    Side,
    Castling,
    EnPassant,
    Fen,
    Pieces,
    Moves,
    Problems,
    Text,
    Opening,
    OpeningEco,
    Operation,
}

/// What is no field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected an opcode, or path, line, placement, side, castling, ep, fen, pieces, moves, problems, opening, opening.eco or text; found `{0}`{1}"
)]
pub struct FieldError(String, String);

/// The fields that are no opcodes.
const NAMES: [&str; 13] = [
    "path",
    "line",
    "placement",
    "side",
    "castling",
    "ep",
    "fen",
    "pieces",
    "moves",
    "problems",
    "text",
    "opening",
    "opening.eco",
];

impl FieldError {
    fn of(name: &str) -> Self {
        let near = spelling::nearest(name.as_bytes(), NAMES, spelling::slips(name.as_bytes()));
        let near = near.first();
        Self(
            name.to_owned(),
            near.map_or(String::new(), |near| format!("; did you mean `{near}`?")),
        )
    }
}

/// What stands for an operation without operands, that is there all the same.
pub(in crate::exchange) const BARE: &[u8] = b";";

impl FromStr for Field {
    type Err = FieldError;

    fn from_str(name: &str) -> Result<Self, FieldError> {
        let what = match name {
            "path" => What::Path,
            "line" => What::Line,
            "placement" => What::Placement,
            "side" => What::Side,
            "castling" => What::Castling,
            "ep" => What::EnPassant,
            "fen" => What::Fen,
            "pieces" => What::Pieces,
            "moves" => What::Moves,
            "problems" => What::Problems,
            "text" => What::Text,
            "opening" => What::Opening,
            "opening.eco" => What::OpeningEco,
            _ if is_opcode(name.as_bytes()) => What::Operation,
            _ => return Err(FieldError::of(name)),
        };
        Ok(Self {
            name: name.to_owned(),
            what,
        })
    }
}

impl Field {
    /// Its name: the header of the column.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is the operands of an opcode.
    pub fn is_operation(&self) -> bool {
        self.what == What::Operation
    }

    /// What a record has in this column; empty where it has nothing.
    pub fn cell(&self, record: &Record<'_>, place: Place<'_>) -> Vec<u8> {
        let text = |text: Option<String>| text.unwrap_or_default().into_bytes();
        match self.what {
            What::Path => place.path.as_bytes().to_vec(),
            What::Line => place.line.to_string().into_bytes(),
            What::Placement => {
                let mut out = Vec::new();
                if let Some(board) = record.board() {
                    placement::write(board, &mut out);
                }
                out
            }
            What::Side => text(record.side().map(|side| side.char().to_string())),
            What::Castling => text(record.castling().map(str::to_owned)),
            What::EnPassant => match (record.en_passant(), record.side()) {
                (Some(square), _) => square.to_string().into_bytes(),
                (None, Some(_)) => b"-".to_vec(),
                (None, None) => Vec::new(),
            },
            What::Fen => text(edit::fen(record)),
            What::Pieces => text(
                record
                    .board()
                    .map(|board| board.occupied().count().to_string()),
            ),
            What::Moves => {
                let position = record.position();
                text(position.map(|position| position.legal_moves().len().to_string()))
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
            What::Opening => opening(record).map_or(Vec::new(), |found| found.name.into()),
            What::OpeningEco => opening(record).map_or(Vec::new(), |found| found.eco.into()),
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
            [only] if takes_string(&self.name) => match record.string(only) {
                // These mean something else without quotes: no operation, and one without operand.
                text @ (b"" | BARE) => [b"\"", text, b"\""].concat(),
                text => text.to_vec(),
            },
            _ => record.operands_span(operation).of(record.line()).to_vec(),
        }
    }
}

fn opening(record: &Record<'_>) -> Option<Opening> {
    record.position().and_then(openings::of)
}

/// Whether an opcode takes one string.
pub(in crate::exchange) fn takes_string(opcode: &str) -> bool {
    find(opcode.as_bytes()).is_some_and(|info| matches!(info.shape, Shape::Text { .. }))
}
