//! Words among moves that are not one move each: quotes, lists, comments in braces, signs apart from
//! their move, mate distances.

use super::super::Reader;
use super::Moves;
use crate::epd::diagnostic::{Code, Diagnostic};
use crate::epd::moves::{self};
use crate::epd::opcode::Shape as Operands;
use crate::epd::operand::{self, Value};
use crate::epd::record::{OperandForm, OperationForm};
use crate::epd::span::Span;
use crate::epd::token::TokenKind;
use shakmaty::Position;

impl Reader<'_> {
    #[cold]
    #[inline(never)]
    pub(super) fn take_quoted(&mut self, state: &mut Moves, span: Span, inner: &[u8]) {
        if self.take_listed(state, span, inner, span.start + 1, b" ,") {
            return;
        }
        let read = self
            .from(state)
            .filter(|_| state.checks)
            .map(|p| moves::read(p, inner));
        match read.map(|reading| (reading.result, reading.form)) {
            Some((Ok(played), form)) => {
                self.say(Code::QuotedMove, span);
                if form.annotation {
                    self.say(Code::MoveAnnotation, span);
                }
                self.accept(state, span, played, OperandForm::San);
            }
            Some((Err(fault), _)) => self.refuse(state, span, fault),
            None => {
                state.count += 1;
                self.push_operand(span, Value::Text, OperandForm::AsIs, TokenKind::Text);
            }
        }
    }

    /// `Nf3,e4` and `"Nf3 e4"`: several moves in one word or string, `text` at byte `start`, where all
    /// are legal.
    #[cold]
    #[inline(never)]
    pub(super) fn take_listed(
        &mut self,
        state: &mut Moves,
        span: Span,
        text: &[u8],
        start: usize,
        separators: &[u8],
    ) -> bool {
        if !state.checks || state.shape == Operands::OneMove {
            return false;
        }
        if !text.iter().any(|byte| separators.contains(byte)) {
            return false;
        }
        let mut parts = Vec::new();
        let mut at = 0;
        for part in text.split(|byte| separators.contains(byte)) {
            if !part.is_empty() {
                parts.push(Span::new(start + at, start + at + part.len()));
            }
            at += part.len() + 1;
        }
        if parts.len() < 2 {
            return false;
        }
        let Some(mut reached) = self.from(state).cloned() else {
            return false;
        };
        let mut read = Vec::with_capacity(parts.len());
        for part in &parts {
            let reading = moves::read(&reached, part.of(self.line()));
            let Ok(played) = reading.result else {
                return false;
            };
            if reading.form.annotation {
                return false;
            }
            if state.shape == Operands::Line {
                reached.play_unchecked(played);
            }
            read.push(played);
        }
        self.say(Code::MoveNotSan, span);
        let lexeme = self.at;
        for (part, played) in parts.into_iter().zip(read) {
            // All are operands of the one word at hand.
            self.at = lexeme;
            self.accept(state, part, played, OperandForm::San);
        }
        true
    }

    /// `{168}` or `{a longer word}`: from the opening to the closing brace.
    #[cold]
    #[inline(never)]
    pub(super) fn take_braces(&mut self, state: &Moves) {
        let first = self.span(self.at);
        let mut span = first;
        loop {
            let this = self.span(self.at);
            span = span.cover(this);
            let closes = self.text(self.at).contains(&b'}');
            self.push_operand(this, Value::Raw, OperandForm::AsIs, TokenKind::Word);
            if closes || self.at >= state.end {
                break;
            }
        }
        self.say(Code::MoveAnnotation, span);
    }

    /// `Qd1 +`: a sign that belongs to the move before.
    pub(super) fn take_detached_sign(
        &mut self,
        state: &mut Moves,
        span: Span,
        text: &[u8],
    ) -> bool {
        let (b"+" | b"++" | b"#") = text else {
            return false;
        };
        let Some(last) = self.record.operands.last_mut() else {
            return false;
        };
        let Value::Move(played) = last.value else {
            return false;
        };
        if state.count == 0 || last.span.start < state.opcode.end {
            return false;
        }
        let before = last.span;
        if matches!(before.of(self.record.line).last(), Some(b'+' | b'#')) {
            return false;
        }
        last.span = before.cover(span);
        last.form = OperandForm::San;
        let whole = last.span;
        // The sign was missed at the move itself; it is here.
        let diagnostics = &mut self.record.diagnostics;
        if diagnostics
            .last()
            .is_some_and(|d| d.code == Code::MoveSpelling && d.span == before)
        {
            diagnostics.pop();
        }
        self.say(Code::DetachedCheck, whole);
        if text == b"#" {
            let mates = match (&state.reached, &self.record.position) {
                (Some(reached), _) => reached.is_checkmate(),
                (None, Some(position)) => {
                    let mut after = position.clone();
                    after.play_unchecked(played);
                    after.is_checkmate()
                }
                (None, None) => true,
            };
            if !mates {
                self.say(Code::FalseMateSign, whole);
            }
        }
        self.absorbed.push(whole);
        self.set_role(self.at, TokenKind::Move);
        self.at += 1;
        true
    }

    /// `f8 = Q` in two or three words, where joined it is a legal move.
    pub(super) fn take_split_promotion(&mut self, state: &mut Moves) -> bool {
        let next = match self.word(self.at + 1) {
            Some(next) if self.at + 1 < state.end && next.first() == Some(&b'=') => next,
            _ => return false,
        };
        let words = if next == b"=" { 3 } else { 2 };
        if self.at + words > state.end || self.word(self.at + words - 1).is_none() {
            return false;
        }
        let mut joined = self.text(self.at).to_vec();
        joined.extend_from_slice(next);
        if words == 3 {
            joined.extend_from_slice(self.text(self.at + 2));
        }
        let span = self.span(self.at).cover(self.span(self.at + words - 1));
        let Some(reading) = self
            .from(state)
            .map(|position| moves::read(position, &joined))
        else {
            return false;
        };
        let Ok(played) = reading.result else {
            return false;
        };
        if reading.form.annotation {
            self.say(Code::MoveAnnotation, span);
        }
        self.say(Code::MoveNotSan, span);
        if reading.form.false_mate {
            self.say(Code::FalseMateSign, span);
        }
        self.absorbed.push(span);
        for index in 1..words {
            self.set_role(self.at + index, TokenKind::Move);
        }
        self.accept(state, span, played, OperandForm::San);
        self.at += words - 1;
        true
    }

    /// Move numbers and lone commas: read over, and left out of canonical text.
    pub(super) fn take_punctuation(&mut self, _: &Moves, span: Span, text: &[u8]) -> bool {
        let after_move = matches!(self.record.operands.last(), Some(last) if matches!(last.value, Value::Move(_)));
        if !(moves::is_move_number(text) || (after_move && matches!(text, b"," | b"e.p." | b"ep")))
        {
            return false;
        }
        self.say(Code::MoveNotSan, span);
        self.push_operand(span, Value::Raw, OperandForm::Dropped, TokenKind::Word);
        true
    }

    /// `bm #5`: a distance to mate where a move belongs. Decided once all operations are read.
    pub(super) fn take_mate_distance(&mut self, first: usize, end: usize) -> bool {
        let span = self.span(self.at);
        let Some(number) = self.word(self.at).and_then(|word| word.strip_prefix(b"#")) else {
            return false;
        };
        let digits = number.strip_prefix(b"-").unwrap_or(number);
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return false;
        }
        let alone = self.at == first && self.at + 1 == end;
        let in_range = |n: &i64| (1..=i64::from(i32::MAX)).contains(n) || (-383..=-1).contains(n);
        match operand::read_integer(number).filter(in_range) {
            Some(moves) if alone => {
                if let Some(operation) = self.record.operations.last_mut() {
                    operation.form = if moves > 0 {
                        OperationForm::MateIn(moves)
                    } else {
                        OperationForm::MatedScore(-32767 - 2 * moves)
                    };
                }
                self.push_operand(span, Value::Raw, OperandForm::AsIs, TokenKind::Number);
            }
            _ => {
                self.push(Diagnostic::new(Code::MateInBm, span).into_error());
                self.push_operand(span, Value::Raw, OperandForm::AsIs, TokenKind::Number);
            }
        }
        true
    }
}
