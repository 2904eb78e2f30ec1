//! The state kept from one session to the next: how each file was viewed, and how the screen was divided. A
//! value with a text form; `terminal` stores it on disk.
//!
//! ```text
//! text   = "epdit remembers 1" [ "set panes" PANES ] { file }
//! file   = "file" PATH { "line" N | "sort" COLUMN [down] | "columns" NAME,... | "widths" NAME=N,...
//!                      | "save" all|edited | "query" TEXT }
//! PANES  = { ("list" | "side" | "records" | "problems") PERMILLE | ("raw" | "board") CELLS | "hidden" PANE }
//! ```
//! One item a line. Nothing of a file's contents is stored except the query that was typed.

use crate::editor::state::columns::Column;
use crate::editor::state::view::Pane;
use crate::editor::widgets::Rect;
use crate::suite::SavePolicy;
use crate::suite::field::Key;
use crate::suite::query::in_list;

/// Most files remembered, the newest first; older ones are dropped.
pub const FILES: usize = 500;
/// Most bytes of a text that are read.
const BYTES: usize = 1 << 20;
/// Most bytes of a query, a path or a value; one that is longer, or has several lines, is not stored.
const LONG: usize = 4096;
const HEAD: &str = "epdit remembers 1";
/// The whole that shares are parts of.
const WHOLE: u16 = 1000;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileMemory {
    pub sort: Option<Key>,
    /// The columns of the list, unless they are the default ones.
    pub columns: Option<Vec<Column>>,
    pub widths: Vec<(Column, u16)>,
    /// The line selected last, 0-based.
    pub line: Option<usize>,
    /// The user's choice of the records that a save makes canonical.
    pub policy: Option<SavePolicy>,
    pub query: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    File {
        path: String,
        memory: FileMemory,
    },
    /// A file was opened, which becomes the newest.
    Opened(String),
    /// The sizes of the panes, for all files.
    Panes(Panes),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RememberedState {
    pub panes: Panes,
    /// The newest first.
    files: Vec<(String, FileMemory)>,
}

impl RememberedState {
    /// Parses a text. Returns the number of lines that can't be parsed, which are skipped.
    pub fn read(text: &str) -> (Self, usize) {
        let mut all = Self::default();
        let mut broken = 0;
        let mut lines = text.split_terminator('\n');
        match lines.next() {
            None => return (all, 0),
            Some(HEAD) => {}
            Some(_) => return (all, text.lines().count()),
        }
        for line in lines {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let taken = match word {
                "set" => {
                    let panes = rest.strip_prefix("panes ");
                    panes.map(|panes| all.panes = Panes::read(panes))
                }
                "file" => {
                    let fits = all.files.len() < FILES && !rest.is_empty();
                    fits.then(|| all.files.push((rest.to_owned(), FileMemory::default())))
                }
                _ => match all.files.last_mut() {
                    Some((_, memory)) => memory.take(word, rest),
                    None => None,
                },
            };
            broken += usize::from(taken.is_none());
        }
        (all, broken)
    }

    pub fn text(&self) -> String {
        let mut text = format!("{HEAD}\n");
        if self.panes != Panes::default() {
            text += &line("set panes", &self.panes.text());
        }
        for (path, memory) in &self.files {
            let file = line("file", path) + &memory.text();
            // The oldest files, which would not fit, are dropped.
            if text.len() + file.len() > BYTES {
                break;
            }
            text += &file;
        }
        text
    }

    pub fn file(&self, path: &str) -> Option<&FileMemory> {
        let mut files = self.files.iter();
        files.find(|(of, _)| of == path).map(|(_, memory)| memory)
    }

    /// Returns the paths of the files, the newest first.
    pub fn recent(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|(path, _)| path.as_str())
    }

    /// Applies news: a file becomes the newest.
    pub fn take(&mut self, news: News) {
        let (path, memory) = match news {
            News::File { path, memory } => (path, Some(memory)),
            News::Opened(path) => (path, None),
            News::Panes(panes) => {
                self.panes = panes;
                return;
            }
        };
        let memory = memory.or_else(|| self.file(&path).cloned());
        self.files.retain(|(of, _)| *of != path);
        if fits(&path) {
            self.files.insert(0, (path, memory.unwrap_or_default()));
        }
        self.files.truncate(FILES);
    }
}

impl FileMemory {
    fn take(&mut self, word: &str, rest: &str) -> Option<()> {
        match word {
            "line" => self.line = Some(rest.parse::<usize>().ok()?.checked_sub(1)?),
            "sort" => {
                let (name, down) = match rest.strip_suffix(" down") {
                    Some(name) => (name, true),
                    None => (rest, false),
                };
                let field = Column::parse(name).ok()?.field()?;
                self.sort = Some(Key::from(field).turned(down));
            }
            "columns" => {
                let columns = in_list(rest).map(Column::parse);
                self.columns = Some(columns.collect::<Result<_, _>>().ok()?);
            }
            "widths" => {
                let width = |text: &str| {
                    let (name, width) = text.rsplit_once('=')?;
                    Some((Column::parse(name).ok()?, width.parse().ok()?))
                };
                self.widths = in_list(rest).map(width).collect::<Option<_>>()?;
            }
            "save" => {
                self.policy = Some(match rest {
                    "all" => SavePolicy::All,
                    "edited" => SavePolicy::Edited,
                    _ => return None,
                });
            }
            "query" => self.query = Some(rest.to_owned()),
            _ => return None,
        }
        Some(())
    }

    fn text(&self) -> String {
        let number = self.line.map(|line| line.saturating_add(1).to_string());
        let sort = self.sort.as_ref().map(|by| {
            let down = if by.falls { " down" } else { "" };
            format!("{}{down}", Column::of(&by.field).name())
        });
        let columns = self.columns.as_ref().map(|columns| {
            let names: Vec<String> = columns.iter().map(Column::name).collect();
            names.join(",")
        });
        let widths = self.widths.iter();
        let widths = widths.map(|(column, width)| format!("{}={width}", column.name()));
        let widths = Some(widths.collect::<Vec<_>>().join(","));
        let policy = self.policy.map(|policy| match policy {
            SavePolicy::All => "all".to_owned(),
            SavePolicy::Edited => "edited".to_owned(),
        });
        let values = [
            ("line", number),
            ("sort", sort),
            ("columns", columns),
            ("widths", widths.filter(|widths| !widths.is_empty())),
            ("save", policy),
            ("query", self.query.clone()),
        ];
        let values = values.iter();
        let lines = values.filter_map(|(word, value)| Some(line(word, value.as_ref()?)));
        lines.collect()
    }
}

/// Returns a value as one line; empty if it does not fit.
fn line(word: &str, value: &str) -> String {
    match fits(value) {
        true => format!("{word} {value}\n"),
        false => String::new(),
    }
}

fn fits(value: &str) -> bool {
    value.len() <= LONG && !value.contains('\n')
}

/// A movable border between panes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Border {
    /// Right of the list, when it is beside the board.
    List,
    Side,
    /// Below the list, when it is above the operations.
    Records,
    /// Above the problems.
    Problems,
    /// Above the raw line.
    Raw,
}

impl Border {
    /// All borders, with their names in the text.
    pub(crate) const ALL: [(Self, &'static str); 5] = [
        (Self::List, "list"),
        (Self::Side, "side"),
        (Self::Records, "records"),
        (Self::Problems, "problems"),
        (Self::Raw, "raw"),
    ];

    /// Returns true if the border is horizontal: its pane is above or below it.
    pub(crate) const fn is_level(self) -> bool {
        matches!(self, Self::Records | Self::Problems | Self::Raw)
    }

    /// Returns the column or row of the border, at the end or the start of its pane.
    pub(crate) const fn place(self, part: Rect) -> u16 {
        match self {
            Self::List => part.right(),
            Self::Records => part.bottom(),
            Self::Side => part.x,
            Self::Problems | Self::Raw => part.y,
        }
    }

    /// Returns the size of its pane when the border is moved to a column or row.
    pub(crate) const fn cells_at(self, part: Rect, at: u16) -> u16 {
        match self {
            Self::List => at.saturating_sub(part.x),
            Self::Records => at.saturating_sub(part.y),
            Self::Side => part.right().saturating_sub(at),
            Self::Problems | Self::Raw => part.bottom().saturating_sub(at),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HeldBorder {
    pub(crate) place: HeldPlace,
    pub(crate) moved: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum HeldPlace {
    /// A border between panes, and the cells from the mouse to it.
    Panes(Border, u16),
    /// The border after the heading of a column, which begins at this column of the screen.
    Column(Column, u16),
}

/// The pane sizes that the user chose; the others depend on the content of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Panes {
    /// The size chosen for each [`Border`], in order: thousandths of the screen, but rows for the raw line.
    sizes: [Option<u16>; Border::ALL.len()],
    /// Columns of a square of the board.
    pub board: Option<u16>,
    hidden: Vec<Pane>,
}

const NAMES: [(Pane, &str); 5] = [
    (Pane::Records, "list"),
    (Pane::Board, "board"),
    (Pane::Operations, "operations"),
    (Pane::Problems, "problems"),
    (Pane::Raw, "record"),
];

impl Panes {
    /// Returns whether a pane is hidden while it does not have the focus.
    pub fn is_hidden(&self, pane: Pane) -> bool {
        self.hidden.contains(&pane)
    }

    /// Returns whether a pane is the only one that is not hidden.
    pub fn is_last(&self, pane: Pane) -> bool {
        self.shown().eq([pane])
    }

    /// Returns the panes that are not hidden, in the order of Tab.
    pub fn shown(&self) -> impl DoubleEndedIterator<Item = Pane> {
        Pane::ALL.into_iter().filter(|pane| !self.is_hidden(*pane))
    }

    /// Hides or shows a pane; the last one stays. Returns whether it is shown now.
    pub fn toggle(&mut self, pane: Pane) -> bool {
        if self.is_hidden(pane) {
            self.hidden.retain(|hidden| *hidden != pane);
        } else if !self.is_last(pane) {
            self.hidden.push(pane);
            return false;
        }
        true
    }

    /// Returns these panes without chosen sizes.
    #[must_use]
    pub fn with_usual_sizes(&self) -> Self {
        Self {
            hidden: self.hidden.clone(),
            ..Self::default()
        }
    }

    /// Returns the chosen cells of a border's pane, of `all` that the panes share.
    pub fn cells(&self, border: Border, all: u16) -> Option<u16> {
        let size = self.sizes[border as usize];
        match border {
            Border::Raw => size,
            _ => size.map(|share| rounded(share, all, WHOLE)),
        }
    }

    /// Sets the cells of a border's pane, of `all`; `None` sizes it by its content.
    pub fn choose(&mut self, border: Border, cells: Option<u16>, all: u16) {
        self.sizes[border as usize] = cells.map(|cells| match border {
            Border::Raw => cells.max(1),
            _ => rounded(cells.min(all), WHOLE, all),
        });
    }

    /// Returns the text form; empty if nothing was chosen.
    pub fn text(&self) -> String {
        let borders = Border::ALL.map(|(_, name)| name).into_iter();
        let sizes = borders.zip(self.sizes).chain([("board", self.board)]);
        let sizes = sizes.filter_map(|(name, size)| Some(format!("{name} {}", size?)));
        let hidden = NAMES.iter().filter(|(pane, _)| self.is_hidden(*pane));
        let hidden = hidden.map(|(_, name)| format!("hidden {name}"));
        let words: Vec<String> = sizes.chain(hidden).collect();
        words.join(" ")
    }

    /// Parses a text form; unknown words are skipped.
    pub fn read(text: &str) -> Self {
        let mut panes = Self::default();
        let mut words = text.split_ascii_whitespace();
        while let (Some(name), Some(value)) = (words.next(), words.next()) {
            let number: Option<u16> = value.parse().ok();
            let border = Border::ALL.into_iter().find(|(_, known)| *known == name);
            let pane = NAMES.into_iter().find(|(_, known)| *known == value);
            match (name, border, pane) {
                ("board", ..) => panes.board = number,
                ("hidden", _, Some((pane, _))) if !panes.is_hidden(pane) => {
                    panes.toggle(pane);
                }
                (_, Some((border, _)), _) => {
                    let fits = |size: &u16| border == Border::Raw || *size <= WHOLE;
                    panes.sizes[border as usize] = number.filter(fits);
                }
                _ => {}
            }
        }
        panes
    }
}

/// Scales a part of `whole` to a part of `all`, rounded.
fn rounded(part: u16, all: u16, whole: u16) -> u16 {
    let (part, all, whole) = (u32::from(part), u32::from(all), u32::from(whole.max(1)));
    u16::try_from((part * all + whole / 2) / whole).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn memory() -> impl Strategy<Value = FileMemory> {
        let column = prop_oneof![
            Just(Column::Id),
            Just(Column::MATERIAL),
            prop_oneof!["ce/100", "attacks\\(w,e4\\)", "id\\.prefix"]
                .prop_map(|name| Column::parse(&name).expect("a column")),
            "[a-z][a-z0-9_]{0,8}".prop_map(Column::opcode),
        ];
        let columns = proptest::collection::vec(column.clone(), 1..5);
        let widths = proptest::collection::vec((column.clone(), any::<u16>()), 0..4);
        (
            proptest::option::of((column, any::<bool>())),
            proptest::option::of(columns),
            widths,
            proptest::option::of(0..usize::MAX),
            proptest::option::of(prop_oneof![Just(SavePolicy::All), Just(SavePolicy::Edited)]),
            proptest::option::of(".*"),
        )
            .prop_map(|(sort, columns, widths, line, policy, query)| FileMemory {
                sort: sort.and_then(|(column, down)| {
                    let column = Column::of(&column.field()?);
                    Some(Key::from(column.field()?).turned(down))
                }),
                columns,
                widths,
                line,
                policy,
                query,
            })
    }

    proptest! {
        #[test]
        fn written_text_is_read_back_unchanged(
            files in proptest::collection::vec(("/.{1,20}", memory()), 0..6),
            list in proptest::option::of(0_u16..1000),
        ) {
            let mut all = RememberedState::default();
            for (path, memory) in files {
                all.take(News::File { path, memory });
            }
            let panes = list.map(|list| Panes::read(&format!("list {list}")));
            all.take(News::Panes(panes.unwrap_or_default()));
            let text = all.text();
            prop_assert_eq!(RememberedState::read(&text), (all, 0), "{}", text);
        }

        #[test]
        fn any_text_is_read_and_never_grows_beyond_its_bounds(text in ".*|epdit remembers 1\n(.*\n)*") {
            let (all, _) = RememberedState::read(&text);
            prop_assert!(all.files.len() <= FILES);
            let again = all.text();
            prop_assert_eq!(RememberedState::read(&again).0, all);
        }
    }

    #[test]
    fn a_broken_line_is_skipped_and_the_others_are_read() {
        let text = "epdit remembers 1\nset panes list 40\nfile /a.epd\nline 12\nsort no column!\n\
                    line zero\nnoise\nsave edited\n";
        let (all, broken) = RememberedState::read(text);
        assert_eq!(broken, 3);
        let memory = all.file("/a.epd").expect("remembered");
        assert_eq!(
            (memory.line, memory.policy),
            (Some(11), Some(SavePolicy::Edited))
        );
        assert_eq!(all.panes.text(), "list 40");
        assert_eq!(RememberedState::read("something else\nline 1\n").1, 2);
        assert_eq!(RememberedState::read(""), (RememberedState::default(), 0));
    }

    #[test]
    fn the_oldest_files_are_forgotten() {
        let mut all = RememberedState::default();
        for n in 0..=FILES {
            all.take(News::File {
                path: format!("/{n}.epd"),
                memory: FileMemory::default(),
            });
        }
        assert_eq!(all.file("/0.epd"), None);
        assert!(all.file("/1.epd").is_some());
        assert_eq!(
            all.files.first().map(|(path, _)| path.as_str()),
            Some("/500.epd")
        );
    }
}

#[cfg(test)]
mod panes_tests {
    use crate::editor::state::remembered::*;
    use proptest::prelude::*;

    #[test]
    fn one_pane_is_always_shown() {
        let mut panes = Panes::default();
        for pane in Pane::ALL {
            panes.toggle(pane);
        }
        assert!(panes.is_last(Pane::Raw) && !panes.is_hidden(Pane::Raw));
        assert!(panes.toggle(Pane::Raw));
        assert!(panes.toggle(Pane::Board));
        assert!(!panes.is_hidden(Pane::Board));
    }

    proptest! {
        #[test]
        fn written_text_is_read_back_unchanged(
            shares in proptest::array::uniform4(proptest::option::of(0u16..=1000)),
            cells in proptest::array::uniform2(proptest::option::of(any::<u16>())),
            hidden in proptest::collection::vec(0usize..5, 0..8),
        ) {
            let [one, two, three, four] = shares;
            let [raw, board] = cells;
            let mut panes = Panes {
                sizes: [one, two, three, four, raw],
                board,
                hidden: Vec::new(),
            };
            for at in hidden {
                panes.toggle(Pane::ALL[at]);
            }
            let again = Panes::read(&panes.text());
            prop_assert_eq!(again.text(), panes.text());
            prop_assert_eq!(again.sizes, panes.sizes);
        }

        #[test]
        fn any_text_is_read(text in ".*|((list|raw|hidden) [a-z0-9]{1,6} )*") {
            let panes = Panes::read(&text);
            prop_assert_eq!(Panes::read(&panes.text()).text(), panes.text());
        }

        #[test]
        fn a_share_converts_back_to_its_cells(all in 1u16..500, cells in 0u16..500) {
            let cells = cells.min(all);
            let mut panes = Panes::default();
            panes.choose(Border::Side, Some(cells), all);
            prop_assert_eq!(panes.cells(Border::Side, all), Some(cells));
        }
    }
}
