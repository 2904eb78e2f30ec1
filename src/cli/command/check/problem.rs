//! One problem of one line, with all that any output format says about it.

use std::collections::BTreeMap;

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
            lesson: Lesson::default(),
        }
    }

    /// Findings of a record as problems, each with its fix. A line of a megabyte can have more problems than anyone
    /// reads: of each code so many are listed, and one more problem stands for all others.
    pub(crate) fn all_of(
        record: &Record<'a>,
        mut findings: Vec<&Diagnostic>,
        name: &'a str,
        number: u64,
        reader: Reader,
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
        let listed = findings.into_iter().zip(fixes);
        let listed =
            listed.map(|(finding, fix)| Self::with(fix, finding, record, (name, number), reader));
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
