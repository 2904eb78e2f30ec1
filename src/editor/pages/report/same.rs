//! Records that are the same in some way, group by group, with what differs in them side by side.

use crate::editor::model::Model;
use crate::editor::overlay::report::{
    About, Compared, Report, Reports, Row, give, going_to, show as show_page,
};
use crate::editor::overlay::{self, Does};
use crate::editor::pages::differences;
use crate::editor::pages::report::{self, ask};
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
    /// Same positions with other best moves.
    Contradiction,
}

/// The words for a way.
struct Words {
    /// As a row.
    row: &'static str,
    /// As the title of the page.
    page: &'static str,
    about: &'static str,
    /// The query for such records.
    query: Option<&'static str>,
}

impl Way {
    /// All, in the order they are gone through.
    pub const ALL: [Self; 4] = [Self::Id, Self::Position, Self::Contradiction, Self::Record];

    const fn words(self) -> Words {
        match self {
            Self::Id => Words {
                row: "same id",
                page: "Records with the same id",
                about: "records that share an id",
                query: Some("duplicate(id)"),
            },
            Self::Position => Words {
                row: "same position",
                page: "Records with the same position",
                // Of en-passant squares only those count where a pawn can capture.
                about: "same placement, side to move and rights",
                query: Some("duplicate(position)"),
            },
            Self::Record => Words {
                row: "same record",
                page: "Identical records",
                about: "same canonical text",
                query: Some("duplicate(record)"),
            },
            Self::Contradiction => Words {
                row: "contradictions",
                page: "Contradictions",
                about: "same position with different best moves",
                query: None,
            },
        }
    }

    /// Returns the row that opens its page.
    pub(super) fn row(self) -> Row {
        let words = self.words();
        let row = Row::item(words.row)
            .detailed(words.about)
            .doing(move |model| open(model, self));
        self.asking(row)
    }

    /// Returns the same row, about all records that are the same in this way.
    fn asking(self, row: Row) -> Row {
        match self.words().query {
            Some(query) => row.about(About::Query(query.to_owned())),
            None => row,
        }
    }
}

/// The state of the page.
#[derive(Debug)]
pub(crate) struct Same {
    way: Way,
    /// The revision whose lines are listed.
    at: RevisionId,
    /// The lines of each group listed.
    groups: Vec<Vec<usize>>,
    /// All that was found, whichever way is looked at.
    found: Option<Arc<AllSame>>,
}

/// Records that are the same, in each of [`Way::ALL`].
type AllSame = [Duplicates; 4];

/// Returns the first way in which records of the file are the same, as far as that is known.
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

pub fn open(model: &mut Model, way: Way) {
    show(model, way);
    ask(model, find, |page: &mut Same, report, model, found| {
        page.put(report, model, Arc::new(found));
    });
}

/// Opens the page, with nothing on it yet.
fn show(model: &mut Model, way: Way) {
    let page = Same {
        way,
        at: model.document.suite.revision(),
        groups: Vec::new(),
        found: None,
    };
    let mut report = Report::new(page, way.words().page).noted("looking");
    report.compared = Some(Compared::default());
    show_page(model, report)
}

fn find(snapshot: &Snapshot, _: &Chosen, job: &Job) -> Result<AllSame, JobError> {
    let same = |by| find_duplicates(snapshot, by, job);
    let positions = same(Sameness::Position)?;
    let contradictions = contradictions(snapshot, &positions, job)?;
    Ok([
        same(Sameness::Id)?,
        positions,
        contradictions,
        same(Sameness::Record)?,
    ])
}

impl Same {
    /// Lists what was found, the cursor on the first record where there is any.
    fn put(&mut self, report: &mut Report, model: &Model, all: Arc<AllSame>) {
        self.at = model.document.suite.revision();
        let mut tabs = Vec::new();
        for (way, found) in Way::ALL.into_iter().zip(&*all) {
            let tab = format!("{} {}", way.words().row, thousands(found.group_count()));
            if way != self.way {
                tabs.push(tab);
                continue;
            }
            tabs.push(format!("[{tab}]"));
            let groups = found.groups().take(GROUPS);
            self.groups = groups.map(|group| group.collect()).collect();
            report.note = note(found);
        }
        report.note = format!("{} · {}", tabs.join("  "), report.note);
        report.put(rows(model, self.way, &self.groups));
        let first = report.rows.iter().position(|row| row.line.is_some());
        report.cursor = first.unwrap_or(report.cursor);
        self.found = Some(all);
    }
}

impl Reports for Same {
    /// Compares the group with the cursor. After an edit the list is of lines that may have moved.
    fn refresh(&mut self, report: &mut Report, model: &Model) {
        let line = report.row().and_then(|row| row.line);
        let is_current = self.at == model.document.suite.revision();
        let compared = report.compared.as_ref();
        let compared = compared.and_then(|all| all.lines.get(all.cursor).copied());
        if let Some(line) = line.filter(|_| is_current && compared != line)
            && let Some(lines) = self.groups.iter().find(|group| group.contains(&line))
        {
            report.compared = Some(report::side_by_side(model, lines, line));
        }
    }

    /// Returns the next way of being the same.
    fn beside(&self, _model: &Model, by: isize) -> Option<Does> {
        let at = Way::ALL.iter().position(|way| *way == self.way)?;
        let next = (at + Way::ALL.len()).saturating_add_signed(by) % Way::ALL.len();
        let way = *Way::ALL.get(next)?;
        let (found, at) = (self.found.clone(), self.at);
        Some(Does::new(move |model| match found.clone() {
            Some(found) if at == model.document.suite.revision() => {
                show(model, way);
                give(model, |page: &mut Same, report, model| {
                    page.put(report, model, found);
                });
            }
            _ => open(model, way),
        }))
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

/// Returns the row that leads to what this file has in common with another that is open: whoever looks for
/// duplicates of two suites looks here first.
fn in_both(model: &Model) -> Option<Row> {
    let name = match &model.others[..] {
        [] => return None,
        [only] => glyph::safe(only.suite.name().as_bytes()),
        _ => "another open file".to_owned(),
    };
    let row = Row::item(format!("records also in {name}"));
    let row = row.detailed("opens the comparison, which lists them");
    Some(row.doing(|model| {
        overlay::leave(model);
        differences::list_identical(model);
    }))
}

fn rows(model: &Model, way: Way, groups: &[Vec<usize>]) -> Vec<Row> {
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
            let row = going_to(row, *line).under();
            rows.push(way.asking(row.detailed(glyph::cut(&text, 200))));
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
