//! Validation: parsing every record of a file and counting its diagnostics.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::duplicates::{Duplicates, HashedRecords, Marks};
use super::line_set::{LineSet, Part as Lines};
use super::progress::Job;
use super::scan::{JobError, scan_lines};
use super::snapshot::Snapshot;
use crate::epd::{CanonicalOptions, Code, LineKind, ReadOptions, Record, Severity, opcode};

/// The largest number of opcodes that are counted in a file: real files have a dozen.
const MOST_OPCODES: usize = 256;

/// The counts of records, comments and diagnostics in a set of lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of lines scanned.
    pub lines: usize,
    pub records: usize,
    pub comments: usize,
    pub errors: usize,
    pub warnings: usize,
    pub hints: usize,
    /// The number of ambiguous records, which are left unchanged.
    pub kept: usize,
    /// The number of lines that canonical form changes, if counted: records, and comments and blank lines
    /// with byte-order marks.
    pub not_canonical: usize,
    /// The number of diagnostics by code, without zeros.
    pub by_code: BTreeMap<Code, usize>,
    /// The number of diagnostics by code that are errors although their code usually is not, without zeros.
    pub raised: BTreeMap<Code, usize>,
    /// The number of records with each opcode, if counted, without zeros; of a file with more than 256
    /// opcodes only some.
    pub by_opcode: BTreeMap<String, usize>,
}

impl Counts {
    /// Returns the worst severity of the diagnostics with a code.
    pub fn severity(&self, code: Code) -> Severity {
        match self.raised.contains_key(&code) {
            true => Severity::Error,
            false => code.severity(),
        }
    }

    /// Counts one line. `canonical` also counts whether canonical form changes the line, which doubles the time.
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

    /// Counts the opcodes of a record, each once.
    pub fn count_opcodes(&mut self, record: &Record<'_>) {
        let operations = record.operations().iter();
        let mut names: Vec<_> = operations.map(|one| record.opcode(one)).collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            if opcode::is_opcode(name.as_bytes()) {
                self.add_opcode(&name, 1);
            }
        }
    }

    fn add_opcode(&mut self, name: &str, records: usize) {
        if let Some(count) = self.by_opcode.get_mut(name) {
            *count = count.saturating_add(records);
        } else if self.by_opcode.len() < MOST_OPCODES {
            self.by_opcode.insert(name.to_owned(), records);
        }
    }

    /// Adds the counts of other lines.
    pub fn add(&mut self, more: &Self) {
        self.change(more, usize::saturating_add);
        for (name, records) in &more.by_opcode {
            self.add_opcode(name, *records);
        }
    }

    /// Subtracts the counts of removed lines.
    pub fn subtract(&mut self, removed: &Self) {
        self.change(removed, usize::saturating_sub);
        self.by_code.retain(|_, count| *count > 0);
        self.raised.retain(|_, count| *count > 0);
        for (name, records) in &removed.by_opcode {
            if let Some(count) = self.by_opcode.get_mut(name) {
                *count = count.saturating_sub(*records);
            }
        }
        self.by_opcode.retain(|_, count| *count > 0);
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

/// The options of a validation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ValidateOptions {
    /// The options for counting the lines that canonical form changes; `None` to omit them.
    pub canonical: Option<CanonicalOptions>,
    /// Whether to find ids that several records have.
    pub duplicate_ids: bool,
    /// Whether to count the records with each opcode.
    pub opcodes: bool,
}

/// The result of a validation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Validation {
    pub counts: Counts,
    pub errors: LineSet,
    pub warnings: LineSet,
    pub hints: LineSet,
    /// The lines with an error or a warning, at which the jump to the next problem stops.
    pub problems: LineSet,
    /// The ambiguous records, which are left unchanged.
    pub kept: LineSet,
    /// The lines that canonical form changes, if counted: records, and comments and blank lines with
    /// byte-order marks.
    pub not_canonical: LineSet,
    /// The records with equal ids, if requested.
    pub duplicate_ids: Duplicates,
}

/// The counts of a validation, which can be read while it runs.
#[derive(Clone, Debug, Default)]
pub struct CountsSoFar(Arc<Mutex<Counts>>);

impl CountsSoFar {
    /// Returns the counts so far.
    pub fn get(&self) -> Counts {
        self.counts().clone()
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The result of one task; its sets of lines have one bit a line.
struct Part {
    counts: Counts,
    /// The lines with errors, with warnings, with hints; the records left unchanged; the lines that are not
    /// canonical.
    lines: [Lines; 5],
    /// The hashes of ids, each with the line of its record.
    ids: Vec<(u128, usize)>,
}

/// Validates all lines. `so_far` has the counts while it runs; progress is in lines.
///
/// # Errors
/// Cancelled, or lines can no longer be read.
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
    let (mut counts, mut ids) = (Counts::default(), HashedRecords::default());
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
        if options.opcodes {
            self.counts.count_opcodes(record);
        }
    }
}

#[cfg(test)]
mod tests;
