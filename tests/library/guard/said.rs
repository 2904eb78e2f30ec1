//! The meaning of a line, from its plain split: a position and operations, each in one form whatever its
//! spelling. This file names each of the few conversions that the format allows.

use super::chess;
use super::plain::{Fields, Piece, Plain, are_rights, is_blank, is_official, is_square};
use shakmaty::{Chess, Color, Position, Square};
use std::collections::{BTreeMap, BTreeSet};

/// The strictness of reading: a line that anybody may have written, or canonical text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    Lenient,
    Strict,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Content {
    /// A set of moves, by name.
    Set(BTreeSet<Word>),
    Line(Vec<Word>),
    Text(String),
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Word {
    Move(String),
    /// A word that is not a legal move, without quotes and signs.
    Text(String),
}

#[derive(Debug, PartialEq, Eq)]
pub struct Statement {
    /// Placement, side, castling, en passant; `None` where they are ambiguous.
    pub fields: Option<Fields>,
    pub operations: BTreeSet<(String, Content)>,
    /// Whether chess allows the position.
    pub is_position: bool,
}

impl Statement {
    pub fn of(plain: &Plain, reading: Reading, is_fen: bool) -> Self {
        let fields = fields(&plain.fields);
        let position = fields.as_ref().and_then(chess::position);
        let mut pieces = plain.pieces.clone();
        if reading == Reading::Lenient {
            pieces = pieces
                .iter()
                .flat_map(|piece| expanded(piece, &plain.pieces, position.as_ref()))
                .collect();
        }
        let has_opcode_form = |piece: &&Piece| is_opcode(&piece.opcode);
        let mut operations: BTreeSet<_> = pieces
            .iter()
            .filter(has_opcode_form)
            .filter(|piece| !is_perft(&piece.opcode))
            .map(|piece| operation(piece, position.as_ref(), reading))
            .collect();
        clocks(&plain.clocks, is_fen, &mut operations);
        Self {
            fields,
            operations,
            is_position: position.is_some(),
        }
    }

    /// Returns the first move that is not legal, where the position is known.
    pub fn odd_move(&self) -> Option<&(String, Content)> {
        let odd = |word: &Word| matches!(word, Word::Text(_));
        self.operations.iter().find(|(_, content)| {
            self.is_position
                && match content {
                    Content::Set(words) => words.iter().any(odd),
                    Content::Line(words) => words.iter().any(odd),
                    Content::Text(_) => false,
                }
        })
    }
}

/// Returns true for a letter followed by up to 14 letters, digits or `_`.
pub fn is_opcode(word: &str) -> bool {
    word.len() <= 15
        && word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Returns true for perft counts. They have other forms too, `;D1 20` and bare numbers, and this guard
/// ignores them.
fn is_perft(opcode: &str) -> bool {
    let digits = opcode.strip_prefix('D').or(opcode.strip_prefix("perft"));
    digits.is_some_and(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit()))
}

/// Returns the fields in canonical form; `None` where one is missing and the next word could be it, or
/// where the side to move is missing.
fn fields(read: &Fields) -> Option<Fields> {
    let side = read.side.as_ref()?.to_lowercase();
    let missing = read.castling.is_none() || read.en_passant.is_none();
    if missing && read.next.as_deref().is_some_and(could_be_field) {
        return None;
    }
    let placement = chess::placement(&read.placement);
    let castling: BTreeSet<char> = read.castling.as_deref().unwrap_or("-").chars().collect();
    let en_passant = read.en_passant.as_deref().unwrap_or("-").to_lowercase();
    Some(Fields {
        en_passant: Some(passed_over(&placement, &side, &en_passant)),
        placement,
        side: Some(side),
        castling: Some(castling.into_iter().collect()),
        next: None,
    })
}

/// Returns true for letters of castling rights, a colour, a number, a square or a dash that are not a standard
/// opcode.
fn could_be_field(word: &str) -> bool {
    let number = |c: char| c.is_ascii_digit() || "-,".contains(c);
    let is_field = are_rights(word) || is_square(word) || word.chars().all(number);
    (is_field || word.eq_ignore_ascii_case("w")) && !is_official(word)
}

/// Returns the square behind a pawn that is on the en-passant square itself (the Crafty form).
fn passed_over(placement: &str, side: &str, square: &str) -> String {
    let board = shakmaty::Board::from_ascii_board_fen(placement.as_bytes());
    let (Ok(board), Ok(at)) = (board, Square::from_ascii(square.as_bytes())) else {
        return square.to_owned();
    };
    let mover = if side == "w" {
        Color::White
    } else {
        Color::Black
    };
    let pawn = (!mover).pawn();
    let behind = at.offset(if mover.is_white() { 8 } else { -8 });
    match behind {
        Some(behind) if board.piece_at(at) == Some(pawn) && "45".contains(at.rank().char()) => {
            behind.to_string()
        }
        _ => square.to_owned(),
    }
}

/// Returns the operations that a piece certainly has.
fn expanded(piece: &Piece, all: &[Piece], position: Option<&Chess>) -> Vec<Piece> {
    // `c1"x"` among the operands is two words.
    let apart = piece.words.iter().flat_map(|word| match glued(word) {
        Some((opcode, Some(rest))) if rest.starts_with('"') => vec![opcode, rest],
        _ => vec![word.clone()],
    });
    let text = piece.text.clone();
    let mut piece = Piece::new(&piece.opcode, &apart.collect::<Vec<_>>());
    piece.text = text;
    // `id"x"` and `bm:Kd2`: a blank is missing behind an official opcode.
    if let Some((opcode, rest)) = glued(&piece.opcode) {
        let words = rest.into_iter().chain(piece.words.iter().cloned());
        let apart = Piece::new(&opcode, &words.collect::<Vec<_>>());
        let is_whole = is_complete(&apart.opcode, &apart.words, position)
            || (0..apart.words.len()).any(|at| begins_operation(&apart, at, position));
        if is_whole {
            piece = apart;
        }
    }
    // `PV:` followed by legal moves, in a record without pv.
    let label = piece.opcode.eq_ignore_ascii_case("pv:");
    if label && !all.iter().any(|other| other.opcode == "pv") {
        let legal = |word: &Word| matches!(word, Word::Move(_));
        let moves = position.map(|position| line(position, &piece.words, Reading::Lenient));
        if moves.is_some_and(|moves| moves.iter().all(legal)) {
            piece.opcode = "pv".to_owned();
        }
    }
    // A semicolon is missing between the complete operands of a standard opcode and another opcode.
    let mut found = Vec::new();
    while let Some(at) = (0..piece.words.len()).find(|at| begins_operation(&piece, *at, position)) {
        let mut rest = Piece::new(&piece.words[at], &piece.words[at + 1..]);
        rest.text = behind(&piece.text, &piece.words[..=at]);
        piece = Piece::new(&piece.opcode, &piece.words[..at]);
        found.push(std::mem::replace(&mut piece, rest));
    }
    found.push(piece);
    found
}

/// Returns the text that follows these words in a text.
fn behind(text: &str, words: &[String]) -> String {
    let rest = words.iter().fold(text, |rest, word| {
        let at = rest.find(word.as_str()).map_or(0, |at| at + word.len());
        &rest[at..]
    });
    rest.trim_matches(is_blank).to_owned()
}

/// Splits a standard opcode from text that follows without a blank.
fn glued(word: &str) -> Option<(String, Option<String>)> {
    let at = word
        .find(['"', ':'])
        .filter(|at| is_official(&word[..*at]))?;
    let rest = word[at..].trim_start_matches(':');
    Some((
        word[..at].to_owned(),
        (!rest.is_empty()).then(|| rest.to_owned()),
    ))
}

fn begins_operation(piece: &Piece, at: usize, position: Option<&Chess>) -> bool {
    let (before, word) = (&piece.words[..at], &piece.words[at]);
    let in_quotes = piece
        .words
        .get(at + 1)
        .is_some_and(|next| next.starts_with('"'));
    let next = piece.words.get(at + 1);
    let opens = is_official(word)
        || usual_operand(word).is_some_and(|fits| next.is_some_and(|next| fits(next)));
    let is_typed = is_official(&piece.opcode) || usual_operand(&piece.opcode).is_some();
    opens
        && is_typed
        && !(is_square(word) && is_of_moves(&piece.opcode) && !in_quotes)
        && is_complete(&piece.opcode, before, position)
}

/// Returns a test for the usual operand of an opcode outside the standard, if nearly all files agree on its
/// form.
fn usual_operand(opcode: &str) -> Option<fn(&str) -> bool> {
    let is_quoted = |word: &str| word.len() > 1 && word.starts_with('"') && word.ends_with('"');
    Some(match opcode {
        "acd" | "sd" | "De" | "depth" | "dtz" => |word| word.parse::<i64>().is_ok(),
        _ if is_perft(opcode) => |word| word.parse::<i64>().is_ok(),
        "diff" | "eval" => |word| word.parse::<f64>().is_ok(),
        "Ae" | "Opn" => is_quoted,
        "Ubm" => |word| {
            word.len() < 6 && word.is_char_boundary(2) && word.get(2..4).is_some_and(is_square)
        },
        _ => return None,
    })
}

pub fn is_of_moves(opcode: &str) -> bool {
    matches!(opcode, "am" | "bm" | "pm" | "sm" | "pv" | "sv")
}

/// Returns true when these words are all the operands that a standard opcode needs.
fn is_complete(opcode: &str, words: &[String], position: Option<&Chess>) -> bool {
    let is_quoted = |word: &String| word.len() > 1 && word.starts_with('"') && word.ends_with('"');
    let is_integer = |word: &String| unquoted(word).parse::<i64>().is_ok();
    match opcode {
        "am" | "bm" | "pm" | "sm" | "pv" | "sv" => {
            let is_one = matches!(opcode, "pm" | "sm");
            let moves = words_of_moves(opcode, words, position, Reading::Lenient);
            let legal = |word: &Word| match word {
                Word::Move(_) => true,
                // An illegal move has the form of a move; only its value is wrong.
                Word::Text(text) => has_square(text) || is_mate_in(text),
            };
            moves.iter().all(legal) && (!is_one || moves.len() == 1)
        }
        "acn" | "acs" | "ce" | "dm" | "fmvn" | "hmvc" | "rc" | "tcgs" => {
            let is_number =
                |word: &String| is_integer(word) || (opcode == "ce" && score(word).is_some());
            words.len() == 1 && words.iter().all(is_number)
        }
        _ if usual_operand(opcode).is_some() => {
            let fits = usual_operand(opcode);
            words.len() == 1 && words.iter().all(|word| fits.is_some_and(|fits| fits(word)))
        }
        "noop" | "ptp" => false,
        "resign" | "draw_accept" | "draw_claim" | "draw_offer" | "draw_reject" => words.is_empty(),
        "tcri" | "tcsi" => words.len() == 2 && words.iter().all(is_quoted),
        "cc" | "ts" => words.len() == 2,
        "refcom" | "refreq" => words.len() == 1,
        _ => words.len() == 1 && words.iter().all(is_quoted),
    }
}

/// Returns true for a possible move: it ends in a square, or in a promotion behind one.
fn has_square(word: &str) -> bool {
    let word = word.trim_end_matches(['Q', 'R', 'B', 'N', 'q', 'r', 'b', 'n', '=', '(', ')', '/']);
    let ends = word.len().checked_sub(2).and_then(|at| word.get(at..));
    word.len() < 8 && (ends.is_some_and(is_square) || word.starts_with("O-O"))
}

fn is_mate_in(word: &str) -> bool {
    mate_in(word).is_some()
}

/// Returns n of `#n`: `#5`, `#-3`.
fn mate_in(word: &str) -> Option<i64> {
    word.strip_prefix('#')?.parse().ok()
}

fn operation(piece: &Piece, position: Option<&Chess>, reading: Reading) -> (String, Content) {
    let lenient = reading == Reading::Lenient;
    if is_of_moves(&piece.opcode) {
        if let ("bm", [word], true) = (&*piece.opcode, &*piece.words, lenient)
            && let Some(moves) = mate_in(word)
        {
            // `bm #5` is `dm 5`, `bm #-3` a score.
            return if moves > 0 {
                ("dm".to_owned(), Content::Text(moves.to_string()))
            } else {
                (
                    "ce".to_owned(),
                    Content::Text((-32767 - 2 * moves).to_string()),
                )
            };
        }
        let words = words_of_moves(&piece.opcode, &piece.words, position, reading);
        let content = match &*piece.opcode {
            "am" | "bm" => Content::Set(words.into_iter().collect()),
            _ => Content::Line(words),
        };
        return (piece.opcode.clone(), content);
    }
    let text = unquoted(&piece.text);
    let text = match &*piece.opcode {
        "ce" if lenient => score(text).unwrap_or_else(|| text.to_owned()),
        _ => text.to_owned(),
    };
    let is_number = matches!(
        &*piece.opcode,
        "acn" | "acs" | "ce" | "dm" | "fmvn" | "hmvc" | "rc" | "tcgs"
    );
    let content = match text.parse::<i64>() {
        Ok(number) if is_number => number.to_string(),
        _ if is_official(&piece.opcode) && piece.words.len() == 1 => text,
        _ => words_joined(piece, text),
    };
    (piece.opcode.clone(), Content::Text(content))
}

/// Returns the text of a string without its quotes, byte for byte; blanks between several words don't
/// count.
fn words_joined(piece: &Piece, text: String) -> String {
    let is_string = matches!(
        piece.opcode.as_bytes(),
        b"id" | b"eco" | b"nic" | [b'c' | b'v', b'0'..=b'9']
    );
    if is_string {
        text
    } else {
        piece.words.join(" ")
    }
}

/// Returns the score of a mate as the standard counts it: `+M5`, `-M5`.
fn score(text: &str) -> Option<String> {
    let (sign, moves) = (text.get(..2)?, text.get(2..)?.parse::<i64>().ok()?);
    match sign {
        "+M" => Some((32767 - (2 * moves - 1)).to_string()),
        "-M" => Some((-32767 + 2 * moves).to_string()),
        _ => None,
    }
}

pub fn unquoted(text: &str) -> &str {
    let inside = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    inside
        .filter(|inside| !inside.contains('"'))
        .unwrap_or(text)
}

fn words_of_moves(
    opcode: &str,
    words: &[String],
    position: Option<&Chess>,
    reading: Reading,
) -> Vec<Word> {
    let Some(position) = position else {
        let text = |word: &String| Word::Text(unsigned(word));
        return joined(words).iter().map(text).collect();
    };
    if matches!(opcode, "pv" | "sv") {
        return line(position, words, reading);
    }
    let words = as_read(words, reading);
    words
        .iter()
        .map(|word| one(position, word, reading).1)
        .collect()
}

fn as_read(words: &[String], reading: Reading) -> Vec<String> {
    match reading {
        Reading::Lenient => joined(words),
        Reading::Strict => words.to_vec(),
    }
}

/// Reads moves in sequence; after a word that is not a move the position is unknown.
fn line(position: &Chess, words: &[String], reading: Reading) -> Vec<Word> {
    let words = as_read(words, reading);
    let mut reached = Some(position.clone());
    let mut found = Vec::new();
    for word in &words {
        let read = match &reached {
            Some(at) => one(at, word, reading),
            None => (None, Word::Text(unsigned(word))),
        };
        reached = reached.zip(read.0).map(|(mut at, played)| {
            at.play_unchecked(played);
            at
        });
        found.push(read.1);
    }
    found
}

fn one(position: &Chess, word: &str, reading: Reading) -> (Option<shakmaty::Move>, Word) {
    let played = match reading {
        Reading::Lenient => chess::meaning(position, word),
        Reading::Strict => chess::strict(position, word),
    };
    let message = played.map_or_else(
        || Word::Text(unsigned(word)),
        |m| Word::Move(chess::name(m)),
    );
    (played, message)
}

fn unsigned(word: &str) -> String {
    unquoted(word).trim_end_matches(['+', '#', ',']).to_owned()
}

/// Returns one word for each move: strings without quotes, commas split, `f8 = Q` joined. Lone signs,
/// numbers and `e.p.` are dropped.
fn joined(words: &[String]) -> Vec<String> {
    let opened = words
        .iter()
        .flat_map(|word| unquoted(word).split([' ', ',']));
    let mut found: Vec<String> = Vec::new();
    let mut open = false;
    for word in opened.filter(|word| !word.is_empty()) {
        let says_nothing = matches!(word, "+" | "#" | "++" | "e.p." | "ep") || is_number(word);
        if says_nothing && !found.is_empty() || is_number(word) {
            continue;
        }
        match found.last_mut() {
            Some(last) if open || word.starts_with('=') => last.push_str(word),
            _ => found.push(word.to_owned()),
        }
        open = word.ends_with('=');
    }
    found
}

/// Returns true for a move number, `12.` or `1...`.
fn is_number(word: &str) -> bool {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    !rest.is_empty() && rest.len() <= 3 && rest.chars().all(|c| c == '.')
}

/// Adds FEN's clocks as `hmvc` and `fmvn`; in a FEN file those two are FEN's clocks.
fn clocks(clocks: &[String], is_fen: bool, operations: &mut BTreeSet<(String, Content)>) {
    let fields: BTreeMap<&str, &String> = ["hmvc", "fmvn"].into_iter().zip(clocks).collect();
    for (opcode, absent) in [("hmvc", "0"), ("fmvn", "1")] {
        let text = fields.get(opcode).map(|text| text.as_str());
        let text = text.or(is_fen.then_some(absent));
        let is_said = operations.iter().any(|(other, _)| other == opcode);
        let Some(text) = text.filter(|_| fields.contains_key(opcode) || !is_said) else {
            continue;
        };
        let number = text
            .parse::<i64>()
            .map_or(text.to_owned(), |n| n.to_string());
        let number = if opcode == "fmvn" && number == "0" {
            "1".to_owned()
        } else {
            number
        };
        operations.insert((opcode.to_owned(), Content::Text(number)));
    }
}
