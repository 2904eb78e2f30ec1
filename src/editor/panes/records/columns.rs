//! The columns of the suite list: the visible rows, which are cached until something changes; the menu of a
//! column; the widths that the user sets, remembered with the file; and the page on which columns are shown,
//! hidden and ordered.

use crate::editor::command::{Call, Context, Id};
use crate::editor::layout::{Shape, Spot, layout};
use crate::editor::model::Model;
use crate::editor::overlay::menu::does;
use crate::editor::overlay::report::{self, About, PageController, Report, Sign, page, row, show};
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::panes::records::sort::sorts;
use crate::editor::state::columns::page::{Body, Cell, Page, PageKey, Row, cell, measure, text_of};
use crate::editor::state::columns::{
    self, Column, GUTTER, NARROWEST, PlacedColumn, WIDEST_SET, Want,
};
use crate::editor::state::{Picture, View, remembered};
use crate::editor::widgets::glyph;
use crate::editor::widgets::theme::Role;
use crate::epd::LineKind;
use crate::suite::worst;

pub(crate) fn open_menu(model: &mut Model, column: Column) {
    let name = glyph::safe(column.name().as_bytes());
    let on = |does: fn(&mut Model, &Column)| {
        let column = column.clone();
        move |model: &mut Model| does(model, &column)
    };
    let hide = on(|model, column| {
        model.document.columns.toggle(column);
    });
    let left = on(|model, column| model.document.columns.shift(column, -1));
    let right = on(|model, column| model.document.columns.shift(column, 1));
    let wider = on(|model, column| step_width(model, column, 1));
    let narrower = on(|model, column| step_width(model, column, -1));
    let values = on(|model, column| {
        model.pending_call = Some(Call {
            arguments: vec![column.name()],
            ..Call::of(Id::ValuesOf)
        });
    });
    let is_line = column.field().is_none();
    let unsorted = is_line.then(|| "already in file order".to_owned());
    let uncounted = is_line.then(|| "nothing to count".to_owned());
    // The column of the sort is shown even if it was not chosen.
    let is_own =
        model.document.columns.shown.contains(&column) || model.document.sorted_view.is_none();
    let (hides, what) = match is_own {
        true => ("hide", ""),
        false => ("keep", "show it without the sort, too"),
    };
    let (up, down) = (sorts(&column, false), sorts(&column, true));
    let in_view = "sort the view; the file does not change";
    let by_mouse = "or drag the border behind the heading";
    let items = vec![
        MenuItem::new(Some('s'), "sort ▲", in_view, up).disabled(unsorted.clone()),
        MenuItem::new(Some('S'), "sort ▼", "in reverse", down).disabled(unsorted),
        MenuItem::new(Some('v'), "values", "count each value", values).disabled(uncounted),
        MenuItem::of_command(model, 'f', Id::FileOrder),
        MenuItem::of_command(model, 'm', Id::SortFile),
        MenuItem::new(Some('>'), "wider", by_mouse, wider),
        MenuItem::new(Some('<'), "narrower", "", narrower),
        MenuItem::new(Some('h'), hides, what, hide),
        MenuItem::new(Some('l'), "move left", "", left),
        MenuItem::new(Some('r'), "move right", "", right),
        MenuItem::new(Some('c'), "all columns …", "", does(Id::Columns)),
    ];
    overlay::open(model, Menu::new(format!("Column {name}"), items))
}

/// Reads the visible rows that are not cached; the selected one is read each time, since it may be edited.
pub(crate) fn refresh(model: &mut Model, count: usize) {
    let before = std::mem::take(&mut model.document.page);
    let document = &model.document;
    let lines = document.first..document.first + count;
    let made = PageKey {
        revision: document.suite.revision(),
        lines: lines.map_while(|row| document.line_at(row)).collect(),
        generation: document.profile.count,
        boards: model.view == View::Boards,
        search: document.search.as_ref().map(|s| s.pattern.clone()),
        scan: (document.scan.ticket, document.scan.running),
    };
    let is_same = before.made.as_ref() == Some(&made);
    // The cached row of the previous selection may contain a text that was typed and cancelled.
    let typed = [Some(document.selected), before.selected];
    let kept = before.rows.into_iter();
    let kept = kept.filter(|row| is_same && !typed.contains(&Some(row.line)));
    let mut kept = kept.peekable();
    let mut times_read = before.read;
    let rows = made.lines.iter().map(|&line| {
        kept.next_if(|row| row.line == line).unwrap_or_else(|| {
            times_read += 1;
            read(model, line)
        })
    });
    let page = Page {
        rows: rows.collect(),
        selected: Some(document.selected),
        read: times_read,
        made: Some(made),
    };
    let mut wants = std::mem::take(&mut model.document.profile.wants);
    let document = &model.document;
    measure(&page, &mut wants, document.suite.line_count());
    let sorted = document.sorted_by().map(|by| &by.field);
    for (want, column) in wants.iter_mut().zip(model.list_columns()) {
        // The heading of the sorted column has a sign after it.
        if sorted.is_some_and(|field| column.is_of(field)) {
            let heading = glyph::columns(column.heading()) + 1;
            want.width = want.width.max(heading);
            want.least = want.least.map(|least| least.max(heading));
        }
        if let Some(width) = model.document.columns.width_of(column) {
            *want = Want::set(width);
        }
    }
    model.document.profile.wants = wants;
    model.document.page = page;
}

/// Reads a row; that of the selected line includes a text being typed.
fn read(model: &Model, line: usize) -> Row {
    let document = &model.document;
    let stored = document.suite.line(line);
    let bytes = match line == document.selected {
        true => model.shown_line(),
        false => &stored,
    };
    let record = model.read(bytes);
    let body = match record.kind() {
        LineKind::Blank => Body::Blank,
        LineKind::Comment => Body::Comment(Cell::new(text_of(&record), Role::Secondary).text),
        LineKind::Record => {
            let columns = model.list_columns().iter();
            let cells = columns.map(|column| cell(document, column, &record, line));
            Body::Record(cells.collect())
        }
    };
    let search = document.search.as_ref();
    Row {
        line,
        state: document.suite.line_state(line),
        body,
        matches: search.is_some_and(|search| search.pattern.is_in(bytes)),
        worst: worst(&record),
        side: record.side(),
        picture: (model.view == View::Boards).then(|| Picture::of(&record)),
    }
}

const WIDTH_STEP: i16 = 2;

pub(crate) fn places(model: &Model, width: u16) -> Vec<PlacedColumn> {
    let document = &model.document;
    let room = width.saturating_sub(GUTTER);
    columns::place(&document.profile.wants, document.columns.first, room)
}

/// Returns the column of the mouse within the headings, and the places of the headings.
pub(crate) fn headings(model: &Model, at: &Spot) -> Option<(u16, Vec<PlacedColumn>)> {
    let titles = at.layout.titles.filter(|_| at.is_in(at.layout.titles))?;
    let x = (at.column - titles.x).checked_sub(GUTTER)?;
    Some((x, places(model, titles.width)))
}

/// Sets a column's width, or without one fits it to the contents; reports if the list has no room for it.
pub(crate) fn set_width(model: &mut Model, column: &Column, width: Option<u16>) {
    let name = glyph::safe(column.name().as_bytes());
    let Some(at) = place_of(model, column) else {
        return model.refused(format!("the list does not show the column {name}"));
    };
    let Some(width) = width else {
        model.document.columns.forget_width(column);
        return model.done(format!("column {name}: as wide as its content"));
    };
    let width = width.clamp(NARROWEST, WIDEST_SET);
    model.document.columns.set_width(column, width);
    if let Some(want) = model.document.profile.wants.get_mut(at) {
        *want = Want::set(width);
    }
    match cut(model, at, width) {
        Some(reason) => model.refused(format!("column {name}: {reason}")),
        None => model.done(format!("column {name}: {width} wide")),
    }
}

/// Makes a column wider (`by` 1) or narrower (-1).
pub(crate) fn step_width(model: &mut Model, column: &Column, by: i16) {
    let Some(at) = place_of(model, column) else {
        return set_width(model, column, None);
    };
    let want = model.document.profile.wants.get(at);
    let now = want.map_or(NARROWEST, |want| want.width);
    let width = now.saturating_add_signed(by * WIDTH_STEP);
    let width = width.clamp(NARROWEST, WIDEST_SET);
    let reason = match by > 0 {
        true if width == now => Some(format!("{now} is the widest")),
        false if width == now => Some(format!("{now} is the narrowest")),
        // Pressing the key again must not widen a column beyond the room for it.
        true => cut(model, at, now),
        false => None,
    };
    let Some(reason) = reason else {
        return set_width(model, column, Some(width));
    };
    let name = glyph::safe(column.name().as_bytes());
    model.refused(format!("column {name}: {reason}"))
}

fn place_of(model: &Model, column: &Column) -> Option<usize> {
    let mut shown = model.list_columns().iter();
    shown.position(|shown| shown == column)
}

/// Returns why a column is narrower than `wanted`.
fn cut(model: &Model, at: usize, wanted: u16) -> Option<String> {
    let titles = layout(model)
        .titles
        .filter(|_| at >= model.document.columns.first)?;
    let mut places = places(model, titles.width).into_iter();
    let place = places.find(|place| place.column == at);
    let room = match place.map_or(0, |place| place.width) {
        width if width >= wanted => return None,
        0 => "but the list has no room for it".to_owned(),
        width => format!("but the list has room for {width}"),
    };
    let in_list = |id| model.key_in(id, Context::Records);
    let other = match model.view {
        View::List => String::new(),
        _ if layout(model).shape == Shape::Wide => {
            format!(" · {} enlarges the list", in_list(Id::LargerPane))
        }
        _ => format!(" · {} shows the list alone", in_list(Id::WideList)),
    };
    Some(format!("{wanted} wide, {room}{other}"))
}

pub(crate) fn border_at(model: &Model, at: &Spot) -> Option<remembered::HeldPlace> {
    let (x, places) = headings(model, at)?;
    let mut places = places.into_iter();
    let place = places.find(|place| place.width > 0 && x == place.x + place.width)?;
    let column = model.list_columns().get(place.column)?.clone();
    Some(remembered::HeldPlace::Column(
        column,
        at.column - place.width,
    ))
}

const CLOSED: &str = "the columns page is closed";

/// The page on which columns are chosen.
#[derive(Debug)]
pub(crate) struct Chooser {
    /// The columns offered so far, which stay on the page when they are hidden.
    offered: Vec<Column>,
}

pub(crate) fn choose(model: &mut Model) {
    let offered = Vec::new();
    let chooser = Report::new(Chooser { offered }, "Columns of the list");
    show(model, chooser)
}

impl PageController for Chooser {
    fn context(&self) -> Context {
        Context::ColumnList
    }

    fn refresh(&mut self, report: &mut Report, model: &Model) {
        let shown = &model.document.columns.shown;
        let opcodes = model.document.scan.opcodes();
        let of_file = opcodes.iter().map(|(name, _)| Column::of_opcode(name));
        let more = [Column::opcode("bm")]
            .into_iter()
            .chain(shown.iter().cloned());
        let mut hidden: Vec<Column> = Vec::new();
        for column in of_file
            .chain(Column::PLAIN)
            .chain(more)
            .chain(self.offered.drain(..))
        {
            if !hidden.contains(&column) {
                hidden.push(column);
            }
        }
        self.offered.clone_from(&hidden);
        hidden.retain(|column| !shown.contains(column));
        let row = |column: &Column| {
            let is_shown = shown.contains(column);
            let row = report::Row::item(glyph::safe(column.name().as_bytes()))
                .signed(Sign::Checked(is_shown))
                .entering(if is_shown { "hide" } else { "show" })
                .detailed(column.about())
                .about(About::Column(column.clone()))
                .doing(toggle);
            let mut counts = opcodes.iter();
            match counts.find(|(name, _)| Column::of_opcode(name) == *column) {
                Some((_, records)) => row.counted(*records),
                None => row,
            }
        };
        let names = shown.iter().map(|column| format!("\"{}\"", column.name()));
        let names: Vec<String> = names.collect();
        report.note = format!("config.toml: columns = [{}]", names.join(", "));
        report.put(shown.iter().chain(&hidden).map(row).collect());
    }
}

fn selected_column(model: &Model) -> Option<Column> {
    match &row(model)?.about {
        Some(About::Column(column)) => Some(column.clone()),
        _ => None,
    }
}

pub(super) fn on_column(model: &mut Model, does: impl FnOnce(&mut Model, &Column)) {
    if let Some(column) = selected_column(model) {
        does(model, &column)
    }
}

fn toggle(model: &mut Model) {
    on_column(model, |model, column| {
        let columns = &mut model.document.columns;
        let was_shown = columns.shown.contains(column);
        if columns.toggle(column) && was_shown {
            model.refused("the last column can't be hidden");
        }
    })
}

pub(super) fn no_column_here(model: &Model) -> Option<String> {
    let Some(column) = selected_column(model) else {
        return model.when(true, CLOSED);
    };
    let is_hidden = !model.document.columns.shown.contains(&column);
    is_hidden.then(|| {
        let shows = model.other_key(Id::Choose, Context::ColumnList);
        format!("only a shown column has a place and a width · {shows} shows it")
    })
}

/// Returns why columns can't be chosen on this page: only their page, or a call with a name, can do that.
pub(super) fn in_another_page(model: &Model) -> Option<String> {
    let is_other = report::top(model).is_some() && page::<Chooser>(model).is_none();
    model.when(is_other, CLOSED)
}
