//! What can be typed next, from the same grammar that reads the query.

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
    // Codes hold dashes; elsewhere a dash is a sign of its own.
    let in_code = before.rsplit_once("problem").is_some_and(|(_, behind)| {
        let behind = behind.trim_start();
        let begins = |words: &[&str]| words.iter().find_map(|word| behind.strip_prefix(word));
        match begins(&["(", "in (", "in("]) {
            Some(list) => !list.contains(')'),
            None => begins(&["=", "has "]).is_some_and(|one| !one.trim_start().contains(' ')),
        }
    });
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || in_code && c == '-';
    let start = before.rfind(|c: char| !is_part(c)).map_or(0, |at| {
        at + before[at..].chars().next().map_or(1, char::len_utf8)
    });
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
