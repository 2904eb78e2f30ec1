//! Templates: a set of operations added at once, from the settings.

use crate::app::effect::Effect;
use crate::app::features::change::{left_unchanged, replace_line};
use crate::app::features::operations;
use crate::app::model::{Model, Pane};
use crate::app::overlay::PickerItem;
use crate::epd::counted::count;
use crate::epd::{Code, ReadOptions, Record, edit};

/// Before a template's name in the palette; no opcode holds a blank.
pub(super) const PREFIX: &str = "template ";

/// A position that every operation can stand at; moves are not looked at.
const FIELDS: &str = "4k3/8/8/8/8/8/8/4K3 w - - ";

/// A set of operations with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    pub name: String,
    /// Opcode and operands, as they go into a line.
    operations: Vec<(String, Vec<u8>)>,
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
            matches!(
                found.code,
                Code::StrayText | Code::BrokenQuote | Code::BadOpcode | Code::DuplicateOpcode
            )
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
        })
    }

    /// Its row in the palette.
    pub(super) fn item(&self) -> PickerItem {
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

/// Adds those operations of a template that the record has not, and types in the first that is
/// still empty.
pub fn add(model: &mut Model, template: &Template) -> Vec<Effect> {
    let options = model.document.read_options();
    let mut line = model.line();
    let first = Record::read(&line, &options).operations().len();
    let (mut added, mut empty) = (0, None);
    for (opcode, operands) in &template.operations {
        let record = Record::read(&line, &options);
        if record.operation(opcode).is_some() {
            continue;
        }
        if empty.is_none() && (operands.is_empty() || operands == b"\"\"") {
            empty = Some(first + added);
        }
        line = match edit::add_operation(&record, opcode.as_bytes(), operands) {
            Ok(line) => line,
            Err(refusal) => {
                model.refused(left_unchanged(&refusal));
                return Vec::new();
            }
        };
        added += 1;
    }
    if added == 0 {
        model.refused(format!("the record has all of `{}`", template.name));
        return Vec::new();
    }
    let operations = count(added, "operation", "operations");
    let said = format!("added {operations} of `{}`", template.name);
    let effects = replace_line(model, &line, said);
    model.focus = Pane::Operations;
    model.operations.cursor = empty.unwrap_or(first);
    model.refresh();
    if empty.is_some() {
        operations::edit(model);
    }
    effects
}

#[cfg(test)]
mod tests {
    use super::Template;

    #[test]
    fn a_template_is_read_as_a_record_has_its_operations() {
        let template = Template::read("study", "id \"\"; bm; c0 \"a; b\"").expect("right");
        let names: Vec<_> = template
            .operations
            .iter()
            .map(|(name, _)| &**name)
            .collect();
        assert_eq!(names, ["id", "bm", "c0"]);
        for wrong in ["", "id \"x", "???", "id \"a\"; id \"b\";"] {
            let error = Template::read("t", wrong).expect_err(wrong);
            assert!(error.contains("`t`"), "{error}");
        }
    }
}
