//! Syzygy endgame tablebases: the results of positions with few pieces, read from the files of a folder.
//!
//! ```
//! use epdit::suite::tablebase;
//! use std::path::Path;
//!
//! let refused = tablebase::open(Path::new("src")).unwrap_err();
//! assert!(refused.to_string().contains("no tables in it"));
//! ```
//!
//! A table that is missing, short or corrupt is reported by [`faults`] and skipped: results that need it are
//! unknown.

use crate::epd::tablebase::{Oracle, Outcome, Tables};
use shakmaty::Chess;
use shakmaty_syzygy::{Metric, ProbeError, SyzygyError, Tablebase, Wdl};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{fmt, fs, io};

struct Folder {
    path: PathBuf,
    tables: Tablebase<Chess>,
    /// The tables that could not be used, by name, each with the reason.
    faults: Mutex<BTreeMap<String, String>>,
}

/// All opened folders. They stay open, and each is opened only once.
static OPEN: Mutex<Vec<&Folder>> = Mutex::new(Vec::new());

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Opens the tables (`*.rtbw`, `*.rtbz`) of a folder. A table is read when a position needs it.
///
/// # Errors
///
/// The folder can't be read, or has no table.
pub fn open(folder: &Path) -> io::Result<Tables> {
    let path = dunce::canonicalize(folder)?;
    let mut open = locked(&OPEN);
    if let Some(found) = open.iter().find(|open| open.path == path) {
        return Ok(Tables::new(*found));
    }
    let mut tables = Tablebase::new();
    let mut faults = BTreeMap::new();
    for entry in fs::read_dir(&path)? {
        let file = entry?.path();
        match tables.add_file(&file) {
            Ok(()) => {}
            // Not a table.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => {}
            Err(error) => {
                let name = file.file_name().unwrap_or_default().to_string_lossy();
                faults.insert(name.into_owned(), error.to_string());
            }
        }
    }
    if tables.max_pieces() == 0 && faults.is_empty() {
        return Err(io::Error::new(
            io::ErrorKind::NotFound,
            "no tables in it, expected files such as KQvK.rtbw",
        ));
    }
    // The tables are referenced by records as long as the program runs.
    let folder: &'static Folder = Box::leak(Box::new(Folder {
        path,
        tables,
        faults: Mutex::new(faults),
    }));
    open.push(folder);
    Ok(Tables::new(folder))
}

/// Returns the tables of all folders that could not be used so far, each with the reason.
pub fn faults() -> Vec<String> {
    let open = locked(&OPEN);
    let all = open.iter().flat_map(|folder| {
        let faults = locked(&folder.faults);
        let lines = faults.iter().map(|(name, why)| format!("{name}: {why}"));
        lines.collect::<Vec<String>>()
    });
    all.collect()
}

impl Folder {
    /// Returns a result of the tables, or records the table that failed.
    fn known<T>(&self, answer: Result<T, SyzygyError>) -> Option<T> {
        let (metric, material, why) = match answer {
            Ok(answer) => return Some(answer),
            Err(SyzygyError::MissingTable { metric, material }) => {
                (metric, material, "not in the folder".to_owned())
            }
            Err(SyzygyError::ProbeFailed {
                metric,
                material,
                error,
            }) => {
                let why = match *error {
                    // The error's own text continues with a trace of the library's calls.
                    ProbeError::CorruptedTable { .. } => "corrupted table".to_owned(),
                    error => error.to_string(),
                };
                (metric, material, why)
            }
            // Positions with castling rights are in no table.
            Err(_) => return None,
        };
        let suffix = match metric {
            Metric::Wdl => "rtbw",
            Metric::Dtz => "rtbz",
        };
        let name = format!("{material}.{suffix}");
        locked(&self.faults).entry(name).or_insert(why);
        None
    }
}

impl Oracle for Folder {
    fn most_men(&self) -> usize {
        self.tables.max_pieces()
    }

    fn outcome(&self, position: &Chess) -> Option<Outcome> {
        let found = self.known(self.tables.probe_wdl_after_zeroing(position))?;
        Some(match found {
            Wdl::Loss => Outcome::Loss,
            Wdl::BlessedLoss => Outcome::BlessedLoss,
            Wdl::Draw => Outcome::Draw,
            Wdl::CursedWin => Outcome::CursedWin,
            Wdl::Win => Outcome::Win,
        })
    }

    fn distance(&self, position: &Chess) -> Option<i32> {
        let found = self.known(self.tables.probe_dtz(position))?;
        Some(found.ignore_rounding().0)
    }
}

impl fmt::Debug for Folder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Folder")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}
