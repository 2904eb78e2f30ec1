//! `epdit`: a lossless library, a command line and a terminal editor for EPD files (Extended
//! Position Description: one chess position and its operations a line).
//!
//! # Rooms, and who may use whom
//!
//! ```text
//! main -> cli -> terminal -> editor -> engine -> exchange -> suite -> epd -> shakmaty, memchr
//! ```
//!
//! Each room may use every room to its right and none to its left; a test checks the sources
//! for that.
//!
//! | room | owns | never |
//! |---|---|---|
//! | [`epd`] | one record: lossless syntax, the four fields, operations, the opcode table, typed operands, diagnostics with fixes, edits of one record, canonical text | I/O, threads, a whole file |
//! | [`suite`] | a file of records: source, line index, edits over it, undo, scans, search, save | the terminal, key names |
//! | [`exchange`] | positions in and out of other formats | the terminal |
//! | [`engine`] | UCI engines as processes: protocol, deadlines, a queue over records, the operations written from a search | the terminal, drawing |
//! | [`editor`] | the editor without a terminal: model, messages, commands, keymap; `update(&mut Model, Msg)` returns effects; [`editor::draw`] and the `draw.rs` of each pane and page draw it and change nothing; only these and [`editor::widgets`] name ratatui | crossterm, arboard, files |
//! | [`terminal`] | the outside: terminal, event loop, threads for effects, clipboard, configuration | rules of chess or EPD |
//! | [`cli`] | the command line: one file a subcommand, or a few of one kind | logic that the editor also needs |
//!
//! All work over many records uses [`suite::scan`], on all cores and in order.
//!
//! # Features
//!
//! [`epd`], [`suite`], [`exchange`] and [`engine`] need no feature and no terminal:
//!
//! ```toml
//! epdit = { version = "0.1", default-features = false }
//! ```
//!
//! | feature | adds |
//! |---|---|
//! | `packed` | files packed with gzip or zstd, suites in zip archives |
//! | `tablebases` | endgame tablebases of Syzygy |
//! | `pictures` | diagrams as PNG |
//! | `tables` | reading JSON, CSV and TSV in [`exchange`] |
//! | `editor` | `editor`, `terminal`; and `packed`, `pictures`, `tablebases` |
//! | `cli` (default) | `cli` and the program; and `editor`, `tables` |
//!
//! # Invariants
//!
//! 1. Parsing never fails: any bytes make a record whose tokens tile the line.
//! 2. Nothing is lost: no save drops a line, a comment, an operation or an operand.
//! 3. Canonical text is a fixed point, and keeps the meaning of the record.
//! 4. A record is rewritten only when every byte of it is accounted for; otherwise it is left
//!    unchanged, and reported.
//! 5. Every change can be undone.
//! 6. No key waits for work: long work runs on threads.
//! 7. Drawing is pure; effects are values.
//! 8. One table per concept: opcodes, diagnostics, commands, settings, theme roles.
//! 9. The terminal only gets text made safe.

// Links to rooms that are not compiled lead to the features that enable them.
#![cfg_attr(not(feature = "editor"), doc = "")]
#![cfg_attr(not(feature = "editor"), doc = " [`editor`]: self#features")]
#![cfg_attr(not(feature = "editor"), doc = " [`editor::draw`]: self#features")]
#![cfg_attr(not(feature = "editor"), doc = " [`editor::widgets`]: self#features")]
#![cfg_attr(not(feature = "editor"), doc = " [`terminal`]: self#features")]
#![cfg_attr(not(feature = "cli"), doc = "")]
#![cfg_attr(not(feature = "cli"), doc = " [`cli`]: self#features")]
#![cfg_attr(
    test,
    allow(
        clippy::expect_used,
        clippy::get_unwrap,
        clippy::panic,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]
// All output to the terminal goes through one place, which makes it safe and handles closed pipes.
#![cfg_attr(not(test), deny(clippy::print_stdout, clippy::print_stderr))]

#[cfg(feature = "cli")]
#[cfg_attr(not(test), deny(clippy::indexing_slicing))]
pub mod cli;
#[cfg(feature = "editor")]
pub mod editor;
#[cfg_attr(not(test), deny(clippy::indexing_slicing))]
pub mod engine;
#[cfg_attr(not(test), deny(clippy::indexing_slicing))]
pub mod epd;
#[cfg_attr(not(test), deny(clippy::indexing_slicing))]
pub mod exchange;
#[cfg_attr(not(test), deny(clippy::indexing_slicing))]
pub mod suite;
#[cfg(feature = "editor")]
#[cfg_attr(not(test), deny(clippy::indexing_slicing))]
pub mod terminal;
