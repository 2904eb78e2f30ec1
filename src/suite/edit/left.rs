//! Records that an edit left unchanged, counted by reason, and operations left out in merging.

use std::collections::BTreeMap;

/// The records left unchanged, by reason with the first of each, and the conflicts between merged records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Left {
    reasons: BTreeMap<String, Reason>,
    conflicts: Option<Reason>,
}

/// The records left unchanged for one reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Reason {
    count: usize,
    first: usize,
}

impl Reason {
    fn take(&mut self, other: Self) {
        self.count += other.count;
        self.first = self.first.min(other.first);
    }
}

impl Left {
    /// Adds a record, on this line.
    pub fn note(&mut self, reason: impl Into<String>, line: usize) {
        let (count, first) = (1, line);
        self.add(reason.into(), Reason { count, first });
    }

    /// Adds operations that contradict the first of merged records, on this line, and were left out.
    pub fn note_conflicts(&mut self, count: usize, line: usize) {
        if count > 0 {
            self.add_conflicts(Reason { count, first: line });
        }
    }

    fn add_conflicts(&mut self, some: Reason) {
        match &mut self.conflicts {
            Some(known) => known.take(some),
            none => *none = Some(some),
        }
    }

    /// Returns the number of operations left out because the first record contradicts them, and the line of the first
    /// such record; `None` if there are none.
    pub fn conflicts(&self) -> Option<(usize, usize)> {
        self.conflicts.map(|all| (all.count, all.first))
    }

    /// Adds the records of another part of the file, or of another file.
    pub fn join(&mut self, other: Self) {
        if let Some(some) = other.conflicts {
            self.add_conflicts(some);
        }
        for (reason, some) in other.reasons {
            self.add(reason, some);
        }
    }

    fn add(&mut self, reason: String, some: Reason) {
        let known = self.reasons.entry(reason);
        known.and_modify(|known| known.take(some)).or_insert(some);
    }

    /// Returns true if no record was left unchanged.
    pub fn is_empty(&self) -> bool {
        self.reasons.is_empty()
    }

    /// Returns the number of records left unchanged.
    pub fn count(&self) -> usize {
        self.reasons.values().map(|reason| reason.count).sum()
    }

    /// Returns each reason with its count and the first line, the most frequent first.
    pub fn reasons(&self) -> Vec<(&str, usize, usize)> {
        let mut all: Vec<_> = self
            .reasons
            .iter()
            .map(|(words, reason)| (words.as_str(), reason.count, reason.first))
            .collect();
        all.sort_by_key(|(_, count, first)| (std::cmp::Reverse(*count), *first));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_counted_with_their_first_line_and_the_most_frequent_comes_first() {
        let mut left = Left::default();
        assert!(left.is_empty());
        left.note("two ce", 9);
        let mut other = Left::default();
        other.note("stray text", 30);
        other.note("stray text", 12);
        other.note("two ce", 4);
        other.note("stray text", 31);
        left.join(other);
        assert_eq!(left.count(), 5);
        assert_eq!(left.reasons(), [("stray text", 3, 12), ("two ce", 2, 4)]);
    }
}
