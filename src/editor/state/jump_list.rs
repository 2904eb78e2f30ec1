//! Lines that were left for others far away: where "back" and "forward" lead.

use std::ops::Range;

/// Lines that are remembered.
pub(crate) const MOST: usize = 100;

/// The lines to go back to, and forward again.
#[derive(Clone, Debug, Default)]
pub struct JumpList {
    pub(crate) back: Vec<usize>,
    pub(crate) forward: Vec<usize>,
    /// Whether the movement of this message is no jump: a step, or one along the places themselves.
    pub(crate) is_step: bool,
}

impl JumpList {
    /// Takes note of a jump from line `before` to line `now`. `changed`: lines that an edit turned into others.
    pub(crate) fn settle(
        &mut self,
        before: usize,
        now: usize,
        changed: Option<(Range<usize>, Range<usize>)>,
    ) {
        let is_step = std::mem::take(&mut self.is_step);
        match changed {
            Some((old, new)) => self.follow(&old, &new),
            None if now != before && !is_step => {
                self.forward.clear();
                self.back.retain(|known| *known != before);
                self.back.push(before);
                let over = self.back.len().saturating_sub(MOST);
                self.back.drain(..over);
            }
            None => {}
        }
    }

    /// Lines `old` became lines `new`.
    fn follow(&mut self, old: &Range<usize>, new: &Range<usize>) {
        for line in self.back.iter_mut().chain(&mut self.forward) {
            if *line >= old.end {
                *line = *line - old.end + new.end;
            } else if *line >= old.start {
                *line = (*line).min(new.end.saturating_sub(1)).max(new.start);
            }
        }
    }
}
