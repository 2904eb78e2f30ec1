//! Engines as processes, and the tasks on records that they perform.
//!
//! ```text
//! commands ─▶ talk ─▶ process ─▶ (two pipes) ─▶ an engine
//!    ▲          │
//!    │          ▼ uci: parses a line of output
//! worker ◀── search: lines of moves, checked by the rules
//!    │
//!    ▼ analyse, task: one record each
//! ```
//!
//! An engine is a foreign program: it may be slow or silent, crash, chatter or lie. Every step has a deadline, all
//! input is bounded, and every move is checked. A [`Failure`] costs one record and the process: [`Worker`] starts
//! a fresh one.
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
mod log;
mod make;
mod mates;
mod platform;
mod process;
pub mod report;
mod search;
mod talk;
mod task;
pub mod uci;
mod worker;

#[cfg(feature = "cli")]
pub(crate) use analyse::without_result;
pub use analyse::{Analyse, Finding, Inquiry, Judgement, ScoredMove, Verify, operations_of};
pub use command::{CommandError, EngineCommand, Failure, Step, found_in_path, launcher};
pub use log::Log;
pub use make::{CaptureSquare, Make, Pick, taken_before};
pub use mates::{MateOutcome, MateResult, MateVerdict, Mates, Proof};
#[cfg(feature = "cli")]
pub(crate) use platform::serve;
pub use search::{Analysis, Limits, Line, Request, SearchResults};
pub use talk::{Engine, Identity, ReportCallback};
pub use task::{
    Answer, Operations, ProcessedRecord, Reason, Solution, Target, Verdict, line_in_san,
};
pub use worker::{InOrder, Starts, Trouble, Worker, in_order};
