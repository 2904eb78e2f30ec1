//! The four fields, and FEN's two clocks behind them.

use super::super::castling;
use super::super::diagnostic::{Code, Detail, Diagnostic};
use super::super::lex::{Lexeme, Shape};
use super::super::opcode;
use super::super::operand;
use super::super::placement::{self, Fault};
use super::super::position;
use super::super::record::Dialect;
use super::super::span::Span;
use super::super::token::TokenKind;
use super::Reader;
use shakmaty::{Bitboard, Color, Square};

impl Reader<'_> {
    pub(super) fn read_fields(&mut self) {
        self.read_placement();
        self.read_side();
        self.read_castling();
        self.read_en_passant();
        self.read_clocks();
    }

    /// Where something is missing: behind the lexeme just read.
    fn gap(&self) -> Span {
        match self.at.checked_sub(1) {
            Some(before) => Span::at(self.span(before).end),
            None => Span::at(self.record.parts.body.start),
        }
    }

    fn read_placement(&mut self) {
        let span = self.span(0);
        if self.shape(0) != Some(Shape::Word) {
            let why = Detail::Static("expected eight ranks joined by `/`");
            self.say_with(Code::BadPlacement, span, why);
            return;
        }
        self.at = 1;
        self.set_role(0, TokenKind::Placement);
        self.record.fields.placement = Some(span);
        match placement::read(span.of(self.line())) {
            Ok(placement) => {
                if placement.crafty {
                    self.crafty = true;
                    self.say(Code::CraftyPlacement, span);
                } else if placement.unmerged {
                    // Said once, at the first of them.
                    let runs = placement::unmerged(span.of(self.line()));
                    let first = runs.first().map_or(span, |(run, _)| {
                        Span::new(span.start + run.start, span.start + run.end)
                    });
                    self.say(Code::UnmergedDigits, first);
                }
                self.record.placement = Some(placement);
            }
            Err(Fault::Variant(what)) => {
                self.say_with(Code::VariantPlacement, span, Detail::Static(what))
            }
            Err(Fault::Bad(why, within)) => {
                let within = Span::new(span.start + within.start, span.start + within.end);
                self.say_with(Code::BadPlacement, within, Detail::Text(why.into()));
            }
        }
    }

    fn read_side(&mut self) {
        let span = self.span(self.at);
        let Some(word) = self.word(self.at) else {
            let gap = self.gap();
            return self.say(Code::BadColour, gap);
        };
        self.record.side = match word {
            b"w" | b"W" => Some(Color::White),
            b"b" | b"B" => Some(Color::Black),
            _ => None,
        };
        if self.record.side.is_none() {
            self.say(Code::BadColour, span);
        } else if word[0].is_ascii_uppercase() {
            self.say(Code::ColourCase, span);
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
                }
                self.record.castling = Some(castling);
            }
            Some(word) if self.is_bad_castling(word) => {
                self.castling_is_known = false;
                self.say(Code::BadCastling, span);
            }
            _ => return self.miss_castling(),
        }
        self.record.fields.castling = Some(span);
        self.set_role(self.at, TokenKind::Castling);
        self.at += 1;
    }

    fn is_castling(&self, word: &[u8]) -> bool {
        // `ce` and `b` may be file letters of rooks, or an opcode where the field is missing.
        castling::is_castling(word)
            && (opcode::find(word).is_none() || self.word(self.at + 1).is_some_and(is_en_passant))
    }

    fn is_bad_castling(&self, word: &[u8]) -> bool {
        let letters = word
            .iter()
            .filter(|b| matches!(b, b'K' | b'Q' | b'k' | b'q' | b'-'))
            .count();
        let next_is_field = self.word(self.at + 1).is_some_and(|next| next == b"-");
        opcode::find(word).is_none()
            && !is_square(word)
            && (letters * 2 >= word.len() || (next_is_field && !is_number(word)))
    }

    #[inline(never)]
    fn report_castling(&mut self, castling: &castling::Castling, word: &[u8], span: Span) {
        if castling.repeated {
            self.say(Code::CastlingRepeat, span);
        }
        if castling.disordered {
            self.say(Code::CastlingOrder, span);
        }
        if castling.shredder {
            self.say(Code::CastlingShredder, span);
        }
        if castling.needs_chess960 {
            self.say(Code::CastlingNeedsChess960, span);
        }
        if castling.impossible.as_str() != "-" {
            let place = castling::span_of(word, span, &castling.impossible);
            let detail = Detail::Text(castling.impossible.as_str().into());
            self.say_with(Code::CastlingImpossible, place, detail);
        }
    }

    #[cold]
    #[inline(never)]
    fn miss_castling(&mut self) {
        // In the Crafty form the field is absent when there are no rights; there an en-passant
        // square stands alone before the closing dash.
        let closes =
            self.word(self.at).is_some_and(is_square) && self.word(self.at + 1) == Some(b"-");
        let possible = self.record.board().is_none_or(castling::is_any_possible);
        let gap = self.gap();
        let finding = Diagnostic::new(Code::MissingCastling, gap);
        if possible && !self.crafty && !closes {
            self.castling_is_known = false;
            self.push(finding.grave());
        } else {
            self.push(finding);
        }
    }

    fn read_en_passant(&mut self) {
        let span = self.span(self.at);
        let Some(word) = self.word(self.at) else {
            return self.miss_en_passant();
        };
        let word = self.split_at_comma(word);
        let span = Span::new(span.start, span.start + word.len());
        if word == b"-" {
            // Nothing to read.
        } else if is_square(word) && !self.is_register_opcode(word) {
            self.take_en_passant(word, span);
        } else if is_bad_en_passant(word) {
            self.say(Code::BadEnPassant, span);
        } else {
            return self.miss_en_passant();
        }
        self.record.fields.en_passant = Some(span);
        self.set_role(self.at, TokenKind::EnPassant);
        self.at += 1;
    }

    /// `c3` and the like open an operation where a string or a semicolon follows directly.
    fn is_register_opcode(&self, word: &[u8]) -> bool {
        opcode::find(word).is_some()
            && matches!(
                self.shape(self.at + 1),
                Some(Shape::Quoted | Shape::Broken | Shape::Semicolon)
            )
    }

    #[cold]
    #[inline(never)]
    fn miss_en_passant(&mut self) {
        let gap = self.gap();
        self.say(Code::MissingEnPassant, gap);
    }

    fn take_en_passant(&mut self, word: &[u8], span: Span) {
        let Ok(square) = Square::from_ascii(word) else {
            return self.say(Code::BadEnPassant, span);
        };
        self.record.en_passant = Some(square);
        let (Some(placement), Some(side)) = (&self.record.placement, self.record.side) else {
            return;
        };
        let squares = Bitboard::from_square(square);
        if let Some(passed) = position::passed_over(&placement.board, side, square) {
            self.record.en_passant = Some(passed);
            self.record.en_passant_is_possible = true;
            let detail = Detail::Text(passed.to_string().into());
            self.push(
                Diagnostic::new(Code::EpPawnSquare, span)
                    .on(squares)
                    .with(detail),
            );
        } else if let Some(why) = position::en_passant_fault(&placement.board, side, square) {
            let detail = Detail::Static(why);
            self.push(
                Diagnostic::new(Code::EpImpossible, span)
                    .on(squares)
                    .with(detail),
            );
        } else {
            self.record.en_passant_is_possible = true;
        }
    }

    /// Parts `-,20,400` before its first comma: counts follow a field without a blank.
    fn split_at_comma<'w>(&mut self, word: &'w [u8]) -> &'w [u8] {
        let Some(comma) = word.iter().position(|b| *b == b',') else {
            return word;
        };
        let (field, list) = word.split_at(comma);
        let is_list = list.split(|b| *b == b',').skip(1).all(is_number);
        if !is_list || !(field == b"-" || is_square(field) || is_number(field)) {
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
        while self.word(self.at) == Some(b"-") {
            let span = self.span(self.at);
            self.say(Code::StrayDash, span);
            self.at += 1;
        }
        self.record.fields.half_move = self.take_clock();
        if self.record.fields.half_move.is_some() {
            self.record.fields.full_move = self.take_clock();
        }
        if self.word(self.at).is_some_and(is_check_counter) {
            let span = self.span(self.at);
            self.at += 1;
            let what = Detail::Static("a check counter (three-check)");
            self.say_with(Code::VariantPlacement, span, what);
        }
        let (half, full) = (self.record.fields.half_move, self.record.fields.full_move);
        match (self.record.options.dialect, half, full) {
            (Dialect::Epd, Some(half), Some(full)) => self.say(Code::FenClocks, half.cover(full)),
            (Dialect::Epd, Some(half), None) => self.say(Code::FenHalfMoveOnly, half),
            (Dialect::Fen, _, None) => {
                let gap = self.gap();
                self.say(Code::MissingClocks, gap);
            }
            _ => {}
        }
    }

    fn take_clock(&mut self) -> Option<Span> {
        let word = self.word(self.at)?;
        let word = self.split_at_comma(word);
        if !is_number(word) {
            return None;
        }
        let span = self.span(self.at);
        self.set_role(self.at, TokenKind::Clock);
        self.at += 1;
        if operand::read_integer(word).is_none() {
            self.say_with(Code::OperandRange, span, Detail::Range(0, i64::MAX));
        }
        Some(span)
    }
}

/// `-` or a square: what the en-passant field holds.
fn is_en_passant(word: &[u8]) -> bool {
    word == b"-" || is_square(word)
}

fn is_square(word: &[u8]) -> bool {
    matches!(word, [b'a'..=b'h', b'1'..=b'8'])
}

/// Looks like an en-passant field gone wrong: `e9`, `-0`, `--`.
fn is_bad_en_passant(word: &[u8]) -> bool {
    match word {
        [b'-', rest @ ..] => {
            !rest.is_empty() && rest.iter().all(|b| b.is_ascii_digit() || *b == b'-')
        }
        [letter, b'0'..=b'9'] => {
            letter.is_ascii_lowercase() && opcode::find(word).is_none() && !is_square(word)
        }
        _ => false,
    }
}

/// Digits only.
pub(super) fn is_number(word: &[u8]) -> bool {
    !word.is_empty() && word.iter().all(u8::is_ascii_digit)
}

/// `3+3` or `+0+0`: the checks of the three-check variant.
fn is_check_counter(word: &[u8]) -> bool {
    let word = word.strip_prefix(b"+").unwrap_or(word);
    let Some(plus) = memchr::memchr(b'+', word) else {
        return false;
    };
    word.get(..plus).is_some_and(is_number) && word.get(plus + 1..).is_some_and(is_number)
}
