//! What can be typed next, from the same grammar that reads the query.

use super::cursor::Expected;
use super::parse::expected_behind;
use crate::epd::Span;

/// What can be typed at a place of a query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// The bytes that a choice takes the place of: the word at the cursor.
    pub span: Span,
    /// Words with what they mean, in the order to be shown.
    pub choices: Vec<(String, String)>,
}

/// What can stand at byte `cursor` of a query, given what stands before it.
pub fn complete(text: &str, cursor: usize) -> Completions {
    let before = text.get(..cursor.min(text.len())).unwrap_or(text);
    let start_of = |dash: bool| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || dash && c == '-';
        before.rfind(|c: char| !is_part(c)).map_or(0, |at| {
            at + before[at..].chars().next().map_or(1, char::len_utf8)
        })
    };
    // Codes hold dashes; elsewhere a dash is a sign of its own.
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
