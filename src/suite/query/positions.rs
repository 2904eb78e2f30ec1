//! The positions of another file, for `position in FILE`.

use std::collections::HashSet;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use crate::epd::{ReadOptions, Record};
use crate::suite::duplicates::{Sameness, fingerprint};
use crate::suite::{OpenOptions, Suite};

/// The positions of another file: read once, and before the first record is looked at.
#[derive(Clone, Debug)]
pub struct Positions {
    path: String,
    known: Arc<OnceLock<HashSet<u64>>>,
}

/// Two of the same file are the same.
impl PartialEq for Positions {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path
    }
}

impl Positions {
    /// Those of this file, not read yet.
    pub(super) fn of(path: &str) -> Self {
        Self {
            path: path.to_owned(),
            known: Arc::default(),
        }
    }

    /// Reads the file, where that was not done.
    pub(super) fn load(&self) -> Result<(), String> {
        if self.known.get().is_some() {
            return Ok(());
        }
        let options = OpenOptions {
            background: false,
            ..OpenOptions::default()
        };
        let wrong = |why: String| format!("can't read `{}`: {why}", self.path);
        // A suite that is not there would be a new one.
        let found = std::fs::metadata(&self.path).map_err(|error| wrong(error.to_string()))?;
        if !found.is_file() {
            return Err(wrong("expected a file".to_owned()));
        }
        let suite = Suite::open(Path::new(&self.path), &options)
            .map_err(|error| wrong(error.to_string()))?;
        if let Some(trouble) = suite.trouble() {
            return Err(wrong(trouble));
        }
        let snapshot = suite.snapshot();
        let mut known = HashSet::new();
        snapshot.each_line(0..snapshot.line_count(), |_, line| {
            known.extend(key(line, snapshot.read_options()));
            true
        });
        // Another that came first has read the same.
        let _ = self.known.set(known);
        Ok(())
    }

    /// Whether a record's position is among them.
    pub(super) fn hold(&self, record: &Record<'_>) -> bool {
        self.known.get().is_some_and(|known| {
            fingerprint(record, Sameness::Position).is_some_and(|key| known.contains(&key))
        })
    }
}

fn key(line: &[u8], options: &ReadOptions) -> Option<u64> {
    fingerprint(&Record::read(line, options), Sameness::Position)
}
