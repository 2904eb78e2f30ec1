//! The columns of the suite list: their menu, and the sets of lines that they show.

pub mod chooser;
pub mod commands;
pub(crate) mod menu;
pub mod page;
pub mod sort;
pub(crate) mod width;
