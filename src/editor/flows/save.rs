//! Saving and leaving: the questions on the way, and what comes back from the disk.
//!
//! A save first makes records canonical, as an undoable change worked out on another thread, then
//! writes a snapshot on another thread. Edits made meanwhile start it again from the first step,
//! so that what is written is what is shown.
//! All files are saved one after the other, each shown while it is asked about.

mod all;
pub mod commands;
mod errors;
mod leave;
pub(crate) mod merge;
mod moves;
mod questions;
mod refused;
mod reload;
mod save_as;
mod saved;
pub(crate) mod whole;
mod why;

use crate::editor::command::Id;
use crate::editor::doc::scan;
use crate::editor::flows::open;
use crate::editor::jobs::{self, Hand, Slot, Work, in_words};
use crate::editor::model::Model;
use crate::editor::pages::queue::unfinished;
use crate::editor::state::document::{Saving, Stage, Then};
use crate::epd::CanonicalOptions;
use crate::epd::counted::thousands_of;
use crate::suite::save::{self, MadeCanonical, Otherwise, SavePolicy, SaveTarget, differences};

pub(crate) use all::all;
pub(crate) use leave::quit;
use refused::job_failed;
pub(crate) use reload::{changed_on_disk, reload, reload_up_to, reloaded, touched};
pub(crate) use save_as::{ask_name, to};

/// Lines shown at most in the difference before a save.
const DIFFERENCES: usize = 200;
/// Saves the file, and does what comes after it.
pub fn start(model: &mut Model, then: Then) {
    if let Some(saving) = model.document.saving.as_mut() {
        if then != Then::Stay {
            saving.then = then;
        }
        model.done("a save is running");
        return;
    }
    if model.document.is_place_holder {
        model.refused("no file is open");
        return;
    }
    if model.document.suite.loading().is_some() {
        model.refused("still reading the file · save when it is loaded");
        return;
    }
    if is_changing(model) {
        return;
    }
    let Some(mut target) = model.document.suite.save_target() else {
        return ask_name(model, then);
    };
    let backup = model.settings.backup && !model.document.is_backed_up;
    (target.otherwise, target.backup) = (model.document.otherwise, backup);
    if !model.document.suite.is_modified() {
        if then != Then::Stay {
            return after(model, then);
        }
        let mut said = "nothing to save: no unsaved changes".to_owned();
        if model.document.sorted_view.is_some() {
            let key = model.key(Id::Sort);
            said += &format!(" · the sort is only of the view: {key} m sorts the file");
        }
        if let Some(count) = fixable(model) {
            let key = format!("{} x", model.key(Id::BulkEdit));
            let problems = thousands_of(count, "problem", "problems");
            said += &format!(" · {key} can fix up to {problems}");
        }
        model.told(said);
        return;
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
fn after(model: &mut Model, then: Then) {
    match then {
        Then::Stay => {}
        Then::Close => open::close_at_once(model),
        Then::Next => {
            if let Some(all) = &mut model.saving_all {
                all.saved += 1;
            }
            all::next_of_all(model)
        }
        Then::Quit => quit(model),
        Then::QuitTold => leave::quit_told(model),
    }
}

/// Asks which records to make canonical, where the answer matters and is not known.
fn choose_policy(model: &mut Model, target: SaveTarget, then: Then) {
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
fn with_policy(model: &mut Model, policy: SavePolicy) {
    model.document.policy = Some(policy);
    let Some(saving) = model.document.saving.as_mut() else {
        return;
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

/// Has a step of the save done on another thread; `done` takes in what came out, unless nobody waits for
/// it any more.
fn step<T: Send + 'static>(
    model: &mut Model,
    work: impl Fn(&Hand) -> Result<T, String> + Send + Sync + 'static,
    done: fn(&mut Model, T),
) {
    let ticket = model.ticket();
    if let Some(saving) = model.document.saving.as_mut() {
        saving.ticket = ticket;
    }
    Work::new(Slot::Save, work).ask(model, ticket, move |model, result| {
        let saving = model.document.saving.as_ref();
        match result {
            _ if saving.is_none_or(|saving| saving.ticket != ticket) => {}
            Ok(result) => done(model, result),
            Err(reason) => job_failed(model, &reason),
        }
    });
}

/// Shows what the save would change; the question stays below.
fn see_difference(model: &mut Model) {
    if model.document.saving.is_none() {
        return;
    }
    model.told("checking what would change …");
    let snapshot = model.document.suite.snapshot();
    let compare = move |hand: &Hand| {
        let (policy, options) = (SavePolicy::All, CanonicalOptions::default());
        let found = differences(&snapshot, policy, &options, DIFFERENCES, &hand.job);
        found.map_err(in_words)
    };
    step(model, compare, |model, found| {
        model.status = None;
        questions::difference(model, &found, DIFFERENCES);
    });
}

fn make_canonical(model: &mut Model) {
    let snapshot = model.document.suite.snapshot();
    let Some(saving) = model.document.saving.as_mut() else {
        return;
    };
    saving.stage = Stage::Making;
    saving.revision = snapshot.revision();
    let policy = saving.policy;
    model.told("saving …");
    let make = move |hand: &Hand| {
        let options = CanonicalOptions::default();
        save::make_canonical(&snapshot, policy, &options, &hand.job).map_err(in_words)
    };
    step(model, make, made_canonical);
}

/// The change that makes records canonical is worked out.
fn made_canonical(model: &mut Model, made: MadeCanonical) {
    let document = &mut model.document;
    let Some(saving) = document.saving.as_mut() else {
        return;
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
    if counts.changed > 0 {
        model.document.view.dropped = None;
        scan::start(model);
    }
    write(model);
}

fn write(model: &mut Model) {
    let snapshot = model.document.suite.snapshot();
    let Some(saving) = model.document.saving.as_mut() else {
        return;
    };
    saving.stage = Stage::Writing;
    saving.revision = snapshot.revision();
    let target = saving.target.clone();
    let write = move |hand: &Hand| {
        let tell = |content| hand.is_saving(&snapshot, content);
        Ok(save::write(&snapshot, &target, &hand.job, &tell))
    };
    step(model, write, |model, written| match written {
        Ok(saved) => saved::saved(model, saved),
        Err(error) => refused::failed(model, &error),
    });
}

/// Writes where a new file can't simply take the place; the answer is remembered while the file is open.
fn otherwise(model: &mut Model, otherwise: Otherwise) {
    model.document.otherwise = otherwise;
    if let Some(saving) = model.document.saving.as_mut() {
        saving.target.otherwise = otherwise;
    }
    write(model)
}

/// Writes, whatever is there.
fn over(model: &mut Model) {
    if let Some(saving) = model.document.saving.as_mut() {
        saving.target = saving.target.clone().over();
    }
    write(model)
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

/// Says that a bulk edit is on its way where one is: it would be lost, or not be in what is saved.
fn is_changing(model: &mut Model) -> bool {
    let reason = model.change_on_its_way();
    let is_changing = reason.is_some();
    if let Some(reason) = reason {
        model.refused(reason);
    }
    is_changing
}

/// Asks whether to read the file again, where that loses edits.
pub(crate) fn ask_reload(model: &mut Model) {
    if is_changing(model) {
        return;
    }
    if !model.document.suite.is_modified() {
        return reload(model);
    }
    questions::reload(model)
}

/// Asks before a file is closed with which something is lost; `false` where nothing is.
pub(crate) fn ask_close(model: &mut Model) -> bool {
    if is_changing(model) {
        return true;
    }
    if model.document.suite.is_modified() {
        questions::close(model);
        return true;
    }
    let lost = unfinished::lost_with(&model.document);
    let asks = lost.is_some();
    if let Some(lost) = lost {
        questions::close_engines(model, lost);
    }
    asks
}
