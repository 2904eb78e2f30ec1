//! The colours of the board, as a person wants them: the setting `board`, as a menu.

use crate::editor::features::settings;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::state::settings::BOARD;

/// Opens the menu: the words of the setting, each by its number.
pub fn open(model: &mut Model) {
    let items = ('1'..).zip(BOARD.all);
    let items = items
        .map(|(key, &(name, colours, help))| {
            MenuItem::new(Some(key), name, help, move |model| set(model, name))
                .checked(colours == model.board_colours)
        })
        .collect();
    let mut all = BOARD.all.iter();
    let now = all.position(|&(_, colours, _)| colours == model.board_colours);
    overlay::open(model, Menu::new("Board theme", items).at(now.unwrap_or(0)))
}

fn set(model: &mut Model, name: &str) {
    // The table has the words that the menu offers.
    settings::set(model, "board", name).unwrap_or_default()
}
