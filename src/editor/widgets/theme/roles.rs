//! The table of roles.

use crate::editor::widgets::words::kebab;
use ratatui::style::{Color, Modifier};

/// Text and ground; `None` leaves what is there.
type Pair = (Option<Color>, Option<Color>);

/// One row of the table: what a role looks like on every kind of screen.
pub(super) struct Row {
    pub(super) dark: Pair,
    pub(super) light: Pair,
    pub(super) sixteen: Pair,
    /// The sixteen on light ground, where the bright ones can't be read.
    pub(super) sixteen_light: Pair,
    /// Added wherever there is colour.
    pub(super) with_colour: Modifier,
    /// All there is without colour.
    pub(super) bare: Modifier,
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

/// Rows of: the name, colours on dark and on light ground, the sixteen on dark ground and, where those
/// differ, on light ground, the modifier with colour and the one without.
macro_rules! roles {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident $dark:tt $light:tt $sixteen:tt $([$($other:tt)*])? $with:ident $bare:ident;
    )+) => {
        /// The role of a piece of the screen.
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

            /// Returns whether it is about the ground alone.
            pub(super) fn is_ground(self) -> bool {
                self.row().dark.0.is_none()
            }

            pub(super) const fn row(self) -> Row {
                match self {
                    $( Self::$name => Row {
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
    // No grey of the sixteen can be read on a light ground.
    Secondary [0x9ca6b4] [0x525b66] [Gray] [Reset] NO DIM;
    /// Borders of panes without focus, rules, rests of scroll bars.
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
    /// A visible mark for a byte that has no shape.
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
    /// A light square: its ground is one of the board's colours where those can be shown.
    LightSquare [] [] [Gray on DarkGray] NO NO;
    /// A dark square: its ground likewise.
    DarkSquare [] [] [on DarkGray] NO NO;
    /// The square under the board's cursor.
    CursorSquare [on 0x3d86c6] [on 0x3d86c6] [on LightBlue] NO BOLD;
    /// The square whose piece is picked up, and squares it can go to.
    PickedSquare [on 0xa98a2c] [on 0xa98a2c] [on LightBlue] NO BOLD;
    /// A square a finding is about.
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
