//! Sets of lines of the whole file that columns and the map show, as far as they are known.

use crate::editor::jobs::{self, Hand, Slot, Work, in_words};
use crate::editor::model::Model;
use crate::editor::state::columns::known::Searched;
use crate::suite::{Matches, Pattern, Snapshot, search_all};

/// Has the lines with the text searched for looked for, where they are not known.
pub(crate) fn settle(model: &mut Model) {
    let document = &mut model.document;
    let revision = document.suite.revision();
    let wanted = document.search.clone().map(|pattern| (revision, pattern));
    // While the file is read there is more to come: it would be looked through again and again.
    if wanted == document.searching || document.suite.loading().is_some() {
        return;
    }
    document.searching.clone_from(&wanted);
    match wanted {
        None => {
            document.searched = None;
            jobs::stop(model, Slot::Matches);
        }
        Some((_, pattern)) => {
            let snapshot = document.suite.snapshot();
            let search = Work::new(Slot::Matches, search(snapshot, pattern));
            let search = search.telling(|hand| {
                let put = |model: &mut Model, found| model.document.found_so_far = found;
                Some(jobs::lines_found(hand, put))
            });
            search.start(model, |model, found| {
                let document = &mut model.document;
                let searching = document.searching.clone();
                document.searched = searching.map(|(at, pattern)| Searched {
                    at,
                    pattern,
                    lines: found.lines,
                    occurrences: found.occurrences,
                });
            });
        }
    }
}

/// Looks for a text in the whole file, on another thread.
pub(crate) fn search(
    snapshot: Snapshot,
    pattern: Pattern,
) -> impl Fn(&Hand) -> Result<Matches, String> + Send + Sync {
    move |hand| search_all(&snapshot, &pattern, &hand.job, &hand.found).map_err(in_words)
}
