//! Counts of what was found, and the summary made of them.

use std::cmp::Reverse;
use std::fmt::Write;

use super::human::Style;
use crate::epd::counted::{noun, thousands_of};
use crate::epd::{Code, Severity};

/// Problems with an unsafe fix that are counted at most: each takes several readings of its line.
pub(crate) const UNSAFE: u64 = 1000;

/// All severities, in their order.
const SEVERITIES: [Severity; 3] = [Severity::Hint, Severity::Warning, Severity::Error];

/// See the module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub files: u64,
    pub records: u64,
    /// Records that saving leaves unchanged.
    pub kept: u64,
    /// Lines changed by fixes.
    pub fixed: u64,
    /// Problems that have a safe fix.
    pub safe: u64,
    /// Others that unsafe fixes correct, [`UNSAFE`] at most.
    pub unsafe_: u64,
    /// Perft counts that were counted anew, and those that were not: deeper than asked for.
    pub verified: u64,
    pub unverified: u64,
    /// The findings of each code with each severity, code by code; those that end it may be left out.
    found: Vec<u64>,
}

impl Tally {
    /// Counts a finding, and says how many of its code and severity there are now.
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

    /// The findings of each code with each severity, where there are any.
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

    /// The gravest severity found.
    pub(crate) fn worst(&self) -> Option<Severity> {
        self.found().map(|(_, severity, _)| severity).max()
    }

    fn of(&self, severity: Severity) -> u64 {
        let of_severity = self.found().filter(|(_, found, _)| *found == severity);
        of_severity.map(|(.., count)| count).sum()
    }

    /// How many problems there are, and how many of them have a fix.
    fn fixable_line(&self) -> String {
        let all: u64 = self.found.iter().sum();
        if all == 0 {
            return String::new();
        }
        let mut line = format!(
            "{} in {}",
            thousands_of(all, "problem", "problems"),
            thousands_of(self.files, "file", "files")
        );
        let or_more = if self.unsafe_ == UNSAFE { "+" } else { "" };
        line += &match (self.safe, self.unsafe_) {
            (0, 0) => String::new(),
            (safe, 0) => format!(" · {safe} fixable with `--fix`"),
            (0, others) => format!(" · {others}{or_more} fixable with `--fix --unsafe-fixes`"),
            (safe, others) => format!(
                " · {safe} fixable with `--fix`, {others}{or_more} more with `--unsafe-fixes`"
            ),
        };
        line.push('\n');
        line
    }

    /// Counts by code, the gravest and most frequent first, and a sentence on the whole.
    pub(crate) fn summary(&self, style: &Style, all: bool, only_looks: bool) -> String {
        let mut rows: Vec<(Code, Severity, u64)> = self.found().collect();
        rows.sort_by_key(|(code, severity, count)| (Reverse((*severity, *count)), *code));
        let wide = rows.iter().map(|(code, ..)| code.name().len()).max();
        let wide = wide.unwrap_or_default();
        let digits = rows.iter().map(|(.., count)| count.to_string().len()).max();
        let digits = digits.unwrap_or_default();
        let mut out = String::new();
        for (code, severity, count) in &rows {
            let level = style.severity(*severity);
            let name = severity.name();
            let _ = writeln!(
                out,
                "{count:>digits$}  {level}{name:<7}{level:#}  {:<wide$}  {}",
                code.name(),
                code.title()
            );
        }
        if !rows.is_empty() {
            out.push('\n');
        }
        if self.fixed > 0 {
            let did = match only_looks {
                true => "would be fixed",
                false => "fixed in place",
            };
            let _ = writeln!(out, "{} {did}", thousands_of(self.fixed, "line", "lines"));
        }
        let bold = style.bold();
        let _ = write!(
            out,
            "{bold}{}",
            thousands_of(self.records, "record", "records")
        );
        if self.files > 1 {
            let _ = write!(out, " in {}", thousands_of(self.files, "file", "files"));
        }
        if self.records == 0 && rows.is_empty() {
            out.push_str(": nothing to check");
        } else if rows.is_empty() {
            out.push_str(": no problems");
        } else {
            let counts: Vec<_> = SEVERITIES
                .iter()
                .rev()
                .filter(|severity| self.of(**severity) > 0)
                .map(|severity| {
                    let (number, name) = (self.of(*severity), severity.name());
                    format!("{number} {name}{}", noun(number, "", "s"))
                })
                .collect();
            let _ = write!(out, ": {}", counts.join(", "));
        }
        let _ = writeln!(out, "{bold:#}");
        out.push_str(&self.fixable_line());
        if self.kept > 0 {
            let _ = writeln!(
                out,
                "a save or `epdit fmt` would leave {} unchanged, because their meaning is ambiguous",
                thousands_of(self.kept, "record", "records")
            );
        }
        if self.verified + self.unverified > 0 {
            let _ = write!(
                out,
                "{} verified",
                thousands_of(self.verified, "perft count", "perft counts")
            );
            if self.unverified > 0 {
                let _ = write!(
                    out,
                    ", {} skipped: too deep, or the position is illegal",
                    self.unverified
                );
            }
            out.push('\n');
        }
        if !all && rows.iter().any(|(.., count)| *count > super::SHOWN) {
            let _ = writeln!(
                out,
                "showing {} of each code; `--all` shows all",
                super::SHOWN
            );
        }
        if let Some((code, ..)) = rows.first() {
            let _ = writeln!(out, "Explain a code: epdit explain {}", code.name());
        }
        out
    }
}
