//! What the editor asks of the disk: files opened.

use std::path::{Path, PathBuf};

use super::slots::{REPORT, Tell};
use crate::editor::flows::open;
use crate::editor::message::Msg;
use crate::editor::pages::folder;
use crate::editor::state::document::DocumentId;
use crate::suite::LoadHandle;
use crate::terminal::{self, folders};

/// Opens a file, unless it is open.
pub(super) fn open(typed: &Path, files: &[(DocumentId, PathBuf)], tell: &Tell) {
    let (path, line) = terminal::files::split_line(&folders::expanded(typed));
    if path.is_dir() {
        return tell(Msg::told(move |model| folder::open(model, vec![path])));
    }
    let whole = std::fs::canonicalize(&path).ok();
    let same = |other: &PathBuf| {
        *other == path || whole.is_some() && std::fs::canonicalize(other).ok() == whole
    };
    if let Some((document, _)) = files.iter().find(|(_, other)| same(other)) {
        let document = *document;
        return tell(Msg::told(move |model| open::is_open(model, document, line)));
    }
    match terminal::files::open(&path, line) {
        Ok(document) => tell(Msg::told(move |model| open::opened(model, document))),
        Err(error) => tell(Msg::told(move |model| model.failed(error.to_string()))),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::state::document::Document;
    use crate::editor::update;
    use crate::suite::Suite;
    use std::sync::Arc;

    #[test]
    fn what_can_not_be_opened_is_said() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.epd");
        std::fs::write(&file, "").expect("a file");
        let (sender, told) = crossbeam_channel::unbounded();
        let tell: Tell = Arc::new(move |message| drop(sender.send(message)));
        open(&file.join("b.epd"), &[], &tell);
        let suite = Suite::from_bytes("test.epd", Vec::new());
        let mut model = crate::editor::editor(Document::new(suite));
        update(&mut model, told.recv().expect("told"));
        let said = model.status.expect("a status").text;
        assert!(said.starts_with("can't read"), "{said}");
    }
}
