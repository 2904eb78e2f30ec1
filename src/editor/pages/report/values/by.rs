//! What values are counted of, typed: fields separated by commas.

use super::{open_fields, page};
use crate::editor::flows::bulk::ask::opcodes;
use crate::editor::model::Model;
use crate::editor::overlay;
use crate::editor::overlay::{Asks, Meaning, PagerLine, Wrong};
use crate::epd::Span;
use crate::suite::field::{Fields, offered};
use crate::suite::query::{Completions, in_list};

/// The grammar of the fields to count by.
#[derive(Debug)]
pub(crate) struct By;

/// Asks for the fields; those that are shown stand there, to be changed.
pub(crate) fn open(model: &mut Model) {
    let fields = page::<super::Values>(model).map(|page| page.view.fields());
    let fields = fields.unwrap_or_default().to_vec();
    let text = Fields(fields).names().join(",");
    overlay::ask(model, "count by", &text, By)
}

/// Opens the page for fields as they are typed.
pub(crate) fn open_typed(model: &mut Model, text: &str) {
    match read(text) {
        Ok(fields) => open_fields(model, fields),
        Err(wrong) => model.refused(wrong.message),
    }
}

fn read(text: &str) -> Result<Fields, Wrong> {
    let fields = Fields::typed(text);
    fields.map_err(|(at, error)| Wrong::new(Span::new(at.start, at.end), error.in_short()))
}

impl Asks for By {
    fn memory(&self) -> Option<&'static str> {
        Some("count-by")
    }

    fn enter(&self) -> &'static str {
        "count"
    }

    fn hint(&self, _model: &Model) -> String {
        "fields; example: `bm`, `side,id.prefix` or `count(bm)`".to_owned()
    }

    fn explains(&self, model: &Model) -> Vec<PagerLine> {
        let head = "Opcodes, fields of the position and calculations, separated by commas: each value of them together is counted.";
        let head = [head.to_owned(), self.hint(model), String::new()];
        let fields = offered().map(|(name, about)| format!("{name:<14}{about}"));
        let lines = head.into_iter().chain(fields);
        lines.map(PagerLine::Text).collect()
    }

    fn completions(&self, model: &Model, text: &str, cursor: usize) -> Completions {
        let before = text.get(..cursor).unwrap_or(text);
        let last = in_list(before).last().unwrap_or_default();
        let word = last.trim_start();
        let offered = offered().map(|(name, about)| (name.to_owned(), about.to_owned()));
        Completions::of_word(before.len(), word, offered.chain(opcodes(model)))
    }

    fn read(&self, _model: &Model, text: &str) -> Result<Meaning, Wrong> {
        if text.is_empty() {
            return Ok(Meaning::default());
        }
        let fields = read(text)?;
        Ok(Meaning::of(move |model| open_fields(model, fields.clone())))
    }
}
