//! Whether the terminal shows images, and how: by what the environment and the settings say. The
//! terminal itself is never asked.

use std::env;

use crate::editor::draw::board::{Graphics, Images};
use crate::editor::draw::theme::Theme;
use crate::editor::state::settings;

/// The protocol, where images are shown.
pub fn graphics(wanted: settings::Images) -> Option<Graphics> {
    match wanted {
        settings::Images::Auto => of_environment(|name| env::var(name).ok()),
        settings::Images::Kitty => Some(Graphics::Kitty),
        settings::Images::Iterm2 => Some(Graphics::Iterm2),
        settings::Images::Sixel => Some(Graphics::Sixel),
        settings::Images::None => None,
    }
}

/// The images for the terminal as it is now: its cells may have another size after a resize.
pub fn images(graphics: Graphics, theme: &Theme) -> Option<Images> {
    // The size comes from the kernel, not from the terminal's answer to a sequence.
    let size = crossterm::terminal::window_size().ok()?;
    let cell = (
        size.width.checked_div(size.columns)?,
        size.height.checked_div(size.rows)?,
    );
    Images::new(graphics, cell, *theme)
}

/// Only terminals that say themselves what they are; behind tmux and screen images would need
/// settings of theirs.
fn of_environment(said: impl Fn(&str) -> Option<String>) -> Option<Graphics> {
    let term = said("TERM").unwrap_or_default();
    let program = said("TERM_PROGRAM").unwrap_or_default();
    let multiplexed = said("TMUX").is_some()
        || said("STY").is_some()
        || ["tmux", "screen"].iter().any(|name| term.starts_with(name));
    if multiplexed || said("NO_COLOR").is_some_and(|value| !value.is_empty()) {
        return None;
    }
    if term == "xterm-kitty" || term == "xterm-ghostty" || program == "ghostty" {
        return Some(Graphics::Kitty);
    }
    if program == "WezTerm"
        || program == "iTerm.app"
        || said("LC_TERMINAL").is_some_and(|name| name == "iTerm2")
    {
        return Some(Graphics::Iterm2);
    }
    let sixel = ["foot", "mlterm", "contour", "yaft"];
    sixel
        .iter()
        .any(|name| term.starts_with(name))
        .then_some(Graphics::Sixel)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graphics(variables: &[(&str, &str)]) -> Option<Graphics> {
        of_environment(|name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_environment_says_which_protocol_there_is() {
        assert_eq!(graphics(&[("TERM", "xterm-kitty")]), Some(Graphics::Kitty));
        let wezterm = [("TERM", "xterm-256color"), ("TERM_PROGRAM", "WezTerm")];
        assert_eq!(graphics(&wezterm), Some(Graphics::Iterm2));
        assert_eq!(graphics(&[("TERM", "foot")]), Some(Graphics::Sixel));
        assert_eq!(graphics(&[("TERM", "xterm-256color")]), None);
        assert_eq!(graphics(&[]), None);
    }

    #[test]
    fn behind_a_multiplexer_and_without_colour_there_are_no_images() {
        assert_eq!(graphics(&[("TERM", "xterm-kitty"), ("TMUX", "x")]), None);
        assert_eq!(graphics(&[("TERM", "screen.xterm-kitty")]), None);
        assert_eq!(
            graphics(&[("TERM", "xterm-kitty"), ("NO_COLOR", "1")]),
            None
        );
    }
}
