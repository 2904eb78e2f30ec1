//! What a piece of work has in hand while it is done: whether it is still wanted, and who is told
//! how far it is.

use crate::editor::state::jobs::bulk::examples::First;
use crate::suite::{Content, Counts, CountsSoFar, FoundSoFar, Job, LineSet, Progress, Snapshot};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// How far a piece of work is.
#[derive(Clone, Debug)]
pub enum SoFar {
    /// Lines found by now, and how much was looked at.
    Lines { found: usize, progress: Progress },
    /// The same, and which they are.
    Matches { lines: LineSet, progress: Progress },
    /// What was counted by now.
    Counts(Counts),
    /// Leaf nodes counted so far at a depth.
    Nodes { depth: u8, nodes: u64 },
    /// The count of a depth is whole; deeper ones still run.
    Depth { depth: u8, nodes: u64 },
    /// The first lines that a change is about, before all are worked out.
    First(First),
}

type Tell = dyn Fn(SoFar) + Send + Sync;
type BeforeSaving = dyn Fn(&Snapshot, Content) + Send + Sync;

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
    before_saving: Option<Arc<BeforeSaving>>,
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

    /// The same, which calls `before` when a file is about to be replaced by one that holds a snapshot:
    /// it may be when that comes back.
    #[must_use]
    pub fn before_saving(
        self,
        before: impl Fn(&Snapshot, Content) + Send + Sync + 'static,
    ) -> Self {
        Self {
            before_saving: Some(Arc::new(before)),
            ..self
        }
    }

    /// A file is about to be replaced.
    pub(crate) fn is_saving(&self, held: &Snapshot, content: Content) {
        if let Some(before) = &self.before_saving {
            before(held, content);
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
