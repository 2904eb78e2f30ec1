//! Completion of queries, from the grammar of the parser.

use super::cursor::Expected;
use super::parse::expected_behind;
use crate::epd::Span;

/// The completions at a place of a query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// The bytes that a choice replaces: the word at the cursor.
    pub span: Span,
    /// The words with their meanings, in display order.
    pub choices: Vec<(String, String)>,
}

impl Completions {
    /// Returns those of the choices that go on from a word which ends at byte `end`.
    #[cfg(feature = "editor")]
    pub(crate) fn of_word(
        end: usize,
        word: &str,
        choices: impl IntoIterator<Item = (String, String)>,
    ) -> Self {
        let goes_on = |(name, _): &(String, String)| name.starts_with(word) && name != word;
        Self {
            span: Span::new(end - word.len(), end),
            choices: choices.into_iter().filter(goes_on).collect(),
        }
    }
}

/// Returns the completions at byte `cursor` of a query, given the text before it.
pub fn complete(text: &str, cursor: usize) -> Completions {
    let before = text.get(..cursor.min(text.len())).unwrap_or(text);
    let start_of = |dash: bool| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || dash && c == '-';
        before.rfind(|c: char| !is_part(c)).map_or(0, |at| {
            at + before[at..].chars().next().map_or(1, char::len_utf8)
        })
    };
    // Codes contain dashes; elsewhere a dash is a sign of its own.
    let is_code = expected_behind(&before[..start_of(true)]).contains(&Expected::Code);
    let start = start_of(is_code);
    let (head, typed) = before.split_at(start);
    let mut choices: Vec<(String, String)> = Vec::new();
    for expected in expected_behind(head) {
        for choice in expected.choices() {
            let fits = choice.0.starts_with(typed) && choice.0 != typed;
            if fits && !choices.iter().any(|(known, _)| *known == choice.0) {
                choices.push(choice);
            }
        }
    }
    Completions {
        span: Span::new(start, before.len()),
        choices,
    }
}
