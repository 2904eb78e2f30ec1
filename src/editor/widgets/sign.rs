//! Every sign that the panes draw, with its meaning, for drawing and for the legend. The shapes differ as much
//! as the colours.

use crate::editor::widgets::theme::Role;
use crate::epd::Severity;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sign {
    pub text: &'static str,
    pub about: &'static str,
}

impl Sign {
    /// Returns one of several signs for an increasing amount.
    pub fn step(&self, step: usize) -> &'static str {
        let mut signs = self.text.split_inclusive(|_| true);
        signs.nth(step).unwrap_or(self.text)
    }
}

pub(crate) const fn coloured(severity: Severity) -> (&'static str, Role) {
    match severity {
        Severity::Error => (ERROR.text, Role::Error),
        Severity::Warning => (WARNING.text, Role::Warning),
        Severity::Hint => (HINT.text, Role::Hint),
    }
}

macro_rules! signs {
    ($($group:literal { $($name:ident = $text:literal, $about:literal;)* })*) => {
        $($(
            #[doc = $about]
            pub const $name: Sign = Sign { text: $text, about: $about };
        )*)*

        /// All signs, by the part of the screen.
        pub const LEGEND: &[(&str, &[Sign])] = &[$(($group, &[$($name),*])),*];
    };
}

signs! {
    "In the list, before a line" {
        EDITED = "▎", "edited since the last save";
        NEW = "+", "new since the last save";
        MARKED = "◆", "marked for bulk edits and copying";
        MARKED_EDITED = "◈", "marked, and edited or new";
    }
    "In the list, in columns" {
        WHITE = "w", "White to move";
        BLACK = "b", "Black to move";
        ASCENDING = "▲", "sorted by this column, ascending";
        DESCENDING = "▼", "sorted by this column, descending";
        MORE_LEFT = "‹", "more columns to the left";
        MORE_RIGHT = "›", "more columns to the right";
        CUT = "…", "text continues";
    }
    "Problems" {
        ERROR = "✗", "an error; something failed";
        WARNING = "~", "a warning; a line that differs";
        HINT = "·", "a hint";
        GOOD = "✓", "no problem; something was done";
    }
    "On the right edge of the list, for the whole file" {
        MAP_ERRORS = "░▒▓█", "problems here, with an error: in few, some, many, most lines";
        MAP_WARNINGS = "▁▂▃▄", "warnings or duplicates here: in few, some, many, most lines";
        MAP_MATCHES = "⋄◇", "matches of the search here: in few, in many lines";
        MAP_EDITS = "▪■", "edited lines here: few, many";
        SCROLL = "┃", "what the screen shows of it";
    }
    "Comparing files and records" {
        UNSAVED = "●", "a file with unsaved changes";
        OPEN = "▸", "a file that is open; the operation with the cursor";
        REMOVED = "−", "only there: removed here";
        BOTH = "↔", "between the two lines of a record that is on both sides";
        IDENTICAL = "=", "the same record in both files";
        MOVED = "⇅", "the same line in another place of the file";
    }
    "In menus and messages" {
        ON = "●", "a switch that is on";
        OFF = "○", "a switch that is off; what could not be done";
    }
    "On the board" {
        PICKED = "↑", "the piece held";
        WRONG = "!", "a problem on this square";
        TARGET = "●", "the piece held can go there";
        AVOID = "×", "target of a move to avoid";
        FROM = "•", "start of a best move, a move to avoid or the last move";
        HAND = "◂", "the piece held; the cursor on small squares";
    }
}
