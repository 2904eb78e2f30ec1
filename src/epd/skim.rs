//! A shallow reading of a line, up to its fields and the places of its operations, for scans of millions of records:
//! no move is read, and nothing is checked unless requested.
//!
//! ```
//! use epdit::epd::{ReadOptions, Skim};
//!
//! let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"pawn.1\";";
//! let skim = Skim::read(line, &ReadOptions::default());
//! assert_eq!(skim.board().map(|board| board.occupied().count()), Some(3));
//! // `None` would say that only a whole reading can tell.
//! let id = skim.operation(b"id").expect("plain enough");
//! assert_eq!(id.map(|place| place.operands.of(line)), Some(&b"\"pawn.1\""[..]));
//! ```

mod plain;

pub(super) use plain::pieces_of;

use super::castling::Letters;
use super::placement;
use super::position::Situation;
use super::reader;
use super::record::{LineKind, ReadOptions};
use super::span::Span;
use plain::Places;
use shakmaty::{Bitboard, Board, Chess, Color, Square};
use std::cell::OnceCell;

/// A line read up to its fields. Everything it returns equals the result of [`Record`](super::Record).
pub struct Skim<'a> {
    line: &'a [u8],
    kind: LineKind,
    has_clocks: bool,
    board: Option<Board>,
    side: Option<Color>,
    castling: Option<Letters>,
    rooks: Bitboard,
    en_passant: Option<Square>,
    en_passant_is_possible: bool,
    /// The text after the fields.
    rest: Span,
    position: OnceCell<Option<Chess>>,
    operations: OnceCell<Option<Vec<Place>>>,
}

/// The place of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub opcode: Span,
    /// The span from the first operand to the last; empty without operands.
    pub operands: Span,
    /// The number of words and strings after the opcode.
    pub words: usize,
}

impl<'a> Skim<'a> {
    /// Reads a line, with or without its end.
    pub fn read(line: &'a [u8], options: &ReadOptions) -> Self {
        plain::read(line, options.rules).unwrap_or_else(|| Self::read_odd(line, options))
    }

    fn read_odd(line: &'a [u8], options: &ReadOptions) -> Self {
        let reader = reader::read_fields(line, options);
        let situation = reader.situation();
        let record = &reader.record;
        Self {
            line,
            kind: record.kind,
            has_clocks: record.fields.half_move.is_some(),
            board: record.board().cloned(),
            side: record.side,
            castling: record.castling.map(|castling| castling.letters),
            rooks: situation.map_or(Bitboard::EMPTY, |(situation, _)| situation.rooks),
            en_passant: record.en_passant,
            en_passant_is_possible: record.en_passant_is_possible,
            rest: reader.rest(),
            position: OnceCell::new(),
            operations: OnceCell::new(),
        }
    }

    /// Returns the first operation with this opcode, as [`Skim::operation`] does, of a line whose fields are plain;
    /// `None` if they are not, or if only reading the whole record can tell.
    pub fn operation_of(line: &[u8], name: &[u8]) -> Option<Option<Place>> {
        let (fields, places) = pieces_of(line)?;
        placement::is_canonical(fields[0]).then(|| first_of(places, line, name))?
    }

    /// Returns placement, side, castling rights and en-passant square of a line that has them in canonical form;
    /// `None` for others.
    pub fn fields_of(line: &[u8]) -> Option<[&[u8]; 4]> {
        let (fields, _) = plain::at_sight(line)?;
        placement::is_canonical(fields[0]).then_some(fields)
    }

    /// Returns the kind of a line, without reading more of it.
    pub fn kind_of(line: &[u8]) -> LineKind {
        match line.first() {
            // As in nearly every record.
            Some(first) if first.is_ascii_alphanumeric() => LineKind::Record,
            _ => reader::kind_of(line),
        }
    }

    /// Returns the line as given.
    pub fn line(&self) -> &'a [u8] {
        self.line
    }

    /// Returns the kind of the line.
    pub fn kind(&self) -> LineKind {
        self.kind
    }

    /// Returns the pieces, if the placement can be read.
    pub fn board(&self) -> Option<&Board> {
        self.board.as_ref()
    }

    /// Returns the side to move.
    pub fn side(&self) -> Option<Color> {
        self.side
    }

    /// Returns the castling field's canonical text, if it can be read.
    pub fn castling(&self) -> Option<&str> {
        self.castling.as_ref().map(Letters::as_str)
    }

    /// Returns the en-passant square, if one is given, possible or not.
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Returns true if there may be FEN's clocks after the four fields.
    pub fn may_have_clocks(&self) -> bool {
        self.has_clocks
    }

    /// Returns the position, if it is legal; checked on first use.
    pub fn position(&self) -> Option<&Chess> {
        let judged = || {
            let situation = Situation {
                board: self.board.clone()?,
                side: self.side?,
                rooks: self.rooks,
                en_passant: self.en_passant.filter(|_| self.en_passant_is_possible),
            };
            super::position::judge(&situation, Span::default(), &mut Vec::new())
        };
        self.position.get_or_init(judged).as_ref()
    }

    /// Returns the places of the operations. `None` if only reading the whole record can tell: a semicolon may be
    /// missing, a quote is broken, counts lack opcodes, or something is not an operation.
    pub fn operations(&self) -> Option<&[Place]> {
        let all = || self.places().collect();
        self.operations.get_or_init(all).as_deref()
    }

    /// Returns the first operation with this opcode. `None` if only reading the whole record can tell, as far as the
    /// operation and those before it are concerned.
    pub fn operation(&self, name: &[u8]) -> Option<Option<Place>> {
        first_of(self.places(), self.line, name)
    }

    fn places(&self) -> Places<'a> {
        Places::new(self.line, self.rest)
    }
}

fn first_of(places: Places<'_>, line: &[u8], name: &[u8]) -> Option<Option<Place>> {
    for place in places {
        let place = place?;
        if place.opcode.of(line) == name {
            return Some(Some(place));
        }
    }
    Some(None)
}

#[cfg(test)]
mod tests {
    use super::super::Record;
    use super::*;
    use proptest::prelude::*;

    /// The words of records, valid and broken.
    const WORDS: &[&str] = &[
        "4k3/8/8/8/8/8/4P3/4K3",
        "r3k2r/8/8/8/3pP3/8/8/R3K2R",
        "8/8/8/8/8/8/8/8",
        "w",
        "b",
        "-",
        "KQkq",
        "HAha",
        "e3",
        "0",
        "1",
        "bm",
        "e4",
        "Rh8",
        ";",
        ";",
        ";",
        "id",
        "\"a b\"",
        "\"x",
        "ce",
        "+12",
        "D1",
        "20",
        "20,",
        ",20,400",
        "c0",
        "pv",
        "Kd2",
        "acd",
        "?",
        "x\"y",
        "#3",
        "Private",
        "hmvc",
        "sd",
        "Opn",
        "eval",
        "B33",
        "h6",
        "kq",
        "c6",
        "a",
        "3+3",
        "!",
        "\"pos/8 w\"",
    ];

    proptest! {
        #[test]
        fn it_tells_what_the_whole_record_tells(words in proptest::collection::vec(0..WORDS.len(), 0..24)) {
            let line = words.iter().map(|at| WORDS[*at]).collect::<Vec<_>>().join(" ");
            check(line.as_bytes());
            // A record with valid fields, too.
            check(format!("r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 {line}").as_bytes());
            check(format!("4k3/8/8/8/8/8/4P3/4K3 w - - {line}\r\n").as_bytes());
        }
    }

    fn check(line: &[u8]) {
        let options = ReadOptions::default();
        let (skim, record) = (Skim::read(line, &options), Record::read(line, &options));
        assert_eq!(skim.kind(), record.kind());
        assert_eq!(skim.board(), record.board());
        assert_eq!(skim.side(), record.side());
        assert_eq!(skim.castling(), record.castling());
        assert_eq!(skim.en_passant(), record.en_passant());
        assert_eq!(skim.position(), record.position());
        for name in ["bm", "id", "ce", "D1", "Private", "pv", "c0"] {
            // The quick reading agrees with the one by the fields.
            if let Some(found) = Skim::operation_of(line, name.as_bytes()) {
                assert_eq!(
                    (skim.operation(name.as_bytes()), skim.kind()),
                    (Some(found), LineKind::Record)
                );
            }
            if let Some(found) = skim.operation(name.as_bytes())
                && record.kind() == LineKind::Record
            {
                let expected = record.operation(name);
                assert_eq!(
                    found.map(|place| place.opcode),
                    expected.map(|operation| operation.opcode),
                    "{name} in {}",
                    String::from_utf8_lossy(line)
                );
                if let (Some(place), Some(operation)) = (found, expected)
                    && place.words == record.operands_of(operation).len()
                {
                    assert_eq!(place.operands, record.operands_span(operation));
                }
            }
        }
        if let Some(places) = skim.operations()
            && record.kind() == LineKind::Record
        {
            let found: Vec<_> = places.iter().map(|place| place.opcode).collect();
            let expected: Vec<_> = record.operations().iter().map(|o| o.opcode).collect();
            assert_eq!(found, expected, "{}", String::from_utf8_lossy(line));
        }
    }

    proptest! {
        #[test]
        fn a_placement_that_is_plain_at_sight_can_be_read(
            ranks in proptest::collection::vec(
                prop::sample::select(vec!["8", "4k3", "44", "7", "pppppppp", "P7", "ppppppppp", "71", "0", "9", "R3K2R", "k8", "x7", ""]),
                7..10,
            ),
            rest in prop::sample::select(vec![" w - - bm e4;", " b KQ - id \"x\"; ce 3", " w - -  bm e4;", "  w - - bm e4;", " w KK - bm e4; \0", " w - - bm", " w - -", " w - - e4"]),
        ) {
            check(format!("{}{rest}", ranks.join("/")).as_bytes());
        }
    }

    #[test]
    fn what_most_records_are_is_told_at_sight() {
        let line = b"r1bqk2r/pp3ppp/8/8/8/8/PPP2PPP/R1BQ1RK1 b kq - bm O-O; id \"x\";\n";
        assert!(Skim::operation_of(line, b"id").is_some_and(|found| found.is_some()));
        assert_eq!(Skim::operation_of(line, b"ce"), Some(None));
    }

    #[test]
    fn fields_in_every_spelling_are_those_of_the_record() {
        let castling = ["-", "KQkq", "qkQK", "HAha", "Kx", "ce", "", "kq-", "K"];
        let squares = ["-", "e3", "e4", "c3", "c6", "e9", "-,20", ""];
        let behind = [
            "",
            " ",
            " 0 1",
            " -",
            "; bm e4",
            " bm e4;",
            " 3+3",
            "  id \"x\";",
            "\tid \"x\";",
        ];
        for placement in [
            "r3k2r/8/8/8/2pP4/8/8/R3K2R",
            "4k3/8/8/8/3pP3/8/8/4K3",
            "4k3/44/8/8/8/8/8/4K3",
            "4k3/8/8",
            "e8",
        ] {
            for side in ["w", "b", "W", "x"] {
                for (rights, square) in castling.iter().flat_map(|c| squares.map(|s| (c, s))) {
                    for behind in behind {
                        check(format!("{placement} {side} {rights} {square}{behind}").as_bytes());
                    }
                }
            }
        }
    }

    #[test]
    fn counts_with_commas_are_left_to_the_reader() {
        for blank in [" ", "  "] {
            for count in ["D1 20, D2 400", "D1 20,; D2 400;", "D1 20; D2 400,"] {
                let line = format!("4k3/8/8/8/8/8/4P3/4K3 w - -{blank}{count}");
                let skim = Skim::read(line.as_bytes(), &ReadOptions::default());
                assert_eq!(skim.operations(), None, "{line}");
            }
        }
    }

    #[test]
    fn ordinary_records_need_no_more_than_a_skim() {
        let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd2 e4; c0 \"a; b\"; id \"x\"";
        let skim = Skim::read(line, &ReadOptions::default());
        let texts: Vec<_> = skim
            .operations()
            .unwrap()
            .iter()
            .map(|place| (place.opcode.of(line), place.operands.of(line), place.words))
            .collect();
        assert_eq!(
            texts,
            [
                (&b"bm"[..], &b"Kd2 e4"[..], 2),
                (b"c0", b"\"a; b\"", 1),
                (b"id", b"\"x\"", 1)
            ]
        );
    }
}
