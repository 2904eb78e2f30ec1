//! Sets of operations that can be added at once, from the settings.

use crate::editor::state::Loose;
use crate::epd::{Code, Diagnostic, ReadOptions, Record, Severity};

/// A position that every operation can stand at; moves are not looked at.
const FIELDS: &str = "4k3/8/8/8/8/8/8/4K3 w - - ";

/// A set of operations with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    pub name: String,
    /// The operations, as they go into a line.
    pub(crate) operations: Vec<Loose>,
    /// As it was written.
    text: String,
}

/// Returns whether a problem says that a template was not meant so, whatever position it is used for.
fn is_nonsense(record: &Record<'_>, found: &Diagnostic) -> bool {
    let text = found.span.of(record.line());
    match found.code {
        // What is to be typed later is left out.
        Code::OperandCount => !Loose::all_of(record)
            .iter()
            .any(|one| one.operands.is_empty() && one.opcode.as_bytes() == text),
        // Of several words nobody knows which are text.
        Code::UnquotedString => text.contains(&b' '),
        Code::MoveIllegal | Code::MoveAmbiguous => false,
        _ => found.severity == Severity::Error,
    }
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
        let mut found = record.diagnostics().iter();
        if let Some(found) = found.find(|found| is_nonsense(&record, found)) {
            return Err(format!("the template `{name}`: {}", record.message(found)));
        }
        let operations = Loose::all_of(&record);
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
}
