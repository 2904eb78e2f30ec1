//! The suite list, and lists in general: the cursor and the scrolling of the focused list, the mouse in the
//! suite list, state by line numbers that follows edits, and pasted positions.

pub mod columns;
pub mod commands;
pub(crate) mod draw;
pub mod sort;

use crate::editor::command::Id;
use crate::editor::doc::change::done_with_undo;
use crate::editor::doc::{draft, filter, marks, navigate};
use crate::editor::flows::lines;
use crate::editor::jobs::{self, JobContext, Slot, Work};
use crate::editor::layout::{Gallery, Inspector, Layout, Spot, boards_area, layout};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem, menu};
use crate::editor::panes::problems;
use crate::editor::state::columns::{Column, page};
use crate::editor::state::folder::Folder;
use crate::editor::state::rows::TrackedLines;
use crate::editor::state::view::{Page, Pane};
use crate::editor::state::{View, profile};
use crate::editor::widgets::{
    ListState, Rect, Room, SquareSize, Step, glyph, scrolled, scrolled_around,
};
use crate::epd::Record;
use crate::epd::counted::{thousands, thousands_of};
use crate::exchange::anywhere::{Kind, RecognizedText, Refused, positions};
use crate::exchange::reply::reply;
use crate::suite::{LineState, differing};

fn overlay_room(layout: &Layout) -> Room {
    let list = layout.overlay.map(|overlay| overlay.list);
    Room {
        rows: list.map_or(1, |list| usize::from(list.height).max(1)),
        columns: list.map_or(80, |list| usize::from(list.width)),
    }
}

pub fn step(model: &mut Model, step: Step) {
    let layout = layout(model);
    let page = |list: u16| usize::from(list).max(1);
    if let Some(overlay) = model.overlays.last_mut() {
        return overlay.step(step, overlay_room(&layout));
    }
    if model.page != Page::Panes {
        let rows = layout.page_list.map_or(1, |list| page(list.height));
        if let Some((list, count)) = page_list(model) {
            list.step(step, count, rows);
        }
        return;
    }
    match model.document.view.focus {
        Pane::Operations => {
            let (count, rows) = operation_rows(model, &layout, &model.record());
            model.document.view.operations.step(step, count, rows);
        }
        Pane::Problems => {
            let count = model.record().diagnostics().len();
            let pane = layout.problems.map(Rect::inner);
            let rows = pane.map_or(1, |pane| page(pane.height));
            model.document.view.problems.step(step, count, rows);
        }
        Pane::Records | Pane::Board | Pane::Raw => navigate::row(model, step),
    }
}

fn operation_rows(model: &Model, layout: &Layout, record: &Record<'_>) -> (usize, usize) {
    let pane = layout.operations.map(Rect::inner);
    let list = pane.map(|inner| Inspector::of(model, record, inner).list);
    let rows = list.map_or(1, |list| usize::from(list.height).max(1));
    (record.operations().len() + 1, rows)
}

/// Returns the list of the page in place of the panes, and its number of rows.
pub(crate) fn page_list(model: &mut Model) -> Option<(&mut ListState, usize)> {
    match model.page {
        Page::Panes => None,
        Page::Folder => model.folder.as_mut().map(Folder::rows),
        Page::Differences => model.differences.as_mut()?.rows(),
    }
}

/// Runs after every message: keeps every cursor within its list and on the screen.
pub(crate) fn settle(model: &mut Model) {
    let in_list = model.document.view.focus == Pane::Records;
    let alone = (model.view == View::List && in_list).then_some(model.cols);
    profile::refresh(&mut model.document, alone);
    let layout = layout(model);
    // While a fix is previewed, the cursors stay in place.
    if menu::looked_at(model).is_none() {
        // Read once for both: this is done after every key.
        let record = model.record();
        let (operations, rows) = operation_rows(model, &layout, &record);
        let problems = problems::settled(model, &record, layout.problems.map(Rect::inner));
        let found = record.diagnostics().len();
        // Room grows for problems of an edited record, but not for those of an unfinished text.
        let document = &model.document;
        let is_edited = document.suite.line_state(document.selected) != LineState::Untouched
            && document.view.editing.is_none();
        if is_edited && model.document.profile.make_room_for(found) {
            // Called once more only, since there is room now.
            return settle(model);
        }
        let view = &mut model.document.view;
        view.operations.keep(operations, rows);
        view.problems = problems;
    }
    settle_records(model, &layout);
    if let (Some(area), Some((list, count))) = (layout.page_list, page_list(model)) {
        list.keep(count, usize::from(area.height));
    }
    if let Some(overlay) = model.overlays.last_mut() {
        overlay.settle(overlay_room(&layout));
    }
}

/// Scrolls to the selected line when it changes; otherwise leaves the list where the wheel has scrolled it.
fn settle_records(model: &mut Model, layout: &Layout) {
    let lines = model.document.suite.line_count();
    model.document.selected = model.document.selected.min(lines.saturating_sub(1));
    let (row, count) = (model.document.selected_row(), model.document.row_count());
    // Boards scroll by whole rows of boards.
    let (across, down) = match (layout.boards, layout.list) {
        (Some(boards), _) => (usize::from(boards.across), usize::from(boards.down)),
        (None, Some(list)) => (1, usize::from(list.height)),
        (None, None) => return,
    };
    let rows = across * down;
    let now = (row, rows);
    let document = &mut model.document;
    let scrolled = match std::mem::take(&mut document.view.shows_around) {
        true => scrolled_around,
        false => scrolled,
    };
    let all = count.div_ceil(across);
    let mut first = document.first / across;
    if document.view.scrolled_for != Some(now) {
        document.view.scrolled_for = Some(now);
        first = scrolled(first, row / across, all, down);
    }
    document.first = first.min(all.saturating_sub(down.max(1))) * across;
    columns::refresh(model, rows);
    page::refresh(&mut model.document, down);
}

const WHEEL: isize = 3;

/// Selects the row at the mouse; a double click on the selected row returns the command that opens it.
pub(crate) fn press(model: &mut Model, at: &Spot) -> Option<Id> {
    model.document.view.focus = Pane::Records;
    let (row, opened) = if let Some(boards) = at.layout.boards {
        (boards.board_at(at.column, at.row), Id::OpenRecord)
    } else if let Some(column) = title_at(model, at) {
        columns::open_menu(model, column);
        return None;
    } else if let Some(line) = map_line(model, at) {
        model.select(line);
        return None;
    } else {
        (at.row_of(at.layout.list), Id::EditLine)
    };
    let line = row.and_then(|row| model.document.line_at(model.document.first + row));
    let is_selected = line == Some(model.document.selected);
    line.into_iter().for_each(|line| model.select(line));
    (at.twice && is_selected).then_some(opened)
}

fn title_at(model: &Model, at: &Spot) -> Option<Column> {
    let (x, places) = columns::headings(model, at)?;
    let mut places = places.iter();
    let place = places.find(|place| x >= place.x && x <= place.x + place.width)?;
    model.list_columns().get(place.column).cloned()
}

/// Returns the line for a row of the map: the first one with a problem, match or edit, else the first one.
fn map_line(model: &Model, at: &Spot) -> Option<usize> {
    let map = at.layout.map?;
    let row = at.row_of(Some(Rect { width: 2, ..map }))?;
    let rows = page::rows_of(row, usize::from(map.height), model.document.row_count());
    page::first_of_note(&model.document, rows)
}

/// Scrolls, boards by whole rows, without changing the selection.
pub(crate) fn wheel(model: &mut Model, at: &Spot, by: isize) {
    let step = match at.layout.boards {
        Some(boards) => isize::from(u8::try_from(boards.across).unwrap_or(u8::MAX)),
        None => WHEEL,
    };
    let first = &mut model.document.first;
    *first = first.saturating_add_signed(by * step);
}

/// Shows the list in a view, or all panes if that view is shown already.
pub(crate) fn toggle_view(model: &mut Model, view: View) {
    let is_shown = model.view == view;
    model.view = if is_shown { View::Panes } else { view };
}

/// Leaves the wide list or the boards. Returns false if all panes are shown.
pub(crate) fn close_view(model: &mut Model) -> bool {
    let is_open = model.view != View::Panes && model.document.view.focus == Pane::Records;
    if is_open {
        model.view = View::Panes;
    }
    is_open
}

/// Makes the boards larger (`by` 1) or smaller (-1), as far as the screen allows.
pub(crate) fn resize_boards(model: &mut Model, by: isize) {
    model.board_size = resized(model, by).or(model.board_size);
}

fn resized(model: &Model, by: isize) -> Option<SquareSize> {
    let shown = layout(model);
    let next = shown.boards?.size.next(model.cell, by)?;
    let area = boards_area(shown.records?);
    let placed = Gallery::place(area, model.cell, Some(next), model.board.flipped);
    (placed.size == next).then_some(next)
}

/// Updates all state by line numbers after an edit: the shown lines, their order, the marks, and the jump list.
pub(crate) fn settle_lines(model: &mut Model) {
    sort::begin_when_read(model);
    follow(model);
    let now = model.document.suite.snapshot();
    let selected = model.document.selected;
    let before = model.document.settled.replace((now.clone(), selected));
    let changed = before.as_ref().and_then(|(before, _)| {
        (before.revision() != now.revision()).then(|| differing(before, &now))
    });
    let was_selected = before.as_ref().map_or(selected, |(_, line)| *line);
    let document = &model.document;
    if document.filter.is_some() && !document.shows(selected) && selected < now.line_count() {
        match &changed {
            // The line was removed: the one now in its place is hidden by the filter.
            Some((_, added)) if !added.contains(&selected) => {
                let nearest = document.nearest(selected);
                model.select(nearest);
            }
            // No record is shown, and the selection has not moved.
            None if before.is_some() && was_selected == selected => {}
            // A selected line is shown even if it does not match.
            _ => {
                if let Some(filter) = &mut model.document.filter
                    && filter.shown.revision() == now.revision()
                {
                    filter.shown.insert(selected);
                }
                follow(model);
            }
        }
    }
    if let (Some((before, _)), Some((removed, added))) = (&before, &changed)
        && removed == added
    {
        filter::report_strays(model, before, added.clone());
    }
    let is_edited = changed.is_some();
    if before.is_some() {
        let document = &mut model.document;
        let now = document.selected;
        document.jump_list.settle(was_selected, now, changed);
    }
    marks::stretch_to_cursor(model, is_edited);
    if let Some((_, selected)) = &mut model.document.settled {
        *selected = model.document.selected;
    }
    filter::run_again_when_read(model);
}

/// Updates the lines of the filter, the sorted view and the marks after edits; on a thread if that takes long.
fn follow(model: &mut Model) {
    let document = &mut model.document;
    let now = document.suite.snapshot();
    let shown = document.filter.as_mut().map(|filter| &mut filter.shown);
    let shown = shown.and_then(|shown| (!shown.follow(&now)).then(|| shown.clone()));
    let within = document.filter.as_ref();
    let within = within.map(|filter| filter.shown.lines());
    let view = document.sorted_view.as_mut();
    let view = view.and_then(|view| (!view.follow(&now, within)).then(|| view.clone()));
    let set = document.marks.set.as_mut();
    let set = set.and_then(|set| (!set.follow(&now)).then(|| set.clone()));
    let is_done = shown.is_none() && view.is_none() && set.is_none();
    if is_done || jobs::running(model, Slot::Follow).is_some() {
        return;
    }
    let within = model.document.filtered().cloned();
    let followed = move |_: &JobContext| {
        let shown = shown.as_ref().map(|shown| shown.followed(&now));
        let within = shown.as_ref().map(TrackedLines::lines).or(within.as_ref());
        let view = view.as_ref().map(|view| view.followed(&now, within));
        Ok((shown, view, set.as_ref().map(|set| set.followed(&now))))
    };
    Work::new(Slot::Follow, followed).start(model, |model, (shown, view, set)| {
        let document = &mut model.document;
        // The filter and the sort may have been removed meanwhile.
        if let (Some(filter), Some(shown)) = (&mut document.filter, shown) {
            filter.shown = shown;
        }
        if let (Some(now), Some(view)) = (&mut document.sorted_view, view)
            && now.by == view.by
        {
            *now = view;
        }
        document.marks.set = set.or(document.marks.set.take());
    });
}

/// The maximum number of pasted bytes read at once; more are read on a thread.
const PASTED_AT_ONCE: usize = 128 << 10;
const REFUSED_SHOWN: usize = 5;

/// Inserts the positions of a text as records after the selected line; asks about lines that are not positions.
pub fn paste(model: &mut Model, text: &str) {
    if model.document.view.focus != Pane::Records {
        let reason = "nowhere to paste here · paste in the suite list, on the board or in a text";
        return model.refused(reason);
    }
    if text.len() > PASTED_AT_ONCE {
        model.done("reading the pasted text …");
        let text = text.to_owned();
        let paste = Work::new(Slot::Paste, move |_| Ok(positions(&text)));
        return paste.start(model, |model, found| insert_found(model, &found));
    }
    insert_found(model, &positions(text))
}

fn insert_found(model: &mut Model, found: &RecognizedText) {
    if model.is_read_only() {
        return model.refused("the file is open read-only");
    }
    let lines = found.understood.iter().map(|one| one.line.clone());
    let lines: Vec<Vec<u8>> = lines.collect();
    match (found.refused.first(), lines.is_empty()) {
        (None, true) => {}
        (None, false) => lines::insert(model, &lines, format!("pasted {}", in_words(found))),
        (Some(first), true) => {
            let more = match found.refused.len() {
                1 => String::new(),
                n => format!(" (and {})", thousands_of(n - 1, "more line", "more lines")),
            };
            model.refused(format!(
                "{}{more} · expected FEN, EPD, PGN, UCI, a link or a diagram",
                of_refused(first)
            ));
        }
        (Some(_), false) => ask_to_insert(model, found, lines),
    }
}

/// Shows the lines that are not positions, and asks whether to insert the others.
fn ask_to_insert(model: &mut Model, found: &RecognizedText, lines: Vec<Vec<u8>>) {
    let (words, count) = (in_words(found), found.refused.len());
    let mut about = vec![
        format!("Understood: {words}."),
        format!("Not understood: {}.", thousands_of(count, "line", "lines")),
    ];
    let shown = found.refused.iter().take(REFUSED_SHOWN);
    about.extend(shown.map(|one| format!("line {}: {}", thousands(one.line), of_refused(one))));
    if count > REFUSED_SHOWN {
        about.push(format!("and {} more", thousands(count - REFUSED_SHOWN)));
    }
    let label = format!("Paste {words}");
    let paste = MenuItem::new(Some('p'), label, "", move |model| {
        lines::insert(model, &lines, format!("pasted {words}"));
    });
    let cancel = MenuItem::back(Some('c'), "Paste nothing", "");
    overlay::open(model, Menu::question("Paste", about, vec![paste, cancel]))
}

/// Returns the numbers of records found by kind: `2 records, 1 link`.
fn in_words(found: &RecognizedText) -> String {
    let kinds = [
        (Kind::Record, "record", "records"),
        (
            Kind::Game,
            "game (final position)",
            "games (final positions)",
        ),
        (Kind::Uci, "UCI position", "UCI positions"),
        (Kind::Link, "link", "links"),
        (Kind::Diagram, "diagram", "diagrams"),
        (Kind::Comment, "comment", "comments"),
    ];
    let words = kinds.into_iter().filter_map(|(kind, one, many)| {
        let all = found.understood.iter().filter(|of| of.kind == kind).count();
        (all > 0).then(|| thousands_of(all, one, many))
    });
    words.collect::<Vec<_>>().join(", ")
}

fn of_refused(refused: &Refused) -> String {
    let text = glyph::cut(&glyph::safe(refused.text.as_bytes()), 48);
    format!("`{text}`: {}", glyph::safe(refused.why.as_bytes()))
}

/// Inserts the reply to the selected record, for a game played in records, after it and selects it.
pub(crate) fn make_reply(model: &mut Model) {
    let new = match reply(&model.record()) {
        Ok(new) => new,
        Err(why) => return model.refused(why.to_string()),
    };
    let at = lines::after_selected(model);
    let suite = &model.document.suite;
    let position = |line: &[u8]| Record::read(line, suite.read_options()).position().cloned();
    let next = (at < suite.line_count()).then(|| suite.line(at));
    let next = next.and_then(|line| position(&line));
    if next.is_some() && next == position(&new) {
        model.select(at);
        return model.told("no reply added: the next record already has that position");
    }
    lines::insert(model, &[new], "made a reply".to_owned());
    draft::refresh(model);
    done_with_undo(model, "made the reply; its move goes into sm");
}
