//! Text broken into rows between words.

pub mod diff;

use crate::editor::glyph;

/// The text broken between words into rows of `columns`, the first one `less` shorter; a word that
/// is longer than a row is cut where the row ends.
pub fn wrapped(text: &str, columns: usize, less: usize) -> Vec<String> {
    let rest_columns = columns.max(8);
    let mut columns = rest_columns.saturating_sub(less).max(8);
    let mut lines: Vec<String> = Vec::new();
    let (mut line, mut used) = (String::new(), 0);
    for word in text.split_inclusive(' ') {
        let wanted = glyph::width(word.trim_end().as_bytes());
        if used + wanted <= columns {
            line.push_str(word);
            used += glyph::width(word.as_bytes());
            continue;
        }
        if !line.trim().is_empty() {
            lines.push(std::mem::take(&mut line));
            columns = rest_columns;
        }
        line.clear();
        let mut rest = word;
        // The byte at the column behind the last is the text's end where it fits.
        while let at = glyph::byte_at(rest.as_bytes(), columns)
            && at < rest.len()
        {
            let Some((head, tail)) = rest.split_at_checked(at).filter(|_| at > 0) else {
                break;
            };
            lines.push(head.to_owned());
            columns = rest_columns;
            rest = tail;
        }
        line.push_str(rest);
        used = glyph::width(rest.as_bytes());
    }
    if !line.trim().is_empty() || lines.is_empty() {
        lines.push(line);
    }
    for line in &mut lines {
        line.truncate(line.trim_end().len());
    }
    lines
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
