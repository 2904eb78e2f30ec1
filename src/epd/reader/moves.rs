//! Operands that are moves: sets (`am`, `bm`), single ones (`pm`, `sm`) and lines (`pv`, `sv`).

mod odd;

use super::super::diagnostic::{Code, Detail};
use super::super::lex;
use super::super::lex::Shape;
use super::super::moves::{self, Fault, Form};
use super::super::opcode::{self, Shape as Operands};
use super::super::operand::Value;
use super::super::record::{OperandForm, unquoted};
use super::super::span::Span;
use super::super::token::TokenKind;
use super::Reader;
use rustc_hash::FxHashSet;
use shakmaty::{Chess, Move, Position};

/// The number of moves after which a long line stores its position.
const NOTED: usize = 64;

/// The state of reading one operation's moves.
struct Moves {
    shape: Operands,
    opcode: Span,
    end: usize,
    /// The position reached by a line; `None` for sets, which are read from the record's position.
    reached: Option<Chess>,
    /// Whether moves are read; `false` without a position, and in a line after its first fault.
    checks: bool,
    /// The number of moves so far.
    count: usize,
    /// Whether there is no blank between the opcode and the first move.
    is_glued: bool,
    /// Whether a word that can't be a move was taken while moves are not checked.
    has_odd_word: bool,
}

impl Reader<'_> {
    /// Reads the moves of an official opcode, up to lexeme `end` or to the next operation.
    pub(super) fn read_moves(&mut self, name: &[u8], shape: Operands, opcode: Span, end: usize) {
        let first = self.at;
        let mut state = self.before_moves(shape, opcode, end);
        while self.at < end {
            if self.opens_comment_at(&state) {
                break;
            }
            if self.take_plain(&mut state) {
                continue;
            }
            if self.ends_here(&state) {
                break;
            }
            if name == b"bm" && self.take_mate_distance(first, end) {
                continue;
            }
            self.take_move(&mut state);
        }
        if self.record.position.is_none() && self.record.board().is_some() && self.at > first {
            let span = self.span(first).cover(self.span(self.at - 1));
            self.say(Code::MovesUnchecked, span);
        }
        if shape == Operands::OneMove && state.count != 1 && !self.operation_is_wrong() {
            let span = match state.count {
                0 => opcode,
                _ => self.span(first).cover(self.span(self.at - 1)),
            };
            self.fault(Code::OperandCount, span, "one move");
        }
        if shape == Operands::Moves {
            if self.at == first {
                self.say(Code::EmptyMoves, opcode);
            }
            self.order_moves();
        }
    }

    fn before_moves(&self, shape: Operands, opcode: Span, end: usize) -> Moves {
        Moves {
            shape,
            opcode,
            end,
            reached: None,
            checks: self.record.position.is_some(),
            count: 0,
            is_glued: self.at < end && !self.is_blank_behind(opcode),
            has_odd_word: false,
        }
    }

    /// Takes a line of moves that the current words were read as, one each.
    pub(super) fn take_line(&mut self, opcode: Span, line: Vec<(Move, Form)>) {
        let mut state = self.before_moves(Operands::Line, opcode, self.at + line.len());
        for (played, form) in line {
            self.take_legal(&mut state, self.span(self.at), played, form);
        }
    }

    /// Returns true if a register and its string follow (`c5 "text"`), even if the register has the form of a legal
    /// move.
    fn opens_comment_at(&self, state: &Moves) -> bool {
        matches!(self.text(self.at), [b'c', b'1'..=b'8'])
            && self.is_followed_by_string(self.at)
            && self.ends_here(state)
    }

    /// Returns true if the current word is not a move but the opcode of the next operation. A word in the form of a
    /// move is one, legal or not (`c5`), unless a string directly follows it.
    fn ends_here(&self, state: &Moves) -> bool {
        let Some(word) = self.word(self.at) else {
            return false;
        };
        let is_complete = state.shape != Operands::OneMove || state.count == 1;
        is_complete
            && !self.operation_is_wrong()
            && !state.has_odd_word
            && (opcode::find(word).is_some() || state.count > 0)
            && self.opens_operation(self.at, state.end)
            && (!moves::looks_like_move(word) || self.is_followed_by_string(self.at))
    }

    fn is_blank_behind(&self, opcode: Span) -> bool {
        let next = self.record.line.get(opcode.end);
        next.is_none_or(|byte| lex::is_blank(*byte))
    }

    /// Takes plain SAN of a legal move, like nearly every operand; returns true if it is here.
    fn take_plain(&mut self, state: &mut Moves) -> bool {
        let (true, Some(text)) = (state.checks, self.word(self.at)) else {
            return false;
        };
        let position = self.from(state);
        let Some((played, form)) = position.and_then(|p| moves::read_plain(p, text)) else {
            return false;
        };
        self.take_legal(state, self.span(self.at), played, form);
        true
    }

    fn take_move(&mut self, state: &mut Moves) {
        let span = self.span(self.at);
        let text = self.text(self.at);
        match self.shape(self.at) {
            Some(Shape::Broken) => return self.push_free_operand(),
            Some(Shape::Quoted) => return self.take_quoted(state, span, unquoted(text)),
            _ => {}
        }
        if text.first() == Some(&b'{') {
            return self.take_braces(state);
        }
        if text.iter().all(|b| matches!(b, b'!' | b'?')) {
            self.say(Code::MoveAnnotation, span);
            return self.push_operand(span, Value::Raw, OperandForm::AsIs, TokenKind::Word);
        }
        if text.contains(&b'"') {
            return self.push_free_operand();
        }
        if !state.checks {
            let is_move = moves::looks_like_move(text);
            if state.is_glued && !is_move {
                // It is unknown whether `bm:` was meant as an opcode and a blank.
                return self.refuse(state, span, Fault::Unreadable);
            }
            state.count += 1;
            let stands_beside = matches!(text, b"+" | b"++" | b"#" | b"," | b"e.p." | b"ep");
            state.has_odd_word |= !is_move && !stands_beside && !moves::is_move_number(text);
            let role = if is_move {
                TokenKind::Move
            } else {
                TokenKind::Word
            };
            return self.push_operand(span, Value::Raw, OperandForm::AsIs, role);
        }
        if self.take_detached_sign(state, span, text)
            || self.take_split_promotion(state)
            || self.take_punctuation(span, text)
            || self.take_listed(state, span, span, b",")
        {
            return;
        }
        self.take_word(state, span, text);
    }

    /// Returns the position before the next move.
    fn from<'s>(&'s self, state: &'s Moves) -> Option<&'s Chess> {
        state.reached.as_ref().or(self.record.position.as_ref())
    }

    /// Takes a word that is not plain SAN.
    fn take_word(&mut self, state: &mut Moves, span: Span, text: &[u8]) {
        let Some(position) = self.from(state) else {
            return self.push_operand(span, Value::Raw, OperandForm::AsIs, TokenKind::Word);
        };
        let reading = moves::read_dialect(position, text);
        match reading.result {
            Ok(played) => self.take_legal(state, span, played, reading.form),
            Err(fault) => self.refuse(state, span, fault),
        }
    }

    /// Takes a legal move, and reports its spelling.
    fn take_legal(&mut self, state: &mut Moves, span: Span, played: Move, form: Form) {
        if form.is_canonical() {
            return self.accept(state, span, played, OperandForm::AsIs);
        }
        self.report_form(form, span);
        self.accept(state, span, played, OperandForm::San);
    }

    #[cold]
    #[inline(never)]
    fn report_form(&mut self, form: Form, span: Span) {
        if form.annotation {
            self.say(Code::MoveAnnotation, span);
        }
        if form.not_san {
            self.say(Code::MoveNotSan, span);
        }
        if form.false_mate {
            self.say(Code::FalseMateSign, span);
        } else if form.spelling && !form.not_san && !form.annotation {
            // Without its annotation the move is rewritten in its right spelling.
            self.say(Code::MoveSpelling, span);
        }
    }

    fn accept(&mut self, state: &mut Moves, span: Span, played: Move, form: OperandForm) {
        self.has_legal_move = true;
        state.count += 1;
        if state.shape == Operands::Line {
            if let Some(reached) = &mut state.reached {
                if state.count.is_multiple_of(NOTED) {
                    let place = (self.record.operands.len(), reached.clone());
                    self.record.places.push(place);
                }
                reached.play_unchecked(played);
            } else if let Some(start) = &self.record.position {
                let mut reached = start.clone();
                reached.play_unchecked(played);
                state.reached = Some(reached);
            }
        }
        self.push_operand(span, Value::Move(played), form, TokenKind::Move);
    }

    #[cold]
    #[inline(never)]
    fn refuse(&mut self, state: &mut Moves, span: Span, fault: Fault) {
        let code = match fault {
            Fault::Illegal => Code::MoveIllegal,
            Fault::Ambiguous(_) => Code::MoveAmbiguous,
            Fault::Unreadable => Code::MoveUnreadable,
        };
        let detail = match i64::try_from(state.count + 1) {
            Ok(number @ 2..) if state.shape == Operands::Line => Detail::Number(number),
            _ => Detail::None,
        };
        self.say_with(code, span, detail);
        state.count += 1;
        if state.shape == Operands::Line {
            // The position of the following moves is unknown.
            state.checks = false;
        }
        self.push_operand(span, Value::Raw, OperandForm::AsIs, TokenKind::Word);
    }

    /// Reports unsorted or repeated moves in the set just read.
    fn order_moves(&mut self) {
        let Some(operation) = self.record.operations.last() else {
            return;
        };
        let first = operation.operands.start;
        let operands = self.record.operands.get(first..).unwrap_or_default();
        let [first, .., last] = operands else {
            return;
        };
        if operands.iter().any(|o| o.form == OperandForm::Dropped)
            || !self.record.is_set_of_moves(operands)
        {
            return;
        }
        let text = |operand| {
            let position = self.record.position.as_ref();
            self.record.operand_text(operand, position)
        };
        let texts: Vec<_> = operands.iter().map(text).collect();
        // A word between the moves may be the opcode of another operation.
        if texts.is_sorted_by(|one, next| one < next) || self.operation_is_wrong() {
            return;
        }
        let sorted = texts.is_sorted();
        let mut met = FxHashSet::default();
        let again = operands
            .iter()
            .zip(&texts)
            .filter(|(_, text)| !met.insert(*text));
        let again: Vec<Span> = again.map(|(operand, _)| operand.span).collect();
        let span = first.span.cover(last.span);
        for span in again {
            self.say(Code::DuplicateMove, span);
        }
        if !sorted {
            self.say(Code::UnsortedOperands, span);
        }
    }
}
