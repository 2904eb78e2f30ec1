//! Where the editor keeps what it remembers between two starts.

use std::path::PathBuf;

use etcetera::BaseStrategy;

use super::small_file;

/// The file that says that the welcome was shown.
const WELCOMED: &str = "welcomed";

/// Returns whether the editor was never started here; from now on it was. If that can't be kept, nobody is
/// welcomed each time anew.
pub fn is_first_start() -> bool {
    let Some(folder) = folder() else { return false };
    let path = folder.join(WELCOMED);
    if path.exists() {
        return false;
    }
    small_file::write(&path, "").is_ok()
}

/// `$XDG_STATE_HOME/epdit` (`~/.local/state/epdit`); `None` where nobody is at home.
pub fn folder() -> Option<PathBuf> {
    let base = etcetera::choose_base_strategy().ok()?;
    let folder = base.state_dir().unwrap_or_else(|| base.data_dir());
    Some(folder.join("epdit"))
}
