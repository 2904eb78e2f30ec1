//! A prompt for the path of a file to be written: quotes and `~` as in a shell, folders and names
//! completed while it is typed.

use std::borrow::Cow;
use std::fmt;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::editor::command::unquoted;
use crate::editor::model::Model;
use crate::editor::overlay::paths;
use crate::editor::overlay::{self, Asks, Closed, Meaning, PagerLine, Wrong};
use crate::editor::state::document::Document;
use crate::editor::widgets::glyph;
use crate::epd::Span;
use crate::suite::query::Completions;

/// Under which name paths that were typed are remembered.
const MEMORY: &str = "path";

type Then = dyn Fn(&mut Model, PathBuf);

/// A path of a file to be written, asked for in a prompt.
#[derive(Clone)]
pub(crate) struct NewPath {
    /// The verb of Enter in a hint.
    enter: &'static str,
    /// A path as an example.
    example: &'static str,
    /// The text of the page of help.
    about: &'static str,
    then: Rc<Then>,
    note: fn(&Model) -> String,
    /// The end of the sentence that refuses the path of an open file; `None` where that is right.
    if_open: Option<&'static str>,
    left: fn(&mut Model),
}

impl NewPath {
    /// A path for `then`, such as `example`; `enter` is what Enter does, and `about` what the page of help says.
    pub(crate) fn new(
        enter: &'static str,
        example: &'static str,
        about: &'static str,
        then: impl Fn(&mut Model, PathBuf) + 'static,
    ) -> Self {
        Self {
            enter,
            example,
            about,
            then: Rc::new(then),
            note: |_| String::new(),
            if_open: None,
            left: |_| {},
        }
    }

    /// Adds something to be known beside the path.
    pub(crate) fn noted(self, note: fn(&Model) -> String) -> Self {
        Self { note, ..self }
    }

    /// Refuses the paths of open files, with the end of a sentence that begins with the path.
    pub(crate) fn unless_open(self, said: &'static str) -> Self {
        let if_open = Some(said);
        Self { if_open, ..self }
    }

    /// Adds an action for where no path is chosen.
    pub(crate) fn left(self, left: fn(&mut Model)) -> Self {
        Self { left, ..self }
    }

    fn path(&self, model: &Model, text: &str) -> Result<PathBuf, Wrong> {
        let path = paths::meant(model, text);
        let wrong = |message| Wrong::new(Span::new(0, text.len()), message);
        let is_folder = unquoted(text.trim()).ends_with('/');
        if path.file_name().is_none() || is_folder {
            let (example, name) = (self.example, glyph::safe(text.trim().as_bytes()));
            let message = match name.is_empty() {
                true => format!("expected a path, such as {example}"),
                false => format!("expected a file such as {example}, found the folder {name}"),
            };
            return Err(wrong(message));
        }
        let is_open = |document: &Document| document.suite.path() == Some(&*path);
        match self.if_open.filter(|_| model.documents().any(is_open)) {
            Some(said) => {
                let name = glyph::safe(path.to_string_lossy().as_bytes());
                Err(wrong(format!("{name} {said}")))
            }
            None => Ok(path),
        }
    }
}

impl fmt::Debug for NewPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("NewPath").field(&self.enter).finish()
    }
}

/// Opens the prompt, with a path in it. One that can't be typed is left out: what is shown of it would mean
/// another file.
pub(crate) fn open(
    model: &mut Model,
    label: impl Into<Cow<'static, str>>,
    path: Option<&Path>,
    asked: NewPath,
) {
    paths::begin(model);
    let text = path.and_then(typed_for).unwrap_or_default();
    overlay::ask(model, label, &text, asked);
    if let Some(path) = path {
        overlay::say(model, why_left_out(path));
    }
}

/// Does what a path is asked for with one that was given, or says what is wrong with it.
pub(crate) fn answer(model: &mut Model, asked: &NewPath, path: &str) {
    match asked.path(model, path) {
        Ok(path) => (asked.then)(model, path),
        Err(wrong) => model.refused(wrong.message),
    }
}

/// Returns why a path can't stand in a prompt, where it can't.
pub(crate) fn why_left_out(path: &Path) -> Option<String> {
    let is_text = path.to_str().is_some();
    (!is_text).then(|| {
        let name = path.file_name().unwrap_or(path.as_os_str());
        let name = glyph::safe(name.as_encoded_bytes());
        format!("{name} is not UTF-8 and can't be typed here; type another name")
    })
}

/// The text that means a path: one that begins with `~`, stands in quotes or has blanks around it is
/// told by its folder. No text means one that is not UTF-8.
fn typed_for(path: &Path) -> Option<String> {
    let text = path.to_str()?.to_owned();
    let is_plain = unquoted(text.trim()) == text && !text.starts_with('~');
    Some(match is_plain {
        true => text,
        false => format!("./{text}"),
    })
}

impl Asks for NewPath {
    fn memory(&self) -> Option<&'static str> {
        Some(MEMORY)
    }

    fn enter(&self) -> &'static str {
        self.enter
    }

    fn hint(&self, model: &Model) -> String {
        format!("a path, such as {}{}", self.example, (self.note)(model))
    }

    fn explains(&self, _model: &Model) -> Vec<PagerLine> {
        vec![PagerLine::Text(format!(
            "{} Tab completes folders and names; quotes around the path mean nothing, `~` is your \
             home folder.",
            self.about
        ))]
    }

    fn completions(&self, model: &Model, text: &str, cursor: usize) -> Completions {
        let before = text.get(..cursor).unwrap_or(text);
        let start = before.len() - before.trim_start().len();
        // What stands behind the cursor would be left over.
        let choices = match cursor < text.trim_end().len() {
            true => Vec::new(),
            false => paths::offered(model, before.get(start..).unwrap_or_default()),
        };
        Completions {
            span: Span::new(start, before.len()),
            choices,
        }
    }

    fn read(&self, model: &Model, text: &str) -> Result<Meaning, Wrong> {
        let path = match self.path(model, text) {
            Ok(path) => path,
            // A folder is on the way to a file.
            Err(wrong) if unquoted(text.trim()).ends_with(['/', '~']) => {
                return Ok(Meaning {
                    missing: Some(wrong.message),
                    ..Meaning::default()
                });
            }
            Err(wrong) => return Err(wrong),
        };
        let then = self.then.clone();
        Ok(Meaning::of(move |model| then(model, path.clone())))
    }

    fn typed(&self, model: &mut Model, text: &str) {
        paths::read(model, text.trim_start());
    }

    fn closed(&self, model: &mut Model, _how: Closed) {
        (self.left)(model)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_path_means_that_path() {
        for (path, text) in [
            ("a.epd", "a.epd"),
            ("/a b/c.epd", "/a b/c.epd"),
            ("~", "./~"),
            ("~/a.epd", "./~/a.epd"),
            ("\"a\"", "./\"a\""),
            (" a.epd", "./ a.epd"),
        ] {
            assert_eq!(typed_for(Path::new(path)).as_deref(), Some(text));
        }
    }
}
