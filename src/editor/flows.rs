//! Work that takes several steps, each a file or a folder: opening, saving, recovering, bulk edits.

pub mod bulk;
pub mod commands;
pub mod copy;
pub mod lines;
pub mod open;
pub mod recover;
pub mod remember;
pub mod save;
