//! The page of settings: each with its words, its value and where that came from.

use super::{ask, find_themes};
use crate::editor::command::Id;
use crate::editor::key::{Key, KeyCode};
use crate::editor::model::Model;
use crate::editor::overlay::menu::does;
use crate::editor::overlay::report::{self, About, Report, Reports, Row, Sign, top};
use crate::editor::overlay::{self, Does};
use crate::editor::settings::{choose, source, theme_problems};
use crate::editor::state::settings::{self, Kind, Setting, Table};
use crate::editor::widgets::glyph;
use crate::editor::widgets::words::wrapped;

/// Columns of the page beside its rows: border, signs and what moves rows in.
const BESIDE: usize = 12;

pub(crate) fn open(model: &mut Model) {
    report::show(model, Report::new(Page, "Settings"));
    find_themes(model);
}

/// See the module.
#[derive(Debug)]
struct Page;

impl Reports for Page {
    fn refresh(&mut self, report: &mut Report, model: &Model) {
        let settings = settings::all().iter();
        let rows = settings.flat_map(|setting| rows_of(model, setting));
        report.note = model.settings_file.place();
        report.put(problems(model).into_iter().chain(rows).collect());
    }

    /// Tab goes to the next setting: to the value it has, else to its first row.
    fn key(&mut self, report: &mut Report, _model: &mut Model, key: Key) -> bool {
        let is_head = |at: &usize| {
            let about = report.rows.get(*at).and_then(|row| row.about.as_ref());
            matches!(about, Some(About::Setting(_)))
        };
        let mut below = (report.cursor..report.rows.len()).chain(0..report.cursor);
        let Some(head) = below.find(is_head).filter(|_| key.code == KeyCode::Tab) else {
            return false;
        };
        let rows = report.rows.iter().skip(head + 1);
        let mut rows = rows.take_while(|row| !row.heading);
        let set = rows.position(|row| row.sign == Some(Sign::Checked(true)));
        report.cursor = report.landing(head + 1 + set.unwrap_or(0));
        true
    }

    /// Returns the value before or behind the one that is set, which comes round at the ends.
    fn beside(&self, model: &Model, by: isize) -> Option<Does> {
        let report = top(model)?;
        let heads = (0..report.cursor).rev();
        let mut heads = heads.filter_map(|at| match report.rows.get(at)?.about {
            Some(About::Setting(name)) => Some((at, settings::find(name)?)),
            _ => None,
        });
        let (head, setting) = heads.next()?;
        let Kind::Choice(choice) = setting.kind else {
            return None;
        };
        let words = choice.offered(&model.settings);
        let now = (choice.name)(&model.settings);
        let now = words.iter().position(|(word, _)| *word == now)?;
        let next = (now + words.len()).saturating_add_signed(by) % words.len();
        let (word, _) = words.get(next)?.clone();
        (report.cursor <= head + words.len()).then_some(Does::new(move |model| {
            if let Some(report) = overlay::top_mut::<Report>(model) {
                report.cursor = head + 1 + next;
            }
            choose(model, setting.name, &word)
        }))
    }
}

/// Returns the problems of the settings file and with the theme chosen, in full.
fn problems(model: &Model) -> Vec<Row> {
    let of_file = &model.settings_file.problems;
    let of_theme = theme_problems(model);
    let heading = match (of_file.is_empty(), of_theme.is_empty()) {
        (true, true) => return Vec::new(),
        (true, false) => "Problems in the theme file; all else holds",
        (false, true) => "Problems in the settings file; all else holds",
        (false, false) => "Problems in the settings file and the theme file; all else holds",
    };
    let columns = usize::from(model.cols).saturating_sub(BESIDE);
    let mut rows = vec![Row::heading(heading)];
    for problem in of_file.iter().chain(&of_theme) {
        let problem = glyph::safe(problem.as_bytes());
        for (at, line) in wrapped(&problem, columns, 0).into_iter().enumerate() {
            let row = Row::item(line);
            rows.push(if at == 0 { row } else { row.under() });
        }
    }
    rows
}

/// Returns the rows of a setting: what it decides, and what it can be.
fn rows_of(model: &Model, setting: &'static Setting) -> Vec<Row> {
    let head = format!("{} · {}", setting.name, source(model, setting));
    let head = Row::heading(head).about(About::Setting(setting.name));
    let mut rows = vec![head.detailed(setting.help)];
    match setting.kind {
        Kind::Choice(choice) => {
            let now = (choice.name)(&model.settings);
            for (word, help) in choice.offered(&model.settings) {
                let row = Row::item(glyph::safe(word.as_bytes()))
                    .signed(Sign::Checked(now == word))
                    .detailed(glyph::safe(help.as_bytes()));
                rows.push(row.doing(move |model| choose(model, setting.name, &word)));
            }
            if let Some((_, help)) = choice.more.filter(|(name, _)| !name.starts_with("NAME")) {
                let row = Row::item("other …").detailed(help);
                rows.push(row.doing(move |model| ask::value(model, setting)));
            }
        }
        Kind::Columns => {
            let row = Row::item(setting.text(&model.settings)).detailed("type other columns");
            rows.push(row.doing(move |model| ask::value(model, setting)));
        }
        Kind::Table(table) => {
            let opens = |row: Row| match table {
                Table::Engines => row.doing(|model| does(Id::Engines)(model)),
                Table::Templates | Table::Keys => row,
            };
            let entries = setting.values(&model.settings).into_iter();
            rows.extend(entries.map(|(name, value)| {
                let row = Row::item(glyph::safe(name.as_bytes()));
                opens(row.detailed(glyph::safe(value.to_string().as_bytes())))
            }));
            let none = Row::item("none of your own");
            let is_empty = rows.len() == 1;
            match table {
                Table::Engines => {
                    let words = "choose, add and remove engines, change their options";
                    rows.push(opens(Row::item("engines …").detailed(words)));
                }
                Table::Keys => {
                    rows.extend(is_empty.then(|| none.detailed(":set keys.save=F5")));
                    let row = Row::item("change a key");
                    let row = row.detailed("choose a command, then press its key");
                    rows.push(row.doing(crate::editor::pages::settings::open));
                }
                Table::Templates if is_empty => {
                    rows.push(none.detailed(":set templates.study=id \"\"; bm;"));
                }
                Table::Templates => {}
            }
        }
    }
    rows
}
