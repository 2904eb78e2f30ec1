//! What a command is, and the commands of the running editor: keys, palette, hints, help and the
//! README's list of keys all come from one table.
//!
//! A row of the table lives with its feature, in the `commands.rs` of its folder; `editor::commands`
//! lists the groups, and the model holds the table as a value, so that nothing that asks it has to
//! know the features. A new command is a line in [`Id`] and a row.

mod bindings;
mod call;
pub(crate) mod context;
mod id;
mod keymap;

pub use call::{Argument, Call, CallError, Kind, Parameter};
pub(crate) use call::{split, unquoted};
pub use context::Context;
pub use id::Id;
pub use keymap::{Clash, Keymap};

use crate::editor::key::Key;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Asks};
use crate::editor::state::View;
use crate::editor::state::editing::Editing;
use crate::editor::state::view::{Page, Pane};

impl Context {
    fn of_panes(model: &Model) -> Self {
        let view = &model.document.view;
        match (&view.editing, view.focus) {
            (Some(Editing::Operand(_)), _) => Self::Operand,
            (Some(Editing::Raw(_)), _) => Self::Text,
            (None, Pane::Board) if model.play().is_some() => Self::Play,
            (None, Pane::Records) if model.view == View::Boards => Self::Boards,
            (None, pane) => Self::of_pane(pane),
        }
    }

    /// Returns the context that has the keys in a model.
    pub fn of(model: &Model) -> Self {
        match model.overlays.last() {
            Some(overlay) => overlay.context(),
            None if model.page == Page::Folder => Self::Folder,
            None if model.page == Page::Differences => Self::Differences,
            None => Self::of_panes(model),
        }
    }
}

/// A row of the table.
#[derive(Debug)]
pub struct Command {
    pub id: Id,
    /// In the palette: `Next record`.
    pub title: &'static str,
    /// The sentence of its help; keys stand in it as [`Commands::sentence`] reads them.
    help: &'static str,
    /// The keys, the first of a context being the one to show.
    pub keys: &'static [(Context, &'static str)],
    /// A word or two for the hints; empty where it is not hinted at.
    pub hint: &'static str,
    /// The keys to show in the hints instead of the first (`PNBRQK`), while they are those of the
    /// table.
    pub hint_keys: &'static str,
    /// Other words by which it is found, with blanks between them.
    pub words: &'static str,
    /// Short names by which it can be typed, as well as by its own: `w`, `q!`.
    pub aliases: &'static [&'static str],
    /// The command that it is where it is typed with an argument: `save NAME` is `save-as NAME`.
    pub(crate) told: Option<Id>,
    /// The grammar of its arguments where there is more to them than their kinds say.
    pub(crate) grammar: Option<&'static (dyn Asks + Sync)>,
    /// The command whose key is shown in the hints instead, as it does the same there.
    pub hint_as: Option<Id>,
    /// The arguments that it takes; without them it asks.
    pub parameters: &'static [Parameter],
    /// Whether it opens a prompt or a menu for what it can be told; an argument answers that at once, so that both
    /// ways do the same.
    pub(crate) asks: bool,
    /// Whether it means something only while the board has the keys, as a letter that places a piece.
    pub of_board: bool,
    /// Whether it changes the file: then it is disabled in a file open read-only.
    pub changes: bool,
    /// Whether lines come, go or move by it: then it is disabled while a bulk edit is made of them.
    pub(crate) changes_lines: bool,
    /// The words for its effect, where a letter of it has to be pressed twice: once is too easily an accident,
    /// and pressed twice out of habit it would be done twice.
    pub(crate) twice: Option<fn(&Model) -> String>,
    /// Whether it works inside a text being typed, which any other command ends first.
    pub keeps_typing: bool,
    /// Whether it works inside an overlay, which any other command closes first.
    pub keeps_overlay: bool,
    /// Whether it works in the folder view and its like, which any other command leaves first.
    pub keeps_page: bool,
    /// The reason why it can't be done now, which [`Command::why_not`] adds to.
    pub(crate) disabled: fn(&Model) -> Option<String>,
    run: fn(&mut Model, &Call),
}

impl Command {
    pub(crate) const fn new(
        id: Id,
        title: &'static str,
        help: &'static str,
        keys: &'static [(Context, &'static str)],
        run: fn(&mut Model, &Call),
    ) -> Self {
        Self {
            id,
            title,
            help,
            keys,
            hint: "",
            hint_keys: "",
            hint_as: None,
            words: "",
            aliases: &[],
            told: None,
            grammar: None,
            parameters: &[],
            asks: false,
            of_board: false,
            changes: false,
            changes_lines: false,
            twice: None,
            keeps_typing: false,
            keeps_overlay: false,
            keeps_page: false,
            disabled: |_| None,
            run,
        }
    }

    /// Returns the reason why it can't be done now, in a sentence a person can act on; `None` where it can.
    pub fn why_not(&self, model: &Model) -> Option<String> {
        if let Some(reason) = model.why_read_only().filter(|_| self.changes) {
            return Some(reason);
        }
        // It would be worked out for nothing: its lines would be others.
        if let Some(reason) = model.change_on_its_way().filter(|_| self.changes_lines) {
            return Some(reason);
        }
        let is_elsewhere = self.of_board && model.document.view.focus != Pane::Board;
        model
            .when(is_elsewhere, "only on the board · {open-record} goes there")
            .or_else(|| (self.disabled)(model))
    }

    /// Returns true if it works in panes; what works only inside a text being typed or over the panes is
    /// no command to be typed by its name.
    pub fn is_of_panes(&self) -> bool {
        let mut keys = self.keys.iter();
        self.keys.is_empty() || keys.any(|(context, _)| context.is_of_panes())
    }

    /// Returns the form in which it is typed, with its arguments: `rename-opcodes <opcode> <new opcode>`.
    pub fn usage(&self) -> String {
        let mut usage = self.id.name().to_owned();
        for parameter in self.parameters {
            usage.push(' ');
            usage.push_str(&parameter.usage(self.asks));
        }
        if self.told.is_some() {
            usage.push_str(" [path]");
        }
        usage
    }

    /// Does it. Where it can't be done, says why.
    pub(crate) fn run(&self, model: &mut Model, call: &Call) {
        if let Some(reason) = self.why_not(model) {
            return model.refused(reason);
        }
        (self.run)(model, call);
        if let Some(text) = call.answer().filter(|_| self.asks) {
            overlay::answer(model, &text);
        }
    }
}

/// Does what a call says.
pub(crate) fn run(model: &mut Model, call: &Call) {
    model.commands.row(call.id).run(model, call)
}

impl Model {
    /// The first key of a command, as sentences name it: `^Z`. Where it has none, what finds it in the
    /// palette.
    pub fn key(&self, id: Id) -> String {
        let keymap = &self.commands.keymap;
        keymap
            .nth(id, 0)
            .unwrap_or_else(|| format!(":{}", id.name()))
    }

    /// The first key of a command by its whole name: `Ctrl-Z`.
    pub fn key_name(&self, id: Id) -> String {
        let places = self.commands.keymap.places(id);
        places
            .first()
            .map_or_else(|| self.key(id), |(_, key)| key.to_string())
    }

    /// The key of a command where `context` has the keys.
    pub(crate) fn key_in(&self, id: Id, context: Context) -> String {
        let keys = self.commands.keymap.keys_in(id, context);
        keys.first().map_or_else(|| self.key(id), |key| key.short())
    }

    /// The second key of a command where `context` has the keys, where it has two.
    pub(crate) fn other_key(&self, id: Id, context: Context) -> String {
        let keys = self.commands.keymap.keys_in(id, context);
        keys.get(1)
            .map_or_else(|| self.key_in(id, context), |key| key.short())
    }
}

/// Writes the rows of a feature: a command, its title, what it does; its keys, by place; what does it; and what
/// else there is to say of it, by the names of [`set`].
macro_rules! rows {
    ($($id:ident, $title:expr, $help:expr,
        [$($context:ident $($key:literal)+),*],
        $run:expr $(, $more:ident $(($argument:expr $(,)?))?)*;)*) => {
        pub(crate) const COMMANDS: &[$crate::editor::command::Command] = &[$({
            #[allow(unused_mut, reason = "of some there is no more to say")]
            let mut command = $crate::editor::command::Command::new(
                $crate::editor::command::Id::$id,
                $title,
                $help,
                &[$($(($crate::editor::command::Context::$context, $key),)+)*],
                $run,
            );
            $($crate::editor::command::set!(command.$more $(= $argument)?);)*
            command
        },)*];
    };
}
pub(crate) use rows;

/// Sets a field of a [`Command`]: a flag by its name alone, and some by a word that reads better in a row.
macro_rules! set {
    ($row:ident.asks = $parameters:expr) => {
        ($row.parameters, $row.asks) = ($parameters, true)
    };
    ($row:ident.takes = $parameters:expr) => {
        $row.parameters = $parameters
    };
    ($row:ident.reads = $grammar:expr) => {
        $row.grammar = Some($grammar)
    };
    ($row:ident.hint_as = $id:expr) => {
        $row.hint_as = Some($id)
    };
    ($row:ident.told = $id:expr) => {
        $row.told = Some($id)
    };
    ($row:ident.twice = $what:expr) => {
        $row.twice = Some($what)
    };
    ($row:ident.changes_board = $disabled:expr) => {
        ($row.of_board, $row.changes, $row.disabled) = (true, true, $disabled)
    };
    ($row:ident.changes_lines) => {
        ($row.changes, $row.changes_lines) = (true, true)
    };
    ($row:ident.$flag:ident) => {
        $row.$flag = true
    };
    ($row:ident.$field:ident = $value:expr) => {
        $row.$field = $value
    };
}
pub(crate) use set;

/// A row for each command, in the order of [`Id`].
pub type Rows = [&'static Command; Id::ALL.len()];

/// The rows of all groups, by their commands. That each command has one row, and no more, is
/// proved while compiling.
#[allow(clippy::panic, reason = "in a constant, what panics does not compile")]
pub const fn table(groups: &[&'static [Command]]) -> Rows {
    let mut rows: [Option<&'static Command>; Id::ALL.len()] = [None; Id::ALL.len()];
    let mut group = 0;
    while group < groups.len() {
        let mut at = 0;
        while at < groups[group].len() {
            let command = &groups[group][at];
            let row = &mut rows[command.id as usize];
            assert!(row.is_none(), "a command has two rows");
            *row = Some(command);
            at += 1;
        }
        group += 1;
    }
    let mut table = [&groups[0][0]; Id::ALL.len()];
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
#[derive(Clone, Debug, Default)]
pub struct Commands {
    rows: &'static [&'static Command],
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

    /// Returns the help of a command, a sentence that names its keys as they are now.
    pub fn help(&self, id: Id) -> String {
        self.sentence(self.row(id).help)
    }

    /// Returns a sentence with the keys of the commands that it names: `{undo}` stands for the first key of undo,
    /// `{undo 2}` for the second.
    pub(crate) fn sentence(&self, sentence: &str) -> String {
        let mut text = String::new();
        let mut rest = sentence;
        while let Some((before, (name, after))) = rest
            .split_once('{')
            .and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
        {
            let (command, nth) = name.split_once(' ').unwrap_or((name, "1"));
            let nth = nth.parse().unwrap_or(1_usize).saturating_sub(1);
            let named = Id::from_name(command).map(|id| {
                let key = self.keymap.nth(id, nth).or_else(|| self.keymap.nth(id, 0));
                key.unwrap_or_else(|| format!(":{command}"))
            });
            text.push_str(before);
            text.push_str(&named.unwrap_or_else(|| format!("{{{name}}}")));
            rest = after;
        }
        text.push_str(rest);
        text
    }

    /// Returns true if a command has the keys that the table says.
    pub(crate) fn has_its_keys(&self, id: Id) -> bool {
        let table = self.row(id).keys.iter();
        let places = table.filter_map(|(context, key)| Some((*context, key.parse().ok()?)));
        places.eq(self.keymap.places(id).iter().copied())
    }

    /// The command of a key where `context` has the keys, and the context of the chain that has it.
    pub fn of_key(&self, context: Context, key: Key) -> Option<(&'static Command, Context)> {
        let (id, context) = self.keymap.find(context, key)?;
        Some((self.row(id), context))
    }
}
