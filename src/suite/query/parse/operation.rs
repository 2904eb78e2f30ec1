//! Tests of operations: presence, and operands as numbers, text or moves.

use crate::epd::opcode::{self, Shape};
use crate::epd::operand::read_number;
use crate::epd::{Span, holds_moves, holds_name, holds_text};
use crate::suite::query;
use crate::suite::query::ast::{
    Amount, Comparison, Likeness, MoveKind, Node, OperandChoice, TextOf, TextTest,
};
use crate::suite::query::cursor::{Expected, Fail, ParseResult};
use crate::suite::query::parse::{Parser, is_known, listed, negate};
use crate::suite::search::{Case, Pattern};
use shakmaty::Square;

impl Parser<'_> {
    /// Parses this rule:
    /// ```text
    /// operation = opcode [ "has" operand | move-kind | text-test | "=" word | "!=" word
    ///                    | [ "not" ] "in" "(" word { "," word } ")" | comparison ]
    /// ```
    ///
    /// Words are for opcodes of moves and texts. Operands of numeric opcodes are compared as numbers, and so
    /// are texts of a register with an unquoted number.
    pub(super) fn operation(&mut self) -> ParseResult<Node> {
        let opcode = self.opcode()?;
        if self.cursor.other_sign(".prefix") {
            return self.words_of(TextOf::Prefix(opcode))?.ok_or(Fail::Expected);
        }
        if let Some(is_missing) = self.null_test() {
            return Ok(negate(Node::Has(opcode), is_missing));
        }
        if self.cursor.word("has") {
            let whole = TextOf::Operation(opcode.clone());
            if let Some(node) = self.alike(&whole, Likeness::Shares)? {
                return Ok(node);
            }
            let operand = self.operand()?;
            return Ok(Node::Operand(OperandChoice::Any, opcode, operand));
        }
        if holds_moves(&opcode)
            && let Some(kind) = self.move_kind()?
        {
            return Ok(Node::Move(OperandChoice::Any, opcode, kind));
        }
        if let Some(test) = self.text_test(TextOf::Operation(opcode.clone()))? {
            return Ok(test);
        }
        let place = self.cursor.place();
        let whole = TextOf::Operation(opcode.clone());
        if let Some(negated) = self.list_begins() {
            if self.list_holds_words(&opcode) {
                return self.word_list(&whole, negated);
            }
            self.cursor.back_to(place);
        }
        let how = self.comparator();
        if let Some(how @ (Comparison::Equal | Comparison::NotEqual)) = how {
            let negated = how == Comparison::NotEqual;
            if let Some(node) = self.alike(&whole, Likeness::of(negated))? {
                return Ok(node);
            }
            if !self.is_call() && self.is_word_of(&opcode) {
                return self.equality(&whole, negated);
            }
        }
        let is_compared = how.is_some();
        self.cursor.back_to(place);
        let amount = Amount::Operand(opcode.clone());
        if is_compared || self.cursor.rest().starts_with(['+', '-', '*', '/']) {
            return self.comparison(amount);
        }
        if let Some(node) = self.range_or_list(&amount)? {
            return Ok(node);
        }
        Ok(Node::Has(opcode))
    }

    /// Parses `words = text-test | [ "not" ] "in" "(" word { "," word } ")"`.
    ///
    /// Returns `None` if no such test is next.
    pub(super) fn words_of(&mut self, of: TextOf) -> ParseResult<Option<Node>> {
        match self.list_begins() {
            Some(negated) => self.word_list(&of, negated).map(Some),
            None => self.text_test(of),
        }
    }

    fn word_list(&mut self, of: &TextOf, negated: bool) -> ParseResult<Node> {
        let nodes = self.list(|parser| parser.equality(of, negated))?;
        Ok(listed(nodes, negated))
    }

    /// Consumes SQL's `is null` or `is not null`, if it is next; returns true for `is null`.
    fn null_test(&mut self) -> Option<bool> {
        let place = self.cursor.place();
        if self.cursor.other_word("is") {
            let is_missing = !self.cursor.other_word("not");
            if self.cursor.other_word("null") {
                return Some(is_missing);
            }
        }
        self.cursor.back_to(place);
        None
    }

    /// Returns true if a word with parentheses is next: a calculation, not a text.
    fn is_call(&mut self) -> bool {
        let word = self.cursor.peek_word().len();
        let behind = self.cursor.rest().get(word..).unwrap_or_default();
        word > 0 && behind.starts_with('(')
    }

    /// Returns true if the next token is compared with an opcode as a word, not as a number.
    fn is_word_of(&mut self, opcode: &str) -> bool {
        let rest = self.cursor.rest();
        let behind_sign = rest.strip_prefix(['-', '+']).unwrap_or(rest);
        let is_number = behind_sign.starts_with(|c: char| c.is_ascii_digit());
        let is_word = !rest.is_empty() && !rest.starts_with(['(', ')', ',', '<', '>', '=']);
        match opcode::find(opcode.as_bytes()).map(|info| info.shape) {
            Some(Shape::Integer { .. } | Shape::Nothing) => false,
            Some(Shape::Anything) | None => is_word && !is_number && !self.is_value(),
            // `1/2-1/2` begins with a digit, but is a text.
            Some(Shape::Text { .. }) if !holds_name(opcode) => {
                is_word && read_number(self.cursor.peek_run().as_bytes()).is_none()
            }
            Some(_) => is_word,
        }
    }

    /// Returns true if a known opcode or a word for a number is next.
    fn is_value(&mut self) -> bool {
        let word = self.cursor.peek_word();
        let behind = self.cursor.rest().get(word.len()..).unwrap_or_default();
        let behind = behind.chars().next();
        behind.is_none_or(|c| c.is_whitespace() || matches!(c, '(' | ')' | ','))
            && (word == "op" || is_known(word) || self.is_amount(word, behind))
    }

    /// Returns true if the list that begins here consists of words, judging by the first one.
    fn list_holds_words(&mut self, opcode: &str) -> bool {
        let place = self.cursor.place();
        let is_open = self.cursor.rest().starts_with('(');
        if is_open {
            self.cursor.take(1);
        }
        let is_text = self.quoted_length().is_some();
        let found = match holds_text(opcode) && !holds_name(opcode) {
            // A single item that is not a number makes all items texts.
            true => !are_numbers(self.cursor.rest()),
            false => is_text || self.is_word_of(opcode),
        };
        let found = is_open && found;
        self.cursor.back_to(place);
        found
    }

    /// Parses the right side of `=`: another value of the record, a move in any notation, or a text.
    pub(super) fn equality(&mut self, of: &TextOf, negated: bool) -> ParseResult<Node> {
        if let Some(node) = self.alike(of, Likeness::of(negated))? {
            return Ok(node);
        }
        let (which, opcode) = match of {
            TextOf::Operation(opcode) if holds_moves(opcode) => (OperandChoice::Only, opcode),
            TextOf::First(opcode) if holds_moves(opcode) => (OperandChoice::First, opcode),
            _ => {
                let word = self.word_or_quoted()?;
                return Ok(Node::is(of.clone(), word, negated));
            }
        };
        self.cursor.note(Expected::Move);
        let word = self.word_or_quoted()?;
        let node = Node::Operand(which, opcode.clone(), word);
        if !negated {
            return Ok(node);
        }
        let has_one = match which {
            OperandChoice::First => Node::at_least_one(Amount::Operands(opcode.clone())),
            _ => Node::Has(opcode.clone()),
        };
        Ok(Node::And(vec![has_one, negate(node, true)]))
    }

    /// Parses this rule:
    /// ```text
    /// move-kind = "captures" | "checks" | "mates" | "promotes" | "castles" | "to" square
    ///           | "from" square | "piece" ( "P" | "N" | "B" | "R" | "Q" | "K" )
    /// ```
    pub(super) fn move_kind(&mut self) -> ParseResult<Option<MoveKind>> {
        if let Some(kind) = self.cursor.one_of([
            ("captures", MoveKind::Captures),
            ("checks", MoveKind::Checks),
            ("mates", MoveKind::Mates),
            ("promotes", MoveKind::Promotes),
            ("castles", MoveKind::Castles),
        ]) {
            return Ok(Some(kind));
        }
        let to = MoveKind::To as fn(Square) -> MoveKind;
        if let Some(kind) = self.cursor.one_of([("to", to), ("from", MoveKind::From)]) {
            return self.square().map(|square| Some(kind(square)));
        }
        if !self.cursor.word("piece") {
            return Ok(None);
        }
        self.role().map(|role| Some(MoveKind::Piece(role)))
    }

    /// Parses `word = quoted | any bytes but blanks, parentheses and commas`.
    pub(super) fn word_or_quoted(&mut self) -> ParseResult<String> {
        self.cursor.note(Expected::Text);
        if self.cursor.rest().starts_with(['"', '\'']) {
            return self.quoted();
        }
        let run = self.cursor.peek_run();
        if run.is_empty() {
            return Err(Fail::Expected);
        }
        self.cursor.take(run.len());
        Ok(run.to_owned())
    }

    /// Parses `opcode = known opcode | upper-case letter { letter | digit | "_" } | "op" "(" opcode ")"`.
    pub(super) fn opcode(&mut self) -> ParseResult<String> {
        if self.cursor.word("op") {
            return self.within(|parser| {
                parser.cursor.note(Expected::Opcode);
                let name = parser.cursor.peek_word().to_owned();
                if !opcode::is_opcode(name.as_bytes()) {
                    return Err(Fail::Expected);
                }
                parser.cursor.take(name.len());
                Ok(name)
            });
        }
        self.cursor.note(Expected::Opcode);
        let name = self.cursor.peek_word().to_owned();
        if !opcode::is_opcode(name.as_bytes()) || query::find_word(&name).is_some() && name != "id"
        {
            return Err(Fail::Expected);
        }
        let place = self.cursor.place();
        if !is_known(&name) && !name.starts_with(|c: char| c.is_ascii_uppercase()) {
            let span = Span::new(place, place + name.len());
            return Err(Fail::Wrong(span, unknown(&name)));
        }
        self.cursor.take(name.len());
        Ok(name)
    }

    /// Parses `operand = quoted | any bytes but blanks, parentheses and commas`.
    fn operand(&mut self) -> ParseResult<String> {
        self.cursor.note(Expected::Move);
        self.word_or_quoted()
    }

    /// Parses `text-test = ( "~" | "!~" ) ( quoted | expression | word ) | ( "=" | "!=" ) quoted`.
    ///
    /// Returns `None` if no text test is next: a number may also follow `=`.
    pub(super) fn text_test(&mut self, text: TextOf) -> ParseResult<Option<Node>> {
        let negated = self.cursor.sign("!~");
        if negated || self.cursor.sign("~") || self.cursor.other_sign("=~") {
            let holds = TextTest::Holds(self.pattern()?);
            return Ok(Some(Node::Text(text, holds, negated)));
        }
        let place = self.cursor.place();
        if let Ok(negated) = self.is_or_is_not() {
            self.cursor.note(Expected::Text);
            // Only an operation may be compared with a number.
            if !matches!(text, TextOf::Operation(_)) {
                return self.equality(&text, negated).map(Some);
            }
            if self.cursor.rest().starts_with(['"', '\'']) {
                let wanted = self.word_or_quoted()?;
                return Ok(Some(Node::is(text, wanted, negated)));
            }
        }
        self.cursor.back_to(place);
        Ok(None)
    }

    /// Parses `quoted = '"' { any byte but '"' } '"' | "'" { any byte } "'"`.
    pub(super) fn quoted(&mut self) -> ParseResult<String> {
        self.cursor.note(Expected::Text);
        let rest = self.cursor.rest();
        if let Some(len) = self.quoted_length() {
            self.cursor.take(len);
            return Ok(rest.get(1..len - 1).unwrap_or_default().to_owned());
        }
        let said = match rest.chars().next() {
            Some('"') => "missing closing quote",
            Some('\'') => "missing closing quote; text with an apostrophe goes in double quotes",
            _ => return Err(Fail::Expected),
        };
        let span = self.cursor.take(rest.len());
        Err(Fail::Wrong(span, said.to_owned()))
    }

    /// Returns the length of a quoted text that begins here, including its quotes. A single quote within a
    /// word is an apostrophe (`'O'Kelly'`).
    fn quoted_length(&mut self) -> Option<usize> {
        let rest = self.cursor.rest();
        if let Some(inside) = rest.strip_prefix('"') {
            return inside.find('"').map(|len| len + 2);
        }
        let inside = rest.strip_prefix('\'')?;
        let mut closing = inside.match_indices('\'');
        let (len, _) = closing.find(|(at, _)| {
            let behind = inside
                .get(at + 1..)
                .and_then(|behind| behind.chars().next());
            behind.is_none_or(|c| c.is_whitespace() || matches!(c, '(' | ')' | ',' | '&' | '|'))
        })?;
        Some(len + 2)
    }

    /// Parses this rule:
    /// ```text
    /// pattern    = quoted | expression
    /// expression = "/" { "\/" | any byte but "/" } "/" [ "i" ]
    /// ```
    ///
    /// Case matters if the pattern has a capital letter, but never with `i`.
    fn pattern(&mut self) -> ParseResult<Pattern> {
        self.cursor.note(Expected::Text);
        self.cursor.note(Expected::Expression);
        let start = self.cursor.place();
        if let Some(inside) = self.cursor.rest().strip_prefix('/') {
            let Some(len) = expression_len(inside) else {
                let span = self.cursor.take(inside.len() + 1);
                let message = "missing closing slash".to_owned();
                return Err(Fail::Wrong(span, message));
            };
            let span = self.cursor.take(len + 2);
            let text = inside.get(..len).unwrap_or_default().replace("\\/", "/");
            let flag = inside
                .get(len + 1..)
                .and_then(|behind| behind.strip_prefix('i'));
            let ends =
                |behind: &str| !behind.starts_with(|c: char| c.is_alphanumeric() || c == '_');
            let case = match flag.is_some_and(ends) {
                true => {
                    self.cursor.take(1);
                    Case::Insensitive
                }
                false => Case::Smart,
            };
            return Pattern::expression(&text, case)
                .map_err(|error| Fail::Wrong(span, error.message));
        }
        let text = self.word_or_quoted()?;
        let span = Span::new(start, self.cursor.place());
        Pattern::literal(&text, Case::Smart).ok_or_else(|| {
            let message = "expected text between the quotes".to_owned();
            Fail::Wrong(span, message)
        })
    }
}

fn expression_len(inside: &str) -> Option<usize> {
    let mut escaped = false;
    inside.bytes().position(|byte| {
        let closes = byte == b'/' && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes
    })
}

/// Returns true if the list after an opening parenthesis has only unquoted numbers.
fn are_numbers(list: &str) -> bool {
    let list = list.split(')').next().unwrap_or(list);
    let mut items = list.split(',').map(str::trim);
    items.all(|item| read_number(item.as_bytes()).is_some())
}

/// Returns the message for a word that is neither of the query language nor an opcode.
fn unknown(name: &str) -> String {
    let near =
        query::nearest_word(name).or_else(|| opcode::nearest(name.as_bytes()).map(|row| row.name));
    let hint = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    format!(
        "`{name}` is neither a query word nor a known opcode{hint} (`op({name})` matches it anyway)"
    )
}
