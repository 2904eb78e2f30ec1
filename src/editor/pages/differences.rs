//! The page of differences between the editor and its file as last read or saved, or as it is on disk now, or
//! another open file. They are found on a thread; the text of a row is made when it is drawn. A difference
//! can be reverted as a whole, or one change of its record alone.

pub(crate) mod draw;

use crate::editor::doc::{self, change, no_file};
use crate::editor::flows::open;
use crate::editor::jobs::{self, Slot, Work};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Answer, Menu, MenuItem};
use crate::editor::state::differences::{
    ComparedVersions, ComparisonBase, Differences, FileComparison,
};
use crate::editor::state::document::DocumentId;
use crate::editor::state::view::Page;
use crate::editor::widgets::{ListState, glyph};
use crate::epd::counted::thousands_of;
use crate::epd::edit::{Change, Refusal, by_hand};
use crate::epd::{LineKind, Record};
use crate::suite::{
    DuplicateKey, Grouping, Job, LineChange, Suite, operation_differences, text_of,
};
use std::sync::Arc;

/// Compares the shown file with another open file.
pub(super) fn with(model: &mut Model, id: DocumentId) {
    if let Some(other) = model.document_of(id) {
        let name = other.suite.name().to_owned();
        show(model, ComparisonBase::File { id, name })
    }
}

/// Lists or hides the records in both files; outside of this page, first compares with another open file.
pub(super) fn toggle_identical(model: &mut Model) {
    match &mut model.differences {
        Some(page) if model.page == Page::Differences => {
            page.shows_identical = !page.shows_identical;
            go_to_identical(model)
        }
        _ => list_identical(model),
    }
}

/// Compares with another open file, to be chosen, and lists the records that are in both.
pub(crate) fn list_identical(model: &mut Model) {
    open::choose_other(model, "Records in both, with", |model, id| {
        with(model, id);
        if let Some(page) = &mut model.differences {
            page.shows_identical = true;
        }
    })
}

/// Moves the cursor to the first record that is in both files, if these are listed, and reports their number.
fn go_to_identical(model: &mut Model) {
    let page = model.differences.as_mut();
    let Some((found, page)) = page.and_then(|page| Some((page.found.clone()?, page))) else {
        return;
    };
    // Records in both files come after the differences: once they are hidden, the cursor can't be among them.
    let (first, count) = (found.len(), found.identical());
    page.list.cursor = match page.shows_identical && count > 0 {
        true => first,
        false => page.list.cursor.min(first.saturating_sub(1)),
    };
    let records = thousands_of(count, "identical record", "identical records");
    let message = match (page.shows_identical, count) {
        (true, 0) => "no identical records".to_owned(),
        (true, _) => format!("{records} in both files, after the differences"),
        (false, _) => format!("{records} hidden"),
    };
    model.done(message);
}

pub(super) fn no_identical(model: &Model) -> Option<String> {
    not_shown(model).map_or_else(|| no_key(model), |_| doc::no_other(model))
}

pub(super) fn no_key(model: &Model) -> Option<String> {
    let page = model.differences.as_ref();
    let is_saved = page.is_some_and(|page| page.against == ComparisonBase::Saved);
    let only_saved = || model.when(is_saved, "only unsaved changes are shown here");
    not_shown(model).or_else(only_saved)
}

pub(super) fn compare_by(model: &mut Model, key: Option<&str>) {
    let compare = |model: &mut Model, key: &str| {
        let by = DuplicateKey::typed(key).map_err(|error| error.in_short())?;
        if let Some(page) = &mut model.differences {
            (page.by, page.found, page.list) = (by, None, ListState::default());
        }
        start(model);
        Ok(())
    };
    if let Some(key) = key {
        return compare(model, key).unwrap_or_else(|wrong: String| model.refused(wrong));
    }
    let asks = Answer::new("compare", compare)
        .noting("position, id, record or a field, such as `placement` or `id.prefix`");
    overlay::ask(model, "compare by", "", asks)
}

pub(crate) fn show(model: &mut Model, against: ComparisonBase) {
    let document = model.document.id;
    let same = |old: &Differences| old.document == document && old.against == against;
    let old = model.differences.take().filter(same);
    let (list, by) = old.map(|old| (old.list, old.by)).unwrap_or_default();
    model.page = Page::Differences;
    model.differences = Some(Differences {
        document,
        made: made(model, &against),
        against,
        by,
        found: None,
        list,
        shows_identical: false,
    });
    start(model)
}

fn made(model: &Model, against: &ComparisonBase) -> ComparedVersions {
    let suite = &model.document.suite;
    let other = match against {
        ComparisonBase::Saved | ComparisonBase::Disk => None,
        ComparisonBase::File { id, .. } => {
            model.document_of(*id).map(|other| other.suite.revision())
        }
    };
    (suite.revision(), suite.is_modified(), other)
}

type Compare = dyn Fn(&Job) -> Result<FileComparison, String> + Send + Sync;

fn start(model: &mut Model) {
    let Some(page) = &model.differences else {
        return;
    };
    let suite = &model.document.suite;
    let is_read = |suite: &&Suite| suite.loading().is_none();
    let (here, whole) = (suite.snapshot(), Some(suite).filter(is_read));
    let by = page.by.clone();
    let compare: Option<Box<Compare>> = match &page.against {
        ComparisonBase::Saved => suite.review().map(|review| {
            let target = suite.save_target();
            Box::new(move |job: &Job| FileComparison::saved(&review, target.as_ref(), job)) as _
        }),
        ComparisonBase::Disk => whole.and_then(Suite::path).map(|path| {
            let path = path.to_owned();
            Box::new(move |job: &Job| {
                let there = Suite::open(&path, &here.options_beside());
                let mut there = there.map_err(|error| error.to_string())?;
                there.wait_until_loaded();
                FileComparison::files(&here, there.snapshot(), &by, job)
            }) as _
        }),
        ComparisonBase::File { id, .. } => {
            let other = model.document_of(*id).map(|other| &other.suite);
            let other = whole.and(other.filter(is_read)).map(Suite::snapshot);
            other.map(|there| {
                Box::new(move |job: &Job| FileComparison::files(&here, there.clone(), &by, job))
                    as _
            })
        }
    };
    let Some(compare) = compare else {
        model.page = Page::Panes;
        return model.refused("still reading the file · compare when it is loaded");
    };
    let differ = Work::new(Slot::Differences, move |hand| compare(&hand.job));
    differ.start_or_fail(model, |model, result| match result {
        Ok(found) => {
            let document = model.document.id;
            let page = model.differences.as_mut();
            if let Some(page) = page.filter(|page| page.document == document) {
                let is_first = page.found.replace(Arc::new(found)).is_none();
                if is_first && page.shows_identical {
                    go_to_identical(model);
                }
            }
        }
        Err(reason) => model.failed(format!("could not compare: {reason}")),
    });
}

/// Runs after every message: compares again if a visible comparison is out of date.
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
    if now != page.made {
        if let Some(page) = &mut model.differences {
            page.made = now;
        }
        start(model)
    }
}

pub fn leave(model: &mut Model) {
    model.page = Page::Panes;
    jobs::stop(model, Slot::Differences);
}

/// Goes to the selected record: in the shown file, or in the other one if only that has it.
pub(super) fn jump(model: &mut Model) {
    let Some((row, against)) = chosen(model) else {
        return model.refused("no difference to go to");
    };
    match (row, against, row.line()) {
        (LineChange::Removed { at, .. }, ComparisonBase::Saved, _) => {
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

pub(super) fn jump_there(model: &mut Model) {
    match chosen(model).map(|(row, against)| (against, row.held())) {
        Some((ComparisonBase::File { id, .. }, Some(there))) => {
            leave(model);
            doc::show(model, id);
            model.select(there);
        }
        Some((ComparisonBase::Saved, _)) => {
            model.refused("this file is compared with its own saved text");
        }
        Some((ComparisonBase::Disk, _)) => {
            model.refused("the file on disk is not open beside this one")
        }
        _ => model.refused("the other file does not have this record"),
    }
}

fn chosen(model: &Model) -> Option<(LineChange, ComparisonBase)> {
    let page = model.differences.as_ref()?;
    Some((page.chosen()?, page.against.clone()))
}

pub(crate) fn no_file_on_disk(model: &Model) -> Option<String> {
    let is_new = model.document.suite.path().is_none();
    no_file(model).or_else(|| model.when(is_new, "this file is not on disk yet"))
}

pub(super) fn not_shown(model: &Model) -> Option<String> {
    model.when(
        model.page != Page::Differences,
        "no differences shown · {review-changes} shows them",
    )
}

/// Summarizes the changes from `there` to `here` in a few words.
pub fn summary(here: &Record<'_>, there: &Record<'_>) -> String {
    if here.kind() != LineKind::Record || there.kind() != LineKind::Record {
        return "text differs".into();
    }
    let mut words = Vec::new();
    if !have_same_position(here, there) {
        words.push("position differs".to_owned());
    }
    let found = operation_differences(here, there).into_iter();
    words.extend(found.map(|of| change_in_words(&of.opcode, of.second, of.first)));
    if words.is_empty() {
        words.push("spelling differs".into());
    }
    glyph::safe(words.join(" · ").as_bytes())
}

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

/// Returns the selected difference with its base and comparison; reports the reason if it can't be reverted.
fn to_revert(model: &mut Model) -> Option<(LineChange, ComparisonBase, Arc<FileComparison>)> {
    let page = model.differences.as_ref()?;
    let found = chosen(model).zip(page.found.clone());
    let revision = model.document.suite.revision();
    let reason = match &found {
        None => "no difference to revert",
        Some(((LineChange::Same { .. }, _), _)) => "both files have this record: nothing to revert",
        Some((_, found)) if found.here().revision() != revision => "comparing again",
        Some(_) => return found.map(|((row, against), found)| (row, against, found)),
    };
    model.refused(reason);
    None
}

/// Reverts the selected line to the compared version; for a record with several changes, opens a menu to choose one.
pub(super) fn revert(model: &mut Model) {
    let Some((row, _, found)) = to_revert(model) else {
        return;
    };
    let mut parts = Vec::new();
    if let LineChange::Edited {
        line: here,
        held: there,
    } = row
    {
        let (ours, theirs) = (found.here().line(here), found.there().line(there));
        let read = |line| Record::read(line, found.here().read_options());
        parts = parts_of(&read(&ours), &read(&theirs));
    }
    if parts.len() < 2 {
        return revert_line(model);
    }
    let count = thousands_of(parts.len(), "change", "changes");
    let whole = |model: &mut Model| {
        overlay::close_all(model);
        revert_line(model);
    };
    let mut items = vec![MenuItem::new(Some('r'), "the whole line", &count, whole)];
    let digits = ('1'..='9').map(Some).chain(std::iter::repeat(None));
    for (digit, (does, line)) in digits.zip(parts) {
        let description = does.clone();
        items.push(MenuItem::new(digit, does, "", move |model| {
            overlay::close_all(model);
            revert_part(model, &line, &description);
        }));
    }
    overlay::open(model, Menu::new("Revert", items))
}

fn revert_part(model: &mut Model, line: &Result<Vec<u8>, Refusal>, does: &str) {
    let Some((
        LineChange::Edited {
            line: here,
            held: there,
        },
        _,
        found,
    )) = to_revert(model)
    else {
        return;
    };
    let line = match line {
        Ok(line) => line,
        Err(refusal) => return model.refused(change::left_unchanged(model, refusal)),
    };
    // With the last change the line is reverted as a whole: it becomes the saved line again, not an edited one.
    if text_of(line) == text_of(&found.there().line(there)) {
        return revert_line(model);
    }
    let message = format!("reverted in line {}: {does}", here + 1);
    let label = message.clone();
    change::around(model, here..here + 1, here..here + 1, |model| {
        let suite = &mut model.document.suite;
        suite.replace_line(here, line, Grouping::Step, label);
    });
    model.reselect(here);
    change::done_with_undo(model, &message);
}

fn revert_line(model: &mut Model) {
    let Some((row, against, found)) = to_revert(model) else {
        return;
    };
    let one = |line: usize| line..line + 1;
    // The lines that the edit replaces, before and after it.
    let (before, after) = match row {
        LineChange::New { line: here } => (one(here), here..here),
        LineChange::Removed { at, .. } => (at..at, one(at)),
        LineChange::Edited { line: here, .. } | LineChange::Same { line: here, .. } => {
            (one(here), one(here))
        }
        LineChange::Moved { line: here, at, .. } => {
            let all = here.min(at)..at.max(here + 1);
            (all.clone(), all)
        }
    };
    let line = match row {
        LineChange::Moved { line: here, at, .. } => at - usize::from(at > here),
        _ => before.start,
    };
    let number = before.start + 1;
    let message = match (row, &against) {
        (LineChange::New { .. }, _) => format!("removed line {number}"),
        (LineChange::Moved { line: here, .. }, _) => {
            format!("moved line {} back to {}", here + 1, line + 1)
        }
        (LineChange::Removed { .. }, ComparisonBase::Saved) => format!("restored line {number}"),
        (_, ComparisonBase::Saved) => format!("reverted line {number} to its saved text"),
        (_, ComparisonBase::Disk) => format!("line {number} now matches the file on disk"),
        (_, ComparisonBase::File { name, .. }) => {
            let name = glyph::safe(name.as_bytes());
            format!("line {number} now matches {name}")
        }
    };
    let text = |there: usize| text_of(&found.there().line(there)).to_vec();
    let label = message.clone();
    let mut done = false;
    change::around(model, before, after, |model| {
        let suite = &mut model.document.suite;
        done = match (&against, row) {
            (ComparisonBase::Saved, change) => suite.restore(change, label),
            (_, LineChange::New { line: here }) => suite.delete_lines(one(here), label),
            (
                _,
                LineChange::Edited {
                    line: here,
                    held: there,
                },
            ) => suite.replace_line(here, &text(there), Grouping::Step, label),
            (_, LineChange::Removed { held: there, at }) => {
                suite.insert_lines(at, &[text(there)], label)
            }
            // Two files have no moved lines, and `to_revert` has refused identical records.
            (_, LineChange::Moved { .. } | LineChange::Same { .. }) => false,
        };
    });
    if !done {
        return model.refused("the line is no longer what was compared · compare again");
    }
    model.reselect(line);
    change::done_with_undo(model, &message);
}

/// Returns the changes between two records, each with the line in which it is reverted, or the reason why it
/// can't be. Empty if the changes can't be separated, such as with a repeated opcode.
fn parts_of(here: &Record<'_>, there: &Record<'_>) -> Vec<(String, Result<Vec<u8>, Refusal>)> {
    let is_plain =
        |record: &Record<'_>| record.kind() == LineKind::Record && record.is_structure_sound();
    if !is_plain(here) || !is_plain(there) {
        return Vec::new();
    }
    let mut parts = Vec::new();
    if !have_same_position(here, there) {
        let mut changes = Vec::new();
        changes.extend(there.board().map(Change::Board));
        changes.extend(there.side().map(Change::Side));
        changes.extend(there.castling().map(Change::Castling));
        changes.push(Change::EnPassant(there.en_passant()));
        parts.push(("the position".to_owned(), by_hand(here, &changes)));
    }
    for found in operation_differences(here, there) {
        let opcode = found.opcode.as_str();
        let (Some(at), Some(from)) = (only(here, opcode), only(there, opcode)) else {
            return Vec::new();
        };
        // A clock that is an operation in one record and a field of FEN in the other.
        let is_fen_field =
            |text: &Option<String>, at: Option<usize>| text.is_some() && at.is_none();
        if is_fen_field(&found.first, at) || is_fen_field(&found.second, from) {
            return Vec::new();
        }
        let from = from.and_then(|from| there.operations().get(from));
        let operands = from.map(|from| there.operands_span(from).of(there.line()));
        let line = match (at, operands) {
            (Some(at), Some(operands)) => by_hand(here, &[Change::Operands(at, operands)]),
            (Some(at), None) => by_hand(here, &[Change::Remove(at)]),
            (None, Some(operands)) => by_hand(here, &[Change::Add(opcode.as_bytes(), operands)]),
            (None, None) => Ok(here.line().to_vec()),
        };
        let does = change_in_words(opcode, found.first, found.second);
        parts.push((glyph::safe(does.as_bytes()), line));
    }
    parts
}

/// Returns the index of the only operation with an opcode, `Some(None)` without one, and `None` if there are several.
fn only(record: &Record<'_>, opcode: &str) -> Option<Option<usize>> {
    let all = record.operations().iter().enumerate();
    let mut found = all.filter(|(_, own)| record.opcode(own) == opcode);
    let first = found.next().map(|(index, _)| index);
    found.next().is_none().then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::ReadOptions;

    #[test]
    fn differences_are_listed_by_operation() {
        let summary_of = |here: &str, there: &str| {
            let options = ReadOptions::default();
            summary(
                &Record::read(here.as_bytes(), &options),
                &Record::read(there.as_bytes(), &options),
            )
        };
        let at = "4k3/8/8/8/8/8/4P3/4K3 w - -";
        assert_eq!(
            summary_of(&format!("{at} bm e4; ce 3;"), &format!("{at} bm e3; dm 1;")),
            "bm e3 → e4 · +ce 3 · −dm 1"
        );
        assert_eq!(
            summary_of(&format!("{at} bm e4;"), &format!("{at}  bm e2e4")),
            "spelling differs"
        );
        let black = at.replace(" w ", " b ");
        assert_eq!(summary_of(at, &black), "position differs");
        assert_eq!(summary_of(at, "# a comment"), "text differs");
    }
}
