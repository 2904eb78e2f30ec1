//! One file into many, beside it: nothing of the open file changes.

use crate::editor::flows::bulk::ask::words;
use crate::editor::flows::bulk::scope;
use crate::editor::flows::open::paths;
use crate::editor::jobs::{Hand, Slot, Work, in_words};
use crate::editor::model::Model;
use crate::editor::overlay::Wrong;
use crate::editor::widgets::glyph;
use crate::epd::{LineKind, Skim, Span};
use crate::suite::edit::{SplitBy, Splitter};
use std::path::{Path, PathBuf};

/// ```text
/// split = ( "every" number | "by" opcode ) "into" folder
/// ```
pub(super) fn read(text: &str) -> Result<(SplitBy, String), Wrong> {
    let wrong = |span: Span, message: &str| Wrong {
        span,
        message: message.to_owned(),
    };
    let end = Span::new(text.len(), text.len());
    let words = words(text);
    let mut at = words.iter().copied();
    let by = match (at.next(), at.next()) {
        (Some((_, "every")), Some((span, number))) => match number.parse() {
            Ok(count) if count > 0 => SplitBy::Count(count),
            _ => {
                return Err(wrong(
                    span,
                    "expected the number of records per file, 1 or more",
                ));
            }
        },
        (Some((_, "by")), Some((span, field))) => {
            SplitBy::typed(field).map_err(|said| wrong(span, &said))?
        }
        (Some((_, "every")), None) => {
            return Err(wrong(end, "expected the number of records per file"));
        }
        (Some((_, "by")), None) => return Err(wrong(end, "expected an opcode")),
        (found, _) => {
            let span = found.map_or(end, |(span, _)| span);
            let expected = "expected `every` and a number, or `by` and an opcode";
            return Err(wrong(span, expected));
        }
    };
    match at.next() {
        Some((_, "into")) => {}
        Some((span, _)) => return Err(wrong(span, "expected `into` and a folder")),
        None => return Err(wrong(end, "expected `into` and a folder as well")),
    }
    match at.next() {
        // A folder's name may hold blanks.
        Some((span, _)) => {
            let folder = text.get(span.start..).unwrap_or_default().trim_end();
            Ok((by, folder.to_owned()))
        }
        None => Err(wrong(end, "expected the folder as well")),
    }
}

/// Where the folder begins in a text being typed, once it is its turn.
pub(super) fn folder_at(text: &str) -> Option<usize> {
    let words = words(text);
    let (into, word) = words.get(2).copied()?;
    let behind = text.get(into.end..).filter(|_| word == "into")?;
    let blanks = behind.len() - behind.trim_start().len();
    (blanks > 0).then_some(into.end + blanks)
}

/// Splits, on another thread.
pub(super) fn start(model: &mut Model, text: &str) {
    let Ok((by, folder)) = read(text) else {
        return;
    };
    let folder = paths::meant(model, &folder);
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
    let folder = files
        .first()
        .and_then(|file| file.parent())
        .map_or_else(String::new, |folder| {
            format!(" in {}", glyph::safe(folder.to_string_lossy().as_bytes()))
        });
    model.done(match files.len() {
        1 => format!("wrote 1 file{folder}"),
        n => format!("wrote {n} files{folder}"),
    });
}
