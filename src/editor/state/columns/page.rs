//! The rows of the list that are on the screen, read once and kept until something changes.

use crate::editor::state::Picture;
use crate::editor::state::columns::Column;
use crate::editor::state::columns::place::{SIGNS, Want};
use crate::editor::state::document::Document;
use crate::editor::widgets::theme::Role;
use crate::editor::widgets::{glyph, sign};
use crate::epd::{ReadOptions, Record, Severity};
use crate::suite::field::Field;
use crate::suite::query::LazyRecord;
use crate::suite::{LineState, RevisionId, worst};
use shakmaty::Color;

/// Screen columns that a column takes at most, however long its content is.
pub(crate) const WIDEST: u16 = 40;

/// Bytes of a content that are looked at: no screen shows more.
pub(crate) const LONGEST: usize = 400;

/// The text of a column in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Not made safe yet: drawing does that.
    pub text: String,
    /// Secondary: the number of a line, the text of a record without an id.
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

/// The contents of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    Blank,
    /// A comment, or something else that is no record.
    Comment(String),
    /// One cell a column.
    Record(Vec<Cell>),
}

/// A row of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The line, 0-based.
    pub line: usize,
    pub state: LineState,
    pub body: Body,
    /// Whether the text searched for is in it.
    pub matches: bool,
    /// The gravest finding.
    pub worst: Option<Severity>,
    pub side: Option<Color>,
    /// The record as a small board, where those are shown.
    pub picture: Option<Picture>,
}

/// The state that a page was made for: where all is the same it need not be made again.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Made {
    pub(crate) revision: RevisionId,
    pub(crate) lines: Vec<usize>,
    pub(crate) generation: u64,
    pub(crate) boards: bool,
    pub(crate) search: Option<crate::suite::Pattern>,
    /// The scan that duplicates were known from.
    pub(crate) scan: (u64, bool),
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct Page {
    pub(crate) made: Option<Made>,
    /// The line that was selected then.
    pub(crate) selected: Option<usize>,
    /// From the top.
    pub rows: Vec<Row>,
    /// Records read for it since the file was opened: a measure of the work done.
    pub read: u64,
}

impl Page {
    /// The rows are read anew for the next frame: they show something else, as after a save.
    pub(crate) fn forget(&mut self) {
        self.made = None;
    }
}

/// Columns of the side to move, and of its heading, where there is room for words.
pub const SIDE_IN_WORDS: u16 = 5;

/// Returns the width that a column takes before its content is known, so that it moves little later, and that below
/// which it is not cut where there is little room.
pub(crate) fn least(column: &Column) -> Want {
    let (width, least) = match column {
        // By its id a record is told from others, so an id of usual length stays whole.
        Column::Id => (10, Some(12)),
        Column::Best => (4, Some(6)),
        // One record with many problems costs the others nothing of their ids.
        Column::Problems => (1, Some(SIGNS)),
        Column::Field(Field::Side) => (1, None),
        Column::Field(Field::Line | Field::Pieces | Field::Moves | Field::EnPassant) => (3, None),
        _ => (3, Some(6)),
    };
    Want {
        width: glyph::columns(column.heading()).max(width),
        least,
        usual: 0,
        more: if *column == Column::SIDE {
            SIDE_IN_WORDS - 1
        } else {
            0
        },
    }
}

/// Lets the columns grow with what is in them.
pub(crate) fn measure(page: &Page, wants: &mut [Want], lines: usize) {
    let digits = glyph::columns(&lines.to_string());
    for row in &page.rows {
        let Body::Record(cells) = &row.body else {
            continue;
        };
        for (want, cell) in wants.iter_mut().zip(cells) {
            let width = match cell.role {
                // All numbers of the file have room: they don't push while one scrolls.
                Role::Secondary if want.least.is_none() => digits,
                // A text that only stands for a missing id does not widen its column.
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
            // Without an id the placement tells records apart.
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
            Cell::new(
                text,
                if is_number {
                    Role::Number
                } else {
                    Role::Screen
                },
            )
        }
    }
}

/// Returns the text of a record, without blanks around it.
pub(crate) fn text_of(record: &Record<'_>) -> String {
    let text = String::from_utf8_lossy(record.body().of(record.line()));
    text.trim().to_owned()
}

/// Returns the operands of an operation as written, or the number that the record implies.
fn operands_of(record: &Record<'_>, name: &str) -> String {
    match record.operation(name) {
        Some(operation) => record.operands_text(operation),
        None => record
            .implied(name)
            .map_or(String::new(), |number| number.to_string()),
    }
}

/// Returns whether another record has the id of a line, and whether one has its position, as far as that is known.
fn twins(document: &Document, line: usize) -> (bool, bool) {
    let survey = document.scan.survey.as_ref();
    survey.map_or((false, false), |survey| {
        (
            survey.has_duplicate_id(line),
            survey.has_duplicate_position(line),
        )
    })
}

/// Returns the sign of the worst problem, how many there are, and `=` where another record has the same id or
/// position: alone where nothing else is as bad.
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
            // How many there are matters where they are grave.
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

/// In what way a line is not alone.
fn duplicates(document: &Document, line: usize) -> &'static str {
    match twins(document, line) {
        (true, true) => "id pos",
        (true, false) => "id",
        (false, true) => "pos",
        (false, false) => "",
    }
}

/// Returns the solution that the record gives: best moves, else moves to avoid, else a mate distance.
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

/// Returns the name of a record without a page in lists: its id, else its text.
pub fn label(line: &[u8], options: &ReadOptions) -> String {
    let record = Record::read(line, options);
    let name = match operands_of(&record, "id") {
        id if id.is_empty() => text_of(&record),
        id => id,
    };
    glyph::safe(Cell::new(name, Role::Screen).text.as_bytes())
}
