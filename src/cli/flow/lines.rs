//! Changes of each line by itself, as a stream.

use std::cell::Cell;

use super::summary::{Summary, Verb};
use super::text::{Source, Text};
use super::{Changes, Fault, Outcome, Piece, Status, Target, To};
use super::{Records, with_output};
use super::{each_file, each_file_alone, each_file_locked};
use crate::cli::diff::Diff;
use crate::cli::output::{Color, Output, say};
use crate::epd::edit::Refusal;
use crate::epd::{LineKind, ReadOptions, Skim};
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
    /// All of the piece as it is now, where that is written.
    text: Vec<u8>,
    /// The lines that changed, by number, where only these are shown.
    lines: Vec<(u64, Vec<u8>)>,
}

impl<N: Notes> Edited<N> {
    fn of(
        piece: Piece<'_>,
        to: To<'_>,
        mut edit: impl FnMut(&mut N, u64, &[u8]) -> Option<Vec<u8>>,
    ) -> Self {
        let mut edited = Self {
            notes: N::default(),
            changed: 0,
            text: Vec::with_capacity(if to.only_looks() {
                0
            } else {
                piece.bytes.len()
            }),
            lines: Vec::new(),
        };
        if piece.continues && !to.only_looks() {
            edited.text.extend_from_slice(piece.bytes);
        }
        for (number, line) in piece.lines() {
            let new = edit(&mut edited.notes, number, line);
            let new = new.filter(|new| new != line && !piece.is_open);
            edited.changed += u64::from(new.is_some());
            match to {
                To::InPlace | To::Output(_) => {
                    let text = new.as_deref().unwrap_or(line);
                    edited.text.extend_from_slice(text);
                }
                To::Diff { .. } => edited.lines.extend(new.map(|new| (number, new))),
                To::Nothing { .. } => {}
            }
        }
        edited
    }
}

/// Sends every line of a file with its number, from 1, through `edit`, on all cores, to where it
/// goes; `None` leaves a line as it is. Gives what was noted, and how many lines changed.
///
/// # Errors
///
/// Those of reading and writing.
pub(crate) fn edit_lines<N: Notes>(
    source: &Source<'_>,
    text: Text,
    to: To<'_>,
    color: Color,
    out: &mut Output<'_>,
    edit: impl Fn(&mut N, u64, &[u8]) -> Option<Vec<u8>> + Sync,
) -> Result<(N, u64), Fault> {
    let work = |piece: Piece<'_>| Edited::of(piece, to, &edit);
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
            let written = text.pieces(work, |_, mut edited| {
                changed = take(&mut edited);
                file.write_all(&edited.text).map_err(Fault::Output)
            });
            written.map_err(Fault::into_error)?;
            Ok(changed > 0)
        })?,
        (To::Diff { .. }, _) => {
            let mut diff = Diff::new(&source.input.name, color.on_stdout());
            text.pieces(work, |piece, mut edited| {
                take(&mut edited);
                let mut changes = edited.lines.into_iter().peekable();
                if piece.continues || piece.is_open {
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
            text.pieces(work, |_, mut edited| {
                take(&mut edited);
                out.lines(&edited.text)
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

/// Sends all records that are asked for through `change`; `None` leaves a line as it is. Ends with
/// a line that says how many changed, and which were left unchanged, and why.
///
/// # Errors
///
/// Those of writing results, and wrong usage.
pub(crate) fn change_each(
    changes: &Changes,
    color: Color,
    change: impl Fn(&[u8], &ReadOptions) -> Result<Option<Vec<u8>>, Refusal> + Sync,
) -> Outcome {
    change_each_saying(changes, color, change, || None)
}

/// The same, where something is said before that line if a record was asked for.
///
/// # Errors
///
/// As [`change_each`].
pub(crate) fn change_each_saying(
    Changes { records, target }: &Changes,
    color: Color,
    change: impl Fn(&[u8], &ReadOptions) -> Result<Option<Vec<u8>>, Refusal> + Sync,
    before_end: impl Fn() -> Option<String>,
) -> Outcome {
    let edit = |source: &Source<'_>,
                text: Text,
                to: To<'_>,
                out: &mut Output<'_>,
                summary: &mut Summary| {
        let edit = |tally: &mut Tally, number: u64, line: &[u8]| {
            if Skim::kind_of(line) != LineKind::Record || !source.has(number, line) {
                return None;
            }
            tally.records += 1;
            change(line, source.options()).unwrap_or_else(|refusal| {
                tally.leave(number, refusal.to_string());
                None
            })
        };
        let (tally, changed) = edit_lines(source, text, to, color, out, edit)?;
        tally.add_to(summary, changed, source);
        Ok(())
    };
    change_files_saying(records, target, edit, before_end)
}

/// A record on its way to be changed.
pub(crate) struct Numbered<'a> {
    pub line: &'a [u8],
    pub options: &'a ReadOptions,
    /// The name of its file.
    pub path: &'a str,
    /// Its line there, from 0.
    pub number: usize,
    /// Its place among the records that are asked for, of all files that are one, from 0.
    pub rank: u64,
}

/// The same where a change needs to know how many records come before.
///
/// # Errors
///
/// As [`change_each`].
pub(crate) fn change_numbered(
    Changes { records, target }: &Changes,
    color: Color,
    change: impl Fn(&Numbered<'_>) -> Result<Option<Vec<u8>>, String> + Sync,
) -> Outcome {
    let mut before = 0;
    change_files_of(records, target, |source, text, to, out, summary| {
        let first = match to.is_in_place() {
            true => 0,
            false => before,
        };
        let work = |piece: Piece<'_>| {
            let is_asked = |(number, line): (u64, &[u8])| {
                Skim::kind_of(line) == LineKind::Record && source.has(number, line)
            };
            let asked: Vec<bool> = piece.lines().map(is_asked).collect();
            let count = asked.iter().filter(|asked| **asked).count() as u64;
            let rank = Cell::new(first + piece.counted(count));
            let mut asked = asked.into_iter();
            Edited::of(piece, to, |tally: &mut Tally, number, line: &[u8]| {
                if asked.next() != Some(true) {
                    return None;
                }
                tally.records += 1;
                let changed = change(&Numbered {
                    line,
                    options: source.options(),
                    path: &source.input.name,
                    number: usize::try_from(number)
                        .unwrap_or(usize::MAX)
                        .saturating_sub(1),
                    rank: rank.replace(rank.get() + 1),
                });
                changed.unwrap_or_else(|why| {
                    tally.leave(number, why);
                    None
                })
            })
        };
        let (tally, changed) = edit_pieces(source, text, to, color, out, work)?;
        before += tally.records as u64;
        tally.add_to(summary, changed, source);
        Ok(())
    })
}

impl Tally {
    fn leave(&mut self, number: u64, why: String) {
        let at = usize::try_from(number).unwrap_or(usize::MAX);
        self.left.note(why, at.saturating_sub(1));
    }

    fn add_to(&self, summary: &mut Summary, changed: u64, source: &Source<'_>) {
        summary.records += self.records;
        summary.changed += usize::try_from(changed).unwrap_or(usize::MAX);
        summary.take(&self.left, |line| source.place(line));
    }
}

/// Sends each file to where its lines go by `edit`, and ends with what became of the records.
fn change_files_of(
    records: &Records,
    target: &Target,
    edit: impl FnMut(&Source<'_>, Text, To<'_>, &mut Output<'_>, &mut Summary) -> Result<(), Fault>,
) -> Outcome {
    change_files_saying(records, target, edit, || None)
}

fn change_files_saying(
    Records { paths, chosen }: &Records,
    target: &Target,
    mut edit: impl FnMut(&Source<'_>, Text, To<'_>, &mut Output<'_>, &mut Summary) -> Result<(), Fault>,
    before_end: impl Fn() -> Option<String>,
) -> Outcome {
    let to = target.of(paths)?;
    let mut summary = Summary::new(chosen.is_some());
    let status = with_output(to.file(), |out| {
        let mut edit_file = |source: &Source<'_>, text: Text| {
            edit(source, text, to, out, &mut summary)?;
            Ok(Status::Clean)
        };
        match to {
            To::InPlace => each_file_locked(paths, chosen.as_ref(), |source, text, _lock| {
                edit_file(source, text)
            }),
            _ if to.is_in_place() => each_file_alone(paths, chosen.as_ref(), edit_file),
            _ => each_file(paths, chosen.as_ref(), edit_file),
        }
    })?;
    if summary.records > 0
        && let Some(said) = before_end()
    {
        say(&said);
    }
    Ok(summary.end(status, Verb::Change, to.only_looks()))
}
