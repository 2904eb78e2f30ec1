//! Snapshots: single states of a suite, which background work reads.

mod runs;

pub use runs::Runs;
pub(in crate::suite) use runs::SavedLines;

use crate::epd::{Dialect, ReadOptions};
use crate::suite::history::RevisionId;
use crate::suite::line_set::LineSet;
use crate::suite::lines::{LineEnd, end_of, text_of};
use crate::suite::progress::Work;
use crate::suite::scan::JobError;
use crate::suite::source::Source;
use crate::suite::text::{LineRef, Place, Texts};
use crate::suite::tree::Tree;
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// The state of a line since the file was read or saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LineState {
    /// The file has the line as it is.
    Untouched,
    /// The text was edited.
    Edited,
    /// The line was inserted.
    New,
}

/// One state of a suite. Cloning is cheap; it can be sent to another thread, and later edits of the suite do not
/// affect it.
///
/// Lines have their own ends. A file whose last line has no line end keeps that shape: whichever line is last is
/// returned without its end (unless nothing would be left of it), and the line that had none gets one when it is no
/// longer last.
#[derive(Clone)]
pub struct Snapshot {
    pub(super) source: Arc<Source>,
    pub(super) texts: Arc<Texts>,
    pub(super) tree: Tree,
    pub(super) saved: Arc<SavedLines>,
    pub(super) work: Arc<Work>,
    pub(super) revision: RevisionId,
    pub(super) options: ReadOptions,
    /// Whether everything was read when the snapshot was taken.
    pub(super) complete: bool,
    /// Whether the file's last line has no line end.
    pub(super) endless: bool,
}

/// Consecutive lines whose bytes are one slice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run<'a> {
    /// The number of the first line (0-based).
    pub first: usize,
    /// The number of lines.
    pub lines: usize,
    /// Their bytes, ends included.
    pub bytes: Cow<'a, [u8]>,
}

impl fmt::Debug for Snapshot {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Snapshot")
            .field("revision", &self.revision)
            .field("lines", &self.line_count())
            .finish_non_exhaustive()
    }
}

impl Snapshot {
    /// Returns the number of lines.
    pub fn line_count(&self) -> usize {
        self.tree.lines()
    }

    /// Returns the revision of this state.
    pub fn revision(&self) -> RevisionId {
        self.revision
    }

    /// Returns true if the whole file had been read at that time, which a change of the whole file needs.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Returns an error if the file was not fully read.
    pub(super) fn must_be_complete(&self) -> Result<(), JobError> {
        match self.complete {
            true => Ok(()),
            false => Err(JobError::StillLoading),
        }
    }

    /// Returns the suite cut to at most this number of lines.
    #[must_use]
    pub fn head(&self, lines: usize) -> Self {
        if lines >= self.line_count() {
            return self.clone();
        }
        Self {
            tree: self.tree.part(0..lines),
            // Its last line is not that of the file.
            endless: false,
            ..self.clone()
        }
    }

    /// Returns the reason why it does not have the whole file, if so.
    pub(super) fn unreadable(&self) -> Option<String> {
        if !self.complete {
            return Some("it is still loading".to_owned());
        }
        self.trouble()
    }

    /// Returns the reason why lines may be missing or changed: the file could not be fully read, or another program
    /// truncated or changed a file that is read by position. To be checked after work on many lines.
    pub fn trouble(&self) -> Option<String> {
        self.source.trouble().or_else(|| self.texts.trouble())
    }

    /// Returns true if the existing lines are right, though the file may have more.
    pub(super) fn can_trust_lines(&self) -> bool {
        self.source.spoilt().is_none() && self.texts.trouble().is_none()
    }

    /// Returns the kind of file.
    pub fn dialect(&self) -> Dialect {
        self.options.dialect
    }

    /// Returns the options to read its lines as records.
    pub fn read_options(&self) -> &ReadOptions {
        &self.options
    }

    /// Returns the end that new lines get.
    pub fn line_end(&self) -> LineEnd {
        self.source.line_end()
    }

    /// Returns the bytes of a place, with an end added if the source lacks it.
    pub(super) fn raw(&self, place: Place) -> Cow<'_, [u8]> {
        match place {
            Place::Source(line) => self.source.line(line),
            Place::Text(id) => self.texts.line(id),
            Place::Nowhere => Cow::Borrowed(&[]),
        }
    }

    /// Returns line `line` (0-based) with its own end; empty if it does not exist.
    pub fn line(&self, line: usize) -> Cow<'_, [u8]> {
        self.work.read_lines(1);
        let bytes = self.raw(self.tree.place(line));
        self.shaped(bytes, line)
    }

    /// Removes the end of the last line of an endless file, and adds a missing one to others.
    fn shaped<'a>(&self, bytes: Cow<'a, [u8]>, line: usize) -> Cow<'a, [u8]> {
        if !self.endless || bytes.is_empty() {
            return bytes;
        }
        if line + 1 == self.line_count() {
            return without_end(bytes, self.line_end().terminator());
        }
        self.ended(bytes)
    }

    /// Adds a line end if it is missing.
    pub(super) fn ended<'a>(&self, mut line: Cow<'a, [u8]>) -> Cow<'a, [u8]> {
        let end = self.line_end();
        if line.last() != Some(&end.terminator()) {
            line.to_mut().extend_from_slice(end.bytes());
        }
        line
    }

    /// Returns the state of a line; `Untouched` if it does not exist.
    pub fn line_state(&self, line: usize) -> LineState {
        self.state_of(self.tree.place(line))
    }

    pub(super) fn state_of(&self, place: Place) -> LineState {
        match place {
            Place::Nowhere => LineState::Untouched,
            place if self.saved.holds(place) => LineState::Untouched,
            // A line dropped by a save and restored by an undo.
            Place::Source(_) => LineState::Edited,
            Place::Text(id) if self.texts.origin(id).place() == Place::Nowhere => LineState::New,
            Place::Text(_) => LineState::Edited,
        }
    }

    /// Returns true if someone wrote the line's text since: the file lacks it, and it differs from its original. This
    /// excludes lines restored by an undo after a save, changed there and back, moved, or copied unchanged.
    pub fn is_written_anew(&self, line: usize) -> bool {
        let place = self.tree.place(line);
        let Place::Text(id) = place else {
            return false;
        };
        let origin = self.texts.origin(id);
        match origin.place() {
            _ if self.saved.holds(place) => false,
            Place::Nowhere => origin != LineRef::COPIED,
            origin => self.raw(origin) != self.raw(place),
        }
    }

    /// Returns the text in the file that a line is or was made from; `None` for a new one.
    pub fn line_in_file(&self, line: usize) -> Option<Cow<'_, [u8]>> {
        let mut states = self.states(self.tree.place(line));
        // A line of the source has its text as read, before other saves.
        let mut place =
            states.find(|place| self.saved.holds(*place) || matches!(place, Place::Source(_)))?;
        let saved = self.saved.place(line);
        if !self.saved.holds(place) && self.first_place(saved) == self.first_place(place) {
            place = saved;
        }
        Some(self.raw(place))
    }

    /// Finds an existing line with the text that is to replace a line: the record's previous state, or the file's. A
    /// record changed there and back is still the same record.
    pub(super) fn known_as(&self, line: usize, text: &[u8]) -> Option<LineRef> {
        let is_here = |place: Place| {
            let known = self.raw(place);
            let known = known.as_ref();
            known == text || end_of(known).is_empty() && known == text_of(text)
        };
        let place = self.origin_of(line).place();
        let first = self.first_place(place);
        if let Some(place) = self.states(place).find(|place| is_here(*place)) {
            return LineRef::of(place);
        }
        // Saved, undone, and made again.
        let saved = self.saved.place(line);
        let is_of_record = saved != Place::Nowhere && self.first_place(saved) == first;
        (is_of_record && is_here(saved)).then(|| LineRef::of(saved))?
    }

    /// Returns the line of the file as read (0-based) that this line is, or was made from.
    pub fn source_line(&self, line: usize) -> Option<usize> {
        match self.first_place(self.tree.place(line)) {
            Place::Source(line) => Some(line),
            Place::Text(_) | Place::Nowhere => None,
        }
    }

    /// Returns a place, the place that its text was made from, and so on to the oldest.
    fn states(&self, place: Place) -> impl Iterator<Item = Place> {
        // An origin is always older than the text made from it, so this ends.
        let older = |place: &Place| match *place {
            Place::Text(id) => Some(self.texts.origin(id).place()),
            Place::Source(_) | Place::Nowhere => None,
        };
        let is_there = |place: &Place| *place != Place::Nowhere;
        std::iter::successors(Some(place), older).take_while(is_there)
    }

    /// Returns the very first origin of a line: a line of the source, or a new text. Two states of one record have
    /// the same.
    pub(super) fn first_place(&self, place: Place) -> Place {
        self.states(place).last().unwrap_or(place)
    }

    /// Returns the origin for a text that replaces this line: the line itself if the file has it, else its own
    /// origin.
    pub(super) fn origin_of(&self, line: usize) -> LineRef {
        let place = self.tree.place(line);
        match place {
            Place::Text(id) if !self.saved.holds(place) => match self.texts.origin(id) {
                LineRef::COPIED => LineRef::NONE,
                origin => origin,
            },
            place => LineRef::at(place),
        }
    }

    /// Returns the origin for an unchanged copy of a line, which counts as written only if the line does.
    pub(super) fn copied_from(&self, line: usize) -> LineRef {
        match self.is_written_anew(line) {
            true => LineRef::NONE,
            false => LineRef::COPIED,
        }
    }

    /// Returns true if both are states of one suite.
    pub(super) fn is_of_same_suite(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.source, &other.source) && Arc::ptr_eq(&self.texts, &other.texts)
    }

    /// Returns the number of lines that the file on disk lacks.
    pub fn edited_count(&self) -> usize {
        self.saved.missing(&self.tree)
    }

    /// Returns the number of lines of `range` that the file on disk lacks.
    pub fn edited_in(&self, range: Range<usize>) -> usize {
        let end = range.end.min(self.line_count());
        let range = range.start.min(end)..end;
        self.saved.missing(&self.tree.part(range))
    }

    /// Returns the lines that were edited since the file was read or saved.
    pub fn edited_lines(&self) -> LineSet {
        let mut lines = Vec::new();
        self.gather_edited(0..self.line_count(), &mut lines);
        lines.into_iter().collect()
    }

    /// Halves a range as long as it has edits: a large file has few such places.
    fn gather_edited(&self, range: Range<usize>, lines: &mut Vec<usize>) {
        if range.is_empty() || self.edited_in(range.clone()) == 0 {
            return;
        }
        if range.len() <= 64 {
            let is_edited = |line: &usize| self.line_state(*line) != LineState::Untouched;
            return lines.extend(range.filter(is_edited));
        }
        let middle = range.start + range.len() / 2;
        self.gather_edited(range.start..middle, lines);
        self.gather_edited(middle..range.end, lines);
    }

    /// Returns the lines of `range` in contiguous runs (at most about a mebibyte each), for reading many.
    pub fn runs(&self, range: Range<usize>) -> Runs<'_> {
        let end = range.end.min(self.line_count());
        Runs::of(self, range.start.min(end)..end)
    }

    /// Calls `each` with the number and the bytes (end included) of every line in `range`, in order, until it returns
    /// `false`.
    pub fn each_line(&self, range: Range<usize>, mut each: impl FnMut(usize, &[u8]) -> bool) {
        let terminator = self.line_end().terminator();
        for run in self.runs(range) {
            let mut rest = run.bytes.as_ref();
            let mut line = run.first;
            while !rest.is_empty() {
                let len = memchr::memchr(terminator, rest).map_or(rest.len(), |at| at + 1);
                let (bytes, after) = rest.split_at(len);
                if !each(line, bytes) {
                    return;
                }
                line += 1;
                rest = after;
            }
        }
    }
}

/// Removes the end of the last line in `bytes`, unless nothing would be left of that line.
fn without_end(bytes: Cow<'_, [u8]>, terminator: u8) -> Cow<'_, [u8]> {
    let before = bytes.split_last().map_or(&[][..], |(_, before)| before);
    let start = memchr::memrchr(terminator, before).map_or(0, |at| at + 1);
    let text = text_of(bytes.get(start..).unwrap_or_default()).len();
    let len = start + text;
    match bytes {
        _ if text == 0 => bytes,
        Cow::Borrowed(slice) => Cow::Borrowed(slice.get(..len).unwrap_or(slice)),
        Cow::Owned(mut owned) => {
            owned.truncate(len);
            Cow::Owned(owned)
        }
    }
}
