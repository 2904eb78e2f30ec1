//! The mouse in the problems' pane.

use crate::editor::command::Id;
use crate::editor::layout::Spot;
use crate::editor::model::Model;
use crate::editor::panes::problems::{at_row, shown};
use crate::editor::state::view::Pane;
use crate::editor::widgets::geometry::Rect;
use crate::editor::widgets::list::Step;

/// Selects a problem; a double click on the selected one fixes it.
pub(crate) fn press(model: &mut Model, at: &Spot) -> Option<Id> {
    model.document.view.focus = Pane::Problems;
    let found = at.layout.problems.map(Rect::inner).and_then(|area| {
        let row = at.row_of(Some(area))?;
        at_row(model, area, row)
    })?;
    let before = std::mem::replace(&mut model.document.view.problems.cursor, found);
    (at.twice && before == found).then_some(Id::Fix)
}

/// Goes from problem to problem, where not all of them are seen at once.
pub(crate) fn wheel(model: &mut Model, at: &Spot, by: isize) {
    let (count, all_shown) = {
        let record = model.record();
        let area = at.layout.problems.map(Rect::inner).unwrap_or_default();
        let count = record.diagnostics().len();
        (count, shown(model, &record, area).len() == count)
    };
    if all_shown {
        return;
    }
    let list = &mut model.document.view.problems;
    list.step(Step::Rows(by), count, 1);
}
