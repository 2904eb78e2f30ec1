//! How wide columns are and where they stand.

/// A blank between two columns.
const GAP: u16 = 1;

/// The least width of a column that is cut.
const LEAST: u16 = 6;

/// The least width of a column of signs with numbers: the sign, and that more stands behind it.
pub(crate) const SIGNS: u16 = 2;

/// A column on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The index among the columns.
    pub column: usize,
    /// Screen columns from the left end of the list.
    pub x: u16,
    /// Screen columns it has.
    pub width: u16,
}

/// The width that a column wants, and those it can do with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Want {
    /// Screen columns that its content takes.
    pub width: u16,
    /// The width that it keeps as long as others can give way; `None` where it is never cut.
    pub least: Option<u16>,
    /// The width that most of its cells take: what only few need goes first; 0 where it is not known.
    pub usual: u16,
    /// Columns that it takes beyond those, where all have what they want and room is left: its sign
    /// then stands beside a word.
    pub more: u16,
}

impl Want {
    /// Returns that of a column whose width was set.
    pub(crate) fn set(width: u16) -> Self {
        Self {
            width,
            least: Some(width),
            usual: width,
            more: 0,
        }
    }

    /// Returns the width that a column of signs keeps where that leaves the others all they want: one long cell of
    /// it gives way first.
    fn signs(self) -> u16 {
        match self.least {
            Some(0..=SIGNS) => self.most(),
            _ => self.width,
        }
    }

    /// Returns the width that it keeps as long as others have more than most of their cells need.
    fn most(self) -> u16 {
        self.wish().max(self.usual.min(self.width))
    }

    /// Returns the width that it keeps as long as others can give way.
    fn wish(self) -> u16 {
        self.least.map_or(self.width, |least| least.min(self.width))
    }

    /// Returns the width that it needs to be there at all; a column of signs needs no more than that.
    fn need(self) -> u16 {
        self.least.map_or(self.width, |least| match least {
            0..=SIGNS => least.min(self.width),
            _ => LEAST.min(self.width),
        })
    }
}

/// Shares `room` among the columns from `first` on: each gets what it wants where that is possible;
/// else the widest of those that may be cut give way. Columns that have no room even so are not
/// there.
pub fn place(wants: &[Want], first: usize, room: u16) -> Vec<Place> {
    let shown: Vec<(usize, Want)> = wants.iter().copied().enumerate().skip(first).collect();
    let mut taken = shown.len();
    // As many from the left as fit when all that may be are cut.
    while taken > 1 && least(shown.get(..taken).unwrap_or_default()) > room {
        taken -= 1;
    }
    let shown = shown.get(..taken).unwrap_or_default();
    let mut widths: Vec<u16> = shown.iter().map(|(_, want)| want.width).collect();
    let gaps = GAP * u16::try_from(shown.len().saturating_sub(1)).unwrap_or(0);
    let mut over = sum(&widths).saturating_add(gaps).saturating_sub(room);
    for floor in [Want::signs, Want::most, Want::wish, Want::need] {
        while over > 0 {
            let can = shown.iter().zip(&widths);
            let widest = can
                .filter(|((_, want), width)| **width > floor(*want))
                .map(|(_, width)| *width)
                .max();
            let Some(widest) = widest else { break };
            for ((_, want), width) in shown.iter().zip(&mut widths) {
                if over > 0 && *width == widest && widest > floor(*want) {
                    *width -= 1;
                    over -= 1;
                }
            }
        }
    }
    let mut left = match taken == wants.len().saturating_sub(first) {
        true => room.saturating_sub(sum(&widths).saturating_add(gaps)),
        false => 0,
    };
    for ((_, want), width) in shown.iter().zip(&mut widths) {
        if want.more <= left && *width >= want.width {
            *width += want.more;
            left -= want.more;
        }
    }
    let mut x = 0;
    let mut places = Vec::with_capacity(shown.len());
    for (&(column, _), &width) in shown.iter().zip(&widths) {
        let width = width.min(room.saturating_sub(x));
        places.push(Place { column, x, width });
        x = x.saturating_add(width + GAP);
    }
    places
}

fn least(shown: &[(usize, Want)]) -> u16 {
    let gaps = GAP * u16::try_from(shown.len().saturating_sub(1)).unwrap_or(0);
    shown
        .iter()
        .fold(gaps, |sum, (_, want)| sum.saturating_add(want.need()))
}

fn sum(widths: &[u16]) -> u16 {
    widths
        .iter()
        .fold(0, |sum, width| sum.saturating_add(*width))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn widths(wants: &[(u16, bool)], room: u16) -> Vec<u16> {
        let wants: Vec<Want> = wants
            .iter()
            .map(|&(width, is_cut)| Want {
                width,
                least: is_cut.then_some(6),
                usual: 0,
                more: 0,
            })
            .collect();
        place(&wants, 0, room)
            .iter()
            .map(|place| place.width)
            .collect()
    }

    #[test]
    fn where_there_is_room_every_column_has_what_it_wants() {
        assert_eq!(widths(&[(3, false), (20, true), (8, true)], 40), [3, 20, 8]);
    }

    #[test]
    fn the_widest_give_way_first_and_to_the_same_width() {
        assert_eq!(widths(&[(3, false), (20, true), (8, true)], 21), [3, 8, 8]);
        assert_eq!(widths(&[(3, false), (20, true), (8, true)], 20), [3, 7, 8]);
    }

    #[test]
    fn an_id_stays_whole_before_moves_do() {
        let wants = [(9, 12), (10, 6)].map(|(width, least)| Want {
            width,
            least: Some(least),
            usual: 0,
            more: 0,
        });
        let places = place(&wants, 0, 16);
        let widths: Vec<u16> = places.iter().map(|place| place.width).collect();
        assert_eq!(widths, [9, 6]);
        // But no column goes for it.
        let mut wants = wants.to_vec();
        wants.push(Want {
            width: 1,
            least: None,
            usual: 0,
            more: 0,
        });
        let places = place(&wants, 0, 16);
        let widths: Vec<u16> = places.iter().map(|place| place.width).collect();
        assert_eq!(widths, [7, 6, 1]);
    }

    #[test]
    fn what_only_few_cells_need_gives_way_before_what_most_do() {
        let wants = [(20, 20), (30, 5)].map(|(width, usual)| Want {
            width,
            least: Some(6),
            usual,
            more: 0,
        });
        let widths = |room| -> Vec<u16> {
            let places = place(&wants, 0, room);
            places.iter().map(|place| place.width).collect()
        };
        assert_eq!(widths(51), [20, 30]);
        assert_eq!(widths(31), [20, 10]);
        assert_eq!(widths(27), [20, 6]);
        assert_eq!(widths(21), [14, 6]);
    }

    #[test]
    fn one_long_cell_of_a_column_of_signs_gives_way_before_all_others() {
        let wants = [(9, 4), (4, SIGNS)].map(|(width, least)| Want {
            width,
            least: Some(least),
            usual: 1,
            more: 0,
        });
        let widths = |room| -> Vec<u16> {
            let places = place(&wants, 0, room);
            places.iter().map(|place| place.width).collect()
        };
        assert_eq!(widths(14), [9, 4]);
        assert_eq!(widths(12), [9, 2]);
        assert_eq!(widths(10), [7, 2]);
    }

    #[test]
    fn a_sign_has_its_word_beside_it_where_nothing_gives_way_for_it() {
        let wants = [(1, 6), (20, 0)].map(|(width, more)| Want {
            width,
            least: (more == 0).then_some(6),
            usual: 0,
            more,
        });
        let widths = |room| -> Vec<u16> {
            let places = place(&wants, 0, room);
            places.iter().map(|place| place.width).collect()
        };
        assert_eq!(widths(28), [7, 20]);
        assert_eq!(widths(27), [1, 20]);
        assert_eq!(widths(15), [1, 13]);
    }

    #[test]
    fn what_has_no_room_even_when_all_are_cut_is_left_out() {
        assert_eq!(widths(&[(3, false), (20, true), (20, true)], 12), [3, 8]);
    }

    proptest! {
        #[test]
        fn columns_never_overlap_and_never_leave_the_room(
            wants in proptest::collection::vec((0u16..80, any::<bool>()), 1..9),
            first in 0usize..4,
            room in 0u16..120,
        ) {
            let wants: Vec<Want> = wants
                .into_iter()
                .map(|(width, is_cut)| Want {
                    width,
                    least: is_cut.then_some(6),
                    usual: 0,
                    more: 0,
                })
                .collect();
            let places = place(&wants, first, room);
            for (one, next) in places.iter().zip(places.iter().skip(1)) {
                prop_assert!(one.x + one.width < next.x || one.width == 0);
                prop_assert_eq!(one.column + 1, next.column);
            }
            for place in places {
                prop_assert!(place.width == 0 || place.x + place.width <= room);
            }
        }
    }
}
