//! How many colours the terminal shows, and the nearest colour it has.

use ratatui::style::Color;

/// How many colours a terminal shows.
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
    /// A true colour as this depth shows it.
    pub(super) fn reduce(self, (red, green, blue): (u8, u8, u8)) -> Color {
        match self {
            Self::Full => Color::Rgb(red, green, blue),
            Self::Sixteen => {
                let near = |at: &u8| distance(Self::usual(*at), (red, green, blue));
                Self::sixteen((0..16).min_by_key(near).unwrap_or_default())
            }
            Self::Palette | Self::None => Color::Indexed(nearest((red, green, blue))),
        }
    }

    /// One of the sixteen colours, in the terminal's order.
    pub(super) fn sixteen(at: u8) -> Color {
        let color = SIXTEEN.get(usize::from(at)).map(|(color, _)| *color);
        color.unwrap_or(Color::Reset)
    }

    /// What one of the sixteen colours usually is: xterm's.
    pub(super) fn usual(at: u8) -> (u8, u8, u8) {
        let usual = SIXTEEN.get(usize::from(at)).map(|(_, usual)| *usual);
        usual.unwrap_or_default()
    }
}

/// The sixteen colours, each with what xterm has for it.
const SIXTEEN: [(Color, (u8, u8, u8)); 16] = [
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

/// The six levels of a channel in the 6x6x6 cube.
const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// The value of an index of the fixed part of the palette (16..=255).
pub(super) fn of_index(index: u8) -> (u8, u8, u8) {
    if index >= 232 {
        let grey = 8 + 10 * (index - 232);
        return (grey, grey, grey);
    }
    let cube = usize::from(index.saturating_sub(16));
    let level = |at: usize| LEVELS.get(at % 6).copied().unwrap_or_default();
    (level(cube / 36), level(cube / 6), level(cube))
}

/// The palette's colour nearest to one, as the eye weighs red, green and blue.
fn nearest(wanted: (u8, u8, u8)) -> u8 {
    (16..=255)
        .min_by_key(|&index| distance(of_index(index), wanted))
        .unwrap_or(231)
}

fn distance(a: (u8, u8, u8), b: (u8, u8, u8)) -> i64 {
    let mean = (i64::from(a.0) + i64::from(b.0)) / 2;
    let [red, green, blue] =
        [(a.0, b.0), (a.1, b.1), (a.2, b.2)].map(|(x, y)| (i64::from(x) - i64::from(y)).pow(2));
    (512 + mean) * red / 256 + 4 * green + (767 - mean) * blue / 256
}
