//! What a piece of work has in hand while it is done: whether it is still wanted, and who is told
//! how far it is.

use crate::suite::{Counts, CountsSoFar, FoundSoFar, Job, Progress};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// How far a piece of work is.
#[derive(Clone, Debug)]
pub enum SoFar {
    /// Lines found by now, and how much was looked at.
    Lines { found: usize, progress: Progress },
    /// What was counted by now.
    Counts(Counts),
    /// Leaf nodes counted so far at a depth.
    Nodes { depth: u8, nodes: u64 },
    /// The count of a depth is whole; deeper ones still run.
    Depth { depth: u8, nodes: u64 },
}

type Tell = dyn Fn(SoFar) + Send + Sync;

/// In the hands of whoever does a piece of work; whoever started it has the other end.
#[derive(Clone, Default)]
pub struct Hand {
    /// Stops the work, and has its progress.
    pub job: Job,
    /// Lines found by now.
    pub found: FoundSoFar,
    /// Records and problems counted by now.
    pub counts: CountsSoFar,
    /// The depth being counted, and its leaf nodes by now.
    nodes: Arc<Mutex<(u8, u64)>>,
    tell: Option<Arc<Tell>>,
}

impl Hand {
    /// A hand whose work can be stopped by `job`, and which tells what can't wait.
    pub fn new(job: Job, tell: impl Fn(SoFar) + Send + Sync + 'static) -> Self {
        Self {
            job,
            tell: Some(Arc::new(tell)),
            ..Self::default()
        }
    }

    /// Whether nobody waits any more.
    pub fn is_stopped(&self) -> bool {
        self.job.is_cancelled()
    }

    /// Tells something at once.
    pub fn tell(&self, so_far: SoFar) {
        if let Some(tell) = &self.tell {
            tell(so_far);
        }
    }

    /// Leaf nodes counted by now, to be told when it is time.
    pub fn count(&self, depth: u8, nodes: u64) {
        *self.nodes.lock().unwrap_or_else(PoisonError::into_inner) = (depth, nodes);
    }

    /// What was counted last.
    pub fn counted(&self) -> (u8, u64) {
        *self.nodes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hand")
            .field("job", &self.job)
            .finish_non_exhaustive()
    }
}
