//! The editor without a terminal. [`model::Model`] is its whole state, [`message::Msg`] what can happen,
//! [`update()`] what then changes, [`effect::Effect`] what is to be done outside. [`draw`] draws a model with
//! [`layout::layout`]; `terminal` turns terminal events into messages, runs effects, and sends their results
//! back as messages.
//!
//! Two floors and what joins them, from below:
//! - [`widgets`]: what screens are made of: text made safe, boxes, lists, text being typed, colours.
//! - [`state`]: what the editor knows, as types with methods of their own. Nothing there takes the whole
//!   model.
//! - [`model`], [`overlay`] (the shapes of menus, prompts, palettes and pages, and the traits by which a
//!   feature says what they do), [`command`] (what a command is, the keymap, calls with arguments),
//!   [`layout`].
//! - [`doc`] and [`settings`]: what several features do: the line as it is typed, the open files, changes, filter,
//!   marks, places in the file.
//! - [`panes`], [`pages`] and [`flows`]: what a person does, a folder each: functions over the model,
//!   its menus and prompts, its rows of the command table, and `draw.rs` where it has a place of its own on the
//!   screen. A new dialog is one file there; a new feature also one line in `commands`.
//! - `draw`, `update` and `commands` on top: the only files that name all features.
//!
//! # A key press
//! 1. `terminal` makes a [`key::Key`] of it and calls [`update()`] with [`message::Msg::Key`].
//! 2. `update` asks [`command::Context::of`] what has the keys, and the model's keymap for the
//!    command of the key there; without one the key goes to the text being typed.
//! 3. `run` accepts what is being typed and closes what lies on top, unless the command works inside it.
//! 4. The command's row (`commands.rs` of its folder) says why it can't be done, or does it.
//! 5. `update::follow` brings everything up to date in one order; effects go out, [`draw`] draws.
//!
//! # A save
//! 1. `flows/save` asks what it must know (a name, which records are made canonical): menus and a prompt.
//! 2. It starts work for [`jobs::Slot::Save`]: [`effect::Effect::Start`] with a closure that is the work, and one
//!    that takes in what came out.
//! 3. `terminal/effects/slots` runs it on a thread ([`jobs::Task::run`]).
//! 4. It comes back as [`message::Msg::Worked`], which calls the second closure for the file that it is of,
//!    whichever is shown: first the canonical records, applied as a change, then the written file. What is in the way
//!    (another program's changes, a file of that name) is asked about, and the answer writes once more.
//! 5. The journal of unsaved edits is dropped when the revision written is the one here.
//!
//! # A bulk edit
//! 1. `flows/bulk/ask` opens a prompt or a menu; what is typed or chosen is a plan: an [`crate::suite::edit::Edit`].
//! 2. [`flows::bulk::look`] lays a preview over the panes and has the change prepared on a thread, for the marked
//!    records, else those shown, else all. While the file is read it waits.
//! 3. The preview shows the first lines as soon as they are known, then all there is to say of the change.
//! 4. The key that applies it calls [`flows::bulk::make`]: a change prepared for an earlier revision is prepared again.
//! 5. The suite takes the new tree as one step of undo; counts, filter, order and marks follow it.
//!
//! # A query
//! 1. `doc/filter` opens a prompt; `doc/query` is its [`overlay::PromptHandler`].
//! 2. Each key parses the text ([`crate::suite::Query`]): what is wrong is shown at its place, what can be typed next
//!    is offered.
//! 3. Meanwhile the matching records are counted on a thread; Enter has their lines found for the list.
//! 4. The lines found become [`state::rows::Filter`] of the [`state::document::Document`].
//! 5. `panes/records` keeps them with their records through edits, undo and redo.

pub mod command;
mod commands;
pub mod doc;
#[cfg_attr(not(test), deny(clippy::indexing_slicing))]
pub mod draw;
pub mod effect;
pub mod flows;
pub mod jobs;
pub mod key;
pub mod layout;
pub mod message;
pub mod model;
pub mod overlay;
pub mod pages;
pub mod panes;
pub mod settings;
pub mod state;
mod update;
#[cfg_attr(not(test), deny(clippy::indexing_slicing))]
pub mod widgets;

pub use commands::{commands, editor, editor_of};
pub use update::update;
