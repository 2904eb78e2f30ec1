//! The editor without a terminal: [`model::Model`] is its whole state, [`message::Msg`] what can
//! happen, [`update()`] what then changes, [`effect::Effect`] what is to be done outside.
//!
//! `ui` draws a model with [`layout::layout`]; `sys` turns terminal events into messages, runs
//! effects, and sends their results back as messages.

pub mod command;
mod commands;
pub mod effect;
pub mod features;
pub mod glyph;
pub mod key;
pub mod layout;
pub mod line_editor;
pub mod message;
pub mod model;
pub mod overlay;
pub mod state;
mod update;
pub mod words;

pub use commands::{commands, editor, editor_of};
pub use update::update;
