//! What a word of chess that the language does not have stands for: the query to try instead.

use super::{Query, words};
use crate::epd::{holds_moves, moves, opcode, spelling};

/// Words of chess players, and what they would type here.
const MEANINGS: &[(&[&str], &str)] = &[
    (&["whites"], "white"),
    (&["blacks"], "black"),
    (&["checkmate", "checkmates", "mated", "mates"], "mate"),
    (&["checks", "checked"], "check"),
    (
        &["castle", "castles", "castled", "castle_rights"],
        "castling",
    ),
    (&["passer", "passers", "passed_pawn"], "passed(own)"),
    (&["tag", "tagged", "selected"], "marked"),
    (&["changed", "modified"], "edited"),
    (&["filename", "path", "name"], "file ~ \"wac\""),
    (&["contradiction", "contradictions"], "duplicate(position)"),
    (&["passant", "enpassant", "en_passant"], "ep = legal"),
    (
        &["endgame", "endgames", "ending", "endings"],
        "phase = endgame",
    ),
    (
        &["middlegame", "middlegames", "midgame"],
        "phase = middlegame",
    ),
    (&["openings"], "opening ~ \"sicilian\""),
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
    (&["title"], "id ~ \"name\""),
    (&["comment", "comments"], "c0"),
    (
        &["turn", "move", "tomove", "to_move", "stm", "sidetomove"],
        "side = w",
    ),
    (&["len", "size"], "length > 255"),
    (&["like", "contains", "matches", "rlike"], "id ~ \"text\""),
    (&["is", "null", "missing"], "not bm"),
    (&["exists", "exist", "has"], "bm"),
    (&["fen"], "text ~ \"4k3/8\""),
    (&["placement"], "board ~ \"*/*/*/*/4P3/*/*/*\""),
    (
        &["startswith", "starts_with", "starts", "begins"],
        "id ~ /^WAC/",
    ),
];

/// What is said of a figure of all records.
const FIGURES: &str = "a query looks at one record at a time; for figures of all, try `epdit query --stats ce`, in the editor `S`";

/// Words of SQL that say what is no part of a query, and where that is said.
const ELSEWHERE: &[(&str, &str)] = &[
    (
        "select",
        "a query is only what SQL has behind `where`; columns are chosen with `--fields id,bm`, in the editor with `c`",
    ),
    (
        "from",
        "the files are no part of a query; they stand behind it on the command line",
    ),
    (
        "where",
        "a query is what SQL has behind `where`; leave out that word",
    ),
    (
        "order",
        "a query does not sort; try `epdit sort --by -ce`, in the editor `s`",
    ),
    (
        "group",
        "a query does not count; try `epdit query --count-by side`, in the editor `%`",
    ),
    (
        "distinct",
        "a query does not count; try `epdit query --count-by id`, in the editor `%`",
    ),
    ("avg", FIGURES),
    ("mean", FIGURES),
    ("median", FIGURES),
    ("sum", FIGURES),
    (
        "limit",
        "a query has no limit; try `--limit 10` behind it on the command line",
    ),
];

/// What to say of a word of SQL that says what is no part of a query. `before` it another may stand that makes
/// it one.
pub(super) fn elsewhere(before: &str, word: &str, behind: &str) -> Option<&'static str> {
    let is = |word: &str, name: &str| word.eq_ignore_ascii_case(name);
    let first = before.split_whitespace().next().unwrap_or(word);
    let word = match is(first, "select") {
        true => first,
        false => word,
    };
    let next = behind.split_whitespace().next().unwrap_or_default();
    let (name, said) = ELSEWHERE.iter().find(|(name, _)| is(word, name))?;
    let is_said = match *name {
        "order" | "group" => is(next, "by"),
        "avg" | "mean" | "median" | "sum" => behind.starts_with('('),
        _ => true,
    };
    is_said.then_some(*said)
}

/// Pieces, and how one or more of White's, of Black's and of either are asked for.
const PIECES: &[(&[&str], [&str; 3])] = &[
    (
        &["queen", "queens"],
        ["count(Q) > 0", "count(q) > 0", "count(Qq) > 0"],
    ),
    (
        &["rook", "rooks"],
        ["count(R) > 0", "count(r) > 0", "count(Rr) > 0"],
    ),
    (
        &["bishop", "bishops"],
        ["count(B) > 0", "count(b) > 0", "count(Bb) > 0"],
    ),
    (
        &["knight", "knights"],
        ["count(N) > 0", "count(n) > 0", "count(Nn) > 0"],
    ),
    (
        &["pawn", "pawns"],
        ["count(P) > 0", "count(p) > 0", "count(Pp) > 0"],
    ),
];

/// Pieces in words, and their letters.
const LETTERS: [(&str, char); 6] = [
    ("pawn", 'P'),
    ("knight", 'N'),
    ("bishop", 'B'),
    ("rook", 'R'),
    ("queen", 'Q'),
    ("king", 'K'),
];

/// The letter of a piece that is named in words: `pawn`, `Queens`.
pub(super) fn letter_of(word: &str) -> Option<char> {
    let word = word.to_lowercase();
    let word = word.strip_suffix('s').unwrap_or(&word);
    let found = LETTERS.iter().find(|(name, _)| *name == word);
    found.map(|(_, letter)| *letter)
}

/// The query to try for a word, with what is typed before and behind it: `white has queen` is about a queen.
pub(super) fn of(before: &str, word: &str, behind: &str) -> Option<String> {
    let last = before.split_whitespace().last().unwrap_or_default();
    let is_opcode = opcode::find(last.as_bytes()).is_some();
    // `captures` is behind `bm` what it is, and nothing without one.
    let behind_it = behind.split_whitespace();
    if word == "mates" && behind_it.clone().next() == Some("in") {
        let number = behind_it.clone().nth(1).unwrap_or("2");
        return Some(format!("mate in {number}"));
    }
    let order = || twisted(before, word, behind);
    if let Some(query) = presence(before, word, behind).or_else(order) {
        return Some(query);
    }
    if last == "piece"
        && let Some(letter) = letter_of(word)
    {
        let opcode = before.split_whitespace().rev().nth(1).unwrap_or("bm");
        return Some(format!("{opcode} piece {letter}"));
    }
    let next = behind.split_whitespace().next().unwrap_or_default();
    let offered = match word {
        // `pieces = 5 to 7`
        "to" => {
            let first = before.split(['=', '<', '>']).next().unwrap_or_default();
            format!("{} between {last} and {next}", first.trim())
        }
        "is" if next == "not" => {
            let next = behind.split_whitespace().nth(1).unwrap_or_default();
            format!("{} != {next}", before.trim())
        }
        "is" => format!("{} = {next}", before.trim()),
        _ => String::new(),
    };
    let is_compared = word != "to" || last.parse::<f64>().is_ok();
    if !offered.is_empty() && is_compared && !next.is_empty() && Query::parse(&offered).is_ok() {
        return Some(offered);
    }
    if MOVE_KINDS.contains(&word) && !is_opcode {
        // What is behind it is offered only where it makes a query.
        let next = behind.split_whitespace().next();
        let query = match next.filter(|_| word.len() <= 6) {
            Some(next) => format!("bm {word} {next}"),
            None => format!("bm {word}"),
        };
        if Query::parse(&query).is_ok() {
            return Some(query);
        }
    }
    if is_opcode && moves::looks_like_move(word.as_bytes()) {
        return Some(format!("{last} has {word}"));
    }
    if word == "\"" && before.trim().is_empty() {
        return Some(format!("text ~ \"{behind}"));
    }
    let offered = standing(before, word, behind)?;
    Some(as_compared(offered, behind).unwrap_or_else(|| offered.to_owned()))
}

/// A query that is offered for a word, with what it was compared with: `count(Qq) = 0` for `queens = 0`, and the
/// placement for `fen = "8/8/…"`.
fn as_compared(offered: &str, behind: &str) -> Option<String> {
    let behind = behind.trim_start();
    let value = behind.trim_start_matches(['=', '<', '>', '!', '~']);
    let sign = behind.strip_suffix(value).filter(|sign| !sign.is_empty())?;
    let value = value.trim_start_matches([' ', '"', '\'']);
    let query = if let Some(amount) = offered.strip_suffix("> 0") {
        let digits = value.trim_start_matches(|c: char| c.is_ascii_digit());
        format!("{amount}{sign} {}", value.strip_suffix(digits)?)
    } else if offered.starts_with("text ~ ") {
        let placement = value.split([' ', '"', '\'']).next();
        let placement = placement.filter(|text| text.contains('/'))?;
        format!("text ~ \"{placement}\"")
    } else {
        return None;
    };
    Query::parse(&query).is_ok().then_some(query)
}

/// What asks whether an operation is there, for a word that says so in other languages: `ce != null`,
/// `exists(ce)`, `ce is missing`.
fn presence(before: &str, word: &str, behind: &str) -> Option<String> {
    let lower = behind.to_lowercase();
    let mut others = lower.split_whitespace();
    let (word, is_not) = match word.to_lowercase() {
        is if is == "is" => match others.next()? {
            "not" => (others.next()?.to_owned(), true),
            other => (other.to_owned(), false),
        },
        word => (word, false),
    };
    let is_there = match &*word {
        "exists" | "exist" | "has" | "present" => true,
        "notnull" => true,
        "null" | "none" | "nil" | "missing" | "empty" | "isnull" | "isempty" => false,
        _ => return None,
    };
    // What is asked about stands before `=` or `is`, or it stands behind the word.
    let before = before.trim_end();
    let (before, negated) = match () {
        () if before.ends_with("!=") || before.ends_with("<>") => {
            (before.get(..before.len() - 2)?, true)
        }
        () => {
            let mut words = before.trim_end_matches('=').trim_end();
            let mut negated = is_not;
            for (end, negates) in [(" not", true), (" is", false)] {
                if let Some(rest) = words.strip_suffix(end) {
                    (words, negated) = (rest.trim_end(), negated | negates);
                }
            }
            (words, negated)
        }
    };
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let last = before
        .trim_end()
        .rsplit(|c: char| !is_part(c))
        .next()
        .unwrap_or_default();
    let behind = behind.trim_start().trim_start_matches('(').trim_start();
    let next = behind
        .split(|c: char| !is_part(c))
        .next()
        .unwrap_or_default();
    let is_one = |name: &&str| {
        opcode::find(name.as_bytes()).is_some() || opcode::well_known(name.as_bytes()).is_some()
    };
    let name = [last, next].into_iter().find(is_one)?;
    Some(match is_there != negated {
        true => name.to_owned(),
        false => format!("not {name}"),
    })
}

/// What is typed in an order that the language does not have: `Nf3 in bm`, `bm = Nf3, d4`, `ce > 1 and < 5`,
/// `1 < ce < 5`, `len(id) > 3`.
fn twisted(before: &str, word: &str, behind: &str) -> Option<String> {
    let words: Vec<&str> = before.split_whitespace().collect();
    let is_one = |name: &str| opcode::find(name.as_bytes()).is_some();
    let query = match (words.as_slice(), word) {
        ([found, "in"], name) if is_one(name) && holds_moves(name) => format!("{name} has {found}"),
        ([found, "in"], name) if is_one(name) => format!("{name} ~ {found}"),
        ([name, "=", first], ",") if is_one(name) => format!("{name} in ({first},{behind})"),
        ([name, sign, _, "and" | "or" | "&&" | "||"], "<" | ">" | "=")
            if sign.starts_with(['<', '>', '=', '!']) =>
        {
            format!("{} {name} {word}{behind}", before.trim_end())
        }
        ([_, "<" | "<=" | ">" | ">=", name], "<" | ">") => {
            format!("{} and {name} {word}{behind}", before.trim_end())
        }
        ([], "len" | "size" | "strlen") if behind.starts_with('(') => format!("length{behind}"),
        _ => return None,
    };
    Query::parse(&query).is_ok().then_some(query)
}

/// What was meant by a move that is joined to a test of another: `bm = Nf3 or d4`.
pub(super) fn other_move(before: &str, name: &str) -> Option<String> {
    let words: Vec<&str> = before.split_whitespace().collect();
    let is_move = |word: &str| moves::looks_like_move(word.as_bytes());
    match words.as_slice() {
        [.., opcode, "=" | "has", first, "or" | "OR" | "||"]
            if is_move(name) && is_move(first) && holds_moves(opcode) =>
        {
            Some(format!("{opcode} in ({first}, {name})"))
        }
        _ => None,
    }
}

/// What to say where a number of moves stands behind `mate` as it does in other languages, and how long that is:
/// `mate(2)`, `mate <= 3`.
pub(super) fn mate_in(behind: &str) -> Option<(String, usize)> {
    let is_sign = |c: char| matches!(c, '(' | '=' | '<' | '>' | '#' | ' ');
    let number = behind.trim_start_matches(is_sign);
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    let (signs, _) = behind.split_at_checked(behind.len() - number.len())?;
    let number = number.get(..digits).filter(|digits| !digits.is_empty())?;
    let most = match signs.trim() {
        "<=" | "=<" => "<= ",
        "<" => "< ",
        ">" | ">=" => return None,
        _ => "",
    };
    let query = format!("mate in {most}{number}");
    let query = match Query::parse(&query) {
        Ok(_) => query,
        Err(_) => format!("dm = {number}"),
    };
    let ends = behind.get(signs.len() + digits..)?.starts_with(')') && signs.contains('(');
    let length = signs.len() + digits + usize::from(ends);
    Some((
        format!("`mate` is a king that is mated; for a mate by force, try `{query}`"),
        length,
    ))
}

/// Whether a word is the name of a square.
pub(super) fn is_square(word: &str) -> bool {
    matches!(word.as_bytes(), [b'a'..=b'h', b'1'..=b'8'])
}

/// Words behind an opcode of moves.
const MOVE_KINDS: [&str; 8] = [
    "captures", "checks", "mates", "promotes", "castles", "to", "from", "piece",
];

fn standing(before: &str, word: &str, behind: &str) -> Option<&'static str> {
    let word = word.to_lowercase();
    let piece = |word: &str| {
        let found = PIECES.iter().find(|(names, _)| names.contains(&word));
        found.map(|(_, queries)| queries)
    };
    // Whose pieces: those of the colour just before, else of both.
    let before = before.to_lowercase();
    let whose = match before.split_whitespace().last() {
        Some("white") => 0,
        Some("black") => 1,
        _ if word == "whites" => 0,
        _ if word == "blacks" => 1,
        _ => 2,
    };
    if let Some(queries) = piece(&word) {
        return queries.get(whose).copied();
    }
    if matches!(&*word, "has" | "have" | "with" | "whites" | "blacks") {
        let lower = behind.to_lowercase();
        let others = lower.split(|c: char| !c.is_alphabetic()).take(8);
        if let Some(query) = others
            .into_iter()
            .find_map(|other| piece(other)?.get(whose))
        {
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
            ("mates in 3", "try `mate in 3`"),
            ("bm piece queen", "try `bm piece Q`"),
            ("pv piece Knight", "try `pv piece N`"),
            ("mate in 0", "the least is `mate in 1`"),
            ("at(e4) = pawn", "try `Pp` for `pawn`"),
            ("count(rooks) > 1", "try `Rr` for `rooks`"),
            ("phase = end", "did you mean `endgame`?"),
            ("id between WAC.001 and WAC.010", "only numbers compare"),
            ("id < \"WAC.010\"", "only numbers compare"),
            ("pieces = 5 to 7", "try `pieces between 5 and 7`"),
            ("at(e4) is P", "try `at(e4) = P`"),
            ("count(QQ) > 1", "try `count(Q) >= 2`"),
            ("side = W", "did you mean `w`?"),
            ("material = KRvKP", "for `KRvKP`, try `KRvKP`"),
            ("material = 39-33", "and material(b) = 3300`"),
            ("material = \"39-33\"", "and material(b) = 3300`"),
            ("queen", "try `count(Qq) > 0`"),
            ("queens = 0", "try `count(Qq) = 0`"),
            ("pawns <= 3 and bm", "try `count(Pp) <= 3`"),
            (
                "fen = \"8/8/8/8/8/8/k7/7K w - - 0 1\"",
                "try `text ~ \"8/8/8/8/8/8/k7/7K\"`",
            ),
            ("white has queen", "try `count(Q) > 0`"),
            ("black has two Rooks", "try `count(r) > 0`"),
            ("black has queen", "try `count(q) > 0`"),
            ("whites", "try `white`"),
            ("bm Nf3", "try `bm has Nf3`"),
            ("\"WAC\"", "try `text ~ \"WAC\"`"),
            ("captures", "try `bm captures`"),
            ("piece Q", "try `bm piece Q`"),
            ("krpkr", "in capitals"),
            ("stm = w", "try `side = w`"),
            ("piece(bm)", "ends too early"),
            ("piece(bm) = queen", "try `Q`"),
            ("to(bm)", "unexpected `to`"),
            ("SELECT id FROM a.epd WHERE ce > 3", "behind `where`"),
            ("select * from a.epd", "columns are chosen with"),
            ("where ce > 3", "leave out that word"),
            ("bm order by ce", "epdit sort --by -ce"),
            ("ce > 3 ORDER BY id", "epdit sort --by -ce"),
            ("all group by side", "--count-by side"),
            ("bm limit 5", "--limit 10"),
            ("bm from a.epd", "a square"),
            ("ce > 3 from a.epd", "the files are no part"),
            ("bm like Nf3", "try `id ~ \"text\"`"),
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
