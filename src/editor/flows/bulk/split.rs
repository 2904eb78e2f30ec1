//! One file into many, beside it: nothing of the open file changes.

use crate::editor::flows::bulk::ask::{self, opcodes, words};
use crate::editor::flows::bulk::scope;
use crate::editor::jobs::{Hand, Slot, Work, in_words};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Asks, Meaning, Wrong, paths};
use crate::editor::widgets::glyph;
use crate::epd::counted::noun;
use crate::epd::{LineKind, Skim, Span};
use crate::suite::edit::{SplitBy, Splitter};
use crate::suite::query::Completions;
use std::path::{Path, PathBuf};

/// The prompt for the parts of a split and the folder for their files.
#[derive(Debug)]
pub struct Split;

const LABEL: &str = "split into files";

/// Asks.
pub(super) fn open(model: &mut Model) {
    paths::begin(model);
    overlay::ask(model, LABEL, "", Split);
}

impl Asks for Split {
    fn memory(&self) -> Option<&'static str> {
        Some(LABEL)
    }

    fn enter(&self) -> &'static str {
        "split"
    }

    fn hint(&self, model: &Model) -> String {
        let scope = scope(model).in_words();
        format!("example: `every 100 into DIR` or `by id into DIR` · in {scope}")
    }

    fn completions(&self, model: &Model, text: &str, cursor: usize) -> Completions {
        if let Some(start) = folder_at(text) {
            let mut choices = paths::offered(model, text.get(start..).unwrap_or_default());
            choices.retain(|(path, _)| path.ends_with('/'));
            let span = Span::new(start, text.len());
            return Completions { span, choices };
        }
        let offer = |word: &str, about: &str| (word.to_owned(), about.to_owned());
        ask::at(text, cursor, |head| match words(head).len() {
            0 => vec![
                offer("every", "that many records per file"),
                offer("by", "one file per value of an operation"),
            ],
            1 if head.trim_start().starts_with("by") => opcodes(model),
            2 => vec![offer("into", "the folder for the files")],
            _ => Vec::new(),
        })
    }

    fn read(&self, _model: &Model, text: &str) -> Result<Meaning, Wrong> {
        let (by, folder) = read(text)?;
        Ok(Meaning::of(move |model| start(model, by.clone(), &folder)))
    }

    fn typed(&self, model: &mut Model, text: &str) {
        if let Some(folder) = folder_at(text).and_then(|start| text.get(start..)) {
            paths::read(model, folder);
        }
    }
}

/// ```text
/// split = ( "every" number | "by" opcode ) "into" folder
/// ```
fn read(text: &str) -> Result<(SplitBy, String), Wrong> {
    const HOW: &str = "expected `every` and a number, or `by` and an opcode";
    const MANY: &str = "expected the number of records per file";
    let mut words = words(text).into_iter();
    let mut next = |missing: &str| {
        let end = Span::new(text.len(), text.len());
        words.next().ok_or_else(|| Wrong::new(end, missing))
    };
    let by = match next(HOW)? {
        (_, "every") => {
            let (span, number) = next(MANY)?;
            let number = number.parse().ok().filter(|count| *count > 0);
            let none = || Wrong::new(span, format!("{MANY}, 1 or more"));
            SplitBy::Count(number.ok_or_else(none)?)
        }
        (_, "by") => {
            let (span, field) = next("expected an opcode")?;
            SplitBy::typed(field).map_err(|said| Wrong::new(span, said))?
        }
        (span, _) => return Err(Wrong::new(span, HOW)),
    };
    match next("expected `into` and a folder as well")? {
        (_, "into") => {}
        (span, _) => return Err(Wrong::new(span, "expected `into` and a folder")),
    }
    // A folder's name may hold blanks.
    let (span, _) = next("expected the folder as well")?;
    let folder = text.get(span.start..).unwrap_or_default().trim_end();
    Ok((by, folder.to_owned()))
}

/// Returns the byte at which the folder begins in a text being typed, once it is its turn.
fn folder_at(text: &str) -> Option<usize> {
    let words = words(text);
    let (into, word) = words.get(2).copied()?;
    let behind = text.get(into.end..).filter(|_| word == "into")?;
    let blanks = behind.len() - behind.trim_start().len();
    (blanks > 0).then_some(into.end + blanks)
}

/// Splits, on another thread.
fn start(model: &mut Model, by: SplitBy, folder: &str) {
    let folder = paths::meant(model, folder);
    let suite = &model.document.suite;
    let name = suite
        .path()
        .map_or_else(|| PathBuf::from(suite.name()), Path::to_owned);
    let (snapshot, scope) = (suite.snapshot(), scope(model));
    model.done(format!("splitting {} …", scope.in_words()));
    let split = move |hand: &Hand| {
        let mut splitter = Splitter::new(by.clone(), &folder, &name).map_err(in_words)?;
        for line in 0..snapshot.line_count() {
            if line % 1024 == 0 && hand.is_stopped() {
                return Err("stopped; no file was made".to_owned());
            }
            let bytes = snapshot.line(line);
            // Comments are in no scope of their own: they go with their records.
            if Skim::kind_of(&bytes) == LineKind::Record && !scope.chosen.has(line) {
                splitter.leave_out();
            } else {
                let written = splitter.line(&bytes, snapshot.read_options());
                written.map_err(in_words)?;
            }
        }
        splitter.finish().map_err(in_words)
    };
    Work::new(Slot::Split, split).start(model, |model, files| done(model, &files));
}

/// The files are written.
fn done(model: &mut Model, files: &[PathBuf]) {
    let folder = files.first().and_then(|file| file.parent());
    let folder = folder.map(|folder| glyph::safe(folder.to_string_lossy().as_bytes()));
    let folder = folder.map_or_else(String::new, |folder| format!(" in {folder}"));
    let count = files.len();
    let files = noun(count, "file", "files");
    model.done(format!("wrote {count} {files}{folder}"));
}
