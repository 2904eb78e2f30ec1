//! Where a key of the table holds.

use crate::editor::state::view::Pane;

/// Rows of: the name, the heading, and the contexts whose keys hold in it too, strongest first.
macro_rules! contexts {
    ($($(#[doc = $doc:literal])* $name:ident $title:literal [$($behind:ident)*];)+) => {
        /// The place in which a key of the table holds.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Context { $($(#[doc = $doc])* $name,)+ }

        impl Context {
            /// All, in the order of the help.
            pub const ALL: [Self; [$(Self::$name),+].len()] = [$(Self::$name),+];

            /// Returns the heading above its keys.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$name => $title,)+ }
            }

            /// Returns the contexts whose keys hold when this one has the keys, strongest first.
            pub const fn chain(self) -> &'static [Self] {
                match self { $(Self::$name => &[Self::$name $(, Self::$behind)*],)+ }
            }
        }
    };
}

contexts! {
    /// In panes, texts and overlays alike (overlays close first).
    Everywhere "Everywhere" [];
    /// In every pane where no text is typed and nothing lies over it.
    Panes "In every pane" [Everywhere];
    Records "Suite list" [Panes Everywhere];
    /// The suite list as small boards.
    Boards "Suite list as small boards" [Records Panes Everywhere];
    Board "Board" [Panes Everywhere];
    /// The board in play mode, where letters and digits type moves.
    Play "Board, while playing" [Panes Everywhere];
    Operations "Operations" [Panes Everywhere];
    Problems "Problems" [Panes Everywhere];
    /// The raw line, while it is not being typed in.
    Raw "Raw line" [Panes Everywhere];
    /// A text of the record is being typed: the raw line, operands.
    Text "While typing in a record" [Everywhere];
    /// The operands of an operation are being typed.
    Operand "While typing operands" [Text Everywhere];
    /// The suites below a folder.
    Folder "Folder view" [Panes Everywhere];
    /// The page of differences.
    Differences "Differences" [Panes Everywhere];
    Prompt "Prompts" [Everywhere];
    /// A prompt whose text has a grammar.
    Question "Queries and bulk edits" [Prompt Everywhere];
    Picker "Palette and pickers" [Everywhere];
    Menu "Menus" [Everywhere];
    Pager "Help and other pages" [Everywhere];
    /// The text to search for in a page is being typed.
    PageSearch "While searching in a page" [Everywhere];
    /// A page about the whole file, or of the list's columns.
    Report "Reports" [Everywhere];
    /// A change of many records, looked at before it is made.
    Preview "Preview of a bulk edit" [Everywhere];
}

impl Context {
    /// Returns whether keys of both can hold at once, because one is a part of the other.
    pub(crate) fn overlaps(self, other: Self) -> bool {
        self.chain().contains(&other) || other.chain().contains(&self)
    }

    /// The pane whose own keys these are.
    pub(crate) fn pane(self) -> Option<Pane> {
        let holds = |pane: &Pane| self.chain().contains(&Self::of_pane(*pane));
        Pane::ALL.into_iter().find(holds)
    }

    /// Returns whether it is a pane or page, in which no text is typed and over which nothing lies.
    pub(crate) fn is_of_panes(self) -> bool {
        self == Self::Everywhere || self.chain().contains(&Self::Panes)
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
