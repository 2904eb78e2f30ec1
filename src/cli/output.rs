//! Standard output and standard error: closed pipes, colour, and text made safe for terminals.

use crate::cli::flow::{Fault, MARK, Status};
use crate::cli::progress;
use crate::editor::widgets::glyph;
use crate::epd::counted::thousands_of;
use crate::epd::visible::visible_lines;
use anstream::ColorChoice;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Read, Write};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Color {
    /// On a terminal that shows it, unless `NO_COLOR` is set.
    #[default]
    Auto,
    Always,
    Never,
}

impl Color {
    /// Returns true if standard output is coloured.
    pub(crate) fn on_stdout(self) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => anstream::AutoStream::choice(&io::stdout()) != ColorChoice::Never,
        }
    }
}

/// The destination of results: standard output, or a file.
pub(crate) struct Output<'a> {
    writer: BufWriter<Box<dyn Write + 'a>>,
    pub terminal: bool,
    /// The end of the last line written, as the next file must begin on a new line.
    tail: Tail,
    files: usize,
    /// The rows of a table that wait to be aligned, and the widths of the columns so far.
    waiting: Vec<Vec<String>>,
    widths: Vec<usize>,
    /// The reason not to replace an existing file.
    pub keep_reason: Option<&'static str>,
    /// The amount written, reported with the file's name.
    pub amount: Option<String>,
}

/// The number of rows that are aligned together.
const TOGETHER: usize = 500;
/// The width up to which a cell widens its column.
const WIDEST: usize = 40;

/// The result of a write; a failure is [`Fault::Output`].
pub(crate) type WriteResult = Result<(), Fault>;

impl<'a> Output<'a> {
    /// Returns standard output, for the rest of the command.
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
            keep_reason: None,
            amount: None,
        }
    }

    /// Ends the progress line when the first result goes to a terminal.
    fn clear_progress(&self, text: &[u8]) {
        if self.terminal && !text.is_empty() {
            progress::clear();
        }
    }

    /// Writes the program's own text.
    pub(crate) fn text(&mut self, text: &str) -> WriteResult {
        self.text_bytes(text.as_bytes())
    }

    /// Writes bytes that are already safe for a terminal.
    pub(crate) fn text_bytes(&mut self, text: &[u8]) -> WriteResult {
        self.clear_progress(text);
        self.writer.write_all(text).map_err(Fault::Output)
    }

    /// Copies a reader whose bytes are already safe for a terminal.
    pub(crate) fn copy(&mut self, text: &mut impl Read) -> WriteResult {
        self.clear_progress(b" ");
        io::copy(text, &mut self.writer)
            .map(|_| ())
            .map_err(Fault::Output)
    }

    /// Returns a line of a file without its LF: unchanged, or on a terminal with all control characters made visible.
    pub(crate) fn shown(line: &[u8], terminal: bool) -> Cow<'_, [u8]> {
        if !terminal {
            return Cow::Borrowed(line);
        }
        Cow::Owned(glyph::safe(line.strip_suffix(b"\r").unwrap_or(line)).into_bytes())
    }

    /// Writes lines of a file; see [`Output::shown`].
    pub(crate) fn lines(&mut self, lines: &[u8]) -> WriteResult {
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

    /// Writes a line of text for the user; see [`safe_line`].
    pub(crate) fn line(&mut self, text: impl AsRef<[u8]>) -> WriteResult {
        self.text(&safe_line(text))
    }

    /// Writes the rows of a table, whose cells are separated by tabs; a terminal gets aligned columns.
    pub(crate) fn rows(&mut self, rows: &[u8]) -> WriteResult {
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

    /// Writes the waiting rows in columns; no column becomes narrower.
    fn align(&mut self) -> WriteResult {
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

    /// Begins another file, on a new line.
    pub(crate) fn next_file(&mut self) -> WriteResult {
        self.files += 1;
        self.lines(self.tail.end())
    }

    /// Returns true if no other file was begun before the current one.
    pub(crate) fn is_first_file(&self) -> bool {
        self.files <= 1
    }

    /// Flushes the waiting rows and the buffer.
    pub(crate) fn flush(&mut self) -> WriteResult {
        self.align()?;
        self.writer.flush().map_err(Fault::Output)
    }
}

/// Returns a line for the user, with its end. Control and invisible characters are made visible, even for a pipe.
pub(crate) fn safe_line(text: impl AsRef<[u8]>) -> String {
    glyph::safe(text.as_ref()) + "\n"
}

/// Prints a message for the user to standard error.
pub(crate) fn say(text: &str) {
    progress::aside(|| {
        let text = glyph::safe(text.as_bytes());
        tell(&format!("epdit: {text}"));
    });
}

/// Prints the closing line to standard error, without the program's name.
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
    // A closed standard error leaves nobody to tell.
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// Prints an error about the arguments, which it repeats. The error is coloured only if nothing in it has to be made
/// visible, as colours are escape sequences too.
pub(crate) fn refuse(error: &clap::Error) {
    let plain = error.render().to_string();
    match visible_lines(&plain) {
        // A closed standard error leaves nobody to tell.
        Cow::Borrowed(_) => drop(error.print()),
        Cow::Owned(safe) => drop(io::stderr().lock().write_all(safe.as_bytes())),
    }
}

/// The recorded messages, for tests.
#[cfg(test)]
pub(super) mod heard {
    use std::cell::RefCell;

    thread_local! {
        static SAID: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
    }

    /// Runs `work` and returns its result with the messages of this thread.
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

/// The number of records by incident, with the place of the first of each kind.
#[derive(Debug)]
pub(crate) struct IncidentCounts<K>(BTreeMap<K, (u64, String)>);

impl<K: Ord> IncidentCounts<K> {
    pub(crate) const fn new() -> Self {
        Self(BTreeMap::new())
    }

    /// Counts a record on this line of a file.
    pub(crate) fn add(&mut self, what: K, name: &str, line: u64) {
        let place = || (0, format!("{name}:{line}"));
        self.0.entry(what).or_insert_with(place).0 += 1;
    }

    pub(crate) fn count(&self, what: &K) -> u64 {
        self.0.get(what).map_or(0, |(count, _)| *count)
    }

    /// Prints each kind, `3 records skipped (first: a.epd:4)`; returns the status.
    pub(crate) fn say<W: Display>(&self, words: impl Fn(&K) -> W) -> Status {
        for (what, (count, first)) in &self.0 {
            let records = thousands_of(*count, "record", "records");
            say(&format!("{records} {} (first: {first})", words(what)));
        }
        match self.0.is_empty() {
            true => Status::Clean,
            false => Status::Findings,
        }
    }
}

/// The state at the end of a text.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tail {
    begun: bool,
    /// Whether the last line has no end.
    is_open: bool,
    has_crlf: bool,
    after_cr: bool,
}

impl Tail {
    pub(crate) fn take(&mut self, text: &[u8]) {
        let Some(last) = text.last() else {
            return;
        };
        // A file with only a byte-order mark has no line yet.
        let is_mark = !std::mem::replace(&mut self.begun, true) && text == MARK;
        self.is_open = !is_mark && !matches!(last, b'\n' | b'\r');
        if let Some(at) = memchr::memrchr(b'\n', text) {
            let before = at.checked_sub(1).and_then(|at| text.get(at));
            self.has_crlf = before.map_or(self.after_cr, |byte| *byte == b'\r');
        }
        self.after_cr = *last == b'\r';
    }

    /// Returns the missing end of the last line, in the style of the lines before it; empty if it has one.
    pub(crate) fn end(self) -> &'static [u8] {
        match (self.is_open, self.has_crlf) {
            (false, _) => b"",
            (true, true) => b"\r\n",
            (true, false) => b"\n",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_line_end_is_like_those_before_it() {
        for (parts, expected) in [
            (&[][..], ""),
            (&["a\n", "b"][..], "\n"),
            (&["a\r\nb"][..], "\r\n"),
            (&["a\r", "\nb"][..], "\r\n"),
            (&["a\r\nb\nc"][..], "\n"),
            (&["a\r\n"][..], ""),
            (&["a\rb\r"][..], ""),
            (&["\u{feff}"][..], ""),
            (&["\u{feff}a"][..], "\n"),
            (&["a\n", "\u{feff}"][..], "\n"),
        ] {
            let mut tail = Tail::default();
            parts.iter().for_each(|part| tail.take(part.as_bytes()));
            assert_eq!(tail.end(), expected.as_bytes(), "{parts:?}");
        }
    }
}
