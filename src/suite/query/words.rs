//! The words of the language, each with what it means: for completion, help and documentation.

use crate::epd::spelling;

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

/// How tests are written, in the order of a page of help: the form, what it means, and a query.
pub static FORMS: &[Word] = &[
    word("OPCODE", "the operation is present", "bm"),
    word(
        "OPCODE > 200",
        "its number compares: = != < <= > >= between in",
        "ce between -50 and 50",
    ),
    word(
        "ce + 2*acd",
        "calculations: + - * / ( )",
        "(ce + 50) / 100 > 2",
    ),
    word(
        "OPCODE = WORD",
        "its only operand is this text or move",
        "id = WAC.001",
    ),
    word("OPCODE in (A, B)", "it is one of these", "bm in (Nf6, Nd5)"),
    word(
        "OPCODE has X",
        "one operand is this move or word",
        "bm has Nf3",
    ),
    word(
        "first(pv) = Nf3",
        "its first move or word",
        "first(pv) in (Nf3, d4)",
    ),
    word(
        "bm = op(pm)",
        "they are the same; `has`: one of the moves is",
        "bm has first(pv)",
    ),
    word(
        "OPCODE ~ TEXT",
        "it contains the text; !~ does not",
        "c0 ~ \"fork\"",
    ),
    word(
        "OPCODE ~ /regex/",
        "it matches the expression",
        "id ~ /^WAC/",
    ),
    word(
        "id.prefix = BK",
        "what it begins with, without the number at its end",
        "id.prefix in (BK, WAC)",
    ),
    word(
        "bm captures",
        "what kind of move it is",
        "bm to e4 and bm piece P",
    ),
    word(
        "KRPvKR or KRPKR",
        "material, either side White; P* any, P+ at least one",
        "KRP*vKRP*",
    ),
];

const fn word(name: &'static str, about: &'static str, example: &'static str) -> Word {
    Word {
        name,
        about,
        example,
    }
}

/// All words, in the order of a page of help.
pub static WORDS: &[Word] = &[
    word("and", "both sides match; also `&&`", "bm and not id"),
    word("or", "either side matches; also `||`", "bm or am"),
    word("not", "it does not match; also `!`", "not legal"),
    word(
        "op",
        "an operation by its opcode, even if the opcode is a query word",
        "op(Private)",
    ),
    word("all", "every record", "all"),
    word("has", "one operand is this move or word", "bm has Nf3"),
    word("in", "one of these", "id in (WAC.001, WAC.004)"),
    word(
        "between",
        "at least the first number and at most the second",
        "ce between -50 and 50",
    ),
    word("captures", "one of the moves captures", "bm captures"),
    word(
        "checks",
        "one of the moves gives check or mates",
        "not bm checks",
    ),
    word("mates", "one of the moves mates", "bm mates"),
    word(
        "promotes",
        "one of the moves promotes a pawn",
        "bm promotes",
    ),
    word("castles", "one of the moves castles", "pv castles"),
    word("to", "one of the moves ends on this square", "bm to e4"),
    word(
        "from",
        "one of the moves starts on this square",
        "bm from g1",
    ),
    word(
        "piece",
        "one of the moves is of it: P N B R Q K; piece(bm): that of the first",
        "bm piece Q",
    ),
    word(
        "first",
        "the first move or word of an operation",
        "first(pv) captures",
    ),
    word("text", "the whole line", "text ~ \"Botvinnik\""),
    word("file", "the path or name of the file", "file ~ wac"),
    word("marked", "marked in the editor", "marked and not bm"),
    word(
        "edited",
        "changed in the editor since the last save",
        "edited",
    ),
    word("side", "the side to move: w or b", "side = w"),
    word("white", "White is to move", "white and ce > 200"),
    word("black", "Black is to move", "black and check"),
    word(
        "castling",
        "any castling rights, or these: by side (KQkq) or rook file (HAha)",
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
    word(
        "mate",
        "the side to move is mated; it mates: `mate in 2`, `mate in <= 3`",
        "mate in 2",
    ),
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
    word(
        "count",
        "number of these pieces, or of an opcode's operands",
        "count(bm) > 1",
    ),
    word(
        "pieces",
        "number of pieces, in all or of a side",
        "pieces <= 7",
    ),
    word("moves", "number of legal moves", "moves = 1"),
    word(
        "length",
        "bytes of the line, or of an operation's text: length(id)",
        "length > 255",
    ),
    word("abs", "a number without its sign", "abs(ce) > 300"),
    word("round", "the nearest whole number", "round(ce / 100) = 3"),
    word("min", "the least of some numbers", "min(ce, 300) > acd"),
    word("max", "the greatest of some numbers", "max(acd, 10) > 12"),
    word("line", "line number, from 1", "line <= 100"),
    word("operations", "number of operations", "operations = 0"),
    word(
        "passed",
        "passed pawns, in all or of a side",
        "passed(own) > passed(other)",
    ),
    word(
        "isolated",
        "pawns with none of their side on the files beside them",
        "isolated(w) = 0",
    ),
    word(
        "doubled",
        "pawns with one of their side behind them on the file",
        "doubled(b) >= 2",
    ),
    word(
        "attacks",
        "attacks by a side or pieces on a square, a side or pieces",
        "attacks(N, kq) >= 2",
    ),
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
        "opening",
        "the English name of the opening, by position; `phase = opening`: 20 points or more (queen 4, rook 2, minor piece 1)",
        "opening ~ sicilian",
    ),
    word(
        "opening.eco",
        "the ECO code of the opening, by position",
        "opening.eco in (B20, B90)",
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
        "placement, side, castling rights, usable en-passant square",
        "position in other.epd",
    ),
    word("id", "the id", "duplicate(id)"),
    word(
        "record",
        "the whole record, as canonical text",
        "duplicate(record)",
    ),
];

/// Returns the word of the language that a slip is nearest to.
pub(super) fn nearest(word: &str) -> Option<&'static str> {
    let words = WORDS.iter().map(|word| word.name);
    let words = words.filter(|other| other.len() > 2 && *other != word);
    spelling::nearest(word.as_bytes(), words, 1)
        .first()
        .copied()
}

/// Returns the row of a word.
pub(super) fn find(name: &str) -> Option<&'static Word> {
    WORDS.iter().find(|word| word.name == name)
}
