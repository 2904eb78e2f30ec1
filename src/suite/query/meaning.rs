//! What a word of chess that the language does not have stands for: the query to try instead.

use super::words;
use crate::epd::spelling;

/// Words of chess players, and what they would type here.
const MEANINGS: &[(&[&str], &str)] = &[
    (&["white", "whites"], "side = w"),
    (&["black", "blacks"], "side = b"),
    (&["checkmate", "checkmates", "mated", "mates"], "mate"),
    (&["checks", "checked"], "check"),
    (
        &["castle", "castles", "castled", "castle_rights"],
        "castling",
    ),
    (&["passant", "enpassant", "en_passant"], "ep = legal"),
    (
        &["endgame", "endgames", "ending", "endings"],
        "phase = endgame",
    ),
    (
        &["middlegame", "middlegames", "midgame"],
        "phase = middlegame",
    ),
    (&["opening", "openings"], "phase = opening"),
    (&["illegal", "invalid"], "not legal"),
    (&["error", "errors", "broken"], "problem(error)"),
    (&["warning", "warnings"], "problem(warning)"),
    (
        &["duplicates", "double", "doubles", "twice"],
        "duplicate(position)",
    ),
    (&["best", "bestmove", "solution"], "bm"),
    (&["avoid"], "am"),
    (&["eval", "evaluation", "score"], "ce > 0"),
    (&["winning", "better"], "ce > 200"),
    (&["depth"], "acd > 0"),
    (&["name", "title"], "id ~ \"name\""),
    (&["comment", "comments"], "c0"),
    (&["turn", "move", "tomove", "to_move"], "side = w"),
];

/// Pieces, and how one or more of White's and of Black's are asked for.
const PIECES: &[(&[&str], [&str; 2])] = &[
    (&["queen", "queens"], ["count(Q) > 0", "count(q) > 0"]),
    (&["rook", "rooks"], ["count(R) > 0", "count(r) > 0"]),
    (&["bishop", "bishops"], ["count(B) > 0", "count(b) > 0"]),
    (&["knight", "knights"], ["count(N) > 0", "count(n) > 0"]),
    (&["pawn", "pawns"], ["count(P) > 0", "count(p) > 0"]),
];

/// The query to try for a word, with what is typed behind it: `white has queen` is about a queen.
pub(super) fn of(word: &str, behind: &str) -> Option<&'static str> {
    let word = word.to_lowercase();
    let piece = |word: &str| {
        let found = PIECES.iter().find(|(names, _)| names.contains(&word));
        found.map(|(_, queries)| queries)
    };
    if let Some([white, _]) = piece(&word) {
        return Some(white);
    }
    let side = usize::from(word.starts_with("black"));
    if matches!(&*word, "white" | "whites" | "black" | "blacks") {
        let lower = behind.to_lowercase();
        let others = lower.split(|c: char| !c.is_alphabetic()).take(8);
        if let Some(query) = others.into_iter().find_map(|other| piece(other)?.get(side)) {
            return Some(query);
        }
    }
    let found = MEANINGS.iter().find(|(names, _)| names.contains(&&*word));
    found.map(|(_, query)| *query)
}

/// The word of the language that a slip is nearest to.
pub(super) fn nearest_word(word: &str) -> Option<&'static str> {
    let words = words::WORDS.iter().map(|word| word.name);
    let words = words.filter(|other| other.len() > 2 && *other != word);
    spelling::nearest(word.as_bytes(), words, 1)
        .first()
        .copied()
}

#[cfg(test)]
mod tests {
    use super::super::Query;
    use super::*;

    #[test]
    fn every_query_that_is_offered_can_be_typed() {
        let pieces = PIECES.iter().flat_map(|(_, queries)| queries);
        for query in MEANINGS.iter().map(|(_, query)| query).chain(pieces) {
            assert!(Query::parse(query).is_ok(), "{query}");
        }
    }

    #[test]
    fn words_of_chess_players_lead_to_queries() {
        for (text, said) in [
            ("queen", "try `count(Q) > 0`"),
            ("white has queen", "try `count(Q) > 0`"),
            ("black has two Rooks", "try `count(r) > 0`"),
            ("white", "try `side = w`"),
            ("bm and endgame", "try `phase = endgame`"),
            ("castled", "try `castling`"),
            ("checkmate", "try `mate`"),
            ("bm hass Nf3", "did you mean `has`?"),
            ("sied = w", "did you mean `side`?"),
        ] {
            let error = Query::parse(text).expect_err(text);
            assert!(error.message.contains(said), "{text}: {}", error.message);
        }
    }
}
