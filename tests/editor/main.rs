//! The whole editor without a terminal: a file, keys, and checks after them.

#![allow(
    clippy::expect_used,
    clippy::get_unwrap,
    clippy::panic,
    clippy::unreachable,
    clippy::unwrap_used
)]

mod accidents;
mod analysis;
mod bindings;
mod board;
mod bulk;
mod calls;
mod chance;
mod columns;
mod command_line;
mod commands;
mod copy;
mod differences;
mod engines;
mod files;
mod filter;
mod folder;
mod gallery;
mod games;
mod harness;
mod help;
mod inspect;
mod journal;
mod keys;
mod layout;
mod long;
mod marks;
mod mouse;
mod navigate;
mod new_path;
mod operations;
mod paste;
mod perft;
mod play;
mod questions;
mod queue;
mod raw;
mod reading;
mod remember;
mod reports;
mod room;
mod save;
mod search;
mod settings;
mod sort;
mod table;
mod typing;
mod values;
mod wrong;
