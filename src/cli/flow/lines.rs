//! Line-by-line changes, as a stream.

use super::summary::{Summary, Verb};
use super::{Changes, Fault, Outcome, Piece, Status, To};
use super::{Records, Source, Text, each_file, each_file_alone, with_output};
use crate::cli::diff::Diff;
use crate::cli::output::{Color, Output, say};
use crate::epd::{LineKind, Skim};
use crate::suite::edit::{Asked, Edit, Left, Rewrite};

/// Notes about the lines of a piece, and of a file.
pub(crate) trait Notes: Default + Send {
    /// Adds the notes about the text that follows.
    fn join(&mut self, other: Self);
}

/// The outcome of a piece.
struct Edited<N> {
    notes: N,
    /// The number of changed lines.
    changed: u64,
    /// The new text of the piece, if it is to be written and differs.
    text: Vec<u8>,
    /// The changed lines by number, if only these are shown.
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
        // Everything before `done` is written.
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

    /// Returns the text to write for the piece.
    fn written<'a>(&'a self, piece: Piece<'a>, to: To<'_>) -> &'a [u8] {
        match self.changed {
            _ if to.only_looks() => &[],
            0 => piece.bytes,
            _ => &self.text,
        }
    }
}

/// Runs `edit` on the chosen lines of a file ([`Source::lines`]) with their numbers (1-based), on all cores, and
/// writes them to the destination; `None` leaves a line unchanged. Returns the notes and the number of changed lines.
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

/// Runs [`edit_lines`] piece by piece.
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
            diff.close(out)?;
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

/// The outcome of the records of a file.
#[derive(Default)]
struct Tally {
    records: usize,
    /// The number of changed comments and blank lines.
    others: usize,
    left: Left,
}

impl Notes for Tally {
    fn join(&mut self, other: Self) {
        self.records += other.records;
        self.others += other.others;
        self.left.join(other.left);
    }
}

/// Runs an edit over all chosen records. Ends with a line that counts the changes and gives reasons for records left
/// unchanged.
pub(crate) fn change_each(changes: &Changes, color: Color, edit: &Edit) -> Outcome {
    let to = changes.target.of(&changes.records.paths)?;
    change_each_to(changes, to, color, edit, |_, _| Ok(Status::Clean))
}

/// Runs an edit with a destination other than that of `changes`; `done` is called with each file in which a line
/// changed.
pub(crate) fn change_each_to(
    Changes { records, .. }: &Changes,
    to: To<'_>,
    color: Color,
    edit: &Edit,
    mut done: impl FnMut(&Source<'_>, &mut Output<'_>) -> Outcome,
) -> Outcome {
    let Records { paths, chosen } = records;
    let mut summary = Summary::new(chosen.is_some());
    let ready = edit.ready();
    // Comments also have a canonical form.
    let is_of_lines = matches!(edit, Edit::Canonical(_));
    let status = with_output(to.file(), |out| {
        let mut before = 0;
        let each = |source: &Source<'_>, text: Text| {
            let work = |piece: Piece<'_>| {
                let lines: Vec<_> = match is_of_lines {
                    true => source.lines(piece).collect(),
                    false => source.records(piece).collect(),
                };
                let mut ranks = piece.counted(lines.len() as u64)..;
                let edit = |tally: &mut Tally, number, line: &[u8]| {
                    let is_record = !is_of_lines || Skim::kind_of(line) == LineKind::Record;
                    tally.records += usize::from(is_record);
                    let at = usize::try_from(number).unwrap_or(usize::MAX);
                    let number = at.saturating_sub(1);
                    let rank_in_file = ranks.next().unwrap_or(u64::MAX);
                    let rewrite = ready.rewrite(&Asked {
                        line,
                        options: source.options(),
                        path: &source.input.name,
                        number,
                        rank: rank_in_file.saturating_add(before),
                        rank_in_file,
                    });
                    match rewrite {
                        Rewrite::Replace(new) => {
                            tally.others += usize::from(!is_record && new != line);
                            Some(new)
                        }
                        Rewrite::Remove => Some(Vec::new()),
                        Rewrite::Leave(why) => {
                            tally.left.note(why, number);
                            None
                        }
                        Rewrite::Keep => None,
                    }
                };
                Edited::of(piece, to, lines.into_iter(), edit)
            };
            let (tally, changed) = edit_pieces(source, text, to, color, out, work)?;
            before += tally.records as u64;
            summary.records += tally.records;
            let records = usize::try_from(changed).unwrap_or(usize::MAX);
            summary.changed += records.saturating_sub(tally.others);
            summary.take(&tally.left, |line| source.place(line));
            match changed {
                0 => Ok(Status::Clean),
                _ => done(source, out),
            }
        };
        let (query, locks) = (chosen.as_ref(), matches!(to, To::InPlace));
        match to.is_in_place() {
            true => each_file_alone(paths, query, locks, each),
            false => each_file(paths, query, each),
        }
    })?;
    if summary.records > 0
        && let Some(said) = ready.said()
    {
        say(&said);
    }
    Ok(summary.end(status, Verb::Change, to.came_to_nothing(status)))
}
