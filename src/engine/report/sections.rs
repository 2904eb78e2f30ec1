//! What a page of a report says, in the order in which people ask.

use super::page::{Chart, Part, Table};
use super::{Bar, Report, Row, Run, Spread, Total};
use crate::engine::score::Score;
use crate::engine::target::Solution;
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

    fn of_several(&self, parts: &mut Vec<Part>) {
        parts.push(heading(&thousands_of(self.runs().len(), "run", "runs")));
        let mut table = Table::with(&["run", ">records", ">solved", ">%", ">points", ">%"]);
        for run in self.runs() {
            let total = run.total();
            let points = total.percent_of_points();
            table.rows.push(vec![
                run.name.clone(),
                thousands(total.records),
                thousands(total.solved),
                percent(total.percent()),
                points.map(|_| thousands(total.points)).unwrap_or_default(),
                points.map(percent).unwrap_or_default(),
            ]);
        }
        without_empty_columns(&mut table);
        parts.push(Part::Table(table));
        let solved = self.runs().iter();
        parts.push(Part::Chart(Chart {
            title: "solved".to_owned(),
            bars: solved
                .map(|run| (run.name.clone(), run.total().solved))
                .collect(),
        }));
        for run in self.runs() {
            parts.extend(left_out(run, Some(&run.name)));
        }
        self.pairs(parts);
        self.groups_of_several(parts);
        self.effort_of_several(parts);
        self.differing(parts);
    }

    /// Each run against each other.
    fn pairs(&self, parts: &mut Vec<Part>) {
        parts.push(heading("One against another"));
        let columns = [
            "run",
            "against",
            ">both",
            ">neither",
            ">only it",
            ">only the other",
            ">chance",
        ];
        let mut table = Table::with(&columns);
        let mut words = Vec::new();
        for (one, run) in self.runs().iter().enumerate() {
            for (other, against) in self.runs().iter().enumerate().skip(one + 1) {
                let found = self.against(one, other);
                table.rows.push(vec![
                    run.name.clone(),
                    against.name.clone(),
                    thousands(found.both),
                    thousands(found.neither),
                    thousands(found.one),
                    thousands(found.other),
                    match found.both + found.neither + found.one + found.other {
                        0 => "no record in both".to_owned(),
                        _ => chance(found.chance()),
                    },
                ]);
                for (only, name) in [
                    (found.only_one, &run.name),
                    (found.only_other, &against.name),
                ] {
                    if only > 0 {
                        let records = thousands_of(only, "record is", "records are");
                        words.push(format!("{records} only in {name}, and left out here."));
                    }
                }
            }
        }
        parts.push(Part::Table(table));
        words.dedup();
        parts.extend(words.into_iter().map(Part::Sentence));
        parts.push(sentence(
            "chance: how often two runs of the same strength differ as much (McNemar's exact test); \
             below 5 % the difference is hardly luck.",
        ));
    }

    fn groups_of_several(&self, parts: &mut Vec<Part>) {
        let mut names: Vec<&str> = Vec::new();
        let groups: Vec<Vec<(&str, Total)>> = self.runs().iter().map(Run::groups).collect();
        for (name, _) in groups.iter().flatten() {
            if !names.contains(name) {
                names.push(name);
            }
        }
        let largest = groups.iter().flatten().map(|(_, total)| total.records);
        if names.len() < 2 || largest.max().unwrap_or(0) < 2 {
            return;
        }
        parts.push(heading("Solved by group"));
        let runs = self.runs().iter().map(|run| format!(">{}", run.name));
        let columns: Vec<String> = std::iter::once("group".to_owned()).chain(runs).collect();
        let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
        let mut table = Table::with(&columns);
        for name in names {
            let mut row = vec![group_name(name)];
            for groups in &groups {
                let total = groups.iter().find(|(other, _)| *other == name);
                row.push(total.map(|(_, total)| of(total)).unwrap_or_default());
            }
            table.rows.push(row);
        }
        parts.push(Part::Table(table));
    }

    fn effort_of_several(&self, parts: &mut Vec<Part>) {
        let mut table = Table::with(&EFFORT);
        for run in self.runs() {
            effort(run, Some(&run.name), &mut table);
        }
        if !table.rows.is_empty() {
            parts.push(heading("Effort"));
            parts.push(Part::Table(table));
        }
    }

    /// The records that some of the runs solved, and others did not.
    fn differing(&self, parts: &mut Vec<Part>) {
        let runs = self.runs().iter().map(|run| run.name.as_str());
        let columns: Vec<&str> = ["record", "goal"].into_iter().chain(runs).collect();
        let mut table = Table::with(&columns);
        let mut more = 0;
        for rows in self.records() {
            let solved = rows.iter().flatten().filter(|row| row.is_solved).count();
            let known = rows.iter().flatten().count();
            let Some(first) = rows.iter().flatten().next() else {
                continue;
            };
            if solved == 0 || solved == known {
                continue;
            }
            if table.rows.len() == MOST {
                more += 1;
                continue;
            }
            let mut cells = vec![first.name(), first.goal.clone()];
            cells.extend(rows.iter().map(|row| {
                row.map_or(String::new(), |row| {
                    let sign = if row.is_solved { '✓' } else { '✗' };
                    format!("{sign} {}", row.played)
                })
            }));
            table.rows.push(cells);
        }
        if table.rows.is_empty() {
            return;
        }
        parts.push(heading(&format!(
            "Solved by some ({})",
            thousands(table.rows.len() + more)
        )));
        parts.push(Part::Table(table));
        parts.extend(and_more(more));
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
    parts.extend(left_out(run, None));
    groups(run, parts);
    missed(run, parts);
    solutions(run, parts);
    let mut table = Table::with(EFFORT.get(1..).unwrap_or_default());
    effort(run, None, &mut table);
    if !table.rows.is_empty() {
        parts.push(heading("Effort"));
        parts.push(Part::Table(table));
        let depths = run.spread(|row| row.depth);
        chart("depth of the search (acd)", depths.even_bars(), parts);
        let nodes = run.spread(|row| row.nodes);
        chart("nodes (acn)", nodes.growing_bars(), parts);
        let seconds = run.spread(|row| row.seconds);
        chart("seconds (acs)", seconds.even_bars(), parts);
    }
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
}

/// Depth and time to the solution.
fn solutions(run: &Run, parts: &mut Vec<Part>) {
    let found = |number: fn(Solution) -> i64| run.spread(|row| row.solution.map(number));
    let depths = found(|found| found.depth.into());
    let millis = found(|found| i64::try_from(found.time.as_millis()).unwrap_or(i64::MAX));
    if depths.count() == 0 {
        return;
    }
    parts.push(heading("When it was found, and held to the end"));
    let columns = ["", ">records", ">least", ">median", ">mean", ">most"];
    let mut table = Table::with(&columns);
    table.rows.push(spread_row("depth", &depths));
    table.rows.push(spread_row("milliseconds", &millis));
    parts.push(Part::Table(table));
    chart("depth", depths.even_bars(), parts);
    chart("milliseconds", millis.growing_bars(), parts);
}

/// Columns of the table of effort; the first only where there are several runs.
const EFFORT: [&str; 8] = [
    "run", "", ">records", ">least", ">median", ">mean", ">most", ">all",
];

fn effort(run: &Run, name: Option<&str>, table: &mut Table) {
    let numbers: [(&str, Spread); 3] = [
        ("depth (acd)", run.spread(|row| row.depth)),
        ("nodes (acn)", run.spread(|row| row.nodes)),
        ("seconds (acs)", run.spread(|row| row.seconds)),
    ];
    for (what, spread) in numbers {
        // Whole seconds say nothing of searches that take less than one.
        let is_too_short = what.starts_with("seconds") && spread.most() == Some(0);
        if spread.count() == 0 || is_too_short {
            continue;
        }
        let mut row: Vec<String> = name.map(str::to_owned).into_iter().collect();
        row.extend(spread_row(what, &spread));
        let sum = if what.starts_with("depth") {
            String::new()
        } else {
            thousands(spread.sum())
        };
        row.push(sum);
        table.rows.push(row);
    }
}

fn spread_row(what: &str, spread: &Spread) -> Vec<String> {
    let whole = |number: Option<i64>| number.map(thousands).unwrap_or_default();
    let part = |number: Option<f64>| {
        number.map_or(String::new(), |number| match number.abs() {
            0.0..100.0 => format!("{number:.1}"),
            _ => thousands(number.round() as i64),
        })
    };
    vec![
        what.to_owned(),
        thousands(spread.count()),
        whole(spread.least()),
        part(spread.median()),
        part(spread.mean()),
        whole(spread.most()),
    ]
}

fn chart(title: &str, bars: Vec<Bar>, parts: &mut Vec<Part>) {
    // One bar says no more than the table.
    if bars.len() < 2 {
        return;
    }
    let name = |bar: &Bar| match (bar.from, bar.to) {
        (from, to) if from == to => thousands(from),
        (from, i64::MAX) => format!("{} and more", thousands(from)),
        (from, to) => format!("{} to {}", thousands(from), thousands(to)),
    };
    parts.push(Part::Chart(Chart {
        title: title.to_owned(),
        bars: bars.iter().map(|bar| (name(bar), bar.count)).collect(),
    }));
}

fn left_out(run: &Run, name: Option<&str>) -> Vec<Part> {
    let of = name.map_or(String::new(), |name| format!("{name}: "));
    let all = [
        (run.without_answer, "no pm that is a legal move"),
        (run.without_goal, "no bm or am to hold it against"),
    ];
    let told = all.into_iter().filter(|(count, _)| *count > 0);
    told.map(|(count, why)| {
        let have = thousands_of(count, "record has", "records have");
        sentence(&format!(
            "{of}{have} {why}, and {} left out.",
            if count == 1 { "is" } else { "are" }
        ))
    })
    .collect()
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

fn chance(chance: f64) -> String {
    match chance {
        0.0..0.0001 => "< 0.01 %".to_owned(),
        chance if chance < 0.1 => format!("{:.2} %", chance * 100.0),
        chance => format!("{:.0} %", chance * 100.0),
    }
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
