//! The program `epdit`, run as a process, and in a pseudo-terminal.

#![allow(
    clippy::expect_used,
    clippy::get_unwrap,
    clippy::panic,
    clippy::unreachable,
    clippy::unwrap_used
)]

mod archives;
mod arguments;
#[cfg(unix)]
mod background;
mod cli;
#[cfg(unix)]
mod clipboard;
mod contexts;
mod conversions;
mod diagram;
mod duckdb;
#[cfg(unix)]
mod editors;
#[cfg(unix)]
mod ends;
#[cfg(unix)]
mod engine_in_editor;
#[cfg(unix)]
mod engines;
#[path = "../library/fake_engine.rs"]
#[cfg(unix)]
mod fake_engine;
mod folder;
#[cfg(unix)]
mod foreign;
mod games;
mod import;
#[cfg(unix)]
mod kills;
#[cfg(unix)]
mod lsp;
#[cfg(unix)]
mod making;
mod manual;
#[cfg(unix)]
mod mates;
mod queries;
#[cfg(unix)]
mod raw;
mod records;
#[cfg(unix)]
mod resumed;
#[cfg(unix)]
mod settings;
#[cfg(unix)]
mod shards;
#[path = "../library/skipped.rs"]
mod skipped;
mod splitting;
mod tablebases;
mod tables;
#[cfg(unix)]
mod terminal;
mod values;
mod verbs;
mod words;
#[cfg(unix)]
mod writers;

/// Returns an output of the program with `/` in its paths on every system, as in the expected texts.
fn slashes(text: &str) -> String {
    text.replace(std::path::MAIN_SEPARATOR, "/")
}
