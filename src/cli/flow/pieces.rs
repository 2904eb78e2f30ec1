//! Reading a file as a stream of pieces of whole lines, and working on them with all cores in
//! order: what is held does not grow with the file.
//!
//! ```text
//! reader ─▶ pieces ─▶ workers, one a core ─▶ results, put in order ─▶ whoever asked
//!    ▲                                                                    │
//!    └───────────────────────── buffers, a fixed number ◀─────────────────┘
//! ```
//!
//! All of them run at once: reading and writing go on while pieces are worked on. A piece is what one
//! read gives, so lines that come slowly through a pipe are worked on as they come.

mod reader;
mod turns;

use std::collections::BTreeMap;
use std::io::{self, Cursor, Read};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::thread;

use crossbeam_channel::{Receiver, Sender, unbounded};

use reader::{Batch, Buffer, Reader};
use turns::Turns;

/// Some whole lines, one after another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece<'a> {
    /// The lines with their ends.
    pub bytes: &'a [u8],
    /// The number of the first of them, from 1.
    pub first_line: u64,
    /// Whether these are more bytes of a line that began before, and nothing else: they go where its
    /// first part went.
    pub continues: bool,
    /// Whether the last line goes on in the next piece. Then it is the only one, and can't be changed.
    pub is_open: bool,
    end: u8,
    nth: u64,
    turns: &'a Turns,
}

impl<'a> Piece<'a> {
    /// The lines with their numbers, each with its own end: the first part of one that is too long to
    /// be held, and none of what continues it.
    pub(crate) fn lines(self) -> impl Iterator<Item = (u64, &'a [u8])> {
        let mut rest = match self.continues {
            true => &[][..],
            false => self.bytes,
        };
        (self.first_line..).map_while(move |number| {
            let length = line_length(rest, self.end)?;
            let (line, after) = rest.split_at_checked(length)?;
            rest = after;
            Some((number, line))
        })
    }

    /// Where the last line of some lines of it begins.
    pub(crate) fn last_line(&self, lines: &[u8]) -> usize {
        if self.end != b'\r' {
            let text = lines.strip_suffix(&[self.end]).unwrap_or(lines);
            return memchr::memrchr(self.end, text).map_or(0, |at| at + 1);
        }
        let mut ends = [&b"\r\n"[..], b"\r", b"\n"].into_iter();
        let text = ends.find_map(|end| lines.strip_suffix(end));
        memchr::memrchr2(b'\r', b'\n', text.unwrap_or(lines)).map_or(0, |at| at + 1)
    }

    /// The byte that ends its lines, where only that does.
    pub(crate) fn end(&self) -> Option<u8> {
        (self.end != b'\r').then_some(self.end)
    }

    /// Says that there are so many of something in it, and gives how many there are in all pieces
    /// before, which say so too: each once, in their order. Those before may have to be waited for.
    pub(crate) fn counted(self, count: u64) -> u64 {
        self.turns.add(self.nth, count)
    }
}

/// The length of the first line of `bytes`, its end included.
fn line_length(bytes: &[u8], end: u8) -> Option<usize> {
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

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// With the next lines.
    On,
    /// Enough: the rest is not read.
    Stop,
}

/// A text that is read as pieces.
pub(crate) struct Pieces<S> {
    reader: Reader<S>,
    /// What was read to look at, and not worked on yet.
    first: Option<Batch>,
}

/// A batch with its place among all, and the number of its first line.
struct Numbered {
    nth: u64,
    first_line: u64,
    batch: Batch,
}

impl Numbered {
    fn piece<'a>(&'a self, turns: &'a Turns) -> Piece<'a> {
        Piece {
            bytes: self.batch.buffer.text(),
            first_line: self.first_line,
            continues: self.batch.continues,
            is_open: self.batch.is_open,
            end: self.batch.end,
            nth: self.nth,
            turns,
        }
    }

    /// Lines that end in it.
    fn ended_lines(&self, turns: &Turns) -> u64 {
        let piece = self.piece(turns);
        match (piece.continues || piece.is_open, piece.end) {
            (true, _) => u64::from(!piece.is_open),
            (false, b'\r') => piece.lines().count() as u64,
            (false, end) => memchr::memchr_iter(end, piece.bytes).count() as u64,
        }
    }
}

/// What is taken in order.
enum Done<R> {
    Worked(Numbered, thread::Result<R>),
    /// The reading failed behind all that was read.
    Failed(u64, io::Error),
}

impl<S: Read + Send> Pieces<S> {
    /// Nothing is read yet.
    pub(crate) fn new(source: S) -> Self {
        Self {
            reader: Reader::new(source),
            first: None,
        }
    }

    /// Passes these bytes where the text begins with them; whether it does. Nothing must be worked on yet.
    ///
    /// # Errors
    ///
    /// Those of reading.
    pub(crate) fn skip(&mut self, start: &[u8]) -> io::Result<bool> {
        self.first()?;
        Ok(match &mut self.first {
            Some(batch) => batch.buffer.skip(start),
            None => false,
        })
    }

    /// Lines end with this byte, whatever is read. Nothing must be read yet.
    pub(crate) fn end_with(&mut self, end: u8) {
        self.reader.end = Some(end);
    }

    /// The first lines; empty where there is no text.
    ///
    /// # Errors
    ///
    /// Those of reading.
    pub(crate) fn first(&mut self) -> io::Result<&[u8]> {
        if self.first.is_none() {
            self.first = self.reader.next(Buffer::default())?;
        }
        Ok(self.first.as_ref().map_or(&[], |batch| batch.buffer.text()))
    }

    /// The byte that ends lines, as far as the first lines tell.
    pub(crate) fn terminator(&self) -> u8 {
        self.first.as_ref().map_or(b'\n', |batch| batch.end)
    }

    /// All bytes, those that were looked at, too.
    pub(crate) fn into_read(self) -> impl Read + Send {
        let text = |buffer: &Buffer| Cursor::new(buffer.text().to_vec());
        let first = self.first.map(|batch| text(&batch.buffer));
        let read = first.unwrap_or_default().chain(text(&self.reader.carry));
        read.chain(self.reader.source)
    }

    /// Reads everything, gives `work` pieces of it on all cores, and `take` the results in order.
    ///
    /// # Errors
    ///
    /// Those of reading, and those that `take` gives.
    pub(crate) fn each<R: Send, E: From<io::Error>>(
        self,
        work: impl Fn(Piece<'_>) -> R + Sync,
        mut take: impl for<'a> FnMut(Piece<'a>, R) -> Result<Flow, E>,
    ) -> Result<(), E> {
        let workers = rayon::current_num_threads().max(1);
        let turns = Turns::default();
        let (give_back, free) = unbounded::<Buffer>();
        for _ in 0..2 * workers + 2 {
            let _ = give_back.send(Buffer::default());
        }
        let (to_do, batches) = unbounded::<Numbered>();
        let (to_take, results) = unbounded::<Done<R>>();
        thread::scope(|scope| {
            let failed = to_take.clone();
            let turns = &turns;
            scope.spawn(move || self.read_all(&free, &to_do, &failed, turns));
            for _ in 0..workers {
                let (batches, to_take, work) = (batches.clone(), to_take.clone(), &work);
                scope.spawn(move || work_on(&batches, &to_take, work, turns));
            }
            drop((batches, to_take));
            // Moved in, so that leaving early closes the channels and ends all.
            let (results, give_back) = (results, give_back);
            let mut waiting = BTreeMap::new();
            let mut next = 0;
            for done in &results {
                let nth = match &done {
                    Done::Worked(batch, _) => batch.nth,
                    Done::Failed(nth, _) => *nth,
                };
                waiting.insert(nth, done);
                while let Some(done) = waiting.remove(&next) {
                    next += 1;
                    let (batch, result) = match done {
                        Done::Worked(batch, result) => (batch, result),
                        Done::Failed(_, error) => return Err(error.into()),
                    };
                    let result = result.unwrap_or_else(|panic| resume_unwind(panic));
                    if take(batch.piece(turns), result)? == Flow::Stop {
                        return Ok(());
                    }
                    let _ = give_back.send(batch.batch.buffer);
                }
            }
            Ok(())
        })
    }

    /// Sends everything to whoever works on it, as long as somebody takes what comes of it.
    fn read_all<R>(
        self,
        free: &Receiver<Buffer>,
        to_do: &Sender<Numbered>,
        failed: &Sender<Done<R>>,
        turns: &Turns,
    ) {
        let Self { mut reader, first } = self;
        let mut first = first;
        let mut first_line = 1;
        for nth in 0.. {
            let Ok(buffer) = free.recv() else { return };
            let batch = match first.take() {
                Some(batch) => Ok(Some(batch)),
                None => reader.next(buffer),
            };
            match batch {
                Ok(None) => return,
                Ok(Some(batch)) => {
                    let batch = Numbered {
                        nth,
                        first_line,
                        batch,
                    };
                    first_line += batch.ended_lines(turns);
                    if to_do.send(batch).is_err() {
                        return;
                    }
                }
                Err(error) => {
                    let _ = failed.send(Done::Failed(nth, error));
                    return;
                }
            }
        }
    }
}

/// Works on pieces until there are no more, or nobody takes what comes of them.
fn work_on<R>(
    batches: &Receiver<Numbered>,
    to_take: &Sender<Done<R>>,
    work: &impl Fn(Piece<'_>) -> R,
    turns: &Turns,
) {
    for batch in batches {
        // Whoever takes the result goes on with the panic.
        let result = catch_unwind(AssertUnwindSafe(|| work(batch.piece(turns))));
        turns.pass(batch.nth);
        if to_take.send(Done::Worked(batch, result)).is_err() {
            // Those that wait for their turn must not wait for pieces that nobody works on.
            batches.iter().for_each(|batch| turns.pass(batch.nth));
            return;
        }
    }
}

#[cfg(test)]
mod tests;
