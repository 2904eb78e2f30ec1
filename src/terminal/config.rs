//! The settings file: its place and its contents.

mod write;

use std::io;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

use super::{small_file, themes};
use crate::editor::commands;
use crate::editor::state::settings::{Mistake, SettingError, Settings, SettingsFile};
pub use write::write;

/// The settings as their file has them.
#[derive(Debug, Default)]
pub struct Config {
    /// The file; `None` where none is named and nobody is at home.
    pub path: Option<PathBuf>,
    /// Whether it is there.
    pub is_there: bool,
    pub settings: Settings,
    /// The mistakes in it. All else holds.
    pub mistakes: Vec<Mistake>,
    /// The reason that the file in the usual place can't be read.
    unreadable: Option<io::Error>,
}

impl Config {
    /// Loads the settings in the file named, which must be there; else those in the usual place, which
    /// need not: `$XDG_CONFIG_HOME/epdit/config.toml`.
    ///
    /// # Errors
    ///
    /// The file that is named can't be read. A mistake in it is no error, nor is the file in the
    /// usual place: that must not keep the editor from starting.
    pub fn load(named: Option<&Path>) -> Result<Self, String> {
        let mut config = Self {
            path: named.map(Path::to_path_buf).or_else(Self::usual_place),
            ..Self::default()
        };
        let Some(path) = &config.path else {
            return Ok(config);
        };
        config.settings.know_themes(themes::all(Some(path)));
        match small_file::read(path) {
            Ok(bytes) => {
                config.is_there = true;
                config.mistakes = config.settings.read(&bytes);
                let keys = commands().rebind(&config.settings.keys);
                config.mistakes.extend(keys);
                config
                    .mistakes
                    .sort_by_key(|mistake| (mistake.line, mistake.column));
            }
            Err(error) if named.is_none() => {
                config.unreadable = Some(error).filter(|why| why.kind() != io::ErrorKind::NotFound);
            }
            Err(why) => return Err(unreadable(&path.display().to_string(), &why)),
        }
        Ok(config)
    }

    /// Returns what the editor knows of the file.
    pub fn file(&self) -> SettingsFile {
        SettingsFile {
            path: self.path.clone(),
            problems: self.file_problems(&self.name()),
        }
    }

    /// Returns the name of the file.
    pub fn name(&self) -> String {
        let name = self.path.as_deref().and_then(Path::file_name);
        name.map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default()
    }

    /// Returns the problems of the file, which is called `name`, and of the theme chosen, in its own file: a
    /// sentence for each, with its place.
    pub fn problems(&self, name: &str) -> Vec<String> {
        let mut problems = self.file_problems(name);
        problems.extend(self.settings.theme_problems(|theme| {
            let file = themes::folder(Path::new(name)).join(format!("{theme}.toml"));
            file.display().to_string()
        }));
        problems
    }

    /// Returns the problem of the first engine of the file that can't be used.
    pub fn broken_engine(&self) -> Option<String> {
        let mut mistakes = self.mistakes.iter();
        let broken = mistakes.find(|mistake| matches!(mistake.error, SettingError::Engine(_)))?;
        Some(format!("{}:{broken}", self.name()))
    }

    /// Returns the problems of the file alone.
    fn file_problems(&self, name: &str) -> Vec<String> {
        let unreadable = self.unreadable.iter().map(|why| unreadable(name, why));
        let mistakes = self.mistakes.iter();
        let mistakes = mistakes.map(|mistake| format!("{name}:{mistake}"));
        unreadable.chain(mistakes).collect()
    }

    /// Returns the usual place of the settings; `None` where nobody is at home.
    pub fn usual_place() -> Option<PathBuf> {
        let base = etcetera::choose_base_strategy().ok()?;
        Some(base.config_dir().join("epdit").join("config.toml"))
    }
}

fn unreadable(name: &str, why: &io::Error) -> String {
    format!("can't read the settings in `{name}`: {why}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::state::settings::Background;

    #[test]
    fn a_file_that_was_named_must_be_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("none.toml");
        let error = Config::load(Some(&path)).expect_err("no such file");
        assert!(error.contains("none.toml"), "{error}");
        std::fs::write(&path, "theme = \"light\"\n").expect("a file");
        let config = Config::load(Some(&path)).expect("a file");
        assert_eq!(config.settings.theme.ground, Some(Background::Light));
        assert_eq!(config.mistakes, []);
    }

    #[test]
    #[cfg(unix)]
    fn only_a_regular_file_is_read_and_what_a_link_leads_to() {
        let folder = tempfile::tempdir().expect("a folder");
        let said = Config::load(Some(folder.path())).expect_err("a folder");
        assert!(said.contains("expected a regular file"), "{said}");
        let pipe = folder.path().join("pipe.toml");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.is_ok_and(|status| status.success()));
        let error = Config::load(Some(&pipe)).expect_err("a pipe");
        assert!(error.contains("a pipe"), "{error}");
        let (file, link) = (folder.path().join("a.toml"), folder.path().join("b.toml"));
        std::fs::write(&file, "mouse = false\n").expect("a file");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        assert!(!Config::load(Some(&link)).expect("a file").settings.mouse);
    }

    #[test]
    fn a_mistake_in_the_file_leaves_all_else_in_force() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("config.toml");
        std::fs::write(&path, "theme = \"blue\"\nmouse = false\n").expect("a file");
        let config = Config::load(Some(&path)).expect("a file");
        assert_eq!(config.mistakes.len(), 1);
        assert!(!config.settings.mouse);
    }
}
