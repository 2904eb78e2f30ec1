//! The sections about several runs: comparisons of pairs, and the records in which they differ.

use crate::engine::report::sections::{
    MOST, choices, effort, figure, group_name, left_out, line_of, mates, of, of_groups, percent,
};
use crate::engine::report::{Report, Row, Run, RunMetadata, Total};
use crate::epd::counted::{thousands, thousands_of};
use crate::exchange::page::{self, About, Chart, Part, Table};

impl Report {
    pub(super) fn of_several(&self, parts: &mut Vec<Part>) -> String {
        parts.extend(self.of_two());
        let mut table = Table::with(["run", "file", ">records", ">solved", ">%", ">points", ">%"]);
        for run in &self.runs {
            let total = run.total();
            let points = total.percent_of_points();
            table.push(vec![
                run.label.clone(),
                // A label that equals the name needs no repetition.
                match run.label == run.name {
                    true => String::new(),
                    false => run.name.clone(),
                },
                thousands(total.records),
                thousands(total.solved),
                percent(total.percent()),
                points.map(|_| thousands(total.points)).unwrap_or_default(),
                points.map(percent).unwrap_or_default(),
            ]);
        }
        parts.push(Part::Table(table.without_empty_columns()));
        parts.extend(self.made());
        let solved = self.runs.iter();
        parts.push(Part::Chart(Chart {
            title: "solved".to_owned(),
            rows: solved
                .map(|run| page::Row::bars(run.label.clone(), vec![run.total().solved]))
                .collect(),
            ..Chart::default()
        }));
        for run in &self.runs {
            parts.extend(left_out(run, Some(&run.label)));
        }
        self.pairs(parts);
        self.groups_of_several(parts);
        mates(&self.runs, parts);
        effort(&self.runs, parts);
        self.differing(parts);
        thousands_of(self.runs.len(), "run", "runs")
    }

    /// Returns the engines and limits that the labels of the runs do not name.
    fn made(&self) -> Vec<Part> {
        // The labels have the differences, so only the common part is named here.
        if let Some(shared) = RunMetadata::shared(&self.runs) {
            let what = match (&shared.engine, &shared.limit) {
                (Some(_), Some(_)) => "Engine and limit",
                (Some(_), None) => "Engine",
                (None, _) => "Limit",
            };
            let words = shared.in_words().into_iter();
            return words
                .map(|words| Part::Sentence(format!("{what} of all: {words}")))
                .collect();
        }
        let unlabelled = self.runs.iter().filter_map(|run| {
            let words = run.made_in_words().filter(|words| *words != run.label)?;
            Some(Part::Sentence(format!(
                "{}: engine and limit: {words}",
                run.label
            )))
        });
        unlabelled.collect()
    }

    /// Returns the records of exactly two runs, with filters for the run that solved them.
    fn of_two(&self) -> Option<Part> {
        let [one, other] = self.runs.as_slice() else {
            return None;
        };
        let pairs = self.records();
        let pairs = pairs.filter_map(|rows| match rows.as_slice() {
            [Some(one), Some(other)] => Some((*one, other.is_solved)),
            _ => None,
        });
        let pairs: Vec<(&Row, bool)> = pairs.collect();
        let set = |is_solved: (bool, bool)| {
            let rows = pairs.iter();
            let rows = rows.filter(|(row, other)| (row.is_solved, *other) == is_solved);
            rows.map(|(row, _)| *row).collect::<Vec<_>>()
        };
        let mine = format!("only {}", one.label);
        let theirs = format!("only {}", other.label);
        let sets = [
            ("solved by both", set((true, true))),
            (&mine, set((true, false))),
            (&theirs, set((false, true))),
            ("solved by neither", set((false, false))),
        ];
        let sets = sets.each_ref().map(|(name, rows)| (*name, rows.as_slice()));
        Some(choices(pairs.len(), sets))
    }

    fn pairs(&self, parts: &mut Vec<Part>) {
        parts.push(Part::heading("One against another"));
        let columns = [
            "run",
            "against",
            ">both",
            ">neither",
            ">only it",
            ">only the other",
            ">chance",
        ];
        let mut table = Table::with(columns);
        let mut words = Vec::new();
        for (one, run) in self.runs.iter().enumerate() {
            for (other, against) in self.runs.iter().enumerate().skip(one + 1) {
                let found = self.against(one, other);
                table.push(vec![
                    run.label.clone(),
                    against.label.clone(),
                    thousands(found.both),
                    thousands(found.neither),
                    thousands(found.one),
                    thousands(found.other),
                    match found.records() {
                        0 => "no record in both".to_owned(),
                        _ => found.chance_in_words(),
                    },
                ]);
                for (only, name) in [
                    (found.only_one, &run.label),
                    (found.only_other, &against.label),
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
        parts.push(Part::sentence(
            "chance: how often equal runs differ as much (McNemar's exact test); below 5 % it is hardly luck.",
        ));
    }

    fn groups_of_several(&self, parts: &mut Vec<Part>) {
        let mut names: Vec<&str> = Vec::new();
        let groups: Vec<Vec<(&str, Total)>> = self.runs.iter().map(Run::groups).collect();
        for (name, _) in groups.iter().flatten() {
            if !names.contains(name) {
                names.push(name);
            }
        }
        let largest = groups.iter().flatten().map(|(_, total)| total.records);
        if names.len() < 2 || largest.max().unwrap_or(0) < 2 {
            return;
        }
        parts.push(Part::heading("Solved by group"));
        let runs = self.runs.iter().map(|run| format!(">{}", run.label));
        let mut table = Table::with(std::iter::once("group".to_owned()).chain(runs));
        let mut about = self.runs.first().map(of_groups).unwrap_or_default();
        for name in names {
            let mut row = vec![group_name(name)];
            for groups in &groups {
                let total = groups.iter().find(|(other, _)| *other == name);
                row.push(total.map(|(_, total)| of(total)).unwrap_or_default());
            }
            table
                .rows
                .push(page::Row::of(row).about(about.remove(name)));
        }
        parts.push(Part::Table(table));
    }

    /// Adds the records that none of the runs solved, and those that only some solved.
    fn differing(&self, parts: &mut Vec<Part>) {
        self.records_of("Solved by none", parts, |solved, _| solved == 0);
        self.records_of("Solved by some", parts, |solved, known| {
            (1..known).contains(&solved)
        });
    }

    /// Adds the records for which `is_wanted` is true of the numbers of runs that solved it and that have it.
    fn records_of(
        &self,
        words: &str,
        parts: &mut Vec<Part>,
        is_wanted: impl Fn(usize, usize) -> bool,
    ) {
        let runs = self.runs.iter().map(|run| run.label.as_str());
        let mut table = Table::with(["record", "goal"].into_iter().chain(runs));
        let mut figures = Vec::new();
        for rows in self.records() {
            let solved = rows.iter().flatten().filter(|row| row.is_solved).count();
            let known = rows.iter().flatten().count();
            let Some(first) = rows.iter().flatten().next() else {
                continue;
            };
            if !is_wanted(solved, known) {
                continue;
            }
            if table.rows.len() == MOST {
                table.more += 1;
                continue;
            }
            let mut cells = vec![first.name(), first.goal.clone()];
            cells.extend(rows.iter().map(|row| {
                row.map_or(String::new(), |row| {
                    let sign = if row.is_solved { '✓' } else { '✗' };
                    format!("{sign} {}", row.answer())
                })
            }));
            let answers = self.runs.iter().zip(cells.iter().skip(2));
            let answers = answers.filter(|(_, answer)| !answer.is_empty());
            let answers = answers.map(|(run, answer)| format!("{}: {answer}", run.label));
            let known: Vec<&Row> = rows.iter().copied().flatten().collect();
            figures.extend(figure(&known, answers.collect()));
            let about = rows.first().copied().flatten();
            let about = about.map(|row| About::Line(line_of(row)));
            table.rows.push(page::Row::of(cells).about(about));
        }
        if table.rows.is_empty() {
            return;
        }
        parts.push(Part::Heading(format!(
            "{words} ({})",
            thousands(table.rows.len() + table.more)
        )));
        parts.push(Part::Table(table));
        parts.push(Part::Figures(figures));
    }
}
