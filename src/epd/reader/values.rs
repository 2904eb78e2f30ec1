//! Operands other than moves: numbers, strings, dates, clocks, tag pairs, identifiers; and operations hidden after
//! them because the semicolon between is missing.
//!
//! If the operands before are complete by their type, the semicolon is certainly missing. Inside the operands of an
//! unknown opcode, in unquoted text and after a complete string both readings are possible: the record is left
//! unchanged and reported.

use crate::epd::diagnostic::{Code, Detail};
use crate::epd::lex::Shape;
use crate::epd::moves;
use crate::epd::opcode::{self, OpcodeInfo, Shape as Operands, UsualForm};
use crate::epd::operand::{self, Fault, LONGEST_STRING, Value, are_digits};
use crate::epd::reader::Reader;
use crate::epd::record::{OperandForm, unquoted};
use crate::epd::score::Score;
use crate::epd::span::Span;
use crate::epd::token::TokenKind;
use rustc_hash::FxHashSet;

/// The reader of a date, a time or a clock, and its form in words.
type TimedForm = (fn(&[u8]) -> Result<Value, Fault>, &'static str);
const DATE: TimedForm = (operand::read_date, "a date as YYYY.MM.DD");
const TIME: TimedForm = (operand::read_time, "a time of day as HH:MM:SS");
const CLOCK: TimedForm = (operand::read_clock, "a clock as DDD:HH:MM:SS");

impl Reader<'_> {
    /// Reads the operands of an official opcode, up to lexeme `end` or to the next operation.
    pub(super) fn read_values(&mut self, name: &[u8], shape: Operands, opcode: Span, end: usize) {
        match shape {
            Operands::Nothing => self.expect_end(end, "no operand"),
            Operands::Integer { min, max } => self.read_integer(name, min, max, opcode, end),
            Operands::Text { optional } => self.read_text(name, optional, opcode, end),
            Operands::TwoTexts => {
                for _ in 0..2 {
                    self.read_string(opcode, end, "two strings");
                }
                self.expect_end(end, "two strings");
            }
            Operands::TwoClocks => self.read_timed([CLOCK, CLOCK], "two clocks", opcode, end),
            Operands::DateTime => {
                self.read_timed([DATE, TIME], "a date and a time of day", opcode, end);
            }
            Operands::TagPairs => self.read_tag_pairs(opcode, end),
            Operands::OneOf(list) => self.read_identifier(list, opcode, end),
            Operands::Anything => self.push_free_operands(end),
            // Moves have their own reader.
            Operands::Moves | Operands::OneMove | Operands::Line => {}
        }
    }

    /// Expects nothing but another operation; anything else is added as operands and reported.
    fn expect_end(&mut self, end: usize, expected: &str) {
        let is_wrong = self.operation_is_wrong();
        if self.at >= end || (!is_wrong && self.opens_operation(self.at, end)) {
            return;
        }
        let start = self.at;
        let is_behind_string = self.shape(start - 1) == Some(Shape::Quoted);
        let is_reported = is_behind_string && self.report_hidden(OperationContext::Words, end);
        self.push_free_operands(end);
        if !is_wrong && !is_reported {
            let span = self.span(start).cover(self.span(self.at - 1));
            self.fault(Code::OperandCount, span, expected);
        }
    }

    /// Reports a missing operand; returns true if there is one.
    fn expect_operand(&mut self, opcode: Span, end: usize, expected: &str) -> bool {
        let is_there = self.at < end;
        let last = self.record.diagnostics.last();
        let is_reported = last.is_some_and(|d| d.code == Code::OperandCount && d.span == opcode);
        if !is_there && !is_reported {
            self.fault(Code::OperandCount, opcode, expected);
        }
        is_there
    }

    fn read_integer(&mut self, name: &[u8], min: i64, max: i64, opcode: Span, end: usize) {
        let expected = "one whole number";
        if !self.expect_operand(opcode, end, expected) {
            return;
        }
        let span = self.span(self.at);
        let text = unquoted(self.text(self.at));
        let quote = (span.len() - text.len()) / 2;
        let mate = (name == b"ce").then(|| mate_score(text)).flatten();
        let (value, form) = if let Some(score) = mate {
            self.report_with(Code::MateInCe, span, Detail::Number(score));
            (Value::Integer(score), OperandForm::Integer(score))
        } else if operand::is_integer(text) {
            let plus = text.first() == Some(&b'+');
            let digits = Span::new(span.start + quote + usize::from(plus), span.end - quote);
            let value = operand::read_integer(text);
            // A number beyond 64 bits keeps its spelling, as it can't be compared.
            let fits = value.is_some();
            if fits && quote > 0 {
                self.report(Code::QuotedNumber, span);
            } else if fits && plus {
                self.report(Code::PlusSign, span);
            }
            if value.is_none_or(|number| number < min || number > max) {
                self.report_with(Code::OperandRange, span, Detail::Range(min, max));
            }
            let form = match fits {
                true => OperandForm::part(digits, span),
                false => OperandForm::AsIs,
            };
            (value.map_or(Value::Raw, Value::Integer), form)
        } else {
            self.fault(Code::OperandType, span, expected);
            (Value::Raw, OperandForm::AsIs)
        };
        self.push_operand(span, value, form, TokenKind::Number);
        self.expect_end(end, expected);
    }

    /// Reads one string; an unquoted one extends to the semicolon.
    fn read_text(&mut self, name: &[u8], optional: bool, opcode: Span, end: usize) {
        if self.at >= end {
            if !optional {
                self.fault(Code::OperandCount, opcode, "a string");
            }
            return;
        }
        let bare = (self.at..end).all(|index| self.is_bare(index));
        if !bare && self.shape(self.at) == Some(Shape::Quoted) {
            self.take_string();
            return self.expect_end(end, "one string");
        }
        let register = match name {
            [b'c', digit @ b'0'..=b'8'] => Some(digit - b'0'),
            _ => None,
        };
        let is_reported = self.report_hidden(OperationContext::Text(register), end);
        if bare {
            self.read_unquoted(is_reported, end);
        } else {
            let span = self.span(self.at).cover(self.span(end - 1));
            let mixed =
                (self.at..end).all(|i| self.is_bare(i) || self.shape(i) == Some(Shape::Quoted));
            self.push_free_operands(end);
            if mixed && !is_reported {
                self.fault(Code::OperandCount, span, "one string in quotes");
            }
        }
    }

    /// Returns true for a word without any quote.
    fn is_bare(&self, index: usize) -> bool {
        let word = self.word(index);
        word.is_some_and(|word| !word.contains(&b'"'))
    }

    fn read_unquoted(&mut self, is_reported: bool, end: usize) {
        let span = self.span(self.at).cover(self.span(end - 1));
        if !is_reported && memchr::memchr(b'\r', span.of(self.line())).is_some() {
            self.report(Code::SwallowedOperation, span);
        }
        self.report(Code::UnquotedString, span);
        self.check_length(span, span.len());
        self.absorbed.push(span);
        for index in self.at..end {
            self.set_role(index, TokenKind::Word);
        }
        self.push_operand(span, Value::Text, OperandForm::Quoted, TokenKind::Word);
        self.at = end;
    }

    fn check_length(&mut self, span: Span, length: usize) {
        if length > LONGEST_STRING {
            let length = i64::try_from(length).unwrap_or(i64::MAX);
            self.report_with(Code::StringTooLong, span, Detail::Number(length));
        }
    }

    fn take_string(&mut self) {
        let span = self.span(self.at);
        self.check_length(span, span.len().saturating_sub(2));
        self.push_operand(span, Value::Text, OperandForm::AsIs, TokenKind::Text);
    }

    fn read_string(&mut self, opcode: Span, end: usize, expected: &str) {
        if !self.expect_operand(opcode, end, expected) {
            return;
        }
        if self.shape(self.at) == Some(Shape::Quoted) {
            return self.take_string();
        }
        let span = self.span(self.at);
        let before = self.record.diagnostics.len();
        self.push_free_operand();
        if self.record.diagnostics.len() == before {
            self.fault(Code::OperandType, span, "a string in quotes");
        }
    }

    fn read_timed(&mut self, both: [TimedForm; 2], count: &str, opcode: Span, end: usize) {
        for (read, expected) in both {
            if !self.expect_operand(opcode, end, count) {
                return;
            }
            let span = self.span(self.at);
            let value = read(self.text(self.at)).unwrap_or_else(|fault| {
                let code = match fault {
                    Fault::Form => Code::OperandType,
                    Fault::Range => Code::OperandRange,
                };
                self.fault(code, span, expected);
                Value::Raw
            });
            self.push_operand(span, value, OperandForm::AsIs, TokenKind::Number);
        }
        self.expect_end(end, count);
    }

    fn read_identifier(&mut self, list: &[&str], opcode: Span, end: usize) {
        let expected = list.join(", ");
        if !self.expect_operand(opcode, end, &expected) {
            return;
        }
        let span = self.span(self.at);
        let text = self.text(self.at);
        let value = if operand::is_identifier(text) {
            if !list.iter().any(|name| name.as_bytes() == text) {
                self.fault(Code::OperandRange, span, &expected);
            }
            Value::Identifier
        } else {
            self.fault(Code::OperandType, span, &expected);
            Value::Raw
        };
        self.push_operand(span, value, OperandForm::AsIs, TokenKind::Word);
        self.expect_end(end, "one identifier");
    }

    fn read_tag_pairs(&mut self, opcode: Span, end: usize) {
        let expected = "pairs of a tag name and a string";
        let mut names: FxHashSet<&[u8]> = FxHashSet::default();
        while self.at < end {
            let closes = self.at + 1 >= end || self.shape(self.at + 1) != Some(Shape::Quoted);
            if self.opens_operation(self.at, end) && closes {
                return;
            }
            let span = self.span(self.at);
            let name = self.text(self.at);
            if !operand::is_identifier(name) {
                let expected = "a tag name (1-15 letters, digits, `_`)";
                self.fault(Code::OperandType, span, expected);
            } else if !names.insert(name) {
                self.report(Code::PtpTagTwice, span);
            }
            self.push_operand(span, Value::Identifier, OperandForm::AsIs, TokenKind::Word);
            if self.at >= end {
                return self.fault(Code::OperandCount, span, expected);
            }
            self.read_string(opcode, end, expected);
        }
    }
}

/// Returns the `ce` of `+M5`, `-M5`, `M5`: a mate in that many full moves for, or against, the side to move.
pub(super) fn mate_score(text: &[u8]) -> Option<i64> {
    let (is_mated, rest) = operand::signed(text);
    let digits = rest
        .strip_prefix(b"M")
        .filter(|digits| are_digits(digits))?;
    let moves = operand::read_integer(digits).filter(|moves| *moves > 0)?;
    Score::Mate(if is_mated { -moves } else { moves }).ce()
}

/// The context in which an operation may be hidden.
#[derive(Clone, Copy)]
pub(super) enum OperationContext {
    /// Words in any order: of an unknown opcode, or after a complete string.
    Words,
    /// Words of a well-known opcode that accepts only the first of them.
    Complete,
    /// Unquoted text, of the comment with this number if it is one.
    Text(Option<u8>),
}

impl Reader<'_> {
    /// Returns true if the opcode at an index is official or well-known and its first operand fits: only then is the
    /// semicolon before it certainly missing.
    pub(super) fn opens_operation(&self, index: usize, end: usize) -> bool {
        let Some(word) = self.word(index) else {
            return false;
        };
        match opcode::find(word) {
            Some(info) => self.is_followed_by_operands(info, index + 1, end),
            // Any operand fits an opcode without a usual form.
            None => opcode::of_use(word).is_some_and(|known| {
                let fits = |form: UsualForm| form.fits(self.text(index + 1));
                index + 1 < end && known.form.is_none_or(fits)
            }),
        }
    }

    fn is_followed_by_operands(&self, info: &OpcodeInfo, next: usize, end: usize) -> bool {
        if next >= end {
            return match info.shape {
                Operands::Nothing
                | Operands::Moves
                | Operands::Line
                | Operands::TagPairs
                | Operands::Anything => true,
                Operands::Text { optional } => optional,
                _ => false,
            };
        }
        let operand = unquoted(self.text(next));
        match info.shape {
            Operands::Nothing => self.word(next).and_then(opcode::find).is_some(),
            Operands::Moves if operand.first() == Some(&b'#') => true,
            Operands::Moves | Operands::OneMove | Operands::Line => {
                moves::looks_like_move(operand) || self.is_string(next)
            }
            Operands::Integer { .. } => {
                operand::is_integer(operand) || info.name == "ce" && mate_score(operand).is_some()
            }
            Operands::Anything => true,
            shape => self.is_of_shape(shape, next),
        }
    }

    fn is_string(&self, index: usize) -> bool {
        self.shape(index) == Some(Shape::Quoted)
    }

    /// Returns true if the word at an index can be the first operand of a shape other than moves and numbers.
    fn is_of_shape(&self, shape: Operands, index: usize) -> bool {
        let word = self.text(index);
        match shape {
            Operands::Text { .. } | Operands::TwoTexts => self.is_string(index),
            Operands::TwoClocks => operand::read_clock(word).is_ok(),
            Operands::DateTime => operand::read_date(word).is_ok(),
            Operands::TagPairs => operand::is_identifier(word) && self.is_followed_by_string(index),
            Operands::OneOf(list) => list.iter().any(|name| name.as_bytes() == word),
            _ => false,
        }
    }

    /// Returns true if a well-known opcode accepts only the operand at an index.
    pub(super) fn is_complete(&self, name: &[u8], index: usize) -> bool {
        let form = opcode::of_use(name).and_then(|known| known.form);
        form.is_some_and(|form| form.fits(self.text(index)))
    }

    pub(super) fn hides_operation(&self, around: OperationContext, end: usize) -> bool {
        (self.at..end).any(|index| self.hidden(around, index, end).is_some())
    }

    /// Reports the operations hidden in the words before lexeme `end`; returns true if there are any.
    pub(super) fn report_hidden(&mut self, around: OperationContext, end: usize) -> bool {
        let (mut index, mut any) = (self.at, false);
        while index < end {
            let Some((opcode, last)) = self.hidden(around, index, end) else {
                index += 1;
                continue;
            };
            let name = String::from_utf8_lossy(opcode.of(self.line())).into_owned();
            let span = opcode.cover(self.span(last));
            self.report_reason(Code::SwallowedOperation, span, name);
            index = last + 1;
            any = true;
        }
        any
    }

    /// Returns the opcode of the operation hidden at an index, and the last word that shows it.
    fn hidden(&self, around: OperationContext, index: usize, end: usize) -> Option<(Span, usize)> {
        let word = self.word(index)?;
        // `D1 20D2 400`: no opcode begins with a digit.
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let name = word.get(digits..)?;
        let span = self.span(index);
        let opcode = Span::new(span.start + digits, span.end);
        let next = (index + 1 < end).then_some(index + 1);
        let fits = |next: usize| match opcode::find(name) {
            Some(info) => self.fits_for_certain(info, next),
            None => (name == b"acd" || digits > 0) && self.is_complete(name, next),
        };
        if let Some(next) = next.filter(|next| fits(*next)) {
            return Some((opcode, next));
        }
        let is_bare = match around {
            OperationContext::Words => false,
            OperationContext::Complete => {
                let takes_operands = |info: &OpcodeInfo| info.shape != Operands::Nothing;
                index == self.at + 1 && opcode::find(word).is_some_and(takes_operands)
            }
            OperationContext::Text(register) => {
                let following = register.map(|register| [b'c', b'1' + register]);
                matches!(word, b"c0" | b"c9" | b"id") || following.is_some_and(|next| word == next)
            }
        };
        is_bare.then_some((opcode, index))
    }

    /// Returns true if the word at an index is almost certainly an operand of an opcode.
    fn fits_for_certain(&self, info: &OpcodeInfo, index: usize) -> bool {
        let operand = unquoted(self.text(index));
        match info.shape {
            Operands::Moves if is_mate(operand) => true,
            Operands::Moves | Operands::OneMove | Operands::Line => match &self.record.position {
                Some(position) => moves::read(position, operand).result.is_ok(),
                None => moves::looks_like_move(operand),
            },
            Operands::Integer { .. } => {
                operand::is_integer(operand)
                    || operand::read_float(operand).is_some()
                    || is_mate(operand)
            }
            Operands::Text { .. } if info.name == "eco" => {
                self.is_string(index) || matches!(operand, [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9'])
            }
            shape => self.is_of_shape(shape, index),
        }
    }
}

/// Returns true for a mate: `+M5`, `#5`.
fn is_mate(operand: &[u8]) -> bool {
    let distance = operand.strip_prefix(b"#");
    mate_score(operand).is_some() || distance.is_some_and(operand::is_integer)
}

#[cfg(test)]
mod tests;
