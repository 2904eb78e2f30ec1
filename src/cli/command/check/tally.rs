//! Counts of what was found, and the summary made of them.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::human::Style;
use crate::epd::counted::{noun, thousands_of};
use crate::epd::edit::Fixable;
use crate::epd::{Code, Severity};

/// See the module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub files: u64,
    pub records: u64,
    /// Records that saving leaves unchanged.
    pub kept: u64,
    /// Lines changed by fixes.
    pub fixed: u64,
    /// Problems that safe fixes correct, and others that have an unsafe fix.
    safe: u64,
    unsafe_: u64,
    /// Perft counts that were counted anew, and those that were not: deeper than asked for.
    pub verified: u64,
    pub unverified: u64,
    found: BTreeMap<(Code, Severity), u64>,
    /// Problems shown of each code; only kept where that is limited.
    shown: BTreeMap<Code, u64>,
}

impl Tally {
    /// Counts a finding, and says how many of its code and severity there are now.
    pub(crate) fn add(&mut self, code: Code, severity: Severity) -> u64 {
        let count = self.found.entry((code, severity)).or_default();
        *count += 1;
        *count
    }

    /// Counts a problem to be shown, and says how many of its code there were with it.
    pub(crate) fn show(&mut self, code: Code) -> u64 {
        let count = self.shown.entry(code).or_default();
        *count += 1;
        *count
    }

    /// Adds the counts of a piece of a file.
    pub(crate) fn join(&mut self, other: &Self) {
        self.files += other.files;
        self.records += other.records;
        self.kept += other.kept;
        self.fixed += other.fixed;
        self.safe += other.safe;
        self.unsafe_ += other.unsafe_;
        self.verified += other.verified;
        self.unverified += other.unverified;
        for (key, count) in &other.found {
            *self.found.entry(*key).or_default() += count;
        }
    }

    /// The gravest severity found.
    pub(crate) fn worst(&self) -> Option<Severity> {
        self.found.keys().map(|(_, severity)| *severity).max()
    }

    fn of(&self, severity: Severity) -> u64 {
        self.found
            .iter()
            .filter(|((_, found), _)| *found == severity)
            .map(|(_, count)| count)
            .sum()
    }

    /// Counts what the fixes of a record correct.
    pub(crate) fn fixable(&mut self, fixable: Fixable) {
        self.safe += fixable.safe as u64;
        self.unsafe_ += fixable.unsafe_ as u64;
    }

    /// How many problems there are, and how many of them have a fix.
    fn fixable_line(&self) -> String {
        let all: u64 = self.found.values().sum();
        if all == 0 {
            return String::new();
        }
        let mut line = format!(
            "{} in {}",
            thousands_of(all, "problem", "problems"),
            thousands_of(self.files, "file", "files")
        );
        line += &match (self.safe, self.unsafe_) {
            (0, 0) => String::new(),
            (safe, 0) => format!(" · {safe} fixable with `--fix`"),
            (0, others) => format!(" · {others} fixable with `--fix --unsafe-fixes`"),
            (safe, others) => {
                format!(" · {safe} fixable with `--fix`, {others} more with `--unsafe-fixes`")
            }
        };
        line.push('\n');
        line
    }

    /// Counts by code, the gravest and most frequent first, and a sentence on the whole.
    pub(crate) fn summary(&self, style: &Style, all: bool, only_looks: bool) -> String {
        let mut rows: Vec<_> = self.found.iter().collect();
        rows.sort_by_key(|((code, severity), count)| {
            (std::cmp::Reverse((*severity, **count)), *code)
        });
        let wide = rows
            .iter()
            .map(|((code, _), _)| code.name().len())
            .max()
            .unwrap_or_default();
        let digits = rows
            .iter()
            .map(|(_, count)| count.to_string().len())
            .max()
            .unwrap_or_default();
        let mut out = String::new();
        for ((code, severity), count) in &rows {
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
        let severities = [Severity::Error, Severity::Warning, Severity::Hint];
        if self.records == 0 && rows.is_empty() {
            out.push_str(": nothing to check");
        } else if rows.is_empty() {
            out.push_str(": no problems");
        } else {
            let counts: Vec<_> = severities
                .iter()
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
        if !all && self.found.values().any(|count| *count > super::SHOWN) {
            let _ = writeln!(
                out,
                "showing {} of each code; `--all` shows all",
                super::SHOWN
            );
        }
        if let Some(((code, _), _)) = rows.first() {
            let _ = writeln!(out, "Explain a code: epdit explain {}", code.name());
        }
        out
    }
}
