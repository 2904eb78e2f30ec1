//! Colours and emphasis by role: one table for a dark and a light screen, and its reduction to 256 colours, 16
//! colours and none.
//!
//! Colour alone never carries meaning: a meaningful role also has a modifier or accompanies a sign, so that a
//! screen without colour shows the same. The colours of the user's theme file override the table.

use crate::editor::state::settings::{Colour, Colours, RoleName, ThemeFile};
use crate::editor::widgets::words::kebab;
use crate::exchange::diagram::Theme as BoardColours;
use ratatui::style::{Color, Modifier, Style};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

pub use crate::editor::state::settings::Background;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Theme {
    pub(crate) background: Background,
    pub(crate) depth: Depth,
    pub(crate) board: BoardColours,
    /// Whether squares are lighter than symbols allow: images of pieces have outlines.
    pub(crate) outlined: bool,
    /// Whether the chosen background is painted on a terminal with only its own sixteen colours.
    pub(crate) grounded: bool,
    /// Whether underlines have the colour of the text: some terminals that know no other misread the sequence
    /// for it, and blink all further text.
    pub(crate) plain_underlines: bool,
    pub(crate) own: Own,
}

impl Theme {
    pub fn new(background: Background, depth: Depth) -> Self {
        Self {
            background,
            depth,
            ..Self::default()
        }
    }

    /// Returns the theme for images of pieces: in true colour, on the lighter squares that their outlines allow.
    #[must_use]
    pub const fn for_images(self) -> Self {
        Self {
            depth: Depth::Full,
            outlined: true,
            ..self
        }
    }

    pub const fn has_colour(&self) -> bool {
        !matches!(self.depth, Depth::None)
    }

    /// Returns the style of a role, which sets only the attributes that the role concerns.
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
        let style = self.own.over(style, role, self.depth, self.outlined);
        style.add_modifier(row.with_colour)
    }

    /// Returns the colours among the sixteen for the terminal's own text and background.
    const fn plain(&self) -> (Color, Color) {
        match (self.grounded, self.background) {
            (false, _) => (Color::Reset, Color::Reset),
            (true, Background::Dark) => (Color::White, Color::Black),
            (true, Background::Light) => (Color::Black, Color::White),
        }
    }

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

    /// Returns the text that fills the cells of a square. Only one of the sixteen colours is muted and far
    /// enough from white and from black, so there a light square has a texture instead.
    pub const fn texture(&self, role: Role) -> &'static str {
        match (self.depth, role) {
            (Depth::Sixteen, Role::LightSquare) => "░",
            _ => " ",
        }
    }

    /// Returns a style dimmed as behind a dialog: nearer to the background of the screen.
    pub fn dimmed(&self, style: Style) -> Style {
        let channels = |color: Color| match color {
            Color::Rgb(red, green, blue) => Some((red, green, blue)),
            Color::Indexed(index @ 16..) => Some(of_index(index)),
            _ => None,
        };
        let ground = self.style(Role::Screen).bg.and_then(channels);
        let mixed = |color: Option<Color>| {
            let ((red, green, blue), ground) = (color.and_then(channels)?, ground?);
            let mix = |own: u8, ground: u8| {
                let sum = u16::from(own) * SEEN_BEHIND + u16::from(ground) * (100 - SEEN_BEHIND);
                u8::try_from(sum / 100).unwrap_or(own)
            };
            let (red, green, blue) = (
                mix(red, ground.0),
                mix(green, ground.1),
                mix(blue, ground.2),
            );
            Some(self.depth.reduce(Color::Rgb(red, green, blue)))
        };
        match mixed(style.fg) {
            Some(text) => Style {
                fg: Some(text),
                bg: mixed(style.bg).or(style.bg),
                ..style
            },
            // Few colours have no darker ones.
            None => style.remove_modifier(BOLD).add_modifier(DIM),
        }
    }

    /// Returns an underline in the role's colour; the text keeps its own.
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

/// The percentage of a colour that remains behind a dialog.
pub(crate) const SEEN_BEHIND: u16 = 45;

/// The number of colours of a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Depth {
    /// 24 bits.
    #[default]
    Full,
    /// The 256 of xterm's palette: only the fixed 240 of them are used.
    Palette,
    /// The 16 that the user's terminal defines.
    Sixteen,
    /// None: `NO_COLOR`, or a terminal without colour.
    None,
}

impl Depth {
    /// Returns the nearest colour of this depth. Results are cached, since a frame has few colours but many cells.
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

type Channels = (u8, u8, u8);

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

/// Returns the value of an index of the fixed part of the palette (16..=255).
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

/// Returns the colours of light and dark squares on which unoutlined symbols of both colours are clear; and
/// their indices in the palette of 256, whose nearest colours may have another hue.
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

/// The colours that a theme file sets for each role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Own([Colours; Role::ALL.len()]);

impl Own {
    pub fn of(file: &ThemeFile) -> Self {
        let mut own = Self::default();
        for (at, colours) in &file.colours {
            if let Some(row) = own.0.get_mut(*at) {
                *row = *colours;
            }
        }
        own
    }

    /// Returns a style overridden by the role's own colours.
    fn over(&self, style: Style, role: Role, depth: Depth, for_images: bool) -> Style {
        let (text, ground) = self.0.get(role as usize).copied().unwrap_or_default();
        let shown = |colour: Option<Colour>| match colour? {
            Colour::Rgb(red, green, blue) => Some(depth.reduce(Color::Rgb(red, green, blue))),
            // An image can't use the terminal's colours: it gets those of xterm.
            Colour::Named(at) => match SIXTEEN.get(usize::from(at))? {
                (_, (red, green, blue)) if for_images => Some(Color::Rgb(*red, *green, *blue)),
                (color, _) => Some(*color),
            },
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

pub fn role_names() -> Vec<RoleName> {
    let roles = Role::ALL.iter().map(|role| RoleName {
        name: role.name(),
        is_ground: role.is_ground(),
    });
    roles.collect()
}

/// Returns a theme file to start from: every role with its description and default colours.
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

/// Text and background; `None` leaves the present one.
type Pair = (Option<Color>, Option<Color>);

/// A row of the table: the style of a role on every kind of screen.
struct RoleRow {
    dark: Pair,
    light: Pair,
    sixteen: Pair,
    /// The sixteen on a light background, where the bright ones are illegible.
    sixteen_light: Pair,
    /// Added if there is colour.
    with_colour: Modifier,
    /// The whole style without colour.
    bare: Modifier,
}

/// A colour by its value, `0xrrggbb`, or by the name of one of the sixteen.
macro_rules! colour {
    ($value:literal) => {
        Color::from_u32($value)
    };
    ($name:ident) => {
        Color::$name
    };
}

/// `[TEXT]`, `[on GROUND]`, `[TEXT on GROUND]`, or `[]` for neither.
macro_rules! pair {
    ([]) => {
        (None, None)
    };
    ([on $ground:tt]) => {
        (None, Some(colour!($ground)))
    };
    ([$text:tt]) => {
        (Some(colour!($text)), None)
    };
    ([$text:tt on $ground:tt]) => {
        (Some(colour!($text)), Some(colour!($ground)))
    };
}

/// The first of one or two.
macro_rules! first {
    ($first:tt $($second:tt)?) => {
        pair!($first)
    };
}

/// Rows of: the name, colours on a dark and on a light background, the sixteen on a dark background and, if
/// those differ, on a light one, the modifier with colour and the one without.
macro_rules! roles {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident $dark:tt $light:tt $sixteen:tt $([$($other:tt)*])? $with:ident $bare:ident;
    )+) => {
        /// The role of a part of the screen.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Role { $( $(#[doc = $doc])+ $name, )+ }

        impl Role {
            /// Every role, in the table's order.
            pub const ALL: &[Self] = &[ $( Self::$name, )+ ];

            /// Returns the role of a square without marks.
            pub(crate) const fn of_square(square: shakmaty::Square) -> Self {
                if square.is_dark() { Self::DarkSquare } else { Self::LightSquare }
            }

            /// Returns the name in theme files.
            pub fn name(self) -> String {
                kebab(&format!("{self:?}"))
            }

            /// Returns the description, in a sentence.
            pub fn about(self) -> &'static str {
                match self { $( Self::$name => concat!($($doc),+).trim(), )+ }
            }

            /// Returns whether it sets the background alone.
            fn is_ground(self) -> bool {
                self.row().dark.0.is_none()
            }

            const fn row(self) -> RoleRow {
                match self {
                    $( Self::$name => RoleRow {
                        dark: pair!($dark),
                        light: pair!($light),
                        sixteen: pair!($sixteen),
                        sixteen_light: first!($([$($other)*])? $sixteen),
                        with_colour: $with,
                        bare: $bare,
                    }, )+
                }
            }
        }
    };
}

const NO: Modifier = Modifier::empty();
const BOLD: Modifier = Modifier::BOLD;
const DIM: Modifier = Modifier::DIM;
const LINE: Modifier = Modifier::UNDERLINED;
const TURN: Modifier = Modifier::REVERSED;

roles! {
    /// The whole screen.
    Screen [0xd5dae1 on 0x15181d] [0x23282f on 0xfaf9f6] [Reset on Reset] NO NO;
    /// An overlay's ground and text.
    Overlay [0xd5dae1 on 0x1e232a] [0x23282f on 0xffffff] [Reset on Reset] NO NO;
    /// Secondary text: labels, line numbers, comments, meanings.
    // No grey of the sixteen is legible on a light background.
    Secondary [0x9ca6b4] [0x525b66] [Gray] [Reset] NO DIM;
    /// Borders of panes without focus, rules, tracks of scroll bars.
    Faint [0x6a7484] [0x878f99] [DarkGray] NO DIM;
    /// The focused pane's border and title, the active item's mark.
    Accent [0x6fb3f5] [0x0a5fbf] [Cyan] [Blue] BOLD BOLD;
    /// Titles of panes without focus.
    Title [0xb4bcc8] [0x414a55] [Reset] NO NO;
    /// The name of the file, headings.
    Heading [0xf0f3f7] [0x0d1117] [Reset] BOLD BOLD;
    /// A key that can be pressed.
    Key [0x6fb3f5] [0x0a5fbf] [Cyan] [Blue] NO BOLD;
    /// An error.
    Error [0xfb8a82] [0xbd2130] [LightRed] [Red] NO BOLD;
    /// A warning.
    Warning [0xe3b04b] [0x6a4200] [LightYellow] [Magenta] NO NO;
    /// A hint.
    Hint [0x6fcdbe] [0x0b6e63] [Cyan] [Blue] NO NO;
    /// Something just done, and nothing wrong.
    Good [0x8bc97a] [0x2f7018] [Green] [Reset] NO NO;
    /// Changed and not yet saved.
    Edited [0xc79bf2] [0x5f1aaf] [LightMagenta] [Magenta] NO BOLD;
    /// Text that was searched for.
    Match [0xffe9ad on 0x5c4708] [0x3a2a00 on 0xffdf80] [Black on LightYellow] NO LINE;
    /// The selected row of the focused pane.
    Selection [on 0x1f3550] [on 0xcfe2f7] [White on Blue] BOLD TURN;
    /// The selected row of another pane: still visible.
    SelectionAway [on 0x262c35] [on 0xe7e8e9] [] BOLD BOLD;
    /// Text selected for a change, and the cell under a drawn cursor.
    Cursor [0x15181d on 0x6fb3f5] [0xffffff on 0x0a5fbf] [Black on Cyan] [White on Blue] NO TURN;
    /// A field that takes text.
    Field [0xf0f3f7 on 0x0e1115] [0x0d1117 on 0xeeeeea] [] NO LINE;
    /// A visible mark for a byte that can't be printed.
    Mark [0xd0a274] [0x6b3d12] [LightMagenta] [Magenta] NO DIM;
    /// Raw line: the piece placement.
    Placement [0xd5dae1] [0x23282f] [Reset] NO NO;
    /// Raw line: the side to move, castling, en passant, clocks.
    Fields [0xa9b8cc] [0x40546e] [Gray] [Reset] NO NO;
    /// Raw line and operations: an opcode.
    Opcode [0x7cb8f0] [0x0a5fbf] [Cyan] [Blue] NO BOLD;
    /// Raw line and operations: a move.
    Move [0xf0f3f7] [0x0d1117] [Reset] BOLD NO;
    /// Raw line and operations: a number, a date, a time.
    Number [0xdfa878] [0x733a0c] [Reset] NO NO;
    /// Raw line and operations: a string.
    Text [0x9cc48a] [0x3a6b23] [Green] [Reset] NO NO;
    /// Raw line: text that belongs to nothing.
    Stray [0xfb8a82] [0xbd2130] [LightRed] [Red] NO NO;
    /// A white piece.
    WhitePiece [0xffffff] [0xffffff] [White] NO NO;
    /// The shaded parts of a white piece.
    WhiteDetail [0x9aa5b3] [0x9aa5b3] [Gray] NO NO;
    /// A black piece.
    BlackPiece [0x000000] [0x000000] [Black] NO NO;
    /// The lit parts of a black piece.
    BlackDetail [0x4b5663] [0x4b5663] [Gray] NO NO;
    /// A light square. Where the board's own colours can be shown, they are the background.
    LightSquare [] [] [Gray on DarkGray] NO NO;
    /// A dark square. Where the board's own colours can be shown, they are the background.
    DarkSquare [] [] [on DarkGray] NO NO;
    /// The square under the board's cursor.
    CursorSquare [on 0x3d86c6] [on 0x3d86c6] [on LightBlue] NO BOLD;
    /// The square whose piece is picked up, and squares it can go to.
    PickedSquare [on 0xa98a2c] [on 0xa98a2c] [on LightBlue] NO BOLD;
    /// A square that a problem refers to.
    ProblemSquare [on 0xb8544c] [on 0xb8544c] [on LightRed] NO BOLD;
    /// Squares of the best move.
    BestSquare [on 0x5f9a58] [on 0x5f9a58] [] NO BOLD;
    /// Squares of a move to avoid.
    AvoidSquare [on 0xa8636f] [on 0xa8636f] [] NO BOLD;
    /// The line of a best move.
    BestLine [0xc4f5a8] [0xc4f5a8] [LightGreen] NO DIM;
    /// The line of a move to avoid.
    AvoidLine [0xffd9dc] [0xffd9dc] [LightYellow] NO DIM;
    /// The line of a move that is looked at.
    LookedLine [0xffe9ad] [0xffe9ad] [White] NO DIM;
    /// Squares of the last move, or of the move looked at.
    LastSquare [on 0x8a8a4e] [on 0x8a8a4e] [] NO BOLD;
    /// A sign drawn on a square: cursor corners, arrows, exclamation marks.
    SquareSign [0xffffff] [0xffffff] [White] BOLD BOLD;
}

#[cfg(test)]
mod tests;
