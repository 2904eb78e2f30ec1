//! Rules between operations, and between operations and the position.

use super::super::diagnostic::{Code, Detail, Diagnostic};
use super::super::operand::{self, Value};
use super::super::points;
use super::super::record::{Dialect, OperandForm, Operation, OperationForm, Record, mark};
use super::super::span::Span;
use super::Reader;
use std::borrow::Cow;

/// The marks of the opcodes examined by [`Reader::relate_exchanges`].
const EXCHANGES: u64 = mark(b"draw_accept")
    | mark(b"draw_claim")
    | mark(b"draw_offer")
    | mark(b"draw_reject")
    | mark(b"refcom")
    | mark(b"refreq");

impl Reader<'_> {
    /// Checks the relations of operations with each other and with the position.
    pub(super) fn relate(&mut self) {
        if !self.record.operations.is_empty() {
            self.settle_mate_distance();
            if !self.may_be_moves.is_empty() {
                self.report_moves_as_opcodes();
            }
            // A record left unchanged for another reason is not written.
            if self.may_be_field && self.blocking == 0 {
                self.report_field_as_opcode();
            }
            if !self.is_in_order() {
                self.find_duplicates();
                self.find_disorder();
            }
            self.relate_pairs();
            self.relate_scores();
            self.relate_points();
        }
        self.relate_clocks();
    }

    fn opcode_span(&self, opcode: &str) -> Option<Span> {
        Some(self.record.operation(opcode)?.opcode)
    }

    /// Rewrites `bm #N` if nothing contradicts it.
    fn settle_mate_distance(&mut self) {
        let record = &self.record;
        let is_mate = |operation: &Operation| {
            let form = &operation.form;
            matches!(
                form,
                OperationForm::MateIn(_) | OperationForm::MatedScore(_)
            )
        };
        if !record.operations.iter().any(is_mate) {
            return;
        }
        let stated = |opcode| record.operation(opcode).map(|_| record.integer(opcode));
        // Searched once: a record may have thousands.
        let (dm, ce) = (stated("dm"), stated("ce"));
        for index in 0..self.record.operations.len() {
            let Some(operation) = self.record.operations.get_mut(index) else {
                return;
            };
            let (there, number) = match operation.form {
                OperationForm::MateIn(moves) => (dm, moves),
                OperationForm::MatedScore(score) => (ce, score),
                _ => continue,
            };
            match there {
                None => {}
                Some(there) if there == Some(number) => operation.form = OperationForm::Dropped,
                Some(_) => operation.form = OperationForm::AsIs,
            }
            let is_error = operation.form == OperationForm::AsIs;
            let Some(operation) = self.record.operations.get(index) else {
                return;
            };
            let found = Diagnostic::new(Code::MateInBm, self.record.operands_span(operation));
            self.push(if is_error { found.into_error() } else { found });
        }
    }

    /// Returns true if the operations are sorted, each opcode once, as in most records.
    fn is_in_order(&self) -> bool {
        let mut last: &[u8] = b"";
        self.record.operations.iter().all(|operation| {
            let opcode = match operation.form {
                OperationForm::PvLabel => b"pv",
                _ => operation.opcode.of(self.record.line),
            };
            // Bare perft counts have no opcode, and are examined more closely.
            let follows = last < opcode;
            last = opcode;
            follows
        })
    }

    #[inline(never)]
    fn find_duplicates(&mut self) {
        let operations = self.record.operations.iter();
        let keys = operations.map(|o| self.record.source_key(o));
        let mut order: Vec<(OpcodeKey, usize)> = keys.zip(0..).collect();
        order.sort_unstable();
        // The first occurrence, and a later one.
        let mut again: Vec<(usize, usize)> = Vec::new();
        for [(name, before), (same, later)] in order.array_windows() {
            if name == same {
                let last = again.last().filter(|(_, later)| later == before);
                again.push((last.map_or(*before, |(first, _)| *first), *later));
            }
        }
        for (first, later) in again {
            let span = |at: usize| Some(self.record.operations.get(at)?.span);
            if let (Some(first), Some(later)) = (span(first), span(later)) {
                self.say_with(Code::DuplicateOpcode, later, Detail::Place(first));
            }
        }
    }

    #[inline(never)]
    fn find_disorder(&mut self) {
        let record = &self.record;
        let mut written = record.operations.iter();
        let mut last = OpcodeKey::of(b"");
        let found = written.find(|operation| {
            let is_written = operation.form != OperationForm::Dropped;
            let key = record.source_key(operation);
            is_written && std::mem::replace(&mut last, key) > key
        });
        if let Some(operation) = found {
            // The number of a bare count stands for the operation.
            let span = match operation.opcode.is_empty() {
                true => operation.span,
                false => operation.opcode,
            };
            self.say(Code::UnsortedOperations, span);
        }
    }

    fn relate_pairs(&mut self) {
        self.relate_move_sets();
        self.relate_first_moves("pm", "pv", Code::PmPv);
        self.relate_first_moves("sm", "sv", Code::SmSv);
        if self.record.opcodes_met & EXCHANGES != 0 {
            self.relate_exchanges();
        }
    }

    /// Checks `c0`, `c7`, `c8` and `c9` that score moves. Both kinds of such records have one of these.
    fn relate_points(&mut self) {
        if self.record.opcodes_met & (mark(b"c0") | mark(b"c8")) != 0 {
            let mut found = points::judge(&self.record);
            self.record.diagnostics.append(&mut found);
        }
    }

    /// Checks draws, resignations and messages, which exclude or need each other.
    #[inline(never)]
    fn relate_exchanges(&mut self) {
        let excluded = [
            ("draw_accept", "draw_reject", Code::AcceptAndReject),
            ("draw_claim", "draw_offer", Code::ClaimAndOffer),
            ("refcom", "refreq", Code::RefcomAndRefreq),
        ];
        for (one, other, code) in excluded {
            if let (Some(one), Some(other)) = (self.opcode_span(one), self.opcode_span(other)) {
                self.say(code, later(one, other));
            }
        }
        let resign = self.opcode_span("resign");
        let mut resigned = false;
        for draw in ["draw_accept", "draw_claim", "draw_offer", "draw_reject"] {
            let Some(span) = self.opcode_span(draw) else {
                continue;
            };
            if let Some(resign) = resign
                && !std::mem::replace(&mut resigned, true)
            {
                // Reported once, however many there are, at the last one.
                let last = later(span, resign);
                let other = if last == span { "resign" } else { draw };
                self.say_why(Code::ResignWithDraw, last, other);
            }
            let needs_move = matches!(draw, "draw_claim" | "draw_offer");
            if needs_move && self.record.operation("sm").is_none() {
                self.say(Code::DrawWithoutSm, span);
            }
        }
    }

    /// Reports the moves that `am` and `bm` share.
    fn relate_move_sets(&mut self) {
        let record = &self.record;
        let (Some(am), Some(bm)) = (record.operation("am"), record.operation("bm")) else {
            return;
        };
        let moves = |operation| {
            let all = record.operands_of(operation).iter();
            let written = all.filter(|operand| operand.form != OperandForm::Dropped);
            let text = |operand| record.operand_text(operand, record.position.as_ref());
            written.map(move |operand| (text(operand), operand.span))
        };
        let mut best: Vec<_> = moves(bm).collect();
        best.sort_unstable();
        let same = |(text, span): (Cow<'_, [u8]>, Span)| {
            let place = best.partition_point(|(best, _)| *best < text);
            let (_, best) = best.get(place).filter(|(best, _)| *best == text)?;
            Some((span, *best))
        };
        let shared: Vec<(Span, Span)> = moves(am).filter_map(same).collect();
        for (span, best) in shared {
            self.say_with(Code::AmAndBm, span, Detail::Place(best));
        }
    }

    fn relate_first_moves(&mut self, single: &str, line: &str, code: Code) {
        let first = |opcode| {
            let mut operands = self
                .record
                .operands_of(self.record.operation(opcode)?)
                .iter();
            operands.find(|operand| operand.form != OperandForm::Dropped)
        };
        let (Some(one), Some(start)) = (first(single), first(line)) else {
            return;
        };
        let same = match (&one.value, &start.value) {
            (Value::Move(one), Value::Move(start)) => one == start,
            // A move that could not be read has a diagnostic of its own.
            _ if self.record.position.is_some() => true,
            _ => one.span.of(self.record.line) == start.span.of(self.record.line),
        };
        if !same {
            let (span, expected) = (one.span, start.span);
            self.say_with(code, span, Detail::Place(expected));
        }
    }

    /// Checks FEN's clock fields against `hmvc` and `fmvn`, and against the en-passant square.
    fn relate_clocks(&mut self) {
        let fields = self.record.fields;
        for (opcode, field, least) in [("hmvc", fields.half_move, 0), ("fmvn", fields.full_move, 1)]
        {
            let Some(operation) = self.record.operation(opcode) else {
                continue;
            };
            let (place, is_field) = (operation.span, self.record.is_clock_field(operation));
            if let Some(span) = field {
                let number = operand::read_integer(span.of(self.line())).map(|n| n.max(least));
                if number.is_none() || number != self.record.integer(opcode) {
                    self.say_with(Code::ClocksConflict, span, Detail::Place(place));
                }
            } else if !is_field && self.record.options.dialect == Dialect::Fen {
                // The field that canonical writing would supply would contradict it.
                self.say(Code::ClocksConflict, place);
            }
            if is_field {
                self.say(Code::ClockOperations, place);
            }
        }
        if self.record.en_passant_is_possible {
            let (span, number) = match (self.record.operation("hmvc"), fields.half_move) {
                (Some(operation), _) => (
                    self.record.operands_span(operation),
                    self.record.integer("hmvc"),
                ),
                (None, Some(span)) => (span, operand::read_integer(span.of(self.line()))),
                (None, None) => return,
            };
            if let Some(number @ 1..) = number {
                self.say_with(Code::HmvcEnPassant, span, Detail::Number(number));
            }
        }
    }
}

/// Returns the later of two spans.
fn later(one: Span, other: Span) -> Span {
    if one.start > other.start { one } else { other }
}

impl Record<'_> {
    /// Returns the key that identifies operations as written.
    pub(in super::super) fn source_key(&self, operation: &Operation) -> OpcodeKey {
        OpcodeKey::of(&self.opcode_bytes(operation))
    }

    /// Returns the key by which operations are sorted when written.
    pub(in super::super) fn opcode_key(&self, operation: &Operation) -> OpcodeKey {
        match operation.form {
            OperationForm::MateIn(_) => OpcodeKey::of(b"dm"),
            OperationForm::MatedScore(_) => OpcodeKey::of(b"ce"),
            _ => self.source_key(operation),
        }
    }
}

/// The padded bytes of an opcode, which compare like ASCII text without an allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) struct OpcodeKey(u128);

impl OpcodeKey {
    pub(in super::super) fn of(text: &[u8]) -> Self {
        let mut key = [0; 16];
        let length = text.len().min(key.len());
        if let (Some(start), Some(text)) = (key.get_mut(..length), text.get(..length)) {
            start.copy_from_slice(text);
        }
        Self(u128::from_be_bytes(key))
    }
}
