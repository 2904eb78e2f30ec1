//! Queries from text. The grammar of each function stands above it; blanks may stand between
//! all words and signs.
//!
//! ```text
//! query = either end
//! either   = both { "or" both }
//! both     = single { "and" single }
//! single   = "not" single | "(" either ")" | test
//! ```

mod amount;
mod operation;
mod shape;

use super::ast::{Castling, EnPassant, Node, Problem, State, TextOf};
use super::cursor::{Cursor, Expected, Fail, Parsed};
use super::error::QueryError;
use super::shapes::Phase;
use crate::epd::{Code, Severity, Span};
use crate::suite::duplicates::Sameness;
use shakmaty::{Color, Square};

/// The deepest nesting of parentheses and `not`: far beyond any use, and well within any stack.
const DEEPEST: usize = 100;

/// ```text
/// query = either end
/// ```
pub(super) fn query(text: &str) -> Result<Node, QueryError> {
    let mut parser = Parser {
        cursor: Cursor::new(text),
        depth: 0,
    };
    parser.whole().map_err(|fail| parser.cursor.error(fail))
}

/// What could stand behind `text`, if it is the beginning of a query.
pub(super) fn expected_behind(text: &str) -> Vec<Expected> {
    let mut parser = Parser {
        cursor: Cursor::new(text),
        depth: 0,
    };
    // Whatever the outcome, the cursor knows what it looked for at the end.
    let _ = parser.whole();
    parser.cursor.expected_at_end().to_vec()
}

pub(super) struct Parser<'t> {
    cursor: Cursor<'t>,
    depth: usize,
}

impl Parser<'_> {
    fn whole(&mut self) -> Parsed<Node> {
        let node = self.either()?;
        self.cursor.note(Expected::End);
        if self.cursor.rest().is_empty() {
            Ok(node)
        } else {
            Err(Fail::Expected)
        }
    }

    /// ```text
    /// either = both { "or" both }
    /// ```
    fn either(&mut self) -> Parsed<Node> {
        let mut nodes = vec![self.both()?];
        while self.cursor.word("or") {
            nodes.push(self.both()?);
        }
        Ok(one_or(nodes, Node::Or))
    }

    /// ```text
    /// both = single { "and" single }
    /// ```
    fn both(&mut self) -> Parsed<Node> {
        let mut nodes = vec![self.single()?];
        while self.cursor.word("and") {
            nodes.push(self.single()?);
        }
        Ok(one_or(nodes, Node::And))
    }

    /// ```text
    /// single = "not" single | "(" either ")" | test
    /// ```
    fn single(&mut self) -> Parsed<Node> {
        self.depth += 1;
        if self.depth > DEEPEST {
            let span = Span::at(self.cursor.place());
            return Err(Fail::Wrong(span, "nested too deeply".to_owned()));
        }
        let node = if self.cursor.word("not") {
            Node::Not(Box::new(self.single()?))
        } else if self.cursor.sign("(") {
            let node = self.either()?;
            self.cursor.must(")")?;
            node
        } else {
            self.test()?
        };
        self.depth -= 1;
        Ok(node)
    }

    /// ```text
    /// test = state | side | castling | ep | phase | at | board | problem | duplicate
    ///      | text | signature | comparison | operation
    /// ```
    fn test(&mut self) -> Parsed<Node> {
        const STATES: [(&str, State); 6] = [
            ("legal", State::Legal),
            ("check", State::Check),
            ("mate", State::Mate),
            ("stalemate", State::Stalemate),
            ("kept", State::Kept),
            ("canonical", State::Canonical),
        ];
        for (name, state) in STATES {
            if self.cursor.word(name) {
                return Ok(Node::State(state));
            }
        }
        if self.cursor.word("side") {
            return self.side();
        }
        if self.cursor.word("castling") {
            return self.castling();
        }
        if self.cursor.word("ep") {
            return self.en_passant();
        }
        if self.cursor.word("phase") {
            return self.phase();
        }
        if self.cursor.word("at") {
            return self.at();
        }
        if self.cursor.word("board") {
            return self.board();
        }
        if self.cursor.word("problem") {
            return self.problem();
        }
        if self.cursor.word("duplicate") {
            return self.duplicate();
        }
        if self.cursor.word("text") {
            return self.text_test(TextOf::Line)?.ok_or(Fail::Expected);
        }
        if let Some(signature) = self.signature()? {
            return Ok(Node::Material(signature));
        }
        if let Some(amount) = self.amount()? {
            return self.comparison(amount);
        }
        self.operation()
    }

    /// ```text
    /// side = "side" ( "=" | "!=" ) ( "w" | "b" )
    /// ```
    fn side(&mut self) -> Parsed<Node> {
        let negated = self.is_or_is_not()?;
        let color = if self.cursor.word("w") {
            Color::White
        } else if self.cursor.word("b") {
            Color::Black
        } else {
            return Err(Fail::Expected);
        };
        Ok(negate(Node::Side(color), negated))
    }

    /// `=` gives false, `!=` true.
    fn is_or_is_not(&mut self) -> Parsed<bool> {
        if self.cursor.sign("!=") {
            Ok(true)
        } else if self.cursor.sign("=") {
            Ok(false)
        } else {
            Err(Fail::Expected)
        }
    }

    /// ```text
    /// castling = "castling" [ ( "=" | "!=" | "has" ) ( letters | "-" ) ]
    /// ```
    fn castling(&mut self) -> Parsed<Node> {
        let has = self.cursor.word("has");
        let negated = if has {
            false
        } else {
            match self.is_or_is_not() {
                Ok(negated) => negated,
                Err(_) => return Ok(Node::Castling(Castling::Any)),
            }
        };
        self.cursor.note(Expected::Rights);
        let letters = self.cursor.peek_run();
        let good = letters
            .bytes()
            .all(|byte| matches!(byte, b'K' | b'Q' | b'k' | b'q' | b'a'..=b'h' | b'A'..=b'H'));
        if letters.is_empty() || !(good || letters == "-" && !has) {
            return Err(Fail::Expected);
        }
        self.cursor.take(letters.len());
        let letters = letters.to_owned();
        let node = if has {
            Node::Castling(Castling::Hold(letters))
        } else {
            Node::Castling(Castling::Are(letters))
        };
        Ok(negate(node, negated))
    }

    /// ```text
    /// ep = "ep" [ ( "=" | "!=" ) ( square | "-" | "legal" ) ]
    /// ```
    fn en_passant(&mut self) -> Parsed<Node> {
        let Ok(negated) = self.is_or_is_not() else {
            return Ok(Node::EnPassant(EnPassant::Given));
        };
        let wanted = if self.cursor.word("legal") {
            EnPassant::Legal
        } else if self.cursor.sign("-") {
            EnPassant::None
        } else {
            EnPassant::Is(self.square()?)
        };
        Ok(negate(Node::EnPassant(wanted), negated))
    }

    /// ```text
    /// square = "a".."h" "1".."8"
    /// ```
    fn square(&mut self) -> Parsed<Square> {
        self.cursor.note(Expected::Square);
        let word = self.cursor.peek_word();
        let square = Square::from_ascii(word.as_bytes()).map_err(|_| Fail::Expected)?;
        self.cursor.take(word.len());
        Ok(square)
    }

    /// ```text
    /// phase = "phase" ( "=" | "!=" ) ( "opening" | "middlegame" | "endgame" )
    /// ```
    fn phase(&mut self) -> Parsed<Node> {
        let negated = self.is_or_is_not()?;
        for phase in Phase::ALL {
            if self.cursor.word(phase.name()) {
                return Ok(negate(Node::Phase(phase), negated));
            }
        }
        Err(Fail::Expected)
    }

    /// ```text
    /// problem = "problem" [ "(" ( "error" | "warning" | "hint" | code ) ")" ]
    /// ```
    fn problem(&mut self) -> Parsed<Node> {
        if !self.cursor.sign("(") {
            return Ok(Node::Problem(Problem::Any));
        }
        for severity in [Severity::Error, Severity::Warning, Severity::Hint] {
            if self.cursor.word(severity.name()) {
                self.cursor.must(")")?;
                return Ok(Node::Problem(Problem::Severity(severity)));
            }
        }
        self.cursor.note(Expected::Code);
        let name = self.cursor.peek_run();
        let Some(code) = Code::from_name(name) else {
            return Err(Fail::Expected);
        };
        self.cursor.take(name.len());
        self.cursor.must(")")?;
        Ok(Node::Problem(Problem::Code(code)))
    }

    /// ```text
    /// duplicate = "duplicate" "(" ( "position" | "id" | "record" ) ")"
    /// ```
    fn duplicate(&mut self) -> Parsed<Node> {
        self.cursor.must("(")?;
        for (name, sameness) in [
            ("position", Sameness::Position),
            ("id", Sameness::Id),
            ("record", Sameness::Record),
        ] {
            if self.cursor.word(name) {
                self.cursor.must(")")?;
                return Ok(Node::Duplicate(sameness));
            }
        }
        Err(Fail::Expected)
    }
}

fn negate(node: Node, negated: bool) -> Node {
    if negated {
        Node::Not(Box::new(node))
    } else {
        node
    }
}

fn one_or(mut nodes: Vec<Node>, many: fn(Vec<Node>) -> Node) -> Node {
    match (nodes.len(), nodes.pop()) {
        (1, Some(only)) => only,
        (_, last) => {
            nodes.extend(last);
            many(nodes)
        }
    }
}
