//! The theme files beside the settings file.

use std::fs;
use std::path::{Path, PathBuf};

use crate::editor::state::settings::ThemeFile;
use crate::editor::widgets::theme::role_names;

use super::small_file;

/// Returns the folder of the themes whose settings file is this one.
pub fn folder(settings: &Path) -> PathBuf {
    settings.with_file_name("themes")
}

/// Returns all theme files, in order of name; none where there is no folder of them.
pub fn all(settings: Option<&Path>) -> Vec<ThemeFile> {
    let entries = settings.and_then(|settings| fs::read_dir(folder(settings)).ok());
    let paths = entries.into_iter().flatten().flatten();
    let mut themes: Vec<ThemeFile> = paths.filter_map(|entry| theme(&entry.path())).collect();
    themes.sort_by(|a, b| a.name.cmp(&b.name));
    themes
}

/// Returns the theme of a file; `None` where it is none.
fn theme(path: &Path) -> Option<ThemeFile> {
    let name = path.file_name()?.to_str()?.strip_suffix(".toml")?;
    // A folder or a pipe of such a name is no theme.
    fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    if name.is_empty() || name.trim() != name {
        return None;
    }
    Some(match small_file::read(path) {
        Ok(bytes) => ThemeFile::read(name, &bytes, &role_names()),
        Err(error) => ThemeFile::unreadable(name, &error.to_string()),
    })
}
