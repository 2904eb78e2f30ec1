//! The one table of commands: keys, palette, hints, help and the README's list of keys all come
//! from it.

mod board;
mod everywhere;
mod files;
mod id;
mod keymap;
mod lists;
mod marks;
mod operations;
mod play;
mod records;
mod report;
mod reshape;
mod text;
mod view;

pub use id::Id;
pub use keymap::{all_keys, command_of, keys_in, keys_of};

use crate::app::effect::Effect;
use crate::app::features::inspect;
use crate::app::features::list::gallery::View;
use crate::app::features::query;
use crate::app::key::Key;
use crate::app::model::{Editing, Model, Page, Pane};
use crate::app::overlay::Overlay;

/// What has the keys: where a key of the table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Context {
    /// In panes, texts and overlays alike (overlays close first).
    Everywhere,
    /// In every pane where no text is typed and nothing lies over it.
    Panes,
    Records,
    /// The suite list as small boards.
    Boards,
    Board,
    /// The board in play mode, where letters and digits type moves.
    Play,
    Operations,
    Problems,
    /// The raw line, while it is not being typed in.
    Raw,
    /// A text of the record is being typed: the raw line, operands.
    Text,
    /// Operands that are chosen from a list, stepped or switched are being typed.
    Operand,
    /// The suites below a folder.
    Folder,
    /// The page of differences.
    Differences,
    Prompt,
    /// A prompt whose text has a grammar.
    Question,
    Picker,
    Menu,
    Pager,
    /// A page about the whole file, or of the list's columns.
    Report,
    /// A change of many records, looked at before it is made.
    Preview,
}

impl Context {
    /// All, in the order of the help.
    pub const ALL: [Self; 20] = [
        Self::Everywhere,
        Self::Panes,
        Self::Records,
        Self::Boards,
        Self::Board,
        Self::Play,
        Self::Operations,
        Self::Problems,
        Self::Raw,
        Self::Text,
        Self::Operand,
        Self::Folder,
        Self::Differences,
        Self::Prompt,
        Self::Question,
        Self::Picker,
        Self::Menu,
        Self::Pager,
        Self::Report,
        Self::Preview,
    ];

    /// As a heading.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Everywhere => "Everywhere",
            Self::Panes => "In every pane",
            Self::Records => "Suite list",
            Self::Boards => "Suite list, as small boards",
            Self::Board => "Board",
            Self::Play => "Board, while playing",
            Self::Operations => "Operations",
            Self::Problems => "Problems",
            Self::Raw => "Record line",
            Self::Text => "While typing in a record",
            Self::Operand => "While typing moves, words of a list, numbers and dates",
            Self::Folder => "Folder view",
            Self::Differences => "Differences",
            Self::Prompt => "Prompts",
            Self::Question => "Questions about records, and what a change needs to know",
            Self::Picker => "Palettes",
            Self::Menu => "Menus and questions",
            Self::Pager => "Help and other pages",
            Self::Report => "Pages about the whole file",
            Self::Preview => "A change, before it is made",
        }
    }

    /// The contexts whose keys hold when this one has the keys, strongest first.
    pub const fn chain(self) -> &'static [Self] {
        match self {
            Self::Everywhere => &[Self::Everywhere],
            Self::Panes => &[Self::Panes, Self::Everywhere],
            Self::Records => &[Self::Records, Self::Panes, Self::Everywhere],
            Self::Boards => &[Self::Boards, Self::Records, Self::Panes, Self::Everywhere],
            Self::Board => &[Self::Board, Self::Panes, Self::Everywhere],
            Self::Play => &[Self::Play, Self::Panes, Self::Everywhere],
            Self::Operations => &[Self::Operations, Self::Panes, Self::Everywhere],
            Self::Problems => &[Self::Problems, Self::Panes, Self::Everywhere],
            Self::Raw => &[Self::Raw, Self::Panes, Self::Everywhere],
            Self::Text => &[Self::Text, Self::Everywhere],
            Self::Operand => &[Self::Operand, Self::Text, Self::Everywhere],
            Self::Folder => &[Self::Folder, Self::Panes, Self::Everywhere],
            Self::Differences => &[Self::Differences, Self::Panes, Self::Everywhere],
            Self::Prompt => &[Self::Prompt, Self::Everywhere],
            Self::Question => &[Self::Question, Self::Prompt, Self::Everywhere],
            Self::Preview => &[Self::Preview, Self::Everywhere],
            Self::Picker => &[Self::Picker, Self::Everywhere],
            Self::Menu => &[Self::Menu, Self::Everywhere],
            Self::Pager => &[Self::Pager, Self::Everywhere],
            Self::Report => &[Self::Report, Self::Everywhere],
        }
    }

    /// The context of a pane.
    pub const fn of_pane(pane: Pane) -> Self {
        match pane {
            Pane::Records => Self::Records,
            Pane::Board => Self::Board,
            Pane::Operations => Self::Operations,
            Pane::Problems => Self::Problems,
            Pane::Raw => Self::Raw,
        }
    }

    /// What has the keys in a model.
    pub fn of(model: &Model) -> Self {
        match model.overlays.last() {
            Some(Overlay::Prompt(prompt)) if query::has_grammar(prompt.kind) => Self::Question,
            Some(Overlay::Prompt(_)) => Self::Prompt,
            Some(Overlay::Picker(_)) => Self::Picker,
            Some(Overlay::Menu(_)) => Self::Menu,
            Some(Overlay::Pager(_)) => Self::Pager,
            Some(Overlay::Report(_)) => Self::Report,
            Some(Overlay::Preview(_)) => Self::Preview,
            None if model.page == Page::Folder => Self::Folder,
            None if model.page == Page::Differences => Self::Differences,
            None => match model.editing {
                Some(Editing::Operand(ref operand)) if inspect::has_own_keys(operand) => {
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
    const fn new(
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

    const fn hint(mut self, hint: &'static str) -> Self {
        self.hint = hint;
        self
    }

    const fn hint_keys(mut self, keys: &'static str) -> Self {
        self.hint_keys = keys;
        self
    }

    const fn changes(mut self) -> Self {
        self.changes = true;
        self
    }

    const fn keeps_typing(mut self) -> Self {
        self.keeps_typing = true;
        self
    }

    const fn keeps_overlay(mut self) -> Self {
        self.keeps_overlay = true;
        self
    }

    const fn keeps_page(mut self) -> Self {
        self.keeps_page = true;
        self
    }

    const fn disabled(mut self, disabled: fn(&Model) -> Option<String>) -> Self {
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

/// The rows by subject, in the order of the help.
pub const GROUPS: [&[Command]; 12] = [
    everywhere::ROWS,
    files::ROWS,
    lists::ROWS,
    records::ROWS,
    view::ROWS,
    marks::ROWS,
    reshape::ROWS,
    report::ROWS,
    // Playing comes first, so that its hint stays where there is little room.
    play::ROWS,
    board::ROWS,
    operations::ROWS,
    text::ROWS,
];

/// All rows.
pub fn all() -> impl Iterator<Item = &'static Command> {
    GROUPS.iter().flat_map(|rows| rows.iter())
}

/// The row of a command; a test holds that each has one.
pub fn find(id: Id) -> Option<&'static Command> {
    all().find(|command| command.id == id)
}
