//! Tests of the position fields, of diagnostics, and of boards: kinds of pieces, squares, patterns, material.

use crate::epd::{Code, Severity, Span, spelling};
use crate::suite::duplicates::DuplicateKey;
use crate::suite::query::ast::{
    Castling, EnPassant, ExternalFact, Node, Problem, State, TextOf, TextTest,
};
use crate::suite::query::cursor::{Expected, Fail, ParseResult};
use crate::suite::query::parse::{Parser, negate, one_or};
use crate::suite::query::shapes::{BoardPattern, Force, Phase, PieceSet, Signature};
use shakmaty::{Color, File, Piece, Rank, Square};

impl Parser<'_> {
    /// Parses `is = ( "=" | "!=" ) one | [ "not" ] "in" "(" one { "," one } ")"`.
    ///
    /// Returns `None` if no such test is next.
    fn is_or_in(
        &mut self,
        mut one: impl FnMut(&mut Self) -> ParseResult<Node>,
    ) -> ParseResult<Option<Node>> {
        if let Some(negated) = self.list_begins() {
            let nodes = self.list(one)?;
            return Ok(Some(negate(one_or(nodes, Node::Or), negated)));
        }
        match self.is_or_is_not() {
            Ok(negated) => Ok(Some(negate(one(self)?, negated))),
            Err(_) => Ok(None),
        }
    }

    /// Parses `side = "side" is of "w" | "b"`.
    pub(super) fn side(&mut self) -> ParseResult<Node> {
        let node = self.is_or_in(|parser| parser.one_colour().map(Node::Side))?;
        node.ok_or(Fail::Expected)
    }

    fn one_colour(&mut self) -> ParseResult<Color> {
        self.cursor.note(Expected::Word("w"));
        self.cursor.note(Expected::Word("b"));
        let run = self.cursor.peek_run();
        let color = match run.trim_matches(['"', '\'']) {
            "w" | "white" => Color::White,
            "b" | "black" => Color::Black,
            _ => return Err(Fail::Expected),
        };
        self.cursor.take(run.len());
        Ok(color)
    }

    /// Consumes `=` and returns false, or `!=` and returns true.
    pub(super) fn is_or_is_not(&mut self) -> ParseResult<bool> {
        if self.cursor.sign("!=") || self.cursor.other_sign("<>") {
            Ok(true)
        } else if self.cursor.sign("=") {
            // `==` is a synonym.
            if self.cursor.rest().starts_with('=') {
                self.cursor.take(1);
            }
            Ok(false)
        } else {
            Err(Fail::Expected)
        }
    }

    /// Parses `castling = "castling" [ "has" letters | is ] of letters | "-"`.
    pub(super) fn castling(&mut self) -> ParseResult<Node> {
        if self.cursor.word("has") {
            return self.rights(true).map(Node::Castling);
        }
        let node = self.is_or_in(|parser| parser.rights(false).map(Node::Castling))?;
        Ok(node.unwrap_or(Node::Castling(Castling::Any)))
    }

    /// Parses the rights that a record must have, exactly or (with `has`) perhaps among others.
    fn rights(&mut self, has: bool) -> ParseResult<Castling> {
        self.cursor.note(Expected::Rights);
        let letters = self.cursor.peek_run();
        let good = letters
            .bytes()
            .all(|byte| matches!(byte, b'K' | b'Q' | b'k' | b'q' | b'a'..=b'h' | b'A'..=b'H'));
        if letters.is_empty() || !(good || letters == "-" && !has) {
            return Err(Fail::Expected);
        }
        self.cursor.take(letters.len());
        let letters = in_order(letters);
        Ok(match has {
            true => Castling::Hold(letters),
            false => Castling::Are(letters),
        })
    }

    /// Parses `ep = "ep" [ is ] of square | "-" | "legal"`.
    pub(super) fn en_passant(&mut self) -> ParseResult<Node> {
        let node = self.is_or_in(|parser| {
            Ok(Node::EnPassant(if parser.cursor.word("legal") {
                EnPassant::Legal
            } else if parser.cursor.sign("-") {
                EnPassant::None
            } else {
                EnPassant::Is(parser.square()?)
            }))
        })?;
        Ok(node.unwrap_or(Node::EnPassant(EnPassant::Given)))
    }

    /// Parses `square = "a".."h" "1".."8"`.
    pub(super) fn square(&mut self) -> ParseResult<Square> {
        self.cursor.note(Expected::Square);
        let word = self.cursor.peek_word();
        let square = Square::from_ascii(word.as_bytes()).map_err(|_| Fail::Expected)?;
        self.cursor.take(word.len());
        Ok(square)
    }

    /// Parses `phase = "phase" is of "opening" | "middlegame" | "endgame"`.
    pub(super) fn phase(&mut self) -> ParseResult<Node> {
        let node = self.is_or_in(|parser| parser.one_phase().map(Node::Phase))?;
        node.ok_or(Fail::Expected)
    }

    fn one_phase(&mut self) -> ParseResult<Phase> {
        let phases = Phase::ALL.map(|phase| (phase.name(), phase));
        self.cursor.one_of(phases).ok_or(Fail::Expected)
    }

    /// Parses `opening = "opening" [ ".eco" ] [ words ]`.
    pub(super) fn opening(&mut self) -> ParseResult<Node> {
        let of = match self.cursor.sign(".eco") {
            true => TextOf::OpeningEco,
            false => TextOf::Opening,
        };
        let place = self.cursor.place();
        let found = self.words_of(of)?;
        if let Some(Node::Text(TextOf::Opening, TextTest::OneOf(words), _)) = &found
            && let Some(code) = words.iter().find(|word| is_code(word))
        {
            let span = Span::new(place, self.cursor.place());
            let code = String::from_utf8_lossy(code);
            let message =
                format!("`opening` is a name; for the ECO code, try `opening.eco = {code}`");
            return Err(Fail::Wrong(span, message));
        }
        Ok(found.unwrap_or(Node::State(State::Opening)))
    }

    /// Parses `problem = "problem" [ "(" one ")" | "has" one | is ] of "error" | "warning" | "hint" | code`.
    pub(super) fn problem(&mut self) -> ParseResult<Node> {
        if self.cursor.sign("(") {
            let problem = self.one_problem()?;
            self.cursor.must(")")?;
            return Ok(Node::Problem(problem));
        }
        if self.cursor.other_word("has") {
            return self.one_problem().map(Node::Problem);
        }
        let start = self.cursor.place();
        let is_negated = match self.list_begins() {
            Some(negated) => negated,
            None => self.is_or_is_not().unwrap_or(false),
        };
        if is_negated {
            let span = Span::new(start, self.cursor.behind());
            let said = "a record may have several problems; for those without one, try `not problem(error)`";
            return Err(Fail::Wrong(span, said.to_owned()));
        }
        self.cursor.back_to(start);
        let node = self.is_or_in(|parser| parser.one_problem().map(Node::Problem))?;
        Ok(node.unwrap_or(Node::Problem(Problem::Any)))
    }

    fn one_problem(&mut self) -> ParseResult<Problem> {
        let severities = [Severity::Error, Severity::Warning, Severity::Hint];
        let severities = severities.map(|severity| (severity.name(), severity));
        if let Some(severity) = self.cursor.one_of(severities) {
            return Ok(Problem::Severity(severity));
        }
        self.cursor.note(Expected::Code);
        let run = self.cursor.peek_run();
        let name = run.trim_matches(['"', '\'']);
        let Some(code) = Code::from_name(name) else {
            let codes = Code::all().iter().map(|code| code.name());
            let near = spelling::nearest(name.as_bytes(), codes, spelling::slips(name.as_bytes()));
            if run.is_empty() {
                return Err(Fail::Expected);
            }
            let hint = match near.first() {
                Some(near) => format!("did you mean `{near}`?"),
                None => "expected `error`, `warning`, `hint` or a problem code (`move-illegal`)"
                    .to_owned(),
            };
            let said = format!("unknown problem `{name}`; {hint}");
            return Err(Fail::Wrong(self.cursor.take(run.len()), said));
        };
        self.cursor.take(run.len());
        Ok(Problem::Code(code))
    }

    /// Parses `duplicate = "duplicate" "(" ( "position" | "id" | "record" ) ")"`.
    pub(super) fn duplicate(&mut self) -> ParseResult<Node> {
        let all = [
            ("position", DuplicateKey::Position),
            ("id", DuplicateKey::Id),
            ("record", DuplicateKey::Record),
        ];
        self.within(|parser| {
            let found = parser.cursor.one_of(all);
            found
                .map(|kind| Node::Known(ExternalFact::Duplicate(kind)))
                .ok_or(Fail::Expected)
        })
    }
}

/// Returns true if a text has the form of an ECO code: `B90`.
fn is_code(text: &[u8]) -> bool {
    matches!(text, [b'A'..=b'E' | b'a'..=b'e', b'0'..=b'9', b'0'..=b'9'])
}

/// Returns castling letters in canonical order.
fn in_order(letters: &str) -> String {
    const ORDER: &str = "KQkq";
    if !letters.chars().all(|letter| ORDER.contains(letter)) {
        return letters.to_owned();
    }
    ORDER
        .chars()
        .filter(|letter| letters.contains(*letter))
        .collect()
}

impl Parser<'_> {
    /// Parses `pieces = letter { letter } of PNBRQKpnbrqk`, and `-` for an empty square with `or_empty`.
    pub(super) fn pieces(&mut self, or_empty: bool) -> ParseResult<PieceSet> {
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

    /// Parses `at = "at" "(" square ")" [ is ] of pieces | "-"`.
    pub(super) fn at(&mut self) -> ParseResult<Node> {
        let square = self.within(Self::square)?;
        let node = self.is_or_in(|parser| Ok(Node::At(square, parser.pieces(true)?)))?;
        Ok(node.unwrap_or_else(|| Node::At(square, PieceSet::all())))
    }

    /// Parses `board = "board" ( "~" | "!~" ) '"' pattern '"'`.
    pub(super) fn board(&mut self) -> ParseResult<Node> {
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

    /// Parses this rule:
    /// ```text
    /// signature = "K" { piece } [ "v" ] "K" { piece }
    /// piece     = ( "P" | "N" | "B" | "R" | "Q" ) [ "*" | "+" ]
    /// ```
    ///
    /// `*` means any number of this piece, `+` this number or more. `None` if no signature is next.
    pub(super) fn signature(&mut self) -> ParseResult<Option<Signature>> {
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

/// Parses this rule:
/// ```text
/// pattern = rank "/" rank "/" … (eight)
/// rank    = { piece letter | "1".."8" (empty squares) | "?" (any square) | "*" (any squares) }
/// ```
///
/// One `*` per rank fills the remaining squares. Errors have their offset in the text.
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

/// The required content of a square: anything (`None`), an empty square (`Some(None)`), or a piece.
type SquareContent = Option<Option<Piece>>;

fn read_rank(text: &str) -> Result<Vec<SquareContent>, (usize, String)> {
    let mut row: Vec<SquareContent> = Vec::new();
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
