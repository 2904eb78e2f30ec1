//! The text of a line with changes made, not yet proved: see `proof`.
//!
//! Blanks and semicolons around a change are adjusted: the words around a removed operation stay apart, and an
//! operation that only the next opcode ended gets its semicolon if either changes.
//!
//! A list of perft counts has its own form: its semicolons and opcodes belong to the whole list.

use crate::epd::diagnostic::Code;
use crate::epd::edit::{Change, doubt};
use crate::epd::lex::{self, is_blank};
use crate::epd::opcode::{self, Shape};
use crate::epd::placement;
use crate::epd::reader::OpcodeKey;
use crate::epd::record::{OperandForm, Operation, OperationForm, Record};
use crate::epd::span::Span;
use std::borrow::Cow;

/// The text of a field that a record lacks.
pub(super) const ABSENT: [&[u8]; 4] = [b"8/8/8/8/8/8/8/8", b"w", b"-", b"-"];

/// Returns the new texts of the four fields; `None` for a field that no change sets.
pub(super) fn requested_fields<'c>(changes: &[Change<'c>]) -> [Option<Cow<'c, [u8]>>; 4] {
    let mut requested = [const { None }; 4];
    for change in changes {
        let (field, text) = match change {
            Change::Board(board) => {
                let mut text = Vec::with_capacity(72);
                placement::write(board, &mut text);
                (0, Cow::Owned(text))
            }
            Change::Side(side) => (1, Cow::Borrowed(side.fold_wb(&b"w"[..], &b"b"[..]))),
            Change::Castling(text) => (2, Cow::Borrowed(text.as_bytes())),
            Change::EnPassant(square) => {
                let text = square.map_or_else(|| "-".to_owned(), |square| square.to_string());
                (3, Cow::Owned(text.into_bytes()))
            }
            _ => continue,
        };
        if let Some(place) = requested.get_mut(field) {
            *place = Some(text);
        }
    }
    requested
}

#[derive(Clone, Copy, Default)]
pub(super) struct Fate<'c> {
    /// Whether the operation is removed, regardless of other changes.
    pub is_removed: bool,
    /// The new opcode.
    pub opcode: Option<&'c [u8]>,
    /// The new operands.
    pub operands: Option<&'c [u8]>,
}

impl Fate<'_> {
    fn stays(&self) -> bool {
        !self.is_removed && self.opcode.is_none() && self.operands.is_none()
    }
}

pub(super) fn fates<'c>(count: usize, changes: &[Change<'c>]) -> Vec<Fate<'c>> {
    let mut fates = vec![Fate::default(); count];
    for change in changes {
        let (Change::Remove(at) | Change::Rename(at, _) | Change::Operands(at, _)) = *change else {
            continue;
        };
        let Some(fate) = fates.get_mut(at) else {
            continue;
        };
        match *change {
            Change::Rename(_, opcode) => fate.opcode = Some(opcode),
            Change::Operands(_, operands) => fate.operands = Some(operands),
            _ => fate.is_removed = true,
        }
    }
    fates
}

/// A new operation, and the index of the operation that it is inserted before; the number of operations for the last.
#[derive(Clone, Copy)]
pub(super) struct Addition<'c> {
    pub before: usize,
    pub opcode: &'c [u8],
    pub operands: &'c [u8],
}

/// Returns the new operations in canonical order, or last in a record that is not in that order or is ambiguous.
pub(super) fn additions<'c>(
    record: &Record<'_>,
    fates: &[Fate<'c>],
    changes: &[Change<'c>],
) -> Vec<Addition<'c>> {
    let added = changes.iter().filter_map(|change| match *change {
        Change::Add(opcode, operands) => Some((opcode, operands)),
        _ => None,
    });
    let all = record.operations();
    let end = match doubt::place_to_add(record) {
        Some(place) => all.partition_point(|operation| operation.span.start < place),
        None => all.len(),
    };
    let mut added: Vec<Addition<'c>> = added
        .map(|(opcode, operands)| Addition {
            before: end,
            opcode,
            operands,
        })
        .collect();
    let is_first = |addition: &Addition<'_>| addition.before == 0;
    if !added.is_empty()
        && let Some(keys) = keys_in_order(record, fates)
    {
        added.sort_by_key(|addition| OpcodeKey::of(addition.opcode));
        for addition in &mut added {
            let key = OpcodeKey::of(addition.opcode);
            let next = keys.iter().find(|(_, other)| *other > key);
            addition.before = next.map_or(end, |(at, _)| *at);
        }
        // If a field is missing, the first word after the others may be read as that field.
        if record.field_spans().en_passant.is_none() && added.iter().any(is_first) {
            added.iter_mut().for_each(|addition| addition.before = end);
        }
    }
    added
}

/// Returns the remaining operations with their keys; `None` unless they are in canonical order, each with its opcode.
fn keys_in_order(record: &Record<'_>, fates: &[Fate<'_>]) -> Option<Vec<(usize, OpcodeKey)>> {
    if !record.is_structure_sound() || record.has(Code::PerftList) {
        return None;
    }
    let all = record.operations().iter().zip(fates).enumerate();
    let stays = all.filter(|(_, (operation, fate))| {
        !fate.is_removed && operation.form != OperationForm::Dropped
    });
    let keys: Vec<(usize, OpcodeKey)> = stays
        .map(|(at, (operation, fate))| match fate.opcode {
            Some(opcode) => (at, OpcodeKey::of(opcode)),
            None => (at, record.source_key(operation)),
        })
        .collect();
    keys.is_sorted_by_key(|(_, key)| *key).then_some(keys)
}

pub(super) fn apply(record: &Record<'_>, changes: &[Change<'_>]) -> Vec<u8> {
    let mut splicer = Splicer {
        record,
        fates: fates(record.operations().len(), changes),
        fields_change: false,
        splices: Vec::new(),
    };
    splicer.fields(&requested_fields(changes));
    splicer.operations();
    splicer.add(changes);
    splicer.join()
}

struct Splicer<'r, 'l, 'c> {
    record: &'r Record<'l>,
    fates: Vec<Fate<'c>>,
    fields_change: bool,
    splices: Vec<(Span, Vec<u8>)>,
}

impl Splicer<'_, '_, '_> {
    fn put(&mut self, span: Span, text: impl Into<Vec<u8>>) {
        self.splices.push((span, text.into()));
    }

    /// Returns the line with all splices made, except overlapping ones; the proof then refuses the line.
    fn join(mut self) -> Vec<u8> {
        self.splices.sort_by_key(|(span, _)| (span.start, span.end));
        let line = self.record.line;
        let mut out = Vec::with_capacity(line.len() + 32);
        let mut at = 0;
        for (span, text) in &self.splices {
            if span.start < at {
                continue;
            }
            out.extend_from_slice(line.get(at..span.start).unwrap_or_default());
            out.extend_from_slice(text);
            at = span.end;
        }
        out.extend_from_slice(line.get(at..).unwrap_or_default());
        out
    }

    fn is_word_at(&self, at: usize) -> bool {
        at < self.record.body().end && self.record.line.get(at).is_some_and(|b| !is_blank(*b))
    }

    // Fields

    fn fields(&mut self, requested: &[Option<Cow<'_, [u8]>>; 4]) {
        let fields = self.record.fields;
        let [spans @ .., _, _] = fields.all();
        self.fields_change = requested.iter().any(Option::is_some);
        let mut anchor = self.record.body().start;
        let mut is_first = true;
        // Missing fields since the last one present, written only if a later one is set.
        let mut waiting: Vec<&[u8]> = Vec::new();
        let mut insert: Vec<u8> = Vec::new();
        for ((span, text), absent) in spans.into_iter().zip(requested).zip(ABSENT) {
            match (span, text) {
                (Some(span), text) => {
                    // A lone square is recognized by the position; with another position, both fields are needed.
                    let alone = self.fields_change && self.record.is_structure_sound();
                    for word in waiting.drain(..).filter(|_| alone) {
                        insert.push(b' ');
                        insert.extend_from_slice(word);
                    }
                    self.insert_fields(anchor, std::mem::take(&mut insert));
                    if let Some(text) = text {
                        self.put(span, text.to_vec());
                    }
                    (anchor, is_first) = (span.end, false);
                }
                (None, None) => waiting.push(absent),
                (None, Some(text)) => {
                    for word in waiting.drain(..).chain([&**text]) {
                        if !std::mem::take(&mut is_first) {
                            insert.push(b' ');
                        }
                        insert.extend_from_slice(word);
                    }
                }
            }
        }
        // A lone dash means the castling rights only while the position allows none, so the square is written after it
        // before that may change.
        if self.fields_change && fields.castling.is_some() {
            for word in waiting {
                insert.push(b' ');
                insert.extend_from_slice(word);
            }
        }
        self.insert_fields(anchor, insert);
        if let ([.., None], Some(span)) = (requested, fields.en_passant)
            && self.fields_change
            && span.of(self.record.line).iter().any(u8::is_ascii_uppercase)
        {
            self.put(span, span.of(self.record.line).to_ascii_lowercase());
        }
    }

    fn insert_fields(&mut self, at: usize, mut text: Vec<u8>) {
        if text.is_empty() {
            return;
        }
        if self.is_word_at(at) {
            text.push(b' ');
        }
        self.put(Span::at(at), text);
    }

    // Operations

    fn operation(&self, at: usize) -> Option<&Operation> {
        self.record.operations().get(at)
    }

    fn is_removed(&self, at: usize) -> bool {
        self.fates.get(at).is_some_and(|fate| fate.is_removed)
    }

    fn is_bare(&self, at: usize) -> bool {
        self.operation(at)
            .is_some_and(|operation| matches!(operation.form, OperationForm::Perft(_)))
    }

    /// Returns the end of an operation's own words: several moves may be one word, quoted or with commas.
    fn words_end(&self, operation: &Operation) -> usize {
        let lexemes = &self.record.lexemes;
        let until = lexemes.partition_point(|lexeme| lexeme.span.end <= operation.span.end);
        let own = lexemes.get(..until).unwrap_or_default();
        let mut words = own.iter().rev();
        words
            .find(|lexeme| lexeme.shape != lex::Shape::Semicolon)
            .map_or(0, |lexeme| lexeme.span.end)
            .max(operation.opcode.end)
    }

    fn is_ended(&self, operation: &Operation) -> bool {
        operation.span.end > self.words_end(operation)
    }

    /// Returns true if only the next opcode ends this operation.
    fn is_unended_before_another(&self, at: usize) -> bool {
        let next = self.operation(at + 1);
        next.is_some_and(|next| !next.opcode.is_empty())
            && self
                .operation(at)
                .is_some_and(|operation| !self.is_ended(operation))
    }

    fn operations(&mut self) {
        let mut at = 0;
        while at < self.fates.len() {
            if self.is_bare(at) {
                let end = (at..self.fates.len())
                    .find(|at| !self.is_bare(*at))
                    .unwrap_or(self.fates.len());
                let stays = |fate: &Fate<'_>| fate.stays();
                if self.fields_change || !self.fates.iter().skip(at).take(end - at).all(stays) {
                    self.spell_out(at, end);
                }
                at = end;
                continue;
            }
            if self.is_removed(at) {
                let end = (at..self.fates.len())
                    .find(|at| !self.is_removed(*at) || self.is_bare(*at))
                    .unwrap_or(self.fates.len());
                self.remove(at, end);
                at = end;
                continue;
            }
            let fate = self.fates.get(at).copied().unwrap_or_default();
            match (fate.opcode, fate.operands) {
                (Some(opcode), operands) => self.rename(at, opcode, operands),
                (None, Some(operands)) => self.set(at, operands),
                (None, None) => {}
            }
            at += 1;
        }
    }

    fn remove(&mut self, first: usize, end: usize) {
        let (Some(from), Some(to)) = (self.operation(first), end.checked_sub(1)) else {
            return;
        };
        let Some(last) = self.operation(to) else {
            return;
        };
        let (start, stop) = (from.span.start, last.span.end);
        let before = first.checked_sub(1).and_then(|at| self.operation(at));
        let is_open = first
            .checked_sub(1)
            .is_some_and(|at| !self.is_bare(at) && self.is_unended_before_another(at));
        if let Some(before) = before.filter(|_| is_open) {
            // The operation before was ended by the first that is removed.
            let ends = self.is_ended(last) || self.is_unended_before_another(to);
            let (from, text) = (before.span.end, if ends { &b";"[..] } else { b"" });
            return self.put(Span::new(from, stop), text);
        }
        let start = self.opening(first, end).unwrap_or(start);
        let span = Span::new(start, stop);
        let span = match self.is_word_at(stop) {
            true => span,
            false => self.record.with_blanks_before(span),
        };
        self.put(span, b"");
    }

    fn rename(&mut self, at: usize, opcode: &[u8], operands: Option<&[u8]>) {
        let Some(operation) = self.operation(at) else {
            return;
        };
        let (name, span) = (operation.opcode, operation.span);
        let words_end = self.words_end(operation);
        let text = match operands {
            Some(operands) => Some(operands.to_vec()),
            None => self.other_form(operation, opcode),
        };
        let opens = self.opening(at, at + 1);
        if let Some(before) = at.checked_sub(1)
            && self.is_unended_before_another(before)
            && self.fates.get(before).is_some_and(Fate::stays)
            && let Some(before) = self.operation(before)
        {
            let end = before.span.end;
            self.put(Span::at(end), b";");
        }
        let name = Span::new(opens.unwrap_or(name.start), name.end);
        self.put(name, opcode);
        let mut ending = Vec::new();
        if self.is_unended_before_another(at) && !self.is_removed(at + 1) {
            ending.push(b';');
        }
        match text {
            Some(text) => {
                let mut operands = Vec::with_capacity(text.len() + 2);
                if !text.is_empty() {
                    operands.push(b' ');
                    operands.extend_from_slice(&text);
                }
                operands.append(&mut ending);
                self.put(Span::new(name.end, words_end), operands);
            }
            None if !ending.is_empty() => self.put(Span::at(span.end), ending),
            None => {}
        }
    }

    /// Returns the operands without quotes or comma, if the new opcode does not accept them as they are.
    fn other_form(&self, operation: &Operation, opcode: &[u8]) -> Option<Vec<u8>> {
        let [only] = self.record.operands_of(operation) else {
            return None;
        };
        let takes_text = matches!(
            opcode::find(opcode).map(|info| info.shape),
            Some(Shape::Text { .. })
        );
        match only.form {
            OperandForm::Quoted if !takes_text => {
                Some(self.record.operand_text(only, None).into_owned())
            }
            OperandForm::Part(part) if operation.info.is_none() => {
                Some(part.of(self.record.line).to_vec())
            }
            _ => None,
        }
    }

    fn set(&mut self, at: usize, operands: &[u8]) {
        let Some(operation) = self.operation(at) else {
            return;
        };
        let region = Span::new(operation.opcode.end, self.words_end(operation));
        let mut text = Vec::with_capacity(operands.len() + 2);
        if !operands.is_empty() {
            text.push(b' ');
            text.extend_from_slice(operands);
        }
        // Removing the next operation ends this one anyway.
        if self.is_unended_before_another(at) && !self.is_removed(at + 1) {
            text.push(b';');
        }
        self.put(region, text);
    }

    fn add(&mut self, changes: &[Change<'_>]) {
        let mut text = Vec::new();
        for Addition {
            before,
            opcode,
            operands,
        } in additions(self.record, &self.fates, changes)
        {
            let next = self
                .operation(before)
                .filter(|_| doubt::place_to_add(self.record).is_none());
            if let Some(next) = next.map(|next| next.span.start) {
                self.insert(before, next, operation_text(opcode, operands));
            } else {
                text.push(b' ');
                text.append(&mut operation_text(opcode, operands));
            }
        }
        if text.is_empty() {
            return;
        }
        let body = self.record.body();
        if let Some(place) = doubt::place_to_add(self.record) {
            return self.put(Span::at(place), text);
        }
        let last = (0..self.fates.len()).rev().find(|at| !self.is_removed(*at));
        let is_spelled_out = last.is_some_and(|at| {
            self.is_bare(at)
                && self
                    .splices
                    .iter()
                    .any(|(span, _)| span.contains(body.end.saturating_sub(1)))
        });
        // The removal of an ended operation after an open one also ends the open one.
        let final_one = self.record.operations().last();
        let is_open = final_one.is_some_and(|o| o.span.end == body.end && !self.is_ended(o))
            && last
                .and_then(|at| self.operation(at))
                .is_some_and(|o| !self.is_ended(o))
            && !is_spelled_out;
        if is_open {
            text.insert(0, b';');
        }
        self.put(Span::at(body.end), text);
    }
}

/// Returns an operation with its semicolon.
fn operation_text(opcode: &[u8], operands: &[u8]) -> Vec<u8> {
    let mut text = opcode.to_vec();
    if !operands.is_empty() {
        text.push(b' ');
        text.extend_from_slice(operands);
    }
    text.push(b';');
    text
}

impl Splicer<'_, '_, '_> {
    /// Inserts an operation before operation `at`, which begins at `start`.
    fn insert(&mut self, at: usize, start: usize, mut text: Vec<u8>) {
        let stays = |at: usize| self.fates.get(at).is_some_and(Fate::stays);
        let is_renamed = self.fates.get(at).is_some_and(|fate| fate.opcode.is_some());
        let before = at.checked_sub(1);
        let open =
            before.filter(|before| stays(*before) && self.is_unended_before_another(*before));
        // A renamed operation ends the one before it.
        let open = open
            .filter(|_| !is_renamed)
            .and_then(|open| self.operation(open));
        if let Some(end) = open.map(|open| open.span.end)
            && !self.splices.iter().any(|(span, _)| *span == Span::at(end))
        {
            self.put(Span::at(end), b";");
        }
        text.push(b' ');
        self.put(Span::at(start), text);
    }

    /// Returns the start of the semicolons that open a list of counts, if all of it is in `first..end`.
    fn opening(&self, first: usize, end: usize) -> Option<usize> {
        let from = match first.checked_sub(1) {
            Some(before) => self.operation(before)?.span.end,
            None => self.record.field_spans().en_passant?.end,
        };
        let is_count = |operation: &Operation| {
            opcode::perft_depth(operation.opcode.of(self.record.line)).is_some()
        };
        let start = self.operation(first).filter(|o| is_count(o))?.span.start;
        if self.operation(end).is_some_and(is_count) {
            return None;
        }
        let between = self.record.line.get(from..start)?;
        let semicolon = between.iter().position(|byte| *byte == b';')?;
        between
            .iter()
            .all(|byte| is_blank(*byte) || *byte == b';')
            .then_some(from + semicolon)
    }

    /// Writes the bare counts `first..end` with their opcodes.
    fn spell_out(&mut self, first: usize, end: usize) {
        let line = self.record.line;
        let (Some(from), Some(to)) = (
            self.operation(first).map(|o| o.span.start),
            end.checked_sub(1)
                .and_then(|at| self.operation(at))
                .map(|o| o.span.end),
        ) else {
            return;
        };
        let limit = match first.checked_sub(1).and_then(|at| self.operation(at)) {
            Some(before) => before.span.end,
            None => {
                let fields = self.record.field_spans();
                let last = fields.full_move.or(fields.half_move).or(fields.en_passant);
                last.map_or(from, |span| span.end)
            }
        };
        let opening = line.get(limit..from).unwrap_or_default();
        let joint = |byte: &&u8| is_blank(**byte) || matches!(**byte, b';' | b',');
        let start = from - opening.iter().rev().take_while(joint).count();
        let behind = line.get(to..self.record.body().end).unwrap_or_default();
        let blanks = behind.iter().take_while(|byte| is_blank(**byte)).count();
        let stop = match behind.get(blanks) {
            Some(b';') => to + blanks + 1,
            _ => to,
        };
        let mut text = Vec::new();
        for at in first..end {
            let Some(operation) = self.operation(at) else {
                continue;
            };
            let fate = self.fates.get(at).copied().unwrap_or_default();
            if fate.is_removed {
                continue;
            }
            let own = self.record.operands_span(operation).of(line);
            let operands = fate.operands.unwrap_or(own);
            let own = self.record.opcode_bytes(operation);
            text.push(b' ');
            text.extend_from_slice(fate.opcode.unwrap_or(&own));
            if !operands.is_empty() {
                text.push(b' ');
                text.extend_from_slice(operands);
            }
            text.push(b';');
        }
        if self.is_word_at(stop) {
            text.push(b' ');
        }
        self.put(Span::new(start, stop), text);
    }
}
