//! The page of duplicates and contradictions, group by group, with the records of a group compared side by side.

use crate::editor::command::Context;
use crate::editor::doc::marks;
use crate::editor::flows::bulk;
use crate::editor::model::Model;
use crate::editor::overlay::report::{
    self, About, ComparedRecords, ComparedRow, PageController, Report, Row,
};
use crate::editor::overlay::report::{Sign, Tab, give, going_to, page};
use crate::editor::overlay::{self, Action};
use crate::editor::pages::differences;
use crate::editor::pages::report::ask;
use crate::editor::state::columns::page::label;
use crate::editor::state::jobs::bulk::{Plan, Scope, ScopeOf};
use crate::editor::state::scan::ScanResults;
use crate::editor::widgets::glyph;
use crate::epd::Record;
use crate::epd::counted::{thousands, thousands_of};
use crate::suite::arrange::{Arrangement, Keep};
use crate::suite::edit::{Edit, Selection};
use crate::suite::{
    DuplicateKey, Duplicates, Job, JobError, LineSet, RevisionId, Snapshot, contradictions,
    find_duplicates,
};
use std::sync::Arc;

const TITLE: &str = "Duplicates and contradictions";
/// The maximum number of lines of a file that is searched at once instead of on a thread.
const AT_ONCE: usize = 2000;
/// The maximum number of groups listed, and of records of a group.
const GROUPS: usize = 500;
const RECORDS: usize = 20;
/// The maximum number of records compared: more do not fit side by side.
const MOST: usize = 6;
/// The maximum width of a compared value, in columns.
const LONGEST: usize = 120;

/// A kind of duplicate.
struct Way {
    /// The name as an argument of the command.
    word: &'static str,
    name: &'static str,
    about: &'static str,
    /// The key that the records share; `None` for contradictions.
    key: Option<DuplicateKey>,
}

/// All kinds, in the order of the tabs; a page stores its index here.
static WAYS: [Way; 4] = [
    Way {
        word: "id",
        name: "same id",
        about: "records that share an id",
        key: Some(DuplicateKey::Id),
    },
    Way {
        word: "position",
        name: "same position",
        // An en-passant square counts only where a pawn can capture.
        about: "same placement, side to move and rights",
        key: Some(DuplicateKey::Position),
    },
    Way {
        word: "contradictions",
        name: "contradictions",
        about: "same position with different best moves",
        key: None,
    },
    Way {
        word: "record",
        name: "same record",
        about: "same canonical text",
        key: Some(DuplicateKey::Record),
    },
];

/// Makes a row filter by all duplicates of a kind, if a query can name the kind.
fn asking(way: usize, row: Row) -> Row {
    match WAYS.get(way).filter(|way| way.key.is_some()) {
        Some(way) => row.about(About::Query(format!("duplicate({})", way.word))),
        None => row,
    }
}

pub(super) fn rows_of_ways(found: Option<&ScanResults>) -> impl Iterator<Item = Row> {
    WAYS.iter().enumerate().map(move |(at, way)| {
        let twins = found.and_then(|found| match way.key {
            Some(DuplicateKey::Id) => Some(&found.same_ids),
            Some(DuplicateKey::Position) => Some(&found.same_positions),
            _ => None,
        });
        let row = Row::item(way.name).detailed(way.about);
        let row = asking(at, row.doing(move |model| show(model, at, None)));
        match twins {
            Some(twins) => row.counted(twins.groups.group_count()),
            None => row,
        }
    })
}

#[derive(Debug)]
struct DuplicatesPage {
    /// The index in [`WAYS`].
    way: usize,
    at: RevisionId,
    found: Option<Arc<AllSame>>,
}

/// The duplicates of each kind in [`WAYS`].
type AllSame = [Duplicates; 4];

/// Opens the page of the kind with this word, else that of ids, or of positions if only these are known to repeat.
pub(super) fn open(model: &mut Model, word: Option<&str>) {
    let survey = model.document.scan.survey.as_ref();
    let positions_alone = survey.is_some_and(|survey| {
        let found = &survey.scanned;
        found.same_ids.lines.is_empty() && !found.same_positions.lines.is_empty()
    });
    let way = WAYS.iter().position(|way| Some(way.word) == word);
    show(model, way.unwrap_or(usize::from(positions_alone)), None);
}

fn show(model: &mut Model, way: usize, known: Option<Arc<AllSame>>) {
    let page = DuplicatesPage {
        way,
        at: model.document.suite.revision(),
        found: None,
    };
    let mut report = Report::new(page, TITLE).noted("looking");
    report.tabs = tabs(way, None);
    report.compared = Some(ComparedRecords::default());
    if known.is_some() {
        report = report.filled(model);
    }
    report::show(model, report);
    if let Some(known) = known {
        give(model, |page: &mut DuplicatesPage, report, model| {
            page.put(report, model, known);
        });
    }
}

fn put(page: &mut DuplicatesPage, report: &mut Report, model: &mut Model, found: AllSame) {
    page.put(report, model, Arc::new(found));
}

/// Finds the duplicates of the current file: at once in a small one, else on a thread.
fn look(model: &mut Model) {
    let snapshot = model.document.suite.snapshot();
    if snapshot.line_count() > AT_ONCE {
        return ask(model, find, put);
    }
    if let Ok(found) = find(&snapshot, &Selection::All, &Job::new()) {
        give(model, |page, report, model| put(page, report, model, found));
    }
}

fn find(snapshot: &Snapshot, _: &Selection, job: &Job) -> Result<AllSame, JobError> {
    let same = |by: &DuplicateKey| find_duplicates(snapshot, by, job);
    let positions = same(&DuplicateKey::Position)?;
    let contradictions = contradictions(snapshot, &positions, job)?;
    Ok([
        same(&DuplicateKey::Id)?,
        positions,
        contradictions,
        same(&DuplicateKey::Record)?,
    ])
}

impl DuplicatesPage {
    /// Lists the duplicates found; the cursor stays, or moves to the first record if it was on none.
    fn put(&mut self, report: &mut Report, model: &Model, all: Arc<AllSame>) {
        self.at = model.document.suite.revision();
        report.tabs = tabs(self.way, Some(&all));
        if let Some((way, found)) = WAYS.get(self.way).zip(all.get(self.way)) {
            let (records, groups) = (found.record_count(), found.group_count());
            let groups = thousands_of(groups, "group", "groups");
            let about = way.about;
            report.note = format!("{about} · {} records in {groups}", thousands(records));
            if found.group_count() > GROUPS {
                report.note += &format!(", showing the first {GROUPS}");
            }
        }
        self.found = Some(all);
        let was_on_record = report.row().is_some_and(|row| row.line.is_some());
        self.list(report, model);
        let first = report.rows.iter().position(|row| row.line.is_some());
        if !was_on_record {
            report.cursor = first.unwrap_or(report.cursor);
        }
    }

    fn groups(&self) -> impl Iterator<Item = impl Iterator<Item = usize>> {
        let found = self.found.as_ref().and_then(|all| all.get(self.way));
        found.into_iter().flat_map(Duplicates::groups).take(GROUPS)
    }

    fn list(&self, report: &mut Report, model: &Model) {
        report.put(rows(model, self.way, self.groups()));
        report.compared = Some(ComparedRecords::default());
    }

    /// Returns the line of a row and the lines of its group; `None` if the file has changed since.
    fn group_at(&self, model: &Model, row: &Row) -> Option<(usize, Vec<usize>)> {
        let line = row.line;
        let line = line.filter(|_| self.at == model.document.suite.revision())?;
        let nth = self
            .groups()
            .position(|mut lines| lines.any(|other| other == line))?;
        Some((line, self.groups().nth(nth)?.collect()))
    }
}

fn tabs(open: usize, found: Option<&AllSame>) -> Vec<Tab> {
    let tab = |(at, way): (usize, &Way)| {
        let found = found.and_then(|found| found.get(at));
        let count = found.map(|found| format!(" {}", thousands(found.group_count())));
        Tab {
            label: format!("{}{}", way.name, count.unwrap_or_default()),
            is_open: at == open,
            does: Action::new(move |model| turn_to(model, at)),
        }
    };
    WAYS.iter().enumerate().map(tab).collect()
}

/// Returns the line under the cursor, and the lines of its group.
fn selected_group(model: &Model) -> Option<(usize, Vec<usize>)> {
    let (page, row) = (page::<DuplicatesPage>(model)?, report::row(model)?);
    page.group_at(model, row)
}

pub(super) fn no_record_here(model: &Model) -> Option<String> {
    let Some(page) = page::<DuplicatesPage>(model) else {
        return model.when(true, "no duplicates are shown · {duplicates} lists them");
    };
    // An edit that waits for the end of the file would apply to the whole file.
    let is_read = model.document.suite.loading().is_none();
    let is_known = page.at == model.document.suite.revision();
    let reading = model.when(!is_read, "still reading the file");
    let updating = model.when(
        !is_known,
        "still looking for duplicates after the last change",
    );
    let nothing = || model.when(selected_group(model).is_none(), "no record selected");
    reading.or(updating).or_else(nothing)
}

fn scope(lines: impl Iterator<Item = usize>) -> Scope {
    let lines: LineSet = lines.collect();
    Scope {
        lines: lines.len(),
        chosen: Selection::Lines(lines),
        of: ScopeOf::Filter,
        hidden: 0,
    }
}

pub(super) fn delete(model: &mut Model) {
    if let Some((line, _)) = selected_group(model) {
        bulk::now(model, Plan::Delete, scope(std::iter::once(line)));
    }
}

/// Deletes the other records of the group.
pub(super) fn keep(model: &mut Model) {
    if let Some((line, group)) = selected_group(model) {
        let others = group.into_iter().filter(|other| *other != line);
        bulk::now(model, Plan::Delete, scope(others));
    }
}

/// Merges the records of the group, as the bulk edit by this key does.
pub(super) fn merge(model: &mut Model) {
    let Some((_, group)) = selected_group(model) else {
        return;
    };
    let way = page::<DuplicatesPage>(model).and_then(|page| WAYS.get(page.way));
    let by = way.and_then(|way| way.key.clone());
    let (by, keep) = (by.unwrap_or_default(), Keep::Merged);
    let merges = Edit::Arrange(Arrangement::Dedupe { by, keep });
    bulk::now(model, Plan::Edit(merges), scope(group.into_iter()));
}

/// Marks or unmarks the record under the cursor, and goes to the next.
pub(super) fn mark(model: &mut Model) {
    if let Some((line, _)) = selected_group(model) {
        marks::switch(model, line);
        give(model, |page: &mut DuplicatesPage, report, model| {
            page.list(report, model);
            let next = report.landing(report.cursor + 1);
            report.cursor = next.min(report.rows.len().saturating_sub(1));
        });
    }
}

/// Shows another kind, without a new search if the file has not changed.
fn turn_to(model: &mut Model, way: usize) {
    let suite = &model.document.suite;
    let is_whole = suite.loading().is_none();
    let page = page::<DuplicatesPage>(model).filter(|page| is_whole && page.at == suite.revision());
    let known = page.and_then(|page| page.found.clone());
    show(model, way, known)
}

impl PageController for DuplicatesPage {
    fn context(&self) -> Context {
        Context::Duplicates
    }

    fn fill(&self) -> Option<Action> {
        Some(Action::new(look))
    }

    fn follows_edits(&self) -> bool {
        true
    }

    fn refresh(&mut self, report: &mut Report, model: &Model) {
        let compared = report.compared.as_ref();
        let compared = compared.and_then(|all| all.lines.get(all.cursor).copied());
        let row = report
            .row()
            .filter(|row| row.line.is_some() && row.line != compared);
        if let Some((line, lines)) = row.and_then(|row| self.group_at(model, row)) {
            report.compared = Some(side_by_side(model, &lines, line));
        }
    }

    fn beside(&self, _model: &Model, by: isize) -> Option<Action> {
        let way = (self.way + WAYS.len()).saturating_add_signed(by) % WAYS.len();
        Some(Action::new(move |model| turn_to(model, way)))
    }
}

/// Returns the row that opens the comparison with another open file: people look here for duplicates in two suites.
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

fn rows(
    model: &Model,
    way: usize,
    groups: impl Iterator<Item = impl Iterator<Item = usize>>,
) -> Vec<Row> {
    let options = model.document.read_options();
    let mut rows: Vec<Row> = in_both(model).into_iter().collect();
    let others = rows.len();
    let marked = model.document.marked();
    for group in groups {
        let mut group = group.peekable();
        let Some(first) = group.peek() else { continue };
        let first = model.document.suite.line(*first);
        let heading = rows.len();
        rows.push(Row::heading(glyph::cut(&label(&first, &options), 40)));
        for line in group.by_ref().take(RECORDS) {
            let bytes = model.document.suite.line(line);
            let text = String::from_utf8_lossy(&bytes).trim().to_owned();
            let is_marked = marked.is_some_and(|all| all.contains(line));
            let row = Row::item(format!("line {}", thousands(line + 1)));
            let row = going_to(row.signed(Sign::Checked(is_marked)), line).under();
            rows.push(asking(way, row.detailed(glyph::cut(&text, 200))));
        }
        let (listed, more) = (rows.len() - heading - 1, group.count());
        if let Some(heading) = rows.get_mut(heading) {
            heading.count = Some(listed + more);
        }
        if more > 0 {
            rows.push(Row::heading(format!("… {more} more")).under());
        }
    }
    if rows.len() == others {
        rows.push(Row::heading(match rows.len() {
            0 => "none found",
            _ => "none found in this file",
        }));
    }
    rows
}

/// Returns the records of some lines side by side; if there are too many, those up to `line`.
fn side_by_side(model: &Model, lines: &[usize], line: usize) -> ComparedRecords {
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
    rows.sort_by_key(|row| !row.differs);
    ComparedRecords {
        lines,
        cursor: at - first,
        rows,
    }
}
