//! Short forced mates, for queries over many records.

use std::cell::RefCell;

use shakmaty::Chess;

use crate::epd::mate::{Answer, Search};

/// The number of positions after which a search gives up: about a second.
const MOST: u64 = 3_000_000;
/// The memory of each thread for positions, in bytes.
const MEMORY: usize = 4 << 20;

thread_local! {
    static SEARCH: RefCell<Search> = RefCell::new(Search::with_memory(MEMORY));
}

/// Returns the number of moves in which the side to move can force mate, at most `most`. `None` if it can't, or if a
/// search of some million positions is inconclusive.
pub(super) fn mate_in(position: &Chess, most: u8) -> Option<u8> {
    SEARCH.with_borrow_mut(|search| {
        let end = search.nodes().saturating_add(MOST);
        match search.shortest(position, most, &mut |nodes| nodes < end) {
            Answer::Mate(mate) => Some(mate.moves()),
            Answer::None | Answer::Undecided(_) => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::{ReadOptions, Record};

    #[track_caller]
    fn check(line: &str, expected: Option<u8>) {
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let position = record.position().expect("a position");
        assert_eq!(mate_in(position, 3), expected, "{line}");
    }

    #[test]
    fn mates_of_up_to_three_moves_are_found_and_longer_ones_are_not() {
        check("6k1/5ppp/8/8/8/8/8/R5K1 w - -", Some(1));
        check("kbK5/pp6/1P6/8/8/8/8/R7 w - -", Some(2));
        check("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - -", Some(3));
        check("4k3/8/8/8/8/8/4P3/4K3 w - -", None);
    }

    #[test]
    fn who_is_mated_or_stalemated_forces_nothing() {
        check("7k/6Q1/5K2/8/8/8/8/8 b - -", None);
        check("7k/5Q2/6K1/8/8/8/8/8 b - -", None);
        // Stalemate is not mate.
        check("7k/8/5KQ1/8/8/8/8/8 w - -", Some(1));
    }
}
