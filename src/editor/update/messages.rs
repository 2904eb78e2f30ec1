//! A message on its way to the feature that it is for.

use std::borrow::Cow;

use crate::editor::effect::Effect;
use crate::editor::features::files::{self, picker};
use crate::editor::features::{
    analysis, board, copy, engines, folder, inspect, journal, list, queue, save, settings, typing,
};
use crate::editor::message::Msg;
use crate::editor::model::Model;
use crate::editor::state::view::Pane;
use crate::editor::update::{answers, keyboard, mouse};
use crate::editor::{glyph, overlay};

/// Gives a message to its feature.
pub(super) fn take(model: &mut Model, msg: Msg) -> Vec<Effect> {
    match msg {
        Msg::Key(key) => keyboard::key(model, key),
        Msg::Call(call) => {
            model.status = None;
            keyboard::run(model, &call)
        }
        Msg::Mouse(event) => mouse::mouse(model, event),
        Msg::Paste(text) => paste(model, &text),
        Msg::PasteFailed { reason } => {
            model.failed(glyph::safe(reason.as_bytes()));
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
        Msg::Seen => {
            overlay::preview::seen(model);
            Vec::new()
        }
        Msg::Resumed => Vec::new(),
        Msg::NotSuspended { reason } => {
            model.refused(format!("could not suspend: {reason}"));
            Vec::new()
        }
        Msg::ShowsImages(shows) => {
            model.shows_images = shows;
            Vec::new()
        }
        Msg::Themes(themes) => {
            model.settings.know_themes(themes);
            crate::editor::features::query::offer_again(model);
            Vec::new()
        }
        Msg::Looks {
            shows_images,
            pieces,
        } => {
            (model.shows_images, model.pieces) = (shows_images, pieces);
            Vec::new()
        }
        Msg::SettingWritten {
            name,
            written,
            problems,
        } => {
            settings::written(model, &name, written, problems);
            Vec::new()
        }
        Msg::Copied { copying, how } => {
            copy::target::copied(model, &copying, how);
            Vec::new()
        }
        Msg::CopyFailed { copying, reason } => copy::target::failed(model, copying, &reason),
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
        Msg::FileTouched { path, now } => {
            save::touched(model, &path, now);
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
        Msg::JournalsFound { document, found } => journal::found(model, document, found),
        Msg::AlsoOpen {
            document,
            processes,
        } => files::also_open(model, document, &processes),
        Msg::CopiesLeft { document, copies } => files::interrupted::left(model, document, copies),
        Msg::CopiesRemoved {
            document,
            left,
            trouble,
        } => files::interrupted::removed(model, document, left, trouble),
        Msg::Analysed { ticket, news } => {
            analysis::heard(model, ticket, news);
            Vec::new()
        }
        Msg::EngineMet { command, met } => engines::met(model, &command, met),
        Msg::EnginesFound(found) => {
            model.engines.in_path = Some(found);
            Vec::new()
        }
        Msg::Searched(searched) => queue::heard(model, *searched),
        Msg::JournalTrouble { reason } => {
            journal::trouble(model, &reason);
            Vec::new()
        }
        Msg::ReloadFailed { reason } => {
            model.failed(glyph::safe(
                format!("could not reload: {reason}").as_bytes(),
            ));
            Vec::new()
        }
    }
}

/// The text with the ends of its lines as LF. Terminals send the LF of a paste as CR, as the Enter key does.
fn with_line_feeds(text: &str) -> Cow<'_, str> {
    match text.contains('\r') {
        true => text.replace("\r\n", "\n").replace('\r', "\n").into(),
        false => text.into(),
    }
}

/// A text pasted: into what is being typed, else as records into the suite list.
fn paste(model: &mut Model, text: &str) -> Vec<Effect> {
    model.status = None;
    let text = &*with_line_feeds(text);
    if !model.overlays.is_empty() {
        return overlay::paste(model, text);
    }
    if model.document.view.editing.is_some() {
        typing::paste(model, text);
        return Vec::new();
    }
    match model.document.view.focus {
        Pane::Board => board::paste::paste(model, text),
        _ => list::paste::paste(model, text),
    }
}
