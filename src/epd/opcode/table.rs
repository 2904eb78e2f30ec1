//! The rows of the opcode table.

use super::{Edition, OpcodeInfo, Shape};

/// The rows, in ASCII order of their names.
pub(super) static ROWS: &[OpcodeInfo] = &[
    OpcodeInfo {
        name: "acn",
        title: "nodes searched",
        about: "How many nodes the analysis searched.",
        shape: Shape::Integer {
            min: 0,
            max: i64::MAX,
        },
        edition: Edition::Of1994,
        example: "acn 125000;",
    },
    OpcodeInfo {
        name: "acs",
        title: "seconds searched",
        about: "How many seconds the analysis took; processor time where that is known.",
        shape: Shape::Integer {
            min: 0,
            max: i64::MAX,
        },
        edition: Edition::Of1994,
        example: "acs 125;",
    },
    OpcodeInfo {
        name: "am",
        title: "moves to avoid",
        about: "Moves that are mistakes in this position, 0 or more, in SAN; their order means \
              nothing. It shares no move with bm.",
        shape: Shape::Moves,
        edition: Edition::Of1994,
        example: "am Qxb2;",
    },
    OpcodeInfo {
        name: "bm",
        title: "best moves",
        about: "The best moves of this position, 0 or more, in SAN; their order means nothing. It \
              shares no move with am.",
        shape: Shape::Moves,
        edition: Edition::Of1994,
        example: "bm Nf3;",
    },
    OpcodeInfo {
        name: "c0",
        title: "comment",
        about: "The primary of ten ranked comments: a string, or none. In a file whose records \
              follow from one another it clears comments 0 to 9, then sets comment 0 if a string \
              is given.",
        shape: Shape::Text { optional: true },
        edition: Edition::Of1994,
        example: "c0 \"a word about the position\";",
    },
    OpcodeInfo {
        name: "c1",
        title: "comment 1",
        about: "The second of ten ranked comments: a string, or none. In a file whose records follow \
              from one another it clears comments 1 to 9, then sets comment 1 if a string is \
              given.",
        shape: Shape::Text { optional: true },
        edition: Edition::Of1994,
        example: "c1 \"a word about the position\";",
    },
    OpcodeInfo {
        name: "c2",
        title: "comment 2",
        about: "The third of ten ranked comments: a string, or none. In a file whose records follow \
              from one another it clears comments 2 to 9, then sets comment 2 if a string is \
              given.",
        shape: Shape::Text { optional: true },
        edition: Edition::Of1994,
        example: "c2 \"a word about the position\";",
    },
    OpcodeInfo {
        name: "c3",
        title: "comment 3",
        about: "The fourth of ten ranked comments: a string, or none. In a file whose records follow \
              from one another it clears comments 3 to 9, then sets comment 3 if a string is \
              given.",
        shape: Shape::Text { optional: true },
        edition: Edition::Of1994,
        example: "c3 \"a word about the position\";",
    },
    OpcodeInfo {
        name: "c4",
        title: "comment 4",
        about: "The fifth of ten ranked comments: a string, or none. In a file whose records follow \
              from one another it clears comments 4 to 9, then sets comment 4 if a string is \
              given.",
        shape: Shape::Text { optional: true },
        edition: Edition::Of1994,
        example: "c4 \"a word about the position\";",
    },
    OpcodeInfo {
        name: "c5",
        title: "comment 5",
        about: "The sixth of ten ranked comments: a string, or none. In a file whose records follow \
              from one another it clears comments 5 to 9, then sets comment 5 if a string is \
              given.",
        shape: Shape::Text { optional: true },
        edition: Edition::Of1994,
        example: "c5 \"a word about the position\";",
    },
    OpcodeInfo {
        name: "c6",
        title: "comment 6",
        about: "The seventh of ten ranked comments: a string, or none. In a file whose records \
              follow from one another it clears comments 6 to 9, then sets comment 6 if a string \
              is given.",
        shape: Shape::Text { optional: true },
        edition: Edition::Of1994,
        example: "c6 \"a word about the position\";",
    },
    OpcodeInfo {
        name: "c7",
        title: "comment 7",
        about: "The eighth of ten ranked comments: a string, or none. In a file whose records follow \
              from one another it clears comments 7 to 9, then sets comment 7 if a string is \
              given.",
        shape: Shape::Text { optional: true },
        edition: Edition::Of1994,
        example: "c7 \"a word about the position\";",
    },
    OpcodeInfo {
        name: "c8",
        title: "comment 8",
        about: "The ninth of ten ranked comments: a string, or none. In a file whose records follow \
              from one another it clears comments 8 to 9, then sets comment 8 if a string is \
              given.",
        shape: Shape::Text { optional: true },
        edition: Edition::Of1994,
        example: "c8 \"a word about the position\";",
    },
    OpcodeInfo {
        name: "c9",
        title: "comment 9",
        about: "The tenth of ten ranked comments: a string, or none. In a file whose records follow \
              from one another it clears comment 9, then sets comment 9 if a string is given.",
        shape: Shape::Text { optional: true },
        edition: Edition::Of1994,
        example: "c9 \"a word about the position\";",
    },
    OpcodeInfo {
        name: "cc",
        title: "chess clocks",
        about: "The time used so far by White, then by Black, each as DDD:HH:MM:SS (days, hours, \
              minutes, seconds). From a referee it sets the receiver's clocks.",
        shape: Shape::TwoClocks,
        edition: Edition::Of1995,
        example: "cc 000:01:12:05 000:00:58:30;",
    },
    OpcodeInfo {
        name: "ce",
        title: "evaluation in centipawns",
        about: "What the position is worth for the side to move: an integer from -32768 to 32766. \
              Above 32000 it mates in 32767 - ce plies, below -32000 it is mated in ce + 32767 \
              plies; -32767 is checkmate, -32768 an illegal position, 0 also stalemate and dead \
              draws.",
        shape: Shape::Integer {
            min: -32768,
            max: 32766,
        },
        edition: Edition::Of1994,
        example: "ce 125;",
    },
    OpcodeInfo {
        name: "dm",
        title: "direct mate",
        about: "The side to move mates in this many full moves: an integer, 1 or more. It agrees \
              with ce where both stand.",
        shape: Shape::Integer {
            min: 1,
            max: i64::MAX,
        },
        edition: Edition::Of1994,
        example: "dm 4;",
    },
    OpcodeInfo {
        name: "draw_accept",
        title: "accepts the draw",
        about: "The side to move accepts the draw that was offered. It excludes draw_reject and \
              resign.",
        shape: Shape::Nothing,
        edition: Edition::Of1994,
        example: "draw_accept;",
    },
    OpcodeInfo {
        name: "draw_claim",
        title: "claims a draw",
        about: "The side to move claims a draw by rule, with the move that sm gives. It needs sm, \
              and excludes draw_offer and resign.",
        shape: Shape::Nothing,
        edition: Edition::Of1994,
        example: "draw_claim;",
    },
    OpcodeInfo {
        name: "draw_offer",
        title: "offers a draw",
        about: "The side to move offers a draw, with the move that sm gives. It needs sm, and \
              excludes draw_claim and resign.",
        shape: Shape::Nothing,
        edition: Edition::Of1994,
        example: "draw_offer;",
    },
    OpcodeInfo {
        name: "draw_reject",
        title: "rejects the draw",
        about: "The side to move rejects the draw that was offered. It excludes draw_accept and \
              resign.",
        shape: Shape::Nothing,
        edition: Edition::Of1994,
        example: "draw_reject;",
    },
    OpcodeInfo {
        name: "eco",
        title: "ECO opening code",
        about: "The opening by the Encyclopaedia of Chess Openings: a string such as C92, or none, \
              which clears it where records follow from one another.",
        shape: Shape::Text { optional: true },
        edition: Edition::Of1994,
        example: "eco \"C92\";",
    },
    OpcodeInfo {
        name: "fmvn",
        title: "full-move number",
        about: "The number of the move to be played: an integer, 1 or more, as the last field of \
              FEN.",
        shape: Shape::Integer {
            min: 1,
            max: i64::MAX,
        },
        edition: Edition::Of1994,
        example: "fmvn 12;",
    },
    OpcodeInfo {
        name: "hmvc",
        title: "half-move clock",
        about: "Plies since the last capture or pawn move, as the fifth field of FEN. It is 0 where an en-passant square is given.",
        shape: Shape::Integer {
            min: 0,
            max: i64::MAX,
        },
        edition: Edition::Of1994,
        example: "hmvc 3;",
    },
    OpcodeInfo {
        name: "id",
        title: "name of the position",
        about: "The label by which the position is known: a string, unique in a suite.",
        shape: Shape::Text { optional: false },
        edition: Edition::Of1994,
        example: "id \"endings.017\";",
    },
    OpcodeInfo {
        name: "nic",
        title: "NIC opening code",
        about: "The opening by the New In Chess code: a string, or none, which clears it where \
              records follow from one another.",
        shape: Shape::Text { optional: true },
        edition: Edition::Of1994,
        example: "nic \"RL 12.1\";",
    },
    OpcodeInfo {
        name: "noop",
        title: "nothing",
        about: "Has no meaning; programs copy it with its operands, whatever these are.",
        shape: Shape::Anything,
        edition: Edition::Of1994,
        example: "noop kept for later;",
    },
    OpcodeInfo {
        name: "pm",
        title: "predicted move",
        about: "The one move expected to be played, in SAN. It equals the first move of pv where \
              that has one.",
        shape: Shape::OneMove,
        edition: Edition::Of1994,
        example: "pm Rd1;",
    },
    OpcodeInfo {
        name: "ptp",
        title: "PGN tag pairs",
        about: "Tags as in PGN, 0 or more pairs of a name (1 to 15 letters, digits or _) and a \
              string; each name once.",
        shape: Shape::TagPairs,
        edition: Edition::Of1995,
        example: "ptp White \"Anna\" Black \"Boris\";",
    },
    OpcodeInfo {
        name: "pv",
        title: "predicted variation",
        about: "The line expected to be played: moves in sequence, 0 or more, in SAN, each from the \
              position the one before leads to.",
        shape: Shape::Line,
        edition: Edition::Of1994,
        example: "pv e4 e5 Nf3;",
    },
    OpcodeInfo {
        name: "rc",
        title: "repetition count",
        about: "How often the position has occurred, this time included: an integer, 1 or more.",
        shape: Shape::Integer {
            min: 1,
            max: i64::MAX,
        },
        edition: Edition::Of1994,
        example: "rc 2;",
    },
    OpcodeInfo {
        name: "refcom",
        title: "referee's command",
        about: "What the referee tells the client: conclude (the game is over), disconnect, execute \
              (set up the position and play sm), fault (call a human), inform (ptp has tags), \
              reset (a new game), respond (play sm if given, then answer). Not together with \
              refreq.",
        shape: Shape::OneOf(&[
            "conclude",
            "disconnect",
            "execute",
            "fault",
            "inform",
            "reset",
            "respond",
        ]),
        edition: Edition::Of1995,
        example: "refcom respond;",
    },
    OpcodeInfo {
        name: "refreq",
        title: "client's request",
        about: "What the client tells the referee: fault, reply (mostly with sm), sign_off, sign_on. \
              Not together with refcom.",
        shape: Shape::OneOf(&["fault", "reply", "sign_off", "sign_on"]),
        edition: Edition::Of1995,
        example: "refreq reply;",
    },
    OpcodeInfo {
        name: "resign",
        title: "resigns",
        about: "The side to move resigns. It excludes every draw operation.",
        shape: Shape::Nothing,
        edition: Edition::Of1994,
        example: "resign;",
    },
    OpcodeInfo {
        name: "sm",
        title: "supplied move",
        about: "The one move that is played in this position, in SAN. It equals the first move of sv \
              where that has one.",
        shape: Shape::OneMove,
        edition: Edition::Of1994,
        example: "sm Kg1;",
    },
    OpcodeInfo {
        name: "sv",
        title: "supplied variation",
        about: "A line that is played from this position: moves in sequence, 0 or more, in SAN.",
        shape: Shape::Line,
        edition: Edition::Of1995,
        example: "sv d4 d5 c4;",
    },
    OpcodeInfo {
        name: "tcgs",
        title: "game selector",
        about: "Which of several games by e-mail this position belongs to: an integer, 1 or more.",
        shape: Shape::Integer {
            min: 1,
            max: i64::MAX,
        },
        edition: Edition::Of1994,
        example: "tcgs 2;",
    },
    OpcodeInfo {
        name: "tcri",
        title: "receiver",
        about: "Who receives this position in a game by e-mail: address and name, two strings.",
        shape: Shape::TwoTexts,
        edition: Edition::Of1994,
        example: "tcri \"anna@example.org\" \"Anna\";",
    },
    OpcodeInfo {
        name: "tcsi",
        title: "sender",
        about: "Who sends this position in a game by e-mail: address and name, two strings.",
        shape: Shape::TwoTexts,
        edition: Edition::Of1994,
        example: "tcsi \"boris@example.org\" \"Boris\";",
    },
    OpcodeInfo {
        name: "ts",
        title: "time stamp",
        about: "When the record was last changed, UTC: a date YYYY.MM.DD and a time of day HH:MM:SS. \
              Nothing changes it by itself.",
        shape: Shape::DateTime,
        edition: Edition::Of1995,
        example: "ts 1995.11.26 18:30:00;",
    },
    OpcodeInfo {
        name: "v0",
        title: "variation name",
        about: "The primary of ten ranked variation names: a string, or none. In a file whose \
              records follow from one another it clears names 0 to 9, then sets name 0 if a string \
              is given.",
        shape: Shape::Text { optional: true },
        edition: Edition::Of1994,
        example: "v0 \"Exchange variation\";",
    },
    OpcodeInfo {
        name: "v1",
        title: "variation name 1",
        about: "The second of ten ranked variation names: a string, or none. In a file whose records \
              follow from one another it clears names 1 to 9, then sets name 1 if a string is \
              given.",
        shape: Shape::Text { optional: true },
        edition: Edition::Of1994,
        example: "v1 \"Exchange variation\";",
    },
    OpcodeInfo {
        name: "v2",
        title: "variation name 2",
        about: "The third of ten ranked variation names: a string, or none. In a file whose records \
              follow from one another it clears names 2 to 9, then sets name 2 if a string is \
              given.",
        shape: Shape::Text { optional: true },
        edition: Edition::Of1994,
        example: "v2 \"Exchange variation\";",
    },
    OpcodeInfo {
        name: "v3",
        title: "variation name 3",
        about: "The fourth of ten ranked variation names: a string, or none. In a file whose records \
              follow from one another it clears names 3 to 9, then sets name 3 if a string is \
              given.",
        shape: Shape::Text { optional: true },
        edition: Edition::Of1994,
        example: "v3 \"Exchange variation\";",
    },
    OpcodeInfo {
        name: "v4",
        title: "variation name 4",
        about: "The fifth of ten ranked variation names: a string, or none. In a file whose records \
              follow from one another it clears names 4 to 9, then sets name 4 if a string is \
              given.",
        shape: Shape::Text { optional: true },
        edition: Edition::Of1994,
        example: "v4 \"Exchange variation\";",
    },
    OpcodeInfo {
        name: "v5",
        title: "variation name 5",
        about: "The sixth of ten ranked variation names: a string, or none. In a file whose records \
              follow from one another it clears names 5 to 9, then sets name 5 if a string is \
              given.",
        shape: Shape::Text { optional: true },
        edition: Edition::Of1994,
        example: "v5 \"Exchange variation\";",
    },
    OpcodeInfo {
        name: "v6",
        title: "variation name 6",
        about: "The seventh of ten ranked variation names: a string, or none. In a file whose \
              records follow from one another it clears names 6 to 9, then sets name 6 if a string \
              is given.",
        shape: Shape::Text { optional: true },
        edition: Edition::Of1994,
        example: "v6 \"Exchange variation\";",
    },
    OpcodeInfo {
        name: "v7",
        title: "variation name 7",
        about: "The eighth of ten ranked variation names: a string, or none. In a file whose records \
              follow from one another it clears names 7 to 9, then sets name 7 if a string is \
              given.",
        shape: Shape::Text { optional: true },
        edition: Edition::Of1994,
        example: "v7 \"Exchange variation\";",
    },
    OpcodeInfo {
        name: "v8",
        title: "variation name 8",
        about: "The ninth of ten ranked variation names: a string, or none. In a file whose records \
              follow from one another it clears names 8 to 9, then sets name 8 if a string is \
              given.",
        shape: Shape::Text { optional: true },
        edition: Edition::Of1994,
        example: "v8 \"Exchange variation\";",
    },
    OpcodeInfo {
        name: "v9",
        title: "variation name 9",
        about: "The tenth of ten ranked variation names: a string, or none. In a file whose records \
              follow from one another it clears name 9, then sets name 9 if a string is given.",
        shape: Shape::Text { optional: true },
        edition: Edition::Of1994,
        example: "v9 \"Exchange variation\";",
    },
];

/// By [`slot`]: the index in [`ROWS`] of the one opcode with that slot, or [`EMPTY`].
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

/// No opcode has this slot.
pub(super) const EMPTY: u8 = u8::MAX;

/// A number below 128 that no two opcodes share.
pub(super) const fn slot(name: &[u8]) -> usize {
    let ([first, ..], [.., before, last]) = (name, name) else {
        return 0;
    };
    let sum = *first as usize * 24 + *before as usize * 29 + *last as usize * 4;
    (sum + name.len() * 41) % 128
}
