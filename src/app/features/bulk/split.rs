//! One file into many, beside it: nothing of the open file changes.

use crate::app::effect::Effect;
use crate::app::features::bulk::ask::{Wrong, check_opcode, words};
use crate::app::features::bulk::{Scope, scope};
use crate::app::features::jobs;
use crate::app::glyph;
use crate::app::model::Model;
use crate::app::state::jobs::{Slot, Work};
use crate::epd::Span;
use crate::epd::{LineKind, Skim};
use crate::suite::bulk::{SplitBy, Splitter};
use crate::suite::{Job, Snapshot};
use std::path::{Path, PathBuf};

/// A file to be split.
#[derive(Clone, Debug)]
pub struct SplitJob {
    snapshot: Snapshot,
    scope: Scope,
    by: SplitBy,
    folder: PathBuf,
    /// The name that the files' names begin with.
    name: PathBuf,
}

/// ```text
/// split = ( "every" number | "by" opcode ) "into" folder
/// ```
pub(super) fn read(text: &str) -> Result<(SplitBy, PathBuf), Wrong> {
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
            _ => return Err(wrong(span, "how many records a file is wanted, 1 or more")),
        },
        (Some((_, "by")), Some((span, opcode))) => {
            check_opcode(span, opcode)?;
            SplitBy::Opcode(opcode.to_owned())
        }
        (Some((_, "every")), None) => return Err(wrong(end, "how many records a file?")),
        (Some((_, "by")), None) => return Err(wrong(end, "which opcode?")),
        (Some((span, _)), _) => {
            return Err(wrong(span, "`every` and a number, or `by` and an opcode"));
        }
        (None, _) => return Err(wrong(end, "`every` and a number, or `by` and an opcode")),
    };
    match at.next() {
        Some((_, "into")) => {}
        Some((span, _)) => return Err(wrong(span, "`into` and a folder are wanted here")),
        None => return Err(wrong(end, "`into` and a folder are wanted, too")),
    }
    match at.next() {
        // A folder's name may hold blanks.
        Some((span, _)) => {
            let folder = text.get(span.start..).unwrap_or_default().trim_end();
            Ok((by, PathBuf::from(folder)))
        }
        None => Err(wrong(end, "the folder is wanted, too")),
    }
}

/// Splits, on another thread.
pub(super) fn start(model: &mut Model, text: &str) -> Vec<Effect> {
    let Ok((by, folder)) = read(text) else {
        return Vec::new();
    };
    let suite = &model.document.suite;
    let name = suite
        .path()
        .map_or_else(|| PathBuf::from(suite.name()), Path::to_owned);
    let job = SplitJob {
        snapshot: suite.snapshot(),
        scope: scope(model),
        by,
        folder,
        name,
    };
    model.done(format!("splitting {} …", job.scope.in_words()));
    vec![jobs::start(model, Slot::Split, Work::Split(Box::new(job)))]
}

impl SplitJob {
    /// Writes the files; may take a while.
    ///
    /// # Errors
    /// Stopped, or something can't be written.
    pub(crate) fn run(&self, job: &Job) -> Result<Vec<PathBuf>, String> {
        let mut splitter = Splitter::new(self.by.clone(), &self.folder, &self.name)
            .map_err(|error| format!("{}: {error}", self.folder.display()))?;
        for line in 0..self.snapshot.line_count() {
            if line % 1024 == 0 && job.is_cancelled() {
                return Err("stopped; files written by then stay".to_owned());
            }
            let bytes = self.snapshot.line(line);
            // Comments are in no scope of their own: they go with their records.
            if Skim::kind_of(&bytes) == LineKind::Record && !self.scope.chosen.has(line) {
                splitter.leave_out();
            } else {
                splitter
                    .line(&bytes, self.snapshot.read_options())
                    .map_err(|error| error.to_string())?;
            }
        }
        splitter.finish().map_err(|error| error.to_string())
    }
}

/// The files are written.
pub(crate) fn done(model: &mut Model, files: &[PathBuf]) {
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
