//! The outside: the terminal, the event loop, effects on threads, the clipboard,
//! the settings.

mod analyst;
mod apply;
mod background;
mod clipboard;
mod colours;
pub mod config;
mod editor;
mod effects;
mod engines;
pub mod files;
mod folders;
pub mod images;
mod input;
mod journal;
mod meant;
pub mod platform;
mod presence;
pub mod remembered;
mod screen;
mod searches;
mod small_file;
pub mod state;
pub mod terminal;
mod themes;
pub mod threads;
mod watch;

pub use apply::{Looks, apply};
pub use editor::{End, run};
