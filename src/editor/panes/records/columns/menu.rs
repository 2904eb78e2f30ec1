//! The menu of a column, which its heading opens.

use crate::editor::command::{Argument, Call, Id};
use crate::editor::model::Model;
use crate::editor::overlay::menu::does;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::panes::records::columns::sort::sorts;
use crate::editor::panes::records::columns::width;
use crate::editor::state::columns::Column;
use crate::editor::widgets::glyph;

/// Opens the menu of a column: what its heading does when it is clicked.
pub(crate) fn open(model: &mut Model, column: Column) {
    let name = glyph::safe(column.name().as_bytes());
    // What a row does with the column.
    let on = |does: fn(&mut Model, &Column)| {
        let column = column.clone();
        move |model: &mut Model| does(model, &column)
    };
    let hide = on(|model, column| {
        model.document.columns.toggle(column);
    });
    let left = on(|model, column| model.document.columns.shift(column, -1));
    let right = on(|model, column| model.document.columns.shift(column, 1));
    let wider = on(|model, column| width::step(model, column, 1));
    let narrower = on(|model, column| width::step(model, column, -1));
    let values = on(|model, column| {
        model.called = Some(Call {
            arguments: vec![Argument::Text(column.name())],
            ..Call::of(Id::ValuesOf)
        });
    });
    let is_line = column.field().is_none();
    let unsorted = is_line.then(|| "already in file order".to_owned());
    let uncounted = is_line.then(|| "nothing to count".to_owned());
    // What the list is sorted by is there without being chosen.
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
        MenuItem::new(Some('S'), "sort ▼", "descending", down).disabled(unsorted),
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
