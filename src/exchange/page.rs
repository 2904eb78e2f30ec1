//! A page of a report, for any medium: sentences, tables, charts and positions. It is written as text, Markdown and
//! HTML; the editor lists its rows, which lead to their records. It is in `exchange` because positions are drawn with
//! [`diagram`](super::diagram).
//!
//! ```
//! use epdit::exchange::page::{Page, Part, markdown, text};
//!
//! let page = Page { title: "a.epd".into(), parts: vec![Part::Sentence("1 of 2 solved".into())] };
//! assert_eq!(text(&page, |text| text.len(), true), "a.epd\n1 of 2 solved\n");
//! assert_eq!(markdown(&page), "# a.epd\n\n1 of 2 solved\n");
//! ```

mod media;

pub(super) use media::markdown_text;
pub use media::{aligned, html, markdown, text};

use crate::epd::counted::{thousands, thousands_of};
use crate::epd::opcode::{self, Edition};
use crate::epd::{Code, perft};
use crate::exchange::diagram::Drawing;
use crate::exchange::table::{Separator, write_values};
use crate::suite::field::Field;
use crate::suite::query::Phase;
use crate::suite::statistics::{EXACT_MATERIAL, LENGTH_STEP};
use crate::suite::{LineSet, Statistics};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A title and the parts below it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    pub title: String,
    pub parts: Vec<Part>,
}

/// A piece of a page.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    Heading(String),
    /// A sentence on its own line.
    Sentence(String),
    Table(Table),
    Chart(Chart),
    /// Positions, where they can be drawn or copied; plain text leaves them out.
    Figures(Vec<Figure>),
    /// Parts for a screen where rows can be selected; text, Markdown and HTML leave them out.
    Browsed(Vec<Part>),
}

/// A table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// The name of each column, and true if it is aligned right, as numbers are.
    pub columns: Vec<(String, bool)>,
    pub rows: Vec<Row>,
    /// The number of rows left out at the end.
    pub more: usize,
}

/// A bar chart; the first cell of each row names its bars.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// The counted quantity and the meaning of the names; empty if a heading states them.
    pub title: String,
    /// The names of the bars side by side in each row; empty for single bars.
    pub names: Vec<String>,
    /// The total, if counts are also shown as shares of it.
    pub whole: Option<usize>,
    pub rows: Vec<Row>,
}

/// A row of a table or a chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The cells; in a chart the name of the bars, and its meaning where a screen has room for it.
    pub cells: Vec<String>,
    /// The lengths of the bars, in a chart.
    pub counts: Vec<usize>,
    pub about: Option<About>,
}

/// The records that a row concerns.
#[derive(Clone, Debug, PartialEq)]
pub enum About {
    /// A line (0-based).
    Line(usize),
    /// Lines, with their description.
    Lines(String, LineSet),
    /// The records that match a query.
    Query(String),
}

/// A position with a caption.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    pub drawing: Drawing,
    /// The four fields, for copying.
    pub position: String,
    pub captions: Vec<String>,
}

impl Part {
    pub(crate) fn heading(text: impl Into<String>) -> Self {
        Self::Heading(text.into())
    }

    pub(crate) fn sentence(text: impl Into<String>) -> Self {
        Self::Sentence(text.into())
    }
}

impl About {
    /// Returns lines with a description; `None` for an empty set.
    pub(crate) fn lines(
        name: impl Into<String>,
        lines: impl IntoIterator<Item = usize>,
    ) -> Option<Self> {
        let lines: LineSet = lines.into_iter().collect();
        (!lines.is_empty()).then(|| Self::Lines(name.into(), lines))
    }
}

impl Row {
    pub(crate) fn of(cells: Vec<String>) -> Self {
        Self {
            cells,
            ..Self::default()
        }
    }

    pub(crate) fn bars(name: impl Into<String>, counts: Vec<usize>) -> Self {
        Self {
            cells: vec![name.into()],
            counts,
            about: None,
        }
    }

    pub(crate) fn about(self, about: impl Into<Option<About>>) -> Self {
        Self {
            about: about.into(),
            ..self
        }
    }

    fn name(&self) -> &str {
        self.cells.first().map_or("", String::as_str)
    }
}

impl Table {
    /// Returns a table without rows; the names of right-aligned columns begin with `>`.
    pub(crate) fn with<N: AsRef<str>>(columns: impl IntoIterator<Item = N>) -> Self {
        let column = |name: N| match name.as_ref().strip_prefix('>') {
            Some(name) => (name.to_owned(), true),
            None => (name.as_ref().to_owned(), false),
        };
        Self {
            columns: columns.into_iter().map(column).collect(),
            ..Self::default()
        }
    }

    pub(crate) fn is_right(&self, at: usize) -> bool {
        self.columns.get(at).is_some_and(|(_, is_right)| *is_right)
    }

    fn and_more(&self) -> Option<String> {
        let more = thousands(self.more);
        (self.more > 0).then(|| format!("... and {more} more (csv and json have all)"))
    }

    pub(crate) fn push(&mut self, cells: Vec<String>) {
        self.rows.push(Row::of(cells));
    }

    pub(crate) fn without_empty_columns(mut self) -> Self {
        for at in (0..self.columns.len()).rev() {
            let is_empty = |row: &Row| row.cells.get(at).is_none_or(String::is_empty);
            if self.rows.iter().all(is_empty) {
                self.columns.remove(at);
                for row in self.rows.iter_mut().filter(|row| at < row.cells.len()) {
                    row.cells.remove(at);
                }
            }
        }
        self
    }
}

impl Chart {
    /// Returns the length of the longest bar, at least 1.
    fn highest(&self) -> usize {
        let counts = self.rows.iter().flat_map(|row| &row.counts);
        counts.copied().max().unwrap_or(0).max(1)
    }

    /// Returns the names of the number columns.
    fn counted(&self) -> Vec<&str> {
        match self.names.as_slice() {
            [] => vec!["records"],
            names => names.iter().map(String::as_str).collect(),
        }
    }
}

/// Returns a table as CSV, by RFC 4180.
pub fn csv(table: &Table) -> String {
    let mut out = Vec::new();
    let mut write = |cells: &mut dyn ExactSizeIterator<Item = &String>| {
        let cells = cells.map(|cell| Some(cell.as_bytes()).filter(|cell| !cell.is_empty()));
        write_values(cells, Separator::Comma, &mut out);
    };
    write(&mut table.columns.iter().map(|(name, _)| name));
    for row in &table.rows {
        write(&mut row.cells.iter());
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// Returns the page about a problem code or an opcode: a title, a sentence, and a table of further facts; `None` for
/// any other word.
pub fn explained(name: &str) -> Option<Page> {
    if let Some(code) = Code::from_name(name) {
        let title = format!("{} ({})", code.title(), code.severity().name());
        return Some(page(name, &title, code.about(), Vec::new()));
    }
    if let Some(info) = opcode::find(name.as_bytes()) {
        let edition = match info.edition {
            Edition::Of1994 => "1994",
            Edition::Of1995 => "1995",
        };
        let facts = vec![
            ("Operands", info.shape.takes()),
            ("Since", format!("the {edition} standard")),
            ("Example", info.example.to_owned()),
        ];
        return Some(page(name, info.title, info.about, facts));
    }
    let known = opcode::of_use(name.as_bytes())?;
    let mut facts = vec![
        ("Operands", known.takes.to_owned()),
        ("Example", known.example.to_owned()),
    ];
    let mut title = known.title.to_owned();
    if let Some(depth) = opcode::perft_depth(name.as_bytes()) {
        title = format!("perft: number of leaf nodes at depth {depth}");
        if depth <= perft::DEEPEST {
            let command = format!("epdit check --perft={depth} PATH");
            facts.push(("Verify it", command));
        }
    }
    let about = "An opcode outside the standard, but common in files. It is left unchanged and not reported.";
    Some(page(name, &title, about, facts))
}

fn page(name: &str, title: &str, about: &str, facts: Vec<(&str, String)>) -> Page {
    let mut table = Table::with(["", ""]);
    for (what, words) in facts {
        table.push(vec![what.to_owned(), words]);
    }
    Page {
        title: format!("{name}: {title}"),
        parts: vec![Part::sentence(about), Part::Table(table)],
    }
}

/// Returns the page of the statistics; open-ended lists have the first `most` rows, and one row for the rest.
pub fn statistics(found: &Statistics, most: usize) -> Page {
    let records = found.records;
    let title = [
        thousands_of(records, "record", "records"),
        thousands_of(found.comments, "comment", "comments"),
        thousands_of(found.blank, "blank line", "blank lines"),
    ];
    let mean = found.bytes.checked_div(records).unwrap_or(0);
    let mut parts = vec![
        Part::sentence(format!(
            "{}, {}",
            thousands_of(found.legal, "legal position", "legal positions"),
            thousands_of(found.operations, "operation", "operations")
        )),
        Part::sentence(format!(
            "{} in records: {mean} on average, {} the longest",
            thousands_of(found.bytes, "byte", "bytes"),
            found.longest
        )),
    ];
    let mut section = |title: &str, of: &str, whole: usize, rows: Vec<Row>| {
        if rows.is_empty() {
            return;
        }
        parts.push(Part::heading(format!("{title} ({of})")));
        parts.push(Part::Chart(Chart {
            whole: Some(whole),
            rows,
            ..Chart::default()
        }));
    };
    let of_records = |number: usize, those: &str| match number {
        1 => format!("of 1 record{those}"),
        _ => format!("of {number} records{those}"),
    };
    let sides = ["w", "b"].into_iter().zip(found.sides);
    let rows = sides.map(|(side, count)| row(side, count, Field::Side.query(side.as_bytes()).ok()));
    let whole = found.sides.iter().sum();
    let of = of_records(whole, " with a side to move");
    section("side to move", &of, whole, rows.collect());
    let phases = Phase::ALL.iter().zip(found.phases);
    let rows = phases.map(|(phase, count)| {
        let name = phase.name();
        row(name, count, Some(format!("phase = {name}")))
    });
    let boards = found.phases.iter().sum();
    let of = of_records(boards, " with a board");
    section("phase", &of, boards, rows.collect());
    let rows = first(&found.opcodes, most, |name, count| {
        let without = Field::Operation(name.clone()).query(b"").ok();
        let query = without.and_then(|text| text.strip_prefix("not ").map(str::to_owned));
        let mut row = row(name, count, query);
        let title = opcode::find(name.as_bytes()).map(|info| info.title.to_owned());
        row.cells.extend(title);
        row
    });
    let of = of_records(records, ", each counted once for each of its opcodes");
    section("opcode", &of, records, rows);
    let rows = first(&found.material, most, |material, count| {
        row(
            material,
            count,
            Field::Material.query(material.as_bytes()).ok(),
        )
    });
    let few = found.material.values().sum();
    let of = of_records(few, &format!(" with at most {EXACT_MATERIAL} pieces"));
    section("material", &of, few, rows);
    let rows = found.pieces.iter();
    let rows = rows.map(|(pieces, count)| {
        row(
            &pieces.to_string(),
            *count,
            Some(format!("pieces = {pieces}")),
        )
    });
    let of = of_records(boards, " with a board");
    section("pieces", &of, boards, rows.collect());
    let rows = found.lengths.iter().map(|(step, count)| {
        let (from, to) = (step * LENGTH_STEP, (step + 1) * LENGTH_STEP);
        let query = format!("length >= {from} and length < {to}");
        row(&format!("{from}-{}", to - 1), *count, Some(query))
    });
    let of = of_records(records, "");
    section("length in bytes", &of, records, rows.collect());
    let rows = first(&found.problems, most, |code, count| {
        let mut row = row(
            code.name(),
            count,
            Some(format!("problem({})", code.name())),
        );
        row.cells.push(code.title().to_owned());
        row
    });
    let whole = found.problems.values().sum();
    let of = format!("of {}", thousands_of(whole, "problem", "problems"));
    section("problem", &of, whole, rows);
    Page {
        title: title.join(", "),
        parts,
    }
}

fn row(name: &str, count: usize, query: Option<String>) -> Row {
    Row::bars(name, vec![count]).about(query.map(About::Query))
}

/// Returns the rows with the highest counts, and one for the rest.
fn first<K: Ord>(
    counts: &BTreeMap<K, usize>,
    most: usize,
    row: impl Fn(&K, usize) -> Row,
) -> Vec<Row> {
    let mut all: Vec<(&K, usize)> = counts.iter().map(|(key, count)| (key, *count)).collect();
    all.sort_by_key(|(_, count)| Reverse(*count));
    let others = all.split_off(most.min(all.len()));
    let mut rows: Vec<Row> = all
        .into_iter()
        .map(|(key, count)| row(key, count))
        .collect();
    if !others.is_empty() {
        let count = others.iter().map(|(_, count)| count).sum();
        rows.push(Row::bars(format!("{} others", others.len()), vec![count]));
    }
    rows
}
