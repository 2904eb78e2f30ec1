//! Following lines from one state of a suite to another, for marks and filters. A line keeps its identity
//! when its text is edited and when it is moved. Tables of identities are small for few lines and for many.

use crate::suite::line_set::LineSet;
use crate::suite::snapshot::Snapshot;
use crate::suite::text::{LineRef, TextLocation};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// The fate of a set of lines in another state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RemappedLines {
    /// The remaining lines, by their new numbers.
    pub lines: LineSet,
    /// The removed lines, by their old numbers.
    pub gone: LineSet,
    /// All lines that are new.
    pub new: LineSet,
}

/// Returns the lines of both states between their common beginning and end. Time does not grow with the file.
pub fn differing(from: &Snapshot, to: &Snapshot) -> (Range<usize>, Range<usize>) {
    from.tree.differing(&to.tree)
}

/// Follows `lines` from one state of a suite to another. Time grows only with the lines in [`differing`].
pub fn remap(from: &Snapshot, to: &Snapshot, lines: &LineSet) -> RemappedLines {
    let (old, new) = differing(from, to);
    let names_before: Vec<LineRef> = names(from, old.clone());
    let names_after: Vec<LineRef> = names(to, new.clone());
    let before = Names::of(&names_before);
    let after = Names::of(&names_after);
    let mut remapped = Names::with_room_for(names_before.len());
    let is_in = |at: usize| lines.contains(old.start + at);
    for (at, name) in names_before.iter().enumerate() {
        if is_in(at) {
            remapped.add(*name);
        }
    }
    // If the number of lines is the same, a line whose name is gone was edited in place.
    let in_place = names_before.len() == names_after.len();
    let stays = |at: usize| {
        in_place
            && names_before.get(at).is_some_and(|name| !after.has(*name))
            && names_after.get(at).is_some_and(|name| !before.has(*name))
    };
    let here: LineSet = names_after
        .iter()
        .enumerate()
        .filter(|(at, name)| remapped.has(**name) || is_in(*at) && stays(*at))
        .map(|(at, _)| at)
        .collect();
    RemappedLines {
        gone: names_before
            .iter()
            .enumerate()
            .filter(|(at, name)| is_in(*at) && !after.has(**name) && !stays(*at))
            .map(|(at, _)| old.start + at)
            .collect(),
        new: names_after
            .iter()
            .enumerate()
            .filter(|(at, name)| !before.has(**name) && !stays(*at))
            .map(|(at, _)| new.start + at)
            .collect(),
        lines: lines.spliced(old, new.len(), &here),
    }
}

/// The new place of each line between the common beginning and end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// The lines that may have moved, in the earlier state and in the later.
    pub old: Range<usize>,
    pub new: Range<usize>,
    to: LineMap,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum LineMap {
    #[default]
    InPlace,
    /// The new place of each line, or [`GONE`] if it was removed; 4 bytes a line.
    Each(Vec<u32>),
}

impl Moves {
    /// Returns the line in the later state of a line of the earlier one.
    pub fn of(&self, line: usize) -> Option<usize> {
        if line < self.old.start {
            Some(line)
        } else if line >= self.old.end {
            Some(line - self.old.end + self.new.end)
        } else {
            match &self.to {
                LineMap::InPlace => Some(line),
                LineMap::Each(to) => to.get(line - self.old.start).copied().and_then(place),
            }
        }
    }

    /// Returns the lines of [`Self::new`] that existed before, in no particular order.
    #[cfg(feature = "editor")]
    pub(crate) fn known(&self) -> impl Iterator<Item = usize> + '_ {
        let (same, each) = match &self.to {
            LineMap::InPlace => (self.new.clone(), &[][..]),
            LineMap::Each(to) => (0..0, to.as_slice()),
        };
        same.chain(each.iter().copied().filter_map(place))
    }

    /// Returns true if no line was added, removed or moved.
    pub fn is_in_place(&self) -> bool {
        self.old == self.new && self.to == LineMap::InPlace
    }
}

/// Follows all lines from one state of a suite to another. Time grows only with the lines in [`differing`].
pub fn moves(from: &Snapshot, to: &Snapshot) -> Moves {
    let (old, new) = differing(from, to);
    let is_same = || each_name(from, old.clone()).eq(each_name(to, new.clone()));
    if old.len() == new.len() && is_same() {
        // Two lines may have the same name: the first keeps it, and a later one is new.
        let mut names = Names::with_room_for(old.len());
        if old == new && each_name(to, new.clone()).all(|name| names.add(name)) {
            let to = LineMap::InPlace;
            return Moves { old, new, to };
        }
    }
    let before = names(from, old.clone());
    let after = names(to, new.clone());
    let mut places = Places::with_room_for(after.len());
    for (at, name) in after.iter().enumerate() {
        places.add(*name, new.start + at);
    }
    let known = Names::of(&before);
    let in_place = before.len() == after.len();
    let to: Vec<u32> = before
        .iter()
        .enumerate()
        .map(|(at, name)| {
            // If the number of lines is the same, a line whose name is gone was edited in place.
            let stays = || {
                let there = after.get(at)?;
                (in_place && !known.has(*there)).then_some(new.start + at)
            };
            let now = places.take(*name).or_else(stays);
            now.and_then(|line| u32::try_from(line).ok())
                .unwrap_or(GONE)
        })
        .collect();
    let mut lines = old.clone().zip(&to);
    let to = match old == new && lines.all(|(line, to)| *to as usize == line) {
        true => LineMap::InPlace,
        false => LineMap::Each(to),
    };
    Moves { old, new, to }
}

/// Returns the lines in another state; `None` for a line that did not exist there.
pub fn places_before(after: &Snapshot, before: &Snapshot, lines: &[usize]) -> Vec<Option<usize>> {
    let (old, new) = differing(before, after);
    let name_of = |line: usize| name(after, after.tree.place(line));
    let mut found: FxHashMap<LineRef, Option<usize>> = lines
        .iter()
        .filter(|line| new.contains(line))
        .map(|&line| (name_of(line), None))
        .collect();
    let mut left = found.len();
    for (at, name) in each_name(before, old.clone()).enumerate() {
        if left == 0 {
            break;
        }
        if let Some(place) = found.get_mut(&name)
            && place.is_none()
        {
            *place = Some(old.start + at);
            left -= 1;
        }
    }
    let place_of = |&line: &usize| match () {
        () if line < new.start => Some(line),
        () if line >= new.end => Some(line - new.end + old.end),
        () => found.get(&name_of(line)).copied().flatten(),
    };
    lines.iter().map(place_of).collect()
}

const GONE: u32 = u32::MAX;

fn place(line: u32) -> Option<usize> {
    (line != GONE).then_some(line as usize)
}

/// Returns the names of lines, which edits and moves don't change.
fn names(snapshot: &Snapshot, range: Range<usize>) -> Vec<LineRef> {
    let mut names = Vec::with_capacity(range.len());
    names.extend(each_name(snapshot, range));
    names
}

fn each_name(snapshot: &Snapshot, range: Range<usize>) -> impl Iterator<Item = LineRef> + '_ {
    let pieces = snapshot.tree.pieces(range);
    pieces.flat_map(move |piece| {
        let all = 0..piece.len();
        all.map(move |at| name(snapshot, piece.place(at)))
    })
}

fn name(snapshot: &Snapshot, place: TextLocation) -> LineRef {
    let mut place = place;
    loop {
        match place {
            TextLocation::Source(line) => return LineRef::source(line).unwrap_or(LineRef::NONE),
            TextLocation::Nowhere => return LineRef::NONE,
            TextLocation::Text(id) => match snapshot.texts.origin(id).place() {
                TextLocation::Nowhere => return LineRef::text(id).unwrap_or(LineRef::NONE),
                // A text is always made from an earlier one.
                TextLocation::Text(earlier) if earlier >= id => {
                    return LineRef::text(id).unwrap_or(LineRef::NONE);
                }
                origin => place = origin,
            },
        }
    }
}

/// The number of names above which one bit for each source line and text takes less memory than a table.
const FEW: usize = if cfg!(test) { 16 } else { 4096 };

enum Names {
    Few(FxHashSet<LineRef>),
    Many { source: Vec<u64>, text: Vec<u64> },
}

impl Names {
    fn with_room_for(count: usize) -> Self {
        if count <= FEW {
            Self::Few(FxHashSet::default())
        } else {
            Self::Many {
                source: Vec::new(),
                text: Vec::new(),
            }
        }
    }

    fn of(names: &[LineRef]) -> Self {
        let mut all = Self::with_room_for(names.len());
        for name in names {
            all.add(*name);
        }
        all
    }

    /// Adds a name; returns true if it is new.
    fn add(&mut self, name: LineRef) -> bool {
        let (bits, at) = match self {
            Self::Few(names) => return names.insert(name),
            Self::Many { source, text } => match name.place() {
                TextLocation::Source(at) => (source, at),
                TextLocation::Text(at) => (text, at),
                TextLocation::Nowhere => return false,
            },
        };
        if bits.len() <= at / 64 {
            bits.resize((at / 64 + 1).max(bits.len() * 2), 0);
        }
        bits.get_mut(at / 64).is_some_and(|word| {
            let is_new = *word >> (at % 64) & 1 == 0;
            *word |= 1 << (at % 64);
            is_new
        })
    }

    fn has(&self, name: LineRef) -> bool {
        let (bits, at) = match self {
            Self::Few(names) => return names.contains(&name),
            Self::Many { source, text } => match name.place() {
                TextLocation::Source(at) => (source, at),
                TextLocation::Text(at) => (text, at),
                TextLocation::Nowhere => return false,
            },
        };
        bits.get(at / 64)
            .is_some_and(|word| word >> (at % 64) & 1 == 1)
    }
}

enum Places {
    Few(FxHashMap<LineRef, usize>),
    Many { source: Vec<u32>, text: Vec<u32> },
}

impl Places {
    fn with_room_for(count: usize) -> Self {
        if count <= FEW {
            Self::Few(FxHashMap::default())
        } else {
            Self::Many {
                source: Vec::new(),
                text: Vec::new(),
            }
        }
    }

    fn add(&mut self, name: LineRef, line: usize) {
        let (places, at) = match self {
            Self::Few(places) => {
                places.entry(name).or_insert(line);
                return;
            }
            Self::Many { source, text } => match name.place() {
                TextLocation::Source(at) => (source, at),
                TextLocation::Text(at) => (text, at),
                TextLocation::Nowhere => return,
            },
        };
        if places.len() <= at {
            places.resize((at + 1).max(places.len() / 2 * 3), GONE);
        }
        if let Some(place) = places.get_mut(at)
            && *place == GONE
        {
            *place = u32::try_from(line).unwrap_or(GONE);
        }
    }

    fn take(&mut self, name: LineRef) -> Option<usize> {
        let (places, at) = match self {
            Self::Few(places) => return places.remove(&name),
            Self::Many { source, text } => match name.place() {
                TextLocation::Source(at) => (source, at),
                TextLocation::Text(at) => (text, at),
                TextLocation::Nowhere => return None,
            },
        };
        place(std::mem::replace(places.get_mut(at)?, GONE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::arrange::Keep;
    use crate::suite::edit::Selection;
    use crate::suite::testing::{dedupe, shuffle, sort};
    use crate::suite::{DuplicateKey, Grouping, Job, Suite};
    use proptest::prelude::*;

    fn suite(lines: usize) -> Suite {
        let text: String = (0..lines)
            .map(|n| {
                format!(
                    "4k3/8/8/8/8/8/8/4K3 w - - id \"{:05}\";\n",
                    n * 7919 % 10007
                )
            })
            .collect();
        Suite::from_bytes("test.epd", text.into_bytes())
    }

    fn texts(snapshot: &Snapshot, lines: &LineSet) -> Vec<Vec<u8>> {
        lines
            .iter()
            .map(|line| snapshot.line(line).into_owned())
            .collect()
    }

    #[test]
    fn marks_follow_a_sort_of_many_lines_and_its_undo() {
        let mut suite = suite(10_000);
        let lines: LineSet = (0..10_000).step_by(97).collect();
        let before = suite.snapshot();
        let keys = "id".parse().unwrap();
        let change = sort(&before, &keys, false, &Selection::All, &Job::new()).unwrap();
        suite.apply(change).unwrap();
        let after = suite.snapshot();
        let remapped = remap(&before, &after, &lines);
        let sorted = |mut texts: Vec<Vec<u8>>| {
            texts.sort();
            texts
        };
        assert_eq!(
            sorted(texts(&after, &remapped.lines)),
            sorted(texts(&before, &lines))
        );
        assert!(remapped.gone.is_empty() && remapped.new.is_empty());
        suite.undo();
        assert_eq!(
            remap(&after, &suite.snapshot(), &remapped.lines).lines,
            lines
        );
    }

    #[test]
    fn an_edited_line_stays_the_same_line_and_a_copy_is_another() {
        let mut suite = suite(10);
        let lines: LineSet = [3, 4].into_iter().collect();
        let before = suite.snapshot();
        suite.replace_line(3, b"4k3/8/8/8/8/8/8/4K3 b - -", Grouping::Step, "edit");
        suite.duplicate_line(3, "copy");
        suite.duplicate_line(3, "copy");
        suite.delete_lines(6..7, "delete");
        let remapped = remap(&before, &suite.snapshot(), &lines);
        assert_eq!(remapped.lines, [3].into_iter().collect());
        assert_eq!(remapped.gone, [4].into_iter().collect());
        assert_eq!(remapped.new, [4, 5].into_iter().collect());
    }

    #[test]
    fn a_new_line_stays_the_same_line_when_it_is_edited_again() {
        let mut suite = suite(10);
        suite.insert_lines(2, &[b"4k3/8/8/8/8/8/8/4K3 b - -".to_vec()], "new");
        let before = suite.snapshot();
        suite.replace_line(2, b"4k3/8/8/8/8/8/8/3K4 b - -", Grouping::Step, "edit");
        let lines: LineSet = [2].into_iter().collect();
        assert_eq!(remap(&before, &suite.snapshot(), &lines).lines, lines);
    }

    #[test]
    fn only_differing_lines_are_compared() {
        let mut suite = suite(5000);
        let before = suite.snapshot();
        suite.replace_line(2000, b"# x", Grouping::Step, "edit");
        suite.delete_lines(2005..2006, "delete");
        let after = suite.snapshot();
        assert_eq!(differing(&before, &after), (2000..2006, 2000..2005));
        assert_eq!(differing(&after, &before), (2000..2005, 2000..2006));
        assert_eq!(differing(&after, &after), (4999..4999, 4999..4999));
    }

    #[test]
    fn lines_removed_by_a_bulk_edit_are_restored_by_undo() {
        let text = "4k3/8/8/8/8/8/8/4K3 w - -\n".repeat(9);
        let mut suite = Suite::from_bytes("test.epd", text.into_bytes());
        let before = suite.snapshot();
        let change = dedupe(
            &before,
            DuplicateKey::Record,
            Keep::Last,
            &Selection::All,
            &Job::new(),
        );
        suite.apply(change.unwrap()).unwrap();
        let after = suite.snapshot();
        let all = LineSet::of_range(0..9);
        let remapped = remap(&before, &after, &all);
        assert_eq!((remapped.lines.len(), remapped.gone.len()), (1, 8));
        let back = remap(&after, &before, &remapped.lines);
        assert_eq!(back.lines, [8].into_iter().collect());
        assert_eq!(back.new, LineSet::of_range(0..8));
    }

    proptest! {
        #[test]
        fn lines_are_followed_by_identity(
            marks in proptest::collection::btree_set(0usize..60, 0..20),
            edits in proptest::collection::vec((0u8..5, 0usize..60, 1usize..9, 0usize..60), 1..12),
        ) {
            let mut suite = suite(60);
            // The model: each line has its own number.
            let mut model: Vec<usize> = (0..60).collect();
            let mut next = 60;
            let before = suite.snapshot();
            for (kind, at, count, to) in edits {
                let (at, to) = (at.min(model.len()), to.min(model.len()));
                let end = (at + count).min(model.len());
                match kind {
                    0 => if suite.replace_line(at, format!("# {next}").as_bytes(), Grouping::Step, "e")
                        && model.get(at).is_some_and(|name| *name >= 60) {
                        // An edited new line gets another name.
                        model[at] = next;
                    },
                    1 => {
                        suite.insert_lines(at, &vec![b"# new".to_vec(); count], "i");
                        model.splice(at..at, next..next + count);
                    }
                    2 => if suite.delete_lines(at..end, "d") { model.drain(at..end); },
                    3 => if suite.move_lines(at..end, to, "m") {
                        let moved: Vec<usize> = model.drain(at..end).collect();
                        let to = if to > at { to - moved.len() } else { to };
                        model.splice(to..to, moved);
                    },
                    _ => {
                        let old = suite.snapshot();
                        suite.apply(shuffle(&old, 7, &Selection::All, &Job::new()).unwrap()).unwrap();
                        let order: Vec<usize> = names(&suite.snapshot(), 0..model.len()).iter().map(|name| {
                            names(&old, 0..model.len()).iter().position(|old| old == name).unwrap()
                        }).collect();
                        model = order.into_iter().map(|at| model[at]).collect();
                    }
                }
                next += count;
            }
            let after = suite.snapshot();
            let remapped = remap(&before, &after, &marks.iter().copied().collect());
            let place = |name: &usize| model.iter().position(|there| there == name);
            let expected: LineSet = marks.iter().filter_map(&place).collect();
            // If as many lines were added as removed, a place may count as its old line.
            prop_assert!(expected.minus(&remapped.lines).is_empty());
            // Following each line gives the same places as following the set.
            let all = moves(&before, &after);
            let to: LineSet = marks.iter().filter_map(|line| all.of(*line)).collect();
            prop_assert_eq!(&to, &remapped.lines);
            if before.line_count() != after.line_count() {
                prop_assert_eq!(&remapped.lines, &expected);
            }
            // In reverse, each line was at the index that is its name.
            let lines: Vec<usize> = (0..model.len()).collect();
            let was = |name: &usize| Some(*name).filter(|name| *name < 60);
            let expected: Vec<Option<usize>> = model.iter().map(was).collect();
            prop_assert_eq!(places_before(&after, &before, &lines), expected);
            let gone: LineSet = marks.iter().copied().filter(|name| place(name).is_none()).collect();
            prop_assert!(remapped.gone.minus(&gone).is_empty());
        }
    }
}
