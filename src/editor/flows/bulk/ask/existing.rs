//! What becomes of an operation that is there already when one is set in bulk: a word before the operation,
//! as on the command line, that keys put there and take away.

use super::Ask;
use crate::editor::command::Id;
use crate::editor::model::Model;
use crate::editor::overlay::{self, PagerLine, Prompt, Wrong};
use crate::epd::Span;
use crate::suite::edit::Existing;

/// A word that can stand before the operation.
struct Choice {
    word: &'static str,
    existing: Existing,
    about: &'static str,
    command: Id,
}

const OPTIONS: [Choice; 2] = [
    Choice {
        word: "--append",
        existing: Existing::Append,
        about: "add the operands to those that are there; a best move that is there is not added",
        command: Id::AppendOperands,
    },
    Choice {
        word: "--only-missing",
        existing: Existing::Keep,
        about: "only in records that do not have the operation",
        command: Id::OnlyMissing,
    },
];

/// The words, with what they do.
pub(super) fn offered() -> impl Iterator<Item = (String, String)> {
    let offer = |option: &Choice| (option.word.to_owned(), option.about.to_owned());
    OPTIONS.iter().map(offer)
}

/// The keys and words on the page of help.
pub(super) fn explained(model: &Model) -> Vec<PagerLine> {
    let line = |option: &Choice| PagerLine::Key {
        keys: format!("{} {}", model.key(option.command), option.word),
        text: option.about.to_owned(),
    };
    OPTIONS.iter().map(line).collect()
}

/// What is asked for, and the byte at which the operation begins.
///
/// # Errors
/// Another word with two hyphens stands there, or one of ours behind the operation.
pub(super) fn read(text: &str) -> Result<(Existing, usize), Wrong> {
    let start = text.len() - text.trim_start().len();
    let typed = text.get(start..).unwrap_or_default();
    let word = typed.split(char::is_whitespace).next().unwrap_or_default();
    let mut known = OPTIONS.iter().filter(|option| option.word == word);
    let (existing, at) = match known.next() {
        Some(option) => {
            let behind = typed.get(word.len()..).unwrap_or_default();
            (option.existing, text.len() - behind.trim_start().len())
        }
        None if word.starts_with('-') => {
            return Err(Wrong::new(
                Span::new(start, start + word.len()),
                "expected `--append`, `--only-missing` or an opcode",
            ));
        }
        None => (Existing::Replace, start),
    };
    let operation = text.get(at..).unwrap_or_default();
    for option in &OPTIONS {
        if let Some(found) = option_at(operation, option.word) {
            let found = at + found;
            let message = match existing {
                Existing::Replace => format!("`{}` stands before the operation", option.word),
                _ => "expected one of `--append` and `--only-missing`".to_owned(),
            };
            let span = Span::new(found, found + option.word.len());
            return Err(Wrong::new(span, message));
        }
    }
    Ok((existing, at))
}

/// Where an option of the command line is typed outside of quotes.
pub(super) fn option_at(text: &str, option: &str) -> Option<usize> {
    let at = text.find(option)?;
    let (before, after) = text.split_at(at);
    let is_word = before.chars().next_back().is_none_or(char::is_whitespace)
        && !after
            .get(option.len()..)
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_alphanumeric() || c == '-'));
    let is_quoted = before.matches('"').count() % 2 == 1;
    (is_word && !is_quoted).then_some(at)
}

/// Puts the word for it before the operation that is being typed, or takes it away where it stands there.
pub(crate) fn toggle(model: &mut Model, existing: Existing) {
    let Some((text, cursor)) = typed(model) else {
        return;
    };
    let (now, start) = read(&text).unwrap_or((Existing::Replace, 0));
    let operation = text.get(start..).unwrap_or_default();
    let mut option = OPTIONS.iter().filter(|option| option.existing == existing);
    let text = match option.next().filter(|_| now != existing) {
        Some(option) => format!("{} {operation}", option.word),
        None => operation.to_owned(),
    };
    let behind = operation.len() - cursor.saturating_sub(start).min(operation.len());
    if let Some(prompt) = overlay::top_mut::<Prompt>(model) {
        prompt.input.set_text(text.clone());
        prompt.input.set_cursor(text.len() - behind);
    }
    overlay::typed(model)
}

/// Why an operation that is there can't be set so now.
pub(crate) fn why_not(model: &Model, existing: Existing) -> Option<String> {
    let Some((text, _)) = typed(model) else {
        return Some("only while `Set an operation` asks for one".into());
    };
    let (now, start) = read(&text).unwrap_or((Existing::Replace, 0));
    if now == existing {
        return None;
    }
    let operation = text.get(start..).unwrap_or_default();
    let opcode = operation.split(char::is_whitespace).next()?;
    // What to append may be typed later.
    existing.why_not(opcode, "1")
}

/// What is typed where an operation is asked for, and where the cursor stands in it.
fn typed(model: &Model) -> Option<(String, usize)> {
    let prompt = overlay::top::<Prompt>(model)?;
    let is_set = prompt.asks_as::<Ask>() == Some(&Ask::Set);
    is_set.then(|| (prompt.input.lossy().into_owned(), prompt.input.cursor()))
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
