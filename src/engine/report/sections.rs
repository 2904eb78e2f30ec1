//! The sections of a report, in order of interest.

mod effort;
mod several;

use std::collections::HashMap;

use super::{Report, Row, Run, Total};
use crate::epd::counted::{thousands, thousands_of};
use crate::epd::score::Score;
use crate::exchange::page::{self, About, Chart, Figure, Page, Part, Table};
use effort::effort;

/// The largest number of records in one list; the tables of a report have all.
const MOST: usize = 200;

impl Report {
    /// Returns the whole report as a page. The lines of its rows are those of the first run.
    pub fn page(&self) -> Page {
        let mut parts = Vec::new();
        let title = match self.runs.as_slice() {
            [run] => of_one(run, &mut parts),
            _ => self.of_several(&mut parts),
        };
        Page { title, parts }
    }
}

fn of_one(run: &Run, parts: &mut Vec<Part>) -> String {
    let total = run.total();
    let solved: Vec<&Row> = run.rows.iter().filter(|row| row.is_solved).collect();
    parts.push(choices(
        total.records,
        [
            ("solved", solved.as_slice()),
            ("missed", &run.missed().collect::<Vec<_>>()),
        ],
    ));
    if let Some(percent_of_points) = total.percent_of_points() {
        parts.push(Part::sentence(format!(
            "{} of {} points ({} %)",
            thousands(total.points),
            thousands(total.most),
            percent(percent_of_points)
        )));
    }
    let made = run.made_in_words();
    parts.extend(made.map(|made| Part::sentence(format!("Engine and limit: {made}"))));
    parts.extend(left_out(run, None));
    groups(run, parts);
    missed(run, parts);
    let runs = std::slice::from_ref(run);
    effort(runs, parts);
    let mut browsed = Vec::new();
    listed("Solved", &solved, &mut browsed);
    parts.push(Part::Browsed(browsed));
    format!("{}: {}", run.name, solved_of(&total))
}

/// Returns sets of records to choose from, out of `all`.
fn choices<const N: usize>(all: usize, sets: [(&str, &[&Row]); N]) -> Part {
    let sets = sets.into_iter();
    let rows = sets.map(|(name, rows)| {
        let about = About::lines(name, rows.iter().copied().map(line_of));
        page::Row::bars(name, vec![rows.len()]).about(about)
    });
    Part::Browsed(vec![Part::Chart(Chart {
        whole: Some(all),
        rows: rows.collect(),
        ..Chart::default()
    })])
}

fn groups(run: &Run, parts: &mut Vec<Part>) {
    let groups = run.groups();
    let largest = groups.iter().map(|(_, total)| total.records).max();
    if groups.len() < 2 || largest.unwrap_or(0) < 2 {
        return;
    }
    parts.push(Part::heading("By group"));
    let mut table = Table::with(["group", ">solved", ">%", ">points", ">%"]);
    let mut about = of_groups(run);
    for (name, total) in groups {
        let points = match total.scored {
            0 => String::new(),
            _ => format!("{} of {}", thousands(total.points), thousands(total.most)),
        };
        let row = page::Row::of(vec![
            group_name(name),
            of(&total),
            percent(total.percent()),
            points,
            total.percent_of_points().map(percent).unwrap_or_default(),
        ]);
        table.rows.push(row.about(about.remove(name)));
    }
    parts.push(Part::Table(table.without_empty_columns()));
}

/// Returns the records of each group of a run.
fn of_groups(run: &Run) -> HashMap<&str, About> {
    let mut lines: HashMap<&str, Vec<usize>> = HashMap::new();
    for row in &run.rows {
        lines.entry(&row.group).or_default().push(line_of(row));
    }
    let about = |(name, lines)| {
        let about = About::lines(format!("group {}", group_name(name)), lines)?;
        Some((name, about))
    };
    lines.into_iter().filter_map(about).collect()
}

fn missed(run: &Run, parts: &mut Vec<Part>) {
    let missed: Vec<&Row> = run.missed().collect();
    listed("Missed", &missed, parts);
    let figures = missed.iter().take(MOST);
    let figures = figures.filter_map(|row| figure(&[row], vec![format!("played {}", row.played)]));
    if !missed.is_empty() {
        parts.push(Part::Figures(figures.collect()));
    }
}

fn listed(heading: &str, rows: &[&Row], parts: &mut Vec<Part>) {
    if rows.is_empty() {
        return;
    }
    parts.push(Part::heading(format!(
        "{heading} ({})",
        thousands(rows.len())
    )));
    let columns = [">line", "id", "goal", "played", ">points", ">ce", ">depth"];
    let mut table = Table::with(columns);
    table.more = rows.len().saturating_sub(MOST);
    for row in rows.iter().take(MOST) {
        let points = row
            .points
            .map(|(points, most)| format!("{points} of {most}"));
        let cells = vec![
            row.line.to_string(),
            row.id.clone().unwrap_or_default(),
            row.goal.clone(),
            row.played.clone(),
            points.unwrap_or_default(),
            row.score
                .map(|score| Score::of_ce(score).in_words())
                .unwrap_or_default(),
            row.depth.map(|depth| depth.to_string()).unwrap_or_default(),
        ];
        let about = About::Line(line_of(row));
        table.rows.push(page::Row::of(cells).about(about));
    }
    parts.push(Part::Table(table.without_empty_columns()));
}

/// Returns the line number of a record (0-based).
fn line_of(row: &Row) -> usize {
    usize::try_from(row.line.saturating_sub(1)).unwrap_or(usize::MAX)
}

/// Returns the position of a record with its goal and the answer of each run.
fn figure(rows: &[&Row], answers: Vec<String>) -> Option<Figure> {
    let row = rows.first()?;
    let mut captions = vec![row.goal.clone()];
    captions.extend(answers);
    Some(Figure {
        drawing: row.drawing(rows.iter().copied().skip(1))?,
        position: row.position.clone(),
        captions,
    })
}

fn left_out(run: &Run, name: Option<&str>) -> Vec<Part> {
    let of = name.map_or(String::new(), |name| format!("{name}: "));
    let all = [
        (run.without_answer, "no pm that is a legal move"),
        (run.without_goal, "no bm or am to hold it against"),
    ];
    let told = all.into_iter().filter(|(count, _)| *count > 0);
    let unfinished = run.unfinished.as_ref();
    let unfinished = unfinished.map(|made| {
        let made = match run.made() {
            Some(_) => String::new(),
            None => format!(" ({made})"),
        };
        format!("{of}the run is not complete{made}: the rest is still to come.")
    });
    let told = told.map(|(count, why)| {
        let have = thousands_of(count, "record has", "records have");
        let are = if count == 1 { "is" } else { "are" };
        format!("{of}{have} {why}, and {are} left out.")
    });
    let all = unfinished.into_iter().chain(told);
    all.map(Part::Sentence).collect()
}

fn solved_of(total: &Total) -> String {
    format!("{} solved ({} %)", of(total), percent(total.percent()))
}

fn of(total: &Total) -> String {
    format!(
        "{} of {}",
        thousands(total.solved),
        thousands(total.records)
    )
}

fn percent(number: f64) -> String {
    format!("{number:.1}")
}

fn group_name(name: &str) -> String {
    if name.is_empty() {
        "(none)".to_owned()
    } else {
        name.to_owned()
    }
}
