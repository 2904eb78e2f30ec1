//! A setting written to the settings file, which is read just before: changes of others stay.

use std::path::Path;
use std::{fs, io};

use crate::editor::effect::WriteSetting;
use crate::editor::state::settings;
use crate::suite::save::{FileState, Otherwise, Replace, SaveError};

use super::{Config, small_file};

/// The first line of a new settings file.
const HEAD: &str = "# Settings of epdit; `epdit config --template` prints all of them.\n";

/// The number of times the file is read where another program writes it at the same time.
const TRIES: usize = 3;

/// The line that a setting was written to, if one, or why it was not, and the problems of the file.
pub type Written = (Result<Option<usize>, String>, Vec<String>);

/// Puts a setting into the settings file, and returns the outcome.
pub fn write(setting: &WriteSetting) -> Written {
    let written = (0..TRIES).find_map(|_| try_to_write(setting).transpose());
    let written = written.unwrap_or_else(|| Err("another program keeps writing it".to_owned()));
    // What is wrong with the file now, after a change that may have put something right.
    let config = Config::load(Some(&setting.path)).unwrap_or_default();
    (written, config.file_problems(&config.name()))
}

/// Returns the line that the setting stands in, where there is one; `None` where the file became another
/// meanwhile.
fn try_to_write(setting: &WriteSetting) -> Result<Option<Option<usize>>, String> {
    let path = &setting.path;
    let name = path.display();
    let state = FileState::of(path).map_err(|error| format!("can't look at {name}: {error}"))?;
    let text = match small_file::read(path) {
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
    // A settings file with several names keeps them.
    let replace = Replace::new(path, Some(&state), Otherwise::InPlace);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::state::settings::{Settings, Source};
    use std::path::PathBuf;

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
    fn a_file_and_its_folder_are_made_where_there_is_none() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("epdit/config.toml");
        assert_eq!(set(&path, "theme", "light"), Ok(2));
        let text = fs::read_to_string(&path).expect("the file");
        assert_eq!(text, format!("{HEAD}theme = \"light\"\n"));
        assert_eq!(set(&path, "templates.a", "bm;"), Ok(5));
    }

    #[test]
    fn what_was_changed_there_meanwhile_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = file(&folder, "mouse = false # mine\n");
        assert_eq!(set(&path, "theme", "light"), Ok(2));
        fs::write(&path, "# other words\nmouse = true\ntheme = 'dark'\n").expect("written");
        assert_eq!(set(&path, "theme", "light"), Ok(3));
        let text = fs::read_to_string(&path).expect("the file");
        assert_eq!(text, "# other words\nmouse = true\ntheme = \"light\"\n");
    }

    #[test]
    fn a_broken_file_is_left_as_it_is() {
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
    fn a_folder_in_its_place_is_said_and_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("config.toml");
        fs::create_dir(&path).expect("a folder");
        let error = set(&path, "theme", "light").expect_err("a folder");
        assert!(error.contains("config.toml"), "{error}");
    }
}
