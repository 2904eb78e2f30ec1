//! The words of the query language with their meanings, for completion, help and documentation.

use crate::epd::spelling;

/// A word of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word as written.
    pub name: &'static str,
    /// The meaning.
    pub about: &'static str,
    /// A query that uses it; empty for words that only follow others.
    pub example: &'static str,
}

/// Makes a table of words: the form, the meaning, and a query that uses it.
macro_rules! words {
    ($($name:literal $about:literal => $example:literal;)*) => {
        &[$(Word { name: $name, about: $about, example: $example }),*]
    };
}

/// The forms of tests, in help order.
pub static FORMS: &[Word] = words! {
    "OPCODE" "the operation is present" => "bm";
    "OPCODE > 200" "its number compares: = != < <= > >= between in" => "ce between -50 and 50";
    "ce + 2*acd" "calculations: + - * / ( )" => "(ce + 50) / 100 > 2";
    "OPCODE = WORD" "its only operand is this text or move" => "id = WAC.001";
    "OPCODE in (A, B)" "it is one of these" => "bm in (Nf6, Nd5)";
    "OPCODE has X" "one operand is this move or word" => "bm has Nf3";
    "first(pv) = Nf3" "its first move or word" => "first(pv) in (Nf3, d4)";
    "bm = op(pm)" "they are the same; `has`: one of the moves is" => "bm has first(pv)";
    "OPCODE ~ TEXT" "it contains the text; !~ does not" => "c0 ~ \"fork\"";
    "OPCODE ~ /regex/" "it matches the expression" => "id ~ /^WAC/";
    "id.prefix = BK" "what it begins with, without the number at its end" => "id.prefix in (BK, WAC)";
    "bm captures" "what kind of move it is" => "bm to e4 and bm piece P";
    "KRPvKR or KRPKR" "material, either side White; P* any, P+ at least one" => "KRP*vKRP*";
};

/// All words, in help order; those without a query only follow others.
pub static WORDS: &[Word] = words! {
    "and" "both sides match; also `&&`" => "bm and not id";
    "or" "either side matches; also `||`" => "bm or am";
    "not" "it does not match; also `!`" => "not legal";
    "op" "an operation by its opcode, even if the opcode is a query word" => "op(Private)";
    "all" "every record" => "all";
    "has" "one operand is this move or word" => "bm has Nf3";
    "in" "one of these" => "id in (WAC.001, WAC.004)";
    "between" "at least the first number and at most the second" => "ce between -50 and 50";
    "captures" "one of the moves captures" => "bm captures";
    "checks" "one of the moves gives check or mates" => "not bm checks";
    "mates" "one of the moves mates" => "bm mates";
    "promotes" "one of the moves promotes a pawn" => "bm promotes";
    "castles" "one of the moves castles" => "pv castles";
    "to" "one of the moves ends on this square" => "bm to e4";
    "from" "one of the moves starts on this square" => "bm from g1";
    "piece" "one of the moves is of it: P N B R Q K; piece(bm): that of the first" => "bm piece Q";
    "first" "the first move or word of an operation" => "first(pv) captures";
    "text" "the whole line" => "text ~ \"Botvinnik\"";
    "file" "the path or name of the file" => "file ~ wac";
    "marked" "marked in the editor" => "marked and not bm";
    "edited" "changed in the editor since the last save" => "edited";
    "side" "the side to move: w or b" => "side = w";
    "white" "White is to move" => "white and ce > 200";
    "black" "Black is to move" => "black and check";
    "castling" "any castling rights, or these: by side (KQkq) or rook file (HAha)" => "castling has KQ";
    "ep" "the en-passant square: a square, `-` or `legal`" => "ep = legal";
    "legal" "the position is legal" => "legal";
    "check" "the side to move is in check" => "check and not mate";
    "mate" "the side to move is mated; it mates: `mate in 2`, `mate in <= 3`" => "mate in 2";
    "stalemate" "the side to move is stalemated" => "stalemate";
    "kept" "the record is ambiguous: fmt and saves leave it unchanged" => "kept";
    "canonical" "the record is in canonical form" => "not canonical";
    "material" "pawn 100, knight and bishop 300, rook 500, queen 900" => "material(w) - material(b) >= 300";
    "count" "number of these pieces, or of an opcode's operands" => "count(bm) > 1";
    "pieces" "number of pieces, in all or of a side" => "pieces <= 7";
    "moves" "number of legal moves" => "moves = 1";
    "length" "bytes of the line, or of an operation's text: length(id)" => "length > 255";
    "abs" "a number without its sign" => "abs(ce) > 300";
    "round" "the nearest whole number" => "round(ce / 100) = 3";
    "min" "the least of some numbers" => "min(ce, 300) > acd";
    "max" "the greatest of some numbers" => "max(acd, 10) > 12";
    "line" "line number, from 1" => "line <= 100";
    "operations" "number of operations" => "operations = 0";
    "passed" "passed pawns, in all or of a side" => "passed(own) > passed(other)";
    "isolated" "pawns with none of their side on the files beside them" => "isolated(w) = 0";
    "doubled" "pawns with one of their side behind them on the file" => "doubled(b) >= 2";
    "attacks" "attacks by a side or pieces on a square, a side or pieces" => "attacks(N, kq) >= 2";
    "at" "the piece on a square; `-` for none" => "at(e4) = Pp";
    "board" "a board pattern: `?` any square, `*` any squares" => "board ~ \"*/*/*/*/4P3/*/*/*K1\"";
    "phase" "opening, middlegame or endgame, by the remaining pieces" => "phase = endgame";
    "opening" "the English name of the opening, by position; `phase = opening`: 20 points or more (queen 4, rook 2, minor piece 1)" => "opening ~ sicilian";
    "opening.eco" "the ECO code of the opening, by position" => "opening.eco in (B20, B90)";
    "problem" "any error or warning, or this code or severity" => "problem(move-illegal)";
    "duplicate" "another record has the same position, id or text" => "duplicate(position)";
    "w" "White" => "";
    "b" "Black" => "";
    "own" "the side to move" => "material(own) > material(other)";
    "other" "the side not to move" => "";
    "middlegame" "9 to 19 points (queen 4, rook 2, minor piece 1)" => "";
    "endgame" "8 points or fewer (queen 4, rook 2, minor piece 1)" => "";
    "error" "problems that are errors" => "";
    "warning" "problems that are warnings" => "";
    "hint" "problems that are hints" => "";
    "position" "placement, side, castling rights, usable en-passant square" => "position in other.epd";
    "id" "the id" => "duplicate(id)";
    "record" "the whole record, as canonical text" => "duplicate(record)";
};

/// Returns the word of the language nearest to a misspelling.
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
