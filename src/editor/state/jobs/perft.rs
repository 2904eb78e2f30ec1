//! The counting of leaf nodes.

use crate::editor::state::jobs::hand::{Hand, SoFar};
use crate::epd::perft;
use shakmaty::Chess;

/// Leaf nodes to count.
#[derive(Clone, Debug)]
pub struct PerftJob {
    pub position: Chess,
    /// Depths, ascending, 1 to 9.
    pub depths: Vec<u8>,
}

impl PerftJob {
    /// Counts each depth, and tells each count once it is whole. Where it is stopped, the counts
    /// that are whole are given.
    pub fn run(&self, hand: &Hand) -> Vec<(u8, u64)> {
        let mut counts = Vec::new();
        for &depth in &self.depths {
            let counted = perft::count(&self.position, depth, &mut |nodes| {
                hand.count(depth, nodes);
                !hand.is_stopped()
            });
            let Some(nodes) = counted else { break };
            hand.tell(SoFar::Depth { depth, nodes });
            counts.push((depth, nodes));
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::Job;
    use std::sync::{Arc, Mutex};

    #[test]
    fn a_count_that_nobody_waits_for_ends_soon_and_gives_what_is_whole() {
        let whole = Arc::new(Mutex::new(Vec::new()));
        let (job, told) = (Job::new(), whole.clone());
        let stop = job.clone();
        let hand = Hand::new(job, move |so_far| {
            if let SoFar::Depth { depth, nodes } = so_far {
                told.lock().expect("whole").push((depth, nodes));
                stop.cancel();
            }
        });
        let job = PerftJob {
            position: Chess::default(),
            depths: vec![1, 9],
        };
        assert_eq!(job.run(&hand), [(1, 20)]);
        assert_eq!(*whole.lock().expect("whole"), [(1, 20)]);
        let (depth, nodes) = hand.counted();
        assert!(depth == 9 && nodes < 1_000_000, "{nodes} nodes of depth 9");
    }
}
