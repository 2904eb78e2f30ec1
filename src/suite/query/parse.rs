//! The parser of queries. The grammar of each function is in its doc; blanks may separate all words and signs.
//!
//! ```text
//! query = either end
//! either   = both { ( "or" | "||" ) both }
//! both     = single { ( "and" | "&&" ) single }
//! single   = ( "not" | "!" ) single | "(" either ")" | test
//! ```

mod amount;
mod fields;
mod operation;

use crate::epd::{Span, holds_integer, holds_moves, moves, opcode};
use crate::suite::query::QueryError;
use crate::suite::query::ast::{
    Amount, CalculatedValue, Comparison, ExternalFact, Likeness, Node, Number, OperandChoice,
    State, TextOf, TextTest,
};
use crate::suite::query::cursor::{Cursor, Expected, Fail, ParseResult};
use crate::suite::query::lazy_record::Positions;
use shakmaty::{Color, Role};
use std::cmp::Ordering;

/// The deepest nesting of parentheses and `not`: far more than anyone needs, and little enough for any stack.
const DEEPEST: usize = 100;

/// Parses `query = either end`.
pub(super) fn query(text: &str) -> Result<Node, QueryError> {
    let mut parser = Parser::of(text);
    let read = parser.whole();
    read.map_err(|fail| parser.cursor.error(fail))
}

/// Parses a single value of a record: a number, an opcode, or the first operand of an operation.
pub(super) fn value(text: &str) -> Result<CalculatedValue, QueryError> {
    let mut parser = Parser::of(text);
    let value = match parser.text_value() {
        Ok(None) => parser.sum().map(CalculatedValue::Number),
        Ok(Some(value)) => Ok(value),
        Err(fail) => Err(fail),
    };
    let read = value.and_then(|value| {
        parser.cursor.note(Expected::End);
        match parser.cursor.rest() {
            "" => Ok(value),
            _ => Err(Fail::Expected),
        }
    });
    read.map_err(|fail| parser.cursor.error(fail))
}

/// Returns the tokens that may follow `text`, if it is the beginning of a query.
pub(super) fn expected_behind(text: &str) -> Vec<Expected> {
    let mut parser = Parser::of(text);
    // Even if parsing fails, the cursor has recorded the tokens expected at the end.
    let _ = parser.whole();
    parser.cursor.expected_at_end().to_vec()
}

pub(super) struct Parser<'t> {
    cursor: Cursor<'t>,
    depth: usize,
    steps: usize,
}

impl<'t> Parser<'t> {
    fn of(text: &'t str) -> Self {
        Self {
            cursor: Cursor::new(text),
            depth: 0,
            steps: 0,
        }
    }
}

impl Parser<'_> {
    fn whole(&mut self) -> ParseResult<Node> {
        let node = self.either()?;
        self.cursor.note(Expected::End);
        if self.cursor.rest().is_empty() {
            Ok(node)
        } else {
            Err(Fail::Expected)
        }
    }

    /// Parses `either = both { ( "or" | "||" ) both }`.
    fn either(&mut self) -> ParseResult<Node> {
        let mut nodes = vec![self.both()?];
        while self.cursor.keyword("or") || self.cursor.other_sign("||") {
            nodes.push(self.both()?);
        }
        Ok(one_or(nodes, Node::Or))
    }

    /// Parses `both = single { ( "and" | "&&" ) single }`.
    fn both(&mut self) -> ParseResult<Node> {
        let mut nodes = vec![self.single()?];
        while self.cursor.keyword("and") || self.cursor.other_sign("&&") {
            nodes.push(self.single()?);
        }
        Ok(one_or(nodes, Node::And))
    }

    /// Parses `single = ( "not" | "!" ) single | "(" either ")" | test`.
    fn single(&mut self) -> ParseResult<Node> {
        self.deeper(|parser| {
            if parser.cursor.keyword("not") || parser.bang() {
                return Ok(Node::Not(Box::new(parser.single()?)));
            }
            if parser.begins_sum() || !parser.cursor.sign("(") {
                return parser.test();
            }
            let node = parser.either()?;
            parser.cursor.must(")")?;
            Ok(node)
        })
    }

    /// Parses one level deeper, up to [`DEEPEST`].
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> ParseResult<T>) -> ParseResult<T> {
        self.depth += 1;
        if self.depth > DEEPEST {
            let span = Span::at(self.cursor.place());
            return Err(Fail::Wrong(span, "nested too deeply".to_owned()));
        }
        let found = read(self)?;
        self.depth -= 1;
        Ok(found)
    }

    /// Parses inside parentheses, which must be next.
    fn within<T>(&mut self, read: impl FnOnce(&mut Self) -> ParseResult<T>) -> ParseResult<T> {
        self.cursor.must("(")?;
        let found = read(self)?;
        self.cursor.must(")")?;
        Ok(found)
    }

    /// Consumes `!`, unless it begins `!=` or `!~`; returns true if it is next.
    fn bang(&mut self) -> bool {
        let rest = self.cursor.rest();
        !rest.starts_with("!=") && !rest.starts_with("!~") && self.cursor.other_sign("!")
    }

    /// Returns true if a parenthesis with a number opens here, judging by the operator after its end.
    fn begins_sum(&mut self) -> bool {
        let rest = self.cursor.rest();
        if !rest.starts_with('(') {
            return false;
        }
        let (mut open, mut quoted) = (0_usize, false);
        let end = rest.char_indices().find(|(_, letter)| {
            match letter {
                '"' => quoted = !quoted,
                '(' if !quoted => open += 1,
                ')' if !quoted => open -= 1,
                _ => {}
            }
            open == 0
        });
        let behind = end
            .and_then(|(at, _)| rest.get(at + 1..))
            .unwrap_or_default();
        let behind = behind.trim_start();
        let mut words = behind.split(|c: char| !c.is_ascii_alphabetic());
        let mut is_next = |names: &[&str]| {
            let word = words.next().unwrap_or_default();
            names.iter().any(|name| word.eq_ignore_ascii_case(name))
        };
        behind.starts_with(['+', '-', '*', '/', '=', '<', '>'])
            || behind.starts_with("!=")
            || is_next(&["between", "in", "not"])
    }

    /// Parses this rule:
    /// ```text
    /// test = "all" | state | "white" | "black" | "marked" | "edited" | mate | position | side | castling | ep
    ///      | phase | at | board | problem | duplicate | opening | text | file | signature
    ///      | first | piece | comparison | operation
    /// ```
    fn test(&mut self) -> ParseResult<Node> {
        const WORDS: [(&str, Node); 10] = [
            // The empty conjunction is always true.
            ("all", Node::And(Vec::new())),
            ("legal", Node::State(State::Legal)),
            ("check", Node::State(State::Check)),
            ("stalemate", Node::State(State::Stalemate)),
            ("kept", Node::State(State::Kept)),
            ("canonical", Node::State(State::Canonical)),
            ("white", Node::Side(Color::White)),
            ("black", Node::Side(Color::Black)),
            ("marked", Node::Known(ExternalFact::Marked)),
            ("edited", Node::Known(ExternalFact::Edited)),
        ];
        if let Some(node) = self.cursor.one_of(WORDS) {
            return Ok(node);
        }
        type Read = fn(&mut Parser<'_>) -> ParseResult<Node>;
        const FIELDS: [(&str, Read); 14] = [
            ("mate", |parser| parser.mate()),
            ("position", |parser| parser.position()),
            ("side", |parser| parser.side()),
            ("castling", |parser| parser.castling()),
            ("ep", |parser| parser.en_passant()),
            ("phase", |parser| parser.phase()),
            ("at", |parser| parser.at()),
            ("board", |parser| parser.board()),
            ("problem", |parser| parser.problem()),
            ("first", |parser| parser.first()),
            ("duplicate", |parser| parser.duplicate()),
            ("opening", |parser| parser.opening()),
            ("text", |parser| {
                parser.text_test(TextOf::Line)?.ok_or(Fail::Expected)
            }),
            ("file", |parser| {
                parser.words_of(TextOf::File)?.ok_or(Fail::Expected)
            }),
        ];
        if let Some(read) = self.cursor.one_of(FIELDS) {
            return read(self);
        }
        // Without a parenthesis, `piece` follows an opcode.
        let place = self.cursor.place();
        if self.cursor.word("piece") {
            if self.cursor.rest().is_empty() || self.cursor.rest().starts_with('(') {
                return self.piece();
            }
            self.cursor.back_to(place);
        }
        if let Some(signature) = self.signature()? {
            return Ok(Node::Material(signature));
        }
        if let Some(amount) = self.amount()? {
            return self.comparison(amount);
        }
        self.operation()
    }

    /// Parses `mate = "mate" [ "in" [ "<=" | "<" ] ( "1" | "2" | "3" ) ]`.
    fn mate(&mut self) -> ParseResult<Node> {
        if !self.cursor.keyword("in") {
            return Ok(Node::State(State::Mate));
        }
        let (at_most, below) = (self.cursor.other_sign("<="), self.cursor.other_sign("<"));
        let moves = self.cursor.one_of([("1", 1), ("2", 2), ("3", 3)]);
        match (moves.ok_or(Fail::Expected)?, at_most, below) {
            (1, _, true) => Err(Fail::Expected),
            (moves, false, false) => Ok(Node::MateIn(moves)),
            (moves, ..) => {
                let all = 1..=moves - u8::from(below);
                Ok(one_or(all.map(Node::MateIn).collect(), Node::Or))
            }
        }
    }

    /// Parses this rule:
    /// ```text
    /// position = "position" [ "not" ] "in" ( quoted | path )
    /// path     = any bytes but blanks, parentheses and commas
    /// ```
    fn position(&mut self) -> ParseResult<Node> {
        let negated = self.list_begins().ok_or(Fail::Expected)?;
        self.cursor.note(Expected::File);
        let path = self.word_or_quoted()?;
        Ok(negate(Node::PositionIn(Positions::of(&path)), negated))
    }
}

impl Node {
    /// Returns the test that a text equals `wanted`, or exists and differs.
    fn is(of: TextOf, wanted: String, negated: bool) -> Self {
        let words = [wanted.into_bytes()].into();
        Self::Text(of, TextTest::OneOf(words), negated)
    }

    fn at_least_one(amount: Amount) -> Self {
        Self::Compare(
            amount,
            Comparison::Greater,
            Amount::Literal(Number::Whole(0)),
        )
    }
}

fn negate(node: Node, negated: bool) -> Node {
    match negated {
        true => Node::Not(Box::new(node)),
        false => node,
    }
}

/// Combines the tests of a list into one whose evaluation time does not grow with the list.
fn listed(nodes: Vec<Node>, negated: bool) -> Node {
    let words = |node: &Node| match node {
        Node::Text(_, TextTest::OneOf(words), _) => Some(words.clone()),
        _ => None,
    };
    let number = |node: &Node| match node {
        Node::Compare(_, _, Amount::Literal(number)) => Some(*number),
        _ => None,
    };
    match nodes.as_slice() {
        [Node::Text(of, ..), _, ..] => {
            if let Some(all) = nodes.iter().map(words).collect::<Option<Vec<_>>>() {
                let words = all.into_iter().flatten().collect();
                return Node::Text(of.clone(), TextTest::OneOf(words), negated);
            }
        }
        [Node::Compare(of, ..), _, ..] => {
            if let Some(mut numbers) = nodes.iter().map(number).collect::<Option<Vec<_>>>() {
                numbers.sort_by(|one, other| one.compare(*other).unwrap_or(Ordering::Equal));
                return Node::Among(of.clone(), numbers, negated);
            }
        }
        _ => {}
    }
    one_or(nodes, if negated { Node::And } else { Node::Or })
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

impl Parser<'_> {
    /// Parses a comparison with another value of the record; `None` if a word, a number or a calculation is next.
    fn alike(&mut self, of: &TextOf, how: Likeness) -> ParseResult<Option<Node>> {
        let Some(other) = self.other(of)? else {
            return Ok(None);
        };
        let sign = match how {
            Likeness::Is => Comparison::Equal,
            Likeness::IsNot => Comparison::NotEqual,
            Likeness::Shares => return Ok(Some(Node::Alike(of.clone(), how, other))),
        };
        Ok(Some(match (of, &other) {
            (TextOf::Operation(one), TextOf::Operation(two))
                if holds_integer(one) || holds_integer(two) =>
            {
                let number = |opcode: &String| Amount::Operand(opcode.clone());
                Node::Compare(number(one), sign, number(two))
            }
            _ => Node::Alike(of.clone(), how, other),
        }))
    }

    /// Parses this rule:
    /// ```text
    /// other = ( "op" | "first" | "piece" ) "(" opcode ")" | "opening.eco"
    ///       | opcode        if moves are compared, and it is not a move itself
    /// ```
    ///
    /// `None` if no such value is next, or if it begins a calculation.
    fn other(&mut self, of: &TextOf) -> ParseResult<Option<TextOf>> {
        let place = self.cursor.place();
        let word = self.cursor.peek_word();
        let rest = self.cursor.rest();
        let behind = rest.get(word.len()..).unwrap_or_default();
        let made: fn(String) -> TextOf = match (word, behind.starts_with('(')) {
            _ if matches!(of, TextOf::Line | TextOf::File) => return Ok(None),
            ("op", true) => TextOf::Operation,
            ("first", true) => TextOf::First,
            ("piece", true) => TextOf::Piece,
            _ if self.cursor.peek_run() == ECO => {
                self.cursor.take(ECO.len());
                return Ok(Some(TextOf::OpeningEco));
            }
            (word, false) if word == self.cursor.peek_run() && names_operation(of, word) => {
                self.cursor.take(word.len());
                return Ok(self.unless_calculated(place, TextOf::Operation(word.to_owned())));
            }
            _ => return Ok(None),
        };
        let opcode = match word {
            // Consumed by `opcode`, with its parentheses.
            "op" => self.opcode()?,
            word => {
                self.cursor.take(word.len());
                self.opcode_in_parentheses()?
            }
        };
        Ok(self.unless_calculated(place, made(opcode)))
    }

    /// Returns the value; if it begins a calculation, moves back to `place` and returns `None`.
    fn unless_calculated(&mut self, place: usize, other: TextOf) -> Option<TextOf> {
        if self.cursor.rest().starts_with(['+', '-', '*', '/']) {
            self.cursor.back_to(place);
            return None;
        }
        Some(other)
    }
}

const ECO: &str = "opening.eco";

/// Returns true if a bare word is an operation to compare with, and can't be an operand.
fn names_operation(of: &TextOf, word: &str) -> bool {
    let (TextOf::Operation(name) | TextOf::First(name)) = of else {
        return false;
    };
    match opcode::find(name.as_bytes()) {
        Some(_) => is_known(word) && holds_moves(name) && !moves::looks_like_move(word.as_bytes()),
        None => holds_moves(word) && matches!(of, TextOf::Operation(_)),
    }
}

/// Returns true for an opcode of the standard or a well-known one.
fn is_known(word: &str) -> bool {
    opcode::find(word.as_bytes()).is_some() || opcode::well_known(word.as_bytes()).is_some()
}

/// The suffix of an opcode for the prefix of its text.
const PREFIX: &str = ".prefix";

impl Parser<'_> {
    /// Parses `first = "first" "(" opcode ")" ( move-kind | words )`.
    fn first(&mut self) -> ParseResult<Node> {
        let opcode = self.opcode_in_parentheses()?;
        if holds_moves(&opcode)
            && let Some(kind) = self.move_kind()?
        {
            return Ok(Node::Move(OperandChoice::First, opcode, kind));
        }
        self.words_of(TextOf::First(opcode))?.ok_or(Fail::Expected)
    }

    /// Parses this rule:
    /// ```text
    /// piece  = "piece" "(" opcode ")" ( ( "=" | "!=" ) ( letter | other ) | [ "not" ] "in" "(" letter { "," letter } ")" )
    /// letter = "P" | "N" | "B" | "R" | "Q" | "K"
    /// ```
    fn piece(&mut self) -> ParseResult<Node> {
        let of = TextOf::Piece(self.opcode_in_parentheses()?);
        let one = |parser: &mut Self, negated| {
            let letter = parser.role()?.upper_char().to_string();
            Ok(Node::is(of.clone(), letter, negated))
        };
        if let Some(negated) = self.list_begins() {
            let nodes = self.list(|parser| one(parser, negated))?;
            return Ok(listed(nodes, negated));
        }
        let negated = self.is_or_is_not()?;
        match self.alike(&of, Likeness::of(negated))? {
            Some(node) => Ok(node),
            None => one(self, negated),
        }
    }

    fn role(&mut self) -> ParseResult<Role> {
        self.cursor.note(Expected::Pieces);
        let run = self.cursor.peek_run();
        let role = role_of(run.trim_matches(['"', '\''])).ok_or(Fail::Expected)?;
        self.cursor.take(run.len());
        Ok(role)
    }

    /// Parses a value of a record that is a text.
    ///
    /// ```text
    /// text-value = "first" "(" opcode ")" | "piece" "(" opcode ")" | opcode ".prefix"
    /// ```
    fn text_value(&mut self) -> ParseResult<Option<CalculatedValue>> {
        let word = self.cursor.peek_word();
        let behind = self.cursor.rest().get(word.len()..).unwrap_or_default();
        if behind.starts_with(PREFIX) {
            let opcode = self.opcode()?;
            self.cursor.take(PREFIX.len());
            return Ok(Some(CalculatedValue::Text(TextOf::Prefix(opcode))));
        }
        let of = if self.cursor.word("first") {
            TextOf::First
        } else if self.cursor.word("piece") {
            TextOf::Piece
        } else {
            return Ok(None);
        };
        let opcode = self.opcode_in_parentheses()?;
        Ok(Some(CalculatedValue::Text(of(opcode))))
    }

    fn opcode_in_parentheses(&mut self) -> ParseResult<String> {
        self.within(Self::opcode)
    }
}

fn role_of(word: &str) -> Option<Role> {
    let mut letters = word.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => Role::from_char(letter),
        _ => None,
    }
}
