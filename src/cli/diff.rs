//! Unified diffs. [`Diff`] is for lines that change one by one: it is written while they are read, with only the
//! context of a change in memory; a long hunk is spooled. The new text of a line follows directly below its old
//! text, which unified diffs allow.
//!
//! [`diff_texts`] is for texts with moved, removed or changed lines. Each text is read twice: once to compare a
//! hash of each line, and once for the lines to show.

use super::flow::Fault;
use super::output::{Output, WriteResult};
use crate::cli::flow::Text;
use annotate_snippets::renderer::{AnsiColor, Effects, Style};
use similar::{Algorithm, DiffOp, DiffTag, capture_diff_slices_deadline, group_diff_ops};
use std::collections::VecDeque;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, BufReader, Read, Seek, Write};
use std::time::{Duration, Instant};
use tempfile::SpooledTempFile;

/// The number of unchanged lines shown on either side of a change.
const CONTEXT: usize = 3;
/// The limit for a hunk in memory, in bytes.
const HELD: usize = 1 << 20;

/// A unified diff that is being written.
pub(crate) struct Diff<'a> {
    name: &'a str,
    color: bool,
    named: bool,
    /// The unchanged lines since the last change, or only the last few if no hunk is open.
    unchanged: VecDeque<Vec<u8>>,
    hunk: Option<Hunk>,
    removed: u64,
}

struct Hunk {
    /// The numbers of the first line, old and new.
    start: (u64, u64),
    /// The numbers of lines, old and new.
    lines: (u64, u64),
    text: SpooledTempFile,
    color: bool,
    terminal: bool,
}

impl<'a> Diff<'a> {
    pub(crate) fn new(name: &'a str, color: bool) -> Self {
        Self {
            name,
            color,
            named: false,
            unchanged: VecDeque::new(),
            hunk: None,
            removed: 0,
        }
    }

    /// Adds the next line, and its new text if it changes.
    pub(crate) fn line(
        &mut self,
        number: u64,
        old: &[u8],
        new: Option<Vec<u8>>,
        out: &mut Output<'_>,
    ) -> WriteResult {
        let Some(new) = new else {
            self.unchanged.push_back(old.to_vec());
            if self.hunk.is_none() && self.unchanged.len() > CONTEXT {
                self.unchanged.pop_front();
            }
            // There are more lines than two changes of one hunk have between them.
            return if self.hunk.is_some() && self.unchanged.len() > 2 * CONTEXT {
                self.close(out)
            } else {
                Ok(())
            };
        };
        if self.hunk.is_none() {
            let start = number - self.unchanged.len() as u64;
            let start = (start, start - self.removed);
            self.hunk = Some(Hunk::at(start, self.color, out.terminal));
        }
        let unchanged = std::mem::take(&mut self.unchanged);
        let Some(hunk) = &mut self.hunk else {
            return Ok(());
        };
        for line in unchanged {
            hunk.put(b' ', &line)?;
        }
        hunk.put(b'-', old)?;
        if new.is_empty() {
            self.removed += 1;
            return Ok(());
        }
        hunk.put(b'+', &new)
    }

    /// Skips a line that is too long to be context.
    pub(crate) fn pass(&mut self, out: &mut Output<'_>) -> WriteResult {
        self.close(out)?;
        self.unchanged.clear();
        Ok(())
    }

    /// Writes the open hunk with its context; later lines may be context of the next one.
    pub(crate) fn close(&mut self, out: &mut Output<'_>) -> WriteResult {
        let Some(mut hunk) = self.hunk.take() else {
            return Ok(());
        };
        for line in self.unchanged.drain(..CONTEXT.min(self.unchanged.len())) {
            hunk.put(b' ', &line)?;
        }
        while self.unchanged.len() > CONTEXT {
            self.unchanged.pop_front();
        }
        if !self.named {
            self.named = true;
            name_file(self.name, out)?;
        }
        hunk.write(out)
    }
}

fn name_file(name: &str, out: &mut Output<'_>) -> WriteResult {
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

    fn write(mut self, out: &mut Output<'_>) -> WriteResult {
        let style = style_of(b'@', self.color);
        let ((old, new), (old_lines, new_lines)) = (self.start, self.lines);
        // An empty range has the number of the line before it.
        let old = old - u64::from(old_lines == 0);
        let new = new - u64::from(new_lines == 0);
        out.text(&format!(
            "{style}@@ -{old},{old_lines} +{new},{new_lines} @@{style:#}\n"
        ))?;
        self.text.rewind().map_err(Fault::Output)?;
        out.copy(&mut self.text)
    }

    fn put(&mut self, sign: u8, line: &[u8]) -> WriteResult {
        self.lines.0 += u64::from(sign != b'+');
        self.lines.1 += u64::from(sign != b'-');
        self.spool(sign, line).map_err(Fault::Output)
    }

    fn spool(&mut self, sign: u8, line: &[u8]) -> io::Result<()> {
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

/// The time spent looking for a shorter diff; a valid one results in any case.
const PATIENCE: Duration = Duration::from_secs(5);

/// Writes the diff of two texts whose lines end with `end`; each can be read twice.
pub(crate) fn diff_texts(
    name: &str,
    color: bool,
    end: u8,
    (before, after): (&dyn Fn() -> Text, &dyn Fn() -> Text),
    out: &mut Output<'_>,
) -> WriteResult {
    // Opened before `differences` reads the texts to their ends: the reading opened last decides which places of
    // lines are known.
    let (mut old, mut new) = (Lines::of(before(), end), Lines::of(after(), end));
    let groups = differences(before(), after(), end)?;
    if !groups.is_empty() {
        name_file(name, out)?;
    }
    let number = |at: usize| at as u64 + 1;
    for group in groups {
        let Some(start) = group.first() else {
            continue;
        };
        let (from, to) = (start.old_range().start, start.new_range().start);
        let mut hunk = Hunk::at((number(from), number(to)), color, out.terminal);
        for op in group {
            let is_equal = op.tag() == DiffTag::Equal;
            for at in op.old_range() {
                hunk.put(if is_equal { b' ' } else { b'-' }, &old.get(at)?)?;
            }
            for at in op.new_range().filter(|_| !is_equal) {
                hunk.put(b'+', &new.get(at)?)?;
            }
        }
        hunk.write(out)?;
    }
    Ok(())
}

/// Returns the differences, hunk by hunk. Uses 8 bytes of memory per line of either text.
fn differences(before: Text, after: Text, end: u8) -> Result<Vec<Vec<DiffOp>>, Fault> {
    // With a random state, nobody can construct two lines with equal hashes.
    let state = RandomState::new();
    let old = hashes(before, end, &state)?;
    let new = hashes(after, end, &state)?;
    let deadline = Instant::now().checked_add(PATIENCE);
    let ops = capture_diff_slices_deadline(Algorithm::Myers, &old, &new, deadline);
    Ok(group_diff_ops(ops, CONTEXT))
}

fn hashes(text: Text, end: u8, state: &RandomState) -> Result<Vec<u64>, Fault> {
    let mut all = Vec::new();
    text.ending_lines_with(end).whole_lines(
        |line| format!("line {line} is too long to be compared"),
        |piece| {
            let lines = piece.lines();
            lines.map(|(_, line)| state.hash_one(line)).collect()
        },
        |_, hashes: Vec<u64>| {
            all.extend(hashes);
            Ok(())
        },
    )?;
    Ok(all)
}

/// The lines of a text, in order.
struct Lines {
    read: BufReader<Box<dyn Read + Send>>,
    end: u8,
    /// The number of lines read.
    at: usize,
}

impl Lines {
    fn of(text: Text, end: u8) -> Self {
        Self {
            read: BufReader::with_capacity(1 << 16, text.into_read()),
            end,
            at: 0,
        }
    }

    /// Returns line `number`, which must not be before an earlier one.
    fn get(&mut self, number: usize) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        while self.at <= number {
            line.clear();
            self.next(&mut line)?;
            if line.is_empty() {
                return Err(io::Error::other("the file changed while it was read"));
            }
            self.at += 1;
        }
        Ok(line)
    }

    fn next(&mut self, line: &mut Vec<u8>) -> io::Result<()> {
        if self.end != b'\r' {
            self.read.read_until(self.end, line)?;
            return Ok(());
        }
        // CR, LF and CR LF each end a line.
        loop {
            let held = self.read.fill_buf()?;
            if held.is_empty() {
                return Ok(());
            }
            let found = memchr::memchr2(b'\r', b'\n', held).map(|at| at + 1);
            let length = found.unwrap_or(held.len());
            line.extend_from_slice(held.get(..length).unwrap_or_default());
            self.read.consume(length);
            if found.is_some() {
                break;
            }
        }
        if line.ends_with(b"\r") && self.read.fill_buf()?.first() == Some(&b'\n') {
            self.read.consume(1);
            line.push(b'\n');
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text(text: &str) -> Text {
        Text::from_read(Box::new(io::Cursor::new(text.as_bytes().to_vec())))
    }

    fn diff(old: &str, new: &str, end: u8) -> String {
        let mut written = Vec::new();
        let mut out = Output::file(&mut written);
        diff_texts(
            "a.epd",
            false,
            end,
            (&|| text(old), &|| text(new)),
            &mut out,
        )
        .unwrap();
        out.flush().unwrap();
        drop(out);
        String::from_utf8(written).unwrap()
    }

    /// Returns the text after applying a diff by the positions in its hunks.
    fn patched(old: &str, diff: &str) -> String {
        let lines: Vec<&str> = old.split_inclusive('\n').collect();
        let (mut new, mut at) = (Vec::new(), 0);
        let mut rest = diff.lines().skip(2).peekable();
        while let Some(line) = rest.next() {
            if let Some(place) = line.strip_prefix("@@ -") {
                let (start, more) = place.split_once(',').unwrap();
                let (count, _) = more.split_once(' ').unwrap();
                let start: usize = start.parse().unwrap();
                let start = start - usize::from(count != "0");
                new.extend(lines[at..start].iter().map(|line| (*line).to_owned()));
                at = start;
                continue;
            }
            let is_endless = rest.next_if(|next| next.starts_with('\\')).is_some();
            let text = format!("{}{}", &line[1..], if is_endless { "" } else { "\n" });
            match line.as_bytes()[0] {
                b'+' => new.push(text),
                sign => {
                    assert_eq!(lines[at], text, "removed lines exist");
                    at += 1;
                    if sign == b' ' {
                        new.push(text);
                    }
                }
            }
        }
        new.extend(lines[at..].iter().map(|line| (*line).to_owned()));
        new.concat()
    }

    #[test]
    fn a_change_is_shown_with_three_lines_around_it() {
        let lines = |of: &[usize]| of.iter().map(|n| format!("{n}\n")).collect::<String>();
        let old = lines(&[1, 2, 3, 4, 5, 6, 7, 8, 9]);
        let new = lines(&[1, 2, 3, 4, 0, 6, 7, 8, 9]);
        assert_eq!(
            diff(&old, &new, b'\n'),
            "--- a.epd\n+++ a.epd\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+0\n 6\n 7\n 8\n"
        );
        assert_eq!(diff(&old, &old, b'\n'), "");
    }

    #[test]
    fn a_carriage_return_alone_ends_a_line() {
        let found = diff("1\r2\r3\r\n4", "1\r0\r3\r\n4", b'\r');
        let endless = "\n\\ No newline at end of file\n";
        let changed = format!("-2\r{endless}+0\r{endless} 3\r\n 4{endless}");
        assert!(found.ends_with(&changed), "{found:?}");
    }

    proptest! {
        #[test]
        fn applying_the_diff_gives_the_new_text(
            old in prop::collection::vec(0u8..9, 0..40),
            new in prop::collection::vec(0u8..9, 0..40),
            ended in any::<[bool; 2]>(),
        ) {
            let text = |lines: &[u8], ended: bool| {
                let all: String = lines.iter().map(|n| format!("{n}\n")).collect();
                match ended {
                    true => all,
                    false => all.trim_end().to_owned(),
                }
            };
            let (old, new) = (text(&old, ended[0]), text(&new, ended[1]));
            prop_assert_eq!(patched(&old, &diff(&old, &new, b'\n')), new);
        }
    }
}
