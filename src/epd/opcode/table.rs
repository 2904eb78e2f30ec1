//! The rows of the opcode table.

use super::{Edition, OpcodeInfo, Shape};

/// An optional string.
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
pub(super) static ROWS: &[OpcodeInfo] = rows! {
    "acn" Of1994 from(0), "nodes searched", "acn 125000;",
        "How many nodes the analysis searched.";
    "acs" Of1994 from(0), "seconds searched", "acs 125;",
        "How many seconds the analysis took; processor time where that is known.";
    "am" Of1994 Shape::Moves, "moves to avoid", "am Qxb2;",
        "Moves that are mistakes in this position, 0 or more, in SAN; their order means nothing. \
        It shares no move with bm.";
    "bm" Of1994 Shape::Moves, "best moves", "bm Nf3;",
        "The best moves of this position, 0 or more, in SAN; their order means nothing. It shares \
        no move with am.";
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
pub(super) static SLOTS: [u8; 128] = {
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

/// The mark of a slot without an opcode.
pub(super) const EMPTY: u8 = u8::MAX;

/// Returns a number below 128 that is unique among opcodes.
pub(super) const fn slot(name: &[u8]) -> usize {
    let ([first, ..], [.., before, last]) = (name, name) else {
        return 0;
    };
    let sum = *first as usize * 24 + *before as usize * 29 + *last as usize * 4;
    (sum + name.len() * 41) % 128
}
