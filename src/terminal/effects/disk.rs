//! What the editor asks of the disk: files opened.

use std::path::PathBuf;

use super::slots::{REPORT, Tell};
use crate::editor::effect::OpenJob;
use crate::editor::message::Msg;
use crate::editor::pages::folder;
use crate::suite::LoadHandle;
use crate::terminal::{files, folders};

/// Opens a file, unless it is open; tells then how far it is read.
pub(super) fn open(job: &OpenJob, tell: &Tell) {
    let (path, line) = files::split_line(&folders::expanded(&job.path));
    if path.is_dir() {
        return tell(Msg::told(move |model| folder::open(model, vec![path])));
    }
    let whole = std::fs::canonicalize(&path).ok();
    let same = |other: &PathBuf| {
        *other == path || whole.is_some() && std::fs::canonicalize(other).ok() == whole
    };
    if let Some((document, _)) = job.open.iter().find(|(_, other)| same(other)) {
        let document = *document;
        return tell(Msg::IsOpen { document, line });
    }
    match files::open(&path, line) {
        Ok(document) => {
            tell(Msg::Opened(Box::new(document)));
        }
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
