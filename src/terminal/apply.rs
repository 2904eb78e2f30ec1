//! The settings take effect: on the editor, and on what the terminal shows of it.

use super::{colours, folders, images, remembered};
use crate::editor::draw::board::Graphics;
use crate::editor::draw::theme::Theme;
use crate::editor::model::Model;
use crate::editor::state::columns::Columns;
use crate::editor::state::pieces::Pieces;
use crate::editor::state::settings::{Background, Settings};
use crate::epd::counted::thousands_of;

/// What the editor is drawn with.
#[derive(Clone, Copy, Debug)]
pub struct Looks {
    pub theme: Theme,
    /// The protocol for images, where the terminal shows them.
    pub graphics: Option<Graphics>,
    pub pieces: Pieces,
    /// Whether the person wants no colour.
    pub colourless: bool,
}

impl Looks {
    /// As the settings, the terminal's background, where it is known, and the environment say.
    pub fn of(settings: &Settings, colourless: bool, ground: Option<Background>) -> Self {
        let graphics = images::graphics(settings.images).filter(|_| !colourless);
        Self {
            theme: colours::theme(settings.theme.or(ground), colourless)
                .with_own(settings.themes.chosen())
                .with_ground(settings.theme.is_some()),
            graphics,
            pieces: colours::pieces(settings.pieces, graphics.is_some()),
            colourless,
        }
    }
}

/// Gives the editor its settings, and what it is drawn with.
pub fn apply(settings: &Settings, model: &mut Model, looks: &Looks) {
    model.settings.clone_from(settings);
    // What is wrong there was told with the file.
    model.commands.rebind(&settings.keys);
    super::files::hold(settings.memory);
    model.rules = settings.chess960;
    model.mouse_released = !settings.mouse;
    model.shows_images = looks.graphics.is_some();
    model.pieces = looks.pieces;
    model.board_colours = settings.board;
    model.templates.clone_from(&settings.templates);
    let names = settings.columns.iter().map(String::as_str);
    // The table lets only columns in.
    if let Ok(columns) = Columns::named(names) {
        model.columns = columns.clone();
        model.usual_columns = columns;
    }
    model.home = folders::home();
    model.remembers = settings.remember;
    if model.remembers {
        let (remembered, broken) = remembered::all();
        model.recall_common(remembered.common);
        if broken > 0 {
            model.refused(format!(
                "what epdit remembers: {} could not be read, the rest is used",
                thousands_of(broken, "line", "lines")
            ));
        }
    }
}
