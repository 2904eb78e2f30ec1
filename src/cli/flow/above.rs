//! Records chosen from a stream, each with the comments directly above it.
//!
//! A file is worked on in pieces, and comments may stand at the end of one and their record at the
//! start of the next: what a piece can't know of its first record is left to when the pieces are
//! taken in order.

use crate::epd::{LineKind, Skim};
use crate::suite::scan::Piece;

/// What was chosen in a piece.
pub(crate) struct Chosen {
    /// How many records.
    pub records: u64,
    /// The chosen records with those of their comments that the piece holds.
    pub text: Vec<u8>,
    /// What became of the line after the comments that the piece begins with.
    first: First,
    /// Where the comments begin that the piece ends with.
    tail: usize,
}

enum First {
    /// A chosen record.
    Chosen,
    /// Another record, or a blank line.
    Other,
    /// There is none: the piece is nothing but comments.
    None,
}

/// The records of a piece that are chosen, of which `lines` gives the lines in their order.
pub(crate) fn chosen<'p>(piece: Piece<'p>, lines: impl Iterator<Item = &'p [u8]>) -> Chosen {
    let mut out = Chosen {
        records: 0,
        text: Vec::new(),
        first: First::None,
        tail: 0,
    };
    if piece.continues {
        return out;
    }
    let bytes = piece.bytes;
    let is_comment = |line: &[u8]| Skim::kind_of(line) == LineKind::Comment;
    let mut others = piece.lines().filter(|(_, line)| !is_comment(line));
    let first = others.next().map(|(_, line)| offset(bytes, line));
    if first.is_some() {
        out.first = First::Other;
    }
    let mut done = 0;
    for line in lines {
        let start = offset(bytes, line);
        let end = start + line.len();
        let block = comments_above(piece, done, start);
        let block = bytes.get(block..end).unwrap_or(line);
        out.text.extend_from_slice(block);
        out.records += 1;
        if first == Some(start) {
            out.first = First::Chosen;
        }
        done = end;
    }
    out.tail = comments_above(piece, done, bytes.len());
    out
}

/// Where a line of a piece begins in it.
fn offset(bytes: &[u8], line: &[u8]) -> usize {
    line.as_ptr().addr().saturating_sub(bytes.as_ptr().addr())
}

/// Where the comments begin that end at `at`, which is not before `floor`.
fn comments_above(piece: Piece<'_>, floor: usize, at: usize) -> usize {
    let mut start = at;
    while start > floor {
        let before = piece.bytes.get(floor..start).unwrap_or_default();
        let line = floor + piece.last_line(before);
        let text = piece.bytes.get(line..start).unwrap_or_default();
        if Skim::kind_of(text) != LineKind::Comment {
            break;
        }
        start = line;
    }
    start
}

/// The comments that the pieces taken so far end with.
#[derive(Default)]
pub(crate) struct Waiting(Vec<u8>);

impl Waiting {
    /// Takes the next piece with what was chosen in it; gives the text that goes before the chosen.
    pub(crate) fn before(&mut self, piece: Piece<'_>, chosen: &Chosen) -> Vec<u8> {
        let tail = piece.bytes.get(chosen.tail..).unwrap_or_default();
        // A comment that is too long to be held belongs to no record.
        if piece.is_open && matches!(chosen.first, First::None) {
            self.0.clear();
            return Vec::new();
        }
        if matches!(chosen.first, First::None) {
            self.0.extend_from_slice(tail);
            return Vec::new();
        }
        let before = std::mem::replace(&mut self.0, tail.to_vec());
        match chosen.first {
            First::Chosen => before,
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::scan::{Flow, Pieces};
    use proptest::prelude::*;

    /// Gives at most so many bytes a read: each read is a piece, or several.
    struct Slow<'a>(&'a [u8], usize);

    impl std::io::Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let (now, later) = self.0.split_at(self.1.min(self.0.len()).min(buffer.len()));
            buffer[..now.len()].copy_from_slice(now);
            self.0 = later;
            Ok(now.len())
        }
    }

    /// The lines that have an `x`, as records chosen, with their comments.
    fn with_x(text: &str, step: usize) -> (u64, String) {
        let (mut records, mut out, mut waiting) = (0, Vec::new(), Waiting::default());
        Pieces::new(Slow(text.as_bytes(), step))
            .each::<_, std::io::Error>(
                |piece| {
                    let records = piece.lines().map(|(_, line)| line);
                    let is_x = |line: &&[u8]| line.starts_with(b"8/") && line.contains(&b'x');
                    chosen(piece, records.filter(is_x))
                },
                |piece, found| {
                    out.extend(waiting.before(piece, &found));
                    records += found.records;
                    out.extend(found.text);
                    Ok(Flow::On)
                },
            )
            .unwrap();
        (records, String::from_utf8(out).unwrap())
    }

    #[test]
    fn a_record_brings_the_comments_directly_above_it() {
        let text = "# head\n\n# one\n# two\n8/x\n# three\n8/y\n# four\n\n8/x";
        let found = (2, "# one\n# two\n8/x\n8/x".to_owned());
        for step in [1, 3, 7, 1000] {
            assert_eq!(with_x(text, step), found);
        }
    }

    proptest! {
        #[test]
        fn it_makes_no_difference_how_a_stream_is_cut(
            lines in prop::collection::vec(prop::sample::select(vec!["# x\n", "\n", "8/x\n", "8/y\r\n"]), 0..30),
            step in 1usize..40,
        ) {
            let text = lines.concat();
            let mut expected = String::new();
            let mut block = String::new();
            for line in &lines {
                match *line {
                    "# x\n" => block.push_str(line),
                    "8/x\n" => {
                        expected.push_str(&std::mem::take(&mut block));
                        expected.push_str(line);
                    }
                    _ => block.clear(),
                }
            }
            prop_assert_eq!(with_x(&text, step).1, expected);
        }
    }
}
