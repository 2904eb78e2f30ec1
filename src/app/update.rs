//! One message at a time: what it changes, and what it wants done outside.

mod answers;
mod keyboard;
mod mouse;

use crate::app::effect::Effect;
use crate::app::features::board::paste;
use crate::app::features::columns;
use crate::app::features::copy;
use crate::app::features::differences;
use crate::app::features::files;
use crate::app::features::files::picker;
use crate::app::features::files::shown;
use crate::app::features::folder;
use crate::app::features::inspect;
use crate::app::features::inspect::shown_line;
use crate::app::features::journal;
use crate::app::features::list;
use crate::app::features::list::lines;
use crate::app::features::list::rows;
use crate::app::features::play;
use crate::app::features::rules;
use crate::app::features::save;
use crate::app::features::scan;
use crate::app::features::typing;
use crate::app::message::Msg;
use crate::app::model::Model;
use crate::app::overlay;
use crate::app::overlay::report;
use crate::app::state::view::Pane;

/// Takes a message in. Everything the editor does goes through here; what is to be done outside
/// comes back as effects, to be run in their order.
pub fn update(model: &mut Model, msg: Msg) -> Vec<Effect> {
    let mut effects = shown::for_owner(model, msg, take);
    rules::settle(model);
    effects.extend(rows::settle(model));
    effects.extend(columns::settle(model));
    shown_line::refresh(model);
    play::settle(model);
    report::settle(model);
    list::settle(model);
    if model.document.scan.ticket == 0 && model.document.suite.loading().is_none() {
        effects.push(scan::start(model));
    }
    effects.extend(shown::settle(model, &effects));
    effects.extend(differences::settle(model));
    effects.extend(folder::settle(model));
    effects.extend(files::settle(model));
    effects.extend(journal::settle(model));
    effects
}

fn take(model: &mut Model, msg: Msg) -> Vec<Effect> {
    match msg {
        Msg::Key(key) => keyboard::key(model, key),
        Msg::Call(call) => {
            model.status = None;
            keyboard::run(model, &call)
        }
        Msg::Mouse(event) => mouse::mouse(model, event),
        Msg::Paste(text) => paste(model, &text),
        Msg::PasteFailed { reason } => {
            model.failed(crate::app::glyph::safe(reason.as_bytes()));
            Vec::new()
        }
        Msg::Resize { cols, rows } => {
            (model.cols, model.rows) = (cols, rows);
            Vec::new()
        }
        Msg::Tick => {
            for document in model.documents_mut() {
                document.suite.refresh();
            }
            Vec::new()
        }
        Msg::Resumed => Vec::new(),
        Msg::NotSuspended { reason } => {
            model.refused(format!("not suspended: {reason}"));
            Vec::new()
        }
        Msg::ShowsImages(shows) => {
            model.shows_images = shows;
            Vec::new()
        }
        Msg::Copied { what, how } => {
            copy::copied(model, &what, how);
            Vec::new()
        }
        Msg::CopyFailed { what, reason } => {
            copy::failed(model, &what, &reason);
            Vec::new()
        }
        Msg::TaskProgress { id, so_far } => {
            answers::progress(model, id, so_far);
            Vec::new()
        }
        Msg::TaskDone { id, outcome } => answers::done(model, id, outcome),
        Msg::Time { seconds } => inspect::timestamp::set(model, seconds),
        Msg::FileChangedOnDisk { path, now } => {
            save::changed_on_disk(model, &path, &now);
            Vec::new()
        }
        Msg::Reloaded(suite) => save::reloaded(model, *suite),
        Msg::Opened(document) => files::opened(model, *document),
        Msg::IsOpen { document, line } => files::is_open(model, document, line),
        Msg::OpenedFolder(folder) => folder::open(model, vec![folder]),
        Msg::NotOpened { reason } => {
            files::not_opened(model, &reason);
            Vec::new()
        }
        Msg::FilesListed { ticket, files } => {
            picker::listed(model, ticket, files);
            Vec::new()
        }
        Msg::FolderRead {
            ticket,
            folder,
            entries,
        } => {
            picker::folder_read(model, ticket, &folder, entries);
            Vec::new()
        }
        Msg::SuitesFound { ticket, files } => {
            folder::found(model, ticket, files);
            Vec::new()
        }
        Msg::AllSuitesFound { ticket, trouble } => {
            folder::all_found(model, ticket, trouble);
            Vec::new()
        }
        Msg::SuiteCounted {
            ticket,
            path,
            found,
        } => {
            folder::counted(model, ticket, &path, found);
            Vec::new()
        }
        Msg::JournalFound { document, found } => journal::found(model, document, found),
        Msg::JournalTrouble { reason } => {
            journal::trouble(model, &reason);
            Vec::new()
        }
        Msg::ReloadFailed { reason } => {
            model.failed(crate::app::glyph::safe(
                format!("not read again: {reason}").as_bytes(),
            ));
            Vec::new()
        }
    }
}

/// A text pasted: into what is being typed, else as records into the suite list.
fn paste(model: &mut Model, text: &str) -> Vec<Effect> {
    model.status = None;
    if !model.overlays.is_empty() {
        return overlay::paste(model, text);
    }
    if model.document.view.editing.is_some() {
        typing::paste(model, text);
        return Vec::new();
    }
    match model.document.view.focus {
        Pane::Board => paste::paste(model, text),
        _ => lines::paste(model, text),
    }
}
