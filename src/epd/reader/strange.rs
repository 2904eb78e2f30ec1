//! Pieces whose first word is no opcode that anyone knows: moves where an opcode is expected, prose,
//! and the label `PV:`.

use super::super::diagnostic::{Code, Detail, Diagnostic};
use super::super::lex::Shape;
use super::super::moves::{self, Form};
use super::super::opcode::{self, Shape as Operands};
use super::super::record::{Operation, OperationForm};
use super::super::span::Span;
use super::super::token::TokenKind;
use super::Reader;
use shakmaty::{Chess, Move, Position};

impl Reader<'_> {
    /// Whether a piece is prose: an unknown lower-case opcode with three words or more behind it, or
    /// with words that end as words of a sentence do.
    pub(super) fn is_prose_piece(&self, name: &[u8], end: usize) -> bool {
        if !opcode::may_open_prose(name) || self.is_legal_move(name) {
            return false;
        }
        let words = self
            .record
            .lexemes
            .get(self.at + 1..end)
            .unwrap_or_default();
        let is_word = |shape| shape == Shape::Word;
        let bare = words.iter().filter(|word| is_word(word.shape));
        bare.clone().take(opcode::PROSE).count() == opcode::PROSE
            || bare
                .clone()
                .any(|word| opcode::ends_as_prose(word.span.of(self.record.line)))
    }

    /// Takes a piece of prose: stray text.
    #[cold]
    #[inline(never)]
    pub(super) fn read_prose(&mut self, end: usize) {
        let span = self.span(self.at).cover(self.span(end - 1));
        self.say(Code::StrayText, span);
        self.absorbed.push(span);
        self.at = end;
    }

    fn is_legal_move(&self, name: &[u8]) -> bool {
        let position = self.record.position.as_ref();
        moves::looks_like_move(name)
            && position.is_some_and(|position| moves::read(position, name).result.is_ok())
    }

    /// Notes an opcode that nobody knows and that has the form of a move.
    pub(super) fn note_move_as_opcode(&mut self, name: &[u8]) {
        if moves::looks_like_move(name) {
            self.may_be_moves.push(self.record.operations.len() - 1);
        }
    }

    /// Reports `Bd2;` beside `bm Be3;`, and a bare `Nxe6;` that is legal. The order of operations
    /// plays no part, since writing changes it.
    pub(super) fn report_moves_as_opcodes(&mut self) {
        let has_set = self.record.operations.iter().any(|operation| {
            operation
                .info
                .is_some_and(|info| info.shape == Operands::Moves)
        });
        let found: Vec<Span> = std::mem::take(&mut self.may_be_moves)
            .into_iter()
            .filter_map(|index| Some(self.record.operations.get(index)?.opcode))
            .filter(|opcode| has_set || self.is_legal_move(opcode.of(self.record.line)))
            .collect();
        if found.is_empty() {
            return;
        }
        // That the opcode is unknown says less of the same.
        let is_move = |span: &Span| {
            found
                .binary_search_by_key(&span.start, |opcode| opcode.start)
                .is_ok()
        };
        self.record
            .diagnostics
            .retain(|d| d.code != Code::UnknownOpcode || !is_move(&d.span));
        let why = if has_set {
            "it may belong to the moves of `am` or `bm`, or be an operation of its own"
        } else {
            "it may be a best move, or an operation of its own"
        };
        for opcode in found {
            self.push(Diagnostic::new(Code::MoveAsOpcode, opcode).with(Detail::Reason(why.into())));
        }
    }

    /// `PV: Nf3 Nc6;`: the predicted variation, where each move is legal in sequence and the record
    /// has no other. Gives whether it was read.
    pub(super) fn read_label(&mut self, word: &[u8], end: usize) -> bool {
        if !word.eq_ignore_ascii_case(b"pv:") || self.at + 1 >= end || self.has_pv() {
            return false;
        }
        let Some(position) = &self.record.position else {
            return false;
        };
        let Some(line) = self.line_up_to(end, position.clone()) else {
            return false;
        };
        let opcode = self.span(self.at);
        self.say(Code::PvLabel, opcode);
        self.has_pv = Some(true);
        self.set_role(self.at, TokenKind::Opcode);
        self.at += 1;
        let first = self.record.operands.len();
        self.record.push_operation(Operation {
            span: opcode,
            opcode,
            info: opcode::find(b"pv"),
            operands: first..first,
            form: OperationForm::PvLabel,
        });
        self.take_line(opcode, line);
        let operands = first..self.record.operands.len();
        let last = self.span(self.at - 1);
        if let Some(operation) = self.record.operations.last_mut() {
            operation.operands = operands;
            operation.span = opcode.cover(last);
        }
        true
    }

    /// The words behind the one at hand up to lexeme `end`, where each is a move that is legal after
    /// the one before.
    fn line_up_to(&self, end: usize, mut reached: Chess) -> Option<Vec<(Move, Form)>> {
        let words = (self.at + 1..end).map(|index| {
            let reading = moves::read(&reached, self.word(index)?);
            let played = reading.result.ok().filter(|_| !reading.form.annotation)?;
            reached.play_unchecked(played);
            Some((played, reading.form))
        });
        words.collect()
    }

    /// Whether the record has a `pv`: read before, or in a later piece.
    fn has_pv(&mut self) -> bool {
        if let Some(known) = self.has_pv {
            return known;
        }
        let later = self.record.lexemes.get(self.at..).unwrap_or_default();
        let later = later
            .iter()
            .any(|lexeme| lexeme.span.of(self.record.line) == b"pv");
        self.has_pv = Some(later);
        later
    }
}
