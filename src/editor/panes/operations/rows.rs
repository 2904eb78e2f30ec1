//! The operations of the selected record: adding one or those of a template, editing in place, renaming, removing,
//! putting in order.
//!
//! The mouse in the operations' pane.

use crate::editor::command::Id;
use crate::editor::doc::change::{edit_line, replace_line};
use crate::editor::doc::draft;
use crate::editor::layout::{Inspector, Spot};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem, Narrowing};
use crate::editor::panes::board;
use crate::editor::panes::operations::{self, clipboard, opcodes};
use crate::editor::state::OperationText;
use crate::editor::state::editing::{Editing, OperandEditing};
use crate::editor::state::settings::Template;
use crate::editor::state::view::Pane;
use crate::editor::widgets::{Step, glyph};
use crate::epd::counted::thousands_of;
use crate::epd::edit::{self, Change};
use crate::epd::opcode::{self, Shape};
use crate::epd::{Code, Diagnostic, Record};
use crate::suite::edit::Edit;
use std::rc::Rc;

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
    editing.points =
        opcode == "c0" && operations::points::read(record, &editing.original).is_some();
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
    let Some(name) = opcode_at(model, index) else {
        return;
    };
    let said = format!("removed {name}");
    make(model, Change::Remove(index), Edit::Remove(vec![name]), said)
}

/// Makes a change of one operation, which can be made again elsewhere as an edit.
fn make(model: &mut Model, change: Change<'_>, edit: Edit, said: String) {
    let line = model.line();
    let new = edit::by_hand(&model.read(&line), &[change]);
    if new.is_ok() {
        model.last_change = Some(Ok(edit));
    }
    edit_line(model, new, said)
}

/// Sets operations in the record: the operands of those that are there, else new ones in their places. The cursor
/// goes to an opcode, else it stays on its own. `false` where the record is left unchanged.
pub(super) fn set(
    model: &mut Model,
    operations: &[OperationText],
    to: Option<&str>,
    said: impl Into<String>,
) -> bool {
    let line = model.line();
    let parts = operations.iter().map(|it| (&*it.opcode, &*it.operands));
    let new = edit::set_in_order(&model.read(&line), parts);
    let here = opcode_at(model, model.document.view.operations.cursor);
    if let (Ok(new), Some(to)) = (&new, to.or(here.as_deref()))
        && let Some(at) = model.read(new).index_of(to)
    {
        model.document.view.operations.cursor = at;
    }
    let is_set = new.is_ok();
    edit_line(model, new, said);
    is_set
}

/// Opens the palette of opcodes, and of templates, for a new operation.
pub(crate) fn open_add(model: &mut Model) {
    let templates = model.settings.templates.iter().cloned();
    let templates = templates.map(|template| {
        let operations = template.operations.iter();
        let names: Vec<&str> = operations.map(|one| one.opcode.as_str()).collect();
        let (name, names) = (template.name.clone(), names.join(", "));
        let does = move |model: &mut Model| add_template(model, &template);
        MenuItem::new(None, name, names, does).keyed("template")
    });
    let templates = templates.collect();
    open_palette(model, "Add an operation", templates, add)
}

/// Opens the palette of opcodes.
pub(crate) fn choose_opcode(
    model: &mut Model,
    title: impl Into<String>,
    picked: impl Fn(&mut Model, &str) + 'static,
) {
    open_palette(model, title, Vec::new(), picked)
}

fn open_palette(
    model: &mut Model,
    title: impl Into<String>,
    more: Vec<MenuItem>,
    picked: impl Fn(&mut Model, &str) + 'static,
) {
    let picked: Rc<opcodes::Picked> = Rc::new(picked);
    let items = opcodes::items(model, more, &picked);
    let own = Narrowing::making(move |typed| opcodes::own(typed, &picked));
    overlay::open(model, Menu::narrowed(title, items, own))
}

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
fn add(model: &mut Model, name: &str) {
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
        let said = format!("added {name}");
        return clipboard::put(model, &OperationText::new(name, b""), said);
    }
    type_in(model, OperandEditing::new(count, name, b"", true))
}

/// Adds an operation, or those of a template, by a name that was typed.
pub(crate) fn add_named(model: &mut Model, name: &str) {
    let mut templates = model.settings.templates.iter();
    if let Some(template) = templates.find(|template| template.name == name).cloned() {
        return add_template(model, &template);
    }
    if opcode::is_opcode(name.as_bytes()) {
        return add(model, name);
    }
    let name = glyph::safe(name.as_bytes());
    model.refused(format!("expected an opcode or a template, found `{name}`"));
}

/// Gives an operation another opcode.
pub(super) fn rename(model: &mut Model, index: usize, name: &str) {
    let Some(old) = opcode_at(model, index) else {
        return;
    };
    let said = format!("renamed {old} to {name}");
    let renames = Edit::Rename(old, name.to_owned());
    make(model, Change::Rename(index, name.as_bytes()), renames, said)
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
    let record = model.record();
    let mut new = template.operations.clone();
    new.retain(|one| record.operation(&one.opcode).is_none());
    let Some(first) = new.first() else {
        return model.refused(format!("the record already has all of `{}`", template.name));
    };
    let operations = thousands_of(new.len(), "operation", "operations");
    let said = format!("added {operations} of `{}`", template.name);
    let mut all = new.iter();
    let empty = all.find(|one| matches!(&*one.operands, b"" | b"\"\""));
    let to = &empty.unwrap_or(first).opcode;
    if set(model, &new, Some(to), said) {
        draft::refresh(model);
        if empty.is_some() {
            edit(model);
        }
    }
}

/// Selects an operation, and edits the selected one on a double click; the row below them adds one at once.
pub(crate) fn press(model: &mut Model, at: &Spot) -> Option<Id> {
    model.document.view.focus = Pane::Operations;
    let pane = at.layout.operations?;
    let (row, count) = {
        let record = model.record();
        let inspector = Inspector::of(model, &record, pane.inner());
        (inspector.at(at.row)?, record.operations().len() + 1)
    };
    let before = std::mem::replace(&mut model.document.view.operations.cursor, row);
    let acts = row + 1 == count || at.twice && before == row;
    acts.then_some(Id::EditOperation)
}

/// Goes from operation to operation, where not all of them are seen at once.
pub(crate) fn wheel(model: &mut Model, at: &Spot, by: isize) {
    let count = model.operation_rows();
    let rows = at.layout.operations.map_or(0, |pane| pane.inner().height);
    if count <= usize::from(rows) {
        return;
    }
    let list = &mut model.document.view.operations;
    list.step(Step::Rows(by), count, 1);
}
