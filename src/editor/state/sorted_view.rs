//! The records sorted by a field, either in the file or as a view, which changes no line.
//!
//! An edited record keeps its row until the view is sorted again, a new line is placed below the line that it
//! follows in the file, and undo restores the earlier order.

use crate::editor::state::rows::are_near;
use crate::editor::widgets::sign;
use crate::suite::arrange::{Arrangement, sort_after, sorted_lines};
use crate::suite::edit::{BulkChange, Edit, Selection};
use crate::suite::field::{Key, Keys};
use crate::suite::{Job, JobError, LineSet, Moves, RevisionId, Snapshot, moves};
use std::sync::Arc;

/// Most lines of a file whose order is updated at once rather than on a thread.
const AT_ONCE: usize = 1_000_000;
/// Most line numbers stored for undo, in all orders together.
const KEPT: usize = 8_000_000;
const ORDERS: usize = 64;

/// Returns the sign of a sort: ascending, or descending.
pub const fn sorted_sign(reverse: bool) -> &'static str {
    match reverse {
        true => sign::DESCENDING.text,
        false => sign::ASCENDING.text,
    }
}

/// The lines of a file in some order.
#[derive(Debug)]
pub struct Order {
    /// All lines by row, each once.
    pub(crate) lines: Vec<u32>,
    /// The keys that sort the lines of a revision into this order, if it is a sort by keys.
    pub(crate) sorted: Option<(RevisionId, Keys)>,
}

impl Order {
    /// Returns the keys that sort the lines of a revision into this order, if known.
    pub(crate) fn keys_of(&self, state: RevisionId) -> Option<&Keys> {
        let (at, keys) = self.sorted.as_ref()?;
        (*at == state).then_some(keys)
    }
}

/// The list in another order than the file's.
#[derive(Clone, Debug)]
pub struct SortedView {
    pub by: Key,
    /// All lines of the snapshot `at`, in the order shown.
    order: Arc<Order>,
    at: Snapshot,
    sorted_at: RevisionId,
    rows: Arc<SortedRows>,
    /// The filtered lines that the rows were made for.
    within: Option<LineSet>,
    /// Orders of other revisions, for undo and redo, the newest last.
    before: Vec<(RevisionId, Arc<Order>)>,
}

impl SortedView {
    /// Returns the view of a snapshot in this order, filtered to the lines `within`.
    pub fn new(by: Key, order: Order, at: Snapshot, within: Option<LineSet>) -> Self {
        let order = Arc::new(order);
        Self {
            by,
            rows: Arc::new(SortedRows::of(&order, within.as_ref(), at.line_count())),
            order,
            sorted_at: at.revision(),
            at,
            within,
            before: Vec::new(),
        }
    }

    pub fn rows(&self) -> &Arc<SortedRows> {
        &self.rows
    }

    pub fn lines(&self) -> impl Iterator<Item = usize> + '_ {
        self.order.lines.iter().map(|line| *line as usize)
    }

    pub(crate) fn order_of(&self, state: RevisionId) -> Option<Arc<Order>> {
        (self.at.revision() == state).then(|| self.order.clone())
    }

    pub fn is_edited(&self, now: RevisionId) -> bool {
        self.sorted_at != now
    }

    /// Follows the edits to another snapshot or filter; returns false if that needs another thread.
    pub fn follow(&mut self, to: &Snapshot, within: Option<&LineSet>) -> bool {
        let same_lines = self.within.as_ref() == within;
        if self.at.revision() == to.revision() {
            self.at = to.clone();
            if same_lines {
                return true;
            }
        } else {
            if !are_near(&self.at, to) {
                return false;
            }
            if same_lines && moves(&self.at, to).is_in_place() {
                self.remember();
                self.at = to.clone();
                return true;
            }
        }
        let is_short = to.line_count() <= AT_ONCE;
        if is_short {
            *self = self.followed(to, within);
        }
        is_short
    }

    /// Returns this view for another snapshot and filter; may take a while.
    #[must_use]
    pub fn followed(&self, to: &Snapshot, within: Option<&LineSet>) -> Self {
        let mut followed = self.clone();
        if self.at.revision() != to.revision() {
            followed.remember();
            let known = self.before.iter().find(|(at, _)| *at == to.revision());
            followed.order = match known {
                Some((_, order)) if order.lines.len() == to.line_count() => order.clone(),
                _ => match moves(&self.at, to) {
                    moves if moves.is_in_place() => self.order.clone(),
                    moves => Arc::new(Order {
                        lines: moved(&self.order.lines, &moves),
                        sorted: None,
                    }),
                },
            };
            followed.at = to.clone();
        }
        let is_same = self.within.as_ref() == within && Arc::ptr_eq(&self.order, &followed.order);
        if is_same && self.order.lines.len() == to.line_count() {
            return followed;
        }
        followed.within = within.cloned();
        followed.rows = Arc::new(SortedRows::of(&followed.order, within, to.line_count()));
        followed
    }

    fn remember(&mut self) {
        let at = self.at.revision();
        self.before.retain(|(of, _)| *of != at);
        self.before.push((at, self.order.clone()));
        let most = (KEPT / self.order.lines.len().max(1)).clamp(1, ORDERS);
        let over = self.before.len().saturating_sub(most);
        self.before.drain(..over);
    }
}

/// Returns an order after an edit: lines keep their order, new ones go below the line they follow.
fn moved(order: &[u32], moves: &Moves) -> Vec<u32> {
    let known: LineSet = moves.known().collect();
    let is_new = |line: usize| moves.new.contains(&line) && !known.contains(line);
    let mut all = Vec::with_capacity(order.len() + moves.new.len());
    let with_new_below = |all: &mut Vec<u32>, line: usize| {
        let mut next = line;
        while is_new(next) {
            all.extend(u32::try_from(next));
            next += 1;
        }
    };
    // New lines at the start of the file follow none.
    with_new_below(&mut all, 0);
    for line in order.iter().filter_map(|line| moves.of(*line as usize)) {
        all.extend(u32::try_from(line));
        with_new_below(&mut all, line + 1);
    }
    all
}

/// The rows of a sorted list, and the row of each line.
#[derive(Debug)]
pub struct SortedRows {
    order: Arc<Order>,
    filtered: Option<Vec<u32>>,
    /// The row of each line of the file; for a hidden line, the row that it would have.
    places: Vec<u32>,
}

impl SortedRows {
    fn of(order: &Arc<Order>, within: Option<&LineSet>, count: usize) -> Self {
        let mut places = vec![0; count];
        let mut filtered = within.map(|_| Vec::new());
        let mut row = 0;
        for &line in &order.lines {
            if let Some(place) = places.get_mut(line as usize) {
                *place = row;
            }
            let is_shown = within.is_none_or(|within| within.contains(line as usize));
            if let Some(filtered) = filtered.as_mut().filter(|_| is_shown) {
                filtered.push(line);
            }
            row += u32::from(is_shown);
        }
        Self {
            order: order.clone(),
            filtered,
            places,
        }
    }

    fn lines(&self) -> &[u32] {
        self.filtered.as_deref().unwrap_or(&self.order.lines)
    }

    pub(crate) fn len(&self) -> usize {
        self.lines().len()
    }

    pub(crate) fn line_at(&self, row: usize) -> Option<usize> {
        self.lines().get(row).map(|line| *line as usize)
    }

    pub(crate) fn row_of(&self, line: usize) -> usize {
        let row = self.places.get(line);
        row.map_or(self.len(), |row| *row as usize)
    }
}

#[derive(Clone, Debug)]
pub struct Sort {
    pub snapshot: Snapshot,
    pub by: Key,
    /// The order that equal records keep; `None` for file order.
    pub before: Option<Arc<Order>>,
}

impl Sort {
    /// Returns the keys that sort the file's lines into the order; `None` if the earlier order has no keys.
    fn keys(&self) -> Option<Keys> {
        let mut all = vec![self.by.clone()];
        if let Some(before) = &self.before {
            for key in &before.keys_of(self.snapshot.revision())?.0 {
                // A field that is a key already makes no further difference.
                if all.iter().all(|other| other.field != key.field) {
                    all.push(key.clone());
                }
            }
        }
        Some(Keys(all))
    }

    /// Returns the sorted list, filtered to the lines `within`; may take a while. Fails if it is cancelled, or
    /// lines can't be read any more.
    pub(crate) fn view(&self, within: Option<LineSet>, job: &Job) -> Result<SortedView, JobError> {
        let at = &self.snapshot;
        let own = Keys(vec![self.by.clone()]);
        let before = self.before.as_ref().map(|before| before.lines.as_slice());
        let order = Order {
            lines: sorted_lines(at, &own, false, before, job)?,
            sorted: self.keys().map(|keys| (at.revision(), keys)),
        };
        Ok(SortedView::new(self.by.clone(), order, at.clone(), within))
    }

    /// Returns the change that sorts the `chosen` records among their places, and the line of the selected
    /// record after it. May take a while, and fails as [`Self::view`] does.
    pub(crate) fn of_file(
        &self,
        chosen: &Selection,
        selected: usize,
        job: &Job,
    ) -> Result<(BulkChange, Option<usize>), JobError> {
        let at = &self.snapshot;
        let mut change = match (self.keys(), &self.before) {
            // A sort by keys is a small edit; any other order needs all its lines.
            (Some(keys), _) => {
                let reverse = false;
                Edit::Arrange(Arrangement::Sort { keys, reverse }).plan(at, chosen, job)?
            }
            (None, before) => {
                let own = Keys(vec![self.by.clone()]);
                let before = before.as_ref().map(|before| before.lines.as_slice());
                sort_after(at, &own, false, before, chosen, job)?
            }
        };
        change.label = format!("sort by {}", self.by.field.name()).into();
        let selected = change.where_is(at, selected);
        Ok((change, selected))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::state::sorted_view::Sort;
    use crate::suite::arrange::sorted_lines;
    use crate::suite::edit::Selection;
    use crate::suite::field::Field;
    use crate::suite::testing::shuffle;
    use crate::suite::{Grouping, Job, Suite};
    use proptest::prelude::*;

    fn suite(count: usize) -> Suite {
        let line = |n: usize| {
            let n = n * 7919 % 101;
            format!("4k3/8/8/8/8/8/8/4K3 w - - id \"x.{n}\";\n")
        };
        let text: String = (0..count).map(line).collect();
        Suite::from_bytes("test.epd", text.into_bytes())
    }

    fn view(suite: &Suite) -> SortedView {
        let keys = "id".parse().expect("a key");
        let snapshot = suite.snapshot();
        let lines = sorted_lines(&snapshot, &keys, false, None, &Job::new()).expect("sorted");
        let order = Order {
            lines,
            sorted: None,
        };
        SortedView::new(Field::Line.into(), order, snapshot, None)
    }

    fn shown(suite: &Suite, view: &SortedView) -> Vec<String> {
        let rows = view.rows();
        (0..rows.len())
            .filter_map(|row| rows.line_at(row))
            .map(|line| String::from_utf8_lossy(&suite.line(line)).trim().to_owned())
            .collect()
    }

    #[test]
    fn an_edited_record_keeps_its_row_a_new_one_follows_and_a_restored_one_returns_to_its_own() {
        let mut suite = suite(5);
        let mut view = view(&suite);
        let before = shown(&suite, &view);
        let second = view.rows().line_at(1).expect("a row");
        suite.replace_line(second, b"# edited", Grouping::Step, "edit");
        assert!(view.follow(&suite.snapshot(), None));
        assert_eq!(view.rows().line_at(1), Some(second));
        assert!(view.is_edited(suite.revision()));
        suite.insert_lines(second + 1, &[b"# one".to_vec(), b"# two".to_vec()], "new");
        view.follow(&suite.snapshot(), None);
        let now = shown(&suite, &view);
        assert_eq!(
            now.get(1..4),
            Some(&["# edited", "# one", "# two"].map(str::to_owned)[..])
        );
        suite.delete_lines(second..second + 1, "delete");
        view.follow(&suite.snapshot(), None);
        assert_eq!(shown(&suite, &view).get(1..3), now.get(2..4));
        for _ in 0..3 {
            suite.undo();
            view.follow(&suite.snapshot(), None);
        }
        assert_eq!(shown(&suite, &view), before);
    }

    #[test]
    fn a_filter_shows_its_lines_in_the_order_of_the_view() {
        let suite = suite(50);
        let mut view = view(&suite);
        let all = shown(&suite, &view);
        let within: LineSet = (0..50).step_by(3).collect();
        view.follow(&suite.snapshot(), Some(&within));
        let some = shown(&suite, &view);
        assert_eq!(some.len(), within.len());
        let mut rest = all.iter();
        assert!(some.iter().all(|line| rest.any(|other| other == line)));
        for line in 0..50 {
            let row = view.rows().row_of(line);
            assert_eq!(
                view.rows().line_at(row) == Some(line),
                within.contains(line)
            );
        }
        view.follow(&suite.snapshot(), None);
        assert_eq!(shown(&suite, &view), all);
    }

    #[test]
    fn sorting_the_file_gives_the_order_shown() {
        let record = |n: usize| {
            let (ce, dm) = (n * 31 % 7, n * 17 % 5);
            let ce = if ce == 3 {
                String::new()
            } else {
                format!(" ce {ce};")
            };
            format!("4k3/8/8/8/8/8/8/4K3 w - -{ce} dm {dm}; id \"x.{n}\";\n")
        };
        let text: String = (0..3000).map(record).collect();
        let by = |opcode: &str, reverse| {
            let key = Key::typed(opcode).expect("a key");
            key.turned(reverse)
        };
        for (ways, edited) in [
            ([false, true], false),
            ([true, true], false),
            ([false, false], true),
        ] {
            let mut suite = Suite::from_bytes("test.epd", text.clone().into_bytes());
            let mut before = None;
            let mut shown_by_now = None;
            for (opcode, reverse) in ["dm", "ce"].into_iter().zip(ways) {
                let snapshot = suite.snapshot();
                let by = by(opcode, reverse);
                let sort = Sort {
                    snapshot,
                    by,
                    before,
                };
                let mut view = sort.view(None, &Job::new()).expect("sorted");
                if edited && opcode == "dm" {
                    // Its row in the list does not move.
                    let first = view.rows().line_at(0).expect("a row");
                    suite.delete_lines(first..first + 1, "delete");
                    view.follow(&suite.snapshot(), None);
                    suite.undo();
                    view.before.clear();
                    view.follow(&suite.snapshot(), None);
                }
                before = view.order_of(suite.revision());
                assert_eq!(
                    before
                        .as_ref()
                        .is_some_and(|before| before.keys_of(suite.revision()).is_some()),
                    !edited
                );
                shown_by_now = Some(shown(&suite, &view));
            }
            let (snapshot, by) = (suite.snapshot(), by("ce", ways[1]));
            let sort = Sort {
                snapshot,
                by,
                before,
            };
            let sorted = sort.of_file(&Selection::All, 0, &Job::new());
            let (change, _) = sorted.expect("sorted");
            assert_eq!(change.label, "sort by ce");
            suite.apply(change).expect("not edited since");
            let lines = (0..suite.line_count())
                .map(|line| String::from_utf8_lossy(&suite.line(line)).trim().to_owned());
            assert_eq!(Some(lines.collect()), shown_by_now);
        }
    }

    proptest! {
        #[test]
        fn a_view_shows_each_line_once_whatever_is_done_to_the_file(
            edits in prop::collection::vec((0u8..7, 0usize..40, 1usize..6, 0usize..40), 0..14),
            filtered in any::<bool>(),
        ) {
            let mut suite = suite(40);
            let mut view = view(&suite);
            for (kind, at, count, to) in edits {
                let lines = suite.line_count();
                let (at, to) = (at.min(lines), to.min(lines));
                let end = (at + count).min(lines);
                match kind {
                    0 => drop(suite.replace_line(at, b"# edited", Grouping::Step, "e")),
                    1 => drop(suite.insert_lines(at, &vec![b"# new".to_vec(); count], "i")),
                    2 => drop(suite.delete_lines(at..end, "d")),
                    3 => drop(suite.move_lines(at..end, to, "m")),
                    4 => drop(suite.undo()),
                    5 => drop(suite.redo()),
                    _ => {
                        let change = shuffle(&suite.snapshot(), 7, &Selection::All, &Job::new());
                        suite.apply(change.expect("shuffled")).expect("applied");
                    }
                }
                let within: LineSet = (0..suite.line_count()).step_by(2).collect();
                let within = filtered.then_some(&within);
                view.follow(&suite.snapshot(), within);
                let rows = view.rows();
                let mut each: Vec<usize> = view.lines().collect();
                each.sort_unstable();
                prop_assert!(each.into_iter().eq(0..suite.line_count()));
                let shown = within.map_or(suite.line_count(), LineSet::len);
                prop_assert_eq!(rows.len(), shown);
                for row in 0..rows.len() {
                    let line = rows.line_at(row).expect("a row");
                    prop_assert_eq!(rows.row_of(line), row);
                }
            }
        }
    }
}
