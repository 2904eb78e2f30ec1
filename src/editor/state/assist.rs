//! What stands beside a text of the record while it is typed: rows to choose from, and a note.

use crate::editor::widgets::scrolled;
use crate::epd::Span;
use shakmaty::{Chess, Move};
use std::cell::OnceCell;
use std::ops::Deref;

/// A row that can be taken: a legal move, a word of a list, an opcode, a tag.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The name of the row; safe to show.
    pub label: String,
    /// Beside it, quieter: the move in UCI, what an opcode means.
    pub detail: String,
    /// For sets: whether it is in the set.
    pub on: Option<bool>,
    /// The indices of the label's characters that match the text typed.
    pub marks: Vec<usize>,
    /// The move, where it is one.
    pub played: Option<Move>,
    /// The bytes that go into the text.
    pub(crate) value: Vec<u8>,
    /// The text that follows them: a blank, the quotes of a string.
    pub(crate) after: &'static str,
    /// The number of bytes before the end of both at which the cursor stands then.
    pub(crate) back: usize,
}

impl Row {
    /// A row of a word, and what it is.
    pub(crate) fn of((word, detail): (&str, &str)) -> Self {
        Self {
            label: word.to_owned(),
            detail: detail.to_owned(),
            value: word.as_bytes().to_vec(),
            ..Self::default()
        }
    }
}

/// A line below the rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub text: String,
    /// Whether it says what is wrong.
    pub is_wrong: bool,
}

impl Note {
    pub(crate) fn plain(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            is_wrong: false,
        }
    }

    pub(crate) fn wrong(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            is_wrong: true,
        }
    }
}

/// The position that the board shows instead of the record's own.
#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    /// The position in which the move would be played: that of the record, or further down a line.
    pub position: Chess,
    /// The number of moves of a line that lead there.
    pub plies: usize,
    /// The move chosen or typed, else the last one of the line.
    pub played: Option<Move>,
}

/// The offers of a kind of operand for a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Offer {
    /// The words for the operands that are expected.
    pub title: String,
    pub rows: Vec<Row>,
    /// The range, a count, the meaning, or what is wrong.
    pub note: Option<Note>,
    pub preview: Option<Preview>,
    /// The word that a row would replace.
    pub word: Span,
}

impl Offer {
    pub(crate) fn titled(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            ..Self::default()
        }
    }
}

/// The offers beside the text being typed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Assist {
    offer: Offer,
    /// First row on screen.
    pub first: usize,
    /// The value of the row chosen.
    pub(crate) chosen: Option<Vec<u8>>,
    /// Whether the wheel scrolled the rows since: then they stay there, wherever the choice is.
    pub(crate) wheeled: bool,
    /// Whether rows of a set were switched.
    pub(crate) switched: bool,
    /// Whether a text that is wrong was asked to be kept all the same.
    pub(crate) insisted: bool,
    /// Opcodes that no table has, of the records around; found when the raw line is first asked.
    pub(crate) private: OnceCell<Vec<String>>,
    /// Whether anything was typed yet.
    pub(crate) typed: bool,
}

impl Deref for Assist {
    type Target = Offer;

    fn deref(&self) -> &Offer {
        &self.offer
    }
}

impl Assist {
    /// Returns the row with the cursor.
    pub fn cursor(&self) -> Option<usize> {
        let chosen = self.chosen.as_ref()?;
        self.rows.iter().position(|row| row.value == *chosen)
    }

    pub(crate) fn row(&self) -> Option<&Row> {
        self.rows.get(self.cursor()?)
    }

    pub(crate) fn take(&mut self, offer: Offer) {
        self.offer = offer;
        if self.cursor().is_none() {
            self.chosen = None;
        }
        let played = self.row().and_then(|row| row.played);
        if let (Some(preview), Some(played)) = (&mut self.offer.preview, played) {
            preview.played = Some(played);
        }
    }

    pub(crate) fn choose(&mut self, by: isize) {
        self.wheeled = false;
        let last = self.rows.len().saturating_sub(1);
        let to = match self.cursor() {
            None if by > 0 => Some(by.unsigned_abs() - 1),
            None => None,
            Some(at) => at.checked_add_signed(by),
        };
        let row = to.and_then(|to| self.rows.get(to.min(last)));
        self.chosen = row.map(|row| row.value.clone());
    }

    /// Scrolls the rows by the wheel, and chooses none of them.
    pub(crate) fn wheel(&mut self, by: isize) {
        self.first = self.first.saturating_add_signed(by);
        self.wheeled = true;
    }

    pub(crate) fn scroll(&mut self, rows: usize) {
        let seen = match self.wheeled {
            true => self.first,
            false => self.cursor().unwrap_or(0),
        };
        self.first = scrolled(self.first, seen, self.rows.len(), rows);
    }
}
