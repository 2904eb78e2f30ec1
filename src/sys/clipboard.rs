//! The clipboard: one handle for the whole session, on a thread of its own, because a system's
//! clipboard may take its time to answer, and because what was copied dies with the handle.

use std::env;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};

use super::platform::ALWAYS_HAS_A_DISPLAY;

/// How a copy went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The system's clipboard has it: it was read back and is the same.
    Copied,
    /// There is no clipboard here to put it on, or it did not take it: the terminal may.
    NotHere,
}

/// See the module.
pub struct Clipboard {
    jobs: Option<Sender<Job>>,
    /// Closed when the thread is over.
    ended: Receiver<()>,
}

/// How long the system's clipboard has at the end to take over what was copied.
const PATIENCE: Duration = Duration::from_millis(800);

enum Job {
    Copy(String, Box<dyn FnOnce(String, Outcome) + Send>),
    Read(Box<dyn FnOnce(Option<String>) + Send>),
}

impl Clipboard {
    /// Nothing is opened before the first copy.
    pub fn new() -> Self {
        let (jobs, queue) = unbounded();
        let (over, ended) = bounded::<()>(0);
        let thread = std::thread::Builder::new()
            .name("clipboard".into())
            .spawn(move || {
                let _over = over;
                serve(&queue);
            });
        // Without a thread to serve them, jobs go unanswered into the terminal instead.
        Self {
            jobs: thread.is_ok().then_some(jobs),
            ended,
        }
    }

    /// Copies a text, and tells `done` how that went, with the text again.
    pub fn copy(&self, text: String, done: impl FnOnce(String, Outcome) + Send + 'static) {
        if let Some(Job::Copy(text, done)) = self.refused(Job::Copy(text, Box::new(done))) {
            done(text, Outcome::NotHere);
        }
    }

    /// Reads the clipboard's text, and tells `done`; `None` where there is no clipboard here, or
    /// no text on it.
    pub fn read(&self, done: impl FnOnce(Option<String>) + Send + 'static) {
        if let Some(Job::Read(done)) = self.refused(Job::Read(Box::new(done))) {
            done(None);
        }
    }

    /// Hands a job to the thread; gives it back where there is none.
    fn refused(&self, job: Job) -> Option<Job> {
        match &self.jobs {
            Some(jobs) => jobs
                .send(job)
                .err()
                .map(crossbeam_channel::SendError::into_inner),
            None => Some(job),
        }
    }
}

impl Drop for Clipboard {
    fn drop(&mut self) {
        // The handle hands its contents to a clipboard manager when it is dropped: that takes a
        // moment, and the process must not end before.
        self.jobs = None;
        // A server that does not answer is not waited for longer than that.
        let _ = self.ended.recv_timeout(PATIENCE);
    }
}

fn serve(queue: &Receiver<Job>) {
    let mut handle = None;
    for job in queue {
        if handle.is_none()
            && is_near(|name| env::var_os(name).is_some_and(|value| !value.is_empty()))
        {
            handle = arboard::Clipboard::new().ok();
        }
        match job {
            Job::Copy(text, done) => {
                let taken = handle.as_mut().is_some_and(|handle| put(handle, &text));
                let outcome = match taken {
                    true => Outcome::Copied,
                    false => Outcome::NotHere,
                };
                done(text, outcome);
            }
            Job::Read(done) => done(handle.as_mut().and_then(|handle| handle.get_text().ok())),
        }
    }
}

/// Puts a text there and reads it back: a clipboard that lost it must not be reported as done.
fn put(handle: &mut arboard::Clipboard, text: &str) -> bool {
    handle.set_text(text).is_ok() && handle.get_text().is_ok_and(|back| back == text)
}

/// Whether a system's clipboard is where the person sits: over ssh the display, if there is one,
/// belongs to the far machine, and on Unix there must be a display at all.
fn is_near(set: impl Fn(&str) -> bool) -> bool {
    let far = set("SSH_CONNECTION") || set("SSH_TTY");
    let display = set("WAYLAND_DISPLAY") || set("DISPLAY") || ALWAYS_HAS_A_DISPLAY;
    display && !far
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clipboard_is_only_used_where_the_person_sits() {
        let with = |names: &'static [&str]| is_near(move |name| names.contains(&name));
        assert!(with(&["DISPLAY"]));
        assert!(with(&["WAYLAND_DISPLAY"]));
        assert!(!with(&["DISPLAY", "SSH_CONNECTION"]));
        assert!(!with(&["SSH_TTY"]) || ALWAYS_HAS_A_DISPLAY);
    }
}
