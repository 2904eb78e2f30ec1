//! Words among moves that are not single moves: quotes, lists, comments in braces, detached signs, mate distances.

use super::super::Reader;
use super::super::strange::read_all;
use super::Moves;
use crate::epd::diagnostic::{Code, Diagnostic};
use crate::epd::moves;
use crate::epd::opcode::Shape as Operands;
use crate::epd::operand::{self, Value, are_digits};
use crate::epd::record::{OperandForm, OperationForm};
use crate::epd::score::Score;
use crate::epd::span::Span;
use crate::epd::token::TokenKind;
use shakmaty::Position;

/// The longest mate, in full moves, that is accepted.
const LONGEST_MATE: i64 = i32::MAX as i64;

impl Reader<'_> {
    #[cold]
    #[inline(never)]
    pub(super) fn take_quoted(&mut self, state: &mut Moves, span: Span, inner: &[u8]) {
        let inside = Span::new(span.start + 1, span.end - 1);
        if self.take_listed(state, span, inside, b" ,") {
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

    /// Takes `Nf3,e4` and `"Nf3 e4"`: several moves in the bytes `inside` one word or string, if all are legal.
    #[cold]
    #[inline(never)]
    pub(super) fn take_listed(
        &mut self,
        state: &mut Moves,
        span: Span,
        inside: Span,
        separators: &'static [u8],
    ) -> bool {
        let line = self.line();
        let mut bytes = inside.of(line).iter();
        let is_list = bytes.any(|byte| separators.contains(byte));
        if !is_list || !state.checks || state.shape == Operands::OneMove {
            return false;
        }
        let parts = inside.split(line, |byte| separators.contains(&byte));
        let parts: Vec<Span> = parts.filter(|part| !part.is_empty()).collect();
        let Some(position) = self.from(state).cloned().filter(|_| parts.len() > 1) else {
            return false;
        };
        let words = parts.iter().map(|part| Some(part.of(line)));
        let Some(read) = read_all(position, state.shape == Operands::Line, words) else {
            return false;
        };
        self.say(Code::MoveNotSan, span);
        let lexeme = self.at;
        for (part, (played, _)) in parts.into_iter().zip(read) {
            // All are operands of the current word.
            self.at = lexeme;
            self.accept(state, part, played, OperandForm::San);
        }
        true
    }

    /// Takes `{168}` or `{a longer word}`: from the opening to the closing brace.
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

    /// Takes the sign of `Qd1 +`, which belongs to the move before.
    pub(super) fn take_detached_sign(
        &mut self,
        state: &mut Moves,
        span: Span,
        text: &[u8],
    ) -> bool {
        let Some(last) = self.record.operands.last_mut() else {
            return false;
        };
        let (b"+" | b"++" | b"#", Value::Move(played)) = (text, &last.value) else {
            return false;
        };
        let (before, played) = (last.span, *played);
        let has_sign = matches!(before.of(self.record.line).last(), Some(b'+' | b'#'));
        if state.count == 0 || before.start < state.opcode.end || has_sign {
            return false;
        }
        last.span = before.cover(span);
        last.form = OperandForm::San;
        let whole = last.span;
        // The sign was missed at the move itself, and is found here.
        let diagnostics = &mut self.record.diagnostics;
        diagnostics.pop_if(|d| d.code == Code::MoveSpelling && d.span == before);
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

    /// Takes `f8 = Q` in two or three words; returns true if it is here, and a legal move when joined.
    pub(super) fn take_split_promotion(&mut self, state: &mut Moves) -> bool {
        let next = match self.word(self.at + 1) {
            Some(next) if self.at + 1 < state.end && next.first() == Some(&b'=') => next,
            _ => return false,
        };
        let words = if next == b"=" { 3 } else { 2 };
        if self.at + words > state.end || self.word(self.at + words - 1).is_none() {
            return false;
        }
        let joined = (self.at..self.at + words).map(|index| self.text(index));
        let joined = joined.collect::<Vec<_>>().concat();
        let span = self.span(self.at).cover(self.span(self.at + words - 1));
        let position = self.from(state);
        let Some(reading) = position.map(|position| moves::read(position, &joined)) else {
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

    /// Takes a move number or a lone comma, which canonical text leaves out; returns true if one is here.
    pub(super) fn take_punctuation(&mut self, span: Span, text: &[u8]) -> bool {
        let last = self.record.operands.last();
        let is_behind_move = last.is_some_and(|last| matches!(last.value, Value::Move(_)));
        let may_follow = is_behind_move && matches!(text, b"," | b"e.p." | b"ep");
        if !may_follow && !moves::is_move_number(text) {
            return false;
        }
        self.say(Code::MoveNotSan, span);
        self.push_operand(span, Value::Raw, OperandForm::Dropped, TokenKind::Word);
        true
    }

    /// Takes `bm #5`, a distance to mate; returns true if it is here. The decision comes when all operations are
    /// read.
    pub(super) fn take_mate_distance(&mut self, first: usize, end: usize) -> bool {
        let span = self.span(self.at);
        let Some(number) = self.word(self.at).and_then(|word| word.strip_prefix(b"#")) else {
            return false;
        };
        if !are_digits(number.strip_prefix(b"-").unwrap_or(number)) {
            return false;
        }
        let alone = self.at == first && self.at + 1 == end;
        let form = operand::read_integer(number).and_then(|moves| match moves {
            1..=LONGEST_MATE => Some(OperationForm::MateIn(moves)),
            i64::MIN..=-1 => Score::Mate(moves).ce().map(OperationForm::MatedScore),
            _ => None,
        });
        match (form, self.record.operations.last_mut()) {
            (Some(form), Some(operation)) if alone => operation.form = form,
            _ => self.push(Diagnostic::new(Code::MateInBm, span).into_error()),
        }
        self.push_operand(span, Value::Raw, OperandForm::AsIs, TokenKind::Number);
        true
    }
}
