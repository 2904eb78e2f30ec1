//! A text being typed, in a record or a prompt, with its completions and a note.

use crate::editor::widgets::line_editor::LineEditor;
use crate::editor::widgets::scrolled;
use crate::epd::edit::{self, Change};
use crate::epd::opcode::{self, Shape};
use crate::epd::score::Score;
use crate::epd::{Record, Span};
use shakmaty::{Chess, Move};
use std::ops::Deref;

/// Most texts remembered of each kind.
pub(crate) const REMEMBERED: usize = 100;

/// A text of the record being edited in place.
#[derive(Clone, Debug, PartialEq)]
pub enum Editing {
    /// The raw line, without its line end.
    Raw(LineEditor),
    Operand(OperandEditing),
}

#[derive(Clone, Debug, PartialEq)]
pub struct OperandEditing {
    /// Index of the operation, in the record as shown while it is being added.
    pub index: usize,
    pub opcode: String,
    pub adding: bool,
    /// Whether the text is the inside of one quoted string.
    pub quoted: bool,
    /// Whether the text is moves with points (`c0`), to which `c7`, `c8` and `c9` are adapted.
    pub points: bool,
    pub(crate) original: Vec<u8>,
    pub text: LineEditor,
}

impl OperandEditing {
    /// Starts editing the operands of an operation; a string is edited without its quotes.
    pub(crate) fn new(index: usize, opcode: &str, operands: &[u8], adding: bool) -> Self {
        let shape = opcode::find(opcode.as_bytes()).map(|info| info.shape);
        let is_text = matches!(shape, Some(Shape::Text { .. }));
        let inside = operands.strip_prefix(b"\"");
        let inside = inside.and_then(|rest| rest.strip_suffix(b"\""));
        let inside = inside.unwrap_or(operands);
        let quoted = is_text && !inside.contains(&b'"');
        let original = if quoted { inside } else { operands };
        Self {
            index,
            opcode: opcode.to_owned(),
            adding,
            quoted,
            points: false,
            original: original.to_vec(),
            text: LineEditor::new(original),
        }
    }

    /// Returns a new operation of a record, without operands, at the place where it will be inserted.
    pub(crate) fn added(record: &Record<'_>, opcode: &str) -> Self {
        let line = edit::preview(record, Change::Add(opcode.as_bytes(), b""));
        let at = Record::read(&line, record.options()).index_of(opcode);
        Self::new(at.unwrap_or(record.operations().len()), opcode, b"", true)
    }

    pub(crate) fn change<'c>(&'c self, operands: &'c [u8]) -> Change<'c> {
        match self.adding {
            true => Change::Add(self.opcode.as_bytes(), operands),
            false => Change::Operands(self.index, operands),
        }
    }

    pub(crate) fn shape(&self) -> Option<Shape> {
        opcode::find(self.opcode.as_bytes()).map(|info| info.shape)
    }

    pub(crate) fn takes_moves(&self) -> bool {
        self.points || self.shape().is_some_and(is_of_moves)
    }

    /// Returns a `ce` typed in pawns or as a mate, in the centipawns of the file.
    pub(crate) fn score(&self) -> Option<i64> {
        match Score::typed(self.text.text()).filter(|_| self.opcode == "ce")? {
            Score::Centipawns(value) => Some(value),
            mate => mate.ce(),
        }
    }

    /// Returns the operands for the line: a score as a number, a date or clocks with their separators.
    pub fn operands(&self) -> Vec<u8> {
        if !self.quoted {
            let text = self.text.text().trim_ascii();
            let whole = match self.shape() {
                Some(Shape::DateTime) => with_signs(b"0000.00.00 00:00:00", text),
                Some(Shape::TwoClocks) => with_signs(b"000:00:00:00 000:00:00:00", text),
                _ => self.score().map(|score| score.to_string().into_bytes()),
            };
            return whole.unwrap_or_else(|| text.to_vec());
        }
        let may_be_bare = self.shape() == Some(Shape::Text { optional: true }) && !self.points;
        if may_be_bare && self.text.text().is_empty() {
            return Vec::new();
        }
        [b"\"", self.text.text(), b"\""].concat()
    }
}

/// Returns the digits of a text in a form whose `0`s are digits; `None` if their numbers differ.
fn with_signs(form: &[u8], text: &[u8]) -> Option<Vec<u8>> {
    let digits = form.iter().filter(|sign| **sign == b'0').count();
    let is_whole = text.len() == digits && text.iter().all(u8::is_ascii_digit);
    let mut typed = text.iter().copied();
    let filled = form.iter().filter_map(|sign| match sign {
        b'0' => typed.next(),
        sign => Some(*sign),
    });
    is_whole.then(|| filled.collect())
}

pub(crate) const fn is_stepped(shape: Shape) -> bool {
    matches!(shape, Shape::Integer { .. })
}

pub(crate) const fn is_of_moves(shape: Shape) -> bool {
    matches!(shape, Shape::Moves | Shape::OneMove | Shape::Line)
}

/// A completion: a legal move, a word of a list, an opcode, a tag.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The name of the row, safe to show.
    pub label: String,
    /// Shown dimmed beside it: the move in UCI, the meaning of an opcode.
    pub detail: String,
    /// For sets: whether it is in the set.
    pub on: Option<bool>,
    /// The indices of the label's characters that match the text typed.
    pub marks: Vec<usize>,
    pub played: Option<Move>,
    pub(crate) value: Vec<u8>,
    /// The text to insert after them: a blank, the quotes of a string.
    pub(crate) after: &'static str,
    /// The number of bytes between the cursor and the end of the inserted text.
    pub(crate) back: usize,
}

impl Row {
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
    /// The position before the move: that of the record, or one further down a line of moves.
    pub position: Chess,
    /// The number of moves of the line that lead to it.
    pub plies: usize,
    /// The move chosen or typed, else the last one of the line.
    pub played: Option<Move>,
}

/// The completions for the operand of an opcode.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Offer {
    /// The expected operands, in words.
    pub title: String,
    pub rows: Vec<Row>,
    /// The range, a count, the meaning, or an error.
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

/// The completions beside the text being typed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Assist {
    offer: Offer,
    /// First row on screen.
    pub first: usize,
    pub(crate) chosen: Option<Vec<u8>>,
    /// Whether the wheel scrolled the rows; then they stay there, even if the chosen one is not visible.
    pub(crate) wheeled: bool,
    pub(crate) switched: bool,
    pub(crate) insisted: bool,
    pub(crate) typed: bool,
}

impl Deref for Assist {
    type Target = Offer;

    fn deref(&self) -> &Offer {
        &self.offer
    }
}

impl Assist {
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

    /// Scrolls the rows by the wheel, without choosing one.
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

/// The message and completions of a text typed into a prompt.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PromptState {
    /// The wrong bytes; empty if something is missing.
    pub error: Option<Span>,
    /// Whether the text is only incomplete.
    pub unfinished: bool,
    /// The message about the text, above the line.
    pub help: Option<String>,
    /// The completions, each with its meaning.
    pub choices: Vec<(String, String)>,
    /// The completion that was inserted last.
    pub cursor: Option<usize>,
    /// The bytes that a completion replaces.
    pub(crate) word: Span,
    /// The position in the history, from the newest; `None` for the text being typed.
    pub(crate) back: Option<usize>,
    /// The text typed before going back in the history.
    pub(crate) draft: String,
}

impl PromptState {
    /// Returns the first choice on screen, given this number of rows.
    pub fn first_shown(&self, rows: usize) -> usize {
        let cursor = self.cursor.unwrap_or(0);
        (cursor + 1)
            .saturating_sub(rows)
            .min(self.choices.len().saturating_sub(rows))
    }
}

/// The texts typed in prompts before, by kind of prompt, the newest last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PromptHistory(Vec<(&'static str, String)>);

impl PromptHistory {
    pub(crate) fn of(&self, kind: &'static str) -> Vec<&str> {
        let of_kind = self.0.iter().filter(|(of, _)| *of == kind);
        of_kind.map(|(_, text)| text.as_str()).collect()
    }

    pub(crate) fn remember(&mut self, kind: &'static str, text: &str) {
        if text.trim().is_empty() {
            return;
        }
        self.0.retain(|(of, known)| *of != kind || known != text);
        self.0.push((kind, text.to_owned()));
        if self.0.len() > REMEMBERED {
            self.0.remove(0);
        }
    }
}
