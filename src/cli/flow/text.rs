//! One input that is open, and is an EPD file.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::OnceLock;

use super::above::{self, Waiting};
use super::arrange::Whole;
use super::locking::say_how;
use super::{Fault, Input};
use crate::cli::output::Output;
use crate::cli::progress::{self, counted};
use crate::epd::ReadOptions;
use crate::exchange::import::{Import, Stream, Tags};
use crate::exchange::pgn::Games;
use crate::suite::external::Spooled;
use crate::suite::query::Facts;
use crate::suite::save::{FileState, Otherwise, Replace};
use crate::suite::scan::{Flow, Piece, Pieces};
use crate::suite::{Compression, Ending, LONGEST_LINE, LONGEST_STREAM, TOO_LONG};
use crate::suite::{LineEnd, OpenOptions, Query, Suite, kind, pack, unpack_up_to};

/// What is known of an input while its lines go by.
pub(crate) struct Source<'a> {
    pub input: &'a Input,
    /// How its lines are read, once that is asked: the rules of castling may be told by the last one.
    options: OnceLock<ReadOptions>,
    /// The same by the rules of classical chess, for what does not depend on them.
    classical: ReadOptions,
    query: Option<&'a Query>,
    facts: Facts,
}

impl Source<'_> {
    /// How its lines are read.
    pub(crate) fn options(&self) -> &ReadOptions {
        self.options.get_or_init(|| self.input.read_options())
    }

    /// The same where the rules of castling may not matter.
    pub(crate) fn options_where(&self, asks_rules: bool) -> &ReadOptions {
        match asks_rules {
            true => self.options(),
            false => &self.classical,
        }
    }

    /// How they are read by the query.
    fn options_of(&self, query: &Query) -> &ReadOptions {
        self.options_where(query.asks_rules())
    }

    /// Whether a line, numbered from 1, is asked for: every one where there is no query.
    pub(crate) fn has(&self, number: u64, line: &[u8]) -> bool {
        let at = usize::try_from(number)
            .unwrap_or(usize::MAX)
            .saturating_sub(1);
        self.query
            .is_none_or(|query| query.matches(line, at, self.options_of(query), &self.facts))
    }

    /// The lines of a piece that are asked for: every one where there is no query.
    pub(crate) fn matching<'p>(&self, piece: Piece<'p>) -> impl Iterator<Item = (u64, &'p [u8])> {
        let end = piece.end().filter(|_| !piece.continues);
        let candidates = self.query.zip(end).map(|(query, end)| {
            query.passed(piece.bytes, end, self.options_of(query));
            let first = usize::try_from(piece.first_line).unwrap_or(usize::MAX);
            let lines = query.candidates(piece.bytes, end, first);
            lines.map(|(number, line)| (number as u64, line))
        });
        let others = candidates.is_none().then(|| piece.lines());
        let lines = candidates.into_iter().flatten();
        let lines = lines.chain(others.into_iter().flatten());
        lines.filter(|(number, line)| self.has(*number, line))
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
            // A stream can't be read twice.
            let spooled = match self.file() {
                Some(_) => None,
                None => Some(Spooled::of(&mut text.into_whole_read())?),
            };
            let whole = Whole::of_one(self.clone(), spooled.clone());
            source.facts = whole.facts(query)?.of_file(&self.name);
            text = self.text_again(spooled)?;
        }
        Ok((source, text))
    }

    /// Its text from the first byte; that of a stream from where it was put.
    fn text_again(&self, spooled: Option<Spooled>) -> io::Result<Text> {
        match spooled {
            None => Text::of(self),
            Some(spooled) => Ok(Text::from_read(Box::new(spooled.read()))),
        }
    }

    /// Opens what was open before, with what is known of it: its bytes where it is a stream, that
    /// can't be read again.
    ///
    /// # Errors
    ///
    /// It can't be read.
    pub(super) fn open_again<'a>(
        &'a self,
        query: &'a Query,
        facts: Facts,
        spooled: Option<Spooled>,
    ) -> Result<(Source<'a>, Text), Fault> {
        let text = self.text_again(spooled)?;
        Ok((self.source(Some(query), facts.of_file(&self.name)), text))
    }

    /// What is known of it while its lines go by and nothing is asked of them.
    pub(crate) fn source_alone(&self) -> Source<'_> {
        self.source(None, Facts::default().of_file(&self.name))
    }

    /// What is known of it while its lines go by.
    pub(super) fn source<'a>(&'a self, query: Option<&'a Query>, facts: Facts) -> Source<'a> {
        Source {
            input: self,
            options: OnceLock::new(),
            classical: self.classical_options(),
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
            rules: Some(self.options().rules),
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
        if compression != Compression::None || input.is_games() {
            progress::is_of_other_text();
        }
        let text = match input.is_games() {
            true => Box::new(Stream::of(Games::of(text), of_games())),
            false => text,
        };
        Ok(Self {
            pieces: Pieces::new(text),
            compression,
        })
    }

    /// Any text.
    pub(crate) fn from_read(text: Box<dyn Read + Send>) -> Self {
        Self {
            pieces: Pieces::new(text),
            compression: Compression::None,
        }
    }

    /// Passes the mark of the order of bytes that it may begin with; whether there is one. Within a text it
    /// would be a part of a record.
    ///
    /// # Errors
    ///
    /// Those of reading.
    pub(crate) fn skip_mark(&mut self) -> io::Result<bool> {
        self.pieces.skip(MARK)
    }

    /// The same whose lines this byte ends, whatever it begins with.
    pub(crate) fn ending_lines_with(mut self, end: u8) -> Self {
        self.pieces.end_with(end);
        self
    }

    /// The end that most of its first lines have.
    ///
    /// # Errors
    ///
    /// Those of reading.
    pub(crate) fn line_end(&mut self) -> io::Result<LineEnd> {
        let first = self.pieces.first()?.to_vec();
        Ok(LineEnd::dominant(self.pieces.terminator(), &first))
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
        self.pieces_until(work, |piece, result| {
            take(piece, result)?;
            Ok(Flow::On)
        })
    }

    /// The same until `take` says that it is enough: the rest is not read.
    ///
    /// # Errors
    ///
    /// Those of reading, and those that `take` gives.
    pub(crate) fn pieces_until<R: Send>(
        self,
        work: impl Fn(Piece<'_>) -> R + Sync,
        take: impl for<'p> FnMut(Piece<'p>, R) -> Result<Flow, Fault>,
    ) -> Result<(), Fault> {
        self.pieces.each(work, take)
    }

    /// Writes the records that are asked for, each with the comments directly above it; everything
    /// where there is no query. Gives how many records a query has. `several`: other files may come.
    ///
    /// # Errors
    ///
    /// Those of reading and writing.
    pub(crate) fn matches(
        mut self,
        source: &Source<'_>,
        several: bool,
        out: &mut Output<'_>,
    ) -> Result<u64, Fault> {
        let (mut records, mut comments) = (0, Waiting::default());
        let mut goes_on = false;
        out.next_file()?;
        if !out.is_first_file() {
            self.skip_mark()?;
        }
        self.pieces(
            |piece| {
                source.query?;
                let lines = source.matching(piece).map(|(_, line)| line);
                Some(above::chosen(piece, lines))
            },
            |piece, chosen| {
                let Some(chosen) = chosen else {
                    return out.lines(&joined(piece, several));
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

/// What stands in one of several files that become one: no line that only a CR ends, which would be none
/// among others.
fn joined(piece: Piece<'_>, several: bool) -> Cow<'_, [u8]> {
    if !several || piece.end().is_some() {
        return Cow::Borrowed(piece.bytes);
    }
    let mut text = piece.bytes.to_vec();
    for byte in text.iter_mut().filter(|byte| **byte == b'\r') {
        *byte = b'\n';
    }
    Cow::Owned(text)
}

/// What some programs put before the text of a file in UTF-8.
pub(crate) const MARK: &[u8] = b"\xEF\xBB\xBF";
