//! Operands that are moves: sets (`am`, `bm`), single ones (`pm`, `sm`) and lines (`pv`, `sv`); and the words among
//! them that are not single moves: quotes, lists, comments in braces, detached signs, mate distances.

use crate::epd::diagnostic::{Code, Detail, Diagnostic};
use crate::epd::lex::{self, Shape};
use crate::epd::moves::{self, Fault, Form};
use crate::epd::opcode::{self, Shape as Operands};
use crate::epd::operand::{self, Value, are_digits};
use crate::epd::reader::Reader;
use crate::epd::reader::doubt::read_all;
use crate::epd::record::{OperandForm, OperationForm, unquoted};
use crate::epd::score::Score;
use crate::epd::span::Span;
use crate::epd::token::TokenKind;
use rustc_hash::FxHashSet;
use shakmaty::{Chess, Move, Position};

/// The number of moves after which a long line stores its position.
const STORE_EVERY: usize = 64;

struct Moves {
    shape: Operands,
    opcode: Span,
    end: usize,
    /// The position reached by a line; `None` for sets, which are read from the record's position.
    reached: Option<Chess>,
    /// Whether moves are read; `false` without a position, and in a line after its first fault.
    checks: bool,
    count: usize,
    /// Whether there is no blank between the opcode and the first move.
    is_glued: bool,
    /// Whether a word that can't be a move was read while moves are not checked.
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
            self.report(Code::MovesUnchecked, span);
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
                self.report(Code::EmptyMoves, opcode);
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

    /// Adds a line of moves that were already read from the current words, one each.
    pub(super) fn take_line(&mut self, opcode: Span, line: Vec<(Move, Form)>) {
        let mut state = self.before_moves(Operands::Line, opcode, self.at + line.len());
        for (played, form) in line {
            self.take_legal(&mut state, self.span(self.at), played, form);
        }
    }

    /// Returns true if a register and its string follow (`c5 "text"`), even in the form of a legal move.
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

    /// Reads plain SAN of a legal move, as nearly every operand is; returns true if the current word is that.
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
            self.report(Code::MoveAnnotation, span);
            return self.push_operand(span, Value::Raw, OperandForm::AsIs, TokenKind::Word);
        }
        if text.contains(&b'"') {
            return self.push_free_operand();
        }
        if !state.checks {
            let is_move = moves::looks_like_move(text);
            if state.is_glued && !is_move {
                // `bm:` may not have been meant as an opcode and a blank.
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

    /// Adds a legal move, and reports its spelling.
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
            self.report(Code::MoveAnnotation, span);
        }
        if form.not_san {
            self.report(Code::MoveNotSan, span);
        }
        if form.false_mate {
            self.report(Code::FalseMateSign, span);
        } else if form.spelling && !form.not_san && !form.annotation {
            // Without its annotation the move is rewritten in its right spelling.
            self.report(Code::MoveSpelling, span);
        }
    }

    fn accept(&mut self, state: &mut Moves, span: Span, played: Move, form: OperandForm) {
        self.has_legal_move = true;
        state.count += 1;
        if state.shape == Operands::Line {
            if let Some(reached) = &mut state.reached {
                if state.count.is_multiple_of(STORE_EVERY) {
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
        self.report_with(code, span, detail);
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
            self.report(Code::DuplicateMove, span);
        }
        if !sorted {
            self.report(Code::UnsortedOperands, span);
        }
    }
}

/// The longest mate, in full moves, that is accepted.
const LONGEST_MATE: i64 = i32::MAX as i64;

impl Reader<'_> {
    #[cold]
    #[inline(never)]
    fn take_quoted(&mut self, state: &mut Moves, span: Span, inner: &[u8]) {
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
                self.report(Code::QuotedMove, span);
                if form.annotation {
                    self.report(Code::MoveAnnotation, span);
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

    /// Reads `Nf3,e4` and `"Nf3 e4"`: the moves `inside` one word or string; returns true if all are legal.
    #[cold]
    #[inline(never)]
    fn take_listed(
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
        self.report(Code::MoveNotSan, span);
        let lexeme = self.at;
        for (part, (played, _)) in parts.into_iter().zip(read) {
            // All are operands of the current word.
            self.at = lexeme;
            self.accept(state, part, played, OperandForm::San);
        }
        true
    }

    /// Reads `{168}` or `{a longer word}`: from the opening to the closing brace.
    #[cold]
    #[inline(never)]
    fn take_braces(&mut self, state: &Moves) {
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
        self.report(Code::MoveAnnotation, span);
    }

    /// Reads the sign of `Qd1 +`, which belongs to the move before; returns true if the current word is one.
    fn take_detached_sign(&mut self, state: &mut Moves, span: Span, text: &[u8]) -> bool {
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
        // The move was reported for lacking the sign, which is here.
        let diagnostics = &mut self.record.diagnostics;
        diagnostics.pop_if(|d| d.code == Code::MoveSpelling && d.span == before);
        self.report(Code::DetachedCheck, whole);
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
                self.report(Code::FalseMateSign, whole);
            }
        }
        self.absorbed.push(whole);
        self.set_role(self.at, TokenKind::Move);
        self.at += 1;
        true
    }

    /// Reads `f8 = Q` in two or three words; returns true if they are a legal move when joined.
    fn take_split_promotion(&mut self, state: &mut Moves) -> bool {
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
            self.report(Code::MoveAnnotation, span);
        }
        self.report(Code::MoveNotSan, span);
        if reading.form.false_mate {
            self.report(Code::FalseMateSign, span);
        }
        self.absorbed.push(span);
        for index in 1..words {
            self.set_role(self.at + index, TokenKind::Move);
        }
        self.accept(state, span, played, OperandForm::San);
        self.at += words - 1;
        true
    }

    /// Reads a move number or a lone comma, which canonical text omits; returns true if the current word is one.
    fn take_punctuation(&mut self, span: Span, text: &[u8]) -> bool {
        let last = self.record.operands.last();
        let is_behind_move = last.is_some_and(|last| matches!(last.value, Value::Move(_)));
        let may_follow = is_behind_move && matches!(text, b"," | b"e.p." | b"ep");
        if !may_follow && !moves::is_move_number(text) {
            return false;
        }
        self.report(Code::MoveNotSan, span);
        self.push_operand(span, Value::Raw, OperandForm::Dropped, TokenKind::Word);
        true
    }

    /// Reads `bm #5`; returns true if the current word is one. Its form is decided after all operations.
    fn take_mate_distance(&mut self, first: usize, end: usize) -> bool {
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
