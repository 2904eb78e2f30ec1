//! Rewriting some lines of many at once, in this thread: only those are read, whatever the file's size.

use super::rewrite::{NewLine, Rewrite, in_place_of};
use super::{BulkChange, Left};
use crate::suite::history::Label;
use crate::suite::line_set::LineSet;
use crate::suite::scan::JobError;
use crate::suite::snapshot::Snapshot;
use crate::suite::text::Draft;
use crate::suite::tree::{Piece, Tree};

/// Prepares a change of `lines`, one after the other, in this thread; for some hundreds of them.
///
/// # Errors
/// The file is not read to its end yet, or lines can't be read any more.
pub fn rewrite_inline(
    snapshot: &Snapshot,
    label: impl Into<Label>,
    lines: &LineSet,
    mut decide: impl FnMut(usize, &[u8]) -> Rewrite,
) -> Result<BulkChange, JobError> {
    if !snapshot.is_complete() {
        return Err(JobError::StillLoading);
    }
    let all = snapshot.line_count();
    let mut made: Vec<(usize, Tree)> = Vec::new();
    let mut left = Left::default();
    for line in lines.iter().take_while(|&line| line < all) {
        let bytes = snapshot.line(line);
        match decide(line, &bytes) {
            Rewrite::Keep => {}
            Rewrite::Leave(reason) => left.note(reason, line),
            Rewrite::Replace(text) if text == bytes.as_ref() => {}
            Rewrite::Remove => made.push((line, Tree::default())),
            Rewrite::Replace(text) => {
                let new = in_place_of(snapshot, line, &bytes, &text).into_iter();
                let pieces = new.filter_map(|new| match new {
                    NewLine::Old => snapshot.tree.pieces(line..line + 1).next(),
                    NewLine::Known(known) => Some(Piece::of(known, 1)),
                    NewLine::Text(text, origin) => {
                        let mut draft = Draft::default();
                        draft.push(&text, origin);
                        let id = snapshot.texts.keep(draft);
                        Some(Piece::text(id..id + 1))
                    }
                });
                made.push((line, pieces.collect()));
            }
        }
    }
    if snapshot.trouble().is_some() && !snapshot.can_trust_lines() {
        return Err(JobError::Unreadable);
    }
    let (line, changed) = (made.first().map_or(0, |(line, _)| *line), made.len());
    let mut tree = snapshot.tree.clone();
    // From the last on, so that the numbers of those before hold.
    for (line, new) in made.into_iter().rev() {
        tree = tree.splice(line..line + 1, &new);
    }
    Ok(BulkChange {
        base: snapshot.revision(),
        lines_before: all,
        tree,
        label: label.into(),
        line,
        changed,
        records: None,
        left,
        made: Default::default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::bulk::rewrite_lines;
    use crate::suite::{Job, Suite};

    #[test]
    fn it_makes_what_a_rewriting_of_all_lines_makes_and_reads_only_those_it_is_about() {
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
        assert_eq!(inline.changed(), 4);
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
