//! Standard output and standard error: closed pipes, colour, and what must not reach a terminal.

use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal, Read, StdoutLock, Write};

use anstream::ColorChoice;

use super::progress;
use crate::app::glyph;

/// When to colour what is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Color {
    /// On a terminal that shows it, unless `NO_COLOR` is set.
    #[default]
    Auto,
    Always,
    Never,
}

impl Color {
    /// Whether standard output gets colour.
    pub fn on_stdout(self) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => anstream::AutoStream::choice(&io::stdout()) != ColorChoice::Never,
        }
    }
}

/// Standard output, for results.
pub struct Output {
    writer: BufWriter<StdoutLock<'static>>,
    /// Whether a person reads it on a terminal.
    pub terminal: bool,
}

impl Output {
    /// Takes standard output for the rest of the command.
    pub fn new() -> Self {
        let stdout = io::stdout();
        let terminal = stdout.is_terminal();
        Self {
            writer: BufWriter::with_capacity(1 << 16, stdout.lock()),
            terminal,
        }
    }

    /// The first result on a terminal ends the line of progress there.
    fn come(&self, text: &[u8]) {
        if self.terminal && !text.is_empty() {
            progress::clear();
        }
    }

    /// Writes text of our own.
    ///
    /// # Errors
    ///
    /// Those of writing; see [`is_closed_pipe`].
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        self.come(text.as_bytes());
        self.writer.write_all(text.as_bytes())
    }

    /// Writes text made for a terminal already.
    ///
    /// # Errors
    ///
    /// Those of writing; see [`is_closed_pipe`].
    pub fn text_bytes(&mut self, text: &[u8]) -> io::Result<()> {
        self.come(text);
        self.writer.write_all(text)
    }

    /// Writes all of something made for a terminal already.
    ///
    /// # Errors
    ///
    /// Those of reading and writing; see [`is_closed_pipe`].
    pub fn copy(&mut self, text: &mut impl Read) -> io::Result<()> {
        self.come(b" ");
        io::copy(text, &mut self.writer).map(|_| ())
    }

    /// A line of a file without its LF: byte for byte, but on a terminal everything that would
    /// act on it is made visible instead.
    pub fn shown(line: &[u8], terminal: bool) -> Cow<'_, [u8]> {
        if !terminal {
            return Cow::Borrowed(line);
        }
        Cow::Owned(glyph::safe(line.strip_suffix(b"\r").unwrap_or(line)).into_bytes())
    }

    /// Writes lines of a file; see [`Output::shown`].
    ///
    /// # Errors
    ///
    /// Those of writing; see [`is_closed_pipe`].
    pub fn lines(&mut self, lines: &[u8]) -> io::Result<()> {
        self.come(lines);
        if !self.terminal {
            return self.writer.write_all(lines);
        }
        for line in lines.split_inclusive(|byte| *byte == b'\n') {
            let (text, end) = line
                .strip_suffix(b"\n")
                .map_or((line, false), |text| (text, true));
            self.writer.write_all(&Self::shown(text, true))?;
            if end {
                self.writer.write_all(b"\n")?;
            }
        }
        Ok(())
    }

    /// Hands on what is held back.
    ///
    /// # Errors
    ///
    /// Those of writing; see [`is_closed_pipe`].
    pub fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Whether an error says that nobody reads any more: that is no failure.
pub fn is_closed_pipe(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

/// Says something to the person, beside the results.
pub fn say(text: &str) {
    // Standard error may be closed; then there is nobody to tell.
    progress::aside(|| {
        let text = glyph::safe(text.as_bytes());
        let _ = writeln!(io::stderr().lock(), "epdit: {text}");
    });
}

/// Says how it ended, in one line of its own without the program's name.
pub fn conclude(text: &str) {
    progress::clear();
    let text = glyph::safe(text.as_bytes());
    // Standard error may be closed; then there is nobody to tell.
    let _ = writeln!(io::stderr().lock(), "{text}");
}
