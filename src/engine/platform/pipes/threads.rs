//! Pipes with a thread each, for systems without another way to read with a deadline.

use std::io::{self, ErrorKind, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use super::{PipeRead, UNREAD};

/// The capacity of each channel, in texts.
const CAPACITY: usize = 64;

#[derive(Debug)]
pub(in crate::engine) struct Pipes {
    /// The channel to the writing thread; `None` once it is closed.
    to: Option<SyncSender<Vec<u8>>>,
    from: Receiver<Vec<u8>>,
    /// The bytes that the last buffer had no room for.
    rest: Vec<u8>,
}

impl Pipes {
    pub(in crate::engine) fn new(mut to: ChildStdin, mut from: ChildStdout) -> io::Result<Self> {
        let (to_writer, texts) = sync_channel::<Vec<u8>>(CAPACITY);
        let (to_reader, received) = sync_channel(CAPACITY);
        let named = |name: &str| thread::Builder::new().name(name.into());
        named("to engine").spawn(move || {
            while let Ok(text) = texts.recv() {
                if to.write_all(&text).is_err() {
                    return;
                }
            }
        })?;
        named("from engine").spawn(move || {
            let mut buffer = vec![0; UNREAD];
            loop {
                let count = match from.read(&mut buffer) {
                    Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                    Ok(0) | Err(_) => return,
                    Ok(count) => count,
                };
                let bytes = buffer.get(..count).unwrap_or_default().to_vec();
                if to_reader.send(bytes).is_err() {
                    return;
                }
            }
        })?;
        Ok(Self {
            to: Some(to_writer),
            from: received,
            rest: Vec::new(),
        })
    }

    /// Passes a text to the writing thread; a text is lost if there is no room.
    pub(in crate::engine) fn say(&mut self, text: &str) {
        if let Some(to) = &self.to {
            let _ = to.try_send(text.as_bytes().to_vec());
        }
    }

    /// Closes the pipe to the engine.
    pub(in crate::engine) fn close(&mut self) {
        self.to = None;
    }

    /// Reads the available bytes, or waits up to `within` for some.
    pub(in crate::engine) fn read(&mut self, buffer: &mut [u8], within: Duration) -> PipeRead {
        if self.rest.is_empty() {
            match self.from.recv_timeout(within) {
                Ok(bytes) => self.rest = bytes,
                Err(RecvTimeoutError::Timeout) => return PipeRead::Nothing,
                Err(RecvTimeoutError::Disconnected) => return PipeRead::End,
            }
        }
        let count = self.rest.len().min(buffer.len());
        for (to, from) in buffer.iter_mut().zip(self.rest.drain(..count)) {
            *to = from;
        }
        PipeRead::Bytes(count)
    }
}
