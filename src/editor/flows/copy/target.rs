//! Where copies go: onto the clipboard, and what is said of that; into a file, with its path asked for.

use crate::editor::command::{Context, Id};
use crate::editor::effect::Effect;
use crate::editor::flows::open::new_path::why_left_out;
use crate::editor::flows::open::paths;
use crate::editor::jobs::{Slot, Work};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Asks, Menu, MenuItem, PagerLine, Prompt};
use crate::editor::state::copying::{Content, CopyHow, Copying, Target};
use crate::editor::state::jobs::write::{Source, WriteJob, Wrote};
use crate::editor::widgets::glyph;
use crate::epd::counted::thousands_of;
use std::path::{Path, PathBuf};

/// Asks for the path of a file to be written; `why` is said beside it.
pub(super) fn ask(model: &mut Model, source: Source, why: Option<String>) {
    let suffix = match &source {
        Source::Records(records) => records.form.suffix(),
        Source::Content(copying) => copying.suffix,
    };
    let suite = &model.document.suite;
    let stem = Path::new(suite.name()).file_stem();
    let stem = stem.map_or("records".into(), |stem| stem.to_string_lossy());
    let stem = match stem.split('.').next() {
        Some(stem) if !stem.is_empty() => stem.to_owned(),
        _ => "records".to_owned(),
    };
    // Beside the suite, and never the suite itself.
    let mut name = PathBuf::from(format!("{stem}-export.{suffix}"));
    if let Some(folder) = suite.path().and_then(Path::parent) {
        name = folder.join(name);
    }
    let why = why.or_else(|| suite.path().and_then(why_left_out));
    let is_text = suite.path().is_none_or(|path| path.to_str().is_some());
    let name = name.to_str().filter(|_| is_text).unwrap_or_default();
    let name = name.to_owned();
    overlay::open(
        model,
        Prompt::new("export to file", name, ExportTo { source }),
    );
    overlay::say(model, why);
}

/// A file to be written.
#[derive(Debug)]
struct ExportTo {
    source: Source,
}

impl Asks for ExportTo {
    fn enter(&self) -> &'static str {
        "export"
    }

    fn explains(&self, _model: &Model) -> Vec<PagerLine> {
        vec![PagerLine::Text(
            "A path, such as diagrams.html. The open file is not changed.".into(),
        )]
    }

    fn accept(&self, model: &mut Model, text: &str) {
        if let Some(reason) = no_file(model, text) {
            overlay::say(model, reason);
            return;
        }
        model.overlays.pop();
        write(model, self.source.clone(), text)
    }
}

/// Why a text is no path of a file that can be written.
fn no_file(model: &Model, text: &str) -> Option<String> {
    let path = paths::meant(model, text);
    if path.file_name().is_none() || text.trim().ends_with('/') {
        return Some("expected a path, such as diagrams.html".to_owned());
    }
    let is_open = model
        .documents()
        .any(|document| document.suite.path() == Some(path.as_path()));
    is_open.then(|| {
        let name = glyph::safe(text.trim().as_bytes());
        format!("{name} is open here; choose another name")
    })
}

/// Writes a file of this path, on another thread; one that is there is asked about.
pub(super) fn write(model: &mut Model, source: Source, path: &str) {
    if let Some(reason) = no_file(model, path) {
        model.refused(reason);
        return;
    }
    let target = Target::File {
        path: paths::meant(model, path),
        replace: false,
    };
    start(model, WriteJob { source, target })
}

/// Has it written, on another thread.
pub(super) fn start(model: &mut Model, job: WriteJob) {
    let write = Work::new(Slot::Copy, move |hand| job.run(&hand.job));
    write.start_or_fail(model, wrote);
}

/// Something was written, or asks first.
fn wrote(model: &mut Model, wrote: Result<Wrote, String>) {
    match wrote {
        Ok(Wrote::Ready(copying)) => model.send(Effect::Copy(copying)),
        Ok(Wrote::File { what, path, bytes }) => {
            let path = glyph::safe(path.to_string_lossy().as_bytes());
            let bytes = thousands_of(bytes, "byte", "bytes");
            model.done(format!("exported {what} to {path} ({bytes})"));
        }
        Ok(Wrote::Exists(job)) => ask_to_replace(model, *job),
        Err(reason) => model.failed(glyph::safe(reason.as_bytes())),
    }
}

fn ask_to_replace(model: &mut Model, job: WriteJob) {
    let Target::File { path, .. } = &job.target else {
        return;
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let about = vec![format!("{} exists already.", glyph::safe(name.as_bytes()))];
    let path = path.clone();
    let replace = MenuItem::new(Some('r'), "Replace it", "", move |model| {
        let target = Target::File {
            path: path.clone(),
            replace: true,
        };
        let source = job.source.clone();
        start(model, WriteJob { source, target })
    });
    let cancel = MenuItem::back(Some('c'), "Cancel", "");
    overlay::open(
        model,
        Menu::question("Export", about, vec![replace, cancel]).at(1),
    )
}

/// Something went out.
pub(crate) fn copied(model: &mut Model, copying: &Copying, how: CopyHow) {
    let what = glyph::safe(copying.what.as_bytes());
    let amount = amount(&copying.content);
    model.done(match how {
        CopyHow::Clipboard => format!("copied {what} to the clipboard ({amount})"),
        CopyHow::Terminal => format!("sent {what} to the terminal's clipboard ({amount})"),
        CopyHow::Tmux => {
            format!("sent {what} through tmux to the terminal's clipboard ({amount})")
        }
        CopyHow::Screen => {
            format!("sent {what} through screen to the terminal's clipboard ({amount})")
        }
    });
}

/// How much it is.
fn amount(content: &Content) -> String {
    match content {
        Content::Text(text) => thousands_of(text.chars().count(), "character", "characters"),
        Content::Picture(png) => format!("PNG, {}", thousands_of(png.len(), "byte", "bytes")),
    }
}

/// Something did not go out: a file is offered.
pub(crate) fn failed(model: &mut Model, copying: Copying, reason: &str) {
    let what = glyph::safe(copying.what.as_bytes());
    let said = format!("could not copy {what}: {reason}");
    if !model.overlays.is_empty() || model.document.view.editing.is_some() {
        model.failed(said);
        return;
    }
    let key = model.key_in(Id::Choose, Context::Prompt);
    let why = format!("{said} · {key} writes it to this file instead");
    ask(model, Source::Content(copying), Some(why))
}
