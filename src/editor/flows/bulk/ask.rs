//! The edits of many records that need to know something, asked for in a prompt.

pub(crate) mod existing;
pub(crate) mod menus;
pub(super) mod offers;
mod plans;

use crate::editor::flows::bulk::{look, scope};
use crate::editor::model::Model;
use crate::editor::overlay;
use crate::editor::overlay::new_path::{self, NewPath};
use crate::editor::overlay::{Asks, Meaning, PagerLine, Wrong};
use crate::editor::state::jobs::bulk::plan::Plan;
use crate::epd::Record;
use crate::suite::query::Completions;
use std::hash::{BuildHasher, Hasher, RandomState};

pub(crate) use offers::opcodes;
pub(super) use plans::words;

/// An edit that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    Set,
    Remove,
    Rename,
    Renumber,
    Sort,
    Shuffle,
    Sample,
}

impl Ask {
    /// Returns the label of the prompt, and how its text is typed.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Set => (
                "set operation",
                "example: `ce 32`, `c0 \"text\"` or `c1 \"{ce/100}\"`",
            ),
            Self::Remove => ("remove operations", "example: `ce, pv`"),
            Self::Rename => (
                "rename operation",
                "the old opcode, then the new one; example: `ce acd`",
            ),
            Self::Renumber => (
                "new id template",
                "`{n}` is 1, 2, 3 and `{n:03}` is 001, 002, 003; `WAC.{n:03} from 100` begins with 100",
            ),
            Self::Sort => ("sort by", "example: `ce`, `material, id` or `id reverse`"),
            Self::Shuffle => (
                "shuffle with seed",
                "any number; the same seed gives the same order",
            ),
            Self::Sample => ("sample of", "example: `100` or `100 seed 7`"),
        }
    }
}

/// A template that the id of the selected record follows: `WAC.{n:03}` for `WAC.014`.
fn template_of(model: &Model) -> Option<String> {
    let record: Record<'_> = model.record();
    let id = record.operands_text(record.operation("id")?);
    let digits = id.chars().rev().take_while(char::is_ascii_digit).count();
    let (text, number) = id.split_at(id.len() - digits);
    let place = match number.len() {
        0 => ".{n}".to_owned(),
        _ if number.starts_with('0') => format!("{{n:{:02}}}", number.len()),
        _ => "{n}".to_owned(),
    };
    Some(format!("{text}{place}"))
}

/// Asks.
pub fn open(model: &mut Model, ask: Ask) {
    let text = match ask {
        Ask::Renumber => template_of(model).unwrap_or_default(),
        Ask::Shuffle => (RandomState::new().build_hasher().finish() % 10_000).to_string(),
        _ => String::new(),
    };
    overlay::ask(model, ask.words().0, &text, ask);
}

/// Asks for the file whose lines are added.
pub(super) fn merge(model: &mut Model) {
    let about = "The path of a file; its lines go to the end of this one.";
    let merge = NewPath::new("preview", "other.epd", about, |model, path| {
        let at = model.document.suite.line_count();
        look(model, Plan::Merge { path, at })
    });
    new_path::open(model, "merge file", None, merge)
}

impl Asks for Ask {
    fn memory(&self) -> Option<&'static str> {
        Some(self.words().0)
    }

    fn holds_text_of_records(&self) -> bool {
        *self == Self::Set
    }

    fn enter(&self) -> &'static str {
        "preview"
    }

    fn hint(&self, model: &Model) -> String {
        format!("{} · in {}", self.words().1, scope(model).in_words())
    }

    fn explains(&self, model: &Model) -> Vec<PagerLine> {
        let mut lines = vec![PagerLine::Text(self.hint(model))];
        if *self == Self::Set {
            lines.push(PagerLine::Text(String::new()));
            lines.extend(
                existing::offered().map(|(text, about)| PagerLine::Example { text, about }),
            );
        }
        lines
    }

    fn completions(&self, model: &Model, text: &str, cursor: usize) -> Completions {
        offers::at(text, cursor, |head| offers::behind(*self, model, head))
    }

    /// Shows what the change would do.
    fn read(&self, model: &Model, text: &str) -> Result<Meaning, Wrong> {
        if text.is_empty() {
            return Ok(Meaning::default());
        }
        existing::is_no_filter(model, text)?;
        let plan = Plan::Edit(self.edit(model, text)?);
        let title = plan.title();
        Ok(Meaning::of(move |model| look(model, plan.clone())).saying(Some(title)))
    }
}
