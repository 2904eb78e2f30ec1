//! What a command is, and the commands of the running editor: keys, palette, hints, help and the
//! README's list of keys all come from one table.
//!
//! A row of the table lives with its feature, in `features/FEATURE/commands.rs`; `app::commands`
//! lists the groups, and the model holds the table as a value, so that nothing that asks it has to
//! know the features. A new command is a line in [`Id`] and a row.

mod context;
mod id;
mod keymap;

use crate::app::state::editing;
pub use context::Context;
pub use id::Id;
pub use keymap::{Clash, Keymap};

use crate::app::effect::Effect;
use crate::app::key::Key;
use crate::app::model::Model;
use crate::app::overlay::Overlay;
use crate::app::state::editing::Editing;
use crate::app::state::gallery::View;
use crate::app::state::view::Page;
use crate::app::state::view::Pane;

impl Context {
    /// What has the keys in a model.
    pub fn of(model: &Model) -> Self {
        match model.overlays.last() {
            Some(Overlay::Prompt(prompt)) if prompt.grammar().is_some() => Self::Question,
            Some(Overlay::Prompt(_)) => Self::Prompt,
            Some(Overlay::Picker(_)) => Self::Picker,
            Some(Overlay::Menu(_)) => Self::Menu,
            Some(Overlay::Pager(_)) => Self::Pager,
            Some(Overlay::Report(_)) => Self::Report,
            Some(Overlay::Preview(_)) => Self::Preview,
            None if model.page == Page::Folder => Self::Folder,
            None if model.page == Page::Differences => Self::Differences,
            None => match model.editing {
                Some(Editing::Operand(ref operand)) if editing::has_own_keys(operand) => {
                    Self::Operand
                }
                Some(Editing::Raw(_) | Editing::Operand(_)) => Self::Text,
                None if model.focus == Pane::Board && model.play.is_some() => Self::Play,
                None if model.focus == Pane::Records && model.view == View::Boards => Self::Boards,
                None => Self::of_pane(model.focus),
            },
        }
    }
}

/// A row of the table.
#[derive(Debug)]
pub struct Command {
    pub id: Id,
    /// In the palette: `Next record`.
    pub title: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
    /// The keys, the first of a context being the one to show.
    pub keys: &'static [(Context, &'static str)],
    /// A word or two for the hints; empty where it is not hinted at.
    pub hint: &'static str,
    /// The keys to show in the hints instead of the first (`PNBRQK`).
    pub hint_keys: &'static str,
    /// Whether it changes the file: then it is disabled in a file open read-only.
    pub changes: bool,
    /// Whether it works inside a text being typed, which any other command ends first.
    pub keeps_typing: bool,
    /// Whether it works inside an overlay, which any other command closes first.
    pub keeps_overlay: bool,
    /// Whether it works in the folder view and its like, which any other command leaves first.
    pub keeps_page: bool,
    /// Why it can't be done now; what [`Command::why_not`] adds to.
    disabled: fn(&Model) -> Option<String>,
    run: fn(&mut Model, Option<Key>) -> Vec<Effect>,
}

impl Command {
    pub(crate) const fn new(
        id: Id,
        title: &'static str,
        help: &'static str,
        keys: &'static [(Context, &'static str)],
        run: fn(&mut Model, Option<Key>) -> Vec<Effect>,
    ) -> Self {
        Self {
            id,
            title,
            help,
            keys,
            hint: "",
            hint_keys: "",
            changes: false,
            keeps_typing: false,
            keeps_overlay: false,
            keeps_page: false,
            disabled: |_| None,
            run,
        }
    }

    pub(crate) const fn hint(mut self, hint: &'static str) -> Self {
        self.hint = hint;
        self
    }

    pub(crate) const fn hint_keys(mut self, keys: &'static str) -> Self {
        self.hint_keys = keys;
        self
    }

    pub(crate) const fn changes(mut self) -> Self {
        self.changes = true;
        self
    }

    pub(crate) const fn keeps_typing(mut self) -> Self {
        self.keeps_typing = true;
        self
    }

    pub(crate) const fn keeps_overlay(mut self) -> Self {
        self.keeps_overlay = true;
        self
    }

    pub(crate) const fn keeps_page(mut self) -> Self {
        self.keeps_page = true;
        self
    }

    pub(crate) const fn disabled(mut self, disabled: fn(&Model) -> Option<String>) -> Self {
        self.disabled = disabled;
        self
    }

    /// Why it can't be done now, in a sentence a person can act on; `None` where it can.
    pub fn why_not(&self, model: &Model) -> Option<String> {
        if self.changes && model.read_only {
            return Some("the file is open read-only".into());
        }
        (self.disabled)(model)
    }

    /// Does it; `key` is the key that asked for it, if one did. Where it can't be done, says why.
    pub(crate) fn run(&self, model: &mut Model, key: Option<Key>) -> Vec<Effect> {
        match self.why_not(model) {
            Some(reason) => {
                model.refused(reason);
                Vec::new()
            }
            None => (self.run)(model, key),
        }
    }
}

/// A row for each command, in the order of [`Id`].
pub type Rows = [&'static Command; Id::ALL.len()];

/// The rows of all groups, by their commands. That each command has one row, and no more, is
/// proved while compiling.
#[allow(clippy::panic, reason = "in a constant, what panics does not compile")]
pub const fn table(groups: &[&'static [Command]]) -> Rows {
    let mut rows: [Option<&'static Command>; Id::ALL.len()] = [None; Id::ALL.len()];
    let (mut group, mut some) = (0, None);
    while group < groups.len() {
        let mut at = 0;
        while at < groups[group].len() {
            let command = &groups[group][at];
            let place = command.id as usize;
            assert!(rows[place].is_none(), "a command has two rows");
            rows[place] = Some(command);
            some = Some(command);
            at += 1;
        }
        group += 1;
    }
    let Some(some) = some else {
        panic!("there are no rows");
    };
    let mut table = [some; Id::ALL.len()];
    let mut at = 0;
    while at < table.len() {
        match rows[at] {
            Some(command) => table[at] = command,
            None => panic!("a command has no row"),
        }
        at += 1;
    }
    table
}

/// The commands of the running editor, and the keys they have.
#[derive(Debug)]
pub struct Commands {
    rows: &'static Rows,
    pub keymap: Keymap,
}

impl Commands {
    /// The commands of a table, with the keys that the table says.
    pub fn new(rows: &'static Rows) -> Self {
        Self {
            rows,
            keymap: Keymap::of(rows),
        }
    }

    /// All, in the order of the help.
    pub fn all(&self) -> impl Iterator<Item = &'static Command> + use<> {
        self.rows.iter().copied()
    }

    /// The row of a command.
    pub fn row(&self, id: Id) -> &'static Command {
        self.rows[id as usize]
    }

    /// The command of a key where `context` has the keys, and the context of the chain that has it.
    pub fn of_key(&self, context: Context, key: Key) -> Option<(&'static Command, Context)> {
        let (id, context) = self.keymap.find(context, key)?;
        Some((self.row(id), context))
    }
}
