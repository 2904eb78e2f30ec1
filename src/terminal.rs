//! The outside: the terminal, the event loop, effects on threads, the clipboard, the settings.

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
pub mod threads;
mod watch;

pub use config::apply;
pub use event_loop::{End, run};
pub use looks::Looks;
