//! Random numbers that are reproducible from a seed, on every machine and in every version.
//!
//! The numbers come from ChaCha with 8 rounds, with a key made from the seed by PCG, as in `rand_chacha`'s
//! `ChaCha8Rng::seed_from_u64`; a test compares the two. The code is here because recorded seeds must keep
//! their meaning.

pub(super) struct Dice {
    key: [u32; 8],
    blocks: u64,
    /// The unused words of the last block, the next one last.
    words: Vec<u32>,
}

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        let mut state = seed;
        Self {
            key: std::array::from_fn(|_| pcg(&mut state)),
            blocks: 0,
            words: Vec::new(),
        }
    }

    /// Returns a uniform number below `end`, which is above 0.
    pub(super) fn below(&mut self, end: usize) -> usize {
        let end = (end as u64).max(1);
        // An incomplete last range would make small numbers more probable.
        let whole = u64::MAX - u64::MAX % end;
        loop {
            let number = self.number();
            if number < whole {
                return usize::try_from(number % end).unwrap_or(0);
            }
        }
    }

    fn number(&mut self) -> u64 {
        let low = u64::from(self.word());
        u64::from(self.word()) << 32 | low
    }

    fn word(&mut self) -> u32 {
        loop {
            if let Some(word) = self.words.pop() {
                return word;
            }
            self.words.extend(block(self.key, self.blocks).iter().rev());
            self.blocks = self.blocks.wrapping_add(1);
        }
    }
}

/// Makes one step of PCG32.
fn pcg(state: &mut u64) -> u32 {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(11_634_580_027_462_260_723);
    // The low half of the shifted state, rotated by its upper five bits.
    let mixed = ((*state >> 18) ^ *state) >> 27 & u64::from(u32::MAX);
    let turn = u32::try_from(*state >> 59).unwrap_or(0);
    u32::try_from(mixed).unwrap_or(0).rotate_right(turn)
}

/// Returns a block of ChaCha8: 16 words.
fn block(key: [u32; 8], number: u64) -> [u32; 16] {
    let [k0, k1, k2, k3, k4, k5, k6, k7] = key;
    let low = u32::try_from(number & u64::from(u32::MAX)).unwrap_or(0);
    let high = u32::try_from(number >> 32).unwrap_or(0);
    // The first four words spell "expand 32-byte k"; the stream is always the first one.
    let start = [
        0x6170_7865,
        0x3320_646e,
        0x7962_2d32,
        0x6b20_6574,
        k0,
        k1,
        k2,
        k3,
        k4,
        k5,
        k6,
        k7,
        low,
        high,
        0,
        0,
    ];
    let [
        mut a0,
        mut a1,
        mut a2,
        mut a3,
        mut b0,
        mut b1,
        mut b2,
        mut b3,
        mut c0,
        mut c1,
        mut c2,
        mut c3,
        mut d0,
        mut d1,
        mut d2,
        mut d3,
    ] = start;
    for _ in 0..4 {
        // Columns, then diagonals.
        quarter(&mut a0, &mut b0, &mut c0, &mut d0);
        quarter(&mut a1, &mut b1, &mut c1, &mut d1);
        quarter(&mut a2, &mut b2, &mut c2, &mut d2);
        quarter(&mut a3, &mut b3, &mut c3, &mut d3);
        quarter(&mut a0, &mut b1, &mut c2, &mut d3);
        quarter(&mut a1, &mut b2, &mut c3, &mut d0);
        quarter(&mut a2, &mut b3, &mut c0, &mut d1);
        quarter(&mut a3, &mut b0, &mut c1, &mut d2);
    }
    let mut end = [
        a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3,
    ];
    for (word, before) in end.iter_mut().zip(start) {
        *word = word.wrapping_add(before);
    }
    end
}

fn quarter(a: &mut u32, b: &mut u32, c: &mut u32, d: &mut u32) {
    *a = a.wrapping_add(*b);
    *d = (*d ^ *a).rotate_left(16);
    *c = c.wrapping_add(*d);
    *b = (*b ^ *c).rotate_left(12);
    *a = a.wrapping_add(*b);
    *d = (*d ^ *a).rotate_left(8);
    *c = c.wrapping_add(*d);
    *b = (*b ^ *c).rotate_left(7);
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    #[test]
    fn a_seed_yields_the_same_numbers_as_rand_chacha() {
        for seed in [0, 1, 7, 0x1234_5678_9abc_def0, u64::MAX] {
            let (mut ours, mut theirs) = (Dice::new(seed), ChaCha8Rng::seed_from_u64(seed));
            for at in 0..1000 {
                assert_eq!(ours.number(), theirs.next_u64(), "seed {seed}, number {at}");
            }
        }
    }

    #[test]
    fn the_block_counter_exceeds_32_bits() {
        let mut theirs = ChaCha8Rng::seed_from_u64(3);
        theirs.set_word_pos(16 * (u128::from(u32::MAX) - 1));
        let mut ours = Dice::new(3);
        ours.blocks = u64::from(u32::MAX) - 1;
        for _ in 0..40 {
            assert_eq!(ours.number(), theirs.next_u64());
        }
    }

    #[test]
    fn random_numbers_are_uniform() {
        let mut dice = Dice::new(11);
        let mut counts = [0usize; 6];
        for _ in 0..6000 {
            counts[dice.below(6)] += 1;
        }
        assert!(
            counts.iter().all(|count| (850..1150).contains(count)),
            "{counts:?}"
        );
        assert_eq!((dice.below(1), dice.below(0)), (0, 0));
    }
}
