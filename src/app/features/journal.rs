//! Unsaved edits that survive a kill: when a journal of them is to be written, and what is offered
//! where one was left behind. The journal itself is `suite`'s; `sys` keeps it.

use crate::app::command::Id;
use crate::app::effect::Effect;
use crate::app::features::{change, jobs, scan};
use crate::app::glyph;
use crate::app::model::Model;
use crate::app::overlay::{self, Closed, Menu, MenuItem, Pager, PagerLine};
use crate::app::state::document::{Document, DocumentId};
use crate::app::state::jobs::{Slot, Work};
use crate::app::state::journal::{FoundJournal, JournalState};
use crate::epd::counted::noun;
use crate::suite::journal::JournalChanges;
use crate::suite::{BulkChange, Suite, text_of};
use std::path::PathBuf;
use std::time::Duration;

/// Lines shown at most of what was found.
const LOOKED_AT: usize = 500;

/// After every message: asks where something was found, and has what changed written or removed.
pub(crate) fn settle(model: &mut Model) -> Vec<Effect> {
    if model.read_only {
        return Vec::new();
    }
    let mut effects: Vec<Effect> = model.documents_mut().filter_map(settle_one).collect();
    effects.extend(ask(model));
    effects
}

fn settle_one(document: &mut Document) -> Option<Effect> {
    let (state, suite) = (&mut document.journal, &document.suite);
    if state.off {
        return None;
    }
    if !state.looked {
        state.looked = true;
        return Some(Effect::FindJournal {
            document: document.id,
            file: suite.journalled_as(),
        });
    }
    if state.found.is_some() || suite.loading().is_some() {
        return None;
    }
    let now = (suite.revision(), suite.is_modified());
    let same = state
        .last
        .as_ref()
        .is_some_and(|(revision, modified, path)| {
            (*revision, *modified) == now && path.as_deref() == suite.path()
        });
    if same && !state.outdated {
        return None;
    }
    let was_modified = state
        .last
        .as_ref()
        .is_some_and(|(_, modified, _)| *modified);
    state.outdated = false;
    state.last = Some((now.0, now.1, suite.path().map(PathBuf::from)));
    match suite.unsaved() {
        Some(unsaved) => Some(Effect::WriteJournal {
            document: document.id,
            unsaved,
        }),
        None => was_modified.then_some(Effect::DropJournal(document.id)),
    }
}

/// A journal was found.
pub(crate) fn found(model: &mut Model, id: DocumentId, found: FoundJournal) -> Vec<Effect> {
    match model.document_mut(id) {
        Some(document) if !document.suite.is_modified() => {
            document.journal.found = Some(found);
            Vec::new()
        }
        // Edited or closed meanwhile: what was found stays where it is, for another start.
        _ => vec![Effect::LeaveJournal(id)],
    }
}

/// Asks about what was found for the file shown, as soon as nothing is in the way.
fn ask(model: &mut Model) -> Vec<Effect> {
    let document = &model.document;
    let Some(found) = document.journal.found.clone() else {
        return Vec::new();
    };
    if document.suite.is_modified() {
        // Edited before the answer: what was found stays where it is, for another start.
        return later(model);
    }
    let in_the_way = !model.overlays.is_empty() || model.document.view.editing.is_some();
    if document.journal.asked || in_the_way || document.suite.loading().is_some() {
        return Vec::new();
    }
    let menu = question(model, document, &found);
    model.document.journal.asked = true;
    overlay::open(model, menu)
}

/// Whether the edits can be made again on what is open.
fn fits(document: &Document, found: &FoundJournal) -> bool {
    let is_same = document.suite.path().is_some() || document.is_built_in;
    is_same && found.journal.fits(&document.suite)
}

fn question(model: &Model, document: &Document, found: &FoundJournal) -> Menu {
    let name = glyph::safe(document.suite.name().as_bytes());
    let fits = fits(document, found);
    let what = what(document, found);
    let when = found.age.map(ago).unwrap_or_default();
    let mut about = vec![
        format!("{name} had unsaved changes when the editor ended{when}."),
        what,
    ];
    if !fits && document.suite.path().is_some() {
        about.push("The file has changed since, and the edits no longer fit.".into());
    } else if !fits {
        about.push("The open file holds other records.".into());
    }
    let misfit = (!fits).then(|| "the file has changed since".to_owned());
    let mut items = vec![
        MenuItem::new(
            Some('r'),
            "recover",
            "restore the edits; undo reverts them",
            recover,
        )
        .disabled(misfit),
        MenuItem::new(Some('l'), "look", "show the lines, then decide", look).staying(),
    ];
    if !fits {
        items.push(MenuItem::new(
            Some('o'),
            "open as a suite",
            "the lines alone, to save or copy from",
            open,
        ));
    }
    items.push(
        MenuItem::new(
            Some('d'),
            "discard …",
            "discard the edits for good",
            ask_discard,
        )
        .staying(),
    );
    items.push(MenuItem::back(
        None,
        "later",
        format!("{} · ask again next time", model.key(Id::Close)),
    ));
    Menu::question("Found unsaved changes", about, items)
        .at(usize::from(!fits))
        .left(leave)
}

/// How much was found, in a sentence.
fn what(document: &Document, found: &FoundJournal) -> String {
    match (fits(document, found), found.journal.changed_lines()) {
        (true, _) => capitalized(&said(found, &document.suite)),
        (_, 0) => "Lines were removed or moved.".to_owned(),
        (_, 1) => "1 line was edited or added.".to_owned(),
        (_, n) => format!("{n} lines were edited or added."),
    }
}

/// What the edits do to the lines, as `1 line added, 2 removed`.
fn said(found: &FoundJournal, suite: &Suite) -> String {
    let changes = found.journal.changes(suite.line_count());
    let mut said = String::new();
    for (count, what) in [
        (changes.edited.len(), "edited"),
        (changes.added, "added"),
        (changes.removed.len(), "removed"),
    ] {
        match (count, said.is_empty()) {
            (0, _) => {}
            (_, true) => said = format!("{count} {} {what}", noun(count, "line", "lines")),
            (_, false) => said = format!("{said}, {count} {what}"),
        }
    }
    match said.is_empty() {
        true => "lines moved".to_owned(),
        false => said,
    }
}

/// A sentence of its own.
fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_ascii_uppercase());
    let sentence: String = first.into_iter().chain(chars).collect();
    format!("{sentence}.")
}

/// How long ago, in words.
fn ago(age: Duration) -> String {
    let minutes = age.as_secs() / 60;
    let (count, unit) = match minutes {
        0 => return " less than a minute ago".into(),
        1..60 => (minutes, "minute"),
        60..2880 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    format!(" {count} {unit}{} ago", noun(count, "", "s"))
}

/// Shows the lines of what was found; the question stays below.
fn look(model: &mut Model) -> Vec<Effect> {
    let Some(found) = &model.document.journal.found else {
        return Vec::new();
    };
    let suite = &model.document.suite;
    let fits = fits(&model.document, found);
    // Long lines go on below: what changed may stand at their end.
    let columns = usize::from(model.cols).saturating_sub(12).min(90);
    let rows = |text: &[u8]| -> Vec<String> {
        let text = text_of(text);
        let rows = glyph::wrap(text, columns).into_iter();
        rows.map(|row| glyph::safe(row.of(text))).collect()
    };
    let changes = match fits {
        true => found.journal.changes(suite.line_count()),
        false => JournalChanges::default(),
    };
    let mut lines = Vec::new();
    let mut removed = changes.removed.iter().take(LOOKED_AT).peekable();
    let mut remove = |lines: &mut Vec<PagerLine>, before: usize| {
        while let Some(line) = removed.next_if(|line| *line < before) {
            lines.push(PagerLine::Heading(format!("line {}, removed", line + 1)));
            let text = suite.line(line);
            lines.extend(rows(&text).into_iter().map(PagerLine::Removed));
        }
    };
    // Of copies only the first is what became of the line.
    let mut last = None;
    for (origin, text) in found.journal.texts(LOOKED_AT) {
        let edited = |line: &usize| changes.edited.contains(*line) && last != Some(*line);
        match origin.filter(edited) {
            Some(line) => {
                last = Some(line);
                remove(&mut lines, line);
                lines.push(PagerLine::Heading(format!("line {}", line + 1)));
                let before = suite.line(line);
                lines.extend(rows(&before).into_iter().map(PagerLine::Removed));
            }
            None if fits => lines.push(PagerLine::Heading("a new line".into())),
            None => lines.push(PagerLine::Heading("a line".into())),
        }
        lines.extend(rows(text).into_iter().map(PagerLine::Added));
    }
    remove(&mut lines, usize::MAX);
    let all = found.journal.changed_lines().max(changes.removed.len());
    if lines.is_empty() {
        let only = if fits { "moved" } else { "removed or moved" };
        lines.push(PagerLine::Text(format!(
            "no line was edited: lines were only {only}"
        )));
    } else if all > LOOKED_AT {
        lines.push(PagerLine::Text(format!("… the first {LOOKED_AT} of {all}")));
    }
    let title = format!("Unsaved changes · {} goes back", model.key(Id::Close));
    overlay::open(model, Pager::new(title, lines))
}

/// Makes the edits again: they are worked out on a thread.
fn recover(model: &mut Model) -> Vec<Effect> {
    let document = &model.document;
    let Some(found) = &document.journal.found else {
        return Vec::new();
    };
    match document.suite.recovery(&found.journal) {
        Ok(recovery) => {
            model.done("recovering …");
            let ticket = model.ticket();
            let work = Work::Recover(recovery);
            vec![jobs::ask(model, ticket, Slot::Recover, work)]
        }
        Err(error) => {
            model.failed(format!("could not recover: {error}"));
            model.document.journal.asked = false;
            Vec::new()
        }
    }
}

/// The edits are worked out.
pub(crate) fn recovered(
    model: &mut Model,
    document: DocumentId,
    change: Result<BulkChange, String>,
) -> Vec<Effect> {
    if model.document.id != document {
        // Asked again when the file is shown again.
        if let Some(document) = model.document_mut(document) {
            document.journal.asked = false;
        }
        return Vec::new();
    }
    let found = model.document.journal.found.as_ref();
    let what = found.map_or_else(String::new, |found| said(found, &model.document.suite));
    let applied = change.and_then(|change| {
        let applied = model.document.suite.apply(change);
        applied.map_err(|error| error.to_string())
    });
    match applied {
        Ok(_) => {
            model.document.journal.found = None;
            model.reselect(model.document.selected);
            change::said_with_undo(model, &format!("recovered: {what}"));
            vec![Effect::AdoptJournal(document), scan::start(model)]
        }
        Err(reason) => {
            model.failed(glyph::safe(
                format!("could not recover: {reason}").as_bytes(),
            ));
            model.document.journal.asked = false;
            Vec::new()
        }
    }
}

/// Opens the lines of what was found as a suite of their own; the journal stays, to be decided on
/// another time.
fn open(model: &mut Model) -> Vec<Effect> {
    let Some(found) = model.document.journal.found.clone() else {
        return Vec::new();
    };
    let mut bytes = Vec::new();
    for (_, text) in found.journal.texts(usize::MAX) {
        bytes.extend_from_slice(text_of(text));
        bytes.push(b'\n');
    }
    let mut effects = later(model);
    let name = format!("recovered-{}", model.document.suite.name());
    let mut document = Document::new(Suite::from_bytes(&name, bytes));
    document.journal = JournalState::off();
    effects.extend(model.add_document(document));
    let save = model.key_name(Id::Save);
    model.done(format!("the unsaved lines · {save} saves them to a file"));
    effects
}

/// Asks once more: nothing brings the edits back. The same key or Enter pressed twice discards nothing.
fn ask_discard(model: &mut Model) -> Vec<Effect> {
    let Some(found) = &model.document.journal.found else {
        return Vec::new();
    };
    let about = vec![
        what(&model.document, found),
        "Discarding the edits can't be undone.".to_owned(),
    ];
    let keep = format!("{} · goes back", model.key(Id::Close));
    let items = vec![
        MenuItem::back(Some('k'), "keep", keep),
        MenuItem::new(
            Some('y'),
            "yes, discard",
            "the unsaved changes are lost",
            discard,
        ),
    ];
    let menu = Menu::question("Discard the unsaved changes?", about, items);
    overlay::open(model, menu)
}

/// The edits are not wanted any more: both questions are answered.
fn discard(model: &mut Model) -> Vec<Effect> {
    model.overlays.pop();
    if model.document.journal.found.take().is_none() {
        return Vec::new();
    }
    model.done("discarded the unsaved changes");
    vec![Effect::DropJournal(model.document.id)]
}

/// The question was left.
fn leave(model: &mut Model, how: Closed) -> Vec<Effect> {
    if how == Closed::Overtaken {
        return Vec::new();
    }
    model.done("kept the unsaved changes · opening the file offers them again");
    later(model)
}

/// What was found stays for another start.
fn later(model: &mut Model) -> Vec<Effect> {
    let journal = &mut model.document.journal;
    if journal.found.take().is_none() {
        return Vec::new();
    }
    vec![Effect::LeaveJournal(model.document.id)]
}

/// Something is wrong with a journal.
pub(crate) fn trouble(model: &mut Model, reason: &str) {
    model.failed(glyph::safe(reason.as_bytes()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_said_in_the_unit_that_suits_them() {
        let said = |seconds| ago(Duration::from_secs(seconds));
        assert_eq!(said(59), " less than a minute ago");
        assert_eq!(said(60), " 1 minute ago");
        assert_eq!(said(3 * 3600), " 3 hours ago");
        assert_eq!(said(47 * 3600), " 47 hours ago");
        assert_eq!(said(48 * 3600), " 2 days ago");
    }
}
