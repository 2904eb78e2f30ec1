//! The four fields, and FEN's two clocks after them.

use crate::epd::diagnostic::{Code, Detail, Diagnostic};
use crate::epd::lex::{Lexeme, Shape};
use crate::epd::operand::{self, are_digits};
use crate::epd::placement::{self, Fault};
use crate::epd::reader::Reader;
use crate::epd::reader::doubt::{FieldWord, is_square};
use crate::epd::record::Dialect;
use crate::epd::span::Span;
use crate::epd::token::TokenKind;
use crate::epd::{castling, opcode, position};
use shakmaty::{Bitboard, Color, Square};

impl Reader<'_> {
    pub(super) fn read_fields(&mut self) {
        self.read_placement();
        self.read_side();
        self.read_castling();
        self.read_en_passant();
        self.read_clocks();
    }

    /// Returns the empty span where a missing field belongs: after the lexeme just read.
    fn gap(&self) -> Span {
        match self.at.checked_sub(1) {
            Some(before) => Span::at(self.span(before).end),
            None => Span::at(self.record.parts.body.start),
        }
    }

    fn read_placement(&mut self) {
        let span = self.span(0);
        if self.shape(0) != Some(Shape::Word) {
            let why = "expected eight ranks joined by `/`";
            return self.report_reason(Code::BadPlacement, span, why);
        }
        self.at = 1;
        self.set_role(0, TokenKind::Placement);
        self.record.fields.placement = Some(span);
        match placement::read(span.of(self.line())) {
            Ok(placement) => {
                if placement.crafty {
                    self.crafty = true;
                    self.report(Code::CraftyPlacement, span);
                } else if placement.unmerged {
                    // Reported once, at the first run.
                    let runs = placement::unmerged(span.of(self.line()));
                    let first = runs.first().map(|(run, _)| run.shifted(span.start));
                    self.report(Code::UnmergedDigits, first.unwrap_or(span));
                }
                self.record.placement = Some(placement);
            }
            Err(Fault::Variant(what)) => self.report_reason(Code::VariantPlacement, span, what),
            Err(Fault::Bad(why, within)) => {
                self.report_reason(Code::BadPlacement, within.shifted(span.start), why);
            }
        }
    }

    fn read_side(&mut self) {
        let span = self.span(self.at);
        let Some(word) = self.word(self.at) else {
            let gap = self.gap();
            return self.report(Code::BadColour, gap);
        };
        self.record.side = match word {
            b"w" | b"W" => Some(Color::White),
            b"b" | b"B" => Some(Color::Black),
            _ => None,
        };
        if self.record.side.is_none() {
            self.report(Code::BadColour, span);
        } else if matches!(word, b"W" | b"B") {
            self.report(Code::ColourCase, span);
        }
        self.record.fields.side = Some(span);
        self.set_role(self.at, TokenKind::Side);
        self.at += 1;
    }

    fn read_castling(&mut self) {
        let span = self.span(self.at);
        match self.word(self.at) {
            Some(word) if self.is_castling(word) => {
                let castling = castling::read(word, self.record.board(), self.record.options.rules);
                if word != b"-" {
                    self.report_castling(&castling, word, span);
                } else if self.is_lone_dash() {
                    return self.leave_fields_unread(
                        "expected castling rights and en-passant square, found a single `-`",
                    );
                }
                self.record.castling = Some(castling);
            }
            Some(word) if self.is_bad_castling(word) => {
                self.castling_is_known = false;
                self.report(Code::BadCastling, span);
            }
            _ => return self.miss_castling(),
        }
        self.record.fields.castling = Some(span);
        self.set_role(self.at, TokenKind::Castling);
        self.at += 1;
    }

    fn is_castling(&self, word: &[u8]) -> bool {
        // `De`, `ce` and `b` may be file letters of rooks, an opcode, or a repeated side to move.
        castling::is_castling(word)
            && match FieldWord::of(word) {
                Some(FieldWord::Dash | FieldWord::Rights) => true,
                Some(FieldWord::Side) if !self.are_rights(word) => false,
                _ => match self.word(self.at + 1) {
                    Some(next) => matches!(
                        FieldWord::of(next),
                        Some(FieldWord::Dash | FieldWord::Square)
                    ),
                    None => self.shape(self.at + 1).is_none() && opcode::find(word).is_none(),
                },
            }
    }

    /// Returns true if a single dash is in place of two fields, and the position may allow castling.
    fn is_lone_dash(&self) -> bool {
        let next = self.word(self.at + 1).and_then(FieldWord::of);
        // `-,20` is the square's dash, with attached counts of leaf nodes.
        let is_list = |word: &[u8]| memchr::memchr(b',', word).is_some();
        let alone = match next {
            Some(FieldWord::Dash | FieldWord::Square | FieldWord::NearlySquare) => false,
            _ => self.word(self.at + 1).is_none_or(|next| !is_list(next)),
        };
        alone && !self.crafty && self.may_castle()
    }

    /// Returns true if the placement leaves a castling right possible in classical chess, or can't be read.
    fn may_castle(&self) -> bool {
        self.record.board().is_none_or(castling::is_any_possible)
    }

    fn is_bad_castling(&self, word: &[u8]) -> bool {
        let is_letter = |b: &&u8| castling::is_plain(**b) || **b == b'-';
        let letters = word.iter().filter(is_letter).count();
        let next_is_field = self.word(self.at + 1) == Some(b"-");
        opcode::find(word).is_none()
            && FieldWord::of(word).is_none()
            && (letters * 2 >= word.len() || next_is_field)
    }

    #[inline(never)]
    fn report_castling(&mut self, castling: &castling::Castling, word: &[u8], span: Span) {
        if castling.repeated {
            self.report(Code::CastlingRepeat, span);
        }
        if castling.disordered {
            self.report(Code::CastlingOrder, span);
        }
        if castling.shredder {
            self.report(Code::CastlingShredder, span);
        }
        if castling.needs_chess960 {
            self.report(Code::CastlingNeedsChess960, span);
        }
        if castling.impossible.as_str() != "-" {
            let place = castling::span_of(word, span, &castling.impossible);
            self.report(Code::CastlingImpossible, place);
        }
    }

    #[cold]
    #[inline(never)]
    fn miss_castling(&mut self) {
        // In the Crafty form the field is absent without rights; there an en-passant square stands alone before the
        // closing dash.
        let square = self.word(self.at).filter(|word| {
            FieldWord::of(word) == Some(FieldWord::Square)
                && !self.is_register_opcode(self.at, word)
        });
        let is_true = square.is_some_and(|word| self.is_true_en_passant(word));
        let closes = is_true && self.word(self.at + 1) == Some(b"-");
        let is_alone = match square {
            // `w g6 0 1`, `w e5 KQkq`: with more than the square it is unknown which field is missing.
            Some(_) if closes || self.crafty && self.word(self.at + 1) == Some(b"-") => {
                self.operations_begin(self.at + 2)
            }
            Some(_) => self.operations_begin(self.at + 1),
            None => self.operations_begin(self.at),
        };
        if !is_alone {
            return self.leave_fields_unread("expected castling rights, then an en-passant square");
        }
        let possible = self.may_castle();
        let gap = self.gap();
        let diagnostic = Diagnostic::new(Code::MissingCastling, gap);
        if possible && !self.crafty && !closes {
            self.castling_is_known = false;
            self.push(diagnostic.into_error());
        } else {
            self.push(diagnostic);
        }
    }

    /// Returns true if a pawn can just have passed over the square, or stands on it after a double step.
    fn is_true_en_passant(&self, word: &[u8]) -> bool {
        let square = Square::from_ascii(&word.to_ascii_lowercase());
        let (Some(board), Some(side), Ok(square)) = (self.record.board(), self.record.side, square)
        else {
            return false;
        };
        position::passed_over(board, side, square).is_some()
            || position::en_passant_fault(board, side, square).is_none()
    }

    fn read_en_passant(&mut self) {
        if self.fields_are_unread {
            return;
        }
        let span = self.span(self.at);
        let Some(word) = self.word(self.at) else {
            return self.miss_en_passant();
        };
        let word = self.split_at_comma(word);
        let span = Span::new(span.start, span.start + word.len());
        match FieldWord::of(word) {
            Some(FieldWord::Dash) => {}
            Some(FieldWord::Square) if self.is_register_opcode(self.at, word) => {
                // `c6;` clears a comment, or is the square that a pawn has just passed over.
                if self.shape(self.at + 1) == Some(Shape::Semicolon)
                    && self.is_true_en_passant(word)
                {
                    return self.leave_fields_unread(
                        "it may be the en-passant square, or an operation without operands",
                    );
                }
                return self.miss_en_passant();
            }
            Some(FieldWord::Square) if is_square(word) => {
                if self.opens_comment(word) {
                    return self.leave_fields_unread(
                        "it may be the en-passant square, or an operation followed by text",
                    );
                }
                self.take_en_passant(word, span);
            }
            Some(FieldWord::Square)
                if self.is_upper_square_field(word)
                    && !self.opens_comment(&word.to_ascii_lowercase()) =>
            {
                self.report(Code::EnPassantCase, span);
                self.take_en_passant(&word.to_ascii_lowercase(), span);
            }
            Some(FieldWord::Square) if !is_square(word) && self.is_true_en_passant(word) => {
                return self.leave_fields_unread("it may be the en-passant square or an opcode");
            }
            Some(FieldWord::NearlySquare) => self.report(Code::BadEnPassant, span),
            _ if self.operations_begin(self.at) => return self.miss_en_passant(),
            _ => return self.leave_fields_unread("expected an en-passant square or `-`"),
        }
        self.record.fields.en_passant = Some(span);
        self.set_role(self.at, TokenKind::EnPassant);
        self.at += 1;
    }

    /// Returns true if a square is an opcode, because a string or its semicolon follows directly: `c3 "text"`, `c3;`,
    /// and private ones such as `A2 "text"`. A blank before the semicolon makes it a field.
    pub(super) fn is_register_opcode(&self, index: usize, word: &[u8]) -> bool {
        let is_opcode =
            opcode::find(word).is_some() || word.first().is_some_and(u8::is_ascii_uppercase);
        is_opcode
            && match self.shape(index + 1) {
                Some(Shape::Quoted | Shape::Broken) => true,
                Some(Shape::Semicolon) => self.span(index).end == self.span(index + 1).start,
                _ => false,
            }
    }

    /// Returns true if `c4` and similar squares, which no pawn passes over, may open a comment: if anything but
    /// dashes and semicolons follows. `c3` and `c6` are squares unless a string or semicolon follows directly.
    fn opens_comment(&self, word: &[u8]) -> bool {
        let is_passed = matches!(word, [_, b'3' | b'6']);
        let rest = self.record.lexemes.get(self.at + 1..).unwrap_or_default();
        let is_last = rest.iter().all(|lexeme| {
            lexeme.shape == Shape::Semicolon || lexeme.span.of(self.record.line) == b"-"
        });
        opcode::find(word).is_some() && !is_passed && !is_last && !self.is_true_en_passant(word)
    }

    /// Returns true if a square in upper case is the field. `D3 8902` is a count of leaf nodes, and `E3 text` may be
    /// a private opcode.
    fn is_upper_square_field(&self, word: &[u8]) -> bool {
        match self.word(self.at + 1) {
            None => true,
            Some(next) if are_digits(next) => {
                // A count stands alone before its semicolon.
                let two_clocks = self.word(self.at + 2).is_some_and(are_digits);
                !word.starts_with(b"D") && self.is_true_en_passant(word) && two_clocks
            }
            Some(next) => next == b"-" || opcode::is_known(next),
        }
    }

    #[cold]
    #[inline(never)]
    fn miss_en_passant(&mut self) {
        let gap = self.gap();
        self.report(Code::MissingEnPassant, gap);
    }

    fn take_en_passant(&mut self, word: &[u8], span: Span) {
        let Ok(square) = Square::from_ascii(word) else {
            return self.report(Code::BadEnPassant, span);
        };
        self.record.en_passant = Some(square);
        let (Some(board), Some(side)) = (self.record.board(), self.record.side) else {
            return;
        };
        let passed = position::passed_over(board, side, square);
        let fault = position::en_passant_fault(board, side, square).filter(|_| passed.is_none());
        self.record.en_passant = passed.or(self.record.en_passant);
        self.record.en_passant_is_possible = fault.is_none();
        let at_square = |code| Diagnostic::new(code, span).on(Bitboard::from_square(square));
        match (passed, fault) {
            (Some(_), _) => self.push(at_square(Code::EpPawnSquare)),
            (None, Some(why)) => {
                self.push(at_square(Code::EpImpossible).with(Detail::Words(why.into())));
            }
            (None, None) => {}
        }
    }
}

impl Reader<'_> {
    /// Splits `-,20,400` before its first comma: counts follow a field without a blank.
    fn split_at_comma<'w>(&mut self, word: &'w [u8]) -> &'w [u8] {
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

    fn read_clocks(&mut self) {
        if self.fields_are_unread {
            return;
        }
        while self.word(self.at) == Some(b"-") {
            if self.word(self.at + 1).is_some_and(are_digits) {
                return self.leave_fields_unread("`-` may be a missing clock, or mean nothing");
            }
            let rights = self.record.fields.castling;
            let is_side = |span: &Span| matches!(span.of(self.line()), b"b" | b"B");
            if let Some(rights) = rights.filter(is_side) {
                return self.leave_field_twice(rights);
            }
            let span = self.span(self.at);
            self.report(Code::StrayDash, span);
            self.at += 1;
        }
        self.record.fields.half_move = self.take_clock();
        if self.record.fields.half_move.is_some() {
            self.record.fields.full_move = self.take_clock();
        }
        if self.word(self.at).is_some_and(is_check_counter) {
            let span = self.span(self.at);
            self.at += 1;
            self.report_reason(
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
            (Dialect::Epd, Some(half), Some(full)) => {
                self.report(Code::FenClocks, half.cover(full))
            }
            (Dialect::Epd, Some(half), None) => self.report(Code::FenHalfMoveOnly, half),
            (Dialect::Fen, Some(_), Some(full))
                if operand::read_integer(full.of(self.line())) == Some(0) =>
            {
                self.report(Code::FenClocks, full);
            }
            (Dialect::Fen, _, None) => {
                let gap = self.gap();
                self.report(Code::MissingClocks, gap);
            }
            _ => {}
        }
    }

    fn take_clock(&mut self) -> Option<Span> {
        let word = self.word(self.at)?;
        let word = self.split_at_comma(word);
        if !are_digits(word) {
            return None;
        }
        let span = self.span(self.at);
        self.set_role(self.at, TokenKind::Clock);
        self.at += 1;
        if operand::read_integer(word).is_none() {
            self.report_with(Code::OperandRange, span, Detail::Range(0, i64::MAX));
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
