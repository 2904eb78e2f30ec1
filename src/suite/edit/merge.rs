//! Inserting the lines of another file, and moving scattered lines to one place.

use crate::suite::edit::{BulkChange, Selection};
use crate::suite::journal::{FileLines, Lookup};
use crate::suite::line_set::LineSet;
use crate::suite::lines::{end_of, text_of};
use crate::suite::progress::Job;
use crate::suite::records::{are_comments, before_block, block_of};
use crate::suite::scan::{JobError, scan_lines};
use crate::suite::snapshot::Snapshot;
use crate::suite::text::Draft;
use crate::suite::tree::{Piece, Tree};

/// Prepares the insertion of some lines of `other` before line `at`, with this file's line ends.
///
/// # Errors
/// Cancelled, a file is not completely read yet, or lines can no longer be read.
pub fn merge_lines(
    snapshot: &Snapshot,
    other: &Snapshot,
    chosen: &Selection,
    at: usize,
    job: &Job,
) -> Result<BulkChange, JobError> {
    snapshot.must_be_complete()?;
    other.must_be_complete()?;
    let at = at.min(snapshot.line_count());
    let (new, changed) = match moved(snapshot, other, chosen) {
        Some(moved) => (moved.clone(), moved.lines()),
        None => copied(snapshot, other, chosen, Ends::Ours, job)?,
    };
    let tree = snapshot.tree.splice(at..at, &new);
    Ok(BulkChange::new(snapshot, "merge a file", tree, at, changed))
}

/// Prepares the replacement of all lines by those of `other`, each with its own line end; equal lines at the
/// start and at the end are kept. The last line keeps its end, or lacks it as before.
///
/// # Errors
/// See [`merge_lines`].
pub fn replace_lines(
    snapshot: &Snapshot,
    other: &Snapshot,
    job: &Job,
) -> Result<BulkChange, JobError> {
    snapshot.must_be_complete()?;
    other.must_be_complete()?;
    let (here, there) = (snapshot.line_count(), other.line_count());
    // The last line of either file may lack its end; it is compared with the usual end of its file.
    let ended = |snapshot: &Snapshot, line: usize| {
        let bytes = snapshot.line(line);
        match bytes.last() == Some(&snapshot.line_end().terminator()) {
            true => bytes.into_owned(),
            false => [&bytes, snapshot.line_end().bytes()].concat(),
        }
    };
    let same = |here: usize, there: usize| ended(snapshot, here) == ended(other, there);
    let most = here.min(there);
    let mut head = 0;
    while head < most && same(head, head) {
        job.check()?;
        head += 1;
    }
    let mut tail = 0;
    while tail < most - head && same(here - 1 - tail, there - 1 - tail) {
        job.check()?;
        tail += 1;
    }
    let middle = Selection::Lines(LineSet::of_range(head..there - tail));
    let (new, copied) = copied(snapshot, other, &middle, Ends::Theirs, job)?;
    let tree = snapshot.tree.splice(head..here - tail, &new);
    let changed = copied.max(here - tail - head);
    Ok(BulkChange::new(
        snapshot,
        "restore lines",
        tree,
        head,
        changed,
    ))
}

/// Returns the chosen lines if they were cut from this suite and none of them is in it now, so that they
/// count as moved, not as new. `None` otherwise.
fn moved(snapshot: &Snapshot, other: &Snapshot, chosen: &Selection) -> Option<Tree> {
    let Selection::Lines(lines) = chosen else {
        return None;
    };
    if !snapshot.is_of_same_suite(other) || snapshot.revision() == other.revision() {
        return None;
    }
    let here = FileLines::of(&snapshot.tree);
    let all = other.line_count();
    let mut pieces = Vec::new();
    let mut at = lines.at_or_after(0);
    while let Some(start) = at.filter(|&start| start < all) {
        let end = lines.run_end(start).min(all);
        for piece in other.tree.pieces(start..end) {
            let is_here = |nth| matches!(here.find(piece.place(nth), 1), Lookup::Lines(_));
            if (0..piece.len()).any(is_here) {
                return None;
            }
            pieces.push(piece);
        }
        at = lines.at_or_after(end);
    }
    Some(pieces.into_iter().collect())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    /// The line end of the receiving file.
    Ours,
    Theirs,
}

fn copied(
    snapshot: &Snapshot,
    other: &Snapshot,
    chosen: &Selection,
    ends: Ends,
    job: &Job,
) -> Result<(Tree, usize), JobError> {
    let end = snapshot.line_end().bytes();
    let copy = |draft: &mut Draft, line: usize, bytes: &[u8]| {
        let end = match (ends, end_of(bytes)) {
            (Ends::Ours, _) | (Ends::Theirs, b"") => end,
            (Ends::Theirs, theirs) => theirs,
        };
        draft.push(&[text_of(bytes), end].concat(), other.copied_from(line));
    };
    let mut drafts = Vec::new();
    let begin = |_: &_| Draft::default();
    scan_lines(other, chosen.lines(), job, begin, copy, |draft| {
        drafts.push(draft);
        Ok(())
    })?;
    drafts.retain(|draft| draft.len() > 0);
    let pieces = drafts.into_iter().map(|draft| snapshot.texts.keep(draft));
    let copies: Tree = pieces.map(Piece::text).collect();
    let count = copies.lines();
    Ok((copies, count))
}

/// Prepares the move of `lines`, in order, to before line `to` (the line count means the end). A record
/// brings the comments directly above it, and is never inserted between another record and its comments. If
/// the lines are already at that place, nothing changes.
///
/// # Errors
/// The file is not completely read yet.
pub fn gather(snapshot: &Snapshot, lines: &LineSet, to: usize) -> Result<BulkChange, JobError> {
    snapshot.must_be_complete()?;
    let all = snapshot.line_count();
    let to = match are_comments(snapshot, lines) {
        true => to.min(all),
        false => before_block(snapshot, to.min(all)),
    };
    let with_comments: LineSet = lines
        .iter()
        .take_while(|&line| line < all)
        .flat_map(|line| block_of(snapshot, line))
        .collect();
    let lines = &with_comments;
    let (mut before, mut moved, mut after): (Vec<Piece>, Vec<Piece>, Vec<Piece>) =
        (Vec::new(), Vec::new(), Vec::new());
    let mut at = 0;
    while at < all {
        let inside = lines.contains(at);
        let end = if inside {
            lines.run_end(at)
        } else {
            lines.at_or_after(at).unwrap_or(all)
        }
        .min(all);
        // A run of other lines is split at the place of insertion.
        let end = if !inside && at < to { end.min(to) } else { end };
        let part = snapshot.tree.pieces(at..end);
        match (inside, at < to) {
            (true, _) => moved.extend(part),
            (false, true) => before.extend(part),
            (false, false) => after.extend(part),
        }
        at = end;
    }
    let tree: Tree = before.into_iter().chain(moved).chain(after).collect();
    let (was, is) = snapshot.tree.differing(&tree);
    let changed = match was.is_empty() && is.is_empty() {
        true => 0,
        false => lines.len(),
    };
    let line = lines.nth(0).unwrap_or(0).min(to);
    Ok(BulkChange::new(
        snapshot,
        "gather lines",
        tree,
        line,
        changed,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::Suite;

    #[track_caller]
    fn check(here: &str, there: &str, expected: &str) {
        let mut suite = Suite::from_bytes("a.epd", here.as_bytes().to_vec());
        let other = Suite::from_bytes("copy", there.as_bytes().to_vec());
        let change = replace_lines(&suite.snapshot(), &other.snapshot(), &Job::new());
        suite.apply(change.unwrap()).unwrap();
        let lines = (0..suite.line_count()).flat_map(|line| suite.line(line).into_owned());
        assert_eq!(String::from_utf8(lines.collect()).unwrap(), expected);
    }

    #[test]
    fn restored_lines_have_the_line_ends_of_the_copy() {
        for copy in ["a\r\nb\nc\r\n", "a\nb\nc\n", "a\n"] {
            check("a\nB\nc\r\n", copy, copy);
            check("a\n", copy, copy);
        }
    }
}

#[cfg(test)]
mod gather_tests {
    use super::*;
    use crate::suite::Suite;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn gathered_lines_are_adjacent_and_all_lines_keep_their_order(
            marks in proptest::collection::btree_set(0usize..40, 0..20),
            to in 0usize..45,
        ) {
            let text: String = (0..40).map(|n| format!("# {n}\n")).collect();
            let mut suite = Suite::from_bytes("test.epd", text.into_bytes());
            let lines: LineSet = marks.iter().copied().collect();
            let change = gather(&suite.snapshot(), &lines, to).unwrap();
            suite.apply(change).unwrap();
            let stays = |range: std::ops::Range<usize>| range.filter(|l| !marks.contains(l)).collect::<Vec<_>>();
            let to = to.min(40);
            let expected: Vec<String> = stays(0..to).into_iter()
                .chain(marks.iter().copied())
                .chain(stays(to..40))
                .map(|n| format!("# {n}\n"))
                .collect();
            let found: Vec<String> = (0..suite.line_count())
                .map(|line| String::from_utf8(suite.line(line).into_owned()).unwrap())
                .collect();
            prop_assert_eq!(found, expected);
        }
    }
}
