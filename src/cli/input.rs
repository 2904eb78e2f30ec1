//! The paths of a command line: files, folders and standard input, in the order given.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::OnceLock;

use clap::Args;

use super::Status;
use super::batch::{self, Flow};
use super::output::say;
use super::progress::{self, counted};
use crate::epd::rules::Signs;
use crate::epd::{Dialect, ReadOptions, Rules};
use crate::suite::{FolderError, SuiteFile, dialect_of, kind, suites_below, unpack};

/// Paths, and how the records in them are read.
#[derive(Args, Debug)]
pub struct Paths {
    /// Files, folders (every *.epd and *.fen below, packed ones too) or `-` for standard input
    #[arg(required = true, value_name = "PATH")]
    pub list: Vec<PathBuf>,
    #[command(flatten)]
    kind: Kind,
}

impl Paths {
    /// The rules that were given.
    pub fn rules(&self) -> Option<Rules> {
        self.kind.rules()
    }
}

/// Classical or Chess960.
#[derive(Args, Clone, Copy, Debug)]
pub struct Kind {
    /// Read `KQkq` by the rules of Chess960, with king and rooks on any file. Without this a file
    /// is Chess960 where one of its records needs it and none contradicts, and a stream that is read
    /// only once is classical; `HAha` is Chess960 everywhere
    #[arg(long)]
    chess960: bool,
}

impl Kind {
    /// The rules that were given.
    pub fn rules(self) -> Option<Rules> {
        self.chess960.then_some(Rules::Chess960)
    }
}

/// One thing to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// As it was given, or found below a folder that was given; `-` for standard input.
    pub name: String,
    /// Where it is; `None` for standard input.
    pub path: Option<PathBuf>,
    /// The rules of castling: as given, else found when they are first asked for.
    rules: OnceLock<Rules>,
}

impl Input {
    /// An input of these rules of castling, or of those that its records tell of.
    pub fn new(name: String, path: Option<PathBuf>, rules: Option<Rules>) -> Self {
        Self {
            name,
            path,
            rules: rules.map(OnceLock::from).unwrap_or_default(),
        }
    }

    /// How its lines are to be read: `*.fen` has six fields. The first call may read the file for the
    /// rules of castling.
    pub fn read_options(&self) -> ReadOptions {
        let dialect = self.path.as_deref().map_or(Dialect::Epd, dialect_of);
        ReadOptions {
            dialect,
            // What can't be read says so when it is read for its records.
            rules: *self
                .rules
                .get_or_init(|| self.find_rules().unwrap_or_default()),
            ..ReadOptions::default()
        }
    }

    /// The rules that the records tell of. A stream can't be read twice: it is classical.
    fn find_rules(&self) -> io::Result<Rules> {
        let Some(path) = &self.path else {
            return Ok(Rules::Classical);
        };
        let file = File::open(path)?;
        if !file.metadata()?.is_file() {
            return Ok(Rules::Classical);
        }
        let mut signs = Signs::default();
        batch::each::<_, io::Error>(
            unpack(file)?.0,
            |start| {
                Ok(match kind::not_epd(start) {
                    Some(_) => Flow::Stop,
                    None => Flow::On,
                })
            },
            |piece| {
                let mut signs = Signs::default();
                piece.lines().for_each(|(_, line)| signs.add(line));
                signs
            },
            |_, part| {
                signs.join(part);
                Ok(if signs.are_settled() {
                    Flow::Stop
                } else {
                    Flow::On
                })
            },
        )?;
        Ok(signs.rules())
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
pub fn has_stdin(paths: &Paths) -> bool {
    paths.list.iter().any(|path| path.as_os_str() == "-")
}

/// Does `work` for each input in order. What goes wrong with one is said, and makes the status
/// [`Status::Trouble`]; the others are still done.
///
/// # Errors
///
/// Those of writing results.
pub fn each(
    paths: &Paths,
    mut work: impl FnMut(&Input) -> Result<Status, Fault>,
) -> io::Result<Status> {
    let mut worst = Status::Clean;
    let inputs = expand(&paths.list, paths.rules());
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

impl Unreadable {
    fn new(name: String, why: &str) -> Self {
        Self {
            name,
            source: io::Error::new(io::ErrorKind::NotFound, why),
        }
    }
}

/// What the paths stand for: a folder stands for the suites below it ([`suites_below`]).
fn expand(paths: &[PathBuf], rules: Option<Rules>) -> Vec<Result<Input, Unreadable>> {
    let mut inputs = Vec::new();
    for path in paths {
        let name = path.display().to_string();
        if path.as_os_str() == OsStr::new("-") {
            inputs.push(Ok(Input::new(name, None, rules)));
            continue;
        }
        match fs::metadata(path) {
            Ok(kind) if kind.is_dir() => {
                let before = inputs.len();
                inputs.extend(suites_below(path).map(|found| match found {
                    Ok(SuiteFile { path, .. }) => {
                        Ok(Input::new(path.display().to_string(), Some(path), rules))
                    }
                    Err(FolderError { path, source }) => Err(Unreadable {
                        name: path.display().to_string(),
                        source,
                    }),
                }));
                if inputs.len() == before {
                    let why = "no *.epd or *.fen file in this folder";
                    inputs.push(Err(Unreadable::new(name, why)));
                }
            }
            Ok(_) => inputs.push(Ok(Input::new(name, Some(path.clone()), rules))),
            Err(source) => inputs.push(Err(Unreadable { name, source })),
        }
    }
    inputs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(paths: &[PathBuf]) -> Vec<String> {
        expand(paths, None)
            .into_iter()
            .map(|input| input.map_or_else(|e| e.name, |input| input.name))
            .collect()
    }

    #[test]
    fn a_folder_stands_for_its_suites_in_order_of_name() {
        let folder = tempfile::tempdir().expect("a folder");
        for file in [
            "b.epd",
            "a.FEN",
            "notes.txt",
            "deep/c.epd",
            "deep/d.epd.gz",
            ".hidden.epd",
            ".cache/e.epd",
        ] {
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
        assert_eq!(found, ["a.FEN", "b.epd", "c.epd", "d.epd.gz"]);
    }

    #[test]
    fn a_file_that_is_named_is_taken_whatever_its_name_and_order_is_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("suite.txt");
        fs::write(&file, "").expect("a file");
        let inputs = expand(
            &["-".into(), file.clone(), folder.path().join("none.epd")],
            None,
        );
        assert!(
            matches!(&inputs[..], [Ok(Input { path: None, .. }), Ok(_), Err(_)]),
            "{inputs:?}"
        );
    }

    #[test]
    fn the_extension_decides_what_is_canonical() {
        let dialect = |name: &str| {
            Input::new(name.into(), Some(name.into()), None)
                .read_options()
                .dialect
        };
        assert_eq!(dialect("a.epd"), Dialect::Epd);
        assert_eq!(dialect("a.FEN"), Dialect::Fen);
        assert_eq!(
            Input::new("-".into(), None, None).read_options().dialect,
            Dialect::Epd
        );
    }
}
