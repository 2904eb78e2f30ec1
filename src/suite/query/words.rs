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
    word("and", "both hold", "bm and not id"),
    word("or", "one of them holds", "bm or am"),
    word("not", "it does not hold", "not legal"),
    word(
        "op",
        "an operation by its opcode, whatever the opcode",
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
        "an en-passant square: a square, - or legal",
        "ep = legal",
    ),
    word("legal", "chess allows the position", "legal"),
    word(
        "check",
        "the side to move is in check",
        "check and not mate",
    ),
    word("mate", "the side to move is mated", "mate"),
    word("stalemate", "the side to move is stalemated", "stalemate"),
    word(
        "kept",
        "something is ambiguous: fmt and saves leave the record unchanged",
        "kept",
    ),
    word(
        "canonical",
        "it is written as canonical writing writes it",
        "not canonical",
    ),
    word(
        "material",
        "pawn 100, knight and bishop 300, rook 500, queen 900",
        "material(w) - material(b) >= 300",
    ),
    word("count", "how many pieces of these kinds", "count(Qq) = 0"),
    word(
        "pieces",
        "how many pieces in all, or of a side",
        "pieces <= 7",
    ),
    word("moves", "how many legal moves", "moves = 1"),
    word("length", "bytes of the line", "length > 255"),
    word("line", "the number of the line, from 1", "line <= 100"),
    word("operations", "how many operations", "operations = 0"),
    word(
        "at",
        "what stands on a square: pieces, - for nothing",
        "at(e4) = Pp",
    ),
    word(
        "board",
        "a pattern of the board: ? any square, * any squares",
        "board ~ \"*/*/*/*/4P3/*/*/*K1\"",
    ),
    word(
        "phase",
        "opening, middlegame or endgame, by the pieces left",
        "phase = endgame",
    ),
    word(
        "problem",
        "an error or a warning, or this code or severity",
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
        "queens 4, rooks 2, minor pieces 1: 20 and more",
        "",
    ),
    word(
        "middlegame",
        "queens 4, rooks 2, minor pieces 1: 9 to 19",
        "",
    ),
    word(
        "endgame",
        "queens 4, rooks 2, minor pieces 1: 8 and less",
        "",
    ),
    word("error", "problems that are errors", ""),
    word("warning", "problems that are warnings", ""),
    word("hint", "problems that are hints", ""),
    word(
        "position",
        "placement, side, rights and usable en-passant square",
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
