//! Non-blocking pipes: the thread that needs an answer reads it, so no other thread has to be woken.

use std::io::{self, ErrorKind, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

use super::{PipeRead, UNREAD};

#[derive(Debug)]
pub(in crate::engine) struct Pipes {
    /// The pipe to the engine; `None` once it is closed.
    to: Option<ChildStdin>,
    from: ChildStdout,
    /// The text for which the pipe had no room yet.
    unread: Vec<u8>,
}

fn without_waiting(pipe: impl std::os::fd::AsFd) -> io::Result<()> {
    let flags = fcntl_getfl(&pipe)?;
    Ok(fcntl_setfl(&pipe, flags | OFlags::NONBLOCK)?)
}

impl Pipes {
    pub(in crate::engine) fn new(to: ChildStdin, from: ChildStdout) -> io::Result<Self> {
        without_waiting(&to)?;
        without_waiting(&from)?;
        Ok(Self {
            to: Some(to),
            from,
            unread: Vec::new(),
        })
    }

    /// Writes a text now, or later if the pipe has no room; it is lost if too much is unread.
    pub(in crate::engine) fn say(&mut self, text: &str) {
        if self.unread.len() + text.len() <= UNREAD {
            self.unread.extend_from_slice(text.as_bytes());
        }
        self.flush();
    }

    /// Writes as much as the pipe has room for.
    fn flush(&mut self) {
        while let (Some(to), false) = (&mut self.to, self.unread.is_empty()) {
            match to.write(&self.unread) {
                Ok(written) => {
                    self.unread.drain(..written.min(self.unread.len()));
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                // The engine reads no more, which the next read reveals.
                Err(_) => self.close(),
            }
        }
    }

    /// Closes the pipe to the engine.
    pub(in crate::engine) fn close(&mut self) {
        self.to = None;
    }

    /// Reads the available bytes, or waits up to `within` for some.
    pub(in crate::engine) fn read(&mut self, buffer: &mut [u8], within: Duration) -> PipeRead {
        let begun = Instant::now();
        loop {
            match self.from.read(buffer) {
                Ok(0) => return PipeRead::End,
                Ok(count) => return PipeRead::Bytes(count),
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                // A pipe that can't be read has ended.
                Err(_) => return PipeRead::End,
            }
            self.flush();
            let left = within.saturating_sub(begun.elapsed());
            if left.is_zero() {
                return PipeRead::Nothing;
            }
            self.wait(left);
        }
    }

    /// Waits for bytes to read, or for room if there is text to write, but no longer than `longest`.
    fn wait(&self, longest: Duration) {
        let longest = Timespec::try_from(longest).ok();
        let bytes = PollFd::new(&self.from, PollFlags::IN);
        // Errors appear again in reading and writing.
        let _ = match self.to.as_ref().filter(|_| !self.unread.is_empty()) {
            Some(to) => poll(
                &mut [bytes, PollFd::new(to, PollFlags::OUT)],
                longest.as_ref(),
            ),
            None => poll(&mut [bytes], longest.as_ref()),
        };
    }
}
