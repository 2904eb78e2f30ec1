//! The paths of a command line: files, folders and standard input, in the order given.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::Status;
use super::output::say;
use super::progress::{self, counted};
use crate::epd::{Dialect, ReadOptions};
use crate::suite::{dialect_of, unpack};

/// One thing to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// As it was given, or found below a folder that was given; `-` for standard input.
    pub name: String,
    /// Where it is; `None` for standard input.
    pub path: Option<PathBuf>,
}

impl Input {
    /// How its lines are to be read: `*.fen` has six fields.
    pub fn read_options(&self) -> ReadOptions {
        let dialect = self.path.as_deref().map_or(Dialect::Epd, dialect_of);
        ReadOptions {
            dialect,
            ..ReadOptions::default()
        }
    }

    /// Its text from the first byte, unpacked where it is compressed.
    ///
    /// # Errors
    ///
    /// Those of opening a file, and of looking at its first bytes.
    pub fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        let (text, _) = match &self.path {
            None => unpack(counted(io::stdin()))?,
            Some(path) => unpack(counted(File::open(path)?))?,
        };
        Ok(text)
    }
}

/// Why a command can't go on with one input, or at all.
#[derive(Debug)]
pub enum Fault {
    /// Something about the input at hand; the others are still done.
    Input(io::Error),
    /// Results can't be written any more.
    Output(io::Error),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Input(error)
    }
}

/// Whether standard input is among the paths.
pub fn has_stdin(paths: &[PathBuf]) -> bool {
    paths.iter().any(|path| path.as_os_str() == "-")
}

/// Does `work` for each input in order. What goes wrong with one is said, and makes the status
/// [`Status::Trouble`]; the others are still done.
///
/// # Errors
///
/// Those of writing results.
pub fn each(
    paths: &[PathBuf],
    mut work: impl FnMut(&Input) -> Result<Status, Fault>,
) -> io::Result<Status> {
    let mut worst = Status::Clean;
    let inputs = expand(paths);
    progress::begin(size_of(&inputs));
    for input in inputs {
        let (name, outcome) = match input {
            Ok(input) => (input.name.clone(), work(&input)),
            Err(Unreadable { name, source }) => (name, Err(source.into())),
        };
        let status = match outcome {
            Ok(status) => status,
            Err(Fault::Output(error)) => return Err(error),
            Err(Fault::Input(error)) => {
                say(&format!("`{name}`: {error}"));
                Status::Trouble
            }
        };
        worst = worst.max(status);
    }
    Ok(worst)
}

/// Bytes of all inputs, where they can be told before reading.
fn size_of(inputs: &[Result<Input, Unreadable>]) -> Option<u64> {
    let files = inputs.iter().flatten();
    files
        .map(|input| {
            let kind = fs::metadata(input.path.as_deref()?).ok()?;
            kind.is_file().then_some(kind.len())
        })
        .sum()
}

/// A path that stands for nothing that can be read.
#[derive(Debug)]
struct Unreadable {
    /// The path as given.
    name: String,
    /// Why.
    source: io::Error,
}

/// What the paths stand for: a folder stands for every `*.epd` and `*.fen` below it, in order of
/// name. Links to folders are not followed, so a loop can't hold us.
fn expand(paths: &[PathBuf]) -> Vec<Result<Input, Unreadable>> {
    let mut inputs = Vec::new();
    for path in paths {
        let name = path.display().to_string();
        if path.as_os_str() == OsStr::new("-") {
            inputs.push(Ok(Input { name, path: None }));
            continue;
        }
        match fs::metadata(path) {
            Ok(kind) if kind.is_dir() => expand_folder(path, &mut inputs),
            Ok(_) => inputs.push(Ok(Input {
                name,
                path: Some(path.clone()),
            })),
            Err(source) => inputs.push(Err(Unreadable { name, source })),
        }
    }
    inputs
}

fn expand_folder(folder: &Path, inputs: &mut Vec<Result<Input, Unreadable>>) {
    let entries = fs::read_dir(folder).and_then(|entries| entries.collect::<io::Result<Vec<_>>>());
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(source) => {
            inputs.push(Err(Unreadable {
                name: folder.display().to_string(),
                source,
            }));
            return;
        }
    };
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => expand_folder(&path, inputs),
            _ if has_extension(&path, &["epd", "fen"]) && path.is_file() => {
                inputs.push(Ok(Input {
                    name: path.display().to_string(),
                    path: Some(path),
                }));
            }
            _ => {}
        }
    }
}

fn has_extension(path: &Path, wanted: &[&str]) -> bool {
    path.extension().is_some_and(|found| {
        wanted
            .iter()
            .any(|wanted| found.eq_ignore_ascii_case(wanted))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(paths: &[PathBuf]) -> Vec<String> {
        expand(paths)
            .into_iter()
            .map(|input| input.map_or_else(|e| e.name, |input| input.name))
            .collect()
    }

    #[test]
    fn a_folder_stands_for_its_suites_in_order_of_name() {
        let folder = tempfile::tempdir().expect("a folder");
        for file in ["b.epd", "a.FEN", "notes.txt", "deep/c.epd"] {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            fs::write(path, "").expect("a file");
        }
        let found = names(&[folder.path().to_path_buf()]);
        let found: Vec<_> = found
            .iter()
            .map(|name| {
                name.rsplit_once(std::path::MAIN_SEPARATOR)
                    .map_or(name.as_str(), |(_, file)| file)
            })
            .collect();
        assert_eq!(found, ["a.FEN", "b.epd", "c.epd"]);
    }

    #[test]
    fn a_file_that_is_named_is_taken_whatever_its_name_and_order_is_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("suite.txt");
        fs::write(&file, "").expect("a file");
        let inputs = expand(&["-".into(), file.clone(), folder.path().join("none.epd")]);
        assert!(
            matches!(&inputs[..], [Ok(Input { path: None, .. }), Ok(_), Err(_)]),
            "{inputs:?}"
        );
    }

    #[test]
    fn the_extension_decides_what_is_canonical() {
        let dialect = |name: &str| {
            Input {
                name: name.into(),
                path: Some(name.into()),
            }
            .read_options()
            .dialect
        };
        assert_eq!(dialect("a.epd"), Dialect::Epd);
        assert_eq!(dialect("a.FEN"), Dialect::Fen);
        assert_eq!(
            Input {
                name: "-".into(),
                path: None
            }
            .read_options()
            .dialect,
            Dialect::Epd
        );
    }
}
