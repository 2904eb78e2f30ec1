//! What a text typed in the prompt of a bulk edit asks for.

use super::{Ask, existing};
use crate::editor::command::Id;
use crate::editor::doc::query;
use crate::editor::flows::bulk::split;
use crate::editor::model::Model;
use crate::editor::overlay::Wrong;
use crate::editor::overlay::paths;
use crate::editor::state::jobs::bulk::plan::Plan;
use crate::editor::widgets::glyph;
use crate::epd::{Span, opcode};
use crate::suite::arrange::Arrangement;
use crate::suite::edit::{Edit, Filling};
use crate::suite::field::{Key, Keys};

fn arrange(arrangement: Arrangement) -> Plan {
    Plan::Edit(Edit::Arrange(arrangement))
}

impl Ask {
    /// The plan that a text stands for; `None` for what is no plan of a change but right.
    pub(super) fn plan(self, model: &Model, text: &str) -> Result<Option<Plan>, Wrong> {
        let whole = Span::new(text.len() - text.trim_start().len(), text.trim_end().len());
        if let Some(at) = existing::option_at(text, "--where") {
            let filter = model.key(Id::Filter);
            return Err(Wrong::new(
                Span::new(at, at + "--where".len()),
                format!("`--where` is for the command line; filter first (`{filter}`)"),
            ));
        }
        let words = words(text);
        Ok(Some(match self {
            Self::Set => set(model, text)?,
            Self::Remove => match opcodes(&words)? {
                none if none.is_empty() => return Err(Wrong::new(whole, "expected an opcode")),
                opcodes => Plan::Edit(Edit::Remove(opcodes)),
            },
            Self::Rename => rename(text, &words, opcodes(&words)?)?,
            Self::Renumber => renumber(whole, text)?,
            Self::Sort => sort(whole, &words)?,
            Self::Shuffle => arrange(Arrangement::Shuffle {
                seed: number(whole, text.trim())?,
            }),
            Self::Sample => sample(whole, &words)?,
            Self::Merge => Plan::Merge {
                path: paths::meant(model, text),
                at: model.document.suite.line_count(),
            },
            Self::Split => {
                split::read(text)?;
                return Ok(None);
            }
        }))
    }
}

/// The plan of an operation that is set: the same in all records, or with values of each.
fn set(model: &Model, text: &str) -> Result<Plan, Wrong> {
    let (existing, start) = existing::read(text)?;
    let operation = text.get(start..).unwrap_or_default().trim_end();
    let wrong = |message: String| Wrong::new(Span::new(start, start + operation.len()), message);
    let filling = Filling::parse(operation);
    let filling = filling.map_err(|error| wrong(error.trim_start().to_owned()))?;
    let set = &filling.operation;
    match existing.why_not(&set.opcode, &set.operands) {
        Some(reason) => Err(wrong(reason)),
        None => {
            let filling = filling.in_file(query::path_of(model));
            Ok(Plan::Edit(Edit::Set(filling, existing)))
        }
    }
}

fn rename(text: &str, words: &[(Span, &str)], opcodes: Vec<String>) -> Result<Plan, Wrong> {
    match <[String; 2]>::try_from(opcodes) {
        Ok([old, new]) if old != new => Ok(Plan::Edit(Edit::Rename(old, new))),
        Ok([_, new]) => {
            let at = words.last().map_or(Span::default(), |(span, _)| *span);
            Err(Wrong::new(at, format!("`{new}` is already its name")))
        }
        Err(_) => Err(match words.get(2) {
            Some((at, more)) => Wrong::new(
                *at,
                format!("expected two opcodes, found a third: `{more}`"),
            ),
            None => {
                let end = Span::new(text.len(), text.len());
                Wrong::new(end, "expected the new opcode as well")
            }
        }),
    }
}

fn renumber(whole: Span, text: &str) -> Result<Plan, Wrong> {
    let (template, start) = match text.trim().rsplit_once(" from ") {
        Some((template, typed)) => {
            let at = whole.end - typed.len();
            let wrong = |_| {
                let message = format!("expected a number, found `{}`", typed.trim());
                Wrong::new(Span::new(at, whole.end), message)
            };
            (template, typed.trim().parse().map_err(wrong)?)
        }
        None => (text.trim(), 1),
    };
    let ids = Filling::ids(template, start);
    let ids = ids.map_err(|error| Wrong::new(whole, error.to_string()))?;
    Ok(Plan::Edit(Edit::Renumber(ids)))
}

fn sort(whole: Span, words: &[(Span, &str)]) -> Result<Plan, Wrong> {
    let keys = words.iter().filter(|(_, word)| *word != "reverse");
    let keys = keys
        .map(|(span, word)| Key::typed(word).map_err(|error| Wrong::new(*span, error.to_string())));
    let keys = Keys(keys.collect::<Result<Vec<_>, _>>()?);
    let reverse = words.iter().any(|(_, word)| *word == "reverse");
    match keys.0.is_empty() {
        true => Err(Wrong::new(whole, "expected a sort key")),
        false => Ok(arrange(Arrangement::Sort { keys, reverse })),
    }
}

fn sample(whole: Span, words: &[(Span, &str)]) -> Result<Plan, Wrong> {
    let (at, count, seed) = match words {
        [(at, count)] => (*at, count, 0),
        [(at, count), (_, "seed"), (seed_at, seed)] => (*at, count, number(*seed_at, seed)?),
        [_, (at, _), ..] => {
            return Err(Wrong::new(
                *at,
                "expected `seed` and a number, or nothing more",
            ));
        }
        [] => return Err(Wrong::new(whole, "expected a number")),
    };
    let count = usize::try_from(number(at, count)?).unwrap_or(usize::MAX);
    Ok(arrange(Arrangement::Sample { count, seed }))
}

fn number(span: Span, text: &str) -> Result<u64, Wrong> {
    text.parse().map_err(|_| {
        let found = glyph::safe(text.as_bytes());
        Wrong::new(span, format!("expected a number, found `{found}`"))
    })
}

/// The words of a text, between blanks and commas.
pub(in crate::editor::flows::bulk) fn words(text: &str) -> Vec<(Span, &str)> {
    let mut at = 0;
    let words = text.split([' ', ',', '\t']).map(|word| {
        let span = Span::new(at, at + word.len());
        at = span.end + 1;
        (span, word)
    });
    words.filter(|(_, word)| !word.is_empty()).collect()
}

/// Returns the words as opcodes, where all are some.
fn opcodes(words: &[(Span, &str)]) -> Result<Vec<String>, Wrong> {
    let opcodes = words.iter().map(|(span, word)| {
        let name = glyph::safe(word.as_bytes());
        match opcode::is_opcode(word.as_bytes()) {
            true => Ok(name),
            false => Err(Wrong::new(
                *span,
                format!("`{name}` is not an opcode: expected a letter, then up to 14 letters, digits or `_`"),
            )),
        }
    });
    opcodes.collect()
}
