//! Records that wait for an engine: a few in an order of their own, then whole sets of lines, which take
//! a bit a line.

use crate::engine::Inquiry;
use crate::suite::{LineSet, Moves};
use std::collections::VecDeque;

/// A record, and what is asked of it.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    pub line: usize,
    pub inquiry: Inquiry,
}

impl Item {
    /// Returns whether exactly this is asked.
    pub(super) fn asks(&self, inquiry: &Inquiry) -> bool {
        match (&self.inquiry, inquiry) {
            (Inquiry::Analyse(one), Inquiry::Analyse(other)) => {
                (one.limits, one.lines) == (other.limits, other.lines)
            }
            (Inquiry::Verify(one), Inquiry::Verify(other)) => {
                (one.limits, one.lines, one.margin) == (other.limits, other.lines, other.margin)
            }
            _ => false,
        }
    }
}

/// Returns whether the same is asked, with whatever limits.
fn is_alike(one: &Inquiry, other: &Inquiry) -> bool {
    std::mem::discriminant(one) == std::mem::discriminant(other)
}

/// See the module.
#[derive(Debug, Default)]
pub struct Waiting {
    first: VecDeque<Item>,
    then: VecDeque<Batch>,
}

/// Lines of which the same is asked, from `from` on.
#[derive(Debug)]
struct Batch {
    lines: LineSet,
    from: usize,
    inquiry: Inquiry,
}

impl Batch {
    fn len(&self) -> usize {
        self.lines.len() - self.lines.rank(self.from)
    }

    fn next(&mut self) -> Option<Item> {
        let line = self.lines.at_or_after(self.from)?;
        self.from = line + 1;
        Some(Item {
            line,
            inquiry: self.inquiry,
        })
    }

    fn items(&self) -> impl Iterator<Item = Item> + '_ {
        let ranks = self.lines.rank(self.from)..self.lines.len();
        ranks.filter_map(|rank| {
            Some(Item {
                line: self.lines.nth(rank)?,
                inquiry: self.inquiry,
            })
        })
    }

    /// Follows the lines; gives how many are there no more.
    fn moved(&mut self, moves: &Moves) -> usize {
        let before = self.len();
        let left = self.lines.minus(&LineSet::of_range(0..self.from));
        let mut here = LineSet::default();
        let mut at = moves.old.start;
        while let Some(line) = left.at_or_after(at).filter(|line| *line < moves.old.end) {
            if let Some(to) = moves.of(line) {
                here.insert(to.saturating_sub(moves.new.start));
            }
            at = line + 1;
        }
        self.lines = left.spliced(moves.old.clone(), moves.new.len(), &here);
        self.from = 0;
        before - self.len()
    }
}

impl Waiting {
    /// Counts them.
    pub fn len(&self) -> usize {
        self.first.len() + self.then.iter().map(Batch::len).sum::<usize>()
    }

    /// Returns whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// In their order.
    pub fn iter(&self) -> impl Iterator<Item = Item> + '_ {
        let then = self.then.iter().flat_map(Batch::items);
        self.first.iter().copied().chain(then)
    }

    /// Takes the next one out.
    pub(crate) fn next(&mut self) -> Option<Item> {
        if let Some(item) = self.first.pop_front() {
            return Some(item);
        }
        loop {
            match self.then.front_mut()?.next() {
                Some(item) => return Some(item),
                None => drop(self.then.pop_front()),
            }
        }
    }

    /// Puts one before all others.
    pub(crate) fn put_first(&mut self, item: Item) {
        self.first.push_front(item);
    }

    /// Puts lines behind all others, in their order.
    pub(crate) fn add(&mut self, lines: LineSet, inquiry: Inquiry) {
        self.then.push_back(Batch {
            lines,
            from: 0,
            inquiry,
        });
    }

    /// Puts lines behind all others, in this order.
    pub(crate) fn add_in_order(&mut self, lines: impl Iterator<Item = usize>, inquiry: Inquiry) {
        self.own(usize::MAX);
        self.first.extend(lines.map(|line| Item { line, inquiry }));
    }

    /// Has the first `count` in an order of their own; whether there are as many in sets besides.
    fn own(&mut self, count: usize) -> bool {
        while self.first.len() < count {
            match self.then.front_mut().map(Batch::next) {
                Some(Some(item)) => self.first.push_back(item),
                Some(None) => drop(self.then.pop_front()),
                None => return false,
            }
        }
        true
    }

    /// Moves the one at place `at` to place `to`; whether there are such places.
    pub(crate) fn shift(&mut self, at: usize, to: usize) -> bool {
        if !self.own(at.max(to).saturating_add(1)) {
            return false;
        }
        match self.first.remove(at) {
            Some(item) => {
                self.first.insert(to, item);
                true
            }
            None => false,
        }
    }

    /// Takes the one at a place out.
    pub(crate) fn remove(&mut self, at: usize) -> Option<Item> {
        self.own(at + 1);
        self.first.remove(at)
    }

    /// Takes lines out of which the same is asked with whatever limits; gives how many.
    pub(super) fn forget(&mut self, lines: &LineSet, inquiry: &Inquiry) -> usize {
        let before = self.len();
        self.first
            .retain(|item| !lines.contains(item.line) || !is_alike(&item.inquiry, inquiry));
        for batch in &mut self.then {
            if is_alike(&batch.inquiry, inquiry) {
                let left = batch.lines.minus(&LineSet::of_range(0..batch.from));
                (batch.lines, batch.from) = (left.minus(lines), 0);
            }
        }
        before - self.len()
    }

    /// Follows the lines; gives how many are there no more.
    pub(super) fn moved(&mut self, moves: &Moves) -> usize {
        let before = self.first.len();
        self.first.retain_mut(|item| {
            let line = moves.of(item.line);
            item.line = line.unwrap_or_default();
            line.is_some()
        });
        let gone: usize = self.then.iter_mut().map(|batch| batch.moved(moves)).sum();
        gone + before - self.first.len()
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
        waiting.add(lines.iter().copied().collect(), INQUIRY);
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
        waiting.add([2].into_iter().collect(), INQUIRY);
        let next = waiting.next().expect("one");
        assert_eq!((next.line, lines(&waiting)), (5, vec![3, 9, 2]));
        waiting.put_first(next);
        waiting.add_in_order([8, 7].into_iter(), INQUIRY);
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
