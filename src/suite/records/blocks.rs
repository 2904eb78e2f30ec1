//! The chosen records of a text, each with the comments directly above it ([`Block`]); other lines are loose.
//!
//! A text is scanned in pieces on all cores, and a piece may end with comments whose record begins the next
//! one. The first record of a piece is therefore completed when the pieces are joined in order.

use crate::epd::{LineKind, Skim};
use crate::suite::lines::LineEnd;
use crate::suite::scan::Piece;

/// A chosen record, with the comments directly above it.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// The line number (0-based).
    pub line: usize,
    /// The comments from the previous piece.
    pub above: &'a [u8],
    /// The other comments and the record. Every line has its end.
    pub text: &'a [u8],
    /// The offset of the record in `text`.
    pub record: usize,
    /// The key that was made for the record.
    pub key: &'a [u8],
}

impl<'a> Block<'a> {
    pub fn record(&self) -> &'a [u8] {
        self.text.get(self.record..).unwrap_or_default()
    }

    /// Returns the comments in `text`.
    pub fn comments(&self) -> &'a [u8] {
        self.text.get(..self.record).unwrap_or_default()
    }
}

/// A receiver of the blocks of a text and the lines between them.
pub trait Sink<E> {
    /// Accepts the next chosen record.
    ///
    /// # Errors
    /// The record can't be processed.
    fn block(&mut self, block: Block<'_>) -> Result<(), E>;

    /// Accepts loose lines before the next chosen record. `is_head` is true before the first record of the
    /// suite, chosen or not.
    ///
    /// # Errors
    /// The lines can't be processed.
    fn loose(&mut self, text: &[u8], is_head: bool) -> Result<(), E>;
}

/// The summary of a processed text.
#[derive(Clone, Copy, Debug, Default)]
pub struct PassSummary {
    /// The number of chosen records.
    pub records: usize,
    /// Whether the last line has no end.
    pub is_endless: bool,
    /// The byte that ends lines.
    pub terminator: u8,
}

/// A function that makes a key for a chosen record, given its line (0-based) and text.
pub type Note<'n> = dyn Fn(usize, &[u8], &mut Vec<u8>) + Sync + 'n;

#[derive(Default)]
pub struct ScannedPiece {
    blocks: Vec<CutBlock>,
    notes: Vec<u8>,
    /// The offset of the first record, chosen or not, with its comments.
    first: Option<usize>,
    /// The offset of the comments at the end.
    tail: usize,
}

/// The offsets of a block in its piece: the comments, the record and its end; and the end of its key.
struct CutBlock {
    line: usize,
    start: usize,
    record: usize,
    end: usize,
    note: usize,
}

impl ScannedPiece {
    /// Scans a piece in which these records are chosen, each with its number (1-based).
    pub fn of<'p>(
        piece: Piece<'p>,
        chosen: impl Iterator<Item = (u64, &'p [u8])>,
        note: &Note<'_>,
    ) -> Self {
        let mut cut = Self::default();
        let is_record = |(_, line): &(u64, &[u8])| Skim::kind_of(line) == LineKind::Record;
        let first = piece.lines().find(is_record);
        cut.first = first.map(|(_, line)| comments_above(piece, 0, piece.offset(line)));
        let mut done = 0;
        for (number, line) in chosen {
            let number = usize::try_from(number).unwrap_or(usize::MAX);
            let at = number.saturating_sub(1);
            note(at, line, &mut cut.notes);
            let record = piece.offset(line);
            cut.blocks.push(CutBlock {
                line: at,
                start: comments_above(piece, done, record),
                record,
                end: record + line.len(),
                note: cut.notes.len(),
            });
            done = record + line.len();
        }
        cut.tail = comments_above(piece, done, piece.bytes.len());
        cut
    }

    /// Returns true if any record is chosen.
    pub fn has_blocks(&self) -> bool {
        !self.blocks.is_empty()
    }
}

/// Returns the start of the comments that end at `at`, at least `floor`.
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

/// Joins the blocks of consecutive pieces.
pub struct BlockJoiner<'s, S> {
    pub sink: &'s mut S,
    passed: PassSummary,
    /// The end to add to a last line without one.
    end: Option<LineEnd>,
    /// The comments at the end of the pieces so far.
    pending: Vec<u8>,
    is_head: bool,
}

impl<'s, S> BlockJoiner<'s, S> {
    /// Begins a text; `end` is added to a last line without an end.
    pub fn new(sink: &'s mut S, end: Option<LineEnd>) -> Self {
        Self {
            sink,
            passed: PassSummary::default(),
            end,
            pending: Vec::new(),
            is_head: true,
        }
    }

    fn loose<E>(&mut self, text: &[u8], is_head: bool) -> Result<(), E>
    where
        S: Sink<E>,
    {
        match text.is_empty() {
            true => Ok(()),
            false => self.sink.loose(text, is_head),
        }
    }

    /// Passes on loose lines of a piece whose first record begins at `first`.
    fn between<E>(&mut self, lines: &[u8], start: usize, first: Option<usize>) -> Result<(), E>
    where
        S: Sink<E>,
    {
        let head = match first {
            _ if !self.is_head => 0,
            None => lines.len(),
            Some(first) => first.saturating_sub(start).min(lines.len()),
        };
        let (head, others) = lines.split_at(head);
        self.loose(head, true)?;
        self.loose(others, false)
    }

    /// Processes the next piece.
    ///
    /// # Errors
    ///
    /// The sink fails.
    pub fn take<E>(&mut self, piece: Piece<'_>, mut cut: ScannedPiece) -> Result<(), E>
    where
        S: Sink<E>,
    {
        let mut bytes = piece.bytes;
        if bytes.is_empty() {
            return Ok(());
        }
        let ended;
        if let (Some(end), false) = (self.end, matches!(bytes.last(), Some(b'\n' | b'\r'))) {
            // The last line may move before others.
            self.passed.is_endless = true;
            let length = bytes.len();
            ended = [bytes, end.bytes()].concat();
            bytes = &ended;
            if cut.tail == length {
                cut.tail = bytes.len();
            }
            if let Some(last) = cut.blocks.last_mut().filter(|block| block.end == length) {
                last.end = bytes.len();
            }
        }
        let part = |from: usize, to: usize| bytes.get(from..to).unwrap_or_default();
        if cut.tail == 0 {
            match piece.is_open {
                // A comment that is too long for memory belongs to no record.
                true => self.pending.clear(),
                false => self.pending.extend_from_slice(bytes),
            }
            return Ok(());
        }
        let mut pending = std::mem::take(&mut self.pending);
        if cut.blocks.first().is_none_or(|block| block.start > 0) {
            self.loose(&pending, self.is_head && cut.first != Some(0))?;
            pending.clear();
        }
        let (mut at, mut note) = (0, 0);
        for block in &cut.blocks {
            self.between(part(at, block.start), at, cut.first)?;
            self.is_head = false;
            self.passed.records += 1;
            self.sink.block(Block {
                line: block.line,
                above: &pending,
                text: part(block.start, block.end),
                record: block.record - block.start,
                key: cut.notes.get(note..block.note).unwrap_or_default(),
            })?;
            pending.clear();
            (at, note) = (block.end, block.note);
        }
        self.between(part(at, cut.tail), at, cut.first)?;
        self.is_head &= cut.first.is_none();
        pending.extend_from_slice(part(cut.tail, bytes.len()));
        self.pending = pending;
        Ok(())
    }

    /// Ends the text; returns its summary.
    ///
    /// # Errors
    ///
    /// The sink fails.
    pub fn finish<E>(mut self) -> Result<PassSummary, E>
    where
        S: Sink<E>,
    {
        let pending = std::mem::take(&mut self.pending);
        self.loose(&pending, self.is_head)?;
        Ok(self.passed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::scan::{Flow, Pieces};
    use proptest::prelude::*;

    /// A reader of at most this many bytes at once: each read is a piece, or several.
    struct Slow<'a>(&'a [u8], usize);

    impl std::io::Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let (now, later) = self.0.split_at(self.1.min(self.0.len()).min(buffer.len()));
            buffer[..now.len()].copy_from_slice(now);
            self.0 = later;
            Ok(now.len())
        }
    }

    /// A sink that writes and counts blocks.
    #[derive(Default)]
    struct CountingSink(u64, Vec<u8>);

    impl Sink<std::io::Error> for CountingSink {
        fn block(&mut self, block: Block<'_>) -> std::io::Result<()> {
            self.0 += 1;
            self.1.extend([block.above, block.text].concat());
            Ok(())
        }

        fn loose(&mut self, _: &[u8], _: bool) -> std::io::Result<()> {
            Ok(())
        }
    }

    /// Returns the lines with an `x`, as chosen records, with their comments.
    fn with_x(text: &str, step: usize) -> (u64, String) {
        let mut written = CountingSink::default();
        let mut joining = BlockJoiner::new(&mut written, None);
        Pieces::new(Slow(text.as_bytes(), step))
            .each::<_, std::io::Error>(
                |piece| {
                    let is_x =
                        |(_, line): &(u64, &[u8])| line.starts_with(b"8/") && line.contains(&b'x');
                    ScannedPiece::of(piece, piece.lines().filter(is_x), &|_, _, _| ())
                },
                |piece, cut| {
                    joining.take(piece, cut)?;
                    Ok(Flow::On)
                },
            )
            .unwrap();
        joining.finish().unwrap();
        (written.0, String::from_utf8(written.1).unwrap())
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
        fn blocks_do_not_depend_on_the_pieces_of_a_stream(
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
