//! How the pieces on the board are drawn, as a person wants it.

use crate::app::effect::Effect;
use crate::app::model::Model;
use crate::app::overlay::{self, Menu, MenuItem};
use crate::app::state::pieces::Pieces;

/// Opens the menu.
pub fn open(model: &mut Model) -> Vec<Effect> {
    let items = Pieces::ALL
        .into_iter()
        .map(|pieces| {
            let (key, words) = pieces.words();
            MenuItem::new(Some(key), pieces.name(), words, move |model| {
                set(model, pieces)
            })
            .checked(pieces == model.pieces)
            .disabled((pieces == Pieces::Images && !model.shows_images).then(|| {
                "the terminal is not known to show images · images = \"kitty\" in the settings"
                    .into()
            }))
        })
        .collect();
    let now = Pieces::ALL
        .iter()
        .position(|pieces| *pieces == model.pieces);
    overlay::open(model, Menu::new("Pieces", items).at(now.unwrap_or(0)))
}

fn set(model: &mut Model, pieces: Pieces) -> Vec<Effect> {
    model.pieces = pieces;
    model.done(format!("pieces: {}", pieces.name()));
    Vec::new()
}
