//! The reader of operations after the fields.
//!
//! ```text
//! operations = { piece ";" } [ piece ]
//! piece      = { opcode { operand } }      more than one where a semicolon is missing
//! ```
//!
//! A piece whose first word has the form of an opcode is an operation, however odd; anything else is stray text,
//! except for a lone dash and lists of perft counts (`;D1 20 ;D2 400`, `;20;400`). An unknown opcode that may be a
//! move, a label or prose is examined in `doubt`.

use crate::epd::diagnostic::Code;
use crate::epd::lex::Shape;
use crate::epd::moves;
use crate::epd::opcode::{self, OpcodeInfo, Shape as Operands};
use crate::epd::operand::{self, Value, are_digits};
use crate::epd::reader::Reader;
use crate::epd::reader::doubt::has_form_of_field;
use crate::epd::reader::values::OperationContext;
use crate::epd::record::{Operand, OperandForm, Operation, OperationForm};
use crate::epd::span::Span;
use crate::epd::token::TokenKind;
use shakmaty::Position;
use shakmaty::uci::UciMove;

impl Reader<'_> {
    pub(super) fn read_operations(&mut self) {
        let mut run = PerftRun::default();
        let words = self.record.lexemes.len().saturating_sub(self.at);
        self.record.operations.reserve_exact(8.min(words));
        self.record.operands.reserve_exact(14.min(words));
        while self.at < self.record.lexemes.len() {
            let end = self.piece_end();
            if self.at == end {
                // An empty piece: its semicolon ends nothing, but may open a list of counts.
                let semicolon = self.span(end);
                run.opening = Some(run.opening.map_or(semicolon, |all| all.cover(semicolon)));
                self.at += 1;
                continue;
            }
            if self.word(self.at) == Some(b"-") {
                self.close_run(&mut run);
                let span = self.span(self.at);
                self.report(Code::StrayDash, span);
                self.at += 1;
                if self.at == end && end < self.record.lexemes.len() {
                    let span = self.span(end);
                    self.report_stray_semicolons(span);
                    self.at += 1;
                }
                continue;
            }
            if self.read_bare_counts(&mut run) || self.read_perft(end, &mut run) {
                continue;
            }
            self.close_run(&mut run);
            self.read_piece(end);
        }
        self.close_run(&mut run);
    }

    /// Returns the index of the semicolon that ends the current piece, or of the end.
    fn piece_end(&mut self) -> usize {
        if self.semicolon >= self.at && self.shape(self.semicolon) == Some(Shape::Semicolon) {
            // A piece of many dashes is not scanned for each of them.
            return self.semicolon;
        }
        let rest = self.record.lexemes.get(self.at..).unwrap_or_default();
        let semicolon = rest
            .iter()
            .position(|lexeme| lexeme.shape == Shape::Semicolon);
        self.semicolon = semicolon.map_or(self.record.lexemes.len(), |offset| self.at + offset);
        self.semicolon
    }

    /// Reads the operations of a piece that ends before lexeme `end`.
    fn read_piece(&mut self, end: usize) {
        while self.at < end {
            let start = self.at;
            match self.word(start) {
                Some(word) if opcode::is_opcode(word) => {
                    let info = opcode::find(word);
                    if info.is_none()
                        && self.is_prose_piece(word, end)
                        && !self.hides_operation(OperationContext::Words, end)
                    {
                        self.read_prose(end);
                        continue;
                    }
                    self.read_operation(word, info, end);
                    if self.at < end {
                        // Another operation follows in this piece: a semicolon is missing.
                        let gap = Span::at(self.span(self.at - 1).end);
                        let next = String::from_utf8_lossy(self.text(self.at));
                        self.report_reason(Code::MissingSemicolon, gap, next.into_owned());
                        continue;
                    }
                }
                Some(word) if self.read_label(word, end) => {}
                _ => self.read_stray(end),
            }
        }
        self.at = end;
        if end == self.record.lexemes.len() {
            let gap = Span::at(self.span(end - 1).end);
            let is_closed = self.shape(end - 1) != Some(Shape::Broken);
            let found = self.record.diagnostics.last();
            let is_of_uci = found.is_some_and(|found| found.code == Code::UciMoves);
            let last = self.record.operations.last();
            if is_closed && !is_of_uci && last.is_some_and(|last| last.span.end == gap.start) {
                self.report(Code::MissingLastSemicolon, gap);
            }
            return;
        }
        let (before, semicolon) = (self.span(end - 1), self.span(end));
        if let Some(operation) = self.record.operations.last_mut()
            && operation.span.end == before.end
        {
            operation.span.end = semicolon.end;
        }
        self.at += 1;
    }

    /// Reads text up to lexeme `end` that is not an operation.
    #[cold]
    #[inline(never)]
    fn read_stray(&mut self, end: usize) {
        let span = self.span(self.at).cover(self.span(end - 1));
        let word = self.text(self.at);
        let code = match self.shape(self.at) {
            Some(Shape::Broken) => Code::BrokenQuote,
            Some(Shape::Word) if word.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'_') => {
                Code::BadOpcode
            }
            _ => return self.read_prose(end),
        };
        self.report(code, self.span(self.at));
        self.absorbed.push(span);
        self.at = end;
    }

    fn read_operation(&mut self, name: &[u8], info: Option<&'static OpcodeInfo>, end: usize) {
        let opcode = self.begin_operation(info, OperationForm::AsIs);
        self.blocking_before = self.blocking;
        if self.at < end && self.span(self.at).start <= opcode.end + 1 {
            self.check_space(opcode);
        }
        match info.map(|info| info.shape) {
            None => self.read_unknown(name, opcode, end),
            Some(shape @ (Operands::Moves | Operands::OneMove | Operands::Line)) => {
                if name == b"pv" {
                    self.has_pv = Some(true);
                }
                self.read_moves(name, shape, opcode, end);
            }
            Some(shape) => self.read_values(name, shape, opcode, end),
        }
        self.end_operation();
    }

    /// Adds an operation with the current word as its opcode; its operands follow until [`Self::end_operation`].
    pub(super) fn begin_operation(
        &mut self,
        info: Option<&'static OpcodeInfo>,
        form: OperationForm,
    ) -> Span {
        let opcode = self.span(self.at);
        self.set_role(self.at, TokenKind::Opcode);
        self.at += 1;
        let first = self.record.operands.len();
        self.record.push_operation(Operation {
            span: opcode,
            opcode,
            info,
            operands: first..first,
            form,
        });
        opcode
    }

    /// Ends the last operation with the operands read since it began.
    pub(super) fn end_operation(&mut self) {
        let (operands, last) = (self.record.operands.len(), self.span(self.at - 1));
        if let Some(operation) = self.record.operations.last_mut() {
            operation.operands.end = operands;
            operation.span = operation.opcode.cover(last);
        }
    }

    /// Returns true if the current operation has an error: its operands, and an operation after them, are uncertain.
    pub(super) fn operation_is_wrong(&self) -> bool {
        self.blocking > self.blocking_before
    }

    /// Reports a missing blank: `id"x"` and `bm:Kd2`, which the lexer has split.
    fn check_space(&mut self, opcode: Span) {
        let operand = self.span(self.at);
        let gap = Span::new(opcode.end, operand.start);
        if gap.is_empty() || gap.of(self.line()) == b":" {
            self.report(Code::MissingSpace, opcode.cover(gap));
        }
    }

    /// Reads operands of a private or unknown opcode, which are left unchanged. A well-known one with a complete
    /// operand ends before another operation.
    fn read_unknown(&mut self, name: &[u8], opcode: Span, end: usize) {
        if name.len() == 1 {
            self.report(Code::ShortOpcode, opcode);
        }
        self.may_be_field |= has_form_of_field(name);
        if self.is_of_uci(name, end) {
            self.report(Code::UciMoves, opcode);
        } else if opcode::is_reserved(name) {
            self.report(Code::UnknownOpcode, opcode);
        }
        if end - self.at > 1 {
            let is_complete = self.is_complete(name, self.at);
            if is_complete && self.opens_operation(self.at + 1, end) {
                return self.push_free_operand();
            }
            let around = match is_complete {
                true => OperationContext::Complete,
                false => OperationContext::Words,
            };
            if self.report_hidden(around, end) {
                return self.push_free_operands(end);
            }
        }
        if moves::looks_like_move(name) {
            self.may_be_moves.push(self.record.operations.len() - 1);
        }
        self.push_free_operands(end);
    }

    pub(super) fn push_free_operands(&mut self, end: usize) {
        while self.at < end {
            self.push_free_operand();
        }
    }

    /// Returns true if the opcode, and the moves after it to the line's end, come from a UCI `position` command.
    fn is_of_uci(&self, name: &[u8], end: usize) -> bool {
        let mut words = (self.at..end).map(|at| self.text(at));
        name == b"moves"
            && self.at < end
            && end == self.record.lexemes.len()
            && words.all(|word| UciMove::from_ascii(word).is_ok())
    }

    /// Adds the next lexeme as an untyped operand.
    pub(super) fn push_free_operand(&mut self) {
        let span = self.span(self.at);
        let text = self.text(self.at);
        let value = if self.shape(self.at) == Some(Shape::Quoted) {
            Value::Text
        } else if text.contains(&b'"') {
            self.report_broken_quote(span);
            Value::Raw
        } else if let Some(number) = operand::read_integer(text) {
            Value::Integer(number)
        } else if let Some(number) = operand::read_float(text) {
            Value::Float(number)
        } else if operand::is_identifier(text) {
            Value::Identifier
        } else {
            Value::Raw
        };
        let role = match value {
            Value::Text => TokenKind::Text,
            Value::Integer(_) | Value::Float(_) => TokenKind::Number,
            _ => TokenKind::Word,
        };
        self.push_operand(span, value, OperandForm::AsIs, role);
    }

    /// Reports a misplaced quote, once per operation, since the quotes inside `"he said "hi" there"` are one problem.
    fn report_broken_quote(&mut self, span: Span) {
        let last = self.record.diagnostics.last();
        let before = last.filter(|d| d.code == Code::BrokenQuote).map(|d| d.span);
        let is_one = before.is_some_and(|first| {
            let between = self.record.line.get(first.end..span.start);
            between.is_some_and(|between| memchr::memchr(b';', between).is_none())
        });
        match self.record.diagnostics.last_mut().filter(|_| is_one) {
            Some(first) => first.span = first.span.cover(span),
            None => self.report(Code::BrokenQuote, span),
        }
    }

    pub(super) fn push_operand(
        &mut self,
        span: Span,
        value: Value,
        form: OperandForm,
        role: TokenKind,
    ) {
        self.set_role(self.at, role);
        self.record.operands.push(Operand { span, value, form });
        self.at += 1;
    }

    pub(super) fn fault(&mut self, code: Code, span: Span, expected: &str) {
        self.report_reason(code, span, expected.to_owned());
    }
}

/// The largest number of bare counts in a list: depths have two digits.
const DEEPEST: usize = 99;

/// The most legal moves of any position, which limits the growth from one count to the next.
const MOST_MOVES: i64 = 218;

/// A list of perft counts under construction.
#[derive(Default)]
struct PerftRun {
    /// The semicolons of empty pieces that open the list, not yet reported; `None` without any.
    opening: Option<Span>,
    /// The bytes of the whole list, once a count was read.
    span: Option<Span>,
}

impl Reader<'_> {
    /// Reports the semicolons of empty pieces that opened no list.
    #[cold]
    #[inline(never)]
    fn close_opening(&mut self, run: &mut PerftRun) {
        if let Some(semicolons) = run.opening.take() {
            match &mut run.span {
                // Inside a list, doubled semicolons are part of its form.
                Some(span) => *span = span.cover(semicolons),
                None => self.report_stray_semicolons(semicolons),
            }
        }
    }

    #[inline]
    fn close_run(&mut self, run: &mut PerftRun) {
        if run.opening.is_none() && run.span.is_none() {
            return;
        }
        self.close_opening(run);
        if let Some(span) = run.span.take() {
            self.report(Code::PerftList, span);
            let span = self.record.with_blanks_before(span);
            self.absorbed.push(span);
        }
    }

    /// Reports one or several semicolons that end nothing, with the blanks before them.
    #[cold]
    #[inline(never)]
    fn report_stray_semicolons(&mut self, semicolons: Span) {
        self.report(Code::StraySemicolon, semicolons);
        let span = self.record.with_blanks_before(semicolons);
        self.absorbed.push(span);
    }

    /// Reads `D1 20` after an empty piece or another count, or with a comma; returns true if it was read.
    fn read_perft(&mut self, end: usize, run: &mut PerftRun) -> bool {
        let (Some(word), Some(count)) = (self.word(self.at), self.word(self.at + 1)) else {
            return false;
        };
        if opcode::perft_depth(word).is_none() || end != self.at + 2 {
            return false;
        }
        let digits = count.strip_suffix(b",").unwrap_or(count);
        let is_listed = digits.len() < count.len() || run.opening.is_some() || run.span.is_some();
        if !is_listed || operand::read_integer(digits).is_none() || !are_digits(digits) {
            return false;
        }
        let (name, operand) = (self.span(self.at), self.span(self.at + 1));
        let digits = Span::new(operand.start, operand.start + digits.len());
        self.set_role(self.at, TokenKind::Opcode);
        self.set_role(self.at + 1, TokenKind::Number);
        self.push_count(name, operand, digits, OperationForm::AsIs);
        let mut span = name.cover(operand);
        if let Some(opening) = run.opening.take() {
            span = span.cover(opening);
        }
        self.at = end;
        if end < self.record.lexemes.len() {
            self.at += 1;
            // The semicolon belongs to the count unless another item of the list follows it.
            let semicolon = self.span(end);
            if let Some(operation) = self.record.operations.last_mut() {
                operation.span.end = semicolon.end;
            }
            span = span.cover(semicolon);
        }
        run.span = Some(run.span.map_or(span, |all| all.cover(span)));
        true
    }

    #[cold]
    #[inline(never)]
    fn push_count(&mut self, name: Span, operand: Span, digits: Span, form: OperationForm) {
        let first = self.record.operands.len();
        let value =
            operand::read_integer(digits.of(self.line())).map_or(Value::Raw, Value::Integer);
        self.record.operands.push(Operand {
            span: operand,
            value,
            form: OperandForm::part(digits, operand),
        });
        self.record.push_operation(Operation {
            span: name.cover(operand),
            opcode: name,
            info: None,
            operands: first..first + 1,
            form,
        });
    }

    /// Reads counts without opcodes: `;20;400;8902` or `,20,400`, where the first is the number of legal moves.
    fn read_bare_counts(&mut self, run: &mut PerftRun) -> bool {
        let Some(word) = self.word(self.at) else {
            return false;
        };
        let mut counts = Vec::new();
        let mut last = self.at;
        if word.first() == Some(&b',') {
            let listed = self.span(self.at).split(self.line(), |b| b == b',');
            counts.extend(listed.skip(1).take(DEEPEST + 1));
        } else if are_digits(word) && run.opening.is_some() {
            let mut at = self.at;
            while let Some(count) = self.word(at)
                && are_digits(count)
                && matches!(self.shape(at + 1), None | Some(Shape::Semicolon))
                && counts.len() <= DEEPEST
            {
                counts.push(self.span(at));
                last = at;
                at += 2;
            }
        }
        if counts.is_empty() || counts.len() > DEEPEST {
            return false;
        }
        let numbers = counts.iter().map(|span| span.of(self.record.line));
        let numbers = numbers.map(|text| operand::read_integer(text).filter(|_| are_digits(text)));
        let Some(numbers) = numbers.collect::<Option<Vec<i64>>>() else {
            return false;
        };
        let moves = self.record.position.as_ref().map(|p| p.legal_moves().len());
        let moves = moves.and_then(|count| i64::try_from(count).ok());
        // Two counts may have become one because the semicolon between them was forgotten.
        let are_apart = numbers
            .array_windows()
            .all(|[before, next]| *next <= before.saturating_mul(MOST_MOVES));
        if numbers.first().copied() != moves || !are_apart {
            return false;
        }
        let mut span = self.span(self.at).cover(self.span(last));
        if let Some(opening) = run.opening.take() {
            span = span.cover(opening);
        }
        for index in self.at..=last {
            if self.shape(index) == Some(Shape::Word) {
                self.set_role(index, TokenKind::Number);
            }
        }
        for (index, count) in counts.into_iter().enumerate() {
            let depth = u8::try_from(index + 1).unwrap_or(u8::MAX);
            let (name, form) = (Span::at(count.start), OperationForm::Perft(depth));
            self.push_count(name, count, count, form);
        }
        self.at = last + 1;
        if self.shape(self.at) == Some(Shape::Semicolon) {
            span = span.cover(self.span(self.at));
            self.at += 1;
        }
        run.span = Some(run.span.map_or(span, |all| all.cover(span)));
        true
    }
}
