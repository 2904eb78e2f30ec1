//! The sections of a report, in order of interest.

mod several;

use crate::engine::mates::MateOutcome;
use crate::engine::report::{Bar, Report, Row, Run, Spread, Total};
use crate::epd::counted::{thousands, thousands_of};
use crate::epd::score::Score;
use crate::exchange::page::{self, About, Chart, Figure, Page, Part, Table};
use std::collections::{BTreeMap, HashMap};

/// The largest number of records in one list; JSON and CSV have all.
const MOST: usize = 200;

impl Report {
    /// Returns the whole report as a page, whose rows refer to lines of the first run.
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
    let runs = std::slice::from_ref(run);
    mates(runs, parts);
    missed(run, parts);
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

/// Adds the numbers of mates by stated distance and outcome for each run, and lists those shorter than stated, where
/// the suite or the engine is wrong.
fn mates(runs: &[Run], parts: &mut Vec<Part>) {
    let mut found: BTreeMap<(bool, u64, usize), Vec<MateOutcome>> = BTreeMap::new();
    for (at, run) in runs.iter().enumerate() {
        for mate in run.rows.iter().filter_map(|row| row.mate.as_ref()) {
            let key = (mate.stated < 0, mate.stated.unsigned_abs(), at);
            found.entry(key).or_default().push(mate.outcome());
        }
    }
    if found.is_empty() {
        return;
    }
    let counted = MateOutcome::ALL.map(|outcome| format!(">{}", outcome.name()));
    let columns = ["mate", "run", ">records"].map(str::to_owned);
    let mut table = Table::with(columns.into_iter().chain(counted));
    for ((is_mated, moves, at), outcomes) in found {
        let moves = i64::try_from(moves).unwrap_or(i64::MAX);
        let stated = Score::Mate(if is_mated { -moves } else { moves });
        let run = runs.get(at).filter(|_| runs.len() > 1);
        let mut row = vec![
            stated.in_words(),
            run.map(|run| run.label.clone()).unwrap_or_default(),
            thousands(outcomes.len()),
        ];
        row.extend(MateOutcome::ALL.map(|outcome| {
            let count = outcomes.iter().filter(|other| **other == outcome).count();
            match count {
                0 => String::new(),
                _ => thousands(count),
            }
        }));
        table.push(row);
    }
    parts.push(Part::heading("Mates by distance"));
    parts.push(Part::Table(table.without_empty_columns()));
    for run in runs {
        let heading = match runs.len() {
            1 => "Shorter than stated".to_owned(),
            _ => format!("{}: shorter than stated", run.label),
        };
        let rows = run.rows.iter();
        let rows = rows.filter(|row| row.mate_outcome() == Some(MateOutcome::Shorter));
        listed(&heading, &rows.collect::<Vec<_>>(), parts);
    }
}

fn missed(run: &Run, parts: &mut Vec<Part>) {
    let missed: Vec<&Row> = run.missed().collect();
    listed("Missed", &missed, parts);
    let figures = missed.iter().take(MOST);
    let figures =
        figures.filter_map(|row| figure(&[row], vec![format!("played {}", row.answer())]));
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
            row.answer().to_owned(),
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

/// Returns the diagram of a record with its goal and the answer of each run.
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
        (
            run.without_answer,
            "no single answer (a legal pm, or a mate found)",
        ),
        (
            run.without_goal,
            "no clear bm, am or mate to hold it against",
        ),
    ];
    let reasons = all.into_iter().filter(|(count, _)| *count > 0);
    let unfinished = run.unfinished.as_ref();
    let unfinished = unfinished.map(|made| {
        let made = match run.made() {
            Some(_) => String::new(),
            None => format!(" ({made})"),
        };
        format!("{of}the run is not complete{made}: the rest is still to come.")
    });
    let reasons = reasons.map(|(count, why)| {
        let have = thousands_of(count, "record has", "records have");
        let are = if count == 1 { "is" } else { "are" };
        format!("{of}{have} {why}, and {are} left out.")
    });
    let all = unfinished.into_iter().chain(reasons);
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

/// The number of runs that a chart shows side by side.
const SIDE_BY_SIDE: usize = 4;

/// A number that records of a run may have.
struct Measure {
    name: &'static str,
    of: fn(&Row) -> Option<i64>,
    /// Whether all bars have equal width; otherwise each is wider than the one before.
    is_even: bool,
    /// The opcode for a query that finds the records of a bar, if its operand is this number; then a total makes sense.
    opcode: Option<&'static str>,
}

/// The measures of the moment when a solution was found.
const FOUND: [Measure; 2] = [
    Measure::of("depth", Row::found_depth, true, None),
    Measure::of("milliseconds", Row::found_after, false, None),
];

/// The measures of a search's effort.
const EFFORT: [Measure; 4] = [
    Measure::of(DEPTH, Row::plain_depth, true, None),
    Measure::of(DEPTH_OF_MATES, Row::mate_depth, false, None),
    Measure::of("nodes (acn)", |row| row.nodes, false, Some("acn")),
    Measure::of("seconds (acs)", |row| row.seconds, true, Some("acs")),
];

const DEPTH: &str = "depth (acd)";
const DEPTH_OF_MATES: &str = "depth, mate seen";

/// Adds the moments of solutions, and the depth, nodes and seconds of the searches.
fn effort(runs: &[Run], parts: &mut Vec<Part>) {
    for (heading, measures) in [
        ("When it was found, and held to the end", &FOUND[..]),
        ("Effort", &EFFORT),
    ] {
        let table = table(measures, runs);
        if table.rows.is_empty() {
            continue;
        }
        let mut cells = table.rows.iter().flat_map(|row| &row.cells);
        let has_mates = cells.any(|cell| cell == DEPTH_OF_MATES);
        parts.push(Part::heading(heading));
        parts.push(Part::Table(table));
        if has_mates {
            parts.push(Part::sentence(
                "mate seen: an engine that sees a mate soon counts its depth to the end, so these are apart.",
            ));
        }
        charts(measures, runs, parts);
    }
}

impl Measure {
    const fn of(
        name: &'static str,
        of: fn(&Row) -> Option<i64>,
        is_even: bool,
        opcode: Option<&'static str>,
    ) -> Self {
        Self {
            name,
            of,
            is_even,
            opcode,
        }
    }

    /// Returns the spread in each run; `None` if no run has the number.
    fn spreads(&self, runs: &[Run]) -> Option<Vec<Spread>> {
        let spreads: Vec<Spread> = runs.iter().map(|run| run.spread(self.of)).collect();
        let most = spreads.iter().filter_map(Spread::most).max()?;
        // All searches took less than half a second.
        let is_too_short = self.name.starts_with("seconds") && most == 0;
        (!is_too_short).then_some(spreads)
    }

    /// Returns the records of the first run in a bar, by a query if possible.
    fn about(&self, bar: &Bar, runs: &[Run]) -> Option<About> {
        let rows = runs.first()?.rows.iter();
        let mut rows = rows.filter(|row| {
            let value = (self.of)(row);
            value.is_some_and(|value| (bar.from..=bar.to).contains(&value))
        });
        match self.opcode {
            Some(opcode) => rows.next().map(|_| {
                About::Query(match (bar.from, bar.to) {
                    (from, to) if from == to => format!("{opcode} = {from}"),
                    (from, i64::MAX) => format!("{opcode} >= {from}"),
                    (from, to) => format!("{opcode} between {from} and {to}"),
                })
            }),
            None => About::lines(format!("{}: {}", self.name, bar.label()), rows.map(line_of)),
        }
    }
}

/// Returns a row for each measure and run; the run's name only if there are several.
fn table(measures: &[Measure], runs: &[Run]) -> Table {
    let adds_up = measures.iter().any(|measure| measure.opcode.is_some());
    let mut columns = vec!["run", "", ">records", ">min", ">median", ">mean", ">max"];
    columns.extend(adds_up.then_some(">all"));
    let columns = match runs.len() {
        1 => columns.get(1..).unwrap_or_default(),
        _ => &columns[..],
    };
    let mut table = Table::with(columns);
    for measure in measures {
        let spreads = measure.spreads(runs).unwrap_or_default();
        for (run, spread) in runs.iter().zip(spreads) {
            if spread.count() == 0 {
                continue;
            }
            let mut row: Vec<String> = Vec::new();
            row.extend((runs.len() > 1).then(|| run.label.clone()));
            row.extend(row_of(measure.name, &spread));
            let sum = measure.opcode.map(|_| thousands(spread.sum()));
            row.extend(adds_up.then(|| sum.unwrap_or_default()));
            table.push(row);
        }
    }
    table
}

fn row_of(name: &str, spread: &Spread) -> [String; 6] {
    let whole = |number: Option<i64>| number.map(thousands).unwrap_or_default();
    let part = |number: Option<f64>| {
        number.map_or(String::new(), |number| match number.abs() {
            0.0..100.0 => format!("{number:.1}"),
            _ => thousands(number.round() as i64),
        })
    };
    [
        name.to_owned(),
        thousands(spread.count()),
        whole(spread.least()),
        part(spread.median()),
        part(spread.mean()),
        whole(spread.most()),
    ]
}

fn charts(measures: &[Measure], runs: &[Run], parts: &mut Vec<Part>) {
    if runs.len() > SIDE_BY_SIDE {
        return;
    }
    for measure in measures {
        let Some(spreads) = measure.spreads(runs) else {
            continue;
        };
        let all: Spread = (runs.iter().flat_map(|run| &run.rows))
            .filter_map(measure.of)
            .collect();
        let (all, title) = match measure.name {
            DEPTH => without_endless(all),
            name => (all, name.to_owned()),
        };
        let bars = match measure.is_even {
            true => all.even_bars(),
            false => all.growing_bars(),
        };
        // A single bar adds nothing to the table.
        if bars.len() < 2 {
            continue;
        }
        let row = |bar: &Bar| {
            let counts = spreads.iter().map(|spread| spread.within(bar));
            page::Row::bars(bar.label(), counts.collect()).about(measure.about(bar, runs))
        };
        parts.push(Part::Chart(Chart {
            title,
            names: match runs {
                [_] => Vec::new(),
                _ => runs.iter().map(|run| run.label.clone()).collect(),
            },
            rows: bars.iter().map(row).collect(),
            whole: None,
        }));
    }
}

/// The depth in plies that a search hardly reaches unless it sees the end of the game.
const DEEP: i64 = 60;

/// Returns the depths of a chart and its title. Depths far beyond all others are left out, which the title states: an
/// engine that sees a mate counts on to its last depth, and without scores such records can't be recognised.
fn without_endless(all: Spread) -> (Spread, String) {
    let most = all
        .median()
        .map_or(i64::MAX, |median| DEEP.max((median * 3.0) as i64));
    let (count, plain) = (all.count(), all.up_to(most));
    let title = match count - plain.count() {
        0 => DEPTH.to_owned(),
        endless => format!("{DEPTH}, without {} beyond {most}", thousands(endless)),
    };
    (plain, title)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_far_beyond_the_median_do_not_stretch_a_chart() {
        let title = |depths: &[i64]| {
            let (plain, title) = without_endless(depths.iter().copied().collect());
            (plain.most(), title)
        };
        assert_eq!(title(&[12, 14, 30]), (Some(30), DEPTH.to_owned()));
        assert_eq!(title(&[50, 60, 120]), (Some(120), DEPTH.to_owned()));
        let left_out = format!("{DEPTH}, without 2 beyond 60");
        assert_eq!(title(&[12, 13, 14, 245, 127]), (Some(14), left_out));
        assert_eq!(title(&[]), (None, DEPTH.to_owned()));
    }
}
