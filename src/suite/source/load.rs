//! Reading a source: the first screen first, then chunk by chunk.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::super::chunks::Chunks;
use super::super::compress::is_beyond;
use super::super::content::{Content, ContentHasher};
use super::super::stored::{Disk, Stored};
use super::{Chunk, Source};
use crate::epd::{LineKind, Skim};

/// The storage of the bytes.
pub(in super::super) enum Keep {
    /// In memory, up to this number of bytes; the rest goes to a private file.
    Memory(u64),
    /// In the file they are read from.
    File(Arc<Disk>),
}

/// Reads everything from `reader` into `source`; `total` is the length if known. Stops early when `stop` is set. A
/// failure is recorded in the source, and the text read before it stays.
pub(in super::super) fn load(
    source: &Source,
    reader: &mut dyn Read,
    total: Option<u64>,
    keep: &Keep,
    stop: &AtomicBool,
) {
    source.status().progress.total = total;
    let failure = read(source, reader, keep, stop).err();
    let mut status = source.status();
    status.is_beyond = failure.as_ref().is_some_and(is_beyond);
    status.failure = failure.map(|error| error.to_string());
    status.finished = true;
    source.changed.notify_all();
}

fn read(source: &Source, reader: &mut dyn Read, keep: &Keep, stop: &AtomicBool) -> io::Result<()> {
    if let Keep::File(disk) = keep {
        source.disk.get_or_init(|| disk.clone());
    }
    let mut chunks = match keep {
        Keep::Memory(_) => Chunks::new(reader),
        // Such a file is too large to be held until an LF is met.
        Keep::File(disk) => {
            let (lf, cr) = disk.has_byte(b'\n', b'\r')?;
            Chunks::with_terminator(reader, if cr && !lf { b'\r' } else { b'\n' })
        }
    };
    let mut offset = 0;
    let mut hasher = ContentHasher::default();
    source.status().read = Some(hasher.content());
    while let Some(bytes) = chunks.next_chunk()? {
        if stop.load(Ordering::Relaxed) {
            return Err(io::Error::new(
                io::ErrorKind::Interrupted,
                "reading was cancelled",
            ));
        }
        if let Some(end) = chunks.line_end() {
            source.line_end.get_or_init(|| end);
        }
        let len = bytes.len();
        hasher.add(&bytes);
        if let Keep::File(disk) = keep {
            disk.note(&bytes);
        }
        add(source, bytes, keep, offset, hasher.content())?;
        offset += len as u64;
    }
    if let Keep::File(disk) = keep {
        disk.note(b"");
    }
    Ok(())
}

fn add(source: &Source, bytes: Vec<u8>, keep: &Keep, offset: u64, read: Content) -> io::Result<()> {
    let terminator = source.line_end().terminator();
    let len = bytes.len();
    let endless = bytes.last().is_some_and(|&last| last != terminator);
    let start = memchr::memrchr(terminator, &bytes).map_or(0, |at| at + 1);
    let last = bytes.get(start..).unwrap_or_default();
    let is_mark = Skim::kind_of(last) == LineKind::Blank && last.contains(&0x1A);
    let index = Chunk::index(&bytes, terminator);
    let stored = match keep {
        Keep::File(disk) => Stored::Disk {
            disk: disk.clone(),
            offset,
            len,
        },
        Keep::Memory(limit) if offset + len as u64 > *limit => source.spool.store(&bytes)?,
        Keep::Memory(_) => Stored::Memory(bytes.into_boxed_slice()),
    };
    source
        .chunks
        .push_with(|last| Chunk::new(last, stored, index));
    let mut status = source.status();
    status.progress.done += len as u64;
    status.read = Some(read);
    // Only a source's last chunk can end this way.
    (status.endless, status.is_mark) = (endless, is_mark);
    source.changed.notify_all();
    Ok(())
}
