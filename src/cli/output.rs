//! Standard output and standard error: closed pipes, colour, and what must not reach a terminal.

use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal, Read, Write};

use anstream::ColorChoice;

use super::flow::Fault;
use super::progress;
use super::tail::Tail;
use crate::editor::widgets::glyph;
use crate::epd::visible::visible_lines;

/// When to colour what is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Color {
    /// On a terminal that shows it, unless `NO_COLOR` is set.
    #[default]
    Auto,
    Always,
    Never,
}

impl Color {
    /// Whether standard output gets colour.
    pub(crate) fn on_stdout(self) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => anstream::AutoStream::choice(&io::stdout()) != ColorChoice::Never,
        }
    }
}

/// Where results go: standard output, or a file.
pub(crate) struct Output<'a> {
    writer: BufWriter<Box<dyn Write + 'a>>,
    /// Whether a person reads it on a terminal.
    pub terminal: bool,
    /// How the lines written last end: the next file must not go on in the last of them.
    tail: Tail,
    /// Files that were begun.
    files: usize,
    /// Rows of a table that wait to be aligned, and the widths of those before them.
    waiting: Vec<Vec<String>>,
    widths: Vec<usize>,
    /// Why a file that is there already is not to be replaced by this.
    pub stands_back: Option<&'static str>,
    /// How much it is, told behind the name of a file that is written.
    pub amount: Option<String>,
}

/// Rows of a table that are aligned together.
const TOGETHER: usize = 500;
/// A cell that is wider does not make its column so.
const WIDEST: usize = 40;

/// Whether it could be written; [`Fault::Output`] where not.
pub(crate) type Written = Result<(), Fault>;

impl<'a> Output<'a> {
    /// Takes standard output for the rest of the command.
    pub(crate) fn stdout() -> Self {
        #[cfg(test)]
        return Self::file(io::sink());
        #[cfg(not(test))]
        Self::of_process()
    }

    #[cfg_attr(test, allow(dead_code))]
    fn of_process() -> Self {
        let stdout = io::stdout();
        Self {
            terminal: stdout.is_terminal(),
            ..Self::file(stdout.lock())
        }
    }

    pub(crate) fn file(file: impl Write + 'a) -> Self {
        Self {
            writer: BufWriter::with_capacity(1 << 16, Box::new(file)),
            terminal: false,
            tail: Tail::default(),
            files: 0,
            waiting: Vec::new(),
            widths: Vec::new(),
            stands_back: None,
            amount: None,
        }
    }

    /// The first result on a terminal ends the line of progress there.
    fn come(&self, text: &[u8]) {
        if self.terminal && !text.is_empty() {
            progress::clear();
        }
    }

    /// Writes text of our own.
    pub(crate) fn text(&mut self, text: &str) -> Written {
        self.text_bytes(text.as_bytes())
    }

    /// Writes text made for a terminal already.
    pub(crate) fn text_bytes(&mut self, text: &[u8]) -> Written {
        self.come(text);
        self.writer.write_all(text).map_err(Fault::Output)
    }

    /// Writes all of something made for a terminal already.
    pub(crate) fn copy(&mut self, text: &mut impl Read) -> Written {
        self.come(b" ");
        io::copy(text, &mut self.writer)
            .map(|_| ())
            .map_err(Fault::Output)
    }

    /// A line of a file without its LF: byte for byte, but on a terminal everything that would
    /// act on it is made visible instead.
    pub(crate) fn shown(line: &[u8], terminal: bool) -> Cow<'_, [u8]> {
        if !terminal {
            return Cow::Borrowed(line);
        }
        Cow::Owned(glyph::safe(line.strip_suffix(b"\r").unwrap_or(line)).into_bytes())
    }

    /// Writes lines of a file; see [`Output::shown`].
    pub(crate) fn lines(&mut self, lines: &[u8]) -> Written {
        self.tail.take(lines);
        if !self.terminal {
            return self.text_bytes(lines);
        }
        for line in lines.split_inclusive(|byte| *byte == b'\n') {
            let (text, end) = line
                .strip_suffix(b"\n")
                .map_or((line, &b""[..]), |text| (text, b"\n"));
            self.text_bytes(&Self::shown(text, true))?;
            self.text_bytes(end)?;
        }
        Ok(())
    }

    /// Writes a line for a person; see [`safe_line`].
    pub(crate) fn line(&mut self, text: impl AsRef<[u8]>) -> Written {
        self.text(&safe_line(text))
    }

    /// Writes rows of a table whose cells are separated by tabs; on a terminal the columns are aligned.
    pub(crate) fn rows(&mut self, rows: &[u8]) -> Written {
        if !self.terminal {
            return self.lines(rows);
        }
        for row in rows
            .split(|byte| *byte == b'\n')
            .filter(|row| !row.is_empty())
        {
            let cells = row.split(|byte| *byte == b'\t').map(glyph::safe);
            self.waiting.push(cells.collect());
            if self.waiting.len() == TOGETHER {
                self.align()?;
            }
        }
        Ok(())
    }

    /// Writes the rows that wait, in columns; none becomes narrower than it was.
    fn align(&mut self) -> Written {
        let rows = std::mem::take(&mut self.waiting);
        let width = |cell: &String| glyph::width(cell.as_bytes());
        for row in &rows {
            self.widths.resize(self.widths.len().max(row.len()), 0);
            for (known, cell) in self.widths.iter_mut().zip(row) {
                *known = width(cell).clamp(*known, WIDEST.max(*known));
            }
        }
        for row in &rows {
            let mut text = String::new();
            for (nth, (cell, wide)) in row.iter().zip(&self.widths).enumerate() {
                text.push_str(cell);
                if nth + 1 < row.len() {
                    text.extend(std::iter::repeat_n(
                        ' ',
                        wide.saturating_sub(width(cell)) + 2,
                    ));
                }
            }
            text.push('\n');
            self.text(&text)?;
        }
        Ok(())
    }

    /// Begins with another file, on a line of its own.
    pub(crate) fn next_file(&mut self) -> Written {
        self.files += 1;
        self.lines(self.tail.end())
    }

    /// Whether none was begun before the one at hand.
    pub(crate) fn is_first_file(&self) -> bool {
        self.files <= 1
    }

    /// Hands on what is held back.
    pub(crate) fn flush(&mut self) -> Written {
        self.align()?;
        self.writer.flush().map_err(Fault::Output)
    }
}

/// A line for a person, with its end: behind a pipe, too, everything in it is made visible that would act
/// on a terminal or hide there.
pub(crate) fn safe_line(text: impl AsRef<[u8]>) -> String {
    glyph::safe(text.as_ref()) + "\n"
}

/// Says something to the person, beside the results.
pub(crate) fn say(text: &str) {
    progress::aside(|| {
        let text = glyph::safe(text.as_bytes());
        tell(&format!("epdit: {text}"));
    });
}

/// Says how it ended, in one line of its own without the program's name.
pub(crate) fn conclude(text: &str) {
    progress::clear();
    let text = glyph::safe(text.as_bytes());
    tell(&text);
}

fn tell(line: &str) {
    #[cfg(test)]
    if heard::take(line) {
        return;
    }
    // Standard error may be closed; then there is nobody to tell.
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// Says what is wrong with the arguments, which are repeated there: in colour only where nothing in them
/// has to be made visible, since colours are escape sequences too.
pub(crate) fn refuse(error: &clap::Error) {
    let plain = error.render().to_string();
    match visible_lines(&plain) {
        // Standard error may be closed; then there is nobody to tell.
        Cow::Borrowed(_) => drop(error.print()),
        Cow::Owned(safe) => drop(io::stderr().lock().write_all(safe.as_bytes())),
    }
}

/// What is said, for tests that look at it.
#[cfg(test)]
pub(super) mod heard {
    use std::cell::RefCell;

    thread_local! {
        static SAID: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
    }

    /// Runs `work`, and gives what it said on this thread.
    pub(crate) fn during<R>(work: impl FnOnce() -> R) -> (R, Vec<String>) {
        SAID.set(Some(Vec::new()));
        let result = work();
        (result, SAID.take().expect("it was put there"))
    }

    pub(super) fn take(line: &str) -> bool {
        SAID.with_borrow_mut(|said| {
            let said = said.as_mut();
            said.map(|said| said.push(line.to_owned())).is_some()
        })
    }
}
