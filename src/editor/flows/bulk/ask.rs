//! The prompts for the arguments of bulk edits, and of the split into files: their grammars and completions.

use crate::editor::command::Id;
use crate::editor::doc::query;
use crate::editor::flows::bulk::{look, scope};
use crate::editor::jobs::{JobContext, Slot, Work, in_words};
use crate::editor::model::Model;
use crate::editor::overlay::paths::{self, NewPath};
use crate::editor::overlay::{self, Meaning, PagerLine, PromptHandler, Wrong};
use crate::editor::state::jobs::bulk::Plan;
use crate::editor::widgets::glyph;
use crate::epd::counted::noun;
use crate::epd::{LineKind, Record, Skim, Span, opcode};
use crate::suite::DuplicateKey;
use crate::suite::arrange::{Arrangement, Keep};
use crate::suite::edit::{Edit, Existing, Filling, SplitBy, Splitter};
use crate::suite::field::{self, Key, Keys};
use crate::suite::query::Completions;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::{Path, PathBuf};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    Set,
    Remove,
    Rename,
    Renumber,
    Sort,
    Dedupe,
    Shuffle,
    Sample,
}

impl Ask {
    /// Returns the label of the prompt, and a hint about its text.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Set => (
                "set operation",
                "an operation, such as `ce 32`, `c0 \"text\"` or `c1 \"{ce/100}\"`",
            ),
            Self::Remove => ("remove operations", "opcodes, such as `ce, pv`"),
            Self::Rename => (
                "rename operation",
                "the old opcode, then the new one, such as `ce acd`",
            ),
            Self::Renumber => (
                "new id template",
                "a template: `{n}` is 1, 2, 3 and `{n:03}` is 001, 002, 003; `WAC.{n:03} from 100` begins with 100",
            ),
            Self::Sort => (
                "sort by",
                "sort keys, such as `ce`, `material, id` or `id reverse`",
            ),
            Self::Dedupe => (
                "remove duplicates by",
                "a field, such as `placement`, `id.prefix` or `ce/100`; the first record of each value stays",
            ),
            Self::Shuffle => (
                "shuffle with seed",
                "any number; the same seed gives the same order",
            ),
            Self::Sample => (
                "sample of",
                "a number of records, such as `100` or `100 seed 7`",
            ),
        }
    }

    fn edit(self, model: &Model, text: &str) -> Result<Edit, Wrong> {
        let whole = Span::new(text.len() - text.trim_start().len(), text.trim_end().len());
        let words = words(text);
        match self {
            Self::Set => set(model, text),
            Self::Remove => match as_opcodes(&words)? {
                none if none.is_empty() => Err(Wrong::new(whole, "expected an opcode")),
                opcodes => Ok(Edit::Remove(opcodes)),
            },
            Self::Rename => rename(text, &words, as_opcodes(&words)?),
            Self::Renumber => renumber(whole, text),
            Self::Sort => sort(whole, &words),
            Self::Dedupe => {
                let by = DuplicateKey::typed(text);
                let by = by.map_err(|error| Wrong::new(whole, error.in_short()))?;
                let keep = Keep::First;
                Ok(Edit::Arrange(Arrangement::Dedupe { by, keep }))
            }
            Self::Shuffle => {
                let seed = number(whole, text.trim())?;
                Ok(Edit::Arrange(Arrangement::Shuffle { seed }))
            }
            Self::Sample => sample(whole, &words),
        }
    }
}

/// Returns the template that the selected record's id follows: `WAC.{n:03}` for `WAC.014`.
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

pub fn open(model: &mut Model, ask: Ask) {
    let text = match ask {
        Ask::Renumber => template_of(model).unwrap_or_default(),
        Ask::Shuffle => (RandomState::new().build_hasher().finish() % 10_000).to_string(),
        _ => String::new(),
    };
    overlay::ask(model, ask.words().0, &text, ask);
}

pub(super) fn merge(model: &mut Model) {
    let about = "The path of a file; its lines go to the end of this one.";
    let merge = NewPath::new("preview", "other.epd", about, |model, path| {
        let at = model.document.suite.line_count();
        look(model, Plan::Merge { path, at })
    });
    paths::ask(model, "merge file", None, merge)
}

impl PromptHandler for Ask {
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
        at(text, cursor, |head| words_after(*self, model, head))
    }

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

/// The words, other than opcodes, in the text of a sort.
const SORT: [(&str, &str); 4] = [
    ("position", "placement, side, castling, en passant"),
    ("material", "value of all pieces"),
    ("text", "the whole line"),
    ("reverse", "descending"),
];

/// Returns the completions at the cursor; `words_after` returns the words that can follow a text.
fn at(
    text: &str,
    cursor: usize,
    words_after: impl FnOnce(&str) -> Vec<(String, String)>,
) -> Completions {
    let before = text.get(..cursor).unwrap_or(text);
    let start = before
        .char_indices()
        .rfind(|(_, c)| c.is_whitespace() || *c == ',')
        .map_or(0, |(at, c)| at + c.len_utf8());
    let (head, word) = before.split_at_checked(start).unwrap_or((before, ""));
    let mut choices = words_after(head);
    choices.retain(|(choice, _)| choice.starts_with(word) && choice != word);
    Completions {
        span: Span::new(start, before.len()),
        choices,
    }
}

fn words_after(ask: Ask, model: &Model, head: &str) -> Vec<(String, String)> {
    // An option before the operation is not one of its words.
    let (existing, at) = match ask {
        Ask::Set => existing(head).unwrap_or_default(),
        _ => (Existing::Replace, 0),
    };
    let words = words(head.get(at..).unwrap_or_default()).len();
    let offer = |(word, about): (&str, &str)| (word.to_owned(), about.to_owned());
    match (ask, words) {
        (Ask::Set, 0) if existing == Existing::Replace => {
            opcodes(model).into_iter().chain(offered()).collect()
        }
        (Ask::Dedupe, _) => field::offered().map(offer).chain(opcodes(model)).collect(),
        (Ask::Sort, _) => SORT.map(offer).into_iter().chain(opcodes(model)).collect(),
        (Ask::Set, 0) | (Ask::Rename, 0 | 1) | (Ask::Remove, _) => opcodes(model),
        (Ask::Renumber, 1..) => vec![offer(("from", "the first number"))],
        (Ask::Sample, 1) => vec![offer(("seed", "the same seed gives the same sample"))],
        _ => Vec::new(),
    }
}

/// Returns all opcodes of the standard and other well-known ones, those of the selected record first.
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

/// The options that can precede the operation, each with its effect and a description.
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

fn offered() -> impl Iterator<Item = (String, String)> {
    let options = OPTIONS.into_iter();
    options.map(|(word, _, about)| (word.to_owned(), about.to_owned()))
}

/// Returns the treatment of an existing operation, and the byte at which the new one begins.
///
/// # Errors
///
/// The first word is an unknown option, or a known option follows the first word or the operation.
fn existing(text: &str) -> Result<(Existing, usize), Wrong> {
    let start = text.len() - text.trim_start().len();
    let typed = text.get(start..).unwrap_or_default();
    let (word, operation) = typed.split_once(char::is_whitespace).unwrap_or((typed, ""));
    let known = OPTIONS.iter().find(|(option, ..)| *option == word);
    let (existing, at) = match known {
        Some((_, existing, _)) => (*existing, text.len() - operation.trim_start().len()),
        None if word.starts_with('-') => {
            let expected = "expected `--append`, `--only-missing` or an opcode";
            return Err(Wrong::new(Span::new(start, start + word.len()), expected));
        }
        None => (Existing::Replace, start),
    };
    let operation = text.get(at..).unwrap_or_default();
    for (word, ..) in OPTIONS {
        if let Some(found) = option_at(operation, word) {
            let message = match existing {
                Existing::Replace => format!("`{word}` goes before the operation"),
                _ => "expected one of `--append` and `--only-missing`".to_owned(),
            };
            let found = at + found;
            return Err(Wrong::new(Span::new(found, found + word.len()), message));
        }
    }
    Ok((existing, at))
}

/// Returns an error for `--where`, an option of the command line: in the editor, a filter replaces it.
fn is_no_filter(model: &Model, text: &str) -> Result<(), Wrong> {
    const WHERE: &str = "--where";
    let filter = model.key(Id::Filter);
    option_at(text, WHERE).map_or(Ok(()), |at| {
        let message = format!("`{WHERE}` is for the command line; filter first (`{filter}`)");
        Err(Wrong::new(Span::new(at, at + WHERE.len()), message))
    })
}

/// Returns the byte at which an option of the command line is typed outside of quotes.
fn option_at(text: &str, option: &str) -> Option<usize> {
    let at = text.find(option)?;
    let (before, after) = text.split_at(at);
    let goes_on = |c: char| c.is_alphanumeric() || c == '-';
    let rest = after.get(option.len()..).unwrap_or_default();
    let is_word =
        before.chars().next_back().is_none_or(char::is_whitespace) && !rest.starts_with(goes_on);
    let is_quoted = before.matches('"').count() % 2 == 1;
    (is_word && !is_quoted).then_some(at)
}

fn set(model: &Model, text: &str) -> Result<Edit, Wrong> {
    let (existing, start) = existing(text)?;
    let operation = text.get(start..).unwrap_or_default().trim_end();
    let wrong = |message: String| Wrong::new(Span::new(start, start + operation.len()), message);
    let filling = Filling::parse(operation);
    let filling = filling.map_err(|error| wrong(error.trim_start().to_owned()))?;
    let set = &filling.operation;
    match existing.refusal(&set.opcode, &set.operands) {
        Some(reason) => Err(wrong(reason)),
        None => Ok(Edit::Set(filling.in_file(query::path_of(model)), existing)),
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
            Some((at, more)) => {
                let message = format!("expected two opcodes, found a third: `{more}`");
                Wrong::new(*at, message)
            }
            None => at_end(text, "expected the new opcode as well"),
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
            let expected = "expected `seed` and a number, or nothing more";
            return Err(Wrong::new(*at, expected));
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

fn words(text: &str) -> Vec<(Span, &str)> {
    let mut at = 0;
    let words = text.split([' ', ',', '\t']).map(|word| {
        let span = Span::new(at, at + word.len());
        at = span.end + 1;
        (span, word)
    });
    words.filter(|(_, word)| !word.is_empty()).collect()
}

fn as_opcodes(words: &[(Span, &str)]) -> Result<Vec<String>, Wrong> {
    let expected = "expected a letter, then up to 14 letters, digits or `_`";
    let opcodes = words.iter().map(|(span, word)| {
        let name = glyph::safe(word.as_bytes());
        let message = || format!("`{name}` is not an opcode: {expected}");
        match opcode::is_opcode(word.as_bytes()) {
            true => Ok(name),
            false => Err(Wrong::new(*span, message())),
        }
    });
    opcodes.collect()
}

fn at_end(text: &str, missing: &str) -> Wrong {
    Wrong::new(Span::new(text.len(), text.len()), missing)
}

#[derive(Debug)]
pub struct Split;

const SPLIT: &str = "split into files";

pub(super) fn open_split(model: &mut Model) {
    paths::begin(model);
    overlay::ask(model, SPLIT, "", Split);
}

impl PromptHandler for Split {
    fn memory(&self) -> Option<&'static str> {
        Some(SPLIT)
    }

    fn enter(&self) -> &'static str {
        "split"
    }

    fn hint(&self, model: &Model) -> String {
        let scope = scope(model).in_words();
        format!("a way to split, such as `every 100 into DIR` or `by id into DIR` · in {scope}")
    }

    fn completions(&self, model: &Model, text: &str, cursor: usize) -> Completions {
        if let Some(start) = folder_at(text) {
            let mut choices = paths::offered(model, text.get(start..).unwrap_or_default());
            choices.retain(|(path, _)| path.ends_with('/'));
            let span = Span::new(start, text.len());
            return Completions { span, choices };
        }
        let offer = |word: &str, about: &str| (word.to_owned(), about.to_owned());
        at(text, cursor, |head| match words(head).len() {
            0 => vec![
                offer("every", "that many records per file"),
                offer("by", "one file per value of an operation"),
            ],
            1 if head.trim_start().starts_with("by") => opcodes(model),
            2 => vec![offer("into", "the folder for the files")],
            _ => Vec::new(),
        })
    }

    fn read(&self, _model: &Model, text: &str) -> Result<Meaning, Wrong> {
        let (by, folder) = split_of(text)?;
        Ok(Meaning::of(move |model| split(model, by.clone(), &folder)))
    }

    fn typed(&self, model: &mut Model, text: &str) {
        if let Some(folder) = folder_at(text).and_then(|start| text.get(start..)) {
            paths::read(model, folder);
        }
    }
}

/// Parses `split = ( "every" number | "by" opcode ) "into" folder`.
fn split_of(text: &str) -> Result<(SplitBy, String), Wrong> {
    const HOW: &str = "expected `every` and a number, or `by` and an opcode";
    const MANY: &str = "expected the number of records per file";
    let mut words = words(text).into_iter();
    let mut next = |missing| words.next().ok_or_else(|| at_end(text, missing));
    let by = match next(HOW)? {
        (_, "every") => {
            let (span, number) = next(MANY)?;
            let number = number.parse().ok().filter(|count| *count > 0);
            let none = || Wrong::new(span, format!("{MANY}, 1 or more"));
            SplitBy::Count(number.ok_or_else(none)?)
        }
        (_, "by") => {
            let (span, field) = next("expected an opcode")?;
            SplitBy::typed(field).map_err(|message| Wrong::new(span, message))?
        }
        (span, _) => return Err(Wrong::new(span, HOW)),
    };
    match next("expected `into` and a folder as well")? {
        (_, "into") => {}
        (span, _) => return Err(Wrong::new(span, "expected `into` and a folder")),
    }
    // A folder's name may contain blanks.
    let (span, _) = next("expected the folder as well")?;
    let folder = text.get(span.start..).unwrap_or_default().trim_end();
    Ok((by, folder.to_owned()))
}

/// Returns the byte at which the folder begins in a typed text, once that has reached it.
fn folder_at(text: &str) -> Option<usize> {
    let words = words(text);
    let (into, word) = words.get(2).copied()?;
    let folder = text.get(into.end..).filter(|_| word == "into")?;
    let blanks = folder.len() - folder.trim_start().len();
    (blanks > 0).then_some(into.end + blanks)
}

/// Writes the files on a thread; the open file does not change.
fn split(model: &mut Model, by: SplitBy, folder: &str) {
    let folder = paths::path_of_text(model, folder);
    let suite = &model.document.suite;
    let name = suite
        .path()
        .map_or_else(|| PathBuf::from(suite.name()), Path::to_owned);
    let (snapshot, scope) = (suite.snapshot(), scope(model));
    model.done(format!("splitting {} …", scope.in_words()));
    let split = move |hand: &JobContext| {
        let mut splitter = Splitter::new(by.clone(), &folder, &name).map_err(in_words)?;
        for line in 0..snapshot.line_count() {
            if line % 1024 == 0 && hand.is_stopped() {
                return Err("stopped; no file was made".to_owned());
            }
            let bytes = snapshot.line(line);
            // Comments follow their records, whatever the scope.
            if Skim::kind_of(&bytes) == LineKind::Record && !scope.chosen.has(line) {
                splitter.leave_out();
            } else {
                let written = splitter.line(&bytes, snapshot.read_options());
                written.map_err(in_words)?;
            }
        }
        splitter.finish().map_err(in_words)
    };
    Work::new(Slot::Split, split).start(model, |model, files| {
        let folder = files.first().and_then(|file| file.parent());
        let folder = folder.map(|folder| glyph::safe(folder.to_string_lossy().as_bytes()));
        let folder = folder.map_or_else(String::new, |folder| format!(" in {folder}"));
        let count = files.len();
        let files = noun(count, "file", "files");
        model.done(format!("wrote {count} {files}{folder}"));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_before_the_operation_replaces_or_keeps_an_existing_one() {
        let check = |text: &str, expected: (Existing, usize)| {
            assert_eq!(existing(text), Ok(expected), "{text}");
        };
        check("bm Nf3", (Existing::Replace, 0));
        check("  bm Nf3", (Existing::Replace, 2));
        check("--append bm Nf3", (Existing::Append, 9));
        check(" --only-missing  id x", (Existing::Keep, 17));
        check("--append", (Existing::Append, 8));
        // Quoted text is not an option.
        check("c0 \"--append\"", (Existing::Replace, 0));
        check("c0 --appendix", (Existing::Replace, 0));
    }

    #[test]
    fn an_unknown_or_misplaced_word_is_an_error() {
        let check = |text: &str, at: (usize, usize), message: &str| {
            let wrong = existing(text).expect_err(text);
            assert_eq!((wrong.span.start, wrong.span.end), at, "{text}");
            assert_eq!(wrong.message, message, "{text}");
        };
        let expected = "expected `--append`, `--only-missing` or an opcode";
        check("--ap bm Nf3", (0, 4), expected);
        let stands = "`--append` goes before the operation";
        check("bm Nf3 --append", (7, 15), stands);
        let one = "expected one of `--append` and `--only-missing`";
        check("--append --only-missing id x", (9, 23), one);
    }
}
