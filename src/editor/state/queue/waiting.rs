//! Records that wait for an engine, in their order: eight bytes a record.

use crate::engine::Inquiry;
use crate::suite::{LineSet, Moves};
use std::collections::VecDeque;

/// A record, and what is asked of it.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    pub line: usize,
    pub inquiry: Inquiry,
}

/// See the module.
#[derive(Debug, Default)]
pub struct Waiting {
    /// Lines, each with the place of what is asked of it.
    all: VecDeque<(u32, u32)>,
    inquiries: Vec<Inquiry>,
}

impl Waiting {
    /// Counts them.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// In their order.
    pub fn iter(&self) -> impl Iterator<Item = Item> + '_ {
        self.all.iter().filter_map(|entry| self.item(*entry))
    }

    fn item(&self, (line, asked): (u32, u32)) -> Option<Item> {
        Some(Item {
            line: line as usize,
            inquiry: *self.inquiries.get(asked as usize)?,
        })
    }

    /// Takes the next one out.
    pub(crate) fn next(&mut self) -> Option<Item> {
        let next = self.all.pop_front()?;
        self.item(next)
    }

    /// Puts one before all others.
    pub(crate) fn put_first(&mut self, item: Item) {
        self.add(std::iter::once(item.line), item.inquiry);
        self.all.rotate_right(1);
    }

    /// Puts lines behind all others, in their order.
    pub(crate) fn add(&mut self, lines: impl Iterator<Item = usize>, inquiry: Inquiry) {
        let asked = self.inquiries.len();
        self.inquiries.push(inquiry);
        let entry = |line| Some((u32::try_from(line).ok()?, u32::try_from(asked).ok()?));
        self.all.extend(lines.filter_map(entry));
    }

    /// Moves the one at place `at` to place `to`; whether there are such places.
    pub(crate) fn shift(&mut self, at: usize, to: usize) -> bool {
        let moved = (at.max(to) < self.len()).then(|| self.all.remove(at));
        let moved = moved.flatten().map(|entry| self.all.insert(to, entry));
        moved.is_some()
    }

    /// Takes the one at a place out.
    pub(crate) fn remove(&mut self, at: usize) -> Option<Item> {
        let gone = self.all.remove(at)?;
        self.item(gone)
    }

    /// Takes lines out of which the same is asked with whatever limits.
    pub(super) fn forget(&mut self, lines: &LineSet, inquiry: &Inquiry) {
        let kind = std::mem::discriminant(inquiry);
        let asked = self.inquiries.iter().map(std::mem::discriminant);
        let is_alike: Vec<bool> = asked.map(|other| other == kind).collect();
        self.all.retain(|(line, asked)| {
            let is_alike = is_alike.get(*asked as usize) == Some(&true);
            !is_alike || !lines.contains(*line as usize)
        });
    }

    /// Follows the lines; gives how many are there no more.
    pub(super) fn moved(&mut self, moves: &Moves) -> usize {
        let before = self.len();
        self.all.retain_mut(|(line, _)| {
            let now = moves.of(*line as usize).map(u32::try_from);
            let now = now.and_then(Result::ok);
            *line = now.unwrap_or_default();
            now.is_some()
        });
        before - self.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Analyse, Limits};
    use crate::suite::{Grouping, Suite, moves};

    const INQUIRY: Inquiry = Inquiry::Analyse(Analyse {
        limits: Limits {
            depth: None,
            nodes: None,
            movetime: None,
            timeout: None,
        },
        lines: 1,
    });

    fn waiting(lines: &[usize]) -> Waiting {
        let mut waiting = Waiting::default();
        let lines: LineSet = lines.iter().copied().collect();
        waiting.add(lines.iter(), INQUIRY);
        waiting
    }

    fn lines(waiting: &Waiting) -> Vec<usize> {
        let lines: Vec<usize> = waiting.iter().map(|item| item.line).collect();
        assert_eq!(lines.len(), waiting.len());
        lines
    }

    #[test]
    fn they_come_in_the_files_order_unless_they_are_given_another() {
        let mut waiting = waiting(&[5, 1, 9, 3]);
        assert_eq!(lines(&waiting), [1, 3, 5, 9]);
        assert!(waiting.shift(2, 0));
        assert_eq!(lines(&waiting), [5, 1, 3, 9]);
        assert_eq!(waiting.remove(1).map(|item| item.line), Some(1));
        assert!(!waiting.shift(0, 3), "there is no fourth");
        waiting.add([2].into_iter(), INQUIRY);
        let next = waiting.next().expect("one");
        assert_eq!((next.line, lines(&waiting)), (5, vec![3, 9, 2]));
        waiting.put_first(next);
        waiting.add([8, 7].into_iter(), INQUIRY);
        assert_eq!(lines(&waiting), [5, 3, 9, 2, 8, 7]);
        while waiting.next().is_some() {}
        assert!(waiting.is_empty());
    }

    #[test]
    fn they_go_with_their_records_whatever_becomes_of_the_file() {
        let line = |n| format!("4k3/8/8/8/8/8/8/4K3 w - - id \"{n}\";\n");
        let text: String = (0..10).map(line).collect();
        let mut suite = Suite::from_bytes("test.epd", text.into_bytes());
        let mut waiting = waiting(&[0, 2, 5, 9]);
        waiting.shift(2, 0);
        let mut at = suite.snapshot();
        let mut follow = |suite: &mut Suite, waiting: &mut Waiting| {
            let to = suite.snapshot();
            let gone = waiting.moved(&moves(&at, &to));
            at = to;
            (gone, lines(waiting))
        };
        suite.insert_lines(1, &[b"# new".to_vec()], "new");
        assert_eq!(follow(&mut suite, &mut waiting), (0, vec![6, 0, 3, 10]));
        suite.delete_lines(2..5, "delete");
        assert_eq!(follow(&mut suite, &mut waiting), (1, vec![3, 0, 7]));
        suite.replace_line(3, b"# other", Grouping::Step, "edit");
        assert_eq!(follow(&mut suite, &mut waiting), (0, vec![3, 0, 7]));
        suite.move_lines(0..1, 5, "move");
        assert_eq!(follow(&mut suite, &mut waiting), (0, vec![2, 4, 7]));
        suite.undo();
        suite.undo();
        assert_eq!(follow(&mut suite, &mut waiting), (0, vec![3, 0, 7]));
    }
}
