//! The columns of the suite list: their menu, order and widths.

pub mod chooser;
pub mod commands;
pub(crate) mod menu;
pub mod page;
pub mod sort;
pub(crate) mod width;
