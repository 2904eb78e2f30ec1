//! What records are sorted by, as bytes whose order is the records' order.
//!
//! ```text
//! key  = { part }                  one for each sort key
//! part = 0 number                  8 bytes, the highest first, the sign turned; 3 of the fraction
//!      | 1 text 0 0                0 in the text becomes 0 1
//!      | 2                         missing: last, also in reverse
//! ```

use shakmaty::Color;

use crate::epd::{ReadOptions, opcode, placement};
use crate::suite::line_end::text_of;
use crate::suite::query::ast::Number;
use crate::suite::query::shapes::{FORCE, material};
use crate::suite::query::{Facts, Subject};

/// What records are sorted by.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SortKey {
    /// The operands of an operation: numbers by their value and before texts.
    Opcode(String),
    /// Placement, side, castling rights and en-passant square, as text.
    Position,
    /// The worth of all pieces (pawn 1, knight and bishop 3, rook 5, queen 9), then their kinds.
    Material,
    /// White to move before Black.
    Side,
    /// The worst diagnostic: errors before warnings before hints.
    Worst,
    /// The whole line.
    Text,
}

/// A text is no sort key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a sort key (an opcode, `position`, `material` or `text`), found `{0}`")]
pub struct SortKeyError(String);

impl SortKey {
    /// ```text
    /// key = "position" | "material" | "text" | opcode
    /// ```
    ///
    /// # Errors
    /// It is none of them.
    pub fn parse(text: &str) -> Result<Self, SortKeyError> {
        match text {
            "position" => Ok(Self::Position),
            "material" => Ok(Self::Material),
            "text" => Ok(Self::Text),
            opcode if opcode::is_opcode(opcode.as_bytes()) => Ok(Self::Opcode(opcode.to_owned())),
            other => Err(SortKeyError(other.to_owned())),
        }
    }

    /// Its name, as it is parsed.
    pub fn name(&self) -> &str {
        match self {
            Self::Opcode(opcode) => opcode,
            Self::Position => "position",
            Self::Material => "material",
            Self::Side => "side to move",
            Self::Worst => "problems",
            Self::Text => "text",
        }
    }
}

/// The key of a line.
pub(super) fn of(
    line: &[u8],
    keys: &[SortKey],
    reverse: bool,
    options: &ReadOptions,
    out: &mut Vec<u8>,
) {
    out.clear();
    let facts = Facts::default();
    let subject = Subject::new(line, 0, options, &facts);
    for key in keys {
        match key {
            SortKey::Text => part(Part::Text(text_of(line)), reverse, out),
            SortKey::Opcode(opcode) => match subject.number_of(opcode) {
                Some(Number::Whole(number)) => part(Part::Number(number, 0), reverse, out),
                Some(Number::Broken(number)) => {
                    let whole = number.floor();
                    let fraction = (number - whole) * f64::from(1 << 24);
                    part(Part::Number(whole as i64, fraction as u32), reverse, out);
                }
                None => match subject.text_of(opcode) {
                    Some(text) => part(Part::Text(&text), reverse, out),
                    None => part(Part::Missing, reverse, out),
                },
            },
            SortKey::Side => match subject.skim().side() {
                Some(side) => part(Part::Number(side.fold_wb(0, 1), 0), reverse, out),
                None => part(Part::Missing, reverse, out),
            },
            SortKey::Worst => match crate::suite::worst(subject.record()) {
                Some(severity) => part(Part::Number(-(severity as i64), 0), reverse, out),
                None => part(Part::Missing, reverse, out),
            },
            SortKey::Position => match position(&subject) {
                Some(text) => part(Part::Text(&text), reverse, out),
                None => part(Part::Missing, reverse, out),
            },
            SortKey::Material => match subject.skim().board() {
                Some(board) => {
                    let worth = material(board, Color::White) + material(board, Color::Black);
                    part(Part::Number(worth, 0), reverse, out);
                    let counts: Vec<u8> = Color::ALL
                        .into_iter()
                        .flat_map(|color| {
                            let side = board.by_color(color);
                            FORCE.map(|role| (board.by_role(role) & side).count() as u8 + 1)
                        })
                        .collect();
                    part(Part::Text(&counts), reverse, out);
                }
                None => part(Part::Missing, reverse, out),
            },
        }
    }
}

fn position(subject: &Subject<'_>) -> Option<Vec<u8>> {
    let skim = subject.skim();
    let mut text = Vec::with_capacity(80);
    placement::write(skim.board()?, &mut text);
    text.push(b' ');
    text.push(skim.side()?.fold_wb(b'w', b'b'));
    text.push(b' ');
    text.extend_from_slice(skim.castling().unwrap_or("-").as_bytes());
    text.push(b' ');
    match skim.en_passant() {
        Some(square) => text.extend_from_slice(square.to_string().as_bytes()),
        None => text.push(b'-'),
    }
    Some(text)
}

enum Part<'a> {
    /// The whole part, and the fraction in parts of 2^24.
    Number(i64, u32),
    Text(&'a [u8]),
    Missing,
}

fn part(part: Part<'_>, reverse: bool, out: &mut Vec<u8>) {
    let start = out.len();
    match part {
        Part::Number(number, fraction) => {
            out.push(0);
            out.extend_from_slice(&(number.cast_unsigned() ^ (1 << 63)).to_be_bytes());
            out.extend(fraction.to_be_bytes().into_iter().skip(1));
        }
        Part::Text(text) => {
            out.push(1);
            for &byte in text {
                out.push(byte);
                if byte == 0 {
                    out.push(1);
                }
            }
            out.extend_from_slice(&[0, 0]);
        }
        Part::Missing => out.push(2),
    }
    if reverse && out.get(start) != Some(&2) {
        for byte in out.iter_mut().skip(start) {
            *byte = !*byte;
        }
        // The tags change places, below that of what is missing.
        if let Some(tag) = out.get_mut(start) {
            *tag = u8::from(*tag == u8::MAX);
        }
    }
}
