//! Operands other than moves: numbers, strings, dates, clocks, tag pairs, identifiers.

use super::super::diagnostic::{Code, Detail};
use super::super::lex::Shape;
use super::super::opcode::Shape as Operands;
use super::super::operand::{self, Fault, Value, are_digits};
use super::super::record::{OperandForm, unquoted};
use super::super::score::Score;
use super::super::span::Span;
use super::super::token::TokenKind;
use super::Reader;
use super::swallowed::Around;
use rustc_hash::FxHashSet;

/// The longest string of the standard, in bytes without its quotes.
const LONGEST_STRING: usize = 255;

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

    /// Expects nothing but another operation; anything else is kept and reported.
    fn expect_end(&mut self, end: usize, expected: &str) {
        let is_wrong = self.operation_is_wrong();
        if self.at >= end || (!is_wrong && self.opens_operation(self.at, end)) {
            return;
        }
        let start = self.at;
        let is_behind_string = self.shape(start - 1) == Some(Shape::Quoted);
        let is_told = is_behind_string && self.report_hidden(Around::Words, end);
        self.push_free_operands(end);
        if !is_wrong && !is_told {
            let span = self.span(start).cover(self.span(self.at - 1));
            self.fault(Code::OperandCount, span, expected);
        }
    }

    /// Reports a missing operand; returns true if one is there.
    fn expect_operand(&mut self, opcode: Span, end: usize, expected: &str) -> bool {
        let is_there = self.at < end;
        let last = self.record.diagnostics.last();
        let is_told = last.is_some_and(|d| d.code == Code::OperandCount && d.span == opcode);
        if !is_there && !is_told {
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
            self.say_with(Code::MateInCe, span, Detail::Number(score));
            (Value::Integer(score), OperandForm::Integer(score))
        } else if operand::is_integer(text) {
            let plus = text.first() == Some(&b'+');
            let digits = Span::new(span.start + quote + usize::from(plus), span.end - quote);
            let value = operand::read_integer(text);
            // A number beyond 64 bits keeps its spelling, as it can't be compared.
            let is_held = value.is_some();
            if is_held && quote > 0 {
                self.say(Code::QuotedNumber, span);
            } else if is_held && plus {
                self.say(Code::PlusSign, span);
            }
            if value.is_none_or(|number| number < min || number > max) {
                self.say_with(Code::OperandRange, span, Detail::Range(min, max));
            }
            let form = match is_held {
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
        let is_told = self.report_hidden(Around::Text(register), end);
        if bare {
            self.read_unquoted(is_told, end);
        } else {
            let span = self.span(self.at).cover(self.span(end - 1));
            let mixed =
                (self.at..end).all(|i| self.is_bare(i) || self.shape(i) == Some(Shape::Quoted));
            self.push_free_operands(end);
            if mixed && !is_told {
                self.fault(Code::OperandCount, span, "one string in quotes");
            }
        }
    }

    /// Returns true for a word without any quote.
    fn is_bare(&self, index: usize) -> bool {
        let word = self.word(index);
        word.is_some_and(|word| !word.contains(&b'"'))
    }

    fn read_unquoted(&mut self, is_told: bool, end: usize) {
        let span = self.span(self.at).cover(self.span(end - 1));
        if !is_told && memchr::memchr(b'\r', span.of(self.line())).is_some() {
            self.say(Code::SwallowedOperation, span);
        }
        self.say(Code::UnquotedString, span);
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
            self.say_with(Code::StringTooLong, span, Detail::Number(length));
        }
    }

    fn take_string(&mut self) {
        let span = self.span(self.at);
        self.check_length(span, span.len().saturating_sub(2));
        self.push_operand(span, Value::Text, OperandForm::AsIs, TokenKind::Text);
    }

    /// Reads one quoted string among several operands.
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
                self.say(Code::PtpTagTwice, span);
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

#[cfg(test)]
mod tests;
