//! The settings take effect: on the editor, and on what the terminal shows of it.

use super::{colours, images, remembered};
use crate::app::model::Model;
use crate::app::state::columns::Columns;
use crate::app::state::settings::Settings;
use crate::epd::counted::count;
use crate::ui::board::Graphics;
use crate::ui::theme::Theme;

/// Gives the editor its settings, and what it is drawn with: the theme, and the protocol for images
/// where the terminal shows them. `colourless` where the person wants no colour.
pub fn apply(
    settings: &Settings,
    model: &mut Model,
    colourless: bool,
) -> (Theme, Option<Graphics>) {
    let graphics = images::graphics(settings.images).filter(|_| !colourless);
    model.rules = settings.chess960;
    model.mouse_released = !settings.mouse;
    model.shows_images = graphics.is_some();
    model.pieces = colours::pieces(settings.pieces, model.shows_images);
    model.templates.clone_from(&settings.templates);
    let names = settings.columns.iter().map(String::as_str);
    // The table lets only columns in.
    if let Ok(columns) = Columns::named(names) {
        model.columns = columns.clone();
        model.usual_columns = columns;
    }
    model.remembers = settings.remember;
    if model.remembers {
        let (remembered, broken) = remembered::all();
        model.recall_common(remembered.common);
        if broken > 0 {
            model.refused(format!(
                "what epdit remembers: {} could not be read, the rest is used",
                count(broken, "line", "lines")
            ));
        }
    }
    (colours::theme(settings.theme, colourless), graphics)
}
