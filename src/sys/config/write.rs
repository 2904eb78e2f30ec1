//! A setting written to the settings file, which is read just before: what others changed there
//! meanwhile stays.

use std::path::Path;
use std::{fs, io};

use crate::app::effect::WriteSetting;
use crate::app::message::Msg;
use crate::app::state::settings;
use crate::suite::save::{FileState, SaveError, replace_file};

use super::Config;

/// What a new settings file begins with.
const HEAD: &str = "# Settings of epdit; `epdit config --template` prints all of them.\n";

/// How often the file is read again where another program writes it at the same time.
const TRIES: usize = 3;

/// Puts a setting into the settings file, and says what came of it.
pub fn write(setting: WriteSetting) -> Msg {
    let written = (0..TRIES).find_map(|_| try_to_write(&setting).transpose());
    let written = written.unwrap_or_else(|| Err("another program keeps writing it".to_owned()));
    // What is wrong with the file now, after a change that may have put something right.
    let config = Config::load(Some(&setting.path)).unwrap_or_default();
    Msg::SettingWritten {
        name: setting.name,
        written,
        problems: config.problems(&config.name()),
    }
}

/// Gives the line that the setting stands in; `None` where the file became another meanwhile.
fn try_to_write(setting: &WriteSetting) -> Result<Option<usize>, String> {
    let path = &setting.path;
    let name = path.display();
    let state = FileState::of(path).map_err(|error| format!("can't look at {name}: {error}"))?;
    let text = match fs::read(path) {
        Ok(bytes) => String::from_utf8(bytes)
            .map_err(|_| format!("{name} is not UTF-8; correct that first"))?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            make_folder(path)
                .map_err(|error| format!("can't make the folder of {name}: {error}"))?;
            HEAD.to_owned()
        }
        Err(error) => return Err(format!("can't read {name}: {error}")),
    };
    let (text, line) = settings::put(&text, &setting.entry)
        .map_err(|mistake| format!("{name}:{mistake}; correct that first"))?;
    match replace_file(path, Some(&state), |out| out.write_all(text.as_bytes())) {
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
    use crate::app::state::settings::{Settings, Source};
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
        match write(setting) {
            Msg::SettingWritten { written, .. } => written,
            other => panic!("{other:?}"),
        }
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
