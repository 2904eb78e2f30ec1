//! Operations carried from record to record: cut, copied, pasted; and the last change of one made
//! again elsewhere.

use crate::editor::command::Id;
use crate::editor::doc::change::edit_line;
use crate::editor::flows::bulk;
use crate::editor::jobs::in_words;
use crate::editor::model::Model;
use crate::editor::panes::operations::rows;
use crate::editor::state::jobs::bulk::plan::Plan;
use crate::editor::state::operation_clipboard::{Loose, OperationChange};
use crate::editor::state::view::Pane;
use crate::epd::Record;
use crate::epd::counted::{noun, thousands_of};
use crate::epd::edit::{self, Change};
use crate::suite::edit::{Assignment, Edit, Existing};

/// Returns the operations of a record, loose.
fn loose(record: &Record<'_>, at: usize) -> Option<Loose> {
    let operation = record.operations().get(at)?;
    Some(Loose {
        opcode: record.opcode(operation).into_owned(),
        operands: record.operands_span(operation).of(record.line()).to_vec(),
    })
}

/// Copies the operation under the cursor.
pub fn copy(model: &mut Model) {
    let taken = loose(&model.record(), model.document.view.operations.cursor);
    if let Some(taken) = taken {
        model.done(format!(
            "copied {} · {} pastes it in any record",
            taken.opcode,
            model.key(Id::PasteOperations)
        ));
        model.operation_clipboard = vec![taken];
    }
}

/// Copies all operations of the record.
pub(crate) fn copy_all(model: &mut Model) {
    let record = model.record();
    let all: Vec<Loose> = (0..record.operations().len())
        .filter_map(|at| loose(&record, at))
        .collect();
    let operations = thousands_of(all.len(), "operation", "operations");
    let said = format!(
        "copied {operations} · {} pastes {}",
        model.key(Id::PasteOperations),
        noun(all.len(), "it", "them")
    );
    model.operation_clipboard = all;
    model.done(said);
}

/// Copies the operation under the cursor and takes it out.
pub fn cut(model: &mut Model) {
    copy(model);
    rows::remove(model)
}

/// Returns why nothing can be pasted.
pub(crate) fn nothing_to_paste(model: &Model) -> Option<String> {
    rows::no_record(model).or_else(|| {
        let copy = || model.key(Id::CopyOperation);
        let words = || {
            format!(
                "no operation copied · {} copies the one under the cursor",
                copy()
            )
        };
        model.operation_clipboard.is_empty().then(words)
    })
}

/// Puts what was copied into the record; an operation that is there gets the operands copied.
pub fn paste(model: &mut Model) {
    let line = model.line();
    let record = model.read(&line);
    let copied = &model.operation_clipboard;
    let new = edit::set_in_order(&record, copied.iter().map(Loose::parts));
    let replaces = |loose: &Loose| record.operation(&loose.opcode).is_some();
    let replacing = match copied.iter().any(replaces) {
        true => ", replacing what was there",
        false => "",
    };
    let said = match copied.as_slice() {
        [one] => format!("pasted {}{replacing}", one.opcode),
        more => format!("pasted {} operations{replacing}", more.len()),
    };
    if let (Ok(new), Some(last)) = (&new, copied.last()) {
        let at = model.read(new).index_of(&last.opcode).unwrap_or_default();
        let view = &mut model.document.view;
        (view.focus, view.operations.cursor) = (Pane::Operations, at);
    }
    edit_line(model, new, said)
}

/// Sets an operation in the record: its operands where it is there, else a new one in its place.
pub(super) fn put(model: &mut Model, loose: Loose) {
    let line = model.line();
    let new = edit::set_in_order(&model.read(&line), [loose.parts()]);
    let text = String::from_utf8_lossy(&loose.operands).into_owned();
    let said = format!("set {} {text}", loose.opcode);
    rows::make(model, new, OperationChange::Set(loose), said)
}

/// Returns the change as an edit of many records.
fn of_many(change: &OperationChange) -> Result<Edit, String> {
    Ok(match change {
        OperationChange::Set(loose) => {
            let operands = std::str::from_utf8(&loose.operands)
                .map_err(|_| "its operands are not text: can't repeat it on many records")?;
            let assignment = Assignment::new(&loose.opcode, operands).map_err(in_words)?;
            Edit::Set(assignment.into(), Existing::Replace)
        }
        OperationChange::Removed(opcode) => Edit::Remove(vec![opcode.clone()]),
        OperationChange::Renamed { old, new } => Edit::Rename(old.clone(), new.clone()),
    })
}

/// Returns why the last change can't be made again here.
pub(crate) fn nothing_to_repeat(model: &Model) -> Option<String> {
    let none = model.last_change.is_none();
    rows::no_record(model).or_else(|| none.then(|| "no operation changed yet".into()))
}

/// Makes the last change of an operation again, in the marked records, else in the selected one.
pub fn repeat(model: &mut Model) {
    let Some(change) = model.last_change.clone() else {
        return;
    };
    if let Some(marked) = bulk::marked(model) {
        return match of_many(&change) {
            Ok(edit) => bulk::now(model, Plan::Edit(edit), marked),
            Err(reason) => model.refused(reason),
        };
    }
    let line = model.line();
    let record = model.read(&line);
    let index = |name: &String| record.index_of(name).ok_or_else(|| name.clone());
    let new = match &change {
        OperationChange::Set(loose) => Ok(edit::set_in_order(&record, [loose.parts()])),
        OperationChange::Removed(name) => {
            index(name).map(|at| edit::by_hand(&record, &[Change::Remove(at)]))
        }
        OperationChange::Renamed { old, new } if index(old).is_ok() && index(new).is_ok() => {
            return model.refused(format!(
                "the record already has {new}, and an opcode can occur only once"
            ));
        }
        OperationChange::Renamed { old, new } => {
            index(old).map(|at| edit::by_hand(&record, &[Change::Rename(at, new.as_bytes())]))
        }
    };
    match new {
        Ok(new) => edit_line(model, new, change.in_words()),
        Err(name) => model.refused(format!("the record has no {name}")),
    }
}
