//! An engine as a process: lines to it and from it, each way through a thread, so that nothing it does or
//! leaves undone holds us up.

use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::command::EngineCommand;
use super::failure::Failure;
use super::inbox::{Came, Hears, inbox};
use super::pipe::{self, Heard};
use super::platform;

/// Lines to the engine that it has not read yet.
const UNREAD: usize = 64;
/// How long an engine that was told to quit has for that.
const FAREWELL: Duration = Duration::from_millis(500);
/// Bytes of what it says on standard error that are kept.
const LAST_WORDS: usize = 200;

/// A process, its pipes and their threads.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// `None` once it was told to quit.
    to: Option<SyncSender<String>>,
    from: Hears,
    batch: std::vec::IntoIter<Heard>,
    words: Arc<Mutex<Vec<u8>>>,
    /// What hears them.
    errors: JoinHandle<()>,
}

/// The threads of a process, as it talks with us.
type Threads = (SyncSender<String>, Hears, JoinHandle<()>);

/// What comes next.
#[derive(Debug)]
pub(super) enum Next {
    Line(Heard),
    /// Nothing came in time.
    Nothing,
    /// Nothing will come any more.
    End,
}

impl Process {
    /// Starts it. The process ends with the thread that starts it at the latest, where the system has
    /// that: see [`EngineCommand::launcher`].
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
                    .arg(program);
                starting
            }
            None => Command::new(program),
        };
        starting
            .args(&command.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        platform::apart(&mut starting);
        let mut child = starting.spawn().map_err(|why| failed(why.to_string()))?;
        let words = Arc::new(Mutex::new(Vec::new()));
        match Self::threads(&mut child, &words) {
            Some((to, from, errors)) => Ok(Self {
                errors,
                child,
                to: Some(to),
                from,
                batch: Vec::new().into_iter(),
                words,
            }),
            None => {
                platform::end_group(&mut child);
                let _ = child.wait();
                Err(failed("the system has no thread to spare".to_owned()))
            }
        }
    }

    fn threads(child: &mut Child, words: &Arc<Mutex<Vec<u8>>>) -> Option<Threads> {
        let (mut stdin, stdout) = (child.stdin.take()?, child.stdout.take()?);
        let stderr = child.stderr.take()?;
        let (to, unread) = sync_channel::<String>(UNREAD);
        let (tells, from) = inbox();
        let named = |name: &str| thread::Builder::new().name(name.into());
        named("to engine")
            .spawn(move || {
                while let Ok(line) = unread.recv() {
                    if stdin.write_all(line.as_bytes()).is_err() {
                        return;
                    }
                }
            })
            .ok()?;
        named("from engine")
            .spawn(move || pipe::lines(stdout, |batch| tells.put(batch)))
            .ok()?;
        let words = words.clone();
        let errors = named("engine's errors")
            .spawn(move || {
                pipe::lines(stderr, |batch| {
                    if let Some(mut last) = batch.into_iter().next_back() {
                        last.line.truncate(LAST_WORDS);
                        *words.lock().unwrap_or_else(PoisonError::into_inner) = last.line;
                    }
                    true
                });
            })
            .ok()?;
        Some((to, from, errors))
    }

    /// Sends a line, or several. What it does not read any more is lost; what follows shows that.
    pub(super) fn say(&self, lines: &str) {
        if let Some(to) = &self.to {
            let _ = to.try_send(format!("{lines}\n"));
        }
    }

    /// The next line, if one comes within this time; one that tells how a search gets on at its end at the
    /// latest.
    pub(super) fn hear(&mut self, within: Duration) -> Next {
        loop {
            if let Some(heard) = self.batch.next() {
                return Next::Line(heard);
            }
            match self.from.take(within) {
                Came::Lines(batch) => self.batch = batch.into_iter(),
                Came::Nothing => return Next::Nothing,
                Came::End => return Next::End,
            }
        }
    }

    /// How it ended, and its last words, once nothing comes from it any more.
    pub(super) fn ended(&mut self) -> (String, String) {
        let how = match self.waited(FAREWELL) {
            true => self.child.wait().map(platform::how).unwrap_or_default(),
            false => "it closed its output".to_owned(),
        };
        let begun = Instant::now();
        while !self.errors.is_finished() && begun.elapsed() < FAREWELL {
            thread::sleep(Duration::from_millis(1));
        }
        let words = self.words.lock().unwrap_or_else(PoisonError::into_inner);
        (how, String::from_utf8_lossy(&words).trim().to_owned())
    }

    /// Waits for its end; gives whether that came.
    fn waited(&mut self, patience: Duration) -> bool {
        let begun = Instant::now();
        let mut pause = Duration::from_millis(1);
        loop {
            match self.child.try_wait() {
                Ok(Some(_)) => return true,
                Ok(None) if begun.elapsed() < patience => {}
                _ => return false,
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(20));
        }
    }

    /// Ends it without a word.
    pub(super) fn kill(&mut self) {
        self.to = None;
        platform::end_group(&mut self.child);
        // It is gone for certain: only what is not waited for stays as a zombie.
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.to.is_some() {
            self.say("quit");
            self.to = None;
            if self.waited(FAREWELL) {
                return;
            }
        }
        self.kill();
    }
}
