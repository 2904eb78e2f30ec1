//! `epdit fmt`: canonical text (the standard's data normalization, "pfdn").

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use clap::{Args, ValueEnum};

use super::batch::{self, Flow, Piece};
use super::diff::Diff;
use super::input::{self, Fault, Input, Paths};
use super::output::{Color, Output, say};
use super::{Status, in_place};
use crate::epd::{CanonicalOptions, EnPassantPolicy, LineKind, ReadOptions, Record};
use crate::suite::kind;

/// Write canonical text
///
/// Records whose meaning is certain are written as the standard writes them; a record with
/// anything doubtful is kept as it stands. So are comments and blank lines, but for a byte-order mark
/// before them and a Ctrl-Z or NUL that is all of a line.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epdit fmt old.epd > new.epd      canonical text to standard output
  epdit fmt -i suites/             every file below, in place
  epdit fmt --check suites/        names of the files that differ
  epdit fmt --diff old.epd         what would change

Exit status: 0 done; 1 some record was kept as it stands, or `--check` found a difference
(neither with `--diff` alone), or a file is not an EPD file; 2 usage, or a file that can't be
read or written.")]
pub struct FmtArgs {
    #[command(flatten)]
    paths: Paths,
    /// Write the files in place, as safely as the editor does
    #[arg(short, long, conflicts_with_all = ["check", "diff"])]
    in_place: bool,
    /// Write nothing: name the files that differ from their canonical text
    #[arg(long)]
    check: bool,
    /// Write nothing: show what would change, as a unified diff
    #[arg(long)]
    diff: bool,
    /// What to do with en-passant squares that can be true
    #[arg(long, value_enum, default_value_t, value_name = "POLICY")]
    en_passant: EnPassant,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum EnPassant {
    /// Keep them as written
    #[default]
    Keep,
    /// Drop those that no legal capture uses
    Legal,
}

/// Runs the command.
///
/// # Errors
///
/// Those of writing to standard output.
pub fn run(args: &FmtArgs, color: Color) -> io::Result<Status> {
    if args.in_place && input::has_stdin(&args.paths) {
        say(
            "`--in-place` writes files, and standard input is no file; leave it out to write to standard output",
        );
        return Ok(Status::Trouble);
    }
    let policy = match args.en_passant {
        EnPassant::Keep => EnPassantPolicy::Keep,
        EnPassant::Legal => EnPassantPolicy::Legal,
    };
    let mut fmt = Fmt {
        args,
        out: Output::new(),
        color: color.on_stdout(),
        options: CanonicalOptions { en_passant: policy },
        open_line: false,
    };
    let status = input::each(&args.paths, |input| fmt.file(input))?;
    fmt.out.flush()?;
    Ok(status)
}

struct Fmt<'a> {
    args: &'a FmtArgs,
    out: Output,
    color: bool,
    options: CanonicalOptions,
    /// Whether what was written last has no line end: the next file must not go on in that line.
    open_line: bool,
}

/// What became of some lines.
#[derive(Default)]
struct Outcome {
    records: u64,
    changed: u64,
    /// Records kept as they stand, by the first finding that blocks.
    kept: BTreeMap<&'static str, u64>,
}

impl Outcome {
    fn join(&mut self, other: Self) {
        self.records += other.records;
        self.changed += other.changed;
        for (reason, count) in other.kept {
            *self.kept.entry(reason).or_default() += count;
        }
    }

    /// The canonical line; `None` where it is kept, or canonical already.
    fn canonical(
        &mut self,
        line: &[u8],
        read: &ReadOptions,
        write: &CanonicalOptions,
    ) -> Option<Vec<u8>> {
        let record = Record::read(line, read);
        // Comments and blank lines have a canonical form too: without marks.
        self.records += u64::from(record.kind() == LineKind::Record);
        let Some(canonical) = record.canonical(write) else {
            let reason = record.diagnostics().iter().find(|finding| finding.blocks());
            *self
                .kept
                .entry(reason.map_or("doubtful", |finding| finding.code.name()))
                .or_default() += 1;
            return None;
        };
        if canonical == line {
            return None;
        }
        self.changed += 1;
        Some(canonical)
    }
}

impl Fmt<'_> {
    fn file(&mut self, input: &Input) -> Result<Status, Fault> {
        let mut outcome = Outcome::default();
        let foreign = match (self.args.in_place, &input.path) {
            (true, Some(path)) => self.in_place(input, path, &mut outcome)?,
            _ if self.args.diff => self.diff(input, &mut outcome)?,
            _ => self.stream(input, &mut outcome)?,
        };
        let differs = outcome.changed > 0;
        if self.args.check && differs && !self.args.diff {
            self.out
                .lines(format!("{}\n", input.name).as_bytes())
                .map_err(Fault::Output)?;
        }
        if let Some(what) = foreign {
            say(&format!(
                "`{}` is no EPD file and is kept as it is: {what}",
                input.name
            ));
        }
        if !outcome.kept.is_empty() {
            say(&kept_sentence(&input.name, &outcome));
        }
        let diff_alone = self.args.diff && !self.args.check;
        let findings = !outcome.kept.is_empty() || (self.args.check && differs);
        Ok(if foreign.is_some() || (findings && !diff_alone) {
            Status::Findings
        } else {
            Status::Clean
        })
    }

    fn in_place(
        &self,
        input: &Input,
        path: &Path,
        outcome: &mut Outcome,
    ) -> Result<Option<&'static str>, Fault> {
        let (read, write) = (input.read_options(), self.options);
        let rewritten = in_place::rewrite(
            path,
            |part: &mut Outcome, _, line| part.canonical(line, &read, &write),
            |part| outcome.join(part),
        )?;
        Ok(rewritten.foreign)
    }

    /// To standard output; with `--check` the lines are only counted.
    fn stream(
        &mut self,
        input: &Input,
        outcome: &mut Outcome,
    ) -> Result<Option<&'static str>, Fault> {
        let (read, write) = (input.read_options(), self.options);
        let quiet = self.args.check;
        let mut foreign = None;
        if self.open_line && !quiet {
            self.out.text("\n").map_err(Fault::Output)?;
            self.open_line = false;
        }
        batch::each::<_, Fault>(
            input.open()?,
            |start| {
                foreign = kind::not_epd(start);
                Ok(Flow::On)
            },
            |piece| {
                let mut part = Outcome::default();
                let mut text = Vec::with_capacity(if quiet { 0 } else { piece.bytes.len() });
                for (_, line) in piece.lines() {
                    let new = part.canonical(line, &read, &write);
                    if !quiet {
                        text.extend_from_slice(new.as_deref().unwrap_or(line));
                    }
                }
                (text, part)
            },
            |_, (text, part)| {
                outcome.join(part);
                if let Some(last) = text.last() {
                    self.open_line = !matches!(last, b'\n' | b'\r');
                }
                self.out.lines(&text).map_err(Fault::Output)?;
                Ok(Flow::On)
            },
        )?;
        Ok(foreign)
    }

    fn diff(
        &mut self,
        input: &Input,
        outcome: &mut Outcome,
    ) -> Result<Option<&'static str>, Fault> {
        let (read, write) = (input.read_options(), self.options);
        let mut foreign = None;
        let mut diff = Diff::new(&input.name, self.color);
        batch::each::<_, Fault>(
            input.open()?,
            |start| {
                foreign = kind::not_epd(start);
                Ok(if foreign.is_some() {
                    Flow::Stop
                } else {
                    Flow::On
                })
            },
            |piece: Piece<'_>| {
                let mut part = Outcome::default();
                let changes: Vec<_> = piece
                    .lines()
                    .filter_map(|(number, line)| {
                        Some((number, part.canonical(line, &read, &write)?))
                    })
                    .collect();
                (changes, part)
            },
            |piece, (changes, part)| {
                outcome.join(part);
                let mut changes = changes.into_iter().peekable();
                for (number, line) in piece.lines() {
                    let new = changes.next_if(|(at, _)| *at == number).map(|(_, new)| new);
                    diff.line(number, line, new, &mut self.out)
                        .map_err(Fault::Output)?;
                }
                Ok(Flow::On)
            },
        )?;
        diff.end(&mut self.out).map_err(Fault::Output)?;
        Ok(foreign)
    }
}

fn kept_sentence(name: &str, outcome: &Outcome) -> String {
    let kept: u64 = outcome.kept.values().sum();
    let mut reasons: Vec<_> = outcome.kept.iter().collect();
    reasons.sort_by_key(|(reason, count)| (std::cmp::Reverse(**count), **reason));
    let reasons: Vec<_> = reasons
        .iter()
        .map(|(reason, count)| format!("{count} {reason}"))
        .collect();
    let show = if name == "-" {
        String::new()
    } else {
        format!("; `epdit check {name}` shows them")
    };
    format!(
        "`{name}`: {kept} of {} records left unchanged ({}){show}",
        outcome.records,
        reasons.join(", ")
    )
}
