//! Tests of the four fields, of the rules and of diagnostics.

use super::{Parser, negate, one_or};
use crate::epd::{Code, Severity, Span, spelling};
use crate::suite::duplicates::Sameness;
use crate::suite::query::ast::{
    Castling, EnPassant, Known, Node, Problem, State, TextOf, TextTest,
};
use crate::suite::query::cursor::{Expected, Fail, Parsed};
use crate::suite::query::shapes::Phase;
use shakmaty::{Color, Square};

impl Parser<'_> {
    /// ```text
    /// is = ( "=" | "!=" ) one | [ "not" ] "in" "(" one { "," one } ")"
    /// ```
    ///
    /// `None` if no such test begins here.
    pub(super) fn is_or_in(
        &mut self,
        mut one: impl FnMut(&mut Self) -> Parsed<Node>,
    ) -> Parsed<Option<Node>> {
        if let Some(negated) = self.list_begins() {
            let nodes = self.list(one)?;
            return Ok(Some(negate(one_or(nodes, Node::Or), negated)));
        }
        match self.is_or_is_not() {
            Ok(negated) => Ok(Some(negate(one(self)?, negated))),
            Err(_) => Ok(None),
        }
    }

    /// ```text
    /// side = "side" is        of "w" | "b"
    /// ```
    pub(super) fn side(&mut self) -> Parsed<Node> {
        let node = self.is_or_in(|parser| parser.one_colour().map(Node::Side))?;
        node.ok_or(Fail::Expected)
    }

    fn one_colour(&mut self) -> Parsed<Color> {
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

    /// Takes `=` and returns false, or `!=` and returns true.
    pub(super) fn is_or_is_not(&mut self) -> Parsed<bool> {
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

    /// ```text
    /// castling = "castling" [ "has" letters | is ]        of letters | "-"
    /// ```
    pub(super) fn castling(&mut self) -> Parsed<Node> {
        if self.cursor.word("has") {
            return self.rights(true).map(Node::Castling);
        }
        let node = self.is_or_in(|parser| parser.rights(false).map(Node::Castling))?;
        Ok(node.unwrap_or(Node::Castling(Castling::Any)))
    }

    /// Parses rights that a record must have, among others or exactly.
    fn rights(&mut self, has: bool) -> Parsed<Castling> {
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

    /// ```text
    /// ep = "ep" [ is ]        of square | "-" | "legal"
    /// ```
    pub(super) fn en_passant(&mut self) -> Parsed<Node> {
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

    /// ```text
    /// square = "a".."h" "1".."8"
    /// ```
    pub(super) fn square(&mut self) -> Parsed<Square> {
        self.cursor.note(Expected::Square);
        let word = self.cursor.peek_word();
        let square = Square::from_ascii(word.as_bytes()).map_err(|_| Fail::Expected)?;
        self.cursor.take(word.len());
        Ok(square)
    }

    /// ```text
    /// phase = "phase" is        of "opening" | "middlegame" | "endgame"
    /// ```
    pub(super) fn phase(&mut self) -> Parsed<Node> {
        let node = self.is_or_in(|parser| parser.one_phase().map(Node::Phase))?;
        node.ok_or(Fail::Expected)
    }

    fn one_phase(&mut self) -> Parsed<Phase> {
        let phases = Phase::ALL.map(|phase| (phase.name(), phase));
        self.cursor.one_of(phases).ok_or(Fail::Expected)
    }

    /// ```text
    /// opening = "opening" [ ".eco" ] [ words ]
    /// ```
    pub(super) fn opening(&mut self) -> Parsed<Node> {
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

    /// ```text
    /// problem = "problem" [ "(" one ")" | "has" one | is ]        of "error" | "warning" | "hint" | code
    /// ```
    pub(super) fn problem(&mut self) -> Parsed<Node> {
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

    /// Parses the code or the severity of a problem.
    fn one_problem(&mut self) -> Parsed<Problem> {
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

    /// ```text
    /// duplicate = "duplicate" "(" ( "position" | "id" | "record" ) ")"
    /// ```
    pub(super) fn duplicate(&mut self) -> Parsed<Node> {
        let all = [
            ("position", Sameness::Position),
            ("id", Sameness::Id),
            ("record", Sameness::Record),
        ];
        self.within(|parser| {
            let found = parser.cursor.one_of(all);
            found
                .map(|kind| Node::Known(Known::Duplicate(kind)))
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
