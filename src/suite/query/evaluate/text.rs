//! The texts of a record.

use std::borrow::Cow;

use super::played;
use crate::suite::field::prefix_of_bytes;
use crate::suite::line_end::text_of;
use crate::suite::query::ast::TextOf;
use crate::suite::query::lazy_record::LazyRecord;

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
