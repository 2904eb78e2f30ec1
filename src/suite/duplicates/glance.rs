//! A quick hash of a record, without reading it in full: enough to rule out most duplicates.
//!
//! Records of equal canonical text have equal fields and an equal `id`, so the canonical text is made only for those.

use std::hash::{Hash, Hasher};
use std::io;
use std::sync::LazyLock;

use memchr::memmem::Finder;
use memchr::{memchr, memchr_iter};
use rustc_hash::FxHasher;
use shakmaty::Color;

use crate::epd::{Place, ReadOptions, Record, Skim, placement};
use crate::suite::external::RowSorter;
use crate::suite::line_end::text_of;
use crate::suite::line_set::{LineSet, Part};
use crate::suite::records::Records;

/// Three hashes of a record. Equal records have equal hashes; others may have, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Glance {
    /// The hash of the placement, the side to move and the en-passant square.
    fields: u64,
    /// The hash of the text of `id`, without quotes; [`UNKNOWN`] if only reading the record tells.
    id: u64,
    /// The hash of the line.
    text: u64,
}

/// The mark for an unknown id.
const UNKNOWN: u64 = 0;
/// The mark for a missing id.
const NONE: u64 = 1;

fn hash(what: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    what.hash(&mut hasher);
    hasher.finish()
}

impl Glance {
    /// Returns the hashes of a record, independent of the castling rules.
    fn of(line: &[u8], options: &ReadOptions) -> Self {
        let text = hash(text_of(line));
        let id = id_at_sight(line).map(id_text);
        if let (Some([placement, side, _, square]), Some(id)) = (Skim::fields_of(line), id) {
            return Self {
                fields: hash((placement, side, square)),
                id,
                text,
            };
        }
        let skim = Skim::read(line, options);
        let mut board = Vec::with_capacity(72);
        if let Some(pieces) = skim.board() {
            placement::write(pieces, &mut board);
        }
        let side: &[u8] = match skim.side() {
            Some(Color::White) => b"w",
            Some(Color::Black) => b"b",
            None => b"",
        };
        let square = skim.en_passant().map(|square| square.to_string());
        let square = square.as_deref().unwrap_or("-").as_bytes();
        Self {
            fields: hash((&board[..], side, square)),
            id: id.unwrap_or_else(|| match skim.operation(b"id") {
                Some(id) => id_of(line, id),
                None => id_read(&Record::read(line, options)),
            }),
            text,
        }
    }
}

fn id_text(text: &[u8]) -> u64 {
    hash(text).max(NONE + 1)
}

/// Returns the text of a quoted id after another operation, as nearly all are. In a record with a canonical text
/// quotes are paired, so a semicolon between two strings ends an operation.
fn id_at_sight(line: &[u8]) -> Option<&[u8]> {
    static BEGINNING: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("; id \""));
    let mut from = 0;
    loop {
        let at = from + BEGINNING.find(line.get(from..)?)?;
        let text = at + BEGINNING.needle().len();
        let quotes = memchr_iter(b'"', line.get(..at)?).count();
        if quotes.is_multiple_of(2) {
            let behind = line.get(text..)?;
            let (inner, after) = behind.split_at_checked(memchr(b'"', behind)?)?;
            return matches!(after.get(1), Some(b';') | None).then_some(inner);
        }
        from = text;
    }
}

fn id_of(line: &[u8], place: Option<Place>) -> u64 {
    match place {
        None => NONE,
        Some(place) if place.words == 1 => id_text(match place.operands.of(line) {
            [b'"', inner @ .., b'"'] => inner,
            word => word,
        }),
        Some(_) => UNKNOWN,
    }
}

fn id_read(record: &Record<'_>) -> u64 {
    match record.operation("id").map(|id| record.operands_of(id)) {
        None => NONE,
        Some([only]) => id_text(record.string(only)),
        Some(_) => UNKNOWN,
    }
}

/// Possible duplicates, found without reading a move.
#[derive(Debug, Default)]
pub(super) struct Alike {
    /// The lines of these records.
    pub lines: LineSet,
    /// The lines among them whose possible duplicates all have their text; others may be spellings of one record.
    pub of_one_text: LineSet,
}

impl Alike {
    pub(super) fn of<R: Records>(on: &R) -> Result<Self, R::Error> {
        let (mut rows, mut end) = (RowSorter::default(), 0);
        // This needs no castling rules.
        let of = |line: usize, text: &[u8]| Some((line, Glance::of(text, on.options(false))));
        on.records(None, of, |(line, glance)| {
            end = line + 1;
            Ok(rows.push([glance.fields, glance.id, glance.text, line as u64])?)
        })?;
        Ok(Self::among(rows, end)?)
    }

    /// Returns the possible duplicates among rows of hashes and a line, which is below `end`.
    fn among(rows: RowSorter<4>, end: usize) -> io::Result<Self> {
        let [mut lines, mut of_one_text] = [0..end, 0..end].map(|range| Part::of(&range));
        let mut close = |alike: &[usize], is_one: bool| {
            for line in alike.iter().filter(|_| alike.len() > 1) {
                lines.insert(*line);
                if is_one {
                    of_one_text.insert(*line);
                }
            }
        };
        // The current group by fields and id: its first row, and whether all rows have its text.
        let (mut alike, mut is_one) = (Vec::new(), true);
        let mut first: Option<[u64; 4]> = None;
        let mut sorted = rows.sorted()?;
        while let Some(row) = sorted.next_row()? {
            let [fields, id, text, line] = row;
            // A row with an unknown id comes first, and may equal any row of its fields.
            let is_alike = first.is_some_and(|[known, known_id, ..]| {
                fields == known && (id == known_id || known_id == UNKNOWN)
            });
            if !is_alike {
                close(&alike, is_one);
                alike.clear();
                (first, is_one) = (Some(row), true);
            }
            is_one &= first.is_some_and(|[_, _, known, _]| text == known);
            alike.push(usize::try_from(line).unwrap_or(usize::MAX));
        }
        close(&alike, is_one);
        let set = |part| std::iter::once(part).collect();
        Ok(Self {
            lines: set(lines),
            of_one_text: set(of_one_text),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::CanonicalOptions;

    #[test]
    fn records_of_the_same_fields_and_id_are_of_one_text_or_of_several() {
        let mut rows = RowSorter::default();
        for (line, fields, id, text) in [
            (0, 7, 3, 1),
            (1, 8, 3, 1),
            (2, 7, 3, 1),
            (3, 9, 3, 1),
            (4, 8, 3, 2),
            (5, 7, 3, 1),
            (6, 7, 4, 1),
            (7, 5, UNKNOWN, 1),
            (8, 5, 3, 2),
            (9, 5, 4, 3),
            (10, 6, 3, 1),
            (11, 6, NONE, 1),
        ] {
            rows.push([fields, id, text, line]).unwrap();
        }
        let found = Alike::among(rows, 12).unwrap();
        let lines = |set: &LineSet| set.iter().collect::<Vec<_>>();
        assert_eq!(lines(&found.of_one_text), [0, 2, 5]);
        assert_eq!(lines(&found.lines), [0, 1, 2, 4, 5, 7, 8, 9]);
        let none = Alike::among(RowSorter::default(), 0).unwrap();
        assert!(none.lines.is_empty());
    }

    #[test]
    fn a_record_and_its_canonical_text_show_the_same_at_a_glance() {
        let options = ReadOptions::default();
        let (mut written, mut known) = (0, 0);
        let castling = ["-", "KQkq", "qkQK", "KKq", "HAha", "Kx", "", "K"];
        let behind = [
            "",
            "; ",
            " 3 17",
            " bm Kf1;",
            " id x",
            " hmvc 3;",
            " -",
            " id \"x\"; bm Kf1",
            " id a b;",
            " bm Kf1;id \"a b\"",
            " ce 3; id;",
            " id \"\";",
            " c0 \"id\";",
            " bm Kf1; id \"a b\";",
            " c0 \"; id \"; id \"x\"",
            " bm c4; id x;",
            " bm Kf1 ; id \"x\" ; ce 1",
            " id x; id \"x\";",
        ];
        for placement in [
            "r3k2r/8/8/8/2pP4/8/8/R3K2R",
            "4k3/8/8/8/3pP3/8/8/4K3",
            "4k3/44/8/8/8/8/8/4K3",
            "4k3/8/8/8/8/8/8/R3K2R",
            "4k3/8/8",
        ] {
            for side in ["w", "b", "W", ""] {
                for castling in castling {
                    for square in ["-", "d3", "E3", "e3", "e4", "c6", "e9", ""] {
                        for behind in behind {
                            let line = format!("{placement} {side} {castling} {square}{behind}");
                            let record = Record::read(line.as_bytes(), &options);
                            let Some(text) = record.canonical(&CanonicalOptions::default()) else {
                                continue;
                            };
                            written += usize::from(text != line.as_bytes());
                            let (one, other) = (
                                Glance::of(line.as_bytes(), &options),
                                Glance::of(&text, &options),
                            );
                            assert_eq!(one.fields, other.fields, "{line}");
                            let ids = [one.id, other.id];
                            known += usize::from(!ids.contains(&UNKNOWN));
                            assert!(ids.contains(&UNKNOWN) || one.id == other.id, "{line}");
                        }
                    }
                }
            }
        }
        assert!(written > 300 && known > 300, "{written} {known}");
    }
}
