//! Snapshots: single states of a suite, for work in the background.

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
use crate::suite::text::{LineRef, TextLocation, Texts};
use crate::suite::tree::Tree;
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// The change of a line since the file was last read or saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LineState {
    /// The line is in the file.
    Untouched,
    Edited,
    New,
}

/// One state of a suite. It is cheap to clone and can be sent to another thread; later edits of the suite do
/// not affect it.
///
/// Each line has its own end. If the file has no line end after its last line, neither has the suite:
/// whichever line is last is returned without its end (unless nothing else is in it), and the line that had
/// no end gets one when it is no longer last.
#[derive(Clone)]
pub struct Snapshot {
    pub(super) source: Arc<Source>,
    pub(super) texts: Arc<Texts>,
    pub(super) tree: Tree,
    pub(super) saved: Arc<SavedLines>,
    pub(super) work: Arc<Work>,
    pub(super) revision: RevisionId,
    pub(super) options: ReadOptions,
    /// Whether the whole file was read when the snapshot was taken.
    pub(super) complete: bool,
    /// Whether the last line of the file has no line end.
    pub(super) endless: bool,
}

/// Consecutive lines whose bytes are one slice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run<'a> {
    /// The number of the first line (0-based).
    pub first: usize,
    pub lines: usize,
    /// The bytes of the lines, including their ends.
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

    /// Returns true if the whole file had been read when the snapshot was taken, which changes of the whole
    /// file require.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Returns an error if the file was not completely read.
    pub(super) fn must_be_complete(&self) -> Result<(), JobError> {
        match self.complete {
            true => Ok(()),
            false => Err(JobError::StillLoading),
        }
    }

    /// Returns a snapshot with at most the first `lines` lines.
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

    /// Returns the reason if the snapshot does not have the whole file.
    pub(super) fn unreadable(&self) -> Option<String> {
        if !self.complete {
            return Some("it is still loading".to_owned());
        }
        self.trouble()
    }

    /// Returns the reason if lines may be missing or changed: the file could not be read completely, or another
    /// program truncated or changed a file that is read by position. Check it after work on many lines.
    pub fn trouble(&self) -> Option<String> {
        self.source.trouble().or_else(|| self.texts.trouble())
    }

    /// Returns true if the lines are correct, although the file may have more.
    pub(super) fn can_trust_lines(&self) -> bool {
        self.source.spoilt().is_none() && self.texts.trouble().is_none()
    }

    /// Returns the dialect of the file.
    pub fn dialect(&self) -> Dialect {
        self.options.dialect
    }

    /// Returns the options for reading its lines as records.
    pub fn read_options(&self) -> &ReadOptions {
        &self.options
    }

    /// Returns the line end for new lines.
    pub fn line_end(&self) -> LineEnd {
        self.source.line_end()
    }

    /// Returns the bytes at a place, as stored: the source's last line may lack its end.
    pub(super) fn raw(&self, place: TextLocation) -> Cow<'_, [u8]> {
        match place {
            TextLocation::Source(line) => self.source.line(line),
            TextLocation::Text(id) => self.texts.line(id),
            TextLocation::Nowhere => Cow::Borrowed(&[]),
        }
    }

    /// Returns line `line` (0-based) with its end; empty if the line does not exist.
    pub fn line(&self, line: usize) -> Cow<'_, [u8]> {
        self.work.read_lines(1);
        let bytes = self.raw(self.tree.place(line));
        self.shaped(bytes, line)
    }

    /// Removes the end of the last line of an endless file, and adds a missing end to any other line.
    fn shaped<'a>(&self, bytes: Cow<'a, [u8]>, line: usize) -> Cow<'a, [u8]> {
        if !self.endless || bytes.is_empty() {
            return bytes;
        }
        if line + 1 == self.line_count() {
            return without_end(bytes, self.line_end().terminator());
        }
        self.ended(bytes)
    }

    pub(super) fn ended<'a>(&self, mut line: Cow<'a, [u8]>) -> Cow<'a, [u8]> {
        let end = self.line_end();
        if line.last() != Some(&end.terminator()) {
            line.to_mut().extend_from_slice(end.bytes());
        }
        line
    }

    /// Returns the change of a line; `Untouched` if the line does not exist.
    pub fn line_state(&self, line: usize) -> LineState {
        self.state_of(self.tree.place(line))
    }

    pub(super) fn state_of(&self, place: TextLocation) -> LineState {
        match place {
            TextLocation::Nowhere => LineState::Untouched,
            place if self.saved.holds(place) => LineState::Untouched,
            // A line that a save removed from the file, and an undo restored.
            TextLocation::Source(_) => LineState::Edited,
            TextLocation::Text(id) if self.texts.origin(id).place() == TextLocation::Nowhere => {
                LineState::New
            }
            TextLocation::Text(_) => LineState::Edited,
        }
    }

    /// Returns true if the text of a line was written by the user: the file lacks it, and it differs from its
    /// original. This excludes lines that were restored by an undo after a save, changed back, moved, or
    /// copied unchanged.
    pub fn is_written_anew(&self, line: usize) -> bool {
        let place = self.tree.place(line);
        let TextLocation::Text(id) = place else {
            return false;
        };
        let origin = self.texts.origin(id);
        match origin.place() {
            _ if self.saved.holds(place) => false,
            TextLocation::Nowhere => origin != LineRef::COPIED,
            origin => self.raw(origin) != self.raw(place),
        }
    }

    /// Returns the text in the file from which a line was edited, or which it still has; `None` for a new line.
    pub fn line_in_file(&self, line: usize) -> Option<Cow<'_, [u8]>> {
        let mut states = self.states(self.tree.place(line));
        // A line of the source has the text that was read, which other saves may have replaced.
        let mut place = states
            .find(|place| self.saved.holds(*place) || matches!(place, TextLocation::Source(_)))?;
        let saved = self.saved.place(line);
        if !self.saved.holds(place) && self.first_place(saved) == self.first_place(place) {
            place = saved;
        }
        Some(self.raw(place))
    }

    /// Finds a stored line with the text that is to replace a line: an earlier state of the record, or its
    /// state in the file. A record that is changed back becomes the stored one again.
    pub(super) fn known_as(&self, line: usize, text: &[u8]) -> Option<LineRef> {
        let is_here = |place: TextLocation| {
            let known = self.raw(place);
            let known = known.as_ref();
            known == text || end_of(known).is_empty() && known == text_of(text)
        };
        let place = self.origin_of(line).place();
        let first = self.first_place(place);
        if let Some(place) = self.states(place).find(|place| is_here(*place)) {
            return LineRef::of(place);
        }
        // Saved, undone, and changed again to the saved text.
        let saved = self.saved.place(line);
        let is_of_record = saved != TextLocation::Nowhere && self.first_place(saved) == first;
        (is_of_record && is_here(saved)).then(|| LineRef::of(saved))?
    }

    /// Returns the line of the file as read (0-based) that this line is or was edited from.
    pub fn source_line(&self, line: usize) -> Option<usize> {
        match self.first_place(self.tree.place(line)) {
            TextLocation::Source(line) => Some(line),
            TextLocation::Text(_) | TextLocation::Nowhere => None,
        }
    }

    /// Returns a place, the place from which its text was edited, and so on to the oldest.
    fn states(&self, place: TextLocation) -> impl Iterator<Item = TextLocation> {
        // An origin is always older than the text made from it, so this ends.
        let older = |place: &TextLocation| match *place {
            TextLocation::Text(id) => Some(self.texts.origin(id).place()),
            TextLocation::Source(_) | TextLocation::Nowhere => None,
        };
        let is_there = |place: &TextLocation| *place != TextLocation::Nowhere;
        std::iter::successors(Some(place), older).take_while(is_there)
    }

    /// Returns the oldest origin of a line: a line of the source, or a new text. It identifies the record in
    /// all its states.
    pub(super) fn first_place(&self, place: TextLocation) -> TextLocation {
        self.states(place).last().unwrap_or(place)
    }

    /// Returns the origin for a text that replaces this line: the line itself if the file has it, otherwise
    /// the line's own origin.
    pub(super) fn origin_of(&self, line: usize) -> LineRef {
        let place = self.tree.place(line);
        match place {
            TextLocation::Text(id) if !self.saved.holds(place) => match self.texts.origin(id) {
                LineRef::COPIED => LineRef::NONE,
                origin => origin,
            },
            place => LineRef::at(place),
        }
    }

    /// Returns the origin for an unchanged copy of a line: the copy counts as written by the user only if the
    /// line does.
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

    /// Returns the number of lines in `range` that the file on disk lacks.
    pub fn edited_in(&self, range: Range<usize>) -> usize {
        let end = range.end.min(self.line_count());
        let range = range.start.min(end)..end;
        self.saved.missing(&self.tree.part(range))
    }

    /// Returns the lines that were edited since the file was last read or saved.
    pub fn edited_lines(&self) -> LineSet {
        let mut lines = Vec::new();
        self.gather_edited(0..self.line_count(), &mut lines);
        lines.into_iter().collect()
    }

    /// Bisects the range where it has edits: a large file has few such places.
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

    /// Returns the lines of `range` in runs of at most about a mebibyte, for reading many lines.
    pub fn runs(&self, range: Range<usize>) -> Runs<'_> {
        let end = range.end.min(self.line_count());
        Runs::of(self, range.start.min(end)..end)
    }

    /// Calls `each` with the number and the bytes (including the end) of every line in `range`, in order,
    /// until it returns false.
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

/// Removes the end of the last line in `bytes`, unless nothing else is in that line.
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
