//! Saving under another path: the prompt for it.

use std::path::{Path, PathBuf};

use crate::editor::flows::open::new_path;
use crate::editor::flows::open::new_path::NewPath;
use crate::editor::flows::open::paths::expanded;
use crate::editor::model::Model;
use crate::editor::state::document::Then;
use crate::editor::widgets::glyph;
use crate::suite::save::SaveTarget;

use super::{choose_policy, start};

/// Asks for a path to save under.
pub(crate) fn ask_name(model: &mut Model, then: Then) {
    let path = model.document.suite.path().map(Path::to_path_buf);
    new_path::open(model, "save as", path.as_deref(), SaveAs { then })
}

/// Saves under a path.
pub(crate) fn to(model: &mut Model, path: &str, then: Then) {
    if path.ends_with('/') {
        let name = glyph::safe(path.as_bytes());
        model.refused(format!("expected a file name, found the folder {name}"));
        return;
    }
    let path = expanded(Path::new(path), model.home.as_deref());
    to_path(model, path, then)
}

fn to_path(model: &mut Model, path: PathBuf, then: Then) {
    let plain: PathBuf = path.strip_prefix(".").unwrap_or(&path).into();
    if model.document.suite.path() == Some(plain.as_path()) && !model.read_only {
        return start(model, then);
    }
    choose_policy(model, SaveTarget::new_file(path), then)
}

/// A path to save under, and what comes after that.
#[derive(Clone, Debug)]
pub(super) struct SaveAs {
    then: Then,
}

impl NewPath for SaveAs {
    fn enter(&self) -> &'static str {
        "save"
    }

    fn example(&self) -> &'static str {
        "suite.epd"
    }

    fn about(&self) -> &'static str {
        "A path, such as suite.epd or ~/suites/new.epd. A name that ends in .gz or .zst \
         compresses the file. An existing file is overwritten only after you confirm."
    }

    fn then(&self, model: &mut Model, path: PathBuf) {
        to_path(model, path, self.then)
    }

    /// Nothing is saved, not the files that would have come after this one either.
    fn left(&self, model: &mut Model) {
        if model.saving_all.take().is_some() {
            model.told("not saved");
        }
    }
}
