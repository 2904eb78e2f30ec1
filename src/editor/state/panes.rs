//! How a person shares the screen among the panes, whichever file is shown: sizes where they were
//! chosen, and which panes are hidden. A value with a text of its own:
//!
//! ```text
//! panes = { ("list" | "side" | "records" | "problems") PERMILLE | ("raw" | "board") CELLS
//!         | "hidden" PANE }
//! ```

use crate::editor::state::view::Pane;

/// A part of the screen, in thousandths: it is the same on a larger screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share(u16);

const WHOLE: u32 = 1000;

impl Share {
    /// So many of `all` cells.
    pub fn of(cells: u16, all: u16) -> Self {
        let all = u32::from(all.max(1));
        let share = (u32::from(cells) * WHOLE + all / 2) / all;
        Self(u16::try_from(share.min(WHOLE)).unwrap_or(0))
    }

    /// As so many of `all` cells.
    pub fn cells(self, all: u16) -> u16 {
        let cells = (u32::from(self.0) * u32::from(all) + WHOLE / 2) / WHOLE;
        u16::try_from(cells).unwrap_or(all).min(all)
    }
}

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

/// A border that the mouse holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HeldBorder {
    pub(crate) border: Border,
    /// Cells from the mouse to it.
    pub(crate) before: u16,
    pub(crate) moved: bool,
}

/// See the module. What is not chosen is made for what is in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Panes {
    /// The list's share of the columns, beside the board.
    pub list: Option<Share>,
    /// The same of the operations and problems.
    pub side: Option<Share>,
    /// The list's share of the rows, above the operations.
    pub records: Option<Share>,
    /// The problems' share of the rows.
    pub problems: Option<Share>,
    /// Rows of the raw line.
    pub raw: Option<u16>,
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
        let mut shown = Pane::ALL.into_iter().filter(|pane| !self.is_hidden(*pane));
        shown.next() == Some(pane) && shown.next().is_none()
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

    /// Takes back what was chosen for a border.
    pub fn reset(&mut self, border: Border) {
        match border {
            Border::List => self.list = None,
            Border::Side => self.side = None,
            Border::Records => self.records = None,
            Border::Problems => self.problems = None,
            Border::Raw => self.raw = None,
        }
    }

    /// As text; empty where nothing was chosen.
    pub fn text(&self) -> String {
        let shares = [
            ("list", self.list),
            ("side", self.side),
            ("records", self.records),
            ("problems", self.problems),
        ];
        let shares = shares.into_iter().filter_map(|(name, share)| {
            let Share(share) = share?;
            Some(format!("{name} {share}"))
        });
        let cells = [("raw", self.raw), ("board", self.board)];
        let cells = cells
            .into_iter()
            .filter_map(|(name, cells)| Some(format!("{name} {}", cells?)));
        let hidden = NAMES
            .iter()
            .filter(|(pane, _)| self.is_hidden(*pane))
            .map(|(_, name)| format!("hidden {name}"));
        let words: Vec<String> = shares.chain(cells).chain(hidden).collect();
        words.join(" ")
    }

    /// Reads a text; what it does not know is left out.
    pub fn read(text: &str) -> Self {
        let mut panes = Self::default();
        let mut words = text.split_ascii_whitespace();
        while let (Some(name), Some(value)) = (words.next(), words.next()) {
            let number: Option<u16> = value.parse().ok();
            let share = number.filter(|n| u32::from(*n) <= WHOLE).map(Share);
            match name {
                "list" => panes.list = share,
                "side" => panes.side = share,
                "records" => panes.records = share,
                "problems" => panes.problems = share,
                "raw" => panes.raw = number,
                "board" => panes.board = number,
                "hidden" => {
                    let named = NAMES.iter().find(|(_, name)| *name == value);
                    if let Some((pane, _)) = named.filter(|(pane, _)| !panes.is_hidden(*pane)) {
                        panes.toggle(*pane);
                    }
                }
                _ => {}
            }
        }
        panes
    }
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
            let [list, side, records, problems] = shares.map(|share| share.map(Share));
            let [raw, board] = cells;
            let mut panes =
                Panes { list, side, records, problems, raw, board, hidden: Vec::new() };
            for at in hidden {
                panes.toggle(Pane::ALL[at]);
            }
            let again = Panes::read(&panes.text());
            prop_assert_eq!(again.text(), panes.text());
            prop_assert_eq!(again.list, panes.list);
        }

        #[test]
        fn any_text_is_read(text in ".*|((list|raw|hidden) [a-z0-9]{1,6} )*") {
            let panes = Panes::read(&text);
            prop_assert_eq!(Panes::read(&panes.text()).text(), panes.text());
        }

        #[test]
        fn a_share_gives_back_the_cells_it_was_made_of(all in 1u16..500, cells in 0u16..500) {
            let cells = cells.min(all);
            prop_assert_eq!(Share::of(cells, all).cells(all), cells);
        }
    }
}
