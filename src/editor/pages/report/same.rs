//! Records that are the same in some way, group by group, with what differs in them side by side.

use crate::editor::model::Model;
use crate::editor::overlay::report::{self, About, Compared, ComparedRow, Report, Reports, Row};
use crate::editor::overlay::report::{give, going_to};
use crate::editor::overlay::{self, Does};
use crate::editor::pages::differences;
use crate::editor::pages::report::ask;
use crate::editor::state::columns::page::label;
use crate::editor::widgets::glyph;
use crate::epd::Record;
use crate::epd::counted::{thousands, thousands_of};
use crate::suite::edit::Chosen;
use crate::suite::{
    Duplicates, Job, JobError, RevisionId, Sameness, Snapshot, contradictions, find_duplicates,
};
use std::sync::Arc;

/// Groups listed, and records of a group.
const GROUPS: usize = 500;
const RECORDS: usize = 20;
/// Records compared at most: more have no room beside one another.
const MOST: usize = 6;
/// Screen columns of a value that are kept.
const LONGEST: usize = 120;

/// The way in which records are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Id,
    Position,
    Record,
    /// Same positions with other best moves.
    Contradiction,
}

struct Words {
    row: &'static str,
    page: &'static str,
    about: &'static str,
    query: Option<&'static str>,
}

impl Way {
    /// All, in the order they are gone through.
    pub(super) const ALL: [Self; 4] = [Self::Id, Self::Position, Self::Contradiction, Self::Record];

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

    pub(super) fn row(self) -> Row {
        let words = self.words();
        let row = Row::item(words.row).detailed(words.about);
        self.asking(row.doing(move |model| open(model, self)))
    }

    /// Returns the same row, about all records that are the same in this way.
    fn asking(self, row: Row) -> Row {
        match self.words().query {
            Some(query) => row.about(About::Query(query.to_owned())),
            None => row,
        }
    }
}

#[derive(Debug)]
struct Same {
    way: Way,
    /// The revision whose lines are listed.
    at: RevisionId,
    groups: Vec<Vec<usize>>,
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

pub(super) fn open(model: &mut Model, way: Way) {
    show(model, way);
    ask(model, find, |page: &mut Same, report, model, found| {
        page.put(report, model, Arc::new(found));
    });
}

/// Shows the page, with nothing on it yet.
fn show(model: &mut Model, way: Way) {
    let page = Same {
        way,
        at: model.document.suite.revision(),
        groups: Vec::new(),
        found: None,
    };
    let mut report = Report::new(page, way.words().page).noted("looking");
    report.compared = Some(Compared::default());
    report::show(model, report)
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
            let (records, groups) = (found.record_count(), found.group_count());
            let groups = thousands_of(groups, "group", "groups");
            report.note = format!("{} records in {groups}", thousands(records));
            if found.group_count() > GROUPS {
                report.note += &format!(", showing the first {GROUPS}");
            }
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
            report.compared = Some(side_by_side(model, lines, line));
        }
    }

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
        let first = model.document.suite.line(*first);
        let heading = glyph::cut(&label(&first, &options), 40);
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

/// Returns the records of some lines side by side, those near `line` where there are too many.
fn side_by_side(model: &Model, lines: &[usize], line: usize) -> Compared {
    let at = lines.iter().position(|&other| other == line).unwrap_or(0);
    let first = (at + 1).saturating_sub(MOST);
    let lines: Vec<usize> = lines.iter().copied().skip(first).take(MOST).collect();
    let options = model.document.read_options();
    let suite = &model.document.suite;
    let texts: Vec<_> = lines.iter().map(|&line| suite.line(line)).collect();
    let records = texts.iter().map(|text| Record::read(text, &options));
    let records: Vec<Record<'_>> = records.collect();
    let mut rows = Vec::new();
    let mut add = |name: &str, value: &dyn Fn(&Record<'_>) -> Option<String>| {
        let value = |record| value(record).map(|value| glyph::cut(&value, LONGEST));
        let values: Vec<Option<String>> = records.iter().map(value).collect();
        let differs = values.iter().any(|value| Some(value) != values.first());
        rows.push(ComparedRow {
            name: glyph::safe(name.as_bytes()),
            values,
            differs,
        });
    };
    // The text before the operations.
    add("position", &|record| {
        let body = record.body();
        let first = record.operations().first();
        let end = first.map_or(body.end, |first| first.span.start);
        let text = record.line().get(body.start..end)?;
        Some(String::from_utf8_lossy(text).trim().to_owned())
    });
    let mut names: Vec<String> = Vec::new();
    for record in &records {
        for operation in record.operations() {
            let name = record.opcode(operation).into_owned();
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    for name in &names {
        add(name, &|record| {
            let operations = record.operations().iter();
            let own = operations.filter(|operation| record.opcode(operation) == name.as_str());
            let texts: Vec<_> = own.map(|own| record.operands_text(own)).collect();
            (!texts.is_empty()).then(|| texts.join(" · "))
        });
    }
    // What differs is what one looks for.
    rows.sort_by_key(|row| !row.differs);
    Compared {
        lines,
        cursor: at - first,
        rows,
    }
}
