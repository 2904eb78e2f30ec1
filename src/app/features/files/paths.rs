//! Paths completed while they are typed: the folder is read outside, its entries come as a message.

use std::path::{Path, PathBuf};

use crate::app::effect::Effect;
use crate::app::model::Model;
use crate::app::state::file_picker::FilePicker;

/// A path as it was typed, `~` being the home folder.
pub fn expanded(typed: &Path, home: Option<&Path>) -> PathBuf {
    match (typed.strip_prefix("~"), home) {
        (Ok(inside), Some(home)) => home.join(inside),
        _ => typed.to_path_buf(),
    }
}

/// Paths are typed from here on: nothing is known of any folder.
pub(crate) fn begin(model: &mut Model) {
    let ticket = model.ticket();
    model.file_picker = FilePicker {
        ticket,
        ..FilePicker::default()
    };
}

/// The folder part of a text that is a path, its last separator included.
fn folder_of(typed: &str) -> &str {
    typed.rfind('/').map_or("", |at| &typed[..=at])
}

/// Has the folder of the path read, where it is another than before.
pub(crate) fn read(model: &mut Model, typed: &str) -> Option<Effect> {
    let folder = folder_of(typed);
    let files = &mut model.file_picker;
    if files.folder.as_deref() == Some(folder) {
        return None;
    }
    files.entries.clear();
    files.folder = Some(folder.to_owned());
    Some(Effect::ReadFolder {
        ticket: files.ticket,
        folder: folder.to_owned(),
    })
}

/// The paths that begin as typed. One that begins or ends with a blank is not among them: where paths are
/// typed, blanks around them are none of theirs.
pub(crate) fn offered(model: &Model, typed: &str) -> Vec<(String, String)> {
    let files = &model.file_picker;
    if files.folder.as_deref() != Some(folder_of(typed)) {
        return Vec::new();
    }
    let fits = files
        .entries
        .iter()
        .filter(|entry| super::picker::starts_with(&entry.value, typed) && entry.value != typed)
        .filter(|entry| entry.value.trim() == entry.value);
    fits.map(|entry| (entry.value.clone(), entry.detail.clone()))
        .collect()
}
