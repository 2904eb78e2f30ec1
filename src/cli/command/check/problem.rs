//! One problem of one line, with all that any output format says about it.

use crate::app::glyph;
use crate::epd::counted::noun;
use crate::epd::diagnostic::Related;
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
    /// What only a person reads; empty where the output is for programs.
    pub lesson: Lesson,
}

/// What a person is shown of a problem besides the place and the message.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lesson {
    /// Other places of the line.
    pub related: Vec<Related>,
    /// What the fix does, safe for a terminal.
    pub fix_title: String,
    /// What further fixes do.
    pub others: Vec<String>,
    /// Why no command applies a fix.
    pub note: Option<&'static str>,
}

impl Lesson {
    fn of(record: &Record<'_>, finding: &Diagnostic, choices: &[Fix]) -> Self {
        let title = |fix: &Fix| glyph::safe(record.fix_title(fix).as_bytes());
        let first = choices.first();
        Self {
            related: record.related(finding),
            fix_title: first.map(title).unwrap_or_default(),
            others: choices.iter().skip(1).map(title).collect(),
            note: match choices {
                [] => None,
                [first, ..] if first.safe => None,
                [_] if record.only_unsafe_fix(finding).is_some() => None,
                [_] => Some("not applied by `--unsafe-fixes`: the intended meaning is unknown"),
                _ => Some("not applied by `--unsafe-fixes`: choose one yourself"),
            },
        }
    }
}

/// Who reads the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reader {
    /// Who is shown other places and all fixes, too, the likeliest first.
    Person,
    /// Which takes what [`Record::fix`] gives.
    Program,
}

impl<'a> Problem<'a> {
    /// A finding of a record as a person is shown it.
    pub(crate) fn of(
        record: &Record<'a>,
        finding: &Diagnostic,
        name: &'a str,
        number: u64,
    ) -> Self {
        let fix = record.fix(finding);
        Self::with(fix, finding, record, (name, number), Reader::Person)
    }

    fn with(
        fix: Option<Fix>,
        finding: &Diagnostic,
        record: &Record<'a>,
        (name, number): (&'a str, u64),
        reader: Reader,
    ) -> Self {
        let (fix, lesson) = match reader {
            Reader::Person => {
                let choices = record.fix_choices_from(finding, fix);
                let lesson = Lesson::of(record, finding, &choices);
                (choices.into_iter().next(), lesson)
            }
            Reader::Program => (fix, Lesson::default()),
        };
        Self {
            name,
            number,
            line: record.line(),
            code: finding.code,
            severity: finding.severity,
            span: finding.span,
            message: record.message(finding),
            fix,
            lesson,
        }
    }

    /// Findings of a record as problems, each with its fix.
    pub(crate) fn all_of<'d>(
        record: &'d Record<'a>,
        findings: &'d [&'d Diagnostic],
        name: &'a str,
        number: u64,
        reader: Reader,
    ) -> impl Iterator<Item = Self> + use<'a, 'd> {
        let fixes = record.fixes(findings);
        let pairs = findings.iter().zip(fixes);
        pairs.map(move |(finding, fix)| Self::with(fix, finding, record, (name, number), reader))
    }

    /// What stands for further findings of one code, too many to be listed.
    pub(crate) fn more(record: &Record<'a>, more: &More, name: &'a str, number: u64) -> Self {
        let count = more.count;
        let are = noun(
            count,
            "problem of this kind is",
            "problems of this kind are",
        );
        Self {
            name,
            number,
            line: record.line(),
            code: more.code,
            severity: more.severity,
            span: more.span,
            message: format!("{count} more {are} in this line"),
            fix: None,
            lesson: Lesson::default(),
        }
    }
}

/// Problems of one code that one line has listed at most; more are only counted.
const LISTED: usize = 1000;

/// Findings of one code beyond those listed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct More {
    pub code: Code,
    /// The worst among them.
    pub severity: Severity,
    pub count: usize,
    /// From the first of them to the last.
    pub span: Span,
}

/// The findings to list of a record, and what is only counted: a line of a megabyte can have
/// more problems than anyone reads.
pub(crate) fn listed<'r>(record: &'r Record<'_>) -> (Vec<&'r Diagnostic>, Vec<More>) {
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
