//! What a record shows in one column: to be read, sorted by, counted and asked for.

use shakmaty::{Board, Color};

use super::bulk::SortKey;
use super::query::shapes::{FORCE, material};
use crate::epd::{Record, Severity, opcode};

/// The most pieces, kings among them, of which the exact kinds are counted.
pub const EXACT_MATERIAL: usize = 7;

/// A property that every record has one value of, or none.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Facet {
    /// `w` or `b`: the side to move.
    Side,
    /// The pieces of both sides as endgames are named (`KRPvKR`), up to seven of them;
    /// of more, their worth in pawns (`39-38`), White's first.
    Material,
    /// The worst diagnostic: `error`, `warning` or `hint`.
    Worst,
    /// The operands of an operation.
    Opcode(String),
}

impl Facet {
    /// Its value in a record, as text; `None` where it has none.
    pub fn of(&self, record: &Record<'_>) -> Option<String> {
        match self {
            Self::Side => record.side().map(|side| side.char().to_string()),
            Self::Material => record.board().map(material_text),
            Self::Worst => worst(record).map(|severity| severity.name().to_owned()),
            Self::Opcode(name) => match record.operation(name) {
                Some(operation) => Some(record.operands_text(operation)),
                None => record.implied(name).map(|number| number.to_string()),
            },
        }
    }

    /// The query that matches the records with this value (`None`: with no value), where
    /// the language can say it.
    pub fn query(&self, value: Option<&str>) -> Option<String> {
        Some(match (self, value) {
            (Self::Side, Some(side)) => format!("side = {side}"),
            (Self::Side, None) => "not side = w and not side = b".to_owned(),
            (Self::Material, Some(value)) => match value.split_once('-') {
                Some((white, black)) => format!(
                    "pieces > {EXACT_MATERIAL} and material(w) = {white}00 and material(b) = {black}00"
                ),
                None => value.to_owned(),
            },
            (Self::Material, None) => return None,
            (Self::Worst, Some("warning")) => "problem(warning) and not problem(error)".to_owned(),
            (Self::Worst, Some("hint")) => "problem(hint) and not problem".to_owned(),
            (Self::Worst, Some(severity)) => format!("problem({severity})"),
            (Self::Worst, None) => "not problem and not problem(hint)".to_owned(),
            (Self::Opcode(name), None) => format!("not {}", query_word(name)),
            (Self::Opcode(_), Some(value)) if value.contains(['"', '\u{FFFD}']) => return None,
            (Self::Opcode(name), Some(value)) => format!("{} = \"{value}\"", query_word(name)),
        })
    }

    /// What to sort by.
    pub fn sort_key(&self) -> SortKey {
        match self {
            Self::Side => SortKey::Side,
            Self::Material => SortKey::Material,
            Self::Worst => SortKey::Worst,
            Self::Opcode(name) => SortKey::Opcode(name.clone()),
        }
    }
}

/// An opcode as the language has it: one that it doesn't know is named as one.
fn query_word(name: &str) -> String {
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

fn material_text(board: &Board) -> String {
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

    const LINES: [&str; 7] = [
        "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"a\"; ce 12; Own x;",
        "4k3/8/8/8/8/8/4P3/4K3 b - - bm Qd2; id \"a b\";",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4;",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - ",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "what is this",
        "7k/8/5K2/8/8/8/8/Q7 w - - bm #2;",
    ];

    fn facets() -> Vec<Facet> {
        let opcodes =
            ["bm", "id", "ce", "Own", "hmvc", "dm"].map(|name| Facet::Opcode(name.to_owned()));
        [Facet::Side, Facet::Material, Facet::Worst]
            .into_iter()
            .chain(opcodes)
            .collect()
    }

    #[test]
    fn the_query_of_a_value_finds_the_records_with_it_and_no_others() {
        let options = ReadOptions::default();
        for facet in facets() {
            let of = |line: &str| facet.of(&Record::read(line.as_bytes(), &options));
            let mut values: Vec<Option<String>> = LINES.iter().map(|line| of(line)).collect();
            values.dedup();
            for value in values {
                let Some(text) = facet.query(value.as_deref()) else {
                    continue;
                };
                let query =
                    Query::parse(&text).unwrap_or_else(|error| panic!("{text}: {}", error.message));
                for line in LINES {
                    let found = query.matches(line.as_bytes(), 0, &options, &Facts::default());
                    assert_eq!(found, of(line) == value, "{text} of {line}");
                }
            }
        }
    }

    #[test]
    fn few_pieces_are_named_and_many_are_weighed() {
        let options = ReadOptions::default();
        let of = |line: &str| Facet::Material.of(&Record::read(line.as_bytes(), &options));
        assert_eq!(of(LINES[0]).as_deref(), Some("KPvK"));
        assert_eq!(of(LINES[2]).as_deref(), Some("39-39"));
        assert_eq!(of(LINES[3]).as_deref(), Some("36-39"));
        assert_eq!(of("what is this"), None);
    }
}
