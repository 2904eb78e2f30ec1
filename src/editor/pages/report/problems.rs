//! The page of all problems by kind, with their records: to go to, to filter by, or to fix.

use crate::editor::command::{Context, Id};
use crate::editor::flows::bulk;
use crate::editor::model::Model;
use crate::editor::overlay::report::{
    About, PageController, Report, Row, Sign, give, going_to, page, row, show,
};
use crate::editor::pages::report::{ask, narrowing, same};
use crate::editor::panes::problems::duplicate_id;
use crate::editor::state::columns::page::label;
use crate::editor::state::jobs::bulk::{Plan, Scope, ScopeOf};
use crate::editor::state::scan::Survey;
use crate::editor::state::view::Pane;
use crate::editor::widgets::glyph;
use crate::epd::counted::{thousands, thousands_of};
use crate::epd::{Code, Record, Severity};
use crate::suite::edit::{Edit, Selection, lines_where};
use crate::suite::{Counts, Job, RevisionId, Snapshot};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The maximum number of records listed below a problem.
const LISTED: usize = 200;
/// The maximum number of records whose fixes are tried for the tags of the kinds, and of their bytes.
const LOOKED_AT: usize = 128;
const MOST_BYTES: usize = 32 << 10;

#[derive(Debug, Default)]
struct Problems {
    at: RevisionId,
    /// The open kinds, with the rows of their records.
    listed: Vec<(Code, Vec<Row>)>,
    /// For each kind, the number of problems tried in the first records, and whether the best fix of one is
    /// safe (`None` if there is no fix). `None` before any is tried.
    seen: Option<BTreeMap<Code, (usize, Option<bool>)>>,
}

pub(super) fn open(model: &mut Model) {
    let scope = bulk::scope(model);
    let fixes = ["{fix-kind}", "{fix-records}"].map(|key| model.commands.sentence(key));
    let title = match scope.of {
        ScopeOf::All => "Problems of the file".to_owned(),
        _ => {
            let fixed = scope.in_words();
            format!("Problems of the file · {} fix {fixed}", fixes.join(" and "))
        }
    };
    show(model, Report::new(Problems::default(), title))
}

impl PageController for Problems {
    fn context(&self) -> Context {
        Context::ProblemList
    }

    /// Updates the counts. Lists of an earlier revision are closed: lines may have moved.
    fn refresh(&mut self, report: &mut Report, model: &Model) {
        let revision = model.document.suite.revision();
        if self.at != revision {
            *self = Self {
                at: revision,
                ..Self::default()
            };
        }
        let scan = &model.document.scan;
        let found = scan.found();
        let mut codes: Vec<(Code, usize)> = found.by_code.clone().into_iter().collect();
        codes.sort_by_key(|&(code, count)| (Reverse(found.severity(code)), Reverse(count)));
        self.look_for_fixes(model);
        let scanned = scan.survey.as_ref().map(|survey| &survey.scanned);
        let mut rows = self.by_kind(&codes, &found, scan.running);
        rows.push(Row::heading("Groups of duplicates, side by side"));
        rows.extend(same::rows_of_ways(scanned.map(|scanned| &**scanned)));
        let all: usize = codes.iter().map(|(_, count)| count).sum();
        let so_far = if scan.running { ", still counting" } else { "" };
        report.note = match (all, scan.running) {
            (0, false) => "no problems in this file".to_owned(),
            (0, true) => format!("no problems so far{so_far}"),
            _ => {
                let problems = thousands_of(all, "problem", "problems");
                let kinds = thousands_of(codes.len(), "kind", "kinds");
                format!("{problems} of {kinds}{so_far}")
            }
        };
        if codes.iter().any(|(code, _)| code.is_fixed_by_writing()) {
            let sentence = " · {fix-kind} fixes this kind, {fix-records} previews all safe fixes";
            report.note += &model.commands.sentence(sentence);
        }
        report.put(rows);
    }

    fn how_to_go_on(&self, model: &Model, code: Code) -> String {
        let enter = model.key(Id::Choose);
        let counts = model.document.scan.found();
        let count = counts.by_code.get(&code).copied().unwrap_or(0);
        match self.fix(code, count) {
            None => format!(" · {enter} lists them, to edit"),
            Some(_) => {
                let fix = model.key_in(Id::Fix, Context::of_pane(Pane::Problems));
                let pane = Pane::Problems.title();
                format!(" · {enter} lists them, {fix} in {pane} fixes one")
            }
        }
    }
}

impl Problems {
    /// Tries the fixes of the first records with problems, once for each revision.
    fn look_for_fixes(&mut self, model: &Model) {
        let survey = model.document.scan.survey.as_ref();
        let Some(lines) = survey.and_then(Survey::lines_with_findings) else {
            return;
        };
        if self.seen.is_some() {
            return;
        }
        let options = model.document.read_options();
        let mut seen: BTreeMap<Code, (usize, Option<bool>)> = BTreeMap::new();
        let mut bytes_read = 0;
        for line in lines.iter().take(LOOKED_AT) {
            let bytes = model.document.suite.line(line);
            bytes_read += bytes.len();
            if bytes_read > MOST_BYTES {
                break;
            }
            let record = Record::read(&bytes, &options);
            for found in record.diagnostics() {
                let (problems, best) = seen.entry(found.code).or_default();
                *problems += 1;
                *best = (*best).max(record.fix(found).map(|fix| fix.safe));
            }
        }
        self.seen = Some(seen);
    }

    /// Returns whether the best fix of a kind is safe; `None` if there is no fix. Unless a safe fix was
    /// found, or all problems of the kind were tried, the usual fix counts.
    fn fix(&self, code: Code, count: usize) -> Option<bool> {
        match self.seen.as_ref().and_then(|seen| seen.get(&code)) {
            Some((_, Some(true))) => Some(true),
            Some((problems, best)) if *problems >= count => *best,
            _ => usual_fix(code),
        }
    }

    /// Returns the kinds of problems with their counts, and the records of the open kinds.
    fn by_kind(&self, codes: &[(Code, usize)], counts: &Counts, running: bool) -> Vec<Row> {
        let most = codes.iter().map(|(_, count)| *count).max().unwrap_or(0);
        let mut rows = Vec::new();
        let mut above = None;
        for &(code, count) in codes {
            let severity = counts.severity(code);
            if above.replace(severity) != Some(severity) {
                rows.push(Row::heading(match severity {
                    Severity::Error => "Errors",
                    Severity::Warning => "Warnings",
                    Severity::Hint => "Hints",
                }));
            }
            let tag = match self.fix(code, count) {
                Some(true) => "safe fix",
                Some(false) => "choose",
                None => "",
            };
            let listed = self.listed.iter().find(|(open, _)| *open == code);
            let row = Row::item(code.title())
                .about(About::Problem(code))
                .signed(Sign::Severity(severity))
                .barred(count, most)
                .tagged(tag)
                .detailed(code.name())
                .entering(listed.map_or("list records", |_| "close"));
            rows.push(row.doing(move |model| toggle(model, code)));
            rows.extend(listed.iter().flat_map(|(_, rows)| rows.iter().cloned()));
        }
        if codes.is_empty() {
            rows.push(Row::heading(match running {
                true => "no problems so far",
                false => "no problems",
            }));
        }
        rows
    }
}

/// Returns whether the usual fix of a kind is safe, as for its example record; `None` if there is no fix.
fn usual_fix(code: Code) -> Option<bool> {
    let example = code.example();
    let mut found = example.diagnostics().iter();
    let found = found.find(|found| found.code == code);
    let fix = found.and_then(|found| example.fix(found));
    let is_safe = fix.map(|fix| fix.safe);
    is_safe.max(code.is_fixed_by_writing().then_some(true))
}

/// Opens the list of records with a problem, or closes it.
fn toggle(model: &mut Model, code: Code) {
    let chosen = within(model);
    // No single record has a duplicate id: the scan has found them.
    let survey = model.document.scan.survey.as_ref();
    let of_the_scan = survey.filter(|_| code == Code::DuplicateId).map(|survey| {
        let lines = survey.lines_with_repeated_id();
        listed(model, code, lines, survey.repeated_ids)
    });
    let Some(problems) = page::<Problems>(model) else {
        return;
    };
    let is_open = problems.listed.iter().any(|(open, _)| *open == code);
    if is_open || of_the_scan.is_some() {
        return give(model, |problems: &mut Problems, _, _| {
            problems.listed.retain(|(open, _)| *open != code);
            let rows = of_the_scan.filter(|_| !is_open);
            problems.listed.extend(rows.map(|rows| (code, rows)));
        });
    }
    let find = move |snapshot: &Snapshot, _: &Selection, job: &Job| {
        let has_it = |_, line: &[u8]| {
            let record = Record::read(line, snapshot.read_options());
            record.diagnostics().iter().any(|found| found.code == code)
        };
        Ok((code, lines_where(snapshot, &chosen, job, has_it)?))
    };
    ask(
        model,
        find,
        |page: &mut Problems, _, model, (code, lines)| {
            if page.at == model.document.suite.revision() {
                let rows = listed(model, code, lines.iter(), lines.len());
                page.listed.push((code, rows));
            }
        },
    );
}

/// Returns the lines with any problem, the only ones to read again, or all lines if these are not known yet.
fn within(model: &Model) -> Selection {
    let survey = model.document.scan.survey.as_ref();
    let lines = survey.and_then(Survey::lines_with_findings);
    lines.map_or(Selection::All, Selection::Lines)
}

/// Returns rows of the first of `all` records with a problem, then one with the number of the others.
fn listed(model: &Model, code: Code, lines: impl Iterator<Item = usize>, all: usize) -> Vec<Row> {
    let options = model.document.read_options();
    let rows = lines.take(LISTED).map(|line| {
        let bytes = model.document.suite.line(line);
        let record = Record::read(&bytes, &options);
        let own = record.diagnostics().iter().find(|found| found.code == code);
        let found = match code {
            Code::DuplicateId => duplicate_id(model, &record, line),
            _ => own.cloned(),
        };
        let message = found.map(|found| record.message(&found));
        let name = glyph::cut(&label(&bytes, &options), 24);
        let row = Row::item(format!("{}  {name}", thousands(line + 1)));
        going_to(row, line)
            .about(About::Problem(code))
            .under()
            .detailed(glyph::safe(message.unwrap_or_default().as_bytes()))
    });
    let mut rows: Vec<Row> = rows.collect();
    if all > LISTED {
        let more = thousands(all - LISTED);
        let row = Row::item(format!("… {more} more")).under();
        let words = format!("{} shows all of them in the list", model.key(Id::Choose));
        rows.push(narrowing(row.detailed(words), About::Query(query(code))));
    }
    rows
}

pub(super) fn query(code: Code) -> String {
    match code {
        Code::DuplicateId => "duplicate(id)".to_owned(),
        code => format!("problem({})", code.name()),
    }
}

fn code_here(model: &Model) -> Option<Code> {
    match row(model)?.about {
        Some(About::Problem(code)) => Some(code),
        _ => None,
    }
}

pub(super) fn nothing_to_fix(model: &Model) -> Option<String> {
    let none = model.when(code_here(model).is_none(), "no problem selected");
    let is_read = model.document.suite.loading().is_none();
    none.or_else(|| model.when(!is_read, "still reading the file"))
}

pub(super) fn fix_all(model: &mut Model) {
    let Some(code) = code_here(model) else {
        return;
    };
    let scope = bulk::scope(model);
    let chosen = match (&scope.chosen, within(model)) {
        (Selection::Lines(chosen), Selection::Lines(found)) => {
            Selection::Lines(chosen.common(&found))
        }
        (Selection::All, found) => found,
        (chosen, Selection::All) => chosen.clone(),
    };
    let scope = Scope { chosen, ..scope };
    bulk::now(model, Plan::Edit(Edit::Fix(Some(code))), scope)
}
