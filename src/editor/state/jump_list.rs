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
    /// One jumped away from a line.
    pub(crate) fn left(&mut self, line: usize) {
        self.forward.clear();
        self.back.retain(|known| *known != line);
        self.back.push(line);
        if self.back.len() > MOST {
            self.back.remove(0);
        }
    }

    /// Lines `old` became lines `new`.
    pub(crate) fn follow(&mut self, old: &Range<usize>, new: &Range<usize>) {
        for line in self.back.iter_mut().chain(&mut self.forward) {
            if *line >= old.end {
                *line = *line - old.end + new.end;
            } else if *line >= old.start {
                *line = (*line).min(new.end.saturating_sub(1)).max(new.start);
            }
        }
    }
}
