//! The mouse in the operations' pane.

use crate::editor::command::Id;
use crate::editor::layout::{Inspector, Spot};
use crate::editor::model::Model;
use crate::editor::state::view::Pane;
use crate::editor::widgets::list::Step;

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
