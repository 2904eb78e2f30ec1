//! The mouse in the folder view.

use crate::editor::command::Id;
use crate::editor::layout::{FolderColumns, Spot};
use crate::editor::model::Model;
use crate::editor::pages::folder;
use crate::editor::state::folder::Order;

/// Returns what the heading at the mouse sorts by.
fn heading(at: &Spot) -> Option<Order> {
    let (page, list) = (at.layout.page?, at.layout.page_list?);
    let inner = page.inner();
    let is_heading = at.row == inner.y && at.row < list.y;
    FolderColumns::of(inner)
        .heading_at(at.column)
        .filter(|_| is_heading)
}

/// Selects a suite; a double click opens it. A heading sorts, and sorts the other way where it did already.
pub(crate) fn press(model: &mut Model, at: &Spot) -> Option<Id> {
    if let Some(order) = heading(at) {
        let now = model.folder.as_ref().map(|folder| folder.order);
        if now == Some(order) {
            folder::reverse(model);
        } else {
            folder::sort_by(model, order);
        }
        return None;
    }
    let (list, count) = model.folder.as_mut()?.rows();
    list.put(at.row_of(at.layout.page_list)?, count)?;
    at.twice.then_some(Id::OpenSuite)
}
