//! The words of the language, each with what it means: for completion, help and documentation.

/// A word of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// As it is written.
    pub name: &'static str,
    /// What it means.
    pub about: &'static str,
    /// A query with it; empty for words that stand only behind others.
    pub example: &'static str,
}

const fn word(name: &'static str, about: &'static str, example: &'static str) -> Word {
    Word {
        name,
        about,
        example,
    }
}

/// All words, in the order of a page of help.
pub static WORDS: &[Word] = &[
    word("and", "both sides match", "bm and not id"),
    word("or", "either side matches", "bm or am"),
    word("not", "it does not match", "not legal"),
    word(
        "op",
        "an operation by its opcode, even if the opcode is a query word",
        "op(Private)",
    ),
    word("has", "one operand is this move or word", "bm has Nf3"),
    word("text", "the whole line", "text ~ \"Botvinnik\""),
    word("side", "the side to move: w or b", "side = w"),
    word(
        "castling",
        "any castling rights, or these",
        "castling has KQ",
    ),
    word(
        "ep",
        "the en-passant square: a square, `-` or `legal`",
        "ep = legal",
    ),
    word("legal", "the position is legal", "legal"),
    word(
        "check",
        "the side to move is in check",
        "check and not mate",
    ),
    word("mate", "the side to move is mated", "mate"),
    word("stalemate", "the side to move is stalemated", "stalemate"),
    word(
        "kept",
        "the record is ambiguous: fmt and saves leave it unchanged",
        "kept",
    ),
    word(
        "canonical",
        "the record is in canonical form",
        "not canonical",
    ),
    word(
        "material",
        "pawn 100, knight and bishop 300, rook 500, queen 900",
        "material(w) - material(b) >= 300",
    ),
    word("count", "number of these pieces", "count(Qq) = 0"),
    word(
        "pieces",
        "number of pieces, in all or of a side",
        "pieces <= 7",
    ),
    word("moves", "number of legal moves", "moves = 1"),
    word("length", "length of the line in bytes", "length > 255"),
    word("line", "line number, from 1", "line <= 100"),
    word("operations", "number of operations", "operations = 0"),
    word("at", "the piece on a square; `-` for none", "at(e4) = Pp"),
    word(
        "board",
        "a board pattern: `?` any square, `*` any squares",
        "board ~ \"*/*/*/*/4P3/*/*/*K1\"",
    ),
    word(
        "phase",
        "opening, middlegame or endgame, by the remaining pieces",
        "phase = endgame",
    ),
    word(
        "problem",
        "any error or warning, or this code or severity",
        "problem(move-illegal)",
    ),
    word(
        "duplicate",
        "another record has the same position, id or text",
        "duplicate(position)",
    ),
    word("w", "White", ""),
    word("b", "Black", ""),
    word("own", "the side to move", "material(own) > material(other)"),
    word("other", "the side not to move", ""),
    word(
        "opening",
        "20 points or more (queen 4, rook 2, minor piece 1)",
        "",
    ),
    word(
        "middlegame",
        "9 to 19 points (queen 4, rook 2, minor piece 1)",
        "",
    ),
    word(
        "endgame",
        "8 points or fewer (queen 4, rook 2, minor piece 1)",
        "",
    ),
    word("error", "problems that are errors", ""),
    word("warning", "problems that are warnings", ""),
    word("hint", "problems that are hints", ""),
    word(
        "position",
        "placement, side to move, castling rights, usable en-passant square",
        "duplicate(position)",
    ),
    word("id", "the id", "duplicate(id)"),
    word(
        "record",
        "the whole record, as canonical text",
        "duplicate(record)",
    ),
];

/// The row of a word.
pub(super) fn find(name: &str) -> Option<&'static Word> {
    WORDS.iter().find(|word| word.name == name)
}
