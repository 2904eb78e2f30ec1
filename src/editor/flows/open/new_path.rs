//! A prompt for the path of a file to be written: quotes and `~` as in a shell, folders and names
//! completed while it is typed.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::editor::command::unquoted;
use crate::editor::doc::query;
use crate::editor::flows::open::paths;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Closed, Does, Grammar, PagerLine, Prompt, Wrong};
use crate::editor::widgets::glyph;
use crate::epd::Span;
use crate::suite::query::Completions;

/// Under which name paths that were typed are remembered.
const MEMORY: &str = "path";

/// What a path is asked for.
pub(crate) trait NewPath: Clone + std::fmt::Debug + 'static {
    /// A path as an example.
    fn example(&self) -> &'static str;

    /// What Enter does, as a hint says it.
    fn enter(&self) -> &'static str;

    /// What is to be known beside the path.
    fn note(&self, _model: &Model) -> String {
        String::new()
    }

    /// What the page of help says.
    fn about(&self) -> &'static str;

    /// What is wrong with a path.
    ///
    /// # Errors
    /// It can't be used.
    fn check(&self, _model: &Model, _path: &Path) -> Result<(), String> {
        Ok(())
    }

    /// The prompt is closed: does what the path was asked for.
    fn then(&self, model: &mut Model, path: PathBuf);

    /// The prompt was closed without an answer.
    fn left(&self, _model: &mut Model) {}
}

/// Opens the prompt, with a path in it. One that can't be typed is left out: what is shown of it would mean
/// another file.
pub(crate) fn open(
    model: &mut Model,
    label: impl Into<Cow<'static, str>>,
    path: Option<&Path>,
    asked: impl NewPath,
) {
    paths::begin(model);
    let text = path.and_then(typed_for).unwrap_or_default();
    query::open(model, label, &text, Reads(asked));
    if let Some(path) = path {
        overlay::say(model, why_left_out(path));
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

/// Whether the prompt asks for this.
pub(crate) fn is_open<N: NewPath>(prompt: &Prompt) -> bool {
    query::reads::<Reads<N>>(prompt)
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

#[derive(Debug)]
struct Reads<N>(N);

impl<N: NewPath> Reads<N> {
    fn path(&self, model: &Model, text: &str) -> Result<PathBuf, Wrong> {
        let path = paths::meant(model, text);
        let wrong = |message| Wrong {
            span: Span::new(0, text.len()),
            message,
        };
        let is_folder = unquoted(text.trim()).ends_with('/');
        if path.file_name().is_none() || is_folder {
            let (example, name) = (self.0.example(), glyph::safe(text.trim().as_bytes()));
            return Err(wrong(match name.is_empty() {
                true => format!("expected a path, such as {example}"),
                false => format!("expected a file such as {example}, found the folder {name}"),
            }));
        }
        self.0.check(model, &path).map_err(wrong)?;
        Ok(path)
    }
}

impl<N: NewPath> Grammar for Reads<N> {
    fn memory(&self) -> &'static str {
        MEMORY
    }

    fn enter(&self) -> &'static str {
        self.0.enter()
    }

    fn hint(&self, model: &Model) -> String {
        let note = self.0.note(model);
        format!("a path, such as {}{note}", self.0.example())
    }

    fn explains(&self, _model: &Model) -> Vec<PagerLine> {
        vec![PagerLine::Text(format!(
            "{} Tab completes folders and names; quotes around the path mean nothing, `~` is your \
             home folder.",
            self.0.about()
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

    fn read(&self, model: &mut Model, text: &str) -> Result<Option<String>, Wrong> {
        paths::read(model, text.trim_start());
        // A folder is on the way to a file: it is wrong once it is accepted.
        match self.path(model, text) {
            Err(_) if unquoted(text.trim()).ends_with(['/', '~']) => Ok(None),
            Err(wrong) => Err(wrong),
            Ok(_) => Ok(None),
        }
    }

    fn accepted(&self, model: &Model, text: &str) -> Result<Option<Does>, Wrong> {
        let path = self.path(model, text)?;
        let asked = self.0.clone();
        Ok(Some(Does::new(move |model| {
            asked.then(model, path.clone())
        })))
    }

    fn closed(&self, model: &mut Model, _how: Closed) {
        self.0.left(model)
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
