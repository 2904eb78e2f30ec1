//! Opening files by a typed path: `PATH` or `PATH:LINE`.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::remembered;
use crate::editor::state::document::Document;
use crate::editor::state::remembered::FileMemory;
use crate::exchange::import::{Import, Stream, is_games};
use crate::exchange::pgn::Games;
use crate::suite::{Most, OpenError, OpenOptions, Suite, open_text};

/// The most bytes of a file that are held in memory.
static MEMORY: AtomicU64 = AtomicU64::new(512 << 20);

/// Sets the most bytes of a file that are held in memory, for files opened from now on.
pub fn hold(memory: u64) {
    MEMORY.store(memory, Ordering::Relaxed);
}

/// Set if packed files are read to their end, whatever their size.
static UNPACK_ALL: AtomicBool = AtomicBool::new(false);

/// Removes the size limit for compressed files opened from now on.
pub fn unpack_all() {
    UNPACK_ALL.store(true, Ordering::Relaxed);
}

/// Returns the options with which the editor opens files.
pub fn options() -> OpenOptions {
    OpenOptions {
        memory_limit: MEMORY.load(Ordering::Relaxed),
        unpacked: match UNPACK_ALL.load(Ordering::Relaxed) {
            true => Most::Any,
            false => Most::InEarnest,
        },
        ..OpenOptions::default()
    }
}

/// Splits `PATH:LINE`, unless a file has that name. The line is 1-based in the text and 0-based in the result.
pub fn split_line(path: &Path) -> (PathBuf, Option<usize>) {
    let whole = || (path.to_path_buf(), None);
    if path.exists() {
        return whole();
    }
    let Some((name, line)) = path.to_str().and_then(|text| text.rsplit_once(':')) else {
        return whole();
    };
    match line.parse::<usize>() {
        Ok(line) if !name.is_empty() => (name.into(), Some(line.saturating_sub(1))),
        _ => whole(),
    }
}

/// Opens a file at a line (0-based; the last one if there are fewer), else at its first record. Returns when
/// that line is read; the remainder is read in the background.
///
/// # Errors
///
/// Those of [`Suite::open`].
pub fn open(path: &Path, line: Option<usize>) -> Result<Document, OpenError> {
    let mut suite = match is_games(path) && path.is_file() {
        true => import(path)?,
        false => Suite::open(path, &options())?,
    };
    while let Some(line) = line
        && suite.line_count() <= line
        && let Some(handle) = suite.load_handle()
    {
        handle.wait(
            suite.loading().map_or(0, |progress| progress.done),
            Duration::from_millis(100),
        );
        suite.refresh();
    }
    let mut document = Document::new(suite);
    match line {
        Some(line) => {
            let last = document.suite.line_count().saturating_sub(1);
            document.selected = line.min(last);
        }
        None => document.to_first_record(),
    }
    document.recall.memory = remembered::of(path).map(|memory| FileMemory {
        // A requested line takes precedence over the remembered one.
        line: memory.line.filter(|_| line.is_none()),
        ..memory
    });
    Ok(document)
}

/// Imports the positions of games as a new suite, which is never saved over the games.
fn import(path: &Path) -> Result<Suite, OpenError> {
    let unreadable = |source| OpenError::Unreadable {
        path: path.to_owned(),
        source,
    };
    let most = options().unpacked;
    let (games, _) = open_text(path, most, |bytes| bytes).map_err(unreadable)?;
    let stem = path.file_name().unwrap_or_default().to_string_lossy();
    let stem = stem.split('.').next().unwrap_or_default();
    let records = Stream::of(Games::of(games), Import::default());
    Suite::from_reader(&format!("{stem}.epd"), records, &options()).map_err(unreadable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_games_opens_as_the_positions_and_is_never_written_over() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.pgn");
        std::fs::write(&path, "1. e4 e5 *\n").expect("a file");
        let mut document = open(&path, None).expect("it opens");
        while let Some(handle) = document.suite.load_handle() {
            handle.wait(0, Duration::from_millis(100));
            document.suite.refresh();
            if document.suite.line_count() >= 3 {
                break;
            }
        }
        assert_eq!(document.suite.path(), None);
        assert_eq!(document.suite.name(), "games.epd");
        assert!(document.suite.line(0).ends_with(b" sm e4;\n"));
    }

    #[test]
    fn a_line_is_split_off_the_path_only_if_no_file_has_that_name() {
        assert_eq!(
            split_line(Path::new("none.epd:12")),
            ("none.epd".into(), Some(11))
        );
        assert_eq!(split_line(Path::new("none.epd")), ("none.epd".into(), None));
        assert_eq!(
            split_line(Path::new("none.epd:")),
            ("none.epd:".into(), None)
        );
        assert_eq!(split_line(Path::new(":12")), (":12".into(), None));
        let folder = tempfile::tempdir().expect("a folder");
        let odd = folder.path().join("a.epd:3");
        std::fs::write(&odd, "").expect("a file");
        assert_eq!(split_line(&odd), (odd.clone(), None));
    }

    #[test]
    fn a_file_opens_at_the_requested_line_else_at_its_first_record() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.epd");
        std::fs::write(&path, "# one\n\n8/8/8/8/8/8/8/K1k5 w - -\n").expect("a file");
        let at = |line| open(&path, line).map(|document| document.selected);
        assert_eq!(at(None).expect("opened"), 2);
        assert_eq!(at(Some(0)).expect("opened"), 0);
        assert_eq!(at(Some(99)).expect("opened"), 2);
    }
}
