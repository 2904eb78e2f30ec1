//! The editor without a terminal. [`model::Model`] is its whole state, [`message::Msg`] is one event,
//! [`update()`] applies a message to the model and returns [`effect::Effect`]s, the work to do outside.
//! [`draw`] draws a model, placed by [`layout::layout`]. `terminal` turns terminal events into messages,
//! runs effects, and sends their results back as messages.
//!
//! The modules, from the lowest:
//! - [`widgets`]: the parts of a screen: text made safe, boxes, lists, text input, colours.
//! - [`state`]: the parts of the editor's state, as types with methods. Nothing there takes the whole
//!   model.
//! - [`model`], [`overlay`] (the types of menus, prompts, palettes and pages, and the traits that a
//!   feature implements for them), [`command`] (the command table, the keymap, calls with arguments),
//!   [`layout`].
//! - [`doc`] and [`settings`]: work that several features share: the raw line being edited, the open
//!   files, changes, filter, marks, navigation.
//! - [`panes`], [`pages`] and [`flows`]: the features, a folder each: functions over the model, menus
//!   and prompts, rows of the command table, and a `draw.rs` if the feature has its own area of the
//!   screen. A new dialog is one file there; a new feature also one line in `commands`.
//! - `draw`, `update` and `commands` on top: the only files that name all features.
//!
//! # A key press
//! 1. `terminal` turns it into a [`key::Key`] and calls [`update()`] with [`message::Msg::Key`].
//! 2. `update` gets the context with the focus from [`command::Context::of`] and looks up the key's
//!    command in the model's keymap; a key without a command is inserted into the text being typed.
//! 3. `run` commits the text being typed and closes the overlay on top, unless the command works
//!    inside it.
//! 4. The command's row (`commands.rs` of its folder) returns the reason why it is disabled, or runs
//!    it.
//! 5. `update::follow` updates derived state in one order; effects are returned, [`draw`] draws.
//!
//! # A save
//! 1. `flows/save` opens menus and a prompt for the name and for the records to make canonical.
//! 2. It starts a job in [`jobs::Slot::Save`]: an [`effect::Effect::Start`] with a closure that does
//!    the work and one that applies its result.
//! 3. `terminal/effects/slots` runs it on a thread ([`jobs::Task::run`]).
//! 4. The result returns as [`message::Msg::Worked`], which calls the second closure for the file it
//!    belongs to, shown or not: first the canonical records, applied as a change, then the written file.
//!    If another program changed the file or the name is in use, the editor asks first, and writes again
//!    after the answer.
//! 5. The journal of unsaved edits is dropped if the written revision is still the current one.
//!
//! # A bulk edit
//! 1. `flows/bulk/ask` opens a prompt or a menu; the input makes a plan: an
//!    [`crate::suite::edit::Edit`].
//! 2. [`flows::bulk::look`] opens a preview over the panes and prepares the change on a thread, for
//!    the marked records, else those shown, else all. While the file is being read it waits.
//! 3. The preview shows the first lines as soon as they are known, then the summary of the change.
//! 4. The key that applies it calls [`flows::bulk::make`]: a change prepared for an earlier revision
//!    is prepared again.
//! 5. The suite adopts the new tree as one undo step; counts, filter, order and marks follow it.
//! # A query
//! 1. `doc/filter` opens a prompt; `doc/query` is its [`overlay::PromptHandler`].
//! 2. Each key parses the text ([`crate::suite::Query`]): a mistake is underlined, and completions are
//!    offered.
//! 3. Meanwhile a thread counts the matching records; Enter starts a job that finds their lines.
//! 4. The lines found become the [`state::rows::Filter`] of the [`state::document::Document`].
//! 5. `panes/records` updates the lines through edits, undo and redo.

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
