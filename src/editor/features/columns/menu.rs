//! The menu of a column, which its heading opens.

use crate::editor::command::Id;
use crate::editor::features::columns::sort::sorts;
use crate::editor::features::columns::width;
use crate::editor::features::report;
use crate::editor::glyph;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::state::columns::Column;

/// Opens the menu of a column: what its heading does when it is clicked.
pub(crate) fn open(model: &mut Model, column: Column) {
    let name = glyph::safe(column.name().as_bytes());
    // What a row does with the column.
    let does = |does: fn(&mut Model, Column)| {
        let column = column.clone();
        move |model: &mut Model| does(model, column.clone())
    };
    let hide = |model: &mut Model, column: Column| {
        model.columns.toggle(&column);
    };
    let left = |model: &mut Model, column: Column| {
        model.columns.shift(&column, -1);
    };
    let right = |model: &mut Model, column: Column| {
        model.columns.shift(&column, 1);
    };
    let wider = |model: &mut Model, column: Column| width::step(model, &column, 1);
    let narrower = |model: &mut Model, column: Column| width::step(model, &column, -1);
    let unsorted = column
        .sort_key()
        .is_none()
        .then(|| "already in file order".to_owned());
    let uncounted = column
        .field()
        .is_none()
        .then(|| "nothing to count".to_owned());
    // What the list is sorted by is there without being chosen.
    let is_own = model.columns.shown().contains(&column) || model.document.sorted_view.is_none();
    let items = vec![
        MenuItem::new(
            Some('s'),
            "sort ▲",
            "sort the view; the file does not change",
            sorts(&column, false),
        )
        .disabled(unsorted.clone()),
        MenuItem::new(Some('S'), "sort ▼", "descending", sorts(&column, true)).disabled(unsorted),
        MenuItem::new(
            Some('v'),
            "values",
            "count each value",
            does(report::values::open),
        )
        .disabled(uncounted),
        MenuItem::of_command(model, 'f', Id::FileOrder),
        MenuItem::of_command(model, 'm', Id::SortFile),
        MenuItem::new(
            Some('>'),
            "wider",
            "or drag the border behind the heading",
            does(wider),
        ),
        MenuItem::new(Some('<'), "narrower", "", does(narrower)),
        match is_own {
            true => MenuItem::new(Some('h'), "hide", "", does(hide)),
            false => MenuItem::new(
                Some('h'),
                "keep",
                "show it without the sort, too",
                does(hide),
            ),
        },
        MenuItem::new(Some('l'), "move left", "", does(left)),
        MenuItem::new(Some('r'), "move right", "", does(right)),
        MenuItem::new(
            Some('c'),
            "all columns …",
            "",
            overlay::menu::does(Id::Columns),
        ),
    ];
    overlay::open(model, Menu::new(format!("Column {name}"), items))
}
