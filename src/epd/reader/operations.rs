//! The reader of operations after the fields.
//!
//! ```text
//! operations = { piece ";" } [ piece ]
//! piece      = { opcode { operand } }      more than one where a semicolon is missing
//! ```
//!
//! A piece whose first word has the form of an opcode is an operation, however odd; anything else is stray text,
//! except for a lone dash and lists of perft counts. An unknown opcode that may be a move, a label or prose is
//! examined in `strange`.

mod counts;

use counts::PerftRun;
use shakmaty::uci::UciMove;

use super::super::diagnostic::Code;
use super::super::lex::Shape;
use super::super::moves;
use super::super::opcode::{self, OpcodeInfo, Shape as Operands};
use super::super::operand::{self, Value};
use super::super::record::{Operand, OperandForm, Operation, OperationForm};
use super::super::span::Span;
use super::super::token::TokenKind;
use super::Reader;
use super::doubt::has_form_of_field;

use super::swallowed::Around;

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
                self.say(Code::StrayDash, span);
                self.at += 1;
                if self.at == end && end < self.record.lexemes.len() {
                    let span = self.span(end);
                    self.say_stray_semicolons(span);
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
                        && !self.hides_operation(Around::Words, end)
                    {
                        self.read_prose(end);
                        continue;
                    }
                    self.read_operation(word, info, end);
                    if self.at < end {
                        // Another operation follows in this piece: a semicolon is missing.
                        let gap = Span::at(self.span(self.at - 1).end);
                        let next = String::from_utf8_lossy(self.text(self.at));
                        self.say_why(Code::MissingSemicolon, gap, next.into_owned());
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
                self.say(Code::MissingLastSemicolon, gap);
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

    /// Takes text up to lexeme `end` that is not an operation.
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
        self.say(code, self.span(self.at));
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

    /// Takes the current word as the opcode of an operation, which is the last until [`Self::end_operation`].
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

    /// Gives the last operation the operands read since it began.
    pub(super) fn end_operation(&mut self) {
        let (operands, last) = (self.record.operands.len(), self.span(self.at - 1));
        if let Some(operation) = self.record.operations.last_mut() {
            operation.operands.end = operands;
            operation.span = operation.opcode.cover(last);
        }
    }

    /// Returns true if the current operation is wrong so far: its operands are then doubtful, and another operation
    /// after them uncertain.
    pub(super) fn operation_is_wrong(&self) -> bool {
        self.blocking > self.blocking_before
    }

    /// Reports a missing blank: `id"x"` and `bm:Kd2`, which the lexer has split.
    fn check_space(&mut self, opcode: Span) {
        let operand = self.span(self.at);
        let gap = Span::new(opcode.end, operand.start);
        if gap.is_empty() || gap.of(self.line()) == b":" {
            self.say(Code::MissingSpace, opcode.cover(gap));
        }
    }

    /// Reads operands of a private or unknown opcode, which are left unchanged. A well-known one with a complete
    /// operand ends before another operation.
    fn read_unknown(&mut self, name: &[u8], opcode: Span, end: usize) {
        if name.len() == 1 {
            self.say(Code::ShortOpcode, opcode);
        }
        self.may_be_field |= has_form_of_field(name);
        if self.is_of_uci(name, end) {
            self.say(Code::UciMoves, opcode);
        } else if opcode::is_reserved(name) {
            self.say(Code::UnknownOpcode, opcode);
        }
        if end - self.at > 1 {
            let is_complete = self.is_complete(name, self.at);
            if is_complete && self.opens_operation(self.at + 1, end) {
                return self.push_free_operand();
            }
            let around = match is_complete {
                true => Around::Complete,
                false => Around::Words,
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

    /// Takes the lexemes up to `end` as untyped operands.
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

    /// Takes the next lexeme as an untyped operand.
    pub(super) fn push_free_operand(&mut self) {
        let span = self.span(self.at);
        let text = self.text(self.at);
        let value = if self.shape(self.at) == Some(Shape::Quoted) {
            Value::Text
        } else if text.contains(&b'"') {
            self.say_broken_quote(span);
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
    fn say_broken_quote(&mut self, span: Span) {
        let last = self.record.diagnostics.last();
        let before = last.filter(|d| d.code == Code::BrokenQuote).map(|d| d.span);
        let is_one = before.is_some_and(|first| {
            let between = self.record.line.get(first.end..span.start);
            between.is_some_and(|between| memchr::memchr(b';', between).is_none())
        });
        match self.record.diagnostics.last_mut().filter(|_| is_one) {
            Some(first) => first.span = first.span.cover(span),
            None => self.say(Code::BrokenQuote, span),
        }
    }

    /// Takes the next lexeme as an operand with this value.
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

    /// Reports an operand, with the expected form.
    pub(super) fn fault(&mut self, code: Code, span: Span, expected: &str) {
        self.say_why(code, span, expected.to_owned());
    }
}
