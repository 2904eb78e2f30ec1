//! Commands on a suite as a whole: `sort`, `shuffle`, `sample`, `dedupe`, `merge`, `split`.

pub mod dedupe;
pub mod merge;
pub mod sample;
pub mod shuffle;
pub mod sort;
pub mod split;
