//! A place in the file, typed: a line, an id, a part of the whole.

use super::{look, say};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Asks, PagerLine, Prompt};
use crate::editor::state::jobs::Wanted;
use crate::suite::Direction;

/// A line number, an id, or a part of the whole in per cent.
#[derive(Debug)]
pub(super) struct GoTo;

/// Asks where to go.
pub(crate) fn open(model: &mut Model) {
    overlay::open(model, Prompt::new("go to line or id, or 50%", "", GoTo))
}

impl Asks for GoTo {
    fn enter(&self) -> &'static str {
        "go"
    }

    fn explains(&self, _model: &Model) -> Vec<PagerLine> {
        let example = |text: &str, about: &str| PagerLine::Example {
            text: text.to_owned(),
            about: about.to_owned(),
        };
        vec![
            PagerLine::Heading("A place in the file".into()),
            example("123", "the line of that number"),
            example("WAC.014", "the record with that id"),
            example("\"123\"", "the record with the id 123"),
            example("50%", "the middle of the list"),
            example("$", "the last line"),
        ]
    }

    fn accept(&self, model: &mut Model, text: &str) {
        go_to(model, text)
    }
}

/// Goes to what the prompt says: a line number, else an id (in quotes, where it is a number).
fn go_to(model: &mut Model, text: &str) {
    let text = text.trim();
    let document = &model.document;
    let (count, last) = (
        document.suite.line_count(),
        document.row_count().saturating_sub(1),
    );
    let line = if text.is_empty() {
        Ok(document.selected)
    } else if let Ok(number) = text.parse::<usize>() {
        let line = number.checked_sub(1).filter(|line| *line < count);
        line.ok_or_else(|| format!("the file has {count} lines"))
    } else if let Some(percent) = text.strip_suffix('%').or((text == "$").then_some("100")) {
        let percent = percent.trim().parse::<f64>().ok();
        let percent = percent.filter(|percent| (0.0..=100.0).contains(percent));
        let row = percent.map(|percent| (last as f64 * percent / 100.0).round() as usize);
        let line = row.map(|row| document.line_at(row).unwrap_or(document.selected));
        line.ok_or_else(|| "a percentage from 0% to 100%".to_owned())
    } else {
        let wanted = Wanted::Id(text.trim_matches('"').as_bytes().to_vec());
        let from = document.selected + 1;
        say(model, "searching …");
        return look(model, wanted, from, Direction::Forward);
    };
    match line {
        Ok(line) => {
            model.overlays.pop();
            model.document.view.shows_around = true;
            model.select(line);
        }
        Err(reason) => say(model, reason),
    }
}
