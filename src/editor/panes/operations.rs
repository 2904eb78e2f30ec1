//! The operations of the selected record: add (also from a template), edit in place, rename, remove, sort,
//! copy to other records; and the registers that hold there.

pub(crate) mod assist;
pub(crate) mod draw;
pub(crate) mod moves;
pub(crate) mod opcodes;
pub mod perft;

use crate::editor::command::Id;
use crate::editor::doc::change::{edit_line, left_unchanged, replace_line};
use crate::editor::doc::draft;
use crate::editor::flows::bulk;
use crate::editor::jobs::in_words;
use crate::editor::layout::{Inspector, Spot};
use crate::editor::model::Model;
use crate::editor::overlay::MenuItem;
use crate::editor::panes::board;
use crate::editor::state::editing::{Editing, OperandEditing};
use crate::editor::state::jobs::bulk::Plan;
use crate::editor::state::settings::Template;
use crate::editor::state::view::Pane;
use crate::editor::state::{HeldRegisters, OperationText};
use crate::editor::widgets::{Step, glyph};
use crate::epd::counted::{noun, thousands_of};
use crate::epd::edit::{self, Change};
use crate::epd::opcode::{self, Shape};
use crate::epd::registers::{RegisterValue, Registers, follows};
use crate::epd::{Code, Diagnostic, Record, timestamp};
use crate::suite::edit::{Assignment, Edit, EditTarget, Existing};

pub(crate) fn no_record(model: &Model) -> Option<String> {
    board::no_record(model).map(|reason| reason.replace("position", "operations"))
}

pub(crate) fn none_selected(model: &Model) -> Option<String> {
    let is_none = || model.document.view.operations.cursor >= model.record().operations().len();
    no_record(model).or_else(|| model.when(is_none(), "no operation is selected"))
}

fn opcode_at(model: &Model, index: usize) -> Option<String> {
    let record = model.record();
    let operation = record.operations().get(index)?;
    Some(record.opcode(operation).into_owned())
}

/// Edits the operands under the cursor; on the last row, adds an operation.
pub(crate) fn edit(model: &mut Model) {
    let at = model.document.view.operations.cursor;
    if opcode_at(model, at).is_some_and(|name| moves::points_lead(model, &name)) {
        return moves::edit_points(model);
    }
    let editing = editing_of(&model.record(), at);
    match editing {
        Some(editing) => type_in(model, editing),
        None => open_add(model),
    }
}

fn type_in(model: &mut Model, editing: OperandEditing) {
    let view = &mut model.document.view;
    view.operations.cursor = editing.index;
    view.type_in(Pane::Operations, Editing::Operand(editing));
}

fn editing_of(record: &Record<'_>, index: usize) -> Option<OperandEditing> {
    let operation = record.operations().get(index)?;
    let opcode = record.opcode(operation);
    let operands = record.operands_span(operation).of(record.line());
    let mut editing = OperandEditing::new(index, &opcode, operands, false);
    editing.points = opcode == "c0" && moves::are_points(record, &editing.original);
    Some(editing)
}

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
    opcodes::choose_for_record(model, "Add an operation", templates, add)
}

/// Adds an operation, or those of a template, by a typed name.
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

/// Adds an operation and edits its operands, if it takes any; edits the operation if the record has it.
fn add(model: &mut Model, name: &str) {
    let record = model.record();
    if let Some(at) = record.index_of(name) {
        model.document.view.operations.cursor = at;
        model.done(format!(
            "the record already has {name}, and an opcode can occur only once"
        ));
        return edit(model);
    }
    if opcode::find(name.as_bytes()).is_some_and(|info| info.shape == Shape::Nothing) {
        return put(
            model,
            &OperationText::new(name, b""),
            format!("added {name}"),
        );
    }
    let editing = OperandEditing::added(&record, name);
    type_in(model, editing)
}

/// Adds the operations of a template that the record does not have, and edits the first empty one.
fn add_template(model: &mut Model, template: &Template) {
    let record = model.record();
    let mut new = template.operations.clone();
    new.retain(|one| record.operation(&one.opcode).is_none());
    let Some(first) = new.first() else {
        return model.refused(format!("the record already has all of `{}`", template.name));
    };
    let operations = thousands_of(new.len(), "operation", "operations");
    let message = format!("added {operations} of `{}`", template.name);
    let mut all = new.iter();
    let empty = all.find(|one| matches!(&*one.operands, b"" | b"\"\""));
    let to = &empty.unwrap_or(first).opcode;
    if set(model, &new, Some(to), message) {
        draft::refresh(model);
        if empty.is_some() {
            edit(model);
        }
    }
}

/// Sets operations in the record: replaces the operands of existing ones, and inserts new ones in their places. The
/// cursor goes to the opcode `to`, else stays on its opcode. Returns false if the record is left unchanged.
fn set(
    model: &mut Model,
    operations: &[OperationText],
    to: Option<&str>,
    message: impl Into<String>,
) -> bool {
    let line = model.line();
    let parts = operations.iter().map(|it| (&*it.opcode, &*it.operands));
    let new = edit::set_each(&model.read(&line), parts);
    let here = opcode_at(model, model.document.view.operations.cursor);
    if let (Ok(new), Some(to)) = (&new, to.or(here.as_deref()))
        && let Some(at) = model.read(new).index_of(to)
    {
        model.document.view.operations.cursor = at;
    }
    let is_set = new.is_ok();
    edit_line(model, new, message);
    is_set
}

/// Sets an operation in the record; the change can be repeated elsewhere.
fn put(model: &mut Model, operation: &OperationText, message: String) {
    let all = std::slice::from_ref(operation);
    if set(model, all, Some(&operation.opcode), message) {
        remember(model, operation);
    }
}

/// Remembers the setting of an operation, to repeat it elsewhere.
pub(crate) fn remember(model: &mut Model, OperationText { opcode, operands }: &OperationText) {
    let operands =
        std::str::from_utf8(operands).map_err(|_| "its operands are not text".to_owned());
    let assignment = operands.and_then(|text| Assignment::new(opcode, text).map_err(in_words));
    let edit = assignment.map(|assignment| Edit::Set(assignment.into(), Existing::Replace));
    model.last_change = Some(edit);
}

/// Makes a change of one operation; `edit` repeats it elsewhere.
fn make(model: &mut Model, change: Change<'_>, edit: Edit, message: String) {
    let line = model.line();
    let new = edit::by_hand(&model.read(&line), &[change]);
    if new.is_ok() {
        model.last_change = Some(Ok(edit));
    }
    edit_line(model, new, message)
}

pub(crate) fn to_remove(model: &Model) -> String {
    let name = opcode_at(model, model.document.view.operations.cursor).unwrap_or_default();
    format!("removes {}", glyph::safe(name.as_bytes()))
}

pub(crate) fn remove(model: &mut Model) {
    let index = model.document.view.operations.cursor;
    if let Some(name) = opcode_at(model, index) {
        let message = format!("removed {name}");
        make(
            model,
            Change::Remove(index),
            Edit::Remove(vec![name]),
            message,
        )
    }
}

pub(crate) fn open_rename(model: &mut Model) {
    let index = model.document.view.operations.cursor;
    if let Some(name) = opcode_at(model, index) {
        let title = format!("New opcode for {name}");
        let picked = move |model: &mut Model, name: &str| rename(model, index, name);
        opcodes::choose_for_record(model, title, Vec::new(), picked)
    }
}

pub(crate) fn rename(model: &mut Model, index: usize, name: &str) {
    if let Some(old) = opcode_at(model, index) {
        let message = format!("renamed {old} to {name}");
        let renames = Edit::Rename(old, name.to_owned());
        make(
            model,
            Change::Rename(index, name.as_bytes()),
            renames,
            message,
        )
    }
}

fn unsorted<'r>(record: &'r Record<'_>) -> Option<&'r Diagnostic> {
    let mut all = record.diagnostics().iter();
    all.find(|found| found.code == Code::UnsortedOperations)
}

pub(crate) fn are_sorted(model: &Model) -> Option<String> {
    no_record(model).or_else(|| {
        let record = model.record();
        unsorted(&record).is_none().then(|| match record.is_kept() {
            true => "left unchanged: fix the record's errors first".into(),
            false => "the operations are already in canonical order".into(),
        })
    })
}

/// Sorts the operations in canonical order, ascending by opcode, and changes nothing else.
pub(crate) fn sort(model: &mut Model) {
    let line = model.line();
    let record = model.read(&line);
    match unsorted(&record).and_then(|found| record.fix(found)) {
        Some(fix) => replace_line(model, &fix.apply(&line), "sorted the operations"),
        None => model.refused("left unchanged: fix the errors first"),
    }
}

pub(crate) fn copy(model: &mut Model, all: bool) {
    let mut copied = OperationText::all_of(&model.record());
    if !all {
        let here = copied
            .into_iter()
            .nth(model.document.view.operations.cursor);
        copied = here.into_iter().collect();
    }
    let what = match copied.as_slice() {
        [one] => one.opcode.clone(),
        all => thousands_of(all.len(), "operation", "operations"),
    };
    let key = model.key(Id::PasteOperations);
    let them = noun(copied.len(), "it", "them");
    model.done(format!("copied {what} · {key} pastes {them} in any record"));
    model.operation_clipboard = copied;
}

pub(crate) fn nothing_to_paste(model: &Model) -> Option<String> {
    let reason = "no operation copied · {copy-operation} copies the one under the cursor";
    no_record(model).or_else(|| model.when(model.operation_clipboard.is_empty(), reason))
}

/// Pastes the copied operations into the record; existing operations get the copied operands.
pub(crate) fn paste(model: &mut Model) {
    let copied = model.operation_clipboard.clone();
    let Some(last) = copied.last() else {
        return;
    };
    let record = model.record();
    let replaces = |operation: &OperationText| record.operation(&operation.opcode).is_some();
    let replacing = match copied.iter().any(replaces) {
        true => ", replacing what was there",
        false => "",
    };
    let message = match copied.as_slice() {
        [one] => format!("pasted {}{replacing}", one.opcode),
        more => format!("pasted {} operations{replacing}", more.len()),
    };
    if set(model, &copied, Some(&last.opcode), message) {
        model.document.view.focus = Pane::Operations;
    }
}

pub(crate) fn nothing_to_repeat(model: &Model) -> Option<String> {
    let is_none = model.last_change.is_none();
    no_record(model).or_else(|| model.when(is_none, "no operation changed yet"))
}

/// Repeats the last change of an operation in the marked records, else in the selected one.
pub(crate) fn repeat(model: &mut Model) {
    let edit = match model.last_change.clone() {
        Some(Ok(edit)) => edit,
        Some(Err(reason)) => return model.refused(format!("can't repeat the change: {reason}")),
        None => return,
    };
    if let Some(marked) = bulk::marked(model) {
        return bulk::now(model, Plan::Edit(edit), marked);
    }
    let (line, options) = (model.line(), model.document.read_options());
    let asked = EditTarget::of_line(&options, &line, model.document.selected, 0);
    match (edit.of(&asked), &edit) {
        (Ok(Some(new)), _) => replace_line(model, &new, edit.label()),
        (Err(refusal), _) => model.refused(left_unchanged(model, &refusal)),
        (Ok(None), Edit::Rename(name, _)) => model.refused(format!("the record has no {name}")),
        (Ok(None), Edit::Remove(names)) => {
            model.refused(format!("the record has no {}", names.join(", ")))
        }
        (Ok(None), _) => model.told("nothing to change"),
    }
}

pub(crate) fn no_time_stamp(model: &Model) -> Option<String> {
    let view = &model.document.view;
    let is_other = view.shape() != Some(Shape::DateTime);
    match view.editing {
        None => no_record(model),
        Some(_) => model.when(is_other, "only while typing a date and time"),
    }
}

/// Writes a time, in seconds since 1970, into the date being typed, else into the record's time stamp.
pub fn take_time(model: &mut Model, seconds: u64) {
    if no_time_stamp(model).is_some() || model.is_read_only() {
        return;
    }
    let text = timestamp::date_time(seconds);
    if let Some(typed) = model.document.view.text_mut() {
        typed.set_text(text);
        return assist::typed(model);
    }
    let message = format!("set ts {text}");
    put(model, &OperationText::new("ts", text), message)
}

/// Selects an operation; a double click on the selected one edits it, and a click on the row below adds one.
pub(crate) fn press(model: &mut Model, at: &Spot) -> Option<Id> {
    model.document.view.focus = Pane::Operations;
    let record = model.record();
    let inspector = Inspector::of(model, &record, at.layout.operations?.inner());
    let row = inspector.at(at.row)?;
    let is_last = row == record.operations().len();
    let before = std::mem::replace(&mut model.document.view.operations.cursor, row);
    (is_last || at.twice && before == row).then_some(Id::EditOperation)
}

/// Steps through the operations if not all of them fit into the pane.
pub(crate) fn wheel(model: &mut Model, at: &Spot, by: isize) {
    let count = model.operation_rows();
    let rows = at.layout.operations.map_or(0, |pane| pane.inner().height);
    if count > usize::from(rows) {
        let list = &mut model.document.view.operations;
        list.step(Step::Rows(by), count, 1);
    }
}

/// The maximum number of records that a game is followed back.
const BACK: usize = 300;

/// Updates the registers of the view: the comments, variation names and opening codes that earlier records of
/// the game set and that hold at the selected record.
pub(crate) fn refresh_registers(model: &mut Model) {
    let at = Some(model.document.place());
    if model.document.view.registers.at != at {
        let held = held(model);
        model.document.view.registers = HeldRegisters { at, held };
    }
}

fn held(model: &Model) -> Vec<(String, RegisterValue)> {
    let (suite, options) = (&model.document.suite, model.document.read_options());
    let selected = model.document.selected;
    if suite.line_count() == 0 {
        return Vec::new();
    }
    // The lines of the game up to here, last first.
    let mut lines = vec![suite.line(selected)];
    for line in (selected.saturating_sub(BACK)..selected).rev() {
        let before = suite.line(line);
        let next = lines.last().map(|next| Record::read(next, &options));
        if !next.is_some_and(|next| follows(&Record::read(&before, &options), &next)) {
            break;
        }
        lines.push(before);
    }
    if lines.len() == 1 {
        return Vec::new();
    }
    let mut registers = Registers::default();
    for (back, line) in lines.iter().enumerate().rev() {
        registers.apply(&Record::read(line, &options), selected - back);
    }
    let held = registers.held().into_iter();
    held.filter(|(_, held)| held.since != selected)
        .map(|(opcode, held)| (opcode, held.clone()))
        .collect()
}
