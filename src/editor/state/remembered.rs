//! What the editor remembers from one start to the next: of each file how it was looked at, of the
//! screen how it was shared out. A value with a text of its own; `terminal` keeps it on disk.
//!
//! ```text
//! text   = "epdit remembers 1" [ "set panes" PANES ] { file }
//! file   = "file" PATH { "line" N | "sort" COLUMN [down] | "columns" NAME,... | "widths" NAME=N,...
//!                      | "save" all|edited | "query" TEXT }
//! ```
//! A line each. Nothing of a file's contents is in it but the query that was typed.

use super::columns::Column;
use super::panes::Panes;
use crate::suite::SavePolicy;
use crate::suite::field::Key;
use crate::suite::query::in_list;

/// Files remembered, the newest first; older ones are forgotten.
pub const FILES: usize = 500;
/// Bytes of a text that are read at most.
const BYTES: usize = 1 << 20;
/// Bytes of a query, a path or a value; what is longer, or has several lines, is not remembered.
const LONG: usize = 4096;
const HEAD: &str = "epdit remembers 1";

/// The memory of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileMemory {
    /// The key of the list's sort.
    pub sort: Option<Key>,
    /// The columns of its list, where they are not the usual ones.
    pub columns: Option<Vec<Column>>,
    /// The widths of columns that were set.
    pub widths: Vec<(Column, u16)>,
    /// The line selected last, 0-based.
    pub line: Option<usize>,
    /// The answer to the question which records a save makes canonical.
    pub policy: Option<SavePolicy>,
    /// The last query.
    pub query: Option<String>,
}

/// Something new to be remembered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// Of a file, by its real path.
    File { path: String, memory: FileMemory },
    /// A file was opened: it becomes the newest.
    Opened(String),
    /// The panes' shares of the screen, whichever file is shown.
    Panes(Panes),
}

/// All that is remembered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remembered {
    pub panes: Panes,
    /// The newest first.
    files: Vec<(String, FileMemory)>,
}

impl Remembered {
    /// Reads a text. Lines that mean nothing are left out; gives how many.
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
                "file" => all.take_file(rest),
                _ => match all.files.last_mut() {
                    Some((_, memory)) => memory.take(word, rest),
                    None => None,
                },
            };
            broken += usize::from(taken.is_none());
        }
        (all, broken)
    }

    fn take_file(&mut self, path: &str) -> Option<()> {
        let fits = self.files.len() < FILES && !path.is_empty();
        fits.then(|| self.files.push((path.to_owned(), FileMemory::default())))
    }

    /// As text.
    pub fn text(&self) -> String {
        let mut text = format!("{HEAD}\n");
        if self.panes != Panes::default() {
            text += &line("set panes", &self.panes.text());
        }
        for (path, memory) in &self.files {
            let file = line("file", path) + &memory.text();
            // What would not be read again is forgotten: the oldest.
            if text.len() + file.len() > BYTES {
                break;
            }
            text += &file;
        }
        text
    }

    /// Returns the memory of a file.
    pub fn file(&self, path: &str) -> Option<&FileMemory> {
        let mut files = self.files.iter();
        files.find(|(of, _)| of == path).map(|(_, memory)| memory)
    }

    /// Returns the paths of the files, the newest first.
    pub fn recent(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|(path, _)| path.as_str())
    }

    /// Takes news in: a file becomes the newest.
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
        let lines = values
            .iter()
            .map(|(word, value)| Some(line(word, value.as_ref()?)));
        lines.flatten().collect()
    }
}

/// Returns a value in a line of its own; nothing where it does not fit.
fn line(word: &str, value: &str) -> String {
    match fits(value) {
        true => format!("{word} {value}\n"),
        false => String::new(),
    }
}

/// Returns whether a value can be kept in a line.
fn fits(value: &str) -> bool {
    value.len() <= LONG && !value.contains('\n')
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
        fn what_is_written_is_read_again(
            files in proptest::collection::vec(("/.{1,20}", memory()), 0..6),
            list in proptest::option::of(0_u16..1000),
        ) {
            let mut all = Remembered::default();
            for (path, memory) in files {
                all.take(News::File { path, memory });
            }
            let panes = list.map(|list| Panes::read(&format!("list {list}")));
            all.take(News::Panes(panes.unwrap_or_default()));
            let text = all.text();
            prop_assert_eq!(Remembered::read(&text), (all, 0), "{}", text);
        }

        #[test]
        fn any_text_is_read_and_never_grows_beyond_its_bounds(text in ".*|epdit remembers 1\n(.*\n)*") {
            let (all, _) = Remembered::read(&text);
            prop_assert!(all.files.len() <= FILES);
            let again = all.text();
            prop_assert_eq!(Remembered::read(&again).0, all);
        }
    }

    #[test]
    fn a_broken_line_is_left_out_and_all_else_holds() {
        let text = "epdit remembers 1\nset panes list 40\nfile /a.epd\nline 12\nsort no column!\n\
                    line zero\nnoise\nsave edited\n";
        let (all, broken) = Remembered::read(text);
        assert_eq!(broken, 3);
        let memory = all.file("/a.epd").expect("remembered");
        assert_eq!(
            (memory.line, memory.policy),
            (Some(11), Some(SavePolicy::Edited))
        );
        assert_eq!(all.panes.text(), "list 40");
        assert_eq!(Remembered::read("something else\nline 1\n").1, 2);
        assert_eq!(Remembered::read(""), (Remembered::default(), 0));
    }

    #[test]
    fn the_oldest_files_are_forgotten() {
        let mut all = Remembered::default();
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
