//! A line read as far as its fields and the places of its operations, and no further: no move is
//! read, nothing is judged that is not asked for. For looking through millions of records.
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

use super::lex::Shape;
use super::opcode;
use super::reader::{self, Reader};
use super::record::{LineKind, ReadOptions};
use super::span::Span;
use plain::Plain;
use shakmaty::{Board, Chess, Color, Square};
use std::cell::OnceCell;

/// A line read to its fields; see the module. What it tells is what [`Record`](super::Record) tells.
pub struct Skim<'a> {
    line: &'a [u8],
    fields: Fields<'a>,
    position: OnceCell<Option<Chess>>,
    operations: OnceCell<Option<Vec<Place>>>,
}

/// How the fields were read.
enum Fields<'a> {
    Plain(Plain),
    /// Boxed: it is large, and seldom.
    Read(Box<Reader<'a>>),
}

/// Where an operation stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The opcode.
    pub opcode: Span,
    /// From the first operand to the last; empty where there is none.
    pub operands: Span,
    /// How many words and strings there are behind the opcode.
    pub words: usize,
}

impl<'a> Skim<'a> {
    /// Reads a line, with or without its end.
    pub fn read(line: &'a [u8], options: &ReadOptions) -> Self {
        let fields = match Plain::read(line, options.rules) {
            Some(plain) => Fields::Plain(plain),
            None => Fields::Read(Box::new(reader::read_fields(line, options))),
        };
        Self {
            line,
            fields,
            position: OnceCell::new(),
            operations: OnceCell::new(),
        }
    }

    /// The first operation with this opcode, as [`Skim::operation`] finds it, of a line whose fields need no
    /// reading for that; `None` where they do, or where only reading the whole record can tell.
    pub fn operation_of(line: &[u8], name: &[u8]) -> Option<Option<Place>> {
        for place in plain::pieces_of(line)?.1 {
            match place {
                Ok(place) if place.opcode.of(line) == name => return Some(Some(place)),
                Ok(_) => {}
                Err(()) => return None,
            }
        }
        Some(None)
    }

    /// Placement, side, castling rights and en-passant square of a line that has these in the only way to write them;
    /// `None` of others.
    pub fn fields_of(line: &[u8]) -> Option<[&[u8]; 4]> {
        plain::fields_of(line).map(|(fields, _)| fields)
    }

    /// The same fields, and where the operations are; an error where only reading the whole record can tell.
    pub(super) fn pieces_of(
        line: &[u8],
    ) -> Option<([&[u8]; 4], impl Iterator<Item = Result<Place, ()>>)> {
        plain::pieces_of(line)
    }

    /// What a line is, and nothing else.
    pub fn kind_of(line: &[u8]) -> LineKind {
        match line.first() {
            // As nearly every record does.
            Some(first) if first.is_ascii_alphanumeric() => LineKind::Record,
            _ => reader::kind_of(line),
        }
    }

    /// The line as given.
    pub fn line(&self) -> &'a [u8] {
        self.line
    }

    /// What the line is.
    pub fn kind(&self) -> LineKind {
        match &self.fields {
            Fields::Plain(_) => LineKind::Record,
            Fields::Read(reader) => reader.record.kind,
        }
    }

    /// Whether its fields are spelled as most are: single spaces, letters in lower case where they are,
    /// no clocks.
    pub(crate) fn is_plain(&self) -> bool {
        matches!(self.fields, Fields::Plain(_))
    }

    /// The pieces, where the placement can be read.
    pub fn board(&self) -> Option<&Board> {
        match &self.fields {
            Fields::Plain(plain) => Some(&plain.board),
            Fields::Read(reader) => reader.record.board(),
        }
    }

    /// The side to move.
    pub fn side(&self) -> Option<Color> {
        match &self.fields {
            Fields::Plain(plain) => Some(plain.side),
            Fields::Read(reader) => reader.record.side(),
        }
    }

    /// The castling field's canonical text, where it can be read.
    pub fn castling(&self) -> Option<&str> {
        match &self.fields {
            Fields::Plain(plain) => Some(plain.castling.letters.as_str()),
            Fields::Read(reader) => reader.record.castling(),
        }
    }

    /// The en-passant square, where one is given, possible or not.
    pub fn en_passant(&self) -> Option<Square> {
        match &self.fields {
            Fields::Plain(plain) => plain.en_passant,
            Fields::Read(reader) => reader.record.en_passant(),
        }
    }

    /// Whether there may be FEN's clocks behind the four fields.
    pub fn may_have_clocks(&self) -> bool {
        matches!(&self.fields, Fields::Read(reader) if reader.record.field_spans().half_move.is_some())
    }

    /// The position, where it is one that chess allows; judged when it is first asked for.
    pub fn position(&self) -> Option<&Chess> {
        self.position
            .get_or_init(|| {
                let situation = match &self.fields {
                    Fields::Plain(plain) => plain.situation(),
                    Fields::Read(reader) => reader.situation()?.0,
                };
                super::position::judge(&situation, Span::default(), &mut Vec::new())
            })
            .as_ref()
    }

    /// Where the operations are. `None` where only reading the whole record can tell: a semicolon
    /// may be missing, a quote is broken, counts stand without opcodes, or something is no operation.
    pub fn operations(&self) -> Option<&[Place]> {
        self.operations
            .get_or_init(|| match &self.fields {
                Fields::Plain(plain) => plain.places(self.line).collect::<Result<_, ()>>().ok(),
                Fields::Read(reader) => place(reader),
            })
            .as_deref()
    }

    /// The first operation with this opcode. `None` where only reading the whole record can tell, as
    /// far as the operation and those before it go.
    pub fn operation(&self, name: &[u8]) -> Option<Option<Place>> {
        let is_it = |place: &Place| place.opcode.of(self.line) == name;
        if let Fields::Plain(plain) = &self.fields {
            for place in plain.places(self.line) {
                match place {
                    Ok(place) if is_it(&place) => return Some(Some(place)),
                    Ok(_) => {}
                    Err(()) => return None,
                }
            }
            return Some(None);
        }
        Some(self.operations()?.iter().copied().find(is_it))
    }
}

/// ```text
/// operations = { opcode { operand } ";" } [ opcode { operand } ]
/// ```
fn place(reader: &Reader<'_>) -> Option<Vec<Place>> {
    let (lexemes, line) = (reader.rest(), reader.record.line);
    let mut places = Vec::with_capacity(4);
    let mut first = true;
    // An unknown opcode may turn out to be the first word of a sentence.
    let (mut may_be_prose, mut bare) = (false, 0);
    for lexeme in lexemes {
        let text = lexeme.span.of(line);
        match lexeme.shape {
            Shape::Semicolon if first => return None,
            Shape::Semicolon => first = true,
            Shape::Broken => return None,
            Shape::Word if first => {
                if !opcode::is_opcode(text) {
                    return None;
                }
                places.push(Place {
                    opcode: lexeme.span,
                    operands: Span::at(lexeme.span.end),
                    words: 0,
                });
                first = false;
                (may_be_prose, bare) = (opcode::may_open_prose(text), 0);
            }
            Shape::Quoted if first => return None,
            Shape::Word if opcode::is_known(text) || text.ends_with(b",") => return None,
            Shape::Word | Shape::Quoted => {
                bare += usize::from(lexeme.shape == Shape::Word);
                if may_be_prose && (bare == opcode::PROSE || opcode::ends_as_prose(text)) {
                    return None;
                }
                let place = places.last_mut()?;
                place.operands = if place.words == 0 {
                    lexeme.span
                } else {
                    place.operands.cover(lexeme.span)
                };
                place.words += 1;
            }
        }
    }
    Some(places)
}

#[cfg(test)]
mod tests {
    use super::super::Record;
    use super::*;
    use proptest::prelude::*;

    /// Words that records are made of, whole and broken.
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
            // A record whose fields are whole, too.
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
            // Told at sight, it is what is told by its fields.
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
