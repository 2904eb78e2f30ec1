//! FEN's clocks after the four fields.

use super::super::Reader;
use super::super::doubt::is_square;
use crate::epd::diagnostic::{Code, Detail};
use crate::epd::lex::Lexeme;
use crate::epd::operand::{self, are_digits};
use crate::epd::record::Dialect;
use crate::epd::span::Span;
use crate::epd::token::TokenKind;

impl Reader<'_> {
    /// Splits `-,20,400` before its first comma: counts follow a field without a blank.
    pub(super) fn split_at_comma<'w>(&mut self, word: &'w [u8]) -> &'w [u8] {
        let Some(comma) = word.iter().position(|b| *b == b',') else {
            return word;
        };
        let (field, list) = word.split_at(comma);
        let is_list = list.split(|b| *b == b',').skip(1).all(are_digits);
        if !is_list || !(field == b"-" || is_square(field) || are_digits(field)) {
            return word;
        }
        let span = self.span(self.at);
        let cut = span.start + comma;
        if let Some(lexeme) = self.record.lexemes.get_mut(self.at) {
            lexeme.span.end = cut;
        }
        let list = Lexeme::word(Span::new(cut, span.end));
        self.record.lexemes.insert(self.at + 1, list);
        field
    }

    pub(super) fn read_clocks(&mut self) {
        if self.fields_are_unread {
            return;
        }
        while self.word(self.at) == Some(b"-") {
            if self.word(self.at + 1).is_some_and(are_digits) {
                return self.leave_fields_unread("`-` may stand for a clock, or for nothing");
            }
            let rights = self.record.fields.castling;
            let is_side = |span: &Span| matches!(span.of(self.line()), b"b" | b"B");
            if let Some(rights) = rights.filter(is_side) {
                return self.leave_field_twice(rights);
            }
            let span = self.span(self.at);
            self.say(Code::StrayDash, span);
            self.at += 1;
        }
        self.record.fields.half_move = self.take_clock();
        if self.record.fields.half_move.is_some() {
            self.record.fields.full_move = self.take_clock();
        }
        if self.word(self.at).is_some_and(is_check_counter) {
            let span = self.span(self.at);
            self.at += 1;
            self.say_why(
                Code::VariantPlacement,
                span,
                "a check counter (three-check)",
            );
        }
        if self.may_be_field_again(self.at) {
            return self.leave_field_twice(self.span(self.at));
        }
        let (half, full) = (self.record.fields.half_move, self.record.fields.full_move);
        match (self.record.options.dialect, half, full) {
            (Dialect::Epd, Some(half), Some(full)) => self.say(Code::FenClocks, half.cover(full)),
            (Dialect::Epd, Some(half), None) => self.say(Code::FenHalfMoveOnly, half),
            (Dialect::Fen, Some(_), Some(full))
                if operand::read_integer(full.of(self.line())) == Some(0) =>
            {
                self.say(Code::FenClocks, full);
            }
            (Dialect::Fen, _, None) => {
                let gap = self.gap();
                self.say(Code::MissingClocks, gap);
            }
            _ => {}
        }
    }

    pub(super) fn take_clock(&mut self) -> Option<Span> {
        let word = self.word(self.at)?;
        let word = self.split_at_comma(word);
        if !are_digits(word) {
            return None;
        }
        let span = self.span(self.at);
        self.set_role(self.at, TokenKind::Clock);
        self.at += 1;
        if operand::read_integer(word).is_none() {
            self.say_with(Code::OperandRange, span, Detail::Range(0, i64::MAX));
        }
        Some(span)
    }
}

/// Returns true for `3+3` or `+0+0`: the checks of the three-check variant.
fn is_check_counter(word: &[u8]) -> bool {
    let word = word.strip_prefix(b"+").unwrap_or(word);
    let counts = word.split(|byte| *byte == b'+');
    counts.clone().all(are_digits) && counts.count() == 2
}
