//! Colours and emphasis by meaning: one table of roles for a dark and a light screen, and its
//! reduction to 256 colours, 16 colours and none.
//!
//! Meaning is never colour alone: a role that says something also has a modifier or stands beside
//! a sign, so that a screen without colour tells the same.

use ratatui::style::{Color, Modifier, Style};

mod depth;
mod own;
mod roles;
mod squares;

use crate::editor::state::settings::ThemeFile;
use crate::exchange::diagram::Theme as BoardColours;
pub use depth::Depth;
use own::Own;
pub use own::{role_names, template};
pub use roles::Role;

/// Whether the screen is dark or light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Shade {
    /// Light text on dark ground.
    #[default]
    Dark,
    /// Dark text on light ground.
    Light,
}

/// The styles of every role for one kind of screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Theme {
    shade: Shade,
    depth: Depth,
    board: BoardColours,
    /// Whether squares are lighter than symbols could stand on: images of pieces have outlines.
    outlined: bool,
    /// Whether the ground is painted where only the terminal's own sixteen colours can be shown: it
    /// was chosen, whatever the terminal has.
    grounded: bool,
    /// Whether underlines have the text's own colour, where another one can't be shown.
    plain_underlines: bool,
    /// The colours of the person's own theme.
    own: Own,
    /// The person switched to the other ground, for which those were not made.
    is_switched: bool,
}

impl Theme {
    /// The theme for a shade and a colour depth.
    pub const fn new(shade: Shade, depth: Depth) -> Self {
        Self {
            shade,
            depth,
            board: BoardColours::Slate,
            outlined: false,
            grounded: false,
            plain_underlines: false,
            own: Own::NONE,
            is_switched: false,
        }
    }

    /// Whether the screen is dark or light.
    pub const fn shade(self) -> Shade {
        self.shade
    }

    /// The same theme for the other ground: dark for light, light for dark.
    #[must_use]
    pub const fn on_other_ground(self) -> Self {
        Self {
            shade: match self.shade {
                Shade::Dark => Shade::Light,
                Shade::Light => Shade::Dark,
            },
            is_switched: !self.is_switched,
            ..self
        }
    }

    /// The same theme for a ground that the terminal may not have: it is painted.
    #[must_use]
    pub const fn with_ground(self, grounded: bool) -> Self {
        Self { grounded, ..self }
    }

    /// The same theme for a terminal that does not know colours of underlines: to some of those
    /// the sequence says that all text from there on blinks.
    #[must_use]
    pub const fn with_plain_underlines(self, plain: bool) -> Self {
        Self {
            plain_underlines: plain,
            ..self
        }
    }

    /// The same theme with the colours of a theme file over its own.
    #[must_use]
    pub fn with_own(self, file: Option<&ThemeFile>) -> Self {
        Self {
            own: file.map_or(Own::NONE, Own::of),
            ..self
        }
    }

    /// The same theme with these colours of the board.
    #[must_use]
    pub const fn with_board(self, board: BoardColours) -> Self {
        Self { board, ..self }
    }

    /// The same theme for images of pieces: in true colour, on the lighter squares that their
    /// outlines allow.
    #[must_use]
    pub const fn for_images(self) -> Self {
        Self {
            depth: Depth::Full,
            outlined: true,
            ..self
        }
    }

    /// How many colours it uses.
    pub const fn depth(self) -> Depth {
        self.depth
    }

    /// Whether it uses colour at all.
    pub const fn has_colour(self) -> bool {
        !matches!(self.depth, Depth::None)
    }

    /// The style of a role, to be laid over what is there: it sets only what the role is about.
    pub fn style(self, role: Role) -> Style {
        let row = role.row();
        let mut style = Style::new();
        match self.depth {
            Depth::None => return style.add_modifier(row.bare),
            Depth::Sixteen => {
                let (fg, bg) = match self.shade {
                    Shade::Dark => row.sixteen,
                    Shade::Light => row.sixteen_light,
                };
                let (text, ground) = self.plain();
                let known = |color, own| match color {
                    Color::Reset => own,
                    color => color,
                };
                if let Some(color) = fg {
                    style = style.fg(known(color, text));
                }
                if let Some(color) = bg {
                    style = style.bg(known(color, ground));
                }
            }
            Depth::Full | Depth::Palette => {
                let (fg, bg) = match self.shade {
                    Shade::Dark => row.dark,
                    Shade::Light => row.light,
                };
                if let Some(rgb) = fg {
                    style = style.fg(self.depth.reduce(rgb));
                }
                if let Some(rgb) = bg {
                    style = style.bg(self.depth.reduce(rgb));
                }
                if let Some(color) = self.square(role) {
                    style = style.bg(color);
                }
            }
        }
        if !self.is_switched {
            style = self.own.over(style, role, self.depth, self.outlined);
        }
        style.add_modifier(row.with_colour)
    }

    /// What the terminal's own text and ground are of sixteen colours.
    const fn plain(self) -> (Color, Color) {
        match (self.grounded || self.is_switched, self.shade) {
            (false, _) => (Color::Reset, Color::Reset),
            (true, Shade::Dark) => (Color::White, Color::Black),
            (true, Shade::Light) => (Color::Black, Color::White),
        }
    }

    /// The ground of a square without marks, as the board's colours have it.
    fn square(self, role: Role) -> Option<Color> {
        let [light, dark] = squares::of(self.board, self.depth, self.outlined);
        match role {
            Role::LightSquare => Some(light),
            Role::DarkSquare => Some(dark),
            _ => None,
        }
    }

    /// What the cells of a square are filled with. Of sixteen colours only one is calm and far
    /// enough from white and from black: there a light square is told by its texture.
    pub const fn texture(self, role: Role) -> &'static str {
        match (self.depth, role) {
            (Depth::Sixteen, Role::LightSquare) => "░",
            _ => " ",
        }
    }

    /// The colour a role gives to text; the terminal's own where it gives none.
    pub fn fg(self, role: Role) -> Color {
        self.style(role).fg.unwrap_or(Color::Reset)
    }

    /// The colour a role gives to the ground; the terminal's own where it gives none.
    pub fn bg(self, role: Role) -> Color {
        self.style(role).bg.unwrap_or(Color::Reset)
    }

    /// The style of a role as an underline: the underline takes the role's colour, the text
    /// keeps its own.
    pub fn underline(self, role: Role) -> Style {
        let style = Style::new().add_modifier(Modifier::UNDERLINED);
        match self.style(role).fg {
            Some(color) if self.has_colour() && !self.plain_underlines => {
                style.underline_color(color)
            }
            _ => style,
        }
    }
}

#[cfg(test)]
mod tests;
