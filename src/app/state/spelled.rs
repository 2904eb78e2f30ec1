//! A word that is typed into a menu of single keys: its first letter has chosen a row, and the others, typed
//! at once behind it, are meant for no pane.

use crate::app::key::{Key, KeyCode};

/// Letters that were swallowed before Enter is, too: it ends the word.
const WORD: usize = 2;

/// See the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spelled {
    /// The rows of the menu, in lower case.
    labels: Vec<String>,
    typed: String,
    /// What the first letter has chosen.
    chosen: String,
}

impl Spelled {
    /// After the key of a row; `None` where no row begins with it.
    pub(crate) fn begun<'l>(
        labels: impl Iterator<Item = &'l str>,
        key: char,
        chosen: &str,
    ) -> Option<Self> {
        let spelled = Self {
            labels: labels.map(str::to_lowercase).collect(),
            typed: key.to_lowercase().collect(),
            chosen: chosen.to_owned(),
        };
        spelled.is_a_word().then_some(spelled)
    }

    /// With one more key, where that goes on with the word of a row, or ends it.
    pub(crate) fn with(mut self, key: Key) -> Option<Self> {
        if key == Key::plain(KeyCode::Enter) {
            let letters = self.typed.chars().count();
            return (letters > WORD).then(|| {
                self.labels.clear();
                self
            });
        }
        self.typed.extend(key.typed()?.to_lowercase());
        self.is_a_word().then_some(self)
    }

    fn is_a_word(&self) -> bool {
        let mut labels = self.labels.iter();
        labels.any(|label| label.starts_with(&self.typed))
    }

    /// What was done, for the status line.
    pub(crate) fn said(&self) -> String {
        let first: String = self.typed.chars().take(1).collect();
        let rest: String = self.typed.chars().skip(1).collect();
        format!(
            "`{first}` chose \"{}\" · `{rest}` typed behind it was ignored",
            self.chosen
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_spell_a_row_and_the_enter_behind_them_go_with_its_key() {
        let begun = || Spelled::begun(["problems", "pieces"].into_iter(), 'p', "problems");
        let typed = |text: &str| {
            text.chars()
                .try_fold(begun()?, |word, c| word.with(Key::char(c)))
        };
        assert!(typed("ieces").is_some() && typed("rob").is_some());
        assert!(typed("j").is_none() && typed("iecex").is_none());
        let enter = Key::plain(KeyCode::Enter);
        let ended = typed("iec").and_then(|word| word.with(enter));
        assert!(ended.is_some_and(|word| word.with(Key::char('e')).is_none()));
        assert!(begun().and_then(|word| word.with(enter)).is_none());
        assert!(Spelled::begun(["file order"].into_iter(), 's', "file order").is_none());
    }
}
