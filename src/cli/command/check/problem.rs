//! One problem of one line, with all that any output format says about it.

use std::collections::BTreeMap;

use crate::epd::counted::noun;
use crate::epd::{Code, Diagnostic, Fix, Record, Severity, Span};

/// See the module.
#[derive(Clone, Debug)]
pub(crate) struct Problem<'a> {
    /// The file as it was given.
    pub name: &'a str,
    /// The number of the line, from 1.
    pub number: u64,
    /// The line with its end; empty where the problem is the whole file's.
    pub line: &'a [u8],
    pub code: Code,
    pub severity: Severity,
    /// The bytes of the line it is about.
    pub span: Span,
    /// What is wrong, safe for a terminal.
    pub message: String,
    pub fix: Option<Fix>,
    /// The finding of a record that it is.
    pub found: Option<(&'a Record<'a>, &'a Diagnostic)>,
}

impl<'a> Problem<'a> {
    /// A problem that is told of in so many words, and has no fix.
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

    /// Findings of a record as problems, each with its fix. A line of a megabyte can have more problems than anyone
    /// reads: of each code so many are listed, and one more problem stands for all others.
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

/// Problems of one code that one line has listed at most; more are only counted.
const LISTED: usize = 1000;
