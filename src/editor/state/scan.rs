//! What is in the whole file: read in the background, and kept in step with edits.

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

/// Revisions whose counts are kept for undo and redo.
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
    /// Whether it was stopped before its end: the counts are of a part.
    pub stopped: bool,
    /// Counts so far, with the edits made since.
    pub counts: Counts,
    /// The lines of the problems; `None` until the first scan is over, or a change of many lines made it useless.
    pub survey: Option<Survey>,
    /// The places of the running scan's lines now.
    shift: Shift,
    /// Lines that edits since the scan began brought, and took away.
    brought: Counts,
    taken: Counts,
    /// Counts of the lines that were edited since the last save.
    edited: Counts,
    /// Counts, those of edited lines and survey of revisions that undo and redo may go to.
    pub(crate) known: FxHashMap<RevisionId, (Counts, Counts, Option<Survey>)>,
    /// Lines in all when the scan began.
    pub total: usize,
}

impl ScanState {
    /// Returns the per cent of the lines counted, 0 to 100.
    pub fn percent(&self) -> usize {
        if !(self.running || self.stopped) || self.total == 0 {
            100
        } else {
            (self.counts.lines * 100 / self.total).min(99)
        }
    }

    /// Returns the counts of the file: the problems of each record, and those that it has beside others.
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
    pub(crate) fn edit(&mut self, gone: Range<usize>, before: &Part, come: Part) {
        self.brought.add(&come.all);
        self.taken.add(&before.all);
        self.edited.add(&come.edited);
        self.edited.subtract(&before.edited);
        if self.running {
            self.shift.edit(gone.clone(), come.worst.clone());
        } else {
            self.counts.add(&come.all);
            self.counts.subtract(&before.all);
        }
        if let Some(survey) = &mut self.survey {
            survey.edit(gone, come.worst);
        }
    }

    /// Returns whether what is known no longer fits a file of so many lines, or costs too much to keep.
    pub(crate) fn is_outdated(&self, lines: usize) -> bool {
        let shift = match self.running {
            true => Some(&self.shift),
            false => self.survey.as_ref().map(|survey| &survey.shift),
        };
        shift.is_some_and(|shift| shift.is_outdated(lines))
    }

    /// Starts a scan of this number of lines.
    pub(crate) fn begin(&mut self, ticket: u64, lines: usize) {
        let mut old = std::mem::take(self);
        // Where very many records are the same, what is known of them is not held twice over: undo counts again.
        let is_small = |survey: &Option<Survey>| !survey.as_ref().is_some_and(Survey::is_large);
        old.known.retain(|_, (_, _, survey)| is_small(survey));
        *self = Self {
            ticket,
            running: true,
            shift: Shift::none(lines),
            // What was counted stays on screen until there is more; places would be wrong.
            counts: old.counts,
            edited: old.edited,
            known: old.known,
            total: lines,
            ..Self::default()
        };
    }

    /// Stops the running scan; its later results are ignored.
    pub(crate) fn stop(&mut self, ticket: u64) {
        (self.ticket, self.running, self.stopped) = (ticket, false, true);
        self.survey = None;
    }

    /// Stores the results of a scan, or only its counts if it did not finish.
    pub(crate) fn done(&mut self, counted: Counts, scanned: Option<Arc<ScanResults>>) {
        self.running = false;
        self.counts = counted;
        self.counts.add(&self.brought);
        self.counts.subtract(&self.taken);
        let shift = std::mem::take(&mut self.shift);
        self.survey = scanned.map(|scanned| Survey::new(scanned, shift));
    }

    /// Resets the edited lines after a save.
    pub(crate) fn nothing_is_edited(&mut self) {
        self.edited = Counts::default();
        self.known.clear();
    }

    /// Returns whether lines changed since the scan began that was done last.
    pub(crate) fn was_edited_meanwhile(&self) -> bool {
        self.brought.lines + self.taken.lines > 0
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

    /// Takes what is known of a revision that undo or redo went to; `false` where nothing is.
    pub(crate) fn recall(&mut self, revision: RevisionId) -> bool {
        let known = self.known.get(&revision).filter(|_| !self.running);
        if let Some((counts, edited, survey)) = known.cloned() {
            (self.counts, self.edited, self.survey) = (counts, edited, survey);
            return true;
        }
        false
    }

    /// Counts the records that canonical writing would change though nobody edited them, at least so many while a
    /// scan runs; `None` where it is not known which are among the `edited` lines of the file, as after a change of many.
    pub fn untouched(&self, edited: usize) -> Option<usize> {
        // What is still counted as it was before an edit.
        let taken = match self.running {
            true => self.taken.not_canonical,
            false => 0,
        };
        (self.edited.lines == edited).then(|| {
            let mine = self.edited.not_canonical.saturating_add(taken);
            self.counts.not_canonical.saturating_sub(mine)
        })
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScanResults {
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

/// Reads every record, on several threads, after the rules of castling are found where that is asked for. Fails where
/// it is cancelled, or lines can't be read any more.
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
