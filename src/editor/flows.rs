//! Work in several steps, each in a file or a folder of modules: opening, saving, recovering, bulk edits.

pub mod bulk;
pub mod commands;
pub mod copy;
pub mod lines;
pub mod open;
pub mod recover;
pub mod remember;
pub mod save;
