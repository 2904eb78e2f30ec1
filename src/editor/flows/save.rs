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

pub mod commands;
mod errors;
pub(crate) mod leave;
pub(crate) mod merge;
mod questions;
mod reload;
mod save_as;
pub(crate) mod unpack;
pub(crate) mod whole;
mod why;
mod words;

use crate::editor::doc::{self, scan};
use crate::editor::effect::Effect;
use crate::editor::jobs::{self, Hand, Slot, Work, in_words};
use crate::editor::model::Model;
use crate::editor::pages::folder;
use crate::editor::state::document::Document;
use crate::editor::state::{Saving, SavingAll, Then};
use crate::epd::CanonicalOptions;
use crate::suite::explain;
use crate::suite::save::{
    self, FileState, MadeCanonical, SaveError, SavePolicy, SaveTarget, Saved, differences,
};
use std::path::PathBuf;

pub(crate) use leave::{ask_close, quit};
pub use reload::changed_on_disk;
pub(crate) use reload::{ask_reload, reload_up_to, touched};
pub(crate) use save_as::{ask_name, to};

/// Lines shown at most in the difference before a save.
const DIFFERENCES: usize = 200;

/// Saves the file, and does what comes after it.
pub fn start(model: &mut Model, then: Then) {
    if let Some(saving) = model.document.saving.as_mut() {
        if then != Then::Stay {
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
        Some(_) if then != Then::Stay => after(model, then),
        Some(_) => model.told(words::nothing_to_save(model)),
    }
}

/// Returns the file's own path, and how it is written there; `None` where it has none.
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
            Then::All(all) => Some(all),
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
    let home = model.document.id;
    let saved = 0;
    next_of_all(model, SavingAll { home, quit, saved })
}

fn next_of_all(model: &mut Model, all: SavingAll) {
    let modified = model.documents().find(|file| file.suite.is_modified());
    if let Some(id) = modified.map(|document| document.id) {
        doc::show(model, id);
        return start(model, Then::All(all));
    }
    doc::show(model, all.home);
    match all.saved {
        _ if all.quit => model.send(Effect::Quit),
        0 => model.told("nothing to save: no unsaved changes in any file"),
        1 => model.done("saved 1 file"),
        n => model.done(format!("saved {n} files")),
    }
}

/// Begins a save to a path: asks which records to make canonical, where the answer matters and is not known.
fn begin(model: &mut Model, target: SaveTarget, then: Then) {
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
        1.. if document.policy.is_some() => make_canonical(model),
        0 => make_canonical(model),
        count if document.scan.running => questions::policy(model, &format!("at least {count}")),
        count => questions::policy(model, &count.to_string()),
    }
}

/// The question was left: nothing is saved, not the files that would have come after this one either.
fn leave_question(model: &mut Model) {
    let saving = &mut model.document.saving;
    if saving.take_if(|saving| saving.ticket.is_none()).is_some() {
        model.done("not saved");
    }
}

/// Has a step of the save done on another thread; `done` takes in what came out, unless nobody waits for
/// it any more.
fn step<T: Send + 'static>(
    model: &mut Model,
    work: impl Fn(&Hand) -> Result<T, String> + Send + Sync + 'static,
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

/// Shows what the save would change; the question stays below.
fn see_difference(model: &mut Model) {
    let snapshot = model.document.suite.snapshot();
    let compare = move |hand: &Hand| {
        let (policy, options) = (SavePolicy::All, CanonicalOptions::default());
        let found = differences(&snapshot, policy, &options, DIFFERENCES, &hand.job);
        found.map_err(in_words)
    };
    model.told("checking what would change …");
    Work::new(Slot::Differences, compare).start(model, |model, found| {
        // The question may have been left meanwhile.
        if model.document.saving.is_some() {
            model.status = None;
            questions::difference(model, &found, DIFFERENCES);
        }
    });
}

fn make_canonical(model: &mut Model) {
    let snapshot = model.document.suite.snapshot();
    let policy = model.document.policy.unwrap_or(SavePolicy::All);
    model.told("saving …");
    let make = move |hand: &Hand| {
        let options = CanonicalOptions::default();
        save::make_canonical(&snapshot, policy, &options, &hand.job).map_err(in_words)
    };
    step(model, make, made_canonical);
}

/// The change that makes records canonical is worked out.
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
    let write = move |hand: &Hand| {
        let tell = |content| hand.is_saving(&snapshot, content);
        Ok(save::write(&snapshot, &target, &hand.job, &tell))
    };
    step(model, write, |model, written| match written {
        Ok(written) => saved(model, written),
        Err(error) => refused(model, &error),
    });
}

/// Writes in another way than before.
fn write_with(model: &mut Model, change: impl FnOnce(&mut SaveTarget)) {
    if let Some(saving) = model.document.saving.as_mut() {
        change(&mut saving.target);
    }
    write(model)
}

/// The file was not written: asks about what is in the way, or says why.
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

/// There is a file where a new one was to be: the one that is edited, another that is open, or neither.
fn over_another(model: &mut Model, there: &FileState, is_protected: bool) {
    let own = own_target(model);
    let saving = model.document.saving.as_ref();
    let path = saving.map(|saving| saving.target.path.clone());
    let is_it = |document: &Document| {
        let left = document.suite.save_target().and_then(|own| own.expected);
        document.suite.path() == path.as_deref()
            || left.is_some_and(|left| left.is_same_file(there))
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

/// The save came to nothing.
fn failed(model: &mut Model, reason: &str) {
    model.document.saving = None;
    let suite = &model.document.suite;
    match suite.trouble().filter(|_| suite.loading().is_none()) {
        Some(trouble) => whole::ask(model, &trouble),
        None => model.failed(format!("not saved: {reason}")),
    }
}

/// Gives the save up and asks for another name.
fn under_new_name(model: &mut Model) {
    let saving = model.document.saving.take();
    let then = saving.map(|saving| saving.then).unwrap_or_default();
    ask_name(model, then)
}

/// Stops the save that is running.
pub fn stop(model: &mut Model) {
    model.told("stopping the save …");
    jobs::end(model, Slot::Save);
}

/// The file is written.
fn saved(model: &mut Model, saved: Saved) {
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
    let opened = opened.filter(|opened| *opened != path);
    let is_renamed = opened.is_some() || model.document.suite.path().is_none();
    for path in opened.iter().chain([&path]) {
        folder::saved(model, path);
    }
    let errors = errors::brought(model);
    let document = &mut model.document;
    document.is_backed_up |= saving.target.backup && saved.written.is_some();
    document.suite.mark_saved(saved);
    document.is_as_on_disk();
    document.scan.nothing_is_edited();
    document.page.made = None;
    document.scan.remember(document.suite.revision());
    let said = words::saved(model, &saving, is_renamed.then_some(&path));
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

/// Does what comes after a save.
fn after(model: &mut Model, then: Then) {
    match then {
        Then::Stay => {}
        Then::Close => leave::close_at_once(model),
        Then::All(all) => {
            let saved = all.saved + 1;
            next_of_all(model, SavingAll { saved, ..all })
        }
        Then::Quit => quit(model),
        Then::QuitTold => leave::quit_told(model),
    }
}
