//! Colours and emphasis by meaning: one table of roles for a dark and a light screen, and its
//! reduction to 256 colours, 16 colours and none.
//!
//! Meaning is never colour alone: a role that says something also has a modifier or stands beside
//! a sign, so that a screen without colour tells the same.
//!
//! The colours of a person's own theme file, over those of the table of roles.

use crate::editor::state::settings::{Colour, Colours, RoleName, ThemeFile};
use crate::exchange::diagram::Theme as BoardColours;
use ratatui::style::{Color, Modifier, Style};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

mod roles;

pub use crate::editor::state::settings::Background;
pub use roles::Role;

/// The styles of every role for one kind of screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Theme {
    pub(crate) background: Background,
    /// The number of colours it uses.
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

    /// Returns the theme for the other ground: dark for light, light for dark.
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

    /// Returns the theme for images of pieces: in true colour, on the lighter squares that their outlines
    /// allow.
    #[must_use]
    pub const fn for_images(self) -> Self {
        Self {
            depth: Depth::Full,
            outlined: true,
            ..self
        }
    }

    /// Returns whether it uses colour at all.
    pub const fn has_colour(&self) -> bool {
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

    /// Returns the colours among the sixteen that stand for the terminal's own text and ground.
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

    /// Returns the text that fills the cells of a square. Of sixteen colours only one is calm and far enough
    /// from white and from black: there a light square is told by its texture.
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

/// The number of colours of a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Depth {
    /// 24 bits.
    #[default]
    Full,
    /// The 256 of xterm's palette: only the fixed 240 of them are used.
    Palette,
    /// The 16 the person's terminal defines.
    Sixteen,
    /// None: `NO_COLOR`, or a terminal without.
    None,
}

impl Depth {
    /// A colour as this depth shows it: a true one becomes the nearest that there is. A frame asks for the same few
    /// colours for nearly every cell: each is looked for once.
    fn reduce(self, color: Color) -> Color {
        thread_local! {
            static FOUND: RefCell<FxHashMap<(Depth, Color), Color>> = RefCell::default();
        }
        let (Color::Rgb(red, green, blue), true) = (color, self != Self::Full) else {
            return color;
        };
        let away = |(_, value): &(Color, Channels)| distance(*value, (red, green, blue));
        let near = || match self {
            Self::Sixteen => SIXTEEN.into_iter().min_by_key(away),
            _ => {
                let fixed = (16..=255).map(|at| (Color::Indexed(at), of_index(at)));
                fixed.min_by_key(away)
            }
        };
        FOUND.with_borrow_mut(|found| {
            let found = found.entry((self, color));
            *found.or_insert_with(|| near().map_or(color, |(near, _)| near))
        })
    }
}

/// One of the sixteen colours, in the terminal's order: as it is, or as xterm has it.
fn sixteen(at: u8, as_true_colour: bool) -> Color {
    match SIXTEEN.get(usize::from(at)) {
        Some((_, (red, green, blue))) if as_true_colour => Color::Rgb(*red, *green, *blue),
        Some((color, _)) => *color,
        None => Color::Reset,
    }
}

/// Red, green and blue.
type Channels = (u8, u8, u8);

/// The sixteen colours, each with what xterm has for it.
const SIXTEEN: [(Color, Channels); 16] = [
    (Color::Black, (0, 0, 0)),
    (Color::Red, (205, 0, 0)),
    (Color::Green, (0, 205, 0)),
    (Color::Yellow, (205, 205, 0)),
    (Color::Blue, (0, 0, 238)),
    (Color::Magenta, (205, 0, 205)),
    (Color::Cyan, (0, 205, 205)),
    (Color::Gray, (229, 229, 229)),
    (Color::DarkGray, (127, 127, 127)),
    (Color::LightRed, (255, 0, 0)),
    (Color::LightGreen, (0, 255, 0)),
    (Color::LightYellow, (255, 255, 0)),
    (Color::LightBlue, (92, 92, 255)),
    (Color::LightMagenta, (255, 0, 255)),
    (Color::LightCyan, (0, 255, 255)),
    (Color::White, (255, 255, 255)),
];

/// The value of an index of the fixed part of the palette (16..=255).
fn of_index(index: u8) -> Channels {
    if index >= 232 {
        let grey = 8 + 10 * (index - 232);
        return (grey, grey, grey);
    }
    // Six levels of each channel.
    let cube = index.saturating_sub(16);
    let level = |at: u8| match at % 6 {
        0 => 0,
        step => 55 + 40 * step,
    };
    (level(cube / 36), level(cube / 6), level(cube))
}

fn distance(a: Channels, b: Channels) -> i64 {
    let mean = (i64::from(a.0) + i64::from(b.0)) / 2;
    let [red, green, blue] =
        [(a.0, b.0), (a.1, b.1), (a.2, b.2)].map(|(x, y)| (i64::from(x) - i64::from(y)).pow(2));
    (512 + mean) * red / 256 + 4 * green + (767 - mean) * blue / 256
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

/// Text and ground that a theme file gives to each role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Own([Colours; Role::ALL.len()]);

impl Own {
    /// Returns the colours of a theme file.
    pub fn of(file: &ThemeFile) -> Self {
        let mut own = Self::default();
        for (at, colours) in &file.colours {
            if let Some(row) = own.0.get_mut(*at) {
                *row = *colours;
            }
        }
        own
    }

    /// A style with the role's own colours over it.
    fn over(&self, style: Style, role: Role, depth: Depth, for_images: bool) -> Style {
        let (text, ground) = self.0.get(role as usize).copied().unwrap_or_default();
        let shown = |colour: Option<Colour>| match colour? {
            Colour::Rgb(red, green, blue) => Some(depth.reduce(Color::Rgb(red, green, blue))),
            // An image has no colours that the terminal defines: it gets what they usually are.
            Colour::Named(at) => Some(sixteen(at, for_images)),
            Colour::Default => (!for_images).then_some(Color::Reset),
        };
        let style = shown(text).map_or(style, |color| style.fg(color));
        shown(ground).map_or(style, |color| style.bg(color))
    }
}

impl Default for Own {
    fn default() -> Self {
        Self([(None, None); Role::ALL.len()])
    }
}

/// Returns the names of the roles in theme files.
pub fn role_names() -> Vec<RoleName> {
    let roles = Role::ALL.iter().map(|role| RoleName {
        name: role.name(),
        is_ground: role.is_ground(),
    });
    roles.collect()
}

/// A theme file to begin with: every role with what it is and the colours of the built-in theme.
pub fn template(background: Background) -> String {
    let theme = Theme::new(background, Depth::Full);
    let base = match background {
        Background::Dark => "dark",
        Background::Light => "light",
    };
    let mut text = format!("base = \"{base}\"\n");
    for &role in Role::ALL {
        let style = theme.style(role);
        let [fg, bg] = [style.fg, style.bg].map(|color| match color {
            Some(Color::Rgb(red, green, blue)) => Some(format!("#{red:02x}{green:02x}{blue:02x}")),
            _ => None,
        });
        let value = match (fg, bg) {
            (Some(fg), Some(bg)) => format!("{fg} on {bg}"),
            (fg, bg) => fg.or(bg).unwrap_or_default(),
        };
        text += &format!("\n# {}\n{} = \"{value}\"\n", role.about(), role.name());
    }
    text
}

#[cfg(test)]
mod own_tests {
    use super::*;
    use ratatui::style::Modifier;

    fn own(text: &str, depth: Depth) -> Theme {
        let file = ThemeFile::read("mine", text.as_bytes(), &role_names());
        assert_eq!(file.mistakes, [], "{text}");
        Theme {
            own: Own::of(&file),
            ..Theme::new(Background::Dark, depth)
        }
    }

    #[test]
    fn the_file_to_begin_with_names_every_role_and_looks_as_the_theme_does() {
        for background in [Background::Dark, Background::Light] {
            let text = template(background);
            let file = ThemeFile::read("mine", text.as_bytes(), &role_names());
            assert_eq!(
                (file.mistakes.len(), file.colours.len()),
                (0, Role::ALL.len())
            );
            let built_in = Theme::new(background, Depth::Full);
            let theme = Theme {
                own: Own::of(&file),
                ..built_in
            };
            for &role in Role::ALL {
                assert_eq!(theme.style(role), built_in.style(role), "{role:?}");
            }
        }
    }

    #[test]
    fn a_role_of_a_file_has_its_colour_at_every_depth_and_none_without_colour() {
        let text = "accent = '#ff0000'\nselection = '#ffffff'\nerror = 'bright-blue on default'";
        for (depth, accent, ground) in [
            (
                Depth::Full,
                Color::Rgb(255, 0, 0),
                Color::Rgb(255, 255, 255),
            ),
            (Depth::Palette, Color::Indexed(196), Color::Indexed(231)),
            (Depth::Sixteen, Color::LightRed, Color::White),
        ] {
            let theme = own(text, depth);
            assert_eq!(theme.fg(Role::Accent), accent);
            assert_eq!(theme.bg(Role::Selection), ground);
            assert_eq!(theme.style(Role::Error).fg, Some(Color::LightBlue));
            assert_eq!(theme.style(Role::Error).bg, Some(Color::Reset));
            let usual = Theme::new(Background::Dark, depth);
            assert_eq!(theme.style(Role::Hint), usual.style(Role::Hint));
        }
        let plain = own(text, Depth::None);
        let bold = Style::new().add_modifier(Modifier::BOLD);
        assert_eq!(plain.style(Role::Accent), bold);
    }

    #[test]
    fn squares_of_a_file_are_those_of_the_images_too_whatever_the_board() {
        let theme = own(
            "light-square = 'white'\ndark-square = '#102030'",
            Depth::Palette,
        );
        let images = theme.for_images();
        assert_eq!(images.bg(Role::LightSquare), Color::Rgb(229, 229, 229));
        assert_eq!(images.bg(Role::DarkSquare), Color::Rgb(16, 32, 48));
        assert_eq!(theme.bg(Role::LightSquare), Color::Gray);
    }

    #[test]
    fn the_other_ground_has_its_own_colours_and_the_way_back_those_of_the_file() {
        let theme = own("accent = '#ff0000'", Depth::Full);
        let other = theme.on_other_ground();
        let light = Theme::new(Background::Light, Depth::Full);
        assert_eq!(other.fg(Role::Accent), light.fg(Role::Accent));
        assert_eq!(other.on_other_ground(), theme);
    }
}
