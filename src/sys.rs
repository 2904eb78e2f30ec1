//! The outside: the terminal, the event loop, effects on threads, the clipboard.

pub mod terminal;
