//! Taking a difference back: a line as it is there, or one part of a record.

use super::chosen;
use super::part::{self, Part};
use crate::editor::doc::change;
use crate::editor::doc::change::{around, said_with_undo};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::state::differences::Against;
use crate::editor::state::jobs::differ::{Found, Row};
use crate::editor::widgets::glyph;
use crate::epd::Record;
use crate::epd::counted;
use crate::suite::{Grouping, LineChange, Suite, text_of};
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
        Row::Changed { here, there } => parts(&found, here, there),
        _ => Vec::new(),
    };
    if parts.len() < 2 {
        return revert_line(model);
    }
    let count = counted::thousands_of(parts.len(), "change", "changes");
    let mut items = vec![MenuItem::new(
        Some('r'),
        "the whole line",
        &count,
        |model: &mut Model| {
            overlay::close_all(model);
            revert_line(model);
        },
    )];
    for (digit, (does, part)) in ('1'..='9')
        .map(Some)
        .chain(std::iter::repeat(None))
        .zip(parts)
    {
        let said = does.clone();
        items.push(MenuItem::new(digit, does, "", move |model| {
            overlay::close_all(model);
            revert_part(model, &part, &said);
        }));
    }
    overlay::open(model, Menu::new("Revert", items))
}

fn parts(found: &Found, here: usize, there: usize) -> Vec<(String, Part)> {
    let (ours, theirs) = (found.here().line(here), found.there().line(there));
    let options = found.here().read_options();
    part::parts_of(
        &Record::read(&ours, options),
        &Record::read(&theirs, options),
    )
}

/// Makes one part of the record as it is there.
fn revert_part(model: &mut Model, part: &Part, does: &str) {
    let Some((Row::Changed { here, there }, _, found)) = to_revert(model) else {
        return;
    };
    let (ours, theirs) = (found.here().line(here), found.there().line(there));
    let options = found.here().read_options();
    let (ours, theirs) = (Record::read(&ours, options), Record::read(&theirs, options));
    let line = match part::line_with(&ours, &theirs, part) {
        Ok(line) => line,
        Err(refusal) => {
            let why = change::left_unchanged(model, &refusal);
            model.refused(why);
            return;
        }
    };
    // The last part of all: the line itself comes back, which nobody has written.
    if text_of(&line) == text_of(theirs.line()) {
        return revert_line(model);
    }
    let said = format!("reverted in line {}: {does}", here + 1);
    let label = said.clone();
    around(model, here..here + 1, here..here + 1, |model| {
        let suite = &mut model.document.suite;
        suite.replace_line(here, &line, Grouping::Step, label);
    });
    model.reselect(here);
    said_with_undo(model, &said);
}

/// A change of the suite under a label; `false` where it can't be made.
type Revert = Box<dyn FnOnce(&mut Suite, String) -> bool>;

fn revert_line(model: &mut Model) {
    let Some((row, against, found)) = to_revert(model) else {
        return;
    };
    let is_saved = against == Against::Saved;
    let matches = |line: usize| match &against {
        Against::File { name, .. } => {
            let name = glyph::safe(name.as_bytes());
            format!("line {} now matches {name}", line + 1)
        }
        _ => format!("line {} now matches the file on disk", line + 1),
    };
    let text = |there: usize| text_of(&found.there().line(there)).to_vec();
    let restore = |change| -> Revert { Box::new(move |suite, label| suite.restore(change, label)) };
    let one = |line: usize| line..line + 1;
    // The lines before and after, what is said, and the change.
    let (before, after, said, revert): (_, _, _, Revert) = match row {
        // There is nothing to revert, which was said.
        Row::Identical { .. } => return,
        Row::OnlyHere { here } => {
            let said = format!("removed line {}", here + 1);
            let delete = move |suite: &mut Suite, label| suite.delete_lines(one(here), label);
            (one(here), here..here, said, Box::new(delete))
        }
        Row::Changed { here, there } if is_saved => {
            let (line, held) = (here, there);
            let said = format!("reverted line {} to its saved text", line + 1);
            let revert = restore(LineChange::Edited { line, held });
            (one(line), one(line), said, revert)
        }
        Row::Changed { here, there } => {
            let text = text(there);
            let replace = move |suite: &mut Suite, label| {
                suite.replace_line(here, &text, Grouping::Step, label)
            };
            (one(here), one(here), matches(here), Box::new(replace))
        }
        Row::OnlyThere { there, at } if is_saved => {
            let said = format!("restored line {}", at + 1);
            let revert = restore(LineChange::Removed { held: there, at });
            (at..at, one(at), said, revert)
        }
        Row::OnlyThere { there, at } => {
            let text = [text(there)];
            let insert = move |suite: &mut Suite, label| suite.insert_lines(at, &text, label);
            (at..at, one(at), matches(at), Box::new(insert))
        }
        Row::Moved { here, there, at } => {
            let (line, held) = (here, there);
            let all = line.min(at)..at.max(line + 1);
            let to = at + usize::from(at <= line);
            let said = format!("moved line {} back to {to}", line + 1);
            let revert = restore(LineChange::Moved { line, held, at });
            (all.clone(), all, said, revert)
        }
    };
    let line = match row {
        Row::Moved { here, at, .. } => at - usize::from(at > here),
        _ => before.start,
    };
    let label = said.clone();
    let mut done = false;
    around(model, before, after, |model| {
        done = revert(&mut model.document.suite, label);
    });
    if !done {
        model.refused("the line is no longer what was compared · compare again");
        return;
    }
    model.reselect(line);
    said_with_undo(model, &said);
}
