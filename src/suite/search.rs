//! Text search: in one line, and in the whole file.

use crate::epd::Span;
use crate::suite::line_set::{LineSet, LineSetBuilder, Part};
use crate::suite::lines::text_of;
use crate::suite::progress::Job;
use crate::suite::scan::{JobError, scan};
use crate::suite::snapshot::Snapshot;
use memchr::{memchr, memchr_iter, memmem, memrchr};
use regex::bytes::{Regex, RegexBuilder};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A text in which bytes that are not UTF-8 were replaced by letters, as in Latin-1.
struct Letters {
    text: String,
    /// The offset in the original of each byte, and at last the original's length.
    places: Vec<usize>,
}

impl Letters {
    /// Returns the letters of a text; `None` if it is valid UTF-8.
    fn of(text: &[u8]) -> Option<Self> {
        if std::str::from_utf8(text).is_ok() {
            return None;
        }
        let mut letters = Self {
            text: String::with_capacity(text.len() + 8),
            places: Vec::with_capacity(text.len() + 8),
        };
        let mut at = 0;
        for part in text.utf8_chunks() {
            letters.text.push_str(part.valid());
            letters.places.extend(at..at + part.valid().len());
            at += part.valid().len();
            for byte in part.invalid() {
                let letter = char::from(*byte);
                letters.text.push(letter);
                letters.places.extend([at].repeat(letter.len_utf8()));
                at += 1;
            }
        }
        letters.places.push(at);
        Some(letters)
    }

    /// Returns the span in the original text of a range of this one.
    fn span(&self, own: Range<usize>) -> Span {
        let place = |at: usize| self.places.get(at).copied().unwrap_or_default();
        Span::new(place(own.start), place(own.end))
    }
}

/// Finds the matches of an expression in a text that may not be UTF-8. If there are none, invalid bytes are
/// read as Latin-1 letters, as they are displayed.
fn matches_of(regex: &Regex, text: &[u8]) -> Vec<Span> {
    let spans = |text| -> Vec<Span> { regex.find_iter(text).map(span_of).collect() };
    let found = spans(text);
    match Letters::of(text).filter(|_| found.is_empty()) {
        Some(letters) => {
            let found = spans(letters.text.as_bytes()).into_iter();
            found.map(|span| letters.span(span.range())).collect()
        }
        None => found,
    }
}

fn span_of(found: regex::bytes::Match<'_>) -> Span {
    Span::new(found.start(), found.end())
}

/// The treatment of upper and lower case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Case {
    /// Case matters if the pattern has a capital letter.
    #[default]
    Smart,
    Sensitive,
    Insensitive,
}

/// A pattern for the text of a line, which excludes the line end.
#[derive(Clone, Debug)]
pub struct Pattern {
    text: String,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Bytes(Arc<memmem::Finder<'static>>),
    /// A text in any case. A match never extends over a line end, so that many lines can be searched together.
    Text(Regex),
    /// An expression, tried on each line separately: `^` and `$` match at its ends.
    Expression(Regex),
}

/// The error of an invalid expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct PatternError {
    pub message: String,
}

impl Pattern {
    /// Returns a pattern for a literal text; `None` if no line can contain it (empty, or with a line end).
    pub fn literal(text: &str, case: Case) -> Option<Self> {
        if text.is_empty() || text.contains(['\n', '\r']) {
            return None;
        }
        let is_sensitive = case.is_sensitive(|| text.chars().any(char::is_uppercase));
        let kind = if is_sensitive || !text.chars().any(char::is_alphabetic) {
            Kind::Bytes(Arc::new(memmem::Finder::new(text).into_owned()))
        } else {
            let built = RegexBuilder::new(&regex::escape(text))
                .case_insensitive(true)
                .build();
            Kind::Text(built.ok()?)
        };
        Some(Self {
            text: text.to_owned(),
            kind,
        })
    }

    /// Returns a pattern for a regular expression in the syntax of Rust's `regex`. It is matched against
    /// bytes, so that any file can be searched.
    ///
    /// # Errors
    /// The expression is invalid, empty or too large.
    pub fn expression(text: &str, case: Case) -> Result<Self, PatternError> {
        if text.is_empty() {
            return Err(PatternError {
                message: "expected an expression".to_owned(),
            });
        }
        let expression = RegexBuilder::new(text)
            .case_insensitive(!case.is_sensitive(|| has_capital(text)))
            .build()
            .map_err(|error| PatternError {
                message: last_line(&error.to_string()),
            })?;
        Ok(Self {
            text: text.to_owned(),
            kind: Kind::Expression(expression),
        })
    }

    /// Returns the pattern as typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns true if the pattern matches a line whenever it matches a part of it: no `^` and the like.
    pub(crate) fn is_literal(&self) -> bool {
        !matches!(self.kind, Kind::Expression(_))
    }

    /// Returns the matches in a line, from left to right.
    pub fn spans(&self, line: &[u8]) -> Vec<Span> {
        let text = text_of(line);
        match &self.kind {
            Kind::Bytes(finder) => {
                let span = |at| Span::new(at, at + finder.needle().len());
                finder.find_iter(text).map(span).collect()
            }
            Kind::Text(regex) => regex.find_iter(text).map(span_of).collect(),
            Kind::Expression(regex) => {
                let mut found = matches_of(regex, text);
                // An empty match marks nothing.
                found.retain(|span| !span.is_empty());
                found
            }
        }
    }

    /// Returns true if a line has a match.
    pub fn is_in(&self, line: &[u8]) -> bool {
        let text = text_of(line);
        match &self.kind {
            Kind::Bytes(finder) => finder.find(text).is_some(),
            Kind::Text(regex) => regex.is_match(text),
            Kind::Expression(regex) => {
                regex.is_match(text)
                    || Letters::of(text)
                        .is_some_and(|letters| regex.is_match(letters.text.as_bytes()))
            }
        }
    }

    /// Returns the offset of the first match in several lines, for a literal ([`Self::is_literal`]); `None`
    /// for others.
    fn first_in(&self, lines: &[u8]) -> Option<usize> {
        match &self.kind {
            Kind::Bytes(finder) => finder.find(lines),
            Kind::Text(regex) => regex.find(lines).map(|found| found.start()),
            Kind::Expression(_) => None,
        }
    }

    fn occurrences(&self, line: &[u8]) -> usize {
        let text = text_of(line);
        match &self.kind {
            Kind::Bytes(finder) => finder.find_iter(text).count(),
            Kind::Text(regex) => regex.find_iter(text).count(),
            Kind::Expression(regex) => matches_of(regex, text).len(),
        }
    }

    /// Returns the matching lines of a text, each with its number; the first line of the text has number `first`.
    fn lines_of<'a>(
        &'a self,
        text: &'a [u8],
        terminator: u8,
        first: usize,
    ) -> impl Iterator<Item = (usize, &'a [u8])> {
        let needle = Some(self).filter(|pattern| pattern.is_literal());
        let lines = Candidates::of(needle, text, terminator, first);
        lines.filter(move |(_, line)| needle.is_some() || self.is_in(line))
    }

    /// Calls `each` with every matching line in `range`.
    fn lines_in(
        &self,
        snapshot: &Snapshot,
        range: Range<usize>,
        mut each: impl FnMut(usize, &[u8]),
    ) {
        let terminator = snapshot.line_end().terminator();
        for run in snapshot.runs(range) {
            for (line, bytes) in self.lines_of(&run.bytes, terminator, run.first) {
                each(line, bytes);
            }
        }
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        let sort = |kind: &Kind| match kind {
            Kind::Bytes(_) => 0,
            Kind::Text(_) => 1,
            Kind::Expression(_) => 2,
        };
        self.text == other.text && sort(&self.kind) == sort(&other.kind)
    }
}

impl Case {
    fn is_sensitive(self, has_capital: impl FnOnce() -> bool) -> bool {
        match self {
            Self::Smart => has_capital(),
            Self::Sensitive => true,
            Self::Insensitive => false,
        }
    }
}

/// Returns true if an expression has a literal capital letter, not counting those of classes (`\S`, `\pL`),
/// numbers (`\x4A`) and group names.
fn has_capital(expression: &str) -> bool {
    let mut rest = expression;
    while let Some(letter) = rest.chars().next() {
        let behind = rest.get(letter.len_utf8()..).unwrap_or_default();
        let braced = |text: &str| text.starts_with('{').then(|| text.find('}')).flatten();
        rest = match letter {
            '\\' => {
                let class = behind.chars().next().unwrap_or_default();
                let after = behind.get(class.len_utf8()..).unwrap_or_default();
                let digits = after.bytes().take_while(u8::is_ascii_hexdigit).count();
                let length = match (class, braced(after)) {
                    ('p' | 'P' | 'x' | 'u' | 'U', Some(end)) => end + 1,
                    ('p' | 'P', None) => after.chars().next().map_or(0, char::len_utf8),
                    ('x', None) => digits.min(2),
                    ('u', None) => digits.min(4),
                    ('U', None) => digits.min(8),
                    _ => 0,
                };
                after.get(length..).unwrap_or_default()
            }
            // `(?P<Name>...)`, `(?U)` and the like.
            '(' if behind.starts_with('?') => {
                let is_name = behind.starts_with("?P<") || behind.starts_with("?<");
                let ends: &[char] = if is_name { &['>'] } else { &[')', ':'] };
                let end = behind.find(ends);
                end.and_then(|end| behind.get(end..)).unwrap_or_default()
            }
            letter if letter.is_uppercase() => return true,
            _ => behind,
        };
    }
    false
}

/// Returns the last line of a report, which describes the error.
fn last_line(report: &str) -> String {
    let line = report.lines().last().unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}

/// The matches of a search so far; they can be read while the search runs.
#[derive(Clone, Debug, Default)]
pub struct FoundSoFar(Arc<SearchProgress>);

#[derive(Debug, Default)]
struct SearchProgress {
    lines: AtomicUsize,
    occurrences: AtomicUsize,
    gathered: Mutex<LineSetBuilder>,
}

impl FoundSoFar {
    /// Returns the number of matching lines.
    pub fn lines(&self) -> usize {
        self.0.lines.load(Ordering::Relaxed)
    }

    /// Returns the number of matches in these lines.
    pub fn occurrences(&self) -> usize {
        self.0.occurrences.load(Ordering::Relaxed)
    }

    /// Returns the lines that a query has found; they are complete up to the last of them.
    pub fn which(&self) -> LineSet {
        self.gathered().lines()
    }

    pub(super) fn add(&self, lines: usize, occurrences: usize) {
        self.0.lines.fetch_add(lines, Ordering::Relaxed);
        self.0.occurrences.fetch_add(occurrences, Ordering::Relaxed);
    }

    pub(super) fn gather(&self, part: &Part) {
        self.gathered().add(part);
    }

    fn gathered(&self) -> MutexGuard<'_, LineSetBuilder> {
        let gathered = &self.0.gathered;
        gathered.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The matches of a search of the whole file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matches {
    pub lines: LineSet,
    /// The number of matches in these lines.
    pub occurrences: usize,
}

/// Searches all lines. `so_far` counts the matches while the search runs; progress is in lines.
///
/// # Errors
/// Cancelled, or lines can no longer be read.
pub fn search_all(
    snapshot: &Snapshot,
    pattern: &Pattern,
    job: &Job,
    so_far: &FoundSoFar,
) -> Result<Matches, JobError> {
    let mut found = Matches::default();
    let task = |range| {
        let (mut lines, mut occurrences) = (Vec::new(), 0);
        pattern.lines_in(snapshot, range, |line, bytes| {
            lines.push(line);
            occurrences += pattern.occurrences(bytes);
        });
        so_far.add(lines.len(), occurrences);
        (lines, occurrences)
    };
    let mut all = Vec::new();
    scan(snapshot, job, task, |(lines, occurrences)| {
        all.extend(lines);
        found.occurrences += occurrences;
        Ok(())
    })?;
    found.lines = all.into_iter().collect();
    Ok(found)
}

/// The direction of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    Forward,
    Backward,
}

/// An iterator over lines of a text, each with its number and end.
pub struct Candidates<'q, 't> {
    /// A literal that all returned lines contain; without it every line is returned.
    needle: Option<&'q Pattern>,
    text: &'t [u8],
    terminator: u8,
    /// The start of the next line to examine.
    at: usize,
    /// The number of the next line to examine.
    line: usize,
}

impl<'q, 't> Candidates<'q, 't> {
    /// Begins at the first line of `text`, which has number `first`.
    pub(in crate::suite) fn of(
        needle: Option<&'q Pattern>,
        text: &'t [u8],
        terminator: u8,
        first: usize,
    ) -> Self {
        Self {
            needle,
            text,
            terminator,
            at: 0,
            line: first,
        }
    }
}

impl<'t> Iterator for Candidates<'_, 't> {
    type Item = (usize, &'t [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let mut rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
        if let Some(needle) = self.needle {
            let found = needle.first_in(rest)?;
            let before = rest.get(..found).unwrap_or_default();
            let start = memrchr(self.terminator, before).map_or(0, |at| at + 1);
            let passed = rest.get(..start).unwrap_or_default();
            self.line += memchr_iter(self.terminator, passed).count();
            self.at += start;
            rest = rest.get(start..).unwrap_or_default();
        }
        let length = memchr(self.terminator, rest).map_or(rest.len(), |at| at + 1);
        let line = self.line;
        self.at += length;
        self.line += 1;
        rest.get(..length).map(|bytes| (line, bytes))
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod candidates_tests {
    use crate::epd::ReadOptions;
    use crate::suite::Query;
    use crate::suite::query::Facts;
    use proptest::prelude::*;

    fn numbers(query: &str, text: &[u8]) -> Vec<usize> {
        let query = Query::parse(query).unwrap();
        let lines = query.candidates(text, b'\n', 5, &ReadOptions::default());
        lines.map(|(line, _)| line).collect()
    }

    #[test]
    fn lines_without_a_needle_are_skipped() {
        let text = b"8/8/8/8/8/8/8/8 w - - bm e4;\nx\n\n8/8/8/8/8/8/8/8 w - - id \"WAC.1\";";
        assert_eq!(numbers("id ~ wac.1", text), [8]);
        assert_eq!(numbers("bm", text), [5]);
        assert_eq!(numbers("bm or id", text), [5, 6, 7, 8]);
        assert_eq!(numbers("not bm", text), [5, 6, 7, 8]);
        assert_eq!(numbers("acd", text), [0usize; 0]);
    }

    proptest! {
        #[test]
        fn no_match_is_skipped(
            lines in prop::collection::vec(prop::sample::select(vec![
                "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"WAC.1\";\n",
                "4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4; pv Kf1 Ke7 e2e4;\n",
                "4k3/8/8/8/8/8/4P3/4K3 w - - id \"wac.12\"; ce 3;\r\n",
                "4k3/8/8/8/8/8/8/4K2R w K - bm 0-0; am h1h8;\n",
                "4k3/8/8/8/8/8/4P3/4K3 w - - bm #3;\n",
                "4k3/8/8/8/8/8/4P3/4K3 w - - dm 3;\n",
                "4k3/8/8/8/8/8/4P3/4K3 w - - 5 20\n",
                "4k3/8/8/8/8/8/4P3/4K3 w - - ;D1 6 ;D2 36\n",
                "# WAC.1 bm ce dm id hmvc D1\n",
                "\n",
            ]), 0..20),
            query in prop::sample::select(vec![
                "id ~ \"WAC.1\"", "id ~ wac", "id = \"WAC.1\"", "bm", "ce = 3", "dm = 3", "hmvc = 5",
                "D1", "bm and id", "not id", "id !~ WAC", "op(D2) = 36", "text ~ \"WAC.1\"", "count(bm) = 1",
                "bm = e4", "bm has e2e4", "pv has e4", "bm = e1g1", "bm = O-O", "am = Rh8", "am = Rxh8+",
            ]),
        ) {
            let text = lines.concat();
            let query = Query::parse(query).unwrap();
            let (options, facts) = (ReadOptions::default(), Facts::default());
            let matches = |(number, line): &(usize, &[u8])| query.matches(line, *number, &options, &facts);
            let all = text.as_bytes().split_inclusive(|byte| *byte == b'\n').enumerate();
            let expected: Vec<_> = all.filter(matches).collect();
            let candidates = query.candidates(text.as_bytes(), b'\n', 0, &options);
            let found: Vec<_> = candidates
                .filter(|(number, line)| query.matches_candidate(line, *number, &options, &facts))
                .collect();
            prop_assert_eq!(found, expected);
        }
    }
}
