//! What becomes of an operation that is there already when one is set in bulk: a word before the operation,
//! as on the command line.

use crate::editor::command::Id;
use crate::editor::model::Model;
use crate::editor::overlay::Wrong;
use crate::epd::Span;
use crate::suite::edit::Existing;

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
pub(super) fn offered() -> impl Iterator<Item = (String, String)> {
    OPTIONS
        .iter()
        .map(|(word, _, about)| ((*word).to_owned(), (*about).to_owned()))
}

/// Returns what to do with an operation that is there, and the byte at which the new one begins.
///
/// # Errors
///
/// Another word with two hyphens stands there, or one of ours behind the operation.
pub(super) fn read(text: &str) -> Result<(Existing, usize), Wrong> {
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
pub(super) fn is_no_filter(model: &Model, text: &str) -> Result<(), Wrong> {
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
