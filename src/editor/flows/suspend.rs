//! What the editor leaves to the terminal: the mouse, its theme, the shell.

pub mod commands;
