//! The colours of boards, drawn and in the editor.

/// The colours of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    #[default]
    Slate,
    Brown,
    /// Green, as on tournament boards.
    Green,
    Blue,
    Grey,
    /// White and a middle grey, for print.
    Contrast,
}

impl Theme {
    /// All themes, in menu order.
    pub const ALL: [Self; 6] = [
        Self::Slate,
        Self::Brown,
        Self::Green,
        Self::Blue,
        Self::Grey,
        Self::Contrast,
    ];

    const fn row(self) -> (&'static str, [u32; 2]) {
        match self {
            Self::Slate => ("slate", [0xaab6c2, 0x6e7d8e]),
            Self::Brown => ("brown", [0xe3cda8, 0xae7f58]),
            Self::Green => ("green", [0xdde0bf, 0x779556]),
            Self::Blue => ("blue", [0xccdae4, 0x6c91b0]),
            Self::Grey => ("grey", [0xc4c4c4, 0x848484]),
            Self::Contrast => ("contrast", [0xffffff, 0x8a8a8a]),
        }
    }

    /// Returns the name in settings and on the command line.
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// Returns the colours of the light and the dark squares, as red, green and blue.
    pub const fn squares(self) -> [u32; 2] {
        self.row().1
    }
}
