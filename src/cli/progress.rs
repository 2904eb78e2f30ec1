//! The progress line of a long job on standard error, shown only on a terminal. It disappears before anything else
//! is written there.
//!
//! There is one terminal, so the line is a static of the process.

use crate::epd::counted::thousands_of;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, Read};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// The time after which the line appears.
const PATIENCE: Duration = Duration::from_millis(500);
/// The time between two updates.
const BEAT: Duration = Duration::from_millis(100);

static LINE: OnceLock<Line> = OnceLock::new();
/// The singular and plural of the items counted instead of bytes; see [`of`].
static OF: OnceLock<(&str, &str)> = OnceLock::new();
static DONE: AtomicU64 = AtomicU64::new(0);

struct Line {
    bar: ProgressBar,
    over: Mutex<bool>,
}

impl Line {
    fn is_over(&self) -> MutexGuard<'_, bool> {
        self.over.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Begins to count the bytes of [`counted`] readers, of `total` if that is known. The line appears after half a
/// second, unless [`clear`] comes first.
pub(crate) fn begin(total: Option<u64>) {
    let mut is_new = false;
    let line = LINE.get_or_init(|| {
        is_new = true;
        Line {
            bar: ProgressBar::hidden(),
            over: Mutex::new(false),
        }
    });
    if !is_new {
        return;
    }
    expect(&line.bar, "reading", total);
    if is_of_records() {
        line.bar.set_message(done_in_words(0));
    }
    let wait = std::thread::Builder::new().name("progress".into());
    // Without a spare thread there is no line, and the job is unaffected.
    let _ = wait.spawn(move || {
        std::thread::sleep(PATIENCE);
        let over = line.is_over();
        if *over {
            return;
        }
        line.bar.set_draw_target(ProgressDrawTarget::stderr());
        drop(over);
        // The bar's own ticker would need another thread, and fails without one.
        while !*line.is_over() {
            line.bar.tick();
            std::thread::sleep(BEAT);
        }
    });
}

/// Counts items instead of bytes from now on, for long work after the file was read. The share done is still that
/// of bytes, so it is shown only if texts equal their files.
pub(crate) fn of(one: &'static str, many: &'static str) {
    let _ = OF.set((one, many));
}

fn done_in_words(done: u64) -> String {
    let (one, many) = OF.get().copied().unwrap_or(("record", "records"));
    thousands_of(done, one, many)
}

/// Hides the share that is done, because the text is not the bytes of its file.
pub(crate) fn is_of_other_text() {
    if is_of_records()
        && let Some(line) = LINE.get()
    {
        expect(&line.bar, "", None);
    }
}

/// Adds bytes of text and records to the work done.
pub(crate) fn did(bytes: usize, records: usize) {
    let done = DONE.fetch_add(records as u64, Ordering::Relaxed) + records as u64;
    if let Some(line) = LINE.get() {
        line.bar.inc(bytes as u64);
        line.bar.set_message(done_in_words(done));
    }
}

/// Shows the text of another activity while files are read.
pub(crate) fn tell(words: String) {
    if let Some(line) = LINE.get() {
        line.bar.set_message(words);
    }
}

/// Removes the line for good, because results follow.
pub(crate) fn clear() {
    if let Some(line) = LINE.get() {
        let mut over = line.is_over();
        if !*over {
            *over = true;
            line.bar.finish_and_clear();
        }
    }
}

/// Writes to standard error, above the line if there is one.
pub(crate) fn aside(write: impl FnOnce()) {
    match LINE.get() {
        Some(line) => line.bar.suspend(write),
        None => write(),
    }
}

/// Sets the activity and its total amount.
fn expect(bar: &ProgressBar, what: &'static str, total: Option<u64>) {
    // The templates are constant and valid, as a test ensures.
    let style = ProgressStyle::with_template(template(total));
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_message(what);
    match total {
        Some(total) => bar.set_length(total),
        None => bar.unset_length(),
    }
}

fn template(total: Option<u64>) -> &'static str {
    match total {
        Some(_) => "{msg} {bar:30} {percent:>3} %  {eta} left",
        None if is_of_records() => "{msg} {spinner} {elapsed}",
        None => "{msg} {spinner} {bytes}",
    }
}

/// Returns true if items count instead of bytes.
fn is_of_records() -> bool {
    OF.get().is_some()
}

/// A reader whose bytes are counted.
pub(crate) struct CountingReader<R>(R);

/// Wraps a reader to count its bytes.
pub(crate) fn counted<R: Read>(reader: R) -> CountingReader<R> {
    CountingReader(reader)
}

impl<R: Read> Read for CountingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(buffer)?;
        if !is_of_records()
            && let Some(line) = LINE.get()
        {
            line.bar.inc(read as u64);
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_valid() {
        for total in [None, Some(200)] {
            assert!(ProgressStyle::with_template(template(total)).is_ok());
        }
    }
}
