//! The numbers of a record.

use std::cmp::Ordering;

use crate::suite::line_end::text_of;
use crate::suite::query::ast::{Amount, Number, Whose};
use crate::suite::query::pawns::count_attacks;
use crate::suite::query::shapes::{material, pieces};
use crate::suite::query::subject::Subject;
use shakmaty::{Board, Color, Position};

impl Amount {
    pub(in crate::suite::query) fn of(&self, subject: &Subject<'_>) -> Option<Number> {
        let whole = |number: usize| i64::try_from(number).ok().map(Number::Whole);
        match self {
            Self::Literal(number) => Some(*number),
            Self::Operand(opcode) => subject.number_of(opcode),
            Self::Material(whose) => sum(subject, *whose, material),
            Self::Pieces(whose) => sum(subject, *whose, pieces),
            Self::Count(kinds) => Some(Number::Whole(kinds.count(subject.skim().board()?))),
            Self::Operands(opcode) => whole(subject.operands(opcode)),
            Self::Pawns(kind, whose) => {
                sum(subject, *whose, |board, color| kind.count(board, color))
            }
            Self::Attacks(by, on) => {
                let board = subject.skim().board()?;
                let side = subject.skim().side();
                let (by, on) = (by.squares(board, side)?, on.squares(board, side)?);
                Some(Number::Whole(count_attacks(board, by, on)))
            }
            Self::Moves => whole(subject.skim().position()?.legal_moves().len()),
            Self::Length => whole(text_of(subject.line).len()),
            Self::LengthOf(opcode) => whole(subject.text_of(opcode)?.len()),
            Self::Line => whole(subject.number + 1),
            Self::Operations => whole(subject.operations()),
            Self::Negative(amount) => Number::Whole(0).combine(amount.of(subject)?, false),
            Self::Sum(first, second) => first.of(subject)?.combine(second.of(subject)?, true),
            Self::Difference(first, second) => {
                first.of(subject)?.combine(second.of(subject)?, false)
            }
            Self::Product(first, second) => Some(first.of(subject)?.times(second.of(subject)?)),
            Self::Quotient(first, second) => first.of(subject)?.by(second.of(subject)?),
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
        }
    }
}

fn sum(subject: &Subject<'_>, whose: Whose, of: impl Fn(&Board, Color) -> i64) -> Option<Number> {
    let board = subject.skim().board()?;
    let number = match whose {
        Whose::Both => of(board, Color::White) + of(board, Color::Black),
        Whose::Of(color) => of(board, color),
        Whose::Own => of(board, subject.skim().side()?),
        Whose::Other => of(board, !subject.skim().side()?),
    };
    Some(Number::Whole(number))
}

impl Number {
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

    fn times(self, other: Self) -> Self {
        let whole = match (self, other) {
            (Self::Whole(one), Self::Whole(two)) => one.checked_mul(two),
            _ => None,
        };
        whole.map_or_else(|| Self::Broken(self.float() * other.float()), Self::Whole)
    }

    /// Divided; `None` where there is nothing to divide by.
    fn by(self, other: Self) -> Option<Self> {
        let whole = match (self, other) {
            (Self::Whole(one), Self::Whole(two)) if two != 0 && one.checked_rem(two) == Some(0) => {
                one.checked_div(two)
            }
            _ => None,
        };
        let broken = || Some(self.float() / other.float()).filter(|found| found.is_finite());
        whole
            .map(Self::Whole)
            .or_else(|| broken().map(Self::Broken))
    }

    pub(in crate::suite::query) fn compare(self, other: Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Whole(one), Self::Whole(two)) => Some(one.cmp(&two)),
            _ => self.float().partial_cmp(&other.float()),
        }
    }
}
