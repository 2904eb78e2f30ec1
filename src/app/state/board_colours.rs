//! The colours of the board.

/// Which colours the squares of the board have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BoardColours {
    /// Blue-grey, as quiet as the rest of the screen.
    #[default]
    Slate,
    /// Like wood.
    Brown,
    Green,
    Blue,
    /// No hue at all.
    Grey,
    /// As far from one another as the pieces allow.
    Contrast,
}

impl BoardColours {
    /// All, in the order of the menu.
    pub const ALL: [Self; 6] = [
        Self::Slate,
        Self::Brown,
        Self::Green,
        Self::Blue,
        Self::Grey,
        Self::Contrast,
    ];
}
