//! How far a command is: a line on the terminal (standard error) while a job takes long. It is gone
//! before anything else is written there, and never appears where no person looks.
//!
//! There is one terminal, so there is one line: it belongs to the process.

use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::epd::counted::thousands_of;

/// What is over sooner shows no line.
const PATIENCE: Duration = Duration::from_millis(500);
/// Between two looks at a job.
const BEAT: Duration = Duration::from_millis(100);

static LINE: OnceLock<Line> = OnceLock::new();
/// What one and many of them are called, where what is done counts, and not the bytes that are read: see [`of`].
static OF: OnceLock<(&str, &str)> = OnceLock::new();
static DONE: AtomicU64 = AtomicU64::new(0);
/// Whether it is known how long text is that is not the files' own.
static IS_MEASURED: AtomicBool = AtomicBool::new(false);

struct Line {
    bar: ProgressBar,
    over: Mutex<bool>,
}

impl Line {
    fn is_over(&self) -> MutexGuard<'_, bool> {
        self.over.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Begins to count the bytes that [`counted`] readers give, of `total` in all where that is known.
/// The line appears after half a second, unless [`clear`] comes first.
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
    // Without a thread to spare there is no line; the job is the same.
    let _ = wait.spawn(move || {
        std::thread::sleep(PATIENCE);
        let over = line.is_over();
        if *over {
            return;
        }
        line.bar.set_draw_target(ProgressDrawTarget::stderr());
        drop(over);
        // A beat of its own wants one thread more, and fails where there is none.
        while !*line.is_over() {
            line.bar.tick();
            std::thread::sleep(BEAT);
        }
    });
}

/// What takes long is what is done with each record, long after a whole file is read: from now on the line
/// tells how many are done, by what they are called. What part that is, is known at once where the text of the inputs
/// is the files' own, else when that was measured: see [`measured`].
pub(crate) fn of(one: &'static str, many: &'static str) {
    let _ = OF.set((one, many));
}

fn done_in_words(done: u64) -> String {
    let (one, many) = OF.get().copied().unwrap_or(("record", "records"));
    thousands_of(done, one, many)
}

/// The text that is read is longer than its file, or another: what part of it is done can't be told before it was
/// measured.
pub(crate) fn is_of_other_text() {
    if is_of_records()
        && !IS_MEASURED.load(Ordering::Relaxed)
        && let Some(line) = LINE.get()
    {
        expect(&line.bar, "", None);
    }
}

/// All of the text that is read has so many bytes.
pub(crate) fn measured(total: u64) {
    if let Some(line) = LINE.get() {
        IS_MEASURED.store(true, Ordering::Relaxed);
        expect(&line.bar, "", Some(total));
        let done = DONE.load(Ordering::Relaxed);
        line.bar.set_message(done_in_words(done));
    }
}

/// So many bytes of text were passed, and with them some records.
pub(crate) fn did(bytes: usize, records: usize) {
    let done = DONE.fetch_add(records as u64, Ordering::Relaxed) + records as u64;
    if let Some(line) = LINE.get() {
        line.bar.inc(bytes as u64);
        line.bar.set_message(done_in_words(done));
    }
}

/// Tells of something else that is done while text is read.
pub(crate) fn tell(words: String) {
    if let Some(line) = LINE.get() {
        line.bar.set_message(words);
    }
}

/// Takes the line away for good: results come now.
pub(crate) fn clear() {
    if let Some(line) = LINE.get() {
        let mut over = line.is_over();
        if !*over {
            *over = true;
            line.bar.finish_and_clear();
        }
    }
}

/// Writes something else to standard error: above the line, if it is there.
pub(crate) fn aside(write: impl FnOnce()) {
    match LINE.get() {
        Some(line) => line.bar.suspend(write),
        None => write(),
    }
}

/// What is being done, and how much of it there is.
fn expect(bar: &ProgressBar, what: &'static str, total: Option<u64>) {
    // The templates are our own and hold together; a test says so.
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

/// Whether what is done with each record counts.
pub(crate) fn is_of_records() -> bool {
    OF.get().is_some()
}

/// A reader whose bytes count.
pub(crate) struct Counted<R>(R);

/// Counts the bytes of a reader.
pub(crate) fn counted<R: Read>(reader: R) -> Counted<R> {
    Counted(reader)
}

impl<R: Read> Read for Counted<R> {
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
    fn the_templates_hold_together() {
        for total in [None, Some(200)] {
            assert!(ProgressStyle::with_template(template(total)).is_ok());
        }
    }
}
