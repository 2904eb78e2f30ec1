//! Opcodes that no standard has and many files use.

/// Name, and what it is said to mean by the files that use it.
const WORDS: &[(&str, &str)] = &[
    ("Ae", "the engine that analysed it"),
    ("De", "depth of the evaluation, in plies"),
    ("Opn", "name of the opening"),
    ("Ubm", "best move in UCI"),
    ("Var", "name of the variation"),
    ("acd", "depth reached by the analysis, in plies"),
    ("depth", "search depth, in plies"),
    ("diff", "difficulty"),
    ("dtm", "distance to mate, in plies"),
    ("dtz", "distance to the next zeroing move, in plies"),
    ("eval", "evaluation"),
    ("result", "result of the game"),
    ("sd", "search depth, in plies"),
    ("wdl", "won, drawn or lost for the side to move"),
];

/// A few words on an opcode that is private or unknown to the standard, yet common in real
/// files: `acd`, `D1`.., `perft1`.., `Ubm`, `sd`, `wdl` and their like. Only words: for the
/// checker it stays an unknown opcode, left unchanged.
pub fn well_known(name: &[u8]) -> Option<&'static str> {
    if is_numbered(name, b"D") || is_numbered(name, b"perft") {
        return Some("perft: leaf nodes at this depth");
    }
    WORDS
        .iter()
        .find(|(known, _)| known.as_bytes() == name)
        .map(|&(_, words)| words)
}

/// All of them, each with its words; of the perft opcodes the first.
pub fn all_well_known() -> impl Iterator<Item = (&'static str, &'static str)> {
    let perft = ["D1", "perft1"].into_iter();
    let perft = perft.filter_map(|name| Some((name, well_known(name.as_bytes())?)));
    perft.chain(WORDS.iter().copied())
}

/// The depth in the name of a perft opcode: `D3` and `perft3` give 3.
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

fn is_numbered(name: &[u8], stem: &[u8]) -> bool {
    name.starts_with(stem) && perft_depth(name).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::moves::looks_like_move;
    use crate::epd::opcode::find;

    #[test]
    fn well_known_opcodes_have_words_and_are_not_official() {
        for (name, words) in WORDS {
            assert_eq!(well_known(name.as_bytes()), Some(*words));
            assert_eq!(find(name.as_bytes()), None, "{name}");
        }
    }

    #[test]
    fn none_has_the_form_of_a_move() {
        let counts = (1..100).flat_map(|depth| [format!("D{depth}"), format!("perft{depth}")]);
        let words = WORDS.iter().map(|(name, _)| (*name).to_owned());
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
