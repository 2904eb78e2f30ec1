//! A page of text to scroll: keys, differences, facts.

use crate::app::command::context::Context;
use crate::app::glyph;
use crate::app::overlay::covers::{Covers, Inside, Wanted, cells};
use crate::app::state::list::{Room, Step};
use crate::app::words::wrapped;

/// A page of text to scroll.
#[derive(Clone, Debug, PartialEq)]
pub struct Pager {
    pub title: String,
    pub lines: Vec<PagerLine>,
    /// First line on screen.
    pub first: usize,
}

/// A line of a pager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PagerLine {
    Heading(String),
    /// A key and what it does.
    Key {
        keys: String,
        text: String,
    },
    Text(String),
    /// A line of a file that goes, text made safe.
    Removed(String),
    /// A line of a file that comes, text made safe.
    Added(String),
}

/// Columns of a page at most, border included.
const MOST: u16 = 100;
/// The most columns that keys take beside what they do, of so many parts of the page.
const KEYS: usize = 4;
/// What sets keys apart from one another.
const BETWEEN_KEYS: &str = "  ";

impl Pager {
    /// A page, from its first line on.
    pub fn new(title: impl Into<String>, lines: Vec<PagerLine>) -> Self {
        Self {
            title: title.into(),
            lines,
            first: 0,
        }
    }

    /// Columns of the keys, on a page of so many columns.
    pub fn key_columns(&self, columns: usize) -> usize {
        let widest = self.lines.iter().map(|line| match line {
            PagerLine::Key { keys, .. } => glyph::width(keys.as_bytes()),
            _ => 0,
        });
        widest.max().unwrap_or(0).min((columns / KEYS).max(12))
    }

    /// The lines as they stand on a page of so many columns: what keys do is broken between words,
    /// and so are many keys for one thing.
    pub fn rows(&self, columns: usize) -> Vec<PagerLine> {
        let key_columns = self.key_columns(columns);
        let text_columns = columns.saturating_sub(key_columns + 3);
        let mut rows = Vec::with_capacity(self.lines.len());
        for line in &self.lines {
            match line {
                PagerLine::Key { keys, text } => {
                    let mut keys = together(keys, key_columns).into_iter();
                    let mut texts = wrapped(text, text_columns, 0).into_iter();
                    loop {
                        match (keys.next(), texts.next()) {
                            (None, None) => break,
                            (keys, text) => rows.push(PagerLine::Key {
                                keys: keys.unwrap_or_default(),
                                text: text.unwrap_or_default(),
                            }),
                        }
                    }
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

impl Covers for Pager {
    fn context(&self) -> Context {
        Context::Pager
    }

    fn wants(&self, columns: u16) -> Wanted {
        let inside = columns.min(MOST).saturating_sub(2);
        Wanted::Box(Inside {
            columns: MOST,
            rows: cells(self.rows(usize::from(inside)).len()),
            ..Inside::default()
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

/// Keys in rows of at most so many columns; words of one key stay together, as far as they can.
fn together(keys: &str, columns: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for key in keys.split(BETWEEN_KEYS) {
        match rows.last_mut() {
            Some(row)
                if glyph::width(row.as_bytes())
                    + BETWEEN_KEYS.len()
                    + glyph::width(key.as_bytes())
                    <= columns =>
            {
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

    fn key(keys: &str, text: &str) -> PagerLine {
        PagerLine::Key {
            keys: keys.into(),
            text: text.into(),
        }
    }

    #[test]
    fn nothing_of_the_keys_and_what_they_do_is_cut() {
        let page = Pager::new(
            "Keys",
            vec![
                key(
                    "Left  Right  Ctrl-Left  Ctrl-Right",
                    "Move by character, by word.",
                ),
                key("q", "Quit the editor, asking about unsaved changes."),
            ],
        );
        assert_eq!(
            page.rows(48),
            [
                key("Left  Right", "Move by character, by word."),
                key("Ctrl-Left", ""),
                key("Ctrl-Right", ""),
                key("q", "Quit the editor, asking about"),
                key("", "unsaved changes."),
            ]
        );
        assert_eq!(page.rows(200), page.lines);
    }
}
