//! Differences: between the editor and the file as it was read or saved last, and between two open
//! files, record by record. They are worked out on a thread; what a row shows is made when it is
//! drawn.
//!
//! What is shown of a difference in a few words.

pub mod commands;
pub(crate) mod draw;
mod part;
mod revert;

use crate::editor::command::Id;
use crate::editor::doc::{self, no_file};
use crate::editor::flows::open;
use crate::editor::jobs::{self, Slot, Work};
use crate::editor::model::Model;
use crate::editor::state::differences::{Against, Differences, Found, Made, Row};
use crate::editor::state::document::DocumentId;
use crate::editor::state::view::Page;
use crate::editor::widgets::glyph;
use crate::epd::counted::thousands_of;
use crate::epd::{LineKind, Record};
use crate::suite::{Job, Suite, operation_differences};
pub(crate) use revert::revert;
use std::sync::Arc;

/// Compares with another open file.
pub(crate) fn with(model: &mut Model, id: DocumentId) {
    let name = model
        .document_of(id)
        .map(|other| other.suite.name().to_owned());
    if let Some(name) = name {
        show(model, Against::File { id, name })
    }
}

/// Lists the records that both files have behind the differences, or hides them again; in the panes it
/// compares with another open file first.
pub(crate) fn toggle_identical(model: &mut Model) {
    match &mut model.differences {
        Some(page) if model.page == Page::Differences => {
            page.shows_identical = !page.shows_identical;
            goes_to_identical(model)
        }
        _ => list_identical(model),
    }
}

/// Compares with another open file and lists the records that both have.
pub(crate) fn list_identical(model: &mut Model) {
    open::choose_other(model, "Records in both, with", |model, id| {
        with(model, id);
        if let Some(page) = &mut model.differences {
            page.shows_identical = true;
        }
    })
}

/// Goes to the first record that both files have, once it is found; where they were hidden, says so.
fn goes_to_identical(model: &mut Model) {
    let Some((page, found)) =
        (model.differences.as_mut()).and_then(|page| page.found.clone().map(|found| (page, found)))
    else {
        return;
    };
    // The first of them is what was asked for; hidden, the cursor is on the last difference.
    let (first, count) = (found.len(), found.identical());
    page.list.cursor = match page.shows_identical && count > 0 {
        true => first,
        false => page.list.cursor.min(first.saturating_sub(1)),
    };
    let records = thousands_of(count, "identical record", "identical records");
    let said = match (page.shows_identical, count) {
        (true, 0) => {
            "no record is the same in both files · positions in both with other operations are above"
                .to_owned()
        }
        (true, _) => format!("{records} in both files, after the differences"),
        (false, _) => format!("{records} hidden"),
    };
    model.done(said);
}

/// Returns why records that are in both files can't be listed.
pub(crate) fn no_identical(model: &Model) -> Option<String> {
    let page = model.differences.as_ref();
    match page.filter(|_| model.page == Page::Differences) {
        Some(page) if page.against == Against::Saved => {
            Some("only unsaved changes are shown here".into())
        }
        Some(_) => None,
        None => doc::no_other(model),
    }
}

/// Compares the file shown with something.
pub(crate) fn show(model: &mut Model, against: Against) {
    let document = model.document.id;
    let same = |old: &Differences| old.document == document && old.against == against;
    let old = model.differences.take().filter(same);
    let list = old.map(|old| old.list).unwrap_or_default();
    model.page = Page::Differences;
    model.differences = Some(Differences {
        document,
        made: made(model, &against),
        against,
        found: None,
        list,
        shows_identical: false,
    });
    start(model)
}

fn made(model: &Model, against: &Against) -> Made {
    let suite = &model.document.suite;
    let other = match against {
        Against::Saved | Against::Disk => None,
        Against::File { id, .. } => model.document_of(*id).map(|other| other.suite.revision()),
    };
    (suite.revision(), suite.is_modified(), other)
}

type Compare = dyn Fn(&Job) -> Result<Found, String> + Send + Sync;

/// Has the comparison worked out.
fn start(model: &mut Model) {
    let Some(page) = &model.differences else {
        return;
    };
    let suite = &model.document.suite;
    let is_read = |suite: &&Suite| suite.loading().is_none();
    let (here, whole) = (suite.snapshot(), Some(suite).filter(is_read));
    let compare: Option<Box<Compare>> = match &page.against {
        Against::Saved => suite.review().map(|review| {
            let target = suite.save_target();
            Box::new(move |job: &Job| Found::saved(&review, target.as_ref(), job)) as _
        }),
        Against::Disk => whole.and_then(Suite::path).map(|path| {
            let path = path.to_owned();
            Box::new(move |job: &Job| Found::disk(&here, &path, job)) as _
        }),
        Against::File { id, .. } => {
            let other = model.document_of(*id).map(|other| &other.suite);
            let other = whole.and(other.filter(is_read)).map(Suite::snapshot);
            other.map(|there| {
                Box::new(move |job: &Job| Found::files(&here, there.clone(), job)) as _
            })
        }
    };
    let Some(compare) = compare else {
        model.page = Page::Panes;
        model.refused("still reading the file · compare when it is loaded");
        return;
    };
    let differ = Work::new(Slot::Differences, move |hand| compare(&hand.job));
    differ.start_or_fail(model, |model, result| match result {
        Ok(result) => found(model, result),
        Err(reason) => model.failed(format!("could not compare: {reason}")),
    });
}

/// After every message: compares again what was changed meanwhile, while it is looked at.
pub(crate) fn settle(model: &mut Model) {
    let page = model.differences.as_ref();
    let Some(page) = page.filter(|_| model.page == Page::Differences) else {
        return;
    };
    if page.document != model.document.id {
        model.page = Page::Panes;
        return;
    }
    let now = made(model, &page.against);
    if now == page.made {
        return;
    }
    if let Some(page) = &mut model.differences {
        page.made = now;
    }
    start(model)
}

/// The comparison is worked out.
fn found(model: &mut Model, found: Found) {
    let document = model.document.id;
    if let Some(page) = &mut model.differences
        && page.document == document
    {
        let is_first = page.found.replace(Arc::new(found)).is_none();
        if is_first && page.shows_identical {
            goes_to_identical(model);
        }
    }
}

/// Back to the panes.
pub fn leave(model: &mut Model) {
    model.page = Page::Panes;
    jobs::stop(model, Slot::Differences);
}

/// Goes to the record under the cursor, in the file shown where it is there.
pub fn jump(model: &mut Model) {
    let Some((row, against)) = chosen(model) else {
        return model.refused("no difference to go to");
    };
    match (row, against, row.here()) {
        (Row::OnlyThere { at, .. }, Against::Saved, _) => {
            leave(model);
            model.select(at);
            model.done("the line was removed; it was before this one");
        }
        (_, _, Some(here)) => {
            leave(model);
            model.select(here);
        }
        _ => jump_there(model),
    }
}

/// Goes to the record under the cursor in the other file.
pub(crate) fn jump_there(model: &mut Model) {
    match chosen(model).map(|(row, against)| (against, row.there())) {
        Some((Against::File { id, .. }, Some(there))) => {
            leave(model);
            doc::show(model, id);
            model.select(there);
        }
        Some((Against::Saved, _)) => {
            model.refused("this file is compared with its own saved text");
        }
        Some((Against::Disk, _)) => model.refused("the file on disk is not open beside this one"),
        _ => model.refused("the other file does not have this record"),
    }
}

fn chosen(model: &Model) -> Option<(Row, Against)> {
    let page = model.differences.as_ref()?;
    Some((page.chosen()?, page.against.clone()))
}

/// Returns why there is no file on disk to compare with.
pub(crate) fn no_file_on_disk(model: &Model) -> Option<String> {
    let has_path = model.document.suite.path().is_some();
    no_file(model).or_else(|| (!has_path).then(|| "this file is not on disk yet".into()))
}

/// Returns why what belongs to the page can't be done.
pub(crate) fn not_shown(model: &Model) -> Option<String> {
    (model.page != Page::Differences).then(|| {
        format!(
            "no differences shown · {} shows them",
            model.key(Id::ReviewChanges)
        )
    })
}

/// Returns what changed from `there` to `here`, in a few words.
pub fn summary(here: &Record<'_>, there: &Record<'_>) -> String {
    if here.kind() != LineKind::Record || there.kind() != LineKind::Record {
        return "text differs".into();
    }
    let mut words = Vec::new();
    if !have_same_position(here, there) {
        words.push("position differs".to_owned());
    }
    for found in operation_differences(here, there) {
        words.push(change_in_words(&found.opcode, found.second, found.first));
    }
    if words.is_empty() {
        words.push("spelling differs".into());
    }
    glyph::safe(words.join(" · ").as_bytes())
}

/// Returns whether placement, side to move, castling rights and en-passant square are the same.
fn have_same_position(here: &Record<'_>, there: &Record<'_>) -> bool {
    here.board() == there.board()
        && here.side() == there.side()
        && here.castling() == there.castling()
        && here.en_passant() == there.en_passant()
}

/// Returns a change of an operation's operands: `bm e3 → e4`, `+ce 3`, `−dm 1`.
fn change_in_words(opcode: &str, before: Option<String>, after: Option<String>) -> String {
    match (before, after) {
        (Some(before), Some(after)) => format!("{opcode} {before} → {after}"),
        (None, Some(after)) => format!("+{opcode} {after}"),
        (Some(before), None) => format!("−{opcode} {before}"),
        (None, None) => opcode.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::ReadOptions;

    #[test]
    fn a_difference_is_told_by_operation() {
        let told = |here: &str, there: &str| {
            let options = ReadOptions::default();
            summary(
                &Record::read(here.as_bytes(), &options),
                &Record::read(there.as_bytes(), &options),
            )
        };
        let at = "4k3/8/8/8/8/8/4P3/4K3 w - -";
        assert_eq!(
            told(&format!("{at} bm e4; ce 3;"), &format!("{at} bm e3; dm 1;")),
            "bm e3 → e4 · +ce 3 · −dm 1"
        );
        assert_eq!(
            told(&format!("{at} bm e4;"), &format!("{at}  bm e2e4")),
            "spelling differs"
        );
        let black = at.replace(" w ", " b ");
        assert_eq!(told(at, &black), "position differs");
        assert_eq!(told(at, "# a comment"), "text differs");
    }
}
