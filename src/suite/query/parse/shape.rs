//! Boards: kinds of pieces, squares, patterns, material.

use super::{Parser, negate};
use crate::epd::Span;
use crate::suite::query::ast::Node;
use crate::suite::query::cursor::{Expected, Fail, Parsed};
use crate::suite::query::shapes::{BoardPattern, Force, PieceSet, Signature};
use shakmaty::{File, Piece, Rank, Square};

impl Parser<'_> {
    /// ```text
    /// pieces = letter { letter }        of PNBRQKpnbrqk; "-" stands for nothing
    /// ```
    pub(super) fn pieces(&mut self, or_empty: bool) -> Parsed<PieceSet> {
        self.cursor.note(Expected::Pieces);
        if or_empty && self.cursor.sign("-") {
            return Ok(PieceSet {
                pieces: Vec::new(),
                empty: true,
            });
        }
        let word = self.cursor.peek_word();
        let mut set = PieceSet::default();
        for letter in word.chars() {
            let piece = Piece::from_char(letter).ok_or(Fail::Expected)?;
            if set.pieces.contains(&piece) {
                let said = format!(
                    "`{word}` names `{letter}` twice; for two of them, try `count({letter}) >= 2`"
                );
                return Err(Fail::Wrong(self.cursor.take(word.len()), said));
            }
            set.pieces.push(piece);
        }
        if set.pieces.is_empty() {
            return Err(Fail::Expected);
        }
        self.cursor.take(word.len());
        Ok(set)
    }

    /// ```text
    /// at = "at" "(" square ")" [ is ]        of pieces | "-"
    /// ```
    pub(super) fn at(&mut self) -> Parsed<Node> {
        let square = self.within(Self::square)?;
        let node = self.is_or_in(|parser| Ok(Node::At(square, parser.pieces(true)?)))?;
        Ok(node.unwrap_or_else(|| Node::At(square, PieceSet::all())))
    }

    /// ```text
    /// board   = "board" ( "~" | "!~" ) '"' pattern '"'
    /// ```
    pub(super) fn board(&mut self) -> Parsed<Node> {
        let negated = self.cursor.sign("!~");
        if !negated {
            self.cursor.must("~")?;
        }
        let start = self.cursor.place();
        let text = self.quoted()?;
        let pattern = read_pattern(&text).map_err(|(at, message)| {
            let place = start + 1 + at;
            Fail::Wrong(Span::new(place, place + 1), message)
        })?;
        Ok(negate(Node::Board(pattern), negated))
    }

    /// ```text
    /// signature = "K" { piece } [ "v" ] "K" { piece }
    /// piece     = ( "P" | "N" | "B" | "R" | "Q" ) [ "*" | "+" ]
    /// ```
    ///
    /// `*` means any number of them, `+` that number or more. `None` if no signature is here.
    pub(super) fn signature(&mut self) -> Parsed<Option<Signature>> {
        self.cursor.note(Expected::Signature);
        let run = self.cursor.peek_run();
        let found = signature(run);
        if found.is_some() {
            self.cursor.take(run.len());
        }
        Ok(found)
    }
}

fn signature(text: &str) -> Option<Signature> {
    let second = || {
        text.char_indices()
            .skip(1)
            .find(|(_, letter)| *letter == 'K')
    };
    let (first, second) = match text.split_once('v') {
        Some(sides) => sides,
        None => text.split_at_checked(second()?.0)?,
    };
    Some(Signature {
        first: force(first)?,
        second: force(second)?,
    })
}

fn force(text: &str) -> Option<Force> {
    let mut force = Force::default();
    let mut letters = text.strip_prefix('K')?.chars().peekable();
    while let Some(letter) = letters.next() {
        let (count, more) = force.counts.get_mut("PNBRQ".find(letter)?)?;
        let any = letters.next_if_eq(&'*').is_some();
        if !any {
            *count = count.checked_add(1)?;
        }
        *more |= any || letters.next_if_eq(&'+').is_some();
    }
    Some(force)
}

/// ```text
/// pattern = rank "/" rank "/" … (eight)
/// rank    = { piece letter | "1".."8" (empty squares) | "?" (any square) | "*" (any squares) }
/// ```
///
/// One `*` per rank stands for the remaining squares. Errors have their offset in the text.
fn read_pattern(text: &str) -> Result<BoardPattern, (usize, String)> {
    let mut pattern = BoardPattern::default();
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        let found = ranks.len();
        let message = format!("expected eight ranks joined by `/`, found {found}; `*` is any rank");
        return Err((0, message));
    }
    let mut place = 0;
    for (rank, squares) in Rank::ALL.into_iter().rev().zip(ranks) {
        let row = read_rank(squares).map_err(|(at, message)| (place + at, message))?;
        for (file, wanted) in File::ALL.into_iter().zip(row) {
            if let Some(content) = wanted {
                pattern.want(Square::from_coords(file, rank), content);
            }
        }
        place += squares.len() + 1;
    }
    Ok(pattern)
}

/// The required content of a square: anything, nothing, or a piece.
type Wanted = Option<Option<Piece>>;

fn read_rank(text: &str) -> Result<Vec<Wanted>, (usize, String)> {
    let mut row: Vec<Wanted> = Vec::new();
    let mut star = None;
    for (at, letter) in text.char_indices() {
        match letter {
            '?' => row.push(None),
            '1'..='8' => {
                let count = letter.to_digit(10).unwrap_or(0) as usize;
                row.extend(std::iter::repeat_n(Some(None), count));
            }
            '*' if star.is_some() => {
                return Err((at, "expected at most one `*` per rank".to_owned()));
            }
            '*' => star = Some(row.len()),
            _ => match Piece::from_char(letter) {
                Some(piece) => row.push(Some(Some(piece))),
                None => {
                    let message = format!(
                        "expected a piece letter, a digit from 1 to 8, `?` or `*`, found `{letter}`"
                    );
                    return Err((at, message));
                }
            },
        }
        if row.len() > 8 {
            return Err((at, "this rank has more than eight squares".to_owned()));
        }
    }
    let left = 8 - row.len();
    match star {
        Some(at) => {
            row.splice(at..at, std::iter::repeat_n(None, left));
            Ok(row)
        }
        None if left > 0 => {
            let found = row.len();
            let message = format!("this rank has {found} of 8 squares; `*` fills the rest");
            Err((0, message))
        }
        None => Ok(row),
    }
}
