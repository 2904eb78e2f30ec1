//! Other places of the same line that a diagnostic is about, each with a few words.

use super::{Code, Detail, Diagnostic};
use crate::epd::placement;
use crate::epd::record::{OperandForm, Record};
use crate::epd::span::Span;
use shakmaty::Square;

/// Another place of the line, and what it has to do with the problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The bytes of the line.
    pub span: Span,
    /// A few words, safe for a terminal: "the first move of `pv`".
    pub label: String,
}

impl Related {
    fn new(span: Span, label: impl Into<String>) -> Self {
        Self {
            span,
            label: label.into(),
        }
    }
}

impl Record<'_> {
    /// Other places that a diagnostic of this record is about; made on demand, since most diagnostics
    /// are only counted.
    pub fn related(&self, diagnostic: &Diagnostic) -> Vec<Related> {
        let place = match diagnostic.detail {
            Detail::Place(span) => Some(span),
            _ => None,
        };
        let one = |span: Option<Span>, label: &str| {
            span.map(|span| Related::new(span, label))
                .into_iter()
                .collect()
        };
        match diagnostic.code {
            Code::PmPv => one(place, "the first move of `pv`"),
            Code::SmSv => one(place, "the first move of `sv`"),
            Code::DuplicateOpcode => one(place, "first here"),
            Code::ClocksConflict => one(place, "not the same number"),
            Code::AmAndBm => one(self.same_move_in("bm", diagnostic.span), "also a best move"),
            Code::CeDm => one(self.span_of_operation("dm"), "the mate distance"),
            Code::DrawWithoutSm => Vec::new(),
            Code::AcceptAndReject => one(self.span_of_operation("draw_accept"), "accepted here"),
            Code::ClaimAndOffer => one(self.span_of_operation("draw_claim"), "claimed here"),
            Code::RefcomAndRefreq => one(
                self.other_of("refcom", "refreq", diagnostic.span),
                "the other one",
            ),
            Code::HmvcEnPassant => one(self.fields.en_passant, "a pawn has just moved"),
            Code::OppositeCheck | Code::BothInCheck | Code::ImpossibleCheck => {
                self.pieces(diagnostic)
            }
            Code::TooManyKings | Code::PawnOnEdge => self.pieces(diagnostic),
            _ => Vec::new(),
        }
        .into_iter()
        .filter(|other: &Related| other.span != diagnostic.span)
        .collect()
    }

    /// The pieces on a diagnostic's squares, where the placement writes them.
    fn pieces(&self, diagnostic: &Diagnostic) -> Vec<Related> {
        let (Some(field), Some(board)) = (self.fields.placement, self.board()) else {
            return Vec::new();
        };
        let text = field.of(self.line);
        let label = |square: Square| match board.piece_at(square)?.role {
            shakmaty::Role::King => Some(format!("king on {square}")),
            shakmaty::Role::Pawn if diagnostic.code == Code::PawnOnEdge => {
                Some(format!("pawn on {square}"))
            }
            _ => Some(format!("gives check from {square}")),
        };
        let mut found: Vec<Related> = diagnostic
            .squares
            .into_iter()
            .filter_map(|square| {
                let place = placement::place_of(text, square)?;
                let span = Span::new(field.start + place.start, field.start + place.end);
                Some(Related::new(span, label(square)?))
            })
            .collect();
        found.sort_by_key(|related| related.span.start);
        found
    }

    fn span_of_operation(&self, opcode: &str) -> Option<Span> {
        self.operation(opcode).map(|operation| operation.span)
    }

    fn other_of(&self, one: &str, other: &str, here: Span) -> Option<Span> {
        [one, other]
            .into_iter()
            .filter_map(|opcode| self.operation(opcode))
            .find(|operation| operation.opcode != here)
            .map(|operation| operation.opcode)
    }

    /// Where an operation has the move that stands at `span`, too.
    fn same_move_in(&self, opcode: &str, span: Span) -> Option<Span> {
        let here = self
            .operands
            .binary_search_by_key(&span.start, |operand| operand.span.start);
        let here = self.operands.get(here.ok()?)?;
        let same = |other: &&crate::epd::Operand| {
            other.form != OperandForm::Dropped
                && match (&here.value, &other.value) {
                    (crate::epd::Value::Move(one), crate::epd::Value::Move(two)) => one == two,
                    _ => here.span.of(self.line) == other.span.of(self.line),
                }
        };
        let operation = self.operation(opcode)?;
        let found = self.operands_of(operation).iter().find(same);
        found.map(|operand| operand.span)
    }
}
