//! A row of a list that is narrowed by typing.

/// A row of a picker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PickerItem {
    /// The name: a command's title, an opcode.
    pub label: String,
    /// What it is, in a sentence.
    pub detail: String,
    /// Keys that do the same, or nothing.
    pub keys: String,
    /// Why it can't be chosen now.
    pub disabled: Option<String>,
    /// What is chosen: a command's name, an opcode.
    pub value: String,
}

impl PickerItem {
    /// What is said beside its name.
    pub fn said(&self) -> &str {
        self.disabled.as_ref().unwrap_or(&self.detail)
    }
}
