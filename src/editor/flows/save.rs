//! Saving, step by step.
//!
//! 1. [`start`] takes the path of the file, or prompts for one.
//! 2. `begin` takes the policy on canonical records, or asks for one if it matters.
//! 3. `make_canonical` makes a change that can be undone, on a thread. If the file is edited meanwhile it
//!    starts again, so that the file on disk is what is shown.
//! 4. `write` writes a snapshot, on a thread.
//! 5. `saved` ends the save, or `refused` asks about an obstacle, and the answer writes again.
//! 6. `after` closes the file or the editor, or saves the next file.
//!
//! Between the steps, [`Saving`] is the whole state of a save; removing it cancels the save.

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

/// Saves all changed files in turn, each shown while it has a question open; with `quit`, then leaves the editor.
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
    // Cancelling also cancels the saves of the files after this one.
    match then {
        AfterSave::All(_) => save.left(|model| model.told("not saved")),
        _ => save,
    }
}

/// Begins to make records canonical; asks which ones if the answer matters and is not known.
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
    // If the count is unknown, or 0 so far, the next step finds it.
    let untouched = document.scan.untouched(document.suite.edited_count());
    match untouched.unwrap_or(0) {
        count if count == 0 || document.policy.is_some() => make_canonical(model),
        count if document.scan.running => questions::policy(model, &format!("at least {count}")),
        count => questions::policy(model, &count.to_string()),
    }
}

/// Runs a step of the save on a thread, and `done` with its result unless the save was cancelled or has moved on.
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
    let is_target = |document: &Document| {
        let expected = document.suite.save_target().and_then(|own| own.expected);
        // Members of an archive are parts of one file.
        let members = [document.suite.path(), path.as_deref()].map(|path| path.and_then(member_of));
        document.suite.path() == path.as_deref()
            || expected.is_some_and(|expected| expected.is_same_file(there))
                && members[0] == members[1]
    };
    // A new file that exists by now would be refused each time.
    let own = own.filter(|own| own.expected != Some(FileState::Missing) && !model.read_only);
    if let Some(own) = own.filter(|_| is_target(&model.document)) {
        // The file itself by another path: saved as without a name.
        return write_with(model, |target| *target = own);
    }
    let open = model.others.iter().find(|document| is_target(document));
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
    // Both the path opened and the path written, since a link is listed by its own name.
    let opened = model.document.suite.path().map(PathBuf::from);
    let is_renamed = opened.as_ref() != Some(&path);
    for path in opened.iter().filter(|_| is_renamed).chain([&path]) {
        folder::saved(model, path);
    }
    let errors = added_errors(model);
    let document = &mut model.document;
    document.is_backed_up |= saving.target.backup && saved.written.is_some();
    document.suite.mark_saved(saved);
    document.is_as_on_disk();
    document.scan.nothing_is_edited();
    document.page.made = None;
    document.scan.remember(document.suite.revision());
    let message = saved_in_words(model, &saving, is_renamed.then_some(&path));
    match errors {
        None => model.done(message),
        Some(errors) => model.warned(format!("{message} · {errors}")),
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

/// Returns the message that nothing is unsaved, with hints at other commands.
fn nothing_to_save(model: &Model) -> String {
    let mut message = "nothing to save: no unsaved changes".to_owned();
    if model.document.sorted_view.is_some() {
        let key = model.key(Id::Sort);
        message += &format!(" · the sort is only of the view: {key} m sorts the file");
    }
    let codes = &model.document.scan.counts.by_code;
    let fixable = codes.iter().filter(|&(code, _)| code.is_fixed_by_writing());
    let count: usize = fixable.map(|(_, &count)| count).sum();
    if count > 0 && !model.is_read_only() {
        let key = format!("{} x", model.key(Id::BulkEdit));
        let problems = thousands_of(count, "problem", "problems");
        message += &format!(" · {key} can fix up to {problems}");
    }
    message
}

/// Returns the message about a save; `renamed` is the new path, if it changed.
fn saved_in_words(model: &Model, saving: &Saving, renamed: Option<&PathBuf>) -> String {
    let document = &model.document;
    let mut message = format!("saved {}", document.name());
    let end = renamed.and_then(|path| path.extension()?.to_str());
    let others = ["pgn", "csv", "fen", "json", "tsv"];
    if end.is_some_and(|end| others.contains(&end.to_ascii_lowercase().as_str())) {
        message.push_str(" as EPD; export writes other formats");
    }
    if saving.changed > 0 {
        let (one, many) = match document.policy {
            Some(SavePolicy::Edited) => ("edited record", "edited records"),
            _ => ("record", "records"),
        };
        let records = thousands_of(saving.changed, one, many);
        message.push_str(&format!(" · {records} made canonical"));
    }
    if saving.kept > 0 {
        let records = thousands_of(saving.kept, "record", "records");
        message.push_str(&format!(" · {records} not made canonical"));
    }
    if saving.then != AfterSave::Stay {
        return message;
    }
    // A file that was just saved over has the name of the saved one; its own tab reports it.
    let is_left = |other: &&Document| {
        let is_other = other.id != document.id && other.suite.path() != document.suite.path();
        is_other && other.suite.is_modified()
    };
    let mut others = model.documents().filter(is_left);
    match (others.next(), others.count()) {
        (None, _) => message,
        (Some(other), 0) => format!("{message} · {} has unsaved changes", other.name()),
        (Some(_), more) => format!("{message} · {} other files have unsaved changes", more + 1),
    }
}

/// The number of edited lines up to which new errors are searched for: more take too long, and the header counts all.
const MANY: usize = 1000;

/// Returns a message about the errors that edits have added: the number of records, and the error of the
/// first. It must be called before the suite is marked as saved.
fn added_errors(model: &Model) -> Option<String> {
    let now = model.document.suite.snapshot();
    if now.edited_count() > MANY {
        return None;
    }
    // Lines pasted without an edit had their errors before.
    let edited = now.edited_lines();
    let edited = edited.iter().filter(|line| now.is_written_anew(*line));
    let mut wrong = edited.filter_map(|line| added_error(model, &now, line));
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
fn added_error(model: &Model, now: &Snapshot, line: usize) -> Option<String> {
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
