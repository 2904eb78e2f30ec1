//! The table of roles.

use ratatui::style::{Color, Modifier};

type Rgb = (u8, u8, u8);
/// Text and ground; `None` leaves what is there.
type Pair<T> = (Option<T>, Option<T>);

/// One row of the table: what a role looks like on every kind of screen.
pub(super) struct Row {
    pub(super) dark: Pair<Rgb>,
    pub(super) light: Pair<Rgb>,
    pub(super) sixteen: Pair<Color>,
    /// The sixteen on light ground, where the bright ones can't be read.
    pub(super) sixteen_light: Pair<Color>,
    /// Added wherever there is colour.
    pub(super) with_colour: Modifier,
    /// All there is without colour.
    pub(super) bare: Modifier,
}

const fn hex(value: u32) -> Rgb {
    let [_, red, green, blue] = value.to_be_bytes();
    (red, green, blue)
}

/// `fg 0x..`, `bg 0x..` or `fg 0x.. bg 0x..`; `-` for neither.
macro_rules! pair {
    (-; $wrap:ident) => {
        (None, None)
    };
    (fg $fg:expr; $wrap:ident) => {
        (Some($wrap($fg)), None)
    };
    (bg $bg:expr; $wrap:ident) => {
        (None, Some($wrap($bg)))
    };
    (fg $fg:expr, bg $bg:expr; $wrap:ident) => {
        (Some($wrap($fg)), Some($wrap($bg)))
    };
}

const fn same(color: Color) -> Color {
    color
}

/// The sixteen on light ground: those of the second brackets, where there are any.
macro_rules! on_light {
    ([$($dark:tt)+]) => {
        pair!($($dark)+; same)
    };
    ([$($dark:tt)+] [$($light:tt)+]) => {
        pair!($($light)+; same)
    };
}

macro_rules! roles {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident {
            dark: [$($dark:tt)+],
            light: [$($light:tt)+],
            sixteen: [$($sixteen:tt)+] $([$($bright:tt)+])?,
            with: $with:expr,
            bare: $bare:expr,
        }
    )+) => {
        /// What a piece of the screen means.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Role { $( $(#[doc = $doc])+ $name, )+ }

        impl Role {
            /// Every role, in the table's order.
            pub const ALL: &[Self] = &[ $( Self::$name, )+ ];

            /// That of a square without marks.
            pub(crate) const fn of_square(square: shakmaty::Square) -> Self {
                if square.is_dark() { Self::DarkSquare } else { Self::LightSquare }
            }

            /// What theme files call it.
            pub fn name(self) -> String {
                kebab(match self { $( Self::$name => stringify!($name), )+ })
            }

            /// What it is, in a sentence.
            pub fn about(self) -> &'static str {
                match self { $( Self::$name => concat!($($doc),+).trim(), )+ }
            }

            /// Whether it is about the ground alone.
            pub(super) fn is_ground(self) -> bool {
                self.row().dark.0.is_none()
            }

            pub(super) fn row(self) -> Row {
                match self {
                    $( Self::$name => Row {
                        dark: pair!($($dark)+; hex),
                        light: pair!($($light)+; hex),
                        sixteen: pair!($($sixteen)+; same),
                        sixteen_light: on_light!([$($sixteen)+] $([$($bright)+])?),
                        with_colour: $with,
                        bare: $bare,
                    }, )+
                }
            }
        }
    };
}

/// `LightSquare` as `light-square`.
fn kebab(name: &str) -> String {
    let mut kebab = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !kebab.is_empty() {
            kebab.push('-');
        }
        kebab.push(c.to_ascii_lowercase());
    }
    kebab
}

const NO: Modifier = Modifier::empty();
const BOLD: Modifier = Modifier::BOLD;
const DIM: Modifier = Modifier::DIM;
const LINE: Modifier = Modifier::UNDERLINED;
const TURN: Modifier = Modifier::REVERSED;

roles! {
    /// The whole screen.
    Screen {
        dark: [fg 0xd5dae1, bg 0x15181d],
        light: [fg 0x23282f, bg 0xfaf9f6],
        sixteen: [fg Color::Reset, bg Color::Reset],
        with: NO, bare: NO,
    }
    /// An overlay's ground and text.
    Overlay {
        dark: [fg 0xd5dae1, bg 0x1e232a],
        light: [fg 0x23282f, bg 0xffffff],
        sixteen: [fg Color::Reset, bg Color::Reset],
        with: NO, bare: NO,
    }
    /// What can wait: labels, line numbers, comments, meanings.
    Secondary {
        dark: [fg 0x9ca6b4],
        light: [fg 0x525b66],
        // No grey of the sixteen can be read on a light ground.
        sixteen: [fg Color::Gray] [fg Color::Reset],
        with: NO, bare: DIM,
    }
    /// Borders of panes without focus, rules, rests of scroll bars.
    Faint {
        dark: [fg 0x6a7484],
        light: [fg 0x878f99],
        sixteen: [fg Color::DarkGray],
        with: NO, bare: DIM,
    }
    /// The focused pane's border and title, the active item's mark.
    Accent {
        dark: [fg 0x6fb3f5],
        light: [fg 0x0a5fbf],
        sixteen: [fg Color::Cyan] [fg Color::Blue],
        with: BOLD, bare: BOLD,
    }
    /// Titles of panes without focus.
    Title {
        dark: [fg 0xb4bcc8],
        light: [fg 0x414a55],
        sixteen: [fg Color::Reset],
        with: NO, bare: NO,
    }
    /// The name of the file, headings.
    Heading {
        dark: [fg 0xf0f3f7],
        light: [fg 0x0d1117],
        sixteen: [fg Color::Reset],
        with: BOLD, bare: BOLD,
    }
    /// A key that can be pressed.
    Key {
        dark: [fg 0x6fb3f5],
        light: [fg 0x0a5fbf],
        sixteen: [fg Color::Cyan] [fg Color::Blue],
        with: NO, bare: BOLD,
    }
    /// An error.
    Error {
        dark: [fg 0xfb8a82],
        light: [fg 0xbd2130],
        sixteen: [fg Color::LightRed] [fg Color::Red],
        with: NO, bare: BOLD,
    }
    /// A warning.
    Warning {
        dark: [fg 0xe3b04b],
        light: [fg 0x6a4200],
        sixteen: [fg Color::LightYellow] [fg Color::Magenta],
        with: NO, bare: NO,
    }
    /// A hint.
    Hint {
        dark: [fg 0x6fcdbe],
        light: [fg 0x0b6e63],
        sixteen: [fg Color::Cyan] [fg Color::Blue],
        with: NO, bare: NO,
    }
    /// Something just done, and nothing wrong.
    Good {
        dark: [fg 0x8bc97a],
        light: [fg 0x2f7018],
        sixteen: [fg Color::Green] [fg Color::Reset],
        with: NO, bare: NO,
    }
    /// Changed and not yet saved.
    Edited {
        dark: [fg 0xc79bf2],
        light: [fg 0x5f1aaf],
        sixteen: [fg Color::LightMagenta] [fg Color::Magenta],
        with: NO, bare: BOLD,
    }
    /// Text that was searched for.
    Match {
        dark: [fg 0xffe9ad, bg 0x5c4708],
        light: [fg 0x3a2a00, bg 0xffdf80],
        sixteen: [fg Color::Black, bg Color::LightYellow],
        with: NO, bare: LINE,
    }
    /// The selected row of the focused pane.
    Selection {
        dark: [bg 0x1f3550],
        light: [bg 0xcfe2f7],
        sixteen: [fg Color::White, bg Color::Blue],
        with: BOLD, bare: TURN,
    }
    /// The selected row of another pane: still visible.
    SelectionAway {
        dark: [bg 0x262c35],
        light: [bg 0xe7e8e9],
        sixteen: [-],
        with: BOLD, bare: BOLD,
    }
    /// Text selected for a change, and the cell under a drawn cursor.
    Cursor {
        dark: [fg 0x15181d, bg 0x6fb3f5],
        light: [fg 0xffffff, bg 0x0a5fbf],
        sixteen: [fg Color::Black, bg Color::Cyan] [fg Color::White, bg Color::Blue],
        with: NO, bare: TURN,
    }
    /// A field that takes text.
    Field {
        dark: [fg 0xf0f3f7, bg 0x0e1115],
        light: [fg 0x0d1117, bg 0xeeeeea],
        sixteen: [-],
        with: NO, bare: LINE,
    }
    /// A visible mark for a byte that has no shape.
    Mark {
        dark: [fg 0xd0a274],
        light: [fg 0x6b3d12],
        sixteen: [fg Color::LightMagenta] [fg Color::Magenta],
        with: NO, bare: DIM,
    }
    /// Raw line: the piece placement.
    Placement {
        dark: [fg 0xd5dae1],
        light: [fg 0x23282f],
        sixteen: [fg Color::Reset],
        with: NO, bare: NO,
    }
    /// Raw line: the side to move, castling, en passant, clocks.
    Fields {
        dark: [fg 0xa9b8cc],
        light: [fg 0x40546e],
        sixteen: [fg Color::Gray] [fg Color::Reset],
        with: NO, bare: NO,
    }
    /// Raw line and operations: an opcode.
    Opcode {
        dark: [fg 0x7cb8f0],
        light: [fg 0x0a5fbf],
        sixteen: [fg Color::Cyan] [fg Color::Blue],
        with: NO, bare: BOLD,
    }
    /// Raw line and operations: a move.
    Move {
        dark: [fg 0xf0f3f7],
        light: [fg 0x0d1117],
        sixteen: [fg Color::Reset],
        with: BOLD, bare: NO,
    }
    /// Raw line and operations: a number, a date, a time.
    Number {
        dark: [fg 0xdfa878],
        light: [fg 0x733a0c],
        sixteen: [fg Color::Reset],
        with: NO, bare: NO,
    }
    /// Raw line and operations: a string.
    Text {
        dark: [fg 0x9cc48a],
        light: [fg 0x3a6b23],
        sixteen: [fg Color::Green] [fg Color::Reset],
        with: NO, bare: NO,
    }
    /// Raw line: text that belongs to nothing.
    Stray {
        dark: [fg 0xfb8a82],
        light: [fg 0xbd2130],
        sixteen: [fg Color::LightRed] [fg Color::Red],
        with: NO, bare: NO,
    }
    /// A white piece.
    WhitePiece {
        dark: [fg 0xffffff],
        light: [fg 0xffffff],
        sixteen: [fg Color::White],
        with: NO, bare: NO,
    }
    /// The shaded parts of a white piece.
    WhiteDetail {
        dark: [fg 0x9aa5b3],
        light: [fg 0x9aa5b3],
        sixteen: [fg Color::Gray],
        with: NO, bare: NO,
    }
    /// A black piece.
    BlackPiece {
        dark: [fg 0x000000],
        light: [fg 0x000000],
        sixteen: [fg Color::Black],
        with: NO, bare: NO,
    }
    /// The lit parts of a black piece.
    BlackDetail {
        dark: [fg 0x4b5663],
        light: [fg 0x4b5663],
        sixteen: [fg Color::Gray],
        with: NO, bare: NO,
    }
    /// A light square: its ground is one of the board's colours where those can be shown.
    LightSquare {
        dark: [-],
        light: [-],
        sixteen: [fg Color::Gray, bg Color::DarkGray],
        with: NO, bare: NO,
    }
    /// A dark square: its ground likewise.
    DarkSquare {
        dark: [-],
        light: [-],
        sixteen: [bg Color::DarkGray],
        with: NO, bare: NO,
    }
    /// The square under the board's cursor.
    CursorSquare {
        dark: [bg 0x3d86c6],
        light: [bg 0x3d86c6],
        sixteen: [bg Color::LightBlue],
        with: NO, bare: BOLD,
    }
    /// The square whose piece is picked up, and squares it can go to.
    PickedSquare {
        dark: [bg 0xa98a2c],
        light: [bg 0xa98a2c],
        sixteen: [bg Color::LightBlue],
        with: NO, bare: BOLD,
    }
    /// A square a finding is about.
    ProblemSquare {
        dark: [bg 0xb8544c],
        light: [bg 0xb8544c],
        sixteen: [bg Color::LightRed],
        with: NO, bare: BOLD,
    }
    /// Squares of the best move.
    BestSquare {
        dark: [bg 0x5f9a58],
        light: [bg 0x5f9a58],
        sixteen: [-],
        with: NO, bare: BOLD,
    }
    /// Squares of a move to avoid.
    AvoidSquare {
        dark: [bg 0xa8636f],
        light: [bg 0xa8636f],
        sixteen: [-],
        with: NO, bare: BOLD,
    }
    /// The line of a best move.
    BestLine {
        dark: [fg 0xc4f5a8],
        light: [fg 0xc4f5a8],
        sixteen: [fg Color::LightGreen],
        with: NO, bare: DIM,
    }
    /// The line of a move to avoid.
    AvoidLine {
        dark: [fg 0xffd9dc],
        light: [fg 0xffd9dc],
        sixteen: [fg Color::LightYellow],
        with: NO, bare: DIM,
    }
    /// The line of a move that is looked at.
    LookedLine {
        dark: [fg 0xffe9ad],
        light: [fg 0xffe9ad],
        sixteen: [fg Color::White],
        with: NO, bare: DIM,
    }
    /// Squares of the last move, or of the move looked at.
    LastSquare {
        dark: [bg 0x8a8a4e],
        light: [bg 0x8a8a4e],
        sixteen: [-],
        with: NO, bare: BOLD,
    }
    /// A sign drawn on a square: cursor corners, arrows, exclamation marks.
    SquareSign {
        dark: [fg 0xffffff],
        light: [fg 0xffffff],
        sixteen: [fg Color::White],
        with: BOLD, bare: BOLD,
    }
}
