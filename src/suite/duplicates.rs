//! Duplicates: records with the same id, the same position, or the same meaning.
//!
//! While being sorted, a record is only a hash and a line number, on disk if there are many. The hashes are
//! keyed at random ([`Marks`]), so equal hashes are taken as equal records and no record is read again, which
//! would cost reading a block for each.
//!
//! For duplicates by canonical text, a quick hash first excludes most records without parsing them in full:
//! records of equal canonical text have equal fields and an equal `id`.

mod same;

pub use same::{DuplicateChoice, HashedRecords, Members};

use crate::epd::{
    CanonicalOptions, LineKind, OperationSpans, ReadOptions, Record, Skim, Span, placement,
};
use crate::suite::edit::Selection;
use crate::suite::external::RowSorter;
use crate::suite::field::{self, Answer, BARE, Field, FieldError};
use crate::suite::line_set::{LineSet, Part};
use crate::suite::lines::text_of;
use crate::suite::progress::Job;
use crate::suite::query::LazyRecord;
use crate::suite::records::{ChosenRecords, Records};
use crate::suite::scan::JobError;
use crate::suite::snapshot::Snapshot;
use memchr::memmem::{self, Finder};
use memchr::{memchr, memchr_iter};
use rustc_hash::FxHasher;
use shakmaty::{Bitboard, Board, Color, EnPassantMode, Position, Square};
use std::borrow::Cow;
use std::hash::{BuildHasher, Hash, Hasher, RandomState};
use std::io;
use std::sync::LazyLock;

/// The key by which records count as duplicates.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DuplicateKey {
    /// The text of `id`; records with an empty id or none are ignored.
    Id,
    /// The placement, side to move, castling rights, and the en-passant square if a legal capture uses it, in
    /// any spelling.
    #[default]
    Position,
    /// The canonical text; the text as written for records that have none.
    Record,
    /// The value of a field; records without one are ignored.
    Field(Field),
}

impl DuplicateKey {
    /// Parses a key as typed: `position`, `id`, `record` or any field.
    ///
    /// # Errors
    /// The text is not a field, or the field is equal or different in all records.
    pub fn typed(text: &str) -> Result<Self, FieldError> {
        Ok(match text.trim() {
            "id" => Self::Id,
            "position" => Self::Position,
            "record" => Self::Record,
            text => match field::Key::typed(text)? {
                // All records of a file have one path, and no two records have the same line.
                field::Key {
                    field: Field::Path | Field::Line,
                    ..
                }
                | field::Key { falls: true, .. } => return Err(FieldError::no_key(text)),
                // Records are compared across files and after edits, where line numbers mean nothing.
                field::Key {
                    field: Field::Calculated(value, _),
                    ..
                } if value.asks_line() => return Err(FieldError::no_key(text)),
                key => Self::Field(key.field),
            },
        })
    }

    /// Returns the number of passes over all lines.
    pub(super) fn passes(&self) -> u64 {
        match self {
            Self::Id | Self::Position | Self::Field(_) => 1,
            Self::Record => 2,
        }
    }

    /// Returns the key as it can be typed.
    pub fn name(&self) -> Cow<'_, str> {
        match self {
            Self::Id => "id".into(),
            Self::Position => "position".into(),
            Self::Record => "record".into(),
            Self::Field(field) => field.name(),
        }
    }

    /// Returns the plural noun for the key.
    pub fn plural(&self) -> String {
        match self {
            Self::Field(field) => format!("values of {}", field.name()),
            _ => format!("{}s", self.name()),
        }
    }
}

/// Groups of duplicates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Duplicates {
    /// The lines of all groups, group by group, each in file order.
    lines: Vec<u32>,
    /// The start of each group in `lines`.
    starts: Vec<u32>,
}

impl Duplicates {
    /// Adds the next line; `begins` if it starts a new group.
    ///
    /// # Errors
    /// There are more than 2^32 lines.
    pub(super) fn push(&mut self, line: usize, begins: bool) -> Result<(), JobError> {
        let number = |number: usize| u32::try_from(number).map_err(|_| JobError::TooManyLines);
        if begins {
            self.starts.push(number(self.lines.len())?);
        }
        self.lines.push(number(line)?);
        Ok(())
    }

    /// Returns the groups, ordered by their first lines; each has at least two lines (0-based).
    pub fn groups(&self) -> impl Iterator<Item = impl Iterator<Item = usize> + '_> + '_ {
        (0..self.starts.len()).map(|nth| self.group(nth))
    }

    /// Returns the lines of a group; empty if there is no such group.
    pub fn group(&self, nth: usize) -> impl Iterator<Item = usize> + '_ {
        let start_of = |nth: usize| self.starts.get(nth).map(|start| *start as usize);
        let end = start_of(nth + 1).unwrap_or(self.lines.len());
        let start = start_of(nth).unwrap_or(end);
        let lines = self.lines.get(start..end).unwrap_or_default();
        lines.iter().map(|&line| line as usize)
    }

    /// Returns the number of groups.
    pub fn group_count(&self) -> usize {
        self.starts.len()
    }

    /// Returns the number of records in all groups.
    pub fn record_count(&self) -> usize {
        self.lines.len()
    }

    /// Returns the lines of all records in groups.
    pub fn lines(&self) -> LineSet {
        self.lines.iter().map(|&line| line as usize).collect()
    }

    /// Returns the lines of each group except its first.
    pub fn later_lines(&self) -> LineSet {
        self.groups().flat_map(|group| group.skip(1)).collect()
    }
}

#[derive(Debug, PartialEq, Eq, Hash)]
enum Key<'a> {
    Id(Cow<'a, [u8]>),
    /// A legal position.
    Position(Box<Board>, Color, Bitboard, Option<Square>),
    /// A position that is illegal, with castling rights and en-passant square as written.
    Placement(Box<Board>, Color, &'a str, Option<Square>),
    Text(Vec<u8>),
    Value(Vec<u8>),
}

impl<'a> Key<'a> {
    /// Returns the key of a record, parsing no more of it than necessary.
    fn of(record: &'a LazyRecord<'_>, by: &DuplicateKey) -> Option<Self> {
        if record.kind() != LineKind::Record {
            return None;
        }
        match by {
            DuplicateKey::Id => {
                let id = record.text_of("id").filter(|id| !id.is_empty());
                id.filter(|_| !has_several_ids(record)).map(Self::Id)
            }
            DuplicateKey::Position => Some(match record.position() {
                Some(position) => Self::Position(
                    Box::new(position.board().clone()),
                    position.turn(),
                    position.castles().castling_rights(),
                    position.ep_square(EnPassantMode::Legal),
                ),
                None => Self::Placement(
                    Box::new(record.board()?.clone()),
                    record.side()?,
                    record.castling().unwrap_or("-"),
                    record.en_passant(),
                ),
            }),
            DuplicateKey::Record => {
                let line = record.record().canonical(&CanonicalOptions::default());
                let text = text_of(line.as_deref().unwrap_or(record.line));
                Some(Self::Text(text.to_vec()))
            }
            DuplicateKey::Field(field) => match field.of(record) {
                Answer::Absent | Answer::Bare(_) => None,
                value => Some(value.into_text())
                    .filter(|text| !matches!(&**text, b"" | b"\"\"" | BARE))
                    .map(|text| Self::Value(text.into_owned())),
            },
        }
    }
}

/// Returns true if a record has several `id` operations, which make its id ambiguous.
fn has_several_ids(record: &LazyRecord<'_>) -> bool {
    let is_possible = memmem::find_iter(record.line, b"id").nth(1).is_some();
    let record = is_possible.then(|| record.record());
    record.is_some_and(|record| {
        let operations = record.operations().iter();
        let mut ids = operations.filter(|operation| record.opcode(operation) == "id");
        ids.nth(1).is_some()
    })
}

/// A hasher for keys of records that can't be read again to be compared. It is keyed at random: nobody can
/// construct two records with equal hashes, and among 2^40 records two collide with a probability of 2^-48.
#[derive(Clone, Debug, Default)]
pub struct Marks([RandomState; 2]);

impl Marks {
    /// Returns the hash of a line's key; `None` if it has no such key (no id, no readable position).
    pub fn of(&self, line: &[u8], options: &ReadOptions, by: &DuplicateKey) -> Option<u128> {
        let record = LazyRecord::new(line, 0, options);
        Some(self.mark(&Key::of(&record, by)?))
    }

    pub(super) fn mark(&self, key: &impl Hash) -> u128 {
        let [one, other] = self
            .0
            .each_ref()
            .map(|state| u128::from(state.hash_one(key)));
        one << 64 | other
    }

    pub(super) fn of_id(&self, record: &Record<'_>) -> Option<u128> {
        let record = LazyRecord::of(record, 0);
        Some(self.mark(&Key::of(&record, &DuplicateKey::Id)?))
    }

    /// Returns the hash of a line's text, without its end.
    pub fn of_text(&self, line: &[u8]) -> u128 {
        self.mark(&text_of(line))
    }
}

/// Returns a stable hash of a record's key, for streams, whose records can't be read again to be compared;
/// `None` if the record has no such key.
pub fn fingerprint(record: &Record<'_>, by: &DuplicateKey) -> Option<u64> {
    let record = LazyRecord::of(record, 0);
    let key = Key::of(&record, by)?;
    // Not the fast hasher, because a collision would count as a duplicate.
    let mut hasher = std::hash::DefaultHasher::new();
    key.hash(&mut hasher);
    Some(hasher.finish())
}

/// Returns the [`fingerprint`] of a record's id, and the span of the id's operand.
pub fn id_fingerprint(record: &Record<'_>) -> Option<(u64, Span)> {
    let operand = record.operands_of(record.operation("id")?).first()?;
    Some((fingerprint(record, &DuplicateKey::Id)?, operand.span))
}

/// Returns true if both records have a readable position and the two are equal.
pub(super) fn is_same_position(one: &Record<'_>, other: &Record<'_>) -> bool {
    let [one, other] = [one, other].map(|record| LazyRecord::of(record, 0));
    let key = Key::of(&one, &DuplicateKey::Position);
    key.is_some() && key == Key::of(&other, &DuplicateKey::Position)
}

/// Finds duplicates. Progress is in lines.
///
/// # Errors
/// Cancelled, lines can no longer be read, there are more than 2^32, or no temporary file can be made for sorting.
pub fn find_duplicates(
    snapshot: &Snapshot,
    by: &DuplicateKey,
    job: &Job,
) -> Result<Duplicates, JobError> {
    let on = ChosenRecords::of(snapshot, &Selection::All, job);
    on.begin(by.passes());
    HashedRecords::of(&on, by, false)?.groups()
}

/// Three hashes of a record. Equal records have equal hashes; different records may have equal ones, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct QuickHash {
    fields: u64,
    /// The hash of the text of `id`, without quotes; [`UNKNOWN`] if it needs the whole record to be parsed.
    id: u64,
    text: u64,
}

const UNKNOWN: u64 = 0;
/// The hash for a missing id.
const NONE: u64 = 1;

fn hash(what: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    what.hash(&mut hasher);
    hasher.finish()
}

impl QuickHash {
    fn of(line: &[u8], options: &ReadOptions) -> Self {
        let text = hash(text_of(line));
        let id = quoted_id(line).map(id_text);
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

/// Returns the text of a quoted id after another operation, the usual form. In a record with a canonical text
/// quotes are paired, so a semicolon between two strings ends an operation.
fn quoted_id(line: &[u8]) -> Option<&[u8]> {
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

fn id_of(line: &[u8], place: Option<OperationSpans>) -> u64 {
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

/// The records that may be duplicates, by their quick hashes.
#[derive(Debug, Default)]
struct LikelyDuplicates {
    pub lines: LineSet,
    /// The lines among these whose possible duplicates all have the same text; the others may be spellings of
    /// one record.
    pub of_one_text: LineSet,
}

impl LikelyDuplicates {
    fn of<R: Records>(on: &R) -> Result<Self, R::Error> {
        let (mut rows, mut end) = (RowSorter::default(), 0);
        // The quick hash needs no castling rules.
        let of = |line: usize, text: &[u8]| Some((line, QuickHash::of(text, on.options(false))));
        on.records(None, of, |(line, hashes)| {
            end = line + 1;
            Ok(rows.push([hashes.fields, hashes.id, hashes.text, line as u64])?)
        })?;
        Ok(Self::among(rows, end)?)
    }

    /// Returns the possible duplicates among rows, each a quick hash and a line below `end`.
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
        // The current group by fields and id: its first row, and whether all rows have the text of the first.
        let (mut alike, mut is_one) = (Vec::new(), true);
        let mut first: Option<[u64; 4]> = None;
        let mut sorted = rows.sorted()?;
        while let Some(row) = sorted.next_row()? {
            let [fields, id, text, line] = row;
            // A row with an unknown id sorts first, and may equal any row with the same fields.
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
    use crate::suite::Suite;

    #[test]
    fn lines_other_than_records_are_never_duplicates() {
        let record = "8/8/8/8/8/8/8/8 w - -\n";
        let text = format!(
            "{}{record}# a comment that is longer\n{record}",
            "\n".repeat(20_000)
        );
        assert_eq!(groups(&text, DuplicateKey::Position), [[20_000, 20_002]]);
    }

    #[test]
    fn ids_with_different_invalid_utf_8_are_different() {
        let line = |id: &[u8]| [b"8/8/8/8/8/8/8/8 w - - id \"", id, b"\";\n"].concat();
        let (text, other) = (line(b"J\xe1se"), line(b"J\xe9se"));
        let groups = |lines: [&[u8]; 3]| groups(lines.concat(), DuplicateKey::Id);
        assert!(groups([&text, &other, &line(b"J\xfcse")]).is_empty());
        assert_eq!(groups([&text, &other, &text]), [[0, 2]]);
        // Equal byte for byte, quoted or not.
        let bare = b"8/8/8/8/8/8/8/8 w - - id J\xe1se;\n";
        assert_eq!(groups([&text, &other, bare]), [[0, 2]]);
        // Hashes are made of these bytes.
        let marks = Marks::default();
        let mark = |line: &[u8]| marks.of(line, &ReadOptions::default(), &DuplicateKey::Id);
        assert_ne!(mark(&text), mark(&other));
        assert_eq!(mark(&text), mark(bare));
    }

    fn groups(text: impl AsRef<[u8]>, by: DuplicateKey) -> Vec<Vec<usize>> {
        let suite = Suite::from_bytes("test.epd", text.as_ref().to_vec());
        let found = find_duplicates(&suite.snapshot(), &by, &Job::new()).unwrap();
        assert_eq!(found.record_count(), found.lines().len());
        assert_eq!(
            found.later_lines().len(),
            found.record_count() - found.group_count()
        );
        found.groups().map(Iterator::collect).collect()
    }

    #[test]
    fn ids_that_differ_in_an_invalid_byte_are_not_duplicates() {
        let record =
            |byte: u8| [b"4k3/8/8/8/8/8/8/4K3 w - - id \"J", &[byte][..], b"se\";\n"].concat();
        let text = [record(0xE1), record(0xE9), record(0xE1)].concat();
        let suite = Suite::from_bytes("test.epd", text);
        let found = find_duplicates(&suite.snapshot(), &DuplicateKey::Id, &Job::new()).unwrap();
        assert_eq!(found.lines().iter().collect::<Vec<_>>(), [0, 2]);
    }

    #[test]
    fn equal_positions_are_found_in_any_spelling() {
        let text = "\
4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;
4k3/8/8/8/8/8/4P3/4K3 b - -
# a comment
4k3/44/8/8/8/8/4P3/4K3 w - - id \"other text\";
4k3/8/8/8/8/8/4P3/4K3 w - - 0 1
";
        assert_eq!(groups(text, DuplicateKey::Position), [[0, 3, 4]]);
    }

    #[test]
    fn an_en_passant_square_counts_only_if_a_pawn_can_capture() {
        let nobody = "4k3/8/8/8/4P3/8/8/4K3 b - e3\n4k3/8/8/8/4P3/8/8/4K3 b - -\n";
        assert_eq!(groups(nobody, DuplicateKey::Position), [[0, 1]]);
        let pawn = "4k3/8/8/8/3pP3/8/8/4K3 b - e3\n4k3/8/8/8/3pP3/8/8/4K3 b - -\n";
        assert!(groups(pawn, DuplicateKey::Position).is_empty());
    }

    #[test]
    fn impossible_positions_are_compared_as_written() {
        let text = "8/8/8/8/8/8/8/4K3 w - -\n8/8/8/8/8/8/8/4K3 w - -\n8/8/8/8/8/8/8/4K3 b - -\n";
        assert_eq!(groups(text, DuplicateKey::Position), [[0, 1]]);
    }

    #[test]
    fn ids_are_compared_by_text_and_missing_or_empty_ids_are_not_duplicates() {
        let text = "\
4k3/8/8/8/8/8/8/4K2R w - - id \"a\";
4k3/8/8/8/8/8/8/4K1R1 w - - id a;
4k3/8/8/8/8/8/8/4KR2 w - - id \"\";
4k3/8/8/8/8/8/8/R3K3 w - - id \"\";
4k3/8/8/8/8/8/8/1R2K3 w - - id \"A\";
4k3/8/8/8/8/8/8/1R2K3 w - -
";
        assert_eq!(groups(text, DuplicateKey::Id), [[0, 1]]);
    }

    #[test]
    fn whole_records_are_duplicates_if_their_meaning_is_equal() {
        let text = "\
4k3/8/8/8/8/8/8/4K2R w - - id \"a\"; bm Rh8+;
4k3/8/8/8/8/8/8/4K2R w - - bm Rh8+;  id \"a\"
4k3/8/8/8/8/8/8/4K2R w - - bm Rh8+; id \"b\";
4k3/8/8/8/8/8/8/4K2R w - - bm Qh8; id \"b\";
4k3/8/8/8/8/8/8/4K2R w - - bm Qh8; id \"b\";
";
        assert_eq!(groups(text, DuplicateKey::Record), [[0, 1], [3, 4]]);
    }
}

#[cfg(test)]
mod quick_hash_tests {
    use super::*;
    use crate::epd::CanonicalOptions;

    #[test]
    fn likely_duplicates_are_split_by_equal_and_different_texts() {
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
        let found = LikelyDuplicates::among(rows, 12).unwrap();
        let lines = |set: &LineSet| set.iter().collect::<Vec<_>>();
        assert_eq!(lines(&found.of_one_text), [0, 2, 5]);
        assert_eq!(lines(&found.lines), [0, 1, 2, 4, 5, 7, 8, 9]);
        let none = LikelyDuplicates::among(RowSorter::default(), 0).unwrap();
        assert!(none.lines.is_empty());
    }

    #[test]
    fn a_record_and_its_canonical_text_have_the_same_quick_hash() {
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
                                QuickHash::of(line.as_bytes(), &options),
                                QuickHash::of(&text, &options),
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
