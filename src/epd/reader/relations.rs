//! Rules between operations, and between operations and the position.

use super::super::diagnostic::{Blocks, Code, Detail, Diagnostic};
use super::super::operand::{self, Value};
use super::super::points;
use super::super::record::{Dialect, OperandForm, Operation, OperationForm, mark};
use super::super::span::Span;
use super::Reader;

/// The marks of the opcodes that [`Reader::relate_exchanges`] is about.
const EXCHANGES: u64 = mark(b"draw_accept")
    | mark(b"draw_claim")
    | mark(b"draw_offer")
    | mark(b"draw_reject")
    | mark(b"refcom")
    | mark(b"refreq");

/// Up to so many operations, comparing each with each is cheaper than sorting.
const FEW: usize = 24;

impl Reader<'_> {
    /// Checks what operations say of one another and of the position.
    pub(super) fn relate(&mut self) {
        if !self.record.operations.is_empty() {
            self.settle_mate_distance();
            if !self.may_be_moves.is_empty() {
                self.report_moves_as_opcodes();
            }
            // What is left unchanged for another reason is not written.
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

    /// The first operation of an official opcode.
    #[inline]
    pub(super) fn find(&self, opcode: &str) -> Option<&Operation> {
        if self.record.opcodes_met & mark(opcode.as_bytes()) == 0 {
            return None;
        }
        self.record
            .operations
            .iter()
            .find(|operation| operation.info.is_some_and(|info| info.name == opcode))
    }

    fn opcode_span(&self, opcode: &str) -> Option<Span> {
        Some(self.find(opcode)?.opcode)
    }

    /// The number that an operation with one integer operand holds.
    pub(super) fn integer(&self, opcode: &str) -> Option<i64> {
        let operation = self.find(opcode)?;
        match self.record.operands_of(operation) {
            [operand] => match operand.value {
                Value::Integer(number) => Some(number),
                _ => None,
            },
            _ => None,
        }
    }

    /// `bm #N`: rewritten where nothing contradicts it.
    fn settle_mate_distance(&mut self) {
        // Looked for once: a record may have thousands.
        let (mut dm, mut ce) = (None, None);
        for index in 0..self.record.operations.len() {
            let Some(operation) = self.record.operations.get(index) else {
                return;
            };
            let (form, grave) = match operation.form {
                OperationForm::MateIn(moves) => {
                    match *dm.get_or_insert_with(|| self.find("dm").map(|_| self.integer("dm"))) {
                        None => (operation.form, false),
                        Some(there) if there == Some(moves) => (OperationForm::Dropped, false),
                        Some(_) => (OperationForm::AsIs, true),
                    }
                }
                OperationForm::MatedScore(score) => {
                    match *ce.get_or_insert_with(|| self.find("ce").map(|_| self.integer("ce"))) {
                        None => (operation.form, false),
                        Some(there) if there == Some(score) => (OperationForm::Dropped, false),
                        Some(_) => (OperationForm::AsIs, true),
                    }
                }
                _ => continue,
            };
            let span = self.record.operands_span(operation);
            if let Some(operation) = self.record.operations.get_mut(index) {
                operation.form = form;
            }
            let diagnostic = Diagnostic::new(Code::MateInBm, span);
            debug_assert_eq!(diagnostic.code.blocks(), Blocks::WhenError);
            self.push(if grave {
                diagnostic.into_error()
            } else {
                diagnostic
            });
        }
    }

    /// Whether the operations are sorted, each opcode once: most records are.
    fn is_in_order(&self) -> bool {
        let mut last: &[u8] = b"";
        self.record.operations.iter().all(|operation| {
            let opcode = match operation.form {
                OperationForm::PvLabel => b"pv",
                _ => operation.opcode.of(self.record.line),
            };
            // Bare perft counts have no opcode, and are looked at more closely.
            let follows = last < opcode;
            last = opcode;
            follows
        })
    }

    #[inline(never)]
    fn find_duplicates(&mut self) {
        let count = self.record.operations.len();
        if count < 2 {
            return;
        }
        let names: Vec<_> = self
            .record
            .operations
            .iter()
            .map(|o| self.record.source_key(o))
            .collect();
        let mut again: Vec<(usize, usize)> = Vec::new();
        if count <= FEW {
            for (later, name) in names.iter().enumerate() {
                let first = names.iter().take(later).position(|before| before == name);
                again.extend(first.map(|first| (first, later)));
            }
            return self.report_duplicates(&again);
        }
        let mut order: Vec<(OpcodeKey, usize)> = names.into_iter().zip(0..).collect();
        order.sort_unstable();
        for [(name, before), (same, later)] in order.array_windows() {
            if name == same {
                let first = again
                    .last()
                    .filter(|(_, later)| later == before)
                    .map_or(*before, |(first, _)| *first);
                again.push((first, *later));
            }
        }
        self.report_duplicates(&again);
    }

    /// Pairs of operations with the same opcode: the first of them, and a later one.
    #[inline(never)]
    fn report_duplicates(&mut self, again: &[(usize, usize)]) {
        for &(first, later) in again {
            let span = |at: usize| Some(self.record.operations.get(at)?.span);
            if let (Some(first), Some(later)) = (span(first), span(later)) {
                self.say_with(Code::DuplicateOpcode, later, Detail::Place(first));
            }
        }
    }

    #[inline(never)]
    fn find_disorder(&mut self) {
        let record = &self.record;
        let keys = record
            .operations
            .iter()
            .filter(|o| o.form != OperationForm::Dropped);
        let mut last = None;
        let mut found = None;
        for operation in keys {
            let key = record.source_key(operation);
            if last.as_ref().is_some_and(|last| *last > key) {
                found = Some(operation.opcode);
                break;
            }
            last = Some(key);
        }
        if let Some(span) = found {
            let span = if span.is_empty() {
                // A bare count: the number stands for the operation.
                self.record
                    .operations
                    .iter()
                    .find(|o| o.opcode == span)
                    .map_or(span, |o| o.span)
            } else {
                span
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

    /// `c0`, `c7`, `c8` and `c9` where they score moves. Both kinds of record that do have one of these.
    fn relate_points(&mut self) {
        if self.record.opcodes_met & (mark(b"c0") | mark(b"c8")) != 0 {
            let mut found = points::judge(&self.record);
            self.record.diagnostics.append(&mut found);
        }
    }

    /// Draws, resignations and messages, which exclude or need one another.
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
                // Said once, however many there are, at what came last.
                let last = later(span, resign);
                let other = if last == span { "resign" } else { draw };
                self.say_with(Code::ResignWithDraw, last, Detail::Opcode(other));
            }
            if matches!(draw, "draw_claim" | "draw_offer") && self.find("sm").is_none() {
                self.say(Code::DrawWithoutSm, span);
            }
        }
    }

    /// The moves that `am` and `bm` share.
    fn relate_move_sets(&mut self) {
        let Some(am) = self.find("am") else { return };
        let Some(bm) = self.find("bm") else { return };
        let record = &self.record;
        let text = |operand| record.operand_text(operand, record.position.as_ref());
        let mut best: Vec<_> = record.operands_of(bm).iter().map(text).collect();
        best.sort_unstable();
        let shared: Vec<Span> = record
            .operands_of(am)
            .iter()
            .filter(|operand| {
                operand.form != OperandForm::Dropped && best.binary_search(&text(operand)).is_ok()
            })
            .map(|operand| operand.span)
            .collect();
        for span in shared {
            self.say(Code::AmAndBm, span);
        }
    }

    fn relate_first_moves(&mut self, single: &str, line: &str, code: Code) {
        let Some(single) = self.find(single) else {
            return;
        };
        let Some(line) = self.find(line) else { return };
        let first = |operation| {
            let operands = self.record.operands_of(operation);
            operands
                .iter()
                .find(|operand| operand.form != OperandForm::Dropped)
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

    /// FEN's clock fields against `hmvc` and `fmvn`, and against the en-passant square.
    fn relate_clocks(&mut self) {
        let fields = self.record.fields;
        for (opcode, field, least) in [("hmvc", fields.half_move, 0), ("fmvn", fields.full_move, 1)]
        {
            let Some(operation) = self.find(opcode) else {
                continue;
            };
            let (place, is_field) = (operation.span, self.record.is_clock_field(operation));
            if let Some(span) = field {
                let number = operand::read_integer(span.of(self.line())).map(|n| n.max(least));
                if number.is_none() || number != self.integer(opcode) {
                    self.say_with(Code::ClocksConflict, span, Detail::Place(place));
                }
            } else if !is_field && self.record.options.dialect == Dialect::Fen {
                // The field that canonical writing would supply would say something else.
                self.say(Code::ClocksConflict, place);
            }
            if is_field {
                self.say(Code::ClockOperations, place);
            }
        }
        if self.record.en_passant_is_possible {
            let operation = self
                .find("hmvc")
                .map(|operation| self.record.operands_span(operation));
            let span = operation.or(fields.half_move);
            let number = match operation {
                Some(_) => self.integer("hmvc"),
                None => fields
                    .half_move
                    .and_then(|span| operand::read_integer(span.of(self.line()))),
            };
            if let (Some(span), Some(number)) = (span, number)
                && number > 0
            {
                self.say_with(Code::HmvcEnPassant, span, Detail::Number(number));
            }
        }
    }
}

/// Which of two stands later in the line.
fn later(one: Span, other: Span) -> Span {
    if one.start > other.start { one } else { other }
}

impl super::super::record::Record<'_> {
    /// What operations are told apart by, as written.
    pub(in super::super) fn source_key(&self, operation: &Operation) -> OpcodeKey {
        match operation.form {
            OperationForm::Perft(_) | OperationForm::PvLabel => self.opcode_key(operation),
            _ => OpcodeKey::of(operation.opcode.of(self.line)),
        }
    }

    /// What operations are sorted by when written.
    pub(in super::super) fn opcode_key(&self, operation: &Operation) -> OpcodeKey {
        let text = match operation.form {
            OperationForm::Perft(depth) => return OpcodeKey::of(format!("D{depth}").as_bytes()),
            OperationForm::PvLabel => b"pv",
            OperationForm::MateIn(_) => b"dm",
            OperationForm::MatedScore(_) => b"ce",
            _ => operation.opcode.of(self.line),
        };
        OpcodeKey::of(text)
    }
}

/// An opcode's bytes, padded: they compare as ASCII text, without an allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) struct OpcodeKey([u8; 16]);

impl OpcodeKey {
    pub(in super::super) fn of(text: &[u8]) -> Self {
        let mut key = [0; 16];
        let length = text.len().min(key.len());
        if let (Some(start), Some(text)) = (key.get_mut(..length), text.get(..length)) {
            start.copy_from_slice(text);
        }
        Self(key)
    }
}
