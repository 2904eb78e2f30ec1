//! The columns of the suite list: their menu, and the sets of lines that they show.

pub mod commands;
mod known;
pub(crate) mod menu;
pub mod page;
pub mod sort;
pub(crate) mod width;

pub(crate) use known::{search, settle};
