//! Moving scattered lines to one place.

use super::BulkChange;
use crate::suite::line_set::LineSet;
use crate::suite::records::{are_comments, before_block, block_of};
use crate::suite::scan::JobError;
use crate::suite::snapshot::Snapshot;
use crate::suite::tree::{Piece, Tree};

/// Prepares the move of `lines`, in order, to before line `to` (the line count: to the end). A record brings the
/// comments directly above it, and never comes between another record and its comments. Lines that are already there
/// change nothing.
///
/// # Errors
/// The file is not read to its end yet.
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
        // The rest is cut where the lines are inserted.
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
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_lines_stand_together_in_their_order_and_all_others_stay_in_theirs(
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
