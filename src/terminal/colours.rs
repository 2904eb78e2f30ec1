//! How many colours the terminal shows, and whether it is light, from what the environment says.

use std::env;

use crate::editor::draw::theme::{Depth, Shade, Theme};
use crate::editor::state::pieces::Pieces;
use crate::editor::state::settings::Background;

/// The theme for this terminal: on the background that is known, else that of the environment, and
/// without colour where the person wants none.
pub fn theme(background: Option<Background>, colourless: bool) -> Theme {
    let said = |name: &str| env::var(name).ok();
    let shade = match background {
        Some(Background::Dark) => Shade::Dark,
        Some(Background::Light) => Shade::Light,
        None => shade_of(said("COLORFGBG").as_deref()),
    };
    Theme::new(
        shade,
        if colourless {
            Depth::None
        } else {
            depth_of(said)
        },
    )
    .with_plain_underlines(!colours_underlines(said))
}

/// Terminals that are known to show underlines in a colour of their own. Others may read the
/// sequence for it (`58;5;1`) number by number, and 5 is blinking text.
fn colours_underlines(said: impl Fn(&str) -> Option<String>) -> bool {
    let term = said("TERM").unwrap_or_default();
    let program = said("TERM_PROGRAM").unwrap_or_default();
    let known = [
        "xterm-kitty",
        "xterm-ghostty",
        "alacritty",
        "wezterm",
        "foot",
        "contour",
        "rio",
        "tmux",
    ];
    if known.iter().any(|name| term.starts_with(name)) {
        return true;
    }
    // Between the terminal and the editor another program reads sequences: it is not in the list.
    let between = term.starts_with("screen") || said("STY").is_some();
    let named = matches!(program.as_str(), "WezTerm" | "ghostty" | "iTerm.app");
    let windowed = ["VTE_VERSION", "KITTY_WINDOW_ID", "ALACRITTY_WINDOW_ID"];
    !between && (named || windowed.iter().any(|name| said(name).is_some()))
}

/// How pieces are drawn: as the person wants it, else by what the terminal is known to show.
pub fn pieces(wanted: Option<Pieces>, shows_images: bool) -> Pieces {
    match wanted {
        None | Some(Pieces::Images) if shows_images => Pieces::Images,
        Some(pieces) if pieces != Pieces::Images => pieces,
        _ if draws_sextants(|name| env::var(name).ok()) => Pieces::Sextants,
        _ => Pieces::Quadrants,
    }
}

/// Terminals that draw sextants themselves, whatever the font has.
fn draws_sextants(said: impl Fn(&str) -> Option<String>) -> bool {
    let term = said("TERM").unwrap_or_default();
    let program = said("TERM_PROGRAM").unwrap_or_default();
    let known = ["xterm-kitty", "xterm-ghostty", "wezterm", "foot", "contour"];
    known.iter().any(|name| term.starts_with(name))
        || matches!(program.as_str(), "WezTerm" | "ghostty")
        || said("KITTY_WINDOW_ID").is_some() && said("TMUX").is_none()
}

/// `NO_COLOR` and a `TERM` without colours first, then what the terminal says it can.
fn depth_of(said: impl Fn(&str) -> Option<String>) -> Depth {
    let term = said("TERM").unwrap_or_default();
    if said("NO_COLOR").is_some_and(|value| !value.is_empty())
        || term == "dumb"
        || term.starts_with("vt")
    {
        return Depth::None;
    }
    let colorterm = said("COLORTERM").unwrap_or_default();
    if matches!(colorterm.as_str(), "truecolor" | "24bit") || term.ends_with("-direct") {
        return Depth::Full;
    }
    // These show all colours, and say so in TERM only, as after ssh.
    let full = [
        "xterm-kitty",
        "xterm-ghostty",
        "alacritty",
        "wezterm",
        "foot",
        "contour",
        "rio",
    ];
    if full.iter().any(|name| term.starts_with(name)) {
        return Depth::Full;
    }
    if term.contains("256color") || !colorterm.is_empty() {
        return Depth::Palette;
    }
    Depth::Sixteen
}

/// `COLORFGBG` is `foreground;background`, perhaps with a word between, in numbers of the 16
/// colours; white and bright grounds are light.
fn shade_of(colors: Option<&str>) -> Shade {
    let ground = colors
        .and_then(|colors| colors.rsplit(';').next())
        .and_then(|ground| ground.parse::<u8>().ok());
    match ground {
        Some(7 | 9..=15) => Shade::Light,
        _ => Shade::Dark,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(variables: &[(&str, &str)]) -> Depth {
        depth_of(|name| {
            variables
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_environment_says_how_many_colours_there_are() {
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
    fn sextants_are_drawn_where_the_terminal_draws_them_itself() {
        let draws = |variables: &[(&str, &str)]| {
            draws_sextants(|name| {
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
    fn underlines_have_colours_only_where_that_is_known() {
        let colours = |variables: &[(&str, &str)]| {
            colours_underlines(|name| {
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
    fn a_white_ground_is_light_and_anything_unclear_dark() {
        assert_eq!(shade_of(Some("0;15")), Shade::Light);
        assert_eq!(shade_of(Some("0;default;7")), Shade::Light);
        assert_eq!(shade_of(Some("15;0")), Shade::Dark);
        assert_eq!(shade_of(Some("15;default")), Shade::Dark);
        assert_eq!(shade_of(None), Shade::Dark);
    }
}
