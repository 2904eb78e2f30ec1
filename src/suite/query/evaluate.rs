//! Whether a record is one that is asked for.

use std::cmp::Ordering;

use super::ast::{
    Amount, Castling, Comparison, EnPassant, Node, Number, Problem, State, TextOf, TextTest, Whose,
};
use super::shapes::{Phase, material, pieces};
use super::subject::Subject;
use crate::epd::opcode::Shape;
use crate::epd::{CanonicalOptions, Record, Severity, Value, moves};
use crate::suite::line_end::text_of;
use crate::suite::search::{Case, Pattern};
use shakmaty::{Board, EnPassantMode, Position};

impl Node {
    /// Whether it holds.
    pub(super) fn holds(&self, subject: &Subject<'_>) -> bool {
        let board = || subject.skim().board();
        match self {
            Self::And(nodes) => nodes.iter().all(|node| node.holds(subject)),
            Self::Or(nodes) => nodes.iter().any(|node| node.holds(subject)),
            Self::Not(node) => !node.holds(subject),
            Self::Has(opcode) => subject.has(opcode),
            Self::Compare(first, how, second) => match (first.of(subject), second.of(subject)) {
                (Some(first), Some(second)) => how.holds(first, second),
                _ => false,
            },
            Self::Text(TextOf::Line, test) => test.holds(text_of(subject.line)),
            Self::Text(TextOf::Operation(opcode), test) => subject
                .text_of(opcode)
                .is_some_and(|text| test.holds(&text)),
            Self::Operand(opcode, wanted) => {
                subject.has(opcode) && has_operand(subject.record(), opcode, wanted)
            }
            Self::Side(color) => subject.skim().side() == Some(*color),
            Self::Castling(castling) => castling.holds(subject.skim().castling()),
            Self::EnPassant(wanted) => wanted.holds(subject),
            Self::State(state) => state.holds(subject),
            Self::Material(signature) => board().is_some_and(|board| signature.is_of(board)),
            Self::At(square, set) => board().is_some_and(|board| set.is_at(board, *square)),
            Self::Board(pattern) => board().is_some_and(|board| pattern.fits(board)),
            Self::Phase(phase) => board().is_some_and(|board| Phase::of(board) == *phase),
            Self::Problem(problem) => problem.holds(subject.record()),
            Self::Duplicate(kind) => subject.facts.is_duplicate(*kind, subject.number),
        }
    }

    /// What stands in every line for which it holds, found without reading the line as a record: what
    /// an operation says, and its opcode. Only those of bare perft counts are not written out.
    pub(super) fn needles(&self, needles: &mut Vec<Pattern>) {
        match self {
            Self::And(nodes) => nodes.iter().for_each(|node| node.needles(needles)),
            Self::Has(opcode) | Self::Operand(opcode, _) => needles.extend(written(opcode)),
            Self::Compare(first, _, second) => {
                first.needles(needles);
                second.needles(needles);
            }
            Self::Text(TextOf::Operation(opcode), test) => {
                needles.extend(written(opcode));
                match test {
                    TextTest::Is(wanted) => {
                        needles.extend(Pattern::literal(wanted, Case::Sensitive));
                    }
                    TextTest::Holds(pattern) if pattern.is_literal() => {
                        needles.push(pattern.clone());
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// About how much it costs to ask: text, fields, operations, the rules, moves.
    fn cost(&self) -> u8 {
        match self {
            Self::And(nodes) | Self::Or(nodes) => nodes.iter().map(Self::cost).max().unwrap_or(0),
            Self::Not(node) => node.cost(),
            Self::Duplicate(_) | Self::Text(TextOf::Line, _) => 0,
            Self::Side(_) | Self::Castling(_) | Self::Material(_) => 1,
            Self::At(..) | Self::Board(_) | Self::Phase(_) => 1,
            Self::Has(_) | Self::Text(TextOf::Operation(_), _) => 2,
            Self::Compare(first, _, second) => first.cost().max(second.cost()),
            Self::EnPassant(EnPassant::Legal) => 3,
            Self::EnPassant(_) => 1,
            Self::State(State::Kept | State::Canonical) => 4,
            Self::State(_) => 3,
            Self::Operand(..) | Self::Problem(_) => 4,
        }
    }

    /// Puts what is cheap to ask before what is not: reading stops as soon as the answer is known.
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

impl Amount {
    fn of(&self, subject: &Subject<'_>) -> Option<Number> {
        let whole = |number: usize| i64::try_from(number).ok().map(Number::Whole);
        match self {
            Self::Literal(number) => Some(*number),
            Self::Operand(opcode) => subject.number_of(opcode),
            Self::Material(whose) => sum(subject, *whose, material),
            Self::Pieces(whose) => sum(subject, *whose, pieces),
            Self::Count(kinds) => Some(Number::Whole(kinds.count(subject.skim().board()?))),
            Self::Moves => whole(subject.skim().position()?.legal_moves().len()),
            Self::Length => whole(text_of(subject.line).len()),
            Self::Line => whole(subject.number + 1),
            Self::Operations => whole(subject.operations()),
            Self::Negative(amount) => Number::Whole(0).combine(amount.of(subject)?, false),
            Self::Sum(first, second) => first.of(subject)?.combine(second.of(subject)?, true),
            Self::Difference(first, second) => {
                first.of(subject)?.combine(second.of(subject)?, false)
            }
        }
    }

    fn needles(&self, needles: &mut Vec<Pattern>) {
        match self {
            Self::Operand(opcode) => needles.extend(written(opcode)),
            Self::Negative(amount) => amount.needles(needles),
            Self::Sum(first, second) | Self::Difference(first, second) => {
                first.needles(needles);
                second.needles(needles);
            }
            _ => {}
        }
    }

    fn cost(&self) -> u8 {
        match self {
            Self::Literal(_) | Self::Length | Self::Line => 0,
            Self::Material(_) | Self::Count(_) | Self::Pieces(_) => 1,
            Self::Operand(_) | Self::Operations => 2,
            Self::Moves => 3,
            Self::Negative(amount) => amount.cost(),
            Self::Sum(first, second) | Self::Difference(first, second) => {
                first.cost().max(second.cost())
            }
        }
    }
}

/// An opcode as it must stand in a line that has it; `None` where it may be that of a bare count.
fn written(opcode: &str) -> Option<Pattern> {
    let opcode = Some(opcode).filter(|opcode| !opcode.starts_with('D'))?;
    Pattern::literal(opcode, Case::Sensitive)
}

fn sum(
    subject: &Subject<'_>,
    whose: Whose,
    of: fn(&Board, shakmaty::Color) -> i64,
) -> Option<Number> {
    let board = subject.skim().board()?;
    let number = match whose {
        Whose::Both => of(board, shakmaty::Color::White) + of(board, shakmaty::Color::Black),
        Whose::Of(color) => of(board, color),
        Whose::Own => of(board, subject.skim().side()?),
        Whose::Other => of(board, !subject.skim().side()?),
    };
    Some(Number::Whole(number))
}

impl Number {
    fn float(self) -> f64 {
        match self {
            Self::Whole(number) => number as f64,
            Self::Broken(number) => number,
        }
    }

    fn combine(self, other: Self, add: bool) -> Option<Self> {
        let whole = match (self, other) {
            (Self::Whole(one), Self::Whole(two)) if add => one.checked_add(two),
            (Self::Whole(one), Self::Whole(two)) => one.checked_sub(two),
            _ => None,
        };
        let sign = if add { 1.0 } else { -1.0 };
        Some(whole.map_or_else(
            || Self::Broken(self.float() + sign * other.float()),
            Self::Whole,
        ))
    }

    fn compare(self, other: Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Whole(one), Self::Whole(two)) => Some(one.cmp(&two)),
            _ => self.float().partial_cmp(&other.float()),
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
    fn holds(&self, text: &[u8]) -> bool {
        match self {
            Self::Is(wanted) => text == wanted.as_bytes(),
            Self::IsNot(wanted) => text != wanted.as_bytes(),
            Self::Holds(pattern) => pattern.is_in(text),
            Self::HoldsNot(pattern) => !pattern.is_in(text),
        }
    }
}

impl Castling {
    fn holds(&self, rights: Option<&str>) -> bool {
        let Some(rights) = rights else {
            return false;
        };
        match self {
            Self::Any => rights != "-",
            Self::Are(wanted) => rights == wanted,
            Self::Hold(wanted) => wanted.chars().all(|letter| rights.contains(letter)),
        }
    }
}

impl EnPassant {
    fn holds(self, subject: &Subject<'_>) -> bool {
        let square = subject.skim().en_passant();
        match self {
            Self::Given => square.is_some(),
            Self::None => square.is_none(),
            Self::Is(wanted) => square == Some(wanted),
            Self::Legal => subject
                .skim()
                .position()
                .is_some_and(|position| position.ep_square(EnPassantMode::Legal).is_some()),
        }
    }
}

impl State {
    fn holds(self, subject: &Subject<'_>) -> bool {
        let position = || subject.skim().position();
        match self {
            Self::Legal => position().is_some(),
            Self::Check => position().is_some_and(Position::is_check),
            Self::Mate => position().is_some_and(Position::is_checkmate),
            Self::Stalemate => position().is_some_and(Position::is_stalemate),
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

/// Whether an operation with this opcode has an operand that is this move (in any notation that
/// reads as one) or this word.
fn has_operand(record: &Record<'_>, opcode: &str, wanted: &str) -> bool {
    record
        .operations()
        .iter()
        .filter(|operation| record.opcode(operation) == opcode)
        .any(|operation| {
            let is_line = operation.info.is_some_and(|info| info.shape == Shape::Line);
            let mut reached = record.position().cloned();
            record.operands_of(operation).iter().any(|operand| {
                if let (Value::Move(played), Some(position)) = (&operand.value, &mut reached) {
                    if moves::read(position, wanted.as_bytes()).result.as_ref() == Ok(played) {
                        return true;
                    }
                    if is_line {
                        position.play_unchecked(*played);
                    }
                }
                record.string(operand) == wanted.as_bytes()
            })
        })
}
