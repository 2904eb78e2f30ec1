//! The one table of opcodes (1994 standard section 16.2.5, 1995 revision).
//!
//! The checker, the [meanings](super::meaning) of operations, the command `explain` and completion use it.
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

use crate::epd::operand::{is_integer, read_float};
use crate::epd::spelling;
use UsualForm::{Integer, Number, Text, UciMove};

/// The operands that an opcode accepts.
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
    /// Returns a description of the operands: `a string`.
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

/// An official opcode: a row of the table.
#[derive(Debug, PartialEq, Eq)]
pub struct OpcodeInfo {
    /// The opcode: `bm`.
    pub name: &'static str,
    /// A short title: `best moves`.
    pub title: &'static str,
    /// The meaning, ranges and rules, in one to three sentences.
    pub about: &'static str,
    /// The operands that it accepts.
    pub shape: Shape,
    /// The edition of the standard that introduced it.
    pub edition: Edition,
    /// A valid operation: `bm Nf3;`.
    pub example: &'static str,
}

impl OpcodeInfo {
    /// Returns the number of the register that `c0`..`c9` or `v0`..`v9` sets; `None` for other opcodes.
    pub(crate) fn ranked_register(&self) -> Option<u8> {
        match self.name.as_bytes() {
            [b'c' | b'v', digit @ b'0'..=b'9'] => Some(digit - b'0'),
            _ => None,
        }
    }
}

/// Returns the row of an official opcode; `None` for any other name.
pub fn find(name: &[u8]) -> Option<&'static OpcodeInfo> {
    let row = *SLOTS.get(slot(name))?;
    let info = ROWS.get(usize::from(row))?;
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
    ROWS
}

/// Returns the opcodes that completion offers, each with its description: those of the standard, the well-known ones,
/// then those of `private`.
pub fn offered<'p>(private: &'p [String]) -> impl Iterator<Item = (&'p str, &'static str)> {
    let official = all().iter().map(|info| (info.name, info.title));
    let known = official.chain(all_well_known());
    let known = known.map(|(name, title)| -> (&'p str, &'static str) { (name, title) });
    let private = private.iter().map(|name| {
        let words = well_known(name.as_bytes());
        (name.as_str(), words.unwrap_or("used in this file"))
    });
    known.chain(private)
}

/// Returns the text that completion adds after an opcode, and the number of its bytes behind the cursor.
pub fn completed(name: &[u8]) -> (&'static str, usize) {
    match find(name).map(|info| info.shape) {
        Some(Shape::Nothing) => (";", 0),
        Some(Shape::Text { .. }) => (" \"\";", 2),
        _ => (" ", 0),
    }
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

/// The number of unquoted words after an unknown lower-case word that make prose.
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

const REGISTER: Shape = Shape::Text { optional: true };
const TEXT: Shape = Shape::Text { optional: false };

/// Returns the shape of an integer of at least `min`.
const fn from(min: i64) -> Shape {
    Shape::Integer { min, max: i64::MAX }
}

/// Makes rows of an opcode, its edition, its operands, its title, an example, and its meaning.
macro_rules! rows {
    ($($name:literal $edition:ident $shape:expr, $title:literal, $example:literal, $about:expr;)*) => {
        &[$(OpcodeInfo {
            name: $name,
            title: $title,
            about: $about,
            shape: $shape,
            edition: Edition::$edition,
            example: $example,
        },)*]
    };
}

const COMMENTS: &str = "One of ten ranked comments, from primary (0) to tenth (9): a string, or none. In a file \
    whose records follow from one another cN clears comments N to 9, then sets comment N if a string is given.";
const NAMES: &str = "One of ten ranked variation names, from primary (0) to tenth (9): a string, or none. In a file \
    whose records follow from one another vN clears names N to 9, then sets name N if a string is given.";

/// The rows, in ASCII order of their names.
static ROWS: &[OpcodeInfo] = rows! {
    "acn" Of1994 from(0), "nodes searched", "acn 125000;",
        "How many nodes the analysis searched.";
    "acs" Of1994 from(0), "seconds searched", "acs 125;",
        "How many seconds the analysis took; processor time where that is known.";
    "am" Of1994 Shape::Moves, "moves to avoid", "am Qxb2;",
        "Moves that are mistakes in this position, 0 or more, in SAN.";
    "bm" Of1994 Shape::Moves, "best moves", "bm Nf3;",
        "The best moves of this position, 0 or more, in SAN.";
    "c0" Of1994 REGISTER, "comment", "c0 \"a word about the position\";", COMMENTS;
    "c1" Of1994 REGISTER, "comment 1", "c1 \"a word about the position\";", COMMENTS;
    "c2" Of1994 REGISTER, "comment 2", "c2 \"a word about the position\";", COMMENTS;
    "c3" Of1994 REGISTER, "comment 3", "c3 \"a word about the position\";", COMMENTS;
    "c4" Of1994 REGISTER, "comment 4", "c4 \"a word about the position\";", COMMENTS;
    "c5" Of1994 REGISTER, "comment 5", "c5 \"a word about the position\";", COMMENTS;
    "c6" Of1994 REGISTER, "comment 6", "c6 \"a word about the position\";", COMMENTS;
    "c7" Of1994 REGISTER, "comment 7", "c7 \"a word about the position\";", COMMENTS;
    "c8" Of1994 REGISTER, "comment 8", "c8 \"a word about the position\";", COMMENTS;
    "c9" Of1994 REGISTER, "comment 9", "c9 \"a word about the position\";", COMMENTS;
    "cc" Of1995 Shape::TwoClocks, "chess clocks", "cc 000:01:12:05 000:00:58:30;",
        "The time used so far by White, then by Black, each as DDD:HH:MM:SS (days, hours, minutes, \
        seconds). From a referee it sets the receiver's clocks.";
    "ce" Of1994 Shape::Integer { min: -32768, max: 32766 }, "evaluation in centipawns", "ce 125;",
        "What the position is worth for the side to move: an integer from -32768 to 32766. Above \
        32000 it mates in 32767 - ce plies, below -32000 it is mated in ce + 32767 plies; -32767 \
        is checkmate, -32768 an illegal position, 0 also stalemate and dead draws.";
    "dm" Of1994 from(1), "direct mate", "dm 4;",
        "The side to move mates in this many full moves: an integer, 1 or more. It agrees with ce \
        where both stand.";
    "draw_accept" Of1994 Shape::Nothing, "accepts the draw", "draw_accept;",
        "The side to move accepts the draw that was offered. It excludes draw_reject and resign.";
    "draw_claim" Of1994 Shape::Nothing, "claims a draw", "draw_claim;",
        "The side to move claims a draw by rule, with the move that sm gives. It needs sm, and \
        excludes draw_offer and resign.";
    "draw_offer" Of1994 Shape::Nothing, "offers a draw", "draw_offer;",
        "The side to move offers a draw, with the move that sm gives. It needs sm, and excludes \
        draw_claim and resign.";
    "draw_reject" Of1994 Shape::Nothing, "rejects the draw", "draw_reject;",
        "The side to move rejects the draw that was offered. It excludes draw_accept and resign.";
    "eco" Of1994 REGISTER, "ECO opening code", "eco \"C92\";",
        "The opening by the Encyclopaedia of Chess Openings: a string such as C92, or none, which \
        clears it where records follow from one another.";
    "fmvn" Of1994 from(1), "full-move number", "fmvn 12;",
        "The number of the move to be played: an integer, 1 or more, as the last field of FEN.";
    "hmvc" Of1994 from(0), "half-move clock", "hmvc 3;",
        "Plies since the last capture or pawn move, as the fifth field of FEN. It is 0 where an \
        en-passant square is given.";
    "id" Of1994 TEXT, "name of the position", "id \"endings.017\";",
        "The label by which the position is known: a string, unique in a suite.";
    "nic" Of1994 REGISTER, "NIC opening code", "nic \"RL 12.1\";",
        "The opening by the New In Chess code: a string, or none, which clears it where records \
        follow from one another.";
    "noop" Of1994 Shape::Anything, "nothing", "noop kept for later;",
        "Has no meaning; programs copy it with its operands, whatever these are.";
    "pm" Of1994 Shape::OneMove, "predicted move", "pm Rd1;",
        "The one move expected to be played, in SAN. It equals the first move of pv where that has \
        one.";
    "ptp" Of1995 Shape::TagPairs, "PGN tag pairs", "ptp White \"Anna\" Black \"Boris\";",
        "Tags as in PGN, 0 or more pairs of a name (1 to 15 letters, digits or _) and a string; \
        each name once.";
    "pv" Of1994 Shape::Line, "predicted variation", "pv e4 e5 Nf3;",
        "The line expected to be played: moves in sequence, 0 or more, in SAN, each from the \
        position the one before leads to.";
    "rc" Of1994 from(1), "repetition count", "rc 2;",
        "How often the position has occurred, this time included: an integer, 1 or more.";
    "refcom" Of1995
        Shape::OneOf(&["conclude", "disconnect", "execute", "fault", "inform", "reset", "respond"]),
        "referee's command", "refcom respond;",
        "What the referee tells the client: conclude (the game is over), disconnect, execute (set \
        up the position and play sm), fault (call a human), inform (ptp has tags), reset (a new \
        game), respond (play sm if given, then answer). Not together with refreq.";
    "refreq" Of1995
        Shape::OneOf(&["fault", "reply", "sign_off", "sign_on"]),
        "client's request", "refreq reply;",
        "What the client tells the referee: fault, reply (mostly with sm), sign_off, sign_on. Not \
        together with refcom.";
    "resign" Of1994 Shape::Nothing, "resigns", "resign;",
        "The side to move resigns. It excludes every draw operation.";
    "sm" Of1994 Shape::OneMove, "supplied move", "sm Kg1;",
        "The one move that is played in this position, in SAN. It equals the first move of sv \
        where that has one.";
    "sv" Of1995 Shape::Line, "supplied variation", "sv d4 d5 c4;",
        "A line that is played from this position: moves in sequence, 0 or more, in SAN.";
    "tcgs" Of1994 from(1), "game selector", "tcgs 2;",
        "Which of several games by e-mail this position belongs to: an integer, 1 or more.";
    "tcri" Of1994 Shape::TwoTexts, "receiver", "tcri \"anna@example.org\" \"Anna\";",
        "Who receives this position in a game by e-mail: address and name, two strings.";
    "tcsi" Of1994 Shape::TwoTexts, "sender", "tcsi \"boris@example.org\" \"Boris\";",
        "Who sends this position in a game by e-mail: address and name, two strings.";
    "ts" Of1995 Shape::DateTime, "time stamp", "ts 1995.11.26 18:30:00;",
        "When the record was last changed, UTC: a date YYYY.MM.DD and a time of day HH:MM:SS. \
        Nothing changes it by itself.";
    "v0" Of1994 REGISTER, "variation name", "v0 \"Exchange variation\";", NAMES;
    "v1" Of1994 REGISTER, "variation name 1", "v1 \"Exchange variation\";", NAMES;
    "v2" Of1994 REGISTER, "variation name 2", "v2 \"Exchange variation\";", NAMES;
    "v3" Of1994 REGISTER, "variation name 3", "v3 \"Exchange variation\";", NAMES;
    "v4" Of1994 REGISTER, "variation name 4", "v4 \"Exchange variation\";", NAMES;
    "v5" Of1994 REGISTER, "variation name 5", "v5 \"Exchange variation\";", NAMES;
    "v6" Of1994 REGISTER, "variation name 6", "v6 \"Exchange variation\";", NAMES;
    "v7" Of1994 REGISTER, "variation name 7", "v7 \"Exchange variation\";", NAMES;
    "v8" Of1994 REGISTER, "variation name 8", "v8 \"Exchange variation\";", NAMES;
    "v9" Of1994 REGISTER, "variation name 9", "v9 \"Exchange variation\";", NAMES;
};

/// The index in [`ROWS`] of the opcode with each [`slot`], or [`EMPTY`].
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
static SLOTS: [u8; 128] = {
    let mut slots = [EMPTY; 128];
    let mut at = 0;
    while at < ROWS.len() {
        let slot = slot(ROWS[at].name.as_bytes());
        assert!(
            slots[slot] == EMPTY,
            "two opcodes with one slot: choose other factors"
        );
        slots[slot] = at as u8;
        at += 1;
    }
    slots
};

const EMPTY: u8 = u8::MAX;

/// Returns a number below 128 that is unique among opcodes.
const fn slot(name: &[u8]) -> usize {
    let ([first, ..], [.., before, last]) = (name, name) else {
        return 0;
    };
    let sum = *first as usize * 24 + *before as usize * 29 + *last as usize * 4;
    (sum + name.len() * 41) % 128
}

/// An unofficial opcode that is known by its use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WellKnown {
    /// The opcode: `acd`.
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
macro_rules! well_known_rows {
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

const WELL_KNOWN: &[WellKnown] = well_known_rows! {
    "Ae" "the engine that analysed it", "usually its name", Some(Text), "Ae \"Crafty\";";
    "De" "depth of the evaluation, in plies", "usually a whole number", Some(Integer), "De 18;";
    "Engine" "the engine that searched", "usually a string", None, "Engine \"Stockfish 17\";";
    "Limit" "what limited the search", "usually a string", None, "Limit \"nodes 100000\";";
    "Opn" "name of the opening", "usually a string", Some(Text), "Opn \"Ruy Lopez\";";
    "Run" "how it was searched: the limit, and options of the engine", "usually a string",
        None, "Run \"nodes 20000, Hash=256\";";
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

/// Returns the row of a well-known unofficial opcode; all perft opcodes share one.
pub fn of_use(name: &[u8]) -> Option<&'static WellKnown> {
    // Most words looked up are moves, which two letters suffice to exclude.
    if !matches!(
        name,
        [b'A' | b'D', b'e', ..]
            | [b'D', b'1'..=b'9', ..]
            | [b'E', b'n', ..]
            | [b'L' | b'd', b'i', ..]
            | [b'O', b'p', ..]
            | [b'R', b'u', ..]
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
    WELL_KNOWN.iter().find(|row| row.name.as_bytes() == name)
}

/// Returns a short description of an unofficial opcode that is common in real files: `acd`, `D1`.., `perft1`..,
/// `Ubm`, `sd`, `wdl` and similar. For the checker it remains an unknown opcode, left unchanged.
pub fn well_known(name: &[u8]) -> Option<&'static str> {
    of_use(name).map(|row| row.title)
}

/// Returns all well-known opcodes with their descriptions; of the perft opcodes only those of depth 1.
pub fn all_well_known() -> impl Iterator<Item = (&'static str, &'static str)> {
    let perft = ["D1", "perft1"].into_iter();
    let perft = perft.filter_map(|name| Some((name, well_known(name.as_bytes())?)));
    perft.chain(WELL_KNOWN.iter().map(|row| (row.name, row.title)))
}

/// Returns the depth in the name of a perft opcode, 1 to 99: 3 for `D3` and `perft3`.
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
mod tests;

#[cfg(test)]
mod well_known_tests;
