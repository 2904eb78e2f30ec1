//! Sorting by a column: first the view, which changes nothing, then on demand the file, as one undo step.
//! Both are sorted on a thread.

use crate::editor::command::{Context, Id};
use crate::editor::doc::change::{applied, done_with_undo};
use crate::editor::doc::filter::keeping_row;
use crate::editor::jobs::{self, JobContext, Slot, Work};
use crate::editor::model::Model;
use crate::editor::overlay::menu::does;
use crate::editor::overlay::{self, Menu, MenuItem, Own};
use crate::editor::panes::records::follow;
use crate::editor::state::columns::Column;
use crate::editor::state::sorted_view::{Sort, SortedView};
use crate::editor::state::view::Pane;
use crate::editor::widgets::glyph;
use crate::epd::counted::{thousands, thousands_of};
use crate::suite::edit::{BulkChange, Selection};
use crate::suite::field::Key;

pub fn open(model: &mut Model) {
    let mut items = of_view(model);
    for (column, records) in columns(model) {
        let records = records.map(|records| thousands_of(records, "record", "records"));
        let up = row_of(&column, false).keyed(records.unwrap_or_default());
        items.extend([up, row_of(&column, true)]);
    }
    // Any other field can be typed; with a minus before it, it sorts in descending order.
    let own = |typed: &str| {
        let (name, falls) = match typed.strip_prefix('-') {
            Some(name) => (name, true),
            None => (typed, false),
        };
        let column = Column::chosen(name).ok()?;
        column.field()?;
        Some(MenuItem {
            own: Some(Own::Last),
            ..row_of(&column, falls)
        })
    };
    let menu = Menu::narrowed("Sort by", items).making(own);
    overlay::open(model, menu.hinting("sort"))
}

/// Returns the columns to sort by: the opcodes of the file with their numbers of records, the most frequent
/// first, then the columns of the list and some usual ones.
fn columns(model: &Model) -> Vec<(Column, Option<usize>)> {
    const USUAL: [Column; 4] = [
        Column::PIECES,
        Column::MATERIAL,
        Column::POSITION,
        Column::Problems,
    ];
    let opcodes = model.document.scan.opcodes().into_iter();
    let opcodes = opcodes.map(|(name, records)| (Column::of_opcode(name), Some(records)));
    let shown = model.document.columns.shown.iter().cloned();
    let others = shown.chain(USUAL).map(|column| (column, None));
    let mut columns: Vec<(Column, Option<usize>)> = Vec::new();
    for (column, records) in opcodes.chain(others) {
        let field = column.field();
        let is_new = columns.iter().all(|(known, _)| known.field() != field);
        if field.is_some() && is_new {
            columns.push((column, records));
        }
    }
    columns
}

/// Returns the row that sorts by a column in one direction.
fn row_of(column: &Column, falls: bool) -> MenuItem {
    let name = column.name();
    let label = glyph::safe(name.as_bytes());
    let sorts = sorts(column, falls);
    match falls {
        false => MenuItem::new(None, format!("{label} ▲"), column.about(), sorts).called(name),
        true => {
            let item = MenuItem::new(None, format!("{label} ▼"), "in reverse", sorts);
            item.called(format!("-{name}"))
        }
    }
}

fn of_view(model: &Model) -> Vec<MenuItem> {
    let Some(view) = &model.document.sorted_view else {
        return Vec::new();
    };
    let by = view.by.clone();
    let again = move |model: &mut Model| sort(model, by.clone());
    // The new order of the file includes the lines that the filter hides.
    let lines = model.document.suite.line_count();
    let makes = match lines.saturating_sub(model.document.row_count()) {
        0 => "moves the records in the file; undo reverts it".to_owned(),
        hidden => format!(
            "moves all records, also {} not shown; undo reverts it",
            thousands(hidden)
        ),
    };
    let (off, make) = (does(Id::FileOrder), does(Id::SortFile));
    let in_place = "sort edited records into place";
    vec![
        MenuItem::new(None, "file order", "remove the sort", off).called("off"),
        MenuItem::new(None, "sort again", in_place, again).called("again"),
        MenuItem::new(None, "make this the file's order", makes, make).called("make"),
    ]
}

pub(super) fn sorts(column: &Column, reverse: bool) -> impl Fn(&mut Model) + use<> {
    let column = column.clone();
    move |model| by(model, &column, reverse)
}

pub fn refusal(model: &Model) -> Option<String> {
    model.when(model.document.suite.line_count() < 2, "nothing to sort")
}

pub(crate) fn not_sorted(model: &Model) -> Option<String> {
    let is_in_order = model.document.sorted_view.is_none();
    model.when(is_in_order, "the list is in file order · {sort} sorts it")
}

/// Sorts the list by a column, without changing the file.
pub(crate) fn by(model: &mut Model, column: &Column, reverse: bool) {
    match column.field() {
        Some(field) => sort(model, Key::from(field).turned(reverse)),
        None if model.document.sorted_view.is_some() && !reverse => off(model),
        None => model.refused("already in file order"),
    }
}

fn sort(model: &mut Model, by: Key) {
    if let Some(reason) = refusal(model) {
        return model.refused(reason);
    }
    if model.document.suite.loading().is_some() {
        model.document.recall.waits.sort = Some(by);
        return model.told("sorts when the file is read · {close} cancels");
    }
    let within = model.document.filtered().cloned();
    let sort = sort_of(model, by);
    let view =
        move |hand: &JobContext| sort.view(within.clone(), &hand.job).map_err(jobs::in_words);
    Work::new(Slot::Order, view).start(model, shown);
}

fn sort_of(model: &Model, by: Key) -> Sort {
    let snapshot = model.document.suite.snapshot();
    let view = model.document.sorted_view.as_ref();
    Sort {
        by,
        // Equal records keep their order in the list.
        before: view.and_then(|view| view.order_of(snapshot.revision())),
        snapshot,
    }
}

fn in_words(by: &Key) -> String {
    let name = Column::of(&by.field).name();
    let way = if by.falls { ", descending" } else { "" };
    format!("{}{way}", glyph::safe(name.as_bytes()))
}

/// Shows the sorted list. The selected record keeps its row on the screen.
fn shown(model: &mut Model, view: SortedView) {
    let by = in_words(&view.by);
    keeping_row(model, |model| {
        model.document.sorted_view = Some(view);
        follow(model);
    });
    // The key that closes removes the sort only if nothing else is to be closed before.
    let is_below = model.document.search.is_some()
        || model.document.filter.is_some()
        || !model.overlays.is_empty()
        || model.document.view.focus != Pane::Records;
    let key = match is_below {
        true => {
            let choose = model.key_in(Id::Choose, Context::Picker);
            format!("{} {choose}", model.key(Id::Sort))
        }
        false => model.key(Id::Close),
    };
    model.done(format!(
        "sorted by {by}, the file is unchanged · {key} removes the sort"
    ));
}

pub(crate) fn off(model: &mut Model) {
    stop(model);
    if model.document.sorted_view.is_some() {
        keeping_row(model, |model| model.document.sorted_view = None);
        model.done("back in the file's order");
    }
}

fn stop(model: &mut Model) {
    jobs::stop(model, Slot::Order);
    jobs::stop(model, Slot::Follow);
}

/// Requests the same sort again after the file was reloaded.
pub(crate) fn reloaded(model: &mut Model) {
    stop(model);
    if let Some(view) = model.document.sorted_view.take() {
        model.document.recall.waits.sort = Some(view.by);
    }
}

/// Makes the requested sort as soon as the file is read.
pub(crate) fn begin_when_read(model: &mut Model) {
    if model.document.suite.loading().is_none()
        && refusal(model).is_none()
        && let Some(by) = model.document.recall.waits.sort.take()
    {
        sort(model, by)
    }
}

pub(crate) fn make_shown(model: &mut Model) {
    match &model.document.sorted_view {
        Some(view) => make(model, view.by.clone()),
        None => model.refused(not_sorted(model).unwrap_or_default()),
    }
}

pub(crate) fn make_by(model: &mut Model, column: &Column, reverse: bool) {
    match column.field() {
        Some(field) => make(model, Key::from(field).turned(reverse)),
        None => model.refused("already in file order · undo reverts a sort"),
    }
}

fn make(model: &mut Model, by: Key) {
    if model.document.suite.loading().is_some() {
        return model.refused("still reading the file · sort it when it is loaded");
    }
    let marked = model.document.marked().cloned();
    let chosen = marked.map_or(Selection::All, Selection::Lines);
    let (sort, selected) = (sort_of(model, by.clone()), model.document.selected);
    let of_file = move |hand: &JobContext| {
        let sorted = sort.of_file(&chosen, selected, &hand.job);
        sorted.map_err(jobs::in_words)
    };
    let sorted = move |model: &mut Model, (change, line)| sorted(model, &by, change, line);
    Work::new(Slot::Sort, of_file).start(model, sorted);
}

/// Applies a sort to the file; `line` is the new number of the selected line.
fn sorted(model: &mut Model, by: &Key, change: BulkChange, line: Option<usize>) {
    let name = in_words(by);
    let moved = change.changed;
    let is_changed = match model.document.suite.apply(change) {
        Ok(is_changed) => is_changed,
        Err(stale) => return model.refused(stale.to_string()),
    };
    model.document.sorted = Some((by.clone(), model.document.suite.revision()));
    // The file now has the order of the list.
    off(model);
    if !is_changed {
        return model.done(format!("already sorted by {name}"));
    }
    applied(model);
    if let Some(line) = line {
        model.document.selected = line;
    }
    // The previous view may have had the same row selected, but scrolled elsewhere.
    model.document.view.scrolled_for = None;
    let moved = thousands_of(moved, "record", "records");
    done_with_undo(model, &format!("sorted the file by {name}: {moved} moved"));
}
