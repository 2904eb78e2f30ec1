//! What the editor leaves to the terminal.

pub mod commands;
