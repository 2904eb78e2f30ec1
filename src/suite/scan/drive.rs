//! The driver of every scan: workers process parts, and a taker gets their results in order.
//!
//! ```text
//! source ─▶ workers, one a core ─▶ results, put in order ─▶ taker
//!    ▲                                                        │
//!    └────────────── used parts, a fixed number ◀─────────────┘
//! ```
//!
//! An idle worker fetches the next part itself, one worker at a time. So reading, processing and writing
//! overlap, and lines that arrive slowly through a pipe are processed as they arrive. A stream is split into
//! pieces of whole lines, each the result of one read, in bounded memory.

use crate::suite::scan::{Batch, Buffer, Reader, Turn, Turns};
use std::io::{self, Cursor, Read};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::{iter, thread};

/// The decision to continue or stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    On,
    /// Stops; the remaining lines are not read.
    Stop,
}

pub(super) trait Parts: Send {
    type Part: Send;
    /// The error of fetching a part.
    type Error: Send;

    /// Returns the next part; `None` at the end. `used` is an old part to recycle.
    fn next(&mut self, used: Option<Self::Part>) -> Result<Option<Self::Part>, Self::Error>;
}

static FIRST_ON_THREAD: OnceLock<fn()> = OnceLock::new();

/// Sets the function that each new worker thread calls first. Only the first call has an effect.
pub fn threads_begin_with(first: fn()) {
    let _ = FIRST_ON_THREAD.set(first);
}

/// A part with its result, or the error of fetching it.
type PartResult<P, R> = Result<(<P as Parts>::Part, thread::Result<R>), <P as Parts>::Error>;

/// The parts that are not yet fetched.
struct Supply<P: Parts> {
    parts: P,
    /// One message for each further result for which there is room.
    room: Receiver<()>,
    next: u64,
    is_over: bool,
}

/// The index of a part, and the part or the error of fetching it.
type FetchedPart<P> = (u64, Result<<P as Parts>::Part, <P as Parts>::Error>);

impl<P: Parts> Supply<P> {
    fn next(&mut self, used: &Mutex<Vec<P::Part>>) -> Option<FetchedPart<P>> {
        if self.is_over {
            return None;
        }
        // Stays true after an error, and when no more results are taken.
        self.is_over = true;
        self.room.recv().ok()?;
        // The lock ends here, because fetching may have to wait.
        let used = lock(used).pop();
        let fetched = self.parts.next(used).transpose()?;
        self.is_over = fetched.is_err();
        let nth = self.next;
        self.next += 1;
        Some((nth, fetched))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `work` on all parts, on `workers` threads (for 0 on this one), and calls `take` with the results in order.
pub(super) fn drive<P: Parts, R: Send, E: From<P::Error>>(
    parts: P,
    workers: usize,
    work: impl Fn(&P::Part, Turn<'_>) -> R + Sync,
    mut take: impl FnMut(&P::Part, Turn<'_>, R) -> Result<Flow, E>,
) -> Result<(), E> {
    let turns = Turns::default();
    let (more_room, room) = channel();
    let supply = Mutex::new(Supply {
        parts,
        room,
        next: 0,
        is_over: false,
    });
    // Separate from the supply, whose lock is held while a worker waits for room.
    let used = Mutex::new(Vec::new());
    // Each result is in its own slot until it is taken; there is room for no more.
    let mut slots = Vec::new();
    slots.resize_with(2 * workers.max(1), || Mutex::new(None::<PartResult<P, R>>));
    for _ in &slots {
        let _ = more_room.send(());
    }
    let slot = |nth: u64| {
        let at = usize::try_from(nth % slots.len() as u64).unwrap_or_default();
        slots.get(at)
    };
    let fetch_and_work = || {
        let (nth, fetched) = lock(&supply).next(&used)?;
        let made = fetched.map(|part| {
            // The panic is resumed when the result is taken.
            let result = catch_unwind(AssertUnwindSafe(|| work(&part, turns.of(nth))));
            (part, result)
        });
        turns.pass(nth);
        slot(nth).inspect(|slot| *lock(slot) = Some(made));
        Some(nth)
    };
    let mut ended = Ok(());
    let mut take_next = |nth: u64| {
        let Some(made) = slot(nth).and_then(|slot| lock(slot).take()) else {
            return TakeOutcome::NotThere;
        };
        let taken = made.map_err(E::from).and_then(|(part, result)| {
            let result = result.unwrap_or_else(|panic| resume_unwind(panic));
            let flow = take(&part, turns.of(nth), result)?;
            lock(&used).push(part);
            Ok(flow)
        });
        match taken {
            Ok(Flow::On) => TakeOutcome::One,
            Ok(Flow::Stop) => TakeOutcome::Last,
            Err(error) => {
                ended = Err(error);
                TakeOutcome::Last
            }
        }
    };
    crew(workers, more_room, &fetch_and_work, &mut take_next);
    ended
}

enum TakeOutcome {
    NotThere,
    One,
    Last,
}

/// Runs workers that fetch and process until no part is left, and takes their results in order. Not generic,
/// so that it is compiled once.
fn crew(
    workers: usize,
    more_room: Sender<()>,
    fetch_and_work: &(dyn Fn() -> Option<u64> + Sync),
    take_next: &mut dyn FnMut(u64) -> TakeOutcome,
) {
    let (done, results) = channel();
    thread::scope(|scope| {
        // Moved in, so that an early return ends the workers.
        let (results, more_room) = (results, more_room);
        let mut at_work = 0;
        for _ in 0..workers {
            let done = done.clone();
            let worker = move || {
                FIRST_ON_THREAD.get().inspect(|first| first());
                while let Some(nth) = fetch_and_work() {
                    if done.send(nth).is_err() {
                        return;
                    }
                }
            };
            // If the system allows no more threads, fewer workers do the work.
            let begun = thread::Builder::new().spawn_scoped(scope, worker);
            at_work += usize::from(begun.is_ok());
        }
        drop(done);
        let wait = || match at_work {
            0 => fetch_and_work(),
            _ => results.recv().ok(),
        };
        let mut next = 0;
        while wait().is_some() {
            loop {
                match take_next(next) {
                    TakeOutcome::NotThere => break,
                    TakeOutcome::One => next += 1,
                    TakeOutcome::Last => return,
                }
                let _ = more_room.send(());
            }
        }
    });
}

/// Consecutive whole lines, or a part of a line.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'a> {
    /// The lines with their ends.
    pub bytes: &'a [u8],
    /// The number of the first line, from 1.
    pub first_line: u64,
    /// Whether the piece continues a line that began in an earlier one, and has to be treated like the first part.
    pub continues: bool,
    /// Whether the last line continues in the next piece. It is then the only one, and can't be changed.
    pub is_open: bool,
    end: u8,
    turn: Turn<'a>,
}

impl<'a> Piece<'a> {
    /// Returns the lines with their numbers and ends; of a line that is too long for memory, only the first part.
    pub fn lines(self) -> impl Iterator<Item = (u64, &'a [u8])> {
        let bytes = match self.continues {
            true => &[][..],
            false => self.bytes,
        };
        (self.first_line..).zip(lines(bytes, self.end))
    }

    /// Returns true if the piece is a part of a line that is too long for memory.
    pub fn is_part(&self) -> bool {
        self.continues || self.is_open
    }

    /// Returns this last part of a line as a piece with the whole line, put together from its parts.
    pub fn of_whole(self, line: &'a [u8]) -> Self {
        Self {
            bytes: line,
            continues: false,
            is_open: false,
            ..self
        }
    }

    /// Returns the offset of one of the piece's lines.
    pub fn offset(&self, line: &[u8]) -> usize {
        let (start, line) = (self.bytes.as_ptr().addr(), line.as_ptr().addr());
        line.saturating_sub(start)
    }

    /// Returns the offset of the last line in `lines`, which are some of the piece's.
    pub fn last_line(&self, lines: &[u8]) -> usize {
        if self.end != b'\r' {
            let text = lines.strip_suffix(&[self.end]).unwrap_or(lines);
            return memchr::memrchr(self.end, text).map_or(0, |at| at + 1);
        }
        let mut ends = [&b"\r\n"[..], b"\r", b"\n"].into_iter();
        let text = ends.find_map(|end| lines.strip_suffix(end));
        memchr::memrchr2(b'\r', b'\n', text.unwrap_or(lines)).map_or(0, |at| at + 1)
    }

    /// Returns the byte that ends lines, unless CR LF, CR and LF all do.
    pub fn end(&self) -> Option<u8> {
        (self.end != b'\r').then_some(self.end)
    }

    /// Adds a count for this piece, and returns the total of all earlier pieces, for which it may wait. Every
    /// piece must call this once.
    pub fn counted(self, count: u64) -> u64 {
        self.turn.add(count)
    }
}

/// Returns the lines of `bytes`, each with its end.
fn lines(bytes: &[u8], end: u8) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    iter::from_fn(move || {
        let (line, after) = rest.split_at_checked(line_length(rest, end)?)?;
        rest = after;
        Some(line)
    })
}

/// Returns the length of the first line of `bytes`, including its end.
pub(super) fn line_length(bytes: &[u8], end: u8) -> Option<usize> {
    if bytes.is_empty() {
        return None;
    }
    let found = if end == b'\r' {
        memchr::memchr2(b'\r', b'\n', bytes)
    } else {
        memchr::memchr(end, bytes)
    };
    Some(match found {
        Some(at) if bytes.get(at..at + 2) == Some(b"\r\n") => at + 2,
        Some(at) => at + 1,
        None => bytes.len(),
    })
}

/// A text that is read in pieces.
pub struct Pieces<S> {
    reader: Reader<S>,
    /// The first batch, if it was read ahead and not yet processed.
    first: Option<Batch>,
    next_line: u64,
}

impl Batch {
    fn piece<'a>(&'a self, turn: Turn<'a>) -> Piece<'a> {
        Piece {
            bytes: self.buffer.text(),
            first_line: self.first_line,
            continues: self.continues,
            is_open: self.is_open,
            end: self.end,
            turn,
        }
    }

    /// Returns the number of lines that end in the batch.
    fn ended_lines(&self) -> u64 {
        let text = self.buffer.text();
        match (self.continues || self.is_open, self.end) {
            (true, _) => u64::from(!self.is_open),
            (false, b'\r') => lines(text, b'\r').count() as u64,
            (false, end) => memchr::memchr_iter(end, text).count() as u64,
        }
    }
}

impl<S: Read + Send> Pieces<S> {
    /// Returns a text of which nothing is read yet.
    pub fn new(source: S) -> Self {
        Self {
            reader: Reader::new(source),
            first: None,
            next_line: 1,
        }
    }

    /// Skips `start` if the text begins with it; returns true if it does. Call it before any processing.
    ///
    /// # Errors
    ///
    /// The source can't be read.
    pub fn skip(&mut self, start: &[u8]) -> io::Result<bool> {
        self.first()?;
        Ok(match &mut self.first {
            Some(batch) => batch.buffer.skip(start),
            None => false,
        })
    }

    /// Sets the byte that ends lines. Call it before any reading.
    pub fn end_with(&mut self, end: u8) {
        self.reader.end = Some(end);
    }

    /// Returns the first lines; empty if there is no text.
    ///
    /// # Errors
    ///
    /// The source can't be read.
    pub fn first(&mut self) -> io::Result<&[u8]> {
        if self.first.is_none() {
            self.first = self.reader.next(Buffer::default())?;
        }
        Ok(self.first.as_ref().map_or(&[], |batch| batch.buffer.text()))
    }

    /// Returns the byte that ends lines, judging by the first lines.
    pub fn terminator(&self) -> u8 {
        self.first.as_ref().map_or(b'\n', |batch| batch.end)
    }

    /// Returns a reader of the whole text, including the part read ahead.
    pub fn into_read(self) -> impl Read + Send {
        let text = |buffer: &Buffer| Cursor::new(buffer.text().to_vec());
        let first = self.first.map(|batch| text(&batch.buffer));
        let read = first.unwrap_or_default().chain(text(&self.reader.carry));
        read.chain(self.reader.source)
    }

    /// Reads the text, runs `work` on its pieces on all cores, and calls `take` with the results in order.
    ///
    /// # Errors
    ///
    /// The source can't be read, or `take` fails.
    pub fn each<R: Send, E: From<io::Error>>(
        self,
        work: impl Fn(Piece<'_>) -> R + Sync,
        mut take: impl for<'a> FnMut(Piece<'a>, R) -> Result<Flow, E>,
    ) -> Result<(), E> {
        let work = |part: &Batch, turn: Turn<'_>| work(part.piece(turn));
        let take = |part: &Batch, turn: Turn<'_>, result| take(part.piece(turn), result);
        drive(self, rayon::current_num_threads() + 1, work, take)
    }
}

impl<S: Read + Send> Parts for Pieces<S> {
    type Part = Batch;
    type Error = io::Error;

    fn next(&mut self, used: Option<Batch>) -> io::Result<Option<Batch>> {
        let mut batch = match self.first.take() {
            Some(batch) => Some(batch),
            None => {
                let free = used.map(|used| used.buffer);
                self.reader.next(free.unwrap_or_default())?
            }
        };
        if let Some(batch) = &mut batch {
            batch.first_line = self.next_line;
            self.next_line += batch.ended_lines();
        }
        Ok(batch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers from 0 up to a limit.
    struct UpTo(u32, u32);

    impl Parts for UpTo {
        type Part = u32;
        type Error = String;

        fn next(&mut self, _: Option<u32>) -> Result<Option<u32>, String> {
            self.0 += 1;
            match self.0 {
                at if at > self.1 => Ok(None),
                13 => Err("thirteen".to_owned()),
                at => Ok(Some(at)),
            }
        }
    }

    /// Drives the numbers up to `most`, stopping at `stop`, and returns the results.
    fn taken(most: u32, stop: u32, alone: bool) -> (Vec<u32>, Result<(), String>) {
        let mut all = Vec::new();
        let work = |part: &u32, _: Turn<'_>| part * part;
        let take = |part: &u32, _: Turn<'_>, made| {
            all.push(made);
            Ok(if *part == stop { Flow::Stop } else { Flow::On })
        };
        let workers = if alone { 0 } else { 3 };
        let ended = drive(UpTo(0, most), workers, work, take);
        (all, ended)
    }

    #[test]
    fn a_single_thread_yields_the_same_results_in_order() {
        for (most, stop) in [(0, 0), (9, 99), (9, 4), (20, 99), (20, 12)] {
            let expected: Vec<u32> = (1..=most.min(12).min(stop)).map(|at| at * at).collect();
            let ended = match most > 12 && stop > 12 {
                true => Err("thirteen".to_owned()),
                false => Ok(()),
            };
            for alone in [false, true] {
                let expected = (expected.clone(), ended.clone());
                assert_eq!(taken(most, stop, alone), expected, "{most} {stop} {alone}");
            }
        }
    }
}
