//! The library by itself: the laws of one record, the table of dialects, the promises over a corpus of
//! real files, and the rules of the house.

#![allow(
    clippy::expect_used,
    clippy::get_unwrap,
    clippy::panic,
    clippy::unreachable,
    clippy::unwrap_used
)]

mod changes;
mod contributing;
mod corpus;
mod dialects;
#[cfg(target_os = "linux")]
mod engine;
mod english;
mod fake_engine;
mod generated;
mod guard;
mod laws;
mod layers;
mod sample;
mod skipped;
mod swallowed;
mod undo;
