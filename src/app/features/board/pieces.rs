//! How the pieces on the board are drawn, as a person wants it.

use crate::app::effect::Effect;
use crate::app::model::Model;
use crate::app::overlay::{self, Menu, MenuItem};

/// How pieces are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pieces {
    /// Images, in a terminal that shows them; sextants where it does not, or under a menu.
    Images,
    /// Block art of six pixels a cell (Unicode 13's sextants) where the squares are large enough;
    /// terminals of the last years draw these themselves.
    Sextants,
    /// Block art of four pixels a cell, which nearly every font has.
    #[default]
    Quadrants,
    /// Chess figures, one a square, at every size.
    Figures,
    /// Letters, `P` white and `p` black, at every size.
    Letters,
}

impl Pieces {
    /// All, in the order of the menu.
    pub const ALL: [Self; 5] = [
        Self::Images,
        Self::Sextants,
        Self::Quadrants,
        Self::Figures,
        Self::Letters,
    ];

    /// As the settings write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Images => "images",
            Self::Sextants => "sextants",
            Self::Quadrants => "quadrants",
            Self::Figures => "figures",
            Self::Letters => "letters",
        }
    }

    const fn words(self) -> (char, &'static str) {
        match self {
            Self::Images => ('i', "real images; needs a terminal that shows them"),
            Self::Sextants => ('s', "fine block art; needs a terminal that draws sextants"),
            Self::Quadrants => ('q', "block art that nearly every font has"),
            Self::Figures => ('f', "chess figures, one a square"),
            Self::Letters => ('l', "letters: P white, p black"),
        }
    }
}

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
