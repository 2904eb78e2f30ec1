//! The transposition table of a search, in memory of a fixed size.

use shakmaty::{Move, Role};

/// The result of the search at a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Verdict {
    /// The number of full moves within which the side to move mates; 0 if unknown.
    within: u8,
    /// The number of full moves within which the side to move does not mate.
    not_within: u8,
    /// The move that mates, in short form.
    pub best: Option<u16>,
}

impl Verdict {
    /// Returns true if the side to move mates within `moves`; `None` if that is unknown.
    pub(super) fn answer(self, moves: u8) -> Option<bool> {
        if self.within != 0 && self.within <= moves {
            Some(true)
        } else if self.not_within >= moves {
            Some(false)
        } else {
            None
        }
    }

    /// Returns a move in two bytes, which identify it among the moves of its position. Never 0.
    pub(super) fn in_short(played: Move) -> u16 {
        let from = played.from().map_or(0, u16::from);
        let promotion = match played.promotion() {
            None => 1,
            Some(Role::Knight) => 2,
            Some(Role::Bishop) => 3,
            Some(Role::Rook) => 4,
            Some(_) => 5,
        };
        from | u16::from(played.to()) << 6 | promotion << 12
    }
}

/// An entry: the verdict, and 12 bytes of the key, apart from the bits that choose the bucket.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: u64,
    more: u32,
    best: u16,
    within: u8,
    not_within: u8,
}

impl Entry {
    /// Returns the depth of the search, roughly the cost of computing the entry again; 0 if it is empty.
    fn cost(&self) -> u8 {
        self.within.max(self.not_within)
    }
}

type Bucket = [Entry; 4];

/// The table. In a full bucket the cheapest entry is replaced.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
}

impl Table {
    /// Returns a table of at most `bytes`, with at least one bucket.
    pub(super) fn with_memory(bytes: usize) -> Self {
        let count = (bytes / size_of::<Bucket>()).max(1);
        Self {
            buckets: vec![Bucket::default(); count],
        }
    }

    /// Returns the parts of the key in an entry: the lower half, and 32 bits of the upper that don't choose the bucket.
    fn halves(key: u128) -> (u64, u32) {
        let low = (key & u128::from(u64::MAX)) as u64;
        let more = ((key >> 64) & u128::from(u32::MAX)) as u32;
        // 0 is the key of an empty entry.
        (low.max(1), more)
    }

    fn bucket(&self, key: u128) -> usize {
        let high = key >> 64;
        ((high * self.buckets.len() as u128) >> 64) as usize
    }

    pub(super) fn get(&self, key: u128) -> Verdict {
        let halves = Self::halves(key);
        let bucket = self.buckets.get(self.bucket(key));
        let found = bucket
            .into_iter()
            .flatten()
            .find(|entry| (entry.key, entry.more) == halves);
        found.map_or_else(Verdict::default, |entry| Verdict {
            within: entry.within,
            not_within: entry.not_within,
            best: (entry.best != 0).then_some(entry.best),
        })
    }

    /// Stores that the side to move mates within `moves` by `best`.
    pub(super) fn mates(&mut self, key: u128, moves: u8, best: Move) {
        self.change(key, |entry| {
            entry.best = Verdict::in_short(best);
            entry.within = match entry.within {
                0 => moves,
                before => before.min(moves),
            };
        });
    }

    /// Stores that the side to move does not mate within `moves`.
    pub(super) fn mates_not(&mut self, key: u128, moves: u8) {
        self.change(key, |entry| entry.not_within = entry.not_within.max(moves));
    }

    /// Changes the entry of a key; a new entry replaces the cheapest one of its bucket.
    fn change(&mut self, key: u128, change: impl FnOnce(&mut Entry)) {
        let (low, more) = Self::halves(key);
        let at = self.bucket(key);
        let Some(bucket) = self.buckets.get_mut(at) else {
            return;
        };
        let is_it = |entry: &Entry| (entry.key, entry.more) == (low, more);
        let entry = match bucket.iter().position(is_it) {
            Some(place) => bucket.get_mut(place),
            None => {
                let least = bucket.iter_mut().min_by_key(|entry| entry.cost());
                least.map(|entry| {
                    *entry = Entry {
                        key: low,
                        more,
                        ..Entry::default()
                    };
                    entry
                })
            }
        };
        if let Some(entry) = entry {
            change(entry);
        }
    }
}
