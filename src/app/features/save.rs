//! Saving and leaving: the questions on the way, and what comes back from the disk.
//!
//! A save first makes records canonical, as an undoable change worked out on another thread, then
//! writes a snapshot on another thread. Edits made meanwhile start it again from the first step,
//! so that what is written is what is shown.
//! All files are saved one after the other, each shown while it is asked about.

pub mod commands;
mod errors;
pub(crate) mod merge;
mod moves;
mod questions;
mod save_as;
pub(crate) mod whole;
mod why;

use crate::app::command::Id;
use crate::app::effect::Effect;
use crate::app::features::columns::sort;
use crate::app::features::files::{self, new_path, shown};
use crate::app::features::{filter, jobs, scan};
use crate::app::glyph;
use crate::app::model::Model;
use crate::app::overlay;
use crate::app::state::document::{Document, DocumentId, Saving, Stage, Then};
use crate::app::state::jobs::save::{CanonicalJob, DifferenceJob, SaveJob};
use crate::app::state::jobs::{Slot, Work};
use crate::app::state::saving::SavingAll;
use crate::app::state::scan::ScanState;
use crate::epd::counted::thousands_of;
use crate::suite::save::{
    Difference, FileState, MadeCanonical, Otherwise, SaveError, SavePolicy, SaveTarget, Saved,
};
use crate::suite::{Most, Suite, explain};

use std::path::Path;

pub(crate) use save_as::{ask_name, to};

/// Lines shown at most in the difference before a save.
const DIFFERENCES: usize = 200;

/// Saves all files with changes; with `quit`, leaves the editor after it.
pub fn all(model: &mut Model, quit: bool) -> Vec<Effect> {
    if let Some(all) = &mut model.saving_all {
        all.quit |= quit;
        model.told("a save is running");
        return Vec::new();
    }
    model.saving_all = Some(SavingAll {
        home: model.document.id,
        quit,
        saved: 0,
    });
    next_of_all(model)
}

fn next_of_all(model: &mut Model) -> Vec<Effect> {
    let Some(all) = model.saving_all else {
        return Vec::new();
    };
    let modified = model
        .documents()
        .find(|document| document.suite.is_modified())
        .map(|document| document.id);
    let Some(id) = modified else {
        model.saving_all = None;
        let effects = shown::show(model, all.home);
        if all.quit {
            return vec![Effect::Quit];
        }
        match all.saved {
            0 => model.told("nothing to save: no unsaved changes in any file"),
            1 => model.done("saved 1 file"),
            n => model.done(format!("saved {n} files")),
        }
        return effects;
    };
    let mut effects = shown::show(model, id);
    effects.extend(start(model, Then::Next));
    if model.document.saving.is_none() && !is_named(model) {
        // It was refused, and that is said.
        model.saving_all = None;
    }
    effects
}

/// Whether a name is asked for.
fn is_named(model: &Model) -> bool {
    overlay::prompt(model).is_some_and(new_path::is_open::<save_as::SaveAs>)
}

/// Saves the file, and does what comes after it.
pub fn start(model: &mut Model, then: Then) -> Vec<Effect> {
    if let Some(saving) = model.document.saving.as_mut() {
        if then != Then::Stay {
            saving.then = then;
        }
        model.done("a save is running");
        return Vec::new();
    }
    if model.document.is_place_holder {
        model.refused("no file is open");
        return Vec::new();
    }
    if model.document.suite.loading().is_some() {
        model.refused("still reading the file · save when it is loaded");
        return Vec::new();
    }
    let Some(target) = model.document.suite.save_target() else {
        return ask_name(model, then);
    };
    let backup = model.settings.backup && !model.document.is_backed_up;
    let target = target
        .otherwise(model.document.otherwise)
        .with_backup(backup);
    if !model.document.suite.is_modified() {
        if then != Then::Stay {
            return after(model, then);
        }
        let mut said = "nothing to save: no unsaved changes".to_owned();
        if let Some(count) = fixable(model) {
            let key = format!("{} x", model.key(Id::BulkEdit));
            let problems = thousands_of(count, "problem", "problems");
            said += &format!(" · {key} can fix up to {problems}");
        }
        model.told(said);
        return Vec::new();
    }
    choose_policy(model, target, then)
}

/// How many problems are of kinds with safe fixes, where there are any and they could be made.
fn fixable(model: &Model) -> Option<usize> {
    if model.is_read_only() {
        return None;
    }
    let codes = &model.document.scan.counts.by_code;
    let kinds = codes.iter().filter(|&(code, _)| code.is_fixed_by_writing());
    Some(kinds.map(|(_, &count)| count).sum()).filter(|count| *count > 0)
}

/// What comes after a save.
fn after(model: &mut Model, then: Then) -> Vec<Effect> {
    match then {
        Then::Stay => Vec::new(),
        Then::Close => files::close_at_once(model),
        Then::Next => {
            if let Some(all) = &mut model.saving_all {
                all.saved += 1;
            }
            next_of_all(model)
        }
        Then::Quit => quit(model),
    }
}

/// Asks which records to make canonical, where the answer matters and is not known.
fn choose_policy(model: &mut Model, target: SaveTarget, then: Then) -> Vec<Effect> {
    let scan = &model.document.scan;
    // Where nothing is known, or nothing yet that would change, the work itself tells.
    let untouched = scan.untouched(model.document.suite.edited_count());
    let untouched = untouched.unwrap_or(0);
    let (policy, stage) = match model.document.policy {
        Some(policy) => (policy, Stage::Making),
        None if untouched > 0 => (SavePolicy::All, Stage::Asking),
        None => (SavePolicy::All, Stage::Making),
    };
    let running = scan.running;
    model.document.saving = Some(Saving {
        ticket: 0,
        revision: model.document.suite.revision(),
        policy,
        target,
        over: None,
        stage,
        then,
        changed: 0,
        kept: 0,
    });
    if stage == Stage::Asking {
        let number = if running {
            format!("at least {untouched}")
        } else {
            untouched.to_string()
        };
        return questions::policy(model, &number);
    }
    make_canonical(model)
}

/// The question was answered.
fn with_policy(model: &mut Model, policy: SavePolicy) -> Vec<Effect> {
    model.document.policy = Some(policy);
    let Some(saving) = model.document.saving.as_mut() else {
        return Vec::new();
    };
    saving.policy = policy;
    make_canonical(model)
}

/// The question was left: nothing is saved.
fn leave_question(model: &mut Model) {
    if model
        .document
        .saving
        .as_ref()
        .is_some_and(|saving| saving.stage == Stage::Asking)
    {
        model.document.saving = None;
        model.saving_all = None;
        model.done("not saved");
    }
}

/// Shows what the save would change; the question stays below.
fn see_difference(model: &mut Model) -> Vec<Effect> {
    let ticket = model.ticket();
    let Some(saving) = model.document.saving.as_mut() else {
        return Vec::new();
    };
    saving.ticket = ticket;
    model.told("checking what would change …");
    let job = DifferenceJob {
        snapshot: model.document.suite.snapshot(),
        at_most: DIFFERENCES,
    };
    vec![jobs::ask(model, ticket, Slot::Save, Work::Compare(job))]
}

/// The difference is here.
pub fn differences(model: &mut Model, ticket: u64, found: &[Difference]) {
    if is_waited_for(model, ticket) {
        model.status = None;
        questions::difference(model, found, DIFFERENCES);
    }
}

fn is_waited_for(model: &Model, ticket: u64) -> bool {
    model
        .document
        .saving
        .as_ref()
        .is_some_and(|saving| saving.ticket == ticket)
}

fn make_canonical(model: &mut Model) -> Vec<Effect> {
    let ticket = model.ticket();
    let snapshot = model.document.suite.snapshot();
    let Some(saving) = model.document.saving.as_mut() else {
        return Vec::new();
    };
    saving.ticket = ticket;
    saving.stage = Stage::Making;
    saving.revision = snapshot.revision();
    let policy = saving.policy;
    model.told("saving …");
    let work = Work::MakeCanonical(CanonicalJob { snapshot, policy });
    vec![jobs::ask(model, ticket, Slot::Save, work)]
}

/// The change that makes records canonical is worked out.
pub(crate) fn made_canonical(model: &mut Model, ticket: u64, made: MadeCanonical) -> Vec<Effect> {
    if !is_waited_for(model, ticket) {
        return Vec::new();
    }
    let document = &mut model.document;
    let Some(saving) = document.saving.as_mut() else {
        return Vec::new();
    };
    let counts = made.counts;
    if document.policy.is_none() && counts.changed_untouched > 0 {
        saving.stage = Stage::Asking;
        model.status = None;
        return questions::policy(model, &counts.changed_untouched.to_string());
    }
    (saving.changed, saving.kept) = (counts.changed, counts.kept);
    if document.suite.apply(made.change).is_err() {
        // Edited meanwhile: what is written must be what is shown.
        return make_canonical(model);
    }
    let mut effects = Vec::new();
    if counts.changed > 0 {
        model.document.view.dropped = None;
        effects.push(scan::start(model));
    }
    effects.extend(write(model));
    effects
}

fn write(model: &mut Model) -> Vec<Effect> {
    let ticket = model.ticket();
    let snapshot = model.document.suite.snapshot();
    let Some(saving) = model.document.saving.as_mut() else {
        return Vec::new();
    };
    saving.ticket = ticket;
    saving.stage = Stage::Writing;
    saving.revision = snapshot.revision();
    let target = saving.target.clone();
    let work = Work::Save(SaveJob { snapshot, target });
    vec![jobs::ask(model, ticket, Slot::Save, work)]
}

/// The file is written.
pub fn saved(model: &mut Model, ticket: u64, saved: Saved) -> Vec<Effect> {
    if !is_waited_for(model, ticket) {
        return Vec::new();
    }
    let Some(saving) = model.document.saving.take() else {
        return Vec::new();
    };
    let (changed, kept, policy) = (saving.changed, saving.kept, saving.policy);
    model.document.changed_on_disk = false;
    model.document.saved_over = None;
    if let Some(over) = saving.over {
        let name = glyph::safe(model.document.suite.name().as_bytes());
        if let Some(document) = model.documents_mut().find(|other| other.id == over) {
            document.saved_over = Some(name);
            document.changed_on_disk = true;
        }
    }
    model.document.is_backed_up |= saving.target.backup && saved.wrote();
    let is_renamed = model.document.suite.path() != Some(saved.path.as_path());
    let path = saved.path.clone();
    let errors = errors::brought(model);
    model.document.suite.mark_saved(saved);
    let document = &mut model.document;
    document.scan.nothing_is_edited();
    document.page.forget();
    document.scan.remember(document.suite.revision());
    document.journal.is_outdated();
    let mut said = format!(
        "saved {}",
        glyph::safe(model.document.suite.name().as_bytes())
    );
    if changed > 0 {
        let edited = match policy {
            SavePolicy::Edited => "edited ",
            SavePolicy::All => "",
        };
        said.push_str(&format!(" · {changed} {edited}made canonical"));
    }
    if kept > 0 {
        said.push_str(&format!(" · {kept} left unchanged"));
    }
    if saving.then == Then::Stay {
        said.push_str(&unsaved_others(model));
    }
    match errors {
        None => model.done(said),
        Some(errors) => model.warned(format!("{said} · {errors}")),
    }
    let mut effects: Vec<Effect> = files::remember(model).into_iter().collect();
    if is_renamed {
        let document = model.document.id;
        effects.push(Effect::TellOpen { document, path });
    }
    effects.extend(after(model, saving.then));
    effects
}

/// Which other open files have unsaved changes, behind what is said of the one that was saved.
fn unsaved_others(model: &Model) -> String {
    let shown = &model.document;
    // One that was just saved over is told of in its own tab: its name is that of the one saved.
    let is_other = |other: &Document| other.suite.path() != shown.suite.path();
    let is_left =
        |other: &&Document| other.id != shown.id && other.suite.is_modified() && is_other(other);
    let mut others = model.documents().filter(is_left);
    match (others.next(), others.count()) {
        (None, _) => String::new(),
        (Some(other), 0) => {
            let name = glyph::safe(other.suite.name().as_bytes());
            format!(" · {name} has unsaved changes")
        }
        (Some(_), more) => format!(" · {} other files have unsaved changes", more + 1),
    }
}

/// The file was not written.
pub fn failed(model: &mut Model, ticket: u64, error: &SaveError) -> Vec<Effect> {
    if let SaveError::Exists {
        there,
        is_protected,
        ..
    } = error
        && is_waited_for(model, ticket)
    {
        return over_another(model, there, *is_protected);
    }
    refused(model, ticket, error);
    Vec::new()
}

/// There is a file where a new one was to be: the one that is edited, another that is open, or neither.
fn over_another(model: &mut Model, there: &FileState, is_protected: bool) -> Vec<Effect> {
    let saving = model.document.saving.as_ref();
    let path = saving.map(|saving| saving.target.path.clone());
    let is_it = |document: &&Document| {
        if document.suite.path() == path.as_deref() {
            return true;
        }
        let target = document.suite.save_target();
        let left = target.and_then(|target| target.expected);
        left.is_some_and(|left| left.is_same_file(there))
    };
    let same = Some(&model.document).filter(is_it).is_some() && !model.read_only;
    if let Some(own) = model
        .document
        .suite
        .save_target()
        // A new file that is there by now would be refused again, and again.
        .filter(|own| same && own.expected != Some(FileState::Missing))
    {
        // Its own file by another path: as a save without a name.
        let backup = model.settings.backup && !model.document.is_backed_up;
        let otherwise = model.document.otherwise;
        if let Some(saving) = model.document.saving.as_mut() {
            saving.target = own.otherwise(otherwise).with_backup(backup);
        }
        return write(model);
    }
    let shown = model.document.id;
    let open = model
        .documents()
        .find(|document| document.id != shown && is_it(document));
    let mut what = match open {
        None => "A file of that name exists.".to_owned(),
        Some(document) => questions::open_here(document),
    };
    if is_protected {
        what.push_str(" It is read-only.");
    }
    let over = open.map(|document| document.id);
    model.status = None;
    if let Some(saving) = model.document.saving.as_mut() {
        saving.stage = Stage::Asking;
        saving.over = over;
        let path = glyph::safe(saving.target.path.to_string_lossy().as_bytes());
        questions::over(model, &path, what, over.is_some());
    }
    Vec::new()
}

fn refused(model: &mut Model, ticket: u64, error: &SaveError) {
    if !is_waited_for(model, ticket) {
        return;
    }
    let conflict = match &model.document.saved_over {
        Some(name) => format!("It was saved over from {name} in this editor."),
        None => "Another program has changed the file.".to_owned(),
    };
    match error {
        SaveError::Conflict { .. } => {}
        SaveError::Cancelled => {
            model.document.saving = None;
            model.saving_all = None;
            model.told("save stopped; the file on disk is unchanged");
            return;
        }
        SaveError::Linked { names, .. } => {
            let what = format!("It has {names} names (hard links). A new file would have one.");
            return ask_in_place(model, what, true);
        }
        SaveError::Folder { error, .. } if is_there(model) => {
            let what = format!(
                "No file can be created in its folder ({}), which a safe save needs.",
                explain(error)
            );
            return ask_in_place(model, what, false);
        }
        other => return job_failed(model, ticket, &other.to_string()),
    }
    model.status = None;
    if let Some(saving) = model.document.saving.as_mut() {
        saving.stage = Stage::Asking;
        let path = glyph::safe(saving.target.path.to_string_lossy().as_bytes());
        questions::conflict(model, &path, &conflict);
    }
}

/// Whether the file that is saved to is there.
fn is_there(model: &Model) -> bool {
    let saving = model.document.saving.as_ref();
    saving.is_some_and(|saving| saving.target.expected != Some(FileState::Missing))
}

/// Asks whether to write into the file that is there.
fn ask_in_place(model: &mut Model, what: String, may_replace: bool) {
    model.status = None;
    if let Some(saving) = model.document.saving.as_mut() {
        saving.stage = Stage::Asking;
        let path = glyph::safe(saving.target.path.to_string_lossy().as_bytes());
        questions::in_place(model, path, what, may_replace);
    }
}

/// Writes where a new file can't simply take the place; the answer is remembered while the file is open.
fn otherwise(model: &mut Model, otherwise: Otherwise) -> Vec<Effect> {
    model.document.otherwise = otherwise;
    if let Some(saving) = model.document.saving.as_mut() {
        saving.target = saving.target.clone().otherwise(otherwise);
    }
    write(model)
}

/// A job of the save ended without a result.
pub(crate) fn job_failed(model: &mut Model, ticket: u64, reason: &str) {
    if is_waited_for(model, ticket) {
        model.document.saving = None;
        model.saving_all = None;
        let suite = &model.document.suite;
        if suite.loading().is_none()
            && let Some(trouble) = suite.trouble()
        {
            let _ = whole::ask(model, &trouble);
            return;
        }
        model.failed(glyph::safe(format!("not saved: {reason}").as_bytes()));
    }
}

/// Writes, whatever is there.
fn over(model: &mut Model) -> Vec<Effect> {
    if let Some(saving) = model.document.saving.as_mut() {
        saving.target = saving.target.clone().over();
    }
    write(model)
}

/// Gives the save up and asks for another name.
fn under_new_name(model: &mut Model) -> Vec<Effect> {
    let saving = model.document.saving.take();
    let then = saving.map(|saving| saving.then).unwrap_or_default();
    ask_name(model, then)
}

/// Stops the save that is running.
pub fn stop(model: &mut Model) -> Vec<Effect> {
    model.told("stopping the save …");
    vec![jobs::end(model, Slot::Save)]
}

/// Reads the file again; asks first where that loses something.
pub fn reload(model: &mut Model) -> Vec<Effect> {
    let unpacked = model.document.suite.unpacked();
    reload_up_to(model, unpacked)
}

/// The same, a packed file as far as said.
pub(crate) fn reload_up_to(model: &mut Model, unpacked: Most) -> Vec<Effect> {
    model.document.saving = None;
    // A save of all files ends here: what is on disk is wanted instead.
    model.saving_all = None;
    match model.document.suite.path() {
        Some(path) => vec![Effect::Reload {
            path: path.to_owned(),
            unpacked,
        }],
        None => Vec::new(),
    }
}

/// Asks whether to read the file again, where that loses edits.
pub(crate) fn ask_reload(model: &mut Model) -> Vec<Effect> {
    if !model.document.suite.is_modified() {
        return reload(model);
    }
    questions::reload(model)
}

/// The file was read again: the same line stays selected, and the search.
pub(crate) fn reloaded(model: &mut Model, suite: Suite) -> Vec<Effect> {
    if model.document.suite.path() != suite.path() {
        // Another file is shown by now: it waits until it is asked for again.
        let of_it = |document: &&mut Document| document.suite.path() == suite.path();
        if let Some(document) = model.documents_mut().find(of_it) {
            document.read_again(suite);
            document.changed_on_disk = false;
            document.saved_over = None;
            document.scan = ScanState::default();
            document.journal.is_outdated();
        }
        return Vec::new();
    }
    model.document.read_again(suite);
    // What was counted was of another text: a save asks by these numbers.
    model.document.scan = ScanState::default();
    model.document.journal.is_outdated();
    model.document.changed_on_disk = false;
    model.document.saved_over = None;
    model.document.view.dropped = None;
    model.document.view.editing = None;
    let mut effects = overlay::close_all(model);
    model.reselect(model.document.selected);
    model.done("reloaded from disk");
    effects.extend(filter::reloaded(model));
    effects.extend(sort::reloaded(model));
    effects.push(scan::start(model));
    effects
}

/// An open file was found in another state than it was left in: by another program, unless a save of
/// our own is on its way, or came between the look and this message.
pub fn changed_on_disk(model: &mut Model, path: &Path, now: &FileState) {
    let changed = model.documents_mut().find(|document| {
        let target = document.suite.save_target();
        document.saving.is_none()
            && target.is_some_and(|target| {
                target.path == path && target.expected.is_some_and(|left| left != *now)
            })
    });
    let Some(document) = changed else {
        return;
    };
    document.changed_on_disk = true;
    let name = glyph::safe(document.suite.name().as_bytes());
    if let Some(from) = document
        .saved_over
        .clone()
        .filter(|_| *now != FileState::Missing)
    {
        model.failed(format!(
            "{name} was saved over from {from} in this editor · `{}` in {} reloads it",
            Id::Reload.name(),
            model.key(Id::Palette)
        ));
        return;
    }
    model.failed(if *now == FileState::Missing {
        format!("another program removed {name} · saving writes it again")
    } else {
        format!(
            "another program changed {name} · `{}` in {} reloads it",
            Id::Reload.name(),
            model.key(Id::Palette)
        )
    });
}

/// An open file has other times and the text it had: that is no conflict, and nothing is said.
pub fn touched(model: &mut Model, path: &Path, now: FileState) {
    let document = model
        .documents_mut()
        .find(|document| document.saving.is_none() && document.suite.path() == Some(path));
    if let Some(document) = document {
        document.suite.is_touched(now);
        document.changed_on_disk = false;
    }
}

/// Leaves the editor; asks first where something is not saved.
pub fn quit(model: &mut Model) -> Vec<Effect> {
    let saving = model.documents_mut().find_map(|document| {
        let saving = document.saving.as_mut()?;
        (saving.stage != Stage::Asking).then_some(saving)
    });
    if let Some(saving) = saving {
        saving.then = Then::Quit;
        model.saving_all = None;
        model.told("quitting when the save is done");
        return Vec::new();
    }
    let modified: Vec<DocumentId> = model
        .documents()
        .filter(|document| document.suite.is_modified())
        .map(|document| document.id)
        .collect();
    match modified[..] {
        [] if moves::tell(model) => Vec::new(),
        [] => vec![Effect::Quit],
        [only] => {
            let effects = shown::show(model, only);
            questions::quit(model);
            effects
        }
        _ => questions::quit_all(model),
    }
}

/// Asks before a file with changes is closed.
pub(crate) fn ask_close(model: &mut Model) -> Vec<Effect> {
    questions::close(model)
}
