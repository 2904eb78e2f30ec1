//! The one table of opcodes (1994 standard section 16.2.5, 1995 revision).
//!
//! The checker, the words for meanings, the command line's `explain` and completion in the editor all use it.
//!
//! ```
//! use epdit::epd::opcode;
//!
//! let info = opcode::find(b"bm").expect("an official opcode");
//! assert_eq!(info.title, "best moves");
//! assert_eq!(info.shape, opcode::Shape::Moves);
//! assert!(opcode::is_opcode(b"Sd7") && opcode::find(b"Sd7").is_none());
//! assert_eq!(opcode::nearest(b"draw_ofer").map(|info| info.name), Some("draw_offer"));
//! ```

mod table;
mod well_known;

use super::spelling;
pub use well_known::{UsualForm, WellKnown, all_well_known, of_use, perft_depth, well_known};

/// The operands that an opcode takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shape {
    /// No operands.
    Nothing,
    /// A set of moves of the position, 0 or more (`am`, `bm`), in any order.
    Moves,
    /// One move of the position (`pm`, `sm`).
    OneMove,
    /// Consecutive moves, 0 or more (`pv`, `sv`).
    Line,
    /// One integer from `min` to `max`.
    Integer {
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// One string; `optional` for registers, which are cleared without one.
    Text {
        /// Whether the string may be left out.
        optional: bool,
    },
    /// Two strings (`tcri`, `tcsi`).
    TwoTexts,
    /// Two clocks (`cc`).
    TwoClocks,
    /// A date and a time of day (`ts`).
    DateTime,
    /// Pairs of identifier and string (`ptp`).
    TagPairs,
    /// One identifier from a closed list (`refcom`, `refreq`).
    OneOf(&'static [&'static str]),
    /// Any operands (`noop`).
    Anything,
}

impl Shape {
    /// Returns the operands in words: `a string`.
    pub fn takes(&self) -> String {
        match self {
            Self::Nothing => "none".into(),
            Self::Moves => "any number of moves of the position, in any order".into(),
            Self::OneMove => "one move of the position".into(),
            Self::Line => "any number of moves, each played after the one before".into(),
            Self::Integer { min, max } => match (*min, *max) {
                (min, i64::MAX) => format!("a whole number, {min} or more"),
                (min, max) => format!("a whole number from {min} to {max}"),
            },
            Self::Text { optional: true } => "a string, or nothing to clear the register".into(),
            Self::Text { optional: false } => "a string".into(),
            Self::TwoTexts => "two strings".into(),
            Self::TwoClocks => "two clocks, DDD:HH:MM:SS: White's and Black's".into(),
            Self::DateTime => "a date, YYYY.MM.DD, and a time, HH:MM:SS".into(),
            Self::TagPairs => "any number of pairs of a name and a string".into(),
            Self::OneOf(words) => format!("one of {}", words.join(", ")),
            Self::Anything => "anything".into(),
        }
    }
}

/// The edition of the standard that introduced an opcode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Edition {
    /// The PGN standard of 1994, section 16.2.5.
    Of1994,
    /// The EPD specification of 1995-11-26.
    Of1995,
}

/// A row of the table.
#[derive(Debug, PartialEq, Eq)]
pub struct OpcodeInfo {
    pub name: &'static str,
    /// A short title: `best moves`.
    pub title: &'static str,
    /// The meaning, ranges and rules, in one to three sentences.
    pub about: &'static str,
    pub shape: Shape,
    /// The edition of the standard that introduced it.
    pub edition: Edition,
    /// A valid operation: `bm Nf3;`.
    pub example: &'static str,
}

impl OpcodeInfo {
    /// Returns the number of the register that `c0`..`c9` or `v0`..`v9` sets; `None` for the others.
    pub(crate) fn ranked_register(&self) -> Option<u8> {
        match self.name.as_bytes() {
            [b'c' | b'v', digit @ b'0'..=b'9'] => Some(digit - b'0'),
            _ => None,
        }
    }
}

/// Returns the row of an official opcode.
pub fn find(name: &[u8]) -> Option<&'static OpcodeInfo> {
    let row = *table::SLOTS.get(table::slot(name))?;
    let info = table::ROWS.get(usize::from(row))?;
    (info.name.as_bytes() == name).then_some(info)
}

/// Returns true if an opcode is official or [`well_known`].
pub(crate) fn is_known(name: &[u8]) -> bool {
    // Opcodes of the standard have only lower-case letters and digits.
    let may_be_official = name.first().is_some_and(u8::is_ascii_lowercase);
    may_be_official && find(name).is_some() || of_use(name).is_some()
}

/// Returns all rows, in ASCII order.
pub fn all() -> &'static [OpcodeInfo] {
    table::ROWS
}

/// Returns true if `text` has the form of an opcode: a letter, then up to 14 letters, digits or `_`.
pub fn is_opcode(text: &[u8]) -> bool {
    matches!(text, [first, rest @ ..] if first.is_ascii_alphabetic()
        && rest.len() <= 14
        && rest.iter().all(|&byte| byte.is_ascii_alphanumeric() || byte == b'_'))
}

/// Returns true if an unofficial opcode violates the standard's reserved names: one in lower case, unless it is
/// [`well_known`], or an official one in another case (`BM`).
pub(crate) fn is_reserved(name: &[u8]) -> bool {
    let is_official = || find(&name.to_ascii_lowercase()).is_some();
    may_open_prose(name) || !is_known(name) && is_official()
}

/// Returns true if a text that begins with `name` may be prose: a lower-case word that is not a known opcode.
pub(super) fn may_open_prose(name: &[u8]) -> bool {
    name.first().is_some_and(u8::is_ascii_lowercase) && !is_known(name)
}

/// The number of unquoted words after such a word that make prose.
pub(super) const PROSE: usize = 3;

/// Returns true if a word ends like a word of a sentence.
pub(super) fn ends_as_prose(word: &[u8]) -> bool {
    matches!(word, [_, .., b',' | b'.' | b'?'])
}

/// Returns the official opcode that `name` most likely misspells: in another case, or with one letter wrong, missing,
/// extra or swapped with its neighbour (two such slips from six letters on).
///
/// `None` if no opcode is near, if two are equally near, and for an opcode itself or an unofficial one that is
/// [`well_known`].
pub fn nearest(name: &[u8]) -> Option<&'static OpcodeInfo> {
    if name.len() < 2 || is_known(name) {
        return None;
    }
    let lower = name.to_ascii_lowercase();
    let known = all().iter().map(|row| row.name);
    match *spelling::nearest(&lower, known, spelling::slips(&lower)) {
        [one] => find(one.as_bytes()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_ascii_order_without_repeats() {
        for pair in all().windows(2) {
            let [first, second] = pair else {
                unreachable!()
            };
            assert!(
                first.name < second.name,
                "{} before {}",
                first.name,
                second.name
            );
        }
    }

    #[test]
    fn every_opcode_of_both_editions_is_there_and_no_other() {
        let mut expected: Vec<String> = "acn acs am bm cc ce dm draw_accept draw_claim draw_offer \
             draw_reject eco fmvn hmvc id nic noop pm ptp pv rc refcom refreq resign sm sv tcgs \
             tcri tcsi ts"
            .split_whitespace()
            .map(String::from)
            .collect();
        for digit in 0..10 {
            expected.push(format!("c{digit}"));
            expected.push(format!("v{digit}"));
        }
        expected.sort();
        let names: Vec<&str> = all().iter().map(|row| row.name).collect();
        assert_eq!(names, expected);
    }

    #[test]
    fn what_1995_brought_is_marked() {
        let new: Vec<&str> = all()
            .iter()
            .filter(|row| row.edition == Edition::Of1995)
            .map(|row| row.name)
            .collect();
        assert_eq!(new, ["cc", "ptp", "refcom", "refreq", "sv", "ts"]);
    }

    #[test]
    fn find_knows_each_row_and_nothing_else() {
        for row in all() {
            assert_eq!(find(row.name.as_bytes()), Some(row));
            assert!(is_opcode(row.name.as_bytes()));
            assert_eq!(find(row.name.to_ascii_uppercase().as_bytes()), None);
            assert_eq!(find(format!("{}x", row.name).as_bytes()), None);
        }
        for other in ["", "b", "bmx", "zz", "B", "~~", "\u{ff}\u{ff}"] {
            assert_eq!(find(other.as_bytes()), None, "{other}");
        }
    }

    #[test]
    fn every_row_explains_itself() {
        for row in all() {
            let OpcodeInfo {
                name,
                title,
                about,
                example,
                ..
            } = row;
            assert!(!title.is_empty() && title.len() <= 40, "{name}: {title}");
            assert!(!title.ends_with('.'), "{name}: a title is no sentence");
            assert!(about.ends_with('.') && about.len() >= 30, "{name}: {about}");
            assert!(
                example.ends_with(';') && example.is_ascii(),
                "{name}: {example}"
            );
            let opcode = example.split([' ', ';']).next();
            assert_eq!(opcode, Some(*name), "{example}");
        }
    }

    #[test]
    fn examples_have_the_operands_of_their_shape() {
        for row in all() {
            let operands = row.example[row.name.len()..]
                .trim_end_matches(';')
                .trim_start();
            let words = operands.split_whitespace().count();
            let quoted = operands.starts_with('"') && operands.ends_with('"');
            let fits = match row.shape {
                Shape::Nothing => operands.is_empty(),
                Shape::Moves | Shape::Line => words >= 1,
                Shape::OneMove => words == 1,
                Shape::Integer { min, max } => operands
                    .parse::<i64>()
                    .is_ok_and(|value| (min..=max).contains(&value)),
                Shape::Text { .. } => quoted && operands.matches('"').count() == 2,
                Shape::TwoTexts => quoted && operands.matches('"').count() == 4,
                Shape::TwoClocks => words == 2 && operands.matches(':').count() == 6,
                Shape::DateTime => words == 2 && operands.matches('.').count() == 2,
                Shape::TagPairs => operands.matches('"').count() % 4 == 0,
                Shape::OneOf(list) => list.contains(&operands),
                Shape::Anything => true,
            };
            assert!(fits, "{}", row.example);
        }
    }

    #[test]
    fn only_sets_of_moves_may_be_sorted() {
        let free: Vec<&str> = all()
            .iter()
            .filter(|row| row.shape == Shape::Moves)
            .map(|row| row.name)
            .collect();
        assert_eq!(free, ["am", "bm"]);
    }

    #[test]
    fn registers_have_their_number() {
        let register = |name: &str| find(name.as_bytes()).and_then(OpcodeInfo::ranked_register);
        assert_eq!(register("c0"), Some(0));
        assert_eq!(register("v9"), Some(9));
        assert_eq!(register("ce"), None);
        assert_eq!(register("eco"), None);
    }

    #[test]
    fn names_of_the_standard_are_reserved_in_every_case() {
        for reserved in ["foo", "BM", "Bm", "startpos", "cdb"] {
            assert!(is_reserved(reserved.as_bytes()), "{reserved}");
        }
        for free in ["bm", "Foo", "acd", "D1", "perft3", "eval", "Ae"] {
            assert!(!is_reserved(free.as_bytes()), "{free}");
        }
    }

    #[test]
    fn a_slip_finds_its_opcode() {
        let near = |name: &str| nearest(name.as_bytes()).map(|row| row.name);
        assert_eq!(near("mb"), Some("bm"));
        assert_eq!(near("bbm"), Some("bm"));
        assert_eq!(near("BM"), Some("bm"));
        assert_eq!(near("hmv"), Some("hmvc"));
        assert_eq!(near("fmnv"), Some("fmvn"));
        assert_eq!(near("draw_ofer"), Some("draw_offer"));
        assert_eq!(near("draw_decline"), None);
        assert_eq!(near("resigns"), Some("resign"));
    }

    #[test]
    fn nothing_near_or_two_equally_near_is_no_guess() {
        let near = |name: &str| nearest(name.as_bytes()).map(|row| row.name);
        assert_eq!(near("tv"), None, "pv and sv are both one letter away");
        assert_eq!(near("hmvn"), None, "hmvc or fmvn");
        assert_eq!(near("difficulty"), None);
        assert_eq!(near("bm"), None, "an opcode is no slip");
        assert_eq!(near("acd"), None, "well known, if not official");
        assert_eq!(near(""), None);
    }

    #[test]
    fn the_form_of_an_opcode_is_a_letter_and_fourteen_more() {
        assert!(is_opcode(b"D1"));
        assert!(is_opcode(b"a23456789012345"));
        assert!(!is_opcode(b"a234567890123456"));
        assert!(!is_opcode(b"1a"));
        assert!(!is_opcode(b"_a"));
        assert!(!is_opcode(b"PV:"));
        assert!(!is_opcode(b""));
    }
}
