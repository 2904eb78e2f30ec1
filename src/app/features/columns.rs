//! The columns of the suite list: which there are, in which order, and what they show.
//!
//! [`page`] reads the records on the screen and nothing else, [`place`] shares out the room.

pub mod commands;
mod known;
pub(crate) mod menu;
pub mod page;
pub mod sort;

pub(crate) use known::{searched, settle};
