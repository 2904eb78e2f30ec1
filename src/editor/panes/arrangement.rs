//! The sizes and the visibility of panes, changed by keys, by dragging their borders, and from a menu. They
//! are stored for the next start; a double click on a border resets its size.

use crate::editor::command::Id;
use crate::editor::effect::Effect;
use crate::editor::layout::{Layout, Shape, Spot, layout};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::panes::records::columns;
use crate::editor::state::View;
use crate::editor::state::remembered::{Border, HeldBorder, HeldPlace, News, Panes};
use crate::editor::state::view::{Page, Pane};

/// The cells by which one key press resizes a pane.
const STEP_COLUMNS: isize = 4;
const STEP_ROWS: isize = 1;

/// Returns the reason why the panes can't be resized or hidden now.
pub(crate) fn refusal(model: &Model) -> Option<String> {
    let is_alone = model.view != View::Panes && model.document.view.focus == Pane::Records;
    model
        .when(model.page != Page::Panes, "a page replaces the panes")
        .or_else(|| model.when(is_alone, "the list has the whole screen"))
}

/// Makes the focused pane larger (`by` 1) or smaller (-1).
pub(crate) fn resize(model: &mut Model, by: isize) {
    let (now, before) = (layout(model), model.panes.clone());
    let is_wide = now.shape == Shape::Wide;
    match model.document.view.focus {
        Pane::Board => {
            let next = now.grid.and_then(|grid| grid.size.next(model.cell, by));
            if let Some(next) = next {
                model.panes.board = Some(next.cols);
            }
        }
        Pane::Records if is_wide => grow(model, &now, Border::List, by * STEP_COLUMNS),
        Pane::Records => grow(model, &now, Border::Records, by * STEP_ROWS),
        Pane::Operations if is_wide || now.records.is_none() => {
            grow(model, &now, Border::Side, by * STEP_COLUMNS);
        }
        Pane::Operations => grow(model, &now, Border::Records, -by * STEP_ROWS),
        Pane::Problems => grow(model, &now, Border::Problems, by * STEP_ROWS),
        Pane::Raw => grow(model, &now, Border::Raw, by * STEP_ROWS),
    }
    let (size, opposite, other_size) = match by > 0 {
        true => ("larger", Id::SmallerPane, "smaller"),
        false => ("smaller", Id::LargerPane, "larger"),
    };
    let pane = model.document.view.focus.title();
    if layout(model) == now {
        model.panes = before;
        model.refused(format!("{pane} can't be {size} here"));
    } else {
        let (opposite, menu) = (model.key(opposite), model.key(Id::Panes));
        model.done(format!(
            "{pane} is {size} · {opposite} makes it {other_size}, {menu} resets the sizes"
        ));
    }
    remember(model)
}

/// Resizes the pane of a border by this number of cells.
fn grow(model: &mut Model, now: &Layout, border: Border, by: isize) {
    let part = now.part_of(border).unwrap_or_default();
    let cells = match border.is_level() {
        true => part.height,
        false => part.width,
    };
    let cells = usize::from(cells).saturating_add_signed(by);
    set(model, now, border, u16::try_from(cells).ok())
}

/// Resizes the pane of a border to this number of cells; `None` sizes it by its contents.
fn set(model: &mut Model, now: &Layout, border: Border, cells: Option<u16>) {
    let bottom = now.raw.map_or(now.hints.y.saturating_sub(1), |raw| raw.y);
    let all = match border.is_level() {
        true => bottom.saturating_sub(now.header.bottom()),
        false => now.screen.width,
    };
    model.panes.choose(border, cells, all);
}

/// Stores the arrangement for the next start, if the settings allow it.
fn remember(model: &mut Model) {
    if model.settings.remember {
        model.send(Effect::Keep(News::Panes(model.panes.clone())));
    }
}

pub(crate) fn hide(model: &mut Model) {
    let pane = model.document.view.focus;
    if !model.panes.is_hidden(pane) {
        model.panes.toggle(pane);
    }
    leave_hidden(model);
    let key = model.key(Id::Panes);
    model.done(format!("{} is hidden · {key} shows it again", pane.title()));
}

/// Moves the focus from a hidden pane to the next visible one, and stores the arrangement.
fn leave_hidden(model: &mut Model) {
    let pane = model.document.view.focus;
    if model.panes.is_hidden(pane) {
        let mut panes = Pane::ALL.into_iter().cycle();
        let is_visible = |pane: &Pane| !model.panes.is_hidden(*pane);
        let next = panes
            .find(|other| *other == pane)
            .and(panes.take(Pane::ALL.len()).find(is_visible));
        model.document.view.focus = next.unwrap_or(pane);
    }
    remember(model)
}

/// Returns the reason why the focused pane can't be hidden.
pub(crate) fn hide_refusal(model: &Model) -> Option<String> {
    let is_last = model.panes.is_last(model.document.view.focus);
    refusal(model).or_else(|| model.when(is_last, "this is the only visible pane"))
}

pub(crate) fn open(model: &mut Model) {
    let menu = menu(model);
    overlay::open(model, menu)
}

fn menu(model: &Model) -> Menu {
    let keys = ['l', 'b', 'o', 'p', 'r'];
    let panes = Pane::ALL.into_iter().zip(keys).map(|(pane, key)| {
        let (shown, is_last) = (!model.panes.is_hidden(pane), model.panes.is_last(pane));
        let toggle = move |model: &mut Model| {
            model.panes.toggle(pane);
            leave_hidden(model);
            refresh(model)
        };
        let item = MenuItem::new(Some(key), pane.title(), "", toggle).checked(shown);
        item.disabled(is_last.then(|| "the only visible pane".into()))
    });
    let defaults = MenuItem::new(Some('u'), "Default sizes", "all panes, sized to fit", reset);
    let items = panes.chain([defaults]).map(MenuItem::staying);
    Menu::new("Panes", items.collect())
}

fn refresh(model: &mut Model) {
    let fresh = menu(model);
    if let Some(open) = overlay::top_mut::<Menu>(model) {
        open.items = fresh.items;
    }
}

pub(crate) fn reset(model: &mut Model) {
    model.panes = Panes::default();
    refresh(model);
    model.done("showing all panes, sized to fit their contents");
    remember(model)
}

/// Grabs the border at the mouse, or resets its size on a double click. Returns false if there is none.
pub(crate) fn press(model: &mut Model, at: &Spot) -> bool {
    let border = at.layout.border_at(at.column, at.row);
    let border = border.filter(|_| refusal(model).is_none());
    let border = border.map(|(border, offset)| HeldPlace::Panes(border, offset));
    let Some(place) = border.or_else(|| columns::border_at(model, at)) else {
        return false;
    };
    match &place {
        HeldPlace::Panes(border, _) if at.twice => set(model, &at.layout, *border, None),
        HeldPlace::Column(column, _) if at.twice => model.document.columns.forget_width(column),
        _ => {}
    }
    model.held_border = Some(HeldBorder {
        place,
        moved: at.twice,
    });
    true
}

/// Moves the held border. Returns false if there is none.
pub(crate) fn drag(model: &mut Model, at: &Spot) -> bool {
    let Some(held) = model.held_border.as_mut() else {
        return false;
    };
    held.moved = true;
    match held.place.clone() {
        HeldPlace::Panes(border, offset) => {
            let panes = model.panes.clone();
            let part = at.layout.part_of(border).unwrap_or_default();
            let to = if border.is_level() { at.row } else { at.column };
            let cells = border.cells_at(part, to + offset);
            set(model, &at.layout, border, Some(cells));
            // A border that can move no further stays in place.
            if layout(model) == at.layout {
                model.panes = panes;
            }
        }
        HeldPlace::Column(column, left) => {
            columns::set_width(model, &column, Some(at.column.saturating_sub(left)));
        }
    }
    true
}

/// Releases the held border. Returns whether it was moved; `None` if none was held.
pub(crate) fn release(model: &mut Model) -> Option<bool> {
    let held = model.held_border.take()?;
    if let HeldPlace::Panes(..) = held.place {
        remember(model);
    }
    Some(held.moved)
}
