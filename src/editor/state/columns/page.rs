//! The visible rows of the list, cached until something changes; and the overview (map) of the whole file at
//! the list's edge.

use crate::editor::state::Picture;
use crate::editor::state::columns::{Column, SIGNS, Want};
use crate::editor::state::document::Document;
use crate::editor::widgets::theme::Role;
use crate::editor::widgets::{glyph, sign};
use crate::epd::{ReadOptions, Record, Severity};
use crate::suite::field::{Field, Key};
use crate::suite::query::LazyRecord;
use crate::suite::{Direction, LineSet, LineState, RevisionId, worst};
use shakmaty::Color;
use std::ops::Range;

/// Greatest width of a column, in screen columns.
pub(crate) const WIDEST: u16 = 40;
/// Bytes of a cell that are used: no screen shows more.
pub(crate) const LONGEST: usize = 400;
/// Columns of the side to move as a word, and of its heading.
pub const SIDE_IN_WORDS: u16 = 5;
/// Greatest number of rows of a sorted list that has a map, for which each line is looked up.
const ONE_BY_ONE: usize = 50_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Not yet made safe for the terminal: drawing does that.
    pub text: String,
    /// Secondary for a line number, or the text of a record without an id.
    pub role: Role,
}

impl Cell {
    pub(crate) fn new(text: impl Into<String>, role: Role) -> Self {
        let mut text = text.into();
        if text.len() > LONGEST {
            let end = (0..=LONGEST).rev().find(|&at| text.is_char_boundary(at));
            text.truncate(end.unwrap_or(0));
        }
        Self { text, role }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    Blank,
    /// A comment, or any other line that is not a record.
    Comment(String),
    Record(Vec<Cell>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The line, 0-based.
    pub line: usize,
    pub state: LineState,
    pub body: Body,
    pub matches: bool,
    /// The severity of its worst diagnostic.
    pub worst: Option<Severity>,
    pub side: Option<Color>,
    /// The record as a small board, if the list shows boards.
    pub picture: Option<Picture>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PageKey {
    pub(crate) revision: RevisionId,
    pub(crate) lines: Vec<usize>,
    pub(crate) generation: u64,
    pub(crate) boards: bool,
    pub(crate) search: Option<crate::suite::Pattern>,
    pub(crate) scan: (u64, bool),
}

#[derive(Clone, Debug, Default)]
pub struct Page {
    pub(crate) made: Option<PageKey>,
    pub(crate) selected: Option<usize>,
    /// From the top.
    pub rows: Vec<Row>,
    /// Records read for the page since the file was opened: a measure of the work done.
    pub read: u64,
}

/// Returns the initial width of a column, before its content is known, and its least width.
pub(crate) fn least(column: &Column) -> Want {
    let (width, least) = match column {
        // Users identify records by id, so an id of usual length is not cut.
        Column::Id => (10, Some(12)),
        Column::Best => (4, Some(6)),
        // One record with many problems doesn't shorten the ids of the others.
        Column::Problems => (1, Some(SIGNS)),
        Column::Field(Field::Side) => (1, None),
        Column::Field(Field::Line | Field::Pieces | Field::Moves | Field::EnPassant) => (3, None),
        _ => (3, Some(6)),
    };
    Want {
        width: glyph::columns(column.heading()).max(width),
        least,
        usual: 0,
        more: match *column == Column::SIDE {
            true => SIDE_IN_WORDS - 1,
            false => 0,
        },
    }
}

pub(crate) fn measure(page: &Page, wants: &mut [Want], lines: usize) {
    let digits = glyph::columns(&lines.to_string());
    for row in &page.rows {
        let Body::Record(cells) = &row.body else {
            continue;
        };
        for (want, cell) in wants.iter_mut().zip(cells) {
            let width = match cell.role {
                // Room for all line numbers of the file: the column doesn't widen while scrolling.
                Role::Secondary if want.least.is_none() => digits,
                // A text that stands in for a missing id does not widen the column.
                Role::Secondary => 0,
                _ => glyph::columns(&cell.text).min(WIDEST),
            };
            want.width = want.width.max(width);
        }
    }
}

pub(crate) fn cell(document: &Document, column: &Column, record: &Record<'_>, line: usize) -> Cell {
    match column {
        Column::Field(Field::Line) => Cell::new((line + 1).to_string(), Role::Secondary),
        Column::Field(Field::Side) => {
            let sign = |side: Color| side.fold_wb(sign::WHITE.text, sign::BLACK.text);
            Cell::new(record.side().map_or("", sign), Role::Screen)
        }
        Column::Id => match operands_of(record, "id") {
            // Records without an id are identified by their placement.
            id if id.is_empty() => Cell::new(text_of(record), Role::Secondary),
            id => Cell::new(id, Role::Screen),
        },
        Column::Best => Cell::new(solution(record), Role::Move),
        Column::Problems => problems(document, record, line),
        Column::Duplicates => Cell::new(duplicates(document, line), Role::Warning),
        Column::Field(Field::Position) => {
            let text = text_of(record);
            let fields: Vec<&str> = text.split_ascii_whitespace().take(4).collect();
            Cell::new(fields.join(" "), Role::Screen)
        }
        Column::Field(field) => {
            let text = match field {
                Field::Operation(name) => operands_of(record, name),
                field => {
                    let record = LazyRecord::of(record, line);
                    let text = field.of(&record).into_text();
                    String::from_utf8_lossy(&text).into_owned()
                }
            };
            let is_number =
                column.is_number() && (field.is_operation() || record.board().is_some());
            let role = match is_number {
                true => Role::Number,
                false => Role::Screen,
            };
            Cell::new(text, role)
        }
    }
}

pub(crate) fn text_of(record: &Record<'_>) -> String {
    let text = String::from_utf8_lossy(record.body().of(record.line()));
    text.trim().to_owned()
}

/// Returns the operands of an operation, or the number that the record implies.
fn operands_of(record: &Record<'_>, name: &str) -> String {
    match record.operation(name) {
        Some(operation) => record.operands_text(operation),
        None => {
            let number = record.implied(name);
            number.map_or(String::new(), |number| number.to_string())
        }
    }
}

/// Returns whether other records have the id and the position of a line, as far as the scan knows.
fn twins(document: &Document, line: usize) -> (bool, bool) {
    let survey = document.scan.survey.as_ref();
    survey.map_or((false, false), |survey| {
        (
            survey.has_duplicate_id(line),
            survey.has_duplicate_position(line),
        )
    })
}

/// Returns the worst problem's sign, the number of problems, and `=` if another record has the id or position.
fn problems(document: &Document, record: &Record<'_>, line: usize) -> Cell {
    let twin = match twins(document, line) {
        (true, _) => Some(Severity::Warning),
        (false, true) => Some(Severity::Hint),
        (false, false) => None,
    };
    let own = worst(record);
    let equals = if twin.is_some() { "=" } else { "" };
    match (own, twin) {
        (Some(severity), twin) if Some(severity) >= twin => {
            // Only warnings and errors are counted.
            let found = record.diagnostics().iter();
            let grave = found.filter(|found| found.severity > Severity::Hint);
            let more = match grave.count() {
                0 | 1 => String::new(),
                n => n.to_string(),
            };
            let (sign, role) = sign::coloured(severity);
            Cell::new(format!("{sign}{more}{equals}"), role)
        }
        (_, Some(severity)) => Cell::new(equals, sign::coloured(severity).1),
        (_, None) => Cell::new("", Role::Screen),
    }
}

fn duplicates(document: &Document, line: usize) -> &'static str {
    match twins(document, line) {
        (true, true) => "id pos",
        (true, false) => "id",
        (false, true) => "pos",
        (false, false) => "",
    }
}

/// Returns the solution of the record: best moves, else moves to avoid, else a mate distance.
pub(crate) fn solution(record: &Record<'_>) -> String {
    for (opcode, before) in [
        ("bm", ""),
        ("am", "not "),
        ("dm", "mate in "),
        ("pv", ""),
        ("sm", ""),
    ] {
        if let Some(operation) = record.operation(opcode) {
            let text = record.operands_text(operation);
            if !text.is_empty() {
                return format!("{before}{text}");
            }
        }
    }
    String::new()
}

/// Returns the name of a record for lists outside the page: its id, else its text.
pub fn label(line: &[u8], options: &ReadOptions) -> String {
    let record = Record::read(line, options);
    let name = match operands_of(&record, "id") {
        id if id.is_empty() => text_of(&record),
        id => id,
    };
    glyph::safe(Cell::new(name, Role::Screen).text.as_bytes())
}

/// The counts of the lines of one row of the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    pub lines: usize,
    pub errors: usize,
    pub warnings: usize,
    pub duplicates: usize,
    pub matches: usize,
    pub edited: usize,
    pub marked: usize,
}

impl Spot {
    /// Returns the number of lines with an error, a warning or a duplicate id.
    pub fn problems(self) -> usize {
        let all = self.errors + self.warnings + self.duplicates;
        all.min(self.lines)
    }

    /// Returns the share of `count` in its lines; `None` if `count` is 0.
    pub fn density(self, count: usize) -> Option<Density> {
        let is = |parts: usize| count.saturating_mul(parts) >= self.lines;
        Some(match count {
            0 => return None,
            _ if is(2) => Density::Most,
            _ if is(8) => Density::Many,
            _ if is(50) => Density::Some,
            _ => Density::Few,
        })
    }

    fn add(&mut self, document: &Document, lines: Range<usize>) {
        let count = |set: Option<&LineSet>| {
            set.map_or(0, |set| {
                set.rank(lines.end).saturating_sub(set.rank(lines.start))
            })
        };
        self.lines += lines.len();
        self.matches += count(document.matches());
        self.marked += count(document.marked());
        self.edited += document.suite.edited_in(lines.clone());
        if let Some(survey) = &document.scan.survey {
            let [errors, warnings, duplicates] = survey.count(lines);
            self.errors += errors;
            self.warnings += warnings;
            self.duplicates += duplicates;
        }
    }
}

/// A share of the lines in a row of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Density {
    /// Less than one in fifty, but at least one: a single one among many lines is visible.
    Few,
    /// Less than one in eight.
    Some,
    /// Less than half.
    Many,
    Most,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct MapKey {
    revision: RevisionId,
    rows: usize,
    /// All rows of the list.
    count: usize,
    scan: (u64, bool),
    /// Lines with matches, and marked ones: their number and one of them.
    sets: [Option<(usize, Option<usize>)>; 2],
    narrowed: bool,
    edited: usize,
    sorted: Option<Key>,
}

/// The map of the whole file at the list's edge, with one mark a row.
#[derive(Clone, Debug, Default)]
pub struct Map {
    made: Option<MapKey>,
    /// From the top; empty if all lines are on the screen.
    pub spots: Vec<Spot>,
}

/// Returns the rows of the list (of `count`) that row `at` of a map of `rows` rows represents.
pub(crate) fn rows_of(at: usize, rows: usize, count: usize) -> Range<usize> {
    let from = |at: usize| {
        let wide = at as u128 * count as u128 / rows.max(1) as u128;
        usize::try_from(wide).unwrap_or(count)
    };
    from(at)..from(at + 1)
}

pub(crate) fn refresh(document: &mut Document, rows: usize) {
    let count = document.row_count();
    let sets = [document.matches(), document.marked()];
    let made = MapKey {
        revision: document.suite.revision(),
        rows,
        count,
        scan: (document.scan.ticket, document.scan.running),
        sets: sets.map(|set| set.map(|set| (set.len(), set.nth(set.len() / 2)))),
        narrowed: document.filter.is_some(),
        edited: document.suite.edited_count(),
        sorted: document.sorted_view.as_ref().map(|view| view.by.clone()),
    };
    if document.map.made.as_ref() == Some(&made) {
        return;
    }
    let is_known = document.sorted_view.is_none() || count <= ONE_BY_ONE;
    let spots = (0..rows).filter(|_| count > rows && is_known);
    let spots = spots.map(|at| spot(document, rows_of(at, rows, count)));
    document.map = Map {
        spots: spots.collect(),
        made: Some(made),
    };
}

fn spot(document: &Document, rows: Range<usize>) -> Spot {
    let mut spot = Spot::default();
    if document.sorted_view.is_some() {
        // Rows of a sorted list are scattered over the file.
        for line in rows.filter_map(|row| document.line_at(row)) {
            spot.add(document, line..line + 1);
        }
    } else if let Some(lines) = lines_of(document, rows) {
        spot.add(document, lines);
    }
    spot
}

/// Returns all lines from the first to the last of some rows, filtered or not: the map is of the whole file.
fn lines_of(document: &Document, rows: Range<usize>) -> Option<Range<usize>> {
    let last = document.row_count().checked_sub(1)?;
    let first = document.line_at(rows.start.min(last))?;
    let end = document.line_at(rows.end.saturating_sub(1).min(last))? + 1;
    Some(first..end.max(first + 1))
}

/// Returns the first line among some rows with a match or a problem; else, or if the list is sorted, the first.
pub(crate) fn first_of_note(document: &Document, rows: Range<usize>) -> Option<usize> {
    if document.sorted_view.is_some() {
        return document.line_at(rows.start);
    }
    let lines = lines_of(document, rows)?;
    let survey = document.scan.survey.as_ref();
    let matches = document.matches();
    let matching = matches.and_then(|set| set.at_or_after(lines.start));
    let stop = survey.and_then(|survey| survey.next_stop(lines.start, Direction::Forward));
    let found = [matching, stop].into_iter().flatten();
    let noted = found.filter(|line| lines.contains(line)).min();
    Some(noted.unwrap_or(lines.start))
}

#[cfg(test)]
mod tests {
    use crate::editor::state::columns::page::*;

    #[test]
    fn a_density_distinguishes_one_line_from_most_lines() {
        let of = |count, lines| {
            Spot {
                lines,
                ..Spot::default()
            }
            .density(count)
        };
        assert_eq!(of(0, 1000), None);
        assert_eq!(of(1, 14_000), Some(Density::Few));
        assert_eq!(of(19, 1000), Some(Density::Few));
        assert_eq!(of(20, 1000), Some(Density::Some));
        assert_eq!(of(125, 1000), Some(Density::Many));
        assert_eq!(of(500, 1000), Some(Density::Most));
        assert_eq!(of(1, 2), Some(Density::Most));
        assert_eq!(of(usize::MAX, usize::MAX), Some(Density::Most));
    }

    #[test]
    fn the_rows_of_a_map_cover_all_rows_of_the_list() {
        for (rows, count) in [(1, 1), (7, 100), (20, 10_000_000), (30, 31)] {
            let mut next = 0;
            for at in 0..rows {
                let range = rows_of(at, rows, count);
                assert_eq!(range.start, next);
                next = range.end;
            }
            assert_eq!(next, count);
        }
    }
}
