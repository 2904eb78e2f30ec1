//! Numbers: literals, operands, counts, and calculations with these.

use crate::epd::{Span, operand};
use crate::suite::field::Field;
use crate::suite::query::ast::{Amount, Comparison, Node, Number, Operator, SideChoice, Squares};
use crate::suite::query::cursor::{Expected, Fail, ParseResult};
use crate::suite::query::parse::{Parser, listed};
use crate::suite::query::shapes::PawnKind;
use shakmaty::Color;

/// The largest number of calculations in one query: far more than anyone needs, and little enough for any stack.
const MOST_STEPS: usize = 1000;

type Read = fn(&mut Parser<'_>) -> ParseResult<Amount>;

/// The words for numbers, each with whether a parenthesis must follow.
const AMOUNTS: [(&str, bool, Read); 15] = [
    ("length", false, |parser| parser.length()),
    ("moves", false, |_| Ok(Amount::Moves)),
    ("line", false, |_| Ok(Amount::Line)),
    ("operations", false, |_| Ok(Amount::Operations)),
    ("material", false, |parser| {
        parser.whose().map(Amount::Material)
    }),
    ("pieces", false, |parser| parser.whose().map(Amount::Pieces)),
    ("passed", false, |parser| parser.pawns(PawnKind::Passed)),
    ("isolated", false, |parser| parser.pawns(PawnKind::Isolated)),
    ("doubled", false, |parser| parser.pawns(PawnKind::Doubled)),
    ("attacks", true, |parser| parser.attacks()),
    ("abs", true, |parser| parser.calculated(Operator::Absolute)),
    ("round", true, |parser| parser.calculated(Operator::Rounded)),
    ("min", true, |parser| parser.calculated(Operator::Least)),
    ("max", true, |parser| parser.calculated(Operator::Greatest)),
    ("count", true, |parser| parser.count()),
];

impl Parser<'_> {
    /// Parses this rule:
    /// ```text
    /// comparison = sum ( "=" | "!=" | "<" | "<=" | ">" | ">=" ) sum
    ///            | sum [ "not" ] "between" sum "and" sum
    ///            | sum [ "not" ] "in" "(" sum { "," sum } ")"
    ///            | pawns | attacks        at least one
    /// ```
    pub(super) fn comparison(&mut self, first: Amount) -> ParseResult<Node> {
        let is_counted = matches!(first, Amount::Pawns(..) | Amount::Attacks(..));
        let first = self.sum_from(first)?;
        if let Some(how) = self.comparator() {
            if matches!(first, Amount::Material(SideChoice::Both)) {
                self.no_kinds()?;
            }
            let second = match self.quoted_number() {
                Some(number) => Amount::Literal(number),
                None => self.sum()?,
            };
            return Ok(Node::Compare(first, how, second));
        }
        if let Some(node) = self.range_or_list(&first)? {
            return Ok(node);
        }
        match is_counted {
            true => Ok(Node::at_least_one(first)),
            false => Err(Fail::Expected),
        }
    }

    /// Fails for a value of the field `material`, which can't be compared, and suggests a query.
    fn no_kinds(&mut self) -> ParseResult<()> {
        let run = self.cursor.peek_run();
        let value = run.trim_matches(['"', '\'']);
        let is_worth = value.split_once('-').is_some_and(|(white, black)| {
            let is_number =
                |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
            is_number(white) && is_number(black)
        });
        let is_pieces = value.starts_with('K') && value.contains('v');
        if !is_worth && !is_pieces {
            return Ok(());
        }
        let query = Field::Material.query(value.as_bytes()).unwrap_or_default();
        let message = format!("`material` is a number in a query; for `{value}`, try `{query}`");
        Err(Fail::Wrong(self.cursor.take(run.len()), message))
    }

    /// Parses a number in quotes, as operands may have it.
    fn quoted_number(&mut self) -> Option<Number> {
        let rest = self.cursor.rest();
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let inner = rest.get(1..)?.split(quote).next()?;
        let number = operand::read_number(inner.as_bytes())?;
        rest.get(inner.len() + 1..)?.strip_prefix(quote)?;
        self.cursor.take(inner.len() + 2);
        Some(number)
    }

    /// Parses `between` or `in` after a number; `None` if neither is next. A missing number is neither in a
    /// list nor outside it.
    pub(super) fn range_or_list(&mut self, of: &Amount) -> ParseResult<Option<Node>> {
        if let Some(negated) = self.list_begins() {
            let how = match negated {
                true => Comparison::NotEqual,
                false => Comparison::Equal,
            };
            let nodes = self.list(|parser| Ok(Node::Compare(of.clone(), how, parser.sum()?)))?;
            return Ok(Some(listed(nodes, negated)));
        }
        let place = self.cursor.place();
        let negated = self.cursor.keyword("not");
        if !self.cursor.keyword("between") {
            self.cursor.back_to(place);
            return Ok(None);
        }
        let from = self.cursor.place();
        let low = self.sum()?;
        if !self.cursor.keyword("and") {
            return Err(Fail::Expected);
        }
        let high = self.sum()?;
        if let (Some(first), Some(second)) = (low.literal(), high.literal())
            && first > second
        {
            let span = Span::new(from, self.cursor.behind());
            let message = format!(
                "no number is between {first} and {second}; try `between {second} and {first}`"
            );
            return Err(Fail::Wrong(span, message));
        }
        Ok(Some(match negated {
            false => Node::And(vec![
                Node::Compare(of.clone(), Comparison::AtLeast, low),
                Node::Compare(of.clone(), Comparison::AtMost, high),
            ]),
            true => Node::Or(vec![
                Node::Compare(of.clone(), Comparison::Less, low),
                Node::Compare(of.clone(), Comparison::Greater, high),
            ]),
        }))
    }

    /// Consumes `in` or `not in`, if it is next; returns true for `not in`.
    pub(super) fn list_begins(&mut self) -> Option<bool> {
        let place = self.cursor.place();
        let negated = self.cursor.keyword("not");
        if self.cursor.keyword("in") {
            return Some(negated);
        }
        self.cursor.back_to(place);
        None
    }

    /// Parses `list = "(" one { "," one } ")"`.
    pub(super) fn list<T>(
        &mut self,
        mut one: impl FnMut(&mut Self) -> ParseResult<T>,
    ) -> ParseResult<Vec<T>> {
        self.within(|parser| {
            let mut all = vec![one(parser)?];
            while parser.cursor.sign(",") {
                all.push(one(parser)?);
            }
            Ok(all)
        })
    }

    /// Parses the sign of a comparison, if it is next; `==` is accepted for `=`.
    pub(super) fn comparator(&mut self) -> Option<Comparison> {
        const SIGNS: [(&str, Comparison); 6] = [
            ("<=", Comparison::AtMost),
            (">=", Comparison::AtLeast),
            ("!=", Comparison::NotEqual),
            ("=", Comparison::Equal),
            ("<", Comparison::Less),
            (">", Comparison::Greater),
        ];
        if self.cursor.other_sign("<>") {
            return Some(Comparison::NotEqual);
        }
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

    /// Parses `sum = product { ( "+" | "-" ) product }`.
    pub(super) fn sum(&mut self) -> ParseResult<Amount> {
        let first = self.term()?;
        self.sum_from(first)
    }

    fn sum_from(&mut self, first: Amount) -> ParseResult<Amount> {
        let mut sum = self.product_from(first)?;
        while let Some(operator) = self.operator([("+", Operator::Plus), ("-", Operator::Minus)]) {
            let next = self.term()?;
            sum = Amount::Calculated(operator, vec![sum, self.product_from(next)?]);
            self.count_step()?;
        }
        Ok(sum)
    }

    /// Parses `product = term { ( "*" | "/" ) term }`.
    fn product_from(&mut self, mut product: Amount) -> ParseResult<Amount> {
        while let Some(operator) = self.operator([("*", Operator::Times), ("/", Operator::Over)]) {
            product = Amount::Calculated(operator, vec![product, self.term()?]);
            self.count_step()?;
        }
        Ok(product)
    }

    fn operator(&mut self, signs: [(&'static str, Operator); 2]) -> Option<Operator> {
        let found = signs.into_iter().find(|(sign, _)| self.cursor.sign(sign));
        found.map(|(_, operator)| operator)
    }

    /// Parses `term = amount | "(" sum ")" | opcode`.
    fn term(&mut self) -> ParseResult<Amount> {
        match self.amount()? {
            Some(amount) => Ok(amount),
            None => self.opcode().map(Amount::Operand),
        }
    }

    /// Parses this rule:
    /// ```text
    /// amount = number | "-" term | "(" sum ")" | "material" [ whose ] | "pieces" [ whose ]
    ///        | ( "passed" | "isolated" | "doubled" ) [ whose ] | attacks
    ///        | "count" "(" ( letters | opcode ) ")" | "length" [ "(" opcode ")" ]
    ///        | ( "abs" | "round" ) "(" sum ")" | ( "min" | "max" ) "(" sum { "," sum } ")"
    ///        | "moves" | "line" | "operations"
    /// ```
    pub(super) fn amount(&mut self) -> ParseResult<Option<Amount>> {
        if let Some(number) = self.number() {
            return Ok(Some(Amount::Literal(number)));
        }
        if matches!(self.cursor.rest().as_bytes(), [b'+', b'0'..=b'9', ..]) {
            self.cursor.take(1);
            return self.amount();
        }
        if self.cursor.rest().starts_with('-') {
            self.cursor.take(1);
            const ZERO: Number = Number::Whole(0);
            return Ok(Some(match self.deeper(Self::term)? {
                Amount::Literal(number) => Amount::Literal(ZERO.minus(number)),
                term => Amount::Calculated(Operator::Minus, vec![Amount::Literal(ZERO), term]),
            }));
        }
        if self.cursor.rest().starts_with('(') {
            self.cursor.take(1);
            let sum = self.deeper(Self::sum)?;
            self.cursor.must(")")?;
            return Ok(Some(sum));
        }
        let read = self
            .cursor
            .one_of(AMOUNTS.map(|(name, _, read)| (name, read)));
        read.map(|read| read(self)).transpose()
    }

    /// Returns true if `word` is one of [`AMOUNTS`] and is followed by a parenthesis if it needs one.
    pub(super) fn is_amount(&mut self, word: &str, behind: Option<char>) -> bool {
        let mut words = AMOUNTS.iter();
        words.any(|(name, is_call, _)| *name == word && (!is_call || behind == Some('(')))
    }

    fn length(&mut self) -> ParseResult<Amount> {
        if !self.cursor.sign("(") {
            return Ok(Amount::Length);
        }
        let opcode = self.opcode()?;
        self.cursor.must(")")?;
        Ok(Amount::LengthOf(opcode))
    }

    fn calculated(&mut self, operator: Operator) -> ParseResult<Amount> {
        let next = |parser: &mut Self| {
            parser.count_step()?;
            parser.sum()
        };
        let amounts = self.deeper(|parser| match operator {
            Operator::Least | Operator::Greatest => parser.list(next),
            _ => parser.within(next).map(|only| vec![only]),
        });
        amounts.map(|amounts| Amount::Calculated(operator, amounts))
    }

    fn count(&mut self) -> ParseResult<Amount> {
        self.within(|parser| match parser.pieces(false) {
            Err(Fail::Expected) => parser.opcode().map(Amount::Operands),
            kinds => kinds.map(Amount::Count),
        })
    }

    /// Parses `whose = "(" ( "w" | "b" | "own" | "other" ) ")"`.
    fn whose(&mut self) -> ParseResult<SideChoice> {
        if !self.cursor.sign("(") {
            return Ok(SideChoice::Both);
        }
        let whose = self.one_side().ok_or(Fail::Expected)?;
        self.cursor.must(")")?;
        Ok(whose)
    }

    fn pawns(&mut self, kind: PawnKind) -> ParseResult<Amount> {
        self.whose().map(|whose| Amount::Pawns(kind, whose))
    }

    fn one_side(&mut self) -> Option<SideChoice> {
        self.cursor.one_of([
            ("w", SideChoice::Of(Color::White)),
            ("b", SideChoice::Of(Color::Black)),
            ("own", SideChoice::Own),
            ("other", SideChoice::Other),
        ])
    }

    /// Parses this rule:
    /// ```text
    /// attacks = "attacks" "(" ( side | letters ) "," ( side | square | letters ) ")"
    /// side    = "w" | "b" | "own" | "other"
    /// ```
    ///
    /// `b` is Black, as in all numbers; bishops of both sides are `Bb`.
    fn attacks(&mut self) -> ParseResult<Amount> {
        self.within(|parser| {
            let by = match parser.one_side() {
                Some(whose) => Squares::Side(whose),
                None => Squares::Kinds(parser.pieces(false)?),
            };
            parser.cursor.must(",")?;
            let on = if let Ok(square) = parser.square() {
                Squares::Square(square)
            } else if let Some(whose) = parser.one_side() {
                Squares::Side(whose)
            } else {
                Squares::Kinds(parser.pieces(false)?)
            };
            Ok(Amount::Attacks(by, on))
        })
    }

    /// Counts a calculation: a long sum nests as deeply as it has parts.
    fn count_step(&mut self) -> ParseResult<()> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            let span = Span::at(self.cursor.place());
            return Err(Fail::Wrong(span, "too much to calculate".to_owned()));
        }
        Ok(())
    }

    /// Parses `number = digits [ "." digits ]`.
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
        let (text, behind) = rest.split_at_checked(len)?;
        // A word that begins with digits is not a number.
        if behind.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            return None;
        }
        let number = operand::read_number(text.as_bytes())?;
        self.cursor.take(len);
        Some(number)
    }
}
