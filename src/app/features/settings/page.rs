//! The page of settings: each with its words, its value and where that came from.

use super::{ask, find_themes, set, source};
use crate::app::effect::Effect;
use crate::app::features::report;
use crate::app::glyph;
use crate::app::model::Model;
use crate::app::overlay::report::{Report, Reports, Row, Sign};
use crate::app::state::settings::{self, Kind, Setting};
use crate::app::words::wrapped;

/// Columns of the page beside its rows: border, signs and what moves rows in.
const BESIDE: usize = 12;

/// Opens the page.
pub(crate) fn open(model: &mut Model) -> Vec<Effect> {
    let mut effects = report::open(model, Report::new(Page, "Settings"));
    effects.extend(find_themes(model));
    effects
}

/// See the module.
#[derive(Debug)]
struct Page;

impl Reports for Page {
    fn refresh(&mut self, report: &mut Report, model: &Model) {
        let mut rows = problems(model);
        for setting in settings::all() {
            rows.extend(rows_of(model, setting));
        }
        let path = model.settings_file.path.as_ref();
        report.note = match path {
            Some(path) => glyph::safe(path.display().to_string().as_bytes()),
            None => "no settings file: nothing is kept".to_owned(),
        };
        report.put(rows);
    }
}

/// What is wrong with the settings file, in full.
fn problems(model: &Model) -> Vec<Row> {
    let problems = &model.settings_file.problems;
    if problems.is_empty() {
        return Vec::new();
    }
    let columns = usize::from(model.cols).saturating_sub(BESIDE);
    let mut rows = vec![Row::heading(
        "Problems in the settings file; all else holds",
    )];
    for problem in problems {
        let problem = glyph::safe(problem.as_bytes());
        for (at, line) in wrapped(&problem, columns, 0).into_iter().enumerate() {
            let row = Row::item(line);
            rows.push(if at == 0 { row } else { row.under() });
        }
    }
    rows
}

/// A setting: what it decides, and what it can be.
fn rows_of(model: &Model, setting: &'static Setting) -> Vec<Row> {
    let head = format!("{} · {}", setting.name, source(model, setting));
    let mut rows = vec![Row::heading(head).detailed(setting.help)];
    match setting.kind {
        Kind::Choice(choice) => {
            let now = choice.word(&model.settings);
            for word in choice.offered(&model.settings) {
                let is_now = now.as_ref().is_some_and(|now| now.name == word.name);
                let name = word.name.clone();
                let row = Row::item(glyph::safe(word.name.as_bytes()))
                    .signed(Sign::Checked(is_now))
                    .detailed(glyph::safe(word.help.as_bytes()))
                    .doing(move |model| choose(model, setting, &name));
                rows.push(row);
            }
        }
        Kind::Columns => {
            let row = Row::item(setting.text(&model.settings)).detailed("type other columns");
            rows.push(row.doing(move |model| ask::value(model, setting)));
        }
        Kind::Keys => {
            let lines = setting.lines(&model.settings);
            let entries = lines
                .iter()
                .skip(1)
                .map(|line| glyph::safe(line.as_bytes()));
            rows.extend(entries.map(Row::item));
            if lines.len() == 1 {
                rows.push(Row::item("none of your own").detailed(":set keys.save=F5"));
            }
        }
        Kind::Templates => {
            for template in &model.settings.templates {
                let name = template.name.clone();
                let row = Row::item(glyph::safe(name.as_bytes()))
                    .detailed(glyph::safe(template.text().as_bytes()));
                rows.push(row);
            }
            if model.settings.templates.is_empty() {
                rows.push(Row::item("none").detailed(":set templates.study=id \"\"; bm;"));
            }
        }
    }
    rows
}

fn choose(model: &mut Model, setting: &Setting, word: &str) -> Vec<Effect> {
    match set(model, setting.name, word) {
        Ok(effects) => effects,
        Err(error) => {
            model.refused(error.to_string());
            Vec::new()
        }
    }
}
