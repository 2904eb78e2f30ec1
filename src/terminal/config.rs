//! The settings file and the theme files beside it: their places, reading, writing a setting, and applying the
//! settings to the editor.

use std::path::{Path, PathBuf};
use std::{fs, io};

use etcetera::BaseStrategy;

use super::{Looks, folders, remembered};
use crate::editor::commands;
use crate::editor::effect::WriteSetting;
use crate::editor::model::Model;
use crate::editor::settings::{begin, drawn_with};
use crate::editor::state::settings::{
    self, Mistake, SettingError, Settings, SettingsFile, ThemeFile,
};
use crate::editor::widgets::theme::role_names;
use crate::suite::save::{FileState, Replace, ReplaceFallback, SaveError};

/// The settings, with the state of their file.
#[derive(Debug, Default)]
pub struct Config {
    /// The file; `None` if none was named and there is no home folder.
    pub path: Option<PathBuf>,
    pub is_there: bool,
    pub settings: Settings,
    /// Its mistakes; all other settings apply.
    pub mistakes: Vec<Mistake>,
    /// The reason why the file in the default place can't be read.
    unreadable: Option<io::Error>,
}

impl Config {
    /// Loads the settings from the named file, which must exist; else from the default place,
    /// `$XDG_CONFIG_HOME/epdit/config.toml`, where it need not exist.
    ///
    /// # Errors
    ///
    /// The named file can't be read. A mistake in it is not an error, nor is an unreadable file in the default
    /// place, which must not keep the editor from starting.
    pub fn load(named: Option<&Path>) -> Result<Self, String> {
        let mut config = Self {
            path: named.map(Path::to_path_buf).or_else(Self::usual_place),
            ..Self::default()
        };
        let Some(path) = &config.path else {
            return Ok(config);
        };
        config.settings.know_themes(themes(Some(path)));
        match remembered::read_small(path) {
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

    /// Returns the path and the problems of the file, for the editor.
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

    /// Returns the problems of the file, under this `name`, and of the chosen theme, in its own file: a
    /// sentence with its place for each.
    pub fn problems(&self, name: &str) -> Vec<String> {
        let mut problems = self.file_problems(name);
        problems.extend(self.settings.theme_problems(|theme| {
            let file = theme_folder(Path::new(name)).join(format!("{theme}.toml"));
            file.display().to_string()
        }));
        problems
    }

    /// Returns the problem of the first invalid engine of the file.
    pub fn broken_engine(&self) -> Option<String> {
        let mut mistakes = self.mistakes.iter();
        let broken = mistakes.find(|mistake| matches!(mistake.error, SettingError::Engine(_)))?;
        Some(format!("{}:{broken}", self.name()))
    }

    fn file_problems(&self, name: &str) -> Vec<String> {
        let unreadable = self.unreadable.iter().map(|why| unreadable(name, why));
        let mistakes = self.mistakes.iter();
        let mistakes = mistakes.map(|mistake| format!("{name}:{mistake}"));
        unreadable.chain(mistakes).collect()
    }

    /// Returns the default place of the settings; `None` without a home folder.
    pub fn usual_place() -> Option<PathBuf> {
        let base = etcetera::choose_base_strategy().ok()?;
        Some(base.config_dir().join("epdit").join("config.toml"))
    }
}

fn unreadable(name: &str, why: &io::Error) -> String {
    format!("can't read the settings in `{name}`: {why}")
}

const HEAD: &str = "# Settings of epdit; `epdit config --template` prints all of them.\n";

/// The number of attempts if another program writes the file at the same time.
const TRIES: usize = 3;

/// The line that a setting was written to, if any, or the reason of a failure; and the problems of the file.
pub type SettingWrite = (Result<Option<usize>, String>, Vec<String>);

/// Writes a setting to the settings file, and returns the outcome.
pub fn write(setting: &WriteSetting) -> SettingWrite {
    let written = (0..TRIES).find_map(|_| try_to_write(setting).transpose());
    let written = written.unwrap_or_else(|| Err("another program keeps writing it".to_owned()));
    // The mistakes after the change, which may have corrected one.
    let config = Config::load(Some(&setting.path)).unwrap_or_default();
    (written, config.file_problems(&config.name()))
}

/// Returns the line of the setting, if it has one; `None` if another program changed the file meanwhile.
fn try_to_write(setting: &WriteSetting) -> Result<Option<Option<usize>>, String> {
    let path = &setting.path;
    let name = path.display();
    let state = FileState::of(path).map_err(|error| format!("can't look at {name}: {error}"))?;
    let text = match remembered::read_small(path) {
        Ok(bytes) => String::from_utf8(bytes)
            .map_err(|_| format!("{name} is not UTF-8; correct that first"))?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if setting.entry.value.is_none() {
                return Ok(Some(None));
            }
            make_folder(path)
                .map_err(|error| format!("can't make the folder of {name}: {error}"))?;
            HEAD.to_owned()
        }
        Err(error) => return Err(format!("can't read {name}: {error}")),
    };
    let (changed, line) = settings::put(&text, &setting.entry)
        .map_err(|mistake| format!("{name}:{mistake}; correct that first"))?;
    if changed == text {
        return Ok(Some(line));
    }
    // A settings file with several hard links keeps them.
    let replace = Replace::new(path, Some(&state), ReplaceFallback::InPlace);
    match replace.write(|out| out.write_all(changed.as_bytes())) {
        Ok(_) => Ok(Some(line)),
        Err(SaveError::Conflict { .. } | SaveError::Exists { .. }) => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}

fn make_folder(file: &Path) -> io::Result<()> {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => fs::create_dir_all(folder),
        _ => Ok(()),
    }
}

fn theme_folder(settings: &Path) -> PathBuf {
    settings.with_file_name("themes")
}

pub(super) fn themes(settings: Option<&Path>) -> Vec<ThemeFile> {
    let entries = settings.and_then(|settings| fs::read_dir(theme_folder(settings)).ok());
    let paths = entries.into_iter().flatten().flatten();
    let mut themes: Vec<ThemeFile> = paths.filter_map(|entry| theme(&entry.path())).collect();
    themes.sort_by(|a, b| a.name.cmp(&b.name));
    themes
}

/// Returns the theme in a file; `None` if it is not a theme file.
fn theme(path: &Path) -> Option<ThemeFile> {
    let name = path.file_name()?.to_str()?.strip_suffix(".toml")?;
    // A folder or a pipe of such a name is not a theme file.
    fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    if name.is_empty() || name.trim() != name {
        return None;
    }
    Some(match remembered::read_small(path) {
        Ok(bytes) => ThemeFile::read(name, &bytes, &role_names()),
        Err(error) => ThemeFile::unreadable(name, &error.to_string()),
    })
}

/// Applies the settings and the means of drawing to the editor.
pub fn apply(settings: &Settings, model: &mut Model, looks: &Looks) {
    let remembered = settings.remember.then(remembered::all);
    begin(model, settings, folders::home(), remembered);
    drawn_with(
        model,
        looks.graphics.is_some(),
        looks.pieces,
        super::looks::cell(),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::state::settings::Background;
    use crate::editor::state::settings::{Settings, Source};

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
    fn only_a_regular_file_is_read_or_a_link_to_one() {
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
    fn a_mistake_in_the_file_leaves_all_other_settings_in_force() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("config.toml");
        std::fs::write(&path, "theme = \"blue\"\nmouse = false\n").expect("a file");
        let config = Config::load(Some(&path)).expect("a file");
        assert_eq!(config.mistakes.len(), 1);
        assert!(!config.settings.mouse);
    }

    fn set(path: &Path, name: &str, text: &str) -> Result<usize, String> {
        let mut settings = Settings::default();
        settings.set(name, text, Source::Editor).expect("right");
        let entry = settings.entry(name).expect("a setting");
        let setting = WriteSetting {
            path: path.to_owned(),
            name: name.to_owned(),
            entry,
        };
        let (written, _) = write(&setting);
        written.map(|line| line.expect("it stands there"))
    }

    fn file(folder: &tempfile::TempDir, text: &str) -> PathBuf {
        let path = folder.path().join("config.toml");
        fs::write(&path, text).expect("a file");
        path
    }

    #[test]
    fn a_missing_file_and_its_folder_are_created() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("epdit/config.toml");
        assert_eq!(set(&path, "theme", "light"), Ok(2));
        let text = fs::read_to_string(&path).expect("the file");
        assert_eq!(text, format!("{HEAD}theme = \"light\"\n"));
        assert_eq!(set(&path, "templates.a", "bm;"), Ok(5));
    }

    #[test]
    fn concurrent_changes_are_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = file(&folder, "mouse = false # mine\n");
        assert_eq!(set(&path, "theme", "light"), Ok(2));
        fs::write(&path, "# other words\nmouse = true\ntheme = 'dark'\n").expect("written");
        assert_eq!(set(&path, "theme", "light"), Ok(3));
        let text = fs::read_to_string(&path).expect("the file");
        assert_eq!(text, "# other words\nmouse = true\ntheme = \"light\"\n");
    }

    #[test]
    fn a_broken_file_is_unchanged() {
        let folder = tempfile::tempdir().expect("a folder");
        for text in ["theme = \n", "[theme]\na = 1\n"] {
            let path = file(&folder, text);
            let error = set(&path, "theme", "light").expect_err(text);
            assert!(error.contains("config.toml:1:"), "{error}");
            assert_eq!(fs::read_to_string(&path).expect("the file"), text);
        }
        let path = folder.path().join("config.toml");
        fs::write(&path, b"# caf\xe9\n").expect("written");
        assert!(set(&path, "theme", "light").is_err());
        assert_eq!(fs::read(&path).expect("the file"), b"# caf\xe9\n");
    }

    #[test]
    fn a_folder_in_its_place_is_reported_and_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("config.toml");
        fs::create_dir(&path).expect("a folder");
        let error = set(&path, "theme", "light").expect_err("a folder");
        assert!(error.contains("config.toml"), "{error}");
    }
}
