//! Implied operations, which canonical writing makes from other text of a record: the clocks of six-field FEN, and
//! `bm #3`.

use super::{OperationForm, Record};
use crate::epd::opcode::{self, Shape};
use crate::epd::operand::{Number, Value, read_number};

/// The opcodes of operations that may be implied.
pub const IMPLIED: [&str; 4] = ["ce", "dm", "fmvn", "hmvc"];

impl Record<'_> {
    /// Returns the number of an operation that the record implies but does not have: `hmvc` and `fmvn` from the
    /// clocks after the four fields, `dm` from `bm #3`, `ce` from `bm #-3`.
    ///
    /// ```
    /// use epdit::epd::{ReadOptions, Record};
    ///
    /// let read = |line: &'static str| Record::read(line.as_bytes(), &ReadOptions::default());
    /// assert_eq!(read("4k3/8/8/8/8/8/4P3/4K3 w - - 7 30").implied("hmvc"), Some(7));
    /// assert_eq!(read("7k/8/5K2/8/8/8/8/Q7 w - - bm #2;").implied("dm"), Some(2));
    /// assert_eq!(read("4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 3;").implied("hmvc"), None);
    /// ```
    pub fn implied(&self, opcode: &str) -> Option<i64> {
        if !IMPLIED.contains(&opcode) || self.operation(opcode).is_some() {
            return None;
        }
        match opcode {
            "hmvc" => self.half_move_clock().map(i64::from),
            "fmvn" => self.full_move_number().map(i64::from),
            _ => self.operations.iter().find_map(|found| match found.form {
                OperationForm::MateIn(moves) if opcode == "dm" => Some(moves),
                OperationForm::MatedScore(score) if opcode == "ce" => Some(score),
                _ => None,
            }),
        }
    }

    /// Returns the number of an operation, or the implied one: its first operand, in quotes or without; for an opcode
    /// of one text (`id`, `c0` to `c9`, `v0` to `v9`) the text, if all of it is a number. Opcodes of moves or dates
    /// have none.
    ///
    /// ```
    /// use epdit::epd::operand::Number;
    /// use epdit::epd::{ReadOptions, Record};
    ///
    /// let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - ce 1.5; c0 \"7\"; c1 \"7 moves\"; Own \"7\";";
    /// let record = Record::read(line, &ReadOptions::default());
    /// let of = |opcode| record.number(opcode);
    /// assert_eq!(of("ce"), Some(Number::Broken(1.5)));
    /// assert_eq!((of("c0"), of("Own")), (Some(Number::Whole(7)), Some(Number::Whole(7))));
    /// assert_eq!(of("c1"), None);
    /// ```
    pub fn number(&self, opcode: &str) -> Option<Number> {
        if !holds_numbers(opcode) {
            return None;
        }
        let Some(operation) = self.operation(opcode) else {
            return Some(Number::Whole(self.implied(opcode)?.into()));
        };
        let operands = self.operands_of(operation);
        if holds_text(opcode) && operands.len() > 1 {
            return None;
        }
        let first = operands.first()?;
        match first.value {
            Value::Integer(number) => Some(Number::Whole(number.into())),
            Value::Float(number) => Some(Number::Broken(number)),
            _ => read_number(self.string(first)),
        }
    }
}

/// Returns the operands that an official opcode takes.
fn shape_of(opcode: &str) -> Option<Shape> {
    opcode::find(opcode.as_bytes()).map(|info| info.shape)
}

/// Returns true if operations with an opcode may hold numbers: its operand is one, or a text that may be one, or
/// unknown.
pub fn holds_numbers(opcode: &str) -> bool {
    matches!(
        shape_of(opcode),
        None | Some(Shape::Anything | Shape::Integer { .. } | Shape::Text { .. })
    )
}

/// Returns true if an opcode takes exactly one whole number.
pub fn holds_integer(opcode: &str) -> bool {
    matches!(shape_of(opcode), Some(Shape::Integer { .. }))
}

/// Returns true if an opcode's operands are moves.
pub fn holds_moves(opcode: &str) -> bool {
    matches!(
        shape_of(opcode),
        Some(Shape::Moves | Shape::OneMove | Shape::Line)
    )
}

/// Returns true if an opcode's operands are consecutive moves.
pub fn holds_line(opcode: &str) -> bool {
    shape_of(opcode) == Some(Shape::Line)
}

/// Returns true if an opcode takes one text: `id`, `c0`.
pub fn holds_text(opcode: &str) -> bool {
    matches!(shape_of(opcode), Some(Shape::Text { .. }))
}

/// Returns true if an opcode holds a name (`id`, `eco`, `nic`): one of digits is sorted, counted and compared as
/// text, since `1.10` differs from `1.1`.
pub fn holds_name(opcode: &str) -> bool {
    let info = opcode::find(opcode.as_bytes());
    info.is_some_and(|info| holds_text(opcode) && info.ranked_register().is_none())
}
