//! Rules between operations, and between operations and the position: the mates stated by `ce` and `dm`; and blanks,
//! marks and odd bytes between and inside the words.

use crate::epd::diagnostic::{Code, Detail, Diagnostic};
use crate::epd::lex::{self, Shape};
use crate::epd::operand::{self, Value};
use crate::epd::points;
use crate::epd::reader::Reader;
use crate::epd::record::{
    Dialect, LineKind, Operand, OperandForm, Operation, OperationForm, Record, mark,
};
use crate::epd::score::Score;
use crate::epd::span::Span;
use crate::epd::tablebase::Tables;
use shakmaty::{Color, Position};
use std::borrow::Cow;

/// The marks of the opcodes examined by [`Reader::relate_exchanges`].
const EXCHANGES: u64 = mark(b"draw_accept")
    | mark(b"draw_claim")
    | mark(b"draw_offer")
    | mark(b"draw_reject")
    | mark(b"refcom")
    | mark(b"refreq");

impl Reader<'_> {
    pub(super) fn relate(&mut self) {
        if !self.record.operations.is_empty() {
            self.settle_mate_distance();
            if !self.may_be_moves.is_empty() {
                self.report_moves_as_opcodes();
            }
            // A record that is blocked for another reason is not rewritten.
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
        if let Some(tables) = self.record.options.tables {
            self.relate_tables(tables);
        }
    }

    fn opcode_span(&self, opcode: &str) -> Option<Span> {
        Some(self.record.operation(opcode)?.opcode)
    }

    /// Decides the form of `bm #N`: `dm` or `ce`; dropped if that operation is equal, unchanged if it differs.
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
        // Searched once: a record may have thousands of operations.
        let (dm, ce) = (stated("dm"), stated("ce"));
        for index in 0..self.record.operations.len() {
            let Some(operation) = self.record.operations.get_mut(index) else {
                return;
            };
            let (other, number) = match operation.form {
                OperationForm::MateIn(moves) => (dm, moves),
                OperationForm::MatedScore(score) => (ce, score),
                _ => continue,
            };
            match other {
                None => {}
                Some(other) if other == Some(number) => operation.form = OperationForm::Dropped,
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
                self.report_with(Code::DuplicateOpcode, later, Detail::Place(first));
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
            self.report(Code::UnsortedOperations, span);
        }
    }

    fn relate_pairs(&mut self) {
        self.relate_move_sets();
        self.relate_first_moves("pm", "pv", Code::PmPv);
        self.relate_best_moves_and_line();
        self.relate_first_moves("sm", "sv", Code::SmSv);
        if self.record.opcodes_met & EXCHANGES != 0 {
            self.relate_exchanges();
        }
    }

    /// Checks `c0`, `c7`, `c8` and `c9` that score moves; every such record has `c0` or `c8`.
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
                self.report(code, later(one, other));
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
                self.report_reason(Code::ResignWithDraw, last, other);
            }
            let needs_move = matches!(draw, "draw_claim" | "draw_offer");
            if needs_move && self.record.operation("sm").is_none() {
                self.report(Code::DrawWithoutSm, span);
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
            self.report_with(Code::AmAndBm, span, Detail::Place(best));
        }
    }

    #[inline(never)]
    fn relate_tables(&mut self, tables: Tables) {
        let record = &self.record;
        let position = record.position.as_ref();
        let Some(position) = position.filter(|position| tables.may_know(position)) else {
            return;
        };
        let stated = |opcode| {
            Some((
                record.operands_span(record.operation(opcode)?),
                record.integer(opcode)?,
            ))
        };
        let (bm, ce, dm) = (record.operation("bm"), stated("ce"), stated("dm"));
        if bm.is_none() && ce.is_none() && dm.is_none() {
            return;
        }
        let Some(best) = tables.outcome(position) else {
            return;
        };
        let is_wrong = |operand: &&Operand| match operand.value {
            Value::Move(played) => {
                let after = tables.after(position, played);
                after.is_some_and(|after| after.is_worse_than(best))
            }
            _ => false,
        };
        let operands = bm.map(|bm| record.operands_of(bm)).unwrap_or_default();
        let wrong: Vec<Span> = operands.iter().filter(is_wrong).map(|o| o.span).collect();
        for span in wrong {
            self.report(Code::TablebaseBm, span);
        }
        let is_mate = |ce| matches!(Score::of_ce(ce), Score::Mate(_));
        if let Some((span, score)) = ce
            && (score.signum() * i64::from(best.sign()) < 0 || best.sign() == 0 && is_mate(score))
        {
            self.report(Code::TablebaseCe, span);
        }
        if let Some((span, 1..)) = dm
            && best.sign() < 1
        {
            self.report(Code::TablebaseDm, span);
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
            self.report_with(code, span, Detail::Place(expected));
        }
    }

    /// Reports a `pv` that begins with no best move, unless `pm` shows that it is the result of a search.
    fn relate_best_moves_and_line(&mut self) {
        let record = &self.record;
        if record.operation("pm").is_some() {
            return;
        }
        let operands = |opcode| Some(record.operands_of(record.operation(opcode)?));
        let (Some(best), Some([first, ..])) = (operands("bm"), operands("pv")) else {
            return;
        };
        // A move that could not be read has a diagnostic of its own.
        let Value::Move(begins) = first.value else {
            return;
        };
        let is_other =
            |operand: &Operand| matches!(operand.value, Value::Move(best) if best != begins);
        if !best.is_empty() && best.iter().all(is_other) {
            let place = record.operation("bm").map(|bm| record.operands_span(bm));
            let (span, detail) = (first.span, place.map_or(Detail::None, Detail::Place));
            self.report_with(Code::BmPv, span, detail);
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
                    self.report_with(Code::ClocksConflict, span, Detail::Place(place));
                }
            } else if !is_field && self.record.options.dialect == Dialect::Fen {
                // The field that canonical writing would supply would contradict it.
                self.report(Code::ClocksConflict, place);
            }
            if is_field {
                self.report(Code::ClockOperations, place);
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
                self.report_with(Code::HmvcEnPassant, span, Detail::Number(number));
            }
        }
    }
}

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

impl Reader<'_> {
    /// Checks `ce` and `dm` against each other, mate, stalemate and dead draws.
    fn relate_scores(&mut self) {
        let (ce, dm) = (self.record.integer("ce"), self.record.integer("dm"));
        if ce.is_none() && dm.is_none() {
            return;
        }
        let ending = self.ending();
        if let Some(score) = ce {
            self.relate_score(score, dm, ending);
        }
        if let (Some((ended, _)), Some(1..), Some(dm)) = (ending, dm, self.record.operation("dm")) {
            // A finished game has no mate ahead.
            self.report_reason(Code::DmPosition, self.record.operands_span(dm), ended);
        }
    }

    /// Returns the way in which the game has ended, and its score; `None` if it continues, or is unknown.
    fn ending(&self) -> Option<(&'static str, i64)> {
        let position = self.record.position.as_ref()?;
        if self.has_legal_move || !position.legal_moves().is_empty() {
            let is_dead = position.is_insufficient_material();
            return is_dead.then_some(("neither side can mate", 0));
        }
        Some(match (position.is_check(), position.turn()) {
            (true, Color::White) => ("White is checkmated", -32767),
            (true, Color::Black) => ("Black is checkmated", -32767),
            (false, _) => ("stalemate", 0),
        })
    }

    fn relate_score(&mut self, score: i64, dm: Option<i64>, ending: Option<(&str, i64)>) {
        let Some(operation) = self.record.operation("ce") else {
            return;
        };
        let span = self.record.operands_span(operation);
        let expected = dm.filter(|moves| *moves > 0);
        let expected = expected.and_then(|moves| Score::Mate(moves).ce());
        if let Some(expected) = expected.filter(|expected| *expected != score) {
            self.report_with(Code::CeDm, span, Detail::Number(expected));
        }
        if let Some(plies) = false_plies(score) {
            self.report_with(Code::CeMateParity, span, Detail::Number(plies));
        }
        let why = match (ending, score) {
            _ if self.record.position.is_none() => return,
            (Some((_, expected)), _) if score == expected => return,
            (Some((ended, expected)), _) => format!("{ended}, expected {expected}").into(),
            (None, -32767) => "it means checkmate, but the side to move has a move".into(),
            (None, -32768) => "it means an illegal position, but this one is legal".into(),
            (None, _) => return,
        };
        self.report_with(Code::CePosition, span, Detail::Words(why));
    }
}

/// Returns the plies to a mate whose number has the wrong parity: the side to move mates after an odd number and is
/// mated after an even one, given here as a negative number.
fn false_plies(score: i64) -> Option<i64> {
    let plies = match score {
        32001..=32766 => 32767 - score,
        -32767..=-32001 => -32767 - score,
        _ => return None,
    };
    let mates = plies > 0;
    ((plies % 2 != 0) != mates).then_some(plies)
}

impl Reader<'_> {
    /// Reports gaps that differ from the one space of canonical text.
    #[inline(never)]
    pub(super) fn report_spacing(&mut self) {
        let parts = self.record.parts;
        // Gaps and absorbed spans are both in order, so each is examined once.
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
            let needs_space = lexeme.is_some() && !semicolon && index > 0;
            while let Some(span) = begun.next_if(|span| span.start <= gap.start) {
                absorbed_to = span.end.max(absorbed_to);
            }
            if (gap.len() != usize::from(needs_space)
                || (needs_space && gap.of(self.line()) != b" "))
                && gap.end > absorbed_to
            {
                self.report_gap(gap, needs_space, after_semicolon, lexeme.is_none());
            }
            after_semicolon = semicolon;
            before = lexeme.map_or(start, |l| l.span.end);
        }
        self.absorbed = absorbed;
    }

    #[inline(never)]
    fn report_gap(&mut self, gap: Span, needs_space: bool, after_semicolon: bool, at_end: bool) {
        if gap.is_empty() {
            if needs_space && after_semicolon {
                self.report(Code::NoSpaceAfterSemicolon, gap);
            }
            return;
        }
        let text = gap.of(self.line());
        if text.contains(&b'"') {
            // Blanks next to the quotes of a quoted position are removed with them.
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
            self.report(Code::Tab, gap);
        } else if !needs_space || at_end || text.len() > 1 {
            self.report(Code::ExtraSpace, gap);
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
                self.report(code, Span::new(start + first, start + last + 1));
            }
        }
        let end = parts.end.of(self.line());
        if end.len() > 2 && self.record.kind == LineKind::Record {
            self.report(Code::CrCrLf, parts.end);
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
                self.report(Code::NonAscii, run.shifted(span.start));
            }
            if let Some(run) = run(text, |b| b < 0x20 || b == 0x7F) {
                let code = match shape {
                    Some(Shape::Quoted) => Code::ControlCharacter,
                    _ => Code::StrayText,
                };
                self.report(code, run.shifted(span.start));
            }
        }
        let absorbed = std::mem::take(&mut self.absorbed);
        for span in &absorbed {
            // An unquoted string keeps its blanks; a tab among them is then in a string.
            let operand = self.record.operand_at(*span);
            let operand = operand.and_then(|(_, index)| self.record.operands.get(index));
            let is_string = operand.is_some_and(|operand| operand.form == OperandForm::Quoted);
            if is_string && let Some(run) = run(span.of(line), |b| lex::is_blank(b) && b != b' ') {
                self.report(Code::ControlCharacter, run.shifted(span.start));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(score: i64, expected: Option<i64>) {
        assert_eq!(false_plies(score), expected, "{score}");
    }

    #[test]
    fn the_side_to_move_mates_after_an_odd_number_of_plies_and_is_mated_after_an_even_one() {
        check(32766, None);
        check(32765, Some(2));
        check(32762, None);
        check(32761, Some(6));
        check(32001, Some(766));
        check(-32767, None);
        check(-32766, Some(-1));
        check(-32762, Some(-5));
        check(-32761, None);
        check(-32002, Some(-765));
    }

    #[test]
    fn scores_other_than_mates_have_no_plies() {
        for score in [
            0,
            12,
            32000,
            -32000,
            32767,
            -32768,
            40000,
            i64::MAX,
            i64::MIN,
        ] {
            check(score, None);
        }
    }
}
