//! The edits of many records that need to know something, asked for in a prompt.
//!
//! What can be typed next in the prompt of a bulk edit.
//!
//! What becomes of an operation that is there already when one is set in bulk: a word before the operation,
//! as on the command line.

pub(crate) mod menus;
mod plans;

use crate::editor::command::Id;
use crate::editor::flows::bulk::{look, scope};
use crate::editor::model::Model;
use crate::editor::overlay::new_path::{self, NewPath};
use crate::editor::overlay::{self, Asks, Meaning, PagerLine, Wrong};
use crate::editor::state::jobs::bulk::Plan;
use crate::epd::{Record, Span, opcode};
use crate::suite::edit::Existing;
use crate::suite::query::Completions;
use std::hash::{BuildHasher, Hasher, RandomState};

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
            lines.extend(offered().map(|(text, about)| PagerLine::Example { text, about }));
        }
        lines
    }

    fn completions(&self, model: &Model, text: &str, cursor: usize) -> Completions {
        at(text, cursor, |head| behind(*self, model, head))
    }

    /// Shows what the change would do.
    fn read(&self, model: &Model, text: &str) -> Result<Meaning, Wrong> {
        if text.is_empty() {
            return Ok(Meaning::default());
        }
        is_no_filter(model, text)?;
        let plan = Plan::Edit(self.edit(model, text)?);
        let title = plan.title();
        Ok(Meaning::of(move |model| look(model, plan.clone())).saying(Some(title)))
    }
}

/// The fields beside opcodes that records can be sorted by.
const SORT: [(&str, &str); 4] = [
    ("position", "placement, side, castling, en passant"),
    ("material", "value of all pieces"),
    ("text", "the whole line"),
    ("reverse", "descending"),
];

/// Returns the completions at the cursor; `behind` gives the words that can stand behind a text.
pub(in crate::editor::flows::bulk) fn at(
    text: &str,
    cursor: usize,
    behind: impl FnOnce(&str) -> Vec<(String, String)>,
) -> Completions {
    let before = text.get(..cursor).unwrap_or(text);
    let start = before
        .char_indices()
        .rfind(|(_, c)| c.is_whitespace() || *c == ',')
        .map_or(0, |(at, c)| at + c.len_utf8());
    let (head, word) = before.split_at_checked(start).unwrap_or((before, ""));
    let mut choices = behind(head);
    choices.retain(|(choice, _)| choice.starts_with(word) && choice != word);
    Completions {
        span: Span::new(start, before.len()),
        choices,
    }
}

/// The words that can stand behind a text where an edit is asked for.
fn behind(ask: Ask, model: &Model, head: &str) -> Vec<(String, String)> {
    // What is said before the operation is no word of it.
    let (existing, at) = match ask {
        Ask::Set => read(head).unwrap_or_default(),
        _ => (Existing::Replace, 0),
    };
    let words = words(head.get(at..).unwrap_or_default()).len();
    let offer = |(word, about): (&str, &str)| (word.to_owned(), about.to_owned());
    match (ask, words) {
        (Ask::Set, 0) if existing == Existing::Replace => {
            opcodes(model).into_iter().chain(offered()).collect()
        }
        (Ask::Sort, _) => SORT.map(offer).into_iter().chain(opcodes(model)).collect(),
        (Ask::Set, 0) | (Ask::Rename, 0 | 1) | (Ask::Remove, _) => opcodes(model),
        (Ask::Renumber, 1..) => vec![offer(("from", "the first number"))],
        (Ask::Sample, 1) => vec![offer(("seed", "the same seed gives the same sample"))],
        _ => Vec::new(),
    }
}

/// All opcodes, in the standard and well known, those of the selected record first.
pub(crate) fn opcodes(model: &Model) -> Vec<(String, String)> {
    let record = model.record();
    let mut names: Vec<(String, String)> = Vec::new();
    let mut add = |name: &str, about: &str| {
        if !names.iter().any(|(known, _)| known == name) {
            names.push((name.to_owned(), about.to_owned()));
        }
    };
    for operation in record.operations() {
        let name = record.opcode(operation);
        let known = opcode::find(name.as_bytes()).map(|info| info.title);
        let known = known.or_else(|| opcode::well_known(name.as_bytes()));
        if opcode::is_opcode(name.as_bytes()) {
            add(&name, known.unwrap_or("used in this record"));
        }
    }
    let standard = opcode::all().iter().map(|info| (info.name, info.title));
    for (name, about) in standard.chain(opcode::all_well_known()) {
        add(name, about);
    }
    names
}

/// The words that can stand before the operation: what each means, and what it does.
const OPTIONS: [(&str, Existing, &str); 2] = [
    (
        "--append",
        Existing::Append,
        "add the operands to those that are there; a best move that is there is not added",
    ),
    (
        "--only-missing",
        Existing::Keep,
        "only in records that do not have the operation",
    ),
];

/// The words, with what they do.
fn offered() -> impl Iterator<Item = (String, String)> {
    OPTIONS
        .iter()
        .map(|(word, _, about)| ((*word).to_owned(), (*about).to_owned()))
}

/// Returns what to do with an operation that is there, and the byte at which the new one begins.
///
/// # Errors
///
/// Another word with two hyphens stands there, or one of ours behind the operation.
fn read(text: &str) -> Result<(Existing, usize), Wrong> {
    let start = text.len() - text.trim_start().len();
    let typed = text.get(start..).unwrap_or_default();
    let (word, behind) = typed.split_once(char::is_whitespace).unwrap_or((typed, ""));
    let known = OPTIONS.iter().find(|(option, ..)| *option == word);
    let (existing, at) = match known {
        Some((_, existing, _)) => (*existing, text.len() - behind.trim_start().len()),
        None if word.starts_with('-') => {
            return Err(Wrong::new(
                Span::new(start, start + word.len()),
                "expected `--append`, `--only-missing` or an opcode",
            ));
        }
        None => (Existing::Replace, start),
    };
    let operation = text.get(at..).unwrap_or_default();
    for (word, ..) in OPTIONS {
        if let Some(found) = option_at(operation, word) {
            let message = match existing {
                Existing::Replace => format!("`{word}` stands before the operation"),
                _ => "expected one of `--append` and `--only-missing`".to_owned(),
            };
            let found = at + found;
            return Err(Wrong::new(Span::new(found, found + word.len()), message));
        }
    }
    Ok((existing, at))
}

/// Refuses the option of the command line in the place of which the list is filtered here.
fn is_no_filter(model: &Model, text: &str) -> Result<(), Wrong> {
    const WHERE: &str = "--where";
    let filter = model.key(Id::Filter);
    option_at(text, WHERE).map_or(Ok(()), |at| {
        let said = format!("`{WHERE}` is for the command line; filter first (`{filter}`)");
        Err(Wrong::new(Span::new(at, at + WHERE.len()), said))
    })
}

/// Returns the byte at which an option of the command line is typed outside of quotes.
fn option_at(text: &str, option: &str) -> Option<usize> {
    let at = text.find(option)?;
    let (before, after) = text.split_at(at);
    let is_word = before.chars().next_back().is_none_or(char::is_whitespace)
        && !after
            .get(option.len()..)
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_alphanumeric() || c == '-'));
    let is_quoted = before.matches('"').count() % 2 == 1;
    (is_word && !is_quoted).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_before_the_operation_says_what_becomes_of_one_that_is_there() {
        let check = |text: &str, expected: (Existing, usize)| {
            assert_eq!(read(text), Ok(expected), "{text}");
        };
        check("bm Nf3", (Existing::Replace, 0));
        check("  bm Nf3", (Existing::Replace, 2));
        check("--append bm Nf3", (Existing::Append, 9));
        check(" --only-missing  id x", (Existing::Keep, 17));
        check("--append", (Existing::Append, 8));
        // What stands in quotes is text.
        check("c0 \"--append\"", (Existing::Replace, 0));
        check("c0 --appendix", (Existing::Replace, 0));
    }

    #[test]
    fn a_word_that_is_none_or_stands_elsewhere_is_wrong() {
        let check = |text: &str, at: (usize, usize), message: &str| {
            let wrong = read(text).expect_err(text);
            assert_eq!((wrong.span.start, wrong.span.end), at, "{text}");
            assert_eq!(wrong.message, message, "{text}");
        };
        let expected = "expected `--append`, `--only-missing` or an opcode";
        check("--ap bm Nf3", (0, 4), expected);
        let stands = "`--append` stands before the operation";
        check("bm Nf3 --append", (7, 15), stands);
        let one = "expected one of `--append` and `--only-missing`";
        check("--append --only-missing id x", (9, 23), one);
    }
}
