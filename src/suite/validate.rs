//! Reading every record of a file, and counting what is found.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use super::duplicates::{Duplicates, Marks, Same};
use super::line_set::{LineSet, Part as Lines};
use super::progress::Job;
use super::scan::{JobError, scan_lines};
use super::snapshot::Snapshot;
use crate::epd::{CanonicalOptions, Code, LineKind, ReadOptions, Record, Severity};

/// What is in lines: how many of what, and their diagnostics.
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
    /// How grave the gravest diagnostic of a code is.
    pub fn severity(&self, code: Code) -> Severity {
        match self.raised.contains_key(&code) {
            true => Severity::Error,
            false => code.severity(),
        }
    }

    /// The counts of one line. With `canonical`, what canonical writing would change is counted, which
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

/// What a validation looks for beside the diagnostics of each record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ValidateOptions {
    /// Count the records that canonical writing would change.
    pub canonical: Option<CanonicalOptions>,
    /// Look for ids that several records have.
    pub duplicate_ids: bool,
}

/// What a validation found.
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
    /// What has been counted by now.
    pub fn get(&self) -> Counts {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn add(&self, more: &Counts) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .add(more);
    }
}

/// What a task found in its lines: of each kind the lines, at a bit a line.
struct Part {
    counts: Counts,
    errors: Lines,
    warnings: Lines,
    hints: Lines,
    kept: Lines,
    not_canonical: Lines,
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
    let (mut errors, mut warnings, mut hints) = (Vec::new(), Vec::new(), Vec::new());
    let (mut kept, mut not_canonical) = (Vec::new(), Vec::new());
    scan_lines(snapshot, None, job, begin, each, |part| {
        so_far.add(&part.counts);
        counts.add(&part.counts);
        for (mark, line) in part.ids {
            ids.push(mark, line, 0)?;
        }
        errors.push(part.errors);
        warnings.push(part.warnings);
        hints.push(part.hints);
        kept.push(part.kept);
        not_canonical.push(part.not_canonical);
        Ok(())
    })?;
    let lines = |parts: Vec<Lines>| parts.into_iter().collect::<LineSet>();
    let (errors, warnings) = (lines(errors), lines(warnings));
    Ok(Validation {
        counts,
        problems: errors.iter().chain(warnings.iter()).collect(),
        errors,
        warnings,
        hints: lines(hints),
        kept: lines(kept),
        not_canonical: lines(not_canonical),
        duplicate_ids: ids.groups()?,
    })
}

impl Part {
    /// Of these lines, none looked at yet.
    fn of(range: &Range<usize>) -> Self {
        let none = || Lines::of(range);
        Self {
            counts: Counts::default(),
            errors: none(),
            warnings: none(),
            hints: none(),
            kept: none(),
            not_canonical: none(),
            ids: Vec::new(),
        }
    }

    fn take(&mut self, line: usize, record: &Record<'_>, options: &ValidateOptions) {
        let counts = Counts::of_record(record, options.canonical.as_ref());
        for (count, lines) in [
            (counts.errors, &mut self.errors),
            (counts.warnings, &mut self.warnings),
            (counts.hints, &mut self.hints),
            (counts.kept, &mut self.kept),
            (counts.not_canonical, &mut self.not_canonical),
        ] {
            if count > 0 {
                lines.insert(line);
            }
        }
        self.counts.add(&counts);
    }
}

#[cfg(test)]
mod tests;
