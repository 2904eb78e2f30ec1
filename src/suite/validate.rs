//! Reading every record of a file, and counting what is found.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::duplicates::{Duplicates, Marks, Same};
use super::line_set::{LineSet, Part as Lines};
use super::progress::Job;
use super::scan::{JobError, scan_lines};
use super::snapshot::Snapshot;
use crate::epd::{CanonicalOptions, Code, LineKind, ReadOptions, Record, Severity};

/// The number of records and comments among lines, and of their diagnostics.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Lines looked at.
    pub lines: usize,
    /// Records among them.
    pub records: usize,
    /// Comment lines among them.
    pub comments: usize,
    /// Diagnostics that are errors.
    pub errors: usize,
    /// Diagnostics that are warnings.
    pub warnings: usize,
    /// Diagnostics that are hints.
    pub hints: usize,
    /// Records left unchanged, because something in them is doubtful.
    pub kept: usize,
    /// Lines that canonical writing would change, where that was asked: records, and comments and
    /// blank lines with marks.
    pub not_canonical: usize,
    /// Diagnostics by code; no code with none.
    pub by_code: BTreeMap<Code, usize>,
    /// Those of them that are errors, though their code usually is none; no code with none.
    pub raised: BTreeMap<Code, usize>,
}

impl Counts {
    /// Returns the weight of the worst diagnostic of a code.
    pub fn severity(&self, code: Code) -> Severity {
        match self.raised.contains_key(&code) {
            true => Severity::Error,
            false => code.severity(),
        }
    }

    /// Counts one line. With `canonical`, lines that canonical writing would change are counted, which
    /// takes about as long again.
    pub fn of_line(
        line: &[u8],
        options: &ReadOptions,
        canonical: Option<&CanonicalOptions>,
    ) -> Self {
        Self::of_record(&Record::read(line, options), canonical)
    }

    fn of_record(record: &Record<'_>, canonical: Option<&CanonicalOptions>) -> Self {
        let is_record = record.kind() == LineKind::Record;
        let mut counts = Self {
            lines: 1,
            records: usize::from(is_record),
            comments: usize::from(record.kind() == LineKind::Comment),
            kept: usize::from(is_record && record.is_kept()),
            ..Self::default()
        };
        for diagnostic in record.diagnostics() {
            *match diagnostic.severity {
                Severity::Error => &mut counts.errors,
                Severity::Warning => &mut counts.warnings,
                Severity::Hint => &mut counts.hints,
            } += 1;
            *counts.by_code.entry(diagnostic.code).or_default() += 1;
            if diagnostic.severity > diagnostic.code.severity() {
                *counts.raised.entry(diagnostic.code).or_default() += 1;
            }
        }
        if let Some(options) = canonical {
            let text = record.canonical(options);
            counts.not_canonical = usize::from(text.is_some_and(|text| text != record.line()));
        }
        counts
    }

    /// Adds the counts of other lines.
    pub fn add(&mut self, more: &Self) {
        self.change(more, usize::saturating_add);
    }

    /// Takes the counts of lines away that are no longer there.
    pub fn subtract(&mut self, gone: &Self) {
        self.change(gone, usize::saturating_sub);
        self.by_code.retain(|_, count| *count > 0);
        self.raised.retain(|_, count| *count > 0);
    }

    fn change(&mut self, by: &Self, change: impl Fn(usize, usize) -> usize) {
        for (mine, others) in [
            (&mut self.lines, by.lines),
            (&mut self.records, by.records),
            (&mut self.comments, by.comments),
            (&mut self.errors, by.errors),
            (&mut self.warnings, by.warnings),
            (&mut self.hints, by.hints),
            (&mut self.kept, by.kept),
            (&mut self.not_canonical, by.not_canonical),
        ] {
            *mine = change(*mine, others);
        }
        for (mine, others) in [
            (&mut self.by_code, &by.by_code),
            (&mut self.raised, &by.raised),
        ] {
            for (&code, &count) in others {
                let mine = mine.entry(code).or_default();
                *mine = change(*mine, count);
            }
        }
    }
}

/// The choices of a validation beside the diagnostics of each record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ValidateOptions {
    /// Count the records that canonical writing would change.
    pub canonical: Option<CanonicalOptions>,
    /// Look for ids that several records have.
    pub duplicate_ids: bool,
}

/// The result of a validation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Validation {
    /// The counts of all lines.
    pub counts: Counts,
    /// Lines with an error.
    pub errors: LineSet,
    /// Lines with a warning.
    pub warnings: LineSet,
    /// Lines with a hint.
    pub hints: LineSet,
    /// Lines with an error or a warning: what a jump to the next problem stops at.
    pub problems: LineSet,
    /// Records left unchanged.
    pub kept: LineSet,
    /// Lines that canonical writing would change, where that was asked: records, and comments and
    /// blank lines with marks.
    pub not_canonical: LineSet,
    /// Records with the same id, where that was asked.
    pub duplicate_ids: Duplicates,
}

/// Counts of a validation, readable while it runs.
#[derive(Clone, Debug, Default)]
pub struct CountsSoFar(Arc<Mutex<Counts>>);

impl CountsSoFar {
    /// Returns the counts by now.
    pub fn get(&self) -> Counts {
        self.counts().clone()
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The part of a result that a task found in its lines: of each kind the lines, at a bit a line.
struct Part {
    counts: Counts,
    /// Those with errors, with warnings, with hints; records left unchanged; lines that are not canonical.
    lines: [Lines; 5],
    /// The marks of ids, and the lines of their records.
    ids: Vec<(u128, usize)>,
}

/// Reads every record. `so_far` counts while it runs; progress is in lines.
///
/// # Errors
/// Cancelled, or lines can't be read any more.
pub fn validate(
    snapshot: &Snapshot,
    options: &ValidateOptions,
    job: &Job,
    so_far: &CountsSoFar,
) -> Result<Validation, JobError> {
    let marks = Marks::default();
    let begin = |range: &Range<usize>| {
        snapshot.work.parsed_lines(range.len());
        Part::of(range)
    };
    let each = |part: &mut Part, line: usize, bytes: &[u8]| {
        let record = Record::read(bytes, snapshot.read_options());
        part.take(line, &record, options);
        if options.duplicate_ids {
            part.ids
                .extend(marks.of_id(&record).map(|mark| (mark, line)));
        }
    };
    let (mut counts, mut ids) = (Counts::default(), Same::default());
    let mut lines: [Vec<Lines>; 5] = Default::default();
    scan_lines(snapshot, None, job, begin, each, |part| {
        so_far.counts().add(&part.counts);
        counts.add(&part.counts);
        for (mark, line) in part.ids {
            ids.push(mark, line)?;
        }
        for (all, here) in lines.iter_mut().zip(part.lines) {
            all.push(here);
        }
        Ok(())
    })?;
    let [errors, warnings, hints, kept, not_canonical] =
        lines.map(|parts| parts.into_iter().collect::<LineSet>());
    Ok(Validation {
        counts,
        problems: errors.iter().chain(warnings.iter()).collect(),
        errors,
        warnings,
        hints,
        kept,
        not_canonical,
        duplicate_ids: ids.groups()?,
    })
}

impl Part {
    /// Of these lines, none looked at yet.
    fn of(range: &Range<usize>) -> Self {
        Self {
            counts: Counts::default(),
            lines: std::array::from_fn(|_| Lines::of(range)),
            ids: Vec::new(),
        }
    }

    fn take(&mut self, line: usize, record: &Record<'_>, options: &ValidateOptions) {
        let counts = Counts::of_record(record, options.canonical.as_ref());
        let problems = [counts.errors, counts.warnings, counts.hints];
        let others = [counts.kept, counts.not_canonical];
        for (count, lines) in problems.into_iter().chain(others).zip(&mut self.lines) {
            if count > 0 {
                lines.insert(line);
            }
        }
        self.counts.add(&counts);
    }
}

#[cfg(test)]
mod tests;
