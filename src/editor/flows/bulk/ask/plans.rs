//! What a text typed in the prompt of a bulk edit asks for.

use super::Ask;
use crate::editor::doc::query;
use crate::editor::flows::bulk::ask;
use crate::editor::model::Model;
use crate::editor::overlay::Wrong;
use crate::editor::widgets::glyph;
use crate::epd::{Span, opcode};
use crate::suite::arrange::Arrangement;
use crate::suite::edit::{Edit, Filling};
use crate::suite::field::{Key, Keys};

impl Ask {
    /// Returns the edit that a text stands for.
    pub(super) fn edit(self, model: &Model, text: &str) -> Result<Edit, Wrong> {
        let whole = Span::new(text.len() - text.trim_start().len(), text.trim_end().len());
        let words = words(text);
        match self {
            Self::Set => set(model, text),
            Self::Remove => match opcodes(&words)? {
                none if none.is_empty() => Err(Wrong::new(whole, "expected an opcode")),
                opcodes => Ok(Edit::Remove(opcodes)),
            },
            Self::Rename => rename(text, &words, opcodes(&words)?),
            Self::Renumber => renumber(whole, text),
            Self::Sort => sort(whole, &words),
            Self::Shuffle => {
                let seed = number(whole, text.trim())?;
                Ok(Edit::Arrange(Arrangement::Shuffle { seed }))
            }
            Self::Sample => sample(whole, &words),
        }
    }
}

/// The edit that sets an operation: the same in all records, or with values of each.
fn set(model: &Model, text: &str) -> Result<Edit, Wrong> {
    let (existing, start) = ask::read(text)?;
    let operation = text.get(start..).unwrap_or_default().trim_end();
    let wrong = |message: String| Wrong::new(Span::new(start, start + operation.len()), message);
    let filling = Filling::parse(operation);
    let filling = filling.map_err(|error| wrong(error.trim_start().to_owned()))?;
    let set = &filling.operation;
    match existing.why_not(&set.opcode, &set.operands) {
        Some(reason) => Err(wrong(reason)),
        None => {
            let filling = filling.in_file(query::path_of(model));
            Ok(Edit::Set(filling, existing))
        }
    }
}

fn rename(text: &str, words: &[(Span, &str)], opcodes: Vec<String>) -> Result<Edit, Wrong> {
    match <[String; 2]>::try_from(opcodes) {
        Ok([old, new]) if old != new => Ok(Edit::Rename(old, new)),
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

fn renumber(whole: Span, text: &str) -> Result<Edit, Wrong> {
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
    Ok(Edit::Renumber(ids))
}

fn sort(whole: Span, words: &[(Span, &str)]) -> Result<Edit, Wrong> {
    let keys = words.iter().filter(|(_, word)| *word != "reverse");
    let keys = keys
        .map(|(span, word)| Key::typed(word).map_err(|error| Wrong::new(*span, error.to_string())));
    let keys = Keys(keys.collect::<Result<Vec<_>, _>>()?);
    let reverse = words.iter().any(|(_, word)| *word == "reverse");
    match keys.0.is_empty() {
        true => Err(Wrong::new(whole, "expected a sort key")),
        false => Ok(Edit::Arrange(Arrangement::Sort { keys, reverse })),
    }
}

fn sample(whole: Span, words: &[(Span, &str)]) -> Result<Edit, Wrong> {
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
    Ok(Edit::Arrange(Arrangement::Sample { count, seed }))
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
