//! Colours and emphasis by meaning: one table of roles for a dark and a light screen, and its
//! reduction to 256 colours, 16 colours and none.
//!
//! Meaning is never colour alone: a role that says something also has a modifier or stands beside
//! a sign, so that a screen without colour tells the same.

use ratatui::style::{Color, Modifier, Style};

mod depth;
mod own;
mod roles;

pub use crate::editor::state::settings::Background;
use crate::editor::state::settings::ThemeFile;
use crate::exchange::diagram::Theme as BoardColours;
pub use depth::Depth;
use own::Own;
pub use own::{role_names, template};
pub use roles::Role;

/// The styles of every role for one kind of screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Theme {
    pub(crate) background: Background,
    /// How many colours it uses.
    pub(crate) depth: Depth,
    pub(crate) board: BoardColours,
    /// Whether squares are lighter than symbols could stand on: images of pieces have outlines.
    pub(crate) outlined: bool,
    /// Whether the ground is painted where only the terminal's own sixteen colours can be shown: it
    /// was chosen, whatever the terminal has.
    pub(crate) grounded: bool,
    /// Whether underlines have the text's own colour: to some terminals that know no other the
    /// sequence for it says that all text from there on blinks.
    pub(crate) plain_underlines: bool,
    /// The colours of the person's own theme.
    pub(crate) own: Own,
    /// The person switched to the other ground, for which those were not made.
    pub(crate) is_switched: bool,
}

impl Theme {
    /// The theme for a background and a colour depth.
    pub fn new(background: Background, depth: Depth) -> Self {
        Self {
            background,
            depth,
            ..Self::default()
        }
    }

    /// The same theme for the other ground: dark for light, light for dark.
    #[must_use]
    pub const fn on_other_ground(self) -> Self {
        Self {
            background: match self.background {
                Background::Dark => Background::Light,
                Background::Light => Background::Dark,
            },
            is_switched: !self.is_switched,
            ..self
        }
    }

    /// The same theme with the colours of a theme file over its own.
    #[must_use]
    pub fn with_own(self, file: Option<&ThemeFile>) -> Self {
        Self {
            own: file.map(Own::of).unwrap_or_default(),
            ..self
        }
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

    /// Whether it uses colour at all.
    pub const fn has_colour(self) -> bool {
        !matches!(self.depth, Depth::None)
    }

    /// The style of a role, to be laid over what is there: it sets only what the role is about.
    pub fn style(&self, role: Role) -> Style {
        let row = role.row();
        let (fg, bg) = match (self.depth, self.background) {
            (Depth::None, _) => return Style::new().add_modifier(row.bare),
            (Depth::Sixteen, Background::Dark) => row.sixteen,
            (Depth::Sixteen, Background::Light) => row.sixteen_light,
            (_, Background::Dark) => row.dark,
            (_, Background::Light) => row.light,
        };
        let (text, ground) = self.plain();
        let shown = |color, own| match color {
            Color::Reset => own,
            color => self.depth.reduce(color),
        };
        let style = Style {
            fg: fg.map(|color| shown(color, text)),
            bg: bg.map(|color| shown(color, ground)).or(self.square(role)),
            ..Style::new()
        };
        let style = match self.is_switched {
            true => style,
            false => self.own.over(style, role, self.depth, self.outlined),
        };
        style.add_modifier(row.with_colour)
    }

    /// What the terminal's own text and ground are of sixteen colours.
    const fn plain(&self) -> (Color, Color) {
        match (self.grounded || self.is_switched, self.background) {
            (false, _) => (Color::Reset, Color::Reset),
            (true, Background::Dark) => (Color::White, Color::Black),
            (true, Background::Light) => (Color::Black, Color::White),
        }
    }

    /// The ground of a square without marks, as the board's colours have it.
    fn square(&self, role: Role) -> Option<Color> {
        let is_dark = match role {
            Role::LightSquare => false,
            Role::DarkSquare => true,
            _ => return None,
        };
        let (symbols, palette) = squares(self.board);
        let [light, dark] = match (self.depth, self.outlined) {
            (Depth::Palette, _) => palette.map(Color::Indexed),
            (_, true) => self.board.squares().map(Color::from_u32),
            (_, false) => symbols.map(Color::from_u32),
        };
        Some(if is_dark { dark } else { light })
    }

    /// What the cells of a square are filled with. Of sixteen colours only one is calm and far
    /// enough from white and from black: there a light square is told by its texture.
    pub const fn texture(&self, role: Role) -> &'static str {
        match (self.depth, role) {
            (Depth::Sixteen, Role::LightSquare) => "░",
            _ => " ",
        }
    }

    /// The colour a role gives to text; the terminal's own where it gives none.
    pub fn fg(&self, role: Role) -> Color {
        self.style(role).fg.unwrap_or(Color::Reset)
    }

    /// The colour a role gives to the ground; the terminal's own where it gives none.
    pub fn bg(&self, role: Role) -> Color {
        self.style(role).bg.unwrap_or(Color::Reset)
    }

    /// The style of a role as an underline: the underline takes the role's colour, the text
    /// keeps its own.
    pub fn underline(&self, role: Role) -> Style {
        let style = Style::new().add_modifier(Modifier::UNDERLINED);
        match self.style(role).fg {
            Some(color) if self.has_colour() && !self.plain_underlines => {
                style.underline_color(color)
            }
            _ => style,
        }
    }
}

/// The light and the dark squares of a board on which symbols of both colours are clear, which have no
/// outline as images do; and in the palette of 256, whose nearest colours may be of another hue.
const fn squares(board: BoardColours) -> ([u32; 2], [u8; 2]) {
    match board {
        BoardColours::Slate => ([0x8795a3, 0x5c6a7a], [246, 241]),
        BoardColours::Brown => ([0xb58863, 0x865c3a], [137, 94]),
        BoardColours::Green => ([0x819c5b, 0x587a3d], [101, 58]),
        BoardColours::Blue => ([0x7997b0, 0x4f7190], [67, 60]),
        BoardColours::Grey => ([0x949494, 0x686868], [246, 241]),
        BoardColours::Contrast => ([0x949494, 0x5f5f5f], [246, 59]),
    }
}

#[cfg(test)]
mod tests;
