//! The numbers of a record.

use crate::suite::line_end::text_of;
use crate::suite::query::ast::{Amount, Number, Operator, Whose};
use crate::suite::query::lazy_record::LazyRecord;
use crate::suite::query::pawns::count_attacks;
use crate::suite::query::shapes::{material, pieces};
use shakmaty::{Board, Color, Position};
use std::cmp::Ordering;

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
pub(super) fn are_near(one: Number, other: Number) -> bool {
    const NEAR: f64 = 1e-13;
    let (one, other) = (one.float(), other.float());
    (one - other).abs() <= one.abs().max(other.abs()) * NEAR
}
