//! Canonical text: the normal form of a record, written only if every byte of the record is understood.
//!
//! It has the four fields, then the operations in ascending ASCII order of their opcodes, with one space between words
//! and `;` directly after each operation. It reads as the same position and the same typed operands. In the FEN
//! dialect the two clocks stay fields.
//!
//! ```
//! use epdit::epd::{CanonicalOptions, ReadOptions, Record};
//!
//! let options = CanonicalOptions::default();
//! let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - id pawn.1; bm e2-e4 ;";
//! let record = Record::read(line, &ReadOptions::default());
//! let text = record.canonical(&options).expect("its meaning is sure");
//! assert_eq!(text, br#"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id "pawn.1";"#);
//!
// An illegal move makes the meaning doubtful, so there is no canonical text.
//! let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - bm Qh5;";
//! let record = Record::read(line, &ReadOptions::default());
//! assert_eq!(record.canonical(&options), None);
//! ```

mod proof;

use crate::epd::opcode::Shape;
use crate::epd::operand::{self, Value};
use crate::epd::reader::OpcodeKey;
use crate::epd::record::{
    Dialect, LineKind, Operand, OperandForm, Operation, OperationForm, Record,
};
use crate::epd::span::Span;
use crate::epd::{lex, moves, placement};
use shakmaty::{Chess, EnPassantMode, Position};
use std::borrow::Cow;

/// The treatment of a possible en-passant square in canonical text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EnPassantPolicy {
    /// Keeps the square as written.
    #[default]
    Keep,
    /// Drops a square that no legal capture uses. No square is ever added.
    Legal,
}

/// The options of canonical writing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CanonicalOptions {
    /// The treatment of a possible en-passant square.
    pub en_passant: EnPassantPolicy,
}

#[derive(Clone, Copy)]
pub(super) enum Item<'r> {
    Operation(&'r Operation),
    /// A clock from a FEN field: its opcode and its number.
    Clock((&'static str, &'r [u8])),
}

/// A clock: its opcode, its field, and its default in a FEN file.
type Clock = (&'static str, Option<Span>, &'static [u8]);

impl Record<'_> {
    /// Returns the canonical line, or `None` if the meaning of the record is in doubt, so that it must stay as it is.
    /// The line is proved: it is read again and compared. Its line end is that of the record (CR CR LF becomes CR LF).
    ///
    /// A comment or blank line stays, without a byte-order mark; a line of Ctrl-Z alone becomes empty, without an end.
    pub fn canonical(&self, options: &CanonicalOptions) -> Option<Vec<u8>> {
        let mut out = Vec::with_capacity(self.line.len() + 16);
        match self.kind {
            LineKind::Comment => out.extend_from_slice(self.line.get(self.parts.bom.end..)?),
            LineKind::Blank => self.write_blank(&mut out),
            LineKind::Record => {
                if self.is_kept() {
                    return None;
                }
                self.write_fields(options, &mut out)?;
                self.write_operations(&mut out);
                out.extend_from_slice(self.canonical_end());
                if out != self.line && !self.matches(&out, options) {
                    return None;
                }
            }
        }
        Some(out)
    }

    /// Returns true if canonical text keeps every operation under its opcode and adds no clock from a field.
    pub(crate) fn keeps_opcodes(&self) -> bool {
        let mut operations = self.operations.iter();
        let has_clocks = self.options.dialect == Dialect::Epd && self.fields.half_move.is_some();
        !has_clocks && operations.all(|operation| operation.form == OperationForm::AsIs)
    }

    /// Returns true if the line is Ctrl-Z alone, the DOS mark for the end of a file.
    pub(crate) fn is_end_of_file(&self) -> bool {
        self.kind == LineKind::Blank && self.parts.tail.of(self.line).contains(&0x1A)
    }

    fn write_blank(&self, out: &mut Vec<u8>) {
        if self.is_end_of_file() {
            return;
        }
        let tail = self.parts.tail.of(self.line);
        if tail.iter().all(|b| lex::is_blank(*b)) {
            out.extend_from_slice(tail);
        }
        out.extend_from_slice(self.line_end());
    }

    fn canonical_end(&self) -> &[u8] {
        let end = self.line_end();
        if end.len() > 2 { b"\r\n" } else { end }
    }

    fn write_fields(&self, options: &CanonicalOptions, out: &mut Vec<u8>) -> Option<()> {
        let read = self.placement.as_ref()?;
        match self.fields.placement {
            Some(span) if !read.crafty && !read.unmerged => {
                out.extend_from_slice(span.of(self.line))
            }
            _ => placement::write(&read.board, out),
        }
        out.extend_from_slice(self.side?.fold_wb(b" w ", b" b "));
        out.extend_from_slice(self.castling().unwrap_or("-").as_bytes());
        out.push(b' ');
        self.write_en_passant(options, out);
        if self.options.dialect == Dialect::Fen {
            for clock in self.clock_fields() {
                out.push(b' ');
                out.extend_from_slice(&clock);
            }
        }
        Some(())
    }

    fn write_en_passant(&self, options: &CanonicalOptions, out: &mut Vec<u8>) {
        let Some(square) = self.en_passant else {
            return out.push(b'-');
        };
        let unused = options.en_passant == EnPassantPolicy::Legal
            && self.en_passant_is_possible
            && self
                .position
                .as_ref()
                .is_some_and(|position| position.ep_square(EnPassantMode::Legal).is_none());
        if unused {
            return out.push(b'-');
        }
        out.push(square.file().char() as u8);
        out.push(square.rank().char() as u8);
    }

    pub(super) fn is_clock_field(&self, operation: &Operation) -> bool {
        let least = match operation.info.map(|info| info.name) {
            Some("hmvc") => 0,
            Some("fmvn") => 1,
            _ => return false,
        };
        self.options.dialect == Dialect::Fen
            && matches!(self.operands_of(operation), [operand] if matches!(operand.value, Value::Integer(n) if n >= least))
    }

    fn clocks(&self) -> [Clock; 2] {
        let fields = self.fields;
        [
            ("hmvc", fields.half_move, b"0"),
            ("fmvn", fields.full_move, b"1"),
        ]
    }

    /// Returns the clock fields that become operations in EPD: opcode and number.
    pub(super) fn clock_operations(&self) -> impl Iterator<Item = (&'static str, &[u8])> {
        self.clocks().into_iter().filter_map(|(opcode, field, _)| {
            let field = field.filter(|_| self.operation(opcode).is_none())?;
            Some((opcode, self.clock_text(opcode, field)))
        })
    }

    /// Returns the numbers of FEN's two clock fields, preferably from operations.
    pub(super) fn clock_fields(&self) -> [Cow<'_, [u8]>; 2] {
        self.clocks().map(|(opcode, field, absent)| {
            let operation = self.operation(opcode).filter(|o| self.is_clock_field(o));
            match (operation.and_then(|o| self.operands_of(o).first()), field) {
                (Some(operand), _) => self.operand_text(operand, None),
                (None, Some(span)) => Cow::Borrowed(self.clock_text(opcode, span)),
                (None, None) => Cow::Borrowed(absent),
            }
        })
    }

    /// Returns FEN's clock as an operand: move number 0 becomes 1.
    pub(super) fn clock_text(&self, opcode: &str, span: Span) -> &[u8] {
        let text = span.of(self.line);
        if opcode == "fmvn" && operand::read_integer(text) == Some(0) {
            b"1"
        } else {
            text
        }
    }

    fn write_operations(&self, out: &mut Vec<u8>) {
        let mut items: Vec<(OpcodeKey, Item<'_>)> = Vec::with_capacity(self.operations.len() + 2);
        for operation in &self.operations {
            if operation.form != OperationForm::Dropped && !self.is_clock_field(operation) {
                items.push((self.opcode_key(operation), Item::Operation(operation)));
            }
        }
        if self.options.dialect == Dialect::Epd {
            let clock =
                |clock: (&'static str, _)| (OpcodeKey::of(clock.0.as_bytes()), Item::Clock(clock));
            items.extend(self.clock_operations().map(clock));
        }
        if !items.is_sorted_by_key(|item| item.0) {
            items.sort_by_key(|item| item.0);
        }
        for (_, item) in items {
            self.write_item(item, out);
        }
    }

    /// Appends an operation after a space, with its semicolon.
    pub(super) fn write_item(&self, item: Item<'_>, out: &mut Vec<u8>) {
        out.push(b' ');
        match item {
            Item::Operation(operation) => self.write_operation(operation, out),
            Item::Clock((opcode, number)) => {
                out.extend_from_slice(opcode.as_bytes());
                out.push(b' ');
                out.extend_from_slice(number);
            }
        }
        out.push(b';');
    }

    /// Appends an operation in canonical form, without its semicolon.
    pub(super) fn write_operation(&self, operation: &Operation, out: &mut Vec<u8>) {
        match operation.form {
            OperationForm::MateIn(moves) => {
                return out.extend_from_slice(format!("dm {moves}").as_bytes());
            }
            OperationForm::MatedScore(score) => {
                return out.extend_from_slice(format!("ce {score}").as_bytes());
            }
            OperationForm::Perft(depth) => out.extend_from_slice(format!("D{depth}").as_bytes()),
            OperationForm::PvLabel => out.extend_from_slice(b"pv"),
            OperationForm::AsIs | OperationForm::Dropped => {
                out.extend_from_slice(operation.opcode.of(self.line));
            }
        }
        self.write_operands(operation, out);
    }

    /// Appends an operation's operands in canonical form, each after a space.
    pub(super) fn write_operands(&self, operation: &Operation, out: &mut Vec<u8>) {
        let operands = self.operands_of(operation);
        match operation.info.map(|info| info.shape) {
            Some(Shape::Moves) if operands.len() > 1 && self.is_set_of_moves(operands) => {
                let mut texts: Vec<Cow<'_, [u8]>> = operands
                    .iter()
                    .filter(|operand| operand.form != OperandForm::Dropped)
                    .map(|operand| self.operand_text(operand, self.position.as_ref()))
                    .collect();
                texts.sort();
                texts.dedup();
                for text in texts {
                    out.push(b' ');
                    out.extend_from_slice(&text);
                }
            }
            Some(Shape::Line) if operands.iter().any(|o| o.form == OperandForm::San) => {
                let mut reached = self.position.clone();
                for operand in operands {
                    self.write_operand(operand, reached.as_ref(), out);
                    if let (Value::Move(played), Some(position)) = (&operand.value, &mut reached) {
                        position.play_unchecked(*played);
                    }
                }
            }
            _ => {
                for operand in operands {
                    self.write_operand(operand, self.position.as_ref(), out);
                }
            }
        }
    }

    /// Returns true if all operands of `am` or `bm` are moves. Sorting other words would tear `c8 = N` apart.
    pub(super) fn is_set_of_moves(&self, operands: &[Operand]) -> bool {
        self.position.is_some()
            || operands
                .iter()
                .all(|operand| moves::looks_like_move(operand.span.of(self.line)))
    }

    fn write_operand(&self, operand: &Operand, position: Option<&Chess>, out: &mut Vec<u8>) {
        if operand.form != OperandForm::Dropped {
            out.push(b' ');
            self.write_text(operand, position, out);
        }
    }

    /// Appends an operand in canonical form; `position` is the one before its move.
    fn write_text(&self, operand: &Operand, position: Option<&Chess>, out: &mut Vec<u8>) {
        let text = operand.span.of(self.line);
        match (operand.form, &operand.value, position) {
            (OperandForm::Part(span), ..) => out.extend_from_slice(span.of(self.line)),
            (OperandForm::Integer(number), ..) => {
                out.extend_from_slice(number.to_string().as_bytes());
            }
            (OperandForm::Quoted, ..) => {
                out.push(b'"');
                out.extend_from_slice(text);
                out.push(b'"');
            }
            (OperandForm::San, Value::Move(played), Some(position)) => {
                moves::write_san(position, *played, out);
            }
            _ => out.extend_from_slice(text),
        }
    }

    /// Returns an operand in canonical form; `position` is the one before its move.
    pub(super) fn operand_text(
        &self,
        operand: &Operand,
        position: Option<&Chess>,
    ) -> Cow<'_, [u8]> {
        match operand.form {
            OperandForm::AsIs | OperandForm::Dropped => Cow::Borrowed(operand.span.of(self.line)),
            OperandForm::Part(span) => Cow::Borrowed(span.of(self.line)),
            _ => {
                let mut text = Vec::with_capacity(operand.span.len() + 2);
                self.write_text(operand, position, &mut text);
                Cow::Owned(text)
            }
        }
    }
}
