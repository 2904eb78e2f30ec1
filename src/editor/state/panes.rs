//! How a person shares the screen among the panes, whichever file is shown: sizes where they were
//! chosen, and which panes are hidden. A value with a text of its own:
//!
//! ```text
//! panes = { ("list" | "side" | "records" | "problems") PERMILLE | ("raw" | "board") CELLS
//!         | "hidden" PANE }
//! ```

use crate::editor::state::columns::Column;
use crate::editor::state::view::Pane;
use crate::editor::widgets::Rect;

/// A border between panes that can be moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Border {
    /// Right of the list, where it stands beside the board.
    List,
    /// Left of the operations.
    Side,
    /// Below the list, where it stands above the operations.
    Records,
    /// Above the problems.
    Problems,
    /// Above the raw line.
    Raw,
}

impl Border {
    /// All, with their names in the text.
    pub(crate) const ALL: [(Self, &'static str); 5] = [
        (Self::List, "list"),
        (Self::Side, "side"),
        (Self::Records, "records"),
        (Self::Problems, "problems"),
        (Self::Raw, "raw"),
    ];

    /// Returns whether what it belongs to stands above or below it, not beside it.
    pub(crate) const fn is_level(self) -> bool {
        matches!(self, Self::Records | Self::Problems | Self::Raw)
    }

    /// Returns its column or row, at the end or the start of what it belongs to.
    pub(crate) const fn place(self, part: Rect) -> u16 {
        match self {
            Self::List => part.right(),
            Self::Records => part.bottom(),
            Self::Side => part.x,
            Self::Problems | Self::Raw => part.y,
        }
    }

    /// Returns the cells of what it belongs to, where it is moved to a column or a row.
    pub(crate) const fn cells_at(self, part: Rect, at: u16) -> u16 {
        match self {
            Self::List => at.saturating_sub(part.x),
            Self::Records => at.saturating_sub(part.y),
            Self::Side => part.right().saturating_sub(at),
            Self::Problems | Self::Raw => part.bottom().saturating_sub(at),
        }
    }
}

/// A border that the mouse holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HeldBorder {
    pub(crate) place: Held,
    pub(crate) moved: bool,
}

/// The border that is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    /// One between panes, and the cells from the mouse to it.
    Panes(Border, u16),
    /// The one behind the heading of a column, which begins at this column of the screen.
    Column(Column, u16),
}

/// The whole of a share.
const WHOLE: u16 = 1000;

/// See the module. What is not chosen is made for what is in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Panes {
    /// The size chosen for each [`Border`], in their order: thousandths of the screen's columns or rows,
    /// which are the same on a larger one; of the raw line its rows.
    sizes: [Option<u16>; Border::ALL.len()],
    /// Columns of a square of the board.
    pub board: Option<u16>,
    hidden: Vec<Pane>,
}

/// The names of panes in the text.
const NAMES: [(Pane, &str); 5] = [
    (Pane::Records, "list"),
    (Pane::Board, "board"),
    (Pane::Operations, "operations"),
    (Pane::Problems, "problems"),
    (Pane::Raw, "record"),
];

impl Panes {
    /// Returns whether a pane is hidden while it does not have the keys.
    pub fn is_hidden(&self, pane: Pane) -> bool {
        self.hidden.contains(&pane)
    }

    /// Returns whether a pane is the only one that is not hidden.
    pub fn is_last(&self, pane: Pane) -> bool {
        self.shown().eq([pane])
    }

    /// Returns the panes that are not hidden, in the order of Tab.
    pub fn shown(&self) -> impl DoubleEndedIterator<Item = Pane> {
        Pane::ALL.into_iter().filter(|pane| !self.is_hidden(*pane))
    }

    /// Hides a pane, or shows it again; the last one stays. Gives whether it is shown now.
    pub fn toggle(&mut self, pane: Pane) -> bool {
        if self.is_hidden(pane) {
            self.hidden.retain(|hidden| *hidden != pane);
        } else if !self.is_last(pane) {
            self.hidden.push(pane);
            return false;
        }
        true
    }

    /// Returns the same panes, sized for what is in them.
    #[must_use]
    pub fn with_usual_sizes(&self) -> Self {
        Self {
            hidden: self.hidden.clone(),
            ..Self::default()
        }
    }

    /// Returns the cells, of `all` that panes share, that were chosen for what a border belongs to.
    pub fn cells(&self, border: Border, all: u16) -> Option<u16> {
        let size = self.sizes[border as usize];
        match border {
            Border::Raw => size,
            _ => size.map(|share| rounded(share, all, WHOLE)),
        }
    }

    /// Chooses the cells, of `all`, of what a border belongs to; `None` leaves them to what is in it.
    pub fn choose(&mut self, border: Border, cells: Option<u16>, all: u16) {
        self.sizes[border as usize] = cells.map(|cells| match border {
            Border::Raw => cells.max(1),
            _ => rounded(cells.min(all), WHOLE, all),
        });
    }

    /// As text; empty where nothing was chosen.
    pub fn text(&self) -> String {
        let borders = Border::ALL
            .map(|(_, name)| name)
            .into_iter()
            .zip(self.sizes);
        let sizes = borders.chain([("board", self.board)]);
        let sizes = sizes.filter_map(|(name, size)| Some(format!("{name} {}", size?)));
        let hidden = NAMES
            .iter()
            .filter(|(pane, _)| self.is_hidden(*pane))
            .map(|(_, name)| format!("hidden {name}"));
        let words: Vec<String> = sizes.chain(hidden).collect();
        words.join(" ")
    }

    /// Reads a text; what it does not know is left out.
    pub fn read(text: &str) -> Self {
        let mut panes = Self::default();
        let mut words = text.split_ascii_whitespace();
        while let (Some(name), Some(value)) = (words.next(), words.next()) {
            let number: Option<u16> = value.parse().ok();
            let border = Border::ALL.into_iter().find(|(_, known)| *known == name);
            let pane = NAMES.into_iter().find(|(_, known)| *known == value);
            match (name, border, pane) {
                ("board", ..) => panes.board = number,
                ("hidden", _, Some((pane, _))) if !panes.is_hidden(pane) => {
                    panes.toggle(pane);
                }
                (_, Some((border, _)), _) => {
                    let fits = |size: &u16| border == Border::Raw || *size <= WHOLE;
                    panes.sizes[border as usize] = number.filter(fits);
                }
                _ => {}
            }
        }
        panes
    }
}

/// Returns a part of a whole as the same part of `all`, rounded.
fn rounded(part: u16, all: u16, whole: u16) -> u16 {
    let (part, all, whole) = (u32::from(part), u32::from(all), u32::from(whole.max(1)));
    u16::try_from((part * all + whole / 2) / whole).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn one_pane_is_always_shown() {
        let mut panes = Panes::default();
        for pane in Pane::ALL {
            panes.toggle(pane);
        }
        assert!(panes.is_last(Pane::Raw) && !panes.is_hidden(Pane::Raw));
        assert!(panes.toggle(Pane::Raw));
        assert!(panes.toggle(Pane::Board));
        assert!(!panes.is_hidden(Pane::Board));
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(
            shares in proptest::array::uniform4(proptest::option::of(0u16..=1000)),
            cells in proptest::array::uniform2(proptest::option::of(any::<u16>())),
            hidden in proptest::collection::vec(0usize..5, 0..8),
        ) {
            let [one, two, three, four] = shares;
            let [raw, board] = cells;
            let mut panes = Panes {
                sizes: [one, two, three, four, raw],
                board,
                hidden: Vec::new(),
            };
            for at in hidden {
                panes.toggle(Pane::ALL[at]);
            }
            let again = Panes::read(&panes.text());
            prop_assert_eq!(again.text(), panes.text());
            prop_assert_eq!(again.sizes, panes.sizes);
        }

        #[test]
        fn any_text_is_read(text in ".*|((list|raw|hidden) [a-z0-9]{1,6} )*") {
            let panes = Panes::read(&text);
            prop_assert_eq!(Panes::read(&panes.text()).text(), panes.text());
        }

        #[test]
        fn a_share_gives_back_the_cells_it_was_made_of(all in 1u16..500, cells in 0u16..500) {
            let cells = cells.min(all);
            let mut panes = Panes::default();
            panes.choose(Border::Side, Some(cells), all);
            prop_assert_eq!(panes.cells(Border::Side, all), Some(cells));
        }
    }
}
