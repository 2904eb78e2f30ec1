//! The problems found in a piece of a file, with their counts; and the checks across records: duplicate ids and
//! positions, and records of a game that don't follow from the record before.
//!
//! Of each id only a 64-bit hash and a line number are stored. Two ids with equal hashes would count as
//! duplicates: with ten million records, in about one of 300,000 files.

use crate::cli::command::check::{CheckArgs, Counts, Format, Line, Perft, SHOWN, Style};
use crate::cli::flow::{Input, Piece, Source};
use crate::editor::widgets::glyph;
use crate::epd::counted::{noun, thousands_of};
use crate::epd::{Code, Diagnostic, Fix, LineKind, Record, Severity, Span};
use crate::suite::game::{Games, Pair, is_of_a_game, pair};
use crate::suite::{DuplicateKey, fingerprint, id_fingerprint};
use rustc_hash::FxBuildHasher;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// The search for problems, with limits shared by all cores.
pub(crate) struct Search<'a> {
    pub args: &'a CheckArgs,
    pub style: Style,
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

    /// Returns the counter of problems shown of a code; `None` if there is no limit.
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

pub(crate) struct Key {
    pub number: u64,
    pub line: Range<usize>,
    pub id: Option<(u64, Span)>,
    /// The hash of the position, and its bytes in the line.
    pub position: Option<(u64, Span)>,
    /// The relation to the previous record, if that is from a game.
    pub pair: Option<Pair>,
}

pub(crate) struct WrittenProblem {
    pub number: u64,
    pub code: Code,
    pub end: usize,
}

#[derive(Default)]
pub(crate) struct Findings {
    pub tally: Tally,
    /// The problems of single records, in order, and their text.
    pub written: Vec<WrittenProblem>,
    pub text: Vec<u8>,
    /// The keys of records with an id, or of all records where positions are compared.
    pub keys: Vec<Key>,
    /// The line numbers and ranges of the first and the last record.
    pub ends: Option<[(u64, Range<usize>); 2]>,
}

impl Findings {
    /// Checks the lines of a piece; `counts` are the true perft counts of each, or empty.
    pub(crate) fn of(
        lines: &[Line<'_>],
        source: &Source<'_>,
        search: &Search<'_>,
        counts: &[Counts],
    ) -> Self {
        let mut counts = counts.iter();
        let mut found = Self::default();
        let mut start = 0;
        let mut before: Option<(u64, Record<'_>)> = None;
        for line in lines {
            let range = start..start + line.bytes.len();
            start = range.end;
            let (number, counts) = (line.number, counts.next());
            if !line.is_checked {
                continue;
            }
            let mut record = source.read(line.bytes);
            if let Some(counts) = counts {
                let (verified, deeper) = Perft::note(&mut record, counts);
                found.tally.verified += verified;
                found.tally.unverified += deeper;
            }
            if !record.diagnostics().is_empty() {
                found.take(&record, number, source, search);
            }
            if record.kind() == LineKind::Record {
                found.tally.records += 1;
                found.tally.kept += u64::from(record.is_kept());
            }
            if !line.is_related {
                continue;
            }
            let id = id_fingerprint(&record);
            let position = match search.args.duplicates {
                true => position_of(&record),
                false => None,
            };
            let mut of_game = None;
            if record.kind() == LineKind::Record {
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

/// Returns the hash of the position, and its bytes in the line.
fn position_of(record: &Record<'_>) -> Option<(u64, Span)> {
    let fields = record.field_spans();
    let place = [fields.side, fields.castling, fields.en_passant]
        .into_iter()
        .flatten()
        .fold(fields.placement?, Span::cover);
    Some((fingerprint(record, &DuplicateKey::Position)?, place))
}

#[derive(Clone, Debug)]
pub(crate) struct Problem<'a> {
    /// The name of the file, as given on the command line.
    pub name: &'a str,
    /// The number of the line, from 1.
    pub number: u64,
    /// The line with its end; empty if the problem concerns the whole file.
    pub line: &'a [u8],
    pub code: Code,
    pub severity: Severity,
    /// The bytes of the line at fault.
    pub span: Span,
    /// The message, safe for a terminal.
    pub message: String,
    pub fix: Option<Fix>,
    /// The diagnostic reported, with its record.
    pub found: Option<(&'a Record<'a>, &'a Diagnostic)>,
}

impl<'a> Problem<'a> {
    /// Returns a problem with a given message, without a fix.
    pub(crate) fn with_message(
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
            found: None,
        }
    }

    /// Returns the diagnostics of a record as problems, each with its fix. A line of a megabyte can have too many, so
    /// only [`LISTED`] of each code are listed, and one more problem counts the others.
    pub(crate) fn all_of(
        record: &'a Record<'a>,
        mut findings: Vec<&'a Diagnostic>,
        name: &'a str,
        number: u64,
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
        let listed = findings.into_iter().zip(fixes).map(|(finding, fix)| Self {
            name,
            number,
            line: record.line(),
            code: finding.code,
            severity: finding.severity,
            span: finding.span,
            message: record.message(finding),
            fix,
            found: Some((record, finding)),
        });
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
            let problem = Self::with_message((name, number), record.line(), code, span, message);
            let worst = findings.iter().map(|finding| finding.severity).max();
            Self {
                severity: worst.unwrap_or(problem.severity),
                ..problem
            }
        });
        listed.chain(others).collect()
    }
}

/// The number of problems of one code listed for a line; others are only counted.
const LISTED: usize = 1000;

/// A map from hash to line number, whose entries are twelve bytes without padding.
type Lines = HashMap<[u8; 8], [u8; 4], FxBuildHasher>;

/// The state of the checks across a file.
pub(crate) struct WholeFile {
    ids: Lines,
    positions: Option<Lines>,
    games: Games,
    /// The number and text of the previous piece's last record, if it is of a game.
    last: Option<(u64, Vec<u8>)>,
}

impl WholeFile {
    /// Begins a file; `positions` is whether to compare positions, too.
    pub(crate) fn new(positions: bool) -> Self {
        Self {
            ids: Lines::default(),
            positions: positions.then(Lines::default),
            games: Games::default(),
            last: None,
        }
    }

    /// Compares the first record of a piece with the last one of the piece before, if that is of a game.
    pub(crate) fn join(&mut self, piece: Piece<'_>, source: &Source<'_>, findings: &mut Findings) {
        let Some([(first, first_line), (last, last_line)]) = findings.ends.clone() else {
            return;
        };
        let line = |range| piece.bytes.get(range).unwrap_or_default();
        if let Some((number, before)) = self.last.take() {
            let before = source.read(&before);
            let after = source.read(line(first_line.clone()));
            let key = Key {
                number: first,
                line: first_line,
                id: None,
                position: None,
                pair: Some(pair(&before, number, &after)),
            };
            findings.keys.insert(0, key);
        }
        let text = line(last_line);
        if is_of_a_game(&source.read(text)) {
            self.last = Some((last, text.to_vec()));
        }
    }

    /// Returns the problems of a record that repeats an earlier one, or doesn't follow from the one before.
    pub(crate) fn problems<'a>(
        &mut self,
        key: &Key,
        piece: Piece<'a>,
        input: &'a Input,
    ) -> Vec<Problem<'a>> {
        let line = piece.bytes.get(key.line.clone()).unwrap_or_default();
        let mut problems = Vec::new();
        let mut add = |code: Code, span: Span, message: String| {
            let place = (input.name.as_str(), key.number);
            problems.push(Problem::with_message(place, line, code, span, message));
        };
        if let (Some(positions), Some((hash, span))) = (&mut self.positions, key.position)
            && let Some(first) = seen(positions, hash, key.number)
        {
            let message = format!("line {first} already has this position");
            add(Code::DuplicatePosition, span, message);
        }
        if let Some((hash, span)) = key.id
            && let Some(first) = seen(&mut self.ids, hash, key.number)
        {
            let id = glyph::safe(span.of(line));
            let message = format!("line {first} already has the id {id}");
            add(Code::DuplicateId, span, message);
        }
        if let Some(pair) = &key.pair {
            let is_game = self.games.take(pair);
            let flaws = pair.flaws.iter();
            for flaw in flaws.filter(|flaw| is_game || flaw.is_sure()) {
                add(flaw.code, flaw.span, flaw.message.clone());
            }
        }
        problems
    }
}

/// Returns the first line with this hash; `None` if it is this one.
fn seen(lines: &mut Lines, hash: u64, number: u64) -> Option<u32> {
    use std::collections::hash_map::Entry;
    match lines.entry(hash.to_ne_bytes()) {
        Entry::Occupied(first) => Some(u32::from_ne_bytes(*first.get())),
        Entry::Vacant(place) => {
            place.insert(u32::try_from(number).unwrap_or(u32::MAX).to_ne_bytes());
            None
        }
    }
}

/// The limit for counting problems with an unsafe fix: counting each parses its line several times.
const UNSAFE: u64 = 1000;

const SEVERITIES: [Severity; 3] = [Severity::Hint, Severity::Warning, Severity::Error];

#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub files: u64,
    pub records: u64,
    /// The number of records that saving leaves unchanged.
    pub kept: u64,
    /// The number of lines changed by fixes.
    pub fixed: u64,
    pub safe: u64,
    /// The number of problems that only unsafe fixes correct, at most [`UNSAFE`].
    pub unsafe_: u64,
    pub verified: u64,
    /// The number of perft counts skipped: too deep, or of an illegal position.
    pub unverified: u64,
    /// The number of findings of each code and severity, code by code; trailing zeros may be missing.
    found: Vec<u64>,
}

impl Tally {
    /// Counts a finding; returns the new count of its code and severity.
    pub(crate) fn add(&mut self, code: Code, severity: Severity) -> u64 {
        let place = code as usize * SEVERITIES.len() + severity as usize;
        self.count(place, 1)
    }

    fn count(&mut self, place: usize, more: u64) -> u64 {
        if self.found.len() <= place {
            self.found.resize(place + 1, 0);
        }
        let count = self.found.get_mut(place);
        count.map_or(0, |count| {
            *count += more;
            *count
        })
    }

    /// Returns the non-zero counts of each code and severity.
    fn found(&self) -> impl Iterator<Item = (Code, Severity, u64)> {
        let kinds = Code::all()
            .iter()
            .flat_map(|code| SEVERITIES.map(|severity| (*code, severity)));
        let found = kinds.zip(&self.found);
        found
            .filter(|(_, count)| **count > 0)
            .map(|((code, severity), count)| (code, severity, *count))
    }

    /// Adds the counts of a piece of a file.
    pub(crate) fn join(&mut self, other: &Self) {
        self.files += other.files;
        self.records += other.records;
        self.kept += other.kept;
        self.fixed += other.fixed;
        self.safe += other.safe;
        self.unsafe_ = UNSAFE.min(self.unsafe_ + other.unsafe_);
        self.verified += other.verified;
        self.unverified += other.unverified;
        for (place, count) in other.found.iter().enumerate() {
            self.count(place, *count);
        }
    }

    pub(crate) fn worst(&self) -> Option<Severity> {
        self.found().map(|(_, severity, _)| severity).max()
    }

    fn of(&self, severity: Severity) -> u64 {
        let of_severity = self.found().filter(|(_, found, _)| *found == severity);
        of_severity.map(|(.., count)| count).sum()
    }

    /// Returns a sentence with the numbers of problems and fixes; `None` without problems.
    fn fixable(&self) -> Option<String> {
        let all: u64 = self.found.iter().sum();
        let or_more = if self.unsafe_ == UNSAFE { "+" } else { "" };
        let fixable = match (self.safe, self.unsafe_) {
            (0, 0) => String::new(),
            (safe, 0) => format!(" · {safe} fixable with `--fix`"),
            (0, others) => format!(" · {others}{or_more} fixable with `--fix --unsafe-fixes`"),
            (safe, others) => format!(
                " · {safe} fixable with `--fix`, {others}{or_more} more with `--unsafe-fixes`"
            ),
        };
        let problems = thousands_of(all, "problem", "problems");
        let files = thousands_of(self.files, "file", "files");
        (all > 0).then(|| format!("{problems} in {files}{fixable}"))
    }

    /// Returns the counts by code, the worst and most frequent first, and the totals.
    pub(crate) fn summary(&self, style: &Style, all: bool, only_looks: bool) -> String {
        let mut rows: Vec<(Code, Severity, u64)> = self.found().collect();
        rows.sort_by_key(|(code, severity, count)| (Reverse((*severity, *count)), *code));
        let wide = rows.iter().map(|(code, ..)| code.name().len()).max();
        let wide = wide.unwrap_or_default();
        let digits = rows.iter().map(|(.., count)| count.to_string().len()).max();
        let digits = digits.unwrap_or_default();
        let row = |(code, severity, count): &(Code, Severity, u64)| {
            let (level, severity) = (style.severity(*severity), severity.name());
            let (code, title) = (code.name(), code.title());
            format!("{count:>digits$}  {level}{severity:<7}{level:#}  {code:<wide$}  {title}")
        };
        let mut lines: Vec<String> = rows.iter().map(row).collect();
        if !rows.is_empty() {
            lines.push(String::new());
        }
        if self.fixed > 0 {
            let fixed = thousands_of(self.fixed, "line", "lines");
            lines.push(match only_looks {
                true => format!("{fixed} would be fixed"),
                false => format!("{fixed} fixed in place"),
            });
        }
        let mut records = thousands_of(self.records, "record", "records");
        if self.files > 1 {
            records += &format!(" in {}", thousands_of(self.files, "file", "files"));
        }
        let counts = SEVERITIES.map(|severity| (self.of(severity), severity.name()));
        let counts = counts.into_iter().rev().filter(|(count, _)| *count > 0);
        let counts: Vec<_> = counts
            .map(|(count, name)| format!("{count} {name}{}", noun(count, "", "s")))
            .collect();
        let found = match (self.records, rows.is_empty()) {
            (0, true) => "nothing to check".to_owned(),
            (_, true) => "no problems".to_owned(),
            _ => counts.join(", "),
        };
        let bold = style.bold();
        lines.push(format!("{bold}{records}: {found}{bold:#}"));
        lines.extend(self.fixable());
        if self.kept > 0 {
            let kept = thousands_of(self.kept, "record", "records");
            lines.push(format!(
                "a save or `epdit fmt` would leave {kept} unchanged, because their meaning is ambiguous"
            ));
        }
        if self.verified + self.unverified > 0 {
            let verified = thousands_of(self.verified, "perft count", "perft counts");
            let skipped = match self.unverified {
                0 => String::new(),
                count => format!(", {count} skipped: too deep, or the position is illegal"),
            };
            lines.push(format!("{verified} verified{skipped}"));
        }
        if !all && rows.iter().any(|(.., count)| *count > SHOWN) {
            lines.push(format!("showing {SHOWN} of each code; `--all` shows all"));
        }
        let first = rows.first();
        lines.extend(
            first.map(|(code, ..)| format!("Explain a code: epdit explain {}", code.name())),
        );
        lines.join("\n") + "\n"
    }
}
