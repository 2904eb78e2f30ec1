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

    /// Returns the widths that it is cut to, one after the other, where there is not room for all columns.
    fn floors(self) -> [u16; 4] {
        let is_of_signs = matches!(self.least, Some(0..=SIGNS));
        // The width that it keeps as long as others can give way.
        let wish = self.least.map_or(self.width, |least| least.min(self.width));
        // The same, as long as others have more than most of their cells need.
        let most = wish.max(self.usual.min(self.width));
        // One long cell of a column of signs gives way first: that leaves the others all they want.
        let first = if is_of_signs { most } else { self.width };
        [first, most, wish, self.need()]
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
    let all = wants.get(first..).unwrap_or_default();
    // As many from the left as fit when all that may be are cut.
    let mut shown = all;
    while let [_, .., _] = shown
        && total(shown.iter().map(|want| want.need())) > room
    {
        shown = shown.split_last().map_or(shown, |(_, shown)| shown);
    }
    let mut widths: Vec<u16> = shown.iter().map(|want| want.width).collect();
    for stage in 0..4 {
        let floors = shown.iter().map(|want| want.floors());
        let floors: Vec<u16> = floors.filter_map(|all| all.get(stage).copied()).collect();
        let mut over = total(widths.iter().copied()).saturating_sub(room);
        while over > 0 {
            let wider = widths
                .iter()
                .zip(&floors)
                .filter(|(width, floor)| width > floor);
            let Some(widest) = wider.map(|(width, _)| *width).max() else {
                break;
            };
            for (width, floor) in widths.iter_mut().zip(&floors) {
                if over > 0 && *width == widest && widest > *floor {
                    *width -= 1;
                    over -= 1;
                }
            }
        }
    }
    let mut left = match shown.len() == all.len() {
        true => room.saturating_sub(total(widths.iter().copied())),
        false => 0,
    };
    for (want, width) in shown.iter().zip(&mut widths) {
        if want.more <= left && *width >= want.width {
            *width += want.more;
            left -= want.more;
        }
    }
    let mut x: u16 = 0;
    let places = widths.into_iter().enumerate().map(|(at, width)| {
        let place = Place {
            column: first + at,
            x,
            width: width.min(room.saturating_sub(x)),
        };
        x = x.saturating_add(place.width + GAP);
        place
    });
    places.collect()
}

/// Adds up columns and the blanks between them.
fn total(widths: impl Iterator<Item = u16>) -> u16 {
    let sum = widths.fold(0_u16, |sum, width| {
        sum.saturating_add(width).saturating_add(GAP)
    });
    sum.saturating_sub(GAP)
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
