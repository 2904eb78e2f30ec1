//! Rewriting lines one by one, in parallel.

use crate::epd::Skim;
use crate::suite::edit::{BulkChange, Skipped};
use crate::suite::history::Label;
use crate::suite::line_set::LineSet;
use crate::suite::lines::{split, text_of};
use crate::suite::progress::Job;
use crate::suite::scan::{JobError, scan};
use crate::suite::snapshot::{LineState, Snapshot};
use crate::suite::text::{Draft, LineRef};
use crate::suite::tree::{Piece, PieceList};
use std::borrow::Cow;
use std::ops::Range;

/// The average piece length below which pieces are converted to a list of lines.
const SHORT: usize = 8;

/// The decision about a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rewrite {
    Keep,
    /// Replaces the line; a missing line end is added. Line ends inside the text make several lines; an empty
    /// text removes the line.
    Replace(Vec<u8>),
    Remove,
    /// Leaves the line unchanged although the change applies to it, for this reason.
    Leave(String),
}

impl Rewrite {
    /// Returns the decision for the result of a change.
    pub fn of(changed: Result<Option<Vec<u8>>, impl std::fmt::Display>) -> Self {
        match changed {
            Ok(None) => Self::Keep,
            Ok(Some(text)) => Self::Replace(text),
            Err(refusal) => Self::Leave(refusal.to_string()),
        }
    }
}

/// The result of one scan task: unchanged lines, new texts and known lines, in order; gaps are removed lines.
#[derive(Default)]
struct Part {
    stretches: Vec<Stretch>,
    draft: Draft,
    changed: usize,
    first_changed: Option<usize>,
    left: Skipped,
}

enum Stretch {
    Old(Range<usize>),
    New(usize),
    /// Consecutive lines that are already stored: the first one and their number.
    Known(LineRef, usize),
}

impl Part {
    fn keep(&mut self, line: usize) {
        match self.stretches.last_mut() {
            Some(Stretch::Old(range)) if range.end == line => range.end += 1,
            _ => self.stretches.push(Stretch::Old(line..line + 1)),
        }
    }

    fn add_new(&mut self) {
        match self.stretches.last_mut() {
            Some(Stretch::New(count)) => *count += 1,
            _ => self.stretches.push(Stretch::New(1)),
        }
    }

    fn known(&mut self, line: LineRef) {
        match self.stretches.last_mut() {
            Some(Stretch::Known(first, count)) if first.after(*count) == Some(line) => *count += 1,
            _ => self.stretches.push(Stretch::Known(line, 1)),
        }
    }

    fn take(&mut self, snapshot: &Snapshot, line: usize, bytes: &[u8], rewrite: Rewrite) {
        match rewrite {
            Rewrite::Keep => return self.keep(line),
            Rewrite::Leave(reason) => {
                self.left.note(reason, line);
                return self.keep(line);
            }
            Rewrite::Replace(text) if text == bytes => return self.keep(line),
            Rewrite::Replace(text) if text.is_empty() => {}
            Rewrite::Replace(text) => {
                for new in new_lines(snapshot, line, bytes, &text) {
                    match new {
                        NewLine::Old => self.keep(line),
                        NewLine::Known(known) => self.known(known),
                        NewLine::Text(text, origin) => {
                            self.draft.push(&text, origin);
                            self.add_new();
                        }
                    }
                }
            }
            Rewrite::Remove => {}
        }
        self.changed += 1;
        self.first_changed.get_or_insert(line);
    }

    /// Returns the lines as pieces. Done within the task, because all tasks together may produce as much text
    /// as the file has: the store moves texts to a file when memory is short, and a list of pieces is smaller
    /// than many stretches.
    fn pieces(&mut self, snapshot: &Snapshot) -> Result<Vec<Piece>, JobError> {
        let mut next = match self.draft.len() {
            0 => 0,
            _ => snapshot.texts.keep(std::mem::take(&mut self.draft)).start,
        };
        let mut pieces: Vec<Piece> = Vec::new();
        let mut lines = 0;
        for stretch in std::mem::take(&mut self.stretches) {
            match stretch {
                Stretch::Old(range) => {
                    lines += range.len();
                    pieces.extend(snapshot.tree.pieces(range));
                }
                Stretch::New(count) => {
                    lines += count;
                    pieces.push(Piece::text(next..next + count));
                    next += count;
                }
                Stretch::Known(first, count) => {
                    lines += count;
                    pieces.push(Piece::of(first, count));
                }
            }
        }
        if pieces.len() > 1 && lines / pieces.len() < SHORT {
            pieces = list(&pieces)?;
        }
        pieces.shrink_to_fit();
        Ok(pieces)
    }
}

/// A line of the text that replaces an old line.
enum NewLine<'a> {
    Old,
    /// A line that is already stored, as part of another state or of the file.
    Known(LineRef),
    /// A new text with its line end, and its origin.
    Text(Cow<'a, [u8]>, LineRef),
}

fn new_lines<'a>(snapshot: &Snapshot, line: usize, old: &[u8], text: &'a [u8]) -> Vec<NewLine<'a>> {
    let end = snapshot.line_end();
    let parts = split(text, end);
    // Among several lines, the old line is the identical one, or else the first of the same kind.
    let own = match parts.len() {
        0 | 1 => 0,
        _ => {
            let kind = Skim::kind_of(old);
            let same = parts.iter().position(|part| text_of(part) == text_of(old));
            let same_kind = || parts.iter().position(|part| Skim::kind_of(part) == kind);
            same.or_else(same_kind).unwrap_or(0)
        }
    };
    let all = parts.len();
    let new = parts.into_iter().enumerate().map(|(nth, part)| {
        let is_same = text_of(part) == text_of(old);
        let origin = match (nth == own, is_same) {
            // A single line is never `Old`; this case means that only its end changes.
            (true, true) if all > 1 => return NewLine::Old,
            (true, _) => snapshot.origin_of(line),
            (false, true) => snapshot.copied_from(line),
            (false, false) => LineRef::NONE,
        };
        let ended = match part.last() == Some(&end.terminator()) {
            true => Cow::Borrowed(part),
            false => Cow::Owned([part, end.bytes()].concat()),
        };
        if let Some(known) = (nth == own)
            .then(|| snapshot.known_as(line, &ended))
            .flatten()
        {
            return NewLine::Known(known);
        }
        NewLine::Text(ended, origin)
    });
    new.collect()
}

/// Prepares a change in parallel. `concerns` is called with the number and state of each line, and `decide`
/// for the lines that it accepts, also with the bytes.
///
/// # Errors
/// Cancelled, the file is not completely read yet, or lines can no longer be read.
pub fn rewrite_lines(
    snapshot: &Snapshot,
    label: impl Into<Label>,
    job: &Job,
    concerns: impl Fn(usize, LineState) -> bool + Sync,
    decide: impl Fn(usize, LineState, &[u8]) -> Rewrite + Sync,
) -> Result<BulkChange, JobError> {
    snapshot.must_be_complete()?;
    let task = |range| {
        let mut part = rewrite_task(snapshot, range, &concerns, &decide);
        let pieces = part.pieces(snapshot);
        (part, pieces)
    };
    let mut left = Skipped::default();
    let mut pieces: Vec<Piece> = Vec::new();
    let (mut changed, mut first_changed) = (0, None);
    scan(snapshot, job, task, |(part, new)| {
        left.join(part.left);
        changed += part.changed;
        first_changed = first_changed.or(part.first_changed);
        pieces.append(&mut new?);
        Ok(())
    })?;
    let line = first_changed.unwrap_or(0);
    let tree = match changed {
        0 => snapshot.tree.clone(),
        _ => pieces.into_iter().collect(),
    };
    Ok(BulkChange {
        left,
        ..BulkChange::new(snapshot, label, tree, line, changed)
    })
}

/// Prepares a change of `lines`, one after another, on this thread; meant for some hundreds of lines in a
/// file of any size.
///
/// # Errors
/// The file is not completely read yet, or lines can no longer be read.
pub fn rewrite_inline(
    snapshot: &Snapshot,
    label: impl Into<Label>,
    lines: &LineSet,
    mut decide: impl FnMut(usize, &[u8]) -> Rewrite,
) -> Result<BulkChange, JobError> {
    snapshot.must_be_complete()?;
    let all = snapshot.line_count();
    let mut made: Vec<(usize, Vec<Piece>)> = Vec::new();
    let mut left = Skipped::default();
    for line in lines.iter().take_while(|&line| line < all) {
        let bytes = snapshot.line(line);
        let mut part = Part::default();
        part.take(snapshot, line, &bytes, decide(line, &bytes));
        if part.changed > 0 {
            made.push((line, part.pieces(snapshot)?));
        }
        left.join(part.left);
    }
    if snapshot.trouble().is_some() && !snapshot.can_trust_lines() {
        return Err(JobError::Unreadable);
    }
    let (line, changed) = (made.first().map_or(0, |(line, _)| *line), made.len());
    let mut tree = snapshot.tree.clone();
    // Backwards, so that the numbers of earlier lines stay valid.
    for (line, new) in made.into_iter().rev() {
        tree = tree.splice(line..line + 1, &new.into_iter().collect());
    }
    Ok(BulkChange {
        left,
        ..BulkChange::new(snapshot, label, tree, line, changed)
    })
}

fn rewrite_task(
    snapshot: &Snapshot,
    range: Range<usize>,
    concerns: &impl Fn(usize, LineState) -> bool,
    decide: &impl Fn(usize, LineState, &[u8]) -> Rewrite,
) -> Part {
    let mut part = Part::default();
    let mut first = range.start;
    for piece in snapshot.tree.pieces(range) {
        let state = |line: usize| snapshot.state_of(piece.place(line - first));
        let end = first + piece.len();
        let mut at = first;
        while at < end {
            if !concerns(at, state(at)) {
                part.keep(at);
                at += 1;
                continue;
            }
            // Consecutive concerned lines are read together.
            let mut stop = at + 1;
            while stop < end && concerns(stop, state(stop)) {
                stop += 1;
            }
            snapshot.each_line(at..stop, |line, bytes| {
                part.take(snapshot, line, bytes, decide(line, state(line), bytes));
                true
            });
            at = stop;
        }
        first = end;
    }
    part
}

fn list(pieces: &[Piece]) -> Result<Vec<Piece>, JobError> {
    let mut lines = PieceList::default();
    for piece in pieces {
        for at in 0..piece.len() {
            let line = LineRef::of(piece.place(at));
            lines.line(line.ok_or(JobError::TooManyLines)?);
        }
    }
    Ok(lines.pieces())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::{Grouping, Suite};

    fn numbered(lines: usize) -> Suite {
        let text: String = (0..lines).map(|n| format!("{n}\n")).collect();
        Suite::from_bytes("numbered.epd", text.into_bytes())
    }

    fn whole(suite: &Suite) -> String {
        let runs = suite.snapshot();
        let bytes: Vec<u8> = runs
            .runs(0..suite.line_count())
            .flat_map(|run| run.bytes.into_owned())
            .collect();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn every_line_can_be_kept_changed_or_removed_and_undo_restores_all() {
        for every in [2, 3, 1000, 9999] {
            let mut suite = numbered(20_000);
            let before = whole(&suite);
            let decide = |line: usize, _: LineState, bytes: &[u8]| match line % every {
                0 => Rewrite::Replace([b"x", bytes].concat()),
                1 => Rewrite::Remove,
                _ => Rewrite::Keep,
            };
            let change =
                rewrite_lines(&suite.snapshot(), "test", &Job::new(), |_, _| true, decide).unwrap();
            assert_eq!(
                change.changed,
                2 * 20_000usize.div_ceil(every) - usize::from(20_000 % every == 1)
            );
            assert_eq!(suite.apply(change), Ok(true));
            let expected: String = (0..20_000)
                .filter(|line| line % every != 1)
                .map(|line| {
                    if line % every == 0 {
                        format!("x{line}\n")
                    } else {
                        format!("{line}\n")
                    }
                })
                .collect();
            assert_eq!(whole(&suite), expected);
            assert_eq!(suite.edited_count(), 20_000usize.div_ceil(every));
            assert_eq!(suite.source_line(0), Some(0));
            assert!(suite.undo().is_some());
            assert_eq!(whole(&suite), before);
            assert!(!suite.is_modified());
        }
    }

    #[test]
    fn a_change_prepared_before_an_edit_is_not_made() {
        let mut suite = numbered(3);
        let upper = |_: usize, _: LineState, _: &[u8]| Rewrite::Replace(b"x".to_vec());
        let change =
            rewrite_lines(&suite.snapshot(), "test", &Job::new(), |_, _| true, upper).unwrap();
        assert!(suite.replace_line(0, b"edited", Grouping::Step, "edit"));
        assert!(suite.apply(change.clone()).is_err());
        assert!(suite.undo().is_some());
        assert_eq!(suite.apply(change), Ok(true));
        assert_eq!(whole(&suite), "x\nx\nx\n");
    }

    #[test]
    fn only_concerned_lines_are_read() {
        let mut suite = numbered(100_000);
        assert!(suite.replace_line(50_000, b"edited", Grouping::Step, "edit"));
        let before = suite.work().lines_read;
        let concerns = |_: usize, state: LineState| state != LineState::Untouched;
        let decide = |_: usize, _: LineState, _: &[u8]| Rewrite::Keep;
        let change =
            rewrite_lines(&suite.snapshot(), "test", &Job::new(), concerns, decide).unwrap();
        assert_eq!(change.changed, 0);
        assert_eq!(suite.work().lines_read - before, 1);
        assert_eq!(suite.apply(change), Ok(false));
    }

    #[test]
    fn a_cancelled_job_returns_no_change() {
        let job = Job::new();
        job.cancel();
        let decide = |_: usize, _: LineState, _: &[u8]| Rewrite::Keep;
        let change = rewrite_lines(&numbered(9).snapshot(), "test", &job, |_, _| true, decide);
        assert_eq!(change.err(), Some(JobError::Cancelled));
    }

    #[test]
    fn the_inline_rewrite_agrees_with_the_full_one_and_reads_only_its_lines() {
        let text: String = (0..5000).map(|n| format!("# {n}\n")).collect();
        let lines: LineSet = [3, 4, 700, 701, 4999].into_iter().collect();
        let decide = |line: usize, bytes: &[u8]| match line {
            3 => Rewrite::Remove,
            4 => Rewrite::Keep,
            700 => Rewrite::Replace([bytes, b"# more".as_slice()].concat()),
            701 => Rewrite::Replace([b"# before\n".as_slice(), bytes].concat()),
            _ => Rewrite::Replace(b"# other\n".to_vec()),
        };
        let mut one = Suite::from_bytes("test.epd", text.clone().into_bytes());
        let mut two = Suite::from_bytes("test.epd", text.into_bytes());
        let before = one.work();
        let inline = rewrite_inline(&one.snapshot(), "inline", &lines, decide).unwrap();
        assert_eq!(one.work().lines_read - before.lines_read, 5);
        assert_eq!(inline.changed, 4);
        one.apply(inline).unwrap();
        let all = rewrite_lines(
            &two.snapshot(),
            "all",
            &Job::new(),
            |line, _| lines.contains(line),
            |line, _, bytes| decide(line, bytes),
        );
        two.apply(all.unwrap()).unwrap();
        let texts = |suite: &Suite| -> Vec<Vec<u8>> {
            (0..suite.line_count())
                .map(|line| suite.line(line).into_owned())
                .collect()
        };
        assert_eq!(texts(&one), texts(&two));
        assert_eq!((one.edited_count(), two.edited_count()), (3, 3));
    }
}
