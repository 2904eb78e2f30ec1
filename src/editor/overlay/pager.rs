//! Pages of text that scroll, such as help and differences.

use crate::editor::command::Context;
use crate::editor::model::Model;
use crate::editor::overlay::{BoxSize, Layer, SizeHint, top_mut};
use crate::editor::widgets::glyph::{self, cells};
use crate::editor::widgets::line_editor::LineEditor;
use crate::editor::widgets::words::wrapped;
use crate::editor::widgets::{Room, Step};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pager {
    pub title: String,
    pub lines: Vec<PagerLine>,
    pub first: usize,
    /// The text searched for: only lines with it are shown.
    pub find: Option<LineEditor>,
    pub typing: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PagerLine {
    Heading(String),
    /// Keys and their effect, with further search words.
    Key {
        keys: String,
        text: String,
        words: String,
    },
    Text(String),
    /// A text to type, and below it its effect.
    Example {
        text: String,
        about: String,
    },
    /// A removed line of a file, safe for the terminal.
    Removed(String),
    /// An added line of a file, safe for the terminal.
    Added(String),
}

/// The maximum width of a page, border included.
const MOST: u16 = 100;
/// The keys take at most a quarter of the page's width.
const KEYS: usize = 4;
/// The number of lines with keys up to which each has its keys in one row.
const FEW: usize = 12;
const BETWEEN_KEYS: &str = "  ";

impl Pager {
    pub fn new(title: impl Into<String>, lines: Vec<PagerLine>) -> Self {
        Self {
            title: title.into(),
            lines,
            ..Self::default()
        }
    }

    /// Starts a search, or returns to its text.
    pub(crate) fn search(&mut self) {
        self.find.get_or_insert_default();
        self.typing = true;
    }

    /// Ends the search. Returns false if there is none.
    pub(crate) fn end_search(&mut self) -> bool {
        self.typing = false;
        self.find.take().is_some_and(|_| {
            self.first = 0;
            true
        })
    }

    /// Returns the lines that match the search, below their headings.
    fn found(&self) -> Vec<&PagerLine> {
        let find = self.find.as_ref().map(|find| find.lossy().to_lowercase());
        let words = find.unwrap_or_default();
        let words: Vec<&str> = words.split_whitespace().collect();
        if words.is_empty() {
            return self.lines.iter().collect();
        }
        let mut found: Vec<&PagerLine> = Vec::new();
        let (mut heading, mut is_of_heading) = (None, false);
        for line in &self.lines {
            let text = line.text().to_lowercase();
            let fits = words.iter().all(|word| text.contains(word));
            if let PagerLine::Heading(_) = line {
                (heading, is_of_heading) = (Some(line), fits);
                continue;
            }
            if (fits || is_of_heading) && !text.is_empty() {
                found.extend(heading.take());
                found.push(line);
            }
        }
        found
    }

    /// Returns the width of the keys on a page of this width. It fits every single key, and all keys of a
    /// line: of all lines if these are few, else of three quarters. The keys of other lines wrap.
    pub fn key_columns(&self, columns: usize) -> usize {
        let keys = self.lines.iter().filter_map(|line| match line {
            PagerLine::Key { keys, .. } => Some(keys),
            _ => None,
        });
        let width = |text: &str| glyph::width(text.as_bytes());
        let single = keys.clone().flat_map(|keys| keys.split_whitespace());
        let widest = single.map(width).max().unwrap_or(0);
        let mut widths: Vec<usize> = keys.map(|keys| width(keys)).collect();
        widths.sort_unstable();
        let most = match widths.len() {
            few @ ..=FEW => few,
            many => (many * 3).div_ceil(4),
        };
        let usual = widths.get(most.saturating_sub(1)).copied().unwrap_or(0);
        usual.max(widest).min((columns / KEYS).max(12))
    }

    /// Returns the width, border included, at which no line wraps.
    fn widest(&self) -> usize {
        let width = |text: &str| glyph::width(text.as_bytes());
        let keys = self.key_columns(usize::from(MOST));
        let lines = self.lines.iter().map(|line| match line {
            PagerLine::Key { text, .. } => (keys + 3 + width(text)).max(KEYS * keys),
            PagerLine::Heading(text) | PagerLine::Text(text) => width(text) + 2,
            PagerLine::Example { text, about } => (width(text) + 4).max(width(about) + 6),
            PagerLine::Removed(text) | PagerLine::Added(text) => width(text) + 4,
        });
        lines.max().unwrap_or(0).max(width(&self.title) + 4) + 3
    }

    /// Returns the lines wrapped for a page of this width; keys and their effects wrap side by side.
    pub fn rows(&self, columns: usize) -> Vec<PagerLine> {
        self.in_rows(self.found(), columns)
    }

    fn in_rows(&self, lines: Vec<&PagerLine>, columns: usize) -> Vec<PagerLine> {
        let key_columns = self.key_columns(columns);
        let text_columns = columns.saturating_sub(key_columns + 3);
        let mut rows = Vec::with_capacity(lines.len());
        for line in lines {
            match line {
                PagerLine::Key { keys, text, .. } => {
                    let mut keys = wrapped_keys(keys, key_columns).into_iter();
                    let mut texts = wrapped(text, text_columns, 0).into_iter();
                    for _ in 0..keys.len().max(texts.len()) {
                        let (keys, text) = (keys.next(), texts.next());
                        let row =
                            PagerLine::key(keys.unwrap_or_default(), text.unwrap_or_default());
                        rows.push(row);
                    }
                }
                PagerLine::Example { text, about } => {
                    let texts = match glyph::is_wider(text, columns.saturating_sub(3)) {
                        true => wrapped(text, columns.saturating_sub(3), 0),
                        false => vec![text.clone()],
                    };
                    rows.extend(texts.into_iter().map(|text| PagerLine::Example {
                        text,
                        about: String::new(),
                    }));
                    let texts = wrapped(about, columns.saturating_sub(6), 0).into_iter();
                    rows.extend(texts.map(|text| PagerLine::Text(format!("    {text}"))));
                }
                PagerLine::Text(text) => {
                    let texts = wrapped(text, columns.saturating_sub(1), 0);
                    rows.extend(texts.into_iter().map(PagerLine::Text));
                }
                line => rows.push(line.clone()),
            }
        }
        rows
    }
}

impl PagerLine {
    pub fn key(keys: impl Into<String>, text: impl Into<String>) -> Self {
        Self::Key {
            keys: keys.into(),
            text: text.into(),
            words: String::new(),
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Heading(text) | Self::Text(text) | Self::Removed(text) | Self::Added(text) => {
                text.clone()
            }
            Self::Key { keys, text, words } => format!("{keys} {text} {words}"),
            Self::Example { text, about } => format!("{text} {about}"),
        }
    }
}

impl Layer for Pager {
    fn title(&self) -> &str {
        &self.title
    }

    /// Returns the handler that ends the typing: the matches stay, and the keys of the page apply again.
    fn choose(&self) -> fn(&mut Model) {
        |model| {
            if let Some(pager) = top_mut::<Self>(model) {
                pager.typing = false;
            }
        }
    }

    fn typed(&self) -> fn(&mut Model) {
        |model| {
            if let Some(pager) = top_mut::<Self>(model) {
                pager.first = 0;
            }
        }
    }

    fn context(&self) -> Context {
        match self.typing {
            true => Context::PageSearch,
            false => Context::Pager,
        }
    }

    fn input_mut(&mut self) -> Option<&mut LineEditor> {
        self.find.as_mut().filter(|_| self.typing)
    }

    fn wants(&self, columns: u16) -> SizeHint {
        // A page of many lines is higher than any screen, wrapped or not.
        let many = self.lines.len() >= 200;
        let wanted = match many {
            true => MOST,
            false => cells(self.widest()).min(MOST),
        };
        let inside = columns.min(wanted).saturating_sub(2);
        let rows_of = |lines: Vec<&PagerLine>| match many {
            true => lines.len(),
            false => self.in_rows(lines, usize::from(inside)).len(),
        };
        let rows = (rows_of(self.lines.iter().collect()), rows_of(self.found()));
        SizeHint::Box(BoxSize {
            columns: wanted,
            rows: (cells(rows.0), cells(rows.1).max(1)),
            input: u16::from(self.find.is_some()),
            ..BoxSize::default()
        })
    }

    fn step(&mut self, step: Step, room: Room) {
        let count = self.rows(room.columns).len();
        self.first = step.scroll(self.first, count, room.rows);
    }

    fn settle(&mut self, room: Room) {
        let count = self.rows(room.columns).len();
        self.first = self.first.min(count.saturating_sub(room.rows));
    }
}

/// Wraps keys to a number of columns; the words of one key stay together if possible.
fn wrapped_keys(keys: &str, columns: usize) -> Vec<String> {
    let width = |text: &str| glyph::width(text.as_bytes());
    let mut rows: Vec<String> = Vec::new();
    for key in keys.split(BETWEEN_KEYS) {
        match rows.last_mut() {
            Some(row) if width(row) + BETWEEN_KEYS.len() + width(key) <= columns => {
                row.push_str(BETWEEN_KEYS);
                row.push_str(key);
            }
            _ => rows.extend(wrapped(key, columns, 0)),
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_leaves_only_lines_with_all_its_words_below_their_headings() {
        let mut page = Pager::new(
            "Keys",
            vec![
                PagerLine::Heading("Board".into()),
                PagerLine::key("f", "Flip the board."),
                PagerLine::Text(String::new()),
                PagerLine::Heading("Marks".into()),
                PagerLine::key("v", "Mark a range."),
                PagerLine::key("m", "Mark all."),
            ],
        );
        page.search();
        let find = |page: &mut Pager, text: &str| {
            page.find = Some(LineEditor::new(text));
            page.rows(80)
        };
        let board = PagerLine::Heading("Board".into());
        let marks = PagerLine::Heading("Marks".into());
        assert_eq!(
            find(&mut page, "the FLIP"),
            [board, PagerLine::key("f", "Flip the board.")]
        );
        assert_eq!(
            find(&mut page, "marks"),
            [
                marks,
                PagerLine::key("v", "Mark a range."),
                PagerLine::key("m", "Mark all.")
            ]
        );
        assert_eq!(find(&mut page, "nothing of this"), []);
        assert!(page.end_search() && !page.end_search());
        assert_eq!(page.rows(80).len(), 6);
    }

    #[test]
    fn keys_and_their_descriptions_are_never_cut() {
        let page = Pager::new(
            "Keys",
            vec![
                PagerLine::key(
                    "Left  Right  Ctrl-Left  Ctrl-Right",
                    "Move by character, by word.",
                ),
                PagerLine::key("q", "Quit the editor, asking about unsaved changes."),
            ],
        );
        assert_eq!(
            page.rows(48),
            [
                PagerLine::key("Left  Right", "Move by character, by word."),
                PagerLine::key("Ctrl-Left", ""),
                PagerLine::key("Ctrl-Right", ""),
                PagerLine::key("q", "Quit the editor, asking about"),
                PagerLine::key("", "unsaved changes."),
            ]
        );
        assert_eq!(page.rows(200), page.lines);
    }
}
