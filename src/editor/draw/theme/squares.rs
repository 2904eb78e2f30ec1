//! The colours of the board's squares: two tones of one hue for each board, on which the pieces of
//! both sides are clear.

use ratatui::style::Color;

use super::Depth;
use crate::exchange::diagram::Theme as BoardColours;

/// The light and the dark tone of a board.
struct Tones {
    /// Symbols and block art have no outline: white and black must both be clear on both tones.
    symbols: [u32; 2],
    /// The same in the palette of 256, whose nearest colours may be of another hue.
    palette: [u8; 2],
    /// Images have outlines: their squares can be lighter.
    images: [u32; 2],
}

const fn tones(board: BoardColours) -> Tones {
    match board {
        BoardColours::Slate => Tones {
            symbols: [0x8795a3, 0x5c6a7a],
            palette: [246, 241],
            images: BoardColours::Slate.squares(),
        },
        BoardColours::Brown => Tones {
            symbols: [0xb58863, 0x865c3a],
            palette: [137, 94],
            images: BoardColours::Brown.squares(),
        },
        BoardColours::Green => Tones {
            symbols: [0x819c5b, 0x587a3d],
            palette: [101, 58],
            images: BoardColours::Green.squares(),
        },
        BoardColours::Blue => Tones {
            symbols: [0x7997b0, 0x4f7190],
            palette: [67, 60],
            images: BoardColours::Blue.squares(),
        },
        BoardColours::Grey => Tones {
            symbols: [0x949494, 0x686868],
            palette: [246, 241],
            images: BoardColours::Grey.squares(),
        },
        BoardColours::Contrast => Tones {
            symbols: [0x949494, 0x5f5f5f],
            palette: [246, 59],
            images: BoardColours::Contrast.squares(),
        },
    }
}

/// The light and the dark square of a board; asked of the depths whose colours are known.
pub(super) fn of(board: BoardColours, depth: Depth, outlined: bool) -> [Color; 2] {
    let tones = tones(board);
    let rgb = |hex: u32| {
        let [_, red, green, blue] = hex.to_be_bytes();
        Color::Rgb(red, green, blue)
    };
    match (depth, outlined) {
        (Depth::Palette, _) => tones.palette.map(Color::Indexed),
        (_, true) => tones.images.map(rgb),
        (_, false) => tones.symbols.map(rgb),
    }
}
