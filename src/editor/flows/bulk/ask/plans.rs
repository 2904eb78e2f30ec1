//! What a text typed in the prompt of a bulk edit asks for.

use super::{Ask, existing};
use crate::editor::command::Id;
use crate::editor::doc::query;
use crate::editor::flows::bulk::split;
use crate::editor::flows::open::paths;
use crate::editor::model::Model;
use crate::editor::overlay::Wrong;
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
        let wrong = |span: Span, message: String| Wrong { span, message };
        let whole = Span::new(text.len() - text.trim_start().len(), text.trim_end().len());
        let text_trimmed = text.trim();
        if let Some(at) = existing::option_at(text, "--where") {
            let filter = model.key(Id::Filter);
            return Err(wrong(
                Span::new(at, at + "--where".len()),
                format!("`--where` is for the command line; filter first (`{filter}`)"),
            ));
        }
        Ok(Some(match self {
            Self::Set => set(model, text)?,
            Self::Remove => {
                let mut opcodes = Vec::new();
                for (span, word) in words(text) {
                    check_opcode(span, word)?;
                    opcodes.push(word.to_owned());
                }
                if opcodes.is_empty() {
                    return Err(wrong(whole, "expected an opcode".into()));
                }
                Plan::Edit(Edit::Remove(opcodes))
            }
            Self::Rename => {
                let words = words(text);
                for (span, word) in &words {
                    check_opcode(*span, word)?;
                }
                match words.as_slice() {
                    [(_, old), (span, new)] if old == new => {
                        return Err(wrong(*span, format!("`{new}` is already its name")));
                    }
                    [(_, old), (_, new)] => Plan::Edit(Edit::Rename((*old).into(), (*new).into())),
                    [_, _, (span, more), ..] => {
                        return Err(wrong(
                            *span,
                            format!("expected two opcodes, found a third: `{more}`"),
                        ));
                    }
                    _ => {
                        let end = Span::new(text.len(), text.len());
                        return Err(wrong(end, "expected the new opcode as well".into()));
                    }
                }
            }
            Self::Renumber => {
                let (template, start) = match text_trimmed.rsplit_once(" from ") {
                    Some((template, number)) => (
                        template,
                        number.trim().parse().map_err(|_| {
                            let at = text.trim_end().len() - number.len();
                            wrong(
                                Span::new(at, at + number.len()),
                                format!("expected a number, found `{}`", number.trim()),
                            )
                        })?,
                    ),
                    None => (text_trimmed, 1),
                };
                let ids = Filling::ids(template, start);
                Plan::Edit(Edit::Renumber(
                    ids.map_err(|error| wrong(whole, error.to_string()))?,
                ))
            }
            Self::Sort => {
                let (mut keys, mut reverse) = (Vec::new(), false);
                for (span, word) in words(text) {
                    if word == "reverse" {
                        reverse = true;
                        continue;
                    }
                    keys.push(Key::typed(word).map_err(|error| wrong(span, error.to_string()))?);
                }
                if keys.is_empty() {
                    return Err(wrong(whole, "expected a sort key".into()));
                }
                let keys = Keys(keys);
                arrange(Arrangement::Sort { keys, reverse })
            }
            Self::Shuffle => {
                let seed = number(whole, text_trimmed)?;
                arrange(Arrangement::Shuffle { seed })
            }
            Self::Sample => match words(text).as_slice() {
                [(at, count)] => arrange(Arrangement::Sample {
                    count: usize::try_from(number(*at, count)?).unwrap_or(usize::MAX),
                    seed: 0,
                }),
                [(at, count), (_, "seed"), (seed_at, seed)] => arrange(Arrangement::Sample {
                    count: usize::try_from(number(*at, count)?).unwrap_or(usize::MAX),
                    seed: number(*seed_at, seed)?,
                }),
                [_, (span, _), ..] => {
                    return Err(wrong(
                        *span,
                        "expected `seed` and a number, or nothing more".into(),
                    ));
                }
                [] => return Err(wrong(whole, "expected a number".into())),
            },
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
    let span = Span::new(start, start + operation.len());
    let wrong = |message: String| Wrong { span, message };
    let filling =
        Filling::parse(operation).map_err(|error| wrong(error.trim_start().to_owned()))?;
    let set = &filling.operation;
    match existing.why_not(&set.opcode, &set.operands) {
        Some(reason) => Err(wrong(reason)),
        None => {
            let filling = filling.in_file(query::path_of(model));
            Ok(Plan::Edit(Edit::Set(filling, existing)))
        }
    }
}

fn number(span: Span, text: &str) -> Result<u64, Wrong> {
    text.parse().map_err(|_| Wrong {
        span,
        message: format!(
            "expected a number, found `{}`",
            glyph::safe(text.as_bytes())
        ),
    })
}

/// The words of a text, between blanks and commas.
pub(in crate::editor::flows::bulk) fn words(text: &str) -> Vec<(Span, &str)> {
    let mut words = Vec::new();
    let mut at = 0;
    for part in text.split([' ', ',', '\t']) {
        if !part.is_empty() {
            words.push((Span::new(at, at + part.len()), part));
        }
        at += part.len() + 1;
    }
    words
}

fn check_opcode(span: Span, word: &str) -> Result<(), Wrong> {
    if opcode::is_opcode(word.as_bytes()) {
        return Ok(());
    }
    Err(Wrong {
        span,
        message: format!(
            "`{}` is not an opcode: expected a letter, then up to 14 letters, digits or `_`",
            glyph::safe(word.as_bytes())
        ),
    })
}
