//! The problems found in one piece of a file.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use super::perft::{Counts, Perft};
use super::problem::Problem;
use super::tally::{Tally, UNSAFE};
use super::{CheckArgs, Format, SHOWN, Style};
use crate::cli::flow::{Piece, Source};
use crate::epd::{Code, Diagnostic, LineKind, Record, Span};
use crate::suite::game::{Pair, is_of_a_game, pair};
use crate::suite::{Sameness, fingerprint};

/// The search for problems, with limits shared by all cores.
pub(crate) struct Search<'a> {
    pub args: &'a CheckArgs,
    pub style: Style,
    /// The number of problems shown of each code.
    shown: Vec<AtomicU64>,
    /// The number of problems with an unsafe fix, counted up to [`UNSAFE`].
    unsafe_fixes: AtomicU64,
}

impl<'a> Search<'a> {
    pub(crate) fn new(args: &'a CheckArgs, style: Style) -> Self {
        Self {
            args,
            style,
            shown: Code::all().iter().map(|_| AtomicU64::new(0)).collect(),
            unsafe_fixes: AtomicU64::new(0),
        }
    }

    /// Returns the number of problems shown of a code; `None` if there is no limit.
    pub(crate) fn shown(&self, code: Code) -> Option<&AtomicU64> {
        let is_limited = self.args.shows_samples();
        self.shown.get(code as usize).filter(|_| is_limited)
    }

    /// Returns true if the `nth` problem of its code in a piece may be shown.
    fn may_show(&self, code: Code, nth: u64) -> bool {
        self.shown(code)
            .is_none_or(|shown| nth <= SHOWN && shown.load(Ordering::Relaxed) < SHOWN)
    }
}

/// The identity of a record.
pub(crate) struct Key {
    pub number: u64,
    /// The range of its line in the piece.
    pub line: Range<usize>,
    /// A hash of the id, and its place.
    pub id: Option<(u64, Span)>,
    /// A hash of the position, and its place.
    pub position: Option<(u64, Span)>,
    /// The relation to the previous record, if that is from a game.
    pub pair: Option<Pair>,
}

/// A written problem.
pub(crate) struct WrittenProblem {
    pub number: u64,
    pub code: Code,
    /// The end of its text.
    pub end: usize,
}

/// The findings of a piece.
#[derive(Default)]
pub(crate) struct Findings {
    pub tally: Tally,
    /// The problems of single records, in order, and their text.
    pub written: Vec<WrittenProblem>,
    pub text: Vec<u8>,
    /// The keys of records with an id, or of all records where positions are compared.
    pub keys: Vec<Key>,
    /// The ranges and numbers of the first record and the last one.
    pub ends: Option<[(u64, Range<usize>); 2]>,
}

impl Findings {
    /// Checks every record of a piece; `counts` are the true perft counts of each line, if they are verified.
    pub(crate) fn of(
        piece: Piece<'_>,
        source: &Source<'_>,
        search: &Search<'_>,
        counts: &[Counts],
    ) -> Self {
        let mut counts = counts.iter();
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
            if !record.diagnostics().is_empty() {
                found.take(&record, number, source, search);
            }
            let id = id_of(&record);
            let position = match search.args.duplicates {
                true => position_of(&record),
                false => None,
            };
            let mut of_game = None;
            if record.kind() == LineKind::Record {
                found.tally.records += 1;
                found.tally.kept += u64::from(record.is_kept());
                let before = before.take();
                of_game = before.map(|(line, before)| pair(&before, line, &record));
                let here = (number, range.clone());
                let first = found.ends.take().map_or(here.clone(), |[first, _]| first);
                found.ends = Some([first, here]);
            }
            if id.is_some() || position.is_some() || of_game.is_some() {
                found.keys.push(Key {
                    number,
                    line: range,
                    id,
                    position,
                    pair: of_game,
                });
            }
            if record.kind() == LineKind::Record && is_of_a_game(&record) {
                before = Some((number, record));
            }
        }
        found
    }

    /// Counts the problems of a record, and writes those that may be shown.
    fn take(&mut self, record: &Record<'_>, number: u64, source: &Source<'_>, search: &Search<'_>) {
        if search.args.format == Format::Human {
            self.tally.safe += record.safe_fix_count() as u64;
            if search.unsafe_fixes.load(Ordering::Relaxed) < UNSAFE {
                let count = record.unsafe_fix_count() as u64;
                search.unsafe_fixes.fetch_add(count, Ordering::Relaxed);
                self.tally.unsafe_ += count;
            }
        }
        let mut shown: Vec<&Diagnostic> = Vec::new();
        for finding in record.diagnostics() {
            let nth = self.tally.add(finding.code, finding.severity);
            if search.may_show(finding.code, nth) {
                shown.push(finding);
            }
        }
        for problem in Problem::all_of(record, shown, &source.input.name, number) {
            search.args.write(&problem, &search.style, &mut self.text);
            self.written.push(WrittenProblem {
                number,
                code: problem.code,
                end: self.text.len(),
            });
        }
    }
}

/// Returns the hash of the id, and its place.
fn id_of(record: &Record<'_>) -> Option<(u64, Span)> {
    let operand = record.operands_of(record.operation("id")?).first()?;
    Some((fingerprint(record, Sameness::Id)?, operand.span))
}

/// Returns the hash of the position, and its place.
fn position_of(record: &Record<'_>) -> Option<(u64, Span)> {
    let fields = record.field_spans();
    let place = [fields.side, fields.castling, fields.en_passant]
        .into_iter()
        .flatten()
        .fold(fields.placement?, Span::cover);
    Some((fingerprint(record, Sameness::Position)?, place))
}
