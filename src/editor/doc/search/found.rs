//! Sets of lines of the whole file that columns and the map show, as far as they are known.

use crate::editor::jobs::{self, Hand, Slot, Work, in_words};
use crate::editor::model::Model;
use crate::editor::state::columns::known::Searched;
use crate::suite::{Matches, Pattern, Snapshot, search_all};

/// Has the lines with the text searched for looked for, where they are not known.
pub(crate) fn settle(model: &mut Model) {
    let document = &mut model.document;
    let (at, wanted) = (document.suite.revision(), document.search.as_ref());
    let known = document.searched.as_ref();
    let is_same = known.map(|known| (known.at, &known.pattern)) == wanted.map(|text| (at, text));
    // While the file is read there is more to come: it would be looked through again and again.
    if is_same || document.suite.loading().is_some() {
        return;
    }
    document.searched = wanted.cloned().map(|pattern| Searched {
        at,
        pattern,
        found: None,
    });
    let Some(pattern) = document.search.clone() else {
        jobs::stop(model, Slot::Matches);
        return;
    };
    let snapshot = document.suite.snapshot();
    let search = Work::new(Slot::Matches, search(snapshot, pattern));
    search.start(model, |model, found| {
        if let Some(searched) = &mut model.document.searched {
            searched.found = Some(found);
        }
    });
}

/// Looks for a text in the whole file, on another thread.
pub(crate) fn search(
    snapshot: Snapshot,
    pattern: Pattern,
) -> impl Fn(&Hand) -> Result<Matches, String> + Send + Sync {
    move |hand| search_all(&snapshot, &pattern, &hand.job, &hand.found).map_err(in_words)
}
