//! The numbers of a record.

use crate::suite::line_end::text_of;
use crate::suite::query::ast::{Amount, Number, Whose};
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
                let (by, on) = (by.squares(board, side)?, on.squares(board, side)?);
                Some(Number::Whole(count_attacks(board, by, on).into()))
            }
            Self::Moves => whole(subject.skim().position()?.legal_moves().len()),
            Self::Length => whole(text_of(subject.line).len()),
            Self::LengthOf(opcode) => whole(subject.text_of(opcode)?.len()),
            Self::Line => whole(subject.number + 1),
            Self::Operations => whole(subject.operations()),
            Self::Negative(amount) => Some(Number::Whole(0).minus(amount.of(subject)?)),
            Self::Sum(first, second) => Some(first.of(subject)?.plus(second.of(subject)?)),
            Self::Difference(first, second) => Some(first.of(subject)?.minus(second.of(subject)?)),
            Self::Product(first, second) => Some(first.of(subject)?.times(second.of(subject)?)),
            Self::Quotient(first, second) => first.of(subject)?.over(second.of(subject)?),
            Self::Absolute(amount) => Some(amount.of(subject)?.absolute()),
            Self::Rounded(amount) => Some(amount.of(subject)?.nearest()),
            Self::Least(amounts) => best(amounts, subject, Ordering::Less),
            Self::Greatest(amounts) => best(amounts, subject, Ordering::Greater),
        }
    }

    /// Whether it is calculated, so that not all of its digits are right.
    pub(in crate::suite::query) fn is_calculated(&self) -> bool {
        match self {
            Self::Negative(amount) => !matches!(**amount, Self::Literal(_)),
            Self::Sum(..) | Self::Difference(..) | Self::Product(..) | Self::Quotient(..) => true,
            Self::Absolute(_) | Self::Rounded(_) | Self::Least(_) | Self::Greatest(_) => true,
            _ => false,
        }
    }

    /// The number with the digits that are right, as tables tell it: `0.1 + 0.2` is `0.3`.
    pub(in crate::suite::query) fn told(&self, number: Number) -> Number {
        match self.is_calculated() {
            true => number.rounded(),
            false => number,
        }
    }

    pub(in crate::suite::query) fn cost(&self) -> u8 {
        match self {
            Self::Literal(_) | Self::Length | Self::Line => 0,
            Self::Material(_) | Self::Count(_) | Self::Pieces(_) => 1,
            Self::Pawns(..) | Self::Attacks(..) => 1,
            Self::Operand(_) | Self::Operations | Self::Operands(_) | Self::LengthOf(_) => 2,
            Self::Moves => 3,
            Self::Negative(amount) => amount.cost(),
            Self::Sum(first, second)
            | Self::Difference(first, second)
            | Self::Product(first, second)
            | Self::Quotient(first, second) => first.cost().max(second.cost()),
            Self::Absolute(amount) | Self::Rounded(amount) => amount.cost(),
            Self::Least(amounts) | Self::Greatest(amounts) => {
                amounts.iter().map(Self::cost).max().unwrap_or(0)
            }
        }
    }
}

/// The one that is less, or greater, than all others.
fn best(amounts: &[Amount], subject: &LazyRecord<'_>, order: Ordering) -> Option<Number> {
    let numbers = amounts.iter().map(|amount| amount.of(subject));
    let pick = |one: Number, other: Number| match other.compare(one) == Some(order) {
        true => other,
        false => one,
    };
    numbers
        .reduce(|one, other| Some(pick(one?, other?)))
        .flatten()
}

fn sum(
    subject: &LazyRecord<'_>,
    whose: Whose,
    of: impl Fn(&Board, Color) -> i64,
) -> Option<Number> {
    let board = subject.skim().board()?;
    let number = match whose {
        Whose::Both => of(board, Color::White) + of(board, Color::Black),
        Whose::Of(color) => of(board, color),
        Whose::Own => of(board, subject.skim().side()?),
        Whose::Other => of(board, !subject.skim().side()?),
    };
    Some(Number::Whole(number.into()))
}

/// Whether two numbers are so near to one another that what is not right of them may tell them apart.
pub(super) fn are_near(one: Number, other: Number) -> bool {
    const NEAR: f64 = 1e-13;
    let (one, other) = (one.float(), other.float());
    (one - other).abs() <= one.abs().max(other.abs()) * NEAR
}
