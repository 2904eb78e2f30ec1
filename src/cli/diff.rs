//! A unified diff written while lines are read: lines change one by one, so only the context of a change is held; a
//! long hunk goes to a file.
//!
//! The new text of a line follows directly below its old text, which unified diffs allow.

mod texts;

use std::collections::VecDeque;
use std::io::{self, Seek, Write};

use annotate_snippets::renderer::{AnsiColor, Effects, Style};
use tempfile::SpooledTempFile;

use super::flow::Fault;
use super::output::{Output, Written};
pub(crate) use texts::diff_texts;

/// The number of unchanged lines shown on either side of a change.
const CONTEXT: usize = 3;
/// The number of bytes of a hunk held in memory.
const HELD: usize = 1 << 20;

/// A unified diff in progress.
pub(crate) struct Diff<'a> {
    name: &'a str,
    color: bool,
    named: bool,
    /// The unchanged lines since the last change, or only the last few if no hunk is open.
    quiet: VecDeque<Vec<u8>>,
    hunk: Option<Hunk>,
    /// The number of lines removed so far.
    gone: u64,
}

struct Hunk {
    /// The numbers of the first line, old and new.
    start: (u64, u64),
    /// The numbers of lines, old and new.
    lines: (u64, u64),
    text: SpooledTempFile,
    color: bool,
    /// Whether the output is a terminal.
    terminal: bool,
}

impl<'a> Diff<'a> {
    pub(crate) fn new(name: &'a str, color: bool) -> Self {
        Self {
            name,
            color,
            named: false,
            quiet: VecDeque::new(),
            hunk: None,
            gone: 0,
        }
    }

    /// Adds the next line, and its new text if it changes.
    pub(crate) fn line(
        &mut self,
        number: u64,
        old: &[u8],
        new: Option<Vec<u8>>,
        out: &mut Output<'_>,
    ) -> Written {
        let Some(new) = new else {
            self.quiet.push_back(old.to_vec());
            if self.hunk.is_none() && self.quiet.len() > CONTEXT {
                self.quiet.pop_front();
            }
            // One line more than may stand between two changes of one hunk.
            return if self.hunk.is_some() && self.quiet.len() > 2 * CONTEXT {
                self.close(out)
            } else {
                Ok(())
            };
        };
        if self.hunk.is_none() {
            let start = number - self.quiet.len() as u64;
            let start = (start, start - self.gone);
            self.hunk = Some(Hunk::at(start, self.color, out.terminal));
        }
        let quiet = std::mem::take(&mut self.quiet);
        let Some(hunk) = &mut self.hunk else {
            return Ok(());
        };
        for line in quiet {
            hunk.put(b' ', &line)?;
        }
        hunk.put(b'-', old)?;
        if new.is_empty() {
            self.gone += 1;
            return Ok(());
        }
        hunk.put(b'+', &new)
    }

    /// Skips a line that is too long to be context.
    pub(crate) fn pass(&mut self, out: &mut Output<'_>) -> Written {
        self.close(out)?;
        self.quiet.clear();
        Ok(())
    }

    /// Writes the open hunk with its context; later lines may be context of the next one.
    pub(crate) fn close(&mut self, out: &mut Output<'_>) -> Written {
        let Some(mut hunk) = self.hunk.take() else {
            return Ok(());
        };
        for line in self.quiet.drain(..CONTEXT.min(self.quiet.len())) {
            hunk.put(b' ', &line)?;
        }
        while self.quiet.len() > CONTEXT {
            self.quiet.pop_front();
        }
        if !self.named {
            self.named = true;
            name_file(self.name, out)?;
        }
        hunk.write(out)
    }
}

fn name_file(name: &str, out: &mut Output<'_>) -> Written {
    out.lines(format!("--- {name}\n").as_bytes())?;
    out.lines(format!("+++ {name}\n").as_bytes())
}

impl Hunk {
    fn at(start: (u64, u64), color: bool, terminal: bool) -> Self {
        Self {
            start,
            lines: (0, 0),
            text: SpooledTempFile::new(HELD),
            color,
            terminal,
        }
    }

    fn write(mut self, out: &mut Output<'_>) -> Written {
        let style = style_of(b'@', self.color);
        let ((old, new), (old_lines, new_lines)) = (self.start, self.lines);
        // An empty stretch has the number of the line before it.
        let old = old - u64::from(old_lines == 0);
        let new = new - u64::from(new_lines == 0);
        out.text(&format!(
            "{style}@@ -{old},{old_lines} +{new},{new_lines} @@{style:#}\n"
        ))?;
        self.text.rewind().map_err(Fault::Output)?;
        out.copy(&mut self.text)
    }

    fn put(&mut self, sign: u8, line: &[u8]) -> Written {
        self.lines.0 += u64::from(sign != b'+');
        self.lines.1 += u64::from(sign != b'-');
        self.hold(sign, line).map_err(Fault::Output)
    }

    fn hold(&mut self, sign: u8, line: &[u8]) -> io::Result<()> {
        let style = style_of(sign, self.color);
        let (text, ended) = line
            .strip_suffix(b"\n")
            .map_or((line, false), |text| (text, true));
        write!(self.text, "{style}{}", char::from(sign))?;
        self.text.write_all(&Output::shown(text, self.terminal))?;
        writeln!(self.text, "{style:#}")?;
        if !ended {
            self.text.write_all(b"\\ No newline at end of file\n")?;
        }
        Ok(())
    }
}

fn style_of(sign: u8, color: bool) -> Style {
    match sign {
        _ if !color => Style::new(),
        b'-' => AnsiColor::Red.on_default(),
        b'+' => AnsiColor::Green.on_default(),
        b'@' => AnsiColor::Cyan.on_default().effects(Effects::DIMMED),
        _ => Style::new(),
    }
}
