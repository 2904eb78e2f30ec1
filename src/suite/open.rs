//! Opening a suite; the rules of its file, classical chess or Chess960, inferred from its records; and
//! finding suites below a folder, in the same way for the command line and the editor.

use crate::epd::rules::Signs;
use crate::epd::tablebase::Tables;
use crate::epd::{Dialect, ReadOptions, Rules};
use crate::suite::Suite;
use crate::suite::archive::{self, SuiteLocation, is_folder, member_of};
use crate::suite::compress::{Compression, Most, unpack, unpack_located};
use crate::suite::kind::is_suite_name;
use crate::suite::platform::{FileInfo, explain};
use crate::suite::progress::{Job, Progress};
use crate::suite::save::FileState;
use crate::suite::scan::{JobError, scan_until};
use crate::suite::snapshot::Snapshot;
use crate::suite::source::{Keep, Source, load_source};
use crate::suite::stored::Disk;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{fmt, thread};
use walkdir::WalkDir;

/// The options for opening a file.
#[derive(Clone, Debug)]
pub struct OpenOptions {
    /// Whether to read on another thread. If so, `open` returns when the first screen is available, otherwise
    /// when the whole file is read.
    pub background: bool,
    /// The number of bytes of text to hold in memory (default 512 MiB). A larger file is read by position; of
    /// a larger compressed file or stream, the remainder is written to a private file.
    pub memory_limit: u64,
    /// The longest line without a diagnostic, in bytes; see [`ReadOptions`].
    pub longest_line: usize,
    /// The castling rules; `None` to infer them from the records.
    pub rules: Option<Rules>,
    /// The limit on the unpacked size of a compressed file.
    pub unpacked: Most,
}

impl Default for OpenOptions {
    fn default() -> Self {
        Self {
            background: true,
            memory_limit: 512 << 20,
            longest_line: ReadOptions::default().longest_line,
            rules: None,
            unpacked: Most::default(),
        }
    }
}

impl Snapshot {
    /// Returns the options to open another file for a comparison or merge with this one: read completely,
    /// with the same limits of memory and unpacking.
    pub fn options_beside(&self) -> OpenOptions {
        OpenOptions {
            background: false,
            memory_limit: self.source.memory_limit,
            unpacked: self.source.unpacked,
            ..OpenOptions::default()
        }
    }
}

/// The reason why a suite could not be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    #[error("{} is a folder, not a file", .path.display())]
    Folder { path: PathBuf },
    #[error("{} is not a regular file", .path.display())]
    NotAFile { path: PathBuf },
    /// The path does not exist, nor does its folder.
    #[error("can't open {}: there is no folder {}", .path.display(), .folder.display())]
    MissingFolder { path: PathBuf, folder: PathBuf },
    #[error("can't read {}: {}", .path.display(), explain(.source))]
    Unreadable { path: PathBuf, source: io::Error },
}

/// A handle that stops the reading thread when its suite is closed.
#[derive(Default)]
pub(super) struct Loader {
    stop: Arc<AtomicBool>,
}

impl Drop for Loader {
    fn drop(&mut self) {
        // Not joined: the thread ends after the current chunk, and nobody should wait for a slow disk.
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// A handle to wait on another thread for the reading of a suite.
#[derive(Clone)]
pub struct LoadHandle(Arc<Source>);

impl fmt::Debug for LoadHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LoadHandle(..)")
    }
}

impl LoadHandle {
    /// Waits until more than `done` bytes are read or `longest` has passed; `None` when reading has ended.
    pub fn wait(&self, done: u64, longest: Duration) -> Option<Progress> {
        self.0.wait(done, longest)
    }
}

impl Default for Suite {
    /// Returns an empty suite without a file or name.
    fn default() -> Self {
        Self::from_bytes("", Vec::new())
    }
}

impl Suite {
    /// Opens a file. If the path does not exist, returns an empty suite whose file is created by the first save.
    ///
    /// # Errors
    /// The path is a folder, or can't be opened. A later failure, while the file is being read, is reported
    /// by [`Snapshot::trouble`].
    pub fn open(path: &Path, options: &OpenOptions) -> Result<Self, OpenError> {
        let unreadable = |source| OpenError::Unreadable {
            path: path.to_owned(),
            source,
        };
        let mut way = (None, Keep::Memory(options.memory_limit));
        let mut on_disk = FileState::Missing;
        let mut compression = Compression::of_name(path);
        let reader: Box<dyn Read + Send> = match open_file(path)? {
            None => Box::new(io::empty()),
            Some(located) => {
                on_disk = FileState::found(&located.info);
                let bytes = Box::new(located.reader());
                let (reader, packed) =
                    unpack_located(&located, bytes, options.unpacked).map_err(unreadable)?;
                compression = packed;
                if packed == Compression::None {
                    way.0 = Some(located.info.len());
                    if located.info.len() > options.memory_limit {
                        let own = located.file.try_clone().map_err(unreadable)?;
                        way.1 = Keep::File(Arc::new(Disk::of(own)));
                    }
                }
                reader
            }
        };
        let source = start(options, way, reader).map_err(unreadable)?;
        let suite = Self::over(name_of(path), Some(path.to_owned()), source, options);
        Ok(Self {
            on_disk,
            compression,
            ..suite
        })
    }

    /// Opens a suite without a file from a stream such as standard input, compressed or not.
    ///
    /// # Errors
    /// The first bytes can't be read.
    pub fn from_reader(
        name: &str,
        reader: impl Read + Send + 'static,
        options: &OpenOptions,
    ) -> io::Result<Self> {
        let (reader, _) = unpack(reader, options.unpacked)?;
        let way = (None, Keep::Memory(options.memory_limit));
        let source = start(options, way, reader)?;
        Ok(Self::over(name.to_owned(), None, source, options))
    }

    /// Returns a suite without a file, such as a built-in sample or standard input. The suffix of `name`
    /// determines its dialect.
    pub fn from_bytes(name: &str, bytes: Vec<u8>) -> Self {
        Self::in_memory(name.to_owned(), None, bytes)
    }

    /// Returns an empty suite whose file is created by the first save. The disk is not accessed: the save
    /// reports an existing file.
    pub fn new_file(path: PathBuf) -> Self {
        Self::in_memory(name_of(&path), Some(path), Vec::new())
    }

    fn in_memory(name: String, path: Option<PathBuf>, bytes: Vec<u8>) -> Self {
        let options = OpenOptions {
            background: false,
            ..OpenOptions::default()
        };
        let way = (Some(bytes.len() as u64), Keep::Memory(u64::MAX));
        // The only possible failure is that of starting a thread.
        let source = start(&options, way, Box::new(io::Cursor::new(bytes)));
        Self::over(name, path, source.unwrap_or_default(), &options)
    }

    /// Returns the number of bytes read, as of the last [`Self::refresh`]; `None` when reading has ended.
    pub fn loading(&self) -> Option<Progress> {
        if self.now.complete {
            return None;
        }
        Some(self.now.source.loading().unwrap_or_default())
    }

    /// Returns a handle to wait for reading; `None` when reading has ended and [`Self::refresh`] has seen that.
    pub fn load_handle(&self) -> Option<LoadHandle> {
        let source = &self.now.source;
        self.loading().map(|_| LoadHandle(source.clone()))
    }

    /// Waits until reading has ended.
    pub fn wait_until_loaded(&mut self) {
        self.now.source.wait_for_all();
        self.refresh();
    }

    /// Returns true if reading stopped at the limit for compressed files ([`Most::InEarnest`]); with
    /// [`Most::Any`] more would be read.
    pub fn unpacks_further(&self) -> bool {
        self.now.source.is_beyond()
    }

    /// Returns the limit on the unpacked size of the file.
    pub fn unpacked(&self) -> Most {
        self.now.source.unpacked
    }
}

/// Opens the file at `path`, or the archive of a member; `None` if the file does not exist but can be created.
fn open_file(path: &Path) -> Result<Option<SuiteLocation>, OpenError> {
    let unreadable = |source| OpenError::Unreadable {
        path: path.to_owned(),
        source,
    };
    // Checked before opening: opening a pipe would wait for its other end.
    match FileInfo::at(path) {
        Ok(_) if is_folder(path) => {
            return Err(OpenError::Folder {
                path: path.to_owned(),
            });
        }
        Ok(found) if !found.is_file() => {
            return Err(OpenError::NotAFile {
                path: path.to_owned(),
            });
        }
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound && member_of(path).is_none() => {
            let folder = path.parent().unwrap_or(path);
            return match folder.as_os_str().is_empty() || folder.is_dir() {
                true => Ok(None),
                false if folder.is_file() => Err(unreadable(io::ErrorKind::NotADirectory.into())),
                false => Err(OpenError::MissingFolder {
                    folder: folder.to_owned(),
                    path: path.to_owned(),
                }),
            };
        }
        Err(error) => return Err(unreadable(error)),
    }
    SuiteLocation::open(path).map(Some).map_err(unreadable)
}

/// Begins to read a text of `total` expected bytes; returns when the first lines are read or, without
/// `background`, all.
fn start(
    options: &OpenOptions,
    (total, keep): (Option<u64>, Keep),
    mut reader: Box<dyn Read + Send>,
) -> io::Result<(Arc<Source>, Loader)> {
    let source = Arc::new(Source::holding(options.memory_limit, options.unpacked));
    let loader = Loader::default();
    if !options.background {
        load_source(&source, &mut reader, total, &keep, &loader.stop);
        return Ok((source, loader));
    }
    let (target, stop) = (source.clone(), loader.stop.clone());
    thread::Builder::new()
        .name("reading".to_owned())
        .spawn(move || load_source(&target, &mut reader, total, &keep, &stop))?;
    source.wait(0, FIRST_SCREEN);
    Ok((source, loader))
}

/// The longest wait for the first screen; on a slower disk an empty table is shown first.
const FIRST_SCREEN: Duration = Duration::from_millis(150);

pub(super) fn name_of(path: &Path) -> String {
    path.file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
        .into_owned()
}

/// Returns the dialect that a file name implies, regardless of compression (`a.fen.gz`).
pub fn dialect_of(path: &Path) -> Dialect {
    let inner = Compression::without_suffix(path);
    match inner.extension() {
        Some(suffix) if suffix.eq_ignore_ascii_case("fen") => Dialect::Fen,
        _ => Dialect::Epd,
    }
}

/// The number of lines examined at the head of a file before the whole file is read.
const HEAD: usize = 4096;

/// Returns the rules that the records of a file imply; see [`Signs`]. Stops at the first record that
/// contradicts Chess960.
///
/// # Errors
/// Cancelled, or lines can no longer be read.
pub fn rules_of(snapshot: &Snapshot, job: &Job) -> Result<Rules, JobError> {
    let mut signs = Signs::default();
    scan_until(
        snapshot,
        0..snapshot.line_count(),
        job,
        |lines| signs_of(snapshot, lines),
        |part| {
            signs.join(part);
            signs.are_settled()
        },
    )?;
    Ok(signs.rules())
}

fn signs_of(snapshot: &Snapshot, lines: std::ops::Range<usize>) -> Signs {
    let mut signs = Signs::default();
    snapshot.each_line(lines, |_, line| {
        signs.add(line);
        !signs.are_settled()
    });
    signs
}

impl Snapshot {
    /// Returns the snapshot with other castling rules.
    #[must_use]
    pub fn with_rules(mut self, rules: Rules) -> Self {
        self.options.rules = rules;
        self
    }
}

impl Suite {
    /// Returns the castling rules with which records are read.
    pub fn rules(&self) -> Rules {
        self.now.options.rules
    }

    /// Sets the castling rules; returns true if they changed.
    pub fn set_rules(&mut self, rules: Rules) -> bool {
        let changed = self.now.options.rules != rules;
        self.now.options.rules = rules;
        self.rules_are_known = true;
        changed
    }

    /// Sets the tablebases against which records are checked.
    pub fn set_tables(&mut self, tables: Option<Tables>) {
        self.now.options.tables = tables;
    }

    /// Returns to the rules that the records imply, once these are known.
    pub fn forget_rules(&mut self) {
        self.rules_are_known = false;
    }

    /// Returns true if the rules come from the caller or from all records. Otherwise [`rules_of`] determines
    /// them when the file is completely read.
    pub fn rules_are_known(&self) -> bool {
        self.rules_are_known
    }

    /// Sets the given rules, or those that the lines imply. In the `background` only the lines at the head
    /// are examined, for the first screen.
    pub(super) fn begin_with_rules(mut self, given: Option<Rules>, background: bool) -> Self {
        if let Some(rules) = given {
            self.set_rules(rules);
            return self;
        }
        // A separate counter: this does not count as work on the suite.
        let snapshot = Snapshot {
            work: Arc::default(),
            ..self.snapshot()
        };
        let lines = snapshot.line_count();
        if background && !(snapshot.is_complete() && lines <= HEAD) {
            self.set_rules(signs_of(&snapshot, 0..lines.min(HEAD)).rules());
            self.rules_are_known = false;
        } else {
            // An unreadable file is reported elsewhere.
            self.set_rules(rules_of(&snapshot, &Job::new()).unwrap_or_default());
        }
        self
    }
}

/// A suite found below a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteFile {
    /// The path, which begins with the given folder.
    pub path: PathBuf,
    pub size: u64,
}

/// The error for a folder that can't be read.
#[derive(Debug, thiserror::Error)]
#[error("{}: {source}", .path.display())]
pub struct FolderError {
    pub path: PathBuf,
    pub source: io::Error,
}

/// Returns the suites below `folder`: files with the name of a suite ([`is_suite_name`]), sorted by name,
/// with the contents of a folder or archive in place of its name. Hidden files and folders are skipped
/// (except `folder` itself), and links to folders are not followed, to avoid loops.
pub fn suites_below(folder: &Path) -> impl Iterator<Item = Result<SuiteFile, FolderError>> + use<> {
    files_below(folder, is_suite_name)
}

/// Returns the files below `folder` whose path is accepted, found as [`suites_below`] finds suites.
pub fn files_below(
    folder: &Path,
    is_wanted: fn(&Path) -> bool,
) -> impl Iterator<Item = Result<SuiteFile, FolderError>> + use<> {
    let root = folder.to_owned();
    let is_archive = !folder.is_dir() && Compression::of_name(folder) == Compression::Zip;
    let members = is_archive.then(|| members_of(folder, is_wanted));
    let walk = (!is_archive).then(|| WalkDir::new(folder));
    let walk = walk.into_iter().flat_map(|walk| {
        walk.sort_by_file_name()
            .into_iter()
            .filter_entry(|entry| entry.depth() == 0 || !is_hidden(entry.file_name()))
    });
    let found = walk.flat_map(move |found| match found {
        Ok(entry) => files_of(&entry, is_wanted),
        Err(error) => {
            let path = error.path().unwrap_or(&root).to_owned();
            // Only a loop of links is not an I/O error, and links are not followed.
            let source = error.into_io_error();
            let source = source.unwrap_or_else(|| io::ErrorKind::Other.into());
            vec![Err(FolderError { path, source })]
        }
    });
    members.into_iter().flatten().chain(found)
}

fn members_of(archive: &Path, is_wanted: fn(&Path) -> bool) -> Vec<Result<SuiteFile, FolderError>> {
    let failed = |path: PathBuf, source| Err(FolderError { path, source });
    match archive::below(archive, is_wanted) {
        Ok(members) => members
            .into_iter()
            .map(|(path, size)| match size {
                Ok(size) => Ok(SuiteFile { path, size }),
                Err(why) => failed(path, io::Error::new(io::ErrorKind::InvalidData, why)),
            })
            .collect(),
        Err(source) => vec![failed(archive.to_owned(), source)],
    }
}

/// Returns a file below a folder if it is accepted, or the accepted members of an archive.
fn files_of(
    entry: &walkdir::DirEntry,
    is_wanted: fn(&Path) -> bool,
) -> Vec<Result<SuiteFile, FolderError>> {
    let path = entry.path().to_owned();
    if entry.file_type().is_file() && archive::is_zip_name(&path) {
        return members_of(&path, is_wanted);
    }
    if entry.file_type().is_dir() || !is_wanted(&path) {
        return Vec::new();
    }
    // Links to files are followed; pipes, broken links and links to folders are ignored.
    let file = fs::metadata(&path).ok().filter(fs::Metadata::is_file);
    let file = file.map(|file| SuiteFile {
        size: file.len(),
        path,
    });
    file.map(Ok).into_iter().collect()
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod below_tests {
    use super::*;

    /// Checks the files found below a folder with `files`, as paths relative to it.
    fn check(files: &[&str], expected: &[&str]) {
        let folder = tempfile::tempdir().expect("a folder");
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            fs::write(path, "12345").expect("a file");
        }
        check_in(folder.path(), folder.path(), expected);
    }

    fn check_in(folder: &Path, given: &Path, expected: &[&str]) {
        let found: Vec<String> = suites_below(given)
            .map(|found| {
                let found = found.expect("a folder that can be read");
                assert_eq!(found.size, 5, "{found:?}");
                let name = found.path.strip_prefix(folder).expect("a path below it");
                name.to_str().expect("Unicode").replace('\\', "/")
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn suites_and_folders_are_sorted_by_name() {
        check(
            &["d.epd", "a.epd", "c.epd", "b/z.epd", "b/y/x.epd", "b.epd"],
            &["a.epd", "b/y/x.epd", "b/z.epd", "b.epd", "c.epd", "d.epd"],
        );
    }

    #[test]
    fn suites_are_recognized_by_name_compressed_or_not() {
        check(
            &[
                "1.epd",
                "2.FEN",
                "3.epd.gz",
                "4.fen.ZST",
                "notes.txt",
                "pack.gz",
                "5.epd.xz",
                "6.epd.gz.gz",
                "epd",
                "7.epd~",
            ],
            &["1.epd", "2.FEN", "3.epd.gz", "4.fen.ZST"],
        );
    }

    #[test]
    fn hidden_files_and_folders_are_skipped() {
        check(
            &[
                "a.epd",
                ".b.epd",
                ".epd",
                ".c/d.epd",
                "e/.f.epd.gz",
                "g.h/i.epd",
            ],
            &["a.epd", "g.h/i.epd"],
        );
    }

    #[test]
    fn a_hidden_folder_named_by_the_user_is_searched() {
        let folder = tempfile::tempdir().expect("a folder");
        let hidden = folder.path().join(".suites");
        fs::create_dir(&hidden).expect("a folder");
        fs::write(hidden.join("a.epd"), "12345").expect("a file");
        check_in(&hidden, &hidden, &["a.epd"]);
    }

    #[test]
    fn a_folder_without_suites_yields_none() {
        check(&["notes.txt", "deep/deeper/readme"], &[]);
    }

    #[cfg(unix)]
    #[test]
    fn a_loop_of_links_ends_and_links_to_files_are_followed() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().expect("a folder");
        let inside = folder.path().join("a");
        fs::create_dir(&inside).expect("a folder");
        fs::write(inside.join("b.epd"), "12345").expect("a file");
        symlink(folder.path(), inside.join("up")).expect("a link");
        symlink(&inside, inside.join("self.epd")).expect("a link");
        symlink("gone.epd", inside.join("nowhere.epd")).expect("a link");
        symlink("turn.epd", inside.join("turn.epd")).expect("a link");
        symlink(inside.join("b.epd"), folder.path().join("z.epd")).expect("a link");
        check_in(folder.path(), folder.path(), &["a/b.epd", "z.epd"]);
        // A link given by the user is a folder like any other.
        let link = inside.join("up");
        check_in(&link, &link, &["a/b.epd", "z.epd"]);
    }

    #[test]
    fn unreadable_folders_are_reported_by_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let gone = folder.path().join("gone");
        let found: Vec<_> = suites_below(&gone).collect();
        let [Err(error)] = &found[..] else {
            panic!("{found:?}");
        };
        assert_eq!(error.path, gone);
        assert!(error.to_string().contains("gone: "), "{error}");
    }
}
