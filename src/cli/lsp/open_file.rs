//! A file that is open in a client: its text, positions as the protocol counts them, and facts about each line.
//! Only changed lines are read again.
//!
//! The file is a [`Suite`] of the client's text with one more line end, so that the lines of both have the same
//! numbers: the protocol has an empty line after the last line end. A CR alone ends a line only where there is no
//! LF, as in files; editors that end lines at either one make their text uniform before they send it.

use crate::epd::{LineKind, visible::visible};
use crate::epd::{Record, Severity, Span};
use crate::suite::{Job, Suite, id_fingerprint, rules_of};
use lsp_types::{Position, Range, TextDocumentContentChangeEvent, TextDocumentItem, Uri};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::ops;

/// The unit of columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    #[default]
    Utf16,
}

impl Encoding {
    fn units(self, character: char) -> usize {
        match self {
            Self::Utf8 => character.len_utf8(),
            Self::Utf16 => character.len_utf16(),
        }
    }

    /// Returns the byte of a column; beyond the line, the end of its text. A column between CR and LF is valid, as
    /// some clients count the CR as text.
    fn byte(self, line: &[u8], column: u32) -> usize {
        let column = usize::try_from(column).unwrap_or(usize::MAX);
        let whole = String::from_utf8_lossy(line.strip_suffix(b"\n").unwrap_or(line));
        let mut units = 0;
        for (at, character) in whole.char_indices() {
            if units >= column {
                return at;
            }
            units += self.units(character);
        }
        match units == column {
            true => whole.len(),
            false => text_length(line),
        }
    }

    fn column(self, line: &[u8], at: usize) -> u32 {
        let before = line.get(..at.min(text_length(line))).unwrap_or_default();
        let before = String::from_utf8_lossy(before);
        let units: usize = before.chars().map(|character| self.units(character)).sum();
        u32::try_from(units).unwrap_or(u32::MAX)
    }
}

/// Returns the length of a line without its end: LF, CR LF, or CR.
pub(super) fn text_length(line: &[u8]) -> usize {
    let text = line.strip_suffix(b"\n").unwrap_or(line);
    text.strip_suffix(b"\r").unwrap_or(text).len()
}

/// The facts that are stored about a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts {
    /// The numbers of hints, warnings and errors.
    counts: [u32; 3],
    pub is_record: bool,
    /// The hash of the id, and its bytes in the line.
    pub id: Option<(u64, Span)>,
}

impl Facts {
    fn of(record: &Record<'_>) -> Self {
        let mut counts = [0; 3];
        for found in record.diagnostics() {
            if let Some(count) = counts.get_mut(found.severity as usize) {
                *count += 1;
            }
        }
        Self {
            counts,
            is_record: record.kind() == LineKind::Record,
            id: id_fingerprint(record),
        }
    }

    /// Returns the number of problems.
    pub(super) fn count(&self) -> usize {
        self.counts.iter().map(|count| *count as usize).sum()
    }

    pub(super) fn worst(&self) -> Option<Severity> {
        let [hints, warnings, errors] = self.counts;
        let all = [
            (errors, Severity::Error),
            (warnings, Severity::Warning),
            (hints, Severity::Hint),
        ];
        let worst = all.into_iter().find(|(count, _)| *count > 0);
        worst.map(|(_, severity)| severity)
    }
}

/// The number of lines before and after the last change whose problems are preferred.
const NEAR: usize = 100;

/// The size of the stored changes, in bytes, above which they are dropped.
const HELD: usize = 4 << 20;
/// The estimated size of a change besides its lines, in bytes.
const OVERHEAD: usize = 400;

pub(super) struct OpenFile {
    pub uri: Uri,
    pub version: i32,
    encoding: Encoding,
    suite: Suite,
    /// The estimated size of the changes that the suite stores, in bytes.
    held: usize,
    facts: Vec<Facts>,
    /// The lines near the last change.
    pub near: ops::Range<usize>,
    /// Whether problems are to be published.
    pub is_changed: bool,
    pub is_closed: bool,
    /// Whether the client could not read bytes of the file, and was not warned yet.
    has_loss: bool,
}

impl OpenFile {
    pub(super) fn new(item: TextDocumentItem, encoding: Encoding) -> Self {
        let has_loss = item.text.contains(char::REPLACEMENT_CHARACTER);
        let mut bytes = item.text.into_bytes();
        let has = |end| memchr::memchr(end, &bytes).is_some();
        bytes.push(match has(b'\r') && !has(b'\n') {
            true => b'\r',
            false => b'\n',
        });
        let suite = Suite::from_bytes(item.uri.path().as_str(), bytes);
        let mut file = Self {
            uri: item.uri,
            version: item.version,
            encoding,
            suite,
            held: 0,
            facts: Vec::new(),
            near: 0..0,
            is_changed: true,
            is_closed: false,
            has_loss,
        };
        file.check();
        file
    }

    /// Reads all lines.
    fn check(&mut self) {
        let lines = (0..self.line_count()).into_par_iter();
        self.facts = lines.map(|line| self.facts_of(line)).collect();
        self.is_changed = true;
    }

    fn facts_of(&self, line: usize) -> Facts {
        Facts::of(&self.read(&self.line(line)))
    }

    /// Changes the text; an error if the range ends before it begins.
    pub(super) fn change(
        &mut self,
        version: i32,
        change: TextDocumentContentChangeEvent,
    ) -> Result<(), &'static str> {
        let Some(range) = change.range else {
            let item = TextDocumentItem {
                uri: self.uri.clone(),
                language_id: String::new(),
                version,
                text: change.text,
            };
            *self = Self {
                has_loss: self.has_loss,
                ..Self::new(item, self.encoding)
            };
            return Ok(());
        };
        let (start, end) = (self.place(range.start), self.place(range.end));
        if end < start {
            return Err("the range ends before it begins; open the file again");
        }
        (self.version, self.is_changed) = (version, true);
        let (first, last) = (self.line(start.0), self.line(end.0));
        let before = first.get(..start.1).unwrap_or_default();
        let behind = last.get(end.1..).unwrap_or_default();
        let new = [before, change.text.as_bytes(), behind].concat();
        let length = new.len();
        let old = start.0..end.0 + 1;
        let count = self.suite.splice_lines(old.clone(), &new);
        let new = old.start..old.start + count;
        let facts: Vec<Facts> = new.clone().map(|line| self.facts_of(line)).collect();
        self.facts.splice(old, facts);
        self.near = new.start.saturating_sub(NEAR)..new.end.saturating_add(NEAR);
        self.held += length + OVERHEAD;
        if self.held > HELD {
            self.forget_changes();
        }
        Ok(())
    }

    /// Opens the text anew without its changes: a suite stores them for undo, which is left to the client here.
    fn forget_changes(&mut self) {
        let runs = self.suite.runs(0..self.line_count());
        let bytes: Vec<_> = runs.map(|run| run.bytes).collect();
        let mut suite = Suite::from_bytes(self.suite.name(), bytes.concat());
        suite.set_rules(self.suite.rules());
        // The facts are stored by line number, so the lines must be the same.
        if suite.line_count() == self.line_count() {
            self.suite = suite;
        }
        self.held = 0;
    }

    /// Reads the lines again if the records of the whole file imply other castling rules now.
    pub(super) fn on_save(&mut self) {
        let rules = rules_of(&self.suite.snapshot(), &Job::new());
        if rules.is_ok_and(|rules| self.suite.set_rules(rules)) {
            self.check();
        }
    }

    /// Marks the file as closed, so that its problems are cleared when they are next published.
    pub(super) fn close(&mut self) {
        (self.is_closed, self.is_changed) = (true, true);
    }

    /// Returns the warning about bytes that the client could not read; only once.
    pub(super) fn loss(&mut self) -> Option<String> {
        let path = self.uri.path().as_str();
        let name = visible(path.rsplit('/').next().unwrap_or(path)).into_owned();
        std::mem::take(&mut self.has_loss).then(|| {
            format!(
                "{name}: saving would lose bytes that are shown as �; open it as Latin-1, or with epdit"
            )
        })
    }

    /// Returns the reason why nothing in the file is changed or checked, if there is one.
    pub(super) fn foreign(&self) -> Option<String> {
        if let Some(trouble) = self.suite.trouble() {
            return Some(trouble);
        }
        let what = self.suite.not_epd()?;
        Some(format!("not an EPD file: {what}"))
    }

    pub(super) fn suite(&self) -> &Suite {
        &self.suite
    }

    pub(super) fn facts(&self) -> &[Facts] {
        &self.facts
    }

    pub(super) fn line_count(&self) -> usize {
        self.suite.line_count()
    }

    /// Returns a line with its end.
    pub(super) fn line(&self, line: usize) -> Cow<'_, [u8]> {
        self.suite.line(line)
    }

    pub(super) fn read<'l>(&self, line: &'l [u8]) -> Record<'l> {
        Record::read(line, self.suite.read_options())
    }

    /// Returns the line and the byte of a position; beyond the file, its end.
    pub(super) fn place(&self, position: Position) -> (usize, usize) {
        let last = self.line_count().saturating_sub(1);
        let line = usize::try_from(position.line).unwrap_or(usize::MAX);
        let column = match line > last {
            true => u32::MAX,
            false => position.character,
        };
        let line = line.min(last);
        (line, self.encoding.byte(&self.line(line), column))
    }

    /// Returns the range of a part of a line.
    pub(super) fn range(&self, number: usize, line: &[u8], span: Span) -> Range {
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        let at = |byte| Position::new(number, self.encoding.column(line, byte));
        Range::new(at(span.start), at(span.end))
    }

    /// Returns the lines that a range touches.
    pub(super) fn lines_of(&self, range: Range) -> ops::Range<usize> {
        let (start, end) = (self.place(range.start), self.place(range.end));
        // A selection of whole lines ends before the first byte of the next one.
        let is_whole = end.1 == 0 && end.0 > start.0;
        start.0..end.0 + usize::from(!is_whole)
    }

    /// Returns for each line the first line that has its id, if that is an earlier one.
    pub(super) fn repeated_ids(&self) -> Vec<Option<usize>> {
        let mut firsts: FxHashMap<u64, usize> = FxHashMap::default();
        firsts.reserve(self.facts.len());
        let mut first_of = |(line, facts): (usize, &Facts)| {
            let first = *firsts.entry(facts.id?.0).or_insert(line);
            (first < line).then_some(first)
        };
        self.facts.iter().enumerate().map(&mut first_of).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    const PIECES: [&str; 7] = [
        "a",
        "é",
        "𝄞",
        "\n",
        "\r\n",
        "7k/5K2/8/8/8/8/8/R7 w - - bm a1h1; id \"1\";\n",
        "# x\n",
    ];

    fn opened(text: &str) -> OpenFile {
        let item = TextDocumentItem {
            uri: "file:///a.epd".parse().unwrap(),
            language_id: "epd".to_owned(),
            version: 1,
            text: text.to_owned(),
        };
        OpenFile::new(item, Encoding::Utf16)
    }

    fn text(file: &OpenFile) -> String {
        let lines = (0..file.line_count()).map(|line| file.line(line).into_owned());
        let mut bytes = lines.collect::<Vec<_>>().concat();
        bytes.pop();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn columns_count_the_units_of_the_encoding() {
        let line = "aé♞𝄞b\r\n".as_bytes();
        for (at, utf16) in [(0, 0), (1, 1), (3, 2), (6, 3), (10, 5), (11, 6)] {
            assert_eq!(Encoding::Utf16.column(line, at), utf16);
            assert_eq!(Encoding::Utf16.byte(line, utf16), at);
            assert_eq!(Encoding::Utf8.column(line, at) as usize, at);
            assert_eq!(Encoding::Utf8.byte(line, at as u32), at);
        }
        // Behind a CR that is text for a client, and beyond the line.
        assert_eq!(Encoding::Utf16.byte(line, 7), 12);
        assert_eq!(Encoding::Utf16.byte(line, 8), 11);
        assert_eq!(Encoding::Utf16.byte(line, u32::MAX), 11);
        // In the middle of a character: before or behind it, never inside.
        assert_eq!(Encoding::Utf16.byte(line, 4), 10);
    }

    #[test]
    fn changes_give_the_text_of_the_client() {
        let begin = "one\r\ntwo\nthree\n\nlast";
        for (start, end, new) in [
            ((0, 0), (0, 0), "x"),
            ((0, 3), (1, 0), ""),
            ((0, 3), (1, 0), "\n\n"),
            ((4, 4), (4, 4), "\n"),
            ((3, 0), (4, 4), ""),
            ((0, 0), (4, 4), ""),
            ((1, 1), (2, 2), "é\r\nü\n"),
            ((2, 5), (3, 0), "\r"),
            ((4, 0), (9, 9), "end\n"),
        ] {
            let mut file = opened(begin);
            let lines: Vec<&str> = begin.split('\n').collect();
            let offset = |(line, column): (usize, usize)| {
                let before = lines[..line.min(4)].iter();
                let before: usize = before.map(|line| line.len() + 1).sum();
                before + column.min(lines[line.min(4)].len())
            };
            let (from, to) = (offset(start), offset(end));
            let expected = [&begin[..from], new, &begin[to..]].concat();
            let position = |(line, column)| Position::new(line as u32, column as u32);
            let change = TextDocumentContentChangeEvent {
                range: Some(Range::new(position(start), position(end))),
                range_length: None,
                text: new.to_owned(),
            };
            file.change(2, change).unwrap();
            assert_eq!(text(&file), expected, "{start:?} {end:?} {new:?}");
            assert_eq!(file.facts.len(), file.line_count());
        }
    }

    #[test]
    fn dropping_old_changes_keeps_the_text() {
        let change = |file: &mut OpenFile, text: &str| {
            let place = Position::new(1, 2);
            let change = TextDocumentContentChangeEvent {
                range: Some(Range::new(place, place)),
                range_length: None,
                text: text.to_owned(),
            };
            file.change(2, change).unwrap();
        };
        for (begin, typed, behind) in [("a\nbc\n\nd", "é", "\n\nd"), ("a\rbc\rd", "x", "\rd")] {
            let mut file = opened(begin);
            let mut count = 0;
            while count == 0 || file.held > 0 {
                change(&mut file, typed);
                count += 1;
                assert!(file.held <= HELD);
            }
            let expected = [
                begin.strip_suffix(behind).unwrap(),
                &typed.repeat(count),
                behind,
            ];
            assert_eq!(text(&file), expected.concat());
            assert_eq!(file.facts.len(), file.line_count());
        }
    }

    proptest! {
        #[test]
        fn after_any_changes_text_and_facts_are_those_of_the_file_opened_anew(
            begin in vec(select(&PIECES[..]), 0..8),
            changes in vec((0..60_usize, 0..60_usize, vec(select(&PIECES[..]), 0..3)), 1..8),
        ) {
            let mut expected = begin.concat();
            let mut file = opened(&expected);
            for (from, to, new) in changes {
                let ends: Vec<usize> = expected.char_indices().map(|(at, _)| at).collect();
                let is_in_end = |at: &usize| expected[..*at].ends_with('\r') && expected[*at..].starts_with('\n');
                let end = |nth: usize| ends.get(nth).copied().filter(|at| !is_in_end(at)).unwrap_or(expected.len());
                let (from, to) = (end(from.min(to)), end(from.max(to)));
                let (from, to) = (from.min(to), from.max(to));
                let position = |at: usize| {
                    let before = &expected[..at];
                    let line = before.matches('\n').count();
                    let start = before.rfind('\n').map_or(0, |at| at + 1);
                    Position::new(line as u32, before[start..].encode_utf16().count() as u32)
                };
                let change = TextDocumentContentChangeEvent {
                    range: Some(Range::new(position(from), position(to))),
                    range_length: None,
                    text: new.concat(),
                };
                file.change(2, change).unwrap();
                expected.replace_range(from..to, &new.concat());
                prop_assert_eq!(&text(&file), &expected);
            }
            let anew = opened(&expected);
            prop_assert_eq!(&file.facts, &anew.facts);
            prop_assert_eq!(file.repeated_ids(), anew.repeated_ids());
        }
    }

    #[test]
    fn lines_end_at_cr_only_where_there_is_no_lf() {
        assert_eq!(opened("a\rb").line_count(), 2);
        assert_eq!(opened("a\rb\nc").line_count(), 2);
        assert_eq!(opened("").line_count(), 1);
        assert_eq!(opened("a\n").line_count(), 2);
    }
}
