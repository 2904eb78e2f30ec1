//! Leaving the editor or closing a file, with questions about unsaved changes.

use super::questions::item;
use crate::editor::command::Id;
use crate::editor::doc;
use crate::editor::effect::Effect;
use crate::editor::flows::{remember, save};
use crate::editor::model::Model;
use crate::editor::overlay::menu::does;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::pages::queue;
use crate::editor::state::AfterSave;
use crate::editor::state::document::{Document, DocumentId, unsaved};
use crate::editor::state::view::{Page, Play};

/// Leaves the editor; asks first if something is not saved.
pub(crate) fn quit(model: &mut Model) {
    let saving = model.documents_mut().find_map(|document| {
        let saving = document.saving.as_mut();
        saving.filter(|saving| saving.ticket.is_some())
    });
    if let Some(saving) = saving {
        saving.then = AfterSave::Quit;
        return model.told("quitting when the save is done");
    }
    if let Some(reason) = model.any_change_on_its_way() {
        let anyway = model.key(Id::QuitWithoutSaving);
        return model.refused(format!("{reason} · {anyway} quits without it"));
    }
    let is_modified = model.documents().any(|file| file.suite.is_modified());
    match is_modified || queue::lost_with_all(model).is_empty() {
        true => quit_told(model),
        false => ask(model, true),
    }
}

/// Leaves the editor after the warning about engines' work.
pub(super) fn quit_told(model: &mut Model) {
    let modified = model.documents().filter(|file| file.suite.is_modified());
    let modified: Vec<DocumentId> = modified.map(|document| document.id).collect();
    if let [only] = modified[..] {
        doc::show(model, only);
    }
    if !modified.is_empty() {
        return ask(model, true);
    }
    let is_new = note_unrecorded(model);
    match unrecorded_in_words(model).filter(|_| is_new) {
        Some(words) => {
            let quit = model.key(Id::Quit);
            model.refused(format!("{words} · {quit} again quits"))
        }
        None => model.send(Effect::Quit),
    }
}

fn unrecorded(model: &Model) -> impl Iterator<Item = &Play> {
    let documents = model.documents();
    documents.flat_map(|document| document.view.unrecorded())
}

fn unrecorded_in_words(model: &Model) -> Option<String> {
    let newest = unrecorded(model).last()?.in_brief();
    Some(match unrecorded(model).count() - 1 {
        0 => format!("moves played are not recorded: {newest}"),
        1 => format!("moves played are not recorded: {newest}, and others in 1 more position"),
        n => format!("moves played are not recorded: {newest}, and others in {n} more positions"),
    })
}

/// Notes that the user is warned of the unrecorded moves. Returns true if there are others than at the last warning.
fn note_unrecorded(model: &mut Model) -> bool {
    let count = unrecorded(model).map(|play| play.line.len()).sum();
    let before = std::mem::replace(&mut model.unrecorded_moves_warned, count);
    count > 0 && count != before
}

/// Closes the shown file; asks first if something would be lost.
pub(crate) fn close(model: &mut Model) {
    let document = &model.document;
    let loses = document.suite.is_modified() || queue::lost_with(document).is_some();
    match loses {
        _ if model.is_changing() => {}
        true => ask(model, false),
        false => close_at_once(model),
    }
}

pub(crate) fn close_at_once(model: &mut Model) {
    let name = model.document.name();
    remember::closing(model);
    doc::close(model);
    if model.document.is_place_holder {
        model.page = Page::Folder;
    }
    model.done(format!("closed {name}"));
}

pub(crate) fn can_not_close(model: &Model) -> Option<String> {
    if model.document.saving.is_some() {
        return Some("saving the file".into());
    }
    if model.document.is_place_holder {
        return Some("no file is open".into());
    }
    let is_last = model.document_count() < 2 && model.folder.is_none();
    model.when(is_last, "only one file is open · {quit} quits")
}

fn lost<'d>(documents: impl Iterator<Item = &'d Document>) -> Vec<String> {
    let modified = documents.filter(|document| document.suite.is_modified());
    let sentence = |document: &Document| {
        let (name, what) = (document.name(), unsaved(&document.suite));
        format!("{name} has unsaved changes: {what}.")
    };
    queue::first_few(modified.map(sentence).collect())
}

pub(super) fn lost_here(model: &Model) -> Vec<String> {
    lost(std::iter::once(&model.document))
}

type LossList = fn(&Model) -> Vec<String>;

/// Returns the menu row that discards changes. It asks for confirmation, since its key pressed twice is a habit
/// (it deletes a record in the list).
pub(super) fn discard(key: char, label: &str, lost: LossList, does: fn(&mut Model)) -> MenuItem {
    let asks = move |model: &mut Model| ask_discard(model, lost(model), does);
    item(key, label, "the changes are lost; asks once more", asks).staying()
}

/// Asks for confirmation. Neither the same key nor Enter pressed twice discards anything.
fn ask_discard(model: &mut Model, mut about: Vec<String>, does: fn(&mut Model)) {
    about.push("Discarding the changes can't be undone.".to_owned());
    let keep = format!("{} · goes back", model.key(Id::Close));
    let items = vec![
        MenuItem::back(Some('n'), "no, keep them", keep),
        item('y', "yes, discard", "the unsaved changes are lost", does),
    ];
    let menu = Menu::question("Discard the unsaved changes?", about, items);
    overlay::open(model, menu)
}

/// Asks before closing a file, or with `quits` the editor, if something would be lost.
fn ask(model: &mut Model, quits: bool) {
    let (title, verb, lost): (_, _, LossList) = match quits {
        true => ("Quit", "quit", |model| lost(model.documents())),
        false => ("Close the file", "close", lost_here),
    };
    let leaves: fn(&mut Model) = match quits {
        true => |model| model.send(Effect::Quit),
        false => |model| {
            overlay::close_all(model);
            close_at_once(model);
        },
    };
    let mut about = lost(model);
    let modified = |document: &&Document| document.suite.is_modified();
    let count = match quits {
        true => model.documents().filter(modified).count(),
        false => about.len(),
    };
    let (all, files) = match count {
        0 | 1 => ("", String::new()),
        _ => (" all", format!("{count} files")),
    };
    let saves = move |model: &mut Model| match (quits, count) {
        (false, _) => save::start(model, AfterSave::Close),
        (true, 1) => save::start(model, AfterSave::QuitTold),
        (true, _) => save::all(model, true),
    };
    let read_only = model.read_only;
    let read_only = read_only.then(|| "the file is open read-only".to_owned());
    let mut items = match count {
        0 => {
            let to_accept = "to accept proposals, or wait for the engines";
            vec![
                item('p', "show them", to_accept, queue::show_lost),
                item('d', &format!("{verb} anyway"), "they are lost", leaves),
            ]
        }
        _ => vec![
            item('s', &format!("save{all} and {verb}"), &files, saves).disabled(read_only),
            discard('d', &format!("discard{all} and {verb} …"), lost, leaves),
            match count {
                1 => {
                    let (detail, does) = ("line by line, to revert any", does(Id::ReviewChanges));
                    item('l', "review the changes", detail, does)
                }
                _ => item(
                    'o',
                    "show open files",
                    "decide one by one",
                    does(Id::OpenFiles),
                ),
            },
        ],
    };
    items.push(MenuItem::back(None, "back", model.key(Id::Close)));
    if quits {
        about.extend(queue::lost_with_all(model));
        note_unrecorded(model);
        // With a capital, as a separate sentence.
        let words = unrecorded_in_words(model);
        about.extend(words.map(|words| format!("M{}.", words.trim_start_matches('m'))));
    } else {
        about.extend(queue::lost_with(&model.document));
    }
    overlay::open(model, Menu::question(title, about, items))
}
