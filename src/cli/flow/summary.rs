//! The closing line of commands that change records: the number of changes, and the records left unchanged with
//! reasons.

use crate::cli::flow::{Checkpoint, Status};
use crate::cli::output::conclude;
use crate::epd::counted::{noun, thousands, thousands_of};
use crate::suite::edit::Skipped;
use std::collections::BTreeMap;

/// The number of reasons listed; others are only counted.
const LISTED: usize = 5;

/// The action of a command on records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verb {
    Change,
    Move,
    Remove,
    Keep,
}

impl Verb {
    /// Returns the words for the action done, or for a dry run.
    fn words(self, only_looks: bool) -> &'static str {
        match (self, only_looks) {
            (Self::Change, false) => "changed",
            (Self::Change, true) => "would change",
            (Self::Move, false) => "moved",
            (Self::Move, true) => "would move",
            (Self::Remove, false) => "removed",
            (Self::Remove, true) => "would be removed",
            (Self::Keep, false) => "kept",
            (Self::Keep, true) => "would be kept",
        }
    }
}

/// The counts for the records of all files.
#[derive(Clone, Debug, Default)]
pub(crate) struct Summary {
    pub records: usize,
    /// Whether a query chose them.
    matching: bool,
    pub changed: usize,
    /// The number of records that the previous run processed.
    before: usize,
    pub is_stopped: bool,
    /// The records left unchanged, by reason: the number, and the place of the first.
    left: BTreeMap<String, (usize, String)>,
    /// The number of operations of merged records that contradict the first record, and the place of the first such
    /// record.
    conflicts: Option<(usize, String)>,
}

impl Summary {
    /// Returns an empty summary; `matching` is whether a query chooses the records.
    pub(crate) fn new(matching: bool) -> Self {
        Self {
            matching,
            ..Self::default()
        }
    }

    /// Adds the records of one file that were left unchanged; `place` names a line of the file.
    pub(crate) fn take(&mut self, left: &Skipped, place: impl Fn(usize) -> String) {
        if let Some((count, first)) = left.conflicts() {
            let (known, _) = self.conflicts.get_or_insert_with(|| (0, place(first)));
            *known += count;
        }
        for (reason, count, first) in left.reasons() {
            let (known, _) = self
                .left
                .entry(reason.to_owned())
                .or_insert_with(|| (0, place(first)));
            *known += count;
        }
    }

    /// Adds a record; `left` is the reason why it was left unchanged, and its place.
    pub(crate) fn add(&mut self, left: Option<(String, String)>) {
        self.records += 1;
        match left {
            None => self.changed += 1,
            Some((reason, place)) => self.left.entry(reason).or_insert((0, place)).0 += 1,
        }
    }

    /// Adds the counts of the previous run.
    pub(crate) fn add_previous(&mut self, before: &Checkpoint) {
        let records = usize::try_from(before.step.records).unwrap_or(usize::MAX);
        let left: usize = before.left.values().map(|(count, _)| count).sum();
        self.before = records;
        self.records += records;
        self.changed += records.saturating_sub(left);
        self.left.clone_from(&before.left);
    }

    /// Prints the summary as the last line on standard error; returns the exit status.
    pub(crate) fn end(&self, status: Status, verb: Verb, only_looks: bool) -> Status {
        let verb = verb.words(only_looks);
        let words = match (self.records, status) {
            // The failure is already printed, and there are no records to count.
            (0, Status::Trouble) => format!("no records {verb}"),
            _ => self.sentence(verb),
        };
        self.ended(status, &words)
    }

    /// Prints the summary of work by an engine, with the verb `done`; returns the exit status.
    pub(crate) fn end_done(&self, status: Status, done: &str) -> Status {
        let mut sentence = self.sentence(done);
        if self.records == 0 && !self.matching && !self.is_stopped {
            sentence.push_str(" · no record was read");
        }
        self.ended(status, &sentence)
    }

    fn ended(&self, status: Status, words: &str) -> Status {
        conclude(words);
        if self.left.is_empty() {
            status
        } else {
            status.max(Status::Findings)
        }
    }

    fn sentence(&self, verb: &str) -> String {
        let records = match self.matching {
            true => noun(self.records, "matching record", "matching records"),
            false => noun(self.records, "record", "records"),
        };
        let is_idle = self.records == self.before && !self.is_stopped;
        let mut sentence = match self.before {
            1.. if is_idle => "nothing left to do".to_owned(),
            _ => {
                let (changed, all) = (thousands(self.changed), thousands(self.records));
                format!("{changed} of {all} {records} {verb}")
            }
        };
        if self.is_stopped {
            sentence.push_str(" before the stop");
        }
        if self.before > 0 {
            let before = match self.records == self.before {
                true => thousands_of(self.before, "record", "records"),
                false => format!("{} of them", thousands(self.before)),
            };
            sentence.push_str(&format!(" · {before} from the run before"));
        }
        if let Some((count, place)) = &self.conflicts {
            let conflicts = thousands_of(*count, "conflict", "conflicts");
            let values = noun(*count, "value", "values");
            sentence.push_str(&format!(
                " · {conflicts}: the {values} of the first record kept (first: {place})"
            ));
        }
        let mut reasons: Vec<_> = self.left.iter().collect();
        reasons.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
        for (reason, (count, place)) in reasons.iter().take(LISTED) {
            sentence.push_str(&format!(
                " · {} left unchanged: {reason} (first: {place})",
                thousands(*count)
            ));
        }
        let more: usize = reasons
            .iter()
            .skip(LISTED)
            .map(|(_, (count, _))| count)
            .sum();
        if more > 0 {
            sentence.push_str(&format!(
                " · {} left unchanged for other reasons",
                thousands(more)
            ));
        }
        sentence
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_counts_each_reason_and_names_its_first_place() {
        let mut summary = Summary {
            records: 300,
            changed: 214,
            ..Summary::default()
        };
        let mut left = Skipped::default();
        left.note("the record has two ce", 16);
        left.note("the record has two ce", 40);
        left.note("other", 3);
        summary.take(&left, |line| format!("a.epd:{}", line + 1));
        summary.take(&left, |line| format!("b.epd:{}", line + 1));
        assert_eq!(
            summary.sentence(Verb::Change.words(false)),
            "214 of 300 records changed \
             · 4 left unchanged: the record has two ce (first: a.epd:17) \
             · 2 left unchanged: other (first: a.epd:4)"
        );
    }

    #[test]
    fn conflicts_of_merged_records_are_counted() {
        let mut summary = Summary {
            records: 9,
            changed: 2,
            ..Summary::default()
        };
        let mut left = Skipped::default();
        left.note_conflicts(1, 4);
        summary.take(&left, |line| line.to_string());
        let words =
            "2 of 9 records removed · 1 conflict: the value of the first record kept (first: 4)";
        assert_eq!(summary.sentence(Verb::Remove.words(false)), words);
        summary.take(&left, |line| line.to_string());
        assert!(
            summary
                .sentence(Verb::Remove.words(false))
                .contains(" · 2 conflicts: ")
        );
    }

    #[test]
    fn a_resumed_or_stopped_run_is_named_in_the_summary() {
        let sentence = |records, before, is_stopped| {
            let summary = Summary {
                records,
                changed: records,
                before,
                is_stopped,
                ..Summary::default()
            };
            summary.sentence("tested")
        };
        assert_eq!(sentence(9, 0, false), "9 of 9 records tested");
        assert_eq!(
            sentence(9, 0, true),
            "9 of 9 records tested before the stop"
        );
        assert_eq!(
            sentence(9, 1, false),
            "9 of 9 records tested · 1 of them from the run before"
        );
        assert_eq!(
            sentence(1064, 1064, false),
            "nothing left to do · 1,064 records from the run before"
        );
        assert_eq!(
            sentence(4, 4, true),
            "4 of 4 records tested before the stop · 4 records from the run before"
        );
    }

    #[test]
    fn counts_are_singular_for_one_and_a_dry_run_says_would() {
        let summary = Summary {
            records: 1,
            changed: 1,
            ..Summary::default()
        };
        for (verb, only_looks, words) in [
            (Verb::Change, false, "1 of 1 record changed"),
            (Verb::Change, true, "1 of 1 record would change"),
            (Verb::Move, true, "1 of 1 record would move"),
            (Verb::Remove, true, "1 of 1 record would be removed"),
        ] {
            assert_eq!(summary.sentence(verb.words(only_looks)), words);
        }
    }
}
