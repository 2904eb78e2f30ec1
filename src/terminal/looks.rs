//! The means of drawing: chosen by the settings, and by the environment, which shows the terminal's abilities.

use crate::editor::state::Pieces;
use crate::editor::state::settings::{self, Background, Settings};
use crate::editor::widgets::board::{Graphics, Images};
use crate::editor::widgets::theme::{Depth, Own, Theme};
use std::env;

/// The means of drawing.
#[derive(Clone, Copy, Debug)]
pub struct Looks {
    pub theme: Theme,
    /// The protocol for images, if the terminal supports them.
    pub graphics: Option<Graphics>,
    pub pieces: Pieces,
    /// Whether the user wants no colour.
    pub colourless: bool,
}

type Variables<'s> = &'s dyn Fn(&str) -> Option<String>;

impl Looks {
    /// Chooses the looks by the settings, the terminal's background if known, and the environment.
    pub fn of(settings: &Settings, colourless: bool, ground: Option<Background>) -> Self {
        let variable: Variables<'_> = &|name| env::var(name).ok();
        let graphics = match settings.images {
            settings::Images::Auto => graphics_of(variable),
            settings::Images::Kitty => Some(Graphics::Kitty),
            settings::Images::Iterm2 => Some(Graphics::Iterm2),
            settings::Images::Sixel => Some(Graphics::Sixel),
            settings::Images::None => None,
        };
        let graphics = graphics.filter(|_| !colourless);
        let background = settings.theme.ground.or(ground);
        let background =
            background.unwrap_or_else(|| background_of(variable("COLORFGBG").as_deref()));
        let depth = match colourless {
            true => Depth::None,
            false => depth_of(variable),
        };
        Self {
            theme: Theme {
                own: settings.own_theme().map(Own::of).unwrap_or_default(),
                grounded: settings.theme.ground.is_some(),
                plain_underlines: !colours_underlines(variable),
                ..Theme::new(background, depth)
            },
            graphics,
            pieces: match settings.pieces {
                None | Some(Pieces::Images) if graphics.is_some() => Pieces::Images,
                Some(pieces) if pieces != Pieces::Images => pieces,
                _ if draws_sextants(variable) => Pieces::Sextants,
                _ => Pieces::Quadrants,
            },
            colourless,
        }
    }

    /// Returns the image protocol with the current cell size, which a resize may change.
    pub fn images(&self) -> Option<Images> {
        Images::new(self.graphics?, cell()?, self.theme)
    }
}

/// Returns the width and height of a cell in pixels, if the terminal reports them.
pub(super) fn cell() -> Option<(u16, u16)> {
    // The size comes from the kernel, not from the terminal's answer to a sequence.
    let size = crossterm::terminal::window_size().ok()?;
    let cell = (
        size.width.checked_div(size.columns)?,
        size.height.checked_div(size.rows)?,
    );
    (cell.0 > 0 && cell.1 > 0).then_some(cell)
}

/// Terminals with all colours and coloured underlines that are identified by `TERM` alone, as after ssh.
const MODERN: [&str; 7] = [
    "xterm-kitty",
    "xterm-ghostty",
    "alacritty",
    "wezterm",
    "foot",
    "contour",
    "rio",
];

fn begins_with(term: &str, names: &[&str]) -> bool {
    names.iter().any(|name| term.starts_with(name))
}

fn is_set(variable: Variables<'_>, name: &str) -> bool {
    variable(name).is_some_and(|value| !value.is_empty())
}

/// Returns true for terminals known to support coloured underlines. Others may read the sequence (`58;5;1`)
/// number by number, and 5 is blinking text.
fn colours_underlines(variable: Variables<'_>) -> bool {
    let term = variable("TERM").unwrap_or_default();
    let program = variable("TERM_PROGRAM").unwrap_or_default();
    if begins_with(&term, &MODERN) || term.starts_with("tmux") {
        return true;
    }
    // A multiplexer between the terminal and the editor reads the sequences; screen does not support this one.
    let between = term.starts_with("screen") || variable("STY").is_some();
    let named = matches!(program.as_str(), "WezTerm" | "ghostty" | "iTerm.app");
    let windowed = ["VTE_VERSION", "KITTY_WINDOW_ID", "ALACRITTY_WINDOW_ID"];
    !between && (named || windowed.iter().any(|name| variable(name).is_some()))
}

/// Returns true for terminals that draw sextants themselves, whatever the font.
fn draws_sextants(variable: Variables<'_>) -> bool {
    let term = variable("TERM").unwrap_or_default();
    let program = variable("TERM_PROGRAM").unwrap_or_default();
    let known = ["xterm-kitty", "xterm-ghostty", "wezterm", "foot", "contour"];
    begins_with(&term, &known)
        || matches!(program.as_str(), "WezTerm" | "ghostty")
        || variable("KITTY_WINDOW_ID").is_some() && variable("TMUX").is_none()
}

/// Returns the colour depth: by `NO_COLOR` and `TERM` first, then by the terminal's claims.
fn depth_of(variable: Variables<'_>) -> Depth {
    let term = variable("TERM").unwrap_or_default();
    if is_set(variable, "NO_COLOR") || term == "dumb" || term.starts_with("vt") {
        return Depth::None;
    }
    let colorterm = variable("COLORTERM").unwrap_or_default();
    let is_full = matches!(colorterm.as_str(), "truecolor" | "24bit") || term.ends_with("-direct");
    if is_full || begins_with(&term, &MODERN) {
        return Depth::Full;
    }
    if term.contains("256color") || !colorterm.is_empty() {
        return Depth::Palette;
    }
    Depth::Sixteen
}

/// Returns the background of `COLORFGBG`: `foreground;background`, perhaps with a word between, as numbers of
/// the 16 colours.
fn background_of(colors: Option<&str>) -> Background {
    let ground = colors
        .and_then(|colors| colors.rsplit(';').next())
        .and_then(|ground| ground.parse::<u8>().ok());
    match ground {
        Some(7 | 9..=15) => Background::Light,
        _ => Background::Dark,
    }
}

/// Returns the image protocol of a terminal that identifies itself; none inside tmux and screen, where images
/// need special settings.
fn graphics_of(variable: Variables<'_>) -> Option<Graphics> {
    let term = variable("TERM").unwrap_or_default();
    let program = variable("TERM_PROGRAM").unwrap_or_default();
    let multiplexed = variable("TMUX").is_some()
        || variable("STY").is_some()
        || begins_with(&term, &["tmux", "screen"]);
    if multiplexed || is_set(variable, "NO_COLOR") {
        return None;
    }
    if term == "xterm-kitty" || term == "xterm-ghostty" || program == "ghostty" {
        return Some(Graphics::Kitty);
    }
    let is_iterm = variable("LC_TERMINAL").is_some_and(|name| name == "iTerm2");
    if is_iterm || program == "WezTerm" || program == "iTerm.app" {
        return Some(Graphics::Iterm2);
    }
    let sixel = ["foot", "mlterm", "contour", "yaft"];
    begins_with(&term, &sixel).then_some(Graphics::Sixel)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(variables: &[(&str, &str)]) -> Depth {
        depth_of(&|name| {
            variables
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_environment_determines_the_number_of_colours() {
        assert_eq!(
            depth(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")]),
            Depth::Full
        );
        assert_eq!(depth(&[("TERM", "xterm-kitty")]), Depth::Full);
        assert_eq!(depth(&[("TERM", "screen-256color")]), Depth::Palette);
        assert_eq!(depth(&[("TERM", "xterm")]), Depth::Sixteen);
        assert_eq!(depth(&[("TERM", "linux")]), Depth::Sixteen);
        assert_eq!(depth(&[("TERM", "vt100")]), Depth::None);
        assert_eq!(depth(&[("TERM", "dumb")]), Depth::None);
    }

    #[test]
    fn sextants_are_used_if_the_terminal_draws_them_itself() {
        let draws = |variables: &[(&str, &str)]| {
            draws_sextants(&|name| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        assert!(draws(&[("TERM", "xterm-kitty")]));
        assert!(draws(&[
            ("TERM", "xterm-256color"),
            ("TERM_PROGRAM", "WezTerm")
        ]));
        assert!(!draws(&[("TERM", "xterm-256color")]));
        assert!(!draws(&[
            ("TERM", "screen-256color"),
            ("TMUX", "x"),
            ("KITTY_WINDOW_ID", "1")
        ]));
    }

    #[test]
    fn underlines_have_colours_only_on_known_terminals() {
        let colours = |variables: &[(&str, &str)]| {
            colours_underlines(&|name| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        assert!(colours(&[("TERM", "xterm-kitty")]));
        assert!(colours(&[("TERM", "tmux-256color")]));
        assert!(colours(&[
            ("TERM", "xterm-256color"),
            ("VTE_VERSION", "7600")
        ]));
        assert!(!colours(&[("TERM", "xterm-256color")]));
        assert!(!colours(&[("TERM", "linux")]));
        assert!(!colours(&[
            ("TERM", "screen-256color"),
            ("VTE_VERSION", "7600")
        ]));
    }

    #[test]
    fn no_color_wins_unless_it_is_empty() {
        let truecolor = ("COLORTERM", "truecolor");
        assert_eq!(depth(&[truecolor, ("NO_COLOR", "1")]), Depth::None);
        assert_eq!(depth(&[truecolor, ("NO_COLOR", "")]), Depth::Full);
    }

    #[test]
    fn a_white_background_is_light_and_anything_unclear_dark() {
        assert_eq!(background_of(Some("0;15")), Background::Light);
        assert_eq!(background_of(Some("0;default;7")), Background::Light);
        assert_eq!(background_of(Some("15;0")), Background::Dark);
        assert_eq!(background_of(Some("15;default")), Background::Dark);
        assert_eq!(background_of(None), Background::Dark);
    }

    fn graphics(variables: &[(&str, &str)]) -> Option<Graphics> {
        graphics_of(&|name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_environment_determines_the_image_protocol() {
        assert_eq!(graphics(&[("TERM", "xterm-kitty")]), Some(Graphics::Kitty));
        let wezterm = [("TERM", "xterm-256color"), ("TERM_PROGRAM", "WezTerm")];
        assert_eq!(graphics(&wezterm), Some(Graphics::Iterm2));
        assert_eq!(graphics(&[("TERM", "foot")]), Some(Graphics::Sixel));
        assert_eq!(graphics(&[("TERM", "xterm-256color")]), None);
        assert_eq!(graphics(&[]), None);
    }

    #[test]
    fn no_images_behind_a_multiplexer_or_without_colour() {
        assert_eq!(graphics(&[("TERM", "xterm-kitty"), ("TMUX", "x")]), None);
        assert_eq!(graphics(&[("TERM", "screen.xterm-kitty")]), None);
        assert_eq!(
            graphics(&[("TERM", "xterm-kitty"), ("NO_COLOR", "1")]),
            None
        );
    }
}
