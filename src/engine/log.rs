//! A log of the lines exchanged between a run and its engines, by which anybody can check the results.
//!
//! A line has the time in UTC, the number of the engine's process, the record that is searched, and the text after
//! `>` (to the engine), `<` (from it), `!` (its standard error) or `=` (the end of the process):
//!
//! ```text
//! 2026-11-26 22:40:01.123<tab>1<tab>wac.epd:17<tab>> go nodes 20000
//! ```

use crate::epd::timestamp::date_time;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

/// A log that all engines of a run write to.
#[derive(Debug)]
pub struct Log {
    to: Mutex<Destination>,
    engines: AtomicU64,
}

#[derive(Debug)]
struct Destination {
    file: File,
    /// The first error; nothing is written after it.
    error: Option<io::Error>,
}

/// The direction of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Speaker {
    Us,
    Engine,
    /// The engine's standard error.
    Errors,
    Process,
}

impl Log {
    /// Opens a log; an existing file is continued.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Self {
            to: Mutex::new(Destination { file, error: None }),
            engines: AtomicU64::new(0),
        })
    }

    fn to(&self) -> MutexGuard<'_, Destination> {
        self.to.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the first write error, only once.
    pub fn error(&self) -> Option<io::Error> {
        self.to().error.take()
    }

    fn write(&self, text: &[u8]) {
        let to = &mut *self.to();
        if to.error.is_none() {
            to.error = to.file.write_all(text).err();
        }
    }
}

/// The part of a log for one engine process.
#[derive(Clone, Debug, Default)]
pub(super) struct EngineLog(Option<Arc<Entries>>);

struct Entries {
    log: Arc<Log>,
    number: u64,
    record: Mutex<String>,
}

impl fmt::Debug for Entries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entries")
            .field("number", &self.number)
            .finish_non_exhaustive()
    }
}

impl EngineLog {
    /// Returns the part of the next process in this log; without a log, nothing is written.
    pub(super) fn of(log: Option<&Arc<Log>>) -> Self {
        Self(log.map(|log| {
            Arc::new(Entries {
                log: log.clone(),
                number: log.engines.fetch_add(1, Ordering::Relaxed) + 1,
                record: Mutex::default(),
            })
        }))
    }

    /// Sets the record that is searched from now on.
    pub(super) fn begin(&self, record: &str) {
        if let Some(entries) = &self.0 {
            record.clone_into(
                &mut entries
                    .record
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner),
            );
        }
    }

    /// Writes a line, without its end.
    pub(super) fn line(&self, from: Speaker, line: &[u8]) {
        let Some(entries) = &self.0 else {
            return;
        };
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let now = now.unwrap_or_default();
        let sign = match from {
            Speaker::Us => '>',
            Speaker::Engine => '<',
            Speaker::Errors => '!',
            Speaker::Process => '=',
        };
        let mut text = {
            let record = entries
                .record
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            let record = if record.is_empty() {
                "-"
            } else {
                record.as_str()
            };
            let (time, millis) = (date_time(now.as_secs()), now.subsec_millis());
            let time = time.replacen('.', "-", 2);
            format!("{time}.{millis:03}\t{}\t{record}\t{sign} ", entries.number).into_bytes()
        };
        text.extend_from_slice(line);
        text.push(b'\n');
        // At once, so that nothing is missing after a kill.
        entries.log.write(&text);
    }
}
