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
        Self {
            name,
            number,
            line: record.line(),
            code: finding.code,
            severity: finding.severity,
            span: finding.span,
            message: record.message(finding),
            fix: record.fix(finding),
        }
    }
}
