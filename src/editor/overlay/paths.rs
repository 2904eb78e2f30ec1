//! Typed paths: `~` and quotes in them, their completion (an effect reads the folder, whose entries come as a
//! message), and a prompt for the path of a file to write.

use crate::editor::command::{Id, unquoted};
use crate::editor::effect::Effect;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Closed, Meaning, PagerLine, PromptHandler, Wrong};
use crate::editor::state::document::Document;
use crate::editor::state::{FilePicker, FolderEntry};
use crate::editor::widgets::glyph;
use crate::epd::Span;
use crate::suite::query::Completions;
use std::borrow::Cow;
use std::fmt;
use std::path::{Path, PathBuf, is_separator};
use std::rc::Rc;

/// Returns a typed path, with `~` replaced by the home folder.
pub fn expanded(typed: &Path, home: Option<&Path>) -> PathBuf {
    match (typed.strip_prefix("~"), home) {
        (Ok(inside), Some(home)) => home.join(inside),
        _ => typed.to_path_buf(),
    }
}

/// Returns the path that a typed text denotes, without blanks and quotes around it.
pub(crate) fn path_of_text(model: &Model, typed: &str) -> PathBuf {
    expanded(Path::new(unquoted(typed.trim())), model.home.as_deref())
}

/// Resets the completion of paths before one is typed.
pub(crate) fn begin(model: &mut Model) {
    let ticket = model.ticket();
    model.file_picker = FilePicker {
        ticket,
        ..FilePicker::default()
    };
}

pub(crate) fn folder_of(typed: &str) -> &str {
    typed.rfind(is_separator).map_or("", |at| &typed[..=at])
}

/// Strips an opening quote, whose closing quote is still to be typed.
fn without_quote(typed: &str) -> &str {
    let typed = unquoted(typed);
    typed.strip_prefix(['"', '\'']).unwrap_or(typed)
}

/// Requests the entries of the folder of a typed path.
pub(crate) fn read(model: &mut Model, typed: &str) {
    read_folder(model, Some(folder_of(without_quote(typed))));
}

/// Requests the entries of a folder, unless it is the same as before.
pub(crate) fn read_folder(model: &mut Model, folder: Option<&str>) {
    let files = &mut model.file_picker;
    if files.folder.as_deref() != folder {
        files.entries.clear();
        files.folder = folder.map(str::to_owned);
        let (ticket, folder) = (files.ticket, files.folder.clone());
        let read = folder.map(|folder| Effect::ReadFolder { ticket, folder });
        model.out.extend(read);
    }
}

/// Returns the paths that complete the typed text. Names with control characters, with blanks at an end or in
/// quotes are left out: they can't be typed.
pub(crate) fn offered(model: &Model, typed: &str) -> Vec<(String, String)> {
    let path = without_quote(typed);
    let files = &model.file_picker;
    if files.folder.as_deref() != Some(folder_of(path)) {
        return Vec::new();
    }
    let fits = files.entries.iter().filter(|entry| {
        let value = &entry.name;
        let is_plain = unquoted(value.trim()) == value && !value.contains(char::is_control);
        is_plain && begins(value, path) && value != typed
    });
    let about = |entry: &FolderEntry| if entry.is_folder { "folder" } else { "" };
    fits.map(|entry| (entry.name.clone(), about(entry).to_owned()))
        .collect()
}

/// Returns whether a path begins with a typed text: folders match exactly, the name in any case unless a
/// capital is typed. Hidden files match only once their dot is typed.
pub(crate) fn begins(path: &str, typed: &str) -> bool {
    let folder = folder_of(typed);
    let name = typed.get(folder.len()..).unwrap_or_default();
    let is_hidden = |found: &&str| found.starts_with('.') && !name.starts_with('.');
    let found = path.strip_prefix(folder).filter(|found| !is_hidden(found));
    found.is_some_and(|found| match name.chars().any(char::is_uppercase) {
        true => found.starts_with(name),
        false => found.to_lowercase().starts_with(name),
    })
}

const MEMORY: &str = "path";

type AfterChoice = dyn Fn(&mut Model, PathBuf);

/// A prompt for the path of a file to write, with quotes and `~` as in a shell, and completion of folders and names.
#[derive(Clone)]
pub(crate) struct NewPath {
    /// The verb of Enter in a hint.
    enter: &'static str,
    example: &'static str,
    about: &'static str,
    then: Rc<AfterChoice>,
    note: fn(&Model) -> String,
    /// The end of the error for the path of an open file; `None` if such a path is allowed.
    if_open: Option<&'static str>,
    left: fn(&mut Model),
}

impl NewPath {
    /// Returns a prompt for a path such as `example`; `enter` names the effect of Enter, `about` is for the help page.
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

    pub(crate) fn noted(self, note: fn(&Model) -> String) -> Self {
        Self { note, ..self }
    }

    /// Refuses the paths of open files; `reason` ends the error, which begins with the path.
    pub(crate) fn unless_open(self, reason: &'static str) -> Self {
        let if_open = Some(reason);
        Self { if_open, ..self }
    }

    pub(crate) fn left(self, left: fn(&mut Model)) -> Self {
        Self { left, ..self }
    }

    fn path(&self, model: &Model, text: &str) -> Result<PathBuf, Wrong> {
        let path = path_of_text(model, text);
        let wrong = |message| Wrong::new(Span::new(0, text.len()), message);
        let is_folder = unquoted(text.trim()).ends_with(is_separator);
        if path.file_name().is_none() || is_folder {
            let (example, name) = (self.example, glyph::safe(text.trim().as_bytes()));
            return Err(wrong(match name.is_empty() {
                true => format!("expected a path, such as {example}"),
                false => format!("expected a file such as {example}, found the folder {name}"),
            }));
        }
        let is_open = |document: &Document| document.suite.path() == Some(&*path);
        match self.if_open.filter(|_| model.documents().any(is_open)) {
            Some(reason) => {
                let name = glyph::safe(path.to_string_lossy().as_bytes());
                Err(wrong(format!("{name} {reason}")))
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

/// Opens the prompt with a path in it, unless that can't be typed: its displayed text would denote another file.
pub(crate) fn ask(
    model: &mut Model,
    label: impl Into<Cow<'static, str>>,
    path: Option<&Path>,
    asked: NewPath,
) {
    begin(model);
    let text = path.and_then(typed_for).unwrap_or_default();
    overlay::ask(model, label, &text, asked);
    if let Some(path) = path {
        overlay::say(model, why_left_out(path));
    }
}

/// Calls the handler with a path, or reports its error.
pub(crate) fn answer(model: &mut Model, asked: &NewPath, path: &str) {
    match asked.path(model, path) {
        Ok(path) => (asked.then)(model, path),
        Err(wrong) => model.refused(wrong.message),
    }
}

/// Returns why a path can't be put into a prompt, if so.
pub(crate) fn why_left_out(path: &Path) -> Option<String> {
    let is_text = path.to_str().is_some();
    (!is_text).then(|| {
        let name = path.file_name().unwrap_or(path.as_os_str());
        let name = glyph::safe(name.as_encoded_bytes());
        format!("{name} is not UTF-8 and can't be typed here; type another name")
    })
}

/// Returns the text to type for a path, after `./` if it begins with `~` or has quotes or blanks around it; `None` if
/// it is not UTF-8.
fn typed_for(path: &Path) -> Option<String> {
    let text = path.to_str()?;
    let is_plain = unquoted(text.trim()) == text && !text.starts_with('~');
    Some(if is_plain { "" } else { "./" }.to_owned() + text)
}

impl PromptHandler for NewPath {
    fn memory(&self) -> Option<&'static str> {
        Some(MEMORY)
    }

    fn enter(&self) -> &'static str {
        self.enter
    }

    fn hint(&self, model: &Model) -> String {
        format!("a path, such as {}{}", self.example, (self.note)(model))
    }

    fn explains(&self, model: &Model) -> Vec<PagerLine> {
        let tab = model.key_name(Id::CompleteWord);
        vec![PagerLine::Text(format!(
            "{} {tab} completes folders and names; quotes around the path are ignored, `~` is your \
             home folder.",
            self.about
        ))]
    }

    fn completions(&self, model: &Model, text: &str, cursor: usize) -> Completions {
        let before = text.get(..cursor).unwrap_or(text);
        let start = before.len() - before.trim_start().len();
        // The text after the cursor would be left over.
        let choices = match cursor < text.trim_end().len() {
            true => Vec::new(),
            false => offered(model, before.get(start..).unwrap_or_default()),
        };
        Completions {
            span: Span::new(start, before.len()),
            choices,
        }
    }

    fn read(&self, model: &Model, text: &str) -> Result<Meaning, Wrong> {
        let path = match self.path(model, text) {
            Ok(path) => path,
            // A folder may be the beginning of a path to a file.
            Err(wrong)
                if unquoted(text.trim()).ends_with(|last| is_separator(last) || last == '~') =>
            {
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
        read(model, text.trim_start());
    }

    fn closed(&self, model: &mut Model, _how: Closed) {
        (self.left)(model)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_matches_typed_folders_exactly_and_its_name_in_any_case() {
        for (path, typed, expected) in [
            ("WAC.epd", "wac", true),
            ("WAC.epd", "Wac", false),
            ("/Home/Me/WAC.epd", "/Home/Me/wac", true),
            ("/home/WAC.epd", "/Home/wac", false),
            ("Été 1.epd", "été", true),
            ("été.epd", "É", false),
            ("my suite.epd", "my s", true),
            (".hidden/", "", false),
            (".hidden/", ".", true),
            ("a/.hidden", "a/", false),
            ("a/.hidden", "a/.h", true),
        ] {
            assert_eq!(begins(path, typed), expected, "{path} {typed}");
        }
    }

    #[test]
    fn the_typed_text_of_a_path_denotes_that_path() {
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
