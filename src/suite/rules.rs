//! The rules of a file, classical chess or Chess960, judged by its records together.

use std::sync::Arc;

use super::Suite;
use super::progress::Job;
use super::scan::{JobError, scan_until};
use super::snapshot::Snapshot;
use crate::epd::Rules;
use crate::epd::rules::Signs;

/// The number of lines examined at the head of a file before all of it is read.
const HEAD: usize = 4096;

/// Returns the rules that the records of a file imply; see [`Signs`]. Ends early if one contradicts Chess960.
///
/// # Errors
/// Cancelled, or lines can no longer be read.
pub fn rules_of(snapshot: &Snapshot, job: &Job) -> Result<Rules, JobError> {
    let mut signs = Signs::default();
    scan_until(
        snapshot,
        0..snapshot.line_count(),
        job,
        |lines| signs_of(snapshot, lines),
        |part| {
            signs.join(part);
            signs.are_settled()
        },
    )?;
    Ok(signs.rules())
}

fn signs_of(snapshot: &Snapshot, lines: std::ops::Range<usize>) -> Signs {
    let mut signs = Signs::default();
    snapshot.each_line(lines, |_, line| {
        signs.add(line);
        !signs.are_settled()
    });
    signs
}

impl Snapshot {
    /// Returns the snapshot with these rules for reading.
    #[must_use]
    pub fn with_rules(mut self, rules: Rules) -> Self {
        self.options.rules = rules;
        self
    }
}

impl Suite {
    /// Returns the castling rules by which records are read.
    pub fn rules(&self) -> Rules {
        self.now.options.rules
    }

    /// Sets the castling rules; returns true if they changed.
    pub fn set_rules(&mut self, rules: Rules) -> bool {
        let changed = self.now.options.rules != rules;
        self.now.options.rules = rules;
        self.rules_are_known = true;
        changed
    }

    /// Returns to the rules implied by the records, once these are known.
    pub fn forget_rules(&mut self) {
        self.rules_are_known = false;
    }

    /// Returns true if the rules come from the caller or from all records. Otherwise [`rules_of`] finds them when
    /// everything is read.
    pub fn rules_are_known(&self) -> bool {
        self.rules_are_known
    }

    /// Sets the given rules, or those that the lines imply: in the `background`, only those at the head, for the
    /// first screen.
    pub(super) fn begin_with_rules(mut self, given: Option<Rules>, background: bool) -> Self {
        if let Some(rules) = given {
            self.set_rules(rules);
            return self;
        }
        // A snapshot of its own, so that this does not count as work on the suite.
        let snapshot = Snapshot {
            work: Arc::default(),
            ..self.snapshot()
        };
        let lines = snapshot.line_count();
        if background && !(snapshot.is_complete() && lines <= HEAD) {
            self.set_rules(signs_of(&snapshot, 0..lines.min(HEAD)).rules());
            self.rules_are_known = false;
        } else {
            // An unreadable file is reported elsewhere.
            self.set_rules(rules_of(&snapshot, &Job::new()).unwrap_or_default());
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::Record;
    use crate::suite::OpenOptions;

    const NEEDS: &str = "1r2k1r1/6p1/8/8/8/8/6P1/1R2K1R1 w KQkq - bm O-O;\n";
    const PLAIN: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm O-O;\n";
    const AGAINST: &str = "4k3/8/8/8/8/8/8/4K3 w K - bm Kd2;\n";

    fn check(lines: &[&str], expected: Rules) {
        let suite = Suite::from_bytes("a.epd", lines.concat().into_bytes());
        assert_eq!(suite.rules(), expected);
        assert_eq!(suite.snapshot().read_options().rules, expected);
    }

    #[test]
    fn a_file_is_chess960_where_a_record_needs_it_and_none_contradicts() {
        check(&[], Rules::Classical);
        check(&[PLAIN, PLAIN], Rules::Classical);
        check(&[PLAIN, NEEDS], Rules::Chess960);
        check(&[PLAIN, NEEDS, AGAINST], Rules::Classical);
        let long = PLAIN.repeat(20_000);
        check(&[&long, NEEDS], Rules::Chess960);
        check(&[NEEDS, &long, AGAINST], Rules::Classical);
    }

    #[test]
    fn what_the_user_says_goes_before_what_the_records_tell() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.epd");
        std::fs::write(&path, [NEEDS, AGAINST].concat()).expect("a file");
        for (given, expected) in [
            (None, Rules::Classical),
            (Some(Rules::Chess960), Rules::Chess960),
        ] {
            let options = OpenOptions {
                background: false,
                rules: given,
                ..OpenOptions::default()
            };
            let suite = Suite::open(&path, &options).expect("the file");
            assert_eq!(suite.rules(), expected);
            let line = suite.line(0).into_owned();
            let record = Record::read(&line, suite.read_options());
            assert_eq!(record.is_kept(), expected == Rules::Classical);
        }
    }
}
