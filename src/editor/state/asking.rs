//! A text that is typed into a prompt, and the texts that were typed before.

use crate::epd::Span;

/// Texts of a kind that are remembered.
pub(crate) const REMEMBERED: usize = 100;

/// The message and completions of a text that is typed into a prompt.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asking {
    /// The bytes that are wrong; empty where something is missing.
    pub error: Option<Span>,
    /// Whether what is wrong is only that there is more to come.
    pub unfinished: bool,
    /// The message about the text, above the line.
    pub help: Option<String>,
    /// The completions, each with its meaning.
    pub choices: Vec<(String, String)>,
    /// The choice that was taken last.
    pub cursor: Option<usize>,
    /// The bytes that a choice takes the place of.
    pub(crate) word: Span,
    /// The place among what was asked before, from the newest; `None` for what is being typed.
    pub(crate) back: Option<usize>,
    /// The text typed before going back in the history.
    pub(crate) draft: String,
}

impl Asking {
    /// The first choice on screen, with so many rows for them.
    pub fn first_shown(&self, rows: usize) -> usize {
        let cursor = self.cursor.unwrap_or(0);
        (cursor + 1)
            .saturating_sub(rows)
            .min(self.choices.len().saturating_sub(rows))
    }
}

/// The texts typed in prompts before, by the kind of prompt, the newest last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked(Vec<(&'static str, String)>);

impl Asked {
    pub(crate) fn of(&self, kind: &'static str) -> Vec<&str> {
        let of_kind = self.0.iter().filter(|(of, _)| *of == kind);
        of_kind.map(|(_, text)| text.as_str()).collect()
    }

    /// Remembers a text.
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
