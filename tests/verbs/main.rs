//! The commands that change records: each change is the one asked for and nothing else, or the record
//! is left unchanged, counted and said.

#![cfg(feature = "cli")]
#![allow(
    clippy::expect_used,
    clippy::get_unwrap,
    clippy::panic,
    clippy::unreachable,
    clippy::unwrap_used
)]

mod corpus;
mod process;
