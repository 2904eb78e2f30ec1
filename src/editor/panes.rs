//! The panes of the editor, a folder each: their edits, drawing and commands.

pub mod analysis;
pub mod arrangement;
pub mod board;
pub(crate) mod commands;
pub mod line;
pub mod operations;
pub mod problems;
pub mod records;
