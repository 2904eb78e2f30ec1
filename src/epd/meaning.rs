//! What an operation means, in words a person reads (`ce 32758` is "mates in 5").

use super::record::{Operation, Record};

/// The meaning of an operation in words, beside its opcode's title; `None` where there is
/// nothing to say beyond it.
#[allow(unused)]
pub fn of(record: &Record<'_>, operation: &Operation) -> Option<String> {
    unimplemented!()
}
