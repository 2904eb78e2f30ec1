//! Changes of each line by itself, as a stream.

use std::fmt::Display;

use super::summary::{Summary, Verb};
use super::{Changes, Fault, Outcome, Piece, Status, To};
use super::{Records, Source, Text, each_file_to, with_output};
use crate::cli::diff::Diff;
use crate::cli::output::{Color, Output, say};
use crate::epd::ReadOptions;
use crate::suite::bulk::Left;

/// What is noted about the lines of a piece, and of a file.
pub(crate) trait Notes: Default + Send {
    /// Adds those of what follows.
    fn join(&mut self, other: Self);
}

/// What became of a piece.
struct Edited<N> {
    notes: N,
    /// Lines that changed.
    changed: u64,
    /// All of the piece as it is now, where that is written and is not what it was.
    text: Vec<u8>,
    /// The lines that changed, by number, where only these are shown.
    lines: Vec<(u64, Vec<u8>)>,
}

impl<N: Notes> Edited<N> {
    fn of<'p>(
        piece: Piece<'p>,
        to: To<'_>,
        lines: impl Iterator<Item = (u64, &'p [u8])>,
        mut edit: impl FnMut(&mut N, u64, &[u8]) -> Option<Vec<u8>>,
    ) -> Self {
        let mut edited = Self {
            notes: N::default(),
            changed: 0,
            text: Vec::new(),
            lines: Vec::new(),
        };
        // All before is written.
        let mut done = 0;
        for (number, line) in lines {
            let new = edit(&mut edited.notes, number, line);
            let Some(new) = new.filter(|new| new != line && !piece.is_open) else {
                continue;
            };
            edited.changed += 1;
            match to {
                To::InPlace | To::Output(_) => {
                    let start = piece.offset(line);
                    let before = piece.bytes.get(done..start).unwrap_or_default();
                    if done == 0 {
                        edited.text.reserve(piece.bytes.len());
                    }
                    edited.text.extend_from_slice(before);
                    edited.text.extend_from_slice(&new);
                    done = start + line.len();
                }
                To::Diff { .. } => edited.lines.push((number, new)),
                To::Nothing { .. } => {}
            }
        }
        if done > 0 {
            let rest = piece.bytes.get(done..).unwrap_or_default();
            edited.text.extend_from_slice(rest);
        }
        edited
    }

    /// The piece as it is to be written.
    fn written<'a>(&'a self, piece: Piece<'a>, to: To<'_>) -> &'a [u8] {
        match self.changed {
            _ if to.only_looks() => &[],
            0 => piece.bytes,
            _ => &self.text,
        }
    }
}

/// Sends the lines of a file that are asked for ([`Source::lines`]) with their numbers, from 1, through
/// `edit`, on all cores, to where they go; `None` leaves a line as it is. Gives what was noted, and how many
/// lines changed.
pub(crate) fn edit_lines<N: Notes>(
    source: &Source<'_>,
    text: Text,
    to: To<'_>,
    color: Color,
    out: &mut Output<'_>,
    edit: impl Fn(&mut N, u64, &[u8]) -> Option<Vec<u8>> + Sync,
) -> Result<(N, u64), Fault> {
    let work = |piece: Piece<'_>| Edited::of(piece, to, source.lines(piece), &edit);
    edit_pieces(source, text, to, color, out, work)
}

/// The same, piece by piece.
fn edit_pieces<N: Notes>(
    source: &Source<'_>,
    mut text: Text,
    to: To<'_>,
    color: Color,
    out: &mut Output<'_>,
    work: impl Fn(Piece<'_>) -> Edited<N> + Sync,
) -> Result<(N, u64), Fault> {
    let (mut notes, mut changed) = (N::default(), 0);
    let mut take = |edited: &mut Edited<N>| {
        notes.join(std::mem::take(&mut edited.notes));
        changed += edited.changed;
        changed
    };
    match (to, &source.input.path) {
        (To::InPlace, Some(path)) => text.replace(source.input, path, |text, file| {
            let mut changed = 0;
            text.pieces(work, |piece, mut edited| {
                changed = take(&mut edited);
                let text = edited.written(piece, to);
                file.write_all(text).map_err(Fault::Output)
            })?;
            Ok(changed > 0)
        })?,
        (To::Diff { .. }, _) => {
            let mut diff = Diff::new(&source.input.name, color.on_stdout());
            text.pieces(work, |piece, mut edited| {
                take(&mut edited);
                let mut changes = edited.lines.into_iter().peekable();
                if piece.is_part() {
                    return diff.pass(out);
                }
                for (number, line) in piece.lines() {
                    let new = changes.next_if(|(at, _)| *at == number);
                    diff.line(number, line, new.map(|(_, new)| new), out)?;
                }
                Ok(())
            })?;
            diff.end(out)?;
        }
        _ => {
            out.next_file()?;
            if !out.is_first_file() {
                text.skip_mark()?;
            }
            text.pieces(work, |piece, mut edited| {
                take(&mut edited);
                out.lines(edited.written(piece, to))
            })?;
        }
    }
    Ok((notes, changed))
}

/// What became of the records of a file.
#[derive(Default)]
struct Tally {
    records: usize,
    left: Left,
}

impl Notes for Tally {
    fn join(&mut self, other: Self) {
        self.records += other.records;
        self.left.join(other.left);
    }
}

/// A record that is asked for.
pub(crate) struct Asked<'a> {
    pub line: &'a [u8],
    pub options: &'a ReadOptions,
    /// The name of its file.
    pub path: &'a str,
    /// Its line there, from 0.
    pub number: usize,
    /// Its place among the records of all files that are asked for, from 0.
    pub rank: u64,
    /// The same among those of its own file.
    pub rank_in_file: u64,
}

/// Sends all records that are asked for through `change`; `None` leaves a line as it is. Ends with
/// a line that says how many changed, and which were left unchanged, and why.
pub(crate) fn change_each<W: Display>(
    changes: &Changes,
    color: Color,
    change: impl Fn(&Asked<'_>) -> Result<Option<Vec<u8>>, W> + Sync,
) -> Outcome {
    change_each_saying(changes, color, change, || None)
}

/// The same, where something is said before that line if a record was asked for.
pub(crate) fn change_each_saying<W: Display>(
    Changes { records, target }: &Changes,
    color: Color,
    change: impl Fn(&Asked<'_>) -> Result<Option<Vec<u8>>, W> + Sync,
    before_end: impl Fn() -> Option<String>,
) -> Outcome {
    let Records { paths, chosen } = records;
    let to = target.of(paths)?;
    let mut summary = Summary::new(chosen.is_some());
    let status = with_output(to.file(), |out| {
        let mut before = 0;
        each_file_to(to, paths, chosen.as_ref(), |source, text| {
            let work = |piece: Piece<'_>| {
                let records: Vec<_> = source.records(piece).collect();
                let mut ranks = piece.counted(records.len() as u64)..;
                Edited::of(
                    piece,
                    to,
                    records.into_iter(),
                    |tally: &mut Tally, number, line| {
                        tally.records += 1;
                        let at = usize::try_from(number).unwrap_or(usize::MAX);
                        let number = at.saturating_sub(1);
                        let rank_in_file = ranks.next().unwrap_or(u64::MAX);
                        let changed = change(&Asked {
                            line,
                            options: source.options(),
                            path: &source.input.name,
                            number,
                            rank: rank_in_file.saturating_add(before),
                            rank_in_file,
                        });
                        changed.unwrap_or_else(|why| {
                            tally.left.note(why.to_string(), number);
                            None
                        })
                    },
                )
            };
            let (tally, changed) = edit_pieces(source, text, to, color, out, work)?;
            before += tally.records as u64;
            summary.records += tally.records;
            summary.changed += usize::try_from(changed).unwrap_or(usize::MAX);
            summary.take(&tally.left, |line| source.place(line));
            Ok(Status::Clean)
        })
    })?;
    if summary.records > 0
        && let Some(said) = before_end()
    {
        say(&said);
    }
    Ok(summary.end(status, Verb::Change, to.came_to_nothing(status)))
}
