//! Fixes: what would correct a diagnostic, as a change of the line's bytes. Made on demand, since most
//! diagnostics are only counted.

mod all;
mod choices;
mod count;
mod doubt;
mod expected;
mod proof;
mod quotes;

pub use all::{Applied, apply_all_fixes};
pub use count::Fixable;

use super::diagnostic::{Code, Detail, Diagnostic, Fix};
use super::lex;
use super::operand::Value;
use super::placement;
use super::record::{Dialect, LineKind, Operand, OperandForm, Operation, OperationForm, Record};
use super::span::Span;
use std::borrow::Cow;

impl Record<'_> {
    /// The fix of a diagnostic of this record. A safe one keeps the meaning for certain: it is what
    /// canonical writing does, or removes an identical copy of an operation. For those of many
    /// diagnostics, ask [`Record::fixes`].
    pub fn fix(&self, diagnostic: &Diagnostic) -> Option<Fix> {
        self.proposed_fix(diagnostic)
            .filter(|fix| !fix.safe || self.is_sound(diagnostic, fix))
    }

    /// Whether [`Record::fix`] has something to try for a diagnostic; it may still turn out to be none.
    /// Costs next to nothing, where a safe fix costs one more reading of the line.
    pub fn may_have_fix(&self, diagnostic: &Diagnostic) -> bool {
        self.proposed_fix(diagnostic).is_some()
    }

    /// A fix before it is proved. Where nobody knows where the record's parts begin and end, none is
    /// safe: only a person may change it.
    fn proposed_fix(&self, diagnostic: &Diagnostic) -> Option<Fix> {
        let mut fix = self.suggested_fix(diagnostic)?;
        fix.safe &= self.may_have_safe_fixes();
        fix.safe &= !self.is_kept() || !self.is_in_doubt_around(diagnostic);
        Some(fix)
    }

    fn may_have_safe_fixes(&self) -> bool {
        self.kind != LineKind::Record || self.is_structure_sound()
    }

    fn suggested_fix(&self, diagnostic: &Diagnostic) -> Option<Fix> {
        let span = diagnostic.span;
        let safe = |span: Span, replacement: &[u8]| {
            Some(Fix {
                safe: true,
                span,
                replacement: replacement.to_vec(),
            })
        };
        let unsafe_ = |span: Span, replacement: &[u8]| {
            Some(Fix {
                safe: false,
                span,
                replacement: replacement.to_vec(),
            })
        };
        match diagnostic.code {
            Code::ByteOrderMark | Code::NulByte | Code::CtrlZ => safe(span, b""),
            Code::CrCrLf => safe(span, b"\r\n"),
            Code::ExtraSpace | Code::Tab => safe(
                span,
                if self.is_between_words(span) {
                    b" "
                } else {
                    b""
                },
            ),
            Code::NoSpaceAfterSemicolon => safe(span, b" "),
            Code::QuotedPosition => {
                let inside = super::record::unquoted(span.of(self.line));
                safe(span, inside.trim_ascii())
            }
            Code::UnmergedDigits if self.unmerged_once().is_some() => {
                safe(span, &[self.unmerged_once()?])
            }
            Code::CraftyPlacement | Code::UnmergedDigits => {
                let mut text = Vec::new();
                placement::write(self.board()?, &mut text);
                safe(self.fields.placement?, &text)
            }
            Code::ColourCase | Code::EnPassantCase => {
                safe(span, &span.of(self.line).to_ascii_lowercase())
            }
            Code::MissingSpace if self.is_wrong_inside(span) => None,
            Code::MissingSpace => {
                // The colon of `bm:` is in the span, behind the opcode.
                let opcode = span.of(self.line).strip_suffix(b":");
                let end = span.end - usize::from(opcode.is_some());
                safe(Span::new(end, span.end), b" ")
            }
            Code::PvLabel => safe(span, b"pv"),
            Code::MoveAsOpcode => self.fix_move_as_opcode(span),
            // Without the side to move, a dash would be read as that.
            Code::MissingCastling | Code::MissingEnPassant if self.fields.side.is_none() => None,
            Code::MissingCastling => safe(span, b" -"),
            // Both fields are missing: one dash alone would be read as the castling field.
            Code::MissingEnPassant if self.fields.castling.is_none() => {
                let unknown = |d: &Diagnostic| d.code == Code::MissingCastling && d.blocks();
                if self.diagnostics.iter().any(unknown) {
                    return None;
                }
                safe(span, b" - -")
            }
            Code::MissingEnPassant => safe(span, b" -"),
            Code::CastlingOrder | Code::CastlingRepeat => safe(span, self.castling()?.as_bytes()),
            Code::EpPawnSquare => safe(span, self.en_passant?.to_string().as_bytes()),
            Code::FenClocks | Code::FenHalfMoveOnly => self.fix_clocks(span),
            Code::MissingClocks => self.fix_missing_clocks(span),
            Code::ClockOperations => {
                self.fields.full_move?;
                safe(self.taken_out(span), b"")
            }
            Code::MissingLastSemicolon | Code::MissingSemicolon => safe(span, b";"),
            Code::StraySemicolon if !self.is_needless(span) => None,
            Code::StraySemicolon | Code::StrayDash => {
                // Two words that it held apart need a blank.
                let glued = self
                    .line
                    .get(span.end)
                    .is_some_and(|b| !lex::is_blank(*b) && *b != b';')
                    && span.end < self.parts.body.end;
                safe(
                    self.with_blanks_before(span),
                    if glued { b" " } else { b"" },
                )
            }
            Code::DuplicateOpcode => self.fix_duplicate(diagnostic),
            Code::UnsortedOperations => self.fix_order(),
            Code::UnsortedOperands => {
                let operation = self.operation_at(span)?;
                let mut text = Vec::new();
                self.write_operands(operation, &mut text);
                safe(span, text.get(1..)?)
            }
            Code::DuplicateMove => safe(self.taken_out(span), b""),
            Code::PlusSign
            | Code::UnquotedString
            | Code::QuotedNumber
            | Code::QuotedMove
            | Code::MoveNotSan
            | Code::MoveSpelling
            | Code::DetachedCheck
            | Code::FalseMateSign
            | Code::MateInCe => self.fix_operand(span),
            Code::MateInBm if !diagnostic.blocks() => self.fix_mate_distance(span),
            Code::PerftList => self.fix_perft(span),
            Code::WrongPerft => match diagnostic.detail {
                Detail::Number(nodes) => unsafe_(span, nodes.to_string().as_bytes()),
                _ => None,
            },
            Code::CastlingImpossible => self.fix_castling(),
            Code::EpImpossible => unsafe_(span, b"-"),
            Code::StrayText => {
                // Its semicolon would be left to end nothing.
                let next = self.lexemes.partition_point(|l| l.span.start < span.end);
                let next = self.lexemes.get(next);
                let semicolon = next.filter(|l| l.shape == lex::Shape::Semicolon);
                let span = semicolon.map_or(span, |semicolon| span.cover(semicolon.span));
                unsafe_(self.taken_out(span), b"")
            }
            Code::UnknownOpcode => match diagnostic.detail {
                Detail::Static(near) => unsafe_(span, near.as_bytes()),
                _ => None,
            },
            Code::MoveAnnotation => self.fix_annotation(span),
            Code::MoveIllegal => self.fix_illegal(diagnostic),
            Code::EmptyMoves => {
                let operation = self.operation_around(span)?;
                unsafe_(self.taken_out(operation.span), b"")
            }
            Code::BrokenQuote => self.fix_inner_quotes(span),
            Code::OperandRange => self.fix_negative_mate(span),
            Code::CeDm => match diagnostic.detail {
                Detail::Number(expected) => unsafe_(span, expected.to_string().as_bytes()),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether a gap lies between two words, where one blank is wanted.
    fn is_between_words(&self, gap: Span) -> bool {
        let body = self.parts.body;
        gap.start > body.start && gap.end < body.end && self.line.get(gap.end) != Some(&b';')
    }

    /// Whether a semicolon can go without what follows it being read as a field.
    fn is_needless(&self, semicolon: Span) -> bool {
        let next = self
            .lexemes
            .partition_point(|lexeme| lexeme.span.start < semicolon.end);
        let next = self.lexemes.get(next);
        let number = next.is_some_and(|l| l.span.of(self.line).iter().all(u8::is_ascii_digit));
        self.fields.en_passant.is_some() && !number
    }

    /// The diagnostics that begin in a span.
    fn findings_in(&self, span: Span) -> impl Iterator<Item = &Diagnostic> {
        let first = self
            .diagnostics
            .partition_point(|found| found.span.start < span.start);
        let from = self.diagnostics.get(first..).unwrap_or_default().iter();
        from.take_while(move |found| found.span.start < span.end)
    }

    /// Whether something in the operation that holds this span is so wrong that nobody knows where
    /// its operands end.
    fn is_wrong_inside(&self, span: Span) -> bool {
        self.operation_at(span)
            .is_some_and(|operation| self.findings_in(operation.span).any(Diagnostic::blocks))
    }

    /// The bytes that go with a span that is removed: the blanks before it too, unless a word follows
    /// directly, which they then hold apart from the one before.
    fn taken_out(&self, span: Span) -> Span {
        let next = self.line.get(span.end).copied().unwrap_or(b';');
        let is_followed =
            span.end < self.parts.body.end && !lex::is_blank(next) && !b";,".contains(&next);
        if is_followed {
            span
        } else {
            self.with_blanks_before(span)
        }
    }

    /// The span with the blanks directly before it.
    pub(super) fn with_blanks_before(&self, span: Span) -> Span {
        let before = self.line.get(..span.start).unwrap_or_default();
        let blanks = before
            .iter()
            .rev()
            .take_while(|b| lex::is_blank(**b))
            .count();
        Span::new(span.start - blanks, span.end)
    }

    /// The operation that holds this span; they lie in the line as they are listed.
    fn operation_at(&self, span: Span) -> Option<&Operation> {
        let index = self
            .operations
            .partition_point(|operation| operation.span.end < span.end);
        self.operations
            .get(index)
            .filter(|o| o.span.start <= span.start && span.end <= o.span.end)
    }

    /// The operand with this span, and its operation.
    fn operand_at(&self, span: Span) -> Option<(&Operation, usize)> {
        let index = self
            .operands
            .binary_search_by_key(&span.start, |operand| operand.span.start)
            .ok()?;
        self.operands
            .get(index)
            .filter(|operand| operand.span == span)?;
        let operation = self
            .operations
            .partition_point(|operation| operation.operands.end <= index);
        let operation = self.operations.get(operation)?;
        Some((operation, index)).filter(|_| operation.operands.contains(&index))
    }

    /// An operand in canonical form, its line played up to there.
    fn canonical_operand(&self, index: usize) -> Option<Cow<'_, [u8]>> {
        let operand = self.operands.get(index)?;
        let reached = self.position_before(operand.span);
        let text = self.operand_text(operand, reached.as_ref());
        Some(Cow::Owned(text.into_owned()))
    }

    fn fix_operand(&self, span: Span) -> Option<Fix> {
        let mut within = self.findings_in(span);
        if within.any(|found| found.code == Code::MoveAnnotation) {
            // The move would lose it, which only a person may want.
            return None;
        }
        let Some((_, index)) = self.operand_at(span) else {
            return self.fix_listed_moves(span);
        };
        let operand: &Operand = self.operands.get(index)?;
        let (span, replacement) = if operand.form == OperandForm::Dropped {
            (self.taken_out(span), Vec::new())
        } else {
            let mut text = self.canonical_operand(index)?.into_owned();
            let opcode = self.operation_at(span).map(|operation| operation.opcode);
            let is_glued = opcode.is_some_and(|opcode| opcode.end == span.start);
            if is_glued && !opcode.is_some_and(Span::is_empty) && text.first() != Some(&b'"') {
                // `ce"125"`: without its quotes the number needs the blank that is missing.
                text.insert(0, b' ');
            }
            (span, text)
        };
        Some(Fix {
            safe: true,
            span,
            replacement,
        })
    }

    /// `Nf3,e4`: the moves that one word holds, each by itself.
    fn fix_listed_moves(&self, span: Span) -> Option<Fix> {
        let operation = self.operation_at(span)?;
        let mut replacement = Vec::new();
        let from = self
            .operands
            .partition_point(|operand| operand.span.start < span.start);
        for index in from.max(operation.operands.start)..operation.operands.end {
            let operand = self.operands.get(index)?;
            if operand.span.start >= span.end {
                break;
            }
            if operand.span.end <= span.end {
                if !replacement.is_empty() {
                    replacement.push(b' ');
                }
                replacement.extend_from_slice(&self.canonical_operand(index)?);
            }
        }
        (!replacement.is_empty()).then_some(Fix {
            safe: true,
            span,
            replacement,
        })
    }

    fn fix_clocks(&self, span: Span) -> Option<Fix> {
        if self.options.dialect == Dialect::Fen {
            return Some(Fix {
                safe: true,
                span,
                replacement: b"1".to_vec(),
            });
        }
        if self.has(Code::QuotedPosition) {
            // Operations can't stand inside the quotes; these have to go first.
            return None;
        }
        let mut text = Vec::new();
        for (opcode, field) in [
            ("hmvc", self.fields.half_move),
            ("fmvn", self.fields.full_move),
        ] {
            if let Some(field) = field
                && self.operation(opcode).is_none()
            {
                if !text.is_empty() {
                    text.push(b' ');
                }
                text.extend_from_slice(opcode.as_bytes());
                text.push(b' ');
                text.extend_from_slice(self.clock_text(opcode, field));
                text.push(b';');
            }
        }
        let span = if text.is_empty() {
            self.taken_out(span)
        } else {
            span
        };
        Some(Fix {
            safe: true,
            span,
            replacement: text,
        })
    }

    fn has(&self, code: Code) -> bool {
        self.diagnostics.iter().any(|d| d.code == code)
    }

    fn fix_missing_clocks(&self, span: Span) -> Option<Fix> {
        // The clocks stand behind the fourth field, which has to be there first.
        self.fields.castling.and(self.fields.en_passant)?;
        let is_unreadable = |opcode: &str| {
            let operation = self.operation(opcode);
            operation.is_some_and(|o| !self.is_clock_field(o) && self.is_wrong_inside(o.span))
        };
        if self.has(Code::ClocksConflict) || is_unreadable("hmvc") || is_unreadable("fmvn") {
            return None;
        }
        let mut text = Vec::new();
        for (opcode, field, absent) in [
            ("hmvc", self.fields.half_move, "0"),
            ("fmvn", self.fields.full_move, "1"),
        ] {
            if field.is_none() {
                text.push(b' ');
                let operation = self.operation(opcode).filter(|o| self.is_clock_field(o));
                let operand = operation.and_then(|o| self.operands_of(o).first());
                match operand.map(|o| self.operand_text(o, None)) {
                    Some(number) => text.extend_from_slice(&number),
                    _ => text.extend_from_slice(absent.as_bytes()),
                }
            }
        }
        Some(Fix {
            safe: true,
            span,
            replacement: text,
        })
    }

    /// Removes an operation that says byte for byte, or canonically, what an earlier one does.
    fn fix_duplicate(&self, diagnostic: &Diagnostic) -> Option<Fix> {
        let Detail::Place(first) = diagnostic.detail else {
            return None;
        };
        // Each copy is worth about as much work as it is long, however long the first is.
        if first.len() > 2 * diagnostic.span.len() + 256 {
            return None;
        }
        let text = |span: Span| {
            let operation = self.operation_at(span).filter(|o| o.span == span)?;
            let mut text = Vec::new();
            self.write_operation(operation, &mut text);
            Some(text)
        };
        if text(first)? != text(diagnostic.span)? {
            return None;
        }
        Some(Fix {
            safe: true,
            span: self.taken_out(diagnostic.span),
            replacement: Vec::new(),
        })
    }

    /// `bm Be3; Bd2;`: into the set before it; a bare `Nxe6;` becomes a best move where none is given.
    fn fix_move_as_opcode(&self, span: Span) -> Option<Fix> {
        let index = self
            .operations
            .partition_point(|o| o.span.start < span.start);
        self.operations.get(index).filter(|o| o.opcode == span)?;
        let before = index
            .checked_sub(1)
            .and_then(|index| self.operations.get(index));
        let set = before.filter(|o| {
            o.info
                .is_some_and(|info| info.shape == super::opcode::Shape::Moves)
        });
        if let Some(set) = set {
            let end = self.operands_span(set).end;
            let mut replacement = vec![b' '];
            replacement.extend_from_slice(span.of(self.line));
            return Some(Fix {
                safe: false,
                span: Span::new(end, span.end),
                replacement,
            });
        }
        if before.is_some_and(|o| moves_as_opcode(self, o.opcode)) || self.operation("bm").is_some()
        {
            return None;
        }
        Some(Fix {
            safe: false,
            span: Span::at(span.start),
            replacement: b"bm ".to_vec(),
        })
    }

    fn fix_order(&self) -> Option<Fix> {
        if self.is_kept() || self.has(Code::PerftList) || self.has(Code::StraySemicolon) {
            // A list of counts gets its own form first: sorting would tear it, or open one.
            return None;
        }
        let span = self
            .operations
            .first()?
            .span
            .cover(self.operations.last()?.span);
        let mut items: Vec<_> = self
            .operations
            .iter()
            .map(|operation| {
                let text = match operation.form {
                    OperationForm::Perft(_) => {
                        let mut text = Vec::new();
                        self.write_operation(operation, &mut text);
                        text
                    }
                    _ => {
                        let end = self.operands_span(operation).end.max(operation.opcode.end);
                        Span::new(operation.span.start, end).of(self.line).to_vec()
                    }
                };
                (self.source_key(operation), text)
            })
            .collect();
        items.sort_by_key(|item| item.0);
        let mut replacement = Vec::with_capacity(span.len());
        for (index, (_, text)) in items.iter().enumerate() {
            if index > 0 {
                replacement.push(b' ');
            }
            replacement.extend_from_slice(text);
            replacement.push(b';');
        }
        Some(Fix {
            safe: true,
            span,
            replacement,
        })
    }

    fn fix_mate_distance(&self, span: Span) -> Option<Fix> {
        let operation = self.operation_at(span)?;
        if operation.form == OperationForm::Dropped {
            return Some(Fix {
                safe: true,
                span: self.taken_out(operation.span),
                replacement: Vec::new(),
            });
        }
        let mut replacement = Vec::new();
        self.write_operation(operation, &mut replacement);
        Some(Fix {
            safe: true,
            span: operation.opcode.cover(span),
            replacement,
        })
    }

    fn fix_perft(&self, span: Span) -> Option<Fix> {
        // Without its opening semicolon the list must not be read as a field.
        self.fields.en_passant?;
        let mut replacement = Vec::new();
        if !span
            .start
            .checked_sub(1)
            .is_some_and(|at| lex::is_blank(self.line[at]))
        {
            replacement.push(b' ');
        }
        let inside = |o: &&Operation| span.start <= o.span.start && o.span.end <= span.end;
        let from = self
            .operations
            .partition_point(|operation| operation.span.start < span.start);
        let listed = self.operations.get(from..)?.iter().take_while(inside);
        for (index, operation) in listed.enumerate() {
            if index > 0 {
                replacement.push(b' ');
            }
            self.write_operation(operation, &mut replacement);
            replacement.push(b';');
        }
        Some(Fix {
            safe: true,
            span,
            replacement,
        })
    }

    fn fix_castling(&self) -> Option<Fix> {
        let castling = self.castling.as_ref()?;
        let impossible = castling.impossible.as_str();
        let mut left: String = self
            .castling()?
            .chars()
            .filter(|c| !impossible.contains(*c))
            .collect();
        if left.is_empty() {
            left.push('-');
        }
        Some(Fix {
            safe: false,
            span: self.fields.castling?,
            replacement: left.into_bytes(),
        })
    }

    fn fix_annotation(&self, span: Span) -> Option<Fix> {
        let glued = self.operand_at(span).filter(|(_, index)| {
            self.operands
                .get(*index)
                .is_some_and(|o| matches!(o.value, Value::Move(_)))
        });
        let (span, replacement) = match glued {
            Some((_, index)) => (span, self.canonical_operand(index)?.into_owned()),
            None => (self.taken_out(span), Vec::new()),
        };
        Some(Fix {
            safe: false,
            span,
            replacement,
        })
    }

    /// `dm -5`: engines write it for a mate against the side to move, which `ce` can say.
    fn fix_negative_mate(&self, span: Span) -> Option<Fix> {
        let (operation, index) = self.operand_at(span)?;
        let Value::Integer(moves @ -383..=-1) = self.operands.get(index)?.value else {
            return None;
        };
        if operation.info?.name != "dm" || self.operation("ce").is_some() {
            return None;
        }
        Some(Fix {
            safe: false,
            span: operation.opcode.cover(span),
            replacement: format!("ce {}", -32767 - 2 * moves).into_bytes(),
        })
    }
}

/// Whether the opcode at a span is reported as a move.
fn moves_as_opcode(record: &Record<'_>, opcode: Span) -> bool {
    let first = record
        .diagnostics
        .partition_point(|d| d.span.start < opcode.start);
    let mut here = record.diagnostics.iter().skip(first);
    here.by_ref()
        .take_while(|d| d.span.start == opcode.start)
        .any(|d| d.code == Code::MoveAsOpcode && d.span == opcode)
}
