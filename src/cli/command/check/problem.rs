//! One problem of one line, with everything that the output formats need.

use std::collections::BTreeMap;

use crate::epd::counted::noun;
use crate::epd::{Code, Diagnostic, Fix, Record, Severity, Span};

/// A problem of a line.
#[derive(Clone, Debug)]
pub(crate) struct Problem<'a> {
    /// The file as it was given.
    pub name: &'a str,
    /// The number of the line, from 1.
    pub number: u64,
    /// The line with its end; empty if the problem concerns the whole file.
    pub line: &'a [u8],
    pub code: Code,
    pub severity: Severity,
    /// The bytes of the line at fault.
    pub span: Span,
    /// The message, safe for a terminal.
    pub message: String,
    pub fix: Option<Fix>,
    /// The diagnostic that it reports, with its record.
    pub found: Option<(&'a Record<'a>, &'a Diagnostic)>,
}

impl<'a> Problem<'a> {
    /// Returns a problem with a given message, without a fix.
    pub(crate) fn told(
        (name, number): (&'a str, u64),
        line: &'a [u8],
        code: Code,
        span: Span,
        message: String,
    ) -> Self {
        Self {
            name,
            number,
            line,
            code,
            severity: code.severity(),
            span,
            message,
            fix: None,
            found: None,
        }
    }

    /// Returns the diagnostics of a record as problems, each with its fix. A line of a megabyte can have too many:
    /// only some of each code are listed, and one more problem stands for the rest.
    pub(crate) fn all_of(
        record: &'a Record<'a>,
        mut findings: Vec<&'a Diagnostic>,
        name: &'a str,
        number: u64,
    ) -> Vec<Self> {
        let mut others: BTreeMap<Code, Vec<&Diagnostic>> = BTreeMap::new();
        if findings.len() > LISTED {
            let mut met: BTreeMap<Code, usize> = BTreeMap::new();
            findings.retain(|&finding| {
                let met = met.entry(finding.code).or_default();
                *met += 1;
                if *met > LISTED {
                    others.entry(finding.code).or_default().push(finding);
                }
                *met <= LISTED
            });
        }
        let fixes = record.fixes(&findings);
        let listed = findings.into_iter().zip(fixes).map(|(finding, fix)| Self {
            name,
            number,
            line: record.line(),
            code: finding.code,
            severity: finding.severity,
            span: finding.span,
            message: record.message(finding),
            fix,
            found: Some((record, finding)),
        });
        let others = others.into_iter().map(|(code, findings)| {
            let count = findings.len();
            let are = noun(
                count,
                "problem of this kind is",
                "problems of this kind are",
            );
            let message = format!("{count} more {are} in this line");
            let spans = findings.iter().map(|finding| finding.span);
            let span = spans.reduce(Span::cover).unwrap_or_default();
            let problem = Self::told((name, number), record.line(), code, span, message);
            let worst = findings.iter().map(|finding| finding.severity).max();
            Self {
                severity: worst.unwrap_or(problem.severity),
                ..problem
            }
        });
        listed.chain(others).collect()
    }
}

/// The number of problems of one code listed for a line; the rest are only counted.
const LISTED: usize = 1000;
