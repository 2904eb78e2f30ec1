//! Where no fix is safe although the record's structure is sound: among words that may belong
//! elsewhere.

use crate::epd::diagnostic::{Code, Diagnostic};
use crate::epd::lex;
use crate::epd::record::Record;
use crate::epd::span::Span;

impl Record<'_> {
    /// Whether what stands around a problem is so wrong that its words may belong elsewhere: a word
    /// that is no move among moves, and anything that blocks in a piece without its semicolon.
    pub(super) fn is_in_doubt_around(&self, diagnostic: &Diagnostic) -> bool {
        /// So many problems of one operation are looked at; with more, nothing there is certain.
        const LOOKED_AT: usize = 1024;
        let doubts = |found: &Diagnostic| {
            found.blocks()
                && matches!(
                    found.code,
                    Code::MoveUnreadable | Code::MateInBm | Code::BrokenQuote
                )
        };
        let any = |span: Span, doubts: &dyn Fn(&Diagnostic) -> bool| {
            let mut found = self.findings_in(span);
            let is_any = found.by_ref().take(LOOKED_AT).any(doubts);
            is_any || found.next().is_some()
        };
        match diagnostic.code {
            // A word `fmvn` among moves may be the clock itself.
            Code::MissingClocks | Code::ClockOperations => any(self.parts.body, &doubts),
            Code::MissingSemicolon => any(self.piece_around(diagnostic.span), &Diagnostic::blocks),
            Code::MoveNotSan
            | Code::MoveSpelling
            | Code::DetachedCheck
            | Code::FalseMateSign
            | Code::QuotedMove
            | Code::DuplicateMove
            | Code::UnsortedOperands
            | Code::ExtraSpace
            | Code::Tab => self
                .operation_at(diagnostic.span)
                .is_some_and(|operation| any(operation.span, &doubts)),
            _ => false,
        }
    }

    /// From the semicolon before a place to the one behind it.
    fn piece_around(&self, place: Span) -> Span {
        let is_end = |lexeme: &&lex::Lexeme| lexeme.shape == lex::Shape::Semicolon;
        let split = self
            .lexemes
            .partition_point(|l| l.span.start < place.start)
            .min(self.lexemes.len());
        let (before, behind) = self.lexemes.split_at(split);
        let start = before.iter().rev().find(is_end).map(|l| l.span.end);
        let end = behind.iter().find(is_end).map(|l| l.span.end);
        Span::new(
            start.unwrap_or(self.parts.body.start),
            end.unwrap_or(self.parts.body.end),
        )
    }
}
