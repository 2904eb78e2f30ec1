//! What takes several steps, a folder each: opening, saving, recovering, bulk edits.

pub mod bulk;
pub mod copy;
pub mod lines;
pub mod open;
pub mod recover;
pub mod remember;
pub mod save;
pub mod stop;
pub mod suspend;
