//! A one-line text editor: works on bytes in any encoding, steps over grapheme clusters, and has its own undo.

use crate::editor::key::{Key, KeyCode};
use crate::editor::widgets::glyph;
use crate::epd::Span;
use bstr::ByteSlice;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineEditor {
    text: Vec<u8>,
    cursor: usize,
    /// Earlier states, oldest first; a run of typing is one state.
    before: Vec<(Vec<u8>, usize)>,
    after: Vec<(Vec<u8>, usize)>,
    last: Kind,
    /// Whether all of the text is selected, so that typing replaces it.
    is_selected: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    #[default]
    Other,
    Typing,
    Deleting,
}

const BETWEEN: &[u8] = b" \t;/\",";

/// The effect of a key on a [`LineEditor`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyEffect {
    Text,
    Cursor,
    NotMine,
}

impl LineEditor {
    /// Returns the word at the cursor, between blanks; empty if there is none.
    pub fn word(&self) -> Span {
        let (bytes, cursor) = (self.text(), self.cursor());
        let is_blank = |byte: &u8| byte.is_ascii_whitespace();
        let before = bytes.get(..cursor).unwrap_or_default();
        let start = before.iter().rposition(is_blank).map_or(0, |at| at + 1);
        let after = bytes.get(cursor..).unwrap_or_default();
        let end = cursor + after.iter().position(is_blank).unwrap_or(after.len());
        Span::new(start, end)
    }

    /// Returns an editor of a text with the cursor at its end.
    pub fn new(text: impl Into<Vec<u8>>) -> Self {
        let text = text.into();
        Self {
            cursor: text.len(),
            text,
            ..Self::default()
        }
    }

    #[must_use]
    pub(crate) fn selected(self) -> Self {
        Self {
            is_selected: !self.text.is_empty(),
            ..self
        }
    }

    pub(crate) fn is_selected(&self) -> bool {
        self.is_selected
    }

    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns the text with invalid UTF-8 replaced.
    pub fn lossy(&self) -> std::borrow::Cow<'_, str> {
        self.text.to_str_lossy()
    }

    /// Returns the byte offset of the cursor: 0 to the text's length.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// Returns the first visible column in a field of `room` columns, so that the cursor is visible.
    pub fn first_column(&self, room: usize) -> usize {
        let before = self.text.get(..self.cursor).unwrap_or_default();
        (glyph::width(before) + 1).saturating_sub(room.max(1))
    }

    /// Moves the cursor before the glyph that contains byte `at`.
    pub fn set_cursor(&mut self, at: usize) {
        self.is_selected = false;
        let from = self.near(at.min(self.text.len()));
        let found = self.glyphs_from(from).find(|glyph| at < glyph.end);
        self.cursor = found.map_or(self.text.len(), |glyph| glyph.start);
        self.last = Kind::Other;
    }

    pub fn set_text(&mut self, text: impl Into<Vec<u8>>) {
        self.is_selected = false;
        self.remember(Kind::Other);
        self.text = text.into();
        self.cursor = self.text.len();
    }

    /// Inserts a text at the cursor, with line ends and NUL as blanks, so that it stays one line.
    pub fn insert(&mut self, text: &str) {
        let mut clean = text.trim_end_matches(['\r', '\n']).replace("\r\n", " ");
        clean = clean.replace(['\r', '\n', '\0'], " ");
        if clean.is_empty() {
            return;
        }
        self.remember(Kind::Other);
        self.put(&clean);
    }

    fn put(&mut self, text: &str) {
        if std::mem::take(&mut self.is_selected) {
            self.text.clear();
            self.cursor = 0;
        }
        let at = self.cursor;
        self.text.splice(at..at, text.bytes());
        self.cursor += text.len();
    }

    pub fn key(&mut self, key: Key) -> KeyEffect {
        if let Some(c) = key.typed() {
            self.remember(if c == ' ' { Kind::Other } else { Kind::Typing });
            self.put(c.encode_utf8(&mut [0; 4]));
            self.last = Kind::Typing;
            return KeyEffect::Text;
        }
        let ctrl = key.modifiers.ctrl;
        match key.code {
            KeyCode::Left if ctrl => self.go(self.word_left()),
            KeyCode::Right if ctrl => self.go(self.word_right()),
            KeyCode::Left => self.go(self.left()),
            KeyCode::Right => self.go(self.right()),
            KeyCode::Home => self.go(0),
            KeyCode::End => self.go(self.text.len()),
            KeyCode::Char('a') if ctrl => self.go(0),
            KeyCode::Char('e') if ctrl => self.go(self.text.len()),
            KeyCode::Backspace if ctrl || key.modifiers.alt => {
                self.delete(self.word_left(), self.cursor)
            }
            KeyCode::Backspace => self.delete(self.left(), self.cursor),
            KeyCode::Delete if ctrl => self.delete(self.cursor, self.word_right()),
            KeyCode::Delete => self.delete(self.cursor, self.right()),
            KeyCode::Char('w') if ctrl => self.delete(self.word_left(), self.cursor),
            KeyCode::Char('u') if ctrl => self.delete(0, self.cursor),
            KeyCode::Char('k') if ctrl => self.delete(self.cursor, self.text.len()),
            _ => KeyEffect::NotMine,
        }
    }

    pub fn undo(&mut self) -> bool {
        self.step(true)
    }

    pub fn redo(&mut self) -> bool {
        self.step(false)
    }

    fn step(&mut self, is_back: bool) -> bool {
        let (from, to) = match is_back {
            true => (&mut self.before, &mut self.after),
            false => (&mut self.after, &mut self.before),
        };
        let Some((text, cursor)) = from.pop() else {
            return false;
        };
        self.is_selected = false;
        let text = std::mem::replace(&mut self.text, text);
        to.push((text, std::mem::replace(&mut self.cursor, cursor)));
        self.last = Kind::Other;
        true
    }

    fn remember(&mut self, kind: Kind) {
        if kind == Kind::Other || kind != self.last {
            self.before.push((self.text.clone(), self.cursor));
        }
        self.after.clear();
        self.last = kind;
    }

    fn go(&mut self, to: usize) -> KeyEffect {
        self.is_selected = false;
        self.cursor = to;
        self.last = Kind::Other;
        KeyEffect::Cursor
    }

    fn delete(&mut self, from: usize, to: usize) -> KeyEffect {
        let (from, to) = match std::mem::take(&mut self.is_selected) {
            true => (0, self.text.len()),
            false => (from, to),
        };
        if from >= to {
            return KeyEffect::Cursor;
        }
        self.remember(Kind::Deleting);
        self.text.drain(from..to);
        self.cursor = from;
        KeyEffect::Text
    }

    fn left(&self) -> usize {
        self.glyphs_from(self.near(self.cursor))
            .take_while(|glyph| glyph.start < self.cursor)
            .last()
            .map_or(0, |glyph| glyph.start)
    }

    fn right(&self) -> usize {
        self.glyphs_from(self.near(self.cursor))
            .find(|glyph| glyph.start >= self.cursor)
            .map_or(self.text.len(), |glyph| glyph.end)
    }

    /// Returns the start of the grapheme cluster that ends at a byte.
    fn near(&self, at: usize) -> usize {
        let before = self.text.get(..at).unwrap_or_default();
        let cluster = before.grapheme_indices().next_back();
        cluster.map_or(0, |(start, ..)| start)
    }

    fn glyphs_from(&self, from: usize) -> impl Iterator<Item = Span> {
        let rest = self.text.get(from..).unwrap_or_default();
        glyph::glyphs(rest)
            .map(move |glyph| Span::new(from + glyph.span.start, from + glyph.span.end))
    }

    fn word_left(&self) -> usize {
        let before = self.text.get(..self.cursor).unwrap_or_default();
        let end = before.trim_end_with(|c| !c.is_alphanumeric());
        end.rfind_byteset(BETWEEN).map_or(0, |at| at + 1)
    }

    fn word_right(&self) -> usize {
        let after = self.text.get(self.cursor..).unwrap_or_default();
        let start = after.find_not_byteset(BETWEEN).unwrap_or(after.len());
        let word = after.get(start..).unwrap_or_default();
        self.cursor + start + word.find_byteset(BETWEEN).unwrap_or(word.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(text: &str, keys: &str) -> (String, usize) {
        let mut editor = LineEditor::new(text);
        for key in keys.split_whitespace() {
            editor.key(key.parse().expect(key));
        }
        (editor.lossy().into_owned(), editor.cursor())
    }

    #[test]
    fn typing_inserts_at_the_cursor() {
        assert_eq!(after("bm ", "Q g 6"), ("bm Qg6".into(), 6));
        assert_eq!(after("Qg6", "Home N Right"), ("NQg6".into(), 2));
    }

    #[test]
    fn deletion_takes_whole_characters() {
        assert_eq!(after("e\u{301}x", "Left Backspace"), ("x".into(), 0));
        let mut latin = LineEditor::new(&b"caf\xE9\xE9"[..]);
        latin.key("Backspace".parse().expect("key"));
        assert_eq!(latin.text(), b"caf\xE9");
    }

    #[test]
    fn words_end_at_blanks_semicolons_and_slashes() {
        assert_eq!(
            after("8/ppp w - bm Qg6;", "Ctrl-Left Ctrl-Left"),
            ("8/ppp w - bm Qg6;".into(), 10)
        );
        assert_eq!(after("bm Qg6; ce 3;", "Ctrl-W"), ("bm Qg6; ce ".into(), 11));
        assert_eq!(after("bm Qg6;", "Home Ctrl-Right"), ("bm Qg6;".into(), 2));
        assert_eq!(after(";", "Ctrl-W"), ("".into(), 0));
    }

    #[test]
    fn a_run_of_typing_is_undone_at_once() {
        let mut editor = LineEditor::new("");
        for c in "ab".chars() {
            editor.key(Key::char(c));
        }
        editor.key(Key::plain(KeyCode::Backspace));
        assert!(editor.undo());
        assert_eq!(editor.text(), b"ab");
        assert!(editor.undo());
        assert_eq!(editor.text(), b"");
        assert!(!editor.undo());
        assert!(editor.redo() && editor.redo() && !editor.redo());
        assert_eq!(editor.text(), b"a");
    }

    #[test]
    fn typing_replaces_a_selection_and_undo_restores_it() {
        let after = |keys: &[Key]| {
            let mut editor = LineEditor::new("old").selected();
            for key in keys {
                editor.key(*key);
            }
            (String::from_utf8_lossy(editor.text()).into_owned(), editor)
        };
        assert_eq!(after(&[Key::char('a'), Key::char('b')]).0, "ab");
        assert_eq!(after(&[Key::plain(KeyCode::Backspace)]).0, "");
        assert_eq!(after(&[Key::plain(KeyCode::Delete)]).0, "");
        // A key that moves the cursor keeps the text.
        assert_eq!(after(&[Key::plain(KeyCode::End), Key::char('a')]).0, "olda");
        assert_eq!(
            after(&[Key::plain(KeyCode::Left), Key::char('a')]).0,
            "olad"
        );
        let (_, mut editor) = after(&[Key::char('a')]);
        assert!(editor.undo());
        assert_eq!((editor.text(), editor.is_selected()), (&b"old"[..], false));
        let mut editor = LineEditor::new("old").selected();
        editor.insert("new");
        assert_eq!(editor.text(), b"new");
    }

    #[test]
    fn pasted_line_ends_become_blanks() {
        let mut editor = LineEditor::new("");
        editor.insert("a\r\nb\0c\n");
        assert_eq!(editor.text(), b"a b c");
    }

    #[test]
    fn keys_without_a_meaning_in_text_are_not_handled() {
        let mut editor = LineEditor::new("x");
        assert_eq!(editor.key(Key::ctrl('s')), KeyEffect::NotMine);
        assert_eq!(editor.key(Key::plain(KeyCode::Down)), KeyEffect::NotMine);
    }
}
