//! The operations of the selected record: adding one or those of a template, editing in place, renaming, removing,
//! putting in order.

pub mod commands;
pub(crate) mod mouse;

use crate::editor::doc::change::{edit_line, left_unchanged, replace_line};
use crate::editor::doc::draft;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Own, Picker, Picks};
use crate::editor::panes::{board, operations};
use crate::editor::state::editing::{Editing, OperandEditing};
use crate::editor::state::operation_clipboard::{Loose, OperationChange};
use crate::editor::state::picker_item::PickerItem;
use crate::editor::state::template::{PREFIX, Template};
use crate::editor::state::view::Pane;
use crate::editor::widgets::glyph;
use crate::epd::counted::thousands_of;
use crate::epd::edit::{self, Change, Refusal};
use crate::epd::opcode::{self, Shape};
use crate::epd::{Code, Diagnostic, Record};

/// Returns why the selected line takes no operation.
pub(crate) fn no_record(model: &Model) -> Option<String> {
    board::no_record(model).map(|reason| reason.replace("position", "operations"))
}

/// Returns why there is no operation under the cursor.
pub(crate) fn none_selected(model: &Model) -> Option<String> {
    no_record(model).or_else(|| {
        (model.document.view.operations.cursor >= model.record().operations().len())
            .then(|| "no operation is selected".into())
    })
}

/// Types in the operands under the cursor; on the last row, adds an operation.
pub fn edit(model: &mut Model) {
    let at = model.document.view.operations.cursor;
    if opcode_at(model, at).is_some_and(|name| operations::points::leads(model, &name)) {
        return operations::points::edit_points(model);
    }
    let editing = editing_of(&model.record(), at);
    match editing {
        Some(editing) => type_in(model, editing),
        None => open_add(model),
    }
}

/// Begins to type operands.
pub(crate) fn type_in(model: &mut Model, editing: OperandEditing) {
    let view = &mut model.document.view;
    view.operations.cursor = editing.index;
    view.type_in(Pane::Operations, Editing::Operand(editing));
}

/// Returns the operands of an operation of a record, to be edited.
pub(crate) fn editing_of(record: &Record<'_>, index: usize) -> Option<OperandEditing> {
    let operation = record.operations().get(index)?;
    let opcode = record.opcode(operation);
    let operands = record.operands_span(operation).of(record.line());
    let mut editing = OperandEditing::new(index, &opcode, operands, false);
    editing.points = opcode == "c0" && operations::points::is_points(record, &editing.original);
    Some(editing)
}

/// Returns what would be removed, in words.
pub(crate) fn to_remove(model: &Model) -> String {
    let name = opcode_at(model, model.document.view.operations.cursor);
    format!(
        "removes {}",
        glyph::safe(name.unwrap_or_default().as_bytes())
    )
}

/// Takes the operation under the cursor out of the record.
pub fn remove(model: &mut Model) {
    let index = model.document.view.operations.cursor;
    let line = model.line();
    let record = model.read(&line);
    let Some(operation) = record.operations().get(index) else {
        return;
    };
    let name = record.opcode(operation).into_owned();
    let new = edit::by_hand(&record, &[Change::Remove(index)]);
    let said = format!("removed {name}");
    make(model, new, OperationChange::Removed(name), said)
}

/// Makes a proved change of an operation, which can be made again elsewhere.
pub(crate) fn make(
    model: &mut Model,
    new: Result<Vec<u8>, Refusal>,
    change: OperationChange,
    said: String,
) {
    if let Ok(line) = &new {
        if let OperationChange::Set(loose) = &change
            && let Some(at) = model.read(line).index_of(&loose.opcode)
        {
            model.document.view.operations.cursor = at;
        }
        model.last_change = Some(change);
    }
    edit_line(model, new, said)
}

/// Opens the palette of opcodes for a new operation.
pub(crate) fn open_add(model: &mut Model) {
    let items = operations::opcodes::items(model, true);
    overlay::open(model, Picker::new("Add an operation", items, Opcode(add)))
}

/// Opens the palette of opcodes.
pub(crate) fn choose_opcode(
    model: &mut Model,
    title: impl Into<String>,
    picked: impl Fn(&mut Model, &str) + 'static,
) {
    let items = operations::opcodes::items(model, false);
    overlay::open(model, Picker::new(title, items, Opcode(picked)))
}

/// An opcode for something.
struct Opcode<F>(F);

impl<F: Fn(&mut Model, &str) + 'static> Picks for Opcode<F> {
    fn picked(&self, model: &mut Model, value: &str) {
        (self.0)(model, value)
    }

    /// An opcode that is in no table can be used all the same, as it is typed.
    fn offer(&self, items: &mut Vec<PickerItem>, typed: &str) {
        items.retain(|item| !item.detail.is_empty() && item.keys != PRIVATE);
        let known = items.iter().any(|item| item.value == typed);
        if opcode::is_opcode(typed.as_bytes()) && !known {
            items.push(PickerItem {
                label: typed.to_owned(),
                detail: "your own opcode".into(),
                keys: PRIVATE.into(),
                disabled: None,
                value: typed.to_owned(),
            });
        }
    }

    /// It stands last, but a capital first is how private opcodes begin, and no other does.
    fn own(&self, item: &PickerItem, typed: &str) -> Option<Own> {
        (item.keys == PRIVATE).then(
            || match typed.starts_with(|c: char| c.is_ascii_uppercase()) {
                true => Own::First,
                false => Own::Last,
            },
        )
    }
}

/// What stands in the place of the keys of an opcode that is in no table.
const PRIVATE: &str = "private";

/// Opens the palette of opcodes for another name of the operation under the cursor.
pub(crate) fn open_rename(model: &mut Model) {
    let operation = model.document.view.operations.cursor;
    let Some(name) = opcode_at(model, operation) else {
        return;
    };
    let title = format!("New opcode for {name}");
    choose_opcode(model, title, move |model, name| {
        rename(model, operation, name)
    })
}

fn opcode_at(model: &Model, index: usize) -> Option<String> {
    let record = model.record();
    let operation = record.operations().get(index)?;
    Some(record.opcode(operation).into_owned())
}

/// Adds an operation, or edits the one that is there: asks for the operands, where it takes any.
pub(crate) fn add(model: &mut Model, name: &str) {
    if let Some(template) = operations::opcodes::template(model, name).cloned() {
        return add_template(model, &template);
    }
    let record = model.record();
    let (at, count) = (record.index_of(name), record.operations().len());
    if let Some(at) = at {
        model.document.view.operations.cursor = at;
        model.done(format!(
            "the record already has {name}, and an opcode can occur only once"
        ));
        return edit(model);
    }
    if opcode::find(name.as_bytes()).is_some_and(|info| info.shape == Shape::Nothing) {
        let line = model.line();
        let new = edit::add_in_order(&model.read(&line), name.as_bytes(), b"");
        let change = OperationChange::Set(Loose {
            opcode: name.to_owned(),
            operands: Vec::new(),
        });
        return make(model, new, change, format!("added {name}"));
    }
    type_in(model, OperandEditing::new(count, name, b"", true))
}

/// Adds an operation, or those of a template, by a name that was typed.
pub(crate) fn add_named(model: &mut Model, name: &str) {
    let template = format!("{PREFIX}{name}");
    if operations::opcodes::template(model, &template).is_some() {
        return add(model, &template);
    }
    if opcode::is_opcode(name.as_bytes()) {
        return add(model, name);
    }
    let name = glyph::safe(name.as_bytes());
    model.refused(format!("expected an opcode or a template, found `{name}`"));
}

/// Gives an operation another opcode.
fn rename(model: &mut Model, index: usize, name: &str) {
    let Some(old) = opcode_at(model, index) else {
        return;
    };
    let line = model.line();
    let change = [Change::Rename(index, name.as_bytes())];
    let new = edit::by_hand(&model.read(&line), &change);
    let said = format!("renamed {old} to {name}");
    let renamed = OperationChange::Renamed {
        old,
        new: name.to_owned(),
    };
    make(model, new, renamed, said)
}

fn is_unsorted(found: &&Diagnostic) -> bool {
    found.code == Code::UnsortedOperations
}

/// Returns why the operations can't be put in order.
pub(crate) fn are_sorted(model: &Model) -> Option<String> {
    no_record(model).or_else(|| {
        let record = model.record();
        let unsorted = record.diagnostics().iter().find(is_unsorted);
        unsorted.is_none().then(|| match record.is_kept() {
            true => "left unchanged: fix the record's errors first".into(),
            false => "the operations are already in canonical order".into(),
        })
    })
}

/// Puts the operations in canonical order: ascending by opcode. All else stays.
pub fn sort(model: &mut Model) {
    let line = model.line();
    let record = model.read(&line);
    let unsorted = record.diagnostics().iter().find(is_unsorted);
    match unsorted.and_then(|found| record.fix(found)) {
        Some(fix) => replace_line(model, &fix.apply(&line), "sorted the operations"),
        None => model.refused("left unchanged: fix the errors first"),
    }
}

/// Adds those operations of a template that the record has not, and types in the first that is
/// still empty.
fn add_template(model: &mut Model, template: &Template) {
    let line = model.line();
    let record = model.read(&line);
    let all = template.operations.iter();
    let new = all.map(|(opcode, operands)| (opcode.as_str(), operands.as_slice()));
    let new: Vec<_> = new
        .filter(|(opcode, _)| record.operation(opcode).is_none())
        .collect();
    let Some(first) = new.first() else {
        return model.refused(format!("the record already has all of `{}`", template.name));
    };
    let line = match edit::set_in_order(&record, new.iter().copied()) {
        Ok(line) => line,
        Err(refusal) => return model.refused(left_unchanged(model, &refusal)),
    };
    let operations = thousands_of(new.len(), "operation", "operations");
    replace_line(
        model,
        &line,
        format!("added {operations} of `{}`", template.name),
    );
    let is_empty = |(_, operands): &&(&str, &[u8])| matches!(*operands, b"" | b"\"\"");
    let empty = new.iter().find(is_empty);
    let (opcode, _) = empty.unwrap_or(first);
    let at = model.read(&line).index_of(opcode);
    model.document.view.operations.cursor = at.unwrap_or_default();
    draft::refresh(model);
    if empty.is_some() {
        edit(model);
    }
}
