//! Saving, step by step.
//!
//! 1. [`start`]: the path is known, or asked for.
//! 2. `begin`: which records are made canonical is known, or asked for where it matters.
//! 3. `make_canonical`: on another thread, as a change that can be undone. Edited meanwhile, it begins again, so
//!    that what is written is what is shown.
//! 4. `write`: a snapshot, on another thread.
//! 5. `saved`, or `refused`: what is in the way is asked about, and the answer writes once more.
//! 6. `after`: the file or the editor is closed, or the next file is saved.
//!
//! Between the steps all there is of it is [`Saving`]; where that is gone, the save is given up.

pub mod disk;
pub(crate) mod leave;
mod questions;

use crate::editor::command::Id;
use crate::editor::doc::{self, scan};
use crate::editor::effect::Effect;
use crate::editor::jobs::{JobContext, Slot, Work, in_words};
use crate::editor::model::Model;
use crate::editor::overlay::paths::{self, NewPath};
use crate::editor::pages::folder;
use crate::editor::state::document::{Document, LONGEST_SHOWN};
use crate::editor::state::{AfterSave, Saving, SavingAll};
use crate::epd::counted::thousands_of;
use crate::epd::{CanonicalOptions, Record, Severity};
use crate::suite::save::{
    self, CompletedSave, FileState, MadeCanonical, SaveError, SavePolicy, SaveTarget,
};
use crate::suite::{Snapshot, explain, member_of};
use std::path::{Path, PathBuf};

pub fn start(model: &mut Model, then: AfterSave) {
    if let Some(saving) = model.document.saving.as_mut() {
        if then != AfterSave::Stay {
            saving.then = then;
        }
        return model.done("a save is running");
    }
    if model.document.is_place_holder {
        return model.refused("no file is open");
    }
    if model.document.suite.loading().is_some() {
        return model.refused("still reading the file · save when it is loaded");
    }
    if model.is_changing() {
        return;
    }
    match own_target(model) {
        None => ask_name(model, then),
        Some(target) if model.document.suite.is_modified() => begin(model, target, then),
        Some(_) if then != AfterSave::Stay => after(model, then),
        Some(_) => model.told(nothing_to_save(model)),
    }
}

fn own_target(model: &Model) -> Option<SaveTarget> {
    let document = &model.document;
    let mut target = document.suite.save_target()?;
    target.backup = model.settings.backup && !document.is_backed_up;
    target.otherwise = document.otherwise;
    Some(target)
}

/// Saves all files with changes, one after the other, each shown while it is asked about; with `quit`, leaves
/// the editor after it.
pub(crate) fn all(model: &mut Model, quit: bool) {
    let running = model.documents_mut().find_map(|document| {
        let then = &mut document.saving.as_mut()?.then;
        match then {
            AfterSave::All(all) => Some(all),
            _ => None,
        }
    });
    if let Some(all) = running {
        all.quit |= quit;
        return model.told("a save is running");
    }
    if let Some(reason) = model.any_change_on_its_way() {
        return model.refused(reason);
    }
    let (home, saved) = (model.document.id, 0);
    next_of_all(model, SavingAll { home, quit, saved })
}

fn next_of_all(model: &mut Model, all: SavingAll) {
    let modified = model.documents().find(|file| file.suite.is_modified());
    if let Some(id) = modified.map(|document| document.id) {
        doc::show(model, id);
        return start(model, AfterSave::All(all));
    }
    doc::show(model, all.home);
    match all.saved {
        _ if all.quit => model.send(Effect::Quit),
        0 => model.told("nothing to save: no unsaved changes in any file"),
        1 => model.done("saved 1 file"),
        n => model.done(format!("saved {n} files")),
    }
}

pub(crate) fn ask_name(model: &mut Model, then: AfterSave) {
    let path = model.document.suite.path().map(Path::to_path_buf);
    paths::ask(model, "save as", path.as_deref(), save_as(then))
}

pub(crate) fn to(model: &mut Model, path: &str, then: AfterSave) {
    paths::answer(model, &save_as(then), path)
}

fn save_as(then: AfterSave) -> NewPath {
    let about = "A path, such as ~/new.epd; .gz, .zst and .epd.zip compress. Overwriting asks for confirmation.";
    let save = NewPath::new("save", "suite.epd", about, move |model, path| {
        let plain = path.strip_prefix(".").unwrap_or(&path);
        match model.document.suite.path() == Some(plain) && !model.read_only {
            true => start(model, then),
            false => begin(model, SaveTarget::new_file(path), then),
        }
    });
    // Nothing is saved, not the files that would have come after this one either.
    match then {
        AfterSave::All(_) => save.left(|model| model.told("not saved")),
        _ => save,
    }
}

/// Asks which records to make canonical, where the answer matters and is not known.
fn begin(model: &mut Model, target: SaveTarget, then: AfterSave) {
    let document = &mut model.document;
    document.saving = Some(Saving {
        ticket: None,
        target,
        over: None,
        then,
        changed: 0,
        kept: 0,
    });
    // Where nothing is known, or nothing yet that would change, the work itself tells.
    let untouched = document.scan.untouched(document.suite.edited_count());
    match untouched.unwrap_or(0) {
        count if count == 0 || document.policy.is_some() => make_canonical(model),
        count if document.scan.running => questions::policy(model, &format!("at least {count}")),
        count => questions::policy(model, &count.to_string()),
    }
}

/// Has a step of the save done on another thread; `done` takes in what came out, unless nobody waits for it any more.
fn step<T: Send + 'static>(
    model: &mut Model,
    work: impl Fn(&JobContext) -> Result<T, String> + Send + Sync + 'static,
    done: fn(&mut Model, T),
) {
    let ticket = model.ticket();
    let Some(saving) = model.document.saving.as_mut() else {
        return;
    };
    saving.ticket = Some(ticket);
    Work::new(Slot::Save, work).ask(model, ticket, move |model, result| {
        let saving = model.document.saving.as_ref();
        match result {
            _ if saving.is_none_or(|saving| saving.ticket != Some(ticket)) => {}
            Ok(result) => done(model, result),
            Err(reason) => failed(model, &reason),
        }
    });
}

fn make_canonical(model: &mut Model) {
    let snapshot = model.document.suite.snapshot();
    let policy = model.document.policy.unwrap_or(SavePolicy::All);
    model.told("saving …");
    let make = move |hand: &JobContext| {
        let options = CanonicalOptions::default();
        save::make_canonical(&snapshot, policy, &options, &hand.job).map_err(in_words)
    };
    step(model, make, made_canonical);
}

fn made_canonical(model: &mut Model, made: MadeCanonical) {
    let counts = made.counts;
    if model.document.policy.is_none() && counts.changed_untouched > 0 {
        return questions::policy(model, &counts.changed_untouched.to_string());
    }
    if model.document.suite.apply(made.change).is_err() {
        return make_canonical(model);
    }
    if let Some(saving) = model.document.saving.as_mut() {
        (saving.changed, saving.kept) = (counts.changed, counts.kept);
    }
    if counts.changed > 0 {
        model.document.view.dropped = None;
        scan::start(model);
    }
    write(model);
}

fn write(model: &mut Model) {
    let Some(saving) = model.document.saving.as_ref() else {
        return;
    };
    let (target, snapshot) = (saving.target.clone(), model.document.suite.snapshot());
    let write = move |hand: &JobContext| {
        let tell = |content| hand.is_saving(&snapshot, content);
        Ok(save::write(&snapshot, &target, &hand.job, &tell))
    };
    step(model, write, |model, written| match written {
        Ok(written) => saved(model, written),
        Err(error) => refused(model, &error),
    });
}

fn write_with(model: &mut Model, change: impl FnOnce(&mut SaveTarget)) {
    if let Some(saving) = model.document.saving.as_mut() {
        change(&mut saving.target);
    }
    write(model)
}

/// Handles a failed save: asks about a conflict, or shows the error.
fn refused(model: &mut Model, error: &SaveError) {
    let Some(saving) = model.document.saving.as_ref() else {
        return;
    };
    let is_there = saving.target.expected != Some(FileState::Missing);
    match error {
        SaveError::Exists {
            there,
            is_protected,
            ..
        } => over_another(model, there, *is_protected),
        SaveError::Conflict { .. } => {
            let what = match &model.document.saved_over {
                Some(name) => format!("It was saved over from {name} in this editor."),
                None => "Another program has changed the file.".to_owned(),
            };
            questions::conflict(model, what)
        }
        SaveError::Cancelled => {
            model.document.saving = None;
            model.told("save stopped; the file on disk is unchanged");
        }
        SaveError::Linked { names, .. } => {
            let what = format!("It has {names} names (hard links). A new file would have one.");
            questions::in_place(model, what, true)
        }
        SaveError::Folder { error, .. } if is_there => {
            let what = format!(
                "No file can be created in its folder ({}), which a safe save needs.",
                explain(error)
            );
            questions::in_place(model, what, false)
        }
        other => failed(model, &other.to_string()),
    }
}

/// Handles a save to a path with an existing file: the current one, another open one, or neither.
fn over_another(model: &mut Model, there: &FileState, is_protected: bool) {
    let own = own_target(model);
    let saving = model.document.saving.as_ref();
    let path = saving.map(|saving| saving.target.path.clone());
    let is_it = |document: &Document| {
        let left = document.suite.save_target().and_then(|own| own.expected);
        // Members of an archive are parts of one file.
        let members = [document.suite.path(), path.as_deref()].map(|path| path.and_then(member_of));
        document.suite.path() == path.as_deref()
            || left.is_some_and(|left| left.is_same_file(there)) && members[0] == members[1]
    };
    // A new file that is there by now would be refused again, and again.
    let own = own.filter(|own| own.expected != Some(FileState::Missing) && !model.read_only);
    if let Some(own) = own.filter(|_| is_it(&model.document)) {
        // Its own file by another path: as a save without a name.
        return write_with(model, |target| *target = own);
    }
    let open = model.others.iter().find(|document| is_it(document));
    let mut what = match open {
        None => "A file of that name exists.".to_owned(),
        Some(document) => questions::open_here(document),
    };
    if is_protected {
        what.push_str(" It is read-only.");
    }
    let over = open.map(|document| document.id);
    if let Some(saving) = model.document.saving.as_mut() {
        saving.over = over;
    }
    questions::over(model, what, over.is_some());
}

fn failed(model: &mut Model, reason: &str) {
    model.document.saving = None;
    let suite = &model.document.suite;
    match suite.trouble().filter(|_| suite.loading().is_none()) {
        Some(trouble) => disk::ask_for_whole_lines(model, &trouble),
        None => model.failed(format!("not saved: {reason}")),
    }
}

fn under_new_name(model: &mut Model) {
    let saving = model.document.saving.take();
    let then = saving.map(|saving| saving.then).unwrap_or_default();
    ask_name(model, then)
}

fn saved(model: &mut Model, saved: CompletedSave) {
    let Some(saving) = model.document.saving.take() else {
        return;
    };
    if let Some(over) = saving.over {
        let name = model.document.name();
        if let Some(document) = model.document_mut(over) {
            document.saved_over = Some(name);
            document.changed_on_disk = true;
        }
    }
    let path = saved.path.clone();
    // As it was opened, and as it was written: a link is listed by its own name.
    let opened = model.document.suite.path().map(PathBuf::from);
    let is_renamed = opened.as_ref() != Some(&path);
    for path in opened.iter().filter(|_| is_renamed).chain([&path]) {
        folder::saved(model, path);
    }
    let errors = errors_brought(model);
    let document = &mut model.document;
    document.is_backed_up |= saving.target.backup && saved.written.is_some();
    document.suite.mark_saved(saved);
    document.is_as_on_disk();
    document.scan.nothing_is_edited();
    document.page.made = None;
    document.scan.remember(document.suite.revision());
    let said = saved_in_words(model, &saving, is_renamed.then_some(&path));
    match errors {
        None => model.done(said),
        Some(errors) => model.warned(format!("{said} · {errors}")),
    }
    doc::remember(model);
    if is_renamed {
        let document = model.document.id;
        model.send(Effect::TellOpen { document, path });
    }
    after(model, saving.then);
}

fn after(model: &mut Model, then: AfterSave) {
    match then {
        AfterSave::Stay => {}
        AfterSave::Close => leave::close_at_once(model),
        AfterSave::All(all) => {
            let saved = all.saved + 1;
            next_of_all(model, SavingAll { saved, ..all })
        }
        AfterSave::Quit => leave::quit(model),
        AfterSave::QuitTold => leave::quit_told(model),
    }
}

/// Says that nothing is unsaved, and what else could be done.
fn nothing_to_save(model: &Model) -> String {
    let mut said = "nothing to save: no unsaved changes".to_owned();
    if model.document.sorted_view.is_some() {
        let key = model.key(Id::Sort);
        said += &format!(" · the sort is only of the view: {key} m sorts the file");
    }
    let codes = &model.document.scan.counts.by_code;
    let fixable = codes.iter().filter(|&(code, _)| code.is_fixed_by_writing());
    let count: usize = fixable.map(|(_, &count)| count).sum();
    if count > 0 && !model.is_read_only() {
        let key = format!("{} x", model.key(Id::BulkEdit));
        let problems = thousands_of(count, "problem", "problems");
        said += &format!(" · {key} can fix up to {problems}");
    }
    said
}

/// Reports a save and its notes; `renamed` is the new path, if it changed.
fn saved_in_words(model: &Model, saving: &Saving, renamed: Option<&PathBuf>) -> String {
    let document = &model.document;
    let mut said = format!("saved {}", document.name());
    let end = renamed.and_then(|path| path.extension()?.to_str());
    let others = ["pgn", "csv", "fen", "json", "tsv"];
    if end.is_some_and(|end| others.contains(&end.to_ascii_lowercase().as_str())) {
        said.push_str(" as EPD; export writes other formats");
    }
    if saving.changed > 0 {
        let (one, many) = match document.policy {
            Some(SavePolicy::Edited) => ("edited record", "edited records"),
            _ => ("record", "records"),
        };
        let records = thousands_of(saving.changed, one, many);
        said.push_str(&format!(" · {records} made canonical"));
    }
    if saving.kept > 0 {
        let records = thousands_of(saving.kept, "record", "records");
        said.push_str(&format!(" · {records} not made canonical"));
    }
    if saving.then != AfterSave::Stay {
        return said;
    }
    // One that was just saved over is told of in its own tab: its name is that of the one saved.
    let is_left = |other: &&Document| {
        let is_other = other.id != document.id && other.suite.path() != document.suite.path();
        is_other && other.suite.is_modified()
    };
    let mut others = model.documents().filter(is_left);
    match (others.next(), others.count()) {
        (None, _) => said,
        (Some(other), 0) => format!("{said} · {} has unsaved changes", other.name()),
        (Some(_), more) => format!("{said} · {} other files have unsaved changes", more + 1),
    }
}

/// Above this many edited lines nobody waits until all are read; the header counts their errors.
const MANY: usize = 1000;

/// Returns the errors that edits brought into what is written, before the suite takes note of the save: how many
/// records, and what is wrong with the first.
fn errors_brought(model: &Model) -> Option<String> {
    let now = model.document.suite.snapshot();
    if now.edited_count() > MANY {
        return None;
    }
    // What was copied here as it was brought its errors along: no edit made them.
    let edited = now.edited_lines();
    let edited = edited.iter().filter(|line| now.is_written_anew(*line));
    let mut wrong = edited.filter_map(|line| error_brought(model, &now, line));
    let first = wrong.next()?;
    let records = thousands_of(
        wrong.count() + 1,
        "edited record has",
        "edited records have",
    );
    let next = model.key(Id::NextProblem);
    Some(format!(
        "{records} an error: {first} · {next} goes to the next problem"
    ))
}

/// Returns the first error that an edit added to a line, with the record's name.
fn error_brought(model: &Model, now: &Snapshot, line: usize) -> Option<String> {
    let options = model.document.read_options();
    let text = now.line(line);
    let before = now.line_in_file(line);
    let before = before.as_deref().unwrap_or_default();
    if text.len().max(before.len()) > LONGEST_SHOWN {
        return None;
    }
    let record = Record::read(&text, &options);
    let before = Record::read(before, &options);
    let found = record.diagnostics().iter().find(|found| {
        let mut before = before.diagnostics().iter();
        found.severity == Severity::Error && !before.any(|other| other.code == found.code)
    })?;
    let id = record.operation("id").map(|id| record.operands_text(id));
    let name = match id.as_deref().map(|id| id.trim_matches('"')) {
        Some(name) if !name.is_empty() => name.to_owned(),
        _ => format!("line {}", line + 1),
    };
    Some(format!("{name}: {}", record.message(found)))
}
