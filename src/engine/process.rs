//! An engine as a process: its input and output, such that nothing the engine does or fails to do blocks the program.

use std::io;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::command::{EngineCommand, search_path};
use super::failure::Failure;
use super::pipe::{self, Heard, Lines};
use super::platform::{self, Came, Pipes};

/// The time an engine has to quit.
const FAREWELL: Duration = Duration::from_millis(500);
/// The number of bytes of standard error that are kept.
const LAST_WORDS: usize = 200;

/// A process and its pipes.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    pipes: Pipes,
    lines: Lines,
    /// Whether the output has ended.
    is_over: bool,
    /// Whether the process, and any process it had started, has been killed or has ended.
    is_gone: bool,
    words: Arc<Mutex<Vec<u8>>>,
    /// The thread that reads standard error.
    errors: JoinHandle<()>,
}

/// The next event in an engine's output.
#[derive(Debug)]
pub(super) enum Next<'a> {
    Line(Heard<'a>),
    /// No line came in time.
    Nothing,
    /// The output has ended.
    End,
}

impl Process {
    /// Starts the process. It ends with the thread that started it at the latest, if the system supports that: see
    /// [`EngineCommand::launcher`].
    pub(super) fn start(command: &EngineCommand) -> Result<Self, Failure> {
        let failed = |why: String| Failure::Start {
            program: command.program.display().to_string(),
            why,
        };
        let program = command
            .found()
            .ok_or_else(|| failed("no such program".to_owned()))?;
        let mut starting = match &command.launcher {
            Some(launcher) => {
                let mut starting = Command::new(launcher);
                starting
                    .arg(platform::RUN_ENGINE)
                    .arg(std::process::id().to_string())
                    .arg(if command.is_aside {
                        platform::ASIDE
                    } else {
                        ""
                    })
                    .arg(program);
                starting
            }
            None => Command::new(program),
        };
        starting
            .args(&command.arguments)
            // A script finds its engine in the path that led to the script.
            .envs(search_path().map(|path| ("PATH", path)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        platform::apart(&mut starting);
        let mut child = starting.spawn().map_err(|why| failed(why.to_string()))?;
        let words = Arc::new(Mutex::new(Vec::new()));
        match Self::heard(&mut child, &words) {
            Ok((pipes, errors)) => Ok(Self {
                child,
                pipes,
                lines: Lines::new(),
                is_over: false,
                is_gone: false,
                words,
                errors,
            }),
            Err(why) => {
                platform::end_group(&mut child);
                let _ = child.wait();
                Err(failed(why.to_string()))
            }
        }
    }

    /// Returns the pipes of a process, and the thread that reads its standard error.
    fn heard(
        child: &mut Child,
        words: &Arc<Mutex<Vec<u8>>>,
    ) -> io::Result<(Pipes, JoinHandle<()>)> {
        let (to, from) = (child.stdin.take(), child.stdout.take());
        let (Some(to), Some(from), Some(errors)) = (to, from, child.stderr.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let pipes = Pipes::new(to, from)?;
        let words = words.clone();
        let errors = thread::Builder::new()
            .name("engine's errors".into())
            .spawn(move || {
                pipe::lines(errors, |heard| {
                    let last = heard.line.get(..LAST_WORDS).unwrap_or(heard.line);
                    let mut words = words.lock().unwrap_or_else(PoisonError::into_inner);
                    words.clear();
                    words.extend_from_slice(last);
                });
            })?;
        Ok((pipes, errors))
    }

    /// Sends one or more lines. Lines that the engine no longer reads are lost, which the next answer shows.
    pub(super) fn say(&mut self, lines: &str) {
        self.pipes.say(&format!("{lines}\n"));
    }

    /// Returns the next line, if one comes within this time.
    pub(super) fn hear(&mut self, within: Duration) -> Next<'_> {
        if self.lines.advance() {
            return Next::Line(self.lines.line());
        }
        let begun = Instant::now();
        // Bytes without a line end do not extend the deadline.
        let mut left = within;
        while !self.is_over {
            match self.pipes.read(self.lines.room(), left) {
                Came::Bytes(count) => self.lines.came(count),
                Came::Nothing => return Next::Nothing,
                Came::End => {
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

    /// Returns the exit status in words and the last output on standard error, once standard output has ended.
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

    /// Waits for the end of the process; returns true if it came.
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

    /// Kills the process.
    pub(super) fn kill(&mut self) {
        let _ = self.end();
    }

    /// Kills the process if it still runs, and all processes it has started: where a script starts the engine, that
    /// is the engine. A process that is not waited for stays as a zombie.
    fn end(&mut self) -> io::Result<ExitStatus> {
        self.pipes.close();
        // After the wait, the number may belong to another process.
        if !std::mem::replace(&mut self.is_gone, true) {
            platform::end_group(&mut self.child);
        }
        self.child.wait()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.is_gone {
            self.say("quit");
            self.pipes.close();
            self.farewell();
        }
        self.kill();
    }
}
