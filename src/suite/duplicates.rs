//! Duplicates: records with the same id, the same position, or the same meaning.
//!
//! A record is a hash and a line number during sorting, on disk for many records. The hashes are keyed at random
//! ([`Marks`]), so that equal hashes mean equal records and none is read again: in a file that is read by position,
//! each would cost the reading of a block.

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

/// The key by which records are duplicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Sameness {
    /// The text of `id`; an empty one does not count.
    Id,
    /// The placement, side to move, castling rights, and the en-passant square if a legal capture uses it, however
    /// written.
    Position,
    /// The canonical text; for records left unchanged, their text.
    Record,
}

impl Sameness {
    /// Returns the number of passes over all lines.
    pub(super) fn passes(self) -> u64 {
        match self {
            Self::Id | Self::Position => 1,
            Self::Record => 2,
        }
    }

    /// Returns the plural noun for the key.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Id => "ids",
            Self::Position => "positions",
            Self::Record => "records",
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
    /// Adds the next line, which `begins` a new group or not.
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

    /// Returns the lines of a group; none if it does not exist.
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

    /// Returns the number of records in groups.
    pub fn record_count(&self) -> usize {
        self.lines.len()
    }

    /// Returns the lines of all records in groups.
    pub fn lines(&self) -> LineSet {
        self.lines.iter().map(|&line| line as usize).collect()
    }

    /// Returns the lines of all but the first of each group.
    pub fn later_lines(&self) -> LineSet {
        self.groups().flat_map(|group| group.skip(1)).collect()
    }
}

/// The key of a record.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Key<'a> {
    Id(Cow<'a, [u8]>),
    /// A legal position.
    Position(Box<Board>, Color, Bitboard, Option<Square>),
    /// Another position, with rights and en-passant square as written.
    Placement(Box<Board>, Color, &'a str, Option<Square>),
    Text(Vec<u8>),
}

impl<'a> Key<'a> {
    /// Returns the key of a record, read no further than necessary.
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

/// A hasher for keys of records that can't be read again and compared. It is keyed at random: nobody can construct
/// two records with equal hashes, and among 2^40 records two collide with a probability of 2^-48.
#[derive(Clone, Debug, Default)]
pub struct Marks([RandomState; 2]);

impl Marks {
    /// Returns the hash of a line's key; `None` if it has no id, or no readable position.
    pub fn of(&self, line: &[u8], options: &ReadOptions, by: Sameness) -> Option<u128> {
        let record = LazyRecord::new(line, 0, options);
        Some(self.mark(&Key::of(&record, by)?))
    }

    /// Returns the hash of a key.
    pub(super) fn mark(&self, key: &impl Hash) -> u128 {
        let [one, other] = self
            .0
            .each_ref()
            .map(|state| u128::from(state.hash_one(key)));
        one << 64 | other
    }

    /// Returns the hash of a record's id; `None` without one.
    pub(super) fn of_id(&self, record: &Record<'_>) -> Option<u128> {
        let record = LazyRecord::of(record, 0);
        Some(self.mark(&Key::of(&record, Sameness::Id)?))
    }

    /// Returns the hash of a line's own text.
    pub fn of_text(&self, line: &[u8]) -> u128 {
        self.mark(&text_of(line))
    }
}

/// Returns a stable hash of a record's key, for streams, whose records can't be read again for a comparison; `None`
/// without an id or a readable position.
pub fn fingerprint(record: &Record<'_>, by: Sameness) -> Option<u64> {
    let record = LazyRecord::of(record, 0);
    let key = Key::of(&record, by)?;
    // Not the fast hasher, because a collision would count as a duplicate.
    let mut hasher = std::hash::DefaultHasher::new();
    key.hash(&mut hasher);
    Some(hasher.finish())
}

/// Returns true if two records have equal positions, as far as they can be read.
pub(super) fn is_same_position(one: &Record<'_>, other: &Record<'_>) -> bool {
    let [one, other] = [one, other].map(|record| LazyRecord::of(record, 0));
    let key = Key::of(&one, Sameness::Position);
    key.is_some() && key == Key::of(&other, Sameness::Position)
}

/// Finds duplicates. Progress is in lines.
///
/// # Errors
/// Cancelled, lines can no longer be read, there are more than 2^32, or no temporary file can be made for sorting.
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
        // Equal byte for byte, quoted or not.
        let bare = b"8/8/8/8/8/8/8/8 w - - id J\xe1se;\n";
        assert_eq!(groups([&text, &other, bare]), [[0, 2]]);
        // Hashes are made of these bytes.
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
