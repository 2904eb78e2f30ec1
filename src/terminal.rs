//! The outside: the terminal, the event loop, effects on threads, the clipboard,
//! the settings.

mod analyst;
mod apply;
mod background;
mod clipboard;
pub mod config;
mod effects;
mod engines;
mod event_loop;
pub mod files;
mod folders;
mod input;
mod journal;
mod looks;
pub mod platform;
pub mod remembered;
mod screen;
mod searches;
pub mod session;
mod small_file;
pub mod state;
mod themes;
pub mod threads;
mod watch;

pub use apply::apply;
pub use event_loop::{End, run};
pub use looks::Looks;
