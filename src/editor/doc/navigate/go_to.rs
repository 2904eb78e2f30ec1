//! A place in the file, typed: a line, an id, a part of the whole.

use super::{look, say};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Asks, PagerLine, Prompt};
use crate::editor::state::jobs::find::Wanted;
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
    let count = model.document.suite.line_count();
    if text.is_empty() {
        model.overlays.pop();
        return;
    }
    if let Ok(number) = text.parse::<usize>() {
        if number == 0 || number > count {
            say(model, format!("the file has {count} lines"));
        } else {
            model.overlays.pop();
            model.select(number - 1);
            model.document.view.shows_around = true;
        }
        return;
    }
    if text == "$" {
        model.overlays.pop();
        let last = model.document.row_count().saturating_sub(1);
        if let Some(line) = model.document.line_at(last) {
            model.select(line);
        }
        return;
    }
    if let Some(percent) = text.strip_suffix('%') {
        match percent.trim().parse::<f64>() {
            Ok(percent) if (0.0..=100.0).contains(&percent) => {
                let last = model.document.row_count().saturating_sub(1);
                let row = (last as f64 * percent / 100.0).round() as usize;
                if let Some(line) = model.document.line_at(row) {
                    model.overlays.pop();
                    model.select(line);
                    model.document.view.shows_around = true;
                }
            }
            _ => say(model, "a percentage from 0% to 100%".to_owned()),
        }
        return;
    }
    let id = text.trim_matches('"');
    let wanted = Wanted::Id(id.as_bytes().to_vec());
    let from = (model.document.selected + 1, model.document.selected + 1);
    say(model, "searching …".into());
    look(model, wanted, from, Direction::Forward)
}
