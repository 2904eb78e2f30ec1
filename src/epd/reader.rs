//! The reader, from lexemes to a record: the kind of line, its fields, and the order of all steps.

mod doubt;
mod fields;
mod moves;
mod operations;
mod relations;
mod values;

pub(super) use doubt::has_form_of_field;
pub(super) use relations::OpcodeKey;

use crate::epd::castling;
use crate::epd::diagnostic::{Code, Detail, Diagnostic};
use crate::epd::lex::{self, Lexeme, Oddities, Shape};
use crate::epd::position::{self, Situation};
use crate::epd::record::{FieldSpans, LineKind, ReadOptions, Record};
use crate::epd::span::Span;
use shakmaty::Bitboard;
use std::borrow::Cow;

pub(super) struct Reader<'a> {
    pub(super) record: Record<'a>,
    /// Whether the body has a byte that is not printable ASCII.
    is_odd: bool,
    /// The next lexeme to read.
    at: usize,
    /// The semicolon found last: the first at or after some lexeme.
    semicolon: usize,
    /// The spans whose inner blanks another diagnostic covers.
    absorbed: Vec<Span>,
    /// Whether the castling rights are known: given, or certainly none.
    castling_is_known: bool,
    /// Whether there are ambiguous words among the fields.
    fields_are_unread: bool,
    /// Whether the placement has the Crafty form, in which castling and en passant may be absent.
    crafty: bool,
    /// Whether some opcode has the form of a field.
    may_be_field: bool,
    /// The operations whose unknown opcode has the form of a move.
    may_be_moves: Vec<usize>,
    /// Whether the record has an operation `pv`, perhaps not yet read; `None` until it is searched for.
    has_pv: Option<bool>,
    /// The number of blocking diagnostics so far.
    blocking: usize,
    /// The number of blocking diagnostics before the current operation.
    blocking_before: usize,
    has_legal_move: bool,
}

#[cfg(test)]
thread_local! {
    /// The number of bytes of all lines read by this thread, by which tests measure work.
    pub(super) static BYTES_READ: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

impl<'a> Record<'a> {
    /// Reads a line, with or without its end. Never fails: problems become diagnostics.
    pub fn read(line: &'a [u8], options: &ReadOptions) -> Self {
        read(line, options)
    }
}

fn read<'a>(line: &'a [u8], options: &ReadOptions) -> Record<'a> {
    #[cfg(test)]
    BYTES_READ.with(|read| read.set(read.get() + line.len()));
    let mut reader = begin(line, options);
    match reader.record.kind {
        LineKind::Comment => {}
        LineKind::Blank => reader.marks(),
        LineKind::Record => reader.read_whole(),
    }
    let mut record = reader.record;
    let mut found = record.diagnostics.iter();
    record.is_kept = record.is_beginning || found.clone().any(Diagnostic::blocks);
    record.structure_is_sound = record.kind == LineKind::Record
        && !record.is_beginning
        && !found.any(Diagnostic::doubts_structure);
    if record.diagnostics.len() > 1 {
        record
            .diagnostics
            .sort_by_key(|d| (d.span.start, d.span.end));
    }
    record
}

/// Reads a line up to its fields, for a [`Skim`](super::skim::Skim).
pub(super) fn read_fields<'a>(line: &'a [u8], options: &ReadOptions) -> Reader<'a> {
    let mut reader = begin(line, options);
    if reader.record.kind == LineKind::Record && !reader.read_foreign() {
        reader.read_head();
    }
    reader
}

/// The number of bytes in which the fields are looked for in a line that is not read whole.
const BEGINNING: usize = 1 << 10;

fn begin<'a>(line: &'a [u8], options: &ReadOptions) -> Reader<'a> {
    let parts = lex::parts(line);
    let body = parts.body.of(line);
    let record = Record {
        line,
        options: *options,
        kind: kind(body),
        parts,
        ..Record::default()
    };
    let mut reader = Reader {
        record,
        is_odd: lex::is_odd(looked_at(body, options)),
        at: 0,
        semicolon: 0,
        absorbed: Vec::new(),
        castling_is_known: true,
        fields_are_unread: false,
        crafty: false,
        may_be_field: false,
        may_be_moves: Vec::new(),
        has_pv: None,
        blocking: 0,
        blocking_before: 0,
        has_legal_move: false,
    };
    if !parts.bom.is_empty() {
        reader.report(Code::ByteOrderMark, parts.bom);
    }
    reader
}

/// Returns the part of a body to scan for odd bytes: everything that will be read.
fn looked_at<'l>(body: &'l [u8], options: &ReadOptions) -> &'l [u8] {
    match body.len() > options.longest_whole {
        true => body.get(..BEGINNING).unwrap_or(body),
        false => body,
    }
}

pub(super) fn kind_of(line: &[u8]) -> LineKind {
    kind(lex::parts(line).body.of(line))
}

fn kind(body: &[u8]) -> LineKind {
    let first = body.iter().find(|b| !lex::is_blank(**b));
    match first {
        None => LineKind::Blank,
        Some(b'#' | b'%') => LineKind::Comment,
        _ if body.starts_with(b"//") || body.starts_with(b";") => LineKind::Comment,
        _ => LineKind::Record,
    }
}

/// Returns the kind of file that a line certainly comes from, if it is not EPD.
fn foreign(line: &[u8], body: &[u8]) -> Option<&'static str> {
    if line.starts_with(b"\xFF\xFE") || line.starts_with(b"\xFE\xFF") {
        return Some("UTF-16 text: convert the file to UTF-8");
    }
    if body.starts_with(b"version https://git-lfs.github.com/") {
        return Some("a git-lfs pointer: the file it stands for was not fetched");
    }
    // NUL never occurs inside a text of lines, not even in a string; at the end of a record it is a mark left by some
    // writers, and not part of the body.
    memchr::memchr(0, body)?;
    let each_other = |offset: usize| body.iter().skip(offset).step_by(2);
    let zeros = |offset: usize| each_other(offset).filter(|b| **b == 0).count();
    Some(match zeros(0).max(zeros(1)) * 4 > body.len() {
        true => "UTF-16 text: convert the file to UTF-8",
        false => "binary data",
    })
}

impl<'a> Reader<'a> {
    #[cold]
    #[inline(never)]
    fn push(&mut self, diagnostic: Diagnostic) {
        self.blocking += usize::from(diagnostic.blocks());
        self.record.diagnostics.push(diagnostic);
    }

    #[cold]
    #[inline(never)]
    fn report(&mut self, code: Code, span: Span) {
        self.push(Diagnostic::new(code, span));
    }

    #[cold]
    #[inline(never)]
    fn report_with(&mut self, code: Code, span: Span, detail: Detail) {
        self.push(Diagnostic::new(code, span).with(detail));
    }

    #[cold]
    #[inline(never)]
    fn report_reason(&mut self, code: Code, span: Span, why: impl Into<Cow<'static, str>>) {
        self.report_with(code, span, Detail::Words(why.into()));
    }

    fn line(&self) -> &'a [u8] {
        self.record.line
    }

    fn text(&self, index: usize) -> &'a [u8] {
        let line = self.record.line;
        self.record
            .lexemes
            .get(index)
            .map_or(&[][..], |lexeme| lexeme.span.of(line))
    }

    fn shape(&self, index: usize) -> Option<Shape> {
        self.record.lexemes.get(index).map(|lexeme| lexeme.shape)
    }

    fn span(&self, index: usize) -> Span {
        self.record
            .lexemes
            .get(index)
            .map_or(Span::at(self.record.parts.body.end), |lexeme| lexeme.span)
    }

    /// Returns the bytes of a lexeme that is a word; `None` for strings, semicolons and past the end.
    #[inline]
    fn word(&self, index: usize) -> Option<&'a [u8]> {
        (self.shape(index)? == Shape::Word).then(|| self.text(index))
    }

    fn set_role(&mut self, index: usize, role: super::token::TokenKind) {
        if let Some(lexeme) = self.record.lexemes.get_mut(index) {
            lexeme.role = role;
        }
    }

    fn read_whole(&mut self) {
        if self.read_foreign() {
            return;
        }
        if self.record.parts.body.len() > self.record.options.longest_whole {
            return self.read_beginning();
        }
        self.read_record();
    }

    /// Reads the fields of a line that is not read whole; everything after them is one stray word.
    #[cold]
    #[inline(never)]
    fn read_beginning(&mut self) {
        let body = self.record.parts.body;
        let most = Span::new(body.start, body.end.min(body.start + BEGINNING));
        let mut words = most.of(self.line()).iter();
        let end = words.rposition(|byte| lex::ends_word(*byte)).unwrap_or(0);
        self.record.is_beginning = true;
        self.lex(Span::new(body.start, body.start + end));
        self.read_fields();
        if self.is_prose() {
            self.at = 0;
        }
        self.judge_position();
        self.record.lexemes.truncate(self.at);
        let last = self.record.lexemes.last();
        let start = last.map_or(body.start, |last| last.span.end);
        let blanks = self.line().iter().skip(start);
        let blanks = blanks.take_while(|byte| lex::is_blank(**byte)).count();
        let rest = Span::new(start + blanks, body.end);
        self.record.lexemes.push(Lexeme::word(rest));
        self.at = self.record.lexemes.len();
        self.report(Code::LineTooLong, body);
    }

    /// Reads a line of another kind of file as one stray word; returns true for such a line.
    fn read_foreign(&mut self) -> bool {
        let span = self.record.parts.body;
        let body = span.of(self.line());
        if body.len() > super::record::LONGEST_RECORD {
            return self.take_foreign("the line is longer than 2 MiB, too long for a record");
        }
        // Every other kind has odd bytes, or begins this way.
        if !self.is_odd && body.first() != Some(&b'v') {
            return false;
        }
        let Some(what) = foreign(self.line(), looked_at(body, &self.record.options)) else {
            return false;
        };
        self.take_foreign(what)
    }

    #[cold]
    #[inline(never)]
    fn take_foreign(&mut self, what: &'static str) -> bool {
        let span = self.record.parts.body;
        self.report_reason(Code::NotEpd, span, what);
        self.record.lexemes.push(Lexeme::word(span));
        self.at = self.record.lexemes.len();
        true
    }

    /// Reads the lexemes and the fields; `None` for prose.
    fn read_head(&mut self) -> Option<Oddities> {
        let body = self.record.parts.body;
        // About a kilobyte, as an allocator is slower for larger pieces.
        self.record.lexemes.reserve_exact(40.min(body.len()));
        let mut met = self.lex(body);
        if self.line().starts_with(b"\"") || self.shape(0) == Some(Shape::Quoted) {
            self.unquote_position();
            met.uneven = true;
        }
        self.read_fields();
        if self.is_prose() {
            self.at = self.record.lexemes.len();
            return None;
        }
        Some(met)
    }

    /// Returns the span after the fields.
    pub(super) fn rest(&self) -> Span {
        Span::new(self.span(self.at).start, self.record.parts.body.end)
    }

    fn read_record(&mut self) {
        let body = self.record.parts.body;
        let Some(met) = self.read_head() else {
            return;
        };
        self.judge_position();
        self.read_operations();
        self.relate();
        if self.record.has(Code::VariantPlacement) {
            // Other oddities may be right in that variant.
            let found = &mut self.record.diagnostics;
            return found.retain(|d| d.code == Code::VariantPlacement);
        }
        if met.uneven || !self.record.parts.tail.is_empty() {
            self.report_spacing();
        }
        if !self.record.parts.tail.is_empty() || self.record.parts.end.len() > 2 {
            self.marks();
        }
        if body.len() > self.record.options.longest_line {
            let length = i64::try_from(body.len()).unwrap_or(i64::MAX);
            self.report_with(Code::LineTooLong, body, Detail::Number(length));
        }
        if met.non_ascii || met.control {
            self.report_odd_bytes();
        }
    }

    /// Returns true if the line has no placement at all, not even a bad one, and reports it in one diagnostic.
    fn is_prose(&mut self) -> bool {
        if self.record.placement.is_some() || self.text(0).contains(&b'/') {
            return false;
        }
        for lexeme in &mut self.record.lexemes {
            lexeme.role = super::token::TokenKind::Stray;
        }
        self.record.fields = FieldSpans::default();
        self.record.side = None;
        self.record.castling = None;
        self.record.en_passant = None;
        let found = &mut self.record.diagnostics;
        found.retain(|d| d.code == Code::BadPlacement);
        if let Some(diagnostic) = found.first_mut() {
            let why = "no `/` in its first word; expected eight ranks joined by `/`";
            diagnostic.span = self.record.parts.body;
            diagnostic.detail = Detail::Words(why.into());
        }
        true
    }

    fn lex(&mut self, span: Span) -> Oddities {
        let out = &mut self.record.lexemes;
        lex::lexemes(self.record.line, span, self.is_odd, out)
    }

    /// Removes the quotes of `"4k3/8/8/8/8/8/8/4K3 w - -" bm Kd2;`: the words inside are the fields.
    #[cold]
    #[inline(never)]
    fn unquote_position(&mut self) {
        let span = self.span(0);
        let inside = Span::new(span.start + 1, span.end.saturating_sub(1));
        let text = inside.of(self.line());
        if self.shape(0) != Some(Shape::Quoted) || !text.contains(&b'/') || text.contains(&b';') {
            return;
        }
        let rest = Span::new(span.end, self.record.parts.body.end);
        self.record.lexemes.clear();
        self.lex(inside);
        self.lex(rest);
        self.report(Code::QuotedPosition, span);
    }

    fn judge_position(&mut self) {
        if let Some((situation, span)) = self.situation() {
            self.record.position = position::judge(&situation, span, &mut self.record.diagnostics);
        }
    }

    /// Returns the position in the fields, and its span.
    pub(super) fn situation(&self) -> Option<(Situation, Span)> {
        let (placement, side) = (self.record.placement.as_ref()?, self.record.side?);
        let rooks = match &self.record.castling {
            Some(castling) => castling.rooks,
            None if self.castling_is_known => Bitboard::EMPTY,
            None => {
                // All rooks that could still castle, by their squares alone.
                castling::read(b"KQkq", Some(&placement.board), self.record.options.rules).rooks
            }
        };
        let is_possible = self.record.en_passant_is_possible;
        let situation = Situation {
            board: placement.board.clone(),
            side,
            rooks,
            en_passant: self.record.en_passant.filter(|_| is_possible),
        };
        let span = self.record.fields.placement.unwrap_or_default();
        Some((situation, span))
    }
}
