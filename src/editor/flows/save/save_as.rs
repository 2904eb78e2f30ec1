//! Saving under another path: the prompt for it.

use super::{begin, start};
use crate::editor::model::Model;
use crate::editor::overlay::new_path::{self, NewPath};
use crate::editor::state::Then;
use crate::suite::save::SaveTarget;
use std::path::{Path, PathBuf};

/// Asks for a path to save under.
pub(crate) fn ask_name(model: &mut Model, then: Then) {
    let path = model.document.suite.path().map(Path::to_path_buf);
    new_path::open(model, "save as", path.as_deref(), save_as(then))
}

/// Saves under a path that was typed.
pub(crate) fn to(model: &mut Model, path: &str, then: Then) {
    new_path::answer(model, &save_as(then), path)
}

fn save_as(then: Then) -> NewPath {
    let about = "A path, such as suite.epd or ~/suites/new.epd. A name that ends in .gz or .zst \
                 compresses the file. An existing file is overwritten only after you confirm.";
    let save = NewPath::new("save", "suite.epd", about, move |model, path| {
        to_path(model, path, then)
    });
    // Nothing is saved, not the files that would have come after this one either.
    match then {
        Then::All(_) => save.left(|model| model.told("not saved")),
        _ => save,
    }
}

fn to_path(model: &mut Model, path: PathBuf, then: Then) {
    let plain: PathBuf = path.strip_prefix(".").unwrap_or(&path).into();
    if model.document.suite.path() == Some(plain.as_path()) && !model.read_only {
        return start(model, then);
    }
    begin(model, SaveTarget::new_file(path), then)
}
