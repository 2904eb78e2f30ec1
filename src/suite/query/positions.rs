//! The positions of another file, of all suites below a folder, or of a stream, for `position in FILE`.

use std::collections::HashSet;
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use crate::epd::{LineKind, Record};
use crate::suite::duplicates::{Sameness, fingerprint};
use crate::suite::kind::not_epd;
use crate::suite::{Ending, LONGEST_STREAM, OpenOptions, Suite, suites_below};

/// The path of standard input.
const STREAM: &str = "-";

/// Positions by fingerprint.
pub(super) type Known = Arc<HashSet<u64>>;

/// The positions of another file, read once before the first record is examined.
#[derive(Clone, Debug)]
pub struct Positions {
    path: String,
    known: Arc<OnceLock<Known>>,
}

/// Equality by path.
impl PartialEq for Positions {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path
    }
}

impl Positions {
    /// Returns the positions of a file, not read yet.
    pub(super) fn of(path: &str) -> Self {
        Self {
            path: path.to_owned(),
            known: Arc::default(),
        }
    }

    /// Returns true if the positions come from standard input and are not read yet.
    pub(super) fn waits_for_stream(&self) -> bool {
        self.path == STREAM && self.known.get().is_none()
    }

    /// Sets the positions that were read.
    pub(super) fn take(&self, known: &Known) {
        // An earlier reading has the same result.
        let _ = self.known.set(Arc::clone(known));
    }

    /// Reads the file, unless that is done.
    pub(super) fn load(&self) -> Result<(), String> {
        if self.known.get().is_some() {
            return Ok(());
        }
        let wrong = |why: String| format!("can't read `{}`: {why}", self.path);
        if self.path == STREAM {
            let said = "`position in -` reads standard input, which only the command line has; name a file";
            return Err(said.to_owned());
        }
        // A missing suite would be a new one.
        let path = Path::new(&self.path);
        let found = std::fs::metadata(path).map_err(|error| wrong(error.to_string()))?;
        let known = match (found.is_dir(), found.is_file()) {
            (true, _) => below(path).map_err(wrong)?,
            (_, true) => known_of(&open(path).map_err(wrong)?).map_err(wrong)?,
            _ => return Err(wrong("expected a file or a folder".to_owned())),
        };
        self.take(&Arc::new(known));
        Ok(())
    }

    /// Returns true if a record's position is among them.
    pub(super) fn hold(&self, record: &Record<'_>) -> bool {
        self.known.get().is_some_and(|known| {
            fingerprint(record, Sameness::Position).is_some_and(|key| known.contains(&key))
        })
    }
}

/// Returns all positions of a stream, read to its end.
pub(super) fn of_stream(stream: impl Read + Send + 'static) -> Result<Known, String> {
    let wrong = |why: String| format!("can't read standard input: {why}");
    let stream = Ending::within(stream, LONGEST_STREAM);
    let suite = Suite::from_reader(STREAM, stream, &options());
    let suite = suite.map_err(|error| wrong(error.to_string()))?;
    known_of(&suite).map(Arc::new).map_err(wrong)
}

fn open(path: &Path) -> Result<Suite, String> {
    Suite::open(path, &options()).map_err(|error| error.to_string())
}

/// Returns all positions of the suites below a folder; a suite without positions is no error.
fn below(folder: &Path) -> Result<HashSet<u64>, String> {
    let (mut all, mut why) = (HashSet::new(), None);
    for file in suites_below(folder) {
        let file = file.map_err(|error| error.to_string())?;
        let named = |why: String| format!("{}: {why}", file.path.display());
        match known_of(&open(&file.path).map_err(named)?) {
            Ok(known) => all.extend(known),
            Err(trouble) => _ = why.get_or_insert_with(|| named(trouble)),
        }
    }
    match why {
        Some(why) if all.is_empty() => Err(why),
        None if all.is_empty() && suites_below(folder).next().is_none() => {
            Err("there is no *.epd or *.fen file below this folder".to_owned())
        }
        _ => Ok(all),
    }
}

fn known_of(suite: &Suite) -> Result<HashSet<u64>, String> {
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
    // A file without records may be empty on purpose. A file of other text would look the same, and its `not in`
    // would match everything.
    match unread {
        Some((_, Some(what))) if known.is_empty() => Err(what.to_owned()),
        Some((line, None)) if known.is_empty() => Err(format!(
            "none of its lines has a position (first: line {line}); expected records or FENs"
        )),
        _ => Ok(known),
    }
}

/// Returns options to read the whole file at once.
fn options() -> OpenOptions {
    OpenOptions {
        background: false,
        ..OpenOptions::default()
    }
}
