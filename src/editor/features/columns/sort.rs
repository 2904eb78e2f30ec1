//! The records in the order of a column: a view first, which changes nothing, and on demand the file's
//! own order, made as one step. Both are worked out on another thread.

use crate::editor::command::Id;
use crate::editor::features::change::{applied, said_with_undo};
use crate::editor::features::filter::{keep_on_row, screen_row};
use crate::editor::features::operations;
use crate::editor::glyph;
use crate::editor::jobs::{self, Hand, Slot, Work, in_words};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::state::columns::Column;
use crate::editor::state::jobs::sort::{Sort, Sorted};
use crate::editor::state::jobs::sorted_view::Order;
use crate::editor::state::sorted_view::{Shown, SortedView};
use crate::editor::state::tracked_lines::Tracking;
use crate::editor::state::view::Pane;
use crate::epd::counted::{thousands, thousands_of};
use crate::suite::edit::Chosen;

/// Letters of the menu that stand for no column.
const TAKEN: [char; 5] = ['m', 'o', 'q', 's', 'x'];

/// Opens the menu of columns to sort by, both ways.
pub fn open(model: &mut Model) {
    let mut columns: Vec<Column> = model.columns.shown().to_vec();
    for column in [
        Column::Id,
        Column::Best,
        Column::PIECES,
        Column::MATERIAL,
        Column::Position,
        Column::Problems,
    ] {
        if !columns.contains(&column) {
            columns.push(column);
        }
    }
    columns.retain(|column| column.sort_key().is_some());
    let mut items = of_view(model);
    let letters = letters(&columns);
    items.extend(
        columns
            .into_iter()
            .zip(letters)
            .flat_map(|(column, letter)| {
                let name = glyph::safe(column.name().as_bytes());
                let capital = letter.map(|letter| letter.to_ascii_uppercase());
                let (up, down) = (sorts(&column, false), sorts(&column, true));
                [
                    MenuItem::new(letter, format!("{name} ▲"), column.about(), up),
                    MenuItem::new(capital, format!("{name} ▼"), "descending", down),
                ]
            }),
    );
    let another = |model: &mut Model| {
        operations::choose_opcode(model, "Sort by an opcode", |model, name| {
            by(model, Column::Opcode(name.to_owned()), false)
        })
    };
    items.push(MenuItem::new(
        Some('o'),
        "another opcode …",
        "any operation of the records",
        another,
    ));
    overlay::open(model, Menu::new("Sort by", items))
}

/// A letter for each column: its first where that is free, else another of its name, else any.
fn letters(columns: &[Column]) -> Vec<Option<char>> {
    let names: Vec<String> = columns.iter().map(Column::name).collect();
    let mut taken = TAKEN.to_vec();
    let mut letters = vec![None; names.len()];
    for most in [1, usize::MAX] {
        for (letter, name) in letters.iter_mut().zip(&names) {
            let own = name.chars().take(most).filter(char::is_ascii_lowercase);
            let any = ('a'..='z').filter(|_| most > 1);
            if letter.is_none() {
                *letter = own.chain(any).find(|c| !taken.contains(c));
                taken.extend(*letter);
            }
        }
    }
    letters
}

/// What can be done about the view there is.
pub(super) fn of_view(model: &Model) -> Vec<MenuItem> {
    let Some(view) = &model.document.sorted_view else {
        return Vec::new();
    };
    let (column, reverse) = view.by();
    let again = sorts(&column, reverse);
    vec![
        MenuItem::new(
            Some('s'),
            "file order",
            "remove the sort",
            overlay::menu::does(Id::FileOrder),
        ),
        MenuItem::new(
            Some('x'),
            "sort again",
            "sort edited records into place",
            again,
        ),
        MenuItem::new(
            Some('m'),
            "make this the file's order",
            match hidden(model) {
                0 => "moves the records in the file; undo reverts it".to_owned(),
                hidden => format!(
                    "moves all records, also {} not shown; undo reverts it",
                    thousands(hidden)
                ),
            },
            overlay::menu::does(Id::SortFile),
        ),
    ]
}

/// Lines that the filter hides: the file's order is that of all.
fn hidden(model: &Model) -> usize {
    let document = &model.document;
    document
        .suite
        .line_count()
        .saturating_sub(document.row_count())
}

/// What a row does: sorts by a column.
pub(super) fn sorts(column: &Column, reverse: bool) -> impl Fn(&mut Model) + use<> {
    let column = column.clone();
    move |model| by(model, column.clone(), reverse)
}

/// Why the records can't be sorted now.
pub fn why_not(model: &Model) -> Option<String> {
    (model.document.suite.line_count() < 2).then(|| "nothing to sort".into())
}

/// Why there is no sort to take off.
pub(crate) fn not_sorted(model: &Model) -> Option<String> {
    model.document.sorted_view.is_none().then(|| {
        format!(
            "the list is in file order · {} sorts it",
            model.key(Id::Sort)
        )
    })
}

/// Begins to sort the list: nothing is changed.
pub(crate) fn by(model: &mut Model, column: Column, reverse: bool) {
    if let Some(reason) = why_not(model) {
        model.refused(reason);
        return;
    }
    if model.document.suite.loading().is_some() {
        model.document.recall.waits.sort = Some((column, reverse));
        let close = model.key(Id::Close);
        model.told(format!("sorts when the file is read · {close} cancels"));
        return;
    }
    if column.sort_key().is_none() {
        if model.document.sorted_view.is_some() && !reverse {
            return off(model);
        }
        model.refused("already in file order");
        return;
    }
    let order = Order {
        snapshot: model.document.suite.snapshot(),
        column,
        reverse,
        before: order_shown(model),
        within: model.document.filtered().cloned(),
    };
    let order = move |hand: &Hand| order.run(&hand.job).map_err(in_words);
    Work::new(Slot::Order, order).start(model, self::shown);
}

/// The order of the list, where it is another than the file's: a sort by something else keeps it among
/// equal records.
fn order_shown(model: &Model) -> Option<Shown> {
    let document = &model.document;
    let view = document.sorted_view.as_ref()?;
    view.order_of(document.suite.revision())
}

/// The list is sorted: shows it so. The selected record stays where it is on the screen.
fn shown(model: &mut Model, view: SortedView) {
    let at = screen_row(model);
    let (column, reverse) = view.by();
    let name = glyph::safe(column.name().as_bytes());
    let way = if reverse { ", descending" } else { "" };
    model.document.sorted_view = Some(view);
    settle(model);
    keep_on_row(model, at);
    let key = key_that_removes(model);
    model.done(format!(
        "sorted by {name}{way}, the file is unchanged · {key} removes the sort"
    ));
}

/// What to press to see the file's order again: the key that takes off one layer, where no other lies
/// above the sort.
fn key_that_removes(model: &Model) -> String {
    let is_below = model.document.search.is_some()
        || model.document.filter.is_some()
        || !model.overlays.is_empty()
        || model.document.view.focus != Pane::Records;
    match is_below {
        true => format!("{} s", model.key(Id::Sort)),
        false => model.key(Id::Close),
    }
}

/// Shows the file's own order again.
pub(crate) fn off(model: &mut Model) {
    let at = screen_row(model);
    stop(model);
    if model.document.sorted_view.take().is_some() {
        model.done("back in the file's order");
        keep_on_row(model, at);
    }
}

fn stop(model: &mut Model) {
    jobs::stop(model, Slot::Order);
    jobs::stop(model, Slot::FollowOrder);
}

/// The file was read again: it is sorted again.
pub(crate) fn reloaded(model: &mut Model) {
    stop(model);
    if let Some(view) = model.document.sorted_view.take() {
        model.document.recall.waits.sort = Some(view.by());
    }
}

/// Brings the order of the list up to date with the file and the filter; sorts a file as it was left,
/// as soon as it is read.
pub(crate) fn settle(model: &mut Model) {
    if model.document.recall.waits.sort.is_some()
        && model.document.suite.loading().is_none()
        && why_not(model).is_none()
    {
        let (column, reverse) = model
            .document
            .recall
            .waits
            .sort
            .take()
            .unwrap_or((Column::Line, false));
        if column.sort_key().is_some() {
            return by(model, column, reverse);
        }
    }
    let now = model.document.suite.snapshot();
    let within = model
        .document
        .filter
        .as_ref()
        .map(|filter| filter.shown.lines());
    let Some(view) = &mut model.document.sorted_view else {
        return;
    };
    if view.follow(&now, within) == Tracking::Later
        && jobs::running(model, Slot::FollowOrder).is_none()
        && let Some(view) = model.document.sorted_view.clone()
    {
        let within = model.document.filtered().cloned();
        let followed = move |_: &Hand| Ok(view.followed(&now, within.as_ref()));
        Work::new(Slot::FollowOrder, followed).start(model, |model, view| {
            // It may have been taken off meanwhile.
            if model.document.sorted_view.as_ref().map(SortedView::by) == Some(view.by()) {
                model.document.sorted_view = Some(view);
            }
        });
    }
}

/// Begins to make the order shown, or that of a column, the file's own.
pub(crate) fn make(model: &mut Model, asked: Option<(Column, bool)>) {
    let shown = model.document.sorted_view.as_ref().map(SortedView::by);
    let Some((column, reverse)) = asked.or(shown) else {
        model.refused(not_sorted(model).unwrap_or_default());
        return;
    };
    if let Some(reason) = why_not(model) {
        model.refused(reason);
        return;
    }
    if model.document.suite.loading().is_some() {
        model.refused("still reading the file · sort it when it is loaded");
        return;
    }
    if column.sort_key().is_none() {
        model.refused("already in file order · undo reverts a sort");
        return;
    }
    let chosen = match model.document.marked() {
        Some(marked) => Chosen::Lines(marked.clone()),
        None => Chosen::All,
    };
    let job = Sort {
        snapshot: model.document.suite.snapshot(),
        column,
        reverse,
        before: order_shown(model),
        chosen,
        selected: model.document.selected,
    };
    let sort = move |hand: &Hand| job.run(&hand.job).map_err(in_words);
    Work::new(Slot::Sort, sort).start(model, sorted);
}

/// The order is worked out: makes it so.
fn sorted(model: &mut Model, sorted: Sorted) {
    let Sorted {
        column,
        reverse,
        change,
        selected,
    } = sorted;
    let name = glyph::safe(column.name().as_bytes());
    let way = if reverse { ", descending" } else { "" };
    let moved = change.changed;
    match model.document.suite.apply(change) {
        Err(stale) => {
            model.refused(stale.to_string());
        }
        Ok(false) => {
            model.document.sorted = Some((column, reverse, model.document.suite.revision()));
            off(model);
            model.done(format!("already sorted by {name}{way}"));
        }
        Ok(true) => {
            model.document.sorted = Some((column, reverse, model.document.suite.revision()));
            // What is shown is the file's order now.
            off(model);
            applied(model);
            if let Some(line) = selected {
                model.document.selected = line;
            }
            // The same row may have been selected in the view before, which was scrolled elsewhere.
            model.document.view.scrolled_for = None;
            let moved = match moved {
                1 => thousands_of(1, "record", "records"),
                n => format!("{} records", thousands(n)),
            };
            said_with_undo(
                model,
                &format!("sorted the file by {name}{way}: {moved} moved"),
            );
        }
    }
}
