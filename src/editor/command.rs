//! Commands: the type, and the table of the running editor. Keys, palette, hints, help and the README's
//! list of keys all come from this one table.
//!
//! The rows of a feature are in the `commands.rs` of its folder (`panes/commands.rs` and `pages/commands.rs` for
//! features with few commands). `editor::commands` lists the groups; the model stores the table as a value, so
//! that its users needn't name the features. A new command is a line in [`Id`] and a row.

mod call;
mod id;
mod keymap;

pub use call::{Call, CallError, Kind, Parameter};
pub(crate) use call::{split, unquoted};
pub use id::{Group, Id};
pub use keymap::{Clash, Keymap};

use crate::editor::key::Key;
use crate::editor::model::Model;
use crate::editor::overlay::{self, PromptHandler};
use crate::editor::state::View;
use crate::editor::state::editing::Editing;
use crate::editor::state::view::{Page, Pane};

/// Rows of: the name, the heading, and the contexts whose keys also work in it, nearest first.
macro_rules! contexts {
    ($($(#[doc = $doc:literal])* $name:ident $title:literal [$($behind:ident)*];)+) => {
        /// The part of the editor in which a key of the table works.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Context { $($(#[doc = $doc])* $name,)+ }

        impl Context {
            /// All contexts, in the order of the help.
            pub const ALL: [Self; [$(Self::$name),+].len()] = [$(Self::$name),+];

            /// Returns the heading above its keys.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$name => $title,)+ }
            }

            /// Returns the contexts whose keys work when this one has the focus, nearest first.
            pub const fn chain(self) -> &'static [Self] {
                match self { $(Self::$name => &[Self::$name $(, Self::$behind)*],)+ }
            }
        }
    };
}

contexts! {
    /// In panes, texts and overlays alike (overlays close first).
    Everywhere "Everywhere" [];
    /// In every pane, while no text is being typed and no overlay is open.
    Panes "In every pane" [Everywhere];
    Records "Suite list" [Panes Everywhere];
    Boards "Suite list as small boards" [Records Panes Everywhere];
    /// The board in set-up mode, where letters place pieces.
    Board "Board: Set up" [Panes Everywhere];
    /// The board in play mode, its default, where letters and digits type moves.
    Play "Board: Play" [Panes Everywhere];
    Operations "Operations" [Panes Everywhere];
    Problems "Problems" [Panes Everywhere];
    /// The raw line, while it is not being edited.
    Raw "Raw line" [Panes Everywhere];
    /// A text of the record is being edited: the raw line or operands.
    Text "While typing in a record" [Everywhere];
    /// The operands of an operation are being edited.
    Operand "While typing operands" [Text Everywhere];
    Folder "Folder view" [Panes Everywhere];
    Differences "Differences" [Panes Everywhere];
    Prompt "Prompts" [Everywhere];
    Question "Queries and bulk edits" [Prompt Everywhere];
    Picker "Palette and pickers" [Everywhere];
    Menu "Menus" [Everywhere];
    Pager "Help and other pages" [Everywhere];
    /// The text to search for in a page is being typed.
    PageSearch "While searching in a page" [Everywhere];
    Report "Pages about the file" [Everywhere];
    ProblemList "Problems of the file" [Report Everywhere];
    Duplicates "Duplicates and contradictions" [Report Everywhere];
    Statistics "Statistics and reports" [Report Everywhere];
    Values "Values of a column" [Report Everywhere];
    ColumnList "Columns of the list" [Report Everywhere];
    Queue "Analysis queue" [Report Everywhere];
    Proposals "Proposals" [Report Everywhere];
    Settings "Settings" [Report Everywhere];
    EngineList "Engines" [Report Everywhere];
    Preview "Preview of a bulk edit" [Everywhere];
}

impl Context {
    pub(crate) fn pane(self) -> Option<Pane> {
        let holds = |pane: &Pane| self.chain().contains(&Self::of_pane(*pane));
        Pane::ALL.into_iter().find(holds)
    }

    /// Returns true if it is a pane or a page, with no text being typed and no overlay open.
    pub(crate) fn is_of_panes(self) -> bool {
        self == Self::Everywhere || self.chain().contains(&Self::Panes)
    }

    pub(crate) fn types(self) -> bool {
        let mut chain = self.chain().iter();
        chain.any(|link| matches!(link, Self::Text | Self::Prompt))
    }

    pub(crate) const fn of_pane(pane: Pane) -> Self {
        match pane {
            Pane::Records => Self::Records,
            Pane::Board => Self::Board,
            Pane::Operations => Self::Operations,
            Pane::Problems => Self::Problems,
            Pane::Raw => Self::Raw,
        }
    }

    /// Returns the context with the focus in a model.
    pub fn of(model: &Model) -> Self {
        let view = &model.document.view;
        if let Some(overlay) = model.overlays.last() {
            return overlay.context();
        }
        match (model.page, &view.editing, view.focus) {
            (Page::Folder, ..) => Self::Folder,
            (Page::Differences, ..) => Self::Differences,
            (Page::Panes, Some(Editing::Operand(_)), _) => Self::Operand,
            (Page::Panes, Some(Editing::Raw(_)), _) => Self::Text,
            (Page::Panes, None, Pane::Board) if model.play().is_some() => Self::Play,
            (Page::Panes, None, Pane::Records) if model.view == View::Boards => Self::Boards,
            (Page::Panes, None, pane) => Self::of_pane(pane),
        }
    }
}

#[derive(Debug)]
pub struct Command {
    pub id: Id,
    pub title: &'static str,
    /// Names of commands in braces become their keys ([`Commands::sentence`]).
    help: &'static str,
    /// The default keys; the first of a context is the one shown.
    pub keys: &'static [(Context, &'static str)],
    /// A word or two for the hints; empty for a command that is not in the hints.
    pub hint: &'static str,
    /// The keys shown in the hints instead of the first (`PNBRQK`), as long as the keys are the default ones.
    pub hint_keys: &'static str,
    pub words: &'static str,
    /// Short names by which it can also be typed: `w`, `q!`.
    pub aliases: &'static [&'static str],
    /// The command to run instead when it is typed with an argument: `save NAME` is `save-as NAME`.
    pub(crate) with_argument: Option<Id>,
    /// The grammar of its arguments, if their kinds don't describe it fully.
    pub(crate) grammar: Option<&'static (dyn PromptHandler + Sync)>,
    /// The command whose key is shown in the hints instead, because it has the same effect there.
    pub hint_as: Option<Id>,
    /// The arguments that it accepts; without them it prompts.
    pub parameters: &'static [Parameter],
    /// Whether it opens a prompt or a menu; an argument answers that at once.
    pub(crate) asks: bool,
    /// Whether it works only while the board has the focus, as a letter that places a piece.
    pub of_board: bool,
    /// Whether it changes the file, which disables it in a read-only file.
    pub changes: bool,
    /// Whether it inserts, removes or moves lines, which disables it while a bulk edit is being computed.
    pub(crate) changes_lines: bool,
    /// The words for its effect, if its letter must be pressed twice because one press is too easily an accident.
    pub(crate) twice: Option<fn(&Model) -> String>,
    /// Whether it works inside a text being typed, which any other command commits first.
    pub keeps_typing: bool,
    /// Whether it works inside an overlay, which any other command closes first.
    pub keeps_overlay: bool,
    /// Whether it works in the folder and differences views, which any other command leaves first.
    pub keeps_page: bool,
    /// Returns the reason why it can't run now; [`Command::refusal`] checks more.
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
            with_argument: None,
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

    /// Returns the reason why it can't run now, in a sentence the user can act on; `None` if it can.
    pub fn refusal(&self, model: &Model) -> Option<String> {
        let read_only = model.why_read_only().filter(|_| self.changes);
        // The bulk edit would be computed for lines that no longer exist.
        let changing = || model.change_on_its_way().filter(|_| self.changes_lines);
        let is_elsewhere = self.of_board && model.document.view.focus != Pane::Board;
        let elsewhere = "only on the board · {open-record} goes there";
        read_only
            .or_else(changing)
            .or_else(|| model.when(is_elsewhere, elsewhere))
            .or_else(|| (self.disabled)(model))
    }

    /// Returns true if it can be typed by name: it works in panes, or accepts arguments.
    pub fn is_of_panes(&self) -> bool {
        let mut keys = self.keys.iter();
        self.keys.is_empty()
            || !self.parameters.is_empty()
            || keys.any(|(context, _)| context.is_of_panes())
    }

    /// Returns its name and arguments as they are typed: `rename-opcodes <opcode> <new opcode>`.
    pub fn usage(&self) -> String {
        let mut usage = self.id.name().to_owned();
        for parameter in self.parameters {
            usage.push(' ');
            usage.push_str(&parameter.usage(self.asks));
        }
        if self.with_argument.is_some() {
            usage.push_str(" [path]");
        }
        usage
    }
}

pub(crate) fn run(model: &mut Model, call: &Call) {
    let command = model.commands.row(call.id);
    if let Some(reason) = command.refusal(model) {
        return model.refused(reason);
    }
    (command.run)(model, call);
    if command.asks && !call.arguments.is_empty() {
        overlay::answer(model, &call.arguments.join(" "));
    }
}

impl Model {
    /// Returns the first key of a command for sentences (`^Z`), or its name for the command line (`:undo`).
    pub fn key(&self, id: Id) -> String {
        let key = self.commands.keymap.nth(id, 0);
        key.unwrap_or_else(|| format!(":{}", id.name()))
    }

    /// Returns the first key of a command, spelled in full: `Ctrl-Z`.
    pub fn key_name(&self, id: Id) -> String {
        let first = self.commands.keymap.places(id).first();
        first.map_or_else(|| self.key(id), |(_, key)| key.to_string())
    }

    pub(crate) fn key_in(&self, id: Id, context: Context) -> String {
        let keys = self.commands.keymap.keys_in(id, context);
        keys.first().map_or_else(|| self.key(id), |key| key.short())
    }

    /// Returns the second key of a command while `context` has the focus, if it has two.
    pub(crate) fn other_key(&self, id: Id, context: Context) -> String {
        let keys = self.commands.keymap.keys_in(id, context);
        let other = keys.get(1).or(keys.first());
        other.map_or_else(|| self.key(id), |key| key.short())
    }
}

/// Writes the rows of a feature: a command, its title and help, its keys by context, the function that
/// runs it, and any other fields, by the names of [`set`].
macro_rules! rows {
    ($($id:ident, $title:expr, $help:expr,
        [$($context:ident $($key:literal)+),*],
        $run:expr $(, $more:ident $(($argument:expr $(,)?))?)*;)*) => {
        pub(crate) const COMMANDS: &[$crate::editor::command::Command] = &[$({
            #[allow(unused_mut, reason = "some rows set no more fields")]
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

/// Sets a field of a [`Command`]: a flag by its name alone, and some fields by a word that reads better in a row.
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
    ($row:ident.with_argument = $id:expr) => {
        $row.with_argument = Some($id)
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

pub type Rows = [&'static Command; Id::ALL.len()];

/// Returns the rows of all groups, indexed by [`Id`]; compiling fails if a command has no row or two.
pub const fn table(groups: &[&'static [Command]]) -> Rows {
    let mut rows = [&groups[0][0]; Id::ALL.len()];
    let (mut group, mut count) = (0, 0);
    while group < groups.len() {
        let mut at = 0;
        while at < groups[group].len() {
            let command = &groups[group][at];
            rows[command.id as usize] = command;
            at += 1;
        }
        count += at;
        group += 1;
    }
    assert!(count == rows.len(), "a command has two rows, or none");
    while count > 0 {
        count -= 1;
        assert!(rows[count].id as usize == count, "a command has no row");
    }
    rows
}

/// The commands of the running editor, and their keys.
#[derive(Clone, Debug, Default)]
pub struct Commands {
    rows: &'static [&'static Command],
    pub keymap: Keymap,
}

impl Commands {
    /// Returns the commands of a table, with the default keys.
    pub fn new(rows: &'static Rows) -> Self {
        Self {
            rows,
            keymap: Keymap::of(rows),
        }
    }

    /// Returns all commands, in the order of the help.
    pub fn all(&self) -> impl Iterator<Item = &'static Command> + use<> {
        self.rows.iter().copied()
    }

    pub fn row(&self, id: Id) -> &'static Command {
        self.rows[id as usize]
    }

    /// Returns the help of a command, with the current keys.
    pub fn help(&self, id: Id) -> String {
        self.sentence(self.row(id).help)
    }

    /// Returns a sentence with commands in braces replaced by their keys: `{undo}` becomes the first key
    /// of undo, `{undo 2}` the second.
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

    pub(crate) fn has_its_keys(&self, id: Id) -> bool {
        let table = self.row(id).keys.iter();
        let places = table.filter_map(|(context, key)| Some((*context, key.parse().ok()?)));
        places.eq(self.keymap.places(id).iter().copied())
    }

    /// Returns the command of a key while `context` has the focus, and the context that binds it.
    pub fn of_key(&self, context: Context, key: Key) -> Option<(&'static Command, Context)> {
        let (id, context) = self.keymap.find(context, key)?;
        Some((self.row(id), context))
    }
}

#[cfg(test)]
mod tests {
    use super::Id;

    #[test]
    fn a_name_is_the_variant_in_kebab_case_and_reads_back() {
        assert_eq!(Id::ToggleChess960.name(), "toggle-chess960");
        for id in Id::ALL {
            let name = id.name();
            assert!(
                name.bytes()
                    .all(|c| matches!(c, b'a'..=b'z' | b'0'..=b'9' | b'-'))
            );
            assert_eq!(Id::from_name(name), Some(*id));
        }
    }

    #[test]
    fn an_unknown_name_is_not_a_command() {
        assert_eq!(Id::from_name("no-such-command"), None);
        assert_eq!(Id::from_name(""), None);
    }
}
