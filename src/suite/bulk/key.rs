//! What records are sorted by, as bytes whose order is the records' order.
//!
//! ```text
//! key  = { part }                  one for each sort key
//! part = 0 number                  8 bytes, the highest first, the sign turned; 23 bits of the fraction,
//!                                 and whether it has more: then 8 bytes of it
//!      | 1 text 0 0                0 in the text becomes 0 1; of an operand in natural order: a run of
//!                                 digits is `0`, how many there are but for leading zeros, and those
//!      | 2                         missing: last, also in reverse
//! ```

use shakmaty::{Color, Position};

use crate::epd::{ReadOptions, castling, opcode, placement, spelling};
use crate::suite::line_end::text_of;
use crate::suite::query::ast::Number;
use crate::suite::query::shapes::{FORCE, Phase, material};
use crate::suite::query::written;
use crate::suite::query::{Facts, Subject};
use crate::suite::search::Pattern;

/// What records are sorted by.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// The same the other way round, named with a `-`; what is missing comes last all the same.
    Descending(Box<Self>, String),
}

/// A text is no sort key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a sort key ({}), found `{text}`{}", KEYS, or_near(*.near))]
pub struct SortKeyError {
    text: String,
    near: Option<&'static str>,
}

/// What records can be sorted by, in words.
const KEYS: &str = "an opcode, or position, material, pieces, moves, side, castling, ep, phase, length, problems, opening, opening.eco, line or text; \
     `-` in front for descending order";

fn or_near(near: Option<&str>) -> String {
    near.map_or(String::new(), |near| format!("; did you mean `{near}`?"))
}

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
    ///               | "phase" | "length" | "problems" | "opening" | "opening.eco" | "line" | "text" | opcode | "op(" opcode ")" )
    /// ```
    ///
    /// # Errors
    /// It is none of them.
    pub fn parse(text: &str) -> Result<Self, SortKeyError> {
        if let Some(key) = text.strip_prefix('-').filter(|key| !key.starts_with('-')) {
            let key = Self::parse(key)?;
            return Ok(Self::Descending(Box::new(key), text.to_owned()));
        }
        if let Some((_, key)) = NAMED.iter().find(|(name, _)| *name == text) {
            return Ok(key.clone());
        }
        let inner = text
            .strip_prefix("op(")
            .and_then(|text| text.strip_suffix(')'));
        let opcode = inner.unwrap_or(text);
        match opcode::is_opcode(opcode.as_bytes()) {
            true => Ok(Self::Opcode(opcode.to_owned())),
            false => Err(SortKeyError::of(text)),
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
        let is_known = NAMED.iter().any(|(known, _)| *known == name)
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
            Self::Descending(_, name) => name,
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
            near: near.first().copied(),
        }
    }
}

/// Keys to be made of many lines.
pub(super) struct Keys<'a> {
    /// Each with what stands in every line that has it, where that is known.
    keys: Vec<(&'a SortKey, Option<Pattern>)>,
    reverse: bool,
    options: &'a ReadOptions,
}

impl<'a> Keys<'a> {
    pub(super) fn new(keys: &'a [SortKey], reverse: bool, options: &'a ReadOptions) -> Self {
        let needle = |key: &SortKey| match key.plain() {
            SortKey::Opcode(opcode) => written(opcode),
            _ => None,
        };
        Self {
            keys: keys.iter().map(|key| (key, needle(key))).collect(),
            reverse,
            options,
        }
    }

    /// The key of a line with this number (from 0), in the place of what is in `out`.
    pub(super) fn of(&self, (line, number): (&[u8], usize), out: &mut Vec<u8>) {
        out.clear();
        let facts = Facts::default();
        let subject = Subject::new(line, number, self.options, &facts);
        for (key, needle) in &self.keys {
            match needle {
                // Nothing of the line has to be read to know that it has none.
                Some(needle) if !needle.is_in(line) => part(Part::Missing, self.reverse, out),
                _ => one(&subject, key, self.reverse, out),
            }
        }
    }
}

/// Adds the key of a line (with its number, from 0) to `out`: bytes whose order is that of the records.
pub fn sort_key(
    (line, number): (&[u8], usize),
    keys: &[SortKey],
    reverse: bool,
    options: &ReadOptions,
    out: &mut Vec<u8>,
) {
    let facts = Facts::default();
    let subject = Subject::new(line, number, options, &facts);
    for key in keys {
        one(&subject, key, reverse, out);
    }
}

fn one(subject: &Subject<'_>, key: &SortKey, reverse: bool, out: &mut Vec<u8>) {
    let line = subject.line;
    let whole = |number: usize| Part::Number(i64::try_from(number).unwrap_or(i64::MAX));
    match key {
        SortKey::Descending(key, _) => one(subject, key, !reverse, out),
        SortKey::Length => part(whole(text_of(line).len()), reverse, out),
        SortKey::Line => part(whole(subject.number), reverse, out),
        SortKey::Moves => match subject.skim().position() {
            Some(position) => part(whole(position.legal_moves().len()), reverse, out),
            None => part(Part::Missing, reverse, out),
        },
        SortKey::Text => part(Part::Text(text_of(line)), reverse, out),
        SortKey::Opcode(opcode) => match subject.number_of(opcode) {
            Some(number) => part(number.into(), reverse, out),
            None => match subject.text_of(opcode) {
                Some(text) => part(Part::Natural(&text), reverse, out),
                None => part(Part::Missing, reverse, out),
            },
        },
        SortKey::Opening | SortKey::OpeningEco => match subject.opening() {
            Some(opening) if *key == SortKey::Opening => {
                part(Part::Text(opening.name.as_bytes()), reverse, out);
            }
            Some(opening) => part(Part::Text(opening.eco.as_bytes()), reverse, out),
            None => part(Part::Missing, reverse, out),
        },
        SortKey::Pieces => match subject.skim().board() {
            Some(board) => {
                let count = i64::try_from(board.occupied().count()).unwrap_or_default();
                part(Part::Number(count), reverse, out);
            }
            None => part(Part::Missing, reverse, out),
        },
        SortKey::Side => match subject.skim().side() {
            Some(side) => part(Part::Number(side.fold_wb(0, 1)), reverse, out),
            None => part(Part::Missing, reverse, out),
        },
        SortKey::Castling => {
            let rights = subject
                .skim()
                .castling()
                .map(|letters| castling::by_side(letters, subject.skim().board()));
            optional(rights.as_deref(), reverse, out);
        }
        SortKey::EnPassant => {
            let square = subject.skim().en_passant().map(|square| square.to_string());
            optional(square.as_deref(), reverse, out);
        }
        SortKey::Phase => match subject.skim().board() {
            Some(board) => part(Part::Number(Phase::of(board) as i64), reverse, out),
            None => part(Part::Missing, reverse, out),
        },
        SortKey::Worst => match crate::suite::worst(subject.record()) {
            Some(severity) => part(Part::Number(-(severity as i64)), reverse, out),
            None => part(Part::Missing, reverse, out),
        },
        SortKey::Position => match position(subject) {
            Some(text) => part(Part::Text(&text), reverse, out),
            None => part(Part::Missing, reverse, out),
        },
        SortKey::Material => match subject.skim().board() {
            Some(board) => {
                let worth = material(board, Color::White) + material(board, Color::Black);
                part(Part::Number(worth), reverse, out);
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

/// A text that may be missing.
fn optional(text: Option<&str>, reverse: bool, out: &mut Vec<u8>) {
    let text = text.map(str::as_bytes);
    part(text.map_or(Part::Missing, Part::Text), reverse, out);
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
        matches!(self.plain(), Self::Position | Self::Moves | Self::Worst)
    }
}

enum Part<'a> {
    Number(i64),
    /// A number with a fraction, or beyond 64 bits.
    Broken(f64),
    Text(&'a [u8]),
    /// A text whose runs of digits are numbers.
    Natural(&'a [u8]),
    Missing,
}

impl From<Number> for Part<'_> {
    fn from(number: Number) -> Self {
        match number {
            Number::Whole(number) => Self::Number(number),
            Number::Broken(number) => Self::Broken(number),
        }
    }
}

/// A byte of a text.
fn push(byte: u8, out: &mut Vec<u8>) {
    out.push(byte);
    if byte == 0 {
        out.push(1);
    }
}

/// A text in natural order: a number with fewer digits comes first.
fn natural(text: &[u8], out: &mut Vec<u8>) {
    let mut rest = text;
    while let Some(&byte) = rest.first() {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 {
            push(byte, out);
            rest = rest.get(1..).unwrap_or_default();
            continue;
        }
        let (number, after) = rest.split_at(digits);
        rest = after;
        let zeros = number.iter().take_while(|byte| **byte == b'0').count();
        let number = number.get(zeros..).unwrap_or_default();
        out.push(b'0');
        let mut left = number.len();
        while left >= LENGTH {
            out.push(u8::MAX);
            left -= LENGTH;
        }
        // Never 0, which ends a text.
        out.push(u8::try_from(left + 1).unwrap_or(u8::MAX));
        out.extend_from_slice(number);
    }
}

/// The whole part of a number, and 24 bits behind it.
fn whole(number: i64, behind: u32, out: &mut Vec<u8>) {
    out.push(0);
    out.extend_from_slice(&(number.cast_unsigned() ^ (1 << 63)).to_be_bytes());
    out.extend(behind.to_be_bytes().into_iter().skip(1));
}

/// A number with a fraction: most are told by 23 bits of it, others by all of it behind them. What is
/// beyond 64 bits is its own fraction, that of the number which is nearest to it.
fn broken(number: f64, out: &mut Vec<u8>) {
    const BITS: f64 = (1 << 23) as f64;
    let floor = number.floor();
    let fraction = match floor as i64 {
        i64::MAX => number,
        i64::MIN => 0.0,
        _ => number - floor,
    };
    let bits = (fraction * BITS).trunc().min(BITS - 1.0);
    let has_more = bits / BITS != fraction;
    whole(floor as i64, (bits as u32) << 1 | u32::from(has_more), out);
    if has_more {
        out.extend_from_slice(&fraction.to_bits().to_be_bytes());
    }
}

/// Digits of a number that one byte counts.
const LENGTH: usize = 254;

fn part(part: Part<'_>, reverse: bool, out: &mut Vec<u8>) {
    let start = out.len();
    match part {
        Part::Number(number) => whole(number, 0, out),
        Part::Broken(number) => broken(number, out),
        Part::Text(text) => {
            out.push(1);
            text.iter().for_each(|byte| push(*byte, out));
            out.extend_from_slice(&[0, 0]);
        }
        Part::Natural(text) => {
            out.push(1);
            natural(text, out);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> Vec<u8> {
        let mut out = Vec::new();
        part(Part::Natural(text.as_bytes()), false, &mut out);
        out
    }

    #[test]
    fn numbers_in_a_text_count_by_their_value() {
        let long = |digit: &str, count: usize| format!("a{}", digit.repeat(count));
        let ordered = [
            "",
            "#2",
            "2",
            "10",
            "A",
            "WAC",
            "WAC.002",
            "WAC.2a",
            "WAC.010",
            "WAC.10.2",
            "WAC.10.10",
            "WAC.10a",
            "a9",
            &long("1", 200),
            &long("9", 253),
            &long("1", 254),
            &long("2", 254),
            &long("1", 600),
            "aa",
            "b",
        ];
        for (one, two) in ordered.iter().zip(ordered.iter().skip(1)) {
            assert!(key(one) < key(two), "{one} before {two}");
        }
        assert_eq!(key("WAC.002"), key("WAC.2"));
    }

    #[test]
    fn numbers_are_sorted_as_a_query_compares_them() {
        let numbers = [
            Number::Broken(-1e30),
            Number::Whole(i64::MIN + 1),
            Number::Broken(-2.000_000_001),
            Number::Whole(-2),
            Number::Broken(-1.5),
            Number::Whole(-1),
            Number::Broken(-1e-20),
            Number::Whole(0),
            Number::Broken(1e-300),
            Number::Broken(0.1),
            Number::Broken(0.100_000_000_1),
            Number::Broken(0.5),
            Number::Whole(1),
            Number::Broken(1.000_000_01),
            Number::Broken(1.5),
            Number::Whole(2),
            Number::Whole(i64::MAX),
            Number::Broken(1e20),
            Number::Broken(1e30),
        ];
        let key = |number: Number, reverse| {
            let mut out = Vec::new();
            part(number.into(), reverse, &mut out);
            out
        };
        for (nth, one) in numbers.iter().enumerate() {
            for other in numbers.iter().skip(nth + 1) {
                assert!(key(*one, false) < key(*other, false), "{one} {other}");
                assert!(key(*one, true) > key(*other, true), "{other} {one}");
            }
        }
        assert_eq!(
            key(Number::Broken(7.0), false),
            key(Number::Whole(7), false)
        );
    }

    #[test]
    fn no_key_is_the_beginning_of_another() {
        let texts = [
            "", "1", "01", "12", "a", "a1", "a\u{0}1", "a\u{0}", "1\u{0}",
        ];
        for one in texts {
            for two in texts.iter().filter(|two| key(two) != key(one)) {
                assert!(!key(two).starts_with(&key(one)), "{one:?} {two:?}");
            }
        }
    }
}
