//! A message on its way to the feature that it is for.

use crate::editor::doc::files;
use crate::editor::flows::bulk::preview;
use crate::editor::flows::open;
use crate::editor::flows::open::picker;
use crate::editor::flows::{copy, recover, save};
use crate::editor::message::Msg;
use crate::editor::model::Model;
use crate::editor::overlay;
use crate::editor::pages::{engines, folder, queue};
use crate::editor::panes::{analysis, board, line, operations, records};
use crate::editor::state::view::Pane;
use crate::editor::update::{keyboard, mouse};

/// Gives a message to its feature.
pub(super) fn take(model: &mut Model, msg: Msg) {
    match msg {
        Msg::Key(key) => keyboard::key(model, key),
        Msg::Call(call) => {
            model.status = None;
            keyboard::run(model, &call)
        }
        Msg::Mouse(event) => mouse::mouse(model, event),
        Msg::Paste(text) => paste(model, &text),
        Msg::Resize { cols, rows } => (model.cols, model.rows) = (cols, rows),
        Msg::Tick => {
            for document in model.documents_mut() {
                document.suite.refresh();
            }
        }
        Msg::Seen => preview::seen(model),
        Msg::Themes(themes) => {
            model.settings.know_themes(themes);
            overlay::grammar::offer_again(model);
        }
        Msg::Looks {
            shows_images,
            pieces,
        } => (model.shows_images, model.pieces) = (shows_images, pieces),
        Msg::SettingWritten {
            name,
            written,
            problems,
        } => crate::editor::settings::written(model, &name, written, problems),
        Msg::Copied { copying, how } => copy::target::copied(model, copying, how),
        Msg::Worked { id, delivery } => files::give(model, id.document, delivery),
        Msg::Time { seconds } => operations::timestamp::set(model, seconds),
        Msg::FileChangedOnDisk { path, now } => save::changed_on_disk(model, &path, &now),
        Msg::FileTouched { path, now } => save::touched(model, &path, now),
        Msg::Opened(document) => open::opened(model, *document),
        Msg::IsOpen { document, line } => open::is_open(model, document, line),
        Msg::NotOpened { reason } => model.failed(reason),
        Msg::FilesListed { ticket, files } => picker::listed(model, ticket, files),
        Msg::FolderRead {
            ticket,
            folder,
            entries,
        } => picker::folder_read(model, ticket, &folder, entries),
        Msg::SuitesFound { ticket, files } => folder::found(model, ticket, files),
        Msg::AllSuitesFound { ticket, trouble } => folder::all_found(model, ticket, trouble),
        Msg::SuiteCounted {
            ticket,
            path,
            found,
        } => folder::counted(model, ticket, &path, found),
        Msg::JournalsFound { document, found } => recover::found(model, document, found),
        Msg::AlsoOpen {
            document,
            processes,
        } => open::also_open(model, document, &processes),
        Msg::Analysed { ticket, news } => analysis::heard(model, ticket, news),
        Msg::EngineMet { command, met } => engines::met(model, &command, met),
        Msg::EnginesFound(found) => model.engines.in_path = Some(found),
        Msg::Searched(searched) => queue::heard(model, *searched),
        Msg::Told(delivery) => delivery.take(model),
    }
}

/// A text pasted: into what is being typed, else as records into the suite list.
fn paste(model: &mut Model, text: &str) {
    model.status = None;
    // Terminals send the LF of a paste as CR, as the Enter key does.
    let text = &text.replace("\r\n", "\n").replace('\r', "\n");
    if !model.overlays.is_empty() {
        return overlay::paste(model, text);
    }
    if model.document.view.editing.is_some() {
        return line::paste(model, text);
    }
    match model.document.view.focus {
        Pane::Board => board::paste::paste(model, text),
        _ => records::paste::paste(model, text),
    }
}
