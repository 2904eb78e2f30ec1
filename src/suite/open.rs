//! Opening a suite.

use super::Suite;
use super::compress::{Compression, Most, unpack};
use super::progress::Progress;
use super::save::FileState;
use super::snapshot::Snapshot;
use super::source::{self, Keep, Source};
use super::stored::Disk;
use crate::epd::{Dialect, ReadOptions, Rules};
use crate::suite::platform::explain;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{fmt, thread};

/// The options of opening a file.
#[derive(Clone, Debug)]
pub struct OpenOptions {
    /// Whether to read on another thread. `open` then returns when the first screen is there, otherwise when all is
    /// read.
    pub background: bool,
    /// The number of bytes of text kept in memory (512 MiB). A larger file is read by position; the rest of a larger
    /// compressed file or stream goes to a private file.
    pub memory_limit: u64,
    /// The longest line without a diagnostic, in bytes; see [`ReadOptions`].
    pub longest_line: usize,
    /// The castling rules; `None` for those that the records imply.
    pub rules: Option<Rules>,
    /// The limit on what a compressed file may unpack to.
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
    /// Returns the options to open another file for a comparison or merge with this one: read to its end, with the
    /// same limits of memory and unpacking.
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
    /// The path is a folder.
    #[error("{} is a folder, not a file", .path.display())]
    Folder {
        /// The path as given.
        path: PathBuf,
    },
    /// The path is a device, a socket or another special file.
    #[error("{} is not a regular file", .path.display())]
    NotAFile {
        /// The path as given.
        path: PathBuf,
    },
    /// The path does not exist, and no file could be made there.
    #[error("can't open {}: there is no folder {}", .path.display(), .folder.display())]
    MissingFolder {
        path: PathBuf,
        /// The missing folder.
        folder: PathBuf,
    },
    /// The file can't be read.
    #[error("can't read {}: {}", .path.display(), explain(.source))]
    Unreadable {
        /// The path as given.
        path: PathBuf,
        source: io::Error,
    },
}

/// The reading thread, stopped when its suite is closed.
#[derive(Default)]
pub(super) struct Loader {
    stop: Arc<AtomicBool>,
}

impl Drop for Loader {
    fn drop(&mut self) {
        // Not joined: it ends with the current chunk, and nobody should wait for a slow disk.
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// A handle to the reading of a suite, to wait for it on another thread.
#[derive(Clone)]
pub struct LoadHandle(Arc<Source>);

impl fmt::Debug for LoadHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LoadHandle(..)")
    }
}

impl LoadHandle {
    /// Waits until more than `done` bytes are read or `longest` has passed; `None` when the reading has ended.
    pub fn wait(&self, done: u64, longest: Duration) -> Option<Progress> {
        self.0.wait(done, longest)
    }
}

impl Default for Suite {
    /// An empty suite, without a file or a name.
    fn default() -> Self {
        Self::from_bytes("", Vec::new())
    }
}

impl Suite {
    /// Opens a file. A path that does not exist gives an empty suite, whose file the first save creates.
    ///
    /// # Errors
    /// The path is a folder, or can't be opened. A later failure, while the rest of the file is being read, is
    /// reported by [`Snapshot::trouble`].
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
            Some((file, metadata)) => {
                on_disk = FileState::from_metadata(&metadata);
                let own = file.try_clone().map_err(unreadable)?;
                let (reader, found) = unpack(file, options.unpacked).map_err(unreadable)?;
                compression = found;
                if found == Compression::None {
                    way.0 = Some(metadata.len());
                    if metadata.len() > options.memory_limit {
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

    /// Opens a suite without a file from a stream such as standard input, compressed or not. Reads on another thread
    /// if `options` say so.
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

    /// Returns a suite without a file: a built-in sample, standard input. The suffix of `name` decides its kind.
    pub fn from_bytes(name: &str, bytes: Vec<u8>) -> Self {
        Self::in_memory(name.to_owned(), None, bytes)
    }

    /// Returns an empty suite whose file the first save creates. The disk is not examined: the save reports an
    /// existing file.
    pub fn new_file(path: PathBuf) -> Self {
        Self::in_memory(name_of(&path), Some(path), Vec::new())
    }

    fn in_memory(name: String, path: Option<PathBuf>, bytes: Vec<u8>) -> Self {
        let options = OpenOptions {
            background: false,
            ..OpenOptions::default()
        };
        let way = (Some(bytes.len() as u64), Keep::Memory(u64::MAX));
        // Only starting a thread could fail.
        let source = start(&options, way, Box::new(io::Cursor::new(bytes)));
        Self::over(name, path, source.unwrap_or_default(), &options)
    }

    /// Returns the number of bytes read, as of the last [`Self::refresh`]; `None` when all are read.
    pub fn loading(&self) -> Option<Progress> {
        if self.now.complete {
            return None;
        }
        Some(self.now.source.loading().unwrap_or_default())
    }

    /// Returns a handle to wait for the reading; `None` when it has ended and the suite knows it.
    pub fn load_handle(&self) -> Option<LoadHandle> {
        let source = &self.now.source;
        self.loading().map(|_| LoadHandle(source.clone()))
    }

    /// Waits until all is read.
    pub fn wait_until_loaded(&mut self) {
        self.now.source.wait_for_all();
        self.refresh();
    }

    /// Returns true if the reading stopped at the limit for compressed files ([`Most::InEarnest`]): with
    /// [`Most::Any`] there is more.
    pub fn unpacks_further(&self) -> bool {
        self.now.source.is_beyond()
    }

    /// Returns the limit on what its file may unpack to.
    pub fn unpacked(&self) -> Most {
        self.now.source.unpacked
    }
}

/// Opens the file at `path` and returns it with its state before reading; `None` if it does not exist but can be
/// made.
fn open_file(path: &Path) -> Result<Option<(File, Metadata)>, OpenError> {
    let unreadable = |source| OpenError::Unreadable {
        path: path.to_owned(),
        source,
    };
    // Checked before opening: opening a pipe would wait for its other end.
    match std::fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => {
            return Err(OpenError::Folder {
                path: path.to_owned(),
            });
        }
        Ok(metadata) if !metadata.is_file() => {
            return Err(OpenError::NotAFile {
                path: path.to_owned(),
            });
        }
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let folder = path.parent().unwrap_or(path);
            return match folder.as_os_str().is_empty() || folder.is_dir() {
                true => Ok(None),
                false => Err(OpenError::MissingFolder {
                    folder: folder.to_owned(),
                    path: path.to_owned(),
                }),
            };
        }
        Err(error) => return Err(unreadable(error)),
    }
    let file = File::open(path).map_err(unreadable)?;
    let metadata = file.metadata().map_err(unreadable)?;
    Ok(Some((file, metadata)))
}

/// Starts to read a text of `total` expected bytes; returns when the first lines are there, or without `background`
/// all.
fn start(
    options: &OpenOptions,
    (total, keep): (Option<u64>, Keep),
    mut reader: Box<dyn Read + Send>,
) -> io::Result<(Arc<Source>, Loader)> {
    let source = Arc::new(Source::holding(options.memory_limit, options.unpacked));
    let loader = Loader::default();
    if !options.background {
        source::load(&source, &mut reader, total, &keep, &loader.stop);
        return Ok((source, loader));
    }
    let (target, stop) = (source.clone(), loader.stop.clone());
    thread::Builder::new()
        .name("reading".to_owned())
        .spawn(move || source::load(&target, &mut reader, total, &keep, &stop))?;
    source.wait(0, FIRST_SCREEN);
    Ok((source, loader))
}

/// The longest wait for the first screen; a slower disk shows an empty table first.
const FIRST_SCREEN: Duration = Duration::from_millis(150);

/// Returns the display name of a file.
pub(super) fn name_of(path: &Path) -> String {
    path.file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
        .into_owned()
}

/// Returns the dialect that a name stands for, regardless of compression (`a.fen.gz`).
pub fn dialect_of(path: &Path) -> Dialect {
    let inner = Compression::without_suffix(path);
    match inner.extension() {
        Some(suffix) if suffix.eq_ignore_ascii_case("fen") => Dialect::Fen,
        _ => Dialect::Epd,
    }
}
