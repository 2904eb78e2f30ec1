//! The pages and lists over the panes, a folder each.

pub mod command_line;
pub mod commands;
pub mod differences;
pub mod engines;
pub mod folder;
pub mod header;
pub mod help;
pub mod queue;
pub mod report;
pub mod settings;
