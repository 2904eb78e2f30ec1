//! What a run of an engine solved and missed: the open file, alone or against another open one.

mod charts;

use crate::app::effect::Effect;
use crate::app::features::report::values::percent;
use crate::app::features::report::{ask, going_to, narrowing, of_what, open as show, stop};
use crate::app::glyph;
use crate::app::model::Model;
use crate::app::overlay::Does;
use crate::app::overlay::report::{Report, Reports, Row};
use crate::app::state::document::Document;
use crate::app::state::jobs::report::{Answer, Request, RunOf};
use crate::engine::Score;
use crate::engine::report::{Report as Found, Row as Judged, Run};
use crate::epd::counted::{thousands, thousands_of};
use crate::suite::LineSet;
use std::collections::HashMap;
use std::path::Path;

/// Records of a part at most.
const LISTED: usize = 500;

/// The page: which of the other open files it is compared with.
#[derive(Debug)]
struct OfRun {
    against: Option<usize>,
}

/// Opens the page.
pub fn open(model: &mut Model) -> Vec<Effect> {
    open_against(model, None)
}

fn open_against(model: &mut Model, against: Option<usize>) -> Vec<Effect> {
    let name = |document: &Document| glyph::safe(document.suite.name().as_bytes());
    let mut title = format!("Test report of {}{}", name(&model.document), of_what(model));
    let run = |document: &Document| RunOf {
        name: name(document),
        path: document.suite.path().map(Path::to_path_buf),
        snapshot: document.suite.snapshot(),
    };
    let mut runs = vec![run(&model.document)];
    if let Some(other) = against.and_then(|at| others(model).nth(at)) {
        title += &format!(" against {}", name(other));
        runs.push(run(other));
    }
    let mut effects = show(
        model,
        Report::new(OfRun { against }, title).noted("reading"),
    );
    effects.push(ask(model, Request::Run { runs }));
    effects
}

fn others(model: &Model) -> impl Iterator<Item = &Document> {
    model.others.before().iter().chain(model.others.after())
}

impl Reports for OfRun {
    fn arrived(&mut self, report: &mut Report, model: &mut Model, answer: Answer) {
        let Answer::Run(found) = answer else {
            return;
        };
        report.note = self.note(&found, others(model).count());
        report.put(match found.runs() {
            [run] => of_one(run),
            [run, other, ..] => of_two(&found, run, other),
            [] => Vec::new(),
        });
    }

    /// Alone, then against each of the other open files.
    fn beside(&self, model: &Model, by: isize) -> Option<Does> {
        let others = others(model).count();
        if others == 0 {
            return None;
        }
        let at = self.against.map_or(0, |at| at + 1);
        let next = (at + others + 1).saturating_add_signed(by) % (others + 1);
        Some(Does::new(move |model| {
            open_against(model, next.checked_sub(1))
        }))
    }

    fn is_of_the_filter(&self) -> bool {
        true
    }

    fn closed(&self, model: &mut Model) -> Vec<Effect> {
        stop(model)
    }
}

impl OfRun {
    fn note(&self, found: &Found, others: usize) -> String {
        let mut parts: Vec<String> = Vec::new();
        for run in found.runs().iter().take(1) {
            let made = run.made_in_words().filter(|_| self.against.is_none());
            parts.extend(made.clone());
            parts.extend(run.unfinished.as_ref().map(|how| match made {
                Some(_) => "not complete".to_owned(),
                None => format!("not complete: {}", glyph::safe(how.as_bytes())),
            }));
            let left_out = [
                (run.without_answer, "without a legal pm"),
                (run.without_goal, "without bm or am"),
            ];
            for (count, why) in left_out.into_iter().filter(|(count, _)| *count > 0) {
                parts.push(format!(
                    "{} {why}",
                    thousands_of(count, "record", "records")
                ));
            }
        }
        if others > 0 {
            parts.push(match self.against {
                None => "→ compares with another open file".to_owned(),
                Some(_) => "← → another open file".to_owned(),
            });
        }
        parts.join(" · ")
    }
}

/// Why there is nothing to tell.
fn nothing() -> Vec<Row> {
    vec![
        Row::heading("no record can be judged"),
        Row::item("a test run writes the engine's move to pm, beside bm or am")
            .disabled("no record to go to"),
    ]
}

fn of_one(run: &Run) -> Vec<Row> {
    let total = run.total();
    if total.records == 0 {
        return nothing();
    }
    let mut rows = vec![Row::heading("Result")];
    let share = |count: usize| percent(count, total.records);
    let missed = total.records - total.solved;
    rows.push(of_records(
        "solved",
        run.rows().iter().filter(|row| row.is_solved),
        total.records,
        share(total.solved),
    ));
    rows.push(of_records(
        "missed",
        run.missed(),
        total.records,
        share(missed),
    ));
    if let (Ok(points), Ok(most)) = (usize::try_from(total.points), usize::try_from(total.most))
        && most > 0
    {
        let about = format!("{} of {}", percent(points, most), thousands(most));
        let row = Row::item("points").barred(points, most).detailed(about);
        let scored = run.rows().iter().filter(|row| row.points.is_some());
        rows.push(narrowing(
            row.about("records with points", lines_of(scored)),
        ));
    }
    groups(run, None, &mut rows);
    let missed: Vec<&Judged> = run.missed().collect();
    listed("Missed", &missed, missed_detail, &mut rows);
    charts::charts(run, None, &mut rows);
    let solved: Vec<&Judged> = run.rows().iter().filter(|row| row.is_solved).collect();
    listed(
        "Solved",
        &solved,
        |row| effort(row, row.played.clone()),
        &mut rows,
    );
    rows
}

fn of_two(found: &Found, run: &Run, other: &Run) -> Vec<Row> {
    let against = found.against(0, 1);
    let both = against.both + against.neither + against.one + against.other;
    if both == 0 {
        return vec![
            Row::heading("no record of both can be judged"),
            Row::item("Records are the same where their positions are.")
                .disabled("no record to go to"),
        ];
    }
    let mut rows = vec![Row::heading(format!(
        "{} in both",
        thousands_of(both, "record", "records")
    ))];
    let pairs: Vec<(&Judged, &Judged)> = found
        .records()
        .filter_map(|rows| {
            Some((
                rows.first().copied().flatten()?,
                rows.get(1).copied().flatten()?,
            ))
        })
        .collect();
    let (mine, others) = (
        format!("only {}", run.label),
        format!("only {}", other.label),
    );
    for (label, count, solved) in [
        ("solved by both", against.both, (true, true)),
        (mine.as_str(), against.one, (true, false)),
        (others.as_str(), against.other, (false, true)),
        ("solved by neither", against.neither, (false, false)),
    ] {
        let rows_of = pairs
            .iter()
            .filter(|(one, two)| (one.is_solved, two.is_solved) == solved)
            .map(|(one, _)| *one);
        rows.push(of_records(label, rows_of, both, percent(count, both)));
    }
    let chance = against.chance_in_words();
    let difference = format!("in {chance} of cases by luck alone (McNemar's test)");
    rows.push(
        Row::item("so different")
            .under()
            .detailed(difference)
            .disabled("no record to go to"),
    );
    if against.scored > 0 {
        let (mine, theirs) = against.points;
        let points = format!("{} · {} there", thousands(mine), thousands(theirs));
        let row = Row::item("points").under().detailed(points);
        rows.push(row.disabled("no record to go to"));
    }
    groups(run, Some(other), &mut rows);
    for (heading, wanted) in [
        (format!("Solved only by {}", run.label), (true, false)),
        (format!("Solved only by {}", other.label), (false, true)),
        ("Solved by neither".to_owned(), (false, false)),
    ] {
        let found: Vec<_> = pairs
            .iter()
            .filter(|(one, two)| (one.is_solved, two.is_solved) == wanted)
            .collect();
        if found.is_empty() {
            continue;
        }
        rows.push(Row::heading(format!(
            "{heading} ({})",
            thousands(found.len())
        )));
        for (one, two) in found.iter().take(LISTED) {
            let detail = format!("{} · {} against {}", one.goal, one.played, two.played);
            rows.push(record(one, detail));
        }
        more(found.len(), &mut rows);
    }
    charts::charts(run, Some(other), &mut rows);
    rows
}

/// A number of records with its bar; choosing it shows them.
fn of_records<'r>(
    label: &str,
    records: impl Iterator<Item = &'r Judged>,
    most: usize,
    detail: String,
) -> Row {
    let lines = lines_of(records);
    let label = glyph::safe(label.as_bytes());
    let row = Row::item(label.clone())
        .barred(lines.len(), most)
        .detailed(detail);
    match lines.is_empty() {
        true => row.disabled("no record to go to"),
        false => narrowing(row.about(label, lines)),
    }
}

fn lines_of<'r>(records: impl Iterator<Item = &'r Judged>) -> LineSet {
    records.map(line_of).collect()
}

/// Groups of records, where there are several: choosing one shows its records.
fn groups(run: &Run, other: Option<&Run>, rows: &mut Vec<Row>) {
    let groups = run.groups();
    let largest = groups.iter().map(|(_, total)| total.records).max();
    if groups.len() < 2 || largest.unwrap_or(0) < 2 {
        return;
    }
    let theirs: HashMap<_, _> = other
        .map(Run::groups)
        .unwrap_or_default()
        .into_iter()
        .collect();
    let mut lines: HashMap<&str, Vec<usize>> = HashMap::new();
    for row in run.rows() {
        lines.entry(&row.group).or_default().push(line_of(row));
    }
    rows.push(Row::heading("By group"));
    for (name, total) in groups {
        let share = percent(total.solved, total.records);
        let mut detail = format!("{share} of {}", thousands(total.records));
        if let Some(theirs) = theirs.get(name) {
            let share = percent(theirs.solved, theirs.records);
            detail += &format!(" · {} there", share.trim_start());
        }
        if total.most > 0 {
            detail += &format!(
                " · {} of {} points",
                thousands(total.points),
                thousands(total.most)
            );
        }
        let label = if name.is_empty() { "(none)" } else { name };
        let lines = lines.remove(name).unwrap_or_default();
        let lines: LineSet = lines.into_iter().collect();
        let row = Row::item(glyph::cut(label, 60))
            .barred(total.solved, total.records)
            .detailed(detail);
        rows.push(narrowing(row.about(format!("group {label}"), lines)));
    }
}

fn listed(heading: &str, found: &[&Judged], detail: fn(&Judged) -> String, rows: &mut Vec<Row>) {
    if found.is_empty() {
        return;
    }
    rows.push(Row::heading(format!(
        "{heading} ({})",
        thousands(found.len())
    )));
    rows.extend(
        found
            .iter()
            .take(LISTED)
            .map(|row| record(row, detail(row))),
    );
    more(found.len(), rows);
}

fn more(all: usize, rows: &mut Vec<Row>) {
    if all > LISTED {
        rows.push(Row::heading(format!("… {} more", thousands(all - LISTED))));
    }
}

fn record(row: &Judged, detail: String) -> Row {
    let name = glyph::cut_middle(&glyph::safe(row.name().as_bytes()), 34);
    going_to(Row::item(name).under().detailed(detail), line_of(row))
}

/// From 0.
fn line_of(row: &Judged) -> usize {
    usize::try_from(row.line.saturating_sub(1)).unwrap_or(usize::MAX)
}

fn missed_detail(row: &Judged) -> String {
    let points = row
        .points
        .map(|(points, most)| format!(" · {points} of {most} points"));
    effort(
        row,
        format!(
            "{} · played {}{}",
            row.goal,
            row.played,
            points.unwrap_or_default()
        ),
    )
}

/// With the score and the depth of the search.
fn effort(row: &Judged, words: String) -> String {
    let score = row
        .score
        .map(|score| format!(" · {}", score_in_words(score)))
        .unwrap_or_default();
    let depth = row
        .depth
        .map(|depth| format!(" · depth {depth}"))
        .unwrap_or_default();
    format!("{words}{score}{depth}")
}

/// `ce 35`, `mate in 2`, `mated in 3`.
fn score_in_words(ce: i64) -> String {
    match Score::of_ce(ce) {
        Score::Centipawns(ce) => format!("ce {ce}"),
        mate => mate.in_words(),
    }
}
