//! Records that are the same in some way: the same id, the same position, the same record.
//!
//! A record is a mark and a line number while all are put in order, on disk where they are many. The marks are made
//! with random numbers ([`Marks`]), so that equal marks are equal records and none is read again: of a file that
//! is read by position, and is a file twice over, that would be the reading of a block for each record.

mod glance;
mod same;

use std::borrow::Cow;
use std::hash::{BuildHasher, Hash, Hasher, RandomState};

use shakmaty::{Bitboard, Board, Color, EnPassantMode, Position, Square};

use super::edit::Chosen;
use super::line_end::text_of;
use super::line_set::LineSet;
use super::progress::Job;
use super::query::LazyRecord;
use super::records::ChosenRecords;
use super::scan::JobError;
use super::snapshot::Snapshot;
use crate::epd::{CanonicalOptions, LineKind, ReadOptions, Record};
pub use same::{Members, Same, Which};

/// In what way records are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Sameness {
    /// By the text of `id` (an empty one is none).
    Id,
    /// By placement, side to move, castling rights, and en-passant square as far as a legal
    /// capture uses it, whatever the text.
    Position,
    /// By canonical text; for records left unchanged, by their text.
    Record,
}

impl Sameness {
    /// Returns how often all lines are gone over to find such records.
    pub(super) fn passes(self) -> u64 {
        match self {
            Self::Id | Self::Position => 1,
            Self::Record => 2,
        }
    }

    /// Returns what is the same, in words.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Id => "ids",
            Self::Position => "positions",
            Self::Record => "records",
        }
    }
}

/// Groups of records that are the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Duplicates {
    /// The lines of all groups, group by group, each in the file's order.
    lines: Vec<u32>,
    /// The place at which each group begins.
    starts: Vec<u32>,
}

impl Duplicates {
    /// Takes the next line, of a new group where it `begins` one.
    ///
    /// # Errors
    /// There are more than 2^32.
    pub(super) fn push(&mut self, line: usize, begins: bool) -> Result<(), JobError> {
        let number = |number: usize| u32::try_from(number).map_err(|_| JobError::TooManyLines);
        if begins {
            self.starts.push(number(self.lines.len())?);
        }
        self.lines.push(number(line)?);
        Ok(())
    }

    /// Returns the groups, in the order of their first lines; each has two lines (0-based) at least.
    pub fn groups(&self) -> impl Iterator<Item = impl Iterator<Item = usize> + '_> + '_ {
        (0..self.starts.len()).map(|nth| self.group(nth))
    }

    /// Returns the lines of a group; none where there is no such group.
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

    /// Returns the number of records that are in a group.
    pub fn record_count(&self) -> usize {
        self.lines.len()
    }

    /// Returns the lines of all records that are in a group.
    pub fn lines(&self) -> LineSet {
        self.lines.iter().map(|&line| line as usize).collect()
    }

    /// Returns the lines of all but the first of each group.
    pub fn later_lines(&self) -> LineSet {
        self.groups().flat_map(|group| group.skip(1)).collect()
    }
}

/// A value that is the same in records that are.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Key<'a> {
    Id(Cow<'a, [u8]>),
    /// A position that chess allows.
    Position(Box<Board>, Color, Bitboard, Option<Square>),
    /// Any other, with rights and en-passant square as they are given.
    Placement(Box<Board>, Color, &'a str, Option<Square>),
    Text(Vec<u8>),
}

impl<'a> Key<'a> {
    /// Returns that of a record, read no further than it needs.
    fn of(record: &'a LazyRecord<'_>, by: Sameness) -> Option<Self> {
        if record.kind() != LineKind::Record {
            return None;
        }
        match by {
            Sameness::Id => {
                let id = record.text_of("id").filter(|id| !id.is_empty());
                id.map(Self::Id)
            }
            Sameness::Position => Some(match record.position() {
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
            Sameness::Record => {
                let line = record.record().canonical(&CanonicalOptions::default());
                let text = text_of(line.as_deref().unwrap_or(record.line));
                Some(Self::Text(text.to_vec()))
            }
        }
    }
}

/// Marks of records, by which those that are the same can be told where they can't be read again and
/// compared. They are made with random numbers: nobody can write two records that share one,
/// and of 2^40 records two share one with a chance of 2^-48.
#[derive(Clone, Debug, Default)]
pub struct Marks([RandomState; 2]);

impl Marks {
    /// Returns that of a line; `None` where it has no id, or no position that can be read.
    pub fn of(&self, line: &[u8], options: &ReadOptions, by: Sameness) -> Option<u128> {
        let record = LazyRecord::new(line, 0, options);
        Some(self.mark(&Key::of(&record, by)?))
    }

    /// Returns that of what makes records the same.
    pub(super) fn mark(&self, key: &impl Hash) -> u128 {
        let [one, other] = self
            .0
            .each_ref()
            .map(|state| u128::from(state.hash_one(key)));
        one << 64 | other
    }

    /// Returns that of a record's id; `None` where it has none.
    pub(super) fn of_id(&self, record: &Record<'_>) -> Option<u128> {
        let record = LazyRecord::of(record, 0);
        Some(self.mark(&Key::of(&record, Sameness::Id)?))
    }

    /// Returns that of a line's own text.
    pub fn of_text(&self, line: &[u8]) -> u128 {
        self.mark(&text_of(line))
    }
}

/// Returns a hash of what makes a record the same as others, for streams, whose records can't be read
/// again to compare them; `None` where it has no id, or no position that can be read.
pub fn fingerprint(record: &Record<'_>, by: Sameness) -> Option<u64> {
    let record = LazyRecord::of(record, 0);
    let key = Key::of(&record, by)?;
    // Not the quick one: here a chance match would be taken for the same.
    let mut hasher = std::hash::DefaultHasher::new();
    key.hash(&mut hasher);
    Some(hasher.finish())
}

/// Returns whether two records have the same position, as far as it can be read.
pub(super) fn is_same_position(one: &Record<'_>, other: &Record<'_>) -> bool {
    let [one, other] = [one, other].map(|record| LazyRecord::of(record, 0));
    let key = Key::of(&one, Sameness::Position);
    key.is_some() && key == Key::of(&other, Sameness::Position)
}

/// Looks for records that are the same. Progress is in lines.
///
/// # Errors
/// Cancelled, lines can't be read any more, there are more than 2^32, or no file to put marks in order in.
pub fn find_duplicates(
    snapshot: &Snapshot,
    by: Sameness,
    job: &Job,
) -> Result<Duplicates, JobError> {
    let on = ChosenRecords::of(snapshot, &Chosen::All, job);
    on.begin(by.passes());
    Same::of(&on, by, false)?.groups()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::Suite;

    #[test]
    fn lines_that_are_no_records_are_like_no_other() {
        let record = "8/8/8/8/8/8/8/8 w - -\n";
        let text = format!(
            "{}{record}# a comment that is longer\n{record}",
            "\n".repeat(20_000)
        );
        assert_eq!(groups(&text, Sameness::Position), [[20_000, 20_002]]);
    }

    #[test]
    fn ids_that_differ_in_bytes_that_are_no_utf_8_are_others() {
        let line = |id: &[u8]| [b"8/8/8/8/8/8/8/8 w - - id \"", id, b"\";\n"].concat();
        let (text, other) = (line(b"J\xe1se"), line(b"J\xe9se"));
        let groups = |lines: [&[u8]; 3]| groups(lines.concat(), Sameness::Id);
        assert!(groups([&text, &other, &line(b"J\xfcse")]).is_empty());
        assert_eq!(groups([&text, &other, &text]), [[0, 2]]);
        // Byte for byte the same, quoted or not.
        let bare = b"8/8/8/8/8/8/8/8 w - - id J\xe1se;\n";
        assert_eq!(groups([&text, &other, bare]), [[0, 2]]);
        // Marks are of the same bytes.
        let marks = Marks::default();
        let mark = |line: &[u8]| marks.of(line, &ReadOptions::default(), Sameness::Id);
        assert_ne!(mark(&text), mark(&other));
        assert_eq!(mark(&text), mark(bare));
    }

    fn groups(text: impl AsRef<[u8]>, by: Sameness) -> Vec<Vec<usize>> {
        let suite = Suite::from_bytes("test.epd", text.as_ref().to_vec());
        let found = find_duplicates(&suite.snapshot(), by, &Job::new()).unwrap();
        assert_eq!(found.record_count(), found.lines().len());
        assert_eq!(
            found.later_lines().len(),
            found.record_count() - found.group_count()
        );
        found.groups().map(Iterator::collect).collect()
    }

    #[test]
    fn ids_that_differ_in_a_byte_outside_utf_8_are_not_the_same() {
        let record =
            |byte: u8| [b"4k3/8/8/8/8/8/8/4K3 w - - id \"J", &[byte][..], b"se\";\n"].concat();
        let text = [record(0xE1), record(0xE9), record(0xE1)].concat();
        let suite = Suite::from_bytes("test.epd", text);
        let found = find_duplicates(&suite.snapshot(), Sameness::Id, &Job::new()).unwrap();
        assert_eq!(found.lines().iter().collect::<Vec<_>>(), [0, 2]);
    }

    #[test]
    fn the_same_position_is_seen_in_any_spelling() {
        let text = "\
4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;
4k3/8/8/8/8/8/4P3/4K3 b - -
# a comment
4k3/44/8/8/8/8/4P3/4K3 w - - id \"other text\";
4k3/8/8/8/8/8/4P3/4K3 w - - 0 1
";
        assert_eq!(groups(text, Sameness::Position), [[0, 3, 4]]);
    }

    #[test]
    fn an_en_passant_square_counts_only_where_a_pawn_can_take() {
        let nobody = "4k3/8/8/8/4P3/8/8/4K3 b - e3\n4k3/8/8/8/4P3/8/8/4K3 b - -\n";
        assert_eq!(groups(nobody, Sameness::Position), [[0, 1]]);
        let pawn = "4k3/8/8/8/3pP3/8/8/4K3 b - e3\n4k3/8/8/8/3pP3/8/8/4K3 b - -\n";
        assert!(groups(pawn, Sameness::Position).is_empty());
    }

    #[test]
    fn impossible_positions_are_compared_as_they_stand() {
        let text = "8/8/8/8/8/8/8/4K3 w - -\n8/8/8/8/8/8/8/4K3 w - -\n8/8/8/8/8/8/8/4K3 b - -\n";
        assert_eq!(groups(text, Sameness::Position), [[0, 1]]);
    }

    #[test]
    fn ids_are_compared_by_their_text_and_none_is_no_id() {
        let text = "\
4k3/8/8/8/8/8/8/4K2R w - - id \"a\";
4k3/8/8/8/8/8/8/4K1R1 w - - id a;
4k3/8/8/8/8/8/8/4KR2 w - - id \"\";
4k3/8/8/8/8/8/8/R3K3 w - - id \"\";
4k3/8/8/8/8/8/8/1R2K3 w - - id \"A\";
4k3/8/8/8/8/8/8/1R2K3 w - -
";
        assert_eq!(groups(text, Sameness::Id), [[0, 1]]);
    }

    #[test]
    fn whole_records_are_the_same_where_their_meaning_is() {
        let text = "\
4k3/8/8/8/8/8/8/4K2R w - - id \"a\"; bm Rh8+;
4k3/8/8/8/8/8/8/4K2R w - - bm Rh8+;  id \"a\"
4k3/8/8/8/8/8/8/4K2R w - - bm Rh8+; id \"b\";
4k3/8/8/8/8/8/8/4K2R w - - bm Qh8; id \"b\";
4k3/8/8/8/8/8/8/4K2R w - - bm Qh8; id \"b\";
";
        assert_eq!(groups(text, Sameness::Record), [[0, 1], [3, 4]]);
    }
}
