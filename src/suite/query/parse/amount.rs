//! Numbers: literals, operands, counts, and sums of them.

use super::Parser;
use crate::epd::operand;
use crate::suite::query::ast::{Amount, Comparison, Node, Number, Whose};
use crate::suite::query::cursor::{Expected, Fail, Parsed};
use shakmaty::Color;

impl Parser<'_> {
    /// ```text
    /// comparison = sum ( "=" | "!=" | "<" | "<=" | ">" | ">=" ) sum
    /// ```
    pub(super) fn comparison(&mut self, first: Amount) -> Parsed<Node> {
        let first = self.sum_from(first)?;
        let how = self.comparator().ok_or(Fail::Expected)?;
        let second = self.sum()?;
        Ok(Node::Compare(first, how, second))
    }

    /// The sign of a comparison, if it is here; `==` is taken for `=`.
    pub(super) fn comparator(&mut self) -> Option<Comparison> {
        const SIGNS: [(&str, Comparison); 6] = [
            ("<=", Comparison::AtMost),
            (">=", Comparison::AtLeast),
            ("!=", Comparison::NotEqual),
            ("=", Comparison::Equal),
            ("<", Comparison::Less),
            (">", Comparison::Greater),
        ];
        for (sign, comparison) in SIGNS {
            if self.cursor.sign(sign) {
                if sign == "=" && self.cursor.rest().starts_with('=') {
                    self.cursor.take(1);
                }
                return Some(comparison);
            }
        }
        None
    }

    /// ```text
    /// sum = term { ( "+" | "-" ) term }
    /// ```
    fn sum(&mut self) -> Parsed<Amount> {
        let first = self.term()?;
        self.sum_from(first)
    }

    fn sum_from(&mut self, mut sum: Amount) -> Parsed<Amount> {
        loop {
            if self.cursor.sign("+") {
                sum = Amount::Sum(Box::new(sum), Box::new(self.term()?));
            } else if self.cursor.sign("-") {
                sum = Amount::Difference(Box::new(sum), Box::new(self.term()?));
            } else {
                return Ok(sum);
            }
        }
    }

    /// ```text
    /// term = amount | opcode
    /// ```
    fn term(&mut self) -> Parsed<Amount> {
        match self.amount()? {
            Some(amount) => Ok(amount),
            None => self.opcode().map(Amount::Operand),
        }
    }

    /// ```text
    /// amount = number | "-" term | "material" [ whose ] | "pieces" [ whose ]
    ///        | "count" "(" letters ")" | "moves" | "length" | "line" | "operations"
    /// ```
    pub(super) fn amount(&mut self) -> Parsed<Option<Amount>> {
        if let Some(number) = self.number() {
            return Ok(Some(Amount::Literal(number)));
        }
        if self.cursor.rest().starts_with('-') {
            self.cursor.take(1);
            return Ok(Some(Amount::Negative(Box::new(self.term()?))));
        }
        for (name, amount) in [
            ("moves", Amount::Moves),
            ("length", Amount::Length),
            ("line", Amount::Line),
            ("operations", Amount::Operations),
        ] {
            if self.cursor.word(name) {
                return Ok(Some(amount));
            }
        }
        if self.cursor.word("material") {
            return self.whose().map(|whose| Some(Amount::Material(whose)));
        }
        if self.cursor.word("pieces") {
            return self.whose().map(|whose| Some(Amount::Pieces(whose)));
        }
        if self.cursor.word("count") {
            self.cursor.must("(")?;
            let kinds = self.pieces(false)?;
            self.cursor.must(")")?;
            return Ok(Some(Amount::Count(kinds)));
        }
        Ok(None)
    }

    /// ```text
    /// whose = "(" ( "w" | "b" | "own" | "other" ) ")"
    /// ```
    fn whose(&mut self) -> Parsed<Whose> {
        if !self.cursor.sign("(") {
            return Ok(Whose::Both);
        }
        for (name, whose) in [
            ("w", Whose::Of(Color::White)),
            ("b", Whose::Of(Color::Black)),
            ("own", Whose::Own),
            ("other", Whose::Other),
        ] {
            if self.cursor.word(name) {
                self.cursor.must(")")?;
                return Ok(whose);
            }
        }
        Err(Fail::Expected)
    }

    /// ```text
    /// number = digits [ "." digits ]
    /// ```
    fn number(&mut self) -> Option<Number> {
        self.cursor.note(Expected::Number);
        let rest = self.cursor.rest();
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let whole = digits(rest);
        if whole == 0 {
            return None;
        }
        let behind = rest.get(whole..).unwrap_or_default();
        let fraction = behind.strip_prefix('.').map_or(0, digits);
        let len = if fraction > 0 {
            whole + 1 + fraction
        } else {
            whole
        };
        let text = rest.get(..len)?;
        // A word that begins with digits is no number.
        if rest
            .get(len..)
            .is_some_and(|behind| behind.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
        {
            return None;
        }
        let number = match operand::read_integer(text.as_bytes()) {
            Some(number) => Number::Whole(number),
            None => Number::Broken(text.parse().ok()?),
        };
        self.cursor.take(len);
        Some(number)
    }
}
