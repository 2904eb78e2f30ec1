//! The evaluation of queries.

mod alike;
mod amount;
mod needles;
pub(super) mod played;
mod text;

use amount::are_near;
pub(in crate::suite) use needles::written;

use super::ast::{
    Amount, Castling, Comparison, EnPassant, Node, Number, Problem, State, TextOf, TextTest,
};
use super::lazy_record::LazyRecord;
use super::shapes::Phase;
use crate::epd::{CanonicalOptions, Record, Severity, castling};
use crate::suite::line_end::text_of;
use crate::suite::mate::mate_in;
use shakmaty::{EnPassantMode, Position};
use std::cmp::Ordering;

impl Node {
    /// Returns true if the condition holds.
    pub(super) fn holds(&self, subject: &LazyRecord<'_>) -> bool {
        let board = || subject.skim().board();
        match self {
            Self::And(nodes) => nodes.iter().all(|node| node.holds(subject)),
            Self::Or(nodes) => nodes.iter().any(|node| node.holds(subject)),
            Self::Not(node) => !node.holds(subject),
            Self::Has(opcode) => subject.has(opcode),
            Self::Compare(first, how, second) => match (first.of(subject), second.of(subject)) {
                (Some(one), Some(other)) if are_near(one, other) => {
                    how.holds(first.told(one), second.told(other))
                }
                (Some(one), Some(other)) => how.holds(one, other),
                _ => false,
            },
            Self::Among(amount, numbers, negated) => amount.of(subject).is_some_and(|found| {
                let found = amount.told(found);
                let place = numbers
                    .binary_search_by(|number| number.compare(found).unwrap_or(Ordering::Less));
                place.is_ok() != *negated
            }),
            Self::Text(of, test, negated) => {
                let found = match of {
                    TextOf::File => subject.path().map(|path| test.holds(&names_of(path))),
                    of => of.of(subject).map(|text| test.holds(&[&*text])),
                };
                found.is_some_and(|found| found != *negated)
            }
            Self::Alike(one, how, other) => alike::holds(one, *how, other, subject),
            Self::Operand(which, opcode, wanted) => {
                subject.has(opcode) && played::has_operand(subject.record(), *which, opcode, wanted)
            }
            Self::Move(which, opcode, kind) => {
                subject.has(opcode) && played::has_move(subject.record(), *which, opcode, *kind)
            }
            Self::Side(color) => subject.skim().side() == Some(*color),
            Self::Castling(castling) => castling.holds(subject),
            Self::EnPassant(wanted) => wanted.holds(subject),
            Self::State(state) => state.holds(subject),
            Self::Material(signature) => board().is_some_and(|board| signature.is_of(board)),
            Self::At(square, set) => board().is_some_and(|board| set.is_at(board, *square)),
            Self::Board(pattern) => board().is_some_and(|board| pattern.fits(board)),
            Self::Phase(phase) => board().is_some_and(|board| Phase::of(board) == *phase),
            Self::Problem(problem) => problem.holds(subject.record()),
            Self::MateIn(moves) => {
                let position = subject.skim().position();
                position.is_some_and(|position| mate_in(position, *moves) == Some(*moves))
            }
            Self::PositionIn(positions) => positions.hold(subject.record()),
            Self::Known(known) => subject.is(*known),
        }
    }

    /// Returns the rough cost of evaluation: text, fields, operations, the rules, moves.
    fn cost(&self) -> u8 {
        match self {
            Self::And(nodes) | Self::Or(nodes) => nodes.iter().map(Self::cost).max().unwrap_or(0),
            Self::Not(node) => node.cost(),
            Self::Known(_) | Self::Text(TextOf::Line | TextOf::File, ..) => 0,
            Self::Side(_) | Self::Castling(_) | Self::Material(_) => 1,
            Self::At(..) | Self::Board(_) | Self::Phase(_) => 1,
            Self::Has(_) | Self::Text(TextOf::Operation(_) | TextOf::Prefix(_), ..) => 2,
            Self::Compare(..) | Self::Among(..) => {
                self.amounts().map(Amount::cost).max().unwrap_or(0)
            }
            Self::Text(TextOf::Opening | TextOf::OpeningEco, ..) => 3,
            Self::EnPassant(EnPassant::Legal) => 3,
            Self::EnPassant(_) => 1,
            Self::State(State::Kept | State::Canonical) => 4,
            Self::State(_) => 3,
            Self::Operand(..) | Self::Move(..) | Self::Problem(_) => 4,
            Self::Text(TextOf::First(_) | TextOf::Piece(_), ..) | Self::Alike(..) => 4,
            Self::PositionIn(_) => 4,
            Self::MateIn(moves) => 4 + moves,
        }
    }

    /// Returns true if the meaning of the castling letters may change the result of this node, without its children.
    pub(super) fn asks_rules(&self) -> bool {
        match self {
            Self::And(_) | Self::Or(_) | Self::Not(_) => false,
            Self::Castling(_) => true,
            node => node.cost() >= 3,
        }
    }

    /// Puts cheap conditions first: evaluation stops as soon as the result is known.
    pub(super) fn order(&mut self) {
        match self {
            Self::And(nodes) | Self::Or(nodes) => {
                nodes.iter_mut().for_each(Self::order);
                nodes.sort_by_key(Self::cost);
            }
            Self::Not(node) => node.order(),
            _ => {}
        }
    }
}

impl Comparison {
    fn holds(self, first: Number, second: Number) -> bool {
        let Some(order) = first.compare(second) else {
            return false;
        };
        match self {
            Self::Equal => order.is_eq(),
            Self::NotEqual => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::AtMost => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::AtLeast => order.is_ge(),
        }
    }
}

impl TextTest {
    /// Returns true if the test holds for a text, which may have alternative names where all of it is compared.
    fn holds(&self, names: &[&[u8]]) -> bool {
        match self {
            Self::OneOf(words) => names.iter().any(|name| words.contains(*name)),
            Self::Holds(pattern) => names.first().is_some_and(|text| pattern.is_in(text)),
        }
    }
}

/// Returns a path, its last part, and the part of that before the first point.
fn names_of(path: &str) -> [&[u8]; 3] {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let stem = name.split('.').next().unwrap_or(name);
    [path, name, stem].map(str::as_bytes)
}

impl Castling {
    fn holds(&self, subject: &LazyRecord<'_>) -> bool {
        let Some(rights) = subject.skim().castling() else {
            return false;
        };
        let board = subject.skim().board();
        let hold = |wanted: &String| {
            let mut letters = wanted.chars();
            letters.all(|letter| castling::names(rights, board, letter))
        };
        match self {
            Self::Any => rights != "-",
            Self::Are(wanted) if rights == wanted => true,
            Self::Are(wanted) => rights != "-" && rights.len() == wanted.len() && hold(wanted),
            Self::Hold(wanted) => hold(wanted),
        }
    }
}

impl EnPassant {
    fn holds(self, subject: &LazyRecord<'_>) -> bool {
        let square = subject.skim().en_passant();
        match self {
            Self::Given => square.is_some(),
            Self::None => square.is_none() && subject.skim().side().is_some(),
            Self::Is(wanted) => square == Some(wanted),
            Self::Legal => subject
                .skim()
                .position()
                .is_some_and(|position| position.ep_square(EnPassantMode::Legal).is_some()),
        }
    }
}

impl State {
    fn holds(self, subject: &LazyRecord<'_>) -> bool {
        let position = || subject.skim().position();
        match self {
            Self::Legal => position().is_some(),
            Self::Check => position().is_some_and(Position::is_check),
            Self::Mate => position().is_some_and(Position::is_checkmate),
            Self::Stalemate => position().is_some_and(Position::is_stalemate),
            Self::Opening => subject.opening().is_some(),
            Self::Kept => subject.record().is_kept(),
            Self::Canonical => {
                let record = subject.record();
                let text = record.canonical(&CanonicalOptions::default());
                text.is_some_and(|text| text_of(&text) == text_of(record.line()))
            }
        }
    }
}

impl Problem {
    fn holds(self, record: &Record<'_>) -> bool {
        record.diagnostics().iter().any(|diagnostic| match self {
            Self::Any => diagnostic.severity >= Severity::Warning,
            Self::Code(code) => diagnostic.code == code,
            Self::Severity(severity) => diagnostic.severity == severity,
        })
    }
}
