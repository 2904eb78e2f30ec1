//! Keys and the mouse, independent of the terminal.
//!
//! The text form (`Ctrl-S`, `Shift-Tab`, `PageDown`, `N`) is used in the command table, the help, the README
//! and the tests; the short form (`^S`) in hints.

use std::fmt;
use std::str::FromStr;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum KeyCode {
    /// A character. An upper-case one includes Shift; with Ctrl it is always lower case.
    Char(char),
    Enter,
    Esc,
    Tab,
    Backspace,
    Delete,
    Insert,
    Up,
    Down,
    Left,
    Right,
    Home,
    End,
    PageUp,
    PageDown,
    F(u8),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Modifiers {
    pub ctrl: bool,
    pub alt: bool,
    /// Never set for [`KeyCode::Char`], whose case includes it.
    pub shift: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    pub code: KeyCode,
    pub modifiers: Modifiers,
}

impl Key {
    /// Returns a key press in its normal form: no Shift with a character, lower case with Ctrl.
    pub fn new(code: KeyCode, mut modifiers: Modifiers) -> Self {
        let code = match code {
            KeyCode::Char(c) if modifiers.ctrl => KeyCode::Char(c.to_ascii_lowercase()),
            code => code,
        };
        modifiers.shift &= !matches!(code, KeyCode::Char(_));
        Self { code, modifiers }
    }

    pub fn plain(code: KeyCode) -> Self {
        Self::new(code, Modifiers::default())
    }

    pub fn char(c: char) -> Self {
        Self::plain(KeyCode::Char(c))
    }

    pub fn ctrl(c: char) -> Self {
        let modifiers = Modifiers {
            ctrl: true,
            ..Modifiers::default()
        };
        Self::new(KeyCode::Char(c), modifiers)
    }

    /// Returns the character that this key types, if any.
    pub fn typed(self) -> Option<char> {
        match self.code {
            KeyCode::Char(c) if !self.modifiers.ctrl && !self.modifiers.alt => Some(c),
            _ => None,
        }
    }

    /// Returns the short form for hints: `^S`, `⇧Tab`, `↓`.
    pub fn short(self) -> String {
        let code = match self.code {
            KeyCode::Char(c) if self.modifiers.ctrl => KeyCode::Char(c.to_ascii_uppercase()),
            code => code,
        };
        let named = NAMED.iter().find(|(known, ..)| *known == code);
        let name = named.map_or_else(|| name(code), |(.., short)| (*short).to_owned());
        self.modifiers.before(["^", "Alt-", "⇧"], &name)
    }
}

/// The keys with a name: the name, and the form for hints.
const NAMED: [(KeyCode, &str, &str); 15] = [
    (KeyCode::Char(' '), "Space", "Space"),
    (KeyCode::Enter, "Enter", "Enter"),
    (KeyCode::Esc, "Esc", "Esc"),
    (KeyCode::Tab, "Tab", "Tab"),
    (KeyCode::Backspace, "Backspace", "Backspace"),
    (KeyCode::Delete, "Delete", "Del"),
    (KeyCode::Insert, "Insert", "Insert"),
    (KeyCode::Up, "Up", "↑"),
    (KeyCode::Down, "Down", "↓"),
    (KeyCode::Left, "Left", "←"),
    (KeyCode::Right, "Right", "→"),
    (KeyCode::Home, "Home", "Home"),
    (KeyCode::End, "End", "End"),
    (KeyCode::PageUp, "PageUp", "PgUp"),
    (KeyCode::PageDown, "PageDown", "PgDn"),
];

fn name(code: KeyCode) -> String {
    let named = NAMED.iter().find(|(known, ..)| *known == code);
    match (named, code) {
        (Some((_, name, _)), _) => (*name).to_owned(),
        (None, KeyCode::Char(c)) => c.to_string(),
        (None, KeyCode::F(n)) => format!("F{n}"),
        (None, other) => format!("{other:?}"),
    }
}

impl Modifiers {
    /// Returns a name after the words for the modifiers that are pressed.
    fn before(self, words: [&str; 3], name: &str) -> String {
        let held = [self.ctrl, self.alt, self.shift].into_iter().zip(words);
        let held = held.filter_map(|(is_held, word)| is_held.then_some(word));
        held.chain([name]).collect()
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.code {
            KeyCode::Char(c) if self.modifiers.ctrl || self.modifiers.alt => {
                name(KeyCode::Char(c.to_ascii_uppercase()))
            }
            code => name(code),
        };
        let words = ["Ctrl-", "Alt-", "Shift-"];
        f.write_str(&self.modifiers.before(words, &name))
    }
}

/// The reason why a text is not a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a key")]
pub struct UnknownKey(pub String);

impl FromStr for Key {
    type Err = UnknownKey;

    fn from_str(text: &str) -> Result<Self, UnknownKey> {
        let mut modifiers = Modifiers::default();
        let mut rest = text;
        while let Some((word, after)) = rest.split_once('-').filter(|(word, _)| !word.is_empty()) {
            match word {
                "Ctrl" => modifiers.ctrl = true,
                "Alt" => modifiers.alt = true,
                "Shift" => modifiers.shift = true,
                _ => break,
            }
            rest = after;
        }
        let named = NAMED.iter().find(|(_, name, _)| *name == rest);
        let mut chars = rest.chars();
        let code = match (named, chars.next(), chars.next()) {
            (Some((code, ..)), ..) => Some(*code),
            (None, Some(c), None) if modifiers.alt => Some(KeyCode::Char(c.to_ascii_lowercase())),
            (None, Some(c), None) => Some(KeyCode::Char(c)),
            (None, Some('F'), Some(_)) => {
                let number = rest.get(1..).and_then(|digits| digits.parse().ok());
                let number = number.filter(|number| (1..=12).contains(number));
                number.map(KeyCode::F)
            }
            _ => None,
        };
        // A character includes Shift in its case.
        let is_shifted = |code: &KeyCode| modifiers.shift && matches!(code, KeyCode::Char(_));
        let code = code.filter(|code| !is_shifted(code));
        code.map(|code| Self::new(code, modifiers))
            .ok_or_else(|| UnknownKey(text.to_owned()))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Button {
    Left,
    Right,
    Middle,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MouseKind {
    Down(Button),
    /// Moved with a button held.
    Drag(Button),
    Up(Button),
    ScrollUp,
    ScrollDown,
}

/// A mouse event at a cell of the screen, `(0, 0)` the upper left one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MouseEvent {
    pub kind: MouseKind,
    pub column: u16,
    pub row: u16,
    /// Milliseconds since any fixed moment.
    pub at_ms: u64,
}

pub(crate) const DOUBLE_CLICK_MS: u64 = 400;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_reads_as_it_is_written() {
        for text in [
            "Ctrl-S",
            "Shift-Tab",
            "Tab",
            "Space",
            "j",
            "N",
            "?",
            "[",
            "-",
            "Ctrl-Down",
            "PageDown",
            "F1",
            "F12",
            "Alt-X",
            "Esc",
            "Ctrl-Space",
        ] {
            let key: Key = text.parse().expect(text);
            assert_eq!(key.to_string(), text);
        }
    }

    #[test]
    fn an_unknown_key_name_is_refused() {
        for text in ["", "Ctrl-", "Foo", "F13", "F0", "Shift-a", "ab"] {
            assert!(text.parse::<Key>().is_err(), "{text}");
        }
    }

    #[test]
    fn ctrl_and_a_capital_is_ctrl_and_the_letter() {
        let capital = Key::new(
            KeyCode::Char('S'),
            Modifiers {
                ctrl: true,
                shift: true,
                alt: false,
            },
        );
        assert_eq!(capital, Key::ctrl('s'));
    }

    #[test]
    fn hints_write_keys_short() {
        assert_eq!("Ctrl-S".parse::<Key>().map(Key::short), Ok("^S".into()));
        assert_eq!("Ctrl-Down".parse::<Key>().map(Key::short), Ok("^↓".into()));
        assert_eq!("Space".parse::<Key>().map(Key::short), Ok("Space".into()));
    }
}
