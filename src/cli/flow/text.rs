//! One input that is open, and is an EPD file.

use std::fs::File;
use std::io::{self, Cursor, Read, Write};
use std::path::Path;
use std::sync::Arc;

use super::above::{self, Waiting};
use super::locking::say_how;
use super::pieces::{Flow, Piece, Pieces};
use super::{Fault, Input};
use crate::cli::output::Output;
use crate::cli::progress::{counted, follow};
use crate::epd::ReadOptions;
use crate::exchange::import::{Import, Stream, Tags};
use crate::exchange::pgn::Games;
use crate::suite::query::Facts;
use crate::suite::save::{FileState, Otherwise, Replace};
use crate::suite::{Compression, Ending, LONGEST_LINE, LONGEST_STREAM, TOO_LONG};
use crate::suite::{Job, OpenOptions, Query, Suite, kind, pack, unpack_up_to};

/// Bytes of a stream that is held in memory to be looked through twice: more is no longer one that ends soon.
const HELD_STREAM: u64 = 1 << 30;

/// What is known of an input while its lines go by.
pub(crate) struct Source<'a> {
    pub input: &'a Input,
    /// How its lines are read.
    pub options: ReadOptions,
    query: Option<&'a Query>,
    facts: Facts,
}

impl Source<'_> {
    /// Whether a line, numbered from 1, is asked for: every one where there is no query.
    pub(crate) fn has(&self, number: u64, line: &[u8]) -> bool {
        let at = usize::try_from(number)
            .unwrap_or(usize::MAX)
            .saturating_sub(1);
        self.query
            .is_none_or(|query| query.matches(line, at, &self.options, &self.facts))
    }

    /// Where a line is, numbered from 0: `a.epd:17`.
    pub(crate) fn place(&self, line: usize) -> String {
        format!("{}:{}", self.input.name, line + 1)
    }
}

/// What is told of the positions of games: who played, and the clocks; the move played tells of the next.
fn of_games() -> Import {
    Import {
        id: "{White}-{Black}.{ply}".parse().ok(),
        tags: Tags::None,
        clocks: true,
        ..Import::default()
    }
}

/// The text of an input from its first byte, unpacked where it is compressed.
pub(crate) struct Text {
    pieces: Pieces<Box<dyn Read + Send>>,
    compression: Compression,
}

impl Input {
    /// Opens it, and refuses what is not an EPD file. Where a query is about the whole file, that is
    /// looked through first.
    ///
    /// # Errors
    ///
    /// It can't be read, or is [`Fault::Foreign`].
    pub(crate) fn open<'a>(
        &'a self,
        query: Option<&'a Query>,
    ) -> Result<(Source<'a>, Text), Fault> {
        let mut text = Text::of(self)?;
        self.say_copies();
        if let Some(what) = kind::not_epd(text.pieces.first()?) {
            return Err(Fault::Foreign(what));
        }
        let mut source = self.source(query, Facts::default().of_file(&self.name));
        if let Some(query) = query.filter(|query| !query.whole_file().is_empty()) {
            let suite = match self.file() {
                Some(path) => source.open_suite(path)?,
                None => {
                    // A stream can't be read twice.
                    let mut bytes = Vec::new();
                    Ending::within(text.into_read(), HELD_STREAM).read_to_end(&mut bytes)?;
                    let mut suite = Suite::from_bytes(&self.name, bytes.clone());
                    suite.set_rules(source.options.rules);
                    text = Text {
                        pieces: Pieces::new(Box::new(Cursor::new(bytes))),
                        compression: Compression::None,
                    };
                    suite
                }
            };
            let job = Job::new();
            let _following = follow(&job, "reading the whole file");
            let facts = query.facts(&suite.snapshot(), &job);
            source.facts = facts.map_err(io::Error::other)?.of_file(&self.name);
        }
        Ok((source, text))
    }

    /// Opens what was open before, with what is known of it: its `bytes` where it is a stream, that
    /// can't be read again.
    ///
    /// # Errors
    ///
    /// It can't be read.
    pub(super) fn open_again<'a>(
        &'a self,
        query: &'a Query,
        facts: Facts,
        bytes: Option<Arc<[u8]>>,
    ) -> Result<(Source<'a>, Text), Fault> {
        let text = match bytes {
            None => Text::of(self)?,
            Some(bytes) => Text {
                pieces: Pieces::new(Box::new(Cursor::new(bytes))),
                compression: Compression::None,
            },
        };
        Ok((self.source(Some(query), facts.of_file(&self.name)), text))
    }

    fn source<'a>(&'a self, query: Option<&'a Query>, facts: Facts) -> Source<'a> {
        Source {
            input: self,
            options: self.read_options(),
            query,
            facts,
        }
    }
}

impl Source<'_> {
    /// The whole of it.
    ///
    /// # Errors
    ///
    /// Those of reading.
    pub(crate) fn suite(&self, text: Text) -> io::Result<Suite> {
        match self.input.file() {
            Some(path) => self.open_suite(path),
            None => {
                let (name, options) = (&self.input.name, self.open_options());
                let text = text.into_whole_read();
                whole(Suite::from_reader(name, text, &options), of_this_file)
            }
        }
    }

    fn open_suite(&self, path: &Path) -> io::Result<Suite> {
        let suite = Suite::open(path, &self.open_options()).map_err(io::Error::other);
        whole(suite, of_this_file)
    }

    fn open_options(&self) -> OpenOptions {
        OpenOptions {
            background: false,
            rules: Some(self.options.rules),
            unpacked: self.input.unpacked,
            ..OpenOptions::default()
        }
    }
}

/// A suite that was read to its end. Where a line is too long for that, `line_in_words` says which.
pub(crate) fn whole(
    suite: io::Result<Suite>,
    line_in_words: impl Fn(usize) -> String,
) -> io::Result<Suite> {
    let suite = suite?;
    match suite.trouble() {
        Some(trouble) if trouble == TOO_LONG => {
            let line = line_in_words(suite.line_count());
            let most = LONGEST_LINE >> 20;
            let why = format!("{line} is longer than {most} MiB: not a file of records");
            Err(io::Error::other(why))
        }
        Some(trouble) => Err(io::Error::other(trouble)),
        None => Ok(suite),
    }
}

/// A line of a file that is named already.
fn of_this_file(line: usize) -> String {
    format!("line {}", line + 1)
}

impl Text {
    /// # Errors
    ///
    /// Those of opening a file, and of looking at its first bytes.
    pub(crate) fn of(input: &Input) -> io::Result<Self> {
        let (text, compression) = match &input.path {
            None => unpack_up_to(counted(io::stdin()), input.unpacked)?,
            Some(path) => unpack_up_to(counted(File::open(path)?), input.unpacked)?,
        };
        let text = match input.is_games() {
            true => Box::new(Stream::of(Games::of(text), of_games())),
            false => text,
        };
        Ok(Self {
            pieces: Pieces::new(text),
            compression,
        })
    }

    /// The text as a stream of bytes.
    pub(crate) fn into_read(self) -> Box<dyn Read + Send> {
        Box::new(self.pieces.into_read())
    }

    /// The same of a stream that is read to its end before anything is done: it must have one.
    pub(crate) fn into_whole_read(self) -> Box<dyn Read + Send> {
        Box::new(Ending::within(self.pieces.into_read(), LONGEST_STREAM))
    }

    /// Gives `work` pieces of it on all cores, and `take` the results in order.
    ///
    /// # Errors
    ///
    /// Those of reading, and those that `take` gives.
    pub(crate) fn pieces<R: Send>(
        self,
        work: impl Fn(Piece<'_>) -> R + Sync,
        mut take: impl for<'p> FnMut(Piece<'p>, R) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        self.pieces.each(work, |piece, result| {
            take(piece, result)?;
            Ok(Flow::On)
        })
    }

    /// Writes the records that are asked for, each with the comments directly above it; everything
    /// where there is no query. Gives how many records a query has.
    ///
    /// # Errors
    ///
    /// Those of reading and writing.
    pub(crate) fn matches(self, source: &Source<'_>, out: &mut Output<'_>) -> Result<u64, Fault> {
        let (mut records, mut comments) = (0, Waiting::default());
        let mut goes_on = false;
        out.next_file()?;
        self.pieces(
            |piece| {
                source.query?;
                Some(above::chosen(piece, |number, line| {
                    source.has(number, line)
                }))
            },
            |piece, chosen| {
                let Some(chosen) = chosen else {
                    return out.lines(piece.bytes);
                };
                if piece.continues {
                    return match goes_on {
                        true => out.lines(piece.bytes),
                        false => Ok(()),
                    };
                }
                goes_on = piece.is_open && chosen.records > 0;
                out.lines(&comments.before(piece, &chosen))?;
                records += chosen.records;
                out.lines(&chosen.text)
            },
        )?;
        Ok(records)
    }

    /// Puts what `fill` makes of the text in the place of its file, as safely as the editor saves. The
    /// file is locked ([`Input::lock`]). It is replaced only whole, and not where `fill` says that nothing
    /// changed.
    ///
    /// # Errors
    ///
    /// Those of reading and writing, and a file that another program changed meanwhile.
    pub(crate) fn replace(
        self,
        input: &Input,
        path: &Path,
        fill: impl FnOnce(Self, &mut dyn Write) -> io::Result<bool>,
    ) -> io::Result<()> {
        // What is replaced is what is read from here on.
        drop(self);
        let before = FileState::settled(path)?;
        let text = Self::of(input)?;
        let compression = text.compression;
        let mut unchanged = false;
        let replace = Replace::new(path).expecting(&before);
        let replaced = replace.otherwise(Otherwise::InPlace).write(|out| {
            pack(out, compression, |out| {
                unchanged = !fill(text, out)?;
                // Refusing to go on is how the old file stays untouched.
                match unchanged {
                    true => Err(io::Error::other("nothing to write")),
                    false => Ok(()),
                }
            })
        });
        match replaced {
            Err(_) if unchanged => Ok(()),
            Err(error) => Err(io::Error::other(error)),
            Ok((_, written)) => {
                say_how(&input.name, written);
                Ok(())
            }
        }
    }
}
