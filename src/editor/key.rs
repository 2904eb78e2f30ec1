//! Keys and the mouse as the editor knows them, with no terminal in sight.
//!
//! The text form (`Ctrl-S`, `Shift-Tab`, `PageDown`, `N`) is what the command table, the help,
//! the README and the tests write; the short form (`^S`) is for hints.

use std::fmt;
use std::str::FromStr;

/// A key of the keyboard, without modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum KeyCode {
    /// A character. Its case says whether Shift was held; with Ctrl it is always lower case.
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
    /// F1 to F12.
    F(u8),
}

/// Modifier keys held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Modifiers {
    pub ctrl: bool,
    pub alt: bool,
    /// Never set for [`KeyCode::Char`]: there the character's case says it.
    pub shift: bool,
}

/// A key press.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    pub code: KeyCode,
    pub modifiers: Modifiers,
}

impl Key {
    /// A key press in its one normal form: no Shift beside a character, lower case with Ctrl.
    pub fn new(code: KeyCode, mut modifiers: Modifiers) -> Self {
        let code = match code {
            KeyCode::Char(c) => {
                modifiers.shift = false;
                KeyCode::Char(if modifiers.ctrl {
                    c.to_ascii_lowercase()
                } else {
                    c
                })
            }
            other => other,
        };
        Self { code, modifiers }
    }

    /// A key with no modifiers.
    pub fn plain(code: KeyCode) -> Self {
        Self::new(code, Modifiers::default())
    }

    /// A character typed.
    pub fn char(c: char) -> Self {
        Self::plain(KeyCode::Char(c))
    }

    /// Ctrl and a character.
    pub fn ctrl(c: char) -> Self {
        Self::new(
            KeyCode::Char(c),
            Modifiers {
                ctrl: true,
                ..Modifiers::default()
            },
        )
    }

    /// The character this key types into a text, if it types one.
    pub fn typed(self) -> Option<char> {
        match self.code {
            KeyCode::Char(c) if !self.modifiers.ctrl && !self.modifiers.alt => Some(c),
            _ => None,
        }
    }

    /// The short form for hints: `^S`, `⇧Tab`, `↓`.
    pub fn short(self) -> String {
        let mut out = String::new();
        if self.modifiers.ctrl {
            out.push('^');
        }
        if self.modifiers.alt {
            out.push_str("Alt-");
        }
        if self.modifiers.shift {
            out.push('⇧');
        }
        match self.code {
            KeyCode::Char(' ') => out.push_str("Space"),
            KeyCode::Char(c) if self.modifiers.ctrl => out.push(c.to_ascii_uppercase()),
            KeyCode::Char(c) => out.push(c),
            KeyCode::Up => out.push('↑'),
            KeyCode::Down => out.push('↓'),
            KeyCode::Left => out.push('←'),
            KeyCode::Right => out.push('→'),
            KeyCode::PageUp => out.push_str("PgUp"),
            KeyCode::PageDown => out.push_str("PgDn"),
            KeyCode::Delete => out.push_str("Del"),
            other => out.push_str(&name(other)),
        }
        out
    }
}

fn name(code: KeyCode) -> String {
    match code {
        KeyCode::Char(' ') => "Space".into(),
        KeyCode::Char(c) => c.to_string(),
        KeyCode::F(n) => format!("F{n}"),
        other => format!("{other:?}"),
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.modifiers.ctrl {
            f.write_str("Ctrl-")?;
        }
        if self.modifiers.alt {
            f.write_str("Alt-")?;
        }
        if self.modifiers.shift {
            f.write_str("Shift-")?;
        }
        match self.code {
            KeyCode::Char(c) if self.modifiers.ctrl || self.modifiers.alt => {
                f.write_str(&name(KeyCode::Char(c.to_ascii_uppercase())))
            }
            code => f.write_str(&name(code)),
        }
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
        loop {
            if let Some(after) = rest.strip_prefix("Ctrl-") {
                modifiers.ctrl = true;
                rest = after;
            } else if let Some(after) = rest.strip_prefix("Alt-") {
                modifiers.alt = true;
                rest = after;
            } else if let Some(after) = rest.strip_prefix("Shift-") {
                modifiers.shift = true;
                rest = after;
            } else {
                break;
            }
        }
        let unknown = || UnknownKey(text.to_owned());
        let code = match rest {
            "Enter" => KeyCode::Enter,
            "Esc" => KeyCode::Esc,
            "Tab" => KeyCode::Tab,
            "Backspace" => KeyCode::Backspace,
            "Delete" => KeyCode::Delete,
            "Insert" => KeyCode::Insert,
            "Up" => KeyCode::Up,
            "Down" => KeyCode::Down,
            "Left" => KeyCode::Left,
            "Right" => KeyCode::Right,
            "Home" => KeyCode::Home,
            "End" => KeyCode::End,
            "PageUp" => KeyCode::PageUp,
            "PageDown" => KeyCode::PageDown,
            "Space" => KeyCode::Char(' '),
            _ => {
                let mut chars = rest.chars();
                match (chars.next(), chars.next()) {
                    (Some(c), None) if modifiers.alt && !modifiers.ctrl => {
                        KeyCode::Char(c.to_ascii_lowercase())
                    }
                    (Some(c), None) => KeyCode::Char(c),
                    (Some('F'), Some(_)) => {
                        let n: u8 = rest[1..].parse().map_err(|_| unknown())?;
                        if !(1..=12).contains(&n) {
                            return Err(unknown());
                        }
                        KeyCode::F(n)
                    }
                    _ => return Err(unknown()),
                }
            }
        };
        if modifiers.shift && matches!(code, KeyCode::Char(_)) {
            return Err(unknown());
        }
        Ok(Self::new(code, modifiers))
    }
}

/// A button of the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Button {
    Left,
    Right,
    Middle,
}

/// An action of the mouse.
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
    /// Milliseconds since any fixed moment: two presses on one cell within
    /// 0.4 seconds are a double click.
    pub at_ms: u64,
}

/// The longest time between the two presses of a double click, in milliseconds.
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
    fn what_names_no_key_is_refused() {
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
