//! What the editor asks of the disk: files opened.

use std::path::{Path, PathBuf};

use super::slots::{REPORT, Tell};
use crate::editor::message::Msg;
use crate::editor::pages::folder;
use crate::editor::state::document::DocumentId;
use crate::suite::LoadHandle;
use crate::terminal::{files, folders};

/// Opens a file, unless it is open.
pub(super) fn open(typed: &Path, open: &[(DocumentId, PathBuf)], tell: &Tell) {
    let (path, line) = files::split_line(&folders::expanded(typed));
    if path.is_dir() {
        return tell(Msg::told(move |model| folder::open(model, vec![path])));
    }
    let whole = std::fs::canonicalize(&path).ok();
    let same = |other: &PathBuf| {
        *other == path || whole.is_some() && std::fs::canonicalize(other).ok() == whole
    };
    if let Some((document, _)) = open.iter().find(|(_, other)| same(other)) {
        let document = *document;
        return tell(Msg::IsOpen { document, line });
    }
    match files::open(&path, line) {
        Ok(document) => tell(Msg::Opened(Box::new(document))),
        Err(error) => tell(Msg::NotOpened {
            reason: error.to_string(),
        }),
    }
}

/// Tells now and then that more of a file was read, until all is. The last word always comes: the
/// reading may have ended before the editor looked.
pub(super) fn follow(loading: &LoadHandle, tell: &Tell) {
    let mut done = 0;
    while let Some(progress) = loading.wait(done, REPORT) {
        done = progress.done;
        tell(Msg::Tick);
    }
    tell(Msg::Tick);
}
