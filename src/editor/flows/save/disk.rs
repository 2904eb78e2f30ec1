//! The file on disk: reloading it, unpacking it further, merging the changes of another program, and saving
//! the lines that are still whole after another program cut or overwrote a file that is read on demand.

use super::leave::{discard, lost_here};
use super::questions::{cancel, item};
use crate::editor::command::Id;
use crate::editor::doc::{change, filter, scan};
use crate::editor::effect::Effect;
use crate::editor::jobs::{JobContext, Slot, Work, in_words};
use crate::editor::model::Model;
use crate::editor::overlay::paths::{self, NewPath};
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::pages::differences::summary;
use crate::editor::panes::records::sort;
use crate::editor::state::document::unsaved;
use crate::editor::widgets::glyph;
use crate::epd::Record;
use crate::epd::counted::{thousands, thousands_of};
use crate::suite::save::{FileState, SaveTarget, WholeLines, write_whole_lines};
use crate::suite::{MergeConflict, Most, OnDisk, OpenOptions, Reconciliation, Side, Suite};
use crate::suite::{reconcile, text_of};
use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

pub(crate) fn ask_reload(model: &mut Model) {
    if model.is_changing() {
        return;
    }
    match model.document.suite.is_modified() {
        true => ask_to_lose(model),
        false => reload(model),
    }
}

fn reload(model: &mut Model) {
    let unpacked = model.document.suite.unpacked();
    reload_up_to(model, unpacked)
}

/// Reads the file again, a packed one up to the limit `unpacked`; cancels a save of it.
pub(crate) fn reload_up_to(model: &mut Model, unpacked: Most) {
    model.document.saving = None;
    let Some(path) = model.document.suite.path().map(Path::to_owned) else {
        return;
    };
    let options = OpenOptions {
        unpacked,
        memory_limit: model.settings.memory,
        ..OpenOptions::default()
    };
    let read = move |_: &JobContext| Suite::open(&path, &options).map_err(in_words);
    Work::new(Slot::Reload, read).start_or_fail(model, |model, read| match read {
        Ok(suite) => reloaded(model, suite),
        Err(reason) => model.failed(format!("could not reload: {reason}")),
    });
}

/// Shows a reloaded file; the selected line and the search stay.
fn reloaded(model: &mut Model, suite: Suite) {
    model.out.extend(suite.load_handle().map(Effect::Follow));
    model.document.read_again(suite);
    model.document.view.dropped = None;
    model.document.view.editing = None;
    overlay::close_all(model);
    model.reselect(model.document.selected);
    model.done("reloaded from disk");
    filter::reloaded(model);
    sort::reloaded(model);
    scan::start(model);
}

/// Returns the menu row that reloads the file; it asks for confirmation if edits would be lost.
pub(super) fn reload_item(model: &Model) -> MenuItem {
    if !model.document.suite.is_modified() {
        return item('r', "reload", "from disk", reload);
    }
    discard('r', "reload …", lost_here, |model| {
        overlay::close_all(model);
        reload(model);
    })
}

fn ask_to_lose(model: &mut Model) {
    let lost = format!("Your changes are lost: {}.", unsaved(&model.document.suite));
    let items = vec![
        MenuItem::back(None, "back", model.key(Id::Close)),
        merge_item("keep your changes and take those on disk"),
        reload_item(model),
    ];
    overlay::open(model, Menu::question("Reload the file", vec![lost], items))
}

/// Handles a change of an open file on disk. Ignored if a save of the editor is under way or explains it.
pub fn changed_on_disk(model: &mut Model, path: &Path, now: &FileState) {
    let changed = model.documents_mut().find(|document| {
        let target = document.suite.save_target();
        let target = target.filter(|target| document.saving.is_none() && target.path == path);
        let expected = target.and_then(|target| target.expected);
        expected.is_some_and(|expected| expected != *now)
    });
    let Some(document) = changed else {
        return;
    };
    document.changed_on_disk = true;
    let is_modified = document.suite.is_modified();
    let name = document.name();
    let saved_over = document.saved_over.clone();
    let (reload, palette) = (Id::Reload.name(), model.key(Id::Palette));
    model.failed(match saved_over {
        _ if *now == FileState::Missing => {
            format!("another program removed {name} · saving writes it again")
        }
        Some(from) => format!(
            "{name} was saved over from {from} in this editor · `{reload}` in {palette} reloads it"
        ),
        None => {
            let save = model.key(Id::Save);
            match is_modified {
                true => format!("another program changed {name} · press {save} to merge or reload"),
                false => {
                    format!("another program changed {name} · `{reload}` in {palette} shows it")
                }
            }
        }
    });
}

/// Notes the new times of an open file whose text is unchanged: they are not a conflict.
pub(crate) fn touched(model: &mut Model, path: &Path, now: FileState) {
    let document = model
        .documents_mut()
        .find(|document| document.saving.is_none() && document.suite.path() == Some(path));
    if let Some(document) = document {
        document.suite.is_touched(now);
        document.changed_on_disk = false;
    }
}

/// Returns the menu row that merges instead of saving.
pub(super) fn merge_item(detail: &str) -> MenuItem {
    item('m', "merge", detail, |model| {
        model.document.saving = None;
        merge(model)
    })
}

/// Merges the changes of another program with those made here; asks about conflicts.
pub(crate) fn merge(model: &mut Model) {
    let suite = &model.document.suite;
    let (Some(review), Some(target)) = (suite.review(), suite.save_target()) else {
        return model.refused("still reading the file · merge when it is loaded");
    };
    model.told("merging …");
    let merge = move |hand: &JobContext| {
        let made = reconcile(&review, &target, &hand.job);
        made.map_err(in_words)
    };
    Work::new(Slot::Merge, merge).start_or_fail(model, |model, result| match result {
        Ok(result) => merged(model, Arc::new(result)),
        Err(reason) => model.failed(format!("not merged: {reason}")),
    });
}

/// Applies a merge at once if it has no conflicts, else asks about them.
fn merged(model: &mut Model, made: Arc<Reconciliation>) {
    if made.on_disk_is == OnDisk::default() {
        return model.done("nothing to merge: the file on disk has the lines it was read with");
    }
    let chosen = vec![None; made.meetings.len()];
    match chosen.is_empty() {
        true => apply_merge(model, &made, &[]),
        false => {
            model.status = None;
            ask_about_conflicts(model, &made, chosen, 0)
        }
    }
}

/// Asks for one side of each conflict; none is preselected.
fn ask_about_conflicts(
    model: &mut Model,
    made: &Arc<Reconciliation>,
    chosen: Vec<Option<Side>>,
    cursor: usize,
) {
    let rows = (0..).zip(&made.meetings);
    let rows = rows.map(|(nth, conflict)| conflict_row(made, conflict, &chosen, nth));
    let mut items: Vec<MenuItem> = rows.collect();
    let left = chosen.iter().filter(|side| side.is_none()).count();
    let all = |key: char, label: &str, side: Side| {
        let (made, count) = (made.clone(), chosen.len());
        item(key, label, "for every row", move |model| {
            ask_about_conflicts(model, &made, vec![Some(side); count], count + 2)
        })
    };
    items.push(all('m', "all mine", Side::Mine));
    items.push(all('d', "all on disk", Side::Disk));
    let reason = (left > 0).then(|| {
        let rows = thousands_of(left, "row", "rows");
        format!("{rows} still to choose")
    });
    let (last, sides) = (made.clone(), chosen.clone());
    let merges = move |model: &mut Model| {
        let sides: Vec<Side> = sides.iter().flatten().copied().collect();
        apply_merge(model, &last, &sides)
    };
    let merge = item('w', "merge", "as chosen; undo takes it back", merges);
    items.push(merge.disabled(reason));
    items.push(MenuItem::back(Some('c'), "cancel", "merge nothing"));
    let count = thousands_of(chosen.len(), "line", "lines");
    let about = vec![
        format!("You and another program both changed {count}."),
        "All other changes of both are kept. Choosing a row switches between the two.".into(),
    ];
    overlay::open(model, Menu::question("Merge", about, items).at(cursor))
}

fn conflict_row(
    made: &Arc<Reconciliation>,
    conflict: &MergeConflict,
    chosen: &[Option<Side>],
    nth: usize,
) -> MenuItem {
    let side = chosen.get(nth).copied().flatten();
    let word = match side {
        None => "?",
        Some(Side::Mine) => "mine",
        Some(Side::Disk) => "on disk",
    };
    let (name, detail) = conflict_in_words(made, conflict);
    let (made, chosen) = (made.clone(), chosen.to_vec());
    MenuItem::new(None, format!("{word:<8} {name}"), &detail, move |model| {
        let mut chosen = chosen.clone();
        if let Some(slot) = chosen.get_mut(nth) {
            *slot = Some(match side {
                Some(Side::Mine) => Side::Disk,
                _ => Side::Mine,
            });
        }
        ask_about_conflicts(model, &made, chosen, nth)
    })
}

fn conflict_in_words(made: &Reconciliation, conflict: &MergeConflict) -> (String, String) {
    let MergeConflict::Line { base, mine, disk } = *conflict else {
        let detail = "both put lines in another order".to_owned();
        return ("the order of the lines".to_owned(), detail);
    };
    let options = made.base.read_options();
    let old = made.base.line(base);
    let record = Record::read(&old, options);
    let id = record.operation("id").map(|id| record.operands_text(id));
    // The number of the line in the editor, if it still exists there.
    let number = match mine {
        Some(line) => format!("line {}", line + 1),
        None => format!("line {} as read", base + 1),
    };
    let name = match id {
        Some(id) if !id.is_empty() => format!("{number} · {}", glyph::safe(id.as_bytes())),
        _ => number,
    };
    let did = |line: Option<Cow<'_, [u8]>>| match line {
        None => "removed".to_owned(),
        Some(line) if text_of(&line) == text_of(&old) => "unchanged".to_owned(),
        Some(line) => summary(&Record::read(&line, options), &record),
    };
    let mine = did(mine.map(|line| made.mine.line(line)));
    let disk = did(disk.map(|line| made.disk.line(line)));
    (name, format!("mine: {mine} · on disk: {disk}"))
}

fn apply_merge(model: &mut Model, made: &Reconciliation, chosen: &[Side]) {
    let suite = &mut model.document.suite;
    if suite.take_in(made, chosen, "merge from disk").is_err() {
        // Edited meanwhile: merged again, with that edit.
        return merge(model);
    }
    model.document.is_as_on_disk();
    change::applied(model);
    // Conflicts decided for the editor's side took nothing from disk.
    let mine = made.meetings.iter().zip(chosen);
    let mine = mine.filter(|pair| matches!(pair, (MergeConflict::Line { .. }, Side::Mine)));
    let on_disk = made.on_disk_is;
    let taken = OnDisk {
        changed: on_disk.changed.saturating_sub(mine.count()),
        ..on_disk
    };
    let message = match taken.has_the_lines_read() && !on_disk.has_the_lines_read() {
        true => "merged: your lines, none from disk · not saved yet".to_owned(),
        false => merged_in_words(taken),
    };
    change::done_with_undo(model, &message);
}

/// Returns the message about changes taken from disk; if no line has changed, about the form that a save overwrites.
fn merged_in_words(on_disk: OnDisk) -> String {
    if on_disk.has_the_lines_read() {
        let form = match (on_disk.is_packed_otherwise, on_disk.has_other_last_end) {
            (true, _) => "only the compression",
            (false, _) => "only the end of the last line",
        };
        return format!("{form} changed on disk · a save changes it back");
    }
    let count = thousands_of(on_disk.changed, "change", "changes");
    let taken = [
        (on_disk.changed > 0, count.as_str()),
        (on_disk.is_reordered, "the order of lines"),
        (on_disk.has_other_ends, "the line ends"),
    ];
    let taken = taken.into_iter().filter(|(is_taken, _)| *is_taken);
    let taken: Vec<&str> = taken.map(|(_, what)| what).collect();
    let taken = match taken.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => count,
    };
    format!("merged {taken} from disk · not saved yet")
}

fn has_more(suite: &Suite) -> bool {
    suite.unpacks_further() && suite.path().is_some()
}

/// Asks once whether to read a packed file beyond the limit, as soon as no other question or work is in the
/// way. Only files whose compression is suspiciously high reach the limit.
pub(crate) fn offer_to_unpack(model: &mut Model) {
    let document = &model.document;
    if !document.asked_to_unpack && !model.is_busy() && has_more(&document.suite) {
        model.document.asked_to_unpack = true;
        ask_to_unpack(model)
    }
}

fn ask_to_unpack(model: &mut Model) {
    let suite = &model.document.suite;
    let name = glyph::safe(suite.name().as_bytes());
    let lines = thousands(suite.line_count());
    let mut about = vec![
        format!("{name} unpacks to more than 128 MiB and 100 times its size."),
        "Such a file may be damaged or made to fill the disk, so reading stopped there.".to_owned(),
        format!("{lines} lines are read; a file that is not read to its end can't be saved."),
    ];
    let mut detail = "on disk, beyond what is held in memory";
    if suite.is_modified() {
        let unsaved = unsaved(suite);
        about.push(format!("Unpacking it reloads the file: {unsaved}."));
        detail = "discard your changes";
    }
    let items = vec![
        MenuItem::back(Some('l'), "look only", "the lines read so far"),
        MenuItem::new(Some('u'), "unpack all of it", detail, unpack),
    ];
    let menu = Menu::question("Unpack the whole file?", about, items);
    overlay::open(model, menu)
}

fn unpack(model: &mut Model) {
    overlay::close_all(model);
    model.told("unpacking the whole file …");
    reload_up_to(model, Most::Any);
}

/// Unpacks the file to its end; asks first if that discards edits.
pub(crate) fn unpack_all(model: &mut Model) {
    match model.document.suite.is_modified() {
        true => ask_to_unpack(model),
        false => unpack(model),
    }
}

pub(crate) fn nothing_to_unpack(model: &Model) -> Option<String> {
    let suite = &model.document.suite;
    if has_more(suite) {
        return None;
    }
    Some(match suite.loading() {
        Some(_) => "still reading the file".to_owned(),
        None if suite.unpacks_further() => {
            "only a file on disk can be read again · `--unpack-all`".to_owned()
        }
        None => "the file is read to its end".to_owned(),
    })
}

/// Offers to save the whole lines of a file of which a part can't be read; `reason` is the cause.
pub(super) fn ask_for_whole_lines(model: &mut Model, reason: &str) {
    model.status = None;
    let reason = glyph::safe(reason.as_bytes());
    let about = vec![
        format!("Part of the file can no longer be read: {reason}."),
        "Your changes and all lines that are whole can be saved under another name.".to_owned(),
    ];
    let unchanged = "the file on disk is left unchanged";
    let items = vec![
        item('n', "save what is whole as …", unchanged, name_whole_lines),
        reload_item(model),
        cancel(),
    ];
    overlay::open(model, Menu::question("Save", about, items))
}

fn name_whole_lines(model: &mut Model) {
    let about = "A path at which there is no file yet, such as whole.epd.";
    let save = NewPath::new("save", "whole.epd", about, |model, path| {
        model.done("saving …");
        let snapshot = model.document.suite.snapshot();
        let target = SaveTarget::new_file(path);
        let write = move |hand: &JobContext| {
            let saved = write_whole_lines(&snapshot, &target, &hand.job);
            saved.map_err(in_words)
        };
        let ticket = model.ticket();
        Work::new(Slot::Save, write).ask(model, ticket, whole_lines_saved);
    });
    paths::ask(model, "save as", None, save)
}

/// Reports the number of lines saved, or the error. The open file does not change.
fn whole_lines_saved(model: &mut Model, saved: Result<WholeLines, String>) {
    match saved {
        Ok(saved) => {
            let kept = thousands_of(saved.kept, "line", "lines");
            let path = saved.path.display();
            let lost = match saved.lost {
                0 => "none is missing".to_owned(),
                1 => "1 could no longer be read".to_owned(),
                lost => format!("{lost} could no longer be read"),
            };
            model.done(format!("saved {kept} to {path} · {lost}"));
        }
        Err(error) => model.failed(format!("not saved: {error}")),
    }
}
