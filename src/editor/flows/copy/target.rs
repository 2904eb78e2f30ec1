//! Where copies go: onto the clipboard, and what is said of that; into a file, with its path asked for.

use crate::editor::command::{Context, Id};
use crate::editor::effect::Effect;
use crate::editor::jobs::{Hand, Slot, Work};
use crate::editor::model::Model;
use crate::editor::overlay::new_path::{self, NewPath, why_left_out};
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::state::copying::{Content, CopyHow, Copying, Records, Source};
use crate::editor::widgets::glyph;
use crate::epd::counted::thousands_of;
use std::path::{Path, PathBuf};

/// Asks for the path of a file to be written.
pub(super) fn ask(model: &mut Model, source: Source) {
    let suite = &model.document.suite;
    let stem = Path::new(suite.name()).file_stem();
    let stem = stem.map_or("records".into(), |stem| stem.to_string_lossy());
    let stem = match stem.split('.').next() {
        Some(stem) if !stem.is_empty() => stem,
        _ => "records",
    };
    // Beside the suite, and never the suite itself.
    let name = PathBuf::from(format!("{stem}-export.{}", source.suffix()));
    let folder = suite.path().and_then(Path::parent);
    let path = folder.map_or(name.clone(), |folder| folder.join(name));
    let why = suite.path().and_then(why_left_out);
    let path = Some(path).filter(|_| why.is_none());
    new_path::open(model, "export to file", path.as_deref(), file(source));
    if why.is_some() {
        overlay::say(model, why);
    }
}

/// Returns the path that is asked for: of a file of these records, which is not open.
pub(super) fn file(source: Source) -> NewPath {
    let about = "A path, such as diagrams.html. The open file is not changed.";
    let file = NewPath::new("export", "diagrams.html", about, move |model, path| {
        write(model, source.clone(), path, false)
    });
    file.unless_open("is open here; choose another name")
}

/// Writes a file, on another thread; one that is there is asked about, unless it is to be replaced.
fn write(model: &mut Model, source: Source, path: PathBuf, replaces: bool) {
    let (from, to) = (source.clone(), path.clone());
    let write = move |hand: &Hand| match to.exists() && !replaces {
        true => Ok(None),
        false => from.to_file(&to, &hand.job).map(Some),
    };
    Work::new(Slot::Copy, write).start_or_fail(model, move |model, written| match written {
        Ok(Some((what, bytes))) => {
            let (to, bytes) = (path.display(), thousands_of(bytes, "byte", "bytes"));
            model.done(format!("exported {what} to {to} ({bytes})"));
        }
        Ok(None) => ask_to_replace(model, source.clone(), path.clone()),
        Err(reason) => model.failed(reason),
    });
}

/// Copies records, made ready on another thread.
pub(super) fn copy(model: &mut Model, records: Records) {
    let copy = Work::new(Slot::Copy, move |hand| records.for_clipboard(&hand.job));
    copy.start_or_fail(model, |model, ready| match ready {
        Ok(copying) => model.send(Effect::Copy(copying)),
        Err(reason) => model.failed(reason),
    });
}

fn ask_to_replace(model: &mut Model, source: Source, path: PathBuf) {
    let about = vec![format!("{} exists already.", glyph::file_name(&path))];
    let replace = MenuItem::new(Some('r'), "Replace it", "", move |model| {
        write(model, source.clone(), path.clone(), true)
    });
    let items = vec![replace, MenuItem::back(Some('c'), "Cancel", "")];
    overlay::open(model, Menu::question("Export", about, items).at(1))
}

/// Something went out, or did not.
pub fn copied(model: &mut Model, copying: Copying, how: Result<CopyHow, String>) {
    let (what, amount) = (&copying.what, amount(&copying.content));
    let (went, way) = match how {
        Ok(CopyHow::Clipboard) => ("copied", "to the clipboard"),
        Ok(CopyHow::Terminal) => ("sent", "to the terminal's clipboard"),
        Ok(CopyHow::Tmux) => ("sent", "through tmux to the terminal's clipboard"),
        Ok(CopyHow::Screen) => ("sent", "through screen to the terminal's clipboard"),
        Err(reason) => return failed(model, copying, &reason),
    };
    model.done(format!("{went} {what} {way} ({amount})"));
}

/// Returns the size of a content, in words.
fn amount(content: &Content) -> String {
    match content {
        Content::Text(text) => thousands_of(text.chars().count(), "character", "characters"),
        Content::Picture(png) => format!("PNG, {}", thousands_of(png.len(), "byte", "bytes")),
    }
}

/// Something did not go out: a file is offered.
fn failed(model: &mut Model, copying: Copying, reason: &str) {
    let what = glyph::safe(copying.what.as_bytes());
    let said = format!("could not copy {what}: {reason}");
    if model.is_busy() {
        return model.failed(said);
    }
    let key = model.key_in(Id::Choose, Context::Prompt);
    ask(model, Source::Content(copying));
    overlay::say(
        model,
        format!("{said} · {key} writes it to this file instead"),
    );
}
