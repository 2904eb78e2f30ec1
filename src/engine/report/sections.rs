//! What a page of a report says, in the order in which people ask.

mod effort;
mod several;

use super::page::{Figure, Part, Table};
use super::{Report, Row, Run, Total};
use crate::engine::score::Score;
use crate::epd::counted::{thousands, thousands_of};

/// Records of one list, at most: the tables of a report have all.
const MOST: usize = 200;

impl Report {
    /// The whole report as a page.
    pub fn page(&self) -> Vec<Part> {
        let mut parts = Vec::new();
        match self.runs() {
            [run] => of_one(run, &mut parts),
            _ => self.of_several(&mut parts),
        }
        parts
    }
}

fn of_one(run: &Run, parts: &mut Vec<Part>) {
    let total = run.total();
    parts.push(heading(&format!("{}: {}", run.name, solved(&total))));
    if let Some(percent_of_points) = total.percent_of_points() {
        parts.push(sentence(&format!(
            "{} of {} points ({} %)",
            thousands(total.points),
            thousands(total.most),
            percent(percent_of_points)
        )));
    }
    parts.extend(
        run.made_in_words()
            .map(|made| sentence(&format!("Engine and limit: {made}"))),
    );
    parts.extend(left_out(run, None));
    groups(run, parts);
    missed(run, parts);
    let run = std::slice::from_ref(run);
    effort::solutions(run, parts);
    effort::effort(run, parts);
}

fn groups(run: &Run, parts: &mut Vec<Part>) {
    let groups = run.groups();
    let largest = groups.iter().map(|(_, total)| total.records).max();
    if groups.len() < 2 || largest.unwrap_or(0) < 2 {
        return;
    }
    parts.push(heading("By group"));
    let has_points = run.total().scored > 0;
    let columns = ["group", ">solved", ">%", ">points", ">%"];
    let columns = if has_points {
        &columns[..]
    } else {
        &columns[..3]
    };
    let mut table = Table::with(columns);
    for (name, total) in groups {
        let mut row = vec![group_name(name), of(&total), percent(total.percent())];
        if has_points {
            row.push(match total.scored {
                0 => String::new(),
                _ => format!("{} of {}", thousands(total.points), thousands(total.most)),
            });
            row.push(total.percent_of_points().map(percent).unwrap_or_default());
        }
        table.rows.push(row);
    }
    parts.push(Part::Table(table));
}

fn missed(run: &Run, parts: &mut Vec<Part>) {
    let missed: Vec<&Row> = run.missed().collect();
    if missed.is_empty() {
        return;
    }
    parts.push(heading(&format!("Missed ({})", thousands(missed.len()))));
    let columns = [">line", "id", "goal", "played", ">points", ">ce", ">depth"];
    let mut table = Table::with(&columns);
    for row in missed.iter().take(MOST) {
        let points = row
            .points
            .map(|(points, most)| format!("{points} of {most}"));
        table.rows.push(vec![
            row.line.to_string(),
            row.id.clone().unwrap_or_default(),
            row.goal.clone(),
            row.played.clone(),
            points.unwrap_or_default(),
            row.score
                .map(|score| Score::of_ce(score).in_words())
                .unwrap_or_default(),
            row.depth.map(|depth| depth.to_string()).unwrap_or_default(),
        ]);
    }
    without_empty_columns(&mut table);
    parts.push(Part::Table(table));
    parts.extend(and_more(missed.len().saturating_sub(MOST)));
    let figures = missed.iter().take(MOST);
    let figures = figures.filter_map(|row| figure(&[row], vec![format!("played {}", row.played)]));
    parts.push(Part::Figures(figures.collect()));
}

/// The position of a record with what it asks for and what came of it in each run.
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
        sentence(&format!(
            "{of}the run is not complete{made}: the rest is still to come."
        ))
    });
    let told = told.map(|(count, why)| {
        let have = thousands_of(count, "record has", "records have");
        sentence(&format!(
            "{of}{have} {why}, and {} left out.",
            if count == 1 { "is" } else { "are" }
        ))
    });
    unfinished.into_iter().chain(told).collect()
}

fn and_more(more: usize) -> Option<Part> {
    (more > 0).then(|| {
        sentence(&format!(
            "... and {} more (csv and json have all)",
            thousands(more)
        ))
    })
}

fn without_empty_columns(table: &mut Table) {
    for at in (0..table.columns.len()).rev() {
        let is_empty = |row: &Vec<String>| row.get(at).is_none_or(String::is_empty);
        if table.rows.iter().all(is_empty) {
            table.columns.remove(at);
            for row in &mut table.rows {
                if at < row.len() {
                    row.remove(at);
                }
            }
        }
    }
}

fn solved(total: &Total) -> String {
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

fn heading(text: &str) -> Part {
    Part::Heading(text.to_owned())
}

fn sentence(text: &str) -> Part {
    Part::Sentence(text.to_owned())
}
