//! The colours of the board, as a person wants them: the setting `board`, as a menu.

use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::pages::settings::choose;
use crate::editor::state::settings::BOARD;

/// Opens the menu: the words of the setting, each by its number.
pub fn open(model: &mut Model) {
    let now = BOARD.name(&model.settings);
    let items = ('1'..).zip(BOARD.words).map(|(key, (word, help))| {
        let set = move |model: &mut Model| choose(model, "board", word);
        MenuItem::new(Some(key), *word, *help, set).checked(*word == now)
    });
    let at = BOARD.words.iter().position(|(word, _)| *word == now);
    let menu = Menu::new("Board theme", items.collect());
    overlay::open(model, menu.at(at.unwrap_or(0)))
}
