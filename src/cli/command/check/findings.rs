//! What one core finds in one piece of a file.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use super::perft::{Counts, Perft};
use super::problem::{self, Problem, Reader};
use super::tally::{Tally, UNSAFE};
use crate::cli::flow::{Piece, Source};
use crate::epd::{Diagnostic, LineKind, Record, Span};
use crate::suite::game::{Pair, is_of_a_game, pair};
use crate::suite::{Sameness, fingerprint};

/// What to bring back beside the counts.
#[derive(Clone, Copy)]
pub(crate) enum Collect<'a> {
    /// The first so many problems of each code.
    Samples(u64),
    /// Every problem, written.
    Text(&'a (dyn Fn(&Problem<'_>, &mut Vec<u8>) + Sync)),
}

/// What to look for beyond the record itself, and what to bring back.
#[derive(Clone, Copy)]
pub(crate) struct Wanted<'a> {
    /// Whether positions are compared.
    pub positions: bool,
    /// The true perft counts of each line, where they are verified.
    pub counts: Option<&'a [Counts]>,
    pub collect: Collect<'a>,
    /// Who reads what is brought back.
    pub reader: Reader,
    /// How many problems with an unsafe fix were met so far: no more than [`UNSAFE`] are counted.
    pub unsafe_fixes: &'a AtomicU64,
}

/// A problem to be written later.
pub(crate) struct Sample {
    pub number: u64,
    /// Where its line is in the piece.
    pub line: Range<usize>,
    pub finding: Diagnostic,
}

/// What tells a record from others.
pub(crate) struct Key {
    pub number: u64,
    /// Where its line is in the piece.
    pub line: Range<usize>,
    /// A hash of the id, and where it stands.
    pub id: Option<(u64, Span)>,
    /// A hash of the position, and where it stands.
    pub position: Option<(u64, Span)>,
    /// What it is to the record before it, where that one is of a game.
    pub pair: Option<Pair>,
    /// How long the text of problems was after this record's.
    pub text_end: usize,
}

/// See the module.
#[derive(Default)]
pub(crate) struct Findings {
    pub tally: Tally,
    pub samples: Vec<Sample>,
    pub text: Vec<u8>,
    /// Of records with an id, and of all where positions are compared.
    pub keys: Vec<Key>,
    /// Where the first record and the last one are, each with its number.
    pub ends: Option<[(u64, Range<usize>); 2]>,
}

impl Findings {
    /// Checks every record of a piece.
    pub(crate) fn of(piece: Piece<'_>, source: &Source<'_>, wanted: Wanted<'_>) -> Self {
        let name = &source.input.name;
        let Wanted {
            positions,
            counts,
            collect,
            reader,
            unsafe_fixes,
        } = wanted;
        let mut counts = counts.unwrap_or_default().iter();
        let mut found = Self::default();
        let mut start = 0;
        let mut before: Option<(u64, Record<'_>)> = None;
        for (number, line) in piece.lines() {
            let range = start..start + line.len();
            start = range.end;
            let mut record = source.read(line);
            if let Some(counts) = counts.next() {
                let (verified, deeper) = Perft::note(&mut record, counts);
                found.tally.verified += verified;
                found.tally.unverified += deeper;
            }
            if record.kind() == LineKind::Record {
                found.tally.records += 1;
                found.tally.kept += u64::from(record.is_kept());
            }
            if reader == Reader::Person && !record.diagnostics().is_empty() {
                found.tally.safe += record.safe_fix_count() as u64;
                if unsafe_fixes.load(Ordering::Relaxed) < UNSAFE {
                    let count = record.unsafe_fix_count() as u64;
                    unsafe_fixes.fetch_add(count, Ordering::Relaxed);
                    found.tally.unsafe_ += count;
                }
            }
            for finding in record.diagnostics() {
                let count = found.tally.add(finding.code, finding.severity);
                if let Collect::Samples(limit) = collect
                    && count <= limit
                {
                    found.samples.push(Sample {
                        number,
                        line: range.clone(),
                        finding: finding.clone(),
                    });
                }
            }
            if let Collect::Text(write) = collect
                && !record.diagnostics().is_empty()
            {
                let (listed, left) = problem::listed(&record);
                for problem in Problem::all_of(&record, &listed, name, number, reader) {
                    write(&problem, &mut found.text);
                }
                for more in &left {
                    write(&Problem::more(&record, more, name, number), &mut found.text);
                }
            }
            let id = id_of(&record);
            let position = if positions {
                position_of(&record)
            } else {
                None
            };
            let pair = before
                .as_ref()
                .filter(|_| record.kind() == LineKind::Record)
                .map(|(line, before)| pair(before, *line, &record));
            if record.kind() == LineKind::Record {
                let here = (number, range.clone());
                let first = found.ends.take().map_or(here.clone(), |[first, _]| first);
                found.ends = Some([first, here]);
            }
            if id.is_some() || position.is_some() || pair.is_some() {
                found.keys.push(Key {
                    number,
                    line: range,
                    id,
                    position,
                    pair,
                    text_end: found.text.len(),
                });
            }
            if record.kind() == LineKind::Record {
                before = match is_of_a_game(&record) {
                    true => Some((number, record)),
                    false => None,
                };
            }
        }
        found
    }
}

/// The hash of the id, and where it stands.
fn id_of(record: &Record<'_>) -> Option<(u64, Span)> {
    let operand = record.operands_of(record.operation("id")?).first()?;
    Some((fingerprint(record, Sameness::Id)?, operand.span))
}

/// The hash of the position, and where it stands.
fn position_of(record: &Record<'_>) -> Option<(u64, Span)> {
    let fields = record.field_spans();
    let place = [fields.side, fields.castling, fields.en_passant]
        .into_iter()
        .flatten()
        .fold(fields.placement?, Span::cover);
    Some((fingerprint(record, Sameness::Position)?, place))
}
