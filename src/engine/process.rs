//! An engine's process, with input and output that never block the program. Output is split into lines in bounded
//! memory; a line that arrives in one piece is not copied.

use crate::engine::command::{EngineCommand, Failure, search_path};
use crate::engine::log::{EngineLog, Speaker};
use crate::engine::platform::{self, Group, PipeRead, Pipes};
use std::io::{self, Read};
use std::ops::Range;
use std::process::{Child, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The time for an engine to quit.
const FAREWELL: Duration = Duration::from_millis(500);
/// The number of bytes of standard error that are kept.
const LAST_WORDS: usize = 200;

#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// The process with all that it has started; `None` once they are killed.
    group: Option<Group>,
    pipes: Pipes,
    lines: Lines,
    /// Whether the output has ended.
    is_over: bool,
    words: Arc<Mutex<Vec<u8>>>,
    /// The thread that reads standard error.
    errors: JoinHandle<()>,
    pub log: EngineLog,
}

#[derive(Debug)]
pub(super) enum Next<'a> {
    Line(OutputLine<'a>),
    /// No line arrived in time.
    Nothing,
    /// The output has ended.
    End,
}

impl Process {
    /// Starts the process. It ends at the latest with the thread that started it, if the system supports that: see
    /// [`EngineCommand::launcher`].
    pub(super) fn start(command: &EngineCommand, log: EngineLog) -> Result<Self, Failure> {
        let failed = |why: String| Failure::Start {
            program: command.program.display().to_string(),
            why,
        };
        let program = command
            .found()
            .ok_or_else(|| failed("no such program".to_owned()))?;
        let mut starting = platform::command_of(command, program);
        starting
            .args(&command.arguments)
            // So that a script finds its engine in the same folders as this program.
            .envs(search_path().map(|path| ("PATH", path)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = starting.spawn().map_err(|why| failed(why.to_string()))?;
        let words = Arc::new(Mutex::new(Vec::new()));
        let started = Group::of(&child)
            .and_then(|group| Ok((Self::open_pipes(&mut child, &words, &log)?, group)));
        match started {
            Ok(((pipes, errors), group)) => Ok(Self {
                child,
                group: Some(group),
                pipes,
                lines: Lines::new(),
                is_over: false,
                words,
                errors,
                log,
            }),
            Err(why) => {
                let _ = child.kill().and_then(|()| child.wait());
                Err(failed(why.to_string()))
            }
        }
    }

    /// Returns the pipes of a process, and the thread that reads its standard error.
    fn open_pipes(
        child: &mut Child,
        words: &Arc<Mutex<Vec<u8>>>,
        log: &EngineLog,
    ) -> io::Result<(Pipes, JoinHandle<()>)> {
        let (to, from) = (child.stdin.take(), child.stdout.take());
        let (Some(to), Some(from), Some(errors)) = (to, from, child.stderr.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let pipes = Pipes::new(to, from)?;
        let (words, log) = (words.clone(), log.clone());
        let errors = thread::Builder::new()
            .name("engine's errors".into())
            .spawn(move || {
                read_lines(errors, |heard| {
                    log.line(Speaker::Errors, heard.line);
                    let last = heard.line.get(..LAST_WORDS).unwrap_or(heard.line);
                    let mut words = words.lock().unwrap_or_else(PoisonError::into_inner);
                    words.clear();
                    words.extend_from_slice(last);
                });
            })?;
        Ok((pipes, errors))
    }

    /// Sends one or more lines. Lines that the engine no longer reads are lost; the next answer is then missing.
    pub(super) fn say(&mut self, lines: &str) {
        for line in lines.lines() {
            self.log.line(Speaker::Us, line.as_bytes());
        }
        self.pipes.say(&format!("{lines}\n"));
    }

    /// Returns the next line, if one arrives within this time.
    pub(super) fn hear(&mut self, within: Duration) -> Next<'_> {
        let log = self.log.clone();
        let next = self.next(within);
        if let Next::Line(heard) = &next {
            log.line(Speaker::Engine, heard.line);
        }
        next
    }

    fn next(&mut self, within: Duration) -> Next<'_> {
        if self.lines.advance() {
            return Next::Line(self.lines.line());
        }
        let begun = Instant::now();
        // Bytes without a line end do not extend the deadline.
        let mut left = within;
        while !self.is_over {
            match self.pipes.read(self.lines.room(), left) {
                PipeRead::Bytes(count) => self.lines.grow(count),
                PipeRead::Nothing => return Next::Nothing,
                PipeRead::End => {
                    self.is_over = true;
                    if self.lines.close() {
                        return Next::Line(self.lines.line());
                    }
                    break;
                }
            }
            if self.lines.advance() {
                return Next::Line(self.lines.line());
            }
            left = within.saturating_sub(begun.elapsed());
            if left.is_zero() {
                return Next::Nothing;
            }
        }
        Next::End
    }

    /// Returns the exit status in words and the last line on standard error; called when standard output has ended.
    pub(super) fn ended(&mut self) -> (String, String) {
        let how = match self.waited(FAREWELL) {
            true => self.end().map(platform::how).unwrap_or_default(),
            false => "it closed its output".to_owned(),
        };
        let begun = Instant::now();
        while !self.errors.is_finished() && begun.elapsed() < FAREWELL {
            thread::sleep(Duration::from_millis(1));
        }
        let words = self.words.lock().unwrap_or_else(PoisonError::into_inner);
        (how, String::from_utf8_lossy(&words).trim().to_owned())
    }

    /// Waits for the engine to quit. Its output is read, since a full pipe would block it.
    fn farewell(&mut self) {
        let begun = Instant::now();
        loop {
            let left = FAREWELL.saturating_sub(begun.elapsed());
            match self.hear(left) {
                Next::Line(_) if !left.is_zero() => {}
                Next::End => break,
                _ => return,
            }
        }
        self.waited(FAREWELL.saturating_sub(begun.elapsed()));
    }

    /// Waits for the end of the process; returns true if it ended in time.
    fn waited(&mut self, patience: Duration) -> bool {
        let begun = Instant::now();
        let mut pause = Duration::from_millis(1);
        loop {
            if platform::has_ended(&mut self.child) {
                return true;
            }
            if begun.elapsed() >= patience {
                return false;
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(4));
        }
    }

    pub(super) fn kill(&mut self) {
        let _ = self.end();
    }

    /// Kills the process if it still runs, and all processes that it has started, such as the engine of a script. Waits
    /// for it, as it would remain as a zombie otherwise.
    fn end(&mut self) -> io::Result<ExitStatus> {
        self.pipes.close();
        let was_running = self.group.take().is_some();
        let ended = self.child.wait();
        if let (true, Ok(status)) = (was_running, &ended) {
            let words = format!("ended ({})", platform::how(*status));
            self.log.line(Speaker::Process, words.as_bytes());
        }
        ended
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.group.is_some() {
            self.say("quit");
            self.pipes.close();
            self.farewell();
        }
        self.kill();
    }
}

/// The number of bytes kept of a line; others are dropped.
pub(super) const LONGEST_LINE: usize = 64 << 10;
/// The minimum number of bytes to read at once.
const AT_ONCE: usize = 64 << 10;

/// A line without its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OutputLine<'a> {
    pub line: &'a [u8],
    pub is_cut: bool,
}

/// A buffer that splits the output of a pipe into lines; empty lines are skipped.
#[derive(Debug)]
pub(super) struct Lines {
    buffer: Vec<u8>,
    /// The start of the bytes after the current line.
    from: usize,
    to: usize,
    /// Whether a part of the open line was dropped.
    is_cut: bool,
    /// The range of the current line in the buffer, and whether the line was longer.
    line: (Range<usize>, bool),
}

impl Lines {
    pub(super) fn new() -> Self {
        Self {
            buffer: vec![0; LONGEST_LINE + AT_ONCE],
            from: 0,
            to: 0,
            is_cut: false,
            line: (0..0, false),
        }
    }

    /// Returns the space for the next bytes; called only when no further line is left.
    pub(super) fn room(&mut self) -> &mut [u8] {
        self.buffer.copy_within(self.from..self.to, 0);
        let open = self.to - self.from;
        (self.from, self.to) = (0, open.min(LONGEST_LINE));
        self.is_cut |= open > LONGEST_LINE;
        self.buffer.get_mut(self.to..).unwrap_or_default()
    }

    /// Adds `count` bytes that were read into the space.
    pub(super) fn grow(&mut self, count: usize) {
        self.to = (self.to + count).min(self.buffer.len());
    }

    /// Advances to the next line; returns true if there is one.
    pub(super) fn advance(&mut self) -> bool {
        loop {
            let rest = self.buffer.get(self.from..self.to).unwrap_or_default();
            let Some(length) = memchr::memchr2(b'\n', b'\r', rest) else {
                return false;
            };
            let from = self.from;
            self.from += length + 1;
            if length > 0 {
                self.found(from, length);
                return true;
            }
        }
    }

    /// Advances to the last line, which has no end, after the pipe has ended; returns true if there is one.
    pub(super) fn close(&mut self) -> bool {
        let from = std::mem::replace(&mut self.from, self.to);
        self.found(from, self.to - from);
        from < self.to
    }

    fn found(&mut self, from: usize, length: usize) {
        let is_cut = std::mem::take(&mut self.is_cut) || length > LONGEST_LINE;
        self.line = (from..from + length.min(LONGEST_LINE), is_cut);
    }

    pub(super) fn line(&self) -> OutputLine<'_> {
        let (line, is_cut) = self.line.clone();
        OutputLine {
            line: self.buffer.get(line).unwrap_or_default(),
            is_cut,
        }
    }
}

/// Reads to the end, and calls `tell` with each line. The last line counts even without an end.
pub(super) fn read_lines(mut pipe: impl Read, mut tell: impl FnMut(OutputLine<'_>)) {
    let mut lines = Lines::new();
    loop {
        match pipe.read(lines.room()) {
            Ok(count @ 1..) => lines.grow(count),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            // A pipe that can't be read has ended.
            Ok(0) | Err(_) => break,
        }
        while lines.advance() {
            tell(lines.line());
        }
    }
    if lines.close() {
        tell(lines.line());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::testing::Slow;

    fn all(text: &[u8], step: usize) -> Vec<(Vec<u8>, bool)> {
        let mut heard = Vec::new();
        read_lines(Slow(text, step), |line| {
            heard.push((line.line.to_vec(), line.is_cut));
        });
        heard
    }

    #[test]
    fn lines_do_not_depend_on_how_the_bytes_arrive() {
        let expected = ["uciok", "readyok", "bestmove e2e4"];
        let expected = expected.map(|line| (line.as_bytes().to_vec(), false));
        for step in [1, 3, 7, 8, 1000] {
            let text = b"uciok\r\n\nreadyok\rbestmove e2e4";
            assert_eq!(all(text, step), expected, "{step}");
        }
    }

    #[test]
    fn an_overlong_line_is_cut() {
        let mut text = vec![b'x'; 3 * LONGEST_LINE];
        text.extend_from_slice(b"\nreadyok\n");
        for step in [5000, LONGEST_LINE] {
            let heard = all(&text, step);
            assert_eq!(heard.len(), 2);
            assert_eq!((heard[0].0.len(), heard[0].1), (LONGEST_LINE, true));
            assert_eq!(heard[1], (b"readyok".to_vec(), false));
        }
    }
}
