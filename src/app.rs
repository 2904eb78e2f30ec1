//! The editor without a terminal: [`model::Model`] is its whole state, [`message::Msg`] what can
//! happen, [`update()`] what then changes, [`effect::Effect`] what is to be done outside.
//!
//! `ui` draws a model with [`layout::layout`]; `sys` turns terminal events into messages, runs
//! effects, and sends their results back as messages.

pub mod board;
mod change;
mod choose;
pub mod columns;
pub mod command;
mod copy;
pub mod differences;
pub mod document;
pub mod documents;
pub mod effect;
mod files;
pub mod filter;
pub mod find;
pub mod fixes;
pub mod folder;
pub mod followed;
pub mod gallery;
pub mod glyph;
pub mod help;
pub mod hints;
pub mod inspect;
pub mod journal;
pub mod key;
pub mod layout;
pub mod line_editor;
mod lists;
pub mod marks;
pub mod message;
pub mod model;
mod navigate;
mod operations;
pub mod overlay;
mod palette;
pub mod picker_files;
pub mod pieces;
mod places;
pub mod play;
pub mod problems;
mod prompts;
pub mod query;
mod records;
pub mod report;
pub mod reshape;
pub mod rules;
mod save;
pub mod scan;
pub mod search;
mod send;
pub mod task;
mod typing;
mod update;
mod view;
mod words;

pub use update::update;
