//! Pieces whose first word is not a known opcode: moves in place of an opcode, prose, and the label `PV:`.

use super::super::diagnostic::Code;
use super::super::lex::Lexeme;
use super::super::moves::{self, Form};
use super::super::opcode::{self, Shape as Operands};
use super::super::record::OperationForm;
use super::super::span::Span;
use super::Reader;
use shakmaty::{Chess, Move, Position};

impl Reader<'_> {
    /// Returns true if a piece is prose: an unknown lower-case opcode with at least three words after it, or with
    /// words that end like those of a sentence.
    pub(super) fn is_prose_piece(&self, name: &[u8], end: usize) -> bool {
        if !opcode::may_open_prose(name) || self.is_legal_move(name) {
            return false;
        }
        let bare = (self.at + 1..end).filter_map(|index| self.word(index));
        bare.clone().take(opcode::PROSE).count() == opcode::PROSE
            || bare.into_iter().any(opcode::ends_as_prose)
    }

    /// Takes a piece as stray text.
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

    /// Reports `Bd2;` beside `bm Be3;`, and a bare `Nxe6;` that is legal. The order of operations does not matter,
    /// since writing changes it.
    pub(super) fn report_moves_as_opcodes(&mut self) {
        let mut all = self.record.operations.iter();
        let has_set = all.any(|operation| operation.shape() == Some(Operands::Moves));
        let found: Vec<Span> = std::mem::take(&mut self.may_be_moves)
            .into_iter()
            .filter_map(|index| Some(self.record.operations.get(index)?.opcode))
            .filter(|opcode| has_set || self.is_legal_move(opcode.of(self.record.line)))
            .collect();
        if found.is_empty() {
            return;
        }
        // The unknown opcode is the same problem in other words.
        let is_move = |span: Span| {
            let place = found.binary_search_by_key(&span.start, |opcode| opcode.start);
            place.is_ok()
        };
        let diagnostics = &mut self.record.diagnostics;
        diagnostics.retain(|d| d.code != Code::UnknownOpcode || !is_move(d.span));
        let why = match has_set {
            true => "it may belong to the moves of `am` or `bm`, or be an operation of its own",
            false => "it may be a best move, or an operation of its own",
        };
        for opcode in found {
            self.say_why(Code::MoveAsOpcode, opcode, why);
        }
    }

    /// Reads `PV: Nf3 Nc6;` as the predicted variation, if each move is legal in sequence and the record has no
    /// other. Returns true if it was read.
    pub(super) fn read_label(&mut self, word: &[u8], end: usize) -> bool {
        if !word.eq_ignore_ascii_case(b"pv:") || self.at + 1 >= end || self.has_pv() {
            return false;
        }
        let Some(position) = self.record.position.clone() else {
            return false;
        };
        let words = (self.at + 1..end).map(|index| self.word(index));
        let Some(line) = read_all(position, true, words) else {
            return false;
        };
        self.say(Code::PvLabel, self.span(self.at));
        self.has_pv = Some(true);
        let opcode = self.begin_operation(opcode::find(b"pv"), OperationForm::PvLabel);
        self.take_line(opcode, line);
        self.end_operation();
        true
    }

    /// Returns true if the record has a `pv`, read before or in a later piece.
    fn has_pv(&mut self) -> bool {
        if let Some(known) = self.has_pv {
            return known;
        }
        let later = self.record.lexemes.get(self.at..).unwrap_or_default();
        let is_pv = |lexeme: &Lexeme| lexeme.span.of(self.record.line) == b"pv";
        *self.has_pv.insert(later.iter().any(is_pv))
    }
}

/// Reads words that are each a legal move, without annotation: one after the other (`in_sequence`), or all from one
/// position.
pub(super) fn read_all<'w>(
    mut position: Chess,
    in_sequence: bool,
    words: impl Iterator<Item = Option<&'w [u8]>>,
) -> Option<Vec<(Move, Form)>> {
    let mut all = Vec::with_capacity(words.size_hint().0);
    for word in words {
        let reading = moves::read(&position, word?);
        let played = reading.result.ok().filter(|_| !reading.form.annotation)?;
        if in_sequence {
            position.play_unchecked(played);
        }
        all.push((played, reading.form));
    }
    Some(all)
}
