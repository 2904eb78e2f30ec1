//! The positions of another file, or of a stream, for `position in FILE`.

use std::collections::HashSet;
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use crate::epd::{LineKind, Record};
use crate::suite::duplicates::{Sameness, fingerprint};
use crate::suite::kind::not_epd;
use crate::suite::{Ending, LONGEST_STREAM, OpenOptions, Suite};

/// The path that stands for standard input.
const STREAM: &str = "-";

/// Positions, each by its fingerprint.
pub(super) type Known = Arc<HashSet<u64>>;

/// The positions of another file: read once, and before the first record is looked at.
#[derive(Clone, Debug)]
pub struct Positions {
    path: String,
    known: Arc<OnceLock<Known>>,
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

    /// Whether they come from standard input, and were not read yet.
    pub(super) fn waits_for_stream(&self) -> bool {
        self.path == STREAM && self.known.get().is_none()
    }

    /// Remembers the positions that were read for them.
    pub(super) fn take(&self, known: &Known) {
        // Another that came first has read the same.
        let _ = self.known.set(Arc::clone(known));
    }

    /// Reads the file, where that was not done.
    pub(super) fn load(&self) -> Result<(), String> {
        if self.known.get().is_some() {
            return Ok(());
        }
        let wrong = |why: String| format!("can't read `{}`: {why}", self.path);
        if self.path == STREAM {
            let said = "`position in -` reads standard input, which only the command line has; name a file";
            return Err(said.to_owned());
        }
        // A suite that is not there would be a new one.
        let found = std::fs::metadata(&self.path).map_err(|error| wrong(error.to_string()))?;
        if !found.is_file() {
            return Err(wrong("expected a file".to_owned()));
        }
        let suite = Suite::open(Path::new(&self.path), &options())
            .map_err(|error| wrong(error.to_string()))?;
        self.take(&known_of(&suite).map_err(wrong)?);
        Ok(())
    }

    /// Whether a record's position is among them.
    pub(super) fn hold(&self, record: &Record<'_>) -> bool {
        self.known.get().is_some_and(|known| {
            fingerprint(record, Sameness::Position).is_some_and(|key| known.contains(&key))
        })
    }
}

/// All positions of a stream, read to its end.
pub(super) fn of_stream(stream: impl Read + Send + 'static) -> Result<Known, String> {
    let wrong = |why: String| format!("can't read standard input: {why}");
    let stream = Ending::within(stream, LONGEST_STREAM);
    let suite = Suite::from_reader(STREAM, stream, &options());
    let suite = suite.map_err(|error| wrong(error.to_string()))?;
    known_of(&suite).map_err(wrong)
}

fn known_of(suite: &Suite) -> Result<Known, String> {
    if let Some(trouble) = suite.trouble() {
        return Err(trouble);
    }
    let snapshot = suite.snapshot();
    let (mut known, mut unread, mut lines) = (HashSet::new(), None, 0_u64);
    snapshot.each_line(0..snapshot.line_count(), |_, line| {
        lines += 1;
        let record = Record::read(line, snapshot.read_options());
        match fingerprint(&record, Sameness::Position) {
            Some(key) => _ = known.insert(key),
            None if record.kind() == LineKind::Record => {
                unread.get_or_insert_with(|| (lines, not_epd(line)));
            }
            None => {}
        }
        true
    });
    // A file without records has none on purpose. One of other text would be as good as that, and its `not in` match
    // everything.
    match unread {
        Some((_, Some(what))) if known.is_empty() => Err(what.to_owned()),
        Some((line, None)) if known.is_empty() => Err(format!(
            "none of its lines has a position (first: line {line}); expected records or FENs"
        )),
        _ => Ok(Arc::new(known)),
    }
}

/// All of it is read at once.
fn options() -> OpenOptions {
    OpenOptions {
        background: false,
        ..OpenOptions::default()
    }
}
