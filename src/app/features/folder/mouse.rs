//! The mouse in the folder view.

use crate::app::command::Id;
use crate::app::layout::Spot;
use crate::app::model::Model;

/// Selects a suite; a double click opens it.
pub(crate) fn press(model: &mut Model, at: &Spot) -> Option<Id> {
    let (list, count) = model.folder.as_mut()?.rows();
    list.put(at.row_of(at.layout.page_list)?, count)?;
    at.twice.then_some(Id::OpenSuite)
}
