//! What goes to the clipboard, and which way.

use std::sync::Arc;

/// Something for the clipboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copying {
    /// Its name in a sentence: `FEN of A.1`.
    pub what: String,
    pub content: Content,
    /// The ending of a file of it.
    pub suffix: &'static str,
}

/// A text or a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    Text(Arc<str>),
    /// A picture in PNG.
    Picture(Arc<[u8]>),
}

impl Copying {
    /// A text.
    pub fn text(what: impl Into<String>, text: &str) -> Self {
        Self {
            what: what.into(),
            content: Content::Text(text.into()),
            suffix: "txt",
        }
    }
}

impl Content {
    /// Its bytes, as a file has them.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Text(text) => text.as_bytes(),
            Self::Picture(picture) => picture,
        }
    }
}

/// The way that something went out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyHow {
    /// To the system's clipboard.
    Clipboard,
    /// By an escape sequence (OSC 52): the terminal may or may not take it.
    Terminal,
    /// By such a sequence, handed on by tmux.
    Tmux,
    /// By such a sequence, handed on by screen.
    Screen,
}
