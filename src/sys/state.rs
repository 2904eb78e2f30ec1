//! Where the editor keeps what it remembers between two starts.

use std::path::PathBuf;

use etcetera::BaseStrategy;

/// `$XDG_STATE_HOME/epdit` (`~/.local/state/epdit`); `None` where nobody is at home.
pub fn folder() -> Option<PathBuf> {
    let base = etcetera::choose_base_strategy().ok()?;
    let folder = base.state_dir().unwrap_or_else(|| base.data_dir());
    Some(folder.join("epdit"))
}
