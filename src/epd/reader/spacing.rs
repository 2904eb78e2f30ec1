//! Blanks, marks and odd bytes between and inside the words.

use super::super::diagnostic::Code;
use super::super::lex::{self, Shape};
use super::super::record::{LineKind, OperandForm};
use super::super::span::Span;
use super::Reader;

impl Reader<'_> {
    /// Reports gaps that differ from the one space of canonical text.
    #[inline(never)]
    pub(super) fn report_spacing(&mut self) {
        let parts = self.record.parts;
        // Gaps come in order, and so do the absorbed spans: one look at each is enough.
        let mut absorbed = std::mem::take(&mut self.absorbed);
        absorbed.sort_unstable_by_key(|span| span.start);
        let mut begun = absorbed.iter().peekable();
        let mut absorbed_to = 0;
        let mut before = parts.bom.end;
        let mut after_semicolon = false;
        for index in 0..=self.record.lexemes.len() {
            let lexeme = self.record.lexemes.get(index).copied();
            let start = lexeme.map_or(parts.tail.end, |l| l.span.start);
            let semicolon = lexeme.is_some_and(|l| l.shape == Shape::Semicolon);
            let gap = Span::new(before, start);
            let wanted = lexeme.is_some() && !semicolon && index > 0;
            while let Some(span) = begun.next_if(|span| span.start <= gap.start) {
                absorbed_to = span.end.max(absorbed_to);
            }
            if (gap.len() != usize::from(wanted) || (wanted && gap.of(self.line()) != b" "))
                && gap.end > absorbed_to
            {
                self.report_gap(gap, wanted, after_semicolon, lexeme.is_none());
            }
            after_semicolon = semicolon;
            before = lexeme.map_or(start, |l| l.span.end);
        }
        self.absorbed = absorbed;
    }

    #[inline(never)]
    fn report_gap(&mut self, gap: Span, wanted: bool, after_semicolon: bool, at_end: bool) {
        if gap.is_empty() {
            if wanted && after_semicolon {
                self.say(Code::NoSpaceAfterSemicolon, gap);
            }
            return;
        }
        let text = gap.of(self.line());
        if text.contains(&b'"') {
            // Blanks beside the quotes of a quoted position are removed with them.
            return;
        }
        // Marks (NUL, Ctrl-Z) have diagnostics of their own.
        let blanks = text.iter().take_while(|b| lex::is_blank(**b)).count();
        let gap = Span::new(gap.start, gap.start + blanks);
        if gap.is_empty() {
            return;
        }
        let text = gap.of(self.line());
        if text.iter().any(|b| *b != b' ') {
            self.say(Code::Tab, gap);
        } else if !wanted || at_end || text.len() > 1 {
            self.say(Code::ExtraSpace, gap);
        }
    }

    /// Reports NUL and Ctrl-Z at the end, and the line end itself.
    pub(super) fn marks(&mut self) {
        let parts = self.record.parts;
        let tail = parts.tail.of(self.line());
        for (byte, code) in [(0, Code::NulByte), (0x1A, Code::CtrlZ)] {
            let first = tail.iter().position(|b| *b == byte);
            let last = tail.iter().rposition(|b| *b == byte);
            if let (Some(first), Some(last)) = (first, last) {
                let start = parts.tail.start;
                self.say(code, Span::new(start + first, start + last + 1));
            }
        }
        let end = parts.end.of(self.line());
        if end.len() > 2 && self.record.kind == LineKind::Record {
            self.say(Code::CrCrLf, parts.end);
        }
    }

    /// Reports bytes outside ASCII, and control characters in words and strings.
    #[inline(never)]
    pub(super) fn report_odd_bytes(&mut self) {
        let line = self.line();
        for index in 0..self.record.lexemes.len() {
            let (span, shape) = (self.span(index), self.shape(index));
            let text = span.of(line);
            if let Some(run) = run(text, |b| b >= 0x80) {
                self.say(Code::NonAscii, run.shifted(span.start));
            }
            if let Some(run) = run(text, |b| b < 0x20 || b == 0x7F) {
                let code = match shape {
                    Some(Shape::Quoted) => Code::ControlCharacter,
                    _ => Code::StrayText,
                };
                self.say(code, run.shifted(span.start));
            }
        }
        let absorbed = std::mem::take(&mut self.absorbed);
        for span in &absorbed {
            // An unquoted string keeps its blanks; a tab among them is then in a string.
            let operand = self.record.operand_at(*span);
            let operand = operand.and_then(|(_, index)| self.record.operands.get(index));
            let is_string = operand.is_some_and(|operand| operand.form == OperandForm::Quoted);
            if is_string && let Some(run) = run(span.of(line), |b| lex::is_blank(b) && b != b' ') {
                self.say(Code::ControlCharacter, run.shifted(span.start));
            }
        }
        self.absorbed = absorbed;
    }
}

/// Returns the first unbroken run of bytes of a kind.
fn run(text: &[u8], is: impl Fn(u8) -> bool) -> Option<Span> {
    let start = text.iter().position(|b| is(*b))?;
    let length = text.iter().skip(start).take_while(|b| is(**b)).count();
    Some(Span::new(start, start + length))
}
