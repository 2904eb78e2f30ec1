//! What a record shows in one column: to be read, sorted by, counted and asked for.

use std::borrow::Cow;

use shakmaty::{Board, Color, Position};

use super::bulk::SortKey;
use super::query::shapes::{FORCE, Phase, material};
use crate::epd::opcode::Shape;
use crate::epd::openings::{self, Opening};
use crate::epd::operand::read_number;
use crate::epd::{Record, Severity, castling, holds_name, holds_numbers, opcode};

/// The most pieces, kings among them, of which the exact kinds are counted.
pub const EXACT_MATERIAL: usize = 7;

/// A property that every record has one value of, or none.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Facet {
    /// `w` or `b`: the side to move.
    Side,
    /// The castling rights, by the side of the king: of `HAha` those are `KQkq`.
    Castling,
    /// The en-passant square, `-` for none.
    EnPassant,
    /// How many pieces there are.
    Pieces,
    /// How many legal moves there are.
    Moves,
    /// The pieces of both sides as endgames are named (`KRPvKR`), up to seven of them;
    /// of more, their worth in pawns (`39-38`), White's first.
    Material,
    /// `opening`, `middlegame` or `endgame`, by the pieces.
    Phase,
    /// The name of the opening that has the position.
    Opening,
    /// Its ECO code.
    OpeningEco,
    /// The worst diagnostic: `error`, `warning` or `hint`.
    Worst,
    /// What an operation holds: numbers by their value, else the operands.
    Opcode(String),
    /// What the text of an operation begins with: [`prefix_of`].
    Prefix(String),
}

/// The properties of positions, by name: those that tables, counts and columns have.
pub const OF_POSITION: [(&str, Facet); 9] = [
    ("side", Facet::Side),
    ("castling", Facet::Castling),
    ("ep", Facet::EnPassant),
    ("pieces", Facet::Pieces),
    ("moves", Facet::Moves),
    ("material", Facet::Material),
    ("phase", Facet::Phase),
    ("opening", Facet::Opening),
    ("opening.eco", Facet::OpeningEco),
];

impl Facet {
    /// A property of the position, or of an operation `OPCODE.prefix`, by its name.
    ///
    /// ```
    /// use epdit::suite::Facet;
    ///
    /// assert_eq!(Facet::named("pieces"), Some(Facet::Pieces));
    /// assert_eq!(Facet::named("id.prefix"), Some(Facet::Prefix("id".to_owned())));
    /// assert_eq!(Facet::named("id"), None);
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        if let Some((_, facet)) = OF_POSITION.iter().find(|(known, _)| *known == name) {
            return Some(facet.clone());
        }
        let opcode = name.strip_suffix(".prefix")?;
        opcode::is_opcode(opcode.as_bytes()).then(|| Self::Prefix(opcode.to_owned()))
    }

    /// Its name: of those that [`Self::named`] knows, that.
    pub fn name(&self) -> String {
        if let Some((name, _)) = OF_POSITION.iter().find(|(_, facet)| facet == self) {
            return (*name).to_owned();
        }
        match self {
            Self::Prefix(opcode) => format!("{opcode}.prefix"),
            Self::Opcode(opcode) => opcode.clone(),
            _ => "severity".to_owned(),
        }
    }

    /// Its value in a record, as text, byte for byte; `None` where it has none.
    pub fn of(&self, record: &Record<'_>) -> Option<Vec<u8>> {
        let found = match self {
            Self::Opcode(name) => {
                let number = number(record, name).map(String::into_bytes);
                return number.or_else(|| text(record, name).map(Cow::into_owned));
            }
            Self::Prefix(name) => return Some(prefix_of_bytes(&text(record, name)?).to_vec()),
            Self::Side => record.side().map(|side| side.char().to_string()),
            Self::Castling => {
                let letters = record.castling()?;
                Some(castling::by_side(letters, record.board()))
            }
            Self::EnPassant => {
                record.side()?;
                let square = record.en_passant();
                Some(square.map_or("-".to_owned(), |square| square.to_string()))
            }
            Self::Pieces => Some(record.board()?.occupied().count().to_string()),
            Self::Moves => Some(record.position()?.legal_moves().len().to_string()),
            Self::Material => record.board().map(material_text),
            Self::Phase => Some(Phase::of(record.board()?).name().to_owned()),
            Self::Opening => opening(record).map(|opening| opening.name.to_owned()),
            Self::OpeningEco => opening(record).map(|opening| opening.eco.to_owned()),
            Self::Worst => worst(record).map(|severity| severity.name().to_owned()),
        };
        found.map(String::into_bytes)
    }

    /// The query that matches the records with this value (`None`: with no value), where
    /// the language can say it.
    pub fn query(&self, value: Option<&[u8]>) -> Option<String> {
        let Some(value) = value else {
            return Some(match self {
                Self::Side => "not side = w and not side = b".to_owned(),
                Self::Castling => "not castling and not castling = -".to_owned(),
                Self::EnPassant => "not ep and not ep = -".to_owned(),
                Self::Pieces | Self::Material => "not pieces >= 0".to_owned(),
                Self::Moves => "not moves >= 0".to_owned(),
                Self::Phase => "not phase in (opening, middlegame, endgame)".to_owned(),
                Self::Opening | Self::OpeningEco => "not opening".to_owned(),
                Self::Worst => "not problem and not problem(hint)".to_owned(),
                Self::Opcode(name) | Self::Prefix(name) => format!("not {}", query_word(name)),
            });
        };
        let text = |what: &str| text_query(what, value);
        match self {
            Self::Opcode(name) if !is_number(name, value) => return text(&query_word(name)),
            Self::Prefix(name) => return text(&format!("{}.prefix", query_word(name))),
            Self::Opening => return text("opening"),
            _ => {}
        }
        let value = str::from_utf8(value).ok()?;
        Some(match (self, value) {
            (Self::Material, value) => match value.split_once('-') {
                Some((white, black)) => format!(
                    "pieces > {EXACT_MATERIAL} and material(w) = {white}00 and material(b) = {black}00"
                ),
                // The language knows sides with one king.
                None => match value.split('v').all(|side| side.matches('K').count() == 1) {
                    true => value.to_owned(),
                    false => return None,
                },
            },
            (Self::Worst, "warning") => "problem(warning) and not problem(error)".to_owned(),
            (Self::Worst, "hint") => "problem(hint) and not problem".to_owned(),
            (Self::Worst, severity) => format!("problem({severity})"),
            (Self::Opcode(name), value) => {
                let word = query_word(name);
                match opcode::find(name.as_bytes()) {
                    Some(_) => format!("{word} = {value}"),
                    // Of several operands the first is compared.
                    None => format!("{word} = {value} and count({word}) = 1"),
                }
            }
            (facet, value) => format!("{} = {value}", facet.name()),
        })
    }

    /// What to sort by.
    pub fn sort_key(&self) -> SortKey {
        match self {
            Self::Side => SortKey::Side,
            Self::Castling => SortKey::Castling,
            Self::EnPassant => SortKey::EnPassant,
            Self::Pieces => SortKey::Pieces,
            Self::Moves => SortKey::Moves,
            Self::Material => SortKey::Material,
            Self::Phase => SortKey::Phase,
            Self::Opening => SortKey::Opening,
            Self::OpeningEco => SortKey::OpeningEco,
            Self::Worst => SortKey::Worst,
            Self::Opcode(name) | Self::Prefix(name) => SortKey::Opcode(name.clone()),
        }
    }
}

fn opening(record: &Record<'_>) -> Option<Opening> {
    record.position().and_then(openings::of)
}

/// The operands of an operation, or the number that the record implies.
fn text<'r>(record: &Record<'r>, name: &str) -> Option<Cow<'r, [u8]>> {
    match record.operation(name) {
        Some(operation) => Some(Cow::Borrowed(record.operands_bytes(operation))),
        None => record
            .implied(name)
            .map(|number| Cow::Owned(number.to_string().into_bytes())),
    }
}

/// The test that finds these bytes and no others in a text of the language, where there is one.
pub(crate) fn text_query(what: &str, value: &[u8]) -> Option<String> {
    let is_plain = value.is_ascii();
    match str::from_utf8(value) {
        Ok(text) if !text.contains('"') => Some(format!("{what} = \"{text}\"")),
        Ok(text) if !text.contains('\'') => Some(format!("{what} = '{text}'")),
        // To an expression letters in UTF-8 and in Latin-1 are the same.
        Ok(_) if !is_plain => None,
        _ => Some(format!("{what} ~ /{}/", expression_of(value))),
    }
}

/// An expression that matches these bytes and nothing else, which are ASCII or no UTF-8.
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

/// The number that an operation is, as text: `30` of `ce +30`.
fn number(record: &Record<'_>, name: &str) -> Option<String> {
    let number = record.number(name).filter(|_| !holds_name(name))?;
    let is_all = is_of_numbers(name)
        || record
            .operation(name)
            .is_none_or(|operation| record.operands_of(operation).len() == 1);
    // Of one beyond all bounds not all digits are known: it is told as it is written.
    let text = number.to_string();
    (is_all && read_number(text.as_bytes()).is_some()).then_some(text)
}

/// Whether an opcode holds one number and nothing else.
fn is_of_numbers(name: &str) -> bool {
    let info = opcode::find(name.as_bytes());
    info.is_some_and(|info| matches!(info.shape, Shape::Integer { .. }))
}

/// Whether a value of an operation is compared as a number.
fn is_number(name: &str, value: &[u8]) -> bool {
    holds_numbers(name) && !holds_name(name) && read_number(value).is_some()
}

/// The part of a text that a group of records shares: without the number at its end, and what stands
/// before that.
///
/// ```
/// use epdit::suite::prefix_of;
///
/// assert_eq!(prefix_of("STS(v1.0) Undermine.001"), "STS(v1.0) Undermine");
/// assert_eq!(prefix_of("BK.24"), "BK");
/// assert_eq!(prefix_of("17"), "");
/// ```
pub fn prefix_of(text: &str) -> &str {
    let without_number = text.trim_end_matches(|c: char| c.is_ascii_digit());
    if without_number.len() == text.len() {
        return text;
    }
    without_number.trim_end_matches(|c: char| c.is_whitespace() || ".-_#:/,".contains(c))
}

/// The same of a text that may hold bytes that are no UTF-8: no number, and nothing that stands before one.
pub(super) fn prefix_of_bytes(text: &[u8]) -> &[u8] {
    let last = text.utf8_chunks().last();
    let end = last.filter(|part| part.invalid().is_empty());
    let end = end.map_or("", |part| part.valid());
    let length = text.len() - end.len() + prefix_of(end).len();
    text.get(..length).unwrap_or(text)
}

/// An opcode as the language has it: one that it doesn't know is named as one.
pub(crate) fn query_word(name: &str) -> String {
    let is_word = name != "id" && super::query::WORDS.iter().any(|word| word.name == name);
    let is_known = opcode::find(name.as_bytes()).is_some() && !is_word;
    if is_known {
        name.to_owned()
    } else {
        format!("op({name})")
    }
}

/// The worst diagnostic of a record.
pub fn worst(record: &Record<'_>) -> Option<Severity> {
    record
        .diagnostics()
        .iter()
        .map(|found| found.severity)
        .max()
}

/// The value of [`Facet::Material`].
pub(super) fn material_text(board: &Board) -> String {
    if board.occupied().count() <= EXACT_MATERIAL {
        return signature(board);
    }
    let worth = |color| material(board, color) / 100;
    format!("{}-{}", worth(Color::White), worth(Color::Black))
}

/// The material of both sides, the stronger first (then the one that comes first as text).
pub(super) fn signature(board: &Board) -> String {
    let side = |color: Color| {
        let mut text = "K".repeat((board.kings() & board.by_color(color)).count());
        for (role, letter) in FORCE.into_iter().zip(['P', 'N', 'B', 'R', 'Q']).rev() {
            let count = (board.by_role(role) & board.by_color(color)).count();
            text.extend(std::iter::repeat_n(letter, count));
        }
        (material(board, color), text)
    };
    let (white, black) = (side(Color::White), side(Color::Black));
    let (first, second) = if white >= black {
        (white, black)
    } else {
        (black, white)
    };
    format!("{}v{}", first.1, second.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::ReadOptions;
    use crate::suite::query::{Facts, Query};

    const LINES: [&str; 19] = [
        "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"a\"; ce 12; Own x;",
        "4k3/8/8/8/8/8/4P3/4K3 b - - bm Qd2; id \"a b\";",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4;",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - ",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "what is this",
        "7k/8/5K2/8/8/8/8/Q7 w - - bm #2;",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w HAha c6 id \"a.7\"; ce +12; Own \"7\";",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQ - id \"a 12\"; ce 1.50; Own 7.0;",
        "4k3/8/8/8/3pP3/8/8/4K3 b - e3 id \"a.8\"; ce \"12\"; Own 7 8;",
        "4k3/8/8/8/8/8/8/4K2R w K - ce 1.5; Own 07; id \"17\";",
        "4k3/8/8/8/8/8/8/4K1RR w G - ce 99999999999999999999; Own seven;",
        "4k3/8/8/8/8/8/8/4K2R w K - ce good; Own;",
        "4k3/8/8/8/8/8/8/4K2R x K - ce +M4; Own \"0.5\";",
        "4k3/8/8/8/8/8/8/4K2R w K - c0 \"7\"; id \"7\";",
        "4k3/8/8/8/8/8/8/4K2R w K - c0 \"07.0\"; id \"07\";",
        "4k3/8/8/8/8/8/8/4K2R w K - c0 7; id 07;",
        "4k3/8/8/8/8/8/8/4K2R w K - c0 \"7 moves\";",
        "4k3/8/8/8/8/8/8/4K2R w K - c0 7 8;",
    ];

    /// Texts of which all but the first are not UTF-8: those of the same letters are not one.
    const ODD: [&[u8]; 8] = [
        "4k3/8/8/8/8/8/8/4K2R w K - c0 \"J\u{e1}/[é] 1\";".as_bytes(),
        b"4k3/8/8/8/8/8/8/4K2R w K - c0 \"J\xe1/[\xc3\xa9] 1\"; id \"J\xe1 1\";",
        b"4k3/8/8/8/8/8/8/4K2R w K - c0 \"J\xe9/[\xc3\xa9] 1\"; id \"J\xe9 2\";",
        b"4k3/8/8/8/8/8/8/4K2R w K - c0 \"j\xe9/[\xc3\xa9] 1\"; id \"j\xe9 2\";",
        b"4k3/8/8/8/8/8/8/4K2R w K - c0 \"\xef\xbf\xbd\xe9\"; id \"\xe9 1\";",
        b"4k3/8/8/8/8/8/8/4K2R w K - c0 \"\xef\xbf\xbd\xef\xbf\xbd\"; Own \xe1;",
        b"4k3/8/8/8/8/8/8/4K2R w K - c0 \"J\xe1/[\xc3\xa9] 1 \"; Own \xe9;",
        b"4k3/8/8/8/8/8/8/4K2R w K - c0 \"J\xe1/[\xc3\xa9\"; Own x\xe1;",
    ];

    #[test]
    fn texts_that_are_no_utf_8_are_told_apart() {
        let options = ReadOptions::default();
        let of = |line: &[u8], facet: &Facet| facet.of(&Record::read(line, &options));
        let c0 = Facet::Opcode("c0".to_owned());
        let all: std::collections::HashSet<_> = ODD.iter().map(|line| of(line, &c0)).collect();
        assert_eq!(all.len(), ODD.len());
        let prefix = Facet::Prefix("id".to_owned());
        assert_eq!(of(ODD[1], &prefix).as_deref(), Some(&b"J\xe1"[..]));
        let query = c0.query(Some(b"J\xe1 1")).unwrap();
        assert_eq!(query, r"c0 ~ /(?-i)^J(?-u:\xE1) 1$/");
    }

    fn facets() -> Vec<Facet> {
        let opcodes = ["bm", "id", "ce", "Own", "hmvc", "dm", "c0"]
            .map(|name| Facet::Opcode(name.to_owned()));
        let prefixes = ["id", "Own"].map(|name| Facet::Prefix(name.to_owned()));
        let of_position = OF_POSITION.map(|(_, facet)| facet);
        of_position
            .into_iter()
            .chain([Facet::Worst])
            .chain(opcodes)
            .chain(prefixes)
            .collect()
    }

    #[test]
    fn the_query_of_a_value_finds_the_records_with_it_and_no_others() {
        let options = ReadOptions::default();
        let lines = || LINES.iter().map(|line| line.as_bytes()).chain(ODD);
        for facet in facets() {
            let of = |line: &[u8]| facet.of(&Record::read(line, &options));
            let mut values: Vec<Option<Vec<u8>>> = lines().map(of).collect();
            values.dedup();
            for value in values {
                let Some(text) = facet.query(value.as_deref()) else {
                    continue;
                };
                let query =
                    Query::parse(&text).unwrap_or_else(|error| panic!("{text}: {}", error.message));
                for line in lines() {
                    let found = query.matches(line, 0, &options, &Facts::default());
                    let shown = String::from_utf8_lossy(line);
                    assert_eq!(found, of(line) == value, "{text} of {shown}");
                }
            }
        }
    }

    #[test]
    fn numbers_are_told_by_their_value() {
        let options = ReadOptions::default();
        let of = |name: &str| -> Vec<Option<String>> {
            let facet = Facet::Opcode(name.to_owned());
            let read = |line: &&str| {
                let value = facet.of(&Record::read(line.as_bytes(), &options));
                value.map(|value| String::from_utf8(value).unwrap())
            };
            LINES.iter().skip(7).map(read).collect::<Vec<_>>()
        };
        let some = |texts: [&str; 7]| texts.map(|text| (text != "none").then(|| text.to_owned()));
        let huge = "99999999999999999999";
        let first = |name: &str| of(name)[..7].to_vec();
        assert_eq!(
            first("ce"),
            some(["12", "1.5", "12", "1.5", huge, "good", "32760"])
        );
        assert_eq!(
            first("Own"),
            some(["7", "7", "7 8", "7", "seven", "", "0.5"])
        );
        // A register may be a number, and a name is none.
        let last = |name: &str| of(name).split_off(7);
        let some = |texts: [&str; 5]| texts.map(|text| (text != "none").then(|| text.to_owned()));
        assert_eq!(last("c0"), some(["7", "7", "7", "7 moves", "7 8"]));
        assert_eq!(last("id"), some(["7", "07", "07", "none", "none"]));
    }

    #[test]
    fn few_pieces_are_named_and_many_are_weighed() {
        let options = ReadOptions::default();
        let of = |line: &str| Facet::Material.of(&Record::read(line.as_bytes(), &options));
        assert_eq!(of(LINES[0]).as_deref(), Some(&b"KPvK"[..]));
        assert_eq!(of(LINES[2]).as_deref(), Some(&b"39-39"[..]));
        assert_eq!(of(LINES[3]).as_deref(), Some(&b"36-39"[..]));
        assert_eq!(of("what is this"), None);
    }
}
