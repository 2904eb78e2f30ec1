//! What a change of many records needs to know, asked for in a prompt.

use crate::app::command::Id;
use crate::app::effect::Effect;
use crate::app::features::bulk::{look, scope, split};
use crate::app::features::files::paths;
use crate::app::features::query;
use crate::app::glyph;
use crate::app::model::Model;
use crate::app::overlay::{self, Does, Grammar, Menu, MenuItem, Wrong};
use crate::app::state::jobs::bulk::plan::Plan;
use crate::epd::{Record, Span, opcode};
use crate::suite::Sameness;
use crate::suite::bulk::{Assignment, Filling, Keep, RecordChange, SortKey, Template};
use crate::suite::query::Completions;
use std::hash::{BuildHasher, Hasher, RandomState};

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

/// Where the command line's `--where` is typed outside of quotes: here a filter says which records.
fn option_at(text: &str) -> Option<usize> {
    let at = text.find("--where")?;
    let (before, after) = text.split_at(at);
    let is_word = before.chars().next_back().is_none_or(char::is_whitespace)
        && !after["--where".len()..].starts_with(|c: char| c.is_alphanumeric() || c == '-');
    let is_quoted = before.matches('"').count() % 2 == 1;
    (is_word && !is_quoted).then_some(at)
}

impl Ask {
    /// Stable; under which what was typed is remembered.
    const fn name(self) -> &'static str {
        match self {
            Self::Set => "set",
            Self::Remove => "remove",
            Self::Rename => "rename",
            Self::Renumber => "renumber",
            Self::Sort => "sort",
            Self::Shuffle => "shuffle",
            Self::Sample => "sample",
            Self::Merge => "merge",
            Self::Split => "split",
        }
    }

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

    /// The plan that a text stands for; `None` for what is no plan of a change but right.
    fn plan(self, model: &Model, text: &str) -> Result<Option<Plan>, Wrong> {
        let wrong = |span: Span, message: String| Wrong { span, message };
        let whole = Span::new(text.len() - text.trim_start().len(), text.trim_end().len());
        let text_trimmed = text.trim();
        if let Some(at) = option_at(text) {
            let filter = model.key(Id::Filter);
            return Err(wrong(
                Span::new(at, at + "--where".len()),
                format!("`--where` is for the command line; filter first (`{filter}`)"),
            ));
        }
        Ok(Some(match self {
            Self::Set if Filling::is_one(text_trimmed) => {
                let fill = Filling::parse(text_trimmed)
                    .map_err(|error| wrong(whole, error.trim_start().to_owned()))?;
                match fill.needs_place() {
                    None => Plan::Records(RecordChange::Fill(fill)),
                    Some(_) => Plan::Fill {
                        fill,
                        path: query::path_of(model),
                    },
                }
            }
            Self::Set => Assignment::parse(text_trimmed)
                .map(|assignment| Plan::Records(RecordChange::Set(assignment)))
                .map_err(|error| wrong(whole, error.to_string()))?,
            Self::Remove => {
                let mut opcodes = Vec::new();
                for (span, word) in words(text) {
                    check_opcode(span, word)?;
                    opcodes.push(word.to_owned());
                }
                if opcodes.is_empty() {
                    return Err(wrong(whole, "expected an opcode".into()));
                }
                Plan::Records(RecordChange::Remove(opcodes))
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
                    [(_, old), (_, new)] => {
                        Plan::Records(RecordChange::Rename((*old).into(), (*new).into()))
                    }
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
                let template =
                    Template::parse(template).map_err(|error| wrong(whole, error.to_string()))?;
                Plan::Renumber { template, start }
            }
            Self::Sort => {
                let (mut keys, mut reverse) = (Vec::new(), false);
                for (span, word) in words(text) {
                    if word == "reverse" {
                        reverse = true;
                        continue;
                    }
                    keys.push(
                        SortKey::typed(word).map_err(|error| wrong(span, error.to_string()))?,
                    );
                }
                if keys.is_empty() {
                    return Err(wrong(whole, "expected a sort key".into()));
                }
                Plan::Sort { keys, reverse }
            }
            Self::Shuffle => Plan::Shuffle {
                seed: number(whole, text_trimmed)?,
            },
            Self::Sample => match words(text).as_slice() {
                [(at, count)] => Plan::Sample {
                    count: usize::try_from(number(*at, count)?).unwrap_or(usize::MAX),
                    seed: 0,
                },
                [(at, count), (_, "seed"), (seed_at, seed)] => Plan::Sample {
                    count: usize::try_from(number(*at, count)?).unwrap_or(usize::MAX),
                    seed: number(*seed_at, seed)?,
                },
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
pub(super) fn words(text: &str) -> Vec<(Span, &str)> {
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

pub(super) fn check_opcode(span: Span, word: &str) -> Result<(), Wrong> {
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

/// All opcodes, in the standard and well known, those of the selected record first.
pub(crate) fn opcodes(model: &Model) -> Vec<(String, String)> {
    let record = model.record();
    let mut names: Vec<(String, String)> = Vec::new();
    for operation in record.operations() {
        let name = record.opcode(operation).into_owned();
        let about = opcode::find(name.as_bytes())
            .map(|info| info.title)
            .or_else(|| opcode::well_known(name.as_bytes()))
            .unwrap_or("used in this record");
        if opcode::is_opcode(name.as_bytes()) && !names.iter().any(|(known, _)| *known == name) {
            names.push((name, about.to_owned()));
        }
    }
    for info in opcode::all() {
        if !names.iter().any(|(known, _)| known == info.name) {
            names.push((info.name.to_owned(), info.title.to_owned()));
        }
    }
    for (name, about) in opcode::all_well_known() {
        if !names.iter().any(|(known, _)| known == name) {
            names.push((name.to_owned(), about.to_owned()));
        }
    }
    names
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
pub fn open(model: &mut Model, ask: Ask) -> Vec<Effect> {
    let text = ask.default_text(model);
    if matches!(ask, Ask::Merge | Ask::Split) {
        paths::begin(model);
    }
    let mut effects = query::open(model, ask.label(), &text, ask);
    if ask == Ask::Merge {
        effects.extend(paths::read(model, &text));
    }
    effects
}

impl Ask {
    /// Where a folder is typed in the text, if one is.
    fn folder_at(self, text: &str) -> Option<usize> {
        (self == Self::Split).then(|| split::folder_at(text))?
    }
}

impl Grammar for Ask {
    fn memory(&self) -> &'static str {
        self.name()
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
            Self::Renumber => "example: `WAC.{n:03}` or `WAC.{n:03} from 100`",
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

    fn completions(&self, model: &Model, text: &str, cursor: usize) -> Completions {
        if *self == Self::Merge {
            return Completions {
                span: Span::new(0, text.len()),
                choices: paths::offered(model, text),
            };
        }
        if let Some(start) = self.folder_at(text) {
            let mut choices = paths::offered(model, text.get(start..).unwrap_or_default());
            choices.retain(|(path, _)| path.ends_with('/'));
            return Completions {
                span: Span::new(start, text.len()),
                choices,
            };
        }
        let before = text.get(..cursor).unwrap_or(text);
        let start = before
            .char_indices()
            .rfind(|(_, c)| c.is_whitespace() || *c == ',')
            .map_or(0, |(at, c)| at + c.len_utf8());
        let (head, word) = before.split_at_checked(start).unwrap_or((before, ""));
        let nth = head
            .split([' ', ','])
            .filter(|word| !word.is_empty())
            .count();
        let mut choices: Vec<(String, String)> = match self {
            Self::Set if nth > 0 => Vec::new(),
            Self::Rename if nth > 1 => Vec::new(),
            Self::Set | Self::Remove | Self::Rename | Self::Sort => opcodes(model),
            Self::Split if nth == 1 && head.trim_start().starts_with("by") => opcodes(model),
            Self::Split if nth == 0 => vec![
                ("every".into(), "that many records per file".into()),
                ("by".into(), "one file per value of an operation".into()),
            ],
            Self::Split if nth == 2 => vec![("into".into(), "the folder for the files".into())],
            Self::Renumber if nth > 0 => vec![("from".into(), "the first number".into())],
            Self::Sample if nth == 1 => {
                vec![("seed".into(), "the same seed gives the same sample".into())]
            }
            _ => Vec::new(),
        };
        if *self == Self::Sort {
            let keys = [
                ("position", "placement, side, castling, en passant"),
                ("material", "value of all pieces"),
                ("text", "the whole line"),
                ("reverse", "descending"),
            ];
            let keys = keys.map(|(key, about)| (key.to_owned(), about.to_owned()));
            choices.splice(0..0, keys);
        }
        choices.retain(|(choice, _)| choice.starts_with(word) && choice != word);
        Completions {
            span: Span::new(start, before.len()),
            choices,
        }
    }

    fn read(&self, model: &mut Model, text: &str) -> Result<(Option<String>, Vec<Effect>), Wrong> {
        let plan = self.plan(model, text)?;
        let title = plan.map_or(String::new(), |plan| plan.title());
        let path = match self {
            Self::Merge => Some(text),
            _ => self.folder_at(text).and_then(|start| text.get(start..)),
        };
        let read = path.and_then(|path| paths::read(model, path));
        Ok((Some(title), read.into_iter().collect()))
    }

    /// Shows what the change would do.
    fn accepted(&self, model: &Model, text: &str) -> Result<Option<Does>, Wrong> {
        if text.is_empty() {
            return Ok(None);
        }
        let plan = self.plan(model, text)?;
        let text = text.to_owned();
        Ok(Some(Does::new(move |model| match plan.clone() {
            Some(plan) => look(model, plan),
            None => split::start(model, &text),
        })))
    }
}

/// Opens the menu of all changes of many records.
pub(crate) fn open_menu(model: &mut Model) -> Vec<Effect> {
    let rows = [
        ('s', Id::SetOperation),
        ('r', Id::RemoveOperations),
        ('n', Id::RenameOpcodes),
        ('i', Id::Renumber),
        ('o', Id::SortRecords),
        ('d', Id::RemoveDuplicates),
        ('x', Id::FixRecords),
        ('c', Id::MakeCanonical),
        ('m', Id::MirrorColours),
        ('f', Id::MirrorFiles),
        ('h', Id::Shuffle),
        ('p', Id::Sample),
        ('g', Id::Gather),
        ('e', Id::MergeFile),
        ('l', Id::Split),
    ];
    let items = rows
        .into_iter()
        .map(|(key, id)| MenuItem::of_command(model, key, id))
        .collect();
    let title = format!("Bulk edit: {}", scope(model).in_words());
    overlay::open(model, Menu::new(title, items))
}

/// Removes duplicates by the words of a call.
pub(crate) fn remove_duplicates(model: &mut Model, same: &str, keep: Option<&str>) -> Vec<Effect> {
    let by = match same {
        "id" => Sameness::Id,
        "record" => Sameness::Record,
        _ => Sameness::Position,
    };
    let keep = match keep {
        Some("last") => Keep::Last,
        Some("merged") => Keep::Merged,
        _ => Keep::First,
    };
    look(model, Plan::Dedupe { by, keep })
}

/// Opens the menu of what makes records the same, and which of them stays.
pub(crate) fn open_duplicates(model: &mut Model) -> Vec<Effect> {
    let rows = [
        ('p', Sameness::Position, Keep::First),
        ('l', Sameness::Position, Keep::Last),
        ('j', Sameness::Position, Keep::Merged),
        ('i', Sameness::Id, Keep::First),
        ('k', Sameness::Id, Keep::Last),
        ('r', Sameness::Record, Keep::First),
    ];
    let items = rows
        .into_iter()
        .map(|(key, by, keep)| {
            let what = match by {
                Sameness::Id => "same id",
                Sameness::Position => "same position",
                Sameness::Record => "the same record, with all operations",
            };
            let stays = match keep {
                Keep::First => "keep the first",
                Keep::Last => "keep the last",
                Keep::Merged => "keep the first with the operations of all",
            };
            MenuItem::new(Some(key), what, stays, move |model| {
                look(model, Plan::Dedupe { by, keep })
            })
        })
        .collect();
    let title = format!("Remove duplicates: {}", scope(model).in_words());
    overlay::open(model, Menu::new(title, items))
}
