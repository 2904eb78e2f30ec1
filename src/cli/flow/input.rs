//! The paths of a command line: files, folders and standard input, in the order given.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use clap::Args;

use super::{Fault, Text, not_an_input};
use crate::epd::tablebase::Tables;
use crate::epd::{Dialect, ReadOptions, Rules};
use crate::exchange::import::{begins_game, first_line, is_games};
use crate::suite::external::SpooledStream;
use crate::suite::{
    Compression, FileInfo, FolderError, Most, SuiteFile, dialect_of, files_below, is_folder,
    is_suite_name, member_of, open_text, suites_below, tablebase,
};

/// Paths, and the way in which the records in them are read.
#[derive(Args, Clone, Debug)]
pub(crate) struct Paths {
    /// Files, folders (all *.epd and *.fen files below, compressed ones too), or `-` for standard input
    #[arg(required = true, value_name = "PATH")]
    pub list: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) kind: Kind,
}

impl Paths {
    /// Returns paths that are not from the command line.
    pub(crate) fn of(list: Vec<PathBuf>, kind: Kind) -> Self {
        Self { list, kind }
    }

    /// Returns paths whose files of games (*.pgn, or a text that begins as PGN) are read as the positions of their
    /// games.
    pub(crate) fn with_games(list: Vec<PathBuf>, kind: Kind) -> Self {
        let kind = Kind {
            games: Some(Games::One),
            ..kind
        };
        let mut all = Self { list, kind };
        if all.may_be_several() {
            all.kind.games = Some(Games::OfSeveral);
        }
        all
    }

    /// Returns another path, read in the same way.
    pub(crate) fn other(&self, path: PathBuf) -> Self {
        Self::of(vec![path], self.kind)
    }

    /// Returns each path separately; a single folder stands for the files below it.
    pub(crate) fn sides(&self) -> Vec<Self> {
        let one = |path: PathBuf| self.other(path);
        match self.list.as_slice() {
            [folder] if is_folder(folder) => {
                let files = self.expand().into_iter().flatten();
                files.filter_map(|input| input.path).map(one).collect()
            }
            list => list.iter().cloned().map(one).collect(),
        }
    }

    /// Returns `requested`, after checking that the files can be edited in place.
    ///
    /// # Errors
    ///
    /// `refusal`, if standard input is among the paths; or a pipe or a file named twice is.
    pub(crate) fn in_place(&self, requested: bool, refusal: &str) -> Result<bool, Fault> {
        if requested && self.have_stream() {
            return Err(Fault::usage(refusal));
        }
        if requested {
            // Opening a pipe without a writer would wait for one, and a pipe can be read only once.
            let is_stream = |path: &&PathBuf| {
                let there = FileInfo::at(path);
                there.is_ok_and(|there| !there.is_file() && !there.is_dir())
            };
            if let Some(stream) = self.list.iter().find(is_stream) {
                return Err(Fault::usage(&format!(
                    "`{}` is a pipe or a device, and can't be changed in place; leave `--in-place` out",
                    stream.display()
                )));
            }
            self.each_once()?;
        }
        Ok(requested)
    }

    /// Returns true if standard input is among the paths.
    pub(crate) fn have_stream(&self) -> bool {
        self.list.iter().any(|path| path.as_os_str() == "-")
    }

    /// Refuses a file that is named twice, also through a link or below a folder: it would be changed twice.
    fn each_once(&self) -> Result<(), Fault> {
        let inputs = self.expand().into_iter().flatten();
        let mut seen = HashMap::new();
        for path in inputs.filter_map(|input| input.path) {
            let Ok(found) = FileInfo::at(&path) else {
                continue;
            };
            let file = (found.number(), member_of(&path));
            if let Some(other) = seen.insert(file, path.clone()) {
                return Err(Fault::usage(&format!(
                    "`{}` and `{}` are one file, which would be changed twice; name it once",
                    other.display(),
                    path.display()
                )));
            }
        }
        Ok(())
    }

    /// Returns true if the paths may name more than one file.
    pub(crate) fn may_be_several(&self) -> bool {
        match self.list.as_slice() {
            [path] => is_folder(path),
            _ => true,
        }
    }

    /// Refuses an output file that is one of the inputs, for results without all of their content.
    pub(crate) fn not_the_output(&self, output: Option<&Path>) -> Result<(), Fault> {
        if output.is_none() {
            return Ok(());
        }
        let inputs: Vec<Input> = self.expand().into_iter().flatten().collect();
        not_an_input(
            output,
            inputs
                .iter()
                .map(|input| input.path.as_deref().unwrap_or(Path::new("-"))),
        )
    }

    /// Refuses an output file inside a folder that is read, unless it is named as an input too: an earlier run's
    /// results would be read and written twice.
    pub(crate) fn not_below(&self, output: Option<&Path>) -> Result<(), Fault> {
        let Some((output, found)) = output.and_then(|path| Some((path, FileInfo::at(path).ok()?)))
        else {
            return Ok(());
        };
        // Members of an archive are parts of one file.
        let member = member_of(output);
        let is_same = |path: &Path| FileInfo::at(path).is_ok_and(|other| other.is_same(&found));
        let is_it = |path: &Path| is_same(path) && member_of(path) == member;
        if !found.is_file() || self.list.iter().any(|path| is_it(path)) {
            return Ok(());
        }
        let folders = self.list.iter().filter(|path| is_folder(path));
        for folder in folders {
            if suites_below(folder)
                .flatten()
                .any(|suite| is_it(&suite.path))
            {
                let (output, folder) = (output.display(), folder.display());
                return Err(Fault::usage(&format!(
                    "`{output}` is in `{folder}`, which is read; write elsewhere, or name `{output}` as an input, too"
                )));
            }
        }
        Ok(())
    }

    /// Returns the inputs, or an error for an unreadable path; a folder stands for the suites below it
    /// ([`suites_below`]).
    ///
    /// The file that standard output goes to is an error, or skipped below a folder: the shell may have emptied it,
    /// and reading the output back would never end.
    pub(crate) fn expand(&self) -> Vec<Result<Input, FolderError>> {
        let output = FileInfo::of_stream(&io::stdout()).ok();
        let output = output.filter(|output| output.is_file());
        let is_output = |file: &FileInfo| {
            let mut output = output.iter();
            file.is_file() && output.any(|output| output.is_same(file))
        };
        let unreadable = |path: &Path, why: &str| {
            let source = io::Error::new(io::ErrorKind::NotFound, why);
            let path = path.to_owned();
            Err(FolderError { path, source })
        };
        let input = |path: PathBuf| Input::new(path.display().to_string(), Some(path), self.kind);
        let (is_wanted, kinds): (fn(&Path) -> bool, _) = match self.kind.games {
            None => (is_suite_name, "*.epd or *.fen"),
            Some(_) => (is_suite_or_games, "*.epd, *.fen or *.pgn"),
        };
        let mut inputs = Vec::new();
        for path in &self.list {
            let is_stream = path.as_os_str() == "-";
            let found = match is_stream {
                true => FileInfo::of_stream(&io::stdin()),
                false => FileInfo::at(path),
            };
            match found {
                Ok(file) if is_output(&file) => {
                    let why = "standard output goes to this file; redirect it to another file, or use `-o`";
                    inputs.push(unreadable(path, why));
                }
                _ if is_stream => inputs.push(Ok(Input::new("-".to_owned(), None, self.kind))),
                Ok(_) if is_folder(path) => {
                    let before = inputs.len();
                    for found in files_below(path, is_wanted) {
                        let found = found.map(|SuiteFile { path, .. }| path);
                        // A file that is being written below the folder is not an input.
                        let is_written =
                            |path: &PathBuf| FileInfo::at(path).is_ok_and(|it| is_output(&it));
                        if !found.as_ref().is_ok_and(is_written) {
                            inputs.push(found.map(input));
                        }
                    }
                    if inputs.len() == before {
                        inputs.push(unreadable(path, &format!("no {kinds} file in this folder")));
                    }
                }
                Ok(_) => inputs.push(Ok(input(path.clone()))),
                Err(source) => {
                    let path = path.clone();
                    inputs.push(Err(FolderError { path, source }));
                }
            }
        }
        inputs
    }
}

/// The way in which inputs are read: castling rules and limits.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Kind {
    /// Read `KQkq` by Chess960 rules: king and rooks on any file. Without this, a file is Chess960 if a record needs
    /// it and none contradicts, and standard input is classical; `HAha` is always Chess960
    #[arg(long)]
    chess960: bool,
    /// Read packed files to their end, also one that unpacks to more than 128 MiB and 100 times its size
    #[arg(long)]
    unpack_all: bool,
    /// Hold `bm`, `ce` and `dm` against the Syzygy tablebases of this folder, where a position has few enough pieces
    #[arg(long, value_name = "DIR", value_parser = tables)]
    syzygy: Option<Tables>,
    /// The form of the ids given to positions of games; `None` if games are not read.
    #[arg(skip)]
    games: Option<Games>,
}

/// The form of the ids given to positions of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Games {
    /// The players and the number of the game.
    One,
    /// The file, the players and the number of the game.
    OfSeveral,
}

impl Kind {
    pub(crate) fn rules(self) -> Option<Rules> {
        self.chess960.then_some(Rules::Chess960)
    }

    /// Returns the limit on what a compressed file may unpack to.
    pub(crate) fn most(self) -> Most {
        match self.unpack_all {
            true => Most::Any,
            false => Most::InEarnest,
        }
    }
}

fn tables(folder: &str) -> Result<Tables, String> {
    let opened = tablebase::open(Path::new(folder));
    opened.map_err(|error| format!("can't read the tablebases: {error}"))
}

/// A file or stream to read.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    /// The path as given, or as found below a folder; `-` for standard input.
    pub name: String,
    /// `None` for standard input.
    pub path: Option<PathBuf>,
    /// The castling rules: as given, else found on first use.
    pub(super) rules: OnceLock<Rules>,
    /// The limit on what the input may unpack to.
    pub unpacked: Most,
    /// The form of ids for the positions of games; `None` if games are not read.
    games: Option<Games>,
    /// The tablebases that records are compared with.
    tables: Option<Tables>,
    /// The text of a stream, if it was spooled to be read again.
    pub(super) kept: Option<SpooledStream>,
}

impl Input {
    /// Returns an input with the castling rules that were given, if any.
    pub(crate) fn new(name: String, path: Option<PathBuf>, kind: Kind) -> Self {
        let rules = kind.rules();
        Self {
            name,
            path,
            rules: rules.map(OnceLock::from).unwrap_or_default(),
            unpacked: kind.most(),
            games: kind.games,
            tables: kind.syzygy,
            kept: None,
        }
    }

    /// Returns the castling rules. The first call may read the file.
    pub(super) fn castling_rules(&self) -> Rules {
        // A read error is reported when the records are read.
        let find = || self.find_rules().unwrap_or_default();
        *self.rules.get_or_init(find)
    }

    /// Returns the options for reading lines under classical rules: `*.fen` has six fields.
    pub(super) fn classical_options(&self) -> ReadOptions {
        ReadOptions {
            dialect: self.path.as_deref().map_or(Dialect::Epd, dialect_of),
            tables: self.tables,
            ..ReadOptions::default()
        }
    }

    /// Returns true if a file of games may be read as its positions.
    pub(super) fn may_be_games(&self) -> bool {
        self.games.is_some()
    }

    /// Returns the form of ids for games, if the name or the first bytes show a file of games that is to be read as
    /// such.
    pub(super) fn games(&self, head: &[u8]) -> Option<Games> {
        let is_games = || self.has_name_of_games() || begins_game(first_line(head));
        self.games.filter(|_| is_games())
    }

    /// Returns the name without folder and suffixes.
    pub(super) fn stem(&self) -> String {
        let path = self.path.as_deref().unwrap_or(Path::new("-"));
        Compression::without_suffix(path)
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    }

    fn has_name_of_games(&self) -> bool {
        self.path.as_deref().is_some_and(is_games)
    }

    /// Returns the path of a regular file, which can be read again and edited in place. Pipes, named or not, can be
    /// read only once.
    pub(crate) fn file(&self) -> Option<&Path> {
        let is_file = |path: &&Path| FileInfo::at(path).is_ok_and(|found| found.is_file());
        self.path.as_deref().filter(is_file)
    }

    /// Returns the rules that the records imply. A stream can't be read twice, so it is classical.
    fn find_rules(&self) -> io::Result<Rules> {
        let Some(path) = self
            .file()
            .filter(|_| !self.may_be_games() || !self.has_name_of_games())
        else {
            return Ok(Rules::Classical);
        };
        Text::from_read(open_text(path, self.unpacked, |bytes| bytes)?.0).rules()
    }
}

/// Returns the total size of all inputs in bytes, if it is known before reading.
pub(crate) fn size_of(inputs: &[Result<Input, FolderError>]) -> Option<u64> {
    let files = inputs.iter().flatten();
    files
        .map(|input| {
            let kind = FileInfo::at(input.path.as_deref()?).ok()?;
            kind.is_file().then_some(kind.len())
        })
        .sum()
}

fn is_suite_or_games(path: &Path) -> bool {
    is_suite_name(path) || is_games(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn names(paths: &[PathBuf]) -> Vec<String> {
        let paths = Paths::of(paths.to_vec(), Kind::default());
        let inputs = paths.expand().into_iter();
        inputs
            .map(|input| {
                input.map_or_else(|error| error.path.display().to_string(), |input| input.name)
            })
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
    fn a_named_file_is_an_input_whatever_its_extension() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("suite.txt");
        fs::write(&file, "").expect("a file");
        let paths = vec!["-".into(), file.clone(), folder.path().join("none.epd")];
        let inputs = Paths::of(paths, Kind::default()).expand();
        assert!(
            matches!(&inputs[..], [Ok(Input { path: None, .. }), Ok(_), Err(_)]),
            "{inputs:?}"
        );
    }

    #[test]
    fn the_extension_decides_the_dialect() {
        let dialect = |name: &str| {
            Input::new(name.into(), Some(name.into()), Kind::default())
                .classical_options()
                .dialect
        };
        assert_eq!(dialect("a.epd"), Dialect::Epd);
        assert_eq!(dialect("a.FEN"), Dialect::Fen);
        assert_eq!(
            Input::new("-".into(), None, Kind::default())
                .classical_options()
                .dialect,
            Dialect::Epd
        );
    }
}
