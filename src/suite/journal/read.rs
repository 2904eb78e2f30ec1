//! Reading a journal, and making its edits again.

use std::io;
use std::path::Path;
use std::sync::Arc;

use super::{CHECK_START, END, KEPT, MAGIC, RecoverError, TEXT, check};
use crate::suite::bulk::BulkChange;
use crate::suite::scan::JobError;
use crate::suite::snapshot::Snapshot;
use crate::suite::text::{Draft, LineRef};
use crate::suite::tree::{Piece, Tree};
use crate::suite::{LineSet, Suite};

/// Lines of one block of texts.
const BLOCK: usize = 4096;

/// A journal that was found, whole.
#[derive(Clone, Debug)]
pub struct Journal {
    name: String,
    /// Length, seconds and nanoseconds of the file.
    file_stamp: Option<(u64, u64, u32)>,
    entries: Vec<u8>,
    texts: usize,
}

/// What a journal does to the lines of its file.
#[derive(Clone, Debug, Default)]
pub struct JournalChanges {
    /// Lines that the file does not have, in no line's place.
    pub added: usize,
    /// Lines of the file (0-based) that have another text.
    pub edited: LineSet,
    /// Lines of the file (0-based) that are gone.
    pub removed: LineSet,
}

enum Entry<'a> {
    Kept {
        first: usize,
        count: usize,
    },
    Text {
        origin: Option<usize>,
        bytes: &'a [u8],
    },
}

impl Journal {
    /// Reads a journal; `None` where there is none.
    ///
    /// # Errors
    /// It can't be read, or it is not whole.
    pub fn read(path: &Path) -> Result<Option<Self>, RecoverError> {
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        Self::parse(&bytes).ok_or(RecoverError::Damaged).map(Some)
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        let (body, sum) = bytes.split_last_chunk::<8>()?;
        if check(body, CHECK_START) != u64::from_le_bytes(*sum) {
            return None;
        }
        let mut rest = body.strip_prefix(MAGIC)?;
        let len = size(&mut rest)?;
        let name = String::from_utf8(take(&mut rest, len)?.to_vec()).ok()?;
        let file_stamp = match number(&mut rest)? {
            0 => None,
            1 => Some((
                number(&mut rest)?,
                number(&mut rest)?,
                u32::try_from(number(&mut rest)?).ok()?,
            )),
            _ => return None,
        };
        let mut journal = Self {
            name,
            file_stamp,
            entries: rest.to_vec(),
            texts: 0,
        };
        // Read through once, so that what is used later is whole.
        let mut texts = 0;
        journal.each(|entry| {
            texts += usize::from(matches!(entry, Entry::Text { .. }));
            Some(())
        })?;
        journal.texts = texts;
        Some(journal)
    }

    /// The path of the file it is about, to be shown.
    pub fn file(&self) -> &str {
        &self.name
    }

    /// Lines in it that the file does not hold.
    pub fn changed_lines(&self) -> usize {
        self.texts
    }

    /// Whether it is about the file as it was when the suite was opened.
    pub fn fits(&self, suite: &Suite) -> bool {
        self.file_stamp == suite.on_disk.file_stamp()
    }

    /// The first `most` lines that the file does not hold, each with the line of the file (0-based)
    /// that it was made from.
    pub fn texts(&self, most: usize) -> Vec<(Option<usize>, &[u8])> {
        let mut texts = Vec::new();
        self.each(|entry| {
            if let Entry::Text { origin, bytes } = entry {
                texts.push((origin, bytes));
            }
            (texts.len() < most).then_some(())
        });
        texts
    }

    /// What becomes of the lines of its file, which has so many.
    pub fn changes(&self, lines: usize) -> JournalChanges {
        let mut stays = vec![false; lines];
        let mut origins = Vec::new();
        let mut changes = JournalChanges::default();
        self.each(|entry| {
            match entry {
                Entry::Kept { first, count } => {
                    let end = first.checked_add(count)?;
                    for stays in stays.get_mut(first..end)? {
                        // A line that stands twice is added once.
                        changes.added += usize::from(*stays);
                        *stays = true;
                    }
                }
                Entry::Text { origin, .. } => origins.push(origin),
            }
            Some(())
        });
        for origin in origins {
            match origin.and_then(|line| stays.get_mut(line).map(|stays| (line, stays))) {
                Some((line, stays)) if !*stays => {
                    *stays = true;
                    changes.edited.insert(line);
                }
                _ => changes.added += 1,
            }
        }
        let removed = stays.iter().enumerate().filter(|(_, stays)| !**stays);
        changes.removed = removed.map(|(line, _)| line).collect();
        changes
    }

    fn each<'s>(&'s self, mut each: impl FnMut(Entry<'s>) -> Option<()>) -> Option<()> {
        let mut rest = self.entries.as_slice();
        let mut next = 0usize;
        loop {
            match number(&mut rest)? {
                END => return rest.is_empty().then_some(()),
                KEPT => {
                    let step = number(&mut rest)?;
                    let count = size(&mut rest)?;
                    let distance = usize::try_from(step >> 1).ok()?;
                    let first = if step & 1 == 1 {
                        next.checked_sub(distance)?
                    } else {
                        next.checked_add(distance)?
                    };
                    next = first.checked_add(count)?;
                    each(Entry::Kept { first, count })?;
                }
                TEXT => {
                    let origin = size(&mut rest)?.checked_sub(1);
                    let len = size(&mut rest)?;
                    let bytes = take(&mut rest, len)?;
                    each(Entry::Text { origin, bytes })?;
                }
                _ => return None,
            }
        }
    }
}

fn number(rest: &mut &[u8]) -> Option<u64> {
    let mut number = 0u64;
    for shift in (0..64).step_by(7) {
        let (&byte, behind) = rest.split_first()?;
        *rest = behind;
        number |= u64::from(byte & 0x7f).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

fn size(rest: &mut &[u8]) -> Option<usize> {
    usize::try_from(number(rest)?).ok()
}

fn take<'a>(rest: &mut &'a [u8], len: usize) -> Option<&'a [u8]> {
    let (bytes, behind) = rest.split_at_checked(len)?;
    *rest = behind;
    Some(bytes)
}

impl Suite {
    /// Prepares the edits of a journal as one change, to be applied and undone like any other. To be
    /// called for a suite as it was opened, read to its end.
    ///
    /// # Errors
    /// The file is another than the journal's ([`Journal::fits`]), or the suite is not as opened.
    pub fn recover(&self, journal: &Arc<Journal>) -> Result<BulkChange, RecoverError> {
        self.recovery(journal)?.make()
    }

    /// The same, to be worked out on any thread.
    ///
    /// # Errors
    /// As [`Self::recover`].
    pub fn recovery(&self, journal: &Arc<Journal>) -> Result<Recovery, RecoverError> {
        if !journal.fits(self) || self.is_modified() {
            return Err(RecoverError::Changed);
        }
        if self.loading().is_some() {
            return Err(JobError::StillLoading.into());
        }
        Ok(Recovery {
            snapshot: self.snapshot(),
            journal: journal.clone(),
        })
    }
}

/// The edits of a journal, to be made over the suite that it is about.
#[derive(Clone, Debug)]
pub struct Recovery {
    snapshot: Snapshot,
    journal: Arc<Journal>,
}

impl Recovery {
    /// Prepares them as one change.
    ///
    /// # Errors
    /// They tell of lines that the file does not have.
    pub fn make(&self) -> Result<BulkChange, RecoverError> {
        let mut made = Made {
            base: &self.snapshot,
            pieces: Vec::new(),
            draft: Draft::default(),
        };
        self.journal
            .each(|entry| made.add(entry))
            .ok_or(RecoverError::Changed)?;
        made.flush();
        let tree: Tree = made.pieces.into_iter().collect();
        Ok(BulkChange {
            base: self.snapshot.revision(),
            lines_before: self.snapshot.line_count(),
            tree,
            label: "recover unsaved changes".into(),
            line: 0,
            // Edits may only have moved lines: it is a change all the same.
            changed: self.journal.texts.max(1),
            left: Default::default(),
        })
    }
}

struct Made<'a> {
    base: &'a Snapshot,
    pieces: Vec<Piece>,
    draft: Draft,
}

impl Made<'_> {
    fn add(&mut self, entry: Entry<'_>) -> Option<()> {
        match entry {
            Entry::Kept { first, count } => {
                self.flush();
                let end = first.checked_add(count)?;
                if end > self.base.line_count() {
                    return None;
                }
                self.pieces.extend(self.base.tree.pieces(first..end));
            }
            Entry::Text { origin, bytes } => {
                let origin = origin.map_or(LineRef::NONE, |line| self.base.origin_of(line));
                self.draft.push(bytes, origin);
                if self.draft.len() >= BLOCK {
                    self.flush();
                }
            }
        }
        Some(())
    }

    fn flush(&mut self) {
        let lines = self.draft.len();
        if lines > 0 {
            let first = self.base.texts.keep(std::mem::take(&mut self.draft));
            self.pieces.push(Piece::text(first..first + lines));
        }
    }
}
