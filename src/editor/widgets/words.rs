//! Words: text wrapped between them, names made of them, and lines compared word by word.

use crate::editor::widgets::glyph;
use crate::suite::text_of;
use similar::{Algorithm, DiffTag, capture_diff_slices};

/// Wraps a text between words into rows of `columns`, the first one `less` shorter; a longer word is cut.
pub fn wrapped(text: &str, columns: usize, less: usize) -> Vec<String> {
    let columns = columns.max(8);
    let taken = columns - columns.saturating_sub(less).max(8);
    let rows = glyph::wrap_behind(text.as_bytes(), columns, taken).into_iter();
    let rows = rows.map(|row| text.get(row.range()).unwrap_or_default().trim_end());
    let rows = rows.filter(|row| !row.is_empty()).map(str::to_owned);
    let mut rows: Vec<String> = rows.collect();
    if rows.is_empty() {
        rows.push(String::new());
    }
    rows
}

/// Returns as many parts of a text, separated by ` · `, as fit from its start; at least the first.
pub(crate) fn whole_parts(text: &str, columns: usize) -> &str {
    let mut shown = text;
    while glyph::is_wider(shown, columns)
        && let Some((head, _)) = shown.rsplit_once(" · ")
    {
        shown = head;
    }
    shown
}

/// Returns a name of the code in kebab case: `LightSquare` as `light-square`.
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

/// Lines longer than this (in bytes) are compared from both ends only.
const LONGEST: usize = 16 << 10;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub text: String,
    pub changed: bool,
}

pub fn width(parts: &[Part]) -> usize {
    let widths = parts.iter().map(|part| glyph::width(part.text.as_bytes()));
    widths.sum()
}

/// Compares two lines; returns each without its line end, in stretches that are changed or not.
pub fn parts(here: &[u8], there: &[u8]) -> (Vec<Part>, Vec<Part>) {
    let (here, there) = (text_of(here), text_of(there));
    let (ours, theirs) = if here.len().max(there.len()) > LONGEST {
        (ends(here, there), ends(there, here))
    } else {
        (words_of(here), words_of(there))
    };
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for step in capture_diff_slices(Algorithm::Myers, &ours, &theirs) {
        let changed = step.tag() != DiffTag::Equal;
        add(&mut left, ours.get(step.old_range()), changed);
        add(&mut right, theirs.get(step.new_range()), changed);
    }
    (left, right)
}

fn add(parts: &mut Vec<Part>, words: Option<&[&[u8]]>, changed: bool) {
    let text = glyph::safe(&words.unwrap_or_default().concat());
    if !text.is_empty() {
        parts.push(Part { text, changed });
    }
}

/// Returns runs of letters and digits, and every other byte alone.
fn words_of(line: &[u8]) -> Vec<&[u8]> {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte >= 0x80;
    line.chunk_by(|&a, &b| is_letter(a) && is_letter(b))
        .collect()
}

/// Returns a line split into the beginning and the end that it shares with the other line, and the part between.
fn ends<'a>(line: &'a [u8], other: &[u8]) -> Vec<&'a [u8]> {
    let same = |(a, b): &(&u8, &u8)| a == b;
    let start = line.iter().zip(other).take_while(same).count();
    let most = line.len().min(other.len()) - start;
    let tail = line.iter().rev().zip(other.iter().rev());
    let end = tail.take(most).take_while(same).count();
    let (head, rest) = line.split_at(start);
    let (middle, tail) = rest.split_at(rest.len() - end);
    vec![head, middle, tail]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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

    fn marked(parts: &[Part]) -> String {
        let of = |part: &Part| match part.changed {
            true => format!("[{}]", part.text),
            false => part.text.clone(),
        };
        parts.iter().map(of).collect()
    }

    #[test]
    fn only_differing_words_are_marked() {
        let (here, there) = parts(b"w - - bm Qg6; ce 30;\n", b"w - - bm Qg7; id \"x\";\r\n");
        assert_eq!(marked(&here), "w - - bm [Qg6]; [ce] [30];");
        assert_eq!(marked(&there), "w - - bm [Qg7]; [id] [\"x\"];");
        let (here, there) = parts(b"same", b"same\n");
        assert_eq!(
            (marked(&here), marked(&there)),
            ("same".into(), "same".into())
        );
    }

    proptest! {
        #[test]
        fn the_parts_of_a_line_are_all_of_it(
            here in "[a-c ;]{0,30}",
            there in "[a-c ;]{0,30}",
            long in any::<bool>(),
        ) {
            let more = if long { "x".repeat(LONGEST) } else { String::new() };
            let (here, there) = (format!("a{more}{here}b"), format!("a{more}{there}b"));
            let (left, right) = parts(here.as_bytes(), there.as_bytes());
            let whole = |parts: &[Part]| -> String { parts.iter().map(|part| part.text.as_str()).collect() };
            prop_assert_eq!(whole(&left), here);
            prop_assert_eq!(whole(&right), there);
        }
    }
}
