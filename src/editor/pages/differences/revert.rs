//! Taking a difference back: a line as it is there, or one part of a record.

use super::chosen;
use super::part::{Made, parts_of};
use crate::editor::doc::change::{self, around, said_with_undo};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::state::differences::{Against, Found, Row};
use crate::editor::widgets::glyph;
use crate::epd::{Record, counted};
use crate::suite::{Grouping, LineChange, text_of};
use std::sync::Arc;

/// Returns what can be taken back: the row, what it is compared with, and all that was found. Where there is
/// nothing, that is said.
fn to_revert(model: &mut Model) -> Option<(Row, Against, Arc<Found>)> {
    let page = model.differences.as_ref()?;
    let (Some((row, against)), Some(found)) = (chosen(model), page.found.clone()) else {
        model.refused("no difference to revert");
        return None;
    };
    if let Row::Identical { .. } = row {
        model.refused("both files have this record: nothing to revert");
        return None;
    }
    if found.here().revision() != model.document.suite.revision() {
        model.refused("comparing again");
        return None;
    }
    Some((row, against, found))
}

/// Makes the line as it is there. Of a record with several changes it is asked which one.
pub(crate) fn revert(model: &mut Model) {
    let Some((row, _, found)) = to_revert(model) else {
        return;
    };
    let parts = match row {
        Row::Changed { here, there } => {
            let (ours, theirs) = (found.here().line(here), found.there().line(there));
            let read = |line| Record::read(line, found.here().read_options());
            parts_of(&read(&ours), &read(&theirs))
        }
        _ => Vec::new(),
    };
    if parts.len() < 2 {
        return revert_line(model);
    }
    let count = counted::thousands_of(parts.len(), "change", "changes");
    let whole = |model: &mut Model| {
        overlay::close_all(model);
        revert_line(model);
    };
    let mut items = vec![MenuItem::new(Some('r'), "the whole line", &count, whole)];
    let digits = ('1'..='9').map(Some).chain(std::iter::repeat(None));
    for (digit, (does, line)) in digits.zip(parts) {
        let said = does.clone();
        items.push(MenuItem::new(digit, does, "", move |model| {
            overlay::close_all(model);
            revert_part(model, &line, &said);
        }));
    }
    overlay::open(model, Menu::new("Revert", items))
}

/// Makes one part of the record as it is there.
fn revert_part(model: &mut Model, line: &Made, does: &str) {
    let Some((Row::Changed { here, there }, _, found)) = to_revert(model) else {
        return;
    };
    let line = match line {
        Ok(line) => line,
        Err(refusal) => {
            let why = change::left_unchanged(model, refusal);
            model.refused(why);
            return;
        }
    };
    // The last part of all: the line itself comes back, which nobody has written.
    if text_of(line) == text_of(&found.there().line(there)) {
        return revert_line(model);
    }
    let said = format!("reverted in line {}: {does}", here + 1);
    let label = said.clone();
    around(model, here..here + 1, here..here + 1, |model| {
        let suite = &mut model.document.suite;
        suite.replace_line(here, line, Grouping::Step, label);
    });
    model.reselect(here);
    said_with_undo(model, &said);
}

fn revert_line(model: &mut Model) {
    let Some((row, against, found)) = to_revert(model) else {
        return;
    };
    let is_saved = against == Against::Saved;
    let one = |line: usize| line..line + 1;
    // The lines before and after.
    let (before, after) = match row {
        Row::OnlyHere { here } => (one(here), here..here),
        Row::OnlyThere { at, .. } => (at..at, one(at)),
        Row::Changed { here, .. } | Row::Identical { here, .. } => (one(here), one(here)),
        Row::Moved { here, at, .. } => {
            let all = here.min(at)..at.max(here + 1);
            (all.clone(), all)
        }
    };
    let line = match row {
        Row::Moved { here, at, .. } => at - usize::from(at > here),
        _ => before.start,
    };
    let number = before.start + 1;
    let said = match (row, &against) {
        (Row::OnlyHere { .. }, _) => format!("removed line {number}"),
        (Row::Moved { here, .. }, _) => format!("moved line {} back to {}", here + 1, line + 1),
        (Row::OnlyThere { .. }, Against::Saved) => format!("restored line {number}"),
        (_, Against::Saved) => format!("reverted line {number} to its saved text"),
        (_, Against::Disk) => format!("line {number} now matches the file on disk"),
        (_, Against::File { name, .. }) => {
            let name = glyph::safe(name.as_bytes());
            format!("line {number} now matches {name}")
        }
    };
    let text = |there: usize| text_of(&found.there().line(there)).to_vec();
    let label = said.clone();
    let mut done = false;
    around(model, before, after, |model| {
        let suite = &mut model.document.suite;
        let change = match row {
            // There is nothing to revert, which was said.
            Row::Identical { .. } => return,
            Row::Changed { here, there } if !is_saved => {
                done = suite.replace_line(here, &text(there), Grouping::Step, label);
                return;
            }
            Row::OnlyThere { there, at } if !is_saved => {
                done = suite.insert_lines(at, &[text(there)], label);
                return;
            }
            Row::OnlyHere { here: line } => LineChange::New { line },
            Row::Changed {
                here: line,
                there: held,
            } => LineChange::Edited { line, held },
            Row::OnlyThere { there: held, at } => LineChange::Removed { held, at },
            Row::Moved {
                here: line,
                there: held,
                at,
            } => LineChange::Moved { line, held, at },
        };
        done = suite.restore(change, label);
    });
    if !done {
        model.refused("the line is no longer what was compared · compare again");
        return;
    }
    model.reselect(line);
    said_with_undo(model, &said);
}
