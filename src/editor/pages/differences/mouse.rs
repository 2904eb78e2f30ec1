//! The mouse on the page of differences.

use crate::editor::command::Id;
use crate::editor::layout::Spot;
use crate::editor::model::Model;

/// Selects a difference; a double click goes to it.
pub(crate) fn press(model: &mut Model, at: &Spot) -> Option<Id> {
    let (list, count) = model.differences.as_mut()?.rows()?;
    list.put(at.row_of(at.layout.page_list)?, count)?;
    at.twice.then_some(Id::GoToDifference)
}
