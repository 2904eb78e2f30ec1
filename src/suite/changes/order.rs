//! The moved lines: the smallest number whose moving explains the order.

use super::Run;

/// Returns for each run, in suite order, whether it keeps its place among the others: the heaviest set in the same
/// order in both states. The other runs have moved.
pub(in crate::suite) fn in_place(runs: &[Run]) -> Vec<bool> {
    if runs.is_sorted_by_key(|run| run.held) {
        return vec![true; runs.len()];
    }
    let mut starts: Vec<usize> = runs.iter().map(|run| run.held).collect();
    starts.sort_unstable();
    // The heaviest set that ends at or before each run, and its last run, in a binary indexed tree for quick maxima.
    let mut best: Vec<(usize, Option<usize>)> = vec![(0, None); starts.len() + 1];
    let mut before: Vec<Option<usize>> = Vec::with_capacity(runs.len());
    let mut heaviest = (0, None);
    for (nth, run) in runs.iter().enumerate() {
        let rank = starts.partition_point(|&start| start < run.held) + 1;
        let mut found = (0, None);
        let mut at = rank - 1;
        while at > 0 {
            if let Some(&slot) = best.get(at)
                && slot.0 > found.0
            {
                found = slot;
            }
            at &= at - 1;
        }
        before.push(found.1);
        let with = (found.0 + run.len, Some(nth));
        if with.0 > heaviest.0 {
            heaviest = with;
        }
        let mut at = rank;
        while let Some(slot) = best.get_mut(at) {
            if with.0 > slot.0 {
                *slot = with;
            }
            at += at & at.wrapping_neg();
        }
    }
    let mut stays = vec![false; runs.len()];
    let mut last = heaviest.1;
    // A run always comes after the one before it, so this ends.
    while let Some(nth) = last {
        if let Some(stays) = stays.get_mut(nth) {
            *stays = true;
        }
        last = before.get(nth).copied().flatten();
    }
    stays
}
