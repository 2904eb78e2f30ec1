//! What a change of many records needs to know, asked for in a prompt.

pub(crate) mod existing;
pub(crate) mod menus;
mod offers;
mod plans;

use crate::editor::flows::bulk::{look, scope, split};
use crate::editor::model::Model;
use crate::editor::overlay;
use crate::editor::overlay::paths;
use crate::editor::overlay::{Grammar, Meaning, PagerLine, Wrong};
use crate::editor::state::jobs::bulk::plan::Plan;
use crate::epd::Record;
use crate::suite::query::Completions;
use std::hash::{BuildHasher, Hasher, RandomState};

pub(crate) use offers::opcodes;
pub(super) use plans::words;

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ask {
    Set,
    Remove,
    Rename,
    Renumber,
    Sort,
    Shuffle,
    Sample,
    Merge,
    Split,
}

impl Ask {
    const fn label(self) -> &'static str {
        match self {
            Self::Set => "set operation",
            Self::Remove => "remove operations",
            Self::Rename => "rename operation",
            Self::Renumber => "new id template",
            Self::Sort => "sort by",
            Self::Shuffle => "shuffle with seed",
            Self::Sample => "sample of",
            Self::Merge => "merge file",
            Self::Split => "split into files",
        }
    }

    /// What stands in the prompt at first.
    fn default_text(self, model: &Model) -> String {
        match self {
            Self::Renumber => template_of(model).unwrap_or_default(),
            Self::Shuffle => (RandomState::new().build_hasher().finish() % 10_000).to_string(),
            _ => String::new(),
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
    let text = ask.default_text(model);
    if matches!(ask, Ask::Merge | Ask::Split) {
        paths::begin(model);
    }
    overlay::ask(model, ask.label(), &text, ask);
    if ask == Ask::Merge {
        paths::read(model, &text);
    }
}

impl Ask {
    /// Where a folder is typed in the text, if one is.
    fn folder_at(self, text: &str) -> Option<usize> {
        (self == Self::Split).then(|| split::folder_at(text))?
    }
}

impl Grammar for Ask {
    fn memory(&self) -> &'static str {
        self.label()
    }

    fn is_text_of_records(&self) -> bool {
        matches!(self, Self::Set)
    }

    fn enter(&self) -> &'static str {
        match self {
            Self::Split => "split",
            _ => "preview",
        }
    }

    fn hint(&self, model: &Model) -> String {
        let how = match self {
            Self::Set => "example: `ce 32`, `c0 \"text\"` or `c1 \"{ce/100}\"`",
            Self::Remove => "example: `ce, pv`",
            Self::Rename => "the old opcode, then the new one; example: `ce acd`",
            Self::Renumber => {
                "`{n}` is 1, 2, 3 and `{n:03}` is 001, 002, 003; `WAC.{n:03} from 100` begins with 100"
            }
            Self::Sort => "example: `ce`, `material, id` or `id reverse`",
            Self::Shuffle => "any number; the same seed gives the same order",
            Self::Sample => "example: `100` or `100 seed 7`",
            Self::Merge => "the path of a file; its lines go to the end of this one",
            Self::Split => "example: `every 100 into DIR` or `by id into DIR`",
        };
        match self {
            Self::Merge => how.to_owned(),
            _ => format!("{how} · in {}", scope(model).in_words()),
        }
    }

    fn explains(&self, model: &Model) -> Vec<PagerLine> {
        let mut lines = vec![PagerLine::Text(self.hint(model))];
        if *self == Self::Set {
            lines.push(PagerLine::Text(String::new()));
            lines.extend(existing::explained(model));
        }
        lines
    }

    fn completions(&self, model: &Model, text: &str, cursor: usize) -> Completions {
        offers::at(*self, model, text, cursor)
    }

    /// Shows what the change would do.
    fn read(&self, model: &Model, text: &str) -> Result<Meaning, Wrong> {
        if text.is_empty() {
            return Ok(Meaning::default());
        }
        let plan = self.plan(model, text)?;
        let title = plan.as_ref().map_or(String::new(), Plan::title);
        let text = text.to_owned();
        let does = move |model: &mut Model| match plan.clone() {
            Some(plan) => look(model, plan),
            None => split::start(model, &text),
        };
        Ok(Meaning::of(does).saying(Some(title)))
    }

    fn typed(&self, model: &mut Model, text: &str) {
        let path = match self {
            Self::Merge => Some(text),
            _ => self.folder_at(text).and_then(|start| text.get(start..)),
        };
        if let Some(path) = path {
            paths::read(model, path);
        }
    }
}
