//! Paths as they are typed: `~` and quotes in them, and how they are completed: the folder is read
//! outside, its entries come as a message.

use crate::editor::command::unquoted;
use crate::editor::effect::Effect;
use crate::editor::model::Model;
use crate::editor::state::{FilePicker, FolderEntry};
use std::path::{Path, PathBuf};

/// A path as it was typed, `~` being the home folder.
pub fn expanded(typed: &Path, home: Option<&Path>) -> PathBuf {
    match (typed.strip_prefix("~"), home) {
        (Ok(inside), Some(home)) => home.join(inside),
        _ => typed.to_path_buf(),
    }
}

/// The path that a text typed means: without blanks and quotes around it, `~` being the home folder.
pub(crate) fn meant(model: &Model, typed: &str) -> PathBuf {
    expanded(Path::new(unquoted(typed.trim())), model.home.as_deref())
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
pub(crate) fn folder_of(typed: &str) -> &str {
    typed.rfind('/').map_or("", |at| &typed[..=at])
}

/// A text without the quote that it may begin with: the other one is still to be typed.
fn without_quote(typed: &str) -> &str {
    let typed = unquoted(typed);
    typed.strip_prefix(['"', '\'']).unwrap_or(typed)
}

/// Has the folder of a path that is typed read.
pub(crate) fn read(model: &mut Model, typed: &str) {
    read_folder(model, Some(folder_of(without_quote(typed))));
}

/// Has a folder read, where it is another than before.
pub(crate) fn read_folder(model: &mut Model, folder: Option<&str>) {
    let files = &mut model.file_picker;
    if files.folder.as_deref() == folder {
        return;
    }
    files.entries.clear();
    files.folder = folder.map(str::to_owned);
    let ticket = files.ticket;
    let folder = files.folder.clone();
    model
        .out
        .extend(folder.map(|folder| Effect::ReadFolder { ticket, folder }));
}

/// The paths that begin as typed, which are put in its place without quotes. What can't be typed as it is
/// is not among them: a name with a control character, and one that begins or ends with a blank or stands
/// in quotes, which mean nothing around a path.
pub(crate) fn offered(model: &Model, typed: &str) -> Vec<(String, String)> {
    let path = without_quote(typed);
    let files = &model.file_picker;
    if files.folder.as_deref() != Some(folder_of(path)) {
        return Vec::new();
    }
    let fits = files.entries.iter().filter(|entry| {
        let value = &entry.name;
        let is_plain = unquoted(value.trim()) == value && !value.contains(char::is_control);
        is_plain && begins(value, path) && value != typed
    });
    let about = |entry: &FolderEntry| if entry.is_folder { "folder" } else { "" };
    fits.map(|entry| (entry.name.clone(), about(entry).to_owned()))
        .collect()
}

/// Returns whether a path begins as typed: its folders as they are, its name in any case unless a capital is
/// typed. Hidden ones are not among those meant before their dot is typed.
pub(crate) fn begins(path: &str, typed: &str) -> bool {
    let folder = folder_of(typed);
    let name = typed.get(folder.len()..).unwrap_or_default();
    let Some(found) = path.strip_prefix(folder) else {
        return false;
    };
    if found.starts_with('.') && !name.starts_with('.') {
        return false;
    }
    match name.chars().any(char::is_uppercase) {
        true => found.starts_with(name),
        false => found.to_lowercase().starts_with(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_begins_as_typed_in_its_folders_and_in_any_case_in_its_name() {
        for (path, typed, expected) in [
            ("WAC.epd", "wac", true),
            ("WAC.epd", "Wac", false),
            ("/Home/Me/WAC.epd", "/Home/Me/wac", true),
            ("/home/WAC.epd", "/Home/wac", false),
            ("Été 1.epd", "été", true),
            ("été.epd", "É", false),
            ("my suite.epd", "my s", true),
            (".hidden/", "", false),
            (".hidden/", ".", true),
            ("a/.hidden", "a/", false),
            ("a/.hidden", "a/.h", true),
        ] {
            assert_eq!(begins(path, typed), expected, "{path} {typed}");
        }
    }
}
