//! Operations carried from record to record: cut, copied, pasted; and the last change of one made
//! again elsewhere.

use crate::editor::command::Id;
use crate::editor::doc::change::{left_unchanged, replace_line};
use crate::editor::flows::bulk;
use crate::editor::jobs::in_words;
use crate::editor::model::Model;
use crate::editor::panes::operations::rows;
use crate::editor::state::OperationText;
use crate::editor::state::jobs::bulk::Plan;
use crate::editor::state::view::Pane;
use crate::epd::counted::{noun, thousands_of};
use crate::suite::edit::{Asked, Assignment, Edit, Existing};

/// Copies the operation under the cursor.
pub fn copy(model: &mut Model) {
    let at = model.document.view.operations.cursor;
    let here = OperationText::all_of(&model.record()).into_iter().nth(at);
    take(model, here.into_iter().collect())
}

/// Copies all operations of the record.
pub(crate) fn copy_all(model: &mut Model) {
    let all = OperationText::all_of(&model.record());
    take(model, all)
}

fn take(model: &mut Model, copied: Vec<OperationText>) {
    let what = match copied.as_slice() {
        [one] => one.opcode.clone(),
        all => thousands_of(all.len(), "operation", "operations"),
    };
    let (key, them) = (
        model.key(Id::PasteOperations),
        noun(copied.len(), "it", "them"),
    );
    model.done(format!("copied {what} · {key} pastes {them} in any record"));
    model.operation_clipboard = copied;
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
    let copied = model.operation_clipboard.clone();
    let Some(last) = copied.last() else {
        return;
    };
    let record = model.record();
    let replaces = |loose: &OperationText| record.operation(&loose.opcode).is_some();
    let replacing = match copied.iter().any(replaces) {
        true => ", replacing what was there",
        false => "",
    };
    let said = match copied.as_slice() {
        [one] => format!("pasted {}{replacing}", one.opcode),
        more => format!("pasted {} operations{replacing}", more.len()),
    };
    if rows::set(model, &copied, Some(&last.opcode), said) {
        model.document.view.focus = Pane::Operations;
    }
}

/// Sets an operation in the record, which can be made again elsewhere.
pub(super) fn put(model: &mut Model, loose: &OperationText, said: String) {
    if rows::set(
        model,
        std::slice::from_ref(loose),
        Some(&loose.opcode),
        said,
    ) {
        remember(model, loose);
    }
}

/// Remembers that an operation was set, to set it elsewhere.
pub(crate) fn remember(model: &mut Model, OperationText { opcode, operands }: &OperationText) {
    let operands =
        std::str::from_utf8(operands).map_err(|_| "its operands are not text".to_owned());
    let assignment = operands.and_then(|text| Assignment::new(opcode, text).map_err(in_words));
    let edit = assignment.map(|assignment| Edit::Set(assignment.into(), Existing::Replace));
    model.last_change = Some(edit);
}

/// Returns why the last change can't be made again here.
pub(crate) fn nothing_to_repeat(model: &Model) -> Option<String> {
    let none = model.last_change.is_none();
    rows::no_record(model).or_else(|| none.then(|| "no operation changed yet".into()))
}

/// Makes the last change of an operation again, in the marked records, else in the selected one.
pub fn repeat(model: &mut Model) {
    let edit = match model.last_change.clone() {
        Some(Ok(edit)) => edit,
        Some(Err(reason)) => return model.refused(format!("can't repeat the change: {reason}")),
        None => return,
    };
    if let Some(marked) = bulk::marked(model) {
        return bulk::now(model, Plan::Edit(edit), marked);
    }
    let (line, options) = (model.line(), model.document.read_options());
    let asked = Asked::of_line(&options, &line, model.document.selected, 0);
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
