//! Engines as processes, and the questions about records that they answer.
//!
//! ```text
//! commands ─▶ talk ─▶ process ─▶ (two pipes) ─▶ an engine
//!    ▲          │
//!    │          ▼ uci: what a line says
//! queue ◀── worker ◀── search: lines of moves, held against the rules
//!    │
//!    ▼ analyse, target, verify, inquiry: one record each
//! ```
//!
//! An engine is a foreign program: it may be slow, silent, crash, chatter or lie. Every step has a deadline, all
//! input is bounded, and every move is checked. An error is a [`Failure`] in words, and costs one record and that
//! process: [`Worker`] starts a fresh one.
//!
//! ```no_run
//! use epdit::engine::{Engine, EngineCommand, Limits, Request};
//! use epdit::epd::{ReadOptions, Record};
//! use std::time::Duration;
//!
//! let command = EngineCommand::parse("stockfish")?;
//! let never = || false;
//! let mut engine = Engine::start(&command, Duration::from_secs(10), &never)?;
//! let line = b"2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6;";
//! let record = Record::read(line, &ReadOptions::default());
//! let limits = Limits { depth: Some(12), ..Limits::default() };
//! if let Some(request) = Request::of(&record, limits) {
//!     engine.new_game(&never)?;
//!     let analysis = engine.search(&request, &never, &never, &mut |_, _| true)?;
//!     println!("{:?}", analysis.best());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analyse;
mod command;
mod failure;
mod inquiry;
mod make;
mod mates;
mod pace;
mod pipe;
mod platform;
mod process;
mod queue;
pub mod report;
mod search;
mod talk;
mod target;
mod task;
pub mod uci;
mod verify;
mod worker;

pub use analyse::{Analyse, operations_of};
pub use command::{CommandError, EngineCommand, found_in_path, launcher};
pub use failure::{Failure, Step};
pub use inquiry::Inquiry;
pub use make::{Made, Make, Taken, taken_before};
pub use mates::{Found, Mates, Proof};
#[cfg(feature = "cli")]
pub(crate) use platform::{RUN_ENGINE, WATCH, run_in_place, watch};
pub use queue::{InOrder, in_order};
pub use search::{Analysis, Gathered, Limits, Line, Request};
pub use talk::{Engine, Heard, Identity};
pub use target::{Solution, Target, Verdict};
pub use task::{Answer, Done, MADE, Operations, Why, line_in_san};
pub use verify::{Finding, Judgement, Scored, Verify};
pub use worker::{Starts, Trouble, Worker};
