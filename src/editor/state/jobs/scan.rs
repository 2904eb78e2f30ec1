//! The reading of every record of a file.

use crate::epd::{CanonicalOptions, Rules};
use crate::suite::{
    CountsSoFar, Duplicates, Job, JobError, LineSet, Sameness, Snapshot, ValidateOptions,
    Validation, find_duplicates, rules_of, validate,
};

/// The findings of a scan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scanned {
    pub findings: Validation,
    /// Records whose id another record has, too.
    pub same_ids: Twins,
    /// Records whose position another record has, too.
    pub same_positions: Twins,
    /// The rules of castling that the records tell of, where they were asked for.
    pub rules: Option<Rules>,
}

/// Records that are the same in some way, to be asked about by their lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Twins {
    pub groups: Duplicates,
    /// Their lines.
    pub lines: LineSet,
    /// The group of each of the lines, in their order.
    group_of: Vec<u32>,
}

impl Twins {
    fn of(groups: Duplicates) -> Self {
        let lines = groups.lines();
        let mut group_of = vec![0; lines.len()];
        for (nth, group) in (0..).zip(groups.groups()) {
            for line in group {
                if let Some(of) = group_of.get_mut(lines.rank(line)) {
                    *of = nth;
                }
            }
        }
        Self {
            lines,
            group_of,
            groups,
        }
    }

    /// Returns the number of a line's group; `None` where it is alone.
    pub fn group_of(&self, line: usize) -> Option<usize> {
        let is_one = self.lines.contains(line);
        let group = is_one.then(|| self.group_of.get(self.lines.rank(line)));
        group.flatten().map(|nth| *nth as usize)
    }

    /// Returns the group of a line, that one included; none where it is alone.
    pub fn beside(&self, line: usize) -> impl Iterator<Item = usize> + '_ {
        let group = self.group_of(line).into_iter();
        group.flat_map(|nth| self.groups.group(nth))
    }
}

/// Reads every record, on several threads; first the rules of castling are found, where that is asked for.
///
/// # Errors
/// Cancelled, or lines can't be read any more.
pub fn scan(
    mut snapshot: Snapshot,
    find_rules: bool,
    job: &Job,
    counts: &CountsSoFar,
) -> Result<Scanned, JobError> {
    let options = ValidateOptions {
        canonical: Some(CanonicalOptions::default()),
        duplicate_ids: true,
    };
    let rules = match find_rules {
        true => Some(rules_of(&snapshot, job)?),
        false => None,
    };
    if let Some(rules) = rules {
        snapshot = snapshot.with_rules(rules);
    }
    let findings = validate(&snapshot, &options, job, counts)?;
    let positions = find_duplicates(&snapshot, Sameness::Position, job)?;
    Ok(Scanned {
        same_ids: Twins::of(findings.duplicate_ids.clone()),
        same_positions: Twins::of(positions),
        findings,
        rules,
    })
}
