//! Sets of operations that can be added at once, from the settings.

use crate::editor::state::picker_item::PickerItem;
use crate::epd::{Code, ReadOptions, Record};

/// Before a template's name in the palette; no opcode holds a blank.
pub(crate) const PREFIX: &str = "template ";

/// A position that every operation can stand at; moves are not looked at.
pub(crate) const FIELDS: &str = "4k3/8/8/8/8/8/8/4K3 w - - ";

/// A set of operations with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    pub name: String,
    /// Opcode and operands, as they go into a line.
    pub(crate) operations: Vec<(String, Vec<u8>)>,
    /// As it was written.
    text: String,
}

/// Returns whether a problem says that a template was not meant so, whatever position it is used for.
fn is_nonsense(code: Code) -> bool {
    matches!(
        code,
        Code::StrayText
            | Code::BrokenQuote
            | Code::BadOpcode
            | Code::DuplicateOpcode
            | Code::MissingSemicolon
            | Code::MoveAsOpcode
            | Code::SwallowedOperation
            | Code::OperandType
            | Code::OperandRange
            | Code::MoveUnreadable
            | Code::StringTooLong
            | Code::ControlCharacter
    )
}

impl Template {
    /// Reads the operations of a template as a record has them: `id ""; bm; c0 "";`.
    ///
    /// # Errors
    ///
    /// What is wrong, in a sentence: text that is no operation, an opcode twice, nothing at all.
    pub fn read(name: &str, text: &str) -> Result<Self, String> {
        let line = format!("{FIELDS}{text}");
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let broken = record.diagnostics().iter().find(|found| {
            let text = found.span.of(record.line());
            match found.code {
                // What is to be typed later is left out.
                Code::OperandCount => !record.operations().iter().any(|operation| {
                    let operands = record.operands_span(operation).of(record.line());
                    operands.is_empty() && record.opcode(operation).as_bytes() == text
                }),
                // Of several words nobody knows which are text.
                Code::UnquotedString => text.contains(&b' '),
                code => is_nonsense(code),
            }
        });
        if let Some(found) = broken {
            return Err(format!("the template `{name}`: {}", record.message(found)));
        }
        let operations: Vec<_> = record
            .operations()
            .iter()
            .map(|operation| {
                let operands = record.operands_span(operation).of(record.line());
                (record.opcode(operation).into_owned(), operands.to_vec())
            })
            .collect();
        if operations.is_empty() {
            return Err(format!("the template `{name}` has no operations"));
        }
        Ok(Self {
            name: name.to_owned(),
            operations,
            text: text.to_owned(),
        })
    }

    /// Its operations, as they were written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its row in the palette.
    pub(crate) fn item(&self) -> PickerItem {
        let names: Vec<&str> = self.operations.iter().map(|(name, _)| &**name).collect();
        PickerItem {
            label: self.name.clone(),
            detail: names.join(", "),
            keys: "template".into(),
            disabled: None,
            value: format!("{PREFIX}{}", self.name),
        }
    }
}
