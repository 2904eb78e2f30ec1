//! A prompt for the path of a file to be written: quotes and `~` as in a shell, folders and names
//! completed while it is typed.

use std::borrow::Cow;
use std::fmt;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::editor::command::unquoted;
use crate::editor::doc::query;
use crate::editor::flows::open::paths;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Closed, Grammar, Meaning, PagerLine, Wrong};
use crate::editor::widgets::glyph;
use crate::epd::Span;
use crate::suite::query::Completions;

/// Under which name paths that were typed are remembered.
const MEMORY: &str = "path";

type Then = dyn Fn(&mut Model, PathBuf);

/// What a path is asked for.
#[derive(Clone)]
pub(crate) struct NewPath {
    /// What Enter does, as a hint says it.
    enter: &'static str,
    /// A path as an example.
    example: &'static str,
    /// What the page of help says.
    about: &'static str,
    then: Rc<Then>,
    note: fn(&Model) -> String,
    check: fn(&Model, &Path) -> Result<(), String>,
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
            check: |_, _| Ok(()),
            left: |_| {},
        }
    }

    /// The same, with something to be known beside the path.
    pub(crate) fn noted(self, note: fn(&Model) -> String) -> Self {
        Self { note, ..self }
    }

    /// The same, with what is wrong with paths that can't be used.
    pub(crate) fn checked(self, check: fn(&Model, &Path) -> Result<(), String>) -> Self {
        Self { check, ..self }
    }

    /// The same, with what follows where no path is chosen.
    pub(crate) fn left(self, left: fn(&mut Model)) -> Self {
        Self { left, ..self }
    }

    fn path(&self, model: &Model, text: &str) -> Result<PathBuf, Wrong> {
        let path = paths::meant(model, text);
        let wrong = |message| Wrong {
            span: Span::new(0, text.len()),
            message,
        };
        let is_folder = unquoted(text.trim()).ends_with('/');
        if path.file_name().is_none() || is_folder {
            let (example, name) = (self.example, glyph::safe(text.trim().as_bytes()));
            return Err(wrong(match name.is_empty() {
                true => format!("expected a path, such as {example}"),
                false => format!("expected a file such as {example}, found the folder {name}"),
            }));
        }
        (self.check)(model, &path).map_err(wrong)?;
        Ok(path)
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
    query::open(model, label, &text, asked);
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

/// Why a path does not stand in a prompt, where it can't.
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

impl Grammar for NewPath {
    fn memory(&self) -> &'static str {
        MEMORY
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
