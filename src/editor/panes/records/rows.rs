//! What the suite list shows: all lines, or those of a filter. Rows are counted in the list, lines in
//! the file; everything that moves in the list goes from the one to the other here.

use crate::editor::doc::navigate::jump_list;
use crate::editor::doc::{filter, marks};
use crate::editor::model::Model;
use crate::editor::panes::records::columns::sort;
use crate::suite::differing;

/// Brings what is kept by line numbers up to date with the file: to be called after every message.
pub(crate) fn settle(model: &mut Model) {
    filter::settle(model);
    sort::settle(model);
    let now = model.document.suite.snapshot();
    let selected = model.document.selected;
    let before = model.document.settled.replace((now.clone(), selected));
    let document = &model.document;
    if document.filter.is_some() && !document.shows(selected) && selected < now.line_count() {
        let changed = before
            .as_ref()
            .filter(|(before, _)| before.revision() != now.revision())
            .map(|(before, _)| differing(before, &now).1);
        match changed {
            // The line went; what took its place is not what was asked for.
            Some(lines) if !lines.contains(&selected) => {
                let nearest = document.nearest(selected);
                model.select(nearest);
            }
            // Nothing is shown, and nothing was gone to.
            None if before
                .as_ref()
                .is_some_and(|(_, before)| *before == selected) => {}
            _ => {
                filter::reveal(model, selected);
                sort::settle(model);
            }
        }
    }
    if let Some((before, line)) = &before {
        let changed = (before.revision() != now.revision()).then(|| differing(before, &now));
        if let Some((gone, come)) = &changed
            && gone == come
        {
            filter::tell_strays(model, before, come.clone());
        }
        jump_list::settle(model, *line, changed);
    }
    marks::settle(model);
    if let Some((_, selected)) = &mut model.document.settled {
        *selected = model.document.selected;
    }
    filter::run_again_when_read(model);
}
