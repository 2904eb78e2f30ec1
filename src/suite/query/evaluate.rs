//! The evaluation of queries.
//!
//! The texts of a record.
//!
//! Texts that every match contains, so that other lines are skipped without being read as records.
//!
//! The numbers of a record.

mod alike;
pub(super) mod played;

use super::ast::{
    Amount, Castling, Comparison, EnPassant, Node, Number, Problem, State, TextOf, TextTest,
};
use super::lazy_record::LazyRecord;
use super::shapes::Phase;
use crate::epd::{CanonicalOptions, IMPLIED, Record, Severity, castling, moves};
use crate::suite::field::prefix_of_bytes;
use crate::suite::line_end::text_of;
use crate::suite::mate::mate_in;
use crate::suite::query::ast::{Operator, Whose};
use crate::suite::query::pawns::count_attacks;
use crate::suite::query::shapes::{material, pieces};
use crate::suite::search::{Case, Pattern};
use shakmaty::{Board, Color, EnPassantMode, Position};
use std::borrow::Cow;
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

impl TextOf {
    /// Returns the text; `None` if the record lacks it.
    pub(in crate::suite::query) fn of<'s>(
        &self,
        subject: &'s LazyRecord<'_>,
    ) -> Option<Cow<'s, [u8]>> {
        match self {
            Self::Line => Some(Cow::Borrowed(text_of(subject.line))),
            Self::File => Some(Cow::Borrowed(subject.path()?.as_bytes())),
            Self::Operation(opcode) => subject.text_of(opcode),
            Self::Prefix(opcode) => {
                let text = subject.text_of(opcode)?;
                Some(prefix_of_bytes(&text).to_vec().into())
            }
            Self::First(opcode) => {
                let record = subject.has(opcode).then(|| subject.record())?;
                played::first(record, opcode)
            }
            Self::Piece(opcode) => {
                let record = subject.has(opcode).then(|| subject.record())?;
                let letter = played::piece(record, opcode)?;
                Some(letter.to_string().into_bytes().into())
            }
            Self::Opening => Some(Cow::Borrowed(subject.opening()?.name.as_bytes())),
            Self::OpeningEco => Some(Cow::Borrowed(subject.opening()?.eco.as_bytes())),
        }
    }
}

impl Node {
    /// Collects texts that every matching line contains: operands and opcodes. Opcodes of bare perft counts may be
    /// missing from a line.
    pub(in crate::suite::query) fn needles(&self, needles: &mut Vec<Pattern>) {
        match self {
            Self::And(nodes) => nodes.iter().for_each(|node| node.needles(needles)),
            Self::Operand(_, _, wanted) => {
                // Fewer lines name the square than have the opcode.
                let square =
                    moves::named_target(wanted.as_bytes()).map(|square| square.to_string());
                needles.extend(square.and_then(|name| Pattern::literal(&name, Case::Sensitive)));
            }
            // An implied operation is not written, nor is its number.
            Self::Text(TextOf::Operation(opcode), test, false)
                if !IMPLIED.contains(&opcode.as_str()) =>
            {
                match test {
                    TextTest::OneOf(words) => {
                        let only = words.first().filter(|_| words.len() == 1);
                        let only = only.and_then(|only| str::from_utf8(only).ok());
                        let only = only.and_then(|only| Pattern::literal(only, Case::Sensitive));
                        needles.extend(only);
                    }
                    TextTest::Holds(pattern) if pattern.is_literal() => {
                        needles.push(pattern.clone());
                    }
                    TextTest::Holds(_) => {}
                }
            }
            _ => {}
        }
        needles.extend(self.opcodes().filter_map(written));
        for amount in self.amounts() {
            amount.each(&mut |amount| {
                // Operands of a missing operation are counted, too.
                let opcode = amount.opcode();
                let opcode = opcode.filter(|_| !matches!(amount, Amount::Operands(_)));
                needles.extend(opcode.and_then(written));
            });
        }
    }
}

/// Returns a pattern for an opcode in the lines that have it; `None` if it may belong to a bare count, or be one of
/// FEN's clocks. The value implied by `bm #3` follows a `#`.
pub(in crate::suite) fn written(opcode: &str) -> Option<Pattern> {
    match opcode {
        "dm" | "ce" => Pattern::expression(&format!("{opcode}|#"), Case::Sensitive).ok(),
        // `PV:` is read as `pv`.
        "pv" => Pattern::expression("[Pp][Vv]", Case::Sensitive).ok(),
        opcode if opcode.starts_with('D') || IMPLIED.contains(&opcode) => None,
        opcode => Pattern::literal(opcode, Case::Sensitive),
    }
}

impl Amount {
    pub(in crate::suite::query) fn of(&self, subject: &LazyRecord<'_>) -> Option<Number> {
        let whole = |number: usize| i128::try_from(number).ok().map(Number::Whole);
        match self {
            Self::Literal(number) => Some(*number),
            Self::Operand(opcode) => subject.number_of(opcode),
            Self::Material(whose) => sum(subject, *whose, material),
            Self::Pieces(whose) => sum(subject, *whose, pieces),
            Self::Count(kinds) => Some(Number::Whole(kinds.count(subject.skim().board()?).into())),
            Self::Operands(opcode) => whole(subject.operands(opcode)),
            Self::Pawns(kind, whose) => {
                sum(subject, *whose, |board, color| kind.count(board, color))
            }
            Self::Attacks(by, on) => {
                let board = subject.skim().board()?;
                let side = subject.skim().side();
                let (by, on) = (by.of(board, side)?, on.of(board, side)?);
                Some(Number::Whole(count_attacks(board, by, on).into()))
            }
            Self::Moves => whole(subject.skim().position()?.legal_moves().len()),
            Self::Length => whole(text_of(subject.line).len()),
            Self::LengthOf(opcode) => whole(subject.text_of(opcode)?.len()),
            Self::Line => whole(subject.number + 1),
            Self::Operations => whole(subject.operations()),
            Self::Calculated(operator, amounts) => {
                let mut numbers = amounts.iter().map(|amount| amount.of(subject));
                let first = numbers.next()??;
                let all = numbers.try_fold(first, |one, other| operator.join(one, other?))?;
                Some(match operator {
                    Operator::Absolute => all.absolute(),
                    Operator::Rounded => all.nearest(),
                    _ => all,
                })
            }
        }
    }

    /// Returns the number for display: calculations are rounded to their valid digits, so that `0.1 + 0.2` is `0.3`.
    pub(in crate::suite::query) fn told(&self, number: Number) -> Number {
        match self {
            Self::Calculated(..) => number.rounded(),
            _ => number,
        }
    }

    pub(in crate::suite::query) fn cost(&self) -> u8 {
        let mut highest = 0;
        self.each(&mut |amount| {
            let cost = match amount {
                Self::Literal(_) | Self::Length | Self::Line | Self::Calculated(..) => 0,
                Self::Material(_) | Self::Count(_) | Self::Pieces(_) => 1,
                Self::Pawns(..) | Self::Attacks(..) => 1,
                Self::Operand(_) | Self::Operations | Self::Operands(_) | Self::LengthOf(_) => 2,
                Self::Moves => 3,
            };
            highest = cost.max(highest);
        });
        highest
    }
}

impl Operator {
    /// Applies the operator to two numbers; `None` for a division by 0.
    fn join(self, one: Number, other: Number) -> Option<Number> {
        Some(match self {
            Self::Plus => one.plus(other),
            Self::Minus => one.minus(other),
            Self::Times => one.times(other),
            Self::Over => return one.over(other),
            Self::Least if other.compare(one) == Some(Ordering::Less) => other,
            Self::Greatest if other.compare(one) == Some(Ordering::Greater) => other,
            Self::Least | Self::Greatest | Self::Absolute | Self::Rounded => one,
        })
    }
}

fn sum(
    subject: &LazyRecord<'_>,
    whose: Whose,
    of: impl Fn(&Board, Color) -> i64,
) -> Option<Number> {
    let board = subject.skim().board()?;
    let colors = whose.colors(subject.skim().side())?;
    let number: i64 = colors.map(|color| of(board, color)).sum();
    Some(Number::Whole(number.into()))
}

/// Returns true if two numbers are so close that rounding errors may separate them.
fn are_near(one: Number, other: Number) -> bool {
    const NEAR: f64 = 1e-13;
    let (one, other) = (one.float(), other.float());
    (one - other).abs() <= one.abs().max(other.abs()) * NEAR
}
