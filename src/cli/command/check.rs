//! `epdit check`: reports and fixes the problems of suites.
//!
//! Unsafe fixes are listed on standard error, so that no change of meaning is silent. Perft counts are
//! verified on all cores, with a progress message on a terminal.

mod findings;
mod human;

pub(crate) use findings::Problem;
pub(crate) use human::{Style, write_human};

use crate::cli::command::{Run, choices, help};
use crate::cli::flow::{
    ChangeDestination, Fault, Input, Notes, Outcome, Paths, Piece, Shard, ShardArgs, Source,
    Status, Text, each_input, edit_lines, with_output,
};
use crate::cli::output::{Color, Output, WriteResult, conclude};
use crate::cli::progress;
use crate::epd::counted::thousands_of;
use crate::epd::visible::visible;
use crate::epd::{Code, LineKind, ReadOptions, Record, Severity, Skim, Span, edit, perft};
use crate::suite::external::SpooledStream;
use clap::{Args, ValueEnum};
use findings::{Findings, Search, Tally, WholeFile};
use rayon::prelude::*;
use std::io::Write;
use std::path::MAIN_SEPARATOR;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of problems of each code that human output shows without `--all`.
const SHOWN: u64 = 5;

const NO_FILE_TO_FIX: &str =
    "`--fix` changes files in place and can't be used with standard input; use `epdit fmt -`";

const EXAMPLES: &str = "\
Examples:
  epdit check wac.epd                       show problems in their lines
  epdit check --fix suites/                 apply safe fixes, report the rest
  epdit check --fix --unsafe-fixes a.epd    apply unsafe fixes too
  epdit check --fix --diff a.epd            show what safe fixes would change
  epdit check --format json - < a.epd       one JSON object each
  epdit check --perft=5 perftsuite.epd      verify the counts D1 to D5";

/// Report the problems of suites
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, "a problem at the denied level or above"))]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    paths: Paths,
    /// Output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
    /// Exit with 1 if there is a problem of this level or worse
    #[arg(long, value_enum, default_value_t = Severity::Error, value_name = "LEVEL")]
    deny: Severity,
    /// Apply the safe fixes in place, then report what is left
    #[arg(long)]
    fix: bool,
    /// With --fix: also apply unsafe fixes, which may change the meaning; none where a problem has
    /// several fixes to choose from
    #[arg(long, requires = "fix")]
    unsafe_fixes: bool,
    /// With --fix: change nothing; report what would be left
    #[arg(long, requires = "fix")]
    dry_run: bool,
    /// With --fix: only show what would change, as a unified diff
    #[arg(long, requires = "fix", conflicts_with = "dry_run")]
    diff: bool,
    /// Show all problems (human output shows 5 of each code)
    #[arg(long)]
    all: bool,
    /// Also report duplicate positions within a file
    #[arg(long)]
    duplicates: bool,
    #[command(flatten)]
    shard: ShardArgs,
    /// Verify perft counts (`D1 20; D2 400;`) up to this depth, 1 to 9, by counting leaf nodes on
    /// all cores; up to depth 5 this takes seconds for most suites
    #[arg(
        long,
        value_name = "DEPTH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "4",
        value_parser = clap::value_parser!(u8).range(1..=i64::from(crate::epd::perft::DEEPEST)),
    )]
    perft: Option<u8>,
    /// Longest allowed line in bytes: 4095 by the standard of 1995 (whose 4096 include a closing
    /// NUL), 1023 by the standard of 1994
    #[arg(long, value_name = "BYTES", default_value_t = ReadOptions::default().longest_line)]
    longest_line: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The line, a mark and the fix of each problem, then a summary
    #[default]
    Human,
    /// One JSON object per line
    Json,
    /// Annotations for GitHub workflows
    Github,
}

choices! { Severity {
    Error "error"
    Warning "warning"
    Hint "hint"
} }

impl Run for CheckArgs {
    fn run(&self, color: Color) -> Outcome {
        self.paths.in_place(self.fix, NO_FILE_TO_FIX)?;
        if self.shard.shard.is_some() && (self.fix || self.duplicates) {
            return Err(Fault::usage(
                "`--shard` checks each record by itself; leave `--fix` and `--duplicates` out",
            ));
        }
        with_output(None, |out| {
            let mut check = Check {
                args: self,
                out,
                search: &Search::new(self, Style::new(color.on_stdout())),
                color,
                tally: Tally::default(),
                met: 0,
                done: AppliedFixes::default(),
            };
            let mut status = each_input(&self.paths, |input| check.file(input))?;
            check.done.say();
            if self.shard.shard.is_some() {
                conclude(
                    "with --shard, records are checked one by one: no duplicate ids, and no games across records",
                );
            }
            if self.diff {
                let fixed = thousands_of(check.tally.fixed, "line", "lines");
                conclude(&format!("{fixed} would be fixed"));
                return Ok(status);
            }
            if self.format == Format::Human && check.tally.files > 0 {
                let summary = check
                    .tally
                    .summary(&check.search.style, self.all, self.dry_run);
                check.out.text(&summary)?;
            }
            if check.tally.worst() >= Some(self.deny) {
                status = status.max(Status::Findings);
            }
            Ok(status)
        })
    }
}

pub(crate) struct Line<'p> {
    pub number: u64,
    pub bytes: &'p [u8],
    /// Whether this run checks it; lines of other shards are false.
    pub is_checked: bool,
    /// Whether it is compared with other records; not with a shard.
    pub is_related: bool,
}

/// Returns the lines of a piece; of a shard, only its records are checked. `before` receives the number of
/// records in the piece and returns the number before it. A line that is not a record is checked with the
/// record before it, or else with the first.
fn lines_of<'p>(
    piece: Piece<'p>,
    shard: Option<Shard>,
    before: impl FnOnce(u64) -> u64,
) -> Vec<Line<'p>> {
    let is_record = |line| !piece.continues && Skim::kind_of(line) == LineKind::Record;
    let lines = piece.lines().map(|(number, bytes)| Line {
        number,
        bytes,
        is_checked: shard.is_none() || is_record(bytes),
        is_related: shard.is_none(),
    });
    let mut lines: Vec<Line<'p>> = lines.collect();
    if let Some(shard) = shard {
        let records = lines.iter().filter(|line| line.is_checked).count();
        let mut met = before(records as u64);
        for line in &mut lines {
            met += u64::from(line.is_checked);
            line.is_checked = shard.has(met.max(1));
        }
    }
    lines
}

struct Check<'a, 'o> {
    args: &'a CheckArgs,
    out: &'a mut Output<'o>,
    search: &'a Search<'a>,
    color: Color,
    tally: Tally,
    /// The number of records in the files so far; counted only with a shard.
    met: u64,
    done: AppliedFixes,
}

impl Check<'_, '_> {
    fn file(&mut self, input: &Input) -> Outcome {
        let CheckArgs {
            fix, dry_run, diff, ..
        } = *self.args;
        let _lock = match fix && !dry_run && !diff {
            true => input.lock()?,
            false => None,
        };
        let longest = self.args.longest_line;
        let opened = input.open(None);
        match opened.map(|(source, text)| (source.with_longest_line(longest), text)) {
            Ok((source, text)) if self.args.fix => self.fix(source, text)?,
            Ok((source, text)) => self.check(source, text)?,
            Err(Fault::Foreign(what)) => self.foreign(input, what)?,
            Err(fault) => return Err(fault),
        }
        Ok(Status::Clean)
    }

    /// Applies the requested fixes in place or to a temporary copy, and checks the result; or shows the changes.
    fn fix(&mut self, source: Source<'_>, text: Text) -> Result<(), Fault> {
        let (options, all) = (source.options(), self.args.unsafe_fixes);
        let fix = |done: &mut AppliedFixes, number: u64, line: &[u8]| {
            Some(if all {
                done.apply(&source.input.name, number, line, options)
            } else {
                edit::apply_safe_fixes(line, options)
            })
        };
        let mut note = |(done, fixed): (AppliedFixes, u64)| {
            self.tally.fixed += fixed;
            self.done.join(done);
        };
        if self.args.diff {
            let to = ChangeDestination::Diff { in_place: true };
            note(edit_lines(&source, text, to, self.color, self.out, fix)?);
            return Ok(());
        }
        let left = match self.args.dry_run {
            false => {
                let (to, color) = (ChangeDestination::InPlace, Color::Never);
                note(edit_lines(&source, text, to, color, self.out, fix)?);
                source.input.open(None)?.1
            }
            true => {
                let spooled = SpooledStream::written(|file| {
                    let (to, color) = (ChangeDestination::Output(None), Color::Never);
                    let mut out = Output::file(file);
                    note(edit_lines(&source, text, to, color, &mut out, fix)?);
                    out.flush()
                })?;
                Text::from_read(Box::new(spooled.read()))
            }
        };
        let source = source.input.source_alone();
        self.check(source.with_longest_line(self.args.longest_line), left)
    }

    fn check(&mut self, source: Source<'_>, text: Text) -> Result<(), Fault> {
        self.tally.files += 1;
        let (args, search, source) = (self.args, self.search, &source);
        let mut whole = WholeFile::new(args.duplicates);
        let perft = args.perft.map(Perft::new);
        let (before, in_file) = (self.met, AtomicU64::new(0));
        let checked = text.pieces(
            |piece| {
                let lines = lines_of(piece, args.shard.shard, |records| {
                    in_file.fetch_add(records, Ordering::Relaxed);
                    before + piece.counted(records)
                });
                let counts = perft.as_ref();
                let counts = counts.map(|perft| perft.counts(&lines, source.options()));
                let counts = counts.unwrap_or_default();
                Findings::of(&lines, source, search, &counts)
            },
            |piece, findings| self.take(source, piece, findings, &mut whole),
        );
        self.met += in_file.into_inner();
        checked
    }

    /// Reports that a file is not an EPD file.
    fn foreign(&mut self, input: &Input, what: &str) -> Result<(), Fault> {
        self.tally.files += 1;
        self.tally.add(Code::NotEpd, Severity::Error);
        let message = format!("not an EPD file: {what}");
        let place = (input.name.as_str(), 1);
        let problem = Problem::with_message(place, b"", Code::NotEpd, Span::at(0), message);
        self.write(&problem)
    }

    /// Writes the problems of a piece, duplicates included, in line order.
    fn take(
        &mut self,
        source: &Source<'_>,
        piece: Piece<'_>,
        mut findings: Findings,
        whole: &mut WholeFile,
    ) -> WriteResult {
        whole.join(piece, source, &mut findings);
        self.tally.join(&findings.tally);
        let (mut written, mut start) = (findings.written.iter().peekable(), 0);
        let mut write_up_to = |check: &mut Self, number: u64| {
            while let Some(own) = written.next_if(|own| own.number <= number) {
                let text = findings.text.get(start..own.end).unwrap_or_default();
                start = own.end;
                if check.shows(own.code) {
                    check.out.text_bytes(text)?;
                }
            }
            Ok(())
        };
        for key in &findings.keys {
            for problem in whole.problems(key, piece, source.input) {
                self.tally.add(problem.code, problem.severity);
                write_up_to(self, key.number)?;
                if self.shows(problem.code) {
                    self.write(&problem)?;
                }
            }
        }
        write_up_to(self, u64::MAX)
    }

    /// Counts a problem of a code; returns true if it is shown.
    fn shows(&self, code: Code) -> bool {
        let shown = self.search.shown(code);
        shown.is_none_or(|shown| shown.fetch_add(1, Ordering::Relaxed) < SHOWN)
    }

    fn write(&mut self, problem: &Problem<'_>) -> WriteResult {
        let mut text = Vec::new();
        self.args.write(problem, &self.search.style, &mut text);
        self.out.text_bytes(&text)
    }
}

impl CheckArgs {
    /// Returns true if only the first problems of each code are shown.
    fn shows_samples(&self) -> bool {
        self.format == Format::Human && !self.all
    }

    /// Appends a problem in the requested format.
    fn write(&self, problem: &Problem<'_>, style: &Style, out: &mut Vec<u8>) {
        match self.format {
            Format::Human => human::write_human(problem, style, out),
            Format::Json => human::write_json(problem, out),
            Format::Github => annotate(problem, out),
        }
    }
}

/// Appends the annotation of a problem. GitHub matches its path with those of the repository, so it has no `./`,
/// and `/` on every system.
fn annotate(problem: &Problem<'_>, out: &mut Vec<u8>) {
    let level = match problem.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "notice",
    };
    let path = problem.name.replace(MAIN_SEPARATOR, "/");
    // Writing to memory can't fail.
    let _ = writeln!(
        out,
        "::{level} file={},line={},col={},endColumn={},title={}::{}",
        property(path.trim_start_matches("./")),
        problem.number,
        problem.span.start + 1,
        problem.span.end + 1,
        problem.code.name(),
        data(&problem.message),
    );
}

fn data(text: &str) -> String {
    let text = text.replace('%', "%25");
    let text = text.replace('\r', "%0D").replace('\n', "%0A");
    visible(&text).into_owned()
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// The number of fixes listed; others are only counted.
const NAMED: usize = 20;

#[derive(Debug, Default)]
pub(crate) struct AppliedFixes {
    /// One line each for the first fixes.
    named: Vec<String>,
    more: usize,
}

impl AppliedFixes {
    /// Applies all fixes of a line, and records the unsafe ones.
    pub(crate) fn apply(
        &mut self,
        name: &str,
        number: u64,
        line: &[u8],
        options: &ReadOptions,
    ) -> Vec<u8> {
        let applied = edit::apply_all_fixes(line, options);
        for (code, did) in applied.done {
            self.note(|| format!("{name}:{number}: {did} ({})", code.name()));
        }
        applied.line
    }

    fn note(&mut self, what: impl FnOnce() -> String) {
        if self.named.len() < NAMED {
            self.named.push(what());
        } else {
            self.more += 1;
        }
    }

    pub(crate) fn say(&self) {
        for line in &self.named {
            conclude(line);
        }
        if self.more > 0 {
            conclude(&format!("… {} more", self.more));
        }
    }
}

impl Notes for AppliedFixes {
    fn join(&mut self, other: Self) {
        for named in other.named {
            self.note(|| named);
        }
        self.more += other.more;
    }
}

/// The number of leaf nodes between two progress messages.
const MILLION: u64 = 1_000_000;

/// A verifier of perft counts up to a depth.
struct Perft {
    /// 1 to 9.
    deepest: u8,
    nodes: AtomicU64,
}

/// The true counts of one record, by depth.
type Counts = Vec<(u8, u64)>;

impl Perft {
    fn new(deepest: u8) -> Self {
        Self {
            deepest,
            nodes: AtomicU64::new(0),
        }
    }

    /// Returns the true counts for each line of a piece, for the depths that its record has counts of.
    fn counts(&self, lines: &[Line<'_>], options: &ReadOptions) -> Vec<Counts> {
        let lines = lines.par_iter();
        let of = |line: &Line<'_>| match line.is_checked {
            true => self.of(line.bytes, options),
            false => Vec::new(),
        };
        lines.map(of).collect()
    }

    fn of(&self, line: &[u8], options: &ReadOptions) -> Counts {
        let record = Record::read(line, options);
        let Some(position) = record.position() else {
            return Vec::new();
        };
        let depths = perft::depths(&record, self.deepest).into_iter();
        let counted = depths.filter_map(|depth| {
            let mut before = 0;
            let nodes = perft::count(position, depth, &mut |nodes| {
                self.add_nodes(nodes - before);
                before = nodes;
                true
            })?;
            self.add_nodes(nodes - before);
            Some((depth, nodes))
        });
        counted.collect()
    }

    /// Adds diagnostics for wrong counts to a record. Returns the numbers of counts verified and not verified.
    fn note(record: &mut Record<'_>, counts: &Counts) -> (u64, u64) {
        let of = |depth| {
            let found = counts.iter().find(|(known, _)| *known == depth);
            found.map(|(_, nodes)| *nodes)
        };
        let (known, unknown): (Vec<_>, Vec<_>) =
            perft::claims(record).partition(|claim| of(claim.depth).is_some());
        record.note_counts(of);
        (known.len() as u64, unknown.len() as u64)
    }

    fn add_nodes(&self, nodes: u64) {
        let before = self.nodes.fetch_add(nodes, Ordering::Relaxed);
        let millions = (before + nodes) / MILLION;
        if before / MILLION < millions {
            progress::tell(format!("{millions} million leaf nodes"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_end_a_property_are_escaped() {
        assert_eq!(property("a:b,c%\n"), "a%3Ab%2Cc%25%0A");
        assert_eq!(data("a:b,c%\n"), "a:b,c%25%0A");
    }

    #[test]
    fn control_characters_are_made_visible_on_terminals_and_in_logs() {
        assert_eq!(property("a\u{1b}[2J\u{202E}.epd"), "a␛[2J<202E>.epd");
    }
}

#[cfg(test)]
mod unsafe_fixes_tests {
    use super::*;

    #[test]
    fn twenty_fixes_are_named_and_others_counted_across_pieces() {
        let mut done = AppliedFixes::default();
        for piece in 0..3 {
            let mut of_piece = AppliedFixes::default();
            for number in 0..30 {
                of_piece.note(|| format!("{piece}:{number}"));
            }
            done.join(of_piece);
        }
        assert_eq!((done.named.len(), done.more), (20, 70));
        assert_eq!(done.named.last().map(String::as_str), Some("0:19"));
    }
}
