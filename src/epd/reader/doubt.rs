//! Ambiguous words: among the fields, and as the first word of a piece. A missing field is only supplied if nothing
//! else explains the bytes, and a piece that opens with no known opcode may be moves, prose or the label `PV:`. With
//! two readings there is no rewrite.

use crate::epd::castling::{self, Rules};
use crate::epd::diagnostic::{Code, Detail};
use crate::epd::lex::{Lexeme, Shape};
use crate::epd::moves::{self, Form};
use crate::epd::opcode::{self, Shape as Operands};
use crate::epd::operand::are_digits;
use crate::epd::reader::Reader;
use crate::epd::record::OperationForm;
use crate::epd::span::Span;
use crate::epd::token::TokenKind;
use shakmaty::{Chess, Move, Position};

/// The field that a word may be, by its letters only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldWord {
    /// `-`: castling rights or an en-passant square.
    Dash,
    /// Letters of `KQkq`.
    Rights,
    /// Letters of rook files, perhaps among `KQkq`: `HAha`; `De` and `head` have that form too.
    RookFiles,
    /// A square, or one in upper case.
    Square,
    /// A square in the wrong case or off the board: `e9`.
    NearlySquare,
    /// `w` or `b`, in either case.
    Side,
    /// Digits: a clock.
    Number,
}

impl FieldWord {
    /// Returns the field that a word may be; `None` if it has the form of no field.
    pub(super) fn of(word: &[u8]) -> Option<Self> {
        Some(match word {
            b"-" => Self::Dash,
            b"w" | b"W" | b"b" | b"B" => Self::Side,
            _ if word.iter().all(|b| castling::is_plain(*b)) => Self::Rights,
            _ if is_square(word) => Self::Square,
            [b'A'..=b'H', b'1'..=b'8'] => Self::Square,
            _ if are_digits(word) => Self::Number,
            _ if is_bad_en_passant(word) => Self::NearlySquare,
            _ if castling::is_castling(word) => Self::RookFiles,
            _ => return None,
        })
    }
}

impl Reader<'_> {
    /// Returns true if the lexeme at an index can only open an operation, or nothing is left, as required after a
    /// missing field. An unknown word in lower case may also be a damaged field.
    pub(super) fn operations_begin(&self, index: usize) -> bool {
        let rest = self.record.lexemes.get(index..).unwrap_or_default();
        let semicolons = rest
            .iter()
            .take_while(|lexeme| lexeme.shape == Shape::Semicolon)
            .count();
        let index = index + semicolons;
        match self.shape(index) {
            None => true,
            Some(Shape::Semicolon | Shape::Quoted | Shape::Broken) => false,
            Some(Shape::Word) => {
                let word = self.text(index);
                if self.is_followed_by_string(index) {
                    return opcode::is_opcode(word);
                }
                let is_private = word.first().is_some_and(u8::is_ascii_uppercase)
                    && opcode::is_opcode(word)
                    && FieldWord::of(word).is_none();
                // Lists of counts (`;20;400`) follow a semicolon or a comma.
                let is_list = (semicolons > 0 && are_digits(word)) || word.first() == Some(&b',');
                is_list
                    || (opcode::is_known(word) || is_private || is_label(word))
                        && !self.piece_holds_fields(index)
            }
        }
    }

    /// Returns true if a word after the fields may be a repeated field, or the first opcode.
    pub(super) fn may_be_field_again(&self, index: usize) -> bool {
        let Some(word) = self.word(index).filter(|word| has_form_of_field(word)) else {
            return false;
        };
        if self.is_followed_by_string(index) {
            return false;
        }
        match FieldWord::of(word) {
            Some(FieldWord::Square) => !self.is_register_opcode(index, word),
            Some(FieldWord::RookFiles) => self.are_rights(word),
            _ => true,
        }
    }

    /// Returns true if each letter is a right of Chess960.
    pub(super) fn are_rights(&self, word: &[u8]) -> bool {
        self.record.board().is_some_and(|board| {
            let mut letters = word.iter();
            letters.all(|letter| castling::right(board, *letter, Rules::Chess960).is_some())
        })
    }

    /// Reports the current word as a repeated field: `second` is the part that a user may remove. Dashes and clocks
    /// that belong to it are included; operations follow.
    #[cold]
    #[inline(never)]
    pub(super) fn leave_field_twice(&mut self, second: Span) {
        let (first, mut end) = (self.at, self.at + 1);
        while self
            .word(end)
            .is_some_and(|word| word == b"-" || are_digits(word))
            || self.may_be_field_again(end)
        {
            end += 1;
        }
        let span = self.span(first).cover(self.span(end - 1));
        self.leave_stray(first, end, span);
        self.report_with(Code::UnreadFields, second, Detail::Place(second));
    }

    /// Reports the operation that canonical order puts after the fields, if it would be read as a field there.
    #[cold]
    pub(super) fn report_field_as_opcode(&mut self) {
        let operations = self.record.operations.iter();
        let first = operations.min_by_key(|operation| self.record.opcode_key(operation));
        let Some(opcode) = first.map(|operation| operation.opcode) else {
            return;
        };
        let lexemes = &self.record.lexemes;
        let index = lexemes.partition_point(|lexeme| lexeme.span.start < opcode.start);
        if self.may_be_field_again(index) {
            let why = "directly after the fields it would be read as one of them";
            self.report_reason(Code::UnreadFields, opcode, why);
        }
    }

    /// Returns true if a quoted string directly follows a word, which is then an opcode.
    pub(super) fn is_followed_by_string(&self, index: usize) -> bool {
        matches!(self.shape(index + 1), Some(Shape::Quoted | Shape::Broken))
    }

    /// Returns true if there are fields among the words up to the first semicolon or string: the beginning of an
    /// operation (`c0 - - 16;`) may then be a damaged field.
    fn piece_holds_fields(&self, index: usize) -> bool {
        let mut words = (index + 1..).map_while(|index| self.word(index));
        words.any(|word| {
            matches!(
                FieldWord::of(word),
                Some(FieldWord::Dash | FieldWord::Rights)
            )
        })
    }

    /// Reports the words up to the next official opcode, semicolon or string as ambiguous fields; `why` is the reason.
    #[cold]
    #[inline(never)]
    pub(super) fn leave_fields_unread(&mut self, why: &'static str) {
        let first = self.at;
        let mut end = first;
        while self.shape(end) == Some(Shape::Word) {
            let opens = end > first && opcode::find(self.text(end)).is_some();
            if opens || (end > first && self.is_followed_by_string(end)) {
                break;
            }
            end += 1;
        }
        let span = match end == first {
            true => Span::at(self.span(first.saturating_sub(1)).end),
            false => self.span(first).cover(self.span(end - 1)),
        };
        self.castling_is_known = false;
        self.leave_stray(first, end, span);
        self.report_reason(Code::UnreadFields, span, why);
    }

    /// Continues after words that certainly belong to no field.
    fn leave_stray(&mut self, first: usize, mut end: usize, span: Span) {
        for index in first..end {
            self.set_role(index, TokenKind::Stray);
        }
        // A semicolon after them ends nothing recognizable.
        if end > first && self.shape(end) == Some(Shape::Semicolon) {
            end += 1;
        }
        self.absorbed.push(span);
        self.at = end;
        self.fields_are_unread = true;
    }
}

/// Returns true if a word after the position fields has the form of one, by its letters.
pub(in crate::epd) fn has_form_of_field(word: &[u8]) -> bool {
    let is_letter = |byte: &u8| matches!(byte, b'A'..=b'H' | b'a'..=b'h' | b'K' | b'Q' | b'k' | b'q' | b'W' | b'w' | b'3' | b'6');
    if !word.iter().all(is_letter) {
        return is_placement(word);
    }
    match FieldWord::of(word) {
        Some(FieldWord::Side | FieldWord::Rights) => true,
        Some(FieldWord::Square) => is_square(word),
        Some(FieldWord::RookFiles) => {
            opcode::find(word).is_none() && opcode::of_use(word).is_none()
        }
        _ => false,
    }
}

fn is_placement(word: &[u8]) -> bool {
    memchr::memchr_iter(b'/', word).count() >= 7
}

/// Returns true for `PV:` and similar labels, which are read as operations.
fn is_label(word: &[u8]) -> bool {
    word.strip_suffix(b":").is_some_and(opcode::is_opcode)
}

pub(super) fn is_square(word: &[u8]) -> bool {
    matches!(word, [b'a'..=b'h', b'1'..=b'8'])
}

/// Returns true for a damaged en-passant field: `e9`, `-0`, `--`.
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

    #[cold]
    #[inline(never)]
    pub(super) fn read_prose(&mut self, end: usize) {
        let span = self.span(self.at).cover(self.span(end - 1));
        self.report(Code::StrayText, span);
        self.absorbed.push(span);
        self.at = end;
    }

    fn is_legal_move(&self, name: &[u8]) -> bool {
        let position = self.record.position.as_ref();
        moves::looks_like_move(name)
            && position.is_some_and(|position| moves::read(position, name).result.is_ok())
    }

    /// Reports `Bd2;` in a record with `bm Be3;`, and a lone `Nxe6;` that is legal. The order of operations does not
    /// matter, since writing changes it.
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
        // As an unknown opcode it would be reported twice.
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
            self.report_reason(Code::MoveAsOpcode, opcode, why);
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
        self.report(Code::PvLabel, self.span(self.at));
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

/// Reads words that are all legal moves without annotation, `in_sequence` or from one position.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_recognized_by_its_letters() {
        for (word, expected) in [
            ("-", Some(FieldWord::Dash)),
            ("KQkq", Some(FieldWord::Rights)),
            ("q", Some(FieldWord::Rights)),
            ("HFhf", Some(FieldWord::RookFiles)),
            ("De", Some(FieldWord::RookFiles)),
            ("b", Some(FieldWord::Side)),
            ("e3", Some(FieldWord::Square)),
            ("E3", Some(FieldWord::Square)),
            ("e9", Some(FieldWord::NearlySquare)),
            ("16", Some(FieldWord::Number)),
            ("bm", None),
            ("startpos", None),
        ] {
            assert_eq!(FieldWord::of(word.as_bytes()), expected, "{word}");
        }
    }
}
