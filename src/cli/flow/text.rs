//! The text of an open input, and its opening: decompression, games as positions, other line ends.

use super::arrange::ArrangeInput;
use super::input::Games as GameIds;
use super::{Fault, Input, OfInput, Source};
use crate::cli::flow::replace;
use crate::cli::progress::{self, counted};
use crate::epd::Rules;
use crate::epd::rules::Signs;
use crate::exchange::import::{IdTemplate, Import, Stream, Tags};
use crate::exchange::pgn::Games;
use crate::suite::external::SpooledStream;
use crate::suite::query::Facts;
use crate::suite::save::FileState;
use crate::suite::scan::{Flow, Piece, Pieces};
use crate::suite::{
    Compression, Ending, LONGEST_LINE, LONGEST_STREAM, LineEnd, Query, explain, kind, open_text,
    unpack,
};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

/// Returns the settings for importing games as positions: with clocks, and an id of the players, the game's number
/// (engines often play several games) and the ply.
fn of_games(ids: GameIds, input: &Input) -> Import {
    let id: Option<IdTemplate> = "{White}-{Black}.{game}.{ply}".parse().ok();
    let id = id.map(|id| match ids {
        GameIds::One => id,
        GameIds::OfSeveral => id.after(format!("{}:", input.stem())),
    });
    Import {
        id,
        tags: Tags::None,
        clocks: true,
        ..Import::default()
    }
}

/// Returns the text, or the records of its positions if it is a text of games, and whether it is one.
fn positions_of_games(
    text: Box<dyn Read + Send>,
    input: &Input,
) -> io::Result<(Box<dyn Read + Send>, bool)> {
    let mut text = BufReader::with_capacity(1 << 16, text);
    Ok(match input.games(text.fill_buf()?) {
        Some(ids) => {
            let records = Stream::of(Games::of(text), of_games(ids, input));
            (Box::new(records), true)
        }
        None => (Box::new(text), false),
    })
}

/// The text of an input from its first byte, decompressed if necessary.
pub(crate) struct Text {
    pieces: Pieces<Box<dyn Read + Send>>,
    compression: Compression,
    /// Whether the records are positions of games.
    pub is_games: bool,
}

impl Input {
    /// Opens the input and refuses text that is not EPD. A query about the whole file is prepared by reading it
    /// first.
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
            let input = self.kept(text)?;
            let whole = ArrangeInput::of_one(input.clone());
            source.facts = whole.facts(query)?.of_file(&self.name);
            text = Text::of(&input)?;
        }
        Ok((source, text))
    }

    /// Spools the text of a stream into a private file, so that it can be read again.
    pub(super) fn kept(&self, text: Text) -> io::Result<Self> {
        let mut input = self.clone();
        if input.file().is_none() {
            // The stream is read to its end before any work, so it must have one.
            let mut whole = Ending::within(text.into_read(), LONGEST_STREAM);
            input.kept = Some(SpooledStream::of(&mut whole)?);
        }
        Ok(input)
    }
}

impl Text {
    pub(crate) fn of(input: &Input) -> io::Result<Self> {
        if let Some(kept) = &input.kept {
            return Ok(Self::from_read(Box::new(kept.read())));
        }
        let (text, compression) = match &input.path {
            None => unpack(counted(io::stdin()), input.unpacked)?,
            Some(path) => open_text(path, input.unpacked, |bytes| Box::new(counted(bytes)))?,
        };
        let (text, is_games) = match input.may_be_games() {
            true => positions_of_games(text, input)?,
            false => (text, false),
        };
        if compression != Compression::None || is_games {
            progress::is_of_other_text();
        }
        Ok(Self {
            pieces: Pieces::new(text),
            compression,
            is_games,
        })
    }

    /// Returns any reader as a text.
    pub(crate) fn from_read(text: Box<dyn Read + Send>) -> Self {
        Self {
            pieces: Pieces::new(text),
            compression: Compression::None,
            is_games: false,
        }
    }

    /// Skips a byte-order mark at the beginning; returns true if there was one. Within a text it would belong to a
    /// record.
    pub(crate) fn skip_mark(&mut self) -> io::Result<bool> {
        self.pieces.skip(MARK)
    }

    /// Sets the byte that ends lines.
    pub(crate) fn ending_lines_with(mut self, end: u8) -> Self {
        self.pieces.end_with(end);
        self
    }

    /// Replaces the CR at line ends by LF: it would not end a line among those of other files.
    pub(crate) fn among_others(mut self) -> io::Result<Self> {
        self.pieces.first()?;
        if self.pieces.terminator() != b'\r' {
            return Ok(self);
        }
        let text = Box::new(WithLf::of(self.pieces.into_read()));
        Ok(Self {
            pieces: Pieces::new(text),
            compression: self.compression,
            is_games: self.is_games,
        })
    }

    /// Returns the line end that most of the first lines have.
    pub(crate) fn line_end(&mut self) -> io::Result<LineEnd> {
        let first = self.pieces.first()?.to_vec();
        Ok(LineEnd::dominant(self.pieces.terminator(), &first))
    }

    pub(crate) fn into_read(self) -> Box<dyn Read + Send> {
        Box::new(self.pieces.into_read())
    }

    /// Runs `work` on the pieces of the text, on all cores, and `take` on the results in order.
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

    /// Runs `work` and `take` until `take` stops; the rest is not read.
    pub(crate) fn pieces_until<R: Send>(
        self,
        work: impl Fn(Piece<'_>) -> R + Sync,
        take: impl for<'p> FnMut(Piece<'p>, R) -> Result<Flow, Fault>,
    ) -> Result<(), Fault> {
        self.pieces.each(work, take)
    }

    /// Runs `each` on the chosen records, on all cores, and `take` on the results in order; each result covers a
    /// batch and starts as `begin`.
    pub(crate) fn records<R: Send>(
        self,
        source: &Source<'_>,
        begin: impl Fn() -> R + Sync,
        each: impl Fn(&mut R, u64, &[u8]) + Sync,
        mut take: impl FnMut(R) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        self.pieces(
            |piece| {
                let mut made = begin();
                let records = source.records(piece);
                records.for_each(|(number, line)| each(&mut made, number, line));
                made
            },
            |_, made| take(made),
        )
    }

    /// Runs `work` on pieces of whole lines, on all cores, and `take` on the results in order. `too_long` returns the
    /// error for the number of a line that is too long for memory.
    pub(crate) fn whole_lines<R: Send>(
        self,
        too_long: impl Fn(u64) -> String,
        work: impl Fn(Piece<'_>) -> R + Sync,
        mut take: impl for<'p> FnMut(Piece<'p>, R) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let mut long: Vec<u8> = Vec::new();
        self.pieces(
            |piece| (!piece.is_part()).then(|| work(piece)),
            |piece, made| {
                if let Some(made) = made {
                    return take(piece, made);
                }
                long.extend_from_slice(piece.bytes);
                if long.len() > LONGEST_LINE {
                    return Err(io::Error::other(too_long(piece.first_line)).into());
                }
                if piece.is_open {
                    return Ok(());
                }
                let line = std::mem::take(&mut long);
                let whole = piece.of_whole(&line);
                take(whole, work(whole))
            },
        )
    }

    /// Returns the rules that the records imply. Ends early if one contradicts Chess960.
    pub(super) fn rules(self) -> io::Result<Rules> {
        let mut signs = Signs::default();
        let read = self.pieces_until(
            |piece| {
                let mut signs = Signs::default();
                piece.lines().for_each(|(_, line)| signs.add(line));
                signs
            },
            |_, part| {
                signs.join(part);
                Ok(match signs.are_settled() {
                    true => Flow::Stop,
                    false => Flow::On,
                })
            },
        );
        read.map_err(Fault::into_error)?;
        Ok(signs.rules())
    }

    /// Replaces the file with the output of `fill`, as safely as the editor saves. The file is locked
    /// ([`Input::lock`]), is replaced only as a whole, and stays if `fill` reports no change.
    pub(crate) fn replace(
        self,
        input: &Input,
        path: &Path,
        fill: impl FnOnce(Self, &mut dyn Write) -> Result<bool, Fault>,
    ) -> io::Result<()> {
        // The file that is read from here on is the one replaced.
        drop(self);
        let before = FileState::settled(path)?;
        let text = Self::of(input)?;
        let compression = text.compression;
        let unread = replace(path, &input.name, &before, compression, |out| {
            match fill(text, out) {
                Ok(true) => Ok(None),
                Ok(false) => Ok(Some(None)),
                Err(Fault::Output(error)) => Err(error),
                Err(fault) => Ok(Some(Some(fault.into_error()))),
            }
        })?;
        let Some(error) = unread.flatten() else {
            return Ok(());
        };
        // The caller adds the name of the file.
        let words = OfInput::in_error(&error).map(|error| error.words.clone());
        let words = words.unwrap_or_else(|| explain(&error));
        Err(io::Error::new(
            error.kind(),
            format!("{words}; the file is unchanged"),
        ))
    }
}

/// The byte-order mark in UTF-8.
pub(crate) const MARK: &[u8] = b"\xEF\xBB\xBF";

/// A reader that turns CR and CR LF line ends into LF.
struct WithLf<R> {
    text: R,
    /// Whether the last byte was a CR: an LF after it belongs to the same end.
    is_behind_cr: bool,
}

impl<R: Read> WithLf<R> {
    fn of(text: R) -> Self {
        Self {
            text,
            is_behind_cr: false,
        }
    }
}

impl<R: Read> Read for WithLf<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let got = self.text.read(buffer)?;
            let mut kept = 0;
            for at in 0..got {
                let byte = buffer.get(at).copied().unwrap_or_default();
                let is_second = byte == b'\n' && self.is_behind_cr;
                self.is_behind_cr = byte == b'\r';
                if let Some(to) = buffer.get_mut(kept).filter(|_| !is_second) {
                    *to = if byte == b'\r' { b'\n' } else { byte };
                    kept += 1;
                }
            }
            // An empty result would mean the end.
            if kept > 0 || got == 0 {
                return Ok(kept);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_end_becomes_one_lf() {
        let check = |text: &str, expected: &str| {
            let mut all = String::new();
            let read = WithLf::of(text.as_bytes()).read_to_string(&mut all);
            assert_eq!((read.ok(), all.as_str()), (Some(expected.len()), expected));
            // Independent of the size of reads.
            let mut slow = WithLf::of(text.as_bytes());
            let (mut bytes, mut byte) = (Vec::new(), [0]);
            while slow.read(&mut byte).is_ok_and(|got| got > 0) {
                bytes.extend(byte);
            }
            assert_eq!(bytes, expected.as_bytes());
        };
        check("a\rb\r", "a\nb\n");
        check("a\r\rb\r\nc\n\nd", "a\n\nb\nc\n\nd");
        check("\r\n", "\n");
        check("", "");
    }
}
