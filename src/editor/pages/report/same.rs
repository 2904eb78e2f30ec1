//! Records that are the same in some way, group by group, with what differs in them side by side.

use crate::editor::flows::open;
use crate::editor::model::Model;
use crate::editor::overlay::report::{Report, Reports, Row};
use crate::editor::overlay::{self, Does};
use crate::editor::pages::differences;
use crate::editor::pages::report::{ask, compare, going_to, open as show};
use crate::editor::state::columns::page::label;
use crate::editor::widgets::glyph;
use crate::epd::counted::{noun, thousands};
use crate::suite::edit::Chosen;
use crate::suite::{
    Duplicates, Job, JobError, RevisionId, Sameness, Snapshot, contradictions, find_duplicates,
};
use std::sync::Arc;

/// Groups listed, and records of a group.
const GROUPS: usize = 500;
const RECORDS: usize = 20;

/// In what way records are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Id,
    Position,
    Record,
    /// The same position with other best moves.
    Contradiction,
}

impl Way {
    /// All, in the order they are gone through.
    pub const ALL: [Self; 4] = [Self::Id, Self::Position, Self::Contradiction, Self::Record];

    /// As a row and as the page's title.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Id => "same id",
            Self::Position => "same position",
            Self::Record => "same record",
            Self::Contradiction => "contradictions",
        }
    }

    /// As the title of the page.
    const fn page_title(self) -> &'static str {
        match self {
            Self::Id => "Records with the same id",
            Self::Position => "Records with the same position",
            Self::Record => "Identical records",
            Self::Contradiction => "Contradictions",
        }
    }

    /// What that means.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Id => "records that share an id",
            Self::Position => {
                // Of en-passant squares only those count where a pawn can capture.
                "same placement, side to move and rights"
            }
            Self::Record => "same canonical text",
            Self::Contradiction => "same position with different best moves",
        }
    }

    /// The question whose answers they are.
    pub const fn question(self) -> Option<&'static str> {
        match self {
            Self::Id => Some("duplicate(id)"),
            Self::Position => Some("duplicate(position)"),
            Self::Record => Some("duplicate(record)"),
            Self::Contradiction => None,
        }
    }

    /// The row that opens its page.
    pub(super) fn row(self) -> Row {
        let row = Row::item(self.title())
            .detailed(self.about())
            .doing(move |model| open(model, self));
        match self.question() {
            Some(query) => row.asking(query),
            None => row,
        }
    }
}

/// What the page keeps.
#[derive(Debug)]
pub(crate) struct Same {
    way: Way,
    /// The revision whose lines are listed.
    at: RevisionId,
    /// The lines of each group listed.
    groups: Vec<Vec<usize>>,
    /// All that was found, whichever way is looked at.
    found: Option<Arc<AllSame>>,
    /// The group that is compared, and the line it is looked at from.
    compared: Option<(usize, usize)>,
}

/// The first way in which records of the file are the same, as far as that is known.
pub(super) fn first_with_any(model: &Model) -> Way {
    let survey = model.document.scan.survey.as_ref();
    let positions_alone = survey.is_some_and(|survey| {
        let found = &survey.scanned;
        found.same_ids.lines.is_empty() && !found.same_positions.lines.is_empty()
    });
    match positions_alone {
        true => Way::Position,
        false => Way::Id,
    }
}

/// Opens the page.
pub fn open(model: &mut Model, way: Way) {
    let report = Report::new(Same::new(model, way, None), way.page_title()).noted("looking");
    show(model, compared(report));
    ask(model, AllSame::find, arrived);
}

/// Opens the page on what was found for another way.
fn open_found(model: &mut Model, way: Way, found: Arc<AllSame>) {
    let mut same = Same::new(model, way, Some(found));
    let (note, rows) = same.listed(model);
    let mut report = Report::new(same, way.page_title()).noted(note);
    put(&mut report, rows);
    show(model, compared(report))
}

/// The page with room for the group that is compared.
fn compared(mut report: Report) -> Report {
    report.compares = true;
    report
}

impl Same {
    fn new(model: &Model, way: Way, found: Option<Arc<AllSame>>) -> Self {
        Self {
            way,
            at: model.document.suite.revision(),
            groups: Vec::new(),
            found,
            compared: None,
        }
    }

    /// The note and the rows of the way looked at.
    fn listed(&mut self, model: &mut Model) -> (String, Vec<Row>) {
        let Some(all) = self.found.clone() else {
            return (String::new(), Vec::new());
        };
        let found = all.of(self.way);
        let groups = found.groups().take(GROUPS);
        self.groups = groups.map(|group| group.collect()).collect();
        let note = format!("{} · {}", tabs(&all, self.way), note(found));
        (note, rows(model, &self.groups))
    }
}

/// All ways with how many groups each has, the one looked at in brackets.
fn tabs(all: &AllSame, way: Way) -> String {
    let tabs = Way::ALL.map(|each| {
        let count = thousands(all.of(each).group_count());
        let words = format!("{} {count}", each.title());
        if each == way {
            format!("[{words}]")
        } else {
            words
        }
    });
    tabs.join("  ")
}

/// Records that are the same, in every way.
#[derive(Clone, Debug)]
struct AllSame {
    ids: Duplicates,
    positions: Duplicates,
    /// The same position with other best moves.
    contradictions: Duplicates,
    records: Duplicates,
}

impl AllSame {
    fn find(snapshot: &Snapshot, _: &Chosen, job: &Job) -> Result<Self, JobError> {
        let same = |by| find_duplicates(snapshot, by, job);
        let positions = same(Sameness::Position)?;
        Ok(Self {
            ids: same(Sameness::Id)?,
            contradictions: contradictions(snapshot, &positions, job)?,
            positions,
            records: same(Sameness::Record)?,
        })
    }

    fn of(&self, way: Way) -> &Duplicates {
        match way {
            Way::Id => &self.ids,
            Way::Position => &self.positions,
            Way::Record => &self.records,
            Way::Contradiction => &self.contradictions,
        }
    }
}

/// The groups are found.
fn arrived(page: &mut Same, report: &mut Report, model: &mut Model, all: AllSame) {
    page.at = model.document.suite.revision();
    page.found = Some(Arc::new(all));
    let (note, rows) = page.listed(model);
    report.note = note;
    put(report, rows);
}

impl Reports for Same {
    /// Compares the group with the cursor. After an edit the list is of lines that may have moved.
    fn refresh(&mut self, report: &mut Report, model: &Model) {
        let Some(line) = report.row().and_then(|row| row.line) else {
            return;
        };
        let group = self.groups.iter().position(|group| group.contains(&line));
        let is_current = self.at == model.document.suite.revision();
        let Some(at) = group.filter(|_| is_current) else {
            return;
        };
        if self.compared != Some((at, line))
            && let Some(lines) = self.groups.get(at)
        {
            report.compared = Some(compare::side_by_side(model, lines, line));
            self.compared = Some((at, line));
        }
    }

    /// The next way of being the same.
    fn beside(&self, _model: &Model, by: isize) -> Option<Does> {
        let at = Way::ALL.iter().position(|way| *way == self.way)?;
        let next = (at + Way::ALL.len()).saturating_add_signed(by) % Way::ALL.len();
        let way = *Way::ALL.get(next)?;
        let found = self.found.clone();
        let at = self.at;
        Some(Does::new(move |model| match &found {
            Some(found) if at == model.document.suite.revision() => {
                open_found(model, way, found.clone())
            }
            _ => open(model, way),
        }))
    }

    fn query(&self) -> Option<String> {
        self.way.question().map(str::to_owned)
    }
}

fn note(found: &Duplicates) -> String {
    let groups = found.group_count();
    let more = if groups > GROUPS {
        format!(", showing the first {GROUPS}")
    } else {
        String::new()
    };
    format!(
        "{} records in {} {}{more}",
        thousands(found.record_count()),
        thousands(groups),
        noun(groups, "group", "groups")
    )
}

/// Puts the rows, the cursor being on the first record where there is any.
fn put(report: &mut Report, rows: Vec<Row>) {
    report.put(rows);
    let first = report.rows.iter().position(|row| row.line.is_some());
    if let Some(first) = first {
        report.cursor = first;
    }
}

/// The row that leads to what this file has in common with another that is open: whoever looks for
/// duplicates of two suites looks here first.
fn in_both(model: &Model) -> Option<Row> {
    let others = open::others(model);
    let name = match others.as_slice() {
        [] => return None,
        [only] => {
            let other = model.document_of(*only)?;
            glyph::safe(other.suite.name().as_bytes())
        }
        _ => "another open file".to_owned(),
    };
    let row = Row::item(format!("records also in {name}"));
    let row = row.detailed("opens the comparison, which lists them");
    Some(row.doing(|model| {
        overlay::leave(model);
        differences::list_identical(model);
    }))
}

fn rows(model: &Model, groups: &[Vec<usize>]) -> Vec<Row> {
    let options = model.document.read_options();
    let mut rows: Vec<Row> = in_both(model).into_iter().collect();
    for group in groups {
        let Some(first) = group.first() else { continue };
        let line = model.document.suite.line(*first);
        let heading = glyph::cut(&label(&line, &options), 40);
        rows.push(Row::heading(heading).counted(group.len()));
        for line in group.iter().take(RECORDS) {
            let bytes = model.document.suite.line(*line);
            let text = String::from_utf8_lossy(&bytes).trim().to_owned();
            let row = Row::item(format!("line {}", thousands(line + 1)));
            rows.push(
                going_to(row, *line)
                    .under()
                    .detailed(glyph::cut(&text, 200)),
            );
        }
        if group.len() > RECORDS {
            let more = group.len() - RECORDS;
            rows.push(Row::heading(format!("… {more} more")).under());
        }
    }
    if groups.is_empty() {
        rows.push(Row::heading(match rows.len() {
            0 => "none found",
            _ => "none found in this file",
        }));
    }
    rows
}
