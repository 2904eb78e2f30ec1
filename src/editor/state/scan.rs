//! The counts and problems of the whole file: computed in the background, and updated after edits.

mod survey;

pub use crate::suite::Counts;
pub use survey::Survey;

use crate::epd::{CanonicalOptions, Code, ReadOptions, Record, Rules, Severity};
use crate::suite::{
    CountsSoFar, DuplicateKey, Duplicates, Job, JobError, LineSet, RevisionId, Snapshot,
    ValidateOptions, Validation, find_duplicates, rules_of, validate,
};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::ops::Range;
use std::sync::Arc;
use survey::Shift;

/// Revisions whose counts are stored for undo and redo.
const KNOWN: usize = 256;

/// The counts of some lines and of the edited ones among them, and the worst problem of each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Part {
    pub all: Counts,
    pub edited: Counts,
    pub worst: Vec<Option<Severity>>,
}

impl Part {
    pub(crate) fn take(&mut self, line: &[u8], is_edited: bool, options: &ReadOptions) {
        let mut counts = Counts::of_line(line, options, Some(&CanonicalOptions::default()));
        counts.count_opcodes(&Record::read(line, options));
        self.worst.push(match &counts {
            Counts { errors: 1.., .. } => Some(Severity::Error),
            Counts { warnings: 1.., .. } => Some(Severity::Warning),
            Counts { hints: 1.., .. } => Some(Severity::Hint),
            _ => None,
        });
        if is_edited {
            self.edited.add(&counts);
        }
        self.all.add(&counts);
    }
}

/// The counts of the whole file, and the lines of its problems.
#[derive(Clone, Debug, Default)]
pub struct ScanState {
    pub ticket: u64,
    pub running: bool,
    /// Whether it was stopped early, so that the counts are of a part of the file.
    pub stopped: bool,
    /// Counts so far, with the edits made since.
    pub counts: Counts,
    /// The lines of the problems; `None` until the first scan is done, or after a change of many lines.
    pub survey: Option<Survey>,
    /// The present line numbers of the lines of the running scan.
    shift: Shift,
    /// Lines that edits inserted and removed since the scan began.
    inserted: Counts,
    removed: Counts,
    /// Counts of the lines edited since the last save.
    edited: Counts,
    /// Counts, those of edited lines, and survey of revisions that undo and redo may return to.
    pub(crate) known: FxHashMap<RevisionId, (Counts, Counts, Option<Survey>)>,
    /// All lines when the scan began.
    pub total: usize,
}

impl ScanState {
    /// Returns the percentage of the lines counted, 0 to 100.
    pub fn percent(&self) -> usize {
        if !(self.running || self.stopped) || self.total == 0 {
            100
        } else {
            (self.counts.lines * 100 / self.total).min(99)
        }
    }

    /// Returns the counts of the file: the problems of each record, and duplicate ids.
    pub fn found(&self) -> Counts {
        let mut found = self.counts.clone();
        let repeated = self.survey.as_ref().map_or(0, |survey| survey.repeated_ids);
        if repeated > 0 {
            found.warnings += repeated;
            found.by_code.insert(Code::DuplicateId, repeated);
        }
        found
    }

    /// Returns the opcodes of the file with the number of records that have them, the most frequent first.
    pub(crate) fn opcodes(&self) -> Vec<(&str, usize)> {
        let all = self.counts.by_opcode.iter();
        let mut all: Vec<(&str, usize)> =
            all.map(|(name, count)| (name.as_str(), *count)).collect();
        all.sort_by_key(|(_, count)| Reverse(*count));
        all
    }

    /// Updates the results after an edit: `gone` are the removed lines.
    pub(crate) fn edit(&mut self, gone: Range<usize>, before: &Part, inserted: Part) {
        self.inserted.add(&inserted.all);
        self.removed.add(&before.all);
        self.edited.add(&inserted.edited);
        self.edited.subtract(&before.edited);
        if self.running {
            self.shift.edit(gone.clone(), inserted.worst.clone());
        } else {
            self.counts.add(&inserted.all);
            self.counts.subtract(&before.all);
        }
        if let Some(survey) = &mut self.survey {
            survey.edit(gone, inserted.worst);
        }
    }

    /// Returns whether the results no longer fit a file of `lines` lines, or cost too much to keep.
    pub(crate) fn is_outdated(&self, lines: usize) -> bool {
        let shift = match self.running {
            true => Some(&self.shift),
            false => self.survey.as_ref().map(|survey| &survey.shift),
        };
        shift.is_some_and(|shift| shift.is_outdated(lines))
    }

    pub(crate) fn begin(&mut self, ticket: u64, lines: usize) {
        let mut old = std::mem::take(self);
        // A survey with very many duplicates is not stored twice: undo scans again.
        let is_small = |survey: &Option<Survey>| !survey.as_ref().is_some_and(Survey::is_large);
        old.known.retain(|_, (_, _, survey)| is_small(survey));
        *self = Self {
            ticket,
            running: true,
            shift: Shift::none(lines),
            // The old counts stay on screen until there are new ones; line numbers would be wrong.
            counts: old.counts,
            edited: old.edited,
            known: old.known,
            total: lines,
            ..Self::default()
        };
    }

    pub(crate) fn stop(&mut self, ticket: u64) {
        (self.ticket, self.running, self.stopped) = (ticket, false, true);
        self.survey = None;
    }

    /// Stores the results of a scan, or only its counts if it did not finish.
    pub(crate) fn done(&mut self, counted: Counts, scanned: Option<Arc<ScanResults>>) {
        self.running = false;
        self.counts = counted;
        self.counts.add(&self.inserted);
        self.counts.subtract(&self.removed);
        let shift = std::mem::take(&mut self.shift);
        self.survey = scanned.map(|scanned| Survey::new(scanned, shift));
    }

    /// Resets the edited lines after a save.
    pub(crate) fn nothing_is_edited(&mut self) {
        self.edited = Counts::default();
        self.known.clear();
    }

    /// Returns whether lines changed since the last finished scan began.
    pub(crate) fn was_edited_meanwhile(&self) -> bool {
        self.inserted.lines + self.removed.lines > 0
    }

    /// Stores the results of the current revision, for undo and redo.
    pub(crate) fn remember(&mut self, revision: RevisionId) {
        if self.running {
            return;
        }
        if self.known.len() >= KNOWN {
            self.known.clear();
        }
        let known = (
            self.counts.clone(),
            self.edited.clone(),
            self.survey.clone(),
        );
        self.known.insert(revision, known);
    }

    /// Restores the results of a revision that undo or redo returned to; returns false if there are none.
    pub(crate) fn recall(&mut self, revision: RevisionId) -> bool {
        let known = self.known.get(&revision).filter(|_| !self.running);
        if let Some((counts, edited, survey)) = known.cloned() {
            (self.counts, self.edited, self.survey) = (counts, edited, survey);
            return true;
        }
        false
    }

    /// Returns the number of unedited records that canonical writing would change, a lower bound while a scan
    /// runs; `None` if it is unknown which are among the `edited` lines of the file, as after a bulk edit.
    pub fn untouched(&self, edited: usize) -> Option<usize> {
        // Lines that the running scan still counts as they were before an edit.
        let removed = match self.running {
            true => self.removed.not_canonical,
            false => 0,
        };
        (self.edited.lines == edited).then(|| {
            let mine = self.edited.not_canonical.saturating_add(removed);
            self.counts.not_canonical.saturating_sub(mine)
        })
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScanResults {
    pub findings: Validation,
    pub same_ids: Twins,
    pub same_positions: Twins,
    /// The castling rules that the records imply, if requested.
    pub rules: Option<Rules>,
}

/// Records that are equal in some way, to be looked up by line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Twins {
    pub groups: Duplicates,
    pub lines: LineSet,
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

    /// Returns the number of a line's group; `None` if it is unique.
    pub fn group_of(&self, line: usize) -> Option<usize> {
        let is_one = self.lines.contains(line);
        let group = is_one.then(|| self.group_of.get(self.lines.rank(line)));
        group.flatten().map(|nth| *nth as usize)
    }

    /// Returns the group of a line, that line included; empty if it is unique.
    pub fn beside(&self, line: usize) -> impl Iterator<Item = usize> + '_ {
        let group = self.group_of(line).into_iter();
        group.flat_map(|nth| self.groups.group(nth))
    }
}

/// Reads every record, on several threads, after the castling rules are determined if requested. Fails if it
/// is cancelled, or lines can't be read any more.
pub(crate) fn scan(
    mut snapshot: Snapshot,
    find_rules: bool,
    job: &Job,
    counts: &CountsSoFar,
) -> Result<ScanResults, JobError> {
    let options = ValidateOptions {
        canonical: Some(CanonicalOptions::default()),
        duplicate_ids: true,
        opcodes: true,
    };
    let rules = match find_rules {
        true => Some(rules_of(&snapshot, job)?),
        false => None,
    };
    if let Some(rules) = rules {
        snapshot = snapshot.with_rules(rules);
    }
    let findings = validate(&snapshot, &options, job, counts)?;
    let positions = find_duplicates(&snapshot, &DuplicateKey::Position, job)?;
    Ok(ScanResults {
        same_ids: Twins::of(findings.duplicate_ids.clone()),
        same_positions: Twins::of(positions),
        findings,
        rules,
    })
}
