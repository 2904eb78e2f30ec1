//! Changes of each record by itself, as a stream.

use std::io;

use super::summary::{Summary, Verb};
use super::{Records, Sink, Target, if_foreign, is_misused, open, with_sink};
use crate::cli::batch::{self, Flow, Piece};
use crate::cli::diff::Diff;
use crate::cli::input::{self, Fault, Input};
use crate::cli::output::{Color, Output};
use crate::cli::{Status, in_place};
use crate::epd::edit::Refusal;
use crate::epd::{LineKind, ReadOptions, Skim};
use crate::suite::bulk::Left;
use crate::suite::kind;
use crate::suite::query::Facts;

/// What became of some lines.
#[derive(Default)]
struct Tally {
    records: usize,
    changed: usize,
    left: Left,
}

impl Tally {
    fn join(&mut self, other: Self) {
        self.records += other.records;
        self.changed += other.changed;
        self.left.join(other.left);
    }
}

/// Sends all records that are asked for through `change`, on all cores, as a stream; `None` leaves
/// a line as it is. Ends with a line that says how many changed, and which were left unchanged, and
/// why.
///
/// # Errors
///
/// Those of writing to standard output.
pub fn change_each(
    records: &Records,
    target: &Target,
    color: Color,
    change: impl Fn(&[u8], &ReadOptions) -> Result<Option<Vec<u8>>, Refusal> + Sync,
) -> io::Result<Status> {
    if is_misused(records, target) {
        return Ok(Status::Trouble);
    }
    let each = Each {
        records,
        change: |tally: &mut Tally,
                 number: u64,
                 line: &[u8],
                 options: &ReadOptions,
                 facts: &Facts| {
            let at = usize::try_from(number)
                .unwrap_or(usize::MAX)
                .saturating_sub(1);
            let query = records.chosen.as_ref();
            let is_asked = Skim::kind_of(line) == LineKind::Record
                && query.is_none_or(|query| query.matches(line, at, options, facts));
            if !is_asked {
                return None;
            }
            tally.records += 1;
            match change(line, options) {
                Ok(new) => {
                    let new = new.filter(|new| new != line);
                    tally.changed += usize::from(new.is_some());
                    new
                }
                Err(refusal) => {
                    tally.left.note(refusal.to_string(), at);
                    None
                }
            }
        },
    };
    let mut summary = Summary::default();
    let only_looks = target.only_looks();
    let status = if only_looks {
        let mut out = Output::new();
        let diff = target.diff.then(|| color.on_stdout());
        let status = input::each(&records.paths, |input| {
            each.look(input, diff, &mut out, &mut summary)
        })?;
        out.flush()?;
        status
    } else if target.in_place {
        input::each(&records.paths, |input| each.in_place(input, &mut summary))?
    } else {
        with_sink(target.output.as_deref(), |sink| {
            input::each(&records.paths, |input| {
                each.write(input, sink, &mut summary)
            })
        })?
    };
    Ok(summary.end(status, Verb::Change, only_looks))
}

struct Each<'a, C> {
    records: &'a Records,
    change: C,
}

impl<C> Each<'_, C>
where
    C: Fn(&mut Tally, u64, &[u8], &ReadOptions, &Facts) -> Option<Vec<u8>> + Sync,
{
    fn in_place(&self, input: &Input, summary: &mut Summary) -> Result<Status, Fault> {
        let Some(path) = &input.path else {
            return Ok(Status::Clean);
        };
        let options = input.read_options();
        let (_, facts) = open(input, self.records.chosen.as_ref())?;
        let mut whole = Tally::default();
        let rewritten = in_place::rewrite(
            path,
            |tally: &mut Tally, number, line| (self.change)(tally, number, line, &options, &facts),
            |tally| whole.join(tally),
        )?;
        Ok(done(input, rewritten.foreign, &whole, summary))
    }

    fn write(
        &self,
        input: &Input,
        sink: &mut Sink<'_>,
        summary: &mut Summary,
    ) -> Result<Status, Fault> {
        sink.next_file().map_err(Fault::Output)?;
        let mut whole = Tally::default();
        let foreign = self.stream(
            input,
            |piece, changes| {
                let mut changes = changes.into_iter().peekable();
                let mut text = Vec::with_capacity(piece.bytes.len());
                for (number, line) in piece.lines() {
                    let new = changes.next_if(|(at, _)| *at == number);
                    text.extend_from_slice(new.as_ref().map_or(line, |(_, new)| new));
                }
                sink.lines(&text)
            },
            &mut whole,
        )?;
        Ok(done(input, foreign, &whole, summary))
    }

    /// Says what would change; with a diff where one is asked for (and whether it has colour).
    fn look(
        &self,
        input: &Input,
        diff: Option<bool>,
        out: &mut Output,
        summary: &mut Summary,
    ) -> Result<Status, Fault> {
        let mut whole = Tally::default();
        let mut diff = diff.map(|color| Diff::new(&input.name, color));
        let foreign = self.stream(
            input,
            |piece, changes| {
                let Some(diff) = &mut diff else { return Ok(()) };
                let mut changes = changes.into_iter().peekable();
                for (number, line) in piece.lines() {
                    let new = changes.next_if(|(at, _)| *at == number).map(|(_, new)| new);
                    diff.line(number, line, new, out)?;
                }
                Ok(())
            },
            &mut whole,
        )?;
        if let Some(diff) = &mut diff {
            diff.end(out).map_err(Fault::Output)?;
        }
        Ok(done(input, foreign, &whole, summary))
    }

    /// Sends an input through the change; `take` gets its pieces in order, with the lines that change.
    /// Gives what it is where it is another kind of file.
    fn stream(
        &self,
        input: &Input,
        mut take: impl for<'p> FnMut(Piece<'p>, Vec<(u64, Vec<u8>)>) -> io::Result<()>,
        whole: &mut Tally,
    ) -> Result<Option<&'static str>, Fault> {
        let options = input.read_options();
        let (text, facts) = open(input, self.records.chosen.as_ref())?;
        let mut foreign = None;
        batch::each::<_, Fault>(
            text,
            |start| {
                foreign = kind::not_epd(start);
                Ok(if foreign.is_some() {
                    Flow::Stop
                } else {
                    Flow::On
                })
            },
            |piece: Piece<'_>| {
                let mut tally = Tally::default();
                let changes: Vec<(u64, Vec<u8>)> = piece
                    .lines()
                    .filter_map(|(number, line)| {
                        let new = (self.change)(&mut tally, number, line, &options, &facts)?;
                        Some((number, new))
                    })
                    .collect();
                (tally, changes)
            },
            |piece, (tally, changes)| {
                whole.join(tally);
                take(piece, changes).map_err(Fault::Output)?;
                Ok(Flow::On)
            },
        )?;
        Ok(foreign)
    }
}

/// Takes the counts of a file into those of all.
fn done(
    input: &Input,
    foreign: Option<&'static str>,
    whole: &Tally,
    summary: &mut Summary,
) -> Status {
    summary.records += whole.records;
    summary.changed += whole.changed;
    summary.take(&whole.left, |line| format!("{}:{}", input.name, line + 1));
    if_foreign(input, foreign)
}
