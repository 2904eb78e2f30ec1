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
    /// A colour as this depth shows it: a true one becomes the nearest that there is.
    pub(super) fn reduce(self, color: Color) -> Color {
        let Color::Rgb(red, green, blue) = color else {
            return color;
        };
        let wanted = (red, green, blue);
        match self {
            Self::Full => color,
            Self::Sixteen => {
                let near = SIXTEEN.iter();
                let near = near.min_by_key(|(_, usual)| distance(*usual, wanted));
                near.map_or(Color::Reset, |(color, _)| *color)
            }
            Self::Palette | Self::None => {
                let near = (16..=255).min_by_key(|&index| distance(of_index(index), wanted));
                Color::Indexed(near.unwrap_or(231))
            }
        }
    }
}

/// One of the sixteen colours, in the terminal's order: as it is, or as xterm has it.
pub(super) fn sixteen(at: u8, as_true_colour: bool) -> Color {
    match SIXTEEN.get(usize::from(at)) {
        Some((_, (red, green, blue))) if as_true_colour => Color::Rgb(*red, *green, *blue),
        Some((color, _)) => *color,
        None => Color::Reset,
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

/// The value of an index of the fixed part of the palette (16..=255).
pub(super) fn of_index(index: u8) -> (u8, u8, u8) {
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

fn distance(a: (u8, u8, u8), b: (u8, u8, u8)) -> i64 {
    let mean = (i64::from(a.0) + i64::from(b.0)) / 2;
    let [red, green, blue] =
        [(a.0, b.0), (a.1, b.1), (a.2, b.2)].map(|(x, y)| (i64::from(x) - i64::from(y)).pow(2));
    (512 + mean) * red / 256 + 4 * green + (767 - mean) * blue / 256
}
