//! How the board and its pieces are drawn, as a person wants it.

use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::settings::choose;
use crate::editor::state::Pieces;
use crate::editor::state::settings::{BOARD, piece_styles};

/// Opens the menu: the words of the setting, each by its first letter.
pub fn open(model: &mut Model) {
    let items = piece_styles()
        .map(|(name, pieces, help)| {
            MenuItem::new(name.chars().next(), name, help, move |model| {
                set(model, name, pieces)
            })
            .checked(pieces == model.pieces)
            .disabled((pieces == Pieces::Images && !model.shows_images).then(|| {
                "this terminal may not show images · `images = \"kitty\"` in config.toml forces them"
                    .into()
            }))
        })
        .collect();
    let now = piece_styles().position(|(_, pieces, _)| pieces == model.pieces);
    overlay::open(model, Menu::new("Pieces", items).at(now.unwrap_or(0)))
}

fn set(model: &mut Model, name: &str, pieces: Pieces) {
    model.pieces = pieces;
    model.done(format!("piece style: {name}"));
}

/// Opens the menu: the words of the setting, each by its number.
pub fn open_colours(model: &mut Model) {
    let now = (BOARD.name)(&model.settings);
    let items = ('1'..).zip(BOARD.words).map(|(key, (word, help))| {
        let set = move |model: &mut Model| choose(model, "board", word);
        MenuItem::new(Some(key), *word, *help, set).checked(*word == now)
    });
    let at = BOARD.words.iter().position(|(word, _)| *word == now);
    let menu = Menu::new("Board theme", items.collect());
    overlay::open(model, menu.at(at.unwrap_or(0)))
}
