//! The counts of findings, and the summary made from them.

use std::cmp::Reverse;

use super::SHOWN;
use super::human::Style;
use crate::epd::counted::{noun, thousands_of};
use crate::epd::{Code, Severity};

/// The limit on counting problems with an unsafe fix, each of which takes several readings of its line.
pub(crate) const UNSAFE: u64 = 1000;

/// All severities, in their order.
const SEVERITIES: [Severity; 3] = [Severity::Hint, Severity::Warning, Severity::Error];

/// The counts of a check.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub files: u64,
    pub records: u64,
    /// The number of records that saving leaves unchanged.
    pub kept: u64,
    /// The number of lines changed by fixes.
    pub fixed: u64,
    /// The number of problems with a safe fix.
    pub safe: u64,
    /// The number of others that unsafe fixes correct, at most [`UNSAFE`].
    pub unsafe_: u64,
    /// The number of perft counts verified, and of those that are deeper than requested.
    pub verified: u64,
    pub unverified: u64,
    /// The number of findings of each code with each severity, code by code; trailing zeros may be missing.
    found: Vec<u64>,
}

impl Tally {
    /// Counts a finding; returns the new count of its code and severity.
    pub(crate) fn add(&mut self, code: Code, severity: Severity) -> u64 {
        let place = code as usize * SEVERITIES.len() + severity as usize;
        self.count(place, 1)
    }

    fn count(&mut self, place: usize, more: u64) -> u64 {
        if self.found.len() <= place {
            self.found.resize(place + 1, 0);
        }
        let count = self.found.get_mut(place);
        count.map_or(0, |count| {
            *count += more;
            *count
        })
    }

    /// Returns the non-zero counts of each code with each severity.
    fn found(&self) -> impl Iterator<Item = (Code, Severity, u64)> {
        let kinds = Code::all()
            .iter()
            .flat_map(|code| SEVERITIES.map(|severity| (*code, severity)));
        let found = kinds.zip(&self.found);
        found
            .filter(|(_, count)| **count > 0)
            .map(|((code, severity), count)| (code, severity, *count))
    }

    /// Adds the counts of a piece of a file.
    pub(crate) fn join(&mut self, other: &Self) {
        self.files += other.files;
        self.records += other.records;
        self.kept += other.kept;
        self.fixed += other.fixed;
        self.safe += other.safe;
        self.unsafe_ = UNSAFE.min(self.unsafe_ + other.unsafe_);
        self.verified += other.verified;
        self.unverified += other.unverified;
        for (place, count) in other.found.iter().enumerate() {
            self.count(place, *count);
        }
    }

    /// Returns the worst severity found.
    pub(crate) fn worst(&self) -> Option<Severity> {
        self.found().map(|(_, severity, _)| severity).max()
    }

    fn of(&self, severity: Severity) -> u64 {
        let of_severity = self.found().filter(|(_, found, _)| *found == severity);
        of_severity.map(|(.., count)| count).sum()
    }

    /// Returns the number of problems, and of those with a fix.
    fn fixable(&self) -> Option<String> {
        let all: u64 = self.found.iter().sum();
        let or_more = if self.unsafe_ == UNSAFE { "+" } else { "" };
        let fixable = match (self.safe, self.unsafe_) {
            (0, 0) => String::new(),
            (safe, 0) => format!(" · {safe} fixable with `--fix`"),
            (0, others) => format!(" · {others}{or_more} fixable with `--fix --unsafe-fixes`"),
            (safe, others) => format!(
                " · {safe} fixable with `--fix`, {others}{or_more} more with `--unsafe-fixes`"
            ),
        };
        let problems = thousands_of(all, "problem", "problems");
        let files = thousands_of(self.files, "file", "files");
        (all > 0).then(|| format!("{problems} in {files}{fixable}"))
    }

    /// Returns the counts by code, the worst and most frequent first, and a sentence on the whole.
    pub(crate) fn summary(&self, style: &Style, all: bool, only_looks: bool) -> String {
        let mut rows: Vec<(Code, Severity, u64)> = self.found().collect();
        rows.sort_by_key(|(code, severity, count)| (Reverse((*severity, *count)), *code));
        let wide = rows.iter().map(|(code, ..)| code.name().len()).max();
        let wide = wide.unwrap_or_default();
        let digits = rows.iter().map(|(.., count)| count.to_string().len()).max();
        let digits = digits.unwrap_or_default();
        let row = |(code, severity, count): &(Code, Severity, u64)| {
            let (level, severity) = (style.severity(*severity), severity.name());
            let (code, title) = (code.name(), code.title());
            format!("{count:>digits$}  {level}{severity:<7}{level:#}  {code:<wide$}  {title}")
        };
        let mut lines: Vec<String> = rows.iter().map(row).collect();
        if !rows.is_empty() {
            lines.push(String::new());
        }
        if self.fixed > 0 {
            let fixed = thousands_of(self.fixed, "line", "lines");
            lines.push(match only_looks {
                true => format!("{fixed} would be fixed"),
                false => format!("{fixed} fixed in place"),
            });
        }
        let mut records = thousands_of(self.records, "record", "records");
        if self.files > 1 {
            records += &format!(" in {}", thousands_of(self.files, "file", "files"));
        }
        let counts = SEVERITIES.map(|severity| (self.of(severity), severity.name()));
        let counts = counts.into_iter().rev().filter(|(count, _)| *count > 0);
        let counts: Vec<_> = counts
            .map(|(count, name)| format!("{count} {name}{}", noun(count, "", "s")))
            .collect();
        let found = match (self.records, rows.is_empty()) {
            (0, true) => "nothing to check".to_owned(),
            (_, true) => "no problems".to_owned(),
            _ => counts.join(", "),
        };
        let bold = style.bold();
        lines.push(format!("{bold}{records}: {found}{bold:#}"));
        lines.extend(self.fixable());
        if self.kept > 0 {
            let kept = thousands_of(self.kept, "record", "records");
            lines.push(format!(
                "a save or `epdit fmt` would leave {kept} unchanged, because their meaning is ambiguous"
            ));
        }
        if self.verified + self.unverified > 0 {
            let verified = thousands_of(self.verified, "perft count", "perft counts");
            let skipped = match self.unverified {
                0 => String::new(),
                count => format!(", {count} skipped: too deep, or the position is illegal"),
            };
            lines.push(format!("{verified} verified{skipped}"));
        }
        if !all && rows.iter().any(|(.., count)| *count > SHOWN) {
            lines.push(format!("showing {SHOWN} of each code; `--all` shows all"));
        }
        let first = rows.first();
        lines.extend(
            first.map(|(code, ..)| format!("Explain a code: epdit explain {}", code.name())),
        );
        lines.join("\n") + "\n"
    }
}
