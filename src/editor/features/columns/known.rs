//! Sets of lines of the whole file that columns and the map show, as far as they are known.

use crate::editor::effect::Effect;
use crate::editor::features::jobs;
use crate::editor::model::Model;
use crate::editor::state::columns::known::Searched;
use crate::editor::state::jobs::{Slot, Work};
use crate::suite::LineSet;

/// Has the lines with the text searched for looked for, where they are not known.
pub(crate) fn settle(model: &mut Model) -> Vec<Effect> {
    let document = &mut model.document;
    let revision = document.suite.revision();
    let wanted = document.search.clone().map(|pattern| (revision, pattern));
    // While the file is read there is more to come: it would be looked through again and again.
    if wanted == document.searching || document.suite.loading().is_some() {
        return Vec::new();
    }
    document.searching.clone_from(&wanted);
    match wanted {
        None => {
            document.searched = None;
            jobs::stop(model, Slot::Matches).into_iter().collect()
        }
        Some((_, pattern)) => {
            let snapshot = document.suite.snapshot();
            let work = Work::Search { snapshot, pattern };
            vec![jobs::start(model, Slot::Matches, work)]
        }
    }
}

/// They are known.
pub(crate) fn searched(model: &mut Model, lines: LineSet, occurrences: usize) {
    let document = &mut model.document;
    document.searched = document.searching.clone().map(|(at, pattern)| Searched {
        at,
        pattern,
        lines,
        occurrences,
    });
}
