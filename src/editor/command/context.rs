//! Where a key of the table holds.

use crate::editor::state::view::Pane;

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
    /// The operands of an operation are being typed.
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
    /// What is searched for in a page of text is being typed.
    PageSearch,
    /// A page about the whole file, or of the list's columns.
    Report,
    /// A change of many records, looked at before it is made.
    Preview,
}

impl Context {
    /// All, in the order of the help.
    pub const ALL: [Self; 21] = [
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
        Self::PageSearch,
        Self::Report,
        Self::Preview,
    ];

    /// As a heading.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Everywhere => "Everywhere",
            Self::Panes => "In every pane",
            Self::Records => "Suite list",
            Self::Boards => "Suite list as small boards",
            Self::Board => "Board",
            Self::Play => "Board, while playing",
            Self::Operations => "Operations",
            Self::Problems => "Problems",
            Self::Raw => "Raw line",
            Self::Text => "While typing in a record",
            Self::Operand => "While typing operands",
            Self::Folder => "Folder view",
            Self::Differences => "Differences",
            Self::Prompt => "Prompts",
            Self::Question => "Queries and bulk edits",
            Self::Picker => "Palette and pickers",
            Self::Menu => "Menus",
            Self::Pager => "Help and other pages",
            Self::PageSearch => "While searching in a page",
            Self::Report => "Reports",
            Self::Preview => "Preview of a bulk edit",
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
            Self::PageSearch => &[Self::PageSearch, Self::Everywhere],
            Self::Report => &[Self::Report, Self::Everywhere],
        }
    }

    /// Whether keys of both can hold at once, one of them being a part of the other.
    pub(crate) fn overlaps(self, other: Self) -> bool {
        self.chain().contains(&other) || other.chain().contains(&self)
    }

    /// The pane whose own keys these are.
    pub(crate) const fn pane(self) -> Option<Pane> {
        match self {
            Self::Records | Self::Boards => Some(Pane::Records),
            Self::Board => Some(Pane::Board),
            Self::Operations => Some(Pane::Operations),
            Self::Problems => Some(Pane::Problems),
            Self::Raw => Some(Pane::Raw),
            _ => None,
        }
    }

    /// Whether it is one of panes and pages, where no text is typed and nothing lies over them.
    pub(crate) const fn is_of_panes(self) -> bool {
        matches!(
            self,
            Self::Everywhere
                | Self::Panes
                | Self::Records
                | Self::Boards
                | Self::Board
                | Self::Play
                | Self::Operations
                | Self::Problems
                | Self::Raw
                | Self::Folder
                | Self::Differences
        )
    }

    /// The context of a pane.
    pub(crate) const fn of_pane(pane: Pane) -> Self {
        match pane {
            Pane::Records => Self::Records,
            Pane::Board => Self::Board,
            Pane::Operations => Self::Operations,
            Pane::Problems => Self::Problems,
            Pane::Raw => Self::Raw,
        }
    }
}
