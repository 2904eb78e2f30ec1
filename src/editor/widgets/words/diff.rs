//! The differences of two lines, word by word.

use crate::editor::widgets::glyph;
use crate::suite::text_of;
use similar::{Algorithm, DiffTag, capture_diff_slices};

/// Lines longer than this (in bytes) are compared from both ends only.
const LONGEST: usize = 16 << 10;

/// A stretch of a line, made safe, and whether it is changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub text: String,
    pub changed: bool,
}

/// Returns the columns that stretches of a line take.
pub fn width(parts: &[Part]) -> usize {
    let widths = parts.iter().map(|part| glyph::width(part.text.as_bytes()));
    widths.sum()
}

/// Compares two lines; returns each without its end, in stretches that are changed or not.
pub fn parts(here: &[u8], there: &[u8]) -> (Vec<Part>, Vec<Part>) {
    let (here, there) = (text_of(here), text_of(there));
    let (ours, theirs) = if here.len().max(there.len()) > LONGEST {
        (ends(here, there), ends(there, here))
    } else {
        (words(here), words(there))
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

/// Runs of letters and digits, and everything else one by one.
fn words(line: &[u8]) -> Vec<&[u8]> {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte >= 0x80;
    line.chunk_by(|&a, &b| is_letter(a) && is_letter(b))
        .collect()
}

/// The line cut into what it begins with as the other does, the middle, and what it ends with as the
/// other does.
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

    fn marked(parts: &[Part]) -> String {
        let of = |part: &Part| match part.changed {
            true => format!("[{}]", part.text),
            false => part.text.clone(),
        };
        parts.iter().map(of).collect()
    }

    #[test]
    fn just_what_is_not_the_same_is_marked() {
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
