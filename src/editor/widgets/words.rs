//! Words: text broken into rows between them, and names made of them.

pub mod diff;

use crate::editor::widgets::glyph;

/// Breaks a text between words into rows of `columns`, the first one `less` shorter; a word that is longer
/// than a row is cut where the row ends.
pub fn wrapped(text: &str, columns: usize, less: usize) -> Vec<String> {
    let columns = columns.max(8);
    let taken = columns - columns.saturating_sub(less).max(8);
    let rows = glyph::wrap_behind(text.as_bytes(), columns, taken).into_iter();
    let rows = rows.map(|row| text.get(row.range()).unwrap_or_default().trim_end());
    let mut rows: Vec<String> = rows
        .filter(|row| !row.is_empty())
        .map(str::to_owned)
        .collect();
    if rows.is_empty() {
        rows.push(String::new());
    }
    rows
}

/// Returns a name of the code as people type it: `LightSquare` as `light-square`.
pub(crate) fn kebab(name: &str) -> String {
    let mut kebab = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !kebab.is_empty() {
            kebab.push('-');
        }
        kebab.push(c.to_ascii_lowercase());
    }
    kebab
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_end_between_words_and_only_a_long_word_is_cut() {
        assert_eq!(
            wrapped("the side to move is in check", 12, 0),
            ["the side to", "move is in", "check"]
        );
        assert_eq!(wrapped("a b c", 12, 8), ["a b c"]);
        assert_eq!(wrapped("aaaaaaaaaabbbbbb", 10, 0), ["aaaaaaaaaa", "bbbbbb"]);
        assert_eq!(wrapped("", 10, 0), [""]);
    }
}
