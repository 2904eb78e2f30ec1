//! One problem of one line, with all that any output format says about it.

use crate::epd::{Code, Diagnostic, Fix, Record, Severity, Span};

/// See the module.
#[derive(Clone, Debug)]
pub struct Problem<'a> {
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
}

impl<'a> Problem<'a> {
    /// A finding of a record, with its fix.
    pub fn of(record: &Record<'a>, finding: &Diagnostic, name: &'a str, number: u64) -> Self {
        Self::with(record.fix(finding), finding, record, name, number)
    }

    fn with(
        fix: Option<Fix>,
        finding: &Diagnostic,
        record: &Record<'a>,
        name: &'a str,
        number: u64,
    ) -> Self {
        Self {
            name,
            number,
            line: record.line(),
            code: finding.code,
            severity: finding.severity,
            span: finding.span,
            message: record.message(finding),
            fix,
        }
    }

    /// Findings of a record as problems, each with its fix.
    pub fn all_of<'d>(
        record: &'d Record<'a>,
        findings: &'d [&'d Diagnostic],
        name: &'a str,
        number: u64,
    ) -> impl Iterator<Item = Self> + use<'a, 'd> {
        let fixes = record.fixes(findings);
        let pairs = findings.iter().zip(fixes);
        pairs.map(move |(finding, fix)| Self::with(fix, finding, record, name, number))
    }

    /// What stands for further findings of one code, too many to be listed.
    pub fn more(record: &Record<'a>, more: &More, name: &'a str, number: u64) -> Self {
        let (s, are) = if more.count == 1 {
            ("", "is")
        } else {
            ("s", "are")
        };
        Self {
            name,
            number,
            line: record.line(),
            code: more.code,
            severity: more.severity,
            span: more.span,
            message: format!(
                "{} more problem{s} of this kind {are} in this line",
                more.count
            ),
            fix: None,
        }
    }
}

/// Problems of one code that one line has listed at most; more are only counted.
const LISTED: usize = 1000;

/// Findings of one code beyond those listed.
#[derive(Clone, Copy, Debug)]
pub struct More {
    pub code: Code,
    /// The worst among them.
    pub severity: Severity,
    pub count: usize,
    /// From the first of them to the last.
    pub span: Span,
}

/// The findings to list of a record, and what is only counted: a line of a megabyte can have
/// more problems than anyone reads.
pub fn listed<'r>(record: &'r Record<'_>) -> (Vec<&'r Diagnostic>, Vec<More>) {
    let all = record.diagnostics();
    if all.len() <= LISTED {
        return (all.iter().collect(), Vec::new());
    }
    let mut met = vec![0; Code::all().len()];
    let (mut listed, mut left) = (Vec::new(), Vec::<More>::new());
    for finding in all {
        let Some(met) = met.get_mut(finding.code as usize) else {
            continue;
        };
        *met += 1;
        if *met <= LISTED {
            listed.push(finding);
        } else if let Some(more) = left.iter_mut().find(|more| more.code == finding.code) {
            more.count += 1;
            more.severity = more.severity.max(finding.severity);
            more.span = more.span.cover(finding.span);
        } else {
            left.push(More {
                code: finding.code,
                severity: finding.severity,
                count: 1,
                span: finding.span,
            });
        }
    }
    (listed, left)
}
