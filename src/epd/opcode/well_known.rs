//! Unofficial opcodes that many files use.

use UsualForm::{Integer, Number, Text, UciMove};

use crate::epd::operand::{is_integer, read_float};

/// An unofficial opcode that is known by its use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WellKnown {
    pub name: &'static str,
    /// Its meaning in the files that use it.
    pub title: &'static str,
    /// Its usual operands; others are also accepted.
    pub takes: &'static str,
    /// The form of its sole operand, if nearly every file has that one.
    pub form: Option<UsualForm>,
    /// A typical operation: `acd 18;`.
    pub example: &'static str,
}

/// The usual form of a well-known opcode's operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UsualForm {
    /// An integer.
    Integer,
    /// An integer or a float.
    Number,
    /// A string in quotes.
    Text,
    /// A move in UCI.
    UciMove,
}

impl UsualForm {
    /// Returns true if an operand, quotes included, has the form.
    pub(crate) fn fits(self, operand: &[u8]) -> bool {
        match self {
            Self::Integer => is_integer(operand),
            Self::Number => is_integer(operand) || read_float(operand).is_some(),
            Self::Text => matches!(operand, [b'"', .., b'"']),
            Self::UciMove => {
                let (squares, promotion) = operand.split_at_checked(4).unwrap_or_default();
                let is_square = |text: &[u8]| matches!(text, [b'a'..=b'h', b'1'..=b'8']);
                squares.chunks(2).map(is_square).eq([true, true])
                    && matches!(promotion, [] | [b'q' | b'r' | b'b' | b'n'])
            }
        }
    }
}

/// Makes rows of an opcode, its meaning, its operands, their usual form, and an example.
macro_rules! rows {
    ($($name:literal $title:literal, $takes:literal, $form:expr, $example:literal;)*) => {
        &[$(WellKnown {
            name: $name,
            title: $title,
            takes: $takes,
            form: $form,
            example: $example,
        },)*]
    };
}

const ROWS: &[WellKnown] = rows! {
    "Ae" "the engine that analysed it", "usually its name", Some(Text), "Ae \"Crafty\";";
    "De" "depth of the evaluation, in plies", "usually a whole number", Some(Integer), "De 18;";
    "Engine" "the engine that searched, with its options", "usually a string",
        None, "Engine \"Stockfish 17\";";
    "Limit" "what limited the search", "usually a string", None, "Limit \"nodes 100000\";";
    "Opn" "name of the opening", "usually a string", Some(Text), "Opn \"Ruy Lopez\";";
    "Ubm" "best move in UCI", "usually one move", Some(UciMove), "Ubm e2e4;";
    "Var" "name of the variation", "usually a string", None, "Var \"Berlin defence\";";
    "acd" "depth reached by the analysis, in plies", "usually a whole number, 0 or more",
        Some(Integer), "acd 18;";
    "depth" "search depth, in plies", "usually a whole number", Some(Integer), "depth 18;";
    "diff" "difficulty", "usually a number", Some(Number), "diff 3;";
    "dtm" "distance to mate, in plies", "usually a whole number", None, "dtm 9;";
    "dtz" "distance to the next zeroing move, in plies", "usually a whole number",
        Some(Integer), "dtz 14;";
    "eval" "evaluation", "usually a number", Some(Number), "eval 0.35;";
    "result" "result of the game", "usually 1-0, 0-1 or 1/2-1/2", None, "result \"1-0\";";
    "sd" "search depth, in plies", "usually a whole number", Some(Integer), "sd 18;";
    "wdl" "won, drawn or lost for the side to move", "usually a word or three numbers",
        None, "wdl 120 800 80;";
};

/// The row of perft opcodes of any depth.
const PERFT: WellKnown = WellKnown {
    name: "D1",
    title: "perft: leaf nodes at this depth",
    takes: "a whole number, 0 or more, that can be counted again",
    form: Some(Integer),
    example: "D1 20;",
};

/// Returns the row of an unofficial opcode.
pub fn of_use(name: &[u8]) -> Option<&'static WellKnown> {
    // Most words looked up are moves, which two letters suffice to exclude.
    if !matches!(
        name,
        [b'A' | b'D', b'e', ..]
            | [b'D', b'1'..=b'9', ..]
            | [b'E', b'n', ..]
            | [b'L' | b'd', b'i', ..]
            | [b'O', b'p', ..]
            | [b'U', b'b', ..]
            | [b'V', b'a', ..]
            | [b'a', b'c', ..]
            | [b'd' | b'p' | b'r', b'e', ..]
            | [b'd', b't', ..]
            | [b'e', b'v', ..]
            | [b's' | b'w', b'd', ..]
    ) {
        return None;
    }
    if perft_depth(name).is_some() {
        return Some(&PERFT);
    }
    ROWS.iter().find(|row| row.name.as_bytes() == name)
}

/// Returns a short description of an unofficial opcode that is common in real files: `acd`, `D1`.., `perft1`..,
/// `Ubm`, `sd`, `wdl` and similar. For the checker it remains an unknown opcode, left unchanged.
pub fn well_known(name: &[u8]) -> Option<&'static str> {
    of_use(name).map(|row| row.title)
}

/// Returns all well-known opcodes with their descriptions; of the perft opcodes the first.
pub fn all_well_known() -> impl Iterator<Item = (&'static str, &'static str)> {
    let perft = ["D1", "perft1"].into_iter();
    let perft = perft.filter_map(|name| Some((name, well_known(name.as_bytes())?)));
    perft.chain(ROWS.iter().map(|row| (row.name, row.title)))
}

/// Returns the depth in the name of a perft opcode: 3 for `D3` and `perft3`.
pub fn perft_depth(name: &[u8]) -> Option<u8> {
    let digits = name
        .strip_prefix(b"D")
        .or_else(|| name.strip_prefix(b"perft"))?;
    match digits {
        [ones @ b'1'..=b'9'] => Some(ones - b'0'),
        [tens @ b'1'..=b'9', ones @ b'0'..=b'9'] => Some((tens - b'0') * 10 + (ones - b'0')),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::moves::looks_like_move;
    use crate::epd::opcode::find;

    #[test]
    fn well_known_opcodes_have_words_and_are_not_official() {
        for row in ROWS {
            let name = row.name.as_bytes();
            assert_eq!(well_known(name), Some(row.title));
            assert_eq!(find(name), None, "{}", row.name);
            assert!(row.example.starts_with(row.name), "{}", row.example);
            let operand = row.example[row.name.len()..].trim_matches([' ', ';']);
            let fits = row.form.is_none_or(|form| form.fits(operand.as_bytes()));
            assert!(fits, "{}", row.example);
        }
    }

    #[test]
    fn an_operand_has_its_usual_form_or_another() {
        for (name, right, wrong) in [
            ("acd", "18", "18.0"),
            ("D3", "8902", "8902,"),
            ("perft12", "-1", "many"),
            ("eval", "-0.63", "="),
            ("diff", "9", "\"9\""),
            ("Ae", "\"Crafty\"", "Crafty"),
            ("Ubm", "e7e8q", "e8=Q"),
        ] {
            let form = of_use(name.as_bytes()).and_then(|row| row.form).unwrap();
            assert!(form.fits(right.as_bytes()), "{name} {right}");
            assert!(!form.fits(wrong.as_bytes()), "{name} {wrong}");
        }
        assert!(!UsualForm::UciMove.fits(b"e2") && !UsualForm::UciMove.fits(b""));
        assert_eq!(of_use(b"wdl").and_then(|row| row.form), None);
    }

    #[test]
    fn none_has_the_form_of_a_move() {
        let counts = (1..100).flat_map(|depth| [format!("D{depth}"), format!("perft{depth}")]);
        let words = ROWS.iter().map(|row| row.name.to_owned());
        for name in counts.chain(words) {
            assert!(!looks_like_move(name.as_bytes()), "{name}");
        }
    }

    #[test]
    fn perft_opcodes_give_their_depth() {
        assert_eq!(perft_depth(b"D1"), Some(1));
        assert_eq!(perft_depth(b"D12"), Some(12));
        assert_eq!(perft_depth(b"perft6"), Some(6));
        assert_eq!(perft_depth(b"D"), None);
        assert_eq!(perft_depth(b"D0"), None);
        assert_eq!(perft_depth(b"Duals"), None);
        assert_eq!(perft_depth(b"D999"), None);
        assert!(well_known(b"D4").is_some());
        assert!(well_known(b"perft1").is_some());
        assert_eq!(well_known(b"Duals"), None);
        assert_eq!(well_known(b"bm"), None);
    }
}
